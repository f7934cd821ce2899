//! The page of models whose thresholds are chosen on other samples than those that judge them.

use std::path::PathBuf;

use exactile::Rational;
use serde_json::Value;

use crate::chromium::Chromium;
use crate::program::Folder;
use crate::tab::{Look, Tab};

pub(crate) const TESTS: &[crate::Test] = &[
    ("thresholds_chosen_elsewhere_are_judged_here", thresholds_chosen_elsewhere_are_judged_here),
    ("the_tile_shows_what_is_chosen_elsewhere", the_tile_shows_what_is_chosen_elsewhere),
    ("the_decision_curve_changes_where_values_do", the_decision_curve_changes_where_values_do),
];

/// Every second sample of the data, and the other half.
fn halves() -> (Folder, PathBuf) {
    let path = format!("{}/../../fixtures/breast_cancer_scores.csv", env!("CARGO_MANIFEST_DIR"));
    let all = std::fs::read_to_string(path).expect("a fixture");
    let (header, rows) = all.split_once('\n').expect("a header");
    let half = |odd: usize| {
        let rows: Vec<&str> = rows.lines().skip(odd).step_by(2).collect();
        format!("{header}\n{}\n", rows.join("\n"))
    };
    let folder = Folder::new(half(0));
    let report = {
        folder.write("other.csv", &half(1));
        folder.report(&["--input-format", "scores", "--choose-on", "other.csv"])
    };
    (folder, report)
}

const PLACES: [(&str, &str); 6] = [
    ("1/2,1/2", "1/10"),
    ("0.8,0.8", "1/2"),
    ("0.31,0.93", "34/95"),
    ("0.052,0.071", "0.9"),
    ("0.97,0.42", "1/10"),
    ("0.6,0.2", "0.02"),
];

/// Returns the models of the result of `thresholds`.
fn told(folder: &Folder, at: &str, prior: &str) -> Vec<Value> {
    let options = ["--choose-on", "other.csv", "--at", at, "--target-prior", prior];
    let told = folder.json(&["thresholds"], &options);
    told["models"].as_array().expect("models").clone()
}

fn number(of: &Value) -> Rational {
    of.as_str().expect("a number").parse().expect("a number")
}

fn thresholds_chosen_elsewhere_are_judged_here(browser: &Chromium) {
    let (folder, report) = halves();
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&report);
    let said = tab.text("#optimism");
    assert!(said.starts_with("Thresholds are chosen on other.csv ("), "{said}");
    assert!(said.ends_with("and judged on input.csv."), "{said}");
    assert!(!tab.text("body").contains("looks better than it is"));
    for (at, prior) in PLACES {
        tab.write("#prior-text", prior);
        tab.write("#at", at);
        let models = told(&folder, at, prior);
        let rows = tab.eval(
            "[...document.querySelectorAll('#models tbody tr')].map(row => [...row.querySelectorAll('.count')]
                .map(cell => cell.textContent).concat(row.querySelector('.value').dataset.value))",
        );
        for (row, model) in rows.as_array().expect("rows").iter().zip(&models) {
            let is_row = |rule: &Value| {
                let keys = ["tn", "fp", "fn", "tp", "value"];
                keys.iter().enumerate().all(|(k, key)| row[k] == rule[key])
            };
            let chosen = model["chosen"].as_array().expect("thresholds");
            assert!(chosen.iter().any(is_row), "{at} {prior}: {row} {model}");
        }
        // The ranking has one threshold of each model.
        let ranking = tab.eval(
            "[...document.querySelectorAll('#ranking tbody tr')].map(({dataset}) => \
             [dataset.value, dataset.rank])",
        );
        let mut values: Vec<Rational> =
            models.iter().map(|model| number(&model["chosen"][0]["value"])).collect();
        values.sort_by(|x, y| y.cmp(x));
        let shown: Vec<Rational> =
            ranking.as_array().expect("rows").iter().map(|row| number(&row[0])).collect();
        assert_eq!(shown, values, "{at} {prior}");
    }
    // Without script the table has the thresholds for accuracy.
    let still = Tab::new(browser, Look { script: false, ..Look::DESK });
    still.open(&report);
    let rows = still.texts("#models tbody tr");
    let models = told(&folder, "1/2,1/2", "34/95");
    for (row, model) in rows.iter().zip(&models) {
        let counts = |rule: &Value| {
            let count = |key: &str| rule[key].as_str().expect("a count").to_owned();
            row.split_whitespace().any(|word| word == count("tn"))
                && row.split_whitespace().any(|word| word == count("tp"))
        };
        assert!(model["chosen"].as_array().expect("rules").iter().any(counts), "{row} {model}");
    }
    tab.is_faultless();
}

fn the_tile_shows_what_is_chosen_elsewhere(browser: &Chromium) {
    let (_folder, report) = halves();
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&report);
    for prior in ["34/95", "1/10", "0.8"] {
        tab.write("#prior-text", prior);
        for (rank, at) in [(1, "0.83,0.27"), (1, "0.44,0.91"), (1, "0.11,0.06"), (3, "0.52,0.47")] {
            tab.eval(&format!(
                "(() => {{ const rank = document.querySelector('#rank'); rank.value = {rank};
                    rank.dispatchEvent(new Event('input')); }})()"
            ));
            tab.write("#at", at);
            let found = tab.eval(&format!(
                "(() => {{ const [a, b] = [{at}];
                    const frame = document.querySelector('#tile .frame');
                    const [x, y, side] = ['x', 'y', 'width'].map(name => Number(frame.getAttribute(name)));
                    const point = new DOMPoint(x + a * side, y + (1 - b) * side);
                    const shown = [...document.querySelectorAll('#tile .region')].filter(path => path.isPointInFill(point));
                    const of = [...document.querySelectorAll('#ranking tbody tr')].filter(({{dataset}}) => {{
                        const [best, worst] = dataset.rank.split('-').map(Number);
                        return best <= {rank} && {rank} <= worst; }});
                    return [shown.map(({{dataset}}) => dataset.classifier), of.map(({{dataset}}) => dataset.classifier)]; }})()"
            ));
            let [shown, ranked]: [Vec<String>; 2] = serde_json::from_value(found).expect("lists");
            assert_eq!(shown.len(), 1, "{prior} {rank} {at}: {shown:?} {ranked:?}");
            assert!(ranked.contains(&shown[0]), "{prior} {rank} {at}: {shown:?} {ranked:?}");
        }
    }
    for layer in ["entity", "sure", "rank", "best", "worst"] {
        tab.choose("#layer", layer);
        tab.settle();
    }
    tab.is_faultless();
}

fn the_decision_curve_changes_where_values_do(browser: &Chromium) {
    let (folder, report) = halves();
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&report);
    let marks = tab.eval(
        "(() => { const data = JSON.parse(document.getElementById('data').textContent);
            return DecisionChanges.changes(data, Exact.read(data.tile.own_prior)).map(({p, from, to}) => [Exact.print(p), from, to]); })()",
    );
    let marks: Vec<(String, Option<usize>, Option<usize>)> =
        serde_json::from_value(marks).expect("marks");
    assert!(marks.len() >= 3, "{marks:?}");
    let (positives, negatives) = {
        let told = folder.json(&["thresholds"], &[]);
        (told["positives"].as_u64().expect("a count"), told["negatives"].as_u64().expect("a count"))
    };
    let prior = Rational::new(positives, positives + negatives).to_string();
    let values = |p: &Rational| -> Vec<Rational> {
        let a = p.complement();
        told(&folder, &format!("{a},{a}"), &prior)
            .iter()
            .map(|model| number(&model["chosen"][0]["value"]))
            .collect()
    };
    let mut ends: Vec<Rational> =
        marks.iter().map(|(p, ..)| p.parse().expect("a number")).collect();
    let step = Rational::new(1, 10_000_000);
    for ((_, from, to), p) in marks.iter().zip(&ends) {
        for (side, model) in [(p + &step, from), (p - &step, to)] {
            if let Some(model) = model {
                let here = values(&side);
                assert_eq!(here.iter().max(), Some(&here[*model]), "{side}: {marks:?}");
            }
        }
    }
    // Between two marks one model is the best all along.
    ends.insert(0, Rational::ONE);
    for (pair, (_, best, _)) in ends.windows(2).zip(&marks) {
        let middle = (&pair[0] + &pair[1]) / Rational::from(2);
        if let Some(best) = best {
            let here = values(&middle);
            assert_eq!(here.iter().max(), Some(&here[*best]), "{middle}: {marks:?}");
        }
    }
    tab.is_faultless();
}
