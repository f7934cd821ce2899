//! A few inequalities in bounded integers, met in the middle.
//!
//! Most inequalities have variables of one class alone: a mean of TPR has the sums of TP, one of
//! TNR those of TN. So all values of the variables of each class that fulfil the inequalities of
//! this class are listed, by the sums that they give, each sum once. Then pairs that fulfil the
//! others are searched, sorted by one of them. If the lists are complete, there is a solution or
//! none is possible. Of lists that would be too long a random part is taken: there are then so many
//! solutions that such parts nearly always contain one.

use hashbrown::HashSet;

use super::super::noise::Noise;
use super::integers::{Inequality, values};
use super::known::Effort;
use crate::work::Watch;

/// Sums of the last variables by which beginnings are chosen at most.
const MOST_ENDINGS: usize = 60_000;

/// Limits of the search.
#[derive(Clone, Copy)]
struct Most {
    /// Sums of one list.
    listed: usize,
    /// Values that are tried for a list at each step.
    tried: usize,
    /// Pairs of a round.
    pairs: usize,
    /// Rounds, each with parts of its own.
    rounds: u64,
}

impl Most {
    const fn of(effort: Effort) -> Self {
        match effort {
            Effort::Full => Self { listed: 60_000, tried: 4_000_000, pairs: 30_000_000, rounds: 4 },
            Effort::Brief => Self { listed: 3_000, tried: 60_000, pairs: 200_000, rounds: 1 },
        }
    }
}

/// Knowledge of a solution.
pub(super) enum Joined {
    Solution(Vec<i128>),
    Nothing,
    Open,
}

/// Looks for a solution for which `is_right` holds. The first half of the variables is one class.
pub(super) fn joined(
    inequalities: &[Inequality],
    most: &[i128],
    effort: Effort,
    watch: &Watch<'_>,
    is_right: impl Fn(&[i128]) -> bool,
) -> Joined {
    let limits = Most::of(effort);
    let half = most.len() / 2;
    let classes = [(0..half).collect::<Vec<usize>>(), (half..most.len()).collect()];
    for round in 0..limits.rounds {
        let mut random = Noise::new(round);
        let list = |own: usize, random: &mut Noise| {
            let other = &classes[1 - own];
            List::new(inequalities, most, [&classes[own], other], limits, watch, random)
        };
        let Some(first) = list(0, &mut random) else { return Joined::Open };
        let Some(second) = list(1, &mut random) else { return Joined::Open };
        let is_complete = first.is_complete && second.is_complete;
        let both = |row: &Inequality| {
            classes.iter().all(|class| class.iter().any(|at| row.coefficients[*at] != 0))
        };
        let rows: Vec<usize> =
            (0..inequalities.len()).filter(|row| both(&inequalities[*row])).collect();
        match pair(inequalities, &rows, [&first, &second], limits.pairs, watch, &is_right) {
            Paired::Found([one, other]) => {
                let mut found = vec![0; most.len()];
                first.write(one, &mut found);
                second.write(other, &mut found);
                return Joined::Solution(found);
            }
            Paired::None if is_complete => return Joined::Nothing,
            Paired::None => {}
            Paired::Open => return Joined::Open,
        }
    }
    Joined::Open
}

/// The sums that the variables of one class give, after all of them, and how they were reached.
struct List<'l> {
    order: Vec<usize>,
    most: &'l [i128],
    rows: usize,
    /// The sums of all rows, one after another.
    sums: Vec<i128>,
    /// For each variable the place of what was reached before it, and its value.
    from: Vec<Vec<(u32, i128)>>,
    is_complete: bool,
}

impl<'l> List<'l> {
    /// `None` if the work was stopped.
    fn new(
        inequalities: &[Inequality],
        most: &'l [i128],
        [own, other]: [&[usize]; 2],
        limits: Most,
        watch: &Watch<'_>,
        random: &mut Noise,
    ) -> Option<Self> {
        let mut order = own.to_vec();
        order.sort_by_key(|variable| most[*variable]);
        let rows = inequalities.len();
        let add = |[low, high]: [i128; 2], row: usize, variable: usize| {
            let far = inequalities[row].coefficients[variable] * most[variable];
            [low + far.min(0), high + far.max(0)]
        };
        let of_others: Vec<[i128; 2]> = (0..rows)
            .map(|row| other.iter().fold([0; 2], |ends, variable| add(ends, row, *variable)))
            .collect();
        let mut later = vec![of_others];
        for variable in order.iter().rev() {
            let after = &later[later.len() - 1];
            later.push((0..rows).map(|row| add(after[row], row, *variable)).collect());
        }
        later.reverse();
        let guide = Guide::new(inequalities, most, [&order, other], limits.tried);
        let nothing = vec![0; rows];
        let mut list =
            Self { order, most, rows, sums: nothing, from: Vec::new(), is_complete: true };
        for at in 0..list.order.len() {
            watch.step()?;
            list.extend(inequalities, at, &later[at + 1], guide.as_ref(), limits, random);
        }
        Some(list)
    }

    fn len(&self) -> usize {
        self.sums.len() / self.rows
    }

    fn at(&self, place: usize) -> &[i128] {
        &self.sums[place * self.rows..(place + 1) * self.rows]
    }

    fn extend(
        &mut self,
        inequalities: &[Inequality],
        at: usize,
        later: &[[i128; 2]],
        guide: Option<&Guide>,
        limits: Most,
        random: &mut Noise,
    ) {
        let variable = self.order[at];
        let each = i128::try_from((limits.tried / self.len().max(1)).max(3)).unwrap_or(3);
        let mut known: HashSet<Vec<i128>> = HashSet::new();
        let (mut sums, mut from): (Vec<i128>, Vec<(u32, i128)>) = (Vec::new(), Vec::new());
        let (mut seen, mut is_complete) = (0_u64, self.is_complete);
        let mut next = Vec::new();
        for place in 0..self.len() {
            let before = self.at(place);
            let range =
                values(inequalities, before, variable, self.most[variable], |row| later[row]);
            let Some([first, last]) = range else { continue };
            let count = (last - first + 1).min(each);
            let is_part = count <= last - first;
            is_complete &= !is_part;
            for step in 0..count {
                let value = if is_part { random.between(first, last) } else { first + step };
                next.clear();
                let added =
                    |(row, sum): (&Inequality, &i128)| sum + row.coefficients[variable] * value;
                next.extend(inequalities.iter().zip(before).map(added));
                if guide.is_some_and(|guide| !guide.is_reachable(at + 1, &next)) {
                    continue;
                }
                let Ok(parent) = u32::try_from(place) else { continue };
                if from.len() < limits.listed {
                    if !known.contains(&next) {
                        known.insert(next.clone());
                        sums.extend(&next);
                        from.push((parent, value));
                        seen += 1;
                    }
                    continue;
                }
                // Each of those that were seen has the same chance to stay.
                is_complete = false;
                seen += 1;
                let place = random.below(seen);
                if let Some(place) = usize::try_from(place).ok().filter(|at| *at < from.len()) {
                    sums[place * self.rows..(place + 1) * self.rows].copy_from_slice(&next);
                    from[place] = (parent, value);
                }
            }
        }
        (self.sums, self.is_complete) = (sums, is_complete);
        self.from.push(from);
    }

    /// Writes the values that give the sums at a place.
    fn write(&self, mut place: usize, found: &mut [i128]) {
        for (variable, from) in self.order.iter().zip(&self.from).rev() {
            let (before, value) = from[place];
            found[*variable] = value;
            place = usize::try_from(before).unwrap_or(0);
        }
    }
}

/// An inequality of one class alone, and what the last variables add to it, so that only such
/// beginnings are kept as have an end.
struct Guide {
    row: usize,
    ends: [i128; 2],
    /// For each number of variables before them, all sums of the last ones, in order; none where
    /// they are too many.
    sums: Vec<Option<Vec<i128>>>,
}

impl Guide {
    /// The narrowest of the inequalities that have no variables of the other class; `None` if there
    /// are none.
    fn new(
        inequalities: &[Inequality],
        most: &[i128],
        [order, other]: [&[usize]; 2],
        tried: usize,
    ) -> Option<Self> {
        let is_own = |row: &Inequality| other.iter().all(|at| row.coefficients[*at] == 0);
        let reach = |row: &Inequality| -> i128 {
            order.iter().map(|at| row.coefficients[*at].abs() * most[*at]).sum()
        };
        // Narrow is what leaves few parts of the whole.
        let parts = |at: usize| {
            let row = &inequalities[at];
            reach(row) / (row.upper - row.lower + 1).max(1)
        };
        let own = (0..inequalities.len()).filter(|at| is_own(&inequalities[*at]));
        let row = own.max_by_key(|at| parts(*at))?;
        let Inequality { coefficients, lower, upper, .. } = &inequalities[row];
        let mut sums = vec![Some(vec![0])];
        for variable in order.iter().rev() {
            let after = sums[sums.len() - 1].as_ref();
            let count = usize::try_from(most[*variable]).unwrap_or(usize::MAX).saturating_add(1);
            let fits = |after: &&Vec<i128>| {
                after.len().saturating_mul(count) <= tried.min(40 * MOST_ENDINGS)
            };
            let next = after.filter(fits).and_then(|after| {
                let mut all: Vec<i128> = after
                    .iter()
                    .flat_map(|sum| {
                        let of = move |value| sum + coefficients[*variable] * value;
                        (0..=most[*variable]).map(of)
                    })
                    .collect();
                // Runs that are in order are merged.
                all.sort();
                all.dedup();
                (all.len() <= MOST_ENDINGS).then_some(all)
            });
            sums.push(next);
        }
        sums.reverse();
        Some(Self { row, ends: [*lower, *upper], sums })
    }

    fn is_reachable(&self, at: usize, sums: &[i128]) -> bool {
        let Some(endings) = &self.sums[at] else { return true };
        let [lower, upper] = self.ends.map(|end| end - sums[self.row]);
        let next = endings.partition_point(|sum| *sum < lower);
        endings.get(next).is_some_and(|sum| *sum <= upper)
    }
}

enum Paired {
    Found([usize; 2]),
    /// No pair fulfils all rows.
    None,
    /// Too many pairs, or one that fulfils rounded rows alone.
    Open,
}

/// A pair of sums that fulfils these rows, found along the narrowest of them.
fn pair(
    inequalities: &[Inequality],
    rows: &[usize],
    [first, second]: [&List<'_>; 2],
    most_pairs: usize,
    watch: &Watch<'_>,
    is_right: impl Fn(&[i128]) -> bool,
) -> Paired {
    if first.len() == 0 || second.len() == 0 {
        return Paired::None;
    }
    let sorted = |row: usize| {
        let mut sums: Vec<(i128, usize)> =
            (0..second.len()).map(|place| (second.at(place)[row], place)).collect();
        sums.sort_unstable();
        sums
    };
    let window = |sums: &[(i128, usize)], row: usize, place: usize| {
        let Inequality { lower, upper, .. } = &inequalities[row];
        let own = first.at(place)[row];
        let start = sums.partition_point(|(sum, _)| *sum < lower - own);
        let end = sums.partition_point(|(sum, _)| *sum <= upper - own);
        start..end
    };
    // Without such rows every pair is right.
    let by = rows.iter().map(|row| {
        let sums = sorted(*row);
        let some = (0..first.len()).step_by(first.len().div_ceil(200));
        let pairs: usize = some.map(|place| window(&sums, *row, place).len()).sum();
        (pairs, *row, sums)
    });
    let (row, sums) = match by.min_by_key(|(pairs, ..)| *pairs) {
        Some((_, row, sums)) => (Some(row), sums),
        None => (None, sorted(0)),
    };
    let mut values = vec![0; first.most.len()];
    let (mut looked_at, mut is_doubtful) = (0, false);
    for place in 0..first.len() {
        if place % 1024 == 0 && watch.step().is_none() {
            return Paired::Open;
        }
        let window = row.map_or(0..sums.len(), |row| window(&sums, row, place));
        for (_, partner) in &sums[window] {
            looked_at += 1;
            if looked_at > most_pairs {
                return Paired::Open;
            }
            let (one, other) = (first.at(place), second.at(*partner));
            let holds = rows.iter().all(|row| {
                let sum = one[*row] + other[*row];
                inequalities[*row].lower <= sum && sum <= inequalities[*row].upper
            });
            if holds {
                first.write(place, &mut values);
                second.write(*partner, &mut values);
                if is_right(&values) {
                    return Paired::Found([place, *partner]);
                }
                is_doubtful = true;
            }
        }
    }
    if is_doubtful { Paired::Open } else { Paired::None }
}
