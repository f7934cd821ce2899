//! The arrows between the folders of a crate point one way; those between crates are Cargo's.

use std::path::Path;

/// Each folder of a crate with all folders that it may name.
type Arrows = &'static [(&'static str, &'static [&'static str])];

/// The engine, in `src`.
const ALLOWED: Arrows = &[
    ("num", &[]),
    ("geometry", &["num"]),
    ("performance", &["num"]),
    ("score", &["num", "geometry", "performance"]),
    ("ranking", &["num", "geometry", "performance", "score"]),
    ("tile", &["num", "geometry", "performance", "score"]),
    ("lattice", &["num", "geometry", "performance", "score"]),
    ("correlation", &["num", "geometry", "performance", "score"]),
    ("advantage", &["num", "geometry", "performance", "score"]),
    ("section", &["num", "geometry", "performance", "score", "tile", "correlation"]),
    ("threshold", &["num", "geometry", "performance", "score", "tile", "lattice"]),
    ("order", &["num", "geometry", "performance", "score", "tile", "correlation"]),
    ("arrangement", &["num", "geometry", "performance", "score", "tile"]),
    ("domain", &["num", "geometry", "performance", "score", "tile", "correlation"]),
    ("reported", &["num", "performance", "score"]),
    ("contest", &["num", "geometry", "performance", "score", "lattice", "correlation"]),
    ("confidence", &["num", "geometry", "performance", "score", "tile", "lattice", "contest"]),
    ("multi_class", &["num", "performance", "ranking", "tile"]),
];

/// The verifier, in `crates/verify/src`.
const ALLOWED_IN_VERIFY: Arrows = &[
    ("reading", &[]),
    ("claim", &["reading"]),
    ("metric", &["reading", "claim"]),
    ("geometry", &["reading", "claim"]),
    ("tile", &["reading", "claim", "metric", "geometry"]),
    ("arrangement", &["reading", "claim", "metric", "geometry"]),
    ("threshold", &["reading", "claim", "metric", "geometry"]),
    ("lattice", &["reading", "claim", "metric"]),
    ("contest", &["reading", "claim", "metric", "geometry", "lattice"]),
    ("domain", &["reading", "claim", "metric", "geometry", "tile"]),
    ("reported", &["reading", "claim", "metric"]),
    ("published", &["reading", "claim", "metric"]),
];

/// Modules outside the engine's folders that every folder may name.
const EVERYWHERE: [&str; 4] = ["generator", "parallel", "vectors", "work"];

/// Names that never occur in the engine.
const NEVER: [&str; 4] = ["std::fs", "println!", "eprintln!", "f32"];

/// All of the engine that the verifier may name.
const VERIFIED_WITH: [&str; 5] = [
    "exactile::num",
    "exactile::performance",
    // Models as they are read, by folds too: distinct scores, and how many samples pass each.
    "exactile::threshold::ModelScore",
    "exactile::threshold::ScoredModel",
    "exactile::threshold::Fold",
];

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

/// The names after `crate::`.
fn names_of_the_crate(code: &str) -> impl Iterator<Item = &str> {
    code.match_indices("crate::").map(|(at, found)| {
        let rest = &code[at + found.len()..];
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        &rest[..end]
    })
}

/// Returns `true` if a file, by its path in the crate's `src`, names the root of the crate as a
/// parent.
fn climbs_to_the_root(path: &Path, code: &str) -> bool {
    let is_folder = path.file_name().is_some_and(|name| name == "mod.rs");
    let depth = path.components().count() - usize::from(is_folder);
    code.contains(&"super::".repeat(depth))
}

/// Checks that the files in the folders of a crate name only folders that they may, and that each
/// folder has its row. Returns the path and the code of each file.
fn check_arrows(source: &str, arrows: Arrows, everywhere: &[&str]) -> Vec<(String, String)> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(source);
    let mut looked_at = Vec::new();
    for (folder, lower) in arrows {
        let mut files = Vec::new();
        sources(&source.join(folder), &mut files);
        for (path, text) in files {
            let code = code(&text);
            for name in names_of_the_crate(&code) {
                assert!(
                    name == *folder || lower.contains(&name) || everywhere.contains(&name),
                    "{path} names crate::{name}: move the line, not the rule"
                );
            }
            let inside = Path::new(&path).strip_prefix(&source).expect("a file of the crate");
            assert!(!climbs_to_the_root(inside, &code), "{path} names the root as a parent");
            looked_at.push((path, code));
        }
    }
    for entry in std::fs::read_dir(&source).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
        let has_row = arrows.iter().any(|(folder, _)| *folder == name);
        assert!(has_row || !path.is_dir(), "{} has no row in the table", path.display());
    }
    looked_at
}

/// Checks that the rows of a table go from the lowest folder up, so that no two folders may name
/// each other.
fn check_order(arrows: Arrows) {
    for (row, (folder, lower)) in arrows.iter().enumerate() {
        for other in *lower {
            let is_lower = arrows[..row].iter().any(|(known, _)| known == other);
            assert!(is_lower, "{folder} may name {other}, which is not in a row before");
        }
    }
}

#[test]
fn no_module_of_the_engine_reaches_upwards() {
    check_order(ALLOWED);
    let files = check_arrows("src", ALLOWED, &EVERYWHERE);
    assert!(files.len() > 40, "only {} files were looked at", files.len());
    for (path, code) in files {
        for name in NEVER {
            assert!(!code.contains(name), "{path} names {name}");
        }
    }
}

#[test]
fn no_module_of_the_verifier_reaches_upwards() {
    check_order(ALLOWED_IN_VERIFY);
    let files = check_arrows("crates/verify/src", ALLOWED_IN_VERIFY, &[]);
    assert!(files.len() > 60, "only {} files were looked at", files.len());
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
