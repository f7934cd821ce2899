//! Two classifiers against each other.

use std::cmp::Reverse;
use std::io::Write;

use serde::Serialize;

use super::certain::percentage;
use super::samples::{at_sizes, further_samples};
use super::{Cell, Column, Format, Header, Output, Page, RenderError, Table, p_value};
use exactile::contest::{
    ComparedClassifiers, Digits, Discordant, NextTest, PairQuestion, SwapTest, TrulyBetter,
};
use exactile::lattice::INDEPENDENT;
use exactile::num::{Rational, Value};
use exactile::performance::{Classifier, counted, one_line};

/// What paired probabilities rest on.
pub(super) const PAIRED: &str = "classifiers compared on the same samples";
/// What none of the numbers has.
pub(super) const CAVEAT: &str =
    "Results of cross-validation vary between training sets too, which none of these numbers has.";

/// Compared pairs with what was asked, `exactile.compare.v1`.
#[derive(Clone, Copy, Debug)]
pub struct PairsReport<'p> {
    /// The classifiers.
    pub classifiers: &'p [Classifier],
    /// What was asked.
    pub question: &'p PairQuestion,
    /// Returns `true` if it is known how the classifiers agree.
    pub is_paired: bool,
    /// The pairs.
    pub pairs: &'p [ComparedClassifiers],
    /// What was required of the one pair.
    pub required: Option<&'p Required>,
}

/// A level that the probability of being truly better has to exceed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Required {
    /// The level.
    pub level: Rational,
    /// Whether it is exceeded.
    pub verdict: Verdict,
}

/// Whether a probability that is known within limits exceeds a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It does for certain.
    Pass,
    /// It does not for certain.
    Fail,
    /// The level is within the limits.
    Undecided,
}

impl Required {
    /// Whether the first of a pair is truly better with more than this probability.
    pub fn new(level: &Rational, pair: &ComparedClassifiers) -> Self {
        let TrulyBetter { lower, upper, .. } = &pair.truly_better;
        let verdict = if lower > level {
            Verdict::Pass
        } else if upper <= level {
            Verdict::Fail
        } else {
            Verdict::Undecided
        };
        Self { level: level.clone(), verdict }
    }

    /// One sentence that says pass, fail or undecided.
    fn sentence(&self, report: &PairsReport<'_>, pair: &ComparedClassifiers) -> String {
        let name = |i: usize| one_line(&report.classifiers[i].name);
        let (first, second) = (name(pair.first), name(pair.second));
        let (metric, level) = (&report.question.metric, percent(&self.level));
        let (lower, upper) = ends(&pair.truly_better);
        match self.verdict {
            Verdict::Pass => format!(
                "pass: {first} is truly better than {second} by {metric} with a probability of at least {lower}, above the required {level}"
            ),
            Verdict::Fail => format!(
                "fail: {first} is truly better than {second} by {metric} with a probability of at most {upper}, not above the required {level}"
            ),
            Verdict::Undecided => format!(
                "undecided: {first} is truly better than {second} by {metric} with a probability from {lower} to {upper}, and {level} is required"
            ),
        }
    }
}

/// A level as people write it: exactly.
pub(super) fn percent(level: &Rational) -> String {
    format!("{} %", (level * &Rational::from(100)).to_shortest())
}

/// The ends of an enclosure as percentages with the digits that they need.
fn ends(truly: &TrulyBetter) -> (String, String) {
    percentages(&truly.lower, &truly.upper)
}

/// Limits as percentages with the digits that they need, rounded outwards.
pub(super) fn percentages(lower: &Rational, upper: &Rational) -> (String, String) {
    let hundred = Rational::from(100);
    let width = (upper - lower) * &hundred;
    // Two digits, and more where most of them are nines.
    let rest = lower.complement() * &hundred;
    let mut digits = 1;
    while digits < 6
        && width < Rational::new(1, 10_i64.pow(digits))
        && (digits < 2 || rest < Rational::new(10, 10_i64.pow(digits)))
    {
        digits += 1;
    }
    let unit = Rational::from(10_i64.pow(digits));
    let below = |end: &Rational| {
        let scaled = end * &hundred * &unit;
        scaled.numerator() / scaled.denominator()
    };
    let text = |value: Rational| format!("{} %", value.to_decimal(digits));
    let lower = Rational::from(below(lower)) / &unit;
    let upper = hundred.clone() - Rational::from(below(&upper.complement())) / &unit;
    (text(lower), text(upper))
}

impl Output for PairsReport<'_> {
    fn schema(&self) -> &str {
        "exactile.compare.v1"
    }

    fn body(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Swap<'p> {
            #[serde(flatten)]
            test: &'p SwapTest,
            #[serde(skip_serializing_if = "Option::is_none")]
            holm: Option<&'p Rational>,
        }
        #[derive(Serialize)]
        struct Pair<'p> {
            first: usize,
            second: usize,
            discordant: Option<Discordant>,
            next: Option<&'p NextTest>,
            #[serde(skip_serializing_if = "Option::is_none")]
            next_undefined: Option<String>,
            truly_better: &'p TrulyBetter,
            swap_test: Option<Swap<'p>>,
            #[serde(skip_serializing_if = "Option::is_none")]
            swap_test_undefined: Option<String>,
        }
        #[derive(Serialize)]
        struct Named<'p> {
            name: &'p str,
        }
        #[derive(Serialize)]
        struct Gate<'p> {
            level: &'p Rational,
            verdict: Verdict,
            sentence: String,
        }
        #[derive(Serialize)]
        struct Document<'p> {
            paired: bool,
            metric: String,
            pattern_mass: &'p Rational,
            positives: u64,
            negatives: u64,
            assumption: &'static str,
            caveat: &'static str,
            classifiers: Vec<Named<'p>>,
            pairs: Vec<Pair<'p>>,
            #[serde(skip_serializing_if = "Option::is_none")]
            require: Option<Gate<'p>>,
        }
        fn of(pair: &ComparedClassifiers) -> Pair<'_> {
            let swap = pair.swap_test.as_ref().ok();
            Pair {
                first: pair.first,
                second: pair.second,
                discordant: pair.discordant,
                next: pair.next.as_ref().ok(),
                next_undefined: pair.next.as_ref().err().map(ToString::to_string),
                truly_better: &pair.truly_better,
                swap_test: swap.map(|test| Swap { test, holm: pair.holm.as_ref() }),
                swap_test_undefined: pair.swap_test.as_ref().err().map(ToString::to_string),
            }
        }
        let question = self.question;
        Document {
            paired: self.is_paired,
            metric: question.metric.to_string(),
            pattern_mass: question.mass.value(),
            positives: question.test.positives(),
            negatives: question.test.negatives(),
            assumption: if self.is_paired { PAIRED } else { INDEPENDENT },
            caveat: CAVEAT,
            classifiers: self.classifiers.iter().map(|of| Named { name: &of.name }).collect(),
            pairs: self.pairs.iter().map(of).collect(),
            require: self.required.map(|required| Gate {
                level: &required.level,
                verdict: required.verdict,
                sentence: required.sentence(self, &self.pairs[0]),
            }),
        }
    }

    fn write_json(&self, header: Header<'_>, out: &mut dyn Write) -> Result<(), RenderError> {
        header.write_line(&self.body(), out)
    }

    /// In text a line for each pair, best evidence first; else a table in the order of the pairs.
    fn page(&self, format: Format) -> Result<Page<'_>, RenderError> {
        if format == Format::Text {
            return Ok(self.words());
        }
        let mut page = Page::default();
        page.table(self.table());
        if format != Format::Csv {
            page.line(if self.is_paired { PAIRED } else { INDEPENDENT });
            page.line(CAVEAT);
        }
        Ok(page)
    }
}

impl<'p> PairsReport<'p> {
    /// The pairs in words, best evidence first, a line each; the classifier that is ahead comes first.
    fn words(&self) -> Page<'p> {
        let mut page = Page::default();
        let question = self.question;
        let (positives, negatives) = (question.test.positives(), question.test.negatives());
        let assumption = if self.is_paired { PAIRED } else { INDEPENDENT };
        page.line(format!(
            "by {}; {assumption}; prior mass {}",
            question.metric,
            question.mass.value()
        ));
        page.line("");
        // How far the middle of the enclosure is on the first one's side, doubled.
        let lead = |pair: &ComparedClassifiers| {
            let TrulyBetter { lower, upper, .. } = &pair.truly_better;
            lower + upper - Rational::ONE
        };
        // Where nobody is ahead, names decide: nothing depends on the order of the input.
        let name = |at: usize| &self.classifiers[at].name;
        let is_reversed = |lead: &Rational, pair: &ComparedClassifiers| {
            lead.is_negative() || lead.is_zero() && name(pair.first) > name(pair.second)
        };
        let mut order: Vec<(Rational, &ComparedClassifiers)> =
            self.pairs.iter().map(|pair| (lead(pair), pair)).collect();
        order.sort_by_cached_key(|(lead, pair)| {
            let (first, second) = (name(pair.first), name(pair.second));
            let names = if is_reversed(lead, pair) { [second, first] } else { [first, second] };
            (Reverse(lead.abs()), names)
        });
        for (lead, pair) in order {
            page.line(sentence(self, pair, is_reversed(&lead, pair)));
        }
        page.line("");
        let is_drawn = self.pairs.iter().any(|pair| pair.truly_better.drawn.is_some());
        page.line(format!("Truly better: the probability that the rates behind the results are better{}; off by at most one unit of its last digit{}. JSON and CSV have its limits.",
            at_sizes(positives, negatives),
            if is_drawn { ", where it is drawn but for one seed in 10^9" } else { "" }
        ));
        let exact = if question.digits == Digits::Fractions { " in fractions" } else { "" };
        page.line(format!("Next test: better, equal or worse results on {}{exact}. Someone who is certainly better by little can often be worse there.",
            further_samples(positives, negatives),
        ));
        let tests = self.pairs.iter().filter(|pair| pair.holm.is_some()).count();
        if tests > 0 {
            page.line(format!("p: how often a difference as large, either way, occurs if the two are interchangeable on every sample; {}. Mid-p counts only half of those that are just as large.",
                if tests == 1 {
                    "exact".to_owned()
                } else {
                    format!("exact, and corrected for {tests} pairs (Holm)")
                }
            ));
        }
        if self.pairs.len() > 1 {
            page.line("The best of many looks better than it is: only p is corrected for that.");
        }
        page.line(CAVEAT);
        if let Some(required) = self.required {
            page.line("");
            page.line(required.sentence(self, &self.pairs[0]));
        }
        page
    }

    /// A row for each pair: the names, discordant samples, the next test, truly better, the swap test.
    fn table(&self) -> Table<'p> {
        let share =
            |heading: &'static str, name: &'static str| Column::new(heading, name).digits(4);
        let mut rows = Table::new([
            Column::new("first", "first"),
            Column::new("second", "second"),
            Column::data("paired"),
            Column::new("TP only first", "positives_only_first"),
            Column::new("TP only second", "positives_only_second"),
            Column::new("TN only first", "negatives_only_first"),
            Column::new("TN only second", "negatives_only_second"),
            share("next better", "next_better"),
            share("next equal", "next_equal"),
            share("next worse", "next_worse"),
            Column::data("next_undefined"),
            Column::new("truly better from", "truly_better_lower"),
            Column::new("to", "truly_better_upper"),
            Column::data("one_sided"),
            share("p", "two_sided"),
            share("mid-p", "two_sided_mid"),
            share("Holm", "holm"),
        ]);
        for pair in self.pairs {
            let name = |i: usize| Cell::from(&self.classifiers[i].name);
            let of = |class: fn(Discordant) -> [u64; 2], i: usize| {
                Cell::maybe(pair.discordant.map(|counts| class(counts)[i]))
            };
            let next = |of: fn(&NextTest) -> &Value| Cell::maybe(pair.next.as_ref().ok().map(of));
            let [lower, upper] = pair.truly_better.to_decimals().decimals();
            let swap = pair.swap_test.as_ref().ok();
            rows.row([
                name(pair.first),
                name(pair.second),
                self.is_paired.to_string().into(),
                of(|counts| counts.positives, 0),
                of(|counts| counts.positives, 1),
                of(|counts| counts.negatives, 0),
                of(|counts| counts.negatives, 1),
                next(|next| &next.better),
                next(|next| &next.equal),
                next(|next| &next.worse),
                next(|next| &next.undefined),
                lower.into(),
                upper.into(),
                Cell::maybe(swap.map(|test| &test.one_sided)),
                Cell::maybe(swap.map(|test| &test.two_sided)),
                Cell::maybe(swap.map(|test| &test.two_sided_mid)),
                Cell::maybe(pair.holm.as_ref()),
            ]);
        }
        rows
    }
}

/// One pair in words, with the second as the subject if it is `reversed`.
fn sentence(report: &PairsReport<'_>, pair: &ComparedClassifiers, reversed: bool) -> String {
    let name = |i: usize| one_line(&report.classifiers[i].name);
    let (mut ahead, mut behind) = (name(pair.first), name(pair.second));
    let mut truly = pair.truly_better.clone();
    if reversed {
        std::mem::swap(&mut ahead, &mut behind);
        (truly.lower, truly.upper) = (truly.upper.complement(), truly.lower.complement());
    }
    let level = |n: i64| Rational::new(n, 100);
    let is = if truly.lower > level(99) {
        "is almost certainly better than"
    } else if truly.lower > level(95) {
        "is very probably better than"
    } else if truly.lower > level(80) {
        "is probably better than"
    } else {
        "is not separated from"
    };
    let mut text = format!("{ahead} {is} {behind}: ");
    if let Some(Discordant { positives, negatives }) = pair.discordant {
        let side = |i: usize| (positives[i], negatives[i]);
        let (mut own, mut other) = (side(0), side(1));
        if reversed {
            std::mem::swap(&mut own, &mut other);
        }
        let test = report.question.test;
        text.push_str(&if test.positives() == 0 || test.negatives() == 0 {
            let right = counted(own.0 + own.1, "sample");
            format!("alone right on {right}, alone wrong on {}; ", other.0 + other.1)
        } else {
            format!(
                "alone right on {} and {}, alone wrong on {} and {}; ",
                counted(own.0, "positive"),
                counted(own.1, "negative"),
                other.0,
                other.1
            )
        });
    }
    text.push_str(&format!("truly better {}", percentage(&truly.lower, &truly.upper)));
    if let Some(drawn) = &truly.drawn {
        text.push_str(&format!(" ({}, seed {})", counted(drawn.draws, "draw"), drawn.seed));
    }
    match &pair.next {
        Ok(next) => {
            let [better, worse] =
                if reversed { [&next.worse, &next.better] } else { [&next.better, &next.worse] };
            text.push_str(&format!(
                "; next test better {}, equal {}, worse {}",
                decimals(better),
                decimals(&next.equal),
                decimals(worse)
            ));
            if !next.undefined.is_zero() {
                text.push_str(&format!(", undefined {}", decimals(&next.undefined)));
            }
        }
        Err(error) => text.push_str(&format!("; next test too large: {error}")),
    }
    match (&pair.swap_test, &pair.holm) {
        (Ok(test), holm) => {
            text.push_str(&format!("; p = {}", p_value(&test.two_sided)));
            text.push_str(&format!(", mid-p {}", p_value(&test.two_sided_mid)));
            if let Some(holm) = holm.as_ref().filter(|_| report.pairs.len() > 1) {
                text.push_str(&format!(" (Holm {})", p_value(holm)));
            }
        }
        (Err(_), _) if pair.discordant.is_none() => {}
        (Err(reason), _) => text.push_str(&format!("; no p: {reason}")),
    }
    text
}

/// Three decimals of a probability; only what is impossible or certain reads so.
fn decimals(value: &Value) -> String {
    match format!("{:.3}", value.to_f64().expect("probabilities are numbers")).as_str() {
        "0.000" if !value.is_zero() => "below 0.001".to_owned(),
        "1.000" if value.lower() < Some(Rational::ONE) => "above 0.999".to_owned(),
        decimals => decimals.to_owned(),
    }
}
