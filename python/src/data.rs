//! Classifiers in memory: the table that the program reads, and the classifiers that it found
//! there.

use std::sync::Arc;

use exactile::Class;
use exactile::num::Rational;
use exactile::order::Ranked;
use exactile::performance::{Classifier, JointClass, JointResults};
use exactile::threshold::ScoredModel;
use exactile::tile::Regions;
use exactile_cli::{Input, read_options};
use exactile_input::{Format, Joint, ReadOptions, Subject};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::columns::Column;
use crate::numbers::{fraction, metric_value};
use crate::refusal::{in_text, refused};
use crate::spelling::Missing;
use crate::table::{self, InMemory, Labels, Table};
use crate::weights::weights;
use crate::work::{Written, interruptible, on_cores, run, sound};

/// Description of a column: its kind, its data, and for codes the categories.
type Described<'py> = (String, Bound<'py, PyAny>, Option<Vec<String>>);

/// A ranking: the score's name, the point of the Tile, and for each classifier its position, its
/// value and its ranks.
type RankedRows<'py> = (Option<String>, Option<Bound<'py, PyTuple>>, Vec<RankedRow<'py>>);
type RankedRow<'py> = (usize, Bound<'py, PyAny>, Option<(u32, u32)>);

/// A table as bytes, its format, the label that has to be named with it, the positive label,
/// whether rows that lack a value are left out, whether the scores of a row are those of one
/// sample, the prior that rates need, of columns in memory the names and whether they have counts,
/// of a file flags of reading and its name, and of columns in memory labels that look missing.
type Parts<'py, 'd> = (
    Bound<'py, PyBytes>,
    Option<&'static str>,
    Option<&'d str>,
    Option<&'d str>,
    bool,
    bool,
    Option<&'d str>,
    Vec<String>,
    bool,
    (Vec<String>, Option<&'d str>),
    Vec<String>,
);

/// Commands with `--unpaired` that take scores.
const ABOUT_PAIRS: [&str; 2] = ["compare", "confidence"];

/// Classifiers, and the table that they were read from.
#[pyclass(frozen, module = "exactile._exactile")]
pub(crate) struct Data {
    text: Arc<[u8]>,
    format: Option<Format>,
    /// The positive label that has to be named with the table.
    positive_given: Option<String>,
    /// The positive label, however it was found.
    positive: Option<String>,
    classifiers: Arc<[Classifier]>,
    notes: Vec<String>,
    /// Rows of the table that lack a value are left out.
    drop_missing: bool,
    /// The values of a row belong to one sample; otherwise only those of a column belong together.
    are_samples: bool,
    /// The positive prior that was given with rates.
    prior: Option<String>,
    columns: InMemory,
    /// Flags that say how the text is read.
    reading: Vec<String>,
    /// The file that the text is from.
    file: Option<String>,
}

impl Data {
    fn new(read: Table, format: Option<Format>, positive_given: Option<String>) -> Self {
        let Table { text, input, notes, .. } = read;
        let Subject { classifiers, positive, .. } = input;
        Self {
            text: text.into(),
            format,
            positive_given,
            positive,
            classifiers: classifiers.into(),
            notes,
            drop_missing: false,
            are_samples: true,
            prior: None,
            columns: InMemory::default(),
            reading: Vec::new(),
            file: None,
        }
    }

    /// The options with which the text is read.
    fn options(&self) -> PyResult<ReadOptions> {
        Ok(ReadOptions {
            prior_positive: self.prior.as_deref().map(prior_of).transpose()?,
            format: self.format,
            positive_label: self.positive_given.clone(),
            drop_missing: self.drop_missing,
            ..how_read(&self.columns, &self.reading)?
        })
    }

    /// Those of columns in memory, whose labels are named as the table has them.
    fn in_memory(mut read: Table, format: Format, columns: InMemory) -> Self {
        let Labels { positive, others } = std::mem::take(&mut read.labels);
        let columns = InMemory { labels: others, ..columns };
        Self { columns, ..Self::new(read, Some(format), positive) }
    }
}

/// Returns the options of columns in memory, or those of flags of reading if there are some.
fn how_read(columns: &InMemory, reading: &[String]) -> PyResult<ReadOptions> {
    match reading {
        [] => Ok(columns.options()),
        _ => read_options(reading.to_vec()).map_err(|error| refused(&error)),
    }
}

/// The results of classifiers on the same samples, as far as they are known, and the positions of
/// the classifiers in the order of their names.
struct Together {
    order: Vec<usize>,
    joint: Option<JointResults>,
    models: Vec<ScoredModel>,
}

impl Together {
    fn new(Subject { classifiers, joint, mut models, .. }: Subject) -> Self {
        let mut order: Vec<usize> = (0..classifiers.len()).collect();
        order.sort_by(|&a, &b| classifiers[a].name.cmp(&classifiers[b].name));
        models.sort_by(|a, b| a.name().cmp(b.name()));
        Self { order, joint, models }
    }

    /// The numbers of samples of a class with each pattern of rights, if they are known.
    fn patterns(&self, class: &JointClass) -> Option<Vec<(u128, u64)>> {
        let sorted = |pattern: u128| {
            let bits = self.order.iter().enumerate();
            bits.fold(0, |found, (place, &one)| found | ((pattern >> one & 1) << place))
        };
        let patterns = class.patterns()?.iter();
        let mut patterns: Vec<_> =
            patterns.map(|&(pattern, samples)| (sorted(pattern), samples)).collect();
        patterns.sort_unstable();
        Some(patterns)
    }

    /// Returns `true` unless both know something that differs.
    fn agrees(&self, other: &Self) -> bool {
        let (Some(joint), Some(others)) = (&self.joint, &other.joint) else {
            return self.models == other.models;
        };
        let is_same = |class: Class| {
            let [one, two] = [joint, others].map(|joint| joint.class(class));
            match (self.patterns(one), other.patterns(two)) {
                (Some(one), Some(two)) => one == two,
                _ => (0..self.order.len()).all(|j| {
                    (0..j).all(|i| {
                        one.pair(self.order[i], self.order[j])
                            == two.pair(other.order[i], other.order[j])
                    })
                }),
            }
        };
        self.models == other.models && [Class::Negative, Class::Positive].into_iter().all(is_same)
    }
}

#[pymethods]
impl Data {
    /// Counts predictions: a column of true labels, and one per classifier.
    #[staticmethod]
    #[pyo3(signature = (
        names, columns, positive = None, sample_weight = None, drop_missing = false,
        missing = None
    ))]
    fn from_predictions<'py>(
        py: Python<'py>,
        names: Vec<String>,
        columns: Vec<Described<'py>>,
        positive: Option<String>,
        sample_weight: Option<(String, Bound<'py, PyAny>)>,
        drop_missing: bool,
        missing: Option<Vec<String>>,
    ) -> PyResult<Self> {
        sound(|| {
            let columns = described(&names, &columns)?;
            let weights = weights(sample_weight, drop_missing)?;
            let in_memory = InMemory::new(&names, true);
            let options = table::options(Format::Predictions, positive, drop_missing, &in_memory);
            let missing = Missing::new(missing);
            let read =
                table::predictions(py, &names, columns, weights.as_ref(), &missing, &options)?;
            let is_weighted = weights.is_some_and(|weights| !weights.are_counts());
            Ok(match is_weighted {
                true => Self::new(read, Some(Format::Matrices), None),
                false => Self::in_memory(read, Format::Predictions, in_memory),
            })
        })
    }

    /// Models that give scores: a column of true labels, and one of numbers per model.
    #[staticmethod]
    #[pyo3(signature = (
        names, columns, positive = None, sample_weight = None, drop_missing = false,
        are_samples = true, missing = None
    ))]
    #[expect(clippy::too_many_arguments, reason = "those of Python")]
    fn from_scores<'py>(
        py: Python<'py>,
        names: Vec<String>,
        columns: Vec<Described<'py>>,
        positive: Option<String>,
        sample_weight: Option<(String, Bound<'py, PyAny>)>,
        drop_missing: bool,
        are_samples: bool,
        missing: Option<Vec<String>>,
    ) -> PyResult<Self> {
        sound(|| {
            let columns = described(&names, &columns)?;
            let weights = weights(sample_weight, drop_missing)?;
            let in_memory = InMemory::new(&names, weights.is_some());
            let options = table::options(Format::Scores, positive, drop_missing, &in_memory);
            let missing = Missing::new(missing);
            let read = table::scores(py, &names, &columns, weights.as_ref(), &missing, &options)?;
            Ok(Self { are_samples, ..Self::in_memory(read, Format::Scores, in_memory) })
        })
    }

    /// Reads a text as the program does.
    #[staticmethod]
    #[pyo3(signature = (
        text, source, format = None, positive_given = None, positive = None,
        drop_missing = false, are_samples = true, prior = None, names = Vec::new(),
        has_count = false, reading = Vec::new(), file = None, labels = Vec::new()
    ))]
    #[expect(clippy::too_many_arguments, reason = "the parts of a pickled object")]
    fn from_text(
        py: Python<'_>,
        text: Vec<u8>,
        source: String,
        format: Option<String>,
        positive_given: Option<String>,
        positive: Option<String>,
        drop_missing: bool,
        are_samples: bool,
        prior: Option<String>,
        names: Vec<String>,
        has_count: bool,
        reading: Vec<String>,
        file: Option<String>,
        labels: Vec<String>,
    ) -> PyResult<Self> {
        let columns = InMemory { names, has_count, labels };
        let format: Option<Format> = match format {
            Some(name) => Some(name.parse().map_err(|_| PyValueError::new_err("unknown format"))?),
            None => None,
        };
        let options = ReadOptions {
            prior_positive: prior.as_deref().map(prior_of).transpose()?,
            format,
            positive_label: positive_given.clone(),
            drop_missing,
            ..how_read(&columns, &reading)?
        };
        let (text, input) = interruptible(py, move |stop| {
            let input = table::parse(&text, &options, &source, stop);
            (text, input)
        })?;
        let mut input = input.map_err(|error| in_text(&error))?;
        input.positive = input.positive.or(positive);
        let notes = std::mem::take(&mut input.notes);
        let is_of_scores = format.is_none() && !input.models.is_empty();
        let format = if is_of_scores { Some(Format::Scores) } else { format };
        let table = Table { text, input, notes, labels: Labels::default() };
        let data = Self::new(table, format, positive_given);
        Ok(Self { drop_missing, are_samples, prior, columns, reading, file, ..data })
    }

    /// Arguments of `from_text` that make the same classifiers.
    fn parts<'py>(&self, py: Python<'py>) -> Parts<'py, '_> {
        let text = PyBytes::new(py, &self.text);
        let format = self.format.map(Format::name);
        let positive = self.positive.as_deref();
        let given = self.positive_given.as_deref();
        let prior = self.prior.as_deref();
        let InMemory { names, has_count, labels } = self.columns.clone();
        let dropped = self.drop_missing;
        let read = (self.reading.clone(), self.file.as_deref());
        let are_samples = self.are_samples;
        (text, format, given, positive, dropped, are_samples, prior, names, has_count, read, labels)
    }

    /// Returns `true` if the classifiers of both answer the same samples alike, as far as both
    /// know.
    fn is_tested_as(&self, py: Python<'_>, other: PyRef<'_, Self>) -> PyResult<bool> {
        let together = |data: &Self| {
            let (text, options) = (Arc::clone(&data.text), data.options()?);
            let joint = if data.are_samples { Joint::All } else { Joint::No };
            let options = ReadOptions { joint, ..options };
            let read = interruptible(py, move |stop| table::parse(&text, &options, "", stop))?;
            read.map(Together::new).map_err(|error| in_text(&error))
        };
        Ok(self.text == other.text || together(self)?.agrees(&together(&other)?))
    }

    /// The positive label, however it was found.
    fn positive(&self) -> Option<&str> {
        self.positive.as_deref()
    }

    /// Returns `true` if these are models that give scores.
    fn has_scores(&self) -> bool {
        self.format == Some(Format::Scores)
    }

    /// The names of the classifiers.
    fn names(&self) -> Vec<&str> {
        self.classifiers.iter().map(|classifier| classifier.name.as_str()).collect()
    }

    /// Returns the notes of the reader.
    fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }

    /// The counts or weights tn, fp, fn, tp of each classifier.
    fn matrices<'py>(&self, py: Python<'py>) -> PyResult<Vec<[Bound<'py, PyAny>; 4]>> {
        let cells = |classifier: &Classifier| {
            let matrix = &classifier.matrix;
            Ok([
                fraction(py, matrix.tn())?,
                fraction(py, matrix.fp())?,
                fraction(py, matrix.fn_())?,
                fraction(py, matrix.tp())?,
            ])
        };
        self.classifiers.iter().map(cells).collect()
    }

    /// The ranking by a score.
    fn rank<'py>(&self, py: Python<'py>, score: &str) -> PyResult<RankedRows<'py>> {
        let rank = || exactile_cli::rank_by_score(&self.classifiers, score);
        let ranked = sound(|| Ok(py.detach(|| on_cores(rank))))?;
        let Ranked { score, at, ranking, values } = ranked.map_err(|e| refused(&e))?;
        let at = match at {
            Some(at) => Some(PyTuple::new(py, [fraction(py, &at.a)?, fraction(py, &at.b)?])?),
            None => None,
        };
        let row = |ranked: exactile::tile::RankedClassifier| {
            let value = metric_value(py, &values[ranked.classifier])?;
            let rank = ranked.rank.map(|rank| (rank.best, rank.worst));
            Ok((ranked.classifier, value, rank))
        };
        Ok((score, at, ranking.into_iter().map(row).collect::<PyResult<_>>()?))
    }

    /// The standing of each classifier on the Tile, as JSON.
    #[pyo3(signature = (target_prior = None))]
    fn summary(&self, py: Python<'_>, target_prior: Option<String>) -> PyResult<String> {
        let classifiers = Arc::clone(&self.classifiers);
        let prior = target_prior
            .map(|prior| prior.parse::<exactile::num::Rational>())
            .transpose()
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        let summary = interruptible(py, move |_| {
            let classifiers = classifiers.to_vec();
            let regions = match &prior {
                Some(prior) => Regions::with_target_prior(classifiers, prior),
                None => Regions::new(classifiers),
            };
            regions.map(|regions| serde_json::to_string(&regions.summary()))
        })?;
        let text = summary.map_err(|error| PyValueError::new_err(error.to_string()))?;
        text.map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// The answer of a command; the first of its words are `command`, after which the input is
    /// named.
    fn answer<'py>(
        &self,
        py: Python<'py>,
        command: Vec<String>,
        flags: Vec<String>,
    ) -> PyResult<Written<'py>> {
        let is_unpaired = !self.are_samples
            && !flags.iter().any(|flag| flag == "--unpaired")
            && (command.iter().any(|word| ABOUT_PAIRS.contains(&word.as_str()))
                || flags.iter().any(|flag| flag == "--flavor=confidence"));
        let mut arguments = command;
        arguments.push("-".to_owned());
        arguments.extend(flags);
        // What there is to notice of the input was said when it was read.
        arguments.push("--quiet".to_owned());
        if let Some(format) = self.format {
            arguments.push(format!("--input-format={}", format.name()));
        }
        if let Some(positive) = &self.positive_given {
            arguments.push(format!("--positive={positive}"));
        }
        arguments.extend(self.columns.arguments());
        arguments.extend(self.reading.iter().cloned());
        if let Some(prior) = &self.prior {
            arguments.push(format!("--prior={prior}"));
        }
        if is_unpaired {
            arguments.push("--unpaired".to_owned());
        }
        if self.drop_missing {
            arguments.push("--drop-missing".to_owned());
        }
        let text = Arc::clone(&self.text);
        let input = self.file.as_deref().map(|name| Input::named(Arc::clone(&text), name));
        run(py, arguments, input.unwrap_or_else(|| text.into()))
    }
}

/// A positive prior as it was given.
fn prior_of(text: &str) -> PyResult<Rational> {
    let prior =
        text.parse().ok().filter(|prior: &Rational| prior.is_positive() && prior < &Rational::ONE);
    prior.ok_or_else(|| {
        let hint = "hint: give a number between 0 and 1";
        PyValueError::new_err(format!("prior={text:?} is no positive prior\n{hint}"))
    })
}

fn described<'py>(names: &[String], columns: &[Described<'py>]) -> PyResult<Vec<Column<'py>>> {
    if columns.len() < 2 || names.len() != columns.len() {
        let what = "there are no classifiers";
        return Err(PyValueError::new_err(format!("{what}\nhint: give one at least")));
    }
    columns
        .iter()
        .map(|(kind, data, categories)| Column::new(kind, data, categories.clone()))
        .collect()
}
