//! Inputs of a command besides its arguments: bytes in place of standard input, or files in place
//! of those of the disk, and a way to stop it.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Cursor, IsTerminal, Read, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::bar::ProgressBar;
use exactile_input::{InputError, open_path, unreadable};

thread_local! {
    /// The input that was given to the command of this thread.
    static GIVEN: RefCell<Option<Given>> = const { RefCell::new(None) };
}

#[derive(Clone)]
struct Given {
    input: Input,
    stop: Stop,
    /// Files by their names, if the command is to see no others.
    files: Option<Arc<Files>>,
}

/// Files in memory that stand for those of the disk: what a command reads, and what it writes.
#[derive(Default)]
pub struct Files {
    given: Vec<(String, Arc<Vec<u8>>)>,
    written: Mutex<Vec<(String, Vec<u8>)>>,
    #[cfg_attr(
        feature = "terminal",
        allow(dead_code, reason = "bars of a terminal tell nobody else")
    )]
    told: Option<Told>,
}

/// Callback for the progress of a command.
type Told = Box<dyn Fn(&Progress) + Send + Sync>;

impl Files {
    /// Files with these names and bytes.
    pub fn new(given: Vec<(String, Vec<u8>)>) -> Self {
        let given = given.into_iter().map(|(name, bytes)| (name, Arc::new(bytes))).collect();
        Self { given, ..Self::default() }
    }

    /// The same files; the command calls `told` at each step of long work.
    #[must_use]
    pub fn telling(self, told: impl Fn(&Progress) + Send + Sync + 'static) -> Self {
        Self { told: Some(Box::new(told)), ..self }
    }

    /// Takes the files written in memory, as names and bytes in the order of writing.
    pub fn take_written(&self) -> Vec<(String, Vec<u8>)> {
        std::mem::take(&mut *self.written.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn find(&self, path: &Path) -> io::Result<Arc<Vec<u8>>> {
        let found = self.given.iter().find(|(name, _)| Path::new(name) == path);
        found.map(|(_, bytes)| Arc::clone(bytes)).ok_or_else(|| {
            // The words of the system, so that the message is that of a disk.
            io::Error::new(io::ErrorKind::NotFound, "No such file or directory")
        })
    }
}

/// A file that is read: of the disk, or one that was given.
pub(crate) enum Opened {
    Disk(File),
    Given(Cursor<Shared>),
}

/// Bytes of a given file.
pub(crate) struct Shared(Arc<Vec<u8>>);

impl AsRef<[u8]> for Shared {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl Opened {
    /// Its bytes, if their number is known.
    pub(crate) fn len(&self) -> Option<u64> {
        match self {
            Self::Disk(file) => file.metadata().map(|metadata| metadata.len()).ok(),
            Self::Given(bytes) => u64::try_from(bytes.get_ref().0.len()).ok(),
        }
    }
}

impl Read for Opened {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Disk(file) => file.read(buffer),
            Self::Given(bytes) => bytes.read(buffer),
        }
    }
}

fn files() -> Option<Arc<Files>> {
    GIVEN.with_borrow(|given| given.as_ref()?.files.clone())
}

/// A given file of this name; `None` if files are those of the disk.
pub(crate) fn file(path: &Path) -> Option<io::Result<Arc<Vec<u8>>>> {
    Some(files()?.find(path))
}

/// Opens a file of the disk, or one that was given.
pub(crate) fn open(path: &Path) -> Result<Opened, InputError> {
    match file(path) {
        None => Ok(Opened::Disk(open_path(path)?)),
        Some(Ok(bytes)) => Ok(Opened::Given(Cursor::new(Shared(bytes)))),
        Some(Err(error)) => Err(unreadable(&path.display().to_string(), &error)),
    }
}

/// Returns `true` if files are not those of the disk.
pub fn has_files() -> bool {
    files().is_some()
}

/// Keeps a file for the caller.
pub(crate) fn keep(path: &Path, bytes: Vec<u8>) {
    if let Some(files) = files() {
        let name = path.display().to_string();
        files.written.lock().unwrap_or_else(PoisonError::into_inner).push((name, bytes));
    }
}

/// Returns the callback for the progress of work that counts these units, for the caller of this
/// thread.
#[cfg(not(feature = "terminal"))]
pub(crate) fn teller(unit: &str) -> impl Fn(u64, Option<u64>) + Send + Sync + 'static {
    let (files, unit) = (files(), unit.to_owned());
    move |done, of| {
        let told = files.as_ref().and_then(|files| files.told.as_ref());
        if let Some(told) = told {
            told(&Progress { done, of, unit: unit.clone() });
        }
    }
}

/// An input in memory, and the name of its file, after which some formats name their classifier.
#[derive(Clone, Debug)]
pub struct Input {
    bytes: Arc<[u8]>,
    name: Arc<str>,
}

/// The name of an input for which none is given.
const NAMELESS: &str = "<stdin>";

impl Input {
    /// Creates the input from the bytes of a file with this name.
    pub fn named(bytes: Arc<[u8]>, name: &str) -> Self {
        Self { bytes, name: name.into() }
    }
}

impl From<&[u8]> for Input {
    fn from(bytes: &[u8]) -> Self {
        Self::named(bytes.into(), NAMELESS)
    }
}

impl From<Arc<[u8]>> for Input {
    fn from(bytes: Arc<[u8]>) -> Self {
        Self::named(bytes, NAMELESS)
    }
}

/// A way to stop a command from another thread, and to see its progress.
///
/// A command checks it between the steps of its work. Work without steps runs to its end.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    asked: Arc<AtomicBool>,
    /// The bar of the current work, and the unit of its steps.
    bar: Arc<Mutex<Option<(ProgressBar, String)>>>,
}

/// The progress of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The number of finished steps.
    pub done: u64,
    /// The number of all steps, if it is known.
    pub of: Option<u64>,
    /// The unit of a step: `draws`, `pairs`, `frontiers`, ...
    pub unit: String,
}

impl Stop {
    /// Asks the command to stop.
    pub fn stop(&self) {
        self.asked.store(true, Ordering::Relaxed);
    }

    /// Returns the progress of the command while it does long work whose steps are counted.
    pub fn progress(&self) -> Option<Progress> {
        let bar = self.bar.lock().unwrap_or_else(PoisonError::into_inner);
        let (bar, unit) = bar.as_ref().filter(|(bar, _)| !bar.is_finished())?;
        Some(Progress { done: bar.position(), of: bar.length(), unit: unit.clone() })
    }

    /// Takes the progress from this bar from now on.
    pub(crate) fn watch(&self, bar: &ProgressBar, unit: &str) {
        let watched = Some((bar.clone(), unit.to_owned()));
        *self.bar.lock().unwrap_or_else(PoisonError::into_inner) = watched;
    }

    /// Returns the value with which callbacks of the work continue or stop.
    pub(crate) fn step(&self) -> ControlFlow<()> {
        if self.is_asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Returns `true` if the command was asked to stop.
    pub fn is_asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
    }
}

/// Returns the way to stop the command of this thread; without a given input, it is never stopped.
pub(crate) fn stop() -> Stop {
    GIVEN.with_borrow(|given| given.as_ref().map_or_else(Stop::default, |given| given.stop.clone()))
}

/// Reads standard input, or the input given in its place.
pub(crate) fn standard_input<T>(read: impl FnOnce(&mut dyn Read, &str) -> T) -> T {
    if let Some(Given { input, .. }) = GIVEN.with_borrow(Clone::clone) {
        return read(&mut &input.bytes[..], &input.name);
    }
    let stdin = std::io::stdin();
    if stdin.is_terminal() {
        let note = "note: reading from the terminal; Ctrl-D ends the input";
        let _ = writeln!(std::io::stderr(), "{note}");
    }
    read(&mut stdin.lock(), NAMELESS)
}

/// Runs some work in this thread with an input in place of standard input, and a way to stop it.
pub fn with_input<T>(input: Input, stop: Stop, work: impl FnOnce() -> T) -> T {
    with_given(Given { input, stop, files: None }, work)
}

/// Runs some work in this thread with files in place of those of the disk; standard input is empty.
pub fn with_files<T>(files: Arc<Files>, work: impl FnOnce() -> T) -> T {
    let input = Input::from(&[][..]);
    with_given(Given { input, stop: Stop::default(), files: Some(files) }, work)
}

fn with_given<T>(given: Given, work: impl FnOnce() -> T) -> T {
    /// Removes the given input when dropped, even if the work panics.
    struct Taken;
    impl Drop for Taken {
        fn drop(&mut self) {
            GIVEN.set(None);
        }
    }
    GIVEN.set(Some(given));
    let _taken = Taken;
    work()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(feature = "terminal")]
    #[test]
    fn a_caller_sees_how_far_a_command_is() {
        let stop = Stop::default();
        assert_eq!(stop.progress(), None);
        let bar = ProgressBar::with_draw_target(Some(8), indicatif::ProgressDrawTarget::hidden());
        stop.watch(&bar, "draws");
        bar.inc(3);
        let expected = Progress { done: 3, of: Some(8), unit: "draws".to_owned() };
        assert_eq!(stop.progress(), Some(expected));
        bar.finish_and_clear();
        assert_eq!(stop.progress(), None);
    }

    #[test]
    fn each_thread_reads_what_it_was_given() {
        let text = |given: &'static str| {
            with_input(given.as_bytes().into(), Stop::default(), || {
                let mut text = String::new();
                standard_input(|input, _| input.read_to_string(&mut text)).expect("text");
                text
            })
        };
        let other = std::thread::spawn(move || text("two"));
        assert_eq!((text("one"), other.join().expect("no panic")), ("one".into(), "two".into()));
        assert!(GIVEN.with_borrow(Option::is_none));
    }
}
