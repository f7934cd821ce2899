//! Volumes under the Tile as text, JSON and CSV.

use std::io::Write;

use comfy_table::CellAlignment;
use serde::Serialize;

use super::RenderError;
use super::json::write_document;
use super::scores::about;
use super::text::{shown, table, write_table};
use exactile::geometry::Point;
use exactile::num::LogSum;
use exactile::performance::Classifier;
use exactile::score::{Metric, MetricValue};
use exactile::tile::{RankInterval, RankedVolume, undefined_part};

/// The ranking by volume under the Tile.
///
/// # Errors
/// What the destination reports.
pub fn volumes_text(
    classifiers: &[Classifier],
    ranking: &[RankedVolume],
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    writeln!(out, "ranking by the volume under the Tile (VUT), the mean of all ranking scores;")?;
    writeln!(out, "like ACP and P4 it is not a ranking score itself")?;
    writeln!(out)?;
    let mut rows = table(["rank", "classifier", "VUT", "ACP", "P4", "VUT exactly"]);
    for ranked in ranking {
        let Classifier { name, matrix } = &classifiers[ranked.classifier];
        let mean = |metric: &Metric| about(&metric.value(matrix));
        rows.add_row([
            ranked.rank.to_string(),
            shown(name),
            ranked.volume.to_decimal(6),
            mean(&Metric::AverageConditionalProbability),
            mean(&Metric::P4),
            ranked.volume.to_string(),
        ]);
    }
    if let Some(column) = rows.column_mut(0) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    write_table(&rows, out)
}

/// Rows `rank_best,rank_worst,classifier,name,vut,vut_exact,acp,p4`; undefined cells are empty.
///
/// # Errors
/// What the destination reports.
pub fn volumes_csv(
    classifiers: &[Classifier],
    ranking: &[RankedVolume],
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    let mut writer = ::csv::Writer::from_writer(out);
    let header = ["rank_best", "rank_worst", "classifier", "name", "vut", "vut_exact", "acp", "p4"];
    writer.write_record(header)?;
    for ranked in ranking {
        let Classifier { name, matrix } = &classifiers[ranked.classifier];
        let mean = |metric: &Metric| match metric.value(matrix) {
            MetricValue::Undefined(_) => String::new(),
            value => value.to_string(),
        };
        writer.write_record([
            ranked.rank.best.to_string(),
            ranked.rank.worst.to_string(),
            ranked.classifier.to_string(),
            name.clone(),
            ranked.volume.to_decimal(17),
            ranked.volume.to_string(),
            mean(&Metric::AverageConditionalProbability),
            mean(&Metric::P4),
        ])?;
    }
    writer.flush()?;
    Ok(())
}

/// `exactile.vut.v1`. `undefined_at` has the corners of the Tile between which no score is
/// defined: none, one corner, or the two ends of a side.
///
/// # Errors
/// What the destination reports.
pub fn volumes_json(
    classifiers: &[Classifier],
    ranking: &[RankedVolume],
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    #[derive(Serialize)]
    struct Document<'r> {
        schema: &'static str,
        ranking: Vec<Entry<'r>>,
    }
    #[derive(Serialize)]
    struct Entry<'r> {
        classifier: usize,
        name: &'r str,
        rank: RankInterval,
        vut: &'r LogSum,
        undefined_at: Vec<Point>,
        acp: Mean,
        p4: Mean,
    }
    #[derive(Serialize)]
    struct Mean {
        value: MetricValue,
        #[serde(skip_serializing_if = "Option::is_none")]
        undefined: Option<&'static str>,
    }
    let entries = ranking.iter().map(|ranked| {
        let Classifier { name, matrix } = &classifiers[ranked.classifier];
        let mean = |metric: &Metric| {
            let value = metric.value(matrix);
            Mean { undefined: value.undefined(), value }
        };
        Entry {
            classifier: ranked.classifier,
            name,
            rank: ranked.rank,
            vut: &ranked.volume,
            undefined_at: undefined_part(matrix).corners().into_iter().cloned().collect(),
            acp: mean(&Metric::AverageConditionalProbability),
            p4: mean(&Metric::P4),
        }
    });
    write_document(&Document { schema: "exactile.vut.v1", ranking: entries.collect() }, out)
}
