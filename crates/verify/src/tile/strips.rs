//! Checks all pieces of a classifier under one prior at once: frontiers that do not meet divide the
//! Tile into strips.
//!
//! With n negatives and p positives for all, the polynomial of a rival is F = dx c_x + dy c_y, as
//! `is_pencil` in `geometry/frontiers.rs` says, with c_x and c_y positive inside the Tile. Let t =
//! c_y/c_x. So inside the Tile F has the sign of dx + dy t: a rival ties where t = -dx/dy if dx and
//! dy have opposite signs, and nowhere, or everywhere, else. All comparisons are those of numbers
//! t, sorted once.
//!
//! *Each frontier has one end on the lower right sides of the Tile, b = 0 and a = 1, and one on the
//! upper left ones, a = 0 and b = 1.* At the corner (0, 0) the pair (c_x, c_y) is (n, 0), at (1, 0)
//! it is (tp, fp), at (0, 1) it is (fn, tn), and at (1, 1) it is (0, p). On each side both are
//! linear and not negative, so t rises, or keeps 0 or infinity, from (0, 0) to (1, 1) on both ways
//! round the Tile. It takes each positive value once, where a way does not jump from 0 to infinity
//! at a corner where c_x = c_y = 0; there every F vanishes. So F has one zero on each way. Its
//! zeros inside are graphs of monotone functions from border to border, or a line parallel to a
//! side: one graph, between these two zeros.
//!
//! *A piece is the strip between two neighbouring frontiers* if its edges, counter-clockwise, are
//! the first frontier from the upper left to the lower right, a stretch of b = 0 and then one of a
//! = 1 forwards, the second frontier from the lower right to the upper left, and a stretch of b = 1
//! and then one of a = 0. Since each edge begins where the one before it ends and no way turns
//! back, these are the borders of the strip, each point once. The first strip has no first
//! frontier, the last one no second one, and the ways between are all four sides.
//!
//! An accepted result is correct. If anything differs from what is expected here,
//! `check_classifier` checks each piece on its own to find the reason.

use std::cmp::Ordering;
use std::collections::HashMap;

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use crate::geometry::area;
use crate::geometry::frontiers::{Counts, rank};
use crate::geometry::plane::{Bilinear, Point};
use crate::reading::file::Object;
use crate::reading::words::{Fraction, WordPiece, Words, gcd};
use exactile::num::{LogSum, Rational};

/// Counts `tn, fp, fn, tp` below 2^40, so that what follows stays far below 2^127.
pub(super) type WordCounts = [i128; 4];

/// Returns the counts of all classifiers in machine words, if they fit.
pub(super) fn words(counts: &[Counts]) -> Option<Vec<WordCounts>> {
    let word = |count: &BigInt| count.to_i128().filter(|&count| count < 1 << 40);
    counts
        .iter()
        .map(|[tn, fp, fn_, tp]| Some([word(tn)?, word(fp)?, word(fn_)?, word(tp)?]))
        .collect()
}

/// The frontiers of one classifier by rising t, and the ranks on and between them.
pub(super) struct Strips {
    /// The number of each frontier by its polynomial, which is primitive and positive where t is
    /// greater than on the frontier.
    curves: HashMap<Words, usize>,
    /// The rank on each frontier.
    on: Vec<[usize; 2]>,
    /// The rank below the first frontier, between the first and the second, and so on.
    between: Vec<[usize; 2]>,
}

/// A side of the Tile, run along counter-clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    Bottom,
    Right,
    Top,
    Left,
}

/// The kind of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edge {
    /// The frontier with this number, with the greater t on the left.
    From(usize),
    /// The frontier with this number, with the smaller t on the left.
    To(usize),
    Border(Side),
}

impl Strips {
    /// Computes the frontiers of a classifier; `None` if they are not known to have the form above,
    /// if a polynomial has two factors, or if there is no frontier.
    pub(super) fn new(counts: &[WordCounts], own: usize) -> Option<Self> {
        let [tn, fp, fn_, tp] = counts[own];
        let (n, p) = (tn + fp, fn_ + tp);
        let c_x = [n - p, tp - n, p - tp - n, n];
        let c_y = [p - n, n - tn, tn, 0];
        // Those who are better, or equal, next to the corner (0, 0).
        let (mut better, mut equal) = (0, 0);
        let mut crossing: Vec<([i128; 2], Words)> = Vec::new();
        for (rival, &counts_of_rival) in counts.iter().enumerate() {
            let [rival_tn, rival_fp, rival_fn, rival_tp] = counts_of_rival;
            let (rival_n, rival_p) = (rival_tn + rival_fp, rival_fn + rival_tp);
            if n * rival_p != p * rival_n {
                return None;
            }
            let (dx, dy) = (tn * rival_n - rival_tn * n, tp * rival_n - rival_tp * n);
            let scale = gcd(dx.unsigned_abs(), dy.unsigned_abs());
            if scale == 0 {
                equal += usize::from(rival != own);
                continue;
            }
            let scale = i128::try_from(scale).ok()?;
            let (dx, dy) = (dx / scale, dy / scale);
            let sum = primitive(combined(dx, &c_x, dy, &c_y)?)?;
            if sum != primitive(difference(&counts[own], &counts_of_rival))? {
                return None;
            }
            better += usize::from(dx < 0 || dx == 0 && dy < 0);
            if dx.signum() * dy.signum() < 0 {
                crossing.push(([dx, dy], sum));
            }
        }
        // So that their products are machine words.
        let is_long = |([dx, dy], _): &([i128; 2], Words)| dx.abs().max(dy.abs()) >> 62 > 0;
        if crossing.is_empty() || crossing.iter().any(is_long) {
            return None;
        }
        let by_t = |[dx, dy]: [i128; 2], [ex, ey]: [i128; 2]| {
            (dx.abs() * ey.abs()).cmp(&(ex.abs() * dy.abs()))
        };
        crossing.sort_unstable_by(|(one, _), (other, _)| by_t(*one, *other));
        let mut strips = Self {
            curves: HashMap::with_capacity(crossing.len()),
            on: Vec::new(),
            between: vec![rank(better, equal)],
        };
        for group in crossing.chunk_by(|(one, _), (other, _)| by_t(*one, *other).is_eq()) {
            // A rival with dy < 0 overtakes the classifier there.
            let falls = group.iter().filter(|([_, dy], _)| *dy < 0).count();
            let rises = group.len() - falls;
            strips.on.push(rank(better - rises, equal + group.len()));
            better = better - rises + falls;
            strips.between.push(rank(better, equal));
            let ([_, dy], sum) = group[0];
            let curve = if dy > 0 { sum } else { sum.map(|k| -k) };
            if is_product(&curve)? {
                return None;
            }
            strips.curves.insert(curve, strips.on.len() - 1);
        }
        Some(strips)
    }

    /// Returns `true` if the requested pieces make up the open Tile and every piece is as it has to
    /// be, `false` if every piece is but they do not make it up, and `None` if that is not found.
    pub(super) fn accept(
        &self,
        pieces: &[(usize, &str)],
        wanted: impl Fn([usize; 2]) -> bool,
        areas: bool,
    ) -> Option<bool> {
        let mut on = vec![0_u8; self.on.len()];
        let mut between = vec![0_u8; self.between.len()];
        let mut total = LogSum::default();
        for (_, text) in pieces {
            let Object(piece): Object<WordPiece> = serde_json::from_str(text).ok()?;
            let edges = self.edges(&piece)?;
            let (expected, seen) = match piece.dimension {
                1 => match edges[..] {
                    [Edge::From(k) | Edge::To(k)] => (self.on[k], &mut on[k]),
                    _ => return None,
                },
                2 => {
                    let k = self.strip(&edges)?;
                    (self.between[k], &mut between[k])
                }
                _ => return None,
            };
            if piece.rank != expected || *seen > 0 {
                return None;
            }
            *seen = 1;
            if areas {
                let own = if piece.dimension == 2 { enclosed(&piece) } else { LogSum::default() };
                if area::mismatch(piece.area.as_ref()?, &own).is_some() {
                    return None;
                }
                total = total + own;
            } else if piece.area.is_some() {
                return None;
            }
        }
        let ranks = self.on.iter().chain(&self.between);
        let seen = on.iter().chain(&between);
        if ranks.clone().zip(seen).any(|(&rank, &seen)| (seen > 0) != wanted(rank)) {
            return None;
        }
        let complete = ranks.copied().all(wanted);
        (!areas || !complete || total == Rational::ONE.into()).then_some(complete)
    }

    /// Returns the kinds of a piece's edges, each on its curve, with its ends where they have to
    /// be.
    fn edges(&self, piece: &WordPiece) -> Option<Vec<Edge>> {
        let vertices = &piece.vertices;
        let has_form = match piece.dimension {
            1 => vertices.len() == 2 && piece.edges().count() == 1,
            _ => vertices.len() > 1 && piece.edges().count() == vertices.len(),
        };
        if !has_form {
            return None;
        }
        let edge = |(k, words): (usize, Words)| {
            let (from, to) = (&vertices[k], &vertices[(k + 1) % vertices.len()]);
            if let Some(side) = side_of(&words) {
                return is_forward(side, from, to).then_some(Edge::Border(side));
            }
            let (edge, ends) = match self.curves.get(&words) {
                Some(&number) => (Edge::From(number), [to, from]),
                None => (Edge::To(*self.curves.get(&words.map(|k| -k))?), [from, to]),
            };
            let [lower_right, upper_left] = ends;
            let right = is_zero(lower_right[1]) || is_one(lower_right[0]);
            let left = is_zero(upper_left[0]) || is_one(upper_left[1]);
            let is_whole = right
                && left
                && ends
                    .into_iter()
                    .all(|end| is_on_tile(end) && vanishes(&words, end) == Some(true));
            is_whole.then_some(edge)
        };
        piece.edges().enumerate().map(edge).collect()
    }

    /// Returns the number of the strip that edges run around.
    fn strip(&self, edges: &[Edge]) -> Option<usize> {
        let arcs: Vec<usize> =
            (0..edges.len()).filter(|&k| !matches!(edges[k], Edge::Border(_))).collect();
        // The sides after one arc and before another one.
        let way = |after: usize, before: usize| {
            let count = (before + edges.len() - after - 1) % edges.len();
            (1..=count).map(move |k| match edges[(after + k) % edges.len()] {
                Edge::Border(side) => side,
                Edge::From(_) | Edge::To(_) => unreachable!("no arc stands between"),
            })
        };
        match arcs[..] {
            [one] => match edges[one] {
                Edge::To(0) => {
                    let turned = way(one, one).map(|side| (side < Side::Top, side));
                    turned.is_sorted_by(|one, next| one < next).then_some(0)
                }
                Edge::From(last) if last + 1 == self.on.len() => {
                    way(one, one).is_sorted_by(|one, next| one < next).then_some(last + 1)
                }
                _ => None,
            },
            [one, other] => {
                let (first, second) = match (edges[one], edges[other]) {
                    (Edge::From(_), Edge::To(_)) => (one, other),
                    (Edge::To(_), Edge::From(_)) => (other, one),
                    _ => return None,
                };
                let (Edge::From(low), Edge::To(high)) = (edges[first], edges[second]) else {
                    return None;
                };
                let [forth, back] = [way(first, second), way(second, first)];
                let runs_around = high == low + 1
                    && forth.clone().is_sorted_by(|one, next| one < next)
                    && forth.into_iter().all(|side| side < Side::Top)
                    && back.clone().is_sorted_by(|one, next| one < next)
                    && back.into_iter().all(|side| side >= Side::Top);
                runs_around.then_some(high)
            }
            _ => None,
        }
    }
}

/// Returns `s_i u_j - s_j u_i` as a polynomial in a and b: positive where i is better than j.
fn difference(i: &WordCounts, j: &WordCounts) -> Words {
    let coefficients = |s: &WordCounts, u: &WordCounts| {
        let (s_1, s_a) = (s[0], s[3] - s[0]);
        let (u_1, u_b) = (u[1], u[2] - u[1]);
        [s_a * u_b, s_a * u_1, s_1 * u_b, s_1 * u_1]
    };
    let (first, second) = (coefficients(i, j), coefficients(j, i));
    std::array::from_fn(|k| first[k] - second[k])
}

/// Returns `dx c_x + dy c_y`.
fn combined(dx: i128, c_x: &Words, dy: i128, c_y: &Words) -> Option<Words> {
    let mut sum = [0; 4];
    for (sum, (x, y)) in sum.iter_mut().zip(c_x.iter().zip(c_y)) {
        *sum = dx.checked_mul(*x)?.checked_add(dy.checked_mul(*y)?)?;
    }
    Some(sum)
}

/// Returns the polynomial divided by the greatest common divisor of its coefficients.
fn primitive(polynomial: Words) -> Option<Words> {
    let content = polynomial.iter().fold(0, |content, k| gcd(content, k.unsigned_abs()));
    let content = i128::try_from(content).ok().filter(|&content| content > 0)?;
    Some(polynomial.map(|k| k / content))
}

/// Returns `true` if the polynomial is c (a - p)(b - q) with c other than 0: then one factor
/// vanishes inside the Tile, and is the frontier.
fn is_product([k_ab, k_a, k_b, k_1]: &Words) -> Option<bool> {
    Some(*k_ab != 0 && k_ab.checked_mul(*k_1)? == k_a.checked_mul(*k_b)?)
}

fn side_of(words: &Words) -> Option<Side> {
    match words {
        [0, 0, 1, 0] => Some(Side::Bottom),
        [0, -1, 0, 1] => Some(Side::Right),
        [0, 0, -1, 1] => Some(Side::Top),
        [0, 1, 0, 0] => Some(Side::Left),
        _ => None,
    }
}

fn is_zero(z: Fraction) -> bool {
    z.numerator == 0
}

fn is_one(z: Fraction) -> bool {
    z.numerator == 1 && z.denominator == 1
}

fn is_on_tile(point: &[Fraction; 2]) -> bool {
    point.iter().all(|z| (0..=z.denominator).contains(&z.numerator))
}

/// Returns `true` if a stretch of a side runs counter-clockwise and is longer than a point.
fn is_forward(side: Side, from: &[Fraction; 2], to: &[Fraction; 2]) -> bool {
    let on_side = |[a, b]: &[Fraction; 2]| match side {
        Side::Bottom => is_zero(*b),
        Side::Right => is_one(*a),
        Side::Top => is_one(*b),
        Side::Left => is_zero(*a),
    };
    let order = |from: Fraction, to: Fraction| {
        let left = from.numerator.checked_mul(to.denominator);
        let right = to.numerator.checked_mul(from.denominator);
        left.zip(right).map(|(left, right)| left.cmp(&right))
    };
    let direction = match side {
        Side::Bottom => order(from[0], to[0]),
        Side::Right => order(from[1], to[1]),
        Side::Top => order(to[0], from[0]),
        Side::Left => order(to[1], from[1]),
    };
    [from, to].into_iter().all(|end| on_side(end) && is_on_tile(end))
        && direction == Some(Ordering::Less)
}

/// Returns `true` if a polynomial vanishes at a point p/q, r/t of the border: if
/// `k_ab pr + k_a pt + k_b qr + k_1 qt` is 0; `None` if that exceeds machine words.
fn vanishes([k_ab, k_a, k_b, k_1]: &Words, [a, b]: &[Fraction; 2]) -> Option<bool> {
    let (p, q, r, t) = (a.numerator, a.denominator, b.numerator, b.denominator);
    let at = |one: &i128, x: i128, other: &i128, y: i128| {
        one.checked_mul(x)?.checked_add(other.checked_mul(y)?)
    };
    // On the border a or b is 0 or 1, so that one of the factors is small.
    Some(at(&at(k_ab, p, k_b, q)?, r, &at(k_a, p, k_1, q)?, t)? == 0)
}

/// Returns the area of a piece of dimension 2.
fn enclosed(piece: &WordPiece) -> LogSum {
    let exact = |z: Fraction| Rational::new(z.numerator, z.denominator);
    let point = |k: usize| {
        let [a, b] = piece.vertices[k % piece.vertices.len()];
        Point { a: exact(a), b: exact(b) }
    };
    let edge =
        |(k, words): (usize, Words)| (Bilinear(words.map(BigInt::from)), [point(k), point(k + 1)]);
    let edges: Vec<(Bilinear, [Point; 2])> = piece.edges().enumerate().map(edge).collect();
    area::enclosed(&edges)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// tn, fp, fn, tp of three classifiers.
    const COUNTS: [WordCounts; 3] = [[56, 24, 6, 14], [40, 40, 4, 16], [70, 10, 9, 11]];

    /// All pieces of the first of them.
    const PIECES: [&str; 5] = [
        r#"{"classifier":0,"dimension":2,"rank":[2,2],
            "vertices":[["1","1"],["0","1"],["0","80/81"],["1","22/27"]],
            "edges":[["0","0","-1","1"],["0","1","0","0"],
                ["-135","138","162","-160"],["0","-1","0","1"]]}"#,
        r#"{"classifier":0,"dimension":1,"rank":[1,2],"vertices":[["1","22/27"],["0","80/81"]],
            "edges":[["135","-138","-162","160"]]}"#,
        r#"{"classifier":0,"dimension":2,"rank":[1,1],
            "vertices":[["0","80/81"],["0","40/43"],["1","31/46"],["1","22/27"]],
            "edges":[["0","1","0","0"],["-255","249","301","-280"],
                ["0","-1","0","1"],["135","-138","-162","160"]]}"#,
        r#"{"classifier":0,"dimension":1,"rank":[1,2],"vertices":[["1","31/46"],["0","40/43"]],
            "edges":[["255","-249","-301","280"]]}"#,
        r#"{"classifier":0,"dimension":2,"rank":[2,2],
            "vertices":[["0","40/43"],["0","0"],["1","0"],["1","31/46"]],
            "edges":[["0","1","0","0"],["0","0","1","0"],
                ["0","-1","0","1"],["255","-249","-301","280"]]}"#,
    ];

    fn accept(pieces: &[String], wanted: impl Fn([usize; 2]) -> bool) -> Option<bool> {
        let numbered: Vec<(usize, &str)> = pieces.iter().map(String::as_str).enumerate().collect();
        Strips::new(&COUNTS, 0).expect("a pencil").accept(&numbered, wanted, false)
    }

    fn pieces() -> Vec<String> {
        PIECES.map(str::to_owned).to_vec()
    }

    #[test]
    fn strips_are_accepted_without_the_slow_path() {
        assert_eq!(accept(&pieces(), |_| true), Some(true));
        let first = |[best, _]: [usize; 2]| best == 1;
        assert_eq!(accept(&pieces()[1..4], first), Some(false));
        // Another corner to begin with.
        let mut changed = pieces();
        changed[2] = r#"{"classifier":0,"dimension":2,"rank":[1,1],
            "vertices":[["1","31/46"],["1","22/27"],["0","80/81"],["0","40/43"]],
            "edges":[["0","-1","0","1"],["135","-138","-162","160"],
                ["0","1","0","0"],["-255","249","301","-280"]]}"#
            .to_owned();
        changed[1] =
            changed[1].replace(r#"["1","22/27"],["0","80/81"]"#, r#"["0","80/81"],["1","22/27"]"#);
        changed[1] =
            changed[1].replace(r#"["135","-138","-162","160"]"#, r#"["-135","138","162","-160"]"#);
        assert_eq!(accept(&changed, |_| true), Some(true));
    }

    #[test]
    fn what_is_no_strip_is_not_accepted() {
        for (k, old, new) in [
            (0, "[2,2]", "[1,2]"),
            (1, "[1,2]", "[1,1]"),
            (2, "\"dimension\":2", "\"dimension\":1"),
            // Not on the frontier, not on the border, on the other end.
            (0, r#"["0","80/81"]"#, r#"["0","79/81"]"#),
            (1, r#"["1","22/27"]"#, r#"["0","80/81"]"#),
            (1, r#"["1","22/27"],["0","80/81"]"#, r#"["0","80/81"],["1","22/27"]"#),
            // Through the wrong corner, and once around more.
            (4, r#"["1","0"]"#, r#"["1","1"]"#),
            (
                4,
                r#"["1","0"],["1","31/46"]],"#,
                r#"["1","0"],["1","1"],["0","1"],["0","0"],["1","0"],["1","31/46"]],"#,
            ),
            // The other side of the frontier, and no frontier.
            (2, r#"["135","-138","-162","160"]"#, r#"["-135","138","162","-160"]"#),
            (2, r#"["135","-138","-162","160"]"#, r#"["135","-138","-162","161"]"#),
            (0, "\"rank\"", "\"area\":\"1\",\"rank\""),
            (0, "\"rank\"", "\"more\":1,\"rank\""),
        ] {
            let mut changed = pieces();
            changed[k] = changed[k].replace(old, new);
            assert_ne!(changed, pieces(), "{old}");
            assert_eq!(accept(&changed, |_| true), None, "{k}: {new}");
        }
        // A stretch of border in two parts.
        for (k, old, new) in [
            (0, r#"["0","1"],"#, r#"["0","1"],["0","81/82"],"#),
            (2, r#"["1","31/46"],"#, r#"["1","31/46"],["1","7/10"],"#),
            (4, r#"["0","0"],"#, r#"["0","0"],["1/2","0"],"#),
        ] {
            let side =
                [r#"["0","1","0","0"],"#, r#"["0","-1","0","1"],"#, r#"["0","0","1","0"],"#][k / 2];
            let mut changed = pieces();
            changed[k] =
                changed[k].replacen(old, new, 1).replacen(side, &format!("{side}{side}"), 1);
            assert_eq!(accept(&changed, |_| true), None, "{}", changed[k]);
        }
        // Merged, doubled and missing ones.
        let mut merged = pieces();
        merged.splice(
            2..4,
            [r#"{"classifier":0,"dimension":2,"rank":[1,1],
                "vertices":[["0","80/81"],["0","0"],["1","0"],["1","22/27"]],
                "edges":[["0","1","0","0"],["0","0","1","0"],
                    ["0","-1","0","1"],["135","-138","-162","160"]]}"#
                .to_owned()],
        );
        assert_eq!(accept(&merged, |_| true), None);
        let mut doubled = pieces();
        doubled.push(doubled[3].clone());
        assert_eq!(accept(&doubled, |_| true), None);
        for k in 0..5 {
            let mut missing = pieces();
            missing.remove(k);
            assert_eq!(accept(&missing, |_| true), None);
        }
    }

    #[test]
    fn other_forms_are_left_to_the_slow_path() {
        assert!(Strips::new(&[[1, 1, 1, 1], [1, 2, 1, 1]], 0).is_none(), "different priors");
        assert!(Strips::new(&[[1, 1, 1, 1], [2, 0, 2, 0]], 0).is_some());
        assert!(Strips::new(&[[2, 0, 0, 2], [1, 1, 1, 1]], 0).is_none(), "no frontier");
        assert!(words(&[[BigInt::from(1_u64 << 40), 1.into(), 1.into(), 1.into()]]).is_none());
    }
}
