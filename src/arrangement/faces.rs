//! The numbers of all cells, and which one lies on each side of each stretch.

use super::border::NONE;
use super::cells::Cells;
use super::lines::{Lines, number};
use super::walk::Walk;
use crate::num::ExactInteger;
use crate::work::Watch;

impl Cells {
    /// O(K log L) for K crossings of L lines inside the Tile, and O(K + L) memory.
    /// `None` if the watch stops it, which is asked once for each line.
    pub(super) fn new<I: ExactInteger>(lines: &Lines<I>, watch: &Watch<'_>) -> Option<Self> {
        let mut cells = Self::of_crossings(lines, watch)?;
        cells.find_faces();
        Some(cells)
    }

    fn find_faces(&mut self) {
        let stretches = self.vertex_of.len() + self.lines();
        (self.above, self.below) = (vec![NONE; stretches], vec![NONE; stretches]);
        // A cell begins above every line at its start, and above all but the flattest line at
        // every crossing.
        let mut starts = Vec::with_capacity(self.through.len() - self.crossings() + self.lines());
        for line in 0..number(self.lines()) {
            starts.push([line, 0]);
            for stretch in 1..self.stretches(line) {
                let incidence = self.offsets[line as usize] + stretch - 1;
                if self.at_vertex(self.vertex_of[incidence as usize])[0] != incidence {
                    starts.push([line, stretch]);
                }
            }
        }
        for (cell, &[line, stretch]) in (1_u32..).zip(&starts) {
            self.mark(Walk { line, stretch, down: true }, cell);
        }
        if self.lines() > 0 {
            self.mark(self.start(0), 0);
        }
        self.renumber(starts);
    }

    /// Writes a cell's number beside all stretches around it.
    fn mark(&mut self, from: Walk, cell: u32) {
        let mut walk = from;
        loop {
            let stretch = self.stretch_number(walk.line, walk.stretch);
            if walk.down {
                self.above[stretch] = cell
            } else {
                self.below[stretch] = cell
            }
            walk = self.turn(walk);
            if walk == from {
                return;
            }
        }
    }

    /// Numbers cells in preorder of their tree, children by the order in which they were found.
    fn renumber(&mut self, starts: Vec<[u32; 2]>) {
        let count = starts.len() + 1;
        let mut offsets = vec![0_u32; count + 1];
        let parents: Vec<u32> = starts
            .iter()
            .map(|&[line, stretch]| self.below[self.stretch_number(line, stretch)])
            .collect();
        for &parent in &parents {
            offsets[parent as usize + 1] += 1;
        }
        for k in 0..count {
            offsets[k + 1] += offsets[k];
        }
        let mut children = vec![0_u32; parents.len()];
        let mut next = offsets.clone();
        for (cell, &parent) in (1_u32..).zip(&parents) {
            children[next[parent as usize] as usize] = cell;
            next[parent as usize] += 1;
        }
        let mut renamed = vec![0_u32; count];
        let mut ordered = Vec::with_capacity(starts.len());
        let mut stack = vec![0_u32];
        let mut given = 0;
        while let Some(cell) = stack.pop() {
            renamed[cell as usize] = given;
            given += 1;
            if cell > 0 {
                ordered.push(starts[cell as usize - 1]);
            }
            let own = offsets[cell as usize] as usize..offsets[cell as usize + 1] as usize;
            stack.extend(children[own].iter().rev());
        }
        for side in [&mut self.above, &mut self.below] {
            for cell in side {
                *cell = renamed[*cell as usize];
            }
        }
        self.starts = ordered;
    }
}
