//! Reasons why a score passes a test: proofs by computation with the polynomials of its definition.
//!
//! A metric's surrogate is a ratio of two forms on the polytope of performances. Each rule below
//! has conditions that are checked exactly on these forms, so a proof is never taken from a list of
//! known scores.

use num_bigint::BigInt;
use num_traits::{Signed, Zero};

use super::form::Form;
use super::reason::Reason;
use super::set::PerformanceSet;
use super::space::{Face, Space, proportion};
use crate::num::Rational;
use crate::score::{Metric, Parts, Ring, ValueForm};

/// A metric on a set of performances, in polynomials.
pub(super) struct Symbolic {
    pub(super) space: Space,
    /// Numerator of the surrogate; numerator and denominator are not negative on the set.
    pub(super) numerator: Form,
    pub(super) denominator: Form,
    pub(super) signed_square: bool,
    pub(super) set: PerformanceSet,
}

/// The value on a face.
pub(super) enum Extreme {
    /// Nowhere defined.
    Absent,
    Infinite,
    /// The surrogate, or its square with the sign.
    Finite(Rational),
}

impl Symbolic {
    /// `None` for d' and for metrics that are not ratios of forms of one degree.
    pub(super) fn of(metric: &Metric, set: &PerformanceSet) -> Option<Self> {
        if matches!(metric.form(), ValueForm::Quantiles | ValueForm::ScaledLog) {
            return None;
        }
        let space = Space::of(set);
        let parts = metric.parts(&space.counts);
        Self::of_parts(space, parts, set)
    }

    fn of_parts(space: Space, parts: Parts<Form>, set: &PerformanceSet) -> Option<Self> {
        let Parts { numerator, denominator, signed_square } = parts;
        // A sign that is known needs no care.
        let (numerator, signed_square) =
            if signed_square && space.is_certainly_nonnegative(&numerator) {
                (numerator.times(&numerator), false)
            } else {
                (numerator, signed_square)
            };
        let (numerator, denominator) = if signed_square {
            (numerator, denominator)
        } else {
            numerator.without_common_monomial(&denominator)
        };
        let upper =
            numerator.degree().map(|degree| if signed_square { 2 * degree } else { degree });
        let fits = numerator.is_zero() || upper == denominator.degree();
        (fits && denominator.degree().is_some()).then(|| Self {
            space,
            numerator,
            denominator,
            signed_square,
            set: set.clone(),
        })
    }

    /// Returns the reason why the first test is passed; with `reversed`, by the score with the
    /// opposite sign.
    pub(super) fn extremes(&self, reversed: bool) -> Option<Reason> {
        let faces = if reversed { [Face::Right, Face::Wrong] } else { [Face::Wrong, Face::Right] };
        let (lowest, highest) = (self.extreme(faces[0])?, self.extreme(faces[1])?);
        let proved = self.is_lowest(&lowest) && self.is_highest(&highest);
        let word = |extreme: &Extreme, word| match extreme {
            Extreme::Absent => "no value",
            _ => word,
        };
        let (low, high) = (word(&lowest, "least value"), word(&highest, "greatest value"));
        proved.then_some(if reversed {
            Reason::Extremes { always_wrong: high, always_right: low }
        } else {
            Reason::Extremes { always_wrong: low, always_right: high }
        })
    }

    /// The one value on a face, if it is one.
    pub(super) fn extreme(&self, face: Face) -> Option<Extreme> {
        let numerator = self.space.on(face, &self.numerator);
        let denominator = self.space.on(face, &self.denominator);
        if denominator.is_zero() {
            return Some(if numerator.is_zero() { Extreme::Absent } else { Extreme::Infinite });
        }
        if !self.signed_square {
            return proportion(&numerator, &denominator).map(Extreme::Finite);
        }
        let square = proportion(&numerator.times(&numerator), &denominator)?;
        let negated = numerator.scaled(&BigInt::from(-1));
        if numerator.has_no_negative_coefficient() {
            Some(Extreme::Finite(square))
        } else {
            negated.has_no_negative_coefficient().then(|| Extreme::Finite(-square))
        }
    }

    fn is_lowest(&self, extreme: &Extreme) -> bool {
        match extreme {
            Extreme::Absent => true,
            Extreme::Infinite => false,
            Extreme::Finite(least) => self.is_within(least, 1),
        }
    }

    fn is_highest(&self, extreme: &Extreme) -> bool {
        match extreme {
            Extreme::Absent | Extreme::Infinite => true,
            Extreme::Finite(greatest) => {
                // Infinite values, if there are any, lie above.
                let size = self.numerator.terms().map(|(_, k)| k.abs()).sum::<BigInt>();
                let finite = self.signed_square
                    || self.space.is_certainly_nonnegative(
                        &self.denominator.scaled(&size).plus(&self.numerator),
                    );
                finite && self.is_within(greatest, -1)
            }
        }
    }

    /// Returns `true` if sign (surrogate - bound) >= 0 everywhere is proved. With a signed square
    /// this is only tried for bounds on the far side of zero.
    fn is_within(&self, bound: &Rational, sign: i32) -> bool {
        let bounded = self.denominator.scaled(&bound.numerator());
        let unit = bound.denominator();
        if !self.signed_square {
            let excess = self.numerator.scaled(&unit).minus(&bounded);
            return self.space.is_certainly_nonnegative(&excess.scaled(&sign.into()));
        }
        let outwards = if sign > 0 { !bound.is_positive() } else { !bound.is_negative() };
        let square = self.numerator.times(&self.numerator).scaled(&unit);
        let margin = bounded.scaled(&(-sign).into()).minus(&square);
        outwards && self.space.is_certainly_nonnegative(&margin)
    }

    /// Numerator and denominator, if the score orders as a ratio of linear functions.
    pub(super) fn linear_ratio(&self) -> Option<(Form, Form)> {
        let (numerator, denominator) = if self.signed_square {
            let root = self.denominator.root()?;
            let sign = if self.space.linear_is_nonnegative(&root) { 1 } else { -1 };
            self.numerator.without_common_monomial(&root.scaled(&sign.into()))
        } else {
            (self.numerator.clone(), self.denominator.clone())
        };
        let linear = denominator.degree()? <= 1 && self.space.linear_is_nonnegative(&denominator);
        // Where the denominator vanishes the value is infinite, so it has to be so from below.
        let rises = !self.space.vertices.iter().any(|vertex| {
            denominator.value(vertex).is_zero() && numerator.value(vertex).is_negative()
        });
        (linear && rises).then_some((numerator, denominator))
    }

    /// Returns the reasons why mixtures are at most as good as the best of their parts (second
    /// test) and at least as good as the worst (third test).
    pub(super) fn convexity(&self) -> [Option<Reason>; 2] {
        let text = |form: &Form| self.space.text(form);
        if let Some((numerator, denominator)) = self.linear_ratio() {
            let reason = if proportion(&numerator, &denominator).is_some() {
                Reason::Constant
            } else {
                Reason::LinearRatio { numerator: text(&numerator), denominator: text(&denominator) }
            };
            return [Some(reason.clone()), Some(reason)];
        }
        if self.signed_square {
            return [None, None];
        }
        let square_over_root = |square: &Form, radicand: &Form| {
            let root = square.root()?;
            let negated = root.scaled(&BigInt::from(-1));
            let root = [root, negated].into_iter().find(|r| self.space.linear_is_nonnegative(r))?;
            self.space.root_is_concave(radicand).then(|| (text(&root), text(radicand)))
        };
        let over = square_over_root(&self.numerator, &self.denominator);
        let under = square_over_root(&self.denominator, &self.numerator);
        [
            over.map(|(numerator, radicand)| Reason::OverConcaveRoot { numerator, radicand })
                .or_else(|| self.curved_one_way(1)),
            under
                .map(|(denominator, radicand)| Reason::ConcaveRootOver { radicand, denominator })
                .or_else(|| self.curved_one_way(-1)),
        ]
    }

    /// With a surrogate s = q/d of quadratic forms, s/(1 - c s) = q/(d - c q) increases with s
    /// where the denominator is positive: for c = 0, and for 1/c an extreme value of s. If that
    /// denominator is a product l k of linear functions that are nowhere negative, then q/l is
    /// convex (`sign` 1) or concave (`sign` -1) if q is so on the plane l = 0, and then q/l <= t k,
    /// or q/l >= t k, is a convex set for each t. On l = 0 itself a value is extreme or undefined.
    fn curved_one_way(&self, sign: i32) -> Option<Reason> {
        let size = self.numerator.terms().map(|(_, k)| k.abs()).sum::<BigInt>();
        let bounded = self.denominator.scaled(&size).plus(&self.numerator);
        if self.numerator.degree() != Some(2) || !self.space.is_certainly_nonnegative(&bounded) {
            return None;
        }
        let mut multiples = vec![Rational::ZERO];
        for (face, is_lowest) in [(Face::Wrong, true), (Face::Right, false)] {
            let Some(extreme) = self.extreme(face) else { continue };
            let is_proved =
                if is_lowest { self.is_lowest(&extreme) } else { self.is_highest(&extreme) };
            if let (true, Extreme::Finite(value)) = (is_proved, extreme) {
                multiples.extend(value.reciprocal());
            }
        }
        let text = |form: &Form| self.space.text(form);
        multiples.iter().find_map(|multiple| {
            let (c, unit) = (multiple.numerator(), multiple.denominator());
            let product = self.denominator.scaled(&unit).minus(&self.numerator.scaled(&c));
            let factors = self.space.factors(&product)?;
            let [first, second] = &factors;
            [[first, second], [second, first]].into_iter().find_map(|[under, other]| {
                self.space.is_curved_on(&self.numerator.scaled(&sign.into()), under).then(|| {
                    Reason::QuadraticOverLinear {
                        numerator: text(&self.numerator),
                        denominators: [text(under), text(other)],
                    }
                })
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Counts;

    fn reasons(set: &str, parts: impl Fn(&Counts<Form>) -> [Form; 2]) -> [Option<Reason>; 2] {
        let set: PerformanceSet = set.parse().expect("a set");
        let space = Space::of(&set);
        let [numerator, denominator] = parts(&space.counts);
        let parts = Parts { numerator, denominator, signed_square: false };
        Symbolic::of_parts(space, parts, &set).expect("forms of one degree").convexity()
    }

    /// The harmonic mean of TNR, TPR, NPV, PPV is 4 tp tn/(4 tp tn + (tp + tn)(fp + fn)), Scott's
    /// pi (4 tp tn - e^2)/((2 tp + e)(2 tn + e)) with e = fp + fn: no mixture is worse than all
    /// parts.
    #[test]
    fn the_harmonic_mean_of_four_and_scotts_pi_are_quasi_concave() {
        for set in ["all", "1/3"] {
            let [_, at_least] = reasons(set, |Counts { tn, fp, fn_, tp, .. }| {
                let wrong = fp.plus(fn_);
                let twice = |right: &Form| right.plus(right).plus(&wrong);
                let right = tp.times(tn).scaled(&4.into());
                [right.minus(&wrong.times(&wrong)), twice(tp).times(&twice(tn))]
            });
            assert!(matches!(at_least, Some(Reason::QuadraticOverLinear { .. })), "{at_least:?}");
            let [at_most, at_least] = reasons(set, |Counts { tn, fp, fn_, tp, .. }| {
                let right = tp.times(tn).scaled(&4.into());
                let rest = tp.plus(tn).times(&fp.plus(fn_));
                [right.clone(), right.plus(&rest)]
            });
            assert_eq!(at_most, None);
            assert!(matches!(at_least, Some(Reason::QuadraticOverLinear { .. })), "{at_least:?}");
        }
    }

    /// The probability that two samples are both right or both wrong is convex.
    #[test]
    fn a_convex_score_passes_the_second_test_alone() {
        let [at_most, at_least] = reasons("all", |Counts { tn, fp, fn_, tp, unit }| {
            let (right, wrong) = (tn.plus(tp), fp.plus(fn_));
            [right.times(&right).plus(&wrong.times(&wrong)), unit.times(unit)]
        });
        assert!(matches!(at_most, Some(Reason::QuadraticOverLinear { .. })), "{at_most:?}");
        assert_eq!(at_least, None);
    }

    #[test]
    fn a_difference_of_products_is_curved_both_ways() {
        for set in ["all", "1/3"] {
            let found = reasons(set, |Counts { tn, fp, fn_, tp, unit }| {
                [tn.times(fn_).minus(&fp.times(tp)), unit.times(unit)]
            });
            // At a fixed prior p n (TNR - TPR): linear.
            let linear = matches!(found[0], Some(Reason::LinearRatio { .. }));
            assert_eq!((found[0].is_some(), linear), (set != "all", set != "all"), "{set}");
            assert_eq!(found[0], found[1]);
        }
    }
}
