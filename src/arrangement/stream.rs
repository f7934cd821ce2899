//! The cells of the arrangement one after the other, in memory for a part of them.
//!
//! A vertical line sweeps the Tile from TNR (0, 0) to the right. It meets all lines in an order
//! that changes where lines meet: those through one point follow each other and turn around. Cells
//! lie between neighbours in that order. A cell begins at its corner furthest to the upper left:
//! above a line where it enters the Tile, or between two lines where they part. What lies below it
//! there is its parent, which began before.
//!
//! The Tile is cut into slabs of at most some hundred thousand crossings, which are swept in
//! parallel: only the numbers of cells that began further to the left come from elsewhere. O(K log
//! K') time for K crossings, K' in a slab, and O(L + K') memory for L lines.

use std::sync::Arc;

use super::border::NONE;
use super::frontiers::Frontiers;
use super::homogeneous::{point, weighted_mean};
use super::lines::{Lines, number, on_lines};
use super::slab::{Cut, Slab, Slopes, Vertex, height};
use crate::geometry::Point;
use crate::num::{ExactInteger, Rational};
use crate::parallel::{cores, map};
use crate::tile::Side;

/// Crossings in a slab, unless they lie too close together to be cut apart.
const MOST: u64 = 1 << 18;

/// Abscissas are cut at multiples of 2^-`DEEPEST`, which are exact in doubles.
const DEEPEST: u32 = 40;

/// Slabs that are worked on together, for each core.
const TOGETHER: usize = 2;

/// A cell of the open Tile on which one strict ranking of the distinct performances holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SweptCell {
    /// Its number: cells are numbered as they begin, from left to right, 0 being the one at the
    /// corner TNR (0, 0).
    pub number: u64,
    /// The cell below the corner where it begins, with a smaller number; `None` for cell 0.
    pub parent: Option<u64>,
    /// A point inside it, on the Tile of the priors.
    pub sample: Point,
}

impl Frontiers<'_> {
    /// Passes every cell once to `sink`, by number; the numbers differ from those of
    /// [`RankingCells`](super::RankingCells). `map` runs in parallel on some of them at a time,
    /// `sink` gets its results one after the other.
    ///
    /// # Errors
    /// The first error of `sink`.
    pub fn stream_cells<T: Send, E>(
        &self,
        map: impl Fn(Vec<SweptCell>) -> T + Sync,
        sink: impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        on_lines!(&self.lines, lines => self.sweep(lines, MOST, map, sink))
    }

    fn sweep<I: ExactInteger, T: Send, E>(
        &self,
        lines: &Lines<I>,
        most: u64,
        make: impl Fn(Vec<SweptCell>) -> T + Sync,
        mut sink: impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        let on_tile = |balanced: &Point| self.shift.apply_to_point(balanced);
        let first = SweptCell { number: 0, parent: None, sample: on_tile(&first_sample(lines)) };
        sink(make(vec![first]))?;
        let mut slabs = Slabs::of(lines, most);
        let mut begun = 1;
        let mut between = vec![0; lines.len() + 1];
        loop {
            let some: Vec<Slab> = slabs.by_ref().take(TOGETHER * cores()).collect();
            if some.is_empty() {
                return Ok(());
            }
            let swept = map(&some, |slab| Swept::of(lines, slab));
            let mut numbered = Vec::with_capacity(swept.len());
            for Swept { begins, between: later } in swept {
                let here = between;
                between = later.iter().map(|cell| cell.number(begun, &here)).collect();
                let from = begun;
                begun += begins.len() as u64;
                numbered.push((begins, from, here));
            }
            for made in crate::parallel::map_owned(numbered, |(begins, from, here)| {
                let cells =
                    (from..).zip(begins).map(|(number, Begin { parent, sample })| SweptCell {
                        number,
                        parent: Some(parent.number(from, &here)),
                        sample: on_tile(&sample),
                    });
                make(cells.collect())
            }) {
                sink(made)?;
            }
        }
    }
}

/// The slabs of the Tile from left to right.
struct Slabs<'l, I> {
    lines: &'l Lines<I>,
    slopes: Slopes,
    most: u64,
    left: Arc<Cut>,
    /// Cuts further to the right, the nearest last.
    right: Vec<Arc<Cut>>,
}

impl<'l, I: ExactInteger> Slabs<'l, I> {
    fn of(lines: &'l Lines<I>, most: u64) -> Self {
        let [left, right] = [Cut::first(lines), Cut::last(lines)].map(Arc::new);
        Self { lines, slopes: Slopes::of(lines), most, left, right: vec![right] }
    }
}

impl<I: ExactInteger> Iterator for Slabs<'_, I> {
    type Item = Slab;

    fn next(&mut self) -> Option<Slab> {
        let narrowest = Rational::new(1, 1_u64 << DEEPEST);
        loop {
            let slab = Slab { left: Arc::clone(&self.left), right: Arc::clone(self.right.last()?) };
            let width = &slab.right.at - &slab.left.at;
            if width <= narrowest || slab.crossings() <= self.most {
                self.left = self.right.pop()?;
                return Some(slab);
            }
            let middle = (&slab.left.at + &slab.right.at) / Rational::from(2);
            self.right.push(Arc::new(Cut::at(self.lines, &self.slopes, &middle)));
        }
    }
}

/// A cell while a slab is swept.
#[derive(Clone, Copy, Debug)]
enum CellRef {
    /// One that begins in the slab.
    New(u32),
    /// The one at a place between the lines on the slab's left cut.
    Left(u32),
}

impl CellRef {
    fn number(self, begun: u64, left: &[u64]) -> u64 {
        match self {
            Self::New(cell) => begun + u64::from(cell),
            Self::Left(place) => left[place as usize],
        }
    }
}

/// Beginning of a cell.
#[derive(Debug)]
struct Begin {
    parent: CellRef,
    /// In balanced coordinates.
    sample: Point,
}

/// Cells and vertices that a slab adds.
#[derive(Debug)]
struct Swept {
    begins: Vec<Begin>,
    /// The cells between the lines on the right cut: below the first one, between it and the
    /// second, and so on.
    between: Vec<CellRef>,
}

/// A vertex that has been swept over.
struct Passed<I> {
    at: [I; 3],
    entry: Option<Side>,
    /// Index of its first line in the list of all, as they leave it, from below.
    lines: usize,
    /// Number of its lines.
    count: usize,
    /// The line above the last one on the border.
    above: u32,
}

impl Swept {
    fn of<I: ExactInteger>(lines: &Lines<I>, slab: &Slab) -> Self {
        let mut sweep = Sweep::new(lines, slab);
        slab.visit_vertices(lines, |vertex| sweep.pass(vertex));
        let samples = sweep.samples();
        let begins = sweep.parents.into_iter().zip(samples);
        Self {
            begins: begins.map(|(parent, sample)| Begin { parent, sample }).collect(),
            between: sweep.between,
        }
    }
}

/// A slab that is being swept.
struct Sweep<'s, I> {
    lines: &'s Lines<I>,
    slab: &'s Slab,
    order: Vec<u32>,
    places: Vec<u32>,
    between: Vec<CellRef>,
    passed: Vec<Passed<I>>,
    /// The lines of all passed vertices.
    leaving: Vec<u32>,
    parents: Vec<CellRef>,
}

impl<'s, I: ExactInteger> Sweep<'s, I> {
    fn new(lines: &'s Lines<I>, slab: &'s Slab) -> Self {
        let order = slab.left.order.clone();
        let mut places = vec![0; order.len()];
        for (place, &line) in (0..).zip(&order) {
            places[line as usize] = place;
        }
        let between = (0..=number(order.len())).map(CellRef::Left).collect();
        Self {
            lines,
            slab,
            order,
            places,
            between,
            passed: Vec::new(),
            leaving: Vec::new(),
            parents: Vec::new(),
        }
    }

    /// Turns the lines through a vertex around, or lets them in, and begins the cells there.
    fn pass(&mut self, Vertex { at, entry, lines }: Vertex<I>) {
        let places = lines.iter().map(|&line| self.places[line as usize] as usize);
        let lowest = places.clone().min().expect("a vertex has lines");
        let highest = places.max().expect("a vertex has lines");
        if entry.is_none() {
            self.order[lowest..=highest].reverse();
            for place in lowest..=highest {
                self.places[self.order[place] as usize] = number(place);
            }
        }
        // A cell begins above each line that enters, and above all but the last one that leaves a
        // crossing.
        let last = if entry.is_some() { highest + 1 } else { highest };
        for place in lowest..last {
            let parent = self.between[place];
            self.between[place + 1] = CellRef::New(number(self.parents.len()));
            self.parents.push(parent);
        }
        self.passed.push(Passed {
            at,
            entry,
            lines: self.leaving.len(),
            count: highest - lowest + 1,
            above: self.order.get(highest + 1).copied().unwrap_or(NONE),
        });
        self.leaving.extend_from_slice(&self.order[lowest..=highest]);
    }

    /// For each cell that begins a point inside: the centre of a triangle of the corner where it
    /// begins and the next points along the lines below and above it.
    fn samples(&self) -> Vec<Point> {
        // For each line that leaves a vertex the next one on it.
        let mut following = vec![NONE; self.leaving.len()];
        let mut next = vec![NONE; self.order.len()];
        for (v, vertex) in self.passed.iter().enumerate().rev() {
            let own = vertex.lines..vertex.lines + vertex.count;
            for (&line, following) in self.leaving[own.clone()].iter().zip(&mut following[own]) {
                *following = std::mem::replace(&mut next[line as usize], number(v));
            }
        }
        let mut ended = vec![false; self.order.len()];
        for &line in &self.slab.right.order[..self.slab.right.ended] {
            ended[line as usize] = true;
        }
        let corner = |k: usize| match following[k] {
            NONE => self.leave(self.leaving[k], &ended),
            vertex => Corner::Near(self.passed[vertex as usize].at.clone()),
        };
        let mut samples = Vec::with_capacity(self.parents.len());
        for vertex in &self.passed {
            let own = vertex.lines..vertex.lines + vertex.count;
            let mut below = None;
            for k in own {
                let corner = corner(k);
                if let Some(below) = below.replace(corner.clone()) {
                    samples.push(centre(&vertex.at, &below, &corner));
                }
            }
            if let (Some(side), Some(below)) = (vertex.entry, below) {
                samples.push(centre(&vertex.at, &below, &self.border_above(side, vertex.above)));
            }
        }
        samples
    }

    /// Returns the point at which a line leaves the slab.
    fn leave(&self, line: u32, ended: &[bool]) -> Corner<I> {
        if ended[line as usize] {
            let [_, end] = self.lines.end_points(line as usize);
            return Corner::Near(end);
        }
        let at = &self.slab.right.at;
        Corner::Far(Point::new(at.clone(), height(self.lines, line, at)))
    }

    /// Returns the next point along the border after one at which lines enter on a side: the entry
    /// of the next line, or a corner of the Tile.
    fn border_above(&self, side: Side, line: u32) -> Corner<I> {
        if line != NONE && self.lines.border(line as usize)[0].0 == side {
            let [start, _] = self.lines.end_points(line as usize);
            return Corner::Near(start);
        }
        let corner = if side == Side::Left { [0, 1, 1] } else { [1, 1, 1] };
        Corner::Near(corner.map(I::from_small))
    }
}

/// A corner of a triangle inside a cell.
#[derive(Clone)]
enum Corner<I> {
    /// In homogeneous coordinates of the lines' integers.
    Near([I; 3]),
    /// The point at which a line leaves a slab.
    Far(Point),
}

/// A point inside a triangle.
fn centre<I: ExactInteger>(apex: &[I; 3], second: &Corner<I>, third: &Corner<I>) -> Point {
    if let (Corner::Near(second), Corner::Near(third)) = (second, third) {
        return weighted_mean([apex.clone(), second.clone(), third.clone()]);
    }
    let of = |corner: &Corner<I>| match corner {
        Corner::Near(at) => point(at),
        Corner::Far(at) => at.clone(),
    };
    let corners = [point(apex), of(second), of(third)];
    let mean = |part: fn(&Point) -> &Rational| {
        corners.iter().map(|corner| part(corner).clone()).sum::<Rational>() / Rational::from(3)
    };
    Point::new(mean(|corner| &corner.a), mean(|corner| &corner.b))
}

/// A point inside the cell at TNR (0, 0).
fn first_sample<I: ExactInteger>(lines: &Lines<I>) -> Point {
    let least = |key: &dyn Fn(usize) -> u32| (0..lines.len()).min_by_key(|&k| key(k));
    let border = |line: Option<usize>, end: usize, side: Side, corner: [i32; 3]| {
        line.filter(|&k| lines.border(k)[end].0 == side)
            .map_or_else(|| corner.map(I::from_small), |k| lines.end_points(k)[end].clone())
    };
    let left = border(least(&|k| lines.line(k).upper_left), 0, Side::Left, [0, 1, 1]);
    let bottom = border(least(&|k| lines.line(k).lower_right), 1, Side::Bottom, [1, 0, 1]);
    weighted_mean([[0, 0, 1].map(I::from_small), left, bottom])
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::{Classifier, ConfusionMatrix, Regions};
    use proptest::prelude::*;

    /// Checks all cells that are swept in slabs of at most `most` crossings.
    fn check(regions: &Regions, most: u64) {
        let frontiers = Frontiers::new(regions).expect("one prior");
        let mut cells = Vec::new();
        let swept = on_lines!(&frontiers.lines, lines => {
            let mut add = |some| -> Result<(), ()> { cells.extend(some); Ok(()) };
            frontiers.sweep(lines, most, |some| some, &mut add)
        });
        swept.expect("nothing stops it");
        assert_eq!(cells.len() as u64, frontiers.count().cells);
        let curves: Vec<_> = (0..frontiers.len()).map(|k| frontiers.curve(k)).collect();
        let mut sides: Vec<Vec<_>> = Vec::new();
        for (number, cell) in (0..).zip(&cells) {
            assert_eq!(cell.number, number);
            let Point { a, b } = &cell.sample;
            let one = Rational::from(1);
            assert!(
                a.is_positive() && b.is_positive() && *a < one && *b < one,
                "{:?}",
                cell.sample
            );
            let here: Vec<_> = curves.iter().map(|curve| curve.side_of(&cell.sample)).collect();
            assert!(here.iter().all(|side| side.is_ne()), "a sample lies on a frontier");
            match cell.parent {
                None => assert!(number == 0 && here.iter().all(|side| side.is_gt())),
                Some(parent) => {
                    assert!(parent < number);
                    let differ = here
                        .iter()
                        .zip(&sides[usize::try_from(parent).expect("few cells")])
                        .filter(|(x, y)| x != y);
                    assert_eq!(
                        differ.count(),
                        1,
                        "one frontier lies between a cell and its parent"
                    );
                }
            }
            sides.push(here);
        }
        let different: HashSet<String> = sides.iter().map(|sides| format!("{sides:?}")).collect();
        assert_eq!(different.len(), cells.len());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn every_cell_is_swept_once(
            counts in prop::collection::vec((0_u64..=9, 0_u64..=6), 1..9),
            factor in prop::sample::select(vec![1, 1 << 12, 1 << 40]),
            most in prop::sample::select(vec![0, 1, 3, 10, MOST]),
        ) {
            let classifiers = counts.iter().map(|&(tn, tp)| {
                let [tn, fp, fnn, tp] = [tn, 9 - tn, 6 - tp, tp].map(|count| count * factor);
                Classifier::new("", ConfusionMatrix::from_counts(tn, fp, fnn, tp).expect("samples"))
            });
            check(&Regions::new(classifiers.collect()).expect("a population"), most);
        }
    }

    #[test]
    fn lines_that_meet_on_a_cut_are_swept_once() {
        // Under equal priors frontiers of mirrored classifiers meet on a = 1/2, the first cut.
        let mut classifiers = Vec::new();
        for (tn, tp) in [(8, 3), (3, 8), (7, 5), (5, 7), (10, 0), (0, 10), (9, 2), (2, 9), (6, 6)] {
            let matrix = ConfusionMatrix::from_counts(tn, 10 - tn, 10 - tp, tp).expect("samples");
            classifiers.push(Classifier::new("", matrix));
        }
        let regions = Regions::new(classifiers).expect("a population");
        for most in [0, 1, 2, 5, MOST] {
            check(&regions, most);
        }
    }
}
