//! CSV with a classifier per row: confusion matrices or rates.

use exactile::domain::DomainTests;
use exactile::num::{Rational, abbreviated};
use exactile::performance::{Classifier, ConfusionMatrix, one_line};

use super::ReadOptions;
use super::described;
use super::domains::{DomainColumn, Results};
use super::error::{InputError, InputErrorKind, Place};
use super::names;
use super::reported::{self, Found};
use super::table::Table;
use super::values::{Columns, Values};
use super::vocabulary::{Word, is_in_percent};

/// The content of the table.
pub(super) struct Rows {
    pub(super) classifiers: Vec<Classifier>,
    pub(super) notes: Vec<String>,
    /// `true` if the rows have a prior of their own.
    pub(super) carry_prior: bool,
    /// The results in each test set, if there are several.
    pub(super) domains: Option<DomainTests>,
}

/// Reads the rows to the end.
pub(super) fn read(
    table: &mut Table<'_>,
    columns: &Columns<usize>,
    options: &ReadOptions,
) -> Result<Rows, InputError> {
    if is_report_of_one(table, columns) {
        return Err(table.error(InputErrorKind::ReportOfOne));
    }
    let prior = options.prior();
    let prior = prior.as_ref();
    if prior.is_none() && !columns.carry_prior() {
        return Err(table.row_error(InputErrorKind::MissingPrior));
    }
    let sizes = columns.check_sizes(|column| table.header()[column].as_str());
    sizes.map_err(|(kind, column)| table.field_error(kind, column))?;
    let mut classifiers: Vec<Classifier> = Vec::new();
    let (mut lines, mut found) = (Vec::new(), Vec::new());
    // Rows of several test sets are told apart by a column beside their values.
    let is_set = |column: &usize| table.means(*column, Word::Aside) && !table.is_ignored(*column);
    let set = (0..table.header().len()).find(is_set);
    let mut in_percent = columns.used();
    in_percent.retain(|&column| is_in_percent(&table.header()[column]));
    let mut choice: Option<String> = None;
    let mut sets = DomainColumn::of(table);
    let mut set_of = Vec::new();
    while table.next_row()? {
        let name = table.text(columns.name);
        if name.trim().is_empty() {
            return Err(table.field_error(InputErrorKind::EmptyName, columns.name));
        }
        let (matrix, how) = matrix(table, columns, &in_percent, prior)?;
        classifiers.push(Classifier::new(name, how.of_samples(matrix, sets.is_some())));
        lines.push(table.line());
        if let (None, Some(column)) = (&choice, set) {
            choice = Some(format!("{}={}", table.header()[column], table.text(column).trim()));
        }
        found.push(how);
        if let Some(sets) = &mut sets {
            set_of.push(sets.number(table)?);
        }
    }
    if classifiers.is_empty() {
        return Err(table.error(InputErrorKind::Nothing { what: "row below the header" }));
    }
    let place = |row: usize| table.place(lines[row], Some(columns.name));
    let repeated = names::first_repeated(&classifiers, |one| &one.name);
    if let Some((first, again)) = repeated.filter(|_| sets.is_none()) {
        let (name, first) = (abbreviated(&classifiers[again].name), Box::new(place(first)));
        let kind = match choice {
            Some(choice) => {
                let (name, choice) = (name.into(), choice.into());
                InputErrorKind::RepeatedAcross { name, first, choice }
            }
            None => InputErrorKind::RepeatedName { name, first },
        };
        return Err(InputError { kind, place: place(again) });
    }
    let notes = reported::notes(&found, &one_line(table.file()));
    let carry_prior = columns.carry_prior();
    let split = |classifiers: Vec<Classifier>| match sets {
        Some(sets) => by_set(sets.into_names(), &set_of, classifiers, place),
        None => Ok((classifiers, None)),
    };
    let is_normalised = matches!(columns.values, Values::Counts(_))
        && take_prior(&mut classifiers, prior).map_err(|kind| table.error(kind))?;
    let (classifiers, domains) = split(classifiers)?;
    Ok(Rows { classifiers, notes, carry_prior: carry_prior && !is_normalised, domains })
}

/// Returns `true` if the rows are those of a report about one classifier, its classes and averages.
fn is_report_of_one(table: &Table<'_>, columns: &Columns<usize>) -> bool {
    let rows = || table.first_rows().iter().filter_map(|row| row.get(columns.name));
    let names = || rows().map(|name| name.trim());
    ["macro avg", "weighted avg"].iter().all(|average| names().any(|name| name == *average))
}

/// Returns the matrix of the present row, with percentages in some columns.
fn matrix(
    table: &Table<'_>,
    columns: &Columns<usize>,
    in_percent: &[usize],
    prior: Option<&Rational>,
) -> Result<(ConfusionMatrix, Found), InputError> {
    let mut percentages = Vec::with_capacity(in_percent.len());
    for &column in in_percent {
        let number = described::percentage(table.count_text(column));
        percentages.push(number.map_err(|kind| table.field_error(kind, column))?);
    }
    let text = |column| match in_percent.iter().position(|known| *known == column) {
        Some(at) => percentages[at].clone(),
        None => table.count_text(column),
    };
    described::matrix(&columns.values, text, prior).map_err(|(kind, column)| match column {
        Some(column) => table.field_error(kind, column),
        None => table.row_error(kind),
    })
}

/// Returns the results of rows in their test sets, by number, and the classifiers with those of all
/// together.
fn by_set(
    names: Vec<String>,
    set_of: &[usize],
    rows: Vec<Classifier>,
    place: impl Fn(usize) -> Place,
) -> Result<(Vec<Classifier>, Option<DomainTests>), InputError> {
    let mut results = Results::new();
    let is_row = |row: usize, set: usize, name: &str| set_of[row] == set && rows[row].name == name;
    for (row, (Classifier { name, matrix }, &set)) in rows.iter().zip(set_of).enumerate() {
        if !results.add(set, name, matrix.clone()) {
            let first = (0..row).find(|&other| is_row(other, set, name)).unwrap_or(row);
            let kind = InputErrorKind::RepeatedInDomain {
                name: abbreviated(name).into(),
                domain: abbreviated(&names[set]).into(),
                first: Box::new(place(first)),
            };
            return Err(InputError { kind, place: place(row) });
        }
    }
    let (classifiers, tests) = results.finish(names);
    Ok((classifiers, Some(tests)))
}

/// Gives classifiers the prior if their matrices are row-normalised, and returns `true` if so: the
/// counts of each class add up to 1 in every matrix and are not all whole, since they were divided
/// by the sizes of the classes, so that the prior is unknown.
pub(super) fn take_prior(
    classifiers: &mut [Classifier],
    prior: Option<&Rational>,
) -> Result<bool, InputErrorKind> {
    let is_one = |first: &Rational, second: &Rational| first + second == Rational::ONE;
    let has_rates = |Classifier { matrix, .. }: &Classifier| {
        is_one(matrix.tn(), matrix.fp()) && is_one(matrix.fn_(), matrix.tp())
    };
    let is_broken = |Classifier { matrix, .. }: &Classifier| {
        !matrix.tn().is_integer() || !matrix.tp().is_integer()
    };
    if !classifiers.iter().all(has_rates) || !classifiers.iter().any(is_broken) {
        return Ok(false);
    }
    let prior = prior.ok_or(InputErrorKind::RowNormalised)?;
    for classifier in classifiers {
        let [tnr, tpr] = [classifier.matrix.tn().clone(), classifier.matrix.tp().clone()];
        let text = || abbreviated(&prior.to_string());
        classifier.matrix = ConfusionMatrix::from_rates(&tnr, &tpr, prior)
            .map_err(|_| InputErrorKind::PriorOutOfRange { text: text() })?;
    }
    Ok(true)
}
