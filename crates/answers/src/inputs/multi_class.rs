//! Inputs of several classes: `--multi-class` and `--class`.

use std::path::Path;

use super::input::{name, options, with_source};
use crate::args::{InputArgs, MultiClassArgs};
use crate::host::{Failure, Streams, note_all};
use exactile::multi_class::{ClassView, class_views};
use exactile::performance::{Classifier, Label};
use exactile_input::{ReadOptions, Subject, fingerprint, read_multi_class};

/// The classifiers that the arguments ask about.
pub(crate) enum Views {
    /// Classifiers of two classes, or of one class against the rest.
    One(Vec<Classifier>),
    /// Each class against the rest.
    Each(Vec<ClassView>),
}

/// Returns the views of the input that the flags ask for.
pub(crate) fn views(
    subject: &Subject,
    input: &InputArgs,
    classes: &MultiClassArgs,
    streams: &mut Streams<'_>,
) -> Result<Views, Failure> {
    if !classes.multi_class {
        return Ok(Views::One(subject.classifiers.clone()));
    }
    let mut views = class_views(&subject.classes).map_err(|error| mend_labels(&error, input))?;
    let Some(label) = &classes.class else {
        let all = views.iter().flat_map(|view| &view.classifiers);
        streams.fingerprint = Some(fingerprint(all));
        return Ok(Views::Each(views));
    };
    match views.iter().position(|view| Label::new(&view.label) == Label::new(label)) {
        Some(class) => {
            let view = views.swap_remove(class);
            streams.labelling.positive = Some(view.label);
            streams.fingerprint = Some(fingerprint(&view.classifiers));
            Ok(Views::One(view.classifiers))
        }
        None => {
            let labels: Vec<String> =
                views.iter().map(|view| format!("{:?}", view.label)).collect();
            let hint = format!("the input has {}", labels.join(", "));
            Err(Failure::new(format!("there is no class {label:?}"), hint).at(name(input)))
        }
    }
}

/// As [`views`], for commands that show one class at a time.
pub(crate) fn one_view(
    subject: &Subject,
    input: &InputArgs,
    classes: &MultiClassArgs,
    streams: &mut Streams<'_>,
) -> Result<Vec<Classifier>, Failure> {
    match views(subject, input, classes, streams)? {
        Views::One(classifiers) => Ok(classifiers),
        Views::Each(_) => Err(choose_class("this command shows one class")),
    }
}

pub(crate) fn choose_class(why: &str) -> Failure {
    Failure::new(why, "choose it with --class")
}

pub(crate) fn mend_labels(error: &impl std::fmt::Display, input: &InputArgs) -> Failure {
    Failure::new(error, "give all classifiers the same labels").at(name(input))
}

/// Reads classifiers of several classes. If `class` is given, it has to be one of the labels. Flags
/// that only apply to two classes are refused.
pub(crate) fn read(
    input: &InputArgs,
    class: Option<&str>,
    streams: &mut Streams<'_>,
) -> Result<Subject, Failure> {
    let unfit = [
        (input.prior.is_some(), "--prior"),
        (input.input_format.is_some(), "--input-format"),
        (!input.thresholds.is_empty(), "--threshold"),
    ];
    if let Some((_, flag)) = unfit.iter().find(|(is_unfit, _)| *is_unfit) {
        return Err(Failure::new(
            format!("{flag} has no meaning with --multi-class"),
            "leave it out",
        ));
    }
    if !input.more.is_empty() {
        let what = "several files are joined for classifiers of two classes";
        return Err(Failure::new(what, "give one file, or leave --multi-class out"));
    }
    if input.labels.positive.is_some() {
        let hint = "choose a class with --class, or run without --multi-class";
        return Err(Failure::new("--positive has no meaning with --multi-class", hint));
    }
    let options = ReadOptions { positive_label: class.map(str::to_owned), ..options(input) };
    let found = with_source(&input.input, |reader, name, progress| {
        Ok(read_multi_class(reader, name, &options, progress)?)
    })?;
    note_all(&found.notes, streams);
    streams.labelling.dropped = found.dropped;
    Ok(found.into())
}

/// Returns `true` if an argument names a file, not an expression.
pub fn is_file_name(text: &str) -> bool {
    let extension = Path::new(text).extension();
    extension.is_some_and(|known| {
        known.eq_ignore_ascii_case("csv") || known.eq_ignore_ascii_case("json")
    })
}
