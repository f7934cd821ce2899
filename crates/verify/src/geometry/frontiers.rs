//! One classifier's frontiers with its rivals, straight from the counts, and the ranks along them.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::ops::{Mul, Sub};

use num_bigint::BigInt;
use num_traits::{ToPrimitive, Zero};

use super::plane::{Bilinear, Filtered, Place, Point, middle};
use exactile::num::{Rational, common_denominator};

/// Counts `tn, fp, fn, tp` of a classifier times a positive integer that makes them integers: no
/// order between scores depends on it.
pub(crate) type Counts = [BigInt; 4];

pub(crate) fn integers(counts: &[Rational; 4]) -> Counts {
    let scale = Rational::from(common_denominator(counts));
    counts.each_ref().map(|count| (count * &scale).numerator())
}

/// The ranks `[1 + better, 1 + better + tied]`.
pub(crate) fn rank(better: usize, tied: usize) -> [usize; 2] {
    [better + 1, better + 1 + tied]
}

/// The comparison of each classifier with a fixed one, by the definition R_ab = s/(s + u).
pub(crate) struct Order(Vec<Filtered>);

impl Order {
    pub(crate) fn new(counts: &[Counts], own: usize) -> Self {
        let own = &counts[own];
        Self(counts.iter().map(|rival| Filtered::new(difference(rival, own))).collect())
    }

    /// Compares at a point of the Tile, for each classifier: greater if it is better than the fixed
    /// one.
    pub(crate) fn at(&self, point: &Point) -> Vec<Ordering> {
        let place = Place::new(point);
        self.0.iter().map(|difference| difference.sign_at(&place)).collect()
    }
}

/// Returns the rank that follows from [`Order::at`].
pub(crate) fn rank_of(comparisons: &[Ordering]) -> [usize; 2] {
    let count = |wanted| comparisons.iter().filter(|&&order| order == wanted).count();
    rank(count(Ordering::Greater), count(Ordering::Equal) - 1)
}

/// `s_i u_j - s_j u_i` as a polynomial in a and b: positive where i is better than j.
pub(crate) fn difference(i: &Counts, j: &Counts) -> Bilinear {
    /// s = tn + (tp - tn) a and u = fp + (fn - fp) b.
    fn coefficients<I>(s: &[I; 4], u: &[I; 4]) -> [I; 4]
    where
        for<'x> &'x I: Sub<Output = I> + Mul<Output = I>,
    {
        let (s_1, s_a) = (&s[0], &s[3] - &s[0]);
        let (u_1, u_b) = (&u[1], &u[2] - &u[1]);
        [&s_a * &u_b, &s_a * u_1, s_1 * &u_b, s_1 * u_1]
    }
    let word =
        |count: &BigInt| count.to_i64().filter(|count| count.abs() < 1 << 60).map(i128::from);
    let words = |counts: &Counts| counts.iter().map(word).collect::<Option<Vec<i128>>>();
    let coefficients = match words(i).zip(words(j)) {
        // Products of numbers below 2^61, and the difference of two, are far below 2^127.
        Some((i, j)) => {
            let [i, j] = [i, j].map(|counts| [counts[0], counts[1], counts[2], counts[3]]);
            let (first, second) = (coefficients(&i, &j), coefficients(&j, &i));
            std::array::from_fn(|k| BigInt::from(first[k] - second[k]))
        }
        None => {
            let (first, second) = (coefficients(i, j), coefficients(j, i));
            std::array::from_fn(|k| &first[k] - &second[k])
        }
    };
    Bilinear(coefficients).primitive()
}

/// Returns `true` if frontiers of a classifier do not meet inside the Tile, because all classifiers
/// have n negatives and p positives in one proportion.
///
/// Scaled to the same n and p, with dx and dy the differences of true negatives and true positives,
/// F_j = dx c_x + dy c_y where
///
/// ```text
/// c_x = (1-a)(1-b) n + (1-a) b p + (a-b) tp     c_y = a b p + a (1-b) n + (b-a) tn
/// ```
///
/// and tp, tn are those of the classifier: positive inside the Tile, since they are linear in tp
/// from 0 to p and in tn from 0 to n, and positive at both ends. Where two F_j vanish there, dx :
/// dy is the same for both, and so is the frontier. That F_j has this form is checked for each
/// rival.
fn is_pencil(counts: &[Counts], own: usize) -> bool {
    let [tn, fp, fn_, tp] = &counts[own];
    let (n, p) = (tn + fp, fn_ + tp);
    let c_x = [&n - &p, tp - &n, &p - tp - &n, n.clone()];
    let c_y = [&p - &n, &n - tn, tn.clone(), BigInt::ZERO];
    counts.iter().all(|rival| {
        let [rival_tn, rival_fp, rival_fn, rival_tp] = rival;
        let (rival_n, rival_p) = (rival_tn + rival_fp, rival_fn + rival_tp);
        // The rival's counts times n, the classifier's times the rival's n: dx, dy times both.
        let dx = tn * &rival_n - rival_tn * &n;
        let dy = tp * &rival_n - rival_tp * &n;
        let sum = Bilinear(std::array::from_fn(|k| &dx * &c_x[k] + &dy * &c_y[k]));
        &n * &rival_p == &p * &rival_n && sum.primitive() == difference(&counts[own], rival)
    })
}

/// A stretch of frontier inside the Tile, from the border or another frontier to the next.
#[derive(Debug)]
pub(crate) struct Arc {
    /// Its ends. On the way from the first to the second, the side called below is on the left.
    pub(crate) ends: [Point; 2],
    /// A point between the ends.
    pub(crate) centre: Point,
    /// The rank below it, on it, and above it; for an upright arc: left of it, on it, right of it.
    pub(crate) ranks: [[usize; 2]; 3],
    /// A rival that ties on it.
    pub(crate) rival: usize,
}

/// All frontiers of a classifier, cut where they meet.
#[derive(Debug, Default)]
pub(crate) struct Frontiers {
    pub(crate) arcs: Vec<Arc>,
    /// For each directed edge of a piece: the arc it runs along, and the side of the piece, below
    /// (0) or above (2).
    pub(crate) edges: HashMap<(Bilinear, [Point; 2]), (usize, usize)>,
    /// The points where frontiers meet inside the Tile, with the rank there.
    pub(crate) crossings: HashMap<Point, [usize; 2]>,
}

impl Frontiers {
    /// Computes the frontiers of classifier `own`, each curve once. Its rank follows from the order
    /// of all classifiers to it.
    ///
    /// # Errors
    /// Frontiers that are not made of arcs with rational ends: this cannot be, since all frontiers
    /// of a classifier share the point where its own s and u vanish.
    pub(crate) fn new(
        counts: &[Counts],
        own: usize,
        rank: &impl Fn(&[Ordering]) -> [usize; 2],
    ) -> Result<Self, String> {
        let polynomials = counts
            .iter()
            .map(|rival| difference(&counts[own], rival).factor_on_tile())
            .collect::<Result<Vec<_>, _>>()?;
        // Those that a frontier may meet.
        let met = if is_pencil(counts, own) { &[][..] } else { &polynomials };
        let order = Order::new(counts, own);
        let mut frontiers = Self::default();
        let mut known = HashSet::new();
        for (rival, polynomial) in polynomials.iter().enumerate() {
            let is_constant = polynomial.0[..3].iter().all(Zero::is_zero);
            if is_constant || known.contains(&-polynomial.clone()) || !known.insert(polynomial) {
                continue;
            }
            frontiers.push(&order, rank, [&polynomials, met], rival)?;
        }
        Ok(frontiers)
    }

    /// Cuts the frontier with one rival into arcs. For an upright one the axes are exchanged first,
    /// so that each is the graph of a function.
    fn push(
        &mut self,
        order: &Order,
        rank: &impl Fn(&[Ordering]) -> [usize; 2],
        [polynomials, met]: [&[Bilinear]; 2],
        rival: usize,
    ) -> Result<(), String> {
        let polynomial = &polynomials[rival];
        let upright = polynomial.0[0].is_zero() && polynomial.0[2].is_zero();
        let graph = if upright { polynomial.transposed() } else { polynomial.clone() };
        let on_it = |z: &Rational| {
            let b = graph.solve_b(z).expect("one b for each a of its domain");
            let point = Point { a: z.clone(), b };
            if upright { point.transposed() } else { point }
        };
        let mut meetings = Vec::new();
        for other in met {
            let other = if upright { other.transposed() } else { other.clone() };
            meetings.extend(graph.meetings(&other)?);
        }
        meetings.sort();
        for [low, high] in graph.zeros_on_tile() {
            let within = meetings.iter().filter(|&z| low < *z && *z < high);
            let mut cuts: Vec<&Rational> =
                [&low].into_iter().chain(within).chain([&high]).collect();
            cuts.dedup();
            for cut in &cuts[1..cuts.len() - 1] {
                let point = on_it(cut);
                let rank = rank(&order.at(&point));
                self.crossings.insert(point, rank);
            }
            for ends in cuts.windows(2) {
                let centre = on_it(&middle(ends[0], ends[1]));
                let (low, high) = (on_it(ends[0]), on_it(ends[1]));
                let ends = if upright { [low, high] } else { [high, low] };
                let comparisons = order.at(&centre);
                self.push_arc(&comparisons, rank, polynomials, rival, ends, centre);
            }
        }
        Ok(())
    }

    /// On an arc no rival's order to the classifier changes, so the order at its centre holds
    /// throughout.
    fn push_arc(
        &mut self,
        comparisons: &[Ordering],
        rank: &impl Fn(&[Ordering]) -> [usize; 2],
        polynomials: &[Bilinear],
        rival: usize,
        ends: [Point; 2],
        centre: Point,
    ) {
        let polynomial = &polynomials[rival];
        let zero = Rational::ZERO;
        let below = if ends[0].a == ends[1].a {
            Point { a: middle(&zero, &centre.a), ..centre.clone() }
        } else {
            Point { b: middle(&zero, &centre.b), ..centre.clone() }
        };
        let curve = match polynomial.sign_at(&below) {
            Ordering::Greater => polynomial.clone(),
            _ => -polynomial.clone(),
        };
        // Beside the arc a tie is broken by the sign of the rival's polynomial, which is the
        // curve's own or the opposite, unless it is zero everywhere.
        let mut sides = [const { Vec::new() }; 3];
        for (order, polynomial) in comparisons.iter().zip(polynomials) {
            let orders = match order {
                Ordering::Equal if *polynomial == curve => {
                    [Ordering::Less, Ordering::Equal, Ordering::Greater]
                }
                Ordering::Equal if !polynomial.is_zero() => {
                    [Ordering::Greater, Ordering::Equal, Ordering::Less]
                }
                &order => [order; 3],
            };
            sides.iter_mut().zip(orders).for_each(|(side, order)| side.push(order));
        }
        let ranks = sides.map(|orders| rank(&orders));
        let (number, [from, to]) = (self.arcs.len(), ends.clone());
        self.edges.insert((-curve.clone(), [to.clone(), from.clone()]), (number, 2));
        self.edges.insert((curve, [from, to]), (number, 0));
        self.arcs.push(Arc { ends, centre, ranks, rival });
    }
}
