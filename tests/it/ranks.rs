//! Ranks of classifiers on further samples: both routes against the definition.

use exactile::contest::{Contest, RankDistributions};
use exactile::lattice::{Lattice, Model, Observation, Predictive};
use exactile::{ConfusionMatrix, Metric, Rational, Value};
use proptest::prelude::*;

/// Rank probabilities by enumerating what all classifiers may get together.
struct Enumerated {
    first_alone: Vec<Rational>,
    first_tied: Vec<Rational>,
    undefined: Vec<Rational>,
    /// Sums of rank times mass, ties counting half, where defined.
    rank_sum: Vec<Rational>,
    ranks: Vec<Vec<Rational>>,
    greater: Vec<Vec<Rational>>,
    equal: Vec<Vec<Rational>>,
}

fn enumerate(nexts: &[Predictive], metric: &Metric) -> Enumerated {
    let lattice = nexts[0].lattice();
    let (p, n) = (lattice.positives(), lattice.negatives());
    let outcomes: Vec<Vec<(Rational, Option<Rational>)>> = nexts
        .iter()
        .map(|next| {
            let points = (0..=p).flat_map(|tp| (0..=n).map(move |tn| (tp, tn)));
            points
                .map(|(tp, tn)| {
                    let [tn_, fp, fn_, tp_] = [tn, n - tn, p - tp, tp].map(Rational::from);
                    let matrix = ConfusionMatrix::new(tn_, fp, fn_, tp_).expect("not all are zero");
                    let value = match metric.value(&matrix) {
                        Value::Exact(value) => Some(value),
                        Value::Undefined(_) => None,
                        other => panic!("a rational metric, not {other:?}"),
                    };
                    (next.mass(tp, tn), value)
                })
                .filter(|(mass, _)| mass.is_positive())
                .collect()
        })
        .collect();
    let count = nexts.len();
    let zeros = || vec![Rational::ZERO; count];
    let mut found = Enumerated {
        first_alone: zeros(),
        first_tied: zeros(),
        undefined: zeros(),
        rank_sum: zeros(),
        ranks: vec![zeros(); count],
        greater: vec![zeros(); count],
        equal: vec![zeros(); count],
    };
    let mut chosen = vec![0; count];
    loop {
        let of = |i: usize| &outcomes[i][chosen[i]];
        let mass: Rational = (0..count).fold(Rational::ONE, |product, i| product * of(i).0.clone());
        for i in 0..count {
            let Some(own) = &of(i).1 else {
                found.undefined[i] = &found.undefined[i] + &mass;
                continue;
            };
            let others = (0..count).filter(|&j| j != i);
            let (mut better, mut equal) = (0_usize, 0_u64);
            let is_lower_better = ["fdr", "error-rate"].contains(&metric.to_string().as_str());
            for j in others {
                if of(j)
                    .1
                    .as_ref()
                    .is_some_and(|other| if is_lower_better { other < own } else { other > own })
                {
                    better += 1;
                }
                match &of(j).1 {
                    Some(other) if other == own => {
                        equal += 1;
                        found.equal[i][j] = &found.equal[i][j] + &mass;
                    }
                    Some(other) if (other > own) != is_lower_better => {}
                    // Greater is better.
                    Some(_) => found.greater[i][j] = &found.greater[i][j] + &mass,
                    None => {}
                }
            }
            found.ranks[i][better] = &found.ranks[i][better] + &mass;
            if better == 0 {
                let first = if equal == 0 { &mut found.first_alone } else { &mut found.first_tied };
                first[i] = &first[i] + &mass;
            }
            let rank = Rational::ONE
                + Rational::from(u64::try_from(better).expect("few"))
                + Rational::new(equal, 2);
            found.rank_sum[i] = &found.rank_sum[i] + &(rank * &mass);
        }
        let Some(next) = (0..count).find(|&i| chosen[i] + 1 < outcomes[i].len()) else {
            return found;
        };
        chosen[next] += 1;
        chosen[..next].fill(0);
    }
}

fn check(found: &Value, expected: &Rational) {
    let [lower, upper] = found.ends().expect("a number");
    assert!(lower <= *expected && *expected <= upper, "{found:?}: {expected}");
    let width = upper - lower;
    assert!(width <= Rational::new(1, 1_000_000_000_000_i64), "{found:?}");
}

fn compare(nexts: &[Predictive], metric: &Metric) {
    let named: Vec<(String, Predictive)> =
        nexts.iter().enumerate().map(|(i, next)| (i.to_string(), next.clone())).collect();
    let expected = enumerate(nexts, metric);
    let exact = RankDistributions::exact(&named, metric).expect("small");
    let certified = RankDistributions::new(&named, metric).expect("small");
    let first = Contest::new(nexts).expect("alike").first(metric).expect("small");
    for ranks in [&exact, &certified] {
        for (i, of) in ranks.classifiers.iter().enumerate() {
            check(&of.first_alone, &expected.first_alone[i]);
            check(&of.first_tied, &expected.first_tied[i]);
            check(&of.undefined, &expected.undefined[i]);
            for (rank, expected) in of.ranks.iter().zip(&expected.ranks[i]) {
                check(rank, expected);
            }
            let defined = Rational::ONE - &expected.undefined[i];
            match (&of.expected_rank, expected.rank_sum[i].checked_div(&defined)) {
                (Some(found), Some(expected)) => check(found, &expected),
                (None, None) => {}
                other => panic!("{other:?}"),
            }
        }
        for pair in &ranks.pairs {
            let (i, j) = (pair.first, pair.second);
            check(&pair.greater, &expected.greater[i][j]);
            check(&pair.equal, &expected.equal[i][j]);
            check(&pair.less, &expected.greater[j][i]);
            let all = [&expected.greater[i][j], &expected.equal[i][j], &expected.greater[j][i]];
            check(&pair.undefined, &(Rational::ONE - all.into_iter().cloned().sum::<Rational>()));
        }
    }
    for (i, (alone, either)) in first.alone.iter().zip(&first.alone_or_tied).enumerate() {
        check(&Value::Certified(*alone), &expected.first_alone[i]);
        let expected = &expected.first_alone[i] + &expected.first_tied[i];
        check(&Value::Certified(*either), &expected);
    }
}

fn next(counts: [u64; 4], model: &Model, lattice: Lattice) -> Predictive {
    let [tn, fp, fn_, tp] = counts;
    Predictive::new(Observation { tn, fp, fn_, tp }, model, lattice).expect("observed")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn both_routes_agree_with_enumeration(
        counts in prop::collection::vec(prop::array::uniform4(0_u64..9), 1..4),
        (positives, negatives) in (1_u64..3, 1_u64..4),
        metric in prop::sample::select(vec![
            "f1", "accuracy", "tpr", "tnr", "ppv", "npv", "r(1/3,3/4)", "r(0,1)", "kappa", "fdr",
        ]),
        binomial in any::<bool>(),
    ) {
        let model = if binomial { Model::Binomial } else { Model::default() };
        let lattice = Lattice::new(positives, negatives).expect("samples");
        let nexts: Vec<Predictive> = counts
            .into_iter()
            // Something was observed of both classes.
            .map(|[tn, fp, fn_, tp]| next([tn + 1, fp, fn_, tp + 1], &model, lattice))
            .collect();
        compare(&nexts, &metric.parse().expect("a metric"));
    }
}

#[test]
fn equal_classifiers_have_equal_probabilities_to_the_last_bit() {
    let lattice = Lattice::new(40, 60).expect("samples");
    let twin = next([50, 10, 8, 32], &Model::default(), lattice);
    let other = next([48, 12, 6, 34], &Model::default(), lattice);
    let named: Vec<(String, Predictive)> = [&twin, &other, &twin, &twin]
        .iter()
        .enumerate()
        .map(|(i, next)| (i.to_string(), (*next).clone()))
        .collect();
    let ranks = RankDistributions::new(&named, &Metric::Mcc).expect("small");
    let of = |i: usize| {
        let mut of = ranks.classifiers[i].clone();
        of.name.clear();
        of
    };
    assert_eq!(of(0), of(2));
    assert_eq!(of(0), of(3));
    assert_ne!(of(0), of(1));
    let between = |i: usize, j: usize| {
        ranks.pairs.iter().find(|pair| (pair.first, pair.second) == (i, j)).expect("listed")
    };
    assert_eq!(between(0, 2).greater, between(0, 2).less);
    assert_eq!(
        between(0, 2),
        &exactile::contest::RankedPair { first: 0, second: 2, ..between(0, 3).clone() }
    );
    // The order in which classifiers are given changes nothing.
    let mut reversed = named.clone();
    reversed.reverse();
    let again = RankDistributions::new(&reversed, &Metric::Mcc).expect("small");
    for (i, classifier) in ranks.classifiers.iter().enumerate() {
        assert_eq!(*classifier, again.classifiers[named.len() - 1 - i]);
    }
}

/// Twelve classifiers at (60, 90): rank probabilities sum to what is defined, within the bounds,
/// and both routes agree.
#[test]
fn ranks_of_many_classifiers_sum_to_one() {
    let lattice = Lattice::new(60, 90).expect("samples");
    let named: Vec<(String, Predictive)> = (0..12)
        .map(|i| {
            let counts = [60 + 2 * i, 30 - 2 * i, 15 - i, 45 + i];
            (i.to_string(), next(counts, &Model::default(), lattice))
        })
        .collect();
    for metric in ["f1", "ppv", "mcc", "r(13/128,77/128)", "tnr"] {
        let metric: Metric = metric.parse().expect("a metric");
        let ranks = RankDistributions::new(&named, &metric).expect("small");
        for of in &ranks.classifiers {
            let sum = |end: fn(&Value) -> Option<Rational>| -> Option<Rational> {
                of.ranks.iter().chain([&of.undefined]).map(end).sum()
            };
            assert!(sum(Value::lower).expect("numbers") <= Rational::ONE, "{metric}");
            assert!(sum(Value::upper).expect("numbers") >= Rational::ONE, "{metric}");
            let [alone, tied, first] = [&of.first_alone, &of.first_tied, &of.ranks[0]]
                .map(|value| value.to_f64().expect("a probability"));
            assert!((alone + tied - first).abs() < 1e-12, "{metric}");
        }
        let firsts = Contest::new(named.iter().map(|(_, next)| next)).expect("alike");
        let firsts = firsts.first(&metric).expect("small");
        for (of, first) in ranks.classifiers.iter().zip(&firsts.alone) {
            let whole = of.first_alone.to_f64().expect("a probability");
            let part = first.value();
            assert!((whole - part).abs() <= 1e-13 * whole + 1e-22, "{metric}: {whole} {part}");
        }
    }
}

/// Four classifiers at (25, 35) in fractions: the certified digits are those of the fractions.
#[test]
fn digits_are_those_of_the_exact_fractions() {
    let lattice = Lattice::new(25, 35).expect("samples");
    let named: Vec<(String, Predictive)> =
        [[30, 5, 6, 19], [28, 7, 4, 21], [33, 2, 9, 16], [30, 5, 6, 19]]
            .into_iter()
            .enumerate()
            .map(|(i, counts)| (i.to_string(), next(counts, &Model::default(), lattice)))
            .collect();
    for metric in ["f1", "r(1/3,2/5)", "markedness"] {
        let metric: Metric = metric.parse().expect("a metric");
        let certified = RankDistributions::new(&named, &metric).expect("small");
        let exact = RankDistributions::exact(&named, &metric).expect("small");
        for (one, other) in certified.classifiers.iter().zip(&exact.classifiers) {
            let pairs = one.ranks.iter().zip(&other.ranks);
            let firsts =
                [(&one.first_alone, &other.first_alone), (&one.first_tied, &other.first_tied)];
            for (found, expected) in pairs.chain(firsts) {
                let Value::Exact(expected) = expected else { panic!("exact ones were asked") };
                let [lower, upper] = found.ends().expect("a number");
                assert!(lower <= *expected && *expected <= upper);
                let text = serde_json::to_value(found).expect("serialises");
                let digits: Rational =
                    text.as_str().expect("has digits").parse().expect("a number");
                let relative = (&digits - expected).abs() / expected;
                assert!(relative < Rational::new(1, 10_000_000_000_i64), "{found:?}");
            }
        }
    }
}
