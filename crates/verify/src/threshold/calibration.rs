//! The truth about the calibration of a model: sums over the samples of each bin, and the sum of
//! logarithms of all.

use num_bigint::BigInt;

use super::staircase::{Staircase, enclosing};
use crate::claim::header::Members;
use crate::claim::truth::{Entry, Truth};
use crate::claim::wrong::Wrong;
use exactile::num::{Enclosure, Rational};
use exactile::threshold::ModelScore;

/// Binary places of logarithms.
const PLACES: u32 = 100;

/// Reads the number of bins, if calibration was asked for.
pub(super) fn bins(members: &Members<'_>) -> Result<Option<u64>, Wrong> {
    let Some(claim) = members.get("calibration_bins") else { return Ok(None) };
    match claim.as_count().filter(|bins| (1..=1000).contains(bins)) {
        Some(bins) => Ok(Some(bins)),
        None => Err(Wrong::new("it is no number from 1 to 1000").of("calibration_bins")),
    }
}

fn count(number: u64) -> Rational {
    Rational::from(BigInt::from(number))
}

/// The samples of a bin.
#[derive(Clone)]
struct Bin {
    samples: [u64; 2],
    /// The sum of their scores.
    sum: Rational,
}

/// Returns the truth about a model's calibration by so many bins.
pub(super) fn truth<'t>(model: &Staircase<'_>, bins: u64) -> Entry<'t> {
    if !model.is_probabilistic() {
        return vec![("log_loss", Truth::Null), ("calibration", Truth::Null)];
    }
    let mut filled = vec![
        Bin { samples: [0, 0], sum: Rational::ZERO };
        usize::try_from(bins).expect("at most 1000")
    ];
    for (k, score) in model.scores.iter().enumerate() {
        let ModelScore::Finite(score) = score else { continue };
        // The bin k holds what is above k/bins, up to (k + 1)/bins.
        let scaled = score * Rational::from(BigInt::from(bins));
        let number = (0..filled.len()).rev().find(|&k| scaled > Rational::from(BigInt::from(k)));
        let bin = &mut filled[number.unwrap_or(0)];
        let [negatives, positives] = model.with_score(k);
        bin.samples = [bin.samples[0] + negatives, bin.samples[1] + positives];
        bin.sum += &(score * count(negatives + positives));
    }
    let [negatives, positives] = model.samples();
    let all = count(negatives + positives);
    let mut error = Rational::ZERO;
    let mut entries = Vec::new();
    for (number, Bin { samples: [negatives, positives], sum }) in filled.into_iter().enumerate() {
        if negatives + positives == 0 {
            continue;
        }
        let samples = count(negatives + positives);
        error += &(&sum - count(positives)).abs();
        let end = |number: usize| Truth::exact(Rational::new(BigInt::from(number), bins));
        let mut entry = model.sizes([negatives, positives]);
        entry.extend([
            ("from", end(number)),
            ("to", end(number + 1)),
            ("mean_score", Truth::exact(sum / &samples)),
            ("share", Truth::exact(count(positives) / &samples)),
        ]);
        entries.push(Truth::Object(entry));
    }
    let calibration = Truth::Object(vec![
        ("difference", Truth::exact(model.mean_score() - count(positives) / &all)),
        ("expected_error", Truth::exact(error / &all)),
        ("bins", Truth::List(entries)),
    ]);
    vec![("log_loss", log_loss(model, &all)), ("calibration", calibration)]
}

/// Returns the truth about the mean of -ln of the probability of each sample's class.
fn log_loss<'t>(model: &Staircase<'_>, samples: &Rational) -> Truth<'t> {
    let mut sum = Enclosure::of_rational(&Rational::ZERO, PLACES);
    for (k, score) in model.scores.iter().enumerate() {
        let ModelScore::Finite(score) = score else { continue };
        let probabilities = [score.complement(), score.clone()];
        for (number, probability) in model.with_score(k).into_iter().zip(probabilities) {
            match (number, probability.is_zero()) {
                (0, _) => {}
                (_, true) => return Truth::text("inf"),
                // Of the reciprocal, so that the sum grows.
                _ => {
                    let loss = Enclosure::ln(&(Rational::ONE / probability), PLACES);
                    sum += &(loss * &count(number));
                }
            }
        }
    }
    if sum.upper().is_zero() {
        return Truth::exact(Rational::ZERO);
    }
    enclosing([sum.lower() / samples, sum.upper() / samples], "logarithmic loss")
}
