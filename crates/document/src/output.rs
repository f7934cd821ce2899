//! A trait for results, and one function that writes them in every form.
//!
//! A result has a [`Page`] of words and tables, and a body for JSON, which is anything that
//! serialises. [`write()`] makes text, CSV, Markdown and LaTeX of the page, and JSON of the body,
//! and adds the labels of the input to both.

use std::io::Write;

use serde::Serialize;

use super::RenderError;
use super::origin::{Origin, Provenance};
use super::table::{Format, Style, Table, in_markdown};

/// The form of a written result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// JSON with exact numbers.
    Json,
    /// Tables, with words around them except in CSV.
    Page(Style),
}

/// A result that can be written.
///
/// ```
/// use exactile_document::{
///     Column, Form, Format, Labelling, Origin, Output, Page, RenderError, Style, Table,
/// };
/// struct Sizes(Vec<u64>);
///
/// impl Output for Sizes {
///     fn schema(&self) -> &str {
///         "exactile.sizes.v1"
///     }
///
///     fn body(&self) -> impl serde::Serialize {
///         std::collections::BTreeMap::from([("sizes", &self.0)])
///     }
///
///     fn page(&self, _: Format) -> Result<Page<'_>, RenderError> {
///         let mut table = Table::new([Column::new("size", "size").right()]);
///         for size in &self.0 {
///             table.row([(*size).into()]);
///         }
///         let mut page = Page::default();
///         page.line("All sizes:");
///         page.table(table);
///         Ok(page)
///     }
/// }
///
/// let labelling = Labelling { positive: Some("ill".to_owned()), dropped: 0 };
/// let origin = Origin { labelling, provenance: None };
/// let written = |form| {
///     let mut out = Vec::new();
///     exactile_document::write(&Sizes(vec![7, 12]), form, &origin, &mut out)
///         .map(|()| String::from_utf8_lossy(&out).into_owned())
/// };
/// let page = |format| written(Form::Page(Style::new(format)));
/// assert_eq!(page(Format::Text)?, "positive class: ill\nAll sizes:\n\n size\n    7\n   12\n");
/// assert_eq!(page(Format::Csv)?, "size\n7\n12\n");
/// assert_eq!(
///     written(Form::Json)?.split_whitespace().collect::<String>(),
///     r#"{"schema":"exactile.sizes.v1","positive":"ill","sizes":[7,12]}"#
/// );
/// # Ok::<(), RenderError>(())
/// ```
pub trait Output {
    /// The name of the JSON document, `exactile.NAME.v1`.
    fn schema(&self) -> &str;

    /// Returns the members of the JSON object after the header.
    fn body(&self) -> impl Serialize;

    /// Returns the page for the other forms. CSV has those of its tables that have machine names,
    /// of which there must be one.
    ///
    /// # Errors
    /// Errors of the engine.
    fn page(&self, format: Format) -> Result<Page<'_>, RenderError>;

    /// Writes JSON. Documents that are written while they are made override this method.
    ///
    /// # Errors
    /// Errors of the destination or of the engine.
    fn write_json(&self, header: Header<'_>, out: &mut dyn Write) -> Result<(), RenderError> {
        header.write_indented(&self.body(), out)
    }

    /// Writes any other form. Documents that are written while they are made override this method.
    ///
    /// # Errors
    /// Errors of the destination or of the engine.
    fn write_page(&self, style: Style, out: &mut dyn Write) -> Result<(), RenderError> {
        self.page(style.format)?.write(style, out)
    }
}

/// Writes a result in one form, with its origin.
///
/// # Errors
/// Errors of the destination or of the engine.
pub fn write(
    result: &(impl Output + ?Sized),
    form: Form,
    origin: &Origin,
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    match form {
        Form::Json => result.write_json(Header { schema: result.schema(), origin }, out),
        Form::Page(style) => {
            if let Some(line) = origin.labelling.line() {
                let mut page = Page::default();
                page.line(line);
                page.write(style, out)?;
                if style.format == Format::Markdown {
                    writeln!(out)?;
                }
            }
            result.write_page(style, out)
        }
    }
}

/// The first members of every JSON document: its schema and its origin.
#[derive(Clone, Copy, Debug)]
pub struct Header<'h> {
    /// The name of the document, `exactile.NAME.v1`.
    pub schema: &'h str,
    /// The origin of the result.
    pub origin: &'h Origin,
}

impl<'h> Header<'h> {
    /// Writes a document with these members as indented JSON, with a line break at the end.
    ///
    /// # Errors
    /// Errors of the destination.
    pub fn write_indented(
        self,
        body: &impl Serialize,
        out: &mut dyn Write,
    ) -> Result<(), RenderError> {
        serde_json::to_writer_pretty(&mut *out, &self.document(body))?;
        Ok(out.write_all(b"\n")?)
    }

    /// As [`Self::write_indented`] on one line, for documents with long lists.
    ///
    /// # Errors
    /// Errors of the destination.
    pub fn write_line(self, body: &impl Serialize, out: &mut dyn Write) -> Result<(), RenderError> {
        serde_json::to_writer(&mut *out, &self.document(body))?;
        Ok(out.write_all(b"\n")?)
    }

    /// Writes these members, those of `body` and a comma, without the end of the object, for
    /// documents that are written while they are made.
    ///
    /// # Errors
    /// Errors of the destination.
    pub fn begin(self, body: &impl Serialize, out: &mut dyn Write) -> Result<(), RenderError> {
        let object = serde_json::to_string(&self.document(body))?;
        let members = object.strip_suffix('}').unwrap_or(&object);
        Ok(write!(out, "{members},")?)
    }

    fn document<T>(self, body: T) -> Document<'h, T> {
        let Origin { labelling, provenance } = self.origin;
        let dropped_rows = (labelling.dropped > 0).then_some(labelling.dropped);
        let (schema, positive) = (self.schema, labelling.positive.as_deref());
        Document { schema, positive, dropped_rows, provenance: provenance.as_ref(), body }
    }
}

#[derive(Serialize)]
struct Document<'h, T> {
    schema: &'h str,
    #[serde(skip_serializing_if = "Option::is_none")]
    positive: Option<&'h str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dropped_rows: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    provenance: Option<&'h Provenance>,
    #[serde(flatten)]
    body: T,
}

/// Words and tables, from top to bottom.
#[derive(Clone, Debug, Default)]
pub struct Page<'p> {
    blocks: Vec<Block<'p>>,
}

#[derive(Clone, Debug)]
enum Block<'p> {
    Line(String),
    Table(Table<'p>),
    /// A table between lines, without empty lines around it.
    Rows(Table<'p>),
}

impl<'p> Page<'p> {
    /// Creates a page of one table.
    pub fn of(table: Table<'p>) -> Self {
        Self { blocks: vec![Block::Table(table)] }
    }

    /// Adds a line of words. Names in it must have passed through
    /// [`one_line`](exactile::performance::one_line).
    pub fn line(&mut self, words: impl Into<String>) {
        self.blocks.push(Block::Line(words.into()));
    }

    /// Adds a table. An empty line separates it from words before and after it.
    pub fn table(&mut self, table: Table<'p>) {
        self.blocks.push(Block::Table(table));
    }

    /// Adds a table without an empty line before and after it.
    pub fn within(&mut self, table: Table<'p>) {
        self.blocks.push(Block::Rows(table));
    }

    /// Adds lines of words.
    pub fn lines(&mut self, lines: impl IntoIterator<Item = String>) {
        lines.into_iter().for_each(|line| self.line(line));
    }

    /// Writes the page: in CSV only its tables with machine names, in LaTeX its words as comments.
    ///
    /// # Errors
    /// Errors of the destination.
    pub fn write(&self, style: Style, out: &mut dyn Write) -> Result<(), RenderError> {
        let mut before: Option<&Block<'_>> = None;
        let mut rest = self.blocks.iter().peekable();
        while let Some(block) = rest.next() {
            let is_apart = match (before, block) {
                (None, _) => false,
                (Some(Block::Line(line)), Block::Table(_))
                | (Some(Block::Table(_)), Block::Line(line)) => !line.is_empty(),
                (Some(before), block) => {
                    [before, block].iter().any(|b| matches!(b, Block::Table(_)))
                }
            };
            before = Some(block);
            if is_apart && style.format != Format::Csv {
                writeln!(out)?;
            }
            match (block, style.format) {
                (Block::Table(table) | Block::Rows(table), format) => {
                    if format != Format::Csv || table.is_data() {
                        table.write(style, out)?;
                    }
                }
                (Block::Line(_), Format::Csv) => {}
                (Block::Line(line), Format::Text) => writeln!(out, "{line}")?,
                (Block::Line(line), _) if line.is_empty() => writeln!(out)?,
                (Block::Line(line), Format::Markdown) => {
                    // Markdown would join the next line to this one.
                    let goes_on =
                        |next: &&Block<'_>| matches!(next, Block::Line(next) if !next.is_empty());
                    let ending = rest.peek().filter(|next| goes_on(next)).map_or("", |_| "  ");
                    writeln!(out, "{}{ending}", in_markdown(line))?;
                }
                (Block::Line(line), Format::Latex) => writeln!(out, "% {line}")?,
            }
        }
        Ok(())
    }
}
