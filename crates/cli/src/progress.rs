//! Long work with a bar of progress, which an interrupt stops.

use super::failure::Failure;
use super::given;
use super::input::progress_bar;
use exactile::lattice::LatticeError;
use exactile::work::Advance;

/// Returns the result of work of `steps` steps; refused if the work is stopped.
pub(super) fn with_progress<T>(
    steps: u64,
    unit: &'static str,
    work: impl FnOnce(Advance<'_>) -> Result<Option<T>, LatticeError>,
) -> Result<T, Failure> {
    let bar = progress_bar(Some(steps), unit);
    let stop = given::stop();
    let found = work(&|| {
        bar.inc(1);
        stop.step()
    });
    bar.finish_and_clear();
    found?.ok_or_else(Failure::stopped)
}
