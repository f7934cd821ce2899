//! Zones, rankings and levels without skill of classifiers tested under different priors, against
//! the definition and against equal priors.

use exactile::arrangement::{BentFrontiers, Beside, Frontiers};
use exactile::geometry::BilinearCurve;
use exactile::num::QuadraticNumber;
use exactile::tile::{NoSkill, Zone};
use exactile::{Classifier, ConfusionMatrix, Point, RankFilter, Rational, Regions};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::cli::Run;
use exactile_testing::{inner_points, q, small_sets};

fn classifier([tn, fp, fn_, tp]: [u64; 4]) -> Classifier {
    let matrix = ConfusionMatrix::from_counts(tn, fp, fn_, tp).expect("counts");
    Classifier::new(format!("{tn} {fp} {fn_} {tp}"), matrix)
}

/// Sets of classifiers with small counts, zeros and equal ones being likely.
fn sets(most: u64, size: usize) -> impl Strategy<Value = Vec<Classifier>> {
    let counts = prop::array::uniform4(0..=most)
        .prop_filter("both classes", |[tn, fp, fn_, tp]| tn + fp > 0 && fn_ + tp > 0);
    prop::collection::vec(counts.prop_map(classifier), 1..=size)
}

/// s1 u2 >= s2 u1, written out from the definition and from nothing else.
fn is_at_least_as_good(first: &Classifier, second: &Classifier, point: &Point) -> bool {
    let one = Rational::ONE;
    let parts = |classifier: &Classifier| {
        let m = &classifier.matrix;
        let s = (&one - &point.a) * m.tn() + &point.a * m.tp();
        let u = (&one - &point.b) * m.fp() + &point.b * m.fn_();
        (s, u)
    };
    let ((s1, u1), (s2, u2)) = (parts(first), parts(second));
    s1 * u2 >= s2 * u1
}

/// Returns `true` if the zone with its parts on the border holds a point.
fn holds(zone: &Zone, point: &Point) -> bool {
    let within =
        |x: &Rational, ends: [&Rational; 2]| ends[0].min(ends[1]) <= x && x <= ends[0].max(ends[1]);
    let vertices = &zone.vertices;
    let abscissae = || vertices.iter().map(|vertex| &vertex.a);
    let in_piece = match zone.dimension {
        0 => vertices[0] == *point,
        1 => {
            zone.edges[0].side_of(point).is_eq()
                && within(&point.a, [&vertices[0].a, &vertices[1].a])
                && within(&point.b, [&vertices[0].b, &vertices[1].b])
        }
        _ => {
            let ends = [abscissae().min().expect("corners"), abscissae().max().expect("corners")];
            within(&point.a, ends) && zone.edges.iter().all(|edge| edge.side_of(point).is_ge())
        }
    };
    in_piece
        || zone.on_border.iter().any(|[from, to]| {
            within(&point.a, [&from.a, &to.a]) && within(&point.b, [&from.b, &to.b])
        })
}

/// Corners of zones and pieces, and points between and beside them, on the border too.
fn telling_points(regions: &Regions, zone: Option<&Zone>) -> Vec<Point> {
    let mut points: Vec<Point> = Vec::new();
    for i in 0..regions.classifiers().len() {
        for piece in regions.pieces(i, &RankFilter::all()) {
            points.extend(piece.vertices().iter().cloned());
        }
    }
    points.extend(zone.iter().flat_map(|zone| zone.vertices.clone()));
    points.truncate(60);
    let beside: Vec<Point> = points
        .iter()
        .zip(points.iter().skip(1))
        .map(|(p, r)| Point::new((&p.a + &r.a) / q(2, 1), (&p.b + &r.b) / q(2, 1)))
        .collect();
    points.extend(beside);
    for k in 0..=6 {
        let z = q(k, 6);
        for end in [0, 1] {
            points.push(Point::new(z.clone(), q(end, 1)));
            points.push(Point::new(q(end, 1), z.clone()));
        }
    }
    points
}

fn check_zone(set: Vec<Classifier>, better: &[usize], than: &[usize], points: &[Point]) {
    let regions = Regions::by_arrangements(set).expect("both classes");
    let zone = regions.zone(better, than);
    let classifiers = regions.classifiers();
    for point in points.iter().chain(&telling_points(&regions, zone.as_ref())) {
        let expected = better.iter().all(|&i| {
            than.iter().all(|&j| is_at_least_as_good(&classifiers[i], &classifiers[j], point))
        });
        let names: Vec<&str> = classifiers.iter().map(|c| c.name.as_str()).collect();
        let found = zone.as_ref().is_some_and(|zone| holds(zone, point));
        assert_eq!(found, expected, "{names:?} {better:?} {than:?} at {point}: {zone:?}");
    }
    let Some(zone) = zone else { return };
    let count = zone.vertices.len();
    assert_eq!(zone.area.value().sign().is_gt(), zone.dimension == 2);
    for (k, edge) in zone.edges.iter().enumerate() {
        assert!(edge.side_of(&zone.vertices[k]).is_eq());
        assert!(edge.side_of(&zone.vertices[(k + 1) % count]).is_eq());
    }
}

/// Two sets of positions that may overlap.
fn positions(count: usize, seed: u32) -> [Vec<usize>; 2] {
    let pick = |shift: u32| -> Vec<usize> {
        let chosen: Vec<usize> = (0..count).filter(|&i| (seed >> shift >> i) & 1 == 1).collect();
        if chosen.is_empty() { vec![seed as usize % count] } else { chosen }
    };
    [pick(0), pick(12)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(160))]
    #[test]
    fn the_zone_is_where_the_inequalities_hold(
        set in sets(6, 6), seed: u32, points in prop::collection::vec(inner_points(), 1..6),
    ) {
        let [better, than] = positions(set.len(), seed);
        check_zone(set, &better, &than, &points);
    }

    #[test]
    fn equal_priors_give_the_same_zone(set in small_sets(), prior in 1_i64..8, seed: u32) {
        let regions = Regions::with_target_prior(set, &q(prior, 8)).expect("sound");
        let general = Regions::by_arrangements(regions.classifiers().to_vec()).expect("sound");
        let [better, than] = positions(regions.classifiers().len(), seed);
        let form = |zone: Option<Zone>| {
            zone.map(|zone| {
                let mut vertices: Vec<String> =
                    zone.vertices.iter().map(ToString::to_string).collect();
                let mut edges: Vec<String> = zone
                    .edges
                    .iter()
                    .map(|edge| {
                        // The direction of a segment is free.
                        let reversed = edge.reversed().to_string();
                        let text = edge.to_string();
                        if zone.dimension == 1 { text.max(reversed) } else { text }
                    })
                    .collect();
                vertices.sort();
                edges.sort();
                (zone.dimension, vertices, edges, zone.area, zone.on_border)
            })
        };
        prop_assert_eq!(form(general.zone(&better, &than)), form(regions.zone(&better, &than)));
    }
}

#[test]
fn all_zones_of_three_small_matrices_agree_with_the_definition() {
    let mut all: Vec<[u64; 4]> = Vec::new();
    for code in 0..81_u64 {
        let counts = [code % 3, code / 3 % 3, code / 9 % 3, code / 27];
        let [tn, fp, fn_, tp] = counts;
        if tn + fp > 0 && fn_ + tp > 0 && tn + fp + fn_ + tp <= 4 {
            all.push(counts);
        }
    }
    for (i, &first) in all.iter().enumerate() {
        for &second in &all {
            for &third in all[i..].iter().step_by(3) {
                let set = [first, second, third].map(classifier).to_vec();
                let regions = Regions::by_arrangements(set.clone()).expect("sound");
                for (better, than) in [(&[0][..], &[1, 2][..]), (&[0, 2], &[1])] {
                    let zone = regions.zone(better, than);
                    for (a, b) in (0..=4).flat_map(|a| (0..=4).map(move |b| (a, b))) {
                        let point = Point::new(q(a, 4), q(b, 4));
                        let expected = better.iter().all(|&i| {
                            than.iter().all(|&j| is_at_least_as_good(&set[i], &set[j], &point))
                        });
                        let found = zone.as_ref().is_some_and(|zone| holds(zone, &point));
                        assert_eq!(found, expected, "{set:?} {better:?} at {point}: {zone:?}");
                    }
                }
            }
        }
    }
}

/// Half positives and a third of them. A and D are one performance: s = 3, u = 1. B has s = 4,
/// u = 4 (1-b), so it takes over where b > 2/3.
const SET: &str = "name,tn,fp,fn,tp\nA,3,1,1,3\nB,4,4,0,4\nC,2,2,1,1\nD,6,2,2,6\n";

#[test]
fn zone_needs_no_common_prior() {
    let json = Run::new(&["zone", "x.csv", "--better", "A,D", "--than", "B", "--format", "json"])
        .file("x.csv", SET)
        .json();
    assert_eq!(json["prior_positive"], Value::Null);
    assert_eq!(json["priors"], json!(["1/2", "1/3", "1/3", "1/2"]));
    let vertices = json!([["0", "0"], ["1", "0"], ["1", "2/3"], ["0", "2/3"]]);
    assert_eq!(json["piece"]["vertices"], vertices);
    assert_eq!(json["piece"]["area"], "2/3");
    // Always negative and right, or always negative and wrong: nothing in common but the border.
    let border = "name,tn,fp,fn,tp\nA,0,1,2,3\nB,0,1,1,1\n";
    let json = Run::new(&["zone", "x.csv", "--better", "B", "--than", "A", "--format", "json"])
        .file("x.csv", border)
        .json();
    // s = 3a, u = 1 + b against s = a, u = 1: B is never as good where a > 0.
    assert_eq!(json["piece"]["vertices"], json!([["0", "1"], ["0", "0"]]));
    let svg = Run::new(&["zone", "x.csv", "--better", "A", "--than", "B,C", "-o", "z.svg"])
        .file("x.csv", SET)
        .succeeds();
    assert_eq!(svg, "");
}

#[test]
fn each_classifier_has_its_own_level_without_skill() {
    let json = Run::new(&["no-skill", "x.csv", "--at", "1/3,1/4", "--format", "json"])
        .file("x.csv", SET)
        .json();
    assert_eq!([&json["prior_positive"], &json["gamma_pi"], &json["best"]], [&Value::Null; 3]);
    let at = Point::new(q(1, 3), q(1, 4));
    let rows = json["classifiers"].as_array().expect("a list");
    for (row, prior) in rows.iter().zip([q(1, 2), q(1, 3), q(1, 3), q(1, 2)]) {
        assert_eq!(row["prior_positive"], prior.to_string());
        let without = NoSkill::new(prior).expect("a prior");
        let best = without.best(&at).expect("on the Tile");
        assert_eq!(row["best"]["value"], best.value.to_string());
        assert_eq!(row["cohen"]["at"][0], without.collapse(&at).a.to_string());
        let curve: Vec<String> =
            without.curve().coefficients().iter().map(ToString::to_string).collect();
        assert_eq!(row["gamma_pi"], json!(curve));
    }
    // What does not depend on the other classifiers is as for one alone.
    let alone = Run::new(&["no-skill", "x.csv", "--at", "1/3,1/4", "--format", "json"])
        .file("x.csv", "name,tn,fp,fn,tp\nB,4,4,0,4\n")
        .json();
    for key in ["value", "no_skill", "corrected", "rate_positive", "gamma_tau", "counterpart"] {
        assert_eq!(rows[1][key], alone["classifiers"][0][key], "{key}");
    }
    for key in ["best", "cohen"] {
        assert_eq!(rows[1][key], alone[key], "{key}");
    }
    let text = Run::new(&["no-skill", "x.csv"]).file("x.csv", SET).succeeds();
    assert!(text.contains("each classifier under the positive prior of its own test"), "{text}");
    let refused = Run::new(&["no-skill", "x.csv", "--score", "kappa"]).file("x.csv", SET).refused();
    assert!(refused.0.contains("differ") && refused.1.contains("--target-prior"), "{refused:?}");
}

#[test]
fn a_picture_of_a_level_without_skill_has_one_prior() {
    let run = |more: &[&str]| {
        let mut arguments = vec!["tile", "x.csv", "--flavor", "no-skill"];
        arguments.extend(more);
        Run::new(&arguments).file("x.csv", SET)
    };
    let refused = run(&[]).refused();
    assert!(
        refused.0.contains("no single level") && refused.1.contains("--classifier"),
        "{refused:?}"
    );
    let own = run(&["--classifier", "B"]).succeeds();
    assert_eq!(own, run(&["--classifier", "C"]).succeeds());
    assert_ne!(own, run(&["--classifier", "A"]).succeeds());
    assert_eq!(own, run(&["--target-prior", "1/3"]).succeeds());
}

/// The cells counted by brute force: columns between all abscissae at which anything happens, cut
/// at all frontiers, and joined with the parts of the next column that are on the same sides of
/// all. `None` where two frontiers touch without crossing.
fn cells_by_columns(regions: &Regions) -> Option<usize> {
    let curves: Vec<BilinearCurve> =
        regions.frontiers(usize::MAX).into_iter().map(|(curve, _)| curve).collect();
    let mut abscissae: Vec<QuadraticNumber> =
        [q(0, 1), q(1, 1)].map(QuadraticNumber::from).to_vec();
    let (zero, one) = (abscissae[0].clone(), abscissae[1].clone());
    let integers = |curve: &BilinearCurve| curve.coefficients().clone().map(|k| k.numerator());
    for (n, first) in curves.iter().enumerate() {
        let [k_ab, k_a, k_b, k_1] = integers(first);
        // Where the curve meets the bottom and the top side, or stands upright.
        for line in [[k_a.clone(), k_1.clone()], [&k_ab + &k_a, &k_b + &k_1]] {
            let [slope, offset] = line;
            abscissae.extend(QuadraticNumber::roots([0.into(), slope, offset]));
        }
        for second in &curves[..n] {
            let [l_ab, l_a, l_b, l_1] = integers(second);
            let q2 = &k_a * &l_ab - &l_a * &k_ab;
            let q1 = &k_a * &l_b + &k_1 * &l_ab - &l_a * &k_b - &l_1 * &k_ab;
            let q0 = &k_1 * &l_b - &l_1 * &k_b;
            let roots = QuadraticNumber::roots([q2.clone(), q1, q0]);
            if q2 != 0.into() && roots.len() == 1 && zero < roots[0] && roots[0] < one {
                return None;
            }
            abscissae.extend(roots);
        }
    }
    abscissae.retain(|a| zero <= *a && *a <= one);
    abscissae.sort();
    abscissae.dedup();
    let mut before: Vec<Vec<std::cmp::Ordering>> = Vec::new();
    let mut cells = 0;
    for ends in abscissae.windows(2) {
        let a = ends[0].between(&ends[1]).expect("different numbers");
        let mut heights: Vec<Rational> = curves
            .iter()
            .filter_map(|curve| {
                let [k_ab, k_a, k_b, k_1] = curve.coefficients();
                (-(k_a * &a + k_1)).checked_div(&(k_ab * &a + k_b))
            })
            .chain([q(0, 1), q(1, 1)])
            .filter(|b| !b.is_negative() && *b <= Rational::ONE)
            .collect();
        heights.sort();
        heights.dedup();
        let column: Vec<Vec<std::cmp::Ordering>> = heights
            .windows(2)
            .map(|ends| {
                let point = Point::new(a.clone(), (&ends[0] + &ends[1]) / q(2, 1));
                curves.iter().map(|curve| curve.side_of(&point)).collect()
            })
            .collect();
        // A part has one neighbour of the same sides at most: a column meets a cell once.
        cells += column.iter().filter(|part| !before.contains(part)).count();
        before = column;
    }
    Some(cells)
}

fn check_count(set: Vec<Classifier>) -> bool {
    let regions = Regions::by_arrangements(set).expect("both classes");
    let frontiers = BentFrontiers::new(&regions);
    let count = frontiers.count();
    let names: Vec<&str> = regions.classifiers().iter().map(|c| c.name.as_str()).collect();
    let by_columns = cells_by_columns(&regions);
    if let Some(cells) = by_columns {
        assert_eq!(count.cells, cells as u64, "{names:?}");
    }
    assert_eq!(count.frontiers, regions.frontiers(usize::MAX).len() as u64);
    let mut found = Vec::new();
    let told = frontiers.stream_confluences::<()>(|confluence| {
        found.push(confluence);
        Ok(())
    });
    assert_eq!(told, Ok(()));
    assert_eq!(found.len() as u64, count.confluences.count, "{names:?}");
    for (n, confluence) in found.iter().enumerate() {
        assert!(
            found[..n].iter().all(|other| (&other.a, &other.b) != (&confluence.a, &confluence.b))
        );
        let [[left, right], [low, high]] =
            [&confluence.a, &confluence.b].map(|place| place.enclosure(200));
        for &k in &confluence.frontiers {
            // The curve passes through the tiny box.
            let corners = [(&left, &low), (&left, &high), (&right, &low), (&right, &high)];
            let sides: Vec<std::cmp::Ordering> = corners
                .iter()
                .map(|(a, b)| frontiers.curve(k).side_of(&Point::new((*a).clone(), (*b).clone())))
                .collect();
            let all = |wanted| sides.iter().all(|&side| side == wanted);
            assert!(!all(std::cmp::Ordering::Less) && !all(std::cmp::Ordering::Greater));
        }
        let mut through = confluence.frontiers.clone();
        through.dedup();
        assert!(through.len() >= 2);
        // At rational points the definition says who ties.
        if let (Some(a), Some(b)) = (confluence.a.as_rational(), confluence.b.as_rational()) {
            let point = Point::new(a.clone(), b.clone());
            for group in confluence.frontiers.iter().flat_map(|&k| frontiers.classifiers_on(k)) {
                let [first, others @ ..] = group.as_slice() else { panic!("a group of one") };
                for &other in others {
                    let pair = [*first, other].map(|i| &regions.classifiers()[i]);
                    assert!(is_at_least_as_good(pair[0], pair[1], &point));
                    assert!(is_at_least_as_good(pair[1], pair[0], &point));
                }
            }
        }
    }
    by_columns.is_some() && found.iter().any(|confluence| confluence.a.as_rational().is_none())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn cells_are_as_many_as_by_columns(set in sets(7, 5)) {
        check_count(set);
    }

    #[test]
    fn equal_priors_give_the_same_rankings(
        set in small_sets(), prior in 1_i64..8, places in prop::collection::vec(inner_points(), 1),
    ) {
        let regions = Regions::with_target_prior(set, &q(prior, 8)).expect("sound");
        let general = Regions::by_arrangements(regions.classifiers().to_vec()).expect("sound");
        let expected = Frontiers::new(&regions).expect("one prior");
        let found = BentFrontiers::new(&general);
        prop_assert_eq!(found.count(), expected.count());
        let on_border = [q(0, 1), q(1, 1)].into_iter().flat_map(|end| {
            let z = places[0].a.clone();
            [Point::new(end.clone(), z.clone()), Point::new(z, end.clone()), Point::new(end.clone(), end)]
        });
        let vertices = (0..expected.len()).flat_map(|k| expected.ends(k)).take(2);
        let mut crossings = Vec::new();
        let _ = expected.stream_confluences::<_, ()>(|some| some, |some| {
            crossings.extend(some.into_iter().map(|confluence| confluence.place));
            Ok(())
        });
        crossings.truncate(2);
        for place in places.iter().cloned().chain(on_border).chain(vertices).chain(crossings) {
            let (other, own) = (expected.around(&place), found.around(&place));
            prop_assert_eq!(&own.ranking, &other.ranking);
            prop_assert_eq!(own.through.len(), other.through.len(), "at {}", place);
            let rankings = |cells: &[Beside]| -> Vec<Vec<Vec<usize>>> {
                cells.iter().map(|cell| cell.ranking.clone()).collect()
            };
            let (mut mine, theirs) = (rankings(&own.beside), rankings(&other.beside));
            if !own.is_on_border() && !mine.is_empty() {
                // Around an inner place the way may begin anywhere.
                let shift = mine.iter().position(|ranking| *ranking == theirs[0]).expect("a cell");
                mine.rotate_left(shift);
            }
            prop_assert_eq!(mine, theirs, "at {}", place);
            if other.through.is_empty() {
                let nearest = |distance: &exactile::Value| format!("{distance:?}");
                prop_assert_eq!(
                    own.swaps.first().map(|swap| nearest(&swap.distance)),
                    other.swaps.first().map(|swap| nearest(&swap.distance))
                );
            }
        }
    }

    /// Each cell beside a place is another one, touches the place, and has the ranking of the
    /// definition.
    #[test]
    fn cells_beside_a_place_touch_it(set in sets(6, 5), points in prop::collection::vec(inner_points(), 2)) {
        let regions = Regions::by_arrangements(set).expect("both classes");
        let frontiers = BentFrontiers::new(&regions);
        for place in points.iter().chain(telling_points(&regions, None).iter().step_by(9)) {
            let around = frontiers.around(place);
            let sides = |point: &Point| -> Vec<std::cmp::Ordering> {
                (0..frontiers.len()).map(|k| frontiers.curve(k).side_of(point)).collect()
            };
            let is_strict = |point: &Point| sides(point).iter().all(|side| side.is_ne());
            for cell in &around.beside {
                prop_assert!(is_strict(&cell.sample));
                for (i, classifier) in regions.classifiers().iter().enumerate() {
                    let group = cell.ranking.iter().position(|group| group.contains(&i));
                    for (j, rival) in regions.classifiers().iter().enumerate() {
                        let other = cell.ranking.iter().position(|group| group.contains(&j));
                        prop_assert_eq!(
                            is_at_least_as_good(classifier, rival, &cell.sample),
                            group <= other
                        );
                    }
                }
            }
            for (cell, next) in around.beside.iter().zip(around.beside.iter().skip(1)) {
                prop_assert_ne!(sides(&cell.sample), sides(&next.sample));
            }
            if !around.is_on_border() {
                prop_assert_eq!(around.beside.len(), 2 * around.through.len());
            }
            prop_assert_eq!(
                around.swaps.iter().filter(|swap| swap.distance.is_zero()).count(),
                around.through.len()
            );
        }
    }
}

#[test]
fn frontiers_of_disjoint_pairs_cross_at_irrational_points() {
    // A fixed walk through small counts.
    let mut state = 1_u64;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % 9 + 1
    };
    let irrational = (0..40)
        .filter(|_| check_count((0..4).map(|_| classifier([(); 4].map(|()| next()))).collect()))
        .count();
    assert!(irrational > 3, "{irrational}");
}

#[test]
fn too_many_frontiers_are_refused_but_not_at_a_place() {
    let mut table = "name,tn,fp,fn,tp\n".to_owned();
    for i in 1..=111 {
        table += &format!("c{i},{i},{},{},{}\n", 200 - i, 112 - i, 100 + i * i);
    }
    let (what, hint) = Run::new(&["rankings", "x.csv"]).file("x.csv", &table).refused();
    assert_eq!(
        what,
        "6105 pairs of classifiers of different priors have frontiers that may cross twice, more \
         than the limit of 6000"
    );
    assert!(hint.contains("--at"));
    let at = Run::new(&["rankings", "x.csv", "--at", "1/3,1/2", "--format", "json"])
        .file("x.csv", &table)
        .json();
    assert!(at["swaps"].as_array().expect("a list").len() <= 24);
}

#[test]
fn rankings_under_different_priors_are_counted_and_have_places() {
    let run = |more: &[&str]| {
        let mut arguments = vec!["rankings", "x.csv"];
        arguments.extend(more);
        Run::new(&arguments).file("x.csv", SET)
    };
    let json = run(&["--format", "json", "--confluences"]).json();
    assert_eq!(json["prior_positive"], Value::Null);
    assert_eq!(json["priors"], json!(["1/2", "1/3", "1/3", "1/2"]));
    assert_eq!(
        (&json["performances"], &json["frontiers"], &json["cells"]),
        (&json!(3), &json!(1), &json!(2))
    );
    assert_eq!(json["confluences"]["list"], json!([]));
    let text = run(&[]).succeeds();
    assert!(text.contains("2 cells of the open Tile between 1 frontier"), "{text}");
    let at = run(&["--at", "1/2,1/2", "--format", "json"]).json();
    // B takes over above b = 2/3.
    assert_eq!(at["distance"], "1/6");
    assert_eq!(at["swaps"][0]["order"], json!([[0, 3], [1]]));
    assert_eq!(at["beside"], json!([]));
    let on = run(&["--at", "1/2,2/3", "--format", "json"]).json();
    assert_eq!(on["ties"], json!([[0, 1, 3]]));
    assert_eq!(on["beside"].as_array().map(Vec::len), Some(2));
    let text = run(&["--score", "f1"]).succeeds();
    assert!(text.contains("on the border of the Tile"), "{text}");
    for flag in ["--cells", "--polygons", "--area", "--rankings"] {
        let (what, hint) = run(&[flag]).refused();
        assert!(what.contains("counted but not listed") && hint.contains("--target-prior"));
    }
    let (what, hint) = run(&["--score", "kappa"]).refused();
    assert!(what.contains("differ") && hint.contains("--target-prior"));
    let (what, hint) =
        Run::new(&["tile", "x.csv", "--flavor", "rankings"]).file("x.csv", SET).refused();
    assert!(what.contains("no exact outlines") && hint.contains("frontiers"));
}

/// A side of the Tile whose corner alone is in the zone of another side repeated the stretches of
/// that one.
#[test]
fn stretches_of_the_border_are_listed_once() {
    let run = Run::new(&["zone", "x.csv", "--better", "A,B", "--than", "B", "--format", "json"]);
    let json = run.file("x.csv", "name,tn,fp,fn,tp\nA,0,2,0,1\nB,0,1,2,2\n").json();
    assert_eq!(json["piece"]["vertices"][0], json!(["0", "3/5"]));
    assert_eq!(json["piece"]["on_border"], json!([[["0", "3/5"], ["0", "0"]]]));
}
