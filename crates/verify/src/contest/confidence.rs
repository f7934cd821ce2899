//! Checks how certain it is which classifier is the best: all values, each pair on the next test if
//! all its outcomes can be listed, and the ranks on that test for classifiers that are taken as
//! independent. Of drawn probabilities only the form is checked (`drawn.rs`).

use std::cmp::Reverse;

use rayon::prelude::*;

use super::clusters::{CLUSTERED, by_cluster, is_as_tested};
use super::compare::{CAVEAT, INDEPENDENT, PAIRED};
use super::drawn::{How, chance, drawn, drawn_around, interval, mean_rank, pooled, ranks, tiers};
use super::next::{Chances, MOST_MATRICES, NextTest};
use super::probability::{chances_of, probability, unknown_chances_of};
use super::test_sets::{NO_NEXT, OverSets};
use crate::claim::given::Given;
use crate::claim::header::Members;
use crate::claim::proofs::{Proofs, counted};
use crate::claim::stop::Stop;
use crate::claim::truth::{Truth, same};
use crate::claim::wrong::Wrong;
use crate::lattice::ahead::{compared, standing};
use crate::lattice::masses::{Masses, Model};
use crate::lattice::matrices::Lattice;
use crate::metric::interval::{Kind, of_metric};
use crate::metric::metrics::{Better, Cells, Key, Metric};
use crate::metric::ranks::{ranks as ranks_of, unknown_metric};
use crate::reading::json::Json;
use exactile::num::Rational;
use exactile::performance::Classifier;

const MANY: &str = "The best of many looks better than it is: classifiers have independent priors, \
     and among many equal ones the probabilities of the one that happens to be ahead are too \
     large.";
const POOLED: &str = "Rates are partially pooled: differences between classifiers shrink as the \
     prior says, which lowers the probabilities of the best of many equal ones.";
const MANY_BY_CLUSTER: &str = "The best of many looks better than it is: among many equal ones the \
     probabilities of the one that happens to be ahead are too large.";
/// The metrics whose intervals are computed here.
const RATES: [&str; 4] = ["tpr", "fnr", "tnr", "fpr"];
/// The probabilities of a pair: better, equal, worse, undefined.
const PAIR: [&str; 4] = ["greater", "equal", "less", "undefined"];
/// The most samples of a class for which the next test of independent classifiers is computed.
const MOST_SAMPLES: u64 = 2_000;
/// The most confusion matrices of a test, times the third power of the number of classifiers, for
/// which ranks are computed.
const MOST_RANKED: u128 = 4_000_000;

/// The question that the result answers.
struct Question<'g> {
    title: String,
    metric: Metric,
    samples: [u64; 2],
    /// `None` for clusters of samples, and for test sets that are a sample of many.
    model: Option<Model>,
    is_paired: bool,
    next: How,
    truly: How,
    /// The test sets, if mean performances are judged.
    over: Option<OverSets<'g>>,
    classifiers: Vec<Classifier>,
    values: Vec<Option<Key>>,
}

/// The probabilities computed of the next test; `None` if they are too expensive.
#[derive(Default)]
struct Next {
    pairs: Option<Vec<Chances>>,
    ranks: Option<Vec<Ranks>>,
}

/// The probabilities of the ranks of a classifier.
struct Ranks {
    alone: Rational,
    tied: Rational,
    undefined: Rational,
    /// The mean rank, given that the classifier has a rank; ties count half.
    mean: Option<Rational>,
    /// The probability that exactly k other classifiers are better, for each k.
    of: Vec<Rational>,
}

/// Checks `exactile.confidence.v1`.
pub(crate) fn prove(
    mut members: Members<'_>,
    given: &Given<'_>,
    proofs: &mut Proofs,
) -> Result<(), Stop> {
    let question = Question::of(&mut members, given)?;
    let level = members.level()?;
    let pooling = members.take("prior_pooling");
    let n = question.classifiers.len();
    if let Some(claim) = &pooling {
        pooled(claim, question.truly, n).map_err(|wrong| wrong.of("prior_pooling"))?;
    }
    let listed = members.required("tiers")?;
    let tiers = tiers(&listed, &question.ordered(), &level).map_err(|wrong| wrong.of("tiers"))?;
    let next = question.next(given)?;
    let pairs = question.pairs();
    let many = match (&pooling, &question.model) {
        (Some(_), _) => POOLED,
        (None, None) => MANY_BY_CLUSTER,
        (None, Some(_)) => MANY,
    };
    let caveats = [many, CAVEAT];
    let assumption = match (&question.over, &question.model) {
        (Some(over), _) => over.assumption(question.is_paired),
        (None, None) => CLUSTERED,
        (None, Some(_)) if question.is_paired => PAIRED,
        (None, Some(_)) => INDEPENDENT,
    };
    let kind = question.interval_kind(pooling.is_some());
    let truth = [
        ("assumption", Truth::text(assumption)),
        ("caveats", Truth::List(caveats.map(Truth::text).into())),
        ("expected_rank_given", Truth::text("defined")),
        ("truly", question.truly.truth()),
        ("next", question.next_truth()),
        (
            "classifiers",
            Truth::Each(
                n,
                Box::new(|k| {
                    let mut entry = question.classifier(k, &next, tiers[k]);
                    if let Some(kind) = kind {
                        entry.push(("interval", question.interval(k, kind, &level)));
                    }
                    Truth::Object(entry)
                }),
            ),
        ),
        ("pairs", Truth::Each(pairs.len(), Box::new(|k| question.pair(k, pairs[k], &next)))),
    ];
    members.same(&truth, proofs)?;
    question.say(&next, pairs.len(), proofs);
    match kind {
        Some(Kind::Uniform) if RATES.contains(&question.metric.name()) => {
            proofs.proved("intervals of true values, of up to 5000 samples of a class");
        }
        Some(_) => proofs.open("intervals of true values"),
        None => {}
    }
    Ok(())
}

impl<'g> Question<'g> {
    fn of(members: &mut Members<'_>, given: &Given<'g>) -> Result<Self, Stop> {
        let over = OverSets::read(members, given)?;
        let classifiers = over.as_ref().map_or(given.classifiers, |over| &over.means).to_vec();
        let title = members.text("score")?;
        let metric = named(&title)?;
        if metric.better == Better::Neither {
            let reason = "it does not say how good a classifier is";
            return Err(Wrong::new(reason).of("score").into());
        }
        let samples = [members.count("positives")?, members.count("negatives")?];
        let clusters = members.get("clusters").is_some();
        let is_sampled = over.as_ref().is_some_and(|over| over.are_sampled);
        let model = match clusters || is_sampled {
            true if members.text("model")? != "clusters" => {
                return Err(Wrong::new("it is not clusters").of("model").into());
            }
            true => None,
            false => Some(Model::of(members)?),
        };
        let is_paired = match &over {
            Some(over) => {
                over.check_samples(samples, given)?;
                over.paired(members)?
            }
            None if clusters => by_cluster(members, given)?,
            None => members.paired(given)?,
        };
        if clusters && !is_as_tested(&classifiers, samples) {
            return Err(Wrong::new("these are not the samples of the clusters")
                .of("positives")
                .into());
        }
        let how = |key| members.get(key).map_or(How::Missing, How::of);
        let (next, truly) = (how("next"), how("truly"));
        let summed = if is_paired { How::Drawn } else { How::Summed };
        if next != How::Missing && (next != summed || clusters || over.is_some()) {
            let reason = "the next test is drawn if and only if classifiers are compared on the \
                 same samples";
            return Err(Wrong::new(reason).of("next").into());
        }
        let has_true_rates = matches!(model, None | Some(Model::BetaBinomial(_)));
        if truly == How::Summed || truly == How::Drawn && !has_true_rates {
            let reason = "who is truly the best is drawn, or not known";
            return Err(Wrong::new(reason).of("truly").into());
        }
        let value = |known: &Classifier| {
            let m = &known.matrix;
            metric.key(&Cells::of_matrix(m))
        };
        let values = classifiers.iter().map(value).collect();
        Ok(Self {
            title,
            metric,
            samples,
            model,
            is_paired,
            next,
            truly,
            over,
            classifiers,
            values,
        })
    }

    /// Returns the order of the classifiers that are in tiers, the greatest first.
    fn ordered(&self) -> Vec<Option<Reverse<[usize; 2]>>> {
        let ranks = ranks_of(&self.values, self.metric.better).into_iter();
        ranks.map(|rank| rank.filter(|_| self.truly != How::Missing).map(Reverse)).collect()
    }

    /// Returns all pairs, or none if the result is not about pairs.
    fn pairs(&self) -> Vec<[usize; 2]> {
        let all = 0..if self.next == How::Missing { 0 } else { self.classifiers.len() };
        all.clone().flat_map(|i| (i + 1..all.end).map(move |j| [i, j])).collect()
    }

    /// Returns the truth about how the next test is answered: never over several test sets.
    fn next_truth<'t>(&self) -> Truth<'t> {
        match &self.over {
            None => self.next.truth(),
            Some(_) => {
                Truth::Object(vec![("limits", Truth::Null), ("missing", Truth::text(NO_NEXT))])
            }
        }
    }

    /// Computes the probabilities of the next test, as far as its outcomes can be listed.
    fn next(&self, given: &Given<'_>) -> Result<Next, Stop> {
        let pairs = self.pairs();
        if self.next == How::Missing {
            return Ok(Next::default());
        }
        let Some(joint) = given.joint.filter(|_| self.is_paired) else {
            return self.independent(&pairs);
        };
        let Some(mass) = self.pattern_mass() else { return Ok(Next::default()) };
        let metric = named(&self.title)?;
        let Some(test) = NextTest::new(metric, self.samples, &mass, pairs.len(), true) else {
            return Ok(Next::default());
        };
        let chances = pairs.par_iter().map(|&[i, j]| test.paired(&joint.pair(i, j))).collect();
        Ok(Next { pairs: Some(chances), ranks: None })
    }

    /// Returns the prior mass of the patterns of two classifiers if all rates have the same prior:
    /// each pattern has a quarter of it, and right and wrong results have two quarters each.
    fn pattern_mass(&self) -> Option<Rational> {
        let Some(Model::BetaBinomial([[u, v], [u2, v2]])) = &self.model else { return None };
        (u == v && u == u2 && u == v2).then(|| u * &Rational::from(2))
    }

    fn independent(&self, pairs: &[[usize; 2]]) -> Result<Next, Stop> {
        let [positives, negatives] = self.samples;
        let matrices = (u128::from(positives) + 1).saturating_mul(u128::from(negatives) + 1);
        let is_large = positives.max(negatives) > MOST_SAMPLES;
        if is_large || matrices * pairs.len().max(1) as u128 > MOST_MATRICES {
            return Ok(Next::default());
        }
        let lattice = Lattice::new(named(&self.title)?, positives, negatives, None);
        let Some(model) = &self.model else { return Ok(Next::default()) };
        let masses = |known: &Classifier| Masses::after(known, &lattice, model);
        let all = self.classifiers.iter().map(masses).collect::<Result<Vec<Masses>, Stop>>()?;
        let chances = pairs.par_iter().map(|&[i, j]| compared(&all[i], &all[j])).collect();
        let work = matrices.saturating_mul((all.len() as u128).pow(3));
        let every: Vec<&Masses> = all.iter().collect();
        let rank = |k: usize| {
            let found = standing(&every, k, true);
            let [alone, or_tied] = found.first;
            let others = all.iter().enumerate().filter(|(other, _)| *other != k);
            let behind = others.map(|(_, other)| {
                let [_, equal, less, _] = compared(&all[k], other);
                less + equal / &Rational::from(2)
            });
            let ahead = behind.fold(Rational::ZERO, |sum, behind| sum + behind);
            Ranks {
                tied: or_tied - &alone,
                alone,
                mean: ahead
                    .checked_div(&found.undefined.complement())
                    .map(|ahead| ahead + Rational::ONE),
                undefined: found.undefined,
                of: found.ranks,
            }
        };
        let ranks =
            (work <= MOST_RANKED).then(|| (0..all.len()).into_par_iter().map(rank).collect());
        Ok(Next { pairs: Some(chances), ranks })
    }

    /// Returns the kind of the intervals of true values; `None` where there are none.
    fn interval_kind(&self, is_pooled: bool) -> Option<Kind> {
        if self.truly == How::Missing || is_pooled {
            return None;
        }
        let Some(model) = &self.model else { return Some(Kind::Clusters) };
        if self.over.is_some() {
            return Some(Kind::Other);
        }
        let is_as_tested = is_as_tested(&self.classifiers, self.samples);
        match model {
            Model::BetaBinomial([[u, v], [u2, v2]]) if u == v && u == u2 && u == v2 => {
                let kind = if *u == Rational::ONE { Kind::Uniform } else { Kind::Other };
                is_as_tested.then_some(kind)
            }
            _ => None,
        }
    }

    /// Returns the truth about the interval of a true value, which may be missing.
    fn interval<'t>(&self, k: usize, kind: Kind, level: &Rational) -> Truth<'t> {
        let m = &self.classifiers[k].matrix;
        let cells = Cells::of_matrix(m);
        Truth::maybe(of_metric(kind, &self.metric, &cells, level))
    }

    fn classifier<'t>(
        &self,
        k: usize,
        next: &Next,
        tier: Option<usize>,
    ) -> Vec<(&'static str, Truth<'t>)> {
        let value = self.values[k].as_ref();
        let mut entry = vec![
            ("name", Truth::text(self.classifiers[k].name.clone())),
            ("value", value.map_or(Truth::Null, |key| self.metric.value(key))),
            ("tier", tier.map_or(Truth::Null, Truth::count)),
        ];
        entry.extend(self.of_next(next.ranks.as_ref().map(|ranks| &ranks[k])));
        let n = self.classifiers.len();
        let truly = |truth: Truth<'t>| match self.truly {
            How::Missing => Truth::Null,
            _ => truth,
        };
        entry.extend([
            ("truly_best", truly(Truth::judge(|claim| chance(claim).map(|_| ())))),
            ("true_expected_rank", truly(Truth::judge(move |claim| mean_rank(claim, n)))),
            ("true_ranks", truly(Truth::judge(move |claim| ranks(claim, n)))),
            ("true_rank_interval", truly(Truth::judge(move |claim| interval(claim, n)))),
        ]);
        entry
    }

    /// Returns the true entries of a classifier on the next test, or their form if the ranks are
    /// not known.
    fn of_next<'t>(&self, known: Option<&Ranks>) -> Vec<(&'static str, Truth<'t>)> {
        const KEYS: [&str; 6] =
            ["first_alone", "first_tied", "undefined", "expected_rank", "ranks", "rank_interval"];
        let n = self.classifiers.len();
        let of = |truths: [Truth<'t>; 6]| KEYS.into_iter().zip(truths).collect();
        if self.next == How::Missing {
            return of(std::array::from_fn(|_| Truth::Null));
        }
        let interval = Truth::judge(move |claim| interval(claim, n));
        let Some(Ranks { alone, tied, mean, undefined, of: all }) = known else {
            let one = || Truth::judge(|claim| chance(claim).map(|_| ()));
            let mean = Truth::judge(move |claim| mean_rank(claim, n));
            let all = Truth::judge(move |claim| ranks(claim, n));
            return of([one(), one(), one(), mean, all, interval]);
        };
        let near = |value: &Rational| {
            let value = value.clone();
            Truth::judge(move |claim: &Json| probability(claim, &value))
        };
        of([
            near(alone),
            near(tied),
            near(undefined),
            mean.as_ref().map_or(Truth::Null, near),
            Truth::List(all.iter().map(near).collect()),
            interval,
        ])
    }

    fn pair<'t>(&self, k: usize, [first, second]: [usize; 2], next: &Next) -> Truth<'t> {
        let is_known = !self.is_paired || self.pattern_mass().is_some();
        let known = next.pairs.as_ref().map(|pairs| pairs[k].clone());
        // Pairs by a metric without a place on the Tile are drawn if that takes less.
        let may_be_drawn = self.is_paired && !self.metric.has_place();
        Truth::judge(move |claim| {
            let mut truth = vec![("first", Truth::count(first)), ("second", Truth::count(second))];
            truth.extend(PAIR.map(|key| (key, Truth::any())));
            same(claim, &Truth::Object(truth), &mut Proofs::new("", 0))?;
            let is_text = |key| matches!(claim.get(key), Some(Json::Text(_)));
            match &known {
                Some(known) if may_be_drawn && !PAIR.into_iter().all(is_text) => {
                    unknown_chances_of(PAIR, claim, drawn)?;
                    PAIR.into_iter().zip(known).try_for_each(|(key, chance)| {
                        drawn_around(claim.get(key).unwrap_or(&Json::Null), chance)
                            .map_err(|wrong| wrong.of(key))
                    })
                }
                Some(known) => chances_of(PAIR, claim, known),
                None if is_known => unknown_chances_of(PAIR, claim, chance),
                // Under other priors it is drawn.
                None => unknown_chances_of(PAIR, claim, drawn),
            }
        })
    }

    /// Adds the statements that were proved and those that were not.
    fn say(&self, next: &Next, pairs: usize, proofs: &mut Proofs) {
        let classifiers = counted(self.classifiers.len(), "classifier");
        proofs.proved(format!("the values of {classifiers} by {}", self.title));
        let test = || {
            let [p, n] = self.samples;
            format!("the next test of {} and {}", counted(p, "positive"), counted(n, "negative"))
        };
        match next {
            Next { pairs: Some(_), ranks } => {
                let ranks = if ranks.is_some() { ", and the ranks of all" } else { "" };
                let pairs = counted(pairs, "pair");
                let test = test();
                proofs.proved(format!(
                    "who is ahead in {pairs}{ranks}, on {test}, from all its outcomes"
                ));
            }
            _ if self.next != How::Missing => {
                proofs.open("the next test, which is drawn or has too many outcomes to list");
            }
            _ => {}
        }
        if self.truly == How::Drawn || self.next == How::Drawn {
            proofs.open("what was drawn");
        }
        if self.truly != How::Missing || self.next != How::Missing {
            proofs.open("intervals of ranks");
        }
        proofs.open("that this test, model and level were asked for");
    }
}

fn named(score: &str) -> Result<Metric, Stop> {
    Metric::named(score).ok_or_else(|| unknown_metric(score))
}
