//! Test sets of one table, distinguished by the values of a column (`--by`).

use hashbrown::HashMap;

use super::error::InputError;
use super::samples::SampleCounter;
use super::table::Table;
use exactile::domain::DomainTests;
use exactile::num::abbreviated;
use exactile::performance::{Classifier, ConfusionMatrix, Label};

/// The test set of each row. Texts are names, but whole numbers may be written as doubles: `1.0` is
/// the test set `1`. They are numbered in the order of their first occurrence.
pub(super) struct DomainColumn {
    column: usize,
    numbers: HashMap<String, usize>,
    names: Vec<String>,
    /// The last field and its number: most rows belong to the same test set as the one before.
    last: Option<(Vec<u8>, usize)>,
}

impl DomainColumn {
    /// Returns the column of test sets, if one was requested.
    pub(super) fn of(table: &Table<'_>) -> Option<Self> {
        let column = table.domain_column()?;
        Some(Self { column, numbers: HashMap::new(), names: Vec::new(), last: None })
    }

    /// Creates test sets that are distinguished by given texts instead of a column.
    pub(super) fn of_texts() -> Self {
        Self { column: usize::MAX, numbers: HashMap::new(), names: Vec::new(), last: None }
    }

    /// Returns the number of a test set by name.
    pub(super) fn number_of(&mut self, text: &str) -> usize {
        let key = key(text.trim());
        if let Some(&number) = self.numbers.get(key) {
            return number;
        }
        self.names.push(text.trim().to_owned());
        self.numbers.insert(key.to_owned(), self.names.len() - 1);
        self.names.len() - 1
    }

    /// Returns the number of the row's test set, which must have a name.
    pub(super) fn number(&mut self, table: &Table<'_>) -> Result<usize, InputError> {
        let field = table.field(self.column);
        if let Some((_, number)) = self.last.as_ref().filter(|(last, _)| last == field) {
            return Ok(*number);
        }
        let text = table.text(self.column);
        if Label::is_missing(text) {
            let column = abbreviated(&table.header()[self.column]);
            let kind = super::samples::missing_value(column, abbreviated(text.trim()));
            return Err(table.field_error(kind, self.column));
        }
        let number = self.number_of(text);
        self.last = Some((field.to_vec(), number));
        Ok(number)
    }

    /// As [`Self::number`], for a sample; `None` if its test set has no name and the row is left
    /// out.
    pub(super) fn number_of_sample(
        &mut self,
        table: &Table<'_>,
        samples: &SampleCounter,
    ) -> Result<Option<usize>, InputError> {
        if Label::is_missing(table.text(self.column)) {
            samples.check_dropping(table, self.column, super::samples::missing_value)?;
            return Ok(None);
        }
        self.number(table).map(Some)
    }

    /// Returns the names of the test sets.
    pub(super) fn into_names(self) -> Vec<String> {
        self.names
    }
}

/// The text that distinguishes a test set: a whole number without its decimal zeros.
fn key(text: &str) -> &str {
    let Some((whole, decimals)) = text.split_once('.') else { return text };
    let is_whole = whole == "0" || !whole.is_empty() && !whole.starts_with('0');
    let are_digits = |part: &str, digit: fn(&u8) -> bool| part.bytes().all(|byte| digit(&byte));
    let is_double = is_whole
        && !decimals.is_empty()
        && are_digits(whole, u8::is_ascii_digit)
        && are_digits(decimals, |byte| *byte == b'0');
    if is_double { whole } else { text }
}

/// Results by test set and classifier, in the order in which they are read, and possibly
/// incomplete.
pub(super) struct Results {
    classifiers: Vec<String>,
    by_name: HashMap<String, usize>,
    /// By test set, then by classifier.
    matrices: Vec<Vec<Option<ConfusionMatrix>>>,
}

impl Results {
    pub(super) fn new() -> Self {
        Self { classifiers: Vec::new(), by_name: HashMap::new(), matrices: Vec::new() }
    }

    /// Adds a result; returns `false` if the classifier already has one in this test set.
    pub(super) fn add(&mut self, domain: usize, name: &str, matrix: ConfusionMatrix) -> bool {
        let k = *self.by_name.entry_ref(name).or_insert_with(|| {
            self.classifiers.push(name.to_owned());
            self.classifiers.len() - 1
        });
        if self.matrices.len() <= domain {
            self.matrices.resize(domain + 1, Vec::new());
        }
        let row = &mut self.matrices[domain];
        if row.len() <= k {
            row.resize(k + 1, None);
        }
        let is_new = row[k].is_none();
        row[k] = Some(matrix);
        is_new
    }

    /// Returns the tests, and the classifiers with their results of all test sets together.
    pub(super) fn finish(self, names: Vec<String>) -> (Vec<Classifier>, DomainTests) {
        finished(names, self.classifiers, self.matrices)
    }
}

/// Returns the tests, without test sets that have no result, and the classifiers with their results
/// of all of them together.
pub(super) fn finished(
    names: Vec<String>,
    classifiers: Vec<String>,
    mut matrices: Vec<Vec<Option<ConfusionMatrix>>>,
) -> (Vec<Classifier>, DomainTests) {
    matrices.resize(names.len(), Vec::new());
    let known = names.into_iter().zip(matrices);
    let known = known.filter(|(_, row)| row.iter().any(Option::is_some));
    let (names, matrices): (Vec<_>, Vec<_>) = known.unzip();
    let tests = DomainTests::new(names, classifiers, matrices);
    (tests.pooled(), tests)
}
