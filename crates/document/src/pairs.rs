//! Comparisons of two classifiers.

use std::cmp::Reverse;
use std::io::Write;

use serde::Serialize;

use super::certain::{known, percentage};
use super::costs::{Cost, Costs, WithoutModel};
use super::samples::{SampledSets, Sampling, at_sizes, further_samples};
use super::significant::significant;
use super::{Cell, Column, Format, Header, Output, Page, RenderError, Table, p_value};
use exactile::contest::{
    ComparedClassifiers, Digits, Discordant, EValue, NextTest, PairQuestion, Required, Requirement,
    SwapTest, TrueInterval, TrulyBetter, Verdict,
};
use exactile::lattice::INDEPENDENT;
use exactile::num::{Level, Rational, Value};
use exactile::performance::{Classifier, counted, one_line};
use exactile::score::Orientation;

/// The assumption of paired probabilities.
pub(super) const PAIRED: &str = "classifiers compared on the same samples";
/// The assumption of comparisons by clusters.
const CLUSTERED: &str = "whole clusters of samples are exchanged, and get random weights";
/// The note on cross-validation, which applies to all numbers.
pub(super) const CAVEAT: &str = "Results of cross-validation also vary between training sets, \
     which none of these numbers includes.";

/// Compared pairs with what was asked, `exactile.compare.v1`.
#[derive(Clone, Copy, Debug)]
pub struct PairsReport<'p> {
    /// The classifiers.
    pub classifiers: &'p [Classifier],
    /// The question about the pairs.
    pub question: &'p PairQuestion,
    /// `true` if the results of the classifiers on the same samples are known.
    pub is_paired: bool,
    /// `true` if the classifiers are the best thresholds of models by the metric, and those named.
    pub is_at_best: bool,
    /// The costs that lead to the metric, if they are known.
    pub costs: Option<Costs<'p>>,
    /// The way in which samples were drawn.
    pub sampling: Sampling<'p>,
    /// The number of looks whose samples are counted, with that of the input, if there are others.
    pub looks: Option<usize>,
    /// The pairs.
    pub pairs: &'p [ComparedClassifiers],
    /// The requirement on the single pair.
    pub required: Option<&'p Required>,
}

/// Returns a sentence with the verdict: pass, fail or undecided.
fn verdict(report: &PairsReport<'_>, required: &Required, pair: &ComparedClassifiers) -> String {
    let name = |i: usize| one_line(&report.classifiers[i].name);
    let (first, second) = (name(pair.first), name(pair.second));
    let (metric, level) = (&report.question.metric, required.level.in_percent());
    let (claim, probability) = match (required.of, &pair.true_difference.within, &pair.e_value) {
        (Requirement::Anytime, _, Some(evidence)) => {
            return anytime_verdict(
                &format!("{first} against {second} by {metric}"),
                *evidence,
                required,
            );
        }
        (Requirement::NotWorse, Some(margin), _) => {
            let by =
                report.question.margin.as_ref().map_or_else(String::new, Rational::to_shortest);
            let claim = format!("{first} is not worse than {second} by {by} or more of {metric}");
            (claim, &margin.not_worse)
        }
        _ => (format!("{first} is truly better than {second} by {metric}"), &pair.truly_better),
    };
    let (lower, upper) = percentages(&probability.lower, &probability.upper);
    match required.verdict {
        Verdict::Pass => {
            format!(
                "pass: {claim} with a probability of at least {lower}, above the required {level}"
            )
        }
        Verdict::Fail => {
            format!(
                "fail: {claim} with a probability of at most {upper}, not above the required \
                 {level}"
            )
        }
        Verdict::Undecided => {
            format!(
                "undecided: {claim} with a probability from {lower} to {upper}, and {level} is \
                 required"
            )
        }
    }
}

/// As [`verdict`], for an e-value.
fn anytime_verdict(pair: &str, evidence: EValue, required: &Required) -> String {
    let [first, second] = evidence.discordant();
    let samples = format!("alone right on {} against {second}", counted(first, "sample"));
    let needed = required.level.complement().reciprocal();
    let needed = needed.map_or_else(|| "inf".to_owned(), |needed| needed.to_shortest());
    let level = required.level.in_percent();
    match required.verdict {
        Verdict::Pass => format!(
            "pass: {pair}, {samples}: the e-value {} is at least {needed}, which {level} requires",
            rounded_e_value(evidence)
        ),
        _ => format!(
            "fail: {pair}, {samples}: the e-value {} is below {needed}, which {level} requires; \
             you may add samples",
            rounded_e_value(evidence)
        ),
    }
}

/// Returns an e-value with three decimals or three digits.
fn rounded_e_value(evidence: EValue) -> String {
    let value = evidence.exactly();
    if value < Rational::from(1000) { value.to_decimal(3) } else { significant(&value, 3) }
}

/// Returns limits as percentages with the necessary digits, rounded outwards.
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
        let question = self.question;
        DocumentJson {
            paired: self.is_paired,
            at_best: self.is_at_best,
            metric: question.metric.to_string(),
            pattern_mass: self.mass(),
            clusters: self.sampling.clusters(),
            domains: self.sampling.sets(),
            looks: self.looks,
            margin: question.margin.as_ref(),
            positives: question.test.positives(),
            negatives: question.test.negatives(),
            assumption: self.assumption(),
            caveat: CAVEAT,
            costs: self.costs,
            without_model: self.without_model(),
            classifiers: self.classifiers.iter().map(|of| NamedJson::of(of, self.costs)).collect(),
            pairs: self.pairs.iter().map(PairJson::of).collect(),
            require: self.required.map(|required| GateJson {
                level: &required.level,
                verdict: required.verdict,
                sentence: verdict(self, required, &self.pairs[0]),
            }),
        }
    }

    fn write_json(&self, header: Header<'_>, out: &mut dyn Write) -> Result<(), RenderError> {
        header.write_line(&self.body(), out)
    }

    /// In text some lines for each pair, best evidence first; in other forms a table in the order
    /// of the pairs.
    fn page(&self, format: Format) -> Result<Page<'_>, RenderError> {
        if format == Format::Text {
            return Ok(self.words());
        }
        let mut page = Page::default();
        page.table(self.table(format));
        if format != Format::Csv {
            page.line(self.assumption());
            page.line(CAVEAT);
        }
        Ok(page)
    }
}

impl<'p> PairsReport<'p> {
    /// Returns the costs of rules that need no classifier, if costs are given.
    fn without_model(&self) -> Option<WithoutModel> {
        WithoutModel::of(self.costs?, self.classifiers)
    }

    /// Returns the assumption of the numbers.
    fn assumption(&self) -> &'static str {
        match (self.sampling, self.is_paired) {
            (Sampling::TestSets(sets), is_paired) => sets.assumption(is_paired),
            (Sampling::Clusters(_), _) => CLUSTERED,
            (Sampling::Single, true) => PAIRED,
            (Sampling::Single, false) => INDEPENDENT,
        }
    }

    /// The prior mass, unless weights are drawn instead.
    fn mass(&self) -> Option<&'p Rational> {
        match self.sampling {
            Sampling::Clusters(_) => None,
            Sampling::TestSets(sets) if sets.is_sampled() => None,
            _ => Some(self.question.mass.value()),
        }
    }

    /// Returns the metric and the assumptions in one line.
    fn told(&self) -> String {
        let assumption = self.assumption();
        let mut rest = match self.sampling {
            Sampling::Clusters(count) => counted(count, "cluster"),
            Sampling::TestSets(sets) => sets.told(),
            Sampling::Single => String::new(),
        };
        if let Some(mass) = self.mass() {
            rest.push_str(&format!("{}prior mass {mass}", if rest.is_empty() { "" } else { "; " }));
        }
        let looks = self.looks.map(|looks| format!("; {} together", counted(looks, "look")));
        let looks = looks.unwrap_or_default();
        let models = if self.is_at_best { "models at their best thresholds " } else { "" };
        format!("{models}by {}; {assumption}; {rest}{looks}", self.question.metric)
    }

    /// Returns the thresholds that are not best because the metric is undefined there.
    fn not_best(&self) -> Option<String> {
        let metric = &self.question.metric;
        let is_undefined =
            |of: &&Classifier| matches!(metric.value(&of.matrix), Value::Undefined(_));
        let undefined = self.classifiers.iter().filter(is_undefined);
        let names: Vec<_> = undefined.map(|of| one_line(&of.name)).collect();
        (self.is_at_best && !names.is_empty())
            .then(|| format!("Not best, since {metric} is undefined there: {}.", names.join(", ")))
    }

    /// Returns the pairs in words, best evidence first; the classifier that is ahead comes first.
    fn words(&self) -> Page<'p> {
        let mut page = Page::default();
        let question = self.question;
        let (positives, negatives) = (question.test.positives(), question.test.negatives());
        page.line(self.told());
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
            Ahead::new(self, pair, is_reversed(&lead, pair))
                .lines()
                .into_iter()
                .for_each(|line| page.line(line));
            page.line("");
        }
        let is_drawn = self.pairs.iter().any(|pair| pair.truly_better.drawn.is_some());
        let behind = self.sampling.population().unwrap_or_else(|| {
            format!("of the rates behind the results{}", at_sizes(positives, negatives))
        });
        page.line(format!(
            "True difference: {behind}; it is in the interval with a probability of \
             {}. Truly better: the probability that it is above 0, with an error of at most one \
             unit of the last digit{}. JSON and CSV have its limits.",
            question.level.in_percent(),
            if is_drawn { ", except for one seed in 10^9 if it is drawn" } else { "" }
        ));
        let exact = if question.digits == Digits::Fractions { " in fractions" } else { "" };
        if self.sampling.is_single() {
            page.line(format!(
                "Next test: better, equal or worse results on {}{exact}. A \
                 classifier that is certainly but only slightly better can often be worse there.",
                further_samples(positives, negatives),
            ));
        }
        let tests = self.pairs.iter().filter(|pair| pair.holm.is_some()).count();
        if tests > 0 {
            page.line(format!(
                "p: the probability of a difference at least as large, in either \
                 direction, if the two are interchangeable on every {}; {}. Mid-p counts only half \
                 of the differences that are equally large.",
                self.sampling.exchanged(),
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
        page.lines(self.not_best());
        page.line(CAVEAT);
        if let Some(required) = self.required {
            page.line("");
            page.line(verdict(self, required, &self.pairs[0]));
        }
        page
    }

    /// Returns a row for each pair: the names, discordant samples, the next test, truly better, the
    /// swap test.
    fn table(&self, format: Format) -> Table<'p> {
        let share =
            |heading: &'static str, name: &'static str| Column::new(heading, name).digits(4);
        let mut rows = Table::new([
            Column::new("first", "first"),
            Column::new("second", "second"),
            share("value of first", "value_first"),
            share("of second", "value_second"),
            share("difference", "difference"),
            Column::new("true difference from", "difference_lower").digits(4),
            Column::new("to", "difference_upper").digits(4),
            Column::data("level"),
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
            Column::data("not_worse_lower"),
            Column::data("not_worse_upper"),
            Column::data("e_value"),
        ]);
        for pair in self.pairs {
            let name = |i: usize| Cell::from(&self.classifiers[i].name);
            let of = |class: fn(Discordant) -> [u64; 2], i: usize| {
                Cell::maybe(pair.discordant.map(|counts| class(counts)[i]))
            };
            let next = |of: fn(&NextTest) -> &Value| Cell::maybe(pair.next.as_ref().ok().map(of));
            let [lower, upper] = pair.truly_better.to_decimals().decimals();
            let swap = pair.swap_test.as_ref().ok();
            let [first_value, second_value] = &pair.values;
            let interval = &pair.true_difference.interval;
            let [interval_lower, interval_upper] = match format {
                Format::Csv => interval.to_decimals(),
                _ => [known(&interval.lower, 4), known(&interval.upper, 4)],
            };
            let within = pair.true_difference.within.as_ref();
            let not_worse = within.map(|margin| margin.not_worse.to_decimals().decimals());
            rows.row([
                name(pair.first),
                name(pair.second),
                first_value.clone().into(),
                second_value.clone().into(),
                pair.difference.clone().into(),
                interval_lower.into(),
                interval_upper.into(),
                Rational::clone(&interval.level).into(),
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
                Cell::maybe(not_worse.clone().map(|[lower, _]| lower)),
                Cell::maybe(not_worse.map(|[_, upper]| upper)),
                Cell::maybe(pair.e_value.map(|evidence| evidence.exactly())),
            ]);
        }
        rows
    }
}

/// One pair in words, beginning with the classifier that is ahead.
struct Ahead<'p> {
    report: &'p PairsReport<'p>,
    pair: &'p ComparedClassifiers,
    reversed: bool,
}

impl<'p> Ahead<'p> {
    fn new(report: &'p PairsReport<'p>, pair: &'p ComparedClassifiers, reversed: bool) -> Self {
        Self { report, pair, reversed }
    }

    /// Reorders a pair of values: that of the classifier ahead comes first.
    fn both<T>(&self, [first, second]: [T; 2]) -> [T; 2] {
        if self.reversed { [second, first] } else { [first, second] }
    }

    fn names(&self) -> [String; 2] {
        let name = |i: usize| one_line(&self.report.classifiers[i].name).into_owned();
        self.both([name(self.pair.first), name(self.pair.second)])
    }

    /// Returns the values and their difference, the verdict, the evidence, and the next test.
    fn lines(&self) -> Vec<String> {
        let mut lines = vec![self.values()];
        lines.extend(self.costs().map(|line| format!("  {line}")));
        lines.push(format!("  {}", self.truly()));
        lines.extend(self.evidence().map(|line| format!("  {line}")));
        if self.report.sampling.is_single() {
            lines.push(format!("  {}", self.next()));
        }
        lines
    }

    /// Returns both values, their difference, and the interval of the true difference.
    fn values(&self) -> String {
        let pair = self.pair;
        let [ahead, behind] = self.names();
        let [own, other] = self.both(pair.values.each_ref()).map(|value| value.to_decimal(3));
        let question = self.report.question;
        let interval = &pair.true_difference.interval;
        let mut ends = [interval.lower.clone(), interval.upper.clone()];
        if self.reversed {
            ends.reverse();
            ends = ends.map(|[low, high]| [-high, -low]);
        }
        let [lower, upper] = ends.map(|end| signed(&known(&end, 3)));
        let difference = match (&pair.difference, self.reversed) {
            (value, false) => value.to_decimal(3),
            (value, true) => negated(&value.to_decimal(3)),
        };
        let less = match question.metric.orientation() {
            Orientation::Lower => " (less is better)",
            _ => "",
        };
        format!(
            "{} {own} ({ahead}) against {other} ({behind}){less}: difference {}, true difference \
             {lower} to {upper} ({})",
            question.metric,
            signed(&difference),
            interval.level.in_percent()
        )
    }

    /// Returns the expected costs of both, and their net benefits.
    fn costs(&self) -> Option<String> {
        let costs = self.report.costs?;
        let cost = |k: usize| costs.of(&self.report.classifiers[k].matrix);
        let [own, other] = self.both([self.pair.first, self.pair.second].map(cost));
        let expected = [&own, &other].map(|cost| cost.expected_cost.to_decimal(3));
        let mut text = format!("expected cost {} against {}", expected[0], expected[1]);
        if let (Some(own), Some(other)) = (own.net_benefit, other.net_benefit) {
            let benefit = |value: Rational| (value * Rational::from(100)).to_decimal(1);
            let (own, other) = (benefit(own), benefit(other));
            text.push_str(&format!("; net benefit per 100 samples {own} against {other}"));
        }
        if let Some(rules) = self.report.without_model() {
            let [all, none] = rules.expected().map(|cost| cost.to_decimal(3));
            text.push_str(&format!("; everybody flagged costs {all}, nobody {none}"));
        }
        Some(text)
    }

    /// Returns the verdict and its probability, and the answer about a margin.
    fn truly(&self) -> String {
        let [ahead, behind] = self.names();
        let turned =
            |truly: &TrulyBetter| if self.reversed { truly.exchanged() } else { truly.clone() };
        let truly = turned(&self.pair.truly_better);
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
        let by_draws = |truly: &TrulyBetter| {
            let drawn = truly.drawn.as_ref();
            let said = drawn.map(|d| format!(" ({}, seed {})", counted(d.draws, "draw"), d.seed));
            said.unwrap_or_default()
        };
        let drawn = by_draws(&truly);
        let probability = percentage(&truly.lower, &truly.upper);
        let mut text = format!("{ahead} {is} {behind}: truly better {probability}{drawn}");
        if let Some((margin, by)) =
            self.pair.true_difference.within.as_ref().zip(self.report.question.margin.as_ref())
        {
            // What was asked is of the first of the pair, ahead or not.
            let first = one_line(&self.report.classifiers[self.pair.first].name);
            let by = by.to_shortest();
            let both = by_draws(&margin.not_worse);
            text.push_str(&format!(
                "; {first} not worse by {by} or more: {}; the two closer than {by}: {}{}",
                percentage(&margin.not_worse.lower, &margin.not_worse.upper),
                percentage(&margin.equivalent.lower, &margin.equivalent.upper),
                if both == drawn { "" } else { &both }
            ));
        }
        text
    }

    /// Returns the discordant samples, the swap test and the e-value.
    fn evidence(&self) -> Option<String> {
        let pair = self.pair;
        let mut text = match (self.discordant(), self.report.sampling) {
            (Some(discordant), _) => discordant,
            (None, Sampling::Clusters(count)) => counted(count, "cluster"),
            (None, Sampling::TestSets(sets)) => counted(sets.count, "test set"),
            (None, Sampling::Single) => return None,
        };
        match (&pair.swap_test, &pair.holm) {
            (Ok(test), holm) => {
                text.push_str(&format!(
                    "; swap test p = {}, mid-p {}",
                    p_value(&test.two_sided),
                    p_value(&test.two_sided_mid)
                ));
                if let Some(holm) = holm.as_ref().filter(|_| self.report.pairs.len() > 1) {
                    text.push_str(&format!(" (Holm {})", p_value(holm)));
                }
            }
            (Err(reason), _) => text.push_str(&format!("; no swap test: {reason}")),
        }
        if let Some(evidence) = pair.e_value {
            let first = one_line(&self.report.classifiers[pair.first].name);
            text.push_str(&format!("; e-value for {first} {}", rounded_e_value(evidence)));
        }
        Some(text)
    }

    /// Returns the numbers of samples that only one of the two classifies right.
    fn discordant(&self) -> Option<String> {
        let Discordant { positives, negatives } = self.pair.discordant?;
        let test = self.report.question.test;
        let side = |i: usize| (positives[i], negatives[i]);
        let [own, other] = self.both([side(0), side(1)]);
        Some(if test.positives() == 0 || test.negatives() == 0 {
            let right = counted(own.0 + own.1, "sample");
            format!("alone right on {right} against {}", other.0 + other.1)
        } else {
            format!(
                "alone right on {} against {} positives, {} against {} negatives",
                own.0, other.0, own.1, other.1
            )
        })
    }

    /// Returns the results on the next test.
    fn next(&self) -> String {
        let next = match &self.pair.next {
            Ok(next) => next,
            Err(error) => return format!("next test too large: {error}"),
        };
        let [better, worse] = self.both([&next.better, &next.worse]);
        let mut text = format!(
            "next test better {}, equal {}, worse {}",
            decimals(better),
            decimals(&next.equal),
            decimals(worse)
        );
        if !next.undefined.is_zero() {
            text.push_str(&format!(", undefined {}", decimals(&next.undefined)));
        }
        text
    }
}

/// Returns a number with its sign; zero has none.
fn signed(number: &str) -> String {
    let is_zero = number.chars().all(|c| matches!(c, '0' | '.' | '-'));
    if is_zero {
        return number.trim_start_matches('-').to_owned();
    }
    let is_number = number.starts_with(|c: char| c.is_ascii_digit());
    if is_number { format!("+{number}") } else { number.to_owned() }
}

/// Returns the negative of a decimal.
fn negated(number: &str) -> String {
    match number.strip_prefix('-') {
        Some(magnitude) => magnitude.to_owned(),
        None if number.starts_with(|c: char| c.is_ascii_digit()) || number == "inf" => {
            format!("-{number}")
        }
        None => number.to_owned(),
    }
}

/// Returns three decimals of a probability; only 0 and 1 read as such.
fn decimals(value: &Value) -> String {
    match format!("{:.3}", value.to_f64().expect("probabilities are numbers")).as_str() {
        "0.000" if !value.is_zero() => "below 0.001".to_owned(),
        "1.000" if value.lower() < Some(Rational::ONE) => "above 0.999".to_owned(),
        decimals => decimals.to_owned(),
    }
}

#[derive(Serialize)]
struct SwapJson<'p> {
    #[serde(flatten)]
    test: &'p SwapTest,
    #[serde(skip_serializing_if = "Option::is_none")]
    holm: Option<&'p Rational>,
}

#[derive(Serialize)]
struct BothJson<'p> {
    first: &'p Value,
    second: &'p Value,
}

#[derive(Serialize)]
struct DifferenceJson<'p> {
    value: &'p Value,
    interval: &'p TrueInterval,
}

#[derive(Serialize)]
struct PairJson<'p> {
    first: usize,
    second: usize,
    values: BothJson<'p>,
    difference: DifferenceJson<'p>,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_worse: Option<&'p TrulyBetter>,
    #[serde(skip_serializing_if = "Option::is_none")]
    equivalent: Option<&'p TrulyBetter>,
    #[serde(skip_serializing_if = "Option::is_none")]
    e_value: Option<Rational>,
    #[serde(skip_serializing_if = "Option::is_none")]
    e_value_either: Option<Rational>,
    discordant: Option<Discordant>,
    next: Option<&'p NextTest>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_undefined: Option<String>,
    truly_better: &'p TrulyBetter,
    swap_test: Option<SwapJson<'p>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    swap_test_undefined: Option<String>,
}

impl<'p> PairJson<'p> {
    fn of(pair: &'p ComparedClassifiers) -> Self {
        let swap = pair.swap_test.as_ref().ok();
        let within = pair.true_difference.within.as_ref();
        let [first, second] = &pair.values;
        Self {
            first: pair.first,
            second: pair.second,
            values: BothJson { first, second },
            difference: DifferenceJson {
                value: &pair.difference,
                interval: &pair.true_difference.interval,
            },
            not_worse: within.map(|margin| &margin.not_worse),
            equivalent: within.map(|margin| &margin.equivalent),
            e_value: pair.e_value.map(|evidence| evidence.exactly()),
            e_value_either: pair.e_value.map(|evidence| evidence.of_either()),
            discordant: pair.discordant,
            next: pair.next.as_ref().ok(),
            next_undefined: pair.next.as_ref().err().map(ToString::to_string),
            truly_better: &pair.truly_better,
            swap_test: swap.map(|test| SwapJson { test, holm: pair.holm.as_ref() }),
            swap_test_undefined: pair.swap_test.as_ref().err().map(ToString::to_string),
        }
    }
}

#[derive(Serialize)]
struct NamedJson<'p> {
    name: &'p str,
    #[serde(flatten)]
    cost: Option<Cost>,
}

impl<'p> NamedJson<'p> {
    fn of(classifier: &'p Classifier, costs: Option<Costs<'_>>) -> Self {
        Self { name: &classifier.name, cost: costs.map(|costs| costs.of(&classifier.matrix)) }
    }
}

#[derive(Serialize)]
struct GateJson<'p> {
    level: &'p Level,
    verdict: Verdict,
    sentence: String,
}

#[derive(Serialize)]
struct DocumentJson<'p> {
    paired: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    at_best: bool,
    metric: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pattern_mass: Option<&'p Rational>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clusters: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    domains: Option<SampledSets<'p>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    looks: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    margin: Option<&'p Rational>,
    positives: u64,
    negatives: u64,
    assumption: &'static str,
    caveat: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    costs: Option<Costs<'p>>,
    #[serde(flatten)]
    without_model: Option<WithoutModel>,
    classifiers: Vec<NamedJson<'p>>,
    pairs: Vec<PairJson<'p>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    require: Option<GateJson<'p>>,
}
