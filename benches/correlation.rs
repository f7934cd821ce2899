//! Times of rank correlations; each benchmark names its workload.

use criterion::{Criterion, criterion_group, criterion_main};
use exactile::correlation::{Correlator, Performances};
use exactile::{Metric, Point, RankingScore, Rational};

fn correlations(criterion: &mut Criterion) {
    let prior = Rational::new(1, 5);
    let performances = Performances::fixed_prior(&prior, 80).expect("a lattice");
    let mut group = criterion.benchmark_group("MCC over 6,561 performances of prior 1/5");
    group.sample_size(20);
    group.bench_function("the score's side, once", |b| {
        b.iter(|| Correlator::new(&Metric::Mcc, &performances).expect("comparable"));
    });
    let correlator = Correlator::new(&Metric::Mcc, &performances).expect("comparable");
    for (name, place) in [
        ("one point, keys of 41 bits", ((37, 100), (81, 100))),
        ("one point, keys of 63 bits", ((370_001, 1_000_003), (810_001, 1_000_003))),
    ] {
        let ((a, n), (b, m)) = place;
        let place = Point::new(Rational::new(a, n), Rational::new(b, m));
        let score = RankingScore::at(place).expect("on the Tile");
        group.bench_function(name, |b| b.iter(|| correlator.at(&score)));
    }
    group.sample_size(10);
    group.bench_function("101 x 101 points, all cores", |b| {
        b.iter(|| correlator.tile(100, || ()));
    });
    group.finish();
}

criterion_group!(benches, correlations);
criterion_main!(benches);
