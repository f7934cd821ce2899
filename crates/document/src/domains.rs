//! Several test sets: values, weights and shares of the loss, agreement, and the maps of one
//! classifier.

use serde::Serialize;

use super::certain::percentage;
use super::domain_agreement::{AgreementZoneJson, DomainsAgreement};
use super::domain_gaps::{DomainsGaps, GapsJson};
use super::domain_parts::{
    AlongJson, ColumnJson, DomainsAlong, KendallJson, MaximinJson, NAMED, describe_distances,
    describe_maximin, listed, maximin_table, outlined, region,
};
use super::samples::weighted;
use super::{Cell, Column, Format, Output, Page, RenderError, Table};
use exactile::domain::{
    Agreement, DomainMap, DomainValues, Domains, MaximinPiece, RankingDistances, Unanimous,
    WeightRange, Worst, ZoneColumn,
};
use exactile::geometry::{BilinearCurve, Point};
use exactile::num::{QuadraticNumber, Rational, Value};
use exactile::performance::{Classifier, counted, one_line};
use exactile::tile::{Area, Piece, RankInterval, Zone};

/// Digits of numbers in text.
const DIGITS: u32 = 4;

/// Values and agreement at one point.
pub struct DomainsAt {
    /// The point.
    pub at: Point,
    /// The name of the score, if it was requested by name.
    pub score: Option<String>,
    /// `true` if the values are those of that score, not only of the ranking score at its place.
    pub is_its_value: bool,
    /// The values of each classifier.
    pub values: Vec<DomainValues>,
    /// The first of each domain and of the mean.
    pub agreement: Agreement,
    /// The distances between the rankings of the test sets.
    pub distances: RankingDistances,
    /// The range of one weight.
    pub vary: Option<WeightRange>,
}

/// A map of one classifier.
pub struct DomainsMap {
    /// Its position.
    pub classifier: usize,
    /// The map.
    pub map: DomainMap,
    /// The pieces, each with the position of a domain.
    pub pieces: Vec<Piece>,
}

/// Several test sets, `exactile.domains.v1`.
pub struct DomainsReport<'r> {
    /// The test sets.
    pub domains: &'r Domains,
    /// The column that distinguishes the test sets.
    pub by: &'r str,
    /// The name of the weights.
    pub weights: String,
    /// The classifiers with their mean performances.
    pub means: &'r [Classifier],
    /// The values at a requested point.
    pub point: Option<DomainsAt>,
    /// The best worst test set along a requested segment.
    pub along: Option<DomainsAlong>,
    /// The regions of the best worst test set, if they were requested.
    pub maximin: Option<Vec<MaximinPiece>>,
    /// Gaps of requested metrics between test sets.
    pub gaps: Vec<DomainsGaps>,
    /// Zones in which a classifier is first in all test sets, if they were requested.
    pub unanimous: Option<Vec<Unanimous>>,
    /// A requested map.
    pub map: Option<DomainsMap>,
    /// The zones of the first classifiers, if they were requested.
    pub agreement: Option<DomainsAgreement>,
}

impl Output for DomainsReport<'_> {
    fn schema(&self) -> &str {
        "exactile.domains.v1"
    }

    fn body(&self) -> impl Serialize {
        let point = self.point.as_ref();
        let map = self.map.as_ref().map(|map| map.map.name());
        DocumentJson {
            by: self.by,
            weights: &self.weights,
            domains: self.domain_rows().collect(),
            classifiers: self.means.iter().map(MeanJson::from).collect(),
            at: point.map(|point| &point.at),
            score: point.and_then(|point| point.score.as_deref()),
            values: point.map(|point| point.values.iter().enumerate().map(values_json).collect()),
            agreement: point.map(|point| AgreementJson::from(&point.agreement)),
            kendall: point.map(|point| KendallJson::from(&point.distances)),
            vary: point.and_then(|point| point.vary.as_ref()).map(VaryJson::from),
            maximin: self.maximin.as_ref().map(|all| all.iter().map(MaximinJson::from).collect()),
            gaps: self.gaps.iter().map(GapsJson::from).collect(),
            worst_along: self.along.as_ref().map(AlongJson::from),
            unanimous: self.unanimous.as_ref().map(|zones| {
                zones
                    .iter()
                    .enumerate()
                    .map(|(classifier, of)| ZoneJson::new(classifier, of))
                    .collect()
            }),
            classifier: self.map.as_ref().map(|map| map.classifier),
            map: map.or(self.agreement.as_ref().map(|_| "agreement")),
            zones: self
                .agreement
                .as_ref()
                .map(|found| found.zones.iter().map(Into::into).collect()),
            pieces: self.map.as_ref().map(|map| map.pieces.iter().map(PieceJson::from).collect()),
        }
    }

    /// CSV has the pieces of a map, or the columns of agreement, else a row for each classifier and
    /// test set at a point, else such a row for each metric with gaps, else a row for each stretch
    /// of a segment, else the pieces of the best worst test set, else the zones in which the same
    /// classifier is first in all test sets, else a row for each test set.
    fn page(&self, format: Format) -> Result<Page<'_>, RenderError> {
        if format != Format::Csv {
            return Ok(self.overview());
        }
        if let Some(agreement) = &self.agreement {
            return Ok(Page::of(agreement.table(self.means)));
        }
        Ok(Page::of(match (&self.map, &self.point, &self.along) {
            (Some(map), ..) => self.pieces(map),
            (_, Some(point), _) => self.values(point, true),
            _ if !self.gaps.is_empty() => self.gap_values(),
            (.., Some(along)) => along.table(self.means, self.domains.names(), true),
            _ => match (&self.maximin, &self.unanimous) {
                (Some(pieces), _) => maximin_table(pieces, self.means, self.domains.names()),
                (None, Some(zones)) => self.zones(zones),
                (None, None) => self.sets(),
            },
        }))
    }
}

impl DomainsReport<'_> {
    fn domain_rows(&self) -> impl Iterator<Item = DomainJson<'_>> {
        let rows = self.domains.names().iter().zip(self.domains.weights()).enumerate();
        rows.map(|(d, (name, weight))| {
            let sizes = self.domains.sizes(d);
            let undefined = sizes.is_none().then_some("classifiers have different numbers of them");
            let [positives, negatives] = sizes.map_or([None, None], |sizes| sizes.map(Some));
            DomainJson { name, weight, positives, negatives, undefined }
        })
    }

    /// A row for each metric, classifier and test set.
    fn gap_values(&self) -> Table<'_> {
        let mut tables = self.gaps.iter().map(|gaps| gaps.values(self.means, self.domains.names()));
        let first = tables.next().expect("a metric");
        tables.fold(first, |mut all, table| {
            all.append(table);
            all
        })
    }

    fn overview(&self) -> Page<'_> {
        let mut page = Page::default();
        let sets = counted(self.domains.names().len(), "test set");
        let classifiers = counted(self.means.len(), "classifier");
        page.line(format!(
            "{sets} by {}, {}; {classifiers}",
            one_line(self.by),
            weighted(&self.weights)
        ));
        page.table(self.sets());
        let without_sizes = self.domain_rows().any(|row| row.undefined.is_some());
        if without_sizes {
            page.line(
                "a test set without numbers: classifiers have different numbers of positives or \
                 negatives there",
            );
        }
        if let Some(point) = &self.point {
            self.describe(point, &mut page);
        }
        if let Some(along) = &self.along {
            along.describe(self.means, self.domains.names(), &mut page);
        }
        if let Some(pieces) = &self.maximin {
            describe_maximin(pieces, self.means, self.domains, &mut page);
        }
        for gaps in &self.gaps {
            gaps.describe(self.means, self.domains.names(), &mut page);
        }
        page.lines(self.gaps.first().map(DomainsGaps::meaning));
        if let Some(zones) = &self.unanimous {
            self.describe_zones(zones, &mut page);
        }
        if let Some(map) = &self.map {
            self.describe_map(map, &mut page);
        }
        if let Some(agreement) = &self.agreement {
            agreement.describe(self.means, self.domains.names(), &mut page);
        }
        page
    }

    /// The test sets.
    fn sets(&self) -> Table<'_> {
        let mut table = Table::new([
            Column::new("test set", "domain"),
            Column::exact("weight", "weight").digits(DIGITS),
            Column::new("positives", "positives").right(),
            Column::new("negatives", "negatives").right(),
        ]);
        for row in self.domain_rows() {
            table.row([
                row.name.into(),
                row.weight.into(),
                Cell::maybe(row.positives.map(Cell::exactly)),
                Cell::maybe(row.negatives.map(Cell::exactly)),
            ]);
        }
        table
    }

    fn describe<'p>(&'p self, point: &'p DomainsAt, page: &mut Page<'p>) {
        let at = &point.at;
        page.line(match &point.score {
            None => format!("at (a, b) = {at}"),
            Some(score) if point.is_its_value => format!("{score}, at (a, b) = {at}"),
            Some(score) => format!("R(a, b) at the place of {score}, (a, b) = {at}"),
        });
        if let Some(score) = point.score.as_ref().filter(|_| !point.is_its_value) {
            page.line(format!(
                "R orders the mean performances, and test sets with their share of positives, as \
                 {score} does, the better one first; its values are others"
            ));
        }
        page.line(
            "the value of the mean performance is the mean of the values weighted by w; the mean \
             of values has the weights above",
        );
        page.table(self.means_table(point));
        page.table(self.values(point, false));
        let DomainsAt { agreement, vary, .. } = point;
        let sets = self.domains.names().len();
        if !agreement.mean.is_empty() {
            let names = self.names(&agreement.mean);
            let verb = if agreement.mean.len() == 1 { "is" } else { "are" };
            let mut counts: Vec<usize> =
                agreement.mean.iter().map(|&k| agreement.first_in[k]).collect();
            counts.dedup();
            let each = if agreement.mean.len() == 1 { "" } else { "each " };
            page.line(match counts[..] {
                [count] => format!(
                    "{names} {verb} first on the mean, and {each}in {count} of {sets} test sets"
                ),
                _ => format!("{names} {verb} first on the mean"),
            });
        }
        let others: Vec<usize> = (0..self.means.len())
            .filter(|k| agreement.first_in[*k] > 0 && !agreement.mean.contains(k))
            .collect();
        for &k in others.iter().take(NAMED) {
            let first: Vec<&str> = (0..sets)
                .filter(|&d| agreement.domains[d].contains(&k))
                .map(|d| self.domains.names()[d].as_str())
                .collect();
            let name = one_line(&self.means[k].name);
            page.line(format!("{name} is first in {}", listed(&first)));
        }
        for &[i, j] in agreement.paradoxes.iter().take(NAMED) {
            let [better, worse] = [i, j].map(|k| one_line(&self.means[k].name));
            page.line(format!(
                "Simpson's paradox: {better} is at least as good as {worse} in each test set, and \
                 {worse} is better on the mean"
            ));
        }
        if let Some(worst) = agreement.maximin.first().and_then(|&k| agreement.worst[k].as_ref()) {
            page.line(format!(
                "best worst test set: {} with {} ({})",
                self.names(&agreement.maximin),
                worst.value.to_decimal(DIGITS),
                worst.value
            ));
        }
        let mut sets = point.values.iter().flat_map(|of| &of.domains);
        if sets.any(|of| of.value.undefined().is_some()) {
            page.line("a value that is undefined is neither the first nor the worst one");
        }
        describe_distances(&point.distances, self.means, self.domains.names(), page);
        if let Some(vary) = vary {
            self.describe_vary(vary, page);
        }
    }

    fn describe_vary(&self, vary: &WeightRange, page: &mut Page<'_>) {
        let name = one_line(&self.domains.names()[vary.domain]);
        let [from, to] = [&vary.from, &vary.to].map(|end| {
            let value = Value::from(end);
            match value.is_rounded() {
                true => format!("{} ({end})", value.to_decimal(DIGITS)),
                false => end.to_string(),
            }
        });
        let verb = if vary.first.len() == 1 { "stays" } else { "stay" };
        page.line(format!(
            "{} {verb} first on the mean while the weight of {name} is from {from} to {to} and the \
             others keep their proportions",
            self.names(&vary.first)
        ));
        for (side, others) in [("below", &vary.below), ("above", &vary.above)] {
            if !others.is_empty() {
                let verb = if others.len() == 1 { "is" } else { "are" };
                let than = if vary.first.len() == 1 { "" } else { " than one of them" };
                page.line(format!("just {side} that {} {verb} better{than}", self.names(others)));
            }
        }
    }

    fn describe_zones(&self, zones: &[Unanimous], page: &mut Page<'_>) {
        let mut found = false;
        for (classifier, zone) in self.means.iter().zip(zones) {
            let Some(place) = first_place(zone) else { continue };
            found = true;
            page.line(format!("{} is first in all test sets {place}", one_line(&classifier.name)));
        }
        if !found {
            page.line("no classifier is first in all test sets anywhere");
        }
    }

    fn describe_map<'p>(&'p self, map: &'p DomainsMap, page: &mut Page<'p>) {
        let meaning = match map.map {
            DomainMap::Easiest => "the test set with the greatest value",
            DomainMap::Hardest => "the test set with the least value",
            DomainMap::Preponderant => {
                "the test set with the greatest weight in the value of the mean"
            }
            DomainMap::Bottleneck => "the test set with the greatest share of the loss of the mean",
        };
        let name = one_line(&self.means[map.classifier].name);
        page.line(format!("{}: {meaning}, of {name}", map.map.name()));
        let mut table = Table::new([
            Column::people("test set"),
            Column::people("on").right(),
            Column::people("parts").right(),
            Column::people("ties").right(),
        ]);
        for (d, domain) in self.domains.names().iter().enumerate() {
            let own: Vec<&Piece> =
                map.pieces.iter().filter(|piece| piece.classifier == d).collect();
            if own.is_empty() {
                continue;
            }
            let mut share = Area::zero();
            let parts = own.iter().filter(|piece| piece.dimension() == 2);
            let count = parts.clone().count();
            for piece in parts {
                share += &piece.enclosed_area();
            }
            let shown = if count == 0 { "-".to_owned() } else { share.percent(3).to_string() };
            table.row([domain.into(), shown.into(), count.into(), (own.len() - count).into()]);
        }
        page.table(table);
    }

    /// Returns a row for each classifier: both means, the number of test sets in which it is first,
    /// and its worst one.
    fn means_table(&self, point: &DomainsAt) -> Table<'static> {
        let mut table = Table::new([
            Column::people("classifier"),
            Column::people("value of the mean").right().digits(DIGITS),
            Column::people("mean of values").right().digits(DIGITS),
            Column::people("first in").right(),
            Column::people("worst value").right().digits(DIGITS),
            Column::people("in"),
        ]);
        for (k, (classifier, values)) in self.means.iter().zip(&point.values).enumerate() {
            let worst = point.agreement.worst[k].as_ref();
            let place = worst.map(|worst| {
                let names: Vec<&str> =
                    worst.domains.iter().map(|&d| self.domains.names()[d].as_str()).collect();
                listed(&names)
            });
            table.row([
                classifier.name.clone().into(),
                values.mean.clone().into(),
                values.mean_of_values.clone().into(),
                point.agreement.first_in[k].into(),
                Cell::maybe(worst.map(|worst| worst.value.clone())),
                Cell::maybe(place),
            ]);
        }
        table
    }

    /// Returns a row for each classifier and test set; in text only if there are few of them.
    fn values(&self, point: &DomainsAt, is_data: bool) -> Table<'_> {
        const MOST: usize = 60;
        let mut table = Table::new([
            Column::new("classifier", "classifier"),
            Column::new("test set", "domain"),
            Column::exact("value", "value").digits(DIGITS),
            Column::exact("w", "weight").digits(DIGITS),
            Column::exact("share of the loss", "loss_share").digits(DIGITS),
        ]);
        for (classifier, values) in self.means.iter().zip(&point.values) {
            for (domain, of) in self.domains.names().iter().zip(&values.domains) {
                table.row([
                    (&classifier.name).into(),
                    domain.into(),
                    (&of.value).into(),
                    (&of.weight).into(),
                    (&of.loss_share).into(),
                ]);
            }
        }
        if !is_data && self.means.len() * self.domains.names().len() > MOST {
            return Table::new([Column::people("the values of each test set: --format csv")]);
        }
        table
    }

    /// Returns the zones: a convex one by its corners and edges, others by columns.
    fn zones(&self, zones: &[Unanimous]) -> Table<'_> {
        let columns = ["name", "dimension", "vertices", "edges", "from", "to", "lower", "upper"];
        let mut table = Table::new(columns.map(Column::data));
        for (mean, zone) in self.means.iter().zip(zones) {
            let mut row = |dimension: Cell<'static>, others: [String; 6]| {
                let others = others.map(Cell::from);
                table.row([(&mean.name).into(), dimension].into_iter().chain(others));
            };
            let none = String::new;
            match zone {
                Unanimous::OnePrior(zone) => {
                    if let Some(zone) = zone {
                        let [vertices, edges] = outlined(&zone.vertices, &zone.edges);
                        let dimension = u64::from(zone.dimension).into();
                        row(dimension, [vertices, edges, none(), none(), none(), none()]);
                    }
                }
                Unanimous::SeveralPriors(zone) => {
                    for ZoneColumn { from, to, lower, upper } in &zone.columns {
                        let [from, to] = [from, to].map(ToString::to_string);
                        let [lower, upper] = [lower, upper].map(ToString::to_string);
                        row("".into(), [none(), none(), from, to, lower, upper]);
                    }
                }
            }
        }
        table
    }

    fn pieces(&self, map: &DomainsMap) -> Table<'_> {
        let columns =
            ["domain", "name", "dimension", "rank_best", "rank_worst", "vertices", "edges"];
        let mut table = Table::new(columns.map(Column::data));
        for piece in &map.pieces {
            let set: [Cell<'_>; 2] =
                [piece.classifier.into(), (&self.domains.names()[piece.classifier]).into()];
            table.row(set.into_iter().chain(region(piece)));
        }
        table
    }

    fn names(&self, positions: &[usize]) -> String {
        let names: Vec<&str> = positions.iter().map(|&k| self.means[k].name.as_str()).collect();
        listed(&names)
    }
}

/// The place of a zone, if there is one.
fn first_place(zone: &Unanimous) -> Option<String> {
    match zone {
        Unanimous::OnePrior(zone) => {
            zone.as_ref().map(|zone| match (zone.dimension, &zone.vertices[..]) {
                (2, _) => format!("on {} of the Tile", zone.area.percent(3)),
                (1, [one, other]) => format!("along an arc from {one} to {other}"),
                (_, vertices) => format!("at (a, b) = {} alone", vertices[0]),
            })
        }
        Unanimous::SeveralPriors(zone) if zone.columns.iter().any(ZoneColumn::has_area) => {
            let area = zone.area();
            let [lower, upper] = area.ends().expect("a number");
            Some(format!("on {} of the Tile", percentage(&lower, &upper)))
        }
        Unanimous::SeveralPriors(zone) => match &zone.columns[..] {
            [] => None,
            [one] => {
                let [from, to] = [&one.from, &one.to].map(|a| Value::from(a).to_decimal(DIGITS));
                Some(match (one.is_point(), one.from == one.to) {
                    (true, _) => format!("at one point, with a = {from}"),
                    (false, true) => format!("on an upright segment, with a = {from}"),
                    (false, false) => format!("along an arc from a = {from} to a = {to}"),
                })
            }
            several => Some(format!("on {} points and arcs", several.len())),
        },
    }
}

#[derive(Serialize)]
struct DocumentJson<'r> {
    by: &'r str,
    weights: &'r str,
    domains: Vec<DomainJson<'r>>,
    classifiers: Vec<MeanJson<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<&'r Point>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Vec<ValuesJson<'r>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    agreement: Option<AgreementJson<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kendall: Option<KendallJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    vary: Option<VaryJson<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    maximin: Option<Vec<MaximinJson<'r>>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    gaps: Vec<GapsJson<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    worst_along: Option<AlongJson<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unanimous: Option<Vec<ZoneJson<'r>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    classifier: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    map: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pieces: Option<Vec<PieceJson<'r>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    zones: Option<Vec<AgreementZoneJson<'r>>>,
}

#[derive(Serialize)]
struct DomainJson<'r> {
    name: &'r String,
    weight: &'r Rational,
    positives: Option<Rational>,
    negatives: Option<Rational>,
    #[serde(skip_serializing_if = "Option::is_none")]
    undefined: Option<&'static str>,
}

#[derive(Serialize)]
struct MeanJson<'r> {
    name: &'r str,
    mean: MatrixJson<'r>,
}

#[derive(Serialize)]
struct MatrixJson<'r> {
    tn: &'r Rational,
    fp: &'r Rational,
    #[serde(rename = "fn")]
    fn_: &'r Rational,
    tp: &'r Rational,
}

impl<'r> From<&'r Classifier> for MeanJson<'r> {
    fn from(Classifier { name, matrix }: &'r Classifier) -> Self {
        let mean =
            MatrixJson { tn: matrix.tn(), fp: matrix.fp(), fn_: matrix.fn_(), tp: matrix.tp() };
        Self { name, mean }
    }
}

#[derive(Serialize)]
struct ValuesJson<'r> {
    classifier: usize,
    mean: &'r Value,
    mean_of_values: &'r Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    undefined: Option<&'static str>,
    domains: Vec<ValueJson<'r>>,
}

#[derive(Serialize)]
struct ValueJson<'r> {
    domain: usize,
    value: &'r Value,
    weight: &'r Value,
    loss_share: &'r Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    undefined: Option<&'static str>,
}

fn values_json((classifier, values): (usize, &DomainValues)) -> ValuesJson<'_> {
    let domains = values.domains.iter().enumerate().map(|(domain, of)| ValueJson {
        domain,
        value: &of.value,
        weight: &of.weight,
        loss_share: &of.loss_share,
        undefined: of.value.undefined().or(of.weight.undefined()),
    });
    let undefined = values.mean.undefined().or(values.mean_of_values.undefined());
    let (mean, mean_of_values) = (&values.mean, &values.mean_of_values);
    ValuesJson { classifier, mean, mean_of_values, undefined, domains: domains.collect() }
}

#[derive(Serialize)]
struct AgreementJson<'r> {
    mean: &'r [usize],
    domains: &'r [Vec<usize>],
    first_in: &'r [usize],
    paradoxes: &'r [[usize; 2]],
    worst: Vec<Option<WorstJson<'r>>>,
    maximin: &'r [usize],
}

#[derive(Serialize)]
struct WorstJson<'r> {
    value: &'r Rational,
    domains: &'r [usize],
}

impl<'r> From<&'r Agreement> for AgreementJson<'r> {
    fn from(found: &'r Agreement) -> Self {
        let worst = |worst: &'r Option<Worst>| {
            worst.as_ref().map(|Worst { value, domains }| WorstJson { value, domains })
        };
        Self {
            mean: &found.mean,
            domains: &found.domains,
            first_in: &found.first_in,
            paradoxes: &found.paradoxes,
            worst: found.worst.iter().map(worst).collect(),
            maximin: &found.maximin,
        }
    }
}

#[derive(Serialize)]
struct VaryJson<'r> {
    domain: usize,
    first: &'r [usize],
    from: &'r QuadraticNumber,
    to: &'r QuadraticNumber,
    below: &'r [usize],
    above: &'r [usize],
}

impl<'r> From<&'r WeightRange> for VaryJson<'r> {
    fn from(range: &'r WeightRange) -> Self {
        let WeightRange { domain, first, from, to, below, above } = range;
        Self { domain: *domain, first, from, to, below, above }
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum ZoneJson<'r> {
    OnePrior { classifier: usize, piece: Option<&'r Zone> },
    SeveralPriors { classifier: usize, columns: Vec<ColumnJson<'r>>, area: Value },
}

impl<'r> ZoneJson<'r> {
    fn new(classifier: usize, zone: &'r Unanimous) -> Self {
        match zone {
            Unanimous::OnePrior(piece) => Self::OnePrior { classifier, piece: piece.as_ref() },
            Unanimous::SeveralPriors(zone) => {
                let columns = zone.columns.iter().map(ColumnJson::from).collect();
                Self::SeveralPriors { classifier, columns, area: zone.area() }
            }
        }
    }
}

#[derive(Serialize)]
struct PieceJson<'r> {
    domain: usize,
    dimension: u8,
    rank: RankInterval,
    vertices: &'r [Point],
    edges: &'r [BilinearCurve],
    #[serde(skip_serializing_if = "Option::is_none")]
    area: Option<&'r Area>,
}

impl<'r> From<&'r Piece> for PieceJson<'r> {
    fn from(piece: &'r Piece) -> Self {
        Self {
            domain: piece.classifier,
            dimension: piece.dimension(),
            rank: piece.rank,
            vertices: piece.vertices(),
            edges: piece.edges(),
            area: piece.area.as_ref(),
        }
    }
}
