//! Two classifiers compared on further data.

use maud::{Markup, html};

use crate::report::Report;

/// The comparison of a pair.
pub(super) fn section(_report: &Report) -> Markup {
    html! {
        section id="pair" aria-labelledby="pair-title" {
            h2 id="pair-title" { "Two classifiers on the next test" }
        }
    }
}
