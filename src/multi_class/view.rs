//! One class against the rest.

use crate::num::abbreviated;
use crate::performance::{Classifier, MultiClassClassifier};

/// Two classifiers that tell different classes apart.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{:?} and {:?} do not have the same labels", abbreviated(.first), abbreviated(.second))]
pub struct LabelsDiffer {
    /// The first classifier.
    pub first: String,
    /// The first one that differs from it.
    pub second: String,
}

/// All classifiers as ones of two classes, one class being positive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassView {
    /// The label of the positive class.
    pub label: String,
    /// The classifiers, in the order given.
    pub classifiers: Vec<Classifier>,
}

/// A view for each class, in the order of the first classifier's labels. O(K^3) additions for each
/// classifier of K classes.
///
/// ```
/// use exactile::multi_class::class_views;
/// use exactile::performance::{MultiClassClassifier, MultiClassMatrix};
/// let matrix = MultiClassMatrix::from_counts(["a", "b", "c"], [[5, 1, 0], [2, 3, 1], [0, 0, 8]])?;
/// let views = class_views(&[MultiClassClassifier { name: "A".into(), matrix }])?;
/// assert_eq!(views[1].label, "b");
/// assert_eq!(views[1].classifiers[0].matrix.tp().to_string(), "3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Classifiers with other labels than the first one's.
pub fn class_views(classifiers: &[MultiClassClassifier]) -> Result<Vec<ClassView>, LabelsDiffer> {
    check_labels(classifiers)?;
    let labels = classifiers.first().map_or(&[][..], |first| first.matrix.labels());
    let view = |label: &String| {
        let of = |MultiClassClassifier { name, matrix }: &MultiClassClassifier| {
            let class = matrix.labels().iter().position(|other| other == label);
            let class = class.expect("all have the same labels");
            Classifier::new(name.clone(), matrix.one_against_rest(class))
        };
        ClassView { label: label.clone(), classifiers: classifiers.iter().map(of).collect() }
    };
    Ok(labels.iter().map(view).collect())
}

/// Checks that all have the labels of the first one, in any order.
pub(super) fn check_labels(classifiers: &[MultiClassClassifier]) -> Result<(), LabelsDiffer> {
    let sorted = |classifier: &MultiClassClassifier| {
        let mut labels = classifier.matrix.labels().to_vec();
        labels.sort_unstable();
        labels
    };
    let Some(first) = classifiers.first() else { return Ok(()) };
    let known = sorted(first);
    match classifiers.iter().find(|classifier| sorted(classifier) != known) {
        None => Ok(()),
        Some(second) => {
            Err(LabelsDiffer { first: first.name.clone(), second: second.name.clone() })
        }
    }
}
