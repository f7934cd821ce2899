//! Pictures of several test sets: recorded SVG, and paths that enclose what the definitions say.

use exactile::domain::{DomainMap, DomainTests, DomainValue, DomainWeights, Domains};
use exactile::geometry::Point;
use exactile::{ConfusionMatrix, Rational};
use exactile_picture::{Extras, PictureError, TilePicture};
use exactile_testing::{check_golden, q};

use crate::pictures::{distance_to, encloses, polygon};

fn domains(counts: &[&[[u64; 4]]]) -> Domains {
    let names = |what: &str, count: usize| (0..count).map(|k| format!("{what}-{k}")).collect();
    let matrix = |&[tn, fp, fn_, tp]: &[u64; 4]| ConfusionMatrix::from_counts(tn, fp, fn_, tp).ok();
    let rows = counts.iter().map(|row| row.iter().map(matrix).collect()).collect();
    let tests =
        DomainTests::new(names("site", counts.len()), names("model", counts[0].len()), rows);
    Domains::new(tests, &DomainWeights::Equal).expect("complete")
}

fn four_sites() -> Domains {
    domains(&[
        &[[50, 30, 10, 10], [60, 20, 13, 7], [40, 40, 5, 15]],
        &[[50, 10, 20, 20], [48, 12, 15, 25], [52, 8, 25, 15]],
        &[[30, 10, 5, 55], [31, 9, 8, 52], [28, 12, 4, 56]],
        &[[70, 5, 18, 7], [65, 10, 15, 10], [60, 15, 8, 17]],
    ])
}

#[test]
fn pictures_of_test_sets_are_as_recorded() {
    let domains = four_sites();
    let extras = Extras::default;
    for (name, map) in [("easiest", DomainMap::Easiest), ("preponderant", DomainMap::Preponderant)]
    {
        let picture = TilePicture::domain_map(&domains, 0, map, 600.0, extras()).expect("drawn");
        check_golden(&format!("domain-{name}"), &picture.to_svg());
    }
    let agreement = TilePicture::domain_agreement(&domains, 600.0, extras()).expect("drawn");
    check_golden("domain-agreement", &agreement.to_svg());
}

type Polygon = Vec<(f64, f64)>;

fn path(node: roxmltree::Node<'_, '_>) -> Polygon {
    polygon(node.attribute("d").expect("a path"))
}

/// A grid of points of the Tile, with their places in a picture of 600 pixels.
fn points(document: &roxmltree::Document<'_>) -> Vec<(Point, (f64, f64))> {
    let axes = document.descendants().find(|node| node.attribute("class") == Some("axes"));
    let frame = axes.and_then(|axes| axes.children().find(|node| node.has_tag_name("rect")));
    let side = |name: &str| {
        frame.expect("a frame").attribute(name).expect("a side").parse::<f64>().expect("a number")
    };
    let (left, top, width) = (side("x"), side("y"), side("width"));
    let pairs = (1..20).flat_map(|i| (1..20).map(move |j| (q(i, 20), q(j, 20))));
    let place = |(a, b): (Rational, Rational)| {
        let at = (left + a.to_f64() * width, top + (1.0 - b.to_f64()) * width);
        (Point::new(a, b), at)
    };
    pairs.map(place).collect()
}

#[test]
fn each_test_set_is_drawn_where_the_definition_says() {
    let domains = four_sites();
    let by = |map: DomainMap| {
        move |of: &DomainValue| {
            let number = match map {
                DomainMap::Easiest => of.value.as_rational().cloned(),
                DomainMap::Hardest => of.value.as_rational().map(|value| -value.clone()),
                DomainMap::Preponderant => of.weight.as_rational().cloned(),
                DomainMap::Bottleneck => of.loss_share.as_rational().cloned(),
            };
            number.expect("defined")
        }
    };
    for map in DomainMap::ALL {
        let picture = TilePicture::domain_map(&domains, 1, map, 600.0, Extras::default());
        let svg = picture.expect("drawn").to_svg();
        assert!(svg.contains("model-1"));
        let document = roxmltree::Document::parse(&svg).expect("well-formed");
        let paths: Vec<(usize, Polygon)> = document
            .descendants()
            .filter_map(|node| {
                Some((node.attribute("data-domain")?.parse().expect("a number"), path(node)))
            })
            .collect();
        for (point, pixel) in points(&document) {
            let values = domains.values(1, &point).expect("on the Tile");
            let numbers: Vec<Rational> = values.domains.iter().map(by(map)).collect();
            let close = paths.iter().any(|(_, path)| distance_to(path, pixel) < 0.02);
            for (domain, number) in numbers.iter().enumerate().filter(|_| !close) {
                let is_drawn =
                    paths.iter().any(|(other, path)| *other == domain && encloses(path, pixel));
                let is_greatest = numbers.iter().all(|other| other <= number);
                assert_eq!(is_drawn, is_greatest, "{map:?}: {domain} at {point}");
            }
        }
    }
}

#[test]
fn each_point_has_the_number_of_test_sets_that_agree_there() {
    let domains = four_sites();
    let picture = TilePicture::domain_agreement(&domains, 600.0, Extras::default());
    let svg = picture.expect("drawn").to_svg();
    let document = roxmltree::Document::parse(&svg).expect("well-formed");
    let mut zones: Vec<(usize, Polygon)> = Vec::new();
    for group in document.descendants().filter(|node| node.has_attribute("data-agreeing")) {
        let number = group.attribute("data-agreeing").expect("it has one");
        let columns = group.children().filter(|node| node.has_tag_name("path"));
        zones.extend(columns.map(|one| (number.parse().expect("a number"), path(one))));
    }
    let mut numbers = Vec::new();
    for (point, pixel) in points(&document) {
        let found = domains.agreement(&point).expect("on the Tile");
        let agree =
            found.domains.iter().filter(|first| first.iter().any(|k| found.mean.contains(k)));
        if zones.iter().any(|(_, path)| distance_to(path, pixel) < 0.02) {
            continue;
        }
        let there: Vec<usize> = zones
            .iter()
            .filter(|(_, path)| encloses(path, pixel))
            .map(|(number, _)| *number)
            .collect();
        assert_eq!(there, [agree.count()], "{point}");
        numbers.extend(there);
    }
    numbers.sort_unstable();
    numbers.dedup();
    assert!(numbers.len() > 2, "{numbers:?}");
}

#[test]
fn many_equal_and_one_sided_test_sets_are_drawn() {
    // Of thirty twelve have colours.
    let rows: Vec<Vec<[u64; 4]>> = (0..30_u64)
        .map(|d| vec![[40 + d, 3 + d % 7, 5 + d % 11, 30 - d % 13], [30 + d % 9, 9, 7, 20 + d % 5]])
        .collect();
    let rows: Vec<&[[u64; 4]]> = rows.iter().map(Vec::as_slice).collect();
    let many = domains(&rows);
    for map in DomainMap::ALL {
        let picture = TilePicture::domain_map(&many, 0, map, 100.0, Extras::default());
        let svg = picture.expect("drawn").to_svg();
        assert!(!svg.contains("NaN") && svg.contains("data-domain"), "{map:?}");
    }
    let drawn = |domains: &Domains| {
        TilePicture::domain_agreement(domains, 100.0, Extras::default()).expect("drawn").to_svg()
    };
    assert!(drawn(&many).contains("30 of 30"));
    // Two classifiers change places in half of them.
    let changing: Vec<Vec<[u64; 4]>> = (0..60)
        .map(|d| {
            if d % 2 == 0 {
                vec![[40, d, 5, 30], [30, 9, 7, 20]]
            } else {
                vec![[30, 9, 7, 20], [40, d, 5, 30]]
            }
        })
        .collect();
    let changing: Vec<&[[u64; 4]]> = changing.iter().map(Vec::as_slice).collect();
    let bar = drawn(&domains(&changing));
    assert!(bar.contains("data-agreeing") && !bar.contains("60 of 60"));
    // Equal test sets are one region.
    let equal = domains(&[&[[5, 3, 1, 1]], &[[10, 6, 2, 2]]]);
    let picture = TilePicture::domain_map(&equal, 0, DomainMap::Easiest, 300.0, Extras::default());
    assert!(picture.expect("drawn").to_svg().contains("site-0 = site-1"));
    // A test set without a class has weights, but no values everywhere.
    let one_sided = domains(&[&[[5, 3, 1, 1]], &[[9, 6, 0, 0]]]);
    let draw = |map| TilePicture::domain_map(&one_sided, 0, map, 300.0, Extras::default());
    assert!(draw(DomainMap::Preponderant).is_ok() && draw(DomainMap::Bottleneck).is_ok());
    assert!(matches!(draw(DomainMap::Hardest), Err(PictureError::Tile(_))));
    assert!(TilePicture::domain_agreement(&one_sided, 300.0, Extras::default()).is_ok());
}
