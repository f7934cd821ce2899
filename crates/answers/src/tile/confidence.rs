//! `exactile tile --flavor confidence` and `--flavor decided`

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::Serialize;

use super::arguments::{Flavor, GridOfConfidenceArgs, TileArgs};
use super::extras::extras;
use crate::args::InputArgs;
use crate::confidence::arguments::Question;
use crate::confidence::{check_no_pooling, drawing};
use crate::drawn::colours::Instead;
use crate::drawn::picture::write_picture;
use crate::further::{model, observations};
use crate::host::{Checkpoint, Failure, Since, Streams, progress_bar};
use crate::inputs::input;
use crate::inputs::tested::Tested;
use exactile::confidence::{ConfidencePoint, ConfidenceTile, FirstBy, Grid};
use exactile::contest::{Contest, Contestants, Draws, RatePriors, next_first, truly_first};
use exactile::lattice::{BetaPrior, Lattice, LatticeError, Model, Observation, Predictive};
use exactile::num::{Level, Rational};
use exactile::tile::Regions;
use exactile_picture::TilePicture;

/// Default number of cells along each side.
pub(crate) const CELLS: u32 = 64;
/// Default number of draws.
const DRAWS: u32 = 100_000;
/// Levels with a contour, besides that of the flavor `decided`.
const LEVELS: [f64; 3] = [0.5, 0.8, 0.95];

pub(crate) fn run(
    arguments: &TileArgs,
    input: &InputArgs,
    (tested, colours): (Tested, Instead),
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let sure = &arguments.sure;
    let level = sure.level.clone().unwrap_or_default();
    if *level < Rational::new(1, 2) {
        return Err(Failure::new(
            format!("several classifiers could be first with a probability of {level}"),
            "give a --level of at least 1/2",
        ));
    }
    check_prior(arguments)?;
    let (_, contestants) = tested.contestants(streams)?;
    let classifier = arguments
        .classifier
        .as_ref()
        .map(|name| input::position(&tested.classifiers, name))
        .transpose()?;
    let classifiers = tested.labelled();
    // With --threshold or a name, each threshold is a classifier like any other.
    let are_hulls = input.thresholds.is_empty() && input.named.is_empty();
    let families = tested.families.as_ref().filter(|_| are_hulls);
    let families = families.map(|families| families.of.as_slice());
    let model = model(&sure.further.choice)?;
    let observed = observations(&classifiers)?;
    let lattice = lattice(&observed, sure)?;
    // The Tile of the prior that further samples have.
    let prior = Rational::new(lattice.positives(), lattice.positives() + lattice.negatives());
    let regions = Regions::with_target_prior(classifiers, &prior)?;
    let grid = Grid::new(arguments.lattice.grid.unwrap_or(CELLS));
    let is_next = sure.question == Some(Question::Next);
    let tile = if is_next && !contestants.is_paired() {
        check_no_pooling(sure.prior_pooling.as_ref())?;
        if sure.draws.or(sure.seed.map(|_| 0)).is_some() {
            return Err(Failure::new(
                "the next test of independent classifiers is summed, not drawn",
                "leave --draws and --seed out",
            ));
        }
        let further = observed
            .iter()
            .map(|observed| Predictive::new(*observed, &model, lattice))
            .collect::<Result<Vec<_>, _>>()?;
        let contest = Contest::new(&further)?;
        let asked = Asked {
            schema: "exactile.confidence-grid.v2",
            grid: grid.resolution(),
            positives: lattice.positives(),
            negatives: lattice.negatives(),
            model: &model,
            observed: observed.iter().map(|o| [o.tn, o.fp, o.fn_, o.tp]).collect(),
        };
        evaluate(&contest, grid, &level, &asked, sure)?
    } else {
        drawn(&contestants, &model, lattice, grid, sure)?
    };
    let (side, extras) = (f64::from(arguments.size), extras(arguments, colours));
    let picture = if arguments.flavor == Flavor::Decided {
        TilePicture::decided(&regions, families, &tile, &level, side, extras)
    } else {
        TilePicture::confidence(&regions, &tile, classifier, side, extras)
    };
    write_picture(&picture?, arguments.look.look(), arguments.output.as_ref(), streams)
}

/// Returns the shares of one run of draws.
fn drawn(
    contestants: &Contestants,
    model: &Model,
    lattice: Lattice,
    grid: Grid,
    sure: &GridOfConfidenceArgs,
) -> Result<ConfidenceTile, Failure> {
    if sure.checkpoint.is_some() {
        return Err(Failure::new(
            "draws are quick and need no checkpoint",
            "leave --checkpoint out",
        ));
    }
    let draws = draws(sure);
    let (count, resolution) = (contestants.classifiers(), grid.resolution());
    let is_paired = contestants.is_paired();
    let tile = |drawn, first_by| ConfidenceTile::drawn(drawn, count, first_by, is_paired);
    if sure.question == Some(Question::Next) {
        check_no_pooling(sure.prior_pooling.as_ref())?;
        let drawn = drawing(draws, |advance| {
            next_first(contestants, model, lattice, resolution, draws, advance)
        })?;
        return Ok(tile(drawn, FirstBy::NextTest));
    }
    let priors = RatePriors { beta: priors(model)?, pooling: sure.prior_pooling.clone() };
    let first_by = if priors.pooling.is_some() { FirstBy::PooledRates } else { FirstBy::Rates };
    let drawn = drawing(draws, |advance| {
        truly_first(contestants, priors, lattice, resolution, draws, advance)
    })?;
    Ok(tile(drawn, first_by))
}

/// Returns the number and the seed of draws.
pub(crate) fn draws(sure: &GridOfConfidenceArgs) -> Draws {
    Draws { count: sure.draws.unwrap_or(DRAWS), seed: sure.seed.unwrap_or(1) }
}

/// Refuses `--target-prior`: the Tile is that of the further test.
pub(crate) fn check_prior(arguments: &TileArgs) -> Result<(), Failure> {
    if arguments.target.target_prior.is_none() {
        return Ok(());
    }
    Err(Failure::new(
        "the numbers of further samples determine the prior",
        "give --positives and --negatives instead of --target-prior",
    ))
}

/// Returns the priors of the true positive and of the true negative rate.
pub(crate) fn priors(model: &Model) -> Result<[&BetaPrior; 2], Failure> {
    match model {
        Model::BetaBinomial { positive, negative } => Ok([positive, negative]),
        Model::Binomial => Err(Failure::new(
            "under the binomial model the observed rates are the true ones",
            "leave --model binomial out, or ask --question next",
        )),
    }
}

/// The question of a checkpoint.
#[derive(Serialize)]
struct Asked<'q> {
    schema: &'static str,
    grid: u32,
    positives: u64,
    negatives: u64,
    #[serde(flatten)]
    model: &'q Model,
    observed: Vec<[u64; 4]>,
}

/// Returns the further test; by default it has the observed numbers of samples.
pub(crate) fn lattice(
    observed: &[Observation],
    sure: &GridOfConfidenceArgs,
) -> Result<Lattice, Failure> {
    let samples = |of: &Observation| (of.tp + of.fn_, of.tn + of.fp);
    let (positives, negatives) = samples(&observed[0]);
    let differs = |part: fn((u64, u64)) -> u64| {
        observed.iter().any(|of| part(samples(of)) != part(samples(&observed[0])))
    };
    let unknown = (sure.further.positives.is_none() && differs(|(positives, _)| positives))
        || (sure.further.negatives.is_none() && differs(|(_, negatives)| negatives));
    if unknown {
        return Err(LatticeError::DifferentSamples.into());
    }
    let lattice = Lattice::new(
        sure.further.positives.unwrap_or(positives),
        sure.further.negatives.unwrap_or(negatives),
    )?;
    if lattice.positives() == 0 || lattice.negatives() == 0 {
        return Err(Failure::new(
            "the Tile needs samples of both classes",
            "change --positives and --negatives",
        ));
    }
    Ok(lattice)
}

/// Evaluates all points, with a progress bar, and with a checkpoint if one is requested.
fn evaluate(
    contest: &Contest,
    grid: Grid,
    level: &Level,
    question: &Asked<'_>,
    sure: &GridOfConfidenceArgs,
) -> Result<ConfidenceTile, Failure> {
    let classifiers = question.observed.len();
    let is_sound = |point: &ConfidencePoint| {
        let (i, j) = point.place;
        let is_probability = |first: &f64| (0.0..=1.0 + 1e-9).contains(first);
        i.max(j) < grid.fine()
            && point.first.len() == classifiers
            && point.first.iter().all(is_probability)
            && point.bound >= 0.0
    };
    let (checkpoint, known) = match &sure.checkpoint {
        Some(path) => {
            let (checkpoint, known) = Checkpoint::open(path, question, is_sound)?;
            (Some(checkpoint), known)
        }
        None => (None, Vec::new()),
    };
    let start = Since::now();
    let bar = OnceLock::new();
    let (done, expected) = (AtomicU64::new(known.len() as u64), AtomicU64::new(0));
    let mut levels = LEVELS.to_vec();
    levels.push(level.to_f64());
    let tile = ConfidenceTile::new(
        contest,
        grid,
        &levels,
        known,
        |points| expected.store(points, Ordering::Relaxed),
        |point: &ConfidencePoint| {
            if let Some(checkpoint) = &checkpoint {
                checkpoint.keep(point)?;
            }
            let count = 1 + done.fetch_add(1, Ordering::Relaxed);
            if start.is_worth_a_bar() {
                let expected = expected.load(Ordering::Relaxed);
                let bar = bar.get_or_init(|| progress_bar(Some(expected), "points"));
                bar.set_length(expected.max(count));
                bar.set_position(count);
            }
            Ok::<(), Failure>(())
        },
    );
    if let Some(bar) = bar.get() {
        bar.finish_and_clear();
    }
    tile
}
