//! Parts of a result about several test sets: the best worst one along a segment, and Kendall's
//! distances between their rankings.

use serde::Serialize;

use super::{Cell, Column, Page, Table};
use exactile::domain::{
    Domains, MaximinPiece, MostSwapped, RankingDistance, RankingDistances, WorstAlong, WorstBreak,
    WorstStretch, ZoneColumn,
};
use exactile::geometry::{BilinearCurve, Point};
use exactile::num::{QuadraticNumber, Value};
use exactile::performance::{Classifier, counted, one_line};
use exactile::tile::{Area, Piece, RankInterval};

/// The best worst test set along a segment.
pub struct DomainsAlong {
    /// The name of the segment.
    pub along: &'static str,
    /// The stretches.
    pub found: WorstAlong,
}

/// Digits of numbers in text.
const DIGITS: u32 = 4;
/// The most names in a sentence.
pub(super) const NAMED: usize = 4;

impl DomainsAlong {
    /// Adds the stretches to a page.
    pub(super) fn describe(&self, means: &[Classifier], sets: &[String], page: &mut Page<'_>) {
        let WorstAlong { from, to, .. } = &self.found;
        page.line(format!(
            "best worst test set along {}, from (a, b) = {from} at position 0 to {to} at 1",
            self.along
        ));
        page.table(self.table(means, sets, false));
        for one in self.found.points_apart() {
            let first = joined(one.classifiers.iter().map(|&k| &means[k].name), " = ");
            let who = if first.is_empty() { "no classifier has a value" } else { &first };
            let position = Value::from(&one.position).to_decimal(DIGITS);
            page.line(format!("at position {position} itself: {who}"));
        }
    }

    /// Returns a row for each stretch.
    pub(super) fn table(
        &self,
        means: &[Classifier],
        sets: &[String],
        is_data: bool,
    ) -> Table<'static> {
        let end = |name: &'static str| match is_data {
            true => Column::data(name),
            false => Column::people(name).right().digits(DIGITS),
        };
        let column = |people: &'static str, data: &'static str| match is_data {
            true => Column::data(data),
            false => Column::people(people),
        };
        let columns = [
            end("from"),
            end("to"),
            column("classifier", "classifiers"),
            column("worst in", "worst"),
        ];
        let mut table = Table::new(columns);
        for stretch in &self.found.stretches {
            let classifiers = stretch.classifiers.iter().map(|&k| &means[k].name);
            let worst = stretch.worst.iter().map(|of| joined(of.iter().map(|&d| &sets[d]), " = "));
            let worst: Vec<String> = worst.collect();
            let number = |end: &QuadraticNumber| -> Cell<'static> {
                if is_data { end.to_string().into() } else { Value::from(end).into() }
            };
            table.row([
                number(&stretch.from),
                number(&stretch.to),
                joined(classifiers, " = ").into(),
                worst.join("; ").into(),
            ]);
        }
        table
    }
}

pub(super) fn joined<'n>(names: impl Iterator<Item = &'n String>, between: &str) -> String {
    names.map(|name| one_line(name)).collect::<Vec<_>>().join(between)
}

#[derive(Serialize)]
pub(super) struct AlongJson<'r> {
    along: &'static str,
    from: &'r Point,
    to: &'r Point,
    stretches: Vec<StretchJson<'r>>,
    breaks: Vec<BreakJson<'r>>,
}

#[derive(Serialize)]
struct StretchJson<'r> {
    from: &'r QuadraticNumber,
    to: &'r QuadraticNumber,
    classifiers: &'r [usize],
    worst: &'r [Vec<usize>],
}

#[derive(Serialize)]
struct BreakJson<'r> {
    position: &'r QuadraticNumber,
    classifiers: &'r [usize],
}

impl<'r> From<&'r DomainsAlong> for AlongJson<'r> {
    fn from(DomainsAlong { along, found }: &'r DomainsAlong) -> Self {
        let WorstAlong { from, to, stretches, breaks } = found;
        let stretch = |WorstStretch { from, to, classifiers, worst }: &'r WorstStretch| {
            StretchJson { from, to, classifiers, worst }
        };
        let one_break = |WorstBreak { position, classifiers }: &'r WorstBreak| BreakJson {
            position,
            classifiers,
        };
        Self {
            along,
            from,
            to,
            stretches: stretches.iter().map(stretch).collect(),
            breaks: breaks.iter().map(one_break).collect(),
        }
    }
}

#[derive(Serialize)]
pub(super) struct KendallJson {
    between: Vec<DistanceJson>,
    most_swapped: Option<MostSwappedJson>,
}

#[derive(Serialize)]
struct DistanceJson {
    domains: [usize; 2],
    concordant: u64,
    discordant: u64,
    tied: u64,
}

#[derive(Serialize)]
struct MostSwappedJson {
    classifiers: [usize; 2],
    better: [usize; 2],
    pairs: u64,
}

impl From<&RankingDistances> for KendallJson {
    fn from(RankingDistances { between, most_swapped }: &RankingDistances) -> Self {
        let distance = |&RankingDistance { domains, concordant, discordant, tied }: &_| {
            DistanceJson { domains, concordant, discordant, tied }
        };
        let swapped = |MostSwapped { classifiers, better, pairs }| MostSwappedJson {
            classifiers,
            better,
            pairs,
        };
        Self {
            between: between.iter().map(distance).collect(),
            most_swapped: most_swapped.map(swapped),
        }
    }
}

/// Adds the distances to a page: all of few test sets, and the greatest of many.
pub(super) fn describe_distances<'p>(
    found: &RankingDistances,
    means: &[Classifier],
    sets: &'p [String],
    page: &mut Page<'p>,
) {
    /// The most test sets whose distances are a table.
    const MOST: usize = 10;
    let RankingDistances { between, most_swapped } = found;
    let pairs = |one: &RankingDistance| one.concordant + one.discordant + one.tied;
    // One classifier has no pairs.
    let counted_pairs = between.iter().filter(|one| pairs(one) > 0);
    let Some(greatest) = counted_pairs.max_by_key(|one| one.discordant) else { return };
    let tied = |one: &RankingDistance| match one.tied {
        0 => String::new(),
        tied => format!("; {tied} tied"),
    };
    if sets.len() <= MOST {
        let all = pairs(greatest);
        let of = match between.iter().all(|one| pairs(one) == all) {
            true => format!(", of {all} each"),
            false => String::new(),
        };
        page.line(format!(
            "pairs of classifiers in opposite orders (Kendall's distance), and tied ones{of}"
        ));
        let names = sets.iter().take(sets.len() - 1);
        let columns = names.map(|name| Column::people(one_line(name).into_owned()).right());
        let first = Column::people("test set");
        let mut table = Table::new([first].into_iter().chain(columns));
        for e in 1..sets.len() {
            let distance = |d: usize| {
                let one = between.iter().find(|one| one.domains == [d, e]);
                let one = one.filter(|_| d < e);
                one.map_or_else(String::new, |one| format!("{}{}", one.discordant, tied(one)))
            };
            let cells = (0..sets.len() - 1).map(|d| distance(d).into());
            table.row([one_line(&sets[e]).into_owned().into()].into_iter().chain(cells));
        }
        page.table(table);
    } else {
        let [d, e] = greatest.domains.map(|d| one_line(&sets[d]));
        page.line(format!(
            "Kendall's distance is greatest between {d} and {e}: {} of {} pairs of classifiers in \
             opposite orders{}",
            greatest.discordant,
            pairs(greatest),
            tied(greatest)
        ));
    }
    if let Some(MostSwapped { classifiers, better, pairs }) = most_swapped {
        let [i, j] = classifiers.map(|k| one_line(&means[k].name));
        let others = match pairs {
            1 => String::new(),
            pairs => format!("; {} as often", counted(pairs - 1, "other pair")),
        };
        page.line(format!(
            "{i} and {j} swap most: {i} is better in {} and {j} in {} test sets{others}",
            better[0], better[1]
        ));
    }
}

/// A column of a zone.
#[derive(Serialize)]
pub(super) struct ColumnJson<'r> {
    from: &'r QuadraticNumber,
    to: &'r QuadraticNumber,
    lower: &'r BilinearCurve,
    upper: &'r BilinearCurve,
}

impl<'r> From<&'r ZoneColumn> for ColumnJson<'r> {
    fn from(ZoneColumn { from, to, lower, upper }: &'r ZoneColumn) -> Self {
        Self { from, to, lower, upper }
    }
}

/// Returns some of the names.
pub(super) fn listed(names: &[&str]) -> String {
    let mut shown: Vec<String> =
        names.iter().take(NAMED).map(|name| one_line(name).into_owned()).collect();
    if names.len() > NAMED {
        shown.push(format!("{} more", names.len() - NAMED));
    }
    match shown.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => shown.concat(),
    }
}

/// A region of the best worst test set.
#[derive(Serialize)]
pub(super) struct MaximinJson<'r> {
    classifier: usize,
    domain: usize,
    dimension: u8,
    rank: RankInterval,
    vertices: &'r [Point],
    edges: &'r [BilinearCurve],
    area: Area,
}

impl<'r> From<&'r MaximinPiece> for MaximinJson<'r> {
    fn from(MaximinPiece { piece, domain }: &'r MaximinPiece) -> Self {
        Self {
            classifier: piece.classifier,
            domain: *domain,
            dimension: piece.dimension(),
            rank: piece.rank,
            vertices: piece.vertices(),
            edges: piece.edges(),
            area: piece.enclosed_area(),
        }
    }
}

/// Returns the corners and the edges of a region, each as one text.
pub(super) fn outlined(vertices: &[Point], edges: &[BilinearCurve]) -> [String; 2] {
    let vertices: Vec<String> = vertices.iter().map(|v| format!("{} {}", v.a, v.b)).collect();
    let edges: Vec<String> = edges.iter().map(ToString::to_string).collect();
    [vertices.join("; "), edges.join("; ")]
}

/// Returns a row for each region of the best worst test set.
pub(super) fn maximin_table<'p>(
    pieces: &[MaximinPiece],
    means: &'p [Classifier],
    sets: &'p [String],
) -> Table<'p> {
    let columns = ["name", "domain", "dimension", "rank_best", "rank_worst", "vertices", "edges"];
    let mut table = Table::new(columns.map(Column::data));
    for MaximinPiece { piece, domain } in pieces {
        let names: [Cell<'p>; 2] =
            [(&means[piece.classifier].name).into(), (&sets[*domain]).into()];
        table.row(names.into_iter().chain(region(piece)));
    }
    table
}

/// Returns the cells about a region: its dimension, its ranks, its corners and its edges.
pub(super) fn region(piece: &Piece) -> [Cell<'static>; 5] {
    let [vertices, edges] = outlined(piece.vertices(), piece.edges());
    let [dimension, best, worst] =
        [piece.dimension().into(), piece.rank.best, piece.rank.worst].map(u64::from);
    [dimension.into(), best.into(), worst.into(), vertices.into(), edges.into()]
}

/// Adds the share of the Tile on which each classifier has the best worst test set.
pub(super) fn describe_maximin<'p>(
    pieces: &[MaximinPiece],
    means: &'p [Classifier],
    domains: &Domains,
    page: &mut Page<'p>,
) {
    page.line("best worst test set over the Tile");
    let mut table = Table::new([
        Column::people("classifier"),
        Column::people("worst in"),
        Column::people("on").right(),
        Column::people("parts").right(),
    ]);
    let same = |one: &MaximinPiece, other: &MaximinPiece| {
        (one.piece.classifier, one.domain) == (other.piece.classifier, other.domain)
    };
    for own in pieces.chunk_by(same) {
        let mut share = Area::zero();
        own.iter().for_each(|found| share += &found.piece.enclosed_area());
        let (classifier, domain) = (own[0].piece.classifier, own[0].domain);
        table.row([
            (&means[classifier].name).into(),
            joined(domains.equal_to(domain, classifier).map(|d| &domains.names()[d]), " = ").into(),
            share.percent(3).to_string().into(),
            own.len().into(),
        ]);
    }
    page.table(table);
}
