//! The volume under the Tile: the mean of all canonical ranking scores (The Tile, A.6, Eq. 9 to
//! 15).
//!
//! Over the Tile, s runs evenly from tn to tp and u from fp to fn. With
//!
//! ```text
//! H(s, u) = (s^2 - u^2)/2 ln(s + u) + s u/2      the mixed derivative of H is s/(s + u)
//! ```
//!
//! up to terms in s alone, so the mean of s/(s + u) over a rectangle is the alternating sum of H at
//! its corners by its area: rational and logarithms, no dilogarithm. The factor of the logarithm is
//! (s - u)(s + u)/2, so a corner with s + u = 0 contributes nothing. Where s or u is constant the
//! mean is that of a function of one variable.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_integer::Integer;

use super::RankInterval;
use crate::geometry::Point;
use crate::num::{Enclosure, LogSum, Rational, common_denominator};
use crate::performance::{Classifier, ConfusionMatrix};

/// The mean of R_ab over the Tile, from 0 to 1, for every matrix: where R_ab is undefined is never
/// more than a side of the Tile ([`undefined_part`]).
///
/// ```
/// use exactile::ConfusionMatrix;
/// use exactile::tile::volume_under_tile;
/// let volume = |tn, fp, fn_, tp| {
///     Ok::<_, exactile::PerformanceError>(
///         volume_under_tile(&ConfusionMatrix::from_counts(tn, fp, fn_, tp)?).to_string(),
///     )
/// };
/// assert_eq!(volume(7, 3, 3, 7)?, "7/10");
/// assert_eq!(volume(2, 1, 3, 2)?, "ln(5/3)");
/// assert_eq!(volume(0, 0, 1, 1)?, "1/2");
/// # Ok::<(), exactile::PerformanceError>(())
/// ```
pub fn volume_under_tile(matrix: &ConfusionMatrix) -> LogSum {
    // The mean does not change with the scale, and coprime integers keep logarithms legible.
    let entries = [matrix.tn(), matrix.tp(), matrix.fp(), matrix.fn_()];
    let denominator = common_denominator(entries);
    let common = entries.into_iter().fold(BigInt::ZERO, |common, entry| {
        common.gcd(&(entry.numerator() * (&denominator / entry.denominator())))
    });
    let scale = Rational::new(denominator, common);
    let [tn, tp, fp, fn_] = entries.map(|entry| entry * &scale);
    let (s_range, u_range) = (&tp - &tn, &fn_ - &fp);
    match (s_range.is_zero(), u_range.is_zero()) {
        (true, true) => (&tn / (&tn + &fp)).into(),
        // Nothing is right anywhere, nothing is wrong anywhere.
        (true, false) if tn.is_zero() => Rational::ZERO.into(),
        (false, true) if fp.is_zero() => Rational::ONE.into(),
        (true, false) => LogSum::ln(&((&tn + &fn_) / (&tn + &fp))) * (&tn / u_range),
        (false, true) => {
            let lost = LogSum::ln(&((&tp + &fp) / (&tn + &fp))) * (&fp / s_range);
            LogSum::from(Rational::ONE) - lost
        }
        (false, false) => {
            let area = s_range * u_range;
            let corner = |s: &Rational, u: &Rational, sign: i32| {
                let sum = s + u;
                if sum.is_zero() {
                    return LogSum::default();
                }
                let factor = Rational::from(sign) * (s - u) * &sum / (Rational::from(2) * &area);
                LogSum::ln(&sum) * factor
            };
            LogSum::from(Rational::new(1, 2)) + corner(&tp, &fn_, 1) + corner(&tn, &fp, 1)
                - corner(&tn, &fn_, 1)
                - corner(&tp, &fp, 1)
        }
    }
}

/// Part of the closed Tile on which R_ab is undefined (0/0) for a matrix; it never has an area.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UndefinedPart {
    /// Nowhere.
    Nowhere,
    /// At a corner.
    Corner(Point),
    /// On a whole side, between two corners.
    Side(Point, Point),
}

/// Returns the part on which R_ab is undefined for a matrix: the points at which every outcome that
/// has occurred has the importance 0. Outcomes of two kinds leave a corner, those of one kind a
/// side.
///
/// ```
/// use exactile::ConfusionMatrix;
/// use exactile::tile::{UndefinedPart, undefined_part};
/// let both = ConfusionMatrix::from_counts(5, 1, 1, 5)?;
/// assert_eq!(undefined_part(&both), UndefinedPart::Nowhere);
/// let right = ConfusionMatrix::from_counts(5, 0, 0, 0)?;
/// // a = 1, where true negatives do not count.
/// assert_eq!(undefined_part(&right).corners().len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn undefined_part(matrix: &ConfusionMatrix) -> UndefinedPart {
    let none = |entry: &Rational| entry.is_zero();
    let [tn, fp, fn_, tp] = [matrix.tn(), matrix.fp(), matrix.fn_(), matrix.tp()].map(none);
    // The importance of a kind is 0 on one side: tn on a = 1, tp on a = 0, fp on b = 1, fn on b =
    // 0.
    let allowed =
        |a: i32, b: i32| (tn || a == 1) && (tp || a == 0) && (fp || b == 1) && (fn_ || b == 0);
    let mut corners = [(0, 0), (1, 0), (1, 1), (0, 1)]
        .into_iter()
        .filter(|&(a, b)| allowed(a, b))
        .map(|(a, b)| Point::new(a.into(), b.into()));
    match (corners.next(), corners.next()) {
        (Some(first), Some(second)) => UndefinedPart::Side(first, second),
        (Some(corner), None) => UndefinedPart::Corner(corner),
        (None, _) => UndefinedPart::Nowhere,
    }
}

impl UndefinedPart {
    /// Its ends: none, one or two corners of the Tile.
    pub fn corners(&self) -> Vec<&Point> {
        match self {
            Self::Nowhere => Vec::new(),
            Self::Corner(corner) => vec![corner],
            Self::Side(from, to) => vec![from, to],
        }
    }
}

/// A classifier's place by the volume under the Tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankedVolume {
    /// Its position in the input.
    pub classifier: usize,
    /// The volume.
    pub volume: LogSum,
    /// Its ranks, equal ones sharing theirs.
    pub rank: RankInterval,
}

/// The ranking by the volume under the Tile, largest first, ties in the order of the input.
/// Enclosures prove most comparisons; those that they leave open are decided exactly. The volume
/// is not a ranking score: it breaks the third axiom of ranking (The Tile, A.6.3).
///
/// ```
/// use exactile::{Classifier, ConfusionMatrix};
/// let classifiers = vec![
///     Classifier::new("cautious", ConfusionMatrix::from_counts(35, 15, 15, 35)?),
///     Classifier::new("eager", ConfusionMatrix::from_counts(25, 25, 10, 40)?),
/// ];
/// use exactile::tile::rank_by_volume;
/// let ranking = rank_by_volume(&classifiers);
/// assert_eq!((ranking[0].classifier, ranking[0].rank.best), (0, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rank_by_volume(classifiers: &[Classifier]) -> Vec<RankedVolume> {
    const BITS: u32 = 96;
    let mut order: Vec<(usize, LogSum, Enclosure)> = classifiers
        .iter()
        .enumerate()
        .map(|(position, classifier)| {
            let volume = volume_under_tile(&classifier.matrix);
            let enclosure = volume.enclosure(BITS);
            (position, volume, enclosure)
        })
        .collect();
    type Entry = (usize, LogSum, Enclosure);
    let compare = |(_, x, about_x): &Entry, (_, y, about_y): &Entry| -> Ordering {
        if about_x.lower() > about_y.upper() {
            Ordering::Greater
        } else if about_x.upper() < about_y.lower() {
            Ordering::Less
        } else {
            (x.clone() - y.clone()).sign()
        }
    };
    order.sort_by(|x, y| compare(y, x));
    let mut ranks = Vec::with_capacity(order.len());
    let mut start = 0;
    while start < order.len() {
        let tied = order[start..]
            .partition_point(|other| compare(other, &order[start]) == Ordering::Equal);
        let [better, rivals] =
            [start, tied - 1].map(|n| u32::try_from(n).expect("ranks fit in 32 bits"));
        ranks.extend(std::iter::repeat_n(RankInterval::new(better, rivals), tied));
        start += tied;
    }
    let ranked = order.into_iter().zip(ranks);
    ranked
        .map(|((classifier, volume, _), rank)| RankedVolume { classifier, volume, rank })
        .collect()
}
