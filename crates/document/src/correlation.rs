//! Rank correlations.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Cell, Column, Format, Output, Page, RenderError, Table};
use exactile::correlation::{
    ClosedForm, Coefficient, Correlation, CorrelationTile, Correlator, Extreme, LeftOut, Pearson,
    RankedSet, Search, Spearman,
};
use exactile::geometry::Point;
use exactile::num::{Rational, Value};
use exactile::performance::counted;
use exactile::score::{Metric, Orientation, RankingScore};

/// The members that all results about correlations begin with.
#[derive(Serialize)]
struct Head {
    score: String,
    /// The better values of the score, higher or lower; correlations are never flipped.
    better: Option<&'static str>,
    prior: Option<Rational>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rate_positive: Option<Rational>,
    resolution: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    drawn: Option<Drawn>,
}

/// The distribution of drawn performances.
#[derive(Serialize)]
struct Drawn {
    /// The concentrations of tn, fp, fn, tp.
    dirichlet: [Rational; 4],
    seed: u64,
}

impl Head {
    fn of(correlator: &Correlator) -> Self {
        let prior = correlator.set().prior().cloned();
        let rate_positive = match correlator.set() {
            RankedSet::FixedRate { rate, .. } => Some(rate.clone()),
            _ => None,
        };
        let (resolution, drawn) = match correlator.set() {
            RankedSet::All { resolution }
            | RankedSet::FixedPrior { resolution, .. }
            | RankedSet::FixedRate { resolution, .. } => (Some(*resolution), None),
            RankedSet::Drawn { concentrations, seed, .. } => {
                (None, Some(Drawn { dirichlet: (**concentrations).clone(), seed: *seed }))
            }
            RankedSet::Given => (None, None),
        };
        let better = match correlator.score().metric().map(Metric::orientation) {
            Some(Orientation::Higher) => Some("higher"),
            Some(Orientation::Lower) => Some("lower"),
            Some(Orientation::Neither) | None => None,
        };
        let score = correlator.score().to_string();
        Self { score, better, prior, rate_positive, resolution, drawn }
    }
}

/// The words and the key of a coefficient in results, and whether pairs are counted for it.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    name: &'static str,
    key: &'static str,
    pairs: bool,
}

/// A rank correlation with its words.
pub trait Shown: Coefficient {
    /// The words.
    const WORDS: Words;

    /// Returns Kendall's pairs.
    fn pairs(&self) -> Option<Correlation> {
        None
    }
}

impl Shown for Correlation {
    const WORDS: Words = Words { name: "tau-b", key: "tau_b", pairs: true };

    fn pairs(&self) -> Option<Correlation> {
        Some(*self)
    }
}

impl Shown for Spearman {
    const WORDS: Words = Words { name: "Spearman's rho", key: "spearman", pairs: false };
}

/// A coefficient of any kind.
#[derive(Clone, Debug)]
pub struct Measured {
    words: Words,
    used: u64,
    value: Value,
    pairs: Option<Correlation>,
}

impl<C: Shown> From<&C> for Measured {
    fn from(found: &C) -> Self {
        let (used, value) = (found.used(), found.value());
        Self { words: C::WORDS, used, value, pairs: found.pairs() }
    }
}

impl From<Pearson> for Measured {
    fn from(Pearson { used, value }: Pearson) -> Self {
        let words = Words { name: "Pearson's r", key: "pearson", pairs: false };
        Self { words, used, value, pairs: None }
    }
}

/// The members about one point: the performances, Kendall's pairs, and the coefficient.
#[derive(Serialize)]
struct Pairs {
    performances: u64,
    used: u64,
    left_out: Vec<LeftOut>,
    #[serde(flatten)]
    counts: Option<Counts>,
    #[serde(flatten)]
    value: BTreeMap<&'static str, Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    undefined: Option<&'static str>,
}

#[derive(Serialize)]
struct Counts {
    concordant: u64,
    discordant: u64,
    ties_score: u64,
    ties_ranking: u64,
}

impl Pairs {
    fn new(correlator: &Correlator, score: &RankingScore, measured: &Measured) -> Self {
        let Measured { words, used, ref value, pairs } = *measured;
        let counts = pairs.map(|found| {
            let Correlation { concordant, discordant, ties_score, ties_ranking, .. } = found;
            Counts { concordant, discordant, ties_score, ties_ranking }
        });
        Self {
            performances: correlator.performances(),
            used,
            left_out: correlator.left_out(score, used),
            counts,
            undefined: value.undefined(),
            value: BTreeMap::from([(words.key, value.clone())]),
        }
    }
}

fn first_place<C>(extreme: &Extreme<C>) -> RankingScore {
    RankingScore::at(extreme.places[0].clone()).expect("places of the Tile")
}

/// The correlation of a score with the ranking score at one point, `exactile.correlate.v1`.
#[derive(Debug)]
pub struct CorrelationReport<'c> {
    /// The score and the performances.
    pub correlator: &'c Correlator,
    /// The ranking score.
    pub score: &'c RankingScore,
    /// The coefficient.
    pub measured: Measured,
}

impl CorrelationReport<'_> {
    /// Returns the value for a uniform distribution, which is known of tau-b only.
    fn uniform(&self) -> Option<ClosedForm> {
        self.measured.pairs.and_then(|_| self.correlator.uniform(self.score))
    }
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
            pairs: Pairs::new(self.correlator, self.score, &self.measured),
            uniform: self.uniform(),
        }
    }

    /// The coefficient, for tau-b with the numbers of pairs.
    fn page(&self, format: Format) -> Result<Page<'_>, RenderError> {
        let Self { correlator, score, measured } = self;
        let Measured { words, used, value, pairs } = measured;
        let name = words.name;
        let Point { a, b } = score.place();
        let metric = correlator.score();
        let mut page = Page::default();
        page.line(match value.undefined() {
            Some(reason) => format!("{name} of {metric} and R({a}, {b}) is undefined: {reason}"),
            None => format!("{name} of {metric} and R({a}, {b}) is {}", valued(value)),
        });
        page.line(format!("  over {}, {used} used", performances_text(correlator.set())));
        for left_out in correlator.left_out(score, *used) {
            page.line(format!("  left out {left_out}"));
        }
        if let Some(pairs) = pairs {
            page.line(format!(
                "  {}: {} concordant, {} discordant; tied by the score {}, by the ranking score {}",
                counted(pairs.pairs(), "pair"),
                pairs.concordant,
                pairs.discordant,
                pairs.ties_score,
                pairs.ties_ranking
            ));
        }
        page.lines(orientation(correlator));
        if let Some(ClosedForm { value, why }) = self.uniform() {
            page.line(format!("  for uniformly distributed performances exactly {value}: {why}"));
        }
        if format != Format::Text {
            let mut rows = table(None, *words);
            rows.row(row(score.place().clone(), measured));
            page.table(rows);
        }
        Ok(page)
    }
}

/// Returns a table of places with the coefficient, for tau-b with the numbers of pairs; the column
/// `kind` names the place.
fn table<'c>(kind: Option<Column>, words: Words) -> Table<'c> {
    let counts = ["used", "concordant", "discordant", "ties_score", "ties_ranking"];
    let exact = ["a", "b"].map(|name| Column::exact(name, name));
    let counts = counts[..if words.pairs { 5 } else { 1 }]
        .iter()
        .map(|name| Column::new(name.replace('_', " "), *name));
    let value = Column::exact(words.name, words.key);
    Table::new(kind.into_iter().chain(exact).chain(counts).chain([value]))
}

fn row(place: Point, measured: &Measured) -> Vec<Cell<'static>> {
    let counts = measured.pairs.map(|found| {
        let Correlation { concordant, discordant, ties_score, ties_ranking, .. } = found;
        [concordant, discordant, ties_score, ties_ranking].map(Cell::from)
    });
    let place = [place.a.into(), place.b.into(), measured.used.into()];
    place
        .into_iter()
        .chain(counts.into_iter().flatten())
        .chain([(&measured.value).into()])
        .collect()
}

/// The places of the least and the largest correlation over the Tile, `exactile.correlate.v1`.
#[derive(Debug)]
pub struct SearchReport<'c, C> {
    /// The score and the performances.
    pub correlator: &'c Correlator,
    /// Steps of the grid along each side.
    pub steps: u32,
    /// The result of the search.
    pub search: &'c Search<C>,
}

impl<'c, C: Shown> Output for SearchReport<'c, C> {
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
        let found = |extreme: &'c Extreme<C>| Found {
            at: &extreme.places,
            pairs: Pairs::new(correlator, &first_place(extreme), &(&extreme.correlation).into()),
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
        let name = C::WORDS.name;
        page.line(format!("{name} of {} and R(a, b) over the Tile", correlator.score()));
        page.line(format!("  over {}", performances_text(correlator.set())));
        for left_out in correlator.undefined() {
            page.line(format!("  left out {left_out}"));
        }
        page.lines(orientation(correlator));
        let mut rows = table(Some(Column::new("extreme", "extreme")), C::WORDS);
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
            let found = Measured::from(&extreme.correlation);
            page.line(format!("  {name} {} at {}{more}", valued(&found.value), shown.join(", ")));
            let everywhere = correlator.undefined().len();
            let here = correlator.left_out(&first_place(extreme), found.used);
            for left_out in &here[everywhere..] {
                page.line(format!("    left out {left_out}"));
            }
            for place in &extreme.places {
                rows.row([name.into()].into_iter().chain(row(place.clone(), &found)));
            }
        }
        page.line(format!(
            "attained on {side} x {side} points, at named scores, and on finer grids around the \
             best; between these points more extreme values are possible",
            side = steps + 1
        ));
        if format != Format::Text {
            page.table(rows);
        }
        Ok(page)
    }
}

/// The correlations at all points of a grid, `exactile.correlate.v1`.
#[derive(Debug)]
pub struct MapReport<'c, C> {
    /// The score and the performances.
    pub correlator: &'c Correlator,
    /// The coefficients.
    pub tile: &'c CorrelationTile<C>,
}

impl<C: Shown> Output for MapReport<'_, C> {
    fn schema(&self) -> &str {
        "exactile.correlate.v1"
    }

    /// The coefficients by rows from b = 0, along a in each row.
    fn body(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Document {
            #[serde(flatten)]
            head: Head,
            coefficient: &'static str,
            grid: u32,
            performances: u64,
            left_out: Vec<LeftOut>,
            values: Vec<Vec<Value>>,
        }
        let Self { correlator, tile } = self;
        let values: Vec<Value> = tile.points().map(|(_, found)| found.value()).collect();
        Document {
            head: Head::of(correlator),
            coefficient: C::WORDS.key,
            grid: tile.steps(),
            performances: correlator.performances(),
            left_out: correlator.undefined(),
            values: values.chunks(tile.steps() as usize + 1).map(<[Value]>::to_vec).collect(),
        }
    }

    /// A row for each point.
    fn page(&self, _: Format) -> Result<Page<'_>, RenderError> {
        let Self { correlator, tile } = self;
        let mut page = Page::default();
        let name = C::WORDS.name;
        page.line(format!("{name} of {} and R(a, b) on a grid", correlator.score()));
        page.line(format!("  over {}", performances_text(correlator.set())));
        for left_out in correlator.undefined() {
            page.line(format!("  left out {left_out}"));
        }
        page.lines(orientation(correlator));
        let mut rows = table(None, C::WORDS);
        for (place, found) in tile.points() {
            rows.row(row(place, &Measured::from(found)));
        }
        page.table(rows);
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
        RankedSet::FixedRate { rate, resolution } => format!(
            "performances with the rate {rate} of positive predictions, PPV and NPV in multiples \
             of 1/{resolution}"
        ),
        RankedSet::Drawn { prior, concentrations, seed } => {
            let at_prior = prior.as_ref().map(|prior| format!(" of positive prior {prior}"));
            let at_prior = at_prior.unwrap_or_default();
            let distribution = if concentrations.iter().all(|one| *one == Rational::ONE) {
                "uniformly".to_owned()
            } else {
                let [tn, fp, fn_, tp] = &**concentrations;
                format!("from Dirichlet's distribution ({tn}, {fp}, {fn_}, {tp}) of tn, fp, fn, tp")
            };
            format!("performances{at_prior} drawn {distribution}, seed {seed}")
        }
        RankedSet::Given => "the classifiers of the input".to_owned(),
    }
}

/// Returns a note on a score whose higher values are not better.
fn orientation(correlator: &Correlator) -> Option<String> {
    let metric = correlator.score().metric()?;
    match metric.orientation() {
        Orientation::Higher => None,
        Orientation::Lower => {
            Some(format!("  lower values of {metric} are better; the sign is not flipped"))
        }
        Orientation::Neither => Some(format!("  {metric} does not say how good a classifier is")),
    }
}

/// Returns the rounded value, and the fraction or the root that it is if that is known.
fn valued(value: &Value) -> String {
    let closed_form = match value {
        Value::Exact(value) if value.is_integer() => return value.to_string(),
        Value::Enclosed(value) => value.closed_form().map(str::to_owned),
        value => Some(value.exactly()),
    };
    let rounded = value.to_decimal(6);
    closed_form.map_or(rounded.clone(), |closed_form| format!("{rounded} = {closed_form}"))
}
