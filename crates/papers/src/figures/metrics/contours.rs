//! Appendices B and C: contours of metrics within and beyond ROC space.

use super::{UNIT, lattice};
use crate::figures::FigureError;
use exactile::num::Rational;
use exactile::score::Metric;
use exactile_picture::{DecisionBenefits, LatticePicture, Plate, Window, contour_levels};

/// The number of samples of all lattices.
const SAMPLES: u32 = 100;

/// The shares of positives for which benefits are drawn, in percent.
const PERCENT: [u32; 3] = [10, 50, 90];

/// The part of the plane that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// ROC space.
    Inside,
    /// ROC space, and a margin of the same width on each side.
    Beyond,
    /// As far as the point (-P/N, 0).
    ToBasePoint,
}

impl Reach {
    fn window(self, percent: u32) -> Window {
        match self {
            Self::Inside => Window::roc_space(),
            Self::Beyond => Window::default(),
            Self::ToBasePoint => {
                let odds = f64::from(percent) / f64::from(SAMPLES - percent);
                let margin = 0.15 * (1.0 + odds);
                let width = 1.0 + odds + 2.0 * margin;
                let fpr = (-odds - margin, 1.0 + margin);
                Window { fpr, tpr: (0.5 - 0.5 * width, 0.5 + 0.5 * width) }
            }
        }
    }
}

/// Draws a panel for each share of positives, in percent.
pub(super) fn draw(
    metric: &str,
    reach: Reach,
    percent: &[u32],
    side: f64,
) -> Result<String, FigureError> {
    let metric: Metric = metric.parse().expect("a metric of the catalogue");
    plate(percent, side, |positive| {
        let of = lattice(u64::from(positive), u64::from(SAMPLES - positive))?;
        let window = reach.window(positive);
        let levels = contour_levels(&metric, of, &Rational::new(1, 10))?;
        Ok(LatticePicture::contours(&metric, of, window, Some(&levels), UNIT)?)
    })
}

/// Draws decision benefits of TP, FP, FN, TN.
pub(super) fn benefits(of_each: [i32; 4], side: f64) -> Result<String, FigureError> {
    let [tp, fp, fn_, tn] = of_each.map(Rational::from);
    let benefits = DecisionBenefits { tp, fp, fn_, tn };
    plate(&PERCENT, side, |positive| {
        let of = lattice(u64::from(positive), u64::from(SAMPLES - positive))?;
        Ok(LatticePicture::benefits(&benefits, of, UNIT)?)
    })
}

fn plate(
    percent: &[u32],
    side: f64,
    picture: impl Fn(u32) -> Result<LatticePicture, FigureError>,
) -> Result<String, FigureError> {
    let mut plate = Plate::new();
    if percent.len() == 1 {
        plate = plate.without_letters();
    }
    for &positive in percent {
        let heading = match percent {
            [_] => String::new(),
            _ => format!("{positive} % positive"),
        };
        plate = plate.with(&heading, picture(positive)?.bare());
    }
    Ok(plate.to_svg(side / UNIT))
}
