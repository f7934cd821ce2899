//! The distinct performances of classifiers under one prior, their frontiers, and how they rank at
//! a point.
//!
//! The head of `rankings.rs` has the coordinates (A, B) in which frontiers are straight.

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeSet, HashMap};

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::ToPrimitive;

use crate::reading::words::Fraction;
use exactile::num::{Rational, common_denominator};

/// Marks two performances without a frontier: one is at least as good as the other in both rates.
const NONE: u32 = u32::MAX;

/// The distinct performances of classifiers.
#[derive(Debug)]
pub(super) struct Performances {
    /// TNR and TPR of each.
    rates: Vec<[Rational; 2]>,
    /// TNR, FPR, TPR and FNR of each.
    doubles: [Vec<f64>; 4],
    /// `true` if no product of these doubles underflows.
    are_usable: bool,
    /// The classifiers with each performance.
    pub(super) groups: Vec<Vec<usize>>,
    /// The performance of each classifier.
    of_classifier: Vec<usize>,
    /// p and 1-p in proportion.
    odds: [BigInt; 2],
    /// Frontiers ordered by where they begin along the left and then the top side; of those that
    /// begin at the same place, the one that ends last along the bottom and then the right side
    /// comes first.
    pub(super) frontiers: Vec<Frontier>,
    /// The frontier of each pair of performances, or [`NONE`].
    between: Vec<u32>,
}

/// A frontier.
#[derive(Debug)]
pub(super) struct Frontier {
    /// The values of F = (1-A) dx + A dy - (B-A) D at the corners (0, 0), (0, 1), (1, 0) and (1, 1)
    /// of the Tile.
    corners: [BigInt; 4],
    /// The same values as machine words if they are short, and their bits.
    short: Option<([i128; 4], u32)>,
    /// The numbers of the performances that tie on it, and of the classifiers with these
    /// performances.
    pub(super) performances: Vec<usize>,
    pub(super) classifiers: Vec<usize>,
    /// The ranks of its beginning and its end among those of all frontiers.
    begin: u32,
    end: u32,
}

impl Frontier {
    /// Returns `true` if it meets `later` inside the Tile. `later` comes after it in the order of
    /// all frontiers.
    pub(super) fn meets(&self, later: &Self) -> bool {
        self.begin < later.begin && self.end > later.end
    }
}

impl Performances {
    pub(super) fn of(counts: &[[Rational; 4]], prior: &Rational) -> Self {
        let mut known: HashMap<[Rational; 2], usize> = HashMap::new();
        let mut all = Self {
            rates: Vec::new(),
            doubles: Default::default(),
            are_usable: true,
            groups: Vec::new(),
            of_classifier: Vec::new(),
            odds: [prior.numerator(), prior.denominator() - prior.numerator()],
            frontiers: Vec::new(),
            between: Vec::new(),
        };
        for (classifier, [tn, fp, fn_, tp]) in counts.iter().enumerate() {
            let rates = [tn / &(tn + fp), tp / &(tp + fn_)];
            let group = *known.entry(rates.clone()).or_insert_with(|| {
                let [x, y] = &rates;
                let four = [x.clone(), x.complement(), y.clone(), y.complement()];
                for (list, rate) in all.doubles.iter_mut().zip(four) {
                    let rate = rate.to_f64();
                    all.are_usable &= rate == 0.0 || rate > LEAST;
                    list.push(rate);
                }
                all.rates.push(rates);
                all.groups.push(Vec::new());
                all.groups.len() - 1
            });
            all.groups[group].push(classifier);
            all.of_classifier.push(group);
        }
        all.find_frontiers();
        all
    }

    fn find_frontiers(&mut self) {
        let points = self.rates.iter().map(|rates| {
            let scale = Rational::from(common_denominator(rates));
            let [x, y] = rates.each_ref().map(|rate| (rate * &scale).numerator());
            [x, y, scale.numerator()]
        });
        let points: Vec<[BigInt; 3]> = points.collect();
        // By dx : dy : D in lowest terms, with positive dx and D and negative dy.
        let mut found: HashMap<[BigInt; 3], BTreeSet<usize>> = HashMap::new();
        for (i, [x, y, w]) in points.iter().enumerate() {
            for (j, [x2, y2, w2]) in points.iter().enumerate() {
                // All three times the product of both weights.
                let (dx, dy) = (x * w2 - x2 * w, y * w2 - y2 * w);
                if dx > BigInt::ZERO && dy < BigInt::ZERO {
                    let d = x * y2 - x2 * y;
                    let common = dx.gcd(&dy).gcd(&d);
                    let normal = [dx / &common, dy / &common, d / common];
                    found.entry(normal).or_default().extend([i, j]);
                }
            }
        }
        let found: Vec<([BigInt; 3], BTreeSet<usize>)> = found.into_iter().collect();
        let [begins, ends] = [0, 1].map(|side| {
            let places = found.iter().map(|(normal, _)| ends(normal)[side].clone());
            numbered(places.collect())
        });
        for (((normal, tied), begin), end) in found.into_iter().zip(begins).zip(ends) {
            let [dx, dy, d] = normal;
            let corners = [dx.clone(), &dx - &d, &dy + &d, dy];
            let words = corners.each_ref().map(BigInt::to_i128);
            let bits = corners.iter().map(BigInt::bits).max().unwrap_or(0);
            let short = match (words, u32::try_from(bits)) {
                ([Some(a), Some(b), Some(c), Some(d)], Ok(bits)) => Some(([a, b, c, d], bits)),
                _ => None,
            };
            let mut classifiers: Vec<usize> =
                tied.iter().flat_map(|&k| self.groups[k].iter().copied()).collect();
            classifiers.sort_unstable();
            let performances = tied.into_iter().collect();
            let frontier = Frontier { corners, short, performances, classifiers, begin, end };
            self.frontiers.push(frontier);
        }
        self.frontiers.sort_unstable_by_key(|line| (line.begin, Reverse(line.end)));
        let count = self.rates.len();
        self.between = vec![NONE; count * count];
        for (line, frontier) in (0_u32..).zip(&self.frontiers) {
            for &i in &frontier.performances {
                for &j in frontier.performances.iter().filter(|&&j| j != i) {
                    self.between[i * count + j] = line;
                }
            }
        }
    }

    /// Returns the number of pairs of frontiers that begin in one order along the left and top side
    /// and end in the other order along the bottom and right side.
    pub(super) fn pairs_that_meet(&self) -> u128 {
        let mut lines: Vec<[u32; 2]> =
            self.frontiers.iter().map(|line| [line.begin, line.end]).collect();
        lines.sort_unstable();
        // Among equal beginnings ends rise. An inversion is an end above a later one.
        let mut ends: Vec<u32> = lines.into_iter().map(|[_, end]| end).collect();
        inversions(&mut ends)
    }

    /// Returns the frontier on which exactly these classifiers tie.
    pub(super) fn frontier_of(&self, tied: &[usize]) -> Option<usize> {
        let mut performances = tied.iter().map(|&classifier| self.of_classifier.get(classifier));
        let first = *performances.next()??;
        let other = *performances.find(|known| *known != Some(&first))??;
        let line = self.frontier_between(first, other)?;
        (self.frontiers[line].classifiers == tied).then_some(line)
    }

    /// Returns the frontier of two performances, if they have one.
    pub(super) fn frontier_between(&self, first: usize, other: usize) -> Option<usize> {
        let line = self.between[first * self.rates.len() + other];
        (line != NONE).then_some(line as usize)
    }

    /// As [`Spot::at`], for any point.
    fn spot(&self, point: [&Rational; 2]) -> Result<Spot, String> {
        let within = |z: &Rational| z.is_positive() && *z < Rational::ONE;
        let [a, b] = point;
        if !within(a) || !within(b) {
            return Err(format!("({a}, {b}) is not inside the Tile"));
        }
        let [p, q] = &self.odds;
        let parts = point.map(|z| {
            let part = z.numerator();
            [(z.denominator() - &part) * q, part * p]
        });
        let odds = parts.each_ref().map(|[rest, part]| {
            let odds = Rational::new(part.clone(), rest.clone()).to_f64();
            if odds > LEAST && odds < 1.0 / LEAST { odds } else { f64::NAN }
        });
        let [[a0, a1], [b0, b1]] = &parts;
        Ok(Spot { products: Products::Long([a0 * b0, a0 * b1, a1 * b0, a1 * b1]), odds })
    }

    /// Returns the spot in machine words, if the point is inside the Tile and machine words
    /// suffice.
    fn short_spot(&self, point: [&Fraction; 2]) -> Option<Spot> {
        let [p, q] = [self.odds[0].to_i128()?, self.odds[1].to_i128()?];
        let parts = |z: &Fraction| {
            let is_inside = z.numerator > 0 && z.numerator < z.denominator;
            let rest = (z.denominator - z.numerator).checked_mul(q)?;
            is_inside.then_some([rest, z.numerator.checked_mul(p)?])
        };
        let [[a0, a1], [b0, b1]] = [parts(point[0])?, parts(point[1])?];
        let products =
            [a0.checked_mul(b0)?, a0.checked_mul(b1)?, a1.checked_mul(b0)?, a1.checked_mul(b1)?];
        let bits = products.map(|product| i128::BITS - product.leading_zeros());
        let bits = bits.into_iter().max().unwrap_or(0);
        #[expect(clippy::cast_precision_loss, reason = "rounded to the nearest double")]
        let odds = [a1 as f64 / a0 as f64, b1 as f64 / b0 as f64];
        Some(Spot { products: Products::Short(products, bits), odds })
    }

    /// Compares two performances at a point, exactly; greater means better.
    fn compare(&self, first: u32, other: u32, spot: &Spot) -> Ordering {
        let (first, other) = (first as usize, other as usize);
        let ([x, y], [x2, y2]) = (&self.rates[first], &self.rates[other]);
        let by_rates = x.cmp(x2);
        match self.frontier_between(first, other) {
            None => by_rates.then_with(|| y.cmp(y2)),
            // F is positive where the one of greater TNR is better.
            Some(line) if by_rates.is_gt() => spot.side_of(&self.frontiers[line]),
            Some(line) => spot.side_of(&self.frontiers[line]).reverse(),
        }
    }

    /// Returns the groups of classifiers that tie at a point.
    pub(super) fn ties(&self, spot: &Spot) -> Vec<Vec<usize>> {
        let mut order = Ranker::new(self).order;
        order.sort_by(|&i, &j| self.compare(j, i, spot));
        let tied = order.chunk_by(|&i, &j| self.compare(i, j, spot).is_eq());
        let classifiers = tied.filter(|tied| tied.len() > 1).map(|tied| {
            let mut all: Vec<usize> =
                tied.iter().flat_map(|&k| self.groups[k as usize].iter().copied()).collect();
            all.sort_unstable();
            all
        });
        let mut found: Vec<Vec<usize>> = classifiers.collect();
        found.sort_unstable();
        found
    }
}

/// The least double that is used: products of smaller ones might lose digits.
const LEAST: f64 = 1e-100;

/// Returns where a frontier begins and where it ends, as distances along the border from (0, 0):
/// over (0, 1) for the beginning and over (1, 0) for the end.
fn ends([dx, dy, d]: &[BigInt; 3]) -> [Rational; 2] {
    // F = dx - B D on the left side, dx - D - A (dx - dy - D) on the top side,
    // dx - A (dx - dy - D) on the bottom side, dy + D - B D on the right side.
    let across = dx - dy - d;
    let begin = if dx <= d {
        Rational::new(dx.clone(), d.clone())
    } else {
        Rational::ONE + Rational::new(dx - d, across.clone())
    };
    let end = if *dx <= across {
        Rational::new(dx.clone(), across)
    } else {
        Rational::ONE + Rational::new(dy + d, d.clone())
    };
    [begin, end]
}

/// Returns the rank of each place among the distinct ones, from the least.
fn numbered(places: Vec<Rational>) -> Vec<u32> {
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_unstable_by(|&i, &j| places[i].cmp(&places[j]));
    let mut numbers = vec![0; places.len()];
    let mut number = 0;
    for pair in order.windows(2) {
        number += u32::from(places[pair[0]] != places[pair[1]]);
        numbers[pair[1]] = number;
    }
    numbers
}

/// Sorts a list and returns its number of inversions.
fn inversions(list: &mut [u32]) -> u128 {
    if list.len() < 2 {
        return 0;
    }
    let (first, second) = list.split_at_mut(list.len() / 2);
    let mut found = inversions(first) + inversions(second);
    let mut place = 0;
    for end in &*second {
        place += first[place..].partition_point(|other| other <= end);
        found += (first.len() - place) as u128;
    }
    list.sort_unstable();
    found
}

/// A point inside the Tile.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    products: Products,
    /// A : (1-A) and B : (1-B), to a few units of the last place.
    pub(super) odds: [f64; 2],
}

/// The products of 1-A and A with 1-B and B, in proportion; short ones with their bits.
#[derive(Clone, Debug)]
enum Products {
    Short([i128; 4], u32),
    Long([BigInt; 4]),
}

/// An exact number as it was read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Coordinate {
    Short(Fraction),
    Long(Rational),
}

impl Coordinate {
    pub(super) fn is_below(&self, other: &Self) -> bool {
        if let (Self::Short(one), Self::Short(other)) = (self, other) {
            let products = [
                one.numerator.checked_mul(other.denominator),
                other.numerator.checked_mul(one.denominator),
            ];
            if let [Some(one), Some(other)] = products {
                return one < other;
            }
        }
        self.value() < other.value()
    }

    fn value(&self) -> Rational {
        match self {
            Self::Short(Fraction { numerator, denominator }) => {
                Rational::new(*numerator, *denominator)
            }
            Self::Long(value) => value.clone(),
        }
    }
}

impl Spot {
    /// Creates the spot at a point.
    ///
    /// # Errors
    /// If the point is not inside the Tile.
    pub(super) fn at(point: [&Coordinate; 2], all: &Performances) -> Result<Self, String> {
        if let [Coordinate::Short(a), Coordinate::Short(b)] = point {
            if let Some(spot) = all.short_spot([a, b]) {
                return Ok(spot);
            }
        }
        let [a, b] = point.map(Coordinate::value);
        all.spot([&a, &b])
    }

    /// The sign of F.
    pub(super) fn side_of(&self, line: &Frontier) -> Ordering {
        match (&self.products, &line.short) {
            (Products::Short(products, bits), Some((corners, more)))
                if bits + more < i128::BITS - 3 =>
            {
                let terms = products.iter().zip(corners);
                return terms.map(|(product, corner)| product * corner).sum::<i128>().cmp(&0);
            }
            _ => {}
        }
        let terms: BigInt = match &self.products {
            Products::Short(products, _) => {
                products.iter().zip(&line.corners).map(|(&product, corner)| corner * product).sum()
            }
            Products::Long(products) => {
                products.iter().zip(&line.corners).map(|(product, corner)| corner * product).sum()
            }
        };
        terms.cmp(&BigInt::ZERO)
    }
}

/// Performances from the best to the worst, at one point after the other.
///
/// Scores are compared in doubles where the error of these, a few units of the last place, is
/// smaller than their difference; else by the sign of F. The order at one point is sorted from that
/// at the last one, which is quick if few have changed their places.
#[derive(Debug)]
pub(super) struct Ranker<'p> {
    all: &'p Performances,
    pub(super) order: Vec<u32>,
    scores: Vec<f64>,
}

/// The method that decided the order at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decided {
    /// Doubles decided: any two scores differ by more than their error.
    Roughly,
    /// Some signs of F were needed.
    Exactly,
    /// Two performances tie.
    Tie,
}

impl<'p> Ranker<'p> {
    pub(super) fn new(all: &'p Performances) -> Self {
        let count = all.rates.len();
        let last = u32::try_from(count).expect("classifiers are counted in 32 bits");
        Self { all, order: (0..last).collect(), scores: vec![0.0; count] }
    }

    /// Returns the classifiers with a performance.
    pub(super) fn classifiers(&self, performance: u32) -> &'p [usize] {
        &self.all.groups[performance as usize]
    }

    /// Scores s/(s + u) with s = TNR + A : (1-A) TPR and u = FPR + B : (1-B) FNR, which rank as R
    /// does.
    fn evaluate(&mut self, odds: [f64; 2]) {
        let [tnr, fpr, tpr, fnr] = &self.all.doubles;
        let odds = if self.all.are_usable { odds } else { [f64::NAN; 2] };
        let rates = tnr.iter().zip(fpr).zip(tpr).zip(fnr);
        for (score, (((tnr, fpr), tpr), fnr)) in self.scores.iter_mut().zip(rates) {
            let (s, u) = (tnr + odds[0] * tpr, fpr + odds[1] * fnr);
            *score = s / (s + u);
        }
    }

    /// Compares two performances in doubles; `None` if their error leaves the order open.
    #[inline]
    fn roughly(&self, first: u32, other: u32) -> Option<Ordering> {
        /// A bound on the relative error of a ratio of two sums of products of positive doubles,
        /// each known to a few units of its last place: less than two dozen roundings of 2^-53.
        const BOUND: f64 = 1.0 / (1_u64 << 47) as f64;
        let (first, other) = (self.scores[first as usize], self.scores[other as usize]);
        ((first - other).abs() > BOUND * (first + other)).then(|| first.total_cmp(&other))
    }

    /// Sorts the performances by their scores at a point.
    pub(super) fn sort(&mut self, spot: &Spot) -> Decided {
        self.evaluate(spot.odds);
        let mut decided = Decided::Roughly;
        let mut order = std::mem::take(&mut self.order);
        let mut left = 8 * order.len();
        let mut compare = |first, other| {
            self.roughly(first, other).unwrap_or_else(|| {
                let found = self.all.compare(first, other, spot);
                decided = if found.is_eq() { Decided::Tie } else { decided.max_exactly() };
                found
            })
        };
        for k in 1..order.len() {
            let own = order[k];
            let mut place = k;
            while place > 0 && compare(order[place - 1], own).is_lt() {
                order[place] = order[place - 1];
                place -= 1;
            }
            order[place] = own;
            left = left.saturating_sub(k - place);
            if left == 0 {
                order.sort_by(|&i, &j| compare(j, i));
                // What lies side by side in the end.
                order.windows(2).for_each(|pair| _ = compare(pair[0], pair[1]));
                break;
            }
        }
        self.order = order;
        decided
    }

    /// Returns the frontier between the point that was sorted last and another point where no two
    /// performances tie, if there is exactly one. The exact point is needed unless doubles decided
    /// the order there.
    pub(super) fn only_frontier_to(
        &mut self,
        odds: [f64; 2],
        exactly: Option<&Spot>,
    ) -> Option<usize> {
        self.evaluate(odds);
        let is_better = |place: usize, other: usize| {
            let (first, other) = (self.order[place], self.order[other]);
            let found = self
                .roughly(first, other)
                .or_else(|| exactly.map(|spot| self.all.compare(first, other, spot)));
            found == Some(Ordering::Greater)
        };
        // A block that is turned around there, from its first place to its last one.
        let turned = |&k: &usize| !is_better(k, k + 1);
        let steps = self.order.len().saturating_sub(1);
        let first = (0..steps).find(turned)?;
        let last = (first..steps).find(|k| !turned(k)).unwrap_or(steps);
        let is_block = (last + 1..steps).all(|k| !turned(&k))
            && first.checked_sub(1).is_none_or(|before| is_better(before, last))
            && (last == steps || is_better(first, last + 1));
        let ends = [first, last].map(|place| self.order[place] as usize);
        let line = self.all.frontier_between(ends[0], ends[1])?;
        let tied = self.all.frontiers[line].performances.len();
        (is_block && tied == last - first + 1).then_some(line)
    }
}

impl Decided {
    fn max_exactly(self) -> Self {
        if self == Self::Tie { Self::Tie } else { Self::Exactly }
    }
}
