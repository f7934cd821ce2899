//! Results to standard output, or to a file that appears whole or not at all.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::failure::{Failure, reason};
use super::given;
use super::in_memory::InMemory;
use super::interrupt::Unfinished;
use super::streams::{Streams, note_all};
use crate::args::Destination;
use exactile_document::{Form, Output, Style};

/// The name of standard output in messages.
pub const STANDARD_OUTPUT: &str = "<stdout>";

/// The note for a result that cannot be delivered.
const LOST: &str =
    "standard output is closed, so the result is lost: redirect it to a file, or name one with -o";

/// Returns `true` if standard output was closed when the program began.
///
/// Before the program begins, the standard library opens `/dev/null` for reading and writing where
/// a standard stream is closed. A shell opens it for writing alone in `> /dev/null`. Programs that
/// start others may open it both ways too, so this is no error.
#[cfg(unix)]
pub fn is_closed() -> bool {
    use rustix::fs::{OFlags, fcntl_getfl, fstat, stat};
    let stdout = std::io::stdout();
    let (Ok(own), Ok(null)) = (fstat(&stdout), stat("/dev/null")) else { return false };
    let is_null =
        own.st_rdev == null.st_rdev && own.st_ino == null.st_ino && own.st_dev == null.st_dev;
    is_null && fcntl_getfl(&stdout).is_ok_and(|flags| flags & OFlags::ACCMODE == OFlags::RDWR)
}

#[cfg(not(unix))]
pub fn is_closed() -> bool {
    false
}

/// Writes a result to the destination of the arguments, with the labels and the provenance of its
/// input.
pub(crate) fn write_result<'a>(
    to: impl Into<Destination<'a>>,
    streams: &mut Streams<'_>,
    result: &(impl Output + ?Sized),
) -> Result<(), Failure> {
    let Destination { path, form } = to.into();
    let form = match form {
        Form::Page(style) => Form::Page(Style { width: streams.width, ..style }),
        Form::Json => Form::Json,
    };
    let origin = streams.origin();
    write_plain(path, streams, |out| Ok(exactile_document::write(result, form, &origin, out)?))
}

/// Writes a picture, a page or any other file unchanged.
pub fn write_plain(
    destination: Option<&PathBuf>,
    streams: &mut Streams<'_>,
    write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let path = match destination {
        Some(path) if path != Path::new("-") => path,
        _ => {
            if streams.is_lost {
                note_all(&[LOST.to_owned()], streams);
            }
            let mut out = BufWriter::with_capacity(1 << 16, &mut *streams.stdout);
            write(&mut out)?;
            return Ok(out.flush()?);
        }
    };
    if given::has_files() {
        let mut result = InMemory::default();
        return match write(&mut result) {
            Err(_) if result.refused.is_some() => Err(result.too_much()),
            Err(failure) => Err(failure),
            Ok(()) => {
                given::keep(path, result.bytes);
                Ok(())
            }
        };
    }
    write_file(path, write).map_err(|failure| unwritable(failure, path.display()))
}

/// Adds the destination to an error of the system. A reader that closed the stream early is not an
/// error.
pub fn unwritable(failure: Failure, destination: impl std::fmt::Display) -> Failure {
    match failure {
        Failure::Io(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let what = format!("cannot be written: {}", reason(&error));
            Failure::new(what, "check the path and its space").at(destination)
        }
        other => other,
    }
}

fn write_file(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let target = &target_of(path)?;
    // Beside its destination, so that the last step is a rename within one file system.
    let folder = match target.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    if !folder.exists() {
        let what = format!("the folder {} does not exist", folder.display());
        return Err(Failure::new(what, "create it, or choose another path").at(path.display()));
    }
    if !is_regular_or_new(target) {
        // A device or a pipe cannot be replaced, only written to.
        let mut out = BufWriter::new(std::fs::File::create(target)?);
        write(&mut out)?;
        return Ok(out.flush()?);
    }
    // Until the rename, an interrupt takes the file away.
    let (unfinished, file) = temporary_in(folder, target).map_err(kind_alone)?;
    let mut out = BufWriter::with_capacity(1 << 16, file);
    write(&mut out)?;
    let file: NamedTempFile = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.persist(target).map_err(|error| kind_alone(error.error))?;
    drop(unfinished);
    Ok(())
}

/// Returns the file that a path leads to. A link is followed even if its target does not exist yet.
fn target_of(path: &Path) -> Result<PathBuf, Failure> {
    /// The number of links that Linux follows.
    const MOST_LINKS: usize = 40;
    if let Ok(target) = std::fs::canonicalize(path) {
        return Ok(target);
    }
    let mut target = path.to_owned();
    for _ in 0..MOST_LINKS {
        match std::fs::read_link(&target) {
            Ok(next) => {
                target = target.parent().map_or_else(|| next.clone(), |folder| folder.join(&next));
            }
            Err(_) => return Ok(target),
        }
    }
    Err(Failure::new("the link leads to itself", "choose another path").at(path.display()))
}

/// Returns the error without the name of the temporary file.
fn kind_alone(error: io::Error) -> io::Error {
    io::Error::from(error.kind())
}

/// Returns `true` if the path leads to a plain file, or does not exist yet.
fn is_regular_or_new(path: &Path) -> bool {
    std::fs::metadata(path).map_or(true, |metadata| metadata.is_file())
}

/// Creates a temporary file. Temporary files are private by default; results get the permissions of
/// the file that they replace, or those of the umask.
#[cfg(unix)]
fn temporary_in(folder: &Path, path: &Path) -> io::Result<(Unfinished, NamedTempFile)> {
    use std::os::unix::fs::PermissionsExt;
    let Ok(replaced) = std::fs::metadata(path) else {
        let usual = std::fs::Permissions::from_mode(0o666);
        return Unfinished::create(folder, path, Some(usual));
    };
    let (unfinished, file) = Unfinished::create(folder, path, None)?;
    // Failing to widen permissions leaves a file that its owner can read: not worth an error.
    let _ = file.as_file().set_permissions(replaced.permissions());
    Ok((unfinished, file))
}

#[cfg(not(unix))]
fn temporary_in(folder: &Path, path: &Path) -> io::Result<(Unfinished, NamedTempFile)> {
    Unfinished::create(folder, path, None)
}
