//! A headless Firefox that is controlled by Marionette, its own protocol: arrays of JSON over a
//! socket, each with its length before it.

use std::cell::{Cell, RefCell};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::chromium::PATIENCE;

/// The profile: a port that is free, and no proxy that would answer, so that nothing leaves the
/// machine.
const PREFERENCES: &str = r#"user_pref("marionette.port", 0);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.proxy.type", 1);
user_pref("network.proxy.http", "127.0.0.1");
user_pref("network.proxy.http_port", 9);
user_pref("network.proxy.ssl", "127.0.0.1");
user_pref("network.proxy.ssl_port", 9);
"#;

/// `EXACTILE_FIREFOX`, or the first of the usual names in `PATH`.
pub(crate) fn find() -> Option<PathBuf> {
    let named = std::env::var_os("EXACTILE_FIREFOX").filter(|named| !named.is_empty());
    if let Some(named) = named {
        return Some(named.into());
    }
    let path = std::env::var_os("PATH")?;
    ["firefox-esr", "firefox"].iter().find_map(|name| {
        std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
    })
}

/// One browser process with one page.
pub(crate) struct Firefox {
    process: Child,
    replies: RefCell<BufReader<TcpStream>>,
    number: Cell<u64>,
    /// The profile.
    _folder: tempfile::TempDir,
}

impl Firefox {
    /// Starts the browser and opens a file.
    pub(crate) fn open(executable: &Path, file: &Path) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(folder.path().join("user.js"), PREFERENCES).expect("a profile");
        let process = Command::new(executable)
            .args(["--headless", "--marionette", "--no-remote", "--profile"])
            .arg(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("Firefox starts");
        let port = folder.path().join("MarionetteActivePort");
        let start = Instant::now();
        let port: u16 = loop {
            let said = std::fs::read_to_string(&port).unwrap_or_default();
            if let Ok(port) = said.trim().parse() {
                break port;
            }
            assert!(start.elapsed() < PATIENCE, "Firefox names no port");
            std::thread::sleep(Duration::from_millis(20));
        };
        let socket = TcpStream::connect(("127.0.0.1", port)).expect("Firefox listens");
        socket.set_read_timeout(Some(2 * PATIENCE)).expect("a timeout");
        let replies = RefCell::new(BufReader::new(socket));
        let browser = Self { process, replies, number: Cell::new(0), _folder: folder };
        assert_eq!(browser.reply()["marionetteProtocol"], 3);
        let patience = PATIENCE.as_millis();
        let capabilities = json!({"alwaysMatch": {"timeouts": {"script": patience}}});
        browser.call("WebDriver:NewSession", &json!({"capabilities": capabilities}));
        let url = format!("file://{}", file.display());
        browser.call("WebDriver:Navigate", &json!({"url": url}));
        browser
    }

    fn reply(&self) -> Value {
        let mut replies = self.replies.borrow_mut();
        let mut length = Vec::new();
        replies.read_until(b':', &mut length).expect("Firefox answers");
        length.pop();
        let length = String::from_utf8(length).ok().and_then(|length| length.parse().ok());
        let mut bytes = vec![0; length.expect("a length")];
        replies.read_exact(&mut bytes).expect("Firefox answers");
        serde_json::from_slice(&bytes).expect("the protocol is JSON")
    }

    /// Returns the result of a command.
    fn call(&self, command: &str, parameters: &Value) -> Value {
        let number = self.number.get() + 1;
        self.number.set(number);
        let message = json!([0, number, command, parameters]).to_string();
        let message = format!("{}:{message}", message.len());
        self.replies.borrow().get_ref().write_all(message.as_bytes()).expect("Firefox listens");
        let mut reply = self.reply();
        assert!(reply[1] == number && reply[2].is_null(), "{command}: {reply}");
        reply[3].take()
    }

    /// The value of an expression, awaited if it is a promise. The page's own constants are not
    /// seen, properties of its window are.
    pub(crate) fn eval(&self, expression: &str) -> Value {
        let script = format!(
            "const done = arguments[arguments.length - 1];
            (async () => await ({expression}))().then(
                (value) => done([true, value]), (error) => done([false, `${{error}}`]));"
        );
        let mut answer = self
            .call("WebDriver:ExecuteAsyncScript", &json!({"script": script, "args": []}))["value"]
            .take();
        assert_eq!(answer[0], true, "{expression}\nthrows {}", answer[1]);
        answer[1].take()
    }
}

impl Drop for Firefox {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
