//! The findings of a report in plain words.

use maud::{Markup, html};

use crate::report::Report;

/// The summary.
pub(super) fn section(_report: &Report) -> Markup {
    html! {
        section id="summary" aria-labelledby="summary-title" {
            h2 id="summary-title" { "In short" }
        }
    }
}
