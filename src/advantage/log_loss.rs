//! Cross-entropy (The Prediction Advantage, section 2.3): minus the mean logarithm of the
//! probability that the model gave to the class that came true, against the entropy of the class
//! frequencies.
//!
//! With n samples, n_k of them of class k, and p_i the probability of sample i's class,
//!
//! ```text
//! PA = 1 - S/H,   S = sum_i ln(1/p_i),   H = sum_k n_k ln(n/n_k).
//! ```
//!
//! Both are sums of logarithms of rationals. Equal probabilities are counted, not repeated. If at
//! most 64 probabilities are distinct, the code decides whether S/H is rational
//! ([`LogSum::ratio`]); in all other cases enclosures are made finer until the requested decimals
//! are certain. A sum of many logarithms is taken as the logarithm of products of a few factors
//! each, so that long tables need one logarithm for some dozens of samples.

use hashbrown::HashMap;
use num_bigint::BigInt;
use num_traits::{One, Pow};

use super::{Assessment, Baseline, NO_LOSS_AT_ALL};
use crate::num::{Enclosure, LogSum, Rational, Value, binary_places, doubled};

/// Most distinct probabilities for which it is decided whether a ratio is rational.
const FEW: usize = 64;
/// Bits of a product of factors at which multiplying stops.
const PRODUCT_BITS: u64 = 4096;

/// Precision of the results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Precision {
    /// Digits after the decimal point, certain up to two units of the last.
    pub digits: u32,
    /// Add closed forms where at most 64 distinct probabilities occur.
    pub closed_forms: bool,
}

/// The probabilities that several models gave to the true classes, counted as samples stream by.
/// Memory grows with the distinct probabilities of each model.
///
/// ```
/// use exactile::Rational;
/// use exactile::advantage::{LogTally, Precision};
/// let mut tally = LogTally::new(2, 1);
/// for (class, probability) in [(0, (1, 2)), (0, (1, 2)), (1, (1, 1)), (1, (1, 1))] {
///     tally.add(class, [&Rational::new(probability.0, probability.1)]);
/// }
/// // 2 ln 2 against 4 ln 2: the logarithms cancel.
/// let assessments = tally.finish(Precision { digits: 20, closed_forms: true });
/// assert_eq!(assessments[0].advantage.to_string(), "1/2");
/// assert_eq!(assessments[0].risk.to_string(), "1/2*ln(2)");
/// ```
#[derive(Clone, Debug)]
pub struct LogTally {
    /// 2^64 additions of 64 bits fit in 128.
    classes: Vec<u128>,
    models: Vec<Said>,
}

/// The probabilities that one model gave to what came true.
#[derive(Clone, Debug, Default)]
struct Said {
    counts: HashMap<Rational, u128>,
    said_impossible: bool,
}

impl LogTally {
    /// No sample yet, of that many classes and models.
    pub fn new(classes: usize, models: usize) -> Self {
        Self { classes: vec![0; classes], models: vec![Said::default(); models] }
    }

    /// One more sample: its true class, and the probability that each model gave to that class.
    ///
    /// # Panics
    /// If there is no such class, not one probability per model, or one outside `[0, 1]`.
    pub fn add<'p>(&mut self, class: usize, probabilities: impl IntoIterator<Item = &'p Rational>) {
        self.add_samples(class, probabilities, 1);
    }

    /// Several more samples of one true class and one probability of it per model.
    ///
    /// # Panics
    /// As [`add`](Self::add).
    pub fn add_samples<'p>(
        &mut self,
        class: usize,
        probabilities: impl IntoIterator<Item = &'p Rational>,
        samples: u64,
    ) {
        if samples == 0 {
            return;
        }
        let samples = u128::from(samples);
        self.classes[class] += samples;
        let mut given = 0;
        for (model, probability) in self.models.iter_mut().zip(probabilities) {
            given += 1;
            assert!(!probability.is_negative() && *probability <= Rational::ONE, "a probability");
            if probability.is_zero() {
                // Infinite already; what else it said does not matter any more.
                model.said_impossible = true;
            } else if let Some(count) = model.counts.get_mut(probability) {
                *count += samples;
            } else if !model.said_impossible {
                model.counts.insert(probability.clone(), samples);
            }
        }
        assert_eq!(given, self.models.len(), "a probability per model");
    }

    /// Each model's risk and advantage, in order, in units of natural logarithms.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::advantage::{LogTally, Precision};
    /// let mut tally = LogTally::new(2, 1);
    /// for class in [0, 1] {
    ///     tally.add(class, [&Rational::new(1, 2)]);
    /// }
    /// // As good as the frequencies.
    /// let found = tally.finish(Precision { digits: 5, closed_forms: true });
    /// assert_eq!(found[0].advantage.to_string(), "0");
    /// ```
    pub fn finish(self, precision: Precision) -> Vec<Assessment> {
        let total: u128 = self.classes.iter().sum();
        if total == 0 {
            return vec![Assessment::without_samples(); self.models.len()];
        }
        let share = |&count: &u128| Rational::new(count, total);
        let marginal: Vec<Rational> = self.classes.iter().map(share).collect();
        let occurring = marginal.iter().zip(&self.classes).filter(|(_, count)| **count > 0);
        let baseline = Logarithms::new(occurring.map(|(share, &count)| (share.clone(), count)));
        let baseline_risk = baseline.mean(total, precision);
        let assess = |said: Said| {
            let (risk, advantage) = if said.said_impossible {
                (Value::Infinity, Value::NegativeInfinity)
            } else {
                let loss = Logarithms::new(said.counts);
                (loss.mean(total, precision), advantage(&loss, &baseline, precision))
            };
            Assessment {
                risk,
                baseline_risk: baseline_risk.clone(),
                baseline: Some(Baseline::Marginal(marginal.clone())),
                advantage,
            }
        };
        self.models.into_iter().map(assess).collect()
    }
}

/// A sum of `count ln(1/probability)`.
struct Logarithms {
    terms: Vec<(Rational, u128)>,
    /// The sum itself, where it is short.
    exact: Option<LogSum>,
}

impl Logarithms {
    fn new(counts: impl IntoIterator<Item = (Rational, u128)>) -> Self {
        let mut terms: Vec<(Rational, u128)> =
            counts.into_iter().filter(|(probability, _)| *probability != Rational::ONE).collect();
        // Not in the order of a hash table: results do not depend on it.
        terms.sort();
        let exact = (terms.len() <= FEW).then(|| {
            terms.iter().fold(LogSum::default(), |sum, (probability, count)| {
                sum - LogSum::ln(probability) * Rational::from(*count)
            })
        });
        Self { terms, exact }
    }

    /// No logarithm is negative, so the sum is zero iff all probabilities are one.
    fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    fn closed_form(&self, precision: Precision) -> Option<&LogSum> {
        self.exact.as_ref().filter(|_| precision.closed_forms)
    }

    /// The sum divided by the number of samples.
    fn mean(&self, total: u128, precision: Precision) -> Value {
        if self.is_zero() {
            return Value::Exact(Rational::ZERO);
        }
        let share = Rational::new(1, total);
        let exact = self.closed_form(precision).map(|sum| (sum * &share).to_string());
        enclosed(precision.digits, exact, |bits| Some(self.enclosure(bits) * &share))
    }

    /// An enclosure with that many binary places, a few units of the last place wide per logarithm.
    fn enclosure(&self, bits: u32) -> Enclosure {
        let mut sum = Enclosure::of_rational(&Rational::ZERO, bits);
        let mut product = Product::default();
        for (probability, count) in &self.terms {
            if let Some(power) = u32::try_from(*count).ok().filter(|count| *count <= 8) {
                product.multiply(probability, power);
                if product.bits() > PRODUCT_BITS {
                    sum += &product.take().logarithm(bits);
                }
            } else {
                sum -= &(Enclosure::ln(probability, bits) * Rational::from(*count));
            }
        }
        sum + product.take().logarithm(bits)
    }
}

/// The reciprocal of a product of probabilities.
struct Product {
    above: BigInt,
    below: BigInt,
}

impl Default for Product {
    fn default() -> Self {
        Self { above: BigInt::one(), below: BigInt::one() }
    }
}

impl Product {
    fn multiply(&mut self, probability: &Rational, power: u32) {
        self.above *= probability.denominator().pow(power);
        self.below *= probability.numerator().pow(power);
    }

    fn bits(&self) -> u64 {
        self.above.bits()
    }

    fn take(&mut self) -> Self {
        std::mem::take(self)
    }

    fn logarithm(self, bits: u32) -> Enclosure {
        Enclosure::ln(&Rational::new(self.above, self.below), bits)
    }
}

/// 1 - S/H.
fn advantage(loss: &Logarithms, baseline: &Logarithms, precision: Precision) -> Value {
    match (loss.is_zero(), baseline.is_zero()) {
        (true, true) => return Value::Undefined(NO_LOSS_AT_ALL),
        (false, true) => return Value::NegativeInfinity,
        (true, false) => return Value::Exact(Rational::ONE),
        (false, false) => {}
    }
    let mut exact = None;
    if let (Some(above), Some(below)) = (&loss.exact, &baseline.exact) {
        if let Some(ratio) = above.ratio(below) {
            return Value::Exact(ratio.complement());
        }
        exact = precision.closed_forms.then(|| format!("1 - ({above})/({below})"));
    }
    enclosed(precision.digits, exact, |bits| {
        let below = baseline.enclosure(bits);
        below.lower().is_positive().then(|| {
            let ratio = loss.enclosure(bits) * below.reciprocal();
            Enclosure::of_rational(&Rational::ONE, bits) - ratio
        })
    })
}

/// Decimals of a value whose enclosures shrink as binary places are added.
fn enclosed(
    digits: u32,
    closed_form: Option<String>,
    enclosure: impl Fn(u32) -> Option<Enclosure>,
) -> Value {
    let wanted = Rational::new(1, BigInt::from(10).pow(digits));
    // Four bits per digit, and room for a few thousand logarithms.
    let mut bits = binary_places(digits, 48);
    loop {
        let is_close = |found: &Enclosure| found.upper() - found.lower() <= wanted;
        if let Some(enclosure) = enclosure(bits).filter(is_close) {
            return enclosure.to_decimals(digits).with_closed_form(closed_form).into();
        }
        bits = doubled(bits);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_samples_than_a_machine_word_counts() {
        let mut tally = LogTally::new(2, 1);
        for class in [0, 0, 1] {
            tally.add_samples(class, [&Rational::new(1, 2)], u64::MAX);
        }
        let assessments = tally.finish(Precision { digits: 20, closed_forms: true });
        let expected = Baseline::Marginal(vec![Rational::new(2, 3), Rational::new(1, 3)]);
        assert_eq!(assessments[0].baseline, Some(expected));
        assert_eq!(assessments[0].risk.to_string(), "ln(2)");
    }
}
