//! The catalogue of scores as text, CSV and JSON.

use std::io::Write;

use serde::Serialize;

use super::RenderError;
use super::json::write_document;
use super::text::{table, write_table};
use exactile::num::Rational;
use exactile::score::{CatalogueEntry, Scope};

/// All scores for people: a table for each answer to the question when to rank by them.
///
/// # Errors
/// What the destination reports.
pub fn catalogue_text(entries: &[CatalogueEntry], out: &mut dyn Write) -> Result<(), RenderError> {
    let answers = [Scope::All, Scope::FixedPriors, Scope::FixedCounts].map(Scope::name);
    for answer in answers.into_iter().chain([CatalogueEntry::NEVER]) {
        writeln!(out, "For ranking: {answer}")?;
        writeln!(out)?;
        let mut rows = table(["name", "definition", "better", "place (a, b), or why none"]);
        for entry in entries.iter().filter(|entry| entry.ranking == answer) {
            rows.add_row([
                entry.name.as_str(),
                &entry.definition,
                entry.better.unwrap_or("-"),
                &place_of(entry),
            ]);
        }
        write_table(&rows, out)?;
        writeln!(out)?;
    }
    writeln!(
        out,
        "p = TP + FN, n = FP + TN, pi+ = p/(p + n), pi- = n/(p + n); exactile scores NAME tells more"
    )?;
    Ok(())
}

fn place_of(entry: &CatalogueEntry) -> String {
    match (&entry.at, &entry.place, entry.no_place) {
        (Some(at), ..) => at.to_string(),
        (None, Some([a, b]), _) => format!("({a}, {b})"),
        (None, None, reason) => reason.unwrap_or_default().to_owned(),
    }
}

/// All that is known of some scores, for people.
///
/// # Errors
/// What the destination reports.
pub fn entries_text(entries: &[CatalogueEntry], out: &mut dyn Write) -> Result<(), RenderError> {
    for (place, entry) in entries.iter().enumerate() {
        if place > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{}", entry.name)?;
        writeln!(out)?;
        let mut line = |label: &str, text: &str| writeln!(out, "  {label:<12} {text}");
        if !entry.synonyms.is_empty() {
            line("also", &entry.synonyms.join(", "))?;
        }
        line("definition", &entry.definition)?;
        if let Some((event, given)) = &entry.probability {
            line("probability", &format!("P({event} | {given})"))?;
        }
        line("defined", &entry.defined)?;
        line("values", entry.range)?;
        line("better", entry.better.unwrap_or("neither higher nor lower"))?;
        if let Some(kind) = entry.kind {
            line("kind", kind)?;
        }
        line("for ranking", entry.ranking)?;
        if let Some([tn, fp, fn_, tp]) = &entry.importances {
            line("importances", &format!("tn {tn}, fp {fp}, fn {fn_}, tp {tp}"))?;
        }
        if let Some([a, b]) = &entry.place {
            line("place", &format!("({a}, {b})"))?;
        }
        if let (Some(at), true) = (&entry.at, entry.depends_on_prior) {
            line("at", &at.to_string())?;
        }
        if let Some(reason) = entry.no_place {
            line("no place", reason)?;
        }
        line("source", entry.source)?;
    }
    Ok(())
}

/// A row per score; formulas of importances and place in columns of their own.
///
/// # Errors
/// What the destination reports.
pub fn catalogue_csv(entries: &[CatalogueEntry], out: &mut dyn Write) -> Result<(), RenderError> {
    let mut writer = ::csv::Writer::from_writer(out);
    writer.write_record([
        "name",
        "synonyms",
        "definition",
        "defined",
        "range",
        "better",
        "event",
        "given",
        "kind",
        "ranking",
        "tn",
        "fp",
        "fn",
        "tp",
        "a",
        "b",
        "at_a",
        "at_b",
        "depends_on_prior",
        "no_place",
        "source",
    ])?;
    for entry in entries {
        let (event, given) = entry.probability.clone().unwrap_or_default();
        let [tn, fp, fn_, tp] = entry.importances.clone().unwrap_or_default();
        let [a, b] = entry.place.clone().unwrap_or_default();
        let [at_a, at_b] = match &entry.at {
            Some(at) => [at.a.to_string(), at.b.to_string()],
            None => [String::new(), String::new()],
        };
        writer.write_record([
            entry.name.as_str(),
            &entry.synonyms.join(" "),
            &entry.definition,
            &entry.defined,
            entry.range,
            entry.better.unwrap_or_default(),
            &event,
            &given,
            entry.kind.unwrap_or_default(),
            entry.ranking,
            &tn,
            &fp,
            &fn_,
            &tp,
            &a,
            &b,
            &at_a,
            &at_b,
            if entry.depends_on_prior { "true" } else { "false" },
            entry.no_place.unwrap_or_default(),
            entry.source,
        ])?;
    }
    writer.flush()?;
    Ok(())
}

/// `exactile.scores.v1`
///
/// # Errors
/// What the destination reports.
pub fn catalogue_json(
    entries: &[CatalogueEntry],
    prior_positive: Option<&Rational>,
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    #[derive(Serialize)]
    struct Document<'c> {
        schema: &'static str,
        prior_positive: Option<&'c Rational>,
        scores: &'c [CatalogueEntry],
    }
    write_document(&Document { schema: "exactile.scores.v1", prior_positive, scores: entries }, out)
}
