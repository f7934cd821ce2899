//! The report page in a real browser. A harness of its own, so that one Chromium serves all tests
//! and is closed after the last.
//!
//! Without a Chromium the tests are skipped, and say so; with `EXACTILE_BROWSER=required` they
//! fail. `EXACTILE_CHROMIUM` names the executable, if it is not in `PATH`.

mod accessible;
mod address;
mod answer;
mod chromium;
mod elsewhere;
mod every_input;
mod explore;
mod firefox;
mod harness;
mod models;
mod page;
mod program;
mod roc;
mod scripts;
mod sentences;
mod shots;
mod tab;
mod table;
mod test_sets;

use std::process::ExitCode;
use std::sync::{Arc, LazyLock};

use libtest_mimic::{Arguments, Trial};

use chromium::Chromium;

/// The name and the function of a test.
type Test = (&'static str, fn(&Chromium));

const SUBJECTS: &[(&str, &[Test])] = &[
    ("harness", harness::TESTS),
    ("scripts", scripts::TESTS),
    ("explore", explore::TESTS),
    ("address", address::TESTS),
    ("answer", answer::TESTS),
    ("sentences", sentences::TESTS),
    ("roc", roc::TESTS),
    ("table", table::TESTS),
    ("test_sets", test_sets::TESTS),
    ("models", models::TESTS),
    ("elsewhere", elsewhere::TESTS),
    ("every_input", every_input::TESTS),
    ("accessible", accessible::TESTS),
    ("page", page::TESTS),
    ("shots", shots::TESTS),
];

/// The tests that measure time.
const TIMED: [&str; 2] = [
    "every_input::three_hundred_classifiers_are_usable",
    "every_input::the_first_answer_comes_at_once",
];

const HOW_TO_INSTALL: &str = "install Chromium (Debian: apt-get install chromium) or let \
     EXACTILE_CHROMIUM name a Chromium or Chrome";

fn main() -> ExitCode {
    let executable = chromium::find();
    let required = std::env::var("EXACTILE_BROWSER").is_ok_and(|wish| wish == "required");
    if executable.is_none() {
        if required {
            eprintln!(
                "error: the browser tests are required, but no browser was found; {HOW_TO_INSTALL}"
            );
            return ExitCode::FAILURE;
        }
        eprintln!("browser tests SKIPPED: no browser was found; {HOW_TO_INSTALL}");
    }
    let skipped = executable.is_none();
    // The page without installation is built by a script, and axe-core comes from a registry: their
    // tests are ignored without them.
    let has = |file: &str| std::env::var_os(file).is_some_and(|named| !named.is_empty());
    let (has_page, has_axe) = (has("EXACTILE_PAGE"), has("EXACTILE_AXE"));
    let has_firefox = firefox::find().is_some();
    if has_page && !has_firefox {
        let hint =
            "install it (Debian: apt-get install firefox-esr) or let EXACTILE_FIREFOX name it";
        eprintln!("tests in Firefox SKIPPED: it was not found; {hint}");
        if required {
            return ExitCode::FAILURE;
        }
    }
    let browser = Arc::new(LazyLock::new(move || {
        Chromium::start(&executable.expect("tests are skipped without a browser"))
    }));
    let trials: Vec<Trial> = SUBJECTS
        .iter()
        .flat_map(|(subject, tests)| tests.iter().map(move |test| (subject, test)))
        .map(|(subject, &(name, test))| {
            let browser = Arc::clone(&browser);
            Trial::test(format!("{subject}::{name}"), move || {
                test(&browser);
                Ok(())
            })
            .with_ignored_flag(
                skipped
                    || *subject == "page" && !has_page
                    || name.ends_with("_in_firefox") && !has_firefox
                    || name == "no_rule_of_axe_is_broken" && !has_axe,
            )
        })
        .collect();
    // What is timed runs first, one after the other: other windows would slow it down.
    let (timed, others) = trials.into_iter().partition(|trial| TIMED.contains(&trial.name()));
    let together = Arguments::from_args();
    let alone = Arguments { test_threads: Some(1), ..together.clone() };
    let conclusions = [(&alone, timed), (&together, others)]
        .map(|(arguments, trials)| libtest_mimic::run(arguments, trials));
    if !skipped {
        let run = conclusions.iter().map(|ended| ended.num_passed + ended.num_failed);
        println!("browser tests run: {}", run.sum::<u64>());
    }
    // The last holder of the browser closes it.
    drop(browser);
    match conclusions.iter().any(libtest_mimic::Conclusion::has_failed) {
        true => ExitCode::from(101),
        false => ExitCode::SUCCESS,
    }
}
