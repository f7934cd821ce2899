//! Rows of predictions as numbers of labels, and the check that they are labels of `y_true`.
//!
//! Rows are a stream, so the second label of `y_true` may come later than that of a classifier.
//! Labels are numbered in the order of their occurrence in any column, and checked at the end. If
//! there are more labels than classes, the input is certainly refused: from then on rows are only
//! read to find the best message, and only a bounded number of labels is remembered. Memory does
//! not grow with the rows, whatever they contain.

use super::ReadOptions;
use super::ahead::Seen;
use super::error::{InputError, InputErrorKind, Place};
use super::foreign_label::{ForeignLabel, Suspicion};
use super::labels::{Labels, MISSING, UNKNOWN};
use super::repeated::{Further, Part, Parts, RepeatedLines};
use super::sample_columns::SampleColumns;
use super::samples::{SampleCounter, missing_label};
use super::table::Table;
use exactile::num::Rational;
use exactile::performance::{Label, one_line};

/// The number of invalid labels that are remembered for messages.
const REMEMBERED: usize = 64;
/// The number of labels from which on a column is not considered a classifier.
const MANY: usize = 8;
/// The number of characters of a label that are remembered.
const LONGEST: usize = 200;
/// Usual names of a column of weights.
const WEIGHTS: [&str; 4] = ["weight", "weights", "sample_weight", "sample_weights"];
/// The number of columns that a hint names.
const COLUMNS_SHOWN: usize = 8;

const NEEDED: &str =
    "give a column y_true with the true labels, or name the column that holds them with --truth";

/// The columns with labels.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LabelColumns {
    /// `y_true` and the columns of all classifiers.
    All,
    /// `y_true` alone.
    Truth,
}

/// The rows of a table of predictions.
pub(super) struct LabelledRows<'t, 'r> {
    table: &'t mut Table<'r>,
    pub(super) columns: SampleColumns,
    pub(super) samples: SampleCounter,
    pub(super) labels: Labels,
    /// For each column, `true` if it has labels.
    is_label: Vec<bool>,
    /// The numbers of the row's labels, by column; 0 in other columns.
    pub(super) row: Vec<u32>,
    /// The largest number of labels of `y_true`.
    most: u32,
    /// For each label, its first occurrence, and `true` if it occurs in `y_true`.
    first: Vec<First>,
    in_truth: Vec<bool>,
    /// `true` if there are more labels than classes.
    is_refused: bool,
    /// Lines that are counted without being split; `None` if rows have more than numbered values.
    repeated: Option<RepeatedLines>,
    is_at_end: bool,
}

/// The first occurrence of a label.
struct First {
    line: u64,
    column: usize,
    text: String,
}

impl<'t, 'r> LabelledRows<'t, 'r> {
    /// Reads the header. `most` returns the largest number of labels of `y_true` for a number of
    /// classifiers.
    pub(super) fn new(
        table: &'t mut Table<'r>,
        options: &ReadOptions,
        holding: LabelColumns,
        most: impl FnOnce(usize) -> usize,
    ) -> Result<Self, InputError> {
        let columns = SampleColumns::find(table, options, None, NEEDED)?;
        let samples = SampleCounter::new(&columns, table, options);
        let most = most(columns.models.len());
        let width = table.header().len();
        let mut is_label = vec![false; width];
        let models = columns.models.iter().filter(|_| holding == LabelColumns::All);
        for &column in models.chain([&columns.truth]) {
            is_label[column] = true;
        }
        let part = |column: usize| match table.domain_column() {
            Some(domain) if domain == column => Part::Set,
            _ if is_label[column] || columns.count == Some(column) => Part::Key,
            _ if table.is_condition(column) => Part::Key,
            _ => Part::Nothing,
        };
        let parts = (0..width).map(part).collect();
        let repeated = (holding == LabelColumns::All).then(|| {
            RepeatedLines::new(Parts::new(table.delimiter(), parts), columns.count.is_some())
        });
        Ok(Self {
            table,
            columns,
            samples,
            labels: Labels::new(most + REMEMBERED, options),
            is_label,
            row: vec![0; width],
            most: u32::try_from(most).expect("labels are bounded"),
            first: Vec::new(),
            in_truth: Vec::new(),
            is_refused: false,
            repeated,
            is_at_end: false,
        })
    }

    /// Takes a column as one that [`next_row_where`](Self::next_row_where) reads, beside that of
    /// test sets.
    pub(super) fn reads(&mut self, column: usize) {
        if let Some(repeated) = &mut self.repeated {
            repeated.distinguish_by(column);
        }
    }

    /// Returns the names of the classifiers.
    pub(super) fn names(&self) -> Vec<String> {
        self.columns.names(self.table)
    }

    /// Returns the name of the column of the truth, in one line.
    pub(super) fn truth_name(&self) -> String {
        self.columns.truth_name(self.table)
    }

    /// Returns a note with the meaning of each column, if something had to be chosen.
    pub(super) fn note(&self) -> Option<String> {
        self.columns.note(self.table)
    }

    /// Refuses classifiers that equal the truth in every row, like copies of it, unless the user
    /// has named the columns. A few rows may be right by chance, which only gives a note. `equals`
    /// has the positions among the models.
    pub(super) fn check_copies(&self, equals: &[usize]) -> Result<Option<String>, InputError> {
        self.columns.check_copies(self.table, equals, self.samples.rows)
    }

    /// Goes to the next row whose labels all have numbers below the number of classes; they are
    /// then in `row`. Returns its number of samples, `None` at the end.
    pub(super) fn next_row(&mut self) -> Result<Option<u64>, InputError> {
        let next = self.next_row_where(|_, _| Ok(Some(Further::default())))?;
        Ok(next.map(|(count, _)| count))
    }

    /// As [`Self::next_row`], for rows with further columns, which are read by `take`; it returns
    /// `None` if the row lacks a value and is to be left out.
    ///
    /// If labels of all columns are read, lines that come again are not returned one by one: after
    /// the last row each comes once more, with the samples of all its repetitions.
    pub(super) fn next_row_where(
        &mut self,
        mut take: impl FnMut(&Table<'r>, &SampleCounter) -> Result<Option<Further>, InputError>,
    ) -> Result<Option<(u64, Further)>, InputError> {
        loop {
            if self.is_at_end {
                let repeated = self.repeated.as_mut();
                return Ok(repeated.and_then(|lines| lines.pop(&mut self.row)));
            }
            self.pass_repeated()?;
            if !self.table.next_row()? {
                self.is_at_end = true;
                continue;
            }
            let mark = self.labels.mark();
            let mut greatest = 0;
            let places = self.row.iter_mut().zip(&self.is_label);
            for (field, (number, is_label)) in self.table.fields().zip(places) {
                if *is_label {
                    *number = self.labels.number(field);
                    greatest = greatest.max(*number);
                }
            }
            let further = match greatest {
                MISSING => self.check_missing().map(|()| None)?,
                _ => take(self.table, &self.samples)?,
            };
            let count = match further {
                None => None,
                Some(further) => self.samples.read(self.table)?.map(|count| (count, further)),
            };
            let Some((count, further)) = count else {
                // A row that is left out leaves no trace.
                self.labels.roll_back(mark);
                self.samples.dropped += 1;
                continue;
            };
            self.samples.take(self.table, count)?;
            if self.row[self.columns.truth] == UNKNOWN {
                let field = self.table.field(self.columns.truth);
                self.row[self.columns.truth] = self.labels.number_beyond(field);
            }
            if self.labels.len() > self.first.len() {
                self.note_first();
            }
            let truth = self.row[self.columns.truth] as usize;
            if !self.in_truth[truth] {
                self.in_truth[truth] = true;
                self.check_classes()?;
            }
            if greatest < self.most {
                self.remember(count, further);
                return Ok(Some((count, further)));
            }
            self.is_refused = true;
        }
    }

    /// Returns `true` if rows after the block can be looked at ahead: each is one sample, and
    /// numbers are written as they are in most tables.
    pub(super) fn can_look_ahead(&self) -> bool {
        self.samples.are_rows() && self.table.can_look_ahead() && self.table.has_plain_numbers()
    }

    /// Looks at the lines of a stretch on all cores. `take` has the number of a part, the class of
    /// a line and the line; one whose label of `y_true` is not known is left.
    pub(super) fn look_ahead<T: Send>(
        &mut self,
        begun: Vec<T>,
        take: impl Fn(&mut T, usize, usize, &[u8]) -> bool + Sync,
    ) -> Seen<T> {
        let Self { table, labels, in_truth, columns, most, .. } = self;
        let delimiter = table.delimiter();
        table.look_ahead(begun, |taken, part, line| {
            let field = line.split(|byte| *byte == delimiter).nth(columns.truth);
            let number = field.and_then(|field| labels.known(field)).filter(|number| number < most);
            let class = number.map(|number| number as usize).filter(|&class| in_truth[class]);
            class.is_some_and(|class| take(taken, part, class, line))
        })
    }

    /// Passes the lines that were taken ahead; `rows` has the number of those of a thread.
    pub(super) fn pass<T>(&mut self, seen: Seen<T>, rows: impl Fn(&T) -> u64) -> Vec<T> {
        let taken = self.table.pass(seen);
        let rows = taken.iter().map(rows).sum();
        assert!(self.samples.take_again(rows, rows), "fewer than 2^64 rows");
        taken
    }

    /// Passes lines that were read before.
    fn pass_repeated(&mut self) -> Result<(), InputError> {
        let Some(repeated) = self.repeated.as_mut().filter(|lines| lines.are_frequent()) else {
            return Ok(());
        };
        let samples = &mut self.samples;
        // A line with too many samples is left for the message.
        self.table.pass_lines(repeated, |count, rows| samples.take_again(count, rows))
    }

    /// Remembers the line of the row, which is complete.
    fn remember(&mut self, count: u64, further: Further) {
        let Some(repeated) = self.repeated.as_mut().filter(|lines| lines.are_frequent()) else {
            return;
        };
        if let Some(line) = self.table.plain_line().filter(|_| self.samples.weight.is_none()) {
            repeated.remember(line, &self.row, count, further);
        }
    }

    /// Returns an error for a missing label, unless its row is to be left out.
    fn check_missing(&self) -> Result<(), InputError> {
        let missing = (0..self.row.len()).filter(|&c| self.is_label[c] && self.row[c] == MISSING);
        for column in missing {
            self.samples.check_dropping(self.table, column, missing_label)?;
        }
        Ok(())
    }

    /// Notes the places of the row's new labels.
    fn note_first(&mut self) {
        for number in self.first.len()..self.labels.len() {
            let is_it =
                |column: &usize| self.is_label[*column] && self.row[*column] as usize == number;
            let column = (0..self.row.len()).find(is_it).expect("the row has brought it");
            let text = self.table.text(column).trim().chars().take(LONGEST).collect();
            self.first.push(First { line: self.table.line(), column, text });
            self.in_truth.push(false);
        }
    }

    /// Checks that `y_true`, with the row's label, has no more labels than there may be classes.
    fn check_classes(&self) -> Result<(), InputError> {
        let limit = self.most as usize;
        if self.in_truth.iter().filter(|is_there| **is_there).count() <= limit {
            return Ok(());
        }
        let kind = if limit == 2 {
            InputErrorKind::TooManyClasses {
                truth: self.truth_name().into(),
                labels: self.true_labels(),
            }
        } else {
            InputErrorKind::TooManyLabels { limit }
        };
        Err(self.table.field_error(kind, self.columns.truth))
    }

    /// Returns the labels of `y_true` in its spelling.
    pub(super) fn true_labels(&self) -> Vec<String> {
        self.numbers_in_truth().map(|number| self.first[number].text.clone()).collect()
    }

    /// Returns the numbers of the labels of `y_true`.
    pub(super) fn numbers_in_truth(&self) -> impl Iterator<Item = usize> {
        (0..self.in_truth.len()).filter(|&number| self.in_truth[number])
    }

    /// Checks, after all rows, that there is a sample and that every label is one of `y_true`. If
    /// `y_true` has only one label of a well-known pair, classifiers may also have the other one.
    pub(super) fn finish(&self) -> Result<(), InputError> {
        self.samples.check_end(self.table)?;
        let is_partner = |number: usize| {
            let mut truth = self.numbers_in_truth();
            match (truth.next(), truth.next()) {
                (Some(only), None) => {
                    let (only, other) = (self.labels.label(only), self.labels.label(number));
                    Label::usual_positive(only, other).is_some()
                }
                _ => false,
            }
        };
        let foreign: Vec<usize> = (0..self.first.len()).filter(|&n| !self.in_truth[n]).collect();
        match foreign.as_slice() {
            [] => Ok(()),
            [only] if !self.is_refused && is_partner(*only) => Ok(()),
            // Of several, the first may still be the missing half of the pair.
            [first, second, ..] if is_partner(*first) => Err(self.foreign(*second, &foreign)),
            [first, ..] => Err(self.foreign(*first, &foreign)),
        }
    }

    /// Returns the error for an invalid label.
    fn foreign(&self, number: usize, foreign: &[usize]) -> InputError {
        let First { line, column, text } = &self.first[number];
        let in_column: Vec<&str> = foreign
            .iter()
            .filter(|&&other| self.first[other].column == *column)
            .map(|&other| self.first[other].text.as_str())
            .collect();
        let known = self.true_labels();
        let suspicion = self.suspicion(text, *column, &in_column, &known, foreign);
        let kind = InputErrorKind::ForeignLabel(Box::new(ForeignLabel {
            label: text.clone(),
            column: self.table.header()[*column].clone(),
            truth: self.truth_name(),
            known,
            suspicion,
        }));
        let place: Place = self.table.place(*line, Some(*column));
        InputError { kind, place }
    }

    /// Returns the probable content of a column with these labels, of which `label` is the first.
    fn suspicion(
        &self,
        label: &str,
        column: usize,
        in_column: &[&str],
        known: &[String],
        foreign: &[usize],
    ) -> Suspicion {
        let values: Option<Vec<Rational>> = in_column.iter().map(|l| l.parse().ok()).collect();
        let name = self.table.header()[column].trim();
        if values.is_some() && WEIGHTS.iter().any(|weights| name.eq_ignore_ascii_case(weights)) {
            return Suspicion::Weights;
        }
        // A classifier with a few odd values is none of the things below: to leave it out would be
        // to answer another question.
        let rows = self.samples.rows + self.samples.dropped;
        // Half of a pair whose other half is all that y_true holds.
        let is_partner = |text: &str| match known {
            [only] => Label::usual_positive(&Label::new(only), &Label::new(text)).is_some(),
            _ => false,
        };
        let is_odd = |&&column: &&usize| {
            let is_here = |&&other: &&usize| {
                self.first[other].column == column && !is_partner(&self.first[other].text)
            };
            let labels = foreign.iter().filter(is_here).count();
            labels >= MANY || labels >= 2 && 2 * labels as u64 > rows
        };
        let is_fractional = |values: Vec<Rational>| values.iter().any(|value| !value.is_integer());
        if is_odd(&&column) && values.is_some_and(is_fractional) {
            return Suspicion::Scores;
        }
        if in_column.len() < MANY {
            let same = |known: &&String| same_truth_value(label, known);
            let plain = |text: &str| -> String {
                text.to_lowercase().chars().filter(|c| !c.is_whitespace() && *c != '_').collect()
            };
            // A label that is only near, such as type_1 for type_2, may well be that of another
            // class.
            let respelt = || known.iter().find(|known| plain(known) == plain(label));
            let is_number = label.parse::<Rational>().is_ok();
            let spelling = known.iter().find(same);
            if let Some(spelling) = spelling.or_else(|| respelt().filter(|_| !is_number)) {
                return Suspicion::Spelling(spelling.clone());
            }
            if self.most > 2 {
                return Suspicion::NewClass;
            }
        }
        if !is_odd(&&column) {
            return Suspicion::Mistake;
        }
        let mut columns: Vec<usize> = foreign.iter().map(|&n| self.first[n].column).collect();
        columns.sort_unstable();
        columns.dedup();
        let name = |&column: &usize| one_line(&self.table.header()[column]).into_owned();
        Suspicion::NoClassifier(
            columns.iter().filter(is_odd).take(COLUMNS_SHOWN).map(name).collect(),
        )
    }

    /// Returns the refusal of the row's weight, which has no parts in common with those before.
    #[cold]
    pub(super) fn too_fine(&self) -> InputError {
        self.table.field_error(InputErrorKind::WeightsTooFine, self.columns.count.unwrap_or(0))
    }

    /// Returns the table, to read more rows after the input was refused.
    pub(super) fn table_mut(&mut self) -> &mut Table<'r> {
        self.table
    }

    /// Returns the table, for errors.
    pub(super) fn table(&self) -> &Table<'r> {
        self.table
    }
}

/// Returns `true` if the labels are spellings of one truth value, such as `True` and `1`.
fn same_truth_value(first: &str, second: &str) -> bool {
    let value = |text: &str| match Label::new(text).as_str() {
        "True" | "1" => Some(true),
        "False" | "0" => Some(false),
        _ => None,
    };
    value(first).is_some() && value(first) == value(second)
}
