//! Several test sets of the same classifiers, which the page shows one by one.

use serde::{Serialize, Serializer};

use exactile::domain::Domains;
use exactile::num::Rational;
use exactile::performance::ConfusionMatrix;

/// The test sets over which a report's classifiers have their mean performances. They stay as they
/// were tested, each under its own prior, whatever prior the report is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestSets {
    /// The results in each test set; its classifiers are those of the report, in the same order.
    pub domains: Domains,
    /// The column that distinguishes the test sets.
    pub by: String,
}

/// Words of a column's name that stand for the folds of a cross-validation.
const FOLDS: [&str; 4] = ["fold", "folds", "kfold", "cv"];

impl TestSets {
    /// Returns `true` if the name of the column is one of folds: `fold`, `CV fold`, `outer_fold`.
    pub fn sound_like_folds(&self) -> bool {
        let by = self.by.to_lowercase();
        by.split(|letter: char| !letter.is_alphabetic()).any(|word| FOLDS.contains(&word))
    }
}

impl Serialize for TestSets {
    /// Writes names, weights, and a text `"tn fp fn tp"` for each classifier in each test set.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Written<'d> {
            by: &'d str,
            names: &'d [String],
            weights: &'d [Rational],
            counts: Vec<Vec<String>>,
        }
        let domains = &self.domains;
        let counts = |matrix: &ConfusionMatrix| {
            format!("{} {} {} {}", matrix.tn(), matrix.fp(), matrix.fn_(), matrix.tp())
        };
        let of_set = |set: usize| {
            let all = 0..domains.classifiers().len();
            all.map(|classifier| counts(domains.matrix(set, classifier))).collect()
        };
        Written {
            by: &self.by,
            names: domains.names(),
            weights: domains.weights(),
            counts: (0..domains.names().len()).map(of_set).collect(),
        }
        .serialize(serializer)
    }
}
