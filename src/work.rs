//! Estimates of the work that a computation needs, made before it starts, and the limits above
//! which it is refused.
//!
//! Each kind of work is counted in its own unit, by the formula at its name. Limits are such that
//! the work takes about a minute of one core at most and less than four gigabytes, as measured on
//! small machines; an estimate may be several times too large, but not too small.
//!
//! ```
//! use exactile::work::Work;
//! assert!(Work::LatticeRows.check(1_000_000).is_ok());
//! let refused = Work::LatticeRows.check(1 << 31).unwrap_err();
//! assert_eq!(
//!     refused.to_string(),
//!     "2147483648 rows of the lattice are to be searched, more than the limit of 20000000"
//! );
//! ```

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// Receives the steps of long work, from several cores, and may stop it. Functions that take one
/// are named `with_progress` or end so, and return `None` once it has stopped them; the first call
/// comes before there is a result, however little work there is.
///
/// ```
/// use std::ops::ControlFlow;
/// use exactile::lattice::{Confluence, Lattice};
/// use exactile::{Metric, Rational};
/// let (metric, lattice) = (Metric::FBeta(Rational::ONE), Lattice::new(20, 40)?);
/// let stopped = Confluence::with_progress(&metric, lattice, false, &|| ControlFlow::Break(()))?;
/// assert!(stopped.is_none());
/// let whole = Confluence::with_progress(&metric, lattice, false, &|| ControlFlow::Continue(()))?;
/// assert_eq!(whole.map(|confluence| confluence.distinct()), Some(594));
/// # Ok::<(), exactile::lattice::LatticeError>(())
/// ```
pub type Advance<'a> = &'a (dyn Fn() -> ControlFlow<()> + Sync);

/// Lets work go on to its end: the [`Advance`] of those who do not watch.
///
/// ```
/// use exactile::work::go_on;
/// assert!(go_on().is_continue());
/// ```
pub fn go_on() -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// The result of work whose error `None` says that it was stopped: then there is nothing.
pub(crate) fn ended<T, E>(found: Result<T, Option<E>>) -> Result<Option<T>, E> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(None) => Ok(None),
        Err(Some(error)) => Err(error),
    }
}

/// A callback that stays stopped once it has stopped the work.
pub(crate) struct Watch<'a> {
    advance: Advance<'a>,
    is_stopped: AtomicBool,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(advance: Advance<'a>) -> Self {
        Self { advance, is_stopped: AtomicBool::new(false) }
    }

    /// Returns a watch that never stops the work.
    pub(crate) fn never() -> Self {
        Self::new(&go_on)
    }

    /// Returns `true` if the work is to stop.
    pub(crate) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// A step is done; `None` if the work is to stop.
    pub(crate) fn step(&self) -> Option<()> {
        if self.is_stopped() {
            return None;
        }
        if (self.advance)().is_break() {
            self.is_stopped.store(true, Ordering::Relaxed);
            return None;
        }
        Some(())
    }
}

/// A kind of work whose amount has a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Work {
    /// A bisection on each row of a lattice: P + 1 rows of O(log N) comparisons and 24 bytes.
    LatticeRows,
    /// Matrices of a contour that are listed: 16 bytes each, and a line of text.
    ListedMatrices,
    /// Masses of both classes, listed with running sums: P + N + 2, of 128 bytes at most and about
    /// 200 ns.
    ListedMasses,
    /// Distinct values times ranks of pairs of classifiers in doubles: v n^3, of about 0.05 ns
    /// since most ranks of most pairs have no mass at a value; without ranks v n^2, each as ten of
    /// them. The tables count as a thousand values at least.
    RankTerms,
    /// Distinct values times pairs of classifiers, v n^2, of about 80 ns for pairs in 128-bit
    /// numbers; with ranks 1 + log n times as many.
    ComparisonTerms,
    /// Products of machine words for ranks in fractions, v n (1 + log n) w^2/2 with totals of w
    /// words, or n times as many for all ranks.
    ExactProducts,
    /// Classifiers times samples of the largest test that a plan may look at: each of them has a
    /// window of O(sqrt(samples)) counts by class, and all pairs of counts are summed.
    PlannedSamples,
    /// Pairs of different performances, each with a frontier, whose crossings are counted:
    /// n(n - 1)/2, with up to n^4/8 crossings.
    FrontierPairs,
    /// Pairs of different performances under different priors, whose frontiers are all compared
    /// with each other: n(n - 1)/2, of about n^4/8 quadratic equations of 2 us.
    BentFrontierPairs,
    /// Classifiers of a report: each rank of each one is a piece of the Tile, n^2 in all.
    ReportedPieces,
    /// Pairs of classifiers with equal rates, which the summary of regions lists: the sum of m^2
    /// over groups of m.
    EqualPairs,
    /// Values of metrics in a table that is laid out as a whole: n times metrics, of about 500
    /// bytes and 5 us.
    PagedValues,
    /// Rows of lattices, one for each P, N and TP, in which reported scores are looked for: of
    /// about 1 us for each score.
    ReportedRows,
    /// Random numbers of a simulation: draws times patterns of a test, or times further samples, of
    /// about 20 ns.
    RandomNumbers,
    /// Pairs of classifiers that are compared: of about a kilobyte and some milliseconds.
    ComparedPairs,
    /// Discordant samples of swap tests, one test for each draw: of about 10 us, and more for large
    /// tests.
    SwappedSamples,
    /// Binary digits of a prior at which performances are searched for a counterexample.
    PriorDigits,
    /// Bytes of memory; how many there may be is what the system says, see [`check_memory`].
    Memory,
}

impl Work {
    /// The largest amount that is not refused.
    ///
    /// ```
    /// use exactile::work::Work;
    /// assert_eq!(Work::LatticeRows.limit(), 20_000_000);
    /// ```
    pub fn limit(self) -> u128 {
        match self {
            Self::LatticeRows | Self::ListedMasses | Self::ReportedRows => 20_000_000,
            Self::ListedMatrices | Self::SwappedSamples => 10_000_000,
            Self::RankTerms => 1_000_000_000_000,
            Self::ComparisonTerms => 500_000_000,
            Self::ExactProducts | Self::RandomNumbers => 20_000_000_000,
            Self::PlannedSamples => 12_000_000,
            Self::ComparedPairs => 2_000_000,
            Self::FrontierPairs => 600_000,
            Self::BentFrontierPairs => 6_000,
            Self::ReportedPieces => 1_000_000,
            Self::EqualPairs => 50_000_000,
            Self::PagedValues => 4_000_000,
            Self::PriorDigits => 128,
            Self::Memory => usize::MAX as u128,
        }
    }

    /// Checks that an amount is not above the limit.
    ///
    /// ```
    /// use exactile::work::{TooMuchWork, Work};
    /// let work = Work::PriorDigits;
    /// assert_eq!(work.check(128), Ok(()));
    /// assert_eq!(work.check(129), Err(TooMuchWork { work, amount: 129 }));
    /// ```
    ///
    /// # Errors
    /// The kind of work and the amount, if it is above the limit.
    pub fn check(self, amount: u128) -> Result<(), TooMuchWork> {
        if amount <= self.limit() { Ok(()) } else { Err(TooMuchWork { work: self, amount }) }
    }

    /// The unit with its verb, after an amount.
    fn unit(self) -> &'static str {
        match self {
            Self::LatticeRows => "rows of the lattice are to be searched",
            Self::ListedMatrices => "matrices on the contour are to be listed",
            Self::ListedMasses => "masses of counts are to be listed",
            Self::RankTerms => {
                "terms (values times ranks of pairs of classifiers) are to be summed"
            }
            Self::ComparisonTerms => {
                "terms (values times pairs of classifiers) are to be summed in 128 bits"
            }
            Self::ExactProducts => "products of machine words are needed for exact fractions",
            Self::PlannedSamples => {
                "classifiers times samples of the largest test are to be looked at"
            }
            Self::FrontierPairs => "pairs of classifiers have frontiers that may cross",
            Self::BentFrontierPairs => {
                "pairs of classifiers of different priors have frontiers that may cross twice"
            }
            Self::ReportedPieces => "pieces (classifiers times ranks) are to be reported",
            Self::EqualPairs => "pairs of equal classifiers are to be listed",
            Self::PagedValues => "values are to be laid out in tables",
            Self::ReportedRows => "rows of lattices are to be searched for reported scores",
            Self::RandomNumbers => "random numbers are to be drawn",
            Self::ComparedPairs => "pairs of classifiers are to be compared",
            Self::SwappedSamples => "discordant samples of drawn swap tests are to be looked at",
            Self::PriorDigits => "binary digits of the prior enter each value that is tried",
            Self::Memory => "bytes of memory are needed",
        }
    }
}

/// Work that is refused before it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
pub struct TooMuchWork {
    /// The kind of work.
    pub work: Work,
    /// The estimated amount, in the unit of the kind of work.
    pub amount: u128,
}

impl TooMuchWork {
    fn text(&self) -> String {
        let Self { work, amount } = self;
        match work {
            Work::Memory => {
                let megabytes = amount.div_ceil(1 << 20);
                format!("about {megabytes} MB of memory are needed, more than the process can have")
            }
            work => format!("{amount} {}, more than the limit of {}", work.unit(), work.limit()),
        }
    }
}

/// Checks that the process can get about `bytes` bytes of memory for arrays, which for instance
/// `ulimit -v` may prevent.
///
/// The memory is requested and released at once, untouched, so that this takes no time. Later
/// allocations may still fail, but a refusal before the work is better than the end of the process
/// within it.
///
/// ```
/// use exactile::work::check_memory;
/// assert!(check_memory(1024).is_ok());
/// assert!(check_memory(u128::MAX).is_err());
/// ```
///
/// # Errors
/// The kind of work and the amount, if the memory cannot be had.
pub fn check_memory(bytes: u128) -> Result<(), TooMuchWork> {
    let refused = || TooMuchWork { work: Work::Memory, amount: bytes };
    let mut array = Vec::<u8>::new();
    let size = usize::try_from(bytes).map_err(|_| refused())?;
    array.try_reserve_exact(size).map_err(|_| refused())?;
    // Otherwise the compiler would leave the allocation out.
    std::hint::black_box(&mut array);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_that_no_machine_has_is_refused() {
        assert_eq!(check_memory(1 << 20), Ok(()));
        for bytes in [1_u128 << 60, u128::MAX] {
            let refused = check_memory(bytes).expect_err("too much");
            assert_eq!((refused.work, refused.amount), (Work::Memory, bytes));
            assert!(refused.to_string().starts_with("about "), "{refused}");
        }
        let refused = check_memory(1 << 60).expect_err("too much").to_string();
        let expected =
            "about 1099511627776 MB of memory are needed, more than the process can have";
        assert_eq!(refused, expected);
    }
}
