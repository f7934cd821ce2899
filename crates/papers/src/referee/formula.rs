//! Printed definitions and contour formulas of metrics, held against the metrics at every small
//! confusion matrix.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::Deserialize;

use super::{ClosedForm, Compared, Expression, Item, NoValue, RefereeError, Settles, Symbols};
use exactile::num::Rational;
use exactile::performance::ConfusionMatrix;
use exactile::score::Metric;

/// The most samples of each class of a matrix.
const SIZE: u64 = 8;

/// The quantity that a formula computes.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Quantity {
    /// A metric of the catalogue.
    Metric(String),
    /// A formula that defines it.
    Formula(Expression),
}

/// Forms of one quantity that are said to be equal.
#[derive(Clone, Debug, Deserialize)]
pub struct Identity {
    #[serde(flatten)]
    of: Quantity,
    forms: Vec<Expression>,
    /// The definitions of the names in the forms, in terms of the counts a, b, c, d.
    #[serde(default)]
    symbols: BTreeMap<String, Expression>,
    /// The forms that should have been printed.
    #[serde(default)]
    corrected: Vec<Expression>,
    /// The convention on which the metric's domain rests, if it is not the form's.
    #[serde(default)]
    convention: Option<String>,
    /// The forms are one of two readings of what is printed.
    #[serde(default)]
    reading: Option<TwoReadings>,
}

/// A print with two readings, one of which is the form.
#[derive(Clone, Debug, Deserialize)]
struct TwoReadings {
    /// The reading of the form.
    convention: String,
    /// The other reading.
    other: Expression,
}

/// A formula for the matrices on which a quantity takes the value k.
#[derive(Clone, Debug, Deserialize)]
pub struct Contour {
    #[serde(flatten)]
    of: Quantity,
    /// The unknown that the formula gives: a, d, alpha or delta.
    solves: String,
    formulas: Vec<Branches>,
    /// A metric whose value is e^k or e^(Mk); called E in the formula.
    #[serde(default)]
    exponential: Option<String>,
    /// Values of further names.
    #[serde(default)]
    symbols: BTreeMap<String, Expression>,
    #[serde(default)]
    corrected: Option<Branches>,
}

/// A point through which all contours are said to pass.
#[derive(Clone, Debug, Deserialize)]
pub struct Meeting {
    formula: Branches,
    /// The values of k to try.
    values: Vec<Rational>,
    alpha: Expression,
    delta: Expression,
    #[serde(default)]
    corrected: Option<Place>,
}

#[derive(Clone, Debug, Deserialize)]
struct Place {
    alpha: Expression,
    delta: Expression,
}

/// One formula, or one for each sign of k.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Branches {
    /// The same formula for all k.
    One(Expression),
    /// A formula for k >= 0 and one for k < 0.
    BySign {
        /// For k >= 0.
        #[serde(rename = "k >= 0")]
        above: Expression,
        /// For k < 0.
        #[serde(rename = "k < 0")]
        below: Expression,
    },
}

impl fmt::Display for Branches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One(formula) => formula.fmt(f),
            Self::BySign { above, below } => write!(f, "{above} for k >= 0, {below} for k < 0"),
        }
    }
}

impl Branches {
    fn at(&self, k: &ClosedForm) -> Result<&Expression, RefereeError> {
        match self {
            Self::One(formula) => Ok(formula),
            Self::BySign { above, below } => match k.is_at_least_zero() {
                Some(true) => Ok(above),
                Some(false) => Ok(below),
                None => Err(RefereeError::Undecided(format!("the sign of {k}"))),
            },
        }
    }
}

/// A quantity, prepared for its computation.
enum Measure {
    Metric(Metric),
    Formula(Expression),
}

/// The value of a quantity at a matrix.
pub(super) enum Truth {
    Value(ClosedForm),
    /// It is infinite or undefined, in these words.
    None(String),
}

/// The four counts of a matrix: tp, fp, fn, tn, which the source calls a, b, c, d.
#[derive(Clone, Copy)]
pub(super) struct Counts {
    a: u64,
    b: u64,
    c: u64,
    d: u64,
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tp {}, fp {}, fn {}, tn {}", self.a, self.b, self.c, self.d)
    }
}

impl Counts {
    /// Returns all matrices with `least` to `SIZE` samples in each class, small ones first.
    pub(super) fn all(least: u64) -> Vec<Self> {
        let mut sizes: Vec<(u64, u64)> =
            (least..=SIZE).flat_map(|p| (least..=SIZE).map(move |n| (p, n))).collect();
        sizes.sort_by_key(|&(p, n)| (p + n, p));
        let lattice = |(p, n): (u64, u64)| {
            (0..=p).flat_map(move |a| (0..=n).map(move |d| Self { a, b: n - d, c: p - a, d }))
        };
        sizes.into_iter().flat_map(lattice).filter(|m| m.a + m.b + m.c + m.d > 0).collect()
    }

    /// Returns the numbers of positive and of negative samples.
    pub(super) fn classes(self) -> (u64, u64) {
        (self.a + self.c, self.b + self.d)
    }

    pub(super) fn matrix(self) -> ConfusionMatrix {
        ConfusionMatrix::from_counts(self.d, self.b, self.c, self.a).expect("some samples")
    }

    /// Defines the names of the counts, and p and n if both classes have samples.
    fn define(self, symbols: &mut Symbols<'_>) {
        for (name, count) in [("a", self.a), ("b", self.b), ("c", self.c), ("d", self.d)] {
            symbols.set(name, ClosedForm::from(Rational::from(count)));
        }
    }
}

impl Quantity {
    fn measure(&self) -> Result<Measure, RefereeError> {
        match self {
            Self::Metric(name) => Ok(Measure::Metric(metric(name)?)),
            Self::Formula(formula) => Ok(Measure::Formula(formula.clone())),
        }
    }
}

pub(super) fn metric(name: &str) -> Result<Metric, RefereeError> {
    name.parse::<Metric>().map_err(|error| RefereeError::Undecided(error.to_string()))
}

impl Measure {
    fn at(&self, counts: Counts, symbols: &Symbols<'_>) -> Result<Truth, RefereeError> {
        match self {
            Self::Metric(metric) => value_of(metric, counts),
            Self::Formula(formula) => match decided(formula.value(symbols))? {
                Ok(value) => Ok(Truth::Value(value)),
                Err(reason) => Ok(Truth::None(reason.to_string())),
            },
        }
    }
}

/// Returns the exact value of a metric at a matrix of counts.
pub(super) fn value_of(metric: &Metric, counts: Counts) -> Result<Truth, RefereeError> {
    value_of_matrix(metric, &counts.matrix())
}

/// Returns the exact value of a metric at a matrix, through its closed form.
pub(super) fn value_of_matrix(
    metric: &Metric,
    matrix: &ConfusionMatrix,
) -> Result<Truth, RefereeError> {
    let form = match metric.value(matrix) {
        exactile::Value::Exact(value) => return Ok(Truth::Value(ClosedForm::from(value))),
        exactile::Value::Infinity => return Ok(Truth::None("it is infinite".to_string())),
        exactile::Value::NegativeInfinity => return Ok(Truth::None("it is -infinite".to_string())),
        exactile::Value::Undefined(reason) => {
            return Ok(Truth::None(format!("undefined: {reason}")));
        }
        irrational => irrational.to_string(),
    };
    let none = BTreeMap::new();
    let undecided = |error: String| RefereeError::Undecided(format!("{form}: {error}"));
    let expression: Expression = form
        .replace("ln(", "log(")
        .parse()
        .map_err(|error: super::ExpressionError| undecided(error.to_string()))?;
    let value = expression.value(&Symbols::new(&none));
    Ok(Truth::Value(value.map_err(|error| undecided(error.to_string()))?))
}

/// Separates a formula that truly has no value from one that the engine cannot evaluate.
pub(super) fn decided(
    value: Result<ClosedForm, NoValue>,
) -> Result<Result<ClosedForm, NoValue>, RefereeError> {
    match value {
        Err(reason @ (NoValue::Unknown(_) | NoValue::Beyond(_))) => {
            Err(RefereeError::Undecided(reason.to_string()))
        }
        value => Ok(value),
    }
}

pub(super) fn equal(left: &ClosedForm, right: &ClosedForm) -> Result<bool, RefereeError> {
    let undecided = || RefereeError::Undecided(format!("whether {left} equals {right}"));
    left.equals(right).ok_or_else(undecided)
}

/// The findings of a comparison at many places.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) places: u64,
    /// The first place where the two differ.
    pub(super) different: Option<String>,
    /// The first place where only one of the two has a value, and the number of such places.
    one_sided: Option<String>,
    one_sided_places: u64,
    /// The values that are common to all places where only one has a value, and occur nowhere else.
    singular: Singular,
    /// The two sides at the first place where they differ, or as fractions if they agree.
    compared: Option<Compared>,
}

/// Named values that may be the reason why a formula is singular.
#[derive(Default)]
struct Singular {
    /// Pairs of a name and a value at the first place without a value, as long as all such places
    /// have them; `None` before the first one.
    shared: Option<Vec<(&'static str, String)>>,
    /// The pairs of places with values.
    elsewhere: BTreeSet<(&'static str, String)>,
}

impl Singular {
    fn miss(&mut self, values: Vec<(&'static str, String)>) {
        match &mut self.shared {
            None => self.shared = Some(values),
            Some(shared) => shared.retain(|known| values.contains(known)),
        }
    }

    fn hit(&mut self, values: Vec<(&'static str, String)>) {
        self.elsewhere.extend(values);
    }
}

impl Tally {
    pub(super) fn differ(&mut self, witness: impl FnOnce() -> String) {
        self.different.get_or_insert_with(witness);
    }

    /// Adds the two sides at one more place; `same` is `true` if they are equal.
    pub(super) fn sides(
        &mut self,
        same: bool,
        at: impl FnOnce() -> String,
        left: &ClosedForm,
        right: &ClosedForm,
    ) {
        self.places += 1;
        let fraction = || left.as_rational().is_some_and(|left| !left.is_integer());
        if !same && self.different.is_none() || self.compared.is_none() && fraction() {
            self.compared = Some(Compared::new(at(), left, right));
        }
    }

    pub(super) fn miss(&mut self, witness: impl FnOnce() -> String) {
        self.one_sided_places += 1;
        self.one_sided.get_or_insert_with(witness);
    }

    /// Returns the finding about a claim that holds where both sides have a value, and by
    /// `convention` not elsewhere.
    pub(super) fn item(self, printed: String, places: &str, convention: &str) -> Item {
        let Self { places: count, different, one_sided, one_sided_places, compared, .. } = self;
        let agrees = Item::reproduced(printed, format!("equal at all {count} {places}"));
        let agrees = Item { compared, ..agrees };
        match (different, one_sided) {
            (Some(witness), _) => {
                Item { computed: "a different value".to_string(), ..agrees }.erratum(witness)
            }
            (None, Some(witness)) if count == 0 => {
                Item { computed: "no value anywhere".to_string(), ..agrees }.erratum(witness)
            }
            (None, Some(witness)) => {
                let computed =
                    format!("equal at {count} {places}, without a value at {one_sided_places}");
                Item { computed, ..agrees }.convention(Settles::Singular, convention, witness)
            }
            (None, None) => agrees,
        }
    }

    /// Returns the values that the formula has to exclude.
    fn left_aside(&self) -> String {
        let shared = self.singular.shared.iter().flatten();
        let mut only = shared.filter(|known| !self.singular.elsewhere.contains(known));
        match only.next() {
            Some((name, value)) => {
                format!("{name} = {value} is left aside: the formula has no value there")
            }
            None => "k is a value for which no denominator of the formula vanishes".to_owned(),
        }
    }

    pub(super) fn holds(&self) -> bool {
        self.different.is_none() && self.places > 0
    }
}

impl Identity {
    /// Adds the definitions of names that hold throughout a paper.
    pub(super) fn define(&mut self, symbols: &BTreeMap<String, Expression>) {
        for (name, meaning) in symbols {
            self.symbols.entry(name.clone()).or_insert_with(|| meaning.clone());
        }
    }

    pub(super) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        let measure = self.of.measure()?;
        let mut items = Vec::new();
        for (place, form) in self.forms.iter().enumerate() {
            let tally = self.compare(&measure, form)?;
            let mut item = tally.item(
                form.to_string(),
                "matrices",
                self.convention
                    .as_deref()
                    .unwrap_or("this form is taken only where its denominators do not vanish"),
            );
            if item.settles.is_some() && self.convention.is_some() {
                item.settles = Some(Settles::Reading);
            }
            if let (true, Some(corrected)) = (item.witness.is_some(), self.corrected.get(place)) {
                let holds = self.compare(&measure, corrected)?.holds();
                item.corrected = holds.then(|| corrected.to_string());
            }
            if let (None, Some(reading)) = (&item.witness, &self.reading) {
                if let Some(witness) = self.compare(&measure, &reading.other)?.different {
                    let witness = format!("read as {}, {witness}", reading.other);
                    item = item.convention(Settles::Reading, &reading.convention, witness);
                }
            }
            items.push(item);
        }
        Ok(items)
    }

    fn compare(&self, measure: &Measure, form: &Expression) -> Result<Tally, RefereeError> {
        let mut tally = Tally::default();
        for counts in Counts::all(0) {
            let mut symbols = Symbols::new(&self.symbols);
            counts.define(&mut symbols);
            match (measure.at(counts, &symbols)?, decided(form.value(&symbols))?) {
                (Truth::Value(truth), Ok(value)) => {
                    let same = equal(&truth, &value)?;
                    tally.sides(same, || counts.to_string(), &truth, &value);
                    if !same {
                        tally.differ(|| format!("{counts}: {truth}, not {value}"));
                        break;
                    }
                }
                (Truth::None(_), Err(_)) => {}
                (Truth::Value(truth), Err(reason)) => {
                    tally.miss(|| format!("{counts}: {truth}, but {reason}"));
                }
                (Truth::None(reason), Ok(value)) => {
                    tally.miss(|| format!("{counts}: {reason}; the form gives {value}"));
                }
            }
        }
        Ok(tally)
    }
}

impl Contour {
    pub(super) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        let mut items = Vec::new();
        for branches in &self.formulas {
            let tally = self.compare(branches)?;
            let convention = tally.left_aside();
            let mut item =
                tally.item(format!("{} = {branches}", self.solves), "matrices", &convention);
            if let (true, Some(corrected)) = (item.witness.is_some(), &self.corrected) {
                let tally = self.compare(corrected)?;
                item.corrected = tally.holds().then(|| format!("{} = {corrected}", self.solves));
            }
            items.push(item);
        }
        Ok(items)
    }

    fn compare(&self, branches: &Branches) -> Result<Tally, RefereeError> {
        let measure = self.of.measure()?;
        let exponential = self.exponential.as_deref().map(metric).transpose()?;
        let mut tally = Tally::default();
        for counts in Counts::all(1) {
            let mut symbols = Symbols::new(&self.symbols);
            counts.define(&mut symbols);
            let (p, n) = counts.classes();
            symbols.set("p", ClosedForm::from(Rational::from(p)));
            symbols.set("n", ClosedForm::from(Rational::from(n)));
            let Truth::Value(k) = measure.at(counts, &symbols)? else { continue };
            let truth = match self.solves.as_str() {
                "a" => Rational::from(counts.a),
                "d" => Rational::from(counts.d),
                "alpha" => Rational::new(counts.a, p),
                "delta" => Rational::new(counts.d, n),
                other => {
                    return Err(RefereeError::Undecided(format!("a formula for {other:?}")));
                }
            };
            // The formula may know the class sizes, the value and the other rate, no more.
            let mut symbols = Symbols::new(&self.symbols);
            symbols.set("p", ClosedForm::from(Rational::from(p)));
            symbols.set("n", ClosedForm::from(Rational::from(n)));
            if matches!(self.solves.as_str(), "a" | "alpha") {
                symbols.set("d", ClosedForm::from(Rational::from(counts.d)));
                symbols.set("delta", ClosedForm::from(Rational::new(counts.d, n)));
            }
            if let Some(exponential) = &exponential {
                match value_of(exponential, counts)? {
                    Truth::Value(value) => symbols.set("E", value),
                    Truth::None(_) => continue,
                }
            }
            let formula = branches.at(&k)?;
            symbols.set("k", k.clone());
            let values = vec![("k", k.to_string()), ("d", counts.d.to_string())];
            match decided(formula.value(&symbols))? {
                Ok(value) => {
                    tally.singular.hit(values);
                    let exact = ClosedForm::from(truth.clone());
                    let same = equal(&value, &exact)?;
                    tally.sides(same, || format!("{counts}, k = {k}"), &exact, &value);
                    if !same {
                        let solves = &self.solves;
                        tally.differ(|| {
                            format!(
                                "{counts}, k = {k}: {solves} = {truth}, the formula gives {value}"
                            )
                        });
                        break;
                    }
                }
                Err(reason) => {
                    tally.singular.miss(values);
                    tally.miss(|| format!("{counts}, k = {k}: {reason}"));
                }
            }
        }
        Ok(tally)
    }
}

impl Meeting {
    pub(super) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        let place = |alpha: &Expression, delta: &Expression| {
            format!("all contours meet at (alpha, delta) = ({alpha}, {delta})")
        };
        let tally = self.compare(&self.alpha, &self.delta)?;
        let mut item = tally.item(
            place(&self.alpha, &self.delta),
            "contours",
            "p and n are such that the point exists, and k such that the formula does",
        );
        if let (true, Some(Place { alpha, delta })) = (item.witness.is_some(), &self.corrected) {
            item.corrected = self.compare(alpha, delta)?.holds().then(|| place(alpha, delta));
        }
        Ok(vec![item])
    }

    fn compare(&self, alpha: &Expression, delta: &Expression) -> Result<Tally, RefereeError> {
        let none = BTreeMap::new();
        let mut tally = Tally::default();
        for (p, n) in (1..=SIZE).flat_map(|p| (1..=SIZE).map(move |n| (p, n))) {
            for k in &self.values {
                let mut symbols = Symbols::new(&none);
                symbols.set("p", ClosedForm::from(Rational::from(p)));
                symbols.set("n", ClosedForm::from(Rational::from(n)));
                let k = ClosedForm::from(k.clone());
                let formula = self.formula.at(&k)?;
                let contour = format!("p = {p}, n = {n}, k = {k}");
                let (alpha, delta) =
                    (decided(alpha.value(&symbols))?, decided(delta.value(&symbols))?);
                let (Ok(alpha), Ok(delta)) = (alpha, delta) else {
                    tally.miss(|| format!("{contour}: there is no such point"));
                    continue;
                };
                symbols.set("k", k);
                symbols.set("delta", delta.clone());
                match decided(formula.value(&symbols))? {
                    Ok(value) => {
                        tally.places += 1;
                        if !equal(&value, &alpha)? {
                            tally.differ(|| {
                                format!(
                                    "{contour}: where delta = {delta}, alpha = {value}, not {alpha}"
                                )
                            });
                        }
                    }
                    Err(reason) => tally.miss(|| format!("{contour}: {reason}")),
                }
            }
        }
        Ok(tally)
    }
}
