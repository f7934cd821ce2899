//! The arrangement of all frontiers.

mod because;
mod bent;
mod json;
mod table;
mod text;

use std::io::Write;

use serde::Serialize;

pub use bent::{BentAroundReport, BentRankingsReport};

use super::{Format, Header, Output, Page, RenderError, Style};
use exactile::arrangement::{Around, Frontiers, RankingCells, RankingCount};

/// All rankings, `exactile.rankings.v1`: the counts, and the details that were selected.
#[derive(Debug)]
pub struct RankingsReport<'r> {
    /// The frontiers.
    pub frontiers: &'r Frontiers<'r>,
    /// The numbers of cells and confluences ([`Frontiers::count`]).
    pub count: &'r RankingCount,
    /// The lists besides the counts.
    pub detail: RankingsDetail,
}

impl Output for RankingsReport<'_> {
    fn schema(&self) -> &str {
        SCHEMA
    }

    fn body(&self) -> impl Serialize {}

    fn write_json(&self, header: Header<'_>, out: &mut dyn Write) -> Result<(), RenderError> {
        json::rankings_json(self, header, out)
    }

    fn page(&self, _: Format) -> Result<Page<'_>, RenderError> {
        let cells = text::cells(self)?;
        Ok(text::counts(self, cells.as_ref()))
    }

    /// Lists are written as they are found: as words in text, and as the rows of one table in CSV.
    fn write_page(&self, style: Style, out: &mut dyn Write) -> Result<(), RenderError> {
        if style.format == Format::Csv {
            return table::csv(self, out);
        }
        let cells = text::cells(self)?;
        text::counts(self, cells.as_ref()).write(style, out)?;
        if style.format == Format::Text {
            return text::lists(self.frontiers, self.detail, cells.as_ref(), out);
        }
        if self.detail.confluences || self.detail.cells {
            writeln!(out)?;
            table::whole(self)?.write(style, out)?;
        }
        Ok(())
    }
}

/// The ranking at a place and around it, `exactile.rankings.v1`.
#[derive(Debug)]
pub struct AroundReport<'r> {
    /// The frontiers.
    pub frontiers: &'r Frontiers<'r>,
    /// The score's name, if it was requested by name.
    pub score: Option<&'r str>,
    /// The place and its surroundings.
    pub around: &'r Around,
}

impl Output for AroundReport<'_> {
    fn schema(&self) -> &str {
        SCHEMA
    }

    fn body(&self) -> impl Serialize {
        json::around_json(self.frontiers, self.score, self.around)
    }

    fn page(&self, _: Format) -> Result<Page<'_>, RenderError> {
        Ok(text::around(self.frontiers, self.score, self.around))
    }
}

const SCHEMA: &str = "exactile.rankings.v1";

/// The lists besides the counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RankingsDetail {
    /// Every confluence.
    pub confluences: bool,
    /// Every cell with a sample point.
    pub cells: bool,
    /// The outline of each cell.
    pub polygons: bool,
    /// The area of each cell.
    pub areas: bool,
    /// The ranking of each cell.
    pub rankings: bool,
}

/// Returns the cells; `None` if there are many and points inside them suffice, which a sweep finds.
fn cells_held<'r>(report: &RankingsReport<'r>) -> Result<Option<RankingCells<'r>>, RenderError> {
    /// The most cells that are held in memory without need: a hundred megabytes.
    const FEW: u64 = 1 << 20;
    let &RankingsReport { frontiers, count, detail } = report;
    let points_alone = !(detail.polygons || detail.areas || detail.rankings);
    let held = count.cells <= FEW || !points_alone;
    Ok(held.then(|| frontiers.cells()).transpose()?)
}

/// The number of cells whose lines are made at a time.
const BATCH: usize = 4096;

/// Returns the classifiers that tie on a frontier, in the order of the input.
fn tied(frontiers: &Frontiers<'_>, frontier: usize) -> Vec<usize> {
    let performances = frontiers.tied_on(frontier).iter();
    let mut tied: Vec<usize> =
        performances.flat_map(|&i| frontiers.performances()[i as usize].iter().copied()).collect();
    tied.sort_unstable();
    tied
}
