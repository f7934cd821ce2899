//! Metrics that have a place on the Tile.

use std::fmt;
use std::str::FromStr;

use super::metric::{Metric, Scope, Standing, unknown};
use crate::geometry::Point;
use crate::num::{Rational, Value};
use crate::performance::ConfusionMatrix;

/// A metric whose ordering of performances is that of a canonical ranking score, or its inverse:
/// every metric with a [`Metric::standing`].
///
/// ```
/// use exactile::{NamedScore, Rational};
/// let kappa: NamedScore = "kappa".parse()?;
/// assert_eq!(kappa.place(&Rational::new(1, 5)).to_string(), "(16/17, 1/2)");
/// assert!("mcc".parse::<NamedScore>().is_err());
/// # Ok::<(), exactile::UnknownScore>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedScore {
    metric: Metric,
    standing: Standing,
}

/// A name that stands for no score with a place on the Tile.
///
/// ```
/// use exactile::NamedScore;
/// let error = "mcc".parse::<NamedScore>().unwrap_err();
/// assert!(error.to_string().starts_with("mcc has no place on the Tile: "));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnknownScore {
    /// No metric is called so.
    #[error("{}", unknown(name, "score on the Tile", &NamedScore::names()))]
    NoMetric {
        /// The name as it was given.
        name: String,
    },
    /// The metric orders as no ranking score does.
    #[error("{metric} has no place on the Tile: {reason}")]
    NoPlace {
        /// The metric.
        metric: Metric,
        /// The reason.
        reason: &'static str,
    },
}

impl NamedScore {
    /// A metric with its place.
    ///
    /// ```
    /// use exactile::{Metric, NamedScore};
    /// assert!(NamedScore::new(Metric::Kappa).is_ok());
    /// assert!(NamedScore::new(Metric::Mcc).is_err());
    /// ```
    ///
    /// # Errors
    /// A metric that has none.
    pub fn new(metric: Metric) -> Result<Self, UnknownScore> {
        match metric.standing() {
            Ok(standing) => Ok(Self { metric, standing }),
            Err(reason) => Err(UnknownScore::NoPlace { metric, reason }),
        }
    }

    /// The names that are accepted, for error messages.
    pub fn names() -> String {
        let placed = Metric::all().into_iter().filter(|metric| metric.standing().is_ok());
        let names = placed.map(|metric| metric.to_string());
        let families = Metric::families().into_iter().map(|metric| metric.signature());
        names.chain(families).collect::<Vec<_>>().join(", ")
    }

    /// The scores that pictures mark and summaries mention.
    ///
    /// ```
    /// use exactile::NamedScore;
    /// assert_eq!(NamedScore::marked().len(), 11);
    /// ```
    pub fn marked() -> Vec<Self> {
        let beta = |n: i64, d: i64| Metric::FBeta(Rational::new(n, d));
        [
            Metric::Tnr,
            Metric::Npv,
            Metric::NegativeJaccard,
            Metric::Accuracy,
            Metric::BalancedAccuracy,
            Metric::Kappa,
            Metric::Ppv,
            beta(1, 2),
            beta(1, 1),
            beta(2, 1),
            Metric::Tpr,
        ]
        .into_iter()
        .map(|metric| Self::new(metric).expect("all of these have a place"))
        .collect()
    }

    /// The metric.
    pub fn metric(&self) -> &Metric {
        &self.metric
    }

    /// The ranking score that it orders like.
    pub fn standing(&self) -> &Standing {
        &self.standing
    }

    /// Returns `true` if its place depends on the priors.
    ///
    /// ```
    /// use exactile::NamedScore;
    /// assert!("balanced-accuracy".parse::<NamedScore>()?.depends_on_prior());
    /// assert!(!"accuracy".parse::<NamedScore>()?.depends_on_prior());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn depends_on_prior(&self) -> bool {
        self.standing.depends_on_prior()
    }

    /// Returns the performances for which the score orders as its place says.
    ///
    /// ```
    /// use exactile::NamedScore;
    /// use exactile::score::Scope;
    /// assert_eq!("accuracy".parse::<NamedScore>()?.scope(), Scope::All);
    /// assert_eq!("kappa".parse::<NamedScore>()?.scope(), Scope::FixedPriors);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn scope(&self) -> Scope {
        self.standing.scope
    }

    /// Its place on the Tile of this positive prior.
    ///
    /// ```
    /// use exactile::{NamedScore, Rational};
    /// let place = |name: &str| name.parse::<NamedScore>().map(|s| s.place(&Rational::new(1, 5)));
    /// assert_eq!(place("f1")?.to_string(), "(1, 1/2)");
    /// assert_eq!(place("kappa")?.to_string(), "(16/17, 1/2)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn place(&self, prior_positive: &Rational) -> Point {
        self.standing.place(prior_positive)
    }

    /// The score's own value. Where it is not that of the canonical score at its place, it is a
    /// monotone function of it within the [`NamedScore::scope`]: the same ranking, other numbers.
    ///
    /// ```
    /// use exactile::{ConfusionMatrix, NamedScore};
    /// let matrix = ConfusionMatrix::from_counts(5, 1, 1, 2)?;
    /// assert_eq!("kappa".parse::<NamedScore>()?.value(&matrix).to_string(), "1/2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn value(&self, matrix: &ConfusionMatrix) -> Value {
        self.metric.value(matrix)
    }
}

impl fmt::Display for NamedScore {
    /// The name as people write it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.metric {
            Metric::Tnr | Metric::Tpr | Metric::Npv | Metric::Ppv => {
                f.write_str(&self.metric.to_string().to_uppercase())
            }
            Metric::FBeta(beta) if *beta == Rational::ONE => f.write_str("F1"),
            Metric::FBeta(beta) if beta.denominator() == 2.into() => {
                write!(f, "F{}", beta.to_decimal(1))
            }
            Metric::FBeta(beta) => write!(f, "F{beta}"),
            Metric::ThreatScore => f.write_str("threat score"),
            Metric::NegativeJaccard => f.write_str("negative Jaccard"),
            Metric::BalancedAccuracy => f.write_str("balanced accuracy"),
            Metric::Canonical(point) => write!(f, "R({}, {})", point.a, point.b),
            other => other.fmt(f),
        }
    }
}

impl FromStr for NamedScore {
    type Err = UnknownScore;

    /// The names of [`NamedScore::names`] and their synonyms, in any case.
    ///
    /// # Errors
    /// Any other text, and metrics without a place.
    fn from_str(text: &str) -> Result<Self, UnknownScore> {
        let metric = text.parse().map_err(|_| UnknownScore::NoMetric { name: text.to_owned() })?;
        Self::new(metric)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::RankingScore;

    /// Lemma 8 of The Tile: (pi-^2 + pi+^2) kappa + 2 pi- pi+ equals the score at kappa's place.
    #[test]
    fn kappa_is_a_linear_function_of_the_score_at_its_place() {
        let matrix = ConfusionMatrix::from_counts(56, 24, 6, 14).expect("valid");
        let prior = matrix.prior_positive();
        let named: NamedScore = "kappa".parse().expect("on the Tile");
        let score = RankingScore::at(named.place(&prior)).expect("on the Tile");
        let total = matrix.total();
        let observed = (matrix.tn() + matrix.tp()) / &total;
        let expected = (matrix.negatives() * (matrix.tn() + matrix.fn_())
            + matrix.positives() * (matrix.fp() + matrix.tp()))
            / (&total * &total);
        let kappa = (&observed - &expected) / (Rational::ONE - &expected);
        let negative = prior.complement();
        let (squares, mixed) = (&prior * &prior + &negative * &negative, &prior * &negative);
        let linear = squares * &kappa + Rational::from(2) * mixed;
        assert_eq!(score.value(&matrix), Some(linear));
        assert_eq!(named.value(&matrix), Value::Exact(kappa));
    }

    #[test]
    fn names_are_read_and_places_are_right() {
        let place = |text: &str| {
            text.parse::<NamedScore>().expect(text).place(&Rational::new(1, 5)).to_string()
        };
        assert_eq!(place("F1"), "(1, 1/2)");
        assert_eq!(place("f-beta(2)"), "(1, 4/5)");
        assert_eq!(place("ba"), "(4/5, 4/5)");
        assert_eq!(place("kappa"), "(16/17, 1/2)");
        assert_eq!(place("r(0.3, 1/7)"), "(3/10, 1/7)");
        for wrong in ["", "mcc", "r(1)", "r(2,0)", "f-beta(-1)", "f-beta(1,2)", "r(1/0,1)", "r(,"] {
            assert!(wrong.parse::<NamedScore>().is_err(), "{wrong:?}");
        }
        let marked: Vec<String> = NamedScore::marked().iter().map(ToString::to_string).collect();
        assert_eq!(
            marked.join(", "),
            "TNR, NPV, negative Jaccard, accuracy, balanced accuracy, kappa, PPV, F0.5, F1, F2, TPR"
        );
    }
}
