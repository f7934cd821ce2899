//! CSV with a sample per row: its true label and the score that each model gave.
//!
//! Scores stream into compact columns ([`ScoreColumn`]); only they take memory. Labels are read as
//! those of predictions are.

use std::io::Read;

use super::error::{InputError, InputErrorKind};
use super::labelled::{LabelColumns, LabelledRows};
use super::numerals;
use super::predictions::positive_of;
use super::samples::{SampleCounter, missing_value};
use super::scored_joint;
use super::scored_thresholds::stands;
use super::table::Table;
use super::{Families, Input, Opened, ReadOptions, open, unused_prior};
use exactile::num::{ParseNumberError, Rational, Scientific, abbreviated};
use exactile::performance::Label;
use exactile::threshold::{ScoreColumn, ScoredModel, scored_models};

/// Models with their scores, as they were read.
#[derive(Clone, Debug)]
pub struct ScoresInput {
    /// The models in the order of their columns, at least one, their names distinct.
    pub models: Vec<ScoredModel>,
    /// The label of the positive class, in its canonical form.
    pub positive: String,
    /// Rows that were left out because they lack a value.
    pub dropped: u64,
    /// What the user may want to know, one line each.
    pub notes: Vec<String>,
}

/// Reads CSV of scores: a column `y_true`, a column of numbers per model, perhaps `count`. `name` stands
/// for the file in errors.
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
/// Input that is no such table, a score that is no finite number, and what is refused of labels.
pub fn read_scores(
    mut reader: impl Read,
    name: &str,
    options: &ReadOptions,
    progress: &mut dyn FnMut(u64),
) -> Result<ScoresInput, InputError> {
    let options = ReadOptions { format: Some(super::Format::Scores), ..options.clone() };
    match open(&mut reader, name, &options, progress)? {
        Opened::Json(_) => unreachable!("the format says otherwise"),
        Opened::Table(mut table) => {
            table.leave_out_index();
            let mut read = read_columns(&mut table, &options, name)?;
            read.notes.extend(table.index_note());
            read.notes.extend(unused_prior(&options, true, name));
            let models = scored_models(read.columns, read.positive_class);
            Ok(ScoresInput {
                models: models.expect("there is a sample"),
                positive: read.positive,
                dropped: read.dropped,
                notes: read.notes,
            })
        }
    }
}

/// The classifiers at the vertices of all hulls, counted jointly if that is asked for.
pub(super) fn read_classifiers(
    table: &mut Table<'_>,
    options: &ReadOptions,
    file: &str,
) -> Result<Input, InputError> {
    let Columns { columns, positive_class, positive, dropped, mut notes } =
        read_columns(table, options, file)?;
    let stands_for = |models: &[ScoredModel]| stands(models, options);
    let (models, stands, joint) = if options.joint {
        scored_joint::models_and_joint(columns, positive_class, stands_for, &mut notes)
    } else {
        let models = scored_models(columns, positive_class).expect("there is a sample");
        let stands = stands_for(&models);
        (models, stands, None)
    };
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
    Ok(Input { classifiers, positive, joint, families, dropped, notes })
}

/// The columns of a table that has been read.
struct Columns {
    /// With the names of the models.
    columns: Vec<(String, ScoreColumn)>,
    /// The number of the positive class.
    positive_class: usize,
    positive: String,
    dropped: u64,
    notes: Vec<String>,
}

/// A score as it is read.
enum Score {
    Decimal(Scientific),
    Fraction(Rational),
}

fn read_columns(
    table: &mut Table<'_>,
    options: &ReadOptions,
    file: &str,
) -> Result<Columns, InputError> {
    let mut rows = LabelledRows::new(table, options, LabelColumns::Truth, |_| 2)?;
    let places = rows.columns.models.clone();
    let truth = rows.columns.truth;
    let mut columns = vec![ScoreColumn::new(); places.len()];
    let mut scores: Vec<Score> = Vec::with_capacity(places.len());
    loop {
        let next = rows.next_row_where(|table, samples| {
            scores.clear();
            for &column in &places {
                let Some(score) = score(table, samples, column)? else { return Ok(false) };
                scores.push(score);
            }
            Ok(true)
        })?;
        let Some(count) = next else { break };
        let class = rows.row[truth] as usize;
        for (column, score) in columns.iter_mut().zip(&scores) {
            match score {
                Score::Decimal(score) => column.push_decimal(class, *score, count),
                Score::Fraction(score) => column.push(class, score, count),
            }
        }
    }
    rows.finish()?;
    let (positive, second_is_positive) = positive_of(&rows, options)?;
    Ok(Columns {
        columns: rows.names().into_iter().zip(columns).collect(),
        positive_class: usize::from(second_is_positive),
        positive: positive.into_string(),
        dropped: rows.samples.dropped,
        notes: rows.samples.notes(file),
    })
}

/// The score in a column of the row; `None` if it is missing and the row is to be left out.
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
            InputErrorKind::InfiniteScore { column: name(), text: text.into() }
        }
        Err(ParseNumberError::NotANumber(text)) => {
            InputErrorKind::NotAScore { column: name(), text: text.into() }
        }
    };
    Err(table.field_error(kind, column))
}

fn is_infinite(text: &str) -> bool {
    let text = text.trim_start_matches(['+', '-']);
    ["inf", "infinity", "∞"].iter().any(|name| text.eq_ignore_ascii_case(name))
}
