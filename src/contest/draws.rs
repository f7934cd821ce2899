//! Draws from the posterior of the rates, for what no enclosure is known: seeded, so that runs repeat.
//!
//! A gamma variable is drawn by the method of Marsaglia and Tsang (ACM TOMS 26, 2000), normal variables
//! by Marsaglia's polar method, from the generator xoshiro256++ of Blackman and Vigna. What a count of
//! draws says of the probability is its Clopper-Pearson interval, here at 1 - 10^-9.

use super::gammas::{Between, positive};
use super::model::{ClassEvidence, Evidence, PatternMass};
use crate::lattice::Lattice;
use crate::num::Rational;
use crate::performance::Class;
use crate::score::{Counts, Metric, Orientation, PreparedMetric, ValueForm};

/// Draws of one comparison.
pub(super) const DRAWS: u32 = 200_000;
/// Half of the probability that an interval misses.
const MISS: f64 = 5e-10;

/// xoshiro256++, seeded by splitmix64.
pub(super) struct Generator {
    state: [u64; 4],
    /// The second one of two normal variables.
    spare: Option<f64>,
}

impl Generator {
    pub(super) fn new(seed: u64) -> Self {
        let mut state = seed;
        let words = [(); 4].map(|()| {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut word = state;
            word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            word ^ word >> 31
        });
        Self { state: words, spare: None }
    }

    fn next(&mut self) -> u64 {
        let [a, b, c, d] = &mut self.state;
        let word = a.wrapping_add(*d).rotate_left(23).wrapping_add(*a);
        let shifted = *b << 17;
        *c ^= *a;
        *d ^= *b;
        *b ^= *c;
        *a ^= *d;
        *c ^= shifted;
        *d = d.rotate_left(45);
        word
    }

    /// Uniform in (0, 1].
    #[expect(clippy::cast_precision_loss, reason = "53 bits are exact")]
    fn uniform(&mut self) -> f64 {
        ((self.next() >> 11) + 1) as f64 / (1_u64 << 53) as f64
    }

    fn normal(&mut self) -> f64 {
        if let Some(spare) = self.spare.take() {
            return spare;
        }
        loop {
            let (x, y) = (2.0 * self.uniform() - 1.0, 2.0 * self.uniform() - 1.0);
            let square = x * x + y * y;
            if square < 1.0 && square > 0.0 {
                let scale = (-2.0 * square.ln() / square).sqrt();
                self.spare = Some(y * scale);
                return x * scale;
            }
        }
    }

    pub(super) fn gamma(&mut self, shape: f64) -> f64 {
        if shape < 1.0 {
            let power = self.uniform().powf(1.0 / shape);
            return self.gamma(shape + 1.0) * power;
        }
        let d = shape - 1.0 / 3.0;
        let c = 1.0 / (9.0 * d).sqrt();
        loop {
            let x = self.normal();
            let v = 1.0 + c * x;
            if v <= 0.0 {
                continue;
            }
            let v = v * v * v;
            let u = self.uniform();
            if u < 1.0 - 0.0331 * x.powi(4) || u.ln() < 0.5 * x * x + d * (1.0 - v + v.ln()) {
                return d * v;
            }
        }
    }
}

/// One class's posterior, ready to be drawn from.
enum ClassDraw {
    Paired([f64; 4]),
    Independent([f64; 2], [f64; 2]),
}

impl ClassDraw {
    fn new(evidence: ClassEvidence, mass: &PatternMass) -> Self {
        let shape = |count: u64, prior: &Rational| (Rational::from(count) + prior).to_f64();
        let (quarter, half) = (mass.quarter(), mass.quarter() * Rational::from(2));
        match evidence {
            ClassEvidence::Paired(counts) => Self::Paired(
                [counts.both_right, counts.only_first, counts.only_second, counts.both_wrong]
                    .map(|count| shape(count, &quarter)),
            ),
            ClassEvidence::Independent(first, second) => Self::Independent(
                first.map(|count| shape(count, &half)),
                second.map(|count| shape(count, &half)),
            ),
        }
    }

    /// The rates of right predictions of both.
    fn draw(&self, generator: &mut Generator) -> [f64; 2] {
        match self {
            Self::Paired(shapes) => {
                let [k, b, c, z] = shapes.map(|shape| generator.gamma(shape));
                let all = k + b + c + z;
                [(k + b) / all, (k + c) / all]
            }
            Self::Independent(first, second) => [first, second].map(|shapes| {
                let [right, wrong] = shapes.map(|shape| generator.gamma(shape));
                right / (right + wrong)
            }),
        }
    }
}

/// A double that increases with the metric.
fn surrogate(metric: &PreparedMetric<'_>, tpr: f64, tnr: f64, [p, n]: [f64; 2]) -> f64 {
    if metric.form() == ValueForm::Quantiles {
        return quantile(tpr) + quantile(tnr);
    }
    let counts =
        Counts { tn: n * tnr, fp: n * (1.0 - tnr), fn_: p * (1.0 - tpr), tp: p * tpr, unit: 1.0 };
    let parts = metric.parts(&counts);
    let above =
        if parts.signed_square { parts.numerator * parts.numerator.abs() } else { parts.numerator };
    above / parts.denominator
}

/// The standard normal quantile, to nine digits (Acklam's rational approximation): draws that close to
/// each other do not occur.
fn quantile(p: f64) -> f64 {
    const A: [f64; 6] = [
        -3.969_683_028_665_376e1,
        2.209_460_984_245_205e2,
        -2.759_285_104_469_687e2,
        1.383_577_518_672_69e2,
        -3.066_479_806_614_716e1,
        2.506_628_277_459_239,
    ];
    const B: [f64; 6] = [
        -5.447_609_879_822_406e1,
        1.615_858_368_580_409e2,
        -1.556_989_798_598_866e2,
        6.680_131_188_771_972e1,
        -1.328_068_155_288_572e1,
        1.0,
    ];
    const C: [f64; 6] = [
        -7.784_894_002_430_293e-3,
        -3.223_964_580_411_365e-1,
        -2.400_758_277_161_838,
        -2.549_732_539_343_734,
        4.374_664_141_464_968,
        2.938_163_982_698_783,
    ];
    const D: [f64; 5] = [
        7.784_695_709_041_462e-3,
        3.224_671_290_700_398e-1,
        2.445_134_137_142_996,
        3.754_408_661_907_416,
        1.0,
    ];
    let horner = |coefficients: &[f64], x: f64| coefficients.iter().fold(0.0, |sum, c| sum * x + c);
    const LOW: f64 = 0.02425;
    if p < LOW {
        let q = (-2.0 * p.ln()).sqrt();
        horner(&C, q) / horner(&D, q)
    } else if p <= 1.0 - LOW {
        let (q, square) = (p - 0.5, (p - 0.5) * (p - 0.5));
        horner(&A, square) * q / horner(&B, square)
    } else {
        -quantile(1.0 - p)
    }
}

/// How often the first was better in [`DRAWS`] draws of the rates, as an interval that misses the
/// probability once in 10^9 seeds.
pub(super) fn drawn(
    evidence: &Evidence,
    mass: &PatternMass,
    metric: &Metric,
    test: Lattice,
    seed: u64,
) -> Between {
    let of = |class| ClassDraw::new(evidence.of(class), mass);
    let (positives, negatives) = (of(Class::Positive), of(Class::Negative));
    let size = |samples: u64| Rational::from(samples).to_f64();
    let sizes = [size(test.positives()), size(test.negatives())];
    let is_reversed = metric.orientation() == Orientation::Lower;
    let prepared = metric.prepared();
    let mut generator = Generator::new(seed);
    let mut better = 0;
    for _ in 0..DRAWS {
        let (tpr, tnr) = (positives.draw(&mut generator), negatives.draw(&mut generator));
        let [first, second] = [0, 1].map(|one| surrogate(&prepared, tpr[one], tnr[one], sizes));
        better += u32::from(if is_reversed { first < second } else { first > second });
    }
    clopper_pearson(better, DRAWS)
}

/// The interval of Clopper and Pearson for `hits` of `draws`, widened by less than 10^-6.
pub(super) fn clopper_pearson(hits: u32, draws: u32) -> Between {
    Between { lower: least(hits, draws), upper: 1.0 - least(draws - hits, draws) }
}

/// A probability so small that as many hits would have a chance below [`MISS`]. At least k hits of n have
/// the chance P(B <= x) with B from Beta(k, n - k + 1), G_1/(G_1 + G_2) for gamma variables.
fn least(hits: u32, draws: u32) -> f64 {
    if hits == 0 {
        return 0.0;
    }
    let (k, rest) = (f64::from(hits), f64::from(draws - hits) + 1.0);
    let (mut low, mut high) = (0.0, k / f64::from(draws));
    while high - low > 1e-7 {
        let x = f64::midpoint(low, high);
        // x G_2 - (1 - x) G_1 >= 0
        // Far finer than MISS, so that its error moves the end by less than the bisection does.
        let chance = positive([(x - 1.0, k), (x, rest), (0.0, 0.0), (0.0, 0.0)], 1e-16);
        if chance.upper <= MISS { low = x } else { high = x }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gammas_have_their_means_and_variances() {
        let mut generator = Generator::new(7);
        for shape in [0.5, 1.0, 2.5, 40.0] {
            let draws: Vec<f64> = (0..40_000).map(|_| generator.gamma(shape)).collect();
            let mean = draws.iter().sum::<f64>() / 4e4;
            let variance = draws.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 4e4;
            assert!((mean / shape - 1.0).abs() < 5.0 / (4e4 * shape).sqrt(), "{shape}: {mean}");
            assert!((variance / shape - 1.0).abs() < 0.15, "{shape}: {variance}");
        }
    }

    #[test]
    fn intervals_are_those_of_clopper_and_pearson() {
        // Nothing in n draws: 1 - (5 10^-10)^(1/n).
        let nothing = clopper_pearson(0, 100);
        assert!(
            nothing.lower == 0.0 && (nothing.upper - (1.0 - 5e-10_f64.powf(0.01))).abs() < 1e-6
        );
        // scipy.stats.beta.ppf(5e-10, 50, 51)
        let half = clopper_pearson(50, 100);
        assert!((half.lower + half.upper - 1.0).abs() < 1e-6 && half.lower < 0.25, "{half:?}");
    }

    #[test]
    fn quantiles_are_those_of_the_normal_law() {
        assert!((quantile(0.975) - 1.959_963_985).abs() < 1e-8);
        assert!((quantile(0.001) + 3.090_232_306).abs() < 1e-7);
    }
}
