//! The reason why a row is impossible, in one line that can be quoted.

use exactile::num::{Rational, Value};
use exactile::performance::one_line;
use exactile::reported::{Asked, Explanation, ReportedRow, ReportedScore, ReportedValue, examine};
use exactile::score::Metric;
use exactile_document::{apart, as_printed};

/// Returns the line, if scores contradict each other: the range that all but one of them allow for
/// that one.
pub(crate) fn of(
    row: &ReportedRow,
    names: &[String],
    printed: &[String],
    wholes: &[Option<u64>],
    found: &Explanation,
) -> Option<String> {
    let conflict = found.conflict.as_deref().filter(|conflict| conflict.len() > 1)?;
    right_in_all(row, names, printed, conflict)
        .or_else(|| allowed(row, names, printed, wholes, conflict))
}

/// Returns the numbers of right predictions that TPR and TNR allow, if accuracy contradicts them.
fn right_in_all(
    row: &ReportedRow,
    names: &[String],
    printed: &[String],
    conflict: &[usize],
) -> Option<String> {
    let accuracy = *conflict.iter().find(|at| row.scores[**at].metric == Metric::Accuracy)?;
    let rates: Vec<usize> = conflict.iter().copied().filter(|at| *at != accuracy).collect();
    let is_rate = |at: &usize| matches!(row.scores[*at].metric, Metric::Tpr | Metric::Tnr);
    let [p, n] = [&row.positives, &row.negatives];
    if !rates.iter().all(is_rate) || p.start() != p.end() || n.start() != n.end() {
        return None;
    }
    let sizes = [*p.start(), *n.start()];
    let all = sizes[0].checked_add(sizes[1])?;
    let said = &row.scores[accuracy].value;
    let of_class = |metric: &Metric| rates.iter().find(|at| row.scores[**at].metric == *metric);
    let classes = [of_class(&Metric::Tpr), of_class(&Metric::Tnr)];
    for is_most in [true, false] {
        let mut right = [0; 2];
        let mut bounds = Vec::new();
        for class in 0..2 {
            let Some(at) = classes[class] else {
                right[class] = if is_most { sizes[class] } else { 0 };
                continue;
            };
            let value = &row.scores[*at].value;
            let end = if is_most { &value.upper } else { &value.lower };
            let sign = if is_most { "<=" } else { ">=" };
            // What is printed as a share stands for itself.
            bounds.push(match value.unit.is_zero() && value.lower == value.upper {
                true => format!("{} = {}", one_line(&names[*at]), one_line(&printed[*at])),
                false => format!("{} {sign} {}", one_line(&names[*at]), end.to_shortest()),
            });
            let is_within = |count: &u64| {
                let share = Rational::from(*count) / Rational::from(sizes[class]);
                value.contains(&Value::Exact(share))
            };
            // The nearest count may be on an open end, so the next one is looked at, too.
            let product = end * &Rational::from(sizes[class]);
            let nearest = product.numerator() / product.denominator();
            let nearest = u64::try_from(nearest).unwrap_or(0).min(sizes[class]);
            let mut near = nearest.saturating_sub(1)..=nearest.saturating_add(2).min(sizes[class]);
            right[class] = if is_most { near.rfind(is_within)? } else { near.find(is_within)? };
        }
        let sum = right[0] + right[1];
        let share = Rational::from(sum) / Rational::from(all);
        let is_beyond = if is_most { share < said.lower } else { share > said.upper };
        if is_beyond {
            let limit = if is_most { "at most" } else { "at least" };
            let [tp, tn] = right;
            return Some(format!(
                "{} allows {limit} {tp} + {tn} = {sum} of {all} right, {}; {} is printed",
                bounds.join(" and "),
                share.to_decimal(4),
                one_line(&printed[accuracy])
            ));
        }
    }
    None
}

/// Returns the range that the others allow for one of the scores.
fn allowed(
    row: &ReportedRow,
    names: &[String],
    printed: &[String],
    wholes: &[Option<u64>],
    conflict: &[usize],
) -> Option<String> {
    let (last, others) = conflict.split_last()?;
    let asked = Asked { implied: vec![row.scores[*last].metric.clone()], ..Asked::default() };
    // What the others allow, and some ends that the last one may have.
    let implied = |ends: Option<[&Rational; 2]>| {
        let value = ends.map(|[lower, upper]| ReportedValue {
            lower: lower.clone(),
            upper: upper.clone(),
            ..ReportedValue::exactly(Rational::ZERO)
        });
        let last = value.map(|value| ReportedScore { value, ..row.scores[*last].clone() });
        let scores = others.iter().map(|at| row.scores[*at].clone()).chain(last).collect();
        examine(&ReportedRow { scores, ..row.clone() }, &asked).ok()?.implied.pop()
    };
    let range = implied(None)?;
    let said = &row.scores[*last].value;
    let gap = || {
        let (least, most) = (range.lower.lower()?, range.upper.upper()?);
        let below = implied(Some([&least, &said.lower]))?.upper.upper()?;
        let above = implied(Some([&said.upper, &most]))?.lower.lower()?;
        Some(match wholes[*last] {
            None => apart(&below, &above),
            whole => [below, above].map(|end| as_printed(&Value::Exact(end), whole)),
        })
    };
    let others: Vec<String> = others
        .iter()
        .map(|at| format!("{} {}", one_line(&names[*at]), one_line(&printed[*at])))
        .collect();
    let [low, high] = [&range.lower, &range.upper].map(|end| as_printed(end, wholes[*last]));
    let name = one_line(&names[*last]);
    let values = match (range.lower == range.upper, gap()) {
        (true, _) => format!("no {name} but {low}"),
        (false, Some([below, above])) => format!("no {name} between {below} and {above}"),
        (false, None) => format!("{name} from {low} to {high}"),
    };
    Some(format!(
        "{} allow{} {values}; {} is printed",
        others.join(" and "),
        if others.len() == 1 { "s" } else { "" },
        one_line(&printed[*last])
    ))
}
