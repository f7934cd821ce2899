//! The program as a module of WebAssembly. It has no logic of its own: arguments and files come in,
//! and the status, what was written and the notes go out.
//!
//! A page calls, in this order, with texts in UTF-8:
//!
//! 1. `exactile_room(n)`: the place of n bytes that the page fills, or 0 if the memory has no room
//!    for them;
//! 2. `exactile_argument()`, `exactile_name()` or `exactile_file()`: these bytes are an argument of
//!    the program (its own name is not one of them), the name of a file, or the bytes of the file
//!    that was named last;
//! 3. 1 and 2 again for all arguments and files, then `exactile_run()`: the exit status, or 3 after
//!    a panic where panics unwind;
//! 4. `exactile_length(k)` and `exactile_place(k)`: where part k of the answer is. Part 0 is
//!    standard output, part 1 standard error, and parts 2, 3, 4, ... are in turn the name and the
//!    bytes of each file that was written. The length of a part that is not there is -1.
//!
//! The module imports one function, `env.exactile_progress(done, of)`, which long work calls at its
//! steps; `of` is -1 if the number of steps is unknown. After a trap, part 1 has the message of the
//! panic, if that was the reason; without a message the memory or the stack was too small. A page
//! takes a new instance for each run, which also gives all memory back.

use std::ffi::OsString;
use std::sync::{Mutex, MutexGuard, PoisonError};

use exactile_cli::{Files, Progress, run_in_memory};

/// Arguments and files that the page has given, and the results that it gets.
struct Exchange {
    /// The bytes that the page fills next.
    room: Vec<u8>,
    arguments: Vec<String>,
    files: Vec<(String, Vec<u8>)>,
    answer: Vec<Vec<u8>>,
}

static EXCHANGE: Mutex<Exchange> = Mutex::new(Exchange {
    room: Vec::new(),
    arguments: Vec::new(),
    files: Vec::new(),
    answer: Vec::new(),
});

fn exchange() -> MutexGuard<'static, Exchange> {
    EXCHANGE.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Exchange {
    fn take_text(&mut self) -> String {
        String::from_utf8_lossy(&std::mem::take(&mut self.room)).into_owned()
    }
}

/// Makes room for bytes of the page; 0 if there is none.
#[allow(unsafe_code, reason = "the name of an exported function")]
#[unsafe(no_mangle)]
pub extern "C" fn exactile_room(length: usize) -> *mut u8 {
    let mut room = Vec::new();
    if room.try_reserve_exact(length).is_err() {
        return std::ptr::null_mut();
    }
    room.resize(length, 0);
    let mut exchange = exchange();
    exchange.room = room;
    exchange.room.as_mut_ptr()
}

/// Takes the bytes as the next argument.
#[allow(unsafe_code, reason = "the name of an exported function")]
#[unsafe(no_mangle)]
pub extern "C" fn exactile_argument() {
    let mut exchange = exchange();
    let argument = exchange.take_text();
    exchange.arguments.push(argument);
}

/// Takes the bytes as the name of the next file.
#[allow(unsafe_code, reason = "the name of an exported function")]
#[unsafe(no_mangle)]
pub extern "C" fn exactile_name() {
    let mut exchange = exchange();
    let name = exchange.take_text();
    exchange.files.push((name, Vec::new()));
}

/// Takes the bytes as those of the file that was named last.
#[allow(unsafe_code, reason = "the name of an exported function")]
#[unsafe(no_mangle)]
pub extern "C" fn exactile_file() {
    let mut exchange = exchange();
    let bytes = std::mem::take(&mut exchange.room);
    if let Some((_, content)) = exchange.files.last_mut() {
        *content = bytes;
    }
}

/// Runs the program on what was given; returns its exit status.
#[allow(unsafe_code, reason = "the name of an exported function")]
#[unsafe(no_mangle)]
pub extern "C" fn exactile_run() -> u32 {
    let (arguments, files) = {
        let mut exchange = exchange();
        (std::mem::take(&mut exchange.arguments), std::mem::take(&mut exchange.files))
    };
    // The message outlives the trap that ends a panic.
    std::panic::set_hook(Box::new(|panic| {
        exchange().answer = vec![Vec::new(), panic.to_string().into_bytes()];
    }));
    let (status, answer) = run(arguments, files);
    exchange().answer = answer;
    u32::from(status)
}

/// The status of a run, and the parts of its answer.
fn run(arguments: Vec<String>, files: Vec<(String, Vec<u8>)>) -> (u8, Vec<Vec<u8>>) {
    let words = std::iter::once("exactile".to_owned()).chain(arguments).map(OsString::from);
    let ran = run_in_memory(words, Files::new(files).telling(tell));
    let mut answer = vec![ran.stdout, ran.stderr];
    for (name, bytes) in ran.files {
        answer.extend([name.into_bytes(), bytes]);
    }
    (ran.status, answer)
}

/// The length of a part of the answer; -1 if there is no such part.
#[allow(unsafe_code, reason = "the name of an exported function")]
#[unsafe(no_mangle)]
pub extern "C" fn exactile_length(part: usize) -> f64 {
    exchange().answer.get(part).map_or(-1.0, |bytes| bytes.len() as f64)
}

/// The place of a part of the answer; 0 if there is no such part.
#[allow(unsafe_code, reason = "the name of an exported function")]
#[unsafe(no_mangle)]
pub extern "C" fn exactile_place(part: usize) -> *const u8 {
    exchange().answer.get(part).map_or(std::ptr::null(), Vec::as_ptr)
}

fn tell(progress: &Progress) {
    let of = progress.of.map_or(-1.0, |of| of as f64);
    page::progress(progress.done as f64, of);
}

#[cfg(target_arch = "wasm32")]
mod page {
    #[link(wasm_import_module = "env")]
    #[allow(unsafe_code, reason = "an imported function, which takes numbers and returns nothing")]
    unsafe extern "C" {
        safe fn exactile_progress(done: f64, of: f64);
    }

    pub(crate) fn progress(done: f64, of: f64) {
        exactile_progress(done, of);
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod page {
    pub(crate) fn progress(_done: f64, _of: f64) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_has_its_parts() {
        let csv = b"name,tn,fp,fn,tp\na,5,1,2,4\n".to_vec();
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        let (status, parts) =
            run(words(&["rank", "c.csv", "--score=f1"]), vec![("c.csv".into(), csv.clone())]);
        assert_eq!((status, parts.len()), (0, 2));
        assert!(!parts[0].is_empty() && parts[1].is_empty());
        let (status, parts) =
            run(words(&["tile", "c.csv", "-o", "t.svg"]), vec![("c.csv".into(), csv)]);
        assert_eq!((status, parts.len(), &parts[2][..]), (0, 4, &b"t.svg"[..]));
        assert!(parts[3].starts_with(b"<svg"));
        let (status, parts) = run(words(&["rank", "none.csv", "--score=f1"]), Vec::new());
        assert!(status == 2 && parts[1].starts_with(b"error: none.csv: "));
    }

    #[test]
    fn a_page_gives_and_takes_bytes() {
        assert!(!exactile_room(3).is_null());
        exactile_argument();
        assert_eq!(exactile_run(), 2);
        let _ = std::panic::take_hook();
        assert!(exactile_length(1) > 0.0 && !exactile_place(1).is_null());
        assert!(exactile_length(2) < 0.0 && exactile_place(2).is_null());
        assert!(exactile_room(usize::MAX / 2 + 1).is_null());
    }
}
