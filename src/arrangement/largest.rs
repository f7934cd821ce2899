//! The largest cells, without the areas of all of them.

use crate::parallel::map_indices;

use super::rankings::RankingCells;
use crate::geometry::Point;
use crate::num::Rational;
use crate::tile::Area;

impl RankingCells<'_> {
    /// The cells of the greatest areas, the greatest first, equal ones by number, with their areas.
    ///
    /// Areas are worked out in the order of [`Self::area_at_most`] until no further cell can be
    /// among the greatest.
    ///
    /// ```
    /// # use exactile::{Classifier, ConfusionMatrix, Regions, arrangement::Frontiers};
    /// # let classifiers = vec![
    /// #     Classifier::new("cautious", ConfusionMatrix::from_counts(35, 15, 15, 35)?),
    /// #     Classifier::new("eager", ConfusionMatrix::from_counts(25, 25, 10, 40)?),
    /// # ];
    /// // Two classifiers, which one frontier separates.
    /// let regions = Regions::new(classifiers)?;
    /// let frontiers = Frontiers::new(&regions)?;
    /// let cells = frontiers.cells()?;
    /// assert_eq!(cells.largest(1)[0].0, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn largest(&self, count: usize) -> Vec<(usize, Area)> {
        let mut bounds: Vec<(Rational, usize)> =
            map_indices(self.len(), |cell| (self.area_at_most(cell), cell));
        bounds.sort_by(|x, y| y.0.cmp(&x.0).then(x.1.cmp(&y.1)));
        let mut largest: Vec<(usize, Area)> = Vec::new();
        let precedes = |x: &Area, y: &Area| (x - y).value().sign();
        for (bound, cell) in bounds {
            if largest.len() == count
                && largest.last().is_none_or(|(_, least)| precedes(least, &Area::of(bound)).is_gt())
            {
                break;
            }
            let area = self.area(cell);
            let place = largest.partition_point(|(other, known)| {
                precedes(known, &area).then(cell.cmp(other)).is_gt()
            });
            largest.insert(place, (cell, area));
            largest.truncate(count);
        }
        largest
    }

    /// An upper bound on a cell's area, quickly: the area in balanced coordinates times the most
    /// that the shift stretches there. It is the area if the priors are balanced.
    pub fn area_at_most(&self, cell: usize) -> Rational {
        let corners = self.balanced_corners(cell);
        let count = corners.len();
        let doubled: Rational = (0..count)
            .map(|k| {
                let (from, to) = (&corners[k], &corners[(k + 1) % count]);
                &from.a * &to.b - &to.a * &from.b
            })
            .sum();
        let area = doubled / Rational::from(2);
        if self.frontiers().shift.is_identity() {
            return area;
        }
        // The derivative k/(1 - z + k z)^2 is monotone on each axis.
        let factor = self.frontiers().shift.odds_factor();
        let most = |coordinate: fn(&Point) -> &Rational| {
            let steepest = if *factor > Rational::ONE {
                corners.iter().map(coordinate).min()
            } else {
                corners.iter().map(coordinate).max()
            };
            let z = steepest.expect("a cell has corners");
            let divisor = z.complement() + factor * z;
            factor / (&divisor * &divisor)
        };
        area * most(|corner| &corner.a) * most(|corner| &corner.b)
    }
}
