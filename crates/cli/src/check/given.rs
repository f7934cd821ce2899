//! What was given to be checked.

use exactile::reported::{Composition, ReportedRow};

/// A row as it was given.
pub(super) struct Given {
    pub(super) name: Option<String>,
    /// Where it stands, if it is one of a file.
    pub(super) place: Option<String>,
    pub(super) scores: Vec<String>,
    pub(super) printed: Vec<String>,
    pub(super) row: ReportedRow,
    /// The tests over which the scores are means, if they are.
    pub(super) tests: Option<Composition>,
}
