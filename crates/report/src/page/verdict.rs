//! The answer: who wins, how sure that is, and what would change it. First the verdict for the
//! preference that the report begins with; those for other scores wait until the script shows them.

use maud::{Markup, Render, html};

use super::numbers::{self, Towards};
use super::sentences::Sentence;
use crate::{Change, Report, Sure, Verdict};
use exactile::num::{Rational, Value};

/// The section that stands first.
pub(super) fn section(report: &Report) -> Markup {
    let prior = report.tile.start_prior.as_ref().map(Rational::to_string);
    html! {
        section id="verdict" aria-labelledby="verdict-title" data-prior=[prior] {
            h2 id="verdict-title" { "The answer" }
            @if report.classifiers.len() == 1 {
                p.answer { (only(report)) }
            } @else if report.verdicts.is_empty() {
                p.answer {
                    "Under different priors each preference has an answer of its own: the Tile below shows them."
                }
            }
            @if report.classifiers.len() > 1 {
                @for (k, verdict) in report.verdicts.iter().enumerate() {
                    div.verdict-of data-score=(verdict.id) data-a=(verdict.place.a)
                        data-b=(verdict.place.b) hidden[k > 0] {
                        p.answer { (answer(report, verdict)) }
                        @if !report.is_chosen_elsewhere() {
                            p.change { (change(report, verdict)) }
                        }
                    }
                }
                div.verdict-of id="verdict-live" hidden aria-live="polite" {}
            }
        }
    }
}

fn only(report: &Report) -> Markup {
    Sentence::default()
        .name(&report.classifiers, 0)
        .words(" is the only classifier, so it is first whatever one prefers.")
        .render()
}

/// What readers call the preference.
fn preference(verdict: &Verdict) -> String {
    match &verdict.title {
        Some(title) => format!("By {title}"),
        None => format!("At ({}, {})", verdict.place.a, verdict.place.b),
    }
}

/// Who wins, and how sure that is.
fn answer<'r>(report: &'r Report, verdict: &'r Verdict) -> Sentence<'r> {
    let classifiers = &report.classifiers;
    let start = Sentence::default().words(format!("{}, ", preference(verdict)));
    let sentence = match verdict.winners.as_slice() {
        [] => return start.words("no classifier has a value."),
        [_] => start.names(classifiers, &verdict.winners).words(" wins"),
        all if all.len() == classifiers.len() => start.words("all tie"),
        all => start.names(classifiers, all).words(" tie for the first place"),
    };
    let value = |value: &Value| numbers::decimal(value, 3, Towards::Nearest);
    let sentence = sentence.words(format!(" with {}", value(&verdict.value)));
    let sentence = match verdict.next {
        Some(next) if verdict.winners.len() == 1 => {
            sentence.words(", ahead of ").name(classifiers, next).words(".")
        }
        _ => sentence.words("."),
    };
    match &verdict.sure {
        Ok(sure) => how_sure(report, verdict, sure, sentence),
        Err(why) => sentence.words(format!(" How sure that is, is not known: {why}.")),
    }
}

/// How sure it is that the first winner is the best.
fn how_sure<'r>(
    report: &'r Report,
    verdict: &Verdict,
    sure: &Sure,
    sentence: Sentence<'r>,
) -> Sentence<'r> {
    let classifiers = &report.classifiers;
    let sentence = match verdict.winners.as_slice() {
        [_] => sentence.words(" It"),
        winners => sentence.words(" ").name(classifiers, winners[0]),
    };
    let sentence = match sure.best.ends() {
        Some([lower, upper]) => sentence.words(format!(
            " is truly the best of {} with a probability of {}; ",
            classifiers.len(),
            numbers::range(&lower, &upper)
        )),
        None => sentence.words(" is ahead; "),
    };
    let level = numbers::percent(&report.evidence.level);
    let tier: Vec<usize> = sure.tier.iter().map(|(other, _)| *other).collect();
    match (tier.as_slice(), &sure.below) {
        ([], Some((other, better))) => sentence
            .words("it is a tier of its own, truly better than ")
            .name(classifiers, *other)
            .words(format!(" with a probability of {}.", numbers::probability(better))),
        ([], None) => sentence.words("there is nobody else with a value."),
        (all, None) if all.len() + 1 == classifiers.len() => sentence
            .words(format!("all are in one tier: at {level} the test separates it from nobody.")),
        (all, _) => sentence
            .words(format!("at {level} the test does not separate it from "))
            .names(classifiers, all)
            .words(": they are one tier."),
    }
}

/// What would change the winner.
fn change<'r>(report: &'r Report, verdict: &'r Verdict) -> Sentence<'r> {
    let start = Sentence::default();
    if verdict.is_crossing {
        return start
            .words("They tie at exactly this preference; any other one near it separates them.");
    }
    if verdict.winners.is_empty() {
        return start;
    }
    let is_all = verdict.place.a == verdict.place.b && report.tile.start_prior.is_some();
    let [less, more] = &verdict.changes;
    if less.is_none() && more.is_none() {
        return start.words("No weight of misses against false alarms would change that.");
    }
    let mut sentence = start.words("What would change it: ");
    if !is_all {
        sentence = start_elsewhere(sentence);
    }
    for (k, (change, is_more)) in [(more, true), (less, false)]
        .into_iter()
        .filter_map(|(c, is)| Some((c.as_ref()?, is)))
        .enumerate()
    {
        if k > 0 {
            sentence = sentence.words("; ");
        }
        sentence = one_change(report, sentence, change, is_more);
    }
    sentence.words(".")
}

fn start_elsewhere(sentence: Sentence<'_>) -> Sentence<'_> {
    sentence.words("with a, the weight of right decisions, as it is, ")
}

fn one_change<'r>(
    report: &'r Report,
    sentence: Sentence<'r>,
    change: &Change,
    is_more: bool,
) -> Sentence<'r> {
    let sentence = sentence.name(&report.classifiers, change.other).words(" is first if ");
    let ratio = &change.miss_ratio;
    // As a number above 1, whichever of the two weighs more.
    let sentence = if *ratio >= Rational::ONE {
        let way = if is_more { "more" } else { "less" };
        sentence.words(format!("a miss weighs {way} than {} false alarms", numbers::ratio(ratio)))
    } else {
        let way = if is_more { "less" } else { "more" };
        let inverse = Rational::ONE.checked_div(ratio).expect("a ratio of weights is not 0");
        sentence
            .words(format!("a false alarm weighs {way} than {} misses", numbers::ratio(&inverse)))
    };
    match (&change.prior, &report.tile.start_prior) {
        (Some(there), Some(_)) => {
            let way = if is_more { "more" } else { "fewer" };
            let percent = exactile::num::Percent::of(there.clone(), 1).in_words();
            sentence.words(format!(", or if {way} than {percent} of the samples are positive"))
        }
        _ => sentence,
    }
}
