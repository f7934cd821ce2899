//! Locks of files, which last until the files are closed.

use std::fs::File;
use std::io::{self, ErrorKind};

/// Returns `true` if another one has locked the file; a file system without locks has none.
pub(crate) fn is_locked_elsewhere(file: &File) -> bool {
    lock(file).is_err_and(|error| error.kind() == ErrorKind::WouldBlock)
}

/// Locks a file without waiting. On Windows this needs Rust 1.89.
#[cfg_attr(
    windows,
    expect(clippy::incompatible_msrv, reason = "there the standard library has it")
)]
pub(crate) fn lock(file: &File) -> io::Result<()> {
    #[cfg(unix)]
    return Ok(rustix::fs::flock(file, rustix::fs::FlockOperation::NonBlockingLockExclusive)?);
    #[cfg(windows)]
    return Ok(file.try_lock()?);
    #[cfg(not(any(unix, windows)))]
    return Err(io::Error::other(format!("no locks of {file:?} here")));
}
