//! The review of common scores: three tests, and the extreme correlations with ranking scores.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, OnceLock};

use rayon::prelude::*;
use serde::Deserialize;

use super::error::undecided;
use super::tile::rational;
use super::{Expression, Item, RefereeError, Settles, Symbols};
use exactile::correlation::{Correlation, Correlator, Performances};
use exactile::geometry::Point;
use exactile::num::{Rational, Value};
use exactile::ranking::{Fitness, PerformanceSet, Verdict as Test};
use exactile::score::{Metric, NamedScore, RankingScore};

/// One score of the review.
#[derive(Clone, Debug, Deserialize)]
pub struct Review {
    metric: String,
    /// The largest distance of an estimated correlation from the computed one.
    within: Rational,
    rows: Vec<Row>,
}

#[derive(Clone, Debug, Deserialize)]
struct Row {
    /// `all`, or the positive prior.
    set: String,
    /// The results of the tests: V for passed, X for failed.
    tests: String,
    tau_min: Expression,
    tau_max: Expression,
}

/// Correlations of the review that an exact symmetry makes equal, or opposite.
#[derive(Clone, Debug, Deserialize)]
pub struct Symmetry {
    /// The symmetry in words.
    because: String,
    pairs: Vec<[Printed; 2]>,
}

/// One end of a printed range of correlations.
#[derive(Clone, Debug, Deserialize)]
struct Printed {
    metric: String,
    set: String,
    end: End,
    /// `true` if the symmetry makes this the opposite of the other one.
    #[serde(default)]
    opposite: bool,
    tau: Rational,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum End {
    Least,
    Greatest,
}

impl Symmetry {
    pub(super) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        self.pairs.iter().map(|pair| self.item(pair)).collect()
    }

    fn item(&self, pair: &[Printed; 2]) -> Result<Item, RefereeError> {
        let mut computed = Vec::new();
        for Printed { metric, set, end, opposite, .. } in pair {
            let truth = truth(metric, set)?;
            let found = match end {
                End::Least => &truth.least,
                End::Greatest => &truth.greatest,
            };
            let (_, correlation) = found.as_ref().ok_or_else(|| undecided("no correlation"))?;
            let square = correlation.signed_square().ok_or_else(|| undecided("no correlation"))?;
            computed.push(if *opposite { -square } else { square });
        }
        if computed[0] != computed[1] {
            return Err(undecided(format!("{} is not a symmetry of the lattice", self.because)));
        }
        let named = |one: &Printed| {
            let end = match one.end {
                End::Least => "least",
                End::Greatest => "greatest",
            };
            let Printed { metric, set, tau, .. } = one;
            format!("{end} correlation of {metric} ({set}) {}", tau.to_decimal(3))
        };
        let signed = |one: &Printed| if one.opposite { -&one.tau } else { one.tau.clone() };
        let says = format!("{}, {}", named(&pair[0]), named(&pair[1]));
        let relation = if pair[0].opposite == pair[1].opposite { "equal" } else { "opposite" };
        let item = Item::reproduced(says, format!("{relation}, since {}", self.because));
        Ok(if signed(&pair[0]) == signed(&pair[1]) {
            item
        } else {
            item.erratum(format!(
                "{}: on the lattice tau-b squared is {} for both, up to the sign",
                self.because,
                computed[0].abs()
            ))
        })
    }
}

/// Resolutions of the lattices: a fast one that finds the places, and that of the result.
const FAST: [u32; 2] = [10, 20];
const FINE: [u32; 2] = [Performances::RESOLUTION, Performances::RESOLUTION_AT_PRIOR];
/// Steps of the grid over the Tile.
const STEPS: u32 = 12;
/// The number of the best places of the fast lattice that are examined on the fine one.
const CANDIDATES: usize = 6;

/// A correlation with its place.
type Found = Option<(Point, Correlation)>;

/// The truth about one score on one set of performances.
struct Truth {
    fitness: Fitness,
    least: Found,
    greatest: Found,
}

/// Truths by score and set.
type Known = HashMap<(String, String), Arc<Truth>>;

/// Returns the truth, which does not depend on the print, and is computed once.
fn truth(name: &str, set: &str) -> Result<Arc<Truth>, RefereeError> {
    static KNOWN: OnceLock<Mutex<Known>> = OnceLock::new();
    let known = || KNOWN.get_or_init(Mutex::default).lock();
    let key = (name.to_string(), set.to_string());
    if let Some(truth) = known().ok().and_then(|known| known.get(&key).cloned()) {
        return Ok(truth);
    }
    let metric = super::formula::metric(name)?;
    let fitness = Fitness::of(&metric, &set.parse::<PerformanceSet>().map_err(undecided)?)
        .ok_or_else(|| undecided("no function of the performance"))?;
    let prior = match set {
        "all" => None,
        prior => Some(prior.parse::<Rational>().map_err(undecided)?),
    };
    let [least, greatest] = extremes(&metric, prior.as_ref(), fitness.place.as_ref())?;
    let truth = Arc::new(Truth { fitness, least, greatest });
    if let Ok(mut known) = known() {
        known.insert(key, truth.clone());
    }
    Ok(truth)
}

/// Returns the performances of one resolution, made once.
fn lattice(
    prior: Option<&Rational>,
    resolutions: [u32; 2],
) -> Result<Arc<Performances>, RefereeError> {
    type Key = (Option<Rational>, u32);
    static KNOWN: OnceLock<Mutex<HashMap<Key, Arc<Performances>>>> = OnceLock::new();
    let resolution = resolutions[usize::from(prior.is_some())];
    let key = (prior.cloned(), resolution);
    let known = || KNOWN.get_or_init(Mutex::default).lock();
    if let Some(made) = known().ok().and_then(|known| known.get(&key).cloned()) {
        return Ok(made);
    }
    let made = match prior {
        Some(prior) => Performances::fixed_prior(prior, resolution),
        None => Performances::all(resolution),
    };
    let made = Arc::new(made.map_err(undecided)?);
    if let Ok(mut known) = known() {
        known.insert(key, made.clone());
    }
    Ok(made)
}

fn extremes(
    metric: &Metric,
    prior: Option<&Rational>,
    place: Option<&Point>,
) -> Result<[Found; 2], RefereeError> {
    let at = |correlator: &Correlator, points: Vec<Point>| -> Vec<(Point, Correlation)> {
        let score = |point: &Point| RankingScore::at(point.clone()).expect("on the Tile");
        points.into_par_iter().map(|p| (p.clone(), correlator.at(&score(&p)))).collect()
    };
    let step = |k: u32| Rational::new(k, STEPS);
    let mut points: Vec<Point> =
        (0..=STEPS).flat_map(|a| (0..=STEPS).map(move |b| Point::new(step(a), step(b)))).collect();
    let half = Rational::new(1, 2);
    let named = NamedScore::marked();
    let named = named.iter().filter(|score| prior.is_some() || !score.depends_on_prior());
    // Where many performances tie, tau-b jumps: these places are looked at on every lattice.
    let mut special: Vec<Point> =
        named.map(|score| score.place(prior.unwrap_or(&half))).chain(place.cloned()).collect();
    special.dedup();
    points.extend(special.iter().cloned());
    // What is printed was estimated on uniformly distributed performances.
    let correlator = |resolutions| {
        let performances = lattice(prior, resolutions)?.without_infinite(metric);
        Correlator::new(metric, &performances).map_err(undecided)
    };
    let fast = correlator(FAST)?;
    let mut found: Vec<(Rational, Point)> = at(&fast, points)
        .into_iter()
        .filter_map(|(point, correlation)| Some((correlation.signed_square()?, point)))
        .collect();
    found.sort_by(|x, y| x.0.cmp(&y.0));
    let fine = correlator(FINE)?;
    let best = |mut candidates: Vec<Point>, direction: Ordering| -> Found {
        candidates.extend(special.iter().cloned());
        let mut best: Option<(Rational, (Point, Correlation))> = None;
        for (point, correlation) in at(&fine, candidates) {
            let Some(value) = correlation.signed_square() else { continue };
            if best.as_ref().is_none_or(|(known, _)| value.cmp(known) == direction) {
                best = Some((value, (point, correlation)));
            }
        }
        best.map(|(_, found)| found)
    };
    let low = found.iter().take(CANDIDATES).map(|(_, point)| point.clone()).collect();
    let high = found.iter().rev().take(CANDIDATES).map(|(_, point)| point.clone()).collect();
    Ok([best(low, Ordering::Less), best(high, Ordering::Greater)])
}

impl Review {
    pub(super) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        let mut items = Vec::new();
        for row in &self.rows {
            let truth = truth(&self.metric, &row.set)?;
            let tests = [&truth.fitness.first, &truth.fitness.second, &truth.fitness.third];
            if row.tests.chars().count() != tests.len() {
                return Err(undecided("there are three tests"));
            }
            for (number, (printed, test)) in (1..).zip(row.tests.chars().zip(tests)) {
                items.push(mark(&row.set, number, printed, test));
            }
            items.push(self.correlation(&row.set, "least", &row.tau_min, &truth.least)?);
            items.push(self.correlation(&row.set, "greatest", &row.tau_max, &truth.greatest)?);
        }
        Ok(items)
    }

    fn correlation(
        &self,
        set: &str,
        which: &str,
        printed: &Expression,
        found: &Found,
    ) -> Result<Item, RefereeError> {
        let none = BTreeMap::new();
        let value = rational(printed, &Symbols::new(&none))?
            .ok_or_else(|| undecided(format!("{printed} has no value")))?;
        let says = format!("{set}: {which} correlation {printed}");
        let Some((place, correlation)) = found else {
            let item = Item::reproduced(says, "undefined everywhere");
            let witness = "the score ties all performances, so that tau-b is 0/0";
            return Ok(if value.is_zero() {
                item.convention(
                    Settles::Reading,
                    "the correlation with a constant score is called 0",
                    witness,
                )
            } else {
                item.erratum(witness)
            });
        };
        let tau = correlation.tau_b();
        let [lower, upper] = tau.ends().ok_or_else(|| undecided("a correlation without value"))?;
        let distance = (&lower - &value).abs().max((&upper - &value).abs());
        let (a, b) = (&place.a, &place.b);
        let shown = match &tau {
            Value::Enclosed(tau) => tau.decimals().join(" to "),
            tau => tau.to_string(),
        };
        let item = Item::reproduced(says, format!("{shown} at ({a}, {b})"));
        let witness = format!(
            "tau-b {shown} at ({a}, {b}), on {} performances with finite values",
            correlation.used
        );
        let is_exact = value.abs() == Rational::ONE;
        Ok(if distance <= if is_exact { Rational::ZERO } else { Rational::new(1, 2000) } {
            item
        } else if distance <= self.within && !is_exact {
            item.convention(
                Settles::Tolerance,
                format!(
                    "the print is an estimate: its sampling and its search over the Tile are not \
                     those used here, where performances with an infinite value, which a uniform \
                     distribution does not meet, are left out; they are taken to make up for a \
                     difference of at most {}",
                    self.within
                ),
                witness,
            )
        } else {
            item.erratum(witness)
        })
    }
}

fn mark(set: &str, number: u32, printed: char, test: &Test) -> Item {
    let (truth, why) = match test {
        Test::Holds(reason) => ('V', format!("passed: {reason:?}")),
        Test::Fails(witness) => ('X', format!("failed: {witness:?}")),
        Test::Open { searched } => ('?', format!("open after {searched} performances")),
    };
    let name = |mark| if mark == 'V' { "passed" } else { "failed" };
    let item = Item::reproduced(format!("{set}: test {number} {}", name(printed)), name(truth));
    if printed == truth { item } else { item.erratum(why) }
}
