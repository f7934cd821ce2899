//! Runs of the program beside the page that it wrote.

use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

/// A folder with an input file, and the program run in it.
pub(crate) struct Folder(tempfile::TempDir);

pub(crate) const INPUT: &str = "input.csv";

impl Folder {
    pub(crate) fn new(input: impl AsRef<[u8]>) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(folder.path().join(INPUT), input).expect("a file");
        Self(folder)
    }

    /// A folder with one of the project's data sets.
    pub(crate) fn of_fixture(name: &str) -> Self {
        let path = format!("{}/../../fixtures/{name}", env!("CARGO_MANIFEST_DIR"));
        Self::new(std::fs::read(path).expect("a fixture"))
    }

    /// A file of the folder's own, whatever is in it.
    pub(crate) fn write(&self, name: &str, content: &str) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, content).expect("a file");
        path
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn output(&self, arguments: &[&str]) -> String {
        let output = Command::new(env!("CARGO_BIN_EXE_exactile"))
            .current_dir(self.0.path())
            .args(arguments)
            .output()
            .expect("the program runs");
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {message}");
        String::from_utf8(output.stdout).expect("text")
    }

    /// Standard output of a command on the folder's input.
    pub(crate) fn run(&self, command: &[&str], options: &[&str]) -> String {
        self.output(&[command, &[INPUT], options].concat())
    }

    pub(crate) fn json(&self, command: &[&str], options: &[&str]) -> Value {
        let options = [options, &["--format", "json"]].concat();
        serde_json::from_str(&self.run(command, &options)).expect("JSON")
    }

    /// The JSON of a command that needs no input.
    pub(crate) fn alone(&self, command: &[&str]) -> Value {
        let output = self.output(&[command, &["--format", "json"]].concat());
        serde_json::from_str(&output).expect("JSON")
    }

    /// The report of the folder's input, with a small grid and few draws unless told otherwise.
    pub(crate) fn report(&self, options: &[&str]) -> PathBuf {
        let path = self.0.path().join("report.html");
        let grid: &[&str] = if options.contains(&"--grid") { &[] } else { &["--grid", "3"] };
        let draws: &[&str] = if options.contains(&"--draws") { &[] } else { &["--draws", "500"] };
        let options =
            [options, grid, draws, &["-o", path.to_str().expect("a path of text")]].concat();
        self.run(&["report"], &options);
        path
    }

    /// A page of one's own, for tests of the harness and of single scripts.
    pub(crate) fn page(&self, html: &str) -> PathBuf {
        self.write("page.html", html)
    }
}
