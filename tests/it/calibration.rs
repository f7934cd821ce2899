//! Promises of the program about classifiers whose true rates are known, in few of the simulations
//! that `examples/calibration` makes.

#[path = "../../examples/calibration/simulation.rs"]
mod simulation;

use simulation::{Fixed, Kept, Many, Random, Size, fixed, limits, of_the_prior, winners};

/// Given the data, a promise of probability p is true with that probability if rates have the
/// prior. So a number of promises is kept as often as their mean says; a sum of different chances
/// is no more spread than if all were their mean (Hoeffding, Ann. Math. Stat. 27, 1956).
#[test]
fn promises_under_the_prior_are_kept() {
    let mut random = Random(1);
    for (classifiers, tests) in [(2, 60), (5, 100)] {
        let size = Size { tests, samples: 20, draws: 1000 };
        let promises = of_the_prior(classifiers, size, &mut random).expect("promises");
        for (low, high) in [(0.0, 0.95), (0.95, 2.0), (0.0, 2.0)] {
            let kept = Kept::between(low, high, &promises);
            let ([lower, upper], mean) = (kept.limits(), kept.mean_promise());
            assert!(kept.promises > 10, "{classifiers}: {low} {}", kept.promises);
            assert!(lower <= mean && mean <= upper, "{classifiers}: {low} {lower} {mean} {upper}");
        }
    }
}

/// Two equal classifiers: each is promised to be better with 95 % in about one of twenty tests,
/// however they agree. Taken as independent, those that agree never are.
#[test]
fn pairing_keeps_promises_where_classifiers_agree() {
    let mut random = Random(2);
    let size = Size { tests: 40, samples: 40, draws: 1000 };
    let [paired, independent] = fixed([0.9, 0.9], 0.9, size, &mut random).expect("promises");
    let wrong = |of: Fixed| limits(of.first + of.second, of.tests);
    let ([low, high], [_, most]) = (wrong(paired), wrong(independent));
    assert!(low <= 0.1 && 0.1 <= high, "{low} {high}");
    assert!(independent.first + independent.second <= paired.first + paired.second);
    assert!(most < 0.5, "{most}");
    // The better one of two that agree is found more often.
    let size = Size { samples: 100, ..size };
    let [paired, independent] = fixed([0.9, 0.88], 0.9, size, &mut random).expect("promises");
    assert!(paired.mean_promise() > independent.mean_promise());
    assert!(paired.first > independent.first, "{} {}", paired.first, independent.first);
}

/// A flat prior promises the winner of many equal classifiers several times what is fair, a pooled
/// one much less; and where classifiers differ by a lot, pooling takes little away.
#[test]
fn the_winner_of_many_equals_is_promised_too_much() {
    let many = Many { classifiers: 32, spread: 0.0, agreement: 0.5 };
    let size = Size { tests: 6, samples: 60, draws: 500 };
    let times = |kept: Kept| 32.0 * kept.mean_promise();
    let equals = winners(many, size, &mut Random(3)).expect("promises");
    for (flat, pooled) in
        [(equals.paired, equals.pooled), (equals.independent, equals.pooled_independent)]
    {
        assert!((3.0..16.0).contains(&times(flat)), "{}", times(flat));
        assert!(times(pooled) < 0.7 * times(flat), "{} {}", times(flat), times(pooled));
    }
    let many = Many { classifiers: 5, spread: 0.2, agreement: 0.0 };
    let different = winners(many, size, &mut Random(4)).expect("promises");
    let (flat, pooled) = (different.paired.mean_promise(), different.pooled.mean_promise());
    assert!((pooled - flat).abs() < 0.1, "{flat} {pooled}");
}
