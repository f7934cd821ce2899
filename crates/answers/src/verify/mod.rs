//! `exactile verify`

pub(crate) mod arguments;
mod proved;

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};

use tempfile::SpooledTempFile;

use self::arguments::VerifyArgs;
use crate::args::{DomainArgs, InputArgs, TableFormat};
use crate::check::printed_rows;
use crate::host::{
    Failure, Streams, given, note_all, quoted, reason, spinner, words_of, write_plain, write_result,
};
use crate::inputs::models::hull_classifiers;
use crate::inputs::multi_class::one_view;
use crate::inputs::reading::Reading;
use crate::inputs::{clusters, input, means};
use crate::lattice::arguments::OptionalObservedArgs;
use exactile::performance::{Classifier, ConfusionMatrix, JointResults};
use exactile::threshold::{Folds, ScoredModel};
use exactile_document::Labelling;
use exactile_input::{Subject, one_line};
use exactile_verify::{
    Document, Given, NotJson, PrintedRows, Recognised, Source, Stored, TestSets, Unchecked,
    compared_at_best, compares_means, fold_column, mixed_up, named_thresholds, paired_with,
    prove_document, recognise, recorded_command, verify_document,
};

/// The hint for results that this verifier does not know.
const OTHER_VERIFIER: &str = "the verifier in Python may know it: python -m exactile.verify_more \
     RESULT.json INPUT (docs/certificates.md)";

/// The flags of a recorded command that `verify` has too, and that say how the input is read and
/// what was asked.
#[derive(Debug, Default)]
pub struct Recorded {
    /// Those that are not given to `verify`.
    pub taken: Vec<String>,
    /// Those that are given with other values, or that exclude what is given.
    pub other: Vec<String>,
    /// The flags of `verify` with those that are taken, and the command as results name it; `None`
    /// if none are taken.
    pub completed: Option<(VerifyArgs, String)>,
}

/// Compares the words of a command line of `verify` with those of a recorded command; `None` if the
/// program has no such command.
pub type Completing<'c> = &'c dyn Fn(&[String], &[String]) -> Option<Recorded>;

/// Answers `exactile verify`; `completing` reads the command that the result names.
///
/// # Errors
/// A result or an input that cannot be read or compared; checks that do not hold.
pub fn run(
    arguments: &VerifyArgs,
    completing: Completing<'_>,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let path = &arguments.result;
    let name = input::file_name(path);
    let unreadable = |what: String| Failure::new(what, "check the path").at(&name);
    let bytes = Bytes::of(path)
        .map_err(|error| unreadable(format!("cannot be read: {}", reason(&error))))?;
    let document = Document::read(&bytes).map_err(|error| unchecked(error, &name))?;
    let text = document.text();
    let completed = as_recorded(text, completing, streams);
    let arguments = completed.as_ref().unwrap_or(arguments);
    let target = arguments.target.target_prior.as_ref();
    let recognised = recognise(text).map_err(|error| unchecked(error, &name))?;
    if arguments.proved {
        can_be_proved(arguments, recognised).map_err(|failure| failure.at(&name))?;
    }
    let Inputs { classifiers, models, folds, joint, reported, clusters, sets } =
        inputs(arguments, &document, recognised, &name, streams)?;
    let Labelling { positive, dropped } = streams.labelling.clone();
    if arguments.proved {
        let proved::Answer { text, holds } =
            proved::check(&name, &bytes, &classifiers, joint.as_ref(), target)?;
        let to = arguments.output.to.output.as_ref();
        write_plain(to, streams, |out| Ok(out.write_all(&text)?))?;
        return if holds { Ok(()) } else { Err(Failure::ChecksFailed) };
    }
    // Said first: it explains whatever else does not hold.
    let mix_up = match &streams.fingerprint {
        Some(fingerprint) => {
            mixed_up(text, fingerprint).map_err(|error| not_json(&error, &name))?
        }
        None => None,
    };
    let working = spinner("checking the result");
    let holds = if let Recognised::Other { .. } = recognised {
        let observed = observed(&arguments.observed)?;
        let given = Given {
            classifiers: &classifiers,
            joint: joint.as_ref(),
            clusters: clusters.as_deref(),
            sets: sets.as_ref(),
            models: &models,
            folds: folds.as_ref(),
            reported: reported.as_ref(),
            target_prior: target,
            observed,
        };
        let found = prove_document(&document, &given);
        working.finish_and_clear();
        let mut found = found.map_err(|error| unchecked(error, &name))?;
        found.check_labels(positive.as_deref(), dropped);
        found.failures.splice(0..0, mix_up);
        write_result(&arguments.output, streams, &found)?;
        found.holds()
    } else {
        let found = verify_document(&document, &classifiers);
        working.finish_and_clear();
        let mut found = found.map_err(|error| unchecked(error, &name))?;
        found.check_labels(positive.as_deref(), dropped);
        found.failures.splice(0..0, mix_up);
        if let Some(target) = target {
            found.check_prior(target);
        }
        write_result(&arguments.output, streams, &found)?;
        found.holds()
    };
    if holds { Ok(()) } else { Err(Failure::ChecksFailed) }
}

/// Returns the arguments with the flags of the command that the result names, unless they are
/// given; notes say which these are, and which are given with other values.
fn as_recorded(
    text: &str,
    completing: Completing<'_>,
    streams: &mut Streams<'_>,
) -> Option<VerifyArgs> {
    let command = recorded_command(text)?;
    let own = words_of(&streams.command)?;
    let found = words_of(&command).and_then(|recorded| completing(&own, &recorded));
    let Some(Recorded { taken, other, completed }) = found else {
        let note = "the command that the result names is not known here: give its flags";
        note_all(&[note.to_owned()], streams);
        return None;
    };
    for (what, flags) in
        [("the result was made with", other), ("taken from the command of the result:", taken)]
    {
        let flags: Vec<String> = flags.iter().map(|flag| quoted(flag)).collect();
        if !flags.is_empty() {
            note_all(&[format!("{what} {}", one_line(&flags.join(" ")))], streams);
        }
    }
    let (arguments, request) = completed?;
    streams.request = Some(request);
    Some(arguments)
}

/// The failure of a result that was not checked.
fn unchecked(unchecked: Unchecked, name: &str) -> Failure {
    match unchecked {
        Unchecked::NotJson(error) => not_json(&error, name),
        Unchecked::Unreadable(_) => Failure::new(unchecked.to_string(), "check the path").at(name),
        Unchecked::Ungiven(what, how) => Failure::new(what, how).at(name),
        Unchecked::Unknown(what) => Failure::new(what, OTHER_VERIFIER).at(name),
    }
}

/// The inputs that a result is about.
#[derive(Default)]
struct Inputs {
    classifiers: Vec<Classifier>,
    models: Vec<ScoredModel>,
    folds: Option<Folds>,
    joint: Option<JointResults>,
    reported: Option<PrintedRows>,
    /// The matrix of each classifier in each cluster of samples.
    clusters: Option<Vec<Vec<ConfusionMatrix>>>,
    sets: Option<TestSets>,
}

/// Reads the inputs that a result is about.
fn inputs(
    arguments: &VerifyArgs,
    document: &Document<'_>,
    recognised: Recognised,
    name: &str,
    streams: &mut Streams<'_>,
) -> Result<Inputs, Failure> {
    let stdin = Path::new("-");
    let is_told = arguments.reported.reported.is_some();
    let are_both = arguments.result == stdin && arguments.input.input == stdin;
    if are_both && needs_input(recognised) && !is_told {
        return Err(Failure::new(
            "the result and its input cannot both come from standard input",
            "name a file for one of them",
        ));
    }
    let mut inputs = Inputs::default();
    match recognised {
        Recognised::Other { input: Source::Nothing } => no_input(arguments, name)?,
        Recognised::Other { input: Source::Reported } => {
            let InputArgs { input, labels, .. } = &arguments.input;
            let told = arguments.reported.of_check(input.clone(), labels.clone());
            inputs.reported = Some(printed_rows(&told)?);
        }
        Recognised::Other { input: Source::Scores } => {
            let folds = fold_column(document);
            let reading = match folds.is_some() {
                true => Reading::scores(&arguments.input, folds.as_ref()),
                false => Reading::of_models(&arguments.input, "the result is about"),
            };
            let subject = reading.read(streams)?;
            if folds.is_some() {
                let (positive, dropped) = (subject.positive.clone(), subject.dropped);
                let labelling = Labelling { positive, dropped };
                streams.has_read(&hull_classifiers(&subject.models), labelling);
            }
            (inputs.models, inputs.folds) = (subject.models, subject.folds);
        }
        of_classifiers => {
            // Of an input of scores; other inputs have no such classifiers.
            let names = named_thresholds(document).map_err(|error| unchecked(error, name))?;
            let best_by = compared_at_best(document).and_then(|metric| metric.parse().ok());
            let input = arguments.input.naming(&names).best_by(best_by);
            if let Some(column) = &arguments.cluster {
                let subject = clusters::reading(&input, column).read(streams)?;
                inputs.clusters = subject.domains.as_ref().map(clusters::matrices).transpose()?;
                inputs.classifiers = subject.classifiers;
                return Ok(inputs);
            }
            let one = paired_with(document);
            let input = input.by(&arguments.domains).pairing(one.as_ref());
            let classes = &arguments.classes;
            let are_means = input.domains.by.is_some() && compares_means(document);
            let is_tested = of_classifiers == (Recognised::Other { input: Source::Tests });
            if is_tested && !classes.multi_class && !are_means {
                let found = Reading::tested(&input, false).read(streams)?;
                (inputs.classifiers, inputs.joint) = (found.classifiers, found.joint);
            } else {
                let means = are_means.then(|| Reading::in_test_sets(&input, false));
                let reading = means.unwrap_or_else(|| Reading::of_classes(&input, classes));
                let subject = reading.read(streams)?;
                inputs.classifiers = one_view(&subject, &input, classes, streams)?;
                inputs.sets = test_sets(&arguments.domains, &input, &subject)?;
            }
        }
    }
    Ok(inputs)
}

/// Returns the test sets of an input, if they are told apart.
fn test_sets(
    asked: &DomainArgs,
    input: &InputArgs,
    subject: &Subject,
) -> Result<Option<TestSets>, Failure> {
    let (Some(by), Some(tests)) = (&asked.by, &subject.domains) else { return Ok(None) };
    let domains = means::domains(asked, &input::name(input), tests)?;
    let weights = means::weights_name(asked, tests);
    let row =
        |d: usize| (0..domains.classifiers().len()).map(|k| domains.matrix(d, k).clone()).collect();
    let matrices = (0..domains.names().len()).map(row).collect();
    let names = domains.names().to_vec();
    let joint = subject.joint_in_sets.as_ref().map(|joint| {
        let place = |name: &String| tests.domains().iter().position(|own| own == name);
        let kept = names.iter().filter_map(place);
        kept.filter_map(|at| joint.get(at).cloned()).collect()
    });
    Ok(Some(TestSets { by: by.clone(), weights, names, matrices, joint }))
}

/// Refuses results and options that the proved checker does not support.
fn can_be_proved(arguments: &VerifyArgs, recognised: Recognised) -> Result<(), Failure> {
    // The checker says itself which of these it does not know.
    let may_be_known = match recognised {
        Recognised::Regions => true,
        Recognised::Other { input } => {
            [Source::Classifiers, Source::Tests, Source::Nothing].contains(&input)
        }
        Recognised::Nothing => false,
    };
    if !may_be_known {
        let what = "the proved checker does not support this kind of result";
        return Err(Failure::new(what, "leave out --proved"));
    }
    if arguments.output.format != TableFormat::Text {
        return Err(Failure::new("the proved checker answers in text", "leave out --format"));
    }
    Ok(())
}

/// Returns the observed counts; an error if only some of them are given.
fn observed(told: &OptionalObservedArgs) -> Result<Option<[u64; 4]>, Failure> {
    let OptionalObservedArgs { tp, fp, fn_, tn } = *told;
    match [tn, fp, fn_, tp] {
        [Some(tn), Some(fp), Some(fn_), Some(tp)] => Ok(Some([tn, fp, fn_, tp])),
        [None, None, None, None] => Ok(None),
        _ => Err(Failure::new(
            "only some of the observed counts are given",
            "give all of --tp, --fp, --fn and --tn",
        )),
    }
}

fn needs_input(recognised: Recognised) -> bool {
    recognised != Recognised::Other { input: Source::Nothing }
}

/// Refuses an input for a result that was not made from one.
fn no_input(arguments: &VerifyArgs, name: &str) -> Result<(), Failure> {
    if arguments.input.input == Path::new("-") {
        return Ok(());
    }
    Err(Failure::new("this result was not made from an input", "leave INPUT out").at(name))
}

fn not_json(error: &NotJson, name: &str) -> Failure {
    // The parser ends with the place, which goes to the front.
    let text = error.to_string();
    let (what, place) = match text.rsplit_once(" at line ") {
        Some((what, at)) => (what, format!("{name}:{}", at.replace(" column ", ":"))),
        None => (text.as_str(), name.to_owned()),
    };
    Failure::new(what, "give the output of a command with --format json").at(place)
}

/// The bytes of a result, which are read more than once. A file is read in place; other bytes are
/// kept in memory, or in a temporary file if there are many.
enum Bytes<'p> {
    Given(Arc<Vec<u8>>),
    File(&'p Path),
    Copied(Mutex<SpooledTempFile>),
}

impl<'p> Bytes<'p> {
    fn of(path: &'p Path) -> io::Result<Self> {
        /// The most bytes that are kept in memory.
        const FEW: usize = 1 << 20;
        let mut copy = tempfile::spooled_tempfile(FEW);
        if path == Path::new("-") {
            given::standard_input(|input, _| copy_json(input, &mut copy))?;
        } else if let Some(bytes) = given::file(path) {
            return Ok(Self::Given(bytes?));
        } else {
            let mut file = File::open(path)?;
            if file.metadata()?.is_file() {
                return Ok(Self::File(path));
            }
            copy_json(&mut file, &mut copy)?;
        }
        Ok(Self::Copied(Mutex::new(copy)))
    }
}

/// Copies a result, but only the beginning of anything else: a stream may be endless.
fn copy_json(mut input: &mut dyn Read, copy: &mut SpooledTempFile) -> io::Result<()> {
    const BEGINNING: u64 = 1 << 16;
    let mut beginning = Vec::new();
    (&mut input).take(BEGINNING).read_to_end(&mut beginning)?;
    copy.write_all(&beginning)?;
    if beginning.trim_ascii_start().starts_with(b"{") {
        io::copy(&mut input, copy)?;
    }
    Ok(())
}

impl Stored for Bytes<'_> {
    fn from(&self, byte: u64) -> io::Result<Box<dyn Read + '_>> {
        match self {
            Self::Given(bytes) => {
                let byte = usize::try_from(byte).unwrap_or(usize::MAX);
                Ok(Box::new(bytes.get(byte..).unwrap_or_default()))
            }
            Self::File(path) => {
                let mut file = File::open(path)?;
                file.seek(SeekFrom::Start(byte))?;
                Ok(Box::new(file))
            }
            Self::Copied(copy) => Ok(Box::new(Copied { copy, next: byte })),
        }
    }
}

/// A copy that several readers use at a time, each with its own position.
struct Copied<'c> {
    copy: &'c Mutex<SpooledTempFile>,
    next: u64,
}

impl Read for Copied<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut copy = self.copy.lock().map_err(|_| io::Error::other("a reader has failed"))?;
        copy.seek(SeekFrom::Start(self.next))?;
        let count = copy.read(buffer)?;
        self.next += count as u64;
        Ok(count)
    }
}
