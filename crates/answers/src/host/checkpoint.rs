//! Points of a long computation, kept in a file as they are found.
//!
//! The first line names the computation. Each other line is a point, a space and the CRC-32 of the
//! point's bytes in eight hexadecimal digits, so that a changed line is refused. An interrupted run
//! leaves at most half a line at the end, which the next run removes before it goes on. While a run
//! writes, the file is locked against a second one.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::failure::Failure;
use super::lock::is_locked_elsewhere;

/// The checkpoint file, and the points read from it.
pub(crate) struct Checkpoint {
    path: PathBuf,
    file: Mutex<File>,
}

impl Checkpoint {
    /// Opens or creates the file of a question, and returns the points it holds. It is an error if
    /// `is_sound` refuses a point.
    pub(crate) fn open<T: DeserializeOwned>(
        path: &Path,
        question: &impl Serialize,
        is_sound: impl Fn(&T) -> bool,
    ) -> Result<(Self, Vec<T>), Failure> {
        let unusable = |error: &std::io::Error| {
            let reason = std::io::Error::from(error.kind());
            Failure::new(
                format!("the checkpoint cannot be opened: {reason}"),
                "change --checkpoint",
            )
            .at(path.display())
        };
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(|error| unusable(&error))?;
        // A file system without locks is not a second writer.
        if is_locked_elsewhere(&file) {
            let what = "another run uses this checkpoint";
            return Err(Failure::new(what, "wait for its end or name another --checkpoint")
                .at(path.display()));
        }
        let header = serde_json::to_string(question).map_err(|error| unusable(&error.into()))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|error| unusable(&error))?;
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let other = |line: usize, what: &str| {
            let place = format!("{}:{line}", path.display());
            Failure::new(what, "remove the file or name another --checkpoint").at(place)
        };
        if whole == 0 && !header.as_bytes().starts_with(&bytes) {
            return Err(other(1, "this file is not a checkpoint"));
        }
        let text = std::str::from_utf8(&bytes[..whole])
            .map_err(|_| other(1, "this file is not a checkpoint"))?;
        let mut lines = text.lines();
        let mut points = Vec::new();
        match lines.next() {
            Some(first) if first == header => {
                for (line, number) in lines.zip(2..) {
                    let point = unsealed(line)
                        .ok_or_else(|| other(number, "the checksum of this line is wrong"))?;
                    let point = serde_json::from_str(point).ok().filter(&is_sound);
                    points.push(point.ok_or_else(|| other(number, "this line is not a point"))?);
                }
            }
            Some(_) => return Err(other(1, "this checkpoint belongs to another input or grid")),
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

    /// Appends a point.
    pub(crate) fn keep(&self, point: &impl Serialize) -> Result<(), Failure> {
        let refused = |error: std::io::Error| {
            let reason = std::io::Error::from(error.kind());
            Failure::new(format!("a point cannot be written: {reason}"), "check the space")
                .at(self.path.display())
        };
        let line = serde_json::to_string(point).map_err(|error| refused(error.into()))?;
        let line = format!("{line} {:08x}\n", crc32fast::hash(line.as_bytes()));
        // In one piece, so that at most the last line is ever cut off.
        let mut file = self.file.lock().expect("nobody panics while holding it");
        file.write_all(line.as_bytes()).map_err(refused)
    }
}

/// Returns a line without its checksum, if the checksum is right.
fn unsealed(line: &str) -> Option<&str> {
    let (point, sum) = line.rsplit_once(' ')?;
    (sum == format!("{:08x}", crc32fast::hash(point.as_bytes()))).then_some(point)
}
