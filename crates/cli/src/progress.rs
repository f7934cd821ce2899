//! Long work with a bar of progress, which an interrupt stops.

use std::time::Duration;
#[cfg(not(target_arch = "wasm32"))]
use std::time::Instant;

use super::failure::Failure;
use super::given;
use super::input::progress_bar;
use exactile::lattice::LatticeError;
use exactile::work::Advance;

/// The start of a piece of work. Without a clock (`wasm32`), work counts as long; progress bars are
/// not shown there either.
pub(super) struct Since(#[cfg(not(target_arch = "wasm32"))] Instant);

impl Since {
    /// Work that begins now.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn now() -> Self {
        Self(Instant::now())
    }

    #[cfg(target_arch = "wasm32")]
    pub(super) fn now() -> Self {
        Self()
    }

    /// Returns `true` if it is worth a bar.
    pub(super) fn is_worth_a_bar(&self) -> bool {
        #[cfg(not(target_arch = "wasm32"))]
        let taken = self.0.elapsed();
        #[cfg(target_arch = "wasm32")]
        let taken = Duration::MAX;
        taken > Duration::from_secs(1)
    }
}

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
