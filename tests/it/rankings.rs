//! The arrangement of all frontiers against ranks from the definition.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use exactile::arrangement::{Frontiers, RankingCells};
use exactile::tile::PriorShift;
use exactile::{
    Classifier, ConfusionMatrix, LogSum, Point, RankingScore, Rational, Regions, Value, rank_at,
};
use proptest::prelude::*;

use exactile_testing::{classifiers, inner_points, q, rank_by_definition, small_sets};

/// The ranking at a point as groups of classifiers of one value, best first.
fn ranking_by_definition(set: &[Classifier], point: &Point) -> Vec<Vec<usize>> {
    let mut groups: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for i in 0..set.len() {
        let rank = rank_by_definition(set, i, point).expect("defined inside the Tile");
        groups.entry(rank.best).or_default().push(i);
    }
    groups.into_values().collect()
}

fn rankings(cells: &RankingCells<'_>) -> Vec<Vec<Vec<usize>>> {
    let performances = cells.frontiers().performances();
    let mut found = Vec::new();
    cells.visit_rankings(|cell, ranking| {
        assert_eq!(cell, found.len());
        found.push(ranking.iter().map(|&i| performances[i as usize].clone()).collect());
    });
    found
}

/// Points where frontiers of two pairs meet inside the Tile, each with all pairs that tie there:
/// lines from the definition s1 u2 = s2 u1 in balanced coordinates, every two of them intersected.
fn crossings_by_definition(set: &[Classifier]) -> (usize, BTreeMap<(Rational, Rational), usize>) {
    let rates: BTreeSet<(Rational, Rational)> = set
        .iter()
        .map(|c| (c.matrix.tnr().expect("a rate"), c.matrix.tpr().expect("a rate")))
        .collect();
    let rates: Vec<_> = rates.into_iter().collect();
    let one = Rational::ONE;
    let mut lines = BTreeSet::new();
    for (k, (x, y)) in rates.iter().enumerate() {
        for (x2, y2) in &rates[k + 1..] {
            let (dx, dy) = (x2 - x, y2 - y);
            if !(&dx * &dy).is_negative() {
                continue;
            }
            // dx A + dy B = 0, scaled so that the constant is 1: it is not 0 here.
            let (la, lb) = (-(&one - y) * &dx + (&one - x) * &dy, -y * &dx + x * &dy);
            lines.insert((la / &dx, lb / &dx));
        }
    }
    let lines: Vec<_> = lines.into_iter().collect();
    let mut points = BTreeMap::new();
    for (k, (p, r)) in lines.iter().enumerate() {
        for (p2, r2) in &lines[k + 1..] {
            let det = p * r2 - r * p2;
            if det.is_zero() {
                continue;
            }
            let (a, b) = ((r - r2) / &det, (p2 - p) / &det);
            let inside = |z: &Rational| z.is_positive() && *z < one;
            if inside(&a) && inside(&b) {
                let through =
                    lines.iter().filter(|(p, r)| (p * &a + r * &b + &one).is_zero()).count();
                points.insert((a, b), through);
            }
        }
    }
    (lines.len(), points)
}

/// Everything that must hold for a set of classifiers, with points to be found in cells.
fn check(set: Vec<Classifier>, prior: &Rational, points: &[Point]) {
    let regions = Regions::with_target_prior(set, prior).expect("sound");
    let set = regions.classifiers();
    let frontiers = Frontiers::new(&regions).expect("few");
    let count = frontiers.count();
    let cells = frontiers.cells().expect("few");
    let (lines, crossings) = crossings_by_definition(set);

    // Euler's formula for convex cells, from an independent list of lines and crossings.
    assert_eq!(count.frontiers, lines as u64);
    assert_eq!(count.confluences.count, crossings.len() as u64);
    let expected = 1 + lines + crossings.values().map(|through| through - 1).sum::<usize>();
    assert_eq!(count.cells, expected as u64);
    assert_eq!((cells.len(), cells.confluences()), (expected, crossings.len()));
    let mut by_frontiers = BTreeMap::new();
    for &through in crossings.values() {
        *by_frontiers.entry(through as u64).or_insert(0_u64) += 1;
    }
    assert_eq!(count.confluences.by_frontiers, by_frontiers.into_iter().collect::<Vec<_>>());

    // Every confluence once, and who ties there.
    let shift = PriorShift::from_balanced(prior);
    let mut listed = HashSet::new();
    let mut largest = 0;
    frontiers
        .stream_confluences::<_, ()>(
            |found| found,
            |found| {
                for confluence in found {
                    let balanced = shift.inverse().apply_to_point(&confluence.place);
                    let through = crossings[&(balanced.a, balanced.b)];
                    assert_eq!(confluence.frontiers.len(), through);
                    let mut tied: Vec<Vec<usize>> = confluence
                        .frontiers
                        .iter()
                        .map(|&k| {
                            let ends = frontiers.tied_on(k).iter();
                            let mut group: Vec<usize> = ends
                                .flat_map(|&i| frontiers.performances()[i as usize].clone())
                                .collect();
                            group.sort_unstable();
                            group
                        })
                        .collect();
                    let distinct: usize =
                        confluence.frontiers.iter().map(|&k| frontiers.tied_on(k).len()).sum();
                    largest = largest.max(distinct as u64);
                    let mut expected = ranking_by_definition(set, &confluence.place);
                    expected.retain(|group| {
                        let rates = |i: usize| (set[i].matrix.tnr(), set[i].matrix.tpr());
                        group.iter().any(|&i| rates(i) != rates(group[0]))
                    });
                    tied.sort();
                    expected.sort();
                    assert_eq!(tied, expected);
                    assert!(listed.insert(confluence.place));
                }
                Ok(())
            },
        )
        .expect("no error");
    assert_eq!((listed.len(), largest), (crossings.len(), count.confluences.largest));

    // Each cell: its sample is inside it, it has the ranking there, and no other cell has it.
    let found = rankings(&cells);
    assert_eq!(found.iter().collect::<HashSet<_>>().len(), found.len());
    let parities = cells.parities();
    for (cell, ranking) in found.iter().enumerate() {
        let sample = cells.sample(cell);
        let outline = cells.outline(cell);
        assert!(outline.contains(&sample));
        assert_eq!(*ranking, ranking_by_definition(set, &sample));
        assert!(outline.vertices.len() >= 3);
        for (k, edge) in outline.edges.iter().enumerate() {
            let next = (k + 1) % outline.vertices.len();
            for corner in [k, next] {
                assert!(edge.value_at(&outline.vertices[corner]).is_zero());
            }
        }
        let neighbours = cells.neighbours(cell);
        let inner: BTreeSet<usize> = outline.frontiers.iter().flatten().copied().collect();
        assert_eq!(neighbours.iter().map(|(_, line)| *line).collect::<BTreeSet<_>>(), inner);
        for (other, line) in neighbours {
            assert!(cells.neighbours(other).contains(&(cell, line)));
            assert_ne!(parities[cell], parities[other]);
        }
        assert!(cells.area(cell).value().sign().is_gt());
        let bound = LogSum::from(cells.area_at_most(cell)) - cells.area(cell).value().clone();
        assert!(bound.sign().is_ge());
    }

    // Points of the open Tile: in exactly one cell unless they are on a frontier.
    for point in points {
        let holders: Vec<usize> =
            (0..cells.len()).filter(|&cell| cells.outline(cell).contains(point)).collect();
        let around = frontiers.around(point);
        if around.through.is_empty() {
            assert_eq!(holders.len(), 1);
            assert_eq!(around.dimension, 2);
            let outline = cells.outline(holders[0]);
            let corners = |vertices: &[Point]| vertices.iter().cloned().collect::<HashSet<_>>();
            assert_eq!(corners(&around.vertices), corners(&outline.vertices));
            assert_eq!(
                around.edges.iter().collect::<HashSet<_>>(),
                outline.edges.iter().collect::<HashSet<_>>()
            );
            assert_eq!(ranking_by_definition(set, point), found[holders[0]]);
        } else {
            assert_eq!(holders.len(), 0);
            assert!(around.dimension < 2);
            assert!(around.swaps.iter().all(|s| s.distance == Value::Exact(Rational::ZERO)));
        }
        let order: Vec<usize> = around.ranking.iter().map(|ranked| ranked.classifier).collect();
        let expected = ranking_by_definition(set, point).concat();
        assert_eq!(order, expected);
    }
}

fn total_area(cells: &RankingCells<'_>) -> LogSum {
    (0..cells.len()).fold(LogSum::default(), |sum, cell| sum + cells.area(cell).value().clone())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn cells_are_what_the_definition_says(
        set in small_sets(), prior in 1_i64..40, points in prop::collection::vec(inner_points(), 3),
    ) {
        check(set, &q(prior, 40), &points);
    }

    #[test]
    fn areas_make_up_the_tile(set in small_sets(), prior in 1_i64..40) {
        for prior in [q(1, 2), q(prior, 40)] {
            let regions = Regions::with_target_prior(set[..set.len().min(5)].to_vec(), &prior).expect("sound");
            let frontiers = Frontiers::new(&regions).expect("few");
            let cells = frontiers.cells().expect("few");
            prop_assert_eq!(total_area(&cells), LogSum::from(Rational::ONE));
        }
    }
}

/// Sets that meet every special case: one classifier, equal ones, all dominated, all on a ROC line,
/// corners of ROC space, a lattice with many frontiers through one point.
#[test]
fn degenerate_sets_are_arranged() {
    let points = [Point::new(q(1, 2), q(1, 2)), Point::new(q(1, 3), q(2, 3))];
    let falling: Vec<(u64, u64)> = (0..=6).map(|k| (k, 6 - k)).collect();
    let lattice: Vec<(u64, u64)> = (0..4).flat_map(|x| (0..4).map(move |y| (x, y))).collect();
    for pairs in [
        vec![(3, 3)],
        vec![(3, 3), (3, 3)],
        vec![(1, 1), (2, 2), (3, 3)],
        vec![(6, 0), (0, 6)],
        vec![(6, 6), (0, 0), (6, 0), (0, 6)],
        vec![(4, 2), (2, 4), (4, 2), (2, 4), (3, 1)],
        falling,
        lattice,
    ] {
        for prior in [q(1, 2), q(1, 1_000_000), q(99, 100)] {
            check(classifiers(6, 6, &pairs), &prior, &points);
        }
    }
}

#[test]
fn one_ranking_needs_no_frontier() {
    let regions = Regions::new(classifiers(6, 6, &[(1, 1), (2, 2)])).expect("sound");
    let frontiers = Frontiers::new(&regions).expect("few");
    assert!(frontiers.is_empty());
    let cells = frontiers.cells().expect("one");
    assert_eq!(rankings(&cells), [[[1], [0]]]);
    assert_eq!(cells.area(0).value().to_string(), "1");
    let around = frontiers.around(&Point::new(q(0, 1), q(1, 1)));
    assert_eq!((around.vertices.len(), around.swaps.len()), (4, 0));
}

/// The same rates as counts of every width and over denominators of their own give the same cells.
#[test]
fn widths_of_integers_agree() {
    let pairs = [(6, 1), (5, 3), (4, 4), (2, 5), (1, 6), (5, 2), (0, 7), (3, 3)];
    let plain = classifiers(7, 7, &pairs);
    let scaled = |factor: &dyn Fn(usize) -> Rational| -> Vec<Classifier> {
        plain
            .iter()
            .enumerate()
            .map(|(i, Classifier { name, matrix })| {
                let f = factor(i);
                let parts = [matrix.tn(), matrix.fp(), matrix.fn_(), matrix.tp()].map(|x| x * &f);
                let [tn, fp, fn_, tp] = parts;
                Classifier::new(name.clone(), ConfusionMatrix::new(tn, fp, fn_, tp).expect("valid"))
            })
            .collect()
    };
    let perturbed = |unit: &str| -> Vec<Classifier> {
        // One sample on top of large counts keeps rates from reducing.
        let unit: Rational = unit.parse().expect("a number");
        pairs
            .iter()
            .map(|&(tn, tp)| {
                let part = |n: u64| Rational::from(n) * &unit;
                let matrix = ConfusionMatrix::new(
                    part(tn) + Rational::ONE,
                    part(7 - tn),
                    part(7 - tp),
                    part(tp) + Rational::ONE,
                );
                Classifier::new("", matrix.expect("valid"))
            })
            .collect()
    };
    let counts = |set: Vec<Classifier>| {
        let regions = Regions::new(set).expect("sound");
        let frontiers = Frontiers::new(&regions).expect("few");
        let cells = frontiers.cells().expect("few");
        for cell in (0..cells.len()).step_by(7) {
            let score = RankingScore::at(cells.sample(cell)).expect("on the Tile");
            assert!(rank_at(regions.classifiers(), &score).iter().all(|r| r.rank.is_some()));
        }
        (frontiers.count(), rankings(&cells))
    };
    let expected = counts(plain.clone());
    assert_eq!(counts(scaled(&|_| "1e20".parse().expect("a number"))), expected);
    let odd = |i: usize| Rational::from([3, 5, 7, 11, 13, 17, 19, 23][i]);
    assert_eq!(counts(scaled(&odd)), expected);
    let narrow = counts(perturbed("1e5"));
    for unit in ["1e9", "1e20", "1e60"] {
        assert_eq!(counts(perturbed(unit)).0.cells, narrow.0.cells, "{unit}");
    }
}

/// Distances on a balanced Tile are roots of exact rationals, and no sampled point of any frontier
/// is nearer than the certified distance on a warped one.
#[test]
fn no_frontier_is_nearer_than_the_nearest() {
    let set = classifiers(9, 9, &[(8, 2), (6, 5), (3, 8), (5, 4), (7, 3)]);
    for prior in [q(1, 2), q(1, 9), q(19, 20)] {
        let regions = Regions::with_target_prior(set.clone(), &prior).expect("sound");
        let frontiers = Frontiers::new(&regions).expect("few");
        for place in [(1, 2, 1, 2), (1, 5, 7, 8), (1, 1, 1, 2), (0, 1, 0, 1), (9, 10, 1, 10)] {
            let place = Point::new(q(place.0, place.1), q(place.2, place.3));
            let around = frontiers.around(&place);
            let nearest = &around.swaps[0];
            let [low, high] = nearest.distance.ends().expect("a number");
            assert!(low <= high && &high - &low <= "1e-15".parse().expect("a number"));
            let mut best: Option<Rational> = None;
            for k in 0..frontiers.len() {
                let [from, to] = frontiers.ends(k);
                let curve = frontiers.curve(k);
                let [k_ab, k_a, k_b, k_1] = curve.coefficients();
                for step in 0..=200 {
                    let a = &from.a + q(step, 200) * (&to.a - &from.a);
                    let b = -(k_a * &a + k_1) / (k_ab * &a + k_b);
                    let (da, db) = (a - &place.a, b - &place.b);
                    let square = &da * &da + &db * &db;
                    assert!(square >= &low * &low, "{place}");
                    best = Some(best.map_or(square.clone(), |known| known.min(square)));
                }
            }
            assert!(best.expect("points") - &high * &high < q(1, 50), "{place} {prior}");
        }
    }
}
