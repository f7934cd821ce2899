//! What cannot be asked of the lattice.

use crate::num::Rational;
use crate::performance::Class;

/// Why a question about the lattice has no answer here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LatticeError {
    /// Neither a positive nor a negative sample.
    #[error("a lattice of 0 positives and 0 negatives, ask for at least one sample")]
    Empty,
    /// A class that nothing was observed of.
    #[error("no observation of the {class} class, give counts with samples of both classes")]
    NoObservations {
        /// The class.
        class: Class,
    },
    /// A parameter of a Beta prior at or below zero.
    #[error("a Beta parameter of {0} is not positive, give a number above 0")]
    PriorNotPositive(Rational),
    /// A level that is not between zero and one.
    #[error("a level of {0} is not between 0 and 1, give one such as 95/100")]
    LevelOutOfRange(Rational),
    /// More matrices than can be listed.
    #[error(
        "a lattice of {matrices} matrices is too large to list, ask for at most {limit} (P = N = {side}) or for a tail or quantile, which need no list"
    )]
    TooManyMatrices {
        /// How many there are.
        matrices: u128,
        /// How many fit.
        limit: u64,
        /// The side of the largest square lattice that fits.
        side: u64,
    },
    /// More samples of a class than distributions are listed for.
    #[error("{samples} further samples of a class are too many, ask for at most {limit}")]
    TooManySamples {
        /// How many there are.
        samples: u64,
        /// How many can be listed.
        limit: u64,
    },
    /// More matrices with mass than can be listed.
    #[error(
        "{matrices} matrices hold the mass of further results, more than the {limit} that can be listed, ask for fewer samples"
    )]
    WindowsTooLarge {
        /// How many there are.
        matrices: u64,
        /// How many fit.
        limit: u64,
    },
    /// Exact distributions of ranks that would take too long.
    #[error(
        "exact ranks of so many classifiers on so many samples would take more than a few minutes, give fewer of them or ask for certified digits"
    )]
    ExactTooLong,
    /// Counts whose exact comparison would not fit in 128 bits.
    #[error(
        "the values of {metric} on {positives} positives and {negatives} negatives need more than 127 bits, ask for fewer samples or a parameter with fewer digits"
    )]
    NumbersTooLarge {
        /// The metric.
        metric: String,
        /// Positive samples.
        positives: u64,
        /// Negative samples.
        negatives: u64,
    },
    /// A metric that is not a ratio of polynomials of degree 2.
    #[error("{metric} is beyond the lattice: its contours are no conics, ask for another metric")]
    NoConics {
        /// The metric.
        metric: String,
    },
    /// A model whose parameters have too many digits.
    #[error(
        "the model's parameters have too many digits, give Beta parameters with smaller denominators or fewer samples"
    )]
    ModelTooFine,
    /// An exact result that would take more memory than is reasonable.
    #[error(
        "exact fractions for {samples} further samples need about {gigabytes} GB, ask for at most {limit} samples or for certified decimals"
    )]
    ExactTooLarge {
        /// Further samples of the larger class.
        samples: u64,
        /// What they would need.
        gigabytes: u64,
        /// How many can be treated.
        limit: u64,
    },
    /// A text that is no value of a metric.
    #[error("not an exact value: {0:?}, give a number, inf, sqrt(R), -sqrt(R) or ln(R)")]
    NotAValue(String),
    /// A value of a form that this metric is not compared with.
    #[error("{metric} is not compared with {value}, give a rational number")]
    ValueOfOtherForm {
        /// The metric.
        metric: String,
        /// The value.
        value: String,
    },
    /// A contour that is no curve with integer coefficients.
    #[error("{metric} = {value} is no polynomial with rational coefficients, give {hint}")]
    NoPolynomial {
        /// The metric.
        metric: String,
        /// The value.
        value: String,
        /// What to ask for instead.
        hint: &'static str,
    },
    /// Two values that could not be told apart.
    #[error(
        "two values of {metric} agree in all binary places computed, ask for fewer samples or another metric"
    )]
    Inseparable {
        /// The metric.
        metric: String,
    },
    /// A probability that could not be told from a threshold.
    #[error("a probability is too close to its threshold to be decided, ask for fewer samples")]
    Undecided,
    /// Classifiers that would be tested on different numbers of samples.
    #[error(
        "the classifiers were observed on different numbers of samples, give the numbers of further positives and negatives"
    )]
    DifferentSamples,
    /// No classifier, or only one, to compare.
    #[error("{0} classifiers cannot be compared, give at least two")]
    TooFewClassifiers(usize),
    /// An observed matrix with entries that are no counts.
    #[error("{name} has entries that are no counts below 2^53, give whole numbers of samples")]
    NotCounts {
        /// The classifier.
        name: String,
    },
}
