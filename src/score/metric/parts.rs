//! From the formulas of the catalogue to exact surrogates.
//!
//! A formula is read once, from its text. Its shape tells how the value follows from a rational
//! surrogate, which is a quotient of polynomials in the counts. Over a confusion matrix of integers
//! the quotient is the metric's exact surrogate; over the polynomials TP = x, FN = P - x, TN = y,
//! FP = N - y it is the quotient of polynomials that the surrogate is on the lattice of test
//! results, of degree at most 2 in (x, y), or 3 for the average conditional probability.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed};

use super::Metric;
use super::derived::{Derived, ValueForm};
use super::entry::{Facts, Kind};
use crate::num::{ExactInteger, Rational, small_common_denominator};
use crate::performance::{ConfusionMatrix, Event, Outcome};
use crate::score::formula::{
    Coefficients, Expression, Flat, Fraction, Function, Names, NoQuotient, Node, Number, Point,
    Product, Quadratic, Quotient, Ring,
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

impl<N: Number> Counts<N> {
    /// The count of an event that is not empty; `None` where it is beyond the width.
    fn of(&self, event: Event) -> Option<N> {
        let counts = Outcome::ALL.into_iter().zip([&self.tn, &self.fp, &self.fn_, &self.tp]);
        let mut counted =
            counts.filter(|(outcome, _)| Event::of(*outcome).is_subset_of(event)).map(|(_, n)| n);
        let first = counted.next().expect("an event with an outcome").clone();
        counted.try_fold(first, |sum, count| sum.sum(count))
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

impl Derived {
    /// # Panics
    /// If the formula is none, names what is not there or has another shape than those of
    /// [`ValueForm`]: of a metric in the catalogue it is a mistake there, which tests find.
    fn new(facts: &Facts) -> Self {
        let none = Self {
            form: ValueForm::Plain,
            surrogate: None,
            coefficients: None,
            scale: None,
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
        // Parameters count only where the formula has letters.
        let coefficients = surrogate.as_ref().filter(|_| !has_letters).map(|s| s.at(&[]));
        let scale = scale.map(|scale: Fraction| {
            let coefficients = scale.at(&[]);
            (scale, coefficients)
        });
        Self { form, surrogate, coefficients, scale, importances }
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

/// Returns the quotient that the name of a metric stands for in the formula of another one.
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

    /// Returns the function that turns the surrogate into the value.
    ///
    /// ```
    /// use exactile::Metric;
    /// use exactile::score::ValueForm;
    /// assert_eq!(Metric::Mcc.form(), ValueForm::Root);
    /// ```
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
        self.prepared().parts(counts)
    }

    /// The metric, ready to be evaluated on many matrices: what follows from its parameters is
    /// computed once.
    ///
    /// ```
    /// use exactile::{ConfusionMatrix, Metric, Rational};
    /// let metric = Metric::FBeta(Rational::from(2));
    /// let f2 = metric.prepared();
    /// for tp in 1..5 {
    ///     let matrix = ConfusionMatrix::from_counts(8, 2, 5 - tp, tp)?;
    ///     assert_eq!(f2.value(&matrix), metric.value(&matrix));
    /// }
    /// # Ok::<(), exactile::PerformanceError>(())
    /// ```
    pub fn prepared(&self) -> PreparedMetric<'_> {
        let derived = self.derived();
        let ratio = match (&derived.surrogate, &derived.coefficients) {
            (Some(surrogate), Some(known)) => Ratio::Known(surrogate, known),
            (Some(surrogate), None) => Ratio::Member(surrogate, surrogate.at(&self.parameters())),
            (None, _) if derived.form == ValueForm::Quantiles => Ratio::None,
            (None, _) => {
                let (event, given) = self.events().expect("what has no formula has events");
                Ratio::Probability(event, given)
            }
        };
        PreparedMetric { metric: self, form: derived.form, ratio }
    }

    /// The quotient of integers, not reduced, in whose order the values of the metric are: on two
    /// matrices they are equal if and only if both cross products are. It is the value itself, or
    /// what [`Metric::form`] says; of a root of the other sign than plus, sign(v) v^2. `None` where
    /// the metric is undefined, and for d', which has no such quotient.
    ///
    /// ```
    /// use exactile::Metric;
    /// let f1 = Metric::FBeta(1.into());
    /// let quotient = |tn, fp, fn_, tp| Some(f1.quotient(tn, fp, fn_, tp)?.map(|n| n.to_string()));
    /// // 2 TP/(2 TP + FP + FN): 2/5 = 4/10, since 2 * 10 = 4 * 5.
    /// assert_eq!(quotient(3, 0, 3, 1), Some(["2", "5"].map(String::from)));
    /// assert_eq!(quotient(0, 4, 2, 2), Some(["4", "10"].map(String::from)));
    /// assert_eq!(Metric::Ppv.quotient(4, 0, 2, 0), None);
    /// ```
    pub fn quotient(&self, tn: u64, fp: u64, fn_: u64, tp: u64) -> Option<[BigInt; 2]> {
        if self.form() == ValueForm::Quantiles {
            return None;
        }
        let [tn, fp, fn_, tp] = [tn, fp, fn_, tp].map(BigInt::from);
        let counts = Counts { tn, fp, fn_, tp, unit: BigInt::one() };
        let Parts { numerator, denominator, signed_square } = self.parts(&counts);
        let both_vanish = numerator.is_zero() && denominator.is_zero();
        let above = if signed_square { &numerator * numerator.abs() } else { numerator };
        (!both_vanish).then_some([above, denominator])
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
        let (scale, coefficients) = self.derived().scale.as_ref()?;
        let (above, below) = scale.evaluate(&at, coefficients)?;
        above.checked_div(&below).filter(|scale| *scale > Rational::ONE)
    }

    /// Returns the reason why the metric is undefined on a matrix whose ratio is 0/0.
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

/// A metric that is ready to be evaluated on many matrices: see [`Metric::prepared`].
#[derive(Clone, Debug)]
pub struct PreparedMetric<'m> {
    pub(super) metric: &'m Metric,
    pub(super) form: ValueForm,
    ratio: Ratio,
}

/// Data from which a surrogate is computed.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "a single value is computed without an allocation")]
enum Ratio {
    Probability(Event, Event),
    Known(&'static Fraction, &'static Coefficients),
    /// Of a family, with the coefficients of these parameters.
    Member(&'static Fraction, Coefficients),
    /// d' has no rational surrogate.
    None,
}

impl PreparedMetric<'_> {
    /// As [`Metric::form`].
    pub fn form(&self) -> ValueForm {
        self.form
    }

    /// As [`Metric::parts`].
    pub(crate) fn parts<R: Ring>(&self, counts: &Counts<R>) -> Parts<R> {
        self.parts_within(counts).expect("rings have no width")
    }

    /// The same over machine integers too; `None` where a number is beyond their width.
    pub(crate) fn parts_within<N: Number>(&self, counts: &Counts<N>) -> Option<Parts<N>> {
        let (surrogate, coefficients) = match &self.ratio {
            Ratio::Probability(event, given) => {
                let (numerator, denominator) = (counts.of(*event)?, counts.of(*given)?);
                return Some(Parts { numerator, denominator, signed_square: false });
            }
            Ratio::Known(surrogate, coefficients) => (surrogate, *coefficients),
            Ratio::Member(surrogate, coefficients) => (surrogate, coefficients),
            Ratio::None => unreachable!("d' has no rational surrogate; callers treat it apart"),
        };
        let Counts { tn, fp, fn_, tp, unit } = counts;
        let at = Point {
            counts: [tp.clone(), tn.clone(), tp.sum(fn_)?, tn.sum(fp)?],
            unit: unit.clone(),
        };
        let (numerator, denominator) = surrogate.evaluate(&at, coefficients)?;
        Some(Parts { numerator, denominator, signed_square: surrogate.signed_square })
    }

    /// The surrogate in doubles at these numbers of positive and negative samples; `None` for d'
    /// and where a factor has a degree above 2.
    pub(crate) fn flat(&self, sizes: [f64; 2]) -> Option<Flat> {
        match &self.ratio {
            Ratio::Probability(event, given) => {
                let [p, n, unit] = [sizes[0], sizes[1], 1.0].map(Quadratic::constant);
                let (tp, tn) = (Quadratic::TP, Quadratic::TN);
                let counts =
                    Counts { fn_: p.difference(&tp)?, fp: n.difference(&tn)?, tp, tn, unit };
                let of = |event: &Event| Some(Product::new([(counts.of(*event)?, 1)]));
                Some(Flat { above: of(event)?, below: of(given)?, signed_square: false })
            }
            Ratio::Known(surrogate, coefficients) => surrogate.flat(coefficients, sizes),
            Ratio::Member(surrogate, coefficients) => surrogate.flat(coefficients, sizes),
            Ratio::None => None,
        }
    }
}

/// The counts of a matrix as machine integers over their least common denominator, if they fit.
pub(super) fn machine_counts(matrix: &ConfusionMatrix) -> Option<Counts<i128>> {
    let entries = [matrix.tn(), matrix.fp(), matrix.fn_(), matrix.tp()];
    let unit = small_common_denominator(entries)?;
    // Products of two words.
    let [tn, fp, fn_, tp] = entries.map(|entry| {
        let (count, denominator) = entry.small_parts()?;
        Some(i128::from(count) * i128::from(if unit == 1 { 1 } else { unit / denominator }))
    });
    let (tn, fp, fn_, tp) = (tn?, fp?, fn_?, tp?);
    Some(Counts { tn, fp, fn_, tp, unit: unit.into() })
}

/// The integer counts of a matrix of rationals over their least common denominator.
pub(super) fn integer_counts(matrix: &ConfusionMatrix) -> Counts<BigInt> {
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
