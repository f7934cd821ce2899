//! Values that are reached without skill (The Tile, section 4.4 and A.5).
//!
//! A no-skill performance of priors pi-, pi+ and prediction rates t-, t+ has tn = pi- t-,
//! fp = pi- t+, fn = pi+ t-, tp = pi+ t+. Its ratio of satisfaction to dissatisfaction,
//!
//! ```text
//! s/u = ((1-a) pi- t- + a pi+ t+) / (b pi+ t- + (1-b) pi- t+),
//! ```
//!
//! is a linear fractional function of t+ : t-, so monotone, and the sign of its slope is that of
//! the determinant pi+^2 a b - pi-^2 (1-a)(1-b). For fixed t it is one of pi+ : pi-, with the
//! determinant t+^2 a (1-b) - t-^2 (1-a) b.

use crate::geometry::{BilinearCurve, Point};
use crate::num::Rational;
use crate::performance::{ConfusionMatrix, PerformanceError};
use crate::score::RankingScore;

const CURVE: &str = "a prior and a rate leave a coefficient that is not zero";
const ON_TILE: &str = "a point of the Tile";

/// The no-skill performances of one prior.
///
/// ```
/// use exactile::{Point, Rational};
/// use exactile::tile::{ConstantPrediction, NoSkill};
/// let without = NoSkill::new(Rational::new(1, 5))?;
/// let centre = Point::new(Rational::new(1, 2), Rational::new(1, 2));
/// let best = without.best(&centre).expect("on the Tile");
/// assert_eq!(best.value, Rational::new(4, 5));
/// assert_eq!(best.by, ConstantPrediction::Negative);
/// // Accuracy, corrected for chance, ranks as kappa does: at (pi-^2/(pi-^2 + pi+^2), 1/2).
/// assert_eq!(without.collapse(&centre).a, Rational::new(16, 17));
/// # Ok::<(), exactile::PerformanceError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSkill {
    prior_positive: Rational,
}

/// The no-skill predictions that reach the best value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum ConstantPrediction {
    /// Predicting always the negative class.
    Negative,
    /// Predicting always the positive class.
    Positive,
    /// All no-skill performances of these priors on which the score is defined.
    Any,
}

/// The best value without skill at a point of the Tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestNoSkill {
    /// The largest value of R_ab over all prediction rates, in `[0, 1]`.
    pub value: Rational,
    /// The predictions that reach it.
    pub by: ConstantPrediction,
}

impl NoSkill {
    /// The no-skill performances of a positive prior.
    ///
    /// # Errors
    /// A prior outside `(0, 1)`.
    pub fn new(prior_positive: Rational) -> Result<Self, PerformanceError> {
        crate::performance::check_prior(&prior_positive)?;
        Ok(Self { prior_positive })
    }

    /// The prior of the positive class.
    pub fn prior_positive(&self) -> &Rational {
        &self.prior_positive
    }

    /// The product of the odds of a and of b on gamma_pi: (pi-/pi+)^2.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::tile::NoSkill;
    /// let no_skill = NoSkill::new(Rational::new(1, 5))?;
    /// assert_eq!(no_skill.odds_product(), Rational::from(16));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn odds_product(&self) -> Rational {
        let odds = self.prior_positive.complement() / &self.prior_positive;
        &odds * &odds
    }

    /// The curve gamma_pi, pi+^2 ab = pi-^2 (1-a)(1-b), from NPV to PPV: there all no-skill
    /// performances of these priors tie. Where it is positive (towards TPR) predicting always
    /// positive is the best without skill, where it is negative (towards TNR) always negative.
    pub fn curve(&self) -> BilinearCurve {
        let negative = self.prior_positive.complement();
        let (p2, n2) = (&self.prior_positive * &self.prior_positive, &negative * &negative);
        BilinearCurve::new([p2 - &n2, n2.clone(), n2.clone(), -n2]).expect(CURVE)
    }

    /// The point of gamma_pi at the height b, in `[0, 1]`:
    /// a = pi-^2 (1-b) / (pi-^2 (1-b) + pi+^2 b).
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::tile::NoSkill;
    /// let point = NoSkill::new(Rational::new(1, 5))?.curve_at(&Rational::new(1, 2));
    /// // The place of kappa at this prior.
    /// assert_eq!(point.to_string(), "(16/17, 1/2)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn curve_at(&self, b: &Rational) -> Point {
        let weight = self.odds_product() * b.complement();
        Point::new(&weight / (&weight + b), b.clone())
    }

    /// The best value of R_ab without skill, over all prediction rates: that of one of the two
    /// constant predictions, since the score is monotone in the rate. `None` outside the Tile.
    ///
    /// On gamma_pi all values are equal. Its ends are NPV, which predicting always positive leaves
    /// undefined, and PPV, which predicting always negative does.
    ///
    /// ```
    /// use exactile::{Point, Rational};
    /// use exactile::tile::{ConstantPrediction, NoSkill};
    /// let accuracy = Point::new(Rational::new(1, 2), Rational::new(1, 2));
    /// let best = NoSkill::new(Rational::new(1, 5))?.best(&accuracy).expect("on the Tile");
    /// // Predicting always negative is right for four samples of five.
    /// assert_eq!((best.value, best.by), (Rational::new(4, 5), ConstantPrediction::Negative));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn best(&self, place: &Point) -> Option<BestNoSkill> {
        let score = RankingScore::at(place.clone())?;
        let (zero, one) = (Rational::ZERO, Rational::ONE);
        let constant = |tnr: &Rational, tpr: &Rational| {
            let matrix = ConfusionMatrix::from_rates(tnr, tpr, &self.prior_positive);
            score.value(&matrix.expect("rates 0 and 1 and a prior that was checked"))
        };
        let (negative, positive) = (constant(&one, &zero), constant(&zero, &one));
        let by = match self.curve().side_of(place) {
            std::cmp::Ordering::Less => ConstantPrediction::Negative,
            std::cmp::Ordering::Equal => ConstantPrediction::Any,
            std::cmp::Ordering::Greater => ConstantPrediction::Positive,
        };
        // `None` orders below every value, and one of the two predictions is always defined.
        negative.max(positive).map(|value| BestNoSkill { value, by })
    }

    /// Returns the place of a score after Cohen's correction: the correction of R_ab orders
    /// performances of these priors as the ranking score at this point does, the point of gamma_pi
    /// at the same height (The Tile, section 4.4).
    ///
    /// On gamma_pi the satisfaction of a no-skill performance is c times its dissatisfaction, one c
    /// for all. There R = 1 - (u/u')/(c + 1), while the corrected score is 1 - u/u' for every a.
    ///
    /// ```
    /// use exactile::{Point, Rational};
    /// use exactile::tile::NoSkill;
    /// let accuracy = Point::new(Rational::new(1, 2), Rational::new(1, 2));
    /// let kappa = NoSkill::new(Rational::new(1, 5))?.collapse(&accuracy);
    /// assert_eq!(kappa.to_string(), "(16/17, 1/2)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn collapse(&self, place: &Point) -> Point {
        self.curve_at(&place.b)
    }

    /// The constant V with which the corrected score is (R - V)/(1 - V), R being the ranking score
    /// at the point of [`NoSkill::collapse`]: what every no-skill performance scores there. `None`
    /// outside the Tile.
    pub fn chance_level(&self, place: &Point) -> Option<Rational> {
        place.is_in_unit_square().then(|| self.best(&self.collapse(place)).expect(ON_TILE).value)
    }
}

/// The no-skill performances of one rate of positive predictions.
///
/// ```
/// use exactile::Rational;
/// use exactile::tile::PredictionRate;
/// let rate = PredictionRate::new(Rational::new(1, 3)).expect("a rate");
/// // 3 ab + a - 4 b = 0
/// assert_eq!(rate.curve().to_string(), "3 1 -4 0");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PredictionRate {
    positive: Rational,
}

impl PredictionRate {
    /// The rate of positive predictions; `None` outside `[0, 1]`.
    pub fn new(positive: Rational) -> Option<Self> {
        let sound = !positive.is_negative() && positive <= Rational::ONE;
        sound.then_some(Self { positive })
    }

    /// The rate of positive predictions.
    pub fn positive(&self) -> &Rational {
        &self.positive
    }

    /// The quotient of the odds of b by those of a on gamma_tau: (t+/t-)^2; `None` where nothing
    /// is predicted negative.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::tile::PredictionRate;
    /// let quotient =
    ///     |n, d| PredictionRate::new(Rational::new(n, d)).and_then(|rate| rate.odds_quotient());
    /// assert_eq!(quotient(1, 3), Some(Rational::new(1, 4)));
    /// assert_eq!(quotient(1, 1), None);
    /// ```
    pub fn odds_quotient(&self) -> Option<Rational> {
        let odds = self.positive.checked_div(&self.positive.complement())?;
        Some(&odds * &odds)
    }

    /// The curve gamma_tau, t+^2 a (1-b) = t-^2 (1-a) b, from TNR to TPR: there all no-skill
    /// performances of this rate tie, whatever their priors. Where it is positive (towards PPV) a
    /// larger positive prior is better, where it is negative (towards NPV) a smaller one.
    ///
    /// At the rates 0 and 1 it is two sides of the Tile: (1-a) b = 0 and a (1-b) = 0.
    pub fn curve(&self) -> BilinearCurve {
        let negative = self.positive.complement();
        let (p2, n2) = (&self.positive * &self.positive, &negative * &negative);
        BilinearCurve::new([&n2 - &p2, p2, -n2, Rational::ZERO]).expect(CURVE)
    }

    /// The point of gamma_tau at an abscissa in `[0, 1]`; `None` where it is a whole side of the
    /// Tile.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::tile::PredictionRate;
    /// let rate = PredictionRate::new(Rational::new(1, 3)).expect("a rate");
    /// let point = rate.curve_at(&Rational::new(1, 2)).expect("a point");
    /// assert_eq!(point.to_string(), "(1/2, 1/5)");
    /// ```
    pub fn curve_at(&self, a: &Rational) -> Option<Point> {
        let negative = self.positive.complement();
        let up = &self.positive * &self.positive * a;
        let down = &negative * &negative * a.complement();
        Some(Point::new(a.clone(), up.checked_div(&(&up + &down))?))
    }
}
