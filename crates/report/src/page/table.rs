//! The table of all classifiers. It is complete without script, which only sorts it and offers it
//! as CSV; the lines of CSV are stored in the rows.
//!
//! A spreadsheet would run a cell that begins with `=`, `+`, `-` or `@` as a formula. Only names
//! come from outside; a name that begins so gets an apostrophe in front, as OWASP advises. Quotes,
//! separators and line breaks are quoted as in RFC 4180.

use maud::{Markup, html};

use super::data::Colour;
use super::numbers::{self, Towards};
use crate::{Cell, EvidenceRow, MetricColumn, Report};
use exactile::num::{Rational, Value};
use exactile::performance::Classifier;
use exactile::tile::Area;
use exactile_document::RenderError;
use exactile_picture::palette;

/// Decimals of values and of intervals in the table.
const DIGITS: u32 = 3;
const INTERVAL_DIGITS: u32 = 3;
/// Decimals of values in CSV, beside the exact ones.
const CSV_DIGITS: u32 = 10;
/// The name of the direction in which values increase.
const UPWARDS: &str = "ascending";
const DOWNWARDS: &str = "descending";
/// The most characters of exact values on paper; longer ones would exceed their columns.
const MOST_PRINTED: usize = 13;
/// The most parts of a bar of ranks.
const MOST_PARTS: u32 = 12;

/// The table.
pub(super) fn section(report: &Report, colours: &[Colour]) -> Result<Markup, RenderError> {
    let evidence = &report.evidence;
    let header = csv_line(&header(&evidence.metrics))?;
    let has_intervals =
        evidence.rows.iter().flat_map(|row| &row.cells).any(|cell| cell.interval.is_some());
    let rows = report
        .tile
        .by_share
        .iter()
        .map(|&i| row(&report.classifiers[i], &evidence.rows[i], &colours[i], report))
        .collect::<Result<Vec<Markup>, _>>()?;
    Ok(html! {
        section id="numbers" aria-labelledby="numbers-title" {
            h2 id="numbers-title" { "All numbers" }
            p.note { (explanation(report)) }
            @for note in notes(report) { p.note { (note) } }
            div.table-tools.live-only {
                button type="button" id="copy-csv" { "Copy as CSV" }
                " "
                button type="button" id="download-csv" { "Download CSV" }
                " "
                (super::buttons::exactly())
                " "
                span id="csv-status" role="status" {}
            }
            p.cue id="table-cue" hidden { "The table is wider than the page: scroll it sideways \
                 for more columns." }
            div.table-box role="group" aria-label="All numbers" tabindex="0" {
                table id="table" data-csv=(header) {
                    thead {
                        tr {
                            (head("name", "Classifier", None, UPWARDS))
                            (head("share", "First on", Some("share of the Tile"), DOWNWARDS))
                            (ranks_head(report.classifiers.len()))
                            @for metric in &evidence.metrics {
                                @let first =
                                    if metric.smaller_is_better { UPWARDS } else { DOWNWARDS };
                                @let unit = has_intervals.then_some("and next test");
                                (head(&format!("metric-{}", metric.id), &metric.title, unit, first))
                            }
                            @for count in ["TN", "FP", "FN", "TP"] {
                                @let first =
                                    if count.starts_with('T') { DOWNWARDS } else { UPWARDS };
                                (head(&count.to_lowercase(), count, None, first))
                            }
                        }
                    }
                    tbody { @for row in &rows { (row) } }
                }
            }
        }
    })
}

/// Returns a number that sorts ranks by the best one, then by the worst.
fn rank_order(row: &EvidenceRow, classifiers: usize) -> u64 {
    let most = u64::try_from(classifiers).expect("classifiers") + 1;
    u64::from(row.ranks.best) * most + u64::from(row.ranks.worst)
}

/// Returns the header of the ranks, with the key to their colours.
fn ranks_head(classifiers: usize) -> Markup {
    let parts = u32::try_from(classifiers).unwrap_or(u32::MAX).clamp(1, MOST_PARTS);
    html! {
        th.ranks scope="col" data-column="ranks" data-title="Ranks" data-first=(UPWARDS) {
            button type="button" { "Ranks" }
            small { "share of each" }
            small.rank-key {
                "1 "
                svg viewBox={ "0 0 " (parts) " 1" } preserveAspectRatio="none" role="img"
                    aria-label={ "colours of ranks, from 1 to " (classifiers) } {
                    @for part in 0..parts {
                        @let last = f64::from((parts - 1).max(1));
                        rect x=(part) y="0" width="1.02" height="1"
                            fill=(palette::ramp(1.0 - f64::from(part) / last)) {}
                    }
                }
                " " (classifiers)
            }
        }
    }
}

/// Returns a header that sorts, first in this direction.
fn head(column: &str, title: &str, unit: Option<&str>, direction: &str) -> Markup {
    // The page comes sorted by share.
    let sorted = (column == "share").then_some(direction);
    html! {
        th scope="col" data-column=(column) data-title=(title) data-first=(direction)
            aria-sort=[sorted] {
            button type="button" { (title) }
            @if let Some(unit) = unit { small { (unit) } }
        }
    }
}

fn explanation(report: &Report) -> Markup {
    let level = numbers::percent(&report.evidence.level);
    let prior = report.tile.start_prior.as_ref();
    html! {
        @if report.scores.is_some() {
            "Each threshold that is the best of its model for some preference. Under each value \
             its exact form. "
        } @else {
            "Under each value its exact form, and the interval of the next test: with a \
             probability of at least " (level) " it holds the value, if it is defined, on a repeat \
             of the test with as many samples. "
        }
        @match &report.tile.own_prior {
            Some(prior) => {
                "Values are those of the test, with \
                 its " (numbers::share_of_positives(prior)) " positives. "
            },
            None => { "Values are those of each classifier's own test. " },
        }
        "Shares and ranks are those of the Tile "
        @match prior {
            Some(prior) => { "of a positive prior of " span id="share-prior" { (prior) } },
            None => { span id="share-prior" { "on which each classifier is compared by its own \
                 test" } },
        }
        "; best and worst ranks are the same on all."
    }
}

/// Returns notes about content that the table leaves out.
fn notes(report: &Report) -> Vec<Markup> {
    let mut reasons: Vec<&str> = Vec::new();
    let mut notes = Vec::new();
    for metric in &report.evidence.metrics {
        if let Some(reason) = metric.no_interval.as_deref().filter(|one| !reasons.contains(one)) {
            reasons.push(reason);
            notes.push(html! { "Intervals are missing: " (reason) "." });
        }
    }
    let few = report.evidence.metrics.iter().find_map(|metric| metric.intervals_of_best);
    if let Some(best) = few {
        notes.push(html! {
            "Intervals of this many samples take time: the " (best) " best by each metric have \
             one. "
            code { "exactile lattice tail --metric M --quantile X" }
            " gives others."
        });
    }
    notes
}

fn row(
    classifier: &Classifier,
    row: &EvidenceRow,
    colour: &Colour,
    report: &Report,
) -> Result<Markup, RenderError> {
    let matrix = &classifier.matrix;
    let counts = [matrix.tn(), matrix.fp(), matrix.fn_(), matrix.tp()];
    let line = csv_line(&fields(classifier, row))?;
    let share = if row.first_share == Area::zero() {
        "0\u{a0}%".to_owned()
    } else {
        row.first_share.percent(1).to_string().replace(' ', "\u{a0}")
    };
    Ok(html! {
        tr data-classifier=(row.classifier) data-csv=(line) {
            th scope="row" data-order=(row.order.name) {
                (colour.swatch())
                bdi.name { (classifier.name) }
            }
            td.number.share data-order=(row.order.first_share) title=(row.first_share.value()) {
                (share)
            }
            td.ranks data-order=(rank_order(row, report.classifiers.len())) {
                (bar(row, report.classifiers.len()))
                small {
                    @if row.ranks.best == row.ranks.worst { (row.ranks.best) }
                    @else { (row.ranks.best) " to " (row.ranks.worst) }
                }
            }
            @for cell in &row.cells { (value(cell)) }
            @for (count, order) in counts.into_iter().zip(row.order.counts) {
                td.number data-order=(order) { (count) }
            }
        }
    })
}

/// Returns a value, its exact form and its interval.
fn value(cell: &Cell) -> Markup {
    let Cell { value, order, interval } = cell;
    if let Value::Undefined(reason) = value {
        return html! { td.number.none { "undefined" small { (reason) } } };
    }
    let exact = value.to_string();
    html! {
        td.number data-order=[*order] data-value=(exact) {
            (numbers::decimal(value, DIGITS, Towards::Nearest))
            " "
            small.exact.is-long[exact.len() > MOST_PRINTED] title=(exact) { (exact) }
            @if let Some(interval) = interval {
                " "
                small.interval title={ "next test: " (interval[0]) " to " (interval[1]) } {
                    (numbers::interval(interval, INTERVAL_DIGITS))
                }
            }
        }
    }
}

/// Returns the shares of the ranks side by side, rank 1 first.
fn bar(row: &EvidenceRow, classifiers: usize) -> Markup {
    let last = u32::try_from(classifiers).unwrap_or(u32::MAX).max(1);
    // Rank 1 is a part of its own; the others are grouped where there are many.
    let group = (last.saturating_sub(1)).div_ceil(MOST_PARTS - 1).max(1);
    let mut parts: Vec<(u32, Area)> = Vec::new();
    for (rank, share) in &row.shares {
        let part = if *rank == 1 { 0 } else { 1 + (rank - 2) / group };
        match parts.last_mut() {
            Some((known, sum)) if *known == part => {
                *sum += share;
            }
            _ => parts.push((part, share.clone())),
        }
    }
    let most = (last - 1).div_ceil(group).max(1);
    let ranks = |part: u32| {
        let (first, end) = (2 + (part - 1) * group, (1 + part * group).min(last));
        if first == end { format!("rank {first}") } else { format!("ranks {first} to {end}") }
    };
    let label = |part: u32| if part == 0 { "rank 1".to_owned() } else { ranks(part) };
    let percent = |share: &Area| share.percent(1).to_string().replace(' ', "\u{a0}");
    let told: Vec<String> =
        parts.iter().map(|(part, share)| format!("{} {}", label(*part), percent(share))).collect();
    let widths = parts.iter().map(|(part, share)| (*part, thousandths_of_a_percent(share)));
    let told = told.join(", ");
    let mut start = 0;
    html! {
        svg.rank-bar viewBox="0 0 1000 100" preserveAspectRatio="none" role="img"
            aria-label=(told) {
            title { (told) }
            @for (part, share) in widths {
                @let x = start;
                @let () = start += share;
                rect x=(thousandth(x)) y="0" width=(thousandth(share)) height="100"
                    fill=(palette::ramp(1.0 - f64::from(part) / f64::from(most))) {}
            }
        }
    }
}

fn thousandths_of_a_percent(area: &Area) -> u32 {
    let rounded = (area.value() * Rational::from(100_000)).to_decimal(0);
    rounded.parse().expect("at most six digits")
}

/// Returns thousandths of a percent on a scale of 1000 units.
fn thousandth(share: u32) -> String {
    format!("{}.{:02}", share / 100, share % 100)
}

fn header(metrics: &[MetricColumn]) -> Vec<String> {
    let mut fields: Vec<String> = ["name", "tn", "fp", "fn", "tp"].map(str::to_owned).to_vec();
    for MetricColumn { id, .. } in metrics {
        fields.extend([
            id.clone(),
            format!("{id} about"),
            format!("{id} lower"),
            format!("{id} upper"),
        ]);
    }
    fields.extend(["first on", "first on percent", "best rank", "worst rank"].map(str::to_owned));
    fields
}

fn fields(classifier: &Classifier, row: &EvidenceRow) -> Vec<String> {
    let matrix = &classifier.matrix;
    let mut fields = vec![inert(&classifier.name)];
    fields.extend([matrix.tn(), matrix.fp(), matrix.fn_(), matrix.tp()].map(Rational::to_string));
    let exact = |value: &Value| match value {
        Value::Undefined(_) => String::new(),
        value => value.to_string(),
    };
    for Cell { value, interval, .. } in &row.cells {
        let about = match value {
            Value::Exact(_) | Value::Enclosed(_) => {
                numbers::decimal(value, CSV_DIGITS, Towards::Nearest).replace('−', "-")
            }
            _ => exact(value),
        };
        let [lower, upper] = match interval {
            Some(ends) => ends.each_ref().map(exact),
            None => [String::new(), String::new()],
        };
        fields.extend([exact(value), about, lower, upper]);
    }
    fields.extend([
        row.first_share.value().to_string(),
        row.first_percent.clone(),
        row.ranks.best.to_string(),
        row.ranks.worst.to_string(),
    ]);
    fields
}

/// Returns a name that no spreadsheet takes for a formula.
fn inert(name: &str) -> String {
    let is_active = name.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠'])
        || name.starts_with(['\t', '\r', '\n']);
    if is_active { format!("'{name}") } else { name.to_owned() }
}

/// Returns one line of CSV without its end.
fn csv_line(fields: &[String]) -> Result<String, RenderError> {
    let mut writer = ::csv::WriterBuilder::new().from_writer(Vec::new());
    writer.write_record(fields)?;
    let bytes = writer.into_inner().map_err(|error| error.into_error())?;
    let line = String::from_utf8_lossy(&bytes);
    Ok(line.strip_suffix('\n').unwrap_or(&line).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_no_formulas_and_stay_in_their_field() {
        let line = |name: &str| csv_line(&[inert(name), "1".to_owned()]).expect("a line");
        assert_eq!(line("plain"), "plain,1");
        assert_eq!(line("=HYPERLINK(\"x\")"), "\"'=HYPERLINK(\"\"x\"\")\",1");
        assert_eq!(line("-2+3"), "'-2+3,1");
        assert_eq!(line("@x"), "'@x,1");
        assert_eq!(line(" +x"), "' +x,1");
        assert_eq!(line("a,b\n=c"), "\"a,b\n=c\",1");
    }
}
