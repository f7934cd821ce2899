//! CSV with a sample per row: the meaning of its columns, and the number of samples of a row.
//!
//! One column has the truth: `y_true` or another name of [`Word::Truth`]. One may have the number
//! of samples of the row. Identifiers and other columns that are not classifiers by their names are
//! left out. Every other column belongs to a classifier or model.

use std::collections::HashSet;

use super::error::{self, CountAdvice, InputError, InputErrorKind, Suspect};
use super::names;
use super::numerals;
use super::sample_columns::{NO_TRUTH, SampleColumns};
use super::table::Table;
use super::unused;
use super::vocabulary::{Word, plain};
use super::{Format, ReadOptions};
use exactile::num::Rational;
use exactile::num::abbreviated;
use exactile::performance::{Label, counted, one_line};

impl SampleColumns {
    /// Reads the header; the column `other` is used, but is not a model. `needed` is the hint if
    /// there is no truth.
    pub(super) fn find(
        table: &Table<'_>,
        options: &ReadOptions,
        other: Option<usize>,
        needed: &'static str,
    ) -> Result<Self, InputError> {
        let is_named = !options.only.is_empty() || options.truth.is_some();
        if let Some(known) = table.known_columns() {
            return Self { is_named, ..known.clone() }.checked(table);
        }
        let header = table.header();
        let only = only(table, options)?;
        let truth = truth(table, options, &only, needed)?;
        let count = match &options.weight {
            Some(name) => Some(table.named(name)?),
            None => table.find_word_outside(Word::Count, &[&only[..], &[truth]].concat()),
        };
        let count = count.filter(|column| Some(*column) != other);
        let used: Vec<usize> = [truth].into_iter().chain(count).chain(other).collect();
        unused::check_unrepeated(table, &used)?;
        let is_left = |column: &usize| !used.contains(column) && !table.is_ignored(*column);
        let left: Vec<usize> = (0..header.len()).filter(is_left).collect();
        let (aside, models) = match only.is_empty() {
            true => set_aside(table, options, truth, left),
            false => (Vec::new(), only),
        };
        Self { truth, count, models, aside, is_named, joined: None }.checked(table)
    }

    /// Returns the columns of a table that says whether classifiers are right, which has no truth.
    pub(super) fn of_rights(table: &Table<'_>, options: &ReadOptions) -> Result<Self, InputError> {
        if let Some(known) = table.known_columns() {
            return known.clone().checked(table);
        }
        let only = only(table, options)?;
        let count = match &options.weight {
            Some(name) => Some(table.named(name)?),
            None => table.find_word_outside(Word::Count, &only),
        };
        let used: Vec<usize> = count.into_iter().collect();
        unused::check_unrepeated(table, &used)?;
        let is_aside = |column: &usize| {
            let words = [Word::Truth, Word::Id, Word::Aside];
            let named = [&options.truth, &options.id].into_iter().flatten();
            words.iter().any(|word| table.means(*column, *word))
                || named.into_iter().any(|name| name.trim() == table.header()[*column])
        };
        let is_left = |column: &usize| Some(*column) != count && !table.is_ignored(*column);
        let left: Vec<usize> = (0..table.header().len()).filter(is_left).collect();
        let (aside, models) = match only.is_empty() {
            true => {
                let has_others =
                    left.iter().any(|column| !is_aside(column) && !is_run(table, column));
                let is_left_out =
                    |column: &usize| is_aside(column) || has_others && is_run(table, column);
                left.into_iter().partition(is_left_out)
            }
            false => (Vec::new(), only.clone()),
        };
        let is_named = !only.is_empty();
        Self { truth: NO_TRUTH, count, models, aside, is_named, joined: None }.checked(table)
    }

    /// Returns the columns of a joined table.
    pub(super) fn joined(
        truth: usize,
        count: Option<usize>,
        models: Vec<usize>,
        how: String,
    ) -> Self {
        Self { truth, count, models, aside: Vec::new(), is_named: false, joined: Some(how) }
    }

    /// Returns the columns if there is a model and all have distinct names.
    fn checked(self, table: &Table<'_>) -> Result<Self, InputError> {
        let (header, models) = (table.header(), &self.models);
        if let Some(&column) = models.iter().find(|column| header[**column].is_empty()) {
            return Err(table.field_error(InputErrorKind::UnnamedColumn, column));
        }
        let name = |column: &usize| header[*column].as_str();
        if let Some((first, again)) = names::first_repeated(models, name) {
            let (first, again) = (models[first], models[again]);
            let name = abbreviated(&header[again]);
            let first = Box::new(table.place(table.line(), Some(first)));
            return Err(table.field_error(InputErrorKind::RepeatedName { name, first }, again));
        }
        if models.is_empty() {
            let Some(truth) = header.get(self.truth).map(|name| abbreviated(name)) else {
                let needed = "give a column for each classifier, with 1 where it is right and 0 \
                     where it is wrong";
                let name = "a column of rights and wrongs";
                return Err(table.row_error(InputErrorKind::Missing { name, needed }));
            };
            return Err(table.row_error(InputErrorKind::NoPredictions { truth }));
        }
        Ok(self)
    }

    /// Returns the columns of models whose low scores mean positive.
    pub(super) fn flipped(
        &self,
        table: &Table<'_>,
        options: &ReadOptions,
    ) -> Result<Vec<usize>, InputError> {
        let flipped = |name: &String| {
            let found = table.named(name)?;
            match self.models.contains(&found) {
                true => Ok(found),
                false => Err(table.row_error(InputErrorKind::NoSuchColumn {
                    name: abbreviated(name),
                    nearest: None,
                })),
            }
        };
        options.flip.iter().map(flipped).collect()
    }

    /// Returns the name of the column of the truth, in one line.
    pub(super) fn truth_name(&self, table: &Table<'_>) -> String {
        one_line(&abbreviated(&table.header()[self.truth])).into_owned()
    }

    /// Refuses models that equal the truth in every row, like copies of it, unless the user has
    /// named the columns. A few rows may be right by chance, which only gives a note. `equals` has
    /// the positions of these models.
    pub(super) fn check_copies(
        &self,
        table: &Table<'_>,
        equals: &[usize],
        rows: u64,
    ) -> Result<Option<String>, InputError> {
        /// The number of rows from which on a classifier without an error is suspicious.
        const MANY: u64 = 20;
        let (Some(&first), false) = (equals.first(), self.is_named) else { return Ok(None) };
        let truth = self.truth_name(table);
        if rows < MANY {
            let names: Vec<String> =
                equals.iter().map(|&k| table.header()[self.models[k]].clone()).collect();
            let (names, equal) =
                (error::listed(&names), if equals.len() == 1 { "equals" } else { "equal" });
            return Ok(Some(format!("{names} {equal} {truth} in every row")));
        }
        let others = self.names_without(table, equals);
        let column = abbreviated(&table.header()[self.models[first]]);
        let suspect = Box::new(Suspect { column, truth, rows, others });
        let kind = InputErrorKind::EqualsTruth(suspect);
        Err(table.error(kind))
    }

    /// Returns the names of the models, without some of them.
    pub(super) fn names_without(&self, table: &Table<'_>, without: &[usize]) -> Vec<String> {
        let others = (0..self.models.len()).filter(|position| !without.contains(position));
        others.map(|position| table.header()[self.models[position]].clone()).collect()
    }

    /// Returns a note with the meaning of each column, if something had to be chosen.
    pub(super) fn note(&self, table: &Table<'_>) -> Option<String> {
        let header = table.header();
        let truth = header.get(self.truth);
        let is_usual = truth.is_none_or(|truth| plain(truth) == plain(Word::Truth.usual()));
        if self.joined.is_none() && (self.is_named || is_usual && self.aside.is_empty()) {
            return None;
        }
        let listed = |columns: &[usize]| {
            let names: Vec<String> = columns.iter().map(|&column| header[column].clone()).collect();
            error::listed(&names)
        };
        let mut note = format!("classifiers: {}", listed(&self.models));
        if truth.is_some() {
            note.push_str(&format!("; truth: {}", listed(std::slice::from_ref(&self.truth))));
        }
        if !self.aside.is_empty() {
            note.push_str(&format!("; ignored: {}", listed(&self.aside)));
        }
        if let Some(how) = &self.joined {
            note.push_str(&format!("; {how}"));
        }
        Some(note)
    }

    /// Returns the names of the models.
    pub(super) fn names(&self, table: &Table<'_>) -> Vec<String> {
        self.models.iter().map(|&column| table.header()[column].clone()).collect()
    }
}

/// Counts rows and their samples, and rows that were left out.
pub(super) struct SampleCounter {
    column: Option<usize>,
    /// The name of the column of counts.
    name: String,
    drop_missing: bool,
    /// `true` if the reader knows what to do with weights that are not whole numbers.
    takes_weights: bool,
    /// `true` if they are accepted.
    may_weigh: bool,
    /// The weight of the row, if it is not a whole number.
    pub(super) weight: Option<Rational>,
    /// `true` if a row had such a weight.
    pub(super) is_weighted: bool,
    /// The number of rows that were read, and that of rows left out.
    pub(super) rows: u64,
    pub(super) dropped: u64,
    /// The number of samples of the rows that were read.
    pub(super) samples: u64,
}

impl SampleCounter {
    pub(super) fn new(columns: &SampleColumns, table: &Table<'_>, options: &ReadOptions) -> Self {
        let name = columns.count.map(|column| abbreviated(&table.header()[column]));
        let name = name.unwrap_or_default();
        let drop_missing = options.drop_missing;
        Self {
            column: columns.count,
            name,
            drop_missing,
            takes_weights: false,
            may_weigh: false,
            weight: None,
            is_weighted: false,
            rows: 0,
            dropped: 0,
            samples: 0,
        }
    }

    /// Returns the number of samples of a row; `None` if it is missing and the row is to be left
    /// out. If weights are accepted, a row with a weight that is not a whole number has 0 samples,
    /// and its weight is in [`weight`](Self::weight).
    pub(super) fn read(&mut self, table: &Table<'_>) -> Result<Option<u64>, InputError> {
        let Some(column) = self.column else { return Ok(Some(1)) };
        let text = table.text(column);
        if Label::is_missing(text) {
            self.check_dropping(table, column, missing_value)?;
            return Ok(None);
        }
        let kind = match numerals::parse(&table.count_text(column)) {
            Ok(count) if count.is_integer() && !count.is_negative() => {
                match count.to_string().parse() {
                    Ok(count) => return Ok(Some(count)),
                    Err(_) => InputErrorKind::CountsTooLarge,
                }
            }
            Ok(weight) if self.may_weigh && !weight.is_negative() => {
                (self.weight, self.is_weighted) = (Some(weight), true);
                return Ok(Some(0));
            }
            parsed => InputErrorKind::NotACount {
                column: self.name.as_str().into(),
                text: abbreviated(text.trim()),
                advice: match parsed {
                    Ok(weight) if !self.may_weigh && !weight.is_negative() => {
                        if self.takes_weights { CountAdvice::Weigh } else { CountAdvice::LeaveOut }
                    }
                    _ if self.may_weigh => CountAdvice::WeightsToo,
                    _ => CountAdvice::Whole,
                },
            },
        };
        Err(table.field_error(kind, column))
    }

    /// Returns `true` if each row is one sample.
    pub(super) fn are_rows(&self) -> bool {
        self.column.is_none()
    }

    /// Accepts weights that are not whole numbers, if the user has named the column of weights, or
    /// if its name is that of weights rather than of counts.
    pub(super) fn take_weights(&mut self, options: &ReadOptions) {
        self.takes_weights = true;
        self.may_weigh = options.weight.is_some() || plain(&self.name).contains('w');
    }

    /// Returns the name of the column of counts or weights, in one line.
    pub(super) fn shown_name(&self) -> String {
        one_line(&self.name).into_owned()
    }

    /// Adds a row with `count` samples.
    #[inline]
    pub(super) fn take(&mut self, table: &Table<'_>, count: u64) -> Result<(), InputError> {
        self.rows += 1;
        match self.samples.checked_add(count) {
            Some(samples) => self.samples = samples,
            None => {
                let column = self.column.unwrap_or_default();
                return Err(table.field_error(InputErrorKind::CountsTooLarge, column));
            }
        }
        Ok(())
    }

    /// Adds rows that were read before, with so many samples; returns `false` if there are too many
    /// samples.
    #[inline]
    pub(super) fn take_again(&mut self, samples: u64, rows: u64) -> bool {
        let sum = self.samples.checked_add(samples);
        self.samples = sum.unwrap_or(self.samples);
        self.rows += if sum.is_some() { rows } else { 0 };
        sum.is_some()
    }

    /// Returns an error for a missing value of the row, unless such rows are to be left out.
    pub(super) fn check_dropping(
        &self,
        table: &Table<'_>,
        column: usize,
        kind: fn(String, String) -> InputErrorKind,
    ) -> Result<(), InputError> {
        if self.drop_missing {
            return Ok(());
        }
        let name = abbreviated(&table.header()[column]);
        Err(table.field_error(kind(name, abbreviated(table.text(column).trim())), column))
    }

    /// Checks that there is a sample.
    pub(super) fn check_end(&self, table: &Table<'_>) -> Result<(), InputError> {
        if self.samples > 0 || self.is_weighted {
            return Ok(());
        }
        Err(table.error(match self.dropped {
            0 => InputErrorKind::Nothing { what: "sample below the header" },
            rows if self.rows == 0 => InputErrorKind::NothingLeft { rows },
            _ => InputErrorKind::Nothing { what: "sample in the rows that are left" },
        }))
    }

    /// Returns notes for the user.
    pub(super) fn notes(&self, file: &str) -> Vec<String> {
        let rows = |count: u64| counted(count, "row");
        let mut notes = Vec::new();
        if self.dropped > 0 {
            let (all, dropped, file) =
                (rows(self.rows + self.dropped), self.dropped, one_line(file));
            notes.push(format!("{dropped} of {all} in {file} left out for a missing value"));
        }
        if self.is_weighted {
            notes.push(format!(
                "the column {} of {} weighs the rows",
                self.shown_name(),
                one_line(file)
            ));
        } else if self.column.is_some() {
            let (file, rows) = (one_line(file), rows(self.rows));
            let verb = if self.rows == 1 { "stands" } else { "stand" };
            let samples = counted(self.samples, "sample");
            notes.push(format!(
                "the column {} of {file} says that {rows} {verb} for {samples}",
                self.shown_name()
            ));
        }
        notes
    }
}

/// Returns the error for a missing label.
pub(super) fn missing_label(column: String, text: String) -> InputErrorKind {
    InputErrorKind::MissingLabel { column, text: text.into() }
}

/// Returns the error for a missing number.
pub(super) fn missing_value(column: String, text: String) -> InputErrorKind {
    InputErrorKind::MissingValue { column, text: text.into() }
}

/// Returns the columns that the user has named as classifiers, in their order. A name with commas
/// is that of a column, or else several names.
fn only(table: &Table<'_>, options: &ReadOptions) -> Result<Vec<usize>, InputError> {
    let mut columns = Vec::new();
    for names in &options.only {
        match table.find_exactly(names) {
            Some(column) => columns.push(column),
            None => {
                for name in names.split(',') {
                    columns.push(table.named(name)?);
                }
            }
        }
    }
    let mut seen = HashSet::new();
    columns.retain(|&column| seen.insert(column));
    Ok(columns)
}

/// Returns `true` if the user has named columns as the classifiers, rather than classifiers whose
/// names stand in rows.
pub(super) fn names_columns(table: &Table<'_>, options: &ReadOptions) -> bool {
    !options.only.is_empty() && only(table, options).is_ok()
}

/// Returns `true` if the user wants the classifier of this name, or has named none.
pub(super) fn is_wanted(options: &ReadOptions, name: &str) -> bool {
    let is_it =
        |names: &String| names.trim() == name || names.split(',').any(|one| one.trim() == name);
    options.only.is_empty() || options.only.iter().any(is_it)
}

/// Checks that each classifier that the user has named is among those of the rows.
pub(super) fn check_wanted<'k>(
    table: &Table<'_>,
    options: &ReadOptions,
    known: impl Iterator<Item = &'k str> + Clone,
) -> Result<(), InputError> {
    let is_known = |name: &str| known.clone().any(|one| one == name.trim());
    let wanted = options.only.iter().filter(|names| !is_known(names));
    match wanted.flat_map(|names| names.split(',')).find(|name| !is_known(name)) {
        None => Ok(()),
        Some(name) => {
            let nearest = names::nearest(name, known).map(Box::from);
            let name = abbreviated(name.trim());
            Err(table.error(InputErrorKind::NoSuchClassifier { name, nearest }))
        }
    }
}

/// Returns the columns with a name of the truth, besides some that mean something else.
fn truths(table: &Table<'_>, taken: &[usize]) -> Vec<usize> {
    let is_truth = |column: &usize| {
        table.means(*column, Word::Truth) && !taken.contains(column) && !table.is_ignored(*column)
    };
    (0..table.header().len()).filter(is_truth).collect()
}

/// Returns the error if no column is named as the truth and several have such a name, besides some
/// that mean something else.
pub(super) fn check_truth(
    table: &Table<'_>,
    options: &ReadOptions,
    taken: &[usize],
) -> Result<(), InputError> {
    let truths = truths(table, taken);
    if truths.len() < 2 || options.truth.is_some() {
        return Ok(());
    }
    let columns = truths.into_iter().map(|column| table.header()[column].clone()).collect();
    Err(table.row_error(InputErrorKind::SeveralTruths { columns }))
}

/// Returns the columns that may be the one of predictions or scores of a table with the names of
/// classifiers, besides those taken. If there are several, it is the one with the name of
/// predictions, or else those that hold labels of the truth alone; where scores are expected, those
/// that hold numbers, but not such labels alone.
pub(super) fn further(
    table: &Table<'_>,
    options: &ReadOptions,
    truth: Option<usize>,
    taken: &[usize],
) -> Vec<usize> {
    let is_further = |column: &usize| {
        let words = [Word::Aside, Word::Id, Word::Count];
        !taken.contains(column)
            && !table.is_ignored(*column)
            && !words.iter().any(|word| table.means(*column, *word))
    };
    let mut all: Vec<usize> = (0..table.header().len()).filter(is_further).collect();
    let Some(truth) = truth.filter(|_| all.len() > 1) else { return all };
    let labels = |column: usize| table.first_rows().iter().map(move |row| Label::new(&row[column]));
    let known: HashSet<Label> = labels(truth).collect();
    let are_labels = |column: usize| labels(column).all(|one| known.contains(&one));
    if options.expects_scores || options.format == Some(Format::Scores) {
        let is_number = |one: Label| one.as_str().parse::<Rational>().is_ok();
        all.retain(|&column| labels(column).all(is_number) && !are_labels(column));
        return all;
    }
    let named = all.iter().filter(|column| table.means(**column, Word::Prediction));
    if let [only] = named.copied().collect::<Vec<_>>()[..] {
        return vec![only];
    }
    all.retain(|&column| !says_right(table, column) && are_labels(column));
    all
}

/// Returns `true` for the number of a run, which is no classifier beside others.
fn is_run(table: &Table<'_>, column: &usize) -> bool {
    plain(&table.header()[*column]) == "run"
}

/// Returns `true` if the column numbers the runs, and does not name the systems that made them.
pub(super) fn numbers_runs(table: &Table<'_>, column: usize) -> bool {
    let is_number = |row: &Vec<String>| row[column].trim().parse::<u64>().is_ok();
    is_run(table, &column) && table.first_rows().iter().all(is_number)
}

/// Returns the columns that are not classifiers by their names, and the others.
fn set_aside(
    table: &Table<'_>,
    options: &ReadOptions,
    truth: usize,
    columns: Vec<usize>,
) -> (Vec<usize>, Vec<usize>) {
    const SCORES: [Word; 7] =
        [Word::Accuracy, Word::Tpr, Word::Tnr, Word::Ppv, Word::Npv, Word::F1, Word::Prior];
    let is = |column: &usize, words: &[Word]| words.iter().any(|w| table.means(*column, *w));
    // One of these names may be that of a model; several are a table of printed scores.
    let are_scores = columns.iter().filter(|column| is(column, &SCORES)).count() > 1;
    let never = [Word::Id, Word::Aside, Word::Count];
    let (mut aside, models): (Vec<_>, Vec<_>) = columns
        .into_iter()
        .partition(|column| is(column, &never) || are_scores && is(column, &SCORES));
    // Beside others: a second truth, what says whether a prediction is right, and a run.
    let repeats = probabilities_beside(table, options, truth, &models);
    let (beside, others): (Vec<_>, Vec<_>) = models.iter().partition(|column| {
        is(column, &[Word::Truth])
            || is_run(table, column)
            || says_right(table, **column)
            || repeats.contains(column)
    });
    if others.is_empty() {
        return (aside, models);
    }
    aside.extend(beside);
    aside.sort_unstable();
    (aside, others)
}

/// Returns the columns that say of a model what another one says of it, as tidymodels writes them:
/// beside the predicted class the probabilities `.pred_` of each label, or, where scores are
/// expected, beside that of the positive label the others and the class.
fn probabilities_beside(
    table: &Table<'_>,
    options: &ReadOptions,
    truth: usize,
    columns: &[usize],
) -> Vec<usize> {
    let header = table.header();
    let class = columns.iter().copied().find(|&column| plain(&header[column]) == "predclass");
    let Some(class) = class else { return Vec::new() };
    let labels: HashSet<Label> =
        table.first_rows().iter().map(|row| Label::new(&row[truth])).collect();
    let label = |column: usize| {
        let label = header[column].trim().strip_prefix(".pred_").map(Label::new);
        label.filter(|label| labels.contains(label))
    };
    let of_labels: Vec<usize> = columns.iter().copied().filter(|&c| label(c).is_some()).collect();
    if of_labels.is_empty() || !options.expects_scores && options.format != Some(Format::Scores) {
        return of_labels;
    }
    let mut both = of_labels.iter().filter_map(|&column| label(column));
    let usual = || Label::usual_positive(&both.next()?, &both.next()?).cloned();
    // Where the positive label is not known, it is asked for when all rows are read.
    let positive = options.positive_label.as_deref().map(Label::new).or_else(usual);
    let is_other = |column: &usize| positive.is_some() && label(*column) != positive;
    of_labels.iter().copied().filter(is_other).chain([class]).collect()
}

/// Returns `true` if the column says by its name whether a prediction beside it is right.
fn says_right(table: &Table<'_>, column: usize) -> bool {
    ["correct", "iscorrect"].contains(&plain(&table.header()[column]).as_str())
}

/// Returns the column of the truth: the one that the user has named, or else the only one with such
/// a name.
fn truth(
    table: &Table<'_>,
    options: &ReadOptions,
    only: &[usize],
    needed: &'static str,
) -> Result<usize, InputError> {
    if let Some(name) = &options.truth {
        return table.named(name);
    }
    let header = table.header();
    match truths(table, only).as_slice() {
        [truth] => Ok(*truth),
        // Left out by the user, or not there.
        [] => {
            Err(table.row_error(match header.iter().find(|name| Word::Truth.is_meant_by(name)) {
                Some(name) => InputErrorKind::Needed { name: abbreviated(name) },
                None => InputErrorKind::Missing { name: "y_true", needed },
            }))
        }
        // A name that is given twice, or two names.
        [first, second, ..] if plain(&header[*first]) == plain(&header[*second]) => {
            let name = abbreviated(&header[*second]);
            Err(table.field_error(InputErrorKind::Repeated { name }, *second))
        }
        several => {
            let columns = several.iter().map(|&column| header[column].clone()).collect();
            Err(table.row_error(InputErrorKind::SeveralTruths { columns }))
        }
    }
}

/// Returns `true` if only the column of the truth has labels, as far as the first rows show: every
/// other value is a number, each column has one that is not a label of the truth, and one has a
/// fraction, or more distinct numbers than there are classes. A single number among labels is a
/// mistake, not a score. If scores are expected, one number that is not a label is enough.
pub(super) fn holds_scores(table: &Table<'_>, options: &ReadOptions) -> bool {
    /// A number of distinct whole numbers that is more than that of classes.
    const MANY: usize = 8;
    let Ok(columns) = SampleColumns::find(table, options, None, "") else { return false };
    let rows = table.first_rows();
    let cells = |column: usize| {
        let texts = rows.iter().map(move |row| row[column].trim());
        texts.filter(|text| !Label::is_missing(text))
    };
    let truth: HashSet<Label> = cells(columns.truth).map(Label::new).collect();
    let is_label = |text: &str| {
        let label = Label::new(text);
        truth.contains(&label)
            || truth.len() == 1
                && truth.iter().any(|known| Label::usual_positive(known, &label).is_some())
    };
    // The mark of decimals may be a comma; what it is in truth is seen when the numbers are read.
    let number = |text: &str| -> Option<Rational> {
        text.parse().ok().or_else(|| text.replacen(',', ".", 1).parse().ok())
    };
    let is_number = |text: &str| number(text).is_some() || is_infinite(text);
    // One odd number among labels is a slip.
    let are_scores = |&column: &usize| {
        let others = || cells(column).filter(|text| !is_label(text));
        let distinct: HashSet<Label> = others().map(Label::new).collect();
        let is_slip = distinct.len() == 1 && cells(column).any(is_label);
        cells(column).all(is_number) && !distinct.is_empty() && !is_slip
    };
    let are_many = |&column: &usize| {
        let distinct: HashSet<Label> = cells(column).map(Label::new).collect();
        let is_fraction = |text: &str| number(text).is_some_and(|x| !x.is_integer());
        distinct.len() > MANY || cells(column).any(is_fraction)
    };
    if !(1..=2).contains(&truth.len()) {
        return false;
    }
    let models = || columns.models.iter();
    if options.expects_scores {
        let are_numbers = |&column: &usize| cells(column).all(is_number);
        let is_no_label = |&column: &usize| cells(column).any(|text| !is_label(text));
        return models().all(are_numbers) && models().any(is_no_label);
    }
    models().all(are_scores) && models().any(are_many)
}

/// Returns `true` if the text means plus or minus infinity.
pub(super) fn is_infinite(text: &str) -> bool {
    let text = text.trim_start_matches(['+', '-']);
    ["inf", "infinity", "∞"].iter().any(|name| text.eq_ignore_ascii_case(name))
}
