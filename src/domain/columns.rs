//! Zones of agreement under several priors: where a classifier is first in every test set.
//!
//! In a test set s1 u2 >= s2 u1 is a condition A(a) b + B(a) >= 0 with linear A and B, whatever the
//! prior. At one a it bounds b from below where A is positive and from above where A is negative.
//! Above each a the zone is therefore one closed segment, between the greatest lower and the least
//! upper bound. Which conditions these are changes only at roots of linear and quadratic
//! polynomials, and between two changes the zone is one column, or nothing.

use std::cmp::Ordering;

use num_bigint::{BigInt, Sign};
use num_traits::{One, Signed, Zero};

use super::Domains;
use crate::geometry::{BilinearCurve, Point, area_under};
use crate::num::{
    Enclosure, LogSum, QuadraticNumber, Rational, Value, close_decimals, common_denominator,
};
use crate::performance::ConfusionMatrix;

/// A closed part of the Tile: columns side by side, whose ends may be irrational.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ColumnZone {
    /// By their ends, from the left to the right.
    pub columns: Vec<ZoneColumn>,
}

/// The points (a, b) from one a to another between two curves: a region, an arc if both curves are
/// one, and an upright segment or a point if both ends are one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZoneColumn {
    /// The least a.
    pub from: QuadraticNumber,
    /// The greatest a.
    pub to: QuadraticNumber,
    /// The lower end of b, positive above.
    pub lower: BilinearCurve,
    /// The upper end of b, positive below.
    pub upper: BilinearCurve,
}

impl ColumnZone {
    /// Returns `true` if a point of the Tile is in it.
    pub fn contains(&self, point: &Point) -> bool {
        let a = QuadraticNumber::from(point.a.clone());
        self.columns.iter().any(|column| {
            column.from <= a
                && a <= column.to
                && column.lower.side_of(point).is_ge()
                && column.upper.side_of(point).is_ge()
        })
    }

    /// The area: exact between rational ends, 20 certified digits otherwise.
    pub fn area(&self) -> Value {
        let wide: Vec<&ZoneColumn> = self.columns.iter().filter(|one| one.has_area()).collect();
        let rational =
            |one: &&ZoneColumn| Some(one.between(one.from.as_rational()?, one.to.as_rational()?));
        if let Some(areas) = wide.iter().map(rational).collect::<Option<Vec<LogSum>>>() {
            let sum = areas.into_iter().fold(LogSum::default(), |sum, area| sum + area);
            return sum.as_rational().map_or_else(|| sum.into(), Value::Exact);
        }
        // No column is higher than 1, so that what is left out at its ends is not wider than that.
        let enclose = |bits: u32| {
            let (mut lower, mut upper) = (Rational::ZERO, Rational::ZERO);
            for one in &wide {
                let [[start, from], [to, end]] = [&one.from, &one.to].map(|z| z.enclosure(bits));
                if from < to {
                    let inside = one.between(&from, &to).enclosure(bits);
                    lower += &inside.lower();
                    upper += &(inside.upper() + (from - start) + (end - to));
                } else {
                    upper += &(end - start);
                }
            }
            Enclosure::between(&lower, &upper, bits)
        };
        Value::Enclosed(close_decimals(DIGITS, enclose))
    }
}

/// Digits after the point of areas.
const DIGITS: u32 = 20;

impl ZoneColumn {
    /// Returns `true` if it is one point.
    pub fn is_point(&self) -> bool {
        let [lower, upper] = [&self.lower, &self.upper].map(Condition::of);
        self.from == self.to && sign_at(&lower.meeting(&upper), &self.from).is_eq()
    }

    /// Returns `true` if it is a region.
    pub fn has_area(&self) -> bool {
        self.from < self.to && self.lower != self.upper.reversed()
    }

    /// Its corners, lower from the left, then upper from the right: exact at rational ends, and
    /// less than 2^-60 inside the others.
    pub fn corners(&self) -> [Point; 4] {
        let [_, from] = self.from.enclosure(61);
        let [to, _] = self.to.enclosure(61);
        [(&self.lower, &from), (&self.lower, &to), (&self.upper, &to), (&self.upper, &from)]
            .map(|(curve, a)| Point::new(a.clone(), height(curve, a)))
    }

    /// The least b at a position inside.
    pub(super) fn lower_end(&self, at: &Rational) -> Rational {
        height(&self.lower, at)
    }

    /// The area between two positions of it.
    fn between(&self, from: &Rational, to: &Rational) -> LogSum {
        let [lower, upper] = [&self.lower, &self.upper].map(|curve| {
            let end = |a: &Rational| Point::new(a.clone(), height(curve, a));
            area_under(curve, &end(from), &end(to))
        });
        upper - lower
    }
}

/// The b of a curve at a position inside a column that it bounds.
fn height(curve: &BilinearCurve, a: &Rational) -> Rational {
    let [k_ab, k_a, k_b, k_1] = curve.coefficients();
    let b = (-(k_a * a + k_1)).checked_div(&(k_ab * a + k_b));
    b.expect("no asymptote in a column")
}

impl Domains {
    /// The closed zone of the Tile in which a classifier is at least as good as every other one in
    /// every domain, under any priors. Where a score is undefined the closed inequality s1 u2 >= s2
    /// u1 decides. O(m c) roots for m conditions and c columns.
    ///
    /// ```
    /// use exactile::domain::{DomainTests, DomainWeights, Domains};
    /// use exactile::{ConfusionMatrix, Point, Rational};
    /// let matrix = |tn, fp, fn_, tp| ConfusionMatrix::from_counts(tn, fp, fn_, tp).ok();
    /// let tests = DomainTests::new(
    ///     vec!["north".into(), "south".into()],
    ///     vec!["careful".into(), "eager".into()],
    ///     vec![
    ///         vec![matrix(9, 1, 4, 6), matrix(6, 4, 1, 9)],
    ///         vec![matrix(16, 4, 5, 5), matrix(10, 10, 2, 8)],
    ///     ],
    /// );
    /// let domains = Domains::new(tests, &DomainWeights::Equal)?;
    /// let zone = domains.unanimous_columns(0);
    /// let recall = Point::new(Rational::ONE, Rational::ONE);
    /// let precision = Point::new(Rational::ONE, Rational::ZERO);
    /// assert!(zone.contains(&precision) && !zone.contains(&recall));
    /// assert_eq!(zone.columns.len(), 1);
    /// # Ok::<(), exactile::domain::DomainError>(())
    /// ```
    ///
    /// # Panics
    /// If there is no such classifier.
    pub fn unanimous_columns(&self, classifier: usize) -> ColumnZone {
        let of_domain = |d: usize| {
            let own = integers(self.matrix(d, classifier));
            let rivals = (0..self.classifiers().len()).filter(|&k| k != classifier);
            rivals.map(move |k| Condition::not_worse(&own, &integers(self.matrix(d, k))))
        };
        let conditions = Conditions::new((0..self.names().len()).flat_map(of_domain));
        ColumnZone { columns: conditions.columns() }
    }
}

/// tn, fp, fn, tp times one positive number.
pub(super) fn integers(matrix: &ConfusionMatrix) -> [BigInt; 4] {
    let counts = [matrix.tn(), matrix.fp(), matrix.fn_(), matrix.tp()];
    let common = Rational::from(common_denominator(counts));
    counts.map(|count| (count * &common).numerator())
}

/// k_ab a b + k_a a + k_b b + k_1 >= 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Condition([BigInt; 4]);

impl Condition {
    /// The side on which a curve is positive.
    pub(super) fn of(curve: &BilinearCurve) -> Self {
        Self(curve.coefficients().each_ref().map(Rational::numerator))
    }

    /// s1 u2 - s2 u1 >= 0.
    pub(super) fn not_worse(
        [tn, fp, fn_, tp]: &[BigInt; 4],
        [tn2, fp2, fn2, tp2]: &[BigInt; 4],
    ) -> Self {
        let (ds, ds2, du, du2) = (tp - tn, tp2 - tn2, fn_ - fp, fn2 - fp2);
        Self([
            &ds * &du2 - &ds2 * &du,
            &ds * fp2 - &ds2 * fp,
            tn * &du2 - tn2 * &du,
            tn * fp2 - tn2 * fp,
        ])
    }

    /// Bilinear, so nowhere negative on the square unless it is at a corner.
    fn always_holds(&self) -> bool {
        let [k_ab, k_a, k_b, k_1] = &self.0;
        ![k_1.clone(), k_1 + k_a, k_1 + k_b, k_1 + k_a + k_b + k_ab].iter().any(Signed::is_negative)
    }

    /// The numerators of A and B at n/d.
    fn at(&self, [n, d]: &[BigInt; 2]) -> [BigInt; 2] {
        let [k_ab, k_a, k_b, k_1] = &self.0;
        [k_ab * n + k_b * d, k_a * n + k_1 * d]
    }

    /// A and B as polynomials.
    fn linear(&self) -> [[BigInt; 3]; 2] {
        let [k_ab, k_a, k_b, k_1] = self.0.clone();
        [[BigInt::ZERO, k_ab, k_b], [BigInt::ZERO, k_a, k_1]]
    }

    /// The polynomial B1 A2 - B2 A1, whose roots are where two bounds are equal.
    pub(super) fn meeting(&self, other: &Self) -> [BigInt; 3] {
        let ([k_ab, k_a, k_b, k_1], [l_ab, l_a, l_b, l_1]) = (&self.0, &other.0);
        [
            k_a * l_ab - l_a * k_ab,
            k_a * l_b + k_1 * l_ab - l_a * k_b - l_1 * k_ab,
            k_1 * l_b - l_1 * k_b,
        ]
    }

    /// Its bound as a curve that is positive where the condition holds, beside a position at which
    /// A is positive for a lower bound, negative for an upper one. Of two straight factors the one
    /// that is upright bounds nothing there.
    fn curve(&self, is_lower: bool) -> BilinearCurve {
        let [k_ab, k_a, k_b, k_1] = &self.0;
        let coefficients = if !k_ab.is_zero() && k_ab * k_1 == k_a * k_b {
            let is_turned = (k_ab.sign() == Sign::Minus) == is_lower;
            let [level, rest] = if is_turned { [-k_ab, -k_a] } else { [k_ab.clone(), k_a.clone()] };
            [BigInt::ZERO, BigInt::ZERO, level, rest]
        } else {
            self.0.clone()
        };
        let exact = coefficients.map(|k| Rational::new(k, BigInt::one()));
        BilinearCurve::new(exact).expect("a bound depends on b")
    }
}

/// The sign of a polynomial at a number.
fn sign_at(polynomial: &[BigInt; 3], at: &QuadraticNumber) -> Ordering {
    let sign = |value: &BigInt| value.cmp(&BigInt::ZERO);
    let [q2, q1, q0] = polynomial;
    if let Some(at) = at.as_rational() {
        let (n, d) = (at.numerator(), at.denominator());
        return sign(&((q2 * &n + q1 * &d) * &n + q0 * &d * &d));
    }
    let roots = QuadraticNumber::roots(polynomial.clone());
    if roots.contains(at) {
        return Ordering::Equal;
    }
    let Some(leading) = polynomial.iter().find(|k| !k.is_zero()) else { return Ordering::Equal };
    // It changes its sign at each root, but not at one that is a double root.
    let is_double = !q2.is_zero() && roots.len() == 1;
    let changes = roots.iter().filter(|root| *root > at).count();
    let sign = sign(leading);
    if is_double || changes % 2 == 0 { sign } else { sign.reverse() }
}

/// The bounds of b at one position.
#[derive(Clone, Debug)]
struct Segment {
    /// The condition with the greatest lower bound.
    lower: usize,
    /// The condition with the least upper bound.
    upper: usize,
    /// The order of the second bound to the first.
    order: Ordering,
}

/// The conditions at one position.
enum Above {
    /// A condition does not depend on b there, and does not hold.
    Broken(usize),
    /// The bounds that all give together.
    Segment(Segment),
}

/// Conditions, among them 0 <= b <= 1.
pub(super) struct Conditions(Vec<Condition>);

/// The surroundings of a position.
enum Around {
    /// Something changes there.
    Change,
    /// Nothing changes up to these positions.
    Constant { stops: Vec<QuadraticNumber>, segment: Option<Segment> },
}

impl Conditions {
    pub(super) fn new(conditions: impl Iterator<Item = Condition>) -> Self {
        let [none, one] = [BigInt::ZERO, BigInt::one()];
        let above = Condition([none.clone(), none.clone(), one.clone(), none.clone()]);
        let below = Condition([none.clone(), none, -&one, one]);
        let others = conditions.filter(|condition| !condition.always_holds());
        Self([above, below].into_iter().chain(others).collect())
    }

    /// The bounds at a position, from the signs of A and B of a condition, and from that of B1 A2 -
    /// B2 A1 of two.
    fn above(
        &self,
        signs: impl Fn(usize) -> [Ordering; 2],
        meeting: impl Fn(usize, usize) -> Ordering,
    ) -> Above {
        let (mut lower, mut upper) = (0, 1);
        for k in 2..self.0.len() {
            let [a, b] = signs(k);
            match a {
                Ordering::Greater if meeting(lower, k).is_gt() => lower = k,
                Ordering::Less if meeting(upper, k).is_lt() => upper = k,
                Ordering::Equal if b.is_lt() => return Above::Broken(k),
                _ => {}
            }
        }
        Above::Segment(Segment { lower, upper, order: meeting(lower, upper).reverse() })
    }

    /// The bounds at any position.
    fn above_number(&self, at: &QuadraticNumber) -> Option<Segment> {
        let signs = |k: usize| self.0[k].linear().map(|linear| sign_at(&linear, at));
        let meeting = |k: usize, l: usize| sign_at(&self.0[k].meeting(&self.0[l]), at);
        match self.above(signs, meeting) {
            Above::Segment(segment) if segment.order.is_ge() => Some(segment),
            _ => None,
        }
    }

    /// Finds where the conditions that decide at a rational position change.
    fn around(&self, at: &Rational) -> Around {
        let parts = [at.numerator(), at.denominator()];
        let values: Vec<[BigInt; 2]> = self.0.iter().map(|one| one.at(&parts)).collect();
        let signs = |k: usize| values[k].each_ref().map(|value| value.cmp(&BigInt::ZERO));
        let meeting = |k: usize, l: usize| {
            let ([a, b], [a2, b2]) = (&values[k], &values[l]);
            (b * a2).cmp(&(b2 * a))
        };
        let (segment, deciding) = match self.above(signs, meeting) {
            Above::Broken(k) => (None, vec![k]),
            Above::Segment(segment) if segment.order.is_lt() => {
                (None, vec![segment.lower, segment.upper])
            }
            Above::Segment(segment) => (Some(segment), (0..self.0.len()).collect()),
        };
        let here = QuadraticNumber::from(at.clone());
        let mut stops = Vec::new();
        for &k in &deciding {
            let [a, b] = self.0[k].linear();
            let is_upright = a.iter().all(Zero::is_zero);
            stops.extend(QuadraticNumber::roots(if is_upright { b } else { a }));
            if is_upright {
                continue;
            }
            let rival = match &segment {
                Some(segment) if values[k][0].is_positive() => segment.lower,
                Some(segment) => segment.upper,
                None => deciding[deciding.len() - 1],
            };
            stops.extend(QuadraticNumber::roots(self.0[k].meeting(&self.0[rival])));
        }
        if let Some(Segment { lower, upper, .. }) = segment {
            stops.extend(QuadraticNumber::roots(self.0[lower].meeting(&self.0[upper])));
        }
        if stops.contains(&here) { Around::Change } else { Around::Constant { stops, segment } }
    }

    /// The zone as columns.
    pub(super) fn columns(&self) -> Vec<ZoneColumn> {
        let ends = [Rational::ZERO, Rational::ONE].map(QuadraticNumber::from);
        let mut breaks = ends.to_vec();
        let mut found: Vec<ZoneColumn> = Vec::new();
        let mut waiting = vec![ends];
        while let Some([from, to]) = waiting.pop() {
            let Some(at) = from.between(&to) else { continue };
            let (start, end) = match self.around(&at) {
                Around::Change => {
                    let at = QuadraticNumber::from(at);
                    (at.clone(), at)
                }
                Around::Constant { stops, segment } => {
                    let here = QuadraticNumber::from(at);
                    let (before, after): (Vec<_>, Vec<_>) =
                        stops.into_iter().partition(|stop| *stop < here);
                    let start = before.into_iter().chain([from.clone()]).max().expect("an end");
                    let end = after.into_iter().chain([to.clone()]).min().expect("an end");
                    found.extend(segment.map(|of| self.column(&of, [start.clone(), end.clone()])));
                    (start, end)
                }
            };
            breaks.extend([start.clone(), end.clone()]);
            waiting.extend([[from, start], [end, to]]);
        }
        breaks.sort();
        breaks.dedup();
        let alone: Vec<ZoneColumn> =
            breaks.into_iter().filter_map(|at| self.alone(at, &found)).collect();
        found.extend(alone);
        found.sort_by(|one, other| (&one.from, &one.to).cmp(&(&other.from, &other.to)));
        found.dedup_by(|next, last| {
            let is_same =
                last.to == next.from && [&last.lower, &last.upper] == [&next.lower, &next.upper];
            if is_same {
                last.to = next.to.clone();
            }
            is_same
        });
        found
    }

    fn column(&self, segment: &Segment, [from, to]: [QuadraticNumber; 2]) -> ZoneColumn {
        let [lower, upper] = [(segment.lower, true), (segment.upper, false)]
            .map(|(k, is_lower)| self.0[k].curve(is_lower));
        ZoneColumn { from, to, lower, upper }
    }

    /// The part of the zone above a position, unless it is the end of a column.
    fn alone(&self, at: QuadraticNumber, columns: &[ZoneColumn]) -> Option<ZoneColumn> {
        let segment = self.above_number(&at)?;
        let own = self.column(&segment, [at.clone(), at]);
        let is_end = |column: &ZoneColumn| {
            [(&own.lower, &column.lower), (&own.upper, &column.upper)].iter().all(|(one, other)| {
                let [one, other] = [one, other].map(|curve| Condition::of(curve));
                sign_at(&one.meeting(&other), &own.from).is_eq()
            })
        };
        let mut beside =
            columns.iter().filter(|column| column.from == own.from || column.to == own.from);
        if beside.any(is_end) { None } else { Some(own) }
    }
}
