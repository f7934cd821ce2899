//! The table of all classifiers.

use maud::{Markup, html};

use super::data::Colour;
use crate::report::Report;

/// The table.
pub(super) fn section(_report: &Report, _colours: &[Colour]) -> Markup {
    html! {
        section id="numbers" aria-labelledby="numbers-title" {
            h2 id="numbers-title" { "All numbers" }
        }
    }
}
