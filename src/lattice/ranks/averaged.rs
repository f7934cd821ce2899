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

/// Roundings of one ratio and of the product with it: three for each of A + s and B + p - s - 1, whose
/// parameters are rounded first, and four operations; two to spare.
const STEP: f64 = 12.0;

/// The windows of all classifiers' averaged distributions.
pub(super) fn windows(
    observed: &[Observation],
    model: &Model,
    lattice: Lattice,
) -> Result<Vec<Windows>, LatticeError> {
    lattice.check_both_classes()?;
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
    let parameters = match prior {
        None if right == 0 || wrong == 0 => {
            return Ok(Window {
                counts: right..right + 1,
                masses: vec![1.0],
                roundings: 0.0,
                cut: 0.0,
            });
        }
        None => None,
        Some(prior) => {
            let (u, v) = prior.parameters();
            let (a, b) = (u.to_f64() + t, v.to_f64() + rest);
            // Beyond, products with counts could overflow.
            let treated = 1.0..=1e290;
            if !treated.contains(&a) || !treated.contains(&b) {
                return Ok(Window::new(&Urn::given(right, wrong, samples, prior)?));
            }
            Some((a, b))
        }
    };
    let ratio = |s: f64| match parameters {
        None => (t * (p - s)) / ((s + 1.0) * rest),
        Some((a, b)) => ((a + s) * (p - s)) / ((s + 1.0) * (b + (p - s - 1.0))),
    };
    let mode = mode(samples, ratio);
    #[expect(clippy::cast_precision_loss, reason = "counts are below 2^32")]
    let start = mode as f64;
    let limit = 2_f64.powi(i32::try_from(TAIL_EXPONENT).expect("small") - 4);
    // From the mode to both sides, so that no weight exceeds 1 by more than its roundings. Under a
    // strong prior the mode is far from the count that was found.
    let (mut above, mut left_above) = (vec![1.0], 0.0);
    let mut s = start;
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
    let mut s = start;
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
    let first = mode - u64::try_from(below.len()).expect("a count");
    let mut masses: Vec<f64> = below.into_iter().rev().chain(above).collect();
    let total: f64 = masses.iter().sum();
    for mass in &mut masses {
        *mass /= total;
    }
    #[expect(clippy::cast_precision_loss, reason = "a bound, rounded up by its last summand")]
    let (steps, terms) = (steps as f64, masses.len() as f64);
    let left = (left_above + left_below) / total;
    Ok(Window {
        counts: first..first + u64::try_from(masses.len()).expect("a count"),
        masses,
        // Weights, their sum, the quotient; the sum is too small by what was left, which is less
        // than a rounding.
        roundings: 2.0 * STEP * steps + terms + 3.0,
        cut: left * (1.0 + 1e-6),
    })
}

/// The smallest count whose ratio to the next weight is at most 1. Ratios fall, so this is found by
/// bisection; where roundings mislead it, the weight found is still the largest but for them.
fn mode(samples: u64, ratio: impl Fn(f64) -> f64) -> u64 {
    let (mut low, mut high) = (0, samples);
    while low < high {
        let middle = low.midpoint(high);
        #[expect(clippy::cast_precision_loss, reason = "counts are below 2^32")]
        let falls = ratio(middle as f64) <= 1.0;
        if falls { high = middle } else { low = middle + 1 }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::num::Rational;

    /// The largest difference between the masses of a window and those of the exact urn.
    fn difference(right: u64, samples: u64, beta: [&str; 2]) -> f64 {
        let [u, v] = beta.map(|text| text.parse::<Rational>().expect("a number"));
        let prior = BetaPrior::new(u, v).expect("positive");
        let found = given(right, samples, Some(&prior)).expect("a window");
        let exact =
            Window::new(&Urn::given(right, samples - right, samples, &prior).expect("small"));
        let mass = |window: &Window, count: u64| {
            let place = count.checked_sub(window.counts.start)?;
            window.masses.get(usize::try_from(place).ok()?).copied()
        };
        let of = |window: &Window, count: u64| mass(window, count).unwrap_or(0.0);
        (0..=samples).map(|s| (of(&found, s) - of(&exact, s)).abs()).fold(0.0, f64::max)
    }

    #[test]
    fn strong_priors_do_not_overflow() {
        for beta in [["5000", "5000"], ["10000", "1"], ["1", "10000"], ["1", "2000"], ["1", "1"]] {
            for right in [0, 1, 15, 55, 60] {
                assert!(difference(right, 60, beta) < 1e-12, "{beta:?} after {right} of 60");
            }
        }
        assert!(difference(9_990, 10_000, ["1", "2000"]) < 1e-12);
        assert!(difference(10, 2_000, ["900", "3"]) < 1e-12);
    }

    #[test]
    fn extreme_priors_leave_one_count() {
        for (u, v, only) in [("1e280", "1", 60), ("1", "1e280", 0)] {
            let prior = BetaPrior::new(u.parse().expect("a number"), v.parse().expect("a number"));
            let window = given(20, 60, Some(&prior.expect("positive"))).expect("a window");
            let most = window.masses.iter().copied().fold(0.0, f64::max);
            let at = window.masses.iter().position(|mass| *mass == most).expect("one");
            assert_eq!(window.counts.start + u64::try_from(at).expect("a count"), only);
            assert!(most > 1.0 - 1e-12);
        }
    }
}
