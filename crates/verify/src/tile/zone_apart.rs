//! Checks the zone where some classifiers are at least as good as others if their priors differ.
//!
//! i is at least as good as j where F = s_i u_j - s_j u_i >= 0, a bilinear polynomial; inside the
//! Tile a factor of it that vanishes nowhere there is left out. The piece is all of the zone
//! inside, with its limits on the border:
//!
//! 1. Its edges lie on zeros of such polynomials, or on sides of the Tile, which are positive
//!    inside. From the left to the right and back they are one chain below and one above, so that
//!    the piece is one stretch of b above each abscissa a.
//! 2. No condition is broken on an edge. Since F is linear in b, none is broken between.
//! 3. Below the lower and above the upper chain the condition of an edge is broken, so above these
//!    abscissae there is no more.
//! 4. Above the first and the last abscissa the conditions leave no more than the piece, and before
//!    and beyond them nothing.
//!
//! On a side of the Tile all F are linear, and what they leave is one stretch.

use std::collections::{BTreeSet, HashSet};

use crate::claim::classifiers::OnTile;
use crate::claim::proofs::Proofs;
use crate::claim::stop::Stop;
use crate::claim::truth::{Truth, exact, point, same};
use crate::claim::wrong::Wrong;
use crate::geometry::area;
use crate::geometry::area::judge_area;
use crate::geometry::conditions::{Conditions, Left};
use crate::geometry::frontiers::{difference, integers};
use crate::geometry::plane::{Bilinear, Point, middle};
use crate::reading::json::Json;
use exactile::num::{LogSum, Rational};

/// A polynomial and the two of its zeros at which the edge begins and ends.
type Edge = (Bilinear, [Point; 2]);

/// A stretch of a side of the Tile, or a point of it: the lesser end first.
type Stretch = [[Rational; 2]; 2];

/// Checks the piece of `exactile.zone.v1`. Returns `true` if there is one.
pub(super) fn check(
    claim: &Json,
    all: &OnTile,
    better: &[usize],
    than: &[usize],
    proofs: &mut Proofs,
) -> Result<bool, Stop> {
    let counts: Vec<_> = all.counts.iter().map(integers).collect();
    let pairs = better.iter().flat_map(|&i| than.iter().map(move |&j| (i, j)));
    let wholes: Vec<Bilinear> = pairs
        .filter(|(i, j)| i != j)
        .map(|(i, j)| difference(&counts[i], &counts[j]))
        .filter(|polynomial| !polynomial.is_zero())
        .collect();
    let factors = wholes.iter().map(Bilinear::factor_on_tile);
    let factors: HashSet<Bilinear> = factors.collect::<Result<_, _>>().map_err(Stop::Unknown)?;
    let conditions = Conditions(factors.into_iter().collect());
    let border = on_border(&wholes);
    if *claim == Json::Null {
        nothing_between(&conditions, [&Rational::ZERO, &Rational::ONE])?;
        return match border.iter().flatten().next() {
            None => Ok(false),
            Some([[a, b], _]) => {
                Err(Wrong::new(format!("({a}, {b}) belongs to the zone, on the Tile's border"))
                    .into())
            }
        };
    }
    let piece = Piece::read(claim, proofs)?;
    if piece.is_on_border() {
        nothing_between(&conditions, [&Rational::ZERO, &Rational::ONE])?;
        piece.check_stretch()?;
    } else {
        piece.check_inside(&conditions)?;
    }
    let area = piece.area();
    let said = claim.get("area").unwrap_or(&Json::Null);
    judge_area(said, &area).map_err(|wrong| wrong.of("area"))?;
    piece.check_border(border)?;
    Ok(true)
}

/// Checks that nothing of the zone is above the abscissae between two.
fn nothing_between(conditions: &Conditions, [low, high]: [&Rational; 2]) -> Result<(), Stop> {
    conditions.leave_nothing_between(low, high).map_err(|left| match left {
        Left::Point(point) => Wrong::new(format!("{point} belongs to the zone too")).into(),
        Left::Unknown => {
            Stop::Unknown("that the zone has no further part takes too long".to_owned())
        }
    })
}

/// Returns the stretch of each side of the Tile that belongs to the zone: left, below, right,
/// above.
fn on_border(wholes: &[Bilinear]) -> [Option<Stretch>; 4] {
    let (zero, one) = (Rational::ZERO, Rational::ONE);
    let sides = [(true, &zero), (false, &zero), (true, &one), (false, &one)];
    sides.map(|(is_upright, at)| {
        let place = |z: &Rational| {
            if is_upright { [at.clone(), z.clone()] } else { [z.clone(), at.clone()] }
        };
        let value = |whole: &Bilinear, [a, b]: &[Rational; 2]| {
            let [k_ab, k_a, k_b, k_1] = whole.0.clone().map(Rational::from);
            (k_ab * a + k_b) * b + k_a * a + k_1
        };
        let [mut low, mut high] = [zero.clone(), one.clone()];
        for whole in wholes {
            let [first, last] = [&zero, &one].map(|z| value(whole, &place(z)));
            if first.is_negative() && last.is_negative() {
                return None;
            }
            if first.is_negative() {
                low = low.max(-&first / &(&last - &first));
            } else if last.is_negative() {
                high = high.min(&first / &(&first - &last));
            }
        }
        (low <= high).then(|| [place(&low), place(&high)])
    })
}

/// The zone as a result describes it.
struct Piece {
    vertices: Vec<Point>,
    edges: Vec<Edge>,
    /// The further stretches of the zone on the border.
    on_border: Vec<Stretch>,
}

/// The side of a region that an edge forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    Below,
    Right,
    Above,
    Left,
}

impl Piece {
    /// Reads a piece, and checks its form and that edges end on their curves.
    fn read(claim: &Json, proofs: &mut Proofs) -> Result<Self, Wrong> {
        let truth = vec![
            ("dimension", Truth::any()),
            ("vertices", Truth::any()),
            ("edges", Truth::any()),
            ("area", Truth::any()),
            ("on_border", Truth::maybe(Truth::any())),
        ];
        same(claim, &Truth::Object(truth), proofs)?;
        let list = |key: &str| match claim.get(key) {
            None => Ok(&[][..]),
            Some(value) => value.as_list().ok_or_else(|| {
                Wrong::new(format!("a list should stand here, not {value}")).of(key)
            }),
        };
        let mut vertices: Vec<Point> = Vec::new();
        for (k, claim) in list("vertices")?.iter().enumerate() {
            let [a, b] = point(claim).map_err(|wrong| wrong.number(k).of("vertices"))?;
            let vertex = Point { a, b };
            if vertices.contains(&vertex) {
                return Err(Wrong::new(format!("{vertex} is given twice"))
                    .number(k)
                    .of("vertices"));
            }
            vertices.push(vertex);
        }
        let mut edges: Vec<Edge> = Vec::new();
        for (k, claim) in list("edges")?.iter().enumerate() {
            let edge = edge(claim, &vertices, k).map_err(|wrong| wrong.number(k).of("edges"))?;
            edges.push(edge);
        }
        let dimension = match (vertices.len(), edges.len()) {
            (1, 0) => 0,
            (2, 1) => 1,
            (corners, edges) if corners > 1 && edges == corners => 2,
            (corners, edges) => {
                let reason = format!("{corners} vertices and {edges} edges are no piece");
                return Err(Wrong::new(reason));
            }
        };
        let mut on_border = Vec::new();
        for (k, claim) in list("on_border")?.iter().enumerate() {
            let of_stretch = |wrong: Wrong| wrong.number(k).of("on_border");
            let Some([from, to]) = claim.as_list() else {
                return Err(of_stretch(Wrong::new("two points should stand here")));
            };
            let mut ends = [point(from).map_err(of_stretch)?, point(to).map_err(of_stretch)?];
            ends.sort();
            on_border.push(ends);
        }
        let said = claim.get("dimension").unwrap_or(&Json::Null);
        same(said, &Truth::count(dimension), proofs).map_err(|wrong| wrong.of("dimension"))?;
        Ok(Self { vertices, edges, on_border })
    }

    /// Returns `true` if the piece is a point or a stretch of the Tile's border.
    fn is_on_border(&self) -> bool {
        match self.edges.as_slice() {
            [] => self.vertices.iter().any(is_on_side),
            [(edge, _)] => sides().iter().any(|side| edge == side || *edge == -side.clone()),
            _ => false,
        }
    }

    /// Checks that a stretch of a side has the inside on its left, or runs the other way with the
    /// other sign.
    fn check_stretch(&self) -> Result<(), Wrong> {
        match self.edges.as_slice() {
            [(edge, [from, to])] => ensure_left(edge, from, to),
            _ => Ok(()),
        }
    }

    /// Checks that the piece is exactly what the conditions leave inside the Tile, with its limits.
    fn check_inside(&self, conditions: &Conditions) -> Result<(), Stop> {
        let has = |polynomial: &Bilinear| conditions.0.contains(polynomial);
        for (k, edge) in self.edges.iter().enumerate() {
            let of_edge = |reason: &str| Wrong::new(reason).number(k).of("edges");
            let is_bound = match self.edges.len() {
                1 => has(&edge.0) && has(&-edge.0.clone()),
                _ => has(&edge.0) || sides().contains(&edge.0),
            };
            if !is_bound {
                return Err(of_edge(
                    "it is no frontier of the two sets, positive inside, and no side",
                )
                .into());
            }
            if conditions.broken_on(edge).is_some() {
                return Err(of_edge("one of the second set is better somewhere on it").into());
            }
        }
        let [first, last] = self.ends()?;
        for (a, [low, high]) in [&first, &last] {
            let left = conditions.heights(a).filter(|_| a.is_positive() && *a < Rational::ONE);
            // A point and an upright edge are bounded here alone.
            let is_bounded = match left {
                Some([least, most]) if first.0 == last.0 => least == *low && most == *high,
                Some([least, most]) => least >= *low && most <= *high,
                None => first.0 != last.0,
            };
            if !is_bounded {
                let reason = format!("above a = {a} the zone is not from {low} to {high}");
                return Err(Wrong::new(reason).of("vertices").into());
            }
        }
        nothing_between(conditions, [&Rational::ZERO, &first.0])?;
        nothing_between(conditions, [&last.0, &Rational::ONE])
    }

    /// Returns the first and the last abscissa, each with the least and the greatest height of the
    /// piece there.
    fn ends(&self) -> Result<[(Rational, [Rational; 2]); 2], Wrong> {
        let upright = |one: &Point, other: &Point| {
            let mut heights = [one.b.clone(), other.b.clone()];
            heights.sort();
            (one.a.clone(), heights)
        };
        match self.edges.as_slice() {
            [] => {
                let end = upright(&self.vertices[0], &self.vertices[0]);
                Ok([end.clone(), end])
            }
            [(edge, [from, to])] => {
                ensure_left(edge, from, to)?;
                if from.a == to.a {
                    let end = upright(from, to);
                    return Ok([end.clone(), end]);
                }
                way(edge, from, to)?;
                let mut ends = [upright(from, from), upright(to, to)];
                ends.sort();
                Ok(ends)
            }
            _ => self.chains(),
        }
    }

    /// As [`Piece::ends`], for a region: its edges are a lower chain from left to right, and an
    /// upper chain from right to left.
    fn chains(&self) -> Result<[(Rational, [Rational; 2]); 2], Wrong> {
        let of_edges = |reason: &str| Wrong::new(reason).of("edges");
        let mut ways = Vec::with_capacity(self.edges.len());
        for (k, (edge, [from, to])) in self.edges.iter().enumerate() {
            ways.push(way(edge, from, to).map_err(|wrong| wrong.number(k).of("edges"))?);
        }
        let n = ways.len();
        let before = |k: usize| (k + n - 1) % n;
        if (0..n).any(|k| self.edges[k].0 == self.edges[before(k)].0) {
            return Err(of_edges("one is in two parts"));
        }
        let start = (0..n).find(|&k| ways[k] == Way::Below && ways[before(k)] != Way::Below);
        let start = start.ok_or_else(|| of_edges("they do not run around a region"))?;
        let order: Vec<usize> = (0..n).map(|k| (start + k) % n).collect();
        let of_way = |wanted: Way| -> Vec<&Edge> {
            let edges = order.iter().filter(|&&k| ways[k] == wanted);
            edges.map(|&k| &self.edges[k]).collect()
        };
        let (below, above) = (of_way(Way::Below), of_way(Way::Above));
        let goes_round = order.windows(2).all(|pair| ways[pair[0]] <= ways[pair[1]])
            && of_way(Way::Right).len() < 2
            && of_way(Way::Left).len() < 2;
        let (Some((_, [left, _])), Some((_, [_, right])), true) =
            (below.first(), below.last(), goes_round)
        else {
            return Err(of_edges("they do not run around a region once, counter-clockwise"));
        };
        let (Some((_, [above_right, _])), Some((_, [_, above_left]))) =
            (above.first(), above.last())
        else {
            return Err(of_edges("none is above the others"));
        };
        // The chains do not run along each other.
        let abscissae: BTreeSet<&Rational> = self.vertices.iter().map(|vertex| &vertex.a).collect();
        let abscissae: Vec<&Rational> = abscissae.into_iter().collect();
        for ends in abscissae.windows(2) {
            let a = middle(ends[0], ends[1]);
            let height = |chain: &[&Edge]| {
                let over = |(_, [from, to]): &&&Edge| {
                    Ord::min(&from.a, &to.a) < &a && a < *Ord::max(&from.a, &to.a)
                };
                chain.iter().find(over).and_then(|(edge, _)| edge.solve_b(&a))
            };
            if height(&below).zip(height(&above)).is_none_or(|(low, high)| low >= high) {
                return Err(of_edges("there is nothing between some of them"));
            }
        }
        Ok([
            (left.a.clone(), [left.b.clone(), above_left.b.clone()]),
            (right.a.clone(), [right.b.clone(), above_right.b.clone()]),
        ])
    }

    /// Returns the area of a piece whose edges run around it.
    fn area(&self) -> LogSum {
        if self.edges.len() > 1 { area::enclosed(&self.edges) } else { LogSum::default() }
    }

    /// Checks that the piece's own stretches and the further ones, each once, are exactly the zone
    /// on the sides of the Tile.
    fn check_border(mut self, border: [Option<Stretch>; 4]) -> Result<(), Wrong> {
        let is_on_border = self.is_on_border();
        let mut stretches = Vec::new();
        for (side, stretch) in sides().iter().zip(border) {
            let Some([from, to]) = stretch else { continue };
            let own = self.vertices.iter().filter(|vertex| side.sign_at(vertex).is_eq());
            let own: BTreeSet<[Rational; 2]> =
                own.map(|vertex| [vertex.a.clone(), vertex.b.clone()]).collect();
            match own.first().zip(own.last()).filter(|_| !is_on_border) {
                None => stretches.push([from, to]),
                Some((first, last)) => {
                    stretches.extend((from < *first).then(|| [from, first.clone()]));
                    stretches.extend((*last < to).then(|| [last.clone(), to]));
                }
            }
        }
        // Corners of the Tile are on two sides.
        let is_long = |[from, to]: &Stretch| from != to;
        let (mut truth, points): (Vec<Stretch>, Vec<Stretch>) =
            stretches.into_iter().partition(is_long);
        let points: BTreeSet<Stretch> = points.into_iter().collect();
        let is_alone = |[at, _]: &Stretch| {
            let is_vertex = |vertex: &Point| vertex.a == at[0] && vertex.b == at[1];
            !truth.iter().flatten().any(|end| end == at)
                && (is_on_border || !self.vertices.iter().any(is_vertex))
        };
        let points: Vec<Stretch> = points.into_iter().filter(is_alone).collect();
        truth.extend(points);
        if is_on_border {
            let ends = [&self.vertices[0], &self.vertices[self.vertices.len() - 1]];
            let mut own = ends.map(|end| [end.a.clone(), end.b.clone()]);
            own.sort();
            if !is_long(&own) && truth.iter().any(is_long) {
                return Err(Wrong::new("the zone has a stretch of the Tile's border"));
            }
            self.on_border.push(own);
        }
        truth.sort();
        self.on_border.sort();
        if truth == self.on_border {
            return Ok(());
        }
        let shown = |[[a, b], [c, d]]: &Stretch| format!("from ({a}, {b}) to ({c}, {d})");
        let shown: Vec<String> = truth.iter().map(shown).collect();
        Err(Wrong::new(match shown.as_slice() {
            [] => "the zone has nothing besides on the Tile's border".to_owned(),
            shown => {
                format!("on the Tile's border the zone has, besides, what is {}", shown.join(", "))
            }
        }))
    }
}

/// Returns the sides of the Tile, positive inside: left, below, right, above.
fn sides() -> [Bilinear; 4] {
    [[0, 1, 0, 0], [0, 0, 1, 0], [0, -1, 0, 1], [0, 0, -1, 1]].map(|k| Bilinear(k.map(Into::into)))
}

fn is_on_side(point: &Point) -> bool {
    sides().iter().any(|side| side.sign_at(point).is_eq())
}

/// Reads the edge from vertex k to the next one: coprime integers that vanish at both vertices.
fn edge(claim: &Json, vertices: &[Point], k: usize) -> Result<Edge, Wrong> {
    let numbers = claim.as_list().unwrap_or_default();
    let numbers: Vec<Rational> = numbers.iter().map(exact).collect::<Result<_, _>>()?;
    let Ok(numbers) = <[Rational; 4]>::try_from(numbers) else {
        return Err(Wrong::new("four integers should stand here"));
    };
    let polynomial = Bilinear(numbers.each_ref().map(Rational::numerator));
    if !numbers.iter().all(Rational::is_integer) || polynomial.content() != 1.into() {
        return Err(Wrong::new("four coprime integers should stand here"));
    }
    if k >= vertices.len() {
        return Err(Wrong::new("there are more edges than vertices"));
    }
    let ends = [k, (k + 1) % vertices.len()].map(|k| vertices[k].clone());
    match ends.iter().find(|end| polynomial.sign_at(end).is_ne()) {
        Some(end) => Err(Wrong::new(format!("{end} is not on it"))),
        None => Ok((polynomial, ends)),
    }
}

/// Returns the side that an edge forms. The edge must be upright or a graph over its abscissae, and
/// positive on its left.
fn way(edge: &Bilinear, from: &Point, to: &Point) -> Result<Way, Wrong> {
    let [k_ab, k_a, k_b, _] = edge.0.clone().map(Rational::from);
    if from.a == to.a {
        ensure_left(edge, from, to)?;
        return Ok(if k_a.is_positive() { Way::Left } else { Way::Right });
    }
    let slopes = [from, to].map(|end| &k_ab * &end.a + &k_b);
    let is_below = from.a < to.a;
    let is_left =
        |slope: &Rational| if is_below { slope.is_positive() } else { slope.is_negative() };
    match slopes.iter().all(is_left) {
        true if is_below => Ok(Way::Below),
        true => Ok(Way::Above),
        false => Err(Wrong::new("it is not positive on its left")),
    }
}

/// Checks that an edge is positive on its left.
fn ensure_left(edge: &Bilinear, from: &Point, to: &Point) -> Result<(), Wrong> {
    if from.a != to.a {
        return way(edge, from, to).map(|_| ());
    }
    let [k_ab, k_a, k_b, _] = edge.0.clone().map(Rational::from);
    let is_upright = k_ab.is_zero() && k_b.is_zero() && from.b != to.b;
    match is_upright && k_a.is_positive() == (to.b < from.b) {
        true => Ok(()),
        false => Err(Wrong::new("it is not positive on its left")),
    }
}
