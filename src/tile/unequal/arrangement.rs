//! One classifier's frontiers, and the events of a sweep over them.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::crossing::meeting;
use super::frontier::{Arc, Standing, standing};
use crate::geometry::BilinearCurve;
use crate::num::Rational;
use crate::performance::Classifier;

/// An arc with the rivals whose frontier it is.
#[derive(Clone, Debug)]
pub(super) struct Front {
    pub(super) arc: Arc,
    /// How many rivals are better where the arc's curve is positive: below it, or on its left.
    pub(super) winners_positive: u32,
    /// How many are better where it is negative.
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
    /// The zero of s = (1-a) tn + a tp, outside (0, 1), if there is one.
    base: Option<Rational>,
}

/// Something happens to frontiers at an abscissa inside (0, 1).
#[derive(Clone, Debug)]
pub(super) struct Event {
    pub(super) at: Rational,
    /// Pairs of fronts, neither upright, that meet there inside the Tile.
    pub(super) meetings: Vec<(usize, usize)>,
    /// Fronts that start there, on the bottom or top side.
    pub(super) starts: Vec<usize>,
    /// The upright front there.
    pub(super) wall: Option<usize>,
}

impl Arrangement {
    /// The frontiers of one classifier with all others. O(n).
    pub(super) fn new(classifiers: &[Classifier], i: usize) -> Self {
        let mut known: HashMap<BilinearCurve, usize> = HashMap::new();
        let matrix = &classifiers[i].matrix;
        let base = matrix.tn().checked_div(&(matrix.tn() - matrix.tp()));
        let mut arrangement = Self { better: 0, equal: 0, fronts: Vec::new(), base };
        let rivals = classifiers.iter().enumerate().filter(|(j, _)| *j != i);
        for (_, rival) in rivals {
            match standing(matrix, &rival.matrix) {
                Standing::Everywhere(Ordering::Greater) => arrangement.better += 1,
                Standing::Everywhere(Ordering::Equal) => arrangement.equal += 1,
                Standing::Everywhere(Ordering::Less) => {}
                Standing::Divided { arc, wins_positive } => {
                    let fronts = &mut arrangement.fronts;
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
            }
        }
        arrangement
    }

    /// The events in order, each abscissa once. O(m^2 log m) exact comparisons for m fronts.
    pub(super) fn events(&self) -> Vec<Event> {
        let mut events: Vec<Event> = Vec::new();
        let inside = |a: &Rational| a.is_positive() && *a < Rational::ONE;
        let event = |at| Event { at, meetings: Vec::new(), starts: Vec::new(), wall: None };
        for (k, Front { arc, .. }) in self.fronts.iter().enumerate() {
            let [left, right] = [&arc.left.a, &arc.right.a];
            if arc.is_upright() {
                events.push(Event { wall: Some(k), ..event(left.clone()) });
                continue;
            }
            if inside(left) {
                events.push(Event { starts: vec![k], ..event(left.clone()) });
            }
            if inside(right) {
                events.push(event(right.clone()));
            }
            for (l, other) in self.fronts[..k].iter().enumerate() {
                if !other.arc.is_upright()
                    && let Some(a) = meeting(arc, &other.arc, self.base.as_ref())
                {
                    events.push(Event { meetings: vec![(l, k)], ..event(a) });
                }
            }
        }
        events.sort_by(|x, y| x.at.cmp(&y.at));
        events.dedup_by(|next, kept| {
            let same = next.at == kept.at;
            if same {
                kept.meetings.append(&mut next.meetings);
                kept.starts.append(&mut next.starts);
                kept.wall = kept.wall.or(next.wall);
            }
            same
        });
        events
    }
}
