//! The arrangement as text.

use std::io::Write;

use num_bigint::BigInt;

use super::because::{cross_products, formed};
use super::{RankingsDetail, RankingsReport, tied};
use crate::{Cell, Column, Page, RenderError, Table};
use exactile::arrangement::{Around, Frontiers, RankingCells};
use exactile::geometry::Point;
use exactile::num::Rational;
use exactile::performance::one_line;
use exactile::score::RankingScore;
use exactile::tile::{RankedClassifier, Regions, rank_at};

/// The most cells that are searched for the largest ones without a request.
const FEW_CELLS: u64 = 10_000;
/// The number of cells in the list of the largest.
const LARGEST: usize = 5;
/// The number of classifiers shown of a ranking.
const LEADING: usize = 3;
/// The most cells beside a place that are shown.
const BESIDE: usize = 24;

/// Returns the cells, unless there are too many for a list that was not requested.
pub(super) fn cells<'r>(
    report: &RankingsReport<'r>,
) -> Result<Option<RankingCells<'r>>, RenderError> {
    let wanted = report.detail.cells || report.count.cells <= FEW_CELLS;
    Ok(if wanted { Some(report.frontiers.cells()?) } else { None })
}

/// Returns the numbers of rankings and confluences, and the largest cells with their leaders.
pub(super) fn counts(
    report: &RankingsReport<'_>,
    cells: Option<&RankingCells<'_>>,
) -> Page<'static> {
    let &RankingsReport { frontiers, count, detail } = report;
    let regions = frontiers.regions();
    let mut page = heading(frontiers);
    let distinct = frontiers.performances().len();
    let all = regions.classifiers().len();
    let equal = if distinct < all {
        format!(" Equal performances count as one: {distinct} are left.")
    } else {
        String::new()
    };
    page.line(format!(
        "{} of the {distinct}!{} conceivable rankings {} on the open Tile, one on each cell \
         between {}.{equal}",
        grouped(count.cells),
        factorial(distinct),
        if count.cells == 1 { "occurs" } else { "occur" },
        counted(count.frontiers, "frontier"),
    ));
    match count.confluences.count {
        0 => page.line("No two frontiers meet inside."),
        points => {
            let most = count.confluences.by_frontiers.last().map_or(2, |&(lines, _)| lines);
            let verb = if points == 1 { "is" } else { "are" };
            page.line(format!(
                "There {verb} {} where frontiers meet, {}; at most {} performances tie with \
                 another at one.",
                counted(points, "confluence"),
                if most == 2 {
                    "two at a time".to_owned()
                } else {
                    format!("up to {most} at a time")
                },
                count.confluences.largest,
            ));
        }
    }
    if count.shared_frontiers.count > 0 {
        let one = count.shared_frontiers.count == 1;
        page.line(format!(
            "On {} three or more performances tie along the whole frontier{} {}.",
            counted(count.shared_frontiers.count, "frontier"),
            if one { ":" } else { ", the most on one being" },
            count.shared_frontiers.largest,
        ));
    }
    match cells {
        Some(cells) if detail.areas || !detail.cells => page.table(largest(cells)),
        Some(_) => {}
        None => {
            page.line("");
            page.line("The largest cells are listed with --area, all with --cells.");
        }
    }
    page
}

/// Writes the requested confluences and cells as they are found.
pub(super) fn lists(
    frontiers: &Frontiers<'_>,
    detail: RankingsDetail,
    cells: Option<&RankingCells<'_>>,
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    if detail.confluences {
        confluences(frontiers, out)?;
    }
    if let Some(cells) = cells.filter(|_| detail.cells) {
        list_cells(cells, detail, out)?;
    }
    Ok(())
}

fn heading(frontiers: &Frontiers<'_>) -> Page<'static> {
    let (regions, prior) = (frontiers.regions(), frontiers.prior_positive());
    let mut page = Page::default();
    page.line(format!(
        "{} on the Tile of positive prior {prior} (about {})",
        counted(regions.classifiers().len() as u64, "classifier"),
        prior.to_decimal(4),
    ));
    page.line("");
    page
}

/// Returns a number with commas between thousands.
pub(super) fn grouped(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::new();
    for (k, digit) in digits.chars().enumerate() {
        if k > 0 && (digits.len() - k) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

pub(super) fn counted(value: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(value), if value == 1 { "" } else { "s" })
}

/// Returns the factorial of a number in brackets; of a long one the leading digits.
fn factorial(n: usize) -> String {
    let value: BigInt = (1..=n).map(BigInt::from).product();
    let digits = value.to_string();
    if digits.len() <= 12 {
        return value.try_into().map_or(String::new(), |value| format!(" = {}", grouped(value)));
    }
    format!(" = {}.{}\u{2026} \u{b7} 10^{}", &digits[..1], &digits[1..3], digits.len() - 1)
}

fn largest(cells: &RankingCells<'_>) -> Table<'static> {
    let regions = cells.frontiers().regions();
    let mut rows = Table::new([
        Column::people("largest cells").right(),
        Column::people("at (a, b), about").digits(3),
        Column::people("the first three there"),
    ]);
    for (cell, area) in cells.largest(LARGEST) {
        let sample = cells.sample(cell);
        let score = RankingScore::at(sample.clone()).expect("a cell is part of the Tile");
        let ranked = rank_at(regions.classifiers(), &score);
        // Those that tie are named together, so that their order in the input does not matter.
        let groups = ranked.chunk_by(|x, y| x.rank == y.rank).scan(0, |named, group| {
            let is_leading = *named < LEADING;
            *named += group.len();
            is_leading.then_some(group)
        });
        let leading: Vec<String> = groups
            .map(|group| {
                let group: Vec<usize> = group.iter().map(|ranked| ranked.classifier).collect();
                names(regions, &group)
            })
            .collect();
        rows.row([
            area.percent(3).to_string().into(),
            Cell::point(&sample),
            leading.join(", ").into(),
        ]);
    }
    rows
}

/// Returns the names of classifiers that tie.
pub(super) fn names(regions: &Regions, group: &[usize]) -> String {
    let names: Vec<_> = group.iter().map(|&i| one_line(&regions.classifiers()[i].name)).collect();
    names.join(" = ")
}

fn confluences(frontiers: &Frontiers<'_>, out: &mut dyn Write) -> Result<(), RenderError> {
    writeln!(
        out,
        "\nconfluences (a, b), the classifiers that tie there, and their equal products s u' = s' u"
    )?;
    let regions = frontiers.regions();
    frontiers.stream_confluences::<_, RenderError>(
        |found| {
            let line = |confluence: &exactile::arrangement::FrontierConfluence| {
                let place = &confluence.place;
                let tied: Vec<_> =
                    confluence.frontiers.iter().map(|&k| tied(frontiers, k)).collect();
                let groups: Vec<String> = tied.iter().map(|group| names(regions, group)).collect();
                let products = tied.iter().map(|group| cross_products(place, group, regions));
                let products: Vec<String> = products.collect();
                let groups = groups.join("; ");
                format!("{place}  {groups}\n  {}: {}\n", formed(place), products.join("; "))
            };
            found.iter().map(line).collect::<String>()
        },
        |text| Ok(out.write_all(text.as_bytes())?),
    )
}

fn list_cells(
    cells: &RankingCells<'_>,
    detail: RankingsDetail,
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    let regions = cells.frontiers().regions();
    let performances = cells.frontiers().performances();
    writeln!(out, "\ncells, a point (a, b) inside each")?;
    let mut result = Ok(());
    cells.visit_rankings(|cell, ranking| {
        if result.is_err() {
            return;
        }
        let mut line = format!("{cell}  {}", cells.sample(cell));
        if detail.areas {
            line += &format!("  {}", cells.area(cell).percent(5));
        }
        if detail.rankings {
            let groups: Vec<String> =
                ranking.iter().map(|&i| names(regions, &performances[i as usize])).collect();
            line += &format!("  {}", groups.join(" > "));
        }
        if detail.polygons {
            let corners = cells.outline(cell).vertices;
            let corners: Vec<String> = corners.iter().map(ToString::to_string).collect();
            line += &format!("  corners {}", corners.join(" "));
        }
        result = writeln!(out, "{line}");
    });
    Ok(result?)
}

/// Returns the ranking at a place, the rankings in the cells beside it, and the next swaps.
pub(super) fn around(
    frontiers: &Frontiers<'_>,
    score: Option<&str>,
    around: &Around,
) -> Page<'static> {
    let regions = frontiers.regions();
    let mut page = heading(frontiers);
    let name = score.map_or_else(String::new, |name| format!("{name}, "));
    let place = format!("{name}(a, b) = {}", around.place);
    let on_border = around.is_on_border();
    let whole = counted(around.vertices.len() as u64, "corner");
    page.line(match around.dimension {
        _ if on_border => format!("{place} is on the border of the Tile. At the place itself:"),
        2 => format!("{place} is in a cell of {whole} on which this ranking holds:"),
        1 => format!("{place} is on a frontier. At the place itself, and along it:"),
        _ => format!("{place} is where frontiers meet. At the place itself:"),
    });
    ranking(regions, &around.ranking, &around.undefined(), &mut page);
    if on_border || !around.through.is_empty() {
        at_place_only(regions, around, &mut page);
    }
    swaps(frontiers, around, &mut page);
    page
}

/// Adds the ranking at a place, and the classifiers without a rank there.
pub(super) fn ranking(
    regions: &Regions,
    ranking: &[RankedClassifier],
    undefined: &[usize],
    page: &mut Page<'_>,
) {
    let mut rows = Table::new([Column::ranks(), Column::new("classifier", "name")]);
    for ranked in ranking.iter().filter(|ranked| ranked.rank.is_some()) {
        let name = regions.classifiers()[ranked.classifier].name.clone();
        rows.row([ranked.rank.into(), name.into()]);
    }
    page.table(rows);
    if !undefined.is_empty() {
        let names = list(regions, undefined);
        page.line(format!("Not ranked, because the score is undefined: {names}"));
    }
}

/// Returns names of classifiers, one after the other.
fn list(regions: &Regions, members: &[usize]) -> String {
    let names: Vec<_> = members.iter().map(|&i| one_line(&regions.classifiers()[i].name)).collect();
    names.join(", ")
}

/// Adds the ties at a place on a frontier or on the border, and the rankings in the cells beside
/// it.
fn at_place_only(regions: &Regions, around: &Around, page: &mut Page<'static>) {
    let ties: Vec<String> = around.ties().iter().map(|group| names(regions, group)).collect();
    if !ties.is_empty() {
        page.line("");
        page.line(format!("Ties at the place: {}", ties.join("; ")));
    }
    let same = if around.holds_beside() { "the same ranking" } else { "not the ranking above" };
    page.line("");
    page.line(match &around.beside[..] {
        [_] => format!("Beside it, in the one cell that touches the place, {same}:"),
        cells => {
            format!("Beside it, in the {} cells that touch the place, {same}:", cells.len())
        }
    });
    let mut rows = Table::new(["cell that contains (a, b)", "ranking in it"].map(Column::people));
    for cell in around.beside.iter().take(BESIDE) {
        let order: Vec<String> = cell.ranking.iter().map(|group| names(regions, group)).collect();
        rows.row([cell.sample.to_string().into(), order.join(" > ").into()]);
    }
    page.table(rows);
    if around.beside.len() > BESIDE {
        let rest = counted((around.beside.len() - BESIDE) as u64, "more cell");
        page.line(format!("and {rest}, listed with --format json"));
    }
}

/// Adds the frontiers beyond which classifiers swap, with their distances.
fn swaps(frontiers: &Frontiers<'_>, around: &Around, page: &mut Page<'static>) {
    let regions = frontiers.regions();
    let ranking = if around.is_on_border() { "the ranking beside it" } else { "this ranking" };
    page.line("");
    if around.swaps.is_empty() {
        page.line(format!("No two classifiers ever swap: {ranking} holds all over the open Tile."));
        return;
    }
    if !around.through.is_empty() {
        page.line("On the frontiers of these (distance 0):");
        for &frontier in &around.through {
            page.line(format!("  {}", names(regions, &tied(frontiers, frontier))));
        }
        return;
    }
    let ranking = if around.is_on_border() { "The ranking beside it" } else { "The ranking" };
    page.line(format!("{ranking} changes beyond these frontiers, the nearest first:"));
    let headings = ["distance, about", "towards (a, b), about", "who swap", "distance exactly"];
    let mut rows = Table::new(headings.map(Column::people));
    for swap in &around.swaps {
        let order: Vec<String> = swap.order.iter().map(|group| names(regions, group)).collect();
        let [p, q] = &swap.near;
        let middle = |x: &Rational, y: &Rational| (x + y) / Rational::from(2);
        rows.row([
            Cell::Distance(swap.distance.clone()),
            Cell::point(&Point::new(middle(&p.a, &q.a), middle(&p.b, &q.b))),
            order.join(" > ").into(),
            swap.distance.to_string().into(),
        ]);
    }
    page.table(rows);
}
