//! Results of several classes: one after the other, or the ranking on all pairs of classes.

use std::io::Write;

use comfy_table::CellAlignment;
use serde::Serialize;

use super::RenderError;
use super::json::write_document;
use super::pencil::UNDEFINED;
use super::text::{shown, table, write_table};
use exactile::multi_class::ImportanceRanked;
use exactile::num::Rational;
use exactile::performance::MultiClassClassifier;
use exactile::ranking::Importance;

/// Writes the results of each class, which others make, between what belongs around them: headings
/// as text, or `{"schema": .., "classes": [{"class": .., KEY: RESULT}, ..]}` as JSON.
#[derive(Debug)]
pub struct EachClass {
    key: &'static str,
    is_text: bool,
    is_first: bool,
}

impl EachClass {
    /// Begins a document.
    ///
    /// # Errors
    /// What the destination reports.
    pub fn new(
        schema: &str,
        key: &'static str,
        is_text: bool,
        out: &mut dyn Write,
    ) -> Result<Self, RenderError> {
        if !is_text {
            write!(out, "{{\"schema\":\"{schema}\",\n\"classes\":[")?;
        }
        Ok(Self { key, is_text, is_first: true })
    }

    /// Begins a class; its result comes next.
    ///
    /// # Errors
    /// What the destination reports.
    pub fn begin(&mut self, label: &str, out: &mut dyn Write) -> Result<(), RenderError> {
        let is_first = std::mem::take(&mut self.is_first);
        if self.is_text {
            let gap = if is_first { "" } else { "\n" };
            writeln!(out, "{gap}{} against the rest:", shown(label))?;
        } else {
            let (gap, key) = (if is_first { "" } else { "," }, self.key);
            write!(out, "{gap}\n{{\"class\":{},\"{key}\":", serde_json::to_string(label)?)?;
        }
        Ok(())
    }

    /// Ends a class.
    ///
    /// # Errors
    /// What the destination reports.
    pub fn end(&mut self, out: &mut dyn Write) -> Result<(), RenderError> {
        if !self.is_text {
            out.write_all(b"}")?;
        }
        Ok(())
    }

    /// A class without a result, and why.
    ///
    /// # Errors
    /// What the destination reports.
    pub fn undefined(
        &mut self,
        label: &str,
        reason: &str,
        out: &mut dyn Write,
    ) -> Result<(), RenderError> {
        self.begin(label, out)?;
        if self.is_text {
            writeln!(out, "undefined: {reason}")?;
        } else {
            write!(out, "null,\"undefined\":{}", serde_json::to_string(reason)?)?;
        }
        self.end(out)
    }

    /// Ends the document, with further entries that concern all classes: a key, a heading for text,
    /// and names.
    ///
    /// # Errors
    /// What the destination reports.
    pub fn finish(
        self,
        entries: &[(&str, &str, Vec<&str>)],
        out: &mut dyn Write,
    ) -> Result<(), RenderError> {
        if !self.is_text {
            out.write_all(b"]")?;
        }
        for (key, heading, names) in entries {
            if self.is_text {
                let names: Vec<String> = names.iter().map(|name| shown(name)).collect();
                let names = if names.is_empty() { "nobody".to_owned() } else { names.join(", ") };
                writeln!(out, "\n{heading}: {names}")?;
            } else {
                write!(out, ",\n\"{key}\":{}", serde_json::to_string(names)?)?;
            }
        }
        if !self.is_text {
            out.write_all(b"}\n")?;
        }
        Ok(())
    }
}

/// The ranking by an importance of all pairs of classes, as a table.
///
/// # Errors
/// What the destination reports.
pub fn importance_text(
    classifiers: &[MultiClassClassifier],
    ranking: &[ImportanceRanked],
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    writeln!(out, "ranking by importance of true and predicted classes")?;
    writeln!(out)?;
    let mut table = table(["rank", "classifier", "about", "exactly"]);
    for ranked in ranking {
        let name = shown(&classifiers[ranked.classifier].name);
        match (&ranked.value, ranked.rank) {
            (Some(value), Some((best, worst))) => {
                let rank = if best == worst { best.to_string() } else { format!("{best}-{worst}") };
                table.add_row([rank, name, value.to_decimal(6), value.to_string()]);
            }
            _ => {
                table.add_row(["-".into(), name, "undefined".into(), UNDEFINED.into()]);
            }
        }
    }
    if let Some(column) = table.column_mut(0) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    write_table(&table, out)
}

/// `exactile.importance-rank.v1`.
///
/// # Errors
/// What the destination reports.
pub fn importance_json(
    classifiers: &[MultiClassClassifier],
    importance: &Importance,
    ranking: &[ImportanceRanked],
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    #[derive(Serialize)]
    struct Document<'r> {
        schema: &'static str,
        labels: &'r [String],
        importance: Vec<&'r [Rational]>,
        ranking: Vec<Entry<'r>>,
    }
    #[derive(Serialize)]
    struct Entry<'r> {
        classifier: usize,
        name: &'r str,
        value: Option<&'r Rational>,
        rank: Option<(usize, usize)>,
        #[serde(skip_serializing_if = "Option::is_none")]
        undefined: Option<&'static str>,
    }
    let labels = classifiers.first().map_or(&[][..], |first| first.matrix.labels());
    let entries = ranking.iter().map(|ranked| Entry {
        classifier: ranked.classifier,
        name: &classifiers[ranked.classifier].name,
        value: ranked.value.as_ref(),
        rank: ranked.rank,
        undefined: ranked.value.is_none().then_some(UNDEFINED),
    });
    write_document(
        &Document {
            schema: "exactile.importance-rank.v1",
            labels,
            importance: importance.values().chunks(labels.len().max(1)).collect(),
            ranking: entries.collect(),
        },
        out,
    )
}
