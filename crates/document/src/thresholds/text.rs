//! Thresholds as text.

use super::super::costs::{Cost, PRICES};
use super::super::{Cell, Column, Page, Table};
use super::calibration;
use super::counts::{in_samples, short};
use super::folds;
use super::json::distance;
use super::{PreferenceReport, ThresholdsReport};
use exactile::num::Value;
use exactile::performance::{counted, one_line};
use exactile::threshold::{AcrossFolds, BetaSquared, HullInterval, Judged, Rule, ScoredModel};

/// Returns the models, and for each preference the best thresholds with their counts.
pub(super) fn page<'r>(report: &'r ThresholdsReport<'r>) -> Page<'r> {
    let first = report.models[0].model;
    let mut page = Page::default();
    page.line(format!(
        "{} positive and {}",
        in_samples(first, first.positives()),
        counted(in_samples(first, first.negatives()), "negative sample")
    ));
    if let Some(prior) = report.target_prior {
        page.line(format!(
            "values for a positive prior of {prior}; counts are those of the samples"
        ));
    }
    page.table(models(report));
    if report.bins.is_some() {
        page.table(calibration::summary(&report.models));
        for entry in &report.models {
            if let Some(calibration) = &entry.calibration {
                page.line(format!("{}: calibration by bins", one_line(entry.model.name())));
                page.table(calibration::bins(entry.model, calibration));
            }
        }
    }
    for entry in &report.models {
        if let Some(intervals) = &entry.intervals {
            page.line(format!(
                "{}: preferences for which each threshold is best",
                one_line(entry.model.name())
            ));
            page.table(hull(entry.model, intervals));
        }
    }
    for preference in &report.preferences {
        self::preference(report, preference, &mut page);
    }
    if report.preferences.is_empty() && report.models.iter().all(|entry| entry.intervals.is_none())
    {
        return page;
    }
    page.line("");
    page.lines(judged_on(report));
    page
}

/// Returns the samples that thresholds were chosen on and are judged on.
fn judged_on(report: &ThresholdsReport<'_>) -> [String; 2] {
    if let Some(file) = &report.chosen_on {
        return [
            format!(
                "Thresholds were chosen on {}, and are judged on the samples of the input. The \
                 best value there",
                one_line(file)
            ),
            "is shown for comparison.".to_owned(),
        ];
    }
    if let Some(folds) = &report.folds {
        return [
            format!(
                "Each of {} folds ({}) is judged with the threshold that is best on the others; \
                 counts and values",
                folds.names.len(),
                one_line(folds.column)
            ),
            "are those of all folds together. The best value on all samples is shown for \
             comparison."
                .to_owned(),
        ];
    }
    [
        "These thresholds were chosen on the samples that they are judged on, so they look \
         better than"
            .to_owned(),
        "they are. --choose-on FILE chooses them on other samples.".to_owned(),
    ]
}

fn models<'r>(report: &'r ThresholdsReport<'r>) -> Table<'r> {
    let mut columns = vec![Column::people("model"), Column::people("AUC").right()];
    if let Some(max_fpr) = report.max_fpr {
        let up_to = max_fpr.to_shortest();
        columns.push(Column::people(format!("AUC to FPR {up_to}")).right());
        columns.push(Column::people("standardised").right());
    }
    let rest = ["average precision", "Brier score", "mean score"];
    columns.extend(rest.map(|name| Column::people(name).right()));
    columns.push(Column::people("distinct scores").right());
    columns.push(Column::people("thresholds on the hull").right());
    let mut table = Table::new(columns);
    for entry in &report.models {
        let or = |value: Option<Value>, otherwise: &'static str| match value {
            Some(value) => Cell::from(value),
            None => otherwise.into(),
        };
        let exact = |value: &Option<exactile::Rational>| value.clone().map(Value::Exact);
        let summary = &entry.summary;
        let mut row = vec![entry.model.name().into(), or(exact(&summary.auc), "undefined")];
        if report.max_fpr.is_some() {
            let part = entry.partial_auc.as_ref();
            let parts = [part.map(|part| &part.area), part.map(|part| &part.standardised)];
            row.extend(parts.map(|part| or(part.cloned().map(Value::Exact), "undefined")));
        }
        row.push(or(summary.average_precision.clone(), "undefined"));
        row.push(or(exact(&summary.brier), "not in [0, 1]"));
        row.push(or(exact(&summary.mean_score), "not in [0, 1]"));
        row.push(entry.model.distinct().into());
        row.push(summary.hull.len().into());
        table.row(row);
    }
    table
}

fn hull(model: &ScoredModel, intervals: &[HullInterval]) -> Table<'static> {
    let mut table = Table::new([
        Column::people("flag from").right(),
        Column::people("found").right(),
        Column::people("false alarms").right(),
        Column::people("threshold probability").digits(4),
        Column::people("probability cost").digits(4),
        Column::people("beta squared").digits(4),
    ]);
    for interval in intervals {
        let [fp, tp] = model.passed(interval.position);
        let beta = interval.beta_squared.each_ref().map(|end| match end {
            BetaSquared::Finite(value) => Cell::from(value.clone()),
            BetaSquared::Infinite => "inf".into(),
        });
        // Precision, at beta squared 0, is undefined if no sample is flagged.
        let is_nobody = interval.position == 0;
        table.row([
            flag_from(model, interval.position).into(),
            found(model, tp).into(),
            in_samples(model, fp).into(),
            Cell::range(interval.threshold_probability.clone()),
            Cell::range(interval.probability_cost.clone()),
            if is_nobody { "none".into() } else { Cell::range(beta) },
        ]);
    }
    table
}

/// Returns the threshold for a table: the simplest one with the same predictions.
pub(in super::super) fn flag_from(model: &ScoredModel, position: usize) -> String {
    model.simplest_threshold(position).unwrap_or_else(|| "nobody".to_owned())
}

fn found(model: &ScoredModel, tp: u64) -> String {
    format!("{} of {}", in_samples(model, tp), in_samples(model, model.positives()))
}

fn preference<'r>(
    report: &'r ThresholdsReport<'r>,
    preference: &'r PreferenceReport,
    page: &mut Page<'r>,
) {
    let mut words = preference.asked.in_words(preference.at.as_ref());
    let conditions: Vec<String> = report.conditions.iter().map(ToString::to_string).collect();
    if !conditions.is_empty() {
        words = format!("{words} with {}", conditions.join(" and "));
    }
    let at = match (&preference.asked, &preference.at) {
        (super::AskedPreference::Point, _) | (_, None) => String::new(),
        (_, Some(at)) => format!(", at (a, b) = {at}"),
    };
    page.line(format!("{}{at}", capitalised(&words)));
    page.table(BestTable::of(report, preference).table());
    if let Some(rules) = report.without_model(preference) {
        page.table(rules.table());
    }
    page.lines(sentence(report, preference, &words));
    for (model, judged) in report.models.iter().zip(&preference.judged) {
        page.lines(cannot_be_met(report, model.model, judged));
    }
    for (model, across) in report.models.iter().zip(&preference.across) {
        page.lines(folds::missing(report, model.model.name(), across));
    }
}

/// The table of the best thresholds of a preference, with the columns that it has.
struct BestTable<'r> {
    report: &'r ThresholdsReport<'r>,
    preference: &'r PreferenceReport,
    has_costs: bool,
    /// Thresholds were chosen on other samples or folds.
    is_chosen: bool,
    has_usual: bool,
    has_own: bool,
}

impl<'r> BestTable<'r> {
    fn of(report: &'r ThresholdsReport<'r>, preference: &'r PreferenceReport) -> Self {
        let judged = &preference.judged;
        Self {
            report,
            preference,
            has_costs: preference.asked.costs().is_some(),
            is_chosen: !report.is_optimistic(),
            has_usual: judged.iter().any(|judged| judged.usual.is_some()),
            has_own: judged.iter().any(|judged| judged.own_probability.is_some()),
        }
    }

    fn columns(&self) -> Vec<Column> {
        let at = self.preference.at.as_ref();
        let value = self.preference.asked.name();
        let value = value.unwrap_or_else(|| super::ranking_score(at));
        let mut columns = vec![
            Column::people("rank").right(),
            Column::people("model"),
            Column::people("flag from").right(),
            Column::people("found").right(),
            Column::people("false alarms").right(),
            Column::people(value).right(),
        ];
        if self.has_costs {
            columns.extend(PRICES.map(|name| Column::people(name).right()));
        }
        if self.is_chosen {
            columns.push(Column::people("best possible").right());
        }
        if self.has_usual {
            columns.push(Column::people("from 0.5").right());
        }
        if let Some(at) = at.filter(|_| self.has_own) {
            let own = at.a.complement();
            columns.push(Column::people(format!("from p = {}", super::times(&own))).right());
        }
        columns
    }

    fn table(&self) -> Table<'r> {
        let mut table = Table::new(self.columns());
        for ranked in &self.preference.ranking {
            let mut row: Vec<Cell<'_>> = vec![ranked.rank.into()];
            row.extend(self.row(ranked.classifier));
            table.row(row);
        }
        table
    }

    fn value(&self, model: &ScoredModel, position: usize) -> Value {
        self.report.value(self.preference, model, position)
    }

    /// The cells of a model after its rank.
    fn row(&self, classifier: usize) -> Vec<Cell<'r>> {
        let model = self.report.models[classifier].model;
        let judged = &self.preference.judged[classifier];
        let best = judged.best.positions.first().map(|&position| self.value(model, position));
        let mut row: Vec<Cell<'r>> = vec![model.name().into()];
        let shown = match (&judged.chosen, self.preference.across.get(classifier)) {
            (Some(rules), _) => rules.first().map(|rule| {
                let threshold = rule.threshold.as_ref();
                (threshold.map_or_else(|| "nobody".to_owned(), short), model, rule.position)
            }),
            (None, Some(across)) => {
                across.judged().map(|(pooled, position)| (folds::range(across), pooled, position))
            }
            (None, None) => judged.best.positions.first().map(|&k| (flag_from(model, k), model, k)),
        };
        let undefined = || Cell::from("undefined");
        match shown {
            Some((from, model, position)) => {
                let [fp, tp] = model.passed(position);
                row.extend([from.into(), found(model, tp).into(), in_samples(model, fp).into()]);
                let value = self.value(model, position);
                row.push(match self.report.meets(model, position) {
                    Some(false) => breaking(value),
                    _ => value.into(),
                });
                row.extend(prices(self.report.cost(self.preference, model, position)));
            }
            None => {
                let is_unmet = judged.best.unmet.is_some() || self.report.folds.is_some();
                let value = match is_unmet {
                    true => "no threshold".into(),
                    false => undefined(),
                };
                row.extend([Cell::Empty, Cell::Empty, Cell::Empty, value]);
                row.extend((0..if self.has_costs { PRICES.len() } else { 0 }).map(|_| Cell::Empty));
            }
        }
        if self.is_chosen {
            row.push(best.clone().map_or_else(undefined, Cell::from));
        }
        let other = |rule: &Option<Rule>| match rule {
            None => Cell::from("-"),
            Some(rule) if self.report.meets(model, rule.position) == Some(false) => {
                breaking(self.value(model, rule.position))
            }
            Some(rule) => beside(self.value(model, rule.position), best.as_ref()),
        };
        if self.has_usual {
            row.push(other(&judged.usual));
        }
        if self.has_own {
            row.push(other(&judged.own_probability));
        }
        row
    }
}

/// Returns the cells of costs, if costs are given.
fn prices(cost: Option<Cost>) -> Vec<Cell<'static>> {
    cost.into_iter().flat_map(Cost::cells).collect()
}

/// Returns the condition that no threshold of a model meets, and the threshold that comes nearest
/// to it.
fn cannot_be_met(
    report: &ThresholdsReport<'_>,
    model: &ScoredModel,
    judged: &Judged,
) -> Option<String> {
    let unmet = judged.best.unmet.as_ref()?;
    let condition = report.unmet(unmet)?;
    let before = match unmet.condition {
        0 => String::new(),
        1 => format!(" together with {}", report.conditions[0]),
        _ => " together with the conditions before it".to_owned(),
    };
    let metric = condition.metric();
    let nearest = match unmet.nearest {
        None => format!("{metric} is undefined at all thresholds"),
        Some(position) => {
            let value = metric.value(&report.judged_matrix(model, position));
            format!("nearest is {} with {metric} {}", rule(model, position), value.to_decimal(6))
        }
    };
    Some(format!("{}: {condition} cannot be met{before}; {nearest}.", one_line(model.name())))
}

/// Returns a rule in words: `flag from 0.3 upwards`.
fn rule(model: &ScoredModel, position: usize) -> String {
    match model.simplest_threshold(position) {
        None => "flag nobody".to_owned(),
        Some(_) if position == model.distinct() => "flag everybody".to_owned(),
        Some(threshold) => format!("flag from {threshold} upwards"),
    }
}

/// Returns the value of a threshold that does not meet all conditions.
fn breaking(value: Value) -> Cell<'static> {
    Cell::Phrase(vec![value.into(), " breaks a condition".into()])
}

/// Returns a value, and its distance from the best.
fn beside(value: Value, best: Option<&Value>) -> Cell<'static> {
    match best.and_then(|best| distance(best, &value)) {
        Some(distance) if distance.is_zero() => "as good".into(),
        Some(distance) => {
            Cell::Phrase(vec![value.into(), " off by ".into(), Cell::Distance(distance.into())])
        }
        None => value.into(),
    }
}

/// Returns the recommendation in one sentence: the first model, its threshold, and its counts.
fn sentence(
    report: &ThresholdsReport<'_>,
    preference: &PreferenceReport,
    words: &str,
) -> Option<String> {
    let ranked = preference.ranking.first().filter(|ranked| ranked.rank.is_some())?;
    let model = report.models[ranked.classifier].model;
    let judged = &preference.judged[ranked.classifier];
    let (how, position, ties) = match &judged.chosen {
        Some(rules) => {
            let rule = rules.first()?;
            let how = match &rule.threshold {
                None => "flag nobody".to_owned(),
                Some(threshold) => format!("flag from {} upwards", short(threshold)),
            };
            (how, rule.position, rules.len())
        }
        None => {
            let positions = &judged.best.positions;
            let &position = positions.first()?;
            (rule(model, position), position, positions.len())
        }
    };
    let with = if report.models.len() > 1 {
        format!("take {} and ", one_line(model.name()))
    } else {
        String::new()
    };
    let across = preference.across.get(ranked.classifier).and_then(AcrossFolds::judged);
    let (judge, position, how) = match across {
        Some((pooled, position)) => {
            (pooled, position, format!("{how}. With thresholds of the other folds"))
        }
        None => (model, position, how),
    };
    let [fp, tp] = judge.passed(position);
    let alarms = counted(in_samples(judge, fp), "false alarm");
    let ties = match ties {
        1 => String::new(),
        ties => format!(" ({ties} thresholds of it tie, this is the greatest)"),
    };
    let first = preference.ranking.iter().filter(|other| other.rank == ranked.rank).count();
    let rivals = match first {
        1 => String::new(),
        first => {
            let when = if judged.chosen.is_some() || across.is_some() {
                "with the chosen thresholds"
            } else {
                "at their best"
            };
            format!(" {first} models are equally good {when}.")
        }
    };
    let broken = match report.meets(judge, position) {
        Some(false) => " That breaks a condition on these samples.",
        _ => "",
    };
    Some(format!(
        "{}, {with}{how}: {} found, {alarms}{ties}.{broken}{rivals}",
        capitalised(words),
        found(judge, tp),
    ))
}

pub(in super::super) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
