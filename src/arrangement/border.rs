//! Ends of lines on the border of the Tile.

use super::lines::{Lines, number};
use crate::num::ExactInteger;
use crate::tile::Side;

/// Ends of lines on the border.
#[derive(Clone, Debug, Default)]
pub(super) struct Border {
    /// Per line: the number of the end, upper left and lower right.
    pub(super) ends: Vec<[u32; 2]>,
    /// Per end: the flattest line that ends there, upper left and lower right.
    pub(super) flattest: [Vec<u32>; 2],
    /// Per line and end: the next steeper line with this end, or [`NONE`].
    pub(super) steeper: Vec<[u32; 2]>,
    /// For each line and end: 0 before, 1 at, and 2 beyond the corner NPV or PPV.
    pub(super) corners: Vec<[u8; 2]>,
}

/// No line.
pub(super) const NONE: u32 = u32::MAX;

impl Border {
    pub(super) fn of<I: ExactInteger>(lines: &Lines<I>) -> Self {
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
