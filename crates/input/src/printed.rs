//! Printed tables: CSV, Markdown or the `tabular` of LaTeX, recognised by their content.

use std::io::Read;

use super::error::{InputError, InputErrorKind};
use super::markup::{Line, MAX_TEXT, is_printed, lines_of};
use super::source::Source;
use super::table::Table;
use super::text_rows::{TextTable, read_rows};

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

/// Reads a table with a row per classifier, whose names are in the column `name` or else in the
/// first one; or tables with the columns `metric` and `about`, each after a line with the name of
/// its classifier, as `exactile score` writes them.
///
/// ```
/// let text = "| name | f1 |\n| :--- | ---: |\n| svm\\_1 | **0.93** |\n";
/// let numbers = exactile_input::read_printed_table(&mut text.as_bytes(), "x.md", &mut |_| ())?;
/// assert_eq!((&*numbers[0].classifier, &*numbers[0].heading, &*numbers[0].text),
///     ("svm_1", "f1", "0.93"));
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
    match std::str::from_utf8(&bytes) {
        Ok(text) => Ok(numbers(lines_of(text))),
        Err(_) => Err(source.error(InputErrorKind::NotUtf8)),
    }
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
            "Results\n\n| name | f1 | mcc |\n|---|---:|---|\n| a\\|b \\& c\\_1 | **0.93** | -0.5 \
             |\n\nNo more.\n",
            "% x\n\\begin{tabular}{lrr}\n\\toprule\nmodel & f1 & mcc \
             \\\\\n\\midrule\na\\textbar{}b \\& c\\_1 & \\textbf{0.93} & $-0.5$ \
             \\\\\n\\bottomrule\n\\end{tabular}\n",
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }

    #[test]
    fn tables_of_scores_follow_the_names_of_their_classifiers() {
        let text = "positive class: 1\nsvm\\_1\n\n| metric | about |\n| :--- | ---: |\n| f1 | \
                    0.9368 |\n\n\
                    Numbers are rounded to 4 digits after the decimal point, half to even.\n\nb\n\n\
                    | metric | about |\n| :--- | ---: |\n| f1 | undefined |\n";
        assert_eq!(read(text), [["svm_1", "f1", "0.9368"], ["b", "f1", "undefined"]]);
    }
}
