//! Printed tables: CSV, Markdown or the `tabular` of LaTeX, recognised by their content.

use std::io::Read;

use super::error::{InputError, InputErrorKind};
use super::source::Source;
use super::table::Table;
use super::text_rows::{TextRow, TextTable, read_rows};

/// The longest text in Markdown or LaTeX.
pub(super) const MAX_TEXT: usize = 1 << 22;

/// A number of a printed table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedNumber {
    /// Its line, from 1.
    pub line: u64,
    /// Its column, from 1.
    pub column: usize,
    /// The name of the classifier.
    pub classifier: String,
    /// The heading of its column.
    pub heading: String,
    /// The number, without marks such as bold type.
    pub text: String,
    /// `true` if a number without a decimal point is exact, as in the tables of `exactile score`.
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
/// A file that cannot be read, and text that is not a table in UTF-8.
pub fn read_printed_table(
    reader: &mut dyn Read,
    name: &str,
    progress: &mut dyn FnMut(u64),
) -> Result<Vec<PrintedNumber>, InputError> {
    let mut source = Source::new(reader, name, progress);
    let head = source.head()?;
    if head.iter().all(u8::is_ascii_whitespace) {
        return Err(source.error(InputErrorKind::Empty));
    }
    if !is_printed(&head) {
        return read_rows(Table::open(source, head)?).map(wide);
    }
    let bytes = source.whole_up_to(head, MAX_TEXT)?;
    match str::from_utf8(&bytes) {
        Ok(text) => Ok(numbers(lines_of(text))),
        Err(_) => Err(source.error(InputErrorKind::NotUtf8)),
    }
}

/// Returns `true` if a text begins with a table in Markdown or LaTeX, possibly after words. Such a
/// table within a quoted field of CSV does not count.
pub(super) fn is_printed(head: &[u8]) -> bool {
    let mut has_bar = false;
    let mut is_first = true;
    let mut is_quoted = false;
    for line in head.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii) {
        if line.is_empty() {
            continue;
        }
        if !is_quoted {
            let starts = |mark: &str| line.starts_with(mark.as_bytes());
            let is_rule = starts("|") && line.iter().all(|byte| b"|:- ".contains(byte));
            let is_markdown = starts("|") && (is_first || has_bar && is_rule);
            if is_markdown || ENVIRONMENTS.iter().any(|(begin, _)| starts(begin)) {
                return true;
            }
            has_bar = starts("|");
        }
        is_quoted ^= line.iter().filter(|byte| **byte == b'"').count() % 2 == 1;
        is_first = false;
    }
    false
}

/// Returns the rows of the only table in a text, the header first; the error has its line.
pub(super) fn one_table(bytes: &[u8]) -> Result<Vec<TextRow>, (InputErrorKind, u64)> {
    let line_of = |at: usize| bytes[..at].iter().filter(|byte| **byte == b'\n').count() as u64 + 1;
    let text = str::from_utf8(bytes)
        .map_err(|error| (InputErrorKind::NotUtf8, line_of(error.valid_up_to())))?;
    if let Some(at) = text.find('\0') {
        return Err((InputErrorKind::Nul, line_of(at)));
    }
    let mut tables: Vec<Vec<TextRow>> = vec![Vec::new()];
    for line in lines_of(text) {
        match (line, tables.last_mut()) {
            (Line::Row(line, cells), Some(table)) => table.push(TextRow { line, cells }),
            (Line::End, Some(table)) if !table.is_empty() => tables.push(Vec::new()),
            _ => {}
        }
    }
    tables.retain(|table| !table.is_empty());
    match &tables[..] {
        [_, second, ..] => {
            Err((InputErrorKind::SeveralTables { tables: tables.len() }, second[0].line))
        }
        _ => tables.pop().ok_or((InputErrorKind::Empty, 1)),
    }
}

fn lines_of(text: &str) -> Vec<Line> {
    let has_latex =
        |line: &str| ENVIRONMENTS.iter().any(|(begin, _)| line.trim_start().starts_with(begin));
    if text.lines().any(has_latex) { lines_of_latex(text) } else { lines_of_markdown(text) }
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

/// The beginnings of tables in LaTeX, and the number of arguments in braces that follow.
const ENVIRONMENTS: [(&str, usize); 4] = [
    ("\\begin{tabular}", 1),
    ("\\begin{tabular*}", 2),
    ("\\begin{tabularx}", 2),
    ("\\begin{longtable}", 1),
];

/// Commands between rows.
const RULES: [&str; 12] = [
    "\\hline",
    "\\toprule",
    "\\midrule",
    "\\bottomrule",
    "\\cmidrule",
    "\\cline",
    "\\addlinespace",
    "\\rowcolor",
    "\\endfirsthead",
    "\\endhead",
    "\\endfoot",
    "\\endlastfoot",
];

fn lines_of_latex(text: &str) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut is_inside = false;
    // The row so far, with its line.
    let mut row = (0, String::new());
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if let Some(words) = line.strip_prefix('%') {
            lines.push(Line::Words(words.trim().to_owned()));
            continue;
        }
        let mut rest = without_comment(line);
        if !is_inside {
            let begin = ENVIRONMENTS
                .iter()
                .find_map(|(begin, count)| rest.strip_prefix(begin).map(|rest| (rest, *count)));
            let Some((arguments, count)) = begin else { continue };
            (rest, is_inside) = (without_arguments(arguments, count), true);
        }
        while is_inside {
            if row.1.is_empty() {
                rest = without_rules(rest);
                row.0 = number;
            }
            let end = ["\\\\", "\\end{"].iter().filter_map(|mark| rest.find(mark)).min();
            row.1.push_str(&rest[..end.unwrap_or(rest.len())]);
            let Some(end) = end else {
                if !row.1.is_empty() {
                    row.1.push(' ');
                }
                break;
            };
            is_inside = rest[end..].starts_with("\\\\");
            rest = rest[end + 2..].trim_start_matches('*').trim_start();
            if let Some((_, after)) = rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
                rest = after;
            }
            let text = std::mem::take(&mut row.1);
            if !text.trim().is_empty() {
                let cells = cells(&text, '&').iter().map(|cell| plain_latex(cell)).collect();
                lines.push(Line::Row(row.0, cells));
            }
            if !is_inside {
                lines.push(Line::End);
            }
        }
    }
    lines
}

/// Returns the part of a line before a comment.
fn without_comment(line: &str) -> &str {
    let mut is_escaped = false;
    for (at, c) in line.char_indices() {
        if c == '%' && !is_escaped {
            return &line[..at];
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    line
}

/// Returns the text after `count` arguments in braces, and those in brackets and parentheses.
fn without_arguments(text: &str, mut count: usize) -> &str {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '{' | '[' | '(' if depth > 0 || c != '{' || count > 0 => depth += 1,
            '}' | ']' | ')' if depth > 0 => {
                depth -= 1;
                count -= usize::from(depth == 0 && c == '}' && count > 0);
            }
            _ if depth > 0 || c.is_whitespace() => {}
            _ => return &text[at..],
        }
    }
    ""
}

/// Returns the text after the commands between rows.
fn without_rules(text: &str) -> &str {
    let text = text.trim_start();
    let is_command = |rest: &&str| !rest.starts_with(|c: char| c.is_ascii_alphabetic());
    match RULES.iter().find_map(|rule| text.strip_prefix(rule).filter(is_command)) {
        Some(rest) if rest.starts_with(['{', '(', '[']) => {
            without_rules(without_arguments(rest, 1))
        }
        Some(rest) => without_rules(rest),
        None => text,
    }
}

/// Returns the cells of a row between marks without a backslash in front.
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

/// Returns a text without the backslashes before marks.
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
    for command in ["\\textbf{", "\\mathbf{", "\\underline{", "\\emph{", "\\num{", "$"] {
        let end = if command == "$" { '$' } else { '}' };
        let inner = text.strip_prefix(command).and_then(|text| text.strip_suffix(end));
        if let Some(inner) = inner.map(|inner| inner.trim().to_owned()) {
            text = inner;
        }
    }
    if !text.contains(char::is_alphabetic) {
        text = text.replace("{,}", ",").replace("\\,", "\u{202f}").replace('~', "\u{a0}");
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

/// Returns the numbers of tables in a text.
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
