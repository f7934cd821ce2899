//! Times of the arrangement of all frontiers; each benchmark names its workload.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use exactile::arrangement::Frontiers;
use exactile::{Classifier, ConfusionMatrix, NamedScore, Regions};

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

/// Classifiers tested on 800 negative and 200 positive samples.
fn regions(points: impl IntoIterator<Item = (u64, u64)>) -> Regions {
    let classifiers = points
        .into_iter()
        .map(|(tn, tp)| {
            let matrix = ConfusionMatrix::from_counts(tn, 800 - tn, 200 - tp, tp);
            Classifier::new("", matrix.expect("samples"))
        })
        .collect();
    Regions::new(classifiers).expect("the same samples for all")
}

fn random(count: usize) -> Regions {
    let mut random = Random(7);
    regions((0..count).map(|_| (random.below(801), random.below(201))))
}

/// None at least as good as another in both rates.
fn incomparable(count: usize) -> Regions {
    let mut random = Random(11);
    let mut distinct = |bound: u64| {
        let mut values = std::collections::BTreeSet::new();
        while values.len() < count {
            values.insert(random.below(bound));
        }
        values.into_iter().collect::<Vec<_>>()
    };
    let (tn, tp) = (distinct(801), distinct(201));
    regions(tn.into_iter().zip(tp.into_iter().rev()))
}

fn counts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("counting cells and confluences, 200 + 800 samples");
    group.sample_size(10);
    let sets = [
        ("n = 74, random", random(74)),
        ("n = 74, incomparable", incomparable(74)),
        ("n = 150, random", random(150)),
    ];
    for (name, regions) in sets {
        let count = Frontiers::new(&regions).expect("few").count();
        println!("{name}: {count:?}");
        group.bench_function(name, |b| {
            b.iter(|| black_box(Frontiers::new(&regions).expect("few").count()));
        });
    }
    group.finish();
}

fn structure(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("full structure, 200 + 800 samples");
    group.sample_size(10);
    for (name, regions) in
        [("n = 74, random", random(74)), ("n = 74, incomparable", incomparable(74))]
    {
        let frontiers = Frontiers::new(&regions).expect("few");
        group.bench_function(format!("{name}, cells and neighbours"), |b| {
            b.iter(|| black_box(frontiers.cells().expect("few").len()));
        });
        group.bench_function(format!("{name}, with exact sample points"), |b| {
            b.iter(|| {
                let cells = frontiers.cells().expect("few");
                (0..cells.len()).for_each(|cell| {
                    black_box(cells.sample(cell));
                });
            });
        });
        group.bench_function(format!("{name}, with rankings"), |b| {
            b.iter(|| {
                let cells = frontiers.cells().expect("few");
                cells.visit_rankings(|_, ranking| {
                    black_box(ranking);
                });
            });
        });
    }
    group.finish();
}

fn around(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("the cell around F1, 200 + 800 samples");
    group.sample_size(10);
    for (name, regions) in
        [("n = 300, random", random(300)), ("n = 180, incomparable", incomparable(180))]
    {
        let place = "f1"
            .parse::<NamedScore>()
            .expect("a name")
            .place(regions.common_prior().expect("one prior"));
        group.bench_function(name, |b| {
            b.iter(|| black_box(Frontiers::new(&regions).expect("few").around(&place)));
        });
    }
    group.finish();
}

criterion_group!(benches, counts, structure, around);
criterion_main!(benches);
