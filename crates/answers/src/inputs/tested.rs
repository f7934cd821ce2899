//! Classifiers with their results on the same samples.

use super::input;
use super::multi_class::one_view;
use crate::args::{InputArgs, MultiClassArgs};
use crate::host::{Failure, Streams, note_all};
use exactile::contest::Contestants;
use exactile::lattice::{LatticeError, Observation};
use exactile::order::rank_by_metric;
use exactile::performance::{Classifier, JointResults};
use exactile::score::Metric;
use exactile_input::{Families, Subject};

/// The note if pairs are known, but not all classifiers at once.
pub(crate) const TOO_MANY_PATTERNS: &str = "the input has too many patterns of right classifiers, \
     or only counts of pairs: the classifiers are taken as independent; compare uses pairs";

/// Classifiers of one input.
pub(crate) struct Tested {
    pub(crate) classifiers: Vec<Classifier>,
    /// Their results on the same samples, if these are known and wanted.
    pub(crate) joint: Option<JointResults>,
    /// The models whose thresholds they are, for an input of scores.
    pub(crate) families: Option<Families>,
}

impl From<&Subject> for Tested {
    fn from(subject: &Subject) -> Self {
        Self {
            classifiers: subject.classifiers.clone(),
            joint: subject.joint.clone(),
            families: subject.families.clone(),
        }
    }
}

impl Tested {
    /// Returns the classifiers of the input; of several classes those of the view that the flags
    /// name.
    pub(crate) fn of(
        subject: &Subject,
        input: &InputArgs,
        classes: &MultiClassArgs,
        streams: &mut Streams<'_>,
    ) -> Result<Self, Failure> {
        match classes.multi_class {
            true => Ok(Self::alone(one_view(subject, input, classes, streams)?)),
            false => Ok(subject.into()),
        }
    }

    /// Creates classifiers of which only the matrices are known.
    pub(crate) fn alone(classifiers: Vec<Classifier>) -> Self {
        Self { classifiers, joint: None, families: None }
    }

    /// Returns the position of a classifier by name; of a model that gives scores, that of its best
    /// threshold by a metric, the greatest of several.
    pub(crate) fn position(&self, name: &str, metric: &Metric) -> Result<usize, Failure> {
        let known = input::position(&self.classifiers, name);
        let Some(families) = self.families.as_ref().filter(|_| known.is_err()) else {
            return known;
        };
        let is_of = |k: &usize| {
            let model = self.classifiers[*k].name.rsplit_once(" >= ");
            families.are_best[*k] && model.is_some_and(|(model, _)| model == name)
        };
        let own: Vec<usize> = (0..self.classifiers.len()).filter(is_of).collect();
        let at: Vec<Classifier> = own.iter().map(|&k| self.classifiers[k].clone()).collect();
        let ranking = rank_by_metric(&at, metric)?;
        // Equal ones stand in the order of thresholds, from the greatest on.
        ranking.first().map_or(known, |best| Ok(own[best.classifier]))
    }

    /// Notes that thresholds look better than they are, if one of these classifiers, which the
    /// result is about, is the best of its model on the samples that judge it.
    pub(crate) fn note_optimism(
        &self,
        input: &InputArgs,
        members: impl IntoIterator<Item = usize>,
        streams: &mut Streams<'_>,
    ) {
        let Some(families) = &self.families else { return };
        streams.are_best = members.into_iter().any(|k| families.are_best[k]);
        if streams.are_best {
            input::note_optimism(input, streams);
        }
    }

    /// Returns the classifiers with the names used in pictures, whose thresholds are shortened.
    pub(crate) fn labelled(&self) -> Vec<Classifier> {
        let mut classifiers = self.classifiers.clone();
        if let Some(families) = &self.families {
            for (classifier, name) in classifiers.iter_mut().zip(&families.names) {
                classifier.name.clone_from(name);
            }
        }
        classifiers
    }

    /// Returns the names, which are distinct.
    pub(crate) fn names(&self) -> Vec<&str> {
        self.classifiers.iter().map(|of| of.name.as_str()).collect()
    }

    /// Returns the classifiers' counts, and their joint results if these are known for all at once.
    pub(crate) fn contestants(
        &self,
        streams: &mut Streams<'_>,
    ) -> Result<(Vec<Observation>, Contestants), Failure> {
        let observed = self
            .classifiers
            .iter()
            .map(|of| Observation::from_matrix(&of.matrix, &of.name))
            .collect::<Result<Vec<_>, LatticeError>>()?;
        let paired = self.joint.as_ref().map(Contestants::paired);
        if let Some(None) = paired {
            note_all(&[TOO_MANY_PATTERNS.to_owned()], streams);
        }
        let contestants =
            paired.flatten().unwrap_or_else(|| Contestants::independent(observed.clone()));
        Ok((observed, contestants.drawn_by(&self.names())))
    }
}
