//! Inputs of less than a megabyte that are as bad as they can be, in every command: an answer or an
//! error within seconds and two gigabytes. What takes longer has to be announced.
//!
//! For a release build, by hand:
//! `EXACTILE_PROGRAM=$PWD/target/release/exactile cargo test --test it cliffs -- --ignored`

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use super::cli::Run;

/// Seconds of all cores together, and kilobytes.
const LIMITS: &str = "ulimit -t 20; ulimit -v 2000000;";

/// Commands that show a progress bar with an end on a terminal.
const WITH_A_BAR: [&str; 9] =
    ["regions", "rankings", "report", "score", "compare", "confidence", "plan", "tile", "plot"];

const OF_MATRICES: [&str; 29] = [
    "regions --format csv",
    "regions --rank 1",
    "regions --rank 1 --area --format json",
    "rank --score f1",
    "rank --at 1/3,1/7",
    "rankings",
    "rankings --cells --format csv",
    "rankings --polygons --format json",
    "rankings --at 1/2,1/3",
    "zone --better c1 --than c2",
    "vut --format csv",
    "roc --score f1",
    "tile",
    "tile --flavor best",
    "tile --flavor frontiers",
    "score --metric f1,mcc,d-prime",
    "score --format json",
    "advantage",
    "curve --along decision",
    "curve --along f-beta",
    "plot forest --metric f1",
    "plot strip",
    "plot pairs --metric mcc",
    "report",
    "compare --metric f1",
    "compare --metric mcc --first c1 --second c2",
    "confidence --score f1",
    "plan --score f1",
    "lattice compare --metric f1",
];

const OF_PREDICTIONS: [&str; 8] = [
    "regions --rank 1",
    "rank --score f1",
    "score --metric mcc",
    "inspect",
    "compare --metric mcc",
    "confidence --score f1",
    "plan --score f1 --question power",
    "report",
];

const OF_SCORES: [&str; 6] = [
    "thresholds",
    "thresholds --score f1",
    "regions --at-best",
    "curve --along decision",
    "report",
    "inspect",
];

/// A number that looks drawn.
fn mixed(i: u64, below: u64) -> u64 {
    i.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23).wrapping_mul(0xD134_2543_DE82_EF95)
        % below
}

fn matrices(rows: impl Iterator<Item = [String; 5]>) -> String {
    let mut table = "name,tn,fp,fn,tp\n".to_owned();
    rows.for_each(|row| writeln!(table, "{}", row.join(",")).expect("text"));
    table
}

fn counts(name: String, [tn, fp, fn_, tp]: [u64; 4]) -> [String; 5] {
    [name, tn.to_string(), fp.to_string(), fn_.to_string(), tp.to_string()]
}

fn tables_of_matrices() -> Vec<(&'static str, String)> {
    let any = |i: u64, of: u64| {
        let (tn, tp) = (mixed(i, of), mixed(i + (1 << 40), of));
        counts(format!("c{i}"), [tn, of - tn, of - tp, tp])
    };
    let long = |i: u64| {
        let digits = |k: u64| format!("{:060}", u128::from(mixed(i, 1 << 50)) << (k % 60));
        [format!("c{i}"), digits(1), digits(7), digits(30), format!("1{}", digits(45))]
    };
    let rates = (0..60).map(|i| format!("c{i},0.{},0.{},{}e-300\n", i + 100, 900 - i, i + 1));
    let name = "A".repeat(1_000_000);
    vec![
        ("1e5", matrices((0..100_000).map(|i| any(i, 99)))),
        ("1000", matrices((0..1000).map(|i| any(i, 100_003)))),
        ("equal", matrices((0..40_000).map(|i| counts(format!("c{i}"), [30, 10, 5, 40])))),
        ("tied", matrices((0..5000).map(|i| counts(format!("c{i}"), [i, 5000 - i, i, 5000 - i])))),
        ("digits", matrices((0..60).map(long))),
        ("priors", "name,tnr,tpr,prior\n".to_owned() + &rates.collect::<String>()),
        (
            "names",
            matrices(
                [name, "c1".into(), "c2".into()]
                    .into_iter()
                    .zip(0..)
                    .map(|(name, i)| counts(name, [5 + i, 5 - i, 3, 7])),
            ),
        ),
    ]
}

/// Rows of a truth and columns of zeros and ones, or of scores.
fn columns(rows: u64, columns: u64, cell: impl Fn(u64) -> String) -> String {
    let names: Vec<String> = (0..columns).map(|i| format!("c{i}")).collect();
    let mut table = format!("y_true,{}\n", names.join(","));
    for row in 0..rows {
        let cells: Vec<String> = (0..columns).map(|i| cell(row * columns + i)).collect();
        writeln!(table, "{},{}", row % 2, cells.join(",")).expect("text");
    }
    table
}

fn tables_of_predictions() -> Vec<(&'static str, String)> {
    let any = |at: u64| mixed(at, 2).to_string();
    vec![
        ("5000 columns", columns(60, 5000, any)),
        ("128 columns", columns(2000, 128, any)),
        ("2 columns", columns(150_000, 2, any)),
        ("few rows", columns(21, 2, |at| (1 - at % 2).to_string())),
    ]
}

fn tables_of_scores() -> Vec<(&'static str, String)> {
    vec![
        ("50 models", columns(2500, 50, |at| format!("0.{:05}", mixed(at, 100_000)))),
        ("equal scores", columns(2000, 100, |_| "0.5".to_owned())),
        ("fine scores", columns(2000, 4, |at| format!("{}e-300", mixed(at, 1 << 40)))),
    ]
}

/// The fault of a run, if there is one.
fn fault(folder: &Path, program: &str, command: &str) -> Option<String> {
    let (name, rest) = command.split_once(' ').unwrap_or((command, ""));
    let (name, rest) = match rest.strip_prefix("compare ").filter(|_| name == "lattice") {
        Some(rest) => ("lattice compare", rest),
        None => (name, rest),
    };
    let destination = match name {
        "tile" => "-o y.svg",
        "report" => "-o y.html",
        _ => "> y.out",
    };
    let line = format!(r#"{LIMITS} exec "$0" {name} x.csv {rest} {destination}"#);
    let output = Command::new("sh").args(["-c", &line, program]).current_dir(folder).output();
    let output = output.expect("the shell runs");
    let error = String::from_utf8_lossy(&output.stderr);
    match output.status.code() {
        Some(0..=2) => None,
        // Killed for its time.
        None | Some(137 | 152) if error.contains("note: ") || WITH_A_BAR.contains(&name) => None,
        status => {
            Some(format!("{command}: {status:?} {}", error.chars().take(200).collect::<String>()))
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "takes minutes, and is for release builds"]
fn small_inputs_take_little_or_say_so() {
    let program = std::env::var("EXACTILE_PROGRAM");
    let program = program.as_deref().unwrap_or(env!("CARGO_BIN_EXE_exactile"));
    let mut faults = Vec::new();
    for (tables, commands) in [
        (tables_of_matrices(), &OF_MATRICES[..]),
        (tables_of_predictions(), &OF_PREDICTIONS),
        (tables_of_scores(), &OF_SCORES),
    ] {
        for (name, table) in tables {
            let folder = tempfile::tempdir().expect("a folder");
            std::fs::write(folder.path().join("x.csv"), table).expect("a file");
            for command in commands {
                println!("{name}: {command}");
                faults.extend(
                    fault(folder.path(), program, command).map(|what| format!("{name}: {what}")),
                );
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A new command is measured too.
#[test]
fn the_growth_of_every_command_is_measured() {
    let rows = include_str!("../../benches/growth.rs");
    let help = Run::new(&["--help"]).succeeds();
    let commands: Vec<&str> = help
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split_once("   ").map(|(name, _)| name.trim()))
        .filter(|name| !name.is_empty() && !name.starts_with('-') && *name != "help")
        .collect();
    assert!(commands.len() > 25, "{commands:?}");
    for command in commands {
        let is_measured = [" ", "\""].iter().any(|end| rows.contains(&format!("\"{command}{end}")));
        assert!(is_measured, "{command}");
    }
}
