//! The answer: the winner, its certainty, and the changes that would replace it. The verdict for
//! the preference that the report starts with comes first; the others are hidden until the script
//! shows them.

use maud::{Markup, Render, html};

use super::data::Colour;
use super::forest;
use super::numbers::{self, Towards};
use super::provenance::samples;
use super::ranges;
use super::sentences::Sentence;
use crate::{Place, Report, Sure, Verdict};
use exactile::contest::TrulyBetter;
use exactile::num::{Rational, Value};
use exactile::performance::counted;

/// Returns the first section of the page.
pub(super) fn section(report: &Report, colours: &[Colour]) -> Markup {
    let prior = report.tile.start_prior.as_ref().map(Rational::to_string);
    html! {
        section id="verdict" aria-labelledby="verdict-title" data-prior=[prior] {
            h2 id="verdict-title" { "The answer" }
            (super::explore::question(report))
            @if report.classifiers.len() == 1 {
                p.answer { (only(report)) }
            } @else if report.verdicts.is_empty() {
                p.answer {
                    "Under different priors each preference has an answer of its own: the Tile \
                     below shows them."
                }
            }
            @if report.classifiers.len() > 1 {
                @for (k, verdict) in report.verdicts.iter().enumerate() {
                    div.verdict-of data-score=(verdict.id) data-a=(verdict.place.a)
                        data-b=(verdict.place.b) hidden[k > 0] {
                        p.answer { (answer(report, verdict)) }
                        @if let Some(limits) = limits(report, verdict) { p.note { (limits) } }
                        @if let Some(values) = &verdict.values {
                            (forest::figure(report, values, colours))
                        }
                        (ranges::figures(report, verdict, colours))
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

/// Returns the preference in words.
fn preference(verdict: &Verdict) -> String {
    match &verdict.title {
        Some(title) => format!("By {title}"),
        None => {
            let Place { a, b } = &verdict.place;
            match a == b && a.is_positive() && *a < Rational::ONE {
                true => {
                    let cost = (a / &a.complement()).to_shortest();
                    format!("If a miss costs {}", counted(cost, "false alarm"))
                }
                false => format!("At ({a}, {b})"),
            }
        }
    }
}

/// Returns the errors of a classifier in the test, if it was tested on samples that were counted.
fn errors(report: &Report, winner: usize) -> Option<String> {
    samples(report)?;
    let of = &report.classifiers[winner].matrix;
    Some(format!(
        " In the test it missed {} of {} and raised {} on {}.",
        of.fn_(),
        counted(of.positives(), "positive"),
        counted(of.fp(), "false alarm"),
        counted(of.negatives(), "negative"),
    ))
}

/// Returns the winner and its certainty.
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
    let sentence = match verdict.winners.as_slice() {
        [winner] => sentence.words(errors(report, *winner).unwrap_or_default()),
        _ => sentence,
    };
    if verdict.winners.len() == classifiers.len() && !verdict.is_crossing {
        return sentence.words(" Nothing separates them: their results are the same.");
    }
    match &verdict.sure {
        Ok(sure) => how_sure(report, verdict, sure, sentence),
        Err(why) => sentence.words(format!(" How sure that is, is not known: {why}.")),
    }
}

/// Returns the number of digits of probabilities; two classifiers have one probability, with more
/// digits.
fn digits(sure: &Sure) -> u32 {
    if sure.count == 2 { 4 } else { 3 }
}

/// Appends the probability that the first winner is the best.
fn how_sure<'r>(
    report: &'r Report,
    verdict: &Verdict,
    sure: &Sure,
    sentence: Sentence<'r>,
) -> Sentence<'r> {
    let classifiers = &report.classifiers;
    let is_alone = verdict.winners.len() == 1;
    let level = numbers::percent(&report.evidence.level);
    let others: Vec<usize> = sure.tier.iter().map(|(other, _)| *other).collect();
    let subject = |sentence: Sentence<'r>, capital: bool| match (is_alone, capital) {
        (true, true) => sentence.words("It"),
        (true, false) => sentence.words("it"),
        _ => sentence.name(classifiers, verdict.winners[0]),
    };
    let sentence = sentence.words(" ");
    if let (2, [only]) = (sure.count, &pair(sure)[..]) {
        let (other, better) = only;
        let sentence = subject(sentence, true).words(" is truly better than ");
        let sentence = sentence.name(classifiers, *other).words(format!(
            " with a probability of {}",
            numbers::probability(better, digits(sure))
        ));
        return sentence.words(match others.is_empty() {
            true => ".".to_owned(),
            false => format!(": at {level} the test does not separate the two."),
        });
    }
    let sentence = match sure.best.ends() {
        Some([lower, upper]) if is_alone => sentence.words(format!(
            "It is truly the best of {} with a probability of {}; ",
            sure.count,
            numbers::told(&lower, &upper, digits(sure))
        )),
        _ => sentence,
    };
    let is_start = !is_alone || sure.best.ends().is_none();
    match (others.as_slice(), &sure.below) {
        ([], Some((other, better))) => subject(sentence, is_start)
            .words(" is a tier of its own, truly better than ")
            .name(classifiers, *other)
            .words(format!(
                " with a probability of {}.",
                numbers::probability(better, digits(sure))
            )),
        ([], None) => sentence.words("there is nobody else with a value."),
        (all, _) if all.len() + 1 == sure.count => {
            let start = if is_start { "All" } else { "all" };
            subject(
                sentence.words(format!(
                    "{start} are in one tier: at {level} the test does not show that "
                )),
                false,
            )
            .words(" is truly better than any other.")
        }
        (all, _) => {
            let start = if is_start { "At" } else { "at" };
            let sentence = sentence.words(format!("{start} {level} the test does not separate "));
            let sentence = match is_alone {
                true => sentence.words("it"),
                false => sentence.name(classifiers, verdict.winners[0]),
            };
            sentence.words(" from ").names(classifiers, all).words(": they are one tier.")
        }
    }
}

/// Returns all classifiers with which the winner was compared.
fn pair(sure: &Sure) -> Vec<&(usize, TrulyBetter)> {
    sure.tier.iter().chain(&sure.below).collect()
}

/// Returns the limits of the probabilities in the answer that have fewer certain digits.
fn limits<'r>(report: &'r Report, verdict: &Verdict) -> Option<Sentence<'r>> {
    let (Ok(sure), [winner]) = (&verdict.sure, verdict.winners.as_slice()) else { return None };
    let (classifiers, digits) = (&report.classifiers, digits(sure));
    let mut told: Vec<Sentence> = Vec::new();
    let start = Sentence::default;
    let of_best = || {
        let [lower, upper] = sure.best.ends()?;
        numbers::limits(&lower, &upper, digits)
    };
    if let Some(limits) = of_best().filter(|_| sure.count > 2) {
        told.push(
            start().name(classifiers, *winner).words(format!(" is truly the best: {limits}")),
        );
    }
    let is_alone = sure.tier.is_empty();
    let compared = pair(sure);
    let of_pair = || {
        let (other, better) = compared.last()?;
        Some((other, numbers::limits(&better.lower, &better.upper, digits)?))
    };
    if let Some((other, limits)) = of_pair().filter(|_| is_alone || sure.count == 2) {
        let sentence = start().name(classifiers, *winner).words(" is truly better than ");
        told.push(sentence.name(classifiers, *other).words(format!(": {limits}")));
    }
    if told.is_empty() {
        return None;
    }
    let mut sentence = start().words("Limits of what was drawn: ");
    for (k, one) in told.into_iter().enumerate() {
        sentence = sentence.words(if k > 0 { "; " } else { "" }).then(one);
    }
    Some(sentence.words("."))
}
