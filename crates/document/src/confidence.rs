//! Distributions of ranks: by true rates, and on a further test.

use std::cmp::Reverse;
use std::io::Write;

use serde::Serialize;

use super::certain::{self, lower_and_upper, percentage_within, within};
use super::pairs::{CAVEAT, PAIRED};
use super::plan::CLUSTERS_WEIGHTED;
use super::samples::{SampledSets, Sampling, at_sizes, further_samples, further_test, samples};
use super::{Cell, Column, Format, Header, Output, Page, RenderError, Table};
use exactile::contest::{
    Contestants, Drawn, Pooling, RankDistribution, RankedPair, Tier, TrueInterval,
};
use exactile::lattice::{INDEPENDENT, Lattice, Model};
use exactile::num::{Level, Rational, Value};
use exactile::performance::{Class, Classifier, counted};
use exactile::score::{Metric, Orientation};

/// The meaning of the limits of simulated numbers.
const LIMITS: &str = "Clopper-Pearson at 1 - 10^-9; expected ranks: empirical Bernstein";
/// The note about drawn numbers that are printed without limits.
const DRAWN: &str = "The error of a drawn number is at most the number after \u{b1}, or else one \
     unit of its last digit, except for one seed in 10^9; JSON and CSV have the limits.";
/// The note about the effect of a pooled prior on the best of many.
const POOLED: &str = "Rates are partially pooled: differences between classifiers shrink as the \
     prior says, which lowers the probabilities of the best of many equal ones.";
/// The note about the effect of independent priors on the best of many.
const MANY: &str = "The best of many looks better than it is: classifiers have independent priors, \
     and among many equal ones the probabilities of the one that happens to be ahead are too \
     large.";

/// The note about the effect of chance on the best of many by clusters.
const MANY_BY_CLUSTER: &str = "The best of many looks better than it is: among many equal ones the \
     probabilities of the one that happens to be ahead are too large.";

/// The ranks by true rates and on a further test, `exactile.confidence.v1`.
#[derive(Clone, Debug)]
pub struct ConfidenceReport<'r> {
    /// The classifiers.
    pub classifiers: &'r [Classifier],
    /// The metric.
    pub metric: &'r Metric,
    /// The further test; true rates are weighted with its class shares.
    pub test: Lattice,
    /// The model; `None` if weights of clusters of samples are drawn.
    pub model: Option<&'r Model>,
    /// The way in which samples were drawn.
    pub sampling: Sampling<'r>,
    /// The level of intervals and tiers.
    pub level: &'r Level,
    /// `true` if the results of the classifiers on the same samples are known.
    pub is_paired: bool,
    /// The pooling of true rates, if they are pooled.
    pub pooling: Option<Pooled>,
    /// Ranks by true rates, or the reason why there are none.
    pub truly: Result<&'r TrueRanks, &'r str>,
    /// Ranks on the further test, or the reason why there are none.
    pub next: Result<&'r NextRanks, &'r str>,
    /// `true` if the text lists each pair too, and CSV has pairs instead of classifiers.
    pub pairs: bool,
}

/// A partially pooled prior, and the evidence of the data about it.
#[derive(Clone, Debug, Serialize)]
pub struct Pooled {
    /// The share by which differences shrink; `None` if it is estimated.
    #[serde(serialize_with = "share_or_estimated")]
    pub share: Option<Rational>,
    /// The heterogeneity of the rates of the positive and of the negative class; see
    /// [`Contestants::heterogeneity`].
    pub heterogeneity: [Rational; 2],
    /// The degrees of freedom: the expected heterogeneity if all classifiers are equal.
    pub degrees: u64,
}

impl Pooled {
    /// Returns the pooling of these classifiers.
    pub fn new(pooling: &Pooling, contestants: &Contestants) -> Self {
        let of = |class| contestants.heterogeneity(class);
        Self {
            share: pooling.share().cloned(),
            heterogeneity: [Class::Positive, Class::Negative].map(of),
            degrees: u64::try_from(contestants.classifiers()).expect("classifiers") - 1,
        }
    }

    fn sentence(&self) -> String {
        let [positives, negatives] = self.heterogeneity.each_ref().map(|q| q.to_decimal(1));
        let degrees = self.degrees;
        let by = match &self.share {
            Some(share) => share.in_percent(),
            None => "a share that is estimated".to_owned(),
        };
        format!(
            "Pooled prior: in each class the differences between the classifiers' rates shrink by \
             {by} (heterogeneity {positives} of positives, {negatives} of negatives; about \
             {degrees} if all are equal)."
        )
    }
}

fn share_or_estimated<S: serde::Serializer>(
    share: &Option<Rational>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match share {
        Some(share) => share.serialize(serializer),
        None => serializer.serialize_str("estimated"),
    }
}

/// Ranks by true rates.
#[derive(Clone, Debug)]
pub struct TrueRanks {
    /// The distribution of each classifier's rank, as limits.
    pub ranks: Vec<RankDistribution>,
    /// For each classifier an interval of ranks that holds with the level.
    pub intervals: Vec<Option<[u64; 2]>>,
    /// The draws: their number, seed and limits.
    pub drawn: Drawn,
    /// Tiers, the best one first; none if observed values have no order.
    pub tiers: Vec<Tier>,
    /// The interval of each classifier's true value; none if they are not known.
    pub values: Vec<Option<TrueInterval>>,
}

/// Ranks on a further test.
#[derive(Clone, Debug)]
pub struct NextRanks {
    /// The distribution of each classifier's rank.
    pub ranks: Vec<RankDistribution>,
    /// The pairs, with their probabilities.
    pub pairs: Vec<RankedPair>,
    /// For each classifier an interval of ranks that holds with the level.
    pub intervals: Vec<Option<[u64; 2]>>,
    /// The draws; `None` for sums, which are certain.
    pub drawn: Option<Drawn>,
}

impl TrueRanks {
    /// Returns the interval of a classifier's true value.
    fn value_of(&self, at: usize) -> Option<&TrueInterval> {
        self.values.get(at)?.as_ref()
    }

    /// Returns the tier of each classifier, from 1; `None` if its metric is undefined.
    fn tier_of(&self, classifiers: usize) -> Vec<Option<u64>> {
        let mut tiers = vec![None; classifiers];
        for (number, tier) in (1..).zip(&self.tiers) {
            tier.members.iter().for_each(|member| tiers[*member] = Some(number));
        }
        tiers
    }
}

impl ConfidenceReport<'_> {
    fn many(&self) -> &'static str {
        match (&self.pooling, self.model) {
            (Some(_), _) => POOLED,
            (None, None) => MANY_BY_CLUSTER,
            (None, Some(_)) => MANY,
        }
    }

    fn assumption(&self) -> &'static str {
        match self.sampling {
            Sampling::TestSets(sets) => sets.assumption(self.is_paired),
            Sampling::Clusters(_) => CLUSTERS_WEIGHTED,
            Sampling::Single if self.is_paired => PAIRED,
            Sampling::Single => INDEPENDENT,
        }
    }
}

impl Output for ConfidenceReport<'_> {
    fn schema(&self) -> &str {
        "exactile.confidence.v1"
    }

    fn body(&self) -> impl Serialize {
        let how = |drawn: Option<Drawn>, missing: Option<&str>| HowJson {
            drawn,
            limits: drawn.map(|_| LIMITS),
            missing: missing.map(str::to_owned),
        };
        let (truly, next) = (self.truly.ok(), self.next.ok());
        let tiers = truly.map(|truly| truly.tier_of(self.classifiers.len()));
        let ranked = |(at, classifier): (usize, &'_ Classifier)| {
            let (of_next, of_truth) = (next.map(|n| &n.ranks[at]), truly.map(|t| &t.ranks[at]));
            RankedJson {
                name: &self.classifiers[at].name,
                value: self.metric.value(&classifier.matrix),
                first_alone: of_next.map(|of| &of.first_alone),
                first_tied: of_next.map(|of| &of.first_tied),
                undefined: of_next.map(|of| &of.undefined),
                expected_rank: of_next.and_then(|of| of.expected_rank.as_ref()),
                ranks: of_next.map(|of| &of.ranks[..]),
                rank_interval: next.and_then(|next| next.intervals[at]),
                truly_best: of_truth.map(|of| &of.first_alone),
                true_expected_rank: of_truth.and_then(|of| of.expected_rank.as_ref()),
                true_ranks: of_truth.map(|of| &of.ranks[..]),
                true_rank_interval: truly.and_then(|truly| truly.intervals[at]),
                interval: truly.and_then(|truly| truly.value_of(at)),
                tier: tiers.as_ref().and_then(|tiers| tiers[at]),
            }
        };
        DocumentJson {
            score: self.metric.to_string(),
            positives: self.test.positives(),
            negatives: self.test.negatives(),
            model: match self.model {
                Some(model) => ModelJson::Of(model),
                None => {
                    ModelJson::Clusters { model: "clusters", clusters: self.sampling.clusters() }
                }
            },
            domains: self.sampling.sets(),
            paired: self.is_paired,
            assumption: self.assumption(),
            caveats: [self.many(), CAVEAT],
            prior_pooling: self.pooling.as_ref(),
            expected_rank_given: "defined",
            level: self.level,
            truly: how(truly.map(|truly| truly.drawn), self.truly.err()),
            next: how(next.and_then(|next| next.drawn), self.next.err()),
            classifiers: self.classifiers.iter().enumerate().map(ranked).collect(),
            tiers: truly
                .map_or(&[][..], |truly| &truly.tiers)
                .iter()
                .map(|tier| SeparatedJson {
                    members: &tier.members,
                    separated: tier.separated.as_ref(),
                })
                .collect(),
            pairs: next.map_or(&[], |next| &next.pairs),
        }
    }

    fn write_json(&self, header: Header<'_>, out: &mut dyn Write) -> Result<(), RenderError> {
        header.write_line(&self.body(), out)
    }

    /// The best classifier first; in CSV the order of the input.
    fn page(&self, format: Format) -> Result<Page<'_>, RenderError> {
        let mut page = Page::default();
        let (positives, negatives) = (self.test.positives(), self.test.negatives());
        page.line(match (self.model, self.sampling) {
            (_, Sampling::TestSets(sets)) => format!(
                "{} on {}, with {}",
                self.metric,
                sets.told(),
                samples(positives, negatives),
            ),
            (Some(model), _) => format!(
                "{} on {}, {} model",
                self.metric,
                further_test(positives, negatives),
                model.name(),
            ),
            (None, sampling) => format!(
                "{} on {} with {}",
                self.metric,
                counted(sampling.clusters().unwrap_or_default(), "cluster"),
                samples(positives, negatives),
            ),
        });
        page.line(self.assumption());
        if format == Format::Csv {
            match self.next {
                Ok(next) if self.pairs => page.table(self.pairs_table(next, format)),
                _ => page.table(self.data()),
            }
            return Ok(page);
        }
        page.table(self.for_people());
        if let (Ok(next), true) = (self.next, self.pairs) {
            page.table(self.pairs_table(next, format));
            lower_is_better(self.metric, &mut page);
        }
        self.explanations(&mut page);
        Ok(page)
    }
}

impl<'r> ConfidenceReport<'r> {
    /// Adds the meaning of the columns, and the assumptions.
    fn explanations(&self, page: &mut Page<'_>) {
        let level = self.level.in_percent();
        let truly_or_next_drawn =
            self.truly.is_ok() || self.next.is_ok_and(|next| next.drawn.is_some());
        let drawn =
            |drawn: &Drawn| format!("{}, seed {}", counted(drawn.draws, "draw"), drawn.seed);
        match self.truly {
            Ok(truly) => {
                let behind = match self.sampling {
                    Sampling::Clusters(_) => {
                        "results on the population from which the clusters were sampled are \
                         the best of all"
                            .to_owned()
                    }
                    Sampling::TestSets(sets) if sets.is_sampled() => {
                        "results on the population from which the test sets were sampled are \
                         the best of all"
                            .to_owned()
                    }
                    Sampling::TestSets(_) => {
                        "means of the rates behind the results in the test sets are the best of all"
                            .to_owned()
                    }
                    Sampling::Single => format!(
                        "rates behind the results are the best of all{}",
                        at_sizes(self.test.positives(), self.test.negatives())
                    ),
                };
                page.line(format!(
                    "Truly best: the probability that the {behind}; true ranks hold with {level} \
                     ({}).",
                    drawn(&truly.drawn),
                ));
                if !truly.values.is_empty() {
                    page.line(format!(
                        "True value: in the interval with a probability of {level}."
                    ));
                }
                page.line(format!(
                    "Tiers: of the classifiers with a value, the best observed one leads the first \
                     tier, which has all that it is not truly better than with a probability of at \
                     least {level}; the best of the others leads the next one."
                ));
                if let Some(pooled) = &self.pooling {
                    page.line(pooled.sentence());
                }
                page.line(self.many());
            }
            Err(why) => page.line(format!("Truly best: {why}.")),
        }
        match self.next {
            Ok(next) => {
                let how = next.drawn.as_ref().map(|of| format!(" ({})", drawn(of)));
                page.line(format!(
                    "Next test: the probability of the best result on {}{}. A classifier that is \
                     certainly but only slightly better can often be worse there.",
                    further_samples(self.test.positives(), self.test.negatives()),
                    how.unwrap_or_default(),
                ));
                if next.ranks.iter().any(|of| !is_zero(&of.undefined)) {
                    page.line("Expected ranks: given that the score is defined.");
                }
            }
            Err(why) => page.line(format!("Next test: {why}.")),
        }
        if truly_or_next_drawn {
            page.line(DRAWN);
        }
        page.line(CAVEAT);
    }

    /// Returns the order of the text: by tiers, then by the probability of being the best.
    fn order(&self) -> Vec<usize> {
        let count = self.classifiers.len();
        let middle = |value: &Value| {
            let [lower, upper] = value.ends().unwrap_or([Rational::ZERO, Rational::ZERO]);
            lower + upper
        };
        let mut order: Vec<usize> = (0..count).collect();
        match (self.truly, self.next) {
            (Ok(truly), _) => {
                let tiers = truly.tier_of(count);
                order.sort_by_cached_key(|&at| {
                    (tiers[at].unwrap_or(u64::MAX), Reverse(middle(&truly.ranks[at].first_alone)))
                });
            }
            (_, Ok(next)) => {
                order.sort_by_cached_key(|&at| Reverse(middle(&next.ranks[at].first_alone)));
            }
            _ => {}
        }
        order
    }

    fn for_people(&self) -> Table<'r> {
        let (truly, next) = (self.truly.ok(), self.next.ok());
        let level = self.level.in_percent();
        let mut columns = Vec::new();
        if truly.is_some() {
            columns.push(Column::people("tier"));
        }
        columns.push(Column::people("classifier"));
        columns.push(Column::people(self.metric.to_string()).digits(4));
        let has_values = truly.is_some_and(|truly| !truly.values.is_empty());
        if has_values {
            columns.push(Column::people(format!("true value ({level})")).right());
        }
        if truly.is_some() {
            columns.push(Column::people("truly best").right());
            columns.push(Column::people(format!("true ranks ({level})")).right());
            columns.push(Column::people("expected").right());
        }
        if let Some(next) = next {
            let undefined = next.ranks.iter().any(|of| !is_zero(&of.undefined));
            columns.push(Column::people("next test: first alone").digits(4));
            columns.push(Column::people("tied first").digits(4));
            columns.push(Column::people("ranks").right());
            columns.push(Column::people("expected rank").digits(2));
            if undefined {
                columns.push(Column::people("undefined").digits(4));
            }
        }
        let tiers = truly.map(|truly| truly.tier_of(self.classifiers.len()));
        let mut rows = Table::new(columns);
        for at in self.order() {
            let classifier = &self.classifiers[at];
            let mut cells: Vec<Cell<'r>> = Vec::new();
            if let Some(tiers) = &tiers {
                cells.push(Cell::maybe(tiers[at]));
            }
            cells.push((&classifier.name).into());
            cells.push(self.metric.value(&classifier.matrix).into());
            if has_values {
                cells.push(Cell::maybe(truly.and_then(|truly| truly.value_of(at)).map(in_words)));
            }
            if let Some(truly) = truly {
                cells.push(drawn_share(&truly.ranks[at].first_alone));
                cells.push(interval(truly.intervals[at]));
                cells.push(Cell::maybe(truly.ranks[at].expected_rank.as_ref().map(about)));
            }
            if let Some(next) = next {
                let of = &next.ranks[at];
                cells.push(share(&of.first_alone));
                cells.push(share(&of.first_tied));
                cells.push(interval(next.intervals[at]));
                cells.push(Cell::maybe(of.expected_rank.as_ref().map(about)));
                if next.ranks.iter().any(|of| !is_zero(&of.undefined)) {
                    cells.push(share(&of.undefined));
                }
            }
            rows.row(cells);
        }
        rows
    }

    /// Returns the table for CSV: numbers known within limits have two columns.
    fn data(&self) -> Table<'r> {
        let (truly, next) = (self.truly.ok(), self.next.ok());
        let mut rows: Vec<Vec<(String, Cell<'r>)>> = Vec::new();
        let tiers = truly.map(|truly| truly.tier_of(self.classifiers.len()));
        for (at, classifier) in self.classifiers.iter().enumerate() {
            let mut row = vec![("name".to_owned(), Cell::from(&classifier.name))];
            if let Some(next) = next {
                let of = &next.ranks[at];
                let mut put = |name: &str, value: Option<&'r Value>| {
                    known(&mut row, name, value, next.drawn.is_some())
                };
                put("first_alone", Some(&of.first_alone));
                put("first_tied", Some(&of.first_tied));
                put("expected_rank", of.expected_rank.as_ref());
                put("undefined", Some(&of.undefined));
                for (rank, probability) in (1..).zip(&of.ranks) {
                    put(&format!("rank_{rank}"), Some(probability));
                }
                ends(&mut row, "rank_interval", next.intervals[at]);
            }
            if let Some(truly) = truly {
                let of = &truly.ranks[at];
                known(&mut row, "truly_best", Some(&of.first_alone), true);
                known(&mut row, "true_expected_rank", of.expected_rank.as_ref(), true);
                ends(&mut row, "true_rank_interval", truly.intervals[at]);
                if !truly.values.is_empty() {
                    let [lower, upper] = match truly.value_of(at) {
                        Some(interval) => interval.to_decimals().map(Some),
                        None => [None, None],
                    };
                    row.push(("true_value_lower".to_owned(), Cell::maybe(lower)));
                    row.push(("true_value_upper".to_owned(), Cell::maybe(upper)));
                }
                let tier = tiers.as_ref().and_then(|tiers| tiers[at]);
                row.push(("tier".to_owned(), Cell::maybe(tier)));
            }
            row.push(("paired".to_owned(), self.is_paired.to_string().into()));
            rows.push(row);
        }
        let names = rows.first().map(|row| row.iter().map(|(name, _)| name.clone()));
        let mut table = Table::new(names.into_iter().flatten().map(Column::data));
        for row in rows {
            table.row(row.into_iter().map(|(_, cell)| cell));
        }
        table
    }

    /// Returns the table of pairs on the further test.
    fn pairs_table(&self, next: &'r NextRanks, format: Format) -> Table<'r> {
        let names: Vec<&str> = self.classifiers.iter().map(|of| of.name.as_str()).collect();
        let of = |pair: &'r RankedPair| [&pair.greater, &pair.equal, &pair.less, &pair.undefined];
        if next.drawn.is_none() {
            let pairs =
                next.pairs.iter().map(|pair| ((pair.first, pair.second), of(pair).map(Cell::from)));
            return pairs_table(4, &names, pairs);
        }
        let headings = ["greater", "equal", "less", "undefined"];
        if format != Format::Csv {
            let columns = ["first", "second"].into_iter().chain(headings).map(Column::people);
            let mut rows = Table::new(columns);
            for pair in &next.pairs {
                let both = [pair.first, pair.second]
                    .map(|at| Cell::from(self.classifiers[at].name.as_str()));
                rows.row(both.into_iter().chain(of(pair).map(share)));
            }
            return rows;
        }
        let ends =
            headings.iter().flat_map(|name| ["lower", "upper"].map(|end| format!("{name}_{end}")));
        let columns = ["first", "second"].into_iter().map(str::to_owned).chain(ends);
        let columns = columns.chain(["paired".to_owned()]).map(Column::data);
        let mut rows = Table::new(columns);
        for pair in &next.pairs {
            let both =
                [pair.first, pair.second].map(|at| Cell::from(self.classifiers[at].name.as_str()));
            let values =
                of(pair).into_iter().flat_map(|value| lower_and_upper(value).map(Cell::from));
            rows.row(both.into_iter().chain(values).chain(["true".into()]));
        }
        rows
    }
}

/// Adds a number to a row of CSV: exact, or its limits.
fn known<'r>(
    row: &mut Vec<(String, Cell<'r>)>,
    name: &str,
    value: Option<&'r Value>,
    is_drawn: bool,
) {
    if !is_drawn {
        row.push((name.to_owned(), Cell::maybe(value)));
        return;
    }
    let cells = value.map_or_else(Default::default, |value| lower_and_upper(value).map(Cell::from));
    for (end, cell) in ["lower", "upper"].into_iter().zip(cells) {
        row.push((format!("{name}_{end}"), cell));
    }
}

/// Adds the ends of an interval of ranks to a row of CSV.
fn ends<'r>(row: &mut Vec<(String, Cell<'r>)>, name: &str, ranks: Option<[u64; 2]>) {
    for (end, rank) in ["best", "worst"].into_iter().zip(ranks.map_or([None; 2], |r| r.map(Some))) {
        row.push((format!("{name}_{end}"), Cell::maybe(rank)));
    }
}

/// Returns a probability for text: the certain digits if it has limits, else the number itself.
fn share<'r>(value: &Value) -> Cell<'r> {
    match value {
        Value::Enclosed(limits) => percentage_within(&limits.lower(), &limits.upper()).into(),
        other => other.clone().into(),
    }
}

/// Returns a probability that is usually drawn, always as a percentage.
fn drawn_share<'r>(value: &Value) -> Cell<'r> {
    Cell::maybe(value.ends().map(|[lower, upper]| percentage_within(&lower, &upper)))
}

/// Returns a number for text: the certain digits if it has limits, else the number itself.
fn about<'r>(value: &Value) -> Cell<'r> {
    match value {
        Value::Enclosed(limits) => within(&limits.lower(), &limits.upper()).into(),
        other => other.clone().into(),
    }
}

/// Returns an interval of a true value: `0.957 to 0.991`.
fn in_words(interval: &TrueInterval) -> String {
    let [lower, upper] = [&interval.lower, &interval.upper].map(|end| certain::known(end, 4));
    format!("{lower} to {upper}")
}

fn interval<'r>(ranks: Option<[u64; 2]>) -> Cell<'r> {
    Cell::Ranks(ranks.map(|[best, worst]| (best, worst)))
}

/// Returns `true` unless the number is known to be positive: a drawn outcome that never occurred
/// has zero as its lower limit.
fn is_zero(value: &Value) -> bool {
    match value {
        Value::Enclosed(limits) => limits.lower().is_zero(),
        other => other.is_zero(),
    }
}

/// Adds the meaning of "greater" if lower values are better.
pub(super) fn lower_is_better(metric: &Metric, page: &mut Page<'_>) {
    if metric.orientation() == Orientation::Lower {
        page.line("greater: the first one has the better value, which is the lower one");
    }
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

#[derive(Serialize)]
struct RankedJson<'r> {
    name: &'r str,
    value: Value,
    first_alone: Option<&'r Value>,
    first_tied: Option<&'r Value>,
    undefined: Option<&'r Value>,
    expected_rank: Option<&'r Value>,
    ranks: Option<&'r [Value]>,
    rank_interval: Option<[u64; 2]>,
    truly_best: Option<&'r Value>,
    true_expected_rank: Option<&'r Value>,
    true_ranks: Option<&'r [Value]>,
    true_rank_interval: Option<[u64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interval: Option<&'r TrueInterval>,
    tier: Option<u64>,
}

#[derive(Serialize)]
struct HowJson {
    #[serde(flatten)]
    drawn: Option<Drawn>,
    limits: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<String>,
}

#[derive(Serialize)]
struct SeparatedJson<'r> {
    members: &'r [usize],
    separated: Option<&'r exactile::contest::TrulyBetter>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum ModelJson<'r> {
    Of(&'r Model),
    Clusters {
        model: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        clusters: Option<usize>,
    },
}

#[derive(Serialize)]
struct DocumentJson<'r> {
    score: String,
    positives: u64,
    negatives: u64,
    #[serde(flatten)]
    model: ModelJson<'r>,
    #[serde(skip_serializing_if = "Option::is_none")]
    domains: Option<SampledSets<'r>>,
    paired: bool,
    assumption: &'static str,
    caveats: [&'static str; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    prior_pooling: Option<&'r Pooled>,
    expected_rank_given: &'static str,
    level: &'r Level,
    truly: HowJson,
    next: HowJson,
    classifiers: Vec<RankedJson<'r>>,
    tiers: Vec<SeparatedJson<'r>>,
    pairs: &'r [RankedPair],
}
