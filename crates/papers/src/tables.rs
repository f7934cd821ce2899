//! Findings about published statements, as text and JSON.

use std::io::Write;

use serde::Serialize;

use crate::referee::{Examined, Item, Statement, Verdict};
use exactile_document::RenderError;
use exactile_document::write_document;
use exactile_document::{table, write_table};

#[derive(Serialize)]
struct Document<T> {
    schema: &'static str,
    checks: Vec<T>,
}

/// One statement of `exactile.tables.v1`: what decided the verdict, then all items.
#[derive(Serialize)]
struct CheckJson<'e> {
    id: &'e str,
    source: &'e str,
    says: &'e str,
    verdict: Verdict,
    recorded: Verdict,
    printed: &'e str,
    computed: &'e str,
    witness: Option<&'e str>,
    convention: Option<&'e str>,
    corrected: Option<&'e str>,
    items: &'e [Item],
}

impl<'e> From<&'e Examined> for CheckJson<'e> {
    fn from(Examined { statement, finding }: &'e Examined) -> Self {
        let item = finding.decisive();
        Self {
            id: &statement.id,
            source: &statement.source,
            says: &statement.says,
            verdict: finding.verdict,
            recorded: statement.recorded,
            printed: &item.printed,
            computed: &item.computed,
            witness: item.witness.as_deref(),
            convention: item.convention.as_deref(),
            corrected: item.corrected.as_deref(),
            items: &finding.items,
        }
    }
}

/// `exactile.tables.v1`: the whole evidence.
///
/// # Errors
/// What the destination reports.
pub fn tables_json(examined: &[Examined], out: &mut dyn Write) -> Result<(), RenderError> {
    let checks = examined.iter().map(CheckJson::from).collect();
    write_document(&Document { schema: "exactile.tables.v1", checks }, out)
}

/// A line per statement with the verdict, or all items where there are only a few statements; then
/// how many hold.
///
/// # Errors
/// What the destination reports.
pub fn tables_text(examined: &[Examined], out: &mut dyn Write) -> Result<(), RenderError> {
    const IN_FULL: usize = 3;
    if examined.len() <= IN_FULL {
        for (place, one) in examined.iter().enumerate() {
            if place > 0 {
                writeln!(out)?;
            }
            in_full(one, out)?;
        }
        return Ok(());
    }
    let mut rows = table(["statement", "verdict", "what it says"]);
    for one in examined {
        let Examined { statement, finding } = one;
        rows.add_row([&statement.id, &finding.verdict.to_string(), &statement.says]);
    }
    write_table(&rows, out)?;
    writeln!(out)?;
    for verdict in [Verdict::Convention, Verdict::Erratum] {
        for one in examined.iter().filter(|one| one.finding.verdict == verdict) {
            in_full(one, out)?;
            writeln!(out)?;
        }
    }
    let count = |verdict| examined.iter().filter(|one| one.finding.verdict == verdict).count();
    writeln!(
        out,
        "{} statements: {} reproduced, {} under a convention, {} errata",
        examined.len(),
        count(Verdict::Reproduced),
        count(Verdict::Convention),
        count(Verdict::Erratum)
    )?;
    for one in examined.iter().filter(|one| !one.as_recorded()) {
        let Examined { statement, finding } = one;
        writeln!(
            out,
            "{}: {} now, but {} on record",
            statement.id, finding.verdict, statement.recorded
        )?;
    }
    Ok(())
}

fn in_full(one: &Examined, out: &mut dyn Write) -> Result<(), RenderError> {
    let Examined { statement, finding } = one;
    writeln!(out, "{}: {}", statement.id, finding.verdict)?;
    writeln!(out, "  {} ({})", statement.says, statement.source)?;
    for item in &finding.items {
        writeln!(out, "  printed     {}", item.printed)?;
        writeln!(out, "    computed    {} ({})", item.computed, item.verdict)?;
        for (label, text) in [
            ("witness", &item.witness),
            ("convention", &item.convention),
            ("corrected", &item.corrected),
        ] {
            if let Some(text) = text {
                writeln!(out, "    {label:<12}{text}")?;
            }
        }
    }
    if !one.as_recorded() {
        writeln!(out, "  on record: {}", statement.recorded)?;
    }
    Ok(())
}

#[derive(Serialize)]
struct ListedJson<'s> {
    id: &'s str,
    source: &'s str,
    says: &'s str,
    recorded: Verdict,
}

/// The statements without an examination, `exactile.tables-list.v1`.
///
/// # Errors
/// What the destination reports.
pub fn statements_json(statements: &[Statement], out: &mut dyn Write) -> Result<(), RenderError> {
    let checks = statements
        .iter()
        .map(|Statement { id, source, says, recorded, .. }| ListedJson {
            id,
            source,
            says,
            recorded: *recorded,
        })
        .collect();
    write_document(&Document { schema: "exactile.tables-list.v1", checks }, out)
}

/// The statements without an examination, a line each.
///
/// # Errors
/// What the destination reports.
pub fn statements_text(statements: &[Statement], out: &mut dyn Write) -> Result<(), RenderError> {
    let mut rows = table(["statement", "what it says", "source"]);
    for statement in statements {
        rows.add_row([&statement.id, &statement.says, &statement.source]);
    }
    write_table(&rows, out)
}
