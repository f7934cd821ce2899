//! Rankings along a segment of the Tile.

use std::io::Write;

use serde::Serialize;

use super::coordinate::{DIGITS, SectionCoordinate, swaps};
use super::optimality::{OptimalityJson, SectionOptimality};
use super::regions::write_items;
use super::section_models::SectionModels;
use super::{Cell, Column, Format, Header, Output, Page, RenderError, Table};
use exactile::geometry::Point;
use exactile::num::{Level, Rational};
use exactile::performance::{Classifier, ConfusionMatrix, counted, one_line};
use exactile::section::{Break, Compromise, Leader, Section, Segment, net_benefit};

/// The most pairs of one break that the text names.
const PAIRS_NAMED: usize = 2;

/// A preference on a segment, and the classifiers that are first there.
pub struct SectionPreference {
    /// Its position from 0 to 1.
    pub position: Rational,
    /// The point of the Tile.
    pub at: Point,
    /// The classifiers that tie for the first rank, by position.
    pub first: Vec<usize>,
}

impl SectionPreference {
    fn names<'c>(&self, classifiers: &'c [Classifier]) -> Vec<&'c str> {
        self.first.iter().map(|&k| classifiers[k].name.as_str()).collect()
    }

    /// Returns a sentence about the classifiers that are first there.
    fn sentence(
        &self,
        segment: &Segment,
        coordinate: SectionCoordinate,
        classifiers: &[Classifier],
    ) -> String {
        let mut names: Vec<String> =
            self.names(classifiers).into_iter().map(|name| one_line(name).into_owned()).collect();
        names.sort_unstable();
        let first = match &names[..] {
            [] => "no classifier has a value".to_owned(),
            [one] => format!("{one} is first"),
            [others @ .., last] => {
                format!("{} and {last} tie for the first rank", others.join(", "))
            }
        };
        let exact = coordinate.at(segment, &self.position);
        let exact = exact.map_or_else(|| "inf".to_owned(), |value| value.to_string());
        format!("at (a, b) = {}, {} {exact}: {first}", self.at, coordinate.heading())
    }
}

/// The rankings along a segment, and the options of their output.
pub struct SectionReport<'r> {
    /// The rankings.
    pub section: &'r Section,
    /// The ranked classifiers.
    pub classifiers: &'r [Classifier],
    /// The coordinate that the text shows.
    pub coordinate: SectionCoordinate,
    /// The models whose thresholds the classifiers are; if given, the text is about models.
    pub models: Option<SectionModels<'r>>,
    /// The marked preference.
    pub preference: Option<&'r SectionPreference>,
    /// Distances of scores on the segment from the best compromise.
    pub optimality: SectionOptimality,
    /// The compromise by true rates, if it was drawn.
    pub drawn: Option<DrawnCompromise>,
    /// `true` if JSON names the pairs that swap at each break; the classifier that is ahead before
    /// the break comes first.
    pub pairs: bool,
    /// `true` if tables list the points at which classifiers swap, too.
    pub swaps: bool,
}

/// The compromise by the rates behind the results.
#[derive(Serialize)]
pub struct DrawnCompromise {
    /// The level of the interval.
    pub level: Level,
    /// Positions along the segment between which the compromise is; `None` if it was drawn too
    /// seldom for an interval.
    pub interval: Option<[Rational; 2]>,
    /// The number of draws.
    pub draws: u32,
    /// The number of those without a compromise: no two classifiers swap.
    pub without: u32,
    /// Their seed.
    pub seed: u64,
    /// `true` if the classifiers were tested on the same samples.
    pub paired: bool,
}

impl DrawnCompromise {
    fn sentence(&self, segment: &Segment, coordinate: SectionCoordinate) -> String {
        let Self { level, interval, draws, seed, without, paired } = self;
        let percent = level.in_percent();
        let known = if *paired { "on the same samples" } else { "taken as independent" };
        let basis = format!("{draws} draws, seed {seed}, uniform priors, {known}");
        let besides = match without {
            0 => String::new(),
            _ => format!("; in {without} draws no two classifiers swap"),
        };
        let Some(ends) = interval else {
            return format!("the best compromise by true rates: too few draws ({basis}{besides})");
        };
        let heading = coordinate.heading();
        let [from, to] = coordinate.outwards(segment, ends);
        format!(
            "the best compromise by true rates, with a probability of at least {percent}: \
             {heading} from {from} to {to} \
             ({basis}{besides})"
        )
    }
}

/// `exactile.curve.v1`.
impl Output for SectionReport<'_> {
    fn schema(&self) -> &str {
        "exactile.curve.v1"
    }

    fn body(&self) -> impl Serialize {
        let segment = &self.section.segment;
        SectionJson {
            from: segment.from(),
            to: segment.to(),
            prior_positive: segment.prior_positive(),
            straight_in: if segment.is_straight_on_tile() { "tile" } else { "balanced" },
            swaps: self.section.swaps,
            rankings: self.section.rankings(),
            compromise: self.section.compromise(),
            optimal: self.section.optimal().map(|[lower, upper]| Compromise { lower, upper }),
            compromise_drawn: self.drawn.as_ref(),
            optimality: self.optimality.json(),
            preference: self.preference.map(|preference| PreferenceJson {
                at: &preference.at,
                position: &preference.position,
                first: preference.names(self.classifiers),
            }),
        }
    }

    fn write_json(&self, header: Header<'_>, out: &mut dyn Write) -> Result<(), RenderError> {
        header.begin(&self.body(), out)?;
        write_lists(self, out)
    }

    /// CSV has rows `position,a,b,pairs` and the coordinates that the segment has, a row for each
    /// break; other forms have the leaders along the segment, and the breaks if they are asked for.
    fn page(&self, format: Format) -> Result<Page<'_>, RenderError> {
        Ok(if format == Format::Csv { Page::of(breaks(self.section)) } else { overview(self) })
    }
}

fn overview<'r>(report: &SectionReport<'r>) -> Page<'r> {
    let SectionReport { section, classifiers, coordinate, .. } = *report;
    let segment = &section.segment;
    let mut page = Page::default();
    page.line(format!(
        "from (a, b) = {} to {}, positive prior {}",
        segment.from(),
        segment.to(),
        segment.prior_positive()
    ));
    if !segment.is_straight_on_tile() {
        page.line("the segment is straight in balanced coordinates, where positions are measured");
    }
    if let Some(preference) = report.preference {
        page.line(preference.sentence(segment, coordinate, classifiers));
    }
    if let Some(models) = &report.models {
        models.describe(section, coordinate, &mut page);
        return page;
    }
    page.line(format!(
        "{} at {}; {} between",
        swaps(section.swaps),
        counted(section.breaks.len(), "point"),
        counted(
            section.rankings(),
            if section.rankings() == 1 { "ranking" } else { "different ranking" }
        ),
    ));
    if let Some(compromise) = section.compromise() {
        page.line(in_words(segment, coordinate, &compromise));
    }
    if let Some([lower, upper]) = section.optimal() {
        let [from, to] = [lower, upper].map(|end| exactly(segment, coordinate, &end));
        let heading = coordinate.heading();
        page.line(format!("as near to both ends (O = 1): any {heading} from {from} to {to}"));
    }
    if let Some(drawn) = &report.drawn {
        page.line(drawn.sentence(segment, coordinate));
    }
    report.optimality.describe(section, classifiers.len(), coordinate, &mut page);
    page.table(leaders(section, classifiers, coordinate));
    if report.swaps {
        page.table(listed_swaps(section, classifiers, coordinate));
    }
    page
}

/// Returns a row for each point at which classifiers swap.
fn listed_swaps(
    section: &Section,
    classifiers: &[Classifier],
    coordinate: SectionCoordinate,
) -> Table<'static> {
    let segment = &section.segment;
    let mut table = Table::new([
        Column::people(format!("swaps at {}", coordinate.heading())).right().digits(DIGITS),
        Column::people("(a, b)").digits(DIGITS),
        Column::people("pairs").right(),
        Column::people("ahead before / after"),
    ]);
    let name = |i: u32| classifiers[i as usize].name.as_str();
    for change in &section.breaks {
        let pairs = section.pairs_of(change);
        let mut names: Vec<String> = pairs
            .iter()
            .map(|&[before, after]| format!("{} / {}", name(before), name(after)))
            .collect();
        if pairs.len() > PAIRS_NAMED {
            // Which ones are named does not depend on their order in the input.
            names.sort_unstable();
            names.truncate(PAIRS_NAMED);
            names.push(format!("{} more", pairs.len() - PAIRS_NAMED));
        }
        let at = section.at(change);
        table.row([
            coordinate.cell(segment, &change.position),
            Cell::point(&at),
            change.pairs.into(),
            names.join("; ").into(),
        ]);
    }
    table
}

fn in_words(segment: &Segment, coordinate: SectionCoordinate, compromise: &Compromise) -> String {
    let Compromise { lower, upper } = compromise;
    let at = |position: &Rational| exactly(segment, coordinate, position);
    let heading = coordinate.heading();
    if lower == upper {
        format!("best compromise between both ends: {heading} {}", at(lower))
    } else {
        let (lower, upper) = (at(lower), at(upper));
        format!("best compromises between both ends: {heading} from {lower} to {upper}")
    }
}

fn exactly(segment: &Segment, coordinate: SectionCoordinate, position: &Rational) -> String {
    match coordinate.at(segment, position) {
        Some(exact) => format!("{exact} (about {})", coordinate.rounded(segment, position)),
        None => "inf".to_owned(),
    }
}

fn leaders(
    section: &Section,
    classifiers: &[Classifier],
    coordinate: SectionCoordinate,
) -> Table<'static> {
    let heading = coordinate.heading();
    let benefits = NetBenefits::of(section, classifiers, coordinate);
    let mut columns = vec![
        Column::people(format!("first from {heading}")).right().digits(DIGITS),
        Column::people("to").right().digits(DIGITS),
        Column::people("classifier"),
    ];
    if benefits.is_some() {
        columns.push(Column::people("net benefit per 100 at its start").right().digits(DIGITS));
        columns.push(Column::people("flag everybody").right().digits(DIGITS));
    }
    let mut table = Table::new(columns);
    for leader in &section.leaders {
        const SHOWN: usize = 4;
        let first = &leader.classifiers;
        let mut names: Vec<String> =
            first.iter().map(|&i| one_line(&classifiers[i].name).into_owned()).collect();
        if first.len() > SHOWN {
            names.sort_unstable();
            names.truncate(SHOWN);
            names.push(format!("{} more", first.len() - SHOWN));
        }
        let mut row: Vec<Cell<'_>> = vec![
            coordinate.cell(&section.segment, &leader.from),
            coordinate.cell(&section.segment, &leader.to),
            names.join(" = ").into(),
        ];
        row.extend(benefits.iter().flat_map(|benefits| benefits.cells(leader)));
        table.row(row);
    }
    table
}

/// Net benefits where stretches of the decision curve begin: of the leader, and of flagging
/// everybody; flagging nobody has none.
struct NetBenefits<'s> {
    section: &'s Section,
    classifiers: &'s [Classifier],
    everybody: ConfusionMatrix,
}

impl<'s> NetBenefits<'s> {
    /// `None` where positions are no threshold probabilities, and if the classifiers have priors of
    /// their own.
    fn of(
        section: &'s Section,
        classifiers: &'s [Classifier],
        coordinate: SectionCoordinate,
    ) -> Option<Self> {
        let prior = section.segment.prior_positive();
        let is_theirs =
            classifiers.iter().all(|classifier| classifier.matrix.prior_positive() == *prior);
        if coordinate != SectionCoordinate::ThresholdProbability || !is_theirs {
            return None;
        }
        let none = Rational::ZERO;
        let everybody =
            ConfusionMatrix::new(none.clone(), prior.complement(), none, prior.clone()).ok()?;
        Some(Self { section, classifiers, everybody })
    }

    fn cells(&self, leader: &Leader) -> [Cell<'static>; 2] {
        let at = self.section.segment.at(&leader.from);
        let probability = self.section.segment.threshold_probability(&at);
        let cell = |matrix: Option<&ConfusionMatrix>| {
            let benefit =
                matrix.zip(probability.as_ref()).and_then(|(matrix, at)| net_benefit(matrix, at));
            benefit.map_or_else(
                || Cell::from("undefined"),
                |benefit| (benefit * Rational::from(100)).into(),
            )
        };
        let first = leader.classifiers.first().map(|&first| &self.classifiers[first].matrix);
        [cell(first), cell(Some(&self.everybody))]
    }
}

#[derive(Serialize)]
struct SectionJson<'s> {
    from: &'s Point,
    to: &'s Point,
    prior_positive: &'s Rational,
    straight_in: &'static str,
    swaps: u64,
    rankings: u64,
    compromise: Option<Compromise>,
    optimal: Option<Compromise>,
    #[serde(skip_serializing_if = "Option::is_none")]
    compromise_drawn: Option<&'s DrawnCompromise>,
    #[serde(flatten)]
    optimality: OptimalityJson<'s>,
    #[serde(skip_serializing_if = "Option::is_none")]
    preference: Option<PreferenceJson<'s>>,
}

#[derive(Serialize)]
struct PreferenceJson<'s> {
    at: &'s Point,
    position: &'s Rational,
    first: Vec<&'s str>,
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

/// The well-known coordinates, as far as the segment has them.
#[derive(Serialize)]
pub(super) struct Coordinates {
    #[serde(skip_serializing_if = "Option::is_none")]
    threshold_probability: Option<Rational>,
    #[serde(skip_serializing_if = "Option::is_none")]
    probability_cost: Option<Rational>,
    #[serde(skip_serializing_if = "Option::is_none")]
    f_beta_squared: Option<Rational>,
}

impl Coordinates {
    pub(super) fn new(segment: &Segment, at: &Point) -> Self {
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

/// Writes the members `first` and `breaks`, and the end of the document.
fn write_lists(report: &SectionReport<'_>, out: &mut dyn Write) -> Result<(), RenderError> {
    let SectionReport { section, classifiers, pairs, .. } = *report;
    let segment = &section.segment;
    out.write_all(b"\n\"first\":[")?;
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

fn breaks(section: &Section) -> Table<'_> {
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
    table
}
