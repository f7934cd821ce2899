//! The report page: what stands in its HTML and in its data.

use exactile::tile::PriorShift;
use exactile::{NamedScore, Point, Rational};
use serde_json::{Value, json};

use crate::cli::Run;

const TWO: &str = "name,tn,fp,fn,tp\nP1,56,24,6,14\nP2,40,40,4,16\n";
const UNEQUAL: &str =
    "name,tn,fp,fn,tp\nA,50,10,5,35\nB,40,5,20,60\nC,30,30,2,40\nD,55,5,9,30\nD again,55,5,9,30\n";

/// The page of an input, with one metric unless told otherwise.
fn page(arguments: &[&str], csv: &str) -> String {
    let metric: &[&str] = if arguments.contains(&"--metric") { &[] } else { &["--metric", "ba"] };
    let arguments =
        [&["report", "x.csv", "--grid", "3", "--draws", "500"], metric, arguments].concat();
    Run::new(&arguments).file("x.csv", csv).succeeds()
}

/// The data that the script reads.
fn data(page: &str) -> Value {
    let (_, rest) = page.split_once(r#"<script type="application/json" id="data">"#).expect("data");
    let (json, _) = rest.split_once("</script>").expect("an end");
    assert!(!json.contains(['<', '>', '&', '\u{2028}', '\u{2029}']), "the block holds no markup");
    serde_json::from_str(json).expect("JSON")
}

fn number(value: &Value) -> Rational {
    value.as_str().expect("a text").parse().expect("a number")
}

/// Classifiers of many different performances on small data, from a fixed recurrence.
fn many(count: u64, negatives: u64, positives: u64) -> String {
    let mut csv = "name,tn,fp,fn,tp\n".to_owned();
    for k in 0..count {
        let (tn, tp) = ((7 * k + k * k / 3) % (negatives + 1), (5 * k + 3) % (positives + 1));
        let (fp, fn_) = (negatives - tn, positives - tp);
        csv.push_str(&format!("classifier number {k},{tn},{fp},{fn_},{tp}\n"));
    }
    csv
}

#[test]
fn a_page_of_thirty_two_is_small_and_asks_for_nothing() {
    let usual = ["accuracy", "ba", "tpr", "tnr", "ppv", "f1", "mcc"];
    let metrics: Vec<&str> = usual.iter().flat_map(|metric| ["--metric", metric]).collect();
    let page = page(&metrics, &many(32, 40, 20));
    assert!(page.len() < 2_000_000, "{} bytes", page.len());
    assert!(page.starts_with("<!DOCTYPE html>"));
    assert!(page.contains("default-src 'none'"));
    for asking in ["src=\"http", "@import", "url(http", "<link", "fetch(", "XMLHttpRequest"] {
        assert!(!page.contains(asking), "{asking}");
    }
    assert_eq!(data(&page)["classifiers"].as_array().expect("a list").len(), 32);
    // The Tile as a picture is there without script.
    assert!(page.contains("class=\"regions\""));
}

#[test]
fn one_classifier_and_two_equal_ones_have_a_page() {
    let one = data(&page(&[], "name,tn,fp,fn,tp\nonly,5,1,1,2\n"));
    assert_eq!(one["tile"]["sweeps"], json!([{"members": [0], "ranks": [[1, 1]], "lines": []}]));
    assert_eq!(one["tile"]["lines"], json!([]));
    let two = data(&page(&[], "name,tn,fp,fn,tp\nx,5,1,1,2\ny,5,1,1,2\n"));
    assert_eq!(two["tile"]["sweeps"], json!([{"members": [0, 1], "ranks": [[1, 2]], "lines": []}]));
}

#[test]
fn three_hundred_classifiers_have_a_page() {
    let page = page(&["--metric", "tpr"], &many(300, 30, 30));
    assert!(page.len() < 6_000_000, "{} bytes", page.len());
    let data = data(&page);
    let members: usize = data["tile"]["sweeps"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|sweep| sweep["members"].as_array().expect("a list").len())
        .sum();
    assert_eq!(members, 300);
}

/// The sweeps are the regions of any prior: ranks as they are, ends of lines under the shift.
#[test]
fn sweeps_and_lines_are_the_pieces_of_every_prior() {
    let csv = many(12, 9, 7);
    let data = data(&page(&[], &csv));
    let lines: Vec<[Rational; 3]> = data["tile"]["lines"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|line| {
            let line = line.as_str().expect("a text");
            let numbers: Vec<Rational> =
                line.split(' ').map(|number| number.parse().expect("a number")).collect();
            numbers.try_into().expect("three")
        })
        .collect();
    for prior in ["1/2", "1/50", "7/16", "9/10"] {
        let regions = Run::new(&["regions", "x.csv", "--target-prior", prior, "--format", "json"])
            .file("x.csv", &csv)
            .json();
        let shift = PriorShift::from_balanced(&prior.parse().expect("a number"));
        let pieces = regions["pieces"].as_array().expect("a list");
        for sweep in data["tile"]["sweeps"].as_array().expect("a list") {
            for member in sweep["members"].as_array().expect("a list") {
                let own = || pieces.iter().filter(|piece| piece["classifier"] == *member);
                let ranks: Vec<&Value> = own()
                    .filter(|piece| piece["dimension"] == 2)
                    .map(|piece| &piece["rank"])
                    .collect();
                assert_eq!(json!(ranks), sweep["ranks"], "{member} at {prior}");
                let ties = own().filter(|piece| piece["dimension"] == 1);
                let swept = sweep["lines"].as_array().expect("a list");
                assert_eq!(ties.clone().count(), swept.len());
                for (tie, line) in ties.zip(swept) {
                    let line = usize::try_from(line.as_u64().expect("a position")).expect("small");
                    let ends = ends(&lines[line]).map(|end| shift.apply_to_point(&end));
                    assert_eq!(json!(ends), tie["vertices"], "{member} at {prior}");
                }
            }
        }
    }
}

/// Returns the points at which the line p a + q b = c leaves the Tile: to the right or below, and
/// on top or to the left.
fn ends([p, q, c]: &[Rational; 3]) -> [Point; 2] {
    let (zero, one) = (Rational::ZERO, Rational::ONE);
    let lower = if c >= p { Point::new(one.clone(), (c - p) / q) } else { Point::new(c / p, zero) };
    let upper =
        if c >= q { Point::new((c - q) / p, one) } else { Point::new(Rational::ZERO, c / q) };
    [lower, upper]
}

#[test]
fn scores_stand_where_the_catalogue_puts_them() {
    let data = data(&page(&["--metric", "f-beta(3)", "--metric", "mcc"], TWO));
    let scores = data["tile"]["scores"].as_array().expect("a list");
    let ids: Vec<&str> = scores.iter().filter_map(|score| score["id"].as_str()).collect();
    assert!(ids.contains(&"f1") && ids.contains(&"f-beta(3)") && !ids.contains(&"mcc"), "{ids:?}");
    let prior = Rational::new(1, 5);
    for score in scores {
        let weight = |k: usize| {
            let parts = &score["weights"][k];
            let power = |base: &Rational, times: &Value| {
                (0..times.as_u64().expect("an exponent")).fold(Rational::ONE, |x, _| x * base)
            };
            number(&parts[0]) * power(&prior.complement(), &parts[1]) * power(&prior, &parts[2])
        };
        let share = |first: usize, second: usize| weight(second) / (weight(first) + weight(second));
        let named: NamedScore = score["id"].as_str().expect("a name").parse().expect("a score");
        assert_eq!(Point::new(share(0, 3), share(1, 2)), named.place(&prior), "{named}");
    }
}

#[test]
fn the_prior_of_use_is_where_the_page_starts() {
    let own = data(&page(&[], TWO));
    assert_eq!(
        (&own["tile"]["own_prior"], &own["tile"]["start_prior"]),
        (&json!("1/5"), &json!("1/5"))
    );
    let shifted = data(&page(&["--target-prior", "1%"], TWO));
    assert_eq!(shifted["tile"]["own_prior"], "1/5");
    assert_eq!(shifted["tile"]["start_prior"], "1/100");
    assert_eq!(shifted["classifiers"], own["classifiers"], "what was tested stays what it was");
    assert_eq!(own["own"], Value::Null);
}

#[test]
fn unequal_priors_have_regions_of_their_own() {
    let page = page(&[], UNEQUAL);
    let data = data(&page);
    assert_eq!(data["tile"]["own_prior"], Value::Null);
    assert_eq!(data["tile"]["start_prior"], Value::Null);
    assert_eq!(data["own"]["ranks"], 5);
    let regions = Run::new(&["regions", "x.csv", "--format", "json"]).file("x.csv", UNEQUAL).json();
    let wanted = regions["pieces"]
        .as_array()
        .expect("a list")
        .iter()
        .filter(|piece| piece["dimension"] == 2 && piece["classifier"] != 4)
        .count();
    let drawn = data["own"]["regions"].as_array().expect("a list");
    assert_eq!(drawn.len(), wanted);
    let equal = drawn.iter().filter(|region| region["members"] == json!([3, 4])).count();
    assert!(equal > 0, "equal ones share their regions");
}

#[test]
fn hostile_names_are_text() {
    let long = "x".repeat(200);
    let names = [
        "<script>alert(1)</script>",
        "</script><img src=x onerror=alert(1)>",
        "<!--",
        "]]>",
        "a&lt;b",
        "\u{202e}override",
        "\u{2028}line\u{2029}",
        "\u{1f600}",
        "=1+2",
        "it's",
        &long,
    ];
    let mut csv = "name,tn,fp,fn,tp\n".to_owned();
    for (k, name) in names.iter().enumerate() {
        csv.push_str(&format!("\"{name}\",{},{k},{},20\n", 40 - k, 2 * k));
    }
    csv.push_str("\"a \"\"quoted\"\" one\",10,30,1,19\n");
    // The counts are not of one prior: the other road through the page.
    let equal = csv.replace(",20\n", ",4\n");
    for csv in [&csv, &equal] {
        let page = page(&[], csv);
        let data = data(&page);
        for (k, name) in names.iter().enumerate() {
            assert_eq!(data["classifiers"][k]["name"], *name);
        }
        assert_eq!(page.matches("<script").count(), 2, "the data and the script");
        assert_eq!(page.matches("</script").count(), 2);
        for markup in ["<img", "<!--", "onerror=alert(1)>"] {
            let outside = page.split("<script").next().expect("the page before its script");
            assert!(!outside.contains(markup), "{markup}");
        }
    }
}

#[test]
fn a_note_and_a_logo_stand_at_the_head() {
    let svg = "<svg xmlns='http://www.w3.org/2000/svg'/>";
    let options = ["report", "x.csv", "--grid", "0", "--draws", "0", "--note", "for <b>us</b>"];
    let run = |logo: &str, content: &str| {
        Run::new(&[&options[..], &["--logo", logo]].concat()).file("x.csv", TWO).file(logo, content)
    };
    let page = run("logo.svg", svg).succeeds();
    let (head, _) = page.split_once("</header>").expect("a header");
    assert!(head.contains("for &lt;b&gt;us&lt;/b&gt;"), "{head}");
    assert!(
        head.contains("<img class=\"logo\" src=\"data:image/svg+xml;base64,PHN2ZyB4"),
        "{head}"
    );
    run("logo.txt", "no picture").fails(
        "logo.txt: this is no picture for a page\nhint: give a PNG, JPEG, WebP or SVG of at most \
         500000 bytes",
    );
}

/// The score of the preference comes first in the table, the findings and the pair.
#[test]
fn everything_follows_the_preference() {
    let options = ["report", "x.csv", "--grid", "0", "--draws", "500", "--preference", "f2"];
    let three = "name,tn,fp,fn,tp\nA,95,5,40,60\nB,80,20,15,85\nC,60,40,3,97\n";
    let page = Run::new(&options).file("x.csv", three).succeeds();
    let data = data(&page);
    let ids: Vec<&str> = data["evidence"]["metrics"]
        .as_array()
        .expect("metrics")
        .iter()
        .map(|metric| metric["id"].as_str().expect("a name"))
        .collect();
    assert_eq!(&ids[1..], ["accuracy", "ba", "tpr", "tnr", "ppv", "f1", "mcc"]);
    assert_eq!(ids[0], data["verdicts"][0]["id"]);
    let lead = data["findings"].as_array().expect("findings").iter();
    let lead = lead.clone().find(|finding| finding["finding"] == "lead").expect("a lead");
    assert_eq!(lead["metric"], 0);
    let chosen = |id: &str| {
        let (_, list) = page.split_once(&format!("<select id=\"{id}\">")).expect("a list");
        let (before, _) = list.split_once(" selected").expect("a choice");
        let (_, value) = before.rsplit_once("value=\"").expect("a value");
        value.trim_end_matches('"').parse::<u64>().expect("a position")
    };
    assert_eq!(data["verdicts"][0]["winners"][0], chosen("pair-first"));
    assert_eq!(data["verdicts"][0]["next"], chosen("pair-second"));
}

#[test]
fn what_makes_no_report_is_refused() {
    let refuse = |arguments: &[&str], csv: &str, message: &str| {
        let arguments = [&["report", "x.csv"], arguments].concat();
        Run::new(&arguments).file("x.csv", csv).fails(message);
    };
    refuse(
        &["-o", "page.pdf"],
        TWO,
        "a report cannot be written as \"pdf\"\nhint: name a file .html",
    );
    refuse(
        &["--target-prior", "1"],
        TWO,
        "invalid value '1' for '--target-prior <X>': a positive prior of 1 is not between 0 and \
         1\nhint: give one such as 0.2 (see exactile report --help)",
    );
    refuse(
        &["--level", "1"],
        TWO,
        "invalid value '1' for '--level <X>': a level of 1 is not between 0 and 1\nhint: \
         give one such as 0.95 (see exactile report --help)",
    );
    refuse(
        &["--model", "binomial", "--beta", "1,1"],
        TWO,
        "the binomial model has no prior\nhint: drop --beta or --model binomial",
    );
    refuse(
        &[],
        "name,tn,fp,fn,tp\nA,5,1,0,0\n",
        "x.csv: \"A\": there is no sample of the positive class\nhint: the Tile needs samples of \
         both classes and a prior between 0 and 1",
    );
    refuse(
        &["--multi-class"],
        "name,truth,predicted,count\nA,cat,cat,5\nA,cat,dog,1\nA,dog,dog,4\nA,cow,cow,2\n",
        "this command shows one class\nhint: choose it with --class",
    );
}

#[test]
fn one_class_of_several_has_a_page() {
    let csv = "name,truth,predicted,count\nA,cat,cat,5\nA,cat,dog,1\nA,dog,dog,4\nA,cow,cow,2\n";
    let page = page(&["--multi-class", "--class", "cat"], csv);
    assert_eq!(data(&page)["classifiers"][0]["counts"], json!(["6", "0", "1", "5"]));
}

/// Sentences about who is first hold where one is first everywhere, and where one has no value.
#[test]
fn sentences_about_the_first_hold_for_one_winner() {
    let no_best = "There is no best one as such";
    assert!(page(&[], TWO).contains(no_best));
    let one = "name,tn,fp,fn,tp\nA,9,1,1,9\nB,8,2,2,8\n";
    let text = page(&[], one);
    assert!(!text.contains(no_best) && text.contains("on the whole Tile."), "{text}");
    // A never says positive.
    let never = "name,tn,fp,fn,tp\nA,5,0,4,0\nB,3,2,4,0\nC,1,4,4,0\n";
    let text = page(&["--metric", "ppv"], never);
    assert!(text.contains("on the whole Tile, wherever it has a value."), "{text}");
    // Two lead with one value, and one is behind.
    let two = "name,tn,fp,fn,tp\nX,60,0,10,10\nE,60,0,20,0\nY,30,30,0,20\n";
    let text = page(&[], two);
    assert!(text.contains(" is truly better than the one behind with"), "{text}");
}
