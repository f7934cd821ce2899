//! What a check of a result other than regions proved.

use std::fmt::Display;

use super::labels::check_labels;
use crate::reading::failure::FailedCheck;
use exactile::num::Rational;

/// What a check of a result proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proofs {
    /// The schema of the result.
    pub schema: &'static str,
    /// The positive prior of the result, once read.
    pub prior_positive: Option<Rational>,
    /// Classifiers of the input.
    pub classifiers: usize,
    /// The label that the result calls positive, if it names one.
    pub positive: Option<String>,
    /// The rows of the input that the result says were left out, if it does.
    pub dropped_rows: Option<u64>,
    /// What holds, if no check failed.
    pub proved: Vec<String>,
    /// What was not checked.
    pub not_proved: Vec<String>,
    /// What did not hold; empty for a result that is right.
    pub failures: Vec<FailedCheck>,
    /// Whether a result from labels has to name the positive one.
    pub(crate) states_labels: bool,
}

impl Proofs {
    pub(crate) fn new(schema: &'static str, classifiers: usize) -> Self {
        Self {
            schema,
            prior_positive: None,
            classifiers,
            positive: None,
            dropped_rows: None,
            proved: Vec::new(),
            not_proved: Vec::new(),
            failures: Vec::new(),
            states_labels: false,
        }
    }

    /// Returns `true` if every check held.
    pub fn holds(&self) -> bool {
        self.failures.is_empty()
    }

    /// Checks what the result says of the labels of its input, as [`Verification::check_labels`](crate::Verification::check_labels) does.
    /// Of results other than rankings, one from labels has to say both.
    pub fn check_labels(&mut self, positive: Option<&str>, dropped_rows: u64) {
        let said = match self.states_labels {
            true => (self.positive.as_deref(), Some(self.dropped_rows.unwrap_or(0))),
            false => (self.positive.as_deref(), self.dropped_rows),
        };
        if self.states_labels
            && said.0.is_none()
            && let Some(positive) = positive
        {
            self.fail("positive", format!("the positive class is {positive:?}, which is not said"));
            return;
        }
        self.failures.extend(check_labels(said, positive, dropped_rows));
    }

    pub(crate) fn proved(&mut self, statement: impl Into<String>) {
        self.proved.push(statement.into());
    }

    pub(crate) fn open(&mut self, statement: impl Into<String>) {
        self.not_proved.push(statement.into());
    }

    /// Says what is left open, if it has not been said.
    pub(crate) fn open_once(&mut self, statement: &str) {
        if !self.not_proved.iter().any(|open| open == statement) {
            self.open(statement);
        }
    }

    pub(crate) fn fail(&mut self, check: &'static str, reason: impl Into<String>) {
        self.failures.push(FailedCheck::of(check, reason));
    }
}

/// So many of something: `1 classifier`, `2 classifiers`.
pub(crate) fn counted<N: Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    match noun {
        _ if count == N::from(1) => format!("1 {noun}"),
        "matrix" => format!("{count} matrices"),
        _ => format!("{count} {noun}s"),
    }
}
