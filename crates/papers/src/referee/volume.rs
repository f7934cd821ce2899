//! Printed formulas for the volume under the Tile, and its printed correlation with the accuracy.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde::Deserialize;

use super::formula::{Tally, decided, equal};
use super::tile::{define, matrix, named, shares, simplex};
use super::{ClosedForm, Expression, Item, RefereeError, Settles, Symbols};
use exactile::num::{LogSum, Rational};
use exactile::score::Metric;
use exactile::tile::volume_under_tile;

/// Performances have at most that many samples.
const SAMPLES: u64 = 6;

/// A formula for the volume under the Tile in one of four cases.
#[derive(Clone, Debug, Deserialize)]
pub struct Volume {
    /// Whether P(tp) = P(tn).
    right_equal: bool,
    /// Whether P(fn) = P(fp).
    wrong_equal: bool,
    /// The formulas in tn, fp, fn, tp.
    forms: Vec<Expression>,
}

impl Volume {
    pub(super) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        self.forms.iter().map(|form| self.item(form)).collect()
    }

    fn item(&self, form: &Expression) -> Result<Item, RefereeError> {
        let none = BTreeMap::new();
        let mut tally = Tally::default();
        for counts in (1..=SAMPLES).flat_map(simplex) {
            let [tn, fp, fn_, tp] = counts;
            if (tp == tn) != self.right_equal || (fn_ == fp) != self.wrong_equal {
                continue;
            }
            let shares = shares(counts);
            let mut symbols = Symbols::new(&none);
            define(&mut symbols, &shares);
            let volume = volume_under_tile(&matrix(&shares).expect("shares of some samples"));
            let truth = ClosedForm::Log(volume, LogSum::from(Rational::ONE));
            match decided(form.value(&symbols))? {
                Ok(value) => {
                    tally.places += 1;
                    if !equal(&truth, &value)? {
                        tally.differ(|| format!("{}: {truth}, not {value}", named(&shares)));
                    }
                }
                Err(reason) => tally.miss(|| format!("{}: {truth}, but {reason}", named(&shares))),
            }
        }
        let convention = "0 ln 0 is 0, and a rate that is 0/0 is left aside";
        Ok(tally.item(form.to_string(), "performances", convention))
    }
}

/// Spearman's correlation of the volume under the Tile with a metric, over a lattice of performances.
#[derive(Clone, Debug, Deserialize)]
pub struct Spearman {
    metric: String,
    printed: Rational,
    /// The lattice: all performances with shares in units of one over this.
    resolution: u64,
    /// How far the lattice's value may be from that of a continuous distribution.
    within: Rational,
}

impl Spearman {
    pub(super) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        let metric: Metric = super::formula::metric(&self.metric)?;
        let (mut volumes, mut values) = (Vec::new(), Vec::new());
        for counts in simplex(self.resolution) {
            let performance = matrix(&shares(counts)).expect("shares of some samples");
            // Ranks need the order alone, in which infinity is the largest value.
            let Some(surrogate) = metric.surrogate(&performance) else { continue };
            volumes.push(volume_under_tile(&performance));
            values.push(surrogate);
        }
        let enclosures: Vec<(Rational, Rational)> = volumes
            .iter()
            .map(|volume| {
                let enclosure = volume.enclosure(96);
                (enclosure.lower(), enclosure.upper())
            })
            .collect();
        let by_volume = |&x: &usize, &y: &usize| {
            let ((low_x, up_x), (low_y, up_y)) = (&enclosures[x], &enclosures[y]);
            match () {
                () if up_x < low_y => Ordering::Less,
                () if up_y < low_x => Ordering::Greater,
                () => (&volumes[x] - &volumes[y]).sign(),
            }
        };
        let first = doubled_ranks(volumes.len(), by_volume);
        let second = doubled_ranks(values.len(), |&x, &y| values[x].cmp(&values[y]));
        // rho = cov/sqrt(var var), so rho |rho| is rational.
        let (covariance, one, two) =
            (moment(&first, &second), moment(&first, &first), moment(&second, &second));
        let signed_square = (&covariance * &covariance.abs()).checked_div(&(one * two));
        let rho = signed_square.ok_or(RefereeError::Empty)?;
        let near = |bound: Rational| &bound * &bound.abs();
        let inside =
            rho >= near(&self.printed - &self.within) && rho <= near(&self.printed + &self.within);
        let root = exactile::num::Enclosure::sqrt(&rho.abs(), 64).lower();
        let computed = format!("about {} on the lattice", root.to_decimal(6));
        let item = Item::reproduced(format!("rho about {}", self.printed.to_decimal(3)), computed);
        let witness = format!(
            "rho^2 = {rho} over all {} performances with shares in units of 1/{}",
            volumes.len(),
            self.resolution
        );
        Ok(vec![if inside {
            item.convention(
                Settles::Tolerance,
                format!(
                    "a uniform distribution is meant up to {}, the error of a lattice or sample",
                    self.within
                ),
                witness,
            )
        } else {
            item.erratum(witness)
        }])
    }
}

/// Twice the mean rank of each, equal ones sharing theirs.
fn doubled_ranks(count: usize, compare: impl Fn(&usize, &usize) -> Ordering) -> Vec<i64> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(&compare);
    let mut ranks = vec![0; count];
    let mut start = 0;
    while start < count {
        let end = (start..count)
            .find(|&k| compare(&order[start], &order[k]) != Ordering::Equal)
            .unwrap_or(count);
        let doubled = i64::try_from(start + end - 1).expect("a few thousand");
        for &member in &order[start..end] {
            ranks[member] = doubled;
        }
        start = end;
    }
    ranks
}

/// n times the sum of products minus the product of sums.
fn moment(x: &[i64], y: &[i64]) -> Rational {
    let sum = |values: &[i64]| values.iter().map(|&v| i128::from(v)).sum::<i128>();
    let products: i128 = x.iter().zip(y).map(|(&x, &y)| i128::from(x) * i128::from(y)).sum();
    let count = i128::try_from(x.len()).expect("a few thousand");
    Rational::new(count * products - sum(x) * sum(y), 1)
}
