//! Operations on performances and what they do to the Tile, from their definitions; places of
//! importances and costs.

use std::cmp::Ordering;

use exactile::performance::{Event, Outcome};
use exactile::tile::{NoMove, Placement, Values};
use exactile::{ConfusionMatrix, Importances, Metric, Operation, Point, RankingScore, Rational};

use crate::catalogue::matrices;
use crate::cli::{Run, content};
use exactile_testing::q;

fn points() -> Vec<Point> {
    let grid = [q(0, 1), q(1, 4), q(1, 2), q(2, 3), q(1, 1)];
    grid.iter().flat_map(|a| grid.iter().map(|b| Point::new(a.clone(), b.clone()))).collect()
}

fn at(point: &Point) -> RankingScore {
    RankingScore::at(point.clone()).expect("on the Tile")
}

/// (is the sample positive, is the prediction positive)
fn meaning(outcome: Outcome) -> (bool, bool) {
    let event = Event::of(outcome);
    (event.is_subset_of(Event::POSITIVE), event.is_subset_of(Event::PREDICTED_POSITIVE))
}

/// The matrix in which the outcomes of a matrix have another meaning.
fn renamed(matrix: &ConfusionMatrix, rename: fn((bool, bool)) -> (bool, bool)) -> ConfusionMatrix {
    let [tn, fp, fn_, tp] = Outcome::ALL.map(|new| {
        let sources = Outcome::ALL.into_iter().filter(|old| rename(meaning(*old)) == meaning(new));
        sources.map(|old| matrix.count(old).clone()).sum::<Rational>()
    });
    ConfusionMatrix::new(tn, fp, fn_, tp).expect("counts")
}

/// The first four rows of Table 1 of The Tile.
#[test]
fn renaming_classes_and_predictions_flips_the_tile() {
    type Row = (Operation, fn((bool, bool)) -> (bool, bool), fn(&Point) -> Point, bool);
    let rows: [Row; 4] = [
        (
            Operation::ChangePredicted,
            |(y, said)| (y, !said),
            |p| Point::new(p.b.clone(), p.a.clone()),
            true,
        ),
        (
            Operation::ChangeTrue,
            |(y, said)| (!y, said),
            |p| Point::new(p.b.complement(), p.a.complement()),
            true,
        ),
        (
            Operation::Transpose,
            |(y, said)| (said, y),
            |p| Point::new(p.a.clone(), p.b.complement()),
            false,
        ),
        (
            Operation::SwapClasses,
            |(y, said)| (!y, !said),
            |p| Point::new(p.a.complement(), p.b.complement()),
            false,
        ),
    ];
    for (operation, rename, adapted, inverted) in rows {
        for matrix in matrices(5) {
            let after = operation.apply(&matrix).expect("a matrix");
            assert_eq!(after, renamed(&matrix, rename), "{operation}");
            assert_eq!(operation.apply(&after).as_ref(), Ok(&matrix));
            for origin in points() {
                let moved = operation.moved(&origin, Some(&q(1, 5))).expect("it has a place");
                assert_eq!(moved.place, adapted(&origin), "{operation}");
                assert_eq!(moved.inverted, inverted);
                let before = at(&origin).value(&matrix);
                let value = before.map(|value| moved.values.apply(&value).expect("decided"));
                assert_eq!(at(&moved.place).value(&after), value, "{operation}");
            }
        }
    }
}

/// Do two scores order the first of two matrices against the second alike?
fn orders(before: [&Option<Rational>; 2], after: [&Option<Rational>; 2]) -> Option<[Ordering; 2]> {
    let order = |[x, y]: [&Option<Rational>; 2]| Some(x.as_ref()?.cmp(y.as_ref()?));
    Some([order(before)?, order(after)?])
}

/// The last row of Table 1, with the function f of Lemma 5.
#[test]
fn a_prior_shift_moves_orderings_as_lemma_5_says() {
    for (p, n) in [(2, 3), (4, 1)] {
        let start = q(p, p + n);
        let group: Vec<ConfusionMatrix> =
            matrices(5).into_iter().filter(|m| m.prior_positive() == start).collect();
        for target in [q(1, 2), q(1, 7)] {
            let shift = Operation::PriorShift(target.clone());
            let (positive, negative) = (&target / &start, target.complement() / start.complement());
            let f = |x: &Rational| {
                let above = x * &positive;
                &above / (x.complement() * &negative + &above)
            };
            let after: Vec<ConfusionMatrix> =
                group.iter().map(|matrix| shift.apply(matrix).expect("both classes")).collect();
            for (before, after) in group.iter().zip(&after) {
                assert_eq!(after.prior_positive(), target);
                assert_eq!((after.tnr(), after.tpr()), (before.tnr(), before.tpr()));
            }
            for origin in points() {
                let moved = shift.moved(&origin, Some(&start)).expect("it has a place");
                assert_eq!(
                    (f(&moved.place.a), f(&moved.place.b)),
                    (origin.a.clone(), origin.b.clone())
                );
                assert_eq!(moved.values, Values::Reordered);
                let old: Vec<_> = group.iter().map(|matrix| at(&origin).value(matrix)).collect();
                let new: Vec<_> =
                    after.iter().map(|matrix| at(&moved.place).value(matrix)).collect();
                for i in 0..group.len() {
                    assert_eq!(old[i].is_some(), new[i].is_some());
                    for j in 0..i {
                        if let Some([before, after]) =
                            orders([&old[i], &old[j]], [&new[i], &new[j]])
                        {
                            assert_eq!(before, after);
                        }
                    }
                }
            }
        }
    }
    assert_eq!(Operation::PriorShift(q(1, 2)).moved(&points()[0], None), Err(NoMove::PriorUnknown));
}

/// Property 1 of Foundations, and Property 1 of The Tile: filters multiply importances.
#[test]
fn filters_multiply_importances() {
    let all = matrices(4);
    for text in ["1,2,3,4", "1/2,1,1,3", "2,2,2,2", "1,1,0,1", "0,1,0,2"] {
        let importances: Importances = text.parse().expect(text);
        let filter = Operation::Filter(importances.clone());
        for origin in points() {
            let moved = filter.moved(&origin, None);
            let has_zero = importances.as_array().iter().any(Rational::is_zero);
            assert_eq!(moved.is_err(), has_zero);
            let mut values = Vec::new();
            for matrix in &all {
                let Ok(after) = filter.apply(matrix) else {
                    let left = |outcome| matrix.count(outcome) * importances.of(outcome);
                    assert!(Outcome::ALL.into_iter().all(|outcome| left(outcome).is_zero()));
                    continue;
                };
                assert_eq!(after.total(), matrix.total());
                let own = at(&origin).importances();
                let product: Vec<Rational> =
                    own.iter().zip(importances.as_array()).map(|(x, y)| x * y).collect();
                let weighted: Vec<Rational> =
                    Outcome::ALL.iter().zip(&product).map(|(&o, i)| matrix.count(o) * i).collect();
                let satisfied = &weighted[0] + &weighted[3];
                let expected = satisfied.checked_div(&weighted.into_iter().sum());
                assert_eq!(at(&origin).value(&after), expected, "{text} at {origin}");
                if let Ok(moved) = &moved {
                    values.push((at(&origin).value(matrix), at(&moved.place).value(&after)));
                }
            }
            for (i, first) in values.iter().enumerate() {
                for second in &values[..i] {
                    if let Some([before, after]) =
                        orders([&first.0, &second.0], [&first.1, &second.1])
                    {
                        assert_eq!(before, after, "{text} at {origin}");
                    }
                }
            }
        }
    }
}

#[test]
fn no_skill_keeps_the_margins_and_makes_them_independent() {
    for matrix in matrices(6) {
        let after = Operation::NoSkill.apply(&matrix).expect("a matrix");
        for margin in [Event::POSITIVE, Event::PREDICTED_POSITIVE, Event::ANY] {
            assert_eq!(after.count_of(margin), matrix.count_of(margin));
        }
        assert_eq!(Metric::Determinant.value(&after), exactile::Value::Exact(Rational::ZERO));
        // Cohen's kappa by the operation, as section 2.2 of The Tile defines it.
        let accuracy = |matrix: &ConfusionMatrix| matrix.count_of(Event::RIGHT) / matrix.total();
        let chance = accuracy(&after);
        let kappa = (accuracy(&matrix) - &chance).checked_div(&chance.complement());
        match Metric::Kappa.value(&matrix) {
            exactile::Value::Exact(value) => assert_eq!(Some(value), kappa),
            other => assert_eq!((other.undefined().is_some(), kappa), (true, None)),
        }
    }
    assert_eq!(Operation::NoSkill.moved(&points()[0], None), Err(NoMove::OrderLost));
}

#[test]
fn operations_are_read_back() {
    for text in [
        "change-predicted",
        "change-true",
        "transpose",
        "swap-classes",
        "prior-shift=1/5",
        "filter=1,0,1/2,3",
        "no-skill",
    ] {
        assert_eq!(text.parse::<Operation>().expect(text).to_string(), text);
    }
    for wrong in [
        "",
        "swap",
        "prior-shift",
        "prior-shift=1",
        "filter=1,1,1",
        "filter=0,0,0,0",
        "filter=1,1,1,-1",
        "no-skill=1",
    ] {
        assert!(wrong.parse::<Operation>().is_err(), "{wrong:?}");
    }
}

/// The expected cost orders as the ranking score at one point, and at no other of a grid.
#[test]
fn costs_have_one_place() {
    for (cost_fp, cost_fn, gain_tn, gain_tp) in [(1, 5, 0, 0), (3, 1, 0, 2), (2, 0, 0, 0)] {
        let benefits = [gain_tp, -cost_fp, -cost_fn, gain_tn].map(Rational::from);
        let standing = Metric::Benefits(Box::new(benefits)).standing().expect("it has a place");
        for (p, n) in [(9, 9), (9, 6)] {
            let place = standing.place(&q(p, p + n));
            let stakes = [gain_tn + cost_fp, gain_tp + cost_fn];
            assert_eq!(place, Point::new(q(stakes[1], stakes[0] + stakes[1]), place.a.clone()));
            let group: Vec<(ConfusionMatrix, i64)> = (0..=p)
                .flat_map(|tp| (0..=n).map(move |tn| (tp, tn)))
                .map(|(tp, tn)| {
                    let [tn_, fp, fn_, tp_] = [tn, n - tn, p - tp, tp]
                        .map(|count| u64::try_from(count).expect("a count"));
                    let matrix = ConfusionMatrix::from_counts(tn_, fp, fn_, tp_).expect("samples");
                    let gain =
                        gain_tn * tn + gain_tp * tp - cost_fp * (n - tn) - cost_fn * (p - tp);
                    (matrix, gain)
                })
                .collect();
            let agrees = |point: &Point| {
                let values: Vec<(Option<Rational>, i64)> =
                    group.iter().map(|(m, gain)| (at(point).value(m), *gain)).collect();
                values.iter().all(|x| values.iter().all(|y| x.0.cmp(&y.0) == x.1.cmp(&y.1)))
            };
            assert!(agrees(&place));
            for other in points() {
                assert_eq!(agrees(&other), other == place, "{other}");
            }
        }
    }
}

#[test]
fn place_answers_for_scores_importances_and_costs() {
    let place = |arguments: &[&str]| {
        let mut all = vec!["place", "--format", "json"];
        all.extend(arguments);
        Run::new(&all).json()
    };
    let kappa = place(&["--score", "kappa", "--prior", "1/5"]);
    assert_eq!(kappa["schema"], "exactile.place.v1");
    assert_eq!(kappa["at"], serde_json::json!(["16/17", "1/2"]));
    assert_eq!(kappa["balanced"], serde_json::json!(["4/5", "1/5"]));
    assert_eq!(kappa["canonical"], serde_json::json!(["1/17", "1/2", "1/2", "16/17"]));
    assert_eq!(kappa["holds"], "with fixed priors");
    let unknown = place(&["--score", "ba"]);
    assert_eq!(unknown["at"], serde_json::Value::Null);
    assert_eq!(unknown["formula"], serde_json::json!(["pi-", "pi-"]));
    assert_eq!(unknown["undefined"], "it depends on the priors, which are not given");
    let jaccard = place(&["--importance", "0,3,3,7", "--operation", "swap-classes"]);
    assert_eq!(jaccard["at"], serde_json::json!(["1", "1/2"]));
    assert_eq!(jaccard["after"][0]["at"], serde_json::json!(["0", "1/2"]));
    let costs = place(&["--cost-fp", "1", "--cost-fn", "5", "--prior", "1/5"]);
    assert_eq!(costs["at"], serde_json::json!(["5/6", "5/6"]));
    assert_eq!(costs["balanced"], serde_json::json!(["5/9", "5/9"]));
    assert!(costs["why"].as_str().expect("a reason").contains("(1 - a) : a = 1 : 5"));
    assert_eq!(place(&["--score", "fpr"])["inverted"], true);
    assert_eq!(
        Run::new(&["place", "--score", "f-beta(2)", "--operation", "change-true"]).succeeds(),
        "\
F2

place (a, b)        (1, 4/5), whatever the priors are
importances         tn 0, fp 1, fn 4, tp 5
canonical ones      tn 0, fp 1/5, fn 4/5, tp 1
in balanced places  it depends on the priors, which are not given
orders so           always
better values       higher
after change-true: (1/5, 0), inverted

why: it has the value of the canonical ranking score there, for all performances
"
    );
}

#[test]
fn what_has_no_place_is_refused() {
    let refused = |arguments: &[&str], message: &str| {
        let mut all = vec!["place"];
        all.extend(arguments);
        Run::new(&all).fails(message);
    };
    refused(
        &["--importance", "1,0,0,1"],
        "the importances of fp and fn are both zero, so that every performance scores 1: no place \
         on the Tile\nhint: change --importance",
    );
    refused(
        &["--importance", "0,1,1,0"],
        "the importances of tn and tp are both zero, so that every performance scores 0: no place \
         on the Tile\nhint: change --importance",
    );
    refused(
        &["--importance", "1,-1,1,1"],
        "invalid value '1,-1,1,1' for '--importance <TN,FP,FN,TP>': the importance of fp is \
         negative: -1\nhint: see exactile place --help",
    );
    refused(
        &["--cost-fp", "0"],
        "all costs and gains are 0\nhint: give a positive --cost-fp or --cost-fn",
    );
    refused(
        &["--cost-fp", "1", "--gain-tp", "-2"],
        "--gain-tp is negative: -2\nhint: give 0 or more",
    );
    refused(
        &["--score", "ba", "--operation", "transpose"],
        "the place depends on the priors\nhint: give --prior",
    );
    refused(
        &["--score", "f1", "--operation", "no-skill"],
        "no-skill: the operation makes different performances equal, so that their order is \
         lost\nhint: change --operation or --prior",
    );
    refused(
        &["--score", "f1", "--prior", "0"],
        "invalid value '0' for '--prior <X>': a positive prior of 0 is not between 0 and 1\nhint: \
         give one such as 0.2 (see exactile place --help)",
    );
}

/// The flag means the operation, in every command that reads classifiers.
#[test]
fn operations_apply_to_the_input() {
    let input = "name,tn,fp,fn,tp\nP1,56,24,6,14\nP2,40,40,4,16\n";
    let swapped = "name,tn,fp,fn,tp\nP1,14,6,24,56\nP2,16,4,40,40\n";
    for command in [
        &["regions", "x.csv", "--format", "json"][..],
        &["rank", "x.csv", "--score", "kappa"],
        &["score", "x.csv"],
        &["zone", "x.csv", "--better", "P1", "--than", "P2"],
        &["tile", "x.csv"],
    ] {
        let mut flagged = command.to_vec();
        flagged.extend(["--operation", "swap-classes"]);
        assert_eq!(
            content(&Run::new(&flagged).file("x.csv", input).succeeds()),
            content(&Run::new(command).file("x.csv", swapped).succeeds())
        );
    }
    // In the order given: the shift undoes nothing that the swap did before.
    let json = Run::new(&[
        "regions",
        "x.csv",
        "--format",
        "json",
        "--operation",
        "swap-classes",
        "--operation",
        "prior-shift=1/5",
    ])
    .file("x.csv", input)
    .json();
    assert_eq!(json["prior_positive"], "1/5");
    assert_eq!(json["classifiers"][0]["tp"], "14");
    assert_eq!(json["classifiers"][0]["tn"], "56");
    Run::new(&["rank", "x.csv", "--score", "f1", "--operation", "filter=0,0,0,1"])
        .file("x.csv", "name,tn,fp,fn,tp\nA,5,1,2,0\n")
        .fails(
            "x.csv: filter=0,0,0,1 of \"A\": all four counts are zero\nhint: leave it out or \
             choose another --operation",
        );
    Run::new(&["rank", "x.csv", "--score", "f1", "--operation", "swap"])
        .file("x.csv", input)
        .fails(
            "invalid value 'swap' for '--operation <OPERATION>': no operation is called \
         \"swap\"\nhint: choose one of change-predicted, change-true, transpose, swap-classes, \
         prior-shift=X with X between 0 and 1, filter=TN,FP,FN,TP with importances not below 0, \
         no-skill (see exactile rank --help)",
        );
}

#[test]
fn help_has_an_example() {
    for command in ["scores", "place"] {
        let help = Run::new(&[command, "--help"]).succeeds();
        assert!(help.contains(&format!("Example: exactile {command} ")), "{help}");
    }
}

/// A placement without a prior knows the corners of the balanced Tile.
#[test]
fn corners_stay_under_every_shift() {
    for (name, corner) in [("tnr", (0, 0)), ("ptp", (1, 1)), ("sppv", (1, 0)), ("nlr", (0, 1))] {
        let metric: Metric = name.parse().expect(name);
        let placement = Placement::new(&metric.standing().expect("it has a place"), None);
        let corner = Point::new(q(corner.0, 1), q(corner.1, 1));
        assert_eq!((placement.at, placement.balanced), (Some(corner.clone()), Some(corner)));
    }
}
