//! All frontiers as lines of balanced coordinates, in the narrowest integers that suffice.
//!
//! The Tile of balanced priors is ROC space seen projectively: the point (a, b) stands for the
//! point V = (-a, 1-a)/(b-a) through which all contours of R_ab pass, and classifiers are ranked by
//! the angle under which V sees them. So two classifiers tie at (a, b) iff V lies on the ROC line
//! through them, and the open Tile is the part of the projective plane with x < 0, y > 1 or
//! x > 1, y < 0 or a direction that falls. Lines that fall cross it, and no others.
//!
//! A line v X + u Y = w W through homogeneous points (X : Y : W) in a box of sides (D, E) is
//! p a + q b = c on the Tile, with q = w, c = E u and p = E u + D v - w, all positive.

use std::cmp::{Ordering, Reverse};

use num_bigint::BigInt;

use crate::num::ExactInteger;
use crate::tile::{RocPoints, Side};

/// One frontier.
#[derive(Clone, Debug)]
pub(super) struct Line<I> {
    /// `[v, u, w]`, all positive.
    pub(super) normal: [I; 3],
    /// The outermost of the points on it: the one of least TNR, the one of greatest.
    pub(super) outer: [u32; 2],
    /// The number of its end among the distinct ends on the left and top sides, from TNR (0, 0)
    /// to TPR (1, 1).
    pub(super) upper_left: u32,
    /// The same on the bottom and right sides.
    pub(super) lower_right: u32,
}

/// All distinct frontiers, by `upper_left` and then against `lower_right`.
///
/// Two of them cross inside the Tile iff the one that starts first ends strictly later, and then
/// it is the flatter one. So among lines through one point, on the border or inside, a smaller
/// number means a smaller slope.
#[derive(Clone, Debug)]
pub(super) struct Lines<I> {
    pub(super) points: Vec<[I; 3]>,
    sides: [I; 2],
    pub(super) lines: Vec<Line<I>>,
    /// The lower-right ends once more, close together.
    pub(super) lower_rights: Vec<u32>,
    /// For each line the first one that starts strictly later.
    pub(super) next_start: Vec<u32>,
    /// The points on line k: `members[offsets[k]..offsets[k + 1]]`, by increasing TNR.
    members: Vec<u32>,
    offsets: Vec<u32>,
    /// Greatest number of binary digits of the terms of a point's distance from a line, and of
    /// their sums.
    pub(super) term_bits: u64,
    /// Greatest number of binary digits of the distances themselves.
    pub(super) distance_bits: u64,
    pub(super) keys_decide: bool,
}

/// Lines in one of four widths.
#[derive(Clone, Debug)]
pub(super) enum AnyLines {
    Narrow(Lines<i64>),
    Wide(Lines<i128>),
    Double(Lines<ethnum::I256>),
    Big(Lines<BigInt>),
}

/// Runs the same code on lines of any width.
macro_rules! on_lines {
    ($any:expr, $lines:ident => $body:expr) => {
        match $any {
            $crate::arrangement::lines::AnyLines::Narrow($lines) => $body,
            $crate::arrangement::lines::AnyLines::Wide($lines) => $body,
            $crate::arrangement::lines::AnyLines::Double($lines) => $body,
            $crate::arrangement::lines::AnyLines::Big($lines) => $body,
        }
    };
}
pub(super) use on_lines;

impl AnyLines {
    /// The frontiers of classifiers, and for each distinct performance, by increasing TNR and then
    /// TPR, the classifiers that have it. O(n^2 log n).
    ///
    /// # Errors
    /// The number of distinct performances if there are more than `most`.
    pub(super) fn new(roc: &RocPoints, most: usize) -> Result<(Self, Vec<Vec<usize>>), usize> {
        let longest = |part: &[usize]| {
            let parts = roc.points.iter().flat_map(|point| part.iter().map(|&k| point[k].bits()));
            parts.max().unwrap_or(1)
        };
        let side = roc.sides.iter().map(BigInt::bits).max().unwrap_or(1);
        let (coordinate, weight) = (longest(&[0, 1]).max(side), longest(&[2]));
        // v and u; w; p; how far a point is off a line; what comparing and crossing multiply.
        let slope = coordinate + weight + 1;
        let constant = 2 * coordinate + 1;
        let chord = (slope + side).max(constant) + 2;
        let off = (slope + coordinate).max(constant + weight) + 2;
        let bits = 2 * chord.max(off) + 4;
        let (points, groups) = grouped(&roc.points);
        if points.len() > most {
            return Err(points.len());
        }
        // A point's distance from a line is a doubled area inside the box.
        let distance = if weight == 1 { (&roc.sides[0] * &roc.sides[1]).bits() } else { off };
        let lines = if i64::holds(bits) {
            Self::Narrow(Lines::new(&points, &roc.sides, [off, distance]))
        } else if i128::holds(bits) {
            Self::Wide(Lines::new(&points, &roc.sides, [off, distance]))
        } else if ethnum::I256::holds(bits) {
            Self::Double(Lines::new(&points, &roc.sides, [off, distance]))
        } else {
            Self::Big(Lines::new(&points, &roc.sides, [off, distance]))
        };
        Ok((lines, groups))
    }
}

/// The distinct points, by increasing x and then y, with the positions of those at each.
fn grouped(points: &[[BigInt; 3]]) -> (Vec<&[BigInt; 3]>, Vec<Vec<usize>>) {
    let along = |axis: usize, i: usize, j: usize| {
        (&points[i][axis] * &points[j][2]).cmp(&(&points[j][axis] * &points[i][2]))
    };
    let order = |i: usize, j: usize| along(0, i, j).then_with(|| along(1, i, j));
    let mut sorted: Vec<usize> = (0..points.len()).collect();
    sorted.sort_by(|&i, &j| order(i, j).then(i.cmp(&j)));
    let groups: Vec<Vec<usize>> =
        sorted.chunk_by(|&i, &j| order(i, j).is_eq()).map(<[usize]>::to_vec).collect();
    (groups.iter().map(|group| &points[group[0]]).collect(), groups)
}

/// A line with its ends on the border as ratios, before it has its number.
struct Candidate<I> {
    pair: [u32; 2],
    normal: [I; 3],
    ends: [End<I>; 2],
    ranks: [u32; 2],
}

/// A place on the way from TNR (0, 0) to TPR (1, 1) along the border.
struct End<I> {
    side: Side,
    numerator: I,
    denominator: I,
}

impl<I: ExactInteger> End<I> {
    fn order(&self, other: &Self) -> Ordering {
        let beyond = |end: &Self| matches!(end.side, Side::Top | Side::Right);
        beyond(self).cmp(&beyond(other)).then_with(|| {
            self.numerator.times(&other.denominator).cmp(&other.numerator.times(&self.denominator))
        })
    }
}

impl<I: ExactInteger> Lines<I> {
    fn new(
        points: &[&[BigInt; 3]],
        sides: &[BigInt; 2],
        [term_bits, distance_bits]: [u64; 2],
    ) -> Self {
        let points: Vec<[I; 3]> =
            points.iter().map(|point| [0, 1, 2].map(|k| I::from_big(&point[k]))).collect();
        let mut lines = Self {
            points,
            sides: [0, 1].map(|k| I::from_big(&sides[k])),
            lines: Vec::new(),
            lower_rights: Vec::new(),
            next_start: Vec::new(),
            members: Vec::new(),
            offsets: vec![0],
            term_bits,
            distance_bits,
            keys_decide: I::keys_decide(distance_bits),
        };
        let mut candidates = lines.candidates();
        for end in [0, 1] {
            candidates.sort_unstable_by(|x, y| x.ends[end].order(&y.ends[end]));
            let mut rank = 0;
            for k in 1..candidates.len() {
                if candidates[k - 1].ends[end].order(&candidates[k].ends[end]).is_ne() {
                    rank += 1;
                }
                candidates[k].ranks[end] = rank;
            }
        }
        candidates.sort_unstable_by_key(|line| (line.ranks[0], Reverse(line.ranks[1])));
        // Lines that share both ends are one.
        for same in candidates.chunk_by(|x, y| x.ranks == y.ranks) {
            let mut members: Vec<u32> = same.iter().flat_map(|line| line.pair).collect();
            members.sort_unstable();
            members.dedup();
            lines.lines.push(Line {
                normal: same[0].normal.clone(),
                outer: [members[0], members[members.len() - 1]],
                upper_left: same[0].ranks[0],
                lower_right: same[0].ranks[1],
            });
            lines.members.extend(members);
            lines.offsets.push(number(lines.members.len()));
        }
        lines.lower_rights = lines.lines.iter().map(|line| line.lower_right).collect();
        lines.next_start = vec![number(lines.lines.len()); lines.lines.len()];
        for k in (1..lines.lines.len()).rev() {
            let same = lines.lines[k - 1].upper_left == lines.lines[k].upper_left;
            lines.next_start[k - 1] = if same { lines.next_start[k] } else { number(k) };
        }
        lines
    }

    /// A line for every pair of points of which neither is at least as good as the other in both
    /// rates.
    fn candidates(&self) -> Vec<Candidate<I>> {
        let mut candidates = Vec::new();
        for (i, [x, y, w]) in self.points.iter().enumerate() {
            for (j, [x2, y2, w2]) in self.points.iter().enumerate().skip(i + 1) {
                let v = y.times(w2).decreased(&w.times(y2));
                let u = w.times(x2).decreased(&x.times(w2));
                if !v.is_positive() || !u.is_positive() {
                    continue;
                }
                let normal = [v, u, y.times(x2).decreased(&x.times(y2))];
                let ends = self.ends(&normal);
                candidates.push(Candidate {
                    pair: [number(i), number(j)],
                    normal,
                    ends,
                    ranks: [0; 2],
                });
            }
        }
        candidates
    }

    /// p, q, c of p a + q b = c.
    fn chord_of(&self, [v, u, w]: &[I; 3]) -> [I; 3] {
        let [d, e] = &self.sides;
        let c = e.times(u);
        [d.times(v).increased(&c).decreased(w), w.clone(), c]
    }

    /// Upper-left and lower-right end.
    fn ends(&self, normal: &[I; 3]) -> [End<I>; 2] {
        let [p, q, c] = self.chord_of(normal);
        let end = |side, numerator, denominator: &I| End {
            side,
            numerator,
            denominator: denominator.clone(),
        };
        [
            if c >= q { end(Side::Top, c.minus(&q), &p) } else { end(Side::Left, c.clone(), &q) },
            if c >= p { end(Side::Right, c.minus(&p), &q) } else { end(Side::Bottom, c, &p) },
        ]
    }

    /// The number of frontiers.
    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    pub(super) fn line(&self, k: usize) -> &Line<I> {
        &self.lines[k]
    }

    /// The distinct performances that tie on a frontier, by increasing TNR.
    pub(super) fn members(&self, k: usize) -> &[u32] {
        &self.members[self.offsets[k] as usize..self.offsets[k + 1] as usize]
    }

    /// p, q, c of the frontier p a + q b = c in balanced coordinates, all positive.
    pub(super) fn chord(&self, k: usize) -> [I; 3] {
        self.chord_of(&self.lines[k].normal)
    }

    /// Returns the ends of a frontier: the side of each, and `true` if it is a corner of the Tile.
    pub(super) fn border(&self, k: usize) -> [(Side, bool); 2] {
        self.ends(&self.lines[k].normal).map(|end| (end.side, end.numerator.is_zero()))
    }

    /// The two ends in homogeneous balanced coordinates.
    pub(super) fn end_points(&self, k: usize) -> [[I; 3]; 2] {
        let zero = || I::from_small(0);
        self.ends(&self.lines[k].normal).map(|End { side, numerator, denominator }| match side {
            Side::Top => [numerator, denominator.clone(), denominator],
            Side::Right => [denominator.clone(), numerator, denominator],
            Side::Left => [zero(), numerator, denominator],
            Side::Bottom => [numerator, zero(), denominator],
        })
    }

    /// Returns the crossing of two frontiers, in homogeneous balanced coordinates with a positive
    /// last one.
    pub(super) fn crossing(&self, k: usize, l: usize) -> [I; 3] {
        // The flatter line has the smaller number.
        let ([p, q, c], [p2, q2, c2]) = (self.chord(k.max(l)), self.chord(k.min(l)));
        [
            c.times(&q2).decreased(&q.times(&c2)),
            p.times(&c2).decreased(&c.times(&p2)),
            p.times(&q2).decreased(&q.times(&p2)),
        ]
    }
}

/// A number that fits in 32 bits.
pub(super) fn number(value: usize) -> u32 {
    u32::try_from(value)
        .expect("the numbers of frontiers and crossings were checked to fit in 32 bits")
}
