//! Two classifiers against each other: the engine against enumeration in fractions.

use std::cmp::Ordering;

use exactile::contest::{Evidence, NextTest, PatternMass, next_test};
use exactile::correlation::metric_ranks;
use exactile::lattice::{Lattice, Observation, Quantity, Route};
use exactile::performance::{JointCounts, PairCounts};
use exactile::{ConfusionMatrix, Metric, Orientation, Rational};
use exactile_testing::q;

fn counts([both_right, only_first, only_second, both_wrong]: [u64; 4]) -> JointCounts {
    JointCounts { both_right, only_first, only_second, both_wrong }
}

fn paired(positive: [u64; 4], negative: [u64; 4]) -> Evidence {
    Evidence::Paired(PairCounts { positive: counts(positive), negative: counts(negative) })
}

/// a (a + 1) ... (a + m - 1) / m!
fn rising(a: &Rational, m: u64) -> Rational {
    (0..m)
        .fold(Rational::ONE, |product, i| product * (a + Rational::from(i)) / Rational::from(i + 1))
}

/// What both have right of `samples` further ones of a class, with its mass, from the definition of
/// the model alone.
fn class_outcomes(
    evidence: &Evidence,
    of_positives: bool,
    mass: &Rational,
    samples: u64,
) -> Vec<([u64; 2], Rational)> {
    let mut found = Vec::new();
    match evidence {
        Evidence::Paired(pair) => {
            let of = if of_positives { pair.positive } else { pair.negative };
            let observed = [of.both_right, of.only_first, of.only_second, of.both_wrong];
            let own = observed.map(|count| Rational::from(count) + mass / Rational::from(4));
            let all = rising(&own.iter().cloned().sum(), samples);
            for k in 0..=samples {
                for b in 0..=samples - k {
                    for c in 0..=samples - k - b {
                        let drawn = [k, b, c, samples - k - b - c];
                        let product = own.iter().zip(drawn).map(|(own, m)| rising(own, m));
                        let mass = product.fold(Rational::ONE, |x, y| x * y) / &all;
                        found.push(([k + b, k + c], mass));
                    }
                }
            }
        }
        Evidence::Independent(first, second) => {
            let urn = |one: &Observation| {
                let [right, wrong] =
                    if of_positives { [one.tp, one.fn_] } else { [one.tn, one.fp] };
                let half = mass / Rational::from(2);
                let own = [right, wrong].map(|count| Rational::from(count) + &half);
                let all = rising(&(&own[0] + &own[1]), samples);
                let of = |t: u64| rising(&own[0], t) * rising(&own[1], samples - t) / &all;
                (0..=samples).map(of).collect::<Vec<_>>()
            };
            let (first, second) = (urn(first), urn(second));
            for (x, own) in (0..).zip(&first) {
                for (y, other) in (0..).zip(&second) {
                    found.push(([x, y], own * other));
                }
            }
        }
    }
    found
}

/// Better, equal, worse, undefined by looking at every outcome.
fn enumerate(
    evidence: &Evidence,
    mass: &Rational,
    metric: &Metric,
    test: Lattice,
) -> [Rational; 4] {
    let (p, n) = (test.positives(), test.negatives());
    let points: Vec<(u64, u64)> = (0..=p).flat_map(|tp| (0..=n).map(move |tn| (tp, tn))).collect();
    let matrices: Vec<ConfusionMatrix> = points
        .iter()
        .map(|&(tp, tn)| ConfusionMatrix::from_counts(tn, n - tn, p - tp, tp).expect("samples"))
        .collect();
    let ranks = metric_ranks(metric, &matrices).expect("equal sizes");
    let rank = |tp: u64, tn: u64| ranks[usize::try_from(tp * (n + 1) + tn).expect("small")];
    let mut sums = [(); 4].map(|()| Rational::ZERO);
    let negatives = class_outcomes(evidence, false, mass, n);
    for ([tp, other_tp], mass) in class_outcomes(evidence, true, mass, p) {
        for ([tn, other_tn], negative_mass) in &negatives {
            let outcome = match (rank(tp, *tn), rank(other_tp, *other_tn)) {
                (Some(own), Some(other)) => {
                    let order = own.cmp(&other);
                    let is_reversed = metric.orientation() == Orientation::Lower;
                    match if is_reversed { order.reverse() } else { order } {
                        Ordering::Greater => 0,
                        Ordering::Equal => 1,
                        Ordering::Less => 2,
                    }
                }
                _ => 3,
            };
            sums[outcome] = &sums[outcome] + &mass * negative_mass;
        }
    }
    sums
}

fn parts(next: &NextTest) -> [&Quantity; 4] {
    [&next.better, &next.equal, &next.worse, &next.undefined]
}

fn some_evidence() -> Vec<Evidence> {
    let one = Observation { tn: 3, fp: 1, fn_: 0, tp: 2 };
    let other = Observation { tn: 1, fp: 1, fn_: 3, tp: 1 };
    vec![
        paired([3, 1, 0, 2], [1, 2, 1, 0]),
        paired([0, 0, 0, 0], [2, 0, 3, 1]),
        Evidence::Independent(one, other),
    ]
}

fn metrics() -> Vec<Metric> {
    let named = ["r(0,0)", "r(1/3,4/5)", "r(1,0)", "r(0,1)", "r(1,1)", "r(1/2,1)", "f-beta(2)"];
    let named = named.iter().map(|name| name.parse().expect("a metric"));
    Metric::all().into_iter().chain(named).collect()
}

#[test]
fn the_next_test_is_what_enumeration_says() {
    let masses = [q(2, 1), q(4, 3)];
    for test in [(2, 3), (3, 1), (0, 2), (2, 0)].map(|(p, n)| Lattice::new(p, n).expect("samples"))
    {
        for (evidence, mass) in some_evidence().iter().zip([0, 1, 0].map(|i| &masses[i])) {
            let prior = PatternMass::new(mass.clone()).expect("positive");
            for metric in metrics() {
                let expected = enumerate(evidence, mass, &metric, test);
                let exact =
                    next_test(evidence, &prior, &metric, test, Route::Exact).expect("small");
                let close =
                    next_test(evidence, &prior, &metric, test, Route::Certified).expect("small");
                for (expected, (exact, close)) in
                    expected.iter().zip(parts(&exact).into_iter().zip(parts(&close)))
                {
                    assert_eq!(exact, &Quantity::Exact(expected.clone()), "{metric} {test:?}");
                    let (lower, upper) = (close.lower(), close.upper());
                    assert!(lower <= *expected && *expected <= upper, "{metric} {test:?}");
                    assert!(upper - lower < q(1, 1_000_000_000_000), "{metric} {test:?}");
                }
            }
        }
    }
}
