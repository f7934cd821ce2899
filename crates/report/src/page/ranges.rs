//! The first classifiers along the weight of misses and along the share of positives: a sentence, a
//! strip, and the exact ends. The script writes the same words for other preferences.

use maud::{Markup, html};

use super::buttons::save;
use super::data::Colour;
use super::numbers::{percent_to, significant};
use super::sentences::Sentence;
use crate::{Report, Verdict};
use exactile::num::Rational;
use exactile::section::Leader;

/// The most stretches that a sentence names; of more stretches it names those around the
/// preference.
const MOST_NAMED: usize = 8;
/// Significant digits of weights, and decimals of percentages, unless more are needed to
/// distinguish two ends.
const DIGITS: [u32; 2] = [3, 1];
const MOST_DIGITS: u32 = 60;

/// The quantity along which preferences move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Axis {
    /// The weight of one miss in false alarms.
    Weight,
    /// The share of positives.
    Prior,
}

/// A stretch on which the same classifiers, or models, are first.
struct Stretch<'r> {
    /// Names and their numbers.
    names: Vec<(&'r str, usize)>,
    from: Rational,
    to: Rational,
    fill: &'r str,
}

/// The sentence for winners that tie at one weight alone.
const TIE: &str =
    "They tie at exactly this weight of misses; the ranges say who is first beside it.";

/// Returns `true` if several classifiers win, but not all of them stay first when the weight of
/// misses moves a little to either side.
fn is_tie_of_the_point(verdict: &Verdict) -> bool {
    let here = &verdict.place.b;
    let has_all = |one: &Leader| verdict.winners.iter().all(|who| one.classifiers.contains(who));
    let mut beside = verdict.weights.iter().filter(|one| one.from <= *here && *here <= one.to);
    verdict.winners.len() > 1 && !beside.any(has_all)
}

/// Returns both strips of a verdict, as far as there are any.
pub(super) fn figures(report: &Report, verdict: &Verdict, colours: &[Colour]) -> Markup {
    if report.is_chosen_elsewhere() || verdict.weights.is_empty() {
        return html! {};
    }
    let stretches = |leaders: &[Leader]| stretches(report, leaders, colours);
    let is_diagonal = verdict.place.a == verdict.place.b && report.tile.start_prior.is_some();
    html! {
        div.ranges {
            @if is_tie_of_the_point(verdict) { p.change { (TIE) } }
            (figure(Axis::Weight, &stretches(&verdict.weights), &verdict.place.b, is_diagonal))
            @if let (Some(priors), Some(prior)) = (&verdict.priors, &report.tile.start_prior) {
                (figure(Axis::Prior, &stretches(priors), prior, true))
            }
        }
    }
}

/// Returns stretches of classifiers, or of models; each threshold counts as its model.
fn stretches<'r>(
    report: &'r Report,
    leaders: &[Leader],
    colours: &'r [Colour],
) -> Vec<Stretch<'r>> {
    let model_of = report.scores.as_ref().map(|scores| scores.model_of());
    let called = |classifier: usize| match (&report.scores, &model_of) {
        (Some(scores), Some(model_of)) => {
            let model = model_of[classifier];
            (scores.models[model].name.as_str(), model + 1)
        }
        _ => (report.classifiers[classifier].name.as_str(), classifier + 1),
    };
    let mut found: Vec<Stretch> = Vec::new();
    for Leader { from, to, classifiers } in leaders {
        // By name: the order of the input tells nothing.
        let mut classifiers = classifiers.clone();
        classifiers.sort_by_key(|&one| &report.classifiers[one].name);
        let mut names: Vec<(&str, usize)> = classifiers.iter().map(|&one| called(one)).collect();
        names.dedup();
        match found.last_mut() {
            Some(last) if last.names == names => last.to = to.clone(),
            _ => found.push(Stretch {
                names,
                from: from.clone(),
                to: to.clone(),
                fill: &colours[classifiers[0]].fill,
            }),
        }
    }
    found
}

fn figure(axis: Axis, all: &[Stretch<'_>], here: &Rational, is_diagonal: bool) -> Markup {
    let key = if axis == Axis::Weight { "weight" } else { "prior" };
    html! {
        figure.range data-axis=(key) {
            figcaption { (sentence(axis, all, here, is_diagonal)) }
            @if all.len() > 1 {
                (strip(axis, all, here))
                (save(&format!("strip-{key}"), "who is first"))
                details {
                    summary { "exact ends" }
                    table {
                        thead {
                            tr {
                                th scope="col" { "first" }
                                th scope="col" { "from" }
                                th scope="col" { "to" }
                            }
                        }
                        tbody {
                            @for stretch in all {
                                tr {
                                    th scope="row" { (Sentence::default().listed(&stretch.names)) }
                                    td { (exact(axis, &stretch.from)) }
                                    td { (exact(axis, &stretch.to)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Returns an end as a fraction.
fn exact(axis: Axis, end: &Rational) -> String {
    match axis {
        Axis::Prior => end.to_string(),
        Axis::Weight => {
            end.checked_div(&end.complement()).map_or_else(|| "∞".to_owned(), |w| w.to_string())
        }
    }
}

fn sentence<'r>(
    axis: Axis,
    all: &[Stretch<'r>],
    here: &Rational,
    is_diagonal: bool,
) -> Sentence<'r> {
    let start = Sentence::default();
    let fixed = if is_diagonal { "" } else { ", with a, the weight of right decisions, as it is," };
    if let [only] = all {
        let verb = if only.names.len() == 1 { " is" } else { " are" };
        return start.listed(&only.names).words(match axis {
            Axis::Weight => format!(
                "{verb} first for every weight of misses against false alarms{}.",
                fixed.trim_end_matches(',')
            ),
            Axis::Prior => {
                format!("{verb} first for every share of positives, at this preference.")
            }
        });
    }
    let start = start.words(match axis {
        Axis::Weight => {
            format!("What would change it{fixed} is how many false alarms one miss weighs: ")
        }
        Axis::Prior => "So would the share of positives, at this preference: ".to_owned(),
    });
    let ends = end_texts(axis, all);
    let place = all.iter().position(|one| *here <= one.to).unwrap_or(all.len() - 1);
    let (first, last) = window(all.len(), place);
    let mut sentence = start;
    if first > 0 {
        sentence = sentence.words(format!("{first} others are first up to {}, ", ends[first - 1]));
    }
    for (k, stretch) in all.iter().enumerate().take(last).skip(first) {
        if k > first {
            sentence = sentence.words(", ");
        }
        sentence = sentence.listed(&stretch.names).words(match k {
            0 => {
                let verb = if stretch.names.len() == 1 { "is" } else { "are" };
                format!(" {verb} first up to {}", ends[0])
            }
            k if k + 1 == all.len() => format!(" from {} on", ends[k - 1]),
            k => format!(" from {} to {}", ends[k - 1], ends[k]),
        });
    }
    if last < all.len() {
        sentence =
            sentence.words(format!(", {} others from {} on", all.len() - last, ends[last - 1]));
    }
    sentence.words(".")
}

/// Returns the range of named stretches; either two or more are left out at an end, or none.
fn window(count: usize, place: usize) -> (usize, usize) {
    if count <= MOST_NAMED {
        return (0, count);
    }
    let first = place.saturating_sub(MOST_NAMED / 2).min(count - MOST_NAMED);
    let last = first + MOST_NAMED;
    (if first == 1 { 0 } else { first }, if last + 1 == count { count } else { last })
}

/// Returns the ends between stretches, with enough digits to distinguish each from the next.
fn end_texts(axis: Axis, all: &[Stretch<'_>]) -> Vec<String> {
    let ends = all[..all.len() - 1].iter().map(|stretch| &stretch.to);
    let (from, text): (u32, fn(&Rational, u32) -> String) = match axis {
        Axis::Weight => (DIGITS[0], weight),
        Axis::Prior => (DIGITS[1], percent_to),
    };
    let values: Vec<Rational> = match axis {
        Axis::Prior => ends.cloned().collect(),
        // No end within is 1.
        Axis::Weight => ends.filter_map(|end| end.checked_div(&end.complement())).collect(),
    };
    let mut digits = from;
    loop {
        let texts: Vec<String> = values.iter().map(|value| text(value, digits)).collect();
        let is_clear = texts.windows(2).all(|two| two[0] != two[1])
            && texts.iter().all(|text| !reads_as_an_end(text));
        if is_clear || digits == MOST_DIGITS {
            return texts;
        }
        digits += 1;
    }
}

/// Returns `true` for `0.0 %` and `100.0 %`.
fn reads_as_an_end(text: &str) -> bool {
    let number = text.trim_end_matches("\u{a0}%");
    text.ends_with('%')
        && (number.starts_with("100") || number.chars().all(|c| c == '0' || c == '.'))
}

/// Returns a weight: exact if three decimals suffice, otherwise with `digits` significant digits.
fn weight(of: &Rational, digits: u32) -> String {
    let thousand = Rational::from(1000);
    if *of < Rational::from(1_000_000) && (of * &thousand).denominator() == 1.into() {
        let text = of.to_decimal(3);
        return text.trim_end_matches('0').trim_end_matches('.').to_owned();
    }
    significant(of, digits)
}

/// Returns the stretches as a bar, with a mark at the preference.
fn strip(axis: Axis, all: &[Stretch<'_>], here: &Rational) -> Markup {
    let at = |z: f64| format!("{:.2}%", 100.0 * z);
    let (label, ticks): (&str, &[(f64, &str)]) = match axis {
        Axis::Weight => (
            "Who is first, from preferences where false alarms matter more to preferences where \
             misses do",
            &[
                (1.0 / 11.0, "1 : 10"),
                (0.25, "1 : 3"),
                (0.5, "miss : false alarm = 1 : 1"),
                (0.75, "3 : 1"),
                (10.0 / 11.0, "10 : 1"),
            ],
        ),
        Axis::Prior => (
            "Who is first, from no positives to positives alone",
            &[(0.1, "10 %"), (0.3, "30 %"), (0.5, "positives: 50 %"), (0.7, "70 %"), (0.9, "90 %")],
        ),
    };
    html! {
        svg.strip width="100%" height="46" role="img" aria-label=(label) {
            @for Stretch { names, from, to, fill } in all {
                @let (left, right) = (from.to_f64(), to.to_f64());
                svg x=(at(left)) width=(at(right - left)) height="46" {
                    rect y="6" width="100%" height="20" fill=(fill) {}
                    @if let [(name, _)] = names[..] {
                        @if is_roomy(name, right - left) {
                            text.strip-name x="50%" y="20.5" text-anchor="middle" { (name) }
                        }
                    }
                }
            }
            rect.strip-frame y="6" width="100%" height="20" {}
            @for (place, text) in ticks {
                line.tick x1=(at(*place)) x2=(at(*place)) y1="26" y2="30" {}
                // Beside the one in the middle, which has the title, there is no room on a phone.
                @let is_minor = (0.1..0.3).contains(&(place - 0.5_f64).abs());
                text.is-minor[is_minor] x=(at(*place)) y="43" text-anchor="middle" { (text) }
            }
            line.strip-here x1=(at(here.to_f64())) x2=(at(here.to_f64())) y1="1" y2="31" {}
        }
    }
}

/// Returns `true` if a name fits in a part of a strip on a large screen.
fn is_roomy(name: &str, share: f64) -> bool {
    8.0 * (name.chars().count() as f64) < 560.0 * share
}
