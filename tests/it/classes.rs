//! Scores of several classes, against all confusion matrices of few samples.

use std::ops::ControlFlow;

use exactile::Rational;
use exactile::reported::{
    ClassAnswer, ClassScore, ReportedClassScore, ReportedValue, Rounding, explain_classes,
};

const SCORES: [ClassScore; 8] = [
    ClassScore::Accuracy,
    ClassScore::ErrorRate,
    ClassScore::MacroRecall,
    ClassScore::MacroPrecision,
    ClassScore::MacroF1,
    ClassScore::WeightedPrecision,
    ClassScore::WeightedF1,
    ClassScore::Kappa,
];

fn drawn(state: &mut u64, bound: u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state % bound
}

fn found(sizes: &[u64], scores: &[ReportedClassScore]) -> ClassAnswer {
    let go_on = || ControlFlow::Continue(());
    explain_classes(sizes, scores, &go_on).expect("classes").expect("not stopped")
}

fn score(score: ClassScore, text: &str) -> ReportedClassScore {
    let value = ReportedValue::from_text(text, Rounding::Nearest, false).expect("a number");
    ReportedClassScore { score, value }
}

fn holds(score: &ReportedClassScore, matrix: &[Vec<u64>]) -> bool {
    let value = score.score.value(matrix).expect("defined");
    score.value.lower <= value && value <= score.value.upper
}

/// Returns all ways to share out some samples among as many classes.
fn shared(samples: u64, classes: usize) -> Vec<Vec<u64>> {
    match classes {
        1 => vec![vec![samples]],
        _ => (0..=samples)
            .flat_map(|first| {
                let rest = shared(samples - first, classes - 1).into_iter();
                rest.map(move |rest| [vec![first], rest].concat())
            })
            .collect(),
    }
}

fn all(sizes: &[u64]) -> Vec<Vec<Vec<u64>>> {
    let mut found = vec![Vec::new()];
    for size in sizes {
        let rows = shared(*size, sizes.len());
        let longer = found.iter().flat_map(|before: &Vec<Vec<u64>>| {
            rows.iter().map(|row| [before.clone(), vec![row.clone()]].concat())
        });
        found = longer.collect();
    }
    found
}

#[test]
fn answers_are_those_of_all_matrices() {
    let mut state = 0x9e37_79b9_7f4a_7c15;
    let mut counted = [0; 3];
    for _ in 0..60 {
        let sizes: Vec<u64> =
            (0..2 + drawn(&mut state, 2)).map(|_| 1 + drawn(&mut state, 3)).collect();
        let every = all(&sizes);
        let mut any =
            |bound: usize| usize::try_from(drawn(&mut state, bound as u64)).expect("small");
        let chosen: Vec<ClassScore> = (0..1 + any(3)).map(|_| SCORES[any(8)]).collect();
        let matrix = &every[any(every.len())];
        let scores: Vec<ReportedClassScore> = chosen
            .iter()
            .map(|chosen| {
                let value = chosen.value(matrix).expect("defined");
                // Some rows are off by a few units.
                let off =
                    if any(3) == 0 { Rational::new(any(7) as u64, 100) } else { Rational::ZERO };
                score(*chosen, &(value + off).to_decimal(2))
            })
            .collect();
        let is_possible =
            every.iter().any(|matrix| scores.iter().all(|score| holds(score, matrix)));
        match found(&sizes, &scores) {
            ClassAnswer::Possible(matrix) => {
                assert!(scores.iter().all(|score| holds(score, &matrix)), "{sizes:?} {scores:?}");
                assert!(
                    matrix.iter().zip(&sizes).all(|(row, size)| row.iter().sum::<u64>() == *size)
                );
                counted[0] += 1;
            }
            ClassAnswer::Impossible { conflict, .. } => {
                assert!(!is_possible, "{sizes:?} {scores:?}");
                let of_conflict =
                    |matrix: &Vec<Vec<u64>>| conflict.iter().all(|at| holds(&scores[*at], matrix));
                assert!(!every.iter().any(of_conflict), "{sizes:?} {scores:?}");
                counted[1] += 1;
            }
            ClassAnswer::Undecided => counted[2] += 1,
        }
    }
    assert!(counted[0] > 20 && counted[1] > 8 && counted[2] == 0, "{counted:?}");
}

/// Rows that are true by construction are never impossible, and nearly always possible.
#[test]
fn true_rows_are_possible() {
    let rows = std::env::var("EXACTILE_TRUE_ROWS").ok().and_then(|rows| rows.parse().ok());
    let mut state = 0x2545_f491_4f6c_dd1d;
    let (rows, mut undecided): (u64, u64) = (rows.unwrap_or(20), 0);
    for _ in 0..rows {
        let classes = 2 + drawn(&mut state, 6);
        let matrix: Vec<Vec<u64>> = (0..classes)
            .map(|class| {
                let most = 3 + drawn(&mut state, 20);
                let right = 20 + drawn(&mut state, 200);
                (0..classes)
                    .map(|called| if called == class { right } else { drawn(&mut state, most) })
                    .collect()
            })
            .collect();
        let sizes: Vec<u64> = matrix.iter().map(|row| row.iter().sum()).collect();
        let digits = 2 + u32::try_from(drawn(&mut state, 2)).expect("small");
        let scores: Vec<ReportedClassScore> = SCORES
            .into_iter()
            .filter(|_| drawn(&mut state, 2) == 0)
            .map(|chosen| {
                score(chosen, &chosen.value(&matrix).expect("defined").to_decimal(digits))
            })
            .collect();
        match found(&sizes, &scores) {
            ClassAnswer::Possible(matrix) => {
                assert!(scores.iter().all(|score| holds(score, &matrix)), "{sizes:?} {scores:?}");
            }
            ClassAnswer::Undecided => undecided += 1,
            ClassAnswer::Impossible { .. } => panic!("{matrix:?} {scores:?}"),
        }
    }
    assert!(undecided * 5 <= rows, "{undecided} of {rows} rows are not decided");
}
