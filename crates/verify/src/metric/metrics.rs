//! Metrics by name, from their definitions, with the keys that order them and the form of their
//! values.
//!
//! A metric is undefined where a quotient in its definition is 0/0. Its *key* is a rational, or plus infinity, that orders as
//! the metric does: the value v itself, sign(v) v^2 for roots, e^v for logarithms, and FPR/(TPR + FPR) for
//! v = sqrt(FPR)/(sqrt(TPR) + sqrt(FPR)). So no root or logarithm is ever compared.

use num_bigint::BigInt;

use super::table::plain_metric;
use crate::claim::shape::{POINT, Shape};
use crate::claim::truth::Truth;
use crate::reading::exact_text;
use exactile::num::Rational;

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

    fn sum(&self, outcomes: &[String]) -> Rational {
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
type Definition = Box<dyn Fn(&Cells) -> Option<Key> + Send + Sync>;

/// A metric.
pub(crate) struct Metric {
    /// The name that the program writes, which differs from the title in `rank`.
    name: String,
    pub(crate) kind: Kind,
    pub(crate) better: Better,
    place: Place,
    key: Definition,
}

impl Metric {
    /// Returns the metric with this name; `None` if it is unknown here. A metric has one name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let metric = plain_metric(name).or_else(|| f_score(name)).or_else(|| family(name))?;
        (metric.name == name).then_some(metric)
    }

    /// Returns the metric with a title in rankings: `PPV`, `F0.5`, `R(0, 1/2)`, `balanced
    /// accuracy`, or the name.
    pub(super) fn titled(title: &str) -> Option<Self> {
        const TITLES: [(&str, &str); 7] = [
            ("TNR", "tnr"),
            ("TPR", "tpr"),
            ("NPV", "npv"),
            ("PPV", "ppv"),
            ("threat score", "ts"),
            ("negative Jaccard", "jaccard-negative"),
            ("balanced accuracy", "ba"),
        ];
        if let Some((_, name)) = TITLES.iter().find(|(known, _)| *known == title) {
            return Self::named(name);
        }
        if let Some(place) = title.strip_prefix("R(").and_then(|rest| rest.strip_suffix(')')) {
            let (a, b) = place.split_once(", ")?;
            return Self::named(&format!("r({a},{b})"));
        }
        if let Some(text) = title.strip_prefix('F') {
            let beta = exact_text::decimal(text).or_else(|| exact_text::parse(text).ok())?;
            let halves = beta.denominator() == BigInt::from(2);
            let shown = if halves { beta.to_decimal(1) } else { beta.to_string() };
            return if shown == text { of_beta(&beta) } else { None };
        }
        Self::named(title).filter(|_| TITLES.iter().all(|(_, name)| *name != title))
    }

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

/// Returns the F-score with this beta; it is F1 for 1.
fn of_beta(beta: &Rational) -> Option<Metric> {
    let square = beta * beta;
    let b = square.checked_div(&(&square + Rational::ONE)).filter(|_| !beta.is_negative())?;
    let name = if *beta == Rational::ONE { "f1".to_owned() } else { format!("f-beta({beta})") };
    Some(Metric { name, ..Metric::at(&[Rational::ONE, b]) })
}

fn f_score(name: &str) -> Option<Metric> {
    of_beta(&exact_text::parse(name.strip_prefix("f-beta(")?.strip_suffix(')')?).ok()?)
}

/// Returns a canonical ranking score, or the probability of one event given another.
fn family(name: &str) -> Option<Metric> {
    let inside = |head: &str| name.strip_prefix(head)?.strip_suffix(')');
    if let Some((a, b)) = inside("r(").and_then(|place| place.split_once(',')) {
        let place = [exact_text::parse(a).ok()?, exact_text::parse(b).ok()?];
        let is_on_tile = |z: &Rational| !z.is_negative() && *z <= Rational::ONE;
        return place
            .iter()
            .all(is_on_tile)
            .then(|| Metric { name: name.to_owned(), ..Metric::at(&place) });
    }
    let (event, given) = match inside("p(")?.split_once('|') {
        Some((event, given)) => (event, given),
        None => (inside("p(")?, "tn,fp,fn,tp"),
    };
    // Each event as outcomes in the order of data, and the first within the second.
    let outcomes = |text: &str| -> Option<Vec<String>> {
        let places: Option<Vec<usize>> =
            text.split(',').map(|word| OUTCOMES.iter().position(|known| *known == word)).collect();
        let places = places.filter(|places| places.is_sorted_by(|x, y| x < y))?;
        Some(places.into_iter().map(|place| OUTCOMES[place].to_owned()).collect())
    };
    let (event, given) = (outcomes(event)?, outcomes(given)?);
    if event.len() >= given.len() || event.iter().any(|outcome| !given.contains(outcome)) {
        return None;
    }
    let key = move |m: &Cells| Some(m.sum(&event).checked_div(&m.sum(&given))?.into());
    let counts = |counts: [i64; 4]| Cells::new(counts.map(Rational::from));
    // More right decisions, of either class, never make a good score worse.
    let [before, other, more] = [[3, 4, 5, 6], [3, 4, 4, 7], [4, 3, 5, 6]].map(counts);
    let (before, after): (Option<Key>, [Option<Key>; 2]) =
        (key(&before), [key(&other), key(&more)]);
    let is_higher = after.iter().all(|after| *after >= before);
    let is_lower = after.iter().all(|after| *after <= before);
    let better = match (is_higher, is_lower) {
        (true, false) => Better::Higher,
        (false, true) => Better::Lower,
        _ => Better::Neither,
    };
    Some(Metric::new(name, Kind::Exact, better, Place::Unknown, key))
}
