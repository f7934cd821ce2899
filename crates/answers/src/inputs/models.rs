//! Models that give scores, as groups of classifiers: the thresholds on their hulls.

use std::path::Path;

use super::input;
use super::means::listed;
use crate::args::{AtBestArgs, InputArgs};
use crate::host::{Failure, Streams, note_all};
use exactile::performance::{Classifier, Label};
use exactile::threshold::ScoredModel;
use exactile_input::{ReadOptions, ScoresInput, Subject, read_joined_scores, read_scores};

/// The models of an input of scores, with their hulls.
pub(crate) struct Models {
    pub(crate) scored: Vec<ScoredModel>,
    pub(crate) hulls: Vec<Vec<usize>>,
}

/// Returns the classifiers at the vertices of all hulls, which stand for the models of an input of
/// scores.
pub(crate) fn hull_classifiers(models: &[ScoredModel]) -> Vec<Classifier> {
    models.iter().flat_map(ScoredModel::hull_classifiers).collect()
}

/// Returns the position of a model by name.
pub(crate) fn position(models: &[ScoredModel], name: &str) -> Result<usize, Failure> {
    models.iter().position(|model| model.name() == name).ok_or_else(|| {
        let hint = format!("the input has {}", listed(models.iter().map(ScoredModel::name)));
        Failure::new(format!("there is no model {name:?}"), hint).about_input()
    })
}

/// Reads the scores of a file, or of several joined ones, and writes the notes of the reader.
pub(crate) fn read_models(
    paths: &[&Path],
    options: &ReadOptions,
    streams: &mut Streams<'_>,
) -> Result<ScoresInput, Failure> {
    let read = match paths {
        [path] => input::with_source(path, |reader, name, progress| {
            Ok(read_scores(reader, name, options, progress)?)
        }),
        _ => input::with_sources(paths, |files| Ok(read_joined_scores(files, options)?)),
    }?;
    note_all(&read.notes, streams);
    Ok(read)
}

/// The note if the samples of `--choose-on` are those that judge.
pub(crate) const SAME_SAMPLES: &str = "the samples that choose thresholds are those that judge \
     them, so the models look better than they are: give other samples with --choose-on";

/// Reads the models of another file, in the order of the input, with its positive class.
pub(crate) fn matching(
    path: &Path,
    other: &Subject,
    models: &[ScoredModel],
    positive: &str,
) -> Result<Vec<ScoredModel>, Failure> {
    let file = input::file_name(path);
    let own = other.positive.as_deref().unwrap_or_default();
    if Label::new(own) != Label::new(positive) {
        let what = format!("the positive class is {own:?} here and {positive:?} there");
        return Err(Failure::new(what, "name it with --positive").at(file));
    }
    let find = |model: &ScoredModel| {
        let found = other.models.iter().find(|other| other.name() == model.name());
        found.cloned().ok_or_else(|| {
            let what = format!("there are no scores of {:?}", model.name());
            let hint =
                "give a column for each model of the input, or leave the model out with --ignore";
            Failure::new(what, hint).at(&file)
        })
    };
    other.models[0].matrix(0).check_both_classes().map_err(|error| {
        Failure::new(error, "thresholds are chosen on samples of both classes").at(&file)
    })?;
    models.iter().map(find).collect()
}

/// Refuses operations on models.
pub(crate) fn check_models(input: &InputArgs) -> Result<(), Failure> {
    if input.operations.is_empty() {
        return Ok(());
    }
    Err(Failure::new("--operation does not apply to models with scores", "leave it out"))
}

/// Refuses `--threshold` where all thresholds of a model take part.
pub(crate) fn check_all_thresholds(input: &InputArgs) -> Result<(), Failure> {
    if input.thresholds.is_empty() {
        return Ok(());
    }
    Err(Failure::new(
        "--threshold fixes thresholds, which this command chooses or tries",
        "leave it out",
    ))
}

impl Models {
    /// Returns the models of the input, if it has scores and each model stands for the thresholds
    /// of its hull. With `--threshold`, each threshold is a classifier like any other.
    pub(crate) fn of(subject: &Subject, input: &InputArgs) -> Option<Self> {
        let stands_for_hulls = input.thresholds.is_empty() && input.named.is_empty();
        if subject.models.is_empty() || !stands_for_hulls {
            return None;
        }
        Some(Self::of_models(subject))
    }

    /// Returns the models of an input that was read as models.
    pub(crate) fn of_models(subject: &Subject) -> Self {
        let hulls = subject.models.iter().map(ScoredModel::hull).collect();
        Self { scored: subject.models.clone(), hulls }
    }

    /// Returns the models that are compared at their best thresholds.
    pub(crate) fn at_best(subject: &Subject, arguments: &AtBestArgs) -> Result<Self, Failure> {
        let models = Self::of_models(subject);
        if arguments.among.is_empty() {
            return Ok(models);
        }
        let positions = arguments
            .among
            .iter()
            .map(|name| models.position(name))
            .collect::<Result<Vec<_>, _>>()?;
        let positions = input::distinct(positions);
        Ok(Self {
            scored: positions.iter().map(|&k| models.scored[k].clone()).collect(),
            hulls: positions.iter().map(|&k| models.hulls[k].clone()).collect(),
        })
    }

    /// Returns the position of a model by name.
    pub(crate) fn position(&self, name: &str) -> Result<usize, Failure> {
        position(&self.scored, name)
    }

    /// Returns the classifiers of each model, by position in [`Self::classifiers`].
    pub(crate) fn groups(&self) -> Vec<Vec<usize>> {
        let mut start = 0;
        let group = |hull: &Vec<usize>| {
            let members = (start..start + hull.len()).collect();
            start += hull.len();
            members
        };
        self.hulls.iter().map(group).collect()
    }

    /// Returns the model of each classifier.
    pub(crate) fn families(&self) -> Vec<usize> {
        let of = |(k, hull): (usize, &Vec<usize>)| std::iter::repeat_n(k, hull.len());
        self.hulls.iter().enumerate().flat_map(of).collect()
    }

    /// Returns the classifiers at the vertices of all hulls, by their exact thresholds.
    pub(crate) fn classifiers(&self) -> Vec<Classifier> {
        self.each(|model, position| model.classifier(position).name)
    }

    /// Returns the same classifiers by the simplest thresholds with the same predictions, for
    /// pictures.
    pub(crate) fn labelled(&self) -> Vec<Classifier> {
        self.each(|model, position| format!("{} {}", model.name(), model.simplest_rule(position)))
    }

    fn each(&self, name: impl Fn(&ScoredModel, usize) -> String) -> Vec<Classifier> {
        let of = |(model, hull): (&ScoredModel, &Vec<usize>)| {
            let one =
                |&position: &usize| Classifier::new(name(model, position), model.matrix(position));
            hull.iter().map(one).collect::<Vec<_>>()
        };
        self.scored.iter().zip(&self.hulls).flat_map(of).collect()
    }
}
