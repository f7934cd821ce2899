//! A headless Chromium that is controlled over a pipe: the DevTools protocol without a port.
//!
//! `--remote-debugging-pipe` reads commands from descriptor 3 and answers on descriptor 4, one JSON
//! text each, ended by a zero byte. A shell gives it its standard input and output under these
//! numbers. When this process ends in whatever way, the pipe closes and Chromium ends too.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// The longest time that a step may take before its test fails.
pub(crate) const PATIENCE: Duration = Duration::from_secs(40);

const NAMES: [&str; 5] =
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/// `EXACTILE_CHROMIUM`, or the first of the usual names in `PATH`.
pub(crate) fn find() -> Option<PathBuf> {
    let named = std::env::var_os("EXACTILE_CHROMIUM").filter(|named| !named.is_empty());
    if let Some(named) = named {
        return Some(named.into());
    }
    let path = std::env::var_os("PATH")?;
    NAMES.iter().find_map(|name| {
        std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
    })
}

/// One browser process, shared by all tests.
pub(crate) struct Chromium {
    process: Mutex<Child>,
    commands: Mutex<Option<ChildStdin>>,
    shared: Arc<Shared>,
    number: AtomicU64,
    /// The folder of all downloads, with a subfolder for each test, and of the browser's profile.
    folder: tempfile::TempDir,
}

#[derive(Default)]
struct Shared {
    answers: Mutex<HashMap<u64, Sender<Value>>>,
    sessions: Mutex<HashMap<String, Sender<Value>>>,
}

/// A panic of one test leaves these maps whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Chromium {
    pub(crate) fn start(executable: &Path) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut process = Command::new("sh")
            .args(["-c", r#"exec "$0" "$@" 3<&0 4>&1 </dev/null >/dev/null 2>"$PROFILE/log""#])
            .arg(executable)
            .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe"])
            // Nothing leaves the machine, not even on the browser's own account.
            .args(["--host-resolver-rules=MAP * ~NOTFOUND", "--disable-background-networking"])
            .args(["--disable-component-update", "--disable-sync", "--disable-extensions"])
            .args(["--no-first-run", "--no-default-browser-check", "--password-store=basic"])
            // A page that is not in front draws and keeps time like one that is.
            .args(["--disable-renderer-backgrounding", "--disable-background-timer-throttling"])
            .args(["--disable-backgrounding-occluded-windows", "--disable-dev-shm-usage"])
            .args(["--hide-scrollbars", "--font-render-hinting=none", "--lang=en-US"])
            .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
            .env("PROFILE", folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("a shell");
        let commands = Mutex::new(process.stdin.take());
        let replies = process.stdout.take().expect("a pipe");
        let shared = Arc::new(Shared::default());
        let reader = Arc::clone(&shared);
        std::thread::spawn(move || reader.distribute(BufReader::new(replies)));
        Self { process: Mutex::new(process), commands, shared, number: AtomicU64::new(1), folder }
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the events of a session from now on, and those of the browser as a whole.
    pub(crate) fn listen(&self, session: &str) -> Receiver<Value> {
        let (sender, receiver) = channel();
        lock(&self.shared.sessions).insert(session.to_owned(), sender);
        receiver
    }

    pub(crate) fn forget(&self, session: &str) {
        lock(&self.shared.sessions).remove(session);
    }

    /// Returns the result of a method, of the browser or of a page's session.
    ///
    /// Errors: the message of the browser, or that it did not answer.
    pub(crate) fn try_call(
        &self,
        session: Option<&str>,
        method: &str,
        parameters: &Value,
    ) -> Result<Value, String> {
        let id = self.number.fetch_add(1, Ordering::Relaxed);
        let mut message = json!({"id": id, "method": method, "params": parameters});
        if let Some(session) = session {
            message["sessionId"] = session.into();
        }
        let (sender, receiver) = channel();
        lock(&self.shared.answers).insert(id, sender);
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        lock(&self.commands)
            .as_mut()
            .ok_or("Chromium is closed")?
            .write_all(&bytes)
            .map_err(|error| format!("{method}: {error}; Chromium said: {}", self.log()))?;
        let mut answer = receiver.recv_timeout(PATIENCE).map_err(|error| {
            format!("{method}: no answer in {PATIENCE:?} ({error}); Chromium said: {}", self.log())
        })?;
        match answer.get("error") {
            Some(error) => Err(format!("{method}: {error}")),
            None => Ok(answer["result"].take()),
        }
    }

    pub(crate) fn call(&self, session: Option<&str>, method: &str, parameters: &Value) -> Value {
        self.try_call(session, method, parameters).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Returns the messages of the browser, without those about the missing desktop.
    fn log(&self) -> String {
        let log = std::fs::read_to_string(self.folder.path().join("log")).unwrap_or_default();
        log.lines().filter(|line| !line.contains("dbus")).collect::<Vec<_>>().join("\n")
    }
}

impl Shared {
    fn distribute(&self, mut replies: impl BufRead) {
        let mut bytes = Vec::new();
        while replies.read_until(0, &mut bytes).is_ok_and(|length| length > 0) {
            bytes.pop();
            let message: Value = serde_json::from_slice(&bytes).expect("the protocol is JSON");
            bytes.clear();
            // Whoever asked may have lost patience: a closed channel is no fault here.
            if let Some(id) = message["id"].as_u64() {
                if let Some(asker) = lock(&self.answers).remove(&id) {
                    let _ = asker.send(message);
                }
            } else if let Some(session) = message["sessionId"].as_str() {
                if let Some(listener) = lock(&self.sessions).get(session) {
                    let _ = listener.send(message);
                }
            } else {
                for listener in lock(&self.sessions).values() {
                    let _ = listener.send(message.clone());
                }
            }
        }
        lock(&self.answers).clear();
        lock(&self.sessions).clear();
    }
}

impl Drop for Chromium {
    /// Ends the process before its folder is removed.
    fn drop(&mut self) {
        let _ = self.try_call(None, "Browser.close", &json!({}));
        lock(&self.commands).take();
        let mut process = lock(&self.process);
        let start = Instant::now();
        while matches!(process.try_wait(), Ok(None)) {
            if start.elapsed() > Duration::from_secs(5) {
                let _ = process.kill();
                let _ = process.wait();
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}
