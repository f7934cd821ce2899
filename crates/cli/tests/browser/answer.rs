//! The page is built around the answer: it comes first, everything follows the preference and the
//! prior, and it fits desks, phones and paper.

use serde_json::{Value, json};

use crate::chromium::Chromium;
use crate::program::Folder;
use crate::tab::{Look, Tab};

pub(crate) const TESTS: &[crate::Test] = &[
    ("the_answer_comes_first_and_then_the_tile", the_answer_comes_first_and_then_the_tile),
    ("nothing_disappears_on_a_phone", nothing_disappears_on_a_phone),
    ("the_answer_follows_the_preference", the_answer_follows_the_preference),
    ("all_columns_fit_a_desk_or_are_announced", all_columns_fit_a_desk_or_are_announced),
    ("those_who_are_never_first_stand_by_best_rank", those_who_are_never_first_stand_by_best_rank),
    ("shares_follow_the_prior", shares_follow_the_prior),
    ("a_classifier_has_one_colour", a_classifier_has_one_colour),
    ("the_hull_is_named_and_the_others_are_grey", the_hull_is_named_and_the_others_are_grey),
    ("the_chart_of_a_pair_has_axes", the_chart_of_a_pair_has_axes),
    ("paper_wraps_no_fraction", paper_wraps_no_fraction),
    (
        "different_priors_are_told_why_there_is_no_pencil",
        different_priors_are_told_why_there_is_no_pencil,
    ),
];

/// Texts of a picture.
fn svg_texts(tab: &Tab<'_>, selector: &str) -> Vec<String> {
    let texts = tab.eval(&format!(
        "[...document.querySelectorAll({})].map(text => text.textContent)",
        json!(selector)
    ));
    serde_json::from_value(texts).expect("texts")
}

const THREE: &str =
    "name,tn,fp,fn,tp\nA,95,5,40,60\nB,80,20,15,85\nC,60,40,3,97\nD,70,30,45,55\nE,78,22,19,81\n";

fn top(tab: &Tab<'_>, selector: &str) -> f64 {
    let top = tab.eval(&format!(
        "document.querySelector({}).getBoundingClientRect().top + scrollY",
        json!(selector)
    ));
    top.as_f64().expect("a number")
}

fn the_answer_comes_first_and_then_the_tile(browser: &Chromium) {
    let folder = Folder::new(THREE);
    let page = folder.report(&["--metric", "accuracy", "--title", "Which reader?"]);
    for look in [Look::DESK, Look::TABLET, Look::PHONE, Look { script: false, ..Look::DESK }] {
        let tab = Tab::new(browser, look);
        tab.open(&page);
        assert_eq!(tab.text("h1"), "Which reader?");
        let tile = if look.script { "#tile" } else { "#tile-still svg" };
        let order =
            ["h1", "#verdict .answer", tile, "#summary", "#numbers", "#pair", "#provenance"];
        let tops: Vec<f64> = order.iter().map(|one| top(&tab, one)).collect();
        assert!(tops.is_sorted(), "{} wide: {order:?} {tops:?}", look.width);
        // Between the answer, with what would change it, and the Tile there are no paragraphs of
        // prose.
        let between = tab.eval(&format!(
            "[...document.querySelectorAll('main p, main li')].filter(p => p.checkVisibility() && p.textContent.length > 60)
                .filter(p => !p.closest('#verdict')).map(p => p.getBoundingClientRect().top + scrollY)
                .filter(y => y > {} && y < {}).length",
            tops[1] + 1.0, tops[2]
        ));
        assert_eq!(between, 0, "{} wide", look.width);
        tab.is_faultless();
    }
}

fn nothing_disappears_on_a_phone(browser: &Chromium) {
    let folder = Folder::of_fixture("breast_cancer_confusion.csv");
    let page = folder.report(&["--metric", "accuracy", "--metric", "mcc"]);
    let shown = |look: Look| {
        let tab = Tab::new(browser, look);
        tab.open(&page);
        tab.wait("document.querySelector('#near table') !== null");
        tab.eval(
            "[...document.querySelectorAll('main [id], #table th, #tile .score, #roc .point')].filter(element => element.checkVisibility()
                && element.id !== 'table-cue' && !element.closest('#table-cue'))
                .map(element => element.id || element.dataset.column || element.dataset.score || element.dataset.classifier).sort()",
        )
    };
    assert_eq!(shown(Look::PHONE), shown(Look::DESK));
    let tab = Tab::new(browser, Look::PHONE);
    tab.open(&page);
    let [x, _, width, _] = tab.rectangle("#tile");
    assert!(x >= 0.0 && x + width <= 390.0 && width > 300.0, "{x} {width}");
}

fn the_answer_follows_the_preference(browser: &Chromium) {
    let folder = Folder::new(THREE);
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&folder.report(&["--metric", "accuracy", "--draws", "2000", "--grid", "16"]));
    let shown = || tab.text("#verdict");
    assert!(shown().contains("By accuracy, B wins with 0.825, ahead of E."), "{}", shown());
    assert!(shown().contains("truly the best of 5"), "{}", shown());
    tab.choose("#score", &option(&tab, "TPR"));
    assert!(shown().contains("By TPR, C wins with 0.970"), "{}", shown());
    assert_eq!(tab.count("#verdict .answer"), tab.count(".verdict-of .answer"));
    // A point without a verdict of its own, and another prior.
    tab.write("#at", "0.3, 0.9");
    assert!(shown().contains("At (0.3, 0.9), with 50\u{a0}% positives, C wins"), "{}", shown());
    assert!(shown().contains("truly the best with a probability of"), "{}", shown());
    assert!(
        shown().contains("is how many false alarms one miss weighs: A is first up to"),
        "{}",
        shown()
    );
    tab.write("#prior-text", "0.01");
    tab.choose("#score", &option(&tab, "accuracy"));
    assert!(shown().contains("with 1\u{a0}% positives, A wins with 0.946"), "{}", shown());
    // Bands hold the share of draws: B at accuracy under the prior of the test.
    let ends = tab.eval(
        "(() => { const data = JSON.parse(document.getElementById('data').textContent);
            return VerdictView.between(data, 1, {a: Exact.HALF, b: Exact.HALF}, Exact.HALF); })()",
    );
    let ends: [f64; 2] = serde_json::from_value(ends).expect("two levels");
    let told = folder
        .json(&["confidence"], &["--score", "accuracy", "--question", "truly", "--draws", "2000"]);
    let best = told["classifiers"].as_array().expect("rows").iter().find(|row| row["name"] == "B");
    let best = &best.expect("B")["truly_best"];
    let end = |end: &str| -> f64 { best[end].as_str().expect("text").parse().expect("a number") };
    assert!(100.0 * end("upper") >= ends[0] && 100.0 * end("lower") <= ends[1], "{ends:?} {best}");
    tab.is_faultless();
}

fn option(tab: &Tab<'_>, name: &str) -> String {
    let value = tab.eval(&format!(
        "[...document.querySelector('#score').options].find(option => option.text === {}).value",
        json!(name)
    ));
    value.as_str().expect("a value").to_owned()
}

fn all_columns_fit_a_desk_or_are_announced(browser: &Chromium) {
    let folder = Folder::of_fixture("breast_cancer_confusion.csv");
    let page = folder.report(&["--metric", "accuracy,ba,tpr,tnr,ppv,f1,mcc"]);
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&page);
    let right = |column: &str| {
        let ends = tab.eval(&format!(
            "['#table th[data-column=\"{column}\"]', '.table-box'].map(one => \
             document.querySelector(one).getBoundingClientRect().right)"
        ));
        serde_json::from_value::<[f64; 2]>(ends).expect("two places")
    };
    for column in ["metric-f1", "metric-mcc", "tn", "fp", "fn", "tp"] {
        let [end, room] = right(column);
        assert!(end <= room + 1.0, "{column} ends at {end}, beyond {room}");
    }
    assert_eq!(tab.eval("document.querySelector('#table-cue').hidden"), true);
    let phone = Tab::new(browser, Look::PHONE);
    phone.open(&page);
    assert_eq!(phone.eval("document.querySelector('#table-cue').checkVisibility()"), true);
    // The key to the colours of ranks.
    assert_eq!(tab.count("#table thead .rank-key rect"), 12);
    assert!(tab.text("#table thead .rank-key").contains("32"));
}

fn those_who_are_never_first_stand_by_best_rank(browser: &Chromium) {
    let folder = Folder::of_fixture("breast_cancer_confusion.csv");
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&folder.report(&["--metric", "accuracy"]));
    let ranks = tab.eval(
        "(() => { const data = JSON.parse(document.getElementById('data').textContent);
            return [...document.querySelectorAll('#table tbody tr')].map(row => data.evidence.rows[row.dataset.classifier].ranks); })()",
    );
    let ranks: Vec<[u32; 2]> = serde_json::from_value(ranks).expect("ranks");
    let never: Vec<[u32; 2]> = ranks.iter().copied().filter(|[best, _]| *best > 1).collect();
    assert!(never.len() > 20 && never.is_sorted(), "{never:?}");
    assert!(ranks[..ranks.len() - never.len()].iter().all(|[best, _]| *best == 1));
}

fn shares_follow_the_prior(browser: &Chromium) {
    let folder = Folder::of_fixture("breast_cancer_confusion.csv");
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&folder.report(&["--metric", "accuracy"]));
    let shown = |tab: &Tab<'_>| -> Vec<(u32, String, String, String)> {
        let rows = tab.eval(
            "[...document.querySelectorAll('#table tbody tr')].sort((x, y) => x.dataset.classifier - y.dataset.classifier)
                .map(row => [Number(row.dataset.classifier), row.querySelector('.share').textContent,
                    row.querySelector('.rank-bar').getAttribute('aria-label'), row.querySelector('.share').dataset.order])",
        );
        serde_json::from_value(rows).expect("rows")
    };
    let before = shown(&tab);
    for prior in ["1/2", "0.02", "0.9", "1/1000"] {
        tab.write("#prior-text", prior);
        let other = Tab::new(browser, Look::DESK);
        let exact = Folder::of_fixture("breast_cancer_confusion.csv");
        other.open(&exact.report(&[
            "--metric",
            "accuracy",
            "--target-prior",
            prior,
            "--draws",
            "0",
        ]));
        // What the program works out exactly for this prior; sorted alike.
        assert_eq!(shown(&tab), shown(&other), "{prior}");
        let named = tab.text("#share-prior");
        assert!(!named.contains("569"), "{named}");
    }
    tab.click("#prior-reset");
    assert_eq!(shown(&tab), before);
    tab.is_faultless();
}

fn a_classifier_has_one_colour(browser: &Chromium) {
    let folder = Folder::of_fixture("breast_cancer_confusion.csv");
    let page = folder.report(&["--metric", "accuracy"]);
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&page);
    let colours = tab.eval(
        "(() => {
            const found = {};
            const add = (k, colour) => { (found[k] ??= new Set()).add(colour); };
            const probe = document.createElement('canvas').getContext('2d');
            const plain = colour => { probe.fillStyle = colour; return probe.fillStyle; };
            for (const row of document.querySelectorAll('#table tbody tr')) {
                add(row.dataset.classifier, plain(row.querySelector('.swatch rect').getAttribute('fill')));
            }
            for (const one of document.querySelectorAll('#tile .region, #roc .point.is-hull')) {
                add(one.dataset.classifier, plain(one.getAttribute('fill')));
            }
            for (const row of document.querySelectorAll('#ranking tr[data-classifier], #tile-legend li')) {
                add(row.dataset.classifier, plain(getComputedStyle(row.querySelector('.swatch')).backgroundColor));
            }
            const pair = ['first', 'second'].map(which => document.getElementById(`pair-${which}`).value);
            document.querySelectorAll('#pair-picture .distribution').forEach((path, k) => add(pair[k], plain(path.getAttribute('fill'))));
            document.querySelectorAll('#pair-figure .swatch').forEach((one, k) => add(pair[k], plain(getComputedStyle(one).backgroundColor)));
            return Object.values(found).map(colours => colours.size);
        })()",
    );
    let colours: Vec<u32> = serde_json::from_value(colours).expect("counts");
    assert_eq!(colours, vec![1; 32]);
    // The picture without script has the same.
    let html = std::fs::read_to_string(&page).expect("a page");
    let still = html.split("id=\"tile-still\"").nth(1).expect("a picture");
    let still = still.split("</svg>").next().expect("an end");
    let live = tab.eval(
        "[...new Set([...document.querySelectorAll('#tile .region')].map(one => \
         one.getAttribute('fill')))]",
    );
    for colour in live.as_array().expect("colours") {
        assert!(still.contains(colour.as_str().expect("a colour")), "{colour}");
    }
}

fn the_hull_is_named_and_the_others_are_grey(browser: &Chromium) {
    let folder = Folder::of_fixture("breast_cancer_confusion.csv");
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&folder.report(&["--metric", "accuracy"]));
    let mut named = svg_texts(&tab, "#roc .hull-name");
    named.sort();
    assert_eq!(named, ["knn_25", "logistic", "rbf_svm", "rbf_svm_balanced"]);
    let grey = || {
        tab.eval(
            "[...new Set([...document.querySelectorAll('#roc .point:not(.is-hull)')].map(point => \
             getComputedStyle(point).fill))]",
        )
    };
    assert_eq!(grey().as_array().map(Vec::len), Some(1), "{}", grey());
    let other = tab.eval("document.querySelector('#roc .point:not(.is-hull)').dataset.classifier");
    let other = other.as_str().expect("a number").to_owned();
    tab.hover(&format!("#roc .point[data-classifier='{other}']"));
    assert_eq!(grey().as_array().map(Vec::len), Some(2), "{}", grey());
    assert!(tab.text("#roc-outside").contains("of 32 lie outside"));
    // Labels hide neither each other nor the frame.
    let crowded = tab.eval(
        "(() => { const all = [...document.querySelectorAll('#roc .hull-name')].map(one => one.getBoundingClientRect());
            return all.some((p, k) => all.slice(k + 1).some(q => p.left < q.right && q.left < p.right && p.top + 2 < q.bottom && q.top + 2 < p.bottom)); })()",
    );
    assert_eq!(crowded, false);
    tab.is_faultless();
}

fn the_chart_of_a_pair_has_axes(browser: &Chromium) {
    let folder = Folder::new(THREE);
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&folder.report(&["--metric", "f1", "--draws", "2000"]));
    let titles = svg_texts(&tab, "#pair-picture .axis-title");
    assert_eq!(titles.len(), 2);
    assert!(
        titles[0].contains("probability per") && titles[1].contains("F1 on the next test"),
        "{titles:?}"
    );
    assert!(tab.count("#pair-picture g text[text-anchor='end']") >= 3);
    for shown in tab.texts("#pair-result td") {
        assert!(shown.split('.').nth(1).is_some_and(|digits| digits.len() == 3), "{shown}");
    }
    // Who is truly better stands beside who will be ahead.
    tab.choose("#pair-first", "1");
    tab.choose("#pair-second", "3");
    assert!(
        tab.text("#pair-truth").contains("B is truly better by F1 with a probability of"),
        "{}",
        tab.text("#pair-truth")
    );
    tab.is_faultless();
}

fn paper_wraps_no_fraction(browser: &Chromium) {
    let folder = Folder::of_fixture("breast_cancer_confusion.csv");
    let page = folder.report(&["--metric", "accuracy,ba,tpr,tnr,ppv,f1,mcc"]);
    let tab = Tab::new(browser, Look { print: true, width: 688, ..Look::DESK });
    tab.open(&page);
    let wrapped = tab.eval(
        "[...document.querySelectorAll('.fraction, .decimal, #table .exact, #table .interval, #table td')]
            .filter(element => element.checkVisibility() && element.childElementCount === 0 && element.textContent.trim() !== '')
            .filter(element => {
                const range = document.createRange();
                range.selectNodeContents(element);
                const lines = new Set([...range.getClientRects()].map(line => Math.round(line.top)));
                return lines.size > 1;
            }).map(element => element.textContent)",
    );
    assert_eq!(wrapped, json!([]));
    let repeated = tab.eval(
        "[...document.querySelectorAll('thead')].filter(head => \
         head.checkVisibility()).map(head => getComputedStyle(head).display)",
    );
    let repeated: Vec<String> = serde_json::from_value(repeated).expect("displays");
    assert!(repeated.iter().all(|display| display == "table-header-group"), "{repeated:?}");
    let wide = tab.eval(
        "[document.querySelector('#table').getBoundingClientRect().right, \
         document.documentElement.clientWidth]",
    );
    let [right, room]: [f64; 2] = serde_json::from_value(wide).expect("two");
    assert!(right <= room + 1.0, "the table is {right} of {room} wide on paper");
    assert_eq!(tab.eval("document.querySelector('#table-cue').checkVisibility()"), false);
    assert!(tab.text("footer").contains("Left out of this print"), "{}", tab.text("footer"));
    assert_eq!(pages(&tab), 2, "32 classifiers");
    let text = std::fs::read_to_string(format!(
        "{}/../../fixtures/breast_cancer_confusion.csv",
        env!("CARGO_MANIFEST_DIR")
    ));
    let seven: Vec<&str> = text.as_deref().expect("a fixture").lines().take(8).collect();
    tab.open(&Folder::new(seven.join("\n")).report(&[]));
    assert_eq!(pages(&tab), 1, "7 classifiers");
    tab.is_faultless();
}

/// Pages of the print.
fn pages(tab: &Tab<'_>) -> usize {
    let pdf = tab.pdf();
    let is_page = |part: &&[u8]| part.starts_with(b"/Type /Page") && part[11] != b's';
    pdf.windows(12).filter(is_page).count()
}

fn different_priors_are_told_why_there_is_no_pencil(browser: &Chromium) {
    let folder = Folder::new("name,tn,fp,fn,tp\nA,75,25,10,90\nB,160,40,15,35\nC,30,10,50,50\n");
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&folder.report(&["--metric", "accuracy"]));
    assert_eq!(tab.count("#roc .iso"), 0);
    assert!(tab.text("#roc-note").contains("each classifier has lines of its own"));
    assert!(tab.text("#verdict").contains("under different priors"), "{}", tab.text("#verdict"));
    tab.click("#prior-own");
    assert!(tab.count("#roc .iso") > 0);
    let shares: Value = tab.eval(
        "[...document.querySelectorAll('#table .share')].map(share => \
         parseFloat(share.textContent))",
    );
    let shares: Vec<f64> = serde_json::from_value(shares).expect("shares");
    assert!((shares.iter().sum::<f64>() - 100.0).abs() < 0.3, "{shares:?}");
    tab.is_faultless();
}
