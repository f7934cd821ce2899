//! Reads costs of predictions: a CSV table or a JSON object.
//!
//! ```text
//! truth,cat,dog                  the header has the predicted classes
//! cat,0,1
//! dog,5,0
//! {"labels": ["cat", "dog"], "costs": [[0, 1], [5, 0]]}     rows are true classes
//! ```

use std::io::Read;

use hashbrown::HashMap;
use serde_json::value::RawValue;

use super::error::{InputError, InputErrorKind};
use super::json_text::{self, Document};
use super::keys;
use super::multi_class::{Spellings, read_labels_and_cells};
use super::table::Table;
use super::{Opened, ReadOptions, cells, labels, names, open};
use exactile::num::Rational;
use exactile::num::abbreviated;
use exactile::performance::{CostMatrix, Label, MultiClassError};

/// Reads a cost matrix; `name` is the name of the file in errors.
///
/// ```
/// use exactile_input::read_costs;
/// let costs = read_costs("truth,cat,dog\ndog,5,0\ncat,0,1/2\n".as_bytes(), "costs.csv")?;
/// assert_eq!(costs.labels(), ["cat", "dog"]);
/// assert_eq!(costs.cost(0, 1).to_string(), "1/2");
/// # Ok::<(), exactile_input::InputError>(())
/// ```
///
/// # Errors
/// Input that has neither form, is not square, or has a negative cost.
pub fn read_costs(mut reader: impl Read, name: &str) -> Result<CostMatrix, InputError> {
    match open(&mut reader, name, &ReadOptions::default(), &mut |_| ())? {
        Opened::Json(bytes) => read_json(&bytes, name),
        Opened::Table(mut table) => read_table(&mut table),
    }
}

fn read_json(bytes: &[u8], file: &str) -> Result<CostMatrix, InputError> {
    const NEEDED: &str = "give each of labels, costs";
    let document = Document::new(bytes, file)?;
    let raw: &RawValue = document.value()?;
    let fail = |(raw, kind): (&RawValue, _)| document.error(raw.get(), None, kind);
    let entries = json_text::entries(raw, |key| keys::is_one_of(key, &["labels", "costs"]))
        .map_err(|(raw, kind)| match kind {
            InputErrorKind::WrongType { text, .. } => {
                fail((raw, InputErrorKind::WrongCosts { what: "an object", text }))
            }
            kind => fail((raw, kind)),
        })?;
    let find = |name| {
        json_text::position(&entries, name)
            .map(|at| entries[at].value)
            .ok_or_else(|| fail((raw, InputErrorKind::Missing { name, needed: NEEDED })))
    };
    let (texts, cells) =
        read_labels_and_cells(find("labels")?, find("costs")?, &mut Spellings::new()).map_err(
            |(raw, kind)| {
                fail(match kind {
                    InputErrorKind::WrongMatrix { what, text } => {
                        (raw, InputErrorKind::WrongCosts { what, text })
                    }
                    kind => (raw, kind),
                })
            },
        )?;
    CostMatrix::new(texts, cells).map_err(|error| fail((raw, kind(error))))
}

/// Returns the error for labels and cells that were read one by one.
fn kind(error: MultiClassError) -> InputErrorKind {
    match error {
        MultiClassError::RepeatedLabel(label) => {
            InputErrorKind::Repeated { name: abbreviated(&label) }
        }
        error => InputErrorKind::Matrix(Box::new(error)),
    }
}

fn read_table(table: &mut Table<'_>) -> Result<CostMatrix, InputError> {
    let columns = table.header().to_vec();
    if columns.len() < 2 || !keys::is_key(&columns[0], "truth") {
        let header = abbreviated(&columns.join(","));
        return Err(table.row_error(InputErrorKind::UnknownCostHeader { header }));
    }
    let texts: Vec<String> = columns[1..].iter().map(|text| Label::new(text).to_string()).collect();
    let limit = labels::limit(1);
    if texts.len() > limit {
        return Err(table.row_error(InputErrorKind::TooManyLabels { limit }));
    }
    if let Some(column) = texts.iter().position(String::is_empty) {
        let header = abbreviated(&columns.join(","));
        let kind = InputErrorKind::UnknownCostHeader { header };
        return Err(table.field_error(kind, column + 1));
    }
    let keys: Vec<Label> = texts.iter().map(|text| Label::new(text)).collect();
    let classes: HashMap<&str, usize> =
        keys.iter().enumerate().map(|(class, label)| (label.as_str(), class)).collect();
    if let Some((_, again)) = names::first_repeated(&keys, Label::as_str) {
        let kind = InputErrorKind::Repeated { name: abbreviated(&columns[again + 1]) };
        return Err(table.field_error(kind, again + 1));
    }
    let mut rows: Vec<Vec<Rational>> = vec![Vec::new(); texts.len()];
    let mut given = 0;
    while table.next_row()? {
        let label = table.text(0).trim();
        let fail = |kind| Err(table.field_error(kind, 0));
        let Some(&class) = classes.get(Label::new(label).as_str()) else {
            let nearest = names::nearest(label, columns[1..].iter().map(String::as_str));
            let nearest = nearest.map(Box::from);
            return fail(InputErrorKind::NoSuchColumn { name: abbreviated(label), nearest });
        };
        if !rows[class].is_empty() {
            return fail(InputErrorKind::Repeated { name: abbreviated(label) });
        }
        let cost = |column: usize| {
            cells::count("the cost", &table.number_text(column), ())
                .map_err(|(kind, _)| table.field_error(kind, column))
        };
        rows[class] = (1..columns.len()).map(cost).collect::<Result<_, _>>()?;
        given += 1;
    }
    if given < texts.len() {
        let error = MultiClassError::Rows { expected: texts.len(), found: given };
        return Err(table.error(InputErrorKind::Matrix(Box::new(error))));
    }
    CostMatrix::new(texts, rows).map_err(|error| table.error(kind(error)))
}
