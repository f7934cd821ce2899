//! Figure 1: measures of one classifier under class imbalance and label noise.
//!
//! The paper inflates classes by bootstrap and flips the labels of as many samples of one class as
//! of the other. What comes out on average needs no sampling: with rates TNR, TPR, a share q of
//! the minority and noise v, half of it in each class,
//!
//! ```text
//! tp = (q - v/2) TPR + v/2 (1 - TNR)        fn = (q - v/2) (1 - TPR) + v/2 TNR
//! tn = (1 - q - v/2) TNR + v/2 (1 - TPR)    fp = (1 - q - v/2) (1 - TNR) + v/2 TPR
//! ```
//!
//! which needs q >= v/2. The prediction advantage is (tp - fp)/q, with one zero, at
//! q = ((1 - v)(1 - TNR) + v TPR)/(TPR + 1 - TNR).

use crate::figures::FigureError;
use exactile::advantage::ComparedMeasures;
use exactile::num::{Rational, Value};
use exactile::performance::{ConfusionMatrix, PerformanceError};
use exactile_input::{ReadOptions, read};
use exactile_picture::{ChartAxes, ChartCurve, ChartPicture, Plate};

const DATA: &str = include_str!("../../../../../fixtures/breast_cancer_confusion.csv");

/// The classifier whose rates are taken.
const CLASSIFIER: &str = "random_forest";

/// Levels of label noise in percent.
const NOISE: [i64; 3] = [20, 10, 0];

/// The share of the minority is drawn at multiples of this part.
const STEPS: i64 = 200;

/// Names and colours, close to those of the print.
const CURVES: [(&str, &str); 5] = [
    ("accuracy", "#0072b2"),
    ("balanced accuracy", "#d55e00"),
    ("F1", "#56b4e9"),
    ("kappa", "#8a3ab9"),
    ("prediction advantage", "#009e73"),
];

/// The width of a panel's chart; the picture is scaled as a whole.
const UNIT: f64 = 200.0;

pub(super) fn draw(side: f64) -> Result<String, FigureError> {
    let input = read(DATA.as_bytes(), CLASSIFIER, &ReadOptions::default(), &mut |_| ())?;
    let forest = input.classifiers.iter().find(|classifier| classifier.name == CLASSIFIER);
    let forest = &forest.expect("it is among the data of the program").matrix;
    let rates = Rates::of(forest).expect("samples of both classes");
    let axes = ChartAxes {
        x: ("share of the minority class".to_owned(), [0.0, 0.5]),
        y: ("value".to_owned(), [-1.0, 1.0]),
    };
    let mut plate = Plate::new();
    for percent in NOISE {
        let noise = Rational::new(percent, 100);
        let curves = curves(&rates, &noise)?;
        let zero = rates.zero_of_advantage(&noise);
        let name = format!("PA = 0 at {}", zero.to_decimal(3));
        let picture = ChartPicture::new(&axes, &curves, Some((zero.to_f64(), &name)), UNIT);
        let heading = match percent {
            0 => "no label noise".to_owned(),
            _ => format!("{percent} % label noise"),
        };
        plate = plate.with(&heading, picture);
    }
    let key: Vec<(&str, &str)> = CURVES.iter().map(|(name, colour)| (*colour, *name)).collect();
    Ok(plate.with_key(&key).to_svg(side / UNIT))
}

/// The rates of a classifier on samples with right labels.
#[derive(Clone, Debug)]
struct Rates {
    tnr: Rational,
    tpr: Rational,
}

impl Rates {
    fn of(matrix: &ConfusionMatrix) -> Option<Self> {
        Some(Self { tnr: matrix.tnr()?, tpr: matrix.tpr()? })
    }

    /// Returns the expected matrix; the minority is the positive class, and the noise is at most
    /// twice its share.
    fn under(
        &self,
        minority: &Rational,
        noise: &Rational,
    ) -> Result<ConfusionMatrix, PerformanceError> {
        let flipped = noise * Rational::new(1, 2);
        let (positive, negative) = (minority - &flipped, minority.complement() - &flipped);
        let (fpr, fnr) = (self.tnr.complement(), self.tpr.complement());
        ConfusionMatrix::new(
            &negative * &self.tnr + &flipped * &fnr,
            &negative * &fpr + &flipped * &self.tpr,
            &positive * &fnr + &flipped * &self.tnr,
            &positive * &self.tpr + &flipped * &fpr,
        )
    }

    /// Returns the share of the minority at which the prediction advantage is zero.
    fn zero_of_advantage(&self, noise: &Rational) -> Rational {
        let fpr = self.tnr.complement();
        (noise.complement() * &fpr + noise * &self.tpr) / (&self.tpr + &fpr)
    }
}

/// Returns the five measures over the share of the minority, from the least share that the noise
/// allows.
fn curves(rates: &Rates, noise: &Rational) -> Result<Vec<ChartCurve>, FigureError> {
    let mut points: [Vec<(f64, f64)>; 5] = Default::default();
    for step in 1..=STEPS / 2 {
        let minority = Rational::new(step, STEPS);
        if minority < noise * Rational::new(1, 2) {
            continue;
        }
        let measures = ComparedMeasures::new(&rates.under(&minority, noise)?);
        let rational = |value: &Value| value.as_rational().cloned();
        let values = [
            rational(&measures.accuracy),
            rational(&measures.balanced_accuracy),
            rational(&measures.f1_minority),
            rational(&measures.kappa),
            rational(&measures.advantage),
        ];
        for (points, value) in points.iter_mut().zip(values) {
            points.extend(value.map(|value| (minority.to_f64(), value.to_f64())));
        }
    }
    let named = CURVES.iter().zip(points);
    Ok(named
        .map(|((name, colour), points)| ChartCurve {
            name: (*name).to_owned(),
            colour: (*colour).to_owned(),
            points,
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_advantage_is_zero_where_it_is_said_to_be() {
        let rates = Rates { tnr: Rational::new(350, 357), tpr: Rational::new(199, 212) };
        for percent in NOISE {
            let noise = Rational::new(percent, 100);
            let zero = rates.zero_of_advantage(&noise);
            let matrix = rates.under(&zero, &noise).expect("a matrix");
            assert_eq!(matrix.positives(), zero);
            assert_eq!(matrix.total(), Rational::ONE);
            let advantage = ComparedMeasures::new(&matrix).advantage;
            assert_eq!(advantage.as_rational(), Some(&Rational::ZERO));
            let more = ComparedMeasures::new(
                &rates.under(&(&zero + Rational::new(1, 1000)), &noise).expect("a matrix"),
            );
            assert!(more.advantage.as_rational().is_some_and(Rational::is_positive));
        }
    }
}
