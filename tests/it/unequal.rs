//! Classifiers tested under different priors, against the definition and against equal priors.

use std::collections::BTreeSet;

use exactile::num::{Quadratic, QuadraticLogSum};
use exactile::{
    Classifier, ConfusionMatrix, LogSum, Point, RankFilter, Rational, Regions, UnequalPiece,
    UnequalRegions,
};
use proptest::prelude::*;

use crate::support::{inner_points, q, rank_by_definition, small_sets};

fn classifier([tn, fp, fn_, tp]: [u64; 4]) -> Classifier {
    let matrix = ConfusionMatrix::from_counts(tn, fp, fn_, tp).expect("counts");
    Classifier::new(format!("{tn} {fp} {fn_} {tp}"), matrix)
}

fn has_both_classes([tn, fp, fn_, tp]: &[u64; 4]) -> bool {
    tn + fp > 0 && fn_ + tp > 0
}

/// Sets of classifiers with small counts, zeros and equal ones being likely.
fn sets(most: u64, size: usize) -> impl Strategy<Value = Vec<Classifier>> {
    let counts = prop::array::uniform4(0..=most).prop_filter("both classes", has_both_classes);
    prop::collection::vec(counts.prop_map(classifier), 1..=size)
}

fn all_pieces(regions: &UnequalRegions) -> Vec<Vec<UnequalPiece>> {
    (0..regions.classifiers().len()).map(|i| regions.pieces(i, &RankFilter::all())).collect()
}

/// Asserts that one piece of each classifier holds the point, with the rank of the definition.
fn check_ranks_at(regions: &UnequalRegions, pieces: &[Vec<UnequalPiece>], point: &Point) {
    for (i, own) in pieces.iter().enumerate() {
        let holding: Vec<&UnequalPiece> =
            own.iter().filter(|piece| piece.contains(point)).collect();
        let names: Vec<&str> = regions.classifiers().iter().map(|c| c.name.as_str()).collect();
        assert_eq!(holding.len(), 1, "pieces of {i} that hold {point}, {names:?}");
        let expected = rank_by_definition(regions.classifiers(), i, point);
        assert_eq!(Some(holding[0].rank), expected, "classifier {i} at {point}, {names:?}");
    }
}

/// Rational vertices inside, points on stretches of frontier, points on both sides of them.
fn telling_points(pieces: &[Vec<UnequalPiece>]) -> Vec<Point> {
    let inside = |z: &Rational| z.is_positive() && *z < Rational::ONE;
    let mut points = Vec::new();
    for piece in pieces.iter().flatten() {
        points.extend(piece.vertices.iter().filter_map(|vertex| vertex.as_rational()));
        if piece.dimension == 1 {
            let [from, to] = [&piece.vertices[0], &piece.vertices[1]];
            let [k_ab, k_a, k_b, k_1] = piece.edges[0].coefficients();
            if let (Some(low), Some(high), true) =
                (from.b.as_rational(), to.b.as_rational(), from.a == to.a)
            {
                let a = from.a.as_rational().expect("upright frontiers stand at rational places");
                points.push(Point::new(a.clone(), (low + high) / q(2, 1)));
            } else if from.a != to.a {
                let a = between(&to.a, &from.a);
                let b = -(k_a * &a + k_1) / (k_ab * &a + k_b);
                points.extend([
                    Point::new(a.clone(), b.clone()),
                    Point::new(a.clone(), &b * q(9, 10)),
                    Point::new(a, (b + q(1, 1)) / q(2, 1)),
                ]);
            }
        }
    }
    points.retain(|point| inside(&point.a) && inside(&point.b));
    points
}

/// A rational between two numbers, by bisection of [0, 1].
fn between(low: &Quadratic, high: &Quadratic) -> Rational {
    let (mut below, mut above) = (Rational::ZERO, Rational::ONE);
    loop {
        let middle = (&below + &above) / q(2, 1);
        let number = Quadratic::from(middle.clone());
        if number <= *low {
            below = middle;
        } else if number >= *high {
            above = middle;
        } else {
            return middle;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]
    #[test]
    fn every_point_has_the_rank_of_the_definition(
        set in sets(5, 6), points in prop::collection::vec(inner_points(), 1..6),
    ) {
        let regions = UnequalRegions::new(set).expect("both classes");
        let pieces = all_pieces(&regions);
        for point in points.iter().chain(&telling_points(&pieces)) {
            check_ranks_at(&regions, &pieces, point);
        }
    }

    #[test]
    fn large_counts_too(set in sets(1_000_000_000_000, 5), point in inner_points()) {
        let regions = UnequalRegions::new(set).expect("both classes");
        let pieces = all_pieces(&regions);
        for point in telling_points(&pieces).iter().chain([&point]) {
            check_ranks_at(&regions, &pieces, point);
        }
    }

    #[test]
    fn areas_add_up_to_one(set in sets(7, 5)) {
        let regions = UnequalRegions::new(set).expect("both classes");
        for i in 0..regions.classifiers().len() {
            let pieces = regions.pieces_with_areas(i, &RankFilter::all()).expect("proved");
            let mut total = QuadraticLogSum::default();
            for piece in &pieces {
                let area = piece.area.as_ref().expect("asked for");
                prop_assert_eq!(area.about().is_positive(), piece.dimension == 2);
                total.add_multiple(area, &Rational::ONE);
            }
            let certified = total.to_certified(30);
            let [lower, upper] = [&certified.lower, &certified.upper]
                .map(|end| end.parse::<Rational>().expect("a decimal"));
            prop_assert!(lower <= Rational::ONE && Rational::ONE <= upper, "{} {}", lower, upper);
        }
    }

    /// Corners lie on their edges' curves, and every edge sees the region's other corners on its
    /// positive side or on itself.
    #[test]
    fn corners_run_counter_clockwise_on_their_edges(set in sets(6, 6)) {
        let regions = UnequalRegions::new(set).expect("both classes");
        for piece in all_pieces(&regions).into_iter().flatten() {
            let count = piece.vertices.len();
            let mut seen = std::collections::HashSet::new();
            prop_assert!(piece.vertices.iter().all(|vertex| seen.insert(vertex)), "{:?}", piece);
            for (k, edge) in piece.edges.iter().enumerate() {
                for vertex in [&piece.vertices[k], &piece.vertices[(k + 1) % count]] {
                    let [k_ab, k_a, k_b, k_1] = edge.coefficients();
                    // (k_ab a + k_b) b + (k_a a + k_1) = 0, or both brackets are zero.
                    match vertex.a.mapped([&-k_a, &-k_1, k_ab, k_b]) {
                        Some(b) => prop_assert_eq!(&b, &vertex.b),
                        None => prop_assert!(vertex.a.affine(k_a, k_1).sign().is_eq()),
                    }
                }
            }
            if piece.dimension == 2 {
                prop_assert_eq!(piece.edges.len(), count);
                // The lowest of the leftmost corners: the way goes down to it and to the right.
                let first = (0..count)
                    .min_by(|&k, &l| {
                        let (p, r) = (&piece.vertices[k], &piece.vertices[l]);
                        p.a.cmp(&r.a).then(p.b.cmp(&r.b))
                    })
                    .expect("corners");
                let [before, next] =
                    [count - 1, 1].map(|step| &piece.vertices[(first + step) % count]);
                let at = &piece.vertices[first];
                prop_assert!(next.a > at.a);
                prop_assert!(before.a > at.a || before.b > at.b);
            }
        }
    }

    /// Equal priors through the general engine: the same pieces, areas and ranks.
    #[test]
    fn equal_priors_give_the_same_pieces(set in small_sets(), prior in 1_i64..8) {
        let regions = Regions::with_target_prior(set, &q(prior, 8)).expect("sound");
        let general = UnequalRegions::new(regions.classifiers().to_vec()).expect("sound");
        for i in 0..regions.classifiers().len() {
            let expected: BTreeSet<String> = regions
                .pieces_with_areas(i, &RankFilter::all())
                .expect("areas")
                .iter()
                .map(|piece| {
                    let vertices: Vec<String> = piece.vertices.iter().map(ToString::to_string).collect();
                    let edges: Vec<String> = piece.edges.iter().map(ToString::to_string).collect();
                    normal_form(piece.rank.to_string(), vertices, edges)
                })
                .collect();
            let pieces = general.pieces_with_areas(i, &RankFilter::all()).expect("areas");
            let found: BTreeSet<String> = pieces
                .iter()
                .map(|piece| {
                    let vertices: Vec<String> = piece.vertices.iter().map(ToString::to_string).collect();
                    let edges: Vec<String> = piece.edges.iter().map(ToString::to_string).collect();
                    normal_form(piece.rank.to_string(), vertices, edges)
                })
                .collect();
            prop_assert_eq!(&found, &expected);
            for piece in &pieces {
                let area = piece.area.as_ref().and_then(|area| area.as_log_sum()).expect("rational corners");
                let point = piece.vertices[0].as_rational().expect("rational corners");
                let other = regions
                    .pieces_with_areas(i, &RankFilter::all())
                    .expect("areas")
                    .into_iter()
                    .find(|other| {
                        other.rank == piece.rank
                            && other.vertices.len() == piece.vertices.len()
                            && other.vertices.contains(&point)
                            && piece.vertices.iter().all(|v| {
                                other.vertices.contains(&v.as_rational().expect("rational"))
                            })
                    })
                    .expect("the same piece");
                let expected = other.area.expect("asked for");
                prop_assert_eq!(area, expected.value());
            }
        }
        let [general, special] =
            [general.summary().classifiers.into_iter().map(|entry| {
                (entry.ranks, entry.equal_to, entry.first_beside, entry.first_share.as_log_sum().expect("rational").clone())
            }).collect::<Vec<_>>(),
            regions.summary().classifiers.into_iter().map(|entry| {
                (entry.ranks, entry.equal_to, entry.first_beside, entry.first_share.value().clone())
            }).collect()];
        prop_assert_eq!(general, special);
    }
}

/// A piece as text that does not depend on where its corners begin.
fn normal_form(rank: String, vertices: Vec<String>, edges: Vec<String>) -> String {
    if edges.len() == 1 {
        return format!("{rank}: {} | {}", vertices.join(" "), edges[0]);
    }
    let start = (0..vertices.len()).min_by_key(|&k| &vertices[k]).unwrap_or(0);
    let turned = |list: &[String]| [&list[start..], &list[..start]].concat().join("; ");
    format!("{rank}: {} | {}", turned(&vertices), turned(&edges))
}

/// All matrices of at most this total with both classes, one for each performance.
fn performances(most: u64) -> Vec<[u64; 4]> {
    let mut all = Vec::new();
    let mut known: Vec<[u64; 4]> = Vec::new();
    for tn in 0..=most {
        for fp in 0..=most - tn {
            for fn_ in 0..=most - tn - fp {
                for tp in 0..=most - tn - fp - fn_ {
                    let counts = [tn, fp, fn_, tp];
                    let proportional = |other: &[u64; 4]| {
                        (0..4).all(|k| (0..4).all(|l| counts[k] * other[l] == other[k] * counts[l]))
                    };
                    if has_both_classes(&counts) && !known.iter().any(proportional) {
                        known.push(counts);
                        all.push(counts);
                    }
                }
            }
        }
    }
    all
}

#[test]
fn all_pairs_of_small_matrices_agree_with_the_definition() {
    let all = performances(4);
    assert_eq!(all.len(), 45);
    let fixed: Vec<Point> =
        (1..5).flat_map(|a| (1..5).map(move |b| Point::new(q(a, 5), q(b, 5)))).collect();
    for (i, &first) in all.iter().enumerate() {
        for &second in &all[i..] {
            let regions =
                UnequalRegions::new([first, second].map(classifier).to_vec()).expect("sound");
            let pieces = all_pieces(&regions);
            for point in fixed.iter().chain(&telling_points(&pieces)) {
                check_ranks_at(&regions, &pieces, point);
            }
        }
    }
}

#[test]
fn all_triples_of_small_matrices_agree_with_the_definition() {
    let all = performances(3);
    let fixed: Vec<Point> =
        (1..4).flat_map(|a| (1..4).map(move |b| Point::new(q(a, 4), q(b, 4)))).collect();
    let mut sets = 0;
    for (i, &first) in all.iter().enumerate() {
        for (j, &second) in all[i..].iter().enumerate() {
            for &third in &all[i + j..] {
                let set = [first, second, third].map(classifier).to_vec();
                let regions = UnequalRegions::new(set).expect("sound");
                let pieces = all_pieces(&regions);
                for point in fixed.iter().chain(&telling_points(&pieces)) {
                    check_ranks_at(&regions, &pieces, point);
                }
                sets += 1;
            }
        }
    }
    assert!(sets > 500, "{sets}");
}

/// A set in which frontiers cross twice, at irrational points, and one in which they touch.
#[test]
fn frontiers_cross_at_roots_of_quadratic_equations() {
    let mut kinds = BTreeSet::new();
    let all = performances(4);
    'sets: for (i, &first) in all.iter().enumerate() {
        for &second in &all {
            for &third in &all[i..] {
                let set = [first, second, third].map(classifier).to_vec();
                let regions = UnequalRegions::new(set).expect("sound");
                let points: Vec<UnequalPiece> = regions
                    .pieces(0, &RankFilter::all())
                    .into_iter()
                    .filter(|piece| piece.dimension == 0)
                    .collect();
                let irrational =
                    points.iter().any(|point| point.vertices[0].a.as_rational().is_none());
                kinds.insert((points.len(), irrational));
                if kinds.len() == 5 {
                    break 'sets;
                }
            }
        }
    }
    assert_eq!(
        kinds.into_iter().collect::<Vec<_>>(),
        [(0, false), (1, false), (1, true), (2, false), (2, true)]
    );
}

#[test]
fn a_known_region_has_the_area_of_its_integral() {
    // P1: s = 1-a, u = b; P2: s = a, u = 1-b: P2 is better iff a b > (1-a)(1-b), that is a+b > 1.
    let set = [[1, 0, 1, 0], [0, 1, 0, 1]].map(classifier).to_vec();
    let regions = UnequalRegions::new(set).expect("sound");
    let pieces = regions.pieces_with_areas(0, &RankFilter::holding([1])).expect("areas");
    assert_eq!(pieces[0].area.as_ref().map(ToString::to_string), Some("1/2".into()));
    // P3: s = 1-a, u = 1; P4: s = 1, u = 1+b.
    let set = [[1, 1, 1, 0], [1, 1, 2, 1]].map(classifier).to_vec();
    let regions = UnequalRegions::new(set).expect("sound");
    let pieces = regions.pieces_with_areas(0, &RankFilter::all()).expect("areas");
    let total = pieces.iter().fold(LogSum::default(), |sum, piece| {
        sum + piece.area.as_ref().and_then(|area| area.as_log_sum()).expect("rational").clone()
    });
    assert_eq!(total, LogSum::from(Rational::ONE));
    // (1-a)(1+b) > 1 where P3 is better: the area is the integral of 1 - a/(1-a) up to 1/2.
    let first = pieces.iter().find(|piece| piece.dimension == 2 && piece.rank.best == 1);
    let expected = LogSum::from(Rational::ONE) - LogSum::ln(&Rational::from(2));
    assert_eq!(first.and_then(|piece| piece.area.as_ref()?.as_log_sum().cloned()), Some(expected));
}
