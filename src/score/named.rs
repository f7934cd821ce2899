//! Scores that have a name and a place on the Tile.

use std::fmt;
use std::str::FromStr;

use crate::geometry::Point;
use crate::num::Rational;
use crate::performance::ConfusionMatrix;
use crate::score::RankingScore;

/// A score whose ordering of performances is that of a canonical ranking score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NamedScore {
    /// True negative rate, specificity: (0, 0).
    Tnr,
    /// True positive rate, sensitivity, recall: (1, 1).
    Tpr,
    /// Negative predictive value: (0, 1).
    Npv,
    /// Positive predictive value, precision: (1, 0).
    Ppv,
    /// Accuracy: (1/2, 1/2).
    Accuracy,
    /// F-beta with its beta: (1, beta^2/(1 + beta^2)), so F1 at (1, 1/2).
    FBeta(Rational),
    /// Threat score, Jaccard's index of the positive class: with F1 at (1, 1/2).
    ThreatScore,
    /// Jaccard's index of the negative class: (0, 1/2).
    NegativeJaccard,
    /// Balanced accuracy: (pi-, pi-), depends on the priors.
    BalancedAccuracy,
    /// Informedness, Youden's index: with balanced accuracy at (pi-, pi-).
    Informedness,
    /// Cohen's kappa: (pi-^2/(pi-^2 + pi+^2), 1/2), depends on the priors.
    Kappa,
    /// The canonical ranking score at a point.
    Canonical(Point),
}

/// A name that stands for no score with a place on the Tile.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no score on the Tile is called {0:?}")]
pub struct UnknownScore(pub String);

impl NamedScore {
    /// The names that are accepted, for help and error messages.
    pub const NAMES: &'static str = "tnr, tpr, npv, ppv, accuracy, f1, f-beta(B), ts, jaccard-negative, ba, informedness, kappa, r(A,B) with A and B from 0 to 1";

    /// The scores that pictures mark and summaries mention.
    pub fn marked() -> Vec<Self> {
        let beta = |n: i64, d: i64| Self::FBeta(Rational::new(n, d));
        vec![
            Self::Tnr,
            Self::Npv,
            Self::NegativeJaccard,
            Self::Accuracy,
            Self::BalancedAccuracy,
            Self::Kappa,
            Self::Ppv,
            beta(1, 2),
            beta(1, 1),
            beta(2, 1),
            Self::Tpr,
        ]
    }

    /// Does its place depend on the priors?
    pub fn depends_on_prior(&self) -> bool {
        matches!(self, Self::BalancedAccuracy | Self::Informedness | Self::Kappa)
    }

    /// Its place on the Tile of this positive prior.
    pub fn place(&self, prior_positive: &Rational) -> Point {
        let half = || Rational::new(1, 2);
        let prior_negative = prior_positive.complement();
        match self {
            Self::Tnr => Point::new(0.into(), 0.into()),
            Self::Tpr => Point::new(1.into(), 1.into()),
            Self::Npv => Point::new(0.into(), 1.into()),
            Self::Ppv => Point::new(1.into(), 0.into()),
            Self::Accuracy => Point::new(half(), half()),
            Self::FBeta(beta) => {
                let square = beta * beta;
                Point::new(1.into(), &square / (Rational::ONE + &square))
            }
            Self::ThreatScore => Point::new(1.into(), half()),
            Self::NegativeJaccard => Point::new(0.into(), half()),
            Self::BalancedAccuracy | Self::Informedness => {
                Point::new(prior_negative.clone(), prior_negative)
            }
            Self::Kappa => {
                let square = &prior_negative * &prior_negative;
                let total = &square + prior_positive * prior_positive;
                Point::new(square / total, half())
            }
            Self::Canonical(point) => point.clone(),
        }
    }
}

impl NamedScore {
    /// The score's own value. Where it is not the canonical score at its place, it is an increasing
    /// function of it for fixed priors: the same ranking, other numbers.
    pub fn value(&self, matrix: &ConfusionMatrix) -> Option<Rational> {
        let prior = matrix.prior_positive();
        let (tn, fp, fn_, tp) = (matrix.tn(), matrix.fp(), matrix.fn_(), matrix.tp());
        match self {
            Self::ThreatScore => tp.checked_div(&(fp + fn_ + tp)),
            Self::NegativeJaccard => tn.checked_div(&(tn + fp + fn_)),
            Self::Informedness => Some(matrix.tnr()? + matrix.tpr()? - Rational::ONE),
            Self::BalancedAccuracy => Some((matrix.tnr()? + matrix.tpr()?) / Rational::from(2)),
            Self::Kappa => {
                let chance = matrix.negatives() * (tn + fn_) + matrix.positives() * (fp + tp);
                let total = matrix.total();
                let observed = (tn + tp) * &total;
                (observed - &chance).checked_div(&(&total * &total - chance))
            }
            _ => RankingScore::at(self.place(&prior))?.value(matrix),
        }
    }
}

impl fmt::Display for NamedScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tnr => f.write_str("TNR"),
            Self::Tpr => f.write_str("TPR"),
            Self::Npv => f.write_str("NPV"),
            Self::Ppv => f.write_str("PPV"),
            Self::Accuracy => f.write_str("accuracy"),
            Self::FBeta(beta) if *beta == Rational::ONE => f.write_str("F1"),
            Self::FBeta(beta) if beta.denominator() == 2.into() => {
                write!(f, "F{}", beta.to_decimal(1))
            }
            Self::FBeta(beta) => write!(f, "F{beta}"),
            Self::ThreatScore => f.write_str("threat score"),
            Self::Informedness => f.write_str("informedness"),
            Self::NegativeJaccard => f.write_str("negative Jaccard"),
            Self::BalancedAccuracy => f.write_str("balanced accuracy"),
            Self::Kappa => f.write_str("kappa"),
            Self::Canonical(point) => write!(f, "R({}, {})", point.a, point.b),
        }
    }
}

impl FromStr for NamedScore {
    type Err = UnknownScore;

    /// The names of [`NamedScore::NAMES`], in any case.
    ///
    /// # Errors
    /// Any other text, and arguments that are no numbers of the right range.
    fn from_str(text: &str) -> Result<Self, UnknownScore> {
        let unknown = || UnknownScore(text.to_owned());
        let name = text.trim().to_lowercase();
        let arguments = |prefix: &str| -> Option<Vec<Rational>> {
            let inside = name.strip_prefix(prefix)?.strip_suffix(')')?;
            inside.split(',').map(|part| part.parse().ok()).collect()
        };
        Ok(match name.as_str() {
            "tnr" | "specificity" => Self::Tnr,
            "tpr" | "sensitivity" | "recall" => Self::Tpr,
            "npv" => Self::Npv,
            "ppv" | "precision" => Self::Ppv,
            "accuracy" => Self::Accuracy,
            "f1" => Self::FBeta(Rational::ONE),
            "ts" | "jaccard" | "iou" => Self::ThreatScore,
            "jaccard-negative" => Self::NegativeJaccard,
            "ba" | "balanced-accuracy" => Self::BalancedAccuracy,
            "informedness" | "youden" => Self::Informedness,
            "kappa" => Self::Kappa,
            _ => {
                if let Some([beta]) = arguments("f-beta(").as_deref() {
                    if beta.is_negative() {
                        return Err(unknown());
                    }
                    Self::FBeta(beta.clone())
                } else if let Some([a, b]) = arguments("r(").as_deref() {
                    let point = Point::new(a.clone(), b.clone());
                    if !point.is_in_unit_square() {
                        return Err(unknown());
                    }
                    Self::Canonical(point)
                } else {
                    return Err(unknown());
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lemma 8 of The Tile: (pi-^2 + pi+^2) kappa + 2 pi- pi+ equals the score at kappa's place.
    #[test]
    fn kappa_is_a_linear_function_of_the_score_at_its_place() {
        let matrix = ConfusionMatrix::from_counts(56, 24, 6, 14).expect("valid");
        let prior = matrix.prior_positive();
        let score = RankingScore::at(NamedScore::Kappa.place(&prior)).expect("on the Tile");
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
        assert_eq!(NamedScore::Kappa.value(&matrix), Some(kappa));
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
    }
}
