//! All matrices of a lattice in the order of a metric, those on which it is undefined apart or
//! among the others as if they had a value.

use std::cmp::Ordering;

use super::metric_on_lattice::MetricOnLattice;
use super::{ExactValue, Lattice, LatticeError};
use crate::num::Rational;
use crate::score::Orientation;
use crate::work::Watch;

/// Matrices by value, from one end of the metric's values to the other.
#[derive(Clone, Debug)]
pub(crate) struct Ordered {
    pub(crate) lattice: Lattice,
    /// The positions of matrices, those with the same value together.
    pub(crate) points: Vec<u64>,
    /// End of each value's matrices in `points`.
    pub(crate) ends: Vec<usize>,
    /// The matrices on which the metric is undefined; none where they count as a value.
    pub(crate) undefined: Vec<u64>,
    /// The value that undefined matrices count as, if one was requested and there are any.
    pub(crate) convention: Option<Convention>,
}

/// The value that undefined matrices count as.
#[derive(Clone, Debug)]
pub(crate) struct Convention {
    pub(crate) value: Rational,
    /// The place of the value among the distinct ones, in increasing order.
    pub(crate) place: usize,
    /// `true` if no other matrix takes the value.
    pub(crate) is_alone: bool,
}

impl Ordered {
    /// The matrices in increasing order of the metric. With `undefined_as`, matrices on which it is
    /// undefined count as having that value.
    ///
    /// # Errors
    /// Values that cannot be told apart; a convention that the metric is not compared with.
    pub(crate) fn new(
        on_lattice: &MetricOnLattice,
        undefined_as: Option<&Rational>,
        watch: &Watch<'_>,
    ) -> Result<Self, LatticeError> {
        let lattice = on_lattice.lattice;
        let (points, ends) = on_lattice.in_order(watch)?;
        let undefined = on_lattice
            .undefined_points()
            .into_iter()
            .map(|(tp, tn)| lattice.index(tp, tn))
            .collect();
        let mut ordered = Self { lattice, points, ends, undefined, convention: None };
        match undefined_as {
            Some(value) if !ordered.undefined.is_empty() => ordered.insert(on_lattice, value)?,
            _ => {}
        }
        Ok(ordered)
    }

    /// The matrices from the worst value of the metric to the best: in decreasing order where lower
    /// values are better, else in increasing order.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub(crate) fn best_last(
        on_lattice: &MetricOnLattice,
        undefined_as: Option<&Rational>,
        watch: &Watch<'_>,
    ) -> Result<Self, LatticeError> {
        let mut ordered = Self::new(on_lattice, undefined_as, watch)?;
        if on_lattice.metric.orientation() == Orientation::Lower {
            ordered.reverse();
        }
        Ok(ordered)
    }

    /// The matrices that take the value at a place.
    pub(crate) fn group(&self, place: usize) -> &[u64] {
        let start = if place == 0 { 0 } else { self.ends[place - 1] };
        &self.points[start..self.ends[place]]
    }

    fn reverse(&mut self) {
        self.points.reverse();
        let all = self.points.len();
        // Where a value began it ends now.
        let begins = std::iter::once(0).chain(self.ends.iter().copied()).take(self.ends.len());
        self.ends = begins.map(|begin| all - begin).collect();
        self.ends.reverse();
        if let Some(convention) = &mut self.convention {
            convention.place = self.ends.len() - 1 - convention.place;
        }
    }

    /// Puts the undefined matrices among the others as if the metric had that value there.
    fn insert(
        &mut self,
        on_lattice: &MetricOnLattice,
        value: &Rational,
    ) -> Result<(), LatticeError> {
        let threshold = on_lattice.threshold(&ExactValue::Rational(value.clone()))?;
        let mut order = Ordering::Greater;
        let (mut low, mut high) = (0, self.ends.len());
        while low < high {
            let middle = low.midpoint(high);
            let (tp, tn) = self.lattice.point(self.points[self.ends[middle] - 1]);
            order = on_lattice.order_at(tp, tn, &threshold)?;
            match order {
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
                Ordering::Equal => {
                    low = middle;
                    break;
                }
            }
        }
        let is_alone = order != Ordering::Equal;
        let end = match low.checked_sub(usize::from(is_alone)) {
            Some(place) => self.ends[place],
            None => 0,
        };
        let undefined = std::mem::take(&mut self.undefined);
        let count = undefined.len();
        self.points.splice(end..end, undefined);
        if is_alone {
            self.ends.insert(low, end);
        }
        for later in &mut self.ends[low..] {
            *later += count;
        }
        self.convention = Some(Convention { value: value.clone(), place: low, is_alone });
        Ok(())
    }
}
