//! The arrangement as a table: a row for each requested confluence and cell, or one row of counts.

use std::io::Write;

use super::text::names;
use super::{BATCH, RankingsDetail, RankingsReport, cells_held, tied};
use crate::{Cell, Column, RenderError, Table};
use exactile::arrangement::{RankingCount, SweptCell};
use exactile::geometry::Point;
use exactile::tile::Regions;

/// Returns a table with the columns of a list. For a cell `ranking` has the performances, best
/// first; for a confluence the groups that tie there.
pub(super) fn list(detail: RankingsDetail) -> Table<'static> {
    let columns = [
        Column::new("", "kind"),
        Column::exact("a", "a"),
        Column::exact("b", "b"),
        Column::new("ranking, or tied classifiers", "ranking"),
    ];
    let area = detail.areas.then(|| Column::exact("area", "area"));
    let corners = detail.polygons.then(|| Column::new("corners", "corners"));
    Table::new(columns.into_iter().chain(area).chain(corners))
}

/// Passes the rows to `sink`, some at a time.
fn visit(
    report: &RankingsReport<'_>,
    mut sink: impl FnMut(Table<'static>) -> Result<(), RenderError>,
) -> Result<(), RenderError> {
    let &RankingsReport { frontiers, detail, .. } = report;
    let regions = frontiers.regions();
    let beyond = usize::from(detail.areas) + usize::from(detail.polygons);
    if detail.confluences {
        frontiers.stream_confluences::<_, RenderError>(
            |found| {
                let mut rows = list(detail);
                for confluence in &found {
                    let tied = confluence.frontiers.iter().map(|&k| tied(frontiers, k));
                    let groups: Vec<String> = tied.map(|group| names(regions, &group)).collect();
                    let Point { a, b } = &confluence.place;
                    let [a, b] = [a, b].map(|part| part.clone().into());
                    let cells = ["confluence".into(), a, b, groups.join("; ").into()];
                    rows.row(cells.into_iter().chain((0..beyond).map(|_| Cell::Empty)));
                }
                rows
            },
            &mut sink,
        )?;
    }
    if !detail.cells {
        return Ok(());
    }
    let Some(cells) = cells_held(report)? else {
        return frontiers.stream_cells::<_, RenderError>(
            |cells| {
                let mut rows = list(detail);
                for SweptCell { sample: Point { a, b }, .. } in cells {
                    rows.row(["cell".into(), a.into(), b.into(), Cell::Empty]);
                }
                rows
            },
            sink,
        );
    };
    let performances = frontiers.performances();
    let (mut rows, mut waiting, mut result) = (list(detail), 0, Ok(()));
    cells.visit_rankings(|cell, ranking| {
        if result.is_err() {
            return;
        }
        let sample = cells.sample(cell);
        let ranking = detail.rankings.then(|| {
            let groups = ranking.iter().map(|&i| names(regions, &performances[i as usize]));
            groups.collect::<Vec<_>>().join(" > ")
        });
        let area = detail.areas.then(|| cells.area(cell).value().clone().into());
        let corners = detail.polygons.then(|| {
            let corners = cells.outline(cell).vertices;
            let corners: Vec<String> =
                corners.iter().map(|at| format!("{} {}", at.a, at.b)).collect();
            corners.join("; ").into()
        });
        let row = ["cell".into(), sample.a.into(), sample.b.into(), Cell::maybe(ranking)];
        rows.row(row.into_iter().chain(area).chain(corners));
        waiting += 1;
        if waiting == BATCH {
            result = sink(std::mem::replace(&mut rows, list(detail)));
            waiting = 0;
        }
    });
    result?;
    sink(rows)
}

/// Writes CSV while the rows are made.
pub(super) fn csv(report: &RankingsReport<'_>, out: &mut dyn Write) -> Result<(), RenderError> {
    let &RankingsReport { frontiers, count, detail } = report;
    if !detail.confluences && !detail.cells {
        let rows = counts(frontiers.regions(), frontiers.performances().len(), count);
        rows.write_header(out)?;
        return Ok(out.write_all(&rows.csv_rows()?)?);
    }
    list(detail).write_header(out)?;
    visit(report, |rows| Ok(out.write_all(&rows.csv_rows()?)?))
}

/// Returns one table of all rows.
pub(super) fn whole(report: &RankingsReport<'_>) -> Result<Table<'static>, RenderError> {
    let mut all = list(report.detail);
    visit(report, |rows| {
        all.append(rows);
        Ok(())
    })?;
    Ok(all)
}

/// Returns one row of counts.
pub(super) fn counts(
    regions: &Regions,
    performances: usize,
    count: &RankingCount,
) -> Table<'static> {
    let columns = [
        ("classifiers", regions.classifiers().len() as u64),
        ("performances", performances as u64),
        ("frontiers", count.frontiers),
        ("cells", count.cells),
        ("confluences", count.confluences.count),
    ];
    let mut rows = Table::new(columns.map(|(name, _)| Column::data(name)));
    rows.row(columns.map(|(_, count)| Cell::from(count)));
    rows
}
