//! Numbers close to 0 or 1 keep their sign and their digits.

use exactile::num::Percent;
use exactile::{Area, LogSum, Rational, Regions};
use proptest::prelude::*;
use serde_json::Value;

use crate::cli::Run;
use exactile_testing::{q, small_sets};

const THREE: &str = "name,tn,fp,fn,tp\nA,3,0,2,2\nB,0,3,0,1\nC,3,1,1,2\n";

/// The order of a decimal relative to zero, and its digits without zeros in front.
fn digits(text: &str) -> (bool, String) {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    (text.starts_with('-'), digits.trim_start_matches('0').to_owned())
}

fn check_enclosure(lower: &str, upper: &str, value: &LogSum) {
    let exact = |text: &str| {
        // Longer than what the program reads.
        let (negative, digits) = digits(text);
        let places = text.split_once('.').map_or(0, |(_, places)| places.len());
        let digits: num_bigint::BigInt =
            if digits.is_empty() { 0.into() } else { digits.parse().expect("digits") };
        let power = num_bigint::BigInt::from(10).pow(u32::try_from(places).expect("few"));
        let value = Rational::new(digits, power);
        if negative { -value } else { value }
    };
    let (low, high) = (exact(lower), exact(upper));
    assert!((value.clone() - LogSum::from(low.clone())).sign().is_ge(), "{lower} {value}");
    assert!((LogSum::from(high.clone()) - value.clone()).sign().is_ge(), "{upper} {value}");
    assert!(&high - &low <= "1e-15".parse().expect("a number"));
    // Relative to its size as well.
    assert_eq!(low.sign(), high.sign(), "[{lower}, {upper}]");
    let size = low.abs().min(high.abs());
    assert!((&high - &low) * "1e14".parse::<Rational>().expect("a number") <= size);
}

#[test]
fn areas_at_a_prior_of_1e_40_are_positive() {
    for prior in ["1e-40", "1e-7", "1e-400"] {
        let arguments = ["regions", "x.csv", "--target-prior", prior, "--area", "--format", "json"];
        let json = Run::new(&arguments).file("x.csv", THREE).json();
        let mut irrational = 0;
        for piece in json["pieces"].as_array().expect("a list") {
            if let Value::Object(area) = &piece["area"] {
                irrational += 1;
                let lower = area["lower"].as_str().expect("a decimal");
                let upper = area["upper"].as_str().expect("a decimal");
                assert!(!lower.starts_with('-') && !digits(lower).1.is_empty(), "{lower}");
                assert!(digits(lower).1.len() >= 16, "{lower}");
                assert!(digits(upper).1.len() >= 16, "{upper}");
            }
        }
        assert!(irrational > 0);
    }
}

#[test]
fn shares_strictly_between_do_not_read_as_nothing_or_all() {
    let run = |arguments: &[&str]| {
        Run::new(&[arguments, &["--target-prior", "1e-40"]].concat())
            .file("x.csv", THREE)
            .succeeds()
    };
    let text = run(&["regions", "x.csv"]);
    assert!(text.contains(" < 0.001 % "), "{text}");
    assert!(text.contains(" > 99.999 % "), "{text}");
    assert!(!text.contains(" 0.000 %") && !text.contains("100.000 %"), "{text}");
    let text = run(&["rankings", "x.csv"]);
    assert!(text.contains("> 99.999 %") && text.contains("< 0.001 %"), "{text}");
    assert!(!text.contains(" 0.000 %") && !text.contains("100.000 %"), "{text}");
    let text = run(&["zone", "x.csv", "--better", "A", "--than", "C"]);
    assert!(text.starts_with("on > 99.999 % of the Tile"), "{text}");
    let svg = Run::new(&["tile", "x.csv", "--target-prior", "1e-40", "-o", "-"])
        .file("x.csv", THREE)
        .succeeds();
    assert!(svg.contains("&gt; 99.9 %") && svg.contains("&lt; 0.0000001 %"), "{svg}");
    assert!(!svg.contains(">100.0 %") && !svg.contains(">0.0 %") && !svg.contains("0e0"));
    let page = Run::new(&["report", "x.csv", "--target-prior", "1e-40", "-o", "-"])
        .file("x.csv", THREE)
        .succeeds();
    assert!(page.contains("&gt;\u{a0}99.9\u{a0}%") && page.contains("&lt;\u{a0}0.1\u{a0}%"));
    assert!(page.contains("more than 99.9\u{a0}%"));
    assert!(!page.contains(">100.0\u{a0}%") && !page.contains(">0.0\u{a0}%"));
}

/// A whole is a whole.
#[test]
fn all_of_the_tile_reads_as_100_percent() {
    let input = "name,tn,fp,fn,tp\nA,3,1,1,3\nB,3,1,2,2\n";
    let text = Run::new(&["regions", "x.csv"]).file("x.csv", input).succeeds();
    assert!(text.contains("100.000 %"), "{text}");
}

#[test]
fn distances_close_to_nothing_keep_their_digits() {
    let input = "name,tn,fp,fn,tp\nA,40,10,30,20\nB,20,30,10,40\n";
    let at = ["rankings", "x.csv", "--at", "1/2,1/2", "--target-prior", "1e-40"];
    let json = Run::new(&[&at[..], &["--format", "json"]].concat()).file("x.csv", input).json();
    let lower = json["distance"]["lower"].as_str().expect("a decimal");
    assert!(digits(lower).1.len() >= 16, "{lower}");
    // Next to a frontier.
    let near = "1/2,0.50000000000000000000000000000000000001";
    let at = ["rankings", "x.csv", "--at", near, "--format", "json"];
    let json = Run::new(&at).file("x.csv", input).json();
    let distance = &json["distance"];
    let lower = distance["lower"].as_str().expect("a decimal");
    assert!(!lower.starts_with('-') && digits(lower).1.len() >= 16, "{lower}");
    let text = Run::new(&at[..4]).file("x.csv", input).succeeds();
    assert!(text.contains(" < 0.000001 "), "{text}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn enclosures_are_relatively_tight(
        set in small_sets(), exponent in 0_u32..60, digit in 1_i64..10, high in any::<bool>(),
    ) {
        let prior = Rational::new(digit, num_bigint::BigInt::from(10).pow(exponent + 1));
        let prior = if high { prior.complement() } else { prior };
        let regions = Regions::with_target_prior(set[..set.len().min(4)].to_vec(), &prior).expect("sound");
        for i in 0..regions.classifiers().len() {
            let pieces = regions.pieces_with_areas(i, &exactile::RankFilter::all()).expect("areas");
            for area in pieces.iter().filter(|piece| piece.dimension() == 2).filter_map(|p| p.area.as_ref()) {
                prop_assert!(area.value().sign().is_gt());
                if area.value().as_rational().is_none() {
                    let [lower, upper] = area.value().to_certified(20).decimals();
                    check_enclosure(&lower, &upper, area.value());
                }
                check_percent(area);
            }
        }
    }
}

/// Only nothing reads as 0 % and only the whole as 100 %; everything else is within half a unit.
fn check_percent(area: &Area) {
    for digits in [1, 3, 5] {
        let shown: Percent = area.percent(digits);
        let number: Rational = shown.number().parse().expect("a decimal");
        let difference = |bound: &Rational| {
            (area.value() * Rational::from(100) - LogSum::from(bound.clone())).sign()
        };
        let text = shown.to_string();
        if text.starts_with('<') {
            assert!(difference(&number).is_lt() && area.value().sign().is_gt());
        } else if text.starts_with('>') {
            assert!(difference(&number).is_gt() && *area != Area::whole());
        } else {
            let half = Rational::new(1, num_bigint::BigInt::from(10).pow(digits)) * q(1, 2);
            assert!(
                difference(&(&number - &half)).is_ge() && difference(&(&number + half)).is_le()
            );
            assert!(!number.is_zero() && (number != Rational::from(100) || *area == Area::whole()));
        }
    }
}

/// The nearest point of this frontier is on the diagonal and rational, which the search is not
/// told.
#[test]
fn a_rational_distance_from_an_arc_is_found() {
    let input = "name,tn,fp,fn,tp\nA,40,10,30,20\nB,20,30,10,40\n";
    for prior in ["1/5", "4/5", "1e-12"] {
        let at = ["rankings", "x.csv", "--at", "0,0", "--target-prior", prior, "--format", "json"];
        let json = Run::new(&at).file("x.csv", input).json();
        assert!(json["distance"]["lower"].is_string() || json["distance"].is_string());
    }
}
