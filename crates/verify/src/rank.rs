//! Checks the ranking by one score, from the score's definition: the values, and each compared with each other.

use super::claim::{Truth, Wrong, point, same};
use super::exact_text;
use super::header::{Members, OnTile};
use super::json::Json;
use super::metrics::{Better, Cells, Key, Metric};
use super::proofs::{Proofs, counted};
use super::schema::{Given, Stop};
use super::stream::Stream;
use super::written::{reason, value_entry};
use exactile::num::Rational;

/// The metric that a ranking names.
pub(super) fn metric(title: &str) -> Result<Metric, Stop> {
    Metric::titled(title).ok_or_else(|| unknown_metric(title))
}

pub(super) fn unknown_metric(name: &str) -> Stop {
    Stop::Unknown(format!("the metric {} is not checked here", exact_text::abbreviated(name)))
}

/// The numbers from `1 + better` to `better + ties` for values of which some are better: for each classifier with a key.
pub(super) fn ranks(keys: &[Option<Key>], better: Better) -> Vec<Option<[usize; 2]>> {
    let mut sorted: Vec<&Key> = keys.iter().flatten().collect();
    sorted.sort_unstable();
    let (below, count) = (|key: &Key| sorted.partition_point(|other| *other < key), sorted.len());
    let up_to = |key: &Key| sorted.partition_point(|other| *other <= key);
    let rank = |key: &Key| match better {
        Better::Lower => [below(key) + 1, up_to(key)],
        _ => [count - up_to(key) + 1, count - below(key)],
    };
    keys.iter().map(|key| key.as_ref().map(rank)).collect()
}

/// Checks `exactile.rank.v1`. The order of those that tie, and of those without a rank, means nothing.
pub(super) fn prove(
    mut members: Members<'_>,
    given: &Given<'_>,
    proofs: &mut Proofs,
) -> Result<(), Stop> {
    let all = OnTile::plain(given.classifiers, given.target_prior)?;
    let metric = match members.get("score") {
        None => Metric::at(&at(&members)?),
        Some(_) => {
            let metric = metric(&members.text("score")?)?;
            check_place(&members.required("at")?, &metric, all.prior.as_ref(), proofs)?;
            metric
        }
    };
    members.take("at");
    if metric.better == Better::Neither {
        return Err(Wrong::new("it does not say how good a classifier is").of("score").into());
    }
    let cells: Vec<Cells> = all.counts.iter().cloned().map(Cells::new).collect();
    let keys: Vec<Option<Key>> = cells.iter().map(|cells| metric.key(cells)).collect();
    let ranks = ranks(&keys, metric.better);
    let order = order(members.required_stream("ranking")?, &ranks)?;
    let entries = Truth::Each(
        order.len(),
        Box::new(|place| {
            let k = order[place];
            let mut entry = vec![
                ("classifier", Truth::count(k)),
                ("name", Truth::text(&given.classifiers[k].name)),
                ("rank", ranks[k].map_or(Truth::Null, Truth::counts)),
            ];
            entry.extend(value_entry(&metric, keys[k].as_ref(), &cells[k]));
            Truth::Object(entry)
        }),
    );
    members.same(&[("ranking", entries)], proofs)?;
    if let Some(target) = given.target_prior {
        proofs.prior_positive = Some(target.clone());
    }
    proofs.proved(format!("values, ranks and order of {}", counted(order.len(), "classifier")));
    Ok(())
}

/// What a result says of the place of a score has to be its place on the Tile of this prior.
pub(super) fn check_place(
    claim: &Json,
    metric: &Metric,
    prior_positive: Option<&Rational>,
    proofs: &mut Proofs,
) -> Result<(), Wrong> {
    let negative = prior_positive.map(Rational::complement);
    same(claim, &metric.placed(negative.as_ref()), proofs).map_err(|wrong| wrong.of("at"))
}

fn at(members: &Members<'_>) -> Result<[Rational; 2], Wrong> {
    let claim = members.get("at").ok_or_else(|| Wrong::new("the key \"at\" is missing"))?;
    point(claim).map_err(|wrong| wrong.of("at"))
}

/// The classifiers in the order of a ranking, which has to hold each once, the best first and those without a rank last.
fn order(claim: Stream<'_>, ranks: &[Option<[usize; 2]>]) -> Result<Vec<usize>, Stop> {
    let wrong = |reason: &str| Err(Wrong::new(reason).of("ranking").into());
    let number = |_, entry: Json| {
        let number = || usize::try_from(entry.get("classifier")?.as_count()?).ok();
        Ok(number().filter(|number| *number < ranks.len()))
    };
    let mut order = Vec::with_capacity(ranks.len());
    claim.try_each(number, |number| {
        order.push(number);
        Ok(())
    })?;
    let Some(order) = order.into_iter().collect::<Option<Vec<usize>>>() else {
        return wrong("an entry names no classifier of the input");
    };
    let mut seen = vec![false; ranks.len()];
    order.iter().for_each(|&k| seen[k] = true);
    if order.len() != ranks.len() || seen.contains(&false) {
        return wrong("it does not hold each classifier once");
    }
    let place = |&k: &usize| ranks[k].map_or([usize::MAX; 2], |rank| rank);
    if !order.is_sorted_by_key(place) {
        return wrong("it does not begin with the best");
    }
    Ok(order)
}

/// Checks `exactile.rankings.v1` of one place.
pub(super) fn prove_around(
    mut members: Members<'_>,
    given: &Given<'_>,
    proofs: &mut Proofs,
) -> Result<(), Stop> {
    let all = OnTile::of_prior(&mut members, given.classifiers, given.target_prior, proofs)?;
    all.check_classifiers(&mut members, given.classifiers, proofs)?;
    let place = at(&members)?;
    let at = Metric::at(&place);
    let cells: Vec<Cells> = all.counts.iter().cloned().map(Cells::new).collect();
    // A score may be undefined where s/(s + u) at its place is not.
    let score = match members.get("score") {
        None => None,
        Some(_) => {
            let metric = metric(&members.text("score")?)?;
            check_place(&members.required("at")?, &metric, all.prior.as_ref(), proofs)?;
            Some(metric)
        }
    };
    members.take("at");
    let reasons: Vec<&Metric> = score.iter().chain([&at]).collect();
    let key = |cells: &Cells| {
        let is_defined = score.as_ref().is_none_or(|score| score.key(cells).is_some());
        at.key(cells).filter(|_| is_defined)
    };
    let keys: Vec<Option<Key>> = cells.iter().map(key).collect();
    let ranks = ranks(&keys, Better::Higher);
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.sort_by_key(|&k| ranks[k].unwrap_or([usize::MAX; 2]));
    let entries = Truth::Each(
        order.len(),
        Box::new(|place| {
            let k = order[place];
            let mut entry = vec![
                ("classifier", Truth::count(k)),
                ("name", Truth::text(&given.classifiers[k].name)),
                ("rank", ranks[k].map_or(Truth::Null, Truth::counts)),
            ];
            if ranks[k].is_none() {
                entry.push(("undefined", reason(&reasons, &cells[k])));
            }
            Truth::Object(entry)
        }),
    );
    let groups = order.chunk_by(|&i, &j| ranks[i].is_some() && ranks[i] == ranks[j]);
    let ties: Vec<&[usize]> = groups.filter(|group| group.len() > 1).collect();
    let ties = ties.into_iter().map(|group| Truth::counts(group.iter().copied())).collect();
    let undefined = (0..keys.len()).filter(|&k| keys[k].is_none());
    let on_border = place.iter().any(|z| z.is_zero() || *z == Rational::ONE);
    let open = || Truth::Open("what holds beside the place, its cell, and how far swaps are");
    let mut truth = vec![
        ("frontiers", frontiers(&all)),
        ("on_border", Truth::Bool(on_border)),
        ("ranking", entries),
        ("ties", Truth::List(ties)),
        ("undefined_classifiers", Truth::counts(undefined)),
        ("holds_beside", open()),
        ("beside", open()),
        ("distance", open()),
        ("undefined", Truth::maybe(open())),
        ("swaps", open()),
    ];
    if all.prior.is_some() {
        truth.push(("cell", open()));
    }
    same(&members.rest(), &Truth::Object(truth), proofs)?;
    let [a, b] = &place;
    proofs.proved(format!(
        "ranks, order and ties of {} at ({a}, {b})",
        counted(order.len(), "classifier")
    ));
    Ok(())
}

/// How many frontiers there are.
fn frontiers<'t>(all: &OnTile) -> Truth<'t> {
    match &all.prior {
        Some(prior) => Truth::count(super::rankings::frontiers(&all.counts, prior)),
        None => Truth::Open("how many frontiers there are under different priors"),
    }
}
