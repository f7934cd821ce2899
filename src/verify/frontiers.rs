//! One classifier's frontiers with its rivals, straight from the counts, and the ranks along them.

use std::cmp::Ordering;
use std::collections::HashMap;

use num_bigint::BigInt;

use super::plane::{Bilinear, Point, middle};
use crate::num::{Rational, common_denominator};

/// Counts `tn, fp, fn, tp` of a classifier times a positive integer that makes them integers: no
/// order between scores depends on it.
pub(super) type Counts = [BigInt; 4];

pub(super) fn integers(counts: &[Rational; 4]) -> Counts {
    let scale = Rational::from(common_denominator(counts));
    counts.each_ref().map(|count| (count * &scale).numerator())
}

/// The ranks `[1 + better, 1 + better + tied]`.
pub(super) fn rank(better: usize, tied: usize) -> [usize; 2] {
    [better + 1, better + 1 + tied]
}

/// How each classifier compares with one of them at a point of the open Tile, by the definition of
/// R_ab = s/(s + u): greater where it is better. At (p/q, r/t) the integers
/// `(q - p) tn + p tp = q s` and `(t - r) fp + r fn = t u` stand for s and u.
pub(super) fn compare_all(counts: &[Counts], own: usize, at: &Point) -> Vec<Ordering> {
    let (p, q) = (at.a.numerator(), at.a.denominator());
    let (r, t) = (at.b.numerator(), at.b.denominator());
    let (not_p, not_r) = (&q - &p, &t - &r);
    let parts = |[tn, fp, fn_, tp]: &Counts| (&not_p * tn + &p * tp, &not_r * fp + &r * fn_);
    let (own_s, own_u) = parts(&counts[own]);
    counts
        .iter()
        .map(|rival| {
            let (s, u) = parts(rival);
            (s * &own_u).cmp(&(&own_s * u))
        })
        .collect()
}

/// The rank that follows from [`compare_all`].
pub(super) fn rank_of(comparisons: &[Ordering]) -> [usize; 2] {
    let count = |wanted| comparisons.iter().filter(|&&order| order == wanted).count();
    rank(count(Ordering::Greater), count(Ordering::Equal) - 1)
}

/// `s_i u_j - s_j u_i` as a polynomial in a and b: positive where i is better than j.
fn difference(i: &Counts, j: &Counts) -> Bilinear {
    // s = tn + (tp - tn) a and u = fp + (fn - fp) b.
    let coefficients = |s: &Counts, u: &Counts| {
        let (s_1, s_a) = (&s[0], &s[3] - &s[0]);
        let (u_1, u_b) = (&u[1], &u[2] - &u[1]);
        [&s_a * &u_b, &s_a * u_1, s_1 * &u_b, s_1 * u_1]
    };
    let (first, second) = (coefficients(i, j), coefficients(j, i));
    Bilinear(std::array::from_fn(|k| &first[k] - &second[k])).primitive()
}

/// A frontier within the open Tile: from one point of its border to another.
#[derive(Debug)]
pub(super) struct Arc {
    /// Its ends, the right one first: below lies on the left of the way.
    pub(super) ends: [Point; 2],
    /// A point between the ends.
    pub(super) centre: Point,
    /// The rank below it, on it, and above it.
    pub(super) ranks: [[usize; 2]; 3],
    /// A rival that ties on it.
    pub(super) rival: usize,
}

/// All frontiers of a classifier.
#[derive(Debug, Default)]
pub(super) struct Frontiers {
    pub(super) arcs: Vec<Arc>,
    /// Which arc, and whether from below it (0) or above (2), a directed edge of a piece runs along.
    pub(super) edges: HashMap<(Bilinear, [Point; 2]), (usize, usize)>,
}

impl Frontiers {
    /// The frontiers of classifier `own`, each curve once.
    ///
    /// # Errors
    /// Two frontiers that meet inside the Tile, or one along an axis: neither occurs among
    /// classifiers of equal priors.
    pub(super) fn new(counts: &[Counts], own: usize) -> Result<Self, String> {
        let polynomials: Vec<Bilinear> =
            counts.iter().map(|rival| difference(&counts[own], rival)).collect();
        let mut frontiers = Self::default();
        let mut known = std::collections::HashSet::new();
        for (rival, polynomial) in polynomials.iter().enumerate() {
            if polynomial.is_zero()
                || known.contains(polynomial)
                || known.contains(&polynomial.negated())
            {
                continue;
            }
            known.insert(polynomial.clone());
            if polynomial.is_reducible() {
                refuse_lines_inside(polynomial, rival)?;
                continue;
            }
            for [low, high] in polynomial.zeros_on_tile() {
                frontiers.push(&polynomials, rival, &low, &high)?;
            }
        }
        Ok(frontiers)
    }

    fn push(
        &mut self,
        polynomials: &[Bilinear],
        rival: usize,
        low: &Rational,
        high: &Rational,
    ) -> Result<(), String> {
        let polynomial = &polynomials[rival];
        let on_it = |a: &Rational| {
            let b = polynomial.solve_b(a).expect("an irreducible curve has one b inside the Tile");
            Point { a: a.clone(), b }
        };
        let (ends, centre) = ([on_it(high), on_it(low)], on_it(&middle(low, high)));
        let below = Point { a: centre.a.clone(), b: middle(&centre.b, &Rational::ZERO) };
        let falls = polynomial.sign_at(&below).is_gt();
        let curve = if falls { polynomial.clone() } else { polynomial.negated() };
        // On the arc a rival is worse, better or tied as its polynomial is positive, negative or
        // zero; beside the arc a tie is broken by the sign of the rival's polynomial there, which
        // is the curve's own up to its sign.
        let (mut better, mut ties) = ([0; 3], [0; 3]);
        for (j, other) in polynomials.iter().enumerate() {
            let on_arc = curve.sign_along(other, [low, high], &centre).ok_or_else(|| {
                format!("its frontiers with rivals {rival} and {j} meet inside the Tile")
            })?;
            let is_tied = on_arc.is_eq();
            let signs = match is_tied && !other.is_zero() {
                true if *other == curve => [Ordering::Greater, Ordering::Equal, Ordering::Less],
                true => [Ordering::Less, Ordering::Equal, Ordering::Greater],
                false => [on_arc; 3],
            };
            for (place, sign) in signs.into_iter().enumerate() {
                better[place] += usize::from(sign.is_lt());
                ties[place] += usize::from(sign.is_eq());
            }
        }
        let ranks = std::array::from_fn(|place| rank(better[place], ties[place] - 1));
        let (number, [right, left]) = (self.arcs.len(), ends.clone());
        self.edges.insert((curve.negated(), [left.clone(), right.clone()]), (number, 2));
        self.edges.insert((curve, [right, left]), (number, 0));
        self.arcs.push(Arc { ends, centre, ranks, rival });
        Ok(())
    }
}

/// A reducible polynomial vanishes on at most two lines along the axes.
fn refuse_lines_inside(polynomial: &Bilinear, rival: usize) -> Result<(), String> {
    let [k_ab, k_a, k_b, k_1] = polynomial.0.clone().map(Rational::from);
    let lines = if k_ab.is_zero() {
        [(-&k_1).checked_div(&k_a), (-&k_1).checked_div(&k_b)]
    } else {
        [(-&k_b).checked_div(&k_ab), (-&k_a).checked_div(&k_ab)]
    };
    let inside = |z: &Rational| z.is_positive() && *z < Rational::ONE;
    match lines.into_iter().flatten().find(inside) {
        None => Ok(()),
        Some(line) => Err(format!("its frontier with rival {rival} runs along an axis at {line}")),
    }
}
