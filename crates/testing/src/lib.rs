//! Parts that several tests share: sets of classifiers, and ranks from the definition alone.

pub mod lattice;

use exactile::{Classifier, ConfusionMatrix, Point, RankInterval, Rational};
use proptest::prelude::*;

/// A rational from two integers.
pub fn q(numerator: i64, denominator: i64) -> Rational {
    Rational::new(numerator, denominator)
}

/// Classifiers tested on `negatives` and `positives` samples, from pairs (tn, tp).
pub fn classifiers(negatives: u64, positives: u64, points: &[(u64, u64)]) -> Vec<Classifier> {
    points
        .iter()
        .enumerate()
        .map(|(i, &(tn, tp))| {
            let matrix = ConfusionMatrix::from_counts(tn, negatives - tn, positives - tp, tp);
            Classifier::new(format!("c{i}"), matrix.expect("samples"))
        })
        .collect()
}

/// Sets of 1 to 9 classifiers on small test data, equal and collinear ones being likely.
pub fn small_sets() -> impl Strategy<Value = Vec<Classifier>> {
    (1_u64..=6, 1_u64..=6).prop_flat_map(|(negatives, positives)| {
        prop::collection::vec((0..=negatives, 0..=positives), 1..=9)
            .prop_map(move |points| classifiers(negatives, positives, &points))
    })
}

/// Points of the open Tile with small denominators.
pub fn inner_points() -> impl Strategy<Value = Point> {
    let coordinate = || (2_i64..40).prop_flat_map(|d| (1..d, Just(d))).prop_map(|(n, d)| q(n, d));
    (coordinate(), coordinate()).prop_map(|(a, b)| Point::new(a, b))
}

/// s/(s+u) compared by cross multiplication, written out from the definition and from nothing else.
pub fn rank_by_definition(
    classifiers: &[Classifier],
    i: usize,
    point: &Point,
) -> Option<RankInterval> {
    let one = Rational::ONE;
    let parts = |classifier: &Classifier| {
        let m = &classifier.matrix;
        let s = (&one - &point.a) * m.tn() + &point.a * m.tp();
        let u = (&one - &point.b) * m.fp() + &point.b * m.fn_();
        (s, u)
    };
    let defined = |(s, u): &(Rational, Rational)| !(s + u).is_zero();
    let own = parts(&classifiers[i]);
    if !defined(&own) {
        return None;
    }
    let (mut better, mut tied) = (0, 0);
    for rival in classifiers.iter().map(parts).filter(defined) {
        match (&rival.0 * &own.1).cmp(&(&own.0 * &rival.1)) {
            std::cmp::Ordering::Greater => better += 1,
            std::cmp::Ordering::Equal => tied += 1,
            std::cmp::Ordering::Less => {}
        }
    }
    Some(RankInterval { best: better + 1, worst: better + tied })
}

/// The path of a file of the folder `fixtures` at the root of the repository.
pub fn fixture(name: &str) -> String {
    format!("{}/../../fixtures/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Compares with the recorded picture; EXACTILE_RECORD=1 records it anew, for inspection.
pub fn check_golden(name: &str, svg: &str) {
    let path = fixture(&format!("golden/{name}.svg"));
    if std::env::var_os("EXACTILE_RECORD").is_some() {
        std::fs::write(&path, svg).expect("recorded");
    }
    let recorded = std::fs::read_to_string(&path).expect("a recorded picture");
    assert!(
        svg == recorded,
        "{name}.svg has changed: record it with EXACTILE_RECORD=1 and look at it"
    );
}
