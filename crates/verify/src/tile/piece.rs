//! Checks one piece: that it is a cell of its classifier's frontiers, or a whole frontier, with the
//! right rank.

use std::cmp::Ordering;

use crate::geometry::area;
use crate::geometry::frontiers::{Arc, Frontiers, Order};
use crate::geometry::plane::{Bilinear, Point, middle};
use crate::reading::file::PieceEntry;
use exactile::num::{LogSum, Rational};

/// The findings about a piece.
pub(super) struct Checked {
    /// The arcs it touches, and its side of each: from below (0), as the tie on it (1), from above
    /// (2).
    pub(super) places: Vec<(usize, usize)>,
    /// The crossing, if the piece is one.
    pub(super) crossing: Option<Point>,
    /// Its area.
    pub(super) area: LogSum,
}

/// A polynomial and the two of its zeros at which the edge begins and ends.
type Edge = (Bilinear, [Point; 2]);

/// Returns the reason as an error if a condition does not hold.
fn ensure(holds: bool, reason: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(reason()) }
}

/// Checks one piece of the classifier whose order is given, from which its rank follows.
///
/// # Errors
/// The first check that does not hold.
pub(super) fn check(
    piece: &PieceEntry,
    order: &Order,
    rank: &impl Fn(&[Ordering]) -> [usize; 2],
    frontiers: &Frontiers,
) -> Result<Checked, String> {
    let vertices: Vec<Point> =
        piece.vertices.iter().map(|[a, b]| Point { a: a.0.clone(), b: b.0.clone() }).collect();
    let mut polynomials = Vec::new();
    for edge in &piece.edges {
        ensure(edge.iter().all(|k| k.0.is_integer()), || {
            format!("edge {} has coefficients that are no integers", polynomials.len())
        })?;
        let polynomial = Bilinear(edge.clone().map(|k| k.0.numerator()));
        ensure(polynomial.content() == 1.into(), || {
            format!("the coefficients of edge {} are not coprime", polynomials.len())
        })?;
        polynomials.push(polynomial);
    }
    let (corners, count) = (vertices.len(), polynomials.len());
    let fits = match piece.dimension {
        0 => corners == 1 && count == 0,
        1 => corners == 2 && count == 1,
        2 => corners > 1 && count == corners,
        _ => false,
    };
    ensure(fits, || {
        format!("dimension {} with {corners} vertices and {count} edges", piece.dimension)
    })?;
    let end = |k: usize| vertices[k % corners].clone();
    let edges: Vec<Edge> =
        polynomials.into_iter().enumerate().map(|(k, edge)| (edge, [end(k), end(k + 1)])).collect();
    for (k, (edge, ends)) in edges.iter().enumerate() {
        for end in ends {
            ensure(edge.sign_at(end).is_eq(), || format!("{end} is not on edge {k}"))?;
        }
    }
    let checked = match piece.dimension {
        0 => check_crossing(&vertices[0], piece.rank, frontiers)?,
        1 => check_tie(&edges[0], piece.rank, frontiers)?,
        _ => {
            let (checked, found) = check_region(&vertices, &edges, order, frontiers)?;
            // 5. The rank.
            ensure_rank(piece.rank, rank(&found.0), &found.1)?;
            checked
        }
    };
    match piece.area.as_ref().and_then(|entry| area::mismatch(entry, &checked.area)) {
        Some(reason) => Err(reason),
        None => Ok(checked),
    }
}

fn ensure_rank(rank: [usize; 2], expected: [usize; 2], at: &Point) -> Result<(), String> {
    ensure(rank == expected, || format!("the rank at {at} is {expected:?}, not {rank:?}"))
}

fn check_crossing(at: &Point, rank: [usize; 2], frontiers: &Frontiers) -> Result<Checked, String> {
    let expected =
        frontiers.crossings.get(at).ok_or_else(|| format!("no frontiers meet at {at}"))?;
    ensure_rank(rank, *expected, at)?;
    Ok(Checked { places: Vec::new(), crossing: Some(at.clone()), area: LogSum::default() })
}

fn check_tie(edge: &Edge, rank: [usize; 2], frontiers: &Frontiers) -> Result<Checked, String> {
    let &(arc, _) = frontiers.edges.get(edge).ok_or_else(|| no_frontier(0, edge))?;
    let Arc { ranks, centre, .. } = &frontiers.arcs[arc];
    ensure_rank(rank, ranks[1], centre)?;
    Ok(Checked { places: vec![(arc, 1)], crossing: None, area: LogSum::default() })
}

fn no_frontier(k: usize, (edge, [from, to]): &Edge) -> String {
    let coefficients = edge.0.each_ref().map(ToString::to_string).join(", ");
    format!(
        "edge {k} with [{coefficients}] from {from} to {to} is neither a whole frontier with a \
         rival nor on the Tile's border, positive on the left"
    )
}

/// The sides of the Tile, positive inside.
fn is_border(edge: &Bilinear) -> bool {
    [[0, 1, 0, 0], [0, 0, 1, 0], [0, -1, 0, 1], [0, 0, -1, 1]]
        .iter()
        .any(|side| edge.0.iter().zip(side).all(|(k, &s)| *k == s.into()))
}

/// Checks a region, and returns the order of all classifiers inside with a point there. The steps
/// are numbered as in the proof in the docs of the crate.
fn check_region(
    vertices: &[Point],
    edges: &[Edge],
    order: &Order,
    frontiers: &Frontiers,
) -> Result<(Checked, (Vec<Ordering>, Point)), String> {
    // 1. Edges are whole frontiers or lie on the border; each gets a point between its ends.
    let (mut places, mut centres) = (Vec::new(), Vec::new());
    for (k, edge) in edges.iter().enumerate() {
        if let Some(&(arc, place)) = frontiers.edges.get(edge) {
            places.push((arc, place));
            centres.push(frontiers.arcs[arc].centre.clone());
        } else if is_border(&edge.0) {
            let [from, to] = &edge.1;
            centres.push(Point { a: middle(&from.a, &to.a), b: middle(&from.b, &to.b) });
        } else {
            return Err(no_frontier(k, edge));
        }
    }
    for (k, vertex) in vertices.iter().enumerate() {
        let on_tile = |z: &Rational| !z.is_negative() && *z <= Rational::ONE;
        ensure(on_tile(&vertex.a) && on_tile(&vertex.b), || format!("{vertex} is off the Tile"))?;
        ensure(!vertices[..k].contains(vertex), || format!("{vertex} is given twice"))?;
    }
    // 2. No edge meets another but at a common vertex.
    for (k, (edge, _)) in edges.iter().enumerate() {
        for (m, (_, ends)) in edges.iter().enumerate().filter(|&(m, _)| m != k) {
            let beyond = ends.iter().find(|end| edge.sign_at(end).is_lt());
            let beyond = beyond.or((!edge.sign_at(&centres[m]).is_gt()).then_some(&centres[m]));
            if let Some(point) = beyond {
                return Err(format!("{point} on edge {m} is not on the inner side of edge {k}"));
            }
        }
    }
    // 3. They run counter-clockwise around a point inside.
    let inside = inner_point(vertices, edges)?;
    for (k, (edge, _)) in edges.iter().enumerate() {
        ensure(edge.sign_at(&inside).is_gt(), || {
            format!("edge {k} is not positive at {inside}, inside the piece")
        })?;
    }
    // 4. No rival that is better or worse there is the other way round anywhere on the edges.
    let comparisons = order.at(&inside);
    for point in vertices.iter().chain(&centres) {
        let there = order.at(point);
        let opposite = comparisons
            .iter()
            .zip(there)
            .position(|(&here, there)| there != Ordering::Equal && there != here);
        if let Some(rival) = opposite {
            return Err(format!(
                "the order to rival {rival} at {point} is not the one at {inside}: a frontier runs \
                 through the piece"
            ));
        }
    }
    let checked = Checked { places, crossing: None, area: area::enclosed(edges) };
    Ok((checked, (comparisons, inside)))
}

/// Returns the point between the lowest two edges on a vertical line between vertices, if the
/// lowest edge runs to the right.
fn inner_point(vertices: &[Point], edges: &[Edge]) -> Result<Point, String> {
    let mut abscissae: Vec<&Rational> = vertices.iter().map(|vertex| &vertex.a).collect();
    abscissae.sort();
    abscissae.dedup();
    let &[first, second, ..] = abscissae.as_slice() else {
        return Err("all vertices are on one vertical line".to_owned());
    };
    let a = middle(first, second);
    let mut crossings: Vec<(Rational, bool)> = Vec::new();
    for (edge, [from, to]) in edges {
        if (from.a < a) != (to.a < a) {
            let b = edge.solve_b(&a).ok_or("an edge has no point between its ends")?;
            crossings.push((b, from.a < to.a));
        }
    }
    crossings.sort();
    match crossings.as_slice() {
        [(lowest, true), (next, _), ..] => Ok(Point { b: middle(lowest, next), a }),
        _ => Err(format!("its edges do not run counter-clockwise (seen at a = {a})")),
    }
}
