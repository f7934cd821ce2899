//! Values of a printed measure, over the lattice of matrices with P positives and N negatives.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::rc::Rc;

use num_bigint::BigInt;
use num_traits::Zero;

use super::polynomial::{Polynomial, RowPolynomial};
use super::word::WordPolynomial;
use crate::num::{Rational, Value};
use crate::performance::ConfusionMatrix;
use crate::score::{Counts, Metric, Parts, Ring, Surrogate, ValueForm};

/// A metric of the catalogue, an average over both classes that has a metric's name, or an end of
/// areas.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Measure {
    Metric(Metric),
    /// The metric, and 0 where it is undefined.
    OrZero(Metric),
    Average(Average),
    /// The least area under a ROC curve through the point of a matrix, TPR TNR.
    LeastArea,
    /// The largest one, 1 - FNR FPR.
    LargestArea,
}

/// A mean of what a metric is for the one class and for the other as positive, both counted alike
/// or by their samples. Means of other metrics are in the catalogue: those of recall are balanced
/// accuracy and accuracy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Average {
    MacroF1,
    WeightedF1,
    MacroPrecision,
    WeightedPrecision,
}

impl Average {
    /// The mean as one quotient. With e = FP + FN, F1 is 2 TP/(2 TP + e), and 2 TN/(2 TN + e) for
    /// the other class; with weights v and w of sum s the mean of x/a and y/b is (v x b + w y a)/(s
    /// a b).
    ///
    /// It is 0/0 exactly where one of both is: a = 0 is TP = 0 and e = 0, or TP = FP = 0, so that x
    /// is 0 too.
    fn parts<R: Ring>(self, counts: &Counts<R>) -> Parts<R> {
        let Counts { tn, fp, fn_, tp, .. } = counts;
        let one = R::constant(&BigInt::from(1));
        let [v, w] = match self {
            Self::MacroF1 | Self::MacroPrecision => [one.clone(), one],
            Self::WeightedF1 | Self::WeightedPrecision => [tp.plus(fn_), tn.plus(fp)],
        };
        let [x, a, y, b] = match self {
            Self::MacroF1 | Self::WeightedF1 => {
                let wrong = fp.plus(fn_);
                let [x, y] = [tp.plus(tp), tn.plus(tn)];
                [x.clone(), x.plus(&wrong), y.clone(), y.plus(&wrong)]
            }
            Self::MacroPrecision | Self::WeightedPrecision => {
                [tp.clone(), tp.plus(fp), tn.clone(), tn.plus(fn_)]
            }
        };
        Parts {
            numerator: v.times(&x).times(&b).plus(&w.times(&y).times(&a)),
            denominator: v.plus(&w).times(&a).times(&b),
            signed_square: false,
        }
    }
}

impl Measure {
    pub(super) fn form(&self) -> ValueForm {
        match self {
            Self::Metric(metric) | Self::OrZero(metric) => metric.form(),
            _ => ValueForm::Plain,
        }
    }

    /// Returns `true` if it surely depends on P, TP and FP alone.
    pub(super) fn ignores_tn(&self) -> bool {
        match self {
            Self::Metric(metric) | Self::OrZero(metric) => matches!(
                metric,
                Metric::Tpr
                    | Metric::Fnr
                    | Metric::Ppv
                    | Metric::Fdr
                    | Metric::FBeta(_)
                    | Metric::ThreatScore
                    | Metric::FowlkesMallows
            ),
            _ => false,
        }
    }

    fn parts<R: Ring>(&self, counts: &Counts<R>) -> Parts<R> {
        match self {
            Self::Metric(metric) | Self::OrZero(metric) => metric.parts(counts),
            Self::Average(average) => average.parts(counts),
            Self::LeastArea | Self::LargestArea => {
                let Counts { tn, fp, fn_, tp, .. } = counts;
                let pairs = tp.plus(fn_).times(&tn.plus(fp));
                let right = match self {
                    Self::LeastArea => tp.times(tn),
                    _ => pairs.minus(&fn_.times(fp)),
                };
                Parts { numerator: right, denominator: pairs, signed_square: false }
            }
        }
    }

    /// Its exact value for a confusion matrix.
    pub(super) fn value(&self, matrix: &ConfusionMatrix) -> Value {
        match self {
            Self::Metric(metric) => metric.value(matrix),
            Self::OrZero(metric) => match metric.value(matrix) {
                Value::Undefined(_) => Value::Exact(Rational::ZERO),
                value => value,
            },
            _ => match self.surrogate(matrix) {
                Some(Surrogate::Finite(value)) => Value::Exact(value),
                _ => Value::Undefined("0/0"),
            },
        }
    }

    fn surrogate(&self, matrix: &ConfusionMatrix) -> Option<Surrogate> {
        match self {
            Self::Metric(metric) => return metric.surrogate(matrix),
            Self::OrZero(metric) => {
                let zero = || Surrogate::Finite(Rational::ZERO);
                return Some(metric.surrogate(matrix).unwrap_or_else(zero));
            }
            _ => {}
        }
        let count = |value: &Rational| value.clone();
        let counts = Counts {
            tn: count(matrix.tn()),
            fp: count(matrix.fp()),
            fn_: count(matrix.fn_()),
            tp: count(matrix.tp()),
            unit: Rational::ONE,
        };
        let Parts { numerator, denominator, .. } = self.parts(&counts);
        numerator.checked_div(&denominator).map(Surrogate::Finite)
    }
}

/// The surrogate of a measure at a matrix.
#[derive(Clone, Debug)]
pub(super) enum Height {
    /// The measure is undefined.
    Undefined,
    /// The measure is plus infinity.
    Infinite,
    /// A quotient of machine integers with a positive denominator.
    Small(i128, i128),
    Exact(Rational),
}

impl Height {
    pub(super) fn finite(&self) -> Option<Rational> {
        match self {
            Self::Undefined | Self::Infinite => None,
            Self::Small(numerator, denominator) => {
                Some(Rational::from_i128(*numerator, *denominator))
            }
            Self::Exact(value) => Some(value.clone()),
        }
    }

    /// The order of two surrogates of one measure; `None` if one is undefined.
    pub(super) fn order(&self, other: &Self) -> Option<Ordering> {
        Some(match (self, other) {
            (Self::Undefined, _) | (_, Self::Undefined) => return None,
            (Self::Infinite, Self::Infinite) => Ordering::Equal,
            (Self::Infinite, _) => Ordering::Greater,
            (_, Self::Infinite) => Ordering::Less,
            (Self::Small(a, b), Self::Small(c, d)) => {
                match a.checked_mul(*d).zip(c.checked_mul(*b)) {
                    Some((left, right)) => left.cmp(&right),
                    None => self.finite()?.cmp(&other.finite()?),
                }
            }
            _ => self.finite()?.cmp(&other.finite()?),
        })
    }
}

/// A measure on the matrices with P positives and N negatives.
pub(super) struct Surface {
    measure: Measure,
    pub(super) form: ValueForm,
    positives: u64,
    negatives: u64,
    ratio: Option<Ratio>,
    /// The same in machine words, if nothing can overflow there.
    words: Option<[WordPolynomial; 2]>,
    /// As of [`Metric::scale`].
    pub(super) scale: Option<Rational>,
    /// Two flags: `true` if the measure depends on TP, and `true` if it depends on TN.
    pub(super) depends: [bool; 2],
}

/// The surrogate in machine integers.
struct Ratio {
    numerator: Polynomial,
    denominator: Polynomial,
    signed_square: bool,
}

/// A measure in one row of the lattice.
pub(super) struct SurfaceRow<'s> {
    of: &'s Surface,
    pub(super) tp: u64,
    ratio: Option<[RowPolynomial; 2]>,
    signed_square: bool,
}

/// Surfaces that [`Surface::shared`] keeps.
type Kept = HashMap<(Measure, u64, u64), Rc<Surface>>;

impl Surface {
    /// The surface from those that this thread made last: rows of one table, the searches for a
    /// conflict and other readings have most of theirs in common.
    pub(super) fn shared(measure: &Measure, positives: u64, negatives: u64) -> Rc<Self> {
        /// A surface takes less than a kilobyte and a half.
        const MOST: usize = 512;
        thread_local! {
            static KEPT: RefCell<Kept> = RefCell::default();
        }
        let key = (measure.clone(), positives, negatives);
        KEPT.with_borrow_mut(|kept| {
            if let Some(known) = kept.get(&key) {
                return Rc::clone(known);
            }
            if kept.len() >= MOST {
                kept.clear();
            }
            let surface = Rc::new(Self::new(measure, positives, negatives));
            kept.insert(key, Rc::clone(&surface));
            surface
        })
    }

    pub(super) fn new(measure: &Measure, positives: u64, negatives: u64) -> Self {
        let form = measure.form();
        let ratio = (form != ValueForm::Quantiles).then(|| {
            let Parts { numerator, denominator, signed_square } =
                measure.parts(&Polynomial::counts(positives, negatives));
            Ratio { numerator, denominator, signed_square }
        });
        let ratio =
            ratio.filter(|ratio| ratio.numerator.is_known() && ratio.denominator.is_known());
        let depends = ratio.as_ref().map_or([true; 2], |ratio| {
            let [above, below] = [&ratio.numerator, &ratio.denominator].map(Polynomial::depends);
            [above[0] || below[0], above[1] || below[1]]
        });
        let scale = match measure {
            Measure::Metric(metric) if form == ValueForm::ScaledLog => {
                metric.scale(&Rational::from(positives), &Rational::from(negatives))
            }
            _ => None,
        };
        let words = ratio.as_ref().and_then(|ratio| {
            let word = |of| WordPolynomial::new(of, positives, negatives);
            Some([word(&ratio.numerator)?, word(&ratio.denominator)?])
        });
        let measure = measure.clone();
        Self { measure, form, positives, negatives, ratio, words, scale, depends }
    }

    /// Returns `true` if the measure is 0 where its metric is undefined.
    pub(super) fn is_zero_if_undefined(&self) -> bool {
        matches!(self.measure, Measure::OrZero(_))
    }

    /// The coefficients of 1, TP and TN in numerator and denominator, if the measure is linear; all
    /// of the denominator's are 0 if the measure is undefined everywhere.
    pub(super) fn linear(&self) -> Option<[[i128; 3]; 2]> {
        let ratio = self.ratio.as_ref()?;
        let mut parts = [ratio.numerator.linear()?, ratio.denominator.linear()?];
        if parts[1] == [0; 3] && self.is_zero_if_undefined() {
            parts = [[0; 3], [1, 0, 0]];
        }
        let is_linear =
            self.form == ValueForm::Plain && !ratio.signed_square && matches!(parts[1], [_, 0, 0]);
        is_linear.then_some(parts)
    }

    /// Numerator and denominator of the surrogate in machine words, if nothing can overflow there,
    /// and whether the square of the numerator with its sign takes its place.
    pub(super) fn words(&self) -> Option<(&[WordPolynomial; 2], bool)> {
        let signed_square = self.ratio.as_ref().is_some_and(|ratio| ratio.signed_square);
        self.words.as_ref().map(|words| (words, signed_square))
    }

    /// The row of one number of true positives.
    pub(super) fn row(&self, tp: u64) -> SurfaceRow<'_> {
        let x = tp.into();
        let ratio = self
            .ratio
            .as_ref()
            .and_then(|ratio| Some([ratio.numerator.at(x)?, ratio.denominator.at(x)?]));
        let signed_square = self.ratio.as_ref().is_some_and(|ratio| ratio.signed_square);
        SurfaceRow { of: self, tp, ratio, signed_square }
    }

    pub(super) fn matrix(&self, tp: u64, tn: u64) -> Option<ConfusionMatrix> {
        ConfusionMatrix::from_counts(tn, self.negatives - tn, self.positives - tp, tp).ok()
    }

    /// The value at a matrix.
    pub(super) fn value(&self, tp: u64, tn: u64) -> Value {
        match self.matrix(tp, tn) {
            Some(matrix) => self.measure.value(&matrix),
            None => Value::Undefined("there are no samples"),
        }
    }

    /// The value that belongs to a surrogate of this size.
    pub(super) fn value_at(&self, height: &Height) -> Option<Value> {
        let surrogate = match height {
            Height::Undefined => return None,
            Height::Infinite => Surrogate::Infinity,
            finite => Surrogate::Finite(finite.finite()?),
        };
        Some(match &self.measure {
            Measure::Metric(metric) | Measure::OrZero(metric) => {
                metric.value_at(&surrogate, self.scale.as_ref())
            }
            _ => match surrogate {
                Surrogate::Finite(value) => Value::Exact(value),
                Surrogate::Infinity => Value::Infinity,
            },
        })
    }
}

impl SurfaceRow<'_> {
    /// The surrogate for a number of true negatives, of all measures but d'.
    pub(super) fn height(&self, tn: u64) -> Height {
        if self.of.form == ValueForm::ScaledLog && self.of.scale.is_none() {
            return Height::Undefined;
        }
        match self.machine_height(tn).unwrap_or_else(|| self.exact_height(tn)) {
            Height::Undefined if self.of.is_zero_if_undefined() => Height::Small(0, 1),
            height => height,
        }
    }

    fn machine_height(&self, tn: u64) -> Option<Height> {
        let [numerator, denominator] = self.ratio.as_ref()?;
        let (numerator, denominator) = (numerator.at(tn.into())?, denominator.at(tn.into())?);
        if denominator == 0 {
            return Some(if numerator.is_zero() { Height::Undefined } else { Height::Infinite });
        }
        let numerator = if self.signed_square {
            numerator.checked_mul(numerator.checked_abs()?)?
        } else {
            numerator
        };
        Some(Height::Small(numerator, denominator))
    }

    fn exact_height(&self, tn: u64) -> Height {
        let surrogate =
            self.of.matrix(self.tp, tn).and_then(|matrix| self.of.measure.surrogate(&matrix));
        match surrogate {
            None => Height::Undefined,
            Some(Surrogate::Infinity) => Height::Infinite,
            Some(Surrogate::Finite(value)) => Height::Exact(value),
        }
    }
}
