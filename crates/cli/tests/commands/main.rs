//! Whole commands with arguments of their own grammar and inputs of all kinds, for
//! `EXACTILE_COMMAND_SECONDS` (3 by default), from the seed `EXACTILE_FUZZ_SEED` (1 by default).
//! Inputs have at most `EXACTILE_COMMAND_BYTES` bytes (4,096 by default).
//!
//! The arguments come from the help of each command, so that a new flag is tried without a change
//! here. What holds for every run: it ends in time by itself, with the exit status 0, 1 or 2; a
//! refusal is a message with a hint and nothing else; a result in JSON is JSON, and
//! `exactile verify` finds nothing false in it; no input is changed and no unfinished file stays. A
//! failing run is kept as a folder with a script.

mod grammar;
mod inputs;
mod laws;

use std::time::{Duration, Instant};

use fastrand::Rng;

use grammar::Grammar;
use laws::Try;

fn setting(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name}={text} is no whole number")),
        Err(_) => default,
    }
}

#[test]
fn every_command_withstands_arguments_of_its_grammar() {
    let time = Duration::from_secs(setting("EXACTILE_COMMAND_SECONDS", 3));
    let seed = setting("EXACTILE_FUZZ_SEED", 1);
    let most_bytes = usize::try_from(setting("EXACTILE_COMMAND_BYTES", 4096)).expect("a size");
    let commands = grammar::commands();
    let (start, mut number, mut statuses) = (Instant::now(), 0_u64, [0_u64; 3]);
    let mut broken = Vec::new();
    // Every command once, however little time there is.
    while number < commands.len() as u64 || start.elapsed() < time {
        let mut random = Rng::with_seed(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let command = usize::try_from(number).map_or(0, |number| number % commands.len());
        let one = Try::new(&commands[command], most_bytes, &mut random);
        match one.run(&mut random) {
            Ok(status) => statuses[status] += 1,
            Err(law) => {
                let found = format!("{number}: {law}: {}", one.keep());
                println!("{found}");
                broken.push(found);
            }
        }
        number += 1;
    }
    println!("{number} commands: {statuses:?} ended with 0, 1 and 2");
    assert!(broken.is_empty(), "{} runs break a law:\n{}", broken.len(), broken.join("\n"));
}

#[test]
fn the_grammar_is_that_of_the_program() {
    let commands = grammar::commands();
    let find = |words: &[&str]| -> &Grammar {
        commands
            .iter()
            .find(|command| command.words == words)
            .unwrap_or_else(|| panic!("{words:?}"))
    };
    assert!(commands.len() > 30, "{}", commands.len());
    let flag = |command: &[&str], name: &str| {
        let command = find(command);
        let mut all = command.places.iter().chain(&command.flags);
        all.find(|flag| flag.name == name).unwrap_or_else(|| panic!("{name}: {command:?}")).clone()
    };
    assert_eq!(flag(&["regions"], "MORE").value.as_deref(), Some("MORE"));
    assert!(flag(&["regions"], "--format").choices.contains(&"geojson".to_owned()));
    assert!(flag(&["lattice", "plot"], "KIND").choices.contains(&"simplex".to_owned()));
    assert_eq!(flag(&["lattice", "pmf"], "--positives").value.as_deref(), Some("P"));
    assert_eq!(flag(&["lattice", "pmf"], "--exact").value, None);
}
