//! Tests of known sizes.

use super::super::row::Counted;
use super::super::search::{Scored, Size};
use super::super::surface::{Height, Surface};
use super::MOST_POINTS;
use crate::num::Rational;
use crate::score::ValueForm;
use crate::work::Watch;

/// True if tests of known sizes can have the means.
pub(super) enum Decision {
    Possible(Vec<Counted>),
    Impossible,
    /// Not decided.
    Open,
    /// The work was stopped.
    Stopped,
    /// Too many matrices to search; their number.
    TooMany(u128),
}

/// The effort to find matrices, or a proof that there are none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effort {
    /// As much as a question is worth.
    Full,
    /// As much as one of many guesses is worth.
    Brief,
}

/// Tests of one size, and the matrices on which all scores are finite.
pub(in crate::reported) struct Kind {
    pub(in crate::reported) size: Size,
    /// The tests that they are.
    pub(in crate::reported) tests: Vec<usize>,
    /// TP and TN.
    pub(in crate::reported) points: Vec<[u64; 2]>,
}

/// Tests by their sizes, without matrices.
pub(in crate::reported) fn kinds(tests: &[Size]) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = Vec::new();
    for (test, size) in tests.iter().enumerate() {
        match kinds.iter_mut().find(|kind| kind.size == *size) {
            Some(kind) => kind.tests.push(test),
            None => kinds.push(Kind { size: *size, tests: vec![test], points: Vec::new() }),
        }
    }
    kinds
}

/// The number of matrices if they are too many to look at.
pub(super) fn are_few(kinds: &[Kind]) -> Result<(), u128> {
    let points = kinds.iter().map(|kind| {
        let Size { positives, negatives } = kind.size;
        (u128::from(positives) + 1).saturating_mul(u128::from(negatives) + 1)
    });
    let points = points.fold(0, u128::saturating_add);
    if points > MOST_POINTS { Err(points) } else { Ok(()) }
}

impl Kind {
    /// Finds the matrices on which all scores are finite; `None` if the work was stopped.
    pub(in crate::reported) fn fill(
        &mut self,
        scores: &[&Scored],
        watch: &Watch<'_>,
    ) -> Option<()> {
        let surfaces = surfaces(self.size, scores);
        for tp in 0..=self.size.positives {
            watch.step()?;
            let rows: Vec<_> = surfaces.iter().map(|surface| surface.row(tp)).collect();
            for tn in 0..=self.size.negatives {
                let is_finite =
                    surfaces.iter().zip(&rows).all(|(surface, row)| match surface.form {
                        ValueForm::Quantiles => surface.value(tp, tn).ends().is_some(),
                        ValueForm::Log | ValueForm::ScaledLog => {
                            row.height(tn).finite().is_some_and(|height| height.is_positive())
                        }
                        _ => !matches!(row.height(tn), Height::Undefined | Height::Infinite),
                    });
                if is_finite && self.size != (Size { positives: 0, negatives: 0 }) {
                    self.points.push([tp, tn]);
                }
            }
        }
        Some(())
    }
}

pub(super) fn surfaces<'s>(size: Size, scores: &[&'s Scored]) -> Vec<Surface> {
    let of = |score: &&'s Scored| Surface::new(&score.measure, size.positives, size.negatives);
    scores.iter().map(of).collect()
}

/// The matrices of all tests from TP and TN of each one.
pub(super) fn matrices(
    kinds: &[Kind],
    tests: usize,
    chosen: impl Fn(usize, usize) -> [u64; 2],
) -> Vec<Counted> {
    let nothing = Counted { tn: 0, fp: 0, fn_: 0, tp: 0 };
    let mut found = vec![nothing; tests];
    for (at, kind) in kinds.iter().enumerate() {
        for (position, test) in kind.tests.iter().enumerate() {
            let [tp, tn] = chosen(at, position);
            found[*test] = kind.size.matrix(tp, tn);
        }
    }
    found
}

/// Returns `true` if the means of all scores on these matrices are certainly as printed.
pub(super) fn has_means(matrices: &[Counted], scores: &[&Scored]) -> bool {
    are_means(matrices, scores) == Some(true)
}

/// Returns `true` if the means of all scores on these matrices are as printed, and `false` if one
/// is not; `None` if enclosures do not decide.
pub(super) fn are_means(matrices: &[Counted], scores: &[&Scored]) -> Option<bool> {
    let count = Rational::from(matrices.len() as u64);
    let mut are_so = Some(true);
    for score in scores {
        let mut sum = [Rational::ZERO, Rational::ZERO];
        for matrix in matrices {
            let ends = score.measure.value(&matrix.matrix()?).ends()?;
            for (sum, end) in sum.iter_mut().zip(ends) {
                *sum = &*sum + &end;
            }
        }
        let means = sum.map(|sum| sum / &count);
        let value = &score.value;
        let is_within = |mean: &Rational| {
            (value.lower < *mean || value.lower == *mean && !value.lower_is_open)
                && (*mean < value.upper || value.upper == *mean && !value.upper_is_open)
        };
        if means[1] < value.lower
            || value.upper < means[0]
            || means[0] == means[1] && !is_within(&means[0])
        {
            return Some(false);
        }
        if !means.iter().all(is_within) {
            are_so = None;
        }
    }
    are_so
}
