//! Laws that every set of classifiers obeys, against ranks from the definition.

use exactile::{
    Classifier, ConfusionMatrix, LogSum, Piece, Point, RankFilter, Rational, Regions, TileError,
};
use proptest::prelude::*;

use exactile_testing::{classifiers, inner_points, q, rank_by_definition, small_sets};

/// The one piece of a classifier that holds a point.
fn piece_at<'p>(pieces: &'p [Piece], point: &Point) -> &'p Piece {
    let holding: Vec<&Piece> = pieces.iter().filter(|piece| piece.contains(point)).collect();
    assert_eq!(holding.len(), 1, "pieces that hold {point}");
    holding[0]
}

/// Asserts that the pieces say at the point what the definition says.
fn check_ranks_at(regions: &Regions, point: &Point) {
    for i in 0..regions.classifiers().len() {
        let pieces = regions.pieces(i, &RankFilter::all());
        let expected = rank_by_definition(regions.classifiers(), i, point);
        assert_eq!(Some(piece_at(&pieces, point).rank), expected, "classifier {i} at {point}");
    }
}

/// A point inside the frontier of each tie, and inner points near it on both sides.
fn telling_points(regions: &Regions) -> Vec<Point> {
    let mut points = Vec::new();
    for i in 0..regions.classifiers().len() {
        for piece in regions.pieces(i, &RankFilter::all()) {
            if piece.dimension() == 1 {
                points.extend(point_on(&piece));
            } else {
                // The mean of the corners lies inside for balanced priors, and may for others.
                let count = Rational::from(piece.vertices().len() as u64);
                let mean = |axis: fn(&Point) -> &Rational| {
                    piece.vertices().iter().map(|v| axis(v).clone()).sum::<Rational>() / &count
                };
                let centre = Point::new(mean(|p| &p.a), mean(|p| &p.b));
                if piece.contains(&centre) {
                    points.push(centre);
                }
            }
        }
    }
    points
}

/// The point of a tie's frontier above the middle of its ends (beside it, if it stands upright).
fn point_on(tie: &Piece) -> Option<Point> {
    let half = q(1, 2);
    let [k_ab, k_a, k_b, k_1] = tie.edges()[0].coefficients();
    let (p, r) = (&tie.vertices()[0], &tie.vertices()[1]);
    if p.a == r.a {
        return Some(Point::new(p.a.clone(), (&p.b + &r.b) * half));
    }
    let a = (&p.a + &r.a) * half;
    let b = -(k_a * &a + k_1).checked_div(&(k_ab * &a + k_b))?;
    Some(Point::new(a, b))
}

proptest! {
    #[test]
    fn every_point_has_the_rank_of_the_definition(
        set in small_sets(), points in prop::collection::vec(inner_points(), 1..6),
    ) {
        let regions = Regions::new(set).expect("both classes");
        for point in points.iter().chain(&telling_points(&regions)) {
            check_ranks_at(&regions, point);
        }
    }

    #[test]
    fn crossings_of_frontiers_have_the_rank_of_the_definition(set in small_sets()) {
        let regions = Regions::with_target_prior(set, &q(1, 2)).expect("both classes");
        let ties: Vec<Piece> = (0..regions.classifiers().len())
            .flat_map(|i| regions.pieces(i, &RankFilter::all()))
            .filter(|piece| piece.dimension() == 1)
            .collect();
        for (k, first) in ties.iter().enumerate() {
            for second in &ties[..k] {
                let [_, a1, b1, c1] = first.edges()[0].coefficients();
                let [_, a2, b2, c2] = second.edges()[0].coefficients();
                let determinant = a1 * b2 - a2 * b1;
                let Some(inverse) = determinant.reciprocal() else { continue };
                let point = Point::new((b1 * c2 - b2 * c1) * &inverse, (c1 * a2 - c2 * a1) * &inverse);
                let inside = |z: &Rational| z.is_positive() && *z < Rational::ONE;
                if inside(&point.a) && inside(&point.b) {
                    check_ranks_at(&regions, &point);
                }
            }
        }
    }

    #[test]
    fn areas_add_up_to_one(set in small_sets(), prior in 1_i64..8) {
        for regions in [
            Regions::new(set.clone()),
            Regions::with_target_prior(set, &q(prior, 8)),
        ] {
            let regions = regions.expect("both classes");
            for i in 0..regions.classifiers().len() {
                let pieces = regions.pieces_with_areas(i, &RankFilter::all()).expect("areas");
                for piece in &pieces {
                    // The closed form of what frontiers cut off, and the integrals along edges.
                    prop_assert_eq!(piece.area.as_ref(), Some(&piece.enclosed_area()));
                }
                let total = pieces.iter().fold(LogSum::default(), |sum, piece| {
                    sum + piece.area.as_ref().expect("asked for").value().clone()
                });
                prop_assert_eq!(total, LogSum::from(Rational::ONE));
            }
        }
    }

    #[test]
    fn the_hull_knows_who_is_first(set in small_sets()) {
        let regions = Regions::new(set).expect("both classes");
        let swept: Vec<Piece> = (0..regions.classifiers().len())
            .flat_map(|i| regions.pieces(i, &RankFilter::holding([1])))
            .collect();
        prop_assert_eq!(regions.first_pieces(), swept);
    }

    #[test]
    fn corners_run_counter_clockwise_on_their_edges(set in small_sets()) {
        let regions = Regions::new(set).expect("both classes");
        for i in 0..regions.classifiers().len() {
            for piece in regions.pieces(i, &RankFilter::all()) {
                let count = piece.vertices().len();
                for (k, edge) in piece.edges().iter().enumerate() {
                    prop_assert!(edge.side_of(&piece.vertices()[k]).is_eq());
                    prop_assert!(edge.side_of(&piece.vertices()[(k + 1) % count]).is_eq());
                }
                if piece.dimension() == 2 {
                    prop_assert_eq!(piece.edges().len(), count);
                    let doubled: Rational = (0..count)
                        .map(|k| {
                            let (p, q) = (&piece.vertices()[k], &piece.vertices()[(k + 1) % count]);
                            &p.a * &q.b - &q.a * &p.b
                        })
                        .sum();
                    prop_assert!(doubled.is_positive() || !piece.edges().iter().all(|e| e.is_straight()));
                }
            }
        }
    }

    #[test]
    fn permuting_the_input_permutes_the_output(set in small_sets()) {
        let regions = Regions::new(set.clone()).expect("both classes");
        let reversed = Regions::new(set.into_iter().rev().collect()).expect("both classes");
        let last = regions.classifiers().len() - 1;
        for i in 0..=last {
            let mut mirrored = reversed.pieces(last - i, &RankFilter::all());
            for piece in &mut mirrored {
                piece.classifier = i;
            }
            prop_assert_eq!(mirrored, regions.pieces(i, &RankFilter::all()));
        }
    }

    #[test]
    fn scaling_the_counts_changes_nothing(set in small_sets(), n in 1_i64..1000, d in 1_i64..1000) {
        let scaled: Vec<Classifier> = set
            .iter()
            .enumerate()
            .map(|(i, classifier)| {
                let m = &classifier.matrix;
                let factor = q(n + i64::try_from(i).expect("few"), d);
                let scale = |count: &Rational| count * &factor;
                let matrix =
                    ConfusionMatrix::new(scale(m.tn()), scale(m.fp()), scale(m.fn_()), scale(m.tp()));
                Classifier::new(classifier.name.clone(), matrix.expect("positive"))
            })
            .collect();
        let (plain, scaled) = (Regions::new(set).expect("sound"), Regions::new(scaled).expect("sound"));
        for i in 0..plain.classifiers().len() {
            prop_assert_eq!(
                plain.pieces(i, &RankFilter::all()),
                scaled.pieces(i, &RankFilter::all())
            );
        }
    }

    /// Lemma 4 of The Tile: swapping the classes reflects the Tile in its centre.
    #[test]
    fn swapping_the_classes_mirrors_the_tile(set in small_sets(), point in inner_points()) {
        let swapped: Vec<Classifier> = set
            .iter()
            .map(|classifier| {
                let m = &classifier.matrix;
                let matrix = ConfusionMatrix::new(
                    m.tp().clone(), m.fn_().clone(), m.fp().clone(), m.tn().clone(),
                );
                Classifier::new(classifier.name.clone(), matrix.expect("sound"))
            })
            .collect();
        let mirrored = Point::new(point.a.complement(), point.b.complement());
        let (plain, swapped) = (Regions::new(set).expect("sound"), Regions::new(swapped).expect("sound"));
        for i in 0..plain.classifiers().len() {
            let here = plain.pieces(i, &RankFilter::all());
            let there = swapped.pieces(i, &RankFilter::all());
            prop_assert_eq!(piece_at(&here, &point).rank, piece_at(&there, &mirrored).rank);
        }
    }

    #[test]
    fn shifting_there_and_back_is_the_identity(set in small_sets(), prior in 1_i64..9) {
        let own = set[0].matrix.prior_positive();
        let direct = Regions::new(set.clone()).expect("sound");
        let away = Regions::with_target_prior(set, &q(prior, 9)).expect("sound");
        let back = Regions::with_target_prior(away.classifiers().to_vec(), &own).expect("sound");
        for i in 0..direct.classifiers().len() {
            prop_assert_eq!(
                direct.pieces(i, &RankFilter::all()),
                back.pieces(i, &RankFilter::all())
            );
        }
    }

    #[test]
    fn the_zone_is_where_the_inequalities_hold(
        set in small_sets(), point in inner_points(), split in 1_usize..8, prior in 1_i64..8,
    ) {
        let regions = Regions::with_target_prior(set, &q(prior, 8)).expect("sound");
        let count = regions.classifiers().len();
        let split = split.min(count);
        let (better, than): (Vec<usize>, Vec<usize>) = (0..count).partition(|&i| i < split);
        let zone = regions.zone(&better, &than);
        let holds = |point: &Point| {
            better.iter().all(|&i| {
                than.iter().all(|&j| {
                    let pair = [i, j].map(|k| regions.classifiers()[k].clone());
                    rank_by_definition(&pair, 0, point).is_none_or(|rank| rank.best == 1)
                        || rank_by_definition(&pair, 1, point).is_none()
                })
            })
        };
        let inside = |zone: &exactile::Zone| {
            zone.dimension == 2 && zone.edges.iter().all(|e| e.side_of(&point).is_ge())
                || zone.dimension == 1 && zone.edges[0].side_of(&point).is_eq()
        };
        prop_assert_eq!(zone.as_ref().is_some_and(inside), holds(&point));
        for vertex in zone.iter().flat_map(|zone| &zone.vertices) {
            prop_assert!(holds(vertex), "{vertex}");
        }
    }
}

/// All sets of three classifiers on the 4 x 4 lattice, at points that tell pieces apart.
#[test]
fn all_triples_of_a_small_lattice_agree_with_the_definition() {
    let lattice: Vec<(u64, u64)> = (0..4).flat_map(|tn| (0..4).map(move |tp| (tn, tp))).collect();
    let fixed: Vec<Point> =
        (1..6).flat_map(|a| (1..6).map(move |b| Point::new(q(a, 6), q(b, 6)))).collect();
    let mut sets = 0;
    for (i, &first) in lattice.iter().enumerate() {
        for (j, &second) in lattice[i..].iter().enumerate() {
            for &third in &lattice[i + j..] {
                let regions =
                    Regions::new(classifiers(3, 3, &[first, second, third])).expect("sound");
                for point in fixed.iter().chain(&telling_points(&regions)) {
                    check_ranks_at(&regions, point);
                }
                sets += 1;
            }
        }
    }
    assert_eq!(sets, 816);
}

#[test]
fn differing_priors_are_named() {
    let mut set = classifiers(4, 4, &[(1, 2), (3, 3)]);
    set.push(classifiers(4, 3, &[(1, 2)]).remove(0));
    let regions = Regions::new(set).expect("both classes");
    let error = regions.common_prior().expect_err("priors differ");
    assert_eq!(
        error,
        TileError::PriorsDiffer {
            first: "c0".into(),
            first_prior: q(1, 2),
            second: "c0".into(),
            second_prior: q(3, 7),
        }
    );
}
