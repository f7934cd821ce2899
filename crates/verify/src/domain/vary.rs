//! Checks the range in which one weight may move before another classifier is first on the mean.
//!
//! At each weight t the definition says who is first: s and u of a mean are sums over the test
//! sets. Where the order of two classifiers changes, s_i u_j - s_j u_i is 0, a polynomial of degree
//! two in t, which its values at 0, 1/2 and 1 determine. So who is first changes at these roots
//! alone, and one weight between two neighbours stands for all of them.

use super::quadratic::{through, written};
use crate::claim::proofs::Proofs;
use crate::claim::sets::{Sets, parts, total};
use crate::claim::truth::{Truth, same};
use crate::claim::wrong::Wrong;
use crate::reading::json::Json;
use exactile::num::{QuadraticNumber, Rational};

/// s and u of each classifier's mean, without a test set and on it alone.
struct Ends(Vec<[[Rational; 2]; 2]>);

/// Checks `vary` at a point.
pub(super) fn check(claim: &Json, sets: &Sets<'_>, at: &[Rational; 2]) -> Result<(), Wrong> {
    let said = claim.get("domain").and_then(Json::as_count);
    let domain = said.and_then(|domain| usize::try_from(domain).ok());
    let domain = domain.filter(|domain| *domain < sets.weights.len());
    let domain = domain.ok_or_else(|| Wrong::new("there is no such test set").of("domain"))?;
    let weight = &sets.weights[domain];
    if *weight == Rational::ONE {
        return Err(Wrong::new("the other test sets have weight 0").of("domain"));
    }
    let ends = Ends::new(sets, domain, at);
    let first = ends.first_at(weight);
    if first.is_empty() {
        return Err(Wrong::new("no classifier has a value here").of("first"));
    }
    let stops = ends.stops(&first, weight);
    let here = stops.iter().position(|stop| stop.as_rational() == Some(weight));
    let here = here.ok_or_else(|| Wrong::new("the weight is not from 0 to 1"))?;
    // Those who are ahead of one of the first, from one stop to the next.
    let ahead = |k: usize| {
        let between = stops[k].between(&stops[k + 1]);
        between.map_or_else(Vec::new, |t| ends.ahead_of_one(&first, &t))
    };
    let mut from = here;
    while from > 0 && ahead(from - 1).is_empty() {
        from -= 1;
    }
    let mut to = here;
    while to + 1 < stops.len() && ahead(to).is_empty() {
        to += 1;
    }
    let below = if from == 0 { Vec::new() } else { ahead(from - 1) };
    let above = if to + 1 == stops.len() { Vec::new() } else { ahead(to) };
    let truth = Truth::Object(vec![
        ("domain", Truth::count(domain)),
        ("first", Truth::counts(first)),
        ("from", written(&stops[from])),
        ("to", written(&stops[to])),
        ("below", Truth::counts(below)),
        ("above", Truth::counts(above)),
    ]);
    same(claim, &truth, &mut Proofs::new("", 0))
}

impl Ends {
    fn new(sets: &Sets<'_>, domain: usize, at: &[Rational; 2]) -> Self {
        let rest = sets.weights[domain].complement();
        let of = |k: usize| {
            let mut others = [Rational::ZERO, Rational::ZERO];
            for d in (0..sets.weights.len()).filter(|d| *d != domain) {
                for (sum, part) in others.iter_mut().zip(sets.weighted(d, k, at)) {
                    *sum = &*sum + &(part / &rest);
                }
            }
            let matrix = &sets.matrices[domain][k];
            let total = total(matrix);
            [others, parts(matrix, at).map(|part| part / &total)]
        };
        Self((0..sets.means.len()).map(of).collect())
    }

    /// s and u of a classifier's mean at a weight.
    fn mean(&self, k: usize, t: &Rational) -> [Rational; 2] {
        let [others, own] = &self.0[k];
        [0, 1].map(|part| t.complement() * &others[part] + t * &own[part])
    }

    /// Positive where the first of two is better.
    fn lead(&self, i: usize, j: usize, t: &Rational) -> Rational {
        let ([s, u], [s2, u2]) = (self.mean(i, t), self.mean(j, t));
        s * u2 - s2 * u
    }

    fn first_at(&self, t: &Rational) -> Vec<usize> {
        let value = |k: usize| {
            let [s, u] = self.mean(k, t);
            s.checked_div(&(&s + &u))
        };
        let values: Vec<Option<Rational>> = (0..self.0.len()).map(value).collect();
        let best = values.iter().flatten().max();
        (0..values.len()).filter(|&k| best.is_some() && values[k].as_ref() == best).collect()
    }

    /// Those that are better than one of the first at a weight.
    fn ahead_of_one(&self, first: &[usize], t: &Rational) -> Vec<usize> {
        let is_ahead = |j: &usize| first.iter().any(|&i| self.lead(i, *j, t).is_negative());
        (0..self.0.len()).filter(is_ahead).collect()
    }

    /// The weights from 0 to 1 at which somebody may pass one of the first, with 0, 1 and the
    /// weight itself.
    fn stops(&self, first: &[usize], weight: &Rational) -> Vec<QuadraticNumber> {
        let [zero, one] = [Rational::ZERO, Rational::ONE].map(QuadraticNumber::from);
        let mut stops = vec![zero.clone(), one.clone(), weight.clone().into()];
        let half = Rational::new(1, 2);
        for &i in first {
            for j in (0..self.0.len()).filter(|j| *j != i) {
                let whole =
                    through(&[&Rational::ZERO, &half, &Rational::ONE].map(|t| self.lead(i, j, t)));
                let within = |root: &QuadraticNumber| zero < *root && *root < one;
                stops.extend(QuadraticNumber::roots(whole).into_iter().filter(within));
            }
        }
        stops.sort_unstable();
        stops.dedup();
        stops
    }
}
