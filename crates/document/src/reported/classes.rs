//! The findings about scores of several classes.

use serde::Serialize;

use super::row::{CheckedRow, CheckedScores};
use exactile::num::Rational;
use exactile::reported::{ClassAnswer, ClassProof};

/// Weights that prove a row of several classes impossible.
#[derive(Serialize)]
pub(super) struct ClassCertificateJson<'c> {
    weights: Vec<ClassWeightJson<'c>>,
    called: &'c Rational,
    reached: &'c Rational,
    printed: &'c Rational,
}

#[derive(Serialize)]
struct ClassWeightJson<'c> {
    score: &'c str,
    weight: &'c Rational,
}

impl CheckedRow {
    /// Returns a confusion matrix of several classes that has the scores.
    pub(super) fn class_matrix(&self) -> Option<&[Vec<u64>]> {
        match &self.found {
            CheckedScores::Classes(ClassAnswer::Possible(matrix)) => Some(matrix),
            _ => None,
        }
    }

    /// Returns the matrix in words: a row for each class, with its samples by predicted class.
    pub(super) fn class_matrix_in_words(&self) -> Option<String> {
        Some(format!("possible: for example {}", self.class_matrix_in_a_line()?))
    }

    pub(super) fn class_matrix_in_a_line(&self) -> Option<String> {
        let row = |counts: &Vec<u64>| {
            counts.iter().map(u64::to_string).collect::<Vec<String>>().join(" ")
        };
        let rows: Vec<String> = self.class_matrix()?.iter().map(row).collect();
        Some(rows.join(" / "))
    }

    pub(super) fn class_certificate(&self) -> Option<ClassCertificateJson<'_>> {
        let CheckedScores::Classes(ClassAnswer::Impossible { conflict, proof: Some(proof) }) =
            &self.found
        else {
            return None;
        };
        let ClassProof { weights, called, reached, printed } = proof;
        let weights = weights
            .iter()
            .map(|(at, weight)| ClassWeightJson { score: &self.scores[conflict[*at]], weight });
        Some(ClassCertificateJson { weights: weights.collect(), called, reached, printed })
    }
}
