//! Rankings along a segment of the Tile, against all pairs in fractions.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use exactile::num::{Rational, Value};
use exactile::section::{
    BestSwap, Compromise, Section, Segment, expected_cost, f_beta_value, net_benefit,
};
use exactile::{Classifier, ConfusionMatrix, Point, RankingScore};
use exactile_testing::{q, small_sets};
use proptest::prelude::*;

fn coordinate() -> impl Strategy<Value = Rational> {
    prop_oneof![Just(q(0, 1)), Just(q(1, 1)), (1_i64..7).prop_map(|n| q(n, 7)), Just(q(1, 2))]
}

/// Segments of all kinds, as pairs of ends.
fn ends() -> impl Strategy<Value = [Point; 2]> {
    let point = |a: &Rational, b: &Rational| Point::new(a.clone(), b.clone());
    (0..4, [coordinate(), coordinate(), coordinate(), coordinate()])
        .prop_map(move |(kind, [x, y, z, w])| match kind {
            0 => [point(&x, &x), point(&y, &y)],
            1 => [point(&x, &y), point(&x, &z)],
            2 => [point(&x, &y), point(&z, &y)],
            _ => [point(&x, &y), point(&z, &w)],
        })
        .prop_filter("two points", |[from, to]| from != to)
}

/// s and u of a classifier at a point of the Tile.
fn parts(classifier: &Classifier, at: &Point) -> (Rational, Rational) {
    RankingScore::at(at.clone()).expect("on the Tile").parts(&classifier.matrix)
}

/// Order of two classifiers at a point: s/(s + u) by cross multiplication.
fn order(first: &Classifier, second: &Classifier, at: &Point) -> Ordering {
    let ((s, u), (t, v)) = (parts(first, at), parts(second, at));
    (s * v).cmp(&(t * u))
}

/// The order of all pairs at a point.
fn ranking(classifiers: &[Classifier], at: &Point) -> Vec<Ordering> {
    let pairs = (0..classifiers.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    pairs.map(|(i, j)| order(&classifiers[i], &classifiers[j], at)).collect()
}

fn swapped(before: &[Ordering], after: &[Ordering]) -> u64 {
    let strict = |(x, y): &(&Ordering, &Ordering)| x.is_ne() && **x == y.reverse();
    before.iter().zip(after).filter(strict).count() as u64
}

/// sign(tau_b) tau_b^2 of the values at two points, where both are defined.
fn tau_square(classifiers: &[Classifier], one: &Point, other: &Point) -> Option<Rational> {
    let is_defined = |classifier: &&Classifier, at: &Point| {
        let (s, u) = parts(classifier, at);
        !(s + u).is_zero()
    };
    let used: Vec<&Classifier> =
        classifiers.iter().filter(|c| is_defined(c, one) && is_defined(c, other)).collect();
    let (mut difference, mut untied) = (0_i64, [0_i64; 2]);
    for (k, first) in used.iter().enumerate() {
        for second in &used[..k] {
            let orders = [one, other].map(|at| order(first, second, at) as i64);
            difference += orders[0] * orders[1];
            untied[0] += orders[0].abs();
            untied[1] += orders[1].abs();
        }
    }
    let product = untied[0] * untied[1];
    (product > 0).then(|| Rational::new(difference * difference.abs(), product))
}

proptest! {
    #[test]
    fn breaks_are_where_pairs_swap(
        classifiers in small_sets(),
        ends in ends(),
        prior in prop::option::of((1_i64..6).prop_map(|n| q(n, 6))),
    ) {
        let shifted = |classifier: &Classifier| {
            let matrix = match &prior {
                Some(prior) => classifier.matrix.shifted(prior).expect("both classes"),
                None => classifier.matrix.clone(),
            };
            Classifier::new(classifier.name.clone(), matrix)
        };
        let classifiers: Vec<Classifier> = classifiers.iter().map(shifted).collect();
        let [from, to] = ends;
        let own = classifiers[0].matrix.prior_positive();
        let segment = Segment::new(from.clone(), to.clone(), own).expect("a segment");
        prop_assert_eq!(&segment.at(&Rational::ZERO), &from);
        prop_assert_eq!(&segment.at(&Rational::ONE), &to);
        let section = Section::new(&classifiers, segment).expect("both classes");

        // A point in each open stretch, and each break.
        let mut cuts = vec![Rational::ZERO];
        cuts.extend(section.breaks.iter().map(|change| change.position.clone()));
        cuts.push(Rational::ONE);
        prop_assert!(cuts.windows(2).all(|pair| pair[0] < pair[1]));
        let between = |t: Rational| {
            cuts.windows(2)
                .map(|pair| &pair[0] + &t * (&pair[1] - &pair[0]))
                .map(|position| ranking(&classifiers, &section.segment.at(&position)))
                .collect::<Vec<_>>()
        };
        let rankings = between(q(1, 2));
        // Each stretch has one ranking, up to its ends.
        prop_assert_eq!(&between(q(1, 1000)), &rankings);
        prop_assert_eq!(&between(q(999, 1000)), &rankings);
        let distinct: BTreeSet<_> = rankings.iter().collect();
        prop_assert_eq!(distinct.len() as u64, section.rankings());
        let (first, last) = (&rankings[0], &rankings[rankings.len() - 1]);
        prop_assert_eq!(section.swaps, swapped(first, last));
        let mut before = 0;
        for (k, change) in section.breaks.iter().enumerate() {
            prop_assert_eq!(change.pairs, swapped(&rankings[k], &rankings[k + 1]));
            prop_assert_eq!(change.before, before);
            before += change.pairs;
            let at = section.at(change);
            prop_assert_eq!(&at, &section.segment.at(&change.position));
            for &[better, worse] in section.pairs_of(change) {
                let [better, worse] = [better, worse].map(|i| &classifiers[i as usize]);
                prop_assert_eq!(order(better, worse, &at), Ordering::Equal);
            }
        }
        prop_assert_eq!(before, section.swaps);

        // The compromise: distances to both ends, counted in swaps, as nearly equal as anywhere.
        let unevenness = |k: usize| {
            let [near, far] = [first, last].map(|end| swapped(&rankings[k], end));
            near.abs_diff(far)
        };
        match section.compromise() {
            None => prop_assert_eq!(section.swaps, 0),
            Some(compromise) => {
                let position = |p: &Rational| cuts.iter().position(|cut| cut == p).expect("a break");
                let (low, high) = (position(&compromise.lower), position(&compromise.upper));
                let least = (0..rankings.len()).map(unevenness).min();
                if low < high {
                    // Between the middle two swaps both distances are equal.
                    prop_assert_eq!(section.swaps % 2, 0);
                    prop_assert_eq!(high, low + 1);
                    prop_assert_eq!(unevenness(low), 0);
                } else {
                    // At the middle swap: fewer than half of all before it, and after it.
                    let change = &section.breaks[low - 1];
                    let after = section.swaps - change.before - change.pairs;
                    prop_assert!(2 * change.before < section.swaps + 1 && 2 * after < section.swaps + 1);
                    prop_assert!(least <= Some(change.pairs));
                }
            }
        }

        // Optimality and tau-b, from all pairs, at breaks, between them and at both ends.
        let mut places = cuts.clone();
        places.extend(cuts.windows(2).map(|pair| q(1, 2) * (&pair[0] + &pair[1])));
        for position in places {
            let found = section.optimality(&position);
            let here = section.segment.at(&position);
            let near = section.compromise().map(|Compromise { lower, upper }| {
                let ends = [lower.clone(), upper.clone()];
                let of = |end: &Rational| {
                    // The pairs that both order, in opposite ways.
                    let there = ranking(&classifiers, &section.segment.at(end));
                    let d = swapped(&there, &ranking(&classifiers, &here));
                    q(1, 1) - Rational::new(d, section.swaps)
                };
                let is_between = lower <= position && position <= upper;
                if is_between { q(1, 1) } else { ends.iter().map(of).max().expect("two") }
            });
            prop_assert_eq!(found.o.as_rational(), near.as_ref());
            let is_optimal = section.optimal().map(|[first, last]| {
                first <= position && position <= last
            });
            prop_assert_eq!(is_optimal, near.as_ref().map(|near| *near == q(1, 1)));
            for (end, tau) in [(&from, &found.tau_from), (&to, &found.tau_to)] {
                let square = tau_square(&classifiers, &here, end);
                match (square, tau.ends()) {
                    (None, None) => {}
                    (Some(square), Some([low, high])) => {
                        let signed = |x: &Rational| x * &x.abs();
                        prop_assert!(signed(&low) <= square && square <= signed(&high));
                        prop_assert!(&high - &low <= Rational::new(1, 1_000_000_000_000_000_i64));
                    }
                    (square, _) => prop_assert!(false, "{square:?} is {tau}"),
                }
            }
        }

        // Who is first.
        let mut start = Rational::ZERO;
        for leader in &section.leaders {
            prop_assert_eq!(&leader.from, &start);
            start = leader.to.clone();
            for t in [q(1, 1000), q(1, 2), q(999, 1000)] {
                let at = section.segment.at(&(&leader.from + t * (&leader.to - &leader.from)));
                let is_first = |i: &usize| {
                    classifiers.iter().all(|other| order(&classifiers[*i], other, &at).is_ge())
                };
                let expected: Vec<usize> = (0..classifiers.len()).filter(is_first).collect();
                prop_assert_eq!(&leader.classifiers, &expected, "{}", at);
            }
        }
        prop_assert_eq!(start, Rational::ONE);
    }

    /// Groups at their best against the best value of each, in every open stretch between swaps of
    /// any two.
    #[test]
    fn groups_change_places_where_their_best_do(
        classifiers in small_sets(),
        ends in ends(),
        number in 2_usize..4,
    ) {
        let groups: Vec<Vec<usize>> = (0..number)
            .map(|group| (group..classifiers.len()).step_by(number).collect::<Vec<_>>())
            .filter(|members| !members.is_empty())
            .collect();
        let [from, to] = ends;
        let own = classifiers[0].matrix.prior_positive();
        let segment = Segment::new(from, to, own).expect("a segment");
        let swaps = BestSwap::of_groups(&classifiers, &groups, &segment).expect("both classes");
        prop_assert!(swaps.windows(2).all(|two| two[0].position <= two[1].position));
        let section = Section::new(&classifiers, segment).expect("both classes");
        let mut cuts = vec![Rational::ZERO];
        cuts.extend(section.breaks.iter().map(|change| change.position.clone()));
        cuts.push(Rational::ONE);
        let best = |group: usize, at: &Point| {
            let members = groups[group].iter().copied();
            members.reduce(|best, k| if order(&classifiers[k], &classifiers[best], at).is_gt() { k } else { best })
        };
        let mut expected = 0;
        for j in 0..groups.len() {
            for i in 0..j {
                let mut ahead: Option<usize> = None;
                for stretch in cuts.windows(2) {
                    let at = section.segment.at(&(q(1, 2) * (&stretch[0] + &stretch[1])));
                    let [first, second] = [i, j].map(|group| best(group, &at).expect("a member"));
                    let now = match order(&classifiers[first], &classifiers[second], &at) {
                        Ordering::Greater => i,
                        Ordering::Less => j,
                        Ordering::Equal => continue,
                    };
                    if let Some(before) = ahead.filter(|before| *before != now) {
                        expected += 1;
                        let is_it = |swap: &&BestSwap| {
                            swap.position == stretch[0] && swap.groups == [before, now]
                        };
                        let swap = swaps.iter().find(is_it).expect("a swap");
                        let [lost, won] = swap.classifiers;
                        prop_assert!(groups[before].contains(&lost) && groups[now].contains(&won));
                        let here = section.segment.at(&swap.position);
                        prop_assert!(order(&classifiers[lost], &classifiers[won], &here).is_eq());
                        prop_assert!(order(&classifiers[won], &classifiers[best(now, &at).expect("a member")], &at).is_eq());
                    }
                    ahead = Some(now);
                }
            }
        }
        prop_assert_eq!(swaps.len(), expected);
    }

    /// Each known section is the order of what people draw over it.
    #[test]
    fn known_curves_order_as_the_tile_does(classifiers in small_sets(), p in (1_i64..9).prop_map(|n| q(n, 9))) {
        let prior = classifiers[0].matrix.prior_positive();
        let decision = Segment::decision(prior.clone()).expect("a prior");
        let cost = Segment::cost(prior.clone()).expect("a prior");
        let f_beta = Segment::f_beta(prior).expect("a prior");
        let at = decision.at(&p);
        prop_assert_eq!(decision.threshold_probability(&at), Some(p.clone()));
        let z = cost.probability_cost(&at).expect("on the diagonal");
        prop_assert_eq!(f_beta.threshold_probability(&f_beta.at(&p)), None);
        prop_assert_eq!(f_beta.f_beta_squared(&f_beta.at(&p)), Some(&p / p.complement()));
        for first in &classifiers {
            for second in &classifiers {
                let by = |value: &dyn Fn(&ConfusionMatrix) -> Option<Rational>| {
                    value(&first.matrix).expect("defined").cmp(&value(&second.matrix).expect("defined"))
                };
                let expected = order(first, second, &at);
                prop_assert_eq!(by(&|matrix| net_benefit(matrix, &p)), expected);
                prop_assert_eq!(by(&|matrix| expected_cost(matrix, &z)), expected.reverse());
                let expected = order(first, second, &f_beta.at(&p));
                prop_assert_eq!(by(&|matrix| f_beta_value(matrix, &p)), expected);
            }
        }
    }
}

/// Classifiers on samples of their own, with one prior: the denominators are not shared.
#[test]
fn weights_and_wide_numbers_are_exact() {
    let prior = q(1, 3);
    let rate = |n: u64, d: u64| Rational::new(n, d);
    for wide in [1_u64, 1 << 30, 1 << 62] {
        let classifiers: Vec<Classifier> = (0..12_u64)
            .map(|k| {
                let d = wide + 2 * k + 11;
                let (tnr, tpr) = (rate(d - 3 - k / 2, d + 1), rate(d / (k + 2) + 1, d + 2));
                let matrix = ConfusionMatrix::from_rates(&tnr, &tpr, &prior).expect("rates");
                Classifier::new(k.to_string(), matrix)
            })
            .collect();
        let segment =
            Segment::new(Point::new(q(1, 5), q(0, 1)), Point::new(q(3, 4), q(1, 1)), prior.clone());
        let section =
            Section::new(&classifiers, segment.expect("a segment")).expect("both classes");
        for change in &section.breaks {
            let at = section.at(change);
            for &[one, other] in section.pairs_of(change) {
                let [one, other] = [one, other].map(|i| &classifiers[i as usize]);
                assert_eq!(order(one, other, &at), Ordering::Equal);
            }
        }
        let ends =
            [section.segment.from(), section.segment.to()].map(|end| ranking(&classifiers, end));
        assert_eq!(section.swaps, swapped(&ends[0], &ends[1]));
    }
}

#[test]
fn what_is_no_segment_is_refused() {
    let point = |a, b| Point::new(a, b);
    let new = |from, to, prior| Segment::new(from, to, prior).expect_err("refused").to_string();
    let (zero, half) = (|| q(0, 1), || q(1, 2));
    assert_eq!(
        new(point(half(), zero()), point(half(), zero()), half()),
        "both ends of the segment are (1/2, 0)"
    );
    assert_eq!(
        new(point(q(3, 2), zero()), point(half(), zero()), half()),
        "(3/2, 0) is not on the Tile"
    );
    assert_eq!(
        new(point(half(), zero()), point(half(), half()), q(1, 1)),
        "a positive prior of 1 is not between 0 and 1"
    );
}

/// Leaderboard of the challenge CADA-RRE as arXiv 2511.22442 uses it (the authors' data: tn, fp,
/// fn, tp). Its F-scores have 29 rankings, and F1 is not the best compromise between precision and
/// recall.
#[test]
fn f1_is_not_the_best_compromise_of_a_published_leaderboard() {
    const COUNTS: [[u64; 4]; 29] = [
        [15, 4, 1, 10],
        [14, 5, 7, 4],
        [18, 1, 9, 2],
        [12, 7, 3, 8],
        [19, 0, 9, 2],
        [16, 3, 7, 4],
        [18, 1, 9, 2],
        [12, 7, 1, 10],
        [12, 7, 3, 8],
        [18, 1, 8, 3],
        [18, 1, 10, 1],
        [19, 0, 11, 0],
        [17, 2, 11, 0],
        [17, 2, 9, 2],
        [14, 5, 3, 8],
        [17, 2, 11, 0],
        [18, 1, 8, 3],
        [18, 1, 10, 1],
        [14, 5, 7, 4],
        [18, 1, 10, 1],
        [16, 3, 11, 0],
        [13, 6, 6, 5],
        [16, 3, 11, 0],
        [18, 1, 11, 0],
        [11, 8, 8, 3],
        [19, 0, 9, 2],
        [16, 3, 4, 7],
        [18, 1, 10, 1],
        [12, 7, 2, 9],
    ];
    let classifier = |(k, [tn, fp, fn_, tp]): (usize, [u64; 4])| {
        Classifier::new(
            k.to_string(),
            ConfusionMatrix::from_counts(tn, fp, fn_, tp).expect("counts"),
        )
    };
    let classifiers: Vec<Classifier> = COUNTS.into_iter().enumerate().map(classifier).collect();
    let segment = Segment::f_beta(q(11, 30)).expect("a segment");
    let section = Section::new(&classifiers, segment).expect("both classes");
    assert_eq!((section.rankings(), section.swaps), (29, 101));
    let o = |name: &str| {
        let named = section.named_optimality(None);
        let found = named.iter().find(|(score, _)| score.to_string() == name);
        found.expect("on the segment").1.o.clone()
    };
    assert_eq!(o("F1"), Value::Exact(q(67, 101)));
    assert_eq!(o("F0.5"), Value::Exact(q(87, 101)));
    // The rule of thumb is nearer than F1.
    let (squared, thumb) = section.heuristic(&classifiers).expect("there are misses");
    assert_eq!((squared, thumb.o), (q(88, 219), Value::Exact(q(78, 101))));
}
