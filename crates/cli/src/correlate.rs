//! `exactile correlate`

use super::args::{Coefficient, CorrelateArgs, CorrelationLatticeArgs};
use super::failure::Failure;
use super::given;
use super::input;
use super::output::write_result;
use super::progress::Since;
use super::reading::Reading;
use super::streams::Streams;
use exactile::correlation::{
    Correlation, CorrelationTile, Correlator, Pearson, Performances, Spearman,
};
use exactile::num::Rational;
use exactile::score::RankingScore;
use exactile_document::{CorrelationReport, SearchReport, Shown};
use exactile_input::Subject;

/// Default number of steps along each side of the Tile.
pub(super) const GRID: u32 = 100;

pub(super) fn reading(arguments: &CorrelateArgs) -> Result<Option<Reading>, Failure> {
    let given = input::given(&arguments.input)?;
    if given.is_some() {
        check_no_resolution(&arguments.lattice)?;
    }
    Ok(given.map(|input| Reading::of(&input)))
}

pub(super) fn answer(
    arguments: &CorrelateArgs,
    subject: Option<&Subject>,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let performances = match subject {
        Some(subject) => Performances::given(&subject.classifiers)?,
        None => lattice(arguments.input.prior.as_ref(), &arguments.lattice)?,
    };
    let correlator = Correlator::of(&arguments.metric, &performances)?;
    let coefficient = arguments.lattice.coefficient;
    let Some(named) = &arguments.at else {
        return match coefficient {
            Some(Coefficient::Pearson) => Err(no_pearson("--search", "use --at")),
            Some(Coefficient::Spearman) => search::<Spearman>(arguments, &correlator, streams),
            _ => search::<Correlation>(arguments, &correlator, streams),
        };
    };
    if arguments.lattice.grid.is_some() {
        return Err(Failure::new(
            "--grid has no effect at a single point",
            "leave --grid out or use --search",
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

/// Finds the extremes of a coefficient over the Tile.
fn search<C: Shown>(
    arguments: &CorrelateArgs,
    correlator: &Correlator,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let tile = correlation_tile::<C>(correlator, &arguments.lattice);
    let stop = given::stop();
    let found = correlator.search_with_progress(&tile, &|| stop.step());
    let search = found.ok_or_else(Failure::stopped)?;
    let report = SearchReport { correlator, steps: tile.steps(), search: &search };
    write_result(&arguments.output, streams, &report)
}

/// The refusal of Pearson's correlation at all points of a grid.
pub(super) fn no_pearson(what: &str, instead: &str) -> Failure {
    Failure::new(
        format!("{what} compares exact rank correlations, and pearson correlates values"),
        format!("{instead}, or choose --coefficient spearman"),
    )
}

/// Returns the lattice of all performances, or of those with one prior.
pub(super) fn lattice(
    prior: Option<&Rational>,
    arguments: &CorrelationLatticeArgs,
) -> Result<Performances, Failure> {
    input::check_prior("--prior", prior)?;
    let resolution = |default| arguments.resolution.unwrap_or(default);
    Ok(match prior {
        None => Performances::all(resolution(Performances::RESOLUTION))?,
        Some(prior) => {
            Performances::fixed_prior(prior, resolution(Performances::RESOLUTION_AT_PRIOR))?
        }
    })
}

/// Refuses `--resolution` with an input: classifiers are not a lattice.
pub(super) fn check_no_resolution(arguments: &CorrelationLatticeArgs) -> Result<(), Failure> {
    match arguments.resolution {
        None => Ok(()),
        Some(_) => {
            Err(Failure::new("--resolution has no effect with an input", "leave --resolution out"))
        }
    }
}

/// Correlates at a grid of points, with a progress bar if it takes a while.
pub(super) fn correlation_tile<C: exactile::correlation::Coefficient>(
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
            let bar = bar.get_or_init(|| input::progress_bar(Some(side * side), "points"));
            bar.set_position(count);
        }
    });
    if let Some(bar) = bar.get() {
        bar.finish_and_clear();
    }
    tile
}
