//! Volumes under the Tile.

use serde::Serialize;

use super::valued::Valued;
use super::{Cell, Column, Format, Output, Page, RenderError, Table};
use exactile::geometry::Point;
use exactile::num::{LogSum, Value};
use exactile::performance::Classifier;
use exactile::score::Metric;
use exactile::tile::{RankInterval, RankedVolume, undefined_part};

/// The ranking by volume under the Tile, `exactile.vut.v1`. `undefined_at` has the corners of the
/// Tile between which no score is defined: none, one corner, or the two ends of a side.
#[derive(Clone, Copy, Debug)]
pub struct VolumeReport<'r> {
    /// The classifiers, in the order of the input.
    pub classifiers: &'r [Classifier],
    /// The ranking, best first.
    pub ranking: &'r [RankedVolume],
}

impl Output for VolumeReport<'_> {
    fn schema(&self) -> &str {
        "exactile.vut.v1"
    }

    fn body(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Document<'r> {
            ranking: Vec<Entry<'r>>,
        }
        #[derive(Serialize)]
        struct Entry<'r> {
            classifier: usize,
            name: &'r str,
            rank: RankInterval,
            vut: &'r LogSum,
            undefined_at: Vec<Point>,
            acp: Valued<Value>,
            p4: Valued<Value>,
        }
        let entries = self.ranking.iter().map(|ranked| {
            let Classifier { name, matrix } = &self.classifiers[ranked.classifier];
            Entry {
                classifier: ranked.classifier,
                name,
                rank: ranked.rank,
                vut: &ranked.volume,
                undefined_at: undefined_part(matrix).corners().into_iter().cloned().collect(),
                acp: Metric::AverageConditionalProbability.value(matrix).into(),
                p4: Metric::P4.value(matrix).into(),
            }
        });
        Document { ranking: entries.collect() }
    }

    /// CSV has the volume as a decimal, `vut`, and exactly, `vut_exact`.
    fn page(&self, _: Format) -> Result<Page<'_>, RenderError> {
        let mut rows = Table::new([
            Column::ranks(),
            Column::data("classifier"),
            Column::new("classifier", "name"),
            Column::people("VUT"),
            Column::data("vut"),
            Column::data("vut_exact"),
            Column::exact("ACP", "acp"),
            Column::exact("P4", "p4"),
            Column::terminal("VUT exactly"),
        ])
        .decimals_last();
        for ranked in self.ranking {
            let Classifier { name, matrix } = &self.classifiers[ranked.classifier];
            rows.row([
                ranked.rank.into(),
                ranked.classifier.into(),
                name.into(),
                (&ranked.volume).into(),
                ranked.volume.to_decimal(17).into(),
                (&ranked.volume).into(),
                Metric::AverageConditionalProbability.value(matrix).into(),
                Metric::P4.value(matrix).into(),
                Cell::exactly(&ranked.volume),
            ]);
        }
        let mut page = Page::default();
        page.line("ranking by the volume under the Tile (VUT), the mean of all ranking scores;");
        page.line("like ACP and P4 it is not a ranking score itself");
        page.table(rows);
        Ok(page)
    }
}
