//! Exact values of metrics, and the rational surrogates that order them.

use num_bigint::BigInt;
use num_traits::{Signed, Zero};

use super::derived::ValueForm;
use super::parts::{Counts, integer_counts, machine_counts};
use super::{Metric, Parts, PreparedMetric};
use crate::num::{Enclosure, LogSum, Rational, Value, close_decimals, exact_root, normal_quantile};
use crate::performance::ConfusionMatrix;

/// Digits after the decimal point of d'.
const DIGITS: u32 = 20;

/// A rational that increases with the metric.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Surrogate {
    /// A rational.
    Finite(Rational),
    /// Above all rationals.
    Infinity,
}

impl Metric {
    /// Its exact value for a confusion matrix.
    ///
    /// ```
    /// use exactile::{ConfusionMatrix, Metric, Value};
    /// let silent = ConfusionMatrix::from_counts(8, 0, 2, 0)?;
    /// assert_eq!(Metric::Mcc.value(&silent), Value::Undefined("TP + FP = 0"));
    /// assert_eq!(Metric::Nlr.value(&silent).to_string(), "1");
    /// # Ok::<(), exactile::PerformanceError>(())
    /// ```
    pub fn value(&self, matrix: &ConfusionMatrix) -> Value {
        self.prepared().value(matrix)
    }

    /// A rational that increases with the metric, among matrices with the same numbers of positive
    /// and negative samples; `None` where the metric is undefined, and for d', which has no
    /// rational surrogate.
    ///
    /// ```
    /// use exactile::{ConfusionMatrix, Metric, Rational};
    /// use exactile::score::Surrogate;
    /// let matrix = ConfusionMatrix::from_counts(8, 32, 16, 4)?;
    /// assert_eq!(Metric::Mcc.surrogate(&matrix), Some(Surrogate::Finite(Rational::new(-1, 3))));
    /// # Ok::<(), exactile::PerformanceError>(())
    /// ```
    pub fn surrogate(&self, matrix: &ConfusionMatrix) -> Option<Surrogate> {
        self.prepared().surrogate(matrix)
    }

    /// Returns the reason why the value for a confusion matrix is undefined, if it is, without
    /// computing the value.
    pub(crate) fn undefined_at(&self, matrix: &ConfusionMatrix) -> Option<&'static str> {
        match (self.form(), self.surrogate(matrix)) {
            (ValueForm::Quantiles, _) => {
                let is_end = |rate: Rational| rate.is_zero() || rate == Rational::ONE;
                let rates = [matrix.tpr(), matrix.tnr()];
                // Between 0 and 1 quantiles are finite, and take time.
                if rates.into_iter().all(|rate| rate.is_some_and(|rate| !is_end(rate))) {
                    return None;
                }
                self.value(matrix).undefined()
            }
            (_, Some(_)) => None,
            (_, None) => Some(self.reason_at(&integer_counts(matrix))),
        }
    }

    /// Returns `true` if its value for a confusion matrix is infinity or minus infinity.
    ///
    /// ```
    /// use exactile::{ConfusionMatrix, Metric};
    /// assert!(Metric::Plr.is_infinite(&ConfusionMatrix::from_counts(8, 0, 1, 4)?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_infinite(&self, matrix: &ConfusionMatrix) -> bool {
        let is_end = |rate: Rational| rate.is_zero() || rate == Rational::ONE;
        match (self.form(), self.surrogate(matrix)) {
            (ValueForm::Quantiles, _) => {
                let ends = [matrix.tpr(), matrix.tnr()].map(|rate| rate.is_some_and(is_end));
                ends != [false; 2] && self.value(matrix).undefined().is_none()
            }
            (_, Some(Surrogate::Infinity)) => true,
            (ValueForm::Log | ValueForm::ScaledLog, Some(Surrogate::Finite(value))) => {
                value.is_zero()
            }
            _ => false,
        }
    }

    /// The value that belongs to a surrogate; `scale` as of [`Metric::scale`].
    pub(crate) fn value_at(&self, surrogate: &Surrogate, scale: Option<&Rational>) -> Value {
        value_of(self.form(), surrogate.clone(), scale)
    }

    fn scale_reason(&self) -> &'static str {
        self.entry().base.map_or("", |[_, it_is_not]| it_is_not)
    }

    /// Returns the reason why the metric is undefined on a matrix of counts on which it is
    /// undefined.
    pub(crate) fn reason_at(&self, counts: &Counts<BigInt>) -> &'static str {
        let (p, n) = (&counts.tp + &counts.fn_, &counts.tn + &counts.fp);
        let rational = |count| Rational::new(count, counts.unit.clone());
        if self.form() == ValueForm::ScaledLog && self.scale(&rational(p), &rational(n)).is_none() {
            self.scale_reason()
        } else {
            self.undefined_reason(counts)
        }
    }
}

impl PreparedMetric<'_> {
    /// As [`Metric::value`].
    pub fn value(&self, matrix: &ConfusionMatrix) -> Value {
        let undefined = || Value::Undefined(self.metric.undefined_reason(&integer_counts(matrix)));
        let scale = match self.form {
            // d' = z(TPR) + z(TNR)
            ValueForm::Quantiles => {
                return match (matrix.tpr(), matrix.tnr()) {
                    (Some(tpr), Some(tnr)) => quantile_sum(&tpr, &tnr),
                    _ => undefined(),
                };
            }
            ValueForm::ScaledLog => {
                let scale = self.metric.scale(&matrix.positives(), &matrix.negatives());
                if scale.is_none() {
                    return Value::Undefined(self.metric.scale_reason());
                }
                scale
            }
            _ => None,
        };
        match self.surrogate_of(matrix) {
            None => undefined(),
            Some(surrogate) => value_of(self.form, surrogate, scale.as_ref()),
        }
    }

    /// As [`Metric::surrogate`].
    pub fn surrogate(&self, matrix: &ConfusionMatrix) -> Option<Surrogate> {
        match self.form {
            ValueForm::Quantiles => return None,
            ValueForm::ScaledLog => {
                self.metric.scale(&matrix.positives(), &matrix.negatives())?;
            }
            _ => {}
        }
        self.surrogate_of(matrix)
    }

    /// In machine integers where all numbers fit, else in big ones.
    fn surrogate_of(&self, matrix: &ConfusionMatrix) -> Option<Surrogate> {
        if let Some((numerator, denominator)) = self.machine_ratio(matrix) {
            if denominator == 0 {
                return (numerator != 0).then_some(Surrogate::Infinity);
            }
            return Some(Surrogate::Finite(Rational::from_i128(numerator, denominator)));
        }
        self.big_surrogate_of(matrix)
    }

    fn big_surrogate_of(&self, matrix: &ConfusionMatrix) -> Option<Surrogate> {
        let Parts { numerator, denominator, signed_square } = self.parts(&integer_counts(matrix));
        if denominator.is_zero() {
            return (!numerator.is_zero()).then_some(Surrogate::Infinity);
        }
        let numerator = if signed_square { &numerator * numerator.abs() } else { numerator };
        Some(Surrogate::Finite(Rational::new(numerator, denominator)))
    }

    /// Numerator and denominator of the surrogate, if no number is beyond 127 binary digits.
    fn machine_ratio(&self, matrix: &ConfusionMatrix) -> Option<(i128, i128)> {
        let parts = self.parts_within(&machine_counts(matrix)?)?;
        let Parts { numerator, denominator, signed_square } = parts;
        let square = || numerator.checked_mul(numerator.checked_abs()?);
        Some((if signed_square { square()? } else { numerator }, denominator))
    }
}

/// The value that belongs to a surrogate; `scale` as of [`Metric::scale`].
fn value_of(form: ValueForm, surrogate: Surrogate, scale: Option<&Rational>) -> Value {
    let s = match surrogate {
        Surrogate::Infinity => return Value::Infinity,
        Surrogate::Finite(s) => s,
    };
    match form {
        ValueForm::Plain => Value::Exact(s),
        ValueForm::Root => Value::root(&s),
        ValueForm::Threshold => threshold(&s),
        ValueForm::Log | ValueForm::ScaledLog if s.is_zero() => Value::NegativeInfinity,
        ValueForm::Log if s == Rational::ONE => Value::Exact(Rational::ZERO),
        ValueForm::Log => Value::irrational(|bits| Enclosure::ln(&s, bits), format!("ln({s})")),
        ValueForm::ScaledLog => {
            scaled_log(&s, scale.expect("without a scale the metric is undefined"))
        }
        ValueForm::Quantiles => unreachable!("d' has no surrogate to start from"),
    }
}

/// z(TPR) - z(FPR) = z(TPR) + z(TNR).
pub(crate) fn quantile_sum(tpr: &Rational, tnr: &Rational) -> Value {
    let at_end = |rate: &Rational| rate.is_zero() || *rate == Rational::ONE;
    match (at_end(tpr), at_end(tnr)) {
        // z(1) + z(0): infinity minus infinity.
        (true, true) if tpr != tnr => {
            return Value::Undefined("z(TPR) = z(FPR) is infinite");
        }
        (true, _) if tpr.is_zero() => return Value::NegativeInfinity,
        (_, true) if tnr.is_zero() => return Value::NegativeInfinity,
        (true, _) | (_, true) => return Value::Infinity,
        (false, false) => {}
    }
    let fpr = tnr.complement();
    if *tpr == fpr {
        return Value::Exact(Rational::ZERO);
    }
    let sum = |bits| normal_quantile(tpr, bits) + normal_quantile(tnr, bits);
    // Nobody knows whether it may be rational.
    close_decimals(DIGITS, sum).with_closed_form(format!("z({tpr}) - z({fpr})")).into()
}

/// sqrt(s)/(sqrt(s) + sqrt(1 - s)) = 1/(1 + sqrt((1 - s)/s)).
fn threshold(s: &Rational) -> Value {
    let Some(odds) = s.complement().checked_div(s) else {
        return Value::Exact(Rational::ZERO);
    };
    if let Some(root) = exact_root(&odds) {
        return Value::Exact(Rational::ONE / (Rational::ONE + root));
    }
    let value = |bits| {
        let one = Enclosure::of_rational(&Rational::ONE, bits);
        (one + Enclosure::sqrt(&odds, bits)).reciprocal()
    };
    Value::irrational(value, format!("1/(1 + sqrt({odds}))"))
}

/// ln(s)/ln(scale) with scale above one and s positive.
fn scaled_log(s: &Rational, scale: &Rational) -> Value {
    if let Some(exponent) = LogSum::ln(s).ratio(&LogSum::ln(scale)) {
        return Value::Exact(exponent);
    }
    Value::irrational(|bits| Enclosure::log(s, scale, bits), format!("ln({s})/ln({scale})"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn value(metric: &str, [tn, fp, fn_, tp]: [u64; 4]) -> String {
        let matrix = ConfusionMatrix::from_counts(tn, fp, fn_, tp).expect("samples");
        let metric: Metric = metric.parse().expect("a metric");
        match metric.value(&matrix) {
            Value::Undefined(reason) => reason.to_owned(),
            value => value.to_string(),
        }
    }

    #[test]
    fn values_of_the_papers_matrix() {
        for (metric, exact) in [
            ("accuracy", "4/5"),
            ("ba", "4/5"),
            ("ppv", "2/3"),
            ("npv", "8/9"),
            ("markedness", "5/9"),
            ("mcc", "sqrt(1/3)"),
            ("kappa", "4/7"),
            ("fm", "sqrt(8/15)"),
            ("ppv-bal", "4/5"),
            ("mcc-bal", "3/5"),
            ("fm-bal", "4/5"),
            ("dor", "16"),
            ("pt", "1/3"),
            ("scaled-log-nlr", "ln(1/4)/ln(800/39)"),
            ("scaled-log-dor", "ln(16)/ln(741)"),
            ("d-prime", "z(4/5) - z(1/5)"),
            ("benefits(1/2,0,-1,1/4)", "12"),
            ("predicted-positives", "24"),
        ] {
            assert_eq!(value(metric, [32, 8, 4, 16]), exact, "{metric}");
        }
    }

    #[test]
    fn undefined_and_infinite_values() {
        for (metric, counts, expected) in [
            ("f1", [5, 0, 0, 0], "TP + FP + FN = 0"),
            ("ba", [5, 1, 0, 0], "TP + FN = 0"),
            ("plr", [5, 0, 2, 3], "inf"),
            ("plr", [5, 0, 5, 0], "TP + FP = 0"),
            ("log-plr", [5, 1, 5, 0], "-inf"),
            ("dor", [0, 5, 0, 5], "TN + FN = 0"),
            ("scaled-log-dor", [1, 0, 1, 1], "(p - 1)(n - 1) <= 1"),
            ("scaled-log-dor", [1, 2, 1, 2], "0"),
            ("d-prime", [5, 0, 5, 0], "z(TPR) = z(FPR) is infinite"),
            ("d-prime", [5, 5, 3, 3], "0"),
            ("d-prime", [5, 5, 3, 0], "-inf"),
        ] {
            assert_eq!(value(metric, counts), expected, "{metric} {counts:?}");
            let [tn, fp, fn_, tp] = counts;
            let matrix = ConfusionMatrix::from_counts(tn, fp, fn_, tp).expect("samples");
            let metric: Metric = metric.parse().expect("a metric");
            assert_eq!(metric.is_infinite(&matrix), expected.ends_with("inf"), "{metric}");
        }
    }

    fn counts() -> impl Strategy<Value = [Rational; 4]> {
        // Also of sizes at which numbers leave the machine's integers on the way.
        let count = (0_u32..64, any::<u64>(), prop_oneof![Just(1_u64), Just(10), 1_u64..100])
            .prop_map(|(shift, bits, unit)| Rational::new(bits >> shift, unit));
        [count.clone(), count.clone(), count.clone(), count]
    }

    proptest! {
        #[test]
        fn machine_integers_and_big_ones_give_the_same(counts in counts()) {
            let [tn, fp, fn_, tp] = counts;
            let Ok(matrix) = ConfusionMatrix::new(tn, fp, fn_, tp) else { return Ok(()) };
            for metric in Metric::all().into_iter().chain(members()) {
                let prepared = metric.prepared();
                if metric.form() != ValueForm::Quantiles {
                    let expected = prepared.big_surrogate_of(&matrix);
                    prop_assert_eq!(prepared.surrogate_of(&matrix), expected, "{}", metric);
                }
            }
        }
    }

    /// A member of each family, and more.
    fn members() -> Vec<Metric> {
        let names = [
            "f-beta(3/10)",
            "wa(0)",
            "wa(1/3)",
            "wa(1)",
            "r(0,1)",
            "r(1/3,2/5)",
            "ranking(1,2,3,4)",
            "t-theta(3)",
            "s-theta(1/7)",
            "benefits(1/2,0,-1,1/4)",
            BEYOND,
        ];
        names.map(|name| name.parse().expect("a metric")).into()
    }

    /// Its coefficients are no machine integers.
    const BEYOND: &str = "f-beta(1e-30)";

    #[test]
    fn small_counts_need_no_big_integers() {
        let matrix = ConfusionMatrix::from_counts(981, 12, 0, 345).expect("samples");
        let beyond: Metric = BEYOND.parse().expect("a metric");
        for metric in Metric::all().into_iter().chain(members()) {
            if metric.form() != ValueForm::Quantiles {
                let small = metric.prepared().machine_ratio(&matrix);
                assert_eq!(small.is_none(), metric == beyond, "{metric}");
            }
        }
    }

    #[test]
    fn logarithms_to_a_related_base_are_rational() {
        let log = |value: (i64, i64), base: (i64, i64)| {
            let ln = |(n, d): (i64, i64)| LogSum::ln(&Rational::new(n, d));
            ln(value).ratio(&ln(base)).map(|exponent| exponent.to_string())
        };
        assert_eq!(log((8, 1), (4, 1)).as_deref(), Some("3/2"));
        assert_eq!(log((4, 9), (27, 8)).as_deref(), Some("-2/3"));
        assert_eq!(log((6, 1), (4, 1)), None);
        assert_eq!(log((1, 1), (4, 1)).as_deref(), Some("0"));
    }
}
