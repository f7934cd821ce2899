//! The finding about rows that are points of one ROC curve.

use serde::Serialize;

use super::CheckReport;
use super::words::{counted, listed};
use exactile::reported::{ChainAnswer, Counted};

/// The finding as data.
#[derive(Serialize)]
pub(super) struct CurveJson {
    /// Null if it is undecided.
    consistent: Option<bool>,
    /// A matrix of each row; null for a row that is impossible alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    matrices: Option<Vec<Option<Counted>>>,
    /// The numbers of rows that contradict each other, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    conflict: Option<Vec<usize>>,
}

impl CheckReport<'_> {
    /// Returns the finding about the curve as data.
    pub(super) fn curve_json(&self, curve: &ChainAnswer) -> CurveJson {
        let consistent = match curve {
            ChainAnswer::Possible(_) => Some(true),
            ChainAnswer::Impossible(_) => Some(false),
            ChainAnswer::Undecided => None,
        };
        let (mut matrices, mut conflict) = (None, None);
        match curve {
            ChainAnswer::Possible(found) => matrices = Some(found.clone()),
            ChainAnswer::Impossible(rows) => {
                conflict = Some(rows.iter().map(|at| at + 1).collect());
            }
            ChainAnswer::Undecided => {}
        }
        CurveJson { consistent, matrices, conflict }
    }

    /// Returns lines about the curve, if it was asked for.
    pub fn curve_in_words(&self) -> Vec<String> {
        let name = |at: &usize| self.named().nth(*at).map(|(name, _)| name).unwrap_or_default();
        match self.curve {
            None => Vec::new(),
            Some(ChainAnswer::Undecided) => {
                vec![
                    "one curve: undecided, since the rows have too many possible orders".to_owned(),
                ]
            }
            Some(ChainAnswer::Impossible(rows)) => {
                let names: Vec<String> = rows.iter().map(name).collect();
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                vec![format!(
                    "one curve: impossible: true and false positives of {} cannot rise together",
                    listed(&names)
                )]
            }
            Some(ChainAnswer::Possible(matrices)) => {
                let of_row = |(at, matrix): (usize, &Option<Counted>)| {
                    Some(format!("  {}: {}", name(&at), counted(matrix.as_ref()?)))
                };
                let rows = matrices.iter().enumerate().filter_map(of_row);
                let first = "one curve: possible, for example".to_owned();
                [first].into_iter().chain(rows).collect()
            }
        }
    }
}
