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
    /// The score, `None` where it is undefined (0/0).
    pub value: Option<Rational>,
    /// Its ranks; `None` with the value.
    pub rank: Option<RankInterval>,
}

/// The ranking of classifiers by one score, best first, ties in the order of the input, undefined
/// ones last. Priors may differ: the score of each is that of its own matrix. O(n log n).
pub fn rank_at(classifiers: &[Classifier], score: &RankingScore) -> Vec<RankedClassifier> {
    let mut ranking: Vec<RankedClassifier> = classifiers
        .iter()
        .enumerate()
        .map(|(classifier, Classifier { matrix, .. })| RankedClassifier {
            classifier,
            value: score.value(matrix),
            rank: None,
        })
        .collect();
    // None orders below every value, so undefined ones come last.
    ranking.sort_by(|x, y| y.value.cmp(&x.value));
    let mut start = 0;
    while start < ranking.len() && ranking[start].value.is_some() {
        let tied = ranking[start..].partition_point(|other| other.value == ranking[start].value);
        let [better, rivals] =
            [start, tied - 1].map(|n| u32::try_from(n).expect("ranks fit in 32 bits"));
        for ranked in &mut ranking[start..start + tied] {
            ranked.rank = Some(RankInterval::new(better, rivals));
        }
        start += tied;
    }
    ranking
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
