//! Draws from the posterior of two classifiers' rates on the same samples, for what no enclosure is known: seeded, so
//! that runs repeat.
//!
//! What a count of draws says of the probability is its Clopper-Pearson interval at 1 - 10^-9.

use super::gammas::Between;
use super::generator::Generator;
use super::independent::DRAWS;
use super::limits::clopper_pearson;
use super::model::PatternMass;
use crate::lattice::Lattice;
use crate::num::Rational;
use crate::performance::{JointCounts, PairCounts};
use crate::score::{Counts, Metric, Orientation, PreparedMetric, ValueForm};

/// The posterior of one class's patterns, ready to be drawn from.
struct ClassDraw([f64; 4]);

impl ClassDraw {
    fn new(counts: JointCounts, mass: &PatternMass) -> Self {
        let quarter = mass.quarter();
        let counts = [counts.both_right, counts.only_first, counts.only_second, counts.both_wrong];
        Self(counts.map(|count| (Rational::from(count) + &quarter).to_f64()))
    }

    /// The rates of right predictions of both.
    fn draw(&self, generator: &mut Generator) -> [f64; 2] {
        let [k, b, c, z] = self.0.map(|shape| generator.gamma(shape));
        let all = k + b + c + z;
        [(k + b) / all, (k + c) / all]
    }
}

/// A double that increases with the metric.
pub(super) fn surrogate(metric: &PreparedMetric<'_>, tpr: f64, tnr: f64, [p, n]: [f64; 2]) -> f64 {
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
    counts: &PairCounts,
    mass: &PatternMass,
    metric: &Metric,
    test: Lattice,
    seed: u64,
) -> Between {
    let [positives, negatives] =
        [counts.positive, counts.negative].map(|counts| ClassDraw::new(counts, mass));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_normal_law() {
        assert!((quantile(0.975) - 1.959_963_985).abs() < 1e-8);
        assert!((quantile(0.001) + 3.090_232_306).abs() < 1e-7);
    }
}
