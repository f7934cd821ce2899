//! Contours: where a metric has one exact value, as a curve through the lattice.
//!
//! With P and N fixed, "metric = K" is the zero set of a polynomial of degree at most 2 in
//! (tp, tn): s = num/den becomes `b num - a den = 0` for the surrogate s = a/b, and
//! sign(num) num^2/den becomes `b num^2 - |a| den = 0`, of which only the part where num has the
//! sign of a belongs to the contour. Metrics whose num and den are both linear have contours that
//! are lines of one pencil, through the common zero of both ("Never mind the metrics", appendices
//! B and C). The matrices on a contour are found by binary search on each row, so that they have
//! exactly the value K: O(P log N).

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_traits::{Signed, Zero};
#[cfg(feature = "serde")]
use serde::{Serialize, Serializer};

use super::error::unless_stopped;
use super::metric_on_lattice::MetricOnLattice;
use super::polynomial::Polynomial;
use super::tail::TailRelation;
use super::target::Target;
use super::{ExactValue, Lattice, LatticeError};
use crate::num::Rational;
use crate::score::{Metric, Parts, Ring, ValueForm};
use crate::work::{Advance, Watch, Work};

/// Kind of real curve on which a polynomial of degree at most 2 vanishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContourClass {
    /// No point at all.
    Empty,
    /// The whole plane.
    Everything,
    /// A line of a family of parallels.
    Line,
    /// A line of a pencil through one point.
    PencilLine,
    /// A line counted twice.
    DoubleLine,
    /// Two parallel lines.
    ParallelLines,
    /// Two lines that cross.
    CrossingLines,
    /// One point.
    Point,
    /// An ellipse.
    Ellipse,
    /// A parabola.
    Parabola,
    /// A hyperbola.
    Hyperbola,
}

impl ContourClass {
    /// Its name, as in JSON.
    ///
    /// ```
    /// use exactile::lattice::ContourClass;
    /// assert_eq!(ContourClass::Ellipse.name(), "ellipse");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Everything => "everything",
            Self::Line => "line",
            Self::PencilLine => "pencil-line",
            Self::DoubleLine => "double-line",
            Self::ParallelLines => "parallel-lines",
            Self::CrossingLines => "crossing-lines",
            Self::Point => "point",
            Self::Ellipse => "ellipse",
            Self::Parabola => "parabola",
            Self::Hyperbola => "hyperbola",
        }
    }
}

#[cfg(feature = "serde")]
impl Serialize for ContourClass {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// The contour of a metric at one value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contour {
    metric: Metric,
    value: ExactValue,
    lattice: Lattice,
    /// Its polynomial, with coprime coefficients; zero where all or no points satisfy it trivially.
    pub polynomial: Polynomial,
    /// The kind of curve.
    pub class: ContourClass,
    /// For a line of a pencil, the point (tp, tn) that all contours of the metric go through.
    pub base_point: Option<(Rational, Rational)>,
    /// The matrices (tp, tn) on it, which have exactly this value; none for [`Self::curve`].
    pub points: Vec<(u64, u64)>,
}

impl Contour {
    /// The contour of a metric at a value.
    ///
    /// ```
    /// use exactile::lattice::{Contour, ContourClass, Lattice};
    /// use exactile::{Metric, Rational};
    /// let f1 = Metric::FBeta(Rational::ONE);
    /// let contour = Contour::new(&f1, &"2/5".parse()?, Lattice::new(20, 40)?)?;
    /// assert_eq!(contour.polynomial.to_string(), "4 tp + tn - 60");
    /// assert_eq!(contour.class, ContourClass::PencilLine);
    /// assert_eq!(contour.base_point, Some((Rational::ZERO, Rational::from(60))));
    /// assert_eq!(contour.points.len(), 11);
    ///
    /// let mcc = Contour::new(&Metric::Mcc, &"-sqrt(1/3)".parse()?, Lattice::new(20, 40)?)?;
    /// assert_eq!(mcc.class, ContourClass::Ellipse);
    /// assert_eq!(mcc.points, [(0, 16), (4, 8)]);
    /// # Ok::<(), exactile::lattice::LatticeError>(())
    /// ```
    ///
    /// # Errors
    /// Values at which the contour is not a polynomial with rational coefficients; counts too large
    /// to compare; more rows to search, or matrices to list, than their limits.
    pub fn new(
        metric: &Metric,
        value: &ExactValue,
        lattice: Lattice,
    ) -> Result<Self, LatticeError> {
        Self::watched(metric, value, lattice, &Watch::never())
    }

    /// As [`Self::new`]. `advance` is called for every thousandth row of the lattice, and may stop
    /// the work: then there is no result.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn with_progress(
        metric: &Metric,
        value: &ExactValue,
        lattice: Lattice,
        advance: Advance<'_>,
    ) -> Result<Option<Self>, LatticeError> {
        unless_stopped(Self::watched(metric, value, lattice, &Watch::new(advance)))
    }

    fn watched(
        metric: &Metric,
        value: &ExactValue,
        lattice: Lattice,
        watch: &Watch<'_>,
    ) -> Result<Self, LatticeError> {
        let mut contour = Self::curve(metric, value, lattice)?;
        Work::LatticeRows.check(u128::from(lattice.positives()) + 1)?;
        let on_lattice = MetricOnLattice::new(metric, lattice)?;
        let rows =
            on_lattice.intervals(TailRelation::Equal, &on_lattice.threshold(value)?, watch)?;
        let listed = rows.iter().map(|(_, columns)| u128::from(columns.end - columns.start)).sum();
        Work::ListedMatrices.check(listed)?;
        for (tp, columns) in rows {
            contour.points.extend(columns.map(|tn| (tp, tn)));
        }
        Ok(contour)
    }

    /// The contour as a curve alone, without its matrices: O(1), on lattices of any size.
    ///
    /// ```
    /// use exactile::Metric;
    /// use exactile::lattice::{Contour, Lattice};
    /// let contour = Contour::curve(&Metric::Accuracy, &"1/2".parse()?, Lattice::new(10, 10)?)?;
    /// assert_eq!(contour.polynomial.to_string(), "tp + tn - 10");
    /// assert!(contour.points.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Self::new`], without its limits.
    pub fn curve(
        metric: &Metric,
        value: &ExactValue,
        lattice: Lattice,
    ) -> Result<Self, LatticeError> {
        if !metric.is_quadratic() {
            return Err(LatticeError::NoConics { metric: metric.to_string() });
        }
        let (p, n) = (Rational::from(lattice.positives()), Rational::from(lattice.negatives()));
        let target = Target::new(metric, metric.scale(&p, &n).as_ref(), value)?;
        let (polynomial, base_point) = polynomial(metric, value, &target, lattice)?;
        let class = match &target {
            Target::Below | Target::Above => ContourClass::Empty,
            _ if base_point.is_some() && polynomial.degree() == 1 => ContourClass::PencilLine,
            _ => classify(&polynomial),
        };
        Ok(Self {
            metric: metric.clone(),
            value: value.clone(),
            lattice,
            polynomial,
            class,
            base_point,
            points: Vec::new(),
        })
    }
}

impl Contour {
    /// The metric.
    pub fn metric(&self) -> &Metric {
        &self.metric
    }

    /// The lattice.
    pub fn lattice(&self) -> Lattice {
        self.lattice
    }

    /// Its value on the contour.
    pub fn value(&self) -> &ExactValue {
        &self.value
    }
}

/// The polynomial that vanishes on the contour, and the base point of the metric's pencil.
fn polynomial(
    metric: &Metric,
    value: &ExactValue,
    target: &Target,
    lattice: Lattice,
) -> Result<(Polynomial, Option<(Rational, Rational)>), LatticeError> {
    let no_polynomial = |hint| LatticeError::NoPolynomial {
        metric: metric.to_string(),
        value: value.to_string(),
        hint,
    };
    let zero = Polynomial::constant(&BigInt::zero());
    if metric.form() == ValueForm::Quantiles {
        // z(TPR) + z(TNR) = 0 where TPR + TNR = 1: the zero contour of informedness.
        return match target {
            Target::AtQuantiles(k) if k.is_zero() => {
                let parts = Metric::Informedness
                    .parts(&Polynomial::counts(lattice.positives(), lattice.negatives()));
                Ok((parts.numerator.primitive(), None))
            }
            _ => Err(no_polynomial("0")),
        };
    }
    let Parts { numerator, denominator, signed_square } =
        metric.parts(&Polynomial::counts(lattice.positives(), lattice.negatives()));
    let base_point = if signed_square { None } else { common_zero(&numerator, &denominator) };
    let polynomial = match target {
        Target::Below | Target::Above => zero,
        Target::Infinity => denominator,
        Target::At(s) if signed_square && !s.is_zero() => numerator
            .times(&numerator)
            .scaled(&s.denominator())
            .minus(&denominator.scaled(&s.numerator().abs())),
        Target::At(s) => {
            numerator.scaled(&s.denominator()).minus(&denominator.scaled(&s.numerator()))
        }
        Target::AtRoot(_) => return Err(no_polynomial("a rational number")),
        Target::AtExponential(_) => return Err(no_polynomial("0 or ln(R)")),
        Target::AtPower { .. } => return Err(no_polynomial("a whole number")),
        Target::AtQuantiles(_) => return Err(no_polynomial("0")),
    };
    Ok((polynomial.primitive(), base_point))
}

/// The point where two linear polynomials vanish; `None` if they are not linear or are parallel.
fn common_zero(first: &Polynomial, second: &Polynomial) -> Option<(Rational, Rational)> {
    if first.degree() != 1 || second.degree() != 1 {
        return None;
    }
    let [.., a, b, c] = &first.coefficients;
    let [.., d, e, f] = &second.coefficients;
    let determinant = a * e - b * d;
    if determinant.is_zero() {
        return None;
    }
    Some((
        Rational::new(b * f - c * e, determinant.clone()),
        Rational::new(c * d - a * f, determinant),
    ))
}

/// The real zero set, by the invariants of a conic: the discriminant B^2 - 4AC and the determinant
/// of its matrix.
fn classify(polynomial: &Polynomial) -> ContourClass {
    let [a, b, c, d, e, f] = &polynomial.coefficients;
    match polynomial.degree() {
        0 if f.is_zero() => return ContourClass::Everything,
        0 => return ContourClass::Empty,
        1 => return ContourClass::Line,
        _ => {}
    }
    let discriminant: BigInt = b * b - a * c * 4;
    let determinant: BigInt = a * c * f * 4 + b * d * e - a * e * e - c * d * d - f * b * b;
    let degenerate = determinant.is_zero();
    match (discriminant.cmp(&BigInt::zero()), degenerate) {
        (Ordering::Less, true) => ContourClass::Point,
        (Ordering::Less, false) if (a * determinant).is_negative() => ContourClass::Ellipse,
        (Ordering::Less, false) => ContourClass::Empty,
        (Ordering::Greater, true) => ContourClass::CrossingLines,
        (Ordering::Greater, false) => ContourClass::Hyperbola,
        (Ordering::Equal, false) => ContourClass::Parabola,
        (Ordering::Equal, true) => {
            // (r x + s y)^2 + ... splits into two parallels as the quadratic along one axis does.
            let along: BigInt = if a.is_zero() { e * e - c * f * 4 } else { d * d - a * f * 4 };
            match along.cmp(&BigInt::zero()) {
                Ordering::Less => ContourClass::Empty,
                Ordering::Equal => ContourClass::DoubleLine,
                Ordering::Greater => ContourClass::ParallelLines,
            }
        }
    }
}

#[cfg(feature = "serde")]
impl Serialize for Contour {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Json<'c> {
            metric: String,
            value: &'c ExactValue,
            positives: u64,
            negatives: u64,
            polynomial: &'c Polynomial,
            equation: String,
            class: ContourClass,
            base_point: &'c Option<(Rational, Rational)>,
            points: &'c [(u64, u64)],
        }
        Json {
            metric: self.metric.to_string(),
            value: &self.value,
            positives: self.lattice.positives(),
            negatives: self.lattice.negatives(),
            polynomial: &self.polynomial,
            equation: format!("{} = 0", self.polynomial),
            class: self.class,
            base_point: &self.base_point,
            points: &self.points,
        }
        .serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_sets_are_classified() {
        let class = |k: [i64; 6]| classify(&Polynomial::new(k.map(BigInt::from)));
        for (coefficients, expected) in [
            ([0, 0, 0, 0, 0, 0], ContourClass::Everything),
            ([0, 0, 0, 0, 0, 3], ContourClass::Empty),
            ([0, 0, 0, 1, -2, 3], ContourClass::Line),
            ([1, 0, 1, 0, 0, -1], ContourClass::Ellipse),
            ([-1, 0, -1, 0, 0, -1], ContourClass::Empty),
            ([1, 0, 1, 0, 0, 0], ContourClass::Point),
            ([1, 0, 0, 0, -1, 0], ContourClass::Parabola),
            ([0, 1, 0, 0, 0, -1], ContourClass::Hyperbola),
            ([0, 1, 0, 0, 0, 0], ContourClass::CrossingLines),
            ([1, 2, 1, 0, 0, -1], ContourClass::ParallelLines),
            ([1, 2, 1, 2, 2, 1], ContourClass::DoubleLine),
            ([0, 0, 1, 0, 0, 1], ContourClass::Empty),
        ] {
            assert_eq!(class(coefficients), expected, "{coefficients:?}");
        }
    }
}
