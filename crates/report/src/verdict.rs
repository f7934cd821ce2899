//! The winner for a preference, its certainty, and the changes that would replace it.
//!
//! The changes are the stretches of [`ranges`](super::ranges). On the diagonal of the Tile both
//! kinds of right decisions move with the two kinds of errors. Elsewhere only b moves: misses
//! against false alarms.

use serde::Serialize;

use super::ReportOptions;
use super::evidence::groups;
use super::judge::{Judge, NotSure, Standing};
use super::order::by_metric;
use super::ranges;
use super::values::ValueRows;
use exactile::contest::TrulyBetter;
use exactile::geometry::Point;
use exactile::num::{Rational, Value};
use exactile::performance::Classifier;
use exactile::score::{NamedScore, Orientation};
use exactile::section::Leader;

/// The winner for one preference.
#[derive(Clone, Debug, Serialize)]
pub struct Verdict {
    /// The score's name in commands.
    pub id: String,
    /// Its title; `None` for a point of the Tile without a name.
    pub title: Option<String>,
    /// Its place on the Tile of the prior that the report starts with.
    #[serde(flatten)]
    pub place: Place,
    /// The classifiers with the best value; those that are more probably truly better come first,
    /// then by name. Empty if no value is defined.
    pub winners: Vec<usize>,
    /// Their value.
    pub value: Value,
    /// The best of the others.
    pub next: Option<usize>,
    /// The certainty of the winner, or the reason why it is not known.
    #[serde(skip)]
    pub sure: Result<Sure, NotSure>,
    /// The first classifiers for each weight of misses against false alarms, from free misses to
    /// free false alarms; a position is b.
    #[serde(skip)]
    pub weights: Vec<Leader>,
    /// The first classifiers under each positive prior at this preference; `None` if the preference
    /// is not the same for all priors, or if a change is irrational.
    #[serde(skip)]
    pub priors: Option<Vec<Leader>>,
    /// `true` if several winners tie only at this very preference.
    pub is_crossing: bool,
    /// The first values with intervals of the true ones, if these are known.
    #[serde(skip)]
    pub values: Option<ValueRows>,
}

/// A point of the Tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// True positives against true negatives.
    pub a: Rational,
    /// False negatives against false positives.
    pub b: Rational,
}

/// The certainty that the winner is the best.
#[derive(Clone, Debug)]
pub struct Sure {
    /// The probability that the first winner is truly the best of all.
    pub best: Value,
    /// All others that it is not shown to be truly better than, the best observed first, each with
    /// the probability that it is. All statements of the report use this list.
    pub tier: Vec<(usize, TrulyBetter)>,
    /// The first classifier that it is shown to be truly better than, with the probability.
    pub below: Option<(usize, TrulyBetter)>,
    /// The number of classifiers that were compared, the winner included.
    pub count: usize,
}

impl Verdict {
    /// Computes the verdict for a score, given the classifiers on the Tile of `prior`. If their
    /// priors differ, values are not comparable and there is no verdict.
    pub(super) fn new(
        shown: &[Classifier],
        score: &NamedScore,
        prior: Option<&Rational>,
        judge: &Result<Judge<'_>, NotSure>,
        options: &ReportOptions,
    ) -> Option<Self> {
        let metric = score.metric();
        let place = match prior {
            Some(prior) => score.place(prior),
            // Where it stands whatever the prior is.
            None if !score.depends_on_prior() => score.place(&Rational::new(1, 2)),
            None => return None,
        };
        let orders = by_metric(shown, metric)?;
        let groups = groups(shown, &orders, metric.orientation() == Orientation::Lower);
        let standing = match judge {
            Ok(judge) => judge.standing(groups.clone(), metric),
            Err(why) => Err(why.clone()),
        };
        let ranked = match &standing {
            Ok(standing) => standing.order.clone(),
            Err(_) => groups.concat(),
        };
        let winners = ranked[..groups.first().map_or(0, Vec::len)].to_vec();
        let value = metric.value(&shown.get(ranked.first().copied().unwrap_or(0))?.matrix);
        let rates = |at: usize| [shown[at].matrix.tnr(), shown[at].matrix.tpr()];
        let is_crossing = winners.iter().any(|&at| rates(at) != rates(winners[0]));
        // Another threshold of the winner is nobody else.
        let model = |at: usize| options.model_of.get(at).copied().unwrap_or(at);
        let is_other = |&at: &usize| winners.first().is_none_or(|&first| model(at) != model(first));
        let sure = match judge {
            Ok(judge) => standing.and_then(|standing| sure(judge, standing, score, options)),
            Err(why) => Err(why.clone()),
        };
        let in_tier = |at: usize| {
            let tier = sure.as_ref().map_or(&[][..], |sure: &Sure| &sure.tier);
            sure.is_ok()
                && (ranked.first() == Some(&at) || tier.iter().any(|(member, _)| *member == at))
        };
        let values = ValueRows::new(shown, &ranked, metric, in_tier, options);
        let mut verdict = Self {
            id: metric.to_string(),
            title: (!metric.to_string().starts_with("r(")).then(|| score.to_string()),
            place: Place { a: place.a, b: place.b },
            next: ranked[winners.len()..].iter().copied().find(is_other),
            winners,
            value,
            sure,
            weights: Vec::new(),
            priors: None,
            is_crossing,
            values,
        };
        verdict.add_changes(shown, prior, score);
        Some(verdict)
    }

    /// Replaces the positions of classifiers by other ones: those of which they are some.
    pub(super) fn placed(&mut self, places: &[usize]) {
        let winners = self.winners.iter_mut().chain(&mut self.next);
        let sure = self.sure.iter_mut();
        let compared =
            sure.flat_map(|sure| sure.tier.iter_mut().chain(&mut sure.below)).map(|(at, _)| at);
        let rows = self.values.iter_mut().flat_map(|values| &mut values.rows);
        for at in winners.chain(compared).chain(rows.map(|row| &mut row.classifier)) {
            *at = places[*at];
        }
    }

    /// Finds who is first beside the preference.
    pub(super) fn add_changes(
        &mut self,
        shown: &[Classifier],
        prior: Option<&Rational>,
        score: &NamedScore,
    ) {
        let at = Point::new(self.place.a.clone(), self.place.b.clone());
        let is_diagonal = at.a == at.b && prior.is_some();
        self.weights = ranges::along_weights(shown, &at, is_diagonal);
        let stays = prior.is_some() && !score.depends_on_prior();
        self.priors = stays.then(|| ranges::along_priors(shown, &at)).flatten();
    }
}

/// Returns the certainty that the first of the order is the best.
fn sure(
    judge: &Judge<'_>,
    Standing { order, behind }: Standing,
    score: &NamedScore,
    options: &ReportOptions,
) -> Result<Sure, NotSure> {
    let nobody = || NotSure::Refused("no value is defined".to_owned());
    let winner = *order.first().ok_or_else(nobody)?;
    let best = judge.best(winner, score.metric(), *score == options.preference)?;
    // Those without a value are in no tier.
    let (separated, tier): (Vec<_>, Vec<_>) = behind
        .into_iter()
        .filter(|(other, _)| order.contains(other))
        .partition(|(_, better)| better.lower >= *options.level);
    Ok(Sure { best, tier, below: separated.into_iter().next(), count: judge.classifiers() })
}
