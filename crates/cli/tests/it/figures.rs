//! Figures of the source papers: complete, well-formed, the same every time, and as the engine has
//! them.

use std::collections::{HashMap, HashSet};
use std::process::Command;
use std::sync::LazyLock;

use exactile::tile::PriorShift;
use exactile::{NamedScore, RankFilter, Rational, Regions};
use exactile_input::{ReadOptions, read_path};
use exactile_papers::figures::{
    Drawing, Figure, GALLERY_FOLDER, GalleryPicture, figures, gallery, gallery_fragment,
    with_gallery,
};
use rayon::prelude::*;
use roxmltree::{Document, Node};

use crate::cli::{Run, fixture};
use exactile_testing::q;

/// The required figures of each paper: those that show data or geometry.
const WANTED: [(&str, &[&str]); 3] = [
    ("the-tile", &["1", "2", "3", "4", "5", "6", "7", "8", "9"]),
    (
        "metrics",
        &[
            "1", "2", "3", "4", "5", "B.1", "B.2", "B.3", "B.4", "B.5", "B.6", "B.7", "B.8", "B.9",
            "B.10", "B.11", "B.12", "B.13", "B.14", "B.15", "C.1", "C.2", "C.3", "C.4", "C.5",
            "C.6", "C.7", "C.8", "C.9", "C.10", "C.11", "C.12", "C.13", "C.14", "C.15", "D.3",
            "E.1", "F.1", "F.2", "F.3",
        ],
    ),
    ("advantage", &["1"]),
];

/// Drawn once: correlations take a while.
const SLOW: [&str; 2] = ["the-tile/figure-4", "the-tile/figure-7"];

const SIDE: f64 = 320.0;

fn draw(figure: &Figure, side: f64) -> String {
    figure.svg(side).expect("it is drawn").expect("its data are sound")
}

/// All pictures by the names of their figures.
static DRAWN: LazyLock<HashMap<&'static str, String>> = LazyLock::new(|| {
    let drawn: Vec<Figure> = figures().into_iter().filter(Figure::is_drawn).collect();
    drawn.par_iter().map(|figure| (figure.id, draw(figure, SIDE))).collect()
});

fn picture(id: &str) -> Document<'static> {
    Document::parse(&DRAWN[id]).expect("well-formed")
}

/// All elements of a class.
fn of_class<'d>(document: &'d Document<'d>, class: &'d str) -> Vec<Node<'d, 'd>> {
    document.descendants().filter(|node| node.attribute("class") == Some(class)).collect()
}

fn number(node: &Node, name: &str) -> f64 {
    node.attribute(name).expect("an attribute").parse().expect("a number")
}

/// The children of a kind.
fn children<'d>(node: &Node<'d, 'd>, tag: &str) -> Vec<Node<'d, 'd>> {
    node.children().filter(|child| child.has_tag_name(tag)).collect()
}

/// The squares of the Tiles in a picture: left, top, side, in the units of their panels.
fn frames(document: &Document) -> Vec<(f64, f64, f64)> {
    let axes = document.descendants().filter(|node| node.attribute("class") == Some("axes"));
    let rect = axes.filter_map(|axes| axes.children().find(|node| node.has_tag_name("rect")));
    rect.map(|rect| (number(&rect, "x"), number(&rect, "y"), number(&rect, "width"))).collect()
}

/// Is a circle there, within 1/100 pixel?
fn has_circle(nodes: &[Node], (x, y): (f64, f64)) -> bool {
    nodes
        .iter()
        .any(|node| (number(node, "cx") - x).abs() < 0.01 && (number(node, "cy") - y).abs() < 0.01)
}

fn q_point(frame: (f64, f64, f64), a: &Rational, b: &Rational) -> (f64, f64) {
    let (left, top, side) = frame;
    (left + a.to_f64() * side, top + (1.0 - b.to_f64()) * side)
}

fn toy(prior: &str) -> Regions {
    let path = fixture(&format!("published/the-tile-fig-5/prior-{prior}.csv"));
    let input = read_path(path.as_ref(), &ReadOptions::default(), &mut |_| ()).expect("readable");
    Regions::new(input.classifiers).expect("equal priors")
}

#[test]
fn the_list_has_every_wanted_figure_and_says_what_it_shows() {
    let all = figures();
    let ids: HashSet<&str> = all.iter().map(|figure| figure.id).collect();
    assert_eq!(ids.len(), all.len(), "each once");
    for (paper, numbers) in WANTED {
        for number in numbers {
            let id = format!("{paper}/figure-{number}");
            let figure = all.iter().find(|figure| figure.id == id).expect("listed");
            assert!(figure.is_drawn(), "{id}");
        }
        let drawn = all.iter().filter(|figure| figure.paper.key == paper && figure.is_drawn());
        assert_eq!(drawn.count(), numbers.len(), "{paper}: nothing that was not asked for");
    }
    for figure in &all {
        assert_eq!(figure.id, format!("{}/figure-{}", figure.paper.key, figure.number));
        for text in [figure.title, figure.shows, figure.differs] {
            assert!(text.len() > 5 && !text.ends_with('.'), "{}: {text:?}", figure.id);
        }
        if let Drawing::NotDrawn(reason) = figure.drawing {
            assert!(reason.len() > 10, "{}", figure.id);
        }
        assert!(!figure.file_stem().contains(['/', '.']), "{}", figure.id);
    }
}

#[test]
fn every_figure_is_well_formed_and_its_parts_have_names_of_their_own() {
    for (id, svg) in DRAWN.iter() {
        let document = Document::parse(svg).expect("well-formed");
        let mut names = HashSet::new();
        for node in document.descendants().filter(Node::is_element) {
            for attribute in node.attributes() {
                let value = attribute.value();
                let is_text = attribute.name() == "font-family";
                assert!(
                    is_text || !value.contains("NaN") && !value.contains("inf"),
                    "{id}: {value}"
                );
            }
            if let Some(name) = node.attribute("id") {
                assert!(names.insert(name), "{id}: two parts are called {name}");
            }
        }
        let clips = document.descendants().filter_map(|node| node.attribute("clip-path"));
        for clip in clips {
            let name = clip.strip_prefix("url(#").and_then(|rest| rest.strip_suffix(')'));
            assert!(name.is_some_and(|name| names.contains(name)), "{id}: {clip}");
        }
        let root = document.root_element();
        assert!(number(&root, "width") > 200.0 && number(&root, "height") > 200.0, "{id}");
        assert!(svg.len() < 700_000, "{id}: {} bytes", svg.len());
    }
}

#[test]
fn figures_are_the_same_every_time_and_only_scale_with_their_size() {
    for figure in figures().iter().filter(|figure| figure.is_drawn() && !SLOW.contains(&figure.id))
    {
        assert!(draw(figure, SIDE) == DRAWN[figure.id], "{}", figure.id);
        let half = draw(figure, SIDE / 2.0);
        let body = |svg: &str| svg.split_once('\n').map(|(_, body)| body.to_owned());
        assert!(body(&half) == body(&DRAWN[figure.id]), "{}: other proportions", figure.id);
        let width = |svg: &str| number(&Document::parse(svg).expect("XML").root_element(), "width");
        assert!((2.0 * width(&half) - width(&DRAWN[figure.id])).abs() < 0.01, "{}", figure.id);
    }
}

#[test]
fn small_roc_spaces_belong_to_the_places_of_the_catalogue() {
    let document = picture("the-tile/figure-1");
    assert_eq!(of_class(&document, "roc-space").len(), 13);
    let [scores] = of_class(&document, "scores")[..] else { panic!("one layer") };
    let circles = children(&scores, "circle");
    assert_eq!(circles.len(), 13);
    let frame = frames(&document)[0];
    for name in ["npv", "ba", "kappa", "jaccard-negative", "f-beta(2)", "f-beta(1/2)", "ppv"] {
        let score: NamedScore = name.parse().expect("a score");
        let place = score.place(&q(3, 10));
        assert!(has_circle(&circles, q_point(frame, &place.a, &place.b)), "{name}");
    }
}

#[test]
fn scales_of_the_construction_have_even_steps() {
    let document = picture("the-tile/figure-2");
    let pencils = of_class(&document, "pencil");
    assert_eq!(pencils.len(), 3);
    assert!(pencils.iter().all(|pencil| children(pencil, "path").len() == 11));
    for scale in of_class(&document, "scale") {
        let marks = children(&scale, "circle");
        assert_eq!(marks.len(), 11);
        let places: Vec<(f64, f64)> =
            marks.iter().map(|mark| (number(mark, "cx"), number(mark, "cy"))).collect();
        let step = |k: usize| (places[k + 1].0 - places[k].0, places[k + 1].1 - places[k].1);
        for k in 1..10 {
            let (first, this) = (step(0), step(k));
            assert!(
                (first.0 - this.0).abs() < 0.01 && (first.1 - this.1).abs() < 0.01,
                "{places:?}"
            );
        }
        // -pi-/pi+ is -4, and pixels grow downwards.
        assert!((step(0).1 / step(0).0 - 4.0).abs() < 0.02, "{places:?}");
    }
}

#[test]
fn orderings_stand_where_the_catalogue_has_them() {
    let document = picture("the-tile/figure-3");
    let [left, right] = of_class(&document, "places")[..] else { panic!("two panels") };
    // Four corners, F2, F1, F0.5, accuracy; nine probabilities, BA, kappa, weighted accuracy.
    assert_eq!([left, right].map(|layer| children(&layer, "circle").len()), [8, 12]);
    let frame = frames(&document)[1];
    let circles = children(&right, "circle");
    assert!(has_circle(&circles, q_point(frame, &q(7, 10), &q(7, 10))), "BA");
    assert!(has_circle(&circles, q_point(frame, &q(49, 58), &q(1, 2))), "kappa");
    let texts: String = right.descendants().filter_map(|node| node.text()).collect();
    for name in ["SNPV\u{2020}", "reversed NLR\u{2020}", "kappa\u{2020}", "T\u{3b8}", "F0"] {
        assert!(texts.contains(name), "{name} in {texts}");
    }
    assert!(!texts.contains("accuracy\u{2020}Bennett"), "accuracy needs no prior");
}

#[test]
fn correlations_have_their_maxima_at_the_scores_own_places() {
    let document = picture("the-tile/figure-4");
    assert_eq!(of_class(&document, "extremes").len(), 9);
    assert_eq!(of_class(&document, "values").len(), 9);
    let document = picture("the-tile/figure-7");
    let frames = frames(&document);
    let places = [(q(7, 10), q(7, 10)), (q(49, 58), q(1, 2))];
    for ((extremes, frame), (a, b)) in
        of_class(&document, "extremes").iter().zip(frames).zip(places)
    {
        // The tip of the triangle that points upwards is right above the place.
        let (x, _) = q_point(frame, &a, &b);
        let tips = children(extremes, "path").into_iter().filter_map(|path| {
            let data = path.attribute("d")?.strip_prefix('M')?;
            data.split_whitespace().next()?.parse::<f64>().ok()
        });
        assert!(tips.into_iter().any(|tip| (tip - x).abs() < 0.01), "{a} {b}");
    }
}

#[test]
fn regions_are_as_many_as_the_engine_has() {
    let document = picture("the-tile/figure-5");
    let drawn: Vec<usize> =
        of_class(&document, "regions").iter().map(|layer| children(layer, "path").len()).collect();
    let exact = ["0.2", "0.5", "0.8"].map(|prior| {
        let regions = toy(prior);
        (0..regions.classifiers().len())
            .flat_map(|k| regions.pieces(k, &RankFilter::holding([1])))
            .filter(|piece| piece.dimension() == 2)
            .count()
    });
    assert_eq!(drawn, exact);
    // A classifier has one colour in all panels.
    let mut colours: HashMap<&str, HashSet<&str>> = HashMap::new();
    for path in document.descendants() {
        if let Some(classifier) = path.attribute("data-classifier") {
            colours.entry(classifier).or_default().extend(path.attribute("fill"));
        }
    }
    assert_eq!(colours.len(), 4);
    assert!(colours.values().all(|used| used.len() == 1), "{colours:?}");
}

#[test]
fn families_and_grids_are_whole() {
    let document = picture("the-tile/figure-6");
    let families = of_class(&document, "no-skill-curves");
    assert_eq!(families.iter().map(|f| children(f, "path").len()).collect::<Vec<_>>(), [9, 9]);
    let document = picture("the-tile/figure-8");
    let grids = of_class(&document, "grid");
    assert_eq!(grids.len(), 5);
    for ((grid, frame), tenths) in grids.iter().zip(frames(&document)).zip([1, 3, 5, 7, 9]) {
        let lines = children(grid, "line");
        assert_eq!(lines.len(), 18);
        let shift = PriorShift::from_balanced(&q(tenths, 10));
        let (x, _) = q_point(frame, &shift.apply(&q(1, 10)), &q(0, 1));
        assert!((number(&lines[0], "x1") - x).abs() < 0.01);
    }
}

#[test]
fn values_and_measures_have_all_their_parts() {
    let document = picture("the-tile/figure-9");
    assert_eq!(of_class(&document, "value-region").len(), 6, "two constant predictions each");
    let document = picture("advantage/figure-1");
    let charts = of_class(&document, "curves");
    assert_eq!(charts.iter().map(|c| children(c, "path").len()).collect::<Vec<_>>(), [5, 5, 5]);
    assert_eq!(of_class(&document, "change").len(), 3);
}

#[test]
fn lattices_are_whole() {
    let dots = |id: &str, class: &str| -> Vec<usize> {
        let document = picture(id);
        of_class(&document, class).iter().map(|layer| children(layer, "circle").len()).collect()
    };
    assert_eq!(dots("metrics/figure-1", "slice").len(), 3);
    assert_eq!(dots("metrics/figure-2", "dots"), [21 * 81; 2]);
    // TP = FP = 0 has no precision.
    let lattices = [6 * 46, 26 * 26, 46 * 6].map(|all| [all, all - 1]);
    assert_eq!(dots("metrics/figure-D.3", "dots"), lattices.concat());
    let document = picture("metrics/figure-F.3");
    let most = of_class(&document, "dots").into_iter().map(|layer| {
        let counts = children(&layer, "circle").into_iter();
        counts.map(|dot| number(&dot, "data-count")).fold(0.0, f64::max)
    });
    // Two of the 21 matrices on the diagonal have no MCC.
    assert_eq!(most.collect::<Vec<_>>(), [19.0, 21.0, 41.0, 1.0, 2.0, 42.0]);
}

#[test]
fn contours_are_all_there_and_meet_in_their_base_points() {
    for (number, panels, contours, base_points) in [
        ("B.1", 3, 19, 2),
        ("B.2", 3, 19, 2),
        ("B.3", 3, 9, 0),
        ("B.4", 3, 9, 1),
        ("B.6", 3, 9, 1),
        ("B.10", 3, 9, 1),
        ("B.13", 3, 19, 2),
        ("C.1", 1, 9, 0),
        ("C.3", 1, 9, 0),
        ("C.4", 1, 21, 1),
        ("C.5", 1, 19, 1),
        ("C.8", 1, 19, 2),
        ("C.15", 1, 9, 1),
    ] {
        let document = picture(&format!("metrics/figure-{number}"));
        assert_eq!(of_class(&document, "contours").len(), panels, "{number}");
        assert_eq!(of_class(&document, "contour").len(), panels * contours, "{number}");
        assert_eq!(of_class(&document, "base-point").len(), panels * base_points, "{number}");
    }
}

#[test]
fn predictions_have_all_their_parts() {
    let layers = |id: &str, class: &str| of_class(&picture(id), class).len();
    assert_eq!(layers("metrics/figure-3", "marginal"), 4);
    assert_eq!(layers("metrics/figure-E.1", "joint"), 2);
    assert_eq!(layers("metrics/figure-4", "masses"), 6);
    assert_eq!(layers("metrics/figure-4", "rows"), 0);
    assert_eq!(layers("metrics/figure-F.2", "rows"), 6);
    let document = picture("metrics/figure-F.1");
    for marks in of_class(&document, "on-contours") {
        assert_eq!(children(&marks, "circle").len(), 22, "11 matrices on each contour");
    }
}

#[test]
fn four_times_the_data_make_lines_half_as_wide() {
    let document = picture("metrics/figure-5");
    let widths = of_class(&document, "densities").into_iter().map(|layer| {
        let lines = children(&layer, "path");
        assert_eq!(lines.len(), 4);
        let data = lines[0].attribute("d").expect("a path");
        let places = data.split(['M', 'L']).filter_map(|place| place.split_once(' '));
        let x = places.map(|(x, _)| x.parse::<f64>().expect("a number"));
        let ends = x.fold((f64::INFINITY, 0.0_f64), |(low, high), x| (low.min(x), high.max(x)));
        ends.1 - ends.0
    });
    let widths: Vec<f64> = widths.collect();
    assert_eq!(widths.len(), 3);
    for pair in widths.windows(2) {
        assert!((0.44..0.56).contains(&(pair[1] / pair[0])), "{widths:?}");
    }
}

/// A run in a folder of its own.
fn run(arguments: &[&str]) -> (std::process::Output, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_exactile"));
    (command.current_dir(folder.path()).args(arguments).output().expect("it runs"), folder)
}

#[test]
fn a_folder_gets_pictures_a_page_and_a_list() {
    for (format, magic) in [("svg", "<svg".as_bytes()), ("png", b"\x89PNG")] {
        let (output, folder) = run(&[
            "figures",
            "-o",
            "new/folder",
            "--format",
            format,
            "--only",
            "the-tile/figure-5",
            "the-tile/figure-6",
            "--only",
            "foundations",
        ]);
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            "2 figures, see new/folder/index.html\n"
        );
        let folder = folder.path().join("new/folder");
        let mut files: Vec<String> = std::fs::read_dir(&folder)
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name().into_string().expect("text"))
            .collect();
        files.sort();
        let [five, six] = [5, 6].map(|k| format!("the-tile-figure-{k}.{format}"));
        assert_eq!(files, ["figures.json", "index.html", &five, &six]);
        assert!(std::fs::read(folder.join(&five)).expect("a picture").starts_with(magic));
        let page = std::fs::read_to_string(folder.join("index.html")).expect("a page");
        assert!(page.contains(&format!("src=\"{five}\"")) && page.contains("Not drawn"));
        let list: serde_json::Value = serde_json::from_str(
            &std::fs::read_to_string(folder.join("figures.json")).expect("a list"),
        )
        .expect("JSON");
        assert_eq!(list["schema"], "exactile.figures.v1");
        let entries = list["figures"].as_array().expect("a list");
        assert_eq!(entries.len(), 4);
        assert_eq!(entries[0]["id"], "the-tile/figure-5");
        assert_eq!(entries[0]["file"], five.as_str());
        assert!(entries[0]["command"].is_string() && entries[0]["reason"].is_null());
        assert!(entries[2]["file"].is_null() && entries[2]["reason"].is_string());
    }
}

#[test]
fn the_list_needs_no_drawing() {
    let text = Run::new(&["figures", "--list", "--only", "advantage"]).succeeds();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[1].starts_with(" advantage/figure-1  Five measures"));
    assert!(lines[2].contains("not drawn: "));
    let all = Run::new(&["figures", "--list"]).succeeds();
    assert_eq!(all.lines().count(), figures().len() + 1);
}

#[test]
fn mistakes_are_one_line_and_leave_nothing() {
    Run::new(&["figures", "-o", "x", "--only", "the-tile/figure-99"])
        .fails("no figure is called \"the-tile/figure-99\"\nhint: see exactile figures --list");
    Run::new(&["figures"]).fails("no folder is given\nhint: name one with -o or ask for --list");
    Run::new(&["figures", "-o", "file/inside"])
        .file("file", "content")
        .fails("file/inside: the folder cannot be created: not a directory\nhint: check its path");
    Run::new(&["figures", "-o", "file", "--only", "advantage"])
        .file("file", "content")
        .fails("file: the folder cannot be created: entity already exists\nhint: check its path");
    Run::new(&["figures", "--list", "-o", "x"]).fails(
        "the argument '--list' cannot be used with '--output <FOLDER>'\nhint: see exactile figures \
         --help",
    );
}

/// The program on the words of a command line, in the project's folder.
fn standard_output(command: &str) -> String {
    let words: Vec<&str> = command.split(' ').collect();
    assert_eq!(words[0], "exactile");
    let output = Command::new(env!("CARGO_BIN_EXE_exactile"))
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .args(&words[1..])
        .output()
        .expect("it runs");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{command}");
    assert!(output.status.success(), "{command}");
    String::from_utf8(output.stdout).expect("text")
}

/// Returns the content of the file that a command writes.
fn written(command: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let (words, file) = command.split_once(" -o ").expect("a file is named");
    let path = folder.path().join(file);
    standard_output(&format!("{words} -o {}", path.display()));
    std::fs::read_to_string(path).expect("the file is written")
}

#[test]
fn commands_beside_figures_draw() {
    // Correlations with all points take too long here.
    let quick = |command: &&str| !command.contains("correlation");
    for command in figures().iter().filter_map(|figure| figure.command).filter(quick) {
        match command.contains(" -o ") {
            true => assert!(written(command).starts_with("<svg"), "{command}"),
            false => assert!(!standard_output(command).is_empty(), "{command}"),
        }
    }
}

static GALLERY: LazyLock<Vec<GalleryPicture>> = LazyLock::new(|| gallery().expect("drawn"));

#[test]
fn the_gallery_is_as_its_example_writes_it() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let mend =
        "run cargo run --release -p exactile-papers --example gallery and look at what changed";
    for picture in GALLERY.iter() {
        let path = format!("{root}/{GALLERY_FOLDER}/{}", picture.file);
        let recorded = std::fs::read_to_string(path).expect("a recorded picture");
        assert!(recorded == picture.svg, "{} has changed: {mend}", picture.file);
        assert!(picture.svg.len() < 150_000, "{}: {} bytes", picture.file, picture.svg.len());
    }
    let files = std::fs::read_dir(format!("{root}/{GALLERY_FOLDER}")).expect("a folder").count();
    assert_eq!(files, GALLERY.len(), "no other files");
    let readme = std::fs::read_to_string(format!("{root}/README.md")).expect("a README");
    let with = with_gallery(&readme, &gallery_fragment(&GALLERY)).expect("markers");
    assert!(with == readme, "the README's gallery has changed: {mend}");
    assert_eq!(with_gallery("no markers", "x"), None);
}

#[test]
fn commands_of_the_gallery_draw_its_pictures() {
    for picture in GALLERY.iter() {
        let drawn = if let Some(id) = picture.command.strip_prefix("exactile figures --only ") {
            let id = id.strip_suffix(" -o figures").expect("a folder");
            DRAWN[id].clone()
        } else if picture.command.contains(" -o ") {
            written(picture.command)
        } else {
            standard_output(picture.command)
        };
        assert!(drawn == picture.svg, "{}", picture.command);
    }
}
