//! Arguments and readers stand where they belong.

use std::path::Path;

/// The source of the questions, by its path below `crates/answers/src`.
fn sources(folder: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../answers/src");
    let mut found = Vec::new();
    for entry in std::fs::read_dir(root.join(folder)).expect("a folder") {
        let entry = entry.expect("an entry");
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if folder.is_empty() { name } else { format!("{folder}/{name}") };
        if entry.path().is_dir() {
            found.extend(sources(&path));
        } else {
            found.push((path, std::fs::read_to_string(entry.path()).expect("text")));
        }
    }
    found
}

/// Flags know other flags, and no question that they belong to.
#[test]
fn flags_import_flags_alone() {
    let mut looked_at = 0;
    for (name, text) in sources("") {
        let (is_shared, is_own) = (name.starts_with("args/"), name.ends_with("/arguments.rs"));
        if !is_shared && !is_own {
            continue;
        }
        looked_at += 1;
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        assert!(!code.contains("super::super"), "{name}");
        for rest in code.split("crate::").skip(1) {
            let is_of_flags = rest.starts_with("args::")
                || rest.split_once("::").is_some_and(|(_, rest)| rest.starts_with("arguments::"));
            assert!(is_own && is_of_flags, "{name} imports crate::{rest:.30}");
        }
    }
    assert!(looked_at > 35, "{looked_at}");
}

/// Classifiers are read by `reading.rs` alone. Other inputs than classifiers have readers of their
/// own.
#[test]
fn no_command_reads_classifiers() {
    let all = sources("");
    assert!(all.len() > 100);
    for (name, text) in all {
        // Files of scores and of several classes are opened here, and called by the reading alone.
        let allowed = match &*name {
            "inputs/reading.rs" => &["input::subject(", "read_models(", "multi_class::read("][..],
            "inputs/models.rs" => &["read_scores(", "read_models("],
            "inputs/multi_class.rs" => &["read_multi_class("],
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
}
