//! CSV: one row a piece.

use std::io::Write;

use super::RenderError;
use exactile::tile::{Piece, Regions, Selection};

/// Rows `classifier,name,dimension,rank_best,rank_worst,vertices,edges[,area,area_decimal]`. Corners are
/// separated by semicolons, coordinates and coefficients by spaces.
///
/// # Errors
/// What the destination or the proof of the areas reports.
pub fn regions_csv(
    regions: &Regions,
    selection: &Selection,
    out: &mut dyn Write,
    mut done: impl FnMut(),
) -> Result<(), RenderError> {
    let mut writer = ::csv::Writer::from_writer(&mut *out);
    let mut header =
        vec!["classifier", "name", "dimension", "rank_best", "rank_worst", "vertices", "edges"];
    if selection.areas {
        header.extend(["area", "area_decimal"]);
    }
    writer.write_record(header)?;
    writer.flush()?;
    drop(writer);
    let rows = |pieces: Vec<Piece>| -> Result<Vec<u8>, ::csv::Error> {
        let mut rows = ::csv::Writer::from_writer(Vec::with_capacity(256 * pieces.len()));
        for piece in pieces {
            let row = [
                piece.classifier.to_string(),
                regions.classifiers()[piece.classifier].name.clone(),
                piece.dimension().to_string(),
                piece.rank.best.to_string(),
                piece.rank.worst.to_string(),
                joined(piece.vertices().iter().map(|v| format!("{} {}", v.a, v.b))),
                joined(piece.edges().iter().map(ToString::to_string)),
            ];
            let area = piece.area.as_ref().map(|area| area.value().to_string());
            let decimal = piece.area.as_ref().map(|area| area.value().to_f64().to_string());
            rows.write_record(row.into_iter().chain(area).chain(decimal))?;
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
