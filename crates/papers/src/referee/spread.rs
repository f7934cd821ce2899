//! Printed statements about the shape of predictive distributions: their breadth, the values that
//! stand out, and the most probable ones.

use std::cmp::Ordering;

use num_bigint::BigUint;
use serde::Deserialize;

use super::error::undecided;
use super::formula::metric;
use super::predictive::ModelName;
use super::{Item, RefereeError, Settles};
use exactile::lattice::{Lattice, Mass, MetricPmf, Observation, Predictive, Route};
use exactile::num::{Rational, Value};
use exactile::performance::ConfusionMatrix;

fn observation([tn, fp, fn_, tp]: [u64; 4]) -> Observation {
    Observation { tn, fp, fn_, tp }
}

/// Returns the distribution on the observed number of further samples.
fn predictive(counts: [u64; 4], model: ModelName) -> Result<Predictive, RefereeError> {
    let [tn, fp, fn_, tp] = counts;
    let model = model.model(&Rational::ONE, &Rational::ONE)?;
    let lattice = Lattice::new(tp + fn_, tn + fp).map_err(undecided)?;
    Predictive::new(observation(counts), &model, lattice).map_err(undecided)
}

/// A model whose distributions of rates are said to be broader than another's.
#[derive(Clone, Debug, Deserialize)]
pub struct Broader {
    broader: ModelName,
    than: ModelName,
    /// Counts tn, fp, fn, tp.
    observed: Vec<[u64; 4]>,
    /// Examine all observations with at most this many samples of a class.
    up_to: u64,
}

impl Broader {
    /// Compares the variances of true positives and of true negatives.
    pub(super) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        let mut items = Vec::new();
        for &counts in &self.observed {
            let [wide, narrow] = [self.broader, self.than].map(|model| variances(counts, model));
            let (wide, narrow) = (wide?, narrow?);
            let [tn, fp, fn_, tp] = counts;
            for (class, wide, narrow) in
                [("true positives", &wide[0], &narrow[0]), ("true negatives", &wide[1], &narrow[1])]
            {
                let item = Item::reproduced(
                    format!(
                        "after tp {tp}, fp {fp}, fn {fn_}, tn {tn}, {class} vary more under {}",
                        self.broader.name()
                    ),
                    format!("variances {wide} and {narrow}"),
                );
                let broader = wide > narrow;
                items.push(if broader {
                    item
                } else {
                    item.erratum(format!("{wide} is not above {narrow}"))
                });
            }
        }
        let mut tried = 0;
        let (mut equal, mut below) = (None, None);
        for (right, wrong) in (1..=self.up_to).flat_map(|all| (0..=all).map(move |r| (r, all - r)))
        {
            let counts = [1, 0, wrong, right];
            let wide = &variances(counts, self.broader)?[0];
            let narrow = &variances(counts, self.than)?[0];
            tried += 1;
            let case = || format!("after tp {right}, fn {wrong}: variances {wide} and {narrow}");
            match wide.cmp(narrow) {
                Ordering::Greater => {}
                Ordering::Equal => _ = equal.get_or_insert_with(case),
                Ordering::Less => _ = below.get_or_insert_with(case),
            }
        }
        let item = Item::reproduced(
            format!("{} is broader than {} always", self.broader.name(), self.than.name()),
            format!("{tried} observations of up to {} samples", self.up_to),
        );
        items.push(match (below, equal) {
            (Some(witness), _) | (None, Some(witness)) => item.erratum(witness),
            (None, None) => item,
        });
        Ok(items)
    }
}

/// Returns the variances of the numbers of true positives and of true negatives.
fn variances(counts: [u64; 4], model: ModelName) -> Result<[Rational; 2], RefereeError> {
    let [tn, fp, fn_, tp] = counts;
    let predictive = predictive(counts, model)?;
    let of = |most: u64, mass: &dyn Fn(u64) -> Rational| {
        let moment = |power: u32| -> Rational {
            (0..=most).map(|count| &Rational::from(count.pow(power)) * &mass(count)).sum()
        };
        let mean = moment(1);
        &moment(2) - &(&mean * &mean)
    };
    let (p, n) = (tp + fn_, tn + fp);
    let positives = |tp: u64| -> Rational { (0..=n).map(|tn| predictive.mass(tp, tn)).sum() };
    let negatives = |tn: u64| -> Rational { (0..=p).map(|tp| predictive.mass(tp, tn)).sum() };
    Ok([of(p, &positives), of(n, &negatives)])
}

/// Values whose masses are said to stand out of the bell curve of the others.
#[derive(Clone, Debug, Deserialize)]
pub struct StandOut {
    metric: String,
    model: ModelName,
    /// Counts tn, fp, fn, tp.
    observed: [u64; 4],
    /// The named values; some, if none is named.
    values: Vec<Rational>,
}

/// A value of a distribution.
struct Peak {
    value: Value,
    count: usize,
}

impl StandOut {
    /// Examines it: a mass stands out if it exceeds those of the next values on both sides, other
    /// than at the top of the curve.
    pub(super) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        let pmf = pmf(&self.metric, self.observed, self.model)?;
        let masses: Vec<BigUint> = (0..pmf.distinct())
            .map(|place| match pmf.mass(place) {
                Mass::Numerator(mass) => Ok(mass),
                Mass::Decimal(_) => Err(undecided("masses that are not exact")),
            })
            .collect::<Result<_, _>>()?;
        let modes = pmf.modes();
        let peaks: Vec<Peak> = (1..masses.len().saturating_sub(1))
            .filter(|&k| masses[k] > masses[k - 1] && masses[k] > masses[k + 1])
            .filter(|k| self.values.is_empty() || !modes.contains(k) || self.names(&pmf.value(*k)))
            .filter(|k| !self.values.is_empty() || !modes.contains(k))
            .map(|k| Peak { value: pmf.value(k), count: pmf.count(k) })
            .collect();
        let (name, model) = (&self.metric, self.model.name());
        if self.values.is_empty() {
            let item = Item::reproduced(
                format!("{name}: some values stand out of the curve ({model})"),
                format!("{} of {} values do", peaks.len(), masses.len()),
            );
            return Ok(vec![if peaks.is_empty() {
                item.erratum(format!(
                    "the masses of all {} values rise up to {name} = {} and fall from there",
                    masses.len(),
                    modes.first().map_or_else(String::new, |&k| pmf.value(k).to_string())
                ))
            } else {
                item
            }]);
        }
        let item = |value: &Rational| {
            let says =
                format!("{name} = {value} stands out, being that of several points ({model})");
            match peaks.iter().find(|peak| peak.value.as_rational() == Some(value)) {
                Some(peak) if peak.count > 1 => {
                    Item::reproduced(says, format!("it does, and {} points have it", peak.count))
                }
                Some(peak) => Item::reproduced(says, "it does")
                    .erratum(format!("{} point has it", peak.count)),
                None => Item::reproduced(says, "it does not")
                    .erratum("one of the next values has no smaller mass"),
            }
        };
        Ok(self.values.iter().map(item).collect())
    }

    fn names(&self, value: &Value) -> bool {
        value.as_rational().is_some_and(|value| self.values.contains(value))
    }
}

fn pmf(name: &str, observed: [u64; 4], model: ModelName) -> Result<MetricPmf, RefereeError> {
    let predictive = predictive(observed, model)?;
    MetricPmf::new(&predictive, &metric(name)?, Route::Exact, None).map_err(undecided)
}

/// The most probable value of a metric, said to be one under all models.
#[derive(Clone, Debug, Deserialize)]
pub struct MostProbable {
    metric: String,
    models: Vec<ModelName>,
    /// Counts tn, fp, fn, tp.
    observed: [u64; 4],
    /// The value that is said to be the most probable; any common one, if none is given.
    #[serde(default)]
    printed: Option<Rational>,
}

impl MostProbable {
    pub(super) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        let name = &self.metric;
        let score = metric(name)?;
        let (mut modes, mut at_matrices) = (Vec::new(), Vec::new());
        for &model in &self.models {
            let pmf = pmf(name, self.observed, model)?;
            modes.extend(pmf.modes().into_iter().map(|place| (model.name(), pmf.value(place))));
            at_matrices.extend(
                most_probable_matrices(&predictive(self.observed, model)?)?
                    .iter()
                    .map(|matrix| score.value(matrix)),
            );
        }
        let list: Vec<String> =
            modes.iter().map(|(model, value)| format!("{value} ({model})")).collect();
        let says = match &self.printed {
            Some(value) => format!("the most probable {name} is {value} under all models"),
            None => format!("the most probable {name} is one value under all models"),
        };
        let item = Item::reproduced(says, list.join(", "));
        let one = |values: Vec<&Value>| -> bool {
            let mut values = values.into_iter();
            let first = match (&self.printed, values.next()) {
                (_, None) => return false,
                (None, Some(first)) => first.clone(),
                (Some(printed), Some(first)) => {
                    if first.as_rational() != Some(printed) {
                        return false;
                    }
                    first.clone()
                }
            };
            values.all(|value| *value == first)
        };
        Ok(vec![if one(modes.iter().map(|(_, value)| value).collect()) {
            item
        } else if one(at_matrices.iter().collect()) {
            item.convention(
                Settles::Reading,
                format!(
                    "meant is {name} at the most probable confusion matrix, {}",
                    at_matrices[0]
                ),
                format!("the most probable values are {}", list.join(", ")),
            )
        } else {
            item.erratum(format!("the most probable values are {}", list.join(", ")))
        }])
    }
}

fn most_probable_matrices(predictive: &Predictive) -> Result<Vec<ConfusionMatrix>, RefereeError> {
    let lattice = predictive.lattice();
    let (p, n) = (lattice.positives(), lattice.negatives());
    let all = || (0..=p).flat_map(|tp| (0..=n).map(move |tn| (tp, tn)));
    let masses: Vec<Rational> = all().map(|(tp, tn)| predictive.mass(tp, tn)).collect();
    let most = masses.iter().max().ok_or(RefereeError::Empty)?;
    all()
        .zip(&masses)
        .filter(|(_, mass)| *mass == most)
        .map(|((tp, tn), _)| {
            ConfusionMatrix::from_counts(tn, n - tn, p - tp, tp).map_err(undecided)
        })
        .collect()
}
