//! The lattice of test results against brute force written from the definitions alone.

use std::collections::BTreeMap;

use exactile::contest::{Comparison, RankDistributions};
use exactile::lattice::{
    BetaPrior, Confluence, Contour, ContourClass, Distribution, ExactValue, Lattice, LatticeError,
    Mass, MetricPmf, Model, Observation, Predictive, Route, TailRelation,
};
use exactile::num::Level;
use exactile::performance::Event;
use exactile::score::Surrogate;
use exactile::{Metric, Rational, Value};
use proptest::prelude::*;

use exactile_testing::lattice::{joint_mass, matrix, metric, predictive};
use exactile_testing::q;

/// All metrics without parameters that have a rational surrogate, some with parameters, all
/// probabilities.
fn metrics_with_surrogate() -> Vec<Metric> {
    let mut metrics = Metric::all();
    metrics.retain(|metric| *metric != Metric::DPrime);
    let probabilities =
        Event::pairs().filter_map(|(event, given)| Metric::probability(event, given));
    metrics.extend(probabilities.filter(|metric| matches!(metric, Metric::Probability { .. })));
    metrics.extend(["wa(1/3)", "t-theta(2)", "s-theta(1/3)", "ranking(1,0,2,1/3)"].map(metric));
    metrics.extend(
        ["f-beta(2)", "f-beta(1/3)", "f-beta(0)", "r(1/3,3/4)", "r(0,1)", "r(1,0)"].map(metric),
    );
    metrics
        .extend(["benefits(7,-3,-1,4)", "benefits(1,2,3,4)", "benefits(-1,0,0,1/2)"].map(metric));
    metrics
}

/// Matrices by surrogate, and how many have none.
fn groups(metric: &Metric, (p, n): (u64, u64)) -> (BTreeMap<Surrogate, Vec<(u64, u64)>>, u64) {
    let (mut groups, mut undefined) = (BTreeMap::<_, Vec<_>>::new(), 0);
    for tp in 0..=p {
        for tn in 0..=n {
            match metric.surrogate(&matrix((p, n), tp, tn)) {
                Some(surrogate) => groups.entry(surrogate).or_default().push((tp, tn)),
                None => undefined += 1,
            }
        }
    }
    (groups, undefined)
}

fn check_confluence(metric: &Metric, lattice: (u64, u64)) {
    let (expected, undefined) = groups(metric, lattice);
    let on = Lattice::new(lattice.0, lattice.1).expect("samples");
    let computed = Confluence::with_points(metric, on).expect("small");
    assert_eq!(computed.undefined(), undefined, "{metric} on {lattice:?}");
    let points: Vec<_> = computed.values().map(|value| value.points.expect("asked for")).collect();
    let expected_points: Vec<_> = expected.values().cloned().collect();
    assert_eq!(points, expected_points, "{metric} on {lattice:?}");
    let counts: Vec<u64> = Confluence::new(metric, on).expect("small").counts().collect();
    let expected_counts: Vec<u64> = expected.values().map(|group| group.len() as u64).collect();
    assert_eq!(counts, expected_counts, "{metric} on {lattice:?}");
}

#[test]
fn values_group_as_their_surrogates_on_all_small_lattices() {
    for metric in metrics_with_surrogate() {
        for p in 0..=6 {
            for n in 0..=6 {
                if p + n > 0 {
                    check_confluence(&metric, (p, n));
                }
            }
        }
        for lattice in [(12, 12), (12, 7), (5, 12), (1, 12), (11, 12)] {
            check_confluence(&metric, lattice);
        }
    }
}

#[test]
fn blocks_of_large_lattices_join_without_gaps() {
    for name in
        ["mcc", "f1", "kappa", "dor", "nlr", "markedness", "gm", "pt", "acp", "benefits(3,1,0,2)"]
    {
        check_confluence(&metric(name), (330, 331));
    }
    check_confluence(&metric("mcc"), (300, 300));
}

/// Enumeration, staircase and both routes against fractions summed matrix by matrix.
fn check_pmf(
    metric: &Metric,
    observed: [u64; 4],
    prior: Option<(&Rational, &Rational)>,
    lattice: (u64, u64),
) {
    let (groups, _) = groups(metric, lattice);
    let mass_of = |points: &[(u64, u64)]| -> Rational {
        points.iter().map(|&point| joint_mass(observed, prior, lattice, point)).sum()
    };
    let expected: Vec<Rational> = groups.values().map(|points| mass_of(points)).collect();
    let next = predictive(observed, prior, lattice);
    let exact = MetricPmf::new(&next, metric, Route::Exact, None).expect("small");
    let certified = MetricPmf::new(&next, metric, Route::Certified, None).expect("small");
    let denominator =
        Rational::from(num_bigint::BigInt::from(exact.denominator().expect("exact").clone()));
    let fraction = |mass: Mass| match mass {
        Mass::Numerator(numerator) => {
            Rational::from(num_bigint::BigInt::from(numerator)) / &denominator
        }
        Mass::Decimal(decimal) => decimal.to_rational(),
    };
    let nearest = |mass: Mass, exact: &Rational| {
        assert_eq!(mass, Mass::Decimal(exactile::num::Decimal17::nearest(exact)));
    };
    assert_eq!(exact.distinct(), expected.len());
    let mut cumulative = Rational::ZERO;
    for (place, mass) in expected.iter().enumerate() {
        assert_eq!(fraction(exact.mass(place)), *mass);
        let bounds = certified.certified_mass(place).expect("certified");
        assert!(bounds.lower() <= *mass && *mass <= bounds.upper());
        nearest(certified.mass(place), mass);
        cumulative = &cumulative + mass;
        assert_eq!(fraction(exact.cumulative(place)), cumulative);
        nearest(certified.cumulative(place), &cumulative);
    }
    let undefined = fraction(exact.undefined().1);
    assert_eq!(&cumulative + &undefined, Rational::ONE);
    nearest(certified.undefined().1, &undefined);

    // Without any mass on defined values there is none.
    let most = expected.iter().max().filter(|most| most.is_positive());
    let modes: Vec<usize> =
        (0..expected.len()).filter(|&place| Some(&expected[place]) == most).collect();
    assert_eq!(exact.modes(), modes);
    assert_eq!(certified.modes(), modes);
    if cumulative.is_positive() {
        for part in [q(1, 2), q(1, 40), q(39, 40), q(1, 1000)] {
            let mut sum = Rational::ZERO;
            let place = expected.iter().position(|mass| {
                sum = &sum + mass;
                sum >= &cumulative * &part
            });
            assert_eq!(exact.quantile(&part), place);
            assert_eq!(certified.quantile(&part), place);
        }
        check_mean(&exact, &certified, &groups, &expected, &cumulative);
    }

    // Tails at every value that is rational, and between.
    for (place, surrogate) in groups.keys().enumerate().step_by(1 + groups.len() / 8) {
        let value = exact.value(place);
        assert_eq!(value.undefined(), None, "at {surrogate:?}");
        let Some(value) = ExactValue::of(&value) else { continue };
        let (below, rest) = expected.split_at(place);
        let sum = |masses: &[Rational]| masses.iter().cloned().sum::<Rational>();
        for (relation, mass) in [
            (TailRelation::AtLeast, sum(rest)),
            (TailRelation::Above, sum(&rest[1..])),
            (TailRelation::AtMost, sum(&expected[..=place])),
            (TailRelation::Below, sum(below)),
            (TailRelation::Equal, expected[place].clone()),
        ] {
            let tail = next.exact_probability(metric, relation, &value).expect("comparable");
            assert_eq!(tail, mass, "{metric} {relation:?} {value}");
            let bounds = next.probability(metric, relation, &value).expect("comparable");
            assert!(bounds.lower() <= mass && mass <= bounds.upper());
        }
    }
}

fn check_mean(
    exact: &MetricPmf,
    certified: &MetricPmf,
    groups: &BTreeMap<Surrogate, Vec<(u64, u64)>>,
    masses: &[Rational],
    all: &Rational,
) {
    let rational: Option<Vec<Rational>> =
        (0..groups.len()).map(|place| exact.value(place).as_rational().cloned()).collect();
    let Some(values) = rational else { return };
    let mean = values.iter().zip(masses).map(|(v, m)| v * m).sum::<Rational>() / all;
    let square = values.iter().zip(masses).map(|(v, m)| v * v * m).sum::<Rational>() / all;
    let variance = square - &mean * &mean;
    for (pmf, moments) in [(exact, exact.moments()), (certified, certified.moments())] {
        for (moment, exact) in [(moments.0, &mean), (moments.1, &variance)] {
            match moment {
                Value::Exact(value) => assert_eq!(value, *exact),
                Value::Enclosed(value) => {
                    assert!(value.lower() <= *exact && *exact <= value.upper());
                    assert!(value.upper() - value.lower() < q(1, 1_000_000_000_000_000));
                }
                other => panic!("{other:?} for {}", pmf.metric()),
            }
        }
    }
}

#[test]
fn distributions_agree_with_fractions_on_all_small_lattices() {
    let halves = (q(1, 2), q(1, 2));
    for name in ["mcc", "f1", "ba", "ppv", "dor", "kappa", "gm", "nlr", "pt", "log-plr", "acp"] {
        for p in 1..=6 {
            for n in 1..=6 {
                let observed = [p + 1, n % 3, p % 2, n];
                check_pmf(&metric(name), observed, Some((&Rational::ONE, &Rational::ONE)), (p, n));
                check_pmf(&metric(name), observed, None, (p, n));
            }
        }
        check_pmf(&metric(name), [3, 1, 2, 4], Some((&halves.0, &halves.1)), (5, 4));
    }
}

/// A binomial model that has seen positive predictions only leaves one matrix, on which some
/// metrics are undefined.
#[test]
fn no_value_is_a_mode_if_none_has_mass() {
    for metric in metrics_with_surrogate() {
        check_pmf(&metric, [0, 1, 0, 1], None, (1, 1));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn distributions_agree_with_fractions(
        pick in 0_usize..1000,
        observed in prop::sample::select(vec![20_u64, 20, 1]).prop_flat_map(|most| (0..most, 0..most, 0..20_u64, 0..20_u64)),
        lattice in (1_u64..14, 1_u64..14),
        prior in prop::option::of(((1_i64..9, 1_i64..5), (1_i64..9, 1_i64..5))),
    ) {
        let metrics = metrics_with_surrogate();
        let metric = &metrics[pick % metrics.len()];
        let (tn, fp, fn_, tp) = observed;
        // Without a prior something has to be observed of both classes.
        let needed = |seen: u64| u64::from(seen == 0 && prior.is_none());
        let observed = [tn, fp + needed(tn + fp), fn_, tp + needed(fn_ + tp)];
        let prior = prior.map(|(u, v)| (q(u.0, u.1), q(v.0, v.1)));
        check_pmf(metric, observed, prior.as_ref().map(|(u, v)| (u, v)), lattice);
    }
}

#[test]
fn the_papers_observation_in_both_models() {
    let observed = [32, 8, 4, 16];
    let one = Rational::ONE;
    for prior in [None, Some((&one, &one))] {
        let next = predictive(observed, prior, (20, 40));
        let f1 = MetricPmf::new(&next, &metric("f1"), Route::Exact, None).expect("small");
        let total: num_bigint::BigUint = (0..f1.distinct())
            .map(|place| match f1.mass(place) {
                Mass::Numerator(numerator) => numerator,
                Mass::Decimal(_) => panic!("the exact route"),
            })
            .sum();
        assert_eq!(Some(&total), f1.denominator());
    }
    check_pmf(&metric("mcc"), observed, Some((&one, &one)), (20, 40));
    check_pmf(&metric("ba"), observed, None, (20, 40));
}

#[test]
fn undefined_matrices_may_count_as_a_value() {
    let next = predictive([3, 1, 1, 2], Some((&Rational::ONE, &Rational::ONE)), (3, 4));
    for route in [Route::Exact, Route::Certified] {
        let without = MetricPmf::new(&next, &Metric::Mcc, route, None).expect("small");
        assert_eq!(without.undefined().0, 2);
        // One is taken by another matrix, 1/7 is not.
        let one = MetricPmf::new(&next, &Metric::Mcc, route, Some(&Rational::ONE)).expect("small");
        assert_eq!(one.distinct(), without.distinct());
        assert_eq!((one.undefined().0, one.count(one.distinct() - 1)), (0, 3));
        let other = MetricPmf::new(&next, &Metric::Mcc, route, Some(&q(1, 7))).expect("small");
        assert_eq!(other.distinct(), without.distinct() + 1);
        let place = (0..other.distinct())
            .find(|&place| other.value(place) == Value::Exact(q(1, 7)))
            .expect("inserted");
        assert_eq!(other.count(place), 2);
        assert_eq!(other.mass(place), without.undefined().1);
        let last = other.cumulative(other.distinct() - 1);
        match (last, other.denominator()) {
            (Mass::Numerator(sum), Some(denominator)) => assert_eq!(sum, *denominator),
            (Mass::Decimal(sum), None) => assert_eq!(sum.to_rational(), Rational::ONE),
            _ => panic!("one route"),
        }
    }
}

#[test]
fn known_facts() {
    let matrices: u128 =
        (0..=100).map(|p| Lattice::new(p, 100 - p).expect("samples").matrices()).sum();
    assert_eq!(matrices, 176_851);
    // Multiplicities of the threat score have a closed form.
    let (p, n) = (20_u64, 40_u64);
    let ts = Confluence::new(&Metric::ThreatScore, Lattice::new(p, n).expect("samples"));
    for value in ts.expect("small").values() {
        let Value::Exact(score) = value.value else { panic!("a rational metric") };
        let part = |big: num_bigint::BigInt| u64::try_from(big).expect("small");
        let (r, s) = (part(score.numerator()), part(score.denominator()));
        let at_most = p.checked_div(r).map(|most| most.min((p + n) / s));
        let expected = at_most.map_or(n + 1, |most| most + 1 - p.div_ceil(s));
        assert_eq!(value.count, expected, "{r}/{s}");
    }
}

#[test]
fn bad_arguments_are_named() {
    let message = |error: LatticeError| format!("{error}\nhint: {}", error.hint());
    let observed = Observation { tn: 3, fp: 0, fn_: 0, tp: 0 };
    let lattice = Lattice::new(2, 2).expect("samples");
    let error = Predictive::new(observed, &Model::Binomial, lattice).expect_err("no positives");
    assert_eq!(
        message(error),
        "no observation of the positive class, so that its rate is not known\nhint: give counts \
         with samples of both classes"
    );
    assert_eq!(
        message(BetaPrior::new(q(0, 1), q(1, 1)).expect_err("zero")),
        "a Beta parameter of 0 is not positive\nhint: give a number above 0"
    );
    assert_eq!(
        message(Lattice::new(0, 0).expect_err("empty")),
        "a lattice of 0 positives and 0 negatives has no matrix\nhint: ask for at least one sample"
    );
    let huge = Lattice::new(100_000, 100_000).expect("samples");
    assert_eq!(
        message(Confluence::new(&Metric::Mcc, huge).expect_err("too large")),
        "a lattice of 10000200001 matrices is too large to list\nhint: ask for at most 100000000 \
         (P = N = 9999), or for a tail or quantile, which need no list"
    );
    for level in ["0", "1", "-1/2"] {
        let refused = level.parse::<Level>().expect_err("not between 0 and 1");
        let what = format!("a level of {level} is not between 0 and 1; give one such as 0.95");
        assert_eq!(refused.to_string(), what);
    }
}

/// P(greater), P(equal), P(less), P(undefined) by summing over all pairs of matrices.
fn pair_by_definition(
    metric: &Metric,
    lattice: (u64, u64),
    first: [u64; 4],
    second: [u64; 4],
    prior: Option<(&Rational, &Rational)>,
) -> [Rational; 4] {
    let mut sums = [0; 4].map(Rational::from);
    let points = || (0..=lattice.0).flat_map(|tp| (0..=lattice.1).map(move |tn| (tp, tn)));
    let value = |(tp, tn)| metric.surrogate(&matrix(lattice, tp, tn));
    for a in points() {
        for b in points() {
            let mass = joint_mass(first, prior, lattice, a) * joint_mass(second, prior, lattice, b);
            let case = match (value(a), value(b)) {
                (Some(a), Some(b)) => match a.cmp(&b) {
                    std::cmp::Ordering::Greater => 0,
                    std::cmp::Ordering::Equal => 1,
                    std::cmp::Ordering::Less => 2,
                },
                _ => 3,
            };
            sums[case] += &mass;
        }
    }
    sums
}

fn holds(probability: &Value, exact: &Rational) -> bool {
    match probability {
        Value::Exact(value) => value == exact,
        Value::Decimal(decimal) => *decimal == exactile::num::Decimal17::nearest(exact),
        other => panic!("{other} is neither a fraction nor rounded"),
    }
}

#[test]
fn comparisons_agree_with_sums_over_all_pairs_and_triples() {
    let lattice = (3, 2);
    let observed = [[2, 1, 1, 3], [3, 0, 2, 2], [2, 1, 1, 3]];
    let half = q(1, 2);
    for name in ["mcc", "f1", "ppv", "dor", "ba"] {
        let metric = metric(name);
        for prior in [None, Some((&half, &Rational::ONE))] {
            let named: Vec<(String, Predictive)> = observed
                .iter()
                .map(|counts| (format!("{counts:?}"), predictive(*counts, prior, lattice)))
                .collect();
            let comparison = Comparison::new(&named, &metric, true).expect("small");
            let exact = RankDistributions::exact(&named, &metric).expect("small").pairs;
            for (pair, exact) in comparison.pairs.iter().zip(&exact) {
                let (i, j) = (pair.first, pair.second);
                let expected =
                    pair_by_definition(&metric, lattice, observed[i], observed[j], prior);
                let computed = [&pair.greater, &pair.equal, &pair.less, &pair.undefined];
                let fractions = [&exact.greater, &exact.equal, &exact.less, &exact.undefined];
                for ((computed, fraction), expected) in
                    computed.into_iter().zip(fractions).zip(&expected)
                {
                    assert_eq!(*fraction, Value::Exact(expected.clone()));
                    assert!(holds(computed, expected), "{name} {i} {j}");
                }
            }
            check_ranks(&comparison, &metric, lattice, &observed, prior);
        }
    }
}

/// Ranks by summing over all triples of matrices.
fn check_ranks(
    comparison: &Comparison,
    metric: &Metric,
    lattice: (u64, u64),
    observed: &[[u64; 4]; 3],
    prior: Option<(&Rational, &Rational)>,
) {
    let points: Vec<(u64, u64)> =
        (0..=lattice.0).flat_map(|tp| (0..=lattice.1).map(move |tn| (tp, tn))).collect();
    let value: Vec<Option<Surrogate>> =
        points.iter().map(|&(tp, tn)| metric.surrogate(&matrix(lattice, tp, tn))).collect();
    let masses: Vec<Vec<Rational>> = observed
        .iter()
        .map(|counts| {
            points.iter().map(|&point| joint_mass(*counts, prior, lattice, point)).collect()
        })
        .collect();
    let mut ranks = [[0; 3], [0; 3], [0; 3]].map(|row| row.map(Rational::from));
    let mut alone = [0; 3].map(Rational::from);
    let count = points.len();
    for triple in 0..count.pow(3) {
        let places = [triple % count, triple / count % count, triple / count / count];
        let mass = &masses[0][places[0]] * &masses[1][places[1]] * &masses[2][places[2]];
        for i in 0..3 {
            let Some(own) = &value[places[i]] else { continue };
            let others = || (0..3).filter(|j| *j != i).filter_map(|j| value[places[j]].as_ref());
            ranks[i][others().filter(|other| *other > own).count()] += &mass;
            if others().all(|other| other < own) {
                alone[i] += &mass;
            }
        }
    }
    for (i, classifier) in comparison.classifiers.iter().enumerate() {
        assert!(holds(&classifier.first_alone, &alone[i]));
        assert!(holds(&classifier.first_or_tied, &ranks[i][0]));
        for (computed, expected) in classifier.ranks.iter().zip(&ranks[i]) {
            assert!(holds(computed, expected));
        }
        let defined: Rational = ranks[i].iter().cloned().sum();
        assert!(holds(&classifier.undefined, &defined.complement()));
    }
}

#[test]
fn contours_hold_exactly_the_matrices_with_their_value() {
    let with_conics = |metric: &Metric| *metric != Metric::AverageConditionalProbability;
    for metric in metrics_with_surrogate().into_iter().filter(with_conics) {
        for lattice in [(4, 6), (5, 5), (1, 3)] {
            let on = Lattice::new(lattice.0, lattice.1).expect("samples");
            for value in Confluence::with_points(&metric, on).expect("small").values() {
                let text = value.value.to_string();
                let Ok(exact) = text.parse::<ExactValue>() else { continue };
                let contour = match Contour::new(&metric, &exact, on) {
                    Ok(contour) => contour,
                    Err(error) => panic!("{metric} = {text}: {error}"),
                };
                assert_eq!(Some(&contour.points), value.points.as_ref(), "{metric} = {text}");
                for &(tp, tn) in &contour.points {
                    assert_eq!(contour.polynomial.value_at(tp, tn), num_bigint::BigInt::ZERO);
                }
                assert_ne!(contour.class, ContourClass::Empty, "{metric} = {text}");
            }
        }
    }
}

#[test]
fn contours_of_the_papers_metrics_are_what_it_says() {
    let lattice = Lattice::new(20, 40).expect("samples");
    let contour = |name: &str, value: &str| {
        Contour::new(&metric(name), &value.parse().expect(value), lattice).expect("a contour")
    };
    // Base points in rates: PPV (0, 1), NPV (1, 0), F1 and the threat score (0, 1 + p/n), kappa
    // (-p/(n - p), n/(n - p)). DIFFERENCE: section B.9 of the paper prints the last one with its
    // coordinates exchanged; at (TPR, TNR) = (2, -1) kappa's denominator is not zero.
    for (name, value, (tpr, tnr)) in [
        ("ppv", "1/3", (q(0, 1), q(1, 1))),
        ("npv", "1/3", (q(1, 1), q(0, 1))),
        ("f1", "1/3", (q(0, 1), q(3, 2))),
        ("ts", "1/3", (q(0, 1), q(3, 2))),
        ("kappa", "1/3", (q(-1, 1), q(2, 1))),
        ("ppv-bal", "1/3", (q(0, 1), q(1, 1))),
        ("f1-bal", "1/3", (q(0, 1), q(2, 1))),
    ] {
        let (tp, tn) = contour(name, value).base_point.expect("a pencil");
        assert_eq!((tp / q(20, 1), tn / q(40, 1)), (tpr, tnr), "{name}");
    }
    assert_eq!(contour("mcc", "1/2").class, ContourClass::Ellipse);
    assert_eq!(contour("markedness", "1/2").class, ContourClass::Parabola);
    assert_eq!(contour("gm", "1/2").class, ContourClass::Hyperbola);
    assert_eq!(contour("ba", "1/2").class, ContourClass::Line);
    assert_eq!(contour("mcc", "0").points.len(), 19);
    let error = Contour::new(&metric("log-plr"), &"1/2".parse().expect("a number"), lattice);
    let error = error.expect_err("irrational");
    assert_eq!(
        format!("{error}\nhint: {}", error.hint()),
        "log-plr = 1/2 is not a polynomial with rational coefficients\nhint: give 0 or ln(R)"
    );
}

#[test]
fn d_prime_is_ordered_by_certified_enclosures() {
    let lattice = (6, 4);
    let on = Lattice::new(lattice.0, lattice.1).expect("samples");
    let values: Vec<_> =
        Confluence::with_points(&Metric::DPrime, on).expect("small").values().collect();
    assert_eq!(values[0].value, Value::NegativeInfinity);
    assert_eq!(values.last().map(|last| &last.value), Some(&Value::Infinity));
    let zero = values.iter().find(|value| value.value == Value::Exact(Rational::ZERO));
    assert_eq!(zero.and_then(|zero| zero.points.clone()), Some(vec![(3, 2)]));
    let finite: Vec<(Rational, Rational)> = values[1..values.len() - 1]
        .iter()
        .filter_map(|value| match &value.value {
            Value::Enclosed(value) => Some((value.lower(), value.upper())),
            _ => None,
        })
        .collect();
    assert!(finite.windows(2).all(|pair| pair[0].1 < pair[1].0));
    assert_eq!(finite.len() + 3, values.len());
    let total: u64 = values.iter().map(|value| value.count).sum();
    assert_eq!(total, 7 * 5 - 2);
    // On a square lattice the two rates may be exchanged.
    let square =
        Confluence::new(&Metric::DPrime, Lattice::new(5, 5).expect("samples")).expect("small");
    assert_eq!(square.counts().filter(|count| *count == 2).count(), 4);
    let next = predictive([3, 1, 1, 3], None, (6, 4));
    let half = q(1, 2).into();
    let below =
        next.exact_probability(&Metric::DPrime, TailRelation::Below, &half).expect("separable");
    let above =
        next.exact_probability(&Metric::DPrime, TailRelation::AtLeast, &half).expect("separable");
    let undefined = next.mass(0, 4) + next.mass(6, 0);
    assert_eq!(below + above + undefined, Rational::ONE);
}

#[test]
fn quantiles_and_intervals_agree_with_the_listed_distribution() {
    for name in ["mcc", "f1", "ba", "dor", "pt", "log-nlr", "d-prime", "accuracy"] {
        let metric = metric(name);
        for (observed, lattice) in [([5, 2, 1, 4], (6, 7)), ([4, 4, 4, 4], (6, 6))] {
            let next = predictive(observed, Some((&Rational::ONE, &Rational::ONE)), lattice);
            let exact = MetricPmf::new(&next, &metric, Route::Exact, None).expect("small");
            let pmf = MetricPmf::new(&next, &metric, Route::Certified, None).expect("small");
            for part in ["1/2", "1/40", "39/40"].map(|part| part.parse::<Level>().expect("a part"))
            {
                let listed = exact.quantile(&part).map(|place| exact.value(place));
                assert_eq!(next.quantile(&metric, &part).expect("decided"), listed, "{name}");
            }
            for level in [Level::percent(50), Level::default()] {
                let narrowest = exact.narrowest_interval(&level).expect("decided");
                assert_eq!(pmf.narrowest_interval(&level).expect("decided"), narrowest);
                if let ("ba" | "f1" | "accuracy", Some(found)) = (name, narrowest) {
                    assert_eq!(found, narrowest_by_definition(&exact, &level), "{name}");
                }
            }
        }
    }
}

fn narrowest_by_definition(exact: &MetricPmf, level: &Level) -> (usize, usize) {
    let masses: Vec<Rational> = (0..exact.distinct())
        .map(|place| match exact.mass(place) {
            Mass::Numerator(numerator) => Rational::from(num_bigint::BigInt::from(numerator)),
            Mass::Decimal(_) => panic!("the exact route"),
        })
        .collect();
    let value = |place| match exact.value(place) {
        Value::Exact(value) => value,
        other => panic!("{other} is not rational"),
    };
    let all: Rational = masses.iter().cloned().sum();
    (0..masses.len())
        .flat_map(|start| (start..masses.len()).map(move |end| (start, end)))
        .filter_map(|(start, end)| {
            let mass: Rational = masses[start..=end].iter().cloned().sum();
            let enough = mass >= &all * &**level;
            enough.then(|| (value(end) - value(start), -mass, (start, end)))
        })
        .min()
        .expect("the whole range holds all")
        .2
}

#[test]
fn the_distribution_in_json() {
    let next = predictive([1, 1, 0, 1], None, (1, 2));
    let pmf = MetricPmf::new(&next, &Metric::Mcc, Route::Exact, None).expect("small");
    let summary = Distribution::new(pmf, &Model::Binomial, &Level::default()).expect("a level");
    assert_eq!(
        serde_json::to_string(&summary).expect("json"),
        concat!(
            r#"{"metric":"mcc","observed":{"tn":1,"fp":1,"fn":0,"tp":1},"model":"binomial","positives":1,"#,
            r#""negatives":2,"denominator":"4","undefined":{"count":2,"mass":"1"},"#,
            r#""summary_given":"defined","mode":"1/2","#,
            r#""modes":["1/2"],"median":"1/2","mean":{"lower":"0.66666666666666666666","upper":"#,
            r#""0.66666666666666666667"},"variance":{"lower":"0.05555555555555555555","upper":"#,
            r#""0.05555555555555555556"},"interval":{"level":"19/20","level_given":"defined","#,
            r#""lower":"1/2","upper":"1","mass":"3","mass_given_defined":"1"},"#,
            r#""narrowest_interval":{"level":"19/20","level_given":"defined","#,
            r#""lower":"1/2","upper":"1","mass":"3","mass_given_defined":"1"},"values":[{"value":"-1","count":1,"mass":"0","cumulative":"0"},"#,
            r#"{"value":"-1/2","count":1,"mass":"0","cumulative":"0"},"#,
            r#"{"value":"1/2","count":1,"mass":"2","cumulative":"2"},"#,
            r#"{"value":"1","count":1,"mass":"1","cumulative":"3"}]}"#,
        )
    );
}

#[test]
fn both_routes_print_the_same_decimals_far_from_the_start_of_their_recurrences() {
    // The bound grows with the number of samples; masses at the far ends are the worst computed.
    for (prior, name) in [(None, "mcc"), (Some((q(1, 2), q(7, 3))), "f1")] {
        let prior = prior.as_ref().map(|(u, v)| (u, v));
        let next = predictive([301, 9, 4, 230], prior, (130, 110));
        let exact = MetricPmf::new(&next, &metric(name), Route::Exact, None).expect("fits");
        let certified = MetricPmf::new(&next, &metric(name), Route::Certified, None).expect("fits");
        let denominator = num_bigint::BigInt::from(exact.denominator().expect("exact").clone());
        for place in 0..exact.distinct() {
            for (exact, certified) in [
                (exact.mass(place), certified.mass(place)),
                (exact.cumulative(place), certified.cumulative(place)),
            ] {
                let Mass::Numerator(numerator) = exact else { panic!("the exact route") };
                let fraction =
                    Rational::new(num_bigint::BigInt::from(numerator), denominator.clone());
                assert_eq!(certified, Mass::Decimal(exactile::num::Decimal17::nearest(&fraction)));
            }
            let Mass::Numerator(numerator) = exact.mass(place) else { panic!("the exact route") };
            let mass = Rational::new(num_bigint::BigInt::from(numerator), denominator.clone());
            let bounds = certified.certified_mass(place).expect("certified");
            assert!(bounds.lower() <= mass && mass <= bounds.upper());
        }
    }
}
