//! Possible numbers of samples of a row of printed scores.

use crate::claim::printed::PrintedRow;
use crate::claim::stop::Stop;

/// Numbers of samples of the two classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) positives: u64,
    pub(super) negatives: u64,
}

impl Size {
    pub(super) fn counts(self, [tp, tn]: [u64; 2]) -> [u64; 4] {
        [tn, self.negatives - tn, self.positives - tp, tp]
    }
}

/// The most sizes, lines of confusion matrices and single matrices that are checked for one
/// question.
pub(super) const MOST_WORK: u64 = 5_000_000;

impl PrintedRow {
    /// Returns `true` for a single test whose numbers of samples are unknown.
    pub(super) fn is_of_any_size(&self) -> bool {
        let any = 0..=u64::MAX;
        self.folds.is_none()
            && self.samples.is_none()
            && [&self.positives, &self.negatives] == [&any; 2]
    }

    /// Returns the possible sizes, by P and N; an error if they are too many.
    pub(super) fn sizes(&self) -> Result<Vec<Size>, Stop> {
        let too_many = || Stop::Unknown("so many sizes of tests are not checked here".to_owned());
        let (mut first, mut last) = (*self.positives.start(), *self.positives.end());
        if let Some(samples) = &self.samples {
            first = first.max(samples.start().saturating_sub(*self.negatives.end()));
            last = last.min(*samples.end());
        }
        if last.saturating_sub(first) > MOST_WORK {
            return Err(too_many());
        }
        let mut sizes = Vec::new();
        for positives in first..=last {
            let (mut least, mut most) = (*self.negatives.start(), *self.negatives.end());
            if let Some(samples) = &self.samples {
                least = least.max(samples.start().saturating_sub(positives));
                most = most.min(samples.end() - positives);
            }
            if most.saturating_sub(least) + sizes.len() as u64 > MOST_WORK {
                return Err(too_many());
            }
            sizes.extend((least..=most).map(|negatives| Size { positives, negatives }));
        }
        sizes.retain(|size| size.positives + size.negatives > 0);
        Ok(sizes)
    }
}
