//! The findings of a check of a result other than regions.

use std::fmt::Display;

use super::labels::check_labels;
use crate::reading::failure::FailedCheck;
use exactile::num::Rational;

/// The findings of a check of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proofs {
    /// The schema of the result.
    pub schema: &'static str,
    /// The positive prior of the result, once it is read.
    pub prior_positive: Option<Rational>,
    /// The number of classifiers of the input.
    pub classifiers: usize,
    /// The label that the result calls positive, if it names one.
    pub positive: Option<String>,
    /// The number of rows of the input that the result says were left out, if it states one.
    pub dropped_rows: Option<u64>,
    /// The proved statements; valid only if no check failed.
    pub proved: Vec<String>,
    /// The statements that were not checked.
    pub not_proved: Vec<String>,
    /// The checks that did not hold; empty for a correct result.
    pub failures: Vec<FailedCheck>,
    /// `true` if a result made from labels has to name the positive one.
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

    /// Checks the labels that the result states against the input, as
    /// [`Verification::check_labels`](crate::Verification::check_labels) does. A result made from
    /// labels, other than rankings, has to state both the positive label and the number of dropped
    /// rows.
    pub fn check_labels(&mut self, positive: Option<&str>, dropped_rows: u64) {
        let said = match self.states_labels {
            true => (self.positive.as_deref(), Some(self.dropped_rows.unwrap_or(0))),
            false => (self.positive.as_deref(), self.dropped_rows),
        };
        if let (true, None, Some(positive)) = (self.states_labels, said.0, positive) {
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

    /// Adds a statement to those left open, unless it is already there.
    pub(crate) fn open_once(&mut self, statement: &str) {
        if !self.not_proved.iter().any(|open| open == statement) {
            self.open(statement);
        }
    }

    pub(crate) fn fail(&mut self, check: &'static str, reason: impl Into<String>) {
        self.failures.push(FailedCheck::of(check, reason));
    }
}

/// Returns a count with its noun: `1 classifier`, `2 classifiers`.
pub(crate) fn counted<N: Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    match noun {
        _ if count == N::from(1) => format!("1 {noun}"),
        "matrix" => format!("{count} matrices"),
        _ => format!("{count} {noun}s"),
    }
}
