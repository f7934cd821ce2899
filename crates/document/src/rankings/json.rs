//! `exactile.rankings.v1`: counts, and on request confluences and cells, written as they are found.

use std::io::Write;

use rayon::prelude::*;
use serde::Serialize;

use super::{BATCH, RankingsDetail, RankingsReport, cells_held, tied};
use crate::pencil::UNDEFINED;
use crate::regions::{ClassifierJson, append, write_items};
use crate::{Header, RenderError};
use exactile::arrangement::{
    Around, Beside, Frontiers, RankingCells, RankingCount, SweptCell, groups,
};
use exactile::geometry::{BilinearCurve, Point};
use exactile::num::{Enclosure, Rational, Value};
use exactile::tile::{Area, RankInterval, RankedClassifier, Regions};

/// The counts, and the details that were selected.
///
/// # Errors
/// Errors of the destination, or too many cells to be listed.
pub(super) fn rankings_json(
    report: &RankingsReport<'_>,
    header: Header<'_>,
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    let &RankingsReport { frontiers, count, detail } = report;
    // Before anything is written: there may be too many.
    let cells = detail.cells.then(|| cells_held(report)).transpose()?;
    let regions = frontiers.regions();
    let prior = serde_json::to_string(frontiers.prior_positive())?;
    header.begin(&(), out)?;
    write!(out, "\n\"prior_positive\":{prior},")?;
    write_counts(regions, frontiers.performances().len(), count, out)?;
    if detail.confluences {
        out.write_all(b",\"list\":[")?;
        confluences(frontiers, out)?;
        out.write_all(b"]")?;
    }
    out.write_all(b"}")?;
    if let Some(cells) = &cells {
        out.write_all(b",\n\"cell_list\":[")?;
        match cells {
            Some(cells) => list_cells(cells, detail, out)?,
            None => sweep_cells(frontiers, out)?,
        }
        out.write_all(b"]")?;
    }
    out.write_all(b"}\n")?;
    Ok(())
}

fn confluences(frontiers: &Frontiers<'_>, out: &mut dyn Write) -> Result<(), RenderError> {
    #[derive(Serialize)]
    struct Entry {
        at: Point,
        tied: Vec<Vec<usize>>,
    }
    let mut first = true;
    frontiers.stream_confluences::<_, RenderError>(
        |found| {
            let entries = found.into_iter().map(|confluence| Entry {
                tied: confluence.frontiers.iter().map(|&k| tied(frontiers, k)).collect(),
                at: confluence.place,
            });
            let mut text = Vec::new();
            write_items(&mut text, entries, &mut true).map(|()| text)
        },
        |text| append(out, &text?, &mut first),
    )
}

fn list_cells(
    cells: &RankingCells<'_>,
    detail: RankingsDetail,
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    #[derive(Serialize)]
    struct Entry<'p> {
        cell: usize,
        parent: Option<usize>,
        sample: Point,
        #[serde(skip_serializing_if = "Option::is_none")]
        vertices: Option<Vec<Point>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        edges: Option<Vec<BilinearCurve>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        area: Option<Area>,
        #[serde(skip_serializing_if = "Option::is_none")]
        ranking: Option<Vec<&'p [usize]>>,
    }
    let performances = cells.frontiers().performances();
    let entry = |cell: usize, ranking: Option<&[u32]>| {
        let outline = detail.polygons.then(|| cells.outline(cell));
        let area = detail.areas.then(|| cells.area(cell));
        let (vertices, edges) = outline.map(|outline| (outline.vertices, outline.edges)).unzip();
        Entry {
            cell,
            parent: cells.parent(cell).map(|(parent, _)| parent),
            sample: cells.sample(cell),
            vertices,
            edges,
            area,
            ranking: ranking.map(|ranking| {
                ranking.iter().map(|&i| performances[i as usize].as_slice()).collect()
            }),
        }
    };
    let mut first = true;
    let mut write = |batch: &[(usize, Option<Vec<u32>>)]| {
        let texts: Vec<Result<Vec<u8>, RenderError>> = batch
            .par_chunks(64)
            .map(|part| {
                let mut text = Vec::new();
                let entries = part.iter().map(|(cell, ranking)| entry(*cell, ranking.as_deref()));
                write_items(&mut text, entries, &mut true)?;
                Ok(text)
            })
            .collect();
        texts.into_iter().try_for_each(|text| append(out, &text?, &mut first))
    };
    // A ranking comes from that of the parent, one after the other; the rest is done in parallel.
    let mut batch = Vec::with_capacity(BATCH);
    let mut result = Ok(());
    let mut take = |cell: usize, ranking: Option<&[u32]>| {
        batch.push((cell, ranking.map(<[u32]>::to_vec)));
        if batch.len() == BATCH || cell + 1 == cells.len() {
            if result.is_ok() {
                result = write(&batch);
            }
            batch.clear();
        }
    };
    if detail.rankings {
        cells.visit_rankings(|cell, ranking| take(cell, Some(ranking)));
    } else {
        (0..cells.len()).for_each(|cell| take(cell, None));
    }
    result
}

/// Writes the same members as for cells that are listed without further detail.
fn sweep_cells(frontiers: &Frontiers<'_>, out: &mut dyn Write) -> Result<(), RenderError> {
    #[derive(Serialize)]
    struct Entry {
        cell: u64,
        parent: Option<u64>,
        sample: Point,
    }
    let mut first = true;
    frontiers.stream_cells::<_, RenderError>(
        |cells| {
            let entries = cells.into_iter().map(|SweptCell { number, parent, sample }| Entry {
                cell: number,
                parent,
                sample,
            });
            let mut text = Vec::new();
            write_items(&mut text, entries, &mut true).map(|()| text)
        },
        |text| append(out, &text?, &mut first),
    )
}

/// Writes the classifiers and the counts; the object of the confluences stays open.
pub(super) fn write_counts(
    regions: &Regions,
    performances: usize,
    count: &RankingCount,
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    out.write_all(b"\n\"classifiers\":[")?;
    write_items(out, regions.classifiers().iter().map(ClassifierJson::from), &mut true)?;
    let found = &count.confluences;
    write!(
        out,
        "],\n\"performances\":{},\n\"frontiers\":{},\n\"shared_frontiers\":{},\n\"cells\":{},\n\
         \"confluences\":{{\"count\":{},\"largest\":{},\"by_frontiers\":{}",
        performances,
        count.frontiers,
        serde_json::to_string(&count.shared_frontiers)?,
        count.cells,
        found.count,
        found.largest,
        serde_json::to_string(&found.by_frontiers)?,
    )?;
    Ok(())
}

/// A classifier in the ranking at a place.
#[derive(Serialize)]
pub(super) struct Ranked<'d> {
    classifier: usize,
    name: &'d str,
    rank: Option<RankInterval>,
    #[serde(skip_serializing_if = "Option::is_none")]
    undefined: Option<&'static str>,
}

/// Returns the ranking at a place.
pub(super) fn ranked<'d>(regions: &'d Regions, ranking: &[RankedClassifier]) -> Vec<Ranked<'d>> {
    let of = |ranked: &RankedClassifier| Ranked {
        classifier: ranked.classifier,
        name: &regions.classifiers()[ranked.classifier].name,
        rank: ranked.rank,
        undefined: ranked.rank.is_none().then_some(UNDEFINED),
    };
    ranking.iter().map(of).collect()
}

/// A cell beside a place.
#[derive(Serialize)]
pub(super) struct BesideJson<'d> {
    sample: &'d Point,
    ranking: &'d [Vec<usize>],
}

impl<'d> From<&'d Beside> for BesideJson<'d> {
    fn from(Beside { sample, ranking }: &'d Beside) -> Self {
        Self { sample, ranking }
    }
}

/// Returns a number between two rationals; it is exact if they are equal.
pub(super) fn between(first: &Rational, second: &Rational) -> Value {
    if first == second {
        return first.into();
    }
    Enclosure::between(first.min(second), first.max(second), 96).to_decimals(20).into()
}

/// Returns a place and its surroundings.
///
/// `ranking`, `ties` and `undefined_classifiers` are those at the place itself. `cell` is the
/// smallest cell, stretch of frontier or point whose closure contains the place, with the ranking
/// inside it. `beside` lists the cells of the open Tile that touch the place, and is empty if the
/// place is inside one. `distance` is that of [`Around::swaps`].
pub(super) fn around_json<'d>(
    frontiers: &'d Frontiers<'_>,
    score: Option<&'d str>,
    around: &'d Around,
) -> impl Serialize + use<'d> {
    let classifiers = frontiers.regions().classifiers();
    let nearest = around.swaps.first();
    AroundDocument {
        prior_positive: frontiers.prior_positive(),
        classifiers: classifiers.iter().map(ClassifierJson::from).collect(),
        frontiers: frontiers.len(),
        at: &around.place,
        score,
        on_border: around.is_on_border(),
        ranking: ranked(frontiers.regions(), &around.ranking),
        ties: around.ties(),
        undefined_classifiers: around.undefined(),
        holds_beside: around.holds_beside(),
        cell: CellJson {
            dimension: around.dimension,
            vertices: &around.vertices,
            edges: &around.edges,
            ranking: groups(&around.inside),
        },
        beside: around.beside.iter().map(BesideJson::from).collect(),
        distance: nearest.map(|swap| &swap.distance),
        undefined: nearest.is_none().then_some("no two classifiers ever swap"),
        swaps: around
            .swaps
            .iter()
            .map(|known| {
                let [p, q] = &known.near;
                let balanced = BalancedJson {
                    squared_distance: &known.balanced_square,
                    nearest: &known.balanced_point,
                };
                SwapJson {
                    order: &known.order,
                    edge: frontiers.curve(known.frontier),
                    distance: &known.distance,
                    nearest: [between(&p.a, &q.a), between(&p.b, &q.b)],
                    balanced,
                }
            })
            .collect(),
    }
}

#[derive(Serialize)]
struct AroundDocument<'d> {
    prior_positive: &'d Rational,
    classifiers: Vec<ClassifierJson<'d>>,
    frontiers: usize,
    at: &'d Point,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<&'d str>,
    on_border: bool,
    ranking: Vec<Ranked<'d>>,
    ties: Vec<Vec<usize>>,
    undefined_classifiers: Vec<usize>,
    holds_beside: bool,
    cell: CellJson<'d>,
    beside: Vec<BesideJson<'d>>,
    distance: Option<&'d Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    undefined: Option<&'static str>,
    swaps: Vec<SwapJson<'d>>,
}

#[derive(Serialize)]
struct CellJson<'d> {
    dimension: u8,
    vertices: &'d [Point],
    edges: &'d [BilinearCurve],
    ranking: Vec<Vec<usize>>,
}

#[derive(Serialize)]
struct SwapJson<'d> {
    order: &'d [Vec<usize>],
    edge: BilinearCurve,
    distance: &'d Value,
    nearest: [Value; 2],
    balanced: BalancedJson<'d>,
}

#[derive(Serialize)]
struct BalancedJson<'d> {
    squared_distance: &'d Rational,
    nearest: &'d Point,
}

#[cfg(test)]
mod tests {
    use super::*;
    use exactile::{Classifier, ConfusionMatrix};
    use serde_json::Value;

    #[test]
    fn swept_cells_have_the_members_of_listed_ones() {
        let classifiers = [(8, 3), (5, 7), (3, 9), (1, 10), (9, 2)].map(|(tn, tp)| {
            let matrix = ConfusionMatrix::from_counts(tn, 10 - tn, 10 - tp, tp);
            Classifier::new("", matrix.expect("samples"))
        });
        let regions = Regions::new(classifiers.to_vec()).expect("a population");
        let frontiers = Frontiers::new(&regions).expect("one prior");
        let parsed = |write: &dyn Fn(&mut dyn Write) -> Result<(), RenderError>| {
            let mut text = b"[".to_vec();
            write(&mut text).expect("memory takes all");
            text.push(b']');
            let list: Vec<Value> = serde_json::from_slice(&text).expect("a list");
            list
        };
        let swept = parsed(&|out| sweep_cells(&frontiers, out));
        let cells = frontiers.cells().expect("few");
        let listed = parsed(&|out| list_cells(&cells, RankingsDetail::default(), out));
        assert_eq!(swept.len(), listed.len());
        let members = |entry: &Value| -> Vec<String> {
            entry.as_object().expect("an object").keys().cloned().collect()
        };
        for (number, (cell, other)) in (0_u64..).zip(swept.iter().zip(&listed)) {
            assert_eq!(members(cell), members(other));
            assert_eq!(cell["cell"], number);
            assert_eq!(cell["parent"].is_null(), number == 0);
        }
    }
}
