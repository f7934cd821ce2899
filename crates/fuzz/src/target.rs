//! Entry points, and properties of every input.

use std::fmt::Debug;
use std::io::{self, Read};

use exactile::Rational;
use exactile::performance::Classifier;
use exactile_input::{
    Format, InputError, Joint, NumberRows, ProbabilityRows, ReadOptions, SourceFile, read,
    read_any, read_costs, read_joined, read_multi_class, read_printed_table, read_scores,
    read_text_table,
};
use exactile_verify::verify;

/// Name of the input in messages.
const NAME: &str = "in";

/// Entry point that an input is passed to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Tables of counts.
    Matrices,
    /// Tables of rates.
    Rates,
    /// Tables of predictions.
    Predictions,
    /// Lists of matrices or rates in JSON.
    Json,
    /// Any of these, recognised.
    Recognised,
    /// Matrices and predictions of several classes.
    MultiClass,
    /// Tables and objects of costs.
    Costs,
    /// Numbers with what models said.
    Numbers,
    /// Labels with the probabilities that models gave.
    Probabilities,
    /// CSV of all dialects, encodings and conventions of numbers.
    Forms,
    /// Tables in Markdown and LaTeX, as classifiers and as printed numbers.
    Printed,
    /// gzip and Zstandard.
    Compressed,
    /// Models that give scores: their thresholds, hulls and areas.
    Scores,
    /// Predictions and counts of pairs, how all fared on the same samples.
    Joint,
    /// A sample for each object or line of JSON.
    JsonRows,
    /// A row for each classifier and sample.
    Long,
    /// Several files of the same samples, with a zero between them.
    Joined,
    /// Regions, checked against three classifiers.
    Verify,
}

impl Target {
    /// All targets.
    pub const ALL: [Self; 18] = [
        Self::Matrices,
        Self::Rates,
        Self::Predictions,
        Self::Json,
        Self::Recognised,
        Self::MultiClass,
        Self::Costs,
        Self::Numbers,
        Self::Probabilities,
        Self::Forms,
        Self::Printed,
        Self::Compressed,
        Self::Scores,
        Self::Joint,
        Self::JsonRows,
        Self::Long,
        Self::Joined,
        Self::Verify,
    ];

    /// The folder of its corpus; `None` for all folders.
    pub fn corpus(self) -> Option<&'static str> {
        match self {
            Self::Matrices => Some("matrices"),
            Self::Rates => Some("rates"),
            Self::Predictions => Some("predictions"),
            Self::Json => Some("json"),
            Self::Recognised => None,
            Self::MultiClass => Some("multi-class"),
            Self::Costs => Some("costs"),
            Self::Numbers => Some("numbers"),
            Self::Probabilities => Some("probabilities"),
            Self::Forms => Some("forms"),
            Self::Printed => Some("printed"),
            Self::Compressed => Some("compressed"),
            Self::Scores => Some("scores"),
            Self::Joint => Some("joint"),
            Self::JsonRows => Some("json-rows"),
            Self::Long => Some("long"),
            Self::Joined => Some("joined"),
            Self::Verify => Some("regions"),
        }
    }

    /// Runs on one input.
    ///
    /// # Panics
    /// If a law does not hold.
    pub fn run(self, input: &[u8]) {
        let as_format = |format| move |source: &mut dyn Read| matrices(source, format);
        match self {
            Self::Matrices => in_any_blocks(input, as_format(Some(Format::Matrices))),
            Self::Rates => in_any_blocks(input, as_format(Some(Format::Rates))),
            Self::Predictions => in_any_blocks(input, as_format(Some(Format::Predictions))),
            Self::Json => in_any_blocks(input, as_format(Some(Format::Json))),
            Self::Recognised => {
                in_any_blocks(input, as_format(None));
                in_any_blocks(input, |source| {
                    read_any(source, NAME, &lenient(), &mut |_| ())
                        .map(|found| format!("{found:?}"))
                });
            }
            Self::MultiClass => in_any_blocks(input, |source| {
                let found = read_multi_class(source, NAME, &lenient(), &mut |_| ());
                found.map(|found| format!("{found:?}"))
            }),
            Self::Costs => in_any_blocks(input, |source| {
                read_costs(source, NAME).map(|found| format!("{found:?}"))
            }),
            Self::Numbers => in_any_blocks(input, numbers),
            Self::Probabilities => in_any_blocks(input, probabilities),
            Self::Forms | Self::Compressed => {
                in_any_blocks(input, as_format(None));
                in_any_blocks(input, |source| {
                    read_text_table(source, NAME, &mut |_| ()).map(|found| format!("{found:?}"))
                });
            }
            Self::Printed => {
                in_any_blocks(input, as_format(None));
                in_any_blocks(input, |source| {
                    read_printed_table(source, NAME, &mut |_| ()).map(|found| format!("{found:?}"))
                });
            }
            Self::Scores => in_any_blocks(input, models),
            Self::Joint => in_any_blocks(input, |source| {
                let options = ReadOptions { joint: Joint::All, ..lenient() };
                read(source, NAME, &options, &mut |_| ()).map(|found| format!("{found:?}"))
            }),
            Self::JsonRows => {
                in_any_blocks(input, as_format(None));
                in_any_blocks(input, models);
                in_any_blocks(input, |source| {
                    let options = ReadOptions { correct: true, first_repeat: true, ..lenient() };
                    read(source, NAME, &options, &mut |_| ()).map(|found| format!("{found:?}"))
                });
            }
            Self::Long => {
                in_any_blocks(input, as_format(None));
                in_any_blocks(input, |source| {
                    let name = |name: &str| Some(name.to_owned());
                    let (id, model) = (name("id"), name("model"));
                    let options = ReadOptions { id, model, joint: Joint::All, ..lenient() };
                    read(source, NAME, &options, &mut |_| ()).map(|found| format!("{found:?}"))
                });
            }
            Self::Joined => joined(input),
            Self::Verify => verified(input),
        }
    }
}

/// Missing values are left out, so that more than the first bad row is read.
fn lenient() -> ReadOptions {
    ReadOptions { drop_missing: true, ..ReadOptions::default() }
}

fn matrices(source: &mut dyn Read, format: Option<Format>) -> Result<String, InputError> {
    let found = read(source, NAME, &ReadOptions { format, ..lenient() }, &mut |_| ())?;
    for classifier in &found.classifiers {
        assert!(!classifier.matrix.total().is_negative(), "a negative count: {found:?}");
    }
    Ok(format!("{found:?}"))
}

/// Thresholds are in order, and hulls and areas are those of counts.
fn models(source: &mut dyn Read) -> Result<String, InputError> {
    let found = read_scores(source, NAME, &lenient(), &mut |_| ())?;
    let mut text = String::new();
    for model in &found.models {
        for &position in &model.hull() {
            let matrix = model.matrix(position);
            assert!(!matrix.tp().is_negative() && !matrix.tn().is_negative(), "{}", model.name());
        }
        let area = model.auc();
        assert!(area.iter().all(|area| !area.is_negative() && *area <= Rational::ONE), "{area:?}");
        text.push_str(&format!(
            "{} {} {area:?} {:?}\n",
            model.name(),
            model.distinct(),
            model.brier()
        ));
    }
    Ok(format!("{} {text} {:?}", found.positive, found.notes))
}

/// Files are joined whatever the blocks in which they come; each error names one of them.
fn joined(input: &[u8]) {
    let parts: Vec<&[u8]> = input.split(|byte| *byte == 0).take(5).collect();
    let join = |readers: &mut [&mut dyn Read]| {
        let mut nobody: Vec<Box<dyn FnMut(u64)>> =
            readers.iter().map(|_| Box::new(|_| ()) as Box<dyn FnMut(u64)>).collect();
        let files = readers.iter_mut().zip(&mut nobody).map(|(reader, progress)| SourceFile {
            reader: &mut **reader,
            name: NAME,
            progress: &mut **progress,
        });
        let found = read_joined(files.collect(), &lenient());
        found.map(|found| format!("{found:?}")).map_err(|error| one_error(&error))
    };
    let mut whole = parts.clone();
    let mut whole: Vec<&mut dyn Read> = whole.iter_mut().map(|part| part as _).collect();
    let mut drops: Vec<Drops<'_>> = parts.iter().map(|part| Drops(part)).collect();
    let mut drops: Vec<&mut dyn Read> = drops.iter_mut().map(|part| part as _).collect();
    let (whole, slowly) = (join(&mut whole), join(&mut drops));
    if whole.is_err() {
        // Of two faults the first one met is reported.
        assert!(slowly.is_err(), "accepted byte by byte alone: {slowly:?}");
    } else {
        assert_eq!(whole, slowly, "the result depends on the blocks of the input");
    }
}

fn numbers(source: &mut dyn Read) -> Result<String, InputError> {
    let (options, progress) = (lenient(), &mut |_| ());
    let file = SourceFile { reader: source, name: NAME, progress };
    let mut rows = NumberRows::open(vec![file], None, &options)?;
    let mut found = String::new();
    while let Some(row) = rows.next_row()? {
        found.push_str(&format!("{row:?}\n"));
    }
    Ok(found)
}

fn probabilities(source: &mut dyn Read) -> Result<String, InputError> {
    let (options, progress) = (lenient(), &mut |_| ());
    let file = SourceFile { reader: source, name: NAME, progress };
    let mut rows = ProbabilityRows::open(vec![file], &options)?;
    let mut found = String::new();
    while let Some(row) = rows.next_row()? {
        found.push_str(&format!("{} {:?} {:?}\n", row.class, row.given, row.count));
    }
    Ok(found)
}

/// The result of an input, whole and byte by byte: the same.
fn in_any_blocks(input: &[u8], read: impl Fn(&mut dyn Read) -> Result<String, InputError>) {
    let shown = |result: Result<String, InputError>| result.map_err(|error| one_error(&error));
    let whole = shown(read(&mut &*input));
    let slowly = shown(read(&mut Drops(input)));
    // Of two faults, one of them in the compression, the first one met is reported.
    let is_packed = input.starts_with(b"\x1f\x8b") || input.starts_with(b"\x28\xb5\x2f\xfd");
    if is_packed && whole.is_err() {
        assert!(slowly.is_err(), "accepted byte by byte alone: {slowly:?}");
    } else {
        assert_eq!(whole, slowly, "the result depends on the blocks of the input");
    }
}

/// The text of an error, which names the input and keeps to its lines.
fn one_error(error: &(impl Debug + ToString)) -> String {
    let text = error.to_string();
    assert!(text.starts_with(NAME), "no place: {text:?}");
    assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "raw controls: {text:?}");
    text
}

/// A source that gives a byte at a time.
struct Drops<'d>(&'d [u8]);

impl Read for Drops<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match (self.0.split_first(), buffer.first_mut()) {
            (Some((byte, rest)), Some(place)) => {
                *place = *byte;
                self.0 = rest;
                Ok(1)
            }
            _ => Ok(0),
        }
    }
}

/// The classifiers whose regions the corpus holds.
fn three() -> Vec<Classifier> {
    let text = "name,tn,fp,fn,tp\na,50,10,5,35\nb,40,20,3,37\nc,55,5,15,25\n";
    let found = read(text.as_bytes(), NAME, &ReadOptions::default(), &mut |_| ());
    found.expect("a table of counts").classifiers
}

/// Checks end; regions of other classifiers never hold.
fn verified(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let three = three();
    let _ = verify(text, &three);
    let mut others = three;
    others.swap(0, 2);
    if let Ok(found) = verify(text, &others) {
        assert!(!found.holds(), "regions of a, b, c hold for c, b, a: {text:?}");
    }
}
