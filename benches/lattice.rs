//! The lattice of test results: the workloads that have a budget, named with their sizes.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use exactile::Metric;
use exactile::contest::Comparison;
use exactile::lattice::{
    Confluence, ExactValue, Lattice, MetricPmf, Model, Observation, Predictive, Route, TailRelation,
};

fn lattice(positives: u64, negatives: u64) -> Lattice {
    Lattice::new(positives, negatives).expect("samples")
}

/// Further results on (P, N) samples, having seen as many with 4/5 and 9/10 of them right.
fn next(positives: u64, negatives: u64) -> Predictive {
    let (tp, tn) = (positives * 4 / 5, negatives * 9 / 10);
    let observed = Observation { tp, fn_: positives - tp, tn, fp: negatives - tn };
    Predictive::new(observed, &Model::default(), lattice(positives, negatives)).expect("observed")
}

fn confluence(c: &mut Criterion) {
    for name in ["mcc", "f1", "ba"] {
        let metric: Metric = name.parse().expect("a metric");
        c.bench_function(&format!("confluence/{name}/1000x1000"), |b| {
            b.iter(|| Confluence::new(&metric, black_box(lattice(1000, 1000))).expect("fits"));
        });
    }
    c.bench_function("confluence/mcc/5000x5000", |b| {
        b.iter(|| Confluence::new(&Metric::Mcc, black_box(lattice(5000, 5000))).expect("fits"));
    });
}

fn pmf(c: &mut Criterion) {
    let small = next(200, 400);
    c.bench_function("pmf/mcc/200x400/exact", |b| {
        b.iter(|| MetricPmf::new(&small, &Metric::Mcc, Route::Exact, None).expect("fits"));
    });
    let large = next(1000, 1000);
    c.bench_function("pmf/mcc/1000x1000/decimals", |b| {
        b.iter(|| {
            let pmf = MetricPmf::new(&large, &Metric::Mcc, Route::Certified, None).expect("fits");
            for place in 0..pmf.distinct() {
                black_box((pmf.mass(place), pmf.cumulative(place)));
            }
        });
    });
    let value: ExactValue = "0.7".parse().expect("a number");
    let larger = next(10_000, 10_000);
    c.bench_function("tail/mcc/10000x10000/exact", |b| {
        b.iter(|| {
            larger.exact_probability(&Metric::Mcc, TailRelation::AtLeast, &value).expect("fits")
        });
    });
    let largest = next(100_000, 100_000);
    c.bench_function("tail/mcc/100000x100000/certified", |b| {
        b.iter(|| largest.probability(&Metric::Mcc, TailRelation::AtLeast, &value).expect("fits"));
    });
}

fn compare(c: &mut Criterion) {
    let classifiers: Vec<(String, Predictive)> = (0..32)
        .map(|i| {
            let observed = Observation { tp: 180 + i, fn_: 32 - i, tn: 300 + i, fp: 57 - i };
            let next = Predictive::new(observed, &Model::default(), lattice(212, 357));
            (format!("c{i}"), next.expect("observed"))
        })
        .collect();
    c.bench_function("compare/mcc/212x357/32-classifiers", |b| {
        b.iter(|| Comparison::new(&classifiers, &Metric::Mcc, false).expect("fits"));
    });
    c.bench_function("compare/mcc/212x357/32-classifiers-ranks", |b| {
        b.iter(|| Comparison::new(&classifiers, &Metric::Mcc, true).expect("fits"));
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3));
    targets = confluence, pmf, compare
}
criterion_main!(benches);
