//! Spearman's correlation: sums over mid-ranks, which are integers when doubled.

use num_bigint::BigInt;

use super::kendall::reason;
use crate::num::{Rational, Value};

/// Sums over the mid-ranks of performances by a score and by a ranking score: performances that tie
/// share the mean of their ranks.
///
/// ```
/// use exactile::correlation::{Correlator, Performances, Spearman};
/// use exactile::{Metric, Point, RankingScore, Rational};
/// let correlator = Correlator::new(&Metric::Tnr, &Performances::all(2)?)?;
/// let centre = Point::new(Rational::new(1, 2), Rational::new(1, 2));
/// let accuracy = RankingScore::at(centre).unwrap();
/// let spearman: Spearman = correlator.coefficient(&accuracy);
/// assert_eq!((spearman.used(), spearman.rho().to_string()), (7, "sqrt(2/3)".to_owned()));
/// # Ok::<(), exactile::correlation::CorrelationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spearman {
    used: u64,
    /// `n sum x y - sum x sum y` of doubled mid-ranks x by the score and y by the ranking score.
    covariance: i128,
    /// The same of x with x, and of y with y.
    spreads: [i128; 2],
}

impl Spearman {
    /// Performances on which both scores are defined, infinite values included.
    pub fn used(&self) -> u64 {
        self.used
    }

    /// Spearman's rho with ties: Pearson's correlation of the mid-ranks (Kendall, Rank Correlation
    /// Methods, 1948). Undefined where one of the two scores ties all performances.
    pub fn rho(&self) -> Value {
        match self.signed_square() {
            Some(square) => Value::root(&square),
            None => Value::Undefined(reason(self.used, self.spreads[0] == 0)),
        }
    }

    /// `sign(rho) rho^2`, which orders correlations exactly; `None` where rho is undefined.
    pub fn signed_square(&self) -> Option<Rational> {
        let covariance = BigInt::from(self.covariance);
        let square = &covariance * BigInt::from(covariance.magnitude().clone());
        let [score, ranking] = self.spreads.map(BigInt::from);
        (self.spreads.iter().all(|spread| *spread != 0))
            .then(|| Rational::new(square, score * ranking))
    }

    /// Sums over performances in the order of the ranking score, as `Counter::count` takes them.
    ///
    /// With at most [`MOST_PERFORMANCES`](super::MOST_PERFORMANCES), fewer than 2^22, doubled ranks
    /// are below 2^23 and `n sum x y` is below 2^90.
    pub(super) fn count(distinct: usize, sorted: impl Iterator<Item = (u32, bool)>) -> Self {
        let sorted: Vec<(u32, bool)> = sorted.collect();
        let used = sorted.len() as u64;
        // Of each rank, first how often it occurs, then its doubled mid-rank.
        let mut score = vec![0_u64; distinct];
        for &(rank, _) in &sorted {
            score[rank as usize] += 1;
        }
        let (mut before, mut square_score) = (0, 0);
        for mid in &mut score {
            let count = *mid;
            *mid = 2 * before + count + 1;
            before += count;
            square_score += i128::from(count) * i128::from(*mid) * i128::from(*mid);
        }
        let (mut before, mut square_ranking, mut product) = (0, 0, 0);
        for tied in sorted.chunk_by(|_, (_, same_key)| *same_key) {
            let count = tied.len() as u64;
            let mid = i128::from(2 * before + count + 1);
            before += count;
            square_ranking += i128::from(count) * mid * mid;
            product +=
                mid * tied.iter().map(|(rank, _)| i128::from(score[*rank as usize])).sum::<i128>();
        }
        // Doubled ranks add up to n (n + 1).
        let n = i128::from(used);
        let centred = |sum: i128| n * sum - (n * (n + 1)).pow(2);
        Self {
            used,
            covariance: centred(product),
            spreads: [centred(square_score), centred(square_ranking)],
        }
    }
}
