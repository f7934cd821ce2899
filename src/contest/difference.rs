//! Differences of a metric's values, compared exactly.
//!
//! A value is a rational, a + b sqrt(r) (MCC, the geometric means, the prevalence threshold), a
//! logarithm of a rational up to a common factor, or a sum of two normal quantiles. Sums of square
//! roots are first gathered by square class: sqrt(r) and sqrt(s) are rational multiples of each
//! other iff r s is a square, and roots of different classes are linearly independent, so the sum
//! vanishes iff each class does. A sum that does not vanish has a sign that an enclosure of enough
//! binary places shows. Quantiles cancel where their arguments are equal or add up to one; other
//! sums are compared in enclosures.

use std::cmp::Ordering;

use super::results::NoSwapTest;
use crate::lattice::{Lattice, LatticeError, MetricOnLattice};
use crate::num::{Enclosure, Rational, exact_root, sign_of_quantiles};
use crate::score::{Metric, Surrogate, ValueForm};

/// The value of a metric on a matrix, in the form in which differences of values are compared.
#[derive(Clone, Debug)]
pub(super) enum Operand {
    Undefined,
    /// Minus infinity or infinity.
    Infinite(Ordering),
    Rational(Rational),
    /// The rational, the coefficient, the radicand, and the nearest double or one beside it.
    Radical(Box<(Rational, Rational, Rational)>, f64),
    /// A positive multiple of the logarithm of it.
    Log(Rational),
    /// z of the first plus z of the second.
    Quantiles(Box<[Rational; 2]>),
}

impl Operand {
    /// Zero, for any metric.
    pub(super) fn zero() -> Self {
        Self::Rational(Rational::ZERO)
    }

    fn infinity(&self) -> Ordering {
        match self {
            Self::Infinite(sign) => *sign,
            _ => Ordering::Equal,
        }
    }
}

/// The values of a metric on a lattice.
pub(super) struct Values {
    metric: MetricOnLattice,
    form: ValueForm,
}

impl Values {
    pub(super) fn new(metric: &Metric, lattice: Lattice) -> Result<Self, LatticeError> {
        Ok(Self { metric: MetricOnLattice::new(metric, lattice)?, form: metric.form() })
    }

    /// The value at a point.
    pub(super) fn at(&self, tp: u64, tn: u64) -> Operand {
        if !self.metric.is_defined(tp, tn) {
            return Operand::Undefined;
        }
        let Some(surrogate) = self.metric.surrogate(tp, tn) else {
            return self.quantiles(tp, tn);
        };
        let Surrogate::Finite(s) = surrogate else { return Operand::Infinite(Ordering::Greater) };
        match self.form {
            ValueForm::Plain | ValueForm::Quantiles => Operand::Rational(s),
            ValueForm::Root => {
                let double = s.to_f64();
                let sign = if s.is_negative() { -Rational::ONE } else { Rational::ONE };
                let root = double.abs().sqrt().copysign(double);
                Operand::Radical(Box::new((Rational::ZERO, sign, s.abs())), root)
            }
            ValueForm::Threshold => threshold(&s),
            ValueForm::Log | ValueForm::ScaledLog if s.is_zero() => {
                Operand::Infinite(Ordering::Less)
            }
            ValueForm::Log | ValueForm::ScaledLog => Operand::Log(s),
        }
    }

    fn quantiles(&self, tp: u64, tn: u64) -> Operand {
        let (tpr, tnr) = self.metric.rates(tp, tn);
        if tpr.is_zero() || tnr.is_zero() {
            return Operand::Infinite(Ordering::Less);
        }
        if tpr == Rational::ONE || tnr == Rational::ONE {
            return Operand::Infinite(Ordering::Greater);
        }
        Operand::Quantiles(Box::new([tpr, tnr]))
    }

    /// Returns `Greater` if the metric rises with tn on a row, `Less` if it falls, `Equal` if it
    /// does neither.
    pub(super) fn direction(&self, tp: u64) -> Ordering {
        let columns = self.metric.defined_columns(tp);
        if columns.is_empty() {
            return Ordering::Equal;
        }
        self.metric.key(tp, columns.end - 1).cmp(&self.metric.key(tp, columns.start))
    }
}

/// sqrt(s)/(sqrt(s) + sqrt(1 - s)) = (s - sqrt(s (1 - s)))/(2 s - 1)
fn threshold(s: &Rational) -> Operand {
    let twice = s + s - Rational::ONE;
    let Some(inverse) = twice.reciprocal() else { return Operand::Rational(Rational::new(1, 2)) };
    let other = s.complement();
    let (root, other_root) = (s.to_f64().sqrt(), other.to_f64().sqrt());
    let parts = (s * &inverse, -&inverse, s * &other);
    Operand::Radical(Box::new(parts), root / (root + other_root))
}

/// Sums of four doubles, each at most 1 and off by at most 4 roundings, differ by less.
const CLOSE: f64 = 1e-14;
/// Binary places beyond which sums of quantiles are not compared.
const MOST_BITS: u32 = 1024;

/// The order of x - y relative to t - u; `None` where one of the differences is undefined.
///
/// # Errors
/// Differences of quantiles that cannot be told apart.
pub(super) fn order_of_differences(
    [x, y]: &[Operand; 2],
    [t, u]: &[Operand; 2],
) -> Result<Option<Ordering>, NoSwapTest> {
    let infinity = |first: &Operand, second: &Operand| match (first, second) {
        (Operand::Undefined, _) | (_, Operand::Undefined) => None,
        _ => match (first.infinity(), second.infinity()) {
            (Ordering::Equal, other) => Some(other.reverse()),
            (own, Ordering::Equal) => Some(own),
            (own, other) if own != other => Some(own),
            _ => None,
        },
    };
    let (Some(one), Some(other)) = (infinity(x, y), infinity(t, u)) else { return Ok(None) };
    if one != Ordering::Equal || other != Ordering::Equal {
        return Ok(Some(one.cmp(&other)));
    }
    // x + u - y - t
    let signed = [(x, 1), (u, 1), (y, -1), (t, -1)];
    if let [
        Operand::Rational(x),
        Operand::Rational(u),
        Operand::Rational(y),
        Operand::Rational(t),
    ] = [x, u, y, t]
    {
        return Ok(Some((x - y).cmp(&(t - u))));
    }
    if signed.iter().any(|(value, _)| matches!(value, Operand::Log(_))) {
        let factor = |value: &Operand| match value {
            Operand::Log(argument) => argument.clone(),
            // Zero is the logarithm of one.
            _ => Rational::ONE,
        };
        return Ok(Some((factor(x) * factor(u)).cmp(&(factor(y) * factor(t)))));
    }
    if signed.iter().any(|(value, _)| matches!(value, Operand::Quantiles(_))) {
        return order_of_quantiles(&signed).map(Some);
    }
    let double = |value: &Operand| match value {
        Operand::Radical(_, double) => *double,
        Operand::Rational(value) => value.to_f64(),
        _ => unreachable!("other forms are compared above"),
    };
    let difference = (double(x) + double(u)) - (double(y) + double(t));
    if difference.abs() > CLOSE {
        return Ok(Some(difference.total_cmp(&0.0)));
    }
    Ok(Some(sign_of_radicals(&signed)))
}

/// The sign of a sum of radicals.
fn sign_of_radicals(signed: &[(&Operand, i64); 4]) -> Ordering {
    let mut rational = Rational::ZERO;
    // Coefficient and radicand of each square class.
    let mut classes: Vec<(Rational, Rational)> = Vec::new();
    for (value, sign) in signed {
        let sign = Rational::from(*sign);
        match value {
            Operand::Rational(value) => rational = rational + value * &sign,
            Operand::Radical(parts, _) => {
                let (whole, coefficient, radicand) = &**parts;
                rational = rational + whole * &sign;
                let coefficient = coefficient * &sign;
                if let Some(root) = exact_root(radicand) {
                    rational = rational + coefficient * root;
                    continue;
                }
                let same = |class: &(Rational, Rational)| exact_root(&(radicand / &class.1));
                match classes.iter_mut().find_map(|class| same(class).map(|root| (class, root))) {
                    Some((class, root)) => class.0 = &class.0 + coefficient * root,
                    None => classes.push((coefficient, radicand.clone())),
                }
            }
            _ => unreachable!("other forms are compared elsewhere"),
        }
    }
    classes.retain(|(coefficient, _)| !coefficient.is_zero());
    if classes.is_empty() {
        return rational.sign();
    }
    Enclosure::sign_of_nonzero(|bits| {
        classes.iter().fold(Enclosure::of_rational(&rational, bits), |sum, (factor, radicand)| {
            sum + Enclosure::sqrt(radicand, bits) * factor
        })
    })
}

/// The order of a sum of quantiles relative to zero.
fn order_of_quantiles(signed: &[(&Operand, i64); 4]) -> Result<Ordering, NoSwapTest> {
    let arguments = signed.iter().filter_map(|(value, sign)| match value {
        Operand::Quantiles(arguments) => Some(arguments.iter().map(move |one| (one, *sign))),
        _ => None,
    });
    sign_of_quantiles(arguments.flatten(), MOST_BITS).ok_or(NoSwapTest::Inseparable)
}
