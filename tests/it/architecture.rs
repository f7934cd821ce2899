//! The arrows between the engine's modules point one way; those between crates are Cargo's.

use std::collections::BTreeMap;
use std::path::Path;

/// Each folder of `src` with all folders that it may name.
const ALLOWED: &[(&str, &[&str])] = &[
    ("num", &[]),
    ("geometry", &["num"]),
    ("performance", &["num"]),
    ("score", &["num", "geometry", "performance"]),
    ("ranking", &["num", "geometry", "performance", "score"]),
    ("tile", &["num", "geometry", "performance", "score"]),
    ("lattice", &["num", "geometry", "performance", "score"]),
    ("correlation", &["num", "geometry", "performance", "score"]),
    ("advantage", &["num", "geometry", "performance", "score"]),
    ("section", &["num", "geometry", "performance", "score", "tile"]),
    ("threshold", &["num", "geometry", "performance", "score", "tile"]),
    ("arrangement", &["num", "geometry", "performance", "score", "tile"]),
    ("reported", &["num", "performance", "score"]),
    ("contest", &["num", "geometry", "performance", "score", "lattice"]),
    ("confidence", &["num", "geometry", "performance", "score", "tile", "lattice", "contest"]),
    ("multi_class", &["num", "performance", "ranking", "tile"]),
];

/// What the engine never names.
const NEVER: [&str; 4] = ["std::fs", "println!", "eprintln!", "f32"];

/// All of the engine that the verifier may name.
const VERIFIED_WITH: [&str; 3] =
    // Models as they are read: distinct scores, and how many samples pass each.
    ["exactile::num", "exactile::performance", "exactile::threshold::ScoredModel"];

fn sources(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).expect("text");
            found.push((path.display().to_string(), text));
        }
    }
}

/// The code before a file's tests, without comments.
fn code(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

#[test]
fn no_module_reaches_upwards() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let allowed: BTreeMap<&str, &[&str]> = ALLOWED.iter().copied().collect();
    let mut seen = 0;
    for (folder, lower) in &allowed {
        let mut files = Vec::new();
        sources(&source.join(folder), &mut files);
        for (path, text) in files {
            let code = code(&text);
            for other in allowed.keys().filter(|other| *other != folder && !lower.contains(other)) {
                let named = format!("crate::{other}");
                assert!(
                    !code.contains(&named),
                    "{path} names {named}: move the line, not the rule"
                );
            }
            for name in NEVER {
                assert!(!code.contains(name), "{path} names {name}");
            }
            seen += 1;
        }
    }
    assert!(seen > 40, "only {seen} files were looked at");
    let folders = std::fs::read_dir(&source)
        .expect("a folder")
        .filter(|entry| entry.as_ref().expect("an entry").path().is_dir())
        .count();
    assert_eq!(folders, ALLOWED.len(), "every folder of src has its row in the table");
}

#[test]
fn the_verifier_shares_nothing_but_numbers_and_matrices() {
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/verify/src"), &mut files);
    assert!(files.len() > 4, "only {} files were looked at", files.len());
    for (path, text) in files {
        for (at, _) in code(&text).match_indices("exactile::") {
            let named = &code(&text)[at..];
            assert!(
                VERIFIED_WITH.iter().any(|allowed| named.starts_with(allowed)),
                "{path} names {}",
                named.lines().next().unwrap_or_default()
            );
        }
    }
}
