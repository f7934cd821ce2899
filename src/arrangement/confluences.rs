//! Confluences one by one, with who ties and where.

use crate::parallel::map_indices_with;

use super::crossings::Workspace;
use super::frontiers::Frontiers;
use super::homogeneous::point;
use super::lines::{Lines, number, on_lines};
use crate::geometry::Point;
use crate::num::ExactInteger;

/// A point of the open Tile where several frontiers meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrontierConfluence {
    /// Its place on the Tile of the priors.
    pub place: Point,
    /// The frontiers through it, by number.
    pub frontiers: Vec<usize>,
}

impl Frontiers<'_> {
    /// Every confluence once, ordered by its first frontier and along that from the upper left.
    /// `map` runs in parallel, `sink` gets its results one after the other; memory holds those of
    /// a few frontiers at a time.
    ///
    /// # Errors
    /// The first error of `sink`.
    pub fn stream_confluences<T: Send, E>(
        &self,
        map: impl Fn(Vec<FrontierConfluence>) -> T + Sync,
        mut sink: impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        const BATCH: usize = 64;
        on_lines!(&self.lines, lines => {
            let mut from = 0;
            while from < lines.len() {
                let to = (from + BATCH).min(lines.len());
                let results: Vec<T> =
                    map_indices_with(to - from, Workspace::default, |workspace, k| {
                        map(self.confluences_first_on(lines, from + k, workspace))
                    });
                for result in results {
                    sink(result)?;
                }
                from = to;
            }
        });
        Ok(())
    }

    /// The confluences on a line through which no earlier line goes.
    fn confluences_first_on<I: ExactInteger>(
        &self,
        lines: &Lines<I>,
        k: usize,
        workspace: &mut Workspace<I>,
    ) -> Vec<FrontierConfluence> {
        workspace.crossing.clear();
        lines.earlier_crossing(k, &mut workspace.crossing);
        lines.later_crossing(k, &mut workspace.crossing);
        let mut found = Vec::new();
        lines.along(k, workspace, |through| {
            if through[0] > number(k) {
                let crossing = lines.crossing(k, through[0] as usize);
                let others = through.iter().map(|&l| l as usize);
                found.push(FrontierConfluence {
                    place: self.shift.apply_to_point(&point(&crossing)),
                    frontiers: std::iter::once(k).chain(others).collect(),
                });
            }
        });
        found
    }
}
