//! The full arrangement: which crossings lie along each line, and which cell lies on each side of
//! each stretch between them.
//!
//! Lines fall from left to right, so every cell has one corner that is its furthest to the
//! upper left, and all cells but the one at TNR (0, 0) lie above the line that leaves that corner
//! steepest below them. So a cell is told by that line and stretch, and crossing it leads to the
//! cell's parent, nearer to TNR: a tree of all cells, in whose preorder they are numbered.

use rayon::prelude::*;

use super::lines::{Lines, Workspace, number};
use crate::num::ExactInteger;
use crate::tile::Side;

/// Lines, crossings and cells as numbers; no coordinates.
#[derive(Clone, Debug)]
pub(super) struct Cells {
    /// Incidences of line k, from its upper-left end: `offsets[k]..offsets[k + 1]`. Its stretches
    /// are numbered from `offsets[k] + k` on.
    offsets: Vec<u32>,
    /// The line of each incidence.
    line_of: Vec<u32>,
    /// The vertex of each incidence.
    vertex_of: Vec<u32>,
    /// Incidences at vertex v, the flattest line first:
    /// `through[vertex_offsets[v]..vertex_offsets[v + 1]]`.
    through: Vec<u32>,
    vertex_offsets: Vec<u32>,
    /// The cells above and below each stretch.
    above: Vec<u32>,
    below: Vec<u32>,
    /// For each cell but the first, the line and stretch under its corner furthest to the upper
    /// left.
    starts: Vec<[u32; 2]>,
    border: Border,
}

/// How lines end on the border.
#[derive(Clone, Debug, Default)]
struct Border {
    /// Per line: the number of the end, upper left and lower right.
    ends: Vec<[u32; 2]>,
    /// Per end: the flattest line that ends there, upper left and lower right.
    flattest: [Vec<u32>; 2],
    /// Per line and end: the next steeper line with this end, or [`NONE`].
    steeper: Vec<[u32; 2]>,
    /// Per line and end: is it before, at, or beyond the corner NPV or PPV?
    corners: Vec<[u8; 2]>,
}

const NONE: u32 = u32::MAX;

/// A corner of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Corner {
    /// A confluence, given by two lines through it.
    Crossing(u32, u32),
    /// The upper-left or lower-right end of a line.
    End { line: u32, lower_right: bool },
    /// A corner (a, b) of the Tile.
    Tile(u8, u8),
}

/// A walk along a line, with the cell on its left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Walk {
    line: u32,
    /// The stretch of the line, from 0 at its upper-left end.
    stretch: u32,
    /// From upper left to lower right?
    down: bool,
}

/// One side of a cell: the corner at its beginning, and the line that it follows, if any.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) corner: Corner,
    pub(super) line: Option<u32>,
}

impl Cells {
    /// O(K log L) for K crossings of L lines inside the Tile, and O(K + L) memory.
    pub(super) fn new<I: ExactInteger>(lines: &Lines<I>) -> Self {
        let sorted: Vec<Sorted> = (0..lines.len())
            .into_par_iter()
            .map_init(Workspace::default, |workspace, k| Sorted::of(lines, k, workspace))
            .collect();
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
        cells.find_faces();
        cells
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
    fn lines(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Incidences at a vertex, the flattest line first.
    fn at_vertex(&self, vertex: u32) -> &[u32] {
        let v = vertex as usize;
        &self.through[self.vertex_offsets[v] as usize..self.vertex_offsets[v + 1] as usize]
    }

    /// The number of stretches of a line.
    fn stretches(&self, line: u32) -> u32 {
        self.offsets[line as usize + 1] - self.offsets[line as usize] + 1
    }

    /// The number of a stretch among all.
    fn stretch_number(&self, line: u32, stretch: u32) -> usize {
        self.offsets[line as usize] as usize + line as usize + stretch as usize
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

    /// The first walk around a cell: above the line that it begins on, or for the cell at TNR below
    /// the steepest line of the first end.
    fn start(&self, cell: usize) -> Walk {
        match cell.checked_sub(1) {
            Some(k) => Walk { line: self.starts[k][0], stretch: self.starts[k][1], down: true },
            None => {
                let first = self.border.ends.iter().take_while(|ends| ends[0] == 0).count();
                Walk { line: number(first - 1), stretch: 0, down: false }
            }
        }
    }

    /// The sides of a cell, counter-clockwise. Without any line it is the whole Tile.
    pub(super) fn around(&self, cell: usize) -> Vec<Step> {
        let mut steps = Vec::with_capacity(6);
        if self.lines() == 0 {
            return [(0, 0), (1, 0), (1, 1), (0, 1)]
                .map(|(a, b)| Step { corner: Corner::Tile(a, b), line: None })
                .to_vec();
        }
        let from = self.start(cell);
        let mut walk = from;
        loop {
            steps.push(Step { corner: self.begin(walk), line: Some(walk.line) });
            let next = self.turn(walk);
            self.border_steps(walk, next, &mut steps);
            walk = next;
            if walk == from {
                return steps;
            }
        }
    }

    /// The cells beside a cell, each with the line between them, counter-clockwise.
    pub(super) fn neighbours(&self, cell: usize) -> Vec<(u32, u32)> {
        if self.lines() == 0 {
            return Vec::new();
        }
        let from = self.start(cell);
        let mut found = Vec::new();
        let mut walk = from;
        loop {
            let stretch = self.stretch_number(walk.line, walk.stretch);
            let other = if walk.down { self.below[stretch] } else { self.above[stretch] };
            found.push((other, walk.line));
            walk = self.turn(walk);
            if walk == from {
                return found;
            }
        }
    }

    /// The corner at which a walk begins.
    fn begin(&self, Walk { line, stretch, down }: Walk) -> Corner {
        let before = if down { stretch.checked_sub(1) } else { Some(stretch) };
        match before {
            None => Corner::End { line, lower_right: false },
            Some(k) if k + 1 == self.stretches(line) => Corner::End { line, lower_right: true },
            Some(k) => self.corner(self.offsets[line as usize] + k),
        }
    }

    fn corner(&self, incidence: u32) -> Corner {
        let through = self.at_vertex(self.vertex_of[incidence as usize]);
        let line = |incidence: u32| self.line_of[incidence as usize];
        Corner::Crossing(line(through[0]), line(through[1]))
    }

    /// The next walk around the cell on the left: at each point the sharpest turn to the left, which
    /// is the next steeper line backwards, or from the steepest the flattest one onwards.
    fn turn(&self, Walk { line, stretch, down }: Walk) -> Walk {
        let arrives = if down { Some(stretch) } else { stretch.checked_sub(1) };
        let inner = arrives.filter(|&k| k + 1 < self.stretches(line));
        let Some(k) = inner else { return self.turn_at_border(line, down) };
        let incidence = self.offsets[line as usize] + k;
        let through = self.at_vertex(self.vertex_of[incidence as usize]);
        let slot =
            through.binary_search(&incidence).expect("a line is among those at its crossing");
        let (next, goes_on) = match through.get(slot + 1) {
            Some(&steeper) => (steeper, false),
            None => (through[0], true),
        };
        let line = self.line_of[next as usize];
        let before = next - self.offsets[line as usize];
        let down = down == goes_on;
        Walk { line, stretch: if down { before + 1 } else { before }, down }
    }

    fn turn_at_border(&self, line: u32, lower_right: bool) -> Walk {
        let side = usize::from(lower_right);
        let border = &self.border;
        let steeper = border.steeper[line as usize][side];
        if steeper != NONE {
            return self.enter(steeper, lower_right);
        }
        let end = border.ends[line as usize][side];
        // Counter-clockwise: up along bottom and right, down along top and left.
        if lower_right {
            match border.flattest[1].get(end as usize + 1) {
                Some(&next) => self.enter(next, true),
                None => self.enter(border.flattest[0][border.flattest[0].len() - 1], false),
            }
        } else {
            match end.checked_sub(1) {
                Some(before) => self.enter(border.flattest[0][before as usize], false),
                None => self.enter(border.flattest[1][0], true),
            }
        }
    }

    /// The walk from the end of a line into the Tile.
    fn enter(&self, line: u32, lower_right: bool) -> Walk {
        let stretch = if lower_right { self.stretches(line) - 1 } else { 0 };
        Walk { line, stretch, down: !lower_right }
    }

    /// The sides along the border between two walks, if the first ends there.
    fn border_steps(&self, walk: Walk, next: Walk, steps: &mut Vec<Step>) {
        let at_end = if walk.down {
            walk.stretch + 1 == self.stretches(walk.line)
        } else {
            walk.stretch == 0
        };
        let side = usize::from(walk.down);
        if !at_end || self.border.steeper[walk.line as usize][side] != NONE {
            return;
        }
        let mut push = |corner| steps.push(Step { corner, line: None });
        push(Corner::End { line: walk.line, lower_right: walk.down });
        let place = |line: u32, side: usize| self.border.corners[line as usize][side];
        let (from, next_side) = (place(walk.line, side), usize::from(!next.down));
        let to = place(next.line, next_side);
        match (walk.down, !next.down) {
            (true, true) if from == 0 && to == 2 => push(Corner::Tile(1, 0)),
            (false, false) if from == 2 && to == 0 => push(Corner::Tile(0, 1)),
            (true, false) => {
                if from == 0 {
                    push(Corner::Tile(1, 0));
                }
                push(Corner::Tile(1, 1));
                if to == 0 {
                    push(Corner::Tile(0, 1));
                }
            }
            (false, true) => {
                if from == 2 {
                    push(Corner::Tile(0, 1));
                }
                push(Corner::Tile(0, 0));
                if to == 2 {
                    push(Corner::Tile(1, 0));
                }
            }
            _ => {}
        }
    }
}

impl Border {
    fn of<I: ExactInteger>(lines: &Lines<I>) -> Self {
        let mut border = Self { steeper: vec![[NONE; 2]; lines.len()], ..Self::default() };
        for k in 0..lines.len() {
            let line = lines.line(k);
            border.ends.push([line.upper_left, line.lower_right]);
            border.corners.push(lines.border(k).map(|(side, at_corner)| match side {
                Side::Left | Side::Bottom => 0,
                Side::Top | Side::Right if at_corner => 1,
                Side::Top | Side::Right => 2,
            }));
        }
        // Lines are numbered from flat to steep at every point.
        for side in [0, 1] {
            let ends = border.ends.iter().map(|ends| ends[side]).max();
            let flattest = &mut border.flattest[side];
            flattest.resize(ends.map_or(0, |last| last as usize + 1), NONE);
            for k in (0..lines.len()).rev() {
                let first = &mut flattest[border.ends[k][side] as usize];
                border.steeper[k][side] = *first;
                *first = number(k);
            }
        }
        border
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
