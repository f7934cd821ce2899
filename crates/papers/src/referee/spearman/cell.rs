//! A bound on the distance of a function that is bilinear in P = p^2 and Q = q^2 from the level
//! curve of a volume, on one cell.
//!
//! Names are those of the [module above](super): V = E[A x/D] with x = 1 + p t, y = 1 + q s, D = A
//! x + B y, and t, s uniform from -1 to 1.
//!
//! # Second derivatives
//!
//! For a smooth g, d/dP E[(1 - t^2)^k g(x)] is E[(1 - t^2)^(k+1) g''(x)]/(4 (k + 1)), by parts. So
//!
//! ```text
//! |V_PP| = (3/4) A^4 B E[(1 - t^2)^2 y/D^5]
//! |V_AP| <= A E[(1 - t^2) y/D^3]            from V_A = E[x y/D^2],
//!     whose second derivative in x is -A y (4 B y - 2 A x)/D^4
//! |V_AA| = 2 |E[x y (x - y)/D^3]|
//! ```
//!
//! With weights l + k = n the inequality of the means is D^n >= (n A x/l)^l (n B y/k)^k, and 1 +
//! t <= 2 x/(1 + p). Moreover E[1 - t] = 1, E[(1 - t)^2] = 4/3, and with a(p) = artanh(p)/p
//!
//! ```text
//! E[1/x] = a(p)    E[1/x^2] = 1/(1 - P)    E[1/sqrt(x)] <= sqrt(2)
//! ```
//!
//! Together (each line has its l and k; 4 A x B y <= D^2 in the last bound of V_AP and in that of
//! V_AA):
//!
//! ```text
//! |V_PP| (1 + p)^2 <= 432/3125 (A/B)^2/(1 - Q)     2, 3
//!                     1296/3125 (A/B) a(p) a(q)    3, 2
//!                     3072/3125 /(1 - P)           4, 1
//! |V_AP| (1 + p)   <= 8/27 a(q)/B^2                1, 2
//!                     16/27 a(p)/(A B)             2, 1
//!                     1/(B sqrt(A B))
//! |V_AA|           <= (p + q)/(2 A B sqrt(A B))
//! ```
//!
//! Those in Q follow by exchanging A with B and p with q.
//!
//! # The slope in A
//!
//! By the inequality of Cauchy and Schwarz with E[x y] = 1,
//!
//! ```text
//! V_A = E[x y/D^2] >= 1/E[x y D^2] = 1/(A^2 (1 + P) + 2 A B (1 + P/3)(1 + Q/3) + B^2 (1 + Q))
//!     >= 1/2.
//! ```
//!
//! # The distance
//!
//! Let b be bilinear in P and Q with the true A_v in the corners. f(P, Q) = V(b(P, Q), P, Q) - v is
//! 0 in the corners, so on the cell
//!
//! ```text
//! |f| <= (dP^2 sup |f_PP| + dQ^2 sup |f_QQ|)/8,   f_PP = V_PP + 2 V_AP b_P + V_AA b_P^2
//! ```
//!
//! and b is within sup |f|/inf V_A of A_v. F(b) is within (dA_P^2 + dA_Q^2) sup |F''|/8 of the
//! bilinear z, where dA_P and dA_Q are the largest differences of A_v along the sides. And both are
//! between the values of F at the least and the largest corner, by monotony: that bounds the
//! distance too, and alone where p and q are about 1.

use super::NODE;
use super::volume::logarithm;

/// F: the distribution function of the accuracy.
pub(super) fn distribution(accuracy: f64) -> f64 {
    accuracy * accuracy * (3.0 - 2.0 * accuracy)
}

/// Accuracies in the corners of a cell, by p and then by q.
pub(super) struct Corners(pub(super) [[f64; 2]; 2]);

impl Corners {
    /// Returns the least and the largest accuracy of the cell: the volume decreases in p and
    /// increases in q.
    pub(super) fn range(&self) -> [f64; 2] {
        let Self([[_, least], [most, _]]) = self;
        [(least - NODE).max(0.0), (most + NODE).min(1.0)]
    }

    /// Returns the largest differences along p and along q.
    fn differences(&self) -> [f64; 2] {
        let Self([[a, b], [c, d]]) = self;
        [(c - a).max(d - b) + 2.0 * NODE, (a - b).max(c - d) + 2.0 * NODE]
    }

    /// Returns the means of z - origin and of its square, for p and q uniform on the cell.
    pub(super) fn moments(&self, sides: [[f64; 2]; 2], origin: f64) -> [f64; 2] {
        let [[a, b], [c, d]] =
            self.0.map(|row| row.map(|accuracy| distribution(accuracy) - origin));
        // z = a + (c - a) x + (b - a) y + (a - b - c + d) x y with x and y from 0 to 1, linear in P
        // and Q.
        let (along, across, twist) = (c - a, b - a, a - b - c + d);
        let [[x, xx], [y, yy]] = sides.map(position_moments);
        let first = a + along * x + across * y + twist * x * y;
        let second = a * (2.0 * first - a)
            + along * along * xx
            + across * across * yy
            + twist * twist * xx * yy
            + 2.0 * (along * across * x * y + along * twist * xx * y + across * twist * x * yy);
        [first, second]
    }
}

/// Returns the means of w = (P - P1)/(P2 - P1) and of its square, for p uniform from p1 to p2.
///
/// With p = p1 + h u and e = 2 p1 + h: w = (2 p1 u + h u^2)/e.
fn position_moments([from, to]: [f64; 2]) -> [f64; 2] {
    let h = to - from;
    let e = from + to;
    [(from + h / 3.0) / e, (4.0 * from * from / 3.0 + from * h + h * h / 5.0) / (e * e)]
}

/// Returns artanh(p)/p, rounded up.
fn artanh_ratio(p: f64) -> f64 {
    (1.0 + 1e-9) * (logarithm(1.0 + p) - logarithm(1.0 - p)) / (2.0 * p)
}

/// A cell of the grid with a range of accuracies.
#[derive(Clone, Copy)]
pub(super) struct Cell {
    p: [f64; 2],
    q: [f64; 2],
    /// The range of A.
    accuracy: [f64; 2],
    /// The range of B.
    wrong: [f64; 2],
}

impl Cell {
    pub(super) fn new([p, q]: [[f64; 2]; 2], accuracy: [f64; 2]) -> Self {
        let [least, most] = accuracy;
        Self { p, q, accuracy, wrong: [1.0 - most, 1.0 - least] }
    }

    /// Returns the cell with A and B, and p and q, exchanged.
    fn mirrored(self) -> Self {
        Self { p: self.q, q: self.p, accuracy: self.wrong, wrong: self.accuracy }
    }

    /// Returns the least A B, which is at an end of the range.
    fn least_product(&self) -> f64 {
        let ([least, most], [few, many]) = (self.accuracy, self.wrong);
        (least * many).min(most * few)
    }

    /// Returns an upper bound of |V_PP|.
    fn curvature(&self) -> f64 {
        let ([p1, p], [_, q]) = (self.p, self.q);
        let ratio = self.accuracy[1] / self.wrong[0];
        let mut bound = f64::INFINITY;
        if q < 1.0 {
            bound = bound.min(432.0 / 3125.0 * ratio * ratio / (1.0 - q * q));
        }
        if p < 1.0 {
            bound = bound.min(3072.0 / 3125.0 / (1.0 - p * p));
        }
        if p < 1.0 && q < 1.0 {
            bound = bound.min(1296.0 / 3125.0 * ratio * artanh_ratio(p) * artanh_ratio(q));
        }
        bound / ((1.0 + p1) * (1.0 + p1))
    }

    /// Returns an upper bound of |V_AP|.
    fn mixed(&self) -> f64 {
        let ([p1, p], [_, q]) = (self.p, self.q);
        let (wrong, product) = (self.wrong[0], self.least_product());
        let mut bound = 1.0 / (wrong * product.sqrt());
        if q < 1.0 {
            bound = bound.min(8.0 / 27.0 * artanh_ratio(q) / (wrong * wrong));
        }
        if p < 1.0 {
            bound = bound.min(16.0 / 27.0 * artanh_ratio(p) / product);
        }
        bound / (1.0 + p1)
    }

    /// Returns an upper bound of |V_AA|.
    fn bend(&self) -> f64 {
        let product = self.least_product();
        (self.p[1] + self.q[1]) / (2.0 * product * product.sqrt())
    }

    /// Returns a lower bound of V_A.
    fn slope(&self) -> f64 {
        let ([a, b], [p, q]) = ([self.accuracy[1], self.wrong[1]], [self.p[1], self.q[1]]);
        let (p, q) = (p * p, q * q);
        let square =
            a * a * (1.0 + p) + 2.0 * a * b * (1.0 + p / 3.0) * (1.0 + q / 3.0) + b * b * (1.0 + q);
        (1.0 / square).max(0.5)
    }

    /// Returns the largest F' = 6 A B.
    fn density(&self) -> f64 {
        match self.accuracy {
            [least, _] if least > 0.5 => 6.0 * least * (1.0 - least),
            [_, most] if most < 0.5 => 6.0 * most * (1.0 - most),
            _ => 1.5,
        }
    }

    /// Returns an upper bound of the derivative of Z_v by v.
    pub(super) fn growth(&self) -> f64 {
        self.density() / self.slope()
    }

    /// Returns an upper bound of the distance of z, interpolated from these corners, from Z_v.
    pub(super) fn distance(&self, corners: &Corners) -> f64 {
        let [least, most] = self.accuracy;
        let [along, across] = corners.differences();
        let width = |[from, to]: [f64; 2]| to * to - from * from;
        let second = |cell: &Self, difference: f64| {
            let width = width(cell.p);
            cell.curvature() * width * width
                + 2.0 * cell.mixed() * width * difference
                + cell.bend() * difference * difference
        };
        let volume = (second(self, along) + second(&self.mirrored(), across)) / 8.0;
        let bent = 6.0 * (1.0 - 2.0 * least).abs().max((1.0 - 2.0 * most).abs());
        let smooth = self.growth() * volume + bent * (along * along + across * across) / 8.0;
        smooth.min(distribution(most) - distribution(least))
    }
}
