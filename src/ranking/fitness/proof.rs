//! Why a score passes a test: proofs by computation with the polynomials of its definition.
//!
//! A metric's surrogate is a ratio of two forms on the polytope of performances. Each rule below
//! has conditions that are checked exactly on these forms, so a proof is never taken from a list of
//! known scores.

use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use serde::Serialize;

use super::form::Form;
use super::space::{Face, PerformanceSet, Space, proportion};
use crate::geometry::Point;
use crate::num::Rational;
use crate::score::{Metric, Parts, Ring, ValueForm};

/// Why no performances break a test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Reason {
    /// First test: the score's extreme values are those of performances that are always wrong and
    /// always right; the differences are polynomials without negative coefficients.
    Extremes {
        /// Where the values of always wrong performances stand.
        always_wrong: &'static str,
        /// Where those of always right ones stand.
        always_right: &'static str,
    },
    /// Second and third test: the score orders as a ratio of linear functions whose denominator is
    /// nowhere negative, so better and worse sets are cut off by planes.
    LinearRatio {
        /// The upper linear function.
        numerator: String,
        /// The lower one.
        denominator: String,
    },
    /// Second and third test: the score has one value.
    Constant,
    /// Second test: the score orders as a non-negative linear function over a concave root, so what
    /// is at most a value is a convex set.
    OverConcaveRoot {
        /// The linear function.
        numerator: String,
        /// What the root is taken of.
        radicand: String,
    },
    /// Third test: the score orders as a concave root over a non-negative linear function, so what
    /// is at least a value is a convex set.
    ConcaveRootOver {
        /// What the root is taken of.
        radicand: String,
        /// The linear function.
        denominator: String,
    },
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Extremes { always_wrong, always_right } => {
                write!(f, "always wrong: {always_wrong}; always right: {always_right}")
            }
            Self::LinearRatio { numerator, denominator } if denominator == "1" => {
                write!(f, "orders as {numerator}, which is linear")
            }
            Self::LinearRatio { numerator, denominator } => {
                let ratio = format!("{}/{}", factor(numerator), factor(denominator));
                write!(f, "orders as {ratio}, linear over linear and not negative")
            }
            Self::Constant => f.write_str("the value is the same everywhere"),
            Self::OverConcaveRoot { numerator, radicand } => {
                let numerator = factor(numerator);
                write!(f, "orders as {numerator}/sqrt({radicand}), linear over a concave root")
            }
            Self::ConcaveRootOver { radicand, denominator } if denominator == "1" => {
                write!(f, "orders as sqrt({radicand}), which is concave")
            }
            Self::ConcaveRootOver { radicand, denominator } => {
                let denominator = factor(denominator);
                write!(f, "orders as sqrt({radicand})/{denominator}, a concave root over linear")
            }
        }
    }
}

/// A sum in parentheses.
fn factor(text: &str) -> String {
    if text.contains(' ') { format!("({text})") } else { text.to_owned() }
}

/// A metric on a set of performances, in polynomials.
pub(super) struct Symbolic {
    space: Space,
    /// Where it is not negative: numerator and denominator of the surrogate.
    numerator: Form,
    denominator: Form,
    signed_square: bool,
    set: PerformanceSet,
}

/// The value on a face.
enum Extreme {
    /// Nowhere defined.
    Absent,
    Infinite,
    /// The surrogate, or its square with the sign.
    Finite(Rational),
}

impl Symbolic {
    /// `None` for d' and for what is no ratio of forms of one degree.
    pub(super) fn of(metric: &Metric, set: &PerformanceSet) -> Option<Self> {
        if matches!(metric.form(), ValueForm::Quantiles | ValueForm::ScaledLog) {
            return None;
        }
        let space = Space::of(set);
        let Parts { numerator, denominator, signed_square } = metric.parts(&space.counts);
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

    /// Why the first test is passed; with `reversed`, by the score with the opposite sign.
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
    fn extreme(&self, face: Face) -> Option<Extreme> {
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

    /// Is sign (surrogate - bound) >= 0 everywhere? With a signed square this is only tried for
    /// bounds on the far side of zero.
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
    fn linear_ratio(&self) -> Option<(Form, Form)> {
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

    /// Why mixtures are at most as good as the best of their parts (second test) and at least as
    /// good as the worst (third test).
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
            over.map(|(numerator, radicand)| Reason::OverConcaveRoot { numerator, radicand }),
            under.map(|(denominator, radicand)| Reason::ConcaveRootOver { radicand, denominator }),
        ]
    }

    /// The point of the Tile whose ranking score orders as this score does (with `reversed`, as the
    /// opposite of this score does), for a score that passes all tests as a ratio of linear
    /// functions l/k and is not constant.
    ///
    /// With w and r its values where all predictions are wrong or right, l - w k vanishes on the
    /// first, so it is a combination of tn and tp, and r k - l is one of fp and fn. Their
    /// coefficients are the importances, up to a factor for each pair that changes no order
    /// (Foundations, properties 3 and 4).
    pub(super) fn place(&self) -> Option<Point> {
        let (numerator, denominator) = self.linear_ratio()?;
        let ratio = Self {
            space: Space::of(&self.set),
            numerator,
            denominator,
            signed_square: false,
            set: self.set.clone(),
        };
        // The linear functions that vanish on the faces.
        let vanishing = |face| {
            Some(match ratio.extreme(face)? {
                Extreme::Absent => return None,
                Extreme::Infinite => ratio.denominator.clone(),
                Extreme::Finite(value) => {
                    let scaled = ratio.numerator.scaled(&value.denominator());
                    scaled.minus(&ratio.denominator.scaled(&value.numerator()))
                }
            })
        };
        let satisfied = vanishing(Face::Wrong)?;
        let unsatisfied = vanishing(Face::Right)?;
        // Values where one of the two outcomes of a pair has its greatest probability.
        let at = |form: &Form, vertex: usize| {
            Rational::from(form.value(&ratio.space.vertices[vertex])).abs()
        };
        let (positive, negative) = match &self.set {
            PerformanceSet::All => (Rational::ONE, Rational::ONE),
            PerformanceSet::Prior(prior) => (prior.clone(), prior.complement()),
        };
        let share = |above: Rational, other: Rational| above.checked_div(&(&above + &other));
        let (tn, fp, fn_, tp) = match &self.set {
            PerformanceSet::All => (0, 1, 2, 3),
            // All predictions negative: all negatives right, all positives wrong.
            PerformanceSet::Prior(_) => (1, 3, 1, 3),
        };
        let a = share(at(&satisfied, tp) / &positive, at(&satisfied, tn) / &negative)?;
        let b = share(at(&unsatisfied, fn_) / &positive, at(&unsatisfied, fp) / &negative)?;
        Some(Point::new(a, b))
    }
}
