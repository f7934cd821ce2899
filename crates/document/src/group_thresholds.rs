//! Thresholds by group that nearly equalise rates.

use serde::Serialize;

use super::costs::{Cost, WithoutModel};
use super::significant::significant;
use super::thresholds::{
    AskedPreference, CountsJson, SizeJson, capitalised, cells, flag_from, in_samples,
};
use super::{Cell, Column, Costs, Format, Output, Page, RenderError, Table};
use exactile::geometry::Point;
use exactile::num::{Rational, Value};
use exactile::performance::{ConfusionMatrix, one_line};
use exactile::threshold::{ByGroup, GroupThresholds, ModelScore, ScoredModel, Tolerance};
use exactile::tile::{RankInterval, RankedClassifier};

/// The best thresholds of models by group, with and without equal rates.
#[derive(Clone, Debug)]
pub struct GroupThresholdsReport<'r> {
    /// The column that distinguishes groups.
    pub by: &'r str,
    /// The names of the groups.
    pub names: &'r [String],
    /// The tolerance of the rates.
    pub tolerance: &'r Tolerance,
    /// The request.
    pub asked: AskedPreference,
    /// Its point of the Tile.
    pub at: Point,
    /// The prior to which the classes of all groups together are weighted.
    pub target_prior: Option<&'r Rational>,
    /// The models with their thresholds.
    pub models: Vec<GroupedModel<'r>>,
    /// The models at their thresholds with equal rates, best first.
    pub ranking: Vec<RankedClassifier>,
}

/// A model on all samples and on those of each group.
#[derive(Clone, Debug)]
pub struct GroupedModel<'r> {
    /// On all samples.
    pub all: &'r ScoredModel,
    /// On those of each group.
    pub groups: Vec<&'r ScoredModel>,
    /// Its thresholds.
    pub found: GroupThresholds,
}

/// The three choices of a model, with their names.
fn choices(found: &GroupThresholds) -> [(&'static str, &ByGroup); 3] {
    let GroupThresholds { equalised, separate, common, .. } = found;
    [("equalised", equalised), ("separate", separate), ("common", common)]
}

#[derive(Serialize)]
struct Document<'r> {
    by: &'r str,
    groups: Vec<GroupJson<'r>>,
    tolerance: ToleranceJson<'r>,
    at: &'r Point,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    costs: Option<Costs<'r>>,
    #[serde(flatten)]
    without_model: Option<WithoutModel>,
    #[serde(skip_serializing_if = "Option::is_none")]
    target_prior: Option<&'r Rational>,
    models: Vec<ModelJson<'r>>,
}

#[derive(Serialize)]
struct GroupJson<'r> {
    name: &'r str,
    positives: SizeJson,
    negatives: SizeJson,
}

#[derive(Serialize)]
struct ToleranceJson<'r> {
    #[serde(skip_serializing_if = "Option::is_none")]
    tpr: &'r Option<Rational>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fpr: &'r Option<Rational>,
}

#[derive(Serialize)]
struct ModelJson<'r> {
    name: &'r str,
    rank: Option<RankInterval>,
    equalised: ChoiceJson<'r>,
    separate: ChoiceJson<'r>,
    common: ChoiceJson<'r>,
}

#[derive(Serialize)]
struct ChoiceJson<'r> {
    value: Value,
    #[serde(flatten)]
    cost: Option<Cost>,
    tpr_gap: &'r Rational,
    fpr_gap: &'r Rational,
    groups: Vec<RuleJson>,
}

#[derive(Serialize)]
struct RuleJson {
    threshold: Option<ModelScore>,
    #[serde(flatten)]
    counts: CountsJson,
    tpr: Rational,
    fpr: Rational,
}

/// The threshold at a position, a score of the group.
fn own_threshold(model: &ScoredModel, position: usize) -> Option<ModelScore> {
    model.threshold(position)
}

/// The true and the false positive rate at a position.
fn rates(model: &ScoredModel, position: usize) -> [Rational; 2] {
    let [fp, tp] = model.passed(position).map(Rational::from);
    [tp / Rational::from(model.positives()), fp / Rational::from(model.negatives())]
}

/// `exactile.group-thresholds.v1`. Each model has three choices of a threshold for each group, in
/// the order of `groups`: the best with rates equal within the tolerance, the best of each group,
/// and the best single one. The threshold `null` flags nobody.
impl Output for GroupThresholdsReport<'_> {
    fn schema(&self) -> &str {
        "exactile.group-thresholds.v1"
    }

    fn body(&self) -> impl Serialize {
        let groups = self.names.iter().zip(&self.models[0].groups);
        Document {
            by: self.by,
            groups: groups
                .map(|(name, model)| {
                    let [positives, negatives] = SizeJson::of(model);
                    GroupJson { name, positives, negatives }
                })
                .collect(),
            tolerance: ToleranceJson { tpr: &self.tolerance.tpr, fpr: &self.tolerance.fpr },
            at: &self.at,
            score: self.asked.name(),
            costs: self.asked.costs(),
            without_model: self.without_model(),
            target_prior: self.target_prior,
            models: (0..self.models.len()).map(|k| self.model(k)).collect(),
        }
    }

    fn page(&self, format: Format) -> Result<Page<'_>, RenderError> {
        if format == Format::Csv {
            return Ok(Page::of(self.rows()));
        }
        let mut page = Page::default();
        let words = self.asked.in_words(Some(&self.at));
        page.line(format!("Best thresholds by {} {words}, {}", one_line(self.by), self.bounds()));
        if let Some(prior) = self.target_prior {
            let what = "values for a positive prior of all groups together of";
            page.line(format!("{what} {prior}; counts are those of the samples"));
        }
        page.table(self.models_table());
        for ranked in &self.ranking {
            let GroupedModel { groups, found, .. } = &self.models[ranked.classifier];
            page.line(format!("{}, with equal rates", one_line(groups[0].name())));
            page.table(self.groups_table(groups, &found.equalised));
        }
        page.lines(self.price());
        page.line("");
        page.line(
            "These thresholds were chosen on the samples that they are judged on, so they look \
             better",
        );
        page.line("than they are; the rates of other samples may be less equal.");
        Ok(page)
    }
}

impl<'r> GroupThresholdsReport<'r> {
    fn model(&self, k: usize) -> ModelJson<'_> {
        let GroupedModel { all, groups, found } = &self.models[k];
        let rank = self.ranking.iter().find(|ranked| ranked.classifier == k);
        ModelJson {
            name: groups[0].name(),
            rank: rank.and_then(|ranked| ranked.rank),
            equalised: self.choice(groups, &found.equalised, own_threshold),
            separate: self.choice(groups, &found.separate, own_threshold),
            common: self.choice(groups, &found.common, |_, _| all.threshold(found.common_position)),
        }
    }

    fn choice<'c>(
        &self,
        groups: &[&ScoredModel],
        choice: &'c ByGroup,
        threshold: impl Fn(&ScoredModel, usize) -> Option<ModelScore>,
    ) -> ChoiceJson<'c> {
        let rule = |(model, &position): (&&ScoredModel, &usize)| {
            let [tpr, fpr] = rates(model, position);
            let counts = CountsJson::new(model, position);
            RuleJson { threshold: threshold(model, position), counts, tpr, fpr }
        };
        ChoiceJson {
            value: self.value(choice),
            cost: self.cost(choice),
            tpr_gap: &choice.tpr_gap,
            fpr_gap: &choice.fpr_gap,
            groups: groups.iter().zip(&choice.positions).map(rule).collect(),
        }
    }

    /// The matrix of all groups together, at the target prior if there is one.
    fn together(&self, choice: &ByGroup) -> ConfusionMatrix {
        let all = &choice.together;
        self.target_prior.map_or_else(
            || all.clone(),
            |prior| all.shifted(prior).expect("checked when thresholds were chosen"),
        )
    }

    /// The cost of all groups together, if costs are given.
    fn cost(&self, choice: &ByGroup) -> Option<Cost> {
        Some(self.asked.costs()?.of(&self.together(choice)))
    }

    /// The value of the score that was asked for, or of R at the point.
    fn value(&self, choice: &ByGroup) -> Value {
        match &self.asked {
            AskedPreference::Score(score) => score.value(&self.together(choice)),
            _ => Value::defined(choice.value.clone(), super::pencil::UNDEFINED),
        }
    }

    /// The costs of the rules that need no scores, if costs are given.
    fn without_model(&self) -> Option<WithoutModel> {
        let groups = &self.models[0].groups;
        let sum = |count: fn(&ScoredModel) -> u64| {
            groups.iter().fold(Rational::ZERO, |sum, group| sum + Rational::from(count(group)))
        };
        let [p, n] = [ScoredModel::positives, ScoredModel::negatives].map(sum);
        let own = || &p / &(&p + &n);
        let prior = self.target_prior.cloned().unwrap_or_else(own);
        Some(WithoutModel::at(self.asked.costs()?, &prior))
    }

    /// The tolerance in words.
    fn bounds(&self) -> String {
        let Tolerance { tpr, fpr } = self.tolerance;
        let by = |bound: &Rational| format!("differ by at most {}", bound.to_shortest());
        match (tpr, fpr) {
            (Some(tpr), Some(fpr)) if tpr == fpr => {
                format!("true and false positive rates of groups {}", by(tpr))
            }
            (Some(tpr), Some(fpr)) => format!(
                "true positive rates of groups {}, false positive rates by at most {}",
                by(tpr),
                fpr.to_shortest()
            ),
            (Some(tpr), None) => format!("true positive rates of groups {}", by(tpr)),
            (None, Some(fpr)) => format!("false positive rates of groups {}", by(fpr)),
            (None, None) => "whatever the rates of groups are".to_owned(),
        }
    }

    /// The name of what is compared: the expected cost if costs are given.
    fn value_name(&self) -> String {
        match (self.asked.name(), self.asked.costs()) {
            (_, Some(_)) => "expected cost".to_owned(),
            (name, None) => name.unwrap_or_else(|| format!("R{}", self.at)),
        }
    }

    /// The compared value: the expected cost if costs are given.
    fn compared(&self, choice: &ByGroup) -> Value {
        self.cost(choice)
            .map_or_else(|| self.value(choice), |cost| Value::Exact(cost.expected_cost))
    }

    fn models_table(&self) -> Table<'r> {
        let mut table = Table::new([
            Column::people("rank").right(),
            Column::people("model"),
            Column::people(format!("{} with equal rates", self.value_name())).right(),
            Column::people("with the best of each group").right(),
            Column::people("TPR apart").right(),
            Column::people("FPR apart").right(),
            Column::people("with one threshold").right(),
            Column::people("flag from").right(),
            Column::people("TPR apart").right(),
            Column::people("FPR apart").right(),
        ]);
        for ranked in &self.ranking {
            let GroupedModel { all, groups, found } = &self.models[ranked.classifier];
            let mut row: Vec<Cell<'r>> = vec![ranked.rank.into(), groups[0].name().into()];
            let value = |choice| Cell::from(self.compared(choice));
            row.push(value(&found.equalised));
            let gaps = |choice: &ByGroup| {
                [&choice.tpr_gap, &choice.fpr_gap].map(|gap| Cell::from(gap.clone()))
            };
            row.push(value(&found.separate));
            row.extend(gaps(&found.separate));
            row.push(value(&found.common));
            row.push(flag_from(all, found.common_position).into());
            row.extend(gaps(&found.common));
            table.row(row);
        }
        table
    }

    fn groups_table(&self, groups: &[&'r ScoredModel], choice: &ByGroup) -> Table<'r> {
        let mut table = Table::new([
            Column::people(one_line(self.by).into_owned()),
            Column::people("flag from").right(),
            Column::people("found").right(),
            Column::people("false alarms").right(),
            Column::people("TPR").right(),
            Column::people("FPR").right(),
        ]);
        for ((name, model), &position) in self.names.iter().zip(groups).zip(&choice.positions) {
            let [fp, tp] = model.passed(position);
            let [tpr, fpr] = rates(model, position);
            table.row([
                name.into(),
                flag_from(model, position).into(),
                format!("{} of {}", in_samples(model, tp), in_samples(model, model.positives()))
                    .into(),
                format!("{} of {}", in_samples(model, fp), in_samples(model, model.negatives()))
                    .into(),
                tpr.into(),
                fpr.into(),
            ]);
        }
        table
    }

    /// The price of equal rates for the first model.
    fn price(&self) -> Option<String> {
        let first = self.ranking.first().filter(|ranked| ranked.rank.is_some())?;
        let GroupedModel { groups, found, .. } = &self.models[first.classifier];
        let both = [&found.equalised, &found.separate].map(|choice| self.compared(choice));
        let [Value::Exact(equal), Value::Exact(separate)] = both else { return None };
        let name = self.value_name();
        let of = match self.models.len() {
            1 => String::new(),
            _ => format!(" of {}", one_line(groups[0].name())),
        };
        let lost = &separate - &equal;
        let more = if lost.is_negative() { "more" } else { "less" };
        Some(match lost.is_zero() {
            true => {
                format!(
                    "Equal rates cost nothing: {name}{of} is that of the best thresholds of groups."
                )
            }
            false => format!(
                "{} with equal rates{of} is {}, and {} with the best threshold of each group: \
                 {} {more}.",
                capitalised(&name),
                equal.to_decimal(6),
                separate.to_decimal(6),
                significant(&lost.abs(), 2)
            ),
        })
    }

    /// A row for each model, choice and group.
    fn rows(&self) -> Table<'r> {
        let mut table = Table::new(
            [
                Column::data("model"),
                Column::ranks(),
                Column::data("choice"),
                Column::data("value").with_decimal(),
                Column::data("tpr_gap").with_decimal(),
                Column::data("fpr_gap").with_decimal(),
                Column::data("group"),
                Column::data("threshold").with_decimal(),
            ]
            .into_iter()
            .chain(["tn", "fp", "fn", "tp"].map(Column::data)),
        )
        .decimals_last();
        for ranked in &self.ranking {
            let GroupedModel { all, groups, found } = &self.models[ranked.classifier];
            for (name, choice) in choices(found) {
                for ((group, model), &position) in
                    self.names.iter().zip(groups).zip(&choice.positions)
                {
                    let mut row: Vec<Cell<'r>> =
                        vec![model.name().into(), ranked.rank.into(), name.into()];
                    row.push(self.value(choice).into());
                    row.extend([&choice.tpr_gap, &choice.fpr_gap].map(|gap| gap.clone().into()));
                    row.push(group.into());
                    row.push(Cell::maybe(match name {
                        "common" => all.threshold(found.common_position),
                        _ => model.threshold(position),
                    }));
                    row.extend(cells(model, position).map(Cell::from));
                    table.row(row);
                }
            }
        }
        table
    }
}
