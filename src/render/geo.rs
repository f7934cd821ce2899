//! Pieces for geographic tools: GeoJSON and well-known text. Coordinates are doubles there, and
//! curved frontiers become polylines within 1e-5 of them; exact corners are in the JSON.

use std::io::Write;

use geo_types::{Coord, Geometry, LineString, Point, Polygon};
use geojson::{Feature, GeoJson, JsonObject};
use wkt::ToWkt;

use super::RenderError;
use super::arc::Arc;
use crate::tile::{AnyPiece, PieceSource, Selection};

/// Distance of a polyline from its arc: half for the Bezier curve, half for its chords.
const TOLERANCE: f64 = 1e-5;

/// A region as a polygon, a tie as a line string or a point.
fn geometry(piece: &impl AnyPiece) -> Geometry<f64> {
    let (vertices, edges) = (piece.vertices(), piece.edges());
    if piece.dimension() == 0 {
        return Point::from(vertices[0].to_f64()).into();
    }
    let mut line = Vec::new();
    for (k, edge) in edges.iter().enumerate() {
        let (from, to) = (&vertices[k], &vertices[(k + 1) % vertices.len()]);
        let arc = Arc::new(edge, from, to);
        let path = arc.flattened(TOLERANCE / 2.0);
        line.push(path.start);
        line.extend(path.polyline(TOLERANCE / 2.0));
    }
    line.dedup();
    let line: LineString<f64> = line.into_iter().map(|(x, y)| Coord { x, y }).collect();
    if piece.dimension() == 2 { Polygon::new(line, Vec::new()).into() } else { line.into() }
}

/// A GeoJSON feature collection, a feature a piece with the properties `classifier`, `name`,
/// `rank_best`, `rank_worst` and, if asked for, `area` as an exact expression.
///
/// # Errors
/// What the destination or the proof of the areas reports.
pub fn regions_geojson<R: PieceSource>(
    regions: &R,
    selection: &Selection,
    out: &mut dyn Write,
    mut done: impl FnMut(),
) -> Result<(), RenderError> {
    let feature = |piece: &R::Piece| {
        let mut properties = JsonObject::new();
        let name = regions.classifiers()[piece.classifier()].name.clone();
        properties.insert("classifier".into(), piece.classifier().into());
        properties.insert("name".into(), name.into());
        properties.insert("rank_best".into(), piece.rank().best.into());
        properties.insert("rank_worst".into(), piece.rank().worst.into());
        if let Some(area) = piece.area() {
            properties.insert("area".into(), area.value().to_string().into());
        }
        let geometry = geojson::Geometry::new((&geometry(piece)).into());
        GeoJson::Feature(Feature {
            geometry: Some(geometry),
            properties: Some(properties),
            ..Feature::default()
        })
        .to_string()
    };
    out.write_all(b"{\"type\":\"FeatureCollection\",\"features\":[")?;
    let mut separator = "\n";
    regions.stream::<_, RenderError>(
        selection,
        |pieces| pieces.iter().map(feature).collect::<Vec<_>>(),
        |features| {
            for feature in features {
                write!(out, "{}{feature}", std::mem::replace(&mut separator, ",\n"))?;
            }
            done();
            Ok(())
        },
    )?;
    out.write_all(b"]}\n")?;
    Ok(())
}

/// Tab-separated lines: classifier, name, ranks, geometry as well-known text.
///
/// # Errors
/// What the destination or the proof of the areas reports.
pub fn regions_wkt<R: PieceSource>(
    regions: &R,
    selection: &Selection,
    out: &mut dyn Write,
    mut done: impl FnMut(),
) -> Result<(), RenderError> {
    let mut writer = ::csv::WriterBuilder::new().delimiter(b'\t').from_writer(out);
    writer.write_record(["classifier", "name", "rank_best", "rank_worst", "wkt"])?;
    let row = |piece: &R::Piece| {
        [
            piece.classifier().to_string(),
            regions.classifiers()[piece.classifier()].name.clone(),
            piece.rank().best.to_string(),
            piece.rank().worst.to_string(),
            geometry(piece).wkt_string(),
        ]
    };
    regions.stream::<_, RenderError>(
        selection,
        |pieces| pieces.iter().map(row).collect::<Vec<_>>(),
        |rows| {
            for row in rows {
                writer.write_record(row)?;
            }
            done();
            Ok(())
        },
    )?;
    writer.flush()?;
    Ok(())
}
