//! CSV with a sample per row: its true label and the score of each model.
//!
//! Scores are read into compact columns ([`ScoreColumn`]), which are all that takes memory. Labels
//! are read like those of predictions.

use std::io::Read;

use super::chosen::ChosenThresholds;
use super::domains::DomainColumn;
use super::error::{self, InputError, InputErrorKind, Suspect};
use super::hint::shell_word;
use super::joined::{self, LongColumns};
use super::labelled::{LabelColumns, LabelledRows};
use super::numerals;
use super::predictions::positive_of;
use super::repeated::Further;
use super::sample_columns::SampleColumns;
use super::samples::{SampleCounter, is_infinite, missing_value};
use super::scored_domains::{self, ScoredDomains};
use super::scored_joint;
use super::scored_rows::{PlainRows, Score, ScoredRows};
use super::scored_thresholds::stands;
use super::table::Table;
use super::weighted::Parts;
use super::{
    Families, Joint, Opened, ReadOptions, Reading, SourceFile, Subject, joined_table, open,
    unused_prior,
};
use exactile::num::{ParseNumberError, Rational, Scientific, abbreviated};
use exactile::performance::Label;
use exactile::threshold::{Folds, ScoreColumn, ScoredModel, scored_models};

/// Models with their scores, as they were read.
#[derive(Clone, Debug)]
pub struct ScoresInput {
    /// The models in the order of their columns, at least one, with distinct names.
    pub models: Vec<ScoredModel>,
    /// The label of the positive class, in the first spelling of the input.
    pub positive: String,
    /// The folds of the samples, if a column was requested that distinguishes them
    /// ([`ReadOptions::by`]).
    pub folds: Option<Folds>,
    /// The number of rows that were left out because they lack a value.
    pub dropped: u64,
    /// Notes for the user, one line each.
    pub notes: Vec<String>,
}

/// Reads CSV of scores: a column `y_true`, a column of numbers per model, and optionally `count`.
/// `name` is the name of the file in errors.
///
/// ```
/// use exactile_input::{ReadOptions, read_scores};
/// let text = "y_true,svm\n1,0.50\n0,0.5\n0,-1e-3\n";
/// let input = read_scores(text.as_bytes(), "scores.csv", &ReadOptions::default(), &mut |_| ())?;
/// assert_eq!(input.models[0].distinct(), 2);
/// assert_eq!(input.models[0].classifier(1).name, "svm >= 0.5");
/// # Ok::<(), exactile_input::InputError>(())
/// ```
///
/// # Errors
/// Input that is not such a table, a score that is not a number, and the errors of labels.
pub fn read_scores(
    mut reader: impl Read,
    name: &str,
    options: &ReadOptions,
    progress: &mut dyn FnMut(u64),
) -> Result<ScoresInput, InputError> {
    let options = of_scores(options);
    match open(&mut reader, name, &options, progress)? {
        Opened::Json(_) => {
            let needed = "give a column y_true with the true labels";
            let kind = super::InputErrorKind::Missing { name: "y_true", needed };
            Err(InputError { kind, place: super::Place::file(name) })
        }
        Opened::Table(mut table) => {
            table.leave_out_index();
            if table.known_columns().is_none() {
                if let Some(columns) = LongColumns::find(&table, &options)? {
                    let mut joined = joined::long(&mut table, &columns, &options)?;
                    return models_of(&mut joined, &options, name);
                }
            }
            models_of(&mut table, &options, name)
        }
    }
}

/// As [`read_scores`], of several files of the same samples, joined as by
/// [`read_joined`](super::read_joined).
///
/// # Errors
/// Those of both.
///
/// # Panics
/// If there is no file.
pub fn read_joined_scores(
    files: Vec<SourceFile<'_>>,
    options: &ReadOptions,
) -> Result<ScoresInput, InputError> {
    let name = files[0].name;
    let options = of_scores(options);
    let (mut table, options) = joined_table(files, &options)?;
    models_of(&mut table, &options, name)
}

/// Returns the options for scores, which are neither right nor wrong.
fn of_scores(options: &ReadOptions) -> ReadOptions {
    ReadOptions { format: Some(super::Format::Scores), correct: false, ..options.clone() }
}

/// Returns the models of a table.
fn models_of(
    table: &mut Table<'_>,
    options: &ReadOptions,
    name: &str,
) -> Result<ScoresInput, InputError> {
    let mut read = read_columns(table, options, name)?;
    let folds = read.domains.take().map(|domains| {
        let folds = scored_domains::folds(&read.columns, read.positive_class, domains);
        folds.map_err(|kind| table.error(kind))
    });
    let folds = folds.transpose()?;
    let models = scored_models(read.columns, read.positive_class).expect("there is a sample");
    read.notes.extend(read.evidence.check(table, &models)?);
    read.notes.extend(table.left_out());
    read.notes.extend(unused_prior(options, true, name));
    Ok(ScoresInput {
        models,
        positive: read.positive,
        folds,
        dropped: read.dropped,
        notes: read.notes,
    })
}

/// Returns the classifiers at the vertices of all hulls, counted jointly if that is requested.
pub(super) fn read_classifiers(
    table: &mut Table<'_>,
    options: &ReadOptions,
    file: &str,
) -> Result<Subject, InputError> {
    let Columns {
        columns,
        positive_class,
        positive,
        dropped,
        evidence,
        mut notes,
        domains,
        weights,
    } = read_columns(table, options, file)?;
    let stands_for = |models: &[ScoredModel]| stands(models, options);
    if let Some(domains) = domains {
        let (models, tests) = scored_domains::tests(columns, positive_class, stands_for, domains)
            .map_err(|kind| table.error(kind))?;
        notes.extend(evidence.check(table, &models)?);
        let reading = Reading::of_samples("scores", table, &evidence.columns, evidence.rows);
        let subject = Subject::unlabelled(tests.pooled(), notes);
        let (positive, domains) = (Some(positive), Some(tests));
        return Ok(Subject { positive, domains, reading, dropped, weights, ..subject });
    }
    let mut chosen = None;
    let (models, stands, joint) = if let Some(choosing) = &options.choosing {
        let stands_for = |models: &[ScoredModel]| choosing.stands(models);
        let (models, thresholds, joint) =
            scored_joint::models_and_joint(columns, positive_class, stands_for, None, &mut notes);
        chosen = Some(ChosenThresholds::new(&models, &thresholds, joint));
        let stands = stands(&models, options);
        (models, stands, None)
    } else if options.joint == Joint::All && weights.is_none() {
        let with = options.joint_with.as_deref();
        scored_joint::models_and_joint(columns, positive_class, stands_for, with, &mut notes)
    } else {
        let models = scored_models(columns, positive_class).expect("there is a sample");
        let stands = stands_for(&models);
        (models, stands, None)
    };
    notes.extend(evidence.check(table, &models)?);
    let mut classifiers = Vec::new();
    let mut families = Families { of: Vec::new(), names: Vec::new(), are_best: Vec::new() };
    for (number, (model, stands)) in models.iter().zip(stands).enumerate() {
        for stand in stands {
            families.of.push(number);
            classifiers.push(stand.classifier(model));
            families.are_best.push(stand.is_best);
            families.names.push(stand.short);
        }
    }
    let (positive, families) = (Some(positive), Some(families));
    Ok(Subject {
        classifiers,
        positive,
        joint,
        weights,
        reading: Reading::of_samples("scores", table, &evidence.columns, evidence.rows),
        models,
        families,
        classes: Vec::new(),
        beside: None,
        chosen,
        folds: None,
        joint_in_sets: None,
        domains: None,
        is_right_or_wrong: false,
        dropped,
        notes,
    })
}

/// The columns of a table that has been read.
struct Columns {
    /// The columns with the names of the models.
    columns: Vec<(String, ScoreColumn)>,
    /// The number of the positive class.
    positive_class: usize,
    positive: String,
    dropped: u64,
    evidence: Evidence,
    notes: Vec<String>,
    domains: Option<ScoredDomains>,
    /// The column of weights, if some are not whole numbers.
    weights: Option<String>,
}

/// Evidence that columns are not models: whole numbers that are all different, as in identifiers,
/// and the labels of the truth themselves.
struct Evidence {
    columns: SampleColumns,
    /// For each column, `true` if it has only whole numbers.
    are_whole: Vec<bool>,
    /// The number of rows, if each has one sample.
    rows: u64,
    /// For each column, `true` if it equals the truth in every row.
    are_copies: Vec<bool>,
    /// For each column, `true` if its scores were negated on request.
    are_flipped: Vec<bool>,
}

impl Evidence {
    /// Refuses columns that look like an identifier or a copy of the truth, unless the user has
    /// named the columns. Returns the notes on a model that equals the truth in a few rows, and on
    /// models whose low scores seem to mean positive.
    fn check(&self, table: &Table<'_>, models: &[ScoredModel]) -> Result<Vec<String>, InputError> {
        /// The number of rows from which on distinct whole numbers are suspicious.
        const ENOUGH: u64 = 5;
        let half = Rational::new(1, 2);
        let is_low = |model: &&ScoredModel| model.auc().is_some_and(|auc| auc < half);
        // Those that were flipped on request are not advised to be.
        let known = models.iter().zip(&self.are_flipped).filter(|(_, is_flipped)| !**is_flipped);
        let low: Vec<String> = known
            .map(|(model, _)| model)
            .filter(is_low)
            .map(|model| model.name().to_owned())
            .collect();
        let mut notes = Vec::new();
        if let Some(first) = low.first() {
            let flag = shell_word(first);
            notes.push(format!(
                "the AUC of {} is below 1/2: if low scores mean positive, add --flip {flag}",
                error::listed(&low)
            ));
        }
        if self.columns.is_named {
            return Ok(notes);
        }
        let is_id = |k: &usize| self.are_whole[*k] && models[*k].distinct() as u64 == self.rows;
        let ids: Vec<usize> = (0..models.len()).filter(is_id).collect();
        if let Some(&first) = ids.first().filter(|_| self.rows >= ENOUGH) {
            let column = abbreviated(models[first].name());
            let others = self.columns.names_without(table, &ids);
            let truth = self.columns.truth_name(table);
            let suspect = Box::new(Suspect { column, truth, rows: self.rows, others });
            let kind = InputErrorKind::LooksLikeId(suspect);
            return Err(table.error(kind));
        }
        let copies: Vec<usize> = (0..models.len()).filter(|&k| self.are_copies[k]).collect();
        notes.extend(self.columns.check_copies(table, &copies, self.rows)?);
        Ok(notes)
    }
}

fn read_columns(
    table: &mut Table<'_>,
    options: &ReadOptions,
    file: &str,
) -> Result<Columns, InputError> {
    let mut rows = LabelledRows::new(table, options, LabelColumns::Truth, |_| 2)?;
    rows.samples.take_weights(options);
    let mut parts = Parts::WHOLE;
    let places = rows.columns.models.clone();
    let truth = rows.columns.truth;
    let flipped = rows.columns.flipped(rows.table(), options)?;
    let mut scored = ScoredRows::new(places.len());
    let mut plain = PlainRows::new(&rows, &flipped);
    let mut true_values: Vec<Option<Rational>> = Vec::new();
    let mut scores: Vec<Score> = Vec::with_capacity(places.len());
    let mut domains = DomainColumn::of(rows.table()).map(ScoredDomains::new);
    loop {
        plain.read(&mut rows, &mut scored, &true_values);
        let next = rows.next_row_where(|table, samples| {
            if let Some(domains) = &mut domains {
                if !domains.look(table, samples)? {
                    return Ok(None);
                }
            }
            scores.clear();
            for &column in &places {
                let Some(score) = score(table, samples, column)? else { return Ok(None) };
                scores.push(if flipped.contains(&column) { score.negated() } else { score });
            }
            Ok(Some(Further::default()))
        });
        let next = next.map_err(|error| suspect(&mut rows, error))?;
        let Some((mut count, _)) = next else { break };
        if let Some(weight) = rows.samples.weight.take() {
            let (factor, of_row) = parts.take(&weight).ok_or_else(|| rows.too_fine())?;
            scored.columns.iter_mut().for_each(|column| column.divide(factor));
            count = of_row;
        } else {
            count = parts.take_samples(count).ok_or_else(|| rows.too_fine())?;
        }
        let class = rows.row[truth] as usize;
        if let Some(domains) = &mut domains {
            domains.note(class, count);
        }
        while true_values.len() < rows.labels.len() {
            true_values.push(rows.labels.label(true_values.len()).as_str().parse().ok());
        }
        scored.push(class, true_values[class].as_ref(), &scores, count);
    }
    rows.finish()?;
    let (positive, second_is_positive) = positive_of(&rows, options)?;
    let (found, read) = (rows.columns.clone(), rows.samples.rows);
    let are_flipped = found.models.iter().map(|column| flipped.contains(column)).collect();
    let ScoredRows { columns, are_whole, are_copies, .. } = scored;
    let evidence = Evidence { columns: found, are_whole, are_copies, are_flipped, rows: read };
    Ok(Columns {
        evidence,
        columns: rows.names().into_iter().zip(columns).collect(),
        positive_class: usize::from(second_is_positive),
        positive: positive.to_string(),
        dropped: rows.samples.dropped,
        domains,
        weights: rows.samples.is_weighted.then(|| rows.samples.shown_name()),
        notes: rows.note().into_iter().chain(rows.samples.notes(file)).collect(),
    })
}

/// Returns the same error; if its cause is a column without any number, the error says so. Only the
/// first rows are examined.
#[cold]
fn suspect(rows: &mut LabelledRows<'_, '_>, mut error: InputError) -> InputError {
    const LOOKED_AT: usize = 100;
    // A place in JSON is one of its text, not of a table.
    let column = error.place.column.filter(|_| rows.table().places().is_none());
    let column = column.and_then(|column| usize::try_from(column).ok());
    let is_first = rows.samples.rows + rows.samples.dropped == 0;
    let (InputErrorKind::NotAScore { is_no_model, .. }, Some(column), true) =
        (&mut error.kind, column, is_first)
    else {
        return error;
    };
    let (mut others, mut numbers) = (0, 0);
    while others + numbers < LOOKED_AT && rows.table_mut().next_row().is_ok_and(|is_row| is_row) {
        let is_number = rows.table().text(column - 1).trim().parse::<Rational>().is_ok();
        *(if is_number { &mut numbers } else { &mut others }) += 1;
    }
    *is_no_model = numbers == 0 && others > 0;
    error
}

/// Returns the score in a column of the row; `None` if it is missing and the row is to be left out.
#[inline]
fn score(
    table: &Table<'_>,
    samples: &SampleCounter,
    column: usize,
) -> Result<Option<Score>, InputError> {
    match Scientific::parse(table.field(column)).filter(|_| table.has_plain_numbers()) {
        Some(score) => Ok(Some(Score::Decimal(score))),
        None => unusual_score(table, samples, column),
    }
}

#[cold]
fn unusual_score(
    table: &Table<'_>,
    samples: &SampleCounter,
    column: usize,
) -> Result<Option<Score>, InputError> {
    let text = table.number_text(column);
    let text = text.trim();
    if let Some(score) = Scientific::parse(text.as_bytes()) {
        return Ok(Some(Score::Decimal(score)));
    }
    if Label::is_missing(text) {
        samples.check_dropping(table, column, missing_value)?;
        return Ok(None);
    }
    let name = || abbreviated(&table.header()[column]);
    let kind = match numerals::parse(text) {
        Ok(score) => return Ok(Some(Score::Fraction(score))),
        Err(ParseNumberError::TooLong(text)) => {
            InputErrorKind::TooManyDigits { name: "the score", text }
        }
        Err(ParseNumberError::ZeroDenominator(text)) => {
            InputErrorKind::ZeroDenominator { name: "the score", text }
        }
        Err(ParseNumberError::NotANumber(text)) if is_infinite(&text) => {
            return Ok(Some(Score::Infinite { is_negative: text.starts_with('-') }));
        }
        Err(ParseNumberError::NotANumber(text)) => InputErrorKind::NotAScore {
            is_no_model: false,
            column: name().into(),
            text: text.into(),
        },
    };
    Err(table.field_error(kind, column))
}
