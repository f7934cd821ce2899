//! Long work of any kind stops at once if its callback asks for it.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use exactile::arrangement::{BentFrontiers, Frontiers};
use exactile::confidence::{Plan, PlanQuestion, Planned, TestSize};
use exactile::contest::{
    Comparison, ComparisonOptions, Contestants, Digits, Draws, Evidence, Pair, PairQuestion,
    compare,
};
use exactile::correlation::{Correlator, Performances};
use exactile::lattice::{
    Confluence, Contour, Histograms, Lattice, MetricPmf, Model, Observation, Predictive, Route,
    TailQuestions, TailRelation, Tails,
};
use exactile::num::Level;
use exactile::ranking::{FitnessTable, PerformanceSet};
use exactile::reported::{
    ReportedRow, ReportedScore, ReportedValue, Rounding, explain_with_progress,
};
use exactile::section::{Section, Segment};
use exactile::threshold::{ModelSummary, ScoreColumn, ScoredModel};
use exactile::tile::TileError;
use exactile::work::Advance;
use exactile::{Metric, Rational, Regions, Selection};
use exactile_report::{Report, ReportOptions};
use exactile_testing::{classifiers, q};

const STOP: ControlFlow<()> = ControlFlow::Break(());
const GO_ON: ControlFlow<()> = ControlFlow::Continue(());

/// Asserts that work stops at the first call, at a later one, and not without a request; returns
/// its result.
fn check<T>(what: &str, work: impl Fn(Advance<'_>) -> Option<T>) -> T {
    let calls = AtomicU64::new(0);
    let found = work(&|| {
        calls.fetch_add(1, Ordering::Relaxed);
        GO_ON
    });
    let all = calls.load(Ordering::Relaxed);
    assert!(all > 0, "{what}: nobody was asked");
    for stop_at in [1, all.div_ceil(2), all] {
        let calls = AtomicU64::new(0);
        let stopped = work(&|| {
            // One refusal is enough, whatever is said to other cores.
            if calls.fetch_add(1, Ordering::Relaxed) + 1 == stop_at { STOP } else { GO_ON }
        });
        assert!(stopped.is_none(), "{what}: goes on at call {stop_at} of {all}");
    }
    found.unwrap_or_else(|| panic!("{what}: stops by itself"))
}

fn next(tp: u64) -> Predictive {
    let observed = Observation { tn: 9, fp: 3, fn_: 12 - tp, tp };
    Predictive::new(observed, &Model::default(), Lattice::new(12, 12).expect("samples"))
        .expect("both classes")
}

#[test]
fn work_on_the_lattice_stops() {
    let (f1, lattice) = (Metric::FBeta(Rational::ONE), Lattice::new(400, 300).expect("samples"));
    let accuracy = Metric::Accuracy;
    for (metric, points) in [(&f1, false), (&f1, true), (&accuracy, false), (&Metric::Mcc, false)] {
        let confluence = check("confluence", |advance| {
            Confluence::with_progress(metric, lattice, points, advance).expect("few matrices")
        });
        let expected = Confluence::new(metric, lattice).expect("few matrices");
        assert_eq!(confluence.distinct(), expected.distinct());
    }
    check("stream", |advance| {
        Confluence::stream_with_progress(&f1, lattice, None, |_, _| (), advance).expect("small")
    });
    let half = "1/2".parse().expect("a value");
    let contour = check("contour", |advance| {
        Contour::with_progress(&f1, &half, lattice, advance).expect("a curve")
    });
    assert_eq!(contour.points, Contour::new(&f1, &half, lattice).expect("a curve").points);
    for route in [Route::Certified, Route::Exact] {
        let pmf = check("pmf", |advance| {
            MetricPmf::with_progress(&next(9), &f1, route, None, advance).expect("few matrices")
        });
        let expected = MetricPmf::new(&next(9), &f1, route, None).expect("few matrices");
        assert_eq!(pmf.median(), expected.median());
        let named = [("A".to_owned(), next(9)), ("B".to_owned(), next(7))];
        let digits = if route == Route::Exact { Digits::Fractions } else { Digits::Seventeen };
        let options = ComparisonOptions { digits, ..Default::default() };
        let compared = check("lattice compare", |advance| {
            Comparison::with_progress(&named, &f1, &options, advance).expect("few matrices")
        });
        assert_eq!(compared.pairs.len(), 1);
    }
    let histograms = check("histograms", |advance| {
        Histograms::with_progress(&[next(9), next(7)], &f1, advance).expect("few matrices")
    });
    assert_eq!(histograms.classifiers.len(), 2);
    let probabilities = [(TailRelation::AtLeast, half)];
    let asked = TailQuestions {
        probabilities: &probabilities,
        quantiles: &[Level::percent(50)],
        exact: false,
        undefined_as: None,
    };
    check("tail", |advance| {
        Tails::with_progress(&next(9), &Model::default(), &f1, &asked, advance).expect("few rows")
    });
}

#[test]
fn work_on_the_tile_stops() {
    let set = classifiers(9, 9, &[(1, 8), (3, 6), (6, 4), (7, 2), (4, 5)]);
    let regions = Regions::new(set.clone()).expect("both classes");
    let frontiers = Frontiers::new(&regions).expect("one prior");
    let count = check("rankings", |advance| frontiers.count_with_progress(advance));
    assert_eq!(count, frontiers.count());
    // Two frontiers at each confluence here, so that crossings are as many.
    assert_eq!(frontiers.estimated_crossings(), count.confluences.count);
    assert!(count.confluences.by_frontiers.iter().all(|(lines, _)| *lines == 2));
    let cells = check("cells", |advance| frontiers.cells_with_progress(advance).expect("few"));
    assert_eq!(cells.len() as u64, count.cells);
    let general = Regions::by_arrangements(set.clone()).expect("both classes");
    let bent = BentFrontiers::new(&general);
    assert_eq!(check("bent rankings", |advance| bent.count_with_progress(advance)), count);
    for regions in [&regions, &general] {
        let summary = check("summary", |advance| regions.summary_with_progress(advance));
        assert_eq!(summary.classifiers.len(), set.len());
        let streamed = check("regions", |advance| {
            // What the sink returns stops the stream.
            let mut pieces = 0;
            let told = regions.stream(
                &Selection::default(),
                |pieces| pieces.len(),
                |some| {
                    pieces += some;
                    if advance().is_break() { Err(Stopped(None)) } else { Ok(()) }
                },
            );
            match told {
                Ok(()) => Some(pieces),
                Err(Stopped(None)) => None,
                Err(Stopped(Some(error))) => panic!("{error}"),
            }
        });
        assert!(streamed > 5);
    }
    let segment = Segment::decision(q(1, 2)).expect("a prior");
    let section = check("curve", |advance| {
        Section::with_progress(&set, segment.clone(), advance).expect("both classes")
    });
    assert_eq!(section, Section::new(&set, segment).expect("both classes"));
    let performances = Performances::given(&set).expect("classifiers");
    let correlator = Correlator::new(&Metric::Mcc, &performances).expect("ranked");
    let tile = check("correlate", |advance| correlator.tile_with_progress(4, advance));
    assert_eq!(tile, correlator.tile(4, || ()));
    let found = check("search", |advance| correlator.search_with_progress(&tile, advance));
    assert_eq!(found, correlator.search(&tile));
    check("report", |advance| {
        let options = ReportOptions {
            metrics: vec![Metric::Accuracy],
            grid: Some(0),
            draws: Draws { count: 500, seed: 1 },
            ..ReportOptions::default()
        };
        Report::with_progress(set.clone(), &options, advance).expect("both classes")
    });
}

/// The error that ends a stream of regions, if there is one.
struct Stopped(Option<TileError>);

impl From<TileError> for Stopped {
    fn from(error: TileError) -> Self {
        Self(Some(error))
    }
}

#[test]
fn a_plan_stops() {
    let observed: Vec<Observation> = [[20, 5, 6, 22], [15, 10, 4, 19]]
        .into_iter()
        .map(|[tn, fp, fn_, tp]| Observation { tn, fp, fn_, tp })
        .collect();
    let sizes = TestSize::new(q(1, 2)).expect("a share");
    let plan = check("plan", |advance| {
        let question = PlanQuestion::Next;
        let contestants = Contestants::independent(observed.clone());
        let planned = Planned {
            contestants: &contestants,
            winner: 0,
            metric: &Metric::Accuracy,
            question,
            draws: Draws { count: 100, seed: 1 },
        };
        let go_on: &(dyn Fn() -> ControlFlow<()> + Sync) = &|| ControlFlow::Continue(());
        Plan::new(&planned, (&sizes, 60), &Level::percent(90), |_| advance(), go_on)
            .expect("both classes")
    });
    assert!(!plan.evaluated.is_empty());
}

#[test]
fn comparisons_of_pairs_stop() {
    let evidence = |tp: u64| {
        let one = Observation { tn: 9, fp: 3, fn_: 12 - tp, tp };
        Evidence::Independent(one, Observation { tn: 8, fp: 4, fn_: 2, tp: 10 })
    };
    let pairs = [(0, 1, 9), (0, 2, 7), (1, 2, 5)].map(|(first, second, tp)| Pair {
        first,
        second,
        evidence: evidence(tp),
    });
    let test = Lattice::new(12, 12).expect("samples");
    let question = PairQuestion::new(Metric::Accuracy, test);
    let compared = check("compare", |advance| compare(&pairs, &question, advance).expect("small"));
    assert_eq!(compared.len(), 3);
}

#[test]
fn work_on_metrics_models_and_reports_of_scores_stops() {
    let metrics = [Metric::Accuracy, Metric::Mcc, Metric::Tpr];
    let sets = vec![PerformanceSet::all(), PerformanceSet::at_prior(q(1, 2)).expect("a prior")];
    let table =
        check("axioms", |advance| FitnessTable::with_progress(&metrics, sets.clone(), advance));
    assert_eq!(table, FitnessTable::new(&metrics, sets));

    let models: Vec<ScoredModel> = (1..5_i64)
        .map(|k| {
            let mut column = ScoreColumn::new();
            for i in 0..20_i64 {
                column.push(usize::from(i * k % 3 == 0), &q(i * k % 7, 7), 1);
            }
            column.into_model(format!("m{k}"), 1).expect("samples")
        })
        .collect();
    let summaries =
        check("thresholds", |advance| ModelSummary::of_all_with_progress(&models, advance));
    assert_eq!(summaries, ModelSummary::of_all(&models));

    let score = |metric: Metric, value: &str| ReportedScore {
        metric,
        value: ReportedValue::from_text(value, Rounding::Nearest, false).expect("a number"),
    };
    for (accuracy, is_consistent) in [("0.85", true), ("0.10", false)] {
        let scores = vec![
            score(Metric::Tpr, "0.9"),
            score(Metric::Tnr, "0.8"),
            score(Metric::Accuracy, accuracy),
        ];
        let row = ReportedRow { positives: 90..=100, negatives: 95..=100, samples: None, scores };
        let found = check("check", |advance| {
            explain_with_progress(&row, false, advance).expect("little work")
        });
        assert_eq!(found.is_consistent(), is_consistent);
    }
}
