//! The full arrangement: which crossings lie along each line, and which cell lies on each side of
//! each stretch between them.
//!
//! Lines fall from left to right, so every cell has one corner that is its furthest to the
//! upper left, and all cells but the one at TNR (0, 0) lie above the line that leaves that corner
//! steepest below them. So that line and stretch identify a cell, and crossing it leads to the
//! cell's parent, nearer to TNR: a tree of all cells, in whose preorder they are numbered.

use crate::parallel::try_map_indices_with;

use super::border::{Border, NONE};
use super::crossings::Workspace;
use super::lines::{Lines, number};
use crate::num::ExactInteger;
use crate::work::Watch;

/// Lines, crossings and cells as numbers; no coordinates.
#[derive(Clone, Debug)]
pub(super) struct Cells {
    /// Incidences of line k, from its upper-left end: `offsets[k]..offsets[k + 1]`. Its stretches
    /// are numbered from `offsets[k] + k` on.
    pub(super) offsets: Vec<u32>,
    /// The line of each incidence.
    pub(super) line_of: Vec<u32>,
    /// The vertex of each incidence.
    pub(super) vertex_of: Vec<u32>,
    /// Incidences at vertex v, the flattest line first:
    /// `through[vertex_offsets[v]..vertex_offsets[v + 1]]`.
    pub(super) through: Vec<u32>,
    vertex_offsets: Vec<u32>,
    /// The cells above and below each stretch.
    pub(super) above: Vec<u32>,
    pub(super) below: Vec<u32>,
    /// For each cell but the first, the line and stretch under its corner furthest to the upper
    /// left.
    pub(super) starts: Vec<[u32; 2]>,
    pub(super) border: Border,
}

impl Cells {
    /// The crossings along each line; no cell is numbered yet. `None` if the watch stops it, which
    /// is asked once for each line.
    pub(super) fn of_crossings<I: ExactInteger>(
        lines: &Lines<I>,
        watch: &Watch<'_>,
    ) -> Option<Self> {
        let sorted: Result<Vec<Sorted>, ()> =
            try_map_indices_with(lines.len(), Workspace::default, |workspace, k| {
                watch.step().ok_or(())?;
                Ok(Sorted::of(lines, k, workspace))
            });
        let sorted = sorted.ok()?;
        let mut cells = Self {
            offsets: vec![0],
            line_of: Vec::new(),
            vertex_of: Vec::new(),
            through: Vec::new(),
            vertex_offsets: Vec::new(),
            above: Vec::new(),
            below: Vec::new(),
            starts: Vec::new(),
            border: Border::of(lines),
        };
        cells.number_vertices(sorted);
        Some(cells)
    }

    /// Gives each crossing its number, at the first line through it.
    fn number_vertices(&mut self, sorted: Vec<Sorted>) {
        let mut vertices = 0;
        // What earlier lines found on later ones: (earlier line, vertex).
        let mut found: Vec<Vec<[u32; 2]>> = vec![Vec::new(); sorted.len()];
        let mut known = vec![NONE; sorted.len()];
        for (line, Sorted { others, ends }) in sorted.into_iter().enumerate() {
            for [earlier, vertex] in std::mem::take(&mut found[line]) {
                known[earlier as usize] = vertex;
            }
            let mut start = 0;
            for end in ends {
                let through = &others[start..end as usize];
                start = end as usize;
                let first = through[0];
                let vertex = if (first as usize) < line {
                    known[first as usize]
                } else {
                    for &later in through {
                        found[later as usize].push([number(line), vertices]);
                    }
                    vertices += 1;
                    vertices - 1
                };
                self.line_of.push(number(line));
                self.vertex_of.push(vertex);
            }
            self.offsets.push(number(self.vertex_of.len()));
        }
        self.vertex_offsets = vec![0; vertices as usize + 1];
        for &vertex in &self.vertex_of {
            self.vertex_offsets[vertex as usize + 1] += 1;
        }
        for v in 0..vertices as usize {
            self.vertex_offsets[v + 1] += self.vertex_offsets[v];
        }
        let mut next = self.vertex_offsets.clone();
        self.through = vec![0; self.vertex_of.len()];
        for (incidence, &vertex) in (0_u32..).zip(&self.vertex_of) {
            let slot = &mut next[vertex as usize];
            self.through[*slot as usize] = incidence;
            *slot += 1;
        }
    }

    /// The number of lines.
    pub(super) fn lines(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Incidences at a vertex, the flattest line first.
    pub(super) fn at_vertex(&self, vertex: u32) -> &[u32] {
        let v = vertex as usize;
        &self.through[self.vertex_offsets[v] as usize..self.vertex_offsets[v + 1] as usize]
    }

    /// The number of stretches of a line.
    pub(super) fn stretches(&self, line: u32) -> u32 {
        self.offsets[line as usize + 1] - self.offsets[line as usize] + 1
    }

    /// The number of a stretch among all.
    pub(super) fn stretch_number(&self, line: u32, stretch: u32) -> usize {
        self.offsets[line as usize] as usize + line as usize + stretch as usize
    }

    /// The number of cells.
    pub(super) fn len(&self) -> usize {
        self.starts.len() + 1
    }

    /// The number of crossings.
    pub(super) fn crossings(&self) -> usize {
        self.vertex_offsets.len().saturating_sub(1)
    }

    /// The parent of a cell, nearer to TNR (0, 0), and the line between the two.
    pub(super) fn parent(&self, cell: usize) -> Option<(u32, u32)> {
        let [line, stretch] = *self.starts.get(cell.checked_sub(1)?)?;
        Some((self.below[self.stretch_number(line, stretch)], line))
    }
}

/// The crossings along one line: the other lines, and where each crossing's list of them ends.
struct Sorted {
    others: Vec<u32>,
    ends: Vec<u32>,
}

impl Sorted {
    fn of<I: ExactInteger>(lines: &Lines<I>, k: usize, workspace: &mut Workspace<I>) -> Self {
        workspace.crossing.clear();
        lines.earlier_crossing(k, &mut workspace.crossing);
        lines.later_crossing(k, &mut workspace.crossing);
        let mut others = Vec::with_capacity(workspace.crossing.len());
        let mut ends = Vec::with_capacity(workspace.crossing.len());
        lines.along(k, workspace, |through| {
            others.extend_from_slice(through);
            ends.push(number(others.len()));
        });
        Self { others, ends }
    }
}
