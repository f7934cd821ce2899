//! Classifiers of several classes: against two-class ones, and against the definitions.

use exactile::multi_class::{
    FirstInEveryClass, class_views, first_in_every, parse_importance, rank_by_importance,
};
use exactile::performance::{MultiClassClassifier, MultiClassMatrix};
use exactile::ranking::{
    Importance, Performance, Satisfaction, at_most_by, rank_bounds, ranking_score,
};
use exactile::{Classifier, Point, RankingScore, Rational, rank_at};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::cli::{Run, content};
use exactile_testing::{inner_points, q, rank_by_definition};

fn labels(count: usize) -> Vec<String> {
    (0..count).map(|k| format!("class {k}")).collect()
}

/// One to five classifiers of `classes` classes with the same true classes.
fn sets(classes: usize) -> impl Strategy<Value = Vec<MultiClassClassifier>> {
    let cells = prop::collection::vec(0_i64..6, classes * classes);
    prop::collection::vec(cells, 1..6).prop_map(move |all| {
        all.into_iter()
            .enumerate()
            .map(|(k, mut cells)| {
                cells[0] += 1;
                let rows = cells.chunks(classes).map(|row| row.iter().map(|&n| q(n, 1)).collect());
                let matrix = MultiClassMatrix::new(labels(classes), rows.collect());
                MultiClassClassifier { name: format!("c{k}"), matrix: matrix.expect("cells") }
            })
            .collect()
    })
}

/// The four counts of a class against the rest, cell by cell.
fn counted(matrix: &MultiClassMatrix, class: usize) -> [Rational; 4] {
    let mut counts = [0, 0, 0, 0].map(Rational::from);
    for truth in 0..matrix.classes() {
        for predicted in 0..matrix.classes() {
            let at = 2 * usize::from(truth == class) + usize::from(predicted == class);
            counts[at] += matrix.cell(truth, predicted);
        }
    }
    counts
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_view_counts_the_cells_of_its_class(set in sets(3)) {
        for (class, view) in class_views(&set).expect("the same labels").iter().enumerate() {
            prop_assert_eq!(&view.label, &labels(3)[class]);
            for (one, viewed) in set.iter().zip(&view.classifiers) {
                let m = &viewed.matrix;
                let found = [m.tn(), m.fp(), m.fn_(), m.tp()].map(Clone::clone);
                prop_assert_eq!(found, counted(&one.matrix, class));
            }
        }
    }

    #[test]
    fn two_classes_by_importance_are_a_point_of_the_tile(set in sets(2), place in inner_points()) {
        let views = class_views(&set).expect("the same labels");
        let Point { a, b } = place.clone();
        // Outcomes tn, fp, fn, tp of the second class.
        let importance = Importance::new(vec![a.complement(), b.complement(), b, a]).expect("inside");
        let found = rank_by_importance(&set, &importance).expect("the same labels");
        let known = rank_at(&views[1].classifiers, &RankingScore::at(place).expect("inside"));
        prop_assert_eq!(found.len(), known.len());
        for (found, known) in found.iter().zip(known) {
            prop_assert_eq!(found.classifier, known.classifier);
            prop_assert_eq!(&found.value, &known.value);
            let ranks = known.rank.map(|rank| (rank.best as usize, rank.worst as usize));
            prop_assert_eq!(found.rank, ranks);
        }
    }

    #[test]
    fn importance_ranks_as_the_ordering_of_the_score(
        set in sets(3), weights in prop::collection::vec(0_u64..3, 9),
    ) {
        prop_assume!(weights.iter().any(|&weight| weight > 0));
        let importance = Importance::from_counts(&weights).expect("not all zero");
        let satisfaction = Satisfaction::classification(3).expect("classes");
        let performances: Vec<Performance> = set
            .iter()
            .map(|one| Performance::new(one.matrix.cells().concat()).expect("not all zero"))
            .collect();
        let score = |one: &Performance| ranking_score(one, &satisfaction, &importance);
        let bounds = rank_bounds(&performances, at_most_by(score));
        for ranked in rank_by_importance(&set, &importance).expect("the same labels") {
            let value = score(&performances[ranked.classifier]);
            prop_assert_eq!(ranked.rank, value.is_some().then_some(bounds[ranked.classifier]));
            prop_assert_eq!(ranked.value, value);
        }
    }

    #[test]
    fn first_in_every_class_follows_the_definition(set in sets(3), place in inner_points()) {
        let views = class_views(&set).expect("the same labels");
        let score = RankingScore::at(place.clone()).expect("inside");
        let rankings: Vec<_> =
            views.iter().map(|view| rank_at(&view.classifiers, &score)).collect();
        let by_rank = first_in_every(&rankings);
        let along = FirstInEveryClass::new(&views).on_upright_line(&place.a);
        for (i, stretch) in along.iter().enumerate() {
            let is_first = |classifiers: &[Classifier]| {
                rank_by_definition(classifiers, i, &place).is_some_and(|rank| rank.best == 1)
            };
            let expected = views.iter().all(|view| is_first(&view.classifiers));
            prop_assert_eq!(by_rank.contains(&i), expected);
            let inside = |[low, high]: &[Rational; 2]| *low <= place.b && place.b <= *high;
            let all_defined =
                views.iter().all(|view| rank_by_definition(&view.classifiers, i, &place).is_some());
            if all_defined {
                prop_assert_eq!(stretch.as_ref().is_some_and(inside), expected);
            }
        }
    }
}

#[test]
fn importance_expressions_say_what_counts() {
    let labels: Vec<String> = ["cat", "dog"].map(str::to_owned).to_vec();
    let weights = |text: &str| {
        let importance = parse_importance(text, &labels);
        importance.map(|one| one.values().iter().map(ToString::to_string).collect::<Vec<_>>())
    };
    assert_eq!(weights("1"), Ok(["1", "1", "1", "1"].map(str::to_owned).to_vec()));
    assert_eq!(weights("right + 2*wrong"), Ok(["1", "2", "2", "1"].map(str::to_owned).to_vec()));
    assert_eq!(
        weights("0.5 + 1/3*truth:dog + predicted: cat"),
        Ok(["3/2", "1/2", "11/6", "5/6"].map(str::to_owned).to_vec())
    );
    for (text, reason) in [
        ("truth:cow", "no class has the label \"cow\""),
        ("0", "an importance must be nowhere negative and somewhere positive"),
        ("1 + -2*truth:cat", "an importance must be nowhere negative and somewhere positive"),
        (
            "2*",
            "\"2*\" is not a term of an importance (W, W*truth:LABEL, W*predicted:LABEL, W*right, \
             W*wrong)",
        ),
    ] {
        assert_eq!(weights(text).expect_err("refused").to_string(), reason);
    }
}

const PETS: &str = r#"[
 {"name": "A", "labels": ["cat", "dog", "bird"], "matrix": [[30, 5, 5], [6, 30, 4], [2, 2, 16]]},
 {"name": "B", "labels": ["dog", "cat", "bird"], "matrix": [[24, 9, 7], [4, 33, 3], [6, 5, 9]]}]"#;

fn pets(arguments: &[&str]) -> Run {
    let arguments = [&[arguments[0], "pets.json", "--multi-class"], &arguments[1..]].concat();
    Run::new(&arguments).file("pets.json", PETS)
}

/// The two-class counts of PETS, cat against the rest.
const CATS: &str = "name,tn,fp,fn,tp\nA,52,8,10,30\nB,46,14,7,33\n";

#[test]
fn one_class_is_the_same_as_its_two_class_counts() {
    for arguments in [
        &["regions", "--area", "--format", "json"][..],
        &["regions", "--rank", "1"],
        &["rank", "--score", "f1"],
        &["score", "--metric", "mcc", "--format", "json"],
        &["tile"],
    ] {
        let by_class = content(&pets(&[arguments, &["--class", "cat"]].concat()).succeeds());
        let two_class = [&[arguments[0], "cats.csv"], &arguments[1..]].concat();
        // Matrices do not say which class is positive.
        let unnamed = by_class
            .replace("positive class: cat\n", "")
            .replace("\"positive\":\"cat\",", "")
            .replace("\n  \"positive\": \"cat\",", "");
        assert_eq!(unnamed != by_class, arguments[0] != "tile");
        let counted = Run::new(&two_class).file("cats.csv", CATS).succeeds();
        assert_eq!(unnamed, content(&counted));
    }
}

#[test]
fn without_a_class_every_class_is_told() {
    let regions = pets(&["regions", "--format", "json"]).json();
    assert_eq!(regions["schema"], "exactile.multi-class-regions.v1");
    let classes = regions["classes"].as_array().expect("a list");
    let names: Vec<&Value> = classes.iter().map(|class| &class["class"]).collect();
    assert_eq!(names, ["cat", "dog", "bird"]);
    let cats = Run::new(&["regions", "cats.csv", "--format", "json"]).file("cats.csv", CATS).json();
    assert_eq!(classes[0]["regions"], cats);

    let rank = pets(&["rank", "--at", "1/2,1/2", "--format", "json"]).json();
    assert_eq!(rank["schema"], "exactile.multi-class-rank.v1");
    assert_eq!(rank["classes"][2]["ranking"]["schema"], "exactile.rank.v1");
    assert_eq!(rank["first_in_every_class"], json!(["A"]));
    let text = pets(&["rank", "--at", "1/2,1/2"]).succeeds();
    assert!(text.starts_with("cat against the rest:\nranking, at (a, b) = (1/2, 1/2)\n"), "{text}");
    assert!(text.ends_with("\n\nfirst in every class: A\n"), "{text}");

    let svg = pets(&["tile", "--size", "100"]).succeeds();
    let picture = roxmltree::Document::parse(&svg).expect("XML");
    let panels = picture.root_element().children().filter(|node| node.has_tag_name("svg"));
    assert_eq!(panels.count(), 4);
    assert!(svg.contains("exact along 240 upright lines"));
}

#[test]
fn a_class_without_samples_is_undefined_and_says_so() {
    let input = "name,truth,predicted,count\nA,cat,cat,1\nA,dog,dog,1\nB,cat,dog,1\nB,dog,cow,1\n";
    let arguments = ["regions", "x.csv", "--multi-class", "--format", "json"];
    let json = Run::new(&arguments).file("x.csv", input).json();
    assert_eq!(json["classes"][1]["class"], "cow");
    assert_eq!(json["classes"][1]["regions"], Value::Null);
    assert_eq!(json["classes"][1]["undefined"], "\"A\": there is no sample of the positive class");
}

#[test]
fn importance_ranks_on_all_pairs_of_classes() {
    let json = pets(&["rank", "--importance", "1 + 3*truth:cat", "--format", "json"]).json();
    assert_eq!(json["schema"], "exactile.importance-rank.v1");
    assert_eq!(json["labels"], json!(["cat", "dog", "bird"]));
    assert_eq!(json["importance"][0], json!(["4", "4", "4"]));
    // (4 * 30 + 30 + 16) / (4 * 40 + 40 + 20), and B's 33, 24, 9.
    assert_eq!(json["ranking"][0]["value"], "83/110");
    assert_eq!(json["ranking"][1]["value"], "3/4");
    let table = "truth,dog,cat,bird\nbird,1,1,1\ncat,4,4,4\ndog,1,1,1\n";
    let arguments = ["rank", "--importance", "weights.csv", "--format", "json"];
    assert_eq!(pets(&arguments).file("weights.csv", table).json(), json);
    assert_eq!(
        pets(&["rank", "--importance", "1"]).succeeds(),
        "\
ranking by importance of true and predicted classes

 rank  classifier  about     exactly
    1  A           0.760000  19/25
    2  B           0.660000  33/50
"
    );
}

#[test]
fn what_makes_no_sense_is_refused() {
    pets(&["regions", "--class", "cow"]).fails(
        "pets.json: there is no class \"cow\"\nhint: the input has \"cat\", \"dog\", \"bird\"",
    );
    pets(&["score"]).fails("this command shows one class\nhint: choose it with --class");
    pets(&["rank", "--importance", "truth:cow"]).fails(
        "--importance \"truth:cow\": no class has the label \"cow\"\nhint: the classes are \
         \"cat\", \"dog\", \"bird\"; a label may stand in double quotes",
    );
    let other = r#"[{"name": "A", "labels": ["x", "y"], "matrix": [[1, 2], [3, 4]]},
                    {"name": "B", "labels": ["x", "z"], "matrix": [[1, 2], [3, 4]]}]"#;
    Run::new(&["regions", "other.json", "--multi-class"]).file("other.json", other).fails(
        "other.json: \"A\" and \"B\" do not have the same labels\nhint: give all classifiers the \
         same labels",
    );
}
