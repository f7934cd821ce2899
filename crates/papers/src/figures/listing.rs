//! The list of figures, as text and JSON.

use std::io::Write;

use comfy_table::{Table, presets};
use serde::Serialize;

use super::{Drawing, Figure};
use exactile_document::RenderError;

#[derive(Serialize)]
struct Document<'f> {
    schema: &'static str,
    figures: Vec<FigureJson<'f>>,
}

/// One figure of `exactile.figures.v1`: `file` is null and `reason` is not where it is not drawn.
#[derive(Serialize)]
struct FigureJson<'f> {
    id: &'f str,
    paper: &'f str,
    number: &'f str,
    title: &'f str,
    file: Option<String>,
    shows: &'f str,
    differs: &'f str,
    command: Option<&'f str>,
    reason: Option<&'f str>,
}

/// `exactile.figures.v1`: what corresponds to what, and what differs. Files have this ending.
///
/// # Errors
/// What the destination reports.
pub fn figures_json(
    figures: &[Figure],
    ending: &str,
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    let figures = figures
        .iter()
        .map(|figure| FigureJson {
            id: figure.id,
            paper: figure.paper.title,
            number: figure.number,
            title: figure.title,
            file: figure.is_drawn().then(|| format!("{}.{ending}", figure.file_stem())),
            shows: figure.shows,
            differs: figure.differs,
            command: figure.command,
            reason: match figure.drawing {
                Drawing::Drawn(_) => None,
                Drawing::NotDrawn(reason) => Some(reason),
            },
        })
        .collect();
    let document = Document { schema: "exactile.figures.v1", figures };
    serde_json::to_writer_pretty(&mut *out, &document)?;
    out.write_all(b"\n")?;
    Ok(())
}

/// A line per figure: its name, what it is about, and why it is not drawn where it is not.
///
/// # Errors
/// What the destination reports.
pub fn figures_text(figures: &[Figure], out: &mut dyn Write) -> Result<(), RenderError> {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(["figure", "title", ""]);
    for figure in figures {
        let note = match figure.drawing {
            Drawing::Drawn(_) => String::new(),
            Drawing::NotDrawn(reason) => format!("not drawn: {reason}"),
        };
        table.add_row([figure.id, figure.title, &note]);
    }
    for line in table.lines() {
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
