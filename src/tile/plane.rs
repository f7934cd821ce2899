//! Classifiers as integer points of ROC space, in the narrowest integers that suffice.
//!
//! x = TNR = X/D and y = TPR = Y/E. Where the rates have modest common denominators (always when
//! all were tested on the same samples) D and E are shared; otherwise each classifier keeps its
//! own, so that numbers stay three factors long instead of growing with the number of classifiers.

use ethnum::I256;
use num_bigint::BigInt;
use num_integer::Integer;

use super::chord::Chord;
use super::prior_shift::PriorWeights;
use crate::num::{ExactInteger, Rational, common_denominator};
use crate::performance::Classifier;

/// Points (X, Y) over denominators, and the priors of the Tile they are asked on.
#[derive(Clone, Debug)]
pub(super) struct Plane<I> {
    points: Vec<[I; 2]>,
    denominators: Denominators<I>,
    prior: PriorWeights<I>,
}

#[derive(Clone, Debug)]
enum Denominators<I> {
    Shared([I; 2]),
    Own(Vec<[I; 2]>),
}

/// A plane in one of four widths.
#[derive(Clone, Debug)]
pub(super) enum AnyPlane {
    Narrow(Plane<i64>),
    Wide(Plane<i128>),
    Double(Plane<I256>),
    Big(Plane<BigInt>),
}

/// Runs the same code on a plane of any width.
macro_rules! on_plane {
    ($any:expr, $plane:ident => $body:expr) => {
        match $any {
            $crate::tile::plane::AnyPlane::Narrow($plane) => $body,
            $crate::tile::plane::AnyPlane::Wide($plane) => $body,
            $crate::tile::plane::AnyPlane::Double($plane) => $body,
            $crate::tile::plane::AnyPlane::Big($plane) => $body,
        }
    };
}
pub(super) use on_plane;

/// Points of ROC space in homogeneous integers, in a box of integer sides.
///
/// The point (X : Y : W), W > 0, stands for TNR = X/(W D) and TPR = Y/(W E) with the sides (D, E).
/// With shared denominators W = 1 and the coordinates are the counts themselves.
#[derive(Clone, Debug)]
pub(crate) struct RocPoints {
    pub(crate) points: Vec<[BigInt; 3]>,
    pub(crate) sides: [BigInt; 2],
}

impl AnyPlane {
    /// The same points in homogeneous integers.
    pub(super) fn homogeneous(&self) -> RocPoints {
        on_plane!(self, plane => {
            let pair = |[x, y]: &[_; 2]| [ExactInteger::to_big(x), ExactInteger::to_big(y)];
            match &plane.denominators {
                Denominators::Shared(sides) => RocPoints {
                    points: plane.points.iter().map(pair).map(|[x, y]| [x, y, 1.into()]).collect(),
                    sides: pair(sides),
                },
                Denominators::Own(own) => RocPoints {
                    points: (plane.points.iter().map(pair).zip(own.iter().map(pair)))
                        .map(|([x, y], [d, e])| {
                            let common = d.gcd(&e);
                            let (rest_d, rest_e) = (&d / &common, &e / common);
                            [x * &rest_e, y * &rest_d, d * rest_e]
                        })
                        .collect(),
                    sides: [1.into(), 1.into()],
                },
            }
        })
    }

    /// The points of classifiers that all have samples of both classes.
    pub(super) fn new(classifiers: &[Classifier], prior_positive: &Rational) -> Self {
        let prior = PriorWeights::of(prior_positive);
        if let Some(plane) = from_shared_counts(classifiers, &prior) {
            return plane;
        }
        let rates: Vec<[Rational; 2]> = classifiers
            .iter()
            .map(|classifier| {
                let matrix = &classifier.matrix;
                [matrix.tnr(), matrix.tpr()].map(|rate| rate.expect("samples of both classes"))
            })
            .collect();
        let [x_lcm, y_lcm] =
            [0, 1].map(|axis| common_denominator(rates.iter().map(|rate| &rate[axis])));
        let longest = rates.iter().flatten().map(|rate| rate.denominator().bits()).max();
        // Shared denominators double the digits of products, own ones quadruple them.
        let shared = x_lcm.bits().max(y_lcm.bits()) <= 2 * longest.unwrap_or(1) + 64;
        let plane = if shared {
            let over =
                |rate: &Rational, lcm: &BigInt| rate.numerator() * (lcm / rate.denominator());
            Plane {
                points: rates.iter().map(|[x, y]| [over(x, &x_lcm), over(y, &y_lcm)]).collect(),
                denominators: Denominators::Shared([x_lcm, y_lcm]),
                prior,
            }
        } else {
            let parts = |part: fn(&Rational) -> BigInt| {
                rates.iter().map(|[x, y]| [part(x), part(y)]).collect()
            };
            Plane {
                points: parts(Rational::numerator),
                denominators: Denominators::Own(parts(Rational::denominator)),
                prior,
            }
        };
        plane.narrowed()
    }
}

/// All tested on the same numbers of samples, the usual case: no fraction is ever formed.
fn from_shared_counts(
    classifiers: &[Classifier],
    prior: &PriorWeights<BigInt>,
) -> Option<AnyPlane> {
    let count = |value: &Rational| match value.small_parts() {
        // Sums of two counts must not overflow either.
        Some((count, 1)) if count < 1 << 62 => Some(count),
        _ => None,
    };
    let totals = |classifier: &Classifier| {
        let matrix = &classifier.matrix;
        let (tn, fp) = (count(matrix.tn())?, count(matrix.fp())?);
        let (fn_, tp) = (count(matrix.fn_())?, count(matrix.tp())?);
        Some(([tn, tp], [tn + fp, fn_ + tp]))
    };
    let (_, denominators) = totals(classifiers.first()?)?;
    let points = classifiers
        .iter()
        .map(|classifier| {
            totals(classifier).and_then(|(point, totals)| (totals == denominators).then_some(point))
        })
        .collect::<Option<Vec<_>>>()?;
    let longest = denominators.iter().map(|d| 64 - u64::from(d.leading_zeros())).max()?;
    let bits = required_bits(longest, true, prior);
    let prior = PriorWeights { negative: prior.negative.clone(), positive: prior.positive.clone() };
    if i64::holds(bits) {
        return Some(AnyPlane::Narrow(Plane {
            points,
            denominators: Denominators::Shared(denominators),
            prior: prior.converted(),
        }));
    }
    let plane = Plane {
        points: points.iter().map(|point| point.map(BigInt::from)).collect(),
        denominators: Denominators::Shared(denominators.map(BigInt::from)),
        prior,
    };
    Some(plane.narrowed())
}

/// Bits that the longest intermediate result can need, when numerators and denominators have
/// `longest` bits: a chord's coefficients are sums of two products of a coordinate difference and
/// a coordinate; a warped curve's carry two prior weights more and sum up to four such terms;
/// critical ratios are compared by products of two differences.
fn required_bits(longest: u64, shared: bool, prior: &PriorWeights<BigInt>) -> u64 {
    let difference = if shared { longest } else { 3 * longest + 1 };
    let chord = difference + longest + 1;
    let curve = chord + 2 * prior.negative.bits().max(prior.positive.bits()) + 3;
    curve.max(2 * difference + 1)
}

impl Plane<BigInt> {
    /// The same plane in the narrowest integers that provably suffice.
    fn narrowed(self) -> AnyPlane {
        let (longest, shared) = match &self.denominators {
            Denominators::Shared(pair) => (pair.iter().map(BigInt::bits).max(), true),
            Denominators::Own(pairs) => (pairs.iter().flatten().map(BigInt::bits).max(), false),
        };
        let bits = required_bits(longest.unwrap_or(1), shared, &self.prior);
        if i64::holds(bits) {
            AnyPlane::Narrow(self.converted())
        } else if i128::holds(bits) {
            AnyPlane::Wide(self.converted())
        } else if I256::holds(bits) {
            AnyPlane::Double(self.converted())
        } else {
            AnyPlane::Big(self)
        }
    }

    fn converted<I: ExactInteger>(&self) -> Plane<I> {
        let pair = |pair: &[BigInt; 2]| [I::from_big(&pair[0]), I::from_big(&pair[1])];
        Plane {
            points: self.points.iter().map(pair).collect(),
            denominators: match &self.denominators {
                Denominators::Shared(shared) => Denominators::Shared(pair(shared)),
                Denominators::Own(own) => Denominators::Own(own.iter().map(pair).collect()),
            },
            prior: self.prior.converted(),
        }
    }
}

impl<I: ExactInteger> Plane<I> {
    pub(super) fn len(&self) -> usize {
        self.points.len()
    }

    pub(super) fn prior(&self) -> &PriorWeights<I> {
        &self.prior
    }

    /// The numerators (X, Y) of a classifier.
    pub(super) fn point(&self, i: usize) -> &[I; 2] {
        &self.points[i]
    }

    /// Its denominators (D, E).
    pub(super) fn denominators(&self, i: usize) -> &[I; 2] {
        match &self.denominators {
            Denominators::Shared(shared) => shared,
            Denominators::Own(own) => &own[i],
        }
    }

    /// Integers (u, v) such that x_j - x_i : y_j - y_i = u/D_i : v/E_i, with their signs.
    #[inline]
    pub(super) fn difference(&self, i: usize, j: usize) -> [I; 2] {
        let ([xi, yi], [xj, yj]) = (&self.points[i], &self.points[j]);
        match &self.denominators {
            Denominators::Shared(_) => [xj.minus(xi), yj.minus(yi)],
            Denominators::Own(own) => {
                let ([di, ei], [dj, ej]) = (&own[i], &own[j]);
                [
                    xj.times(di).minus(&xi.times(dj)).times(ej),
                    yj.times(ei).minus(&yi.times(ej)).times(dj),
                ]
            }
        }
    }

    /// The order of two rates of one axis (0: TNR, 1: TPR).
    pub(super) fn compare_rates(&self, axis: usize, i: usize, j: usize) -> std::cmp::Ordering {
        let (p, q) = (&self.points[i][axis], &self.points[j][axis]);
        match &self.denominators {
            Denominators::Shared(_) => p.cmp(q),
            Denominators::Own(own) => p.times(&own[j][axis]).cmp(&q.times(&own[i][axis])),
        }
    }

    /// A classifier of the greatest sum of rates, where denominators are shared.
    pub(super) fn of_greatest_sum(&self) -> Option<usize> {
        let Denominators::Shared([d, e]) = &self.denominators else { return None };
        let sum = |[x, y]: &[I; 2]| x.times(e).plus(&y.times(d));
        let mut best: Option<(usize, I)> = None;
        for (i, point) in self.points.iter().enumerate() {
            let sum = sum(point);
            if best.as_ref().is_none_or(|(_, known)| sum > *known) {
                best = Some((i, sum));
            }
        }
        best.map(|(i, _)| i)
    }

    /// Returns `true` if equal keys of critical ratios prove that the ratios are equal.
    pub(super) fn keys_decide(&self) -> bool {
        match &self.denominators {
            Denominators::Shared(shared) => {
                shared.iter().all(|denominator| I::keys_decide(denominator.to_big().bits()))
            }
            Denominators::Own(_) => false,
        }
    }

    /// The chord of classifier i at the critical ratio that `u : v` (both positive) stands for.
    #[inline]
    pub(super) fn chord(&self, i: usize, u: &I, v: &I) -> Chord<I> {
        let ([x, y], [d, e]) = (&self.points[i], self.denominators(i));
        Chord::new([x, y], [d, e], u, v)
    }
}
