//! Two classifiers along a segment of the Tile, and the stretches where it is decided which one is
//! better.

use serde::Serialize;

use super::certain::percentage;
use super::coordinate::SectionCoordinate;
use super::pairs::{CAVEAT, PAIRED};
use super::section::Coordinates;
use super::{Cell, Column, Format, Output, Page, RenderError, Table};
use exactile::contest::{ComparedAt, Decided, SwapTest, TrulyBetter};
use exactile::geometry::Point;
use exactile::lattice::INDEPENDENT;
use exactile::num::{Level, Rational};
use exactile::performance::{Classifier, counted, one_line};
use exactile::score::RankingScore;
use exactile::section::{Section, net_benefit};

/// The comparison of two classifiers at points of a segment, `exactile.curve-pair.v1`.
#[derive(Clone, Copy, Debug)]
pub struct CurvePairReport<'r> {
    /// The section of the two.
    pub section: &'r Section,
    /// The two.
    pub classifiers: &'r [Classifier; 2],
    /// The coordinate that the text shows.
    pub coordinate: SectionCoordinate,
    /// `true` if the results of both on the same samples are known.
    pub is_paired: bool,
    /// The probability from which on the comparison is decided.
    pub level: &'r Level,
    /// Positions along the segment.
    pub positions: &'r [Rational],
    /// The comparison at each position.
    pub compared: &'r [ComparedAt],
}

/// Neighbouring points with the same decision.
#[derive(Serialize)]
struct Stretch {
    decided: Decided,
    from: Rational,
    to: Rational,
    points: usize,
}

#[derive(Serialize)]
struct PointJson<'r> {
    position: &'r Rational,
    at: &'r Point,
    #[serde(flatten)]
    coordinates: Coordinates,
    difference: Option<Rational>,
    #[serde(skip_serializing_if = "Option::is_none")]
    net_benefit: Option<Rational>,
    truly_better: &'r TrulyBetter,
    swap_test: Option<&'r SwapTest>,
    #[serde(skip_serializing_if = "Option::is_none")]
    swap_test_undefined: Option<String>,
    decided: Decided,
}

/// The data of a picture of two classifiers along a segment, in doubles.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnPair {
    /// The heading of the horizontal axis.
    pub heading: &'static str,
    /// The coordinate of each point, and the limits of the probability that the first is truly
    /// better.
    pub truly_better: Vec<(f64, [f64; 2])>,
    /// The coordinate and the two-sided p-value of the swap test, at the points that have one.
    pub swap_test: Vec<(f64, f64)>,
    /// The coordinates at which both are equally good.
    pub swaps: Vec<f64>,
}

impl CurvePairReport<'_> {
    /// Returns the shown coordinate, with betas instead of their squares.
    fn drawn_at(&self, position: &Rational) -> f64 {
        let segment = &self.section.segment;
        match self.coordinate {
            SectionCoordinate::BetaSquared => position.to_f64(),
            other => other.at(segment, position).map_or(1.0, |value| value.to_f64()),
        }
    }

    /// Returns the data of a picture.
    pub fn drawn(&self) -> DrawnPair {
        let points = || self.positions.iter().map(|at| self.drawn_at(at)).zip(self.compared);
        let ends =
            |of: &ComparedAt| [of.truly_better.lower.to_f64(), of.truly_better.upper.to_f64()];
        DrawnPair {
            heading: match self.coordinate {
                SectionCoordinate::BetaSquared => "b: beta squared/(1 + beta squared)",
                other => other.heading(),
            },
            truly_better: points().map(|(x, of)| (x, ends(of))).collect(),
            swap_test: points()
                .filter_map(|(x, of)| Some((x, of.swap_test.as_ref().ok()?.two_sided.to_f64())))
                .collect(),
            swaps: self.section.breaks.iter().map(|at| self.drawn_at(&at.position)).collect(),
        }
    }

    fn stretches(&self) -> Vec<Stretch> {
        let mut stretches: Vec<Stretch> = Vec::new();
        for (position, compared) in self.positions.iter().zip(self.compared) {
            let decided = compared.decided(self.level);
            match stretches.last_mut() {
                Some(last) if last.decided == decided => {
                    last.to = position.clone();
                    last.points += 1;
                }
                _ => stretches.push(Stretch {
                    decided,
                    from: position.clone(),
                    to: position.clone(),
                    points: 1,
                }),
            }
        }
        stretches
    }

    /// Returns the value of the first minus that of the second.
    fn difference(&self, at: &Point) -> Option<Rational> {
        let score = RankingScore::at(at.clone())?;
        let [first, second] = self.classifiers.each_ref().map(|of| score.value(&of.matrix));
        Some(first? - second?)
    }

    fn net_benefit(&self, at: &Point) -> Option<Rational> {
        let probability = self.section.segment.threshold_probability(at)?;
        let [first, second] =
            self.classifiers.each_ref().map(|of| net_benefit(&of.matrix, &probability));
        Some(first? - second?)
    }
}

impl Output for CurvePairReport<'_> {
    fn schema(&self) -> &str {
        "exactile.curve-pair.v1"
    }

    fn body(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Document<'r> {
            from: &'r Point,
            to: &'r Point,
            prior_positive: &'r Rational,
            first: &'r str,
            second: &'r str,
            paired: bool,
            level: &'r Level,
            assumption: &'static str,
            caveat: &'static str,
            decided: Vec<Stretch>,
            points: Vec<PointJson<'r>>,
        }
        let segment = &self.section.segment;
        Document {
            from: segment.from(),
            to: segment.to(),
            prior_positive: segment.prior_positive(),
            first: &self.classifiers[0].name,
            second: &self.classifiers[1].name,
            paired: self.is_paired,
            level: self.level,
            assumption: if self.is_paired { PAIRED } else { INDEPENDENT },
            caveat: CAVEAT,
            decided: self.stretches(),
            points: self
                .positions
                .iter()
                .zip(self.compared)
                .map(|(position, of)| PointJson {
                    position,
                    at: &of.at,
                    coordinates: Coordinates::new(segment, &of.at),
                    difference: self.difference(&of.at),
                    net_benefit: self.net_benefit(&of.at),
                    truly_better: &of.truly_better,
                    swap_test: of.swap_test.as_ref().ok(),
                    swap_test_undefined: of.swap_test.as_ref().err().map(ToString::to_string),
                    decided: of.decided(self.level),
                })
                .collect(),
        }
    }

    fn page(&self, format: Format) -> Result<Page<'_>, RenderError> {
        let segment = &self.section.segment;
        let heading = self.coordinate.heading();
        let [first, second] = self.classifiers.each_ref().map(|of| one_line(&of.name));
        let mut page = Page::default();
        let model = if self.is_paired { PAIRED } else { "classifiers taken as independent" };
        page.line(format!(
            "{first} and {second} from (a, b) = {} to {}, {model}",
            segment.from(),
            segment.to()
        ));
        let round = |position: &Rational| self.coordinate.rounded(segment, position);
        for Stretch { decided, from, to, points } in self.stretches() {
            let what = match decided {
                Decided::First => format!("{first} is truly better"),
                Decided::Second => format!("{second} is truly better"),
                Decided::Neither => "not decided".to_owned(),
            };
            let count = counted(points, "point");
            page.line(format!("  {heading} {} to {}, {count}: {what}", round(&from), round(&to)));
        }
        page.line(format!(
            "at {}, with a probability of at least {}",
            counted(self.positions.len(), "point"),
            self.level.in_percent()
        ));
        let net = segment.is_on_diagonal();
        let mut table = Table::new([
            Column::exact(heading, "coordinate").right(),
            Column::exact("a", "a").right(),
            Column::exact("b", "b").right(),
            Column::exact(
                if net { "net benefit of the first more" } else { "score of the first more" },
                "difference",
            )
            .right(),
            Column::people("first truly better").right(),
            Column::data("truly_better_lower"),
            Column::data("truly_better_upper"),
            Column::exact("swap test p", "swap_test_two_sided").right(),
        ]);
        for (position, of) in self.positions.iter().zip(self.compared) {
            let truly = &of.truly_better;
            let [low, high] = truly.to_decimals().decimals();
            let difference = if net { self.net_benefit(&of.at) } else { self.difference(&of.at) };
            table.row([
                Cell::maybe(self.coordinate.at(segment, position)),
                (&of.at.a).into(),
                (&of.at.b).into(),
                Cell::maybe(difference),
                percentage(&truly.lower, &truly.upper).into(),
                low.into(),
                high.into(),
                Cell::maybe(of.swap_test.as_ref().ok().map(|test| &test.two_sided)),
            ]);
        }
        page.table(table);
        if format != Format::Csv {
            page.line("");
            page.line(CAVEAT);
        }
        Ok(page)
    }
}
