//! Times of the Tile's regions; each benchmark names its workload.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use exactile::num::ExactInteger;
use exactile::tile::{BorderPoint, SweepVisitor};
use exactile::{Classifier, ConfusionMatrix, RankFilter, RankInterval, Rational, Regions};
use rayon::prelude::*;

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

/// Random classifiers; `unit` is the weight of one sample.
fn random_regions(count: usize, negatives: u64, positives: u64, unit: &str) -> Regions {
    let mut random = Random(7);
    let unit: Rational = unit.parse().expect("a number");
    let classifiers = (0..count)
        .map(|i| {
            let (tn, tp) = (random.below(negatives + 1), random.below(positives + 1));
            let weight = |n: u64| Rational::from(n) * &unit;
            // One sample on top of large weights keeps rates from reducing to small fractions.
            let one_more = Rational::from(u64::from(unit != Rational::ONE));
            let matrix = ConfusionMatrix::new(
                weight(tn) + one_more,
                weight(negatives - tn),
                weight(positives - tp),
                weight(tp),
            );
            Classifier::new(format!("c{i}"), matrix.expect("samples"))
        })
        .collect();
    Regions::new(classifiers).expect("the same samples for all")
}

/// Takes in every piece: its rank and the exact numbers of its corners.
#[derive(Default)]
struct Digest {
    pieces: u64,
    ranks: u64,
}

impl SweepVisitor for Digest {
    fn sector(&mut self, rank: RankInterval) {
        self.pieces += 1;
        self.ranks += u64::from(rank.best);
    }

    fn frontier<I: ExactInteger>(
        &mut self,
        upper_left: &BorderPoint<I>,
        lower_right: &BorderPoint<I>,
        tie: RankInterval,
    ) {
        self.pieces += 1;
        self.ranks += u64::from(tie.best);
        black_box((upper_left, lower_right));
    }
}

fn sweep_all(regions: &Regions) -> u64 {
    let mut digest = Digest::default();
    for classifier in 0..regions.classifiers().len() {
        regions.sweep(classifier, &mut digest).expect("one prior");
    }
    black_box(digest.ranks);
    digest.pieces
}

fn all_pieces(criterion: &mut Criterion) {
    let mut group =
        criterion.benchmark_group("all pieces with exact corners, 200 + 800 samples, one core");
    group.sample_size(20);
    for count in [74, 300, 1000] {
        let regions = random_regions(count, 800, 200, "1");
        group.bench_function(format!("n = {count}"), |b| b.iter(|| sweep_all(&regions)));
    }
    for (unit, size) in [("1e18", "10^20, 256 bits"), ("1e60", "10^62, big integers")] {
        let regions = random_regions(300, 800, 200, unit);
        group.bench_function(format!("n = 300, counts of {size}"), |b| {
            b.iter(|| sweep_all(&regions));
        });
    }
    group.finish();
}

fn stream(criterion: &mut Criterion) {
    let mut group =
        criterion.benchmark_group("all pieces as a stream, 20,000 + 80,000 samples, all cores");
    group.sample_size(10);
    let regions = random_regions(10_000, 80_000, 20_000, "1");
    group.bench_function("n = 10,000", |b| {
        b.iter(|| {
            (0..regions.classifiers().len())
                .into_par_iter()
                .map(|classifier| {
                    let mut digest = Digest::default();
                    regions.sweep(classifier, &mut digest).expect("one prior");
                    black_box(digest.ranks);
                    digest.pieces
                })
                .sum::<u64>()
        });
    });
    group.finish();
}

fn built_pieces(criterion: &mut Criterion) {
    let mut group =
        criterion.benchmark_group("pieces with reduced corners and edges, 200 + 800 samples");
    group.sample_size(10);
    let regions = random_regions(300, 800, 200, "1");
    group.bench_function("n = 300", |b| {
        b.iter(|| (0..300).map(|i| regions.pieces(i, &RankFilter::all()).len()).sum::<usize>());
    });
    group.bench_function("n = 300, with proved areas", |b| {
        b.iter(|| {
            (0..3)
                .map(|i| regions.pieces_with_areas(i, &RankFilter::all()).expect("areas").len())
                .sum::<usize>()
        });
    });
    group.finish();
}

/// Good classifiers, each tested on 100 to 1000 samples of either class.
fn unequal_regions(count: usize) -> Regions {
    let mut random = Random(7);
    let mut class = || {
        let samples = 100 + random.below(901);
        let wrong = random.below(samples / 2);
        [samples - wrong, wrong]
    };
    let classifiers = (0..count)
        .map(|i| {
            let ([tn, fp], [tp, fn_]) = (class(), class());
            let matrix = ConfusionMatrix::from_counts(tn, fp, fn_, tp);
            Classifier::new(format!("c{i}"), matrix.expect("samples"))
        })
        .collect();
    Regions::by_arrangements(classifiers).expect("samples of both classes")
}

fn unequal_priors(criterion: &mut Criterion) {
    let mut group =
        criterion.benchmark_group("all pieces, as many priors as classifiers, one core");
    group.sample_size(10);
    for count in [10, 30] {
        let regions = unequal_regions(count);
        let all = RankFilter::all();
        group.bench_function(format!("n = {count}"), |b| {
            b.iter(|| (0..count).map(|i| regions.pieces(i, &all).len()).sum::<usize>());
        });
        group.bench_function(format!("n = {count}, with proved areas"), |b| {
            b.iter(|| {
                (0..count)
                    .map(|i| regions.pieces_with_areas(i, &all).expect("areas").len())
                    .sum::<usize>()
            });
        });
    }
    group.finish();
}

criterion_group!(benches, all_pieces, stream, built_pieces, unequal_priors);
criterion_main!(benches);
