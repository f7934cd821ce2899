//! The place of a score on the Tile.

use serde::Serialize;

use super::{Cell, Column, Format, Output, Page, RenderError, Table};
use exactile::geometry::Point;
use exactile::tile::Placement;

/// The place to which an operation moves a score's ordering.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    /// The operation.
    pub operation: String,
    /// The new place.
    pub at: Point,
    /// `true` if the score orders inversely to the ranking score at the new place.
    pub inverted: bool,
}

/// The reason why a place is not given in numbers.
const NO_PRIOR: &str = "it depends on the priors, which are not given";

/// The place of a score, `exactile.place.v1`.
#[derive(Clone, Copy, Debug)]
pub struct PlacementReport<'p> {
    /// The usual name of the score.
    pub title: &'p str,
    /// Its place.
    pub placement: &'p Placement,
    /// The reason for its place.
    pub why: &'p str,
    /// The places to which operations move it.
    pub steps: &'p [Step],
}

impl Output for PlacementReport<'_> {
    fn schema(&self) -> &str {
        "exactile.place.v1"
    }

    fn body(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Document<'p> {
            score: &'p str,
            #[serde(flatten)]
            placement: &'p Placement,
            #[serde(skip_serializing_if = "Option::is_none")]
            undefined: Option<&'static str>,
            after: &'p [Step],
            why: &'p str,
        }
        let Self { title, placement, why, steps } = *self;
        let unknown = placement.at.is_none() || placement.balanced.is_none();
        let undefined = unknown.then_some(NO_PRIOR);
        Document { score: title, placement, undefined, after: steps, why }
    }

    /// Operations are words in text; in other forms a table has the place before and after them.
    fn page(&self, format: Format) -> Result<Page<'_>, RenderError> {
        let placement = self.placement;
        let [a, b] = &placement.formula;
        let mut page = Page::default();
        page.line(self.title);
        page.line("");
        let place = match (&placement.at, placement.depends_on_prior) {
            (Some(at), true) => format!("{at} = ({a}, {b})"),
            (Some(at), false) => format!("{at}, whatever the priors are"),
            (None, _) => format!("({a}, {b}), give --prior for numbers"),
        };
        let canonical = |[tn, fp, fn_, tp]: &[_; 4]| format!("tn {tn}, fp {fp}, fn {fn_}, tp {tp}");
        let [tn, fp, fn_, tp] = &placement.importances;
        let balanced = placement.balanced.as_ref().map_or(NO_PRIOR.to_owned(), ToString::to_string);
        let better = if placement.inverted { "lower" } else { "higher" };
        for (label, text) in [
            ("place (a, b)", Some(place)),
            ("importances", Some(format!("tn {tn}, fp {fp}, fn {fn_}, tp {tp}"))),
            ("canonical ones", placement.canonical.as_ref().map(canonical)),
            ("in balanced places", Some(balanced)),
            ("orders so", Some(placement.holds.name().to_owned())),
            ("better values", Some(better.to_owned())),
        ] {
            page.lines(text.map(|text| format!("{label:<19} {text}")));
        }
        if format != Format::Text {
            page.table(self.places());
        }
        for step in self.steps.iter().filter(|_| format == Format::Text) {
            let inverted = if step.inverted { ", inverted" } else { "" };
            page.line(format!("after {}: {}{inverted}", step.operation, step.at));
        }
        page.line("");
        page.line(format!("why: {}", self.why));
        Ok(page)
    }
}

impl PlacementReport<'_> {
    /// Returns the place of the score itself, and that after each operation.
    fn places(&self) -> Table<'_> {
        let mut rows = Table::new([
            Column::new("score, and after each operation", "step"),
            Column::exact("a", "a"),
            Column::exact("b", "b"),
            Column::new("a in the priors", "a_formula"),
            Column::new("b in the priors", "b_formula"),
            Column::new("better", "better"),
        ]);
        let better = |inverted: bool| if inverted { "lower" } else { "higher" };
        let Placement { at, formula: [a, b], inverted, .. } = self.placement;
        rows.row([
            self.title.into(),
            Cell::maybe(at.as_ref().map(|at| &at.a)),
            Cell::maybe(at.as_ref().map(|at| &at.b)),
            a.as_str().into(),
            b.as_str().into(),
            better(*inverted).into(),
        ]);
        for Step { operation, at, inverted } in self.steps {
            let (a, b) = ((&at.a).into(), (&at.b).into());
            let empty = Cell::Empty;
            rows.row([
                operation.as_str().into(),
                a,
                b,
                empty.clone(),
                empty,
                better(*inverted).into(),
            ]);
        }
        rows
    }
}
