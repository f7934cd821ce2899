//! Plans for tests, against enumeration of all results that a test may have.

use std::ops::ControlFlow;

use exactile::confidence::{Plan, PlanError, PlanQuestion, Planned, PlannedProbability, TestSize};
use exactile::contest::{
    Contest, ContestError, Contestants, DrawnShare, Draws, Evidence, not_worse_planned,
    power_planned, truly_planned,
};
use exactile::lattice::{BetaPrior, Lattice, LatticeError, Model, Observation, Predictive};
use exactile::num::Level;
use exactile::performance::{JointCounts, PairCounts};
use exactile::{Metric, Rational};
use exactile_testing::q;

const GO_ON: &(dyn Fn() -> ControlFlow<()> + Sync) = &|| ControlFlow::Continue(());
const DRAWS: Draws = Draws { count: 8000, seed: 1 };

/// 5 positives that both have right, 4 that only the first, 1 that only the second, 2 that neither.
fn pair() -> Evidence {
    let positive = JointCounts { both_right: 5, only_first: 4, only_second: 1, both_wrong: 2 };
    let negative = JointCounts { both_right: 3, only_first: 1, only_second: 0, both_wrong: 1 };
    Evidence::Paired(PairCounts { positive, negative })
}

fn factorial(n: u64) -> Rational {
    (1..=n).map(Rational::from).fold(Rational::ONE, |product, k| product * k)
}

fn choose(n: u64, k: u64) -> Rational {
    factorial(n) / (factorial(k) * factorial(n - k))
}

fn power(base: &Rational, exponent: u64) -> Rational {
    (0..exponent).fold(Rational::ONE, |product, _| product * base)
}

/// All (b, c) of a multinomial test on positives with their masses.
fn discordant(positives: u64) -> Vec<(u64, u64, Rational)> {
    let shares = [q(7, 12), q(4, 12), q(1, 12)];
    let mut found = Vec::new();
    for b in 0..=positives {
        for c in 0..=positives - b {
            let ways = choose(positives, b) * choose(positives - b, c);
            let mass = ways
                * power(&shares[0], positives - b - c)
                * power(&shares[1], b)
                * power(&shares[2], c);
            found.push((b, c, mass));
        }
    }
    assert_eq!(found.iter().map(|(.., mass)| mass.clone()).sum::<Rational>(), Rational::ONE);
    found
}

#[track_caller]
fn holds(found: DrawnShare, exact: &Rational) {
    let [lower, upper] = found.limits().ends().expect("limits");
    assert!(lower <= *exact && *exact <= upper, "{exact} is not in {}", found.limits());
    assert!(lower <= found.share() && found.share() <= upper && &upper - &lower < q(1, 10));
}

/// For fair coins of mass 4 a rate's difference is that of Beta(b + 1, c + 1).
#[test]
fn truly_better_is_expected_over_all_tests() {
    let prior = BetaPrior::new(q(2, 1), q(2, 1)).expect("positive");
    for positives in [1, 4, 9] {
        // P(B > 1/2) for B of Beta(b + 1, c + 1): at most b heads of b + c + 1.
        let better = |b: u64, c: u64| {
            let heads = (0..=b).map(|heads| choose(b + c + 1, heads)).sum::<Rational>();
            heads / power(&q(2, 1), b + c + 1)
        };
        let exact: Rational =
            discordant(positives).iter().map(|(b, c, mass)| mass * better(*b, *c)).sum();
        let test = Lattice::new(positives, 3).expect("samples");
        let both = Contestants::of_pair(&pair());
        let found = truly_planned(&both, 0, [&prior, &prior], &Metric::Tpr, test, DRAWS, GO_ON);
        holds(found.expect("observed").expect("goes on"), &exact);
        let other = truly_planned(&both, 1, [&prior, &prior], &Metric::Tpr, test, DRAWS, GO_ON);
        holds(other.expect("observed").expect("goes on"), &exact.complement());
    }
}

#[test]
fn independent_classifiers_have_tests_of_their_own() {
    let of = |tp, fn_| Observation { tn: 3, fp: 1, fn_, tp };
    let both = Contestants::independent(vec![of(3, 1), of(1, 1)]);
    let flat = BetaPrior::default();
    let positives = 5;
    let beta = |a: u64, b: u64| factorial(a - 1) * factorial(b - 1) / factorial(a + b - 1);
    // P(X > Y) for Beta(a, b) and Beta(c, d).
    let above = |a: u64, b: u64, c: u64, d: u64| -> Rational {
        let term =
            |i: u64| beta(c + i, b + d) / (Rational::from(b + i) * beta(1 + i, b) * beta(c, d));
        (0..a).map(term).sum()
    };
    let mass = |right: u64, rate: &Rational| {
        choose(positives, right) * power(rate, right) * power(&rate.complement(), positives - right)
    };
    let mut exact = Rational::ZERO;
    for x in 0..=positives {
        for y in 0..=positives {
            let better = above(1 + x, 1 + positives - x, 1 + y, 1 + positives - y);
            exact = exact + mass(x, &q(3, 4)) * mass(y, &q(1, 2)) * better;
        }
    }
    let test = Lattice::new(positives, 2).expect("samples");
    let found = truly_planned(&both, 0, [&flat, &flat], &Metric::Tpr, test, DRAWS, GO_ON);
    holds(found.expect("observed").expect("goes on"), &exact);
}

/// P(X > Y - d) for Beta(a, b) and Beta(c, d) of whole parameters, by the midpoint rule.
fn above_by(margin: f64, [a, b]: [u32; 2], [c, d]: [u32; 2]) -> f64 {
    const STEPS: u32 = 4000;
    let choose =
        |n: u32, k: u32| (0..k).map(|i| f64::from(n - i) / f64::from(k - i)).product::<f64>();
    // P(X > x) is the probability of less than a heads among a + b - 1 coins of probability x.
    let tail = |x: f64| -> f64 {
        let (x, n) = (x.clamp(0.0, 1.0), a + b - 1);
        (0..a).map(|k| choose(n, k) * x.powf(f64::from(k)) * (1.0 - x).powf(f64::from(n - k))).sum()
    };
    let density = |y: f64| {
        let scale = f64::from(c + d - 1) * choose(c + d - 2, c - 1);
        scale * y.powf(f64::from(c - 1)) * (1.0 - y).powf(f64::from(d - 1))
    };
    let at = |step: u32| (f64::from(step) + 0.5) / f64::from(STEPS);
    (0..STEPS).map(at).map(|y| density(y) * tail(y - margin)).sum::<f64>() / f64::from(STEPS)
}

#[test]
fn not_worse_is_expected_over_all_tests() {
    let of = |tp, fn_| Observation { tn: 3, fp: 1, fn_, tp };
    let both = Contestants::independent(vec![of(3, 1), of(1, 1)]);
    let flat = BetaPrior::default();
    let positives = 5_u32;
    let mass = |right: u32, rate: &Rational| {
        let (all, right) = (u64::from(positives), u64::from(right));
        choose(all, right) * power(rate, right) * power(&rate.complement(), all - right)
    };
    let test = Lattice::new(positives.into(), 2).expect("samples");
    for (tenths, margin) in [0.1, 0.3].into_iter().enumerate().map(|(k, m)| (2 * k as u64 + 1, m)) {
        let mut exact = 0.0;
        for x in 0..=positives {
            for y in 0..=positives {
                let of = |right: u32| [1 + right, 1 + positives - right];
                let of_test = (mass(x, &q(3, 4)) * mass(y, &q(1, 2))).to_f64();
                exact += of_test * above_by(margin, of(x), of(y));
            }
        }
        let asked = ([&flat, &flat], &Rational::new(tenths, 10));
        let found = not_worse_planned(&both, 0, asked, &Metric::Tpr, test, DRAWS, GO_ON);
        let found = found.expect("observed").expect("goes on");
        holds(found, &Rational::try_from(exact).expect("finite"));
        // A false negative rate is the better the less it is.
        let lower = not_worse_planned(&both, 0, asked, &Metric::Fnr, test, DRAWS, GO_ON);
        assert_eq!(lower.expect("observed").expect("goes on"), found);
    }
    let refused = ([&flat, &flat], &Rational::new(-1, 10));
    let refused = not_worse_planned(&both, 0, refused, &Metric::Tpr, test, DRAWS, GO_ON);
    assert!(matches!(refused, Err(ContestError::MarginNegative(_))));
}

/// At TPR the swap test is McNemar's.
#[test]
fn the_power_is_that_of_all_tests() {
    let alpha = q(1, 10);
    for positives in [6, 11] {
        let rejects = |b: u64, c: u64| {
            let tail = (b..=b + c).map(|heads| choose(b + c, heads)).sum::<Rational>();
            b > c && tail * q(2, 1) / power(&q(2, 1), b + c) <= alpha
        };
        let exact: Rational = discordant(positives)
            .iter()
            .filter(|(b, c, _)| rejects(*b, *c))
            .map(|(.., mass)| mass.clone())
            .sum();
        let test = Lattice::new(positives, 3).expect("samples");
        let found = power_planned(&pair(), &Metric::Tpr, test, &alpha, DRAWS, GO_ON);
        holds(found.expect("observed").expect("goes on"), &exact);
        assert!(exact > q(1, 100));
    }
}

fn planned<'p>(
    contestants: &'p Contestants,
    question: PlanQuestion<'p>,
    metric: &'p Metric,
) -> Planned<'p> {
    Planned { contestants, winner: 0, metric, question, draws: Draws { count: 300, seed: 1 } }
}

fn search(planned: &Planned<'_>, limit: u64, level: &Level) -> Result<Option<Plan>, PlanError> {
    let sizes = TestSize::new(q(1, 2)).expect("a share");
    Plan::new(planned, (&sizes, limit), level, |_| ControlFlow::Continue(()), GO_ON)
}

/// On small tests the probability goes up and down with the parity of the total: no smaller test
/// reaches the level, whatever the limit.
#[test]
fn the_smallest_test_of_all_is_found() {
    let observed = vec![
        Observation { tn: 6, fp: 1, fn_: 1, tp: 6 },
        Observation { tn: 5, fp: 2, fn_: 4, tp: 3 },
    ];
    let both = Contestants::independent(observed.clone());
    let sizes = TestSize::new(q(1, 2)).expect("a share");
    for (metric, level) in [
        (Metric::Accuracy, Level::percent(70)),
        (Metric::Accuracy, Level::percent(92)),
        ("f1".parse().expect("a metric"), Level::percent(90)),
        (Metric::Tpr, Level::percent(80)),
    ] {
        let first = |total: u64| {
            let (positives, negatives) = sizes.of_total(total);
            let lattice = Lattice::new(positives, negatives).expect("samples");
            let next: Vec<Predictive> = observed
                .iter()
                .map(|of| Predictive::new(*of, &Model::Binomial, lattice).expect("observed"))
                .collect();
            Contest::new(&next).expect("alike").first(&metric).expect("small").alone[0]
        };
        let smallest = (2..).find(|total| first(*total).lower() >= *level).expect("reached");
        let question = planned(&both, PlanQuestion::Next, &metric);
        for limit in [smallest, smallest + 1, 3 * smallest, 1000] {
            let plan = search(&question, limit, &level).expect("a plan").expect("goes on");
            let found = plan.smallest.expect("it is within the limit");
            assert_eq!(found.size.total(), smallest, "{metric} {limit}");
            let PlannedProbability::Certified(value) = found.probability else { panic!("summed") };
            assert_eq!(value, first(smallest));
            let totals: Vec<u64> = plan.evaluated.iter().map(|test| test.size.total()).collect();
            assert!(totals.is_sorted_by(|x, y| x < y), "{totals:?}");
        }
        let none = search(&question, smallest - 1, &level).expect("a plan").expect("goes on");
        assert_eq!(none.smallest, None);
    }
}

#[test]
fn every_question_has_a_plan() {
    let evidence = pair();
    let both = Contestants::of_pair(&evidence);
    let (flat, alpha, level) = (BetaPrior::default(), q(1, 10), Level::percent(70));
    let metric = Metric::Accuracy;
    let mut sizes = Vec::new();
    for question in
        [PlanQuestion::Truly([&flat, &flat]), PlanQuestion::Next, PlanQuestion::Power(&alpha)]
    {
        let question = planned(&both, question, &metric);
        assert!(!question.is_summed());
        let plan = search(&question, 4000, &level).expect("a plan").expect("goes on");
        let again = search(&question, 4000, &level).expect("a plan").expect("goes on");
        assert_eq!(plan, again, "runs repeat");
        let found = plan.smallest.clone().expect("large tests decide");
        assert!(found.probability.reaches(&level));
        let before = plan.evaluated.iter().take_while(|test| **test != found);
        assert!(before.into_iter().all(|test| !test.probability.reaches(&level)));
        sizes.push(found.size.total());
    }
    // To be ahead takes fewer samples than to be shown to be better.
    assert!(sizes[1] < sizes[2], "{sizes:?}");
}

#[test]
fn what_is_not_observed_has_no_plan() {
    let blind = Contestants::independent(vec![Observation { tn: 1, fp: 1, fn_: 0, tp: 0 }; 2]);
    let flat = BetaPrior::default();
    let question = PlanQuestion::Truly([&flat, &flat]);
    let refused = search(&planned(&blind, question, &Metric::Tpr), 50, &Level::percent(90));
    assert!(matches!(refused, Err(PlanError::Lattice(LatticeError::NoObservations { .. }))));
    let both = Contestants::of_pair(&pair());
    let question = planned(&both, question, &Metric::Tpr);
    let refused = search(&question, 1, &Level::percent(90));
    assert!(matches!(refused, Err(PlanError::Limit { smallest: 2, .. })));
    let sizes = TestSize::new(q(1, 2)).expect("a share");
    let stop: &(dyn Fn() -> ControlFlow<()> + Sync) = &|| ControlFlow::Break(());
    let go_on = |_: &_| ControlFlow::Continue(());
    let stopped = Plan::new(&question, (&sizes, 50), &Level::percent(90), go_on, stop);
    assert_eq!(stopped, Ok(None));
}
