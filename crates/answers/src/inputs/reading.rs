//! The input of a question, which is read once, before the question is answered.
//!
//! A question declares how its input is read, and receives what was read. No question reads
//! classifiers itself, but for `advantage` and `inspect`, which read in their own way.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Parser;

use super::models::{Models, check_all_thresholds, check_models, read_models};
use super::{input, multi_class};
use crate::args::{DomainArgs, InputArgs, LabelArgs, MultiClassArgs};
use crate::host::{Failure, Refused, Streams, note_all};
use exactile::num::Rational;
use exactile::score::NamedScore;
use exactile_input::{Choosing, Joint, ReadOptions, Subject};

/// The way in which an input is read.
pub(crate) struct Reading {
    input: InputArgs,
    form: Form,
    /// Another file of the same models, on which thresholds are chosen.
    beside: Option<(PathBuf, ReadOptions)>,
    /// The preferences for which that file chooses, and their positive prior, if the thresholds are
    /// to be counted jointly.
    chosen_for: Option<(Vec<NamedScore>, Option<Rational>)>,
}

/// The kinds of input that a command can ask for.
#[derive(Clone)]
enum Form {
    /// Classifiers of two classes, with their joint counts.
    Classifiers(Joint),
    /// The same with numbers of samples, and with joint counts.
    Tested { joint: Joint, unpaired: bool },
    /// Models that give scores; the text names the feature that needs them.
    Models(&'static str),
    /// Scores alone, without the classifiers that stand for them; by folds if a column of folds is
    /// named.
    Scores(Option<String>),
    /// Classifiers of several classes, one of which may be named.
    Classes(Option<String>),
}

impl Reading {
    /// Reads classifiers.
    pub(crate) fn of(input: &InputArgs) -> Self {
        Self {
            input: input.clone(),
            form: Form::Classifiers(Joint::No),
            beside: None,
            chosen_for: None,
        }
    }

    /// Reads classifiers of several classes, if the flags ask for them.
    pub(crate) fn of_classes(input: &InputArgs, classes: &MultiClassArgs) -> Self {
        match classes.multi_class {
            true => Self { form: Form::Classes(classes.class.clone()), ..Self::of(input) },
            false => Self::of(input),
        }
    }

    /// Reads classifiers of several classes, with all classes.
    pub(crate) fn of_all_classes(input: &InputArgs) -> Self {
        Self { form: Form::Classes(None), ..Self::of(input) }
    }

    /// Reads classifiers with numbers of samples, and their results on the same samples unless they
    /// are taken as independent.
    pub(crate) fn tested(input: &InputArgs, unpaired: bool) -> Self {
        let joint = if unpaired { Joint::No } else { Joint::All };
        Self { form: Form::Tested { joint, unpaired }, ..Self::of(input) }
    }

    /// Reads classifiers with their results in each test set, and there on the same samples unless
    /// they are taken as independent.
    pub(crate) fn in_test_sets(input: &InputArgs, unpaired: bool) -> Self {
        let joint = if unpaired { Joint::No } else { Joint::InTestSets };
        Self { form: Form::Classifiers(joint), ..Self::of(input) }
    }

    /// Reads classifiers, and the agreement of their labels unless they are taken as independent.
    pub(crate) fn with_labels(input: &InputArgs, unpaired: bool) -> Self {
        let joint = if unpaired { Joint::No } else { Joint::Labels };
        Self { form: Form::Classifiers(joint), ..Self::of(input) }
    }

    /// As [`Self::tested`], or classifiers of several classes.
    pub(crate) fn tested_or_classes(
        input: &InputArgs,
        unpaired: bool,
        classes: &MultiClassArgs,
    ) -> Self {
        match classes.multi_class {
            true => Self::of_classes(input, classes),
            false => Self::tested(input, unpaired),
        }
    }

    /// Reads models that give scores; `what` names the feature that needs them.
    pub(crate) fn of_models(input: &InputArgs, what: &'static str) -> Self {
        Self { form: Form::Models(what), ..Self::of(input) }
    }

    /// Reads models that may choose their thresholds.
    pub(crate) fn at_best(input: &InputArgs, classes: &MultiClassArgs) -> Result<Self, Failure> {
        if classes.multi_class {
            let what = "models with scores have two classes";
            return Err(Failure::new(what, "leave --multi-class out"));
        }
        check_all_thresholds(input)?;
        Ok(Self::of_models(input, "--at-best is about"))
    }

    /// Reads the scores of an input, by folds if their column is named.
    pub(crate) fn scores(input: &InputArgs, folds: Option<&String>) -> Self {
        Self { form: Form::Scores(folds.cloned()), ..Self::of(input) }
    }

    /// Adds another file of the same models, if there is one.
    pub(crate) fn beside(self, path: Option<&PathBuf>, options: ReadOptions) -> Self {
        Self { beside: path.map(|path| (path.clone(), options)), ..self }
    }

    /// Counts the thresholds that the other file chooses jointly: those for these preferences.
    pub(crate) fn chosen_for(
        self,
        preferences: Vec<NamedScore>,
        target_prior: Option<Rational>,
    ) -> Self {
        Self { chosen_for: Some((preferences, target_prior)), ..self }
    }

    /// Adds several test sets, whose mean is taken.
    pub(crate) fn by(self, domains: &DomainArgs) -> Self {
        Self { input: self.input.by(domains), ..self }
    }

    /// Reads the input. Notes of the reader go to standard error.
    pub(crate) fn read(&self, streams: &mut Streams<'_>) -> Result<Subject, Failure> {
        self.check_domains()?;
        if let (Some((path, options)), Some(chosen_for)) = (&self.beside, &self.chosen_for) {
            return self.read_chosen(path, options, chosen_for.clone(), streams);
        }
        let mut subject = self.subject(streams)?;
        if let Some((path, options)) = self.beside.as_ref().filter(|_| !subject.models.is_empty()) {
            subject.beside = Some(Box::new(read_models(&[path], options, streams)?.into()));
        }
        Ok(subject)
    }

    /// Reads the other file first: the thresholds that it chooses are counted while the input is
    /// read.
    fn read_chosen(
        &self,
        path: &Path,
        options: &ReadOptions,
        (preferences, target_prior): (Vec<NamedScore>, Option<Rational>),
        streams: &mut Streams<'_>,
    ) -> Result<Subject, Failure> {
        let mut other: Subject = match read_models(&[path], options, streams) {
            Ok(other) => other.into(),
            Err(failure) => {
                // An input of labels needs none.
                let subject = self.subject(streams)?;
                return if subject.models.is_empty() { Ok(subject) } else { Err(failure) };
            }
        };
        // Lent for the reading, since models of many samples are large.
        let models = std::mem::take(&mut other.models);
        let choosing = Arc::new(Choosing { models, preferences, target_prior });
        let input = InputArgs { choosing: Some(choosing.clone()), ..self.input.clone() };
        let reading = Self { input, form: self.form.clone(), beside: None, chosen_for: None };
        let subject = reading.subject(streams)?;
        drop(reading);
        other.models = Arc::unwrap_or_clone(choosing).models;
        Ok(Subject { beside: Some(Box::new(other)), ..subject })
    }

    /// Refuses means over test sets for other inputs than classifiers of two classes, and where
    /// numbers of samples are needed.
    fn check_domains(&self) -> Result<(), Failure> {
        if self.input.domains.by.is_none() {
            return Ok(());
        }
        let is_value = |file: &PathBuf| {
            ["domains", "classifiers"].iter().any(|value| file.as_os_str() == *value)
        };
        let mut files = [&self.input.input].into_iter().chain(&self.input.more);
        if self.input.domains.complete.is_some() {
            if let Some(value) = files.find(|file| is_value(file) && !file.exists()) {
                let hint = format!("write --complete={}", value.display());
                return Err(Failure::new("--complete has its value after an equals sign", hint));
            }
        }
        let (what, hint) = match &self.form {
            Form::Classifiers(_) => return Ok(()),
            Form::Classes(_) => ("--by does not go with --multi-class", "leave one of them out"),
            Form::Tested { .. } => return Err(without_numbers()),
            Form::Models(_) | Form::Scores(_) => (
                "models at their best thresholds are not judged over several test sets",
                "leave --at-best out, so that each threshold is a classifier, or leave --by out",
            ),
        };
        Err(Failure::new(what, hint))
    }

    fn subject(&self, streams: &mut Streams<'_>) -> Result<Subject, Failure> {
        let input = &self.input;
        match &self.form {
            Form::Classifiers(joint) => input::subject(input, *joint, streams),
            Form::Classes(class) => multi_class::read(input, class.as_deref(), streams),
            Form::Scores(folds) => {
                let options = ReadOptions { by: folds.clone(), ..input.labels.options() };
                Ok(read_models(&input::paths(input), &options, streams)?.into())
            }
            Form::Models(what) => {
                check_models(input)?;
                let input = &InputArgs { expects_scores: true, ..input.clone() };
                let subject = input::subject(input, Joint::No, streams)?;
                match Models::of(&subject, input) {
                    Some(_) => Ok(subject),
                    None => {
                        let hint = "give a column y_true and a column of scores for each model";
                        let what = format!("{what} models that give scores");
                        Err(Failure::new(what, hint).at(input::name(input)))
                    }
                }
            }
            Form::Tested { joint, unpaired } => {
                let subject = input::subject(input, *joint, streams)?;
                check_counts(&subject, input)?;
                if subject.positive.is_some() && !unpaired && !input.operations.is_empty() {
                    let note = "after --operation the classifiers are taken as independent";
                    note_all(&[note.to_owned()], streams);
                }
                Ok(subject)
            }
        }
    }
}

/// Returns the refusal of a mean over test sets where numbers of samples are needed.
fn without_numbers() -> Failure {
    let what = "the mean over test sets has no numbers of samples, which this question needs";
    Failure::new(what, "choose the samples of one test set with --where, in place of --by")
}

/// Refuses weights where numbers of samples are needed.
pub(crate) fn check_counts(subject: &Subject, input: &InputArgs) -> Result<(), Failure> {
    let Some(column) = &subject.weights else { return Ok(()) };
    let what =
        format!("the column {column} weighs the rows, and this command needs numbers of samples");
    let hint = "give whole numbers; rank, regions, score, thresholds and tile take weights";
    Err(Failure::new(what, hint).at(input::name(input)))
}

/// Asks a question: reads the input that it declares, and passes it on.
pub(crate) fn ask<A>(
    arguments: &A,
    reading: fn(&A) -> Result<Reading, Failure>,
    answer: fn(&A, &Subject, &mut Streams<'_>) -> Result<(), Failure>,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let subject = reading(arguments)?.read(streams)?;
    answer(arguments, &subject, streams)
}

/// As [`ask`], for a question whose input is optional.
pub(crate) fn ask_without<A>(
    arguments: &A,
    reading: fn(&A) -> Result<Option<Reading>, Failure>,
    answer: fn(&A, Option<&Subject>, &mut Streams<'_>) -> Result<(), Failure>,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let reading = reading(arguments)?;
    let subject = reading.map(|reading| reading.read(streams)).transpose()?;
    answer(arguments, subject.as_ref(), streams)
}

/// Returns the options of these flags about reading, which every command with classifiers has:
/// `--truth=target`, `--only=lr`, `--correct`.
///
/// ```
/// use exactile_answers::read_options;
/// let options = read_options(["--truth=target".to_owned(), "--correct".to_owned()])?;
/// assert_eq!(options.truth.as_deref(), Some("target"));
/// assert!(options.correct);
/// # Ok::<(), exactile_answers::host::Refused>(())
/// ```
///
/// # Errors
/// A flag that is not about reading, or a value that it does not accept.
pub fn read_options(flags: impl IntoIterator<Item = String>) -> Result<ReadOptions, Refused> {
    #[derive(Parser)]
    #[command(no_binary_name = true)]
    struct Flags {
        #[command(flatten)]
        labels: LabelArgs,
    }
    match Flags::try_parse_from(flags) {
        Ok(flags) => Ok(flags.labels.options()),
        Err(error) => Err(Failure::usage(&error, "exactile", &[]).into_refused()),
    }
}
