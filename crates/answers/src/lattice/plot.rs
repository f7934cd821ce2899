//! `exactile lattice plot`

use super::arguments::{OptionalObservedArgs, PlotArgs, PlotKind};
use crate::drawn::picture::{check_picture_name, write_svg};
use crate::further::{further_lattice, model, predictive};
use crate::host::{Failure, Streams, spinner};
use exactile::lattice::{ExactValue, Lattice, MetricPmf, Model, Observation, Route};
use exactile::num::Level;
use exactile::score::Metric;
use exactile_picture::{LatticePicture, MassStyle, Window, contour_levels};

pub(crate) fn run(arguments: &PlotArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    check_picture_name(arguments.output.as_ref())?;
    if arguments.model.exact {
        return Err(Failure::new("pictures show rounded numbers", "leave --exact out"));
    }
    let side = f64::from(arguments.size);
    let observed = observation(&arguments.observed)?;
    let needed = || {
        observed.ok_or_else(|| {
            Failure::new("this picture needs an observation", "give --tp --fp --fn --tn")
        })
    };
    let metric = || {
        arguments
            .metric
            .metric
            .as_ref()
            .ok_or_else(|| Failure::new("this picture shows a metric", "name it with --metric"))
    };
    let wanted = wanted_values(arguments, observed)?;
    let levels = wanted.as_deref();
    let lattice = || lattice(arguments, observed);
    let further = || further_lattice(needed()?, &arguments.model.further);
    let working = spinner("drawing the lattice");
    let picture = match arguments.kind {
        PlotKind::Roc => LatticePicture::roc(metric()?, lattice()?, observed, levels, side)?,
        PlotKind::PrecisionRecall => {
            LatticePicture::precision_recall(metric()?, lattice()?, observed, levels, side)?
        }
        PlotKind::Joint => {
            let model = model(&arguments.model.further.choice)?;
            LatticePicture::joint(needed()?, &model, further()?, side)?
        }
        PlotKind::Pmf if arguments.both_models => {
            let models = [Model::Binomial, model(&arguments.model.further.choice)?];
            let (seen, metric) = (needed()?, metric()?);
            LatticePicture::pmf_of_models(seen, &models, further()?, metric, arguments.rows, side)?
        }
        PlotKind::Pmf => {
            let model = model(&arguments.model.further.choice)?;
            let next = predictive(needed()?, &model, &arguments.model.further)?;
            let pmf = MetricPmf::new(&next, metric()?, Route::Certified, None)?;
            LatticePicture::pmf(&pmf, &arguments.level, side)?
        }
        PlotKind::Multiplicities => LatticePicture::multiplicities(metric()?, lattice()?, side)?,
        PlotKind::Contours => {
            let metric: &Metric = metric()?;
            let window = if arguments.inside { Window::roc_space() } else { Window::default() };
            LatticePicture::contours(metric, lattice()?, window, levels, side)?
        }
        PlotKind::Slice => LatticePicture::slice(metric()?, lattice()?, observed, levels, side)?,
        PlotKind::Confluence => LatticePicture::confluence(metric()?, lattice()?, side)?,
        PlotKind::Density => {
            let model = model(&arguments.model.further.choice)?;
            let mut parts = vec![Level::percent(50), Level::percent(80)];
            parts.retain(|part| *part < arguments.level);
            parts.push(arguments.level.clone());
            LatticePicture::density(needed()?, &model, further()?, &parts, side)?
        }
        PlotKind::Overlay | PlotKind::Ridges => {
            let model = model(&arguments.model.further.choice)?;
            let style = match arguments.kind {
                PlotKind::Ridges => MassStyle::Ridges,
                _ => MassStyle::Discs,
            };
            let (seen, metric, dark) = (needed()?, metric()?, &arguments.values);
            LatticePicture::overlay(seen, &model, further()?, metric, dark, style, side)?
        }
        PlotKind::Growing => {
            let model = model(&arguments.model.further.choice)?;
            let (metric, level) = (metric()?, &arguments.level);
            LatticePicture::growing(needed()?, &model, metric, &arguments.factors, level, side)?
        }
        PlotKind::Simplex => LatticePicture::simplex(metric()?, &[lattice()?], side)?,
    };
    working.finish_and_clear();
    write_svg(&picture.to_svg(), arguments.look.look(), arguments.output.as_ref(), streams)
}

/// Returns the requested values of contours, given one by one or by a step.
fn wanted_values(
    arguments: &PlotArgs,
    observed: Option<Observation>,
) -> Result<Option<Vec<ExactValue>>, Failure> {
    let (Some(step), Some(metric)) = (&arguments.step, &arguments.metric.metric) else {
        return Ok((!arguments.values.is_empty()).then(|| arguments.values.clone()));
    };
    Ok(Some(contour_levels(metric, lattice(arguments, observed)?, step)?))
}

/// Returns the observed matrix: all four counts, or none.
fn observation(arguments: &OptionalObservedArgs) -> Result<Option<Observation>, Failure> {
    let OptionalObservedArgs { tp, fp, fn_, tn } = *arguments;
    match (tn, fp, fn_, tp) {
        (None, None, None, None) => Ok(None),
        (Some(tn), Some(fp), Some(fn_), Some(tp)) => Ok(Some(Observation { tn, fp, fn_, tp })),
        _ => Err(Failure::new("an observation has four counts", "give --tp --fp --fn --tn")),
    }
}

/// Returns the lattice of the given sizes, by default the observed ones.
fn lattice(arguments: &PlotArgs, observed: Option<Observation>) -> Result<Lattice, Failure> {
    let sizes = arguments
        .model
        .further
        .positives
        .or(observed.map(|seen| seen.tp + seen.fn_))
        .zip(arguments.model.further.negatives.or(observed.map(|seen| seen.tn + seen.fp)));
    let (positives, negatives) = sizes.ok_or_else(|| {
        Failure::new("the numbers of samples are not given", "add --positives and --negatives")
    })?;
    Ok(Lattice::new(positives, negatives)?)
}
