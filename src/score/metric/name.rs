//! Names of metrics: reading and writing them.

use std::fmt;
use std::str::FromStr;

use super::Metric;
use super::entry::Kind;
use crate::num::Rational;
use crate::performance::Event;

/// A name that stands for no metric.
///
/// ```
/// use exactile::Metric;
/// let error = "acuracy".parse::<Metric>().unwrap_err();
/// assert!(error.to_string().starts_with("no metric is called \"acuracy\""));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", unknown(name, "metric", &Metric::names()))]
pub struct UnknownMetric {
    /// The name as it was given.
    pub name: String,
}

/// Names of the volume under the Tile, which is listed with the metrics and has its own command.
pub(super) const VOLUME: (&str, &[&str]) = ("vut", &["volume-under-tile"]);

/// Returns the message for an unknown name of a metric or score.
pub(in crate::score) fn unknown(name: &str, kind: &str, names: &str) -> String {
    let lower = name.trim().to_lowercase();
    if lower == VOLUME.0 || VOLUME.1.contains(&lower.as_str()) {
        return format!(
            "{name:?} is a mean of all ranking scores, not a {kind} to choose here, exactile vut \
             ranks by it"
        );
    }
    format!("no {kind} is called {name:?}, choose one of {names}")
}

impl Metric {
    /// The names that are understood, for help and error messages: `accuracy, ..., f-beta(B), ...`.
    ///
    /// ```
    /// use exactile::Metric;
    /// assert!(Metric::names().contains("f-beta(B)"));
    /// ```
    pub fn names() -> String {
        let plain = Self::all().into_iter().map(|metric| metric.to_string());
        let families = Self::families().into_iter().map(|metric| metric.signature());
        plain
            .chain(families)
            .chain(["p(E|F) as in p(tp|tn,tp)".to_owned()])
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// An F-score by the number after its letter: `f2`, `f0.5`, `f2-score`.
    fn f_score(name: &str) -> Option<Self> {
        let number = name.strip_suffix("-score").unwrap_or(name).strip_prefix('f')?;
        if !number.starts_with(|first: char| first.is_ascii_digit()) {
            return None;
        }
        number.parse().ok().map(Self::FBeta)
    }

    /// The name with the parameters' names, such as `f-beta(B)`.
    pub(in crate::score) fn signature(&self) -> String {
        let entry = self.entry();
        match entry.kind {
            Kind::Parameters(family) => format!("{}({})", entry.name, family.parameters),
            _ => self.to_string(),
        }
    }
}

impl fmt::Display for Metric {
    /// The name that [`Metric::from_str`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.entry().name)?;
        match (self, self.entry().kind) {
            (Self::Probability { event, given: Event::ANY }, _) => write!(f, "({event})"),
            (Self::Probability { event, given }, _) => write!(f, "({event}|{given})"),
            (Self::FBeta(beta), _) if *beta == Rational::ONE => Ok(()),
            (_, Kind::Parameters(_)) => {
                let parameters: Vec<String> =
                    self.parameters().iter().map(ToString::to_string).collect();
                write!(f, "({})", parameters.join(","))
            }
            _ => Ok(()),
        }
    }
}

impl FromStr for Metric {
    type Err = UnknownMetric;

    /// The names of [`Metric::names`] and their synonyms, in any case.
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
        // scikit-learn writes f1_score where others write f1-score.
        let name = text.trim().to_lowercase().replace('_', "-");
        let Some((head, inside)) = name.strip_suffix(')').and_then(|rest| rest.split_once('('))
        else {
            // Titles have spaces: balanced accuracy.
            let title = name.replace(' ', "-");
            return Self::all()
                .into_iter()
                .find(|metric| {
                    let entry = metric.entry();
                    entry.name == title || entry.synonyms.contains(&title.as_str())
                })
                .or_else(|| Self::f_score(&name))
                .ok_or_else(unknown);
        };
        if head == "p" {
            let (event, given) = match inside.split_once('|') {
                Some((event, given)) => (event, given.parse().map_err(|_| unknown())?),
                None => (inside, Event::ANY),
            };
            let event: Event = event.parse().map_err(|_| unknown())?;
            return Self::probability(event, given).ok_or_else(unknown);
        }
        let parameters = inside
            .split(',')
            .map(|part| part.trim().parse::<Rational>())
            .collect::<Result<Vec<_>, _>>()
            .map_err(|_| unknown())?;
        let member = |example: Self| {
            let Kind::Parameters(family) = example.entry().kind else { return None };
            let is_called = example.entry().name == head || family.spellings.contains(&head);
            let is_full = family.parameters.split(',').count() == parameters.len();
            (is_called && is_full).then(|| (family.member)(&parameters))?
        };
        Self::families().into_iter().find_map(member).ok_or_else(unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_name_is_read_back_and_no_two_are_the_same() {
        let mut seen = HashSet::new();
        for metric in Metric::all().into_iter().chain(Metric::families()) {
            assert_eq!(metric.to_string().parse(), Ok(metric.clone()));
            let entry = metric.entry();
            assert!(Metric::names().contains(entry.name), "{}", entry.name);
            for name in entry.synonyms.iter().chain([&entry.name]) {
                assert!(seen.insert(*name), "{name} twice");
            }
            for synonym in entry.synonyms {
                assert_eq!(synonym.to_uppercase().parse(), Ok(metric.clone()));
            }
        }
    }

    #[test]
    fn probabilities_are_read_by_their_events() {
        let mut seen = HashSet::new();
        for (event, given) in Event::pairs() {
            let metric = Metric::probability(event, given).expect("a proper part");
            assert_eq!(metric.events(), Some((event, given)));
            assert_eq!(format!("p({event} | {given})").parse(), Ok(metric.clone()));
            assert_eq!(metric.to_string().parse(), Ok(metric.clone()));
            assert!(seen.insert(metric));
        }
        assert_eq!("p(tp)".parse(), Ok(Metric::ProbabilityTp));
        // Only what lies within the condition counts.
        assert_eq!("p(tp,tn|fn,tp)".parse(), Ok(Metric::Tpr));
    }

    #[test]
    fn names_of_scikit_learn_and_short_f_scores_are_read() {
        for (name, metric) in [
            ("f1_score", "f1"),
            ("accuracy_score", "accuracy"),
            ("balanced_accuracy", "ba"),
            ("balanced_accuracy_score", "ba"),
            ("matthews_corrcoef", "mcc"),
            ("cohen_kappa", "kappa"),
            ("cohen_kappa_score", "kappa"),
            ("precision", "ppv"),
            ("precision_score", "ppv"),
            ("recall", "tpr"),
            ("recall_score", "tpr"),
            ("jaccard", "ts"),
            ("jaccard_score", "ts"),
            ("sensitivity", "tpr"),
            ("specificity", "tnr"),
            ("zero_one_loss", "error-rate"),
            ("fbeta(2)", "f-beta(2)"),
            ("fbeta_score(0.5)", "f-beta(1/2)"),
            ("f_beta(2)", "f-beta(2)"),
            ("f2", "f-beta(2)"),
            ("F0.5", "f-beta(1/2)"),
            ("f1/3", "f-beta(1/3)"),
            ("f2_score", "f-beta(2)"),
            ("f1.0", "f1"),
            ("balanced accuracy", "ba"),
            ("negative Jaccard", "jaccard-negative"),
            ("negative_jaccard", "jaccard-negative"),
            ("threat score", "ts"),
        ] {
            let metric: Metric = metric.parse().expect("a metric");
            assert_eq!(name.parse(), Ok(metric), "{name}");
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
            "f",
            "f-2",
            "f2)",
            "f2-scores",
            "r(2,0)",
            "r(1)",
            "benefits(1,2)",
            "mcc(",
            "p()",
            "p(tp|tp)",
            "p(tp|tn,fp)",
            "p(tp|tn|fp)",
            "wa(2)",
            "t-theta(0)",
            "s-theta(-1)",
            "ranking(1,0,0,1)",
            "ranking(1,-1,1,1)",
        ] {
            assert!(wrong.parse::<Metric>().is_err(), "{wrong:?}");
        }
    }
}
