//! The program's reading of an input.

use serde::Serialize;

use super::{Column, Format, Output, Page, RenderError, Table};
use exactile::performance::one_line;

/// The reading of an input, `exactile.inspect.v1`.
#[derive(Clone, Debug, Serialize)]
pub struct InspectReport {
    /// The form: `matrices`, `rates`, `predictions`, `scores`, `json` or `joined`.
    pub form: String,
    /// The encoding of the text, if it is known.
    pub encoding: Option<&'static str>,
    /// The character between fields.
    pub separator: Option<char>,
    /// The decimal mark, if a number shows it.
    pub decimal_mark: Option<char>,
    /// The column of the truth.
    pub truth: Option<String>,
    /// The positive label; `None` if there are no labels, or if it is not decided.
    pub positive: Option<String>,
    /// The labels of the truth, if it is not decided which one is positive.
    pub undecided: Vec<String>,
    /// The column of numbers of samples or of weights.
    pub weight: Option<String>,
    /// The names of the classifiers or models.
    pub classifiers: Vec<String>,
    /// The columns that are left out.
    pub ignored: Vec<IgnoredColumn>,
    /// The number of samples, if there are samples and their weights are whole numbers.
    pub samples: Option<u64>,
    /// The number of positive samples, if the positive label is decided.
    pub positives: Option<u64>,
    /// The number of negative samples.
    pub negatives: Option<u64>,
    /// The number of rows with a missing value.
    pub missing: u64,
    /// The flags that state this reading explicitly.
    pub flags: Vec<String>,
    /// The same as a shell takes them.
    #[serde(skip)]
    pub in_shell: String,
    /// Remarks of the reader.
    pub notes: Vec<String>,
}

/// A column that is left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct IgnoredColumn {
    /// Its name.
    pub column: String,
    /// The reason.
    pub why: &'static str,
}

impl Output for InspectReport {
    fn schema(&self) -> &str {
        "exactile.inspect.v1"
    }

    fn body(&self) -> impl Serialize {
        self.clone()
    }

    /// One row per property, each present one.
    fn page(&self, _: Format) -> Result<Page<'_>, RenderError> {
        let mut rows =
            Table::new([Column::new("property", "property"), Column::new("value", "value")]);
        let mut add = |property: &'static str, value: String| {
            if !value.is_empty() {
                rows.row([property.into(), value.into()]);
            }
        };
        let text = |value: &Option<String>| {
            value.as_deref().map(one_line).unwrap_or_default().into_owned()
        };
        let mark = |value: Option<char>| match value {
            Some('\t') => "tab".to_owned(),
            Some(' ') => "blank".to_owned(),
            value => value.map(String::from).unwrap_or_default(),
        };
        let names = |names: &[String]| {
            let names: Vec<_> = names.iter().map(|name| one_line(name)).collect();
            names.join(", ")
        };
        add("form", self.form.clone());
        add("encoding", self.encoding.unwrap_or_default().to_owned());
        add("separator", mark(self.separator));
        add("decimal mark", mark(self.decimal_mark));
        add("truth", text(&self.truth));
        add("positive label", text(&self.positive));
        add("not decided: positive label", names(&self.undecided));
        add("weight", text(&self.weight));
        add("classifiers", names(&self.classifiers));
        for IgnoredColumn { column, why } in &self.ignored {
            add("ignored", format!("{} ({why})", one_line(column)));
        }
        let number = |value: Option<u64>| value.map(|value| value.to_string()).unwrap_or_default();
        add("samples", number(self.samples));
        add("positives", number(self.positives));
        add("negatives", number(self.negatives));
        add("rows with missing values", self.missing.to_string());
        add("flags that state this", self.in_shell.clone());
        for note in &self.notes {
            add("note", note.clone());
        }
        Ok(Page::of(rows))
    }
}
