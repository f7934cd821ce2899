//! Recognises the CSV form of a header, and the meaning of its columns.

use exactile::num::{Rational, abbreviated};

use super::error::{InputError, InputErrorKind};
use super::evaluation;
use super::reported;
use super::rights;
use super::samples;
use super::table::Table;
use super::unused::{check_unrepeated, unused};
use super::values::{Columns, Values};
use super::vocabulary::Word;
use super::{Format, ReadOptions};

/// The meaning of the columns.
pub(super) enum Layout {
    /// A classifier per row.
    Rows {
        /// The columns of its values.
        columns: Columns<usize>,
        /// The further columns.
        ignored: Vec<String>,
    },
    /// A sample per row, with labels.
    Predictions,
    /// A sample per row, with scores.
    Scores,
}

/// The meanings of the columns and keys that describe a classifier.
pub(super) const ROW_WORDS: [Word; 16] = [
    Word::Name,
    Word::Tn,
    Word::Fp,
    Word::Fn,
    Word::Tp,
    Word::Tnr,
    Word::Tpr,
    Word::Fpr,
    Word::Fnr,
    Word::Ppv,
    Word::Npv,
    Word::Accuracy,
    Word::F1,
    Word::Prior,
    Word::Positives,
    Word::Negatives,
];

const COUNTS_NEEDED: &str = "give each of name, tn, fp, fn, tp";
const RATES_NEEDED: &str = "give each of name, tnr, tpr";

/// Returns `true` if a value of this name describes a classifier.
pub(super) fn is_row_key(name: &str) -> bool {
    ROW_WORDS.iter().any(|word| word.is_meant_by(name))
}

/// Returns the layout of a table: the requested one, or the first that fits the header.
pub(super) fn recognise(table: &Table<'_>, options: &ReadOptions) -> Result<Layout, InputError> {
    let at = |word: Word| row_column(table, word);
    let fail = |kind| table.row_error(kind);
    let is_joined = table.known_columns().is_some();
    let has_truth = is_joined || options.names_samples() || table.has(Word::Truth);
    // Samples in JSON may be of any kind.
    let format = match options.format.filter(|format| *format != Format::Json) {
        Some(format) => format,
        None if !is_joined
            && columns(at).is_ok()
            && !(has_truth && table.find_word(Word::Name).is_none()) =>
        {
            Format::Matrices
        }
        None if has_truth && samples::holds_scores(table, options) => Format::Scores,
        None if has_truth => Format::Predictions,
        None if is_any_row_key(at) => Format::Matrices,
        None => {
            if let Some(by) = options.by.as_ref().filter(|by| Word::Truth.is_meant_by(by)) {
                let what = "the true labels";
                return Err(fail(InputErrorKind::SetsBy { column: abbreviated(by), what }));
            }
            let header = abbreviated(&table.header().join(","));
            // A long table has verdicts in a column of a usual name.
            let is_long = table.has(Word::Id) && evaluation::value_column(table, options).is_some();
            let are_verdicts = rights::are_verdicts(table) || !has_truth && is_long;
            return Err(fail(InputErrorKind::UnknownHeader { header, are_verdicts }));
        }
    };
    let used = match format {
        Format::Predictions => return Ok(Layout::Predictions),
        Format::Scores => return Ok(Layout::Scores),
        Format::Rates => scores(at),
        Format::Matrices | Format::Json => columns(at),
    };
    let columns = used.map_err(|kind| match &options.by {
        Some(by) if is_row_key(by) => {
            let is_name = Word::Name.is_meant_by(by);
            let what = if is_name { "the names of classifiers" } else { "numbers of matrices" };
            fail(InputErrorKind::SetsBy { column: abbreviated(by), what })
        }
        _ => fail(kind),
    })?;
    let used = columns.used();
    check_unrepeated(table, &used)?;
    Ok(Layout::Rows { columns, ignored: unused(table, &used) })
}

/// Returns `true` if the first column has the names of the four counts, or of both rates: then
/// classifiers are columns.
pub(super) fn is_transposed(table: &Table<'_>) -> bool {
    /// The most rows of such a table: the counts, and further values of a classifier.
    const MOST: usize = 64;
    let rows = table.first_rows();
    let has = |word: Word| rows.iter().any(|row| word.is_meant_by(row[0].trim()));
    let is_named = [Word::Name, Word::Truth].iter().any(|word| table.has(*word));
    let counts = [Word::Tn, Word::Fp, Word::Fn, Word::Tp];
    let all = |words: &[Word]| words.iter().all(|word| has(*word));
    rows.len() <= MOST && !is_named && (all(&counts) || all(&[Word::Tnr, Word::Tpr]))
}

/// Returns the column of a value in a table with a classifier per row. Without a column of a known
/// name, the name of the classifier is the only column of text, or the first column if it has no
/// name.
fn row_column(table: &Table<'_>, word: Word) -> Option<usize> {
    let found = table.find_word(word);
    if word != Word::Name || found.is_some() {
        return found;
    }
    if table.has_unnamed_first() {
        // Otherwise it is an index of the rows, which is left out.
        return Some(0);
    }
    let is_value = |column: usize| {
        let header = &table.header()[column];
        Word::all().any(|(word, _)| word != Word::Truth && word.is_meant_by(header))
    };
    let first = table.first_rows().first()?;
    let is_text = |&column: &usize| {
        let text = first.get(column).map_or("", |text| text.trim());
        !table.is_ignored(column)
            && !is_value(column)
            && !text.is_empty()
            && text.parse::<Rational>().is_err()
    };
    let mut texts = (0..table.header().len()).filter(is_text);
    let only = texts.next()?;
    texts.next().is_none().then_some(only)
}

/// Returns the values of a classifier, given the place of each: counts if they are complete, else
/// rates; or the missing one.
pub(super) fn columns<T: Copy>(
    at: impl Fn(Word) -> Option<T>,
) -> Result<Columns<T>, InputErrorKind> {
    let counts = [Word::Tn, Word::Fp, Word::Fn, Word::Tp];
    let missing = counts.into_iter().find(|word| at(*word).is_none());
    if missing.is_some() && announces_scores(&at) {
        return scores(at);
    }
    let find = |word: Word| {
        let (name, needed) = (word.usual(), COUNTS_NEEDED);
        at(word).ok_or(InputErrorKind::Missing { name, needed })
    };
    let name = find(Word::Name)?;
    let [tn, fp, fn_, tp] = counts;
    let counts = [find(tn)?, find(fp)?, find(fn_)?, find(tp)?];
    Ok(Columns { name, values: Values::Counts(counts) })
}

/// Returns `true` if there is a rate, or if there are scores with the sizes of the classes: beside
/// counts more than one.
fn announces_scores<T>(at: impl Fn(Word) -> Option<T>) -> bool {
    let has = |word: Word| at(word).is_some();
    let has_sizes = has(Word::Positives) && has(Word::Negatives);
    let scores = reported::SCORES.into_iter().filter(|word| has(*word)).count();
    let rates = [Word::Tnr, Word::Fpr, Word::Tpr, Word::Fnr];
    let has_counts = [Word::Tn, Word::Fp, Word::Fn, Word::Tp].into_iter().any(has);
    rates.into_iter().any(has) || has_sizes && scores > usize::from(has_counts)
}

/// Returns the printed scores of a classifier: all of them if the sizes of the classes are given,
/// else two that determine its performance.
fn scores<T: Copy>(at: impl Fn(Word) -> Option<T>) -> Result<Columns<T>, InputErrorKind> {
    let missing = |word: Word| InputErrorKind::Missing { name: word.usual(), needed: RATES_NEEDED };
    let name = at(Word::Name).ok_or_else(|| missing(Word::Name))?;
    let prior = at(Word::Prior);
    let sizes = match (at(Word::Positives), at(Word::Negatives), prior.is_none()) {
        (Some(positives), Some(negatives), true) => Some([positives, negatives]),
        _ => None,
    };
    let of = |words: &[Word]| -> Vec<(Word, T)> {
        words.iter().filter_map(|&word| Some((word, at(word)?))).collect()
    };
    let all = of(&reported::SCORES);
    let scores = match reported::determining(|word| at(word).is_some()) {
        _ if sizes.is_some() && all.len() > 1 => all,
        Some((_, pair)) => of(&pair),
        None if at(Word::Tnr).or(at(Word::Fpr)).is_none() => return Err(missing(Word::Tnr)),
        None => return Err(missing(Word::Tpr)),
    };
    Ok(Columns { name, values: Values::Scores { scores, prior, sizes } })
}

/// Returns `true` if the header has a count or a rate, so that it is probably one of classifiers.
fn is_any_row_key(at: impl Fn(Word) -> Option<usize>) -> bool {
    ROW_WORDS
        .into_iter()
        .filter(|word| !matches!(word, Word::Name | Word::Prior))
        .any(|w| at(w).is_some())
}
