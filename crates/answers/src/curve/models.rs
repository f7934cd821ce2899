//! `exactile curve --along precision-recall-gain` and `--along brier`: curves of models that give
//! scores.

use super::arguments::{Along, CurveArgs};
use crate::drawn::colours;
use crate::drawn::picture::{is_picture, refuse_look, write_svg};
use crate::host::{Failure, Streams, write_result};
use crate::inputs::input;
use crate::inputs::models::Models;
use crate::inputs::reading::Reading;
use exactile::threshold::{GainCurve, HullInterval, calibrated_brier};
use exactile_document::{BrierReport, GainReport, ModelBrier, ModelGains};
use exactile_input::Subject;
use exactile_picture::{Scheme, brier_picture, gain_picture};

pub(crate) fn reading(arguments: &CurveArgs) -> Result<Reading, Failure> {
    let input = &arguments.input;
    crate::inputs::models::check_all_thresholds(input)?;
    for (is_given, flag) in [(arguments.models, "--models"), (arguments.pairs, "--pairs")] {
        if is_given {
            return Err(Failure::new(format!("{flag} has no effect here"), "leave it out"));
        }
    }
    Ok(Reading::of_models(input, "this curve is one of"))
}

pub(crate) fn answer(
    arguments: &CurveArgs,
    along: Along,
    subject: &Subject,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let input = &arguments.input;
    let models = Models::of_models(subject);
    models.scored[0].matrix(0).check_both_classes().map_err(|error| {
        Failure::new(error, "a curve needs samples of both classes").at(input::name(input))
    })?;
    let scheme = colours::scheme(subject, input, &arguments.look.look)?;
    match along {
        Along::Brier => brier(arguments, &models, &scheme, streams),
        _ => gains(arguments, &models, &scheme, streams),
    }
}

/// Writes the Brier curves of the models whose scores may be probabilities.
fn brier(
    arguments: &CurveArgs,
    models: &Models,
    scheme: &Scheme,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    if arguments.target.target_prior.is_some() {
        let what = "Brier scores are those of the samples, without a target prior";
        return Err(Failure::new(what, "leave --target-prior out"));
    }
    let mut curves = Vec::new();
    for (model, hull) in models.scored.iter().zip(&models.hulls) {
        let brier = model.brier();
        let calibrated = calibrated_brier(model, hull).expect("samples");
        let best = HullInterval::of_hull(model, hull, None).expect("samples");
        curves.push(ModelBrier { model, brier, calibrated, best });
    }
    let destination = arguments.output.to.output.as_ref();
    if destination.is_some_and(|path| is_picture(path)) {
        let drawn = curves.iter().map(|curve| (curve.model, &curve.best[..], curve.brier.as_ref()));
        let drawn: Vec<_> = drawn.collect();
        let svg =
            brier_picture(&drawn, scheme, (f64::from(arguments.size), !arguments.look.no_legend));
        return write_svg(&svg, arguments.look.look(), destination, streams);
    }
    refuse_look(arguments.look.given())?;
    write_result(&arguments.output, streams, &BrierReport { models: curves })
}

fn gains(
    arguments: &CurveArgs,
    models: &Models,
    scheme: &Scheme,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let target = arguments.target.target_prior.as_ref();
    let mut curves = Vec::new();
    for (model, hull) in models.scored.iter().zip(&models.hulls) {
        let refuse = |error| Failure::new(error, "gains need samples of both classes");
        let curve = GainCurve::new(model, hull, target).map_err(refuse)?;
        let intervals = HullInterval::of_hull(model, hull, target).map_err(refuse)?;
        curves.push(ModelGains { model, curve, intervals });
    }
    let own = models.scored[0].matrix(0).prior_positive();
    let prior = target.unwrap_or(&own);
    let destination = arguments.output.to.output.as_ref();
    if destination.is_some_and(|path| is_picture(path)) {
        let drawn: Vec<_> = curves.iter().map(|curve| (curve.model.name(), &curve.curve)).collect();
        let svg = gain_picture(
            &drawn,
            prior,
            scheme,
            (f64::from(arguments.size), !arguments.look.no_legend),
        );
        return write_svg(&svg, arguments.look.look(), destination, streams);
    }
    refuse_look(arguments.look.given())?;
    write_result(&arguments.output, streams, &GainReport { prior_positive: prior, models: curves })
}
