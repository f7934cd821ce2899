//! Pictures of the lattice: recorded SVG, and drawn elements against the exact results.

use exactile::lattice::{
    Contour, ExactValue, Lattice, LatticeError, MetricPmf, Model, Observation, Predictive, Route,
};
use exactile::num::Level;
use exactile::{Metric, Rational};
use exactile_picture::{DecisionBenefits, LatticePicture, LatticePictureError, MassStyle, Window};
use roxmltree::{Document, Node};

use exactile_testing::{check_golden, q};

/// The paper's observation.
const SEEN: Observation = Observation { tn: 32, fp: 8, fn_: 4, tp: 16 };

fn metric(name: &str) -> Metric {
    name.parse().expect("a metric")
}

fn lattice(positives: u64, negatives: u64) -> Lattice {
    Lattice::new(positives, negatives).expect("samples")
}

fn pmf(seen: Observation, name: &str, of: Lattice) -> Result<MetricPmf, LatticeError> {
    let next = Predictive::new(seen, &Model::default(), of)?;
    MetricPmf::new(&next, &metric(name), Route::Certified, None)
}

fn pmf_picture(seen: Observation, name: &str, of: Lattice, side: f64) -> String {
    let pmf = pmf(seen, name, of).expect("a distribution");
    LatticePicture::pmf(&pmf, &Level::default(), side).expect("drawn").to_svg()
}

fn number(node: &Node, name: &str) -> f64 {
    node.attribute(name).expect("an attribute").parse().expect("a number")
}

fn group<'d>(document: &'d Document, class: &str) -> Node<'d, 'd> {
    let found = document.descendants().find(|node| node.attribute("class") == Some(class));
    found.expect("a group of that class")
}

/// Asserts that the SVG is well-formed and has no invalid numbers.
fn check(name: &str, svg: &str) {
    let document = Document::parse(svg).expect("well-formed");
    for node in document.descendants().filter(Node::is_element) {
        for attribute in node.attributes() {
            let value = attribute.value();
            let named = matches!(attribute.name(), "data-value" | "class" | "font-family");
            assert!(named || !value.contains("NaN") && !value.contains("inf"), "{name}: {value}");
        }
        if let Some(Ok(width)) = node.attribute("width").map(str::parse::<f64>) {
            assert!(width >= 0.0, "{name}");
        }
        if let Some(Ok(height)) = node.attribute("height").map(str::parse::<f64>) {
            assert!(height >= 0.0, "{name}");
        }
    }
}

#[test]
fn lattice_pictures_are_as_recorded() {
    let small = lattice(5, 8);
    let full = lattice(20, 40);
    let mcc = metric("mcc");
    let level = Level::default();
    let seen = Observation { tn: 6, fp: 2, fn_: 1, tp: 4 };
    let golden = |name: &str, picture: Result<LatticePicture, LatticePictureError>| {
        check_golden(name, &picture.expect("drawn").to_svg());
    };
    golden("lattice-roc", LatticePicture::roc(&mcc, small, Some(seen), None, 400.0));
    golden(
        "lattice-precision-recall",
        LatticePicture::precision_recall(&metric("f1"), small, Some(seen), None, 400.0),
    );
    golden("lattice-joint", LatticePicture::joint(seen, &Model::default(), small, 400.0));
    check_golden("lattice-pmf", &pmf_picture(seen, "ba", small, 400.0));
    golden("lattice-multiplicities", LatticePicture::multiplicities(&metric("f1"), full, 400.0));
    golden(
        "lattice-contours",
        LatticePicture::contours(&metric("f1"), full, Window::default(), None, 400.0),
    );
    golden(
        "lattice-contours-mcc",
        LatticePicture::contours(&mcc, full, Window::default(), None, 400.0),
    );
    golden(
        "lattice-growing",
        LatticePicture::growing(seen, &Model::default(), &mcc, &[1, 4], &level, 400.0),
    );
    golden(
        "lattice-simplex",
        LatticePicture::simplex(&mcc, &[lattice(4, 16), lattice(10, 10), lattice(18, 2)], 400.0),
    );
    let both = [Model::Binomial, Model::default()];
    let parts = [Level::percent(50), level];
    let half = [ExactValue::Rational(q(1, 2))];
    golden("lattice-slice", LatticePicture::slice(&mcc, small, Some(seen), None, 400.0));
    golden("lattice-confluence", LatticePicture::confluence(&metric("f1"), small, 400.0));
    golden(
        "lattice-models",
        LatticePicture::pmf_of_models(seen, &both, small, &metric("ba"), true, 400.0),
    );
    golden("lattice-density", LatticePicture::density(seen, &both[1], small, &parts, 400.0));
    for (name, style) in [("discs", MassStyle::Discs), ("ridges", MassStyle::Ridges)] {
        let f1 = metric("f1");
        golden(
            &format!("lattice-{name}"),
            LatticePicture::overlay(seen, &both[1], small, &f1, &half, style, 400.0),
        );
    }
}

#[test]
fn every_metric_is_drawn_in_every_way() {
    let level = Level::percent(90);
    let with_conics = |metric: &Metric| *metric != Metric::AverageConditionalProbability;
    for metric in Metric::all().into_iter().filter(with_conics) {
        for (of, seen, side) in [
            (lattice(1, 1), Observation { tn: 1, fp: 0, fn_: 1, tp: 0 }, 37.5),
            (lattice(4, 7), Observation { tn: 5, fp: 2, fn_: 0, tp: 4 }, 200.0),
        ] {
            let model = Model::default();
            let next = Predictive::new(seen, &model, of).expect("observed");
            let pmf = MetricPmf::new(&next, &metric, Route::Certified, None).expect("small");
            let window = Window { fpr: (-0.5, 1.25), tpr: (0.0, 1.5) };
            let both = [Model::Binomial, model.clone()];
            let (discs, ridges) = (MassStyle::Discs, MassStyle::Ridges);
            for (name, picture) in [
                ("roc", LatticePicture::roc(&metric, of, Some(seen), None, side)),
                ("pr", LatticePicture::precision_recall(&metric, of, Some(seen), None, side)),
                ("contours", LatticePicture::contours(&metric, of, window, None, side)),
                ("pmf", LatticePicture::pmf(&pmf, &level, side)),
                ("multiplicities", LatticePicture::multiplicities(&metric, of, side)),
                ("growing", LatticePicture::growing(seen, &model, &metric, &[1, 2], &level, side)),
                ("simplex", LatticePicture::simplex(&metric, &[of], side)),
                ("slice", LatticePicture::slice(&metric, of, Some(seen), None, side)),
                ("confluence", LatticePicture::confluence(&metric, of, side)),
                ("models", LatticePicture::pmf_of_models(seen, &both, of, &metric, true, side)),
                ("discs", LatticePicture::overlay(seen, &model, of, &metric, &[], discs, side)),
                ("ridges", LatticePicture::overlay(seen, &model, of, &metric, &[], ridges, side)),
            ] {
                let name = format!("{name} of {metric}");
                match picture {
                    Ok(picture) => check(&name, &picture.to_svg()),
                    Err(LatticePictureError::NothingDefined(_)) => {
                        assert!(of.positives() == 1, "{name}");
                    }
                    Err(other) => panic!("{name}: {other}"),
                }
            }
        }
    }
}

#[test]
fn each_matrix_has_a_dot_and_its_place() {
    for (p, n) in [(1, 1), (1, 6), (20, 40), (33, 3)] {
        let svg = LatticePicture::roc(&metric("mcc"), lattice(p, n), None, None, 300.0);
        let svg = svg.expect("drawn").to_svg();
        let document = Document::parse(&svg).expect("well-formed");
        let dots: Vec<Node> = group(&document, "dots")
            .children()
            .filter(|node| node.has_tag_name("circle"))
            .collect();
        assert_eq!(dots.len() as u64, (p + 1) * (n + 1));
        let frame = group(&document, "axes").first_element_child().expect("a frame");
        for dot in dots {
            let fpr = 1.0 - number(&dot, "data-tn") / n as f64;
            let tpr = number(&dot, "data-tp") / p as f64;
            assert!((number(&dot, "cx") - number(&frame, "x") - 300.0 * fpr).abs() < 2e-3);
            assert!((number(&dot, "cy") - number(&frame, "y") - 300.0 * (1.0 - tpr)).abs() < 2e-3);
        }
    }
}

#[test]
fn large_lattices_are_thinned_and_say_so() {
    let svg = LatticePicture::roc(&metric("f1"), lattice(2000, 3000), None, None, 300.0);
    let svg = svg.expect("drawn").to_svg();
    check("large", &svg);
    let document = Document::parse(&svg).expect("well-formed");
    let drawn: f64 = group(&document, "dots")
        .children()
        .filter(Node::is_element)
        .map(|path| number(&path, "data-dots"))
        .sum();
    assert!(svg.contains("of 6,005,001"), "the caption tells how many there are");
    assert!((8000.0..12_000.0).contains(&drawn), "{drawn}");
}

#[test]
fn areas_are_proportional_to_exact_masses() {
    let of = lattice(6, 9);
    for model in [Model::default(), Model::Binomial] {
        let svg = LatticePicture::joint(SEEN, &model, of, 900.0).expect("drawn").to_svg();
        check("joint", &svg);
        let document = Document::parse(&svg).expect("well-formed");
        let next = Predictive::new(SEEN, &model, of).expect("observed");
        let discs: Vec<(f64, f64)> = group(&document, "joint")
            .children()
            .filter(|node| node.has_tag_name("circle"))
            .map(|disc| {
                let count = |name: &str| {
                    disc.attribute(name).expect("a count").parse::<u64>().expect("whole")
                };
                let mass = next.mass(count("data-tp"), count("data-tn")).to_f64();
                (number(&disc, "r"), mass)
            })
            .collect();
        let (widest, largest) = discs
            .iter()
            .copied()
            .fold((0.0, 0.0), |best: (f64, f64), disc| if disc.1 > best.1 { disc } else { best });
        assert!(discs.len() > 20 && widest > 10.0);
        for (radius, mass) in discs {
            // Radii are written to 1/1000 pixel.
            assert!((radius - widest * (mass / largest).sqrt()).abs() < 1.1e-3, "{radius} {mass}");
        }
    }
}

/// The points of a path of lines and quadratic curves, each curve at nine places.
fn points(data: &str) -> Vec<(f64, f64)> {
    let mut found: Vec<(f64, f64)> = Vec::new();
    for part in data.split(['M', 'L']) {
        let mut curves = part.split('Q');
        let head: Vec<f64> = curves
            .next()
            .into_iter()
            .flat_map(str::split_whitespace)
            .map(|n| n.parse().expect("a number"))
            .collect();
        if let [x, y] = head[..] {
            found.push((x, y));
        }
        for curve in curves {
            let n: Vec<f64> =
                curve.split_whitespace().map(|n| n.parse().expect("a number")).collect();
            let (x0, y0) = *found.last().expect("a start");
            for step in 1..=8 {
                let t = f64::from(step) / 8.0;
                let at = |p: f64, c: f64, e: f64| {
                    (1.0 - t).powi(2) * p + 2.0 * t * (1.0 - t) * c + t * t * e
                };
                found.push((at(x0, n[0], n[2]), at(y0, n[1], n[3])));
            }
        }
    }
    found
}

#[test]
fn contours_drawn_lie_on_the_exact_ones() {
    let of = lattice(20, 40);
    for name in ["mcc", "f1", "markedness", "gm", "dor", "fm", "kappa", "pt", "log-plr", "mcc-bal"]
    {
        let metric = metric(name);
        let window = Window::default();
        let svg =
            LatticePicture::contours(&metric, of, window, None, 600.0).expect("drawn").to_svg();
        let document = Document::parse(&svg).expect("well-formed");
        let frame = group(&document, "axes").first_element_child().expect("a frame");
        let (left, bottom) = (number(&frame, "x"), number(&frame, "y") + number(&frame, "height"));
        let unit = 200.0;
        let mut seen = 0;
        for path in document.descendants() {
            let Some(level) = path.attribute("data-value") else { continue };
            let level: ExactValue = level.parse().expect("a value");
            let contour = Contour::new(&metric, &level, of).expect("a curve");
            let k: Vec<f64> = contour
                .polynomial
                .coefficients()
                .iter()
                .map(|k| k.to_string().parse().expect("a number"))
                .collect();
            for (x, y) in points(path.attribute("d").expect("a path")) {
                let (fpr, tpr) = ((x - left) / unit - 1.0, (bottom - y) / unit - 1.0);
                let (tp, tn) = (20.0 * tpr, 40.0 * (1.0 - fpr));
                let value =
                    k[0] * tp * tp + k[1] * tp * tn + k[2] * tn * tn + k[3] * tp + k[4] * tn + k[5];
                let by_tpr = 20.0 * (2.0 * k[0] * tp + k[1] * tn + k[3]);
                let by_fpr = 40.0 * (k[1] * tp + 2.0 * k[2] * tn + k[4]);
                let distance = value.abs() / by_tpr.hypot(by_fpr).max(1e-300) * unit;
                // At singular points the gradient vanishes, and with it this estimate.
                let flat = by_tpr.hypot(by_fpr) < 1e-3;
                assert!(
                    flat || distance < 0.012,
                    "{name} = {level} at ({fpr}, {tpr}): {distance} px"
                );
                seen += 1;
            }
        }
        assert!(seen > 10, "{name}: {seen}");
    }
}

#[test]
fn irrational_contours_are_drawn_where_they_are() {
    let metric = metric("scaled-log-plr");
    let third = [ExactValue::Rational(q(1, 3))];
    let inside = Window::roc_space();
    let picture = LatticePicture::contours(&metric, lattice(50, 50), inside, Some(&third), 600.0);
    let svg = picture.expect("drawn").to_svg();
    let document = Document::parse(&svg).expect("well-formed");
    let frame = group(&document, "axes").first_element_child().expect("a frame");
    let (left, bottom) = (number(&frame, "x"), number(&frame, "y") + number(&frame, "height"));
    let path = group(&document, "contours").descendants().find_map(|node| node.attribute("d"));
    let drawn = points(path.expect("a line"));
    // TPR = FPR cbrt(49), since 49 is the largest ratio of 50 and 50 samples.
    let slope = 49.0_f64.cbrt();
    assert!(drawn.len() > 2);
    for (x, y) in drawn {
        let (fpr, tpr) = ((x - left) / 600.0, (bottom - y) / 600.0);
        assert!((tpr - slope * fpr).abs() * 600.0 / slope < 0.01, "{fpr} {tpr}");
    }
}

#[test]
fn benefits_have_parallel_contours_of_the_right_slope() {
    let [tp, fp, fn_, tn] = [7, 3, 1, 4].map(Rational::from);
    let benefits = DecisionBenefits { tp, fp, fn_, tn };
    let svg = LatticePicture::benefits(&benefits, lattice(20, 40), 600.0).expect("drawn").to_svg();
    let document = Document::parse(&svg).expect("well-formed");
    let paths = group(&document, "contours");
    let paths: Vec<&str> = paths.descendants().filter_map(|node| node.attribute("d")).collect();
    assert!(paths.len() > 2);
    for path in paths {
        let drawn = points(path);
        let (first, last) = (drawn[0], drawn[drawn.len() - 1]);
        let slope = (first.1 - last.1) / (last.0 - first.0);
        // 40 (4 - 3) / (20 (7 - 1))
        assert!((slope - 1.0 / 3.0).abs() < 1e-3, "{slope}");
    }
}

#[test]
fn densities_hold_the_least_matrices_that_reach_their_part() {
    let of = lattice(12, 9);
    let next = Predictive::new(SEEN, &Model::default(), of).expect("observed");
    let mut masses: Vec<Rational> = (0..=12)
        .flat_map(|tp| (0..=9).map(move |tn| (tp, tn)))
        .map(|(tp, tn)| next.mass(tp, tn))
        .collect();
    masses.sort_by(|first, second| second.cmp(first));
    let levels = [Level::percent(50), Level::percent(90)];
    let picture = LatticePicture::density(SEEN, &Model::default(), of, &levels, 400.0);
    let svg = picture.expect("drawn").to_svg();
    check("density", &svg);
    let document = Document::parse(&svg).expect("well-formed");
    let lines = group(&document, "densities").children().filter(|node| node.has_tag_name("path"));
    for (line, level) in lines.zip(&levels) {
        let count = line.attribute("data-matrices").and_then(|count| count.parse::<usize>().ok());
        let count = count.expect("a count");
        let sum = |count: usize| masses[..count].iter().fold(Rational::ZERO, |a, b| &a + b);
        assert!(sum(count) >= **level && sum(count - 1) < **level, "{level}: {count}");
    }
}

#[test]
fn the_pencils_base_point_is_shown() {
    let f1 = metric("f1");
    let inside = LatticePicture::contours(&f1, lattice(20, 40), Window::default(), None, 400.0);
    let svg = inside.expect("drawn").to_svg();
    assert!(svg.contains("base point (-1/2, 0)") && svg.contains("\"base-point\""));
    let narrow = Window { fpr: (0.0, 1.0), tpr: (0.0, 1.0) };
    let outside = LatticePicture::contours(&f1, lattice(20, 40), narrow, None, 400.0);
    assert!(outside.expect("drawn").to_svg().contains("(-1/2, 0), outside this"));
}

#[test]
fn degenerate_and_infinite_distributions_are_drawn() {
    check("one value", &pmf_picture(SEEN, "prevalence", lattice(5, 5), 300.0));
    let infinite = pmf_picture(SEEN, "dor", lattice(5, 5), 300.0);
    check("infinite", &infinite);
    assert!(infinite.contains("mean inf"));
    check("irrational", &pmf_picture(SEEN, "gm", lattice(30, 30), 900.0));
    let sure = Observation { tn: 3, fp: 0, fn_: 0, tp: 3 };
    let joint = LatticePicture::joint(sure, &Model::Binomial, lattice(3, 3), 200.0);
    check("certain", &joint.expect("drawn").to_svg());
}

/// Returns the reason why a picture was refused, and its hint.
fn text(result: Result<LatticePicture, LatticePictureError>) -> String {
    let error = result.expect_err("nothing to draw");
    format!("{error}\nhint: {}", error.hint())
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let f1 = metric("f1");
    assert_eq!(
        text(LatticePicture::roc(&f1, lattice(0, 3), None, None, 300.0)),
        "0 positives and 3 negatives have no place in ROC space\nhint: ask for samples of both \
         classes"
    );
    assert_eq!(
        text(LatticePicture::simplex(&f1, &[lattice(1, 3), lattice(2, 3)], 300.0)),
        "slices of 4 and of 5 samples do not lie in one simplex\nhint: give slices of one total"
    );
    let window = Window { fpr: (1.0, 0.0), tpr: (0.0, 1.0) };
    assert_eq!(
        text(LatticePicture::contours(&f1, lattice(2, 3), window, None, 300.0)),
        "the window has no area or no end\nhint: give finite ends, the first below the second"
    );
    let level = Level::percent(50);
    for (factors, expected) in [
        (vec![], "no factor to draw\nhint: give at least one"),
        (
            vec![0],
            "the observation cannot be enlarged 0 times\nhint: give a factor from 1 that keeps \
             counts small",
        ),
    ] {
        let growing =
            LatticePicture::growing(SEEN, &Model::default(), &f1, &factors, &level, 300.0);
        assert_eq!(text(growing), expected);
    }
}
