//! The page for everybody: on the narrowest screens, without labels on labels, and without a
//! violation of the rules of axe-core where `EXACTILE_AXE` names its script.

use std::path::Path;

use crate::chromium::Chromium;
use crate::every_input::fits;
use crate::models::SCORES;
use crate::program::Folder;
use crate::tab::{Look, Tab};

pub(crate) const TESTS: &[crate::Test] = &[
    ("the_narrowest_screen_suffices", the_narrowest_screen_suffices),
    ("no_label_lies_on_another", no_label_lies_on_another),
    ("no_rule_of_axe_is_broken", no_rule_of_axe_is_broken),
];

/// Inputs of each kind, with the options of their reports.
fn inputs() -> Vec<(&'static str, Folder, &'static [&'static str])> {
    let two = "name,tn,fp,fn,tp\na,75,25,10,90\nb,60,40,5,95\n";
    let long = format!("name,tn,fp,fn,tp\n{},75,25,10,90\nb,60,40,5,95\n", "long ".repeat(40));
    let foreign = "name,tn,fp,fn,tp\n分类器一,75,25,10,90\nمصنف,60,40,5,95\n";
    vec![
        ("matrices", Folder::of_fixture("breast_cancer_confusion.csv"), &["--metric", "accuracy"]),
        ("predictions", Folder::of_fixture("breast_cancer_predictions.csv"), &[]),
        ("scores", Folder::of_fixture("breast_cancer_scores.csv"), SCORES),
        ("two", Folder::new(two), &[]),
        ("long names", Folder::new(&long), &[]),
        ("names in other scripts", Folder::new(foreign), &[]),
        ("test sets", Folder::new(crate::test_sets::SITES), &["--by", "site"]),
    ]
}

fn the_narrowest_screen_suffices(browser: &Chromium) {
    for (what, folder, options) in inputs() {
        let tab = Tab::new(browser, Look { width: 320, height: 568, ..Look::PHONE });
        tab.open(&folder.report(options));
        fits(&tab, &format!("{what}, 320 wide"));
    }
}

/// The texts of a picture that are seen.
const SEEN: &str = "(picture => [...picture.querySelectorAll('text')].filter(text =>
    text.textContent.trim()
        && text.checkVisibility({opacityProperty: true, visibilityProperty: true})))";

/// Pairs of texts of one picture whose rectangles lie on each other.
fn overlaps(tab: &Tab<'_>) -> Vec<String> {
    let found = tab.eval(&format!(
        "(() => {{
            const found = [];
            for (const picture of document.querySelectorAll('svg')) {{
                const texts = {SEEN}(picture);
                const boxes = texts.map(text => text.getBoundingClientRect());
                texts.forEach((text, i) => texts.slice(0, i).forEach((other, j) => {{
                    const [x, y] = [boxes[i], boxes[j]];
                    const wide = Math.min(x.right, y.right) - Math.max(x.left, y.left);
                    const high = Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top);
                    // Boxes have the height of a line, with room above and below the letters.
                    if (wide > 1 && high > 0.35 * Math.min(x.height, y.height)) {{
                        found.push([text, other].map(at => at.textContent.trim()).join(' on '));
                    }}
                }}));
            }}
            return found.slice(0, 20);
        }})()"
    ));
    serde_json::from_value(found).expect("texts")
}

fn no_label_lies_on_another(browser: &Chromium) {
    for (what, folder, options) in inputs() {
        let page = folder.report(options);
        for look in [Look::DESK, Look::PHONE] {
            let tab = Tab::new(browser, look);
            tab.open(&page);
            let none: [&str; 0] = [];
            assert_eq!(overlaps(&tab), none, "{what}, {} wide", look.width);
            // A label that is written twice would be seen.
            tab.eval(&format!("(text => text.after(text.cloneNode(true)))({SEEN}(document)[0])"));
            assert_ne!(overlaps(&tab), none, "{what}, {} wide", look.width);
        }
    }
}

/// The rules of axe-core that a page breaks. Everything that can be unfolded is looked at, too.
pub(crate) fn broken_rules(tab: &Tab<'_>) -> Vec<String> {
    let script = std::env::var_os("EXACTILE_AXE").expect("the test runs with it");
    let script = std::fs::read_to_string(script).expect("EXACTILE_AXE is a file");
    tab.eval("document.querySelectorAll('details').forEach(box => { box.open = true; })");
    tab.eval(&format!("{script}; 0"));
    let found = tab.eval(
        "(async () => {
            const {violations} = await axe.run(document, {resultTypes: ['violations']});
            const places = nodes => nodes.slice(0, 3).map(({html}) => html.slice(0, 150));
            return violations.map(({id, help, nodes}) =>
                `${id}: ${help}: ${places(nodes).join(' | ')}`);
        })()",
    );
    serde_json::from_value(found).expect("rules")
}

fn no_rule_of_axe_is_broken(browser: &Chromium) {
    let examine = |what: &str, page: &Path| -> Vec<String> {
        let mut broken = Vec::new();
        for look in [Look::DESK, Look { dark: true, ..Look::DESK }, Look::PHONE] {
            let tab = Tab::new(browser, look);
            tab.open(page);
            let found = broken_rules(&tab);
            broken.extend(found.iter().map(|rule| format!("{what}, {look:?}: {rule}")));
        }
        broken
    };
    let none: [&str; 0] = [];
    for (what, folder, options) in inputs() {
        assert_eq!(examine(what, &folder.report(options)), none);
    }
    let printed = Folder::new("name,acc,sens,spec\nA,0.95,0.9,0.96\nB,0.9,0.85,0.91\n");
    printed.run(&["check"], &["--positives", "100", "--negatives", "500", "-o", "checked.html"]);
    assert_eq!(examine("printed scores", &printed.path("checked.html")), none);
    // A page without names for what it has breaks some.
    let nameless = printed.page("<html><body><input><img src=data:></body></html>");
    let broken = examine("nameless", &nameless);
    assert!(broken.iter().any(|rule| rule.contains("label: ")), "{broken:?}");
}
