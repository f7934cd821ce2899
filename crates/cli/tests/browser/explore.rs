//! The Tile in the page: what is under the pointer is what the program says, to the last digit.

use serde_json::{Value, json};

use crate::chromium::Chromium;
use crate::program::Folder;
use crate::scripts::ranking_of_program;
use crate::tab::{Look, Tab};

pub(crate) const TESTS: &[crate::Test] = &[
    ("hovering_shows_the_ranking_of_the_program", hovering_shows_the_ranking_of_the_program),
    ("ties_are_shown_as_ties", ties_are_shown_as_ties),
    ("a_click_pins_and_escape_unpins", a_click_pins_and_escape_unpins),
    ("named_scores_are_pinned_where_they_stand", named_scores_are_pinned_where_they_stand),
    ("a_typed_point_is_pinned_exactly", a_typed_point_is_pinned_exactly),
    ("what_a_miss_costs_is_a_preference", what_a_miss_costs_is_a_preference),
    ("the_prior_warps_the_tile_exactly", the_prior_warps_the_tile_exactly),
    ("a_wrong_prior_is_refused_politely", a_wrong_prior_is_refused_politely),
    ("every_layer_draws", every_layer_draws),
    ("how_sure_the_winner_is_follows_the_prior", how_sure_the_winner_is_follows_the_prior),
    (
        "regions_under_the_pointer_are_those_of_their_rank",
        regions_under_the_pointer_are_those_of_their_rank,
    ),
    ("the_keyboard_suffices", the_keyboard_suffices),
    ("the_first_stays_first_as_far_as_told", the_first_stays_first_as_far_as_told),
];

/// Two equal classifiers, one beaten everywhere, two that are not.
const FOUR: &str =
    "name,tn,fp,fn,tp\nP1,56,24,6,14\nP2,40,40,4,16\nP1 again,56,24,6,14\nworse,30,50,6,14\n";

/// Distributions are not looked at here: one metric whose is quickly computed will do.
const FAST: &[&str] = &["--metric", "accuracy"];

/// A place of the Tile in pixels of the window. The square is found by the page's own marks: its
/// frame.
pub(crate) fn on_tile(tab: &Tab<'_>, a: f64, b: f64) -> [f64; 2] {
    tab.rectangle("#tile");
    let frame = tab.eval(
        "(() => { const {left, top, width, height} = document.querySelector('#tile .frame').getBoundingClientRect();
                  return [left, top, width, height]; })()",
    );
    let [left, top, width, height]: [f64; 4] = serde_json::from_value(frame).expect("a square");
    assert!((width - height).abs() < 1.0, "the Tile is a square: {width} x {height}");
    [left + a * width, top + (1.0 - b) * height]
}

/// Returns the exact place that the page shows.
fn place(tab: &Tab<'_>) -> [String; 2] {
    let at = tab.eval(
        "(() => { const {a, b} = document.querySelector('#pinned').dataset; return [a, b]; })()",
    );
    serde_json::from_value(at).expect("two exact numbers")
}

/// Returns the table's ranking in the form of `ranking_of_program`.
fn ranking_shown(tab: &Tab<'_>) -> Value {
    let rows = tab.eval(
        "[...document.querySelectorAll('#ranking tr[data-classifier]')].map(row =>
            [Number(row.dataset.classifier), row.dataset.value, row.dataset.rank])",
    );
    let rank = |row: &Value| -> Value {
        let text = row.as_str().expect("a text");
        if text.is_empty() {
            return Value::Null;
        }
        text.split('-').map(|end| end.parse::<u32>().expect("a rank")).collect()
    };
    rows.as_array()
        .expect("rows")
        .iter()
        .map(|row| {
            let value = Some(&row[1]).filter(|value| *value != "undefined");
            json!([row[0], value, rank(&row[2])])
        })
        .collect()
}

/// Asserts that the table agrees with the program at the page's place and prior.
fn agrees(tab: &Tab<'_>, folder: &Folder, prior: Option<&str>) -> [String; 2] {
    let at = place(tab);
    let expected = ranking_of_program(folder, [&at[0], &at[1]], prior);
    assert_eq!(ranking_shown(tab), expected, "{at:?} {prior:?}");
    at
}

/// Near enough for a pointer that stands on a pixel of a few hundred.
fn is_near(at: &[String; 2], wanted: [f64; 2]) -> bool {
    at.iter().zip(wanted).all(|(z, wanted)| {
        let exact: exactile::Rational = z.parse().expect("a number");
        (exact.to_f64() - wanted).abs() < 0.005
    })
}

fn hovering_shows_the_ranking_of_the_program(browser: &Chromium) {
    let folder = Folder::of_fixture("breast_cancer_confusion.csv");
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&folder.report(FAST));
    for [a, b] in [[0.4, 0.63], [0.1, 0.9], [0.93, 0.07], [0.0, 0.0], [1.0, 1.0]] {
        tab.point(on_tile(&tab, a, b));
        let at = agrees(&tab, &folder, None);
        assert!(is_near(&at, [a, b]), "{at:?} is not {a}, {b}");
    }
    assert_eq!(tab.count("#ranking tr[data-classifier]"), 32);
    // What is read is what is in the attributes.
    let first = tab.texts("#ranking tr[data-classifier]:first-child > *");
    let value = tab.eval("document.querySelector('#ranking tr[data-classifier]').dataset.value");
    let value: exactile::Rational = value.as_str().expect("a value").parse().expect("a number");
    assert!(first.contains(&value.to_decimal(5)), "{first:?} {value}");
    // Beside the Tile there is no point.
    let before = place(&tab);
    tab.point([2.0, 2.0]);
    assert_ne!(place(&tab), before);
    tab.is_faultless();
}

fn ties_are_shown_as_ties(browser: &Chromium) {
    let folder = Folder::new(FOUR);
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&folder.report(FAST));
    tab.point(on_tile(&tab, 0.5, 0.5));
    agrees(&tab, &folder, None);
    assert_eq!(tab.texts("#ranking tr[data-rank='1-2'] bdi"), ["P1", "P1 again"]);
    tab.click("#near-box summary");
    let ties = tab.text("#ties");
    assert!(
        ties.contains("P1") && ties.contains("P1 again") && ties.contains("every point"),
        "{ties}"
    );
    assert!(!ties.contains("worse"), "{ties}");
    // At TPR P1, its equal and the worse one tie, at this very corner only for the last.
    tab.choose("#score", &score_option(&tab, "TPR"));
    agrees(&tab, &folder, None);
    assert_eq!(tab.count("#ranking tr[data-rank='2-4']"), 3);
    // Ties and neighbours follow when the point has come to rest.
    tab.wait("document.querySelector('#ties').innerText.includes('worse')");
    tab.is_faultless();
}

/// The value of the option with a text.
fn score_option(tab: &Tab<'_>, name: &str) -> String {
    let value = tab.eval(&format!(
        "[...document.querySelector('#score').options].find(option => option.text === {}).value",
        json!(name)
    ));
    value.as_str().expect("an option").to_owned()
}

fn a_click_pins_and_escape_unpins(browser: &Chromium) {
    let folder = Folder::new(FOUR);
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&folder.report(FAST));
    let is_pinned = || tab.eval("document.querySelector('#pinned').dataset.isPinned") == "true";
    assert!(!is_pinned());
    tab.press(on_tile(&tab, 0.3, 0.7));
    assert!(is_pinned());
    let pinned = agrees(&tab, &folder, None);
    assert!(is_near(&pinned, [0.3, 0.7]), "{pinned:?}");
    // A pinned point stays while the pointer wanders.
    tab.point(on_tile(&tab, 0.8, 0.2));
    assert_eq!(place(&tab), pinned);
    tab.press(on_tile(&tab, 0.6, 0.4));
    assert!(is_near(&place(&tab), [0.6, 0.4]));
    tab.key("Escape");
    assert!(!is_pinned());
    tab.press(on_tile(&tab, 0.3, 0.7));
    assert!(is_pinned());
    tab.click("#unpin");
    assert!(!is_pinned());
    tab.is_faultless();
}

fn named_scores_are_pinned_where_they_stand(browser: &Chromium) {
    let folder = Folder::new(FOUR);
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&folder.report(FAST));
    for id in ["accuracy", "f1", "ba", "tpr", "npv"] {
        let stands = folder.alone(&["place", "--score", id, "--prior", "1/5"]);
        let selector = format!("#tile [data-score='{id}']");
        tab.click(&selector);
        let at = agrees(&tab, &folder, None);
        assert_eq!(json!(at), stands["at"], "{id}");
        let name = tab.eval(&format!(
            "JSON.parse(document.getElementById('data').textContent).tile.scores.find(score => \
             score.id === {}).name",
            json!(id)
        ));
        assert!(tab.text("#pinned").contains(name.as_str().expect("a name")));
        // A pinned score moves along with the prior.
        tab.write("#prior-text", "1/3");
        let stands = folder.alone(&["place", "--score", id, "--prior", "1/3"]);
        assert_eq!(json!(agrees(&tab, &folder, Some("1/3"))), stands["at"], "{id}");
        tab.click("#prior-reset");
    }
    tab.is_faultless();
}

fn a_typed_point_is_pinned_exactly(browser: &Chromium) {
    let folder = Folder::new(FOUR);
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&folder.report(FAST));
    for (typed, at) in [("1/3, 0.7", ["1/3", "7/10"]), ("(12.5%, 1)", ["1/8", "1"])] {
        tab.write("#at", typed);
        assert_eq!(agrees(&tab, &folder, None), at);
    }
    for wrong in ["2, 0", "1/3", "1/0, 1", "here", "1/3, 1/3, 1/3", "<b>, 1"] {
        tab.write("#at", wrong);
        assert_eq!(place(&tab), ["1/8", "1"], "{wrong}");
        assert_eq!(tab.eval("document.querySelector('#at').getAttribute('aria-invalid')"), "true");
        assert!(tab.text("#at-error").starts_with(&format!("“{wrong}” is no point")), "{wrong}");
    }
    tab.is_faultless();
}

fn what_a_miss_costs_is_a_preference(browser: &Chromium) {
    let folder = Folder::of_fixture("breast_cancer_confusion.csv");
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&folder.report(FAST));
    for (typed, at) in
        [("5", "5/6"), ("5:1", "5/6"), ("0.5", "1/3"), ("1 : 3", "1/4"), ("1:0", "1")]
    {
        tab.write("#cost", typed);
        assert_eq!(agrees(&tab, &folder, None), [at, at], "{typed}");
        assert_eq!(tab.text("#cost-error"), "");
    }
    for wrong in ["-1", "0:0", "x", "1:2:3", "1/0", "<b>"] {
        tab.write("#cost", wrong);
        assert_eq!(place(&tab), ["1", "1"], "{wrong}");
        assert!(tab.text("#cost-error").contains("give how many false alarms"), "{wrong}");
    }
    // The other fields say the same, in their own terms.
    tab.write("#at", "3:1");
    assert_eq!(place(&tab), ["3/4", "3/4"]);
    assert_eq!(tab.eval("document.querySelector('#cost').value"), "3");
    assert_eq!(tab.text("#cost-error"), "");
    tab.write("#cost", "");
    assert_eq!(tab.eval("document.querySelector('#at').value"), "");
    tab.is_faultless();
}

fn the_prior_warps_the_tile_exactly(browser: &Chromium) {
    let folder = Folder::of_fixture("breast_cancer_confusion.csv");
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&folder.report(FAST));
    let outline = || tab.eval("document.querySelector('#tile .borders').getAttribute('d')");
    let mut seen = vec![outline()];
    for prior in ["1/5", "0.001", "99%", "123456789/1234567890123"] {
        tab.write("#prior-text", prior);
        tab.press(on_tile(&tab, 0.25, 0.75));
        agrees(&tab, &folder, Some(prior));
        let now = outline();
        assert!(!seen.contains(&now), "the Tile of {prior} is another");
        seen.push(now);
    }
    // The slider goes through exact priors too.
    let most = tab.eval("document.querySelector('#prior').max");
    let most: u32 = most.as_str().expect("a number").parse().expect("a number");
    for position in [0, most / 3, most] {
        tab.choose("#prior", &position.to_string());
        let shown = tab.eval("document.querySelector('#prior-text').dataset.exact");
        let shown = shown.as_str().expect("a number");
        agrees(&tab, &folder, Some(shown));
    }
    tab.click("#prior-reset");
    agrees(&tab, &folder, None);
    assert_eq!(outline(), seen[0]);
    tab.is_faultless();

    // A report may start with another prior.
    tab.open(&folder.report(&["--metric", "accuracy", "--target-prior", "1/7"]));
    let shown = || {
        let field = tab.eval("document.querySelector('#prior-text').value");
        (field, tab.text("#prior-percent"))
    };
    // A fraction stands behind its share, and is what is edited.
    assert_eq!(shown(), (json!("14.3\u{a0}%"), "1/7".into()));
    tab.eval("document.querySelector('#prior-text').focus()");
    assert_eq!(shown(), (json!("1/7"), "14.3\u{a0}%".into()));
    tab.eval("document.querySelector('#prior-text').blur()");
    assert_eq!(shown(), (json!("14.3\u{a0}%"), "1/7".into()));
    tab.point(on_tile(&tab, 0.25, 0.75));
    agrees(&tab, &folder, Some("1/7"));
    tab.is_faultless();
}

fn a_wrong_prior_is_refused_politely(browser: &Chromium) {
    let folder = Folder::new(FOUR);
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&folder.report(FAST));
    tab.press(on_tile(&tab, 0.25, 0.75));
    for wrong in ["0", "1", "-1/2", "2", "1/0", "x", "", "<script>alert(1)</script>", "1e999999"] {
        tab.write("#prior-text", wrong);
        agrees(&tab, &folder, None);
        assert_eq!(
            tab.eval("document.querySelector('#prior-text').getAttribute('aria-invalid')"),
            "true",
            "{wrong:?}"
        );
        assert!(tab.text("#prior-error").contains("between 0 and 1"));
    }
    tab.write("#prior-text", "1/2");
    agrees(&tab, &folder, Some("1/2"));
    assert_eq!(tab.text("#prior-error"), "");
    tab.is_faultless();
}

/// The bands at the middle of a cell hold the probability that `confidence` gives, wherever the
/// prior moves that point.
fn how_sure_the_winner_is_follows_the_prior(browser: &Chromium) {
    let folder = Folder::new("name,tn,fp,fn,tp\nA,36,4,2,18\nB,32,8,4,16\nC,38,2,9,11\n");
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&folder.report(&["--metric", "f1", "--grid", "8", "--draws", "20000"]));
    tab.choose("#layer", "sure");
    let json = folder
        .json(&["confidence"], &["--at", "9/16,9/16", "--question", "truly", "--draws", "20000"]);
    let best = &json["classifiers"][0]["truly_best"];
    let [lower, upper] = ["lower", "upper"]
        .map(|end| best[end].as_str().expect("digits").parse::<f64>().expect("a number"));
    let first = 50.0 * (lower + upper);
    let reached = |odds: f64| {
        // The image of the cell's middle under the map between the priors.
        let place = odds * 9.0 / (7.0 + odds * 9.0);
        let levels = tab.eval(&format!(
            "(() => {{
                const frame = document.querySelector('#tile .frame');
                const [x, y, side] = ['x', 'y', 'width'].map((k) => Number(frame.getAttribute(k)));
                const point = new DOMPoint(x + {place} * side, y + (1 - {place}) * side);
                return [...document.querySelectorAll('#tile [data-level]')]
                    .filter((path) => path.closest('[data-classifier]').dataset.classifier === '0')
                    .filter((path) => path.isPointInFill(point))
                    .map((path) => Number(path.dataset.level));
            }})()"
        ));
        serde_json::from_value::<Vec<f64>>(levels).expect("levels")
    };
    let all = [10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0, 95.0, 99.0];
    // Two ways to draw: a level that is close to the probability may be on either side of it.
    let clear = |levels: Vec<f64>| -> Vec<f64> {
        levels.into_iter().filter(|level| (level - first).abs() > 1.5).collect()
    };
    let reached = |odds: f64| clear(reached(odds));
    let expected = clear(all.into_iter().filter(|level| *level <= first).collect());
    assert!(expected.len() > 3 && expected.len() < all.len(), "{first}");
    assert_eq!(reached(1.0), expected);
    // From a prior of 1/3 to 1/5: odds of 1/2 over odds of 1/4.
    tab.write("#prior-text", "1/5");
    assert_eq!(reached(2.0), expected);
    assert!(tab.text("#tile-legend").contains("8 \u{d7} 8 points"));
    assert!(
        tab.text("#summary").contains("of 64 points inside the Tile")
            || tab.text("#summary").contains("on the Tile (64 points)")
            || tab.text("#summary").contains("At none of 64 points inside the Tile")
    );
    tab.is_faultless();
}

fn every_layer_draws(browser: &Chromium) {
    let folder = Folder::of_fixture("breast_cancer_confusion.csv");
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&folder.report(FAST));
    let layers =
        tab.eval("[...document.querySelector('#layer').options].map(option => option.value)");
    let layers: Vec<String> = serde_json::from_value(layers).expect("names");
    for wanted in ["entity", "sure", "rank", "best", "worst"] {
        assert!(layers.iter().any(|layer| layer == wanted), "{layers:?}");
    }
    let mut seen = Vec::new();
    for layer in &layers {
        tab.choose("#layer", layer);
        let drawn = tab.eval("document.querySelector('#tile .layers').innerHTML");
        assert!(tab.count("#tile .region") > 0, "{layer}");
        assert!(!seen.contains(&drawn), "{layer} looks like another layer");
        seen.push(drawn);
        assert!(!tab.text("#tile-legend").trim().is_empty(), "{layer}");
        // Its controls are there, the others are not.
        if layer == "entity" {
            assert!(
                tab.eval("document.querySelector('#rank').offsetParent !== null").as_bool()
                    == Some(true)
            );
        }
        if layer == "rank" {
            tab.choose("#classifier", "0");
            let first = tab.eval("document.querySelector('#tile .layers').innerHTML");
            tab.choose("#classifier", "1");
            assert_ne!(tab.eval("document.querySelector('#tile .layers').innerHTML"), first);
        }
    }
    tab.is_faultless();
}

/// The classifier and the rank of the region under the pointer.
fn region_under(tab: &Tab<'_>, [x, y]: [f64; 2]) -> Option<(u64, [u64; 2])> {
    let found = tab.eval(&format!(
        "(() => {{
            const region = document.elementsFromPoint({x}, {y}).find(element => element.matches('.region'));
            return region ? [Number(region.dataset.classifier), region.dataset.rank.split('-').map(Number)] : null;
        }})()"
    ));
    serde_json::from_value(found).expect("a region")
}

fn regions_under_the_pointer_are_those_of_their_rank(browser: &Chromium) {
    let folder = Folder::of_fixture("breast_cancer_confusion.csv");
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&folder.report(FAST));
    for prior in ["212/569", "1/20"] {
        tab.write("#prior-text", prior);
        for rank in [1, 2, 7, 32] {
            tab.choose("#rank", &rank.to_string());
            for [a, b] in [[0.11, 0.23], [0.47, 0.86], [0.81, 0.33], [0.913, 0.862], [0.041, 0.067]]
            {
                let pixel = on_tile(&tab, a, b);
                let Some((classifier, ranks)) = region_under(&tab, pixel) else {
                    panic!("no region of rank {rank} at {a}, {b}");
                };
                // The place under the pixel, from the page, and the program's ranking there.
                tab.point(pixel);
                let at = place(&tab);
                let ranking = ranking_of_program(&folder, [&at[0], &at[1]], Some(prior));
                let ranking = ranking.as_array().expect("a list");
                let row = ranking.iter().find(|row| row[0] == classifier).expect("a row");
                assert_eq!(row[2], json!(ranks), "rank {rank} at {at:?} under {prior}");
                assert!(ranks[0] <= rank && rank <= ranks[1]);
            }
        }
    }
    tab.is_faultless();
}

fn the_keyboard_suffices(browser: &Chromium) {
    let folder = Folder::new(FOUR);
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&folder.report(FAST));
    // With Tab alone everything is reached, and what is reached is seen to be.
    let mut reached: Vec<String> = Vec::new();
    for _ in 0..90 {
        tab.key("Tab");
        let here = tab.eval(
            "(() => {
                const element = document.activeElement;
                if (element === document.body) return null;
                const box = element.getBoundingClientRect();
                const style = getComputedStyle(element);
                const seen = box.width > 0 && box.bottom > 0 && box.top < innerHeight
                    && (style.outlineStyle !== 'none' || style.boxShadow !== 'none');
                return [element.id || element.dataset.saves || element.tagName, seen];
            })()",
        );
        let Some(name) = here[0].as_str() else { break };
        assert_eq!(here[1], true, "the focus on {name} is not seen");
        reached.push(name.to_owned());
    }
    for wanted in
        ["cost", "layer", "rank", "score", "at", "prior", "prior-text", "tile", "roc-zoom", "roc"]
    {
        assert!(reached.iter().any(|name| name == wanted), "{wanted} is not in {reached:?}");
    }
    let steps = reached.len();
    assert_eq!(
        reached.iter().find(|name| ["cost", "layer"].contains(&name.as_str())),
        Some(&"cost".to_owned())
    );
    assert!(steps < 90, "the way through the page is long: {reached:?}");

    tab.eval("document.querySelector('#tile').focus()");
    tab.key("Enter");
    assert_eq!(agrees(&tab, &folder, None), ["1/2", "1/2"]);
    for (key, at) in [
        ("ArrowRight", ["51/100", "1/2"]),
        ("ArrowUp", ["51/100", "51/100"]),
        ("Shift+ArrowLeft", ["41/100", "51/100"]),
        ("Shift+ArrowDown", ["41/100", "41/100"]),
        ("ArrowDown", ["41/100", "2/5"]),
        ("ArrowLeft", ["2/5", "2/5"]),
    ] {
        tab.key(key);
        assert_eq!(agrees(&tab, &folder, None), at, "{key}");
    }
    for _ in 0..12 {
        tab.key("Shift+ArrowRight");
    }
    assert_eq!(agrees(&tab, &folder, None), ["1", "2/5"]);
    // What changed is said.
    tab.wait(
        "document.querySelector('#live').textContent.replace(/[\\u2066-\\u2069]/g, \
         '').includes('first: P')",
    );
    tab.key("Escape");
    assert_eq!(tab.eval("document.querySelector('#pinned').dataset.isPinned"), "false");
    tab.key("Enter");
    assert_eq!(tab.eval("document.querySelector('#pinned').dataset.isPinned"), "true");
    tab.is_faultless();
}

fn the_first_stays_first_as_far_as_told(browser: &Chromium) {
    let folder = Folder::of_fixture("breast_cancer_confusion.csv");
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&folder.report(FAST));
    tab.write("#at", "0.4, 0.3");
    let rank_at = |classifier: &Value, at: [&str; 2]| {
        let ranking = ranking_of_program(&folder, at, None);
        let ranking = ranking.as_array().expect("a list");
        ranking.iter().find(|row| row[0] == *classifier).expect("a row")[2].clone()
    };
    let winner = ranking_of_program(&folder, ["2/5", "3/10"], None)[0][0].clone();
    assert_eq!(rank_at(&winner, ["2/5", "3/10"]), json!([1, 1]));
    // At the start, accuracy, two are first; what is told follows when the point has come to rest.
    tab.wait("document.querySelector('#near .first-place') !== null");
    // The ends in the order of the sentence, those that are told: along b, then along a.
    let ends = tab.eval(
        "[...document.querySelectorAll('#near .first-place [data-at]')].map(end => end.dataset.at)",
    );
    let ends: Vec<String> = serde_json::from_value(ends).expect("ends");
    assert!(!ends.is_empty(), "{}", tab.text("#near"));
    for end in &ends {
        let ranks = [["2/5", end], [end, "3/10"]].map(|at| rank_at(&winner, at));
        let tied = ranks.iter().any(|rank| rank[0] == 1 && rank[1] != 1);
        assert!(tied, "nobody ties with the first at {end}: {ranks:?}");
    }
    // Neighbours that would swap tie where the table says.
    let rows = tab.eval(
        "[...document.querySelectorAll('#near tr')].map(row =>
            [...row.querySelectorAll('td')].map(cell => cell.dataset.at).filter(Boolean))",
    );
    let mut seen = 0;
    for at in rows.as_array().expect("rows").iter().flat_map(|row| row.as_array().expect("cells")) {
        let at = at.as_str().expect("a number");
        let ties = [["2/5", at], [at, "3/10"]].map(|at| {
            let ranking = ranking_of_program(&folder, at, None);
            let rows = ranking.as_array().expect("rows");
            rows.iter().filter(|row| row[2][0] != row[2][1]).count()
        });
        let usual = ranking_of_program(&folder, ["2/5", "3/10"], None);
        let usual = usual.as_array().expect("rows");
        let usual = usual.iter().filter(|row| row[2][0] != row[2][1]).count();
        assert!(ties.iter().any(|&tied| tied > usual), "no further tie at {at}: {ties:?}, {usual}");
        seen += 1;
    }
    assert!(seen >= 4, "{seen} places were told");
    tab.is_faultless();
}
