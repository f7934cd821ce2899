//! Two classifiers against each other: the engine against enumeration in fractions.

use std::cmp::Ordering;
use std::path::Path;

use exactile::contest::{
    Comparison, ComparisonOptions, Digits, Evidence, NextTest, NoSwapTest, PatternMass, SwapTest,
    TrulyBetter, next_test, swap_test, truly_better,
};
use exactile::correlation::metric_ranks;
use exactile::lattice::{Lattice, Model, Observation, Predictive};
use exactile::performance::{JointCounts, JointResults, PairCounts};
use exactile::{Classifier, ConfusionMatrix, Metric, Orientation, Rational, Value};
use exactile_input::{ReadOptions, read_path};
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

/// Numbers of `samples` further ones of a class that each has right, with their mass, from the
/// definition of the model alone.
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

fn parts(next: &NextTest) -> [&Value; 4] {
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
                    next_test(evidence, &prior, &metric, test, Digits::Fractions).expect("small");
                let close =
                    next_test(evidence, &prior, &metric, test, Digits::Twelve).expect("small");
                for (expected, (exact, close)) in
                    expected.iter().zip(parts(&exact).into_iter().zip(parts(&close)))
                {
                    assert_eq!(exact, &Value::Exact(expected.clone()), "{metric} {test:?}");
                    let [lower, upper] = close.ends().expect("a probability");
                    assert!(lower <= *expected && *expected <= upper, "{metric} {test:?}");
                    assert!(upper - lower < q(1, 1_000_000_000_000), "{metric} {test:?}");
                }
            }
        }
    }
}

/// On rows that are long enough for thresholds to move along with what they are compared with.
#[test]
fn the_next_test_on_long_rows_is_what_enumeration_says() {
    let (evidence, mass) = (paired([2, 3, 2, 1], [4, 2, 3, 1]), q(2, 1));
    let (prior, test) =
        (PatternMass::new(mass.clone()).expect("positive"), Lattice::new(3, 24).expect("samples"));
    for name in ["mcc", "dor", "markedness", "kappa", "fm", "plr", "gm", "d-prime", "pt", "for"] {
        let metric: Metric = name.parse().expect("a metric");
        let next = next_test(&evidence, &prior, &metric, test, Digits::Twelve).expect("small");
        let all = enumerate(&evidence, &mass, &metric, test);
        for (expected, close) in all.iter().zip(parts(&next)) {
            let [lower, upper] = close.ends().expect("a probability");
            assert!(lower <= *expected && *expected <= upper, "{metric}");
            assert!(upper - lower < q(1, 1_000_000_000_000), "{metric}");
        }
    }
}

#[test]
fn exchanging_the_two_or_the_classes_changes_nothing_but_names() {
    let test = Lattice::new(4, 3).expect("samples");
    let other = Lattice::new(3, 4).expect("samples");
    let mass = PatternMass::default();
    for evidence in some_evidence() {
        for metric in ["f1", "mcc", "accuracy", "fnr", "ppv"].map(|name| name.parse().expect("one"))
        {
            let next = |evidence: &Evidence, metric: &Metric, test: Lattice| {
                next_test(evidence, &mass, metric, test, Digits::Fractions).expect("small")
            };
            let one = next(&evidence, &metric, test);
            let exchanged = next(&evidence.exchanged(), &metric, test);
            assert_eq!((&one.better, &one.equal), (&exchanged.worse, &exchanged.equal));
            assert_eq!(one.undefined, exchanged.undefined);
            if metric == Metric::Accuracy || metric == Metric::Mcc {
                let classes = match evidence {
                    Evidence::Paired(PairCounts { positive, negative }) => {
                        Evidence::Paired(PairCounts { positive: negative, negative: positive })
                    }
                    Evidence::Independent(one, two) => {
                        let of = |o: Observation| Observation {
                            tn: o.tp,
                            fp: o.fn_,
                            fn_: o.fp,
                            tp: o.tn,
                        };
                        Evidence::Independent(of(one), of(two))
                    }
                };
                assert_eq!(one, next(&classes, &metric, other), "{metric}");
            }
        }
    }
}

/// P(the first wins at least `wins` of `all` tosses of a fair coin).
fn tosses(all: u64, wins: u64) -> Rational {
    let (mut sum, mut choices) = (Rational::ZERO, Rational::ONE);
    for k in 0..=all {
        if k >= wins {
            sum += &choices;
        }
        choices = choices * Rational::from(all - k) / Rational::from(k + 1);
    }
    sum / (0..all).fold(Rational::ONE, |power, _| power * Rational::from(2))
}

fn swapped(evidence: &Evidence, metric: &Metric) -> SwapTest {
    let Evidence::Paired(counts) = evidence else { panic!("paired") };
    swap_test(counts, metric).expect("small").expect("defined")
}

#[test]
fn rates_and_accuracy_are_sign_tests() {
    for (positive, negative) in [([5, 4, 1, 2], [7, 0, 3, 1]), ([0, 9, 2, 0], [3, 1, 1, 0])] {
        let evidence = paired(positive, negative);
        let [_, b, c, _] = positive;
        let [_, e, f, _] = negative;
        let check = |metric: Metric, wins: u64, losses: u64| {
            let found = swapped(&evidence, &metric);
            assert_eq!(found.one_sided, tosses(wins + losses, wins), "{metric}");
            let two = tosses(wins + losses, wins.max(losses)) * q(2, 1);
            assert_eq!(found.two_sided, two.min(q(1, 1)), "{metric}");
        };
        check(Metric::Tpr, b, c);
        check(Metric::Fnr, b, c);
        check(Metric::Tnr, e, f);
        check(Metric::Accuracy, b + e, c + f);
        check(Metric::ErrorRate, b + e, c + f);
    }
}

/// scipy.stats.binomtest(33, 51).pvalue, and the same less half of the outcomes that are as
/// extreme.
#[test]
fn mid_p_counts_half_of_what_is_as_extreme() {
    let evidence = paired([20, 33, 18, 2], [5, 0, 0, 5]);
    for metric in [Metric::Tpr, Metric::Accuracy, Metric::Fnr] {
        let found = swapped(&evidence, &metric);
        assert_eq!(format!("{:.6}", found.two_sided.to_f64()), "0.048874");
        assert_eq!(format!("{:.6}", found.two_sided_mid.to_f64()), "0.036483");
    }
    // Nobody is ahead: all that is as large, and half of what is nothing.
    let even = swapped(&paired([20, 3, 3, 2], [5, 0, 0, 5]), &Metric::Tpr);
    assert_eq!(even.two_sided, q(1, 1));
    assert_eq!(even.two_sided_mid, q(1, 1) - q(20, 64) * q(1, 2));
}

#[test]
fn swap_tests_are_what_all_exchanges_say() {
    let cases = [
        paired([3, 2, 1, 1], [4, 1, 2, 0]),
        paired([0, 3, 0, 0], [0, 0, 2, 1]),
        paired([1, 1, 3, 0], [2, 3, 0, 0]),
        paired([2, 0, 0, 1], [3, 1, 0, 1]),
        // Long rows are bisected.
        paired([3, 1, 1, 2], [9, 8, 3, 4]),
    ];
    for evidence in &cases {
        let Evidence::Paired(PairCounts { positive, negative }) = evidence else { unreachable!() };
        let (p, n) = (positive.samples(), negative.samples());
        for metric in metrics() {
            let value = |tp: u64, tn: u64| {
                let matrix = ConfusionMatrix::from_counts(tn, n - tn, p - tp, tp);
                metric.value(&matrix.expect("samples")).to_f64()
            };
            let difference = |i: u64, j: u64| -> Option<f64> {
                let of = |k: u64, d: u64, i: u64| (k + i, k + d - i);
                let (tp, other_tp) = of(positive.both_right, positive.discordant(), i);
                let (tn, other_tn) = of(negative.both_right, negative.discordant(), j);
                let (own, other) = (value(tp, tn)?, value(other_tp, other_tn)?);
                let sign = if metric.orientation() == Orientation::Lower { -1.0 } else { 1.0 };
                let difference = sign * (own - other);
                (!difference.is_nan()).then_some(difference)
            };
            let Evidence::Paired(counts) = evidence else { unreachable!() };
            let found = swap_test(counts, &metric).expect("small");
            let Some(observed) = difference(positive.only_first, negative.only_first) else {
                assert_eq!(found, Err(NoSwapTest::Undefined), "{metric}");
                continue;
            };
            let at_least = |x: f64, y: f64| x >= y || (x - y).abs() < 1e-12;
            let (mut one, mut two, mut beyond) = (Rational::ZERO, Rational::ZERO, Rational::ZERO);
            // Every one of the 2^d exchanges, gathered by how many go to the first.
            let weight = |d: u64, i: u64| tosses(d, i) - tosses(d, i + 1);
            for i in 0..=positive.discordant() {
                for j in 0..=negative.discordant() {
                    let mass = weight(positive.discordant(), i) * weight(negative.discordant(), j);
                    let x = difference(i, j);
                    if x.is_none_or(|x| at_least(x, observed)) {
                        one += &mass;
                    }
                    if x.is_none_or(|x| at_least(x.abs(), observed.abs())) {
                        two += &mass;
                    }
                    if x.is_none_or(|x| !at_least(observed.abs(), x.abs())) {
                        beyond += &mass;
                    }
                }
            }
            let found = found.expect("defined");
            assert_eq!((found.one_sided, &found.two_sided), (one, &two), "{metric} {evidence:?}");
            assert_eq!(found.two_sided_mid, (two + beyond) / q(2, 1), "{metric} {evidence:?}");
        }
    }
}

fn true_share(
    evidence: &Evidence,
    mass: &PatternMass,
    metric: &Metric,
    test: Lattice,
) -> TrulyBetter {
    truly_better(evidence, mass, metric, test, 1).expect("both classes")
}

#[test]
fn truly_better_by_one_rate_is_an_incomplete_beta_function() {
    let mass = PatternMass::new(q(4, 1)).expect("positive");
    let test = Lattice::new(7, 9).expect("samples");
    for (b, c) in [(0, 0), (1, 0), (3, 8), (17, 3), (0, 30), (120, 100)] {
        let evidence = paired([40, b, c, 5], [3, c, b, 1]);
        // 1 - I_1/2(b + 1, c + 1): of b + c + 1 tosses, c + 1 or more are tails.
        let exact = tosses(b + c + 1, c + 1);
        for (metric, exact) in [(Metric::Tpr, exact.clone()), (Metric::Tnr, exact.complement())] {
            let found = true_share(&evidence, &mass, &metric, test);
            assert!(found.lower <= exact && exact <= found.upper, "{metric} {b} {c} {found:?}");
            assert!(found.upper - found.lower < q(1, 1_000_000_000), "{metric} {b} {c}");
        }
    }
}

#[test]
fn truly_better_encloses_what_draws_and_growing_tests_say() {
    let mass = PatternMass::default();
    let observed = Lattice::new(40, 60).expect("samples");
    let cases = [
        paired([30, 5, 2, 3], [50, 1, 4, 5]),
        paired([30, 2, 0, 8], [50, 0, 0, 10]),
        paired([10, 20, 4, 6], [10, 20, 25, 5]),
    ];
    let grown = Lattice::new(160, 240).expect("samples");
    for evidence in &cases {
        for metric in ["accuracy", "f1", "r(1/3,4/5)", "fdr"] {
            let metric: Metric = metric.parse().expect("a metric");
            let found = true_share(evidence, &mass, &metric, observed);
            assert_eq!(found.drawn, None);
            assert!(&found.upper - &found.lower <= q(1, 1000), "{metric} {evidence:?}: {found:?}");
            let mirrored = true_share(&evidence.exchanged(), &mass, &metric, observed);
            let complement = mirrored.upper.complement();
            assert!(complement <= found.upper && mirrored.lower.complement() >= found.lower);
            // A test four times as long says nearly the same, ties shared.
            let next = next_test(evidence, &mass, &metric, grown, Digits::Twelve).expect("listed");
            let [better, equal, undefined] = [next.better, next.equal, next.undefined]
                .map(|value| value.to_f64().expect("a probability"));
            let share = better + (equal + undefined) / 2.0;
            let middle = (found.lower.to_f64() + found.upper.to_f64()) / 2.0;
            assert!((share - middle).abs() < 0.03, "{metric} {evidence:?}: {share} {middle}");
        }
    }
}

#[test]
fn draws_agree_with_enclosures() {
    // The same rates seen by a metric on the Tile and by one that orders alike but is drawn.
    let evidence = paired([30, 5, 2, 3], [50, 1, 4, 5]);
    let test = Lattice::new(40, 60).expect("samples");
    let mass = PatternMass::default();
    let by_gm = true_share(&evidence, &mass, &Metric::GeometricMean, test);
    let drawn = by_gm.drawn.expect("it has no place on the Tile");
    assert_eq!((drawn.seed, drawn.draws), (1, 200_000));
    let again = true_share(&evidence, &mass, &Metric::GeometricMean, test);
    assert_eq!(by_gm, again);
    // Balanced likelihood ratios are ordered by PPV at equal priors.
    for (drawn, placed) in [(Metric::Plr, Metric::Ppv), (Metric::Nlr, Metric::Npv)] {
        let drawn = true_share(&evidence, &mass, &drawn, test);
        let placed = true_share(&evidence, &mass, &placed, test);
        assert!(drawn.lower <= placed.upper && placed.lower <= drawn.upper, "{drawn:?} {placed:?}");
    }
}

fn tumours() -> (Vec<Classifier>, JointResults) {
    let options = ReadOptions { joint: exactile_input::Joint::All, ..ReadOptions::default() };
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/breast_cancer_predictions.csv");
    let input = read_path(Path::new(path), &options, &mut |_| ()).expect("accepted");
    (input.classifiers, input.joint.expect("predictions"))
}

#[test]
fn the_questions_differ_as_published() {
    // Logistic regression against each rival by accuracy: wins and losses, then the next test taken
    // as independent and paired, truly better paired, and the two-sided swap test.
    let published = [
        ("rbf_svm", [5, 4], "0.526", "0.541", "0.624", "1"),
        ("logistic_balanced", [5, 1], "0.674", "0.825", "0.938", "0.22"),
        ("linear_svm", [8, 2], "0.754", "0.884", "0.968", "0.11"),
        ("ridge", [15, 4], "0.894", "0.957", "0.994", "0.019"),
        ("lda", [17, 3], "0.940", "0.986", "0.9993", "0.0026"),
    ];
    let (classifiers, joint) = tumours();
    let position = |name: &str| classifiers.iter().position(|of| of.name == name).expect("there");
    let test = Lattice::new(212, 357).expect("samples");
    let mass = PatternMass::default();
    let first = position("logistic");
    let observed = |i: usize| Observation::from_matrix(&classifiers[i].matrix, "").expect("counts");
    for (name, wins, independent, by_pairs, truly, surprise) in published {
        let second = position(name);
        let counts = joint.pair(first, second);
        let won = [counts.positive.only_first + counts.negative.only_first, {
            counts.positive.only_second + counts.negative.only_second
        }];
        assert_eq!(won, wins, "{name}");
        let rounds_to = |value: f64, printed: &str| {
            let digits = printed.split_once('.').map_or(0, |(_, digits)| digits.len());
            assert_eq!(format!("{value:.digits$}"), printed, "{name}");
        };
        let next = |evidence: &Evidence| {
            let next = next_test(evidence, &mass, &Metric::Accuracy, test, Digits::Twelve);
            next.expect("listed").better.to_f64().expect("a probability")
        };
        rounds_to(next(&Evidence::Independent(observed(first), observed(second))), independent);
        let evidence = Evidence::Paired(counts);
        rounds_to(next(&evidence), by_pairs);
        let found = true_share(&evidence, &mass, &Metric::Accuracy, test);
        rounds_to((found.lower.to_f64() + found.upper.to_f64()) / 2.0, truly);
        rounds_to(swapped(&evidence, &Metric::Accuracy).two_sided.to_f64(), surprise);
    }
    let lda = Evidence::Paired(joint.pair(first, position("lda")));
    for (metric, printed) in [("f1", "0.0005"), ("mcc", "0.0026")] {
        let found = swapped(&lda, &metric.parse().expect("a metric"));
        assert_eq!(format!("{:.4}", found.two_sided.to_f64()), printed, "{metric}");
    }
}

/// The comparison of many classifiers on a sorted lattice and that of two by their classes are one
/// in fractions, for every metric, and greater is better in both.
#[test]
fn all_pairs_of_a_lattice_are_the_next_tests_of_two() {
    let test = Lattice::new(3, 4).expect("small");
    let observed = [[3, 1, 1, 2], [2, 2, 0, 3], [4, 0, 3, 0]]
        .map(|[tn, fp, fn_, tp]| Observation { tn, fp, fn_, tp });
    let next = |of: Observation| Predictive::new(of, &Model::default(), test).expect("small");
    let named = observed.map(|of| (String::new(), next(of)));
    let options = ComparisonOptions { digits: Digits::Fractions, ..ComparisonOptions::default() };
    for metric in metrics() {
        let all = Comparison::with(&named, &metric, &options).expect("small");
        for pair in &all.pairs {
            let evidence = Evidence::Independent(observed[pair.first], observed[pair.second]);
            let next =
                next_test(&evidence, &PatternMass::default(), &metric, test, Digits::Fractions);
            let next = next.expect("small");
            let own = [&pair.greater, &pair.equal, &pair.less, &pair.undefined];
            assert_eq!(own, parts(&next), "{metric}");
        }
    }
}

#[test]
fn opposite_constant_classifiers_are_enclosed() {
    // Always negative against always positive, near the point where both are equal.
    let evidence = paired([0, 0, 212, 0], [0, 357, 0, 0]);
    let mass = PatternMass::new(q(2, 1)).expect("positive");
    let test = Lattice::new(212, 357).expect("samples");
    let at = |weight: i64| {
        let metric: Metric = format!("r({weight}/64,{weight}/64)").parse().expect("a score");
        truly_better(&evidence, &mass, &metric, test, 1).expect("both classes")
    };
    let found = at(41);
    assert!(found.drawn.is_none(), "{found:?}");
    // 0.0006985 of two million draws by other code.
    assert!(found.lower > q(69, 100_000) && found.upper < q(72, 100_000), "{found:?}");
    // Where one of them is far ahead the enclosure is certain.
    let far = at(32);
    assert!(far.drawn.is_none() && far.lower > q(999, 1000), "{far:?}");
}
