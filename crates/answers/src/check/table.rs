//! The rows of a file of reported scores.

use std::path::Path;

use super::arguments::{CheckArgs, SampleRange};
use super::cell::Cell;
use super::classes;
use super::folds::{averaged, if_means};
use super::given::Given;
use super::printed::of_heading;
use super::scores::{Said, Scores, Size};
use crate::host::Failure;
use crate::inputs::input::{file_name, with_source};
use exactile::num::abbreviated;
use exactile::reported::ReportedRow;
use exactile_input::{InputErrorKind, TextRow, TextTable, Word, read_text_table};

/// The meaning of a column.
enum Meaning {
    Name,
    Positives,
    Negatives,
    Samples,
    Folds,
    Score(Said),
    Index,
}

/// The columns of a file.
struct Columns<'a> {
    arguments: &'a CheckArgs,
    file: String,
    header: Vec<String>,
    meanings: Vec<Meaning>,
    name: Option<usize>,
    positives: Option<usize>,
    negatives: Option<usize>,
    samples: Option<usize>,
    folds: Option<usize>,
}

/// Reads the rows of a file.
pub(crate) fn rows_of(arguments: &CheckArgs, input: &Path) -> Result<Vec<Given>, Failure> {
    let table = with_source(input, |reader, name, progress| {
        read_text_table(reader, name, progress).map_err(|error| match error.kind {
            InputErrorKind::Empty => {
                let hint = "give CSV with the columns positives, negatives and one per metric, or \
                            one row as --positives 100 --negatives 500 --reported \"sens=0.51 \
                            spec=0.94\"";
                Failure::new(error.what(), hint).at(error.place.position())
            }
            _ => error.into(),
        })
    })?;
    if let Some(rows) = classes::rows(arguments, &file_name(input), &table) {
        return rows;
    }
    let TextTable { header, rows } = table;
    let columns = Columns::new(arguments, file_name(input), header)?;
    columns.check_flags(&rows)?;
    if rows.is_empty() {
        return Err(
            Failure::new("there is no row", "give a line per row of scores").at(columns.file)
        );
    }
    rows.iter().map(|row| columns.read(row)).collect()
}

impl<'a> Columns<'a> {
    fn new(arguments: &'a CheckArgs, file: String, header: Vec<String>) -> Result<Self, Failure> {
        let has =
            |name: &str| header.iter().any(|heading| heading.trim().eq_ignore_ascii_case(name));
        // P and R are precision and recall, p and n the sizes of the classes.
        let are_sizes = has("p") && has("n") && !has("r");
        let is_named = header.iter().any(|heading| Word::Name.is_meant_by(heading));
        let meanings = (1_usize..)
            .zip(&header)
            .map(|(column, name)| {
                Ok(match name.to_lowercase().as_str() {
                    _ if Word::Name.is_meant_by(name) => Meaning::Name,
                    "p" if are_sizes => Meaning::Positives,
                    "n" if are_sizes => Meaning::Negatives,
                    "positives" | "n_pos" | "pos" => Meaning::Positives,
                    "negatives" | "n_neg" | "neg" => Meaning::Negatives,
                    "samples" | "n_samples" => Meaning::Samples,
                    "folds" => Meaning::Folds,
                    // Rows of one model are told apart by it.
                    "threshold" | "cutoff" | "cut-off" if is_named => Meaning::Index,
                    "threshold" | "cutoff" | "cut-off" => Meaning::Name,
                    "" | "unnamed: 0" if column == 1 && header.len() > 1 => Meaning::Index,
                    _ => Meaning::Score(
                        Said::of(of_heading(name, "").0)
                            .map_err(|failure| failure.at(format!("{file}:1:{column}")))?,
                    ),
                })
            })
            .collect::<Result<Vec<_>, Failure>>()?;
        let find = |name: &str, is_it: fn(&Meaning) -> bool| {
            let mut found = (0..meanings.len()).filter(|at| is_it(&meanings[*at]));
            let first = found.next();
            match found.next() {
                None => Ok(first),
                Some(again) => Err(Failure::new(format!("{name} is given twice"), "leave one out")
                    .at(format!("{file}:1:{}", again + 1))),
            }
        };
        let name = find("name", |meaning| matches!(meaning, Meaning::Name))?;
        let positives = find("positives", |meaning| matches!(meaning, Meaning::Positives))?;
        let negatives = find("negatives", |meaning| matches!(meaning, Meaning::Negatives))?;
        let samples = find("samples", |meaning| matches!(meaning, Meaning::Samples))?;
        let folds = find("folds", |meaning| matches!(meaning, Meaning::Folds))?;
        Ok(Self { arguments, file, header, meanings, name, positives, negatives, samples, folds })
    }

    fn has_samples(&self) -> bool {
        self.samples.is_some() || self.arguments.rows.samples.is_some()
    }

    /// Returns `true` if neither columns nor flags give a number of samples or folds.
    fn has_no_sizes(&self) -> bool {
        let Self { positives, negatives, samples, folds, .. } = self;
        let rows = &self.arguments.rows;
        [positives, negatives, samples, folds].iter().all(|column| column.is_none())
            && [&rows.positives, &rows.negatives, &rows.samples].iter().all(|flag| flag.is_none())
            && rows.fold_sizes.is_none()
            && rows.folds.or(rows.kfold).or(rows.stratified.flatten()).is_none()
    }

    /// Returns `true` if precision, recall and F1 may stand without numbers of samples.
    fn may_lack_sizes(&self) -> bool {
        self.has_no_sizes()
            && self.meanings.iter().all(|meaning| match meaning {
                Meaning::Score(said) => said.needs_no_sizes(),
                _ => true,
            })
    }

    /// Returns `true` if a cell has counts, which may say sizes.
    fn has_counts(&self, rows: &[TextRow]) -> bool {
        let has_counts = |(meaning, text): (&Meaning, &String)| match meaning {
            Meaning::Score(Said::Count(_)) => !text.is_empty(),
            Meaning::Score(_) => Cell::of(text).counts.is_some(),
            _ => false,
        };
        rows.iter().any(|row| self.meanings.iter().zip(&row.cells).any(has_counts))
    }

    /// Checks that sizes and folds are given once, by a column or by a flag.
    fn check_flags(&self, rows: &[TextRow]) -> Result<(), Failure> {
        let Self { arguments, file, .. } = self;
        let says_folds = arguments.rows.folds.is_some() || arguments.rows.fold_sizes.is_some();
        if self.folds.is_some() && says_folds {
            let what = "folds are given by a column and by a flag";
            return Err(Failure::new(what, "leave one of them out").at(format!("{file}:1")));
        }
        for (column, flag, name) in [
            (self.positives, &arguments.rows.positives, "positives"),
            (self.negatives, &arguments.rows.negatives, "negatives"),
            (self.samples, &arguments.rows.samples, "samples"),
        ] {
            let is_needed = !self.has_samples()
                && name != "samples"
                && arguments.rows.fold_sizes.is_none()
                && !self.may_lack_sizes()
                && !self.has_counts(rows);
            let failure = match (column, flag) {
                (None, None) if is_needed => Failure::new(
                    format!("{name} is missing"),
                    format!(
                        "give a column {name} or samples, or --{name} or --samples for all rows"
                    ),
                ),
                (Some(_), Some(_)) => Failure::new(
                    format!("there is a column {name} and --{name}"),
                    format!("leave --{name} out"),
                ),
                _ => continue,
            };
            return Err(failure.at(format!("{file}:1")));
        }
        Ok(())
    }

    fn read(&self, row: &TextRow) -> Result<Given, Failure> {
        let Self { arguments, file, .. } = self;
        let name = self.name.map(|column| row.cells[column].clone());
        let at_row = |failure: Failure| failure.at(format!("{file}:{}", row.line));
        let mut scores = Scores::default();
        for (column, meaning) in self.meanings.iter().enumerate() {
            let (Meaning::Score(said), text) = (meaning, &row.cells[column]) else { continue };
            if !text.is_empty() {
                let name = &self.header[column];
                let (name, text) = of_heading(name, text);
                scores
                    .add(arguments, name, said, &text)
                    .map_err(|failure| failure.at(self.at(row, column)))?;
            }
        }
        let [positives, negatives, samples] = scores.sizes(self.sizes(row)?);
        let unknown = [positives.is_none(), negatives.is_none()];
        let has_sizes = !self.may_lack_sizes() || unknown != [true; 2] || samples.is_some();
        let is_told = samples.is_some() || arguments.rows.fold_sizes.is_some() || !has_sizes;
        if !is_told && unknown != [false; 2] {
            let name = if unknown[0] { "positives" } else { "negatives" };
            let what = format!("{name} is missing, and so is samples");
            return Err(at_row(Failure::new(what, "give both classes, or samples")));
        }
        let [positives, negatives] =
            [positives, negatives].map(|size| size.unwrap_or(0..=u64::MAX));
        let mut of_row = ReportedRow { positives, negatives, samples, scores: Vec::new() };
        let folds = self.folds(row)?.or(arguments.rows.folds);
        let if_means = if_means(arguments, folds, &of_row);
        let tests = averaged(arguments, folds, &mut of_row).map_err(at_row)?;
        scores.finish(&mut of_row, tests.is_some()).map_err(at_row)?;
        Ok(Given {
            name: name.filter(|name| !name.is_empty()),
            place: Some(format!("{file}:{}", row.line)),
            has_sizes,
            if_means,
            ..Given::new(scores, of_row, tests)
        })
    }

    /// Returns the place of a cell for messages.
    fn at(&self, row: &TextRow, column: usize) -> String {
        format!("{}:{}:{}", self.file, row.line, column + 1)
    }

    /// Returns the numbers of positives, negatives and samples, as far as they are known.
    fn sizes(&self, row: &TextRow) -> Result<[Size; 3], Failure> {
        let size = |column: Option<usize>, flag: &Option<SampleRange>| match column {
            // Where there are samples, an empty cell is an unknown number.
            Some(column) if self.has_samples() && row.cells[column].is_empty() => Ok(None),
            Some(column) => row.cells[column]
                .parse::<SampleRange>()
                .map(|range| Some(range.0))
                .map_err(|what| Failure::new(what, "write 75, or 70-80").at(self.at(row, column))),
            None => Ok(flag.as_ref().map(|range| range.0.clone())),
        };
        Ok([
            size(self.positives, &self.arguments.rows.positives)?,
            size(self.negatives, &self.arguments.rows.negatives)?,
            size(self.samples, &self.arguments.rows.samples)?,
        ])
    }

    /// Returns the number of folds from the row's cell.
    fn folds(&self, row: &TextRow) -> Result<Option<u64>, Failure> {
        let Some(column) = self.folds else { return Ok(None) };
        let text = row.cells[column].as_str();
        if text.is_empty() {
            return Ok(None);
        }
        let folds = text.parse().ok().filter(|folds| *folds > 0);
        folds.map(Some).ok_or_else(|| {
            let what = format!("{:?} is not a number of folds", abbreviated(text));
            Failure::new(what, "write 5, or nothing").at(self.at(row, column))
        })
    }
}
