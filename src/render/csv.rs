//! CSV: one row a piece, or one row a ranked classifier.

use std::io::Write;

use super::RenderError;
use crate::performance::Classifier;
use crate::tile::{AnyPiece, PieceSource, RankedClassifier, Selection};

/// Rows `classifier,name,dimension,rank_best,rank_worst,vertices,edges[,area]`. Corners are
/// separated by semicolons, coordinates and coefficients by spaces.
///
/// # Errors
/// What the destination or the proof of the areas reports.
pub fn regions_csv<R: PieceSource>(
    regions: &R,
    selection: &Selection,
    out: &mut dyn Write,
    mut done: impl FnMut(),
) -> Result<(), RenderError> {
    let mut writer = ::csv::Writer::from_writer(&mut *out);
    let mut header =
        vec!["classifier", "name", "dimension", "rank_best", "rank_worst", "vertices", "edges"];
    if selection.areas {
        header.push("area");
    }
    writer.write_record(header)?;
    writer.flush()?;
    drop(writer);
    let rows = |pieces: Vec<R::Piece>| -> Result<Vec<u8>, ::csv::Error> {
        let mut rows = ::csv::Writer::from_writer(Vec::with_capacity(256 * pieces.len()));
        for piece in pieces {
            let row = [
                piece.classifier().to_string(),
                regions.classifiers()[piece.classifier()].name.clone(),
                piece.dimension().to_string(),
                piece.rank().best.to_string(),
                piece.rank().worst.to_string(),
                joined(piece.vertices().iter().map(|v| format!("{} {}", v.a, v.b))),
                joined(piece.edges().iter().map(ToString::to_string)),
            ];
            let area = piece.area().map(|area| area.value().to_string());
            rows.write_record(row.into_iter().chain(area))?;
        }
        rows.into_inner().map_err(|error| error.into_error().into())
    };
    regions.stream::<_, RenderError>(selection, rows, |rows| {
        out.write_all(&rows?)?;
        done();
        Ok(())
    })
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join("; ")
}

/// Rows `rank_best,rank_worst,classifier,name,value`; cells of an undefined score are empty.
///
/// # Errors
/// What the destination reports.
pub fn ranking_csv(
    classifiers: &[Classifier],
    ranking: &[RankedClassifier],
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    let mut writer = ::csv::Writer::from_writer(out);
    writer.write_record(["rank_best", "rank_worst", "classifier", "name", "value"])?;
    for ranked in ranking {
        let text = |part: Option<String>| part.unwrap_or_default();
        writer.write_record([
            text(ranked.rank.map(|rank| rank.best.to_string())),
            text(ranked.rank.map(|rank| rank.worst.to_string())),
            ranked.classifier.to_string(),
            classifiers[ranked.classifier].name.clone(),
            text(ranked.value.as_ref().map(ToString::to_string)),
        ])?;
    }
    writer.flush()?;
    Ok(())
}
