//! GeoJSON and WKT: every geometry is valid, whatever the priors, and what is missing is counted.

use std::collections::HashSet;
use std::str::FromStr;

use exactile::work::go_on;
use exactile::{Classifier, ConfusionMatrix, Rational, Regions, Selection};
use exactile_picture::{regions_geojson, regions_wkt};
use geo::algorithm::kernels::{Kernel, Orientation, RobustKernel};
use geo::{Coord, CoordsIter, Geometry, Line, LineString, Polygon, Validation};
use num_bigint::BigInt;
use num_rational::BigRational;
use proptest::prelude::*;

use crate::cli::Run;
use exactile_testing::{q, small_sets};

fn exact(z: f64) -> BigRational {
    BigRational::from_float(z).expect("finite")
}

/// A double that is not negative as a multiple of 2^-1074.
fn units(z: f64) -> BigInt {
    let (stored, fraction) = (z.to_bits() >> 52, z.to_bits() & ((1 << 52) - 1));
    if stored == 0 { fraction.into() } else { BigInt::from(fraction | 1 << 52) << (stored - 1) }
}

/// The square of the Tile's side in these units.
fn whole() -> BigInt {
    BigInt::from(1) << 2148
}

/// Twice the area of a ring, exactly for its doubles; positive if it runs counter-clockwise.
fn doubled_area(ring: &LineString<f64>) -> BigInt {
    let points: Vec<[BigInt; 2]> = ring.0.iter().map(|at| [at.x, at.y].map(units)).collect();
    let cross = |pair: &[[BigInt; 2]]| &pair[0][0] * &pair[1][1] - &pair[1][0] * &pair[0][1];
    points.windows(2).map(cross).sum()
}

fn polygons(shape: &Geometry<f64>) -> Vec<Polygon<f64>> {
    match shape {
        Geometry::Polygon(polygon) => vec![polygon.clone()],
        Geometry::MultiPolygon(parts) => parts.0.clone(),
        _ => Vec::new(),
    }
}

/// Points up to which a shape is given to an independent library's check, which takes the square of
/// their number.
const FEW_POINTS: usize = 150;

/// Do two segments have a point in common? Exactly.
fn meet(p: Line<f64>, q: Line<f64>) -> bool {
    let side = |line: Line<f64>, at: Coord<f64>| RobustKernel::orient2d(line.start, line.end, at);
    let apart = |line: Line<f64>, other: Line<f64>| {
        let (start, end) = (side(line, other.start), side(line, other.end));
        start == end && start != Orientation::Collinear
    };
    let boxes = |z: fn(Coord<f64>) -> f64| {
        let [p, q] =
            [p, q].map(|line| (z(line.start).min(z(line.end)), z(line.start).max(z(line.end))));
        p.0 <= q.1 && q.0 <= p.1
    };
    boxes(|at| at.x) && boxes(|at| at.y) && !apart(p, q) && !apart(q, p)
}

/// No two sides of a ring have a point in common but the corner between neighbours.
fn check_simple(ring: &LineString<f64>) {
    assert!(ring.is_closed() && ring.0.len() > 3);
    let sides: Vec<Line<f64>> = ring.lines().collect();
    let left = |line: &Line<f64>| line.start.x.min(line.end.x);
    let mut order: Vec<usize> = (0..sides.len()).collect();
    order.sort_by(|&i, &j| left(&sides[i]).total_cmp(&left(&sides[j])));
    let mut near: Vec<usize> = Vec::new();
    for &i in &order {
        let side = sides[i];
        assert!(side.start != side.end);
        near.retain(|&j| sides[j].start.x.max(sides[j].end.x) >= left(&side));
        for &j in &near {
            let (first, last) = (i.min(j), i.max(j));
            if last - first == 1 || last - first == sides.len() - 1 {
                let (one, next) = if last - first == 1 {
                    (sides[first], sides[last])
                } else {
                    (sides[last], sides[first])
                };
                assert_eq!(one.end, next.start);
                // Not folded back onto itself.
                let turn = RobustKernel::orient2d(one.start, one.end, next.end);
                let back = Line::new(one.end, one.start);
                let folded = [(back.end, next), (next.end, back)];
                let overlap = folded.iter().any(|&(at, line)| meet(Line::new(at, at), line));
                assert!(turn != Orientation::Collinear || !overlap, "{one:?} {next:?}");
            } else {
                assert!(!meet(side, sides[j]), "{side:?} {:?}", sides[j]);
            }
        }
        near.push(i);
    }
}

/// Valid in the sense of simple features, on the Tile, with an area or a length; returns twice the
/// area.
fn check_shape(shape: &Geometry<f64>) -> BigInt {
    if shape.coords_count() <= FEW_POINTS {
        shape.check_validation().unwrap_or_else(|why| panic!("{why} in {shape:?}"));
    }
    // Parts are apart, but for one point at most: one ends where or before the next one begins.
    for pair in polygons(shape).windows(2) {
        let x =
            |polygon: &Polygon<f64>| polygon.exterior().0.iter().map(|at| at.x).collect::<Vec<_>>();
        let end = x(&pair[0]).into_iter().fold(f64::MIN, f64::max);
        let start = x(&pair[1]).into_iter().fold(f64::MAX, f64::min);
        assert!(end <= start);
        let shared: HashSet<(u64, u64)> =
            pair[0].exterior().0.iter().map(|at| (at.x.to_bits(), at.y.to_bits())).collect();
        let both = pair[1].exterior().0.iter().skip(1);
        assert!(both.filter(|at| shared.contains(&(at.x.to_bits(), at.y.to_bits()))).count() <= 1);
    }
    for at in shape.coords_iter() {
        assert!((0.0..=1.0).contains(&at.x) && (0.0..=1.0).contains(&at.y), "{at:?}");
    }
    if let Geometry::LineString(line) = shape {
        assert!(line.0.len() > 1 && line.lines().all(|side| side.start != side.end));
        // Monotone both ways, so it cannot meet itself.
        let rises = |f: fn(&geo::Coord<f64>) -> f64| line.0.is_sorted_by(|p, q| f(p) <= f(q));
        let falls = |f: fn(&geo::Coord<f64>) -> f64| line.0.is_sorted_by(|p, q| f(p) >= f(q));
        assert!(rises(|at| at.x) || falls(|at| at.x));
        assert!(rises(|at| at.y) || falls(|at| at.y));
    }
    polygons(shape)
        .iter()
        .map(|polygon| {
            assert!(polygon.interiors().is_empty());
            check_simple(polygon.exterior());
            let area = doubled_area(polygon.exterior());
            assert!(area > BigInt::ZERO, "{polygon:?}");
            area
        })
        .sum()
}

/// Both formats of all pieces: valid, the same in both, and what is missing is counted. Returns for
/// each classifier twice the area of its polygons.
fn check(regions: &Regions) -> Vec<BigInt> {
    let selection = Selection::default();
    let mut text = Vec::new();
    let left_out = regions_geojson(regions, &selection, &mut text, &go_on).expect("GeoJSON");
    let text = String::from_utf8(text).expect("text");
    let document: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let told = document.get("pieces_left_out").map_or(0, |count| count.as_u64().expect("a count"));
    assert_eq!(told, left_out);
    let collection: geojson::FeatureCollection =
        geojson::GeoJson::from_str(&text).expect("GeoJSON").try_into().expect("a collection");
    let mut areas = vec![BigInt::ZERO; regions.classifiers().len()];
    let mut shapes = Vec::new();
    for feature in collection.features {
        let classifier = feature.property("classifier").and_then(|c| c.as_u64()).expect("a number");
        let shape: Geometry<f64> =
            feature.geometry.expect("a geometry").try_into().expect("a shape");
        areas[usize::try_from(classifier).expect("small")] += check_shape(&shape);
        shapes.push(shape);
    }
    let mut pieces = 0;
    regions
        .stream::<_, exactile::TileError>(
            &selection,
            |found| found.len(),
            |count| {
                pieces += count;
                Ok(())
            },
        )
        .expect("pieces");
    assert_eq!(pieces as u64, shapes.len() as u64 + left_out);

    let mut table = Vec::new();
    assert_eq!(regions_wkt(regions, &selection, &mut table, &go_on).expect("WKT"), left_out);
    let mut reader = csv::ReaderBuilder::new().delimiter(b'\t').from_reader(&table[..]);
    let from_wkt: Vec<Geometry<f64>> = reader
        .records()
        .map(|row| {
            let row = row.expect("a row");
            let shape = wkt::Wkt::<f64>::from_str(&row[4]).expect("well-known text");
            shape.try_into().expect("a shape")
        })
        .collect();
    assert_eq!(from_wkt, shapes);
    areas
}

/// The polygons of each classifier make up the Tile exactly: neighbours share their points, and
/// what is left out has no area.
fn check_equal(set: &[Classifier], prior: &Rational) {
    let regions = Regions::with_target_prior(set.to_vec(), prior).expect("sound");
    for area in check(&regions) {
        assert_eq!(area, whole() * 2, "prior {prior}");
    }
}

fn named(counts: &[[u64; 4]]) -> Vec<Classifier> {
    let matrix = |&[tn, fp, fn_, tp]: &[u64; 4]| {
        ConfusionMatrix::from_counts(tn, fp, fn_, tp).expect("samples")
    };
    counts.iter().map(|counts| Classifier::new("", matrix(counts))).collect()
}

fn power(exponent: u32) -> Rational {
    Rational::new(1, BigInt::from(10).pow(exponent))
}

/// Priors from 1e-40 to 1 - 1e-40.
fn priors() -> impl Strategy<Value = Rational> {
    (0_u32..=40, 1_i64..10, any::<bool>()).prop_map(|(exponent, digit, high)| {
        let prior = q(digit, 10) * power(exponent);
        if high { prior.complement() } else { prior }
    })
}

#[test]
fn outlines_at_extreme_priors_are_simple() {
    let set = named(&[[3, 0, 2, 2], [0, 3, 0, 1], [3, 1, 1, 2]]);
    for exponent in [1, 2, 3, 4, 5, 6, 7, 8, 10, 15, 16, 17, 20, 40, 300] {
        check_equal(&set, &power(exponent));
        check_equal(&set, &power(exponent).complement());
    }
}

/// An independent library finds nothing to complain of either, however many points there are.
#[test]
fn an_independent_library_agrees() {
    let set = named(&[[3, 0, 2, 2], [0, 3, 0, 1], [3, 1, 1, 2]]);
    let regions = Regions::with_target_prior(set, &power(5)).expect("sound");
    let selection = Selection { classifiers: Some(vec![2]), ..Selection::default() };
    let mut text = Vec::new();
    assert_eq!(regions_geojson(&regions, &selection, &mut text, &go_on).expect("GeoJSON"), 0);
    let document: geojson::GeoJson =
        String::from_utf8(text).expect("text").parse().expect("GeoJSON");
    let collection: geojson::FeatureCollection = document.try_into().expect("a collection");
    for feature in collection.features {
        let shape: Geometry<f64> =
            feature.geometry.expect("a geometry").try_into().expect("a shape");
        shape.check_validation().expect("valid");
        check_shape(&shape);
    }
}

#[test]
fn what_doubles_cannot_hold_is_left_out_and_counted() {
    let input = "name,tn,fp,fn,tp\nA,3,0,2,2\nB,0,3,0,1\nC,3,1,1,2\n";
    let run = |format: &str| {
        let arguments = ["regions", "x.csv", "--target-prior", "1e-40", "--format", format];
        Run::new(&arguments).file("x.csv", input).notes()
    };
    let (text, notes) = run("geojson");
    let document: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(document["pieces_left_out"], 6);
    assert_eq!(document["features"].as_array().expect("a list").len(), 9);
    let note = "note: 6 pieces are left out: doubles are too coarse for them; --format json has \
         all pieces\n";
    assert_eq!(notes, note);
    let (table, notes) = run("wkt");
    assert_eq!((table.lines().count(), &*notes), (10, note));
    assert!(!table.contains("POLYGON((1 1))"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn geometry_is_valid_at_every_prior(set in small_sets(), prior in priors()) {
        check_equal(&set[..set.len().min(5)], &prior);
    }

    #[test]
    fn geometry_is_valid_with_large_counts(
        rates in prop::collection::vec((0_u64..=1000, 0_u64..=1000), 2..5), prior in priors(),
        total in 1_u64..1 << 50,
    ) {
        // Rates that differ by little, so that frontiers nearly coincide.
        let part = |rate: u64| (total / 2).saturating_sub(rate);
        let counts: Vec<[u64; 4]> = rates
            .iter()
            .map(|&(x, y)| [part(x), total - part(x), total - part(y), part(y)])
            .collect();
        check_equal(&named(&counts), &prior);
    }

    #[test]
    fn geometry_is_valid_under_unequal_priors(
        counts in prop::collection::vec(prop::array::uniform4(0_u64..7), 2..6),
        scale in 0_u32..13, priors in prop::collection::vec(priors(), 5),
    ) {
        let sound = |c: &[u64; 4]| c[0] + c[1] > 0 && c[2] + c[3] > 0;
        let counts: Vec<[u64; 4]> = counts.into_iter().filter(sound).collect();
        prop_assume!(counts.len() > 1);
        let large = 10_u64.pow(scale);
        for shifted in [false, true] {
            let set: Vec<Classifier> = named(&counts)
                .into_iter()
                .zip(&priors)
                .map(|(Classifier { name, matrix }, prior)| {
                    let matrix = if shifted {
                        matrix.shifted(prior).expect("both classes")
                    } else {
                        let [tn, fp, fn_, tp] = [matrix.tn(), matrix.fp(), matrix.fn_(), matrix.tp()];
                        let large = Rational::from(large);
                        ConfusionMatrix::new(tn * &large, fp * large, fn_.clone(), tp.clone())
                            .expect("samples")
                    };
                    Classifier::new(name, matrix)
                })
                .collect();
            let regions = Regions::new(set).expect("sound");
            let areas = check(&regions);
            // What is led around a crossing moves areas by roundings, or by the tolerance.
            for area in areas {
                let difference = num_traits::Signed::abs(&(area - whole() * 2));
                prop_assert!(difference * 10_000 < whole(), "{counts:?} {priors:?}");
            }
        }
    }
}

/// Polylines of ties stay within 1e-5 of their frontier: the frontier's expression over its
/// gradient is the distance, but for the curvature.
fn check_distances(regions: &Regions) {
    let mut ties = Vec::new();
    let selection = Selection::default();
    regions
        .stream::<_, exactile::TileError>(
            &selection,
            |found| found,
            |found| {
                let found = found.into_iter().filter(|piece| piece.dimension() == 1);
                ties.extend(found.map(|piece| piece.edges()[0].clone()));
                Ok(())
            },
        )
        .expect("pieces");
    let mut text = Vec::new();
    assert_eq!(regions_geojson(regions, &selection, &mut text, &go_on).expect("GeoJSON"), 0);
    let document: geojson::GeoJson =
        String::from_utf8(text).expect("text").parse().expect("GeoJSON");
    let collection: geojson::FeatureCollection = document.try_into().expect("a collection");
    let lines: Vec<LineString<f64>> = collection
        .features
        .into_iter()
        .filter_map(|f| LineString::try_from(f.geometry.expect("a geometry")).ok())
        .collect();
    assert_eq!((lines.len(), lines.is_empty()), (ties.len(), false));
    for (edge, line) in ties.iter().zip(&lines) {
        let [k_ab, k_a, k_b, k_1] =
            edge.coefficients().clone().map(|k| BigRational::new(k.numerator(), 1.into()));
        for side in line.lines().step_by(7) {
            let a = exact(f64::midpoint(side.start.x, side.end.x));
            let b = exact(f64::midpoint(side.start.y, side.end.y));
            let value = &k_ab * &a * &b + &k_a * &a + &k_b * &b + &k_1;
            let (da, db) = (&k_ab * &b + &k_a, &k_ab * &a + &k_b);
            let gradient = &da * &da + &db * &db;
            let bound = exact(1.1e-5) * exact(1.1e-5);
            assert!(&value * &value <= bound * gradient, "{side:?}");
        }
    }
}

#[test]
fn polylines_are_close_to_their_frontiers() {
    let set = named(&[[56, 24, 6, 14], [70, 10, 9, 11], [40, 40, 1, 19]]);
    for prior in [q(1, 5), q(99, 100), power(3), power(6).complement()] {
        check_distances(&Regions::with_target_prior(set.clone(), &prior).expect("sound"));
    }
    let unequal = named(&[[56, 24, 6, 14], [0, 80, 0, 100], [9, 1, 1_000_000, 5_000_000]]);
    check_distances(&exactile::Regions::by_arrangements(unequal).expect("sound"));
    let unequal = named(&[[4, 3, 2, 1], [3, 3, 4, 2], [2, 2, 3, 3], [1, 0, 3, 5]]);
    check_distances(&exactile::Regions::by_arrangements(unequal).expect("sound"));
}
