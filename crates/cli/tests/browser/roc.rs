//! ROC space in the page, and marks that go through all views.

use exactile::Rational;
use num_bigint::BigInt;
use num_integer::Integer;
use serde_json::json;

use crate::chromium::Chromium;
use crate::explore::on_tile;
use crate::program::Folder;
use crate::tab::{Look, Tab};

pub(crate) const TESTS: &[crate::Test] = &[
    ("lines_are_those_of_the_program", lines_are_those_of_the_program),
    ("classifiers_stand_at_their_rates", classifiers_stand_at_their_rates),
    ("a_mark_goes_through_all_views", a_mark_goes_through_all_views),
    ("pictures_are_saved_whole", pictures_are_saved_whole),
];

/// Value to line, of the grey lines in the page.
fn lines_shown(tab: &Tab<'_>) -> Vec<(String, String)> {
    let lines = tab.eval(
        "[...document.querySelectorAll('#roc .iso[data-line]')].map(line => [line.dataset.value, \
         line.dataset.line])",
    );
    serde_json::from_value(lines).expect("lines")
}

/// The line of a value by its definition: v(s + u) = s with s and u in rates, in coprime integers.
fn line_by_definition(value: &str, at: &str, prior: &str) -> String {
    let exact = |text: &str| -> Rational { text.parse().expect("an exact number") };
    let (a, b) = at.split_once(',').expect("two numbers");
    let [a, b, positive, value] = [a, b, prior, value].map(exact);
    let negative = positive.complement();
    let tn = a.complement() * &negative;
    let fp = b.complement() * &negative;
    let [tp, fn_] = [&a * &positive, &b * &positive];
    let other = value.complement();
    let line = [
        -(&other * &tn) - &value * &fp,
        &other * &tp + &value * &fn_,
        &other * &tn - &value * &fn_,
    ];
    let common = line.iter().fold(BigInt::from(1), |common, k| common.lcm(&k.denominator()));
    let integers = line.map(|k| (k * Rational::from(common.clone())).numerator());
    let divisor = integers.iter().fold(BigInt::from(0), |divisor, k| divisor.gcd(k));
    integers.map(|k| (k / &divisor).to_string()).join(" ")
}

fn lines_are_those_of_the_program(browser: &Chromium) {
    let folder = Folder::of_fixture("breast_cancer_confusion.csv");
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&folder.report(&["--metric", "accuracy"]));
    tab.eval(
        "document.querySelector('#roc-zoom').checked && \
         document.querySelector('#roc-zoom').click()",
    );
    for (at, prior) in [
        ("1/2,1/2", "212/569"),
        ("1/2,0.3", "212/569"),
        ("1,0", "1/2"),
        ("0,1", "1/2"),
        ("1,1", "1/20"),
        ("0.123,0.9", "0.7"),
        ("1/3,1/7", "1/1000"),
    ] {
        tab.write("#prior-text", prior);
        tab.write("#at", at);
        let answer = folder.json(&["roc"], &["--at", at, "--target-prior", prior]);
        let rows = answer["lines"].as_array().expect("lines");
        let shown = lines_shown(&tab);
        assert!(shown.len() >= 2, "{at}: {shown:?}");
        let mut compared = 0;
        for (value, line) in &shown {
            assert_eq!(*line, line_by_definition(value, at, prior), "{value} at {at}");
            if let Some(row) = rows.iter().find(|row| row["value"] == value.as_str()) {
                let integers = row["line"].as_array().expect("three integers").iter();
                let integers: Vec<&str> =
                    integers.map(|k| k.as_str().expect("an integer")).collect();
                assert_eq!(*line, integers.join(" "), "{value} at {at}");
                compared += 1;
            }
        }
        assert!(compared >= 1, "{at}: {shown:?}");
    }
    // The first in the ranking have lines of their own, which their points lie on.
    let own = tab.eval(
        "[...document.querySelectorAll('#roc .iso-own[data-line]')].map(line =>
            [Number(line.dataset.classifier), line.dataset.value, line.dataset.line])",
    );
    let own = own.as_array().expect("lines");
    assert!(!own.is_empty());
    let answer = folder.json(&["rank"], &["--at", "1/3,1/7", "--target-prior", "1/1000"]);
    for line in own {
        let ranking = answer["ranking"].as_array().expect("rows");
        let row = ranking.iter().find(|row| row["classifier"] == line[0]).expect("a row");
        assert_eq!(line[1], row["value"]);
        let value = line[1].as_str().expect("a value");
        assert_eq!(line[2], line_by_definition(value, "1/3,1/7", "1/1000"));
    }
    tab.is_faultless();
}

fn classifiers_stand_at_their_rates(browser: &Chromium) {
    let folder = Folder::new("name,tn,fp,fn,tp\nA,75,25,10,90\nB,40,60,0,100\n");
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&folder.report(&["--metric", "accuracy"]));
    // Two points fill a close-up; here all of the space is wanted.
    let is_close = || tab.eval("document.querySelector('#roc-zoom').checked") == true;
    if is_close() {
        tab.click("#roc-zoom");
    }
    let places = tab.eval(
        "(() => {
            const frame = document.querySelector('#roc .frame').getBoundingClientRect();
            return [0, 1].map(k => {
                const point = document.querySelector(`#roc .point[data-classifier='${k}']`).getBoundingClientRect();
                return [(point.left + point.width / 2 - frame.left) / frame.width,
                    (frame.bottom - point.top - point.height / 2) / frame.height];
            });
        })()",
    );
    let places: Vec<[f64; 2]> = serde_json::from_value(places).expect("places");
    for (place, expected) in places.iter().zip([[0.25, 0.9], [0.6, 1.0]]) {
        assert!((0..2).all(|k| (place[k] - expected[k]).abs() < 0.01), "{place:?} {expected:?}");
    }
    tab.click("#roc-zoom");
    assert!(is_close());
    assert_eq!(tab.count("#roc .point"), 2);
    tab.is_faultless();
}

fn a_mark_goes_through_all_views(browser: &Chromium) {
    let folder = Folder::new("name,tn,fp,fn,tp\nA,75,25,10,90\nB,40,60,0,100\nC,60,40,30,70\n");
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&folder.report(&["--metric", "accuracy"]));
    let marked = |selector: &str| {
        tab.eval(&format!(
            "[...document.querySelectorAll({})].map(element => Number(element.dataset.classifier))",
            json!(format!("{selector}.is-marked"))
        ))
    };
    let everywhere = |k: u32, from: &str| {
        assert_eq!(marked("#roc .point"), json!([k]), "ROC space, from {from}");
        assert_eq!(marked("#ranking tr"), json!([k]), "ranking, from {from}");
        assert_eq!(marked("#table tr"), json!([k]), "table, from {from}");
    };
    tab.hover("#roc .point[data-classifier='1']");
    everywhere(1, "ROC space");
    assert_eq!(marked("#tile .region"), json!([1]));
    assert!(
        tab.eval(
            "document.querySelector('#roc .point-name').textContent + \
         document.querySelector('#roc \
         .hull-names').textContent"
        )
        .as_str()
        .is_some_and(|text| text.contains('B'))
    );
    tab.hover("#ranking tr[data-classifier='2']");
    everywhere(2, "the ranking");
    tab.hover("#table tr[data-classifier='0']");
    everywhere(0, "the table");
    let [x, y] = on_tile(&tab, 0.9, 0.97);
    tab.point([x, y]);
    let first =
        tab.eval("document.querySelector('#ranking tr[data-classifier]').dataset.classifier");
    everywhere(first.as_str().expect("a number").parse().expect("a number"), "the Tile");
    tab.point([1.0, 1.0]);
    assert_eq!(marked(""), json!([]));
    tab.is_faultless();
}

fn pictures_are_saved_whole(browser: &Chromium) {
    let name = "<b>&\"'</b>]]> \u{202e}abc";
    let quoted = name.replace('"', "\"\"");
    let folder =
        Folder::new(format!("name,tn,fp,fn,tp\n\"{quoted}\",75,25,10,90\nB,40,60,0,100\n"));
    let tab = Tab::new(browser, Look { dark: true, ..Look::DESK });
    tab.open(&folder.report(&["--metric", "accuracy"]));
    // Strips of the page as it was written, and of a preference that the script describes.
    let names = ["tile", "roc", "forest", "strip-weight", "strip-prior"];
    for (name, cost) in names.iter().map(|name| (name, "1")).chain([(&names[3], "7")]) {
        tab.write("#cost", cost);
        let file = format!("{name}.svg");
        let part = if name.starts_with("strip") { ".verdict-of:not([hidden])" } else { "" };
        let button = |kind: &str| format!("{part} [data-saves={name}][data-kind={kind}]");
        let (suggested, png) = tab.download_bytes(&button("png"));
        assert_eq!(suggested, format!("{name}.png"));
        assert_eq!(&png[1..4], b"PNG");
        let (suggested, svg) = tab.download(&button("svg"));
        assert_eq!(suggested, file);
        let document = roxmltree::Document::parse(&svg).expect("well-formed XML");
        let root = document.root_element();
        assert_eq!(root.tag_name().name(), "svg");
        assert_eq!(root.tag_name().namespace(), Some("http://www.w3.org/2000/svg"));
        let size = |side| root.attribute(side).and_then(|size| size.parse::<f64>().ok());
        assert!(size("width").is_some_and(|size| size > 100.0), "{:?}", size("width"));
        assert!(document.descendants().any(|node| {
            ["path", "circle", "line"]
                .iter()
                .any(|name| node.has_tag_name(("http://www.w3.org/2000/svg", *name)))
        }));
        assert!(
            !document
                .descendants()
                .any(|node| node.tag_name().name() == "script" || node.tag_name().name() == "b")
        );
        // It opens by itself, and looks the same without the page's style.
        let alone = Tab::new(browser, Look::DESK);
        let path = folder.write(&file, &svg);
        alone.open(&path);
        alone.is_faultless();
    }
    tab.is_faultless();
}
