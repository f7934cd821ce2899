//! A forest: the value of a metric for each classifier, with an interval of the true value.

use super::error::PictureError;
use super::label::Names;
use super::rows::{Row, Rows, RowsSize};
use super::scheme::Scheme;
use exactile::contest::{IntervalKind, TrueInterval};
use exactile::num::{Level, Value};
use exactile::performance::Classifier;

/// A row of a forest.
#[derive(Clone, Debug, PartialEq)]
pub struct ForestRow {
    /// The position of the classifier in the input.
    pub classifier: usize,
    /// The value of the metric.
    pub value: Value,
    /// The interval of the true value, if it is known.
    pub interval: Option<TrueInterval>,
    /// The number of the tier, from 1, if there are tiers.
    pub tier: Option<usize>,
}

/// The data for a forest.
#[derive(Clone, Copy, Debug)]
pub struct Forest<'f> {
    /// The title; `None` for the usual one.
    pub title: Option<&'f str>,
    /// The name of the metric.
    pub metric: &'f str,
    /// All classifiers of the input.
    pub classifiers: &'f [Classifier],
    /// The rows, the first at the top.
    pub rows: &'f [ForestRow],
    /// The number of classifiers that have no row.
    pub rest: usize,
    /// The classifier whose value is a dashed line, with its value.
    pub reference: Option<(usize, &'f Value)>,
    /// The level of the intervals.
    pub level: &'f Level,
    /// The kind of the intervals.
    pub kind: IntervalKind,
    /// Further sentences below the rows.
    pub notes: &'f [String],
}

/// Draws a row for each classifier: its name, the value as a dot, the interval as a bar, both in
/// numbers, and tiers as bands. Values and ends that are far from the others are arrows at the end
/// of the axis. Returns the text of the SVG.
///
/// # Errors
/// A height without room for the rows.
pub fn forest_picture(
    forest: &Forest<'_>,
    scheme: &Scheme,
    size: RowsSize,
) -> Result<String, PictureError> {
    let Forest { title, metric, classifiers, rows, rest, reference, level, kind, notes } = *forest;
    let names = Names::new(classifiers);
    let row = |row: &ForestRow| Row {
        classifier: row.classifier,
        name: classifiers[row.classifier].name.clone(),
        colour: scheme.of(row.classifier).to_owned(),
        value: row.value.clone(),
        interval: row.interval.clone(),
        tier: row.tier,
    };
    let shown: Vec<Row> = rows.iter().map(row).collect();
    let percent = level.in_percent();
    let has_intervals = rows.iter().any(|row| row.interval.is_some());
    let heading = if has_intervals { format!("{metric}  [{percent}]") } else { metric.to_owned() };
    let reference = reference.and_then(|(at, value)| {
        Some((
            value.to_f64().filter(|at| at.is_finite())?,
            format!("the value of {}", names.of(&[at])),
        ))
    });
    let mut sentences = Vec::new();
    if has_intervals {
        sentences.push(match kind {
            IntervalKind::Credible | IntervalKind::Clusters(_) => {
                format!("Bars: the true value, with a probability of {percent}.")
            }
            IntervalKind::ClopperPearson => format!(
                "Bars: intervals of Clopper and Pearson, which hold the true value in at least \
                 {percent} of all tests."
            ),
        });
    }
    if let Some((_, name)) = &reference {
        sentences.push(format!("Dashed: {name}."));
    }
    if rows.iter().any(|row| row.tier.is_some()) {
        sentences.push(format!(
            "Tiers: the first of a tier is truly better than the first of the next one with a \
             probability of at least {percent}, and is not shown to be better than the others of \
             its own."
        ));
    }
    sentences.extend(notes.iter().cloned());
    let usual = format!("{metric} of {}", counted(classifiers.len()));
    Rows {
        title: title.unwrap_or(&usual),
        headings: ["classifier", &heading],
        axis: metric,
        rows: &shown,
        rest: (rest > 0).then(|| format!("and {rest} more")),
        reference,
        zero: None,
        margin: None,
        signed: false,
        notes: sentences,
    }
    .draw(size)
}

/// Returns a number of classifiers in words.
fn counted(count: usize) -> String {
    exactile::performance::counted(count, "classifier")
}
