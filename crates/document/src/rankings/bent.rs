//! All rankings of classifiers tested under different priors, `exactile.rankings.v1`.

use std::io::Write;

use serde::Serialize;

use super::SCHEMA;
use super::json::{BesideJson, Ranked, between, ranked, write_counts};
use super::text::{counted, grouped, names, ranking};
use super::{RankingsDetail, table};
use crate::regions::{ClassifierJson, own_priors, write_items};
use crate::{Cell, Column, Format, Header, Output, Page, RenderError, Style, Table};
use exactile::arrangement::{BentAround, BentConfluence, BentFrontiers, RankingCount};
use exactile::geometry::{BilinearCurve, Point};
use exactile::num::{QuadraticNumber, Rational, Value};

/// The most cells beside a place, and frontiers, that the text shows.
const SHOWN: usize = 24;

/// The counts, and the confluences on request.
#[derive(Debug)]
pub struct BentRankingsReport<'r> {
    /// The frontiers.
    pub frontiers: &'r BentFrontiers<'r>,
    /// The numbers of cells and confluences ([`BentFrontiers::count`]).
    pub count: &'r RankingCount,
    /// `true` if every confluence is listed.
    pub confluences: bool,
}

/// Returns the groups of classifiers that tie on the frontiers of a confluence; each group once.
fn tied(frontiers: &BentFrontiers<'_>, confluence: &BentConfluence) -> Vec<Vec<usize>> {
    let on = confluence.frontiers.iter().flat_map(|&k| frontiers.classifiers_on(k));
    // Frontiers that share a classifier tie all of theirs at the point.
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for group in on {
        let (touching, mut rest): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|known| group.iter().any(|i| known.contains(i)));
        let mut joined: Vec<usize> = touching.into_iter().flatten().chain(group).collect();
        joined.sort_unstable();
        joined.dedup();
        rest.push(joined);
        groups = rest;
    }
    groups.sort();
    groups
}

impl Output for BentRankingsReport<'_> {
    fn schema(&self) -> &str {
        SCHEMA
    }

    fn body(&self) -> impl Serialize {}

    fn write_json(&self, header: Header<'_>, out: &mut dyn Write) -> Result<(), RenderError> {
        #[derive(Serialize)]
        struct Entry<'c> {
            at: [&'c QuadraticNumber; 2],
            tied: Vec<Vec<usize>>,
        }
        let (frontiers, count) = (self.frontiers, self.count);
        let regions = frontiers.regions();
        header.begin(&(), out)?;
        let priors = serde_json::to_string(&own_priors(regions))?;
        write!(out, "\n\"prior_positive\":null,\n\"priors\":{priors},")?;
        write_counts(regions, frontiers.performances().len(), count, out)?;
        if self.confluences {
            out.write_all(b",\"list\":[")?;
            let mut first = true;
            frontiers.stream_confluences::<RenderError>(|confluence| {
                let entry = Entry {
                    at: [&confluence.a, &confluence.b],
                    tied: tied(frontiers, &confluence),
                };
                Ok(write_items(out, std::iter::once(entry), &mut first)?)
            })?;
            out.write_all(b"]")?;
        }
        out.write_all(b"}}\n")?;
        Ok(())
    }

    fn page(&self, _: Format) -> Result<Page<'_>, RenderError> {
        let (frontiers, count) = (self.frontiers, self.count);
        let mut page = heading(frontiers);
        let (distinct, all) =
            (frontiers.performances().len(), frontiers.regions().classifiers().len());
        let equal = if distinct < all {
            format!(" Equal performances count as one: {distinct} are left.")
        } else {
            String::new()
        };
        page.line(format!(
            "{} of the open Tile between {}, with one ranking on each.{equal}",
            counted(count.cells, "cell"),
            counted(count.frontiers, "frontier"),
        ));
        let found = &count.confluences;
        if found.count == 0 {
            page.line("No two frontiers meet inside.");
        } else {
            page.line(format!(
                "At {} frontiers meet, {} at most; at most {} performances tie with another at \
                 one.",
                counted(found.count, "confluence"),
                grouped(found.by_frontiers.last().map_or(2, |&(most, _)| most)),
                grouped(found.largest),
            ));
            page.line("Frontiers may cross twice, so one ranking may hold on several cells.");
        }
        if count.shared_frontiers.count > 0 {
            page.line(format!(
                "On {} three or more performances tie along the whole frontier.",
                counted(count.shared_frontiers.count, "frontier"),
            ));
        }
        Ok(page)
    }

    fn write_page(&self, style: Style, out: &mut dyn Write) -> Result<(), RenderError> {
        let regions = self.frontiers.regions();
        if style.format == Format::Csv && !self.confluences {
            let performances = self.frontiers.performances().len();
            return table::counts(regions, performances, self.count).write(style, out);
        }
        if style.format != Format::Csv {
            self.page(style.format)?.write(style, out)?;
        }
        if !self.confluences {
            return Ok(());
        }
        let groups = |confluence: &BentConfluence| {
            let groups = tied(self.frontiers, confluence);
            groups.iter().map(|group| names(regions, group)).collect::<Vec<_>>().join("; ")
        };
        if style.format == Format::Text {
            writeln!(out, "\nconfluences (a, b), and the classifiers that tie there")?;
            return self.frontiers.stream_confluences::<RenderError>(|confluence| {
                let BentConfluence { a, b, .. } = &confluence;
                Ok(writeln!(out, "({a}, {b})  {}", groups(&confluence))?)
            });
        }
        let mut rows = table::list(RankingsDetail { confluences: true, ..Default::default() });
        self.frontiers.stream_confluences::<RenderError>(|confluence| {
            let [a, b] = [&confluence.a, &confluence.b].map(|part| Value::from(part).into());
            rows.row(["confluence".into(), a, b, groups(&confluence).into()]);
            Ok(())
        })?;
        rows.write(style, out)
    }
}

fn heading(frontiers: &BentFrontiers<'_>) -> Page<'static> {
    let regions = frontiers.regions();
    let priors = own_priors(regions).unwrap_or_default();
    let mut page = Page::default();
    page.line(format!(
        "{} tested under different positive priors{}",
        counted(regions.classifiers().len() as u64, "classifier"),
        match (priors.iter().min(), priors.iter().max()) {
            (Some(least), Some(greatest)) => format!(", from {least} to {greatest}"),
            _ => String::new(),
        },
    ));
    page.line("Each score is that of a classifier's own test.");
    page.line("");
    page
}

/// The ranking at a place and around it.
#[derive(Debug)]
pub struct BentAroundReport<'r> {
    /// The frontiers.
    pub frontiers: &'r BentFrontiers<'r>,
    /// The score's name, if it was requested by name.
    pub score: Option<&'r str>,
    /// The place and its surroundings.
    pub around: &'r BentAround,
}

impl Output for BentAroundReport<'_> {
    fn schema(&self) -> &str {
        SCHEMA
    }

    /// As for one prior, but without `cell`, whose corners may be irrational, and with the nearest
    /// frontiers among the swaps, whether they bound the cell or not.
    fn body(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Document<'d> {
            prior_positive: Option<&'d Rational>,
            priors: Option<Vec<Rational>>,
            classifiers: Vec<ClassifierJson<'d>>,
            frontiers: usize,
            at: &'d Point,
            #[serde(skip_serializing_if = "Option::is_none")]
            score: Option<&'d str>,
            on_border: bool,
            ranking: Vec<Ranked<'d>>,
            ties: Vec<Vec<usize>>,
            undefined_classifiers: Vec<usize>,
            holds_beside: bool,
            beside: Vec<BesideJson<'d>>,
            distance: Option<&'d Value>,
            #[serde(skip_serializing_if = "Option::is_none")]
            undefined: Option<&'static str>,
            swaps: Vec<SwapJson<'d>>,
        }
        #[derive(Serialize)]
        struct SwapJson<'d> {
            order: &'d [Vec<usize>],
            edge: &'d BilinearCurve,
            distance: &'d Value,
            nearest: [Value; 2],
        }
        let (frontiers, around) = (self.frontiers, self.around);
        let classifiers = frontiers.regions().classifiers();
        let swaps = around.swaps.iter().flat_map(|swap| {
            swap.orders.iter().map(|order| {
                let [p, q] = &swap.near;
                SwapJson {
                    order,
                    edge: frontiers.curve(swap.frontier),
                    distance: &swap.distance,
                    nearest: [between(&p.a, &q.a), between(&p.b, &q.b)],
                }
            })
        });
        let nearest = around.swaps.first();
        Document {
            prior_positive: None,
            priors: own_priors(frontiers.regions()),
            classifiers: classifiers.iter().map(ClassifierJson::from).collect(),
            frontiers: frontiers.len(),
            at: &around.place,
            score: self.score,
            on_border: around.is_on_border(),
            ranking: ranked(frontiers.regions(), &around.ranking),
            ties: around.ties(),
            undefined_classifiers: around.undefined(),
            holds_beside: around.holds_beside(),
            beside: around.beside.iter().map(BesideJson::from).collect(),
            distance: nearest.map(|swap| &swap.distance),
            undefined: nearest.is_none().then_some("no two classifiers ever swap"),
            swaps: swaps.collect(),
        }
    }

    fn page(&self, _: Format) -> Result<Page<'_>, RenderError> {
        let (frontiers, around) = (self.frontiers, self.around);
        let regions = frontiers.regions();
        let mut page = heading(frontiers);
        let name = self.score.map_or_else(String::new, |name| format!("{name}, "));
        let place = format!("{name}(a, b) = {}", around.place);
        page.line(match (around.is_on_border(), around.through.len()) {
            (true, _) => format!("{place} is on the border of the Tile. At the place itself:"),
            (false, 0) => format!("{place} is in a cell on which this ranking holds:"),
            (false, 1) => format!("{place} is on a frontier. At the place itself:"),
            (false, _) => format!("{place} is where frontiers meet. At the place itself:"),
        });
        ranking(regions, &around.ranking, &around.undefined(), &mut page);
        if !around.beside.is_empty() {
            let same =
                if around.holds_beside() { "the same ranking" } else { "not the ranking above" };
            page.line("");
            page.line(format!(
                "Beside it, in {} that touch the place, {same}:",
                counted(around.beside.len() as u64, "cell")
            ));
            let headings = ["cell that contains (a, b)", "ranking in it"];
            let mut rows = Table::new(headings.map(Column::people));
            for cell in around.beside.iter().take(SHOWN) {
                let order: Vec<String> =
                    cell.ranking.iter().map(|group| names(regions, group)).collect();
                rows.row([cell.sample.to_string().into(), order.join(" > ").into()]);
            }
            page.table(rows);
            if around.beside.len() > SHOWN {
                let rest = counted((around.beside.len() - SHOWN) as u64, "more cell");
                page.line(format!("and {rest}, listed with --format json"));
            }
        }
        page.line("");
        if around.swaps.is_empty() {
            page.line("No two classifiers ever swap: one ranking holds all over the open Tile.");
            return Ok(page);
        }
        page.line("Beyond these frontiers classifiers swap, the nearest first:");
        let headings = ["distance, about", "who swap", "distance exactly"];
        let mut rows = Table::new(headings.map(Column::people));
        for swap in around.swaps.iter().take(SHOWN) {
            for order in &swap.orders {
                let order: Vec<String> = order.iter().map(|group| names(regions, group)).collect();
                let distance = &swap.distance;
                let about = Cell::Distance(distance.clone());
                rows.row([about, order.join(" > ").into(), distance.to_string().into()]);
            }
        }
        page.table(rows);
        if frontiers.len() > SHOWN {
            let rest = counted((frontiers.len() - SHOWN) as u64, "more frontier");
            page.line(format!("and {rest}"));
        }
        Ok(page)
    }
}
