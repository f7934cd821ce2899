//! Pictures: recorded SVG, and paths that enclose what the exact regions enclose.

use exactile::work::go_on;
use exactile::{Classifier, ConfusionMatrix, RankFilter, Regions};
use exactile_input::{ReadOptions, read_path};
use exactile_picture::{Extras, TilePicture};
use proptest::prelude::*;

use exactile_testing::{check_golden, inner_points, q, small_sets};

pub(super) fn fixture_regions(name: &str) -> Regions {
    let path = format!("{}/../../fixtures/{name}", env!("CARGO_MANIFEST_DIR"));
    let input = read_path(path.as_ref(), &ReadOptions::default(), &mut |_| ()).expect("readable");
    Regions::new(input.classifiers).expect("equal priors")
}

#[test]
fn pictures_are_as_recorded() {
    let all = Extras { grid: true, no_skill_curve: true, ..Extras::default() };
    let tumours = fixture_regions("breast_cancer_confusion.csv");
    let toy = fixture_regions("published/the-tile-fig-5/prior-0.2.csv");
    let plain = Extras::default();
    check_golden(
        "breast-cancer",
        &TilePicture::entity(&tumours, 1, 600.0, plain.clone()).expect("drawn").to_svg(),
    );
    check_golden(
        "breast-cancer-rank-8",
        &TilePicture::entity(&tumours, 8, 600.0, plain.clone()).expect("drawn").to_svg(),
    );
    check_golden(
        "mlp-ranks",
        &TilePicture::rank_of(&tumours, 31, 600.0, plain.clone()).expect("drawn").to_svg(),
    );
    check_golden(
        "fig-5-left",
        &TilePicture::entity(&toy, 1, 600.0, all.clone()).expect("drawn").to_svg(),
    );
    check_golden("fig-5-best", &TilePicture::best_value(&toy, 600.0, all).expect("drawn").to_svg());
    check_golden(
        "no-skill",
        &TilePicture::no_skill(&q(1, 5), 600.0, plain.clone()).expect("drawn").to_svg(),
    );
    check_golden("frontiers", &TilePicture::frontiers(&toy, 600.0, plain).expect("drawn").to_svg());
}

/// A closed path of lines and quadratic curves as a polygon, each curve in 64 chords.
pub(crate) fn polygon(data: &str) -> Vec<(f64, f64)> {
    let numbers = |text: &str| -> Vec<f64> {
        text.split([' ']).map(|part| part.parse().expect("a number")).collect()
    };
    let mut points: Vec<(f64, f64)> = Vec::new();
    let mut rest = data.strip_suffix('Z').expect("a closed path");
    while !rest.is_empty() {
        let command = &rest[..1];
        let end = rest[1..].find(['M', 'L', 'Q']).map_or(rest.len(), |at| at + 1);
        let n = numbers(&rest[1..end]);
        match command {
            "M" | "L" => points.push((n[0], n[1])),
            "Q" => {
                let (x0, y0) = *points.last().expect("a start");
                for step in 1..=64 {
                    let t = f64::from(step) / 64.0;
                    let at = |p: f64, c: f64, e: f64| {
                        (1.0 - t).powi(2) * p + 2.0 * t * (1.0 - t) * c + t * t * e
                    };
                    points.push((at(x0, n[0], n[2]), at(y0, n[1], n[3])));
                }
            }
            other => panic!("an unexpected path command {other}"),
        }
        rest = &rest[end..];
    }
    points
}

pub(crate) fn encloses(polygon: &[(f64, f64)], (x, y): (f64, f64)) -> bool {
    let mut inside = false;
    for (k, &(x0, y0)) in polygon.iter().enumerate() {
        let (x1, y1) = polygon[(k + 1) % polygon.len()];
        if (y0 <= y) != (y1 <= y) && x < x0 + (y - y0) / (y1 - y0) * (x1 - x0) {
            inside = !inside;
        }
    }
    inside
}

pub(crate) fn distance_to(polygon: &[(f64, f64)], (x, y): (f64, f64)) -> f64 {
    let near = |k: usize| {
        let ((x0, y0), (x1, y1)) = (polygon[k], polygon[(k + 1) % polygon.len()]);
        let (dx, dy) = (x1 - x0, y1 - y0);
        let t = (((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy).max(1e-300)).clamp(0.0, 1.0);
        (x - x0 - t * dx).hypot(y - y0 - t * dy)
    };
    (0..polygon.len()).map(near).fold(f64::INFINITY, f64::min)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn paths_enclose_what_regions_contain(
        set in small_sets(), prior in 1_i64..40, rank in 1_u32..9,
        points in prop::collection::vec(inner_points(), 24),
    ) {
        let regions = Regions::with_target_prior(set, &q(prior, 40)).expect("sound");
        let rank = rank.min(u32::try_from(regions.classifiers().len()).expect("few"));
        let svg = TilePicture::entity(&regions, rank, 600.0, Extras::default()).expect("drawn").to_svg();
        let document = roxmltree::Document::parse(&svg).expect("well-formed");
        let paths: Vec<(usize, Vec<(f64, f64)>)> = document
            .descendants()
            .filter_map(|node| {
                let classifier = node.attribute("data-classifier")?.parse().expect("a number");
                Some((classifier, polygon(node.attribute("d").expect("a path"))))
            })
            .collect();
        let frame = document
            .descendants()
            .find(|node| node.attribute("class") == Some("axes"))
            .and_then(|axes| axes.children().find(|node| node.has_tag_name("rect")))
            .expect("a frame");
        let side = |name: &str| frame.attribute(name).expect("a number").parse::<f64>().expect("a number");
        let (left, top, width) = (side("x"), side("y"), side("width"));
        for point in &points {
            let (a, b) = point.to_f64();
            let pixel = (left + a * width, top + (1.0 - b) * width);
            let close = paths.iter().any(|(_, path)| distance_to(path, pixel) < 0.02);
            for (classifier, path) in paths.iter().filter(|_| !close) {
                let pieces = regions.pieces(*classifier, &RankFilter::holding([rank]));
                let exact = pieces.iter().any(|piece| piece.dimension() == 2 && piece.contains(point));
                let drawn = paths.iter().any(|(other, path)| other == classifier && encloses(path, pixel));
                prop_assert_eq!(drawn, exact, "classifier {} at {} of {:?}", classifier, point, path.len());
            }
        }
        // Each region's exact area, within what the tolerance along its border can change.
        for (classifier, path) in &paths {
            let doubled: f64 = (0..path.len())
                .map(|k| {
                    let ((x0, y0), (x1, y1)) = (path[k], path[(k + 1) % path.len()]);
                    x0 * y1 - x1 * y0
                })
                .sum();
            let exact: f64 = regions
                .pieces(*classifier, &RankFilter::holding([rank]))
                .iter()
                .map(|piece| piece.enclosed_area().value().to_f64())
                .fold(f64::INFINITY, |best, area| {
                    let drawn = doubled.abs() / 2.0 / width / width;
                    if (area - drawn).abs() < (best - drawn).abs() { area } else { best }
                });
            prop_assert!((doubled.abs() / 2.0 / width / width - exact).abs() < 0.02 * 4.0 * width / width / width);
        }
    }
}

/// Exact areas against an independent library's on the exported polygons.
#[test]
fn areas_agree_with_an_independent_library() {
    use geo::Area as _;
    for prior in [q(1, 2), q(1, 5), q(372, 1000)] {
        let shifted: Vec<Classifier> =
            fixture_regions("digits_eight_confusion.csv").classifiers().to_vec();
        let regions = Regions::with_target_prior(shifted, &prior).expect("sound");
        let selection = exactile::Selection {
            classifiers: Some(vec![3, 10, 31]),
            ..exactile::Selection::default()
        };
        let mut geojson = Vec::new();
        exactile_picture::regions_geojson(&regions, &selection, &mut geojson, &go_on)
            .expect("rendered");
        let collection: geojson::FeatureCollection = String::from_utf8(geojson)
            .expect("text")
            .parse::<geojson::GeoJson>()
            .expect("GeoJSON")
            .try_into()
            .expect("a collection");
        let mut pieces =
            [3, 10, 31].into_iter().flat_map(|i| regions.pieces(i, &RankFilter::all()));
        for feature in collection.features {
            let piece = pieces.next().expect("a piece per feature");
            let shape: geo::Geometry<f64> =
                feature.geometry.expect("a geometry").try_into().expect("a shape");
            let exact = piece.enclosed_area().value().to_f64();
            assert!((shape.unsigned_area() - exact).abs() < 5e-6, "{exact}");
        }
        assert!(pieces.next().is_none());
    }
}

#[test]
fn names_cannot_break_out_of_a_picture() {
    let names = [
        "<script>alert(1)</script>",
        "\"><rect/>",
        "a&b ]]> \u{1f600} \u{05e9}\u{05dc}\u{05d5}\u{05dd}",
        &"long ".repeat(40),
        "line\nbreak\u{0}\u{1b}[31m",
    ];
    let set: Vec<Classifier> = names
        .iter()
        .zip([(90, 20), (70, 60), (60, 70), (40, 80), (5, 99)])
        .map(|(name, (tn, tp))| {
            let matrix = ConfusionMatrix::from_counts(tn, 100 - tn, 100 - tp, tp).expect("samples");
            Classifier::new(*name, matrix)
        })
        .collect();
    let regions = Regions::new(set).expect("sound");
    let extras = Extras::default();
    let pictures = [
        TilePicture::entity(&regions, 1, 600.0, extras.clone()).expect("drawn"),
        TilePicture::entity(&regions, 3, 80.0, extras.clone()).expect("drawn"),
        TilePicture::best_value(&regions, 300.0, extras.clone()).expect("drawn"),
        TilePicture::rank_of(&regions, 0, 600.0, extras.clone()).expect("drawn"),
        TilePicture::value_of(&regions, 4, 600.0, extras),
    ];
    for picture in pictures {
        let svg = picture.to_svg();
        let document = roxmltree::Document::parse(&svg).expect("well-formed");
        for node in document.descendants().filter(|node| node.is_element()) {
            assert!(!node.has_tag_name("script"));
        }
        assert!(!svg.contains('\u{1b}') && !svg.contains('\u{0}'));
    }
}

#[test]
fn a_png_is_drawn_at_twice_the_size() {
    let toy = fixture_regions("published/the-tile-fig-5/prior-0.5.csv");
    let svg = TilePicture::entity(&toy, 1, 100.0, Extras::default()).expect("drawn").to_svg();
    let png = exactile_picture::to_png(&svg, 2.0).expect("drawn");
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let size = |at: usize| u32::from_be_bytes([png[at], png[at + 1], png[at + 2], png[at + 3]]);
    let document = roxmltree::Document::parse(&svg).expect("well-formed");
    let width: u32 =
        document.root_element().attribute("width").expect("a width").parse().expect("whole");
    assert_eq!(size(16), 2 * width);
}

#[test]
fn one_classifier_equal_ones_and_extreme_priors_are_drawn() {
    let one = |name: &str, tn: u64, tp: u64| {
        Classifier::new(
            name,
            ConfusionMatrix::from_counts(tn, 10 - tn, 10 - tp, tp).expect("samples"),
        )
    };
    for prior in [q(1, 1_000_000), q(1, 2), q(999_999, 1_000_000)] {
        for set in [
            vec![one("alone", 7, 7)],
            vec![one("first", 7, 7), one("second", 7, 7)],
            vec![one("negative", 10, 0), one("positive", 0, 10)],
            vec![one("worst", 0, 0), one("perfect", 10, 10)],
        ] {
            let regions = Regions::with_target_prior(set, &prior).expect("sound");
            let picture =
                TilePicture::entity(&regions, 1, 200.0, Extras::default()).expect("drawn");
            roxmltree::Document::parse(&picture.to_svg()).expect("well-formed");
        }
    }
}
