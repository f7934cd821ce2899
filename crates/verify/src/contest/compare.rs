//! Checks pairs of classifiers by one score: the numbers of samples on which only one of the two is
//! right, their swap tests with Holm's correction, and the next test if all its outcomes can be
//! listed.

use rayon::prelude::*;

use super::clusters::{by_cluster, is_as_tested};
use super::next::{Chances, NextTest};
use super::probability::{
    Printed, chances, one_of, p_value, truly_better, unknown_chances, unknown_swap,
};
use super::swap::{Swap, Values, discordant, holm};
use super::test_sets::{self, OverSets};
use super::values::{e_values, margins, values};
use crate::claim::given::Given;
use crate::claim::header::Members;
use crate::claim::proofs::{Proofs, counted};
use crate::claim::stop::Stop;
use crate::claim::truth::{Truth, between_0_and_1, parameter, same, text};
use crate::claim::wrong::Wrong;
use crate::metric::costs::Costs;
use crate::metric::metrics::{Better, Cells, Metric};
use crate::metric::ranks::unknown_metric;
use crate::reading::json::Json;
use exactile::num::Rational;
use exactile::performance::{Classifier, ConfusionMatrix, JointResults, PairCounts};

pub(super) const PAIRED: &str = "classifiers compared on the same samples";
const EXCHANGED: &str = "whole clusters of samples are exchanged, and get random weights";
const NO_NEXT: &str =
    "samples of one cluster are not independent, so the next test is not asked about";
pub(super) const INDEPENDENT: &str = "classifiers taken as independent";
pub(super) const CAVEAT: &str = "Results of cross-validation also vary between training sets, \
     which none of these numbers includes.";

/// The question that a comparison answers.
struct Question<'g> {
    metric: Metric,
    pairs: Vec<[usize; 2]>,
    /// The results of each pair on the same samples, if pairs are compared on the same samples.
    counts: Option<Vec<PairCounts>>,
    /// TP and TN of each pair in each cluster, if whole clusters are exchanged.
    clusters: Option<Vec<Vec<[u64; 2]>>>,
    /// The test sets, if mean performances are compared, and whether on the same samples.
    over: Option<(OverSets<'g>, bool)>,
    /// The numbers of positive and negative samples of the next test; of all clusters.
    samples: [u64; 2],
    classifiers: Vec<Classifier>,
    /// `true` if a margin is requested, and `true` if e-values are.
    has_margin: bool,
    has_e_values: bool,
}

/// Checks `exactile.compare.v1`.
pub(crate) fn prove(
    mut members: Members<'_>,
    given: &Given<'_>,
    proofs: &mut Proofs,
) -> Result<(), Stop> {
    let over = OverSets::read(&mut members, given)?;
    let by_cluster = members.get("clusters").is_some();
    let clusters = match by_cluster {
        false => over.as_ref().and_then(OverSets::exchanged),
        true => Some(of_clusters(&mut members, given)?),
    };
    if members.take("looks").is_some() {
        proofs.open("how often was looked: the input has to hold the samples of all looks");
    }
    check_at_best(&mut members, given)?;
    let name = members.text("metric")?;
    let metric = || metric_of(&name);
    let is_weighted = by_cluster || over.as_ref().is_some_and(|over| over.are_sampled);
    let mass = if is_weighted { None } else { Some(pattern_mass(&mut members)?) };
    let samples = [members.count("positives")?, members.count("negatives")?];
    let is_paired = match &over {
        Some(over) => {
            over.check_samples(samples, given)?;
            over.paired(&mut members)?
        }
        None => !by_cluster && members.paired(given)?,
    };
    let has_margin = has_margin(&mut members)?;
    let Asked { pairs, single } = asked(&members, given.classifiers.len())?;
    let first = members.required_stream("pairs")?.first()?;
    let has_e_values = first.is_some_and(|pair| pair.get("e_value").is_some());
    let counts = match &over {
        _ if !is_paired => None,
        Some(over) => over.counts(&pairs),
        None => given.joint.map(|joint| counts(joint, &pairs)).transpose()?,
    };
    let classifiers = over.as_ref().map_or(given.classifiers, |over| &over.means).to_vec();
    let question = Question {
        metric: metric()?,
        pairs,
        counts,
        clusters,
        over: over.map(|over| (over, is_paired)),
        samples,
        classifiers,
        has_margin,
        has_e_values,
    };
    let next = match mass.as_ref().filter(|_| question.over.is_none()) {
        Some(mass) => NextTest::new(metric()?, samples, mass, question.pairs.len(), is_paired),
        None => None,
    };
    let next = next.map(|next| question.next(&next)).transpose()?;
    let (swaps, corrected) = question.swaps();
    if has_e_values && !question.have_e_values() {
        return Err(Wrong::new("there are none by this metric").of("e_value").of("pairs").into());
    }
    let pair = |k: usize| question.pair(k, next.as_deref(), swaps.get(k), &corrected);
    let costs = members.get("costs").map(|claim| Costs::of_metric(claim, &name)).transpose()?;
    let cells: Vec<Cells> =
        question.classifiers.iter().map(|one| Cells::of_matrix(&one.matrix)).collect();
    let named = |k: usize| {
        let name = ("name", Truth::text(&given.classifiers[k].name));
        let prices = costs.iter().flat_map(|costs| costs.prices(&cells[k]));
        Truth::Object([name].into_iter().chain(prices).collect())
    };
    let mut truth = vec![
        ("assumption", Truth::text(question.assumption())),
        ("caveat", Truth::text(CAVEAT)),
        ("classifiers", Truth::Each(cells.len(), Box::new(named))),
        ("pairs", Truth::Each(question.pairs.len(), Box::new(pair))),
        ("require", Truth::maybe(question.required(single.as_ref()))),
    ];
    truth.extend(costs.iter().flat_map(|costs| costs.truth(&cells)));
    members.same(&truth, proofs)?;
    question.say(&swaps, next.is_some(), proofs);
    Ok(())
}

/// Checks the claim that classifiers are models at their best thresholds, as far as names tell.
fn check_at_best(members: &mut Members<'_>, given: &Given<'_>) -> Result<(), Wrong> {
    let are_thresholds = || given.classifiers.iter().all(|of| of.name.contains(" >= "));
    if members.take("at_best").is_some_and(|claim| claim != Json::Bool(true) || !are_thresholds()) {
        return Err(Wrong::new("the classifiers are no thresholds of models").of("at_best"));
    }
    Ok(())
}

/// Returns a metric that says how good a classifier is.
fn metric_of(name: &str) -> Result<Metric, Stop> {
    let metric = Metric::named(name).ok_or_else(|| unknown_metric(name))?;
    match metric.better {
        Better::Neither => {
            let reason = "it does not say how good a classifier is";
            Err(Wrong::new(reason).of("metric").into())
        }
        _ => Ok(metric),
    }
}

/// Returns the results of pairs on the same samples.
fn counts(joint: &JointResults, pairs: &[[usize; 2]]) -> Result<Vec<PairCounts>, Wrong> {
    if pairs.iter().any(|&[i, j]| !joint.has_pair(i, j)) {
        return Err(Wrong::new("the classifiers stand in another order in the input").of("pairs"));
    }
    Ok(pairs.iter().map(|&[i, j]| joint.pair(i, j)).collect())
}

/// Returns `true` if the result has a margin, which must not be negative.
fn has_margin(members: &mut Members<'_>) -> Result<bool, Wrong> {
    let margin = members.take("margin");
    let margin = margin.map(|claim| match parameter(&claim)? {
        margin if margin.is_negative() => Err(Wrong::new("it is negative")),
        margin => Ok(margin),
    });
    Ok(margin.transpose().map_err(|wrong| wrong.of("margin"))?.is_some())
}

/// The pairs that a comparison is about.
struct Asked {
    pairs: Vec<[usize; 2]>,
    /// The entry of a single pair.
    single: Option<Json>,
}

/// Reads the pairs of a result: one pair, one classifier with all others, or all pairs.
fn asked(members: &Members<'_>, classifiers: usize) -> Result<Asked, Stop> {
    let entries = members.required_stream("pairs")?;
    let wrong = |reason: &str| Err(Wrong::new(reason).of("pairs").into());
    let number = |entry: &Json, key| {
        let number = usize::try_from(entry.get(key)?.as_count()?).ok()?;
        (number < classifiers).then_some(number)
    };
    let pair = |entry: &Json| Some([number(entry, "first")?, number(entry, "second")?]);
    let mut pairs: Option<Vec<[usize; 2]>> = Some(Vec::with_capacity(entries.len()));
    entries.try_each(
        |_, entry| Ok(pair(&entry)),
        |pair| {
            match (&mut pairs, pair) {
                (Some(pairs), Some(pair)) => pairs.push(pair),
                _ => pairs = None,
            }
            Ok(())
        },
    )?;
    let Some(pairs) = pairs else {
        return wrong("an entry names no two classifiers of the input");
    };
    let all = || (0..classifiers).flat_map(|i| (i + 1..classifiers).map(move |j| [i, j]));
    let is_known = match pairs.as_slice() {
        [] => false,
        [[first, second]] => first != second,
        [[first, _], ..] => {
            let others = (0..classifiers).filter(|k| k != first).map(|k| [*first, k]);
            pairs.iter().copied().eq(others) || pairs.iter().copied().eq(all())
        }
    };
    if !is_known {
        return wrong("they are neither one, nor those of one classifier, nor all");
    }
    let single = if pairs.len() == 1 { entries.first()? } else { None };
    Ok(Asked { pairs, single })
}

/// Reads the mass of the prior of patterns.
fn pattern_mass(members: &mut Members<'_>) -> Result<Rational, Wrong> {
    parameter(&members.required("pattern_mass")?)
        .and_then(|mass| match mass.is_positive() {
            true => Ok(mass),
            false => Err(Wrong::new("it is not positive")),
        })
        .map_err(|wrong| wrong.of("pattern_mass"))
}

/// Returns TP and TN of each classifier in each cluster. The result has to name the number of
/// clusters, and of their samples.
fn of_clusters(members: &mut Members<'_>, given: &Given<'_>) -> Result<Vec<Vec<[u64; 2]>>, Stop> {
    let clusters = given.clusters.ok_or_else(|| {
        let how = "add --cluster COLUMN, as in the command";
        Stop::Ungiven("the result is by clusters".to_owned(), how.to_owned())
    })?;
    by_cluster(members, given)?;
    let told = ["positives", "negatives"].map(|key| members.get(key).and_then(Json::as_count));
    if let [Some(positives), Some(negatives)] = told {
        if !is_as_tested(given.classifiers, [positives, negatives]) {
            let what = "these are not the samples of the clusters";
            return Err(Wrong::new(what).of("positives").into());
        }
    }
    let count =
        |count: &Rational| u64::try_from(count.numerator()).ok().filter(|_| count.is_integer());
    let right = |of: &ConfusionMatrix| Some([count(of.tp())?, count(of.tn())?]);
    let whole: Option<Vec<Vec<[u64; 2]>>> =
        clusters.iter().map(|row| row.iter().map(right).collect()).collect();
    whole.ok_or_else(|| {
        Stop::Unknown("weighted samples in clusters are not checked here".to_owned())
    })
}

impl Question<'_> {
    fn assumption(&self) -> &'static str {
        if let Some((over, is_paired)) = &self.over {
            return over.assumption(*is_paired);
        }
        match (&self.clusters, &self.counts) {
            (Some(_), _) => EXCHANGED,
            (None, Some(_)) => PAIRED,
            (None, None) => INDEPENDENT,
        }
    }

    /// Returns the probabilities of the next test, for all pairs.
    fn next(&self, next: &NextTest) -> Result<Vec<Chances>, Stop> {
        if let Some(counts) = &self.counts {
            return Ok(counts.par_iter().map(|counts| next.paired(counts)).collect());
        }
        let chances =
            |[i, j]: &[usize; 2]| next.independent(&self.classifiers[*i], &self.classifiers[*j]);
        self.pairs.par_iter().map(chances).collect()
    }

    /// Returns the swap tests of all pairs, and the corrected p-values if all tests are known.
    fn swaps(&self) -> (Vec<Swap>, Option<Vec<Option<Rational>>>) {
        let samples = match (&self.counts, &self.clusters) {
            (None, None) => return (Vec::new(), None),
            (None, Some(_)) => self.samples,
            (Some(counts), _) => counts
                .first()
                .map_or([0, 0], |counts| [counts.positive.samples(), counts.negative.samples()]),
        };
        let Some(values) = Values::new(&self.metric, samples) else {
            return (vec![Swap::Open; self.pairs.len()], None);
        };
        let swap = |k: usize| match (&self.counts, &self.clusters) {
            (Some(counts), _) => values.test(&counts[k]),
            (None, Some(clusters)) => {
                let [first, second] = self.pairs[k];
                let right = |of: &Vec<[u64; 2]>| [of[first], of[second]];
                values.test_by_cluster(&clusters.iter().map(right).collect::<Vec<_>>())
            }
            (None, None) => Swap::Open,
        };
        let swaps: Vec<Swap> = (0..self.pairs.len()).into_par_iter().map(swap).collect();
        let mut two_sided = Vec::with_capacity(swaps.len());
        for swap in &swaps {
            match swap {
                Swap::Test([_, two, _]) => two_sided.push(two.clone()),
                Swap::Undefined => {}
                Swap::Open => return (swaps, None),
            }
        }
        let mut corrected = holm(&two_sided).into_iter();
        let of = |swap: &Swap| match swap {
            Swap::Test(_) => corrected.next(),
            _ => None,
        };
        let corrected = swaps.iter().map(of).collect();
        (swaps, Some(corrected))
    }

    /// Returns `true` if the pairs have e-values.
    fn have_e_values(&self) -> bool {
        let counts = self.counts.as_deref().unwrap_or_default();
        counts.first().is_some_and(|counts| e_values(&self.metric, counts).is_some())
    }

    /// Returns the truth about the requirement on the single pair: the verdict has to follow from
    /// its e-value, or from the printed limits of a probability.
    fn required<'t>(&self, single: Option<&Json>) -> Truth<'t> {
        if self.has_e_values {
            let counts = self.counts.as_ref().and_then(|counts| counts.first());
            let evidence = counts.and_then(|counts| e_values(&self.metric, counts));
            return verdict(move |level| {
                let [own, _] = evidence.as_ref()?;
                let is_passed = own * level.complement() >= Rational::ONE;
                Some(vec![if is_passed { "pass" } else { "fail" }])
            });
        }
        let key = if self.has_margin { "not_worse" } else { "truly_better" };
        let limits = single.and_then(|pair| Printed::of(pair.get(key)?).ok());
        verdict(move |level| {
            let words = ["pass", "fail", "undecided"];
            Some(limits.as_ref()?.possible([level, level], true, words))
        })
    }

    fn pair<'t>(
        &'t self,
        k: usize,
        next: Option<&[Chances]>,
        swap: Option<&Swap>,
        corrected: &Option<Vec<Option<Rational>>>,
    ) -> Truth<'t> {
        let [first, second] = self.pairs[k];
        let mut entry = vec![
            ("first", Truth::count(first)),
            ("second", Truth::count(second)),
            ("truly_better", Truth::judge(truly_better)),
        ];
        entry.extend(values(&self.metric, [first, second].map(|k| &self.classifiers[k])));
        entry.extend(margins(self.has_margin));
        if let (true, Some(counts)) = (self.has_e_values, &self.counts) {
            let [own, either] = e_values(&self.metric, &counts[k]).expect("the metric has them");
            entry
                .extend([("e_value", Truth::exact(own)), ("e_value_either", Truth::exact(either))]);
        }
        entry.push(match &self.counts {
            None => ("discordant", Truth::Null),
            Some(counts) => {
                let class = |class| Truth::List(discordant(class).map(Truth::Count).into());
                let (yes, no) = (class(counts[k].positive), class(counts[k].negative));
                ("discordant", Truth::Object(vec![("positives", yes), ("negatives", no)]))
            }
        });
        match next {
            None if self.clusters.is_some() || self.over.is_some() => {
                let reason = if self.clusters.is_some() { NO_NEXT } else { test_sets::NO_NEXT };
                entry.extend([("next", Truth::Null), ("next_undefined", Truth::text(reason))]);
            }
            Some(next) => entry.push(("next", chances(next[k].clone()))),
            None => entry.extend([
                ("next", Truth::judge(unknown_chances)),
                ("next_undefined", Truth::maybe(Truth::judge(text))),
            ]),
        }
        let corrected = corrected.as_ref().map(|corrected| corrected[k].clone());
        let holm = || match corrected {
            Some(holm) => holm.map_or(Truth::Null, Truth::exact),
            None => Truth::judge(|claim| p_value(claim).map(|_| ())),
        };
        match &self.over {
            Some((over, _)) if !over.by_samples => entry.extend([
                ("swap_test", Truth::Null),
                ("swap_test_undefined", Truth::text(test_sets::WEIGHTED)),
            ]),
            _ => entry.extend(swap_entry(swap, || vec![("holm", holm())])),
        }
        Truth::Object(entry)
    }

    /// Adds the statements that were proved and those that were not.
    fn say(&self, swaps: &[Swap], knows_next: bool, proofs: &mut Proofs) {
        let pairs = counted(self.pairs.len(), "pair");
        proofs.proved(format!("the values of {pairs} and their differences"));
        if self.has_e_values {
            proofs.proved("e-values");
        }
        if self.counts.is_none() && self.clusters.is_none() {
            let are = if self.pairs.len() == 1 { "is" } else { "are" };
            proofs.proved(format!("that {pairs} {are} listed"));
        } else {
            let open = swaps.iter().filter(|swap| matches!(swap, Swap::Open)).count();
            let done = swaps.len() - open;
            let tests = counted(done, "swap test");
            proofs.proved(match self.clusters {
                Some(_) => format!("{tests} by clusters"),
                None => format!("the samples of {pairs} that only one has right, and {tests}"),
            });
            match open {
                0 => proofs.proved("Holm's correction"),
                _ => proofs.open(format!("{}, and Holm's correction", counted(open, "swap test"))),
            }
        }
        let [p, n] = self.samples;
        if self.clusters.is_some() || self.over.is_some() {
            proofs.open("what was drawn");
            return;
        }
        if knows_next {
            proofs.proved(format!(
                "who is ahead on the next test of {} and {}, from all its outcomes",
                counted(p, "positive"),
                counted(n, "negative")
            ));
        } else {
            proofs.open("the next test, which has too many outcomes to list");
        }
        proofs.open(
            "with which probability a classifier is truly better, and intervals of true \
             differences",
        );
        proofs.open("that this next test and this mass were asked for");
    }
}

/// Returns the true entry of a pair's swap test; without a test if the two are taken as
/// independent. `more` adds further keys to a test.
pub(super) fn swap_entry<'t>(
    swap: Option<&Swap>,
    more: impl FnOnce() -> Vec<(&'static str, Truth<'t>)>,
) -> Vec<(&'static str, Truth<'t>)> {
    let none = |reason: &'static str| {
        vec![("swap_test", Truth::Null), ("swap_test_undefined", Truth::text(reason))]
    };
    match swap {
        None => none("the pairing is not known"),
        Some(Swap::Undefined) => none("the difference that was observed is undefined"),
        Some(Swap::Open) => vec![
            ("swap_test", Truth::judge(unknown_swap)),
            ("swap_test_undefined", Truth::maybe(Truth::judge(text))),
        ],
        Some(Swap::Test(test)) => {
            let test = test.each_ref().map(|value| Truth::exact(value.clone()));
            let test = ["one_sided", "two_sided", "two_sided_mid"].into_iter().zip(test);
            vec![("swap_test", Truth::Object(test.chain(more()).collect()))]
        }
    }
}

/// Returns the truth about a verdict: it has to be one of the `possible` ones for the level. There
/// must be a single pair.
fn verdict<'t>(possible: impl Fn(&Rational) -> Option<Vec<&'static str>> + 't) -> Truth<'t> {
    Truth::judge(move |claim| {
        let level = claim.get("level").ok_or_else(|| Wrong::new("the key \"level\" is missing"))?;
        let level = between_0_and_1(level).map_err(|wrong| wrong.of("level"))?;
        let possible =
            possible(&level).ok_or_else(|| Wrong::new("a level is required of one pair"))?;
        let truth = vec![
            ("level", Truth::any()),
            ("verdict", Truth::judge(move |claim| one_of(claim, &possible).map(|_| ()))),
            ("sentence", Truth::judge(text)),
        ];
        same(claim, &Truth::Object(truth), &mut Proofs::new("", 0))
    })
}
