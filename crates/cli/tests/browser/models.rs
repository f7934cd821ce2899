//! The page of models that give scores: thresholds, decision curve and Tile belong together.

use exactile::Rational;
use serde_json::{Value, json};

use crate::chromium::Chromium;
use crate::program::Folder;
use crate::tab::{Look, Tab};

pub(crate) const TESTS: &[crate::Test] = &[
    ("each_model_takes_its_best_threshold", each_model_takes_its_best_threshold),
    ("sliders_choose_thresholds", sliders_choose_thresholds),
    (
        "the_diagonal_and_the_decision_curve_are_linked",
        the_diagonal_and_the_decision_curve_are_linked,
    ),
    ("marks_stand_where_the_best_model_changes", marks_stand_where_the_best_model_changes),
    ("models_fit_every_screen_and_paper", models_fit_every_screen_and_paper),
];

pub(crate) const SCORES: &[&str] = &["--input-format", "scores"];

/// Ties, a model that is best only for some, one that is constant, and a name that is markup.
const SMALL: &str = "y_true,svm,<b>forest</b>,constant,count\n\
    1,0.9,0.6,0.5,20\n1,0.7,0.8,0.5,15\n1,0.3,0.55,0.5,5\n1,0.1,0.4,0.5,3\n\
    0,0.05,0.5,0.5,40\n0,0.2,0.1,0.5,30\n0,0.3,0.6,0.5,10\n0,0.8,0.2,0.5,4\n0,0.95,0.05,0.5,1\n";

/// Rows of the table of models: threshold, four counts, exact value.
fn rows(tab: &Tab<'_>) -> Vec<Value> {
    let rows = tab.eval(
        "[...document.querySelectorAll('#models tbody tr')].map(row => [row.querySelector('.threshold').dataset.threshold,
            ...[...row.querySelectorAll('.count')].map(cell => cell.textContent), row.querySelector('.value').dataset.value ?? null])",
    );
    serde_json::from_value(rows).expect("rows")
}

fn best_of(folder: &Folder, at: &str, prior: Option<&str>) -> Vec<Value> {
    let prior: Vec<&str> = prior.map_or(Vec::new(), |prior| vec!["--target-prior", prior]);
    // A file of scores needs no format there.
    let told = folder.json(&["thresholds"], &[&["--at", at], prior.as_slice()].concat());
    told["models"].as_array().expect("models").iter().map(|model| model["best"].clone()).collect()
}

fn each_model_takes_its_best_threshold(browser: &Chromium) {
    for fixture in [None, Some("breast_cancer_scores.csv")] {
        let folder = fixture.map_or_else(|| Folder::new(SMALL), Folder::of_fixture);
        let tab = Tab::new(browser, Look::DESK);
        tab.open(&folder.report(&[SCORES, &["--metric", "accuracy"]].concat()));
        for (at, prior) in [
            ("1/2,1/2", None),
            ("0.8,0.8", None),
            ("0.3,0.9", None),
            ("0.05,0.05", None),
            ("1,0.4", Some("1/10")),
        ] {
            if let Some(prior) = prior {
                tab.write("#prior-text", prior);
            }
            tab.write("#at", at);
            for (shown, best) in rows(&tab).iter().zip(best_of(&folder, at, prior)) {
                let counts = |of: &Value| -> Vec<String> {
                    ["tn", "fp", "fn", "tp"]
                        .iter()
                        .map(|k| of[k].as_str().expect("a count").to_owned())
                        .collect()
                };
                let one_of = best.as_array().expect("thresholds");
                let own: Vec<String> =
                    (1..5).map(|k| shown[k].as_str().expect("a count").to_owned()).collect();
                assert!(
                    one_of.iter().any(|threshold| counts(threshold) == own),
                    "{at} {shown} {best}"
                );
                assert_eq!(shown[5], best[0]["value"], "{at}");
            }
        }
        // A model is one row, and no rival of itself.
        let models = tab.count("#models tbody tr");
        assert_eq!(tab.count("#ranking tbody tr"), models);
        let distinct = tab.eval(
            "(() => { const data = JSON.parse(document.getElementById('data').textContent);
                const has = (k) => ({steps}) => steps.some(({classifier}) => classifier === k);
                const rows = [...document.querySelectorAll('#ranking tbody tr')];
                return new Set(rows.map(({dataset}) =>
                    data.scores.models.findIndex(has(Number(dataset.classifier))))).size; })()",
        );
        assert_eq!(distinct, models);
        assert_eq!(tab.count("#table, #near-box, #pair"), 0);
        assert!(tab.text("#optimism").contains("looks better than it is"));
        assert!(
            tab.text("#verdict").contains("look better than they are"),
            "{}",
            tab.text("#verdict")
        );
        tab.is_faultless();
    }
}

fn sliders_choose_thresholds(browser: &Chromium) {
    let folder = Folder::new(SMALL);
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&folder.report(&[SCORES, &["--metric", "accuracy"]].concat()));
    let place = || {
        tab.eval(
            "[...document.querySelectorAll('#roc .chosen')].map(point => \
             [point.getAttribute('cx'), point.getAttribute('cy')])",
        )
    };
    let (before, best) = (place(), rows(&tab));
    assert_eq!(tab.count("#decision .at-chosen"), 0);
    tab.eval("(() => { const slider = document.querySelector('#models tbody tr:first-child .threshold-slider');
        slider.value = slider.max; slider.dispatchEvent(new Event('input')); })()");
    tab.settle();
    // The highest threshold is nobody's.
    assert_eq!(
        rows(&tab)[0].as_array().expect("a row")[..5],
        [json!("nobody"), json!("85"), json!("0"), json!("43"), json!("0")]
    );
    assert_eq!(rows(&tab)[1..], best[1..], "the others stay");
    assert_ne!(place(), before);
    assert_eq!(tab.count("#decision .at-chosen"), 3);
    assert_eq!(tab.eval("document.querySelector('#one-preference').checked"), false);
    // Thresholds of one's own do not follow the preference, values do.
    tab.write("#at", "0.9, 0.9");
    assert_eq!(rows(&tab)[0][0], "nobody");
    tab.click("#one-preference");
    assert_eq!(tab.count("#decision .at-chosen"), 0);
    let again = best_of(&folder, "9/10,9/10", None);
    assert_eq!(rows(&tab)[0][5], again[0][0]["value"]);
    tab.is_faultless();
}

fn the_diagonal_and_the_decision_curve_are_linked(browser: &Chromium) {
    let folder = Folder::new(SMALL);
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&folder.report(&[SCORES, &["--metric", "accuracy"]].concat()));
    let shown = || tab.eval("document.querySelector('#decision .chosen-p')?.dataset.p ?? null");
    assert_eq!(shown(), "1/2", "accuracy is p = 1/2");
    tab.write("#at", "0.8, 0.8");
    assert_eq!(shown(), "1/5");
    assert!(tab.text("#decision-note").contains("a miss weighs as much as 4 false alarms"));
    tab.write("#at", "0.8, 0.7");
    assert_eq!(shown(), Value::Null);
    assert!(tab.text("#decision-note").contains("not on the diagonal"));
    let [x, y, width, height]: [f64; 4] = serde_json::from_value(tab.eval(
        "(() => { document.querySelector('#decision').scrollIntoView(); const {left, top, width, height} = document.querySelector('#decision .frame').getBoundingClientRect();
            return [left, top, width, height]; })()",
    )).expect("a square");
    tab.press([x + 0.25 * width, y + 0.4 * height]);
    let at = tab.eval(
        "(() => { const {a, b} = document.querySelector('#pinned').dataset; return [a, b]; })()",
    );
    let at: [String; 2] = serde_json::from_value(at).expect("a point");
    assert_eq!(at[0], at[1]);
    let a: Rational = at[0].parse().expect("a number");
    assert!((a.to_f64() - 0.75).abs() < 0.01, "{a}");
    tab.eval("document.querySelector('#decision').focus()");
    tab.key("Shift+ArrowRight");
    let next: Rational = shown().as_str().expect("p").parse().expect("a number");
    assert_eq!(next, a.complement() + Rational::new(1, 10));
    assert_eq!(tab.count("#tile .diagonal"), 1);
    tab.is_faultless();
}

fn marks_stand_where_the_best_model_changes(browser: &Chromium) {
    for fixture in [None, Some("breast_cancer_scores.csv")] {
        let folder = fixture.map_or_else(|| Folder::new(SMALL), Folder::of_fixture);
        let tab = Tab::new(browser, Look::DESK);
        tab.open(&folder.report(&[SCORES, &["--metric", "accuracy"]].concat()));
        let marks = tab.eval(
            "(() => { const data = JSON.parse(document.getElementById('data').textContent);
                return DecisionChanges.changes(data, Exact.read(data.tile.own_prior)).map(({p, from, to}) => [Exact.print(p), from, to]); })()",
        );
        let marks: Vec<(String, Option<usize>, Option<usize>)> =
            serde_json::from_value(marks).expect("marks");
        assert!(marks.len() >= 2, "{marks:?}");
        assert_eq!(tab.count("#decision .change-mark"), marks.len() as u64);
        let values = |p: &Rational| -> Vec<Rational> {
            let a = p.complement();
            let value = |best: &Value| {
                best[0]["value"].as_str().expect("a value").parse().expect("a number")
            };
            best_of(&folder, &format!("{a},{a}"), None).iter().map(value).collect()
        };
        for (p, from, to) in &marks {
            let p: Rational = p.parse().expect("a number");
            let there = values(&p);
            let best = there.iter().max().expect("models").clone();
            for model in [from, to].into_iter().flatten() {
                assert_eq!(there[*model], best, "{p}: {marks:?}");
            }
            // On either side it is the one that is told.
            let step = Rational::new(1, 1_000_000);
            for (side, model) in [(&p + &step, from), (&p - &step, to)] {
                let here = values(&side);
                if let Some(model) = model {
                    assert_eq!(here.iter().max(), Some(&here[*model]), "{side}: {marks:?}");
                }
            }
        }
        tab.is_faultless();
    }
}

fn models_fit_every_screen_and_paper(browser: &Chromium) {
    let folder = Folder::of_fixture("breast_cancer_scores.csv");
    let page = folder.report(SCORES);
    let size = std::fs::metadata(&page).expect("a page").len();
    assert!(size < 2_000_000, "{size} bytes");
    for look in [Look::DESK, Look { dark: true, ..Look::TABLET }, Look::PHONE] {
        let tab = Tab::new(browser, look);
        tab.open(&page);
        assert!(tab.rectangle("#decision")[2] > 250.0);
        let wide =
            tab.eval("document.documentElement.scrollWidth - document.documentElement.clientWidth");
        assert!(
            wide.as_f64().is_some_and(|wide| wide <= 0.0),
            "{} wide: {wide} too much",
            look.width
        );
        tab.is_faultless();
    }
    let tab = Tab::new(browser, Look { script: false, ..Look::DESK });
    tab.open(&page);
    assert!(tab.text("#models").contains("logistic"));
    assert_eq!(
        tab.eval(
            "[...document.querySelectorAll('#thresholds input')].filter(input => \
         input.checkVisibility()).length"
        ),
        0
    );
    // A model has one colour, and its thresholds shades of it.
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&page);
    let colours = tab.eval(
        "(() => { const data = JSON.parse(document.getElementById('data').textContent);
            return data.scores.models.map(({steps}, model) => {
                const own = steps.filter(({classifier}) => classifier !== null).map(({classifier}) => data.colours[classifier].fill);
                return [own[0] === ModelsView.colour(data, model), new Set(own).size > 1]; }); })()",
    );
    assert_eq!(
        colours,
        json!([[true, true]; 7].iter().map(|pair| json!(pair)).collect::<Vec<_>>())
    );
}
