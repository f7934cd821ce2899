//! A report as one self-contained page: HTML, style, script and data in one file.
//!
//! All essential content is in the HTML itself, so that the page can be printed and read without
//! script. The script makes it interactive: it reads the report from one block of JSON, computes
//! with exact fractions, and uses no network, which a content security policy also forbids.
//!
//! Names are data. They enter the page as escaped text or in the block of JSON, where `<`, `>` and
//! `&` are escaped; the script sets them as text and never as markup.

mod buttons;
mod checked;
mod data;
mod explore;
mod forest;
mod numbers;
mod pair;
mod provenance;
mod ranges;
mod scores;
mod sentences;
mod table;
mod test_sets;
mod verdict;

use std::io::Write;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, PreEscaped, html};

use sha2::{Digest, Sha256};

use crate::Report;
use data::{colours, json_block};
use exactile::performance::counted;
use exactile_document::RenderError;

/// The default heading of a page.
const QUESTION: &str = "Which classifier?";

/// Style of the page.
const STYLE: [&str; 3] =
    [include_str!("page.css"), include_str!("evidence.css"), include_str!("test_sets.css")];

/// The parts of the script, in their order.
const SCRIPT: [&str; 30] = [
    include_str!("script/exact.js"),
    include_str!("script/ranking.js"),
    include_str!("script/state.js"),
    include_str!("script/make.js"),
    include_str!("script/regions.js"),
    include_str!("script/room.js"),
    include_str!("script/layers.js"),
    include_str!("script/point.js"),
    include_str!("script/controls.js"),
    include_str!("script/address.js"),
    include_str!("script/ranges.js"),
    include_str!("script/verdict.js"),
    include_str!("script/export.js"),
    include_str!("script/tile_regions.js"),
    include_str!("script/tile_scores.js"),
    include_str!("script/tile.js"),
    include_str!("script/roc_lines.js"),
    include_str!("script/roc_names.js"),
    include_str!("script/roc.js"),
    include_str!("script/models.js"),
    include_str!("script/decision_changes.js"),
    include_str!("script/decision.js"),
    include_str!("script/standings.js"),
    include_str!("script/near.js"),
    include_str!("script/shares.js"),
    include_str!("script/findings.js"),
    include_str!("script/test_sets.js"),
    include_str!("script/table.js"),
    include_str!("script/pair.js"),
    include_str!("script/main.js"),
];

pub use checked::check_html;

/// Returns the hash of a style or script for a content security policy.
fn content_hash(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}

/// Returns the policy. Nothing is loaded from anywhere, and only the page's own script and style
/// are allowed, by their hashes, so that injected markup has no effect. The page may create
/// pictures itself.
fn policy(style: &str, script: &str) -> String {
    format!(
        "default-src 'none'; style-src {}; script-src {}; img-src data: blob:; base-uri 'none'; \
         form-action 'none'",
        content_hash(style),
        content_hash(script),
    )
}

/// Writes the page of a report.
///
/// # Errors
/// Errors of the destination or of the picture of the Tile.
pub fn report_html(report: &Report, out: &mut dyn Write) -> Result<(), RenderError> {
    let colours = colours(report);
    let (style, script) = (STYLE.concat(), SCRIPT.concat());
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy(&style, &script));
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="generator" content=(concat!("exactile ", env!("CARGO_PKG_VERSION")));
                title { (title(report)) }
                style { (PreEscaped(&style)) }
            }
            body {
                a.skip href="#explore" { "Skip to the Tile" }
                header {
                    @if let Some(logo) = &report.provenance.logo {
                        img.logo src=(logo.address()) alt="";
                    }
                    h1 { bdi { (report.provenance.title.as_deref().unwrap_or(QUESTION)) } }
                    p.lead { (provenance::lead(report)) }
                    @if let Some(note) = &report.provenance.note { p.lead { bdi { (note) } } }
                }
                main {
                    (verdict::section(report, &colours))
                    (explore::section(report)?)
                    @if let Some(part) = &report.scores {
                        (scores::section(report, part, &colours))
                    }
                    // Fixed classifiers; each preference has thresholds of its own.
                    @if report.scores.is_none() {
                        (sentences::section(report))
                        (test_sets::section(report, &colours))
                        (table::section(report, &colours)?)
                        (pair::section(report))
                    }
                    (provenance::section(report))
                }
                footer {
                    p.print-only {
                        (left_out(report))
                        @if report.test_sets.is_some() { " So are the test sets, one by one." }
                    }
                    p {
                        "Ranks, ties, values and shares on this page are exact; decimals are \
                         rounded from exact numbers. Made by exactile " (env!("CARGO_PKG_VERSION"))
                        ". The Tile: Piérard et al., "
                        a href="https://arxiv.org/abs/2412.04309" rel="noreferrer" {
                            "The Tile: A 2D Map of Ranking Scores for Two-Class Classification"
                        }
                        "."
                    }
                }
                script type="application/json" id="data" {
                    (PreEscaped(json_block(report, &colours)?))
                }
                script { (PreEscaped(&script)) }
            }
        }
    };
    out.write_all(page.into_string().as_bytes())?;
    out.write_all(b"\n")?;
    Ok(())
}

/// Returns a sentence about what paper has no room for.
fn left_out(report: &Report) -> &'static str {
    match report.scores.is_some() {
        true => {
            "Left out of this print, and on the page: the ranking at every preference, and all \
             other thresholds."
        }
        false => {
            "Left out of this print, and on the page: findings in words, the ranking at every \
             preference with ties and swaps, exact values, intervals of the next test, ranks, and \
             pairs of classifiers."
        }
    }
}

/// Returns the title of the page in the browser.
fn title(report: &Report) -> String {
    match &report.provenance.title {
        Some(title) => title.clone(),
        None => format!("{QUESTION} A report on {}", heading(report)),
    }
}

/// Returns the number of classifiers, or of models, in words.
fn heading(report: &Report) -> String {
    if let Some(scores) = &report.scores {
        let count = scores.models.len();
        let thresholds = counted(report.classifiers.len(), "threshold");
        return format!("{} at {thresholds}", counted(count, "model"));
    }
    counted(report.classifiers.len(), "classifier")
}
