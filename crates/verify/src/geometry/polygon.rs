//! Polygons in balanced coordinates, and the same regions on the Tile.
//!
//! With A = ap : (1-a)(1-p) and B = bp : (1-b)(1-p) as coordinates, for the positive prior p that
//! all classifiers have, frontiers are straight (see `arrangement/rankings.rs`). Going back, α A +
//! β B + γ = 0 becomes
//!
//! ```text
//! α ap (bp + (1-b)q) + β bp (ap + (1-a)q) + γ (ap + (1-a)q)(bp + (1-b)q) = 0,   q = 1 - p
//! ```
//!
//! which has a factor in a or in b alone, and without zeros on the Tile, where the line is parallel
//! to an axis.

use num_traits::Zero;

use super::area::{self, judge_area};
use super::plane::{Bilinear, Point, warped};
use crate::claim::truth::Truth;
use crate::claim::wrong::Wrong;
use crate::reading::json::Json;
use exactile::num::{LogSum, Rational, common_denominator};

/// A point in balanced coordinates.
pub(crate) type Corner = [Rational; 2];

/// (1-A) dx + A dy - (B-A) d, by dx, dy and d: positive where the first of two is better.
pub(crate) type Line = [Rational; 3];

/// Returns the line on which two performances tie, given by TNR and TPR of each.
pub(crate) fn line([x, y]: &[Rational; 2], [x2, y2]: &[Rational; 2]) -> Line {
    [x - x2, y - y2, x * y2 - x2 * y]
}

pub(crate) fn height([dx, dy, d]: &Line, [a, b]: &Corner) -> Rational {
    a.complement() * dx + a * dy - (b - a) * d
}

/// Returns the corners of the part of the square on which no line is negative.
pub(crate) fn clipped(lines: &[Line]) -> Vec<Corner> {
    let (zero, one) = (Rational::ZERO, Rational::ONE);
    let mut corners: Vec<Corner> = [[&zero, &zero], [&one, &zero], [&one, &one], [&zero, &one]]
        .map(|corner| corner.map(Clone::clone))
        .into();
    for line in lines {
        corners = cut(&corners, |corner| height(line, corner));
    }
    corners.dedup();
    if corners.len() > 1 && corners.first() == corners.last() {
        corners.pop();
    }
    let turns = |k: usize| {
        let n = corners.len();
        !cross(&corners[(k + n - 1) % n], &corners[k], &corners[(k + 1) % n]).is_zero()
    };
    let turning: Vec<Corner> =
        (0..corners.len()).filter(|&k| turns(k)).map(|k| corners[k].clone()).collect();
    if !turning.is_empty() {
        return turning;
    }
    let ends = [corners.iter().min(), corners.iter().max()];
    let mut ends: Vec<Corner> = ends.into_iter().flatten().cloned().collect();
    ends.dedup();
    ends
}

/// Returns the part of a convex polygon on which a linear function is not negative.
fn cut(corners: &[Corner], line: impl Fn(&Corner) -> Rational) -> Vec<Corner> {
    let heights: Vec<Rational> = corners.iter().map(line).collect();
    let mut kept = Vec::with_capacity(corners.len() + 1);
    for (k, (corner, height)) in corners.iter().zip(&heights).enumerate() {
        let next = (k + 1) % corners.len();
        let beyond = &heights[next];
        if !height.is_negative() {
            kept.push(corner.clone());
        }
        if height.is_negative() && beyond.is_positive()
            || height.is_positive() && beyond.is_negative()
        {
            let part = height / &(height - beyond);
            let [a, b] = corner;
            let [c, d] = &corners[next];
            kept.push([a + &((c - a) * &part), b + &((d - b) * &part)]);
        }
    }
    kept
}

/// Returns a number that is positive if the way from the first over the second to the third point
/// turns left.
fn cross([a, b]: &Corner, [c, d]: &Corner, [e, f]: &Corner) -> Rational {
    (c - a) * (f - b) - (d - b) * (e - a)
}

/// Returns the point of the Tile that belongs to a corner.
pub(crate) fn on_tile(corner: &Corner, prior: &Rational) -> Point {
    let [a, b] = corner.each_ref().map(|z| warped(z, &prior.complement()));
    Point { a, b }
}

/// Returns the truth about a polygon with these corners, starting from the corner that the claim
/// begins with: dimension, vertices, edges and, if requested, the area.
pub(crate) fn shape<'t>(
    piece: &Json,
    corners: &[Corner],
    prior: &Rational,
    has_area: bool,
) -> Result<Vec<(&'static str, Truth<'t>)>, Wrong> {
    let on_tile: Vec<Point> = corners.iter().map(|corner| on_tile(corner, prior)).collect();
    let texts = |point: &Point| [point.a.to_string(), point.b.to_string()];
    let first = piece.get("vertices").and_then(Json::as_list).and_then(<[_]>::first);
    let first = first.and_then(Json::as_list);
    let said: Option<Vec<&str>> =
        first.map(|z| z.iter().map(Json::as_text).collect::<Option<_>>()).unwrap_or_default();
    let start = on_tile.iter().position(|point| {
        said.as_deref() == Some(&texts(point).each_ref().map(|z| z.as_str())[..])
    });
    let start = start.ok_or_else(|| {
        let known: Vec<String> = on_tile.iter().map(ToString::to_string).collect();
        Wrong::new(format!("the corners are {}", known.join(", "))).number(0).of("vertices")
    })?;
    let n = corners.len();
    let place = |k: usize| (start + k) % n;
    let sides = match n {
        1 => 0,
        2 => 1,
        n => n,
    };
    let edges: Vec<Bilinear> =
        (0..sides).map(|k| curve(&corners[place(k)], &corners[place(k + 1)], prior)).collect();
    let ends = |k: usize| [place(k), place(k + 1)].map(|k| on_tile[k].clone());
    let area = if n < 3 || !has_area {
        LogSum::default()
    } else {
        let around: Vec<(Bilinear, [Point; 2])> =
            edges.iter().enumerate().map(|(k, edge)| (edge.clone(), ends(k))).collect();
        area::enclosed(&around)
    };
    let vertex = |k: usize| {
        Truth::List(
            [&on_tile[place(k)].a, &on_tile[place(k)].b].map(|z| Truth::exact(z.clone())).into(),
        )
    };
    let edge = |edge: &Bilinear| {
        let numbers = edge.0.iter().map(|number| Truth::text(number.to_string()));
        Truth::List(numbers.collect())
    };
    let mut truth = vec![
        ("dimension", Truth::count((n - 1).min(2))),
        ("vertices", Truth::List((0..n).map(vertex).collect())),
        ("edges", Truth::List(edges.iter().map(edge).collect())),
    ];
    if has_area {
        truth.push(("area", Truth::judge(move |claim| judge_area(claim, &area))));
    }
    Ok(truth)
}

/// Returns the curve on the Tile through two points in balanced coordinates, positive on the left:
/// coprime integers, without a factor in a or in b alone.
fn curve(from: &Corner, to: &Corner, prior: &Rational) -> Bilinear {
    let ([a, b], [c, d]) = (from, to);
    let (alpha, beta) = (b - d, c - a);
    let gamma = -(&alpha * a + &beta * b);
    let (p, q) = (prior, &prior.complement());
    // z p + (1-z) q = z (p - q) + q
    let e = p - q;
    let coefficients = if beta.is_zero() {
        let slope = &alpha * p + &gamma * &e;
        [Rational::ZERO, slope, Rational::ZERO, &gamma * q]
    } else if alpha.is_zero() {
        let slope = &beta * p + &gamma * &e;
        [Rational::ZERO, Rational::ZERO, slope, &gamma * q]
    } else {
        [
            (&alpha + &beta) * p * &e + &gamma * &e * &e,
            &alpha * p * q + &gamma * &e * q,
            &beta * p * q + &gamma * &e * q,
            &gamma * q * q,
        ]
    };
    let scale = Rational::from(common_denominator(&coefficients));
    let integers = coefficients.map(|coefficient| (coefficient * &scale).numerator());
    debug_assert!(!integers.iter().all(Zero::is_zero), "two points differ");
    Bilinear(integers).primitive()
}
