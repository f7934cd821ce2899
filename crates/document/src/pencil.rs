//! Iso-performance lines in ROC space as text, JSON and CSV.

use std::io::Write;

use comfy_table::CellAlignment;
use serde::Serialize;

use super::RenderError;
use super::json::write_document;
use super::text::{shown, table, write_table};
use exactile::geometry::Point;
use exactile::num::Rational;
use exactile::performance::Classifier;
use exactile::tile::{IsoLine, Pencil, RankInterval, RankedClassifier, Vertex, roc_point};

/// Why a canonical score has no value.
pub(super) const UNDEFINED: &str = "no outcome that counts for this score has occurred (0/0)";

/// The vertex, the lines of 0 and 1, and the line through each classifier, best first.
///
/// # Errors
/// What the destination reports.
pub fn pencil_text(
    pencil: &Pencil,
    title: &str,
    classifiers: &[Classifier],
    ranking: &[RankedClassifier],
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    let (place, prior) = (pencil.place(), pencil.prior_positive());
    writeln!(out, "{title} in ROC space, at (a, b) = {place}, positive prior {prior}")?;
    writeln!(out)?;
    match pencil.vertex() {
        Vertex::Finite(point) => {
            let about = (point.a.to_decimal(6), point.b.to_decimal(6));
            writeln!(
                out,
                "all lines meet at (fpr, tpr) = {point}, about ({}, {})",
                about.0, about.1
            )?;
            if point.is_in_unit_square() {
                writeln!(out, "there the score is undefined")?;
            }
        }
        Vertex::AtInfinity([x, y]) => {
            writeln!(out, "all lines are parallel, along (fpr, tpr) = ({x}, {y})")?;
        }
    }
    for value in [Rational::ZERO, Rational::ONE] {
        writeln!(out, "value {value} on {}", pencil.line(&value))?;
    }
    writeln!(out)?;
    let mut rows = table(["rank", "classifier", "about", "exactly", "line"]);
    for ranked in ranking {
        let classifier = &classifiers[ranked.classifier];
        let name = shown(&classifier.name);
        match (&ranked.value, ranked.rank, pencil.line_of(&classifier.matrix)) {
            (Some(value), Some(rank), Some(line)) => {
                let exactly = value.to_string();
                let cells =
                    [rank.to_string(), name, value.to_decimal(6), exactly, line.to_string()];
                rows.add_row(cells);
            }
            _ => {
                rows.add_row(["-".into(), name, "undefined".into(), UNDEFINED.into(), "-".into()]);
            }
        }
    }
    if let Some(column) = rows.column_mut(0) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    write_table(&rows, out)
}

/// Rows `rank_best,rank_worst,classifier,name,fpr,tpr,value,k_fpr,k_tpr,k_1`.
///
/// # Errors
/// What the destination reports.
pub fn pencil_csv(
    pencil: &Pencil,
    classifiers: &[Classifier],
    ranking: &[RankedClassifier],
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    let mut writer = ::csv::Writer::from_writer(out);
    writer.write_record([
        "rank_best",
        "rank_worst",
        "classifier",
        "name",
        "fpr",
        "tpr",
        "value",
        "k_fpr",
        "k_tpr",
        "k_1",
        "fpr_decimal",
        "tpr_decimal",
        "value_decimal",
    ])?;
    for ranked in ranking {
        let classifier = &classifiers[ranked.classifier];
        let text = |part: Option<String>| part.unwrap_or_default();
        let rates = roc_point(&classifier.matrix);
        let line = pencil.line_of(&classifier.matrix);
        let coefficient =
            |k: usize| text(line.as_ref().map(|line| line.coefficients[k].to_string()));
        writer.write_record([
            text(ranked.rank.map(|rank| rank.best.to_string())),
            text(ranked.rank.map(|rank| rank.worst.to_string())),
            ranked.classifier.to_string(),
            classifier.name.clone(),
            text(rates.as_ref().map(|rates| rates.a.to_string())),
            text(rates.as_ref().map(|rates| rates.b.to_string())),
            text(ranked.value.as_ref().map(ToString::to_string)),
            coefficient(0),
            coefficient(1),
            coefficient(2),
            text(rates.as_ref().map(|rates| rates.a.to_f64().to_string())),
            text(rates.as_ref().map(|rates| rates.b.to_f64().to_string())),
            text(ranked.value.as_ref().map(|value| value.to_f64().to_string())),
        ])?;
    }
    writer.flush()?;
    Ok(())
}

/// `exactile.roc.v1`. Lines are `["k_fpr", "k_tpr", "k_1"]`, coprime integers, positive where
/// performances are better; the vertex is null where lines are parallel.
///
/// # Errors
/// What the destination reports.
pub fn pencil_json(
    pencil: &Pencil,
    score: Option<&str>,
    classifiers: &[Classifier],
    ranking: &[RankedClassifier],
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    #[derive(Serialize)]
    struct Document<'r> {
        schema: &'static str,
        at: &'r Point,
        #[serde(skip_serializing_if = "Option::is_none")]
        score: Option<&'r str>,
        prior_positive: &'r Rational,
        vertex: Option<Point>,
        direction: Option<[Rational; 2]>,
        lines: Vec<Level>,
        classifiers: Vec<Entry<'r>>,
    }
    #[derive(Serialize)]
    struct Level {
        value: Rational,
        line: IsoLine,
    }
    #[derive(Serialize)]
    struct Entry<'r> {
        classifier: usize,
        name: &'r str,
        fpr: Option<Rational>,
        tpr: Option<Rational>,
        value: Option<&'r Rational>,
        rank: Option<RankInterval>,
        line: Option<IsoLine>,
        #[serde(skip_serializing_if = "Option::is_none")]
        undefined: Option<&'static str>,
    }
    let (vertex, direction) = match pencil.vertex() {
        Vertex::Finite(point) => (Some(point), None),
        Vertex::AtInfinity(direction) => (None, Some(direction)),
    };
    let entries = ranking.iter().map(|ranked| {
        let classifier = &classifiers[ranked.classifier];
        let (fpr, tpr) = roc_point(&classifier.matrix).map(|rates| (rates.a, rates.b)).unzip();
        Entry {
            classifier: ranked.classifier,
            name: &classifier.name,
            fpr,
            tpr,
            value: ranked.value.as_ref(),
            rank: ranked.rank,
            line: pencil.line_of(&classifier.matrix),
            undefined: ranked.value.is_none().then_some(UNDEFINED),
        }
    });
    let document = Document {
        schema: "exactile.roc.v1",
        at: pencil.place(),
        score,
        prior_positive: pencil.prior_positive(),
        vertex,
        direction,
        lines: Pencil::usual_values()
            .map(|value| Level { line: pencil.line(&value), value })
            .collect(),
        classifiers: entries.collect(),
    };
    write_document(&document, out)
}
