//! Points of a long computation, kept in a file as they are found.
//!
//! The first line says what is computed, each other line is a point. A run that is interrupted
//! leaves at most half a line at the end, which the next run takes off before it goes on.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::failure::Failure;

/// The file, and what it held.
pub(super) struct Checkpoint {
    path: PathBuf,
    file: Mutex<File>,
}

impl Checkpoint {
    /// Opens or makes the file of a question; returns the points it holds. What `is_sound` refuses
    /// is an error.
    pub(super) fn open<T: DeserializeOwned>(
        path: &Path,
        question: &impl Serialize,
        is_sound: impl Fn(&T) -> bool,
    ) -> Result<(Self, Vec<T>), Failure> {
        let unusable = |error: &std::io::Error| {
            let reason = std::io::Error::from(error.kind());
            Failure::new(format!("no points can be kept here: {reason}"), "change --checkpoint")
                .at(path.display())
        };
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(|error| unusable(&error))?;
        let header = serde_json::to_string(question).map_err(|error| unusable(&error.into()))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|error| unusable(&error))?;
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let other = |line: usize, what: &str| {
            let place = format!("{}:{line}", path.display());
            Failure::new(what, "remove the file or name another --checkpoint").at(place)
        };
        if whole == 0 && !header.as_bytes().starts_with(&bytes) {
            return Err(other(1, "this file keeps no points"));
        }
        let text = std::str::from_utf8(&bytes[..whole])
            .map_err(|_| other(1, "this file keeps no points"))?;
        let mut lines = text.lines();
        let mut points = Vec::new();
        match lines.next() {
            Some(first) if first == header => {
                for (line, number) in lines.zip(2..) {
                    let point = serde_json::from_str(line).ok().filter(&is_sound);
                    points.push(point.ok_or_else(|| other(number, "this line is no point"))?);
                }
            }
            Some(_) => return Err(other(1, "this file keeps points of another input or grid")),
            None => {}
        }
        let end = u64::try_from(whole).expect("it was read");
        file.set_len(end).map_err(|error| unusable(&error))?;
        file.seek(SeekFrom::Start(end)).map_err(|error| unusable(&error))?;
        if whole == 0 {
            writeln!(file, "{header}").map_err(|error| unusable(&error))?;
        }
        Ok((Self { path: path.to_owned(), file: Mutex::new(file) }, points))
    }

    /// Keeps a point.
    pub(super) fn keep(&self, point: &impl Serialize) -> Result<(), Failure> {
        let refused = |error: std::io::Error| {
            let reason = std::io::Error::from(error.kind());
            Failure::new(format!("a point cannot be kept: {reason}"), "check the space")
                .at(self.path.display())
        };
        let mut line = serde_json::to_vec(point).map_err(|error| refused(error.into()))?;
        line.push(b'\n');
        // In one piece, so that at most the last line is ever cut off.
        self.file.lock().expect("nobody panics while holding it").write_all(&line).map_err(refused)
    }
}
