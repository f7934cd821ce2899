//! Checks two classifiers at points of a segment of the Tile: the difference of their scores there,
//! their swap tests, and the decision by a level, which follows from the stated limits of a
//! probability.

use super::compare::{CAVEAT, INDEPENDENT, PAIRED, swap_entry};
use super::probability::{Printed, one_of, truly_better};
use super::swap::{Swap, Values, discordant};
use crate::claim::given::Given;
use crate::claim::header::Members;
use crate::claim::proofs::{Proofs, counted};
use crate::claim::stop::Stop;
use crate::claim::truth::{Entry, Truth, same};
use crate::claim::wrong::Wrong;
use crate::geometry::segment::Segment;
use crate::metric::metrics::{Cells, Key, Metric};
use crate::reading::json::Json;
use exactile::num::Rational;
use exactile::performance::{ConfusionMatrix, PairCounts};

/// The most outcomes of all swap tests together; they take some minutes.
const MOST_OUTCOMES: u128 = 400_000_000;

/// Two classifiers of one prior.
struct Pair<'g> {
    segment: Segment,
    cells: [Cells; 2],
    /// The results of both on the same samples, if they are compared on the same samples.
    joint: Option<&'g PairCounts>,
    /// `true` if the outcomes of all swap tests are few enough to be enumerated.
    is_short: bool,
}

/// Checks `exactile.curve-pair.v1`.
pub(crate) fn prove(
    mut members: Members<'_>,
    given: &Given<'_>,
    proofs: &mut Proofs,
) -> Result<(), Stop> {
    let [first, second] =
        [classifier(&mut members, "first", given)?, classifier(&mut members, "second", given)?];
    if first == second {
        return Err(Wrong::new("it is the first one").of("second").into());
    }
    let matrices = [first, second].map(|k| &given.classifiers[k].matrix);
    if let Some(error) = matrices.iter().find_map(|matrix| matrix.check_both_classes().err()) {
        return Err(Stop::Unknown(error.to_string()));
    }
    let [prior, other] = matrices.map(ConfusionMatrix::prior_positive);
    if prior != other {
        return Err(Stop::Unknown("pairs of different priors are not checked here".to_owned()));
    }
    let is_paired = members.paired(given)?;
    // Counted are the pairs of the first one, which the same result names.
    let joint = given.joint.filter(|joint| is_paired && joint.has_pair(first, second));
    let joint = joint.map(|joint| joint.pair(first, second));
    let level = members.level()?;
    let segment = Segment::of(&mut members, prior.clone())?;
    let points = members.take_stream("points")?;
    if points.len() == 0 {
        return Err(Wrong::new("a list of points should stand here").of("points").into());
    }
    let outcomes = joint.as_ref().map_or(0, outcomes).saturating_mul(points.len() as u128);
    let pair = Pair {
        segment,
        cells: matrices.map(Cells::of_matrix),
        joint: joint.as_ref(),
        is_short: outcomes <= MOST_OUTCOMES,
    };
    let (mut stretches, mut open, mut near) = (Stretches::default(), 0, 0);
    let judged = |k: usize, claim: Json| {
        let position = Rational::new(2 * k as u64 + 1, 2 * points.len() as u64);
        let (decided, is_near) = decided(&claim, &level)?;
        let (mut truth, is_open) = pair.truth(&position);
        truth.extend([
            ("truly_better", Truth::judge(truly_better)),
            ("decided", Truth::text(decided)),
        ]);
        same(&claim, &Truth::Object(truth), &mut Proofs::new("", 0))?;
        Ok((position, decided, [is_open, is_near]))
    };
    points
        .try_each(judged, |(position, decided, [is_open, is_near])| {
            stretches.add(position, decided);
            open += usize::from(is_open);
            near += usize::from(is_near);
            Ok(())
        })
        .map_err(|stop| stop.placed(|wrong| wrong.of("points")))?;
    let truth = [
        ("prior_positive", Truth::exact(prior)),
        ("assumption", Truth::text(if joint.is_some() { PAIRED } else { INDEPENDENT })),
        ("caveat", Truth::text(CAVEAT)),
        ("decided", stretches.truth()),
    ];
    members.same(&truth, proofs)?;
    proofs.proved(format!(
        "how far the two are apart at {}, and what follows from the level",
        counted(points.len(), "point")
    ));
    say(joint.is_some(), points.len(), [open, near], proofs);
    Ok(())
}

/// Adds what was proved of the points, and what stays open: swap tests, and points near the level.
fn say(is_joint: bool, points: usize, [open, near]: [usize; 2], proofs: &mut Proofs) {
    if is_joint {
        proofs.proved(counted(points - open, "swap test"));
    }
    if open > 0 {
        proofs.open(format!("{}, of too many outcomes to list", counted(open, "swap test")));
    }
    if near > 0 {
        let points = counted(near, "point");
        proofs.open(format!(
            "what is decided at {points}, where the limits are rounded across the level"
        ));
    }
    proofs.open("with which probability a classifier is truly better");
}

/// Takes the name of a classifier of the input from a result, and returns its position.
fn classifier(members: &mut Members<'_>, key: &str, given: &Given<'_>) -> Result<usize, Wrong> {
    let name = members.text(key)?;
    let known = given.classifiers.iter().position(|known| known.name == name);
    known.ok_or_else(|| Wrong::new("it is not in the input").of(key))
}

/// Returns the number of outcomes of one swap test.
fn outcomes(joint: &PairCounts) -> u128 {
    let [positives, negatives] = [joint.positive, joint.negative]
        .map(|class| discordant(class).map(u128::from).iter().sum::<u128>() + 1);
    positives.saturating_mul(negatives)
}

impl Pair<'_> {
    /// Returns the true entry at a position, and `true` if the swap test there is left open.
    fn truth<'t>(&self, position: &Rational) -> (Entry<'t>, bool) {
        let at = self.segment.at(position);
        let metric = Metric::at(&at);
        let values = self.cells.each_ref().map(|cells| match metric.key(cells) {
            Some(Key::Finite(value)) => Some(value),
            _ => None,
        });
        let difference = match values {
            [Some(first), Some(second)] => Truth::exact(first - second),
            _ => Truth::Null,
        };
        let mut truth =
            vec![("position", Truth::exact(position.clone())), ("difference", difference)];
        for (key, value) in self.segment.coordinates(&at) {
            if key == "threshold_probability" {
                let [first, second] = self.cells.each_ref().map(|cells| net_benefit(cells, &value));
                truth.push(("net_benefit", Truth::exact(first - second)));
            }
            truth.push((key, Truth::exact(value)));
        }
        let swap = self.joint.map(|joint| self.swap(&at, joint));
        truth.extend(swap_entry(swap.as_ref(), Vec::new));
        truth.push(("at", Truth::List(at.map(Truth::exact).into())));
        (truth, matches!(swap, Some(Swap::Open)))
    }

    fn swap(&self, at: &[Rational; 2], joint: &PairCounts) -> Swap {
        if !self.is_short {
            return Swap::Open;
        }
        let metric = Metric::at(at);
        Values::of_pair(&metric, joint).map_or(Swap::Open, |values| values.test(joint))
    }
}

/// Returns the net benefit: the rate of true positives per sample, minus the odds of the threshold
/// times that of false positives.
fn net_benefit(cells: &Cells, threshold: &Rational) -> Rational {
    let odds = threshold.checked_div(&threshold.complement());
    let harm = &cells.fp * &odds.expect("a threshold inside a segment is below 1");
    (&cells.tp - harm) / cells.t()
}

/// Returns the decision that follows from the limits of the probability and the level, and `true`
/// if the rounding of the limits leaves it open.
fn decided(claim: &Json, level: &Rational) -> Result<(&'static str, bool), Wrong> {
    let member =
        |key: &str| claim.get(key).ok_or_else(|| Wrong::new(format!("the key {key:?} is missing")));
    let limits = Printed::of(member("truly_better")?).map_err(|wrong| wrong.of("truly_better"))?;
    let possible =
        limits.possible([level, &level.complement()], false, ["first", "second", "neither"]);
    let said = one_of(member("decided")?, &possible).map_err(|wrong| wrong.of("decided"))?;
    Ok((said, possible.len() > 1))
}

/// Neighbouring points with the same decision.
struct Stretch {
    decided: &'static str,
    from: Rational,
    to: Rational,
    points: usize,
}

#[derive(Default)]
struct Stretches(Vec<Stretch>);

impl Stretches {
    fn add(&mut self, position: Rational, decided: &'static str) {
        match self.0.last_mut() {
            Some(last) if last.decided == decided => {
                last.to = position;
                last.points += 1;
            }
            _ => {
                let from = position.clone();
                self.0.push(Stretch { decided, from, to: position, points: 1 });
            }
        }
    }

    fn truth<'t>(self) -> Truth<'t> {
        let stretch = |stretch: Stretch| {
            Truth::Object(vec![
                ("decided", Truth::text(stretch.decided)),
                ("from", Truth::exact(stretch.from)),
                ("to", Truth::exact(stretch.to)),
                ("points", Truth::count(stretch.points)),
            ])
        };
        Truth::List(self.0.into_iter().map(stretch).collect())
    }
}
