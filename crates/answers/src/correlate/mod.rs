//! `exactile correlate`

pub(crate) mod arguments;

use self::arguments::{Coefficient, CorrelateArgs, CorrelationLatticeArgs};
use crate::host::{Failure, Since, Streams, given, progress_bar, write_result};
use crate::inputs::input;
use crate::inputs::reading::Reading;
use exactile::correlation::{
    Correlation, CorrelationTile, Correlator, Pearson, Performances, Spearman,
};
use exactile::num::Rational;
use exactile::score::RankingScore;
use exactile_document::{CorrelationReport, MapReport, SearchReport, Shown};
use exactile_input::Subject;

/// Default number of steps along each side of the Tile.
pub(crate) const GRID: u32 = 100;

pub(crate) fn reading(arguments: &CorrelateArgs) -> Result<Option<Reading>, Failure> {
    let given = input::given(&arguments.input)?;
    if given.is_some() {
        check_no_lattice(&arguments.lattice)?;
    }
    Ok(given.map(|input| Reading::of(&input)))
}

pub(crate) fn answer(
    arguments: &CorrelateArgs,
    subject: Option<&Subject>,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let performances = match subject {
        Some(subject) => Performances::given(&subject.classifiers)?,
        None => lattice(arguments.input.prior.as_ref(), &arguments.lattice, arguments.seed)?,
    };
    let correlator = Correlator::of(&arguments.metric, &performances)?;
    let coefficient = arguments.lattice.coefficient;
    let Some(named) = &arguments.at else {
        return match coefficient {
            Some(Coefficient::Pearson) => Err(no_pearson("the grid", "use --at")),
            Some(Coefficient::Spearman) => on_grid::<Spearman>(arguments, &correlator, streams),
            _ => on_grid::<Correlation>(arguments, &correlator, streams),
        };
    };
    if arguments.lattice.grid.is_some() {
        return Err(Failure::new(
            "--grid has no effect at a single point",
            "leave --grid out or use --search or --map",
        ));
    }
    // A point's place does not depend on a prior.
    let place = named.place(&Rational::new(1, 2));
    let score = RankingScore::at(place).expect("points were checked to be on the Tile");
    let measured = match coefficient {
        Some(Coefficient::Pearson) => {
            Pearson::new(|matrix| arguments.metric.value(matrix), &performances, &score).into()
        }
        Some(Coefficient::Spearman) => (&correlator.coefficient::<Spearman>(&score)).into(),
        _ => (&correlator.at(&score)).into(),
    };
    let report = CorrelationReport { correlator: &correlator, score: &score, measured };
    write_result(&arguments.output, streams, &report)
}

/// Finds the extremes of a coefficient over the Tile, or lists it at all points of the grid.
fn on_grid<C: Shown>(
    arguments: &CorrelateArgs,
    correlator: &Correlator,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let tile = correlation_tile::<C>(correlator, &arguments.lattice);
    if arguments.map {
        return write_result(&arguments.output, streams, &MapReport { correlator, tile: &tile });
    }
    let stop = given::stop();
    let found = correlator.search_with_progress(&tile, &|| stop.step());
    let search = found.ok_or_else(Failure::stopped)?;
    let report = SearchReport { correlator, steps: tile.steps(), search: &search };
    write_result(&arguments.output, streams, &report)
}

/// The refusal of Pearson's correlation at all points of a grid.
pub(crate) fn no_pearson(what: &str, instead: &str) -> Failure {
    Failure::new(
        format!("{what} compares exact rank correlations, and pearson correlates values"),
        format!("{instead}, or choose --coefficient spearman"),
    )
}

/// Returns the lattice of all performances, or of those with one prior, or drawn performances.
pub(crate) fn lattice(
    prior: Option<&Rational>,
    arguments: &CorrelationLatticeArgs,
    seed: Option<u64>,
) -> Result<Performances, Failure> {
    if let Some(count) = arguments.performances {
        let uniform = [(); 4].map(|()| Rational::ONE);
        let concentrations = arguments.dirichlet.as_ref().unwrap_or(&uniform);
        return Performances::drawn(prior, concentrations, count, seed.unwrap_or(1))
            .map_err(|error| Failure::new(error, "choose fewer --performances"));
    }
    let resolution = |default| arguments.resolution.unwrap_or(default);
    if let Some(rate) = &arguments.prediction_rate {
        if !rate.is_positive() || *rate >= Rational::ONE {
            return Err(Failure::new(
                format!("a rate of {rate} is not between 0 and 1"),
                "change --prediction-rate",
            ));
        }
        let resolution = resolution(Performances::RESOLUTION_AT_PRIOR);
        return Ok(Performances::fixed_rate(rate, resolution)?);
    }
    Ok(match prior {
        None => Performances::all(resolution(Performances::RESOLUTION))?,
        Some(prior) => {
            Performances::fixed_prior(prior, resolution(Performances::RESOLUTION_AT_PRIOR))?
        }
    })
}

/// Refuses flags about performances with an input, which has them.
pub(crate) fn check_no_lattice(arguments: &CorrelationLatticeArgs) -> Result<(), Failure> {
    let flag = match arguments {
        CorrelationLatticeArgs { resolution: Some(_), .. } => "--resolution",
        CorrelationLatticeArgs { performances: Some(_), .. } => "--performances",
        CorrelationLatticeArgs { prediction_rate: Some(_), .. } => "--prediction-rate",
        _ => return Ok(()),
    };
    let what = format!("{flag} has no effect with an input");
    Err(Failure::new(what, format!("leave {flag} out")))
}

/// Correlates at a grid of points, with a progress bar if it takes a while.
pub(crate) fn correlation_tile<C: exactile::correlation::Coefficient>(
    correlator: &Correlator,
    arguments: &CorrelationLatticeArgs,
) -> CorrelationTile<C> {
    let steps = arguments.grid.unwrap_or(GRID);
    let start = Since::now();
    let side = u64::from(steps) + 1;
    let bar = std::sync::OnceLock::new();
    let done = std::sync::atomic::AtomicU64::new(0);
    let tile = correlator.tile_of(steps, || {
        let count = 1 + done.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        if start.is_worth_a_bar() {
            let bar = bar.get_or_init(|| progress_bar(Some(side * side), "points"));
            bar.set_position(count);
        }
    });
    if let Some(bar) = bar.get() {
        bar.finish_and_clear();
    }
    tile
}
