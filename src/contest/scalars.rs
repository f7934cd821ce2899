//! One number per class decides: the separation of a ranking score's comparison.
//!
//! With s and u the satisfied and unsatisfied importance at a point (a, b) of the Tile, dx and dy
//! the differences of true negatives and of true positives, on a test with P positives and N
//! negatives,
//!
//! ```text
//! s_A u_B - s_B u_A = dx c_x(TP_A) + dy c_y(TN_A),
//! c_x = (1-a)(1-b) N + (1-a) b P + (a-b) TP_A,    c_y = a b P + a (1-b) N + (b-a) TN_A,
//! ```
//!
//! for tp + fn = P and tn + fp = N. Neither c is negative on the Tile, so A is better iff
//!
//! ```text
//! dx/c_y(TN_A) + dy/c_x(TP_A) > 0.
//! ```
//!
//! Each summand depends on one class alone, and the classes are independent. If a c vanishes, the
//! sign of the product is used.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};

use super::masses::ClassMasses;
use super::sum::Mass;
use crate::geometry::Point;
use crate::lattice::Lattice;
use crate::num::{Rational, common_denominator};

/// The divisor of one class's difference: `constant + slope * right`, both classes scaled alike,
/// with integers that are never negative on the lattice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Divisor {
    constant: i128,
    slope: i128,
}

impl Divisor {
    /// Its value for a number of right predictions.
    pub(super) fn at(self, right: u64) -> i128 {
        self.constant + self.slope * i128::from(right)
    }
}

/// The divisors of both classes and the places of their keys.
#[derive(Clone, Copy, Debug)]
pub(super) struct Separation {
    /// c_x, of the positive class's difference.
    pub(super) positive: Divisor,
    /// c_y, of the negative class's difference.
    pub(super) negative: Divisor,
    /// Binary places: two different fractions differ by more than 2^-places.
    places: u32,
}

impl Separation {
    /// The separation at a point of the Tile; `None` if its keys need more than 126 bits.
    pub(super) fn new(place: &Point, lattice: Lattice) -> Option<Self> {
        let [positive, negative] = divisors(place, lattice);
        let all = positive.iter().chain(&negative);
        let unit = common_denominator(all.clone());
        let integers: Vec<BigInt> =
            all.map(|value| value.numerator() * (&unit / value.denominator())).collect();
        let common = integers.iter().fold(BigInt::zero(), |common, value| common.gcd(value));
        let machine: Option<Vec<i128>> =
            integers.iter().map(|value| (value / &common).to_i128()).collect();
        let ends = |constant: &BigInt, slope: &BigInt, count: u64| {
            let last: BigInt = constant + slope * count;
            constant.abs().max(last.abs()).max(slope.abs() * count).bits()
        };
        let (p, n) = (lattice.positives(), lattice.negatives());
        let bits = ends(&integers[0], &integers[1], p).max(ends(&integers[2], &integers[3], n));
        let bits = bits.saturating_sub(common.bits().saturating_sub(1));
        let differences = u64::from(u64::BITS - p.max(n).leading_zeros());
        if 2 * bits + differences > 124 {
            return None;
        }
        let machine = machine?;
        Some(Self {
            positive: Divisor { constant: machine[0], slope: machine[1] },
            negative: Divisor { constant: machine[2], slope: machine[3] },
            places: u32::try_from(2 * bits).expect("below 124"),
        })
    }

    /// An integer that increases with `difference / divisor` and is equal only for equal quotients:
    /// two fractions whose denominators are below 2^(places/2) differ by more than 2^-places.
    pub(super) fn key(&self, difference: i64, divisor: i128) -> i128 {
        let magnitude = u128::from(difference.unsigned_abs()) << self.places;
        let divisor = divisor.unsigned_abs();
        let quotient = match (u64::try_from(magnitude), u64::try_from(divisor)) {
            (Ok(magnitude), Ok(divisor)) => i128::from(magnitude / divisor),
            _ => i128::try_from(magnitude / divisor).expect("below 2^124"),
        };
        if difference < 0 { -quotient } else { quotient }
    }

    /// The states of a class by their keys.
    pub(super) fn sorted<M: Mass>(&self, masses: &ClassMasses<M>, divisor: Divisor) -> Scalars<M> {
        let mut keyed = Vec::new();
        let mut flat = [(); 3].map(|()| M::sum());
        for (right, difference, mass) in masses.states() {
            match divisor.at(right) {
                0 => M::add(&mut flat[sign_place(difference)], mass),
                c => keyed.push((self.key(difference, c), mass)),
            }
        }
        keyed.sort_unstable_by_key(|(key, _)| *key);
        let groups = keyed.chunk_by(|(one, _), (other, _)| one == other).map(|group| {
            let mut sum = M::sum();
            group.iter().for_each(|(_, mass)| M::add(&mut sum, mass));
            (group[0].0, M::total(&sum))
        });
        Scalars { groups: groups.collect(), flat: flat.map(|sum| M::total(&sum)) }
    }
}

/// 0 for negative numbers, 1 for zero, 2 for positive ones.
pub(super) fn sign_place(difference: i64) -> usize {
    match difference.signum() {
        -1 => 0,
        0 => 1,
        _ => 2,
    }
}

/// Constant and slope of c_x and of c_y.
pub(super) fn divisors(place: &Point, lattice: Lattice) -> [[Rational; 2]; 2] {
    let Point { a, b } = place;
    let (p, n) = (Rational::from(lattice.positives()), Rational::from(lattice.negatives()));
    let (other_a, other_b) = (a.complement(), b.complement());
    let positive = &other_a * &other_b * &n + &other_a * b * &p;
    let negative = a * b * &p + a * &other_b * &n;
    [[positive, a - b], [negative, b - a]]
}

/// The masses of one class by the value of its summand.
#[derive(Clone, Debug)]
pub(super) struct Scalars<M> {
    /// Keys, increasing, with their masses.
    pub(super) groups: Vec<(i128, M)>,
    /// Masses of negative, zero and positive differences whose divisor is zero.
    pub(super) flat: [M; 3],
}
