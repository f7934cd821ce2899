//! The results of `rankings` at a place, above all on the border of the Tile, against the
//! definition.

use std::collections::{BTreeMap, HashMap, HashSet};

use exactile::arrangement::{Around, Frontiers};
use exactile::{Classifier, ConfusionMatrix, NamedScore, Point, Rational, Regions};
use proptest::prelude::*;
use serde_json::json;

use crate::cli::Run;
use exactile_testing::{inner_points, q, rank_by_definition, small_sets};

/// Checks everything that must hold at a place: ranks, ties and undefined scores by definition, and
/// that all cells that touch it are listed once.
fn check(regions: &Regions, place: &Point) -> Around {
    let set = regions.classifiers();
    let frontiers = Frontiers::new(regions).expect("few");
    let around = frontiers.around(place);

    assert_eq!(around.ranking.len(), set.len());
    let mut groups: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    let mut undefined = Vec::new();
    for (i, _) in set.iter().enumerate() {
        let rank = rank_by_definition(set, i, place);
        let told = around.ranking.iter().find(|ranked| ranked.classifier == i).expect("listed");
        assert_eq!(told.rank, rank, "{i} at {place}");
        match rank {
            Some(rank) => groups.entry(rank.best).or_default().push(i),
            None => undefined.push(i),
        }
    }
    // Best first, undefined ones last.
    let best: Vec<u32> = around
        .ranking
        .iter()
        .map(|ranked| ranked.rank.map_or(u32::MAX, |rank| rank.best))
        .collect();
    assert!(best.is_sorted());
    let here: Vec<Vec<usize>> = groups.into_values().collect();
    let ties: Vec<Vec<usize>> = here.iter().filter(|group| group.len() > 1).cloned().collect();
    assert_eq!(around.ties(), ties);
    assert_eq!(around.undefined(), undefined);

    // Frontiers through the place, from their own curves.
    let through: Vec<usize> =
        (0..frontiers.len()).filter(|&k| frontiers.curve(k).side_of(place).is_eq()).collect();
    assert_eq!(around.through, through);
    let inside = |z: &Rational| z.is_positive() && *z < Rational::ONE;
    let on_border = !(inside(&place.a) && inside(&place.b));
    assert_eq!(around.is_on_border(), on_border);
    let expected = match (on_border, through.len()) {
        (true, lines) => lines + 1,
        (false, lines) => 2 * lines,
    };
    assert_eq!(around.beside.len(), expected);
    let mut sides = HashSet::new();
    for cell in &around.beside {
        assert!(inside(&cell.sample.a) && inside(&cell.sample.b));
        let mut groups: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for i in 0..set.len() {
            let rank = rank_by_definition(set, i, &cell.sample).expect("defined inside");
            groups.entry(rank.best).or_default().push(i);
        }
        assert_eq!(cell.ranking, groups.into_values().collect::<Vec<_>>());
        // On the place's side of every frontier that does not go through it: the cell touches it.
        let signs: Vec<_> =
            (0..frontiers.len()).map(|k| frontiers.curve(k).side_of(&cell.sample)).collect();
        for (k, sign) in signs.iter().enumerate() {
            assert!(sign.is_ne());
            let at_place = frontiers.curve(k).side_of(place);
            assert!(at_place.is_eq() || at_place == *sign);
        }
        assert!(sides.insert(signs));
    }
    let holds = undefined.is_empty() && around.beside.iter().all(|cell| cell.ranking == here);
    assert_eq!(around.holds_beside(), holds);
    around
}

/// Places on the border with small coordinates, corners among them.
fn border_points() -> impl Strategy<Value = Point> {
    let coordinate = (1_i64..12).prop_flat_map(|d| (0..=d, Just(d))).prop_map(|(n, d)| q(n, d));
    (0..4, coordinate).prop_map(|(side, z)| match side {
        0 => Point::new(q(0, 1), z),
        1 => Point::new(q(1, 1), z),
        2 => Point::new(z, q(0, 1)),
        _ => Point::new(z, q(1, 1)),
    })
}

fn corners() -> [Point; 4] {
    [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(a, b)| Point::new(q(a, 1), q(b, 1)))
}

/// Every score with a place, families with some of their members.
fn all_scores() -> Vec<NamedScore> {
    let members = ["f-beta(1/2)", "f-beta(2)", "r(0, 1/3)", "r(1, 1/2)", "weighted-accuracy(1/3)"];
    let names = NamedScore::names();
    let all = names.split(", ").chain(members).filter_map(|name| name.parse().ok());
    let all: Vec<NamedScore> = all.collect();
    assert!(all.len() > 20, "{names}");
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]
    #[test]
    fn borders_are_what_the_definition_says(
        set in small_sets(), prior in 1_i64..20, balanced in any::<bool>(),
        places in prop::collection::vec(border_points(), 4), inner in inner_points(),
    ) {
        let prior = if balanced { q(1, 2) } else { q(prior, 20) };
        let regions = Regions::with_target_prior(set, &prior).expect("sound");
        for place in places.iter().chain(&corners()).chain([&inner]) {
            check(&regions, place);
        }
        // Where frontiers end on the border, and where they meet.
        let frontiers = Frontiers::new(&regions).expect("few");
        for k in 0..frontiers.len().min(6) {
            for end in frontiers.ends(k) {
                let around = check(&regions, &end);
                prop_assert!(!around.through.is_empty());
            }
        }
        let mut meetings = Vec::new();
        frontiers.stream_confluences::<_, ()>(
            |found| found,
            |found| { meetings.extend(found); Ok(()) },
        ).expect("no error");
        for confluence in meetings.iter().take(4) {
            let around = check(&regions, &confluence.place);
            prop_assert_eq!(around.dimension, 0);
        }
    }

    #[test]
    fn named_scores_are_what_the_definition_says(set in small_sets(), prior in 1_i64..6) {
        let regions = Regions::with_target_prior(set, &q(prior, 6)).expect("sound");
        let mut known = HashMap::new();
        for score in all_scores() {
            let place = score.place(regions.common_prior().expect("one prior"));
            let undefined = known
                .entry(place.clone())
                .or_insert_with(|| check(&regions, &place).undefined());
            // The score itself is undefined for the same classifiers, but for those of which the
            // number of samples gives no scale.
            if score.to_string().starts_with("scaled") {
                continue;
            }
            let own: Vec<usize> = (0..regions.classifiers().len())
                .filter(|&i| score.value(&regions.classifiers()[i].matrix).undefined().is_some())
                .collect();
            prop_assert_eq!(undefined.clone(), own, "{}", score);
        }
    }
}

fn rankings(input: &str, arguments: &[&str]) -> Run {
    Run::new(&[&["rankings", "x.csv"], arguments].concat())
        .file("x.csv", format!("name,tn,fp,fn,tp\n{input}"))
}

#[test]
fn equal_tnr_is_a_tie_by_tnr() {
    let input = "A,3,1,1,3\nB,3,1,2,2\n";
    for place in [["--score", "tnr"], ["--at", "0,0"]] {
        let json = rankings(input, &[&place[..], &["--format", "json"]].concat()).json();
        assert_eq!(json["ties"], json!([[0, 1]]));
        assert_eq!(json["on_border"], json!(true));
        for entry in json["ranking"].as_array().expect("a list") {
            assert_eq!(entry["rank"], json!([1, 2]));
        }
        // Beside it A is better.
        assert_eq!(json["holds_beside"], json!(false));
        assert_eq!(json["cell"]["ranking"], json!([[0], [1]]));
        assert_eq!(json["beside"], json!([{"sample": ["1/3", "1/3"], "ranking": [[0], [1]]}]));
    }
    assert_eq!(
        rankings(input, &["--score", "tnr"]).succeeds(),
        "\
2 classifiers on the Tile of positive prior 1/2 (about 0.5000)

TNR, (a, b) = (0, 0) is on the border of the Tile. At the place itself:

 rank  classifier
  1-2  A
  1-2  B

Ties at the place: A = B

Beside it, in the one cell that touches the place, not the ranking above:

 cell that contains (a, b)  ranking in it
 (1/3, 1/3)                 A > B

No two classifiers ever swap: the ranking beside it holds all over the open Tile.
"
    );
}

#[test]
fn without_true_positives_all_tie_by_f1() {
    let json =
        rankings("A,3,1,4,0\nB,2,2,4,0\nC,1,3,2,2\n", &["--score", "f1", "--format", "json"])
            .json();
    assert_eq!(json["ties"], json!([[0, 1]]));
    let entries = json["ranking"].as_array().expect("a list");
    let ranks: Vec<_> = entries.iter().map(|entry| (&entry["name"], &entry["rank"])).collect();
    assert_eq!(
        ranks,
        [
            (&json!("C"), &json!([1, 1])),
            (&json!("A"), &json!([2, 3])),
            (&json!("B"), &json!([2, 3]))
        ]
    );
    assert_eq!(json["beside"][0]["ranking"], json!([[2], [0], [1]]));
}

#[test]
fn an_undefined_score_has_no_rank_at_the_place() {
    let input = "A,3,1,4,0\nB,2,2,4,0\nC,4,0,4,0\n";
    let json = rankings(input, &["--score", "ppv", "--format", "json"]).json();
    assert_eq!(json["undefined_classifiers"], json!([2]));
    let last = &json["ranking"][2];
    assert_eq!((&last["name"], &last["rank"]), (&json!("C"), &json!(null)));
    assert!(last["undefined"].is_string());
    // Beside the corner it is first.
    assert_eq!(json["beside"][0]["ranking"], json!([[2], [0], [1]]));
    let text = rankings(input, &["--score", "ppv"]).succeeds();
    assert!(text.contains("\nNot ranked, because the score is undefined: C\n"), "{text}");
    assert!(text.contains(" C > A > B\n"), "{text}");
}

/// The same ranks as `rank`, for every score that both take.
#[test]
fn places_are_ranked_as_by_rank() {
    let input =
        "name,tn,fp,fn,tp\nA,4,0,4,0\nB,0,4,0,4\nC,3,1,2,2\nD,3,1,4,0\nE,2,2,1,3\nF,4,0,0,4\n";
    let run = |command: &str, place: [&str; 2]| {
        let arguments = [&[command, "x.csv"], &place[..], &["--format", "json"]].concat();
        Run::new(&arguments).file("x.csv", input).json()
    };
    let ranks = |json: &serde_json::Value| {
        let entries = json["ranking"].as_array().expect("a list").iter();
        entries.map(|entry| (entry["name"].clone(), entry["rank"].clone())).collect::<Vec<_>>()
    };
    let names = exactile::Metric::all().into_iter().filter(|metric| metric.standing().is_ok());
    let names = names.map(|metric| metric.to_string()).chain(["f-beta(2)".to_owned()]);
    for score in names {
        let place = ["--score", &*score];
        assert_eq!(ranks(&run("rankings", place)), ranks(&run("rank", place)), "{score}");
    }
    for at in ["0,0", "1,0", "0,1", "1,1", "1,1/3", "0,2/3", "1/4,0", "3/4,1", "1/2,1/2"] {
        let place = ["--at", at];
        assert_eq!(ranks(&run("rankings", place)), ranks(&run("rank", place)), "{at}");
    }
}

/// With many classifiers on one line through a corner many cells touch it, each once.
#[test]
fn many_cells_meet_at_a_corner() {
    let classifiers: Vec<Classifier> = (1..=6)
        .flat_map(|k| [(12 - k, k), (12 - 2 * k, k)])
        .map(|(tn, tp)| {
            let matrix = ConfusionMatrix::from_counts(tn, 12 - tn, 12 - tp, tp).expect("samples");
            Classifier::new(format!("{tn} {tp}"), matrix)
        })
        .collect();
    for prior in [q(1, 2), "1e-30".parse().expect("a number")] {
        let regions = Regions::with_target_prior(classifiers.clone(), &prior).expect("sound");
        for corner in corners() {
            check(&regions, &corner);
        }
        let around = check(&regions, &Point::new(q(1, 1), q(0, 1)));
        assert_eq!((around.through.len(), around.beside.len()), (2, 3));
        assert_eq!(around.dimension, 0);
    }
}
