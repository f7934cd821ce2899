//! Models of further results, from the arguments.

use crate::args::{FurtherArgs, ModelChoiceArgs, ModelName};
use crate::host::Failure;
use exactile::contest::on_one_class;
use exactile::lattice::{BetaPrior, Lattice, Model, Observation, Predictive};
use exactile::performance::Classifier;
use exactile::score::Metric;

/// Returns the model that the arguments choose.
pub(crate) fn model(arguments: &ModelChoiceArgs) -> Result<Model, Failure> {
    let prior = |pair: Option<&(exactile::num::Rational, exactile::num::Rational)>| {
        pair.map_or_else(|| Ok(BetaPrior::default()), |(u, v)| BetaPrior::new(u.clone(), v.clone()))
    };
    let (positive, negative) = (arguments.beta.as_ref(), arguments.beta_negative.as_ref());
    match arguments.model {
        ModelName::Binomial if positive.or(negative).is_some() => {
            Err(Failure::new("the binomial model has no prior", "drop --beta or --model binomial"))
        }
        ModelName::Binomial => Ok(Model::Binomial),
        ModelName::BetaBinomial => Ok(Model::BetaBinomial {
            positive: prior(positive)?,
            negative: prior(negative.or(positive))?,
        }),
    }
}

/// Returns the distribution of further results; by default on the observed numbers of samples.
pub(crate) fn predictive(
    observed: Observation,
    model: &Model,
    further: &FurtherArgs,
) -> Result<Predictive, Failure> {
    check_observed(observed, model)?;
    Ok(Predictive::new(observed, model, further_lattice(observed, further)?)?)
}

/// Refuses observations for which the binomial model is undefined.
pub(crate) fn check_observed(observed: Observation, model: &Model) -> Result<(), Failure> {
    if *model == Model::Binomial {
        observed.check_both_classes().map_err(|error| {
            let hint = format!("{}, or leave --model binomial out", error.hint());
            Failure::new(error, hint)
        })?;
    }
    Ok(())
}

/// Returns the lattice of further samples; by default it has the observed numbers, which must not
/// be 0.
pub(crate) fn further_lattice(
    observed: Observation,
    further: &FurtherArgs,
) -> Result<Lattice, Failure> {
    let or_observed =
        |given: Option<u64>, observed: u64| given.or((observed > 0).then_some(observed));
    let positives = or_observed(further.positives, observed.tp + observed.fn_);
    let negatives = or_observed(further.negatives, observed.tn + observed.fp);
    let missing = match (positives, negatives) {
        (Some(positives), Some(negatives)) => return Ok(Lattice::new(positives, negatives)?),
        (None, Some(_)) => ("the positive class", "--positives"),
        (Some(_), None) => ("the negative class", "--negatives"),
        (None, None) => ("either class", "--positives and --negatives"),
    };
    let (class, flags) = missing;
    let what =
        format!("the number of further samples is not known: there are no observations of {class}");
    Err(Failure::new(what, format!("give {flags}")).about_input())
}

/// As [`further_lattice`], for a metric: a test of one class is allowed if the metric is the rate
/// of that class.
pub(crate) fn further_test(
    observed: Observation,
    metric: &Metric,
    further: &FurtherArgs,
) -> Result<Lattice, Failure> {
    let positives = further.positives.unwrap_or(observed.tp + observed.fn_);
    let negatives = further.negatives.unwrap_or(observed.tn + observed.fp);
    let one_class = Lattice::new(positives, negatives).ok().filter(|test| {
        let of_one = on_one_class(metric, *test);
        of_one.is_ok_and(|(_, both)| both != *test)
    });
    one_class.map_or_else(|| further_lattice(observed, further), Ok)
}

/// Returns the counts of all classifiers; both classes must have samples.
pub(crate) fn observations(classifiers: &[Classifier]) -> Result<Vec<Observation>, Failure> {
    classifiers
        .iter()
        .map(|classifier| {
            let observed = Observation::from_matrix(&classifier.matrix, &classifier.name)?;
            observed.check_both_classes()?;
            Ok(observed)
        })
        .collect()
}
