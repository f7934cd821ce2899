//! Errors of the program as `ValueError`, with its message and its hint.

use crate::hints::{in_python, metric_hint, named_in_python};
use exactile_cli::Refused;
use exactile_input::{InputError, InputErrorKind, Place, Suspicion};
use pyo3::PyErr;
use pyo3::exceptions::PyValueError;

/// The program's name of standard input, which callers of the package do not use.
const STANDARD_INPUT: &str = "<stdin>";

/// The error of a command.
pub(crate) fn refused(refused: &Refused) -> PyErr {
    let Refused { place, what, hint } = refused;
    let what = match place.as_deref().filter(|place| !place.starts_with(STANDARD_INPUT)) {
        Some(place) => format!("{place}: {what}"),
        None => what.clone(),
    };
    let what = named_in_python(&what);
    let hint = metric_hint(&what).map_or_else(|| in_python(hint), str::to_owned);
    with_hint(&what, &hint)
}

/// The error of a text that the program would read.
pub(crate) fn in_text(error: &InputError) -> PyErr {
    let hint = match &error.kind {
        InputErrorKind::ForeignLabel(foreign) if foreign.suspicion == Suspicion::Scores => {
            "read scores with format=\"scores\"".to_owned()
        }
        _ => hint(error),
    };
    with_hint(&error.to_string(), &hint)
}

/// The error of columns with these names, at the row and column where it is.
pub(crate) fn in_columns(error: &InputError, names: &[String]) -> PyErr {
    let Place { line, column, .. } = error.place;
    // The first line is the header, and rows are counted from 0.
    let row = line.and_then(|line| line.checked_sub(2));
    let column = column.and_then(|column| usize::try_from(column).ok()?.checked_sub(1));
    let name = column.and_then(|column| names.get(column));
    let what = match (name, row) {
        (Some(name), Some(row)) => format!("{name}, row {row}: {}", error.what()),
        (None, Some(row)) => format!("row {row}: {}", error.what()),
        _ => error.what(),
    };
    with_hint(&what, &hint(error))
}

/// Returns a hint for the error of columns, with arguments of the package for flags of the program.
fn hint(error: &InputError) -> String {
    match &error.kind {
        InputErrorKind::PositiveUnknown { labels, .. }
        | InputErrorKind::PositiveAbsent { labels, .. } => {
            let ready: Vec<String> =
                labels.iter().map(|label| format!("positive={label:?}")).collect();
            format!("name the positive one: {}", ready.join(" or "))
        }
        InputErrorKind::ForeignLabel(foreign) => {
            let known: Vec<String> = foreign.known.iter().map(|l| format!("{l:?}")).collect();
            let known = known.join(" and ");
            match &foreign.suspicion {
                Suspicion::Scores => "if these are scores, use Tile.from_scores".to_owned(),
                Suspicion::Spelling(label) => format!("write it as y_true does: {label:?}"),
                _ => format!("if this is not a classifier, leave it out; y_true holds {known}"),
            }
        }
        InputErrorKind::TooManyClasses { labels, .. } => {
            let label = labels.first().map_or("a label", String::as_str);
            let column = "compare every column with one label first, as in column ==";
            match label.parse::<f64>() {
                Ok(_) => format!("{column} {label}, or {label:?} if its labels are texts"),
                Err(_) => format!("{column} {label:?}"),
            }
        }
        _ => in_python(&error.hint()),
    }
}

fn with_hint(what: &str, hint: &str) -> PyErr {
    if hint.is_empty() {
        return PyValueError::new_err(what.to_owned());
    }
    PyValueError::new_err(format!("{what}\nhint: {hint}"))
}
