//! `exactile.thresholds.v1`, and the same as rows.

use serde::Serialize;

use super::super::costs::{Cost, Costs, WithoutModel};
use super::super::table::decimal;
use super::super::{Cell, Column, Table};
use super::calibration::CalibrationJson;
use super::counts::{self, CountsJson, SizeJson};
use super::folds::{self, AcrossJson, FoldsJson};
use super::{
    AskedPreference, NO_AUC, NO_BRIER, NO_PRECISION, PreferenceReport, ReportedModel,
    ThresholdsReport,
};
use exactile::geometry::Point;
use exactile::num::{Rational, Value};
use exactile::threshold::{
    AcrossFolds, BetaSquared, HullInterval, Judged, ModelScore, ModelSummary, PartialAuc, Rule,
    ScoredModel,
};
use exactile::tile::RankInterval;

#[derive(Serialize)]
pub(super) struct Document<'r> {
    positives: SizeJson,
    negatives: SizeJson,
    prevalence: Rational,
    #[serde(skip_serializing_if = "Option::is_none")]
    target_prior: Option<&'r Rational>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_fpr: Option<&'r Rational>,
    #[serde(skip_serializing_if = "Option::is_none")]
    calibration_bins: Option<u32>,
    /// The conditions, all of which a threshold has to meet.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    subject_to: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    chosen_on: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    folds: Option<FoldsJson<'r>>,
    /// `true` if thresholds were chosen on the samples that judge them.
    #[serde(skip_serializing_if = "Option::is_none")]
    optimistic: Option<bool>,
    #[serde(flatten)]
    one: Option<Asked<'r>>,
    models: Vec<Model<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    preferences: Option<Vec<Preference<'r>>>,
}

#[derive(Serialize)]
struct Asked<'r> {
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<&'r Point>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    metric: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    costs: Option<Costs<'r>>,
    #[serde(flatten)]
    without_model: Option<WithoutModel>,
}

#[derive(Serialize)]
struct Preference<'r> {
    #[serde(flatten)]
    asked: Asked<'r>,
    models: Vec<Named<'r>>,
}

#[derive(Serialize)]
struct Named<'r> {
    name: &'r str,
    #[serde(flatten)]
    judged: JudgedJson<'r>,
}

#[derive(Serialize)]
struct Model<'r> {
    name: &'r str,
    distinct: usize,
    auc: &'r Option<Rational>,
    #[serde(skip_serializing_if = "Option::is_none")]
    auc_undefined: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    partial_auc: Option<Option<&'r Rational>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    partial_auc_standardised: Option<Option<&'r Rational>>,
    average_precision: &'r Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    average_precision_undefined: Option<&'static str>,
    brier: &'r Option<Rational>,
    #[serde(skip_serializing_if = "Option::is_none")]
    brier_undefined: Option<&'static str>,
    mean_score: &'r Option<Rational>,
    #[serde(skip_serializing_if = "Option::is_none")]
    log_loss: Option<Option<&'r Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    calibration: Option<Option<CalibrationJson<'r>>>,
    hull: Vec<VertexJson>,
    #[serde(flatten)]
    judged: Option<JudgedJson<'r>>,
}

#[derive(Serialize)]
struct VertexJson {
    #[serde(flatten)]
    rule: RuleJson,
    #[serde(flatten)]
    interval: Option<IntervalJson>,
}

#[derive(Serialize)]
struct IntervalJson {
    threshold_probability: [Rational; 2],
    probability_cost: [Rational; 2],
    beta_squared: [String; 2],
}

impl From<&HullInterval> for IntervalJson {
    fn from(interval: &HullInterval) -> Self {
        Self {
            threshold_probability: interval.threshold_probability.clone(),
            probability_cost: interval.probability_cost.clone(),
            beta_squared: interval.beta_squared.each_ref().map(BetaSquared::to_string),
        }
    }
}

#[derive(Serialize)]
struct JudgedJson<'r> {
    rank: Option<RankInterval>,
    /// Null if no threshold meets the conditions.
    best: Option<Vec<ValuedJson>>,
    /// The condition that no threshold meets together with those before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    unmet: Option<String>,
    /// The threshold that comes nearest to the condition; null if its metric is undefined.
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest: Option<Option<NearestJson>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    chosen: Option<Vec<ValuedJson>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by_folds: Option<AcrossJson<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    usual: Option<ValuedJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    own_probability: Option<ValuedJson>,
}

#[derive(Serialize)]
struct NearestJson {
    #[serde(flatten)]
    valued: ValuedJson,
    /// The value of the condition's metric there.
    reached: Value,
}

/// A threshold with its counts.
#[derive(Serialize)]
struct RuleJson {
    threshold: Option<ModelScore>,
    #[serde(flatten)]
    counts: CountsJson,
}

impl RuleJson {
    fn new(model: &ScoredModel, threshold: Option<ModelScore>, position: usize) -> Self {
        Self { threshold, counts: CountsJson::new(model, position) }
    }
}

#[derive(Serialize)]
struct ValuedJson {
    #[serde(flatten)]
    rule: RuleJson,
    value: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    undefined: Option<&'static str>,
    /// The distance of the value from that of the best threshold.
    #[serde(skip_serializing_if = "Option::is_none")]
    below_best: Option<Rational>,
    #[serde(flatten)]
    cost: Option<Cost>,
    /// `true` if the threshold meets the conditions.
    #[serde(skip_serializing_if = "Option::is_none")]
    meets: Option<bool>,
}

struct Writer<'w> {
    report: &'w ThresholdsReport<'w>,
    preference: &'w PreferenceReport,
}

impl<'w> Writer<'w> {
    fn valued(
        &self,
        model: &ScoredModel,
        threshold: Option<ModelScore>,
        position: usize,
    ) -> ValuedJson {
        let value = self.report.value(self.preference, model, position);
        let rule = RuleJson::new(model, threshold, position);
        let cost = self.report.cost(self.preference, model, position);
        let undefined = value.undefined();
        ValuedJson { rule, undefined, value, below_best: None, cost, meets: None }
    }

    fn rule(&self, model: &ScoredModel, rule: &Rule, best: Option<&Value>) -> ValuedJson {
        let mut valued = self.valued(model, rule.threshold.clone(), rule.position);
        valued.below_best = best.and_then(|best| distance(best, &valued.value));
        valued.meets = self.report.meets(model, rule.position);
        valued
    }

    fn judged(&self, at: usize) -> JudgedJson<'w> {
        let (model, judged) = (self.report.models[at].model, &self.preference.judged[at]);
        let Judged { best, usual, own_probability, chosen } = judged;
        let value = best.positions.first().map(|&k| self.report.value(self.preference, model, k));
        let rule = |rule: &Rule| self.rule(model, rule, value.as_ref());
        let ranked = self.preference.ranking.iter().find(|ranked| ranked.classifier == at);
        let valued = |&k: &usize| self.valued(model, model.threshold(k), k);
        let unmet = best.unmet.as_ref();
        let unmet = unmet.and_then(|unmet| Some((unmet, self.report.unmet(unmet)?)));
        JudgedJson {
            rank: ranked.and_then(|ranked| ranked.rank),
            best: best.unmet.is_none().then(|| best.positions.iter().map(valued).collect()),
            unmet: unmet.map(|(_, condition)| condition.to_string()),
            nearest: unmet.map(|(unmet, condition)| {
                let k = unmet.nearest?;
                let matrix = self.report.judged_matrix(model, k);
                let reached = condition.metric().value(&matrix);
                Some(NearestJson { valued: valued(&k), reached })
            }),
            chosen: chosen.as_ref().map(|rules| rules.iter().map(rule).collect()),
            by_folds: folds::across(self.report, self.preference, at),
            usual: usual.as_ref().map(rule),
            own_probability: own_probability.as_ref().map(rule),
        }
    }
}

/// Returns the distance of two values, if both are rational.
pub(super) fn distance(first: &Value, second: &Value) -> Option<Rational> {
    match (first, second) {
        (Value::Exact(first), Value::Exact(second)) => Some((first - second).abs()),
        _ => None,
    }
}

fn asked<'r>(report: &'r ThresholdsReport<'r>, preference: &'r PreferenceReport) -> Asked<'r> {
    let name = preference.asked.name();
    let (score, metric) = match &preference.asked {
        AskedPreference::Metric(_) => (None, name),
        _ => (name, None),
    };
    let costs = preference.asked.costs();
    Asked {
        at: preference.at.as_ref(),
        score,
        metric,
        costs,
        without_model: report.without_model(preference),
    }
}

pub(super) fn document<'r>(report: &'r ThresholdsReport<'r>) -> Document<'r> {
    let writer = |preference| Writer { report, preference };
    let one = match report.preferences.as_slice() {
        [one] => Some(one),
        _ => None,
    };
    let models = report.models.iter().enumerate().map(|(at, entry)| {
        let ReportedModel { model, summary, intervals, partial_auc, calibration } = entry;
        let asked = report.bins.map(|_| calibration.as_ref());
        let ModelSummary { hull, auc, average_precision, brier, mean_score } = summary;
        let part = |number: fn(&PartialAuc) -> &Rational| {
            report.max_fpr.map(|_| partial_auc.as_ref().map(number))
        };
        let vertex = |(k, &position): (usize, &usize)| VertexJson {
            rule: RuleJson::new(model, model.threshold(position), position),
            interval: intervals.as_ref().map(|intervals| (&intervals[k]).into()),
        };
        Model {
            name: model.name(),
            distinct: model.distinct(),
            auc,
            auc_undefined: auc.is_none().then_some(NO_AUC),
            partial_auc: part(|part| &part.area),
            partial_auc_standardised: part(|part| &part.standardised),
            average_precision,
            average_precision_undefined: average_precision.is_none().then_some(NO_PRECISION),
            brier,
            brier_undefined: brier.is_none().then_some(NO_BRIER),
            mean_score,
            log_loss: asked.map(|found| found.map(|found| &found.log_loss)),
            calibration: asked.map(|found| found.map(|found| CalibrationJson::new(model, found))),
            hull: hull.iter().enumerate().map(vertex).collect(),
            judged: one.map(|preference| writer(preference).judged(at)),
        }
    });
    let named = |(at, preference): (usize, &'r PreferenceReport)| Named {
        name: report.models[at].model.name(),
        judged: Writer { report, preference }.judged(at),
    };
    let several = (report.preferences.len() > 1).then(|| {
        let preference = |preference| Preference {
            asked: asked(report, preference),
            models: (0..report.models.len()).map(|at| named((at, preference))).collect(),
        };
        report.preferences.iter().map(preference).collect()
    });
    let first = report.models[0].model;
    let [positives, negatives] = SizeJson::of(first);
    let (p, n) = (first.positives(), first.negatives());
    Document {
        positives,
        negatives,
        prevalence: Rational::new(p, u128::from(p) + u128::from(n)),
        max_fpr: report.max_fpr,
        calibration_bins: report.bins,
        subject_to: report.conditions.iter().map(ToString::to_string).collect(),
        target_prior: report.target_prior,
        chosen_on: report.chosen_on.as_deref(),
        folds: report.folds.as_ref().map(FoldsJson::from),
        optimistic: (!report.preferences.is_empty()).then_some(report.is_optimistic()),
        one: one.map(|preference| asked(report, preference)),
        models: models.collect(),
        preferences: several,
    }
}

/// Returns rows `model,score,a,b,rank_best,rank_worst,rule,threshold,tn,fp,fn,tp,value` with a row
/// for each best, chosen and usual threshold and the predictions of all folds, or the nearest one
/// if conditions cannot be met; with costs also `expected_cost,net_benefit`. Without a preference
/// the rows are `model,threshold,tn,fp,fn,tp` with a row for each vertex of the hull, and its
/// intervals if they are requested.
pub(super) fn rows<'r>(report: &'r ThresholdsReport<'r>) -> Table<'r> {
    match report.preferences.is_empty() {
        true => hull_rows(report),
        false => preference_rows(report),
    }
}

/// The numbers of a threshold's confusion matrix.
fn cells(model: &ScoredModel, position: usize) -> [Cell<'static>; 4] {
    counts::cells(model, position).map(Cell::from)
}

fn rule_and_counts() -> impl Iterator<Item = Column> {
    let rule = Column::data("threshold").with_decimal();
    [rule].into_iter().chain(["tn", "fp", "fn", "tp"].map(Column::data))
}

/// Returns a row for each vertex of each hull.
fn hull_rows<'r>(report: &'r ThresholdsReport<'r>) -> Table<'r> {
    let has_intervals = report.models.iter().any(|entry| entry.intervals.is_some());
    let ends = ["p_from", "p_to", "z_from", "z_to", "beta_squared_from", "beta_squared_to"];
    let ends = ends.map(Column::data).into_iter().filter(|_| has_intervals);
    let columns = [Column::data("model")].into_iter().chain(rule_and_counts()).chain(ends);
    let mut table = Table::new(columns).decimals_last();
    for entry in &report.models {
        for (k, &position) in entry.summary.hull.iter().enumerate() {
            let model = entry.model;
            let mut row = vec![model.name().into(), Cell::maybe(model.threshold(position))];
            row.extend(cells(model, position));
            if let Some(intervals) = &entry.intervals {
                let interval = &intervals[k];
                let exact = |ends: &[Rational; 2]| ends.each_ref().map(|end| end.to_string());
                row.extend(exact(&interval.threshold_probability).map(Cell::from));
                row.extend(exact(&interval.probability_cost).map(Cell::from));
                row.extend(interval.beta_squared.each_ref().map(|end| end.to_string().into()));
            }
            table.row(row);
        }
    }
    table
}

/// Returns a row for each threshold that is named for a preference.
fn preference_rows<'r>(report: &'r ThresholdsReport<'r>) -> Table<'r> {
    let has_costs = report.preferences.iter().any(|asked| asked.asked.costs().is_some());
    let prices = ["expected_cost", "net_benefit"].map(|name| Column::data(name).with_decimal());
    let columns = ["model", "score", "a", "b"]
        .map(Column::data)
        .into_iter()
        .chain([Column::ranks(), Column::data("rule")])
        .chain(rule_and_counts())
        .chain([Column::data("value").with_decimal()])
        .chain(prices.into_iter().filter(|_| has_costs));
    let mut table = Table::new(columns).decimals_last();
    for preference in &report.preferences {
        for ranked in &preference.ranking {
            let model = report.models[ranked.classifier].model;
            for rule in named_rules(preference, model, ranked.classifier) {
                let NamedRule { name, model, threshold, position } = rule;
                let score = preference.asked.name().unwrap_or_default();
                let place = |coordinate: fn(&Point) -> &Rational| {
                    let at = preference.at.as_ref();
                    at.map_or(Cell::Empty, |at| coordinate(at).to_string().into())
                };
                let mut row: Vec<Cell<'_>> = vec![
                    report.models[ranked.classifier].model.name().into(),
                    score.into(),
                    place(|at| &at.a),
                    place(|at| &at.b),
                    ranked.rank.into(),
                    name.into(),
                    Cell::maybe(threshold),
                ];
                row.extend(cells(model, position));
                row.push(match report.value(preference, model, position) {
                    Value::Exact(value) => value.into(),
                    other => decimal(&other).into(),
                });
                if let Some(cost) = report.cost(preference, model, position) {
                    row.push(cost.expected_cost.into());
                    row.push(Cell::maybe(cost.net_benefit));
                }
                table.row(row);
            }
        }
    }
    table
}

/// A threshold of a model, or the predictions of all folds.
struct NamedRule<'r> {
    name: &'static str,
    model: &'r ScoredModel,
    threshold: Option<ModelScore>,
    position: usize,
}

/// Returns the thresholds of a model that are named for a preference.
fn named_rules<'r>(
    preference: &'r PreferenceReport,
    model: &'r ScoredModel,
    classifier: usize,
) -> Vec<NamedRule<'r>> {
    let judged = &preference.judged[classifier];
    let across = preference.across.get(classifier).and_then(AcrossFolds::judged);
    let across = across.map(|(model, position)| NamedRule {
        name: "by-folds",
        model,
        threshold: None,
        position,
    });
    let own =
        |name, position| NamedRule { name, model, threshold: model.threshold(position), position };
    let best = judged.best.positions.iter().map(|&k| own("best", k));
    let nearest = judged.best.unmet.as_ref().and_then(|unmet| unmet.nearest);
    let nearest = nearest.map(|k| own("nearest", k));
    let rule = |name: &'static str| {
        move |Rule { threshold, position }: &Rule| NamedRule {
            name,
            model,
            threshold: threshold.clone(),
            position: *position,
        }
    };
    let chosen = judged.chosen.iter().flatten().map(rule("chosen")).chain(across);
    let usual = judged.usual.iter().map(rule("usual"));
    let own = judged.own_probability.iter().map(rule("own-probability"));
    chosen.chain(best).chain(nearest).chain(usual).chain(own).collect()
}
