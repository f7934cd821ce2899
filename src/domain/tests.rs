//! Confusion matrices by domain and classifier.

use std::collections::HashSet;

use super::{DomainError, Missing};
use crate::performance::{Classifier, ConfusionMatrix};

/// Classifiers that were tested in domains, perhaps not each in all.
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
/// assert_eq!(tests.domains(), ["north", "south"]);
/// assert_eq!(tests.classifiers(), ["lr"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DomainTests {
    domains: Vec<String>,
    classifiers: Vec<String>,
    /// By domain, then by classifier.
    matrices: Vec<Vec<Option<ConfusionMatrix>>>,
}

/// The part that is kept if some tests are missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shared {
    /// The domains in which all classifiers were tested.
    Domains,
    /// The classifiers that were tested in all domains.
    Classifiers,
}

impl DomainTests {
    /// Tests of these classifiers in these domains; `matrices` has a row for each domain, and in it
    /// a place for each classifier. Further places are left out, absent ones are missing tests.
    pub fn new(
        domains: Vec<String>,
        classifiers: Vec<String>,
        mut matrices: Vec<Vec<Option<ConfusionMatrix>>>,
    ) -> Self {
        matrices.resize(domains.len(), Vec::new());
        for row in &mut matrices {
            row.resize(classifiers.len(), None);
        }
        Self { domains, classifiers, matrices }
    }

    /// The names of the domains.
    pub fn domains(&self) -> &[String] {
        &self.domains
    }

    /// The names of the classifiers.
    pub fn classifiers(&self) -> &[String] {
        &self.classifiers
    }

    /// The result of a classifier in a domain, by position; `None` if it was not tested there.
    pub fn matrix(&self, domain: usize, classifier: usize) -> Option<&ConfusionMatrix> {
        self.matrices.get(domain)?.get(classifier)?.as_ref()
    }

    /// Replaces each matrix.
    ///
    /// # Errors
    /// The first error of the function.
    pub fn try_map<E>(
        &mut self,
        change: impl Fn(&ConfusionMatrix) -> Result<ConfusionMatrix, E>,
    ) -> Result<(), E> {
        for matrix in self.matrices.iter_mut().flatten().flatten() {
            *matrix = change(matrix)?;
        }
        Ok(())
    }

    /// The sum of each classifier's matrices over the domains in which it was tested.
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
    /// assert_eq!(tests.pooled()[0].matrix, ConfusionMatrix::from_counts(10, 4, 3, 3)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pooled(&self) -> Vec<Classifier> {
        let sum = |k: usize| {
            let mut tested = self.matrices.iter().filter_map(|row| row[k].as_ref());
            let first = tested.next()?.clone();
            let add = |sum: ConfusionMatrix, one: &ConfusionMatrix| {
                let [tn, fp, fn_, tp] = [
                    sum.tn() + one.tn(),
                    sum.fp() + one.fp(),
                    sum.fn_() + one.fn_(),
                    sum.tp() + one.tp(),
                ];
                ConfusionMatrix::new(tn, fp, fn_, tp).unwrap_or(sum)
            };
            Some(Classifier::new(self.classifiers[k].clone(), tested.fold(first, add)))
        };
        (0..self.classifiers.len()).filter_map(sum).collect()
    }

    /// Checks that each classifier was tested in each domain.
    ///
    /// ```
    /// use exactile::domain::DomainTests;
    /// let tests = DomainTests::new(vec!["north".into()], vec!["lr".into()], vec![]);
    /// assert!(tests.check_complete().is_err());
    /// ```
    ///
    /// # Errors
    /// The pairs that are missing.
    pub fn check_complete(&self) -> Result<(), DomainError> {
        /// Pairs that a message names.
        const SHOWN: usize = 3;
        let mut found = Missing { shown: Vec::new(), all: 0 };
        for (domain, row) in self.domains.iter().zip(&self.matrices) {
            for (classifier, matrix) in self.classifiers.iter().zip(row) {
                if matrix.is_none() {
                    found.all += 1;
                    if found.shown.len() < SHOWN {
                        found.shown.push([domain.clone(), classifier.clone()]);
                    }
                }
            }
        }
        if found.all == 0 { Ok(()) } else { Err(DomainError::Missing(found)) }
    }

    /// The tests that are complete: of the domains that all classifiers share, or of the
    /// classifiers that all domains share.
    ///
    /// # Errors
    /// Nothing is shared.
    pub fn shared(&self, kept: Shared) -> Result<Self, DomainError> {
        let has = |domain: &usize, k: &usize| self.matrices[*domain][*k].is_some();
        let (all_domains, all_classifiers) = (0..self.domains.len(), 0..self.classifiers.len());
        let (domains, classifiers): (Vec<usize>, Vec<usize>) = match kept {
            Shared::Domains => {
                let is_full = |d: &usize| all_classifiers.clone().all(|k| has(d, &k));
                (all_domains.filter(is_full).collect(), all_classifiers.clone().collect())
            }
            Shared::Classifiers => {
                let is_full = |k: &usize| all_domains.clone().all(|d| has(&d, k));
                (all_domains.clone().collect(), all_classifiers.filter(is_full).collect())
            }
        };
        if domains.is_empty() {
            return Err(DomainError::NothingShared("no domain has results of all classifiers"));
        }
        if classifiers.is_empty() {
            return Err(DomainError::NothingShared("no classifier was tested in all domains"));
        }
        Ok(self.part(&domains, &classifiers))
    }

    /// The tests of these classifiers, in their order. Names that are unknown are left out.
    #[must_use]
    pub fn of_classifiers(&self, names: &[String]) -> Self {
        let wanted: HashSet<&String> = names.iter().collect();
        let is_wanted = |k: &usize| wanted.contains(&self.classifiers[*k]);
        let classifiers: Vec<usize> = (0..self.classifiers.len()).filter(is_wanted).collect();
        self.part(&(0..self.domains.len()).collect::<Vec<_>>(), &classifiers)
    }

    fn part(&self, domains: &[usize], classifiers: &[usize]) -> Self {
        let row = |&d: &usize| classifiers.iter().map(|&k| self.matrices[d][k].clone()).collect();
        Self {
            domains: domains.iter().map(|&d| self.domains[d].clone()).collect(),
            classifiers: classifiers.iter().map(|&k| self.classifiers[k].clone()).collect(),
            matrices: domains.iter().map(row).collect(),
        }
    }
}
