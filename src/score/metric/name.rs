//! Names of metrics: reading and writing them.

use std::fmt;
use std::str::FromStr;

use super::Metric;
use crate::geometry::Point;
use crate::num::Rational;

/// A name that stands for no metric.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no metric is called {name:?}, choose one of {}", Metric::NAMES)]
pub struct UnknownMetric {
    /// The name as it was given.
    pub name: String,
}

impl Metric {
    /// The names that are understood, for help and error messages.
    pub const NAMES: &'static str = "accuracy, error-rate, tpr, tnr, fpr, fnr, ppv, npv, fdr, for, \
        ba, informedness, markedness, mcc, f1, f-beta(B), ts, jaccard-negative, kappa, gm, fm, plr, \
        nlr, dor, log-plr, log-nlr, log-dor, scaled-log-plr, scaled-log-nlr, scaled-log-dor, pt, \
        d-prime, ppv-bal, npv-bal, f1-bal, ts-bal, mcc-bal, markedness-bal, fm-bal, prevalence, \
        total, positives, negatives, predicted-positives, predicted-negatives, r(A,B), \
        benefits(TP,FP,FN,TN)";
}

impl fmt::Display for Metric {
    /// The name that [`Metric::from_str`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.entry().name)?;
        match self {
            Self::FBeta(beta) if *beta != Rational::ONE => write!(f, "({beta})"),
            Self::Canonical(point) => write!(f, "({},{})", point.a, point.b),
            Self::Benefits(weights) => {
                let [tp, fp, fn_, tn] = &**weights;
                write!(f, "({tp},{fp},{fn_},{tn})")
            }
            _ => Ok(()),
        }
    }
}

impl FromStr for Metric {
    type Err = UnknownMetric;

    /// The names of [`Metric::NAMES`] and their synonyms, in any case.
    ///
    /// ```
    /// use exactile::Metric;
    /// assert_eq!("Recall".parse(), Ok(Metric::Tpr));
    /// assert_eq!("f-beta(0.5)".parse::<Metric>()?.to_string(), "f-beta(1/2)");
    /// let error = "mccc".parse::<Metric>().unwrap_err().to_string();
    /// assert!(error.starts_with("no metric is called \"mccc\", choose one of accuracy, "));
    /// # Ok::<(), exactile::UnknownMetric>(())
    /// ```
    ///
    /// # Errors
    /// Any other text, and parameters that are no numbers of the right range: beta at least zero,
    /// a point of the unit square.
    fn from_str(text: &str) -> Result<Self, UnknownMetric> {
        let unknown = || UnknownMetric { name: text.to_owned() };
        let name = text.trim().to_lowercase();
        let Some((head, inside)) = name.strip_suffix(')').and_then(|rest| rest.split_once('('))
        else {
            return Self::all()
                .into_iter()
                .find(|metric| {
                    let entry = metric.entry();
                    entry.name == name || entry.synonyms.contains(&name.as_str())
                })
                .ok_or_else(unknown);
        };
        let parameters = inside
            .split(',')
            .map(|part| part.parse::<Rational>())
            .collect::<Result<Vec<_>, _>>()
            .map_err(|_| unknown())?;
        match (head, parameters.as_slice()) {
            ("f-beta", [beta]) if !beta.is_negative() => Ok(Self::FBeta(beta.clone())),
            ("r", [a, b]) => {
                let point = Point::new(a.clone(), b.clone());
                point.is_in_unit_square().then_some(Self::Canonical(point)).ok_or_else(unknown)
            }
            ("benefits", [tp, fp, fn_, tn]) => {
                let weights = [tp.clone(), fp.clone(), fn_.clone(), tn.clone()];
                Ok(Self::Benefits(Box::new(weights)))
            }
            _ => Err(unknown()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_name_is_read_back_and_no_two_are_the_same() {
        let mut seen = HashSet::new();
        for metric in Metric::all().into_iter().chain(Metric::with_parameters()) {
            assert_eq!(metric.to_string().parse(), Ok(metric.clone()));
            let entry = metric.entry();
            assert!(Metric::NAMES.contains(entry.name), "{}", entry.name);
            for name in entry.synonyms.iter().chain([&entry.name]) {
                assert!(seen.insert(*name), "{name} twice");
            }
        }
    }

    #[test]
    fn what_is_no_metric_is_refused() {
        for wrong in [
            "",
            "mccc",
            "f-beta",
            "f-beta(-1)",
            "f-beta(1,2)",
            "r(2,0)",
            "r(1)",
            "benefits(1,2)",
            "mcc(",
        ] {
            assert!(wrong.parse::<Metric>().is_err(), "{wrong:?}");
        }
    }
}
