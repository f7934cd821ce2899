//! All targets on mutations of their corpus, for `EXACTILE_FUZZ_SECONDS` altogether (2 by default),
//! from the seed `EXACTILE_FUZZ_SEED` (1 by default).
//!
//! A failing input is left in the folder for temporary files; put it into `fixtures/fuzz` once it
//! is mended.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use exactile_fuzz::{Mutator, Target};

/// No input of a few kilobytes may take longer, on a busy machine and without optimisation.
const TOO_LONG: Duration = Duration::from_secs(10);

fn setting(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name}={text} is no whole number")),
        Err(_) => default,
    }
}

/// The inputs of a folder, or of all, in the order of their names.
fn corpus(folder: Option<&str>) -> Vec<Vec<u8>> {
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/fuzz");
    let folders: Vec<PathBuf> = match folder {
        Some(folder) => vec![all.join(folder)],
        None => entries(&all),
    };
    let files = folders.iter().flat_map(|folder| entries(folder));
    files.map(|file| std::fs::read(file).expect("a file")).collect()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder of the corpus");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

fn try_input(target: Target, number: usize, input: &[u8]) {
    let start = Instant::now();
    let held = catch_unwind(AssertUnwindSafe(|| target.run(input))).is_ok();
    let is_slow = start.elapsed() > TOO_LONG;
    if held && !is_slow {
        return;
    }
    let kept = tempfile::Builder::new().prefix("exactile-fuzz-").tempfile().expect("a file");
    std::fs::write(kept.path(), input).expect("a reproducer");
    let (_, path) = kept.keep().expect("a reproducer");
    let what = if held { "takes too long" } else { "breaks a law" };
    panic!("{target:?}: input {number} {what}; it is kept as {}", path.display());
}

#[test]
fn every_target_withstands_mutated_inputs() {
    let seconds = setting("EXACTILE_FUZZ_SECONDS", 2);
    let seed = setting("EXACTILE_FUZZ_SEED", 1);
    let each = Duration::from_secs(seconds) / u32::try_from(Target::ALL.len()).expect("a few");
    for target in Target::ALL {
        let corpus = corpus(target.corpus());
        let mutator = Mutator::new(&corpus, seed);
        let start = Instant::now();
        let mut number = 0;
        // The corpus as a whole, however little time there is.
        while number < corpus.len() || start.elapsed() < each {
            try_input(target, number, &mutator.input(number));
            number += 1;
        }
        println!("{target:?}: {number} inputs in {:.1} s", start.elapsed().as_secs_f64());
    }
}

#[test]
fn no_corpus_is_empty_or_large() {
    for target in Target::ALL {
        let corpus = corpus(target.corpus());
        assert!(!corpus.is_empty(), "{target:?}");
        assert!(corpus.iter().all(|input| input.len() <= 8192), "{target:?}");
    }
}
