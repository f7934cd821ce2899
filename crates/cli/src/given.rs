//! What a caller gives to a command besides its arguments: an input in place of standard input, and a
//! way to stop it.

use std::cell::RefCell;
use std::io::{IsTerminal, Read, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use indicatif::ProgressBar;

thread_local! {
    /// What was given to the command of this thread.
    static GIVEN: RefCell<Option<Given>> = const { RefCell::new(None) };
}

#[derive(Clone)]
struct Given {
    input: Input,
    stop: Stop,
}

/// An input in memory, and the name of the file that it is from: some forms name their classifier after it.
#[derive(Clone, Debug)]
pub struct Input {
    bytes: Arc<[u8]>,
    name: Arc<str>,
}

/// The name of an input without one.
const NAMELESS: &str = "<stdin>";

impl Input {
    /// Bytes of a file with this name.
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

/// A way to stop a command from another thread, and to see how far it is.
///
/// A command looks at it where its work has steps; where it has none, it goes on to its end.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    asked: Arc<AtomicBool>,
    /// The bar of the work that is being done, and what it counts.
    bar: Arc<Mutex<Option<(ProgressBar, String)>>>,
}

/// How far a command is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Steps that are done.
    pub done: u64,
    /// All steps, if their number is known.
    pub of: Option<u64>,
    /// What a step is: `draws`, `pairs`, `frontiers`, ...
    pub unit: String,
}

impl Stop {
    /// Asks the command to stop.
    pub fn stop(&self) {
        self.asked.store(true, Ordering::Relaxed);
    }

    /// How far the command is, while it does long work whose steps are counted.
    pub fn progress(&self) -> Option<Progress> {
        let bar = self.bar.lock().unwrap_or_else(PoisonError::into_inner);
        let (bar, unit) = bar.as_ref().filter(|(bar, _)| !bar.is_finished())?;
        Some(Progress { done: bar.position(), of: bar.length(), unit: unit.clone() })
    }

    /// From now on this bar says how far the command is.
    pub(super) fn watch(&self, bar: &ProgressBar, unit: &str) {
        let watched = Some((bar.clone(), unit.to_owned()));
        *self.bar.lock().unwrap_or_else(PoisonError::into_inner) = watched;
    }

    /// What a callback returns at each step of the work.
    pub(super) fn step(&self) -> ControlFlow<()> {
        if self.is_asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Returns `true` if the command was asked to stop.
    pub fn is_asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
    }
}

/// The way to stop the command of this thread; nobody does so where nothing was given.
pub(super) fn stop() -> Stop {
    GIVEN.with_borrow(|given| given.as_ref().map_or_else(Stop::default, |given| given.stop.clone()))
}

/// Reads standard input, or what was given in its place.
pub(super) fn standard_input<T>(read: impl FnOnce(&mut dyn Read, &str) -> T) -> T {
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

/// Does some work of this thread with an input in place of standard input, and a way to stop it.
pub(super) fn with<T>(input: Input, stop: Stop, work: impl FnOnce() -> T) -> T {
    /// Takes away what was given, even if the work panics.
    struct Taken;
    impl Drop for Taken {
        fn drop(&mut self) {
            GIVEN.set(None);
        }
    }
    GIVEN.set(Some(Given { input, stop }));
    let _taken = Taken;
    work()
}

#[cfg(test)]
mod tests {
    use super::*;

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
            with(given.as_bytes().into(), Stop::default(), || {
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
