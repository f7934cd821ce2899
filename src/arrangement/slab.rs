//! A slab of the Tile between two abscissas: which lines enter and cross inside it, in which order.
//!
//! A *cut* is a path through the Tile: along the bottom side to an abscissa, up to the top side,
//! and along that to the right. Every line meets it once, so it puts all lines into an order. Two
//! lines cross in the slab between two cuts iff their orders there differ: the crossings of a slab
//! are the inversions of one order against the other, O(K + L log L) for K of them. What lies on a
//! cut's vertical part belongs to the slab on its right.
//!
//! Doubles with a proved bound decide what they can, rationals the rest.

use std::cmp::Ordering;
use std::sync::Arc;

use super::border::NONE;
use super::homogeneous::point;
use super::lines::{Lines, number};
use crate::geometry::Point;
use crate::num::{ExactInteger, Rational};
use crate::tile::Side;

/// The rounding error of one operation on doubles, relative to its result.
const ROUNDING: f64 = f64::EPSILON / 2.0;

/// [`ExactInteger::quotient`] of an abscissa, which is at most 1, is this near to it.
const NEAR: f64 = 8.0 * ROUNDING;

/// For each line c/q and p/q of p a + q b = c, rounded.
#[derive(Debug)]
pub(super) struct Slopes(Vec<[f64; 2]>);

impl Slopes {
    pub(super) fn of<I: ExactInteger>(lines: &Lines<I>) -> Self {
        let of = |k| {
            let [p, q, c] = lines.chord(k);
            [I::quotient(&c, &q), I::quotient(&p, &q)]
        };
        Self((0..lines.len()).map(of).collect())
    }

    /// The height of a line at an abscissa, and how far that may be off.
    fn height(&self, line: u32, at: f64) -> [f64; 2] {
        let [level, slope] = self.0[line as usize];
        let fall = slope * at;
        [level - fall, 16.0 * ROUNDING * (level + fall + 1.0)]
    }
}

/// The order in which lines meet a cut.
#[derive(Debug)]
pub(super) struct Cut {
    pub(super) at: Rational,
    pub(super) order: Vec<u32>,
    /// The first ones in the order, which end on the bottom side up to the abscissa; at the right
    /// side all.
    pub(super) ended: usize,
    /// Lines that have entered the Tile: all but the last ones, which begin at the abscissa or
    /// beyond.
    pub(super) entered: usize,
}

impl Cut {
    /// Along the left and the top side.
    pub(super) fn first<I: ExactInteger>(lines: &Lines<I>) -> Self {
        let mut order: Vec<u32> = (0..number(lines.len())).collect();
        // Behind their common end the steeper line is below.
        order.sort_by_key(|&l| (lines.line(l as usize).upper_left, NONE - l));
        Self { at: Rational::from(0), order, ended: 0, entered: 0 }
    }

    /// Along the bottom and the right side.
    pub(super) fn last<I: ExactInteger>(lines: &Lines<I>) -> Self {
        let mut order: Vec<u32> = (0..number(lines.len())).collect();
        order.sort_by_key(|&l| (lines.lower_rights[l as usize], l));
        Self { at: Rational::from(1), ended: order.len(), entered: order.len(), order }
    }

    /// At an abscissa between 0 and 1 that is exact in doubles.
    pub(super) fn at<I: ExactInteger>(lines: &Lines<I>, slopes: &Slopes, at: &Rational) -> Self {
        let rounded = at.to_f64();
        let exact = |line: u32| height(lines, line, at);
        // The part of the path, and on the vertical part the height.
        let mut met: Vec<(u8, [f64; 2], u32)> = (0..number(lines.len()))
            .map(|line| {
                let [height, error] = slopes.height(line, rounded);
                let part = if height > error && 1.0 - height > error {
                    1
                } else if height < -error {
                    0
                } else if height - 1.0 > error {
                    2
                } else {
                    let height = exact(line);
                    if !height.is_positive() {
                        0
                    } else {
                        1 + u8::from(height >= Rational::from(1))
                    }
                };
                (part, [height, error], line)
            })
            .collect();
        met.sort_unstable_by(|&(part, [y, error], k), &(part2, [y2, error2], l)| {
            part.cmp(&part2).then_with(|| match part {
                0 => (lines.lower_rights[k as usize], k).cmp(&(lines.lower_rights[l as usize], l)),
                // Before they meet the steeper line is above.
                1 if (y - y2).abs() > error + error2 => y.total_cmp(&y2),
                1 => exact(k).cmp(&exact(l)).then(k.cmp(&l)),
                _ => {
                    let start = |l: u32| (lines.line(l as usize).upper_left, NONE - l);
                    start(k).cmp(&start(l))
                }
            })
        });
        let ended = met.partition_point(|&(part, ..)| part == 0);
        let entered = met.partition_point(|&(part, ..)| part < 2);
        let order = met.into_iter().map(|(.., line)| line).collect();
        Self { at: at.clone(), order, ended, entered }
    }

    /// For each line in the order of `self` its place in the order of another cut.
    fn places_on(&self, other: &Self) -> Vec<u32> {
        let mut places = vec![0; other.order.len()];
        for (place, &line) in (0..).zip(&other.order) {
            places[line as usize] = place;
        }
        self.order.iter().map(|&line| places[line as usize]).collect()
    }
}

/// The height of a line at an abscissa.
pub(super) fn height<I: ExactInteger>(lines: &Lines<I>, line: u32, at: &Rational) -> Rational {
    let one = I::from_small(1);
    let [p, q, c] = lines.chord(line as usize).map(|part| I::ratio(&part, &one));
    (c - p * at) / q
}

/// The Tile between two cuts.
#[derive(Clone, Debug)]
pub(super) struct Slab {
    pub(super) left: Arc<Cut>,
    pub(super) right: Arc<Cut>,
}

/// A point of a slab where lines enter the Tile or meet.
#[derive(Debug)]
pub(super) struct Vertex<I> {
    /// Homogeneous balanced coordinates.
    pub(super) at: [I; 3],
    /// The side on which lines enter; `None` where they meet inside.
    pub(super) entry: Option<Side>,
    /// Its lines, each once or, where they meet, each as often as there are others.
    pub(super) lines: Vec<u32>,
}

/// Event in a slab: two lines cross, or one enters.
#[derive(Clone, Copy, Debug)]
struct Event {
    /// The abscissa, rounded.
    near: f64,
    pair: [u32; 2],
}

impl Event {
    fn at<I: ExactInteger>(&self, lines: &Lines<I>) -> [I; 3] {
        match self.pair.map(|line| line as usize) {
            [line, _] if self.pair[1] == NONE => {
                let [start, _] = lines.end_points(line);
                start
            }
            [k, l] => lines.crossing(k, l),
        }
    }
}

impl Slab {
    /// Returns the number of pairs of lines that cross in the slab.
    pub(super) fn crossings(&self) -> u64 {
        let mut found = 0;
        inversions(&mut self.left.places_on(&self.right), &mut |_, above| {
            found += above.len() as u64
        });
        found
    }

    /// Passes on all points where lines enter or meet, by abscissa and from below.
    pub(super) fn visit_vertices<I: ExactInteger>(
        &self,
        lines: &Lines<I>,
        mut visit: impl FnMut(Vertex<I>),
    ) {
        let mut events = Vec::new();
        let mut add = |pair| {
            let mut event = Event { near: 0.0, pair };
            let [a, _, weight] = event.at(lines);
            event.near = I::quotient(&a, &weight);
            events.push(event);
        };
        for &line in &self.left.order[self.left.entered..self.right.entered] {
            add([line, NONE]);
        }
        let order = &self.right.order;
        inversions(&mut self.left.places_on(&self.right), &mut |place, above| {
            let line = order[place as usize];
            above.iter().for_each(|&other| add([line, order[other as usize]]));
        });
        events.sort_unstable_by(|x, y| x.near.total_cmp(&y.near));
        let mut rest = events.as_slice();
        while !rest.is_empty() {
            let near = |pair: &&[Event]| pair[1].near - pair[0].near <= 2.0 * NEAR;
            let together = 1 + rest.windows(2).take_while(near).count();
            let (run, later) = rest.split_at(together);
            rest = later;
            if let [only] = run {
                visit(vertex(only.at(lines), [only]));
                continue;
            }
            let mut exact: Vec<(Point, &Event)> =
                run.iter().map(|event| (point(&event.at(lines)), event)).collect();
            let order = |(x, _): &(Point, _), (y, _): &(Point, _)| -> Ordering {
                x.a.cmp(&y.a).then_with(|| x.b.cmp(&y.b))
            };
            exact.sort_by(order);
            for same in exact.chunk_by(|x, y| order(x, y).is_eq()) {
                let at = same[0].1.at(lines);
                visit(vertex(at, same.iter().map(|&(_, event)| event)));
            }
        }
    }
}

fn vertex<'e, I: ExactInteger>(
    at: [I; 3],
    events: impl IntoIterator<Item = &'e Event>,
) -> Vertex<I> {
    let mut through: Vec<u32> = Vec::with_capacity(2);
    through.extend(events.into_iter().flat_map(|event| event.pair).filter(|&line| line != NONE));
    // Inside no lines meet on the border.
    let entry = if at[1] == at[2] {
        Some(Side::Top)
    } else if at[0].is_zero() {
        Some(Side::Left)
    } else {
        None
    };
    Vertex { at, entry, lines: through }
}

/// Sorts a list and passes on for each element the greater ones that stood before it.
fn inversions(list: &mut [u32], found: &mut impl FnMut(u32, &[u32])) {
    let mut buffer = Vec::with_capacity(list.len());
    sort_halves(list, &mut buffer, found);
}

fn sort_halves(list: &mut [u32], buffer: &mut Vec<u32>, found: &mut impl FnMut(u32, &[u32])) {
    if list.len() < 2 {
        return;
    }
    let (first, second) = list.split_at_mut(list.len() / 2);
    sort_halves(first, buffer, found);
    sort_halves(second, buffer, found);
    if first[first.len() - 1] < second[0] {
        return;
    }
    buffer.clear();
    let mut before = &*first;
    for &element in &*second {
        let smaller = before.iter().take_while(|&&other| other < element).count();
        buffer.extend_from_slice(&before[..smaller]);
        before = &before[smaller..];
        if !before.is_empty() {
            found(element, before);
        }
        buffer.push(element);
    }
    buffer.extend_from_slice(before);
    list.copy_from_slice(buffer);
}
