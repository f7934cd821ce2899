//! Results of several classes: one after the other, or the ranking on all pairs of classes.

use std::io::Write;

use serde::Serialize;

use super::pencil::UNDEFINED;
use super::{Cell, Column, Format, Header, Origin, Output, Page, RenderError, Style, Table};
use exactile::multi_class::ImportanceRanked;
use exactile::num::{Rational, Value};
use exactile::performance::{MultiClassClassifier, one_line};
use exactile::ranking::Importance;

/// The results of each class against the rest, and entries that concern all classes.
///
/// JSON is `{"schema": .., "classes": [{"class": .., KEY: RESULT}, ..], ENTRY: [..]}`, with a null
/// result and the reason under `undefined` for a class without one.
#[derive(Debug)]
pub struct EachClass<'e, R> {
    /// The name of the document.
    pub schema: &'static str,
    /// The key of a result.
    pub key: &'static str,
    /// The label of each class, with its result or the reason why it has none.
    pub classes: Vec<(&'e str, Result<R, String>)>,
    /// Names that concern all classes: the key, a heading for people, and the names.
    pub entry: Option<(&'static str, &'static str, Vec<&'e str>)>,
}

impl<R: Output> Output for EachClass<'_, R> {
    fn schema(&self) -> &str {
        self.schema
    }

    fn body(&self) -> impl Serialize {}

    fn page(&self, _: Format) -> Result<Page<'_>, RenderError> {
        let mut page = Page::default();
        if let Some((_, heading, names)) = &self.entry {
            let names: Vec<_> = names.iter().map(|name| one_line(name)).collect();
            let names = if names.is_empty() { "nobody".to_owned() } else { names.join(", ") };
            page.line("");
            page.line(format!("{heading}: {names}"));
        }
        Ok(page)
    }

    fn write_json(&self, header: Header<'_>, out: &mut dyn Write) -> Result<(), RenderError> {
        header.begin(&(), out)?;
        write!(out, "\n\"classes\":[")?;
        for (place, (label, result)) in self.classes.iter().enumerate() {
            let gap = if place == 0 { "" } else { "," };
            let label = serde_json::to_string(label)?;
            write!(out, "{gap}\n{{\"class\":{label},\"{}\":", self.key)?;
            match result {
                Ok(result) => {
                    // Where all come from stands at the top alone.
                    let (schema, origin) = (result.schema(), &Origin::default());
                    result.write_json(Header { schema, origin }, out)?;
                }
                Err(reason) => {
                    write!(out, "null,\"undefined\":{}", serde_json::to_string(reason)?)?;
                }
            }
            out.write_all(b"}")?;
        }
        out.write_all(b"]")?;
        if let Some((key, _, names)) = &self.entry {
            write!(out, ",\n\"{key}\":{}", serde_json::to_string(names)?)?;
        }
        Ok(out.write_all(b"}\n")?)
    }

    fn write_page(&self, style: Style, out: &mut dyn Write) -> Result<(), RenderError> {
        for (place, (label, result)) in self.classes.iter().enumerate() {
            let mut heading = Page::default();
            if place > 0 {
                heading.line("");
            }
            heading.line(format!("{} against the rest:", one_line(label)));
            match result {
                Ok(_) if style.format == Format::Markdown => heading.line(""),
                Ok(_) => {}
                Err(reason) => heading.line(format!("undefined: {reason}")),
            }
            heading.write(style, out)?;
            if let Ok(result) = result {
                result.write_page(style, out)?;
            }
        }
        self.page(style.format)?.write(style, out)
    }
}

/// The ranking by an importance of all pairs of classes, `exactile.importance-rank.v1`.
#[derive(Clone, Copy, Debug)]
pub struct ImportanceReport<'r> {
    /// The classifiers, in the order of the input.
    pub classifiers: &'r [MultiClassClassifier],
    /// The importance of each pair of a true and a predicted class.
    pub importance: &'r Importance,
    /// The ranking, best first.
    pub ranking: &'r [ImportanceRanked],
}

impl Output for ImportanceReport<'_> {
    fn schema(&self) -> &str {
        "exactile.importance-rank.v1"
    }

    fn body(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Document<'r> {
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
        let labels = self.classifiers.first().map_or(&[][..], |first| first.matrix.labels());
        let entries = self.ranking.iter().map(|ranked| Entry {
            classifier: ranked.classifier,
            name: &self.classifiers[ranked.classifier].name,
            value: ranked.value.as_ref(),
            rank: ranked.rank,
            undefined: ranked.value.is_none().then_some(UNDEFINED),
        });
        Document {
            labels,
            importance: self.importance.values().chunks(labels.len().max(1)).collect(),
            ranking: entries.collect(),
        }
    }

    fn page(&self, _: Format) -> Result<Page<'_>, RenderError> {
        let mut rows = Table::new([
            Column::ranks(),
            Column::data("classifier"),
            Column::new("classifier", "name"),
            Column::exact("about", "value"),
            Column::terminal("exactly"),
        ]);
        for ranked in self.ranking {
            let value = Value::defined(ranked.value.as_ref(), UNDEFINED);
            rows.row([
                Cell::Ranks(ranked.rank.map(|(best, worst)| (best as u64, worst as u64))),
                ranked.classifier.into(),
                (&self.classifiers[ranked.classifier].name).into(),
                (&value).into(),
                Cell::exactly(&value),
            ]);
        }
        let mut page = Page::default();
        page.line("ranking by importance of true and predicted classes");
        page.table(rows);
        Ok(page)
    }
}
