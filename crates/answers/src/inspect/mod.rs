//! `exactile inspect`: shows how a file is read.

pub(crate) mod arguments;

use self::arguments::InspectArgs;
use crate::args::{InputArgs, Repeat};
use crate::host::{Failure, Streams, quoted, write_result};
use crate::inputs::input;
use crate::inputs::input::{name, with_source};
use exactile::num::Rational;
use exactile::performance::Classifier;
use exactile_document::{IgnoredColumn, InspectReport};
use exactile_input::{InputError, InputErrorKind, ReadOptions, Subject, read, unreadable};

pub(crate) fn run(arguments: &InspectArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let input = &arguments.input;
    let options = ReadOptions { drop_missing: true, ..input::options(input) };
    if !input.more.is_empty() {
        let subject = input::files(input, &options)?;
        let report = report(subject, Vec::new(), input);
        return write_result(&arguments.output, streams, &report);
    }
    let bytes = with_source(&input.input, |reader, name, _| {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).map_err(|error| unreadable(name, &error))?;
        Ok(bytes)
    })?;
    let file = name(input);
    let read = |options: &ReadOptions| read(&bytes[..], &file, options, &mut |_| ());
    let (subject, undecided) = match read(&options) {
        Err(InputError { kind: InputErrorKind::PositiveUnknown { labels, .. }, .. }) => {
            // Whichever it is, the rest is understood in the same way.
            let positive_label = labels.first().cloned();
            (read(&ReadOptions { positive_label, ..options.clone() })?, labels)
        }
        // Rates without a prior are understood but for it.
        Err(InputError {
            kind: InputErrorKind::MissingPrior | InputErrorKind::RowNormalised,
            ..
        }) => {
            let half = Some(Rational::new(1, 2));
            (read(&ReadOptions { prior_positive: half, ..options.clone() })?, Vec::new())
        }
        subject => (subject?, Vec::new()),
    };
    write_result(&arguments.output, streams, &report(subject, undecided, input))
}

fn report(subject: Subject, undecided: Vec<String>, input: &InputArgs) -> InspectReport {
    let flags = flags(&subject, &undecided, input);
    let Subject { classifiers, positive, reading, dropped, notes, .. } = subject;
    let positive = positive.filter(|_| undecided.is_empty());
    let samples = classifiers.first().filter(|_| reading.truth.is_some());
    let sum =
        |of: fn(&Classifier) -> Rational| samples.and_then(|one| u64::try_from(&of(one)).ok());
    let decided = |sum: Option<u64>| sum.filter(|_| undecided.is_empty());
    let ignored = reading.ignored.into_iter();
    InspectReport {
        form: reading.form,
        encoding: reading.encoding,
        separator: reading.separator,
        decimal_mark: reading.decimal_mark,
        truth: reading.truth,
        positive,
        weight: reading.weight,
        classifiers: reading.classifiers,
        ignored: ignored.map(|(column, why)| IgnoredColumn { column, why }).collect(),
        samples: sum(|one| one.matrix.total()),
        positives: decided(sum(|one| one.matrix.fn_() + one.matrix.tp())),
        negatives: decided(sum(|one| one.matrix.tn() + one.matrix.fp())),
        missing: dropped,
        undecided,
        in_shell: flags.iter().map(|flag| quoted(flag)).collect::<Vec<_>>().join(" "),
        flags,
        notes,
    }
}

/// Returns the flags that state the reading explicitly.
fn flags(subject: &Subject, undecided: &[String], input: &InputArgs) -> Vec<String> {
    let reading = &subject.reading;
    let mut flags: Vec<String> = Vec::new();
    let mut add = |flag: &str, value: &str| flags.extend([flag, value].map(str::to_owned));
    if let Some(truth) = &reading.truth {
        add("--truth", truth);
    }
    if reading.truth.is_some() || reading.form == "rights" {
        let has_comma = reading.classifiers.iter().any(|name| name.contains(','));
        match has_comma {
            true => reading.classifiers.iter().for_each(|name| add("--only", name)),
            false => add("--only", &reading.classifiers.join(",")),
        }
    }
    if let Some(weight) = &reading.weight {
        add("--weight", weight);
    }
    if let (Some(positive), true) = (&subject.positive, undecided.is_empty()) {
        add("--positive", positive);
    }
    // What was given is part of the reading, too.
    let given = &input.labels;
    let columns = [
        ("--id", &given.id),
        ("--model-column", &given.model_column),
        ("--prediction", &given.prediction),
    ];
    for (flag, column) in columns {
        column.iter().for_each(|column| add(flag, column));
    }
    given.flip.iter().for_each(|model| add("--flip", model));
    given.ignore.iter().for_each(|column| add("--ignore", column));
    for (column, value) in &given.keep {
        add("--where", &format!("{column}={value}"));
    }
    if given.repeat == Some(Repeat::First) {
        add("--repeat", "first");
    }
    if let Some(format) = input.input_format {
        add("--input-format", format.name());
    }
    if let Some(prior) = &input.prior {
        add("--prior", &prior.to_string());
    }
    let switches = [(given.correct, "--correct"), (given.drop_missing, "--drop-missing")];
    flags.extend(switches.iter().filter(|(is_given, _)| *is_given).map(|(_, flag)| (*flag).into()));
    flags
}
