//! The matrix that comes closest to a row that no matrix explains.

use super::row::{Counted, NoAnswer};
use super::search::{Scored, Size, Sizes, bounds, staircases, stretch};
use crate::num::{Enclosure, Rational, Value};
use crate::work::{Watch, Work};

/// The matrix whose scores deviate least from those of a row.
///
/// A score deviates by its distance from the interval of values that the printed number may stand
/// for, in units of the number's last place; a matrix by the largest deviation of its scores. A
/// score that is printed as a fraction does not deviate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nearest {
    /// The matrix: among those that deviate least, up to 10^-20, the first found.
    pub matrix: Counted,
    /// By how many units of the last place it deviates.
    pub units: Value,
    /// The values of the row's scores on it.
    pub values: Vec<Value>,
}

/// A matrix and what its deviation lies between.
struct Candidate {
    matrix: Counted,
    deviation: [Rational; 2],
}

/// The nearest matrix; `None` also if there are more than [`Work::ReportedRows`] rows to look at.
///
/// The matrices of one row of a lattice that deviate by less than a bound are a stretch, since all
/// scores are monotone. The one in its middle is a better candidate, whose deviation is the next
/// bound, and what is better still lies to one side of it. Rows are visited in an order that
/// spreads them, so that the bound is soon low and improvements are few.
pub(super) fn nearest(
    sizes: &Sizes,
    scores: &[Scored],
    watch: &Watch<'_>,
) -> Result<Option<Nearest>, NoAnswer> {
    // Of one size most rows have a matrix that is near: what is far away need not be looked at
    // then.
    let near: &[i64] = if sizes.is_one() { &[1, 16, 256] } else { &[] };
    let bounds = near.iter().map(|units| Some(Rational::from(*units))).chain([None]);
    for bound in bounds {
        match nearest_within(sizes, scores, bound.as_ref(), watch)? {
            Search::Found(Candidate { matrix, deviation: [lower, upper] }) => {
                let units = if lower == upper {
                    Value::Exact(lower)
                } else {
                    Value::Enclosed(Enclosure::between(&lower, &upper, 96).to_decimals(20))
                };
                return Ok(Some(Nearest { matrix, units, values: values(matrix, scores) }));
            }
            Search::Nothing => {}
            Search::TooMuch => return Ok(None),
        }
    }
    Ok(None)
}

/// Result of the search for the nearest matrix.
enum Search {
    Found(Candidate),
    /// There is none within the bound.
    Nothing,
    /// The search was too long; a nearer one may be among the matrices left out.
    TooMuch,
}

/// The nearest of the matrices that deviate by less than a bound.
fn nearest_within(
    sizes: &Sizes,
    scores: &[Scored],
    bound: Option<&Rational>,
    watch: &Watch<'_>,
) -> Result<Search, NoAnswer> {
    const ROWS_OF_A_STEP: u64 = 1024;
    let step = || watch.step().ok_or(NoAnswer::Stopped);
    let mut best: Option<Candidate> = None;
    let mut within = nearer(scores, bound);
    let mut rows = 0;
    'sizes: for size in sizes.decisive(scores) {
        step()?;
        let mut stairs = staircases(size, &within);
        let Some([[mut first, mut last], mut among]) = bounds(size, &stairs) else { continue };
        rows += u128::from(last - first) + 1;
        if Work::ReportedRows.check(rows).is_err() {
            return Ok(Search::TooMuch);
        }
        for (count, tp) in (1..).zip(spread(first, last)) {
            if count % ROWS_OF_A_STEP == 0 {
                step()?;
            }
            while let Some([low, high]) =
                (first..=last).contains(&tp).then(|| stretch(&stairs, tp, among)).flatten()
            {
                let candidate = candidate(size, tp, low.midpoint(high), scores);
                let Some(candidate) = candidate else { break };
                drop(stairs);
                within = nearer(scores, Some(&candidate.deviation[0]));
                let is_least = candidate.deviation[0].is_zero();
                best = Some(candidate);
                if is_least {
                    break 'sizes;
                }
                stairs = staircases(size, &within);
                match bounds(size, &stairs) {
                    Some([rows, columns]) => ([first, last], among) = (rows, columns),
                    None => continue 'sizes,
                }
            }
        }
    }
    Ok(best.map_or(Search::Nothing, Search::Found))
}

/// The scores with what deviates less than a bound, or at all.
fn nearer(scores: &[Scored], bound: Option<&Rational>) -> Vec<Scored> {
    let far = Rational::from(10_i64.pow(18));
    let widened = |score: &Scored| {
        let units = match bound {
            Some(units) => units.clone(),
            // More than any metric's finite values with usual weights, in any unit.
            None if score.value.unit.is_zero() => Rational::ZERO,
            None => &far / &score.value.unit + &far,
        };
        Scored { measure: score.measure.clone(), value: score.value.nearer_than(&units) }
    };
    scores.iter().map(widened).collect()
}

fn values(matrix: Counted, scores: &[Scored]) -> Vec<Value> {
    let Some(matrix) = matrix.matrix() else { return Vec::new() };
    scores.iter().map(|score| score.measure.value(&matrix)).collect()
}

/// The matrix with its deviation; `None` where a score has no finite value.
fn candidate(size: Size, tp: u64, tn: u64, scores: &[Scored]) -> Option<Candidate> {
    let matrix = size.matrix(tp, tn);
    let mut deviation = [Rational::ZERO, Rational::ZERO];
    for (score, value) in scores.iter().zip(values(matrix, scores)) {
        let [low, high] = value.ends()?;
        let value = &score.value;
        if value.unit.is_zero() {
            continue;
        }
        // The nearer end of the value may be either of its own ends.
        let least = (&value.lower - &high).max(&low - &value.upper);
        let most = (&value.lower - &low).max(&high - &value.upper);
        for (sum, more) in deviation.iter_mut().zip([least, most]) {
            *sum = (more / &value.unit).max(sum.clone());
        }
    }
    Some(Candidate { matrix, deviation })
}

/// The numbers from `first` to `last` in the order of their reversed binary digits, counted from
/// `first`.
fn spread(first: u64, last: u64) -> impl Iterator<Item = u64> {
    let count = last - first;
    let bits = u64::BITS - count.leading_zeros();
    let end = 1_u128 << bits;
    (0..end).filter_map(move |index| {
        let index = u64::try_from(index).ok()?;
        let reversed = if bits == 0 { 0 } else { index.reverse_bits() >> (u64::BITS - bits) };
        (reversed <= count).then_some(first + reversed)
    })
}
