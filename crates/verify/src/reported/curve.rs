//! Rows as points of one ROC curve: their matrices rise together, or two rows have none that do.

use super::folds::has_scores;
use super::row::{Row, counts};
use crate::claim::printed::PrintedRows;
use crate::claim::proofs::Proofs;
use crate::claim::stop::Stop;
use crate::claim::truth::{Truth, same};
use crate::claim::wrong::Wrong;
use crate::reading::json::Json;

/// Checks the claim about all rows together.
pub(super) fn check(claim: &Json, reported: &PrintedRows, proofs: &mut Proofs) -> Result<(), Stop> {
    let rows = reported.rows.iter().map(|row| Row::new(row, reported));
    let rows = rows.collect::<Result<Vec<Row<'_>>, Stop>>()?;
    let any = |key| (key, Truth::any());
    match claim.get("consistent") {
        Some(Json::Null) => {
            same(claim, &Truth::Object(vec![any("consistent")]), proofs)?;
            proofs.open("what is undecided about one curve");
            Ok(())
        }
        Some(Json::Bool(true)) => {
            same(claim, &Truth::Object(vec![any("consistent"), any("matrices")]), proofs)?;
            rising(&rows, claim.get("matrices").and_then(Json::as_list).unwrap_or_default())?;
            proofs.proved("that the listed matrices have the scores of the rows and rise together");
            Ok(())
        }
        Some(Json::Bool(false)) => {
            same(claim, &Truth::Object(vec![any("consistent"), any("conflict")]), proofs)?;
            let named = claim.get("conflict").and_then(Json::as_list).unwrap_or_default();
            let places = named.iter().map(|place| usize::try_from(place.as_count()?).ok());
            let chosen = places
                .map(|place| rows.get(place?.checked_sub(1)?))
                .collect::<Option<Vec<&Row<'_>>>>()
                .ok_or_else(|| Wrong::new("numbers of rows should stand here").of("conflict"))?;
            match chosen[..] {
                [one, other] => apart(one, other, proofs),
                [] | [_] => {
                    Err(Wrong::new("two rows at least should stand here").of("conflict").into())
                }
                _ => {
                    proofs.open("that more than two rows are not on one curve");
                    Ok(())
                }
            }
        }
        _ => Err(Wrong::new("true, false or null should stand here").of("consistent").into()),
    }
}

/// Checks a matrix of each row, and that of any two one has at least as many TP and FP as the
/// other. A row without a matrix has none.
fn rising(rows: &[Row<'_>], claim: &[Json]) -> Result<(), Stop> {
    let wrong = |at: usize, what: &str| Wrong::new(what.to_owned()).number(at).of("matrices");
    if claim.len() != rows.len() {
        return Err(Wrong::new("a matrix of each row should stand here").of("matrices").into());
    }
    let mut points: Vec<[u64; 2]> = Vec::new();
    let mut sizes: Option<[Option<u64>; 2]> = None;
    for (at, (row, claim)) in rows.iter().zip(claim).enumerate() {
        if *claim == Json::Null {
            if row.is_possible(&row.conditions().iter().collect::<Vec<_>>())? {
                return Err(wrong(at, "a matrix has the scores of this row").into());
            }
            continue;
        }
        let matrix = counts(claim).ok_or_else(|| wrong(at, "a matrix should stand here"))?;
        let [tn, fp, fn_, tp] = matrix;
        let own = [fn_.checked_add(tp), tn.checked_add(fp)];
        let ranges = [&row.row.positives, &row.row.negatives];
        let is_within = |class: usize| own[class].is_some_and(|size| ranges[class].contains(&size));
        let is_of_row = (0..2).all(is_within);
        if !is_of_row || *sizes.get_or_insert(own) != own {
            return Err(wrong(at, "it has other numbers of samples").into());
        }
        if !has_scores(row, &matrix)? {
            return Err(wrong(at, "it has other scores").into());
        }
        points.push([tp, fp]);
    }
    points.sort_unstable();
    match points.windows(2).all(|pair| pair[0][1] <= pair[1][1]) {
        true => Ok(()),
        false => Err(Wrong::new("these matrices do not rise together").of("matrices").into()),
    }
}

/// Checks that no matrix of one row has at least as many TP and FP as one of the other row.
fn apart(one: &Row<'_>, other: &Row<'_>, proofs: &mut Proofs) -> Result<(), Stop> {
    let points = |row: &Row<'_>| -> Result<Option<Vec<[u64; 2]>>, Stop> {
        let found = row.explained()?;
        let is_whole = found.listed.len() as u128 == found.count;
        let of = |[_, fp, _, tp]: &[u64; 4]| [*tp, *fp];
        Ok(is_whole.then(|| found.listed.iter().map(of).collect()))
    };
    let (Some(one), Some(other)) = (points(one)?, points(other)?) else {
        proofs.open("that rows with many matrices are not on one curve");
        return Ok(());
    };
    if one.is_empty() || other.is_empty() {
        return Err(Wrong::new("one of these rows is impossible alone").of("conflict").into());
    }
    if follows(&one, &other) || follows(&other, &one) {
        return Err(Wrong::new("these rows have matrices that rise together")
            .of("conflict")
            .into());
    }
    proofs.proved("that true and false positives of the two named rows do not rise together");
    Ok(())
}

/// Returns `true` if a later point has at least as many TP and FP as an earlier one.
fn follows(earlier: &[[u64; 2]], later: &[[u64; 2]]) -> bool {
    let mut sorted = earlier.to_vec();
    sorted.sort_unstable();
    let mut least = Vec::with_capacity(sorted.len());
    for [_, fp] in &sorted {
        least.push(least.last().map_or(*fp, |before: &u64| *before.min(fp)));
    }
    later.iter().any(|[tp, fp]| {
        let below = sorted.partition_point(|[known, _]| known <= tp);
        below > 0 && least[below - 1] <= *fp
    })
}
