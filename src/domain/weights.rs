//! The weights of domains.

use std::str::FromStr;

use super::{DomainError, DomainTests};
use crate::num::Rational;
use crate::performance::ConfusionMatrix;

/// The weight of each domain.
///
/// ```
/// use exactile::domain::DomainWeights;
/// let weights: DomainWeights = "A=1,B=3/2".parse()?;
/// assert_eq!(weights.name(), "A=1,B=3/2");
/// assert!("A=-1".parse::<DomainWeights>().is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum DomainWeights {
    /// The number of samples of each domain: the mean is that of all samples together.
    #[default]
    Samples,
    /// All alike.
    Equal,
    /// These numbers, which are divided by their sum.
    Given(Vec<(String, Rational)>),
}

impl DomainWeights {
    /// The name, as it is read: `samples`, `equal`, `A=1,B=2`.
    ///
    /// ```
    /// use exactile::domain::DomainWeights;
    /// assert_eq!(DomainWeights::default().name(), "samples");
    /// ```
    pub fn name(&self) -> String {
        match self {
            Self::Samples => "samples".to_owned(),
            Self::Equal => "equal".to_owned(),
            Self::Given(weights) => {
                let one = |(name, weight): &(String, Rational)| format!("{name}={weight}");
                weights.iter().map(one).collect::<Vec<_>>().join(",")
            }
        }
    }

    /// The weights of the domains, which add up to 1.
    ///
    /// # Errors
    /// By samples: classifiers with different numbers of them in one domain. Given: a domain
    /// without a weight, a weight without a domain, and no weight above 0.
    pub(super) fn of(&self, tests: &DomainTests) -> Result<Vec<Rational>, DomainError> {
        let domains = tests.domains();
        let raw: Vec<Rational> = match self {
            Self::Equal => vec![Rational::ONE; domains.len()],
            Self::Samples => {
                check_kinds(tests)?;
                (0..domains.len()).map(|d| samples(tests, d)).collect::<Result<_, _>>()?
            }
            Self::Given(weights) => {
                if let Some((name, _)) = weights.iter().find(|(name, _)| !domains.contains(name)) {
                    return Err(DomainError::UnknownDomain(name.clone()));
                }
                let weight = |domain: &String| {
                    let found = weights.iter().find(|(name, _)| name == domain);
                    let missing = || DomainError::NoWeight(domain.clone());
                    found.map(|(_, weight)| weight.clone()).ok_or_else(missing)
                };
                domains.iter().map(weight).collect::<Result<_, _>>()?
            }
        };
        let sum = raw.iter().fold(Rational::ZERO, |sum, weight| &sum + weight);
        if sum.is_zero() {
            return Err(DomainError::WeightsAreZero);
        }
        Ok(raw.iter().map(|weight| weight / &sum).collect())
    }
}

/// The number of samples of a domain, which all classifiers share.
/// Returns `true` if a result is known by its shares alone.
fn has_shares(matrix: &ConfusionMatrix) -> bool {
    let cells = [matrix.tn(), matrix.fp(), matrix.fn_(), matrix.tp()];
    matrix.total() == Rational::ONE && cells.iter().any(|cell| !cell.is_integer())
}

/// Refuses shares beside numbers of samples.
fn check_kinds(tests: &DomainTests) -> Result<(), DomainError> {
    let all = (0..tests.domains().len())
        .flat_map(|d| (0..tests.classifiers().len()).map(move |k| (d, k)));
    let known = all.filter_map(|(d, k)| tests.matrix(d, k).map(|matrix| ((d, k), matrix)));
    let (shares, counts): (Vec<_>, Vec<_>) = known.partition(|(_, matrix)| has_shares(matrix));
    match (shares.first(), counts.first()) {
        (Some(((d, k), _)), Some(_)) => Err(DomainError::SharesAndCounts {
            domain: tests.domains()[*d].clone(),
            classifier: tests.classifiers()[*k].clone(),
        }),
        _ => Ok(()),
    }
}

fn samples(tests: &DomainTests, domain: usize) -> Result<Rational, DomainError> {
    let mut known: Option<(usize, Rational)> = None;
    for k in 0..tests.classifiers().len() {
        let Some(matrix) = tests.matrix(domain, k) else { continue };
        let total = matrix.total();
        match &known {
            None => known = Some((k, total)),
            Some((_, samples)) if *samples == total => {}
            Some((first, samples)) => {
                return Err(DomainError::SamplesDiffer {
                    domain: tests.domains()[domain].clone(),
                    first: tests.classifiers()[*first].clone(),
                    first_samples: samples.clone(),
                    second: tests.classifiers()[k].clone(),
                    second_samples: total,
                });
            }
        }
    }
    Ok(known.map_or(Rational::ZERO, |(_, samples)| samples))
}

impl FromStr for DomainWeights {
    type Err = String;

    /// Reads `samples`, `equal`, or `NAME=W,...` with numbers that are not negative. A name may
    /// have `=` and `,` in it as long as each part between commas ends with `=W`.
    ///
    /// # Errors
    /// Any other text, and a name that stands twice.
    fn from_str(text: &str) -> Result<Self, String> {
        match text.trim() {
            "samples" => return Ok(Self::Samples),
            "equal" => return Ok(Self::Equal),
            _ => {}
        }
        let mut weights: Vec<(String, Rational)> = Vec::new();
        let mut pending = String::new();
        for part in text.split(',') {
            pending.push_str(part);
            let pair = pending.rsplit_once('=');
            let number = pair.and_then(|(name, weight)| {
                Some((name.trim().to_owned(), weight.trim().parse::<Rational>().ok()?))
            });
            let Some((name, weight)) = number else {
                // A comma within a name.
                pending.push(',');
                continue;
            };
            if weight.is_negative() {
                return Err(format!("the weight of {name:?} is {weight}, below 0"));
            }
            if weights.iter().any(|(known, _)| *known == name) {
                return Err(format!("{name:?} has two weights"));
            }
            weights.push((name, weight));
            pending.clear();
        }
        if !pending.is_empty() || weights.is_empty() {
            return Err("write samples, equal, or a weight for each domain: A=1,B=2".to_owned());
        }
        Ok(Self::Given(weights))
    }
}
