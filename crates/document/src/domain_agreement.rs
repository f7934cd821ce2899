//! The first classifiers of all test sets and of the mean, over the Tile.

use serde::Serialize;

use super::certain::percentage;
use super::domain_parts::{ColumnJson, joined, listed};
use super::{Column, Page, Table};
use exactile::domain::{AgreementZone, ZoneColumn};
use exactile::num::{Rational, Value};
use exactile::performance::Classifier;

/// The most zones that are listed in text.
const MOST: usize = 20;

/// Zones of the Tile with the classifiers that are first on them.
pub struct DomainsAgreement {
    /// The zones.
    pub zones: Vec<AgreementZone>,
}

/// A zone in JSON.
#[derive(Serialize)]
pub(super) struct AgreementZoneJson<'r> {
    mean: &'r [usize],
    domains: &'r [Vec<usize>],
    agreeing: usize,
    columns: Vec<ColumnJson<'r>>,
    area: Value,
}

impl<'r> From<&'r AgreementZone> for AgreementZoneJson<'r> {
    fn from(of: &'r AgreementZone) -> Self {
        Self {
            mean: &of.mean,
            domains: &of.domains,
            agreeing: of.agreeing(),
            columns: of.zone.columns.iter().map(ColumnJson::from).collect(),
            area: of.zone.area(),
        }
    }
}

/// The ends of an area.
fn ends(zone: &AgreementZone) -> [Rational; 2] {
    zone.zone.area().ends().expect("a number")
}

fn sum(areas: impl Iterator<Item = [Rational; 2]>) -> [Rational; 2] {
    areas.fold([Rational::ZERO, Rational::ZERO], |[low, high], [lower, upper]| {
        // Of areas that are not exact the last digits may lead beyond the Tile.
        [low + lower, (high + upper).min(Rational::ONE)]
    })
}

impl DomainsAgreement {
    /// Adds the shares of the Tile by the number of test sets that agree, and the largest zones.
    pub(super) fn describe<'p>(
        &self,
        means: &'p [Classifier],
        sets: &'p [String],
        page: &mut Page<'p>,
    ) {
        page.line(
            "agreement: test sets in which the classifier that is first on the mean is first",
        );
        let mut shares =
            Table::new([Column::people("test sets").right(), Column::people("on").right()]);
        let areas: Vec<[Rational; 2]> = self.zones.iter().map(ends).collect();
        let agreeing: Vec<usize> = self.zones.iter().map(AgreementZone::agreeing).collect();
        for count in (0..=sets.len()).rev().filter(|count| agreeing.contains(count)) {
            let own = agreeing.iter().zip(&areas).filter(|(known, _)| **known == count);
            let [lower, upper] = sum(own.map(|(_, area)| area.clone()));
            let of = format!("{count} of {}", sets.len());
            shares.row([of.into(), percentage(&lower, &upper).into()]);
        }
        page.table(shares);
        let mut largest: Vec<usize> = (0..self.zones.len()).collect();
        largest.sort_by(|&one, &other| areas[other].cmp(&areas[one]));
        let mut table = Table::new([
            Column::people("first on the mean"),
            Column::people("in test sets").right(),
            Column::people("first in others"),
            Column::people("on").right(),
        ]);
        for &at in largest.iter().take(MOST) {
            let zone = &self.zones[at];
            let [lower, upper] = &areas[at];
            table.row([
                names(&zone.mean, means).into(),
                agreeing[at].into(),
                elsewhere(zone, means, sets).into(),
                percentage(lower, upper).into(),
            ]);
        }
        page.table(table);
        let rest = largest.len().saturating_sub(MOST);
        page.lines((rest > 0).then(|| {
            let [lower, upper] = sum(largest[MOST..].iter().map(|&at| areas[at].clone()));
            let all = percentage(&lower, &upper);
            format!("{rest} smaller zones on {all} of the Tile: --format json has all")
        }));
    }

    /// Returns a row for each column of each zone.
    pub(super) fn table<'p>(&self, means: &'p [Classifier]) -> Table<'p> {
        let columns = ["zone", "mean", "domains", "agreeing", "from", "to", "lower", "upper"];
        let mut table = Table::new(columns.map(Column::data));
        for (number, zone) in self.zones.iter().enumerate() {
            for ZoneColumn { from, to, lower, upper } in &zone.zone.columns {
                let firsts: Vec<String> =
                    zone.domains.iter().map(|first| names(first, means)).collect();
                let ends = [from, to].map(|end| end.to_string().into());
                let curves = [lower, upper].map(|curve| curve.to_string().into());
                let who = [names(&zone.mean, means).into(), firsts.join("; ").into()];
                let known = [number.into()].into_iter().chain(who);
                table.row(known.chain([zone.agreeing().into()]).chain(ends).chain(curves));
            }
        }
        table
    }
}

fn names(positions: &[usize], means: &[Classifier]) -> String {
    joined(positions.iter().map(|&k| &means[k].name), " = ")
}

/// Returns the classifiers that are first where those of the mean are not, with their test sets.
fn elsewhere(zone: &AgreementZone, means: &[Classifier], sets: &[String]) -> String {
    let mut others: Vec<(&Vec<usize>, Vec<&str>)> = Vec::new();
    for (first, set) in zone.domains.iter().zip(sets) {
        if first.iter().any(|k| zone.mean.contains(k)) {
            continue;
        }
        match others.iter_mut().find(|(known, _)| *known == first) {
            Some((_, known)) => known.push(set),
            None => others.push((first, vec![set])),
        }
    }
    let others: Vec<String> = others
        .into_iter()
        .map(|(first, sets)| format!("{} in {}", names(first, means), listed(&sets)))
        .collect();
    others.join("; ")
}
