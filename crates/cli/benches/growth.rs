//! Measures how the time of each command grows with its input: `cargo bench -p exactile-cli --bench
//! growth`.
//!
//! Each command runs at two sizes. The exponent of its growth is ln(t2/t1)/ln(n2/n1), times being
//! the least of three runs less that of a run that does nothing. The exit status is 1 if an
//! exponent is above its ceiling, which leaves some room for a busy machine. `-- NAME` runs the
//! commands whose line contains the name. `EXACTILE_PROGRAM` names another build of the program.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

/// The program whose runs are measured.
fn program() -> OsString {
    std::env::var_os("EXACTILE_PROGRAM").unwrap_or_else(|| env!("CARGO_BIN_EXE_exactile").into())
}

/// Times below this many seconds are too noisy to measure growth.
const NOISE: f64 = 0.01;

/// The part of the input that grows.
#[derive(Clone, Copy)]
enum Size {
    /// The number of classifiers, of different rates; the number given is that of samples of each
    /// class.
    Classifiers(u64),
    /// The number of samples of each class; the number given is that of classifiers.
    Samples(u64),
    /// The same classifiers, each under its own prior.
    Priors,
    /// Rows of predictions by three classifiers.
    Rows,
    /// The number that replaces `{n}` in the arguments; there is no input.
    Argument,
    /// The number of classifiers, and with it the size of the file of their regions.
    Regions,
    /// Rows of predictions by a number of classifiers; the size is the number of rows.
    Predictions(u64),
    /// The number of classifiers, with this number of rows of predictions.
    Predictors(u64),
    /// Rows of scores by two models.
    Scores,
    /// Test sets; the number is that of classifiers.
    Sites(u64),
    /// Rows of reported scores of 100 positive and 500 negative samples, half of them impossible.
    Reported,
}

/// A command, the part of its input that grows, the first and the last size, and the ceiling of the
/// exponent.
type Row = (&'static str, Size, [u64; 2], f64);

const ROWS: &[Row] = &[
    ("regions x.csv", Size::Classifiers(1000), [500, 2000], 2.4),
    ("regions x.csv --format json", Size::Classifiers(1000), [200, 800], 2.4),
    ("regions x.csv --format csv", Size::Classifiers(1000), [200, 800], 2.4),
    ("regions x.csv --rank 1", Size::Classifiers(1000), [20_000, 80_000], 1.5),
    ("regions x.csv --area --format json", Size::Classifiers(100), [40, 120], 2.6),
    ("regions x.csv --format json", Size::Priors, [15, 45], 3.4),
    ("regions x.csv", Size::Rows, [50_000, 200_000], 1.3),
    ("rank x.csv --score f1", Size::Classifiers(1000), [10_000, 40_000], 1.4),
    ("rankings x.csv", Size::Classifiers(1000), [60, 180], 4.4),
    ("zone x.csv --better c0 --than c1,c2", Size::Classifiers(1000), [10_000, 40_000], 1.4),
    ("tile x.csv", Size::Classifiers(1000), [100, 400], 2.4),
    ("roc x.csv --score f1", Size::Classifiers(1000), [500, 2000], 1.8),
    ("vut x.csv", Size::Classifiers(1000), [500, 2000], 1.6),
    ("report x.csv --grid 0", Size::Classifiers(50), [20, 60], 2.8),
    ("report x.csv --grid 0", Size::Samples(10), [100, 300], 2.4),
    ("verify r.json x.csv", Size::Regions, [30, 90], 3.4),
    ("score x.csv --metric f1,mcc --format csv", Size::Classifiers(1000), [5000, 20_000], 1.3),
    ("compare x.csv --metric f1", Size::Predictions(2), [2000, 16_000], 1.6),
    ("compare x.csv --metric mcc", Size::Predictions(2), [1000, 4000], 2.2),
    ("compare x.csv --metric f1", Size::Predictors(1000), [8, 24], 2.4),
    ("compare x.csv --metric f1", Size::Classifiers(50), [16, 64], 2.4),
    ("score x.csv --metric f1,tpr --interval credible", Size::Classifiers(50), [20, 80], 1.4),
    ("score x.csv --metric mcc --interval credible", Size::Classifiers(50), [8, 32], 1.4),
    ("plot forest x.csv --metric f1 --top 5", Size::Classifiers(1000), [2000, 8000], 1.6),
    ("plot strip x.csv", Size::Classifiers(1000), [100, 400], 2.6),
    ("plot pairs x.csv --metric tpr --top 5", Size::Classifiers(1000), [2000, 8000], 1.6),
    ("curve x.csv --along decision", Size::Classifiers(1000), [100, 400], 2.6),
    ("curve x.csv --along decision --input-format scores", Size::Scores, [2000, 16_000], 1.4),
    ("thresholds x.csv --score f1", Size::Scores, [20_000, 80_000], 1.4),
    ("inspect x.csv", Size::Rows, [50_000, 200_000], 1.3),
    ("rankings x.csv --cells --format csv", Size::Classifiers(1000), [30, 90], 4.4),
    ("rankings x.csv --at 1/2,1/3", Size::Classifiers(1000), [100, 400], 2.4),
    ("verify r.json x.csv", Size::Priors, [15, 45], 4.0),
    ("domains x.csv --by site --score f1", Size::Sites(5), [2000, 10_000], 1.6),
    ("domains x.csv --by site --classifier c1 --map hardest", Size::Sites(2), [40, 120], 3.4),
    ("tables", Size::Argument, [1, 4], 0.5),
    ("figures -o figures --only the-tile/figure-5", Size::Argument, [1, 4], 0.5),
    ("completions bash", Size::Argument, [1, 4], 0.5),
    ("man -o man", Size::Argument, [1, 4], 0.5),
    ("scores", Size::Argument, [1, 4], 0.5),
    ("place --score kappa --prior 1/{n}", Size::Argument, [10, 1_000_000], 0.5),
    ("axioms --score mcc --prior 1/{n}", Size::Argument, [10, 1_000_000], 0.5),
    (
        "correlate --score mcc --at 1/2,1/2 --prior 1/5 --resolution {n}",
        Size::Argument,
        [50, 200],
        2.6,
    ),
    ("no-skill --prior 1/{n} --at 1/2,1/2", Size::Argument, [10, 1_000_000], 0.5),
    ("advantage x.csv", Size::Rows, [50_000, 200_000], 1.3),
    ("check x.csv --format csv", Size::Reported, [250, 1000], 1.3),
    (
        "check --positives {n} --negatives {n} --reported acc=0.9&f1=0.91&ppv=0.89",
        Size::Argument,
        [10_000, 100_000],
        1.4,
    ),
    ("confidence x.csv --question next --score f1", Size::Classifiers(50), [16, 64], 3.4),
    ("confidence x.csv --question next --score f1", Size::Samples(8), [100, 400], 2.4),
    (
        "plan x.csv --question next --score f1 --level 0.9999 --limit {n}",
        Size::Samples(8),
        [500, 2000],
        2.0,
    ),
    ("tile x.csv --flavor confidence --question next --grid 8", Size::Samples(8), [50, 200], 2.4),
    ("lattice pmf SEEN --metric mcc SIZES", Size::Argument, [300, 900], 2.4),
    ("lattice pmf SEEN --metric kappa SIZES", Size::Argument, [300, 900], 2.6),
    ("lattice pmf SEEN --metric d-prime SIZES", Size::Argument, [60, 180], 2.6),
    ("lattice pmf SEEN --metric f1 --exact SIZES", Size::Argument, [60, 180], 3.4),
    ("lattice tail SEEN --metric f1 --at-least 1/2 SIZES", Size::Argument, [50_000, 200_000], 1.4),
    ("lattice tail SEEN --metric f1 --quantile 1/2 SIZES", Size::Argument, [10_000, 40_000], 1.5),
    ("lattice compare x.csv --metric f1", Size::Classifiers(50), [16, 64], 2.4),
    ("lattice compare x.csv --metric f1", Size::Samples(8), [50, 200], 2.4),
    ("lattice confluence --metric f1 SIZES", Size::Argument, [500, 2000], 2.4),
    ("lattice contour --metric f1 --value 1/2 SIZES", Size::Argument, [100_000, 400_000], 1.4),
    ("lattice plot contours --metric f1 SIZES", Size::Argument, [1000, 1_000_000], 0.2),
    ("lattice plot pmf SEEN --metric f1 SIZES", Size::Argument, [300, 900], 2.4),
    ("lattice plot density SEEN SIZES", Size::Argument, [1000, 3000], 2.4),
    ("lattice plot joint SEEN --positives {n} --negatives {n}", Size::Argument, [60, 180], 2.4),
];

/// Classifiers on `size` samples of each class: all on a convex curve, so that each is first
/// somewhere and no two are equal.
fn table(classifiers: u64, size: u64) -> String {
    let mut text = "name,tn,fp,fn,tp\n".to_owned();
    // The size grows with the number where there are not enough different rates.
    let size = size.max(4);
    for i in 0..classifiers {
        let tn = (i * 7919) % (size + 1);
        let tp = size - (tn * tn / size + (i * 104_729) % (1 + size / 8)).min(size);
        writeln!(text, "c{i},{tn},{},{},{tp}", size - tn, size - tp).expect("text");
    }
    text
}

fn input(size: Size, n: u64) -> String {
    match size {
        Size::Classifiers(samples) => table(n, samples),
        Size::Samples(classifiers) => table(classifiers, n),
        Size::Predictions(classifiers) => predictions(classifiers, n),
        Size::Predictors(rows) => predictions(n, rows),
        Size::Scores => {
            let mut text = "y_true,m,k\n".to_owned();
            for i in 0..n {
                // Two scores in three are on the side of the truth.
                let score =
                    |factor: u64| 500 * ((i + u64::from(i % 3 == 0)) % 2) + i * factor % 500;
                writeln!(text, "{},0.{:03},0.{:03}", i % 2, score(37), score(101)).expect("text");
            }
            text
        }
        Size::Regions => table(n, 1000),
        Size::Argument => String::new(),
        Size::Reported => {
            let mut text = "positives,negatives,sens,spec,acc,f1\n".to_owned();
            for i in 0..n {
                let (tp, tn) = (30 + i * 37 % 71, 250 + i * 101 % 251);
                let (fn_, fp) = (100 - tp, 500 - tn);
                let share = |above: u64, below: u64| {
                    let thousandths = (2000 * above + below) / (2 * below);
                    format!("{}.{:03}", thousandths / 1000, thousandths % 1000)
                };
                let accuracy = share(tp + tn + i % 2 * 9, 600);
                let f1 = share(2 * tp, 2 * tp + fp + fn_);
                let (sens, spec) = (share(tp, 100), share(tn, 500));
                writeln!(text, "100,500,{sens},{spec},{accuracy},{f1}").expect("text");
            }
            text
        }
        Size::Priors => {
            let mut text = "name,tn,fp,fn,tp\n".to_owned();
            for i in 0..n {
                let (tn, tp) = (40 + i * 31 % 57, 30 + i * 17 % 43);
                writeln!(text, "c{i},{tn},{},{},{tp}", 10 + i % 23, 5 + i % 19).expect("text");
            }
            text
        }
        Size::Rows => predictions(3, n),
        Size::Sites(classifiers) => {
            let mut text = "name,site,tn,fp,fn,tp\n".to_owned();
            for (site, i) in (0..n).flat_map(|site| (0..classifiers).map(move |i| (site, i))) {
                let (positives, negatives) = (50 + site % 31, 80 + site % 47);
                let (tp, tn) = (20 + (site * 13 + i * 7) % 31, 30 + (site * 29 + i * 11) % 51);
                let (fp, fn_) = (negatives - tn, positives - tp);
                writeln!(text, "c{i},s{site},{tn},{fp},{fn_},{tp}").expect("text");
            }
            text
        }
    }
}

/// Predictions of which every third, fifth, ... is wrong.
fn predictions(classifiers: u64, rows: u64) -> String {
    let mut text = "y_true".to_owned();
    (0..classifiers).for_each(|k| write!(text, ",c{k}").expect("text"));
    for i in 0..rows {
        write!(text, "\n{}", i % 2).expect("text");
        for k in 0..classifiers {
            let is_wrong = (i + k * k) % (3 + 2 * k % 11) == 0;
            write!(text, ",{}", (i % 2) ^ u64::from(is_wrong)).expect("text");
        }
    }
    text + "\n"
}

/// The least time of three runs, in seconds.
fn time(arguments: &[String], folder: &Path) -> f64 {
    let run = || {
        let start = Instant::now();
        let output = Command::new(program())
            .args(arguments)
            .current_dir(folder)
            .stdout(Stdio::null())
            .output()
            .expect("the program runs");
        let status = output.status.code();
        let message = String::from_utf8_lossy(&output.stderr);
        // A check that does not hold is a result too.
        assert!(matches!(status, Some(0 | 1)), "{arguments:?}: {message}");
        start.elapsed().as_secs_f64()
    };
    (0..3).map(|_| run()).fold(f64::INFINITY, f64::min)
}

fn measured(line: &str, size: Size, n: u64, idle: f64) -> f64 {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("x.csv"), input(size, n)).expect("a table");
    if line.contains("r.json") {
        let regions = ["regions", "x.csv", "--format", "json", "-o", "r.json"];
        time(&regions.map(str::to_owned), folder.path());
    }
    let line = line
        .replace("SEEN", "--tp 16 --fp 8 --fn 4 --tn 32")
        .replace("SIZES", "--positives {n} --negatives {n}")
        .replace("{n}", &n.to_string());
    // `&` stands for a blank within an argument.
    let words = line.split_whitespace().map(|word| word.replace('&', " "));
    let arguments: Vec<String> = words.collect();
    (time(&arguments, folder.path()) - idle).max(NOISE)
}

fn main() -> ExitCode {
    // Cargo passes --bench.
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let idle = time(&["--version".to_owned()], Path::new("."));
    println!("| command | sizes | seconds | exponent | ceiling |");
    println!("|---|---|---|---|---|");
    let mut is_too_steep = false;
    for &(line, size, [small, large], ceiling) in ROWS {
        if wanted.as_ref().is_some_and(|wanted| !line.contains(wanted.as_str())) {
            continue;
        }
        let times = [small, large].map(|n| measured(line, size, n, idle));
        #[expect(clippy::cast_precision_loss, reason = "small sizes")]
        let exponent = (times[1] / times[0]).ln() / (large as f64 / small as f64).ln();
        let verdict = if exponent > ceiling { " too steep" } else { "" };
        is_too_steep |= exponent > ceiling;
        println!(
            "| `{line}` | {small}, {large} | {:.2}, {:.2} | {exponent:.1}{verdict} | {ceiling} |",
            times[0], times[1]
        );
    }
    if is_too_steep { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
