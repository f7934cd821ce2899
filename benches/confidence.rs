//! Ranks of classifiers on further samples: the workloads that have a budget.

use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, criterion_group, criterion_main};
use exactile::Metric;
use exactile::contest::{Contest, RankDistributions};
use exactile::lattice::{Lattice, Model, Observation, Predictive};
use exactile_input::{ReadOptions, read_path};

/// The further results of 32 classifiers of breast tumours: 212 positives, 357 negatives.
fn tumours() -> Vec<(String, Predictive)> {
    let path = Path::new("fixtures/breast_cancer_confusion.csv");
    let input = read_path(path, &ReadOptions::default(), &mut |_| ()).expect("a fixture");
    let lattice = Lattice::new(212, 357).expect("samples");
    let next = |of: &exactile::Classifier| {
        let observed = Observation::from_matrix(&of.matrix, &of.name).expect("counts");
        (of.name.clone(), Predictive::new(observed, &Model::default(), lattice).expect("observed"))
    };
    input.classifiers.iter().map(next).collect()
}

fn ranks(c: &mut Criterion) {
    let classifiers = tumours();
    for name in ["f1", "accuracy", "r(13/128,77/128)"] {
        let metric: Metric = name.parse().expect("a metric");
        c.bench_function(&format!("ranks/32 at 212x357/{name}"), |b| {
            b.iter(|| RankDistributions::new(black_box(&classifiers), &metric).expect("fits"));
        });
        c.bench_function(&format!("first/32 at 212x357/{name}"), |b| {
            let contest = Contest::new(classifiers.iter().map(|(_, next)| next)).expect("alike");
            b.iter(|| contest.first(black_box(&metric)).expect("fits"));
        });
    }
}

criterion_group!(benches, ranks);
criterion_main!(benches);
