//! The findings of a report in plain words.

use std::fmt::Write;

use maud::{Markup, Render, html};
use unicode_segmentation::UnicodeSegmentation;

use super::numbers;
use crate::{Beaten, Doubt, Finding, NoPairs, Report, Winner};
use exactile::num::{Level, Percent, Rational};
use exactile::performance::{Classifier, counted};
use exactile::tile::Area;

/// The number of names that are listed before the rest is counted.
const MOST_NAMES: usize = 5;
/// The most details that a finding states.
const MOST_ITEMS: usize = 8;
/// The most groups of equal classifiers that are stated.
const MOST_GROUPS: usize = 4;
/// The most letters of a name that is shown in full.
const MOST_LETTERS: usize = 40;

/// Words and names of classifiers, kept apart so that no name can be mistaken for words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sentence<'r> {
    parts: Vec<Part<'r>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part<'r> {
    Words(String),
    /// A name, and the classifier's number in the input.
    Name(&'r str, usize),
    Command(String),
}

impl<'r> Sentence<'r> {
    pub(super) fn words(mut self, words: impl Into<String>) -> Self {
        self.parts.push(Part::Words(words.into()));
        self
    }

    pub(super) fn name(mut self, classifiers: &'r [Classifier], which: usize) -> Self {
        self.parts.push(Part::Name(&classifiers[which].name, which + 1));
        self
    }

    /// Appends the parts of another sentence.
    pub(super) fn then(mut self, other: Sentence<'r>) -> Self {
        self.parts.extend(other.parts);
        self
    }

    pub(super) fn command(mut self, command: impl Into<String>) -> Self {
        self.parts.push(Part::Command(command.into()));
        self
    }

    /// Appends `a`, `a and b`, `a, b and c`, or `a, b, c, d, e and 7 more`.
    pub(super) fn names(self, classifiers: &'r [Classifier], which: &[usize]) -> Self {
        let called = |&i: &usize| (classifiers[i].name.as_str(), i + 1);
        self.listed(&which.iter().map(called).collect::<Vec<_>>())
    }

    /// As [`Self::names`], for names with their numbers.
    pub(super) fn listed(mut self, names: &[(&'r str, usize)]) -> Self {
        // One more name is no longer than "1 more".
        let shown = if names.len() <= MOST_NAMES + 1 { names.len() } else { MOST_NAMES };
        for (k, &(name, number)) in names[..shown].iter().enumerate() {
            if k > 0 {
                self = self.words(if k + 1 == names.len() { " and " } else { ", " });
            }
            self.parts.push(Part::Name(name, number));
        }
        if shown < names.len() {
            self = self.words(format!(" and {} more", names.len() - shown));
        }
        self
    }
}

impl Render for Sentence<'_> {
    fn render(&self) -> Markup {
        html! {
            @for part in &self.parts {
                @match part {
                    Part::Words(words) => { (words) },
                    Part::Name(name, number) => {
                        @match shortened(name) {
                            None => { bdi.name { (name) } },
                            Some(short) => {
                                bdi.name title=(name) { (short) } " #" (number)
                            },
                        }
                    },
                    Part::Command(command) => { code { (command) } },
                }
            }
        }
    }
}

/// Returns a long name without its middle.
fn shortened(name: &str) -> Option<String> {
    let letters: Vec<&str> = name.graphemes(true).collect();
    let tail = MOST_LETTERS / 3;
    let head = MOST_LETTERS - 1 - tail;
    (letters.len() > MOST_LETTERS).then(|| {
        format!("{}…{}", letters[..head].concat(), letters[letters.len() - tail..].concat())
    })
}

/// A statement with details.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Statement<'r> {
    /// The id of the element, if the script rewrites it.
    id: Option<&'static str>,
    main: Sentence<'r>,
    details: Vec<Sentence<'r>>,
}

impl<'r> From<Sentence<'r>> for Statement<'r> {
    fn from(main: Sentence<'r>) -> Self {
        Self { id: None, main, details: Vec::new() }
    }
}

/// Returns the summary: statements for every share of positives, then statements for the one that
/// the report starts with. The script updates the shares of the first part.
pub(super) fn section(report: &Report) -> Markup {
    let [always, under_prior] = statements(report);
    let prior = report.tile.start_prior.as_ref().map(numbers::share_of_positives);
    html! {
        section id="summary" aria-labelledby="summary-title" {
            h2 id="summary-title" { "What the test says" }
            (list(&always))
            @if !under_prior.is_empty() {
                @if let Some(prior) = prior {
                    p id="findings-prior" data-share=(prior) { "With " (prior) " positives:" }
                }
                (list(&under_prior))
            }
            p.note {
                @if has_winners(report) {
                    "There is no best one as such: it depends on how much a miss matters against a \
                     false alarm. Each point of the Tile is one such preference; pin one to have \
                     its answer. "
                }
                @if has_probabilities(report) { (assumptions(report)) (limits(report)) }
            }
        }
    }
}

/// Returns `true` if different classifiers are first for different preferences.
fn has_winners(report: &Report) -> bool {
    let several =
        |of: &Finding| matches!(of, Finding::Winners { winners, .. } if winners.len() > 1);
    report.findings.0.iter().any(several)
}

/// Returns words for preferences for which a classifier has no value.
fn where_defined(classifier: &Classifier) -> &'static str {
    let matrix = &classifier.matrix;
    let vanish = |one: &Rational, other: &Rational| one.is_zero() && other.is_zero();
    let (tn, fp, fn_, tp) = (matrix.tn(), matrix.fp(), matrix.fn_(), matrix.tp());
    let has_all = !vanish(tp, fp) && !vanish(tn, fn_) && !vanish(tp, fn_) && !vanish(tn, fp);
    if has_all { "" } else { ", wherever it has a value" }
}

/// Returns `true` if some finding is a probability of being truly better.
fn has_probabilities(report: &Report) -> bool {
    let is_one =
        |finding: &Finding| matches!(finding, Finding::Lead { .. } | Finding::Decided { .. });
    report.findings.0.iter().any(is_one)
}

fn list(statements: &[Statement<'_>]) -> Markup {
    html! {
        ul.findings {
            @for statement in statements {
                li id=[statement.id] {
                    (statement.main)
                    @if !statement.details.is_empty() {
                        ul { @for detail in &statement.details { li { (detail) } } }
                    }
                }
            }
        }
    }
}

/// Returns the limits of those probabilities of leads that have fewer certain digits.
fn limits(report: &Report) -> Sentence<'_> {
    let mut sentence = Sentence::default();
    for finding in &report.findings.0 {
        let Finding::Lead { metric, leaders, doubts, .. } = finding else { continue };
        let Some(Doubt { classifier, better }) = doubts.first() else { continue };
        let Some(limits) = numbers::limits(&better.lower, &better.upper, 3) else { continue };
        let start = if sentence == Sentence::default() {
            " Limits of what was drawn: by "
        } else {
            "; by "
        };
        sentence = sentence
            .words(format!("{start}{}, ", report.evidence.metrics[*metric].title))
            .name(&report.classifiers, leaders[0])
            .words(" is truly better than ")
            .name(&report.classifiers, *classifier)
            .words(format!(": {limits}"));
    }
    if sentence == Sentence::default() { sentence } else { sentence.words(".") }
}

/// Returns the assumptions of probabilities of being truly better.
fn assumptions(report: &Report) -> Markup {
    html! {
        "Truly better: the rates behind the results are better, given the results. "
        @if report.paired {
            "All were tested on the same samples, and are compared on them. "
        } @else {
            "How the classifiers agree on single samples is not known, so they are taken as \
             independent. "
        }
        (pooled(report))
        (counted(report.drawn.count, "draw")) ", seed " (report.drawn.seed) ". The best of many \
         looks better than it is, and results of cross-validation vary between training sets too: \
         neither is in these numbers."
    }
}

/// Returns a sentence about the prior for the best of all.
fn pooled(report: &Report) -> String {
    match &report.pooling {
        None => "Rates are not pooled. ".to_owned(),
        Some(pooling) => {
            let by = match pooling.share() {
                Some(share) => numbers::percent(share),
                None => "a share that is estimated from how much they differ".to_owned(),
            };
            format!(
                "For the best of all, rates are partially pooled: differences between classifiers \
                 shrink by {by}. A pair is compared by itself. "
            )
        }
    }
}

/// Returns all findings in words: those for every share of positives, and the others.
fn statements(report: &Report) -> [Vec<Statement<'_>>; 2] {
    let classifiers = &report.classifiers;
    let start = Sentence::default;
    let mut statements = Vec::new();
    let mut under_prior = Vec::new();
    let mut equal = Vec::new();
    for finding in &report.findings.0 {
        // Of all thresholds of a model most are never first, and the last ones are equal.
        let is_of_thresholds =
            matches!(finding, Finding::NeverFirst { .. } | Finding::Equal { .. });
        if report.scores.is_some() && is_of_thresholds {
            continue;
        }
        match finding {
            Finding::OnlyOne { classifier } => statements.push(
                start()
                    .name(classifiers, *classifier)
                    .words(" is the only classifier, so it is first whatever one prefers.")
                    .into(),
            ),
            Finding::Expected { metric, interval, can_be_undefined } => {
                let metric = &report.evidence.metrics[*metric].title;
                let level = numbers::percent(&report.evidence.level);
                let interval = numbers::interval(interval, 3);
                let condition = if *can_be_undefined { ", if it is defined," } else { "" };
                statements.push(
                    start()
                        .words(format!(
                            "On a repeat of this test, its {metric}{condition} would be in \
                             {interval} with a probability of at least {level}."
                        ))
                        .into(),
                );
            }
            Finding::AllEqual { count } => {
                let all = if *count == 2 { "Both".to_owned() } else { format!("All {count}") };
                statements.push(
                    start()
                        .words(format!(
                            "{all} classifiers have the same results: they tie whatever one \
                             prefers."
                        ))
                        .into(),
                );
            }
            Finding::Winners { of, winners } => {
                statements.push(self::winners(report, *of, winners));
            }
            Finding::NeverFirst { beaten, by_nobody_alone } => {
                statements.push(never_first(classifiers, beaten, by_nobody_alone));
            }
            Finding::Equal { members } => equal.push(members.as_slice()),
            Finding::Lead { metric, leaders, doubts, behind } => {
                let metric = &report.evidence.metrics[*metric].title;
                let level = &report.evidence.level;
                under_prior.push(lead(classifiers, metric, level, leaders, doubts, *behind).into());
            }
            Finding::Decided { of, by } => {
                under_prior.push(decided(classifiers, &report.evidence.level, *of, by));
            }
            Finding::Compromise { o, beta } => under_prior.push(compromise(classifiers, o, beta)),
            Finding::NoLeads { why } => statements
                .push(start().words(format!("How sure ranks are is not said here: {why}.")).into()),
        }
    }
    // Ties behind who wins and who does not.
    let place = statements.len().min(2);
    statements.splice(place..place, ties(classifiers, &equal));
    [statements, under_prior]
}

fn winners<'r>(report: &'r Report, of: usize, winners: &[Winner]) -> Statement<'r> {
    let classifiers = &report.classifiers;
    let everybody = |winner: &Winner| {
        let mut all = vec![winner.classifier];
        all.extend(&winner.equal_to);
        all
    };
    let start = || Sentence::default();
    if let [only] = winners {
        let all = everybody(only);
        let verb = if all.len() == 1 { "is" } else { "tie for being" };
        return start()
            .names(classifiers, &all)
            .words(format!(
                " {verb} first whatever one prefers, on the whole Tile{}.",
                where_defined(&classifiers[only.classifier])
            ))
            .into();
    }
    let count: usize = winners.iter().map(|winner| 1 + winner.equal_to.len()).sum();
    let first = if count == of {
        format!("Each of the {of} classifiers is ranked first for some preference")
    } else {
        format!("{count} of {of} classifiers are ranked first for some preference")
    };
    let under = match &report.tile.start_prior {
        Some(prior) => format!("; with {} positives:", numbers::share_of_positives(prior)),
        None => ":".to_owned(),
    };
    let mut details: Vec<Sentence> = winners
        .iter()
        .take(MOST_ITEMS)
        .map(|winner| {
            let all = everybody(winner);
            let verb = if all.len() == 1 { "is" } else { "are" };
            let sentence = start().names(classifiers, &all);
            if winner.only_tied {
                return sentence.words(format!(
                    " {verb} first only in ties with others, on parts of the Tile without area."
                ));
            }
            let share = share(&winner.share);
            sentence.words(match winner.scores.as_slice() {
                [] => format!(" {verb} first on {share} of the Tile, with no named score in it."),
                scores => format!(
                    " {verb} first on {share} of the Tile, with {} in it.",
                    words_list(scores)
                ),
            })
        })
        .collect();
    if winners.len() > MOST_ITEMS {
        let rest = winners.len() - MOST_ITEMS;
        let verb = if rest == 1 { "has a smaller share" } else { "have smaller shares" };
        details.push(start().words(format!("{rest} more {verb}: see the table.")));
    }
    Statement { id: Some("winners"), main: start().words(first + &under), details }
}

/// Returns how near F1 is to the best compromise between precision and recall.
fn compromise<'r>(classifiers: &[Classifier], o: &Rational, beta: &Rational) -> Statement<'r> {
    Sentence::default()
        .words(format!(
            "The ranking of these {} by F1 has an optimality O of {}: O is 1 for the best \
             compromises between the rankings by precision and by recall, such as the one by \
             F-beta with beta = {}.",
            classifiers.len(),
            numbers::told(o, o, 3),
            beta.to_shortest(),
        ))
        .into()
}

/// Returns the share of the Tile on which one classifier is truly the best.
fn decided<'r>(
    classifiers: &'r [Classifier],
    level: &Level,
    of: usize,
    by: &[(usize, usize)],
) -> Statement<'r> {
    let level = numbers::percent(level);
    let points = counted(of, "point");
    let all: usize = by.iter().map(|(_, cells)| cells).sum();
    if all == 0 {
        return Sentence::default()
            .words(format!(
                "At none of {points} inside the Tile is any classifier truly the best with a \
                 probability of {level}."
            ))
            .into();
    }
    let share = |cells: usize| cells_share(cells, of);
    let place = if all == of {
        format!("At all {points} inside the Tile")
    } else {
        format!("At {} of {points} inside the Tile", share(all))
    };
    let mut main = Sentence::default().words(format!(
        "{place} one classifier is truly the best with a probability of at least {level}: "
    ));
    for (k, &(classifier, cells)) in by.iter().take(MOST_NAMES).enumerate() {
        let joint = if k == 0 { "" } else { ", " };
        main = main.words(joint).name(classifiers, classifier);
        if by.len() > 1 {
            main = main.words(format!(" ({})", share(cells)));
        }
    }
    if by.len() > MOST_NAMES {
        main = main.words(format!(" and {} more", by.len() - MOST_NAMES));
    }
    main.words(".").into()
}

/// Returns a share of the grid's points with one decimal.
fn cells_share(cells: usize, of: usize) -> String {
    let count = |n: usize| u64::try_from(n).expect("few");
    Percent::of(Rational::new(count(cells), count(of)), 1).in_words()
}

/// Returns a share of the Tile with one decimal.
fn share(share: &Area) -> String {
    share.percent(1).in_words()
}

fn words_list(words: &[String]) -> String {
    match words {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => words.concat(),
    }
}

fn never_first<'r>(
    classifiers: &'r [Classifier],
    beaten: &[Beaten],
    by_nobody_alone: &[usize],
) -> Statement<'r> {
    let start = || Sentence::default();
    let count = beaten.iter().map(|beaten| beaten.who.len()).sum::<usize>() + by_nobody_alone.len();
    match (beaten, by_nobody_alone) {
        ([Beaten { by, who }], []) if who.len() == 1 => {
            return start()
                .names(classifiers, who)
                .words(" is never first alone: ")
                .name(classifiers, *by)
                .words(format!(
                    " is at least as good whatever one prefers{}.",
                    where_defined(&classifiers[*by])
                ))
                .into();
        }
        ([], [one]) => {
            return start()
                .name(classifiers, *one)
                .words(
                    " is never first alone, but no single classifier is better whatever one \
                     prefers.",
                )
                .into();
        }
        _ => {}
    }
    let verb = if count == 1 { "is" } else { "are" };
    let main = start().words(format!("{count} {verb} never first alone, whatever one prefers:"));
    let mut details: Vec<Sentence> = beaten
        .iter()
        .take(MOST_ITEMS)
        .map(|Beaten { by, who }| {
            start()
                .name(classifiers, *by)
                .words(" is at least as good for every preference as ")
                .names(classifiers, who)
                .words(format!("{}.", where_defined(&classifiers[*by])))
        })
        .collect();
    if beaten.len() > MOST_ITEMS {
        let rest: usize = beaten[MOST_ITEMS..].iter().map(|beaten| beaten.who.len()).sum();
        details.push(start().words(match rest {
            1 => "For 1 more it is a further one.".to_owned(),
            rest => format!("For {rest} more it is further ones."),
        }));
    }
    if !by_nobody_alone.is_empty() {
        let some = start().names(classifiers, by_nobody_alone);
        details.push(some.words(if by_nobody_alone.len() == 1 {
            " is not first alone either, but no single classifier is better for every preference."
        } else {
            " are not first alone either, but no single classifier is better for every preference."
        }));
    }
    Statement { id: None, main, details }
}

/// Returns statements about groups of equal classifiers.
fn ties<'r>(classifiers: &'r [Classifier], groups: &[&[usize]]) -> Vec<Statement<'r>> {
    let start = || Sentence::default();
    let mut statements: Vec<Statement> = groups
        .iter()
        .take(MOST_GROUPS)
        .map(|members| {
            start()
                .names(classifiers, members)
                .words(" have the same results: they tie whatever one prefers.")
                .into()
        })
        .collect();
    if groups.len() > MOST_GROUPS {
        let rest = groups.len() - MOST_GROUPS;
        statements.push(
            start()
                .words(match rest {
                    1 => "1 more group has the same results.".to_owned(),
                    rest => format!("{rest} more groups have the same results each."),
                })
                .into(),
        );
    }
    statements
}

fn lead<'r>(
    classifiers: &'r [Classifier],
    metric: &str,
    level: &Level,
    leaders: &[usize],
    doubts: &[Doubt],
    behind: usize,
) -> Sentence<'r> {
    let verb = if leaders.len() == 1 { "leads" } else { "lead with the same value" };
    let sentence = Sentence::default()
        .words(format!("By {metric}, "))
        .names(classifiers, leaders)
        .words(format!(" {verb}"));
    let percent = numbers::percent(level);
    if behind == 0 {
        return sentence.words(".");
    }
    let it = |sentence: Sentence<'r>| match leaders {
        [_] => sentence.words(": it"),
        _ => sentence.words(": ").name(classifiers, leaders[0]),
    };
    let Some(nearest) = doubts.first() else {
        let others = match (behind, leaders) {
            (1, [_]) => "the other",
            (_, [_]) => "each of the others",
            (1, _) => "the one behind",
            _ => "each of those behind",
        };
        return it(sentence).words(format!(
            " is truly better than {others} with a probability of at least {percent}."
        ));
    };
    let probability = numbers::probability(&nearest.better, 3);
    let who: Vec<usize> = doubts.iter().map(|doubt| doubt.classifier).collect();
    let sentence = it(sentence).words(match behind - doubts.len() {
        0 => format!(" is not shown to be truly better, with at least {percent}, than "),
        shown => format!(
            " is shown to be truly better, with at least {percent}, than {shown} of the {behind} \
             behind, but not than "
        ),
    });
    if let [only] = who.as_slice() {
        return sentence.name(classifiers, *only).words(format!(" (probability {probability})."));
    }
    sentence
        .names(classifiers, &who)
        .words("; than ")
        .name(classifiers, nearest.classifier)
        .words(format!(" with a probability of {probability}."))
}

/// Returns the reason why pairs are not compared.
pub(super) fn why_no_pairs(why: &NoPairs) -> Markup {
    no_pairs(why).render()
}

fn no_pairs<'r>(why: &NoPairs) -> Sentence<'r> {
    let start = Sentence::default();
    match why {
        NoPairs::OneClassifier => start.words("There is only one classifier: nothing to compare."),
        NoPairs::DifferentSamples => start
            .words(
                "The classifiers were tested on different numbers of samples, so this page does \
                 not say who would be ahead on a repeat of the test. ",
            )
            .command("exactile lattice compare FILE --metric f1 --positives P --negatives N")
            .words(" does, for a test of your choice."),
        NoPairs::ChosenHere => start
            .words(
                "These thresholds were chosen on the samples that judge them, so what they \
                 would do on a repeat of the test does not follow from this one. ",
            )
            .command("exactile report FILE --choose-on OTHER")
            .words(" judges them on other samples."),
        NoPairs::TooLarge => start
            .words(
                "The test is too large for this page to say who would be ahead on a repeat of \
                 it. ",
            )
            .command("exactile lattice tail")
            .words(" tells of one classifier at a time."),
        NoPairs::Refused(reason) => {
            let mut words = "Who would be ahead on a repeat of the test is not known: ".to_owned();
            // Writing to a string cannot fail.
            let _ = write!(words, "{reason}.");
            start.words(words)
        }
    }
}
