//! Thresholds by group that nearly equalise rates, against all choices.

use exactile::threshold::{
    ByGroup, GroupThresholds, Preference, ScoreColumn, ScoredModel, Tolerance,
};
use exactile::work::go_on;
use exactile::{ConfusionMatrix, Point, RankingScore, Rational};
use exactile_testing::q;
use proptest::prelude::*;

/// Scores of the negative and of the positive samples of a group.
type Group = [Vec<i32>; 2];

fn model(groups: &[&Group]) -> ScoredModel {
    let mut column = ScoreColumn::new();
    for group in groups {
        for (class, scores) in group.iter().enumerate() {
            for score in scores {
                column.push(class, &Rational::from(i64::from(*score)), 1);
            }
        }
    }
    column.into_model("m", 1).expect("samples")
}

/// All choices of a position for each group.
fn all_choices(groups: &[ScoredModel]) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for group in groups {
        let longer = |choice: Vec<usize>| {
            (0..=group.distinct()).map(move |k| [choice.clone(), vec![k]].concat())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

/// The value of a choice, and the greatest differences of true and of false positive rates.
fn judged(
    groups: &[ScoredModel],
    choice: &[usize],
    at: &Point,
    prior: Option<&Rational>,
) -> (Option<Rational>, [Rational; 2]) {
    let mut sums = [0_u64; 4];
    let mut rates = [Vec::new(), Vec::new()];
    for (group, &k) in groups.iter().zip(choice) {
        let [fp, tp] = group.passed(k);
        let counts = [group.negatives() - fp, fp, group.positives() - tp, tp];
        sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        rates[0].push(Rational::from(tp) / Rational::from(group.positives()));
        rates[1].push(Rational::from(fp) / Rational::from(group.negatives()));
    }
    let gap = |rates: &Vec<Rational>| rates.iter().max().unwrap() - rates.iter().min().unwrap();
    let [tn, fp, fn_, tp] = sums;
    let matrix = ConfusionMatrix::from_counts(tn, fp, fn_, tp).expect("samples");
    let matrix = prior.map_or_else(|| matrix.clone(), |prior| matrix.shifted(prior).expect("both"));
    let score = RankingScore::at(at.clone()).expect("on the Tile");
    (score.value(&matrix), rates.each_ref().map(gap))
}

fn is_within(gaps: &[Rational; 2], tolerance: &Tolerance) -> bool {
    let bounds = [&tolerance.tpr, &tolerance.fpr];
    gaps.iter().zip(bounds).all(|(gap, bound)| bound.as_ref().is_none_or(|bound| gap <= bound))
}

fn scores() -> impl Strategy<Value = Group> {
    let of_class = || prop::collection::vec(0..6_i32, 1..5);
    [of_class(), of_class()]
}

fn bound() -> impl Strategy<Value = Option<Rational>> {
    prop::option::weighted(0.8, (0..14_i64).prop_map(|k| q(k, 12)))
}

fn coordinate() -> impl Strategy<Value = Rational> {
    (0..=6_i64).prop_map(|k| q(k, 6))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn no_choice_within_the_tolerance_is_better(
        groups in prop::collection::vec(scores(), 2..4),
        (tpr, fpr) in (bound(), bound()),
        (a, b) in (coordinate(), coordinate()),
        prior in prop::option::of((1..6_i64).prop_map(|k| q(k, 6))),
    ) {
        let models: Vec<ScoredModel> = groups.iter().map(|group| model(&[group])).collect();
        let together = model(&groups.iter().collect::<Vec<_>>());
        let (at, tolerance) = (Point::new(a, b), Tolerance { tpr, fpr });
        let preference = Preference::new(at.clone(), prior.clone()).expect("on the Tile");
        let parts: Vec<&ScoredModel> = models.iter().collect();
        let find = |parts: &[&ScoredModel], tolerance: &Tolerance| {
            let found = GroupThresholds::new(&together, parts, &preference, tolerance, &go_on);
            found.expect("both classes").expect("nothing stops it")
        };
        let found = find(&parts, &tolerance);
        for choice in [&found.equalised, &found.separate, &found.common] {
            let ByGroup { positions, value, tpr_gap, fpr_gap, .. } = choice;
            let (truly, gaps) = judged(&models, positions, &at, prior.as_ref());
            prop_assert_eq!((&truly, &gaps), (value, &[tpr_gap.clone(), fpr_gap.clone()]));
        }
        let all: Vec<_> = all_choices(&models)
            .iter()
            .map(|choice| judged(&models, choice, &at, prior.as_ref()))
            .collect();
        let best = |is_allowed: &dyn Fn(&[Rational; 2]) -> bool| {
            let allowed = all.iter().filter(|(_, gaps)| is_allowed(gaps));
            allowed.filter_map(|(value, _)| value.clone()).max()
        };
        prop_assert_eq!(&found.equalised.value, &best(&|gaps| is_within(gaps, &tolerance)));
        let gaps = [found.equalised.tpr_gap.clone(), found.equalised.fpr_gap.clone()];
        prop_assert!(is_within(&gaps, &tolerance));
        prop_assert_eq!(&found.separate.value, &best(&|_| true));
        // One threshold for all: a score, or above all.
        let common = (0..=together.distinct()).map(|k| {
            let position = |model: &ScoredModel| {
                together.threshold(k).map_or(0, |score| model.position_of_score(&score))
            };
            let positions: Vec<usize> = models.iter().map(position).collect();
            judged(&models, &positions, &at, prior.as_ref()).0
        });
        prop_assert_eq!(&found.common.value, &common.flatten().max());
        // The order of groups does not matter.
        let turned: Vec<&ScoredModel> = models.iter().rev().collect();
        let mut other = find(&turned, &tolerance);
        for choice in [&mut other.equalised, &mut other.separate, &mut other.common] {
            choice.positions.reverse();
        }
        prop_assert_eq!(other, found);
    }
}

#[test]
fn of_equal_choices_few_are_flagged() {
    let [one, other] = [[vec![1, 2], vec![3, 4]], [vec![0, 2], vec![5, 2]]];
    let (both, parts) = (model(&[&one, &other]), [model(&[&one]), model(&[&other])]);
    let find = |a, b, tolerance: &str| {
        let preference = Preference::new(Point::new(a, b), None).expect("on the Tile");
        let tolerance = tolerance.parse().expect("a tolerance");
        let parts: Vec<&ScoredModel> = parts.iter().collect();
        let found = GroupThresholds::new(&both, &parts, &preference, &tolerance, &go_on);
        found.expect("both classes").expect("nothing stops it").equalised.positions
    };
    // All positives; a score of the other group ties with a negative sample.
    assert_eq!(find(q(1, 1), q(1, 1), "1/2"), [2, 2]);
    assert_eq!(find(q(1, 1), q(1, 1), "0"), [3, 2]);
    // No false alarms; precision is undefined for nobody.
    assert_eq!(find(q(0, 1), q(0, 1), "0"), [0, 0]);
    assert_eq!(find(q(1, 1), q(0, 1), "0"), [1, 1]);
}

#[test]
fn counts_near_the_limits_and_long_tolerances_are_exact() {
    let column = |counts: [(i64, usize, u64); 4]| {
        let mut column = ScoreColumn::new();
        for (score, class, count) in counts {
            column.push(class, &Rational::from(score), count);
        }
        column.into_model("m", 1).expect("samples")
    };
    let many = 1_u64 << 61;
    let one = column([(3, 1, many), (2, 0, 1), (1, 1, 1), (0, 0, many)]);
    let other = column([(3, 1, many - 1), (2, 0, 2), (1, 1, 2), (0, 0, many - 1)]);
    let both = column([(3, 1, 2 * many - 1), (2, 0, 3), (1, 1, 3), (0, 0, 2 * many - 1)]);
    let accuracy = Preference::new(Point::new(q(1, 2), q(1, 2)), None).expect("on the Tile");
    // The true positive rates after the first score differ by a little more than 1/(2^61 + 1).
    let gap = Rational::from(many) / Rational::from(many + 1)
        - Rational::from(many - 1) / Rational::from(many + 1);
    for (tolerance, positions) in [(gap.clone(), [1, 1]), (&gap / &Rational::from(2), [3, 3])] {
        let tolerance = Tolerance { tpr: Some(tolerance), fpr: Some(Rational::ONE) };
        let found = GroupThresholds::new(&both, &[&one, &other], &accuracy, &tolerance, &go_on);
        let found = found.expect("both classes").expect("nothing stops it");
        assert_eq!(found.equalised.positions, positions);
        assert_eq!(found.separate.positions, [1, 1]);
    }
}
