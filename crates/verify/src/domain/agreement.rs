//! Checks zones with the classifiers that are first in each test set and on the mean.
//!
//! Each zone is checked as those in which one classifier is first in all test sets (`columns.rs`),
//! with a condition for each rival in each test set and on the mean. That there are no others is
//! seen between neighbouring ends of columns: above one position there the columns of all zones lie
//! on each other from 0 to 1, and two that touch have one curve between them.

use super::columns::{Column, Conditions, check_area, height};
use crate::claim::proofs::Proofs;
use crate::claim::sets::Sets;
use crate::claim::truth::{Truth, same};
use crate::claim::wrong::Wrong;
use crate::geometry::frontiers::{Counts, difference, integers};
use crate::geometry::plane::Bilinear;
use crate::reading::json::Json;
use exactile::num::{QuadraticNumber, Rational};

/// Checks `zones`.
pub(super) fn check(claim: &Json, sets: &Sets<'_>) -> Result<(), Wrong> {
    let list = claim.as_list().ok_or_else(|| Wrong::new("a list should stand here"))?;
    // The mean comes first.
    let tests: Vec<Vec<Counts>> = [&sets.means]
        .into_iter()
        .chain(&sets.matrices)
        .map(|row| row.iter().map(integers).collect())
        .collect();
    let mut all: Vec<Column> = Vec::new();
    let mut before: Option<Vec<usize>> = None;
    for (number, zone) in list.iter().enumerate() {
        let place = |wrong: Wrong| wrong.number(number);
        let firsts = firsts(zone, &tests).map_err(place)?;
        if before.as_ref().is_some_and(|before| *before >= firsts) {
            return Err(place(Wrong::new("it does not come after the zone before")));
        }
        let conditions = Conditions::new(tests.iter().zip(firsts.iter().copied()));
        let columns = columns(zone, &conditions).map_err(|wrong| place(wrong.of("columns")))?;
        let area = zone.get("area").unwrap_or(&Json::Null);
        check_area(area, &columns).map_err(|wrong| place(wrong.of("area")))?;
        all.extend(columns);
        before = Some(firsts);
    }
    covers(&all)
}

/// Returns the first classifier on the mean and in each test set, each told with all that equal it.
fn firsts(zone: &Json, tests: &[Vec<Counts>]) -> Result<Vec<usize>, Wrong> {
    let lists = zone.get("domains").and_then(Json::as_list).unwrap_or_default();
    let told = zone.get("mean").into_iter().chain(lists);
    let first = |list: &Json| {
        let first = list.as_list().and_then(<[Json]>::first).and_then(Json::as_count);
        first.and_then(|first| usize::try_from(first).ok())
    };
    let firsts: Option<Vec<usize>> = told.map(first).collect();
    let fits = |firsts: &Vec<usize>| {
        firsts.len() == tests.len() && firsts.iter().zip(tests).all(|(k, test)| *k < test.len())
    };
    let wrong = || Wrong::new("it does not name a classifier for the mean and each test set");
    let firsts = firsts.filter(fits).ok_or_else(wrong)?;
    let alike = |(test, &k): (&Vec<Counts>, &usize)| -> Vec<usize> {
        (0..test.len()).filter(|&j| difference(&test[j], &test[k]).is_zero()).collect()
    };
    let mut all: Vec<Vec<usize>> = tests.iter().zip(&firsts).map(alike).collect();
    let mean = all.remove(0);
    let agrees = |first: &&Vec<usize>| first.iter().any(|k| mean.contains(k));
    let agreeing = all.iter().filter(agrees).count();
    let members = vec![
        ("mean", Truth::counts(mean)),
        ("domains", Truth::List(all.into_iter().map(Truth::counts).collect())),
        ("agreeing", Truth::count(agreeing)),
        ("columns", Truth::any()),
        ("area", Truth::any()),
    ];
    same(zone, &Truth::Object(members), &mut Proofs::new("", 0))?;
    Ok(firsts)
}

/// Reads the columns of a zone, from the left to the right, all of which have an area.
fn columns(zone: &Json, conditions: &Conditions) -> Result<Vec<Column>, Wrong> {
    let columns = conditions.read(zone.get("columns").unwrap_or(&Json::Null))?;
    match columns.iter().position(|column| !column.is_region()) {
        Some(flat) => Err(Wrong::new("it has no area").number(flat)),
        None => Ok(columns),
    }
}

/// Checks that columns make up the Tile.
fn covers(columns: &[Column]) -> Result<(), Wrong> {
    let sides = [Rational::ZERO, Rational::ONE].map(QuadraticNumber::from);
    let both = columns.iter().flat_map(|column| [&column.from, &column.to]);
    let mut ends: Vec<&QuadraticNumber> = both.chain(&sides).collect();
    ends.sort_unstable();
    ends.dedup();
    let [bottom, top] = [[0, 0, 1, 0], [0, 0, -1, 1]].map(|side| Bilinear(side.map(Into::into)));
    for pair in ends.windows(2) {
        let Some(at) = pair[0].between(pair[1]) else { continue };
        let missing = || Wrong::new(format!("a zone is missing at a = {at}"));
        let above = columns.iter().filter(|one| one.from <= *pair[0] && *pair[1] <= one.to);
        let mut above: Vec<(Rational, &Column)> = above
            .map(|one| height(&one.curves[0], &at).map(|height| (height, one)))
            .collect::<Option<_>>()
            .ok_or_else(missing)?;
        above.sort_by(|(one, _), (other, _)| one.cmp(other));
        let touch = |lower: &Bilinear, upper: &Bilinear| *lower == -upper.clone();
        let is_whole = above.first().is_some_and(|(_, one)| one.curves[0] == bottom)
            && above.last().is_some_and(|(_, one)| one.curves[1] == top)
            && above.windows(2).all(|two| touch(&two[0].1.curves[1], &two[1].1.curves[0]));
        if !is_whole {
            return Err(missing());
        }
    }
    Ok(())
}
