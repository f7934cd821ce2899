//! Two classifiers compared on further data.

use maud::{Markup, html};

use super::numbers::millionths;
use super::sentences::why_no_pairs;
use crate::{ComparedMetric, Report, SwapTested};
use exactile::performance::counted;

/// Returns the comparison of a pair. Without script the winner for the preference of the report and
/// the runner-up are compared by the first metric.
pub(super) fn section(report: &Report) -> Markup {
    let pairs = &report.pairs;
    html! {
        section id="pair" aria-labelledby="pair-title" {
            h2 id="pair-title" { "Two classifiers on the next test" }
            @if let Some(why) = &pairs.nothing {
                p.note { (why_no_pairs(why)) }
            } @else if let Some(compared) = pairs.metrics.first() {
                p.note { (explanation(report)) }
                @if compared.classifiers.len() < report.classifiers.len() {
                    p.note {
                        "On this page the " (compared.classifiers.len()) " best by each metric are \
                         compared. "
                        code { "exactile lattice compare FILE --metric M" }
                        " compares all."
                    }
                }
                @let shown = start(report, compared);
                (controls(report, shown))
                figure id="pair-figure" {}
                div id="pair-result" aria-live="polite" { (result(report, compared, shown)) }
            }
        }
    }
}

fn explanation(report: &Report) -> Markup {
    let matrix = report.classifiers.first().map(|classifier| &classifier.matrix);
    let title = |compared: &ComparedMetric| &report.evidence.metrics[compared.metric].title;
    let drawn: Vec<&String> =
        report.pairs.metrics.iter().filter(|compared| compared.drawn).map(title).collect();
    let left_out: Vec<&String> = report
        .pairs
        .metrics
        .iter()
        .filter(|compared| compared.probabilities.is_none())
        .map(title)
        .collect();
    let has_tests = report.pairs.metrics.iter().any(|compared| compared.swap_tests.is_some());
    html! {
        "What may come of a repeat of the test"
        @if let Some(matrix) = matrix {
            " with " (matrix.positives()) " positive and "
            (counted(matrix.negatives(), "negative sample"))
        }
        ", given what was observed: "
        @if report.paired {
            "both tested on the same samples again. "
            @if !drawn.is_empty() {
                "The probabilities by " (list(&drawn)) " are drawn, and correct to about 0.01 to \
                     0.02. "
            }
            @if !left_out.is_empty() {
                "The probabilities by " (list(&left_out)) " would have to be drawn, and no draws \
                     were asked for. "
            }
        } @else {
            "both taken as independent. "
        }
        "So this is about the test's own share of positives, whatever prior the Tile shows. A \
         classifier that is truly better, but by little, is behind on many repeats: who is truly \
         better is another question."
        @if has_tests {
            " The swap test asks a third one: how often would a difference as large occur if the \
             two were interchangeable on every sample? Its p is exact. All of this is by the \
             metrics of the table; at another preference, "
            code { "exactile compare FILE --at A,B" }
            " tells."
        }
    }
}

/// Returns titles for a sentence.
fn list(titles: &[&String]) -> String {
    match titles {
        [] => String::new(),
        [one] => (*one).clone(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(|title| title.as_str()).collect();
            format!("{} and {last}", first.join(", "))
        }
    }
}

/// Returns the pair to start with: the winner and the runner-up, or else the two classifiers that
/// are first on the largest shares; not equal if possible.
fn start(report: &Report, compared: &ComparedMetric) -> [usize; 2] {
    let verdict = report.verdicts.first();
    let leaders = verdict.into_iter().flat_map(|of| of.winners.iter().chain(&of.next).copied());
    let all = leaders.chain(report.tile.by_share.iter().copied());
    let known: Vec<usize> = all.filter(|one| compared.classifiers.contains(one)).collect();
    let matrix = |i: usize| &report.classifiers[i].matrix;
    let first = known.first().copied().unwrap_or(0);
    let other = known.iter().find(|&&i| matrix(i) != matrix(first));
    let equal = || known.iter().find(|&&i| i != first);
    [first, other.or_else(equal).copied().unwrap_or(first)]
}

fn controls(report: &Report, shown: [usize; 2]) -> Markup {
    let choices = |id: &str, label: &str, chosen: usize| {
        html! {
            label {
                span { (label) }
                select id=(id) {
                    @for &i in &report.tile.by_share {
                        option value=(i) selected[i == chosen] { (report.classifiers[i].name) }
                    }
                }
            }
        }
    };
    html! {
        div.pair-controls.live-only {
            (choices("pair-first", "First", shown[0]))
            (choices("pair-second", "Second", shown[1]))
            label {
                span { "Metric" }
                select id="pair-metric" {
                    @for compared in &report.pairs.metrics {
                        option value=(compared.metric) {
                            (report.evidence.metrics[compared.metric].title)
                        }
                    }
                }
            }
        }
    }
}

/// Returns the four probabilities and the swap test.
fn result(report: &Report, compared: &ComparedMetric, [first, second]: [usize; 2]) -> Markup {
    let probabilities = compared.pair(first, second);
    let column = &report.evidence.metrics[compared.metric];
    let title = &column.title;
    let greater = if column.smaller_is_better { "lower and so better" } else { "greater" };
    let name = |i: usize| html! { bdi.name { (report.classifiers[i].name) } };
    let outcomes = [
        ("greater", html! { (name(first)) " has the " (greater) " " (title) }),
        ("equal", html! { "both have the same " (title) }),
        ("less", html! { (name(second)) " has the " (greater) " " (title) }),
        ("undefined", html! { (title) " is undefined for one of them" }),
    ];
    html! {
        @if let Some(probabilities) = probabilities {
            table {
                tbody {
                    @for ((outcome, words), probability) in outcomes.into_iter()
                        .zip(probabilities) {
                        tr data-outcome=(outcome) {
                            th scope="row" { (words) }
                            td.number { (millionths(probability)) }
                        }
                    }
                }
            }
        }
        (swap_test(compared, title, [first, second]))
    }
}

/// Returns a sentence about the swap test; empty if the results on the same samples are not known.
fn swap_test(compared: &ComparedMetric, title: &str, [first, second]: [usize; 2]) -> Markup {
    let Some(all) = &compared.swap_tests else { return html! {} };
    let count = all.iter().flatten().count();
    html! {
        p id="pair-swap" {
            @if let Some(SwapTested { p, holm }) = compared.swap_test(first, second) {
                "Swap test by " (title) ": p = " (p)
                @if count > 1 { "; corrected for all " (count) " pairs of this page \
                     (Holm): " (holm) }
                "."
            } @else {
                "There is no swap test: " (title) " is undefined for one of the two, or they \
                     differ on too many samples."
            }
        }
    }
}
