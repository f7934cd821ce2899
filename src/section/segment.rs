//! A segment of the Tile.

use num_integer::Integer;

use crate::geometry::Point;
use crate::num::Rational;
use crate::tile::PriorShift;

/// A segment from one point of the Tile to another, for a positive prior.
///
/// A segment that is parallel to an axis or lies on the diagonal a = b is straight on the Tile of
/// the prior, and a position along it is measured there. Any other one is straight in balanced
/// coordinates, and a position is measured there.
///
/// ```
/// use exactile::Rational;
/// use exactile::section::Segment;
/// let f_scores = Segment::f_beta(Rational::new(1, 5))?;
/// let f1 = f_scores.at(&Rational::new(1, 2));
/// assert_eq!(f1.to_string(), "(1, 1/2)");
/// assert_eq!(f_scores.f_beta_squared(&f1), Some(Rational::ONE));
/// # Ok::<(), exactile::section::SegmentError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    from: Point,
    to: Point,
    prior_positive: Rational,
    /// The ends in balanced coordinates.
    balanced: [Point; 2],
    is_straight: bool,
}

/// Reason why two points make no segment.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SegmentError {
    /// An end outside the Tile.
    #[error("{0} is not on the Tile")]
    OutsideTile(Point),
    /// Both ends are one point.
    #[error("both ends of the segment are {0}")]
    OnePoint(Point),
    /// A prior outside `(0, 1)`.
    #[error("a positive prior of {0} is not between 0 and 1")]
    PriorOutOfRange(Rational),
}

impl Segment {
    /// The segment between two points of the Tile of a positive prior.
    ///
    /// ```
    /// use exactile::{Point, Rational};
    /// use exactile::section::Segment;
    /// let [from, to] = [0, 1].map(|a| Point::new(Rational::from(a), Rational::new(1, 2)));
    /// let segment = Segment::new(from, to, Rational::new(1, 5))?;
    /// assert_eq!(segment.at(&Rational::new(1, 4)).to_string(), "(1/4, 1/2)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// An end outside the Tile, equal ends, a prior outside `(0, 1)`.
    pub fn new(from: Point, to: Point, prior_positive: Rational) -> Result<Self, SegmentError> {
        if !prior_positive.is_positive() || prior_positive >= Rational::ONE {
            return Err(SegmentError::PriorOutOfRange(prior_positive));
        }
        for end in [&from, &to] {
            if !end.is_in_unit_square() {
                return Err(SegmentError::OutsideTile(end.clone()));
            }
        }
        if from == to {
            return Err(SegmentError::OnePoint(from));
        }
        let unshift = PriorShift::from_balanced(&prior_positive).inverse();
        let balanced = [&from, &to].map(|end| unshift.apply_to_point(end));
        let is_straight = from.a == to.a || from.b == to.b || (from.a == from.b && to.a == to.b);
        Ok(Self { from, to, prior_positive, balanced, is_straight })
    }

    /// The diagonal from TPR (1, 1) to TNR (0, 0): a position is the threshold probability of
    /// decision curves.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::section::Segment;
    /// let segment = Segment::decision(Rational::new(1, 5))?;
    /// assert_eq!(segment.from().to_string(), "(1, 1)");
    /// assert_eq!(segment.to().to_string(), "(0, 0)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A prior outside `(0, 1)`.
    pub fn decision(prior_positive: Rational) -> Result<Self, SegmentError> {
        Self::new(corner(1, 1), corner(0, 0), prior_positive)
    }

    /// The diagonal from TNR (0, 0) to TPR (1, 1), as cost curves show it.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::section::Segment;
    /// let segment = Segment::cost(Rational::new(1, 5))?;
    /// // Where balanced accuracy is.
    /// let middle = segment.at(&Rational::new(4, 5));
    /// assert_eq!(segment.probability_cost(&middle), Some(Rational::new(1, 2)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A prior outside `(0, 1)`.
    pub fn cost(prior_positive: Rational) -> Result<Self, SegmentError> {
        Self::new(corner(0, 0), corner(1, 1), prior_positive)
    }

    /// The right side from PPV (1, 0) to TPR (1, 1): the F-scores.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::section::Segment;
    /// let segment = Segment::f_beta(Rational::new(1, 5))?;
    /// let f2 = segment.at(&Rational::new(4, 5));
    /// assert_eq!(segment.f_beta_squared(&f2), Some(Rational::from(4)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A prior outside `(0, 1)`.
    pub fn f_beta(prior_positive: Rational) -> Result<Self, SegmentError> {
        Self::new(corner(1, 0), corner(1, 1), prior_positive)
    }

    /// Returns the first point.
    pub fn from(&self) -> &Point {
        &self.from
    }

    /// Returns the last point.
    pub fn to(&self) -> &Point {
        &self.to
    }

    /// The prior of the positive class.
    pub fn prior_positive(&self) -> &Rational {
        &self.prior_positive
    }

    /// Both ends in balanced coordinates, those of the Tile of the prior 1/2.
    pub fn balanced(&self) -> &[Point; 2] {
        &self.balanced
    }

    /// Returns `true` if it is straight on the Tile of the prior, where positions are then
    /// measured; otherwise it is straight in balanced coordinates.
    pub fn is_straight_on_tile(&self) -> bool {
        self.is_straight
    }

    /// The point of the Tile at a position from 0 to 1.
    pub fn at(&self, position: &Rational) -> Point {
        let between = |from: &Point, to: &Point| {
            let along = |from: &Rational, to: &Rational| {
                if from == to { from.clone() } else { from + position * (to - from) }
            };
            Point::new(along(&from.a, &to.a), along(&from.b, &to.b))
        };
        if self.is_straight {
            return between(&self.from, &self.to);
        }
        let [from, to] = &self.balanced;
        PriorShift::from_balanced(&self.prior_positive).apply_to_point(&between(from, to))
    }

    /// The position of a point of the Tile; `None` if it is not on the segment.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::geometry::Point;
    /// use exactile::section::Segment;
    /// let decision = Segment::decision(Rational::new(1, 3))?;
    /// let q = |n| Rational::new(n, 6);
    /// assert_eq!(decision.position(&Point::new(q(5), q(5))), Some(q(1)));
    /// assert_eq!(decision.position(&Point::new(q(5), q(4))), None);
    /// # Ok::<(), exactile::section::SegmentError>(())
    /// ```
    pub fn position(&self, at: &Point) -> Option<Rational> {
        let (ends, spot) = if self.is_straight {
            ([&self.from, &self.to], at.clone())
        } else {
            let unshift = PriorShift::from_balanced(&self.prior_positive).inverse();
            ([&self.balanced[0], &self.balanced[1]], unshift.apply_to_point(at))
        };
        let of = |z: fn(&Point) -> &Rational| {
            (z(&spot) - z(ends[0])).checked_div(&(z(ends[1]) - z(ends[0])))
        };
        let position = of(|point| &point.a).or_else(|| of(|point| &point.b))?;
        let is_within = !position.is_negative() && position <= Rational::ONE;
        (is_within && self.at(&position) == *at).then_some(position)
    }

    /// Returns the positions between which two positions in balanced coordinates lie, rounded
    /// outwards to eight decimals.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::section::Segment;
    /// let segment = Segment::f_beta(Rational::new(1, 4))?;
    /// let [from, to] = segment.around(&[Rational::new(1, 2), Rational::new(1, 2)]);
    /// // Three times as many negatives: b/(1 - b) is 3.
    /// assert_eq!((from, to), (Rational::new(3, 4), Rational::new(3, 4)));
    /// # Ok::<(), exactile::section::SegmentError>(())
    /// ```
    pub fn around(&self, [first, last]: &[Rational; 2]) -> [Rational; 2] {
        const UNIT: i64 = 100_000_000;
        let factor = self.odds_factor();
        let scaled = |m: &Rational| {
            let odds = &factor * m;
            &odds / &(m.complement() + &odds) * Rational::from(UNIT)
        };
        let [first, last] = [scaled(first), scaled(last)];
        let first = first.numerator().div_floor(&first.denominator());
        let last = last.numerator().div_ceil(&last.denominator());
        [first, last].map(|whole| Rational::from(whole) / Rational::from(UNIT))
    }

    /// The factor c such that a position p and the position m in balanced coordinates are related
    /// by p/(1 - p) = c m/(1 - m).
    ///
    /// On the Tile a coordinate is z = k Z/D(Z) with D(Z) = 1 - Z + k Z. So z - z0 is
    /// k (Z - Z0)/(D(Z) D(Z0)), and (z - z0) : (z1 - z) is (Z - Z0) D(Z1) : (Z1 - Z) D(Z0).
    pub(super) fn odds_factor(&self) -> Rational {
        if !self.is_straight {
            return Rational::ONE;
        }
        let shift = PriorShift::from_balanced(&self.prior_positive);
        let [from, to] = &self.balanced;
        let (from, to) = if from.a == to.a { (&from.b, &to.b) } else { (&from.a, &to.a) };
        let denominator = |z: &Rational| z.complement() + shift.odds_factor() * z;
        denominator(to) / denominator(from)
    }

    /// The threshold probability 1 - a of decision curves at a point of the diagonal; `None` if the
    /// segment does not lie on the diagonal.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::section::Segment;
    /// let segment = Segment::decision(Rational::new(1, 5))?;
    /// let at = segment.at(&Rational::new(1, 6));
    /// assert_eq!(segment.threshold_probability(&at), Some(Rational::new(1, 6)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn threshold_probability(&self, at: &Point) -> Option<Rational> {
        self.is_on_diagonal().then(|| at.a.complement())
    }

    /// The probability cost z of cost curves at a point of the diagonal, which is a in balanced
    /// coordinates; `None` if the segment does not lie on the diagonal.
    pub fn probability_cost(&self, at: &Point) -> Option<Rational> {
        let unshift = || PriorShift::from_balanced(&self.prior_positive).inverse();
        self.is_on_diagonal().then(|| unshift().apply(&at.a))
    }

    /// beta^2 = b/(1 - b) of the F-score at a point of the right side; `None` at recall, and if the
    /// segment does not lie on the right side.
    pub fn f_beta_squared(&self, at: &Point) -> Option<Rational> {
        self.is_on_right_side().then(|| at.b.checked_div(&at.b.complement())).flatten()
    }

    /// Returns `true` if it lies on the diagonal a = b.
    pub fn is_on_diagonal(&self) -> bool {
        self.from.a == self.from.b && self.to.a == self.to.b
    }

    /// Returns `true` if it lies on the right side a = 1.
    pub fn is_on_right_side(&self) -> bool {
        self.from.a == Rational::ONE && self.to.a == Rational::ONE
    }
}

fn corner(a: i64, b: i64) -> Point {
    Point::new(a.into(), b.into())
}
