//! The labels of an input.
//!
//! They belong to all results and to no engine, so [`write`](super::write) adds them to each: as
//! the first line of text, and as members of a JSON object after its schema.

use exactile::performance::one_line;

/// The labels of an input, as its reader understood them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labelling {
    /// The label of the positive class; `None` for inputs without labels.
    pub positive: Option<String>,
    /// The number of rows that were left out because they lack a value.
    pub dropped: u64,
}

impl Labelling {
    /// Returns `positive class: malignant`; `None` if there are no labels.
    pub(super) fn line(&self) -> Option<String> {
        let positive =
            self.positive.as_ref().map(|label| format!("positive class: {}", one_line(label)));
        let dropped = (self.dropped > 0).then(|| {
            let rows = if self.dropped == 1 { "row" } else { "rows" };
            format!("{} {rows} with missing values left out", self.dropped)
        });
        let parts: Vec<String> = positive.into_iter().chain(dropped).collect();
        (!parts.is_empty()).then(|| parts.join("; "))
    }
}
