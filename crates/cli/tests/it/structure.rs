//! Arguments and readers stand where they belong.

use std::path::Path;

#[test]
fn arguments_import_from_no_command() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for entry in std::fs::read_dir(source.join("args")).expect("a folder") {
        let text = std::fs::read_to_string(entry.expect("an entry").path()).expect("text");
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        let outside = ["super::super", "crate::"].iter().find(|outside| text.contains(**outside));
        assert_eq!(outside, None, "arguments import from no command");
    }
}

/// Classifiers are read by `reading.rs` alone. Other inputs than classifiers have readers of their
/// own.
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
