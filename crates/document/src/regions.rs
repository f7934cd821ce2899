//! Regions of the Tile, and zones.

use std::collections::BTreeSet;
use std::io::Write;

use serde::Serialize;

use super::{Cell, Column, Format, Header, Output, Page, RenderError, Style, Table};
use exactile::num::Rational;
use exactile::performance::{Classifier, counted, one_line};
use exactile::tile::{
    Area, ClassifierSummary, Piece, RankInterval, Regions, Selection, Summary, Zone,
};
use exactile::work::Advance;

/// A classifier with its matrix, as in every JSON result.
#[derive(Serialize)]
pub(super) struct ClassifierJson<'c> {
    name: &'c str,
    tn: &'c Rational,
    fp: &'c Rational,
    #[serde(rename = "fn")]
    fn_: &'c Rational,
    tp: &'c Rational,
}

impl<'c> From<&'c Classifier> for ClassifierJson<'c> {
    fn from(Classifier { name, matrix }: &'c Classifier) -> Self {
        Self { name, tn: matrix.tn(), fp: matrix.fp(), fn_: matrix.fn_(), tp: matrix.tp() }
    }
}

/// Writes items as the content of a JSON list, one per line.
pub(super) fn write_items<T: Serialize>(
    out: &mut (impl Write + ?Sized),
    items: impl IntoIterator<Item = T>,
    first: &mut bool,
) -> Result<(), serde_json::Error> {
    for item in items {
        let separator: &[u8] = if std::mem::take(first) { b"\n" } else { b",\n" };
        out.write_all(separator).map_err(serde_json::Error::io)?;
        serde_json::to_writer(&mut *out, &item)?;
    }
    Ok(())
}

/// The selection of pieces; a missing key selects all.
#[derive(Serialize)]
struct SelectionJson<'s> {
    #[serde(skip_serializing_if = "Option::is_none")]
    ranks: Option<&'s BTreeSet<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    classifiers: Option<Vec<&'s str>>,
}

impl<'s> SelectionJson<'s> {
    fn new(classifiers: &'s [Classifier], selection: &'s Selection) -> Self {
        let name = |&position: &usize| classifiers[position].name.as_str();
        let classifiers =
            selection.classifiers.as_ref().map(|wanted| wanted.iter().map(name).collect());
        Self { ranks: selection.ranks.ranks(), classifiers }
    }
}

/// Regions, `exactile.regions.v1`: the selected pieces, with the selection if it is not everything.
///
/// If the classifiers were tested under different priors, `prior_positive` is null, `priors` lists
/// the positive prior of each, and the pieces have the form that [`exactile::Piece`] describes.
pub struct RegionsReport<'r> {
    /// The regions.
    pub regions: &'r Regions,
    /// The selection of pieces in JSON and CSV, and of classifiers in the text.
    pub selection: &'r Selection,
    /// Called for each classifier; it may stop the work.
    pub advance: Advance<'r>,
}

impl std::fmt::Debug for RegionsReport<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RegionsReport").field("selection", self.selection).finish_non_exhaustive()
    }
}

impl RegionsReport<'_> {
    fn step(&self) -> Result<(), RenderError> {
        if (self.advance)().is_break() { Err(RenderError::Stopped) } else { Ok(()) }
    }

    /// Returns the area on which each classifier takes one of the selected ranks, if a rank other
    /// than the first is selected; `None` for classifiers that take none of them anywhere.
    fn shares(&self) -> Result<Option<Vec<Option<Area>>>, RenderError> {
        let ranks = &self.selection.ranks;
        if ranks.ranks().is_none() || ranks.is_first_only() {
            return Ok(None);
        }
        let selection = Selection { areas: true, ..self.selection.clone() };
        let mut shares: Vec<Option<Area>> = vec![None; self.regions.classifiers().len()];
        let areas = |pieces: Vec<Piece>| -> Vec<(usize, Option<Area>)> {
            pieces.into_iter().map(|piece| (piece.classifier, piece.area)).collect()
        };
        self.regions.stream::<_, RenderError>(&selection, areas, |areas| {
            for (classifier, area) in areas {
                let share = shares[classifier].get_or_insert_with(Area::zero);
                if let Some(area) = area {
                    *share += &area;
                }
            }
            self.step()
        })?;
        Ok(Some(shares))
    }

    /// Returns the summary of the selected classifiers; of the first rank alone, if only that was
    /// requested.
    fn summary(&self) -> Result<Summary, RenderError> {
        let (regions, selection) = (self.regions, self.selection);
        let mut summary = if selection.ranks.is_first_only() {
            regions.first_summary()
        } else {
            regions.summary_with_progress(self.advance).ok_or(RenderError::Stopped)?
        };
        if let Some(wanted) = &selection.classifiers {
            summary.classifiers.retain(|entry| wanted.contains(&entry.classifier));
        }
        Ok(summary)
    }
}

impl Output for RegionsReport<'_> {
    fn schema(&self) -> &str {
        "exactile.regions.v1"
    }

    fn body(&self) -> impl Serialize {}

    fn write_json(&self, header: Header<'_>, out: &mut dyn Write) -> Result<(), RenderError> {
        let (regions, selection) = (self.regions, self.selection);
        header.begin(&(), out)?;
        let prior = serde_json::to_string(&regions.prior_positive())?;
        write!(out, "\n\"prior_positive\":{prior},\n")?;
        if let Some(priors) = own_priors(regions) {
            writeln!(out, "\"priors\":{},", serde_json::to_string(&priors)?)?;
        }
        let selected = SelectionJson::new(regions.classifiers(), selection);
        if selected.ranks.is_some() || selected.classifiers.is_some() {
            writeln!(out, "\"selection\":{},", serde_json::to_string(&selected)?)?;
        }
        out.write_all(b"\"classifiers\":[")?;
        let classifiers = regions.classifiers().iter().map(ClassifierJson::from);
        write_items(out, classifiers, &mut true)?;
        out.write_all(b"],\n\"pieces\":[")?;
        let mut first = true;
        regions.stream::<_, RenderError>(
            selection,
            |pieces| {
                let mut text = Vec::with_capacity(pieces.len() * 256);
                write_items(&mut text, pieces, &mut true).map(|()| text)
            },
            |text| {
                append(out, &text?, &mut first)?;
                self.step()
            },
        )?;
        Ok(out.write_all(b"]}\n")?)
    }

    fn page(&self, _: Format) -> Result<Page<'_>, RenderError> {
        let (summary, shares) = (self.summary()?, self.shares()?);
        let ranks = self.selection.ranks.ranks().zip(shares.as_deref());
        Ok(overview(self.regions, &summary, ranks))
    }

    /// CSV has a row for each piece. Corners are separated by semicolons, coordinates and
    /// coefficients by spaces.
    fn write_page(&self, style: Style, out: &mut dyn Write) -> Result<(), RenderError> {
        if style.format != Format::Csv {
            return self.page(style.format)?.write(style, out);
        }
        let empty = || {
            let columns =
                ["classifier", "name", "dimension", "rank_best", "rank_worst", "vertices", "edges"];
            let area = self.selection.areas.then(|| Column::data("area").with_decimal());
            Table::new(columns.map(Column::data).into_iter().chain(area))
        };
        let rows = |pieces: Vec<Piece>| {
            let mut rows = empty();
            for piece in &pieces {
                let cells = [
                    piece.classifier.into(),
                    (&self.regions.classifiers()[piece.classifier].name).into(),
                    u64::from(piece.dimension()).into(),
                    u64::from(piece.rank.best).into(),
                    u64::from(piece.rank.worst).into(),
                    joined(piece.vertices().iter().map(|v| format!("{} {}", v.a, v.b))).into(),
                    joined(piece.edges().iter().map(ToString::to_string)).into(),
                ];
                let area = piece.area.as_ref().map(|area| area.value().into());
                rows.row(cells.into_iter().chain(area));
            }
            rows.csv_rows()
        };
        empty().write_header(out)?;
        self.regions.stream::<_, RenderError>(self.selection, rows, |rows| {
            out.write_all(&rows?)?;
            self.step()
        })
    }
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join("; ")
}

/// Appends a part of a JSON list that was made in parallel.
pub(super) fn append(
    out: &mut dyn Write,
    text: &[u8],
    first: &mut bool,
) -> Result<(), RenderError> {
    if !text.is_empty() {
        if !std::mem::take(first) {
            out.write_all(b",")?;
        }
        out.write_all(text)?;
    }
    Ok(())
}

/// Returns the positive prior of each classifier, if they differ.
pub(crate) fn own_priors(regions: &Regions) -> Option<Vec<Rational>> {
    let prior = |classifier: &Classifier| classifier.matrix.prior_positive();
    regions.prior_positive().is_none().then(|| regions.classifiers().iter().map(prior).collect())
}

/// The note on comparisons across priors.
const UNEQUAL: &str = "\
Each score is that of a classifier's own test: differences between the tests are part of the result.
To compare the classifiers under one prior, add --target-prior. Scores whose place on the Tile
depends on the prior (balanced accuracy, kappa) have no common place and are not listed.
";

/// Returns the summary of each classifier: its share of the Tile at rank 1, best and worst rank,
/// named scores for which it is first, and its ties. If ranks are given, with the area on which
/// each classifier takes one of them, it has the share of the Tile at these ranks, and nothing
/// about the first.
fn overview<'r>(
    regions: &'r Regions,
    summary: &Summary,
    ranks: Option<(&BTreeSet<u32>, &[Option<Area>])>,
) -> Page<'r> {
    let classifiers = regions.classifiers();
    let names = |positions: &[usize]| {
        const SHOWN: usize = 6;
        let mut list: Vec<_> = positions.iter().map(|i| one_line(&classifiers[*i].name)).collect();
        if positions.len() > SHOWN {
            // Which ones are named does not depend on their order in the input.
            list.sort_unstable();
            list.truncate(SHOWN);
            list.push(format!("{} more", positions.len() - SHOWN).into());
        }
        list.join(", ")
    };
    let mut page = heading(regions);
    let share_of = |entry: &ClassifierSummary| match ranks {
        Some((_, shares)) => shares[entry.classifier].clone(),
        None => Some(entry.first_share.clone()),
    };
    let mut order: Vec<(Area, &ClassifierSummary)> = summary
        .classifiers
        .iter()
        .filter_map(|entry| share_of(entry).map(|share| (share, entry)))
        .collect();
    order.sort_by(|(of_x, x), (of_y, y)| {
        let ranks = |entry: &ClassifierSummary| entry.ranks.map(|ranks| (ranks.best, ranks.worst));
        // Only the order of lines, not a result: doubles are good enough.
        let [of_x, of_y] = [of_x, of_y].map(|share| share.value().to_f64());
        of_y.total_cmp(&of_x).then_with(|| ranks(x).cmp(&ranks(y)))
    });
    let with_ranks = summary.classifiers.iter().any(|entry| entry.ranks.is_some());
    let range = with_ranks.then(|| ["best", "worst"].map(|of| Column::people(of).right()));
    let heading = ranks.map_or_else(|| "first on".to_owned(), |(ranks, _)| ranked_on(ranks));
    let first_for = ranks.is_none().then(|| Column::people("first for"));
    let mut rows = Table::new(
        [Column::people("classifier"), Column::people(heading).right()]
            .into_iter()
            .chain(range.into_iter().flatten())
            .chain(first_for)
            .chain([Column::people("ties with")]),
    );
    for (share, entry) in order {
        let rank = |part: fn(&RankInterval) -> u32| {
            Cell::maybe(entry.ranks.as_ref().map(|ranks| u64::from(part(ranks))))
        };
        let scores: Vec<String> = entry.first_for.iter().map(ToString::to_string).collect();
        let mut ties = Vec::new();
        if !entry.equal_to.is_empty() {
            ties.push(format!("everywhere: {}", names(&entry.equal_to)));
        }
        if !entry.first_beside.is_empty() && ranks.is_none() {
            ties.push(format!("first beside: {}", names(&entry.first_beside)));
        }
        let name = &classifiers[entry.classifier].name;
        let share =
            if share == Area::zero() { "-".to_owned() } else { share.percent(3).to_string() };
        let range = with_ranks.then(|| [rank(|ranks| ranks.best), rank(|ranks| ranks.worst)]);
        rows.row(
            [name.into(), share.into()]
                .into_iter()
                .chain(range.into_iter().flatten())
                .chain(ranks.is_none().then(|| scores.join(", ").into()))
                .chain([ties.join("; ").into()]),
        );
    }
    page.table(rows);
    page
}

/// Returns the first lines: how many classifiers, and under which priors.
fn heading<'r>(regions: &'r Regions) -> Page<'r> {
    let classifiers = regions.classifiers();
    let count = counted(classifiers.len(), "classifier");
    let mut page = Page::default();
    match regions.prior_positive() {
        Some(prior) => {
            let about = prior.to_decimal(4);
            page.line(format!("{count} on the Tile of positive prior {prior} (about {about})"));
        }
        None => {
            let prior = |classifier: &Classifier| classifier.matrix.prior_positive();
            let least = classifiers.iter().map(prior).min().unwrap_or(Rational::ZERO);
            let greatest = classifiers.iter().map(prior).max().unwrap_or(Rational::ONE);
            page.line(format!(
                "{count} tested under different positive priors, from {least} (about {}) to \
                 {greatest} (about {})",
                least.to_decimal(4),
                greatest.to_decimal(4),
            ));
            page.lines(UNEQUAL.lines().map(str::to_owned));
        }
    }
    page
}

/// Returns a heading over shares of the Tile: `rank 2 on`, `rank 2 or 3 on`.
fn ranked_on(ranks: &BTreeSet<u32>) -> String {
    let ranks: Vec<String> = ranks.iter().map(u32::to_string).collect();
    format!("rank {} on", ranks.join(" or "))
}

/// The zone in which one set of classifiers is at least as good as another, `exactile.zone.v1`.
#[derive(Clone, Copy, Debug)]
pub struct ZoneReport<'z> {
    /// The regions.
    pub regions: &'z Regions,
    /// Positions of the classifiers that are at least as good.
    pub better: &'z [usize],
    /// Positions of the others.
    pub than: &'z [usize],
    /// The zone; `None` if there is none.
    pub zone: Option<&'z Zone>,
}

impl Output for ZoneReport<'_> {
    fn schema(&self) -> &str {
        "exactile.zone.v1"
    }

    fn body(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Document<'z> {
            prior_positive: Option<&'z Rational>,
            #[serde(skip_serializing_if = "Option::is_none")]
            priors: Option<Vec<Rational>>,
            better: Vec<&'z str>,
            than: Vec<&'z str>,
            piece: Option<&'z Zone>,
        }
        let names = |positions: &[usize]| {
            positions.iter().map(|&i| self.regions.classifiers()[i].name.as_str()).collect()
        };
        Document {
            prior_positive: self.regions.prior_positive(),
            priors: own_priors(self.regions),
            better: names(self.better),
            than: names(self.than),
            piece: self.zone,
        }
    }

    /// Corners and edges are words in text; in other forms a row has a corner and the edge from it
    /// to the next one.
    fn page(&self, format: Format) -> Result<Page<'_>, RenderError> {
        let mut page = Page::default();
        let mut corners = Table::new([
            Column::exact("a", "a"),
            Column::exact("b", "b"),
            Column::new("edge to the next (k_ab, k_a, k_b, k_1)", "edge"),
        ]);
        let Some(zone) = self.zone else {
            page.line("nowhere on the Tile");
            if format == Format::Csv {
                page.table(corners);
            }
            return Ok(page);
        };
        if self.regions.prior_positive().is_none() {
            page.line(
                "each classifier by the scores of its own test, whose positive priors differ:",
            );
        }
        let kind = match zone.dimension {
            0 => "at one point".to_owned(),
            1 => "along an arc".to_owned(),
            _ => format!("on {} of the Tile", zone.area.percent(3)),
        };
        page.line(format!("{kind}, with the corners (a, b)"));
        if format != Format::Text {
            for (place, vertex) in zone.vertices.iter().enumerate() {
                let edge = zone.edges.get(place).map(|edge| Cell::from(edge.to_string()));
                corners.row([(&vertex.a).into(), (&vertex.b).into(), Cell::maybe(edge)]);
            }
            page.table(corners);
            return Ok(page);
        }
        for vertex in &zone.vertices {
            let (a, b) = vertex.to_f64();
            page.line(format!("  {vertex}, about ({a:.6}, {b:.6})"));
        }
        if !zone.edges.is_empty() {
            page.line("and the edges k_ab ab + k_a a + k_b b + k_1 = 0 with (k_ab, k_a, k_b, k_1)");
            for edge in &zone.edges {
                page.line(format!("  ({})", edge.to_string().replace(' ', ", ")));
            }
        }
        if !zone.on_border.is_empty() {
            page.line("and also on the border of the Tile, where the two tie");
            for [from, to] in &zone.on_border {
                page.line(if from == to {
                    format!("  at {from}")
                } else {
                    format!("  from {from} to {to}")
                });
            }
        }
        Ok(page)
    }
}
