//! Which of the three CSV forms a header announces, and which column is which.

use exactile::num::abbreviated;
use exactile::performance::Outcome;

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
    /// A sample per row, with labels.
    Predictions,
    /// A sample per row, with scores.
    Scores,
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
    Rates { negatives: NegativeRate<T>, tpr: T, prior: Option<T> },
}

/// The rate of the negative class.
#[derive(Clone, Copy)]
pub(super) enum NegativeRate<T> {
    Tnr(T),
    /// 1 - TNR.
    Fpr(T),
}

impl<T: Copy> NegativeRate<T> {
    /// Where it stands.
    pub(super) fn place(self) -> T {
        match self {
            Self::Tnr(place) | Self::Fpr(place) => place,
        }
    }
}

/// Names of a value in headers, the usual one first.
const SYNONYMS: [(&str, &[&str]); 3] = [
    ("name", &["model", "classifier"]),
    ("tpr", &["recall", "sensitivity"]),
    ("tnr", &["specificity"]),
];

/// All names of keys that are read from JSON.
pub(super) const KEYS: [&str; 14] = [
    "name",
    "model",
    "classifier",
    "tn",
    "fp",
    "fn",
    "tp",
    "tnr",
    "specificity",
    "fpr",
    "tpr",
    "recall",
    "sensitivity",
    "prior",
];

/// Where a value stands, by its usual name or else by a synonym.
fn by_any_name<T>(at: impl Fn(&str) -> Option<T>, name: &str) -> Option<T> {
    let synonyms = SYNONYMS.iter().find(|(usual, _)| *usual == name).map(|(_, others)| *others);
    at(name).or_else(|| synonyms.unwrap_or_default().iter().find_map(|other| at(other)))
}

impl<T: Copy> Columns<T> {
    /// All that is read.
    pub(super) fn used(&self) -> Vec<T> {
        match self.values {
            Values::Counts([tn, fp, fn_, tp]) => vec![self.name, tn, fp, fn_, tp],
            Values::Rates { negatives, tpr, prior } => {
                [self.name, negatives.place(), tpr].into_iter().chain(prior).collect()
            }
        }
    }

    /// Whether each classifier comes with its positive prior.
    pub(super) fn carry_prior(&self) -> bool {
        !matches!(self.values, Values::Rates { prior: None, .. })
    }
}

const COUNTS_NEEDED: &str = "give each of name, tn, fp, fn, tp";
const RATES_NEEDED: &str = "give each of name, tnr, tpr";

/// The layout of a table: the one asked for, or the first that the header fits.
pub(super) fn recognise(table: &Table<'_>, format: Option<Format>) -> Result<Layout, InputError> {
    let header = table.header();
    let at = |name: &str| table.find(name);
    let fail = |kind| table.row_error(kind);
    let format = match format {
        Some(format) => format,
        None if fits_rows(at) && !(at("y_true").is_some() && at("name").is_none()) => {
            Format::Matrices
        }
        None if at("y_true").is_some() => Format::Predictions,
        None if is_any_row_key(at) => Format::Matrices,
        None => {
            let header = abbreviated(&header.join(","));
            return Err(fail(InputErrorKind::UnknownHeader { header }));
        }
    };
    let used = match format {
        Format::Predictions => return Ok(Layout::Predictions),
        Format::Scores => return Ok(Layout::Scores),
        Format::Rates => rates(at),
        Format::Matrices | Format::Json => columns(at),
    };
    let columns = used.map_err(fail)?;
    let used = columns.used();
    check_unrepeated(table, &used)?;
    Ok(Layout::Rows { columns, ignored: unused(table, &used) })
}

/// Returns `true` if this is the key of that name. Case and surrounding space do not matter.
pub(super) fn is_key(text: &str, name: &str) -> bool {
    text.trim().eq_ignore_ascii_case(name)
}

/// The values of a classifier, counts where they are complete, else rates, given where each key
/// is found; or which key is missing.
pub(super) fn columns<T: Copy>(
    at: impl Fn(&str) -> Option<T>,
) -> Result<Columns<T>, InputErrorKind> {
    let missing = Outcome::ALL.into_iter().find(|outcome| at(outcome.name()).is_none());
    let is_rate =
        |name: &str| by_any_name(&at, name).is_some() || name == "tnr" && at("fpr").is_some();
    if missing.is_some() && (is_rate("tnr") || is_rate("tpr")) {
        return rates(at);
    }
    let find = |name| {
        by_any_name(&at, name).ok_or(InputErrorKind::Missing { name, needed: COUNTS_NEEDED })
    };
    Ok(Columns {
        name: find("name")?,
        values: Values::Counts([find("tn")?, find("fp")?, find("fn")?, find("tp")?]),
    })
}

fn rates<T>(at: impl Fn(&str) -> Option<T>) -> Result<Columns<T>, InputErrorKind> {
    let find =
        |name| by_any_name(&at, name).ok_or(InputErrorKind::Missing { name, needed: RATES_NEEDED });
    let name = find("name")?;
    let negatives = match (by_any_name(&at, "tnr"), at("fpr")) {
        (None, Some(fpr)) => NegativeRate::Fpr(fpr),
        _ => NegativeRate::Tnr(find("tnr")?),
    };
    let tpr = find("tpr")?;
    Ok(Columns { name, values: Values::Rates { negatives, tpr, prior: at("prior") } })
}

fn fits_rows(at: impl Fn(&str) -> Option<usize>) -> bool {
    columns(at).is_ok()
}

/// Returns `true` if the header has a count or a rate, so that it is meant to announce classifiers.
fn is_any_row_key(at: impl Fn(&str) -> Option<usize>) -> bool {
    let rates = ["tnr", "tpr", "fpr", "recall", "sensitivity", "specificity"];
    let keys = Outcome::ALL.map(Outcome::name).into_iter().chain(rates);
    keys.into_iter().any(|key| at(key).is_some())
}

/// The names of the columns that are neither used nor left out.
pub(super) fn unused(table: &Table<'_>, used: &[usize]) -> Vec<String> {
    let is_unused = |column: &usize| !used.contains(column) && !table.is_ignored(*column);
    let columns = (0..table.header().len()).filter(is_unused);
    columns.map(|column| table.header()[column].clone()).collect()
}

/// None of the columns in use may occur again.
pub(super) fn check_unrepeated(table: &Table<'_>, used: &[usize]) -> Result<(), InputError> {
    let header = table.header();
    for (column, name) in header.iter().enumerate() {
        let repeats = |&first: &usize| first < column && is_key(name, &header[first]);
        if !table.is_ignored(column) && used.iter().any(repeats) {
            let kind = InputErrorKind::Repeated { name: abbreviated(name) };
            return Err(table.field_error(kind, column));
        }
    }
    Ok(())
}
