//! Which of the three CSV forms a header announces, and which column is which.

use crate::num::decimal::abbreviated;
use crate::performance::Outcome;

use super::Format;
use super::error::{InputError, InputErrorKind};
use super::table::Table;

/// What the columns are.
pub(super) enum Layout {
    /// A classifier per row.
    Rows {
        /// Where its values stand.
        columns: Columns<usize>,
        /// The further columns.
        ignored: Vec<String>,
    },
    /// A sample per row.
    Predictions {
        /// The column of the true labels; all others are classifiers.
        truth: usize,
    },
}

/// Where the values of one classifier stand: columns of a table or entries of an object.
pub(super) struct Columns<T> {
    pub(super) name: T,
    pub(super) values: Values<T>,
}

/// What describes a classifier.
pub(super) enum Values<T> {
    /// Counts or weights, in the order `tn, fp, fn, tp`.
    Counts([T; 4]),
    /// Rates, perhaps with their prior.
    Rates { tnr: T, tpr: T, prior: Option<T> },
}

impl<T: Copy> Columns<T> {
    /// All that is read.
    pub(super) fn used(&self) -> Vec<T> {
        match self.values {
            Values::Counts([tn, fp, fn_, tp]) => vec![self.name, tn, fp, fn_, tp],
            Values::Rates { tnr, tpr, prior } => {
                [self.name, tnr, tpr].into_iter().chain(prior).collect()
            }
        }
    }

    /// Does each classifier come with its positive prior?
    pub(super) fn carry_prior(&self) -> bool {
        !matches!(self.values, Values::Rates { prior: None, .. })
    }
}

const COUNTS_NEEDED: &str = "give each of name, tn, fp, fn, tp";
const RATES_NEEDED: &str = "give each of name, tnr, tpr";
const PREDICTIONS_NEEDED: &str = "give a column y_true with the true labels";

/// The layout of a table: the one asked for, or the first that the header fits.
pub(super) fn recognise(table: &Table<'_>, format: Option<Format>) -> Result<Layout, InputError> {
    let header = table.header();
    let at = |name: &str| header.iter().position(|column| is_key(column, name));
    let fail = |kind| table.row_error(kind);
    let format = match format {
        Some(format) => format,
        None if fits_rows(at) => Format::Matrices,
        None if at("y_true").is_some() => Format::Predictions,
        None if is_any_row_key(header) => Format::Matrices,
        None => {
            let header = abbreviated(&header.join(","));
            return Err(fail(InputErrorKind::UnknownHeader { header }));
        }
    };
    let used = match format {
        Format::Predictions => {
            let Some(truth) = at("y_true") else {
                let missing =
                    InputErrorKind::Missing { name: "y_true", needed: PREDICTIONS_NEEDED };
                return Err(fail(missing));
            };
            check_unrepeated(table, &[truth])?;
            return Ok(Layout::Predictions { truth });
        }
        Format::Rates => rates(at),
        Format::Matrices | Format::Json => columns(at),
    };
    let columns = used.map_err(fail)?;
    let used = columns.used();
    check_unrepeated(table, &used)?;
    let ignored = header.iter().enumerate().filter(|(column, _)| !used.contains(column));
    Ok(Layout::Rows { columns, ignored: ignored.map(|(_, name)| name.clone()).collect() })
}

/// Is this the key of that name? Case and surrounding space do not matter.
pub(super) fn is_key(text: &str, name: &str) -> bool {
    text.trim().eq_ignore_ascii_case(name)
}

/// The values of a classifier, counts where they are complete, else rates, given where each key
/// is found; or which key is missing.
pub(super) fn columns<T: Copy>(
    at: impl Fn(&str) -> Option<T>,
) -> Result<Columns<T>, InputErrorKind> {
    let missing = Outcome::ALL.into_iter().find(|outcome| at(outcome.name()).is_none());
    let looks_like_rates = at("tnr").is_some() || at("tpr").is_some();
    if missing.is_some() && looks_like_rates {
        return rates(at);
    }
    let find = |name| at(name).ok_or(InputErrorKind::Missing { name, needed: COUNTS_NEEDED });
    Ok(Columns {
        name: find("name")?,
        values: Values::Counts([find("tn")?, find("fp")?, find("fn")?, find("tp")?]),
    })
}

fn rates<T>(at: impl Fn(&str) -> Option<T>) -> Result<Columns<T>, InputErrorKind> {
    let find = |name| at(name).ok_or(InputErrorKind::Missing { name, needed: RATES_NEEDED });
    let (name, tnr, tpr) = (find("name")?, find("tnr")?, find("tpr")?);
    Ok(Columns { name, values: Values::Rates { tnr, tpr, prior: at("prior") } })
}

fn fits_rows(at: impl Fn(&str) -> Option<usize>) -> bool {
    columns(at).is_ok()
}

/// Does the header hold a count or a rate, so that it is meant to announce classifiers?
fn is_any_row_key(header: &[String]) -> bool {
    let keys = Outcome::ALL.map(Outcome::name).into_iter().chain(["tnr", "tpr"]);
    keys.into_iter().any(|key| header.iter().any(|column| is_key(column, key)))
}

/// None of the columns in use may occur again.
pub(super) fn check_unrepeated(table: &Table<'_>, used: &[usize]) -> Result<(), InputError> {
    let header = table.header();
    for (column, name) in header.iter().enumerate() {
        let repeats = |&first: &usize| first < column && is_key(name, &header[first]);
        if used.iter().any(repeats) {
            let kind = InputErrorKind::Repeated { name: abbreviated(name) };
            return Err(table.field_error(kind, column));
        }
    }
    Ok(())
}
