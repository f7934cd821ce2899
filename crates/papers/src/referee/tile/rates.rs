//! Performances from their rates.

use serde::Deserialize;

use super::named;
use crate::referee::{Item, RefereeError};
use exactile::num::Rational;
use exactile::performance::{Classifier, ConfusionMatrix};
use exactile::tile::Regions;

/// Performances with printed shares, which belong to printed rates at a prior; each of them is
/// first somewhere on the Tile.
#[derive(Clone, Debug, Deserialize)]
pub struct Rates {
    prior: Rational,
    /// TNR and TPR of each.
    rates: Vec<[Rational; 2]>,
    /// Shares tn, fp, fn, tp of each.
    printed: Vec<[Rational; 4]>,
    /// The names of the performances that are first on some region, in the order of the rates.
    best: Vec<String>,
}

impl Rates {
    pub(in crate::referee) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        let undecided = |error: &dyn std::fmt::Display| RefereeError::Undecided(error.to_string());
        let mut items = Vec::new();
        let mut classifiers = Vec::new();
        for (([tnr, tpr], printed), name) in self.rates.iter().zip(&self.printed).zip(&self.best) {
            let truth = ConfusionMatrix::from_rates(tnr, tpr, &self.prior)
                .map_err(|error| undecided(&error))?;
            let shares = [truth.tn(), truth.fp(), truth.fn_(), truth.tp()].map(Clone::clone);
            let item = Item::reproduced(
                format!("{name}: {}", named(printed)),
                format!("{name}: {}", named(&shares)),
            );
            let witness = format!("TNR {tnr} and TPR {tpr} give {}", named(&shares));
            items.push(if shares == *printed { item } else { item.erratum(witness) });
            classifiers.push(Classifier::new(name, truth));
        }
        let regions = Regions::new(classifiers).map_err(|error| undecided(&error))?;
        let first: Vec<String> = regions
            .summary()
            .classifiers
            .iter()
            .zip(&self.best)
            .filter(|(summary, _)| summary.first_share.value().sign().is_gt())
            .map(|(_, name)| name.clone())
            .collect();
        let item = Item::reproduced(
            format!("{} are first somewhere", self.best.join(", ")),
            format!("{} are", first.join(", ")),
        );
        let same = first == self.best && self.printed.len() == self.rates.len();
        items.push(if same { item } else { item.erratum("the regions of rank 1") });
        Ok(items)
    }
}
