//! Tables as they are printed: CSV, Markdown or the `tabular` of LaTeX, recognised by their content.

use std::io::Read;

use super::error::InputError;
use super::error::unreadable;
use super::text_rows::{TextTable, read_text_table};

/// A number of a printed table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedNumber {
    /// Its line, from 1.
    pub line: u64,
    /// Its column, from 1.
    pub column: usize,
    /// The classifier that it is about.
    pub classifier: String,
    /// What it is called.
    pub heading: String,
    /// The number, without marks such as bold type.
    pub text: String,
    /// Whether a number without a decimal point is exact, as in the tables of `exactile score`.
    pub whole_is_exact: bool,
}

/// Reads a table with a row per classifier, whose names are in the column `name` or else in the first one; or tables with the
/// columns `metric` and `about`, each after a line with the name of its classifier, as `exactile score` writes them.
///
/// ```
/// let text = "| name | f1 |\n| :--- | ---: |\n| svm\\_1 | **0.93** |\n";
/// let numbers = exactile_input::read_printed_table(&mut text.as_bytes(), "x.md", &mut |_| ())?;
/// assert_eq!((&*numbers[0].classifier, &*numbers[0].heading, &*numbers[0].text), ("svm_1", "f1", "0.93"));
/// # Ok::<(), exactile_input::InputError>(())
/// ```
///
/// # Errors
/// What cannot be read, and what is no table in UTF-8.
pub fn read_printed_table(
    reader: &mut dyn Read,
    name: &str,
    progress: &mut dyn FnMut(u64),
) -> Result<Vec<PrintedNumber>, InputError> {
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes).map_err(|error| unreadable(name, &error))?;
    let marked = std::str::from_utf8(&bytes).ok().and_then(|text| {
        if text.contains("\\begin{tabular}") {
            Some(lines_of_latex(text))
        } else {
            let has_table = text.lines().any(|line| line.trim_start().starts_with('|'));
            has_table.then(|| lines_of_markdown(text))
        }
    });
    Ok(match marked {
        Some(lines) => numbers(lines),
        None => wide(read_text_table(&mut &bytes[..], name, progress)?),
    })
}

/// A line of a text with tables.
enum Line {
    /// Words outside tables.
    Words(String),
    /// The cells of a row.
    Row(u64, Vec<String>),
    /// The end of a table.
    End,
}

fn lines_of_markdown(text: &str) -> Vec<Line> {
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        let Some(row) = line.strip_prefix('|') else {
            lines.push(Line::End);
            lines.push(Line::Words(plain_markdown(line)));
            continue;
        };
        let is_rule = row.chars().all(|c| "|:- ".contains(c)) && row.contains('-');
        if !is_rule {
            // A row may end without a bar.
            let mut cells = cells(row, '|');
            if cells.last().is_some_and(|cell| cell.trim().is_empty()) && row.ends_with('|') {
                cells.pop();
            }
            lines.push(Line::Row(number, cells.iter().map(|cell| plain_markdown(cell)).collect()));
        }
    }
    lines
}

fn lines_of_latex(text: &str) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut is_inside = false;
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.starts_with("\\begin{tabular}") {
            is_inside = true;
        } else if line.starts_with("\\end{tabular}") {
            is_inside = false;
            lines.push(Line::End);
        } else if let Some(words) = line.strip_prefix('%') {
            lines.push(Line::Words(words.trim().to_owned()));
        } else if is_inside {
            let row = line.trim_start_matches("\\hline").trim();
            if let Some(row) = row.strip_suffix("\\\\") {
                let cells = cells(row, '&').iter().map(|cell| plain_latex(cell)).collect();
                lines.push(Line::Row(number, cells));
            }
        }
    }
    lines
}

/// The cells of a row between marks that no backslash precedes.
fn cells(row: &str, mark: char) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut is_escaped = false;
    for c in row.chars() {
        if c == mark && !is_escaped {
            cells.push(String::new());
        } else if let Some(cell) = cells.last_mut() {
            cell.push(c);
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    cells
}

fn plain_markdown(text: &str) -> String {
    let mut text = text.trim();
    for mark in ["**", "__", "*", "`"] {
        if let Some(inner) = text.strip_prefix(mark).and_then(|text| text.strip_suffix(mark)) {
            text = inner;
        }
    }
    unescaped(text)
}

/// A text without the backslashes before marks.
fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        match characters.peek() {
            Some(next) if c == '\\' && next.is_ascii_punctuation() => {
                plain.extend(characters.next());
            }
            _ => plain.push(c),
        }
    }
    plain
}

fn plain_latex(text: &str) -> String {
    let mut text = text.trim().to_owned();
    for command in ["\\textbf{", "\\mathbf{", "\\underline{", "\\emph{", "$"] {
        let end = if command == "$" { '$' } else { '}' };
        let inner = text.strip_prefix(command).and_then(|text| text.strip_suffix(end));
        if let Some(inner) = inner.map(|inner| inner.trim().to_owned()) {
            text = inner;
        }
    }
    for (command, mark) in [
        ("\\textasciitilde{}", "~"),
        ("\\textasciicircum{}", "^"),
        ("\\textless{}", "<"),
        ("\\textgreater{}", ">"),
        ("\\textbar{}", "|"),
        ("\\textasciigrave{}", "`"),
        ("\\textquotesingle{}", "'"),
        ("\\textquotedbl{}", "\""),
        ("{}-", "-"),
        ("{[}", "["),
        ("{]}", "]"),
        ("{*}", "*"),
        ("\\infty", "\u{221e}"),
        ("\\textbackslash{}", "\\\\"),
    ] {
        text = text.replace(command, mark);
    }
    unescaped(&text)
}

/// The numbers of tables in a text.
fn numbers(lines: Vec<Line>) -> Vec<PrintedNumber> {
    let mut found = Vec::new();
    let mut words = String::new();
    let mut header: Option<Vec<String>> = None;
    for line in lines {
        match line {
            Line::Words(said) => {
                if !said.is_empty() && !said.starts_with("Numbers are rounded") {
                    words = said;
                }
            }
            Line::End => header = None,
            Line::Row(line, cells) => {
                let Some(header) = &header else {
                    header = Some(cells);
                    continue;
                };
                let is_long = header.first().is_some_and(|name| name == "metric")
                    && header.get(1).is_some_and(|name| name == "about");
                if is_long {
                    if let [heading, text, ..] = &cells[..] {
                        found.push(PrintedNumber {
                            line,
                            column: 2,
                            classifier: words.clone(),
                            heading: heading.clone(),
                            text: text.clone(),
                            whole_is_exact: true,
                        });
                    }
                } else {
                    found.extend(numbers_of_row(header, line, &cells));
                }
            }
        }
    }
    found
}

fn wide(table: TextTable) -> Vec<PrintedNumber> {
    let TextTable { header, rows } = table;
    rows.iter().flat_map(|row| numbers_of_row(&header, row.line, &row.cells)).collect()
}

fn numbers_of_row(header: &[String], line: u64, cells: &[String]) -> Vec<PrintedNumber> {
    let names = ["name", "classifier", "model"];
    let is_name = |heading: &String| names.contains(&&*heading.to_lowercase());
    let name = header.iter().position(is_name).unwrap_or(0);
    let Some(classifier) = cells.get(name) else { return Vec::new() };
    let numbers = header.iter().zip(cells).enumerate().filter(|(at, _)| *at != name);
    let number = |(at, (heading, text)): (usize, (&String, &String))| PrintedNumber {
        line,
        column: at + 1,
        classifier: classifier.clone(),
        heading: heading.clone(),
        text: text.clone(),
        whole_is_exact: false,
    };
    numbers.map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<[String; 3]> {
        let numbers = read_printed_table(&mut text.as_bytes(), "x", &mut |_| ()).expect("a table");
        numbers.into_iter().map(|found| [found.classifier, found.heading, found.text]).collect()
    }

    #[test]
    fn three_forms_are_one_table() {
        let expected = [["a|b & c_1", "f1", "0.93"], ["a|b & c_1", "mcc", "-0.5"]];
        for text in [
            "name,f1,mcc\na|b & c_1,0.93,-0.5\n",
            "f1,mcc,name\n0.93,-0.5,a|b & c_1\n",
            "Results\n\n| name | f1 | mcc |\n|---|---:|---|\n| a\\|b \\& c\\_1 | **0.93** | -0.5 |\n\nNo more.\n",
            "% x\n\\begin{tabular}{lrr}\n\\toprule\nmodel & f1 & mcc \\\\\n\\midrule\na\\textbar{}b \\& c\\_1 & \\textbf{0.93} & $-0.5$ \\\\\n\\bottomrule\n\\end{tabular}\n",
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }

    #[test]
    fn tables_of_scores_follow_the_names_of_their_classifiers() {
        let text = "positive class: 1\nsvm\\_1\n\n| metric | about |\n| :--- | ---: |\n| f1 | 0.9368 |\n\n\
                    Numbers are rounded to 4 digits after the decimal point, half to even.\n\nb\n\n\
                    | metric | about |\n| :--- | ---: |\n| f1 | undefined |\n";
        assert_eq!(read(text), [["svm_1", "f1", "0.9368"], ["b", "f1", "undefined"]]);
    }
}
