//! The iso-performance lines of a ranking score in ROC space (The Tile, section 3.3, Fig. 2).
//!
//! With x = FPR and y = TPR, R_ab = k is (1-k) s = k u, linear in x and y: all lines of one score
//! go through the common zero of s and u, their vertex. The line of 0, s = 0, goes through (1, 0),
//! that of 1, u = 0, through (0, 1).

#[cfg(feature = "serde")]
use serde::{Serialize, Serializer};

use crate::geometry::{BilinearCurve, HalfPlane, Point};
use crate::num::Rational;
use crate::performance::{ConfusionMatrix, PerformanceError};
use crate::score::RankingScore;

/// The pencil of iso-performance lines of a ranking score for fixed priors.
///
/// ```
/// use exactile::{Point, RankingScore, Rational};
/// use exactile::tile::{Pencil, Vertex};
/// let half = || Rational::new(1, 2);
/// let accuracy = RankingScore::at(Point::new(half(), half())).expect("on the Tile");
/// let pencil = Pencil::new(&accuracy, Rational::new(1, 5))?;
/// // Parallel lines: 4 steps down in specificity are worth 1 step up in sensitivity.
/// assert_eq!(pencil.vertex(), Vertex::AtInfinity([1.into(), 4.into()]));
/// assert_eq!(pencil.line(&half()).to_string(), "-8 fpr + 2 tpr + 3 = 0");
/// # Ok::<(), exactile::PerformanceError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pencil {
    place: Point,
    prior_positive: Rational,
    /// s and u as `[k_fpr, k_tpr, k_1]`.
    satisfied: [Rational; 3],
    unsatisfied: [Rational; 3],
}

/// Common point of all lines of a pencil.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Vertex {
    /// At (FPR, TPR), which lies outside ROC space or, for NPV and PPV, at its corners (1, 1) and
    /// (0, 0), where the score is undefined.
    Finite(Point),
    /// Nowhere: parallel lines of the direction (FPR, TPR), coprime integers that are not negative.
    AtInfinity([Rational; 2]),
}

/// All performances of one value, `k_fpr FPR + k_tpr TPR + k_1 = 0`: coprime integers, positive
/// where performances are better.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IsoLine {
    /// The value of the score on it.
    pub value: Rational,
    /// `[k_fpr, k_tpr, k_1]`.
    pub coefficients: [Rational; 3],
}

/// The point (FPR, TPR) of ROC space, `None` without samples of both classes.
///
/// ```
/// use exactile::ConfusionMatrix;
/// use exactile::tile::roc_point;
/// let matrix = ConfusionMatrix::from_counts(56, 24, 6, 14)?;
/// assert_eq!(roc_point(&matrix).expect("both classes").to_string(), "(3/10, 7/10)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn roc_point(matrix: &ConfusionMatrix) -> Option<Point> {
    Some(Point::new(matrix.tnr()?.complement(), matrix.tpr()?))
}

impl Pencil {
    /// The values 0, 1/10, ..., 1 whose lines are listed and drawn.
    ///
    /// ```
    /// use exactile::tile::Pencil;
    /// assert_eq!(Pencil::usual_values().count(), 11);
    /// ```
    pub fn usual_values() -> impl Iterator<Item = Rational> {
        (0..=10).map(|k| Rational::new(k, 10))
    }

    /// The pencil of a score for a positive prior.
    ///
    /// # Errors
    /// A prior outside `(0, 1)`.
    pub fn new(score: &RankingScore, prior_positive: Rational) -> Result<Self, PerformanceError> {
        crate::performance::check_prior(&prior_positive)?;
        let place = score.place().clone();
        let negative = prior_positive.complement();
        let tn = place.a.complement() * &negative;
        let fp = place.b.complement() * &negative;
        let (tp, fn_) = (&place.a * &prior_positive, &place.b * &prior_positive);
        Ok(Self { satisfied: [-&tn, tp, tn], unsatisfied: [fp, -&fn_, fn_], place, prior_positive })
    }

    /// The place of the score on the Tile.
    pub fn place(&self) -> &Point {
        &self.place
    }

    /// The prior of the positive class.
    pub fn prior_positive(&self) -> &Rational {
        &self.prior_positive
    }

    /// Returns the common point of all lines: right of and above ROC space for a < b, left of and
    /// below it for a > b, at infinity for a = b. The lines of 0 and 1 differ, so there is always
    /// one such point.
    ///
    /// ```
    /// # use exactile::{Point, RankingScore, Rational, tile::Pencil};
    /// let half = || Rational::new(1, 2);
    /// let accuracy = RankingScore::at(Point::new(half(), half())).expect("on the Tile");
    /// let pencil = Pencil::new(&accuracy, half())?;
    /// use exactile::tile::Vertex;
    /// // Lines of accuracy are parallel.
    /// assert!(matches!(pencil.vertex(), Vertex::AtInfinity(_)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn vertex(&self) -> Vertex {
        let ([x0, y0, c0], [x1, y1, c1]) = (&self.satisfied, &self.unsatisfied);
        let x = y0 * c1 - c0 * y1;
        let y = c0 * x1 - x0 * c1;
        let scale = x0 * y1 - y0 * x1;
        match (x.checked_div(&scale), y.checked_div(&scale)) {
            (Some(x), Some(y)) => Vertex::Finite(Point::new(x, y)),
            _ => {
                let [x, y, _] = primitive([x, y, Rational::ZERO]);
                Vertex::AtInfinity([x, y])
            }
        }
    }

    /// The line of a value: 0 to 1 for lines that meet ROC space.
    ///
    /// ```
    /// # use exactile::{Point, RankingScore, Rational, tile::Pencil};
    /// let half = || Rational::new(1, 2);
    /// let accuracy = RankingScore::at(Point::new(half(), half())).expect("on the Tile");
    /// let pencil = Pencil::new(&accuracy, half())?;
    /// // Accuracy 7/10 at the prior 1/2: TPR = FPR + 2/5.
    /// let line = pencil.line(&Rational::new(7, 10));
    /// assert_eq!(line.coefficients, [-5, 5, -2].map(Rational::from));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn line(&self, value: &Rational) -> IsoLine {
        let coefficient =
            |k: usize| value.complement() * &self.satisfied[k] - value * &self.unsatisfied[k];
        let coefficients = primitive([coefficient(0), coefficient(1), coefficient(2)]);
        IsoLine { value: value.clone(), coefficients }
    }

    /// The line through a performance, given by its rates; `None` where the score is undefined,
    /// which is the vertex.
    ///
    /// ```
    /// # use exactile::{Point, RankingScore, Rational, tile::Pencil};
    /// let half = || Rational::new(1, 2);
    /// let accuracy = RankingScore::at(Point::new(half(), half())).expect("on the Tile");
    /// let pencil = Pencil::new(&accuracy, half())?;
    /// let [fpr, tpr] = [3, 7].map(|n| Rational::new(n, 10));
    /// let line = pencil.line_through(&fpr, &tpr).expect("a value");
    /// assert_eq!(line.value, Rational::new(7, 10));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn line_through(&self, fpr: &Rational, tpr: &Rational) -> Option<IsoLine> {
        let at = |[k_x, k_y, k_1]: &[Rational; 3]| k_x * fpr + k_y * tpr + k_1;
        let (satisfied, unsatisfied) = (at(&self.satisfied), at(&self.unsatisfied));
        let value = satisfied.checked_div(&(&satisfied + &unsatisfied))?;
        Some(self.line(&value))
    }

    /// The line through a classifier's performance at its own rates; `None` where a class has no
    /// samples or the score is undefined.
    ///
    /// ```
    /// # use exactile::{Point, RankingScore, Rational, tile::Pencil};
    /// let half = || Rational::new(1, 2);
    /// let accuracy = RankingScore::at(Point::new(half(), half())).expect("on the Tile");
    /// let pencil = Pencil::new(&accuracy, half())?;
    /// let matrix = exactile::ConfusionMatrix::from_counts(40, 10, 20, 30)?;
    /// assert_eq!(pencil.line_of(&matrix).expect("a value").value, Rational::new(7, 10));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn line_of(&self, matrix: &ConfusionMatrix) -> Option<IsoLine> {
        self.line_through(&matrix.tnr()?.complement(), &matrix.tpr()?)
    }
}

impl IsoLine {
    /// Returns the side of the line on which performances are at least as good.
    pub fn better_side(&self) -> HalfPlane {
        let [k_a, k_b, k_1] = self.coefficients.clone();
        HalfPlane { k_a, k_b, k_1 }
    }
}

/// Coprime integers in the same proportion.
fn primitive([x, y, constant]: [Rational; 3]) -> [Rational; 3] {
    let line = BilinearCurve::new([Rational::ZERO, x, y, constant])
        .expect("priors and importances leave a coefficient that is not zero");
    let [_, x, y, constant] = line.coefficients();
    [x, y, constant].map(Clone::clone)
}

impl std::fmt::Display for IsoLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut first = true;
        for (coefficient, name) in self.coefficients.iter().zip([" fpr", " tpr", ""]) {
            if coefficient.is_zero() {
                continue;
            }
            let sign = match (coefficient.is_negative(), first) {
                (true, true) => "-",
                (false, true) => "",
                (true, false) => " - ",
                (false, false) => " + ",
            };
            first = false;
            let size = coefficient.abs();
            if size == Rational::ONE && !name.is_empty() {
                write!(f, "{sign}{}", name.trim_start())?;
            } else {
                write!(f, "{sign}{size}{name}")?;
            }
        }
        f.write_str(" = 0")
    }
}

#[cfg(feature = "serde")]
impl Serialize for IsoLine {
    /// A list of three exact integers: `["k_fpr", "k_tpr", "k_1"]`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.coefficients.serialize(serializer)
    }
}
