//! Complete tests with weights, and the mean performances.

use super::{DomainError, DomainTests, DomainWeights};
use crate::num::Rational;
use crate::performance::{Classifier, ConfusionMatrix, PerformanceError};

/// Classifiers that were each tested in all domains, and how much the domains count.
///
/// ```
/// use exactile::ConfusionMatrix;
/// use exactile::domain::{DomainTests, DomainWeights, Domains};
/// let names = |names: [&str; 2]| names.map(str::to_owned).to_vec();
/// let matrix = |counts: [u64; 4]| {
///     let [tn, fp, fn_, tp] = counts;
///     ConfusionMatrix::from_counts(tn, fp, fn_, tp).ok()
/// };
/// let tests = DomainTests::new(
///     names(["north", "south"]),
///     names(["lr", "svm"]),
///     vec![
///         vec![matrix([6, 2, 1, 1]), matrix([7, 1, 2, 0])],
///         vec![matrix([5, 5, 4, 6]), matrix([4, 6, 2, 8])],
///     ],
/// );
/// let domains = Domains::new(tests, &DomainWeights::Samples)?;
/// // 10 and 20 samples.
/// assert_eq!(domains.weights()[0].to_string(), "1/3");
/// assert_eq!(domains.mean(0).tp().to_string(), "7/30");
/// # Ok::<(), exactile::domain::DomainError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domains {
    names: Vec<String>,
    weights: Vec<Rational>,
    classifiers: Vec<String>,
    /// By domain, then by classifier.
    matrices: Vec<Vec<ConfusionMatrix>>,
    means: Vec<ConfusionMatrix>,
}

impl Domains {
    /// Complete tests with weights. O(D n) for n classifiers in D domains.
    ///
    /// ```
    /// use exactile::ConfusionMatrix;
    /// use exactile::domain::DomainTests;
    /// let matrix = |tn, fp, fn_, tp| ConfusionMatrix::from_counts(tn, fp, fn_, tp).ok();
    /// let tests = DomainTests::new(
    ///     vec!["north".into(), "south".into()],
    ///     vec!["lr".into()],
    ///     vec![vec![matrix(5, 3, 1, 1)], vec![matrix(5, 1, 2, 2)]],
    /// );
    /// use exactile::domain::{DomainWeights, Domains};
    /// let domains = Domains::new(tests, &DomainWeights::Equal)?;
    /// assert_eq!(domains.weights()[0].to_string(), "1/2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Missing tests, and weights that the domains do not have: [`DomainWeights`].
    pub fn new(tests: DomainTests, weights: &DomainWeights) -> Result<Self, DomainError> {
        tests.check_complete()?;
        let weights = weights.of(&tests)?;
        let names = tests.domains().to_vec();
        let classifiers = tests.classifiers().to_vec();
        let of = |domain: usize| {
            (0..classifiers.len()).filter_map(|k| tests.matrix(domain, k).cloned()).collect()
        };
        let matrices: Vec<Vec<ConfusionMatrix>> = (0..names.len()).map(of).collect();
        let mut means = Vec::with_capacity(classifiers.len());
        for k in 0..classifiers.len() {
            let mean = mean(&weights, matrices.iter().map(|row| &row[k]));
            means.push(mean.ok_or(DomainError::WeightsAreZero)?);
        }
        Ok(Self { names, weights, classifiers, matrices, means })
    }

    /// The names of the domains.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The weights of the domains, which add up to 1.
    pub fn weights(&self) -> &[Rational] {
        &self.weights
    }

    /// The names of the classifiers.
    pub fn classifiers(&self) -> &[String] {
        &self.classifiers
    }

    /// The result of a classifier in a domain, as it was given.
    ///
    /// # Panics
    /// If there is no such domain or classifier.
    pub fn matrix(&self, domain: usize, classifier: usize) -> &ConfusionMatrix {
        &self.matrices[domain][classifier]
    }

    /// The mean performance of a classifier: shares that add up to 1.
    ///
    /// ```
    /// use exactile::ConfusionMatrix;
    /// use exactile::domain::DomainTests;
    /// let matrix = |tn, fp, fn_, tp| ConfusionMatrix::from_counts(tn, fp, fn_, tp).ok();
    /// let tests = DomainTests::new(
    ///     vec!["north".into(), "south".into()],
    ///     vec!["lr".into()],
    ///     vec![vec![matrix(5, 3, 1, 1)], vec![matrix(5, 1, 2, 2)]],
    /// );
    /// use exactile::domain::{DomainWeights, Domains};
    /// let domains = Domains::new(tests, &DomainWeights::Equal)?;
    /// assert_eq!(domains.mean(0).tp().to_string(), "3/20");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If there is no such classifier.
    pub fn mean(&self, classifier: usize) -> &ConfusionMatrix {
        &self.means[classifier]
    }

    /// The classifiers with their mean performances.
    pub fn means(&self) -> Vec<Classifier> {
        let named = self.classifiers.iter().zip(&self.means);
        named.map(|(name, mean)| Classifier::new(name.clone(), mean.clone())).collect()
    }

    /// The numbers of positive and negative samples of a domain; `None` if they differ between
    /// classifiers.
    ///
    /// ```
    /// use exactile::ConfusionMatrix;
    /// use exactile::domain::DomainTests;
    /// let matrix = |tn, fp, fn_, tp| ConfusionMatrix::from_counts(tn, fp, fn_, tp).ok();
    /// let tests = DomainTests::new(
    ///     vec!["north".into(), "south".into()],
    ///     vec!["lr".into()],
    ///     vec![vec![matrix(5, 3, 1, 1)], vec![matrix(5, 1, 2, 2)]],
    /// );
    /// use exactile::domain::{DomainWeights, Domains};
    /// let domains = Domains::new(tests, &DomainWeights::Equal)?;
    /// assert_eq!(domains.sizes(0), Some([2.into(), 8.into()]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If there is no such domain.
    pub fn sizes(&self, domain: usize) -> Option<[Rational; 2]> {
        let sizes = |matrix: &ConfusionMatrix| [matrix.positives(), matrix.negatives()];
        let mut all = self.matrices[domain].iter().map(sizes);
        let first = all.next()?;
        all.all(|other| other == first).then_some(first)
    }

    /// The same results, each shifted to one positive prior, and their mean.
    ///
    /// # Errors
    /// A result without samples of both classes, and a prior outside `(0, 1)`.
    pub fn shifted(&self, prior_positive: &Rational) -> Result<Self, PerformanceError> {
        let shift = |matrix: &ConfusionMatrix| matrix.shifted(prior_positive);
        let rows = |row: &Vec<ConfusionMatrix>| row.iter().map(shift).collect();
        let matrices = self.matrices.iter().map(rows).collect::<Result<Vec<Vec<_>>, _>>()?;
        let of = |k: usize| {
            let mean = mean(&self.weights, matrices.iter().map(|row: &Vec<_>| &row[k]));
            mean.ok_or(PerformanceError::Empty)
        };
        let means = (0..self.classifiers.len()).map(of).collect::<Result<_, _>>()?;
        Ok(Self { matrices, means, ..self.clone() })
    }

    /// The same tests with other weights, which are divided by their sum; `None` if that is 0 or
    /// one is negative, or their number is another one.
    ///
    /// ```
    /// use exactile::ConfusionMatrix;
    /// use exactile::domain::DomainTests;
    /// let matrix = |tn, fp, fn_, tp| ConfusionMatrix::from_counts(tn, fp, fn_, tp).ok();
    /// let tests = DomainTests::new(
    ///     vec!["north".into(), "south".into()],
    ///     vec!["lr".into()],
    ///     vec![vec![matrix(5, 3, 1, 1)], vec![matrix(5, 1, 2, 2)]],
    /// );
    /// use exactile::domain::{DomainWeights, Domains};
    /// let domains = Domains::new(tests, &DomainWeights::Equal)?;
    /// let north = domains.weighted(&[1.into(), 0.into()]).expect("weights");
    /// assert_eq!(north.mean(0).tp().to_string(), "1/10");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn weighted(&self, weights: &[Rational]) -> Option<Self> {
        let sum = weights.iter().fold(Rational::ZERO, |sum, weight| &sum + weight);
        let fits = weights.len() == self.names.len() && !weights.iter().any(Rational::is_negative);
        if !fits || sum.is_zero() {
            return None;
        }
        let weights: Vec<Rational> = weights.iter().map(|weight| weight / &sum).collect();
        let of = |k: usize| mean(&weights, self.matrices.iter().map(|row| &row[k]));
        let means = (0..self.classifiers.len()).map(of).collect::<Option<Vec<_>>>()?;
        Some(Self { weights, means, ..self.clone() })
    }
}

/// The weighted mean of the normalised matrices.
fn mean<'m>(
    weights: &[Rational],
    matrices: impl Iterator<Item = &'m ConfusionMatrix>,
) -> Option<ConfusionMatrix> {
    let mut sums = [const { Rational::ZERO }; 4];
    for (weight, matrix) in weights.iter().zip(matrices) {
        let factor = weight / &matrix.total();
        let counts = [matrix.tn(), matrix.fp(), matrix.fn_(), matrix.tp()];
        for (sum, count) in sums.iter_mut().zip(counts).filter(|(_, count)| !count.is_zero()) {
            *sum = &*sum + &(&factor * count);
        }
    }
    let [tn, fp, fn_, tp] = sums;
    ConfusionMatrix::new(tn, fp, fn_, tp).ok()
}
