//! Checks thresholds that are chosen on the other folds: for each fold the greatest threshold that
//! is best on the samples of all others, and what it predicts in the fold.

use super::condition::Condition;
use super::preference::{Choice, Preference};
use super::staircase::{Staircase, threshold_truth};

use crate::claim::given::Given;
use crate::claim::header::Members;
use crate::claim::stop::Stop;
use crate::claim::truth::Truth;
use crate::claim::wrong::Wrong;
use crate::metric::metrics::{Cells, Key};
use exactile::threshold::Fold;
use exactile::threshold::ModelScore;

/// The folds of all models.
pub(super) struct ByFolds<'g> {
    column: String,
    names: &'g [String],
    /// For each model the staircases of each fold: its own, and that of the other folds.
    models: Vec<Vec<[Staircase<'g>; 2]>>,
}

/// The thresholds of a model, fold by fold.
pub(super) enum Across {
    /// The threshold of each fold with its counts, and the counts and cells of all folds together.
    Judged { rules: Vec<(Option<ModelScore>, [u64; 4])>, sum: [u64; 4], cells: Cells },
    /// A fold without a threshold, and the condition that none meets.
    Missing { fold: usize, condition: Option<usize> },
}

impl Across {
    /// The value of all folds together.
    pub(super) fn key(&self, asked: &Preference) -> Option<Key> {
        match self {
            Self::Judged { cells, .. } => asked.key(cells),
            Self::Missing { .. } => None,
        }
    }
}

impl<'g> ByFolds<'g> {
    /// Reads that thresholds are chosen on the other folds.
    pub(super) fn of(members: &Members<'_>, given: &Given<'g>) -> Result<Option<Self>, Stop> {
        let Some(claim) = members.get("folds") else { return Ok(None) };
        let column = claim.get("column").and_then(|column| column.as_text());
        let column = column.ok_or_else(|| Wrong::new("a column should stand here").of("folds"))?;
        let Some(folds) = given.folds else {
            return Err(Wrong::new("the input was read without folds").of("folds").into());
        };
        let stairs = |fold: &'g Fold| [&fold.own, &fold.others].map(Staircase::new);
        let of_model = |folds: &'g Vec<Fold>| folds.iter().map(stairs).collect();
        let models = folds.models.iter().map(of_model).collect();
        Ok(Some(Self { column: column.to_owned(), names: &folds.names, models }))
    }

    pub(super) fn truth<'t>(&self) -> Truth<'t> {
        let names = self.names.iter().map(|name| Truth::text(name.clone())).collect();
        let column = Truth::text(self.column.clone());
        Truth::Object(vec![("column", column), ("names", Truth::List(names))])
    }

    pub(super) fn count(&self) -> usize {
        self.names.len()
    }

    /// Chooses the thresholds of a model.
    pub(super) fn across(
        &self,
        model: usize,
        asked: &Preference,
        conditions: &[Condition],
    ) -> Across {
        let mut sum = [0_u64; 4];
        let mut rules = Vec::new();
        for (fold, [own, others]) in self.models[model].iter().enumerate() {
            let best = match asked.choose(others, conditions) {
                Choice::Best(positions) => positions.first().copied(),
                Choice::Unmet { condition, .. } => {
                    return Across::Missing { fold, condition: Some(condition) };
                }
            };
            let Some(best) = best else { return Across::Missing { fold, condition: None } };
            let threshold = others.own_threshold(best);
            let position = threshold.as_ref().map_or(0, |score| own.position_of(score));
            let counts = own.counts(position);
            for (sum, count) in sum.iter_mut().zip(counts) {
                *sum += count;
            }
            rules.push((threshold, counts));
        }
        // All models and folds are counted in the same parts of samples.
        Across::Judged { rules, sum, cells: self.models[0][0][0].cells_of(sum) }
    }

    /// Returns the truth about a model.
    pub(super) fn truth_across<'t>(
        &self,
        across: &Across,
        asked: &Preference,
        conditions: &[Condition],
    ) -> Truth<'t> {
        let name = |fold: usize| ("fold", Truth::text(self.names[fold].clone()));
        let (rules, sum, cells) = match across {
            Across::Missing { fold, condition } => {
                let text = |k: &usize| ("unmet", Truth::text(conditions[*k].text.clone()));
                return Truth::Object(
                    [name(*fold)].into_iter().chain(condition.iter().map(text)).collect(),
                );
            }
            Across::Judged { rules, sum, cells } => (rules, *sum, cells),
        };
        let [like, _] = &self.models[0][0];
        let mut entry = like.counted(sum);
        entry.extend(asked.valued_cells(cells));
        if !conditions.is_empty() {
            let meets = conditions.iter().all(|condition| condition.is_met(cells));
            entry.push(("meets", Truth::Bool(meets)));
        }
        let rule = |(fold, (threshold, counts)): (usize, &(Option<ModelScore>, [u64; 4]))| {
            let mut rule = like.counted(*counts);
            rule.extend([name(fold), ("threshold", threshold_truth(threshold.clone()))]);
            Truth::Object(rule)
        };
        entry.push(("folds", Truth::List(rules.iter().enumerate().map(rule).collect())));
        Truth::Object(entry)
    }
}
