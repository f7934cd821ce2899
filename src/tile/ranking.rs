//! The ranking at one point of the Tile.

use crate::num::Rational;
use crate::performance::Classifier;
use crate::score::RankingScore;

use super::RankInterval;

/// A classifier's place in a ranking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankedClassifier {
    /// Its position in the input.
    pub classifier: usize,
    /// The ranking score, `None` where it is undefined (0/0) or where other keys decide.
    pub value: Option<Rational>,
    /// Its ranks; `None` with the value.
    pub rank: Option<RankInterval>,
}

/// The ranking of classifiers by one score, best first, ties in the order of the input, undefined
/// ones last. Priors may differ: the score of each is that of its own matrix. O(n log n).
///
/// ```
/// use exactile::{Classifier, ConfusionMatrix};
/// let classifiers = vec![
///     Classifier::new("cautious", ConfusionMatrix::from_counts(35, 15, 15, 35)?),
///     Classifier::new("eager", ConfusionMatrix::from_counts(25, 25, 10, 40)?),
/// ];
/// use exactile::{Point, RankingScore, Rational, rank_at};
/// let accuracy = Point::new(Rational::new(1, 2), Rational::new(1, 2));
/// let ranking = rank_at(&classifiers, &RankingScore::at(accuracy).expect("on the Tile"));
/// assert_eq!(ranking[0].classifier, 0);
/// assert_eq!(ranking[0].value, Some(Rational::new(7, 10)));
/// assert_eq!(ranking[1].rank.map(|rank| rank.best), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rank_at(classifiers: &[Classifier], score: &RankingScore) -> Vec<RankedClassifier> {
    let mut values: Vec<Option<Rational>> =
        classifiers.iter().map(|classifier| score.value(&classifier.matrix)).collect();
    let mut ranking = rank_by_keys(&values);
    for ranked in &mut ranking {
        ranked.value = values[ranked.classifier].take();
    }
    ranking
}

/// The ranking of classifiers by exact keys, one for each, the largest key best, ties in the order
/// of the input; those without a key come last, without a rank. The values are left out.
/// O(n log n).
///
/// ```
/// use exactile::tile::rank_by_keys;
/// let ranking = rank_by_keys(&[Some(3), None, Some(7), Some(7)]);
/// let order: Vec<usize> = ranking.iter().map(|ranked| ranked.classifier).collect();
/// assert_eq!(order, [2, 3, 0, 1]);
/// assert_eq!(ranking[1].rank.map(|rank| (rank.best, rank.worst)), Some((1, 2)));
/// assert_eq!(ranking[3].rank, None);
/// ```
pub fn rank_by_keys<K: Ord>(keys: &[Option<K>]) -> Vec<RankedClassifier> {
    let mut ranking: Vec<RankedClassifier> = (0..keys.len())
        .map(|classifier| RankedClassifier { classifier, value: None, rank: None })
        .collect();
    // None orders below every key, so that those without one come last.
    ranking.sort_by(|x, y| keys[y.classifier].cmp(&keys[x.classifier]));
    let key = |ranked: &RankedClassifier| &keys[ranked.classifier];
    let mut start = 0;
    while start < ranking.len() && key(&ranking[start]).is_some() {
        let first = key(&ranking[start]);
        let tied = ranking[start..].partition_point(|other| key(other) == first);
        let [better, rivals] =
            [start, tied - 1].map(|n| u32::try_from(n).expect("ranks fit in 32 bits"));
        for ranked in &mut ranking[start..start + tied] {
            ranked.rank = Some(RankInterval::new(better, rivals));
        }
        start += tied;
    }
    ranking
}

/// The groups of one rank of a ranking, best first; classifiers without a rank are left out.
pub fn groups(ranking: &[RankedClassifier]) -> Vec<Vec<usize>> {
    ranking
        .chunk_by(|x, y| x.rank == y.rank)
        .filter(|group| group[0].rank.is_some())
        .map(|group| group.iter().map(|ranked| ranked.classifier).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Point;
    use crate::performance::ConfusionMatrix;

    #[test]
    fn undefined_scores_have_no_rank_and_disturb_nobody() {
        let counts = [(50, 0, 50, 0), (35, 15, 15, 35), (0, 50, 0, 50), (70, 30, 30, 70)];
        let classifiers: Vec<Classifier> = counts
            .iter()
            .map(|&(tn, fp, fn_, tp)| {
                let matrix = ConfusionMatrix::from_counts(tn, fp, fn_, tp).expect("valid");
                Classifier::new("", matrix)
            })
            .collect();
        let ppv = RankingScore::at(Point::new(1.into(), 0.into())).expect("on the Tile");
        let ranking = rank_at(&classifiers, &ppv);
        let shown: Vec<_> = ranking
            .iter()
            .map(|r| (r.classifier, r.rank.map(|rank| (rank.best, rank.worst))))
            .collect();
        assert_eq!(shown, [(1, Some((1, 2))), (3, Some((1, 2))), (2, Some((3, 3))), (0, None)]);
    }
}
