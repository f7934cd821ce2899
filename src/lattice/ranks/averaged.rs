//! Distributions of further results, averaged over what a test may find.
//!
//! The test's t right predictions among p samples are binomial with the observed rate; given t, the
//! model says what is right among p further ones. Ratios of neighbouring masses of the model,
//!
//! ```text
//! w(s+1)/w(s) = (A + s)/(s + 1) * (p - s)/(B + p - s - 1)     beta-binomial, A = u + t, B = v + p - t
//!             = t/(s + 1) * (p - s)/(p - t)                   binomial
//! ```
//!
//! fall as s grows if A, B >= 1. So weights are followed from their mode to both sides until what
//! follows is negligible: after a weight w with ratio r < 1 comes at most w r/(1 - r).

use std::collections::HashMap;
use std::sync::Arc;

use super::windows::{TAIL_EXPONENT, Window, Windows};
use crate::lattice::model::{BetaPrior, Model, Observation, Predictive, Urn};
use crate::lattice::{Lattice, LatticeError};
use crate::performance::Class;

/// Roundings of one ratio and of the product with it: three for each of A + s and B + p - s - 1, whose
/// parameters are rounded first, and four operations; two to spare.
const STEP: f64 = 12.0;

/// The windows of all classifiers' averaged distributions.
pub(super) fn windows(
    observed: &[Observation],
    model: &Model,
    lattice: Lattice,
) -> Result<Vec<Windows>, LatticeError> {
    for (class, samples) in
        [(Class::Positive, lattice.positives()), (Class::Negative, lattice.negatives())]
    {
        if samples == 0 {
            return Err(LatticeError::NoSamples { class });
        }
    }
    let (positive, negative) = match model {
        Model::Binomial => (None, None),
        Model::BetaBinomial { positive, negative } => (Some(positive), Some(negative)),
    };
    // Classifiers often share a rate.
    let mut known: HashMap<(bool, u64, u64), Arc<Window>> = HashMap::new();
    let mut windows = Vec::with_capacity(observed.len());
    for observation in observed {
        let Observation { tn, fp, fn_, tp } = *observation;
        let test = Predictive::new(*observation, &Model::Binomial, lattice)?;
        let mut of = |is_positive: bool, counts: (u64, u64), urn: &Urn, prior| {
            let key = (is_positive, counts.0, counts.1);
            if let Some(window) = known.get(&key) {
                return Ok::<_, LatticeError>(Arc::clone(window));
            }
            let window = Arc::new(averaged(urn, prior)?);
            known.insert(key, Arc::clone(&window));
            Ok(window)
        };
        windows.push(Windows {
            positive: of(true, (tp, fn_), &test.positive, positive)?,
            negative: of(false, (tn, fp), &test.negative, negative)?,
        });
    }
    Ok(windows)
}

/// The average over the results of a test, whose number of right predictions is binomial.
fn averaged(test: &Urn, prior: Option<&BetaPrior>) -> Result<Window, LatticeError> {
    let samples = test.draws();
    let outer = Window::new(test);
    let places = usize::try_from(samples + 1).map_err(|_| LatticeError::ModelTooFine)?;
    let mut sums = vec![0.0; places];
    let (mut cut, mut roundings) = (0.0_f64, 0.0_f64);
    for (right, mass) in (outer.counts.start..outer.counts.end).zip(&outer.masses) {
        let inner = given(right, samples, prior)?;
        let start = usize::try_from(inner.counts.start).expect("below the number of samples");
        for (sum, conditional) in sums[start..].iter_mut().zip(&inner.masses) {
            *sum += mass * conditional;
        }
        cut += mass * inner.cut;
        roundings = roundings.max(inner.roundings);
    }
    // Both ends are zero or next to it.
    let limit = 2_f64.powi(i32::try_from(TAIL_EXPONENT).expect("small"));
    let (mut first, mut last) = (0, places);
    let mut ends = 0.0;
    while sums[first] + ends <= limit {
        ends += sums[first];
        first += 1;
    }
    while sums[last - 1] + ends <= 2.0 * limit {
        ends += sums[last - 1];
        last -= 1;
    }
    #[expect(clippy::cast_precision_loss, reason = "a bound, rounded up by its last summand")]
    let terms = outer.masses.len() as f64;
    Ok(Window {
        counts: u64::try_from(first).expect("a count")..u64::try_from(last).expect("a count"),
        masses: sums[first..last].to_vec(),
        roundings: outer.roundings + roundings + terms + 1.0,
        cut: (outer.cut + cut + ends) * (1.0 + 1e-6),
    })
}

/// The distribution that follows when the test got a given number right.
fn given(right: u64, samples: u64, prior: Option<&BetaPrior>) -> Result<Window, LatticeError> {
    let wrong = samples - right;
    #[expect(clippy::cast_precision_loss, reason = "counts are below 2^32")]
    let [p, t, rest] = [samples as f64, right as f64, wrong as f64];
    let (a, b) = match prior {
        None if right == 0 || wrong == 0 => {
            return Ok(Window {
                counts: right..right + 1,
                masses: vec![1.0],
                roundings: 0.0,
                cut: 0.0,
            });
        }
        None => (f64::INFINITY, f64::INFINITY),
        Some(prior) => {
            let (u, v) = prior.parameters();
            let (a, b) = (u.to_f64() + t, v.to_f64() + rest);
            if a < 1.0 || b < 1.0 {
                return Ok(Window::new(&Urn::given(right, wrong, samples, prior)?));
            }
            (a, b)
        }
    };
    let ratio = |s: f64| {
        if a.is_infinite() {
            (t * (p - s)) / ((s + 1.0) * rest)
        } else {
            ((a + s) * (p - s)) / ((s + 1.0) * (b + (p - s - 1.0)))
        }
    };
    let limit = 2_f64.powi(i32::try_from(TAIL_EXPONENT).expect("small") - 4);
    // From the count that was found, which is next to the mode, to both sides.
    let (mut above, mut left_above) = (vec![1.0], 0.0);
    let mut s = t;
    while s < p {
        let step = ratio(s);
        let weight = above.last().expect("it begins with one") * step;
        let next = ratio(s + 1.0);
        if next < 0.5 && weight < limit {
            left_above = weight / (1.0 - next);
            break;
        }
        above.push(weight);
        s += 1.0;
    }
    let (mut below, mut left_below) = (Vec::new(), 0.0);
    let mut weight = 1.0;
    let mut s = t;
    while s > 0.0 {
        weight /= ratio(s - 1.0);
        let next = if s > 1.0 { 1.0 / ratio(s - 2.0) } else { 0.0 };
        if next < 0.5 && weight < limit {
            left_below = weight / (1.0 - next);
            break;
        }
        below.push(weight);
        s -= 1.0;
    }
    let steps = above.len().max(below.len());
    let start = right - u64::try_from(below.len()).expect("a count");
    let mut masses: Vec<f64> = below.into_iter().rev().chain(above).collect();
    let total: f64 = masses.iter().sum();
    for mass in &mut masses {
        *mass /= total;
    }
    #[expect(clippy::cast_precision_loss, reason = "a bound, rounded up by its last summand")]
    let (steps, terms) = (steps as f64, masses.len() as f64);
    let left = (left_above + left_below) / total;
    Ok(Window {
        counts: start..start + u64::try_from(masses.len()).expect("a count"),
        masses,
        // Weights, their sum, the quotient; the sum is too small by what was left, which is less
        // than a rounding.
        roundings: 2.0 * STEP * steps + terms + 3.0,
        cut: left * (1.0 + 1e-6),
    })
}
