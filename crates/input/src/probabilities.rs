//! CSV with a sample per row: its true label and the probabilities of each model.
//!
//! ```text
//! y_true,A,B                     of the positive class, y_true having two labels
//! y_true,A:cat,A:dog,B:cat,...   of each class, if all columns have a colon
//! ```

use hashbrown::HashMap;

use super::error::{InputError, InputErrorKind};
use super::labels::{self, Labels};
use super::numbers::{TRUTH_NEEDED, sample_table};
use super::predictions::{NoPositive, positive};
use super::sample_columns::SampleColumns;
use super::samples::{SampleCounter, missing_label, missing_value};
use super::table::Table;
use super::{ReadOptions, SourceFile, cells};
use exactile::num::Rational;
use exactile::num::abbreviated;
use exactile::performance::Label;

/// The rows of such a table, one at a time.
///
/// ```
/// use exactile_input::{ProbabilityRows, ReadOptions, SourceFile};
/// let mut text = "y_true,A:cat,A:dog\ndog,0.2,0.8\n".as_bytes();
/// let (options, progress) = (ReadOptions::default(), &mut |_| ());
/// let file = SourceFile { reader: &mut text, name: "pets.csv", progress };
/// let mut rows = ProbabilityRows::open(vec![file], &options)?;
/// assert_eq!(rows.classes(), ["cat", "dog"]);
/// let row = rows.next_row()?.expect("a row");
/// assert_eq!((row.class, row.given[0].to_string()), (1, "4/5".into()));
/// # Ok::<(), exactile_input::InputError>(())
/// ```
pub struct ProbabilityRows<'r> {
    table: Box<Table<'r>>,
    columns: SampleColumns,
    samples: SampleCounter,
    models: Vec<String>,
    classes: Vec<String>,
    scheme: Scheme,
    labels: Labels,
    /// The first spelling of each label of `y_true`.
    spellings: Vec<String>,
    /// The probability of the true class by each model.
    given: Vec<Rational>,
    sums: Sums,
}

/// One row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProbabilityRow<'r> {
    /// The true class, a position in [`ProbabilityRows::classes`].
    pub class: usize,
    /// The probability of the true class by each model.
    pub given: &'r [Rational],
    /// The number of samples of the row; 1 without a column `count`.
    pub count: u64,
}

enum Scheme {
    /// The requested positive label.
    TwoClass { asked: Option<Label> },
    /// For each column its model, none for others; for each class and model its column.
    ManyClass { owners: Vec<Option<usize>>, by_class: HashMap<Label, (usize, Vec<Option<usize>>)> },
}

/// Rows in which the probabilities of a model do not add up to 1.
#[derive(Default)]
struct Sums {
    rows: u64,
    /// Line, model and sum of the first one.
    first: Option<(u64, usize, Rational)>,
}

impl<'r> ProbabilityRows<'r> {
    /// Reads the header of one file, or joins several.
    ///
    /// # Errors
    /// A header without `y_true` or models; files that cannot be joined.
    ///
    /// # Panics
    /// If there is no file.
    pub fn open(files: Vec<SourceFile<'r>>, options: &ReadOptions) -> Result<Self, InputError> {
        let table = sample_table(files, options)?;
        let columns = SampleColumns::find(&table, options, None, TRUTH_NEEDED)?;
        let samples = SampleCounter::new(&columns, &table, options);
        let header = table.header();
        let parts = |name: &str| {
            let (model, class) = name.rsplit_once(':')?;
            let (model, class) = (model.trim(), class.trim());
            (!model.is_empty() && !class.is_empty()).then(|| (model.to_owned(), Label::new(class)))
        };
        let split = |&column: &usize| Some((column, parts(&header[column])?));
        let split: Option<Vec<_>> = columns.models.iter().map(split).collect();
        let asked = options.positive_label.as_deref().map(Label::new);
        let (models, classes, scheme) = match split {
            Some(split) => many_classes(&table, split)?,
            // Which labels these are is seen later.
            None => {
                let classes = ["negative", "positive"].map(str::to_owned).to_vec();
                (columns.names(&table), classes, Scheme::TwoClass { asked })
            }
        };
        Ok(Self {
            given: vec![Rational::ZERO; models.len()],
            // One more than two classes have, to be told of it.
            labels: Labels::new(3, options),
            spellings: Vec::new(),
            sums: Sums::default(),
            table,
            columns,
            samples,
            models,
            classes,
            scheme,
        })
    }

    /// Returns the names of the models, in the order of their columns; they are distinct.
    pub fn models(&self) -> &[String] {
        &self.models
    }

    /// Returns the classes of the header; with two classes, which only the rows name, the negative
    /// and the positive one, with their labels after all rows are read.
    pub fn classes(&self) -> &[String] {
        &self.classes
    }

    /// Returns the label of the positive class, after all rows are read; `None` if the header names
    /// the classes.
    pub fn positive(&self) -> Option<&str> {
        matches!(self.scheme, Scheme::TwoClass { .. }).then(|| self.classes[1].as_str())
    }

    /// Returns the number of rows that were left out because they lack a value.
    pub fn dropped(&self) -> u64 {
        self.samples.dropped
    }

    /// Returns the next row, `None` after the last.
    ///
    /// # Errors
    /// A value that is not a probability, a missing value, a class without a column, labels of
    /// which none is known to be positive, a ragged row, or no row at all.
    pub fn next_row(&mut self) -> Result<Option<ProbabilityRow<'_>>, InputError> {
        while self.table.next_row()? {
            let Some(count) = self.check_row()? else {
                self.samples.dropped += 1;
                continue;
            };
            self.samples.take(&self.table, count)?;
            let class = match &self.scheme {
                Scheme::TwoClass { .. } => self.two_class_row()?,
                Scheme::ManyClass { .. } => self.many_class_row()?,
            };
            return Ok(Some(ProbabilityRow { class, given: &self.given, count }));
        }
        self.samples.check_end(&self.table)?;
        if matches!(self.scheme, Scheme::TwoClass { .. }) {
            let positive = self.positive_label()?;
            let mut labels = (0..self.labels.len()).map(|number| self.labels.label(number));
            let negative = labels.find(|label| **label != positive);
            let negative =
                negative.map_or_else(|| format!("not {positive}"), |label| label.to_string());
            self.classes = vec![negative, positive.to_string()];
        }
        Ok(None)
    }

    /// Returns the number of samples of the row, `None` if it lacks a value and is left out.
    fn check_row(&mut self) -> Result<Option<u64>, InputError> {
        let (table, truth) = (&self.table, self.columns.truth);
        if self.labels.is_missing(table.text(truth)) {
            self.samples.check_dropping(table, truth, missing_label)?;
            return Ok(None);
        }
        for &column in &self.columns.models {
            if Label::is_missing(table.text(column)) {
                self.samples.check_dropping(table, column, missing_value)?;
                return Ok(None);
            }
        }
        self.samples.read(table)
    }

    /// Returns the class of the row; `given` then has its probabilities.
    fn two_class_row(&mut self) -> Result<usize, InputError> {
        let number = self.labels.number(self.table.field(self.columns.truth)) as usize;
        if number == self.spellings.len() {
            self.spellings.push(abbreviated(self.table.text(self.columns.truth).trim()));
        }
        if self.labels.len() > 2 {
            let labels = self.spellings.clone();
            let kind = InputErrorKind::TooManyClasses {
                truth: self.columns.truth_name(&self.table).into(),
                labels,
            };
            return Err(self.table.field_error(kind, self.columns.truth));
        }
        let is_positive = match &self.scheme {
            Scheme::TwoClass { asked: Some(asked) } => self.labels.label(number) == asked,
            // Of 0 or -1 and 1, and of False and True, a label alone says what it is; other pairs
            // are refused once both are seen.
            _ => match self.positive_label() {
                Ok(positive) => *self.labels.label(number) == positive,
                Err(error) if self.labels.len() == 2 => return Err(error),
                Err(_) => false,
            },
        };
        for (given, &column) in self.given.iter_mut().zip(&self.columns.models) {
            let value = probability(&self.table, column)?;
            *given = if is_positive { value } else { value.complement() };
        }
        Ok(usize::from(is_positive))
    }

    /// Returns the positive label among those that have occurred.
    fn positive_label(&self) -> Result<Label, InputError> {
        let Scheme::TwoClass { asked } = &self.scheme else { unreachable!("classes are named") };
        let labels: Vec<&Label> = (0..self.labels.len()).map(|n| self.labels.label(n)).collect();
        positive(&labels, &labels, asked.as_ref()).map_err(|unknown: NoPositive| {
            self.table.error(
                unknown.into_kind(self.columns.truth_name(&self.table), self.spellings.clone()),
            )
        })
    }

    /// As [`Self::two_class_row`], if the header names the classes.
    fn many_class_row(&mut self) -> Result<usize, InputError> {
        let Scheme::ManyClass { owners, by_class } = &self.scheme else {
            unreachable!("classes are named")
        };
        let (table, truth) = (&self.table, self.columns.truth);
        let unknown = |model: usize| {
            let label = abbreviated(table.text(truth).trim());
            let model = abbreviated(&self.models[model]).into();
            table.field_error(InputErrorKind::NoProbability { label, model }, truth)
        };
        let label = Label::new(table.text(truth));
        let (class, own) = by_class.get(&label).ok_or_else(|| unknown(0))?;
        let mut sums = vec![Rational::ZERO; self.models.len()];
        for &column in &self.columns.models {
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
        Ok(*class)
    }

    /// Returns notes for the user after all rows are read, one line each.
    pub fn notes(&self) -> Vec<String> {
        let note = |(line, model, sum): &(u64, usize, Rational)| {
            let rows = if self.sums.rows == 1 { "row" } else { "rows" };
            let Self { sums: Sums { rows: count, .. }, models, .. } = self;
            format!(
                "the probabilities of a model do not add up to 1 in {count} {rows}, first of {:?} \
                 in line {line} (about {}): taken as they are",
                abbreviated(&models[*model]),
                sum.to_decimal(4),
            )
        };
        let mut notes = self.samples.notes(self.table.file());
        notes.extend(self.sums.first.iter().map(note));
        notes
    }
}

fn probability(table: &Table<'_>, column: usize) -> Result<Rational, InputError> {
    cells::rate("the probability", &table.number_text(column), ())
        .map_err(|(kind, _)| table.field_error(kind, column))
}

/// Returns models and classes in the order of the header, with their columns.
fn many_classes(
    table: &Table<'_>,
    split: Vec<(usize, (String, Label))>,
) -> Result<(Vec<String>, Vec<String>, Scheme), InputError> {
    let mut models: Vec<String> = Vec::new();
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let mut classes: Vec<String> = Vec::new();
    let mut by_class: HashMap<Label, (usize, Vec<Option<usize>>)> = HashMap::new();
    let mut owners = vec![None; table.header().len()];
    for (column, (model, class)) in split {
        let number = *numbers.entry(model).or_insert_with_key(|model| {
            models.push(model.clone());
            models.len() - 1
        });
        owners[column] = Some(number);
        let (_, columns) = by_class.entry(class).or_insert_with_key(|class| {
            classes.push(class.as_str().to_owned());
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
    Ok((models, classes, Scheme::ManyClass { owners, by_class }))
}
