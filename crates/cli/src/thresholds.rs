//! `exactile thresholds`

use super::args::{TableFormat, ThresholdsArgs};
use super::failure::Failure;
use super::input::{check_prior, distinct, file_name};
use super::models::{hull_classifiers, matching, position};
use super::output::write_result;
use super::reading::Reading;
use super::streams::Streams;
use exactile::geometry::Point;
use exactile::num::Rational;
use exactile::performance::{Classifier, PerformanceError};
use exactile::score::NamedScore;
use exactile::threshold::{HullInterval, Judged, ModelSummary, Preference, ScoredModel};
use exactile::tile::rank_by_keys;
use exactile_document::{
    AskedPreference, Labelling, PreferenceReport, ReportedModel, ThresholdsReport,
};
use exactile_input::Subject;

pub(super) fn reading(arguments: &ThresholdsArgs) -> Result<Reading, Failure> {
    check_prior("--target-prior", arguments.target.target_prior.as_ref())?;
    costs(arguments)?;
    let reading = Reading::scores(&arguments.input, &arguments.labels);
    Ok(reading.beside(arguments.choose_on.as_ref(), arguments.labels.options()))
}

pub(super) fn answer(
    arguments: &ThresholdsArgs,
    subject: &Subject,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    answer_among(arguments, &[], subject, streams)
}

/// The same for some models by name, for all if there is no name.
pub(super) fn answer_among(
    arguments: &ThresholdsArgs,
    among: &[String],
    subject: &Subject,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
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
    let refuse = |error: PerformanceError| {
        let hint = "thresholds for a preference need samples of both classes";
        Failure::new(error, hint).at(file_name(&arguments.input))
    };
    let report = Report { arguments, models, chosen_on: chosen_on.as_deref() };
    let report = report.make(costs).map_err(refuse)?;
    if wants_all {
        let vertices = |of: &ReportedModel<'_>| -> Vec<Classifier> {
            of.hull.iter().map(|&position| of.model.classifier(position)).collect()
        };
        let classifiers: Vec<Classifier> = report.models.iter().flat_map(vertices).collect();
        streams.has_read(&classifiers, labelling);
    }
    write_result(&arguments.output, streams, &report)
}

/// Both costs, not negative and not both zero.
fn costs(arguments: &ThresholdsArgs) -> Result<Option<[Rational; 2]>, Failure> {
    let (Some(fp), Some(fn_)) = (&arguments.cost_fp, &arguments.cost_fn) else { return Ok(None) };
    for (flag, cost) in [("--cost-fp", fp), ("--cost-fn", fn_)] {
        if cost.is_negative() {
            return Err(Failure::new(format!("{flag} is negative: {cost}"), "give 0 or more"));
        }
    }
    if fp.is_zero() && fn_.is_zero() {
        let hint = "give a positive --cost-fp or --cost-fn";
        return Err(Failure::new("both costs are 0", hint));
    }
    Ok(Some([fp.clone(), fn_.clone()]))
}

/// What the report is made of.
struct Report<'r> {
    arguments: &'r ThresholdsArgs,
    models: &'r [ScoredModel],
    chosen_on: Option<&'r [ScoredModel]>,
}

impl<'r> Report<'r> {
    fn make(self, costs: Option<[Rational; 2]>) -> Result<ThresholdsReport<'r>, PerformanceError> {
        let prior = self.arguments.target.target_prior.as_ref();
        let wants_intervals = self.arguments.for_model.is_some();
        let mut models = Vec::with_capacity(self.models.len());
        for (model, summary) in self.models.iter().zip(ModelSummary::of_all(self.models)) {
            let ModelSummary { hull, auc, brier } = summary;
            let intervals =
                wants_intervals.then(|| HullInterval::of_hull(model, &hull, prior)).transpose()?;
            models.push(ReportedModel { model, hull, intervals, auc, brier });
        }
        let other_hulls: Option<Vec<Vec<usize>>> =
            self.chosen_on.map(|models| models.iter().map(ScoredModel::hull).collect());
        let mut preferences = Vec::new();
        for asked in self.asked(costs)? {
            let at = self.place(&asked)?;
            let preference = Preference::new(at.clone(), prior.cloned()).expect("on the Tile");
            let mut judged = Vec::with_capacity(models.len());
            let mut values = Vec::with_capacity(models.len());
            for (k, ReportedModel { model, hull, .. }) in models.iter().enumerate() {
                let chosen = self.chosen_on.zip(other_hulls.as_ref());
                let chosen = chosen.map(|(models, hulls)| (&models[k], hulls[k].as_slice()));
                let own = Judged::new(model, hull, &preference, chosen)?;
                values.push(match &own.chosen {
                    None => own.best.value.clone(),
                    Some(rules) => match rules.first() {
                        Some(rule) => preference.value(model, rule.position)?,
                        None => None,
                    },
                });
                judged.push(own);
            }
            preferences.push(PreferenceReport {
                asked,
                at,
                judged,
                ranking: rank_by_keys(&values),
            });
        }
        let chosen_on = self.arguments.choose_on.as_ref().map(|path| file_name(path));
        Ok(ThresholdsReport { models, target_prior: prior, preferences, chosen_on })
    }

    /// The preferences that are asked for; without any those that pictures mark, in text alone.
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
        let mut scores: Vec<NamedScore> = Vec::new();
        for score in self.arguments.scores.iter().flat_map(|list| &list.0) {
            if !scores.contains(score) {
                scores.push(score.clone());
            }
        }
        let is_overview = self.arguments.output.format != TableFormat::Json
            && self.arguments.output.format != TableFormat::Csv
            && self.arguments.for_model.is_none();
        if scores.is_empty() && (is_overview || self.chosen_on.is_some()) && both.is_ok() {
            scores = NamedScore::marked();
        } else if !scores.is_empty() {
            both?;
        }
        Ok(scores.into_iter().map(AskedPreference::Score).collect())
    }

    /// The place of a preference on the Tile at hand.
    fn place(&self, asked: &AskedPreference) -> Result<Point, PerformanceError> {
        let own = || self.models[0].matrix(0).prior_positive();
        let prior = self.arguments.target.target_prior.clone().unwrap_or_else(own);
        Ok(match asked {
            AskedPreference::Score(score) => score.place(&prior),
            AskedPreference::Costs([fp, fn_]) => {
                let a = fn_ / (fp + fn_);
                Point::new(a.clone(), a)
            }
            AskedPreference::Point => {
                self.arguments.at.as_ref().expect("it is asked for").place(&prior)
            }
        })
    }
}
