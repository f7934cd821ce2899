//! No result, row or file is lost in silence, and no name commands the terminal.

use std::io::{self, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::cli::Run;

const THREE: &str = "name,tn,fp,fn,tp\na,50,10,5,35\nb,40,20,3,37\nc,55,5,15,25\n";
const PROGRAM: &str = env!("CARGO_BIN_EXE_exactile");

fn three(arguments: &[&str]) -> Run {
    Run::new(arguments).file("x.csv", THREE)
}

/// A folder with the three classifiers.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("x.csv"), THREE).expect("a file");
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// Standard output, standard error and exit status of a line of the shell, `$0` being the program.
fn shell(folder: &Path, line: &str) -> (String, String, Option<i32>) {
    let output = Command::new("sh")
        .args(["-c", line, PROGRAM])
        .current_dir(folder)
        .output()
        .expect("the shell runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output.status.code())
}

#[test]
fn plans_under_strong_priors_end() {
    for beta in ["5000,5000", "10000,1", "1,10000", "1e280,1"] {
        let plan = ["plan", "x.csv", "--score", "f1", "--limit", "200", "--draws", "100"];
        let plan = [&plan[..], &["--beta", beta]].concat();
        assert!(three(&plan).succeeds().contains("by F1"), "{beta}");
    }
    let large =
        "name,tn,fp,fn,tp\na,5000,1000,500,3500\nb,4000,2000,300,3700\nc,5500,500,1500,2500\n";
    let plan =
        ["plan", "x.csv", "--score", "f1", "--limit", "4000", "--draws", "100", "--beta", "1,2000"];
    assert!(Run::new(&plan).file("x.csv", large).succeeds().contains("by F1"));
}

#[test]
fn a_block_that_is_a_byte_order_mark_is_not_the_end_of_standard_input() {
    let mut run = Command::new(PROGRAM)
        .args(["rank", "-", "--score", "f1", "--format", "csv"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut input = run.stdin.take().expect("piped");
    for block in ["name,tn,fp,fn,tp\na,1,2,3,4\nb,2,3,4,5\n", "\u{feff}", "c,3,4,5,6\n"] {
        input.write_all(block.as_bytes()).expect("it reads");
        std::thread::sleep(Duration::from_millis(200));
    }
    drop(input);
    let output = run.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 4);
}

/// A stream whose reader has closed it.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_note_that_nobody_reads_costs_no_result() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.csv");
    std::fs::write(&path, "name,tn,fp,fn,tp,extra\na,50,10,5,35,1\n").expect("a file");
    let arguments = ["exactile", "rank", path.to_str().expect("text"), "--score", "f1"];
    let mut out = Vec::new();
    let _ = exactile_cli::run(arguments.map(Into::into), &mut out, &mut Closed);
    assert!(String::from_utf8(out).expect("text").contains("14/17"));
}

#[test]
fn names_neither_command_the_terminal_nor_forge_lines() {
    for (name, shown) in [
        ("a\u{1b}[31m", r"a\u{1b}[31m"),
        ("a\nerror: b", r"a\nerror: b"),
        ("a\u{202e}b", r"a\u{202e}b"),
        ("a\u{2066}b", r"a\u{2066}b"),
        ("a\u{2028}b", r"a\u{2028}b"),
    ] {
        let input = format!("name,tn,fp,fn,tp\n\"{name}\",1/2,1,2,3\nb,1,1,2,3\n");
        let compare = ["lattice", "compare", "x.csv", "--metric", "f1"];
        Run::new(&compare).file("x.csv", input).fails(&format!(
            "x.csv: \"{shown}\" has entries that are no counts below 2^53\nhint: give whole \
             numbers of samples below 2^53"
        ));
        let input = format!("name,tn,fp,fn,tp\n\"{name}\",1,1,2,3\nb,2,0,3,2\n");
        for command in ["regions", "rank", "score", "confidence", "vut", "roc"] {
            let score: &[&str] = match command {
                "rank" | "confidence" | "roc" => &["--score", "tpr", "--quiet"],
                "score" => &["--metric", "tpr"],
                _ => &[],
            };
            let further: &[&str] = if command == "confidence" {
                &["--positives", "2", "--negatives", "2"]
            } else {
                &[]
            };
            let text = Run::new(&[&[command, "x.csv"], score, further].concat())
                .file("x.csv", &input)
                .succeeds();
            assert!(text.contains(shown), "{command}: {text}");
            let is_raw =
                |c: char| c != '\n' && c.is_control() || "\u{202e}\u{2066}\u{2028}".contains(c);
            assert!(!text.contains(is_raw), "{command}: {text:?}");
        }
    }
}

#[test]
fn refusals_of_the_lattice_name_the_input() {
    let one = "name,tn,fp,fn,tp\na,50,10,5,35\n";
    let compare = ["lattice", "compare", "x.csv", "--metric", "f1"];
    Run::new(&compare)
        .file("x.csv", one)
        .fails("x.csv: a single classifier cannot be compared\nhint: give at least two");
}

#[test]
fn long_fractions_are_abbreviated_in_errors() {
    let level = format!("-1/{}7", "3".repeat(900));
    let plan = ["plan", "x.csv", "--score", "f1", &format!("--level={level}")];
    three(&plan).fails(
        "invalid value '-1/33333333333333333333...33333333333333333337' for '--level <X>': a level \
         of -1/33333333333333333333...33333333333333333337 is not between 0 and 1\nhint: give one \
         such as 0.95 (see exactile plan --help)",
    );
}

#[test]
fn a_refused_stream_of_values_leaves_no_torn_document() {
    for format in ["json", "csv"] {
        Run::new(&[
            "lattice",
            "confluence",
            "--positives",
            "9",
            "--negatives",
            "9",
            "--stream",
            "--metric",
            "f-beta(1e300)",
            "--format",
            format,
        ])
        .fails(
            "the values of f-beta(10000000000000000000...00000000000000000000) on 9 positives \
             and 9 negatives need more than 127 bits\nhint: ask for fewer samples or a parameter \
             with fewer digits",
        );
    }
}

#[test]
fn a_result_is_not_written_over_its_own_input() {
    let refused =
        "the result would overwrite its own input\nhint: name another file or add --force";
    for output in ["x.csv", "./x.csv"] {
        three(&["rank", "x.csv", "--score", "f1", "-o", output])
            .fails(&format!("{output}: {refused}"));
    }
    let folder = folder();
    let (_, error, status) = shell(folder.path(), r#""$0" rank - --score f1 -o x.csv <x.csv"#);
    assert_eq!((error, status), (format!("error: x.csv: {refused}\n"), Some(2)));
    let forced = r#""$0" rank x.csv --score f1 -o x.csv --force"#;
    assert_eq!(shell(folder.path(), forced).2, Some(0));
    let written = std::fs::read_to_string(folder.path().join("x.csv")).expect("a file");
    assert!(written.contains("14/17"), "{written}");
    // Any other file is replaced as ever.
    assert_eq!(
        three(&["rank", "x.csv", "--score", "f1", "-o", "y.csv"]).file("y.csv", "").succeeds(),
        ""
    );
}

#[test]
fn figures_ask_before_they_replace_the_page_of_somebody_else() {
    let figures = ["figures", "-o", ".", "--only", "the-tile/figure-5"];
    Run::new(&figures).file("index.html", "<title>Mine</title>").fails(
        "./index.html: this file, which exactile figures did not write, would be \
         overwritten\nhint: choose another folder or add --force",
    );
    let folder = tempfile::tempdir().expect("a folder");
    let line = r#""$0" figures -o . --only the-tile/figure-5"#;
    // Its own page is drawn anew.
    for _ in 0..2 {
        assert_eq!(shell(folder.path(), line).2, Some(0));
    }
}

#[cfg(unix)]
#[test]
fn new_files_obey_the_umask_and_old_ones_keep_their_permissions() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let mode = |name: &str| {
        let metadata = std::fs::metadata(folder.path().join(name)).expect("a file");
        metadata.permissions().mode() & 0o777
    };
    for (umask, expected) in [("077", 0o600), ("022", 0o644), ("002", 0o664), ("027", 0o640)] {
        let name = format!("{umask}.json");
        let line = format!(r#"umask {umask}; "$0" rank x.csv --score f1 -o {name}"#);
        assert_eq!(shell(folder.path(), &line).2, Some(0));
        assert_eq!(mode(&name), expected, "umask {umask}");
    }
    let line = r#"chmod 604 077.json; umask 022; "$0" rank x.csv --score f1 -o 077.json"#;
    assert_eq!(shell(folder.path(), line).2, Some(0));
    assert_eq!(mode("077.json"), 0o604);
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_written_is_named() {
    let folder = folder();
    let full = |place: &str| {
        format!(
            "error: {place}: cannot be written: No space left on device\nhint: check the path and \
             its space\n"
        )
    };
    for (line, place) in [
        (r#""$0" rank x.csv --score f1 -o /dev/full"#, "/dev/full"),
        (r#""$0" rank x.csv --score f1 >/dev/full"#, "<stdout>"),
        (r#""$0" --help >/dev/full"#, "<stdout>"),
    ] {
        let (_, error, status) = shell(folder.path(), line);
        assert_eq!((error, status), (full(place), Some(2)), "{line}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_no_half_written_file() {
    use std::os::unix::process::ExitStatusExt;
    let folder = tempfile::tempdir().expect("a folder");
    let mut run = long_run(folder.path());
    until_a_file_is_begun(folder.path());
    std::thread::sleep(Duration::from_millis(300));
    kill("TERM", &run);
    assert_eq!(run.wait().expect("it ends").signal(), Some(15));
    assert_eq!(names(folder.path()), [""; 0]);
}

fn kill(signal: &str, run: &Child) {
    let kill = Command::new("kill").args(["-s", signal, &run.id().to_string()]).status();
    assert!(kill.expect("it runs").success());
}

fn until_a_file_is_begun(folder: &Path) {
    let start = Instant::now();
    while !names(folder).iter().any(|name| name.starts_with(".exactile-")) {
        assert!(start.elapsed() < Duration::from_secs(60), "no file is begun");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// A run that writes `y.csv` for a long time.
fn long_run(folder: &Path) -> Child {
    Command::new(PROGRAM)
        .args("lattice confluence --stream --metric f1 -o y.csv".split(' '))
        .args(["--positives", "20000", "--negatives", "20000"])
        .current_dir(folder)
        .spawn()
        .expect("the program runs")
}

/// A hang-up, as of a lost connection, is an interrupt as any other, at any moment.
#[cfg(unix)]
#[test]
fn no_signal_leaves_a_file_at_any_moment() {
    use std::os::unix::process::ExitStatusExt;
    let folder = tempfile::tempdir().expect("a folder");
    // Scattered over the first 60 ms of a run, and over those of writing.
    let moments = (0..200_u64).map(|k| (k % 5 == 0, k * 7919 % 200 * 300));
    for ((is_writing, microseconds), (signal, number)) in
        moments.zip([("HUP", 1), ("INT", 2), ("QUIT", 3), ("TERM", 15)].into_iter().cycle())
    {
        let mut run = long_run(folder.path());
        if is_writing {
            until_a_file_is_begun(folder.path());
        }
        std::thread::sleep(Duration::from_micros(microseconds));
        kill(signal, &run);
        let status = run.wait().expect("it ends");
        assert_eq!(status.signal(), Some(number), "{signal}");
        assert_eq!(names(folder.path()), [""; 0], "{signal} after {microseconds} microseconds");
    }
}

/// Nothing can be done on SIGKILL but by the next run.
#[cfg(unix)]
#[test]
fn the_next_run_removes_what_a_killed_one_left_and_nothing_else() {
    let folder = folder();
    let mut killed = long_run(folder.path());
    until_a_file_is_begun(folder.path());
    kill("KILL", &killed);
    killed.wait().expect("it ends");
    let unfinished = || -> Vec<String> {
        names(folder.path()).into_iter().filter(|name| name.starts_with('.')).collect()
    };
    let of_killed = unfinished();
    assert_eq!(of_killed.len(), 1);
    let mut alive = long_run(folder.path());
    while unfinished().is_empty() || unfinished().contains(&of_killed[0]) {
        std::thread::sleep(Duration::from_millis(1));
    }
    let of_alive = unfinished();
    let other = r#""$0" rank x.csv --score f1 -o z.csv"#;
    let same = r#""$0" rank x.csv --score f1 -o y.csv"#;
    for line in [other, same] {
        assert_eq!(shell(folder.path(), line), (String::new(), String::new(), Some(0)));
    }
    assert_eq!(unfinished(), of_alive);
    kill("TERM", &alive);
    alive.wait().expect("it ends");
    assert_eq!(names(folder.path()), ["x.csv", "y.csv", "z.csv"]);
}

#[cfg(unix)]
#[test]
fn a_file_beyond_the_limit_of_the_process_is_an_error() {
    let folder = folder();
    let line = r#"ulimit -f 1; "$0" lattice confluence --metric f1 --positives 99 --negatives 99 -o z.csv"#;
    let (_, error, status) = shell(folder.path(), line);
    assert_eq!(
        (error.as_str(), status),
        (
            "error: z.csv: cannot be written: File too large\nhint: check the path and its space\n",
            Some(2)
        )
    );
    assert_eq!(names(folder.path()), ["x.csv"]);
}

/// Under a limit of memory, work that needs more is refused before it starts.
#[cfg(target_os = "linux")]
#[test]
fn memory_that_the_process_cannot_have_is_refused() {
    let folder = folder();
    for command in [
        "lattice pmf --tp 2500 --fn 2500 --tn 2500 --fp 2500 --metric mcc",
        "lattice confluence --positives 5000 --negatives 5000 --metric f1",
    ] {
        let line = format!(r#"ulimit -v 1000000; "$0" {command}"#);
        let (result, error, status) = shell(folder.path(), &line);
        assert_eq!((result.as_str(), status), ("", Some(2)), "{error}");
        let expected = "error: about 2386 MB of memory are needed, more than the process can \
             have\nhint: give fewer classifiers or samples, or let the process have more memory\n";
        assert_eq!(error, expected, "{command}");
    }
    let line = r#"ulimit -v 1000000; "$0" rank x.csv --score f1"#;
    assert_eq!(shell(folder.path(), line).2, Some(0));
}

/// Cells with their outlines take far more than the classifiers.
#[cfg(target_os = "linux")]
#[test]
fn cells_that_do_not_fit_into_memory_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let rows = (0..200_u64).map(|i| {
        let (tn, tp) = (i * 7919 % 1001, 1000 - i * 104_729 % 1001);
        format!("c{i},{tn},{},{},{tp}\n", 1000 - tn, 1000 - tp)
    });
    let table = "name,tn,fp,fn,tp\n".to_owned() + &rows.collect::<String>();
    std::fs::write(folder.path().join("x.csv"), table).expect("a file");
    let line = r#"ulimit -v 450000; RAYON_NUM_THREADS=1 "$0" rankings x.csv --polygons"#;
    let (result, error, status) = shell(folder.path(), line);
    assert_eq!((result.as_str(), status), ("", Some(2)), "{error}");
    assert!(
        error.contains(" MB of memory are needed, more than the process can have\nhint: "),
        "{error}"
    );
}

/// The standard library opens `/dev/null` where standard output is closed, so that nothing fails.
#[cfg(target_os = "linux")]
#[test]
fn a_result_for_a_closed_standard_output_is_said_to_be_lost() {
    let folder = folder();
    let lost = "note: standard output is closed, so the result is lost: redirect it to a file, or \
         name one with -o\n";
    for (redirected, expected) in [
        (">&-", lost),
        ("1<>/dev/null", lost),
        (">/dev/null", ""),
        ("-o y.csv >&-", ""),
        ("-q >&-", ""),
    ] {
        let line = format!(r#""$0" rank x.csv --score f1 {redirected}"#);
        let (_, error, status) = shell(folder.path(), &line);
        assert_eq!((error.as_str(), status), (expected, Some(0)), "{redirected}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_read_or_written_to_is_named() {
    let folder = folder();
    std::fs::create_dir(folder.path().join("d")).expect("a folder");
    for (line, place) in [
        (r#""$0" rank d --score f1"#, "d: "),
        (r#""$0" rank absent.csv --score f1"#, "absent.csv: "),
        (r#""$0" rank x.csv/y --score f1"#, "x.csv/y: "),
        (r#""$0" rank x.csv --score f1 -o d"#, "d: "),
        (r#""$0" rank x.csv --score f1 -o /proc/y.csv"#, "/proc/y.csv: "),
        (r#""$0" rank x.csv --score f1 -o absent/y.csv"#, "absent/y.csv: "),
    ] {
        let (result, error, status) = shell(folder.path(), line);
        assert_eq!((result.as_str(), status), ("", Some(2)), "{line}");
        assert!(
            error.starts_with(&format!("error: {place}")) && error.contains("\nhint: "),
            "{error}"
        );
    }
    assert_eq!(names(folder.path()), ["d", "x.csv"]);
}

#[cfg(unix)]
#[test]
fn a_pipe_that_nobody_reads_is_no_error() {
    let folder = folder();
    let mut run = Command::new(PROGRAM)
        .args(["lattice", "confluence", "--stream", "--metric", "f1"])
        .args(["--positives", "900", "--negatives", "900"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    drop(run.stdout.take());
    let output = run.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}

/// Whichever run ends last, its file is whole.
#[cfg(unix)]
#[test]
fn two_runs_to_one_file_leave_a_whole_one() {
    let folder = folder();
    let line = |metric: &str| {
        format!(
            r#""$0" lattice confluence --stream --metric {metric} --positives 60 --negatives 60 -o y.csv"#
        )
    };
    let alone = ["f1", "mcc"].map(|metric| {
        assert_eq!(shell(folder.path(), &line(metric)).2, Some(0));
        std::fs::read(folder.path().join("y.csv")).expect("a result")
    });
    for _ in 0..5 {
        let both = format!("{} & {}; wait $!", line("f1"), line("mcc"));
        assert_eq!(shell(folder.path(), &both), (String::new(), String::new(), Some(0)));
        let left = std::fs::read(folder.path().join("y.csv")).expect("a result");
        assert!(alone.contains(&left), "{} bytes", left.len());
        assert_eq!(names(folder.path()), ["x.csv", "y.csv"]);
    }
}

/// The page of limits names the cost of every command.
#[test]
fn the_page_of_limits_has_every_command() {
    let page =
        std::fs::read_to_string(format!("{}/../../docs/limits.md", env!("CARGO_MANIFEST_DIR")));
    let page = page.expect("a page");
    let rows: String = page
        .lines()
        .filter_map(|line| line.strip_prefix("| "))
        .fold(String::new(), |rows, line| {
            rows + line.split(" | ").next().unwrap_or_default() + "\n"
        });
    let commands = |arguments: &[&str]| {
        let help = Run::new(&[arguments, &["--help"]].concat()).succeeds();
        let lines = help.lines().skip_while(|line| !line.starts_with("Usage:"));
        let lines = lines.take_while(|line| !["Options:", "Output:"].contains(line));
        let names = lines
            .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
            .filter_map(|line| Some(line.split_whitespace().next()?.to_owned()));
        names.filter(|name| name != "help").collect::<Vec<String>>()
    };
    let plain = commands(&[]).into_iter().filter(|name| name != "lattice");
    let lattice = commands(&["lattice"]).into_iter().map(|name| format!("lattice {name}"));
    for name in plain.chain(lattice) {
        assert!(rows.contains(&format!("`{name}")), "{name} has no row:\n{rows}");
    }
}

/// Quantiles of rates far below the least double end.
#[test]
fn values_at_rates_of_any_size_are_found_at_once() {
    for rate in ["1e-320", "1e-900"] {
        let input = format!("name,tnr,tpr,prior\na,0.7,{rate},0.2\nb,{rate},0.9,{rate}\n");
        let score = ["score", "x.csv", "--metric", "d-prime,f1,log-dor,mcc", "--format", "json"];
        let start = Instant::now();
        let json = Run::new(&score).file("x.csv", input).json();
        assert!(start.elapsed() < Duration::from_secs(20), "{rate}: {:?}", start.elapsed());
        let value = &json["classifiers"][0]["scores"]["d-prime"]["value"];
        let lower = value["lower"].as_str().expect("a decimal");
        let expected = if rate == "1e-320" { "-37.744" } else { "-63.775" };
        assert!(lower.starts_with(expected), "{value}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_to_nothing_yet_is_written_through() {
    let folder = folder();
    std::fs::create_dir(folder.path().join("d")).expect("a folder");
    let link = |to: &str, name: &str| {
        std::os::unix::fs::symlink(to, folder.path().join(name)).expect("a link");
    };
    link("d/new.csv", "a.csv");
    link("a.csv", "b.csv");
    link("c.csv", "c.csv");
    let run = |name: &str| shell(folder.path(), &format!(r#""$0" vut x.csv -o {name}"#));
    assert_eq!(run("b.csv"), (String::new(), String::new(), Some(0)));
    assert!(folder.path().join("a.csv").is_symlink() && folder.path().join("b.csv").is_symlink());
    let written = std::fs::read_to_string(folder.path().join("d/new.csv")).expect("a result");
    assert!(written.starts_with("rank_best,"), "{written}");
    let error = "error: c.csv: the link leads to itself\nhint: choose another path\n";
    assert_eq!(run("c.csv"), (String::new(), error.to_owned(), Some(2)));
}

/// The picture whose points the checkpoint `c` keeps.
const PICTURE: &str =
    r#""$0" tile x.csv --flavor confidence --question next --grid 4 --checkpoint c -o y.svg"#;

#[test]
fn a_changed_digit_in_a_checkpoint_is_not_believed() {
    let folder = folder();
    assert_eq!(shell(folder.path(), PICTURE), (String::new(), String::new(), Some(0)));
    let kept = std::fs::read_to_string(folder.path().join("c")).expect("a checkpoint");
    let lines: Vec<&str> = kept.lines().collect();
    assert!(lines.len() > 10);
    // Another digit in the middle of the third line.
    let at = lines[..2].iter().map(|line| line.len() + 1).sum::<usize>();
    let digits = kept[at..].char_indices().filter(|(_, c)| ('1'..='8').contains(c));
    for (offset, digit) in digits.take(12) {
        let mut changed = kept.clone();
        let other = char::from(u8::try_from(digit).expect("a digit") ^ 1).to_string();
        changed.replace_range(at + offset..=at + offset, &other);
        std::fs::write(folder.path().join("c"), changed).expect("a file");
        let (_, error, status) = shell(folder.path(), PICTURE);
        assert_eq!(
            (error.as_str(), status),
            (
                "error: c:3: the checksum of this line is wrong\nhint: remove the file or name \
                 another --checkpoint\n",
                Some(2)
            )
        );
    }
    std::fs::write(folder.path().join("c"), &kept).expect("a file");
    assert_eq!(shell(folder.path(), PICTURE).2, Some(0));
}

#[test]
fn two_runs_do_not_write_one_checkpoint() {
    let folder = folder();
    let file = std::fs::File::create(folder.path().join("c")).expect("a file");
    file.lock().expect("nobody has it");
    assert_eq!(
        shell(folder.path(), PICTURE),
        (
            String::new(),
            "error: c: another run uses this checkpoint\nhint: wait for its end or name another \
             --checkpoint\n"
                .to_owned(),
            Some(2)
        )
    );
    drop(file);
    assert_eq!(shell(folder.path(), PICTURE).2, Some(0));
}

#[test]
fn a_picture_does_not_take_the_place_of_its_checkpoint() {
    for force in ["", " --force"] {
        let line = format!(
            r#""$0" tile x.csv --flavor confidence --question next --checkpoint ./y.svg -o y.svg{force}"#
        );
        let folder = folder();
        assert_eq!(
            shell(folder.path(), &line),
            (
                String::new(),
                "error: the picture would overwrite the checkpoint\nhint: name two files\n"
                    .to_owned(),
                Some(2)
            )
        );
        assert_eq!(names(folder.path()), ["x.csv"]);
    }
}
