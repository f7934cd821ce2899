//! Rank correlations.

use serde::Serialize;

use super::{Cell, Column, Format, Output, Page, RenderError, Table};
use exactile::correlation::{
    ClosedForm, Correlation, Correlator, Extreme, LeftOut, RankedSet, Search,
};
use exactile::geometry::Point;
use exactile::num::{Rational, Value};
use exactile::performance::counted;
use exactile::score::{Orientation, RankingScore};

/// The members that all results about correlations begin with.
#[derive(Serialize)]
struct Head {
    score: String,
    /// The better values of the score, higher or lower; correlations are never flipped.
    better: Option<&'static str>,
    prior: Option<Rational>,
    resolution: Option<u32>,
}

impl Head {
    fn of(correlator: &Correlator) -> Self {
        let (prior, resolution) = match correlator.set() {
            RankedSet::All { resolution } => (None, Some(*resolution)),
            RankedSet::FixedPrior { prior, resolution } => (Some(prior.clone()), Some(*resolution)),
            RankedSet::Given => (None, None),
        };
        let better = match correlator.metric().orientation() {
            Orientation::Higher => Some("higher"),
            Orientation::Lower => Some("lower"),
            Orientation::Neither => None,
        };
        let score = correlator.metric().to_string();
        Self { score, better, prior, resolution }
    }
}

/// Counted pairs, with their tau-b.
#[derive(Serialize)]
struct Pairs {
    performances: u64,
    used: u64,
    left_out: Vec<LeftOut>,
    concordant: u64,
    discordant: u64,
    ties_score: u64,
    ties_ranking: u64,
    tau_b: Value,
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
}

fn first_place(extreme: &Extreme) -> RankingScore {
    RankingScore::at(extreme.places[0].clone()).expect("places of the Tile")
}

/// The correlation of a score with the ranking score at one point, `exactile.correlate.v1`.
#[derive(Debug)]
pub struct CorrelationReport<'c> {
    /// The score and the performances.
    pub correlator: &'c Correlator,
    /// The ranking score.
    pub score: &'c RankingScore,
    /// The pairs.
    pub correlation: &'c Correlation,
}

impl Output for CorrelationReport<'_> {
    fn schema(&self) -> &str {
        "exactile.correlate.v1"
    }

    fn body(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Document<'c> {
            #[serde(flatten)]
            head: Head,
            at: &'c Point,
            #[serde(flatten)]
            pairs: Pairs,
            uniform: Option<ClosedForm>,
        }
        Document {
            head: Head::of(self.correlator),
            at: self.score.place(),
            pairs: Pairs::new(self.correlator, self.score, self.correlation),
            uniform: self.correlator.uniform(self.score),
        }
    }

    /// Tau-b with the numbers of pairs.
    fn page(&self, format: Format) -> Result<Page<'_>, RenderError> {
        let Self { correlator, score, correlation } = self;
        let Point { a, b } = score.place();
        let metric = correlator.metric();
        let tau = correlation.tau_b();
        let mut page = Page::default();
        page.line(match tau.undefined() {
            Some(reason) => format!("tau-b of {metric} and R({a}, {b}) is undefined: {reason}"),
            None => format!("tau-b of {metric} and R({a}, {b}) is {}", valued(&tau)),
        });
        page.line(format!(
            "  over {}, {} used",
            performances_text(correlator.set()),
            correlation.used
        ));
        for left_out in correlator.left_out(score, correlation) {
            page.line(format!("  left out {left_out}"));
        }
        page.line(format!(
            "  {}: {} concordant, {} discordant; tied by the score {}, by the ranking score {}",
            counted(correlation.pairs(), "pair"),
            correlation.concordant,
            correlation.discordant,
            correlation.ties_score,
            correlation.ties_ranking
        ));
        page.lines(orientation(correlator));
        if let Some(ClosedForm { value, why }) = correlator.uniform(score) {
            page.line(format!("  for uniformly distributed performances exactly {value}: {why}"));
        }
        if format != Format::Text {
            let mut rows = table(None);
            rows.row(row(score.place(), correlation));
            page.table(rows);
        }
        Ok(page)
    }
}

/// Returns a table of places with tau-b and the numbers of pairs; the column `kind` names the
/// place.
fn table<'c>(kind: Option<Column>) -> Table<'c> {
    let counts = ["used", "concordant", "discordant", "ties_score", "ties_ranking"];
    let exact = ["a", "b"].map(|name| Column::exact(name, name));
    let counts = counts.map(|name| Column::new(name.replace('_', " "), name));
    let tau = Column::exact("tau-b", "tau_b");
    Table::new(kind.into_iter().chain(exact).chain(counts).chain([tau]))
}

fn row<'c>(place: &'c Point, correlation: &Correlation) -> [Cell<'c>; 8] {
    let Correlation { used, concordant, discordant, ties_score, ties_ranking } = *correlation;
    [
        (&place.a).into(),
        (&place.b).into(),
        used.into(),
        concordant.into(),
        discordant.into(),
        ties_score.into(),
        ties_ranking.into(),
        correlation.tau_b().into(),
    ]
}

/// The places of the least and the largest correlation over the Tile, `exactile.correlate.v1`.
#[derive(Debug)]
pub struct SearchReport<'c> {
    /// The score and the performances.
    pub correlator: &'c Correlator,
    /// Steps of the grid along each side.
    pub steps: u32,
    /// The result of the search.
    pub search: &'c Search,
}

impl<'c> Output for SearchReport<'c> {
    fn schema(&self) -> &str {
        "exactile.correlate.v1"
    }

    fn body(&self) -> impl Serialize {
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
        let Self { correlator, steps, search } = *self;
        let found = |extreme: &'c Extreme| Found {
            at: &extreme.places,
            pairs: Pairs::new(correlator, &first_place(extreme), &extreme.correlation),
        };
        Document {
            head: Head::of(correlator),
            grid: steps,
            performances: correlator.performances(),
            left_out: correlator.undefined(),
            minimum: search.minimum.as_ref().map(found),
            maximum: search.maximum.as_ref().map(found),
            undefined: search.maximum.is_none().then_some(NOWHERE),
        }
    }

    /// The extremes over the Tile; tables have a row for each place.
    fn page(&self, format: Format) -> Result<Page<'_>, RenderError> {
        let Self { correlator, steps, search } = *self;
        let mut page = Page::default();
        page.line(format!("tau-b of {} and R(a, b) over the Tile", correlator.metric()));
        page.line(format!("  over {}", performances_text(correlator.set())));
        for left_out in correlator.undefined() {
            page.line(format!("  left out {left_out}"));
        }
        page.lines(orientation(correlator));
        let mut rows = table(Some(Column::new("extreme", "extreme")));
        for (name, extreme) in [("least", &search.minimum), ("largest", &search.maximum)] {
            let Some(extreme) = extreme else {
                page.line(format!("  undefined: {NOWHERE}"));
                break;
            };
            let shown: Vec<String> =
                extreme.places.iter().take(3).map(ToString::to_string).collect();
            let more = match extreme.places.len() - shown.len() {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let tau = extreme.correlation.tau_b();
            page.line(format!("  {name} {} at {}{more}", valued(&tau), shown.join(", ")));
            let everywhere = correlator.undefined().len();
            let here = correlator.left_out(&first_place(extreme), &extreme.correlation);
            for left_out in &here[everywhere..] {
                page.line(format!("    left out {left_out}"));
            }
            for place in &extreme.places {
                rows.row([name.into()].into_iter().chain(row(place, &extreme.correlation)));
            }
        }
        page.line(format!(
            "attained on {side} x {side} points, at named scores, and on finer grids around the best; \
             between these points more extreme values are possible",
            side = steps + 1
        ));
        if format != Format::Text {
            page.table(rows);
        }
        Ok(page)
    }
}

const NOWHERE: &str = "no point of the grid leaves pairs that the two scores order";

/// Returns the ranked performances in words.
pub(super) fn performances_text(set: &RankedSet) -> String {
    match set {
        RankedSet::All { resolution } => {
            format!("all performances in multiples of 1/{resolution}")
        }
        RankedSet::FixedPrior { prior, resolution } => {
            format!("performances of positive prior {prior}, rates in multiples of 1/{resolution}")
        }
        RankedSet::Given => "the classifiers of the input".to_owned(),
    }
}

/// Returns a note on a score whose higher values are not better.
fn orientation(correlator: &Correlator) -> Option<String> {
    let metric = correlator.metric();
    match metric.orientation() {
        Orientation::Higher => None,
        Orientation::Lower => {
            Some(format!("  lower values of {metric} are better; the sign is not flipped"))
        }
        Orientation::Neither => Some(format!("  {metric} does not say how good a classifier is")),
    }
}

fn valued(tau: &Value) -> String {
    match tau {
        Value::Exact(value) if value.is_integer() => value.to_string(),
        _ => format!("{} = {}", tau.to_decimal(6), tau.exactly()),
    }
}
