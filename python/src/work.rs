//! Runs commands without the interpreter's lock, and stops waiting for them at Ctrl-C; work that
//! needs the lock looks at signals between its steps.

use std::any::Any;
use std::ffi::OsString;
use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{self, ExitCode};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use exactile_cli::{Answer, Input, Progress, Stop};
use exactile_picture::{LaidOut, LayoutError};
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::refusal::refused;

/// Time between two checks of signals.
const PATIENCE: Duration = Duration::from_millis(20);
/// Time after which progress is shown, and time between two reports.
const QUICK: Duration = Duration::from_millis(500);
const BETWEEN: Duration = Duration::from_millis(200);

/// Output of a command, notes of its reader, and `true` if its checks hold.
pub(crate) type Written<'py> = (Bound<'py, PyBytes>, String, bool);

/// Does some work on the cores of this process.
///
/// A fork copies no threads but its own, so a child of `fork` waits forever for the pool that its
/// parent has used. In such a child each call has a pool of its own.
pub(crate) fn on_cores<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    /// The process whose pool the shared one is; 0 before the first work.
    static OWNER: AtomicU32 = AtomicU32::new(0);
    let this = process::id();
    let owner = OWNER.compare_exchange(0, this, Ordering::Relaxed, Ordering::Relaxed);
    if owner.is_ok() || owner == Err(this) {
        return work();
    }
    let pool = rayon::ThreadPoolBuilder::new().build().or_else(|_| {
        // The system gives no more threads: the one of the caller is enough.
        rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build()
    });
    pool.expect("a pool of the current thread needs no other").install(work)
}

/// The message of a panic, as an exception that `except Exception` catches.
fn fault(panic: &(dyn Any + Send)) -> PyErr {
    let said = panic.downcast_ref::<&str>().copied();
    let said = said.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    let what = format!("exactile has a fault: {}", said.unwrap_or("it does not say which"));
    PyRuntimeError::new_err(format!("{what}\nhint: please report it with the input"))
}

/// Does some work that holds the interpreter's lock; a panic becomes an exception like any other.
pub(crate) fn sound<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(fault(&*panic)))
}

/// Does some work in a thread of its own. If a signal handler raises meanwhile, as at Ctrl-C, the
/// exception is returned at once, and the work is asked to stop. Work without steps goes on to its
/// end in its thread, and its result is dropped.
pub(crate) fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&Stop) -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, receiver) = channel();
    let stop = Stop::default();
    let stopped = stop.clone();
    thread::Builder::new().spawn(move || {
        // Nobody listens after an interrupt.
        let _ = sender.send(catch_unwind(AssertUnwindSafe(|| on_cores(|| work(&stopped)))));
    })?;
    // A receiver belongs to one thread at a time.
    let receiver = std::sync::Mutex::new(receiver);
    let mut shown = Shown::new();
    loop {
        let received = py.detach(|| {
            let receiver = receiver.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            receiver.recv_timeout(PATIENCE)
        });
        match received {
            Ok(Ok(result)) => return Ok(result),
            Ok(Err(panic)) => return Err(fault(&*panic)),
            Err(RecvTimeoutError::Timeout) => {
                let shown = shown.update(py, || stop.progress());
                shown.and_then(|()| py.check_signals()).inspect_err(|_| stop.stop())?;
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("the work ended without a result"));
            }
        }
    }
}

/// Progress that the package shows.
struct Shown<'py> {
    start: Instant,
    /// When it was shown last, and what shows it.
    last: Option<(Instant, Bound<'py, PyModule>)>,
}

impl<'py> Shown<'py> {
    fn new() -> Self {
        Self { start: Instant::now(), last: None }
    }

    /// Shows how far the work is, if it takes long. An error may be that of a signal, which arrives
    /// wherever Python runs.
    fn update(
        &mut self,
        py: Python<'py>,
        progress: impl FnOnce() -> Option<Progress>,
    ) -> PyResult<()> {
        if self.start.elapsed() < QUICK {
            return Ok(());
        }
        if self.last.as_ref().is_some_and(|(last, _)| last.elapsed() < BETWEEN) {
            return Ok(());
        }
        let Some(Progress { done, of, unit }) = progress() else { return Ok(()) };
        let module = py.import("exactile._progress")?;
        let seconds = self.start.elapsed().as_secs_f64();
        self.last = Some((Instant::now(), module.clone()));
        module.call_method1("show", (done, of, unit, seconds))?;
        Ok(())
    }
}

impl Drop for Shown<'_> {
    fn drop(&mut self) {
        let Some((_, module)) = &self.last else { return };
        let Err(error) = module.call_method0("clear") else { return };
        if error.is_instance_of::<PyKeyboardInterrupt>(module.py()) {
            // It comes again where it can be returned.
            let _ = module.py().import("_thread").and_then(|t| t.call_method0("interrupt_main"));
        }
    }
}

/// Work that needs the interpreter's lock, done in steps. Nothing of it goes on after an interrupt.
pub(crate) struct Steps<'py> {
    py: Python<'py>,
    shown: Shown<'py>,
    of: usize,
    unit: &'static str,
}

impl<'py> Steps<'py> {
    /// Begins `of` steps of this kind: `samples`, `weights`.
    pub(crate) fn new(py: Python<'py>, of: usize, unit: &'static str) -> Self {
        Self { py, shown: Shown::new(), of, unit }
    }

    /// Checks signals, after `done` steps. Takes about as long as adding up some numbers.
    pub(crate) fn look(&mut self, done: usize) -> PyResult<()> {
        let Self { shown, of, unit, .. } = self;
        let progress =
            || Some(Progress { done: done as u64, of: Some(*of as u64), unit: (*unit).to_owned() });
        shown.update(self.py, progress)?;
        self.py.check_signals()
    }

    /// Gives other threads their turn, and looks at signals.
    pub(crate) fn turn(&mut self, done: usize) -> PyResult<()> {
        self.py.detach(thread::yield_now);
        self.look(done)
    }
}

/// A text whose reader comes to an end, with an error, when it is asked to stop; it says how many
/// bytes were read.
pub(crate) struct Stoppable<'t> {
    pub(crate) text: &'t [u8],
    pub(crate) stop: &'t Stop,
}

impl Read for Stoppable<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.stop.is_asked() {
            return Err(io::Error::other("the work was stopped"));
        }
        self.text.read(buffer)
    }
}

/// The answer of a command to an input of these bytes, which its arguments name `-`.
pub(crate) fn run<'py>(
    py: Python<'py>,
    arguments: Vec<String>,
    input: Input,
) -> PyResult<Written<'py>> {
    let arguments = ["exactile".to_owned()].into_iter().chain(arguments).map(OsString::from);
    let arguments: Vec<OsString> = arguments.collect();
    let answer = interruptible(py, move |stop| exactile_cli::answer(arguments, input, stop))?;
    let Answer { result, notes, holds } = answer.map_err(|error| refused(&error))?;
    let bytes = PyBytes::new_with(py, result.len(), |bytes| {
        bytes.copy_from_slice(&result);
        Ok(())
    })?;
    Ok((bytes, notes, holds))
}

/// Runs a command on an input that takes the place of standard input.
#[pyfunction]
#[pyo3(signature = (arguments, input))]
pub(crate) fn answer<'py>(
    py: Python<'py>,
    arguments: Vec<String>,
    input: &[u8],
) -> PyResult<Written<'py>> {
    run(py, arguments, input.into())
}

/// Runs the program on its arguments, the first of which is its name, and returns its exit status.
#[pyfunction]
pub(crate) fn main(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    let status =
        py.detach(|| exactile_cli::run(arguments, &mut std::io::stdout(), &mut std::io::stderr()));
    // The type has no other way to its number.
    (0..=2).find(|number| ExitCode::from(*number) == status).unwrap_or(2)
}

/// An SVG as PNG, with `scale` pixels for each of its own.
#[pyfunction]
pub(crate) fn png<'py>(py: Python<'py>, svg: String, scale: f32) -> PyResult<Bound<'py, PyBytes>> {
    drawn(py, move || LaidOut::new(&svg, None)?.to_png(scale))
}

/// An SVG as PDF.
#[pyfunction]
pub(crate) fn pdf<'py>(py: Python<'py>, svg: String) -> PyResult<Bound<'py, PyBytes>> {
    drawn(py, move || LaidOut::new(&svg, None)?.to_pdf())
}

fn drawn<'py>(
    py: Python<'py>,
    draw: impl FnOnce() -> Result<Vec<u8>, LayoutError> + Send + 'static,
) -> PyResult<Bound<'py, PyBytes>> {
    let bytes = interruptible(py, move |_| draw())?;
    let bytes =
        bytes.map_err(|error| pyo3::exceptions::PyValueError::new_err(error.to_string()))?;
    Ok(PyBytes::new(py, &bytes))
}
