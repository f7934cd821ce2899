//! The origin of all content of the page.

use maud::{Markup, html};

use super::heading;
use crate::Report;
use exactile::num::{Percent, Rational};
use exactile::performance::{ConfusionMatrix, counted, one_line};

/// Returns a label in quotation marks.
fn quoted(label: &str) -> String {
    format!("\u{201c}{}\u{201d}", one_line(label))
}

/// Returns the numbers of samples of each class, if all classifiers have the same counts.
pub(super) fn samples(report: &Report) -> Option<[Rational; 2]> {
    let mut matrices = report.classifiers.iter().map(|classifier| &classifier.matrix);
    let is_count = |m: &ConfusionMatrix| {
        [m.tn(), m.fp(), m.fn_(), m.tp()].into_iter().all(Rational::is_integer)
    };
    let size = |m: &ConfusionMatrix| [m.positives(), m.negatives()];
    let first = size(matrices.next()?);
    let is_same = |m: &ConfusionMatrix| is_count(m) && size(m) == first;
    report.classifiers.iter().all(|of| is_same(&of.matrix)).then_some(first)
}

/// Returns a line with the number of classifiers and their test.
pub(super) fn lead(report: &Report) -> Markup {
    html! {
        (heading(report))
        @match (samples(report), &report.tile.own_prior) {
            (Some([positives, negatives]), Some(_)) => {
                ", tested on " (positives) " positive and " (counted(negatives, "negative sample"))
                @if report.paired { " (the same for all)" }
                "."
            },
            (_, Some(prior)) => { ", tested under a positive prior of " (prior) "." },
            _ => ", tested under different priors.",
        }
        @if let Some(label) = &report.provenance.positive {
            " The positive class is " (quoted(label)) "."
        }
        @match report.provenance.dropped_rows {
            0 => {},
            1 => " One row with missing values was left out.",
            rows => { " " (rows) " rows with missing values were left out." },
        }
    }
}

/// Returns all that is known about the origin of the numbers.
pub(super) fn section(report: &Report) -> Markup {
    let provenance = &report.provenance;
    let row = |term: &str, content: Markup| html! { div { dt { (term) } dd { (content) } } };
    html! {
        section id="provenance" aria-labelledby="provenance-title" {
            h2 id="provenance-title" { "Where this comes from" }
            dl {
                @if let Some(file) = &provenance.file {
                    (row("Input", html! { bdi { (file) } }))
                }
                @if let Some(label) = &provenance.positive {
                    (row("Positive class", html! { (quoted(label)) }))
                }
                @if let Some([positives, negatives]) = samples(report) {
                    (row("Samples", html! { (positives) " positive, " (negatives) " negative" }))
                }
                (row("Prior", prior(report)))
                (row("Pairing", pairing(report)))
                @if provenance.dropped_rows > 0 {
                    (row("Left out", html! {
                        (counted(provenance.dropped_rows, "row")) " with missing values"
                    }))
                }
                @if !provenance.notes.is_empty() {
                    (row("Notes of reading", html! {
                        ul { @for note in &provenance.notes { li { bdi { (note) } } } }
                    }))
                }
                (row("Made by", html! { "exactile " (env!("CARGO_PKG_VERSION")) }))
                @if let Some(command) = &provenance.command {
                    (row("Command", html! { code { (one_line(command)) } }))
                }
            }
        }
    }
}

fn prior(report: &Report) -> Markup {
    let named = |prior: &Rational| html! { (prior) " (" (Percent::of(prior.clone(), 1)) ")" };
    let tile = &report.tile;
    html! {
        @match (&tile.own_prior, &tile.start_prior) {
            (Some(own), Some(start)) if own == start => {
                "positive prior " (named(own)) ", that of the test"
            },
            (Some(own), Some(start)) => {
                "positive prior " (named(start)) ", asked for; that of the test is " (named(own))
            },
            (None, Some(start)) => {
                "positive prior " (named(start)) ", asked for; the tests had different ones"
            },
            _ => "each classifier's own: the tests had different ones",
        }
    }
}

fn pairing(report: &Report) -> Markup {
    html! {
        @if report.classifiers.len() == 1 {
            "there is nobody to compare with"
        } @else if report.is_chosen_elsewhere() {
            @if report.verdicts.iter().all(|verdict| verdict.sure.is_err()) {
                "none: each preference has thresholds of its own, so nothing is said of how sure \
                 ranks are"
            } @else if report.paired {
                "paired: for the scores that have a sentence above, the thresholds of all models \
                 were tested on the same samples, and are compared on them; other preferences have \
                 other thresholds, and nothing is said of how sure ranks are"
            } @else {
                "not paired: for the scores that have a sentence above, the thresholds are taken \
                 as independent; other preferences have other thresholds, and nothing is said of \
                 how sure ranks are"
            }
        } @else if report.scores.is_some() {
            "none: thresholds were chosen on the samples that judge them, so nothing is said of \
             how sure ranks are"
        } @else if report.paired {
            "paired: all classifiers were tested on the same samples, and are compared on them"
        } @else {
            "not paired: how the classifiers agree on single samples is not known or not used, so \
             they are taken as independent"
        }
    }
}
