//! Rows of one ROC curve, against all choices of matrices.

use exactile::reported::{
    ChainAnswer, Counted, ReportedRow, ReportedScore, ReportedValue, Rounding, explain,
    explain_chain, reported_metric,
};

fn row([positives, negatives]: [u64; 2], scores: &[(&str, String)]) -> ReportedRow {
    let score = |(name, text): &(&str, String)| ReportedScore {
        metric: reported_metric(name).expect("a metric"),
        value: ReportedValue::from_text(text, Rounding::Nearest, false).expect("a number"),
    };
    ReportedRow {
        positives: positives..=positives,
        negatives: negatives..=negatives,
        samples: None,
        scores: scores.iter().map(score).collect(),
    }
}

fn drawn(state: &mut u64, bound: u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state % bound
}

/// Returns `true` if each of these lists has a matrix such that all of them rise together.
fn rises(lists: &[Vec<Counted>], chosen: &mut Vec<Counted>) -> bool {
    let Some(list) = lists.get(chosen.len()) else { return true };
    list.iter().any(|matrix| {
        let is_apart = |other: &Counted| {
            (matrix.tp < other.tp && matrix.fp > other.fp)
                || (matrix.tp > other.tp && matrix.fp < other.fp)
        };
        if chosen.iter().any(is_apart) {
            return false;
        }
        chosen.push(*matrix);
        let found = rises(lists, chosen);
        chosen.pop();
        found
    })
}

#[test]
fn answers_are_those_of_all_choices() {
    let mut state = 0x9e37_79b9_7f4a_7c15;
    let mut counted = [0; 2];
    for _ in 0..400 {
        let size = [3 + drawn(&mut state, 4), 3 + drawn(&mut state, 4)];
        let names = ["tpr", "fpr", "accuracy", "f1"];
        let rows: Vec<ReportedRow> = (0..2 + drawn(&mut state, 3))
            .map(|_| {
                let (tp, fp) = (1 + drawn(&mut state, size[0]), drawn(&mut state, size[1]));
                let matrix = Counted { tn: size[1] - fp, fp, fn_: size[0] - tp, tp };
                let matrix = matrix.matrix().expect("samples");
                let first = drawn(&mut state, 4);
                let chosen = [first, drawn(&mut state, 4)]
                    .map(|at| names[usize::try_from(at).expect("small")]);
                let text = |name: &str| {
                    let value = reported_metric(name).expect("a metric").value(&matrix);
                    value.as_rational().expect("defined").to_decimal(1)
                };
                let scores: Vec<(&str, String)> =
                    chosen.iter().map(|name| (*name, text(name))).collect();
                row(size, &scores[..1 + usize::try_from(drawn(&mut state, 2)).expect("small")])
            })
            .collect();
        let lists: Vec<Vec<Counted>> = rows
            .iter()
            .map(|row| explain(row, true).expect("few").points.expect("asked"))
            .collect();
        assert!(lists.iter().all(|list| !list.is_empty()));
        match explain_chain(&rows).expect("small") {
            ChainAnswer::Possible(found) => {
                for (list, matrix) in lists.iter().zip(&found) {
                    assert!(list.contains(matrix.as_ref().expect("a matrix")));
                }
                let found: Vec<Vec<Counted>> =
                    found.into_iter().flatten().map(|matrix| vec![matrix]).collect();
                assert!(rises(&found, &mut Vec::new()));
                counted[0] += 1;
            }
            ChainAnswer::Impossible(conflict) => {
                let of = |left_out: Option<usize>| {
                    let kept = conflict.iter().filter(|at| Some(**at) != left_out);
                    let lists: Vec<Vec<Counted>> = kept.map(|at| lists[*at].clone()).collect();
                    rises(&lists, &mut Vec::new())
                };
                assert!(!of(None), "{rows:?}");
                assert!(conflict.iter().all(|at| of(Some(*at))), "{rows:?}");
                counted[1] += 1;
            }
            ChainAnswer::Undecided => panic!("few rows are decided"),
        }
    }
    assert!(counted.iter().all(|count| *count > 40), "{counted:?}");
}
