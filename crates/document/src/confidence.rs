//! Distributions of ranks, and plans for tests.

use std::io::Write;

use serde::Serialize;

use super::{Cell, Column, Format, Header, Output, Page, RenderError, Table};
use exactile::confidence::{Plan, PlannedTest};
use exactile::lattice::{INDEPENDENT, Model, RankDistribution, RankDistributions, RankedPair};
use exactile::num::{Rational, Value};
use exactile::performance::{Classifier, one_line};

/// Distributions of ranks with the model that they rest on, `exactile.confidence.v1`.
#[derive(Clone, Copy, Debug)]
pub struct RanksReport<'r> {
    /// The distributions.
    pub ranks: &'r RankDistributions,
    /// The model.
    pub model: &'r Model,
    /// Whether text lists each pair too, and CSV pairs instead of classifiers.
    pub pairs: bool,
}

impl Output for RanksReport<'_> {
    fn schema(&self) -> &str {
        "exactile.confidence.v1"
    }

    fn body(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Document<'r> {
            score: String,
            positives: u64,
            negatives: u64,
            #[serde(flatten)]
            model: &'r Model,
            paired: bool,
            assumption: &'static str,
            expected_rank_given: &'static str,
            classifiers: &'r [RankDistribution],
            pairs: &'r [RankedPair],
        }
        Document {
            score: self.ranks.metric.to_string(),
            positives: self.ranks.lattice.positives(),
            negatives: self.ranks.lattice.negatives(),
            model: self.model,
            paired: false,
            assumption: INDEPENDENT,
            expected_rank_given: "defined",
            classifiers: &self.ranks.classifiers,
            pairs: &self.ranks.pairs,
        }
    }

    fn write_json(&self, header: Header<'_>, out: &mut dyn Write) -> Result<(), RenderError> {
        header.write_line(&self.body(), out)
    }

    /// The probabilities of being first, the largest first; in CSV in the order of the input. The
    /// column `paired` of CSV is `false` in all rows.
    fn page(&self, format: Format) -> Result<Page<'_>, RenderError> {
        let Self { ranks, model, pairs } = *self;
        let mut page = Page::default();
        page.line(format!(
            "{} on {} further positives and {} negatives, {} model",
            ranks.metric,
            ranks.lattice.positives(),
            ranks.lattice.negatives(),
            model.name(),
        ));
        page.line(INDEPENDENT);
        if ranks.classifiers.iter().any(|of| !of.undefined.is_zero()) {
            page.line("expected ranks: given that it is defined");
        }
        if format != Format::Csv || !pairs {
            page.table(classifiers(ranks, format));
        }
        if pairs {
            let names = ranks.classifiers.iter().map(|of| of.name.as_str());
            let probabilities = ranks.pairs.iter().map(|pair| {
                let of = [&pair.greater, &pair.equal, &pair.less, &pair.undefined];
                ((pair.first, pair.second), of.map(Cell::from))
            });
            page.table(pairs_table(4, &names.collect::<Vec<_>>(), probabilities));
        }
        Ok(page)
    }
}

fn classifiers(ranks: &RankDistributions, format: Format) -> Table<'_> {
    let numbered = (1..=ranks.classifiers.len()).map(|rank| Column::data(format!("rank_{rank}")));
    let mut rows = Table::new(
        [
            Column::new("classifier", "name"),
            Column::new("first alone", "first_alone").digits(4),
            Column::new("tied first", "first_tied").digits(4),
            Column::new("expected rank", "expected_rank").digits(2),
            Column::people("most probable rank"),
            Column::new("undefined", "undefined").digits(4),
        ]
        .into_iter()
        .chain(numbered)
        .chain([Column::data("paired")]),
    );
    let mut order: Vec<&RankDistribution> = ranks.classifiers.iter().collect();
    if format != Format::Csv {
        order.sort_by(|x, y| double(&y.first_alone).total_cmp(&double(&x.first_alone)));
    }
    for of in order {
        let likeliest =
            of.ranks.iter().zip(1..).max_by(|(x, _), (y, _)| double(x).total_cmp(&double(y)));
        let cells = [
            (&of.name).into(),
            (&of.first_alone).into(),
            (&of.first_tied).into(),
            Cell::maybe(of.expected_rank.as_ref()),
            Cell::maybe(likeliest.map(|(p, rank)| format!("{rank} ({:.4})", double(p)))),
            (&of.undefined).into(),
        ];
        let of_ranks = of.ranks.iter().map(Cell::from);
        rows.row(cells.into_iter().chain(of_ranks).chain(["false".into()]));
    }
    rows
}

/// A row for each pair of named classifiers with the probabilities that the first is greater, equal
/// or less, and that this is undefined, rounded to `digits` digits in text.
pub(super) fn pairs_table<'p>(
    digits: u32,
    names: &[&'p str],
    pairs: impl Iterator<Item = ((usize, usize), [Cell<'p>; 4])>,
) -> Table<'p> {
    let probabilities = ["greater", "equal", "less", "undefined"];
    let mut rows = Table::new(
        ["first", "second"]
            .into_iter()
            .chain(probabilities)
            .map(|name| Column::new(name, name).digits(digits))
            .chain([Column::data("paired")]),
    );
    for ((first, second), probabilities) in pairs {
        let both = [names[first], names[second]].map(Cell::from);
        rows.row(both.into_iter().chain(probabilities).chain(["false".into()]));
    }
    rows
}

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

fn double(probability: &Value) -> f64 {
    probability.to_f64().expect("probabilities are numbers")
}
