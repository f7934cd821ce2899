//! Standard deviations and areas under curves over folds, against all matrices of small folds.

use std::ops::ControlFlow;

use exactile::Rational;
use exactile::reported::{
    Composition, Counted, Deviation, FoldAnswer, ReportedScore, ReportedValue, Rounding, Spread,
    SpreadAnswer, explain_mean, explain_spread, mean_area, reported_metric,
};

const KINDS: [Deviation; 2] = [Deviation::Population, Deviation::Sample];

fn value(text: &str) -> ReportedValue {
    ReportedValue::from_text(text, Rounding::Nearest, false).expect("a number")
}

fn score(name: &str, text: &str) -> ReportedScore {
    ReportedScore { metric: reported_metric(name).expect("a metric"), value: value(text) }
}

fn found(sizes: &[[u64; 2]], scores: &[ReportedScore], spreads: &[Spread]) -> SpreadAnswer {
    let folds = Composition::Known(sizes.to_vec());
    let go_on = || ControlFlow::Continue(());
    explain_spread(&folds, scores, spreads, &KINDS, &go_on).expect("few").expect("not stopped")
}

/// Reproducible numbers below a bound.
fn drawn(state: &mut u64, bound: u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state % bound
}

/// The mean, and the squares of both deviations, of a score on these matrices; `None` if it is
/// undefined on one.
fn moments(name: &str, tests: &[Counted]) -> Option<(Rational, [Rational; 2])> {
    let metric = reported_metric(name).expect("a metric");
    let of = |test: &Counted| metric.value(&test.matrix()?).as_rational().cloned();
    let values = tests.iter().map(of).collect::<Option<Vec<Rational>>>()?;
    let count = Rational::from(values.len() as u64);
    let mean = values.iter().cloned().sum::<Rational>() / &count;
    let squares: Rational = values.iter().map(|value| (value - &mean) * (value - &mean)).sum();
    let sample = &squares / &(count.clone() - Rational::ONE);
    Some((mean, [squares / count, sample]))
}

fn root(square: &Rational, digits: usize) -> String {
    format!("{:.digits$}", square.to_f64().sqrt())
}

/// Returns all matrices of tests of these sizes.
fn all(sizes: &[[u64; 2]]) -> Vec<Vec<Counted>> {
    let mut found = vec![Vec::new()];
    for &[p, n] in sizes {
        let next = found.iter().flat_map(|before: &Vec<Counted>| {
            (0..=p).flat_map(move |tp| {
                (0..=n).map(move |tn| {
                    let test = Counted { tn, fp: n - tn, fn_: p - tp, tp };
                    before.iter().copied().chain([test]).collect::<Vec<_>>()
                })
            })
        });
        found = next.collect();
    }
    found
}

#[test]
fn answers_are_those_of_all_matrices() {
    let mut state = 0x9e37_79b9_7f4a_7c15;
    let names = ["accuracy", "tpr", "tnr", "ba", "f1", "ppv"];
    let mut counted = [0; 3];
    for _ in 0..60 {
        let mut size = || [1 + drawn(&mut state, 3), 1 + drawn(&mut state, 3)];
        let sizes = [size(), size(), size()];
        let every: Vec<_> = all(&sizes);
        let chosen: Vec<&str> = names.into_iter().filter(|_| drawn(&mut state, 2) == 0).collect();
        let Some(first) = chosen.first() else { continue };
        let at = usize::try_from(drawn(&mut state, every.len() as u64)).expect("small");
        if chosen.iter().any(|name| moments(name, &every[at]).is_none()) {
            continue;
        }
        let of = |name: &str| moments(name, &every[at]).expect("defined");
        let scores: Vec<ReportedScore> =
            chosen.iter().map(|name| score(name, &of(name).0.to_decimal(2))).collect();
        let deviation = &of(first).1[usize::from(drawn(&mut state, 2) == 0)];
        let off = drawn(&mut state, 2);
        #[expect(clippy::cast_precision_loss, reason = "0 or 1")]
        let text = format!("{:.2}", deviation.to_f64().sqrt() + 0.07 * off as f64);
        let spreads = [Spread { score: 0, value: value(&text) }];
        let fits = |kind: usize| {
            every.iter().any(|tests| {
                let printed = chosen.iter().zip(&scores).all(|(name, score)| {
                    moments(name, tests).is_some_and(|(mean, _)| {
                        score.value.lower <= mean && mean <= score.value.upper
                    })
                });
                let Some((_, squares)) = moments(first, tests) else { return false };
                let [low, high] = [&spreads[0].value.lower, &spreads[0].value.upper];
                let low = low.clone().max(Rational::ZERO);
                printed && &low * &low <= squares[kind] && squares[kind] <= high * high
            })
        };
        let is_possible = fits(0) || fits(1);
        match found(&sizes, &scores, &spreads) {
            SpreadAnswer::Possible { .. } => {
                assert!(is_possible, "{sizes:?} {scores:?} {text}");
                counted[0] += 1;
            }
            SpreadAnswer::Impossible(conflict) => {
                assert!(!is_possible && !conflict.is_empty(), "{sizes:?} {scores:?} {text}");
                counted[1] += 1;
            }
            SpreadAnswer::Undecided => counted[2] += 1,
        }
    }
    assert!(counted[0] > 15 && counted[1] > 5 && counted[2] == 0, "{counted:?}");
}

/// Rows that are true by construction, of any metrics, on folds of a usual size.
#[test]
fn true_rows_are_never_impossible() {
    let rows = std::env::var("EXACTILE_TRUE_ROWS").ok().and_then(|rows| rows.parse().ok());
    let mut state = 0x2545_f491_4f6c_dd1d;
    let mut undecided = 0;
    let rows: u64 = rows.unwrap_or(6);
    for _ in 0..rows {
        let folds = 3 + drawn(&mut state, 5);
        let sizes: Vec<[u64; 2]> =
            (0..folds).map(|_| [8 + drawn(&mut state, 6), 20 + drawn(&mut state, 20)]).collect();
        let tests: Vec<Counted> = sizes
            .iter()
            .map(|&[p, n]| {
                let (fn_, fp) = (drawn(&mut state, p / 2), drawn(&mut state, n / 3));
                Counted { tn: n - fp, fp, fn_, tp: p - fn_ }
            })
            .collect();
        let digits = 2 + u32::try_from(drawn(&mut state, 2)).expect("small");
        let kind = usize::from(drawn(&mut state, 2) == 0);
        let names = ["accuracy", "tpr", "tnr", "ppv", "f1"];
        let chosen: Vec<&str> = names.into_iter().filter(|_| drawn(&mut state, 3) > 0).collect();
        let of = |name: &str| moments(name, &tests).expect("defined");
        let scores: Vec<ReportedScore> =
            chosen.iter().map(|name| score(name, &of(name).0.to_decimal(digits))).collect();
        let spreads: Vec<Spread> = chosen
            .iter()
            .enumerate()
            .map(|(score, name)| {
                let text = root(&of(name).1[kind], usize::try_from(digits).expect("small"));
                Spread { score, value: value(&text) }
            })
            .collect();
        match found(&sizes, &scores, &spreads) {
            SpreadAnswer::Possible { tests, deviation } => {
                let kind = usize::from(deviation == Deviation::Sample);
                for (name, spread) in chosen.iter().zip(&spreads) {
                    let (mean, squares) = moments(name, &tests).expect("defined");
                    let printed = &scores[spread.score].value;
                    assert!(printed.lower <= mean && mean <= printed.upper);
                    let [low, high] = [&spread.value.lower, &spread.value.upper];
                    let low = low.clone().max(Rational::ZERO);
                    assert!(&low * &low <= squares[kind] && squares[kind] <= high * high);
                }
            }
            SpreadAnswer::Undecided => undecided += 1,
            SpreadAnswer::Impossible(conflict) => {
                panic!("{sizes:?} {tests:?} {scores:?} {spreads:?}: {conflict:?}")
            }
        }
    }
    println!("{undecided} of {rows} rows are not decided");
    assert!(undecided * 10 <= rows, "{undecided} of {rows}");
}

#[test]
fn deviations_that_no_numbers_have_are_impossible_for_any_score() {
    let sizes = [[10, 40]; 5];
    let f1 = [score("f1", "0.900")];
    let spread = |text| [Spread { score: 0, value: value(text) }];
    // At most the root of .9 .1 5/4, .3354.
    assert_eq!(found(&sizes, &f1, &spread("0.340")), SpreadAnswer::Impossible(vec![0]));
    assert!(matches!(found(&sizes, &f1, &spread("0.050")), SpreadAnswer::Possible { .. }));
    // One fold has no deviation of a sample.
    let one = explain_spread(
        &Composition::Known(vec![[10, 40]]),
        &[score("tpr", "0.9")],
        &spread("0.00"),
        &[Deviation::Sample],
        &|| ControlFlow::Continue(()),
    );
    assert_eq!(one, Ok(Some(SpreadAnswer::Impossible(vec![0]))));
    // Of open folds some compositions are tried.
    let open = Composition::Unknown { folds: 5, positives: 50, negatives: 200 };
    let scores = [score("acc", "0.92")];
    assert!(matches!(explain_mean(&open, &scores), Ok(FoldAnswer::Possible(_))));
    let answer =
        explain_spread(&open, &scores, &spread("0.03"), &KINDS, &|| ControlFlow::Continue(()));
    assert!(matches!(answer, Ok(Some(SpreadAnswer::Possible { .. }))), "{answer:?}");
}

/// No deviation of accuracy is above those of TPR and TNR, each by the share of its class; where
/// the shares differ a little among folds it may be a little above.
#[test]
fn deviations_of_related_scores_are_related() {
    let scores = [score("acc", "0.76"), score("tpr", "0.78"), score("tnr", "0.75")];
    let spreads = |of: [&str; 3]| [0, 1, 2].map(|score| Spread { score, value: value(of[score]) });
    let close = ["0.07", "0.06", "0.05"];
    let contradiction = SpreadAnswer::Impossible(vec![0, 1, 2]);
    for sizes in [[[60, 60]; 5], [[60, 60], [61, 60], [60, 61], [60, 60], [59, 60]]] {
        assert_eq!(found(&sizes, &scores, &spreads(close)), contradiction);
        assert_ne!(found(&sizes, &scores, &spreads(["0.05", "0.06", "0.05"])), contradiction);
    }
    let sizes = [[20, 100], [60, 60], [100, 20], [60, 60], [60, 60]];
    assert_ne!(found(&sizes, &scores, &spreads(close)), contradiction);
    // Informedness deviates twice as much as balanced accuracy.
    let scores = [score("ba", "0.765"), score("informedness", "0.53")];
    let spreads = [("0.020", 0), ("0.050", 1)];
    let spreads = spreads.map(|(text, score)| Spread { score, value: value(text) });
    assert_eq!(found(&[[60, 60]; 5], &scores, &spreads), SpreadAnswer::Impossible(vec![0, 1]));
}

/// The means of areas are those of all matrices of small folds with all orders of their samples.
#[test]
fn mean_areas_are_those_of_all_matrices() {
    let mut state = 0x1234_5678_9abc_def1;
    let mut counted = [0; 2];
    for _ in 0..100 {
        let mut size = || [1 + drawn(&mut state, 3), 1 + drawn(&mut state, 3)];
        let sizes = [size(), size()];
        let every = all(&sizes);
        let names = ["tpr", "tnr", "accuracy", "f1"];
        let chosen: Vec<&str> = names.into_iter().filter(|_| drawn(&mut state, 2) == 0).collect();
        let at = usize::try_from(drawn(&mut state, every.len() as u64)).expect("small");
        let own = chosen
            .iter()
            .map(|name| Some(score(name, &moments(name, &every[at])?.0.to_decimal(2))));
        let Some(scores) = own.collect::<Option<Vec<ReportedScore>>>() else { continue };
        let printed = value(&format!("0.{:02}", drawn(&mut state, 100)));
        let two = Rational::from(2);
        let fits = every.iter().any(|tests| {
            let means = chosen.iter().zip(&scores).all(|(name, score)| {
                moments(name, tests)
                    .is_some_and(|(mean, _)| score.value.lower <= mean && mean <= score.value.upper)
            });
            // Twice the right pairs, at least and at most, and twice all pairs.
            let halves = |test: &Counted| {
                let pairs = (test.tp + test.fn_) * (test.tn + test.fp);
                [2 * test.tp * test.tn, 2 * (pairs - test.fn_ * test.fp), 2 * pairs]
            };
            let [a, b] = [halves(&tests[0]), halves(&tests[1])];
            means
                && (a[0]..=a[1]).any(|one| {
                    (b[0]..=b[1]).any(|other| {
                        let area = |halves, all| Rational::from(halves) / Rational::from(all);
                        let mean = (area(one, a[2]) + area(other, b[2])) / &two;
                        printed.lower <= mean && mean <= printed.upper
                    })
                })
        });
        let folds = Composition::Known(sizes.to_vec());
        let go_on = || ControlFlow::Continue(());
        let Ok(found) = mean_area(&folds, &scores, &printed, &go_on) else { continue };
        let found = found.expect("not stopped");
        let is_possible = matches!(found.answer, FoldAnswer::Possible(_));
        assert_eq!(is_possible, fits, "{sizes:?} {scores:?} {printed:?}");
        if is_possible {
            assert!(found.lower <= printed.upper && found.upper >= printed.lower);
        }
        counted[usize::from(is_possible)] += 1;
    }
    assert!(counted[0] > 5 && counted[1] > 10, "{counted:?}");
}
