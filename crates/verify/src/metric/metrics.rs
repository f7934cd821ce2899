//! Metrics by name, from their definitions, with the keys that order them and the form of their
//! values.
//!
//! A metric is undefined where a quotient in its definition is 0/0. Its *key* is a rational, or
//! plus infinity, that orders as the metric does: the value v itself, sign(v) v^2 for roots, e^v
//! for logarithms, and FPR/(TPR + FPR) for v = sqrt(FPR)/(sqrt(TPR) + sqrt(FPR)). So no root or
//! logarithm is ever compared.

use num_bigint::BigInt;

use crate::claim::shape::{POINT, Shape};
use crate::claim::truth::Truth;
use exactile::num::Rational;
use exactile::performance::ConfusionMatrix;

/// A place on the Tile, or null if the score has none.
const PLACE: Shape = Shape::Either(&[POINT, Shape::Null]);

/// The outcomes in the order of the data.
pub(super) const OUTCOMES: [&str; 4] = ["tn", "fp", "fn", "tp"];

/// The counts of a confusion matrix.
#[derive(Clone, Debug)]
pub(crate) struct Cells {
    pub(crate) tn: Rational,
    pub(crate) fp: Rational,
    pub(crate) fn_: Rational,
    pub(crate) tp: Rational,
}

impl Cells {
    pub(crate) fn new([tn, fp, fn_, tp]: [Rational; 4]) -> Self {
        Self { tn, fp, fn_, tp }
    }

    /// Creates the cells of a confusion matrix.
    pub(crate) fn of_matrix(m: &ConfusionMatrix) -> Self {
        Self::new([m.tn(), m.fp(), m.fn_(), m.tp()].map(Clone::clone))
    }

    /// Creates the cells of the counts `tn, fp, fn, tp`.
    pub(crate) fn of(counts: [u64; 4]) -> Self {
        Self::new(counts.map(|count| BigInt::from(count).into()))
    }

    pub(super) fn p(&self) -> Rational {
        &self.fn_ + &self.tp
    }

    pub(super) fn n(&self) -> Rational {
        &self.tn + &self.fp
    }

    pub(crate) fn t(&self) -> Rational {
        self.p() + self.n()
    }

    pub(super) fn errors(&self) -> Rational {
        &self.fp + &self.fn_
    }

    pub(super) fn tpr(&self) -> Option<Rational> {
        self.tp.checked_div(&self.p())
    }

    pub(super) fn tnr(&self) -> Option<Rational> {
        self.tn.checked_div(&self.n())
    }

    pub(super) fn fpr(&self) -> Option<Rational> {
        self.fp.checked_div(&self.n())
    }

    pub(super) fn fnr(&self) -> Option<Rational> {
        self.fn_.checked_div(&self.p())
    }

    pub(super) fn ppv(&self) -> Option<Rational> {
        self.tp.checked_div(&(&self.tp + &self.fp))
    }

    pub(super) fn npv(&self) -> Option<Rational> {
        self.tn.checked_div(&(&self.tn + &self.fn_))
    }

    pub(super) fn ppv_bal(&self) -> Option<Rational> {
        let (tpr, tnr) = (self.tpr()?, self.tnr()?);
        tpr.checked_div(&(&tpr + tnr.complement()))
    }

    pub(super) fn npv_bal(&self) -> Option<Rational> {
        let (tpr, tnr) = (self.tpr()?, self.tnr()?);
        tnr.checked_div(&(&tnr + tpr.complement()))
    }

    /// TP TN - FP FN
    pub(super) fn determinant(&self) -> Rational {
        &self.tp * &self.tn - &self.fp * &self.fn_
    }

    pub(super) fn count(&self, outcome: &str) -> Option<&Rational> {
        match outcome {
            "tn" => Some(&self.tn),
            "fp" => Some(&self.fp),
            "fn" => Some(&self.fn_),
            "tp" => Some(&self.tp),
            _ => None,
        }
    }

    pub(super) fn sum(&self, outcomes: &[String]) -> Rational {
        outcomes.iter().filter_map(|outcome| self.count(outcome)).fold(Rational::ZERO, |x, y| x + y)
    }
}

/// The key of a value: keys are in the order of the values.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Key {
    Finite(Rational),
    Infinity,
}

impl From<Rational> for Key {
    fn from(value: Rational) -> Self {
        Self::Finite(value)
    }
}

/// Returns x/y; it is infinite if only y is 0.
pub(super) fn over(x: &Rational, y: &Rational) -> Option<Key> {
    match x.checked_div(y) {
        Some(value) => Some(value.into()),
        None if x.is_zero() => None,
        None => Some(Key::Infinity),
    }
}

/// Returns sign(x) x^2 over a square.
pub(super) fn signed_square(x: &Rational, square: &Rational) -> Option<Rational> {
    (x * x.abs()).checked_div(square)
}

/// The relation of a value to its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Exact,
    Root,
    Logarithm,
    /// The prevalence threshold.
    Threshold,
}

/// The direction in which values are better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Better {
    Higher,
    Lower,
    Neither,
}

/// A coordinate of a place on the Tile.
#[derive(Clone, Debug)]
pub(super) enum Coordinate {
    Fixed(Rational),
    /// The negative prior.
    Prior,
    /// q^2/(p^2 + q^2) with the negative prior q.
    Kappa,
}

/// The place of a metric on the Tile.
#[derive(Clone, Debug)]
pub(super) enum Place {
    None,
    At([Coordinate; 2]),
    /// The place is not computed here.
    Unknown,
}

/// A function from counts to the key; `None` if the metric is undefined.
pub(super) type Definition = Box<dyn Fn(&Cells) -> Option<Key> + Send + Sync>;

/// A metric.
pub(crate) struct Metric {
    /// The name that the program writes, which differs from the title in `rank`.
    pub(super) name: String,
    pub(crate) kind: Kind,
    pub(crate) better: Better,
    pub(super) place: Place,
    pub(super) key: Definition,
}

impl Metric {
    /// Returns the score s/(s + u) at a point of the Tile.
    pub(crate) fn at([a, b]: &[Rational; 2]) -> Self {
        let (not_a, not_b) = (a.complement(), b.complement());
        let (a, b) = (a.clone(), b.clone());
        let place = Place::At([a.clone(), b.clone()].map(Coordinate::Fixed));
        let key = move |m: &Cells| {
            let s = &not_a * &m.tn + &a * &m.tp;
            let u = &not_b * &m.fp + &b * &m.fn_;
            Some(s.checked_div(&(&s + u))?.into())
        };
        Self::new("r", Kind::Exact, Better::Higher, place, key)
    }

    pub(super) fn new(
        name: &str,
        kind: Kind,
        better: Better,
        place: Place,
        key: impl Fn(&Cells) -> Option<Key> + Send + Sync + 'static,
    ) -> Self {
        Self { name: name.to_owned(), kind, better, place, key: Box::new(key) }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Returns `true` if it is known to have a place on the Tile.
    pub(crate) fn has_place(&self) -> bool {
        matches!(self.place, Place::At(_))
    }

    /// Returns the key of a value; `None` if the metric is undefined.
    pub(crate) fn key(&self, cells: &Cells) -> Option<Key> {
        (self.key)(cells)
    }

    /// Returns `true` if the metric is a score s/(s + u) of fixed importances that is 0/0 on these
    /// counts.
    pub(super) fn nothing_counts(&self, cells: &Cells) -> bool {
        match &self.place {
            Place::At([Coordinate::Fixed(a), Coordinate::Fixed(b)]) => {
                Self::at(&[a.clone(), b.clone()]).key(cells).is_none()
            }
            _ => false,
        }
    }

    /// Returns the truth about the place of the metric on the Tile with this negative prior, if all
    /// classifiers have the same.
    pub(super) fn placed<'t>(&self, negative_prior: Option<&Rational>) -> Truth<'t> {
        let unknown = Truth::Open("the place of the score", &PLACE);
        let coordinates = match &self.place {
            Place::None => return Truth::Null,
            Place::Unknown => return unknown,
            Place::At(coordinates) => coordinates,
        };
        let coordinate = |z: &Coordinate| {
            let q = || negative_prior.cloned();
            match z {
                Coordinate::Fixed(z) => Some(z.clone()),
                Coordinate::Prior => q(),
                Coordinate::Kappa => {
                    let (q, p) = (q()?, q()?.complement());
                    (&q * &q).checked_div(&(&q * &q + &p * &p))
                }
            }
        };
        match coordinates.each_ref().map(coordinate) {
            [Some(a), Some(b)] => Truth::List(vec![Truth::exact(a), Truth::exact(b)]),
            _ => unknown,
        }
    }

    /// Returns the key of a rational value; `None` for logarithms and the prevalence threshold.
    pub(crate) fn key_of_value(&self, value: &Rational) -> Option<Key> {
        match self.kind {
            Kind::Exact => Some(value.clone().into()),
            Kind::Root => Some((value * value.abs()).into()),
            Kind::Logarithm | Kind::Threshold => None,
        }
    }
}
