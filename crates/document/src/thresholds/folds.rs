//! Thresholds that are chosen on the other folds.

use serde::Serialize;

use super::super::costs::Cost;
use super::counts::{CountsJson, short};
use super::{PreferenceReport, ThresholdsReport};
use exactile::num::Value;
use exactile::performance::one_line;
use exactile::threshold::{AcrossFolds, Fold, ModelScore, Rule};

/// The folds of all models.
#[derive(Clone, Debug)]
pub struct ReportedFolds<'r> {
    /// The column that distinguishes them.
    pub column: &'r str,
    /// Their names.
    pub names: &'r [String],
    /// The samples of each model in each fold, and in the others.
    pub models: Vec<&'r [Fold]>,
}

#[derive(Serialize)]
pub(super) struct FoldsJson<'r> {
    column: &'r str,
    names: &'r [String],
}

impl<'r> From<&ReportedFolds<'r>> for FoldsJson<'r> {
    fn from(folds: &ReportedFolds<'r>) -> Self {
        Self { column: folds.column, names: folds.names }
    }
}

/// The predictions of all folds together, each fold's with the threshold of the others.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum AcrossJson<'r> {
    Judged(Box<TogetherJson<'r>>),
    /// A fold without a threshold, and the condition that none meets on the others.
    Missing {
        fold: &'r str,
        #[serde(skip_serializing_if = "Option::is_none")]
        unmet: Option<String>,
    },
}

#[derive(Serialize)]
pub(super) struct TogetherJson<'r> {
    #[serde(flatten)]
    counts: CountsJson,
    value: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    undefined: Option<&'static str>,
    #[serde(flatten)]
    cost: Option<Cost>,
    #[serde(skip_serializing_if = "Option::is_none")]
    meets: Option<bool>,
    folds: Vec<FoldJson<'r>>,
}

#[derive(Serialize)]
pub(super) struct FoldJson<'r> {
    fold: &'r str,
    threshold: Option<ModelScore>,
    #[serde(flatten)]
    counts: CountsJson,
}

/// Returns the judgement of a model, if thresholds were chosen on the other folds.
pub(super) fn across<'r>(
    report: &'r ThresholdsReport<'r>,
    preference: &'r PreferenceReport,
    model: usize,
) -> Option<AcrossJson<'r>> {
    let folds = report.folds.as_ref()?;
    let across = preference.across.get(model)?;
    Some(match across {
        AcrossFolds::Judged { rules, .. } => {
            let (pooled, position) = across.judged()?;
            let value = report.value(preference, pooled, position);
            let parts = folds.names.iter().zip(folds.models[model]).zip(rules);
            let part = |((name, fold), rule): ((&'r String, &Fold), &Rule)| FoldJson {
                fold: name,
                threshold: rule.threshold.clone(),
                counts: CountsJson::new(&fold.own, rule.position),
            };
            AcrossJson::Judged(Box::new(TogetherJson {
                counts: CountsJson::new(pooled, position),
                undefined: value.undefined(),
                value,
                cost: report.cost(preference, pooled, position),
                meets: report.meets(pooled, position),
                folds: parts.map(part).collect(),
            }))
        }
        AcrossFolds::Missing { fold, unmet } => AcrossJson::Missing {
            fold: &folds.names[*fold],
            unmet: unmet.as_ref().and_then(|unmet| report.unmet(unmet)).map(ToString::to_string),
        },
    })
}

/// Returns the thresholds of all folds as a text: one, or the least and the greatest.
pub(super) fn range(across: &AcrossFolds) -> String {
    let AcrossFolds::Judged { rules, .. } = across else { return String::new() };
    // Nobody is flagged from beyond all scores.
    let key = |rule: &&Rule| (rule.threshold.is_none(), rule.threshold.clone());
    let ends = [rules.iter().min_by_key(key), rules.iter().max_by_key(key)];
    let text = |rule: &Rule| rule.threshold.as_ref().map_or_else(|| "nobody".to_owned(), short);
    match ends.map(|end| end.map(text).unwrap_or_default()) {
        [low, high] if low == high => low,
        [low, high] => format!("{low} to {high}"),
    }
}

/// Returns the reason why a model has no judgement by folds.
pub(super) fn missing(
    report: &ThresholdsReport<'_>,
    name: &str,
    across: &AcrossFolds,
) -> Option<String> {
    let AcrossFolds::Missing { fold, unmet } = across else { return None };
    let fold = one_line(&report.folds.as_ref()?.names[*fold]);
    let condition = unmet.as_ref().and_then(|unmet| report.unmet(unmet));
    let what = match condition {
        Some(condition) => format!("no threshold meets {condition}"),
        None => "the score is undefined".to_owned(),
    };
    Some(format!("{}: {what} on the folds other than {fold}.", one_line(name)))
}
