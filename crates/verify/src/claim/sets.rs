//! The test sets with their weights, and the parts of ranking scores.

use crate::claim::classifiers::shifted;
use crate::claim::given::{Given, TestSets};
use crate::claim::wrong::Wrong;
use crate::reading::exact_text;
use exactile::num::Rational;
use exactile::performance::ConfusionMatrix;

/// Counts `tn, fp, fn, tp`.
pub(crate) type Matrix = [Rational; 4];

/// Test sets, their weights, and the results of all classifiers.
pub(crate) struct Sets<'g> {
    pub(crate) told: &'g TestSets,
    /// The weights, with the sum 1.
    pub(crate) weights: Vec<Rational>,
    /// By test set, then by classifier, at the target prior if there is one.
    pub(crate) matrices: Vec<Vec<Matrix>>,
    /// The mean performance of each classifier.
    pub(crate) means: Vec<Matrix>,
}

impl<'g> Sets<'g> {
    pub(crate) fn new(told: &'g TestSets, given: &Given<'_>) -> Result<Self, Wrong> {
        let counts = |m: &ConfusionMatrix| [m.tn(), m.fp(), m.fn_(), m.tp()].map(Clone::clone);
        let weights = weights(told).map_err(|wrong| wrong.of("weights"))?;
        let at_prior = |matrix: &ConfusionMatrix| match given.target_prior {
            None => Ok(counts(matrix)),
            Some(prior) => {
                let wrong = |error| Wrong::new(format!("in the input: {error}"));
                matrix.check_both_classes().map_err(wrong)?;
                Ok(shifted(counts(matrix).each_ref(), prior))
            }
        };
        let rows = told.matrices.iter().map(|row| row.iter().map(at_prior).collect());
        let matrices = rows.collect::<Result<Vec<Vec<Matrix>>, Wrong>>()?;
        let mean = |k: usize| {
            std::array::from_fn(|cell| {
                let share = |(weight, row): (&Rational, &Vec<Matrix>)| {
                    weight * &row[k][cell] / total(&row[k])
                };
                weights.iter().zip(&matrices).map(share).sum()
            })
        };
        let means = (0..given.classifiers.len()).map(mean).collect();
        Ok(Self { told, weights, matrices, means })
    }

    /// s and u of a classifier in a test set, times its weight, at a point.
    pub(crate) fn weighted(&self, set: usize, k: usize, at: &[Rational; 2]) -> [Rational; 2] {
        let matrix = &self.matrices[set][k];
        let factor = &self.weights[set] / &total(matrix);
        parts(matrix, at).map(|part| part * &factor)
    }

    /// The positive prior of all results, if it is one between 0 and 1.
    pub(crate) fn common_prior(&self) -> Option<Rational> {
        let mut priors = self.matrices.iter().flatten().map(prior);
        let first = priors.next()?;
        let is_common = priors.all(|prior| prior == first);
        (is_common && first.is_positive() && first < Rational::ONE).then_some(first)
    }
}

pub(crate) fn total([tn, fp, fn_, tp]: &Matrix) -> Rational {
    tn + fp + fn_ + tp
}

pub(crate) fn prior(matrix: &Matrix) -> Rational {
    (&matrix[2] + &matrix[3]) / total(matrix)
}

/// s = (1-a) tn + a tp and u = (1-b) fp + b fn.
pub(crate) fn parts([tn, fp, fn_, tp]: &Matrix, [a, b]: &[Rational; 2]) -> [Rational; 2] {
    [a.complement() * tn + a * tp, b.complement() * fp + b * fn_]
}

/// R = s/(s + u); `None` if nothing that counts has occurred.
pub(crate) fn value(matrix: &Matrix, at: &[Rational; 2]) -> Option<Rational> {
    let [s, u] = parts(matrix, at);
    s.checked_div(&(&s + &u))
}

/// Returns the requested weights of the test sets, divided by their sum.
fn weights(told: &TestSets) -> Result<Vec<Rational>, Wrong> {
    let raw: Vec<Rational> = match told.weights.as_str() {
        "equal" => vec![Rational::ONE; told.names.len()],
        "samples" => {
            let of = |row: &Vec<ConfusionMatrix>| {
                let mut totals = row.iter().map(ConfusionMatrix::total);
                let first = totals.next().unwrap_or(Rational::ZERO);
                let differ = || Wrong::new("classifiers have different numbers of samples");
                totals.all(|total| total == first).then_some(first).ok_or_else(differ)
            };
            told.matrices.iter().map(of).collect::<Result<_, _>>()?
        }
        list => told.names.iter().map(|name| named(list, name)).collect::<Result<_, _>>()?,
    };
    let sum: Rational = raw.iter().cloned().sum();
    let parts = raw.iter().map(|weight| weight.checked_div(&sum));
    parts.collect::<Option<_>>().ok_or_else(|| Wrong::new("all are 0"))
}

/// Returns the weight of a name in a list `NAME=W,...`. A comma ends an entry after its number.
fn named(list: &str, name: &str) -> Result<Rational, Wrong> {
    let mut entry = String::new();
    for part in list.split(',') {
        entry.push_str(part);
        let pair = entry.rsplit_once('=');
        let number = pair.and_then(|(_, weight)| exact_text::parse(weight.trim()).ok());
        match (pair, number) {
            (Some((known, _)), Some(weight)) if known.trim() == name => return Ok(weight),
            (_, Some(_)) => entry.clear(),
            (_, None) => entry.push(','),
        }
    }
    Err(Wrong::new(format!("{} has none", exact_text::abbreviated(name))))
}
