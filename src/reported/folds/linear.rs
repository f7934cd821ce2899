//! Scores that are linear in TP and TN: a few inequalities in integers.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::ToPrimitive;

use super::{Counted, Decision, Scored, Size, surfaces};
use crate::num::{Rational, common_denominator};
use crate::work::Watch;

/// Numbers of the search for a solution at most; more than that is not decided.
const MOST_NODES: u64 = 3_000_000;

/// `lower <= sum of coefficients times variables <= upper`
struct Inequality {
    coefficients: Vec<i128>,
    lower: i128,
    upper: i128,
    /// The least and the largest sum of the terms from each variable on.
    rest: Vec<[i128; 2]>,
}

/// Decides by the linear scores alone: what contradicts them is impossible, and what fulfils them is possible if there are no other
/// scores.
///
/// Of tests of one size a score's sum is linear in the sums X of TP and Y of TN, which may be any integers from 0 to
/// the number of samples. So the variables are an X and a Y of each size. They are tried one after another, each within what
/// the inequalities leave if all later ones take their best values.
pub(super) fn decide(tests: &[Size], scores: &[&Scored], watch: &Watch<'_>) -> Decision {
    let mut sizes: Vec<(Size, Vec<usize>)> = Vec::new();
    for (test, size) in tests.iter().enumerate() {
        match sizes.iter_mut().find(|(known, _)| known == size) {
            Some((_, members)) => members.push(test),
            None => sizes.push((*size, vec![test])),
        }
    }
    // All X first: sensitivities bound them.
    let most: Vec<i128> = (0..2)
        .flat_map(|class| {
            sizes.iter().map(move |(size, members)| {
                i128::from([size.positives, size.negatives][class]) * members.len() as i128
            })
        })
        .collect();
    let mut inequalities = Vec::new();
    for score in scores {
        let Some(terms) = terms(&sizes, score) else { continue };
        let Some(terms) = terms else { return Decision::Impossible };
        match inequality(terms, tests.len(), score, &most) {
            Some(inequality) => inequalities.push(inequality),
            None => return Decision::Open,
        }
    }
    if inequalities.is_empty() {
        return Decision::Open;
    }
    let mut values = vec![0; most.len()];
    let mut nodes = Nodes { tried: 0, watch };
    let sums = vec![0; inequalities.len()];
    match solve(&inequalities, &most, &sums, &mut values, 0, &mut nodes) {
        None if watch.is_stopped() => Decision::Stopped,
        None => Decision::Open,
        Some(false) => Decision::Impossible,
        Some(true) if inequalities.len() < scores.len() => Decision::Open,
        Some(true) => Decision::Possible(shared_out(&sizes, tests.len(), &values)),
    }
}

/// The constant and the coefficients of a score's sum over all tests; none inside if it is undefined on some test, and none at all
/// if it is not linear.
fn terms(
    sizes: &[(Size, Vec<usize>)],
    score: &Scored,
) -> Option<Option<(Rational, Vec<Rational>)>> {
    let mut constant = Rational::ZERO;
    let mut coefficients = vec![Rational::ZERO; 2 * sizes.len()];
    for (at, (size, members)) in sizes.iter().enumerate() {
        let surface = &surfaces(*size, &[score])[0];
        let [numerator, denominator] = surface.linear()?;
        if denominator == [0; 3] {
            return Some(None);
        }
        let [one, x, y] = numerator.map(|term| Rational::from_i128(term, denominator[0]));
        constant = constant + one * Rational::from(members.len() as u64);
        (coefficients[at], coefficients[sizes.len() + at]) = (x, y);
    }
    Some(Some((constant, coefficients)))
}

/// The inequality in integers, if they fit.
fn inequality(
    (constant, coefficients): (Rational, Vec<Rational>),
    tests: usize,
    score: &Scored,
    most: &[i128],
) -> Option<Inequality> {
    let count = Rational::from(tests as u64);
    let scale = common_denominator(&coefficients);
    let scaled = |value: &Rational| value.numerator() * (&scale / value.denominator());
    let coefficients: Vec<i128> =
        coefficients.iter().map(|term| scaled(term).to_i128()).collect::<Option<_>>()?;
    let end = |end: &Rational| (end * &count - &constant) * Rational::from(scale.clone());
    let (lower, upper) = (end(&score.value.lower), end(&score.value.upper));
    let floor = |value: &Rational| value.numerator().div_floor(&value.denominator());
    let ceiling = |value: &Rational| -(-value.numerator()).div_floor(&value.denominator());
    let one = BigInt::from(1);
    let lower = if score.value.lower_is_open { floor(&lower) + &one } else { ceiling(&lower) };
    let upper = if score.value.upper_is_open { ceiling(&upper) - &one } else { floor(&upper) };
    let mut rest = vec![[0, 0]; most.len() + 1];
    for variable in (0..most.len()).rev() {
        let far = coefficients[variable].checked_mul(most[variable])?;
        let [low, high] = rest[variable + 1];
        rest[variable] = [far.min(0).checked_add(low)?, far.max(0).checked_add(high)?];
    }
    let beyond = |value: BigInt| {
        // Ends outside all sums may be anywhere outside.
        let [low, high] = rest[0];
        value.clamp(BigInt::from(low) - 1, BigInt::from(high) + 1).to_i128()
    };
    Some(Inequality { lower: beyond(lower)?, upper: beyond(upper)?, coefficients, rest })
}

/// How many numbers were tried.
struct Nodes<'w, 'a> {
    tried: u64,
    watch: &'w Watch<'a>,
}

impl Nodes<'_, '_> {
    /// One more; `None` after too many, or if the work is to stop.
    fn next(&mut self) -> Option<()> {
        const NODES_OF_A_STEP: u64 = 4096;
        self.tried += 1;
        if self.tried > MOST_NODES {
            return None;
        }
        if self.tried.is_multiple_of(NODES_OF_A_STEP) { self.watch.step() } else { Some(()) }
    }
}

/// Whether there is a solution with the values so far; `None` after too many tries.
fn solve(
    inequalities: &[Inequality],
    most: &[i128],
    sums: &[i128],
    values: &mut [i128],
    at: usize,
    nodes: &mut Nodes<'_, '_>,
) -> Option<bool> {
    nodes.next()?;
    if at == most.len() {
        let holds = |(inequality, sum): (&Inequality, &i128)| {
            inequality.lower <= *sum && *sum <= inequality.upper
        };
        return Some(inequalities.iter().zip(sums).all(holds));
    }
    let (mut first, mut last) = (0, most[at]);
    for (Inequality { coefficients, lower, upper, rest }, sum) in inequalities.iter().zip(sums) {
        let [low, high] = rest[at + 1];
        // lower - high <= sum + c v and sum + c v <= upper - low
        let (least, largest) = (lower - high - sum, upper - low - sum);
        match coefficients[at] {
            0 if least > 0 || largest < 0 => return Some(false),
            0 => {}
            c if c > 0 => {
                first = first.max(-Integer::div_floor(&-least, &c));
                last = last.min(Integer::div_floor(&largest, &c));
            }
            c => {
                first = first.max(-Integer::div_floor(&-largest, &c));
                last = last.min(Integer::div_floor(&least, &c));
            }
        }
    }
    for value in first..=last {
        values[at] = value;
        let next: Vec<i128> = inequalities
            .iter()
            .zip(sums)
            .map(|(inequality, sum)| sum + inequality.coefficients[at] * value)
            .collect();
        if solve(inequalities, most, &next, values, at + 1, nodes)? {
            return Some(true);
        }
    }
    Some(false)
}

/// Matrices with these sums of TP and TN over tests of each size.
fn shared_out(sizes: &[(Size, Vec<usize>)], tests: usize, values: &[i128]) -> Vec<Counted> {
    let mut found = vec![Counted { tn: 0, fp: 0, fn_: 0, tp: 0 }; tests];
    for (at, (size, members)) in sizes.iter().enumerate() {
        let sum = |class: usize| u64::try_from(values[class * sizes.len() + at]).unwrap_or(0);
        let (mut tp, mut tn) = (sum(0), sum(1));
        for test in members {
            let (here, there) = (tp.min(size.positives), tn.min(size.negatives));
            (tp, tn) = (tp - here, tn - there);
            found[*test] = size.matrix(here, there);
        }
    }
    found
}
