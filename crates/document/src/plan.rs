//! Plans for tests.

use std::io::Write;

use serde::Serialize;

use super::certain::lower_and_upper;
use super::pairs::{PAIRED, percent};
use super::samples::samples;
use super::{Cell, Column, Format, Header, Output, Page, RenderError, Table};
use exactile::confidence::{Plan, PlanQuestion, Planned, PlannedProbability, PlannedTest};
use exactile::lattice::INDEPENDENT;
use exactile::num::{Rational, Value};
use exactile::performance::{Classifier, counted, one_line};

/// The assumption of a plan.
const AS_OBSERVED: &str = "All true rates are taken to be the observed ones. The results of a test \
     are binomial, or multinomial in the patterns of right classifiers if predictions are given. \
     If the winner was lucky, more samples are needed.";

/// A plan with its assumptions, `exactile.plan.v1`.
#[derive(Debug)]
pub struct PlanReport<'p> {
    /// The classifiers as they were tested.
    pub classifiers: &'p [Classifier],
    /// The score's name.
    pub score: &'p str,
    /// The question of the plan.
    pub planned: &'p Planned<'p>,
    /// The position of the present winner.
    pub winner: usize,
    /// Its rival, if there is only one.
    pub rival: Option<usize>,
    /// The level to be reached.
    pub level: &'p Rational,
    /// The largest test that was considered.
    pub limit: u64,
    /// The plan.
    pub plan: &'p Plan,
}

impl PlanReport<'_> {
    fn assumption(&self) -> &'static str {
        if self.planned.contestants.is_paired() { PAIRED } else { INDEPENDENT }
    }

    fn question(&self) -> &'static str {
        match self.planned.question {
            PlanQuestion::Truly(_) | PlanQuestion::NotWorse(..) => "truly",
            PlanQuestion::Next => "next",
            PlanQuestion::Power(_) => "power",
        }
    }

    /// Returns the event of the probability, as the rest of a sentence about the winner.
    fn event(&self) -> String {
        let rival = self.rival.map(|at| one_line(&self.classifiers[at].name).into_owned());
        match (self.planned.question, rival) {
            (PlanQuestion::Truly(_), None) => "truly the best".to_owned(),
            (PlanQuestion::Truly(_), Some(rival)) => format!("truly better than {rival}"),
            (PlanQuestion::NotWorse(_, margin), rival) => {
                let rival = rival.unwrap_or_else(|| "any other".to_owned());
                format!("truly not worse than {rival} by {margin} or more")
            }
            (PlanQuestion::Next, None) => "first alone".to_owned(),
            (PlanQuestion::Next, Some(rival)) => format!("ahead of {rival}"),
            (PlanQuestion::Power(alpha), rival) => format!(
                "shown to be better than {} by the swap test (p <= {})",
                rival.unwrap_or_default(),
                percent(alpha)
            ),
        }
    }
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
            probability: Value,
            /// The probability of being first alone on the next test, if that is the question.
            #[serde(skip_serializing_if = "Option::is_none")]
            first_alone: Option<Value>,
        }
        #[derive(Serialize)]
        struct Prior<'p> {
            beta: (&'p Rational, &'p Rational),
            beta_negative: (&'p Rational, &'p Rational),
        }
        #[derive(Serialize)]
        struct Document<'p> {
            score: &'p str,
            question: &'static str,
            paired: bool,
            assumption: &'static str,
            rates: &'static str,
            #[serde(flatten)]
            prior: Option<Prior<'p>>,
            #[serde(skip_serializing_if = "Option::is_none")]
            alpha: Option<&'p Rational>,
            #[serde(skip_serializing_if = "Option::is_none")]
            margin: Option<&'p Rational>,
            draws: Option<u32>,
            seed: Option<u64>,
            level: &'p Rational,
            limit: u64,
            winner: usize,
            name: &'p str,
            rival: Option<usize>,
            smallest: Option<Test>,
            evaluated: Vec<Test>,
        }
        let question = self.planned.question;
        let test = |test: &PlannedTest| {
            let probability = test.probability.value();
            let first_alone = (question == PlanQuestion::Next).then(|| probability.clone());
            let (positives, negatives) = (test.positives, test.negatives);
            Test { positives, negatives, probability, first_alone }
        };
        let draws = (!self.planned.is_summed()).then_some(self.planned.draws);
        Document {
            score: self.score,
            question: self.question(),
            paired: self.planned.contestants.is_paired(),
            assumption: self.assumption(),
            rates: AS_OBSERVED,
            prior: match question {
                PlanQuestion::Truly([positive, negative])
                | PlanQuestion::NotWorse([positive, negative], _) => Some(Prior {
                    beta: positive.parameters(),
                    beta_negative: negative.parameters(),
                }),
                _ => None,
            },
            alpha: match question {
                PlanQuestion::Power(alpha) => Some(alpha),
                _ => None,
            },
            margin: match question {
                PlanQuestion::NotWorse(_, margin) => Some(margin),
                _ => None,
            },
            draws: draws.map(|draws| draws.count),
            seed: draws.map(|draws| draws.seed),
            level: self.level,
            limit: self.limit,
            winner: self.winner,
            name: &self.classifiers[self.winner].name,
            rival: self.rival,
            smallest: self.plan.smallest.as_ref().map(test),
            evaluated: self.plan.evaluated.iter().map(test).collect(),
        }
    }

    fn write_json(&self, header: Header<'_>, out: &mut dyn Write) -> Result<(), RenderError> {
        header.write_line(&self.body(), out)
    }

    /// The size of the test, and the probabilities of smaller tests.
    fn page(&self, format: Format) -> Result<Page<'_>, RenderError> {
        let winner = one_line(&self.classifiers[self.winner].name);
        let (level, event) = (percent(self.level), self.event());
        let expected = match self.planned.question {
            PlanQuestion::Truly(_) | PlanQuestion::NotWorse(..) => "expected probability",
            _ => "probability",
        };
        let mut page = Page::default();
        page.line(match &self.plan.smallest {
            Some(test) => format!(
                "{winner} is {event} by {} with {expected} {level} on a test on {}",
                self.score,
                samples(test.positives, test.negatives),
            ),
            None => format!(
                "{winner} is not {event} by {} with {expected} {level} on tests of up to {} \
                 (--limit)",
                self.score,
                counted(self.limit, "sample"),
            ),
        });
        page.line(self.assumption());
        let mut rows = Table::new([
            Column::new("positives", "positives"),
            Column::new("negatives", "negatives"),
            Column::new(expected, "probability").digits(4),
            Column::data("probability_lower"),
            Column::data("probability_upper"),
            Column::data("question"),
            Column::data("paired"),
        ]);
        for test in &self.plan.evaluated {
            let value = test.probability.value();
            let ends = value.ends().map(|_| lower_and_upper(&value));
            let shown = match test.probability {
                PlannedProbability::Certified(_) => Cell::from(value),
                PlannedProbability::Drawn(share) if format == Format::Csv => {
                    share.share().to_decimal(6).into()
                }
                PlannedProbability::Drawn(share) => {
                    let [lower, upper] = value.ends().unwrap_or([Rational::ZERO, Rational::ONE]);
                    let off = upper - lower;
                    let off = (off / Rational::from(2)).to_decimal(4);
                    format!("{} \u{b1} {off}", share.share().to_decimal(4)).into()
                }
            };
            let [lower, upper] = ends.unwrap_or_default();
            rows.row([
                test.positives.into(),
                test.negatives.into(),
                shown,
                lower.into(),
                upper.into(),
                self.question().into(),
                self.planned.contestants.is_paired().to_string().into(),
            ]);
        }
        page.table(rows);
        if format != Format::Csv {
            page.line(AS_OBSERVED);
            if !self.planned.is_summed() {
                let draws = self.planned.draws;
                page.line(format!(
                    "{} for each test, seed {}, limits at 1 - 10^-9; a test reaches the level if \
                     its share of draws does.",
                    counted(draws.count, "draw"),
                    draws.seed
                ));
            }
        }
        Ok(page)
    }
}
