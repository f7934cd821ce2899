//! Scores of several classes as sums over classes, and matrices that have them.

use num_bigint::BigInt;
use num_integer::Integer;

use super::super::noise::double;
use super::ReportedClassScore;
use crate::num::{Rational, Value};
use crate::reported::value::ReportedValue;

/// A score of a confusion matrix of several classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ClassScore {
    /// The share of right samples: also the micro averages, and weighted recall.
    Accuracy,
    /// The share of wrong samples.
    ErrorRate,
    /// The mean over classes of recall: balanced accuracy.
    MacroRecall,
    /// The mean over classes of precision.
    MacroPrecision,
    /// The mean over classes of F1.
    MacroF1,
    /// Precision by the samples of the classes.
    WeightedPrecision,
    /// F1 by the samples of the classes.
    WeightedF1,
    /// Cohen's kappa.
    Kappa,
}

/// The names of scores, in lower case with hyphens.
const NAMES: &[(&[&str], ClassScore)] = &[
    (
        &[
            "accuracy",
            "acc",
            "micro-f1",
            "f1-micro",
            "micro-precision",
            "precision-micro",
            "micro-recall",
            "recall-micro",
            "weighted-recall",
            "recall-weighted",
        ],
        ClassScore::Accuracy,
    ),
    (&["error-rate", "err", "hamming-loss"], ClassScore::ErrorRate),
    (
        &[
            "macro-recall",
            "recall-macro",
            "balanced-accuracy",
            "ba",
            "bacc",
            "bac",
            "uar",
            "macro-tpr",
            "macro-sensitivity",
        ],
        ClassScore::MacroRecall,
    ),
    (&["macro-precision", "precision-macro", "macro-ppv"], ClassScore::MacroPrecision),
    (&["macro-f1", "f1-macro", "macro-avg-f1"], ClassScore::MacroF1),
    (&["weighted-precision", "precision-weighted"], ClassScore::WeightedPrecision),
    (&["weighted-f1", "f1-weighted"], ClassScore::WeightedF1),
    (&["kappa", "cohen-kappa", "cohens-kappa"], ClassScore::Kappa),
];

/// The score of several classes of a name in tables of results; `None` of any other name.
///
/// ```
/// use exactile::reported::{ClassScore, class_score};
/// assert_eq!(class_score("Macro F1"), Some(ClassScore::MacroF1));
/// assert_eq!(class_score("balanced_accuracy"), Some(ClassScore::MacroRecall));
/// assert_eq!(class_score("f1"), None);
/// ```
pub fn class_score(name: &str) -> Option<ClassScore> {
    let plain = name.trim().to_lowercase().replace(['_', ' '], "-");
    let known = NAMES.iter().find(|(names, _)| names.contains(&&*plain));
    known.map(|(_, score)| *score)
}

impl ClassScore {
    /// Returns its first name.
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|(_, score)| *score == self).map_or("", |(names, _)| names[0])
    }

    /// Returns its value on a confusion matrix, a row of counts by predicted class for each class.
    /// Precision counts as 0 where it is undefined; `None` if a score is undefined otherwise.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::reported::ClassScore;
    /// let matrix = [vec![3, 1], vec![2, 4]];
    /// assert_eq!(ClassScore::MacroRecall.value(&matrix), Some(Rational::new(17, 24)));
    /// assert_eq!(ClassScore::Kappa.value(&matrix), Some(Rational::new(2, 5)));
    /// ```
    pub fn value(self, matrix: &[Vec<u64>]) -> Option<Rational> {
        let classes = matrix.len();
        let sum = |counts: &mut dyn Iterator<Item = u64>| {
            Rational::from(counts.map(u128::from).sum::<u128>())
        };
        let size = |class: usize| sum(&mut matrix[class].iter().copied());
        let called = |class: usize| sum(&mut matrix.iter().map(|row| row[class]));
        let right = |class: usize| Rational::from(matrix[class][class]);
        let every = || 0..classes;
        let samples: Rational = every().map(size).sum();
        let share =
            |of: &dyn Fn(usize) -> Option<Rational>, is_weighted: bool| -> Option<Rational> {
                let weight = |class: usize| match is_weighted {
                    true => size(class).checked_div(&samples),
                    false => Rational::ONE.checked_div(&Rational::from(classes as u64)),
                };
                every().map(|class| Some(of(class)? * weight(class)?)).sum()
            };
        let precision =
            |class: usize| Some(right(class).checked_div(&called(class)).unwrap_or(Rational::ZERO));
        let f1 = |class: usize| {
            (right(class) * Rational::from(2)).checked_div(&(size(class) + called(class)))
        };
        let accuracy = || every().map(right).sum::<Rational>().checked_div(&samples);
        match self {
            Self::Accuracy => accuracy(),
            Self::ErrorRate => Some(accuracy()?.complement()),
            Self::MacroRecall => share(&|class| right(class).checked_div(&size(class)), false),
            Self::MacroPrecision => share(&precision, false),
            Self::WeightedPrecision => share(&precision, true),
            Self::MacroF1 => share(&f1, false),
            Self::WeightedF1 => share(&f1, true),
            Self::Kappa => {
                let chance: Rational = every().map(|class| size(class) * called(class)).sum();
                let chance = chance.checked_div(&(&samples * &samples))?;
                (accuracy()? - chance.clone()).checked_div(&chance.complement())
            }
        }
    }
}

/// A function of the numbers of one class whose sum over classes is bounded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Term {
    /// d/n
    Right,
    /// d/(n_j K)
    Recall,
    /// d/(d + s), over K or times n_j/n
    Precision { is_weighted: bool },
    /// 2d/(n_j + d + s), over K or times n_j/n
    F1 { is_weighted: bool },
    /// (n d - (1 - kappa) n_j (d + s))/n^2
    Kappa(f64),
    /// (d + s)/n
    Called,
}

/// A bounded sum over classes, in doubles.
#[derive(Clone, Debug)]
pub(super) struct Condition {
    pub(super) term: Term,
    /// The position of the score; `None` for what holds of every matrix.
    pub(super) score: Option<usize>,
    pub(super) ends: [f64; 2],
    /// The width by which distances from the ends are measured.
    pub(super) reach: f64,
}

/// The numbers of each class: d and s.
pub(super) type Point = Vec<[u64; 2]>;

/// Everything that is asked of the numbers of the classes.
pub(super) struct Conditions<'c> {
    pub(super) sizes: &'c [u64],
    scores: Vec<&'c ReportedClassScore>,
    pub(super) all: Vec<Condition>,
    pub(super) samples: u64,
}

impl<'c> Conditions<'c> {
    pub(super) fn new(sizes: &'c [u64], scores: &'c [ReportedClassScore], set: &[usize]) -> Self {
        let samples = sizes.iter().sum();
        let called = Condition {
            term: Term::Called,
            score: None,
            ends: [1.0, 1.0],
            reach: 1.0 / double(samples),
        };
        let mut all = vec![called];
        for &at in set {
            let ReportedClassScore { score, value } = &scores[at];
            let [low, high] = [&value.lower, &value.upper].map(Rational::to_f64);
            let reach = ((high - low) / 2.0).clamp(1e-9, 1.0);
            let mut add = |term, ends: [f64; 2]| {
                all.push(Condition { term, score: Some(at), ends, reach });
            };
            match score {
                ClassScore::Accuracy => add(Term::Right, [low, high]),
                ClassScore::ErrorRate => add(Term::Right, [1.0 - high, 1.0 - low]),
                ClassScore::MacroRecall => add(Term::Recall, [low, high]),
                ClassScore::MacroPrecision => {
                    add(Term::Precision { is_weighted: false }, [low, high])
                }
                ClassScore::WeightedPrecision => {
                    add(Term::Precision { is_weighted: true }, [low, high])
                }
                ClassScore::MacroF1 => add(Term::F1 { is_weighted: false }, [low, high]),
                ClassScore::WeightedF1 => add(Term::F1 { is_weighted: true }, [low, high]),
                ClassScore::Kappa => {
                    // Above 1 nothing is, and 1 - kappa has to have a sign.
                    let (low, high) = (low.clamp(-10.0, 1.0), high.clamp(-10.0, 1.0));
                    add(Term::Kappa(low), [low, f64::INFINITY]);
                    add(Term::Kappa(high), [f64::NEG_INFINITY, high]);
                }
            }
        }
        Self { sizes, scores: set.iter().map(|at| &scores[*at]).collect(), all, samples }
    }

    /// Returns the value of a term of a class.
    pub(super) fn value(&self, term: Term, class: usize, [d, s]: [f64; 2]) -> f64 {
        let (size, samples) = (double(self.sizes[class]), double(self.samples));
        #[expect(clippy::cast_precision_loss, reason = "few classes")]
        let classes = self.sizes.len() as f64;
        let weight = |is_weighted| if is_weighted { size / samples } else { 1.0 / classes };
        match term {
            Term::Right => d / samples,
            Term::Recall => d / (size * classes),
            Term::Precision { .. } if d <= 0.0 => 0.0,
            Term::Precision { is_weighted } => d / (d + s) * weight(is_weighted),
            Term::F1 { is_weighted } => 2.0 * d / (size + d + s) * weight(is_weighted),
            Term::Kappa(kappa) => {
                (samples * d - (1.0 - kappa) * size * (d + s)) / (samples * samples)
            }
            Term::Called => (d + s) / samples,
        }
    }

    /// Returns `true` if no number of right samples has all scores of that number alone, or if a
    /// score is out of reach of any matrix.
    pub(super) fn is_beyond(&self) -> bool {
        let (mut least, mut most) = (BigInt::from(0), BigInt::from(self.samples));
        for ReportedClassScore { score, value } in &self.scores {
            let value = match score {
                ClassScore::Accuracy => (*value).clone(),
                ClassScore::ErrorRate => mirrored(value),
                _ if value.lower > Rational::ONE || value.upper < -Rational::ONE => return true,
                _ => continue,
            };
            let scaled = |end: &Rational| end * &Rational::from(self.samples);
            let (lower, upper) = (scaled(&value.lower), scaled(&value.upper));
            let floor = |end: &Rational| end.numerator().div_floor(&end.denominator());
            let ceiling = |end: &Rational| -(-end.numerator()).div_floor(&end.denominator());
            let first = if value.lower_is_open { floor(&lower) + 1 } else { ceiling(&lower) };
            let last = if value.upper_is_open { ceiling(&upper) - 1 } else { floor(&upper) };
            (least, most) = (least.max(first), most.min(last));
        }
        least > most
    }

    /// Returns a confusion matrix with these numbers, if they belong to one that has the scores.
    pub(super) fn matrix(&self, point: &Point) -> Option<Vec<Vec<u64>>> {
        let matrix = matrix(self.sizes, point)?;
        let holds = |score: &&ReportedClassScore| {
            let value = score.score.value(&matrix);
            value.is_some_and(|value| contains(&score.value, value))
        };
        self.scores.iter().all(holds).then_some(matrix)
    }
}

/// Returns the shares that are 1 less these.
fn mirrored(value: &ReportedValue) -> ReportedValue {
    ReportedValue {
        lower: value.upper.complement(),
        upper: value.lower.complement(),
        lower_is_open: value.upper_is_open,
        upper_is_open: value.lower_is_open,
        printed: value.printed.complement(),
        unit: value.unit.clone(),
    }
}

fn contains(printed: &ReportedValue, value: Rational) -> bool {
    printed.contains(&Value::Exact(value))
}

/// Shares out the wrong samples of each class among other classes; `None` if that is impossible.
///
/// The class with the most wrong samples and wrong predictions is served first, as much as leaves
/// every class within what is left.
fn matrix(sizes: &[u64], point: &Point) -> Option<Vec<Vec<u64>>> {
    let classes = sizes.len();
    let mut rows: Vec<u64> = sizes
        .iter()
        .zip(point)
        .map(|(size, [d, _])| size.checked_sub(*d))
        .collect::<Option<_>>()?;
    let mut columns: Vec<u64> = point.iter().map(|[_, s]| *s).collect();
    let mut left: u64 = rows.iter().sum();
    if columns.iter().sum::<u64>() != left {
        return None;
    }
    let mut found = vec![vec![0; classes]; classes];
    for (class, [d, _]) in point.iter().enumerate() {
        found[class][class] = *d;
    }
    while left > 0 {
        let both = |class: usize| rows[class] + columns[class];
        let fullest = (0..classes).max_by_key(|class| both(*class))?;
        if both(fullest) > left {
            return None;
        }
        // A second class that is as full has to be its partner.
        let partner = (0..classes).filter(|class| *class != fullest).filter_map(|class| {
            let pair = match (rows[fullest].min(columns[class]), rows[class].min(columns[fullest]))
            {
                (0, 0) => return None,
                (0, _) => (class, fullest),
                _ => (fullest, class),
            };
            Some((both(class), pair))
        });
        let (_, (row, column)) = partner.max_by_key(|(both, _)| *both)?;
        // Classes that take no part may not become too full.
        let rest = (0..classes).filter(|class| *class != row && *class != column);
        let spare = rest.map(|class| left - both(class)).min().unwrap_or(left);
        let step = rows[row].min(columns[column]).min(spare);
        if step == 0 {
            return None;
        }
        found[row][column] += step;
        rows[row] -= step;
        columns[column] -= step;
        left -= step;
    }
    Some(found)
}
