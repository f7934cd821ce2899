//! `exactile thresholds`

pub(crate) mod arguments;
mod groups;
mod preference;

use self::arguments::ThresholdsArgs;
use self::preference::{asked_place, costs};
use crate::args;
use crate::args::{InputArgs, TableFormat};
use crate::host::{Failure, Streams, note_all, write_result};
use crate::inputs::input::{distinct, file_name};
use crate::inputs::models::{SAME_SAMPLES, hull_classifiers, matching, position};
use crate::inputs::reading::Reading;
use exactile::num::Rational;
use exactile::performance::{Classifier, PerformanceError};
use exactile::score::{Metric, NamedScore};
use exactile::threshold::{
    AcrossFolds, Aim, Folds, HullInterval, Judged, ModelSummary, Preference, ScoredModel, Wish,
    WishError,
};
use exactile_document::{
    AskedPreference, Labelling, PreferenceReport, ReportedFolds, ReportedModel, ThresholdsReport,
};
use exactile_input::Subject;

pub(crate) fn reading(arguments: &ThresholdsArgs) -> Result<Reading, Failure> {
    costs(arguments)?;
    check_conditions(arguments)?;
    let column = arguments.folds.as_ref().or(arguments.by.as_ref());
    let ThresholdsArgs { input, more, labels, .. } = arguments;
    let reading = Reading::scores(&InputArgs::of_scores(input, more, labels), column);
    Ok(reading.beside(arguments.choose_on.as_ref(), arguments.labels.options()))
}

pub(crate) fn answer(
    arguments: &ThresholdsArgs,
    subject: &Subject,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    answer_among(arguments, &[], subject, streams)
}

/// As the command, for some models by name; for all if there is no name.
pub(crate) fn answer_among(
    arguments: &ThresholdsArgs,
    among: &[String],
    subject: &Subject,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    if let Some(tolerance) = &arguments.equalise {
        let named: Vec<String> = arguments.for_model.iter().chain(among).cloned().collect();
        return groups::answer(arguments, &named, tolerance, subject, streams);
    }
    let costs = costs(arguments)?;
    let labelling = Labelling { positive: subject.positive.clone(), dropped: subject.dropped };
    let wants_all = arguments.for_model.is_none() && among.is_empty();
    if !wants_all {
        streams.has_read(&hull_classifiers(&subject.models), labelling.clone());
    }
    let named = arguments.for_model.iter().chain(among);
    let named = named.map(|name| position(&subject.models, name)).collect::<Result<Vec<_>, _>>()?;
    let chosen: Vec<ScoredModel>;
    let models = if named.is_empty() {
        &subject.models
    } else {
        chosen = distinct(named).into_iter().map(|k| subject.models[k].clone()).collect();
        &chosen
    };
    let chosen_on = match (&arguments.choose_on, &subject.beside) {
        (Some(path), Some(other)) => {
            let positive = subject.positive.as_deref().unwrap_or_default();
            Some(matching(path, other, models, positive)?)
        }
        _ => None,
    };
    if chosen_on.as_deref() == Some(&models[..]) {
        note_all(&[SAME_SAMPLES.to_owned()], streams);
    }
    let folds = arguments.folds.as_deref().zip(subject.folds.as_ref());
    let folds = folds.map(|(column, folds)| {
        let model = |model: &ScoredModel| {
            let number = position(&subject.models, model.name())?;
            Ok(folds.models[number].as_slice())
        };
        check_folds(arguments, folds)?;
        let models = models.iter().map(model).collect::<Result<_, Failure>>()?;
        Ok::<_, Failure>(ReportedFolds { column, names: &folds.names, models })
    });
    let folds = folds.transpose()?;
    let report = Report { arguments, models, chosen_on: chosen_on.as_deref(), folds };
    let report = report.make(costs).map_err(|error| refusal(error, arguments))?;
    if wants_all {
        let vertices = |of: &ReportedModel<'_>| -> Vec<Classifier> {
            of.summary.hull.iter().map(|&position| of.model.classifier(position)).collect()
        };
        let classifiers: Vec<Classifier> = report.models.iter().flat_map(vertices).collect();
        streams.has_read(&classifiers, labelling);
    }
    write_result(&arguments.output, streams, &report)
}

/// Checks that both classes occur outside each fold, where its threshold is chosen.
fn check_folds(arguments: &ThresholdsArgs, folds: &Folds) -> Result<(), Failure> {
    for (name, fold) in folds.names.iter().zip(&folds.models[0]) {
        fold.others.matrix(0).check_both_classes().map_err(|error| {
            let what = format!("outside the fold {name:?} {error}");
            let hint = "name a column whose folds leave samples of both classes to the others";
            Failure::new(what, hint).at(file_name(&arguments.input))
        })?;
    }
    Ok(())
}

/// Checks that conditions come with a preference, and areas with a rate.
fn check_conditions(arguments: &ThresholdsArgs) -> Result<(), Failure> {
    let has_preference =
        arguments.at.is_some() || arguments.cost_fp.is_some() || !arguments.scores.is_empty();
    if !arguments.subject_to.is_empty() && !has_preference && !is_overview(arguments) {
        let hint = "add --score tpr, another metric, --at or both costs";
        return Err(Failure::new("--subject-to needs a preference", hint));
    }
    match &arguments.max_fpr {
        Some(rate) if !rate.is_positive() || *rate > Rational::ONE => {
            let hint = "give a number above 0 and at most 1, such as 0.1";
            Err(Failure::new(format!("--max-fpr is {rate}"), hint))
        }
        _ => Ok(()),
    }
}

/// Returns `true` if a result without preferences shows the ones that pictures mark.
fn is_overview(arguments: &ThresholdsArgs) -> bool {
    arguments.output.format != TableFormat::Json
        && arguments.output.format != TableFormat::Csv
        && arguments.for_model.is_none()
}

fn refusal(error: WishError, arguments: &ThresholdsArgs) -> Failure {
    match error {
        WishError::Value(error) => error.into(),
        WishError::NoOrientation { .. } => {
            Failure::new(error, "choose another metric, such as mcc, ba or f1")
        }
        error => {
            let hint = "thresholds for a preference need samples of both classes";
            Failure::new(error, hint).at(file_name(&arguments.input))
        }
    }
}

/// The parts of the report.
struct Report<'r> {
    arguments: &'r ThresholdsArgs,
    models: &'r [ScoredModel],
    chosen_on: Option<&'r [ScoredModel]>,
    folds: Option<ReportedFolds<'r>>,
}

impl<'r> Report<'r> {
    fn make(self, costs: Option<[Rational; 2]>) -> Result<ThresholdsReport<'r>, WishError> {
        let prior = self.arguments.target.target_prior.as_ref();
        let max_fpr = self.arguments.max_fpr.as_ref();
        let wants_intervals = self.arguments.for_model.is_some();
        let mut models = Vec::with_capacity(self.models.len());
        for (model, summary) in self.models.iter().zip(ModelSummary::of_all(self.models)) {
            let intervals = wants_intervals
                .then(|| HullInterval::of_hull(model, &summary.hull, prior))
                .transpose()?;
            let partial_auc = max_fpr.and_then(|rate| model.partial_auc(rate));
            let calibration = self.arguments.calibration.and_then(|bins| model.calibration(bins));
            models.push(ReportedModel { model, summary, intervals, partial_auc, calibration });
        }
        let other_hulls: Option<Vec<Vec<usize>>> =
            self.chosen_on.map(|models| models.iter().map(ScoredModel::hull).collect());
        let mut preferences = Vec::new();
        for asked in self.asked(costs)? {
            preferences.push(self.judge(asked, &models, other_hulls.as_deref())?);
        }
        let chosen_on = self.arguments.choose_on.as_ref().map(|path| file_name(path));
        let conditions = self.arguments.subject_to.clone();
        Ok(ThresholdsReport {
            models,
            target_prior: prior,
            preferences,
            chosen_on,
            folds: self.folds,
            conditions,
            max_fpr,
            bins: self.arguments.calibration,
        })
    }

    /// Returns the best thresholds of each model for a preference, and the ranking of the models.
    fn judge(
        &self,
        asked: AskedPreference,
        models: &[ReportedModel<'r>],
        other_hulls: Option<&[Vec<usize>]>,
    ) -> Result<PreferenceReport, WishError> {
        let at = asked_place(self.arguments, &asked, &self.models[0]);
        let wish = self.wish(&asked, &self.models[0])?;
        let elsewhere = self.chosen_on.map(|others| self.wish(&asked, &others[0])).transpose()?;
        let mut judged = Vec::with_capacity(models.len());
        for (k, entry) in models.iter().enumerate() {
            let chosen = self.chosen_on.zip(other_hulls).zip(elsewhere.as_ref());
            let chosen =
                chosen.map(|((models, hulls), wish)| (&models[k], hulls[k].as_slice(), wish));
            judged.push(Judged::new(entry.model, &entry.summary.hull, &wish, chosen)?);
        }
        let across = self.folds.iter().flat_map(|folds| &folds.models);
        let across =
            across.map(|folds| AcrossFolds::new(folds, |others| self.wish(&asked, others)));
        let across = across.collect::<Result<Vec<_>, _>>()?;
        let own = |(model, judged): (&'r ScoredModel, &Judged)| Some((model, judged.position()?));
        let ranking = match across.is_empty() {
            true => wish.rank(&self.models.iter().zip(&judged).map(own).collect::<Vec<_>>())?,
            false => wish.rank(&across.iter().map(AcrossFolds::judged).collect::<Vec<_>>())?,
        };
        Ok(PreferenceReport { asked, at, judged, across, ranking })
    }

    /// Returns the requested preferences. Without any, an overview and a result with `--choose-on`
    /// have those that pictures mark.
    fn asked(
        &self,
        costs: Option<[Rational; 2]>,
    ) -> Result<Vec<AskedPreference>, PerformanceError> {
        let both = self.models[0].matrix(0).check_both_classes();
        if let Some(costs) = costs {
            both?;
            return Ok(vec![AskedPreference::Costs(costs)]);
        }
        if self.arguments.at.is_some() {
            both?;
            return Ok(vec![AskedPreference::Point]);
        }
        let metrics = args::distinct(&self.arguments.scores);
        if metrics.is_empty() {
            let shows_marked =
                is_overview(self.arguments) || self.chosen_on.is_some() || self.folds.is_some();
            let marked = if shows_marked && both.is_ok() { NamedScore::marked() } else { vec![] };
            return Ok(marked.into_iter().map(AskedPreference::Score).collect());
        }
        both?;
        let asked = |metric: Metric| match NamedScore::new(metric.clone()) {
            Ok(score) => AskedPreference::Score(score),
            Err(_) => AskedPreference::Metric(metric),
        };
        Ok(metrics.into_iter().map(asked).collect())
    }

    /// Returns the wish by which thresholds are chosen on the samples of a model. The place of a
    /// named score depends on their prior.
    fn wish(&self, asked: &AskedPreference, on: &ScoredModel) -> Result<Wish, WishError> {
        let target_prior = self.arguments.target.target_prior.clone();
        let place = asked_place(self.arguments, asked, on);
        let place = place.and_then(|at| Preference::new(at, target_prior.clone()));
        let aim = match (asked, place) {
            (AskedPreference::Metric(metric), _) => {
                Aim::Metric { metric: metric.clone(), target_prior }
            }
            (_, Some(preference)) => Aim::Place(preference),
            (_, None) => unreachable!("every other one has a place on the Tile"),
        };
        Wish::new(aim, self.arguments.subject_to.clone())
    }
}
