//! Numbers at the edge: every width of integer gives the same answer, and near-ties stay apart.

use exactile::{Classifier, ConfusionMatrix, Piece, RankFilter, Rational, Regions};
use proptest::prelude::*;

use exactile_testing::{classifiers, q};

/// The set with one more classifier, worse than all in both rates, whose rates need more bits than
/// `scale` has, so that the whole set is computed in wider integers.
fn widened(set: &[Classifier], scale: &str) -> Vec<Classifier> {
    let tiny = Rational::ONE / scale.parse::<Rational>().expect("a number");
    let prior = set[0].matrix.prior_positive();
    let matrix = ConfusionMatrix::from_rates(&tiny, &tiny, &prior).expect("rates");
    let mut set = set.to_vec();
    set.push(Classifier::new("tiny", matrix));
    set
}

fn all_pieces(regions: &Regions, count: usize) -> Vec<Piece> {
    (0..count).flat_map(|i| regions.pieces(i, &RankFilter::all())).collect()
}

proptest! {
    #[test]
    fn all_widths_agree(
        points in prop::collection::vec((1_u64..=60, 1_u64..=35), 1..20),
        scale in prop::sample::select(vec!["1e12", "1e17", "1e30", "1e300"]),
        prior in 1_i64..10,
    ) {
        let set = classifiers(60, 35, &points);
        let target = q(prior, 10);
        let narrow = Regions::with_target_prior(set.clone(), &target).expect("sound");
        let wide = Regions::with_target_prior(widened(&set, scale), &target).expect("sound");
        prop_assert_eq!(all_pieces(&narrow, set.len()), all_pieces(&wide, set.len()));
    }

    /// Rates over many unrelated denominators, where no common one is used.
    #[test]
    fn own_denominators_agree_with_the_definition(
        points in prop::collection::vec((1_u64..5000, 5000_u64..9000, 1_u64..5000, 5000_u64..9000), 12),
        at in exactile_testing::inner_points(),
    ) {
        let set: Vec<Classifier> = points
            .iter()
            .enumerate()
            .map(|(i, &(x, d, y, e))| {
                let [tnr, tpr] = [Rational::new(x, d), Rational::new(y, e)];
                let matrix = ConfusionMatrix::from_rates(&tnr, &tpr, &q(1, 3)).expect("rates");
                Classifier::new(format!("c{i}"), matrix)
            })
            .collect();
        let regions = Regions::new(set).expect("sound");
        for i in 0..regions.classifiers().len() {
            let pieces = regions.pieces(i, &RankFilter::all());
            let here: Vec<_> = pieces.iter().filter(|piece| piece.contains(&at)).map(|p| p.rank).collect();
            let expected = exactile_testing::rank_by_definition(regions.classifiers(), i, &at);
            prop_assert_eq!(here, Vec::from_iter(expected));
        }
        let swept: Vec<Piece> = (0..12).flat_map(|i| regions.pieces(i, &RankFilter::holding([1]))).collect();
        prop_assert_eq!(regions.first_pieces(), swept);
    }
}

/// The same geometry at counts around the limits of machine integers.
#[test]
fn counts_near_the_limits_of_machine_integers() {
    let small =
        Regions::new(classifiers(10, 10, &[(9, 3), (5, 8), (2, 9), (5, 8)])).expect("sound");
    let expected = all_pieces(&small, 4);
    for unit in ["214748364", "214748365", "922337203685477580", "922337203685477581", "1e30"] {
        let unit: Rational = unit.parse().expect("a number");
        let count = |n: i64| Rational::from(n) * &unit;
        let set = [(9, 3), (5, 8), (2, 9), (5, 8)]
            .iter()
            .map(|&(tn, tp)| {
                let matrix =
                    ConfusionMatrix::new(count(tn), count(10 - tn), count(10 - tp), count(tp));
                Classifier::new("", matrix.expect("counts"))
            })
            .collect();
        let regions = Regions::new(set).expect("sound");
        assert_eq!(all_pieces(&regions, 4), expected, "unit {unit}");
        let areas: Vec<_> = regions.pieces_with_areas(1, &RankFilter::all()).expect("areas");
        assert!(!areas.is_empty());
    }
    // One sample apart at 2^31 and 2^63: no two are equal any more.
    for total in [1_u64 << 31, (1 << 63) - 1] {
        let half = total / 2;
        let set =
            classifiers(total, total, &[(half, half), (half + 1, half - 1), (half - 1, half + 1)]);
        let regions = Regions::new(set).expect("sound");
        let first = regions.first_pieces();
        // On one line: the middle one is first only on the common frontier.
        let dimensions: Vec<_> =
            first.iter().map(|p| (p.classifier, p.dimension(), p.rank.worst)).collect();
        assert_eq!(dimensions, [(0, 1, 3), (1, 1, 3), (1, 2, 1), (2, 2, 1), (2, 1, 3)]);
    }
}

#[test]
fn near_ties_that_differ_by_ten_to_the_minus_forty_stay_apart() {
    let tiny: Rational = "1e-40".parse().expect("a number");
    let classifier = |tnr: Rational, tpr: Rational| {
        let matrix = ConfusionMatrix::from_rates(&tnr, &tpr, &q(1, 2)).expect("rates");
        Classifier::new("", matrix)
    };
    let half = || q(1, 2);
    let set = vec![
        classifier(half(), half()),
        classifier(half() + &tiny, half() - &tiny),
        classifier(half() - &tiny, half() + &tiny),
    ];
    let regions = Regions::new(set.clone()).expect("sound");
    let ranks: Vec<_> =
        regions.pieces(0, &RankFilter::all()).iter().map(|p| p.rank.to_string()).collect();
    assert_eq!(ranks, ["2", "1-3", "2"]);
    // Nudge the middle one up: it gets a sliver of its own.
    let mut nudged = set;
    nudged[0] = classifier(half() + &tiny * q(1, 3), half());
    let regions = Regions::new(nudged).expect("sound");
    let ranks: Vec<_> =
        regions.pieces(0, &RankFilter::all()).iter().map(|p| p.rank.to_string()).collect();
    assert_eq!(ranks, ["2", "1-2", "1", "1-2", "2"]);
}

#[test]
fn a_thousand_equal_classifiers_share_all_ranks() {
    let regions = Regions::new(classifiers(10, 10, &vec![(7, 6); 1000])).expect("sound");
    for piece in regions.first_pieces() {
        assert_eq!((piece.rank.best, piece.rank.worst, piece.vertices().len()), (1, 1000, 4));
    }
    assert_eq!(regions.first_pieces().len(), 1000);
    assert_eq!(regions.summary().classifiers[999].equal_to.len(), 999);
}

#[test]
fn classifiers_on_one_line_tie_along_one_frontier() {
    let points: Vec<(u64, u64)> = (0..=50).map(|k| (100 - k, 50 + k)).collect();
    let regions = Regions::new(classifiers(100, 100, &points)).expect("sound");
    for i in 0..points.len() {
        let pieces = regions.pieces(i, &RankFilter::all());
        let ranks: Vec<_> = pieces.iter().map(|p| p.rank.to_string()).collect();
        // From TPR to TNR: the order of the line, all tied, the order reversed.
        let rank = |k: usize| (k + 1).to_string();
        assert_eq!(ranks, [rank(50 - i), "1-51".into(), rank(i)]);
    }
}
