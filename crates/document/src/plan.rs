//! Plans for tests.

use std::io::Write;

use serde::Serialize;

use super::certain::lower_and_upper;
use super::pairs::PAIRED;
use super::samples::samples;
use super::{Cell, Column, Format, Header, Output, Page, RenderError, Table};
use exactile::confidence::{
    Plan, PlanQuestion, Planned, PlannedClusters, PlannedProbability, PlannedSize, PlannedTest,
};
use exactile::contest::Draws;
use exactile::lattice::INDEPENDENT;
use exactile::num::{Level, Rational, Value};
use exactile::performance::{Classifier, counted, one_line};

/// The assumption of a plan.
const AS_OBSERVED: &str = "All true rates are taken to be the observed ones. The results of a test \
     are binomial, or multinomial in the patterns of right classifiers if predictions are given. \
     If the winner was lucky, more samples are needed.";

/// The assumption of a plan by clusters.
const CLUSTERS_AS_OBSERVED: &str = "Clusters of a test are drawn from the observed ones, all with \
     the same probability. If the winner was lucky, more clusters are needed.";
/// The way in which probabilities are drawn by clusters.
pub(super) const CLUSTERS_WEIGHTED: &str = "whole clusters of samples get random weights";

/// A plan with its assumptions, `exactile.plan.v1`.
#[derive(Debug)]
pub struct PlanReport<'p> {
    /// The classifiers as they were tested.
    pub classifiers: &'p [Classifier],
    /// The score's name.
    pub score: &'p str,
    /// The question of the plan.
    pub planned: PlannedBy<'p>,
    /// The position of the present winner.
    pub winner: usize,
    /// Its rival, if there is only one.
    pub rival: Option<usize>,
    /// The level to be reached.
    pub level: &'p Level,
    /// The largest test that was considered.
    pub limit: u64,
    /// The plan.
    pub plan: &'p Plan,
}

/// The question of a plan, by samples or by clusters of samples.
#[derive(Clone, Copy, Debug)]
pub enum PlannedBy<'p> {
    /// Samples are drawn independently.
    Samples(&'p Planned<'p>),
    /// Whole clusters of samples are drawn.
    Clusters(&'p PlannedClusters<'p>),
}

impl<'p> PlannedBy<'p> {
    fn question(self) -> Option<PlanQuestion<'p>> {
        match self {
            Self::Samples(planned) => Some(planned.question),
            Self::Clusters(_) => None,
        }
    }

    fn margin(self) -> Option<&'p Rational> {
        match self {
            Self::Samples(planned) => match planned.question {
                PlanQuestion::NotWorse(_, margin) => Some(margin),
                _ => None,
            },
            Self::Clusters(planned) => planned.margin,
        }
    }

    fn is_paired(self) -> bool {
        match self {
            Self::Samples(planned) => planned.contestants.is_paired(),
            Self::Clusters(_) => true,
        }
    }

    /// Returns the draws; `None` if probabilities are sums.
    fn draws(self) -> Option<Draws> {
        match self {
            Self::Samples(planned) => (!planned.is_summed()).then_some(planned.draws),
            Self::Clusters(planned) => Some(planned.draws),
        }
    }

    fn clusters(self) -> Option<usize> {
        match self {
            Self::Samples(_) => None,
            Self::Clusters(planned) => Some(planned.clusters.clusters()),
        }
    }

    fn as_observed(self) -> &'static str {
        match self {
            Self::Samples(_) => AS_OBSERVED,
            Self::Clusters(_) => CLUSTERS_AS_OBSERVED,
        }
    }

    fn assumption(self) -> &'static str {
        match self {
            Self::Clusters(_) => CLUSTERS_WEIGHTED,
            Self::Samples(planned) if planned.contestants.is_paired() => PAIRED,
            Self::Samples(_) => INDEPENDENT,
        }
    }
}

impl PlanReport<'_> {
    fn question(&self) -> &'static str {
        let Some(question) = self.planned.question() else { return "truly" };
        match question {
            PlanQuestion::Truly(_) | PlanQuestion::NotWorse(..) => "truly",
            PlanQuestion::Next => "next",
            PlanQuestion::Power(_) => "power",
        }
    }

    /// Returns the event of the probability, as the rest of a sentence about the winner.
    fn event(&self) -> String {
        let rival = self.rival.map(|at| one_line(&self.classifiers[at].name).into_owned());
        if let Some(margin) = self.planned.margin() {
            let rival = rival.unwrap_or_else(|| "any other".to_owned());
            return format!("truly not worse than {rival} by {margin} or more");
        }
        let truly = |rival| match rival {
            None => "truly the best".to_owned(),
            Some(rival) => format!("truly better than {rival}"),
        };
        let Some(question) = self.planned.question() else { return truly(rival) };
        match (question, rival) {
            (PlanQuestion::Truly(_) | PlanQuestion::NotWorse(..), rival) => truly(rival),
            (PlanQuestion::Next, None) => "first alone".to_owned(),
            (PlanQuestion::Next, Some(rival)) => format!("ahead of {rival}"),
            (PlanQuestion::Power(alpha), rival) => format!(
                "shown to be better than {} by the swap test (p <= {})",
                rival.unwrap_or_default(),
                alpha.in_percent()
            ),
        }
    }
}

impl Output for PlanReport<'_> {
    fn schema(&self) -> &str {
        "exactile.plan.v1"
    }

    fn body(&self) -> impl Serialize {
        let question = self.planned.question();
        let test = |test| TestJson::new(test, question == Some(PlanQuestion::Next));
        let draws = self.planned.draws();
        DocumentJson {
            score: self.score,
            question: self.question(),
            paired: self.planned.is_paired(),
            assumption: self.planned.assumption(),
            rates: self.planned.as_observed(),
            clusters: self.planned.clusters(),
            prior: match question {
                Some(
                    PlanQuestion::Truly([positive, negative])
                    | PlanQuestion::NotWorse([positive, negative], _),
                ) => Some(PriorJson {
                    beta: positive.parameters(),
                    beta_negative: negative.parameters(),
                }),
                _ => None,
            },
            alpha: match question {
                Some(PlanQuestion::Power(alpha)) => Some(alpha),
                _ => None,
            },
            margin: self.planned.margin(),
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
        let (level, event) = (self.level.in_percent(), self.event());
        let expected = match self.question() {
            "truly" => "expected probability",
            _ => "probability",
        };
        let mut page = Page::default();
        page.line(match &self.plan.smallest {
            Some(test) => format!(
                "{winner} is {event} by {} with {expected} {level} on a test on {}",
                self.score,
                match test.size {
                    PlannedSize::Samples { positives, negatives } => samples(positives, negatives),
                    PlannedSize::Clusters(clusters) => counted(clusters, "cluster"),
                },
            ),
            None => format!(
                "{winner} is not {event} by {} with {expected} {level} on tests of up to {} \
                 (--limit)",
                self.score,
                match self.planned {
                    PlannedBy::Samples(_) => counted(self.limit, "sample"),
                    PlannedBy::Clusters(_) => counted(self.limit, "cluster"),
                },
            ),
        });
        page.line(self.planned.assumption());
        page.table(self.rows(expected, format));
        if format != Format::Csv {
            page.line(self.planned.as_observed());
            if let Some(draws) = self.planned.draws() {
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

impl PlanReport<'_> {
    /// Returns a row for each evaluated test.
    fn rows(&self, expected: &'static str, format: Format) -> Table<'static> {
        let sizes = match self.planned {
            PlannedBy::Samples(_) => &["positives", "negatives"][..],
            PlannedBy::Clusters(_) => &["clusters"],
        };
        let mut rows = Table::new(sizes.iter().map(|name| Column::new(*name, *name)).chain([
            Column::new(expected, "probability").digits(4),
            Column::data("probability_lower"),
            Column::data("probability_upper"),
            Column::data("question"),
            Column::data("paired"),
        ]));
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
            let mut row: Vec<Cell<'_>> = match test.size {
                PlannedSize::Samples { positives, negatives } => {
                    vec![positives.into(), negatives.into()]
                }
                PlannedSize::Clusters(clusters) => vec![clusters.into()],
            };
            row.extend([
                shown,
                lower.into(),
                upper.into(),
                self.question().into(),
                self.planned.is_paired().to_string().into(),
            ]);
            rows.row(row);
        }
        rows
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum SizeJson {
    Samples { positives: u64, negatives: u64 },
    Clusters { clusters: u64 },
}
#[derive(Serialize)]
struct TestJson {
    #[serde(flatten)]
    size: SizeJson,
    probability: Value,
    /// The probability of being first alone on the next test, if that is the question.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_alone: Option<Value>,
}
#[derive(Serialize)]
struct PriorJson<'p> {
    beta: (&'p Rational, &'p Rational),
    beta_negative: (&'p Rational, &'p Rational),
}
#[derive(Serialize)]
struct DocumentJson<'p> {
    score: &'p str,
    question: &'static str,
    paired: bool,
    assumption: &'static str,
    rates: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    clusters: Option<usize>,
    #[serde(flatten)]
    prior: Option<PriorJson<'p>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    alpha: Option<&'p Rational>,
    #[serde(skip_serializing_if = "Option::is_none")]
    margin: Option<&'p Rational>,
    draws: Option<u32>,
    seed: Option<u64>,
    level: &'p Level,
    limit: u64,
    winner: usize,
    name: &'p str,
    rival: Option<usize>,
    smallest: Option<TestJson>,
    evaluated: Vec<TestJson>,
}

impl TestJson {
    fn new(test: &PlannedTest, is_next: bool) -> Self {
        let probability = test.probability.value();
        let size = match test.size {
            PlannedSize::Samples { positives, negatives } => {
                SizeJson::Samples { positives, negatives }
            }
            PlannedSize::Clusters(clusters) => SizeJson::Clusters { clusters },
        };
        Self { size, first_alone: is_next.then(|| probability.clone()), probability }
    }
}
