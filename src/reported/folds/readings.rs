//! Other readings of means that no tests have.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::super::reading::{ReadingKind, macro_average, weighted_average};
use super::super::search::{Sizes, search};
use super::super::slip::SlipKind;
use super::super::surface::{Measure, Surface};
use super::super::value::{ReportedValue, Rounding};
use super::{
    Composition, Counted, Decision, Effort, MOST_SEARCHED, ReportedScore, SHUFFLES, Scored, Size,
    beginnings, decide, even, left_out, relaxed, scored,
};
use crate::num::{Rational, Value};
use crate::score::{Metric, ValueForm};
use crate::work::{Advance, Watch};

/// Another reading of means over tests, and matrices that have the means so read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoldReading {
    /// Kind of the other reading.
    pub kind: ReadingKind,
    /// The positions of the scores that are read differently, in the order of the row.
    pub scores: Vec<usize>,
    /// Matrices of the tests; of pooled scores that of all tests together.
    pub tests: Vec<Counted>,
    /// The mean of a score that is misprinted, on these matrices.
    pub value: Option<Value>,
    /// The slip that explains the misprint, if tests have the means with the number that was meant;
    /// the matrices are such tests then.
    pub slip: Option<SlipKind>,
}

/// Shuffled compositions of folds that are tried if undefined scores matter.
const MOST_SHUFFLED: usize = 24;

/// Scores and tests as they are read.
struct Candidate {
    kind: ReadingKind,
    composition: Composition,
    scores: Vec<Scored>,
    changed: Vec<usize>,
}

/// Readings that make impossible means possible. Those of a single score are tried for scores that
/// contradict each other alone. `advance` may stop the work: then there is no answer.
///
/// ```
/// use exactile::reported::{
///     Composition, ReadingKind, ReportedScore, ReportedValue, Rounding, fold_readings,
/// };
/// let score = |name: &str, text| {
///     let value = ReportedValue::from_text(text, Rounding::Nearest, false).unwrap();
///     ReportedScore { metric: name.parse().unwrap(), value }
/// };
/// // One of two folds has no positive prediction.
/// let scores = [score("ppv", "0.50"), score("tpr", "0.25"), score("tnr", "1.00")];
/// let folds = Composition::Known(vec![[2, 3], [2, 3]]);
/// let found =
///     fold_readings(&folds, &scores, &[0, 1, 2], &|| std::ops::ControlFlow::Continue(()))
///         .unwrap();
/// assert_eq!((found[0].kind, &*found[0].scores), (ReadingKind::UndefinedAsZero, &[0][..]));
/// ```
pub fn fold_readings(
    composition: &Composition,
    scores: &[ReportedScore],
    conflict: &[usize],
    advance: Advance<'_>,
) -> Option<Vec<FoldReading>> {
    let watch = Watch::new(advance);
    let mut found = Vec::new();
    for candidate in candidates(composition, scores, conflict) {
        watch.step()?;
        let Candidate { kind, composition, scores: read, changed } = candidate;
        let chosen: Vec<&Scored> = match kind {
            ReadingKind::Misprint | ReadingKind::F1OfMeans => {
                let kept = (0..read.len()).filter(|at| !changed.contains(at));
                kept.map(|at| &read[at]).collect()
            }
            _ => read.iter().collect(),
        };
        if chosen.is_empty() {
            continue;
        }
        let mut changed = changed;
        let tests = match kind {
            ReadingKind::Pooled => pooled(&composition, &chosen, &watch),
            ReadingKind::UndefinedLeftOut => {
                let found = left_out_of(&composition, &read, &watch);
                found.map(|(tests, undefined)| {
                    changed = undefined;
                    tests
                })
            }
            ReadingKind::F1OfMeans => f1_of_means(&composition, scores, changed[0], &watch),
            _ => witness(&composition, &chosen, &watch),
        };
        if watch.is_stopped() {
            return None;
        }
        let Some(mut tests) = tests else { continue };
        let mut value = None;
        match kind {
            ReadingKind::ClassesSwapped => tests.iter_mut().for_each(|test| *test = swapped(*test)),
            ReadingKind::UndefinedAsZero => {
                changed.retain(|at| is_undefined_on_some(&scores[*at].metric, &tests));
            }
            ReadingKind::Misprint => {
                if is_undefined_on_some(&scores[changed[0]].metric, &tests) {
                    // It was some number, so it is defined.
                    let found = with_any_value(&composition, read, changed[0], &watch);
                    let Some(defined) = found else { continue };
                    tests = defined;
                }
                value = mean(&composition, &scores[changed[0]].metric, &tests);
            }
            _ => {}
        }
        found.push(FoldReading { kind, scores: changed, tests, value, slip: None });
    }
    name_slips(composition, scores, &mut found, &watch);
    single_misprints_first(&mut found);
    if watch.is_stopped() {
        return None;
    }
    Some(found)
}

/// Returns `true` if one of these scores is undefined on some matrix that a test may have, so that
/// it matters how such tests count.
pub fn may_be_undefined(composition: &Composition, scores: &[ReportedScore]) -> bool {
    let Ok(mut alternatives) = composition.alternatives() else { return false };
    let even = composition.open_folds().filter(|folds| folds.is_even);
    alternatives.extend(even.map(|folds| folds.extremes().to_vec()));
    // Metrics are undefined at corners of the lattice alone, or on all of it.
    alternatives.iter().flatten().any(|size| {
        [0, size.positives].into_iter().any(|tp| {
            [0, size.negatives].into_iter().any(|tn| {
                let test = size.matrix(tp, tn);
                scores.iter().any(|score| is_undefined_on_some(&score.metric, &[test]))
            })
        })
    })
}

pub(in super::super) fn is_undefined_on_some(metric: &Metric, tests: &[Counted]) -> bool {
    let is_undefined = |test: &Counted| {
        test.matrix().is_some_and(|matrix| metric.value(&matrix).undefined().is_some())
    };
    tests.iter().any(is_undefined)
}

fn swapped(Counted { tn, fp, fn_, tp }: Counted) -> Counted {
    Counted { tn: tp, fp: fn_, fn_: fp, tp: tn }
}

/// If one score alone can be misprinted, that is said first; a misprint with a slip comes before
/// others.
fn single_misprints_first(found: &mut [FoldReading]) {
    let is_misprint = |reading: &FoldReading| reading.kind == ReadingKind::Misprint;
    let misprints = found.iter().filter(|reading| is_misprint(reading)).count();
    found.sort_by_key(|reading| match (reading.kind, reading.slip) {
        // What libraries do is more usual than a misprint.
        (ReadingKind::UndefinedAsZero | ReadingKind::UndefinedLeftOut, _) => 0,
        (ReadingKind::Misprint, Some(_)) => 1,
        (ReadingKind::Misprint, None) if misprints == 1 => 1,
        (ReadingKind::Misprint, None) => 3,
        _ => 2,
    });
}

/// Matrices of the tests, as far as they are found.
fn witness(
    composition: &Composition,
    scores: &[&Scored],
    watch: &Watch<'_>,
) -> Option<Vec<Counted>> {
    let open = composition.open_folds();
    let may_be_zero = scores.iter().any(|score| matches!(score.measure, Measure::OrZero(_)));
    if let Some(folds) = open.and_then(|folds| even::Folds::new(&folds, scores)) {
        // What libraries do is worth more than a guess.
        let effort = if may_be_zero { Effort::Full } else { Effort::Brief };
        return beginnings::witness(&folds, effort, watch);
    }
    if is_ruled_out(composition, scores, watch) {
        return None;
    }
    let weights = composition.weights().ok()?;
    let shuffles = if may_be_zero { MOST_SHUFFLED } else { SHUFFLES };
    some_alternatives(composition, shuffles)?.iter().find_map(|tests| {
        match decide(tests, weights.as_deref(), scores, Effort::Brief, watch) {
            Decision::Possible(found) => Some(found),
            _ => None,
        }
    })
}

/// Matrices of the tests on which one of the scores has any value between -1 and 1.
fn with_any_value(
    composition: &Composition,
    mut read: Vec<Scored>,
    at: usize,
    watch: &Watch<'_>,
) -> Option<Vec<Counted>> {
    let any = ReportedValue::exactly(Rational::ZERO);
    read[at].value = ReportedValue { lower: -Rational::ONE, upper: Rational::ONE, ..any };
    witness(composition, &read.iter().collect::<Vec<_>>(), watch)
}

/// Returns `true` if it is proved that no equal folds have the means. Of other open folds there are
/// so many sizes that the proof takes longer than the search that it would spare.
fn is_ruled_out(composition: &Composition, scores: &[&Scored], watch: &Watch<'_>) -> bool {
    let even = composition.open_folds().filter(|folds| folds.is_even);
    let folds = even.and_then(|folds| relaxed::Folds::new(&folds, scores));
    folds.is_some_and(|folds| folds.are_impossible(Effort::Brief, watch) == Some(true))
}

/// Sizes of the tests, of open folds in some ways.
fn some_alternatives(composition: &Composition, shuffles: usize) -> Option<Vec<Vec<Size>>> {
    let mut alternatives = composition.alternatives().ok()?;
    if let Some(folds) = composition.open_folds() {
        let mut differing = folds.differing();
        differing.truncate(MOST_SEARCHED);
        if folds.is_even {
            differing.extend(folds.shuffled(shuffles));
        }
        alternatives.extend(differing);
    }
    Some(alternatives)
}

/// Matrices of the tests if undefined scores are left out, and which scores are.
fn left_out_of(
    composition: &Composition,
    scores: &[Scored],
    watch: &Watch<'_>,
) -> Option<(Vec<Counted>, Vec<usize>)> {
    // Weights of the tests that are left would depend on those that are left out.
    if composition.weights().ok()?.is_some() {
        return None;
    }
    /// Ways in which tests are left out of the first compositions, and of others: of scores that
    /// are linear, which are decided in no time, and of others, of which there are some hundred
    /// searches.
    const WAYS: [[usize; 2]; 2] = [[120, 8], [6, 2]];
    let [p, n] = composition.samples();
    let is_linear = |score: &Scored| Surface::new(&score.measure, p, n).linear().is_some();
    let are_linear = scores.iter().all(is_linear);
    let times = if are_linear { 8 } else { 1 };
    let alternatives = some_alternatives(composition, MOST_SHUFFLED * times)?;
    let ways = WAYS[usize::from(!are_linear && alternatives.len() > 1)];
    // By the ends of their intervals, which show how many tests are left out of each.
    let mut known: HashMap<Vec<Rational>, bool> = HashMap::new();
    let mut rules_out = |scores: &[&Scored]| {
        let key = scores.iter().map(|score| score.value.upper.clone()).collect();
        *known.entry(key).or_insert_with(|| is_ruled_out(composition, scores, watch))
    };
    alternatives.iter().enumerate().find_map(|(at, tests)| {
        let most = ways[usize::from(at > MOST_SEARCHED)];
        left_out::witness(tests, scores, most, &mut rules_out, watch)
    })
}

/// Names the slips by which scores are misprinted, with matrices of the tests that have the numbers
/// that were meant. A missing digit, which may be any, is looked for if one score alone can be
/// misprinted.
fn name_slips(
    composition: &Composition,
    scores: &[ReportedScore],
    found: &mut [FoldReading],
    watch: &Watch<'_>,
) {
    let as_printed = scored(scores);
    let is_misprint = |reading: &&mut FoldReading| reading.kind == ReadingKind::Misprint;
    let is_single = found.iter_mut().filter(is_misprint).count() == 1;
    for reading in found.iter_mut().filter(is_misprint) {
        let misprinted = reading.scores[0];
        let slips = as_printed[misprinted].value.slips().into_iter();
        let named =
            slips.filter(|slip| is_single || slip.kind != SlipKind::Dropped).find_map(|slip| {
                let mut read = as_printed.clone();
                read[misprinted].value = slip.value;
                let tests = witness(composition, &read.iter().collect::<Vec<_>>(), watch)?;
                Some((slip.kind, tests))
            });
        if let Some((slip, tests)) = named {
            reading.value = mean(composition, &scores[misprinted].metric, &tests);
            (reading.slip, reading.tests) = (Some(slip), tests);
        }
    }
}

/// Matrices of the tests whose mean precision P and recall R have the printed harmonic mean, and
/// the other scores as printed.
///
/// If the first ones that are found have another one, P is cut into slices, on each of which R is
/// bounded by F: 2PR/(P + R) is at least f where R >= fP/(2P - f), which falls with P.
fn f1_of_means(
    composition: &Composition,
    scores: &[ReportedScore],
    f1: usize,
    watch: &Watch<'_>,
) -> Option<Vec<Counted>> {
    /// Slices of the printed interval.
    const SLICES: u32 = 8;
    let position = |metric: &Metric| scores.iter().position(|score| score.metric == *metric);
    let (precision, recall) = (position(&Metric::Ppv)?, position(&Metric::Tpr)?);
    let as_printed = scored(scores);
    let tried = |read: &[Scored]| {
        let others = (0..read.len()).filter(|at| *at != f1);
        let chosen: Vec<&Scored> = others.map(|at| &read[at]).collect();
        let tests = witness(composition, &chosen, watch)?;
        has_f1_of_means(composition, scores, f1, &tests).then_some(tests)
    };
    if let Some(found) = tried(&as_printed) {
        return Some(found);
    }
    let [p, r, f] = [precision, recall, f1].map(|at| &scores[at].value);
    // A bound of R at a P.
    let bound = |p: &Rational, f: &Rational| (f * p).checked_div(&(p + p - f.clone()));
    let slice = (&p.upper - &p.lower) / Rational::from(SLICES);
    (0..SLICES).find_map(|at| {
        let low = &p.lower + &(&slice * &Rational::from(at));
        let high = &low + &slice;
        let [least, most] = [bound(&low, &f.lower)?, bound(&high, &f.upper)?];
        let within = |value: &ReportedValue, lower: Rational, upper: Rational| ReportedValue {
            lower: lower.max(value.lower.clone()),
            upper: upper.min(value.upper.clone()),
            ..value.clone()
        };
        let mut read = as_printed.clone();
        read[precision].value = within(p, low, high);
        read[recall].value = within(r, least, most);
        let is_some = read[recall].value.lower <= read[recall].value.upper;
        is_some.then(|| tried(&read)).flatten()
    })
}

/// The matrix of all tests together.
fn pooled(
    composition: &Composition,
    scores: &[&Scored],
    watch: &Watch<'_>,
) -> Option<Vec<Counted>> {
    let [positives, negatives] = composition.samples();
    let sizes = Sizes::known(positives, negatives);
    let found =
        search(&sizes, scores, watch, |size, tp, [tn, _]| ControlFlow::Break(size.matrix(tp, tn)));
    Some(vec![found.ok()?.0.break_value()?])
}

/// The mean of a score over the tests; `None` if it is undefined on one of them, or not rational.
pub(in super::super) fn mean(
    composition: &Composition,
    metric: &Metric,
    tests: &[Counted],
) -> Option<Value> {
    let weights = composition.weights().ok()?.unwrap_or_else(|| vec![1; tests.len()]);
    let (mut sum, mut whole) = (Rational::ZERO, Rational::ZERO);
    for (test, weight) in tests.iter().zip(weights.into_iter().map(Rational::from)) {
        sum = sum + metric.value(&test.matrix()?).as_rational()? * &weight;
        whole = whole + weight;
    }
    Some(Value::Exact(sum / whole))
}

/// Returns `true` if the harmonic mean of the mean precision and the mean recall is as printed for
/// F1.
fn has_f1_of_means(
    composition: &Composition,
    scores: &[ReportedScore],
    f1: usize,
    tests: &[Counted],
) -> bool {
    let f1_of_means = || {
        let [precision, recall] =
            [Metric::Ppv, Metric::Tpr].map(|metric| mean(composition, &metric, tests));
        let (precision, recall) = (precision?, recall?);
        let (precision, recall) = (precision.as_rational()?, recall.as_rational()?);
        let twice = precision * recall * Rational::from(2);
        twice.checked_div(&(precision + recall))
    };
    f1_of_means().is_some_and(|value| scores[f1].value.contains(&Value::Exact(value)))
}

fn candidates(
    composition: &Composition,
    scores: &[ReportedScore],
    conflict: &[usize],
) -> Vec<Candidate> {
    let every: Vec<usize> = (0..scores.len()).collect();
    let single = || conflict.iter().map(|at| vec![*at]);
    let as_printed = scored(scores);
    let mut tried = Vec::new();
    let mut add = |kind, composition: &Composition, changed: &[usize], read: Vec<Scored>| {
        tried.push(Candidate {
            kind,
            composition: composition.clone(),
            scores: read,
            changed: changed.to_vec(),
        });
    };
    let with_values = |chosen: &[usize], read: &dyn Fn(&ReportedValue) -> ReportedValue| {
        let mut changed = as_printed.clone();
        for at in chosen {
            changed[*at].value = read(&scores[*at].value);
        }
        changed
    };
    let mut or_zero = as_printed.clone();
    for score in &mut or_zero {
        let Measure::Metric(metric) = &score.measure else { continue };
        if matches!(metric.form(), ValueForm::Plain | ValueForm::Root) {
            score.measure = Measure::OrZero(metric.clone());
        }
    }
    if may_be_undefined(composition, scores) {
        add(ReadingKind::UndefinedAsZero, composition, &every, or_zero);
        add(ReadingKind::UndefinedLeftOut, composition, &every, as_printed.clone());
    }
    for chosen in single() {
        add(ReadingKind::Misprint, composition, &chosen, as_printed.clone());
    }
    add(ReadingKind::ClassesSwapped, &composition.swapped(), &every, as_printed.clone());
    for rounding in [Rounding::Nearest, Rounding::Truncated, Rounding::Unit] {
        let read = with_values(&every, &|value| value.rounded_as(rounding));
        if read.iter().zip(&as_printed).any(|(read, printed)| read.value != printed.value) {
            add(ReadingKind::Rounded(rounding), composition, &every, read);
        }
    }
    let hundredth = Rational::new(1, 100);
    for chosen in single().filter(|_| scores.len() > 1).chain([every.clone()]) {
        // Nothing above 1 is a share.
        if chosen.iter().all(|at| scores[*at].value.upper > Rational::ONE) {
            let read = with_values(&chosen, &|value| value.times(&hundredth));
            add(ReadingKind::Percent, composition, &chosen, read);
        }
    }
    for (kind, of) in [
        (ReadingKind::Macro, macro_average as fn(&Metric) -> Option<Measure>),
        (ReadingKind::Weighted, weighted_average),
    ] {
        for (changed, read) in averaged(scores, conflict, &as_printed, of) {
            add(kind, composition, &changed, read);
        }
    }
    let position = |metric: &Metric| scores.iter().position(|score| score.metric == *metric);
    let f1 = position(&Metric::FBeta(Rational::ONE));
    if let (Some(f1), Some(_), Some(_)) = (f1, position(&Metric::Ppv), position(&Metric::Tpr)) {
        add(ReadingKind::F1OfMeans, composition, &[f1], as_printed.clone());
    }
    add(ReadingKind::Pooled, composition, &every, as_printed);
    tried
}

/// All scores, or one of those that contradict each other, as averages over the classes: the ones
/// that change, and all scores then.
fn averaged(
    scores: &[ReportedScore],
    conflict: &[usize],
    as_printed: &[Scored],
    of: fn(&Metric) -> Option<Measure>,
) -> Vec<(Vec<usize>, Vec<Scored>)> {
    let every: Vec<usize> = (0..scores.len()).collect();
    let single = conflict.iter().map(|at| vec![*at]).filter(|_| scores.len() > 1);
    let mut found: Vec<(Vec<usize>, Vec<Scored>)> = Vec::new();
    for chosen in [every].into_iter().chain(single) {
        let mut read = as_printed.to_vec();
        let mut changed = Vec::new();
        for at in chosen {
            if let Some(measure) = of(&scores[at].metric) {
                read[at].measure = measure;
                changed.push(at);
            }
        }
        if !changed.is_empty() && found.iter().all(|(known, _)| *known != changed) {
            found.push((changed, read));
        }
    }
    found
}

/// The sums of both classes over tests.
fn added<'t>(tests: impl IntoIterator<Item = &'t [u64; 2]>) -> [u64; 2] {
    tests.into_iter().fold([0; 2], |[p, n]: [u64; 2], test| {
        [p.saturating_add(test[0]), n.saturating_add(test[1])]
    })
}

impl Composition {
    /// The numbers of samples of all tests together.
    pub(super) fn samples(&self) -> [u64; 2] {
        match self {
            Self::Repeated { repeats, of } => of.samples().map(|sum| sum.saturating_mul(*repeats)),
            Self::Known(tests) => added(tests),
            Self::DataSets(sets) => added(sets.iter().flatten()),
            Self::Stratified { positives, negatives, .. }
            | Self::Unknown { positives, negatives, .. }
            | Self::Even { positives, negatives, .. } => [*positives, *negatives],
        }
    }

    /// The tests with the classes exchanged.
    fn swapped(&self) -> Self {
        let mut other = self.clone();
        match &mut other {
            Self::Known(tests) => tests.iter_mut().for_each(|test| test.reverse()),
            Self::DataSets(sets) => sets.iter_mut().flatten().for_each(|test| test.reverse()),
            Self::Stratified { positives, negatives, .. }
            | Self::Unknown { positives, negatives, .. }
            | Self::Even { positives, negatives, .. } => std::mem::swap(positives, negatives),
            Self::Repeated { of, .. } => **of = of.swapped(),
        }
        other
    }
}
