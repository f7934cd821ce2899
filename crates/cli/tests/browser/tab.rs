//! One page in a window and a browser context of its own, driven as a person would.

use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};
use std::sync::mpsc::Receiver;
use std::time::Instant;

use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::{Value, json};

use crate::chromium::{Chromium, PATIENCE};

/// The window and the media in which the page is viewed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Look {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) dark: bool,
    pub(crate) touch: bool,
    pub(crate) print: bool,
    pub(crate) script: bool,
}

impl Look {
    pub(crate) const DESK: Self =
        Self { width: 1280, height: 900, dark: false, touch: false, print: false, script: true };
    pub(crate) const TABLET: Self = Self { width: 768, height: 1024, ..Self::DESK };
    pub(crate) const PHONE: Self = Self { width: 390, height: 844, touch: true, ..Self::DESK };
}

pub(crate) struct Tab<'b> {
    browser: &'b Chromium,
    context: String,
    target: String,
    session: String,
    incoming: Receiver<Value>,
    events: RefCell<Vec<Value>>,
    url: RefCell<String>,
    script: Cell<bool>,
}

impl<'b> Tab<'b> {
    /// An empty page.
    pub(crate) fn new(browser: &'b Chromium, look: Look) -> Self {
        let text = |value: &Value| value.as_str().expect("a name").to_owned();
        let context = text(
            &browser.call(None, "Target.createBrowserContext", &json!({}))["browserContextId"],
        );
        let target = text(
            &browser.call(
                None,
                "Target.createTarget",
                &json!({"url": "about:blank", "browserContextId": context, "newWindow": true}),
            )["targetId"],
        );
        let session = text(
            &browser.call(
                None,
                "Target.attachToTarget",
                &json!({"targetId": target, "flatten": true}),
            )["sessionId"],
        );
        let incoming = browser.listen(&session);
        let tab = Self {
            browser,
            context,
            target,
            session,
            incoming,
            events: RefCell::default(),
            url: RefCell::default(),
            script: Cell::new(true),
        };
        for domain in ["Page", "Runtime", "Log", "Network"] {
            tab.call(&format!("{domain}.enable"), json!({}));
        }
        // Work and not waiting: other tests share the machine.
        tab.call("Performance.enable", json!({"timeDomain": "threadTicks"}));
        tab.call("Emulation.setFocusEmulationEnabled", json!({"enabled": true}));
        std::fs::create_dir_all(tab.folder()).expect("a folder");
        browser.call(
            None,
            "Browser.setDownloadBehavior",
            &json!({"behavior": "allow", "browserContextId": tab.context,
                "downloadPath": tab.folder(), "eventsEnabled": true}),
        );
        browser.call(
            None,
            "Browser.grantPermissions",
            &json!({"browserContextId": tab.context,
                "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}),
        );
        tab.look(look);
        tab
    }

    fn folder(&self) -> PathBuf {
        self.browser.folder().join(&self.context)
    }

    pub(crate) fn call(&self, method: &str, parameters: Value) -> Value {
        self.browser.call(Some(&self.session), method, &parameters)
    }

    pub(crate) fn look(&self, look: Look) {
        self.script.set(look.script);
        self.call(
            "Emulation.setDeviceMetricsOverride",
            json!({"width": look.width, "height": look.height, "deviceScaleFactor": 1,
                "mobile": look.touch}),
        );
        self.call("Emulation.setTouchEmulationEnabled", json!({"enabled": look.touch}));
        self.call("Emulation.setScriptExecutionDisabled", json!({"value": !look.script}));
        self.call(
            "Emulation.setEmulatedMedia",
            json!({"media": if look.print { "print" } else { "" }, "features": [
                {"name": "prefers-color-scheme", "value": if look.dark { "dark" } else { "light" }},
                {"name": "prefers-reduced-motion", "value": "reduce"},
            ]}),
        );
    }

    /// Goes to a file and waits until it is loaded and drawn.
    pub(crate) fn open(&self, file: &Path) {
        self.open_without_waiting(file);
        self.loaded();
        self.settle();
    }

    pub(crate) fn open_without_waiting(&self, file: &Path) {
        let url = format!("file://{}", file.display());
        self.url.replace(url.clone());
        self.events.borrow_mut().clear();
        let answer = self.call("Page.navigate", json!({"url": url}));
        assert!(answer.get("errorText").is_none(), "{answer}");
    }

    pub(crate) fn loaded(&self) {
        self.event("Page.loadEventFired", |_| true);
    }

    /// Waits for the next event of a kind, past ones since `open` included.
    pub(crate) fn event(&self, method: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let is = |event: &Value| event["method"] == method && wanted(&event["params"]);
        let start = Instant::now();
        loop {
            if let Some(event) = self.events.borrow().iter().find(|event| is(event)) {
                return event["params"].clone();
            }
            let left = PATIENCE.saturating_sub(start.elapsed());
            let event = self.incoming.recv_timeout(left);
            self.events.borrow_mut().push(event.unwrap_or_else(|_| panic!("no {method}")));
        }
    }

    /// The value of an expression, awaited if it is a promise.
    pub(crate) fn eval(&self, expression: &str) -> Value {
        let mut answer = self.call(
            "Runtime.evaluate",
            json!({"expression": expression, "returnByValue": true, "awaitPromise": true,
                "userGesture": true}),
        );
        assert!(
            answer.get("exceptionDetails").is_none(),
            "{expression}\nthrows {}",
            answer["exceptionDetails"]["exception"]["description"]
        );
        answer["result"]["value"].take()
    }

    /// Waits until an expression is true, looking at each frame that is drawn.
    pub(crate) fn wait(&self, expression: &str) {
        let patience = PATIENCE.as_millis() / 2;
        let met = self.eval(&format!(
            "new Promise(done => {{
                const start = performance.now();
                const look = () => {{
                    let met = false;
                    try {{ met = ({expression}); }} catch {{ /* not there yet */ }}
                    if (met) done(true);
                    else if (performance.now() - start > {patience}) done(false);
                    else requestAnimationFrame(look);
                }};
                look();
            }})"
        ));
        assert_eq!(met, true, "never true: {expression}\n{}", self.shot_of_failure());
    }

    /// Waits until all changes so far are drawn: two frames. A page without script is drawn as it
    /// is loaded, and needs no waiting.
    pub(crate) fn settle(&self) {
        if !self.script.get() {
            return;
        }
        // Two frames: what was set is told, and drawn. What follows later says so.
        self.eval(
            "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => {
                const start = performance.now();
                const look = () => {
                    const isBusy = document.querySelector('[aria-busy=\"true\"]') !== null;
                    if (isBusy && performance.now() - start < 5000) setTimeout(look, 5);
                    else done(1);
                };
                look();
            })))",
        );
    }

    /// The text that a person reads in the first element of a selector.
    pub(crate) fn text(&self, selector: &str) -> String {
        // Elements of pictures have no inner text.
        let text = self.eval(&format!(
            "(element => element.innerText ?? element.textContent)(document.querySelector({}))",
            json!(selector)
        ));
        text.as_str().unwrap_or_else(|| panic!("{selector} has no text")).to_owned()
    }

    /// Texts of all elements of a selector.
    pub(crate) fn texts(&self, selector: &str) -> Vec<String> {
        let texts = self.eval(&format!(
            "[...document.querySelectorAll({})].map(element => element.innerText.trim())",
            json!(selector)
        ));
        serde_json::from_value(texts).expect("texts")
    }

    pub(crate) fn count(&self, selector: &str) -> u64 {
        self.eval(&format!("document.querySelectorAll({}).length", json!(selector)))
            .as_u64()
            .expect("a count")
    }

    /// Left, top, width and height in the window, after scrolling there.
    pub(crate) fn rectangle(&self, selector: &str) -> [f64; 4] {
        let found = self.eval(&format!(
            "(() => {{
                const element = document.querySelector({});
                if (!element) return null;
                element.scrollIntoView({{block: 'center', inline: 'nearest', behavior: 'instant'}});
                const {{left, top, width, height}} = element.getBoundingClientRect();
                return [left, top, width, height];
            }})()",
            json!(selector)
        ));
        serde_json::from_value(found).unwrap_or_else(|_| panic!("there is no {selector}"))
    }

    fn mouse(&self, kind: &str, x: f64, y: f64, pressed: bool) {
        let button = if pressed { "left" } else { "none" };
        self.call(
            "Input.dispatchMouseEvent",
            json!({"type": kind, "x": x, "y": y, "button": button,
                "clickCount": u8::from(pressed)}),
        );
    }

    /// Moves the mouse to a place of the window.
    pub(crate) fn point(&self, [x, y]: [f64; 2]) {
        self.mouse("mouseMoved", x, y, false);
        self.settle();
    }

    pub(crate) fn press(&self, [x, y]: [f64; 2]) {
        self.mouse("mouseMoved", x, y, false);
        self.mouse("mousePressed", x, y, true);
        self.mouse("mouseReleased", x, y, true);
        self.settle();
    }

    /// The middle of an element once it stays where it is and nothing lies over it: parts of the
    /// page are written a moment after the pointer rests, and move what lies below them.
    pub(crate) fn middle(&self, selector: &str) -> [f64; 2] {
        const TRIES: u32 = 50;
        let mut hit = String::new();
        for _ in 0..TRIES {
            let rectangle = self.rectangle(selector);
            let [left, top, width, height] = rectangle;
            let [x, y] = [left + width / 2.0, top + height / 2.0];
            let found = self.eval(&format!(
                "(() => {{
                    const [element, hit] = [document.querySelector({}), document.elementFromPoint({x}, {y})];
                    return hit && (element.contains(hit) || hit.contains(element)) ? '' : String(hit && hit.outerHTML).slice(0, 300);
                }})()",
                json!(selector)
            ));
            hit = found.as_str().unwrap_or_default().to_owned();
            if hit.is_empty() && self.rectangle(selector) == rectangle {
                return [x, y];
            }
            self.settle();
        }
        panic!("something covers {selector}, or it moves: {hit}\n{}", self.shot_of_failure());
    }

    pub(crate) fn hover(&self, selector: &str) {
        self.point(self.middle(selector));
    }

    pub(crate) fn click(&self, selector: &str) {
        self.press(self.middle(selector));
    }

    /// A key by its DOM name, `Shift+` before it if held.
    pub(crate) fn key(&self, name: &str) {
        let (shift, key) = name.strip_prefix("Shift+").map_or((false, name), |key| (true, key));
        let (code, number, text) = match key {
            "Enter" => ("Enter", 13, "\r"),
            "Escape" => ("Escape", 27, ""),
            "Tab" => ("Tab", 9, ""),
            " " => ("Space", 32, " "),
            "ArrowLeft" => (key, 37, ""),
            "ArrowUp" => (key, 38, ""),
            "ArrowRight" => (key, 39, ""),
            "ArrowDown" => (key, 40, ""),
            "Home" => (key, 36, ""),
            "End" => (key, 35, ""),
            _ => panic!("no such key: {key}"),
        };
        let mut event = json!({"type": if text.is_empty() { "rawKeyDown" } else { "keyDown" },
            "key": key, "code": code, "windowsVirtualKeyCode": number, "text": text,
            "modifiers": if shift { 8 } else { 0 }});
        self.call("Input.dispatchKeyEvent", event.clone());
        event["type"] = "keyUp".into();
        self.call("Input.dispatchKeyEvent", event);
        self.settle();
    }

    /// Puts a text in place of a field's content and leaves with Enter.
    pub(crate) fn write(&self, selector: &str, text: &str) {
        self.eval(&format!(
            "(() => {{ const field = document.querySelector({}); field.focus(); field.select(); \
             }})()",
            json!(selector)
        ));
        self.call("Input.insertText", json!({"text": text}));
        self.key("Enter");
    }

    /// Chooses an option of a list, or a position of a slider, as its user would.
    pub(crate) fn choose(&self, selector: &str, value: &str) {
        self.eval(&format!(
            "(() => {{
                const field = document.querySelector({});
                field.focus();
                field.value = {};
                if (field.value !== {1}) throw new Error('no such value: ' + {1});
                field.dispatchEvent(new Event('input', {{bubbles: true}}));
                field.dispatchEvent(new Event('change', {{bubbles: true}}));
            }})()",
            json!(selector),
            json!(value)
        ));
        self.settle();
    }

    /// Clicks and waits for a file: its name and content.
    pub(crate) fn download(&self, selector: &str) -> (String, String) {
        let (name, content) = self.download_bytes(selector);
        (name, String::from_utf8(content).expect("a file of text"))
    }

    pub(crate) fn download_bytes(&self, selector: &str) -> (String, Vec<u8>) {
        self.browser_events_are_read();
        self.events.borrow_mut().retain(|event| event["method"] != "Browser.downloadWillBegin");
        self.click(selector);
        let begun = self
            .event("Browser.downloadWillBegin", |event| event["frameId"] == self.target.as_str());
        let ended = self.event("Browser.downloadProgress", |event| {
            event["guid"] == begun["guid"] && event["state"] != "inProgress"
        });
        assert_eq!(ended["state"], "completed");
        let name = begun["suggestedFilename"].as_str().expect("a name").to_owned();
        let path = match ended["filePath"].as_str() {
            Some(path) => PathBuf::from(path),
            None => self.folder().join(&name),
        };
        let content = std::fs::read(&path).expect("a file");
        std::fs::remove_file(path).expect("a file");
        (name, content)
    }

    fn browser_events_are_read(&self) {
        self.events.borrow_mut().extend(self.incoming.try_iter());
    }

    /// Returns the faults of the page: errors, warnings, dialogs, and requests other than for
    /// itself.
    pub(crate) fn faults(&self) -> Vec<String> {
        // Events of a session come in order: after an answer all earlier ones are here.
        self.call("Runtime.getIsolateId", json!({}));
        self.browser_events_are_read();
        let own = self.url.borrow();
        let fault = |event: &Value| -> Option<String> {
            let of = &event["params"];
            match event["method"].as_str()? {
                "Runtime.exceptionThrown" => Some(format!("exception: {}", of["exceptionDetails"])),
                "Runtime.consoleAPICalled" => Some(format!("console: {}", of["args"])),
                "Log.entryAdded" => Some(format!("log: {}", of["entry"])),
                "Page.javascriptDialogOpening" => Some(format!("dialog: {of}")),
                "Page.windowOpen" => Some(format!("window: {of}")),
                "Network.requestWillBeSent" => {
                    let url = of["request"]["url"].as_str()?;
                    let inner = ["data:", "blob:"].iter().any(|kind| url.starts_with(kind));
                    (url != own.as_str() && !inner).then(|| format!("request: {url}"))
                }
                _ => None,
            }
        };
        self.events.borrow().iter().filter_map(fault).collect()
    }

    pub(crate) fn is_faultless(&self) {
        let faults = self.faults();
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }

    /// Seconds that the page's own thread has worked since it was opened.
    pub(crate) fn work(&self) -> f64 {
        let answer = self.call("Performance.getMetrics", json!({}));
        let metrics = answer["metrics"].as_array().expect("metrics");
        let total = metrics.iter().find(|metric| metric["name"] == "TaskDuration");
        total.and_then(|metric| metric["value"].as_f64()).expect("seconds")
    }

    /// A picture of the window, or of all of the page.
    pub(crate) fn shot(&self, all: bool) -> Vec<u8> {
        let answer = self
            .call("Page.captureScreenshot", json!({"format": "png", "captureBeyondViewport": all}));
        decode(&answer["data"])
    }

    /// The printed page.
    pub(crate) fn pdf(&self) -> Vec<u8> {
        let answer = self.call("Page.printToPDF", json!({"preferCSSPageSize": true}));
        decode(&answer["data"])
    }

    /// Saves a picture of the page as it is now, and returns its path and the faults.
    fn shot_of_failure(&self) -> String {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}.png", self.target));
        std::fs::write(&file, self.shot(false)).expect("a picture");
        format!("see {}\n{}", file.display(), self.faults().join("\n"))
    }
}

impl Drop for Tab<'_> {
    fn drop(&mut self) {
        self.browser.forget(&self.session);
        let context = json!({"browserContextId": self.context});
        let _ = self.browser.try_call(None, "Target.disposeBrowserContext", &context);
    }
}

fn decode(data: &Value) -> Vec<u8> {
    BASE64_STANDARD.decode(data.as_str().expect("text")).expect("base64")
}
