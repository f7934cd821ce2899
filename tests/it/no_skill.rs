//! Values that are reached without skill, and scores corrected for chance, against their
//! definitions.

use exactile::tile::{ConstantPrediction, NoSkill, PredictionRate};
use exactile::{ConfusionMatrix, Metric, NamedScore, Point, RankingScore, Rational};
use proptest::prelude::*;

use exactile_testing::{inner_points, q};

/// Points of the closed Tile on a grid.
fn grid(steps: i64) -> impl Iterator<Item = Point> {
    (0..=steps).flat_map(move |a| (0..=steps).map(move |b| Point::new(q(a, steps), q(b, steps))))
}

fn score(place: &Point) -> RankingScore {
    RankingScore::at(place.clone()).expect("on the Tile")
}

/// The no-skill performance of a prior and a rate, from independence alone.
fn independent(prior: &Rational, rate: &Rational) -> ConfusionMatrix {
    let (negative, rejected) = (prior.complement(), rate.complement());
    ConfusionMatrix::new(&negative * &rejected, &negative * rate, prior * &rejected, prior * rate)
        .expect("a performance")
}

/// Every matrix with these numbers of negatives and positives.
fn matrices(negatives: u64, positives: u64) -> Vec<ConfusionMatrix> {
    (0..=negatives)
        .flat_map(|tn| (0..=positives).map(move |tp| (tn, tp)))
        .map(|(tn, tp)| ConfusionMatrix::from_counts(tn, negatives - tn, positives - tp, tp))
        .map(|matrix| matrix.expect("samples"))
        .collect()
}

#[test]
fn the_best_value_is_that_of_all_prediction_rates() {
    for prior in [q(1, 5), q(1, 2), q(4, 5), q(2, 7)] {
        let without = NoSkill::new(prior.clone()).expect("a prior");
        let on_curve = (0..=7).map(|b| without.curve_at(&q(b, 7)));
        for place in grid(7).chain(on_curve) {
            let values: Vec<(i64, Rational)> = (0..=9)
                .filter_map(|t| Some((t, score(&place).value(&independent(&prior, &q(t, 9)))?)))
                .collect();
            let best = without.best(&place).expect("on the Tile");
            let most = values.iter().map(|(_, value)| value).max().expect("defined somewhere");
            assert_eq!(best.value, *most, "{place} {prior}");
            let at: Vec<i64> =
                values.iter().filter(|(_, value)| value == most).map(|(t, _)| *t).collect();
            let all: Vec<i64> = values.iter().map(|(t, _)| *t).collect();
            match best.by {
                ConstantPrediction::Negative => assert_eq!(at, [0], "{place} {prior}"),
                ConstantPrediction::Positive => assert_eq!(at, [9], "{place} {prior}"),
                ConstantPrediction::Any => assert_eq!(at, all, "{place} {prior}"),
            }
        }
    }
}

#[test]
fn all_tie_on_the_curves_and_nowhere_else() {
    let tie = |values: Vec<Rational>| values.windows(2).all(|pair| pair[0] == pair[1]);
    for fixed in [q(3, 10), q(1, 2), q(5, 6)] {
        let prior_curve = NoSkill::new(fixed.clone()).expect("a prior").curve();
        let rate_curve = PredictionRate::new(fixed.clone()).expect("a rate").curve();
        for place in grid(8) {
            let at_prior =
                (1..=6).filter_map(|t| score(&place).value(&independent(&fixed, &q(t, 7))));
            let at_rate =
                (1..=6).filter_map(|p| score(&place).value(&independent(&q(p, 7), &fixed)));
            assert_eq!(tie(at_prior.collect()), prior_curve.value_at(&place).is_zero(), "{place}");
            assert_eq!(tie(at_rate.collect()), rate_curve.value_at(&place).is_zero(), "{place}");
        }
    }
}

#[test]
fn points_of_the_curves_lie_on_them() {
    let without = NoSkill::new(q(2, 7)).expect("a prior");
    let rate = PredictionRate::new(q(3, 8)).expect("a rate");
    for k in 0..=10 {
        assert!(without.curve().value_at(&without.curve_at(&q(k, 10))).is_zero());
        let point = rate.curve_at(&q(k, 10)).expect("one point");
        assert!(rate.curve().value_at(&point).is_zero() && point.is_in_unit_square());
    }
    // NPV to PPV, and TNR to TPR.
    let ends = |zero: Point, one: Point| (zero.to_string(), one.to_string());
    let text = |zero: &str, one: &str| (zero.to_owned(), one.to_owned());
    assert_eq!(
        ends(without.curve_at(&q(1, 1)), without.curve_at(&q(0, 1))),
        text("(0, 1)", "(1, 0)")
    );
    let end = |a: i64| rate.curve_at(&q(a, 1)).expect("one point");
    assert_eq!(ends(end(0), end(1)), text("(0, 0)", "(1, 1)"));
    // Extreme rates: two sides of the Tile.
    let never = PredictionRate::new(q(0, 1)).expect("a rate");
    assert_eq!(never.curve_at(&q(1, 1)), None);
    assert_eq!(never.odds_quotient(), Some(q(0, 1)));
    assert_eq!(PredictionRate::new(q(1, 1)).expect("a rate").odds_quotient(), None);
    assert_eq!(PredictionRate::new(q(8, 7)), None);
    for prior in [q(0, 1), q(1, 1), q(-1, 2)] {
        assert!(NoSkill::new(prior).is_err());
    }
}

#[test]
fn the_correction_is_as_defined_and_orders_as_its_place() {
    for (negatives, positives) in [(4, 4), (5, 2), (1, 6)] {
        let all = matrices(negatives, positives);
        let prior = all[0].prior_positive();
        let without = NoSkill::new(prior.clone()).expect("a prior");
        for place in grid(4).chain(["ba".parse::<NamedScore>().expect("a name").place(&prior)]) {
            let plain = score(&place);
            let collapsed = score(&without.collapse(&place));
            let level = without.chance_level(&place).expect("on the Tile");
            assert!(without.curve().value_at(collapsed.place()).is_zero());
            let mut seen: Vec<(Rational, Rational)> = Vec::new();
            for matrix in &all {
                let chance = independent(&prior, &matrix.positive_rate());
                let scaled = |of: &ConfusionMatrix| plain.value(of);
                let defined = match (scaled(matrix), scaled(&chance)) {
                    (Some(r), Some(r0)) => (&r - &r0).checked_div(&r0.complement()),
                    _ => None,
                };
                let corrected = plain.corrected_for_chance(matrix);
                assert_eq!(corrected, defined, "{place} {matrix:?}");
                let Some(corrected) = corrected else { continue };
                let there = collapsed.value(matrix).expect("defined with the correction");
                assert_eq!(corrected, (&there - &level) / level.complement());
                seen.push((corrected, there));
            }
            for (i, (c1, r1)) in seen.iter().enumerate() {
                for (c2, r2) in &seen[..i] {
                    assert_eq!(c1.cmp(c2), r1.cmp(r2), "{place}");
                }
            }
        }
    }
}

#[test]
fn corrected_scores_have_names_at_three_heights() {
    for matrix in matrices(5, 3) {
        let prior = matrix.prior_positive();
        for a in 0..=3 {
            let corrected =
                |b: Rational| score(&Point::new(q(a, 3), b)).corrected_for_chance(&matrix);
            let value = |metric: Metric| metric.value(&matrix).as_rational().cloned();
            assert_eq!(corrected(q(1, 2)), value(Metric::Kappa));
            assert_eq!(corrected(prior.complement()), value(Metric::Informedness));
            let ppv = value(Metric::Ppv).map(|ppv| (ppv - &prior) / prior.complement());
            assert_eq!(corrected(q(0, 1)), ppv);
        }
    }
}

proptest! {
    #[test]
    fn the_counterpart_is_independent_and_keeps_its_margins(
        counts in prop::array::uniform4(0_u64..50), place in inner_points(),
    ) {
        let [tn, fp, fn_, tp] = counts;
        prop_assume!(counts.iter().sum::<u64>() > 0);
        let matrix = ConfusionMatrix::from_counts(tn, fp, fn_, tp).expect("samples");
        let chance = matrix.without_skill();
        prop_assert_eq!(chance.tn() * chance.tp(), chance.fp() * chance.fn_());
        prop_assert_eq!(chance.negatives(), matrix.negatives());
        prop_assert_eq!(chance.total(), matrix.total());
        prop_assert_eq!(chance.positive_rate(), matrix.positive_rate());
        // The correction of a no-skill performance is 0, that of a perfect one 1.
        if matrix.check_both_classes().is_ok() {
            prop_assert_eq!(score(&place).corrected_for_chance(&chance), Some(Rational::ZERO));
            let perfect = ConfusionMatrix::new(matrix.negatives(), 0.into(), 0.into(), matrix.positives());
            let perfect = perfect.expect("samples");
            prop_assert_eq!(score(&place).corrected_for_chance(&perfect), Some(Rational::ONE));
        }
    }
}
