//! Table, pairs and findings of the report page, against the engine's own answers.

use exactile::contest::{Draws, RankDistributions};
use exactile::lattice::{BetaPrior, Lattice, MetricPmf, Model, Observation, Predictive, Route};
use exactile::num::Level;
use exactile::{Classifier, ConfusionMatrix, Metric, Rational, Regions};
use exactile_report::{Finding, NotSure, Report, ReportOptions};
use proptest::prelude::*;
use serde_json::Value;

use crate::cli::Run;
use exactile_testing::{classifiers, q, small_sets};

const FIVE: &str = "name,tn,fp,fn,tp\n\
    silent,40,0,20,0\nA,36,4,4,16\nB,35,5,3,17\nB again,35,5,3,17\nworse,30,10,6,14\n";

fn options() -> ReportOptions {
    ReportOptions { grid: Some(0), draws: Draws { count: 0, seed: 1 }, ..ReportOptions::default() }
}

fn five() -> Vec<Classifier> {
    classifiers(40, 20, &[(40, 0), (36, 16), (35, 17), (35, 17), (30, 14)])
}

fn next(classifier: &Classifier, model: &Model) -> Predictive {
    let observed = Observation::from_matrix(&classifier.matrix, "").expect("counts");
    Predictive::new(observed, model, Lattice::new(20, 40).expect("a lattice")).expect("a model")
}

fn page(arguments: &[&str], csv: &str) -> String {
    // A grid of a few points: how sure the winner is takes longest.
    let arguments = [&["report", "x.csv", "--grid", "4", "--draws", "3000"], arguments].concat();
    Run::new(&arguments).file("x.csv", csv).succeeds()
}

/// A part of the page as HTML.
fn between<'p>(page: &'p str, from: &str, to: &str) -> &'p str {
    let (_, rest) = page.split_once(from).expect("a beginning");
    rest.split_once(to).expect("an end").0
}

/// The words of some HTML.
fn words(html: &str) -> String {
    let mut text = String::new();
    let mut is_tag = false;
    for c in html.chars() {
        match c {
            '<' => is_tag = true,
            '>' => is_tag = false,
            _ if !is_tag => text.push(c),
            _ => {}
        }
    }
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

/// The findings in words, line by line.
fn findings(page: &str) -> Vec<String> {
    let list = between(page, "<ul class=\"findings\">", "</section>");
    let list = list.split("<p class=\"note\">").next().expect("before the note");
    // What follows the paragraph holds under the prior that it names.
    let list = list.replace("<p id=\"findings-prior\"", "<li");
    let lines = list.split("<li").skip(1).map(|line| {
        let (_, line) = line.split_once('>').expect("the end of a tag");
        words(line).replace('\u{a0}', " ")
    });
    lines.collect()
}

fn data(page: &str) -> Value {
    let json = between(page, r#"<script type="application/json" id="data">"#, "</script>");
    serde_json::from_str(json).expect("JSON")
}

#[test]
fn values_and_intervals_are_those_of_the_distribution() {
    let half = Model::BetaBinomial {
        positive: BetaPrior::new(q(1, 2), q(1, 2)).expect("positive"),
        negative: BetaPrior::default(),
    };
    let parse = |name: &str| name.parse::<Metric>().expect("a metric");
    let all =
        ["accuracy", "ba", "tpr", "tnr", "ppv", "f1", "mcc", "plr", "log-dor", "d-prime", "fpr"];
    for (model, level, names) in [
        (Model::default(), Level::default(), &all[..]),
        (Model::Binomial, Level::percent(50), &["accuracy", "ppv", "plr"]),
        (half, Level::percent(80), &["f1", "mcc"]),
    ] {
        let metrics: Vec<Metric> = names.iter().copied().map(parse).collect();
        let options =
            ReportOptions { model: model.clone(), level: level.clone(), metrics, ..options() };
        let report = Report::new(five(), &options).expect("a report");
        for (classifier, row) in five().iter().zip(&report.evidence.rows) {
            for (metric, cell) in options.metrics.iter().zip(&row.cells) {
                assert_eq!(cell.value, metric.value(&classifier.matrix));
                let next = next(classifier, &model);
                let pmf = MetricPmf::new(&next, metric, Route::Certified, None).expect("a pmf");
                let wanted = pmf.central_interval(&level);
                let wanted = wanted.map(|(low, high)| [pmf.value(low), pmf.value(high)]);
                assert_eq!(cell.interval, wanted, "{metric} of {}", classifier.name);
            }
        }
    }
}

#[test]
fn integer_orders_are_those_of_the_exact_values() {
    let report = Report::new(five(), &options()).expect("a report");
    for column in 0..report.evidence.metrics.len() {
        let cells: Vec<_> = report.evidence.rows.iter().map(|row| &row.cells[column]).collect();
        for x in &cells {
            for y in &cells {
                if let (exactile::Value::Exact(first), exactile::Value::Exact(second)) =
                    (&x.value, &y.value)
                {
                    assert_eq!(x.order.cmp(&y.order), first.cmp(second));
                }
            }
            assert_eq!(x.order.is_none(), x.value.undefined().is_some());
        }
    }
    let order = |of: fn(&exactile_report::RowOrder) -> u32| -> Vec<u32> {
        report.evidence.rows.iter().map(|row| of(&row.order)).collect()
    };
    assert_eq!(order(|order| order.counts[0]), [3, 2, 1, 1, 0]);
    assert_eq!(order(|order| order.name), [0, 1, 2, 3, 4]);
    // A is first on the largest part, then B with its double, then the silent one.
    assert_eq!(order(|order| order.first_share), [1, 2, 3, 3, 0]);
}

#[test]
fn shares_are_the_exact_areas_of_the_regions() {
    for target_prior in [None, Some(q(1, 2)), Some(q(9, 10))] {
        let options = ReportOptions { target_prior: target_prior.clone(), ..options() };
        let report = Report::new(five(), &options).expect("a report");
        let regions = match &target_prior {
            Some(prior) => Regions::with_target_prior(five(), prior),
            None => Regions::new(five()),
        };
        let regions = regions.expect("regions");
        for (row, standing) in report.evidence.rows.iter().zip(regions.summary().classifiers) {
            assert_eq!(row.first_share, standing.first_share);
            assert_eq!(Some(row.ranks), standing.ranks);
            let all = exactile::RankFilter::all();
            let pieces = regions.pieces_with_areas(row.classifier, &all).expect("areas");
            let mut sum = exactile::Area::zero();
            for (rank, share) in &row.shares {
                let areas = pieces.iter().filter(|piece| piece.rank.best == *rank);
                let areas = areas.map(|piece| piece.area.as_ref().expect("asked for"));
                let area: exactile::Area = areas.sum();
                assert_eq!(area, *share);
                sum += share;
            }
            assert_eq!(sum, exactile::Area::whole());
        }
    }
}

#[test]
fn pairs_are_those_of_the_comparison() {
    let options = options();
    let report = Report::new(five(), &options).expect("a report");
    let named: Vec<(String, Predictive)> =
        five().iter().map(|c| (c.name.clone(), next(c, &options.model))).collect();
    for (position, metric) in options.metrics.iter().enumerate() {
        let compared = report.pairs.by_metric(position).expect("compared");
        assert_eq!(compared.probabilities.as_ref().map(Vec::len), Some(10));
        for pair in RankDistributions::exact(&named, metric).expect("fractions").pairs {
            let found = compared.pair(pair.first, pair.second).expect("compared");
            let exact = [&pair.greater, &pair.equal, &pair.less, &pair.undefined];
            for (found, exact) in found.into_iter().zip(exact) {
                let exact = exact.as_rational().expect("fractions");
                let off = (Rational::new(found, 1_000_000) - exact).abs();
                assert!(off <= Rational::new(500_001, 1_000_000_000_000_i64), "{metric}");
            }
            let [greater, equal, less, undefined] = found;
            let turned = compared.pair(pair.second, pair.first).expect("compared");
            assert_eq!(turned, [less, equal, greater, undefined]);
        }
        assert_eq!(compared.pair(1, 1), None);
    }
}

#[test]
fn histograms_hold_the_masses_of_the_distribution() {
    let options = options();
    let report = Report::new(five(), &options).expect("a report");
    for (position, metric) in options.metrics.iter().enumerate() {
        let compared = report.pairs.by_metric(position).expect("compared");
        let bins = &compared.histograms;
        for (place, &i) in compared.classifiers.iter().enumerate() {
            let masses = &bins.masses[place];
            let next = next(&five()[i], &options.model);
            let pmf = MetricPmf::new(&next, metric, Route::Certified, None).expect("a pmf");
            let mut exact = vec![Rational::ZERO; bins.count];
            for at in 0..pmf.distinct() {
                let value = pmf.value(at).lower().expect("a finite value");
                for (bin, exact) in exact.iter_mut().enumerate() {
                    let low = &bins.start + &bins.width * Rational::from(bin as u64);
                    if low <= value && value < &low + &bins.width {
                        *exact += &pmf.certified_mass(at).expect("certified").lower();
                    }
                }
            }
            for (bin, exact) in exact.iter().enumerate() {
                let found = bin.checked_sub(masses.first).and_then(|bin| masses.inner.get(bin));
                let off = Rational::new(found.copied().unwrap_or(0), 100_000) - exact;
                assert!(off.abs() <= Rational::new(500_001, 100_000_000_000_i64), "{metric}");
            }
        }
    }
}

#[test]
fn findings_are_told_in_plain_words() {
    assert_eq!(
        findings(&page(&[], FIVE)),
        [
            "4 of 5 classifiers are ranked first for some preference; with 33.3 % positives:",
            "B and B again are first on 51.1 % of the Tile, with NPV, accuracy, balanced accuracy, \
             kappa, F1, F2 and TPR in it.",
            "A is first on 34.9 % of the Tile, with negative Jaccard, accuracy, PPV and F0.5 in \
             it.",
            "silent is first on 14.1 % of the Tile, with TNR in it.",
            "worse is never first alone: B is at least as good whatever one prefers.",
            "B and B again have the same results: they tie whatever one prefers.",
            "With 33.3 % positives:",
            "At none of 16 points inside the Tile is any classifier truly the best with a \
             probability of 95 %.",
            "By accuracy, A, B and B again lead with the same value: A is shown to be truly \
             better, with at least 95 %, than 1 of the 2 behind, but not than worse (probability \
             about 0.96).",
            "By balanced accuracy, B and B again lead with the same value: B is shown to be truly \
             better, with at least 95 %, than 1 of the 3 behind, but not than A and worse; than A \
             with a probability of about 0.55.",
            "By F1, B and B again lead with the same value: B is shown to be truly better, with at \
             least 95 %, than 1 of the 3 behind, but not than A and worse; than A with a \
             probability of about 0.53.",
        ]
    );
}

#[test]
fn one_classifier_and_equal_ones_have_their_words() {
    assert_eq!(
        findings(&page(&[], "name,tn,fp,fn,tp\nonly,36,4,4,16\n")),
        [
            "only is the only classifier, so it is first whatever one prefers.",
            "On a repeat of this test, its accuracy would be in 0.700–0.950 with a probability of \
             at least 95 %.",
            "On a repeat of this test, its balanced accuracy would be in 0.675–0.950 with a \
             probability of at least 95 %.",
            "On a repeat of this test, its F1 would be in 0.553–0.927 with a probability of at \
             least 95 %.",
        ]
    );
    assert_eq!(
        findings(&page(&[], "name,tn,fp,fn,tp\nx,36,4,4,16\ny,36,4,4,16\n")),
        ["Both classifiers have the same results: they tie whatever one prefers."]
    );
    assert_eq!(
        findings(&page(&[], "name,tn,fp,fn,tp\nx,36,4,4,16\ny,9,1,1,4\nz,36,4,4,16\n")),
        ["All 3 classifiers have the same results: they tie whatever one prefers."]
    );
}

#[test]
fn long_names_lose_their_middle_and_get_their_number() {
    let name = format!("start{}end", "x".repeat(192));
    let page = page(&[], &format!("name,tn,fp,fn,tp\n{name},36,4,4,16\n"));
    assert_eq!(
        findings(&page)[0],
        format!(
            "start{}…{}end #1 is the only classifier, so it is first whatever one prefers.",
            "x".repeat(21),
            "x".repeat(10)
        )
    );
    assert!(page.contains(&format!("title=\"{name}\"")));
}

#[test]
fn a_clear_lead_is_told_with_its_probability() {
    let csv = "name,tn,fp,fn,tp\nbad,50,50,50,50\ngood,95,5,5,95\n";
    assert_eq!(
        findings(&page(&["--metric", "f1"], csv)),
        [
            "good is first whatever one prefers, on the whole Tile.",
            "bad is never first alone: good is at least as good whatever one prefers.",
            "With 50 % positives:",
            "At all 16 points inside the Tile one classifier is truly the best with a \
             probability of at least 95 %: good.",
            "By F1, good leads: it is truly better than the other with a probability of at least \
             95 %.",
        ]
    );
}

#[test]
fn what_cannot_be_compared_is_said() {
    let rates = "name,tpr,tnr\nx,0.8,0.7\ny,0.7,0.85\n";
    let page = self::page(&["--prior", "1/3"], rates);
    assert!(
        findings(&page).last().expect("a finding").starts_with(
            "How sure ranks are is not said here: the results are shares, as rates are"
        )
    );
    assert!(!page.contains("id=\"pair-first\""));

    let samples = "name,tn,fp,fn,tp\nx,36,4,4,16\ny,9,1,2,3\n";
    let report = self::page(&[], samples);
    // The same prior suffices to ask who is truly better.
    assert!(findings(&report).last().expect("a finding").starts_with("By F1, x leads: it is"));
    assert!(report.contains("different numbers of samples"));
    assert!(
        report.contains("exactile lattice compare FILE --metric f1 --positives P --negatives N")
    );
}

#[test]
fn of_many_classifiers_the_best_are_compared() {
    let points: Vec<(u64, u64)> = (0..61).map(|k| (k % 9, k / 9)).collect();
    let options = ReportOptions { metrics: vec![Metric::Accuracy], ..options() };
    let report = Report::new(classifiers(8, 8, &points), &options).expect("a report");
    let compared = report.pairs.by_metric(0).expect("compared");
    assert_eq!(compared.classifiers.len(), 32);
    let accuracy = |i: usize| points[i].0 + points[i].1;
    let worst = compared.classifiers.iter().map(|&i| accuracy(i)).min().expect("some");
    let left_out = (0..61).filter(|i| !compared.classifiers.contains(i)).map(accuracy).max();
    assert!(left_out.expect("some") <= worst);
    // All 61 keep their intervals and shares.
    assert!(report.evidence.rows.iter().all(|row| row.cells[0].interval.is_some()));
}

#[test]
fn hostile_names_are_text_and_no_formulas() {
    let names = [
        "<script>alert(1)</script>",
        "</script><img src=x onerror=alert(1)>",
        "=HYPERLINK(\"http://x\",\"y\")",
        "+1",
        "@SUM(A1)",
        "a\",b\n=c",
        "\u{202e}gnp.exe",
        "&amp; \u{1f600}",
    ];
    let mut writer = String::from("name,tn,fp,fn,tp\n");
    for (k, name) in names.iter().enumerate() {
        writer.push_str(&format!("\"{}\",{},{},3,7\n", name.replace('"', "\"\""), 9 - k, 1 + k));
    }
    let page = page(&[], &writer);
    assert!(!page.contains("<script>alert") && !page.contains("<img"));
    let data = data(&page);
    // The lines of CSV stand in attributes; as a browser would read them:
    let table = between(&page, "<table id=\"table\"", "</table>");
    let lines: Vec<String> = table
        .split("data-csv=\"")
        .skip(1)
        .map(|rest| {
            let (line, _) = rest.split_once('"').expect("an end");
            line.replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&amp;", "&")
        })
        .collect();
    let csv = lines.join("\n");
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let header = reader.headers().expect("a header").clone();
    let mut seen = 0;
    for record in reader.records() {
        let record = record.expect("a line");
        assert_eq!(record.len(), header.len());
        let field = record[0].strip_prefix('\'').unwrap_or(&record[0]);
        assert!(!record[0].starts_with(['=', '+', '-', '@']), "{:?}", &record[0]);
        let i = names.iter().position(|name| *name == field).expect("a name");
        let tested = &data["classifiers"][i];
        assert_eq!(tested["name"], names[i]);
        let column = |name: &str| header.iter().position(|field| field == name).expect("a column");
        assert_eq!(tested["counts"][0], record[column("tn")]);
        let cell = &data["evidence"]["rows"][i]["cells"][0];
        assert_eq!(cell["value"], record[column("accuracy")]);
        assert_eq!(cell["interval"][0], record[column("accuracy lower")]);
        seen += 1;
    }
    assert_eq!(seen, names.len());
}

#[test]
fn the_table_is_there_without_script() {
    let page = page(&[], FIVE);
    let table = between(&page, "<table id=\"table\"", "</table>");
    assert_eq!(table.matches("<tr data-classifier=").count(), 5);
    let row = between(table, "<tr data-classifier=\"1\"", "</tr>");
    let words = words(&row.replace("</", " </")).replace('\u{a0}', " ");
    for part in ["A ", " 0.867 ", " 13/15 ", " 36 "] {
        assert!(words.contains(part), "{part} in {words}");
    }
    let pair = between(&page, "<div id=\"pair-result\"", "</div>");
    assert!(self::words(pair).contains("has the greater accuracy"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A classifier is said to beat another exactly if it does so on the whole Tile.
    #[test]
    fn who_never_wins_is_beaten_as_told(set in small_sets()) {
        let regions = Regions::new(set.clone()).expect("regions");
        // The model is that of intervals, which are not asked about.
        let model = Model::Binomial;
        let options = ReportOptions { metrics: vec![Metric::Accuracy], model, ..options() };
        let report = Report::new(set, &options).expect("a report");
        let whole = |by: usize, who: usize| {
            let better = regions.zone(&[by], &[who]).map(|zone| zone.area);
            let worse = regions.zone(&[who], &[by]).map(|zone| zone.area);
            better == Some(exactile::Area::whole()) && worse != Some(exactile::Area::whole())
        };
        let mut never = Vec::new();
        for finding in &report.findings.0 {
            if let Finding::NeverFirst { beaten, by_nobody_alone } = finding {
                for group in beaten {
                    prop_assert!(group.who.iter().all(|&who| whole(group.by, who)));
                    never.extend(&group.who);
                }
                for &who in by_nobody_alone {
                    prop_assert!((0..regions.classifiers().len()).all(|by| !whole(by, who)));
                    never.push(who);
                }
            }
        }
        never.sort_unstable();
        let summary = regions.summary();
        let wanted: Vec<usize> = summary
            .classifiers
            .iter()
            .filter(|standing| standing.ranks.expect("ranks").best > 1)
            .map(|standing| standing.classifier)
            .collect();
        prop_assert_eq!(never, wanted);
    }
}

/// O and the decimal beta of a finding about F1.
fn compromise(report: &Report) -> Option<[Rational; 2]> {
    report.findings.0.iter().find_map(|finding| match finding {
        Finding::Compromise { o, beta } => Some([o.clone(), beta.clone()]),
        _ => None,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// By the places at which pairs swap: with a = 1 the lead tp u' - tp' u is linear in b.
    #[test]
    fn f1_is_told_if_it_is_no_best_compromise(set in small_sets()) {
        let options = ReportOptions {
            metrics: vec![Metric::Accuracy], model: Model::Binomial, ..options()
        };
        let report = Report::new(set.clone(), &options).expect("a report");
        let mut swaps = Vec::new();
        for (i, one) in set.iter().enumerate() {
            for other in &set[..i] {
                let (m, n) = (&one.matrix, &other.matrix);
                let start = m.tp() * n.fp() - n.tp() * m.fp();
                let end = m.tp() * n.fn_() - n.tp() * m.fn_();
                if (&start * &end).is_negative() {
                    swaps.push(&start / &(&start - &end));
                }
            }
        }
        swaps.sort();
        let o = |b: &Rational| {
            let count = swaps.len();
            let [lower, upper] = [&swaps[(count - 1) / 2], &swaps[count / 2]];
            let between = swaps.iter().filter(|at| {
                (b < *at && *at < lower) || (upper < *at && *at < b)
            });
            Rational::ONE - Rational::new(between.count() as u64, count as u64)
        };
        let half = q(1, 2);
        match compromise(&report) {
            None => prop_assert!(swaps.is_empty() || o(&half) == Rational::ONE),
            Some([told, beta]) => {
                prop_assert!(told < Rational::ONE);
                prop_assert_eq!(told, o(&half));
                let squared = &beta * &beta;
                prop_assert_eq!(o(&(&squared / &(&squared + &Rational::ONE))), Rational::ONE);
            }
        }
    }
}

/// The sentence about F1 is that of `curve`, under the prior of the page, and the beta that it
/// names has the optimality 1.
#[test]
fn the_compromise_is_that_of_curve() {
    let input =
        format!("{}/../../fixtures/breast_cancer_confusion.csv", env!("CARGO_MANIFEST_DIR"));
    for prior in ["212/569", "1/50"] {
        let fast = ["--draws", "0", "--grid", "0", "--metric", "accuracy"];
        let arguments = [&["report", &input, "--target-prior", prior], &fast[..]].concat();
        let page = Run::new(&arguments).succeeds();
        let data = data(&page);
        let mut findings = data["findings"].as_array().expect("findings").iter();
        let found = findings.find(|one| one["finding"] == "compromise").expect("F1 is none");
        let beta: Rational = found["beta"].as_str().expect("a text").parse().expect("a number");
        let squared = &beta * &beta;
        let at = format!("1,{}", &squared / &(&squared + &Rational::ONE));
        let curve = Run::new(&[
            "curve",
            &input,
            "--along",
            "f-beta",
            "--target-prior",
            prior,
            "--at",
            &at,
            "--format",
            "json",
        ])
        .json();
        let all = curve["optimality"].as_array().expect("a list");
        let o = |name: &str| {
            let of = |one: &&Value| one["name"].as_str().is_some_and(|is| is.starts_with(name));
            all.iter().find(of).expect("it is on the segment")["o"].clone()
        };
        assert_eq!(found["o"], o("f1"));
        assert_eq!(o("r("), "1");
        let told: Rational = found["o"].as_str().expect("a text").parse().expect("a number");
        let sentence = format!(
            "The ranking of these 32 by F1 has an optimality O of {}: O is 1 for the best \
             compromises between the rankings by precision and by recall, such as the one by \
             F-beta with beta = {}.",
            told.to_decimal(3),
            beta.to_shortest()
        );
        assert!(self::findings(&page).contains(&sentence), "{sentence}");
        // Without a probability nothing is said about drawing.
        assert!(!page.contains("Truly better: the rates"));
    }
}

#[test]
fn unequal_priors_have_findings_without_leads() {
    let mut set = classifiers(40, 20, &[(36, 16), (35, 17)]);
    let other = ConfusionMatrix::from_counts(20, 10, 6, 24).expect("samples");
    set.push(Classifier::new("other", other));
    let report = Report::new(set, &options()).expect("a report");
    assert!(report.findings.0.contains(&Finding::NoLeads { why: NotSure::DifferentPriors }));
    assert_eq!(compromise(&report), None);
    assert!(report.evidence.rows.iter().all(|row| row.cells[0].interval.is_some()));
}
