//! The way around a cell, counter-clockwise.

use super::border::NONE;
use super::cells::Cells;
use super::lines::number;

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
pub(super) struct Walk {
    pub(super) line: u32,
    /// The stretch of the line, from 0 at its upper-left end.
    pub(super) stretch: u32,
    /// `true` if it goes from upper left to lower right.
    pub(super) down: bool,
}

/// One side of a cell: the corner at its beginning, and the line that it follows, if any.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) corner: Corner,
    pub(super) line: Option<u32>,
}

impl Cells {
    /// The first walk around a cell: above the line that it begins on, or for the cell at TNR below
    /// the steepest line of the first end.
    pub(super) fn start(&self, cell: usize) -> Walk {
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

    /// The next walk around the cell on the left: at each point the sharpest turn to the left,
    /// which is the next steeper line backwards, or from the steepest the flattest one onwards.
    pub(super) fn turn(&self, Walk { line, stretch, down }: Walk) -> Walk {
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
