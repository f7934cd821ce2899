//! CSV with a sample per row: its true label and the probabilities that each model gave.
//!
//! ```text
//! y_true,A,B                     of the positive class; every other label is negative
//! y_true,A:cat,A:dog,B:cat,...   of each class, where all columns have a colon
//! ```

use std::io::Read;

use hashbrown::HashMap;

use super::cells;
use super::error::{InputError, InputErrorKind};
use super::labels;
use super::numbers::{open_table, truth_column};
use super::table::Table;
use crate::num::Rational;
use crate::num::decimal::abbreviated;

/// How many labels an error names.
const LABELS_SHOWN: usize = 5;

/// The rows of such a table, one at a time.
///
/// ```
/// use exactile::input::ProbabilityRows;
/// let mut text = "y_true,A:cat,A:dog\ndog,0.2,0.8\n".as_bytes();
/// let progress = &mut |_| ();
/// let mut rows = ProbabilityRows::open(&mut text, "pets.csv", "1", progress)?;
/// assert_eq!(rows.classes(), ["cat", "dog"]);
/// let (class, probabilities) = rows.next_row()?.expect("a row");
/// assert_eq!((class, probabilities[0].to_string()), (1, "4/5".into()));
/// # Ok::<(), exactile::input::InputError>(())
/// ```
pub struct ProbabilityRows<'r> {
    table: Box<Table<'r>>,
    truth: usize,
    models: Vec<String>,
    classes: Vec<String>,
    columns: Columns,
    /// The probability that each model gave to the true class.
    given: Vec<Rational>,
    sums: Sums,
    is_empty: bool,
}

enum Columns {
    /// The label of the positive class, and what the others are called.
    TwoClass { positive: String, is_positive_seen: bool, others: Vec<String> },
    /// Per column its model and class, none for the truth; per class and model its column.
    ManyClass { owners: Vec<Option<usize>>, by_class: HashMap<String, (usize, Vec<Option<usize>>)> },
}

/// Rows in which the probabilities of a model are far from adding up to 1.
#[derive(Default)]
struct Sums {
    rows: u64,
    /// Line, model and sum of the first.
    first: Option<(u64, usize, Rational)>,
}

impl<'r> ProbabilityRows<'r> {
    /// Reads the header; `name` stands for the file in errors.
    ///
    /// # Errors
    /// A header without `y_true` or models.
    pub fn open(
        reader: &'r mut dyn Read,
        name: &'r str,
        positive: &str,
        progress: &'r mut dyn FnMut(u64),
    ) -> Result<Self, InputError> {
        let table = open_table(reader, name, progress)?;
        let truth = truth_column(&table)?;
        let header = table.header();
        let others = || header.iter().enumerate().filter(|(column, _)| *column != truth);
        let parts = |name: &str| {
            let (model, class) = name.rsplit_once(':')?;
            let (model, class) = (model.trim(), class.trim());
            (!model.is_empty() && !class.is_empty()).then(|| (model.to_owned(), class.to_owned()))
        };
        let split: Option<Vec<_>> = others().map(|(at, name)| Some((at, parts(name)?))).collect();
        let (models, classes, columns) = match split {
            Some(split) => many_classes(&table, split)?,
            None => {
                let models = others().map(|(_, name)| name.clone()).collect();
                let positive = positive.trim().to_owned();
                let classes = vec![format!("not {positive}"), positive.clone()];
                let others = Vec::new();
                (models, classes, Columns::TwoClass { positive, is_positive_seen: false, others })
            }
        };
        let given = vec![Rational::ZERO; models.len()];
        let sums = Sums::default();
        Ok(Self { table, truth, models, classes, columns, given, sums, is_empty: true })
    }

    /// The names of the models, in the order of their columns, distinct.
    pub fn models(&self) -> &[String] {
        &self.models
    }

    /// The classes: the negative and the positive one, or those that the header names.
    pub fn classes(&self) -> &[String] {
        &self.classes
    }

    /// The next row, `None` behind the last: the true class, and the probability that each model
    /// gave to it.
    ///
    /// # Errors
    /// What is no probability, a class without a column, a ragged row, no row at all.
    pub fn next_row(&mut self) -> Result<Option<(usize, &[Rational])>, InputError> {
        if !self.table.next_row()? {
            return self.check_end().map(|()| None);
        }
        self.is_empty = false;
        let table = &self.table;
        let label = table.text(self.truth).trim();
        if label.is_empty() {
            let kind = InputErrorKind::MissingLabel { column: "y_true".to_owned() };
            return Err(table.field_error(kind, self.truth));
        }
        let columns = (0..table.header().len()).filter(|column| *column != self.truth);
        let class = match &mut self.columns {
            Columns::TwoClass { positive, is_positive_seen, others } => {
                let is_positive = label == positive;
                *is_positive_seen |= is_positive;
                if !is_positive && others.len() < LABELS_SHOWN && others.iter().all(|o| o != label)
                {
                    others.push(label.to_owned());
                }
                for (given, column) in self.given.iter_mut().zip(columns) {
                    let value = probability(table, column)?;
                    *given = if is_positive { value } else { value.complement() };
                }
                usize::from(is_positive)
            }
            Columns::ManyClass { owners, by_class } => {
                let unknown = |model: usize| {
                    let label = abbreviated(label);
                    let model = abbreviated(&self.models[model]).into();
                    table.field_error(InputErrorKind::NoProbability { label, model }, self.truth)
                };
                let (class, own) = by_class.get(label).ok_or_else(|| unknown(0))?;
                let mut sums = vec![Rational::ZERO; self.models.len()];
                for column in columns {
                    let value = probability(table, column)?;
                    let model = owners[column].expect("all columns but the truth have a model");
                    sums[model] += &value;
                    if own[model] == Some(column) {
                        self.given[model] = value;
                    }
                }
                if let Some(model) = own.iter().position(Option::is_none) {
                    return Err(unknown(model));
                }
                let tolerance = Rational::new(1, 1000);
                let is_off = |sum: &Rational| (sum - Rational::ONE).abs() > tolerance;
                if let Some(model) = sums.iter().position(is_off) {
                    self.sums.rows += 1;
                    let sum = sums[model].clone();
                    self.sums.first.get_or_insert((table.line(), model, sum));
                }
                *class
            }
        };
        Ok(Some((class, &self.given)))
    }

    /// What the user may want to know once all rows are read, one line each.
    pub fn notes(&self) -> Vec<String> {
        let note = |(line, model, sum): &(u64, usize, Rational)| {
            let rows = if self.sums.rows == 1 { "row" } else { "rows" };
            let Self { sums: Sums { rows: count, .. }, models, .. } = self;
            format!(
                "the probabilities of a model do not add up to 1 in {count} {rows}, first of {:?} in line {line} (about {}): taken as they are",
                abbreviated(&models[*model]),
                sum.to_decimal(4),
            )
        };
        self.sums.first.iter().map(note).collect()
    }

    fn check_end(&self) -> Result<(), InputError> {
        if self.is_empty {
            let kind = InputErrorKind::Nothing { what: "sample below the header" };
            return Err(self.table.error(kind));
        }
        match &self.columns {
            // One other label alone may be the negative class; more of them are another scheme.
            Columns::TwoClass { positive, is_positive_seen: false, others } if others.len() > 1 => {
                let (positive, labels) = (abbreviated(positive), others.clone());
                Err(self.table.error(InputErrorKind::PositiveAbsent { positive, labels }))
            }
            _ => Ok(()),
        }
    }
}

fn probability(table: &Table<'_>, column: usize) -> Result<Rational, InputError> {
    cells::rate("the probability", table.text(column), ())
        .map_err(|(kind, _)| table.field_error(kind, column))
}

/// Models and classes in the order of the header, and where they stand.
fn many_classes(
    table: &Table<'_>,
    split: Vec<(usize, (String, String))>,
) -> Result<(Vec<String>, Vec<String>, Columns), InputError> {
    let mut models: Vec<String> = Vec::new();
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let mut classes: Vec<String> = Vec::new();
    let mut by_class: HashMap<String, (usize, Vec<Option<usize>>)> = HashMap::new();
    let mut owners = vec![None; table.header().len()];
    for (column, (model, class)) in split {
        let number = *numbers.entry(model).or_insert_with_key(|model| {
            models.push(model.clone());
            models.len() - 1
        });
        owners[column] = Some(number);
        let (_, columns) = by_class.entry(class).or_insert_with_key(|class| {
            classes.push(class.clone());
            (classes.len() - 1, Vec::new())
        });
        if columns.len() <= number {
            columns.resize(number + 1, None);
        }
        if columns[number].replace(column).is_some() {
            let name = abbreviated(&table.header()[column]);
            return Err(table.field_error(InputErrorKind::Repeated { name }, column));
        }
        let limit = labels::limit(models.len());
        if classes.len() > limit {
            return Err(table.field_error(InputErrorKind::TooManyLabels { limit }, column));
        }
    }
    for (_, columns) in by_class.values_mut() {
        columns.resize(models.len(), None);
    }
    Ok((models, classes, Columns::ManyClass { owners, by_class }))
}
