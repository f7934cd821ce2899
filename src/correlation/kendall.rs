//! Kendall's counts of pairs, and tau-b from them.

use num_bigint::BigInt;

use crate::num::{Enclosure, Rational, Value};

/// Pairs of performances, counted by how a score and a ranking score order them.
///
/// ```
/// use exactile::correlation::{Correlator, Performances};
/// use exactile::{Metric, Point, RankingScore, Rational};
/// let correlator = Correlator::new(&Metric::Tnr, &Performances::all(2)?)?;
/// let centre = Point::new(Rational::new(1, 2), Rational::new(1, 2));
/// let accuracy = RankingScore::at(centre).unwrap();
/// let correlation = correlator.at(&accuracy);
/// assert_eq!((correlation.used, correlation.concordant, correlation.discordant), (7, 12, 0));
/// assert_eq!((correlation.ties_score, correlation.ties_ranking), (6, 5));
/// assert_eq!(correlation.tau_b().to_string(), "12/sqrt(240)");
/// # Ok::<(), exactile::correlation::CorrelationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Correlation {
    /// Performances on which both scores are defined, infinite values included.
    pub used: u64,
    /// Pairs that both order in the same way.
    pub concordant: u64,
    /// Pairs that the two order in opposite ways.
    pub discordant: u64,
    /// Pairs that the score ties, whatever the ranking score does.
    pub ties_score: u64,
    /// Pairs that the ranking score ties, whatever the score does.
    pub ties_ranking: u64,
}

impl Correlation {
    /// The number of unordered pairs of performances on which both scores are defined.
    pub fn pairs(&self) -> u128 {
        let used = u128::from(self.used);
        used * used.saturating_sub(1) / 2
    }

    /// `sign(tau_b) tau_b^2`, which orders correlations exactly; `None` where tau-b is undefined.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::correlation::Correlation;
    /// let correlation =
    ///     Correlation { used: 3, concordant: 1, discordant: 2, ties_score: 0, ties_ranking: 0 };
    /// assert_eq!(correlation.signed_square(), Some(Rational::new(-1, 9)));
    /// ```
    pub fn signed_square(&self) -> Option<Rational> {
        let (difference, product) = (self.difference(), self.product());
        if product == BigInt::ZERO {
            return None;
        }
        Some(Rational::new(&difference * BigInt::from(difference.magnitude().clone()), product))
    }

    /// Kendall's tau-b, (C - D)/sqrt((n - n1)(n - n2)) with n pairs, of which n1 are tied by the
    /// score and n2 by the ranking score (Kendall, Rank Correlation Methods, 1948). Undefined where
    /// one of the two ties all pairs.
    ///
    /// ```
    /// use exactile::correlation::Correlation;
    /// let correlation =
    ///     Correlation { used: 3, concordant: 2, discordant: 1, ties_score: 0, ties_ranking: 0 };
    /// assert_eq!(correlation.tau_b().to_string(), "1/3");
    /// ```
    pub fn tau_b(&self) -> Value {
        let (difference, product) = (self.difference(), self.product());
        if product == BigInt::ZERO {
            let ties_score = u128::from(self.ties_score) == self.pairs();
            return Value::Undefined(reason(self.used, ties_score));
        }
        if difference == BigInt::ZERO {
            return Value::Exact(Rational::ZERO);
        }
        let root = product.sqrt();
        if &root * &root == product {
            return Value::Exact(Rational::new(difference, root));
        }
        // 2^-80 of the quotient; its numerator is below 2^50.
        const BITS: u32 = 140;
        let square = Rational::new(1, product.clone());
        let value = Enclosure::sqrt(&square, BITS) * Rational::from(difference.clone());
        let closed_form = format!("{difference}/sqrt({product})");
        value.to_decimals(20).with_closed_form(closed_form).into()
    }

    fn difference(&self) -> BigInt {
        BigInt::from(self.concordant) - self.discordant
    }

    fn product(&self) -> BigInt {
        let pairs = BigInt::from(self.pairs());
        (&pairs - self.ties_score) * (&pairs - self.ties_ranking)
    }
}

/// Returns the reason why a correlation is undefined over `used` performances, if the score or else
/// the ranking score ties all of them.
pub(super) fn reason(used: u64, ties_score: bool) -> &'static str {
    match (used, ties_score) {
        (0 | 1, _) => "fewer than two performances have both values",
        (_, true) => "the score ties all performances",
        (_, false) => "the ranking score ties all performances",
    }
}

/// The number of unordered pairs among `count` performances. Nothing here overflows: there are at
/// most [`MOST_PERFORMANCES`](super::MOST_PERFORMANCES), fewer than 2^22, and their pairs are
/// counted.
pub(super) fn pairs(count: u64) -> u64 {
    count * count.saturating_sub(1) / 2
}

/// Counts pairs of a list sorted by the ranking score; reusable, so that a grid allocates once.
#[derive(Debug, Default)]
pub struct Counter {
    /// Fenwick tree over ranks: how often each was seen.
    tree: Vec<u32>,
    /// Number of occurrences of each rank.
    occurrences: Vec<u32>,
}

impl Counter {
    /// Pairs of performances whose score ranks come in the order of the ranking score, ties of the
    /// ranking score next to each other and by rising score; `same_key` says whether a performance
    /// ties with the one before. O(n log n).
    pub(super) fn count(
        &mut self,
        distinct: usize,
        sorted: impl ExactSizeIterator<Item = (u32, bool)>,
    ) -> Correlation {
        let used = sorted.len() as u64;
        self.tree.clear();
        self.tree.resize(distinct + 1, 0);
        self.occurrences.clear();
        self.occurrences.resize(distinct, 0);
        let (mut discordant, mut ties_ranking, mut ties_both) = (0, 0, 0);
        // How many before this one tie with it in the ranking score, and in both.
        let (mut tied, mut tied_in_both) = (0_u64, 0_u64);
        let mut last = None;
        for (seen, (rank, same_key)) in (0_u64..).zip(sorted) {
            tied = if same_key { tied + 1 } else { 0 };
            tied_in_both = if same_key && last == Some(rank) { tied_in_both + 1 } else { 0 };
            ties_ranking += tied;
            ties_both += tied_in_both;
            last = Some(rank);
            self.occurrences[rank as usize] += 1;
            // Fenwick: those up to this rank, itself not counted yet.
            let mut not_above = 0_u64;
            let mut place = rank as usize + 1;
            while place > 0 {
                not_above += u64::from(self.tree[place]);
                place &= place - 1;
            }
            discordant += seen - not_above;
            place = rank as usize + 1;
            while place <= distinct {
                self.tree[place] += 1;
                place += place & place.wrapping_neg();
            }
        }
        let ties_score = self.occurrences.iter().map(|&count| pairs(u64::from(count))).sum::<u64>();
        let concordant = pairs(used) + ties_both - discordant - ties_score - ties_ranking;
        Correlation { used, concordant, discordant, ties_score, ties_ranking }
    }
}

/// Counts pairs by two ranks of each performance.
pub(crate) fn correlation_of_ranks(mut ranks: Vec<[u32; 2]>) -> Correlation {
    ranks.sort_unstable();
    let distinct = ranks.iter().map(|[_, rank]| *rank as usize + 1).max().unwrap_or(0);
    let mut last = None;
    let sorted: Vec<(u32, bool)> =
        ranks.into_iter().map(|[key, rank]| (rank, last.replace(key) == Some(key))).collect();
    Counter::default().count(distinct, sorted.into_iter())
}
