//! Inputs of questions: from files to classifiers, models, classes or test sets.

pub(crate) mod clusters;
pub(crate) mod input;
pub(crate) mod means;
pub(crate) mod models;
pub(crate) mod multi_class;
pub(crate) mod reading;
pub(crate) mod test_sets;
pub(crate) mod tested;
