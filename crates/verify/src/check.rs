//! Checks whether reported scores can be true: how many confusion matrices have all scores of a row, and which; of an
//! impossible row, that no matrix has the scores that are named, that any fewer have one, and that no matrix is nearer.
//!
//! Matrices are counted between straight lines (`reported.rs`), and not found by a search. That nothing is nearer than so many
//! units is the same question, with every interval widened by as much.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::Proofs;
use super::claim::{Truth, Within, Wrong, same};
use super::fraction::{MOST, WholeFraction, whole};
use super::header::Members;
use super::json::Json;
use super::meeting::{Condition, meeting};
use super::metrics::{Cells, Key, Kind, Metric};
use super::rank::unknown_metric;
use super::reported::{Interval, PrintedRow, PrintedRows, Size, cells};
use super::schema::{Given, Stop};
use super::score::OPEN;
use exactile::num::Rational;

const COUNTS: [&str; 4] = ["tn", "fp", "fn", "tp"];
/// Matrices that explain a row, up to which further scores are worked out on all of them.
const MOST_LISTED: usize = 100_000;
/// Sets of scores of a row that are looked at.
const MOST_SETS: usize = 5_000;

const NOWHERE: &str = "undefined on every matrix that explains the row";
const RANGES: &str = "the ranges of further scores over so many matrices, or by scaled logarithms";
const NEAREST: &str = "that no matrix is nearer, if the distance is irrational or none is named";
const READINGS: &str = "other readings of impossible rows";

/// Checks `exactile.check.v1`.
pub(super) fn prove(
    mut members: Members<'_>,
    given: &Given<'_>,
    proofs: &mut Proofs,
) -> Result<(), Stop> {
    let Some(reported) = given.reported else {
        let what = "the rows that were checked are not given";
        let how = "name their file, or repeat --reported with --positives and --negatives";
        return Err(Stop::Ungiven(what.to_owned(), how.to_owned()));
    };
    let said = members.take_stream("rows")?;
    let known = reported.rows.len();
    if said.len() != known {
        let any = Truth::Each(known, Box::new(|_| Truth::any()));
        return Err(any.is_not(&format_args!("a list of {}", said.len())).of("rows").into());
    }
    members.same(&[], proofs)?;
    let mut impossible = 0;
    let look = |k: usize, claim: Json| {
        let mut own = Proofs::new("", 0);
        Row::new(&reported.rows[k], reported)?.check(&claim, &mut own)?;
        Ok((own.not_proved, claim.get("consistent") == Some(&Json::Bool(false))))
    };
    said.try_each(look, |(open, is_impossible)| {
        open.iter().for_each(|what| proofs.open_once(what));
        impossible += usize::from(is_impossible);
        Ok(())
    })
    .map_err(|stop| stop.within("rows"))?;
    let possible = reported.rows.len() - impossible;
    let rows = |count: usize, kind: &str| match count {
        1 => format!("1 {kind}row"),
        _ => format!("each of {count} {kind}rows"),
    };
    if possible > 0 {
        proofs.proved(format!(
            "how many confusion matrices explain {}, the first of them, and all that are listed",
            rows(possible, "possible ")
        ));
    }
    if impossible > 0 {
        proofs.proved(format!(
            "that no matrix explains {}, nor the scores that contradict each other, and that any fewer scores have one",
            rows(impossible, "")
        ));
    }
    proofs.open("that these further scores were asked for");
    Ok(())
}

/// A row with its metrics.
struct Row<'r> {
    row: &'r PrintedRow,
    metrics: Vec<Metric>,
    intervals: Vec<Interval>,
    sizes: Vec<Size>,
}

/// The matrices that explain a row.
#[derive(Default)]
struct Explained {
    count: u128,
    /// By P, N, TP and TN, as far as they are few.
    listed: Vec<[u64; 4]>,
    sizes: Vec<Size>,
}

impl<'r> Row<'r> {
    fn new(row: &'r PrintedRow, reported: &PrintedRows) -> Result<Self, Stop> {
        if row.is_mean {
            return Err(Stop::Unknown("means over several tests are not checked here".to_owned()));
        }
        let metric = |name: &str| Metric::named(name).ok_or_else(|| unknown_metric(name));
        let interval = |text: &str| {
            Interval::new(text, reported.rounding, reported.is_percent)
                .ok_or_else(|| Wrong::new(format!("{text:?} in the input is no number")))
        };
        let scores = || row.scores.iter();
        Ok(Self {
            row,
            metrics: scores().map(|score| metric(&score.metric)).collect::<Result<_, _>>()?,
            intervals: scores().map(|score| interval(&score.text)).collect::<Result<_, _>>()?,
            sizes: row.sizes()?,
        })
    }

    fn conditions(&self) -> Vec<Condition<'_>> {
        let interval = self.intervals.iter().cloned();
        let pairs = self.metrics.iter().zip(interval);
        pairs.map(|(metric, interval)| Condition { metric, interval }).collect()
    }

    fn explained(&self) -> Result<Explained, Stop> {
        let conditions = self.conditions();
        let mut found = Explained::default();
        meeting(&self.sizes, &conditions.iter().collect::<Vec<_>>(), |size, tp, [low, high]| {
            found.count += u128::from(high - low) + 1;
            let room = (MOST_LISTED + 1).saturating_sub(found.listed.len());
            found.listed.extend((low..=high).take(room).map(|tn| size.counts([tp, tn])));
            if found.sizes.last() != Some(&size) {
                found.sizes.push(size);
            }
            ControlFlow::Continue(())
        })?;
        Ok(found)
    }

    /// Whether a matrix meets all of these conditions.
    fn is_possible(&self, conditions: &[&Condition<'_>]) -> Result<bool, Stop> {
        let mut is_possible = false;
        meeting(&self.sizes, conditions, |_, _, _| {
            is_possible = true;
            ControlFlow::Break(())
        })?;
        Ok(is_possible)
    }

    fn check(&self, claim: &Json, proofs: &mut Proofs) -> Result<(), Stop> {
        let found = self.explained()?;
        let is_consistent = found.count > 0;
        let count = u64::try_from(found.count)
            .map_err(|_| Stop::Unknown("so many matrices are not checked here".to_owned()))?;
        let mut truth = vec![
            ("consistent", Truth::Bool(is_consistent)),
            ("matrices", Truth::Count(count)),
            ("first", found.listed.first().map_or(Truth::Null, |first| counted(*first))),
        ];
        truth.extend(self.row.name.as_deref().map(|name| ("name", Truth::text(name))));
        if claim.get("points").is_some() {
            if found.listed.len() as u128 != found.count {
                let what = "lists of so many matrices are not checked here";
                return Err(Stop::Unknown(what.to_owned()));
            }
            let point = |k: usize| counted(found.listed[k]);
            truth.push(("points", Truth::Each(found.listed.len(), Box::new(point))));
        }
        if !is_consistent {
            for (key, check) in [
                ("conflict", self.check_conflict(claim.get("conflict"))),
                ("nearest", self.check_nearest(claim.get("nearest"), proofs)),
                ("explained_by", self.check_readings(claim.get("explained_by"), proofs)),
            ] {
                check.map_err(|stop| match stop {
                    Stop::Wrong(wrong) => Stop::Wrong(wrong.of(key)),
                    other => other,
                })?;
                truth.push((key, Truth::any()));
            }
            return Ok(same(claim, &Truth::Object(truth), proofs)?);
        }
        truth.push(("conflict", Truth::Null));
        truth.push(("implied", implied(claim.get("implied"), &found)));
        let [p, n] = [&self.row.positives, &self.row.negatives];
        if self.row.samples.is_some() || p.start() != p.end() || n.start() != n.end() {
            truth.push(("sizes", sizes(&found.sizes)));
        }
        Ok(same(claim, &Truth::Object(truth), proofs)?)
    }

    /// The scores that contradict each other have no matrix, and every smaller set of scores has one.
    fn check_conflict(&self, claim: Option<&Json>) -> Result<(), Stop> {
        let names =
            claim.and_then(Json::as_list).ok_or_else(|| Wrong::new("a list should stand here"))?;
        let mut chosen = BTreeSet::new();
        for name in names {
            let is_it = |k: &usize| {
                name.as_text() == Some(&self.row.scores[*k].name) && !chosen.contains(k)
            };
            let place = (0..self.metrics.len()).find(is_it);
            chosen
                .insert(place.ok_or_else(|| Wrong::new(format!("{name} is no score of the row")))?);
        }
        if !names
            .iter()
            .zip(&chosen)
            .all(|(name, k)| name.as_text() == Some(&self.row.scores[*k].name))
        {
            return Err(Wrong::new("the scores are not in the order of the row").into());
        }
        if self.sizes.is_empty() {
            return match chosen.is_empty() {
                true => Ok(()),
                false => Err(Wrong::new("there are no samples, whatever the scores are").into()),
            };
        }
        if chosen.is_empty() {
            return Err(Wrong::new("no score is named").into());
        }
        let conditions = self.conditions();
        let of = |chosen: &BTreeSet<usize>| -> Vec<&Condition<'_>> {
            chosen.iter().map(|k| &conditions[*k]).collect()
        };
        if self.is_possible(&of(&chosen))? {
            return Err(Wrong::new("a matrix has all of these").into());
        }
        let smaller = subsets(self.metrics.len(), chosen.len() - 1).ok_or_else(|| {
            Stop::Unknown("rows of so many scores are not checked here".to_owned())
        })?;
        for fewer in smaller {
            if !self.is_possible(&of(&fewer))? {
                return Err(Wrong::new("fewer scores contradict each other").into());
            }
        }
        Ok(())
    }

    /// The matrix is as far away as is said, and none is nearer.
    fn check_nearest(&self, claim: Option<&Json>, proofs: &mut Proofs) -> Result<(), Stop> {
        let claim = claim.ok_or_else(|| Wrong::new("it is missing"))?;
        if *claim == Json::Null {
            proofs.open(NEAREST);
            return Ok(());
        }
        let matrix = claim.get("matrix").and_then(counts);
        let matrix = matrix
            .ok_or_else(|| Wrong::new("a confusion matrix should stand here").of("matrix"))?;
        let [tn, fp, fn_, tp] = matrix.map(u128::from);
        let is_of = |size: &Size| {
            u128::from(size.positives) == fn_ + tp && u128::from(size.negatives) == tn + fp
        };
        if !self.sizes.iter().any(is_of) {
            return Err(Wrong::new("it has other numbers of samples").of("matrix").into());
        }
        let cells = cells(matrix);
        let far = self.units(&cells)?;
        let units = match &far {
            Some(far) => Truth::exact(far.clone()),
            None => Truth::judge(|_| Ok(())),
        };
        let score = |k: usize| {
            let key = self.metrics[k].key(&cells);
            let value = key.map_or(Truth::Null, |key| self.metrics[k].value(&key));
            let name = Truth::text(&self.row.scores[k].name);
            Truth::Object(vec![("name", name), ("value", value)])
        };
        let scores = Truth::Each(self.metrics.len(), Box::new(score));
        let truth = vec![("matrix", counted(matrix)), ("units", units), ("scores", scores)];
        same(claim, &Truth::Object(truth), proofs)?;
        let Some(far) = far else {
            proofs.open(NEAREST);
            return Ok(());
        };
        let mut nearer = self.conditions();
        for condition in &mut nearer {
            condition.interval = condition.interval.nearer_than(&far);
        }
        match self.is_possible(&nearer.iter().collect::<Vec<_>>())? {
            true => Err(Wrong::new("another matrix is nearer").into()),
            false => Ok(()),
        }
    }

    /// The largest distance of a score from what is printed, in units of the last place; `None` if it is irrational.
    fn units(&self, cells: &Cells) -> Result<Option<Rational>, Wrong> {
        let mut largest = Rational::ZERO;
        for (metric, Interval { low, high, unit }) in self.metrics.iter().zip(&self.intervals) {
            let value = match metric.key(cells) {
                Some(Key::Finite(key)) if metric.kind == Kind::Exact => key,
                Some(Key::Finite(_)) => return Ok(None),
                _ => return Err(Wrong::new("a score has no finite value on it").of("matrix")),
            };
            let distance = (&low.0 - &value).max(&value - &high.0).max(Rational::ZERO);
            match distance.checked_div(unit) {
                Some(units) => largest = largest.max(units),
                None if distance.is_zero() => {}
                None => return Err(Wrong::new("a fraction is not met").of("matrix")),
            }
        }
        Ok(Some(largest))
    }

    /// Only the form of other readings is looked at.
    fn check_readings(&self, claim: Option<&Json>, proofs: &mut Proofs) -> Result<(), Stop> {
        let claim = claim.ok_or_else(|| Wrong::new("it is missing"))?;
        proofs.open(READINGS);
        let Json::List(entries) = claim else {
            return match claim {
                Json::Null => Ok(()),
                _ => Err(Wrong::new("a list should stand here").into()),
            };
        };
        let is_text = |claim: &Json| match claim {
            Json::Text(_) => Ok(()),
            _ => Err(Wrong::new(format!("a text should stand here, not {claim}"))),
        };
        let of_row = |claim: &Json| {
            let names = claim.as_list().unwrap_or_default();
            let is_known = |name: &Json| {
                self.row.scores.iter().any(|score| name.as_text() == Some(&score.name))
            };
            match !names.is_empty() && names.iter().all(is_known) {
                true => Ok(()),
                false => Err(Wrong::new("scores of the row should stand here")),
            }
        };
        let matrix = |claim: &Json| {
            counts(claim).map(|_| ()).ok_or_else(|| Wrong::new("a matrix should stand here"))
        };
        for (k, entry) in entries.iter().enumerate() {
            let truth = vec![
                ("reading", Truth::judge(is_text)),
                ("as", Truth::maybe(Truth::judge(is_text))),
                ("scores", Truth::judge(of_row)),
                ("words", Truth::judge(is_text)),
                ("first", Truth::judge(matrix)),
            ];
            same(entry, &Truth::Object(truth), proofs).map_err(|wrong| wrong.number(k))?;
        }
        Ok(())
    }
}

/// All sets of so many of the first n numbers; `None` if they are too many.
fn subsets(n: usize, size: usize) -> Option<Vec<BTreeSet<usize>>> {
    let mut sets = vec![BTreeSet::new()];
    for _ in 0..size {
        let longer = sets.iter().flat_map(|set: &BTreeSet<usize>| {
            let after = set.last().map_or(0, |last| last + 1);
            (after..n).map(|next| set.iter().copied().chain([next]).collect())
        });
        sets = longer.take(MOST_SETS + 1).collect();
    }
    (sets.len() <= MOST_SETS).then_some(sets)
}

fn counted<'t>(counts: [u64; 4]) -> Truth<'t> {
    Truth::Object(COUNTS.into_iter().zip(counts.map(Truth::Count)).collect())
}

/// The counts of a matrix `{"tn": .., "fp": .., "fn": .., "tp": ..}`.
fn counts(claim: &Json) -> Option<[u64; 4]> {
    let Json::Object(members) = claim else { return None };
    let [tn, fp, fn_, tp] = COUNTS.map(|key| claim.get(key).and_then(Json::as_count));
    (members.len() == COUNTS.len()).then_some([tn?, fp?, fn_?, tp?])
}

/// How many sizes there are, and from where to where they reach.
fn sizes<'t>(sizes: &[Size]) -> Truth<'t> {
    let range = |of: fn(&Size) -> u64| {
        let ends = [sizes.iter().map(of).min(), sizes.iter().map(of).max()];
        Truth::List(ends.map(|end| Truth::Count(end.unwrap_or(0))).into())
    };
    Truth::Object(vec![
        ("count", Truth::count(sizes.len())),
        ("positives", range(|size| size.positives)),
        ("negatives", range(|size| size.negatives)),
    ])
}

/// From where to where further scores reach on the matrices that explain a row.
fn implied<'t>(claim: Option<&'t Json>, found: &Explained) -> Truth<'t> {
    let Some(Json::Object(asked)) = claim else { return Truth::Object(Vec::new()) };
    let are_all = found.listed.len() as u128 == found.count;
    let range = |name: &str| {
        let metric = match Metric::named(name) {
            Some(metric) if are_all => metric,
            None if !OPEN.contains(&name) => {
                return Truth::judge(|_| Err(Wrong::new("no metric has this name")));
            }
            _ => return Truth::Open(RANGES),
        };
        let Reach { ends, undefined } = Reach::of(&metric, &found.listed);
        let [lower, upper] = ends.map(|key| key.map_or(Truth::Null, |key| metric.value(&key)));
        let mut truth =
            vec![("lower", lower), ("upper", upper), ("undefined", Truth::count(undefined))];
        if undefined == found.listed.len() {
            truth.push(("reason", Truth::text(NOWHERE)));
        }
        Truth::Object(truth)
    };
    Truth::Object(asked.iter().map(|(name, _)| (name.as_str(), range(name))).collect())
}

/// From where to where a metric reaches on some matrices.
struct Reach {
    ends: [Option<Key>; 2],
    /// Matrices on which it is undefined.
    undefined: usize,
}

impl Reach {
    fn of(metric: &Metric, listed: &[[u64; 4]]) -> Self {
        let is_short = |counts: &[u64; 4]| counts.iter().all(|count| *count <= MOST / 2);
        let Some(whole) = whole(metric.name()).filter(|_| listed.iter().all(is_short)) else {
            let keys = listed.iter().filter_map(|counts| metric.key(&cells(*counts)));
            let keys: Vec<Key> = keys.collect();
            let undefined = listed.len() - keys.len();
            return Self { ends: [keys.iter().min().cloned(), keys.into_iter().max()], undefined };
        };
        let values = || {
            let all = listed.iter().map(|counts| whole.at(&counts.map(i128::from)));
            all.filter(|value| value.is_defined())
        };
        let ends = [values().min_by(WholeFraction::order), values().max_by(WholeFraction::order)];
        Self {
            ends: ends.map(|end| end.and_then(WholeFraction::key)),
            undefined: listed.len() - values().count(),
        }
    }
}
