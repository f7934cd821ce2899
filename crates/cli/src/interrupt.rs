//! An interrupted run leaves no half-written file.
//!
//! On SIGINT and SIGTERM the unfinished files are removed, and the program ends as it would have
//! without this: by the signal. A signal that was ignored when the program began, as shells do for
//! work in the background, stays ignored.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Files that are being written.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A file that an interrupt removes, for as long as this lives.
pub(super) struct Unfinished {
    path: PathBuf,
}

impl Unfinished {
    pub(super) fn new(path: &Path) -> Self {
        watch();
        let path = path.to_owned();
        files().push(path.clone());
        Self { path }
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        files().retain(|path| *path != self.path);
    }
}

fn files() -> std::sync::MutexGuard<'static, Vec<PathBuf>> {
    // A list of paths is whole whatever panicked while it was held.
    UNFINISHED.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Waits for signals from now on, once in a process.
#[cfg(unix)]
fn watch() {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use std::sync::Once;
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let wanted = [SIGINT, SIGTERM].into_iter().filter(|signal| !is_ignored(*signal));
        // Without the watch an interrupt leaves a file behind: not worth an error.
        let Ok(mut signals) = Signals::new(wanted) else { return };
        std::thread::spawn(move || {
            for signal in &mut signals {
                for path in files().iter() {
                    let _ = std::fs::remove_file(path);
                }
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            }
        });
    });
}

#[cfg(not(unix))]
fn watch() {}

/// Returns `true` if the signal was ignored when the program began; `false` if the system does not say.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let Ok(status) = std::fs::read_to_string("/proc/self/status") else { return false };
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
