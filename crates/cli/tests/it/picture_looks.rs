//! The look of pictures: one colour for each classifier in all of them, titles, themes, sizes.

use std::collections::BTreeMap;

use super::cli::{Run, fixture};
use exactile_picture::palette;

const MATRICES: &str = "breast_cancer_confusion.csv";

/// The text that a command writes to a file of this name, beside the files given.
fn written(line: &[&str], name: &str, files: &[(&str, &str)]) -> String {
    String::from_utf8(bytes(line, name, files)).expect("UTF-8")
}

fn bytes(line: &[&str], name: &str, files: &[(&str, &str)]) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, content) in files {
        std::fs::write(folder.path().join(name), content).expect("a file");
    }
    let status = std::process::Command::new(env!("CARGO_BIN_EXE_exactile"))
        .args(line)
        .args(["-o", name, "--quiet"])
        .current_dir(folder.path())
        .status()
        .expect("it runs");
    assert!(status.success(), "{line:?}");
    std::fs::read(folder.path().join(name)).expect("a file")
}

/// The picture of a command.
fn picture(line: &[&str]) -> String {
    written(line, "x.svg", &[])
}

/// The colours of the elements with this attribute, by its value; of an element or of its first
/// coloured child.
fn colours(svg: &str, attribute: &str, paint: &str) -> BTreeMap<usize, String> {
    let picture = roxmltree::Document::parse(svg).expect("XML");
    let mut found = BTreeMap::new();
    for node in picture.descendants().filter(|node| node.has_attribute(attribute)) {
        let position = node.attribute(attribute).and_then(|text| text.parse().ok()).expect("one");
        let own = node.descendants().filter(|node| node.tag_name().name() != "text");
        let own = own.filter_map(|node| node.attribute(paint)).rfind(|paint| paint.len() == 7);
        if let Some(colour) = own {
            let known = found.insert(position, colour.to_owned());
            assert!(known.is_none_or(|known| known == colour), "{position}: two colours");
        }
    }
    found
}

#[test]
fn a_classifier_has_one_colour_in_all_pictures() {
    let input = fixture(MATRICES);
    let few = "name,tn,fp,fn,tp\na,90,10,20,30\nb,60,40,5,45\nc,80,20,12,38\nd,70,30,9,41\n";
    let folder = tempfile::tempdir().expect("a folder");
    let small = folder.path().join("few.csv");
    std::fs::write(&small, few).expect("a file");
    for (input, count) in [(input.as_str(), 32), (small.to_str().expect("UTF-8"), 4)] {
        let roc = colours(
            &picture(&["roc", input, "--score", "f1", "--close-up=never"]),
            "data-classifier",
            "fill",
        );
        assert_eq!(roc.len(), count);
        let curves =
            colours(&picture(&["curve", input, "--along", "decision"]), "data-curve", "stroke");
        for (at, colour) in curves {
            // Curves that have no colour of their own are faint.
            assert!(colour == roc[&at] || colour == "#bdbdbd", "{at}");
        }
        for line in [
            &["tile", input][..],
            &["tile", input, "--rank", "3"],
            &["plot", "strip", input],
            &["plot", "forest", input, "--metric", "f1", "--no-tiers", "--top", "1000"],
            &["plot", "pairs", input, "--metric", "tpr", "--top", "1000"],
        ] {
            let found = colours(&picture(line), "data-classifier", "fill");
            assert!(!found.is_empty(), "{line:?}");
            for (at, colour) in found {
                assert_eq!(colour, roc[&at], "{at} of {line:?}");
            }
        }
        if count == 4 {
            assert!((0..4).all(|k| roc[&k] == palette::colour(k)), "{roc:?}");
        }
    }
}

#[test]
fn a_model_has_one_colour_in_all_pictures() {
    let input = fixture("breast_cancer_scores.csv");
    let only = ["--input-format", "scores"];
    let brier = picture(&[&["curve", &input, "--along", "brier"], &only[..]].concat());
    let brier = colours(&brier, "data-curve", "stroke");
    assert!((0..7).all(|k| brier[&k] == palette::colour(k)), "{brier:?}");
    for along in ["decision", "precision-recall-gain"] {
        let other = picture(&[&["curve", &input, "--along", along], &only[..]].concat());
        assert_eq!(colours(&other, "data-curve", "stroke"), brier, "{along}");
    }
}

#[test]
fn the_report_has_the_colours_of_pictures() {
    let file = [("f.csv", "name,tn,fp,fn,tp\na,90,10,20,30\nb,60,40,5,45\nc,80,20,12,38\n")];
    let roc = written(&["roc", "f.csv", "--score", "f1", "--close-up=never"], "x.svg", &file);
    let roc = colours(&roc, "data-classifier", "fill");
    let page = written(&["report", "f.csv", "--grid", "0", "--draws", "0"], "x.html", &file);
    let fills: Vec<&str> =
        page.split("{\"fill\":\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let own: Vec<&str> = roc.values().map(String::as_str).collect();
    assert!(fills.windows(own.len()).any(|part| part == own), "{fills:?}");
}

#[test]
fn colours_of_a_file_replace_the_usual_ones() {
    let input = fixture(MATRICES);
    let line = ["roc", &input, "--score", "f1", "--colours", "c.csv"];
    let file = "logistic,#AB12cd\n\n\"mlp\", #000001\n";
    let svg = written(&line, "x.svg", &[("c.csv", file)]);
    let with = |file: &str| Run::new(&[&line[..], &["-o", "x.svg"]].concat()).file("c.csv", file);
    let found = colours(&svg, "data-classifier", "fill");
    assert!(found.values().any(|colour| colour == "#ab12cd"));
    assert!(found.values().any(|colour| colour == "#000001"));
    let refused = |file: &str| {
        let (what, hint) = with(file).refused();
        format!("{what} {hint}")
    };
    let unknown = refused("logistic,#000000\nlogistc,#000000\n");
    assert!(
        unknown.contains("c.csv:2") && unknown.contains("nearest name is \"logistic\""),
        "{unknown}"
    );
    assert!(refused("logistic,red\n").contains("\"red\" is not a colour"));
    assert!(refused("logistic\n").contains("1 fields"));
    assert!(refused("mlp,#000000\nmlp,#000001\n").contains("two colours"));
}

#[test]
fn titles_themes_and_sizes_are_those_that_are_asked_for() {
    let input = fixture(MATRICES);
    for line in [
        &["tile", &input][..],
        &["roc", &input, "--score", "f1"],
        &["curve", &input, "--along", "cost"],
    ] {
        let own = picture(line);
        let bare = picture(&[line, &["--no-legend"]].concat());
        assert!(own.contains("class=\"legend\"") && !bare.contains("class=\"legend\""), "{line:?}");
        let look = ["--title", "A < B", "--theme", "dark", "--width", "500"];
        let changed = picture(&[line, &look[..]].concat());
        assert!(changed.contains("A &lt; B") && changed.contains(" width=\"500\""), "{line:?}");
        assert!(changed.contains("#14171b") && !changed.contains("fill=\"#ffffff\""), "{line:?}");
        assert!(roxmltree::Document::parse(&changed).is_ok());
        let print = picture(&[line, &["--theme", "print"]].concat());
        assert!(print.contains("#000000") && !print.contains("#1a1a1a"), "{line:?}");
    }
    let forest = picture(&[
        "plot",
        "forest",
        &input,
        "--metric",
        "f1",
        "--width",
        "500",
        "--no-tiers",
        "--theme",
        "dark",
    ]);
    assert!(forest.contains(" width=\"500\"") && forest.contains("#14171b"));
    let (what, hint) = Run::new(&["roc", &input, "--score", "f1", "--theme", "dark"]).refused();
    assert!(what.contains("--theme is about a picture") && hint.contains("-o FILE.svg"));
}

#[test]
fn pictures_without_colours_of_classifiers_have_the_same_look() {
    let input = fixture(MATRICES);
    let zone = ["zone", &input, "--better", "logistic", "--than", "ridge"];
    let kinds = "roc precision-recall joint pmf multiplicities contours growing simplex slice \
        confluence density overlay ridges";
    let counts = ["--metric", "mcc", "--tp", "5", "--fp", "2", "--fn", "1", "--tn", "4"];
    let plots =
        kinds.split_whitespace().map(|kind| [&["lattice", "plot", kind], &counts[..]].concat());
    for line in [zone.to_vec()].into_iter().chain(plots) {
        let look = ["--title", "A < B", "--theme", "dark", "--height", "500"];
        let changed = picture(&[&line[..], &look].concat());
        assert!(changed.contains("A &lt; B") && changed.contains(" height=\"500\""), "{line:?}");
        assert!(changed.contains("#14171b") && !changed.contains("fill=\"#ffffff\""), "{line:?}");
        // Bright grounds would hide the bright letters.
        assert!(!changed.contains("#ebe6d4") && !changed.contains("#e9e9e9"), "{line:?}");
        assert!(roxmltree::Document::parse(&changed).is_ok());
    }
    let (what, hint) = Run::new(&[&zone[..], &["--width", "500"]].concat()).refused();
    assert!(what.contains("--width is about a picture") && hint.contains("-o FILE.svg"));
}

#[test]
fn colours_of_classifiers_are_refused_where_there_are_none() {
    let input = fixture(MATRICES);
    let line = ["tile", &input, "--colours", "c.csv", "--flavor"];
    for flavor in ["best", "worst", "no-skill", "frontiers", "confidence", "correlation"] {
        let run = Run::new(&[&line[..], &[flavor]].concat()).file("c.csv", "mlp,#000000\n");
        let (what, hint) = run.refused();
        assert_eq!(what, "this flavor has no colours of classifiers", "{flavor}");
        assert_eq!(hint, "leave --colours out");
    }
}

#[test]
fn roc_space_is_drawn_close_up_where_all_classifiers_are_in_the_corner() {
    let good = "name,tn,fp,fn,tp\na,95,5,4,46\nb,90,10,2,48\n";
    let draw = |file: &str, more: &[&str]| {
        let line = [&["roc", "x.csv", "--score", "f1"], more].concat();
        written(&line, "x.svg", &[("x.csv", file)])
    };
    let has_tick = |svg: &str, tick: &str| svg.contains(&format!(">\n{tick}\n</text>"));
    let close = draw(good, &[]);
    assert!(has_tick(&close, "0.04") && !has_tick(&close, "0.5"));
    let whole = draw(good, &["--close-up=never"]);
    assert!(has_tick(&whole, "0.5") && !has_tick(&whole, "0.04"));
    // The vertex needs all of ROC space.
    let vertex = draw(good, &["--vertex"]);
    assert!(vertex.contains("class=\"vertex\"") && !whole.contains("class=\"vertex\""));
    let mixed = good.to_owned() + "bad,50,50,25,25\n";
    assert!(has_tick(&draw(&mixed, &[]), "0.5"));
    let forced = draw(&mixed, &["--close-up"]);
    assert!(!has_tick(&forced, "0.5") && forced.contains("Outside this corner: 1."));
}

#[test]
fn long_lists_of_roc_space_are_cut() {
    let svg = picture(&["roc", &fixture(MATRICES), "--score", "f1"]);
    assert!(svg.contains("and 13 more"), "{svg}");
}

#[test]
fn every_picture_is_written_as_pdf() {
    let input = fixture(MATRICES);
    let scores = fixture("breast_cancer_scores.csv");
    let counts = ["--metric", "mcc", "--tp", "5", "--fp", "2", "--fn", "1", "--tn", "4"];
    for line in [
        &["tile", &input, "--show", "scores,grid,legend"][..],
        &["tile", &input, "--flavor", "frontiers", "--theme", "dark"],
        &["tile", &scores, "--at-best"],
        &["roc", &input, "--score", "f1"],
        &["curve", &input, "--along", "cost"],
        &["curve", &scores, "--along", "brier"],
        &["zone", &input, "--better", "logistic", "--than", "ridge"],
        &["plot", "forest", &input, "--metric", "f1", "--no-tiers"],
        &["plot", "strip", &input],
        &["plot", "pairs", &input, "--metric", "tpr", "--top", "9"],
        &[&["lattice", "plot", "density"], &counts[..]].concat(),
        &[&["lattice", "plot", "simplex"], &counts[..]].concat(),
    ] {
        let pdf = bytes(line, "x.PDF", &[]);
        assert!(pdf.starts_with(b"%PDF-1.7") && pdf.ends_with(b"%%EOF"), "{line:?}");
    }
}

#[test]
fn text_has_the_typeface_that_is_asked_for() {
    let input = fixture(MATRICES);
    let folder = tempfile::tempdir().expect("a folder");
    let face = folder.path().join("face.TTF");
    std::fs::write(&face, dejavu::sans_mono::regular()).expect("a file");
    let face = face.to_str().expect("UTF-8");
    for line in [
        &["tile", &input][..],
        &["plot", "strip", &input],
        &["lattice", "plot", "simplex", "--metric", "mcc", "--positives", "4", "--negatives", "4"],
    ] {
        let usual = picture(line);
        let line = [line, &["--font", face]].concat();
        let own = picture(&line);
        assert!(usual.contains("font-family=\"DejaVu Sans, "), "{line:?}");
        assert!(own.contains("font-family=\"'DejaVu Sans Mono', DejaVu Sans, "), "{line:?}");
        let is_there = |name: &str, bytes: &[u8]| {
            bytes.windows(name.len()).any(|part| part == name.as_bytes())
        };
        assert!(is_there("+DejaVuSansMono", &bytes(&line, "x.pdf", &[])), "{line:?}");
        assert_ne!(bytes(&line, "x.png", &[]), bytes(&line[..line.len() - 2], "x.png", &[]));
    }
    let with = |font: &str| {
        let line = ["tile", &input, "--font", font, "-o", "x.svg"];
        Run::new(&line).file("text.otf", "no font").refused()
    };
    let hint = "name a font file, as in --font face.ttf, or a font that is installed";
    for (font, what) in [
        ("No Such Typeface", "no font \"No Such Typeface\" is installed here"),
        ("text.otf", "text.otf: this is no font"),
    ] {
        assert_eq!(with(font), (what.to_owned(), hint.to_owned()));
    }
    assert!(with("none.ttf").0.starts_with("none.ttf: cannot be read"));
    let (what, _) = Run::new(&["roc", &input, "--score", "f1", "--font", face]).refused();
    assert_eq!(what, "--font is about a picture");
}

/// Boxes of the texts of a group, as the face that is drawn measures them at least.
fn boxes(svg: &str, class: &str) -> Vec<(String, [f64; 4])> {
    let picture = roxmltree::Document::parse(svg).expect("XML");
    let group = picture.descendants().find(|node| node.attribute("class") == Some(class));
    let texts = group.expect(class).descendants().filter(|node| node.has_tag_name("text"));
    let found = texts.map(|node| {
        let number = |name: &str| -> f64 {
            node.attribute(name).and_then(|text| text.parse().ok()).expect("a number")
        };
        let shown = node.text().expect("a text").trim().to_owned();
        let length = u32::try_from(shown.chars().count()).expect("short");
        // No letter of these texts is narrower than a quarter of its size.
        let (wide, high) = (0.25 * number("font-size") * f64::from(length), number("font-size"));
        let (x, y) = (number("x"), number("y"));
        (shown, [x - wide / 2.0, x + wide / 2.0, y - high / 2.0, y + high / 2.0])
    });
    found.collect()
}

#[test]
fn points_are_marked_with_texts_that_do_not_overlap() {
    let input = fixture(MATRICES);
    let long = format!("1/10,1/10={}", "long ".repeat(40));
    let own: Vec<String> = (1..30).map(|k| format!("{k}/30,{k}/30=text {k}")).collect();
    let mut line = vec!["tile", &input, "--point", "1/2,1/2=a & b < c", "--point", &long];
    line.extend(own.iter().flat_map(|point| ["--point", point.as_str()]));
    line.extend(["--point", "0,1"]);
    let svg = picture(&line);
    let texts = boxes(&svg, "points");
    let shown: Vec<&str> = texts.iter().map(|(text, _)| text.as_str()).collect();
    assert!(shown.contains(&"a & b < c") && shown.contains(&"text 29"), "{shown:?}");
    assert!(shown.iter().any(|text| text.starts_with("long") && text.contains('\u{2026}')));
    // All have room, but the point without a text.
    assert_eq!(texts.len(), 31);
    for (k, (text, [left, right, top, bottom])) in texts.iter().enumerate() {
        for (other, [l, r, t, b]) in &texts[..k] {
            assert!(left >= r || l >= right || top >= b || t >= bottom, "{text} on {other}");
        }
    }
    assert_eq!(svg.matches("class=\"points\"").count(), 1);
    let own = long.split_once('=').expect("a text").1.trim();
    assert!(svg.contains(own), "the whole text is a tooltip");
    for flavor in ["rank", "best", "frontiers", "rankings"] {
        let line = ["tile", &input, "--flavor", flavor, "--classifier", "logistic"];
        let needed = if flavor == "rank" { 6 } else { 4 };
        let svg = picture(&[&line[..needed], &["--point", "0.3,0.4=ours"]].concat());
        assert_eq!(boxes(&svg, "points")[0].0, "ours", "{flavor}");
    }
    for point in ["0.3=ours", "2,0=ours", "ours", "=ours"] {
        Run::new(&["tile", &input, "--point", point]).refused();
    }
    assert!(!picture(&["tile", &input]).contains("class=\"points\""));
}
