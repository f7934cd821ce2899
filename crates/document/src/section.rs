//! Rankings along a segment of the Tile as text, JSON and CSV.

use std::io::Write;

use serde::Serialize;

use super::RenderError;
use super::json::write_items;
use super::table::{Cell, Column, Format, Style, Table};
use exactile::geometry::Point;
use exactile::num::Rational;
use exactile::performance::{Classifier, shown};
use exactile::section::{Break, Compromise, Leader, Section, Segment};

/// Breaks that text lists.
const LISTED: usize = 30;
/// Pairs of one break that text names.
const PAIRS_NAMED: usize = 2;

/// The coordinate of a segment that people know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SectionCoordinate {
    /// The position from 0 to 1.
    Position,
    /// The threshold probability of decision curves.
    ThresholdProbability,
    /// The probability cost of cost curves.
    ProbabilityCost,
    /// beta^2 of F-scores.
    BetaSquared,
}

impl SectionCoordinate {
    /// What people call it.
    fn heading(self) -> &'static str {
        match self {
            Self::Position => "position",
            Self::ThresholdProbability => "threshold probability",
            Self::ProbabilityCost => "probability cost",
            Self::BetaSquared => "beta squared",
        }
    }

    /// The coordinate at a position; `None` where it is infinite, or the segment has none.
    fn at(self, segment: &Segment, position: &Rational) -> Option<Rational> {
        let at = || segment.at(position);
        match self {
            Self::Position => Some(position.clone()),
            Self::ThresholdProbability => segment.threshold_probability(&at()),
            Self::ProbabilityCost => segment.probability_cost(&at()),
            Self::BetaSquared => segment.f_beta_squared(&at()),
        }
    }

    /// The coordinate with four decimals or more: as many as tell it from zero.
    fn rounded(self, segment: &Segment, position: &Rational) -> String {
        self.at(segment, position).map_or_else(|| "inf".to_owned(), |value| value.to_decimal(4))
    }
}

/// Who is first where, and where classifiers swap; at most 30 breaks.
///
/// # Errors
/// What the destination reports.
pub fn section_text(
    section: &Section,
    classifiers: &[Classifier],
    coordinate: SectionCoordinate,
    style: Style,
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    let segment = &section.segment;
    writeln!(
        out,
        "from (a, b) = {} to {}, positive prior {}",
        segment.from(),
        segment.to(),
        segment.prior_positive()
    )?;
    if !segment.is_straight_on_tile() {
        writeln!(
            out,
            "the segment is straight in balanced coordinates, where positions are measured"
        )?;
    }
    let count = |count: u64, one: &str, many: &str| match count {
        1 => format!("1 {one}"),
        count => format!("{count} {many}"),
    };
    writeln!(
        out,
        "{} at {}; {} between",
        count(section.swaps, "pair swaps", "pairs swap"),
        count(section.breaks.len() as u64, "point", "points"),
        count(section.rankings(), "ranking", "different rankings"),
    )?;
    if let Some(compromise) = section.compromise() {
        write_compromise(segment, coordinate, &compromise, out)?;
    }
    writeln!(out)?;
    leaders(section, classifiers, coordinate, style, out)?;
    if section.breaks.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    let mut table = Table::new([
        Column::people(format!("swaps at {}", coordinate.heading())).right(),
        Column::people("(a, b)"),
        Column::people("pairs").right(),
        Column::people("ahead before / after"),
    ]);
    let name = |i: u32| classifiers[i as usize].name.as_str();
    for change in section.breaks.iter().take(LISTED) {
        let pairs = section.pairs_of(change);
        let mut names: Vec<String> = pairs
            .iter()
            .take(PAIRS_NAMED)
            .map(|&[before, after]| format!("{} / {}", name(before), name(after)))
            .collect();
        if pairs.len() > PAIRS_NAMED {
            names.push(format!("{} more", pairs.len() - PAIRS_NAMED));
        }
        let at = section.at(change);
        table.row([
            coordinate.rounded(segment, &change.position).into(),
            format!("({}, {})", at.a.to_decimal(4), at.b.to_decimal(4)).into(),
            change.pairs.into(),
            names.join("; ").into(),
        ]);
    }
    table.write(style, out)?;
    if section.breaks.len() > LISTED {
        writeln!(out)?;
        let more = section.breaks.len() - LISTED;
        writeln!(out, "and {more} more points, which --format csv and --format json list")?;
    }
    Ok(())
}

fn write_compromise(
    segment: &Segment,
    coordinate: SectionCoordinate,
    compromise: &Compromise,
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    let Compromise { lower, upper } = compromise;
    let at = |position: &Rational| {
        let exact = coordinate.at(segment, position);
        let exact = exact.map_or_else(|| "inf".to_owned(), |value| value.to_string());
        format!("{exact} (about {})", coordinate.rounded(segment, position))
    };
    let heading = coordinate.heading();
    if lower == upper {
        writeln!(out, "best compromise between both ends: {heading} {}", at(lower))?;
    } else {
        let (lower, upper) = (at(lower), at(upper));
        writeln!(out, "best compromises between both ends: {heading} from {lower} to {upper}")?;
    }
    Ok(())
}

fn leaders(
    section: &Section,
    classifiers: &[Classifier],
    coordinate: SectionCoordinate,
    style: Style,
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    let heading = coordinate.heading();
    let mut table = Table::new([
        Column::people(format!("first from {heading}")).right(),
        Column::people("to").right(),
        Column::people("classifier"),
    ]);
    for Leader { from, to, classifiers: first } in &section.leaders {
        const SHOWN: usize = 4;
        let mut names: Vec<String> =
            first.iter().take(SHOWN).map(|&i| shown(&classifiers[i].name).into_owned()).collect();
        if first.len() > SHOWN {
            names.push(format!("{} more", first.len() - SHOWN));
        }
        table.row([
            coordinate.rounded(&section.segment, from).into(),
            coordinate.rounded(&section.segment, to).into(),
            names.join(" = ").into(),
        ]);
    }
    table.write(style, out)
}

#[derive(Serialize)]
struct BreakJson<'s> {
    position: &'s Rational,
    at: Point,
    pairs: u64,
    #[serde(flatten)]
    coordinates: Coordinates,
    #[serde(skip_serializing_if = "Option::is_none")]
    swapped: Option<Vec<[&'s str; 2]>>,
}

/// The coordinates that people know, as far as the segment has them.
#[derive(Serialize)]
struct Coordinates {
    #[serde(skip_serializing_if = "Option::is_none")]
    threshold_probability: Option<Rational>,
    #[serde(skip_serializing_if = "Option::is_none")]
    probability_cost: Option<Rational>,
    #[serde(skip_serializing_if = "Option::is_none")]
    f_beta_squared: Option<Rational>,
}

impl Coordinates {
    fn new(segment: &Segment, at: &Point) -> Self {
        Self {
            threshold_probability: segment.threshold_probability(at),
            probability_cost: segment.probability_cost(at),
            f_beta_squared: segment.f_beta_squared(at),
        }
    }
}

#[derive(Serialize)]
struct LeaderJson<'s> {
    from: &'s Rational,
    to: &'s Rational,
    classifiers: Vec<&'s str>,
}

/// `exactile.curve.v1`; with `pairs` each break names who swaps, the one that is ahead before it first.
///
/// # Errors
/// What the destination reports.
pub fn section_json(
    section: &Section,
    classifiers: &[Classifier],
    pairs: bool,
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    let segment = &section.segment;
    write!(
        out,
        "{{\"schema\":\"exactile.curve.v1\",\n\"from\":{},\"to\":{},\n\"prior_positive\":{},\n\"straight_in\":\"{}\",\n\"swaps\":{},\"rankings\":{},\n\"compromise\":{},\n\"first\":[",
        serde_json::to_string(segment.from())?,
        serde_json::to_string(segment.to())?,
        serde_json::to_string(segment.prior_positive())?,
        if segment.is_straight_on_tile() { "tile" } else { "balanced" },
        section.swaps,
        section.rankings(),
        serde_json::to_string(&section.compromise())?,
    )?;
    let mut buffered = std::io::BufWriter::with_capacity(1 << 16, &mut *out);
    let named = section.leaders.iter().map(|Leader { from, to, classifiers: first }| LeaderJson {
        from,
        to,
        classifiers: first.iter().map(|&i| classifiers[i].name.as_str()).collect(),
    });
    write_items(&mut buffered, named, &mut true)?;
    buffered.write_all(b"],\n\"breaks\":[")?;
    let changes = section.breaks.iter().map(|change: &Break| {
        let at = section.at(change);
        let names = |pair: &[u32; 2]| pair.map(|i| classifiers[i as usize].name.as_str());
        BreakJson {
            position: &change.position,
            pairs: change.pairs,
            coordinates: Coordinates::new(segment, &at),
            swapped: pairs.then(|| section.pairs_of(change).iter().map(names).collect()),
            at,
        }
    });
    write_items(&mut buffered, changes, &mut true)?;
    buffered.write_all(b"]}\n")?;
    buffered.flush()?;
    Ok(())
}

/// Rows `position,a,b,pairs` and the coordinates that the segment has, a row for each break.
///
/// # Errors
/// What the destination reports.
pub fn section_csv(section: &Section, out: &mut dyn Write) -> Result<(), RenderError> {
    let segment = &section.segment;
    let mut columns = vec![
        Column::data("position").with_decimal(),
        Column::data("a").with_decimal(),
        Column::data("b").with_decimal(),
        Column::data("pairs"),
    ];
    if segment.is_on_diagonal() {
        columns.push(Column::data("threshold_probability").with_decimal());
        columns.push(Column::data("probability_cost").with_decimal());
    }
    if segment.is_on_right_side() {
        columns.push(Column::data("f_beta_squared").with_decimal());
    }
    let mut table = Table::new(columns).decimals_last();
    for change in &section.breaks {
        let at = section.at(change);
        let Coordinates { threshold_probability, probability_cost, f_beta_squared } =
            Coordinates::new(segment, &at);
        let mut row: Vec<Cell<'_>> =
            vec![(&change.position).into(), at.a.into(), at.b.into(), change.pairs.into()];
        if segment.is_on_diagonal() {
            row.extend([Cell::maybe(threshold_probability), Cell::maybe(probability_cost)]);
        }
        if segment.is_on_right_side() {
            row.push(Cell::maybe(f_beta_squared));
        }
        table.row(row);
    }
    table.write(Style::new(Format::Csv), out)
}
