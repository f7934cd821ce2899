//! Rankings by scores.

use std::io::Write;

use serde::Serialize;

use super::costs::{Cost, Costs, PRICES, WithoutModel};
use super::intervals::{
    MetricIntervals, clusters_of, interval_cells, interval_columns, kind_name, meaning,
};
use super::{Cell, Column, Format, Header, Output, Page, RenderError, Style, Table};
use exactile::contest::{IntervalKind, TrueInterval};
use exactile::geometry::Point;
use exactile::num::{Level, Rational, Value};
use exactile::order::Ranked;
use exactile::performance::Classifier;
use exactile::tile::{RankInterval, RankedClassifier};

/// A ranking of classifiers by one score.
#[derive(Clone, Copy, Debug)]
pub struct RankingReport<'r> {
    /// The classifiers, in the order of the input.
    pub classifiers: &'r [Classifier],
    /// The ranking.
    pub ranked: &'r Ranked,
    /// The costs that lead to the point, if they are known.
    pub costs: Option<Costs<'r>>,
    /// Intervals of the true values, if they are requested.
    pub intervals: Option<MetricIntervals<'r>>,
}

impl RankingReport<'_> {
    /// Returns the costs of rules that need no classifier, if costs are given.
    fn without_model(&self) -> Option<WithoutModel> {
        WithoutModel::of(self.costs?, self.classifiers)
    }

    /// Returns the cost of a classifier and its net benefit, if costs are given.
    fn cost(&self, classifier: usize) -> Option<Cost> {
        Some(self.costs?.of(&self.classifiers[classifier].matrix))
    }
}

/// Rankings by one score or several.
///
/// `exactile.rank.v1` for one score; `exactile.rank-list.v1` for several, with `at`, `score` and
/// `ranking` of each under the key `rankings`. CSV of several has their names in a last column.
#[derive(Clone, Debug)]
pub struct RankingReports<'r>(pub Vec<RankingReport<'r>>);

impl Output for RankingReports<'_> {
    fn schema(&self) -> &str {
        if self.0.len() == 1 { "exactile.rank.v1" } else { "exactile.rank-list.v1" }
    }

    fn body(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Several<'r> {
            rankings: Vec<RankingJson<'r>>,
        }
        Several { rankings: self.0.iter().map(RankingJson::from).collect() }
    }

    fn write_json(&self, header: Header<'_>, out: &mut dyn Write) -> Result<(), RenderError> {
        match &self.0[..] {
            [report] => header.write_indented(&RankingJson::from(report), out),
            _ => header.write_indented(&self.body(), out),
        }
    }

    fn page(&self, format: Format) -> Result<Page<'_>, RenderError> {
        let mut page = Page::default();
        for report in &self.0 {
            let by = report
                .ranked
                .score
                .as_ref()
                .map_or_else(String::new, |score| format!(" by {score}"));
            let at = report
                .ranked
                .at
                .as_ref()
                .map_or_else(String::new, |point| format!(", at (a, b) = {point}"));
            page.line(format!("ranking{by}{at}"));
            page.table(self.rows(report, &report.ranked.ranking, format));
            if let Some(rules) = report.without_model() {
                page.table(rules.table());
            }
        }
        if let Some(of) = self.0.iter().find_map(|report| report.intervals) {
            page.line(meaning(of.question.kind));
        }
        Ok(page)
    }

    /// CSV has a row for each classifier, and is written while it is made.
    fn write_page(&self, style: Style, out: &mut dyn Write) -> Result<(), RenderError> {
        const BATCH: usize = 4096;
        if style.format != Format::Csv {
            return self.page(style.format)?.write(style, out);
        }
        self.table(style.format).write_header(out)?;
        for report in &self.0 {
            for ranked in report.ranked.ranking.chunks(BATCH) {
                out.write_all(&self.rows(report, ranked, style.format).csv_rows()?)?;
            }
        }
        Ok(())
    }
}

impl<'r> RankingReports<'r> {
    /// Creates the table of one report, or of several in CSV, without rows.
    fn table(&self, format: Format) -> Table<'r> {
        let columns = [
            Column::ranks(),
            Column::data("classifier"),
            Column::new("classifier", "name"),
            Column::exact("about", "value"),
            Column::terminal("exactly"),
        ];
        let intervals = self.0.iter().find_map(|report| report.intervals);
        let intervals = intervals.map(|of| interval_columns(of.question));
        let score = (self.0.len() > 1).then(|| Column::data("score"));
        let costs = self.0.iter().find_map(|report| report.costs);
        let prices = costs.map(|_| match format {
            Format::Csv => {
                ["expected_cost", "net_benefit"].map(|name| Column::data(name).with_decimal())
            }
            _ => PRICES.map(|name| Column::people(name).right()),
        });
        let further = intervals.into_iter().flatten().chain(prices.into_iter().flatten());
        Table::new(columns.into_iter().chain(further).chain(score))
    }

    /// Returns the table of some classifiers of a report.
    fn rows(
        &self,
        report: &RankingReport<'r>,
        ranking: &[RankedClassifier],
        format: Format,
    ) -> Table<'r> {
        let mut rows = self.table(format);
        for ranked in ranking {
            let value = &report.ranked.values[ranked.classifier];
            let cells = [
                ranked.rank.into(),
                ranked.classifier.into(),
                (&report.classifiers[ranked.classifier].name).into(),
                value.into(),
                if format == Format::Csv { Cell::Empty } else { Cell::exactly(value) },
            ];
            let interval =
                report.intervals.map(|of| interval_cells(of.of(ranked.classifier), format));
            let score = (self.0.len() > 1).then(|| Cell::maybe(report.ranked.score.as_ref()));
            let prices = report.cost(ranked.classifier).map(|cost| match format {
                Format::Csv => [cost.expected_cost.into(), Cell::maybe(cost.net_benefit)],
                _ => cost.cells(),
            });
            let further = interval.into_iter().flatten().chain(prices.into_iter().flatten());
            rows.row(cells.into_iter().chain(further).chain(score));
        }
        rows
    }
}

/// The part of a document that is about one score.
#[derive(Serialize)]
struct RankingJson<'r> {
    at: Option<&'r Point>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    costs: Option<Costs<'r>>,
    #[serde(flatten)]
    without_model: Option<WithoutModel>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interval: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<&'r Level>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prior_mass: Option<&'r Rational>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clusters: Option<usize>,
    ranking: Vec<Entry<'r>>,
}

#[derive(Serialize)]
struct Entry<'r> {
    classifier: usize,
    name: &'r str,
    value: &'r Value,
    rank: Option<RankInterval>,
    #[serde(skip_serializing_if = "Option::is_none")]
    undefined: Option<&'static str>,
    #[serde(flatten)]
    cost: Option<Cost>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interval: Option<&'r TrueInterval>,
}

impl<'r> From<&RankingReport<'r>> for RankingJson<'r> {
    fn from(report: &RankingReport<'r>) -> Self {
        let entries = report.ranked.ranking.iter().map(|ranked| Entry {
            classifier: ranked.classifier,
            name: &report.classifiers[ranked.classifier].name,
            value: &report.ranked.values[ranked.classifier],
            rank: ranked.rank,
            undefined: report.ranked.values[ranked.classifier].undefined(),
            cost: report.cost(ranked.classifier),
            interval: report.intervals.and_then(|of| of.of(ranked.classifier)),
        });
        let question = report.intervals.map(|of| of.question);
        let credible = question.filter(|question| question.kind == IntervalKind::Credible);
        Self {
            at: report.ranked.at.as_ref(),
            score: report.ranked.score.as_deref(),
            costs: report.costs,
            without_model: report.without_model(),
            interval: question.map(|question| kind_name(question.kind)),
            level: question.map(|question| &question.level),
            prior_mass: credible.map(|question| question.mass.value()),
            clusters: question.and_then(|question| clusters_of(question.kind)),
            ranking: entries.collect(),
        }
    }
}
