//! Tables in Markdown and LaTeX, recognised and cut into rows of plain cells.

use super::error::InputErrorKind;

/// The longest text in Markdown or LaTeX.
pub(super) const MAX_TEXT: usize = 1 << 22;

/// A row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextRow {
    /// The line on which it begins, from 1.
    pub line: u64,
    /// The cells, trimmed.
    pub cells: Vec<String>,
}

/// Returns `true` if a text begins with a table in Markdown or LaTeX, possibly after words. Such a
/// table within a quoted field of CSV does not count.
pub(super) fn is_printed(head: &[u8]) -> bool {
    let (mut has_bar, mut has_outer) = (false, false);
    let mut is_first = true;
    let mut is_quoted = false;
    for line in head.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii) {
        if line.is_empty() {
            continue;
        }
        if !is_quoted {
            let starts = |mark: &str| line.starts_with(mark.as_bytes());
            let is_rule = starts("|") && line.iter().all(|byte| b"|:- ".contains(byte));
            let is_markdown =
                starts("|") && (is_first || has_outer && is_rule) || has_bar && is_open_rule(line);
            if is_markdown || ENVIRONMENTS.iter().any(|(begin, _)| starts(begin)) {
                return true;
            }
            (has_bar, has_outer) = (line.contains(&b'|'), starts("|"));
        }
        is_quoted ^= line.iter().filter(|byte| **byte == b'"').count() % 2 == 1;
        is_first = false;
    }
    false
}

/// Returns `true` for the line between a header and its rows, without outer bars.
fn is_open_rule(line: &[u8]) -> bool {
    let has = |mark: &[u8]| line.windows(mark.len()).any(|part| part == mark);
    let are_marks = line.iter().all(|byte| b"|:- ".contains(byte));
    are_marks && !line.starts_with(b"|") && has(b"|") && has(b"--")
}

/// Returns the rows of the only table in a text, the header first; the error has its line.
pub(super) fn one_table(bytes: &[u8]) -> Result<Vec<TextRow>, (InputErrorKind, u64)> {
    let line_of = |at: usize| bytes[..at].iter().filter(|byte| **byte == b'\n').count() as u64 + 1;
    let text = std::str::from_utf8(bytes)
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

pub(super) fn lines_of(text: &str) -> Vec<Line> {
    let has_latex =
        |line: &str| ENVIRONMENTS.iter().any(|(begin, _)| line.trim_start().starts_with(begin));
    if text.lines().any(has_latex) { lines_of_latex(text) } else { lines_of_markdown(text) }
}

/// A line of a text with tables.
pub(super) enum Line {
    /// Words outside tables.
    Words(String),
    /// The cells of a row.
    Row(u64, Vec<String>),
    /// The end of a table.
    End,
}

fn lines_of_markdown(text: &str) -> Vec<Line> {
    let mut lines = Vec::new();
    // Outer bars are left out in a table whose rule begins without one.
    let mut is_open = false;
    let all: Vec<&str> = text.lines().map(str::trim).collect();
    for (at, line) in all.iter().enumerate() {
        let number = at as u64 + 1;
        let next = all.get(at + 1).unwrap_or(&"");
        is_open &= line.contains('|');
        is_open |= line.contains('|') && is_open_rule(next.as_bytes());
        let Some(row) = line.strip_prefix('|').or(is_open.then_some(line)) else {
            lines.push(Line::End);
            lines.push(Line::Words(plain_markdown(line)));
            continue;
        };
        if !(row.chars().all(|c| "|:- ".contains(c)) && row.contains('-')) {
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
