//! The table and its CSV, and the comparison of two classifiers.

use exactile::Rational;
use serde_json::json;

use crate::chromium::Chromium;
use crate::program::Folder;
use crate::tab::{Look, Tab};

pub(crate) const TESTS: &[crate::Test] = &[
    ("columns_sort_exactly", columns_sort_exactly),
    ("csv_is_kept_as_it_is_sorted", csv_is_kept_as_it_is_sorted),
    ("csv_holds_the_exact_values_of_score", csv_holds_the_exact_values_of_score),
    ("pairs_are_those_of_lattice_compare", pairs_are_those_of_lattice_compare),
    ("distributions_hold_all_of_the_mass", distributions_hold_all_of_the_mass),
    ("neighbours_are_compared_by_a_click", neighbours_are_compared_by_a_click),
];

/// Values that floats and texts sort wrongly: 9 and 10, equal quotients, undefined ones, names with
/// commas and formulas.
const ODD: &str = "name,tn,fp,fn,tp\nten,80,0,10,10\n\"nine, or so\",79,1,9,11\n=1+1,40,40,2,18\n\
    never,80,0,20,0\ntwin,40,40,2,18\n@x,10,70,1,19\n";

fn sorted_names(tab: &Tab<'_>) -> Vec<String> {
    tab.texts("#table tbody tr th bdi")
}

fn columns_sort_exactly(browser: &Chromium) {
    let folder = Folder::new(ODD);
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&folder.report(&["--metric", "ppv", "--metric", "mcc", "--metric", "f1"]));
    let columns = tab.eval(
        "[...document.querySelectorAll('#table th[data-column]')].map(head => head.dataset.column)",
    );
    let columns: Vec<String> = serde_json::from_value(columns).expect("names");
    assert!(columns.len() >= 10, "{columns:?}");
    for column in &columns {
        let head = format!("#table th[data-column='{column}']");
        let button = format!("{head} button");
        let order = || {
            let rows = tab.eval(&format!(
                "(() => {{
                    const at = document.querySelector({}).cellIndex;
                    return [...document.querySelectorAll('#table tbody tr')].map(row => row.cells[at].dataset.order ?? null);
                }})()",
                json!(head)
            ));
            let rows: Vec<Option<String>> = serde_json::from_value(rows).expect("keys");
            rows.iter()
                .map(|key| key.as_ref().map(|key| key.parse::<i64>().expect("an integer")))
                .collect::<Vec<_>>()
        };
        let mut directions = Vec::new();
        for _ in 0..2 {
            tab.click(&button);
            let direction = tab.eval(&format!(
                "document.querySelector({}).getAttribute('aria-sort')",
                json!(head)
            ));
            let keys = order();
            // Undefined values stay last, whichever way.
            let defined: Vec<i64> = keys.iter().flatten().copied().collect();
            assert!(keys[..defined.len()].iter().all(Option::is_some), "{column}: {keys:?}");
            let mut expected = defined.clone();
            expected.sort_unstable();
            if direction == "descending" {
                expected.reverse();
            }
            assert_eq!(defined, expected, "{column} {direction}");
            directions.push(direction);
        }
        assert_ne!(directions[0], directions[1]);
        assert_eq!(
            tab.count("#table th[aria-sort='ascending'], #table th[aria-sort='descending']"),
            1
        );
    }
    // By value, by count, by name.
    tab.click("#table th[data-column='tn'] button");
    let first =
        tab.eval("document.querySelector('#table th[data-column=tn]').getAttribute('aria-sort')");
    if first == "ascending" {
        tab.click("#table th[data-column='tn'] button");
    }
    assert_eq!(sorted_names(&tab)[2..], ["nine, or so", "=1+1", "twin", "@x"]);
    tab.click("#table th[data-column='metric-ppv'] button");
    // 1, 11/12, 18/58 twice, 19/89, undefined.
    assert_eq!(sorted_names(&tab), ["ten", "nine, or so", "=1+1", "twin", "@x", "never"]);
    tab.is_faultless();
}

/// The records of a CSV text, the header first.
fn records(text: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    reader
        .records()
        .map(|record| record.expect("a record").iter().map(str::to_owned).collect())
        .collect()
}

fn csv_is_kept_as_it_is_sorted(browser: &Chromium) {
    let folder = Folder::new(ODD);
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&folder.report(&["--metric", "ppv"]));
    tab.click("#table th[data-column='name'] button");
    let (name, text) = tab.download("#download-csv");
    assert!(name.ends_with(".csv"), "{name}");
    let records = records(&text);
    assert_eq!(records.len(), 7);
    assert_eq!(records[0][..5], ["name", "tn", "fp", "fn", "tp"]);
    // A spreadsheet must not calculate a name.
    let names: Vec<&str> = records[1..].iter().map(|record| record[0].as_str()).collect();
    let shown = sorted_names(&tab);
    for (name, shown) in names.iter().zip(&shown) {
        assert_eq!(name.trim_start_matches('\''), shown);
        assert!(!name.starts_with(['=', '+', '-', '@']), "{name}");
    }
    tab.click("#copy-csv");
    tab.wait("document.querySelector('#csv-status').textContent !== ''");
    assert_eq!(tab.text("#csv-status"), "Copied.");
    assert_eq!(tab.eval("navigator.clipboard.readText()"), text);
    tab.is_faultless();
}

fn csv_holds_the_exact_values_of_score(browser: &Chromium) {
    let folder = Folder::of_fixture("breast_cancer_confusion.csv");
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&folder.report(&["--metric", "accuracy", "--metric", "tpr"]));
    let (_, text) = tab.download("#download-csv");
    let records = records(&text);
    for metric in ["accuracy", "tpr"] {
        let column = records[0].iter().position(|head| head == metric).expect("a column");
        let expected = folder.run(&["score"], &["--metric", metric, "--format", "csv"]);
        for record in &records[1..] {
            let value: Rational = record[column].parse().expect("an exact number");
            let row = self::records(&expected).into_iter().find(|row| row.contains(&record[0]));
            let row = row.unwrap_or_else(|| panic!("{} is not in {expected}", record[0]));
            assert!(row.contains(&value.to_string()), "{metric} of {}: {value} {row:?}", record[0]);
            // The interval holds what is plausible, in order.
            let ends = [column + 2, column + 3]
                .map(|k| record[k].parse::<Rational>().expect("an end of the interval"));
            assert!(ends[0] <= ends[1], "{record:?}");
        }
    }
    tab.is_faultless();
}

fn pairs_are_those_of_lattice_compare(browser: &Chromium) {
    let folder = Folder::new(ODD);
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&folder.report(&["--metric", "ba", "--metric", "ppv", "--metric", "mcc"]));
    let metrics =
        tab.eval("[...document.querySelector('#pair-metric').options].map(option => option.value)");
    let metrics: Vec<String> = serde_json::from_value(metrics).expect("values");
    for (position, id) in metrics.iter().zip(["ba", "ppv", "mcc"]) {
        tab.choose("#pair-metric", position);
        let answer = folder.json(&["lattice", "compare"], &["--metric", id]);
        let pairs = answer["pairs"].as_array().expect("pairs");
        for [first, second] in [[0, 1], [1, 0], [2, 4], [5, 3], [3, 5]] {
            tab.choose("#pair-first", &first.to_string());
            tab.choose("#pair-second", &second.to_string());
            let pair = pairs.iter().find(|pair| {
                [&pair["first"], &pair["second"]].map(|k| k.as_i64().expect("a position"))
                    == [first.min(second), first.max(second)]
            });
            let pair = pair.expect("the pair");
            for outcome in ["greater", "equal", "less", "undefined"] {
                let asked = match outcome {
                    "greater" if first > second => "less",
                    "less" if first > second => "greater",
                    same => same,
                };
                let expected: Rational =
                    pair[asked].as_str().expect("a number").parse().expect("a number");
                let shown = tab.text(&format!("#pair-result tr[data-outcome='{outcome}'] td"));
                let shown = shown.trim().replace("below 0.001", "0").replace("above 0.999", "1");
                let shown: Rational = shown.parse().expect("a number");
                let off = (&shown - &expected).abs();
                // Three decimals are shown.
                assert!(
                    off <= Rational::new(501, 1_000_000),
                    "{id} {first} {second} {outcome}: {shown} {expected}"
                );
            }
        }
        tab.choose("#pair-first", "2");
        tab.choose("#pair-second", "2");
        assert!(tab.text("#pair-result").contains("two different"));
    }
    tab.is_faultless();
}

fn distributions_hold_all_of_the_mass(browser: &Chromium) {
    let folder = Folder::new(ODD);
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&folder.report(&["--metric", "ba", "--metric", "ppv"]));
    let sums = tab.eval(
        "JSON.parse(document.getElementById('data').textContent).pairs.metrics.flatMap(({histograms}) =>
            histograms.masses.map(({inner, outside}) => [...inner, ...outside].reduce((x, y) => x + y, 0)))",
    );
    for sum in sums.as_array().expect("sums") {
        let sum = sum.as_f64().expect("a sum") / 100_000.0;
        assert!((sum - 1.0).abs() < 0.001, "{sum}");
    }
    assert_eq!(tab.count("#pair-picture path.distribution"), 2);
    tab.is_faultless();
}

fn neighbours_are_compared_by_a_click(browser: &Chromium) {
    let folder = Folder::new(ODD);
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&folder.report(&["--metric", "ba"]));
    tab.click("#near-box summary");
    tab.click("#near button");
    tab.wait("document.querySelector('#pair').getBoundingClientRect().top < innerHeight");
    let two = tab.eval(
        "['first', 'second'].map(which => \
         document.getElementById(`pair-${which}`).selectedOptions[0].text)",
    );
    let words = tab.text("#pair-result");
    for name in two.as_array().expect("two") {
        assert!(words.contains(name.as_str().expect("a name").trim()), "{two} {words}");
    }
    tab.is_faultless();
}
