//! `exactile lattice plot`

use super::Streams;
use super::failure::Failure;
use super::lattice::{model, predictive};
use super::lattice_args::{OptionalObservedArgs, PlotArgs, PlotKind};
use super::tile::{check_picture_name, write_svg};
use crate::lattice::{ExactValue, Lattice, MetricPmf, Observation, Route};
use crate::render::{LatticePicture, Window};
use crate::score::Metric;

pub(super) fn run(arguments: &PlotArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    check_picture_name(arguments.output.as_ref())?;
    if arguments.model.exact {
        return Err(Failure::message(
            "a picture holds rounded numbers, on the command line, leave --exact out",
        ));
    }
    let side = f64::from(arguments.size);
    let observed = observation(&arguments.observed)?;
    let needed = || {
        observed.ok_or_else(|| {
            Failure::message(
                "this picture starts from an observation, on the command line, give --tp --fp --fn --tn",
            )
        })
    };
    let metric = || {
        arguments.metric.as_ref().ok_or_else(|| {
            Failure::message(
                "this picture shows a metric, on the command line, name it with --metric",
            )
        })
    };
    let levels: Option<&[ExactValue]> = match &arguments.values[..] {
        [] => None,
        values => Some(values),
    };
    let lattice = || lattice(arguments, observed);
    let picture = match arguments.kind {
        PlotKind::Roc => LatticePicture::roc(metric()?, lattice()?, observed, levels, side)?,
        PlotKind::PrecisionRecall => {
            LatticePicture::precision_recall(metric()?, lattice()?, observed, levels, side)?
        }
        PlotKind::Joint => {
            let model = model(&arguments.model.choice)?;
            LatticePicture::joint(needed()?, &model, lattice()?, side)?
        }
        PlotKind::Pmf => {
            let model = model(&arguments.model.choice)?;
            let next = predictive(needed()?, &model, &arguments.model)?;
            let pmf = MetricPmf::new(&next, metric()?, Route::Certified, None)?;
            LatticePicture::pmf(&pmf, &arguments.level, side)?
        }
        PlotKind::Multiplicities => LatticePicture::multiplicities(metric()?, lattice()?, side)?,
        PlotKind::Contours => {
            let metric: &Metric = metric()?;
            LatticePicture::contours(metric, lattice()?, Window::default(), levels, side)?
        }
        PlotKind::Growing => {
            let model = model(&arguments.model.choice)?;
            let (metric, level) = (metric()?, &arguments.level);
            LatticePicture::growing(needed()?, &model, metric, &arguments.factors, level, side)?
        }
        PlotKind::Simplex => LatticePicture::simplex(metric()?, &[lattice()?], side)?,
    };
    write_svg(picture.to_svg(), arguments.output.as_ref(), streams)
}

/// The observed matrix: all four counts, or none.
fn observation(arguments: &OptionalObservedArgs) -> Result<Option<Observation>, Failure> {
    let OptionalObservedArgs { tp, fp, fn_, tn } = *arguments;
    match (tn, fp, fn_, tp) {
        (None, None, None, None) => Ok(None),
        (Some(tn), Some(fp), Some(fn_), Some(tp)) => Ok(Some(Observation { tn, fp, fn_, tp })),
        _ => Err(Failure::message(
            "an observation has four counts, on the command line, give --tp --fp --fn --tn",
        )),
    }
}

/// The lattice of the sizes that are given, or else of those observed.
fn lattice(arguments: &PlotArgs, observed: Option<Observation>) -> Result<Lattice, Failure> {
    let sizes = arguments
        .model
        .positives
        .or(observed.map(|seen| seen.tp + seen.fn_))
        .zip(arguments.model.negatives.or(observed.map(|seen| seen.tn + seen.fp)));
    let (positives, negatives) = sizes.ok_or_else(|| {
        Failure::message(
            "the numbers of samples are not given, on the command line, add --positives and --negatives",
        )
    })?;
    Ok(Lattice::new(positives, negatives)?)
}
