//! Colours of the classifiers that appear in a picture, and their names.

use std::collections::HashMap;

use super::label::Names;
use super::scheme::Scheme;

/// The colour of each classifier of a picture.
#[derive(Clone, Debug)]
pub(super) struct Colours {
    colours: HashMap<usize, String>,
    has_families: bool,
}

impl Colours {
    /// Returns the colours of the classifiers that appear, in the scheme of the input. Thresholds
    /// of a model are shades of its colour.
    pub(super) fn new(scheme: &Scheme, appearing: impl IntoIterator<Item = usize>) -> Self {
        Self { colours: scheme.appearing(appearing), has_families: scheme.has_families() }
    }

    /// Returns the name of tied classifiers; of several thresholds of one model the least.
    pub(super) fn name(&self, names: &Names, members: &[usize]) -> String {
        if self.has_families { names.brief(members) } else { names.of(members) }
    }

    /// Returns the colour of a classifier.
    pub(super) fn of(&self, classifier: usize) -> String {
        self.colours.get(&classifier).cloned().unwrap_or_else(|| "#ffffff".to_owned())
    }
}
