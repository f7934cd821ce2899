//! Several test sets, against their definitions in fractions.

use std::cmp::Ordering;

use exactile::domain::{DomainMap, DomainTests, DomainWeights, Domains, MaximinPiece, Unanimous};
use exactile::num::{QuadraticNumber, Rational, Value};
use exactile::tile::Zone;
use exactile::{ConfusionMatrix, Piece, Point, RankFilter, RankingScore, Regions};
use exactile_testing::q;
use proptest::prelude::*;

/// Counts of one result, of which some may be 0, and a size that may be beyond all measure.
fn counts() -> BoxedStrategy<[Rational; 4]> {
    let small = prop::array::uniform4(0_i64..5);
    let scale = prop_oneof![4 => Just(1_i128), 1 => Just(10_i128.pow(30)), 1 => 1_i128..7];
    (small, scale)
        .prop_filter("a sample", |(counts, _)| counts.iter().any(|count| *count > 0))
        .prop_map(|(counts, scale)| counts.map(|count| Rational::from(i128::from(count) * scale)))
        .boxed()
}

fn both_classes() -> BoxedStrategy<[Rational; 4]> {
    counts()
        .prop_filter("both classes", |[tn, fp, fn_, tp]| {
            !(tn + fp).is_zero() && !(fn_ + tp).is_zero()
        })
        .boxed()
}

/// Up to five test sets of up to four classifiers, with weights of which some may be 0.
fn tests_of(counts: BoxedStrategy<[Rational; 4]>) -> impl Strategy<Value = Domains> {
    let sizes = (1_usize..6, 1_usize..5);
    sizes
        .prop_flat_map(move |(sets, count)| {
            let matrices =
                prop::collection::vec(prop::collection::vec(counts.clone(), count), sets);
            let weights = prop::collection::vec(0_i64..4, sets);
            (matrices, weights.prop_filter("a weight", |all| all.iter().any(|w| *w > 0)))
        })
        .prop_map(|(matrices, weights)| domains(&matrices, &weights))
}

fn domains(matrices: &[Vec<[Rational; 4]>], weights: &[i64]) -> Domains {
    let matrix = |[tn, fp, fn_, tp]: &[Rational; 4]| {
        ConfusionMatrix::new(tn.clone(), fp.clone(), fn_.clone(), tp.clone()).ok()
    };
    let rows = matrices.iter().map(|row| row.iter().map(matrix).collect()).collect();
    let names = |count: usize, letter: char| (0..count).map(|k| format!("{letter}{k}")).collect();
    let tests = DomainTests::new(names(matrices.len(), 'd'), names(matrices[0].len(), 'c'), rows);
    let named = weights.iter().enumerate().map(|(d, w)| (format!("d{d}"), Rational::from(*w)));
    Domains::new(tests, &DomainWeights::Given(named.collect())).expect("complete")
}

fn coordinate() -> impl Strategy<Value = Rational> {
    prop_oneof![1 => Just(q(0, 1)), 1 => Just(q(1, 1)), 6 => (1_i64..12).prop_map(|n| q(n, 12))]
}

fn point() -> impl Strategy<Value = Point> {
    (coordinate(), coordinate()).prop_map(|(a, b)| Point::new(a, b))
}

/// s and u of a result over its samples.
fn parts(domains: &Domains, d: usize, k: usize, at: &Point) -> [Rational; 2] {
    let matrix = domains.matrix(d, k);
    let (s, u) = RankingScore::at(at.clone()).expect("on the Tile").parts(matrix);
    [s / matrix.total(), u / matrix.total()]
}

/// The number by which a map orders test sets, largest first, at a point of the open Tile.
fn number(domains: &Domains, map: DomainMap, d: usize, k: usize, at: &Point) -> Rational {
    let [s, u] = parts(domains, d, k, at);
    let weight = &domains.weights()[d];
    match map {
        DomainMap::Easiest => &s / &(&s + &u),
        DomainMap::Hardest => &u / &(&s + &u),
        DomainMap::Preponderant => weight * (s + u),
        _ => weight * u,
    }
}

/// The ranks of each test set at a point; of the hardest one from the end.
fn expected(domains: &Domains, map: DomainMap, k: usize, at: &Point) -> Vec<[u32; 2]> {
    let values: Vec<Rational> =
        (0..domains.names().len()).map(|d| number(domains, map, d, k, at)).collect();
    let count = |of: &dyn Fn(&Rational) -> bool| {
        u32::try_from(values.iter().filter(|value| of(value)).count()).expect("few")
    };
    let ranks = |value: &Rational| match map {
        DomainMap::Hardest => [1 + count(&|other| other < value), count(&|other| other <= value)],
        _ => [1 + count(&|other| other > value), count(&|other| other >= value)],
    };
    values.iter().map(ranks).collect()
}

/// Each point is in one piece of each test set that is the one of the map there, with its ranks,
/// and in none of the others.
fn check_at(domains: &Domains, map: DomainMap, k: usize, pieces: &[Piece], at: &Point) {
    let last = u32::try_from(domains.names().len()).expect("few");
    let wanted = if map == DomainMap::Hardest { last } else { 1 };
    for (d, ranks) in expected(domains, map, k, at).into_iter().enumerate() {
        let own: Vec<&Piece> =
            pieces.iter().filter(|piece| piece.classifier == d && piece.contains(at)).collect();
        let is_it = (ranks[0]..=ranks[1]).contains(&wanted);
        assert_eq!(own.len(), usize::from(is_it), "{map:?} of {d} at {at}: {ranks:?} {pieces:?}");
        if let [piece] = own[..] {
            assert_eq!([piece.rank.best, piece.rank.worst], ranks, "{map:?} of {d} at {at}");
        }
    }
}

/// Points inside, on the edges and at the corners of pieces, as far as they are in the open Tile.
fn places(pieces: &[Piece]) -> Vec<Point> {
    let mut found = Vec::new();
    for piece in pieces.iter().filter(|piece| piece.edges().iter().all(|edge| edge.is_straight())) {
        let corners = piece.vertices();
        found.extend(corners.iter().cloned());
        for (k, from) in corners.iter().enumerate() {
            let to = &corners[(k + 1) % corners.len()];
            let along = |t: Rational| {
                Point::new(&from.a + &t * (&to.a - &from.a), &from.b + &t * (&to.b - &from.b))
            };
            found.extend([along(q(1, 2)), along(q(1, 7))]);
        }
    }
    found.retain(|at| [&at.a, &at.b].into_iter().all(|z| z.is_positive() && *z < Rational::ONE));
    found
}

proptest! {
    /// R of the mean is the mean of the values weighted by w, where a value is defined; w adds up
    /// to 1, and the shares of the loss to what the mean lacks.
    #[test]
    fn the_mean_is_a_weighted_mean(domains in tests_of(counts()), at in point()) {
        let score = RankingScore::at(at.clone()).expect("on the Tile");
        for k in 0..domains.classifiers().len() {
            let found = domains.values(k, &at).expect("on the Tile");
            let mean = score.value(domains.mean(k));
            prop_assert_eq!(found.mean.as_rational(), mean.as_ref());
            let sum = domains.mean(k).total();
            prop_assert_eq!(sum, Rational::ONE);
            let exact = |value: &Value| value.as_rational().cloned();
            for (d, of) in found.domains.iter().enumerate() {
                prop_assert_eq!(exact(&of.value), score.value(domains.matrix(d, k)));
            }
            match &mean {
                None => prop_assert!(found.domains.iter().all(|of| exact(&of.weight).is_none())),
                Some(mean) => {
                    let (mut weights, mut values, mut losses) =
                        (Rational::ZERO, Rational::ZERO, Rational::ZERO);
                    for of in &found.domains {
                        let weight = exact(&of.weight).expect("defined");
                        match exact(&of.value) {
                            Some(value) => {
                                let loss = &weight * value.complement();
                                prop_assert_eq!(exact(&of.loss_share), Some(loss));
                                values = values + &weight * value;
                            }
                            None => prop_assert!(weight.is_zero()),
                        }
                        weights = weights + weight;
                        losses = losses + exact(&of.loss_share).expect("defined");
                    }
                    prop_assert_eq!(weights, Rational::ONE);
                    prop_assert_eq!(&values, mean);
                    prop_assert_eq!(losses, mean.complement());
                }
            }
            let all: Option<Vec<Rational>> = found.domains.iter().map(|of| exact(&of.value)).collect();
            let plain = all.map(|all| {
                let weighted = all.iter().zip(domains.weights()).map(|(value, weight)| value * weight);
                weighted.fold(Rational::ZERO, |sum, one| sum + one)
            });
            prop_assert_eq!(exact(&found.mean_of_values), plain);
        }
    }

    /// The affine maps against their definitions at random points, and on all borders and corners.
    #[test]
    fn affine_maps_are_their_definitions(
        domains in tests_of(counts()),
        points in prop::collection::vec(point(), 40),
    ) {
        for map in [DomainMap::Preponderant, DomainMap::Bottleneck] {
            let pieces = domains.map(0, map).expect("affine");
            let open = |at: &&Point| [&at.a, &at.b].into_iter().all(|z| z.is_positive() && *z < Rational::ONE);
            for at in points.iter().filter(open) {
                check_at(&domains, map, 0, &pieces, at);
            }
            for at in places(&pieces) {
                check_at(&domains, map, 0, &pieces, &at);
            }
            let count = |d: usize| pieces.iter().filter(|piece| piece.classifier == d && piece.dimension() == 2).count();
            prop_assert!((0..domains.names().len()).all(|d| count(d) <= 1), "a region is convex");
        }
    }

    /// The maps of values likewise; their frontiers may be curves.
    #[test]
    fn maps_of_values_are_their_definitions(
        domains in tests_of(both_classes()),
        points in prop::collection::vec(point(), 40),
    ) {
        for map in [DomainMap::Easiest, DomainMap::Hardest] {
            let pieces = domains.map(0, map).expect("both classes");
            let open = |at: &&Point| [&at.a, &at.b].into_iter().all(|z| z.is_positive() && *z < Rational::ONE);
            for at in points.iter().filter(open) {
                check_at(&domains, map, 0, &pieces, at);
            }
            for at in places(&pieces) {
                check_at(&domains, map, 0, &pieces, &at);
            }
        }
    }

    /// The first of each domain, the worst domain and Simpson's paradox, from the values.
    #[test]
    fn agreement_is_its_definition(domains in tests_of(counts()), at in point()) {
        let found = domains.agreement(&at).expect("on the Tile");
        let score = RankingScore::at(at).expect("on the Tile");
        let (sets, count) = (domains.names().len(), domains.classifiers().len());
        let value = |d: usize, k: usize| score.value(domains.matrix(d, k));
        let mean = |k: usize| score.value(domains.mean(k));
        for k in 0..count {
            let first = |d: usize| value(d, k).is_some_and(|own| (0..count).all(|j| value(d, j).is_none_or(|other| own >= other)));
            prop_assert_eq!(found.first_in[k], (0..sets).filter(|&d| first(d)).count());
            prop_assert!((0..sets).all(|d| found.domains[d].contains(&k) == first(d)));
            let least = (0..sets).filter_map(|d| value(d, k)).min();
            prop_assert_eq!(found.worst[k].as_ref().map(|worst| worst.value.clone()), least);
            let is_first = mean(k).is_some_and(|own| (0..count).all(|j| mean(j).is_none_or(|other| own >= other)));
            prop_assert_eq!(found.mean.contains(&k), is_first);
        }
        for i in 0..count {
            for j in 0..count {
                let orders: Option<Vec<Ordering>> =
                    (0..sets).map(|d| Some(value(d, i)?.cmp(&value(d, j)?))).collect();
                let is_better = orders.is_some_and(|all| all.iter().all(|o| o.is_ge()) && all.iter().any(|o| o.is_gt()));
                let is_turned = mean(i).zip(mean(j)).is_some_and(|(x, y)| x < y);
                prop_assert_eq!(found.paradoxes.contains(&[i, j]), is_better && is_turned);
            }
        }
    }

    /// Within the range of a weight the same classifiers stay first; just beyond it another one is
    /// better.
    #[test]
    fn a_weight_moves_up_to_its_range(domains in tests_of(counts()), at in point()) {
        let v = 0;
        let Some(range) = domains.vary(v, &at) else { return Ok(()) };
        let score = RankingScore::at(at.clone()).expect("on the Tile");
        let first = |t: &Rational| {
            let rest = domains.weights()[v].complement();
            let weights: Vec<Rational> = domains.weights().iter().enumerate()
                .map(|(d, weight)| if d == v { t.clone() } else { weight * (t.complement() / &rest) })
                .collect();
            let moved = domains.weighted(&weights).expect("a weight");
            let values: Vec<Option<Rational>> =
                (0..domains.classifiers().len()).map(|k| score.value(moved.mean(k))).collect();
            let best = values.iter().flatten().max().cloned();
            (values, best)
        };
        let stays = |t: &Rational| {
            let (values, best) = first(t);
            best.is_none() || range.first.iter().all(|&k| values[k] == best)
        };
        prop_assert!(range.first.iter().all(|k| domains.agreement(&at).expect("a point").mean.contains(k)));
        let [from, _] = range.from.enclosure(200);
        let [_, to] = range.to.enclosure(200);
        let here = &domains.weights()[v];
        for n in 0..=8 {
            let t = &from + &(&(&to - &from) * &q(n, 8));
            let is_within = exactile::num::QuadraticNumber::from(t.clone()) >= range.from
                && exactile::num::QuadraticNumber::from(t.clone()) <= range.to;
            // A value that is undefined at an end of the simplex orders nobody.
            if is_within && t.is_positive() && t < Rational::ONE {
                prop_assert!(stays(&t), "{t} in {} to {}", range.from, range.to);
            }
        }
        let step = Rational::new(1, 10_i64.pow(12));
        for (end, beyond, others) in [
            (&from, &from - &step, &range.below),
            (&to, &to + &step, &range.above),
        ] {
            if others.is_empty() {
                prop_assert!(end.is_zero() || *end == Rational::ONE);
            } else if !beyond.is_negative() && beyond <= Rational::ONE {
                prop_assert!(!stays(&beyond), "{beyond} is beyond {end}");
            }
        }
        prop_assert!(*here >= from && *here <= to);
    }
}

fn one_prior(found: Unanimous) -> Option<Zone> {
    match found {
        Unanimous::OnePrior(zone) => zone,
        Unanimous::SeveralPriors(columns) => panic!("several priors: {columns:?}"),
    }
}

/// One prior for all: the zone in which a classifier is first in every test set is the intersection
/// of its zones.
#[test]
fn unanimous_zones_are_intersections() {
    let matrix = |tn: i64, fp, fn_, tp| [tn, fp, fn_, tp].map(Rational::from);
    let rows = vec![
        vec![matrix(50, 10, 5, 35), matrix(45, 15, 3, 37), matrix(55, 5, 12, 28)],
        vec![matrix(110, 10, 20, 60), matrix(90, 30, 8, 72), matrix(100, 20, 30, 50)],
        vec![matrix(27, 3, 3, 17), matrix(26, 4, 1, 19), matrix(29, 1, 9, 11)],
    ];
    let domains = domains(&rows, &[1, 1, 2]);
    let regions: Vec<Regions> = (0..3)
        .map(|d| {
            let of =
                |k: usize| exactile::Classifier::new(format!("c{k}"), domains.matrix(d, k).clone());
            Regions::new((0..3).map(of).collect()).expect("both classes")
        })
        .collect();
    let mut seen = 0;
    for k in 0..3 {
        let zone = one_prior(domains.unanimous().remove(k));
        for n in 1..40 {
            for m in 1..40 {
                let at = Point::new(q(n, 40), q(m, 40));
                let is_first = |regions: &Regions| {
                    let first = regions.pieces(k, &RankFilter::holding([1]));
                    first.iter().any(|piece| piece.contains(&at))
                };
                let in_zone = zone
                    .as_ref()
                    .is_some_and(|zone| zone.edges.iter().all(|edge| edge.side_of(&at).is_ge()));
                assert_eq!(in_zone, regions.iter().all(is_first), "{k} at {at}");
                seen += usize::from(in_zone);
            }
        }
    }
    assert!(seen > 100);
    // Under several priors there are columns, until they are brought to one.
    let two = vec![vec![matrix(5, 1, 1, 3)], vec![matrix(4, 1, 1, 9)]];
    let two = self::domains(&two, &[1, 1]);
    let Unanimous::SeveralPriors(whole) = two.unanimous().remove(0) else { panic!("two priors") };
    assert_eq!(whole.area(), Value::Exact(Rational::ONE));
    assert!(
        one_prior(two.shifted(&q(1, 2)).expect("both classes").unanimous().remove(0)).is_some()
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Any priors and any zeros: a point is in the columns exactly if no rival is better there in
    /// any test set. Beside grid points these are the ends of columns, and points just beyond.
    #[test]
    fn columns_are_where_no_rival_is_better(domains in tests_of(counts())) {
        let is_first = |k: usize, at: &Point| {
            (0..domains.names().len()).all(|d| {
                let [s, u] = parts(&domains, d, k, at);
                (0..domains.classifiers().len()).all(|j| {
                    let [s2, u2] = parts(&domains, d, j, at);
                    &s * &u2 >= &s2 * &u
                })
            })
        };
        for k in 0..domains.classifiers().len() {
            let zone = domains.unanimous_columns(k);
            let mut abscissae: Vec<Rational> = (0..=12).map(|n| q(n, 12)).collect();
            for column in &zone.columns {
                for end in [&column.from, &column.to] {
                    abscissae.extend(end.enclosure(20));
                }
            }
            abscissae.retain(|a| !a.is_negative() && *a <= Rational::ONE);
            for a in abscissae {
                let mut heights: Vec<Rational> = (0..=12).map(|n| q(n, 12)).collect();
                for column in &zone.columns {
                    for curve in [&column.lower, &column.upper] {
                        let [k_ab, k_a, k_b, k_1] = curve.coefficients();
                        let b = (-(k_a * &a + k_1)).checked_div(&(k_ab * &a + k_b));
                        let near = q(1, 1 << 30);
                        heights.extend(b.iter().flat_map(|b| [b - &near, b + &near, b.clone()]));
                    }
                }
                heights.retain(|b| !b.is_negative() && *b <= Rational::ONE);
                for b in heights {
                    let at = Point::new(a.clone(), b);
                    let wanted = is_first(k, &at);
                    prop_assert_eq!(zone.contains(&at), wanted, "{} at {}: {:?}", k, at, zone);
                }
            }
            for pair in zone.columns.windows(2) {
                prop_assert!(pair[0].to <= pair[1].from, "columns overlap: {:?}", &zone);
            }
        }
    }

    /// Any priors and any zeros: zones do not overlap and make up the Tile, and in each of them its
    /// classifiers are the first.
    #[test]
    fn agreement_zones_make_up_the_tile(domains in tests_of(counts())) {
        let count = domains.classifiers().len();
        let zones = domains.agreement_zones().expect("few columns");
        let firsts = |matrix: &dyn Fn(usize) -> ConfusionMatrix, at: &Point| -> Vec<usize> {
            let score = RankingScore::at(at.clone()).expect("on the Tile");
            let values: Vec<_> = (0..count).map(|k| score.value(&matrix(k))).collect();
            let best = values.iter().max().cloned().flatten();
            (0..count).filter(|&k| values[k] == best).collect()
        };
        for (n, m) in (1..16).flat_map(|n| (1..16).map(move |m| (n, m))) {
            let at = Point::new(q(n, 16), q(m, 17));
            let mean = firsts(&|k| domains.mean(k).clone(), &at);
            let each: Vec<Vec<usize>> = (0..domains.names().len())
                .map(|d| firsts(&|k| domains.matrix(d, k).clone(), &at))
                .collect();
            let holding: Vec<_> = zones.iter().filter(|zone| zone.zone.contains(&at)).collect();
            prop_assert!(!holding.is_empty(), "nothing at {}", at);
            for zone in &holding {
                let all = [&zone.mean].into_iter().chain(&zone.domains);
                for (known, found) in all.zip([&mean].into_iter().chain(&each)) {
                    prop_assert!(known.iter().all(|k| found.contains(k)), "{:?} at {}", zone, at);
                    // Inside there are no others; on a border there are, and a second zone.
                    prop_assert!(known == found || holding.len() > 1, "{:?} at {}", zone, at);
                }
            }
        }
        let ends: Option<Vec<_>> = zones.iter().map(|zone| zone.zone.area().ends()).collect();
        let ends = ends.expect("numbers");
        let [low, high] = [0, 1].map(|end| ends.iter().map(|area| area[end].clone()).sum());
        prop_assert!(low <= Rational::ONE && Rational::ONE <= high, "{}, {}", low, high);
        let width: Rational = high - low;
        prop_assert!(width < q(1, 1_000_000_000));
        let mut known: Vec<_> = zones.iter().map(|zone| (&zone.mean, &zone.domains)).collect();
        known.sort_unstable();
        known.dedup();
        prop_assert_eq!(known.len(), zones.len());
    }

    /// One prior: the columns have the area of the zone that half-planes give.
    #[test]
    fn columns_have_the_area_of_half_planes(
        rates in prop::collection::vec(prop::collection::vec((0_i64..8, 0_i64..6), 3), 1..4),
    ) {
        let of = |&(tn, tp): &(i64, i64)| [tn, 7 - tn, 5 - tp, tp].map(Rational::from);
        let rows: Vec<Vec<_>> = rates.iter().map(|row| row.iter().map(of).collect()).collect();
        let domains = domains(&rows, &vec![1; rows.len()]);
        for k in 0..3 {
            let area = domains.unanimous_columns(k).area();
            match one_prior(domains.unanimous().remove(k)) {
                None => prop_assert!(area.is_zero()),
                Some(zone) => {
                    let exact = zone.area.value().to_certified(30);
                    let [low, high] = area.ends().expect("a number");
                    prop_assert!(low <= exact.upper() && exact.lower() <= high, "{area:?}");
                    let exact = zone.area.value().as_rational();
                    let is_same = |area| Some(area) == exact.as_ref();
                    prop_assert!(area.as_rational().is_none_or(is_same), "{area:?}");
                }
            }
        }
    }
}

/// The end of a zone under two priors at an irrational a, and its area against a sum of rows.
#[test]
fn corners_of_two_priors_are_irrational() {
    let matrix = |tn: i64, fp, fn_, tp| [tn, fp, fn_, tp].map(Rational::from);
    let rows = vec![
        vec![matrix(9, 1, 4, 6), matrix(6, 4, 1, 9), matrix(8, 2, 3, 7)],
        vec![matrix(31, 9, 5, 5), matrix(20, 20, 2, 8), matrix(27, 13, 3, 7)],
    ];
    let domains = domains(&rows, &[1, 1]);
    let mut irrational = 0;
    for k in 0..3 {
        let zone = domains.unanimous_columns(k);
        let ends = zone.columns.iter().flat_map(|column| [&column.from, &column.to]);
        irrational += ends.filter(|end| end.as_rational().is_none()).count();
        let steps = 100;
        let middle = |n: i64| q(2 * n + 1, 2 * steps);
        let inside = (0..steps).flat_map(|n| (0..steps).map(move |m| (n, m)));
        let count =
            inside.filter(|&(n, m)| zone.contains(&Point::new(middle(n), middle(m)))).count();
        let [low, high] = zone.area().ends().expect("a number");
        assert!(&high - &low <= Rational::new(2, 10_i128.pow(20)));
        assert!((low - Rational::new(count, 10_000)).abs() < q(1, 100), "{k}: {count}");
    }
    assert!(irrational > 0);
}

/// Better in each test set and worse on the mean: the weights depend on the classifier.
#[test]
fn simpsons_paradox_is_found_where_it_turns() {
    let matrix = |fp: i64, tp: i64| [100 - fp, fp, 100 - tp, tp].map(Rational::from);
    // Precision: a has 9 of 10 and 30 of 90 flagged right, b 72 of 81 and 3 of 10.
    let rows = vec![vec![matrix(1, 9), matrix(9, 72)], vec![matrix(60, 30), matrix(7, 3)]];
    let domains = domains(&rows, &[1, 1]);
    let precision = Point::new(q(1, 1), q(0, 1));
    let found = domains.agreement(&precision).expect("on the Tile");
    assert_eq!(found.paradoxes, [[0, 1]]);
    assert_eq!((found.first_in, found.mean), (vec![2, 0], vec![1]));
    let range = domains.vary(0, &precision).expect("values");
    assert_eq!(range.first, [1]);
    // At either end of the simplex one test set decides, where a is better.
    assert_eq!((range.below, range.above), (vec![0], vec![0]));
    assert!(
        range.from.as_rational().is_none()
            || range.from.as_rational().is_some_and(Rational::is_positive)
    );
}

#[test]
fn weights_are_read() {
    let read = |text: &str| text.parse::<DomainWeights>();
    assert_eq!(read("samples"), Ok(DomainWeights::Samples));
    assert_eq!(read(" equal "), Ok(DomainWeights::Equal));
    let given = |pairs: &[(&str, i64, i64)]| {
        DomainWeights::Given(pairs.iter().map(|&(name, n, d)| (name.to_owned(), q(n, d))).collect())
    };
    assert_eq!(read("A=1,B=0.5"), Ok(given(&[("A", 1, 1), ("B", 1, 2)])));
    assert_eq!(read("a,b=2, c=d=1/3"), Ok(given(&[("a,b", 2, 1), ("c=d", 1, 3)])));
    for wrong in ["", "A", "A=", "A=x", "A=1,A=2", "A=-1", "A=1,"] {
        assert!(read(wrong).is_err(), "{wrong:?}");
    }
}

/// A hundred test sets: no region is lost, and the areas add up to the Tile.
#[test]
fn a_hundred_domains_cover_the_tile() {
    let row = |d: i64| {
        vec![
            [40 + d * 7 % 31, 5 + d * 11 % 17, 3 + d * 13 % 19, 30 + d * 5 % 23]
                .map(Rational::from),
        ]
    };
    let rows: Vec<Vec<[Rational; 4]>> = (0..100).map(row).collect();
    let domains = domains(&rows, &[1; 100]);
    for map in [DomainMap::Preponderant, DomainMap::Bottleneck] {
        let pieces = domains.map(0, map).expect("affine");
        let mut sum = exactile::tile::Area::zero();
        for piece in pieces.iter().filter(|piece| piece.dimension() == 2) {
            sum += &piece.enclosed_area();
        }
        assert_eq!(sum.value().to_string(), "1", "{map:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]
    /// Distances of rankings against all pairs.
    #[test]
    fn pairs_in_opposite_orders_are_counted(domains in tests_of(counts()), at in point()) {
        let score = RankingScore::at(at.clone()).expect("on the Tile");
        let value = |d: usize, k: usize| score.value(domains.matrix(d, k));
        let order = |d: usize, [i, j]: [usize; 2]| Some(value(d, i)?.cmp(&value(d, j)?));
        let count = domains.classifiers().len();
        let pairs = || (0..count).flat_map(move |i| (i + 1..count).map(move |j| [i, j]));
        let found = domains.distances(&at).expect("on the Tile");
        let sets = domains.names().len();
        prop_assert_eq!(found.between.len(), sets * (sets - 1) / 2);
        let mut swaps = vec![0; count * count];
        for one in &found.between {
            let [d, e] = one.domains;
            type Orders = ([usize; 2], Ordering, Ordering);
            let orders: Vec<Orders> =
                pairs().filter_map(|pair| Some((pair, order(d, pair)?, order(e, pair)?))).collect();
            let opposite = |(_, x, y): &&Orders| x.is_ne() && *x == y.reverse();
            let tied = orders.iter().filter(|(_, x, y)| x.is_eq() || y.is_eq()).count() as u64;
            let discordant = orders.iter().filter(opposite).count() as u64;
            let told = (one.discordant, one.tied, one.concordant);
            prop_assert_eq!(told, (discordant, tied, orders.len() as u64 - discordant - tied));
            for ([i, j], ..) in orders.iter().filter(opposite) {
                swaps[i * count + j] += 1;
            }
        }
        let most = swaps.iter().max().copied().unwrap_or(0);
        match found.most_swapped {
            None => prop_assert_eq!(most, 0),
            Some(told) => {
                let [i, j] = told.classifiers;
                prop_assert_eq!(swaps[i * count + j], most);
                prop_assert_eq!(told.better[0] * told.better[1], most);
                let as_often = swaps.iter().filter(|swaps| **swaps == most).count() as u64;
                prop_assert_eq!(told.pairs, as_often);
            }
        }
    }

    /// Along random segments, at the ends of stretches and inside, against the values at points.
    #[test]
    fn the_best_worst_domain_along_a_segment(
        domains in tests_of(counts()), from in point(), to in point(),
    ) {
        let Some(found) = domains.worst_along(&from, &to) else {
            let half = |x: &Rational, y: &Rational| (x + y) / Rational::from(2);
            let middle = Point::new(half(&from.a, &to.a), half(&from.b, &to.b));
            let there = domains.agreement(&middle).expect("on the Tile");
            prop_assert!(from == to || there.maximin.is_empty());
            return Ok(());
        };
        let at = |t: &Rational| {
            let along = |from: &Rational, to: &Rational| from + t * (to - from);
            Point::new(along(&from.a, &to.a), along(&from.b, &to.b))
        };
        let told = |t: &Rational| domains.agreement(&at(t)).expect("on the Tile");
        let (first, last) = (&found.stretches[0], &found.stretches[found.stretches.len() - 1]);
        prop_assert!(first.from.as_rational().is_some_and(Rational::is_zero));
        prop_assert!(last.to.as_rational() == Some(&Rational::ONE));
        // An end is a break where others are the best there than beside it.
        let mut breaks = &found.breaks[..];
        for (end, beside) in [(Rational::ZERO, first), (Rational::ONE, last)] {
            let there = told(&end).maximin;
            if there != beside.classifiers {
                let taken = if end.is_zero() { breaks.split_first() } else { breaks.split_last() };
                let (one, others) = taken.expect("a break at the end");
                prop_assert_eq!(&one.classifiers, &there);
                prop_assert_eq!(one.position.as_rational(), Some(&end));
                breaks = others;
            }
        }
        prop_assert_eq!(breaks.len() + 1, found.stretches.len());
        for (stretches, between) in found.stretches.windows(2).zip(breaks) {
            let [before, after] = stretches else { unreachable!("two") };
            prop_assert!(before.to == between.position && after.from == between.position);
            let is_needed = before.classifiers != after.classifiers || before.worst != after.worst
                || between.classifiers != before.classifiers;
            prop_assert!(is_needed);
            // By continuity those on both sides are first there.
            let mut sides = before.classifiers.iter().chain(&after.classifiers);
            prop_assert!(sides.all(|k| between.classifiers.contains(k)));
            if let Some(t) = between.position.as_rational() {
                prop_assert_eq!(&told(t).maximin, &between.classifiers);
            }
        }
        for stretch in &found.stretches {
            let middle = stretch.from.between(&stretch.to).expect("an open stretch");
            let ends = [&stretch.from, &stretch.to];
            let near = ends.map(|end| {
                let inside = QuadraticNumber::from(middle.clone());
                let low = inside.clone().min(end.clone());
                low.between(&inside.max(end.clone())).expect("apart")
            });
            for t in [middle].iter().chain(&near) {
                let there = told(t);
                prop_assert_eq!(&there.maximin, &stretch.classifiers, "at {}", t);
                for (k, worst) in stretch.classifiers.iter().zip(&stretch.worst) {
                    prop_assert_eq!(&there.worst[*k].as_ref().expect("a value").domains, worst);
                }
            }
        }
        // Points of a grid: in a stretch its classifiers, at a break those of the break.
        for t in (1..24).map(|n| q(n, 24)) {
            let here = QuadraticNumber::from(t.clone());
            let stretch = found.stretches.iter().find(|one| here < one.to).expect("a stretch");
            let listed = match found.breaks.iter().find(|one| one.position == here) {
                Some(one) => &one.classifiers,
                None => &stretch.classifiers,
            };
            prop_assert_eq!(&told(&t).maximin, listed, "at {}", t);
        }
    }
}

/// Every region of the best worst domain against the definition, at points of a grid that are on no
/// frontier: each is in a region of each classifier that is first there, and in no other.
#[test]
fn regions_of_the_best_worst_domain_are_those_of_the_definition() {
    let mut seed = 7_u64;
    let mut below = |bound: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % bound
    };
    for (sets, count) in [(1, 3), (2, 2), (2, 3), (3, 2), (3, 3), (2, 4)] {
        for _ in 0..8 {
            let mut matrices = Vec::new();
            for _ in 0..sets {
                let sizes = [1 + below(6), 1 + below(6)];
                let mut one = || {
                    let [tn, tp] = sizes.map(|size| below(size + 1));
                    ConfusionMatrix::from_counts(tn, sizes[0] - tn, sizes[1] - tp, tp).ok()
                };
                matrices.push((0..count).map(|_| one()).collect::<Vec<_>>());
            }
            let named = |what: &str, many: usize| {
                (0..many).map(|k| format!("{what}{k}")).collect::<Vec<_>>()
            };
            let tests = DomainTests::new(named("d", sets), named("c", count), matrices);
            let domains = Domains::new(tests, &DomainWeights::Equal).expect("complete");
            let pieces = domains.maximin().expect("both classes, and few");
            for (i, j) in (0..12).flat_map(|i| (0..12).map(move |j| (i, j))) {
                // Unusual denominators: on few frontiers.
                let at = Point::new(q(2 * i + 1, 2 * 12 + 7), q(2 * j + 1, 2 * 12 + 11));
                let inside = |found: &&MaximinPiece| {
                    found.piece.edges().iter().all(|edge| edge.side_of(&at).is_gt())
                };
                let on_edge = pieces
                    .iter()
                    .any(|found| found.piece.edges().iter().any(|edge| edge.side_of(&at).is_eq()));
                if on_edge {
                    continue;
                }
                let found: Vec<&MaximinPiece> = pieces.iter().filter(inside).collect();
                let mut first: Vec<usize> = found.iter().map(|of| of.piece.classifier).collect();
                first.sort_unstable();
                let known = domains.agreement(&at).expect("on the Tile");
                assert_eq!(first, known.maximin, "{at} {domains:?}");
                for of in found {
                    let worst = known.worst[of.piece.classifier].as_ref().expect("a value");
                    assert!(worst.domains.contains(&of.domain), "{at}");
                    let ties = u32::try_from(known.maximin.len()).expect("few");
                    assert_eq!((of.piece.rank.best, of.piece.rank.worst), (1, ties));
                }
            }
        }
    }
}
