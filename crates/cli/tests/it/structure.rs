//! No two modules of the program need each other, directly or through others.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The modules of a folder, each with those beside it that it imports.
fn arrows(folder: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let mut arrows = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let module = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let file = if path.is_dir() { path.join("mod.rs") } else { path.clone() };
        let text = std::fs::read_to_string(&file).expect("text");
        if path.is_file() && ["lib", "main", "mod"].contains(&module.as_str()) {
            continue;
        }
        // Of a folder only what lies within names its neighbours by super.
        let found =
            if path.is_dir() { Vec::new() } else { text.split("super::").skip(1).collect() };
        let named = found.into_iter().map(|rest| {
            rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>()
        });
        arrows.insert(module, named.collect());
    }
    arrows
}

/// A module that is reached from itself.
fn circle(arrows: &BTreeMap<String, BTreeSet<String>>) -> Option<String> {
    arrows
        .keys()
        .find(|start| {
            let (mut seen, mut open) = (BTreeSet::new(), vec![*start]);
            while let Some(module) = open.pop() {
                for next in arrows.get(module).into_iter().flatten() {
                    if next == *start {
                        return true;
                    }
                    if seen.insert(next) {
                        open.push(next);
                    }
                }
            }
            false
        })
        .cloned()
}

#[test]
fn imports_of_the_program_run_in_no_circle() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for folder in [source.clone(), source.join("args")] {
        let arrows = arrows(&folder);
        assert!(arrows.len() > 10 && arrows.values().flatten().count() > 20);
        assert_eq!(circle(&arrows), None, "{}", folder.display());
    }
    for entry in std::fs::read_dir(source.join("args")).expect("a folder") {
        let text = std::fs::read_to_string(entry.expect("an entry").path()).expect("text");
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        let outside = ["super::super", "crate::"].iter().find(|outside| text.contains(**outside));
        assert_eq!(outside, None, "arguments import from no command");
    }
    let pair =
        [("a", "b"), ("b", "a")].map(|(x, y)| (x.to_owned(), BTreeSet::from([y.to_owned()])));
    assert_eq!(circle(&BTreeMap::from(pair)).as_deref(), Some("a"));
}

/// Classifiers are read by `reading.rs` alone. Other inputs than classifiers have readers of their own.
#[test]
fn no_command_reads_classifiers() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut looked_at = 0;
    for entry in std::fs::read_dir(source).expect("a folder") {
        let path = entry.expect("an entry").path();
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        looked_at += 1;
        // Files of scores and of several classes are opened here, and called by the reading alone.
        let allowed = match &*name {
            "reading.rs" => &["input::subject(", "read_models(", "multi_class::read("][..],
            "models.rs" => &["read_scores(", "read_models("],
            "multi_class.rs" => &["read_multi_class("],
            _ => &[],
        };
        for reader in [
            "input::subject(",
            "read_models(",
            "read_scores(",
            "multi_class::read(",
            "read_multi_class(",
        ] {
            let reads = text.contains(reader) && !allowed.contains(&reader);
            assert!(!reads, "{name} calls {reader}");
        }
    }
    assert!(looked_at > 40);
}
