//! Classifiers that are first whichever class is the positive one.
//!
//! A classifier is first for class c at (a, b) iff s_i u_j >= s_j u_i for all rivals j, with s and
//! u of its matrix of c against the rest. For one class these inequalities cut out a region with
//! rational corners; over several classes the curves meet in irrational points. What is exact here
//! is the answer at any point, and, since u is linear in b, the answer along any upright line.

use super::ClassView;
use crate::num::Rational;
use crate::performance::ConfusionMatrix;
use crate::tile::RankedClassifier;

/// Finds the classifiers that are first, alone or tied, for every class at once.
///
/// ```
/// use exactile::multi_class::{FirstInEveryClass, class_views};
/// use exactile::Rational;
/// use exactile::performance::{MultiClassClassifier, MultiClassMatrix};
/// let matrices = [[[4, 2], [1, 3]], [[3, 3], [0, 4]]];
/// let classifiers: Vec<MultiClassClassifier> = matrices
///     .into_iter()
///     .map(|cells| {
///         let matrix = MultiClassMatrix::from_counts(["no", "yes"], cells).expect("counts");
///         MultiClassClassifier { name: String::new(), matrix }
///     })
///     .collect();
/// let views = class_views(&classifiers)?;
/// let half = Rational::new(1, 2);
/// // On the line a = 1/2 the second is first for "yes" where it finds more of them, b >= 1/2, and
/// // for "no" where b <= 1/2.
/// let first = FirstInEveryClass::new(&views).on_upright_line(&half);
/// assert_eq!(first[1], Some([half.clone(), half]));
/// # Ok::<(), exactile::multi_class::LabelsDiffer>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FirstInEveryClass<'v> {
    views: &'v [ClassView],
}

impl<'v> FirstInEveryClass<'v> {
    /// For the classes of these views.
    pub fn new(views: &'v [ClassView]) -> Self {
        Self { views }
    }

    /// For each classifier the closed stretch of b, within [0, 1], on which it is first for every
    /// class at this a of (0, 1); `None` if there is no such b. O(K n^2).
    pub fn on_upright_line(&self, a: &Rational) -> Vec<Option<[Rational; 2]>> {
        let views: Vec<Vec<Parts>> = self
            .views
            .iter()
            .map(|view| view.classifiers.iter().map(|one| Parts::new(&one.matrix, a)).collect())
            .collect();
        let count = views.first().map_or(0, Vec::len);
        let stretch = |i: usize| {
            let mut stretch = [Rational::ZERO, Rational::ONE];
            for view in &views {
                for rival in view {
                    view[i].keep_not_worse(rival, &mut stretch);
                }
            }
            (stretch[0] <= stretch[1]).then_some(stretch)
        };
        (0..count).map(stretch).collect()
    }
}

/// Returns the classifiers that are first, alone or tied, in each of several rankings of the same
/// classifiers, by position; a classifier whose score is undefined in one of them is not.
pub fn first_in_every(rankings: &[Vec<RankedClassifier>]) -> Vec<usize> {
    let mut firsts = vec![0; rankings.first().map_or(0, Vec::len)];
    for ranked in rankings.iter().flatten() {
        let is_first = ranked.rank.is_some_and(|rank| rank.best == 1);
        firsts[ranked.classifier] += usize::from(is_first);
    }
    (0..firsts.len()).filter(|&i| firsts[i] == rankings.len()).collect()
}

/// s, and u = fp + rise b, on an upright line.
struct Parts {
    s: Rational,
    fp: Rational,
    rise: Rational,
}

impl Parts {
    fn new(matrix: &ConfusionMatrix, a: &Rational) -> Self {
        Self {
            s: a.complement() * matrix.tn() + a * matrix.tp(),
            fp: matrix.fp().clone(),
            rise: matrix.fn_() - matrix.fp(),
        }
    }

    /// Cuts a stretch down to where s u' - s' u, linear in b, is at least zero.
    fn keep_not_worse(&self, rival: &Self, [low, high]: &mut [Rational; 2]) {
        let constant = &self.s * &rival.fp - &rival.s * &self.fp;
        let slope = &self.s * &rival.rise - &rival.s * &self.rise;
        match (-&constant).checked_div(&slope) {
            Some(zero) if slope.is_positive() => *low = Rational::max(low.clone(), zero),
            Some(zero) => *high = Rational::min(high.clone(), zero),
            None if constant.is_negative() => [*low, *high] = [Rational::ONE, Rational::ZERO],
            None => {}
        }
    }
}
