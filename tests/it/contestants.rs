//! Several classifiers at once: simulations against enumeration in fractions, certified
//! probabilities of pairs, and their own symmetries.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use exactile::contest::{
    Contestants, Digits, DrawnRanks, Draws, Evidence, PatternMass, RankDistribution, Separation,
    TrulyBetter, next_first, next_ranked, next_test, truly_better, truly_first, truly_ranked,
};
use exactile::correlation::metric_ranks;
use exactile::lattice::{BetaPrior, Lattice, LatticeError, Model, Observation, Predictive};
use exactile::num::Level;
use exactile::performance::{JointClass, JointResults, Pattern};
use exactile::{ConfusionMatrix, Metric, Orientation, Rational, Value};
use exactile_input::{ReadOptions, read_path};
use exactile_testing::{fixture, q};

const GO_ON: &(dyn Fn() -> ControlFlow<()> + Sync) = &|| ControlFlow::Continue(());

fn few(seed: u64) -> Draws {
    Draws { count: 6000, seed }
}

/// A class of three classifiers: 3 samples that all have right, 1 that only the first, ...
fn three() -> JointResults {
    JointResults::new(
        JointClass::from_patterns(3, vec![(0b111, 1), (0b001, 2), (0b110, 1)]),
        JointClass::from_patterns(3, vec![(0b000, 1), (0b011, 1), (0b101, 2)]),
    )
}

fn contestants(results: &JointResults) -> Contestants {
    Contestants::paired(results).expect("few patterns")
}

fn names(count: usize) -> Vec<String> {
    (0..count).map(|at| at.to_string()).collect()
}

/// The numbers of right predictions among further samples of a class with their masses, from the
/// definition of the urn alone.
fn urn(
    patterns: &[Pattern],
    classifiers: usize,
    (u, v): (&Rational, &Rational),
    further: u64,
) -> BTreeMap<Vec<u64>, Rational> {
    fn go(
        weights: &mut Vec<Rational>,
        left: u64,
        mass: Rational,
        right: &mut Vec<u64>,
        found: &mut BTreeMap<Vec<u64>, Rational>,
    ) {
        if left == 0 {
            let known = found.entry(right.clone()).or_insert(Rational::ZERO);
            *known = &*known + &mass;
            return;
        }
        let all: Rational = weights.iter().cloned().sum();
        for pattern in 0..weights.len() {
            let next = &mass * &weights[pattern] / &all;
            weights[pattern] = &weights[pattern] + Rational::ONE;
            for (at, right) in right.iter_mut().enumerate() {
                *right += u64::from(pattern >> at & 1 == 1);
            }
            go(weights, left - 1, next, right, found);
            for (at, right) in right.iter_mut().enumerate() {
                *right -= u64::from(pattern >> at & 1 == 1);
            }
            weights[pattern] = &weights[pattern] - Rational::ONE;
        }
    }
    let w = u + v;
    let mut weights: Vec<Rational> = (0..1_u128 << classifiers)
        .map(|pattern| {
            let coin = |at: usize| if pattern >> at & 1 == 1 { u / &w } else { v / &w };
            let seen = patterns.iter().find(|known| known.0 == pattern).map_or(0, |known| known.1);
            (0..classifiers).fold(w.clone(), |base, at| base * coin(at)) + Rational::from(seen)
        })
        .collect();
    let mut found = BTreeMap::new();
    go(&mut weights, further, Rational::ONE, &mut vec![0; classifiers], &mut found);
    found
}

/// Expected results of the engine, in fractions.
#[derive(Clone)]
struct Expected {
    alone: Vec<Rational>,
    tied: Vec<Rational>,
    undefined: Vec<Rational>,
    ranks: Vec<Vec<Rational>>,
    /// The sum of expected ranks over defined outcomes.
    rank: Vec<Rational>,
    /// Pairs i < j: greater, equal, less, undefined.
    pairs: Vec<[Rational; 4]>,
}

fn enumerated(
    results: &JointResults,
    classifiers: usize,
    prior: (&Rational, &Rational),
    metric: &Metric,
    (positives, negatives): (u64, u64),
) -> Expected {
    use exactile::performance::Class;
    let of = |class, further| {
        let patterns = results.class(class).patterns().expect("few");
        urn(patterns, classifiers, prior, further)
    };
    let (positive, negative) = (of(Class::Positive, positives), of(Class::Negative, negatives));
    let matrices: Vec<ConfusionMatrix> = (0..=positives)
        .flat_map(|tp| (0..=negatives).map(move |tn| (tp, tn)))
        .map(|(tp, tn)| {
            ConfusionMatrix::from_counts(tn, negatives - tn, positives - tp, tp).expect("samples")
        })
        .collect();
    let keys = metric_ranks(metric, &matrices).expect("one size");
    let zeros = vec![Rational::ZERO; classifiers];
    let mut all = Expected {
        alone: zeros.clone(),
        tied: zeros.clone(),
        undefined: zeros.clone(),
        ranks: vec![zeros.clone(); classifiers],
        rank: zeros,
        pairs: Vec::new(),
    };
    let mut pairs = BTreeMap::new();
    let add = |sum: &mut Rational, mass: &Rational| *sum = &*sum + mass;
    for (tp, one) in &positive {
        for (tn, other) in &negative {
            let mass = one * other;
            let values: Vec<Option<u32>> = (0..classifiers)
                .map(|at| keys[usize::try_from(tp[at] * (negatives + 1) + tn[at]).expect("small")])
                .collect();
            for at in 0..classifiers {
                for second in at + 1..classifiers {
                    let place = match values[at].zip(values[second]) {
                        None => 3,
                        Some((x, y)) if x > y => 0,
                        Some((x, y)) if x == y => 1,
                        Some(_) => 2,
                    };
                    let of = pairs.entry((at, second)).or_insert([0; 4].map(Rational::from));
                    add(&mut of[place], &mass);
                }
                let Some(own) = values[at] else {
                    add(&mut all.undefined[at], &mass);
                    continue;
                };
                let beats = |other: u32| match metric.orientation() {
                    Orientation::Lower => other < own,
                    _ => other > own,
                };
                let better = values.iter().flatten().filter(|other| beats(**other)).count();
                let equal = values.iter().flatten().filter(|other| **other == own).count();
                add(&mut all.ranks[at][better], &mass);
                let rank = q(2 * i64::try_from(better).expect("few") + 1, 2)
                    + q(i64::try_from(equal).expect("few"), 2);
                add(&mut all.rank[at], &(&mass * rank));
                if better == 0 {
                    add(if equal > 1 { &mut all.tied[at] } else { &mut all.alone[at] }, &mass);
                }
            }
        }
    }
    all.pairs = pairs.into_values().collect();
    all
}

#[track_caller]
fn holds(value: &Value, exact: &Rational, what: &str) {
    let [lower, upper] = value.ends().expect("limits");
    assert!(lower <= *exact && *exact <= upper, "{what}: {exact} is not in {value}");
    // Limits of probabilities say something.
    assert!(*exact > Rational::ONE || &upper - &lower < q(1, 10), "{what}: {value}");
}

fn check_next(drawn: &DrawnRanks, expected: &Expected, metric: &Metric) {
    let count = expected.alone.len();
    for (at, found) in drawn.distributions(&names(count)).iter().enumerate() {
        let what = format!("{metric} of {at}");
        holds(&found.first_alone, &expected.alone[at], &what);
        holds(&found.first_tied, &expected.tied[at], &what);
        holds(&found.undefined, &expected.undefined[at], &what);
        for (probability, exact) in found.ranks.iter().zip(&expected.ranks[at]) {
            holds(probability, exact, &what);
        }
        let defined = expected.undefined[at].complement();
        match &found.expected_rank {
            None => assert!(defined < q(1, 100), "{what}"),
            Some(rank) => holds(rank, &(&expected.rank[at] / &defined), &what),
        }
    }
    for (found, exact) in drawn.pairs().iter().zip(&expected.pairs) {
        // Expected by value, found by merit.
        let (mut greater, mut less) = (&found.greater, &found.less);
        if metric.orientation() == Orientation::Lower {
            std::mem::swap(&mut greater, &mut less);
        }
        let of = [greater, &found.equal, less, &found.undefined];
        for (value, exact) in of.into_iter().zip(exact) {
            holds(value, exact, &format!("{metric} of a pair"));
        }
    }
    assert_eq!(drawn.pairs().len(), count * (count - 1) / 2);
}

/// Every metric, defined or not, on a test of two and two samples.
#[test]
fn next_tests_are_what_all_outcomes_add_up_to() {
    let results = three();
    let test = Lattice::new(2, 2).expect("samples");
    let one = Rational::ONE;
    let mut undefined = 0;
    for metric in Metric::all() {
        if metric.orientation() == Orientation::Neither {
            continue;
        }
        let expected = enumerated(&results, 3, (&one, &one), &metric, (2, 2));
        undefined += usize::from(expected.undefined.iter().any(|mass| !mass.is_zero()));
        let model = Model::default();
        let drawn = next_ranked(&contestants(&results), &model, &metric, test, few(1), GO_ON);
        check_next(&drawn.expect("small").expect("goes on"), &expected, &metric);
    }
    assert!(undefined > 10, "{undefined}");
}

/// Priors of any shape, of more classifiers, and pairs of the same urn.
#[test]
fn priors_of_any_shape_are_drawn_as_they_are_defined() {
    let metric = Metric::Accuracy;
    let test = Lattice::new(2, 1).expect("samples");
    for (u, v) in [(q(1, 2), q(1, 2)), (q(3, 1), q(1, 2)), (q(1, 10), q(1, 5))] {
        let prior = BetaPrior::new(u.clone(), v.clone()).expect("positive");
        let model = Model::BetaBinomial { positive: prior.clone(), negative: prior };
        let expected = enumerated(&three(), 3, (&u, &v), &metric, (2, 1));
        let drawn = next_ranked(&contestants(&three()), &model, &metric, test, few(3), GO_ON);
        check_next(&drawn.expect("small").expect("goes on"), &expected, &metric);
    }
    // Without a prior the patterns are as frequent as they were.
    let all = contestants(&three());
    let drawn = next_ranked(
        &all,
        &Model::Binomial,
        &Metric::Tpr,
        Lattice::new(1, 0).expect("one"),
        few(4),
        GO_ON,
    );
    let drawn = drawn.expect("observed").expect("goes on").distributions(&names(3));
    // The first alone on half the positives, together with the others on a quarter.
    holds(&drawn[0].first_alone, &q(1, 2), "the first");
    holds(&drawn[0].first_tied, &q(1, 4), "the first");
}

/// The margins of the urn are the urns of single classifiers, and of pairs.
#[test]
fn margins_are_distributions_of_fewer_classifiers() {
    use exactile::performance::Class;
    let results = three();
    let flat = (&Rational::ONE, &Rational::ONE);
    let patterns = results.class(Class::Positive).patterns().expect("few");
    let all = urn(patterns, 3, flat, 3);
    for at in 0..3 {
        let right =
            patterns.iter().filter(|known| known.0 >> at & 1 == 1).map(|known| known.1).sum();
        let observed = Observation { tn: 0, fp: 0, fn_: 4 - right, tp: right };
        let one = Predictive::new(observed, &Model::default(), Lattice::new(3, 0).expect("three"));
        let one = one.expect("observed");
        for tp in 0..=3 {
            let of = all.iter().filter(|(of, _)| of[at] == tp).map(|(_, mass)| mass.clone());
            assert_eq!(of.sum::<Rational>(), one.mass(tp, 0));
        }
    }
    // A pair, as the engine of pairs has it in fractions, from the enumeration of three.
    for metric in [Metric::Mcc, Metric::Accuracy, Metric::Ppv] {
        let of_three = enumerated(&results, 3, flat, &metric, (2, 2));
        for (at, (first, second)) in [(0, 1), (0, 2), (1, 2)].into_iter().enumerate() {
            let evidence = contestants(&results).pair(first, second);
            assert_eq!(evidence, Evidence::Paired(results.pair(first, second)));
            let test = Lattice::new(2, 2).expect("samples");
            let next =
                next_test(&evidence, &PatternMass::default(), &metric, test, Digits::Fractions);
            let next = next.expect("small");
            let of = [&next.better, &next.equal, &next.worse, &next.undefined];
            let of = of.map(|value| value.as_rational().expect("exact").clone());
            assert_eq!(of, of_three.pairs[at], "{metric}");
        }
    }
}

fn tumours() -> (Vec<ConfusionMatrix>, JointResults) {
    let options = ReadOptions { joint: exactile_input::Joint::All, ..ReadOptions::default() };
    let path = fixture("breast_cancer_predictions.csv");
    let input = read_path(path.as_ref(), &options, &mut |_| ()).expect("predictions");
    let matrices = input.classifiers.into_iter().map(|of| of.matrix).collect();
    (matrices, input.joint.expect("few patterns"))
}

fn meet(one: &TrulyBetter, other: &TrulyBetter) -> bool {
    one.lower <= other.upper && other.lower <= one.upper
}

fn flat() -> BetaPrior {
    BetaPrior::default()
}

/// The joint model has the certified probabilities of pairs as its margins.
#[test]
fn pairs_are_truly_better_as_certified() {
    let (_, joint) = tumours();
    let all = contestants(&joint);
    let test = Lattice::new(212, 357).expect("samples");
    let (prior, mass) = (flat(), PatternMass::default());
    for (metric, pairs) in [
        (Metric::Accuracy, [(3, 10), (3, 6), (10, 11)]),
        ("f1".parse().expect("a metric"), [(3, 4), (29, 3), (11, 7)]),
        (Metric::Tpr, [(0, 1), (3, 5), (16, 17)]),
    ] {
        for (first, second) in pairs {
            let certified =
                truly_better(&all.pair(first, second), &mass, &metric, test, 1).expect("samples");
            assert_eq!(certified.drawn, None);
            let both = all.only(&[first, second]);
            assert_eq!(both.pair(0, 1), all.pair(first, second));
            assert_eq!(both, Contestants::of_pair(&all.pair(first, second)));
            let ranks = truly_ranked(&both, [&prior, &prior], &metric, test, few(5), GO_ON);
            let ranks = ranks.expect("samples").expect("goes on");
            // Pairs are not counted: those who need one ask for what is certified.
            assert_eq!(ranks.before(0, 1), None);
            let of = ranks.distributions(&names(2));
            let [lower, upper] = of[0].first_alone.ends().expect("limits");
            assert!(lower <= certified.upper && certified.lower <= upper, "{metric}: {of:?}");
            // Strictly inside the whole interval from 0 to 1, which would hold anything.
            assert!(&upper - &lower < q(1, 10));
        }
    }
}

/// 1 - sum of P(j is before A) <= P(A is first) <= min P(A is before j), with certified pairs.
#[test]
fn the_best_of_many_is_between_what_pairs_say() {
    let (_, joint) = tumours();
    let all = contestants(&joint);
    let test = Lattice::new(212, 357).expect("samples");
    let (prior, mass) = (flat(), PatternMass::default());
    let listed = [3, 10, 11, 6, 29];
    let few_of_them = all.only(&listed);
    let draws = few(9);
    let ranks = truly_ranked(&few_of_them, [&prior, &prior], &Metric::Accuracy, test, draws, GO_ON);
    let ranks = ranks.expect("samples").expect("goes on").distributions(&names(5));
    for (at, found) in ranks.iter().enumerate() {
        let rivals = (0..5).filter(|other| *other != at).map(|other| {
            truly_better(&few_of_them.pair(at, other), &mass, &Metric::Accuracy, test, 1)
                .expect("samples")
        });
        let rivals: Vec<TrulyBetter> = rivals.collect();
        let least = rivals.iter().map(|of| of.lower.complement()).sum::<Rational>().complement();
        let most = rivals.iter().map(|of| of.upper.clone()).min().expect("rivals");
        let [lower, upper] = found.first_alone.ends().expect("limits");
        assert!(least <= upper && lower <= most, "{at}: {least} {most} {}", found.first_alone);
    }
    // Among all, who is ahead of few is not ahead of more of them.
    let alone = |found: &RankDistribution| found.first_alone.ends().expect("limits");
    let of_all = truly_ranked(
        &all,
        [&prior, &prior],
        &Metric::Accuracy,
        test,
        Draws { count: 2000, seed: 9 },
        GO_ON,
    );
    let of_all = of_all.expect("samples").expect("goes on").distributions(&names(32));
    for (found, at) in ranks.iter().zip(listed) {
        assert!(alone(&of_all[at])[0] <= alone(found)[1]);
    }
    let ranked: Rational = of_all
        .iter()
        .map(|of| of.expected_rank.as_ref().and_then(Value::lower).expect("a rank"))
        .sum();
    assert!(ranked < q(32 * 33, 2));
}

/// Names have no influence, nor has which class is called positive.
#[test]
fn exchanges_exchange_probabilities() {
    let (_, joint) = tumours();
    let some = contestants(&joint).only(&[3, 10, 11]);
    let turned = contestants(&joint).only(&[11, 3, 10]);
    let prior = flat();
    let ranks = |of: &Contestants, metric: &str, (p, n): (u64, u64), seed: u64| {
        let test = Lattice::new(p, n).expect("samples");
        let metric: Metric = metric.parse().expect("a metric");
        let ranks = truly_ranked(of, [&prior, &prior], &metric, test, few(seed), GO_ON);
        ranks.expect("samples").expect("goes on").distributions(&names(3))
    };
    let same = |one: &RankDistribution, other: &RankDistribution| {
        for (one, other) in one.ranks.iter().zip(&other.ranks) {
            let ([a, b], [c, d]) = (one.ends().expect("limits"), other.ends().expect("limits"));
            assert!(a <= d && c <= b, "{one} {other}");
        }
    };
    let one = ranks(&some, "mcc", (212, 357), 1);
    let other = ranks(&turned, "mcc", (212, 357), 2);
    for (first, second) in [(0, 1), (1, 2), (2, 0)] {
        same(&one[first], &other[second]);
    }
    // The other class is the positive one now.
    let exchanged = JointResults::new(
        joint.class(exactile::performance::Class::Negative).clone(),
        joint.class(exactile::performance::Class::Positive).clone(),
    );
    let exchanged = contestants(&exchanged).only(&[3, 10, 11]);
    let one = ranks(&some, "r(1/4,2/3)", (212, 357), 1);
    let other = ranks(&exchanged, "r(3/4,1/3)", (357, 212), 1);
    for (one, other) in one.iter().zip(&other) {
        same(one, other);
    }
    // Lower is better.
    let accuracy = ranks(&some, "accuracy", (212, 357), 1);
    let error = ranks(&some, "error-rate", (212, 357), 1);
    assert_eq!(accuracy, error);
}

/// Two of whom nothing different is known are alike, and so are ones of whom nothing at all is.
#[test]
fn equals_have_equal_chances() {
    let twins = JointResults::new(
        JointClass::from_patterns(3, vec![(0b011, 20), (0b111, 1)]),
        JointClass::from_patterns(3, vec![(0b111, 20)]),
    );
    let nothing = JointResults::new(
        JointClass::from_patterns(3, vec![]),
        JointClass::from_patterns(3, vec![]),
    );
    let test = Lattice::new(3, 4).expect("samples");
    for mass in [q(1, 20), Rational::ONE] {
        let prior = BetaPrior::new(mass.clone(), mass).expect("positive");
        let ranks = |of: &JointResults, count: usize| {
            let listed: Vec<usize> = (0..count).collect();
            let of = contestants(of).only(&listed);
            let ranks = truly_ranked(&of, [&prior, &prior], &Metric::Tpr, test, few(1), GO_ON);
            ranks.expect("samples").expect("goes on").distributions(&names(count))
        };
        for of in ranks(&twins, 2) {
            holds(&of.first_alone, &q(1, 2), "twins");
        }
        for of in ranks(&nothing, 3) {
            for rank in &of.ranks {
                holds(rank, &q(1, 3), "nothing is known");
            }
        }
    }
}

#[test]
fn threads_do_not_matter_and_seeds_do() {
    let all = contestants(&three());
    let (prior, test) = (flat(), Lattice::new(4, 4).expect("samples"));
    let run = |threads: usize, seed: u64| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| {
            let metric = Metric::Mcc;
            let draws = Draws { count: 5000, seed };
            let truly = truly_ranked(&all, [&prior, &prior], &metric, test, draws, GO_ON);
            let next = next_ranked(&all, &Model::default(), &metric, test, draws, GO_ON);
            (truly.expect("samples"), next.expect("samples"))
        })
    };
    let one = run(1, 7);
    assert_eq!(one, run(3, 7));
    assert_ne!(one, run(1, 8));
}

#[test]
fn simulations_stop_and_refuse() {
    let all = contestants(&three());
    let (prior, test) = (flat(), Lattice::new(4, 4).expect("samples"));
    let stop: &(dyn Fn() -> ControlFlow<()> + Sync) = &|| ControlFlow::Break(());
    let stopped = truly_ranked(&all, [&prior, &prior], &Metric::Mcc, test, few(1), stop);
    assert_eq!(stopped, Ok(None));
    let stopped = next_ranked(&all, &Model::default(), &Metric::Mcc, test, few(1), stop);
    assert_eq!(stopped, Ok(None));
    let one_class = Lattice::new(4, 0).expect("samples");
    let refused = truly_ranked(&all, [&prior, &prior], &Metric::Tpr, one_class, few(1), GO_ON);
    assert!(matches!(refused, Err(LatticeError::NoSamples { .. })));
    let large = Lattice::new(5_000_000, 1).expect("samples");
    let refused = next_ranked(&all, &Model::default(), &Metric::Tpr, large, few(1), GO_ON);
    assert!(matches!(refused, Err(LatticeError::TooManySamples { .. })));
    let large = Lattice::new(3_900_000, 1).expect("samples");
    let many = Draws { count: 1_000_000, seed: 1 };
    let refused = next_ranked(&all, &Model::default(), &Metric::Tpr, large, many, GO_ON);
    assert!(matches!(refused, Err(LatticeError::TooMuchWork(_))));
}

#[test]
fn tiers_begin_where_their_leader_is_truly_better() {
    let (matrices, joint) = tumours();
    let all = contestants(&joint);
    let test = Lattice::new(212, 357).expect("samples");
    let (prior, mass, level) = (flat(), PatternMass::default(), Level::default());
    let ranks = metric_ranks(&Metric::Accuracy, &matrices).expect("one size");
    let mut ordered: Vec<usize> = (0..32).collect();
    ordered.sort_by_key(|at| std::cmp::Reverse(ranks[*at]));
    ordered.truncate(20);
    let of = |contestants| Separation {
        contestants,
        priors: [&prior, &prior],
        metric: &Metric::Accuracy,
        test,
        level: &level,
        draws: few(1),
    };
    let found = of(&all).tiers(&ordered, GO_ON).expect("samples").expect("goes on");
    let mut joined: Vec<usize> = found.iter().flat_map(|tier| tier.members.clone()).collect();
    let place = |of: &usize| ordered.iter().position(|at| at == of).expect("listed");
    assert!(found.iter().all(|tier| tier.members.iter().map(place).is_sorted()));
    joined.sort_by_key(place);
    assert_eq!(joined, ordered, "everybody is in one tier");
    assert!(found.len() > 1 && found[0].separated.is_none());
    let better = |first: usize, second: usize| {
        truly_better(&all.pair(first, second), &mass, &Metric::Accuracy, test, 1).expect("samples")
    };
    for (at, tier) in found.iter().enumerate() {
        let leader = tier.members[0];
        for member in &tier.members[1..] {
            assert!(better(leader, *member).lower < *level);
        }
        // All that are left are separated from it, whatever their observed values.
        for below in found[at + 1..].iter().flat_map(|tier| &tier.members) {
            assert!(better(leader, *below).lower >= *level);
        }
        if let Some(next) = found.get(at + 1) {
            assert_eq!(next.separated.as_ref(), Some(&better(leader, next.members[0])));
        }
    }
    // Taken as independent, fewer are told apart.
    let alone: Vec<Observation> = matrices
        .iter()
        .map(|of| Observation::from_matrix(of, "of tumours").expect("counts"))
        .collect();
    let alone = Contestants::independent(alone);
    let apart = of(&alone).tiers(&ordered, GO_ON).expect("samples").expect("goes on");
    assert!(apart.len() <= found.len());
    assert!(apart[1].separated.as_ref().is_some_and(|gap| gap.drawn.is_some()));
    // Each comparison of many is that of two, or has fewer draws where these decide.
    let many: Vec<usize> = (1..32).chain(1..32).collect();
    let each = of(&alone).before_each(0, &many, GO_ON).expect("samples").expect("goes on");
    for (other, found) in many.into_iter().zip(each) {
        let two = of(&alone).before(0, other, GO_ON).expect("samples").expect("goes on");
        assert!(meet(&found, &two));
        assert_eq!(found.lower >= *level, two.lower >= *level, "{other}");
    }
}

/// The draws of each classifier depend on the keys alone, not on the order in which classifiers are
/// listed.
#[test]
fn draws_by_keys_do_not_depend_on_the_order() {
    let (_, joint) = tumours();
    let all = contestants(&joint).only(&[3, 10, 11, 6, 29]);
    let keys = ["d", "a", "c", "e", "b"];
    let (prior, test) = (flat(), Lattice::new(212, 357).expect("samples"));
    let metric = Metric::Accuracy;
    let observed = |k: u64| Observation { tn: 40 + k, fp: 9 - k, fn_: 3 + k, tp: 20 - k };
    let alone = Contestants::independent((0..5).map(observed).collect());
    for contestants in [all, alone] {
        let listed = |order: &[usize]| {
            let own = contestants.only(order);
            let keys: Vec<&str> = order.iter().map(|at| keys[*at]).collect();
            own.drawn_by(&keys)
        };
        let of = |order: &[usize]| {
            let own = listed(order);
            let ranks = truly_ranked(&own, [&prior, &prior], &metric, test, few(1), GO_ON);
            let tile = truly_first(&own, [&prior, &prior], test, 4, few(1), GO_ON);
            let tile = tile.expect("samples").expect("goes on");
            let ranks = ranks.expect("samples").expect("goes on");
            let mut found: Vec<(String, String, u32)> = Vec::new();
            let names: Vec<String> = order.iter().map(|at| keys[*at].to_owned()).collect();
            for (at, of) in ranks.distributions(&names).into_iter().enumerate() {
                found.push((of.name.clone(), format!("{of:?}"), tile.hits(at, 1, 2)));
            }
            if own.is_paired() {
                let next = next_ranked(&own, &Model::default(), &metric, test, few(1), GO_ON);
                let next = next.expect("samples").expect("goes on");
                for (entry, of) in found.iter_mut().zip(next.distributions(&names)) {
                    entry.1.push_str(&format!("{of:?}"));
                }
                for pair in next.pairs() {
                    let [one, other] = [pair.first, pair.second].map(|at| names[at].clone());
                    let (less, more) = (format!("{:?}", pair.less), format!("{:?}", pair.greater));
                    let (name, chances) = match one < other {
                        true => (one + &other, format!("{more} {less} {:?}", pair.equal)),
                        false => (other + &one, format!("{less} {more} {:?}", pair.equal)),
                    };
                    found.push((name, chances, 0));
                }
            }
            found.sort();
            found
        };
        let expected = of(&[0, 1, 2, 3, 4]);
        for order in [[4, 3, 2, 1, 0], [1, 4, 2, 0, 3]] {
            assert_eq!(of(&order), expected);
        }
    }
}

/// Intervals of ranks hold with the level, and no shorter one is shown to.
#[test]
fn intervals_of_ranks_hold() {
    let (_, joint) = tumours();
    let some = contestants(&joint).only(&[3, 10, 11, 6, 29, 0]);
    let (prior, test) = (flat(), Lattice::new(212, 357).expect("samples"));
    let ranks = truly_ranked(&some, [&prior, &prior], &Metric::Accuracy, test, few(2), GO_ON);
    let ranks = ranks.expect("samples").expect("goes on");
    let level = Level::percent(90);
    for (at, of) in ranks.distributions(&names(6)).iter().enumerate() {
        let [best, worst] = ranks.interval(at, &level).expect("defined");
        let outside: Rational = (1..)
            .zip(&of.ranks)
            .filter(|(rank, _)| !(best..=worst).contains(rank))
            .map(|(_, p)| p.lower().expect("limits"))
            .sum();
        assert!(outside < level.complement(), "{at}");
    }
    assert_eq!(ranks.interval(5, &level), Some([6, 6]), "who is never right is last");
}

/// One run of draws for the whole Tile counts at each point what a run for that point counts.
#[test]
fn the_tile_counts_what_each_of_its_points_does() {
    let (_, joint) = tumours();
    let all = contestants(&joint);
    let prior = flat();
    let draws = Draws { count: 1500, seed: 3 };
    let side = 4_u32;
    let place = |k: u32| q(2 * i64::from(k) + 1, 2 * i64::from(side));
    let metric =
        |column, row| Metric::Canonical(exactile::geometry::Point::new(place(column), place(row)));
    let sides = || (0..side).flat_map(|column| (0..side).map(move |row| (column, row)));
    let at = |k: u32| usize::try_from(k).expect("small");
    for (of, (p, n)) in
        [(all.only(&[3, 10, 11, 0, 29, 1, 18]), (212, 357)), (contestants(&three()), (3, 5))]
    {
        let test = Lattice::new(p, n).expect("samples");
        let count = of.classifiers();
        let tile = truly_first(&of, [&prior, &prior], test, side, draws, GO_ON);
        let tile = tile.expect("samples").expect("goes on");
        for (column, row) in sides() {
            let ranks =
                truly_ranked(&of, [&prior, &prior], &metric(column, row), test, draws, GO_ON);
            let ranks = ranks.expect("samples").expect("goes on");
            for classifier in 0..count {
                let hits = tile.hits(classifier, at(column), at(row));
                assert_eq!(hits, ranks.first_alone(classifier), "{classifier} at {column}, {row}");
            }
        }
        // Integers, with ties: the same on every point.
        let model = Model::default();
        let tile = next_first(&of, &model, test, side, draws, GO_ON);
        let tile = tile.expect("samples").expect("goes on");
        for (column, row) in sides() {
            let ranks = next_ranked(&of, &model, &metric(column, row), test, draws, GO_ON);
            let ranks = ranks.expect("samples").expect("goes on");
            for classifier in 0..count {
                let hits = tile.hits(classifier, at(column), at(row));
                assert_eq!(hits, ranks.first_alone(classifier), "{classifier} at {column}, {row}");
            }
        }
    }
}

/// The least number of draws that shows a level shows it, and one less does not.
#[test]
fn levels_are_shown_by_enough_draws() {
    let of = Contestants::independent(vec![Observation { tn: 3, fp: 1, fn_: 1, tp: 3 }; 2]);
    let (prior, test) = (flat(), Lattice::new(4, 4).expect("samples"));
    let draws = Draws { count: 1000, seed: 1 };
    let tile = truly_first(&of, [&prior, &prior], test, 2, draws, GO_ON);
    let tile = tile.expect("samples").expect("goes on");
    let hits = tile.hits_of(&Level::default()).expect("a thousand suffice");
    assert!((985..995).contains(&hits), "{hits}");
    assert_eq!(tile.hits_of(&Level::percent(99)), None);
    assert!(tile.hits_of(&Level::percent(50)).is_some_and(|hits| hits > 590 && hits < 610));
    assert!(tile.bound() > 0.09 && tile.bound() < 0.11);
    for (column, row) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
        assert_eq!(tile.hits(0, column, row) + tile.hits(1, column, row), 1000);
    }
}
