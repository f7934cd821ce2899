//! Many pairs of classifiers at once against each pair alone.

use exactile::contest::{
    ComparedClassifiers, ContestError, Digits, Evidence, NextTest, Pair, PairQuestion, TrulyBetter,
    compare, compare_steps, next_outcomes, next_test, swap_test, truly_better,
};
use exactile::lattice::{Lattice, Observation};
use exactile::performance::{JointCounts, PairCounts};
use exactile::work::go_on;
use exactile::{Metric, Rational, Value};
use exactile_testing::q;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

fn question(metric: Metric, [p, n]: [u64; 2]) -> PairQuestion {
    let test = Lattice::new(p, n).expect("samples");
    PairQuestion { seed: 5, ..PairQuestion::new(metric, test) }
}

/// More classifiers than share one lattice, some of them equal, some without a positive prediction.
fn observed(count: u64) -> Vec<Observation> {
    let of = |k: u64| Observation { tn: k * 7 % 5, fp: k % 4, fn_: k * 3 % 6, tp: k % 3 };
    (0..count).map(|k| if k % 9 == 8 { of(k - 1) } else { of(k) }).collect()
}

fn all_pairs(observed: &[Observation]) -> Vec<Pair> {
    let pair = |first: usize, second: usize| {
        let evidence = Evidence::Independent(observed[first], observed[second]);
        Pair { first, second, evidence }
    };
    (0..observed.len()).flat_map(|i| (i + 1..observed.len()).map(move |j| pair(i, j))).collect()
}

fn compared(pairs: &[Pair], question: &PairQuestion) -> Vec<ComparedClassifiers> {
    compare(pairs, question, &go_on).expect("small").expect("nobody stops it")
}

fn holds(close: &Value, exact: &Value) -> bool {
    let ([lower, upper], exact) =
        (close.ends().expect("numbers"), exact.as_rational().expect("fractions"));
    lower <= *exact && *exact <= upper && &upper - &lower < q(1, 1_000_000_000_000)
}

fn parts(next: &NextTest) -> [&Value; 4] {
    [&next.better, &next.equal, &next.worse, &next.undefined]
}

#[test]
fn pairs_of_many_are_those_of_two() {
    for metric in [Metric::Mcc, Metric::ErrorRate] {
        let question = question(metric, [3, 2]);
        let observed = observed(34);
        let pairs = all_pairs(&observed);
        let all = compared(&pairs, &question);
        assert_eq!(all.len(), 34 * 33 / 2);
        for (pair, found) in pairs.iter().zip(&all).step_by(5) {
            let exact = next_test(
                &pair.evidence,
                &question.mass,
                &question.metric,
                question.test,
                Digits::Fractions,
            );
            let exact = exact.expect("small");
            let next = found.next.as_ref().expect("small");
            for (close, exact) in parts(next).into_iter().zip(parts(&exact)) {
                assert!(holds(close, exact), "{pair:?} by {}: {close}", question.metric);
            }
        }
        // Asked for alone, from behind too: the same draws and the same sums.
        for at in [0, 560] {
            let (pair, found) = (&pairs[at], &all[at]);
            let alone = compared(std::slice::from_ref(pair), &question);
            assert_eq!(alone[0].truly_better, found.truly_better);
            let behind = Pair {
                first: pair.second,
                second: pair.first,
                evidence: pair.evidence.exchanged(),
            };
            let behind = &compared(&[behind], &question)[0];
            let [one, other] = [found, behind].map(|of| of.next.as_ref().expect("small"));
            assert_eq!(
                parts(one).map(Value::to_string),
                [
                    other.worse.to_string(),
                    other.equal.to_string(),
                    other.better.to_string(),
                    other.undefined.to_string(),
                ]
            );
            // Rates are never equal: the two shares of draws add up to one.
            let sum = &found.truly_better.lower + &behind.truly_better.upper;
            assert!((&sum - Rational::ONE).abs() < q(1, 1_000_000_000), "{sum}");
        }
    }
}

#[test]
fn equal_matrices_of_different_classifiers_have_even_chances() {
    let of = |tp| Observation { tn: 20, fp: 3, fn_: 4, tp };
    let pairs = all_pairs(&[of(9), of(9), of(30)]);
    let question = question(Metric::Accuracy, [13, 23]);
    let found = compared(&pairs, &question);
    let [equal, better, again] = &found[..] else { panic!("three pairs") };
    assert_eq!(equal.truly_better, TrulyBetter::even());
    assert!(better.truly_better.upper < q(1, 4));
    // What is said of equal ones does not depend on where they stand.
    assert_eq!(better.truly_better, again.truly_better);
    let Pair { evidence, .. } = pairs[1];
    for (evidence, expected) in [
        (evidence, better.truly_better.clone()),
        (evidence.exchanged(), better.truly_better.exchanged()),
    ] {
        let two = truly_better(&evidence, &question.mass, &question.metric, question.test, 5);
        assert_eq!(two.expect("both classes"), expected);
    }
}

/// The certified probability of a pair is the complement of what is certified of the exchanged one,
/// for certified and for drawn probabilities.
#[test]
fn an_exchanged_pair_has_the_complement() {
    let class = |only_first, only_second| JointCounts {
        both_right: 20,
        only_first,
        only_second,
        both_wrong: 3,
    };
    let evidence = Evidence::Paired(PairCounts { positive: class(7, 2), negative: class(1, 4) });
    for metric in [Metric::Accuracy, Metric::Tpr, Metric::Fnr, Metric::Mcc] {
        let question = question(metric, [32, 28]);
        let of = |evidence: &Evidence| {
            truly_better(evidence, &question.mass, &question.metric, question.test, 1)
                .expect("both classes")
        };
        assert_eq!(of(&evidence), of(&evidence.exchanged()).exchanged());
    }
}

#[test]
fn drawn_shares_of_one_rate_hold_what_fractions_say() {
    // Beta(4, 1) is above Beta(1, 4) with probability 69/70, Beta(2, 1) above Beta(1, 1) with 2/3.
    let of = |tp, fn_| Observation { tn: 1, fp: 1, fn_, tp };
    for ([first, second], expected) in
        [([of(3, 0), of(0, 3)], q(69, 70)), ([of(1, 0), of(0, 0)], q(2, 3))]
    {
        let pair = Pair { first: 7, second: 3, evidence: Evidence::Independent(first, second) };
        let found = &compared(&[pair], &question(Metric::Tpr, [4, 4]))[0].truly_better;
        assert!(found.lower < expected && expected < found.upper);
        assert!(&found.upper - &found.lower < q(1, 70));
    }
}

#[test]
fn each_step_is_told_and_any_of_them_stops() {
    let observed = observed(6);
    let mut pairs = all_pairs(&observed);
    let counts = JointCounts { both_right: 3, only_first: 1, ..Default::default() };
    let both = PairCounts { positive: counts, negative: counts };
    pairs.push(Pair { first: 0, second: 9, evidence: Evidence::Paired(both) });
    for digits in [Digits::Twelve, Digits::Fractions] {
        let question = PairQuestion { digits, ..question(Metric::Tnr, [2, 2]) };
        let steps = AtomicU64::new(0);
        let count = || {
            steps.fetch_add(1, Ordering::Relaxed);
            ControlFlow::Continue(())
        };
        compare(&pairs, &question, &count).expect("small").expect("nobody stops it");
        assert_eq!(steps.into_inner(), compare_steps(&pairs));
        for last in [1, 100, 196, 197, 203, compare_steps(&pairs)] {
            let steps = AtomicU64::new(0);
            let stop = || match steps.fetch_add(1, Ordering::Relaxed) + 1 {
                step if step >= last => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            };
            assert_eq!(compare(&pairs, &question, &stop).expect("small"), None, "{last}");
        }
    }
}

/// Work that is done once for all pairs gives each pair the result that it has alone, also where
/// the pairs have unequal tests.
#[test]
fn pairs_on_the_same_samples_are_what_each_one_is_alone() {
    let counts = |k: u64| PairCounts {
        positive: JointCounts {
            both_right: 3 + k % 3,
            only_first: k % 4,
            only_second: k * 5 % 3,
            both_wrong: 2,
        },
        negative: JointCounts {
            both_right: 5,
            only_first: k * 3 % 5,
            only_second: k % 2,
            both_wrong: k % 3,
        },
    };
    let pairs: Vec<Pair> = (0..9_u64)
        .map(|k| Pair { first: 0, second: 1, evidence: Evidence::Paired(counts(k)) })
        .collect();
    for metric in ["mcc", "f1", "d-prime", "error-rate"] {
        let question = question(metric.parse().expect("a metric"), [7, 9]);
        let (metric, mass) = (&question.metric, &question.mass);
        for (pair, found) in pairs.iter().zip(compared(&pairs, &question)) {
            let Evidence::Paired(counts) = &pair.evidence else { unreachable!("all are paired") };
            let alone = next_test(&pair.evidence, mass, metric, question.test, Digits::Twelve);
            let exact = next_test(&pair.evidence, mass, metric, question.test, Digits::Fractions);
            // Sums in another order may end in another last bit, within what is certified.
            match (&found.next, &alone, &exact) {
                (Ok(found), Ok(alone), Ok(exact)) => {
                    let both = parts(found).into_iter().zip(parts(alone));
                    for ((found, alone), exact) in both.zip(parts(exact)) {
                        assert!(holds(found, exact) && holds(alone, exact), "{metric}");
                        assert_eq!(found.to_string(), alone.to_string(), "{metric}");
                    }
                }
                (found, alone, _) => {
                    assert_eq!(*found, alone.clone().map_err(ContestError::from), "{metric}")
                }
            }
            assert_eq!(found.swap_test, swap_test(counts, metric).expect("small"), "{metric}");
        }
    }
}

#[test]
fn work_that_takes_long_is_announced() {
    let class =
        JointCounts { both_right: 6400, only_first: 1600, only_second: 1600, both_wrong: 400 };
    let outcomes = |metric: &str, samples: u64, pairs: usize| {
        let evidence = Evidence::Paired(PairCounts { positive: class, negative: class });
        let pairs = vec![Pair { first: 0, second: 1, evidence }; pairs];
        let question = question(metric.parse().expect("a metric"), [samples, samples]);
        next_outcomes(&pairs, &question).expect("small")
    };
    assert!(outcomes("mcc", 10_000, 1) > 1e9);
    assert!(outcomes("mcc", 100, 1) < 1e8);
    assert!(outcomes("f1", 10_000, 1) < 1e9);
    assert!(outcomes("f1", 10_000, 2016) > 1e9);
    assert_eq!(outcomes("mcc", 2_000_000, 1), 0.0);
}
