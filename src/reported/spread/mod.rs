//! Means with standard deviations over several tests, as in `0.912 ± 0.034`.
//!
//! Tests have a mean and a deviation if K times the sum of the squares of a score, less the square
//! of its sum, is within the square of the printed deviation, in units of the score. So of a score
//! that is linear in the counts, two whole numbers matter: its sum and its sum of squares. All
//! pairs that the tests can have are made, test by test; those that are too far apart are left out
//! ([`squares`]). That is exact, and decides if there are few. Of other scores, sums over half of
//! the tests and over the others are listed, if they are few, and have to meet ([`meeting`]).
//! Otherwise matrices are looked for by small steps ([`witness`]), from whose ends on some tests at
//! a time are solved for by sums that meet. The question is left open if none are found.
//!
//! Of any score between 0 and 1 with mean m the variance is at most m(1 - m), which is exact too;
//! and deviations of scores that are related are ([`related`]).

mod meeting;
mod related;
mod squares;
mod witness;

use std::collections::BTreeSet;

use self::meeting::{Meeting, Met};
use self::squares::{Squares, decide};
use self::witness::witness;
use super::folds::{Composition, FoldReading, FoldsRefused, is_undefined_on_some, mean};
use super::reading::ReadingKind;
use super::row::{Counted, ReportedScore};
use super::search::Size;
use super::surface::Measure;
use super::value::ReportedValue;
use crate::num::Rational;
use crate::score::ValueForm;
use crate::work::{Advance, Watch};

/// Compositions at most for each of which matrices are looked for.
const MOST_WALKED: usize = 8;

/// A standard deviation over tests that is printed with the mean of a score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spread {
    /// The position of the score.
    pub score: usize,
    /// The printed deviation.
    pub value: ReportedValue,
}

/// Kind of a standard deviation over K tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Deviation {
    /// That of a population: squares are divided by K.
    Population,
    /// That of a sample: squares are divided by K - 1.
    Sample,
}

/// The finding about means and deviations over several tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SpreadAnswer {
    /// Matrices of the tests that have the means and deviations of this kind.
    Possible {
        /// The matrices.
        tests: Vec<Counted>,
        /// The kind of the deviations.
        deviation: Deviation,
    },
    /// The positions of scores whose means and deviations contradict each other, with each kind of
    /// deviation.
    Impossible(Vec<usize>),
    /// Neither matrices nor a proof that there are none were found.
    Undecided,
}

/// Decides whether means and deviations over tests are possible together, if the means alone are.
/// All deviations are of the same kind, one of `kinds`. `advance` may stop the work: then there is
/// no answer.
///
/// ```
/// use exactile::reported::{
///     Composition, Deviation, ReportedScore, ReportedValue, Rounding, Spread, SpreadAnswer,
///     explain_spread,
/// };
/// let value = |text| ReportedValue::from_text(text, Rounding::Nearest, false).unwrap();
/// let scores = [ReportedScore { metric: exactile::Metric::Tpr, value: value("0.75") }];
/// let folds = Composition::Known(vec![[2, 3], [2, 3]]);
/// let both = [Deviation::Population, Deviation::Sample];
/// let spread = |text| [Spread { score: 0, value: value(text) }];
/// let of = |text| explain_spread(&folds, &scores, &spread(text), &both, &|| {
///     std::ops::ControlFlow::Continue(())
/// });
/// // The rates are 1/2 and 1.
/// let deviation = |found: SpreadAnswer| match found {
///     SpreadAnswer::Possible { deviation, .. } => Some(deviation),
///     _ => None,
/// };
/// assert_eq!(deviation(of("0.25")?.unwrap()), Some(Deviation::Population));
/// assert_eq!(deviation(of("0.35")?.unwrap()), Some(Deviation::Sample));
/// assert_eq!(of("0.30")?.unwrap(), SpreadAnswer::Impossible(vec![0]));
/// # Ok::<(), exactile::reported::FoldsRefused>(())
/// ```
///
/// # Errors
/// As [`explain_mean`](super::explain_mean).
pub fn explain_spread(
    composition: &Composition,
    scores: &[ReportedScore],
    spreads: &[Spread],
    kinds: &[Deviation],
    advance: Advance<'_>,
) -> Result<Option<SpreadAnswer>, FoldsRefused> {
    let all = decided(composition, scores, spreads, kinds, false, advance)?;
    let Some(SpreadAnswer::Impossible(mut conflict)) = all else { return Ok(all) };
    // Each kind of deviation may have had its own reason.
    for at in conflict.clone() {
        let kept: Vec<usize> = conflict.iter().copied().filter(|other| *other != at).collect();
        let (scores, spreads) = among(&kept, scores, spreads);
        if spreads.is_empty() {
            continue;
        }
        match decided(composition, &scores, &spreads, kinds, false, advance)? {
            None => return Ok(None),
            Some(SpreadAnswer::Impossible(_)) => conflict = kept,
            Some(_) => {}
        }
    }
    Ok(Some(SpreadAnswer::Impossible(conflict)))
}

/// Returns the scores at these positions, and their deviations.
fn among(
    kept: &[usize],
    scores: &[ReportedScore],
    spreads: &[Spread],
) -> (Vec<ReportedScore>, Vec<Spread>) {
    let place = |of: usize| kept.iter().position(|at| *at == of);
    let moved = spreads.iter().filter_map(|spread| {
        Some(Spread { score: place(spread.score)?, value: spread.value.clone() })
    });
    (kept.iter().map(|at| scores[*at].clone()).collect(), moved.collect())
}

/// Returns the reading of means and deviations in which undefined scores count as 0, as libraries
/// do by default, if tests have them so. `advance` may stop the work: then there is no answer.
///
/// ```
/// use exactile::reported::{
///     Composition, Deviation, ReportedScore, ReportedValue, Rounding, Spread, spread_as_zero,
/// };
/// let value = |text| ReportedValue::from_text(text, Rounding::Nearest, false).unwrap();
/// let scores = [ReportedScore { metric: exactile::Metric::Mcc, value: value("0.400") }];
/// // Four folds have 1, and in six MCC is undefined.
/// let spreads = [Spread { score: 0, value: value("0.490") }];
/// let folds = Composition::Known(vec![[1, 1]; 10]);
/// let kinds = [Deviation::Population];
/// let go_on = || std::ops::ControlFlow::Continue(());
/// let reading = spread_as_zero(&folds, &scores, &spreads, &kinds, &go_on)?.unwrap();
/// assert_eq!(reading.unwrap().scores, [0]);
/// # Ok::<(), exactile::reported::FoldsRefused>(())
/// ```
///
/// # Errors
/// As [`explain_spread`].
pub fn spread_as_zero(
    composition: &Composition,
    scores: &[ReportedScore],
    spreads: &[Spread],
    kinds: &[Deviation],
    advance: Advance<'_>,
) -> Result<Option<Option<FoldReading>>, FoldsRefused> {
    let Some(answer) = decided(composition, scores, spreads, kinds, true, advance)? else {
        return Ok(None);
    };
    let SpreadAnswer::Possible { tests, .. } = answer else { return Ok(Some(None)) };
    let undefined =
        (0..scores.len()).filter(|at| is_undefined_on_some(&scores[*at].metric, &tests));
    let kind = ReadingKind::UndefinedAsZero;
    Ok(Some(Some(FoldReading {
        kind,
        scores: undefined.collect(),
        tests,
        value: None,
        slip: None,
    })))
}

/// Returns a reading of impossible means with tests that have the deviations, read in the same way;
/// nothing inside if none are found, or if deviations have no such reading. `advance` may stop the
/// work: then there is no answer.
///
/// ```
/// use exactile::reported::{
///     Composition, Deviation, ReadingKind, ReportedScore, ReportedValue, Rounding, Spread,
///     fold_readings, spread_reading,
/// };
/// let value = |text| ReportedValue::from_text(text, Rounding::Nearest, false).unwrap();
/// let scores = [ReportedScore { metric: exactile::Metric::Tpr, value: value("75.0") }];
/// let folds = Composition::Known(vec![[2, 3], [2, 3]]);
/// let go_on = || std::ops::ControlFlow::Continue(());
/// let readings = fold_readings(&folds, &scores, &[0], &go_on).unwrap();
/// let percent = readings.iter().find(|reading| reading.kind == ReadingKind::Percent).unwrap();
/// let with = |text| {
///     let spreads = [Spread { score: 0, value: value(text) }];
///     let kinds = [Deviation::Population];
///     spread_reading(&folds, &scores, &spreads, &kinds, percent, &go_on).map(Option::unwrap)
/// };
/// // The rates are 1/2 and 1.
/// assert!(with("25.0")?.is_some() && with("0.0")?.is_none());
/// # Ok::<(), exactile::reported::FoldsRefused>(())
/// ```
///
/// # Errors
/// As [`explain_spread`].
pub fn spread_reading(
    composition: &Composition,
    scores: &[ReportedScore],
    spreads: &[Spread],
    kinds: &[Deviation],
    reading: &FoldReading,
    advance: Advance<'_>,
) -> Result<Option<Option<FoldReading>>, FoldsRefused> {
    let is_read = |at: &usize| reading.scores.contains(at);
    let changed = |read: &dyn Fn(&ReportedValue) -> ReportedValue| {
        let (mut scores, mut spreads) = (scores.to_vec(), spreads.to_vec());
        for at in &reading.scores {
            scores[*at].value = read(&scores[*at].value);
        }
        for spread in spreads.iter_mut().filter(|spread| is_read(&spread.score)) {
            spread.value = read(&spread.value);
        }
        (scores, spreads)
    };
    let (scores_read, spreads_read) = match reading.kind {
        ReadingKind::UndefinedAsZero => {
            return spread_as_zero(composition, scores, spreads, kinds, advance);
        }
        ReadingKind::Misprint => {
            let kept: Vec<usize> = (0..scores.len()).filter(|at| !is_read(at)).collect();
            among(&kept, scores, spreads)
        }
        ReadingKind::Percent => changed(&|value| value.times(&Rational::new(1, 100))),
        ReadingKind::Rounded(rounding) => changed(&|value| value.rounded_as(rounding)),
        _ => return Ok(Some(None)),
    };
    if spreads_read.is_empty() {
        return Ok(Some(Some(reading.clone())));
    }
    let sizes =
        |test: &Counted| Size { positives: test.tp + test.fn_, negatives: test.tn + test.fp };
    let tests: Vec<Size> = reading.tests.iter().map(sizes).collect();
    let has_deviations = |&deviation: &Deviation| {
        let (scores, spreads) = (&scores_read, &spreads_read);
        let (is_zero, is_one_of_many) = (false, false);
        let asked = Question { tests: &tests, scores, spreads, deviation, is_zero, is_one_of_many };
        asked.holds(&reading.tests) == Some(true)
    };
    if kinds.iter().any(has_deviations) {
        return Ok(Some(Some(reading.clone())));
    }
    let found = decided(composition, &scores_read, &spreads_read, kinds, false, advance)?;
    let Some(found) = found else { return Ok(None) };
    // Other tests do not have a number that was meant, or the one that is told.
    let is_told = reading.slip.is_some();
    let SpreadAnswer::Possible { tests, .. } = found else { return Ok(Some(None)) };
    let metric = |at: &usize| &scores[*at].metric;
    let value = match (&reading.value, reading.scores.first()) {
        (Some(_), Some(at)) => mean(composition, metric(at), &tests),
        _ => None,
    };
    let is_lost = is_told || reading.value.is_some() && value.is_none();
    Ok(Some((!is_lost).then(|| FoldReading { tests, value, ..reading.clone() })))
}

fn decided(
    composition: &Composition,
    scores: &[ReportedScore],
    spreads: &[Spread],
    kinds: &[Deviation],
    is_zero: bool,
    advance: Advance<'_>,
) -> Result<Option<SpreadAnswer>, FoldsRefused> {
    let watch = Watch::new(advance);
    let (alternatives, is_complete) = composition.sizes()?;
    let mut conflict = BTreeSet::new();
    let mut is_open = !is_complete;
    for &deviation in kinds {
        for tests in &alternatives {
            let is_one_of_many = alternatives.len() > MOST_WALKED;
            let asked = Question { tests, scores, spreads, deviation, is_zero, is_one_of_many };
            match asked.answer(&watch) {
                None => return Ok(None),
                Some(Found::Tests(tests)) => {
                    return Ok(Some(SpreadAnswer::Possible { tests, deviation }));
                }
                Some(Found::Conflict(scores)) => conflict.extend(scores),
                Some(Found::Nothing) => is_open = true,
            }
        }
    }
    Ok(Some(match is_open {
        true => SpreadAnswer::Undecided,
        false => SpreadAnswer::Impossible(conflict.into_iter().collect()),
    }))
}

/// Means and deviations of one kind over tests of known sizes.
struct Question<'q> {
    tests: &'q [Size],
    scores: &'q [ReportedScore],
    spreads: &'q [Spread],
    deviation: Deviation,
    /// `true` if undefined scores count as 0.
    is_zero: bool,
    /// `true` if so many other sizes are possible that matrices are not looked for.
    is_one_of_many: bool,
}

enum Found {
    Tests(Vec<Counted>),
    /// The positions of scores that contradict each other.
    Conflict(Vec<usize>),
    Nothing,
}

impl Question<'_> {
    /// `None` if the work was stopped.
    fn answer(&self, watch: &Watch<'_>) -> Option<Found> {
        if self.tests.len() < 2 && self.deviation == Deviation::Sample {
            // There is none of one test.
            return Some(Found::Conflict(self.spreads.iter().map(|spread| spread.score).collect()));
        }
        if let Some(spread) = self.spreads.iter().find(|spread| self.is_too_wide(spread)) {
            return Some(Found::Conflict(vec![spread.score]));
        }
        if let Some(conflict) = related::contradiction(self) {
            return Some(Found::Conflict(conflict));
        }
        let axes: Vec<(usize, Squares)> =
            (0..self.scores.len()).filter_map(|at| Some((at, Squares::new(self, at)?))).collect();
        for (at, axis) in axes.iter().filter(|(_, axis)| axis.has_spread()) {
            if matches!(decide(self.tests, &[axis], watch), squares::Verdict::Impossible) {
                return Some(Found::Conflict(vec![*at]));
            }
            watch.step()?;
        }
        // Scores of one class alone are independent of those of the other one.
        let is_apart = axes.iter().all(|(_, axis)| axis.depends() != [true; 2]);
        let mut points = vec![[0; 2]; self.tests.len()];
        let mut is_found = axes.len() == self.scores.len();
        for class in 0..if is_apart { 2 } else { 1 } {
            let is_of = |axis: &Squares| !is_apart || axis.depends()[1] == (class == 1);
            let own: Vec<&(usize, Squares)> = axes.iter().filter(|(_, axis)| is_of(axis)).collect();
            let group: Vec<&Squares> = own.iter().map(|(_, axis)| axis).collect();
            match decide(self.tests, &group, watch) {
                squares::Verdict::Impossible => {
                    return Some(Found::Conflict(own.iter().map(|(at, _)| *at).collect()));
                }
                squares::Verdict::Possible(found) => {
                    for (point, found) in points.iter_mut().zip(found) {
                        *point = [point[0] + found[0], point[1] + found[1]];
                    }
                }
                squares::Verdict::Open => is_found = false,
            }
            watch.step()?;
        }
        if is_found {
            let tests = self.tests.iter().zip(&points);
            let tests: Vec<Counted> = tests.map(|(size, [tp, tn])| size.matrix(*tp, *tn)).collect();
            if self.holds(&tests) == Some(true) {
                return Some(Found::Tests(tests));
            }
        }
        if self.is_one_of_many && !self.is_small() {
            return Some(Found::Nothing);
        }
        let meeting = Meeting::new(self, watch)?;
        if let Some(meeting) = &meeting {
            let all: Vec<usize> = (0..self.tests.len()).collect();
            match meeting.solve(&all, &[], watch)? {
                Met::Tests(tests) => return Some(Found::Tests(tests)),
                Met::Nothing => return Some(Found::Conflict(self.smallest(watch)?)),
                Met::Open => {}
            }
        }
        if self.is_one_of_many {
            return Some(Found::Nothing);
        }
        Some(witness(self, meeting.as_ref(), watch)?.map_or(Found::Nothing, Found::Tests))
    }

    /// Returns `true` if there are so few matrices of all tests that many other sizes can be looked
    /// at too.
    fn is_small(&self) -> bool {
        const MOST: u64 = 1_000_000;
        let matrices = |size: &Size| (size.positives + 1).saturating_mul(size.negatives + 1);
        self.tests.iter().map(matrices).fold(1, u64::saturating_mul) <= MOST
    }

    /// Returns scores of which none can be left out with sums that surely do not meet.
    fn smallest(&self, watch: &Watch<'_>) -> Option<Vec<usize>> {
        let mut enough: Vec<usize> = (0..self.scores.len()).collect();
        for at in 0..self.scores.len() {
            let kept: Vec<usize> = enough.iter().copied().filter(|other| *other != at).collect();
            let (scores, spreads) = among(&kept, self.scores, self.spreads);
            let fewer = Question { scores: &scores, spreads: &spreads, ..*self };
            let all: Vec<usize> = (0..self.tests.len()).collect();
            let Some(meeting) = Meeting::new(&fewer, watch)? else { continue };
            if matches!(meeting.solve(&all, &[], watch)?, Met::Nothing) {
                enough = kept;
            }
        }
        Some(enough)
    }

    fn measure(&self, at: usize) -> Measure {
        let metric = self.scores[at].metric.clone();
        match metric.form() {
            ValueForm::Plain | ValueForm::Root if self.is_zero => Measure::OrZero(metric),
            _ => Measure::Metric(metric),
        }
    }

    /// Returns what the sum of squares, less that of the mean, is divided by.
    fn divisor(&self) -> u64 {
        let count = self.tests.len() as u64;
        match self.deviation {
            Deviation::Population => count,
            Deviation::Sample => count - 1,
        }
    }

    /// Returns `true` if no numbers between 0 and 1 with such a mean deviate so much.
    fn is_too_wide(&self, spread: &Spread) -> bool {
        let ReportedScore { metric, value } = &self.scores[spread.score];
        if metric.range() != "[0, 1]" || !spread.value.lower.is_positive() {
            return false;
        }
        let half = Rational::new(1, 2);
        let middle = value.lower.clone().max(half).min(value.upper.clone());
        let count = Rational::from(self.tests.len() as u64);
        let most = &middle * &middle.complement() * count / Rational::from(self.divisor());
        most < &spread.value.lower * &spread.value.lower
    }

    /// Returns whether these matrices have the means and the deviations; `None` if enclosures of
    /// scores that are not rational do not tell, or a score is undefined.
    fn holds(&self, tests: &[Counted]) -> Option<bool> {
        let values = |at: usize| -> Option<Vec<[Rational; 2]>> {
            let measure = self.measure(at);
            tests.iter().map(|test| measure.value(&test.matrix()?).ends()).collect()
        };
        let count = Rational::from(tests.len() as u64);
        let mut is_sure = true;
        for at in 0..self.scores.len() {
            let values = values(at)?;
            let sum = |end: usize| values.iter().map(|ends| ends[end].clone()).sum::<Rational>();
            let (low, high) = (sum(0), sum(1));
            let mut found =
                vec![is_within(&self.scores[at].value, &(&low / &count), &(&high / &count))];
            for spread in self.spreads.iter().filter(|spread| spread.score == at) {
                let [least, most] = squared(&values);
                let by = &count * &Rational::from(self.divisor());
                let (least, most) = (
                    (&count * &least - squared(&[[low.clone(), high.clone()]])[1].clone()) / &by,
                    (&count * &most - squared(&[[low.clone(), high.clone()]])[0].clone()) / &by,
                );
                // No variance is below 0, where enclosures reach if all scores are equal.
                let [least, most] = [least, most].map(|end| end.max(Rational::ZERO));
                found.push(is_within(&square(&spread.value), &least, &most));
            }
            if found.contains(&Some(false)) {
                return Some(false);
            }
            is_sure &= !found.contains(&None);
        }
        is_sure.then_some(true)
    }
}

/// Returns whether a number between two others is printed so; `None` if that depends on which.
fn is_within(value: &ReportedValue, low: &Rational, high: &Rational) -> Option<bool> {
    let is_above =
        |end: &Rational| value.lower < *end || value.lower == *end && !value.lower_is_open;
    let is_below =
        |end: &Rational| *end < value.upper || *end == value.upper && !value.upper_is_open;
    if is_above(low) && is_below(high) {
        return Some(true);
    }
    (!is_above(high) || !is_below(low)).then_some(false)
}

/// Returns the least and the largest sum of squares of numbers that are enclosed.
fn squared(values: &[[Rational; 2]]) -> [Rational; 2] {
    let of = |[low, high]: &[Rational; 2]| {
        let (a, b) = (low * low, high * high);
        let is_around = !low.is_positive() && !high.is_negative();
        [if is_around { Rational::ZERO } else { a.clone().min(b.clone()) }, a.max(b)]
    };
    values.iter().map(of).fold([Rational::ZERO, Rational::ZERO], |[low, high], [least, most]| {
        [low + least, high + most]
    })
}

/// Returns the squares of a printed deviation. None is below 0.
fn square(value: &ReportedValue) -> ReportedValue {
    let mut squares = value.clone();
    if value.lower.is_negative() {
        (squares.lower, squares.lower_is_open) = (Rational::ZERO, false);
    }
    squares.lower = &squares.lower * &squares.lower;
    // Nothing is below 0.
    squares.upper = &value.upper * &value.upper.abs();
    squares
}
