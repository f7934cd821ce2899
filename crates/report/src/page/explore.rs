//! The controls, the Tile, ROC space and the ranking at a point, which the script makes
//! interactive.

use maud::{Markup, PreEscaped, html};

use super::buttons::{exactly, save};
use crate::Report;
use exactile_document::RenderError;
use exactile_picture::{Extras, PictureError, TilePicture};

/// Returns the section to explore. Without script it is the Tile as a picture; the controls and
/// their results are hidden until the script runs.
pub(super) fn section(report: &Report) -> Result<Markup, RenderError> {
    let still = match report.is_chosen_elsewhere() {
        // A picture of fixed classifiers would show others.
        true => String::new(),
        false => still_tile(report)?,
    };
    Ok(html! {
        section id="explore" aria-labelledby="explore-title" {
            h2 id="explore-title" { "Every preference at once" }
            (controls())
            div.views.with-curve[report.scores.is_some()] {
                figure id="tile-box" {
                    div.box-head {
                        h3 { "The Tile" span.what id="tile-what" {} }
                        (save("tile", "the Tile"))
                    }
                    div id="tile-still" {
                        @if report.is_chosen_elsewhere() {
                            p.note { "The Tile of thresholds that are chosen elsewhere needs the \
                                 page's script." }
                        } @else {
                            (PreEscaped(still))
                        }
                    }
                    div id="tile-live" hidden {}
                    div id="tile-legend" {}
                    p.note {
                        "Each point of the square is a way to weigh right and wrong decisions \
                         against each other. To the right true positives count more than true \
                         negatives, upwards misses count more than false alarms. "
                        span id="tile-colours" { "Colours say who is ranked first there." }
                    }
                }
                @if report.scores.is_some() { (super::scores::decision_box()) }
                figure id="roc-box" hidden {
                    div.box-head {
                        h3 { "ROC space" }
                        label.check { input id="roc-zoom" type="checkbox"; " close up" }
                        (save("roc", "ROC space"))
                    }
                    div id="roc-live" {}
                    p.note id="roc-outside" {}
                    p.note id="roc-note" {}
                }
                (ranking())
            }
            @if report.scores.is_none() { (near()) }
        }
    })
}

/// Returns the elements for ties and the next swaps.
fn near() -> Markup {
    html! {
        details id="near-box" hidden {
            summary { "Ties at the point, and who would swap next" }
            div {
                div {
                    h3 { "Ties at the point" }
                    div id="ties" {}
                }
                div {
                    h3 { "Who would swap next" }
                    p.hint {
                        "Neighbours in the ranking, and where along each axis from the point the \
                         two would tie; the nearest first."
                    }
                    div.scroll id="near" {}
                }
            }
        }
    }
}

/// Returns the controls of the preference: costs, a score or a point, and the share of positives.
pub(super) fn question(report: &Report) -> Markup {
    html! {
        div.controls id="question" hidden {
            p.error id="address-error" role="status" {}
            div.control {
                label for="cost" { "A miss costs" }
                input id="cost" type="text" size="5" inputmode="decimal" placeholder="1"
                    autocomplete="off" spellcheck="false" aria-describedby="cost-error";
                span { "false alarms" }
                span.error id="cost-error" role="status" {}
            }
            div.control {
                label for="score" { "or by" }
                select id="score" {}
            }
            div.control {
                label for="at" { "or a, b =" }
                input id="at" type="text" size="12" placeholder="1/2, 0.3" autocomplete="off"
                    spellcheck="false" aria-describedby="at-error";
                button id="unpin" type="button" hidden { "unpin" }
                span.error id="at-error" role="status" {}
            }
            div.control.wide {
                label for="prior" { "Share of positives" }
                input id="prior" type="range" min="0" max="1" value="0" step="1"
                    aria-describedby="prior-hint";
                input id="prior-text" type="text" size="8" autocomplete="off" spellcheck="false"
                    aria-label="Positive prior, an exact number" aria-describedby="prior-error";
                @if report.tile.own_prior.is_some() {
                    button id="prior-reset" type="button" { "as tested" }
                } @else {
                    button id="prior-reset" type="button" hidden {}
                    label.check {
                        input id="prior-own" type="checkbox";
                        " each as it was tested"
                    }
                }
                output id="prior-percent" for="prior" {}
                span.hint id="prior-hint" {
                    @if report.tile.own_prior.is_some() {
                        "where the classifier will be used"
                    } @else {
                        "tested under different priors: untick to compare all under one"
                    }
                }
                span.error id="prior-error" role="status" {}
            }
        }
    }
}

/// Returns the controls of the layer.
fn controls() -> Markup {
    html! {
        div.controls id="controls" hidden {
            div.control {
                label for="layer" { "Show" }
                select id="layer" {}
            }
            div.control {
                label for="rank" { "r =" }
                input id="rank" type="number" min="1" value="1" step="1" inputmode="numeric";
            }
            div.control hidden {
                label for="classifier" { "of" }
                select id="classifier" {}
            }
        }
    }
}

/// Returns the elements for the ranking at the point.
fn ranking() -> Markup {
    html! {
        div id="ranking-box" hidden {
            div.box-head {
                h3 { "Ranking" }
                (exactly())
            }
            p id="pinned" {}
            div.scroll.tall role="group" aria-label="Ranking at the point" tabindex="0" {
                table id="ranking" {
                    thead {
                        tr {
                            th scope="col" { "rank" }
                            th scope="col" { "classifier" }
                            th scope="col" { "value" }
                            th scope="col" { "exactly" }
                        }
                    }
                    tbody {}
                }
            }
            button id="ranking-all" type="button" hidden {}
            p.note id="ranking-note" {}
            p.hidden-text id="live" aria-live="polite" {}
        }
    }
}

/// Returns the Tile as a picture that needs no script.
fn still_tile(report: &Report) -> Result<String, RenderError> {
    match TilePicture::entity(&report.shown, 1, 600.0, Extras::default()) {
        Ok(picture) => Ok(picture.to_svg()),
        Err(PictureError::Tile(error)) => Err(error.into()),
        Err(other) => Err(std::io::Error::other(other.to_string()).into()),
    }
}
