//! Words for the samples of a test: samples of one class are called samples, since their class does
//! not matter.

use serde::Serialize;

use exactile::performance::{counted, one_line};

/// The way in which the samples of a test were drawn, as far as probabilities depend on it.
#[derive(Clone, Copy, Debug)]
pub enum Sampling<'r> {
    /// Each by itself.
    Single,
    /// In so many clusters, which are exchanged whole and get random weights.
    Clusters(usize),
    /// In test sets with weights.
    TestSets(SampledSets<'r>),
}

/// Several test sets whose mean performance is judged.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SampledSets<'r> {
    /// The column that distinguishes them.
    pub by: &'r str,
    /// Their number.
    pub count: usize,
    /// The name of their weights.
    pub weights: &'r str,
    /// `sampled` if they are a sample of many themselves; `fixed` if only their samples are drawn.
    pub are: &'static str,
}

impl<'r> Sampling<'r> {
    /// The number of clusters.
    pub(super) fn clusters(self) -> Option<usize> {
        match self {
            Self::Clusters(count) => Some(count),
            _ => None,
        }
    }

    /// The test sets.
    pub(super) fn sets(self) -> Option<SampledSets<'r>> {
        match self {
            Self::TestSets(sets) => Some(sets),
            _ => None,
        }
    }

    pub(super) fn is_single(self) -> bool {
        matches!(self, Self::Single)
    }

    /// The units that a swap test exchanges.
    pub(super) fn exchanged(self) -> &'static str {
        match self {
            Self::Clusters(_) => "cluster",
            Self::TestSets(sets) if sets.is_sampled() => "test set",
            Self::TestSets(_) | Self::Single => "sample",
        }
    }

    /// The population that true values are those of.
    pub(super) fn population(self) -> Option<String> {
        Some(match self {
            Self::Single => return None,
            Self::Clusters(_) => {
                "on the population from which the clusters were sampled".to_owned()
            }
            Self::TestSets(sets) if sets.is_sampled() => {
                "on the population from which the test sets were sampled".to_owned()
            }
            Self::TestSets(sets) => format!(
                "of the mean of the rates behind the results in {}",
                counted(sets.count, "test set")
            ),
        })
    }
}

/// The weights of test sets in words: `weighted by samples`, `weighted equally`.
pub(super) fn weighted(weights: &str) -> String {
    match weights {
        "samples" => "weighted by samples".to_owned(),
        "equal" => "weighted equally".to_owned(),
        given => format!("weighted {}", one_line(given)),
    }
}

impl SampledSets<'_> {
    pub(super) fn is_sampled(self) -> bool {
        self.are == "sampled"
    }

    /// `3 test sets by site, weighted by samples`
    pub(super) fn told(self) -> String {
        let count = counted(self.count, "test set");
        format!("{count} by {}, {}", one_line(self.by), weighted(self.weights))
    }

    /// The assumption of probabilities.
    pub(super) fn assumption(self, is_paired: bool) -> &'static str {
        match (self.is_sampled(), is_paired) {
            (true, _) => "test sets are a sample of many, and get random weights",
            (false, true) => {
                "test sets are fixed and their samples drawn; classifiers compared on the same \
                 samples"
            }
            (false, false) => {
                "test sets are fixed and their samples drawn; classifiers taken as independent"
            }
        }
    }
}

/// Returns `3 further positives and 5 further negatives`; for one class `8 further samples`.
pub(super) fn further_samples(positives: u64, negatives: u64) -> String {
    samples_called(["further ", "further "], positives, negatives)
}

/// Returns `3 further positives and 5 negatives`; for one class `8 further samples`.
pub(super) fn further_test(positives: u64, negatives: u64) -> String {
    samples_called(["further ", ""], positives, negatives)
}

/// Returns `3 positives and 5 negatives`; for one class `8 samples`.
pub(super) fn samples(positives: u64, negatives: u64) -> String {
    samples_called(["", ""], positives, negatives)
}

fn samples_called([first, second]: [&str; 2], positives: u64, negatives: u64) -> String {
    if positives == 0 || negatives == 0 {
        return counted(positives + negatives, &format!("{first}sample"));
    }
    let positives = counted(positives, &format!("{first}positive"));
    let negatives = counted(negatives, &format!("{second}negative"));
    format!("{positives} and {negatives}")
}

/// Returns `, at 3 : 5 positives to negatives`; empty for one class, which needs no weight.
pub(super) fn at_sizes(positives: u64, negatives: u64) -> String {
    if positives == 0 || negatives == 0 {
        return String::new();
    }
    format!(", at {positives} : {negatives} positives to negatives")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_of_one_class_have_no_class() {
        assert_eq!(further_samples(1, 2), "1 further positive and 2 further negatives");
        assert_eq!(further_samples(0, 1), "1 further sample");
        assert_eq!(samples(7, 0), "7 samples");
        assert_eq!(at_sizes(7, 0), "");
        assert_eq!(at_sizes(7, 1), ", at 7 : 1 positives to negatives");
    }
}
