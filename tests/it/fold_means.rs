//! Means over folds of nearly equal sizes, and over data sets of means over their folds.

use std::collections::{BTreeMap, BTreeSet};

use super::reported::{has_means_of, scores_of};
use exactile::num::{Rational, Value};
use exactile::performance::ConfusionMatrix;
use exactile::reported::{
    Composition, Counted, FoldAnswer, FoldReading, FoldsRefused, ReadingKind, Rounding,
    explain_mean, fold_proof, fold_readings, reported_metric,
};

/// The scores of all matrices of a test on which they are defined.
fn values(metrics: &[&str], [p, n]: [u64; 2]) -> Vec<Vec<Rational>> {
    let cells = (0..=p).flat_map(|tp| (0..=n).map(move |tn| (tp, tn)));
    let of = |(tp, tn): (u64, u64)| {
        let matrix = ConfusionMatrix::from_counts(tn, n - tn, p - tp, tp).ok()?;
        let value = |name: &&str| {
            reported_metric(name).expect("a metric").value(&matrix).as_rational().cloned()
        };
        metrics.iter().map(value).collect()
    };
    cells.filter_map(of).collect()
}

/// All sums of one vector of each test, times its weight.
fn sums(metrics: &[&str], tests: &[([u64; 2], Rational)]) -> BTreeSet<Vec<Rational>> {
    let mut found = BTreeSet::from([vec![Rational::ZERO; metrics.len()]]);
    for (size, weight) in tests {
        let all = values(metrics, *size);
        found = found
            .iter()
            .flat_map(|sum| {
                all.iter().map(move |own| {
                    sum.iter().zip(own).map(|(sum, own)| sum + &(own * weight)).collect()
                })
            })
            .collect();
    }
    found
}

/// Asks for combinations of all printed numbers that single scores have, and compares the answers.
fn compare(metrics: &[&str], means: &BTreeSet<Vec<Rational>>, folds: &Composition, step: usize) {
    let texts: Vec<Vec<String>> = (0..metrics.len())
        .map(|at| {
            let texts: BTreeSet<String> = means.iter().map(|mean| mean[at].to_decimal(2)).collect();
            texts.into_iter().collect()
        })
        .collect();
    let all: usize = texts.iter().map(Vec::len).product();
    let mut found = BTreeMap::new();
    for code in (0..all).step_by(step) {
        let mut left = code;
        let words = metrics.iter().zip(&texts).map(|(name, texts)| {
            let text = &texts[left % texts.len()];
            left /= texts.len();
            format!("{name}={text}")
        });
        let text = words.collect::<Vec<_>>().join(" ");
        let scores = scores_of(&text, Rounding::Nearest);
        let is_within = |mean: &Vec<Rational>| {
            let values = mean.iter().map(|value| Value::Exact(value.clone()));
            scores.iter().zip(values).all(|(score, value)| score.value.contains(&value))
        };
        let answer = explain_mean(folds, &scores);
        let is_possible = match &answer {
            Ok(FoldAnswer::Possible(_)) => true,
            Ok(FoldAnswer::Impossible(_)) => false,
            Err(refused) => panic!("{text}: {refused}"),
        };
        assert_eq!(is_possible, means.iter().any(is_within), "{text}: {answer:?}");
        *found.entry(is_possible).or_insert(0) += 1;
    }
    assert_eq!(found.len(), 2, "both answers");
}

/// Folds of nearly equal sizes, against all matrices of all compositions.
#[test]
fn equal_folds_are_decided_as_all_their_compositions_are() {
    let metrics = ["acc", "sens", "spec"];
    let half = || Rational::new(1, 2);
    for [positives, negatives] in [[3_u64, 4_u64], [2, 6]] {
        let size = (positives + negatives).div_ceil(2);
        let mut means = BTreeSet::new();
        for p in 0..=positives {
            let Some(n) = size.checked_sub(p).filter(|n| *n <= negatives) else { continue };
            let other = [positives - p, negatives - n];
            means.extend(sums(&metrics, &[([p, n], half()), (other, half())]));
        }
        let folds = Composition::Even { folds: 2, positives, negatives };
        compare(&metrics, &means, &folds, 11);
    }
}

/// Means of shuffled folds of predictions, and some that no folds have.
#[test]
fn equal_folds_of_many_compositions_are_decided() {
    for ([folds, positives, negatives], text) in [
        ([2, 500, 40], "acc=0.8963 sens=0.8919 spec=0.9495"),
        ([5, 20, 86], "acc=0.9056 sens=0.7867 spec=0.9438"),
        ([10, 38, 900], "acc=0.8656 sens=0.4400 spec=0.8844"),
        ([10, 100, 262], "acc=0.8201 sens=0.6978 spec=0.8774"),
    ] {
        let scores = scores_of(text, Rounding::Nearest);
        let found = explain_mean(&Composition::Even { folds, positives, negatives }, &scores);
        let Ok(FoldAnswer::Possible(found)) = found else { panic!("{text}: {found:?}") };
        assert!(has_means_of(&found, &scores), "{text}");
        let sum = |of: fn(&Counted) -> u64| found.iter().map(of).sum::<u64>();
        let samples = (sum(|m| m.fn_ + m.tp), sum(|m| m.tn + m.fp));
        assert_eq!((found.len() as u64, samples), (folds, (positives, negatives)));
        let size = |m: &Counted| m.tn + m.fp + m.fn_ + m.tp;
        let (least, most) = (found.iter().map(size).min(), found.iter().map(size).max());
        assert!(most <= least.map(|least| least + 1), "{text}");
    }
    for ([folds, positives, negatives], text) in [
        ([2, 500, 40], "acc=0.8963 sens=0.8419 spec=0.9495"),
        ([2, 500, 40], "acc=0.8963 sens=0.6919 spec=0.9495"),
        ([3, 14, 2000], "acc=0.9404 sens=0.8222 spec=0.9510"),
        ([10, 38, 900], "acc=0.6656 sens=0.4400 spec=0.8844"),
    ] {
        let scores = scores_of(text, Rounding::Nearest);
        let found = explain_mean(&Composition::Even { folds, positives, negatives }, &scores);
        assert!(matches!(found, Ok(FoldAnswer::Impossible(_))), "{text}: {found:?}");
    }
}

/// The mean of F1 is at most the harmonic mean of those of precision and recall, whatever the
/// folds: 0.652 here.
#[test]
fn means_that_no_equal_folds_have_are_impossible_for_scores_that_are_not_linear() {
    let folds = Composition::Even { folds: 5, positives: 190, negatives: 1310 };
    let found = |text| explain_mean(&folds, &scores_of(text, Rounding::Nearest));
    assert_eq!(found("sens=0.712 ppv=0.601 f1=0.700"), Ok(FoldAnswer::Impossible(vec![0, 1, 2])));
    let possible = found("sens=0.712 ppv=0.601 f1=0.651");
    assert!(matches!(possible, Ok(FoldAnswer::Possible(_))), "{possible:?}");
}

/// Means of four scores with four digits, of more matrices than can be listed.
#[test]
fn matrices_are_found_for_means_with_four_digits() {
    let known = |tests: &[[u64; 2]], times| Composition::Known(tests.repeat(times));
    for (folds, text) in [
        (known(&[[38, 262]], 5), "acc=0.9240 sens=0.7684 ppv=0.6827 f1=0.7219"),
        (known(&[[38, 262]], 5), "acc=0.8833 sens=0.6684 ppv=0.5573 f1=0.5975"),
        (known(&[[20, 130], [19, 131]], 5), "acc=0.8867 sens=0.7676 ppv=0.5609 f1=0.6430"),
        (known(&[[5, 20]], 10), "acc=0.8800 sens=0.7400 ppv=0.7558 f1=0.7278"),
        (
            Composition::Even { folds: 5, positives: 190, negatives: 1310 },
            "acc=0.9013 sens=0.7076 ppv=0.6116 f1=0.6441",
        ),
        (
            Composition::Unknown { folds: 5, positives: 190, negatives: 1310 },
            "acc=0.9180 sens=0.7636 ppv=0.6828 f1=0.7103",
        ),
    ] {
        let scores = scores_of(text, Rounding::Nearest);
        let found = explain_mean(&folds, &scores);
        let Ok(FoldAnswer::Possible(matrices)) = found else {
            panic!("{folds:?} {text}: {found:?}")
        };
        assert!(has_means_of(&matrices, &scores), "{folds:?} {text}: {matrices:?}");
    }
}

fn data_sets() -> Vec<Vec<[u64; 2]>> {
    vec![vec![[2, 1], [1, 2]], vec![[3, 2]], vec![[1, 1], [1, 1], [2, 1]]]
}

/// Means over data sets of means over their folds, against all matrices.
#[test]
fn data_sets_with_different_numbers_of_folds_are_decided() {
    let sets = data_sets();
    let tests: Vec<([u64; 2], Rational)> = sets
        .iter()
        .flat_map(|set| {
            let share = Rational::new(1, 3) / Rational::from(set.len() as u64);
            set.iter().map(move |size| (*size, share.clone()))
        })
        .collect();
    let folds = Composition::DataSets(sets);
    for (metrics, step) in [(vec!["acc", "sens"], 7), (vec!["ba", "sens", "spec"], 101)] {
        compare(&metrics, &sums(&metrics, &tests), &folds, step);
    }
}

#[test]
fn data_sets_weigh_the_same_whatever_their_folds() {
    let folds = Composition::DataSets(vec![vec![[1, 1]], vec![[1, 1]; 3]]);
    // One half of a data set and half of one third, and one quarter of all folds.
    for (text, is_possible) in [("sens=0.50", true), ("sens=0.17", true), ("sens=0.25", false)] {
        let found = explain_mean(&folds, &scores_of(text, Rounding::Nearest));
        assert_eq!(matches!(found, Ok(FoldAnswer::Possible(_))), is_possible, "{text}: {found:?}");
    }
    let nonlinear = scores_of("f1=0.50", Rounding::Nearest);
    assert_eq!(explain_mean(&folds, &nonlinear), Err(FoldsRefused::UnequalFolds));
    let equal = Composition::DataSets(vec![vec![[1, 1]; 2], vec![[2, 1]; 2]]);
    assert!(matches!(explain_mean(&equal, &nonlinear), Ok(FoldAnswer::Possible(_))));
    let without = Composition::DataSets(vec![vec![[1, 1]], vec![]]);
    let found = explain_mean(&without, &nonlinear);
    assert_eq!(found, Err(FoldsRefused::NoFolds { folds: 0, samples: 0 }));
    // Half of the sum of the rates, in all data sets.
    let scores = scores_of("ba=0.7 sens=0.5 spec=0.5", Rounding::Nearest);
    let folds = Composition::DataSets(data_sets());
    assert_eq!(explain_mean(&folds, &scores), Ok(FoldAnswer::Impossible(vec![0, 1, 2])));
    let proof = fold_proof(&folds, &scores).expect("weights");
    assert!(proof.reached < proof.printed);
    assert_eq!(proof.reached, Rational::ZERO);
    let go_on = || std::ops::ControlFlow::Continue(());
    let readings = fold_readings(&folds, &scores, &[0, 1, 2], &go_on).expect("not stopped");
    let value = readings.iter().find_map(|reading| reading.value.clone()).expect("a misprint");
    assert!(value.as_rational().is_some());
}

/// Means over shuffled folds are possible as printed, or with the reading that was meant.
#[test]
fn means_of_shuffled_folds_are_never_impossible_without_their_reading() {
    const NAMES: [&str; 3] = ["sens", "spec", "acc"];
    let mut state = 11_u64;
    let mut below = |bound: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % bound
    };
    let mut found = BTreeMap::new();
    for round in 0..60 {
        let [folds, positives] = [[5, 9], [5, 12], [10, 14], [3, 60]][round % 4];
        let (negatives, digits) = ([41, 86][round % 2], [2, 3, 4][round / 4 % 3]);
        let (mut left, mut matrices) = ([positives, negatives], Vec::new());
        let all = positives + negatives;
        for fold in 0..folds {
            let mut cells = [0_u64; 4];
            for _ in 0..all / folds + u64::from(fold < all % folds) {
                let class = usize::from(below(left[0] + left[1]) >= left[0]);
                left[class] -= 1;
                cells[2 * class + usize::from(below(10) < [7, 8][class])] += 1;
            }
            let [fn_, tp, fp, tn] = cells;
            matrices.push(ConfusionMatrix::from_counts(tn, fp, fn_, tp).expect("samples"));
        }
        let values = |name: &str| -> Vec<Option<Rational>> {
            let metric = reported_metric(name).expect("a metric");
            matrices.iter().map(|matrix| metric.value(matrix).as_rational().cloned()).collect()
        };
        let is_undefined = NAMES.iter().any(|name| values(name).contains(&None));
        // Folds are drawn for this reading, and of ten folds rarely the right ones.
        let is_left_out = round % 8 < 4 && folds < 10;
        let mean = |name: &str| {
            let values = values(name);
            let kept = values.iter().filter(|value| value.is_some() || !is_left_out).count();
            values.into_iter().flatten().sum::<Rational>() / Rational::from(kept as u64)
        };
        let words = NAMES.map(|name| format!("{name}={}", mean(name).to_decimal(digits)));
        let scores = scores_of(&words.join(" "), Rounding::Nearest);
        let folds = Composition::Even { folds, positives, negatives };
        let go_on = || std::ops::ControlFlow::Continue(());
        let answer = match explain_mean(&folds, &scores) {
            Ok(FoldAnswer::Possible(_)) => "possible",
            Err(_) => "undecided",
            Ok(FoldAnswer::Impossible(conflict)) => {
                assert!(is_undefined, "{folds:?} {words:?}");
                let readings = fold_readings(&folds, &scores, &conflict, &go_on).expect("all");
                let meant = match is_left_out {
                    true => ReadingKind::UndefinedLeftOut,
                    false => ReadingKind::UndefinedAsZero,
                };
                let is_it = |reading: &FoldReading| reading.kind == meant;
                assert!(readings.iter().any(is_it), "{folds:?} {words:?} {readings:?}");
                "read"
            }
        };
        *found.entry(answer).or_insert(0) += 1;
    }
    assert_eq!(found.get("undecided"), None, "{found:?}");
    assert!(found["read"] > 4, "{found:?}");
}
