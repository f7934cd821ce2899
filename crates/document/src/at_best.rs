//! Models on the Tile, each at its best threshold.

use std::collections::BTreeSet;

use serde::Serialize;

use super::thresholds::cells;
use super::{Cell, Column, Format, Output, Page, RenderError, Table};
use exactile::geometry::{BilinearCurve, Point};
use exactile::num::Rational;
use exactile::performance::counted;
use exactile::score::NamedScore;
use exactile::threshold::{ModelScore, ScoredModel};
use exactile::tile::{Area, BestPiece, RankFilter, RankInterval};

/// The ranks of models, each at its best threshold, `exactile.regions-at-best.v1`.
///
/// `models` has the thresholds on each model's hull with their counts, as in
/// `exactile.thresholds.v1`. `ranks` and `selected` (names) are the selection of pieces, if there
/// is one. A piece has the model, its best thresholds there (one inside a region, all tied ones on
/// a chord; null predicts no sample positive), and otherwise the form of a piece of
/// `exactile.regions.v1`.
#[derive(Debug)]
pub struct AtBestReport<'r> {
    /// The positive prior of the Tile.
    pub prior_positive: &'r Rational,
    /// The models.
    pub models: &'r [ScoredModel],
    /// Their hulls, as positions of thresholds. The groups of classifiers in the pieces are in this
    /// order.
    pub hulls: &'r [Vec<usize>],
    /// All pieces.
    pub pieces: &'r [BestPiece],
    /// Named scores for which each model is first at its best.
    pub first_for: &'r [Vec<NamedScore>],
    /// The ranks of the pieces in JSON and CSV.
    pub ranks: &'r RankFilter,
    /// The models whose pieces are listed, by position; `None` for all.
    pub selected: Option<&'r [usize]>,
    /// `true` if pieces have areas.
    pub areas: bool,
}

#[derive(Serialize)]
struct ModelJson<'r> {
    name: &'r str,
    thresholds: Vec<ThresholdJson>,
}

#[derive(Serialize)]
struct ThresholdJson {
    threshold: Option<ModelScore>,
    tn: Rational,
    fp: Rational,
    #[serde(rename = "fn")]
    fn_: Rational,
    tp: Rational,
}

#[derive(Serialize)]
struct PieceJson<'r> {
    model: usize,
    thresholds: Vec<Option<ModelScore>>,
    dimension: u8,
    rank: RankInterval,
    vertices: &'r [Point],
    edges: &'r [BilinearCurve],
    #[serde(skip_serializing_if = "Option::is_none")]
    area: Option<Area>,
}

impl<'r> AtBestReport<'r> {
    /// Returns the model and the position of the threshold of each classifier in the pieces.
    fn places(&self) -> Vec<(usize, usize)> {
        let of = |(model, hull): (usize, &Vec<usize>)| {
            hull.iter().map(move |&position| (model, position)).collect::<Vec<_>>()
        };
        self.hulls.iter().enumerate().flat_map(of).collect()
    }

    fn is_selected(&self, model: usize) -> bool {
        self.selected.is_none_or(|selected| selected.contains(&model))
    }

    /// Returns the selected pieces.
    fn chosen(&self) -> impl Iterator<Item = &'r BestPiece> {
        self.pieces
            .iter()
            .filter(|best| self.is_selected(best.group) && self.ranks.accepts(best.piece.rank))
    }

    fn area(&self, best: &BestPiece) -> Option<Area> {
        self.areas.then(|| best.piece.enclosed_area())
    }
}

impl<'r> Output for AtBestReport<'r> {
    fn schema(&self) -> &str {
        "exactile.regions-at-best.v1"
    }

    fn body(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Document<'r> {
            prior_positive: &'r Rational,
            /// `true`: thresholds were chosen on the samples that judge them.
            optimistic: bool,
            #[serde(skip_serializing_if = "Option::is_none")]
            ranks: Option<&'r BTreeSet<u32>>,
            /// The names of the models whose pieces are listed, if there is a selection.
            #[serde(skip_serializing_if = "Option::is_none")]
            selected: Option<Vec<&'r str>>,
            models: Vec<ModelJson<'r>>,
            pieces: Vec<PieceJson<'r>>,
        }
        let model = |(model, hull): (&'_ ScoredModel, &Vec<usize>)| {
            let threshold = |&position: &usize| {
                let [tn, fp, fn_, tp] = cells(model, position);
                ThresholdJson { threshold: model.threshold(position), tn, fp, fn_, tp }
            };
            hull.iter().map(threshold).collect()
        };
        let places = self.places();
        let threshold = |&k: &usize| {
            let (model, position) = places[k];
            self.models[model].threshold(position)
        };
        let piece = |best: &'r BestPiece| {
            let piece = &best.piece;
            PieceJson {
                model: best.group,
                thresholds: best.choice.iter().map(threshold).collect(),
                dimension: piece.dimension(),
                rank: piece.rank,
                vertices: piece.vertices(),
                edges: piece.edges(),
                area: self.area(best),
            }
        };
        Document {
            prior_positive: self.prior_positive,
            optimistic: true,
            ranks: self.ranks.ranks(),
            selected: self
                .selected
                .map(|selected| selected.iter().map(|&model| self.models[model].name()).collect()),
            models: self
                .models
                .iter()
                .zip(self.hulls)
                .map(|(of, hull)| ModelJson { name: of.name(), thresholds: model((of, hull)) })
                .collect(),
            pieces: self.chosen().map(piece).collect(),
        }
    }

    /// CSV has a row for each piece, corners and edges as in the regions of classifiers.
    fn page(&self, format: Format) -> Result<Page<'_>, RenderError> {
        Ok(if format == Format::Csv { Page::of(self.rows()) } else { self.overview() })
    }
}

impl AtBestReport<'_> {
    fn rows(&self) -> Table<'_> {
        let columns = [
            "model",
            "name",
            "thresholds",
            "dimension",
            "rank_best",
            "rank_worst",
            "vertices",
            "edges",
        ];
        let area = self.areas.then(|| Column::data("area").with_decimal());
        let mut table = Table::new(columns.map(Column::data).into_iter().chain(area));
        let places = self.places();
        let joined = |parts: Vec<String>| parts.join("; ");
        for best in self.chosen() {
            let piece = &best.piece;
            let threshold = |&k: &usize| {
                let (model, position) = places[k];
                self.models[model].threshold_text(position)
            };
            let cells = [
                best.group.into(),
                self.models[best.group].name().into(),
                joined(best.choice.iter().map(threshold).collect()).into(),
                u64::from(piece.dimension()).into(),
                u64::from(piece.rank.best).into(),
                u64::from(piece.rank.worst).into(),
                joined(piece.vertices().iter().map(|v| format!("{} {}", v.a, v.b)).collect())
                    .into(),
                joined(piece.edges().iter().map(ToString::to_string).collect()).into(),
            ];
            let area = self.area(best).map(|area| area.value().into());
            table.row(cells.into_iter().chain(area));
        }
        table
    }

    /// Returns, for each model, its area at the selected ranks, by default the first one, and the
    /// thresholds that it uses there.
    fn overview(&self) -> Page<'_> {
        let mut page = Page::default();
        let prior = self.prior_positive;
        page.line(format!(
            "{}, each at its best thresholds, on the Tile of positive prior {prior} (about {})",
            counted(self.models.len(), "model"),
            prior.to_decimal(4),
        ));
        let first = BTreeSet::from([1]);
        let ranks = self.ranks.ranks().unwrap_or(&first);
        let shares = ranks.iter().map(|rank| {
            let heading =
                if *rank == 1 { "first on".to_owned() } else { format!("rank {rank} on") };
            Column::people(heading).right()
        });
        let thresholds = match ranks.iter().collect::<Vec<_>>()[..] {
            [1] => "flag from, where it is first".to_owned(),
            [rank] => format!("flag from, at rank {rank}"),
            _ => "flag from, at these ranks".to_owned(),
        };
        let columns = [Column::people("model")].into_iter().chain(shares);
        let mut table = Table::new(columns.chain([
            Column::people("best").right(),
            Column::people("worst").right(),
            Column::people(thresholds),
            Column::people("first for"),
        ]));
        let places = self.places();
        let mut lines: Vec<(f64, Vec<Cell<'_>>)> = Vec::new();
        for (k, model) in self.models.iter().enumerate().filter(|(k, _)| self.is_selected(*k)) {
            let own = || self.pieces.iter().filter(move |best| best.group == k);
            let regions = || own().filter(|best| best.piece.dimension() == 2);
            let share = |rank: u32| {
                let mut share = Area::zero();
                for best in regions().filter(|best| best.piece.rank.contains(rank)) {
                    share += &best.piece.enclosed_area();
                }
                share
            };
            let mut row: Vec<Cell<'_>> = vec![model.name().into()];
            let mut order = 0.0;
            for &rank in ranks {
                let share = share(rank);
                // Only the order of lines: doubles are good enough.
                order += share.value().to_f64();
                let nowhere = share == Area::zero();
                row.push(if nowhere { "-".into() } else { share.percent(3).to_string().into() });
            }
            let best = own().map(|best| best.piece.rank.best).min();
            let worst = own().map(|best| best.piece.rank.worst).max();
            row.extend([best, worst].map(|rank| Cell::maybe(rank.map(u64::from))));
            let at_rank = |best: &&BestPiece| {
                let rank = best.piece.rank;
                ranks.iter().any(|&wanted| rank.contains(wanted))
            };
            let mut choices: Vec<usize> =
                regions().filter(at_rank).map(|best| best.choice[0]).collect();
            choices.dedup();
            row.push(listed(choices.iter().map(|&choice| {
                let (_, position) = places[choice];
                model.simplest_threshold(position).unwrap_or_else(|| "nobody".to_owned())
            })));
            row.push(listed(self.first_for[k].iter().map(ToString::to_string)));
            lines.push((order, row));
        }
        lines.sort_by(|(first, _), (second, _)| second.total_cmp(first));
        for (_, row) in lines {
            table.row(row);
        }
        page.table(table);
        page.line("");
        page.line(
            "These thresholds were chosen on the samples that they are judged on, so the \
             models look better than",
        );
        page.line("they are. thresholds --choose-on FILE chooses them on other samples.");
        page
    }
}

fn listed(parts: impl Iterator<Item = String>) -> Cell<'static> {
    parts.collect::<Vec<_>>().join(", ").into()
}
