//! The classifier with the best worst domain on the Tile (maximin), as exact pieces.
//!
//! Each result of a classifier in a domain is a performance under a prior of its own. It is the
//! least of its classifier, and not below the least of any other one, on some faces of the
//! arrangement of its frontiers with all other results: who is better is the same everywhere on a
//! face, so one point of each decides.

use super::Domains;
use super::maps::{are_equal, is_better};
use crate::geometry::{BilinearCurve, Point};
use crate::num::Rational;
use crate::parallel::map_indices;
use crate::performance::Classifier;
use crate::score::RankingScore;
use crate::tile::{Piece, RankFilter, RankInterval, Regions, TileError};

/// A part of the Tile on which a classifier has the greatest least value over the domains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MaximinPiece {
    /// The region, with the position of the classifier; its rank is 1, shared with those that tie
    /// everywhere on it.
    pub piece: Piece,
    /// The domain with the least value; the first of those that tie everywhere on it.
    pub domain: usize,
}

/// The reason why there are no such pieces.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MaximinError {
    /// A domain without samples of both classes.
    #[error("{0}")]
    Tile(#[from] TileError),
    /// Too many results that may be the least of their classifier.
    #[error(
        "{found} results may be the worst of a classifier somewhere, more than the {limit} that \
         are compared over the whole Tile"
    )]
    TooMany {
        /// Their number.
        found: usize,
        /// The greatest number.
        limit: usize,
    },
}

/// The most results whose frontiers are taken together.
const MOST: usize = 48;

impl Domains {
    /// The open regions on which each classifier has the greatest least value over the domains. Two
    /// neighbours may have the same classifier and domain. O(m^4) for m results that are the least
    /// of their classifier somewhere.
    ///
    /// ```
    /// use exactile::{ConfusionMatrix, Rational};
    /// use exactile::domain::{DomainTests, DomainWeights, Domains};
    /// let matrix = |tn, fp, fn_, tp| ConfusionMatrix::from_counts(tn, fp, fn_, tp).ok();
    /// let tests = DomainTests::new(
    ///     vec!["north".into(), "south".into()],
    ///     vec!["careful".into(), "eager".into()],
    ///     vec![
    ///         vec![matrix(9, 1, 4, 6), matrix(6, 4, 1, 9)],
    ///         vec![matrix(8, 2, 5, 5), matrix(5, 5, 2, 8)],
    ///     ],
    /// );
    /// let domains = Domains::new(tests, &DomainWeights::Equal)?;
    /// // In the south both are at their worst, and each is the other one's mirror image.
    /// let pieces = domains.maximin()?;
    /// let south = pieces.iter().all(|found| found.domain == 1);
    /// let share = |k: usize| {
    ///     let mut area = exactile::tile::Area::zero();
    ///     let own = pieces.iter().filter(|found| found.piece.classifier == k);
    ///     own.for_each(|found| area += &found.piece.enclosed_area());
    ///     area.percent(1).to_string()
    /// };
    /// assert!(south);
    /// assert_eq!([share(0), share(1)], ["50.0 %", "50.0 %"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A domain without samples of both classes, and too many results.
    pub fn maximin(&self) -> Result<Vec<MaximinPiece>, MaximinError> {
        let results = self.lowest_results();
        if results.len() > MOST {
            return Err(MaximinError::TooMany { found: results.len(), limit: MOST });
        }
        let named = |&[d, k]: &[usize; 2]| {
            Classifier::new(self.classifiers()[k].clone(), self.matrix(d, k).clone())
        };
        let regions = Regions::new(results.iter().map(named).collect())?;
        let of = |place: usize| {
            let pieces = regions.pieces(place, &RankFilter::all());
            let inside = pieces.into_iter().filter(|piece| piece.dimension() == 2);
            let first = |mut piece: Piece| {
                let tied = self.tied_first(&results, place, &interior(&piece))?;
                let [domain, classifier] = results[place];
                (piece.classifier, piece.rank) = (classifier, RankInterval::new(0, tied));
                Some(MaximinPiece { piece, domain })
            };
            inside.filter_map(first).collect::<Vec<_>>()
        };
        let mut found: Vec<MaximinPiece> =
            map_indices(results.len(), of).into_iter().flatten().collect();
        found.sort_by_key(|found| (found.piece.classifier, found.domain));
        Ok(found)
    }

    /// The domains in which a classifier is everywhere as good as in one of them, itself included.
    pub fn equal_to(&self, domain: usize, classifier: usize) -> impl Iterator<Item = usize> {
        let own = self.matrix(domain, classifier);
        (0..self.names().len()).filter(move |&d| are_equal(own, self.matrix(d, classifier)))
    }

    /// The results, by domain and classifier, that may be the least of their classifier, and that
    /// of the greatest least value, somewhere inside the Tile.
    fn lowest_results(&self) -> Vec<[usize; 2]> {
        let (sets, count) = (self.names().len(), self.classifiers().len());
        let lowest = |k: usize| -> Vec<usize> {
            let is_above = |d: usize| {
                let own = self.matrix(d, k);
                (0..sets).any(|e| {
                    let other = self.matrix(e, k);
                    is_better(own, other) || e < d && are_equal(own, other)
                })
            };
            (0..sets).filter(|&d| !is_above(d)).collect()
        };
        let lowest: Vec<Vec<usize>> = (0..count).map(lowest).collect();
        // Another one whose least is above a result of this one everywhere.
        let is_outdone = |k: usize| {
            let is_below = |j: usize, d: usize| {
                lowest[j].iter().all(|&e| is_better(self.matrix(e, j), self.matrix(d, k)))
            };
            (0..count).any(|j| j != k && lowest[k].iter().any(|&d| is_below(j, d)))
        };
        let kept = (0..count).filter(|&k| !is_outdone(k));
        kept.flat_map(|k| lowest[k].iter().map(move |&d| [d, k])).collect()
    }

    /// The number of other classifiers whose least value is that of a result at a point, if it is
    /// the least of its own and the greatest of these.
    fn tied_first(&self, results: &[[usize; 2]], place: usize, at: &Point) -> Option<u32> {
        let score = RankingScore::at(at.clone())?;
        let least = |k: usize| {
            let own = results.iter().filter(|[_, of]| *of == k);
            own.filter_map(|&[d, k]| score.value(self.matrix(d, k))).min()
        };
        let [d, k] = results[place];
        let own = score.value(self.matrix(d, k))?;
        if least(k).as_ref() != Some(&own) {
            return None;
        }
        let mut others: Vec<usize> = results.iter().map(|[_, k]| *k).filter(|j| *j != k).collect();
        others.dedup();
        let mut tied = 0;
        for least in others.into_iter().filter_map(least) {
            if least > own {
                return None;
            }
            tied += u32::from(least == own);
        }
        Some(tied)
    }
}

/// A point inside a region, which every upright line cuts in one segment at most.
fn interior(piece: &Piece) -> Point {
    let mut abscissae: Vec<&Rational> = piece.vertices().iter().map(|corner| &corner.a).collect();
    abscissae.sort();
    abscissae.dedup();
    let half = Rational::new(1, 2);
    let a = (abscissae[0] + abscissae[1]) * &half;
    // Where an upright line meets the curves of the edges.
    let height = |edge: &BilinearCurve| {
        let [k_ab, k_a, k_b, k_1] = edge.coefficients();
        (-(k_a * &a + k_1)).checked_div(&(k_ab * &a + k_b))
    };
    let mut heights: Vec<Rational> = piece.edges().iter().filter_map(height).collect();
    heights.sort();
    let middles = heights.windows(2).map(|two| Point::new(a.clone(), (&two[0] + &two[1]) * &half));
    let is_inside = |point: &Point| piece.edges().iter().all(|edge| edge.side_of(point).is_gt());
    let mut inside = middles.filter(is_inside);
    inside.next().expect("a region has a lower and an upper side")
}
