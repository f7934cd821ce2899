//! Every kind of input on every kind of screen: nothing fails, nothing leaves the page, nothing is
//! wider than the screen, and a name is never more than text.

use serde_json::json;

use crate::chromium::Chromium;
use crate::explore::on_tile;
use crate::program::Folder;
use crate::scripts::ranking_of_program;
use crate::tab::{Look, Tab};

pub(crate) const TESTS: &[crate::Test] = &[
    ("nothing_fails_on_small_inputs", nothing_fails_on_small_inputs),
    ("nothing_fails_on_odd_inputs", nothing_fails_on_odd_inputs),
    ("names_are_text", names_are_text),
    ("markup_that_got_in_does_nothing", markup_that_got_in_does_nothing),
    ("three_hundred_classifiers_are_usable", three_hundred_classifiers_are_usable),
    ("the_first_answer_comes_at_once", the_first_answer_comes_at_once),
    ("unequal_priors_are_compared_each_by_its_own", unequal_priors_are_compared_each_by_its_own),
    ("without_script_everything_is_told", without_script_everything_is_told),
    ("prints_are_whole", prints_are_whole),
    ("a_phone_shows_whole_buttons", a_phone_shows_whole_buttons),
    ("text_is_legible", text_is_legible),
];

/// Uses every control once, as a user exploring the page would.
fn tried(tab: &Tab<'_>, what: &str) {
    for [a, b] in [[0.0, 0.0], [1.0, 1.0], [0.2, 0.9]] {
        tab.press(on_tile(tab, a, b));
    }
    for list in ["#layer", "#classifier", "#score", "#pair-first", "#pair-second", "#pair-metric"] {
        let values = tab.eval(&format!(
            "[...(document.querySelector({})?.options ?? [])].filter(option => \
             !option.disabled).map(option => option.value)",
            json!(list)
        ));
        let values: Vec<String> = serde_json::from_value(values).expect("values");
        for value in values.iter().take(4).chain(values.last()) {
            tab.choose(list, value);
        }
    }
    for button in ["#near-box summary", "#table th button", "#near button", "#unpin"] {
        if tab.eval(&format!("document.querySelector({})?.offsetParent != null", json!(button)))
            == true
        {
            tab.click(button);
        }
    }
    fits(tab, what);
}

/// A page without faults and no wider than the screen.
pub(crate) fn fits(tab: &Tab<'_>, what: &str) {
    let wide = tab.eval(
        "(() => {
            const room = document.documentElement.clientWidth;
            if (document.documentElement.scrollWidth <= room) return '';
            const guilty = [...document.querySelectorAll('body *')].filter(element => {
                const {right, width} = element.getBoundingClientRect();
                const scrolls = at => at && (getComputedStyle(at).overflowX !== 'visible' || scrolls(at.parentElement));
                const spills = getComputedStyle(element).overflowX === 'visible' && element.scrollWidth > room;
                return width > 0 && (right > room + 1 || spills) && !scrolls(element.parentElement);
            });
            return document.documentElement.scrollWidth + ' > ' + room + ': '
                + guilty.slice(-5).map(element => element.outerHTML.slice(0, 120)).join('\\n');
        })()",
    );
    assert_eq!(wide, "", "{what}: the page is wider than the screen");
    let faults = tab.faults();
    assert!(faults.is_empty(), "{what}: {}", faults.join("\n"));
}

fn nothing_fails(browser: &Chromium, inputs: &[(&str, &str, &[&str])]) {
    for (what, input, options) in inputs {
        let folder = Folder::new(input);
        let page = folder.report(options);
        let tab = Tab::new(browser, Look::DESK);
        tab.open(&page);
        tried(&tab, &format!("{what}, {} wide", Look::DESK.width));
        for look in [Look { dark: true, ..Look::TABLET }, Look::PHONE] {
            tab.look(look);
            tab.open(&page);
            tab.press(on_tile(&tab, 0.3, 0.6));
            fits(&tab, &format!("{what}, {} wide", look.width));
        }
    }
}

fn nothing_fails_on_small_inputs(browser: &Chromium) {
    nothing_fails(
        browser,
        &[
            ("one", "name,tn,fp,fn,tp\nA,75,25,10,90\n", &[]),
            ("two equal", "name,tn,fp,fn,tp\nA,75,25,10,90\nB,75,25,10,90\n", &[]),
            ("all perfect", "name,tn,fp,fn,tp\nA,9,0,0,9\nB,9,0,0,9\nC,9,0,0,9\n", &[]),
            ("all wrong", "name,tn,fp,fn,tp\nA,0,9,9,0\n", &[]),
            ("constant", "name,tn,fp,fn,tp\nnever,9,0,3,0\nalways,0,9,0,3\n", &[]),
            ("one sample each", "name,tn,fp,fn,tp\nA,1,0,1,0\nB,0,1,0,1\n", &[]),
        ],
    );
}

fn nothing_fails_on_odd_inputs(browser: &Chromium) {
    let zeros = "0".repeat(300);
    let huge = format!(
        "name,tn,fp,fn,tp\nA,7{zeros},3{zeros},1{zeros},9{zeros}\nB,6{zeros},4{zeros},0,10{zeros}\n"
    );
    let long = format!(
        "name,tn,fp,fn,tp\n{},75,25,10,90\n{},60,40,0,100\n",
        "a".repeat(200),
        "long ".repeat(40)
    );
    nothing_fails(
        browser,
        &[
            ("rates", "name,tnr,tpr\nA,0.75,0.9\nB,1/3,0.95\n", &["--prior", "0.2"]),
            ("fractions", "name,tn,fp,fn,tp\nA,7.5,2.5,1/3,26/3\nB,5,5,1,8\n", &[]),
            ("huge", &huge, &[]),
            ("tiny", "name,tn,fp,fn,tp\nA,1e-200,2e-200,1e-200,1e-200\nB,1,2,0,3\n", &[]),
            (
                "extreme prior",
                "name,tn,fp,fn,tp\nA,75,25,10,90\nB,60,40,0,100\n",
                &["--target-prior", "1e-12"],
            ),
            ("long names", &long, &["--metric", "accuracy"]),
        ],
    );
}

/// Names that would do harm as markup, script, style, template or formula, or that disturb lines.
fn hostile() -> Vec<String> {
    [
        "<script>alert(1)</script>",
        "</script><script>alert(2)</script>",
        "<!--<script>",
        "<img src=x onerror=alert(3)>",
        "\"><svg onload=alert(4)>",
        "'onmouseover='alert(5)",
        "</style><b>bold</b>",
        "]]>&amp;&lt;",
        "javascript:alert(6)",
        "${alert(7)}",
        "{{7*7}}",
        "\\u003cb\\u003e\\",
        "__proto__",
        "constructor",
        "=HYPERLINK(\"http://example.invalid\")",
        "abc\u{202e}fed",
        "\u{5d0}\u{5d1}\u{5d2} (1)",
        "👩\u{200d}🔬 🇧🇪",
        "e\u{301}\u{2028}x",
        "</textarea></title>",
    ]
    .map(str::to_owned)
    .into_iter()
    .chain([format!("{}<i>", "W".repeat(197))])
    .collect()
}

/// The page's policy names its own script and style by their hashes; nothing else is obeyed.
fn markup_that_got_in_does_nothing(browser: &Chromium) {
    let folder = Folder::new("name,tn,fp,fn,tp\nA,56,24,6,14\nB,40,40,4,16\n");
    let path = folder.report(&["--metric", "accuracy"]);
    let page = std::fs::read_to_string(path).expect("a page");
    assert!(!page.contains("unsafe-inline"));
    let injected = "<main id=in><script>window.injected = 1</script>\
        <img src=x onerror=\"window.injected = 2\"><b id=styled style=\"display: none\">b</b>\
        <style>#in { display: none }</style>";
    let changed = page.replacen("<main>", injected, 1);
    assert_ne!(changed, page);
    let tab = Tab::new(browser, Look::DESK);
    tab.open_without_waiting(&folder.page(&changed));
    tab.loaded();
    assert_eq!(tab.eval("typeof window.injected"), "undefined");
    assert_eq!(tab.eval("getComputedStyle(document.querySelector('#in')).display"), "block");
    assert_eq!(tab.eval("getComputedStyle(document.querySelector('#styled')).display"), "inline");
    // The page's own script and style are obeyed all the same.
    assert_ne!(tab.eval("document.querySelectorAll('#layer option').length"), 0);
    assert_eq!(tab.eval("getComputedStyle(document.querySelector('.skip')).position"), "absolute");
}

fn names_are_text(browser: &Chromium) {
    let names = hostile();
    let mut input = "name,tn,fp,fn,tp\n".to_owned();
    for (k, name) in names.iter().enumerate() {
        // Rates on a curve, so that each is first somewhere and has its region and its name.
        let k = i64::try_from(k).expect("a few");
        let (tp, tn) = (40 + 8 * k, 200 - k * k / 3 - k);
        let quoted = name.replace('"', "\"\"");
        input += &format!("\"{quoted}\",{tn},{},{},{tp}\n", 200 - tn, 200 - tp);
    }
    let folder = Folder::new(&input);
    let page = folder.report(&["--metric", "accuracy"]);
    for look in [Look::DESK, Look { dark: true, ..Look::PHONE }] {
        let tab = Tab::new(browser, look);
        tab.open(&page);
        tried(&tab, "hostile names");
        for k in 0..names.len() {
            tab.choose("#pair-first", &k.to_string());
            tab.eval(&format!(
                "document.querySelector(\"#table \
                 tr[data-classifier='{k}']\").dispatchEvent(new PointerEvent('pointerover', \
                 {{bubbles: true}}))"
            ));
            tab.settle();
        }
        for layer in ["rank", "best", "worst", "entity"] {
            tab.choose("#layer", layer);
        }
        // Nothing but the page's own elements.
        assert_eq!(tab.count("script"), 2);
        assert_eq!(
            tab.count(
                "img, b, i, textarea, iframe, object, svg[onload], [onerror], \
             [onmouseover], [onclick]"
            ),
            0
        );
        let shown = tab.eval(
            "[...document.querySelectorAll('#table tbody tr')].sort((x, y) => x.dataset.classifier - y.dataset.classifier)
                .map(row => row.querySelector('th bdi').textContent)",
        );
        assert_eq!(shown, json!(names));
        let options = tab.eval(
            "[...document.querySelectorAll('#ranking tbody bdi')].map(name => \
             name.textContent).sort()",
        );
        let mut sorted = names.clone();
        sorted.sort_by(|x, y| x.encode_utf16().cmp(y.encode_utf16()));
        assert_eq!(options, json!(sorted));
        tab.is_faultless();
    }
}

/// Classifiers on a bent front and below it, some of them equal.
fn many(count: i64) -> String {
    let mut input = "name,tn,fp,fn,tp\n".to_owned();
    for k in 0..count {
        let (tp, tn) =
            (20 + 75 * k / count + k % 4, 96 - k * k * 70 / (count * count) - 2 * (k % 5));
        input += &format!("classifier {k},{tn},{},{},{tp}\n", 100 - tn, 100 - tp);
    }
    input
}

/// A table of 300 rows and nothing else, whose texts are all replaced by `rewrite`.
const PLAIN_ROWS: &str =
    "<!doctype html><meta charset=utf-8><title>rows</title><table></table><script>
const cells = Array.from({length: 300}, () => {
    const row = document.querySelector('table').insertRow();
    return Array.from({length: 4}, () => row.insertCell());
});
const rewrite = (step) => cells.forEach((row, k) => row.forEach((cell, column) => {
    cell.textContent = `${(k * 7919 + column * 104729 + step * 1299709) % 1000003} / 1000003`;
}));
</script>";

fn three_hundred_classifiers_are_usable(browser: &Chromium) {
    let folder = Folder::new(many(300));
    let page = folder.report(&["--metric", "accuracy"]);
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&page);
    tab.choose("#rank", "150");
    assert!(tab.count("#tile .region") > 10);
    tab.choose("#rank", "1");
    tab.click("#ranking-all");
    tab.write("#at", "0.35, 0.8");
    let shown = tab.eval(
        "[...document.querySelectorAll('#ranking tr[data-classifier]')].map(row => \
         [Number(row.dataset.classifier), row.dataset.value])",
    );
    let expected: serde_json::Value = ranking_of_program(&folder, ["7/20", "4/5"], None)
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| json!([row[0], row[1]]))
        .collect();
    assert_eq!(shown, expected);
    tab.key("Escape");
    tab.click("#unpin");
    // Moving over it costs a small multiple of what a browser needs to show 300 new rows, on a fast
    // machine or a slow one. Other work on the machine only ever adds to either: the least of a few
    // passes, taken in turn, is their own.
    let plain = Tab::new(browser, Look::DESK);
    plain.open(&folder.write("plain.html", PLAIN_ROWS));
    let [x, y] = on_tile(&tab, 0.1, 0.1);
    let [to, _] = on_tile(&tab, 0.9, 0.1);
    let (mut moved, mut rewritten) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..4 {
        let before = plain.work();
        for k in 0..40_u8 {
            plain.eval(&format!("rewrite({k})"));
            plain.settle();
        }
        rewritten = rewritten.min((plain.work() - before) / 40.0);
        let before = tab.work();
        for k in 0..40_u8 {
            tab.point([x + (to - x) * f64::from(k) / 40.0, y]);
        }
        moved = moved.min((tab.work() - before) / 40.0);
    }
    eprintln!("{moved} s of work for each move, {rewritten} s for 300 plain rows");
    assert!(
        moved < 4.0 * rewritten,
        "{moved} s of work for each move, {rewritten} s for 300 plain rows"
    );
    let phone = Tab::new(browser, Look::PHONE);
    phone.open(&page);
    tried(&phone, "300 classifiers");
    tab.is_faultless();
}

/// Half a second to the first answer, and a twentieth for a move: of the page's own work, several
/// times what a machine that does nothing else needs.
fn the_first_answer_comes_at_once(browser: &Chromium) {
    let folder = Folder::of_fixture("breast_cancer_confusion.csv");
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&folder.report(&["--metric", "accuracy"]));
    let opened = tab.work();
    // Other work on the machine only ever adds: the least of a few passes is the page's own.
    let each = |moved: &dyn Fn(u32)| {
        let passes = (0..4).map(|_| {
            let before = tab.work();
            (0..20).for_each(moved);
            (tab.work() - before) / 20.0
        });
        passes.fold(f64::INFINITY, f64::min)
    };
    let [x, y] = on_tile(&tab, 0.1, 0.1);
    let hovered = each(&|k| tab.point([x + 8.0 * f64::from(k), y]));
    let slid = each(&|k| {
        tab.eval(&format!(
            "(prior => {{
                prior.value = prior.max * {k} / 40;
                prior.dispatchEvent(new Event('input', {{bubbles: true}}));
            }})(document.querySelector('#prior'))"
        ));
        tab.settle();
    });
    let said = format!("opened {opened} s, hovered {hovered} s, slid {slid} s");
    eprintln!("{said}");
    assert!(opened < 0.5 && hovered < 0.05 && slid < 0.05, "{said}");
}

fn unequal_priors_are_compared_each_by_its_own(browser: &Chromium) {
    let folder = Folder::new("name,tn,fp,fn,tp\nA,75,25,10,90\nB,160,40,15,35\nC,30,10,50,50\n");
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&folder.report(&["--metric", "accuracy"]));
    assert_eq!(tab.eval("document.querySelector('#prior').disabled"), true);
    tab.write("#at", "0.3, 0.6");
    let shown = || {
        tab.eval(
            "[...document.querySelectorAll('#ranking tr[data-classifier]')].map(row => \
             [Number(row.dataset.classifier), row.dataset.value])",
        )
    };
    let expected = |prior| -> serde_json::Value {
        let ranking = ranking_of_program(&folder, ["0.3", "0.6"], prior);
        ranking.as_array().expect("rows").iter().map(|row| json!([row[0], row[1]])).collect()
    };
    assert_eq!(shown(), expected(None));
    // One prior for all can be asked for.
    tab.click("#prior-own");
    tab.write("#prior-text", "1/3");
    assert_eq!(shown(), expected(Some("1/3")));
    tab.click("#prior-own");
    assert_eq!(shown(), expected(None));
    tried(&tab, "unequal priors");
}

fn without_script_everything_is_told(browser: &Chromium) {
    let folder = Folder::of_fixture("breast_cancer_confusion.csv");
    let page = folder.report(&["--metric", "accuracy"]);
    let tab = Tab::new(browser, Look { script: false, ..Look::DESK });
    tab.open(&page);
    assert!(tab.text("#summary").contains("logistic"));
    assert_eq!(tab.count("#table tbody tr"), 32);
    let [_, _, width, height] = tab.rectangle("#tile-still svg");
    assert!(width > 300.0 && height > 300.0, "{width} x {height}");
    assert!(tab.text("#pair-result").contains("0."));
    // Nothing is offered that would not work.
    let dead = tab.eval(
        "[...document.querySelectorAll('button, select, input')].filter(element => element.checkVisibility())
            .filter(element => !element.closest('thead')).map(element => element.id || element.outerHTML)",
    );
    assert_eq!(dead, json!([]));
}

fn prints_are_whole(browser: &Chromium) {
    let folder = Folder::of_fixture("breast_cancer_confusion.csv");
    let tab = Tab::new(browser, Look { dark: true, print: true, width: 794, ..Look::DESK });
    tab.open(&folder.report(&["--metric", "accuracy"]));
    // Paper is white, also for those who read in the dark.
    let ground = tab.eval("getComputedStyle(document.body).backgroundColor");
    assert!(
        ["rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"].contains(&ground.as_str().expect("a colour")),
        "{ground}"
    );
    let hidden = tab.eval(
        "[...document.querySelectorAll('button, select, input')].filter(element => \
         element.checkVisibility() && !element.closest('thead')).map(element => element.id)",
    );
    assert_eq!(hidden, json!([]), "controls are of no use on paper");
    // Nothing is cut off at the sides, nothing is inside a box that scrolls.
    let cut = tab.eval(
        "[...document.querySelectorAll('main *')].filter(element => {
            const style = getComputedStyle(element);
            return element.checkVisibility() && element.namespaceURI.endsWith('xhtml')
                && (style.overflowX !== 'visible' || style.overflowY !== 'visible') && style.position !== 'absolute'
                && (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1)
                && element.clientWidth > 0;
        }).map(element => element.id || element.className || element.outerHTML.slice(0, 100))",
    );
    assert_eq!(cut, json!([]), "cut off on paper");
    let pdf = tab.pdf();
    assert!(pdf.len() > 20_000, "{} bytes", pdf.len());
    tab.is_faultless();
}

fn a_phone_shows_whole_buttons(browser: &Chromium) {
    let folder = Folder::of_fixture("breast_cancer_confusion.csv");
    let tab = Tab::new(browser, Look::PHONE);
    tab.open(&folder.report(&["--metric", "accuracy"]));
    tab.wait("document.querySelector('#near button') !== null");
    let broken = tab.eval(
        "[...document.querySelectorAll('button')].filter(button => button.checkVisibility() && !button.closest('#table'))
            .filter(button => button.clientHeight > 50 || button.clientWidth < 30)
            .map(button => `${button.id || button.textContent} ${button.clientWidth} x ${button.clientHeight}`)",
    );
    assert_eq!(broken, json!([]));
}

/// Contrast of all texts with their grounds, where both are plain colours.
fn text_is_legible(browser: &Chromium) {
    let folder = Folder::of_fixture("breast_cancer_confusion.csv");
    let page = folder.report(&["--metric", "accuracy"]);
    for dark in [false, true] {
        let tab = Tab::new(browser, Look { dark, ..Look::DESK });
        tab.open(&page);
        let pale = tab.eval(
            "(() => {
                const channels = text => text.match(/[\\d.]+/g).map(Number);
                const part = x => x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
                const light = ([r, g, b]) => 0.2126 * part(r / 255) + 0.7152 * part(g / 255) + 0.0722 * part(b / 255);
                const groundOf = element => {
                    for (let at = element; at; at = at.parentElement) {
                        const colour = channels(getComputedStyle(at).backgroundColor);
                        if (colour.length === 3 || colour[3] === 1) return colour;
                    }
                    return [255, 255, 255];
                };
                const found = [];
                for (const element of document.querySelectorAll('body *')) {
                    const hasText = [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim());
                    if (!hasText || element.closest('svg, script, style, option') || !element.checkVisibility()) continue;
                    if (element.disabled) continue;
                    const [x, y] = [light(channels(getComputedStyle(element).color)), light(groundOf(element))];
                    const contrast = (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
                    if (contrast < 4.5) found.push(`${contrast.toFixed(2)} ${element.outerHTML.slice(0, 80)}`);
                }
                return [...new Set(found)].slice(0, 10);
            })()",
        );
        assert_eq!(pale, json!([]), "dark: {dark}");
        let unnamed = tab.eval(
            "[...document.querySelectorAll('button, select, input')].filter(element => element.checkVisibility()
                && !element.innerText?.trim() && !element.labels?.length && !element.getAttribute('aria-label')).map(element => element.outerHTML)",
        );
        assert_eq!(unnamed, json!([]), "without a name for those who hear the page");
        tab.is_faultless();
    }
}
