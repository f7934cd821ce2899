//! What a check of regions found, as text and JSON.

use std::io::Write;

use serde::Serialize;

use super::RenderError;
use super::json::write_document;
use exactile::num::Rational;
use exactile_verify::{FailedCheck, Verification};

/// What has been proved of a file in which every check holds, and what a selection left out.
fn statements(found: &Verification) -> (Vec<String>, Vec<String>) {
    let counts = if found.shifted {
        "the counts are those of the input, shifted to this prior"
    } else {
        "the counts and the prior are those of the input"
    };
    let mut proved = vec![counts.to_owned()];
    let mut open = Vec::new();
    let ranks = || {
        let ranks = found.ranks.iter().flatten().map(ToString::to_string);
        ranks.collect::<Vec<_>>().join(" or ")
    };
    if found.pieces == [0; 3] {
        proved.push(format!("no selected classifier is ranked {} anywhere", ranks()));
    } else {
        proved.extend(
            [
                "every edge is a whole frontier with a rival or a part of the Tile's border",
                "every region is bounded by one simple closed curve, and no frontier runs through it",
                "every rank is right",
            ]
            .map(ToOwned::to_owned),
        );
        proved.push(if found.complete {
            format!(
                "for each selected classifier, {} make up the open Tile, each point once",
                if found.pieces[0] == 0 {
                    "regions and ties"
                } else {
                    "regions, ties and crossings"
                }
            )
        } else {
            format!(
                "for each selected classifier, no region or tie is missing or repeated where it is \
                 ranked {}",
                ranks()
            )
        });
    }
    if !found.complete {
        open.push("the parts of the Tile with other ranks are not in the file".to_owned());
    }
    let beyond = |rank: &&usize| **rank > found.classifiers;
    if let Some(rank) = found.ranks.iter().flatten().find(beyond) {
        open.push(format!(
            "ranks from {rank}, which none of {} classifiers can have, claim nothing",
            found.classifiers
        ));
    }
    if found.areas {
        proved.push("every area is right".to_owned());
    }
    let left_out = found.classifiers - found.selected;
    if left_out > 0 {
        open.push(format!("nothing is said about {left_out} classifiers that were not selected"));
    }
    (proved, open)
}

/// A short report: what has been proved, or one line per failed check.
///
/// # Errors
/// What the destination reports.
pub fn verification_text(found: &Verification, out: &mut dyn Write) -> Result<(), RenderError> {
    let [crossings, ties, regions] = found.pieces;
    if !found.holds() {
        for failure in &found.failures {
            writeln!(out, "failed: {}", line(failure))?;
        }
        writeln!(out, "not verified: {} checks do not hold", found.failures.len())?;
        return Ok(());
    }
    let prior = match &found.prior_positive {
        Some(prior) => format!("of positive prior {prior}"),
        None => "under their own priors".to_owned(),
    };
    let ties = match crossings {
        0 => format!(" and {ties} ties"),
        _ => format!(", {ties} ties and {crossings} crossings"),
    };
    writeln!(
        out,
        "verified: {regions} regions{ties} of {} classifiers on the Tile {prior}",
        found.selected
    )?;
    let (proved, open) = statements(found);
    for statement in proved {
        writeln!(out, "  proved      {statement}")?;
    }
    for statement in open {
        writeln!(out, "  not proved  {statement}")?;
    }
    Ok(())
}

fn line(failure: &FailedCheck) -> String {
    let mut place = failure.check.to_owned();
    if let Some(piece) = failure.piece {
        place.push_str(&format!(" {piece}"));
    }
    if let Some(classifier) = &failure.classifier {
        place.push_str(&format!(" of {classifier:?}"));
    }
    format!("{place}: {}", shortened(&failure.reason))
}

/// A text in which only the ends of numbers of very many digits are left; JSON has them whole.
fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    const KEPT: usize = 10;
    let mut short = String::new();
    for part in text.split_inclusive(|c: char| !c.is_ascii_digit()) {
        let digits = part.bytes().take_while(u8::is_ascii_digit).count();
        if digits > MOST {
            short.push_str(&format!("{}...{}", &part[..KEPT], &part[digits - KEPT..]));
        } else {
            short.push_str(part);
        }
    }
    short
}

/// `exactile.verify.v1`.
///
/// # Errors
/// What the destination reports.
pub fn verification_json(found: &Verification, out: &mut dyn Write) -> Result<(), RenderError> {
    #[derive(Serialize)]
    struct Document<'v> {
        schema: &'static str,
        verified: bool,
        prior_positive: Option<&'v Rational>,
        classifiers: usize,
        selected: usize,
        ranks: Option<&'v [usize]>,
        complete: bool,
        regions: usize,
        ties: usize,
        crossings: usize,
        proved: Vec<String>,
        not_proved: Vec<String>,
        failures: Vec<Failure<'v>>,
    }
    #[derive(Serialize)]
    struct Failure<'v> {
        check: &'static str,
        piece: Option<usize>,
        classifier: Option<&'v str>,
        reason: &'v str,
    }
    let (proved, not_proved) = if found.holds() { statements(found) } else { Default::default() };
    let failures = found.failures.iter().map(|failure| Failure {
        check: failure.check,
        piece: failure.piece,
        classifier: failure.classifier.as_deref(),
        reason: &failure.reason,
    });
    let [crossings, ties, regions] = found.pieces;
    write_document(
        &Document {
            schema: "exactile.verify.v1",
            verified: found.holds(),
            prior_positive: found.prior_positive.as_ref(),
            classifiers: found.classifiers,
            selected: found.selected,
            ranks: found.ranks.as_deref(),
            complete: found.complete,
            regions,
            ties,
            crossings,
            proved,
            not_proved,
            failures: failures.collect(),
        },
        out,
    )
}
