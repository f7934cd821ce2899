//! Errors of computations on the lattice.

use crate::num::{Rational, abbreviated};
use crate::performance::Class;
use crate::work::{TooMuchWork, Watch, Work};

/// Reason why a question about the lattice is not answered.
///
/// ```
/// use exactile::lattice::Lattice;
/// let error = Lattice::new(0, 0).unwrap_err();
/// assert_eq!(error.hint(), "ask for at least one sample");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LatticeError {
    /// Neither a positive nor a negative sample.
    #[error("a lattice of 0 positives and 0 negatives has no matrix")]
    Empty,
    /// A class without observations, under a model that needs an observed rate.
    #[error("no observation of the {class} class, so that its rate is not known")]
    NoObservations {
        /// The class.
        class: Class,
    },
    /// A test without samples of a class.
    #[error("a test without samples of the {class} class")]
    NoSamples {
        /// The class.
        class: Class,
    },
    /// A parameter of a Beta prior at or below zero.
    #[error("a Beta parameter of {0} is not positive")]
    PriorNotPositive(Rational),
    /// More matrices than can be listed.
    #[error("a lattice of {matrices} matrices is too large to list")]
    TooManyMatrices {
        /// Number of matrices of the lattice.
        matrices: u128,
        /// Greatest number that can be listed.
        limit: u64,
        /// The side of the largest square lattice that fits.
        side: u64,
    },
    /// More samples of a class than distributions are listed for.
    #[error("{samples} further samples of a class are too many")]
    TooManySamples {
        /// Number of samples requested.
        samples: u64,
        /// Greatest number that can be listed.
        limit: u64,
    },
    /// More matrices with mass than can be listed.
    #[error(
        "{matrices} matrices hold the mass of further results, more than the {limit} that can be \
         listed"
    )]
    WindowsTooLarge {
        /// Number of matrices with mass.
        matrices: u64,
        /// Greatest number that can be listed.
        limit: u64,
    },
    /// Counts whose exact comparison would not fit in 128 bits.
    #[error(
        "the values of {metric} on {positives} positives and {negatives} negatives need more than \
         127 bits"
    )]
    NumbersTooLarge {
        /// The metric.
        metric: String,
        /// Positive samples.
        positives: u64,
        /// Negative samples.
        negatives: u64,
    },
    /// Contours of a metric that is not a ratio of polynomials of degree 2.
    #[error("the contours of {metric} are no conics")]
    NoConics {
        /// The metric.
        metric: String,
    },
    /// A model whose parameters have too many digits.
    #[error("the model's parameters have too many digits")]
    ModelTooFine,
    /// An exact result that would take more memory than is reasonable.
    #[error("exact fractions for {samples} further samples need about {gigabytes} GB")]
    ExactTooLarge {
        /// Further samples of the larger class.
        samples: u64,
        /// Memory that the fractions would need, in GB.
        gigabytes: u64,
        /// Greatest number of samples for which fractions are computed.
        limit: u64,
    },
    /// A text that is not a value of a metric.
    #[error("not an exact value (a number, inf, sqrt(R), -sqrt(R) or ln(R)): {0:?}")]
    NotAValue(String),
    /// A value of a form that this metric is not compared with.
    #[error("{metric} is not compared with {value}")]
    ValueOfOtherForm {
        /// The metric.
        metric: String,
        /// The value.
        value: String,
    },
    /// A contour that is not a curve with integer coefficients.
    #[error("{metric} = {value} is not a polynomial with rational coefficients")]
    NoPolynomial {
        /// The metric.
        metric: String,
        /// The value.
        value: String,
        /// A value to ask for instead.
        hint: &'static str,
    },
    /// Two values that could not be told apart.
    #[error("two values of {metric} agree in all binary places computed")]
    Inseparable {
        /// The metric.
        metric: String,
    },
    /// A callback stopped the work. Functions that take one return `None` instead.
    #[error("the work was stopped")]
    Stopped,
    /// A probability that could not be told from a threshold.
    #[error("a probability is too close to its threshold to be decided")]
    Undecided,
    /// Classifiers that would be tested on different numbers of samples.
    #[error("the classifiers were observed on different numbers of samples")]
    DifferentSamples,
    /// No classifier, or only one, to compare.
    #[error("{}", too_few(*.0))]
    TooFewClassifiers(usize),
    /// Work beyond its limit, refused before it starts.
    #[error("{0}")]
    TooMuchWork(#[from] TooMuchWork),
    /// An observed matrix with entries that are no counts.
    #[error("{:?} has entries that are no counts below 2^53", abbreviated(.name))]
    NotCounts {
        /// The classifier.
        name: String,
    },
}

impl LatticeError {
    /// Returns advice that removes the error, in one line.
    pub fn hint(&self) -> String {
        let fixed = match self {
            Self::TooManyMatrices { limit, side, .. } => {
                return format!(
                    "ask for at most {limit} (P = N = {side}), or for a tail or quantile, which \
                     need no list"
                );
            }
            Self::TooManySamples { limit, .. } => return format!("ask for at most {limit}"),
            Self::ExactTooLarge { limit, .. } => {
                return format!("ask for at most {limit} samples or for certified decimals");
            }
            Self::NoPolynomial { hint, .. } => return format!("give {hint}"),
            Self::Empty => "ask for at least one sample",
            Self::NoSamples { .. } => "ask for at least one",
            Self::NoObservations { .. } => "give counts with samples of both classes",
            Self::PriorNotPositive(_) => "give a number above 0",
            Self::WindowsTooLarge { .. } | Self::Undecided => "ask for fewer samples",
            Self::TooMuchWork(refused) => match refused.work {
                Work::ExactProducts => "give fewer classifiers or ask for certified digits",
                Work::RankTerms | Work::ComparisonTerms => "give fewer classifiers or samples",
                Work::RandomNumbers => "ask for fewer draws",
                Work::SwappedSamples => "ask for fewer draws or a smaller limit",
                Work::ListedMatrices => "ask for a value that fewer matrices have",
                _ => "ask for fewer samples",
            },
            Self::NumbersTooLarge { .. } => {
                "ask for fewer samples or a parameter with fewer digits"
            }
            Self::NoConics { .. } => "ask for another metric",
            Self::ModelTooFine => "give Beta parameters with smaller denominators or fewer samples",
            Self::NotAValue(_) => "give a number, inf, sqrt(R), -sqrt(R) or ln(R)",
            Self::ValueOfOtherForm { .. } => "give a rational number",
            Self::Inseparable { .. } => "ask for fewer samples or another metric",
            Self::DifferentSamples => "give the numbers of further positives and negatives",
            Self::TooFewClassifiers(_) => "give at least two",
            Self::NotCounts { .. } => "give whole numbers of samples below 2^53",
            Self::Stopped => "let the work go on",
        };
        fixed.to_owned()
    }
}

/// Returns the message that this number of classifiers cannot be compared.
fn too_few(classifiers: usize) -> String {
    match classifiers {
        0 => "there is no classifier to compare".to_owned(),
        1 => "a single classifier cannot be compared".to_owned(),
        more => format!("{more} classifiers cannot be compared"),
    }
}

/// An error that may say no more than that a callback stopped the work.
pub(crate) trait MayStop {
    /// `true` if it says this.
    fn is_stop(&self) -> bool;
}

impl MayStop for LatticeError {
    fn is_stop(&self) -> bool {
        *self == Self::Stopped
    }
}

/// Turns an error that a callback caused by stopping the work into `None`.
pub(crate) fn unless_stopped<T, E: MayStop>(result: Result<T, E>) -> Result<Option<T>, E> {
    match result {
        Err(error) if error.is_stop() => Ok(None),
        other => other.map(Some),
    }
}

impl Watch<'_> {
    /// A step of work on a lattice.
    pub(crate) fn step_on_lattice(&self) -> Result<(), LatticeError> {
        self.step().ok_or(LatticeError::Stopped)
    }
}
