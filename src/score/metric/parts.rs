//! From the formulas of the catalogue to exact surrogates.
//!
//! A formula is read once, from its text. Its shape tells how the value follows from a rational
//! surrogate, which is a quotient of polynomials in the counts. Over a confusion matrix of integers
//! the quotient is the metric's exact surrogate; over the polynomials TP = x, FN = P - x, TN = y,
//! FP = N - y it is the quotient of polynomials that the surrogate is on the lattice of test results,
//! of degree at most 2 in (x, y), or 3 for the average conditional probability.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::One;

use super::Metric;
use super::entry::{Facts, Kind};
use crate::num::{ExactInteger, Rational};
use crate::performance::{Event, Outcome};
use crate::score::formula::{
    Expression, Fraction, Function, Names, NoQuotient, Node, Point, Quotient, Ring,
};

/// A confusion matrix over a ring, in multiples of 1/`unit` samples.
#[derive(Clone, Debug)]
pub(crate) struct Counts<R> {
    pub(crate) tn: R,
    pub(crate) fp: R,
    pub(crate) fn_: R,
    pub(crate) tp: R,
    /// One sample.
    pub(crate) unit: R,
}

impl<R: Ring> Counts<R> {
    /// The count of an event that is not empty.
    fn of(&self, event: Event) -> R {
        let counts = Outcome::ALL.into_iter().zip([&self.tn, &self.fp, &self.fn_, &self.tp]);
        counts
            .filter(|(outcome, _)| Event::of(*outcome).is_subset_of(event))
            .map(|(_, count)| count.clone())
            .reduce(|sum, count| sum.plus(&count))
            .expect("an event with an outcome")
    }
}

/// A surrogate as a ratio: `numerator / denominator`, or with `signed_square`
/// `sign(numerator) numerator^2 / denominator`. The denominator is never negative. 0/0 is where
/// the metric is undefined; any other zero denominator stands for plus infinity.
#[derive(Clone, Debug)]
pub(crate) struct Parts<R> {
    pub(crate) numerator: R,
    pub(crate) denominator: R,
    pub(crate) signed_square: bool,
}

/// How a metric's value follows from its surrogate s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueForm {
    /// s
    Plain,
    /// sign(s) sqrt(abs(s))
    Root,
    /// sqrt(s)/(sqrt(s) + sqrt(1 - s)), the prevalence threshold
    Threshold,
    /// ln(s)
    Log,
    /// ln(s) over the logarithm of a scale that depends on p and n
    ScaledLog,
    /// z(TPR) + z(TNR): no rational surrogate
    Quantiles,
}

/// What follows from a formula.
pub(super) struct Derived {
    form: ValueForm,
    /// `None` of d', and of probabilities, whose events say it.
    surrogate: Option<Fraction>,
    /// The number whose logarithm the value is divided by.
    scale: Option<Fraction>,
    /// Parameters count only where the formula has letters.
    has_letters: bool,
    /// The importances of a family, in terms of its parameters.
    importances: Option<[Quotient; 4]>,
}

impl Derived {
    /// # Panics
    /// If the formula is none, names what is not there or has another shape than those of
    /// [`ValueForm`]: of a metric in the catalogue it is a mistake there, which tests find.
    fn new(facts: &Facts) -> Self {
        let none = Self {
            form: ValueForm::Plain,
            surrogate: None,
            scale: None,
            has_letters: false,
            importances: None,
        };
        let family = match facts.kind {
            Kind::Probability(..) | Kind::Probabilities => return none,
            Kind::Parameters(family) => Some(family),
            _ => None,
        };
        let mistake = |error: NoQuotient| -> ! {
            panic!("the definition of {}, {}: {error:?}", facts.name, facts.definition)
        };
        let letters = family.map_or(&[][..], |family| family.letters);
        let names = Names { letters, others: &quotient_of_metric };
        let of = |node: &Node| node.quotient(&names).unwrap_or_else(|error| mistake(error));
        let zero = || mistake(NoQuotient::Zero);
        let formula = facts.formula();
        let plain = |form, quotient: &Quotient| (form, Some(Fraction::new(quotient)), None);
        let root = |node: &Node| match node {
            Node::Call(Function::Root, arguments) => Some(arguments[0].clone()),
            _ => None,
        };
        let log = |node: &Node| match node {
            Node::Call(Function::Log, arguments) => Some(of(&arguments[0])),
            _ => None,
        };
        let is_quantile = |node: &Node| matches!(node, Node::Call(Function::Quantile, _));
        let (form, surrogate, scale) = match &formula.root {
            Node::Call(Function::Root, square) => {
                (ValueForm::Root, Fraction::under_root(&of(&square[0])), None)
            }
            Node::Call(Function::Log, argument) => plain(ValueForm::Log, &of(&argument[0])),
            Node::Binary('/', above, below) => match (root(above), log(above), &**below) {
                // sqrt(x)/(sqrt(y) + sqrt(x))
                (Some(x), _, Node::Binary('+', y, again)) if root(again) == Some(x.clone()) => {
                    let y = root(y).unwrap_or_else(|| mistake(NoQuotient::Function));
                    let sum = of(&x).plus(of(&y));
                    plain(ValueForm::Threshold, &of(&x).over(&sum).unwrap_or_else(zero))
                }
                (_, Some(argument), Node::Call(Function::Log, base)) => (
                    ValueForm::ScaledLog,
                    Some(Fraction::new(&argument)),
                    Some(Fraction::of_numbers(&of(&base[0]))),
                ),
                (_, _, Node::Call(Function::Root, square)) => {
                    (ValueForm::Root, Fraction::signed_square(&of(above), &of(&square[0])), None)
                }
                _ => plain(ValueForm::Plain, &of(&formula.root)),
            },
            Node::Binary('-', left, right) if is_quantile(left) && is_quantile(right) => {
                (ValueForm::Quantiles, None, None)
            }
            whole => plain(ValueForm::Plain, &of(whole)),
        };
        let importances = family.map(|family| {
            let letters: Vec<&str> = family.parameters.split(',').collect();
            let names = Names { letters: &letters, others: &|_| None };
            family.importances.map(|text| {
                let formula: Expression = text.parse().expect("a formula");
                formula.root.quotient(&names).unwrap_or_else(|error| mistake(error))
            })
        });
        let has_letters = letters.iter().any(|letter| formula.root.names(letter));
        Self { form, surrogate, scale, has_letters, importances }
    }
}

impl Facts {
    /// The formula of the definition, without `NAME = ` before and a remark after it.
    fn formula(&self) -> Expression {
        formula_in(self.definition)
    }
}

fn formula_in(definition: &str) -> Expression {
    let formula = definition.split_once(" = ").map_or(definition, |(_, formula)| formula);
    let formula = formula.split_once(", ").map_or(formula, |(formula, _)| formula);
    formula.parse().unwrap_or_else(|error| panic!("in the catalogue: {error}"))
}

/// What the name of a metric stands for in the formula of another.
fn quotient_of_metric(name: &str) -> Option<Quotient> {
    let name = name.to_lowercase().replace('_', "-");
    let metric = Metric::PLAIN.iter().find(|metric| metric.entry().name == name)?;
    let names = Names { letters: &[], others: &quotient_of_metric };
    formula_in(&metric.definition()).root.quotient(&names).ok()
}

impl Metric {
    fn derived(&self) -> &'static Derived {
        let entry = self.entry();
        entry.derived.get_or_init(|| Derived::new(&entry.facts))
    }

    /// How its value follows from its surrogate.
    pub fn form(&self) -> ValueForm {
        self.derived().form
    }

    /// The importances of the ranking score that a member of a family orders like, each as
    /// `coefficient pi-^i pi+^j`.
    pub(super) fn family_importances(&self) -> Option<[(Rational, [u8; 2]); 4]> {
        let importances = self.derived().importances.as_ref()?;
        let parameters = self.parameters();
        Some(std::array::from_fn(|outcome| importances[outcome].monomial(&parameters)))
    }

    /// The ratio that its surrogate is.
    ///
    /// # Panics
    /// For d', which has none. Over polynomials of degree at most 2, for metrics whose
    /// [`Metric::is_quadratic`] is false.
    pub(crate) fn parts<R: Ring>(&self, counts: &Counts<R>) -> Parts<R> {
        if let Some((event, given)) = self.events() {
            let (numerator, denominator) = (counts.of(event), counts.of(given));
            return Parts { numerator, denominator, signed_square: false };
        }
        let derived = self.derived();
        let Some(surrogate) = &derived.surrogate else {
            unreachable!("d' has no rational surrogate; callers treat it apart")
        };
        let Counts { tn, fp, fn_, tp, unit } = counts;
        let at = Point {
            counts: [tp.clone(), tn.clone(), tp.plus(fn_), tn.plus(fp)],
            unit: unit.clone(),
        };
        let parameters = if derived.has_letters { self.parameters() } else { vec![] };
        let (numerator, denominator) = surrogate.evaluate(&at, &parameters);
        Parts { numerator, denominator, signed_square: surrogate.signed_square }
    }

    /// Returns `true` if its ratio, with p and n fixed, is one of polynomials of degree at most 2
    /// in (TP, TN).
    pub(crate) fn is_quadratic(&self) -> bool {
        self.derived().surrogate.as_ref().is_none_or(|surrogate| surrogate.degree_on_lattice() <= 2)
    }

    /// The number whose logarithm a scaled logarithm is divided by: n(p - 1)/p, pn/(n - 1) or
    /// (p - 1)(n - 1). `None` unless it is above one: only then is the scaled metric an increasing
    /// function of its ratio.
    pub fn scale(&self, p: &Rational, n: &Rational) -> Option<Rational> {
        let zero = Rational::ZERO;
        let at = Point { counts: [zero.clone(), zero, p.clone(), n.clone()], unit: Rational::ONE };
        let (above, below) = self.derived().scale.as_ref()?.evaluate(&at, &[]);
        above.checked_div(&below).filter(|scale| *scale > Rational::ONE)
    }

    /// Why the metric is undefined on a matrix where its ratio is 0/0.
    pub(super) fn undefined_reason<I: ExactInteger>(&self, counts: &Counts<I>) -> &'static str {
        let Counts { tn, fp, fn_, tp, .. } = counts;
        let count = |outcome| match outcome {
            Outcome::TrueNegative => tn,
            Outcome::FalsePositive => fp,
            Outcome::FalseNegative => fn_,
            Outcome::TruePositive => tp,
        };
        let empty = |event: &Event| event.outcomes().all(|outcome| count(outcome).is_zero());
        // The condition that fails first, in the order of the catalogue.
        self.domain().into_iter().find(empty).map_or("0/0", Event::nothing)
    }
}

/// The integer counts of a matrix of rationals over their least common denominator.
pub(super) fn integer_counts(matrix: &crate::performance::ConfusionMatrix) -> Counts<BigInt> {
    let entries = [matrix.tn(), matrix.fp(), matrix.fn_(), matrix.tp()];
    let unit = entries.iter().fold(BigInt::one(), |common, entry| common.lcm(&entry.denominator()));
    let count = |value: &Rational| value.numerator() * (&unit / value.denominator());
    Counts {
        tn: count(matrix.tn()),
        fp: count(matrix.fp()),
        fn_: count(matrix.fn_()),
        tp: count(matrix.tp()),
        unit,
    }
}
