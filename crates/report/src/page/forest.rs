//! The forest of a verdict: the first classifiers with intervals of their true values, as a picture
//! and as a table for those who do not see it.

use maud::{Markup, PreEscaped, html};

use super::data::Colour;
use super::numbers::{self, Towards};
use crate::{Report, ValueRow, ValueRows};
use exactile::contest::IntervalKind;
use exactile::num::{Rational, Value};
use exactile_picture::{Forest, ForestRow, RowsSize, Scheme, forest_picture, metric_name};

/// The width of the picture in pixels.
const WIDTH: u32 = 720;
/// The decimals of the table.
const DIGITS: u32 = 4;

/// Returns the figure; nothing if there are no intervals.
pub(super) fn figure(report: &Report, rows: &ValueRows, colours: &[Colour]) -> Markup {
    let name = metric_name(&rows.metric);
    let percent = numbers::percent(&rows.level);
    let picture = picture(report, rows, &name, colours);
    html! {
        @if let Some(picture) = picture {
            figure.forest {
                div.forest-picture aria-hidden="true" { (PreEscaped(picture)) }
                (super::buttons::save("forest", "the forest plot"))
                div.forest-table {
                    table {
                        caption { (name) " and the interval of the true value, " (percent) }
                        thead { tr { th { "Classifier" } th { (name) } th { "From" } th { "To" } } }
                        tbody { @for row in &rows.rows { (table_row(report, row)) } }
                    }
                }
            }
        }
    }
}

fn table_row(report: &Report, row: &ValueRow) -> Markup {
    let value = numbers::decimal(&row.value, DIGITS, Towards::Nearest);
    let end =
        |end: &Rational, towards| numbers::decimal(&Value::Exact(end.clone()), DIGITS, towards);
    html! {
        tr {
            th scope="row" { bdi { (report.classifiers[row.classifier].name) } }
            td { (value) }
            @match &row.interval {
                Some(of) => {
                    td { (end(&of.lower[0], Towards::Below)) }
                    td { (end(&of.upper[1], Towards::Above)) }
                }
                None => td colspan="2" { "not defined" }
            }
        }
    }
}

/// Draws the forest in the colours of the page; `None` if it cannot be drawn.
fn picture(report: &Report, rows: &ValueRows, name: &str, colours: &[Colour]) -> Option<String> {
    let ValueRows { rows, rest, level, .. } = rows;
    let drawn: Vec<ForestRow> = rows
        .iter()
        .map(|row| ForestRow {
            classifier: row.classifier,
            value: row.value.clone(),
            interval: row.interval.clone(),
            tier: row.is_in_tier.then_some(1),
        })
        .collect();
    let scheme = colours
        .iter()
        .enumerate()
        .fold(Scheme::new(&report.classifiers), |scheme, (k, colour)| scheme.with(k, &colour.fill));
    let percent = level.in_percent();
    let title = format!("{name}, and the true value with a probability of {percent}");
    let first = rows.first()?;
    let forest = Forest {
        title: Some(&title),
        metric: name,
        classifiers: &report.classifiers,
        rows: &drawn,
        rest: *rest,
        reference: Some((first.classifier, &first.value)),
        level,
        kind: IntervalKind::Credible,
        notes: &[],
    };
    forest_picture(&forest, &scheme, RowsSize { width: WIDTH, height: None }).ok()
}
