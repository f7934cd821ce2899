//! Interrupts leave no half-written file behind.
//!
//! On SIGINT, SIGTERM, SIGHUP and the like the unfinished files are removed, and the program ends
//! as it would have without this: by the signal. A signal that was ignored when the program began,
//! as shells do for work in the background and `nohup` for SIGHUP, stays ignored. A file that grows
//! beyond the limit of the process is an error like a full disk, not a signal.
//!
//! Files are made, and removed on a signal, while the list of unfinished files is locked, and after
//! a signal the list stays locked to the end. So there is no moment at which a file exists that is
//! not removed.
//!
//! SIGKILL cannot be handled. So files have a name that contains their destination, and stay locked
//! while they are written. The next run with the same destination removes those that are not
//! locked.

use std::fs::{File, Permissions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use tempfile::{Builder, NamedTempFile};

use super::lock::{is_locked_elsewhere, lock};

/// Files that are being written.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
/// The end of the names of unfinished files.
const SUFFIX: &str = ".unfinished";

/// A file that is removed on an interrupt, until this value is dropped.
pub(crate) struct Unfinished {
    path: PathBuf,
}

impl Unfinished {
    /// Creates a temporary file in a folder, which is to become `target`; without permissions it is
    /// private.
    pub(crate) fn create(
        folder: &Path,
        target: &Path,
        permissions: Option<Permissions>,
    ) -> io::Result<(Self, NamedTempFile)> {
        watch();
        let prefix = prefix(target);
        let mut builder = Builder::new();
        builder.prefix(&prefix).suffix(SUFFIX);
        if let Some(permissions) = permissions {
            builder.permissions(permissions);
        }
        remove_abandoned(folder, &prefix);
        loop {
            // The lock is held until the file is in the list.
            let mut files = files();
            let file = builder.tempfile_in(folder)?;
            // Another run may have taken the new file for an abandoned one before it was locked. A
            // file system without locks has no abandoned files either.
            if !is_locked_elsewhere(file.as_file()) && file.path().exists() {
                let path = file.path().to_owned();
                files.push(path.clone());
                return Ok((Self { path }, file));
            }
        }
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

/// Returns the beginning of the names of unfinished files of a destination. It has a fixed length,
/// because the name of the destination may have the maximal length.
fn prefix(target: &Path) -> String {
    let mut hasher = DefaultHasher::new();
    target.file_name().hash(&mut hasher);
    format!(".exactile-{:016x}-", hasher.finish())
}

/// Removes files that killed runs have left behind. Errors are ignored: they cost space, not the
/// result.
fn remove_abandoned(folder: &Path, prefix: &str) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if !(name.starts_with(prefix) && name.ends_with(SUFFIX)) {
            continue;
        }
        let path = entry.path();
        let is_plain = std::fs::symlink_metadata(&path).is_ok_and(|found| found.is_file());
        let file = if is_plain { File::open(&path).ok() } else { None };
        // The lock is held until the file is gone.
        if file.is_some_and(|file| lock(&file).is_ok() && std::fs::remove_file(&path).is_ok()) {
            continue;
        }
    }
}

/// Handles signals from now on; once in a process.
#[cfg(unix)]
fn watch() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    use signal_hook::iterator::Signals;
    use std::sync::Once;
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let wanted = [SIGINT, SIGTERM, SIGHUP, SIGQUIT];
        let wanted = wanted.into_iter().filter(|signal| !is_ignored(*signal));
        // Without the watch an interrupt leaves a file behind: not worth an error.
        let Ok(mut signals) = Signals::new(wanted) else { return };
        std::thread::spawn(move || {
            if let Some(signal) = signals.forever().next() {
                let files = files();
                for path in files.iter() {
                    let _ = std::fs::remove_file(path);
                }
                let _ = signal_hook::low_level::emulate_default_handler(signal);
                drop(files);
            }
        });
    });
}

#[cfg(not(unix))]
fn watch() {}

/// Makes a write beyond the file size limit of the process an error, instead of ending the process.
#[cfg(unix)]
pub fn refuse_large_files() {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    // Without it the process ends, as it would in any other program.
    let _ =
        signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::new(AtomicBool::new(false)));
}

#[cfg(not(unix))]
pub fn refuse_large_files() {}

/// Returns `true` if the signal was ignored when the program began; `false` if the system does not
/// say.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let Ok(status) = std::fs::read_to_string("/proc/self/status") else { return false };
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
