//! Buttons and boxes that several parts of the page have.

use maud::{Markup, html};

/// Returns the buttons that save a picture.
pub(super) fn save(name: &str, called: &str) -> Markup {
    html! {
        span.saves.live-only {
            @for (kind, title) in [("svg", "SVG"), ("png", "PNG")] {
                button type="button" data-saves=(name) data-kind=(kind)
                    aria-label={ "save " (called) " as " (title) } { (title) }
            }
        }
    }
}

/// Returns the box that unfolds exact forms, in all tables at once.
pub(super) fn exactly() -> Markup {
    html! {
        label.check.live-only { input.exactly type="checkbox" autocomplete="off"; " exactly" }
    }
}
