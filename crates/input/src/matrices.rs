//! CSV with a classifier per row: confusion matrices or rates.

use exactile::num::abbreviated;
use exactile::performance::Classifier;

use super::ReadOptions;
use super::cells;
use super::error::{InputError, InputErrorKind};
use super::header::Columns;
use super::names;
use super::table::Table;

/// Reads the rows to the end.
pub(super) fn read(
    table: &mut Table<'_>,
    columns: &Columns<usize>,
    options: &ReadOptions,
) -> Result<Vec<Classifier>, InputError> {
    let prior = options.prior_positive.as_ref();
    if prior.is_none() && !columns.carry_prior() {
        return Err(table.row_error(InputErrorKind::MissingPrior));
    }
    let mut classifiers: Vec<Classifier> = Vec::new();
    let mut lines = Vec::new();
    while table.next_row()? {
        let name = table.text(columns.name);
        if name.trim().is_empty() {
            return Err(table.field_error(InputErrorKind::EmptyName, columns.name));
        }
        let matrix = cells::matrix(&columns.values, |column| table.count_text(column), prior)
            .map_err(|(kind, column)| match column {
                Some(column) => table.field_error(kind, column),
                None => table.row_error(kind),
            })?;
        classifiers.push(Classifier::new(name, matrix));
        lines.push(table.line());
    }
    if classifiers.is_empty() {
        return Err(table.error(InputErrorKind::Nothing { what: "row below the header" }));
    }
    if let Some((first, again)) = names::first_repeated(&classifiers, |one| &one.name) {
        let place = |row: usize| table.place(lines[row], Some(columns.name));
        let (name, first) = (abbreviated(&classifiers[again].name), Box::new(place(first)));
        let kind = InputErrorKind::RepeatedName { name, first };
        return Err(InputError { kind, place: place(again) });
    }
    Ok(classifiers)
}
