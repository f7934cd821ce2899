//! The probabilities of better, equal and worse from the summands of both classes.

use super::scalars::Scalars;
use super::sum::Mass;

/// Masses of the outcomes of a comparison.
#[derive(Clone, Debug)]
pub(super) struct Outcomes<M> {
    pub(super) better: M,
    pub(super) equal: M,
    pub(super) worse: M,
    pub(super) undefined: M,
}

/// A sum for each outcome.
pub(super) struct Tally<M: Mass> {
    pub(super) better: M::Sum,
    pub(super) equal: M::Sum,
    pub(super) worse: M::Sum,
    pub(super) undefined: M::Sum,
}

impl<M: Mass> Tally<M> {
    pub(super) fn new() -> Self {
        Self { better: M::sum(), equal: M::sum(), worse: M::sum(), undefined: M::sum() }
    }

    pub(super) fn outcomes(&self) -> Outcomes<M> {
        Outcomes {
            better: M::total(&self.better),
            equal: M::total(&self.equal),
            worse: M::total(&self.worse),
            undefined: M::total(&self.undefined),
        }
    }

    /// Adds by the sign of a difference: 0 for worse, 1 for equal, 2 for better.
    fn add(&mut self, sign: usize, mass: &M) {
        match sign {
            0 => M::add(&mut self.worse, mass),
            1 => M::add(&mut self.equal, mass),
            _ => M::add(&mut self.better, mass),
        }
    }

    /// Adds the states whose divisor is zero, by the signs of their differences: both classes' and
    /// the masses of all their other states. Where one divisor is zero, the sign is that of the
    /// difference it goes with, for what the other class adds is multiplied by zero; where both
    /// are, nothing is left.
    pub(super) fn add_flat(&mut self, flat: [&[M; 3]; 2], rest: impl FnOnce() -> [M; 2]) {
        if flat.iter().all(|flat| flat.iter().all(M::is_nothing)) {
            return;
        }
        let [positive, negative] = rest();
        for (sign, mass) in flat[0].iter().enumerate() {
            self.add(sign, &mass.times(&negative));
            for other in flat[1] {
                self.add(1, &mass.times(other));
            }
        }
        for (sign, mass) in flat[1].iter().enumerate() {
            self.add(sign, &mass.times(&positive));
        }
    }
}

/// Greatest error of sums of doubles here, besides twice a mass's own roundings: sums of equal keys
/// and running sums of both, a product, the final sum.
pub(super) const MERGE_ROUNDINGS: f64 = 5.0 * super::sum::SUM_ROUNDINGS + 1.0;

/// Better is where the sum of both classes' summands is positive. O(m) for m distinct summands.
pub(super) fn merged<M: Mass>(positive: &Scalars<M>, negative: &Scalars<M>) -> Outcomes<M> {
    let mut tally = Tally::new();
    let others = &negative.groups;
    // Upwards in one class is downwards in the other.
    let (mut above, mut top) = (M::sum(), others.len());
    for (key, mass) in &positive.groups {
        while top > 0 && others[top - 1].0 > -key {
            top -= 1;
            M::add(&mut above, &others[top].1);
        }
        M::add(&mut tally.better, &mass.times(&M::total(&above)));
        if top > 0 && others[top - 1].0 == -key {
            M::add(&mut tally.equal, &mass.times(&others[top - 1].1));
        }
    }
    let (mut below, mut end) = (M::sum(), 0);
    for (key, mass) in positive.groups.iter().rev() {
        while end < others.len() && others[end].0 < -key {
            M::add(&mut below, &others[end].1);
            end += 1;
        }
        M::add(&mut tally.worse, &mass.times(&M::total(&below)));
    }
    let whole = |scalars: &Scalars<M>| {
        let mut sum = M::sum();
        scalars.groups.iter().for_each(|(_, mass)| M::add(&mut sum, mass));
        M::total(&sum)
    };
    tally.add_flat([&positive.flat, &negative.flat], || [whole(positive), whole(negative)]);
    tally.outcomes()
}
