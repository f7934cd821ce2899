//! Checks the ranking by one score, from the score's definition: the values, and the comparison of
//! each pair.

use crate::claim::classifiers::OnTile;
use crate::claim::given::Given;
use crate::claim::header::Members;
use crate::claim::proofs::{Proofs, counted};
use crate::claim::stop::Stop;
use crate::claim::stream::Stream;
use crate::claim::truth::Truth;
use crate::claim::wrong::Wrong;
use crate::metric::costs::Costs;
use crate::metric::interval::{asked, of_metric, say};
use crate::metric::metrics::{Better, Cells, Key, Metric};
use crate::metric::ranks::{check_place, metric, ranks};
use crate::metric::written::value_entry;
use crate::reading::json::Json;

/// Checks `exactile.rank.v1`. The order of tied classifiers, and of those without a rank, is not
/// checked.
pub(crate) fn prove(
    mut members: Members<'_>,
    given: &Given<'_>,
    proofs: &mut Proofs,
) -> Result<(), Stop> {
    let intervals = asked(&mut members)?;
    let all = OnTile::plain(given.classifiers, given.target_prior)?;
    let metric = match members.get("score") {
        None => Metric::at(&members.point("at")?),
        Some(_) => {
            let metric = metric(&members.text("score")?)?;
            check_place(&members.required("at")?, &metric, all.prior.as_ref(), proofs)?;
            metric
        }
    };
    let costs = match (members.get("score").is_none(), members.get("costs")) {
        (true, Some(claim)) => Some(Costs::at(claim, &members.point("at")?)?),
        _ => None,
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
            entry.extend(costs.iter().flat_map(|costs| costs.prices(&cells[k])));
            if let Some((kind, level)) = &intervals {
                let interval = of_metric(*kind, &metric, &cells[k], level);
                entry.push(("interval", Truth::maybe(interval)));
            }
            Truth::Object(entry)
        }),
    );
    let mut truth = vec![("ranking", entries)];
    truth.extend(costs.iter().flat_map(|costs| costs.truth(&cells)));
    members.same(&truth, proofs)?;
    if let Some((kind, _)) = intervals {
        say(kind, proofs);
    }
    if let Some(target) = given.target_prior {
        proofs.prior_positive = Some(target.clone());
    }
    proofs.proved(format!("values, ranks and order of {}", counted(order.len(), "classifier")));
    Ok(())
}

/// Reads the classifiers in the order of a ranking, which has to contain each once, the best first
/// and those without a rank last.
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
