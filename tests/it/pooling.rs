//! The partially pooled prior: its limits, its law for two classifiers, and the statistics that its
//! share follows.

use std::ops::ControlFlow;

use exactile::contest::{Contestants, DrawnRanks, Draws, Pooling, RatePriors, truly_ranked};
use exactile::lattice::{BetaPrior, Lattice, Observation};
use exactile::performance::{Class, JointClass, JointResults, Pattern};
use exactile::{Metric, Rational};
use exactile_testing::q;
use proptest::prelude::*;

fn paired(classifiers: usize, [positive, negative]: [Vec<Pattern>; 2]) -> Contestants {
    let class = |patterns| JointClass::from_patterns(classifiers, patterns);
    Contestants::paired(&JointResults::new(class(positive), class(negative))).expect("few")
}

fn ranks(of: &Contestants, metric: &Metric, pooling: Option<Pooling>) -> DrawnRanks {
    let flat = BetaPrior::default();
    let priors = RatePriors { beta: [&flat, &flat], pooling };
    let test = Lattice::new(10, 10).expect("small");
    let (draws, go_on) = (Draws { count: 20_000, seed: 1 }, || ControlFlow::Continue(()));
    truly_ranked(of, priors, metric, test, draws, &go_on).expect("small").expect("not stopped")
}

/// Three classifiers that agree and differ.
fn three() -> Contestants {
    let positive = vec![(0b000, 5), (0b001, 9), (0b011, 4), (0b110, 6), (0b111, 40)];
    let negative = vec![(0b000, 2), (0b010, 3), (0b101, 8), (0b111, 30)];
    paired(3, [positive, negative])
}

#[test]
fn nothing_pooled_is_no_pooling() {
    let flat = BetaPrior::default();
    let alone = [30, 25, 28].map(|tp| Observation { tn: tp, fp: 40 - tp, fn_: 40 - tp, tp });
    for of in [three(), Contestants::independent(alone.to_vec())] {
        let none = Pooling::fixed(Rational::ZERO);
        let (pooled, plain) =
            (ranks(&of, &Metric::Accuracy, none), ranks(&of, &Metric::Accuracy, None));
        for at in 0..3 {
            // The same draws, but for rounding.
            assert!(pooled.first_alone(at).abs_diff(plain.first_alone(at)) <= 2, "{at}");
        }
        // Pairs are counted where rates are pooled: of two each is before the other or behind.
        let before = |i, j| pooled.before(i, j).expect("pairs are counted");
        let sum = before(0, 1).lower + before(1, 0).upper;
        assert!((sum - Rational::ONE).to_f64().abs() < 1e-5);
        assert!(plain.before(0, 1).is_none());
        assert_eq!(RatePriors::from([&flat, &flat]).pooling, None);
    }
}

/// Of two classifiers with many samples the difference is normal: pooling by B multiplies
/// its distance from zero, in standard deviations, by sqrt(1 - B).
#[test]
fn two_classifiers_are_pooled_as_normal_differences_are() {
    // 520 samples that only the first has right, 480 that only the second has: 40/sqrt 1000
    // deviations.
    let of = paired(2, [vec![(0b01, 520), (0b10, 480), (0b11, 3000)], vec![(0b11, 10)]]);
    // statistics.NormalDist().cdf(40/1000**.5 * (1 - B)**.5)
    for (share, expected) in [(q(0, 1), 0.8971), (q(3, 4), 0.7365), (q(99, 100), 0.5503)] {
        let found = ranks(&of, &Metric::Tpr, Pooling::fixed(share.clone()));
        let found = f64::from(found.first_alone(0)) / 2e4;
        assert!((found - expected).abs() < 0.02, "{share}: {found}");
    }
    assert_eq!(Pooling::fixed(Rational::ONE), None);
    assert_eq!(Pooling::fixed(q(-1, 10)), None);
}

#[test]
fn what_is_alike_is_pooled_and_what_differs_is_not() {
    let equals =
        paired(4, [vec![(0b0001, 5), (0b0010, 5), (0b0100, 5), (0b1000, 6)], vec![(0b1111, 9)]]);
    let first = |pooling| ranks(&equals, &Metric::Tpr, pooling).first_alone(3);
    let (flat, pooled) = (first(None), first(Some(Pooling::ESTIMATED)));
    assert!(pooled < flat && pooled > 4800, "{pooled} {flat}");
    let different = paired(2, [vec![(0b01, 300), (0b10, 200)], vec![(0b11, 10)]]);
    let found = ranks(&different, &Metric::Tpr, Some(Pooling::ESTIMATED)).first_alone(0);
    assert!(found > 19_900, "{found}");
}

/// Cochran's statistic from the table of all samples.
fn cochran(classifiers: usize, patterns: &[Pattern]) -> Rational {
    let samples: Vec<u128> =
        patterns.iter().flat_map(|(pattern, count)| (0..*count).map(move |_| *pattern)).collect();
    let k = i64::try_from(classifiers).expect("few");
    let columns = (0..classifiers)
        .map(|at| samples.iter().filter(|of| **of >> at & 1 == 1).count())
        .map(|count| q(i64::try_from(count).expect("few"), 1));
    let columns: Vec<Rational> = columns.collect();
    let mean = columns.iter().cloned().sum::<Rational>() / q(k, 1);
    let square = |x: Rational| &x * &x;
    let spread: Rational = columns.iter().map(|column| square(column - &mean)).sum();
    let within: Rational = samples
        .iter()
        .map(|of| q(i64::from(of.count_ones()), 1))
        .map(|r| &r * &(q(k, 1) - &r))
        .sum();
    if within.is_zero() { Rational::ZERO } else { q(k * (k - 1), 1) * spread / within }
}

proptest! {
    #[test]
    fn differences_are_measured_as_cochran_and_pearson_do(
        classifiers in 2_usize..5,
        positive in prop::collection::btree_map(0_u128..16, 1_u64..6, 1..6),
        negative in prop::collection::btree_map(0_u128..16, 1_u64..6, 1..6),
    ) {
        let within = |of: std::collections::BTreeMap<u128, u64>| -> Vec<Pattern> {
            of.into_iter().filter(|(pattern, _)| pattern >> classifiers == 0).collect()
        };
        let (positive, negative) = (within(positive), within(negative));
        let of = paired(classifiers, [positive.clone(), negative.clone()]);
        prop_assert_eq!(of.heterogeneity(Class::Positive), cochran(classifiers, &positive));
        prop_assert_eq!(of.heterogeneity(Class::Negative), cochran(classifiers, &negative));
        // Pearson's statistic of the table of right and wrong: sums of (found -
        // expected)^2/expected.
        let right = |patterns: &[Pattern], at: usize| -> u64 {
            patterns.iter().filter(|(of, _)| of >> at & 1 == 1).map(|(_, count)| count).sum()
        };
        let samples: u64 = positive.iter().map(|(_, count)| count).sum();
        let tps: Vec<u64> = (0..classifiers).map(|at| right(&positive, at)).collect();
        let alone = tps.iter().map(|tp| Observation { tn: 1, fp: 1, fn_: samples - tp, tp: *tp });
        let alone = Contestants::independent(alone.collect());
        let all = Rational::from(tps.iter().sum::<u64>());
        let count = Rational::from(u64::try_from(classifiers).expect("few"));
        let expected = [&all / &count, Rational::from(samples) - &all / &count];
        let mut pearson = Rational::ZERO;
        for tp in tps {
            for (found, expected) in [tp, samples - tp].into_iter().zip(&expected) {
                let excess = Rational::from(found) - expected;
                if !expected.is_zero() {
                    pearson = pearson + &excess * &excess / expected;
                }
            }
        }
        prop_assert_eq!(alone.heterogeneity(Class::Positive), pearson);
    }
}
