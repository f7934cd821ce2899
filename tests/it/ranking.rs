//! Ranking in general: the universal ranking scores, orderings and axioms, on any sample space.

use exactile::ranking::{
    CombinationViolation, Importance, Performance, PreorderViolation, Relation, Satisfaction,
    at_most_by, combination_violation, preorder_violation, rank_bounds, ranking_score,
    satisfaction_violation,
};
use exactile::{ConfusionMatrix, Point, RankingScore, Rational};
use proptest::prelude::*;

use exactile_testing::q;

fn performance(counts: &[u64]) -> Performance {
    Performance::from_counts(counts).expect("counts")
}

/// Importances 1-a, 1-b, b, a of tn, fp, fn, tp.
fn importance_at(a: &Rational, b: &Rational) -> Importance {
    Importance::new([a.complement(), b.complement(), b.clone(), a.clone()])
        .expect("some importance")
}

fn some_weights(outcomes: usize) -> impl Strategy<Value = Vec<u64>> {
    proptest::collection::vec(0_u64..5, outcomes)
        .prop_filter("not all zero", |counts| counts.iter().any(|&count| count > 0))
}

/// A task of three outcomes, an importance, and performances.
fn task() -> impl Strategy<Value = (Satisfaction, Importance, Vec<Performance>)> {
    let values = proptest::collection::vec(-3_i64..4, 3);
    let performances = proptest::collection::vec(some_weights(3), 1..6);
    (values, some_weights(3), performances).prop_map(|(values, weights, counts)| {
        let values: Vec<Rational> = values.into_iter().map(Rational::from).collect();
        (
            Satisfaction::new(values).expect("values"),
            Importance::from_counts(&weights).expect("importance"),
            counts.iter().map(|counts| performance(counts)).collect(),
        )
    })
}

#[test]
fn two_classes_are_the_canonical_ranking_scores() {
    let places = [(0, 0), (0, 4), (4, 0), (4, 4), (2, 2), (1, 3), (4, 2)];
    for (a, b) in places.map(|(a, b)| (q(a, 4), q(b, 4))) {
        let score = RankingScore::at(Point::new(a.clone(), b.clone())).expect("on the Tile");
        let importance = importance_at(&a, &b);
        for code in 1..81_u64 {
            let [tn, fp, fn_, tp] = [code % 3, code / 3 % 3, code / 9 % 3, code / 27];
            let matrix = ConfusionMatrix::from_counts(tn, fp, fn_, tp).expect("samples");
            let performance = Performance::from(&matrix);
            let general = ranking_score(&performance, &Satisfaction::two_class(), &importance);
            assert_eq!(general, score.value(&matrix), "{matrix:?} at {a}, {b}");
            let back = ConfusionMatrix::try_from(&performance).expect("four outcomes");
            assert_eq!(back.total(), Rational::ONE);
            assert_eq!(back.tn() * matrix.total(), *matrix.tn());
        }
    }
}

#[test]
fn three_classes_have_nine_outcomes() {
    let confusion = performance(&[5, 1, 0, 2, 3, 1, 0, 0, 8]);
    let satisfaction = Satisfaction::classification(3).expect("classes");
    assert_eq!(satisfaction.expected(&confusion), q(16, 20));
    // The recall of the second class: its row alone is important.
    let row = Importance::from_counts(&[0, 0, 0, 1, 1, 1, 0, 0, 0]).expect("importance");
    assert_eq!(ranking_score(&confusion, &satisfaction, &row), Some(q(1, 2)));
    let absent = performance(&[5, 1, 0, 0, 0, 0, 0, 0, 8]);
    assert_eq!(ranking_score(&absent, &satisfaction, &row), None);
    assert!(Satisfaction::classification(0).is_err());
}

#[test]
fn a_performance_without_a_value_is_comparable_with_itself_alone() {
    let recall = Importance::from_counts(&[0, 0, 1, 1]).expect("importance");
    let order = at_most_by(|p| ranking_score(p, &Satisfaction::two_class(), &recall));
    let performances = [[1, 0, 0, 0], [1, 0, 0, 0], [1, 1, 0, 0], [1, 0, 1, 1], [1, 0, 0, 2]]
        .map(|counts| performance(&counts));
    let [silent, same, other, half, full] = &performances;
    assert_eq!(Relation::between(silent, same, &order), Relation::Equivalent);
    assert_eq!(Relation::between(silent, other, &order), Relation::Incomparable);
    assert_eq!(Relation::between(silent, half, &order), Relation::Incomparable);
    assert_eq!(Relation::between(full, half, &order), Relation::Better);
    assert_eq!(rank_bounds(&performances, &order), [(1, 2), (1, 2), (1, 1), (2, 2), (1, 1)]);
    assert_eq!(preorder_violation(&performances, &order), None);
}

#[test]
fn what_is_no_preorder_is_found() {
    let performances = [[3, 1], [2, 2], [1, 3]].map(|counts| performance(&counts));
    let share = |p: &Performance| p.probabilities()[0].clone();
    let strict = |first: &Performance, second: &Performance| share(first) < share(second);
    assert_eq!(preorder_violation(&performances, strict), Some(PreorderViolation::NotReflexive(0)));
    let near =
        |first: &Performance, second: &Performance| (share(first) - share(second)).abs() < q(1, 2);
    assert_eq!(
        preorder_violation(&performances, near),
        Some(PreorderViolation::NotTransitive([0, 1, 2]))
    );
}

#[test]
fn each_clause_of_the_third_axiom_can_be_broken() {
    let [left, middle, right] = [[2, 0], [1, 1], [0, 2]].map(|counts| performance(&counts));
    let parts = [left.clone(), right];
    let entropy = |p: &Performance| p.probabilities()[0].clone() * p.probabilities()[1].clone();
    let up = at_most_by(|p| Some(entropy(p)));
    let down = at_most_by(|p| Some(-entropy(p)));
    let violation = |reference: &Performance,
                     order: &dyn Fn(&Performance, &Performance) -> bool| {
        combination_violation(reference, &parts, &middle, order)
    };
    assert_eq!(violation(&left, &up), Some(CombinationViolation::NotAtMost));
    assert_eq!(violation(&middle, &up), Some(CombinationViolation::AtLeast));
    assert_eq!(violation(&left, &down), Some(CombinationViolation::NotAtLeast));
    assert_eq!(violation(&middle, &down), Some(CombinationViolation::AtMost));
    assert_eq!(combination_violation(&left, &[], &middle, &up), None);
}

proptest! {
    #[test]
    fn a_ranking_score_is_the_expected_satisfaction_after_filtering(
        (satisfaction, importance, performances) in task()
    ) {
        for performance in &performances {
            let filtered = performance.filtered(&importance);
            prop_assert_eq!(
                ranking_score(performance, &satisfaction, &importance),
                filtered.map(|filtered| satisfaction.expected(&filtered))
            );
        }
    }

    #[test]
    fn ranking_scores_obey_all_axioms(
        (satisfaction, importance, performances) in task(),
        weights in some_weights(3),
    ) {
        let order = at_most_by(|p| ranking_score(p, &satisfaction, &importance));
        prop_assert_eq!(preorder_violation(&performances, &order), None);
        prop_assert_eq!(satisfaction_violation(&performances, &satisfaction, &order), None);
        let parts: Vec<_> = performances.iter().take(3).cloned().collect();
        let weighted: Vec<_> =
            weights.iter().zip(&parts).map(|(&w, p)| (Rational::from(w), p)).collect();
        if let Ok(mixed) = Performance::mixture(&weighted) {
            let used: Vec<_> = weighted.iter().filter(|(w, _)| !w.is_zero())
                .map(|(_, p)| (*p).clone()).collect();
            for reference in &performances {
                prop_assert_eq!(combination_violation(reference, &used, &mixed, &order), None);
            }
        }
    }
}
