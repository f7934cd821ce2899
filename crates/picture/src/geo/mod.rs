//! Pieces for geographic tools: GeoJSON and well-known text. Coordinates are doubles, and curved
//! frontiers become polylines within 1e-5 of them; exact corners are in the JSON.
//!
//! Every written geometry is valid: rings are simple and have an area, coordinates are between 0
//! and 1. A piece that touches itself after rounding becomes a multipolygon; a piece that rounding
//! leaves without area or length is left out and counted.
//!
//! # Files
//!
//! - `grid.rs`: lines a = const and b = const, chosen once for a whole result, with the proofs that
//!   frontiers rounded at their crossings with these lines do not cross each other, and that their
//!   chords are within 1e-5 of them.
//! - `samples.rs`: the crossings, exactly. `outline.rs`: pieces, cut where the rounded chains
//!   touch.

mod grid;
mod outline;
mod samples;

use std::io::Write;

use geo_types::{Geometry, LineString, MultiPolygon, Point, Polygon};
use geojson::{Feature, GeoJson, JsonObject};
use wkt::ToWkt;

use self::grid::Grid;
use self::samples::{Samples, rounded};
use exactile::tile::{Piece, Regions, Selection, TileError};
use exactile::work::Advance;

/// The reason why regions could not be written.
#[derive(Debug, thiserror::Error)]
pub enum GeoError {
    /// The destination failed.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// The areas could not be proved.
    #[error("{0}")]
    Tile(#[from] TileError),
    /// A callback has stopped the work.
    #[error("the work was stopped")]
    Stopped,
}

fn step(advance: Advance<'_>) -> Result<(), GeoError> {
    if advance().is_break() { Err(GeoError::Stopped) } else { Ok(()) }
}

impl From<csv::Error> for GeoError {
    fn from(error: csv::Error) -> Self {
        match error.into_kind() {
            csv::ErrorKind::Io(error) => Self::Io(error),
            other => Self::Io(std::io::Error::other(format!("{other:?}"))),
        }
    }
}

/// The reason why pieces are left out.
const LEFT_OUT: &str = "doubles are too coarse for them";

/// Returns a region as a polygon, or several if it touches itself; a tie as a line string or a
/// point. `None` if rounding to doubles leaves nothing of it.
fn geometry(piece: &Piece, samples: &mut Samples<'_>) -> Option<Geometry<f64>> {
    let vertices = piece.vertices();
    match piece.dimension() {
        0 => Some(Point::from(rounded(&vertices[0])).into()),
        1 => {
            let mut line = samples.along(&piece.edges()[0], &vertices[0], &vertices[1]);
            line.dedup();
            (line.len() > 1).then(|| LineString::new(line).into())
        }
        _ => {
            let rings = outline::rings(piece, samples)?;
            let mut parts: Vec<Polygon<f64>> =
                rings.into_iter().map(|ring| Polygon::new(ring, Vec::new())).collect();
            match parts.len() {
                0 => None,
                1 => parts.pop().map(Into::into),
                _ => Some(MultiPolygon::new(parts).into()),
            }
        }
    }
}

/// Writes each piece of one classifier, and returns the number of those left out.
fn written<T>(
    pieces: &[Piece],
    grid: &Grid,
    write: impl Fn(&Piece, Geometry<f64>) -> T,
) -> (Vec<T>, u64) {
    let mut samples = Samples::new(grid);
    let mut left_out = 0;
    let mut texts = Vec::with_capacity(pieces.len());
    for piece in pieces {
        match geometry(piece, &mut samples) {
            Some(geometry) => texts.push(write(piece, geometry)),
            None => left_out += 1,
        }
    }
    (texts, left_out)
}

/// Returns a note on pieces that are left out.
///
/// ```
/// use exactile_picture::left_out_note;
/// assert_eq!(left_out_note(0), None);
/// assert!(left_out_note(3).unwrap().starts_with("3 pieces are left out"));
/// ```
pub fn left_out_note(count: u64) -> Option<String> {
    let (noun, them) = if count == 1 { ("piece is", "it") } else { ("pieces are", "them") };
    let reason = LEFT_OUT.replace("them", them);
    (count > 0).then(|| format!("{count} {noun} left out: {reason}; --format json has all pieces"))
}

/// Writes a GeoJSON feature collection, with a feature for each piece and the properties
/// `classifier`, `name`, `rank_best`, `rank_worst` and, if requested, `area` as an exact
/// expression. Returns the number of pieces left out; if there are any, the collection has it as
/// `pieces_left_out`, with the reason. `advance` is called after each classifier, and may stop the
/// work.
///
/// # Errors
/// Errors of the destination or of the proof of the areas.
pub fn regions_geojson(
    regions: &Regions,
    selection: &Selection,
    out: &mut dyn Write,
    advance: Advance<'_>,
) -> Result<u64, GeoError> {
    let grid = Grid::of(regions);
    let feature = |piece: &Piece, geometry: Geometry<f64>| {
        let mut properties = JsonObject::new();
        let name = regions.classifiers()[piece.classifier].name.clone();
        properties.insert("classifier".into(), piece.classifier.into());
        properties.insert("name".into(), name.into());
        properties.insert("rank_best".into(), piece.rank.best.into());
        properties.insert("rank_worst".into(), piece.rank.worst.into());
        if let Some(area) = &piece.area {
            properties.insert("area".into(), area.value().to_string().into());
        }
        let geometry = geojson::Geometry::new((&geometry).into());
        GeoJson::Feature(Feature {
            geometry: Some(geometry),
            properties: Some(properties),
            ..Feature::default()
        })
        .to_string()
    };
    out.write_all(b"{\"type\":\"FeatureCollection\",\"features\":[")?;
    let mut separator = "\n";
    let mut left_out = 0;
    regions.stream::<_, GeoError>(
        selection,
        |pieces| written(&pieces, &grid, feature),
        |(features, missing)| {
            left_out += missing;
            for feature in features {
                write!(out, "{}{feature}", std::mem::replace(&mut separator, ",\n"))?;
            }
            step(advance)
        },
    )?;
    if left_out > 0 {
        writeln!(out, "],\"pieces_left_out\":{left_out},\"reason\":\"{LEFT_OUT}\"}}")?;
    } else {
        out.write_all(b"]}\n")?;
    }
    Ok(left_out)
}

/// Writes tab-separated lines: classifier, name, ranks, geometry as well-known text. Returns the
/// number of pieces left out. `advance` is called after each classifier, and may stop the work.
///
/// # Errors
/// Errors of the destination or of the proof of the areas.
pub fn regions_wkt(
    regions: &Regions,
    selection: &Selection,
    out: &mut dyn Write,
    advance: Advance<'_>,
) -> Result<u64, GeoError> {
    let mut writer = ::csv::WriterBuilder::new().delimiter(b'\t').from_writer(out);
    writer.write_record(["classifier", "name", "rank_best", "rank_worst", "wkt"])?;
    let grid = Grid::of(regions);
    let mut left_out = 0;
    let row = |piece: &Piece, geometry: Geometry<f64>| {
        [
            piece.classifier.to_string(),
            regions.classifiers()[piece.classifier].name.clone(),
            piece.rank.best.to_string(),
            piece.rank.worst.to_string(),
            geometry.wkt_string(),
        ]
        .to_vec()
    };
    regions.stream::<_, GeoError>(
        selection,
        |pieces| written(&pieces, &grid, row),
        |(rows, missing)| {
            left_out += missing;
            for row in rows {
                writer.write_record(row)?;
            }
            step(advance)
        },
    )?;
    writer.flush()?;
    Ok(left_out)
}
