//! Sets of two-class performances as polytopes, with certificates for forms on them.

use num_bigint::BigInt;
use num_integer::binomial;
use num_traits::{Signed, Zero};

use super::form::{Form, VARIABLES};
use super::set::PerformanceSet;
use crate::num::Rational;
use crate::score::{Counts, Ring};

/// A performance set in coordinates: a polytope, the counts as linear forms on it.
///
/// All performances: the variables are tn, fp, fn, tp, the vertices the single outcomes. At a
/// fixed prior: the variables are TNR, TPR and a third that is 1, the vertices the corners of ROC
/// space.
#[derive(Debug)]
pub(super) struct Space {
    pub(super) counts: Counts<Form>,
    pub(super) names: [&'static str; VARIABLES],
    pub(super) vertices: [[u8; VARIABLES]; 4],
    /// The performances with wrong predictions only, as a sum over vertices with non-negative
    /// weights.
    wrong: [Form; VARIABLES],
    /// The performances with right predictions only, likewise.
    right: [Form; VARIABLES],
    fixed_prior: bool,
}

/// Face of the polytope: the performances that are always wrong, or always right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Face {
    Wrong,
    Right,
}

impl Space {
    pub(super) fn of(set: &PerformanceSet) -> Self {
        let [u, v, w, z] = [0, 1, 2, 3].map(Form::variable);
        let zero = Form::constant(&BigInt::from(0));
        match set.prior() {
            None => Self {
                names: ["tn", "fp", "fn", "tp"],
                vertices: [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]],
                wrong: [zero.clone(), v.clone(), w.clone(), zero.clone()],
                right: [u.clone(), zero.clone(), zero, z.clone()],
                counts: Counts { unit: u.plus(&v).plus(&w).plus(&z), tn: u, fp: v, fn_: w, tp: z },
                fixed_prior: false,
            },
            Some(prior) => {
                let (positive, negative) = (prior.numerator(), prior.complement().numerator());
                Self {
                    names: ["TNR", "TPR", "", ""],
                    vertices: [[0, 0, 1, 0], [1, 0, 1, 0], [1, 1, 1, 0], [0, 1, 1, 0]],
                    wrong: [zero.clone(), zero.clone(), w.clone(), zero.clone()],
                    right: [w.clone(), w.clone(), w.clone(), zero],
                    counts: Counts {
                        tn: u.scaled(&negative),
                        fp: w.minus(&u).scaled(&negative),
                        fn_: w.minus(&v).scaled(&positive),
                        tp: v.scaled(&positive),
                        unit: w.scaled(&(&negative + &positive)),
                    },
                    fixed_prior: true,
                }
            }
        }
    }

    /// The form on one of the two faces.
    pub(super) fn on(&self, face: Face, form: &Form) -> Form {
        form.at(match face {
            Face::Wrong => &self.wrong,
            Face::Right => &self.right,
        })
    }

    /// In words.
    pub(super) fn text(&self, form: &Form) -> String {
        form.text(&self.names)
    }

    /// Returns `true` if the form is certainly negative nowhere on the polytope. On the simplex: it
    /// has no negative coefficient. On the square: it has no negative coefficient in the Bernstein
    /// basis of its degrees in the two rates, or of slightly higher ones. Never wrong with `true`;
    /// with `false` nothing is said.
    pub(super) fn is_certainly_nonnegative(&self, form: &Form) -> bool {
        if form.has_no_negative_coefficient() {
            return true;
        }
        self.fixed_prior && (0..=2).any(|raised| has_no_negative_bernstein(form, raised))
    }

    /// Returns `true` if a linear form is negative nowhere: its vertices decide.
    pub(super) fn linear_is_nonnegative(&self, linear: &Form) -> bool {
        !self.vertices.iter().any(|vertex| linear.value(vertex).is_negative())
    }

    /// Returns `true` if the root of this quadratic form is real and concave on the polytope.
    ///
    /// It is if the form has one positive eigenvalue and the polytope lies in one half of the cone
    /// where the form is not negative. With e the sum of the vertices, Q the bilinear form and
    /// Q(e, e) > 0: the first means that Q(e, .)^2 - Q(e, e) Q(., .) is positive semidefinite, the
    /// second that Q(v, v) >= 0 and Q(e, v) >= 0 at each vertex v.
    pub(super) fn root_is_concave(&self, form: &Form) -> bool {
        let Some(matrix) = form.matrix() else { return false };
        let sum: [u8; VARIABLES] =
            std::array::from_fn(|i| self.vertices.iter().map(|vertex| vertex[i]).sum());
        let towards: [BigInt; VARIABLES] =
            std::array::from_fn(|i| (0..VARIABLES).map(|j| &matrix[i][j] * sum[j]).sum());
        let along: BigInt = (0..VARIABLES).map(|i| &towards[i] * sum[i]).sum();
        let at_vertices = self.vertices.iter().all(|vertex| {
            let bilinear: BigInt = (0..VARIABLES).map(|i| &towards[i] * vertex[i]).sum();
            !bilinear.is_negative() && !form.value(vertex).is_negative()
        });
        let mut rest: Vec<Vec<Rational>> = (0..VARIABLES)
            .map(|i| {
                let entry = |j: usize| &towards[i] * &towards[j] - &along * &matrix[i][j];
                (0..VARIABLES).map(|j| Rational::from(entry(j))).collect()
            })
            .collect();
        along.is_positive() && at_vertices && is_positive_semidefinite(&mut rest)
    }
}

impl Space {
    /// Two sums of counts whose product is proportional to this form, if there are any.
    pub(super) fn factors(&self, form: &Form) -> Option<[Form; 2]> {
        let Counts { tn, fp, fn_, tp, .. } = &self.counts;
        let counts = [tn, fp, fn_, tp];
        let sums: Vec<Form> = (1_u8..16)
            .map(|chosen| {
                let zero = Form::constant(&BigInt::from(0));
                let some = (0..4).filter(|place| chosen >> place & 1 == 1);
                some.fold(zero, |sum, place| sum.plus(counts[place]))
            })
            .collect();
        let pairs = (0..sums.len()).flat_map(|i| (i..sums.len()).map(move |j| (i, j)));
        pairs
            .map(|(i, j)| [&sums[i], &sums[j]])
            .find(|[first, second]| {
                proportion(form, &first.times(second)).is_some_and(|ratio| ratio.is_positive())
            })
            .map(|factors| factors.map(Form::primitive))
    }

    /// Returns `true` if a quadratic form is at least zero where a linear form is zero (not only on
    /// the polytope). Then it is convex over the linear form, where that is positive.
    pub(super) fn is_curved_on(&self, form: &Form, plane: &Form) -> bool {
        let Some(matrix) = form.matrix() else { return false };
        let normal = plane.coefficients();
        let Some(pivot) = normal.iter().position(|k| !k.is_zero()) else { return false };
        // Vectors that span the plane.
        let spanning: Vec<[BigInt; VARIABLES]> = (0..VARIABLES)
            .filter(|&other| other != pivot)
            .map(|other| {
                let mut vector: [BigInt; VARIABLES] = Default::default();
                vector[other] = normal[pivot].clone();
                vector[pivot] = -&normal[other];
                vector
            })
            .collect();
        let product = |u: &[BigInt; VARIABLES], v: &[BigInt; VARIABLES]| -> Rational {
            let places = (0..VARIABLES).flat_map(|i| (0..VARIABLES).map(move |j| (i, j)));
            Rational::from(places.map(|(i, j)| &u[i] * &matrix[i][j] * &v[j]).sum::<BigInt>())
        };
        let mut restricted: Vec<Vec<Rational>> =
            spanning.iter().map(|u| spanning.iter().map(|v| product(u, v)).collect()).collect();
        is_positive_semidefinite(&mut restricted)
    }
}

/// By elimination: every pivot is positive, or zero with a row of zeros.
fn is_positive_semidefinite(matrix: &mut [Vec<Rational>]) -> bool {
    let size = matrix.len();
    for k in 0..size {
        let pivot = matrix[k][k].clone();
        if pivot.is_negative() {
            return false;
        }
        if pivot.is_zero() {
            if (k..size).any(|j| !matrix[k][j].is_zero()) {
                return false;
            }
            continue;
        }
        for i in k + 1..size {
            let factor = &matrix[i][k] / &pivot;
            let (above, below) = matrix.split_at_mut(i);
            for (entry, of_pivot) in below[0].iter_mut().zip(&above[k]).skip(k + 1) {
                *entry -= &(&factor * of_pivot);
            }
        }
    }
    true
}

/// The coefficient of x^k is spread over the Bernstein polynomials i >= k of degree d with factors
/// C(i, k)/C(d, k).
fn has_no_negative_bernstein(form: &Form, raised: u8) -> bool {
    let degree =
        |variable: usize| form.terms().map(|(e, _)| e[variable]).max().unwrap_or(0) + raised;
    let (across, up) = (degree(0), degree(1));
    let share = |i: u8, k: u8, d: u8| {
        let choose =
            |n: u8, k: u8| if k > n { BigInt::from(0) } else { binomial(n.into(), k.into()) };
        Rational::new(choose(i, k), choose(d, k))
    };
    (0..=across).all(|i| {
        (0..=up).all(|j| {
            let spread = |(exponents, coefficient): (&[u8; VARIABLES], &BigInt)| {
                share(i, exponents[0], across)
                    * share(j, exponents[1], up)
                    * Rational::from(coefficient.clone())
            };
            !form.terms().map(spread).sum::<Rational>().is_negative()
        })
    })
}

/// The rational k with first = k second, where the second is not zero.
pub(super) fn proportion(first: &Form, second: &Form) -> Option<Rational> {
    let (exponents, below) = second.terms().next()?;
    let above = first.terms().find(|(e, _)| *e == exponents).map(|(_, k)| k.clone());
    let above = above.unwrap_or_default();
    let same = first.scaled(below) == second.scaled(&above);
    same.then(|| Rational::new(above, below.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(rows: [[i64; 2]; 2]) -> Vec<Vec<Rational>> {
        rows.iter().map(|row| row.iter().map(|&k| Rational::from(k)).collect()).collect()
    }

    #[test]
    fn semidefinite_matrices() {
        assert!(is_positive_semidefinite(&mut matrix([[2, -1], [-1, 2]])));
        assert!(is_positive_semidefinite(&mut matrix([[1, 1], [1, 1]])));
        assert!(!is_positive_semidefinite(&mut matrix([[1, 2], [2, 1]])));
        assert!(!is_positive_semidefinite(&mut matrix([[0, 1], [1, 2]])));
    }

    #[test]
    fn certificates_on_the_square() {
        let space = Space::of(&"1/2".parse().expect("a set"));
        let [tnr, tpr, one, _] = [0, 1, 2, 3].map(Form::variable);
        let product = one.minus(&tnr).times(&one.minus(&tpr));
        assert!(space.is_certainly_nonnegative(&product));
        assert!(!space.is_certainly_nonnegative(&product.minus(&tnr.times(&one))));
        assert!(space.root_is_concave(&tnr.times(&tpr)));
        assert!(space.root_is_concave(&one.times(&one.plus(&tpr).minus(&tnr))));
        assert!(!space.root_is_concave(&tnr.times(&tnr).plus(&tpr.times(&tpr))));
    }
}
