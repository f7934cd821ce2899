//! Plans for tests.

use std::io::Write;

use serde::Serialize;

use super::{Column, Format, Header, Output, Page, RenderError, Table};
use exactile::confidence::{Plan, PlannedTest};
use exactile::lattice::{INDEPENDENT, Model};
use exactile::num::{Rational, Value};
use exactile::performance::{Classifier, one_line};

/// A plan with what it rests on, `exactile.plan.v1`.
#[derive(Debug)]
pub struct PlanReport<'p> {
    /// The classifiers as they were tested.
    pub classifiers: &'p [Classifier],
    /// The score's name.
    pub score: &'p str,
    /// The model.
    pub model: &'p Model,
    /// The level that is to be reached.
    pub level: &'p Rational,
    /// The largest test that was thought of.
    pub limit: u64,
    /// The plan.
    pub plan: &'p Plan,
}

impl Output for PlanReport<'_> {
    fn schema(&self) -> &str {
        "exactile.plan.v1"
    }

    fn body(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Test {
            positives: u64,
            negatives: u64,
            first_alone: Value,
        }
        #[derive(Serialize)]
        struct Document<'p> {
            score: &'p str,
            #[serde(flatten)]
            model: &'p Model,
            paired: bool,
            assumption: &'static str,
            level: &'p Rational,
            limit: u64,
            winner: usize,
            name: &'p str,
            smallest: Option<Test>,
            evaluated: Vec<Test>,
        }
        let test = |test: &PlannedTest| Test {
            positives: test.positives,
            negatives: test.negatives,
            first_alone: Value::Certified(test.first),
        };
        Document {
            score: self.score,
            model: self.model,
            paired: false,
            assumption: INDEPENDENT,
            level: self.level,
            limit: self.limit,
            winner: self.plan.winner,
            name: &self.classifiers[self.plan.winner].name,
            smallest: self.plan.smallest.as_ref().map(test),
            evaluated: self.plan.evaluated.iter().map(test).collect(),
        }
    }

    fn write_json(&self, header: Header<'_>, out: &mut dyn Write) -> Result<(), RenderError> {
        header.write_line(&self.body(), out)
    }

    /// How many samples it takes, and what smaller tests are expected to say.
    fn page(&self, _: Format) -> Result<Page<'_>, RenderError> {
        let winner = one_line(&self.classifiers[self.plan.winner].name);
        let level = self.level.to_f64() * 100.0;
        let mut page = Page::default();
        page.line(match &self.plan.smallest {
            Some(test) => format!(
                "{winner} is expected to be first by {} with probability {level} % on a repeat of a test on {} positives and {} negatives, if all rates are what was observed",
                self.score, test.positives, test.negatives,
            ),
            None => format!(
                "{winner} is not expected to be first by {} with probability {level} % on repeats of tests of up to {} samples (--limit), if all rates are what was observed",
                self.score, self.limit,
            ),
        });
        page.line(INDEPENDENT);
        let mut rows = Table::new([
            Column::new("positives", "positives"),
            Column::new("negatives", "negatives"),
            Column::new("expected probability of being first", "first_alone").digits(4),
        ]);
        for test in &self.plan.evaluated {
            let first = Value::Certified(test.first);
            rows.row([test.positives.into(), test.negatives.into(), first.into()]);
        }
        page.table(rows);
        Ok(page)
    }
}
