//! Distributions of ranks, and plans for tests, as text, CSV and JSON.

use std::io::Write;

use serde::Serialize;

use super::RenderError;
use super::lattice::lattice_json;
use super::text::{shown, table, write_table};
use exactile::confidence::{Plan, PlannedTest};
use exactile::lattice::{
    INDEPENDENT, Model, Quantity, RankDistribution, RankDistributions, RankedPair,
};
use exactile::num::Rational;
use exactile::performance::Classifier;

/// The distributions with the model that they rest on.
///
/// # Errors
/// What the destination reports.
pub fn ranks_json(
    ranks: &RankDistributions,
    model: &Model,
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    #[derive(Serialize)]
    struct Document<'r> {
        schema: &'static str,
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
    let document = Document {
        schema: "exactile.confidence.v1",
        score: ranks.metric.to_string(),
        positives: ranks.lattice.positives(),
        negatives: ranks.lattice.negatives(),
        model,
        paired: false,
        assumption: INDEPENDENT,
        expected_rank_given: "defined",
        classifiers: &ranks.classifiers,
        pairs: &ranks.pairs,
    };
    lattice_json(&document, out)
}

/// The probabilities of being first, the largest first; with `pairs` each pair too.
///
/// # Errors
/// What the destination reports.
pub fn ranks_text(
    ranks: &RankDistributions,
    model: &Model,
    pairs: bool,
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    writeln!(
        out,
        "{} on {} further positives and {} negatives, {} model",
        ranks.metric,
        ranks.lattice.positives(),
        ranks.lattice.negatives(),
        model.name(),
    )?;
    writeln!(out, "{INDEPENDENT}")?;
    if ranks.classifiers.iter().any(|of| of.undefined.upper().is_positive()) {
        writeln!(out, "expected ranks: given that it is defined")?;
    }
    writeln!(out)?;
    let mut rows = table([
        "classifier",
        "first alone",
        "tied first",
        "expected rank",
        "most probable rank",
        "undefined",
    ]);
    let mut order: Vec<&RankDistribution> = ranks.classifiers.iter().collect();
    order.sort_by(|x, y| y.first_alone.to_f64().total_cmp(&x.first_alone.to_f64()));
    for of in order {
        let likeliest =
            of.ranks.iter().zip(1..).max_by(|(x, _), (y, _)| x.to_f64().total_cmp(&y.to_f64()));
        rows.add_row([
            shown(&of.name),
            decimals(&of.first_alone),
            decimals(&of.first_tied),
            of.expected_rank
                .as_ref()
                .map_or_else(String::new, |rank| format!("{:.2}", rank.to_f64())),
            likeliest.map_or_else(String::new, |(p, rank)| format!("{rank} ({})", decimals(p))),
            decimals(&of.undefined),
        ]);
    }
    write_table(&rows, out)?;
    if !pairs {
        return Ok(());
    }
    writeln!(out)?;
    let mut rows = table(["first", "second", "greater", "equal", "less", "undefined"]);
    let name = |i: usize| shown(&ranks.classifiers[i].name);
    for pair in &ranks.pairs {
        let of = [&pair.greater, &pair.equal, &pair.less, &pair.undefined].map(decimals);
        rows.add_row([name(pair.first), name(pair.second)].into_iter().chain(of));
    }
    write_table(&rows, out)
}

/// A row for each classifier: `name,first_alone,first_tied,expected_rank,undefined`, the
/// probability of each rank, and `paired`, which is `false`.
///
/// # Errors
/// What the destination reports.
pub fn ranks_csv(ranks: &RankDistributions, out: &mut dyn Write) -> Result<(), RenderError> {
    let mut writer = ::csv::Writer::from_writer(out);
    let head = ["name", "first_alone", "first_tied", "expected_rank", "undefined"];
    let numbered = (1..=ranks.classifiers.len()).map(|rank| format!("rank_{rank}"));
    let last = || std::iter::once("paired".to_owned());
    writer.write_record(head.map(str::to_owned).into_iter().chain(numbered).chain(last()))?;
    for of in &ranks.classifiers {
        let expected = of.expected_rank.as_ref().map_or_else(String::new, cell);
        let row = [
            of.name.clone(),
            cell(&of.first_alone),
            cell(&of.first_tied),
            expected,
            cell(&of.undefined),
        ];
        let last = std::iter::once(false.to_string());
        writer.write_record(row.into_iter().chain(of.ranks.iter().map(cell)).chain(last))?;
    }
    Ok(writer.flush()?)
}

/// A row for each pair: `first,second,greater,equal,less,undefined,paired`, by names; `paired` is
/// `false` in all.
///
/// # Errors
/// What the destination reports.
pub fn ranked_pairs_csv(ranks: &RankDistributions, out: &mut dyn Write) -> Result<(), RenderError> {
    let mut writer = ::csv::Writer::from_writer(out);
    writer.write_record(["first", "second", "greater", "equal", "less", "undefined", "paired"])?;
    let name = |i: usize| ranks.classifiers[i].name.clone();
    for pair in &ranks.pairs {
        let of = [&pair.greater, &pair.equal, &pair.less, &pair.undefined].map(cell);
        let last = std::iter::once(false.to_string());
        writer.write_record(
            [name(pair.first), name(pair.second)].into_iter().chain(of).chain(last),
        )?;
    }
    Ok(writer.flush()?)
}

/// Four decimals for people.
fn decimals(quantity: &Quantity) -> String {
    format!("{:.4}", quantity.to_f64())
}

/// The fraction, or the certain digits; a number without any is enclosed.
fn cell(quantity: &Quantity) -> String {
    match quantity {
        Quantity::Exact(value) => value.to_string(),
        Quantity::Certified(value) => value.to_decimal().unwrap_or_else(|| {
            let (lower, upper) = value.to_enclosure();
            format!("{lower} to {upper}")
        }),
    }
}

/// A plan with what it rests on.
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

/// How many samples it takes, and what smaller tests are expected to say.
///
/// # Errors
/// What the destination reports.
pub fn plan_text(report: &PlanReport<'_>, out: &mut dyn Write) -> Result<(), RenderError> {
    let winner = shown(&report.classifiers[report.plan.winner].name);
    let level = report.level.to_f64() * 100.0;
    match &report.plan.smallest {
        Some(test) => writeln!(
            out,
            "{winner} is expected to be first by {} with probability {level} % on a repeat of a test on {} positives and {} negatives, if all rates are what was observed",
            report.score, test.positives, test.negatives,
        )?,
        None => writeln!(
            out,
            "{winner} is not expected to be first by {} with probability {level} % on repeats of tests of up to {} samples (--limit), if all rates are what was observed",
            report.score, report.limit,
        )?,
    }
    writeln!(out, "{INDEPENDENT}")?;
    writeln!(out)?;
    let mut rows = table(["positives", "negatives", "expected probability of being first"]);
    for test in &report.plan.evaluated {
        rows.add_row([
            test.positives.to_string(),
            test.negatives.to_string(),
            format!("{:.4}", test.first.value()),
        ]);
    }
    write_table(&rows, out)
}

/// The plan with all tests that were looked at.
///
/// # Errors
/// What the destination reports.
pub fn plan_json(report: &PlanReport<'_>, out: &mut dyn Write) -> Result<(), RenderError> {
    #[derive(Serialize)]
    struct Test {
        positives: u64,
        negatives: u64,
        first_alone: Quantity,
    }
    #[derive(Serialize)]
    struct Document<'p> {
        schema: &'static str,
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
        first_alone: Quantity::Certified(test.first),
    };
    let document = Document {
        schema: "exactile.plan.v1",
        score: report.score,
        model: report.model,
        paired: false,
        assumption: INDEPENDENT,
        level: report.level,
        limit: report.limit,
        winner: report.plan.winner,
        name: &report.classifiers[report.plan.winner].name,
        smallest: report.plan.smallest.as_ref().map(test),
        evaluated: report.plan.evaluated.iter().map(test).collect(),
    };
    lattice_json(&document, out)
}
