//! Results to standard output, or to a file that appears whole or not at all.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::args::Destination;
use super::failure::Failure;
use super::streams::Streams;
use exactile_document::{Form, Output, Style};

/// Writes a result to where the arguments say, with what was taken from the labels of its input.
pub(super) fn write_result<'a>(
    to: impl Into<Destination<'a>>,
    streams: &mut Streams<'_>,
    result: &(impl Output + ?Sized),
) -> Result<(), Failure> {
    let Destination { path, form } = to.into();
    let form = match form {
        Form::Page(style) => Form::Page(Style { width: streams.width, ..style }),
        Form::Json => Form::Json,
    };
    let labelling = streams.labelling.clone();
    write_plain(path, streams, |out| Ok(exactile_document::write(result, form, &labelling, out)?))
}

/// Writes a picture or a page, or any other file, as it is.
pub(super) fn write_plain(
    destination: Option<&PathBuf>,
    streams: &mut Streams<'_>,
    write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let path = match destination {
        Some(path) if path != Path::new("-") => path,
        _ => {
            let mut out = BufWriter::with_capacity(1 << 16, &mut *streams.stdout);
            write(&mut out)?;
            return Ok(out.flush()?);
        }
    };
    // A link keeps leading where it leads: the file at its end is replaced.
    let path = &std::fs::canonicalize(path).unwrap_or_else(|_| path.clone());
    let unwritable = |error: &std::io::Error| {
        // The kind alone: the message of a temporary file would name that one.
        let reason = std::io::Error::from(error.kind());
        Failure::new(format!("cannot be written: {reason}"), "check the path and its space")
            .at(path.display())
    };
    // Beside its destination, so that the last step is a rename within one file system.
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    if !folder.exists() {
        let what = format!("the folder {} does not exist", folder.display());
        return Err(Failure::new(what, "make it, or choose another path").at(path.display()));
    }
    if !is_regular_or_new(path) {
        // A device or a pipe cannot be replaced, only written to.
        let file = std::fs::File::create(path).map_err(|error| unwritable(&error))?;
        let mut out = BufWriter::new(file);
        write(&mut out)?;
        return out.flush().map_err(|error| unwritable(&error));
    }
    let file = NamedTempFile::new_in(folder).map_err(|error| unwritable(&error))?;
    let mut out = BufWriter::with_capacity(1 << 16, file);
    write(&mut out).map_err(|failure| match failure {
        Failure::Io(error) => unwritable(&error),
        message => message,
    })?;
    let file = out.into_inner().map_err(|error| unwritable(error.error()))?;
    allow_as_usual(&file, path);
    file.persist(path).map_err(|error| unwritable(&error.error))?;
    Ok(())
}

/// Does the path lead to a plain file, or to nothing yet?
fn is_regular_or_new(path: &Path) -> bool {
    std::fs::metadata(path).map_or(true, |metadata| metadata.is_file())
}

/// Temporary files are private; results are as readable as the file they replace, or as any new
/// one.
#[cfg(unix)]
fn allow_as_usual(file: &NamedTempFile, path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let permissions = std::fs::metadata(path)
        .map_or_else(|_| std::fs::Permissions::from_mode(0o644), |metadata| metadata.permissions());
    // Failing to widen permissions leaves a file that its owner can read: not worth an error.
    let _ = file.as_file().set_permissions(permissions);
}

#[cfg(not(unix))]
fn allow_as_usual(_: &NamedTempFile, _: &Path) {}
