//! Long sums of positive doubles at the cost of three roundings.

/// A row of sums, each with the rounding errors it has collected.
///
/// Every addition's error is a double itself and is added up apart (Neumaier's sum): after m terms
/// the total is off by one rounding, and by m^2 2^-106 of it, below another one for m < 2^26; the
/// total's own rounding is the third.
#[derive(Clone, Debug)]
pub(super) struct Accumulator {
    sums: Vec<f64>,
    errors: Vec<f64>,
}

impl Accumulator {
    /// Greatest error of a total, in roundings.
    pub(super) const ROUNDINGS: f64 = 3.0;

    pub(super) fn new(length: usize) -> Self {
        Self { sums: vec![0.0; length], errors: vec![0.0; length] }
    }

    /// Adds a row.
    #[inline(always)]
    pub(super) fn add(&mut self, row: &[f64]) {
        for ((sum, error), term) in self.sums.iter_mut().zip(&mut self.errors).zip(row) {
            let total = *sum + term;
            // What the addition lost, exactly, whichever of both is larger (Knuth).
            let seen = total - *sum;
            *error += (*sum - (total - seen)) + (term - seen);
            *sum = total;
        }
    }

    /// Adds another's sums.
    pub(super) fn merge(&mut self, other: &Self) {
        self.add(&other.sums);
        for (error, its) in self.errors.iter_mut().zip(&other.errors) {
            *error += its;
        }
    }

    /// Writes the totals.
    #[inline(always)]
    pub(super) fn write(&self, totals: &mut [f64]) {
        for ((total, sum), error) in totals.iter_mut().zip(&self.sums).zip(&self.errors) {
            *total = sum + error;
        }
    }

    /// All totals.
    pub(super) fn totals(&self) -> Vec<f64> {
        let mut totals = vec![0.0; self.sums.len()];
        self.write(&mut totals);
        totals
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_million_terms_lose_nothing() {
        let mut sums = Accumulator::new(2);
        for _ in 0..1_000_000 {
            sums.add(&[0.1, 1e-20]);
        }
        let mut twice = sums.clone();
        twice.merge(&sums);
        for (total, expected) in sums.totals().into_iter().zip([1e5, 1e-14]) {
            assert!((total / expected - 1.0).abs() < 4e-16, "{total}");
        }
        assert!((twice.totals()[0] / 2e5 - 1.0).abs() < 4e-16);
    }
}
