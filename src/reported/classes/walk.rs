//! Matrices of several classes whose scores come near the printed ones, by small steps.
//!
//! Steps that make it worse are taken more rarely with time (simulated annealing). Doubles lead;
//! what they find is checked exactly.

use super::super::noise::{Noise, double, rounded};
use super::score::{Conditions, Point};
use crate::work::Watch;

/// Steps from each beginning at most.
const STEPS: u32 = 30_000;
/// A measure of what the first step may make worse, and its factor from step to step: small steps
/// alone would end where none of them is better. No logarithm is taken, since those of two machines
/// may differ.
const HEAT: f64 = 2.0;
const COOLING: f64 = 0.99973;
/// Points that seem to have the scores, and do not, after which the next beginning is tried.
const FAILED: u32 = 100;

/// Looks for a confusion matrix; the outer one is `None` if the work was stopped.
pub(super) fn matrix(
    conditions: &Conditions<'_>,
    starts: u64,
    watch: &Watch<'_>,
) -> Option<Option<Vec<Vec<u64>>>> {
    let mut noise = Noise(0x2545_f491_4f6c_dd1d);
    for start in 0..starts {
        watch.step()?;
        let mut walk = Walk::new(conditions, start, &mut noise);
        if let Some(found) = walk.go(&mut noise) {
            return Some(Some(found));
        }
    }
    Some(None)
}

struct Walk<'w, 'c> {
    conditions: &'w Conditions<'c>,
    point: Point,
    /// The sums of all conditions.
    sums: Vec<f64>,
    /// Right samples.
    right: u64,
    /// `true` if ends of intervals are avoided, which is easier to reach where they may be.
    keeps_inside: bool,
}

impl<'w, 'c> Walk<'w, 'c> {
    /// Begins near a share of right samples in each class, with the wrong ones called so as often
    /// as wrongly missed.
    fn new(conditions: &'w Conditions<'c>, start: u64, noise: &mut Noise) -> Self {
        use super::score::Term;
        let share = conditions.all.iter().find_map(|one| match one.term {
            Term::Right | Term::Recall => Some(f64::midpoint(one.ends[0], one.ends[1])),
            _ => None,
        });
        let share = share.unwrap_or(0.7);
        let mut point: Point = conditions
            .sizes
            .iter()
            .map(|size| {
                let own = if start == 0 { share } else { share + (noise.share() - 0.5) * 0.5 };
                let right = rounded(own.clamp(0.0, 1.0), *size);
                [right, size - right]
            })
            .collect();
        // No class may need more wrong samples than the others have.
        let room = |point: &Point, class: usize| -> u64 {
            let wrong = conditions.sizes.iter().zip(point).map(|(size, [d, _])| size - d);
            wrong.enumerate().filter(|(other, _)| *other != class).map(|(_, wrong)| wrong).sum()
        };
        for class in 0..point.len() {
            let spare = point[class][1].saturating_sub(room(&point, class));
            if spare > 0 {
                point[class][1] -= spare;
                let next = (class + 1) % point.len();
                point[next][1] += spare;
            }
        }
        let right = point.iter().map(|[d, _]| d).sum();
        let keeps_inside = start % 4 != 3;
        let walk = Self { conditions, point, sums: Vec::new(), right, keeps_inside };
        Self { sums: walk.sums(), ..walk }
    }

    fn sums(&self) -> Vec<f64> {
        let of = |one: &super::score::Condition| {
            let classes = self.point.iter().enumerate();
            classes
                .map(|(class, point)| self.conditions.value(one.term, class, point.map(double)))
                .sum()
        };
        self.conditions.all.iter().map(of).collect()
    }

    fn go(&mut self, noise: &mut Noise) -> Option<Vec<Vec<u64>>> {
        let mut cost = self.cost(&self.sums);
        let (mut failed, mut is_new) = (0, true);
        let mut heat = HEAT;
        for _ in 0..STEPS {
            if std::mem::take(&mut is_new) && cost <= 0.0 {
                // At an end of an interval doubles do not tell, and the next step may lead inside.
                let found = self.conditions.matrix(&self.point);
                failed += 1;
                if found.is_some() || failed == FAILED {
                    return found;
                }
            }
            let Some(changes) = self.step(noise) else { continue };
            let mut sums = self.sums.clone();
            for (class, next) in &changes {
                for (sum, one) in sums.iter_mut().zip(&self.conditions.all) {
                    let value = |point: [u64; 2]| {
                        self.conditions.value(one.term, *class, point.map(double))
                    };
                    *sum += value(*next) - value(self.point[*class]);
                }
            }
            let before: Vec<(usize, [u64; 2])> =
                changes.iter().map(|(class, _)| (*class, self.point[*class])).collect();
            self.put(&changes);
            let found = self.cost(&sums);
            heat *= COOLING;
            let luck = noise.share();
            if found > cost + heat * 3.0 * luck * luck {
                self.put(&before);
                continue;
            }
            (cost, self.sums, is_new) = (found, sums, true);
        }
        None
    }

    fn put(&mut self, changes: &[(usize, [u64; 2])]) {
        for (class, next) in changes {
            self.right = self.right - self.point[*class][0] + next[0];
            self.point[*class] = *next;
        }
    }

    /// Returns numbers of two classes that leave the number of samples as it is.
    fn step(&self, noise: &mut Noise) -> Option<Vec<(usize, [u64; 2])>> {
        let classes = self.point.len();
        let (one, other) = (noise.place(classes), noise.place(classes));
        let largest = 63 - self.conditions.samples.leading_zeros().min(62);
        let step = 1_u64 << noise.below(largest.into());
        let [mut first, mut second] = [self.point[one], self.point[other]];
        let size = |class: usize| self.conditions.sizes[class];
        match noise.place(3) {
            // Right instead of wrong, or the other way.
            0 => {
                let is_more = noise.below(2) == 0;
                if one == other {
                    match is_more {
                        true => first = [first[0] + step, first[1].checked_sub(step)?],
                        false => first = [first[0].checked_sub(step)?, first[1] + step],
                    }
                    second = first;
                } else {
                    match is_more {
                        true => {
                            (first[0], second[1]) = (first[0] + step, second[1].checked_sub(step)?)
                        }
                        false => {
                            (first[0], second[1]) = (first[0].checked_sub(step)?, second[1] + step)
                        }
                    }
                }
            }
            kind => {
                if one == other {
                    return None;
                }
                let at = kind - 1;
                (first[at], second[at]) = (first[at] + step, second[at].checked_sub(step)?);
            }
        }
        (first[0] <= size(one) && second[0] <= size(other))
            .then(|| vec![(one, first), (other, second)])
    }

    fn cost(&self, sums: &[f64]) -> f64 {
        let conditions = self.conditions.all.iter().zip(sums);
        let beyond = conditions.map(|(one, sum)| {
            let [low, high] = one.ends;
            // A little inside, since sums of doubles are a little off; or ends are looked at too.
            let is_wide = high - low > 2e-9 && self.keeps_inside;
            let inside = if is_wide { one.reach * 1e-6 } else { -1e-11 };
            ((low + inside - sum).max(sum - high + inside) / one.reach).max(0.0)
        });
        let wrong = self.conditions.samples - self.right;
        let crowded = self
            .point
            .iter()
            .zip(self.conditions.sizes)
            .map(|([d, s], size)| double((size - d + s).saturating_sub(wrong)));
        beyond.sum::<f64>() + crowded.sum::<f64>()
    }
}
