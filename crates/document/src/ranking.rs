//! Rankings by scores as text, CSV and JSON.

use std::io::Write;

use comfy_table::CellAlignment;
use serde::Serialize;

use super::RenderError;
use super::json::write_document;
use super::scores::{about, decimal, exactly};
use super::text::{shown, table, write_table};
use exactile::geometry::Point;
use exactile::performance::Classifier;
use exactile::score::MetricValue;
use exactile::tile::{RankInterval, RankedClassifier};

/// A ranking of classifiers by one score.
#[derive(Clone, Copy, Debug)]
pub struct RankingReport<'r> {
    /// The classifiers, in the order of the input.
    pub classifiers: &'r [Classifier],
    /// The point of the Tile; `None` for a metric without a place.
    pub at: Option<&'r Point>,
    /// The score's name, if it was asked for by name.
    pub score: Option<&'r str>,
    /// The ranking, best first.
    pub ranking: &'r [RankedClassifier],
    /// The score's own values, in the order of the classifiers.
    pub values: &'r [MetricValue],
}

/// A table of ranks per score, best first.
///
/// # Errors
/// What the destination reports.
pub fn rankings_by_score_text(
    reports: &[RankingReport<'_>],
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    for (position, report) in reports.iter().enumerate() {
        if position > 0 {
            writeln!(out)?;
        }
        let by = report.score.map_or_else(String::new, |score| format!(" by {score}"));
        let at = report.at.map_or_else(String::new, |point| format!(", at (a, b) = {point}"));
        writeln!(out, "ranking{by}{at}")?;
        writeln!(out)?;
        let mut table = table(["rank", "classifier", "about", "exactly"]);
        for ranked in report.ranking {
            let name = shown(&report.classifiers[ranked.classifier].name);
            let rank = ranked.rank.map_or_else(|| "-".to_owned(), |rank| rank.to_string());
            let value = &report.values[ranked.classifier];
            table.add_row([rank, name, about(value), exactly(value)]);
        }
        if let Some(column) = table.column_mut(0) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        write_table(&table, out)?;
    }
    Ok(())
}

/// Rows `rank_best,rank_worst,classifier,name,value,value_decimal`, with `score` behind them if there
/// are several scores; cells of an undefined score are empty.
///
/// # Errors
/// What the destination reports.
pub fn rankings_by_score_csv(
    reports: &[RankingReport<'_>],
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    let mut writer = ::csv::Writer::from_writer(out);
    let mut header =
        vec!["rank_best", "rank_worst", "classifier", "name", "value", "value_decimal"];
    if reports.len() > 1 {
        header.push("score");
    }
    writer.write_record(header)?;
    for report in reports {
        for ranked in report.ranking {
            let text = |part: Option<String>| part.unwrap_or_default();
            let value = &report.values[ranked.classifier];
            let mut row = vec![
                text(ranked.rank.map(|rank| rank.best.to_string())),
                text(ranked.rank.map(|rank| rank.worst.to_string())),
                ranked.classifier.to_string(),
                report.classifiers[ranked.classifier].name.clone(),
                match value {
                    MetricValue::Undefined(_) => String::new(),
                    value => value.to_string(),
                },
                decimal(value),
            ];
            if reports.len() > 1 {
                row.push(report.score.unwrap_or_default().to_owned());
            }
            writer.write_record(row)?;
        }
    }
    writer.flush()?;
    Ok(())
}

/// The part of a document that is about one score.
#[derive(Serialize)]
struct RankingJson<'r> {
    at: Option<&'r Point>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<&'r str>,
    ranking: Vec<Entry<'r>>,
}

#[derive(Serialize)]
struct Entry<'r> {
    classifier: usize,
    name: &'r str,
    value: &'r MetricValue,
    rank: Option<RankInterval>,
    #[serde(skip_serializing_if = "Option::is_none")]
    undefined: Option<&'static str>,
}

impl<'r> From<&RankingReport<'r>> for RankingJson<'r> {
    fn from(report: &RankingReport<'r>) -> Self {
        let entries = report.ranking.iter().map(|ranked| Entry {
            classifier: ranked.classifier,
            name: &report.classifiers[ranked.classifier].name,
            value: &report.values[ranked.classifier],
            rank: ranked.rank,
            undefined: report.values[ranked.classifier].undefined(),
        });
        Self { at: report.at, score: report.score, ranking: entries.collect() }
    }
}

/// `exactile.rank.v1` for one score; `exactile.rank-list.v1` for several, with `at`, `score` and
/// `ranking` of each under the key `rankings`.
///
/// # Errors
/// What the destination reports.
pub fn rankings_by_score_json(
    reports: &[RankingReport<'_>],
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    #[derive(Serialize)]
    struct One<'r> {
        schema: &'static str,
        #[serde(flatten)]
        ranking: RankingJson<'r>,
    }
    #[derive(Serialize)]
    struct Several<'r> {
        schema: &'static str,
        rankings: Vec<RankingJson<'r>>,
    }
    if let [report] = reports {
        return write_document(&One { schema: "exactile.rank.v1", ranking: report.into() }, out);
    }
    let rankings = reports.iter().map(RankingJson::from).collect();
    write_document(&Several { schema: "exactile.rank-list.v1", rankings }, out)
}
