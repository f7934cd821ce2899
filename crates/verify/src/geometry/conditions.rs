//! Conditions F(a, b) >= 0 of bilinear polynomials inside the Tile, and a proof that several of
//! them leave nothing between two abscissae.
//!
//! Above one abscissa F is linear in b, so each condition leaves all of the open Tile's heights,
//! those on one side of F's zero, or none. Together they leave none iff one alone leaves none, or
//! the zero of one that has to be exceeded is above that of another that must not be. That is found
//! out at a middle, and whether the same one or two exclude all between two abscissae, from signs
//! of linear functions and of one quadratic; where they do not, the stretch is split.

use num_bigint::BigInt;
use num_traits::Zero;

use super::plane::{Bilinear, Point, middle};
use exactile::num::Rational;

/// Distinct polynomials, each primitive and without a factor that vanishes nowhere inside the Tile,
/// that must not be negative there.
pub(crate) struct Conditions(pub(crate) Vec<Bilinear>);

/// The conditions that leave nothing above an abscissa.
enum Excluding<'c> {
    /// One condition, which is negative at each height.
    One(&'c Bilinear),
    /// Two conditions: the height must be above the zero of the first, and not above that of the
    /// second.
    Two(&'c Bilinear, &'c Bilinear),
}

/// The reason why it is not proved that nothing is left.
pub(crate) enum Left {
    /// This point is left.
    Point(Point),
    /// It takes too many steps.
    Unknown,
}

/// The most times a stretch is halved; next to an irrational zero many are needed.
const MOST_SPLITS: usize = 200;

impl Conditions {
    /// Returns the lowest and the highest height inside the Tile that are left above an abscissa,
    /// or their limits on its border; `None` if no height is left.
    pub(crate) fn heights(&self, a: &Rational) -> Option<[Rational; 2]> {
        self.above(a).ok()
    }

    fn above(&self, a: &Rational) -> Result<[Rational; 2], Excluding<'_>> {
        let mut heights = [Rational::ZERO, Rational::ONE];
        let mut given_by = [None; 2];
        for condition in &self.0 {
            let [foot, slope] = lines(condition).map(|line| value(line, a));
            let head = &foot + &slope;
            let are_zero = foot.is_zero() && head.is_zero();
            if !are_zero && !foot.is_positive() && !head.is_positive() {
                return Err(Excluding::One(condition));
            }
            if foot.is_negative() || head.is_negative() {
                let height = -foot / &slope;
                let end = usize::from(slope.is_negative());
                let is_closer = if end == 0 { height > heights[0] } else { height < heights[1] };
                if is_closer {
                    heights[end] = height;
                    given_by[end] = Some(condition);
                }
            }
        }
        match given_by {
            [Some(low), Some(high)] if heights[0] > heights[1] => Err(Excluding::Two(low, high)),
            _ => Ok(heights),
        }
    }

    /// Proves that nothing inside the Tile is left above any abscissa between two.
    pub(crate) fn leave_nothing_between(
        &self,
        low: &Rational,
        high: &Rational,
    ) -> Result<(), Left> {
        self.leave_nothing(low, high, MOST_SPLITS)
    }

    fn leave_nothing(&self, low: &Rational, high: &Rational, splits: usize) -> Result<(), Left> {
        if low >= high {
            return Ok(());
        }
        let centre = middle(low, high);
        let excluding = self.is_empty_above(&centre)?;
        if excluding.all_between([low, high]) {
            return Ok(());
        }
        let splits = splits.checked_sub(1).ok_or(Left::Unknown)?;
        let mut stops = excluding.rational_ends();
        stops.retain(|stop| low < stop && stop < high);
        if stops.is_empty() {
            stops.push(centre);
        }
        stops.sort();
        let mut from = low;
        for stop in &stops {
            self.is_empty_above(stop)?;
            self.leave_nothing(from, stop, splits)?;
            from = stop;
        }
        self.leave_nothing(from, high, splits)
    }

    fn is_empty_above(&self, a: &Rational) -> Result<Excluding<'_>, Left> {
        match self.above(a) {
            Err(excluding) => Ok(excluding),
            Ok([low, high]) => Err(Left::Point(Point { a: a.clone(), b: middle(&low, &high) })),
        }
    }

    /// Returns the first condition that does not hold somewhere on an edge. The edge lies on the
    /// zeros of a polynomial between two points of the Tile, and is upright or the graph of a
    /// function of a.
    pub(crate) fn broken_on(
        &self,
        (edge, [from, to]): &(Bilinear, [Point; 2]),
    ) -> Option<&Bilinear> {
        let [_, slope] = lines(edge);
        let rises = value(slope, &middle(&from.a, &to.a)).is_positive();
        self.0.iter().find(|condition| {
            if from.a == to.a {
                return [from, to].iter().any(|end| condition.sign_at(end).is_lt());
            }
            // The condition times the slope of the edge's polynomial.
            let product = resultant(condition, edge);
            let product = if rises { product } else { product.map(|k| -k) };
            let ends = if from.a < to.a { [&from.a, &to.a] } else { [&to.a, &from.a] };
            least(&product, ends).is_negative()
        })
    }
}

impl Excluding<'_> {
    /// Returns `true` if the conditions, which leave nothing in the middle between two abscissae,
    /// leave nothing at any abscissa between them.
    fn all_between(&self, ends: [&Rational; 2]) -> bool {
        match self {
            // Linear functions, of which one is negative in the middle.
            Self::One(condition) => {
                let [foot, slope] = lines(condition);
                ends.iter().all(|a| {
                    let foot = value(foot, a);
                    !foot.is_positive() && !(foot + value(slope, a)).is_positive()
                })
            }
            Self::Two(low, high) => {
                let ([_, rising], [_, falling]) = (lines(low), lines(high));
                let keep_slopes = ends
                    .iter()
                    .all(|a| !value(rising, a).is_negative() && !value(falling, a).is_positive());
                // -foot/slope of the first is greater than that of the second.
                keep_slopes && is_positive_between(&resultant(low, high), ends)
            }
        }
    }

    /// Returns rational abscissae at which what is left may begin or end.
    fn rational_ends(&self) -> Vec<Rational> {
        let zero = |[slope, offset]: [&BigInt; 2]| {
            (!slope.is_zero()).then(|| Rational::new(-offset, slope.clone()))
        };
        match self {
            Self::One(condition) => {
                let [k_ab, k_a, k_b, k_1] = &condition.0;
                let head = [k_ab + k_a, k_b + k_1];
                [zero([k_a, k_1]), zero(head.each_ref())].into_iter().flatten().collect()
            }
            Self::Two(low, high) => {
                let mut ends = low.meetings(high).unwrap_or_default();
                ends.extend([low, high].into_iter().filter_map(|line| zero(lines(line)[1])));
                ends
            }
        }
    }
}

/// Writes F as foot + slope b, and returns foot and slope as linear functions of a: the factor of
/// a, and the constant.
fn lines(polynomial: &Bilinear) -> [[&BigInt; 2]; 2] {
    let [k_ab, k_a, k_b, k_1] = &polynomial.0;
    [[k_a, k_1], [k_ab, k_b]]
}

fn value([factor, rest]: [&BigInt; 2], a: &Rational) -> Rational {
    Rational::new(factor * a.numerator() + rest * a.denominator(), a.denominator())
}

/// Returns the resultant: foot of the first times slope of the second, minus foot of the second
/// times slope of the first. It is given by the factors of a^2 and a, and the constant.
fn resultant(first: &Bilinear, second: &Bilinear) -> [BigInt; 3] {
    let ([k_ab, k_a, k_b, k_1], [l_ab, l_a, l_b, l_1]) = (&first.0, &second.0);
    [
        k_a * l_ab - l_a * k_ab,
        k_a * l_b + k_1 * l_ab - l_a * k_b - l_1 * k_ab,
        k_1 * l_b - l_1 * k_b,
    ]
}

fn at([square, linear, rest]: &[BigInt; 3], a: &Rational) -> Rational {
    let [square, linear, rest] = [square, linear, rest].map(|k| Rational::from(k.clone()));
    (square * a + linear) * a + rest
}

/// Returns the least value of a quadratic on a closed interval.
fn least(quadratic: &[BigInt; 3], ends: [&Rational; 2]) -> Rational {
    let at_ends = ends.map(|end| at(quadratic, end));
    let lowest = lowest(quadratic, ends).map(|place| at(quadratic, &place));
    let [first, second] = at_ends;
    let least = first.min(second);
    lowest.map_or(least.clone(), |lowest| lowest.min(least))
}

/// Returns the place of the minimum of a quadratic, if it is inside the interval.
fn lowest([square, linear, _]: &[BigInt; 3], [low, high]: [&Rational; 2]) -> Option<Rational> {
    let place = (*square > BigInt::ZERO).then(|| Rational::new(-linear, BigInt::from(2) * square));
    place.filter(|place| low < place && place < high)
}

/// Returns `true` if a quadratic is positive between two places; it may be 0 at both of them.
fn is_positive_between(quadratic: &[BigInt; 3], ends: [&Rational; 2]) -> bool {
    let [low, high] = ends;
    !least(quadratic, ends).is_negative()
        && at(quadratic, &middle(low, high)).is_positive()
        && lowest(quadratic, ends).is_none_or(|place| at(quadratic, &place).is_positive())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn integer(k: i64) -> BigInt {
        BigInt::from(k)
    }

    proptest! {
        /// At some places between two a quadratic is positive, or at none it is claimed to be.
        #[test]
        fn positive_quadratics_are_positive_at_all_places(
            k in prop::array::uniform3(-20_i64..=20), (low, way) in (-9_i64..9, 1_i64..9),
        ) {
            let quadratic = k.map(integer);
            let ends = [Rational::from(low), Rational::from(low + way)];
            let claimed = is_positive_between(&quadratic, ends.each_ref());
            let places = (1..720).map(|part| &ends[0] + Rational::new(way * part, 720));
            let all = places.map(|place| at(&quadratic, &place)).all(|value| value.is_positive());
            // Only between the places of a grid may it be otherwise.
            prop_assert!(all || !claimed);
            let discriminant = k[1] * k[1] - 4 * k[0] * k[2];
            prop_assert!(claimed || !all || discriminant >= 0);
        }

        /// The search finds a point that two to five conditions leave, or proves that they leave
        /// none of a grid.
        #[test]
        fn what_is_left_is_found(
            all in prop::collection::vec(prop::array::uniform4(-9_i64..=9), 2..6),
        ) {
            let factored =
                all.iter().map(|k| Bilinear(k.map(integer)).primitive().factor_on_tile());
            let Ok(conditions) = factored.collect::<Result<Vec<_>, _>>() else { return Ok(()) };
            let conditions = Conditions(conditions);
            let holds = |point: &Point| {
                conditions.0.iter().all(|condition| condition.sign_at(point).is_ge())
            };
            match conditions.leave_nothing_between(&Rational::ZERO, &Rational::ONE) {
                Err(Left::Point(point)) => prop_assert!(holds(&point)),
                Err(Left::Unknown) => {}
                Ok(()) => for a in 1..24 {
                    for b in 1..24 {
                        let point = Point { a: Rational::new(a, 24), b: Rational::new(b, 24) };
                        prop_assert!(!holds(&point), "{point}");
                    }
                }
            }
        }
    }
}
