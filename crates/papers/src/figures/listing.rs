//! The list of figures.

use serde::Serialize;

use super::{Drawing, Figure};
use exactile_document::{Column, Format, Output, Page, RenderError, Table};

#[derive(Serialize)]
struct Document<'f> {
    figures: Vec<FigureJson<'f>>,
}

/// One figure of `exactile.figures.v1`: a figure that is not drawn has a null `file` and a
/// `reason`.
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

/// Figures, `exactile.figures.v1`: the content of each, and the differences from the print.
#[derive(Clone, Copy, Debug)]
pub struct Figures<'f> {
    /// The figures.
    pub figures: &'f [Figure],
    /// The extension of their files.
    pub ending: &'f str,
}

impl Output for Figures<'_> {
    fn schema(&self) -> &str {
        "exactile.figures.v1"
    }

    fn body(&self) -> impl Serialize {
        let figures = self.figures.iter().map(|figure| FigureJson {
            id: figure.id,
            paper: figure.paper.title,
            number: figure.number,
            title: figure.title,
            file: figure.is_drawn().then(|| format!("{}.{}", figure.file_stem(), self.ending)),
            shows: figure.shows,
            differs: figure.differs,
            command: figure.command,
            reason: match figure.drawing {
                Drawing::Drawn(_) => None,
                Drawing::NotDrawn(reason) => Some(reason),
            },
        });
        Document { figures: figures.collect() }
    }

    /// A line per figure: its name, its subject, and the reason if it is not drawn.
    fn page(&self, _: Format) -> Result<Page<'_>, RenderError> {
        let mut rows = Table::new(["figure", "title", ""].map(Column::people));
        for figure in self.figures {
            let note = match figure.drawing {
                Drawing::Drawn(_) => String::new(),
                Drawing::NotDrawn(reason) => format!("not drawn: {reason}"),
            };
            rows.row([figure.id.into(), figure.title.into(), note.into()]);
        }
        Ok(Page::of(rows))
    }
}
