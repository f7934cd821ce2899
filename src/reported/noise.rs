//! Reproducible numbers for searches: exact numbers check what these find.

/// A generator of numbers, whose state is not 0. Reference: Marsaglia, "Xorshift RNGs" (2003).
pub(super) struct Noise(pub(super) u64);

impl Noise {
    /// A sequence for each seed.
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below a bound, or 0.
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound.max(1)
    }

    /// One of so many places.
    pub(super) fn place(&mut self, count: usize) -> usize {
        usize::try_from(self.below(count as u64)).unwrap_or(0)
    }

    pub(super) fn between(&mut self, first: i128, last: i128) -> i128 {
        let count = u64::try_from(last - first).unwrap_or(u64::MAX).saturating_add(1);
        first + i128::from(self.below(count))
    }

    /// Uniform on [0, 1].
    pub(super) fn share(&mut self) -> f64 {
        double(self.next() >> 11) / double(1 << 53)
    }

    /// Uniform on [-1, 1].
    pub(super) fn signed(&mut self) -> f64 {
        2.0 * self.share() - 1.0
    }
}

#[expect(clippy::cast_precision_loss, reason = "far below 2^53, or it only suggests")]
pub(super) fn double(count: u64) -> f64 {
    count as f64
}

/// The whole number that is nearest to a share of the most that it may be.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the share is between 0 and 1"
)]
pub(super) fn rounded(share: f64, most: u64) -> u64 {
    ((share * double(most)).round() as u64).min(most)
}
