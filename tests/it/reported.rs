//! Reported scores against full enumeration in fractions.

use exactile::num::{Level, Rational, Value};
use exactile::performance::ConfusionMatrix;
use exactile::reported::{
    Asked, Composition, Counted, FoldAnswer, FoldProof, FoldReading, FoldsRefused, ImpliedRange,
    Misprint, Nearest, Reading, ReadingKind, ReportedRow, ReportedScore, ReportedValue, Rounding,
    SlipKind, examine, explain, explain_mean, explain_mean_with_progress, fold_proof,
    fold_readings, may_be_undefined, reported_metric,
};
use exactile::score::Metric;
use exactile::work::Work;
use proptest::prelude::*;
use std::ops::ControlFlow;

const ROUNDINGS: [Rounding; 3] = [Rounding::Nearest, Rounding::Truncated, Rounding::Unit];

fn reported(metric: &str, text: &str, rounding: Rounding) -> ReportedScore {
    let metric = reported_metric(metric).expect("a metric");
    let value = ReportedValue::from_text(text, rounding, false).expect("a number");
    ReportedScore { metric, value }
}

fn metrics() -> Vec<Metric> {
    let families = ["f2", "r(1/3,4/5)", "wa(1/3)", "benefits(1/2,0,-1,1/4)"];
    Metric::all().into_iter().chain(families.map(|name| name.parse().expect("a metric"))).collect()
}

/// Decided by the metric's value: a fraction, or decimals of 20 digits around it.
fn explains(matrix: &ConfusionMatrix, score: &ReportedScore) -> bool {
    let Some([lower, upper]) = score.metric.value(matrix).ends() else { return false };
    let ReportedValue { lower: from, upper: to, lower_is_open, upper_is_open, .. } = &score.value;
    assert!(lower == upper || [from, to].iter().all(|end| **end <= lower || upper <= **end));
    (*from < lower || *from == lower && !lower_is_open)
        && (upper < *to || upper == *to && !upper_is_open)
}

fn all(row: &ReportedRow, scores: &[ReportedScore]) -> Vec<Counted> {
    let mut found = Vec::new();
    for p in row.positives.clone() {
        for n in row.negatives.clone() {
            if row.samples.as_ref().is_some_and(|samples| !samples.contains(&(p + n))) {
                continue;
            }
            for tp in 0..=p {
                for tn in 0..=n {
                    let (fp, fn_) = (n - tn, p - tp);
                    let Ok(matrix) = ConfusionMatrix::from_counts(tn, fp, fn_, tp) else {
                        continue;
                    };
                    if scores.iter().all(|score| explains(&matrix, score)) {
                        found.push(Counted { tn, fp, fn_, tp });
                    }
                }
            }
        }
    }
    found
}

/// Compares everything that is asked about a row with what full enumeration finds.
fn check(row: &ReportedRow, implied: &[Metric]) {
    let asked = Asked { points: true, implied: implied.to_vec(), diagnosis: true };
    let found = examine(row, &asked).expect("little work");
    let expected = all(row, &row.scores);
    check_implied(&found.implied, implied, &expected, row);
    let mut sizes: Vec<[u64; 2]> = expected.iter().map(|m| [m.tp + m.fn_, m.tn + m.fp]).collect();
    sizes.dedup();
    let count = found.sizes.map_or(0, |sizes| sizes.count);
    assert_eq!(count, sizes.len() as u64, "{row:?}");
    if let Some(found) = found.sizes {
        for (class, ends) in [found.positives, found.negatives].into_iter().enumerate() {
            let of_class = || sizes.iter().map(|size| size[class]);
            assert_eq!(Some(ends), of_class().min().zip(of_class().max()).map(<[u64; 2]>::from));
        }
    }
    check_nearest(found.nearest.as_ref(), row, expected.is_empty());
    for reading in found.readings.iter().flatten() {
        check_reading(reading, row);
    }
    assert_eq!(found.points.as_ref(), Some(&expected), "{row:?}");
    assert_eq!(found.matrices, expected.len() as u128);
    assert_eq!(found.first, expected.first().copied());
    assert_eq!(found.is_consistent(), found.conflict.is_none());
    let Some(conflict) = found.conflict else { return };
    let count = row.scores.len();
    let is_impossible = |set: u32| {
        let chosen = (0..count).filter(|at| set >> at & 1 == 1);
        all(row, &chosen.map(|at| row.scores[at].clone()).collect::<Vec<_>>()).is_empty()
    };
    let chosen = conflict.iter().fold(0_u32, |set, at| set | 1 << at);
    assert!(is_impossible(chosen), "{conflict:?} of {row:?}");
    for set in (0_u32..1 << count).filter(|set| set.count_ones() < chosen.count_ones()) {
        assert!(!is_impossible(set), "{conflict:?} of {row:?}");
    }
}

fn check_implied(
    found: &[ImpliedRange],
    implied: &[Metric],
    expected: &[Counted],
    row: &ReportedRow,
) {
    assert_eq!(found.len(), if expected.is_empty() { 0 } else { implied.len() });
    for range in found {
        let at = |m: &Counted| range.metric.value(&m.matrix().expect("samples"));
        let values: Vec<Value> = expected.iter().map(at).collect();
        let undefined = values.iter().filter(|value| value.undefined().is_some()).count();
        assert_eq!(range.undefined, undefined as u128, "{} of {row:?}", range.metric);
        let place = |value: &Value| match value {
            Value::NegativeInfinity => (-1, Rational::ZERO),
            Value::Infinity => (1, Rational::ZERO),
            value => (0, value.lower().expect("a number")),
        };
        let defined = || values.iter().filter(|value| value.undefined().is_none());
        for (end, extreme) in [
            (&range.lower, defined().min_by_key(|value| place(value))),
            (&range.upper, defined().max_by_key(|value| place(value))),
        ] {
            let Some(extreme) = extreme else {
                assert!(end.undefined().is_some());
                continue;
            };
            // Enclosures of different sizes' logarithms may be joined.
            let is_it = end == extreme
                || end.ends().zip(extreme.ends()).is_some_and(|([a, b], [c, d])| {
                    a <= d && c <= b && b - a < Rational::new(1, 10_i64.pow(15))
                });
            assert!(
                is_it,
                "{} from {} to {}, {extreme} of {row:?}",
                range.metric, range.lower, range.upper
            );
        }
    }
}

/// By how many units of its last place a matrix is off, from below and from above.
fn deviation(matrix: &ConfusionMatrix, scores: &[ReportedScore]) -> Option<[Rational; 2]> {
    let mut worst = [Rational::ZERO, Rational::ZERO];
    for score in scores {
        let [low, high] = score.metric.value(matrix).ends()?;
        let ReportedValue { lower, upper, unit, .. } = &score.value;
        if unit.is_zero() {
            if !explains(matrix, score) {
                return None;
            }
            continue;
        }
        for (sum, value) in worst
            .iter_mut()
            .zip([(lower - &high).max(&low - upper), (lower - &low).max(&high - upper)])
        {
            *sum = (value / unit).max(sum.clone());
        }
    }
    Some(worst)
}

fn check_nearest(found: Option<&Nearest>, row: &ReportedRow, is_impossible: bool) {
    let least = all(row, &[])
        .iter()
        .filter_map(|m| deviation(&m.matrix().expect("samples"), &row.scores))
        .map(|[lower, _]| lower)
        .min()
        .filter(|_| is_impossible);
    assert_eq!(found.is_some(), least.is_some(), "{row:?}");
    let Some((found, least)) = found.zip(least) else { return };
    let matrix = found.matrix.matrix().expect("samples");
    let [lower, _] = deviation(&matrix, &row.scores).expect("finite values");
    assert!(lower <= least + Rational::new(1, 10_i64.pow(12)), "{found:?} of {row:?}");
    assert!(found.units.ends().is_some_and(|[low, high]| low <= lower && lower <= high));
    let values: Vec<Value> = row.scores.iter().map(|score| score.metric.value(&matrix)).collect();
    assert_eq!(found.values, values);
}

/// The matrix of a reading explains all scores that are read as before, and those that are read
/// otherwise as it says.
fn check_reading(reading: &Reading, row: &ReportedRow) {
    let Counted { tn, fp, fn_, tp } = reading.first;
    let mut matrix = reading.first.matrix().expect("samples");
    if reading.kind == ReadingKind::ClassesSwapped {
        matrix = ConfusionMatrix::from_counts(tp, fn_, fp, tn).expect("samples");
    }
    assert!(row.positives.contains(&(tp + fn_)) && row.negatives.contains(&(tn + fp)));
    let [p, n] = [tp + fn_, tn + fp].map(Rational::from);
    let share = |above: u64, below: u64| Rational::new(above, below);
    let mean =
        |[v, w]: [Rational; 2], one: Rational, other: Rational| (&v * &one + &w * &other) / (v + w);
    let alike = || [Rational::ONE, Rational::ONE];
    for (at, score) in row.scores.iter().enumerate() {
        let mut score = score.clone();
        let mut exact = None;
        if reading.scores.contains(&at) {
            if let Some(Misprint { range, slip, .. }) = &reading.misprint {
                let value = score.metric.value(&matrix);
                match (value.ends(), range.lower.ends().zip(range.upper.ends())) {
                    (Some([low, high]), Some(([least, _], [_, greatest]))) => {
                        assert!(least <= high && low <= greatest, "{reading:?}");
                    }
                    _ if value.undefined().is_some() => assert!(range.undefined > 0, "{reading:?}"),
                    _ => assert!(range.lower == value || range.upper == value, "{reading:?}"),
                }
                assert!(slip.as_ref().is_none_or(|slip| slip.value.printed != score.value.printed));
                continue;
            }
            let value = &score.value;
            let is_precision = matches!(score.metric, Metric::Ppv | Metric::Npv);
            let weights = match reading.kind {
                ReadingKind::Macro => Some(alike()),
                ReadingKind::Weighted => Some([p.clone(), n.clone()]),
                _ => None,
            };
            match reading.kind {
                ReadingKind::Rounded(rounding) => {
                    let [printed, unit] = [&value.printed, &value.unit].map(Rational::clone);
                    score.value = ReportedValue::rounded(printed, unit, rounding);
                }
                ReadingKind::Percent => score.value = value.times(&Rational::new(1, 100)),
                ReadingKind::Share => score.value = value.times(&Rational::from(100)),
                // The mean of recall, weighted by class, is what is right of all.
                ReadingKind::Weighted if score.metric == Metric::Tpr => {
                    score.metric = Metric::Accuracy;
                }
                ReadingKind::Micro => score.metric = Metric::Accuracy,
                ReadingKind::Macro | ReadingKind::Weighted => {
                    let weights = weights.expect("a mean");
                    exact = Some(if is_precision {
                        mean(weights, share(tp, tp + fp), share(tn, tn + fn_))
                    } else if score.metric == Metric::Tpr || score.metric == Metric::Tnr {
                        mean(weights, share(tp, tp + fn_), share(tn, tn + fp))
                    } else {
                        let f1 = |right| share(2 * right, 2 * right + fp + fn_);
                        mean(weights, f1(tp), f1(tn))
                    });
                }
                ReadingKind::Balanced => {
                    score.metric = match &score.metric {
                        Metric::Accuracy => Metric::BalancedAccuracy,
                        Metric::Kappa => Metric::Informedness,
                        other => format!("{other}-bal").parse().expect("a balanced one"),
                    }
                }
                ReadingKind::Named(name) => score.metric = name.parse().expect("a metric"),
                ReadingKind::UndefinedAsZero => {
                    assert!(score.metric.value(&matrix).undefined().is_some());
                    continue;
                }
                _ => {}
            }
        }
        let holds = match exact {
            Some(value) => score.value.lower <= value && value <= score.value.upper,
            None => explains(&matrix, &score),
        };
        assert!(holds, "{reading:?} of {row:?}");
    }
}

/// The value printed with `places` places, rounded by `rounding`.
fn printed(value: &Value, places: u32, rounding: Rounding) -> Option<String> {
    let value = value.lower()?;
    if rounding != Rounding::Truncated {
        return Some(value.to_decimal(places));
    }
    // Cut, not rounded.
    let text = value.to_decimal(40);
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    Some(match places {
        0 => whole.to_owned(),
        _ => format!("{whole}.{:0<1$.1$}", fraction, places as usize),
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn matrices_and_conflicts_are_those_of_full_enumeration(
        (p, n, more) in (0_u64..7, 0_u64..8, (0_u64..2, 0_u64..2)),
        at in (0_u64..100, 0_u64..100),
        chosen in proptest::collection::vec((0_usize..1000, -2_i64..3), 1..4),
        places in 1_u32..4,
        rounding in 0_usize..3,
        perturbed in any::<bool>(),
        more_metrics in proptest::array::uniform2(0_usize..1000),
        is_open in any::<bool>(),
    ) {
        let (tp, tn) = (at.0 % (p + 1), at.1 % (n + 1));
        let Ok(matrix) = ConfusionMatrix::from_counts(tn, n - tn, p - tp, tp) else { return Ok(()) };
        let metrics = metrics();
        let rounding = ROUNDINGS[rounding];
        let scores: Vec<ReportedScore> = chosen
            .iter()
            .filter_map(|(metric, shift)| {
                let metric = metrics[metric % metrics.len()].clone();
                let text = printed(&metric.value(&matrix), places, rounding)?;
                let mut value = ReportedValue::from_text(&text, rounding, false).expect("a number");
                if perturbed {
                    let shift = Rational::new(*shift, 10_i64.pow(places));
                    value.lower = &value.lower + &shift;
                    value.upper = &value.upper + &shift;
                }
                Some(ReportedScore { metric, value })
            })
            .collect();
        let mut row = ReportedRow { positives: p..=p + more.0, negatives: n..=n + more.1, samples: None, scores };
        if is_open {
            // Some of the sizes by their sum: all of them, or those around the true one.
            row.samples = Some(p + n..=p + n + more.0);
            if p + n < 7 {
                (row.positives, row.negatives) = (0..=u64::MAX, 0..=u64::MAX);
                prop_assert_eq!(explain(&row, false).expect("little work").matrices, {
                    let known = 0..=p + n + more.0;
                    let finite = ReportedRow { positives: known.clone(), negatives: known, ..row.clone() };
                    all(&finite, &row.scores).len() as u128
                });
                (row.positives, row.negatives) = (0..=p + n + 1, 0..=p + n + 1);
            }
        }
        let implied = [&metrics[more_metrics[0] % metrics.len()], &metrics[more_metrics[1] % metrics.len()]];
        check(&row, &implied.map(Metric::clone));
        if !perturbed {
            prop_assert!(explain(&row, false).expect("little work").is_consistent(), "{row:?}");
        }
    }

    #[test]
    fn rounded_values_of_a_matrix_are_never_impossible(
        counts in proptest::array::uniform4(0_u64..300),
        chosen in proptest::collection::vec(0_usize..1000, 1..5),
        places in 0_u32..5,
        rounding in 0_usize..3,
    ) {
        let [tn, fp, fn_, tp] = counts;
        let Ok(matrix) = ConfusionMatrix::from_counts(tn, fp, fn_, tp) else { return Ok(()) };
        let (metrics, rounding) = (metrics(), ROUNDINGS[rounding]);
        // Logarithms and quantiles take long, and are looked at above.
        let quick = metrics.iter().filter(|metric| {
            !["log", "prime"].iter().any(|slow| metric.to_string().contains(slow))
        }).collect::<Vec<_>>();
        let scores = chosen.iter().filter_map(|metric| {
            let metric = quick[metric % quick.len()].clone();
            let text = printed(&metric.value(&matrix), places, rounding)?;
            let value = ReportedValue::from_text(&text, rounding, false).expect("a number");
            Some(ReportedScore { metric, value })
        }).collect();
        let row = ReportedRow { positives: tp + fn_..=tp + fn_, negatives: tn + fp..=tn + fp, samples: None, scores };
        prop_assert!(explain(&row, false).expect("little work").is_consistent(), "{row:?}");
    }
}

#[test]
fn each_metric_alone_is_that_of_full_enumeration() {
    for metric in metrics() {
        for (p, n) in [(0, 3), (3, 0), (1, 1), (5, 4)] {
            for (text, rounding) in
                [("0", Rounding::Truncated), ("0.5", Rounding::Unit), ("1.0", Rounding::Nearest)]
            {
                let value = ReportedValue::from_text(text, rounding, false).expect("a number");
                let scores = vec![ReportedScore { metric: metric.clone(), value }];
                let row = ReportedRow { positives: p..=p, negatives: n..=n, samples: None, scores };
                check(&row, std::slice::from_ref(&metric));
            }
        }
    }
}

#[test]
fn printed_numbers_are_intervals() {
    for (text, rounding, percent, interval) in [
        ("0.855", Rounding::Nearest, false, "[1709/2000, 1711/2000]"),
        ("0.855", Rounding::Truncated, false, "[171/200, 107/125)"),
        ("0.855", Rounding::Unit, false, "[427/500, 107/125]"),
        ("-0.5", Rounding::Truncated, false, "(-3/5, -1/2]"),
        ("0.0", Rounding::Truncated, false, "(-1/10, 1/10)"),
        ("94.3 %", Rounding::Nearest, false, "[377/400, 1887/2000]"),
        ("94.3%", Rounding::Nearest, true, "[377/400, 1887/2000]"),
        ("94.3", Rounding::Nearest, true, "[377/400, 1887/2000]"),
        ("1.2e1", Rounding::Unit, false, "[11, 13]"),
        ("7/8", Rounding::Unit, false, "[7/8, 7/8]"),
    ] {
        let value = ReportedValue::from_text(text, rounding, percent).expect("a number");
        let (from, to) = (
            if value.lower_is_open { '(' } else { '[' },
            if value.upper_is_open { ')' } else { ']' },
        );
        assert_eq!(format!("{from}{}, {}{to}", value.lower, value.upper), interval, "{text}");
    }
    for text in ["", "%", "94.3 % %", "nan", "inf", "0,5", "1e", "good"] {
        assert!(ReportedValue::from_text(text, Rounding::Nearest, false).is_err(), "{text}");
    }
}

#[test]
fn millions_of_samples_are_counted_by_stretches() {
    let scores = ["sens 0.507", "spec 0.941", "acc 0.724", "f1 0.648"].map(|text| {
        let (metric, text) = text.split_once(' ').expect("two words");
        reported(metric, text, Rounding::Nearest)
    });
    let half = 2_000_000;
    let row = ReportedRow {
        positives: half..=half,
        negatives: half..=half,
        samples: None,
        scores: scores.into(),
    };
    let found = explain(&row, false).expect("few rows");
    let first = found.first.expect("it is possible");
    let matrix = ConfusionMatrix::from_counts(first.tn, first.fp, first.fn_, first.tp);
    let matrix = matrix.expect("samples");
    assert!(row.scores.iter().all(|score| explains(&matrix, score)));
    assert!(found.matrices > 1_000_000 && found.matrices < 4_008_004);
}

#[test]
fn too_many_rows_are_refused_beforehand() {
    let scores = vec![reported("acc", "0.9", Rounding::Nearest)];
    let row = ReportedRow { positives: 0..=1 << 52, negatives: 7..=7, samples: None, scores };
    assert_eq!(explain(&row, false).expect_err("too many").work, Work::ReportedRows);
    let row = ReportedRow { positives: 1 << 52..=1 << 52, ..row };
    assert_eq!(explain(&row, false).expect_err("too many").work, Work::ReportedRows);
    let scores = vec![reported("tpr", "0.5", Rounding::Nearest)];
    let row =
        ReportedRow { positives: 40..=40, negatives: 1 << 40..=1 << 40, samples: None, scores };
    assert_eq!(explain(&row, false).expect("few rows").matrices, 5 * ((1 << 40) + 1));
    assert_eq!(explain(&row, true).expect_err("too many").work, Work::ListedMatrices);
}

/// Vectors of scores of all matrices of one size.
fn vectors([p, n]: [u64; 2], scores: &[ReportedScore]) -> Vec<Vec<Rational>> {
    let mut found = Vec::new();
    for tp in 0..=p {
        for tn in 0..=n {
            let Ok(matrix) = ConfusionMatrix::from_counts(tn, n - tn, p - tp, tp) else { continue };
            let values =
                scores.iter().map(|score| score.metric.value(&matrix).as_rational().cloned());
            found.extend(values.collect::<Option<Vec<_>>>());
        }
    }
    found
}

/// Returns `true` if means are possible, by all matrices of all tests.
fn has_means(tests: &[[u64; 2]], scores: &[ReportedScore], sum: &[Rational], all: u64) -> bool {
    let Some((first, rest)) = tests.split_first() else {
        return scores.iter().zip(sum).all(|(score, sum)| {
            let mean = sum / &Rational::from(all);
            let ReportedValue { lower, upper, lower_is_open, upper_is_open, .. } = &score.value;
            (*lower < mean || *lower == mean && !lower_is_open)
                && (mean < *upper || mean == *upper && !upper_is_open)
        });
    };
    vectors(*first, scores).iter().any(|vector| {
        let sum: Vec<Rational> = sum.iter().zip(vector).map(|(a, b)| a + b).collect();
        has_means(rest, scores, &sum, all)
    })
}

fn rational_metrics() -> Vec<Metric> {
    let names = [
        "accuracy",
        "tpr",
        "tnr",
        "ppv",
        "npv",
        "f1",
        "ba",
        "fpr",
        "error-rate",
        "kappa",
        "ts",
        "informedness",
        "p4",
        "wa(1/3)",
    ];
    names.map(|name| name.parse().expect("a metric")).into()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn means_of_few_tests_are_those_of_full_enumeration(
        tests in proptest::collection::vec((0_u64..4, 0_u64..4), 1..4),
        at in proptest::collection::vec((0_u64..100, 0_u64..100), 3),
        chosen in proptest::collection::vec((0_usize..1000, -3_i64..4), 1..4),
        places in 1_u32..4,
        rounding in 0_usize..3,
    ) {
        let tests: Vec<[u64; 2]> = tests.into_iter().map(<[u64; 2]>::from).collect();
        let (metrics, rounding) = (rational_metrics(), ROUNDINGS[rounding]);
        let mut scores = Vec::new();
        for (metric, shift) in chosen {
            let metric = metrics[metric % metrics.len()].clone();
            // The mean on some matrices, perhaps a little off; or any number.
            let values = tests.iter().zip(&at).map(|([p, n], (tp, tn))| {
                let (tp, tn) = (tp % (p + 1), tn % (n + 1));
                let matrix = ConfusionMatrix::from_counts(tn, n - tn, p - tp, tp).ok()?;
                metric.value(&matrix).as_rational().cloned()
            });
            let sum = values.collect::<Option<Vec<_>>>().map(|values| {
                values.into_iter().fold(Rational::ZERO, |sum, value| sum + value)
            });
            let mean = sum.unwrap_or(Rational::ONE) / Rational::from(tests.len() as u64);
            let mean = mean + Rational::new(shift, 10_i64.pow(places));
            let text = printed(&Value::Exact(mean), places, rounding).expect("a number");
            let value = ReportedValue::from_text(&text, rounding, false).expect("a number");
            scores.push(ReportedScore { metric, value });
        }
        let zero = vec![Rational::ZERO; scores.len()];
        let count = tests.len() as u64;
        let is_possible = has_means(&tests, &scores, &zero, count);
        match explain_mean(&Composition::Known(tests.clone()), &scores) {
            Ok(FoldAnswer::Possible(found)) => {
                prop_assert!(is_possible, "{:?} {:?}", tests, scores);
                for ([p, n], Counted { tn, fp, fn_, tp }) in tests.iter().zip(&found) {
                    prop_assert_eq!([tp + fn_, tn + fp], [*p, *n]);
                }
                let matrices: Vec<_> = found.iter().map(|m| m.matrix().expect("samples")).collect();
                for score in &scores {
                    let value = |m| score.metric.value(m).as_rational().cloned().expect("defined");
                    let sum = matrices.iter().map(value).fold(Rational::ZERO, |sum, value| sum + value);
                    let mean = sum / Rational::from(count);
                    prop_assert!(score.value.lower <= mean && mean <= score.value.upper);
                }
            }
            Ok(FoldAnswer::Impossible(conflict)) => {
                prop_assert!(!is_possible, "{:?} {:?}", tests, scores);
                let some: Vec<_> = conflict.iter().map(|at| scores[*at].clone()).collect();
                prop_assert!(!has_means(&tests, &some, &zero[..some.len()], count));
            }
            Err(refused) => prop_assert!(false, "{refused}: {:?} {:?}", tests, scores),
        }
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn means_over_stratified_folds_are_never_impossible(
        counts in (10_u64..40, 30_u64..90),
        folds in 2_u64..6,
        at in proptest::collection::vec((0_u64..1000, 0_u64..1000), 5),
        chosen in proptest::collection::vec(0_usize..1000, 1..5),
    ) {
        let (p, n) = counts;
        let size = |fold: u64, all: u64| all / folds + u64::from(fold < all % folds);
        let matrices: Vec<ConfusionMatrix> = (0..folds).zip(&at).map(|(fold, (tp, tn))| {
            let (p, n) = (size(fold, p), size(fold, n));
            // Some hits and some misses, so that all is defined.
            let (tp, tn) = (1 + tp % (p - 1), 1 + tn % (n - 1));
            ConfusionMatrix::from_counts(tn, n - tn, p - tp, tp).expect("samples")
        }).collect();
        let scores = mean_scores(&matrices, &chosen);
        let stratified = Composition::Stratified { folds, positives: p, negatives: n };
        let found = explain_mean(&stratified, &scores);
        prop_assert!(
            !matches!(found, Ok(FoldAnswer::Impossible(_)) | Err(FoldsRefused::TooManyMatrices(_))),
            "{:?} of {:?}", found, matrices
        );
    }

    #[test]
    fn means_over_folds_of_any_sizes_are_never_impossible(
        folds in proptest::collection::vec((2_u64..9, 2_u64..14, 0_u64..1000, 0_u64..1000), 3..6),
        chosen in proptest::collection::vec(0_usize..1000, 1..4),
    ) {
        let matrices: Vec<ConfusionMatrix> = folds.iter().map(|&(p, n, tp, tn)| {
            let (tp, tn) = (1 + tp % (p - 1), 1 + tn % (n - 1));
            ConfusionMatrix::from_counts(tn, n - tn, p - tp, tp).expect("samples")
        }).collect();
        let scores = mean_scores(&matrices, &chosen);
        let unknown = Composition::Unknown {
            folds: folds.len() as u64,
            positives: folds.iter().map(|fold| fold.0).sum(),
            negatives: folds.iter().map(|fold| fold.1).sum(),
        };
        let found = explain_mean(&unknown, &scores);
        prop_assert!(
            matches!(found, Ok(FoldAnswer::Possible(_)) | Err(FoldsRefused::UnknownComposition)),
            "{:?} of {:?}", found, matrices
        );
    }
}

/// The means of some metrics over matrices, with three decimals.
fn mean_scores(matrices: &[ConfusionMatrix], chosen: &[usize]) -> Vec<ReportedScore> {
    let metrics: Vec<Metric> =
        rational_metrics().into_iter().chain([Metric::Mcc, Metric::GeometricMean]).collect();
    let of = |metric: &usize| {
        let metric = metrics[metric % metrics.len()].clone();
        let values = matrices.iter().map(|m| metric.value(m).lower().expect("defined"));
        let count = Rational::from(matrices.len() as u64);
        let text = (values.sum::<Rational>() / count).to_decimal(3);
        let value = ReportedValue::from_text(&text, Rounding::Nearest, false).expect("a number");
        ReportedScore { metric, value }
    };
    chosen.iter().map(of).collect()
}

#[test]
fn means_over_five_folds() {
    let of = |composition: &Composition, text: &str| {
        let scores: Vec<ReportedScore> = text
            .split_whitespace()
            .map(|word| {
                let (metric, value) = word.split_once('=').expect("NAME=VALUE");
                reported(metric, value, Rounding::Nearest)
            })
            .collect();
        explain_mean(composition, &scores)
    };
    let five =
        |composed: fn(u64, u64, u64) -> Composition, text: &str| of(&composed(5, 38, 262), text);
    let stratified =
        |folds, positives, negatives| Composition::Stratified { folds, positives, negatives };
    let unknown =
        |folds, positives, negatives| Composition::Unknown { folds, positives, negatives };
    for possible in [
        "sens=0.811 spec=0.939",
        "acc=0.923 sens=0.811 spec=0.939",
        "f1=0.731 ppv=0.664 mcc=0.690",
        "acc=0.85",
    ] {
        for composed in [stratified, unknown] {
            let found = five(composed, possible);
            assert!(matches!(found, Ok(FoldAnswer::Possible(_))), "{possible}: {found:?}");
        }
    }
    for impossible in [
        "sens=0.811 spec=0.939 acc=0.850",
        "f1=0.90 ppv=0.70 sens=0.80",
        "sens=1.1",
        "f1=0.9 mcc=0.2",
    ] {
        let found = five(stratified, impossible);
        assert!(matches!(found, Ok(FoldAnswer::Impossible(_))), "{impossible}: {found:?}");
    }
    // Folds with most of the negatives may have little of the accuracy.
    let found = five(unknown, "sens=0.811 spec=0.939 acc=0.850");
    assert!(matches!(found, Ok(FoldAnswer::Possible(_))), "{found:?}");
    for (impossible, conflict) in [
        ("sens=1.1", vec![0]),
        ("sens=0.950 spec=0.900 acc=0.800", vec![0, 1, 2]),
        ("acc=0.990 ba=0.450 sens=0.950", vec![1, 2]),
    ] {
        let found = of(&unknown(5, 20, 70), impossible);
        assert_eq!(found, Ok(FoldAnswer::Impossible(conflict)), "{impossible}");
    }
    // F1 is concave in precision and in sensitivity: its mean is at most 2 * 0.805/1.805. Where all
    // that is called positive is, it is at least 2/(p + 1), and not all folds have many positives.
    for (impossible, conflict) in [
        ("f1=0.90 ppv=0.70 sens=0.80", vec![0, 2]),
        ("f1=0.2 sens=0.95 ppv=0.95", vec![0, 2]),
        ("mcc=0.9 ba=0.6", vec![0, 1]),
    ] {
        let found = of(&unknown(5, 9, 24), impossible);
        assert_eq!(found, Ok(FoldAnswer::Impossible(conflict)), "{impossible}");
    }
}

/// Folds of any composition, against all matrices of all folds.
#[test]
fn few_folds_of_unknown_composition_are_decided() {
    let (positives, negatives) = (2_u64, 3_u64);
    let half = Rational::new(1, 2);
    for metrics in [vec!["tpr"], vec!["acc", "tnr"], vec!["f1", "ppv"]] {
        // All means over two folds on which every metric is defined.
        let mut means: Vec<Vec<Rational>> = Vec::new();
        for (p, n) in (0..=positives).flat_map(|p| (0..=negatives).map(move |n| (p, n))) {
            let values = |p: u64, n: u64| -> Vec<Vec<Rational>> {
                (0..=p)
                    .flat_map(|tp| (0..=n).map(move |tn| (tp, tn)))
                    .filter_map(|(tp, tn)| {
                        let matrix = ConfusionMatrix::from_counts(tn, n - tn, p - tp, tp).ok()?;
                        let value = |name: &&str| {
                            reported_metric(name)
                                .expect("a metric")
                                .value(&matrix)
                                .as_rational()
                                .cloned()
                        };
                        metrics.iter().map(value).collect()
                    })
                    .collect()
            };
            for one in values(p, n) {
                for other in values(positives - p, negatives - n) {
                    means.push(one.iter().zip(&other).map(|(a, b)| &(a + b) * &half).collect());
                }
            }
        }
        let steps =
            |k: usize| ["0", "0.25", "0.33", "0.42", "0.50", "0.67", "0.75", "0.90", "1"][k];
        for code in 0..9_usize.pow(u32::try_from(metrics.len()).expect("few")) {
            let scores: Vec<ReportedScore> = metrics
                .iter()
                .enumerate()
                .map(|(at, name)| {
                    reported(
                        name,
                        steps(code / 9_usize.pow(u32::try_from(at).expect("few")) % 9),
                        Rounding::Nearest,
                    )
                })
                .collect();
            let expected = means.iter().any(|mean| {
                mean.iter()
                    .zip(&scores)
                    .all(|(mean, score)| score.value.lower <= *mean && *mean <= score.value.upper)
            });
            let unknown = Composition::Unknown { folds: 2, positives, negatives };
            let found = explain_mean(&unknown, &scores);
            let possible = matches!(found, Ok(FoldAnswer::Possible(_)));
            let impossible = matches!(found, Ok(FoldAnswer::Impossible(_)));
            assert_eq!((possible, impossible), (expected, !expected), "{scores:?}: {found:?}");
        }
    }
}

/// A callback stops the search for folds.
#[test]
fn means_over_folds_can_be_stopped() {
    use std::sync::atomic::{AtomicUsize, Ordering};
    let scores =
        [reported("f1", "0.731", Rounding::Nearest), reported("mcc", "0.69", Rounding::Nearest)];
    let folds = Composition::Stratified { folds: 5, positives: 38, negatives: 262 };
    for most in [0, 1, 3] {
        let calls = AtomicUsize::new(0);
        let advance = || {
            if calls.fetch_add(1, Ordering::Relaxed) < most {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };
        assert_eq!(explain_mean_with_progress(&folds, &scores, &advance), Ok(None));
        assert_eq!(calls.load(Ordering::Relaxed), most + 1);
    }
}

/// Rows of four metrics that are rounded from matrices, none of which may be impossible.
fn rounded_rows(count: u64) {
    let metrics = ["acc", "sens", "spec", "f1", "ppv", "npv", "mcc", "ba", "kappa", "gm"];
    let mut random = 88_172_645_463_325_252_u64;
    let mut below = move |bound: u64| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random % bound
    };
    for _ in 0..count {
        let [tn, fp, fn_, tp] = [500, 80, 40, 100].map(&mut below);
        let Ok(matrix) = ConfusionMatrix::from_counts(tn, fp, fn_, tp) else { continue };
        let rounding = ROUNDINGS[usize::try_from(below(3)).expect("small")];
        let places = u32::try_from(1 + below(4)).expect("small");
        let mut scores = Vec::new();
        for _ in 0..4 {
            let name = metrics[usize::try_from(below(10)).expect("small")];
            let value = reported_metric(name).expect("a metric").value(&matrix);
            if let Some(text) = printed(&value, places, rounding) {
                scores.push(reported(name, &text, rounding));
            }
        }
        let (p, n) = (tp + fn_, tn + fp);
        let row = ReportedRow { positives: p..=p, negatives: n..=n, samples: None, scores };
        let found = explain(&row, false).expect("little work");
        assert!(found.is_consistent(), "{row:?} of {matrix:?}");
    }
}

#[test]
fn thousands_of_rounded_rows_are_possible() {
    rounded_rows(3000);
}

#[test]
#[ignore = "takes a minute without optimisation"]
fn a_hundred_thousand_rounded_rows_are_possible() {
    rounded_rows(100_000);
}

#[test]
fn folds_beyond_the_limits_are_refused_beforehand() {
    let scores = [reported("f1", "0.5", Rounding::Nearest)];
    for (composition, expected) in [
        (
            Composition::Known(vec![[1 << 40, 1 << 40]]),
            FoldsRefused::TooManyMatrices(((1 << 40) + 1) * ((1 << 40) + 1)),
        ),
        (Composition::Known(vec![[u64::MAX, u64::MAX]]), FoldsRefused::TooManyMatrices(u128::MAX)),
        (Composition::Known(vec![]), FoldsRefused::NoFolds { folds: 0, samples: 0 }),
        (
            Composition::Stratified { folds: 9, positives: 4, negatives: 4 },
            FoldsRefused::NoFolds { folds: 9, samples: 8 },
        ),
        (
            Composition::Unknown { folds: 1 << 60, positives: u64::MAX, negatives: u64::MAX },
            FoldsRefused::NoFolds { folds: 1 << 60, samples: u64::MAX },
        ),
    ] {
        assert_eq!(explain_mean(&composition, &scores), Err(expected));
    }
}

/// A row of scores in words.
pub(super) fn scores_of(text: &str, rounding: Rounding) -> Vec<ReportedScore> {
    let words = text.split_whitespace().map(|word| word.split_once('=').expect("NAME=VALUE"));
    words.map(|(metric, value)| reported(metric, value, rounding)).collect()
}

fn known(sizes: &str) -> Composition {
    let size = |text: &str| {
        let (p, n) = text.split_once('+').expect("P+N");
        [p, n].map(|count| count.parse().expect("a count"))
    };
    Composition::Known(sizes.split(',').map(size).collect())
}

#[test]
fn linear_means_over_tests_of_different_sizes_are_decided() {
    let find = |sizes: &str, text: &str, rounding| {
        explain_mean(&known(sizes), &scores_of(text, rounding)).expect("decided")
    };
    for (sizes, text, conflict) in [
        ("349+50,478+323,324+83", "sens=0.676 spec=0.380 ba=0.595", vec![0, 1, 2]),
        ("22+23,96+72,300+200,481+223", "acc=0.710 sens=0.709 spec=0.461", vec![0, 1, 2]),
        ("2000+8000,2001+8000,1999+8000,2000+8001,2000+7999", "sens=1.0001", vec![0]),
    ] {
        let found = find(sizes, text, Rounding::Nearest);
        assert_eq!(found, FoldAnswer::Impossible(conflict), "{text}");
        let proof = fold_proof(&known(sizes), &scores_of(text, Rounding::Nearest));
        let FoldProof { reached, printed, .. } = proof.expect("a proof");
        assert!(reached < printed, "{text}: {reached} {printed}");
    }
    // At most .6594 of the samples are right.
    let proof = fold_proof(
        &known("22+23,96+72,300+200,481+223"),
        &scores_of("acc=0.710 sens=0.709 spec=0.461", Rounding::Nearest),
    );
    assert_eq!(proof.expect("a proof").weights[0], (0, Rational::ONE));
    for (sizes, text, rounding) in [
        ("440+198,307+394,95+312", "acc=0.492 sens=0.830 spec=0.181 ba=0.506", Rounding::Unit),
        (
            "2000+8000,2001+8000,1999+8000,2000+8001,2000+7999",
            "sens=0.8127 spec=0.9733 acc=0.9412",
            Rounding::Nearest,
        ),
    ] {
        let found = find(sizes, text, rounding);
        let FoldAnswer::Possible(matrices) = found else { panic!("{text}: {found:?}") };
        assert!(has_means_of(&matrices, &scores_of(text, rounding)), "{text}");
    }
}

pub(super) fn has_means_of(matrices: &[Counted], scores: &[ReportedScore]) -> bool {
    scores.iter().all(|score| {
        let value = |matrix: &Counted| {
            let value = score.metric.value(&matrix.matrix().expect("samples"));
            value.as_rational().cloned().expect("a rational")
        };
        let mean = matrices.iter().map(value).sum::<Rational>();
        score.value.contains(&Value::Exact(mean / Rational::from(matrices.len() as u64)))
    })
}

/// Rows of six scores over many tests of few samples: what is left of the relaxation has few
/// integers.
fn tiny_tests(count: u64) {
    let mut numbers = Numbers(11);
    for row in 0..count {
        let tests = 6 + numbers.below(15);
        let matrices: Vec<Counted> = (0..tests)
            .map(|_| {
                let [p, n] = [0; 2].map(|_| 1 + numbers.below(12));
                let [tp, tn] = [p, n].map(|most| numbers.below(most + 1));
                Counted { tn, fp: n - tn, fn_: p - tp, tp }
            })
            .collect();
        let sizes = matrices.iter().map(|m| [m.fn_ + m.tp, m.tn + m.fp]).collect();
        let composition = Composition::Known(sizes);
        let places = 3 + u32::try_from(numbers.below(3)).expect("small");
        let scores = ["sens", "spec", "acc", "ba", "err", "informedness"].map(|name| {
            let metric: Metric = reported_metric(name).expect("a metric");
            let value = |m: &Counted| {
                let value = metric.value(&m.matrix().expect("samples"));
                value.as_rational().cloned().expect("defined")
            };
            let mean = matrices.iter().map(value).sum::<Rational>() / Rational::from(tests);
            reported(name, &mean.to_decimal(places), Rounding::Nearest)
        });
        let found = explain_mean(&composition, &scores);
        let Ok(FoldAnswer::Possible(found)) = found else {
            panic!("row {row}: {found:?} of {matrices:?}, {places} places")
        };
        assert!(has_means_of(&found, &scores), "row {row}");
    }
}

#[test]
fn linear_means_of_many_tiny_tests_are_decided() {
    tiny_tests(8);
}

#[test]
#[ignore = "takes minutes"]
fn hundreds_of_linear_means_of_many_tiny_tests_are_decided() {
    tiny_tests(400);
}

/// Lies within the linear bounds of any composition, and is reached by folds of which four are
/// small.
#[test]
fn folds_of_unknown_composition_may_be_very_different() {
    let folds = Composition::Unknown { folds: 5, positives: 38, negatives: 262 };
    let scores = scores_of("acc=.9447 sens=.9139 spec=.9733", Rounding::Nearest);
    let found = explain_mean(&folds, &scores);
    let Ok(FoldAnswer::Possible(found)) = found else { panic!("{found:?}") };
    assert!(has_means_of(&found, &scores));
    let sum = |of: fn(&Counted) -> u64| found.iter().map(of).sum::<u64>();
    assert_eq!((found.len(), sum(|m| m.fn_ + m.tp), sum(|m| m.tn + m.fp)), (5, 38, 262));
}

/// The least AUC of a point is that of the step through it, and the largest that of the step around
/// it.
#[test]
fn areas_beside_scores_are_those_of_all_orders_of_samples() {
    use exactile::reported::auc_beside;
    let (p, n) = (3, 4);
    for tp in 0..=p {
        for tn in 0..=n {
            let exact = |value: Rational| ReportedValue::exactly(value);
            let share = |hits: u64, of: u64| exact(Rational::from(hits) / Rational::from(of));
            let scores = vec![
                ReportedScore { metric: Metric::Tpr, value: share(tp, p) },
                ReportedScore { metric: Metric::Tnr, value: share(tn, n) },
            ];
            let row = ReportedRow { positives: p..=p, negatives: n..=n, samples: None, scores };
            for halves in 0..=2 * p * n {
                let area = Rational::from(halves) / Rational::from(2 * p * n);
                let found = auc_beside(&row, &exact(area)).expect("little work").expect("one");
                let is_expected =
                    2 * tp * tn <= halves && halves <= 2 * (p * n - (p - tp) * (n - tn));
                assert_eq!(found.first.is_some(), is_expected, "{tp} {tn} {halves}");
            }
        }
    }
}

/// Precision, recall and F-scores of all small matrices, and what is farther from them than the
/// rounding.
#[test]
fn scores_without_sizes_are_decided() {
    use exactile::reported::explain_without_sizes;
    let names = ["precision", "recall", "f1", "f-beta(2)", "ts", "fdr"];
    for (tp, fp, fn_) in
        (1..6).flat_map(|tp| (0..4).flat_map(move |fp| (0..4).map(move |fn_| (tp, fp, fn_))))
    {
        let matrix = Counted { tn: 3, fp, fn_, tp };
        let value = |name: &str| {
            let metric: Metric = reported_metric(name).expect("a metric");
            metric.value(&matrix.matrix().expect("samples")).as_rational().cloned().expect("one")
        };
        for rounding in ROUNDINGS {
            let scores: Vec<ReportedScore> = names
                .iter()
                .map(|name| {
                    let text = printed(&Value::Exact(value(name)), 3, rounding).expect("digits");
                    reported(name, &text, rounding)
                })
                .collect();
            let found = explain_without_sizes(&scores).expect("all follow");
            assert_eq!(found.conflict, None, "{matrix:?} {rounding:?}");
            let first = found.first.expect("few samples").matrix().expect("samples");
            assert!(scores.iter().all(|score| score.value.contains(&score.metric.value(&first))));
        }
        // F1 lies between precision and recall.
        let off = value("precision").max(value("recall")) + Rational::new(2, 1000);
        let mut scores = vec![];
        for name in ["precision", "recall"] {
            scores.push(reported(name, &value(name).to_decimal(3), Rounding::Nearest));
        }
        scores.push(reported("f1", &off.to_decimal(3), Rounding::Nearest));
        let found = explain_without_sizes(&scores).expect("all follow");
        assert!(found.conflict.is_some_and(|conflict| conflict.contains(&2)), "{matrix:?}");
    }
    let score = reported("acc", "0.9", Rounding::Nearest);
    assert!(explain_without_sizes(&[score]).is_err());
}

/// The ends of published intervals for 38 of 40, and of none and all.
#[test]
fn methods_of_confidence_intervals_are_told_apart() {
    use exactile::reported::IntervalMethod;
    let level = Level::default();
    for (counts, ends, expected) in [
        ([38, 40], ["0.831", "0.994"], vec![IntervalMethod::ClopperPearson]),
        ([38, 40], ["0.835", "0.986"], vec![IntervalMethod::Wilson]),
        ([38, 40], ["0.882", "1.000"], vec![IntervalMethod::Wald]),
        ([0, 20], ["0.000", "0.168"], vec![IntervalMethod::ClopperPearson]),
        ([0, 20], ["0.000", "0.161"], vec![IntervalMethod::Wilson]),
        ([20, 20], ["0.832", "1.000"], vec![IntervalMethod::ClopperPearson]),
        ([38, 40], ["0.7", "0.8"], vec![]),
    ] {
        let ends = ends.map(|text| ReportedValue::from_text(text, Rounding::Nearest, false));
        let ends = ends.map(|end| end.expect("a number"));
        let methods = IntervalMethod::ALL.into_iter();
        let found = methods.filter(|method| method.gives(counts, &level, [&ends[0], &ends[1]]));
        assert_eq!(found.collect::<Vec<_>>(), expected, "{counts:?}");
    }
}

/// All ways to have the means of few tests, against what is decided.
#[test]
fn nonlinear_means_of_few_tests_are_those_of_enumeration() {
    let folds = known("10+40,10+40,10+40");
    let scores = scores_of("ppv=.8000 recall=.5333 f1=.6038", Rounding::Nearest);
    assert!(matches!(explain_mean(&folds, &scores), Ok(FoldAnswer::Impossible(_))));
}

/// Numbers that differ from run to run of a loop and not from run to run of the test.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// Means of linear scores over random tests: rows true by construction are possible, and rows that
/// are off by more than the rounding of one score that the others determine are proved impossible.
fn linear_rows(count: u64) {
    let mut numbers = Numbers(7);
    for row in 0..count {
        let tests = 1 + numbers.below(5);
        let largest = [12, 60, 500, 20_000][usize::try_from(numbers.below(4)).expect("small")];
        let matrices: Vec<Counted> = (0..tests)
            .map(|_| {
                let [p, n] = [0; 2].map(|_| 1 + numbers.below(largest));
                let [tp, tn] =
                    [p, n].map(|most| most - numbers.below(most + 1) * numbers.below(3) / 2);
                Counted { tn, fp: n - tn, fn_: p - tp, tp }
            })
            .collect();
        let sizes = matrices.iter().map(|m| [m.fn_ + m.tp, m.tn + m.fp]).collect();
        let composition = Composition::Known(sizes);
        let places = 1 + u32::try_from(numbers.below(3)).expect("small");
        let mean = |metric: &str| -> Rational {
            let metric: Metric = reported_metric(metric).expect("a metric");
            let value = |m: &Counted| {
                let value = metric.value(&m.matrix().expect("samples"));
                value.as_rational().cloned().expect("defined")
            };
            matrices.iter().map(value).sum::<Rational>() / Rational::from(tests)
        };
        let names = ["sens", "spec", "acc", "ba", "err", "informedness"];
        let mut scores: Vec<ReportedScore> = Vec::new();
        for name in names {
            if numbers.below(3) > 0 {
                scores.push(reported(name, &mean(name).to_decimal(places), Rounding::Nearest));
            }
        }
        if scores.is_empty() {
            // Nothing is printed, so nothing is asked.
            continue;
        }
        let found = explain_mean(&composition, &scores);
        let Ok(FoldAnswer::Possible(found)) = found else {
            panic!("row {row}: {found:?} of {matrices:?}, {places} places")
        };
        assert!(has_means_of(&found, &scores), "row {row}");
        // Balanced accuracy is within half a unit of half the sum of two that are as exact, and
        // this is off by two more.
        let unit = Rational::new(1, 10_i64.pow(places));
        let off = mean("ba") + unit * Rational::from(3);
        let mut scores: Vec<ReportedScore> = ["sens", "spec"]
            .map(|name| reported(name, &mean(name).to_decimal(places), Rounding::Nearest))
            .into();
        scores.push(reported("ba", &off.to_decimal(places), Rounding::Nearest));
        let found = explain_mean(&composition, &scores);
        assert!(matches!(found, Ok(FoldAnswer::Impossible(_))), "row {row}: {found:?}");
        let Some(FoldProof { weights, reached, printed }) = fold_proof(&composition, &scores)
        else {
            panic!("row {row} of {composition:?}: no proof")
        };
        check_proof(&composition, &scores, &weights, [&reached, &printed]);
    }
}

/// The weighted sum, at the corners of each test.
fn check_proof(
    composition: &Composition,
    scores: &[ReportedScore],
    weights: &[(usize, Rational)],
    [reached, printed]: [&Rational; 2],
) {
    let Composition::Known(sizes) = composition else { panic!("sizes are known") };
    let mut sum = Rational::ZERO;
    for [p, n] in sizes {
        let corner = |tp: u64, tn: u64| {
            let matrix = Counted { tn, fp: n - tn, fn_: p - tp, tp }.matrix().expect("samples");
            let values = weights.iter().map(|(at, weight)| {
                scores[*at].metric.value(&matrix).as_rational().expect("defined") * weight
            });
            values.sum::<Rational>()
        };
        let corners = [corner(0, 0), corner(*p, 0), corner(0, *n), corner(*p, *n)];
        sum = sum + corners.into_iter().max().expect("four");
    }
    assert_eq!(sum / Rational::from(sizes.len() as u64), *reached);
    let ends = weights.iter().map(|(at, weight)| {
        let value = &scores[*at].value;
        weight * if weight.is_negative() { &value.upper } else { &value.lower }
    });
    assert_eq!(ends.sum::<Rational>(), *printed);
    assert!(reached < printed);
}

#[test]
fn a_hundred_linear_means_are_decided() {
    linear_rows(100);
}

#[test]
#[ignore = "takes a minute"]
fn ten_thousand_linear_means_are_decided() {
    linear_rows(10_000);
}

#[test]
fn folds_that_call_nobody_positive_are_read_as_counted_as_0() {
    let folds = known("2+18,2+18,2+18,2+18,2+18");
    let scores =
        scores_of("precision=0.4000 recall=0.2000 f1=0.2667 acc=0.9200", Rounding::Nearest);
    let Ok(FoldAnswer::Impossible(conflict)) = explain_mean(&folds, &scores) else {
        panic!("each score has to be defined on each fold")
    };
    let found = fold_readings(&folds, &scores, &conflict, &|| ControlFlow::Continue(()));
    let found = found.expect("nothing stops it");
    let FoldReading { kind, scores: changed, tests, .. } = &found[0];
    assert_eq!((*kind, &**changed), (ReadingKind::UndefinedAsZero, &[0][..]));
    let nobody = tests.iter().filter(|test| test.tp + test.fp == 0).count();
    assert_eq!((tests.len(), nobody), (5, 3));
    assert!(may_be_undefined(&folds, &scores));
    assert!(!may_be_undefined(&folds, &scores[1..2]));
}

#[test]
fn one_misprint_is_found() {
    let readings = |text: &str| {
        let scores = scores_of(text, Rounding::Nearest);
        let row = ReportedRow { positives: 43..=43, negatives: 120..=120, samples: None, scores };
        let asked = Asked { diagnosis: true, ..Asked::default() };
        examine(&row, &asked).expect("little work").readings.expect("little work")
    };
    // TP 38, TN 115: PPV 38/43 = .8837, and npv 115/120.
    let found = readings("sens=0.8837 spec=0.9583 acc=0.9387 ppv=0.8537 npv=0.9583 f1=0.8837");
    let Reading { kind, scores, first, misprint } = &found[0];
    assert_eq!((*kind, &**scores), (ReadingKind::Misprint, &[3][..]));
    assert_eq!(*first, Counted { tn: 115, fp: 5, fn_: 5, tp: 38 });
    let Misprint { matrices, range, slip } = misprint.as_ref().expect("a misprint");
    assert_eq!((*matrices, slip), (1, &None));
    assert_eq!(range.lower, Value::Exact(Rational::new(38, 43)));
    assert_eq!(found.iter().filter(|reading| reading.misprint.is_some()).count(), 1);
    let found = readings("sens=0.8837 spec=0.9583 acc=0.9387 ppv=0.8873 npv=0.9583 f1=0.8837");
    let slip_of = |found: &[Reading]| {
        let misprint = found[0].misprint.as_ref().expect("a misprint");
        misprint.slip.clone().map(|slip| (slip.kind, slip.value.printed))
    };
    assert_eq!(slip_of(&found), Some((SlipKind::Exchanged, Rational::new(8837, 10_000))));
    for (text, kind) in [("0.88837", SlipKind::Doubled), ("0.837", SlipKind::Dropped)] {
        let row = format!("sens=0.8837 spec=0.9583 acc=0.9387 ppv={text} npv=0.9583 f1=0.8837");
        let meant = Some((kind, Rational::new(8837, 10_000)));
        assert_eq!(slip_of(&readings(&row)), meant, "{text}");
    }
}

#[test]
fn means_are_read_otherwise() {
    let readings = |sizes: &str, text: &str| -> Vec<FoldReading> {
        let scores = scores_of(text, Rounding::Nearest);
        let found = explain_mean(&known(sizes), &scores);
        let Ok(FoldAnswer::Impossible(conflict)) = found else { panic!("{text}: {found:?}") };
        fold_readings(&known(sizes), &scores, &conflict, &|| ControlFlow::Continue(()))
            .expect("nothing stops it")
    };
    let has = |found: &[FoldReading], kind: ReadingKind, scores: &[usize]| {
        found.iter().any(|reading| reading.kind == kind && reading.scores == scores)
    };
    let found = readings("10+30,20+20", "sens=0.80 spec=0.60 ba=0.79");
    let is_misprint =
        |reading: &&FoldReading| reading.kind == ReadingKind::Misprint && reading.scores == [2];
    let misprint = found.iter().find(is_misprint).expect("a misprint");
    assert_eq!(misprint.value, Some(Value::Exact(Rational::new(7, 10))));
    let found = readings("10+30,20+20", "sens=80.0 spec=60.0");
    assert!(has(&found, ReadingKind::Percent, &[0, 1]), "{found:?}");
    let found = readings("10+300,20+300", "sens=0.99833 spec=0.80");
    assert!(has(&found, ReadingKind::ClassesSwapped, &[0, 1]), "{found:?}");
    // 11 of 30 hits.
    let found = readings("10+30,20+20", "sens=0.36667 spec=0.60");
    assert!(has(&found, ReadingKind::Pooled, &[0, 1]), "{found:?}");
    // Twice TP 1 of 2 with FP 0, and three times nobody is called positive.
    let found = readings("2+18,2+18,2+18,2+18,2+18", "precision=1.0000 recall=0.2000 acc=0.9200");
    assert!(has(&found[..1], ReadingKind::UndefinedLeftOut, &[0]), "{found:?}");
    let nobody = found[0].tests.iter().filter(|test| test.tp + test.fp == 0).count();
    assert_eq!(nobody, 3);
    // A digit exchanged.
    let found = readings("10+30,20+20", "sens=0.80 spec=0.60 ba=0.07");
    let slip = found.iter().find_map(|reading| reading.slip);
    assert_eq!(slip, Some(SlipKind::Exchanged), "{found:?}");
    // TP 1 of 2 with FP 1, and TP 2 of 2 with FP 0: F1 .5 and 1, precision and recall .75.
    let found = readings("2+4,2+4", "ppv=0.5833 sens=0.7500 f1=0.6563");
    assert!(has(&found, ReadingKind::F1OfMeans, &[2]), "{found:?}");
}
