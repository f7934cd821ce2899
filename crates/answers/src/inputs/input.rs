//! Reads the input that the arguments name, with a progress bar if standard error is a terminal.

use std::fmt::Display;
use std::io::Read;
use std::path::Path;

use super::means;
use crate::args::{InputArgs, OptionalInputArgs, TargetArgs};
use crate::host::{Failure, ProgressBar, Streams, given, note_all, progress_bar};
use exactile::domain::DomainTests;
use exactile::performance::Classifier;
use exactile::score::Metric;
use exactile::tile::Regions;
use exactile_document::Labelling;
use exactile_input::{Joint, ReadOptions, SourceFile, Subject, one_line, read, read_joined};

/// Returns the input of a command for which it is optional.
pub(crate) fn given(arguments: &OptionalInputArgs) -> Result<Option<InputArgs>, Failure> {
    match arguments.stray_flag() {
        None => Ok(arguments.given()),
        Some(flag) => {
            let what = format!("{flag} is about reading an input, but there is none");
            Err(Failure::new(what, "name the input, - for standard input"))
        }
    }
}

/// Reads the input and applies the requested operations. These change each classifier's own matrix,
/// so that models and joint counts are dropped. Notes of the reader go to standard error.
pub(crate) fn subject(
    arguments: &InputArgs,
    joint: Joint,
    streams: &mut Streams<'_>,
) -> Result<Subject, Failure> {
    let has_sets = arguments.domains.by.is_some() && joint != Joint::InTestSets;
    // All samples of several test sets together may be asked about as one test.
    let has_sets = has_sets && joint != Joint::Labels;
    let is_alone = arguments.operations.is_empty() && !has_sets;
    let joint = if is_alone { joint } else { Joint::No };
    let options = ReadOptions { joint, ..options(arguments) };
    let mut subject = if arguments.more.is_empty() {
        with_source(&arguments.input, |reader, name, progress| {
            Ok(read(reader, name, &options, progress)?)
        })?
    } else {
        files(arguments, &options)?
    };
    if let Some(tests) = &mut subject.domains {
        each_domain(arguments, tests)?;
    }
    means::average(&arguments.domains, &name(arguments), &mut subject)?;
    note_all(&subject.notes, streams);
    let holds_scores = subject.families.is_some() || subject.reading.form == "scores";
    if !holds_scores && !arguments.thresholds.is_empty() {
        let what = "--threshold applies to models that give scores";
        return Err(
            Failure::new(what, "leave it out, or give a file of scores").at(name(arguments))
        );
    }
    let labelling = Labelling { positive: subject.positive.clone(), dropped: subject.dropped };
    streams.has_read(&subject.classifiers, labelling);
    streams.are_best =
        subject.families.as_ref().is_some_and(|families| families.are_best.contains(&true));
    streams.is_right_or_wrong = subject.is_right_or_wrong;
    if subject.domains.is_none() {
        operate(arguments, &mut subject)?;
    }
    Ok(subject)
}

/// Applies the requested operations to the results of each test set.
fn each_domain(arguments: &InputArgs, tests: &mut DomainTests) -> Result<(), Failure> {
    for operation in &arguments.operations {
        tests.try_map(|matrix| operation.apply(matrix)).map_err(|error| {
            let what = format!("{operation} of a result of one test set: {error}");
            Failure::new(what, "leave it out or choose another --operation").at(name(arguments))
        })?;
    }
    Ok(())
}

/// Reads the samples of several files.
pub(crate) fn files(arguments: &InputArgs, options: &ReadOptions) -> Result<Subject, Failure> {
    with_sources(&paths(arguments), |files| Ok(read_joined(files, options)?))
}

/// Returns the files of an input.
pub(crate) fn paths(arguments: &InputArgs) -> Vec<&Path> {
    std::iter::once(&arguments.input).chain(&arguments.more).map(AsRef::as_ref).collect()
}

/// Applies the requested operations.
fn operate(arguments: &InputArgs, subject: &mut Subject) -> Result<(), Failure> {
    if !arguments.operations.is_empty() {
        (subject.models, subject.families) = (Vec::new(), None);
    }
    for operation in &arguments.operations {
        for classifier in &mut subject.classifiers {
            classifier.matrix = operation.apply(&classifier.matrix).map_err(|error| {
                let what = format!("{operation} of {:?}: {error}", classifier.name);
                Failure::new(what, "leave it out or choose another --operation").at(name(arguments))
            })?;
        }
    }
    Ok(())
}

/// Refuses a metric that the input cannot have: if it only says which predictions are right, it has
/// accuracy and error rate alone.
pub(crate) fn check_metric(metric: &Metric, streams: &Streams<'_>) -> Result<(), Failure> {
    if RIGHT_OR_WRONG.contains(metric) { Ok(()) } else { check_classes(metric, streams) }
}

/// Refuses a question about two classes, if the input only says which predictions are right.
pub(crate) fn check_classes(asked: &dyn Display, streams: &Streams<'_>) -> Result<(), Failure> {
    if !streams.is_right_or_wrong {
        return Ok(());
    }
    let what = format!(
        "{asked} needs the true labels and predictions of two classes, but the input only says \
         which predictions are right"
    );
    Err(Failure::new(what, "choose accuracy or error-rate, or give true labels"))
}

/// Refuses further samples of a class that the input cannot have: if it only says which predictions
/// are right, all samples are of one.
pub(crate) fn check_further(negatives: Option<u64>, streams: &Streams<'_>) -> Result<(), Failure> {
    match negatives {
        Some(1..) if streams.is_right_or_wrong => Err(Failure::new(
            "--negatives counts samples of one class, but the input only says which predictions \
             are right",
            "leave it out; --positives is the number of further samples",
        )),
        _ => Ok(()),
    }
}

/// The metrics of an input that only says which predictions are right.
pub(crate) const RIGHT_OR_WRONG: [Metric; 2] = [Metric::Accuracy, Metric::ErrorRate];

/// Returns the options of the reader from the arguments.
pub(crate) fn options(arguments: &InputArgs) -> ReadOptions {
    ReadOptions {
        format: arguments.input_format,
        prior_positive: arguments.prior.clone(),
        joint_with: arguments.paired_with.clone(),
        best_by: arguments.best_by.clone(),
        thresholds: arguments.thresholds.clone(),
        named: arguments.named.clone(),
        expects_scores: arguments.expects_scores,
        any_prior: arguments.any_prior,
        choosing: arguments.choosing.clone(),
        by: arguments.domains.by.clone(),
        ..arguments.labels.options()
    }
}

/// Notes that thresholds of models were chosen on the samples that judge them, if they were. Not
/// for callers in memory, who cannot change the flags.
pub(crate) fn note_optimism(arguments: &InputArgs, streams: &mut Streams<'_>) {
    if streams.are_best && arguments.thresholds.is_empty() && streams.request.is_some() {
        note_all(&[OPTIMISM.to_owned()], streams);
    }
}

const OPTIMISM: &str = "these thresholds are the best ones on the samples that they are judged on, \
    so the models look better than they are: thresholds --choose-on FILE chooses them on other \
    samples, and --threshold T fixes them";

/// Opens the input, `-` being standard input, and shows a progress bar if it is long. The reader
/// receives the source, its name for messages, and a callback for its progress.
pub(crate) fn with_source<T>(
    path: &Path,
    read: impl FnOnce(&mut dyn Read, &str, &mut dyn FnMut(u64)) -> Result<T, Failure>,
) -> Result<T, Failure> {
    if path == Path::new("-") {
        return given::standard_input(|input, name| read(input, name, &mut |_| ()));
    }
    let mut file = given::open(path)?;
    let length = file.len();
    const WORTH_A_BAR: u64 = 20 << 20;
    let bar = match length {
        Some(length) if length >= WORTH_A_BAR => progress_bar(Some(length), "bytes"),
        _ => ProgressBar::hidden(),
    };
    let name = path.display().to_string();
    let result = read(&mut file, &name, &mut |bytes| bar.set_position(bytes));
    bar.finish_and_clear();
    result
}

/// Opens several files, of which one may be `-`.
pub(crate) fn with_sources<T>(
    paths: &[&Path],
    read: impl FnOnce(Vec<SourceFile<'_>>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let is_standard = |path: &&Path| *path == Path::new("-");
    if paths.iter().copied().filter(is_standard).count() > 1 {
        return Err(Failure::new("standard input can be read only once", "give - once"));
    }
    if paths.iter().any(is_standard) {
        return given::standard_input(|stdin, _| sources(paths, Some(stdin), read));
    }
    sources(paths, None, read)
}

fn sources<T>(
    paths: &[&Path],
    mut stdin: Option<&mut dyn Read>,
    read: impl FnOnce(Vec<SourceFile<'_>>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let names: Vec<String> = paths.iter().map(|path| source_name(path)).collect();
    let mut opened = Vec::with_capacity(paths.len());
    for path in paths {
        opened.push(if *path == Path::new("-") { None } else { Some(given::open(path)?) });
    }
    let mut progress = vec![|_: u64| (); paths.len()];
    let mut files = Vec::with_capacity(paths.len());
    for ((file, name), progress) in opened.iter_mut().zip(&names).zip(&mut progress) {
        let reader: &mut dyn Read = match file {
            Some(file) => file,
            None => stdin.take().expect("it is given once"),
        };
        files.push(SourceFile { reader, name, progress });
    }
    read(files)
}

/// Returns the name of a file for the reader.
fn source_name(path: &Path) -> String {
    if path == Path::new("-") { "<stdin>".to_owned() } else { path.display().to_string() }
}

/// Returns the classifiers on the Tile of their common prior, or of the target prior.
pub(crate) fn regions(subject: &Subject, target: &TargetArgs) -> Result<Regions, Failure> {
    let regions = on_tile(subject.classifiers.clone(), target)?;
    regions.common_prior()?;
    Ok(regions)
}

/// Returns these classifiers of an input on the Tile of their priors, which may differ, or of the
/// target prior.
pub(crate) fn on_tile(
    classifiers: Vec<Classifier>,
    target: &TargetArgs,
) -> Result<Regions, Failure> {
    Ok(match &target.target_prior {
        Some(prior) => Regions::with_target_prior(classifiers, prior)?,
        None => Regions::new(classifiers)?,
    })
}

/// Returns the name of the input for messages, in one line.
pub(crate) fn name(input: &InputArgs) -> String {
    file_name(&input.input)
}

/// Returns `true` if the file's name ends so, in whatever case.
pub(crate) fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(ending))
}

/// Returns the name of a file for messages, in one line; `-` is standard input.
pub(crate) fn file_name(path: &Path) -> String {
    if path == Path::new("-") {
        return "<stdin>".to_owned();
    }
    one_line(&path.display().to_string()).into_owned()
}

/// Returns the positions in the order of their first mention, each once.
pub(crate) fn distinct(positions: Vec<usize>) -> Vec<usize> {
    let mut seen = std::collections::HashSet::new();
    positions.into_iter().filter(|position| seen.insert(*position)).collect()
}

/// Returns the position of a classifier by name.
pub(crate) fn position(classifiers: &[Classifier], name: &str) -> Result<usize, Failure> {
    classifiers.iter().position(|classifier| classifier.name == name).ok_or_else(|| {
        let what = format!("there is no classifier {name:?}");
        // A model at what is no number.
        if let Some((model, _)) = name.rsplit_once(" >= ") {
            let start = format!("{model} >= ");
            if classifiers.iter().any(|classifier| classifier.name.starts_with(&start)) {
                let hint = format!("give a number after {start:?}, such as 0.5");
                return Failure::new(what, hint).about_input();
            }
        }
        let known = means::listed(classifiers.iter().map(|known| known.name.as_str()));
        Failure::new(what, format!("the input has {known}")).about_input()
    })
}
