//! Errors of computations on the lattice.

use crate::num::abbreviated;
use crate::num::{Level, Rational};
use crate::performance::Class;
use crate::score::Metric;
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
    /// Ends of an interval that are so far out that draws do not have them.
    #[error("{draws} draws do not have the ends of an interval at a level of {level}")]
    LevelBeyondDraws {
        /// The level.
        level: Level,
        /// The number of draws.
        draws: u32,
    },
    /// A metric that has no e-value.
    #[error(
        "there is no e-value by {0}: an e-value is for tpr, tnr, accuracy and their complements"
    )]
    NotAnytime(Metric),
    /// Classifiers of which it is not known how they agree, where that is needed.
    #[error("an e-value needs samples that both classifiers predicted")]
    Unpaired,
    /// A metric that is not a share of samples, where a share is needed.
    #[error("{0} is not a share of samples, so there is no interval of Clopper and Pearson")]
    NotAShare(Metric),
    /// A metric that is not drawn by weights of clusters.
    #[error(
        "{0} is not compared over clusters or test sets: its scale would depend on their weights"
    )]
    NoClusters(Metric),
    /// A metric that has no value on the samples of all clusters.
    #[error("{0} is undefined on the samples")]
    UndefinedOnClusters(Metric),
    /// Samples that come in clusters, where independent ones are asked about.
    #[error("samples of one cluster are not independent, so the next test is not asked about")]
    Clustered,
    /// A further test of several test sets.
    #[error("there is no model of a further test of several test sets")]
    SeveralTestSets,
    /// A margin below zero.
    #[error("a margin of {0} is below 0")]
    MarginNegative(Rational),
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
            Self::NotAnytime(_) => "choose one of them",
            Self::NotAShare(_) => "choose a rate such as tpr, or ask for a credible interval",
            Self::NoClusters(_) | Self::UndefinedOnClusters(_) => "choose another metric",
            Self::Clustered => "ask without clusters",
            Self::SeveralTestSets => "ask about the samples of one test set, with --where",
            Self::Unpaired => "give the predictions of both on the same samples",
            Self::MarginNegative(_) => "give by how much the first may be worse, such as 0.02",
            Self::LevelBeyondDraws { .. } => "give one of at most 999/1000",
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

/// Turns an error that a callback caused by stopping the work into `None`.
pub(crate) fn unless_stopped<T>(
    result: Result<T, LatticeError>,
) -> Result<Option<T>, LatticeError> {
    match result {
        Err(LatticeError::Stopped) => Ok(None),
        other => other.map(Some),
    }
}

impl Watch<'_> {
    /// A step of work on a lattice.
    pub(crate) fn step_on_lattice(&self) -> Result<(), LatticeError> {
        self.step().ok_or(LatticeError::Stopped)
    }
}
