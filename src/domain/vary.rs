//! The range in which one domain's weight may move before another classifier is first on the mean.
//!
//! Let the weight of domain v be t, while the others keep their proportions. Then s and u of a mean
//! performance are linear in t, and s_i u_j - s_j u_i is a quadratic polynomial in t: classifier i
//! is at least as good as j where it is not negative. Its roots are quadratic numbers.

use num_bigint::BigInt;

use super::Domains;
use crate::geometry::Point;
use crate::num::{QuadraticNumber, Rational, common_denominator};
use crate::score::RankingScore;

/// The weights of one domain between which the same classifiers are first on the mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightRange {
    /// The domain.
    pub domain: usize,
    /// The classifiers that are first at the weights as they are.
    pub first: Vec<usize>,
    /// The least weight, from which on they are.
    pub from: QuadraticNumber,
    /// The greatest one.
    pub to: QuadraticNumber,
    /// The classifiers that are better just below `from`; none if that is 0.
    pub below: Vec<usize>,
    /// The classifiers that are better just above `to`; none if that is 1.
    pub above: Vec<usize>,
}

impl Domains {
    /// Returns the range of weights of one domain, around its weight, in which all classifiers that
    /// are first on the mean at a point stay first. If several are, and they tie at this weight
    /// alone, the range is this weight alone. `None` if the point is not on the Tile, if no
    /// classifier has a value there, or if all other domains have weight 0, so that they have no
    /// proportions. O(n D).
    ///
    /// ```
    /// use exactile::{ConfusionMatrix, Point, Rational};
    /// use exactile::domain::{DomainTests, DomainWeights, Domains};
    /// let matrix = |wrong, right| ConfusionMatrix::from_counts(0, 0, wrong, right).ok();
    /// let tests = DomainTests::new(
    ///     vec!["north".into(), "south".into()],
    ///     vec!["a".into(), "b".into()],
    ///     vec![vec![matrix(1, 9), matrix(4, 6)], vec![matrix(5, 5), matrix(4, 6)]],
    /// );
    /// let domains = Domains::new(tests, &DomainWeights::Equal)?;
    /// let recall = Point::new(Rational::ONE, Rational::ONE);
    /// // 9 t + 5 (1 - t) = 6 at t = 1/4.
    /// let range = domains.vary(0, &recall).expect("a value");
    /// assert_eq!((range.from.to_string(), range.to.to_string()), ("1/4".into(), "1".into()));
    /// assert_eq!((range.first, range.below), (vec![0], vec![1]));
    /// # Ok::<(), exactile::domain::DomainError>(())
    /// ```
    ///
    /// # Panics
    /// If there is no such domain.
    pub fn vary(&self, domain: usize, at: &Point) -> Option<WeightRange> {
        let score = RankingScore::at(at.clone())?;
        let weight = &self.weights()[domain];
        let rest = weight.complement();
        if rest.is_zero() {
            return None;
        }
        let first = self.agreement(at)?.mean;
        let lines: Vec<[[Rational; 2]; 2]> =
            (0..self.classifiers().len()).map(|k| self.ends(k, domain, &rest, &score)).collect();
        let zero = QuadraticNumber::from(Rational::ZERO);
        let (mut from, mut to) = (zero.clone(), QuadraticNumber::from(Rational::ONE));
        let here = QuadraticNumber::from(weight.clone());
        let mut polynomials = Vec::new();
        for &i in &first {
            for j in (0..lines.len()).filter(|j| *j != i) {
                let polynomial = lead(&lines[i], &lines[j]);
                for root in QuadraticNumber::roots(polynomial.clone()) {
                    let [below, above] = is_negative_beside(&polynomial, &root);
                    // At the weight itself those who are first tie, or somebody has no value: one
                    // may be behind on either side.
                    let order = root.cmp(&here);
                    if order.is_le() && below {
                        from = from.max(root.clone());
                    }
                    if order.is_ge() && above {
                        to = to.min(root);
                    }
                }
                polynomials.push((j, polynomial));
            }
        }
        first.first()?;
        let beyond = |end: &QuadraticNumber, is_above: bool| {
            let is_better = |(_, polynomial): &&(usize, [BigInt; 3])| {
                let [below, above] = is_negative_beside(polynomial, end);
                QuadraticNumber::roots(polynomial.clone()).contains(end)
                    && if is_above { above } else { below }
            };
            let mut found: Vec<usize> =
                polynomials.iter().filter(is_better).map(|(j, _)| *j).collect();
            found.sort_unstable();
            found.dedup();
            found
        };
        let below = if from <= zero { Vec::new() } else { beyond(&from, false) };
        let above =
            if to.as_rational() == Some(&Rational::ONE) { Vec::new() } else { beyond(&to, true) };
        Some(WeightRange { domain, first, from, to, below, above })
    }

    /// s and u of a classifier's mean without the domain, and of the domain alone.
    fn ends(
        &self,
        classifier: usize,
        domain: usize,
        rest: &Rational,
        score: &RankingScore,
    ) -> [[Rational; 2]; 2] {
        let mut others = [Rational::ZERO, Rational::ZERO];
        for d in (0..self.names().len()).filter(|&d| d != domain) {
            for (sum, part) in others.iter_mut().zip(self.weighted_parts(d, classifier, score)) {
                *sum = &*sum + &part;
            }
        }
        let matrix = self.matrix(domain, classifier);
        let (s, u) = score.parts(matrix);
        let total = matrix.total();
        [others.map(|part| &part / rest), [&s / &total, &u / &total]]
    }
}

/// s_i u_j - s_j u_i as a polynomial in the weight, in integers: the coefficients of t^2, t and 1.
fn lead(one: &[[Rational; 2]; 2], other: &[[Rational; 2]; 2]) -> [BigInt; 3] {
    // At 0 the others count, at 1 the domain alone: s(t) = s0 + t (s1 - s0).
    let line = |ends: &[[Rational; 2]; 2], part: usize| {
        [&ends[1][part] - &ends[0][part], ends[0][part].clone()]
    };
    let ([s, u], [t, v]) =
        ([0, 1].map(|part| line(one, part)), [0, 1].map(|part| line(other, part)));
    let product = |x: &[Rational; 2], y: &[Rational; 2]| {
        [&x[0] * &y[0], &x[0] * &y[1] + &x[1] * &y[0], &x[1] * &y[1]]
    };
    let (first, second) = (product(&s, &v), product(&t, &u));
    let exact: Vec<Rational> = first.iter().zip(&second).map(|(x, y)| x - y).collect();
    let common = common_denominator(&exact);
    let whole = |k: usize| exact[k].numerator() * (&common / exact[k].denominator());
    [0, 1, 2].map(whole)
}

/// `true` if a polynomial is negative just below a root, and just above it.
fn is_negative_beside([q2, q1, q0]: &[BigInt; 3], root: &QuadraticNumber) -> [bool; 2] {
    let zero = BigInt::ZERO;
    if *q2 == zero {
        return [*q1 > zero, *q1 < zero];
    }
    // Both sides of a double root have one sign.
    if q1 * q1 == BigInt::from(4) * q2 * q0 {
        return [*q2 < zero; 2];
    }
    // It rises at the greater root of an upward parabola, and at the smaller one of a downward one.
    let roots = QuadraticNumber::roots([q2.clone(), q1.clone(), q0.clone()]);
    let rises = (roots.last() == Some(root)) == (*q2 > zero);
    [rises, !rises]
}
