//! Number of digits of a probability.

/// The digits of probabilities of a further test. More of them take more time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Digits {
    /// Certified doubles: twelve significant digits of each probability that is not tiny.
    Twelve,
    /// Decimals correct to 17 significant digits.
    #[default]
    Seventeen,
    /// Fractions.
    Fractions,
}
