//! Calibration of scores, as JSON and as tables.

use serde::Serialize;

use super::super::{Cell, Column, Table};
use super::counts::{SizeJson, in_samples};
use super::{ReportedModel, ThresholdsReport};
use exactile::num::Rational;
use exactile::threshold::{Calibration, CalibrationBin, ScoredModel};

#[derive(Serialize)]
pub(super) struct CalibrationJson<'r> {
    difference: &'r Rational,
    expected_error: &'r Rational,
    bins: Vec<BinJson<'r>>,
}

#[derive(Serialize)]
struct BinJson<'r> {
    from: &'r Rational,
    to: &'r Rational,
    negatives: SizeJson,
    positives: SizeJson,
    mean_score: &'r Rational,
    share: Rational,
}

impl<'r> CalibrationJson<'r> {
    pub(super) fn new(model: &ScoredModel, calibration: &'r Calibration) -> Self {
        let Calibration { bins, difference, expected_error, .. } = calibration;
        let bin = |bin: &'r CalibrationBin| {
            let CalibrationBin { from, to, negatives, positives, mean_score } = bin;
            let [negatives, positives] =
                [negatives, positives].map(|parts| SizeJson::new(model, *parts));
            BinJson { from, to, negatives, positives, mean_score, share: bin.share() }
        };
        Self { difference, expected_error, bins: bins.iter().map(bin).collect() }
    }
}

/// Returns rows `model,from,to,negatives,positives,mean_score,share`, a row per bin.
pub(super) fn rows<'r>(report: &'r ThresholdsReport<'r>) -> Table<'r> {
    let mut table = Table::new([
        Column::data("model"),
        Column::data("from"),
        Column::data("to"),
        Column::data("negatives"),
        Column::data("positives"),
        Column::data("mean_score").with_decimal(),
        Column::data("share").with_decimal(),
    ])
    .decimals_last();
    for entry in &report.models {
        for bin in entry.calibration.iter().flat_map(|calibration| &calibration.bins) {
            table.row([
                entry.model.name().into(),
                bin.from.to_string().into(),
                bin.to.to_string().into(),
                entry.model.samples(bin.negatives).into(),
                entry.model.samples(bin.positives).into(),
                (&bin.mean_score).into(),
                bin.share().into(),
            ]);
        }
    }
    table
}

/// Returns a row per model that gives probabilities.
pub(super) fn summary<'r>(models: &'r [ReportedModel<'r>]) -> Table<'r> {
    let mut table = Table::new([
        Column::people("model"),
        Column::people("log loss").right(),
        Column::people("mean score less share of positives").right(),
        Column::people("expected calibration error").right(),
    ]);
    for entry in models {
        let mut row: Vec<Cell<'_>> = vec![entry.model.name().into()];
        match &entry.calibration {
            Some(found) => row.extend([
                found.log_loss.clone().into(),
                (&found.difference).into(),
                (&found.expected_error).into(),
            ]),
            None => row.extend(["not in [0, 1]".into(), Cell::Empty, Cell::Empty]),
        }
        table.row(row);
    }
    table
}

/// Returns a row per bin.
pub(super) fn bins<'r>(model: &ScoredModel, calibration: &'r Calibration) -> Table<'r> {
    let mut table = Table::new([
        Column::people("scores above").right(),
        Column::people("up to").right(),
        Column::people("samples").right(),
        Column::people("positives").right(),
        Column::people("mean score").right(),
        Column::people("share of positives").right(),
    ]);
    for (place, bin) in calibration.bins.iter().enumerate() {
        table.row([
            // The first bin has the score 0, too.
            if place == 0 { "-".into() } else { (&bin.from).into() },
            (&bin.to).into(),
            in_samples(model, bin.samples()).into(),
            in_samples(model, bin.positives).into(),
            (&bin.mean_score).into(),
            bin.share().into(),
        ]);
    }
    table
}
