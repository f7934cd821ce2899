//! A segment of the Tile: parallel to an axis, on the diagonal, or straight in balanced coordinates
//! (`polygon.rs`).

use super::plane::warped;
use crate::claim::header::Members;
use crate::claim::truth::point;
use crate::claim::wrong::Wrong;
use exactile::num::Rational;

/// A segment between two points of the Tile.
pub(crate) struct Segment {
    ends: [[Rational; 2]; 2],
    prior: Rational,
    is_diagonal: bool,
    /// `true` if positions are measured on the Tile itself.
    pub(crate) is_level: bool,
}

impl Segment {
    fn new(ends: [[Rational; 2]; 2], prior: Rational) -> Self {
        let [[a, b], [c, d]] = &ends;
        let is_diagonal = a == b && c == d;
        let is_level = is_diagonal || a == c || b == d;
        Self { ends, prior, is_diagonal, is_level }
    }

    /// Takes `from` and `to` from a result.
    pub(crate) fn of(members: &mut Members<'_>, prior: Rational) -> Result<Self, Wrong> {
        let mut end = |key: &str| point(&members.required(key)?).map_err(|wrong| wrong.of(key));
        let ends = [end("from")?, end("to")?];
        if ends[0] == ends[1] {
            return Err(Wrong::new("it is where the segment begins").of("to"));
        }
        Ok(Self::new(ends, prior))
    }

    /// Returns the point at a position.
    pub(crate) fn at(&self, position: &Rational) -> [Rational; 2] {
        let along = |from: &Rational, to: &Rational| from + &((to - from) * position);
        let [from, to] = &self.ends;
        if self.is_level {
            return [along(&from[0], &to[0]), along(&from[1], &to[1])];
        }
        let not = self.prior.complement();
        let [from, to] = self.ends.each_ref().map(|end| self.balanced(end));
        [0, 1].map(|k| warped(&along(&from[k], &to[k]), &not))
    }

    /// Returns the position of a point; `None` if it is not on the segment.
    pub(crate) fn position(&self, place: &[Rational; 2]) -> Option<Rational> {
        let seen = |point: &[Rational; 2]| match self.is_level {
            true => point.clone(),
            false => self.balanced(point),
        };
        let ([from, to], spot) = (self.ends.each_ref().map(seen), seen(place));
        let mut axes = (0..2).filter(|&k| from[k] != to[k]);
        let k = axes.next()?;
        let position = (&spot[k] - &from[k]) / (&to[k] - &from[k]);
        let is_within = !position.is_negative() && position <= Rational::ONE;
        (is_within && self.at(&position) == *place).then_some(position)
    }

    /// Returns the prior of the positive class.
    pub(crate) fn prior(&self) -> &Rational {
        &self.prior
    }

    /// Returns `true` if all of its points are F-scores.
    pub(crate) fn is_of_f_scores(&self) -> bool {
        self.ends.iter().all(|[a, _]| *a == Rational::ONE)
    }

    fn balanced(&self, point: &[Rational; 2]) -> [Rational; 2] {
        point.each_ref().map(|z| warped(z, &self.prior))
    }

    /// Returns s and u of a performance at both ends; on the diagonal u is taken as 1.
    pub(crate) fn satisfactions(&self, [tnr, tpr]: &[Rational; 2]) -> [[Rational; 2]; 2] {
        let half = Rational::new(1, 2);
        self.ends.each_ref().map(|end| {
            let (at, p) = if self.is_level {
                (end.clone(), &self.prior)
            } else {
                (self.balanced(end), &half)
            };
            let [a, b] = &at;
            let q = p.complement();
            let unsatisfied = || b.complement() * &q * tnr.complement() + b * p * tpr.complement();
            let u = if self.is_diagonal { Rational::ONE } else { unsatisfied() };
            [a.complement() * &q * tnr + a * p * tpr, u]
        })
    }

    /// Returns the well-known parameters of the score at a point, by name.
    pub(crate) fn coordinates(&self, [a, b]: &[Rational; 2]) -> Vec<(&'static str, Rational)> {
        if self.is_diagonal {
            let cost = warped(a, &self.prior);
            return vec![("threshold_probability", a.complement()), ("probability_cost", cost)];
        }
        if self.is_of_f_scores() {
            let odds = b.checked_div(&b.complement());
            return odds.map(|odds| vec![("f_beta_squared", odds)]).unwrap_or_default();
        }
        Vec::new()
    }
}
