//! Groups of classifiers at their best members, against the definition in fractions.

use exactile::score::RankingScore;
use exactile::tile::{BestPiece, RankFilter, RankInterval};
use exactile::{Classifier, ConfusionMatrix, Point, Rational, Regions};
use proptest::prelude::*;

/// Groups of classifiers with few counts, so that ties, copies and collinear points are the rule.
fn groups() -> impl Strategy<Value = Vec<Vec<(u64, u64)>>> {
    let member = (0_u64..=5, 0_u64..=5);
    prop::collection::vec(prop::collection::vec(member, 1..6), 1..5)
}

fn set(groups: &[Vec<(u64, u64)>]) -> (Vec<Classifier>, Vec<Vec<usize>>) {
    let mut classifiers = Vec::new();
    let positions = groups
        .iter()
        .map(|group| {
            let positions = classifiers.len()..classifiers.len() + group.len();
            for &(tn, tp) in group {
                let matrix = ConfusionMatrix::from_counts(tn, 5 - tn, 5 - tp, tp).expect("samples");
                classifiers.push(Classifier::new(format!("c{}", classifiers.len()), matrix));
            }
            positions.collect()
        })
        .collect();
    (classifiers, positions)
}

fn value(classifier: &Classifier, at: &Point) -> Rational {
    let score = RankingScore::at(at.clone()).expect("on the Tile");
    score.value(&classifier.matrix).expect("defined inside the Tile")
}

/// The rank of a group, and its best members.
fn by_definition(
    classifiers: &[Classifier],
    groups: &[Vec<usize>],
    group: usize,
    at: &Point,
) -> (RankInterval, Vec<usize>) {
    let best = |members: &[usize]| {
        members.iter().map(|&k| value(&classifiers[k], at)).max().expect("a member")
    };
    let own = best(&groups[group]);
    let count = |keep: &dyn Fn(&Rational) -> bool| {
        let all = groups.iter().map(|members| best(members));
        u32::try_from(all.filter(|value| keep(value)).count()).expect("few")
    };
    let (better, as_good) = (count(&|other| *other > own), count(&|other| *other >= own));
    let choice = groups[group].iter().copied().filter(|&k| value(&classifiers[k], at) == own);
    (RankInterval { best: better + 1, worst: as_good }, choice.collect())
}

fn check(classifiers: &[Classifier], groups: &[Vec<usize>], found: &[BestPiece], at: &Point) {
    for group in 0..groups.len() {
        let here: Vec<&BestPiece> =
            found.iter().filter(|best| best.group == group && best.piece.contains(at)).collect();
        assert_eq!(here.len(), 1, "group {group} at {at} of {groups:?}");
        let (rank, choice) = by_definition(classifiers, groups, group, at);
        assert_eq!(here[0].piece.rank, rank, "group {group} at {at}");
        // Of equal members one stands for all.
        let mut expected: Vec<usize> = Vec::new();
        for k in choice {
            let is_copy = |other: &usize| classifiers[*other].matrix == classifiers[k].matrix;
            if !expected.iter().any(is_copy) {
                expected.push(k);
            }
        }
        assert_eq!(here[0].choice, expected, "group {group} at {at}");
    }
}

fn inner() -> impl Strategy<Value = Rational> {
    (1_i64..12).prop_map(|n| Rational::new(n, 12))
}

proptest! {
    /// At random points, in the middle of every tie, and at the centre of every region.
    #[test]
    fn groups_are_ranked_by_their_best_members(
        groups in groups(),
        places in prop::collection::vec((inner(), inner()), 4),
        prior in prop::option::of((1_i64..6).prop_map(|n| Rational::new(n, 6))),
    ) {
        let (classifiers, positions) = set(&groups);
        let regions = match &prior {
            Some(prior) => Regions::with_target_prior(classifiers, prior),
            None => Regions::new(classifiers),
        }
        .expect("both classes");
        let classifiers = regions.classifiers();
        let found = regions.at_best(&positions, &RankFilter::all()).expect("one prior");
        for (a, b) in places {
            check(classifiers, &positions, &found, &Point::new(a, b));
        }
        for best in &found {
            // A centre of a curved piece may lie outside it.
            let vertices = best.piece.vertices();
            let count = Rational::from(vertices.len() as u64);
            let sum = |of: fn(&Point) -> &Rational| {
                vertices.iter().map(of).fold(Rational::ZERO, |sum, part| sum + part) / &count
            };
            let centre = Point::new(sum(|p| &p.a), sum(|p| &p.b));
            if best.piece.contains(&centre) {
                check(classifiers, &positions, &found, &centre);
            }
        }
    }

    /// Groups of one are classifiers, and a filter leaves the pieces of its ranks.
    #[test]
    fn groups_of_one_have_the_regions_of_classifiers(groups in groups(), rank in 1_u32..4) {
        let (classifiers, _) = set(&groups);
        let alone: Vec<Vec<usize>> = (0..classifiers.len()).map(|k| vec![k]).collect();
        let regions = Regions::new(classifiers).expect("both classes");
        for filter in [RankFilter::all(), RankFilter::holding([rank])] {
            let found = regions.at_best(&alone, &filter).expect("one prior");
            for (k, members) in alone.iter().enumerate() {
                let own: Vec<_> = found.iter().filter(|best| best.group == k).collect();
                prop_assert!(own.iter().all(|best| best.choice == *members));
                let pieces: Vec<_> = own.iter().map(|best| best.piece.clone()).collect();
                prop_assert_eq!(pieces, regions.pieces(k, &filter));
            }
        }
    }
}
