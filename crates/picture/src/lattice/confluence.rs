//! The lattice coloured by the number of matrices with the same value of a metric ("Never mind the
//! metrics", Fig. F.3).

use super::super::canvas;
use super::super::palette;
use super::conic::Bounds;
use super::contours::extremes;
use super::curves::{self, Pen, Rooms};
use super::panel::{Panel, Tick};
use super::scale::ValueScale;
use super::{LatticePicture, LatticePictureError, Sheet, at_most, both_classes, grouped, values};
use crate::metric_name;
use exactile::lattice::{Confluence, Lattice};
use exactile::score::Metric;

/// The most dots in a legible picture.
const MOST_DOTS: u128 = 20_000;

impl LatticePicture {
    /// Draws the lattice in ROC space, each matrix coloured by the number of matrices with the same
    /// value of the metric, itself included; contours at round values are in the background. `side`
    /// is the width of the square in pixels.
    ///
    /// # Errors
    /// A class without samples; more than 20,000 matrices.
    pub fn confluence(
        metric: &Metric,
        lattice: Lattice,
        side: f64,
    ) -> Result<Self, LatticePictureError> {
        both_classes(lattice)?;
        at_most(MOST_DOTS, lattice)?;
        let confluence = Confluence::with_points(metric, lattice)?;
        let (p, n) = (lattice.positives(), lattice.negatives());
        let unit = (0.0, 1.0);
        let (mut sheet, panel) = Sheet::square(side, unit, unit);
        let Panel { left, font, .. } = panel;
        let scale = ValueScale::new(metric, extremes(metric, lattice));
        let bounds = Bounds { x: unit, y: unit };
        let levels = scale.levels(metric);
        let (drawn, _) = curves::curves(metric, levels, lattice, bounds, panel.scale())?;
        let pen = Pen::by_value(&scale, 0.07 * font, 0.6);
        let [lines, _] = curves::roc_layer(&panel, &drawn, &pen, &mut Rooms::default());
        sheet.add(lines);
        sheet.add(panel.border());
        let most = confluence.counts().max().unwrap_or(1).max(2);
        let position = |count: u64| (count as f64).ln() / (most as f64).ln();
        let paint = |position: f64| match position {
            // What stands alone is the rule and stays in the background.
            0.0 => "#c4c4c4".to_owned(),
            _ => palette::ramp(1.0 - position),
        };
        let radius = (0.38 * side / p.max(n) as f64).clamp(0.8, 0.4 * font);
        let mut dots = canvas::group("dots");
        let mut groups: Vec<_> = confluence.values().collect();
        groups.sort_by_key(|value| value.count);
        for value in groups {
            for (tp, tn) in value.points.into_iter().flatten() {
                let (fpr, tpr) = ((n - tn) as f64 / n as f64, tp as f64 / p as f64);
                let (x, y) = panel.pixel((fpr, tpr));
                dots = dots.add(
                    canvas::circle((x, y), radius)
                        .set("fill", paint(position(value.count)))
                        .set("data-count", value.count),
                );
            }
        }
        sheet.add(dots);
        sheet.roc_axes(&panel, lattice);
        sheet.title(
            &format!("how many matrices share a value of {name}", name = metric_name(metric)),
            left,
            side,
        );
        let column = values::Column { top: panel.top, bottom: panel.bottom(), font };
        let mut ticks: Vec<Tick> = [1, 2, 3, 5, 10, 20, 50, 100, 200, 500]
            .into_iter()
            .filter(|count| *count == 1 || position(*count) < 0.9)
            .map(|count| (position(count), grouped(count)))
            .collect();
        ticks.push((1.0, grouped(most)));
        let (bar, width) =
            values::bar(column, panel.right() + 1.6 * font, "matrices", paint, &ticks);
        sheet.add(bar);
        sheet.reach(panel.right() + 1.6 * font + width, panel.bottom() + 3.4 * font);
        let notes = [format!(
            "{} distinct values, the most frequent on {} matrices.",
            grouped(confluence.distinct() as u64),
            grouped(most)
        )];
        sheet.caption(&notes, left, side);
        Ok(sheet.finish())
    }
}
