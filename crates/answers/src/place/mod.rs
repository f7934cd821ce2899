//! `exactile place`

pub(crate) mod arguments;

use self::arguments::WhereArgs;
use crate::host::{Failure, Streams, write_result};
use exactile::num::Rational;
use exactile::score::{Likeness, Metric, RankingScore, Scope, Standing, Weight};
use exactile::tile::Placement;
use exactile_document::{PlacementReport, Step};

/// The score to place: its title, the ranking score with the same order, and the reason why that is
/// so.
struct Asked {
    title: String,
    standing: Standing,
    why: String,
}

pub(crate) fn run(arguments: &WhereArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let prior = arguments.prior.as_ref();
    let asked = asked(arguments)?;
    let placement = Placement::new(&asked.standing, prior);
    let steps = steps(arguments, &placement)?;
    let Asked { title, why, .. } = &asked;
    let report = PlacementReport { title, placement: &placement, why, steps: &steps };
    write_result(&arguments.output, streams, &report)
}

fn asked(arguments: &WhereArgs) -> Result<Asked, Failure> {
    if let Some(score) = &arguments.what.score {
        return Ok(Asked {
            title: score.to_string(),
            standing: score.standing().clone(),
            why: reason(score.standing()),
        });
    }
    if let Some(importances) = &arguments.what.importance {
        RankingScore::ordering_as(importances).map_err(|error| {
            Failure::new(format!("{error}: no place on the Tile"), "change --importance")
        })?;
        let weights = importances.as_array().clone().map(Weight::constant);
        let standing = Standing { weights, scope: Scope::All, likeness: Likeness::Equal };
        let why = "a = I(tp)/(I(tn) + I(tp)) and b = I(fn)/(I(fp) + I(fn)); the ratio of the two \
             sums does not matter: with satisfied importance s and unsatisfied u the score s/(s + \
             u) increases with s : u, and so does k s/(k s + l u) for positive k and l";
        return Ok(Asked {
            title: format!("importances {importances}"),
            standing,
            why: why.into(),
        });
    }
    costs(arguments)
}

/// Returns the place at which the score orders as the expected gain minus the expected cost does.
fn costs(arguments: &WhereArgs) -> Result<Asked, Failure> {
    let value = |flag: &str, given: &Option<Rational>| match given {
        Some(value) if value.is_negative() => {
            Err(Failure::new(format!("{flag} is negative: {value}"), "give 0 or more"))
        }
        Some(value) => Ok(value.clone()),
        None => Ok(Rational::ZERO),
    };
    let cost_fp = value("--cost-fp", &arguments.what.cost_fp)?;
    let cost_fn = value("--cost-fn", &arguments.what.cost_fn)?;
    let gain_tn = value("--gain-tn", &arguments.gain_tn)?;
    let gain_tp = value("--gain-tp", &arguments.gain_tp)?;
    let title =
        format!("costs fp {cost_fp}, fn {cost_fn}, gains tn {gain_tn}, tp {gain_tp}, per sample");
    let (at_stake_negative, at_stake_positive) = (&gain_tn + &cost_fp, &gain_tp + &cost_fn);
    let benefits = Metric::Benefits(Box::new([gain_tp, -cost_fp, -cost_fn, gain_tn]));
    let mut standing = benefits.standing().map_err(|_| {
        Failure::new("all costs and gains are 0", "give a positive --cost-fp or --cost-fn")
    })?;
    // Costs are per sample here: the number of samples does not matter.
    standing.scope = Scope::FixedPriors;
    let share = &at_stake_positive / (&at_stake_negative + &at_stake_positive);
    let why = format!(
        "with fixed priors FP = pi- - TN and FN = pi+ - TP, so what is gained less what it costs \
         is {at_stake_negative} TN + {at_stake_positive} TP and a constant; its contours are \
         parallel lines, as those of R_ab are only where a = b, and of the same slope where (1 - \
         a) : a = {at_stake_negative} : {at_stake_positive}, whatever the priors are; the balanced \
         place moves with them. Costs and gains of the rates, not of single decisions, stand at \
         the place of wa({share}); importances leave a free and are given with --importance",
    );
    Ok(Asked { title, standing, why })
}

fn reason(standing: &Standing) -> String {
    let relation = match (standing.likeness, standing.is_canonical()) {
        (Likeness::Equal, true) => "it has the value of the canonical ranking score there",
        (Likeness::Equal, false) => "it is the ranking score with these importances",
        (Likeness::Increasing, _) => {
            "it increases with the ranking score that has these importances"
        }
        (Likeness::Decreasing, _) => {
            "it decreases as the ranking score that has these importances increases"
        }
    };
    match standing.scope {
        Scope::All => format!("{relation}, for all performances"),
        scope => format!("{relation}, {}", scope.name()),
    }
}

/// Returns the places after each operation.
fn steps(arguments: &WhereArgs, placement: &Placement) -> Result<Vec<Step>, Failure> {
    let mut steps = Vec::new();
    if arguments.operations.is_empty() {
        return Ok(steps);
    }
    let mut place = placement
        .at
        .clone()
        .ok_or_else(|| Failure::new("the place depends on the priors", "give --prior"))?;
    let mut prior = arguments.prior.clone();
    let mut inverted = placement.inverted;
    for operation in &arguments.operations {
        let moved = operation.moved(&place, prior.as_ref()).map_err(|error| {
            Failure::new(format!("{operation}: {error}"), "change --operation or --prior")
        })?;
        inverted ^= moved.inverted;
        (place, prior) = (moved.place, moved.prior_positive);
        steps.push(Step { operation: operation.to_string(), at: place.clone(), inverted });
    }
    Ok(steps)
}
