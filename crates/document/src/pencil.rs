//! Iso-performance lines in ROC space.

use serde::Serialize;

use super::{Cell, Column, Format, Output, Page, RenderError, Table};
use exactile::geometry::Point;
use exactile::num::{Rational, Value};
use exactile::performance::Classifier;
use exactile::tile::{IsoLine, Pencil, RankInterval, RankedClassifier, Vertex, roc_point};

/// The reason why a canonical score has no value.
pub(super) const UNDEFINED: &str = "no outcome that counts for this score has occurred (0/0)";

/// The iso-performance lines of a score and the line through each classifier.
///
/// `exactile.roc.v1`: lines are `["k_fpr", "k_tpr", "k_1"]`, coprime integers, positive where
/// performances are better; the vertex is null where lines are parallel.
#[derive(Clone, Copy, Debug)]
pub struct PencilReport<'r> {
    /// The lines.
    pub pencil: &'r Pencil,
    /// The usual name of the lines.
    pub title: &'r str,
    /// The score's name, if it was requested by name.
    pub score: Option<&'r str>,
    /// The classifiers, in the order of the input.
    pub classifiers: &'r [Classifier],
    /// The ranking, best first.
    pub ranking: &'r [RankedClassifier],
}

impl Output for PencilReport<'_> {
    fn schema(&self) -> &str {
        "exactile.roc.v1"
    }

    fn body(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Document<'r> {
            at: &'r Point,
            #[serde(skip_serializing_if = "Option::is_none")]
            score: Option<&'r str>,
            prior_positive: &'r Rational,
            vertex: Option<Point>,
            direction: Option<[Rational; 2]>,
            lines: Vec<Level>,
            classifiers: Vec<Entry<'r>>,
        }
        #[derive(Serialize)]
        struct Level {
            value: Rational,
            line: IsoLine,
        }
        #[derive(Serialize)]
        struct Entry<'r> {
            classifier: usize,
            name: &'r str,
            fpr: Option<Rational>,
            tpr: Option<Rational>,
            value: Option<&'r Rational>,
            rank: Option<RankInterval>,
            line: Option<IsoLine>,
            #[serde(skip_serializing_if = "Option::is_none")]
            undefined: Option<&'static str>,
        }
        let (vertex, direction) = match self.pencil.vertex() {
            Vertex::Finite(point) => (Some(point), None),
            Vertex::AtInfinity(direction) => (None, Some(direction)),
        };
        let entries = self.ranking.iter().map(|ranked| {
            let classifier = &self.classifiers[ranked.classifier];
            let (fpr, tpr) = roc_point(&classifier.matrix).map(|rates| (rates.a, rates.b)).unzip();
            Entry {
                classifier: ranked.classifier,
                name: &classifier.name,
                fpr,
                tpr,
                value: ranked.value.as_ref(),
                rank: ranked.rank,
                line: self.pencil.line_of(&classifier.matrix),
                undefined: ranked.value.is_none().then_some(UNDEFINED),
            }
        });
        Document {
            at: self.pencil.place(),
            score: self.score,
            prior_positive: self.pencil.prior_positive(),
            vertex,
            direction,
            lines: Pencil::usual_values()
                .map(|value| Level { line: self.pencil.line(&value), value })
                .collect(),
            classifiers: entries.collect(),
        }
    }

    /// The vertex, the lines of 0 and 1, and the line through each classifier, best first.
    fn page(&self, _: Format) -> Result<Page<'_>, RenderError> {
        let (place, prior) = (self.pencil.place(), self.pencil.prior_positive());
        let mut page = Page::default();
        page.line(format!(
            "{} in ROC space, at (a, b) = {place}, positive prior {prior}",
            self.title
        ));
        page.line("");
        match self.pencil.vertex() {
            Vertex::Finite(point) => {
                let (fpr, tpr) = (point.a.to_decimal(6), point.b.to_decimal(6));
                page.line(format!("all lines meet at (fpr, tpr) = {point}, about ({fpr}, {tpr})"));
                if point.is_in_unit_square() {
                    page.line("there the score is undefined");
                }
            }
            Vertex::AtInfinity([x, y]) => {
                page.line(format!("all lines are parallel, along (fpr, tpr) = ({x}, {y})"));
            }
        }
        for value in [Rational::ZERO, Rational::ONE] {
            page.line(format!("value {value} on {}", self.pencil.line(&value)));
        }
        let mut rows = Table::new([
            Column::ranks(),
            Column::data("classifier"),
            Column::new("classifier", "name"),
            Column::data("fpr").with_decimal(),
            Column::data("tpr").with_decimal(),
            Column::exact("about", "value"),
            Column::terminal("exactly"),
            Column::people("line"),
            Column::data("k_fpr"),
            Column::data("k_tpr"),
            Column::data("k_1"),
        ])
        .decimals_last();
        for ranked in self.ranking {
            let classifier = &self.classifiers[ranked.classifier];
            let (fpr, tpr) = roc_point(&classifier.matrix).map(|rates| (rates.a, rates.b)).unzip();
            let line = self.pencil.line_of(&classifier.matrix);
            let of_line = |text: fn(&IsoLine) -> String| Cell::maybe(line.as_ref().map(text));
            let value = Value::defined(ranked.value.as_ref(), UNDEFINED);
            rows.row([
                ranked.rank.into(),
                ranked.classifier.into(),
                (&classifier.name).into(),
                Cell::maybe(fpr),
                Cell::maybe(tpr),
                (&value).into(),
                Cell::exactly(&value),
                line.as_ref().map_or("-".into(), |line| line.to_string().into()),
                of_line(|line| line.coefficients[0].to_string()),
                of_line(|line| line.coefficients[1].to_string()),
                of_line(|line| line.coefficients[2].to_string()),
            ]);
        }
        page.table(rows);
        Ok(page)
    }
}
