//! Several test sets: the script says at every preference what the program says there.

use serde_json::{Value, json};

use crate::chromium::Chromium;
use crate::every_input::fits;
use crate::program::Folder;
use crate::tab::{Look, Tab};

pub(crate) const TESTS: &[crate::Test] = &[
    ("test_sets_follow_the_preference", test_sets_follow_the_preference),
    ("one_test_set_is_shown_by_itself", one_test_set_is_shown_by_itself),
    ("test_sets_fit_every_screen", test_sets_fit_every_screen),
];

/// Three sites; one has no positive samples.
pub(crate) const SITES: &str = "name,site,tn,fp,fn,tp\n\
    lr,north,50,10,5,35\nsvm,north,45,15,3,37\ntree,north,58,2,10,30\ni,north,59,1,31,9\n\
    lr,south,80,20,30,70\nsvm,south,90,10,40,60\ntree,south,70,30,25,75\ni,south,30,70,70,30\n\
    lr,east,20,0,0,0\nsvm,east,18,2,0,0\ntree,east,20,0,0,0\ni,east,19,1,0,0\n";

/// The content of the section.
fn shown(tab: &Tab<'_>) -> Value {
    tab.wait("document.querySelector('#test-sets').getAttribute('aria-busy') !== 'true'");
    tab.eval(
        "['#sets-findings li', '#sets-table tbody tr', '#sets-classifiers tbody tr'].map(rows =>
            [...document.querySelectorAll(rows)].map(row =>
                [...(row.cells ?? [row])].map(cell =>
                    [cell.textContent.trim().replace(/\\s+/g, ' '), cell.title])))",
    )
}

fn here(tab: &Tab<'_>) -> Value {
    tab.eval("['cx', 'cy'].map(at => Number(document.querySelector('.set-here').getAttribute(at)))")
}

fn test_sets_follow_the_preference(browser: &Chromium) {
    let folder = Folder::new(SITES);
    let by = ["--by", "site", "--metric", "accuracy", "--grid", "0", "--draws", "0"];
    let live = Tab::new(browser, Look::DESK);
    let page = std::fs::read_to_string(folder.report(&by)).expect("a page");
    live.open(&folder.page(&page));
    let unscripted = Tab::new(browser, Look { script: false, ..Look::DESK });
    for (preference, at, told) in [
        ("accuracy", "1/2,1/2", "By accuracy: values of the ranking score at (1/2, 1/2)."),
        ("ppv", "1,0", "By PPV: values of the ranking score at (1, 0)."),
        ("tpr", "1,1", "By TPR: values of the ranking score at (1, 1)."),
        ("r(1/7,0.9)", "1/7,0.9", "Values of the ranking score at (1/7, 9/10)."),
        ("r(0,1)", "0,1", "By NPV: values of the ranking score at (0, 1)."),
        (
            "ba",
            "9/16,9/16",
            "Values of the ranking score at (9/16, 9/16). The place of balanced accuracy depends \
             on the share of positives; this is the same point for all test sets.",
        ),
    ] {
        live.write("#at", at);
        let found = shown(&live);
        unscripted.open(&folder.report(&[&by[..], &["--preference", preference]].concat()));
        assert_eq!(found, shown(&unscripted), "{preference}");
        assert_eq!(live.text("#sets-at"), told);
        assert_eq!(here(&live), here(&unscripted), "{preference}");
    }
    // Another share of positives changes nothing but the answer above.
    live.write("#at", "1/7,0.9");
    let before = shown(&live);
    live.write("#prior-text", "0.01");
    assert_eq!(shown(&live), before);
    live.is_faultless();
}

fn one_test_set_is_shown_by_itself(browser: &Chromium) {
    let folder = Folder::new(SITES);
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&folder.report(&["--by", "site", "--metric", "accuracy"]));
    assert_eq!(tab.texts("#set option"), ["all together", "north", "south", "east"]);
    for (set, name, at) in [
        ("0", "north", "1/2,1/2"),
        ("1", "south", "1/3,3/4"),
        ("2", "east", "1,1"),
        ("2", "east", "0,0"),
    ] {
        tab.write("#at", at);
        tab.choose("#set", set);
        shown(&tab);
        let rows = tab.eval(
            "[...document.querySelectorAll('#sets-one tbody tr')].map(row => [row.dataset.rank,
                row.querySelector('bdi').textContent, row.querySelector('.fraction').textContent])",
        );
        let of_set = format!("site={name}");
        let ranked = folder.json(&["rank"], &["--at", at, "--where", &of_set, "--ignore", "site"]);
        let expected: Vec<Value> = ranked["ranking"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|row| {
                let rank = row["rank"]
                    .as_array()
                    .map_or(String::new(), |rank| format!("{}-{}", rank[0], rank[1]));
                json!([rank, row["name"], row["value"].as_str().unwrap_or("")])
            })
            .collect();
        assert_eq!(rows, json!(expected), "{name} at {at}");
        assert!(tab.text("#sets-one .answer").starts_with(&format!("In {name}")));
        assert_eq!(tab.count("figure.is-chosen"), 1);
    }
    assert_eq!(
        tab.text("#sets-one .answer"),
        "In east, lr and tree tie for the first place with 1.000. svm, first on the mean, has rank \
         4 with 0.900."
    );
    // A press on a Tile chooses its test set.
    tab.click("figure[data-set='1']");
    shown(&tab);
    assert_eq!(tab.eval("document.querySelector('#set').value"), "1");
    assert!(tab.text("#sets-one .answer").starts_with("In south, "));
    tab.choose("#set", "");
    shown(&tab);
    assert_eq!(tab.eval("document.querySelector('#sets-all').hidden"), false);
    tab.is_faultless();
}

fn test_sets_fit_every_screen(browser: &Chromium) {
    let long = SITES.replace("north", &"a long name ".repeat(17)).replace("svm", &"W".repeat(200));
    let hostile = SITES
        .replace("south", "\"</script><script>alert(1)</script>\"")
        .replace("east", "<img src=x onerror=alert(2)>");
    for csv in [long, hostile] {
        let folder = Folder::new(&csv);
        let page = folder.report(&["--by", "site", "--metric", "accuracy"]);
        for look in [Look::DESK, Look { dark: true, ..Look::PHONE }] {
            let tab = Tab::new(browser, look);
            tab.open(&page);
            for set in ["", "0", "1", "2"] {
                tab.choose("#set", set);
                shown(&tab);
                fits(&tab, &format!("test set {set}, {} wide", look.width));
            }
            assert_eq!(tab.count("script"), 2);
            assert_eq!(tab.count("img"), 0);
        }
    }
}
