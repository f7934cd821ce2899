//! Standard deviations of scores over tests that are listed.

use super::interval::Interval;
use super::row::Row;
use crate::claim::printed::PrintedRows;
use crate::claim::stop::Stop;
use crate::claim::wrong::Wrong;
use crate::metric::metrics::{Cells, Key, Kind};
use crate::reading::json::Json;
use exactile::num::Rational;

/// Checks that the scores of these matrices have the printed deviations, of the kind that is
/// claimed.
pub(super) fn check(
    row: &Row<'_>,
    reported: &PrintedRows,
    tests: &[[u64; 4]],
    kind: Option<&Json>,
) -> Result<(), Stop> {
    let kind = kind.and_then(Json::as_text);
    if row.row.deviations.is_empty() {
        return match kind {
            None => Ok(()),
            Some(_) => Err(Wrong::new("no deviation is printed").into()),
        };
    }
    let allowed = reported.deviation.as_deref();
    let count = tests.len() as u64;
    let divisor = match kind {
        Some("population") if allowed != Some("sample") => count,
        Some("sample") if allowed != Some("population") && count > 1 => count - 1,
        _ => {
            return Err(
                Wrong::new("a kind of deviations that is asked for should stand here").into()
            );
        }
    };
    for deviation in &row.row.deviations {
        let metric = &row.metrics[deviation.score];
        let value = |counts: &[u64; 4]| match metric.key(&Cells::of(*counts)) {
            Some(Key::Finite(key)) if metric.kind == Kind::Exact => Some(key),
            _ => None,
        };
        let Some(values) = tests.iter().map(value).collect::<Option<Vec<Rational>>>() else {
            let what = format!("deviations of {} are not checked here", metric.name());
            return Err(Stop::Unknown(what));
        };
        let text = &deviation.text;
        let interval = Interval::new(text, reported.rounding, reported.is_percent)
            .ok_or_else(|| Wrong::new(format!("{text:?} in the input is not a number")))?;
        let all = Rational::from(count);
        let mean = values.iter().fold(Rational::ZERO, |sum, value| sum + value.clone()) / &all;
        let squares = values.iter().fold(Rational::ZERO, |sum, value| {
            let apart = value - &mean;
            sum + &apart * &apart
        });
        let variance = squares / Rational::from(divisor);
        let Interval { low: (low, has_low), high: (high, has_high), .. } = interval;
        // A deviation is not below 0.
        let is_above = low.is_negative() || {
            let least = &low * &low;
            variance > least || has_low && variance == least
        };
        let most = &high * &high;
        let is_below = !high.is_negative() && (variance < most || has_high && variance == most);
        if !is_above || !is_below {
            let what = format!("their {} is another one", deviation.name);
            return Err(Wrong::new(what).into());
        }
    }
    Ok(())
}
