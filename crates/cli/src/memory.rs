//! The program with files in memory, for places that have no disk.
//!
//! Arguments and messages are those of the command line, so that a result is the same bytes as the
//! one that the same command writes to a disk.

use std::ffi::OsString;
use std::sync::Arc;

use crate::{Terminal, status};
use exactile_answers::host;
use exactile_answers::host::{Files, InMemory};

/// The result of a run in memory: exit status, output and written files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ran {
    /// The exit status: 0 done, 1 a check did not hold, 2 refused.
    pub status: u8,
    /// The bytes written to standard output.
    pub stdout: Vec<u8>,
    /// The bytes written to standard error: notes and error messages.
    pub stderr: Vec<u8>,
    /// The files that were written, with their names.
    pub files: Vec<(String, Vec<u8>)>,
}

/// Runs the program on arguments, the first of which is its own name, and on files that take the
/// place of those of the disk: every path in the arguments is a name of one of them, or of a file
/// to be written. Standard input is empty.
///
/// ```
/// let csv = b"name,tn,fp,fn,tp\nonly,3,1,1,5\n".to_vec();
/// let files = exactile_cli::Files::new(vec![("x.csv".to_owned(), csv)]);
/// let arguments = ["exactile", "tile", "x.csv", "-o", "x.svg"];
/// let ran = exactile_cli::run_in_memory(arguments.map(Into::into), files);
/// assert_eq!((ran.status, ran.files[0].0.as_str()), (0, "x.svg"));
/// ```
pub fn run_in_memory(arguments: impl IntoIterator<Item = OsString>, files: Files) -> Ran {
    host::hide_progress();
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let files = Arc::new(files);
    let (mut stdout, mut stderr) = (InMemory::default(), InMemory::default());
    let mut status = host::with_files(Arc::clone(&files), || {
        status(&arguments, &mut stdout, &mut stderr, Terminal::default)
    });
    if stdout.refused.is_some() {
        status = 2;
        stdout.bytes = Vec::new();
        stderr.bytes.extend(format!("error: {}\n", stdout.too_much()).into_bytes());
    }
    // Nothing on standard output where there is an error, and no file.
    let written = files.take_written();
    let written = if status == 2 { Vec::new() } else { written };
    Ran { status, stdout: stdout.bytes, stderr: stderr.bytes, files: written }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ran(arguments: &[&str], files: &[(&str, &str)]) -> Ran {
        let files = files.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec()));
        let arguments = ["exactile"].iter().chain(arguments).map(OsString::from);
        run_in_memory(arguments, Files::new(files.collect()))
    }

    const COUNTS: (&str, &str) = ("c.csv", "name,tn,fp,fn,tp\na,5,1,2,4\nb,4,2,1,5\n");

    #[test]
    fn files_are_read_and_written_in_memory() {
        let regions = ran(&["regions", "c.csv", "-o", "r.json"], &[COUNTS]);
        assert_eq!((regions.status, regions.stdout.len()), (0, 0));
        let [(name, bytes)] = &regions.files[..] else { panic!("one file") };
        let text = String::from_utf8_lossy(bytes);
        assert!(name == "r.json" && text.contains(r#""command":"exactile regions""#), "{text}");
        let verified = ran(&["verify", "r.json", "c.csv"], &[COUNTS, ("r.json", &text)]);
        assert_eq!(verified.status, 0, "{verified:?}");
        let other = text.replace("\"5\"", "\"6\"");
        let verified = ran(&["verify", "r.json", "c.csv"], &[COUNTS, ("r.json", &other)]);
        assert_eq!(verified.status, 1, "{verified:?}");
    }

    #[test]
    fn files_of_the_disk_are_out_of_reach() {
        for path in ["Cargo.toml", "/etc/hostname"] {
            let refused = ran(&["regions", path], &[COUNTS]);
            let expected = format!("error: {path}: cannot be read: No such file or directory\n");
            let said = String::from_utf8_lossy(&refused.stderr).into_owned();
            assert!(refused.status == 2 && said.starts_with(&expected), "{said}");
        }
        let refused = ran(&["regions", "c.csv", "-o", "c.csv"], &[COUNTS]);
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(said.contains("overwrite its own input") && refused.files.is_empty(), "{said}");
    }

    #[test]
    fn several_files_are_joined() {
        let [a, b] = ["id,y_true,a\n1,0,0\n2,1,1\n", "id,y_true,b\n2,1,0\n1,0,0\n"];
        let rank =
            ran(&["rank", "a.csv", "b.csv", "--score", "accuracy"], &[("a.csv", a), ("b.csv", b)]);
        assert_eq!(rank.status, 0, "{rank:?}");
    }
}
