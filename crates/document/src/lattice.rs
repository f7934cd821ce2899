//! Results about the lattice.

use std::io::Write;
use std::ops::Range;

use num_bigint::BigInt;
use rayon::prelude::*;
use serde::Serialize;

use super::confidence::{lower_is_better, pairs_table};
use super::table::decimal;
use super::{Cell, Column, Format, Header, Output, Page, RenderError, Style, Table};
use exactile::contest::Comparison;
use exactile::lattice::{
    Confluence, Contour, Distribution, INDEPENDENT, Interval, Lattice, MetricPmf, Model, Tails,
};
use exactile::num::{Rational, Value};
use exactile::performance::counted;
use exactile::score::Metric;

/// The number of values of a long list that the text shows.
const SHOWN: usize = 40;

/// `exactile.lattice-confluence.v1`: the values of a metric.
impl Output for Confluence {
    fn schema(&self) -> &str {
        CONFLUENCE
    }

    fn body(&self) -> impl Serialize {
        self
    }

    fn write_json(&self, header: Header<'_>, out: &mut dyn Write) -> Result<(), RenderError> {
        header.write_line(self, out)
    }

    /// The number of values, and the values with the most matrices; CSV has all.
    fn page(&self, format: Format) -> Result<Page<'_>, RenderError> {
        let lattice = self.lattice();
        let mut page = Page::default();
        page.line(format!(
            "{} takes {} on the {} with {} and {}",
            self.metric(),
            counted(self.distinct(), "value"),
            counted(lattice.matrices(), "matrix"),
            counted(lattice.positives(), "positive"),
            counted(lattice.negatives(), "negative"),
        ));
        page.line(match self.undefined_as() {
            Some(value) => format!("matrices on which it is undefined count as {value}"),
            None => format!("undefined on {}", self.undefined()),
        });
        let with_points = self.values().next().is_some_and(|value| value.points.is_some());
        let points = || with_points.then(|| Column::new("at (tp, tn)", "points"));
        let mut rows = Table::new(
            [
                Column::exact("value", "value").right(),
                Column::terminal("exactly"),
                Column::new("matrices", "count").right(),
            ]
            .into_iter()
            .chain(points())
            .chain(with_points.then(|| Column::terminal("equal products of integers"))),
        )
        .decimals_last();
        // For people the most frequent values, in increasing order.
        let mut counts: Vec<u64> = self.counts().collect();
        counts.sort_unstable_by(|a, b| b.cmp(a));
        let (least, most) = match format {
            Format::Csv => (1, usize::MAX),
            _ => (counts.get(SHOWN - 1).copied().unwrap_or(0), SHOWN),
        };
        for value in self.values_taken(least).take(most) {
            let cells = [(&value.value).into(), Cell::exactly(&value.value), value.count.into()];
            let points = value.points.as_deref();
            let products =
                points.map(|points| products_text(self.metric(), lattice, points).into());
            let points = points.map(|points| points_text(points).into());
            rows.row(cells.into_iter().chain(points).chain(products));
        }
        page.table(rows);
        if self.distinct() > SHOWN {
            page.line(format!(
                "{SHOWN} values of those taken most often; all with --format json or csv"
            ));
        }
        where_undefined(self.metric(), lattice, &mut page);
        Ok(page)
    }
}

const CONFLUENCE: &str = "exactile.lattice-confluence.v1";

/// The values of a metric and their counts, written as they are found, for lattices too large for
/// memory: rows `value,count,value_decimal` in every form but JSON, or the JSON of a [`Confluence`]
/// with the totals after the values.
#[derive(Clone, Copy, Debug)]
pub struct ConfluenceStream<'m> {
    /// The metric.
    pub metric: &'m Metric,
    /// The matrices.
    pub lattice: Lattice,
    /// The value of the metric on matrices on which it is undefined.
    pub undefined_as: Option<&'m Rational>,
}

impl ConfluenceStream<'_> {
    /// Writes each value; returns the number of matrices without one, and the number of values.
    ///
    /// Nothing is written before the first value is known, so that an error leaves nothing behind.
    fn each(
        &self,
        out: &mut dyn Write,
        begin: impl Fn(&mut dyn Write) -> Result<(), RenderError>,
        write: impl Fn(Value, u64, bool, &mut dyn Write) -> Result<(), RenderError>,
    ) -> Result<(u64, u64), RenderError> {
        let (mut distinct, mut written) = (0, Ok(()));
        let undefined =
            Confluence::stream(self.metric, self.lattice, self.undefined_as, |value, count| {
                if distinct == 0 {
                    written = begin(out);
                }
                if written.is_ok() {
                    written = write(value, count, distinct == 0, out);
                }
                distinct += 1;
            })?;
        written?;
        if distinct == 0 {
            begin(out)?;
        }
        Ok((undefined, distinct))
    }
}

impl Output for ConfluenceStream<'_> {
    fn schema(&self) -> &str {
        CONFLUENCE
    }

    fn body(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Document {
            metric: String,
            positives: u64,
            negatives: u64,
        }
        Document {
            metric: self.metric.to_string(),
            positives: self.lattice.positives(),
            negatives: self.lattice.negatives(),
        }
    }

    fn write_json(&self, header: Header<'_>, out: &mut dyn Write) -> Result<(), RenderError> {
        #[derive(Serialize)]
        struct Row {
            value: Value,
            count: u64,
        }
        let begin = |out: &mut dyn Write| {
            header.begin(&self.body(), out)?;
            Ok(write!(out, "\"values\":[")?)
        };
        let (undefined, distinct) = self.each(out, begin, |value, count, is_first, out| {
            out.write_all(if is_first { b"\n" } else { b",\n" })?;
            Ok(serde_json::to_writer(out, &Row { value, count })?)
        })?;
        let counted = self.undefined_as.filter(|_| undefined > 0);
        let left = if counted.is_some() { 0 } else { undefined };
        write!(out, "],\"distinct\":{distinct},\"undefined\":{left}")?;
        if let Some(value) = counted {
            write!(out, ",\"undefined_as\":{}", serde_json::to_string(value)?)?;
        }
        Ok(writeln!(out, "}}")?)
    }

    fn page(&self, _: Format) -> Result<Page<'_>, RenderError> {
        Ok(Page::default())
    }

    fn write_page(&self, _: Style, out: &mut dyn Write) -> Result<(), RenderError> {
        let begin = |out: &mut dyn Write| Ok(writeln!(out, "value,count,value_decimal")?);
        self.each(out, begin, |value, count, _, out| {
            Ok(writeln!(out, "{value},{count},{}", decimal(&value))?)
        })?;
        Ok(())
    }
}

/// `exactile.lattice-pmf.v1`: the distribution of a metric on further samples.
impl Output for Distribution {
    fn schema(&self) -> &str {
        "exactile.lattice-pmf.v1"
    }

    fn body(&self) -> impl Serialize {
        self
    }

    fn write_json(&self, header: Header<'_>, out: &mut dyn Write) -> Result<(), RenderError> {
        header.begin(&self.summary(), out)?;
        out.write_all(b"\"values\":[")?;
        let text = |places: Range<usize>| {
            let mut text = Vec::new();
            for place in places {
                if place > 0 {
                    text.push(b',');
                }
                serde_json::to_writer(&mut text, &self.entry(place))?;
            }
            Ok(text)
        };
        in_parts(self.pmf.distinct(), text, out)?;
        Ok(out.write_all(b"]}\n")?)
    }

    fn write_page(&self, style: Style, out: &mut dyn Write) -> Result<(), RenderError> {
        if style.format != Format::Csv {
            return self.page(style.format)?.write(style, out);
        }
        rows(&self.pmf, 0..0).write_header(out)?;
        in_parts(self.pmf.distinct(), |places| rows(&self.pmf, places).csv_rows(), out)?;
        let (count, mass) = self.pmf.undefined();
        let mut last = rows(&self.pmf, 0..0);
        last.row([Cell::Empty, Cell::Empty, count.into(), mass.into(), Cell::Empty]);
        Ok(out.write_all(&last.csv_rows()?)?)
    }

    /// A summary and the most probable values; CSV has all values, and a last row without a value
    /// for the undefined ones.
    fn page(&self, _: Format) -> Result<Page<'_>, RenderError> {
        let pmf = &self.pmf;
        let lattice = pmf.predictive().lattice();
        let mut page = Page::default();
        page.line(format!(
            "{} on {} and {}, {} model",
            pmf.metric(),
            counted(lattice.positives(), "further positive"),
            counted(lattice.negatives(), "negative"),
            self.model.name(),
        ));
        if let Some(value) = pmf.undefined_as() {
            page.line(format!("matrices on which it is undefined count as {value}"));
        }
        if let Some(denominator) = pmf.denominator() {
            page.line(format!("masses are over {denominator}"));
        }
        // Where it is always defined, both masses of an interval are the same.
        let (count, mass) = pmf.undefined();
        if count > 0 {
            page.line("median, mean, variance and levels: given that it is defined");
        }
        page.table(summary(self, count, &Value::from(mass).to_string()));
        let first = pmf.modes().first().map_or(0, |mode| mode.saturating_sub(SHOWN / 2));
        page.table(rows(&self.pmf, first..pmf.distinct().min(first + SHOWN)));
        if pmf.distinct() > SHOWN {
            page.line(format!(
                "{SHOWN} of {} values, around the mode; all with --format json or csv",
                pmf.distinct()
            ));
        }
        where_undefined(pmf.metric(), lattice, &mut page);
        Ok(page)
    }
}

/// The values at these places, from the least one on.
fn rows(pmf: &MetricPmf, places: Range<usize>) -> Table<'_> {
    let mut rows = Table::new([
        Column::exact("value", "value").right(),
        Column::terminal("exactly"),
        Column::new("matrices", "count").right(),
        Column::new("mass", "mass").in_full(),
        Column::new("cumulative", "cumulative").in_full(),
    ])
    .decimals_last();
    for place in places {
        let value = pmf.value(place);
        rows.row([
            (&value).into(),
            Cell::exactly(value),
            pmf.count(place).into(),
            pmf.mass(place).into(),
            pmf.cumulative(place).into(),
        ]);
    }
    rows
}

/// Writes the texts of values, which are made on all cores, some at a time: roots take time.
fn in_parts(
    count: usize,
    text: impl Fn(Range<usize>) -> Result<Vec<u8>, RenderError> + Sync,
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    const VALUES: usize = 1024;
    const TEXTS: usize = 64;
    let parts = count.div_ceil(VALUES);
    let part = |part: usize| text(part * VALUES..count.min((part + 1) * VALUES));
    let texts = |start: usize| -> Vec<_> {
        (start..parts.min(start + TEXTS)).into_par_iter().map(part).collect()
    };
    let mut made = texts(0);
    for start in (0..parts).step_by(TEXTS) {
        // The next ones are made while these are written.
        let mut next = Vec::new();
        rayon::in_place_scope(|scope| {
            scope.spawn(|_| next = texts(start + TEXTS));
            made.drain(..).try_for_each(|text| Ok::<_, RenderError>(out.write_all(&text?)?))
        })?;
        made = next;
    }
    Ok(())
}

/// Modes, median, moments and intervals.
fn summary<'d>(of: &'d Distribution, undefined: usize, undefined_mass: &str) -> Table<'d> {
    let mut rows =
        Table::new([Column::people(""), Column::people("about"), Column::people("exactly")]);
    let centers = of.modes.iter().map(|mode| ("mode", mode));
    for (name, value) in centers.chain([("median", &of.median)]) {
        rows.row([name.into(), value.into(), Cell::exactly(value)]);
    }
    let without_value = of.without_value();
    let why =
        |key: &str| without_value.iter().find(|(known, _)| *known == key).map(|(_, why)| *why);
    for (name, moment) in [("mean", &of.mean), ("variance", &of.variance)] {
        let exactly = why(name).map_or_else(|| Cell::exactly(moment), Cell::from);
        rows.row([name.into(), moment.into(), exactly]);
    }
    for (name, interval) in [("central", &of.interval), ("narrowest", &of.narrowest)] {
        let Some(Interval { level, lower, upper, mass, mass_given_defined }) = interval else {
            continue;
        };
        let mass = Value::from(mass.clone());
        let (condition, masses) = if undefined > 0 {
            (" if defined", format!("mass {mass} of all, {mass_given_defined} if defined"))
        } else {
            ("", format!("mass {mass}"))
        };
        rows.row([
            format!("{name} {level} of the next test{condition}").into(),
            Cell::range([lower.clone(), upper.clone()]),
            format!("{lower} to {upper}, {masses}").into(),
        ]);
    }
    if let (Some(why), Some(central)) = (why("narrowest_interval"), &of.interval) {
        let name = format!("narrowest {} of the next test", central.level);
        rows.row([name.into(), "none".into(), why.into()]);
    }
    let matrices = format!("on {}", counted(undefined, "matrix"));
    rows.row(["undefined".into(), undefined_mass.to_owned().into(), matrices.into()]);
    rows
}

/// Adds the reason why a metric is undefined on some matrices, if it is.
fn where_undefined(metric: &Metric, lattice: Lattice, page: &mut Page<'_>) {
    let reasons = lattice.where_undefined(metric);
    if !reasons.is_empty() {
        page.line("");
        page.line(format!("{metric} is undefined where {}", reasons.join(" or ")));
    }
}

/// `exactile.lattice-tail.v1`: probabilities and quantiles.
impl Output for Tails {
    fn schema(&self) -> &str {
        "exactile.lattice-tail.v1"
    }

    fn body(&self) -> impl Serialize {
        self
    }

    fn write_json(&self, header: Header<'_>, out: &mut dyn Write) -> Result<(), RenderError> {
        header.write_line(self, out)
    }

    fn page(&self, _: Format) -> Result<Page<'_>, RenderError> {
        let (positives, negatives) = self.samples;
        let mut page = Page::default();
        page.line(format!(
            "{} on {} and {}, {} model",
            self.metric,
            counted(positives, "further positive"),
            counted(negatives, "negative"),
            self.model.name(),
        ));
        if let Some(value) = &self.undefined_as {
            page.line(format!("matrices on which it is undefined count as {value}"));
        }
        // Probabilities are parts of all mass, quantiles of that given that it is defined.
        let condition = if self.undefined.is_zero() { "" } else { " if defined" };
        let mut rows = Table::new([
            Column::new("", "question"),
            Column::terminal("value"),
            Column::exact("value", "value").outside_text(),
        ]);
        for (relation, value, probability) in &self.probabilities {
            let relation = relation.name().replace('-', " ");
            rows.row([
                format!("P({relation} {value})").into(),
                Cell::exactly(probability),
                probability.into(),
            ]);
        }
        for (part, value) in &self.quantiles {
            let words = match value {
                Some(value) => format!("{} (about {})", value.exactly(), value.to_decimal(6)),
                None => "undefined".to_owned(),
            };
            let question = format!("quantile {part}{condition}");
            rows.row([
                question.into(),
                words.into(),
                Value::defined(value.as_ref(), "undefined").into(),
            ]);
        }
        let undefined = &self.undefined;
        rows.row(["P(undefined)".into(), Cell::exactly(undefined), undefined.into()]);
        page.table(rows);
        where_undefined(&self.metric, Lattice::new(positives, negatives)?, &mut page);
        Ok(page)
    }
}

/// A comparison of classifiers with its model, `exactile.lattice-compare.v1`.
#[derive(Clone, Copy, Debug)]
pub struct ComparisonReport<'c> {
    /// The comparison.
    pub comparison: &'c Comparison,
    /// The model.
    pub model: &'c Model,
}

impl Output for ComparisonReport<'_> {
    fn schema(&self) -> &str {
        "exactile.lattice-compare.v1"
    }

    fn body(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Document<'c> {
            #[serde(flatten)]
            comparison: &'c Comparison,
            #[serde(flatten)]
            model: &'c Model,
        }
        Document { comparison: self.comparison, model: self.model }
    }

    fn write_json(&self, header: Header<'_>, out: &mut dyn Write) -> Result<(), RenderError> {
        header.write_line(&self.body(), out)
    }

    /// The probabilities to be first, and all pairs; CSV has the pairs, with `paired`, which is
    /// always `false`.
    fn page(&self, _: Format) -> Result<Page<'_>, RenderError> {
        let Self { comparison, model } = *self;
        let mut page = Page::default();
        page.line(format!(
            "{} on {} and {}, {} model",
            comparison.metric,
            counted(comparison.lattice.positives(), "further positive"),
            counted(comparison.lattice.negatives(), "negative"),
            model.name(),
        ));
        if let Some(value) = &comparison.undefined_as {
            page.line(format!("matrices on which it is undefined count as {value}"));
        }
        page.line(match comparison.metric.orientation().name() {
            Some(better) => format!("{INDEPENDENT}, {better} values first"),
            None => {
                format!("{INDEPENDENT}, higher values first, which does not mean better")
            }
        });
        let mut rows = Table::new(
            ["classifier", "first alone", "first or tied", "undefined"].map(Column::people),
        );
        for classifier in &comparison.classifiers {
            rows.row([
                (&classifier.name).into(),
                (&classifier.first_alone).into(),
                (&classifier.first_or_tied).into(),
                (&classifier.undefined).into(),
            ]);
        }
        page.table(rows);
        let names: Vec<&str> = comparison.classifiers.iter().map(|of| of.name.as_str()).collect();
        let pairs = comparison.pairs.iter().map(|pair| {
            let of = [&pair.greater, &pair.equal, &pair.less, &pair.undefined];
            ((pair.first, pair.second), of.map(Cell::from))
        });
        page.table(pairs_table(6, &names, pairs));
        lower_is_better(&comparison.metric, &mut page);
        where_undefined(&comparison.metric, comparison.lattice, &mut page);
        Ok(page)
    }
}

/// `exactile.lattice-contour.v1`: the equation, its kind, and the matrices on it.
impl Output for Contour {
    fn schema(&self) -> &str {
        "exactile.lattice-contour.v1"
    }

    fn body(&self) -> impl Serialize {
        self
    }

    fn write_json(&self, header: Header<'_>, out: &mut dyn Write) -> Result<(), RenderError> {
        header.write_line(self, out)
    }

    /// The matrices on it are words in text, and a table in other forms.
    fn page(&self, format: Format) -> Result<Page<'_>, RenderError> {
        let mut page = Page::default();
        page.line(format!("{} = {}", self.metric(), self.value()));
        page.line(format!("{} = 0", self.polynomial));
        page.line(self.class.name());
        if let Some((tp, tn)) = &self.base_point {
            page.line(format!("through (tp, tn) = ({tp}, {tn}) like all contours of this metric"));
        }
        page.line(format!("matrices on it: {}", self.points.len()));
        if format != Format::Text {
            let mut rows =
                Table::new(["tn", "fp", "fn", "tp"].map(|of| Column::new(of, of).right()));
            let (p, n) = (self.lattice().positives(), self.lattice().negatives());
            for &(tp, tn) in &self.points {
                rows.row([tn, n - tn, p - tp, tp].map(Cell::from));
            }
            page.table(rows);
        } else if !self.points.is_empty() {
            page.line(format!("at (tp, tn) = {}", points_text(&self.points)));
        }
        Ok(page)
    }
}

/// Returns the proof that matrices (tp, tn) have one value: the cross products of the quotients
/// that it is computed from, `2/5 = 4/10: 2 · 10 = 4 · 5 = 20`, of each with the next one that has
/// another quotient.
fn products_text(metric: &Metric, lattice: Lattice, points: &[(u64, u64)]) -> String {
    let quotient = |&(tp, tn): &(u64, u64)| {
        metric.quotient(tn, lattice.negatives() - tn, lattice.positives() - tp, tp)
    };
    let Some(mut quotients) = points.iter().map(quotient).collect::<Option<Vec<_>>>() else {
        return String::new();
    };
    quotients.dedup();
    let equation = |pair: &[[BigInt; 2]]| {
        let [[above, below], [other_above, other_below]] = [&pair[0], &pair[1]];
        let product = above * other_below;
        format!(
            "{above}/{below} = {other_above}/{other_below}: \
             {above} \u{b7} {other_below} = {other_above} \u{b7} {below} = {product}"
        )
    };
    quotients.windows(2).map(equation).collect::<Vec<_>>().join("; ")
}

fn points_text(points: &[(u64, u64)]) -> String {
    points.iter().map(|(tp, tn)| format!("({tp}, {tn})")).collect::<Vec<_>>().join(" ")
}
