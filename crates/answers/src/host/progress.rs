//! Long work with a bar of progress, which an interrupt stops.

#[cfg(feature = "terminal")]
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
#[cfg(not(target_arch = "wasm32"))]
use std::time::Instant;

#[cfg(feature = "terminal")]
use indicatif::{ProgressDrawTarget, ProgressStyle};

use super::bar::ProgressBar;
#[cfg(not(feature = "terminal"))]
use super::bar::Told;
use super::failure::Failure;
use super::given;
use exactile::work::Advance;

/// The start of a piece of work. Without a clock (`wasm32`), work counts as long; progress bars are
/// not shown there either.
pub(crate) struct Since(#[cfg(not(target_arch = "wasm32"))] Instant);

impl Since {
    /// Work that begins now.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn now() -> Self {
        Self(Instant::now())
    }

    #[cfg(target_arch = "wasm32")]
    pub(crate) fn now() -> Self {
        Self()
    }

    /// Returns `true` if it is worth a bar.
    pub(crate) fn is_worth_a_bar(&self) -> bool {
        #[cfg(not(target_arch = "wasm32"))]
        let taken = self.0.elapsed();
        #[cfg(target_arch = "wasm32")]
        let taken = Duration::MAX;
        taken > Duration::from_secs(1)
    }
}

/// Set once by `--quiet`: bars are created deep within the work, where no streams are available.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Shows no progress from now on.
pub fn hide_progress() {
    QUIET.store(true, Ordering::Relaxed);
}

#[cfg(feature = "terminal")]
fn shows_progress() -> bool {
    !QUIET.load(Ordering::Relaxed) && std::io::stderr().is_terminal()
}

/// A bar that only counts, for a caller in memory.
#[cfg(not(feature = "terminal"))]
pub(crate) fn progress_bar(length: Option<u64>, unit: &str) -> ProgressBar {
    let told = Told::new(given::teller(unit));
    let bar = ProgressBar::counting(length, told);
    given::stop().watch(&bar, unit);
    bar
}

/// A spinner that shows nothing: callers in memory have no terminal.
#[cfg(not(feature = "terminal"))]
pub(crate) fn spinner(_doing: &'static str) -> ProgressBar {
    ProgressBar::hidden()
}

/// A bar on standard error, if that is a terminal; it appears after a moment, so that quick work
/// stays quiet.
#[cfg(feature = "terminal")]
pub(crate) fn progress_bar(length: Option<u64>, unit: &str) -> ProgressBar {
    if !shows_progress() {
        // It still counts, for a caller in memory.
        let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::hidden());
        given::stop().watch(&bar, unit);
        return bar;
    }
    let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr_with_hz(5));
    let template = match unit {
        "bytes" => "{bar:30} {bytes}/{total_bytes} {eta}",
        _ => "{bar:30} {pos}/{len} {eta}",
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

/// Returns a spinner on standard error, if that is a terminal, for work of unknown length. It shows
/// the name of the work, and the time since its start.
#[cfg(feature = "terminal")]
pub(crate) fn spinner(doing: &'static str) -> ProgressBar {
    if !shows_progress() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(5));
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} {elapsed}") {
        bar.set_style(style);
    }
    bar.set_message(doing);
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

/// Returns the result of work of `steps` steps; refused if the work is stopped.
pub(crate) fn with_progress<T, E>(
    steps: u64,
    unit: &'static str,
    work: impl FnOnce(Advance<'_>) -> Result<Option<T>, E>,
) -> Result<T, Failure>
where
    Failure: From<E>,
{
    let bar = progress_bar(Some(steps), unit);
    let stop = given::stop();
    let found = work(&|| {
        bar.inc(1);
        stop.step()
    });
    bar.finish_and_clear();
    found?.ok_or_else(Failure::stopped)
}
