//! Printed formulas for the volume under the Tile.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::formula::{Tally, decided, equal};
use super::tile::{define, matrix, named, shares, simplex};
use super::{ClosedForm, Expression, Item, RefereeError, Symbols};
use exactile::num::{LogSum, Rational};
use exactile::tile::volume_under_tile;

/// The most samples of a performance.
const SAMPLES: u64 = 6;

/// A formula for the volume under the Tile in one of four cases.
#[derive(Clone, Debug, Deserialize)]
pub struct Volume {
    /// `true` if P(tp) = P(tn).
    right_equal: bool,
    /// `true` if P(fn) = P(fp).
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
