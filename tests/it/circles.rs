//! No two files of a folder need each other, directly or through others: in every crate, and in the
//! package for Python.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Imports between neighbours: for each folder, which of its files and folders names which.
type Arrows = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

fn sources(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let is_test = path.file_stem().is_some_and(|name| name == "tests");
        if path.is_dir() && !is_test {
            sources(&path, ending, found);
        } else if path.extension().is_some_and(|other| other == ending) && !is_test {
            found.push(path);
        }
    }
}

/// The code before a file's tests, without comments and blanks.
fn code(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = code.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.flat_map(|line| line.trim().chars().chain([' '])).collect()
}

/// The paths of an import, its braces multiplied out.
fn expanded(import: &str) -> Vec<String> {
    let Some((before, inside)) = import.split_once('{') else { return vec![import.to_owned()] };
    let (mut depth, mut part, mut paths) = (0, String::new(), Vec::new());
    for c in inside.chars() {
        match c {
            '}' if depth == 0 => break,
            ',' if depth == 0 => paths.extend(expanded(&std::mem::take(&mut part))),
            _ => {
                depth += i32::from(c == '{') - i32::from(c == '}');
                part.push(c);
            }
        }
    }
    paths.extend(expanded(&part));
    paths.into_iter().map(|path| format!("{before}{path}")).collect()
}

/// All paths that a file names by `super`, `crate` or a neighbour below it.
fn named(code: &str) -> Vec<String> {
    let compact = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    let imports = code.split(" use ").skip(1).filter_map(|rest| rest.split_once(';'));
    let mut paths: Vec<String> = imports.flat_map(|(path, _)| expanded(&compact(path))).collect();
    for start in ["super::", "crate::"] {
        paths.extend(code.match_indices(start).map(|(at, _)| {
            let rest = &code[at..];
            let end = rest.find(|c: char| !c.is_alphanumeric() && !"_:".contains(c));
            // `super::super` begins at the first of them.
            let before = code[..at].strip_suffix("super::").map_or(at, |rest| rest.len());
            let is_later = before < at;
            if is_later { String::new() } else { rest[..end.unwrap_or(rest.len())].to_owned() }
        }));
    }
    paths
}

/// The module of a file, by names.
fn module(root: &Path, file: &Path) -> Vec<String> {
    let inside = file.strip_prefix(root).expect("a file of the crate").with_extension("");
    let mut names: Vec<String> =
        inside.iter().map(|name| name.to_string_lossy().into_owned()).collect();
    if names.last().is_some_and(|last| ["mod", "lib", "main"].contains(&&**last)) {
        names.pop();
    }
    names
}

fn arrows_of_crate(root: &Path) -> Arrows {
    let mut files = Vec::new();
    sources(root, "rs", &mut files);
    let modules: BTreeMap<Vec<String>, String> = files
        .iter()
        .map(|file| {
            let text = std::fs::read_to_string(file).expect("text");
            (module(root, file), format!(" {}", code(&text)))
        })
        .collect();
    let mut arrows = Arrows::new();
    for (own, code) in &modules {
        for path in named(code) {
            let mut parts: Vec<String> = path.split("::").map(str::to_owned).collect();
            let mut base = own.clone();
            match parts[0].as_str() {
                "crate" => base.clear(),
                "self" => {}
                "super" => {
                    let ups = parts.iter().take_while(|part| *part == "super").count();
                    base.truncate(base.len().saturating_sub(ups));
                    parts.drain(1..ups);
                }
                _ => parts.insert(0, String::new()),
            }
            base.extend(parts.drain(1..));
            while !modules.contains_key(&base) && base.pop().is_some() {}
            let same = own.iter().zip(&base).take_while(|(x, y)| x == y).count();
            if let (Some(from), Some(to)) = (own.get(same), base.get(same)) {
                let folder = own[..same].join("/");
                let of_folder = arrows.entry(folder).or_default();
                of_folder.entry(from.clone()).or_default().insert(to.clone());
            }
        }
    }
    arrows
}

fn arrows_of_package(root: &Path) -> Arrows {
    let mut files = Vec::new();
    sources(root, "py", &mut files);
    let mut arrows = BTreeMap::new();
    for file in &files {
        let text = std::fs::read_to_string(file).expect("text");
        let to = text.split("from .").skip(1).flat_map(|rest| {
            let rest = rest.strip_prefix(" import ").unwrap_or(rest);
            let line = rest.lines().next().unwrap_or_default();
            let names = line.split(" import ").next().unwrap_or_default();
            names.split(", ").map(str::to_owned).collect::<Vec<_>>()
        });
        arrows.insert(module(root, file).concat(), to.collect::<BTreeSet<String>>());
    }
    BTreeMap::from([(String::new(), arrows)])
}

/// A module that is reached from itself, by the modules on the way.
fn circle(arrows: &BTreeMap<String, BTreeSet<String>>) -> Option<Vec<String>> {
    let nobody = BTreeSet::new();
    arrows.keys().find_map(|start| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![vec![start.clone()]]);
        while let Some(way) = open.pop() {
            for next in arrows.get(way.last()?).unwrap_or(&nobody) {
                let mut further = way.clone();
                further.push(next.clone());
                if next == start {
                    return Some(further);
                }
                if seen.insert(next.clone()) {
                    open.push(further);
                }
            }
        }
        None
    })
}

fn check(name: &str, arrows: &Arrows, least: usize) {
    let count: usize = arrows.values().flat_map(BTreeMap::values).map(BTreeSet::len).sum();
    assert!(count >= least, "{name}: {count} imports");
    for (folder, arrows) in arrows {
        assert_eq!(circle(arrows), None, "{name}, {folder}");
    }
}

#[test]
fn files_need_each_other_in_no_circle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    check("the engine", &arrows_of_crate(&root.join("src")), 500);
    for (name, least) in [
        ("answers", 200),
        ("cli", 8),
        ("document", 40),
        ("input", 150),
        ("papers", 30),
        ("picture", 60),
        ("report", 20),
        ("verify", 150),
    ] {
        check(name, &arrows_of_crate(&root.join("crates").join(name).join("src")), least);
    }
    check("Python", &arrows_of_package(&root.join("python/exactile")), 30);
}

#[test]
fn circles_are_found() {
    let arrows = |pairs: &[(&str, &str)]| {
        let mut arrows: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (from, to) in pairs {
            arrows.entry((*from).to_owned()).or_default().insert((*to).to_owned());
        }
        arrows
    };
    assert_eq!(circle(&arrows(&[("a", "b"), ("b", "c"), ("a", "c")])), None);
    let found = circle(&arrows(&[("a", "b"), ("b", "c"), ("c", "b")])).expect("a circle");
    assert_eq!(found, ["b", "c", "b"]);
    let import = "super::{a::{self, B}, c::D}";
    let compact: String = import.chars().filter(|c| *c != ' ').collect();
    assert_eq!(expanded(&compact), ["super::a::self", "super::a::B", "super::c::D"]);
    let code = code(
        "use super::{a, b::C};\n// use super::z;\nfn f() { crate::d::e(); super::super::g::H; }\n",
    );
    let found = named(&format!(" {code}"));
    for path in ["super::a", "super::b::C", "crate::d::e", "super::super::g::H"] {
        assert!(found.iter().any(|known| known == path), "{path}: {found:?}");
    }
    assert!(!found.iter().any(|path| path.contains('z')), "{found:?}");
}
