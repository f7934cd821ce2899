//! The order of columns, rows and classifiers decides the order of lines and nothing else.

use super::cli::{MATRICES, Run, fixture};

/// The lines of a text, each as its words in alphabetical order: two texts that differ only in the
/// order of lines and of lists have the same.
fn sentences(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = text
        .lines()
        .map(|line| {
            let mut words: Vec<&str> = line
                .split([' ', ',', ';', ':', '(', ')', '<', '>'])
                .filter(|word| !word.is_empty())
                .collect();
            words.sort_unstable();
            words.join(" ")
        })
        .collect();
    lines.sort_unstable();
    lines
}

/// The lines of a table in other orders: reversed, turned, and shuffled by a fixed rule.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let reversed = (0..count).rev().collect();
    let turned = (0..count).map(|k| (k + count / 3 + 1) % count).collect();
    let mut shuffled: Vec<usize> = (0..count).collect();
    shuffled.sort_by_key(|k| (k * 7919 + 13) % 10_007);
    vec![reversed, turned, shuffled]
}

fn rows_in(text: &str, order: &[usize]) -> String {
    let mut lines = text.lines();
    let header = lines.next().expect("a header");
    let rows: Vec<&str> = lines.collect();
    let rows = order.iter().map(|&row| rows[row]);
    std::iter::once(header).chain(rows).map(|line| format!("{line}\n")).collect()
}

fn columns_in(text: &str, order: &[usize]) -> String {
    let line = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        let fields: Vec<&str> = order.iter().map(|&column| fields[column]).collect();
        fields.join(",") + "\n"
    };
    text.lines().map(line).collect()
}

/// The titles of its parts: their colours follow the order of the input.
fn titles(svg: &str) -> String {
    svg.lines()
        .filter(|line| line.starts_with("<title>"))
        .map(|line| line.to_owned() + "\n")
        .collect()
}

/// The text of a page, without its script, its pictures and their colours; elements are lines.
fn read_by_people(page: &str) -> String {
    let mut text = page.to_owned();
    for element in ["script", "style", "svg"] {
        let (open, close) = (format!("<{element}"), format!("</{element}>"));
        while let Some(start) = text.find(&open) {
            let end = text[start..].find(&close).expect("an end") + start + close.len();
            text.replace_range(start..end, "");
        }
    }
    let outside =
        text.split('<').map(|part| part.split_once('>').map_or(part, |(_, outside)| outside));
    outside.flat_map(str::lines).map(|line| line.trim().to_owned() + "\n").collect()
}

/// Asserts that each command says the same of a table with its rows and its columns in any order.
fn check(name: &str, text: &str, commands: &[&[&str]]) {
    check_in(usize::MAX, name, text, commands);
}

/// The same in so many orders of rows and of columns.
fn check_in(most: usize, name: &str, text: &str, commands: &[&[&str]]) {
    let rows = text.lines().count() - 1;
    let columns = text.lines().next().map_or(0, |header| header.split(',').count());
    let orders = |count| orders(count).into_iter().rev().take(most);
    let of_rows = orders(rows).map(|order| rows_in(text, &order));
    let of_columns = orders(columns).map(|order| columns_in(text, &order));
    let others: Vec<String> = of_rows.chain(of_columns).collect();
    for command in commands {
        let (command, more) = command.split_first().expect("a command");
        let arguments = [&[*command, "x.csv"], more].concat();
        let said = |table: &str| {
            let text = Run::new(&arguments).file("x.csv", table).notes().0;
            match *command {
                "tile" => sentences(&titles(&text)),
                "report" => sentences(&read_by_people(&text)),
                _ => sentences(&text),
            }
        };
        let expected = said(text);
        for other in &others {
            let found = said(other);
            if let Some((one, another)) = expected.iter().zip(&found).find(|(x, y)| x != y) {
                panic!("{name}: {arguments:?} says\n{one}\nor\n{another}");
            }
            assert_eq!(expected.len(), found.len(), "{name}: {arguments:?}");
        }
    }
}

/// Commands whose results are about classifiers.
const COMMANDS: [&[&str]; 13] = [
    &["regions"],
    &["regions", "--rank", "2"],
    &["regions", "--rank", "1"],
    &["rank", "--score", "f1"],
    &["rank", "--score", "mcc"],
    &["rankings"],
    &["rankings", "--score", "f1"],
    &["score", "--metric", "f1,mcc,kappa"],
    &["no-skill", "--at", "1/2,1/3"],
    &["roc", "--score", "f1"],
    &["vut"],
    &["curve", "--along", "decision"],
    &["curve", "--along", "f-beta"],
];

#[test]
fn results_of_matrices_do_not_depend_on_their_order() {
    for name in ["breast_cancer_confusion.csv", "published/the-tile-fig-5/prior-0.2.csv"] {
        let text = std::fs::read_to_string(fixture(name)).expect(name);
        check(name, &text, &COMMANDS);
    }
}

#[test]
fn results_of_every_fixture_do_not_depend_on_its_order() {
    let all: [&[&str]; 3] = [&["regions"], &["rank", "--score", "f1"], &["rank", "--score", "mcc"]];
    let labelled = [
        "breast_cancer_predictions.csv",
        "digits_eight_predictions.csv",
        "breast_cancer_scores.csv",
    ];
    for name in MATRICES.into_iter().chain(labelled) {
        let text = std::fs::read_to_string(fixture(name)).expect(name);
        let told: &[&str] = if MATRICES.contains(&name) { &[] } else { &["--positive", "1"] };
        let commands = all.map(|command| [command, told].concat());
        check_in(1, name, &text, &commands.each_ref().map(Vec::as_slice));
    }
}

#[test]
fn results_of_tied_classifiers_do_not_depend_on_their_order() {
    // Equal ones, mirror images, constants, and one that is first at a corner only.
    let ties = "name,tn,fp,fn,tp\na,9,1,4,6\nb,9,1,4,6\nc,6,4,1,9\nd,10,0,10,0\ne,0,10,0,10\nf,8,2,3,7\ng,7,3,2,8\nh,9,1,4,6\ni,5,5,5,5\nj,9,1,4,6\nk,9,1,4,6\nl,9,1,4,6\nm,9,1,4,6\nn,9,1,4,6\n";
    check("ties", ties, &COMMANDS);
    check("ties", ties, &[&["zone", "--better", "a", "--than", "c"], &["rankings", "--cells"]]);
    let priors = "name,tn,fp,fn,tp\na,9,1,4,6\nb,18,2,4,6\nc,6,4,1,9\nd,5,5,2,3\n";
    check("priors", priors, &[&["regions"], &["rank", "--score", "f1"], &["rankings"], &["score"]]);
}

#[test]
fn results_of_predictions_do_not_depend_on_their_order() {
    let name = "digits_eight_predictions.csv";
    let text = std::fs::read_to_string(fixture(name)).expect(name);
    // Some columns and rows of many, so that debug builds take a moment.
    let part: String = columns_in(&text, &[0, 1, 4, 9, 16, 25])
        .lines()
        .enumerate()
        .filter(|(row, _)| *row == 0 || row % 9 == 1)
        .map(|(_, line)| format!("{line}\n"))
        .collect();
    let positive = ["--positive", "1"];
    let labelled = COMMANDS.map(|command| [command, &positive[..]].concat());
    let advantage = [&["advantage", "--loss", "0-1"], &positive[..]].concat();
    let all: Vec<&[&str]> = labelled.iter().chain([&advantage]).map(Vec::as_slice).collect();
    check(name, &part, &all);
}

#[test]
fn results_of_scores_do_not_depend_on_their_order() {
    let name = "breast_cancer_scores.csv";
    let text = std::fs::read_to_string(fixture(name)).expect(name);
    let width = text.lines().next().expect("a header").split(',').count();
    let part: String = columns_in(&text, &(0..width.min(5)).collect::<Vec<_>>())
        .lines()
        .enumerate()
        .filter(|(row, _)| *row == 0 || row % 5 == 1)
        .map(|(_, line)| format!("{line}\n"))
        .collect();
    let label = part.lines().nth(1).expect("a row").split(',').next().expect("a label").to_owned();
    let positive = ["--positive", label.as_str()];
    let thresholds = [&["thresholds", "--cost-fp", "1", "--cost-fn", "5"], &positive[..]].concat();
    let scores = ["--input-format", "scores"];
    let regions = [&["regions", "--at-best"], &scores[..], &positive[..]].concat();
    let rank = [&["rank", "--at-best", "--score", "f1"], &scores[..], &positive[..]].concat();
    check(name, &part, &[&thresholds, &regions, &rank]);
}

/// Commands whose sentences are about uncertainty, and say who is not separated from whom.
/// Predictions of fixtures are compared in `compare.rs` and `truly_best.rs`.
const UNCERTAIN: [&[&str]; 6] = [
    &["compare", "--metric", "f1"],
    &["confidence", "--metric", "accuracy"],
    &["confidence", "--metric", "f1", "--question", "next"],
    &["plan", "--metric", "tpr"],
    &["tile", "--flavor", "entity"],
    &["report"],
];

#[test]
fn certainty_does_not_depend_on_the_order() {
    let pairs = "y_true,a,b,c,count\n1,1,1,1,43\n1,1,0,1,29\n1,0,1,1,20\n1,0,0,0,8\n0,0,0,0,61\n0,0,1,0,9\n0,1,0,1,4\n0,1,1,0,6\n";
    check_in(1, "pairs", pairs, &UNCERTAIN);
    let matrices = "name,tn,fp,fn,tp\na,50,10,8,32\nb,55,5,11,29\nc,40,20,4,36\nd,50,10,8,32\n";
    check_in(1, "matrices", matrices, &UNCERTAIN);
}
