//! The test sets one by one: a small Tile of each, who is first in each, and how far each
//! classifier's values differ between them. The script writes the same for other preferences.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use maud::{Markup, html};

use super::data::{Colour, outline};
use super::numbers;
use super::sentences::Sentence;
use crate::{Report, TestSets};
use exactile::domain::{Agreement, Domains, Worst};
use exactile::geometry::Point;
use exactile::num::Rational;
use exactile::performance::{Classifier, counted};
use exactile::score::RankingScore;
use exactile::tile::{Piece, Regions};

/// The most test sets with a Tile.
const MOST_TILES: usize = 12;
/// The most statements of one kind.
const MOST_ITEMS: usize = 4;
/// Decimals of values and weights.
const DIGITS: u32 = 3;
/// A value that is not there.
const NONE: &str = "–";

/// Returns the section; nothing if there is one test of all.
pub(super) fn section(report: &Report, colours: &[Colour]) -> Markup {
    let Some(sets) = &report.test_sets else { return html! {} };
    let Some(page) = SetsPage::new(report, sets, colours) else { return html! {} };
    let count = sets.domains.names().len();
    html! {
        section id="test-sets" aria-labelledby="test-sets-title" {
            h2 id="test-sets-title" { "Test sets" }
            p.note {
                (counted(count, "test set")) " by " bdi { (sets.by) }
                ". They are compared as they were tested, each under its own share of positives; \
                 the share that is set above changes nothing here. First places may be shared."
            }
            @if sets.sound_like_folds() {
                p.note id="folds" {
                    "Folds of a cross-validation share training data. If these are folds, their \
                     values are not independent of each other, and their spread is not that of \
                     independent test sets."
                }
            }
            div.controls id="set-control" hidden {
                div.control {
                    label for="set" { "Show" }
                    select id="set" {}
                }
            }
            p id="sets-at" { (page.heading()) }
            div id="sets-all" {
                ul.findings id="sets-findings" { @for one in page.findings() { li { (one) } } }
                div.sets {
                    div.scroll.tall role="group" aria-label="Test sets" tabindex="0" {
                        (page.sets_table())
                    }
                    div.scroll.tall role="group" aria-label="Classifiers in all test sets"
                        tabindex="0" {
                        (page.classifiers_table())
                    }
                }
            }
            div id="sets-one" hidden aria-live="polite" {}
            (page.tiles())
        }
    }
}

/// The test sets at one point of the Tile.
struct SetsPage<'r> {
    report: &'r Report,
    domains: &'r Domains,
    colours: &'r [Colour],
    at: Point,
    agreement: Agreement,
    /// By test set, then by classifier.
    values: Vec<Vec<Option<Rational>>>,
    /// The values of the mean performances.
    means: Vec<Option<Rational>>,
}

impl<'r> SetsPage<'r> {
    /// Creates the page at the preference that the report starts with, accuracy if it has none.
    fn new(report: &'r Report, sets: &'r TestSets, colours: &'r [Colour]) -> Option<Self> {
        let domains = &sets.domains;
        let half = Rational::new(1, 2);
        let accuracy = Point::new(half.clone(), half);
        let place =
            |first: &crate::Verdict| Point::new(first.place.a.clone(), first.place.b.clone());
        let at = report.verdicts.first().map_or(accuracy, place);
        let score = RankingScore::at(at.clone())?;
        let all = || 0..domains.classifiers().len();
        let of_set = |set| all().map(|k| score.value(domains.matrix(set, k))).collect();
        Some(Self {
            agreement: domains.agreement(&at)?,
            values: (0..domains.names().len()).map(of_set).collect(),
            means: all().map(|k| score.value(domains.mean(k))).collect(),
            report,
            domains,
            colours,
            at,
        })
    }

    fn classifiers(&self) -> &'r [Classifier] {
        &self.report.classifiers
    }

    /// Returns classifiers by name.
    fn by_name(&self, which: &[usize]) -> Vec<usize> {
        let mut sorted = which.to_vec();
        sorted.sort_by_key(|&k| &self.classifiers()[k].name);
        sorted
    }

    fn names(&self, sentence: Sentence<'r>, which: &[usize]) -> Sentence<'r> {
        sentence.names(self.classifiers(), &self.by_name(which))
    }

    fn sets(&self, sentence: Sentence<'r>, which: &[usize]) -> Sentence<'r> {
        let named: Vec<(&str, usize)> =
            which.iter().map(|&d| (self.domains.names()[d].as_str(), d + 1)).collect();
        sentence.listed(&named)
    }

    /// Returns the preference, with its score, and a remark if the place of that moves with the
    /// prior.
    fn heading(&self) -> String {
        let Point { a, b } = &self.at;
        let mut marks = self.report.tile.scores.iter();
        let verdict = self.report.verdicts.first();
        let score = marks.find(|mark| match verdict {
            Some(verdict) => mark.id == verdict.id,
            None => mark.id == "accuracy",
        });
        let values = format!("alues of the ranking score at ({a}, {b}).");
        match score {
            Some(mark) if mark.depends_on_prior => format!(
                "V{values} The place of {} depends on the share of positives; this is the same \
                 point for all test sets.",
                mark.name
            ),
            Some(mark) => format!("By {}: v{values}", mark.name),
            None => format!("V{values}"),
        }
    }

    /// Returns what the test sets say together.
    fn findings(&self) -> Vec<Sentence<'r>> {
        if self.domains.names().len() == 1 {
            let only = "There is one test set, so the mean is its result.";
            return vec![Sentence::default().words(only)];
        }
        if self.classifiers().len() == 1 {
            return Vec::new();
        }
        let mut found = vec![self.first_on_the_mean()];
        found.extend(self.first_elsewhere());
        let is_empty = |d: &usize| self.agreement.domains[*d].is_empty();
        let nobody: Vec<usize> = (0..self.values.len()).filter(is_empty).collect();
        if !nobody.is_empty() {
            let start = self.sets(Sentence::default().words("In "), &nobody);
            found.push(start.words(" no classifier has a value."));
        }
        found.extend(self.paradoxes());
        found.extend(self.best_worst());
        found
    }

    fn first_on_the_mean(&self) -> Sentence<'r> {
        let (start, all) = (Sentence::default(), self.values.len());
        let mean = &self.agreement.mean;
        let Some(value) = mean.first().and_then(|&k| self.means[k].as_ref()) else {
            return start.words("No classifier has a value on the mean.");
        };
        let value = value.to_decimal(DIGITS);
        let start = self.names(start, mean);
        let [only] = mean[..] else {
            return start.words(format!(" tie for the first place on the mean with {value}."));
        };
        start.words(match self.agreement.first_in[only] {
            0 => format!(" is first on the mean with {value}, but in none of the {all} test sets."),
            some if some == all => {
                format!(" is first on the mean with {value} and in all {all} test sets.")
            }
            some => format!(" is first on the mean with {value} and in {some} of {all} test sets."),
        })
    }

    /// Returns the classifiers that are first in some test set, but not on the mean, each with its
    /// test sets.
    fn first_elsewhere(&self) -> Vec<Sentence<'r>> {
        let Agreement { first_in, mean, domains, .. } = &self.agreement;
        let mut others: Vec<usize> =
            (0..first_in.len()).filter(|k| first_in[*k] > 0 && !mean.contains(k)).collect();
        others.sort_by_key(|&k| (Reverse(first_in[k]), &self.classifiers()[k].name));
        let one = |&k: &usize| {
            let sets: Vec<usize> =
                (0..domains.len()).filter(|&d| domains[d].contains(&k)).collect();
            let start = Sentence::default().name(self.classifiers(), k).words(" is first in ");
            self.sets(start, &sets).words(".")
        };
        let mut found: Vec<Sentence> = others.iter().take(MOST_ITEMS).map(one).collect();
        match others.len().saturating_sub(MOST_ITEMS) {
            0 => {}
            1 => found.push(Sentence::default().words("1 more is first in some test set.")),
            more => found.push(
                Sentence::default().words(format!("{more} more are first in some test set.")),
            ),
        }
        found
    }

    fn paradoxes(&self) -> Vec<Sentence<'r>> {
        let classifiers = self.classifiers();
        let mut pairs = self.agreement.paradoxes.clone();
        pairs.sort_by_key(|pair| pair.map(|k| &classifiers[k].name));
        let one = |&[better, worse]: &[usize; 2]| {
            Sentence::default()
                .words("Simpson's paradox: ")
                .name(classifiers, better)
                .words(" is at least as good as ")
                .name(classifiers, worse)
                .words(" in each test set, and better in one or more, but ")
                .name(classifiers, worse)
                .words(" is better on the mean.")
        };
        let mut found: Vec<Sentence> = pairs.iter().take(MOST_ITEMS).map(one).collect();
        match pairs.len().saturating_sub(MOST_ITEMS) {
            0 => {}
            1 => found.push(Sentence::default().words("1 more pair is such a paradox.")),
            more => found
                .push(Sentence::default().words(format!("{more} more pairs are such paradoxes."))),
        }
        found
    }

    fn best_worst(&self) -> Option<Sentence<'r>> {
        let Agreement { maximin, worst, .. } = &self.agreement;
        let Worst { value, domains } = worst[*maximin.first()?].as_ref()?;
        let start = self.names(Sentence::default(), maximin);
        let value = value.to_decimal(DIGITS);
        let sentence = match maximin.len() {
            1 => {
                let start = start.words(format!(
                    " has the best worst test set: its least value is {value}, in "
                ));
                self.sets(start, domains).words(".")
            }
            _ => start.words(format!(
                " have the best worst test set: the least value of each is {value}."
            )),
        };
        let is_undefined = self.values.iter().flatten().any(Option::is_none);
        let rest = " A test set in which a classifier has no value does not count for it.";
        Some(if is_undefined { sentence.words(rest) } else { sentence })
    }

    /// Returns the best and the worst rank of a classifier in a test set.
    fn rank(&self, set: usize, classifier: usize) -> Option<String> {
        let values = &self.values[set];
        let own = values[classifier].as_ref()?;
        let best = 1 + values.iter().flatten().filter(|value| *value > own).count();
        let worst = values.iter().flatten().filter(|value| *value >= own).count();
        Some(if best == worst { best.to_string() } else { format!("{best}–{worst}") })
    }

    /// Returns the numbers of samples and of positives, or the share of positives where samples
    /// were not counted.
    fn sizes(&self, set: usize) -> [String; 2] {
        match self.domains.sizes(set) {
            None => ["differ".to_owned(), "differ".to_owned()],
            Some([positives, negatives]) => {
                let all = &positives + &negatives;
                match all == Rational::ONE {
                    true => [NONE.to_owned(), numbers::share_of_positives(&positives)],
                    false => [all.to_string(), positives.to_string()],
                }
            }
        }
    }

    /// Returns the table of test sets.
    fn sets_table(&self) -> Markup {
        let leader = self.by_name(&self.agreement.mean).first().copied();
        let own = |set: usize| leader.and_then(|k| self.values[set][k].as_ref());
        let named = |sentence: Sentence<'r>| match leader {
            Some(leader) => sentence.name(self.classifiers(), leader),
            None => sentence.words("the mean's first"),
        };
        html! {
            table id="sets-table" {
                thead {
                    tr {
                        th scope="col" { "Test set" }
                        @for title in ["Samples", "Positive", "Weight"] {
                            th.number scope="col" { (title) }
                        }
                        th scope="col" { "First" }
                        th.number scope="col" { "Value" }
                        th.number scope="col" {
                            "Value of " span.leader-name { (named(Sentence::default())) }
                        }
                        th.number scope="col" { "its rank" }
                    }
                }
                tbody {
                    @for d in 0..self.domains.names().len() {
                        @let [samples, positives] = self.sizes(d);
                        @let first = self.by_name(&self.agreement.domains[d]);
                        @let weight = &self.domains.weights()[d];
                        tr data-set=(d) {
                            th scope="row" { (self.sets(Sentence::default(), &[d])) }
                            td.number { (samples) }
                            td.number { (positives) }
                            td.number title=(weight) { (weight.to_decimal(DIGITS)) }
                            td.set-first { (self.all_named(&first)) }
                            (value(first.first().and_then(|&k| self.values[d][k].as_ref())))
                            (value(own(d)))
                            td.number {
                                (leader.and_then(|k| self.rank(d, k)).as_deref().unwrap_or(NONE))
                            }
                        }
                    }
                }
            }
        }
    }

    /// Returns classifiers with the colour of the first one.
    fn all_named(&self, which: &[usize]) -> Markup {
        html! {
            @match which.first() {
                Some(&first) => {
                    (self.colours[first].swatch()) (self.names(Sentence::default(), which))
                },
                None => (NONE),
            }
        }
    }

    /// Returns the table of classifiers, the best on the mean first.
    fn classifiers_table(&self) -> Markup {
        let mut order: Vec<usize> = (0..self.classifiers().len()).collect();
        order.sort_by_key(|&k| (Reverse(&self.means[k]), &self.classifiers()[k].name));
        html! {
            table id="sets-classifiers" {
                thead {
                    tr {
                        th scope="col" { "Classifier" }
                        @for title in ["Mean", "First in", "Least", "Greatest"] {
                            th.number scope="col" { (title) }
                        }
                    }
                }
                tbody {
                    @for k in order {
                        @let own: Vec<&Option<Rational>> =
                            self.values.iter().map(|values| &values[k]).collect();
                        tr data-classifier=(k) {
                            th scope="row" { (self.all_named(&[k])) }
                            (value(self.means[k].as_ref()))
                            td.number { (self.agreement.first_in[k]) }
                            (self.extreme(&own, own.iter().copied().flatten().min()))
                            (self.extreme(&own, own.iter().copied().flatten().max()))
                        }
                    }
                }
            }
        }
    }

    /// Returns one of the values of a classifier, with the test sets that have it.
    fn extreme(&self, values: &[&Option<Rational>], wanted: Option<&Rational>) -> Markup {
        let Some(wanted) = wanted else { return value(None) };
        let has_it = |d: &usize| values[*d].as_ref() == Some(wanted);
        let sets: Vec<usize> = (0..values.len()).filter(has_it).collect();
        html! {
            td.number.extreme title=(wanted) {
                (wanted.to_decimal(DIGITS)) " " small { (self.sets(Sentence::default(), &sets)) }
            }
        }
    }

    /// Returns a small Tile of each of the first test sets.
    fn tiles(&self) -> Markup {
        let shown = self.domains.names().len().min(MOST_TILES);
        let pieces: Vec<Option<Vec<Piece>>> = (0..shown).map(|d| self.pieces(d)).collect();
        let appearing: BTreeSet<usize> =
            pieces.iter().flatten().flatten().map(|piece| piece.classifier).collect();
        let left_out = self.domains.names().len() - shown;
        html! {
            h3 { "Who is first in each" }
            div.set-tiles {
                @for (d, pieces) in pieces.iter().enumerate() {
                    figure data-set=(d) {
                        @match pieces {
                            Some(pieces) => (self.tile(d, pieces)),
                            None => p.note { "No Tile: it needs samples of both classes." },
                        }
                        figcaption { (self.sets(Sentence::default(), &[d])) }
                    }
                }
            }
            @if left_out > 0 {
                p.note {
                    "The Tiles of the first " (shown) " test sets; " (left_out)
                    @if left_out == 1 { " more is" } @else { " more are" } " in the table."
                }
            }
            ul.legend {
                @for &k in self.report.tile.by_share.iter().filter(|k| appearing.contains(k)) {
                    li {
                        (self.colours[k].swatch())
                        span { (self.names(Sentence::default(), &[k])) }
                    }
                }
            }
        }
    }

    /// Returns the regions of rank 1 under the prior of a test set, of classifiers that are equal
    /// there that of the first by name; `None` without samples of both classes.
    fn pieces(&self, set: usize) -> Option<Vec<Piece>> {
        let named = self.by_name(&(0..self.classifiers().len()).collect::<Vec<_>>());
        let of = |&k: &usize| {
            let matrix = self.domains.matrix(set, k).clone();
            Classifier::new(self.classifiers()[k].name.clone(), matrix)
        };
        let regions = Regions::new(named.iter().map(of).collect()).ok()?;
        let mut found: Vec<Piece> = Vec::new();
        for piece in regions.first_pieces().iter().filter(|piece| piece.dimension() == 2) {
            let is_known = |known: &Piece| known.vertices() == piece.vertices();
            if !found.iter().any(is_known) {
                let mut piece = piece.clone();
                piece.classifier = named[piece.classifier];
                found.push(piece);
            }
        }
        Some(found)
    }

    fn tile(&self, set: usize, pieces: &[Piece]) -> Markup {
        let name = &self.domains.names()[set];
        let (x, y) = (1000.0 * self.at.a.to_f64(), 1000.0 * (1.0 - self.at.b.to_f64()));
        html! {
            svg.set-tile viewBox="0 0 1000 1000" role="img"
                aria-label={ "The Tile of " (name) ": who is ranked first there" } {
                @for piece in pieces {
                    path d=(outline(piece.vertices(), piece.edges()))
                        fill=(self.colours[piece.classifier].fill)
                        data-classifier=(piece.classifier) {
                        title { (self.classifiers()[piece.classifier].name) }
                    }
                }
                circle.set-here cx=(format!("{x:.2}")) cy=(format!("{y:.2}")) r="34" {}
            }
        }
    }
}

/// Returns a value with its exact form.
fn value(of: Option<&Rational>) -> Markup {
    match of {
        Some(value) => html! { td.number title=(value) { (value.to_decimal(DIGITS)) } },
        None => html! { td.number.none { (NONE) } },
    }
}
