//! The truth about values at a point, from the definitions, and about the first classifiers there.

use std::cmp::Ordering;

use crate::claim::sets::{Sets, value};
use crate::claim::truth::{Entry, Truth};
use exactile::num::Rational;

/// The reasons why a value is undefined.
const NOTHING_COUNTS: &str = "no outcome that counts for this score has occurred (0/0)";
const ONE_UNDEFINED: &str = "the score has no value in a domain";

/// The values of a score: by test set and classifier, and of the mean performances.
struct Values {
    of: Vec<Vec<Option<Rational>>>,
    means: Vec<Option<Rational>>,
}

/// Returns the truth about `values`, `agreement` and `kendall`.
pub(super) fn truth<'t>(sets: &Sets<'_>, at: &[Rational; 2]) -> Entry<'t> {
    let values = Values {
        of: sets.matrices.iter().map(|row| row.iter().map(|m| value(m, at)).collect()).collect(),
        means: sets.means.iter().map(|mean| value(mean, at)).collect(),
    };
    let entries = (0..sets.means.len()).map(|k| Truth::Object(of_classifier(sets, &values, k, at)));
    vec![
        ("values", Truth::List(entries.collect())),
        ("agreement", agreement(&values)),
        ("kendall", kendall(&values)),
    ]
}

fn number<'t>(value: Option<Rational>) -> Truth<'t> {
    value.map_or(Truth::Null, Truth::exact)
}

/// Returns the truth about the values of a classifier. The shares are those of w_d = l_d (s_d +
/// u_d) and of l_d u_d in the sum of all l_d (s_d + u_d).
fn of_classifier<'t>(sets: &Sets<'_>, values: &Values, k: usize, at: &[Rational; 2]) -> Entry<'t> {
    let parts: Vec<[Rational; 2]> =
        (0..sets.weights.len()).map(|d| sets.weighted(d, k, at)).collect();
    let sum: Rational = parts.iter().flatten().cloned().sum();
    let domains = parts.iter().enumerate().map(|(d, [s, u])| {
        let value = values.of[d][k].clone();
        let is_undefined = value.is_none() || sum.is_zero();
        let mut entry = vec![
            ("domain", Truth::count(d)),
            ("value", number(value)),
            ("weight", number((s + u).checked_div(&sum))),
            ("loss_share", number(u.checked_div(&sum))),
        ];
        entry.extend(is_undefined.then(|| ("undefined", Truth::text(NOTHING_COUNTS))));
        Truth::Object(entry)
    });
    let terms = sets.weights.iter().zip(&values.of).map(|(l, row)| Some(l * row[k].as_ref()?));
    let mean_of_values: Option<Vec<Rational>> = terms.collect();
    let mean_of_values: Option<Rational> = mean_of_values.map(|terms| terms.into_iter().sum());
    let mean = values.means[k].clone();
    let reason = match (&mean, &mean_of_values) {
        (None, _) => Some(NOTHING_COUNTS),
        (_, None) => Some(ONE_UNDEFINED),
        _ => None,
    };
    let mut entry = vec![
        ("classifier", Truth::count(k)),
        ("mean", number(mean)),
        ("mean_of_values", number(mean_of_values)),
        ("domains", Truth::List(domains.collect())),
    ];
    entry.extend(reason.map(|reason| ("undefined", Truth::text(reason))));
    entry
}

/// The positions of the greatest values.
fn first(values: &[Option<Rational>]) -> Vec<usize> {
    let is_first =
        |k: &usize| values[*k].is_some() && values.iter().all(|other| *other <= values[*k]);
    (0..values.len()).filter(is_first).collect()
}

fn agreement<'t>(values: &Values) -> Truth<'t> {
    let count = values.means.len();
    let domains: Vec<Vec<usize>> = values.of.iter().map(|row| first(row)).collect();
    let first_in = (0..count).map(|k| domains.iter().filter(|of| of.contains(&k)).count());
    let least: Vec<Option<Rational>> =
        (0..count).map(|k| values.of.iter().filter_map(|row| row[k].clone()).min()).collect();
    let worst = least.iter().enumerate().map(|(k, least)| match least {
        None => Truth::Null,
        Some(least) => {
            let has_it = |d: &usize| values.of[*d][k].as_ref() == Some(least);
            let domains = (0..values.of.len()).filter(has_it);
            let value = ("value", Truth::exact(least.clone()));
            Truth::Object(vec![value, ("domains", Truth::counts(domains))])
        }
    });
    let turns = |i: usize, j: usize| {
        let pairs = values.of.iter().map(|row| row[i].as_ref().zip(row[j].as_ref()));
        let pairs: Option<Vec<(&Rational, &Rational)>> = pairs.collect();
        let is_behind = values.means[i].is_some() && values.means[i] < values.means[j];
        is_behind
            && pairs.is_some_and(|pairs| {
                pairs.iter().all(|(x, y)| x >= y) && pairs.iter().any(|(x, y)| x > y)
            })
    };
    let pairs = (0..count).flat_map(|i| (0..count).map(move |j| [i, j]));
    let paradoxes = pairs.filter(|&[i, j]| turns(i, j)).map(Truth::counts);
    Truth::Object(vec![
        ("mean", Truth::counts(first(&values.means))),
        ("first_in", Truth::counts(first_in)),
        ("paradoxes", Truth::List(paradoxes.collect())),
        ("worst", Truth::List(worst.collect())),
        ("maximin", Truth::counts(first(&least))),
        ("domains", Truth::List(domains.into_iter().map(Truth::counts).collect())),
    ])
}

/// Returns the truth about Kendall's distances: each two classifiers in each two test sets.
fn kendall<'t>(values: &Values) -> Truth<'t> {
    let (sets, count) = (values.of.len(), values.means.len());
    // The number of smaller values in its test set stands for a value.
    let below = |row: &Vec<Option<Rational>>| -> Vec<Option<usize>> {
        let mut sorted: Vec<&Rational> = row.iter().flatten().collect();
        sorted.sort_unstable();
        let place = |value: &Rational| sorted.partition_point(|other| *other < value);
        row.iter().map(|value| value.as_ref().map(place)).collect()
    };
    let places: Vec<Vec<Option<usize>>> = values.of.iter().map(below).collect();
    let order = |d: usize, i: usize, j: usize| Some(places[d][i]?.cmp(&places[d][j]?));
    let classifiers: Vec<[usize; 2]> =
        (0..count).flat_map(|i| (i + 1..count).map(move |j| [i, j])).collect();
    let between = (0..sets).flat_map(|d| (d + 1..sets).map(move |e| [d, e])).map(|[d, e]| {
        let mut counts = [0; 3];
        for &[i, j] in &classifiers {
            match order(d, i, j).zip(order(e, i, j)) {
                None => {}
                Some((Ordering::Equal, _) | (_, Ordering::Equal)) => counts[2] += 1,
                Some((one, other)) => counts[usize::from(one != other)] += 1,
            }
        }
        let [concordant, discordant, tied] = counts.map(Truth::count);
        Truth::Object(vec![
            ("domains", Truth::counts([d, e])),
            ("concordant", concordant),
            ("discordant", discordant),
            ("tied", tied),
        ])
    });
    let between = Truth::List(between.collect());
    let better = |&[i, j]: &[usize; 2]| {
        [Ordering::Greater, Ordering::Less]
            .map(|wanted| (0..sets).filter(|&d| order(d, i, j) == Some(wanted)).count())
    };
    let all: Vec<[usize; 2]> = classifiers.iter().map(better).collect();
    let most = all.iter().map(|[x, y]| x * y).max().unwrap_or(0);
    let mut swapped = classifiers.iter().zip(&all).filter(|(_, [x, y])| x * y == most);
    let pairs = swapped.clone().count();
    let most_swapped = match swapped.next().filter(|_| most > 0) {
        None => Truth::Null,
        Some((pair, better)) => Truth::Object(vec![
            ("classifiers", Truth::counts(*pair)),
            ("better", Truth::counts(*better)),
            ("pairs", Truth::count(pairs)),
        ]),
    };
    Truth::Object(vec![("between", between), ("most_swapped", most_swapped)])
}
