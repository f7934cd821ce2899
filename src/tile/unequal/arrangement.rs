//! One classifier's frontiers, and the events of a sweep over them.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::abscissa::Abscissa;
use super::crossing::{Base, Line};
use super::frontier::{Arc, Standing, standing};
use crate::geometry::BilinearCurve;
use crate::num::Rational;
use crate::performance::{Classifier, ConfusionMatrix};

/// An arc with the rivals whose frontier it is.
#[derive(Clone, Debug)]
pub(super) struct Front {
    pub(super) arc: Arc,
    /// Number of rivals that are better where the arc's curve is positive: below it, or on its
    /// left.
    pub(super) winners_positive: u32,
    /// Number of rivals that are better where the arc's curve is negative.
    pub(super) winners_negative: u32,
}

impl Front {
    pub(super) fn tied(&self) -> u32 {
        self.winners_positive + self.winners_negative
    }
}

/// All that the rivals of one classifier do to its rank.
#[derive(Clone, Debug)]
pub(super) struct Arrangement {
    /// Rivals that are better everywhere.
    pub(super) better: u32,
    /// Rivals that tie everywhere.
    pub(super) equal: u32,
    /// The different frontiers.
    pub(super) fronts: Vec<Front>,
    /// The zero of s = (1-a) tn + a tp, outside (0, 1); `None` if s is constant.
    pub(super) base: Option<Base>,
    /// `true` if the classifier puts all samples into one class. Its own coordinates are then
    /// unbounded both ways, and all bent frontiers end at one corner of the Tile.
    pub(super) one_class: bool,
}

/// Event at an abscissa inside (0, 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Happening {
    /// Two fronts, neither upright, the smaller number first, meet inside the Tile.
    Meeting(usize, usize),
    /// A front starts on the bottom or top side.
    Start(usize),
    /// A front ends on the bottom or top side.
    End(usize),
    /// An upright front stands there.
    Wall(usize),
}

impl Arrangement {
    /// The frontiers of one classifier with all others. O(n).
    pub(super) fn new(classifiers: &[Classifier], i: usize) -> Self {
        let matrix = &classifiers[i].matrix;
        let mut known = HashMap::new();
        let mut arrangement = Self::without_rivals(matrix);
        let rivals = classifiers.iter().enumerate().filter(|(j, _)| *j != i);
        for (_, rival) in rivals {
            match standing(matrix, &rival.matrix) {
                Standing::Everywhere(Ordering::Greater) => arrangement.better += 1,
                Standing::Everywhere(Ordering::Equal) => arrangement.equal += 1,
                Standing::Everywhere(Ordering::Less) => {}
                Standing::Divided { arc, wins_positive } => {
                    arrangement.add(&mut known, arc, wins_positive);
                }
            }
        }
        arrangement
    }

    /// Returns the frontiers that bound the part on which a classifier is at least as good as all
    /// rivals (`is_best`), or at most as good as all of them; the winners of a front are the rivals
    /// that break this condition. `None` if a rival breaks it everywhere. O(n).
    pub(super) fn of_condition(
        classifiers: &[Classifier],
        i: usize,
        rivals: &[usize],
        is_best: bool,
    ) -> Option<Self> {
        let matrix = &classifiers[i].matrix;
        let mut known = HashMap::new();
        let mut arrangement = Self::without_rivals(matrix);
        let spoils = if is_best { Ordering::Greater } else { Ordering::Less };
        for &j in rivals.iter().filter(|&&j| j != i) {
            match standing(matrix, &classifiers[j].matrix) {
                Standing::Everywhere(order) if order == spoils => return None,
                Standing::Everywhere(_) => {}
                Standing::Divided { arc, wins_positive } => {
                    arrangement.add(&mut known, arc, wins_positive == is_best);
                }
            }
        }
        Some(arrangement)
    }

    fn without_rivals(matrix: &ConfusionMatrix) -> Self {
        let base =
            matrix.tn().checked_div(&(matrix.tn() - matrix.tp())).map(|zero| Base::new(&zero));
        let one_class = [[matrix.tp(), matrix.fp()], [matrix.tn(), matrix.fn_()]]
            .iter()
            .any(|cell| cell.iter().all(|count| count.is_zero()));
        Self { better: 0, equal: 0, fronts: Vec::new(), base, one_class }
    }

    /// One more rival with a frontier; equal frontiers are one front.
    fn add(&mut self, known: &mut HashMap<BilinearCurve, usize>, arc: Arc, wins_positive: bool) {
        let fronts = &mut self.fronts;
        let at = *known.entry(arc.curve.clone()).or_insert_with(|| {
            fronts.push(Front { arc, winners_positive: 0, winners_negative: 0 });
            fronts.len() - 1
        });
        let front = &mut fronts[at];
        if wins_positive {
            front.winners_positive += 1;
        } else {
            front.winners_negative += 1;
        }
    }

    /// Returns the meeting of two different arcs, neither upright, strictly inside the Tile.
    pub(super) fn meeting(&self, first: &Arc, second: &Arc) -> Option<Abscissa> {
        Line::new(first).meeting(&Line::new(second), self.base.as_ref())
    }

    /// All that happens, from left to right. O(m^2 log m) exact comparisons for m fronts.
    pub(super) fn events(&self) -> Vec<(Abscissa, Happening)> {
        let mut events = Vec::new();
        let abscissa = |a: &Rational| {
            let inside = a.is_positive() && *a < Rational::ONE;
            inside.then(|| Abscissa::rational(a).expect("it is inside"))
        };
        let mut lines: Vec<(usize, Line)> = Vec::with_capacity(self.fronts.len());
        for (k, Front { arc, .. }) in self.fronts.iter().enumerate() {
            let [left, right] = [&arc.left.a, &arc.right.a].map(abscissa);
            if arc.is_upright() {
                events.extend(left.map(|a| (a, Happening::Wall(k))));
                continue;
            }
            events.extend(left.map(|a| (a, Happening::Start(k))));
            events.extend(right.map(|a| (a, Happening::End(k))));
            let line = Line::new(arc);
            for (l, other) in &lines {
                let meeting = line.meeting(other, self.base.as_ref());
                events.extend(meeting.map(|a| (a, Happening::Meeting(*l, k))));
            }
            lines.push((k, line));
        }
        events.sort_unstable_by(|x, y| x.0.cmp(&y.0));
        events
    }
}
