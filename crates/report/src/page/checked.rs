//! The possibility of reported scores, as a page to attach to a review. It has no script.

use std::io::Write;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::content_hash;
use exactile::performance::{counted, one_line};
use exactile_document::{CheckReport, CheckedRow, RenderError};

/// Style of the page.
const STYLE: [&str; 2] = [include_str!("page.css"), include_str!("check.css")];

/// Writes the page about reported scores. `reading` is a sentence about the rounding of the
/// numbers.
///
/// ```
/// use exactile::reported::{Asked, ReportedRow, ReportedScore, ReportedValue, Rounding, examine};
/// use exactile_document::{CheckReport, CheckedRow, CheckedScores};
/// let value = ReportedValue::from_text("0.9", Rounding::Nearest, false).unwrap();
/// let scores = vec![ReportedScore { metric: exactile::Metric::Tpr, value }];
/// let row = ReportedRow { positives: 3..=3, negatives: 4..=4, samples: None, scores };
/// let asked = Asked { diagnosis: true, ..Asked::default() };
/// let found = CheckedScores::One(Box::new(examine(&row, &asked).unwrap()));
/// let row = CheckedRow {
///     name: Some("<SVM>".to_owned()),
///     scores: vec!["sens".to_owned()],
///     printed: vec!["0.9".to_owned()],
///     wholes: vec![None],
///     beside: vec![("auc".to_owned(), "0.8".to_owned())],
///     samples: "3 positives, 4 negatives".to_owned(),
///     has_open_sizes: false,
///     found,
///     auc: None,
///     as_means: None,
///     spread: None,
///     reason: None,
///     remarks: Vec::new(),
/// };
/// let mut page = Vec::new();
/// exactile_report::check_html(&CheckReport { rows: &[row], curve: None }, "Numbers are rounded.",
///     &mut page)?;
/// let page = String::from_utf8(page).unwrap();
/// assert!(page.contains("<li>auc 0.8</li>"));
/// assert!(page.contains("&lt;SVM&gt;") && page.contains("no confusion matrix has this sens"));
/// # Ok::<(), exactile_document::RenderError>(())
/// ```
///
/// # Errors
/// Errors of the destination.
pub fn check_html(
    report: &CheckReport<'_>,
    reading: &str,
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    let style = STYLE.concat();
    let policy = format!(
        "default-src 'none'; style-src {}; base-uri 'none'; form-action 'none'",
        content_hash(&style)
    );
    let undecided = report.rows.iter().filter(|row| row.undecided().is_some()).count();
    let possible = report.rows.iter().filter(|row| row.is_consistent()).count();
    let impossible = report.rows.len() - possible - undecided;
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="generator" content=(concat!("exactile ", env!("CARGO_PKG_VERSION")));
                title { "Can the reported scores be true?" }
                style { (PreEscaped(&style)) }
            }
            body {
                header {
                    h1 { "Can the reported scores be true?" }
                    p.lead {
                        (counted(report.rows.len(), "row")) ": "
                        @match (possible, impossible, undecided) {
                            (_, 0, 0) => { "all possible. " },
                            (0, _, 0) => { "all impossible. " },
                            (_, _, 0) => { (possible) " possible, " (impossible) " impossible. " },
                            _ => {
                                (possible) " possible, " (impossible) " impossible, "
                                (undecided) " undecided. "
                            },
                        }
                        (reading)
                    }
                }
                main {
                    section {
                        table.verdicts {
                            thead {
                                tr {
                                    th scope="col" { "Row" }
                                    th scope="col" { "Samples" }
                                    th.reported scope="col" { "Reported" }
                                    th.what-holds scope="col" { "What holds" }
                                }
                            }
                            tbody {
                                @for (name, row) in report.named() { (verdict(&name, row)) }
                            }
                        }
                        @for line in report.curve_in_words() { p { (line) } }
                    }
                }
                footer {
                    p {
                        "A row is possible if a confusion matrix of whole numbers has all of its \
                         scores. All matrices are taken into account, in exact arithmetic. Scores \
                         that contradict each other are underlined; without any one of them the \
                         rest of these would be possible. The nearest matrix is the one whose \
                         scores are off least, in units of their last printed places. Made by \
                         exactile "
                        (env!("CARGO_PKG_VERSION")) "."
                    }
                }
            }
        }
    };
    out.write_all(page.into_string().as_bytes())?;
    out.write_all(b"\n")?;
    Ok(())
}

fn verdict(name: &str, row: &CheckedRow) -> Markup {
    let conflict = row.conflict_positions();
    let words = row.words();
    let (verdict, details) = words.split_once(':').unwrap_or((&words, ""));
    html! {
        tr class=(if row.is_consistent() { "is-possible" } else { "is-impossible" })
            data-verdict=(row.verdict()) {
            th scope="row" { (one_line(name)) }
            td { (row.samples) }
            td {
                ul.score-list {
                    @for (at, (score, printed)) in row.scores.iter().zip(&row.printed).enumerate() {
                        li {
                            @if conflict.contains(&at) {
                                span.in-conflict { (one_line(score)) " " (one_line(printed)) }
                            } @else {
                                (one_line(score)) " " (one_line(printed))
                            }
                        }
                    }
                    @for (name, printed) in &row.beside {
                        li { (one_line(name)) " " (one_line(printed)) }
                    }
                }
            }
            td {
                p {
                    @if ["misprint", "reading"].contains(&row.verdict()) {
                        span.verdict { (row.verdict()) } ", "
                    }
                    span.verdict { (verdict) } @if !details.is_empty() { ":" (details) }
                }
                @for line in row.more_words() { p { (line.trim()) } }
            }
        }
    }
}
