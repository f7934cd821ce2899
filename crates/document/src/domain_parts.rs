//! Parts of a result about several test sets: the best worst one along a segment.

use serde::Serialize;

use super::{Cell, Column, Page, Table};
use exactile::domain::{WorstAlong, WorstBreak, WorstStretch};
use exactile::geometry::Point;
use exactile::num::{QuadraticNumber, Value};
use exactile::performance::{Classifier, one_line};

/// The best worst test set along a segment.
pub struct DomainsAlong {
    /// The name of the segment.
    pub along: &'static str,
    /// The stretches.
    pub found: WorstAlong,
}

/// Digits of numbers in text.
const DIGITS: u32 = 4;

impl DomainsAlong {
    /// Adds the stretches to a page.
    pub(super) fn describe(&self, means: &[Classifier], sets: &[String], page: &mut Page<'_>) {
        let WorstAlong { from, to, .. } = &self.found;
        page.line(format!(
            "best worst test set along {}, from (a, b) = {from} at position 0 to {to} at 1",
            self.along
        ));
        page.table(self.table(means, sets, false));
    }

    /// Returns a row for each stretch.
    pub(super) fn table(
        &self,
        means: &[Classifier],
        sets: &[String],
        is_data: bool,
    ) -> Table<'static> {
        let end = |name: &'static str| match is_data {
            true => Column::data(name),
            false => Column::people(name).right().digits(DIGITS),
        };
        let column = |people: &'static str, data: &'static str| match is_data {
            true => Column::data(data),
            false => Column::people(people),
        };
        let columns = [
            end("from"),
            end("to"),
            column("classifier", "classifiers"),
            column("worst in", "worst"),
        ];
        let mut table = Table::new(columns);
        for stretch in &self.found.stretches {
            let names = |names: Vec<&str>, between: &str| {
                let names: Vec<String> =
                    names.into_iter().map(|name| one_line(name).into_owned()).collect();
                names.join(between)
            };
            let classifiers = stretch.classifiers.iter().map(|&k| means[k].name.as_str()).collect();
            let worst = stretch
                .worst
                .iter()
                .map(|of| names(of.iter().map(|&d| sets[d].as_str()).collect(), " = "));
            let worst: Vec<String> = worst.collect();
            let number = |end: &QuadraticNumber| -> Cell<'static> {
                if is_data { end.to_string().into() } else { Value::from(end).into() }
            };
            table.row([
                number(&stretch.from),
                number(&stretch.to),
                names(classifiers, " = ").into(),
                worst.join("; ").into(),
            ]);
        }
        table
    }
}

#[derive(Serialize)]
pub(super) struct AlongJson<'r> {
    along: &'static str,
    from: &'r Point,
    to: &'r Point,
    stretches: Vec<StretchJson<'r>>,
    breaks: Vec<BreakJson<'r>>,
}

#[derive(Serialize)]
struct StretchJson<'r> {
    from: &'r QuadraticNumber,
    to: &'r QuadraticNumber,
    classifiers: &'r [usize],
    worst: &'r [Vec<usize>],
}

#[derive(Serialize)]
struct BreakJson<'r> {
    position: &'r QuadraticNumber,
    classifiers: &'r [usize],
}

impl<'r> From<&'r DomainsAlong> for AlongJson<'r> {
    fn from(DomainsAlong { along, found }: &'r DomainsAlong) -> Self {
        let WorstAlong { from, to, stretches, breaks } = found;
        let stretch = |WorstStretch { from, to, classifiers, worst }: &'r WorstStretch| {
            StretchJson { from, to, classifiers, worst }
        };
        let one_break = |WorstBreak { position, classifiers }: &'r WorstBreak| BreakJson {
            position,
            classifiers,
        };
        Self {
            along,
            from,
            to,
            stretches: stretches.iter().map(stretch).collect(),
            breaks: breaks.iter().map(one_break).collect(),
        }
    }
}
