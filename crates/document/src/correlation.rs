//! Rank correlations as text and JSON.

use std::io::Write;

use serde::Serialize;

use super::RenderError;
use super::json::write_document;
use super::scores::{about, exactly};
use exactile::correlation::{
    ClosedForm, Correlation, Correlator, Extreme, LeftOut, PerformanceSet, Search,
};
use exactile::geometry::Point;
use exactile::num::Rational;
use exactile::score::{MetricValue, Orientation, RankingScore};

/// What every result about correlations says first.
#[derive(Serialize)]
struct Head {
    schema: &'static str,
    score: String,
    /// Which values of the score are better; correlations are never flipped.
    better: Option<&'static str>,
    prior: Option<Rational>,
    resolution: Option<u32>,
}

impl Head {
    fn of(correlator: &Correlator) -> Self {
        let (prior, resolution) = match correlator.set() {
            PerformanceSet::All { resolution } => (None, Some(*resolution)),
            PerformanceSet::FixedPrior { prior, resolution } => {
                (Some(prior.clone()), Some(*resolution))
            }
            PerformanceSet::Given => (None, None),
        };
        let better = match correlator.metric().orientation() {
            Orientation::Higher => Some("higher"),
            Orientation::Lower => Some("lower"),
            Orientation::Neither => None,
        };
        let score = correlator.metric().to_string();
        Self { schema: "exactile.correlate.v1", score, better, prior, resolution }
    }
}

/// Counted pairs with their tau-b.
#[derive(Serialize)]
struct Pairs {
    performances: u64,
    used: u64,
    left_out: Vec<LeftOut>,
    concordant: u64,
    discordant: u64,
    ties_score: u64,
    ties_ranking: u64,
    tau_b: MetricValue,
    #[serde(skip_serializing_if = "Option::is_none")]
    undefined: Option<&'static str>,
}

impl Pairs {
    fn new(correlator: &Correlator, score: &RankingScore, correlation: &Correlation) -> Self {
        let Correlation { used, concordant, discordant, ties_score, ties_ranking } = *correlation;
        let tau_b = correlation.tau_b();
        Self {
            performances: correlator.performances(),
            used,
            left_out: correlator.left_out(score, correlation),
            concordant,
            discordant,
            ties_score,
            ties_ranking,
            undefined: tau_b.undefined(),
            tau_b,
        }
    }

    /// Of an extreme: at the first of its places.
    fn of_extreme(correlator: &Correlator, extreme: &Extreme) -> Self {
        Self::new(correlator, &first_place(extreme), &extreme.correlation)
    }
}

fn first_place(extreme: &Extreme) -> RankingScore {
    RankingScore::at(extreme.places[0].clone()).expect("places of the Tile")
}

/// `exactile.correlate.v1` at one point.
///
/// # Errors
/// What the destination reports.
pub fn correlation_json(
    correlator: &Correlator,
    score: &RankingScore,
    correlation: &Correlation,
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    #[derive(Serialize)]
    struct Document<'c> {
        #[serde(flatten)]
        head: Head,
        at: &'c Point,
        #[serde(flatten)]
        pairs: Pairs,
        uniform: Option<ClosedForm>,
    }
    let document = Document {
        head: Head::of(correlator),
        at: score.place(),
        pairs: Pairs::new(correlator, score, correlation),
        uniform: correlator.uniform(score),
    };
    write_document(&document, out)
}

/// `exactile.correlate.v1` of a search over the Tile.
///
/// # Errors
/// What the destination reports.
pub fn search_json(
    correlator: &Correlator,
    steps: u32,
    search: &Search,
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    #[derive(Serialize)]
    struct Found<'s> {
        at: &'s [Point],
        #[serde(flatten)]
        pairs: Pairs,
    }
    #[derive(Serialize)]
    struct Document<'s> {
        #[serde(flatten)]
        head: Head,
        grid: u32,
        performances: u64,
        left_out: Vec<LeftOut>,
        minimum: Option<Found<'s>>,
        maximum: Option<Found<'s>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        undefined: Option<&'static str>,
    }
    fn found<'s>(correlator: &Correlator, extreme: &'s Extreme) -> Found<'s> {
        Found { at: &extreme.places, pairs: Pairs::of_extreme(correlator, extreme) }
    }
    let document = Document {
        head: Head::of(correlator),
        grid: steps,
        performances: correlator.performances(),
        left_out: correlator.undefined(),
        minimum: search.minimum.as_ref().map(|extreme| found(correlator, extreme)),
        maximum: search.maximum.as_ref().map(|extreme| found(correlator, extreme)),
        undefined: search.maximum.is_none().then_some(NOWHERE),
    };
    write_document(&document, out)
}

const NOWHERE: &str = "no point of the grid leaves pairs that the two scores order";

/// What is ranked, in words.
pub(super) fn performances_text(set: &PerformanceSet) -> String {
    match set {
        PerformanceSet::All { resolution } => {
            format!("all performances in multiples of 1/{resolution}")
        }
        PerformanceSet::FixedPrior { prior, resolution } => {
            format!("performances of positive prior {prior}, rates in multiples of 1/{resolution}")
        }
        PerformanceSet::Given => "the classifiers of the input".to_owned(),
    }
}

fn orientation_text(correlator: &Correlator, out: &mut dyn Write) -> Result<(), RenderError> {
    let metric = correlator.metric();
    match metric.orientation() {
        Orientation::Higher => {}
        Orientation::Lower => {
            writeln!(out, "  lower values of {metric} are better; the sign is not flipped")?;
        }
        Orientation::Neither => {
            writeln!(out, "  {metric} does not say how good a classifier is")?;
        }
    }
    Ok(())
}

/// Tau-b at one point for people, with the pairs it is made of.
///
/// # Errors
/// What the destination reports.
pub fn correlation_text(
    correlator: &Correlator,
    score: &RankingScore,
    correlation: &Correlation,
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    let Point { a, b } = score.place();
    let metric = correlator.metric();
    let tau = correlation.tau_b();
    match tau.undefined() {
        Some(reason) => writeln!(out, "tau-b of {metric} and R({a}, {b}) is undefined: {reason}")?,
        None => writeln!(out, "tau-b of {metric} and R({a}, {b}) is {}", valued(&tau))?,
    }
    writeln!(out, "  over {}, {} used", performances_text(correlator.set()), correlation.used)?;
    for left_out in correlator.left_out(score, correlation) {
        writeln!(out, "  left out {left_out}")?;
    }
    writeln!(
        out,
        "  {} pairs: {} concordant, {} discordant; tied by the score {}, by the ranking score {}",
        correlation.pairs(),
        correlation.concordant,
        correlation.discordant,
        correlation.ties_score,
        correlation.ties_ranking
    )?;
    orientation_text(correlator, out)?;
    if let Some(ClosedForm { value, why }) = correlator.uniform(score) {
        writeln!(out, "  for uniformly distributed performances exactly {value}: {why}")?;
    }
    Ok(())
}

fn valued(tau: &MetricValue) -> String {
    match tau {
        MetricValue::Rational(value) if value.is_integer() => value.to_string(),
        MetricValue::Irrational(value) => format!("{} = {}", about(tau), value.exact),
        _ => format!("{} = {}", about(tau), exactly(tau)),
    }
}

/// The extremes over the Tile for people.
///
/// # Errors
/// What the destination reports.
pub fn search_text(
    correlator: &Correlator,
    steps: u32,
    search: &Search,
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    let metric = correlator.metric();
    writeln!(out, "tau-b of {metric} and R(a, b) over the Tile")?;
    writeln!(out, "  over {}", performances_text(correlator.set()))?;
    for left_out in correlator.undefined() {
        writeln!(out, "  left out {left_out}")?;
    }
    orientation_text(correlator, out)?;
    for (name, extreme) in [("least", &search.minimum), ("largest", &search.maximum)] {
        let Some(extreme) = extreme else {
            writeln!(out, "  undefined: {NOWHERE}")?;
            break;
        };
        let shown: Vec<String> = extreme.places.iter().take(3).map(ToString::to_string).collect();
        let more = match extreme.places.len() - shown.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let tau = extreme.correlation.tau_b();
        writeln!(out, "  {name} {} at {}{more}", valued(&tau), shown.join(", "))?;
        let everywhere = correlator.undefined().len();
        let here = correlator.left_out(&first_place(extreme), &extreme.correlation);
        for left_out in &here[everywhere..] {
            writeln!(out, "    left out {left_out}")?;
        }
    }
    writeln!(
        out,
        "attained on {side} x {side} points, at named scores, and on finer grids around the best; \
         between these points more extreme values are possible",
        side = steps + 1
    )?;
    Ok(())
}
