//! The most important findings: the winners, the classifiers that are never first, ties, and
//! expectations of a repeat of the test. Other modules turn them into sentences.

use std::cmp::Reverse;

use rayon::prelude::*;
use serde::Serialize;

use super::evidence::{Evidence, MetricColumn, by_name, groups};
use super::judge::{Judge, NotSure};
use super::order::by_metric;
use exactile::confidence::ConfidenceTile;
use exactile::contest::TrulyBetter;
use exactile::geometry::Point;
use exactile::num::{Level, Rational, Value};
use exactile::performance::{Classifier, ConfusionMatrix};
use exactile::score::Metric;
use exactile::section::{Section, Segment};
use exactile::tile::{Area, ClassifierSummary};

/// The metrics by which leads are determined, if they are among those of the table.
const DECISIVE: [&str; 3] = ["accuracy", "ba", "f1"];

/// The findings, the most important first.
#[derive(Clone, Debug, Serialize)]
pub struct Findings(pub Vec<Finding>);

/// One finding. Classifiers are positions in the input, metrics positions in the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "finding", rename_all = "kebab-case")]
pub enum Finding {
    /// There is no other classifier to compare with.
    OnlyOne {
        /// The classifier.
        classifier: usize,
    },
    /// The expected value of a metric of the only classifier on a repeat of the test.
    Expected {
        /// The metric.
        metric: usize,
        /// The interval that contains the value with at least the probability of the level, given
        /// that the metric is defined.
        interval: [Value; 2],
        /// `true` if the metric can be undefined on a repeat of the test.
        can_be_undefined: bool,
    },
    /// All have the same results.
    AllEqual {
        /// The number of classifiers.
        count: usize,
    },
    /// The classifiers that are ranked first for some preference, the largest share first, then by
    /// name.
    Winners {
        /// The number of all classifiers.
        of: usize,
        /// The winners; of equal ones the first by name.
        winners: Vec<Winner>,
    },
    /// The classifiers that are never ranked first, for any preference.
    NeverFirst {
        /// Each rival, with the classifiers that it beats for every preference.
        beaten: Vec<Beaten>,
        /// Classifiers that are beaten for every preference, but not by a single rival for all of
        /// them.
        by_nobody_alone: Vec<usize>,
    },
    /// Classifiers with the same results, which tie for every preference.
    Equal {
        /// The classifiers.
        members: Vec<usize>,
    },
    /// The lead of the best classifier by a metric over the others.
    Lead {
        /// The metric.
        metric: usize,
        /// The classifiers with the best observed value.
        leaders: Vec<usize>,
        /// The other classifiers that the first leader is not shown to be truly better than, the
        /// best of them first.
        doubts: Vec<Doubt>,
        /// The number of other classifiers.
        behind: usize,
    },
    /// The share of the Tile on which some classifier is truly the best with a probability of at
    /// least the level.
    Decided {
        /// Cells of the grid.
        of: usize,
        /// Each such classifier with its number of cells, the most first.
        by: Vec<(usize, usize)>,
    },
    /// The ranking by F1 is none of those that are as near as can be to the rankings by precision
    /// and by recall.
    Compromise {
        /// The optimality of F1, below 1 ([`Optimality::o`](exactile::section::Optimality::o)).
        o: Rational,
        /// A short decimal beta whose F-score has the optimality 1.
        beta: Rational,
    },
    /// Leads were not determined.
    NoLeads {
        /// The reason.
        why: NotSure,
    },
}

/// A classifier that is first somewhere.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Winner {
    /// The classifier.
    pub classifier: usize,
    /// Others with the same results.
    pub equal_to: Vec<usize>,
    /// The area on which it is first.
    pub share: Area,
    /// `true` if it is first only in ties with different classifiers.
    pub only_tied: bool,
    /// Named scores by which it is first, alone or tied.
    pub scores: Vec<String>,
}

/// The classifiers that one classifier beats for every preference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Beaten {
    /// The better one.
    pub by: usize,
    /// The others.
    pub who: Vec<usize>,
}

/// A classifier that the leader is not shown to be truly better than.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Doubt {
    /// The classifier.
    pub classifier: usize,
    /// The probability that the leader is truly better.
    pub better: TrulyBetter,
}

/// The inputs for finding leads.
pub(super) struct Leads<'l> {
    pub(super) judge: &'l Result<Judge<'l>, NotSure>,
    pub(super) prior: Option<&'l Rational>,
    pub(super) level: &'l Level,
    pub(super) preference: &'l Metric,
}

impl Findings {
    /// Gathers the findings. `shown` are the classifiers with the matrices that the standings on
    /// the Tile are about.
    pub(super) fn new(
        shown: &[Classifier],
        standings: &[ClassifierSummary],
        evidence: &Evidence,
        leads: &Leads<'_>,
    ) -> Self {
        let mut findings = Vec::new();
        if let [only] = standings {
            findings.push(Finding::OnlyOne { classifier: only.classifier });
            findings.extend(decisive(evidence, leads.preference).into_iter().filter_map(
                |metric| {
                    let interval = evidence.rows[0].cells[metric].interval.clone()?;
                    let can_be_undefined =
                        can_be_undefined(&evidence.metrics[metric].metric, &shown[0].matrix);
                    Some(Finding::Expected { metric, interval, can_be_undefined })
                },
            ));
            return Self(findings);
        }
        if standings.iter().all(|standing| standing.equal_to.len() + 1 == standings.len()) {
            findings.push(Finding::AllEqual { count: standings.len() });
            return Self(findings);
        }
        findings.push(winners(shown, standings, evidence));
        findings.extend(never_first(shown, standings, evidence));
        let mut equal: Vec<Vec<usize>> = standings
            .iter()
            .map(|standing| equals(standing, shown))
            .filter(|members| members.len() > 1)
            .collect();
        equal.sort_by_key(|members| &shown[members[0]].name);
        equal.dedup();
        findings.extend(equal.into_iter().map(|members| Finding::Equal { members }));
        match leads.judge {
            Err(why) => findings.push(Finding::NoLeads { why: why.clone() }),
            Ok(judge) => findings.extend(
                decisive(evidence, leads.preference)
                    .into_iter()
                    .filter_map(|metric| lead(metric, shown, evidence, judge, leads)),
            ),
        }
        Self(findings)
    }
}

impl Findings {
    /// Adds the classifiers that are truly the best over the Tile, before the leads by single
    /// metrics.
    pub(super) fn add_decided(
        &mut self,
        shown: &[Classifier],
        sure: Option<&ConfidenceTile>,
        level: &Level,
    ) {
        // Below a half several could reach it at one point.
        let Some(sure) = sure.filter(|_| **level >= Rational::new(1, 2)) else { return };
        let counts = sure.decided(level);
        let mut by: Vec<(usize, usize)> =
            counts.into_iter().enumerate().filter(|(_, cells)| *cells > 0).collect();
        by.sort_by_key(|&(classifier, cells)| (Reverse(cells), &shown[classifier].name));
        let is_lead =
            |finding: &Finding| matches!(finding, Finding::Lead { .. } | Finding::NoLeads { .. });
        if self.0.iter().any(is_lead) {
            let place = self.0.iter().position(is_lead).expect("there is one");
            self.0.insert(place, Finding::Decided { of: sure.cells().count(), by });
        }
    }

    /// Adds how near F1 is to the best compromise between precision and recall, if it is none.
    pub(super) fn add_compromise(&mut self, shown: &[Classifier], prior: Option<&Rational>) {
        self.0.extend(prior.and_then(|prior| compromise(shown, prior)));
    }
}

/// Returns the optimality of F1 if it is below 1, and a beta with the optimality 1.
fn compromise(shown: &[Classifier], prior: &Rational) -> Option<Finding> {
    let section = Section::new(shown, Segment::f_beta(prior.clone()).ok()?).ok()?;
    let squared = |position: &Rational| {
        let at = section.segment.at(position);
        section.segment.f_beta_squared(&at)
    };
    let f1 = section.segment.position(&Point::new(Rational::ONE, Rational::new(1, 2)))?;
    let o = section.optimality(&f1).o.as_rational()?.clone();
    if o == Rational::ONE {
        return None;
    }
    let [from, to] = section.optimal()?.each_ref().map(squared);
    let beta = short_root(&squared(&section.compromise()?.lower)?, &from?, to.as_ref());
    Some(Finding::Compromise { o, beta })
}

/// Returns a decimal of few digits, from two on, near the root of `middle`, with a square between
/// `from`, which is below `middle`, and `to`, which is above it if it is finite.
fn short_root(middle: &Rational, from: &Rational, to: Option<&Rational>) -> Rational {
    let mut unit = Rational::from(100);
    loop {
        let scaled = middle * &unit * &unit;
        let below = (scaled.numerator() / scaled.denominator()).sqrt();
        for root in [Rational::from(below.clone() + 1), Rational::from(below)] {
            let root = root / &unit;
            let square = &root * &root;
            if *from < square && to.is_none_or(|to| square < *to) {
                return root;
            }
        }
        unit = unit * Rational::from(10);
    }
}

/// Returns the metrics of the table by which leads are determined, that of the preference first.
fn decisive(evidence: &Evidence, preference: &Metric) -> Vec<usize> {
    let position = |id: &str| evidence.metrics.iter().position(|metric| metric.id == id);
    let own = evidence.metrics.iter().position(|column| column.metric == *preference);
    let others = DECISIVE.into_iter().filter_map(position).filter(|one| Some(*one) != own);
    let usual: Vec<usize> = own.into_iter().chain(others).collect();
    if usual.is_empty() { (0..evidence.metrics.len().min(DECISIVE.len())).collect() } else { usual }
}

/// Returns a classifier and those with the same results, by name.
fn equals(standing: &ClassifierSummary, shown: &[Classifier]) -> Vec<usize> {
    let mut members = vec![standing.classifier];
    members.extend(&standing.equal_to);
    by_name(&mut members, shown);
    members
}

fn winners(shown: &[Classifier], standings: &[ClassifierSummary], evidence: &Evidence) -> Finding {
    let is_first_of_group =
        |standing: &&ClassifierSummary| equals(standing, shown)[0] == standing.classifier;
    let mut first: Vec<&ClassifierSummary> = standings
        .iter()
        .filter(|standing| standing.ranks.is_some_and(|ranks| ranks.best == 1))
        .filter(is_first_of_group)
        .collect();
    first.sort_by_key(|standing| {
        let share = evidence.rows[standing.classifier].order.first_share;
        (Reverse(share), &shown[standing.classifier].name)
    });
    let winners = first
        .into_iter()
        .map(|standing| Winner {
            classifier: standing.classifier,
            equal_to: equals(standing, shown).split_off(1),
            share: standing.first_share.clone(),
            only_tied: standing.first_share == Area::zero(),
            scores: standing.first_for.iter().map(ToString::to_string).collect(),
        })
        .collect();
    Finding::Winners { of: standings.len(), winners }
}

/// Returns the classifiers that are never first, each with the rival that beats most of them
/// everywhere.
fn never_first(
    shown: &[Classifier],
    standings: &[ClassifierSummary],
    evidence: &Evidence,
) -> Option<Finding> {
    let mut waiting: Vec<usize> = standings
        .iter()
        .filter(|standing| standing.ranks.is_some_and(|ranks| ranks.best > 1))
        .map(|standing| standing.classifier)
        .collect();
    if waiting.is_empty() {
        return None;
    }
    by_name(&mut waiting, shown);
    let mut rivals: Vec<usize> = (0..shown.len()).collect();
    rivals.sort_by_key(|&i| (Reverse(evidence.rows[i].order.first_share), &shown[i].name));
    // Whom each rival beats, the most first; of rivals that beat as many, the one of more share.
    let mut beats: Vec<Beaten> = rivals
        .into_par_iter()
        .map(|by| {
            let better = |who: &usize| is_better_everywhere(&shown[by].matrix, &shown[*who].matrix);
            Beaten { by, who: waiting.iter().copied().filter(better).collect() }
        })
        .collect();
    let mut beaten = Vec::new();
    loop {
        beats.sort_by_key(|beats| Reverse(beats.who.len()));
        let Some(most) = beats.first().filter(|beats| !beats.who.is_empty()).cloned() else {
            break;
        };
        for beats in &mut beats {
            beats.who.retain(|one| !most.who.contains(one));
        }
        waiting.retain(|one| !most.who.contains(one));
        beaten.push(most);
    }
    Some(Finding::NeverFirst { beaten, by_nobody_alone: waiting })
}

/// Returns `true` if the first one is ranked above the second everywhere inside the Tile.
///
/// With s = (1-a) tn + a tp and u = (1-b) fp + b fn, R_ab is greater iff s1 u2 - s2 u1 > 0. That is
/// linear in a and in b, so it is a mean of its values at the four corners, with positive weights
/// inside: it is positive there if none of them is negative and one is positive. If one is
/// negative, so is the expression near that corner.
pub(super) fn is_better_everywhere(first: &ConfusionMatrix, second: &ConfusionMatrix) -> bool {
    let satisfied = |m: &ConfusionMatrix| [m.tn().clone(), m.tp().clone()];
    let unsatisfied = |m: &ConfusionMatrix| [m.fp().clone(), m.fn_().clone()];
    let mut is_somewhere = false;
    for (s1, s2) in satisfied(first).iter().zip(&satisfied(second)) {
        for (u1, u2) in unsatisfied(first).iter().zip(&unsatisfied(second)) {
            match (s1 * u2).cmp(&(s2 * u1)) {
                std::cmp::Ordering::Less => return false,
                std::cmp::Ordering::Equal => {}
                std::cmp::Ordering::Greater => is_somewhere = true,
            }
        }
    }
    is_somewhere
}

/// Returns `true` if some test result with samples of both classes leaves the metric undefined. It
/// suffices to check the results in which each class is all right or all wrong.
fn can_be_undefined(metric: &Metric, tested: &ConfusionMatrix) -> bool {
    let (p, n, zero) = (tested.positives(), tested.negatives(), Rational::ZERO);
    let of = |right: bool, all: &Rational| {
        if right { (all.clone(), zero.clone()) } else { (zero.clone(), all.clone()) }
    };
    let corners = [(false, false), (false, true), (true, false), (true, true)];
    corners.into_iter().any(|(positive, negative)| {
        let ((tp, fn_), (tn, fp)) = (of(positive, &p), of(negative, &n));
        ConfusionMatrix::new(tn, fp, fn_, tp)
            .is_ok_and(|matrix| metric.value(&matrix).undefined().is_some())
    })
}

/// Returns the lead of the best classifier by a metric.
fn lead(
    metric: usize,
    shown: &[Classifier],
    evidence: &Evidence,
    judge: &Judge<'_>,
    leads: &Leads<'_>,
) -> Option<Finding> {
    let MetricColumn { metric: by, smaller_is_better, .. } = &evidence.metrics[metric];
    // Values under the prior that the report starts with, as in its verdicts.
    leads.prior?;
    let orders = by_metric(shown, by)?;
    let groups = groups(shown, &orders, *smaller_is_better);
    let count = groups.first()?.len();
    let standing = judge.standing(groups, by).ok()?;
    let leaders = standing.order[..count].to_vec();
    // The same list as in verdicts, but for those that are ahead as far.
    let behind = &standing.behind[count - 1..];
    let doubts = behind
        .iter()
        .filter(|(_, better)| better.lower < **leads.level)
        .map(|(classifier, better)| Doubt { classifier: *classifier, better: better.clone() })
        .collect();
    Some(Finding::Lead { metric, leaders, doubts, behind: behind.len() })
}
