//! The place of a score on the Tile, and its meaning.

use crate::geometry::Point;
use crate::num::Rational;
use crate::score::{Likeness, RankingScore, Scope, Standing};

use super::PriorShift;

/// Place of a score on the Tile.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Placement {
    /// The positive prior, if it is given.
    pub prior_positive: Option<Rational>,
    /// The point (a, b) of the Tile of that prior; `None` if it depends on a prior that is not
    /// given.
    pub at: Option<Point>,
    /// Its coordinates as formulas in the priors pi- and pi+.
    pub formula: [String; 2],
    /// `true` if the point depends on the priors.
    pub depends_on_prior: bool,
    /// The score's importances of tn, fp, fn, tp, as formulas in the priors.
    pub importances: [String; 4],
    /// The importances 1-a, 1-b, b, a of the canonical ranking score at the point.
    pub canonical: Option<[Rational; 4]>,
    /// The point of the Tile of balanced priors that a prior shift puts there; `None` if it depends
    /// on a prior that is not given.
    pub balanced: Option<Point>,
    /// Performances for which the score orders as its place says.
    pub holds: Scope,
    /// `true` if the score orders inversely, so that lower values are better.
    pub inverted: bool,
}

impl Placement {
    /// The place of a score, given the ranking score that orders likewise.
    ///
    /// ```
    /// use exactile::{Metric, Rational};
    /// use exactile::tile::Placement;
    /// let prior = Rational::new(1, 5);
    /// let kappa = Placement::new(&Metric::Kappa.standing().unwrap(), Some(&prior));
    /// assert_eq!(kappa.at.unwrap().to_string(), "(16/17, 1/2)");
    /// // On the Tile of balanced priors kappa's ordering is that of (4/5, 1/5).
    /// assert_eq!(kappa.balanced.unwrap().to_string(), "(4/5, 1/5)");
    /// ```
    ///
    /// # Panics
    /// If the prior is not between 0 and 1.
    pub fn new(standing: &Standing, prior_positive: Option<&Rational>) -> Self {
        let depends_on_prior = standing.depends_on_prior();
        let at = match prior_positive {
            Some(prior) => Some(standing.place(prior)),
            None if depends_on_prior => None,
            None => Some(standing.place(&Rational::ONE)),
        };
        let is_corner = |point: &Point| {
            [&point.a, &point.b].into_iter().all(|z| z.is_zero() || *z == Rational::ONE)
        };
        let balanced = at.as_ref().and_then(|point| match prior_positive {
            Some(prior) => Some(PriorShift::from_balanced(prior).inverse().apply_to_point(point)),
            // Corners stay where they are.
            None => is_corner(point).then(|| point.clone()),
        });
        Self {
            prior_positive: prior_positive.cloned(),
            canonical: at.clone().and_then(RankingScore::at).map(|score| score.importances()),
            at,
            formula: standing.place_formula(),
            depends_on_prior,
            importances: standing.weights.clone().map(|weight| weight.to_string()),
            balanced,
            holds: standing.scope,
            inverted: standing.likeness == Likeness::Decreasing,
        }
    }
}
