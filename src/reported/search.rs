//! The search for matrices, by bounds on TP and TN first and then row by row.

use std::ops::{ControlFlow, RangeInclusive};

use super::row::{Counted, NoAnswer, ReportedRow};
use super::staircase::{Position, Staircase, range_within};
use super::surface::Measure;
use super::value::ReportedValue;
use crate::work::{Watch, Work};

/// A printed number and its measure.
#[derive(Clone, Debug)]
pub(super) struct Scored {
    pub(super) measure: Measure,
    pub(super) value: ReportedValue,
}

/// The numbers of samples of both classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Size {
    pub(super) positives: u64,
    pub(super) negatives: u64,
}

impl Size {
    pub(super) fn matrix(self, tp: u64, tn: u64) -> Counted {
        Counted { tn, fp: self.negatives - tn, fn_: self.positives - tp, tp }
    }
}

/// The sizes that a row leaves open.
#[derive(Clone, Debug)]
pub(super) struct Sizes {
    positives: RangeInclusive<u64>,
    negatives: RangeInclusive<u64>,
    samples: Option<RangeInclusive<u64>>,
}

impl Sizes {
    pub(super) fn of(row: &ReportedRow) -> Self {
        let ReportedRow { positives, negatives, samples, .. } = row;
        Self::new(positives.clone(), negatives.clone(), samples.clone())
    }

    /// One size.
    pub(super) fn known(positives: u64, negatives: u64) -> Self {
        Self::new(positives..=positives, negatives..=negatives, None)
    }

    fn new(
        mut positives: RangeInclusive<u64>,
        negatives: RangeInclusive<u64>,
        samples: Option<RangeInclusive<u64>>,
    ) -> Self {
        if let Some(samples) = &samples {
            // No more positives than samples, and no fewer than the negatives leave over.
            let first = samples.start().saturating_sub(*negatives.end()).max(*positives.start());
            positives = first..=*samples.end().min(positives.end());
        }
        Self { positives, negatives, samples }
    }

    /// The sizes of a row with the classes exchanged.
    pub(super) fn swapped(row: &ReportedRow) -> Self {
        let ReportedRow { positives, negatives, samples, .. } = row;
        Self::new(negatives.clone(), positives.clone(), samples.clone())
    }

    fn negatives(&self, positives: u64) -> RangeInclusive<u64> {
        let (first, last) = (*self.negatives.start(), *self.negatives.end());
        match &self.samples {
            None => first..=last,
            // There are no more positives than samples.
            Some(samples) => {
                let least = samples.start().saturating_sub(positives);
                first.max(least)..=last.min(samples.end().saturating_sub(positives))
            }
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Size> + '_ {
        let sizes = self.positives.clone().flat_map(|positives| {
            self.negatives(positives).map(move |negatives| Size { positives, negatives })
        });
        // Without samples there is no matrix.
        sizes.filter(|size| *size != Size { positives: 0, negatives: 0 })
    }

    /// The sizes; of those with as many positives only that with the most negatives, if the scores
    /// do not depend on TN.
    pub(super) fn decisive<'s>(&'s self, scores: &[Scored]) -> Box<dyn Iterator<Item = Size> + 's> {
        if !scores.iter().all(|score| score.measure.ignores_tn()) {
            return Box::new(self.iter());
        }
        let largest = |positives| Size { positives, negatives: *self.negatives(positives).end() };
        let is_some = |size: &Size| {
            (size.positives, size.negatives) != (0, 0)
                && self.negatives(size.positives).contains(&size.negatives)
        };
        Box::new(self.positives.clone().map(largest).filter(is_some))
    }

    /// Returns `true` if there are more sizes than are searched again and again.
    pub(super) fn are_many(&self) -> bool {
        const MANY: u128 = 4096;
        self.most() > MANY
    }

    /// Returns `true` if there is one size at most.
    pub(super) fn is_one(&self) -> bool {
        self.most() <= 1
    }

    /// Returns an upper bound of the number of sizes; `samples` alone leave one number of negatives
    /// for each number of positives.
    fn most(&self) -> u128 {
        let length = |range: &RangeInclusive<u64>| {
            u128::from(*range.end()).checked_sub(u128::from(*range.start())).map_or(0, |n| n + 1)
        };
        let negatives = match &self.samples {
            Some(samples) => length(samples).min(length(&self.negatives)),
            None => length(&self.negatives),
        };
        length(&self.positives).saturating_mul(negatives)
    }
}

pub(super) fn staircases<'s>(
    size: Size,
    scores: impl IntoIterator<Item = &'s Scored>,
) -> Vec<Staircase<'s>> {
    let Size { positives, negatives } = size;
    let of = |score: &'s Scored| Staircase::new(&score.measure, &score.value, positives, negatives);
    scores.into_iter().map(of).collect()
}

/// Visits all matrices that explain the scores, as stretches of TN, until `visit` breaks. Returns
/// also an upper bound of the number of rows.
pub(super) fn search<B>(
    sizes: &Sizes,
    scores: &[&Scored],
    watch: &Watch<'_>,
    mut visit: impl FnMut(Size, u64, [u64; 2]) -> ControlFlow<B>,
) -> Result<(ControlFlow<B>, u128), NoAnswer> {
    const ROWS_OF_A_STEP: u64 = 1024;
    let step = || watch.step().ok_or(NoAnswer::Stopped);
    // Each size counts as a row at least.
    Work::ReportedRows.check(sizes.most())?;
    let mut rows = 0;
    let mut add = |[first, last]: [u64; 2]| {
        rows += u128::from(last - first) + 1;
        Work::ReportedRows.check(rows)
    };
    let is_one_size = sizes.most() == 1;
    if !is_one_size && scores.iter().all(|score| score.measure.ignores_tn()) {
        return search_without_tn(sizes, scores, watch, visit);
    }
    if !is_one_size {
        for size in sizes.iter() {
            step()?;
            if let Some([tp, _]) = bounds(size, &staircases(size, scores.iter().copied())) {
                add(tp)?;
            }
        }
    }
    for size in sizes.iter() {
        step()?;
        let stairs = staircases(size, scores.iter().copied());
        let Some([[first, last], among]) = bounds(size, &stairs) else { continue };
        if is_one_size {
            add([first, last])?;
        }
        for tp in first..=last {
            if (tp - first + 1) % ROWS_OF_A_STEP == 0 {
                step()?;
            }
            let Some(stretch) = stretch(&stairs, tp, among) else { continue };
            if let ControlFlow::Break(stop) = visit(size, tp, stretch) {
                return Ok((ControlFlow::Break(stop), rows));
            }
        }
    }
    Ok((ControlFlow::Continue(()), rows))
}

/// As [`search`], by scores that depend on P, TP and FP alone. So for each P the matrices are found
/// once, with the most negatives, and with fewer of them those are left that have no more FP.
fn search_without_tn<B>(
    sizes: &Sizes,
    scores: &[&Scored],
    watch: &Watch<'_>,
    mut visit: impl FnMut(Size, u64, [u64; 2]) -> ControlFlow<B>,
) -> Result<(ControlFlow<B>, u128), NoAnswer> {
    let mut rows = 0;
    for positives in sizes.positives.clone() {
        watch.step().ok_or(NoAnswer::Stopped)?;
        let range = sizes.negatives(positives);
        if range.is_empty() || (positives, *range.end()) == (0, 0) {
            continue;
        }
        let most = Size { positives, negatives: *range.end() };
        let stairs = staircases(most, scores.iter().copied());
        let Some([[first, last], among]) = bounds(most, &stairs) else { continue };
        rows += u128::from(last - first) + 1;
        Work::ReportedRows.check(rows)?;
        let of_row = |tp: u64| {
            let [low, high] = stretch(&stairs, tp, among)?;
            Some((tp, [low, high].map(|tn| most.negatives - tn)))
        };
        let found: Vec<(u64, [u64; 2])> = (first..=last).filter_map(of_row).collect();
        for negatives in range.filter(|negatives| (positives, *negatives) != (0, 0)) {
            let size = Size { positives, negatives };
            for (tp, [most_fp, least_fp]) in &found {
                if *least_fp > negatives {
                    continue;
                }
                rows += 1;
                let stretch = [negatives - *most_fp.min(&negatives), negatives - least_fp];
                if let ControlFlow::Break(stop) = visit(size, *tp, stretch) {
                    return Ok((ControlFlow::Break(stop), rows));
                }
            }
        }
    }
    Ok((ControlFlow::Continue(()), rows))
}

/// The numbers of TN, among these, at which scores of both classes are as printed in the row of one
/// TP.
pub(super) fn stretch(stairs: &[Staircase<'_>], tp: u64, among: [u64; 2]) -> Option<[u64; 2]> {
    let mut stretch = among;
    for stairs in stairs.iter().filter(|stairs| stairs.depends == [true; 2]) {
        let row = stairs.row(tp);
        stretch = range_within(stretch, |tn| row.position(tn))?;
    }
    Some(stretch)
}

/// The numbers of TP and TN that may be left: those of metrics of one of them alone exactly, and
/// those of each other score by its values at the ends of the other count's range.
///
/// Metrics are monotone in TN for each TP and in TP for each TN, see the module's proof. So a score
/// reaches its interval in the row of one TP only if the values at both ends of the range of TN are
/// not on the same side of it, and the rows where both are below, where they are not on one side,
/// and where both are above follow each other in this or the opposite order.
pub(super) fn bounds(size: Size, stairs: &[Staircase<'_>]) -> Option<[[u64; 2]; 2]> {
    /// Further rounds make bounds little narrower.
    const ROUNDS: usize = 4;
    let [mut tp, mut tn] = [[0, size.positives], [0, size.negatives]];
    for stairs in stairs {
        match stairs.depends {
            [true, true] => {}
            [_, true] => {
                let row = stairs.row(tp[0]);
                tn = range_within(tn, |tn| row.position(tn))?;
            }
            // Constants too are left over everywhere or nowhere.
            [_, false] => tp = range_within(tp, |tp| stairs.row(tp).position(0))?,
        }
    }
    for _ in 0..ROUNDS {
        let before = [tp, tn];
        for stairs in stairs.iter().filter(|stairs| stairs.depends == [true; 2]) {
            tp = range_within(tp, |tp| {
                let row = stairs.row(tp);
                along(tn, |tn| row.position(tn))
            })?;
            tn = range_within(tn, |tn| along(tp, |tp| stairs.row(tp).position(tn)))?;
        }
        if before == [tp, tn] {
            break;
        }
    }
    Some([tp, tn])
}

/// Returns the position of all values of a range: within, unless both ends are on the same side.
/// Undefined ends are corners of the lattice, and their neighbours take their place.
fn along([first, last]: [u64; 2], position: impl Fn(u64) -> Position) -> Position {
    let defined = |end: u64, inwards: u64| match position(end) {
        Position::Nowhere if first < last => position(inwards),
        found => found,
    };
    if first == last {
        return position(first);
    }
    match (defined(first, first + 1), defined(last, last - 1)) {
        (Position::Nowhere, other) | (other, Position::Nowhere) => other,
        (low, high) if low == high => low,
        _ => Position::Within,
    }
}
