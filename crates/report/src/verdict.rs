//! Who wins for a preference, how sure that is, and what would change it.
//!
//! On the diagonal of the Tile all classifiers of one prior share the denominator of the score, and
//! two of them swap where pi_- (1 - c) (TNR_1 - TNR_2) + pi_+ c (TPR_1 - TPR_2) = 0; elsewhere only b,
//! misses against false alarms, is moved, and s u' - s' u = 0 is linear in b. So every change of the
//! winner is a fraction, and the nearest one on each side is exact. On the diagonal the priors act as
//! the costs do: odds of c times odds of the prior decide.

use serde::Serialize;

use super::ReportOptions;
use super::evidence::groups;
use super::judge::{Judge, NotSure, Standing};
use super::order::by_metric;
use exactile::contest::TrulyBetter;
use exactile::geometry::Point;
use exactile::num::{Rational, Value};
use exactile::performance::Classifier;
use exactile::score::{NamedScore, Orientation};

/// Who wins for one preference.
#[derive(Clone, Debug, Serialize)]
pub struct Verdict {
    /// The score's name in commands.
    pub id: String,
    /// Its name for readers; `None` for a point of the Tile without a name.
    pub title: Option<String>,
    /// Its place on the Tile of the prior that the report starts with.
    #[serde(flatten)]
    pub place: Place,
    /// Those with the best value, first those that are more probably truly better, then by name; empty where no value is
    /// defined.
    pub winners: Vec<usize>,
    /// Their value.
    pub value: Value,
    /// The best of the others.
    pub next: Option<usize>,
    /// How sure it is, or why that is not known.
    #[serde(skip)]
    pub sure: Result<Sure, NotSure>,
    /// The nearest changes of the winner: if misses weigh less, and if they weigh more.
    #[serde(skip)]
    pub changes: [Option<Change>; 2],
    /// Whether several winners tie only at this very preference.
    pub is_crossing: bool,
}

/// A point of the Tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// True positives against true negatives.
    pub a: Rational,
    /// False negatives against false positives.
    pub b: Rational,
}

/// How sure it is that the winner is the best.
#[derive(Clone, Debug)]
pub struct Sure {
    /// The probability that the first winner is truly the best of all.
    pub best: Value,
    /// All others that it is not shown to be truly better than, the best observed first, each with
    /// the probability that it is: one list for all that the report says of them.
    pub tier: Vec<(usize, TrulyBetter)>,
    /// The first that it is shown to be truly better than, and with which probability.
    pub below: Option<(usize, TrulyBetter)>,
}

/// Where the winner changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Who is first beyond.
    pub other: usize,
    /// How many false alarms one miss weighs there.
    pub miss_ratio: Rational,
    /// The positive prior that has the same effect, where there is one.
    pub prior: Option<Rational>,
}

impl Verdict {
    /// The verdict for a score, given the classifiers on the Tile of `prior`, or as they were tested if
    /// their priors differ: then no value is compared, and there is no verdict.
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
        let changes = if winners.is_empty() || is_crossing {
            [None, None]
        } else {
            changes(shown, winners[0], &Point::new(place.a.clone(), place.b.clone()), prior)
        };
        // Another threshold of the winner is nobody else.
        let model = |at: usize| options.model_of.get(at).copied().unwrap_or(at);
        let is_other = |&at: &usize| winners.first().is_none_or(|&first| model(at) != model(first));
        let sure = match judge {
            Ok(judge) => standing.and_then(|standing| sure(judge, standing, score, options)),
            Err(why) => Err(why.clone()),
        };
        Some(Self {
            id: metric.to_string(),
            title: (!metric.to_string().starts_with("r(")).then(|| score.to_string()),
            place: Place { a: place.a, b: place.b },
            next: ranked[winners.len()..].iter().copied().find(is_other),
            winners,
            value,
            sure,
            changes,
            is_crossing,
        })
    }
}

/// How sure it is that the first of the order is the best.
fn sure(
    judge: &Judge<'_>,
    Standing { order, behind }: Standing,
    score: &NamedScore,
    options: &ReportOptions,
) -> Result<Sure, NotSure> {
    let nobody = || NotSure::Refused("no value is defined".to_owned());
    let winner = *order.first().ok_or_else(nobody)?;
    let best = judge.best(score.metric(), *score == options.preference)?.swap_remove(winner);
    let (separated, tier): (Vec<_>, Vec<_>) =
        behind.into_iter().partition(|(_, better)| better.lower >= options.level);
    Ok(Sure { best, tier, below: separated.into_iter().next() })
}

/// The nearest points at which another one takes the lead, below and above.
fn changes(
    shown: &[Classifier],
    winner: usize,
    at: &Point,
    prior: Option<&Rational>,
) -> [Option<Change>; 2] {
    let is_diagonal = at.a == at.b && prior.is_some();
    let mut found: [Option<(Rational, usize)>; 2] = [None, None];
    for other in 0..shown.len() {
        let here = if is_diagonal {
            on_diagonal(&shown[winner], &shown[other])
        } else {
            along_b(&shown[winner], &shown[other], &at.a)
        };
        let Some(here) = here.filter(|here| !here.is_negative() && *here <= Rational::ONE) else {
            continue;
        };
        if here < at.b && found[0].as_ref().is_none_or(|(best, _)| here > *best) {
            found[0] = Some((here, other));
        } else if here > at.b && found[1].as_ref().is_none_or(|(best, _)| here < *best) {
            found[1] = Some((here, other));
        }
    }
    // At the ends one kind of error is free, and no ratio of weights says so.
    let odds = |z: &Rational| z.checked_div(&z.complement());
    found.map(|change| {
        let (place, other) = change?;
        let miss_ratio = odds(&place).filter(|ratio| !ratio.is_zero())?;
        let prior = prior.filter(|_| is_diagonal).and_then(|prior| {
            let odds = odds(prior)? * &miss_ratio.checked_div(&odds(&at.a)?)?;
            odds.checked_div(&(&odds + Rational::ONE))
        });
        Some(Change { other, miss_ratio, prior })
    })
}

/// Where two classifiers of one prior swap on the diagonal; `None` if nowhere or everywhere.
fn on_diagonal(first: &Classifier, second: &Classifier) -> Option<Rational> {
    let share = |of: &Classifier, right: &Rational| {
        right.checked_div(&(of.matrix.positives() + of.matrix.negatives()))
    };
    let tn = share(first, first.matrix.tn())? - share(second, second.matrix.tn())?;
    let tp = share(first, first.matrix.tp())? - share(second, second.matrix.tp())?;
    tn.checked_div(&(&tn - tp))
}

/// Where two classifiers swap if b alone moves; `None` if nowhere or everywhere.
fn along_b(first: &Classifier, second: &Classifier, a: &Rational) -> Option<Rational> {
    let (m, n) = (&first.matrix, &second.matrix);
    let satisfied =
        |of: &exactile::performance::ConfusionMatrix| a.complement() * of.tn() + a * of.tp();
    let (s, t) = (satisfied(m), satisfied(n));
    // s u' - t u with u = fp + b (fn - fp)
    let constant = &s * n.fp() - &t * m.fp();
    let slope = &s * (n.fn_() - n.fp()) - &t * (m.fn_() - m.fp());
    (-constant).checked_div(&slope)
}
