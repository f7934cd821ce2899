//! Checks plans: the winner, the listed tests that reach the level, and, for the next test of
//! independent classifiers, the probability that the winner alone is the best: from all confusion
//! matrices of a test, at the named size, at the size below, and at all small sizes.

use super::clusters;
use super::compare::{INDEPENDENT, PAIRED};

use super::probability::{ends, limits, probability};
use crate::claim::given::Given;
use crate::claim::header::Members;
use crate::claim::proofs::{Proofs, counted};
use crate::claim::stop::Stop;
use crate::claim::truth::{Truth, parameter, same};
use crate::claim::wrong::Wrong;
use crate::lattice::ahead::standing;
use crate::lattice::masses::{Masses, Model};
use crate::lattice::matrices::Lattice;
use crate::metric::metrics::{Better, Cells, Key};
use crate::metric::ranks::metric;
use crate::reading::json::Json;
use exactile::num::Rational;
use exactile::performance::Classifier;

const AS_OBSERVED: &str = "All true rates are taken to be the observed ones. The results of a test \
     are binomial, or multinomial in the patterns of right classifiers if predictions are given. \
     If the winner was lucky, more samples are needed.";

/// The most confusion matrices of a test, times classifiers, for which every listed test is
/// computed.
const SMALL: u128 = 6_000;
/// The same limit for the named test and the one below.
const MOST: u128 = 400_000;
/// The totals up to which all smaller tests are searched, without and with drawn probabilities.
const LOOKED_THROUGH: [u64; 2] = [400, 100];

const CLUSTERS_AS_OBSERVED: &str = "Clusters of a test are drawn from the observed ones, all with \
     the same probability. If the winner was lucky, more clusters are needed.";

/// The keys of the size of a test, by samples and by clusters.
const SIZES: [&[&str]; 2] = [&["positives", "negatives"], &["clusters"]];

/// A test of the plan.
struct Test<'j> {
    /// Positives and negatives; if the plan is by clusters, these and none.
    positives: u64,
    negatives: u64,
    claim: &'j Json,
    /// The limits of its probability, as the result states them or as computed here.
    limits: [Rational; 2],
}

impl Test<'_> {
    fn total(&self) -> u128 {
        u128::from(self.positives) + u128::from(self.negatives)
    }
}

/// The question that the plan answers.
struct Question<'g> {
    title: String,
    /// `truly`, `next` or `power`.
    asked: String,
    is_paired: bool,
    /// `true` if the test consists of clusters of samples.
    by_cluster: bool,
    winner: usize,
    rival: Option<usize>,
    level: Rational,
    limit: u64,
    classifiers: &'g [Classifier],
}

/// Checks `exactile.plan.v1`.
pub(crate) fn prove(
    mut members: Members<'_>,
    given: &Given<'_>,
    proofs: &mut Proofs,
) -> Result<(), Stop> {
    let question = Question::of(&mut members, given)?;
    let document = members.rest();
    let mut tests =
        question.tests(document.get("evaluated")).map_err(|wrong| wrong.of("evaluated"))?;
    question.check_winner(&tests, proofs)?;
    let named =
        question.named(&tests, document.get("smallest")).map_err(|wrong| wrong.of("smallest"))?;
    let mut worked_out = Vec::new();
    for (k, test) in tests.iter_mut().enumerate() {
        let is_near = named.is_some_and(|named| k == named || k + 1 == named);
        let Some(truth) = question.alone(test, is_near)? else { continue };
        let place = |wrong: Wrong| wrong.of("probability").number(k).of("evaluated");
        let said = test.claim.get("probability").unwrap_or(&Json::Null);
        probability(said, &truth).map_err(place)?;
        test.limits = [truth.clone(), truth];
        worked_out.push(k);
    }
    question.check_smallest(&tests, named)?;
    let entry = |k: usize| question.test(&tests[k]);
    let (is_next, is_summed) = (question.asked == "next", question.is_summed());
    let drawn = || if is_summed { Truth::Null } else { Truth::judge(count) };
    let mut truth = vec![
        ("assumption", Truth::text(question.assumption())),
        (
            "rates",
            Truth::text(if question.by_cluster { CLUSTERS_AS_OBSERVED } else { AS_OBSERVED }),
        ),
        ("draws", drawn()),
        ("seed", drawn()),
        ("evaluated", Truth::Each(tests.len(), Box::new(entry))),
        ("smallest", named.map_or(Truth::Null, |named| question.test(&tests[named]))),
    ];
    match &*question.asked {
        "truly" => {
            if !question.by_cluster {
                truth.extend([("beta", Truth::judge(beta)), ("beta_negative", Truth::judge(beta))]);
            }
            if document.get("margin").is_some() {
                truth.push(("margin", Truth::judge(margin)));
            }
        }
        "power" => truth.push(("alpha", Truth::judge(alpha))),
        _ => {}
    }
    same(&document, &Truth::Object(truth), proofs)?;
    question.say(&tests, named, &worked_out, proofs);
    if !is_next {
        proofs.open("what else was asked: the prior or the p-value");
    }
    Ok(())
}

impl<'g> Question<'g> {
    fn of(members: &mut Members<'_>, given: &Given<'g>) -> Result<Self, Stop> {
        let classifiers = given.classifiers;
        let (title, asked) = (members.text("score")?, members.text("question")?);
        if !["truly", "next", "power"].contains(&&*asked) {
            return Err(Wrong::new("it is neither truly, next nor power").of("question").into());
        }
        let by_cluster = members.get("clusters").is_some();
        let is_paired = match by_cluster {
            true => clusters::by_cluster(members, given)?,
            false => members.paired(given)?,
        };
        if by_cluster && asked != "truly" {
            return Err(Wrong::new("clusters are about true values").of("question").into());
        }
        let level = members.level()?;
        let limit = members.count("limit")?;
        let known = |claim: &Json| {
            let k = claim.as_count().and_then(|k| usize::try_from(k).ok());
            k.filter(|&k| k < classifiers.len())
                .ok_or_else(|| Wrong::new(format!("{claim} is no classifier of the input")))
        };
        let winner = known(&members.required("winner")?).map_err(|wrong| wrong.of("winner"))?;
        let name = members.required("name")?;
        same(&name, &Truth::text(&classifiers[winner].name), &mut Proofs::new("", 0))
            .map_err(|wrong| wrong.of("name"))?;
        let rival = match members.required("rival")? {
            Json::Null => None,
            claim => Some(known(&claim).map_err(|wrong| wrong.of("rival"))?),
        };
        if rival == Some(winner) || rival.is_none() && asked == "power" {
            return Err(Wrong::new("it is not another classifier").of("rival").into());
        }
        Ok(Self { title, asked, is_paired, by_cluster, winner, rival, level, limit, classifiers })
    }

    fn assumption(&self) -> &'static str {
        match (self.by_cluster, self.is_paired) {
            (true, _) => clusters::CLUSTERED,
            (false, true) => PAIRED,
            (false, false) => INDEPENDENT,
        }
    }

    /// Returns the keys of the size of a test.
    fn sizes(&self) -> &'static [&'static str] {
        SIZES[usize::from(self.by_cluster)]
    }

    /// Reads positives and negatives, or clusters and none, from an entry.
    fn size(&self, claim: &Json) -> Option<[u64; 2]> {
        let count = |key: &&str| claim.get(key).and_then(Json::as_count);
        let mut counts = self.sizes().iter().map(count);
        let first = counts.next()??;
        Some([first, counts.next().unwrap_or(Some(0))?])
    }

    /// Returns `true` if the probabilities are sums over all outcomes, not drawn.
    fn is_summed(&self) -> bool {
        self.asked == "next" && !self.is_paired
    }

    /// Reads the tests of the plan, each larger than the one before.
    fn tests<'j>(&self, claim: Option<&'j Json>) -> Result<Vec<Test<'j>>, Wrong> {
        let entries = claim.and_then(Json::as_list).filter(|entries| !entries.is_empty());
        let entries = entries.ok_or_else(|| Wrong::new("a list of tests should stand here"))?;
        let mut tests: Vec<Test<'j>> = Vec::with_capacity(entries.len());
        for (k, claim) in entries.iter().enumerate() {
            let wrong = |reason: &str| Wrong::new(reason).number(k);
            let of_any = |[positives, negatives]: [u64; 2]| positives > 0 || negatives > 0;
            let Some([positives, negatives]) = self.size(claim).filter(|found| of_any(*found))
            else {
                return Err(wrong(&format!("{} should stand here", self.sizes().join(" and "))));
            };
            let probability = claim.get("probability").and_then(planned_limits);
            let limits = probability.ok_or_else(|| wrong("a probability should stand here"))?;
            let test = Test { positives, negatives, claim, limits };
            if test.total() > u128::from(self.limit) {
                return Err(wrong("it is beyond the limit"));
            }
            let grows = |before: &Test<'j>| {
                before.positives <= positives
                    && before.negatives <= negatives
                    && before.total() < test.total()
            };
            if !tests.last().is_none_or(grows) {
                return Err(wrong("it is not larger than the one before"));
            }
            tests.push(test);
        }
        match have_one_share(&tests) {
            true => Ok(tests),
            false => {
                Err(Wrong::new("they are not as nearly as possible of one share of positives"))
            }
        }
    }

    /// Returns the position of the test that is named as the smallest; `None` if none is.
    fn named(&self, tests: &[Test<'_>], claim: Option<&Json>) -> Result<Option<usize>, Wrong> {
        let claim = claim.ok_or_else(|| Wrong::new("the key \"smallest\" is missing"))?;
        if *claim == Json::Null {
            return Ok(None);
        }
        let size = self.size(claim);
        let is_it = |test: &Test<'_>| size == Some([test.positives, test.negatives]);
        let place = tests.iter().position(is_it);
        place.map(Some).ok_or_else(|| Wrong::new("it is none of the tests that were looked at"))
    }

    /// Checks that the winner alone is the best on the input. On tests with another share of
    /// positives another classifier may be.
    fn check_winner(&self, tests: &[Test<'_>], proofs: &mut Proofs) -> Result<(), Stop> {
        let metric = metric(&self.title)?;
        let key = |known: &Classifier| {
            let m = &known.matrix;
            metric.key(&Cells::of_matrix(m))
        };
        let keys: Vec<Option<Key>> = self.classifiers.iter().map(key).collect();
        let is_first = |own: &Key| {
            let others = keys.iter().enumerate().filter(|(k, _)| *k != self.winner);
            let mut others = others.filter_map(|(_, key)| key.as_ref());
            match metric.better {
                Better::Higher => others.all(|other| other < own),
                Better::Lower => others.all(|other| other > own),
                Better::Neither => false,
            }
        };
        if metric.better != Better::Neither && keys[self.winner].as_ref().is_some_and(is_first) {
            proofs.proved(format!(
                "that {:?} alone is the best by {}",
                self.classifiers[self.winner].name, self.title
            ));
            return Ok(());
        }
        let priors = self.classifiers.iter().map(|known| known.matrix.prior_positive());
        let mut priors = priors.collect::<Vec<_>>();
        priors.dedup();
        let is_own_share = |prior: &Rational| {
            tests.iter().all(|test| {
                let [p, n] = [test.positives, test.negatives].map(Rational::from);
                (prior * &(&p + &n) - p).abs() <= Rational::ONE
            })
        };
        if metric.better == Better::Neither
            || self.by_cluster
            || matches!(&*priors, [prior] if is_own_share(prior))
        {
            return Err(Wrong::new("another is as good").of("winner").into());
        }
        proofs.open("who wins under another share of positives");
        Ok(())
    }

    /// Returns the probability that the winner alone is the best on a test; `None` if it is not
    /// computed.
    fn alone(&self, test: &Test<'_>, is_near: bool) -> Result<Option<Rational>, Stop> {
        let others = (0..self.classifiers.len()).filter(|&k| k != self.winner);
        let others = others.filter(|&k| self.rival.is_none_or(|rival| rival == k));
        let contestants: Vec<usize> = [self.winner].into_iter().chain(others).collect();
        let matrices = (u128::from(test.positives) + 1) * (u128::from(test.negatives) + 1);
        let most = if is_near { MOST } else { SMALL };
        if !self.is_summed() || matrices * contestants.len() as u128 > most {
            return Ok(None);
        }
        let lattice = Lattice::new(metric(&self.title)?, test.positives, test.negatives, None);
        let masses = |k: &usize| Masses::after(&self.classifiers[*k], &lattice, &Model::Binomial);
        let all = contestants.iter().map(masses).collect::<Result<Vec<Masses>, Stop>>()?;
        let [alone, _] = standing(&all.iter().collect::<Vec<_>>(), 0, false).first;
        Ok(Some(alone))
    }

    /// Checks that the named test is the smallest that reaches the level.
    fn check_smallest(&self, tests: &[Test<'_>], named: Option<usize>) -> Result<(), Wrong> {
        let wrong = |reason: String| Wrong::new(reason).of("smallest");
        let before = &tests[..named.unwrap_or(tests.len())];
        if let Some(test) = before.iter().find(|test| test.limits[0] >= self.level) {
            return Err(wrong(format!(
                "{} reach the level",
                match self.by_cluster {
                    true => counted(test.positives, "cluster"),
                    false =>
                        format!("{} positives and {} negatives", test.positives, test.negatives),
                }
            )));
        }
        let Some(named) = named else {
            let last = tests.last().map_or(0, Test::total);
            return match last == u128::from(self.limit) {
                true => Ok(()),
                false => Err(wrong(format!("tests beyond {last} samples were not looked at"))),
            };
        };
        if tests[named].limits[1] < self.level {
            return Err(wrong("it does not reach the level".to_owned()));
        }
        let most = u128::from(LOOKED_THROUGH[usize::from(!self.is_summed())]);
        let is_next = |pair: &[Test<'_>]| pair[1].total() == pair[0].total() + 1;
        if tests[named].total() <= most && !tests[..=named].windows(2).all(is_next) {
            return Err(Wrong::new("a smaller test is missing").of("evaluated"));
        }
        Ok(())
    }

    /// Returns the true entry of a test.
    fn test<'t>(&self, test: &'t Test<'_>) -> Truth<'t> {
        let known = test.claim.get("probability");
        let is_drawn = !self.is_summed();
        let of_kind = move |claim: &Json| match claim {
            claim if Some(claim) != known => Err(Wrong::new("it is another one")),
            Json::Text(_) if is_drawn => Err(Wrong::new("limits of what was drawn are missing")),
            _ => Ok(()),
        };
        let counts = [test.positives, test.negatives].map(Truth::Count);
        let mut truth: Vec<_> = self.sizes().iter().copied().zip(counts).collect();
        truth.push(("probability", Truth::judge(of_kind)));
        if self.asked == "next" {
            truth.push(("first_alone", Truth::judge(of_kind)));
        }
        Truth::Object(truth)
    }

    /// Adds the statements that were proved and those that were not.
    fn say(
        &self,
        tests: &[Test<'_>],
        named: Option<usize>,
        worked_out: &[usize],
        proofs: &mut Proofs,
    ) {
        if !worked_out.is_empty() {
            let named = named.filter(|named| worked_out.contains(named)).map_or("", |named| {
                match named == 0 || worked_out.contains(&(named - 1)) {
                    true => ", among them the smallest that reaches the level and the one below",
                    false => ", among them the smallest that reaches the level",
                }
            });
            proofs.proved(format!(
                "with which probability the winner alone is the best on {} of {}, from all \
                 confusion matrices{named}",
                worked_out.len(),
                counted(tests.len(), "test")
            ));
        }
        proofs.proved(match self.is_summed() {
            true => "that no smaller test that is listed reaches the level",
            false => "that the limits of no smaller test that is listed are above the level",
        });
        if worked_out.len() < tests.len() {
            proofs.open(match self.is_summed() {
                true => "the probabilities of large tests",
                false => "what was drawn",
            });
        }
        proofs.open(match self.by_cluster {
            true => "the clusters",
            false => "that this share of positives was asked for",
        });
    }
}

/// Returns `true` if there is a share s of positives such that s (p + n) differs from p by at most
/// 1/2 for every test.
fn have_one_share(tests: &[Test<'_>]) -> bool {
    let half = Rational::new(1, 2);
    let share = |positives: Rational, test: &Test<'_>| {
        let [p, n] = [test.positives, test.negatives].map(Rational::from);
        positives / (p + n)
    };
    let positives = |test: &Test<'_>| Rational::from(test.positives);
    let least = tests.iter().map(|test| share(positives(test) - &half, test)).max();
    let most = tests.iter().map(|test| share(positives(test) + &half, test)).min();
    least <= most
}

/// Reads the limits of a probability, which may be drawn and wide.
fn planned_limits(claim: &Json) -> Option<[Rational; 2]> {
    match claim {
        Json::Text(_) => limits(claim),
        _ => {
            let truth = vec![("lower", Truth::any()), ("upper", Truth::any())];
            same(claim, &Truth::Object(truth), &mut Proofs::new("", 0)).ok()?;
            ends(claim).ok()
        }
    }
}

fn count(claim: &Json) -> Result<(), Wrong> {
    let wrong = || Wrong::new(format!("a whole number should stand here, not {claim}"));
    claim.as_count().map(|_| ()).ok_or_else(wrong)
}

fn alpha(claim: &Json) -> Result<(), Wrong> {
    let alpha = parameter(claim)?;
    match alpha.is_positive() && alpha <= Rational::new(1, 2) {
        true => Ok(()),
        false => Err(Wrong::new(format!("{alpha} is not between 0 and 1/2"))),
    }
}

fn margin(claim: &Json) -> Result<(), Wrong> {
    let margin = parameter(claim)?;
    match margin.is_negative() {
        true => Err(Wrong::new(format!("{margin} is negative"))),
        false => Ok(()),
    }
}

fn beta(claim: &Json) -> Result<(), Wrong> {
    let number = |claim: &Json| parameter(claim).is_ok_and(|number| number.is_positive());
    match claim.as_list() {
        Some([u, v]) if number(u) && number(v) => Ok(()),
        _ => Err(Wrong::new("two positive numbers should stand here")),
    }
}
