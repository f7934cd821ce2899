//! Extreme numbers through the engine's public interface, against big-integer arithmetic, in a
//! build in which machine integers wrap silently unless they are checked.

use std::cmp::Ordering;
use std::panic::catch_unwind;

use exactile::advantage::{Baseline, LogTally, Precision};
use exactile::arrangement::Frontiers;
use exactile::correlation::{Correlator, Performances};
use exactile::lattice::{Confluence, Lattice};
use exactile::num::{ExactInteger, Value};
use exactile::{
    Classifier, ConfusionMatrix, Metric, Point, RankFilter, RankingScore, Rational, Regions,
    rank_at,
};
use num_bigint::BigInt;
use num_rational::BigRational;

/// A reproducible stream of numbers (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % bound
    }
}

/// tn, fp, fn, tp
type Counts = [BigInt; 4];

/// The greatest magnitudes of counts that are tried.
fn sizes() -> Vec<BigInt> {
    let power = |k: u32| BigInt::from(1) << k;
    let ten = |k: u32| BigInt::from(10).pow(k);
    vec![power(31), power(32), power(53), power(62), power(63), ten(20), power(127), ten(40)]
}

/// Classifiers of `size` samples a class, some of them one sample apart, or each with samples of
/// its own: then no denominator is shared.
fn counts_near(size: &BigInt, shared: bool, random: &mut Random) -> Vec<Counts> {
    let count = 7;
    (0..count)
        .map(|_| {
            let total =
                |random: &mut Random| size - if shared { 1 } else { 1 + random.below(1000) };
            let (negatives, positives) = (total(random), total(random));
            let mut part = |total: &BigInt| match random.below(3) {
                0 => total / 2 + BigInt::from(random.below(3)) - 1,
                1 => total - random.below(3),
                _ => total * random.below(1 << 40) / (1_u64 << 40),
            };
            let (tn, tp) = (part(&negatives), part(&positives));
            [tn.clone(), negatives - tn, positives - &tp, tp]
        })
        .collect()
}

fn classifiers(counts: &[Counts]) -> Vec<Classifier> {
    let classifier = |counts: &Counts| {
        let [tn, fp, fn_, tp] = counts.clone().map(Rational::from);
        Classifier::new("", ConfusionMatrix::new(tn, fp, fn_, tp).expect("samples"))
    };
    counts.iter().map(classifier).collect()
}

/// Satisfaction and dissatisfaction of a ranking score at (a, b)/side, both times `side`.
fn parts([tn, fp, fn_, tp]: &Counts, (a, b): (u64, u64), side: u64) -> (BigInt, BigInt) {
    (tn * (side - a) + tp * a, fp * (side - b) + fn_ * b)
}

/// Best and worst rank of a classifier by cross multiplication of big integers.
fn rank(all: &[Counts], own: usize, at: (u64, u64), side: u64) -> (usize, usize) {
    let own = parts(&all[own], at, side);
    let orders: Vec<Ordering> = all
        .iter()
        .map(|rival| parts(rival, at, side))
        .map(|rival| (&rival.0 * &own.1).cmp(&(&own.0 * &rival.1)))
        .collect();
    let count = |order| orders.iter().filter(|found| **found == order).count();
    let better = count(Ordering::Greater);
    (better + 1, better + count(Ordering::Equal))
}

/// Ranks on pieces and at points, and the exact frontiers' crossings of all of them.
fn check_ranks(regions: &Regions, all: &[Counts], name: &str) {
    const SIDE: u64 = 7;
    for i in 0..all.len() {
        let pieces = regions.pieces(i, &RankFilter::all());
        for (a, b) in (1..SIDE).flat_map(|a| (1..SIDE).map(move |b| (a, b))) {
            let at = Point::new(Rational::new(a, SIDE), Rational::new(b, SIDE));
            let found: Vec<(usize, usize)> = pieces
                .iter()
                .filter(|piece| piece.contains(&at))
                .map(|piece| (piece.rank.best as usize, piece.rank.worst as usize))
                .collect();
            assert_eq!(found, [rank(all, i, (a, b), SIDE)], "{name}: classifier {i} at {at}");
        }
    }
    let frontiers = Frontiers::new(regions).expect("few classifiers");
    let cells = frontiers.cells().expect("few cells");
    assert_eq!(frontiers.count().cells, cells.len() as u64, "{name}: cells");
}

fn regions_of_large_counts() {
    let mut random = Random(3);
    for size in sizes() {
        for shared in [true, false] {
            let mut counts = counts_near(&size, shared, &mut random);
            if !shared {
                // One prior for all, so that the rates alone differ in their denominators.
                let common = counts
                    .iter()
                    .fold(BigInt::from(1), |product, [tn, fp, ..]| product * (tn + fp));
                let other = counts
                    .iter()
                    .fold(BigInt::from(1), |product, [.., fn_, tp]| product * (fn_ + tp));
                for [tn, fp, fn_, tp] in &mut counts {
                    let (up, down) = (&common / (&*tn + &*fp), &other / (&*fn_ + &*tp));
                    (*tn, *fp, *fn_, *tp) = (&*tn * &up, &*fp * up, &*fn_ * &down, &*tp * down);
                }
            }
            let set = classifiers(&counts);
            let name = format!("about {size} samples, shared: {shared}");
            check_ranks(&Regions::new(set.clone()).expect("one prior"), &counts, &name);
            let centre = Point::new(Rational::new(1, 2), Rational::new(1, 2));
            let accuracy = RankingScore::at(centre).expect("on the Tile");
            for ranked in rank_at(&set, &accuracy) {
                let found = ranked.rank.map(|rank| (rank.best as usize, rank.worst as usize));
                assert_eq!(found, Some(rank(&counts, ranked.classifier, (1, 1), 2)), "{name}");
            }
        }
    }
}

fn tiny_priors() {
    let mut random = Random(5);
    for size in [BigInt::from(1000), BigInt::from(1) << 31, BigInt::from(1) << 62] {
        let counts = counts_near(&size, true, &mut random);
        let odds = BigInt::from(10).pow(40);
        let target = Rational::new(1, odds.clone());
        let regions = Regions::with_target_prior(classifiers(&counts), &target).expect("a prior");
        // Totals of both classes are equal, so the weights are the priors' odds.
        let moved: Vec<Counts> = counts
            .iter()
            .map(|[tn, fp, fn_, tp]| [tn * (&odds - 1), fp * (&odds - 1), fn_.clone(), tp.clone()])
            .collect();
        check_ranks(&regions, &moved, &format!("prior 1e-40, {size} samples"));
    }
}

/// F-beta with parameters that bring the coefficients to the limit of 127 bits: every distinct
/// value, or a refusal.
fn values_on_lattices() {
    let mut computed = 0;
    for (positives, negatives) in [(0, 40), (40, 0), (7, 5), (30, 40)] {
        for digits in 0..45_u32 {
            let square = BigInt::from(10).pow(digits).pow(2);
            let metric = Metric::FBeta(Rational::from(BigInt::from(10).pow(digits)));
            let lattice = Lattice::new(positives, negatives).expect("small");
            let Ok(confluence) = Confluence::new(&metric, lattice) else { continue };
            let mut expected: Vec<BigRational> = (0..=positives)
                .flat_map(|tp| (0..=negatives).map(move |tn| (tp, tn)))
                .filter_map(|(tp, tn)| {
                    let above = (&square + 1) * tp;
                    let below = &above + &square * (positives - tp) + (negatives - tn);
                    (below != BigInt::ZERO).then(|| BigRational::new(above, below))
                })
                .collect();
            expected.sort();
            expected.dedup();
            let found: Vec<BigRational> = confluence
                .values()
                .map(|value| match value.value {
                    Value::Exact(value) => value.into(),
                    other => panic!("an F-score is rational, not {other}"),
                })
                .collect();
            assert_eq!(found, expected, "F-beta(1e{digits}) on {positives}, {negatives}");
            computed += 1;
        }
    }
    assert!(computed > 50, "only {computed} lattices were not refused");
    // The limits of a lattice's sides.
    let largest = u64::from(u32::MAX) - 1;
    let matrices = Lattice::new(largest, largest).expect("the limit").matrices();
    assert_eq!(BigInt::from(matrices), BigInt::from(u32::MAX) * u32::MAX);
    for (positives, negatives) in [(1 << 32, 1), (1, u64::MAX), (u64::MAX, u64::MAX)] {
        assert!(Lattice::new(positives, negatives).is_err());
    }
}

fn fractions() {
    let mut random = Random(9);
    let edges: Vec<i128> = [31, 32, 53, 62, 63, 64, 126]
        .into_iter()
        .flat_map(|k| [(1 << k) - 1, 1 << k, (1 << k) + 1])
        .chain([i128::MAX, i128::MIN, i128::from(i64::MIN), 1, 3])
        .collect();
    let number = |random: &mut Random| edges[random.below(edges.len() as u64) as usize];
    for _ in 0..20_000 {
        let [n1, d1, n2, d2] = [(); 4].map(|()| number(&mut random));
        let (x, y) = (Rational::new(n1, d1), Rational::new(n2, d2));
        let (big_x, big_y) =
            (BigRational::new(n1.into(), d1.into()), BigRational::new(n2.into(), d2.into()));
        assert_eq!(BigRational::from(&x + &y), &big_x + &big_y);
        assert_eq!(BigRational::from(&x - &y), &big_x - &big_y);
        assert_eq!(BigRational::from(&x * &y), &big_x * &big_y);
        assert_eq!(BigRational::from(&x / &y), &big_x / &big_y);
        assert_eq!(BigRational::from(-&x), -&big_x);
        assert_eq!(x.cmp(&y), big_x.cmp(&big_y));
    }
}

fn correlations() {
    for size in [1_u64 << 16, 1 << 31, 1 << 33, 1 << 62] {
        let mut random = Random(size);
        let counts = counts_near(&size.into(), true, &mut random);
        let performances = Performances::given(&classifiers(&counts)).expect("few");
        let correlator = Correlator::new(&Metric::Tnr, &performances).expect("rational values");
        let at = Point::new(Rational::new(3, 7), Rational::new(5, 7));
        let found = correlator.at(&RankingScore::at(at).expect("on the Tile"));
        let (mut concordant, mut discordant) = (0, 0);
        for (i, first) in counts.iter().enumerate() {
            for second in &counts[..i] {
                let tnr = first[0].cmp(&second[0]);
                let (x, y) = (parts(first, (3, 5), 7), parts(second, (3, 5), 7));
                let ranking = (&x.0 * &y.1).cmp(&(&y.0 * &x.1));
                concordant += u64::from(tnr.is_ne() && tnr == ranking);
                discordant += u64::from(tnr.is_ne() && tnr == ranking.reverse());
            }
        }
        assert_eq!((found.concordant, found.discordant), (concordant, discordant), "{size}");
        let all = exactile::correlation::Correlation { used: u64::MAX, ..found };
        let used = BigInt::from(u64::MAX);
        assert_eq!(BigInt::from(all.pairs()), &used * (&used - 1) / 2);
    }
}

fn many_samples() {
    let mut tally = LogTally::new(2, 1);
    for class in [0, 0, 1] {
        tally.add_samples(class, [&Rational::new(1, 2)], u64::MAX);
    }
    let found = tally.finish(Precision { digits: 20, closed_forms: true });
    let shares = vec![Rational::new(2, 3), Rational::new(1, 3)];
    assert_eq!(found[0].baseline, Some(Baseline::Marginal(shares)));
    assert_eq!(found[0].risk.to_string(), "ln(2)");
}

/// An integer that would not fit stops the program: it never wraps.
fn checked_integers() {
    fn stops<I: ExactInteger>(largest: I) {
        let one = || I::from_small(1);
        let largest = || largest.clone();
        let least = || largest().negated().minus(&one());
        let computations: [&dyn Fn() -> I; 6] = [
            &|| largest().plus(&one()),
            &|| least().minus(&one()),
            &|| largest().times(&I::from_small(2)),
            &|| least().negated(),
            &|| least().magnitude(),
            &|| least().exact_quotient(&I::from_small(-1)),
        ];
        for (k, compute) in computations.into_iter().enumerate() {
            let outcome = catch_unwind(std::panic::AssertUnwindSafe(compute));
            assert!(outcome.is_err(), "operation {k} gave {outcome:?}");
        }
    }
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let outcome = catch_unwind(|| {
        stops(i64::MAX);
        stops(i128::MAX);
    });
    std::panic::set_hook(hook);
    if let Err(failure) = outcome {
        std::panic::resume_unwind(failure);
    }
}

fn main() {
    // This build does not check: otherwise the rest would show nothing.
    let largest = std::hint::black_box(u8::MAX);
    let wraps = catch_unwind(|| std::hint::black_box(largest + std::hint::black_box(1)));
    assert_eq!(wraps.ok(), Some(0), "this crate is built with overflow checks");
    let parts: [(&str, fn()); 7] = [
        ("checked integers", checked_integers),
        ("fractions", fractions),
        ("regions of large counts", regions_of_large_counts),
        ("tiny priors", tiny_priors),
        ("values on lattices", values_on_lattices),
        ("correlations", correlations),
        ("many samples", many_samples),
    ];
    for (name, check) in parts {
        check();
        println!("{name}: as with big integers");
    }
}
