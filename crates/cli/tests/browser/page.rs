//! The page that needs no installation: what it answers is what the program writes, byte by byte,
//! and nothing leaves it.
//!
//! `.ci/page` builds it; `EXACTILE_PAGE` names the file. Without that these tests are ignored.

use std::io::ErrorKind;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::{Value, json};

use crate::accessible::broken_rules;
use crate::chromium::Chromium;
use crate::firefox::{self, Firefox};
use crate::tab::{Look, Tab};

pub(crate) const TESTS: &[crate::Test] = &[
    ("answers_are_those_of_the_program", answers_are_those_of_the_program),
    ("every_case_of_the_door_is_read_alike", every_case_of_the_door_is_read_alike),
    ("an_example_is_answered_by_a_report", an_example_is_answered_by_a_report),
    ("labels_are_chosen_by_pressing", labels_are_chosen_by_pressing),
    ("all_questions_are_answered", all_questions_are_answered),
    ("names_do_nothing_and_strange_files_are_named", names_do_nothing_and_strange_files_are_named),
    ("nothing_leaves_the_page", nothing_leaves_the_page),
    ("cancelled_and_dead_work_is_told", cancelled_and_dead_work_is_told),
    ("it_fits_its_screens", it_fits_its_screens),
    ("speed_for_people", speed_for_people),
    ("no_rule_of_axe_is_broken", no_rule_of_axe_is_broken),
    ("answers_are_those_of_the_program_in_firefox", answers_are_those_of_the_program_in_firefox),
    ("every_case_of_the_door_is_read_alike_in_firefox", every_case_is_read_alike_in_firefox),
    ("an_example_is_answered_in_firefox", an_example_is_answered_in_firefox),
];

fn file() -> PathBuf {
    let page = std::env::var_os("EXACTILE_PAGE").expect("the tests run with it");
    std::fs::canonicalize(page).expect("EXACTILE_PAGE is a file")
}

/// The page in some browser.
trait Page {
    /// The value of an expression, awaited if it is a promise.
    fn eval(&self, expression: &str) -> Value;
}

impl Page for Tab<'_> {
    fn eval(&self, expression: &str) -> Value {
        self.eval(expression)
    }
}

impl Page for Firefox {
    fn eval(&self, expression: &str) -> Value {
        self.eval(expression)
    }
}

fn in_firefox() -> Firefox {
    let executable = firefox::find().expect("the tests are ignored without a Firefox");
    Firefox::open(&executable, &file())
}

fn opened(browser: &Chromium, look: Look) -> Tab<'_> {
    let tab = Tab::new(browser, look);
    tab.open(&file());
    tab
}

fn fixtures() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures"))
}

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(fixtures().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Status, standard output, standard error and the file `out.*`.
type Written = (i64, String, String, Vec<u8>);

/// Runs the program on files and returns everything that it writes.
fn by_program(words: &[&str], files: &[(&str, Vec<u8>)]) -> Written {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, bytes) in files {
        std::fs::write(folder.path().join(name), bytes).expect("a file");
    }
    let output = Command::new(env!("CARGO_BIN_EXE_exactile"))
        .current_dir(folder.path())
        .args(words)
        .output()
        .expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let out = words.iter().find(|word| word.starts_with("out."));
    let file = out.and_then(|out| std::fs::read(folder.path().join(out)).ok());
    let status = output.status.code().expect("a status").into();
    (status, text(&output.stdout), text(&output.stderr), file.unwrap_or_default())
}

/// Runs the page on the same words and files and returns its answer.
fn by_page(page: &impl Page, words: &[&str], files: &[(&str, Vec<u8>)]) -> Written {
    let files: Vec<Value> = files
        .iter()
        .map(|(name, bytes)| json!({"name": name, "bytes": BASE64_STANDARD.encode(bytes)}))
        .collect();
    let answer = page.eval(&format!(
        "(async () => {{
            const files = {}.map(({{ name, bytes }}) => ({{
                name, blob: new Blob([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))]) }}));
            const found = await exactile.run({}, files);
            const file = found.files[0]?.bytes ?? new Uint8Array();
            let letters = '';
            for (const byte of file) letters += String.fromCharCode(byte);
            return [found.status, found.stdout, found.stderr, btoa(letters)];
        }})()",
        json!(files),
        json!(words)
    ));
    let text = |k: usize| answer[k].as_str().expect("text").to_owned();
    let file = BASE64_STANDARD.decode(text(3)).expect("base64");
    (answer[0].as_i64().expect("a status"), text(1), text(2), file)
}

fn is_alike(page: &impl Page, words: &[&str], files: &[(&str, Vec<u8>)]) {
    let (expected, found) = (by_program(words, files), by_page(page, words, files));
    if expected == found {
        return;
    }
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let written = |written: &Written, by: &str| {
        let path = folder.join(format!("page-{}-{by}", words[0]));
        let (status, stdout, stderr, file) = written;
        let head = format!("{status}\n{stdout}\n{stderr}\n");
        std::fs::write(&path, [head.as_bytes(), file].concat()).expect("a file");
        path
    };
    let (one, other) = (written(&expected, "program"), written(&found, "page"));
    panic!("{words:?}: {} and {} differ", one.display(), other.display());
}

const COUNTS: &str = "breast_cancer_confusion.csv";
const PREDICTIONS: &str = "breast_cancer_predictions.csv";
const SCORES: &str = "breast_cancer_scores.csv";

fn answers_are_those_of_the_program(browser: &Chromium) {
    let tab = opened(browser, Look::DESK);
    has_answers_of_the_program(&tab);
    tab.is_faultless();
}

fn answers_are_those_of_the_program_in_firefox(_: &Chromium) {
    has_answers_of_the_program(&in_firefox());
}

fn has_answers_of_the_program(page: &impl Page) {
    let (counts, predictions, scores) = (
        [("c.csv", fixture(COUNTS))],
        [("p.csv", fixture(PREDICTIONS))],
        [("s.csv", fixture(SCORES))],
    );
    let few = ["--grid=3", "--draws=500", "-o", "out.html"];
    for (words, files) in [
        (&["inspect", "p.csv", "--format=json"][..], &predictions),
        (&["inspect", "s.csv"], &scores),
        (&["regions", "c.csv"], &counts),
        (&["regions", "c.csv", "--format=json", "--area"], &counts),
        (&["regions", "c.csv", "--format=csv"], &counts),
        (&["regions", "p.csv", "-o", "out.json"], &predictions),
        (&["rank", "s.csv", "--score=f1", "--format=json"], &scores),
        (&["score", "c.csv", "--format=json"], &counts),
        (&["rankings", "c.csv", "--score=f1", "--format=json"], &counts),
        (&["compare", "p.csv", "--first=lda", "--second=logistic", "--score=f1"], &predictions),
        (
            &["compare", "p.csv", "--first=knn_5", "--second=mlp", "--score=mcc", "--format=json"],
            &predictions,
        ),
        (&["thresholds", "s.csv", "--cost-fp=1", "--cost-fn=5"], &scores),
        (&["thresholds", "s.csv", "--score=mcc", "--format=json"], &scores),
        (&["curve", "c.csv", "--along=decision", "--format=json"], &counts),
        (&["zone", "c.csv", "--better=lda", "--than=mlp", "-o", "out.svg"], &counts),
        (&["roc", "s.csv", "--cost-fp=1", "--cost-fn=5", "-o", "out.svg"], &scores),
        (&["tile", "c.csv", "--show=scores,legend", "-o", "out.svg"], &counts),
        (&["correlate", "--score=mcc", "--at=1/2,1/2", "--format=json"], &counts),
        (&["lattice", "pmf", "--tp=16", "--fp=8", "--fn=4", "--tn=32", "--metric=mcc"], &counts),
        (
            &[
                "check",
                "--positives=100",
                "--negatives=500",
                "--reported=sens=0.51 spec=0.95 acc=0.7",
            ],
            &counts,
        ),
        (&[&["report", "c.csv"][..], &few].concat(), &counts),
        (&[&["report", "p.csv"][..], &few].concat(), &predictions),
        (&[&["report", "s.csv"][..], &few].concat(), &scores),
        (&["regions", "none.csv"], &counts),
        (&["regions", "c.csv", "--rnak=1"], &counts),
        (&["--help"], &counts),
        (&["regions", "c.csv", "-o", "c.csv"], &counts),
    ] {
        // Papers are left out of the module, and out of its list of commands.
        if words != ["--help"] {
            is_alike(page, words, files);
        }
    }
    let result = by_program(&["regions", "c.csv", "--format=json"], &counts).1;
    let wrong = result.replacen("\"357\"", "\"358\"", 1);
    for result in [result, wrong] {
        let files = [("r.json", result.into_bytes()), ("c.csv", fixture(COUNTS))];
        is_alike(page, &["verify", "r.json", "c.csv"], &files);
    }
    let [a, b] = ["id,y_true,a\n1,0,0\n2,1,1\n3,1,0\n", "id,y_true,b\n3,1,1\n2,1,0\n1,0,0\n"];
    let files = [("a.csv", a.into()), ("b.csv", b.into())];
    is_alike(page, &["rank", "a.csv", "b.csv", "--score=accuracy"], &files);
}

fn every_case_of_the_door_is_read_alike(browser: &Chromium) {
    reads_every_case_alike(&opened(browser, Look::DESK));
}

fn every_case_is_read_alike_in_firefox(_: &Chromium) {
    reads_every_case_alike(&in_firefox());
}

/// Small files of all kinds, many of which are refused.
fn reads_every_case_alike(page: &impl Page) {
    let mut cases: Vec<PathBuf> = std::fs::read_dir(fixtures().join("cases"))
        .expect("cases")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.is_file())
        .collect();
    cases.sort();
    assert!(cases.len() > 10, "{}", cases.len());
    for case in cases {
        let name = case.file_name().and_then(|name| name.to_str()).expect("a name");
        let files = [(name, std::fs::read(&case).expect("a case"))];
        is_alike(page, &["inspect", name, "--format=json"], &files);
        is_alike(page, &["rank", name, "--score=f1"], &files);
    }
}

const SHOWN: &str =
    "document.querySelector('#working').hidden && document.querySelector('#time') !== null";

/// The first answer is drawn.
const FIRST: &str = "(document.querySelector('#first')?.naturalWidth ?? 0) > 0";

/// The page computes on one core and is compiled for size: a report may take longer than a step of
/// a browser. How long is printed by `speed_for_people`.
const LONGEST: Duration = Duration::from_secs(120);

/// Waits until an expression is true.
fn until(page: &impl Page, expression: &str) {
    let start = Instant::now();
    while page.eval(expression) != true {
        assert!(start.elapsed() < LONGEST, "never true: {expression}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn shown(tab: &Tab<'_>) {
    until(tab, SHOWN);
}

/// The report is drawn in its frame, and tables are read.
fn an_example_is_answered_in_firefox(_: &Chromium) {
    let page = in_firefox();
    let text = |selector: &str| {
        let text = page.eval(&format!("document.querySelector({}).textContent", json!(selector)));
        text.as_str().expect("text").to_owned()
    };
    for name in ["counts", "predictions", "scores"] {
        page.eval(&format!("document.querySelector('[data-example={name}]').click()"));
        until(
            &page,
            &format!("document.querySelector('#loaded').textContent.includes('{name}.csv')"),
        );
        until(&page, SHOWN);
        let said = text("#result");
        assert!(said.contains(&format!("exactile report {name}.csv -o report.html")), "{said}");
        assert_eq!(page.eval("document.querySelectorAll('#result iframe').length"), 1);
    }
    page.eval("document.querySelector('#tab-check').click()");
    page.eval("document.querySelector('#panel-check button[type=submit]').click()");
    until(&page, "document.querySelector('#text')?.textContent.startsWith('row 1') === true");
    assert!(text("#text").starts_with("row 1: possible: 5 confusion matrices"));
}

fn an_example_is_answered_by_a_report(browser: &Chromium) {
    let tab = opened(browser, Look::DESK);
    for (name, example) in [("counts", COUNTS), ("predictions", PREDICTIONS), ("scores", SCORES)] {
        tab.click(&format!("[data-example={name}]"));
        tab.wait(&format!("document.querySelector('#loaded').textContent.includes('{name}.csv')"));
        if name == "predictions" {
            // The picture is there long before the report.
            until(&tab, FIRST);
            assert_eq!(tab.count("#result iframe"), 0);
        }
        shown(&tab);
        assert_eq!(tab.count("#first"), 0);
        let text = tab.text("#result");
        assert!(text.contains(&format!("exactile report {name}.csv -o report.html")), "{text}");
        assert!(text.contains("tile.report(\"report.html\")"), "{text}");
        assert_eq!(tab.count("#result iframe"), 1);
        tab.settle();
        tab.is_faultless();
        let (file, page) = tab.download("#result [data-ending=html]");
        assert!(file == "report.html" && page.starts_with("<!DOCTYPE html>"), "{file}");
        let input = format!("{name}.csv");
        let words = ["report", &input, "-o", "report.html"];
        let (_, _, _, expected) = by_page(&tab, &words, &[(&input, fixture(example))]);
        assert!(page.as_bytes() == expected, "the page that is shown is that of the program");
    }
    let (file, svg) = tab.download("#result [data-ending=svg]");
    assert!(file == "tile.svg" && svg.starts_with("<svg"), "{file}");
    // The browser draws the pixels: two for each of the picture's own.
    let (file, png) = tab.download_bytes("#result [data-ending=png]");
    assert!(file == "tile.png" && png.starts_with(b"\x89PNG"), "{file}");
    let of_svg = |name: &str| -> Option<f64> {
        svg.split_once(&format!(" {name}=\""))?.1.split('"').next()?.parse().ok()
    };
    for (at, name) in [(16, "width"), (20, "height")] {
        let pixels = u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
        assert_eq!(Some(f64::from(pixels)), of_svg(name).map(|size| (2.0 * size).round()));
    }
    let (file, json) = tab.download("#result [data-ending=json]");
    assert!(file == "regions.json" && json.contains("exactile.regions.v1"), "{file}");
    let (file, csv) = tab.download("#result [data-ending=csv]");
    assert!(file == "regions.csv" && csv.contains(','), "{file}");
    tab.is_faultless();
}

fn paste(tab: &Tab<'_>, table: &str) {
    tab.eval(&format!(
        "document.querySelector('#pasting').open = true; document.querySelector('#pasted').value = \
         {}; 1",
        json!(table)
    ));
    tab.click("#take");
}

fn labels_are_chosen_by_pressing(browser: &Chromium) {
    let tab = opened(browser, Look::DESK);
    paste(&tab, "target,a,b\nill,ill,well\nwell,well,well\nill,ill,ill\nwell,ill,well\n");
    tab.wait("document.querySelectorAll('#reading button').length === 2");
    assert!(tab.text("#reading").contains("Which label is positive?"));
    tab.click("#reading button");
    shown(&tab);
    assert!(tab.text("#reading").contains("ill"));
    let text = tab.text("#result");
    assert!(text.contains("exactile report pasted.csv --positive=ill -o report.html"), "{text}");
    assert!(text.contains(r#"tile = Tile.read("pasted.csv", positive="ill")"#), "{text}");
    // A refusal has the flags of its hint as buttons.
    paste(&tab, "y_true,a\n1,1\n0,\n1,0\n0,0\n");
    tab.wait("document.querySelector('#refused .wrong') !== null");
    tab.click("#refused button");
    shown(&tab);
    assert!(tab.text("#reading").contains("missing"), "{}", tab.text("#reading"));
    tab.eval("document.querySelector('#changing').open = true; 1");
    tab.write("#door-truth", "nothing");
    tab.wait("document.querySelector('#reading .wrong') !== null");
    tab.is_faultless();
}

fn all_questions_are_answered(browser: &Chromium) {
    let tab = opened(browser, Look::DESK);
    tab.click("#tab-check");
    tab.click("#panel-check button[type=submit]");
    shown(&tab);
    assert!(tab.text("#text").starts_with("row 1: possible: 5 confusion matrices"));
    tab.eval(
        "document.querySelector('#check-table').value = \
         'positives,negatives,accuracy,f1\\n10,10,0.95,0.2\\n'; 1",
    );
    tab.click("#panel-check button[type=submit]");
    tab.wait("document.querySelector('#result .wrong') !== null");
    assert!(tab.text("#result").contains("exactile check reported.csv"));
    tab.click("#tab-compare");
    tab.click("#panel-compare button[type=submit]");
    tab.wait("document.querySelector('#refused').textContent.includes('data first')");
    tab.click("[data-example=predictions]");
    shown(&tab);
    tab.click("#tab-compare");
    tab.choose("#compare-first", "logistic");
    tab.choose("#compare-second", "lda");
    tab.click("#panel-compare button[type=submit]");
    shown(&tab);
    assert!(tab.text("#text").contains("logistic is almost certainly better than lda"));
    let (file, json) = tab.download("#result [data-ending=json]");
    assert!(file == "compare.json" && json.contains("exactile.compare.v1"), "{file}");
    let (file, svg) = tab.download("#result [data-ending=svg]");
    assert!(file == "zone.svg" && svg.starts_with("<svg"), "{file}");
    tab.click("#tab-thresholds");
    tab.click("#panel-thresholds button[type=submit]");
    shown(&tab);
    // Labels 0 and 1 are scores, too.
    assert!(tab.text("#text").contains("thresholds on the hull"));
    tab.click("[data-example=scores]");
    shown(&tab);
    // Models stand for their best thresholds.
    tab.click("#tab-compare");
    tab.click("#panel-compare button[type=submit]");
    shown(&tab);
    assert!(tab.text("#text").contains("f1 0.974 (logistic >= 0.487"), "{}", tab.text("#text"));
    assert_eq!(tab.count("#result [data-ending=svg]"), 0);
    tab.click("#tab-thresholds");
    tab.click("#panel-thresholds button[type=submit]");
    shown(&tab);
    assert!(tab.text("#text").contains("take extra_trees and flag from 0.36 upwards"));
    let (file, csv) = tab.download("#result [data-ending=csv]");
    assert!(file == "thresholds.csv" && csv.contains("extra_trees"), "{file}");
    tab.click("[data-example=counts]");
    shown(&tab);
    let regions =
        by_program(&["regions", "c.csv", "--format=json"], &[("c.csv", fixture(COUNTS))]).1;
    for (content, holds) in
        [(regions.clone(), true), (regions.replacen("\"357\"", "\"358\"", 1), false)]
    {
        tab.click("#tab-verify");
        upload(&tab, "#verify-result", &[("result.json", content.into_bytes())]);
        tab.click("#panel-verify button[type=submit]");
        shown(&tab);
        assert_eq!(tab.count("#result .wrong") == 0, holds, "{}", tab.text("#result"));
    }
    tab.is_faultless();
}

/// Gives files to a field, as a person who chooses them.
fn upload(tab: &Tab<'_>, selector: &str, files: &[(&str, Vec<u8>)]) {
    let folder = tempfile::tempdir().expect("a temporary folder").keep();
    let paths: Vec<PathBuf> = files
        .iter()
        .map(|(name, bytes)| {
            let path = folder.join(name);
            std::fs::write(&path, bytes).expect("a file");
            path
        })
        .collect();
    let found = tab.call(
        "Runtime.evaluate",
        json!({"expression": format!("document.querySelector({})", json!(selector))}),
    );
    let object = &found["result"]["objectId"];
    tab.call("DOM.setFileInputFiles", json!({"files": paths, "objectId": object}));
}

const HOSTILE: &str = "<img src=x onerror=\"window.hit=1\">";

fn names_do_nothing_and_strange_files_are_named(browser: &Chromium) {
    let tab = opened(browser, Look::DESK);
    let quoted = HOSTILE.replace('"', "\"\"");
    let table = format!(
        "name,tn,fp,fn,tp\n\"{quoted}\",5,1,2,4\n\"</script><script>window.hit=1</script>\",4,2,1,5\n\"=cmd|' \
         /C calc'!A0\",3,3,2,4\n"
    );
    upload(&tab, "#files", &[("<b>--positive.csv", table.clone().into_bytes())]);
    shown(&tab);
    assert!(tab.text("#reading").contains(HOSTILE));
    tab.click("#tab-compare");
    tab.click("#panel-compare button[type=submit]");
    shown(&tab);
    assert!(tab.text("#text").contains(HOSTILE));
    assert_eq!(
        tab.eval(
            "window.hit === undefined && document.querySelector('img, b, #result script') === null"
        ),
        true
    );
    // A name that looks like a flag stays a name.
    upload(&tab, "#files", &[("-o.csv", table.into_bytes())]);
    shown(&tab);
    assert!(tab.text("#result").contains("exactile report ./-o.csv"));
    let zip = [b"PK\x03\x04\x14\0\0\0\x08\0".as_slice(), &[7; 200]].concat();
    let png = [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".as_slice(), &[9; 100]].concat();
    let wide = format!(
        "y_true{}\n1{}\n0{}\n",
        ",a".repeat(20_000),
        ",1".repeat(20_000),
        ",0".repeat(20_000)
    );
    for (name, bytes, said) in [
        ("x.csv", zip, "zip"),
        ("x.png", png, "PNG"),
        ("empty.csv", Vec::new(), "empty"),
        ("wide.csv", wide.into_bytes(), "\"a\""),
    ] {
        upload(&tab, "#files", &[(name, bytes)]);
        tab.wait(&format!(
            "document.querySelector('#working').hidden && \
             document.querySelector('#loaded').textContent.includes({})",
            json!(name)
        ));
        let reading = tab.text("#reading");
        assert!(reading.to_lowercase().contains(&said.to_lowercase()), "{name}: {reading}");
        assert_eq!(tab.count("#reading .wrong"), 1, "{name}: {reading}");
    }
    tab.is_faultless();
    // A file that no page should try, of which no byte is read.
    tab.eval("take([{name: 'large.csv', blob: {size: 2 ** 30}}])");
    assert!(tab.text("#loaded").contains("1024 MB are too much for a page"));
}

fn nothing_leaves_the_page(browser: &Chromium) {
    let tab = opened(browser, Look::DESK);
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.set_nonblocking(true).expect("a listener");
    let url = format!("http://{}/", listener.local_addr().expect("an address"));
    let policy =
        tab.eval("document.querySelector('meta[http-equiv=Content-Security-Policy]').content");
    let policy = policy.as_str().expect("a policy").to_owned();
    for part in
        ["default-src 'none'", "connect-src 'none'", "form-action 'none'", "base-uri 'none'"]
    {
        assert!(policy.split("; ").any(|one| one == part), "{policy}");
    }
    assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"), "{policy}");
    assert!(!policy.contains("http") && !policy.contains('*'), "{policy}");
    tab.click("[data-example=counts]");
    shown(&tab);
    // Its own requests are for itself.
    tab.is_faultless();
    let tries = format!(
        "(async () => {{
            const url = {};
            const failed = [];
            await fetch(url).catch(() => failed.push('fetch'));
            await new Promise((done) => {{ const image = new Image(); image.onerror = () => {{ failed.push('image'); done(); }}; image.onload = done; image.src = url; }});
            try {{ new WebSocket(url.replace('http', 'ws')).onerror = () => 0; }} catch {{ failed.push('socket'); }}
            const code = `fetch(${{JSON.stringify(url)}}).then(() => postMessage('sent'), () => postMessage('failed'))`;
            const thread = new Worker(URL.createObjectURL(new Blob([code])));
            failed.push(await new Promise((done) => {{ thread.onmessage = (event) => done('worker ' + event.data); thread.onerror = () => done('worker failed'); }}));
            navigator.sendBeacon(url, 'secret');
            const script = document.createElement('script');
            script.textContent = 'window.hit = 1';
            document.body.append(script);
            const frame = document.createElement('iframe');
            frame.src = url;
            document.body.append(frame);
            await new Promise((done) => setTimeout(done, 500));
            return [failed.join(), window.hit === undefined, localStorage.length + sessionStorage.length + document.cookie.length];
        }})()",
        json!(url)
    );
    let found = tab.eval(&tries);
    assert!(
        found[0].as_str().is_some_and(
            |failed| failed.contains("fetch,image") && failed.ends_with("worker failed")
        ),
        "{found}"
    );
    assert_eq!((&found[1], &found[2]), (&json!(true), &json!(0)), "{found}");
    let connection = listener.accept();
    assert!(connection.is_err_and(|error| error.kind() == ErrorKind::WouldBlock), "a connection");
}

fn cancelled_and_dead_work_is_told(browser: &Chromium) {
    let tab = opened(browser, Look::DESK);
    tab.click("[data-example=counts]");
    shown(&tab);
    // Work that takes far longer than the test has patience.
    tab.eval(
        "globalThis.long = run(['lattice', 'confluence', '--positives=3000', \
         '--negatives=3000', '--metric=mcc', '--format=json']); byId('working').hidden = false; 1",
    );
    tab.click("#cancel");
    assert!(
        tab.eval("long.then((found) => found.stderr)")
            .as_str()
            .is_some_and(|said| said.starts_with("error: cancelled"))
    );
    tab.eval(
        "globalThis.dead = run(['lattice', 'confluence', '--positives=3000', \
         '--negatives=3000', '--metric=mcc']); worker.onerror({message: 'gone'}); 1",
    );
    let said = tab.eval("dead.then((found) => found.stderr)");
    assert!(said.as_str().is_some_and(|said| said.contains("ended unexpectedly: gone")), "{said}");
    tab.click("#tab-report");
    tab.click("#panel-report button[type=submit]");
    shown(&tab);
    tab.is_faultless();
}

/// Every question, its answer and a refusal, in light and dark.
fn no_rule_of_axe_is_broken(browser: &Chromium) {
    let none: [&str; 0] = [];
    for look in [Look::DESK, Look { dark: true, ..Look::DESK }, Look::PHONE] {
        let tab = opened(browser, look);
        assert_eq!(broken_rules(&tab), none, "at the start, {look:?}");
        tab.click("[data-example=scores]");
        shown(&tab);
        for question in ["report", "compare", "thresholds", "check"] {
            tab.click(&format!("#tab-{question}"));
            if question != "report" {
                tab.click(&format!("#panel-{question} button[type=submit]"));
                shown(&tab);
            }
            assert_eq!(broken_rules(&tab), none, "{question}, {look:?}");
        }
        paste(&tab, "y_true,a,b\nyes,no,yes\nno,no,maybe\n");
        tab.wait("document.querySelector('#reading .wrong') !== null");
        assert_eq!(broken_rules(&tab), none, "refused, {look:?}");
    }
}

/// Nothing is wider than the screen; pictures for people where `EXACTILE_SHOTS` names a folder.
fn it_fits_its_screens(browser: &Chromium) {
    let shots = std::env::var_os("EXACTILE_SHOTS").map(PathBuf::from);
    for look in [Look::DESK, Look::TABLET, Look::PHONE, Look { dark: true, ..Look::DESK }] {
        let tab = opened(browser, look);
        let shoot = |name: &str| {
            let wide = tab.eval(
                "document.documentElement.scrollWidth - document.documentElement.clientWidth",
            );
            assert_eq!(wide, 0, "{name} at {look:?}");
            if let Some(folder) = &shots {
                std::fs::create_dir_all(folder).expect("a folder");
                let dark = if look.dark { "-dark" } else { "" };
                let file = folder.join(format!("page-{name}-{}{dark}.png", look.width));
                std::fs::write(file, tab.shot(true)).expect("a file");
            }
        };
        shoot("start");
        tab.click("[data-example=predictions]");
        shown(&tab);
        // The report draws itself in its frame, which is painted where it is seen.
        if let Some(folder) = &shots {
            tab.eval(
                "document.querySelector('iframe').scrollIntoView(); \
                 new Promise(done => setTimeout(() => done(1), 3000))",
            );
            let file = folder.join(format!("page-frame-{}.png", look.width));
            std::fs::write(file, tab.shot(false)).expect("a file");
        }
        shoot("report");
        tab.click("#tab-compare");
        tab.click("#panel-compare button[type=submit]");
        shown(&tab);
        shoot("compare");
        paste(&tab, "y_true,a,b\nyes,no,yes\nno,no,maybe\n");
        tab.wait("document.querySelector('#reading .wrong') !== null");
        shoot("refused");
        tab.is_faultless();
    }
}

/// Times of the page, printed where `EXACTILE_TIMES` is set: an optimised build is measured on
/// demand.
fn speed_for_people(browser: &Chromium) {
    if std::env::var_os("EXACTILE_TIMES").is_none() {
        return;
    }
    let tab = opened(browser, Look::DESK);
    let blocked = |tab: &Tab<'_>, when: &str| {
        // Tasks of 50 ms and more on the page's own thread, since the page was opened.
        let tasks = tab.eval(
            "(globalThis.blocked ??= new Promise((told) => {
                new PerformanceObserver((list) => {
                    told(list.getEntries().map((one) => one.duration));
                }).observe({ type: 'longtask', buffered: true });
                setTimeout(() => told([]), 200);
            })).finally(() => { globalThis.blocked = null; })",
        );
        println!("{when}: the page's thread was blocked for {tasks} ms");
    };
    for _ in 0..3 {
        blocked(&opened(browser, Look::DESK), "opening");
    }
    let many: String = std::iter::once("y_true,a,b,c,d,e,f,g,h,i,j\n".to_owned())
        .chain((0_u64..1_000_000).map(|row| {
            let mixed = row.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
            let truth = mixed & 1;
            let mut line = truth.to_string();
            for k in 1..=10 {
                let is_wrong = (mixed >> k) % (k + 4) == 0;
                line.push(',');
                line.push(if is_wrong != (truth == 1) { '1' } else { '0' });
            }
            line + "\n"
        }))
        .collect();
    let wide: String = std::iter::once("name,tn,fp,fn,tp\n".to_owned())
        .chain((0_u64..300).map(|k| {
            let mixed = k.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let (fp, fn_) = (mixed >> 40 & 511, mixed >> 50 & 511);
            format!("m{k},{},{fp},{fn_},{}\n", 1000 - fp, 1000 - fn_)
        }))
        .collect();
    let timed = |what: &str, done: &dyn Fn()| {
        let start = Instant::now();
        done();
        println!(
            "{what}: {:.2} s, in the module {}",
            start.elapsed().as_secs_f64(),
            tab.text("#time")
        );
    };
    let uploaded = |name: &str, bytes: Vec<u8>| {
        upload(&tab, "#files", &[(name, bytes)]);
        tab.wait(&format!(
            "document.querySelector('#loaded').textContent.includes({})",
            json!(name)
        ));
        shown(&tab);
    };
    let start = Instant::now();
    upload(&tab, "#files", &[("p.csv", fixture(PREDICTIONS))]);
    until(&tab, FIRST);
    println!("32 classifiers, the first answer: {:.2} s", start.elapsed().as_secs_f64());
    shown(&tab);
    timed("report of 32 classifiers of predictions", &|| uploaded("q.csv", fixture(PREDICTIONS)));
    blocked(&tab, "two reports of 32 classifiers");
    timed("report of 10^6 rows of 10 predictions", &|| {
        uploaded("m.csv", many.clone().into_bytes())
    });
    blocked(&tab, "and one of 10^6 rows");
    // A page of its own has nothing to show before.
    let fresh = opened(browser, Look::DESK);
    let start = Instant::now();
    upload(&fresh, "#files", &[("m.csv", many.clone().into_bytes())]);
    until(&fresh, FIRST);
    let took = start.elapsed().as_secs_f64();
    println!("10^6 rows of 10 predictions, the first answer: {took:.2} s");
    drop(fresh);
    let asker = opened(browser, Look::DESK);
    asker.eval("new Promise((rested) => setTimeout(rested, 1000))");
    for which in ["the first", "the second", "the third"] {
        let start = Instant::now();
        asker.click("#tab-check");
        asker.click("#panel-check button[type=submit]");
        shown(&asker);
        println!(
            "{which} row to check: {:.2} s, in the module {}",
            start.elapsed().as_secs_f64(),
            asker.text("#time")
        );
    }
    blocked(&asker, "three rows");
    for (words, name, text) in [
        (&["inspect", "m.csv"][..], "m.csv", &many),
        (&["rank", "m.csv", "--score=f1"], "m.csv", &many),
        (&["regions", "w.csv"], "w.csv", &wide),
        (&["regions", "w.csv", "--format=json"], "w.csv", &wide),
    ] {
        let start = Instant::now();
        let written = by_page(&tab, words, &[(name, text.clone().into_bytes())]);
        println!(
            "{words:?}: status {}, {:.2} s with the way here",
            written.0,
            start.elapsed().as_secs_f64()
        );
        let inner = tab.eval(&format!(
            "exactile.run({}, [{{name: {}, blob: new Blob([{}])}}])
                .then((found) => found.milliseconds)",
            json!(words),
            json!(name),
            json!(text)
        ));
        println!("  {inner} ms in the worker");
    }
}
