//! Differences of a metric between a baseline and each other classifier, with an interval of the
//! true difference.

use super::error::PictureError;
use super::label;
use super::rows::{Row, Rows, RowsSize};
use super::scheme::Scheme;
use exactile::contest::TrueInterval;
use exactile::num::{Level, Rational, Value};
use exactile::performance::Classifier;

/// A row: a classifier against the baseline.
#[derive(Clone, Debug, PartialEq)]
pub struct PairRow {
    /// The position of the classifier in the input.
    pub classifier: usize,
    /// The observed difference: the value of the classifier less that of the baseline, or the other
    /// way round if lower values are better.
    pub difference: Value,
    /// The interval of the true difference.
    pub interval: TrueInterval,
}

/// The data for a picture of differences.
#[derive(Clone, Copy, Debug)]
pub struct Pairs<'p> {
    /// The title; `None` for the usual one.
    pub title: Option<&'p str>,
    /// The name of the metric.
    pub metric: &'p str,
    /// All classifiers of the input.
    pub classifiers: &'p [Classifier],
    /// The position of the baseline.
    pub baseline: usize,
    /// The rows, the first at the top.
    pub rows: &'p [PairRow],
    /// The number of classifiers that have no row.
    pub rest: usize,
    /// The margin of a difference that does not matter.
    pub margin: Option<&'p Rational>,
    /// The level of the intervals.
    pub level: &'p Level,
    /// `true` if classifiers are compared on the same samples.
    pub is_paired: bool,
}

/// Draws a row for each classifier: the difference to the baseline as a dot, the interval of the
/// true difference as a bar, both in numbers, a line at zero, and the margin as a band. Returns the
/// text of the SVG.
///
/// # Errors
/// A height without room for the rows.
pub fn pairs_picture(
    pairs: &Pairs<'_>,
    scheme: &Scheme,
    size: RowsSize,
) -> Result<String, PictureError> {
    let Pairs { title, metric, classifiers, baseline, rows, rest, margin, level, is_paired } =
        *pairs;
    let font = size.font();
    let row = |row: &PairRow| Row {
        classifier: row.classifier,
        name: classifiers[row.classifier].name.clone(),
        colour: scheme.of(row.classifier).to_owned(),
        value: row.difference.clone(),
        interval: Some(row.interval.clone()),
        tier: None,
    };
    let shown: Vec<Row> = rows.iter().map(row).collect();
    let percent = level.in_percent();
    let name = label::shortened(&classifiers[baseline].name, font, 0.3 * f64::from(size.width));
    let brief = label::shortened(&name, font, 14.0 * font);
    let mut notes = vec![format!("Bars: the true difference, with a probability of {percent}.")];
    if let Some(margin) = margin {
        let margin = margin.to_shortest();
        notes.push(format!("Band: differences of less than {margin}. Dashed: worse by {margin}."));
    }
    let how = if is_paired { "Compared on the same samples." } else { "Taken as independent." };
    notes.push(how.to_owned());
    let usual = format!("{metric}: difference to {name}");
    Rows {
        title: title.unwrap_or(&usual),
        headings: ["classifier", &format!("difference  [{percent}]")],
        axis: &format!("difference of {metric}"),
        rows: &shown,
        rest: (rest > 0).then(|| format!("and {rest} more")),
        reference: None,
        zero: Some([&format!("{brief} is better"), "the other is better"]),
        margin: margin.map(Rational::to_f64),
        signed: true,
        notes,
    }
    .draw(size)
}
