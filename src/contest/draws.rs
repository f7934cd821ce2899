//! Draws from the posterior of two classifiers' rates on the same samples, for probabilities
//! without a known enclosure: seeded, so that runs repeat.
//!
//! A count of draws gives the Clopper-Pearson interval of the probability at 1 - 10^-9.

use pulp::{Simd, WithSimd};

use super::blocks::DRAWS;
use super::deviates::{BLOCKS, Deviates, PIECE, PIECES, Piece, SharedBlock, VARIABLES};
use super::gammas::Between;
use super::generator::{Gamma, Generator};
use super::limits::clopper_pearson;
use super::model::{ClassEvidence, Evidence, PatternMass};
use crate::geometry::Point;
use crate::lattice::Lattice;
use crate::num::Rational;
use crate::parallel::fold;
use crate::performance::{Class, JointCounts, PairCounts};
use crate::score::{Counts, Flat, Metric, NamedScore, Orientation, PreparedMetric, ValueForm};
use crate::vectors::in_vectors;

/// The posterior of one class's rates, ready to be drawn from.
enum ClassDraw {
    /// Both right, only the first, only the second, both wrong.
    Paired([Gamma; 4]),
    /// Right and wrong of each.
    Independent([[Gamma; 2]; 2]),
}

impl ClassDraw {
    fn new(evidence: ClassEvidence, mass: &PatternMass) -> Self {
        let quarter = mass.quarter();
        let half = &quarter * Rational::from(2);
        match evidence {
            ClassEvidence::Paired(counts) => {
                let shape = |count: u64| Gamma::new((Rational::from(count) + &quarter).to_f64());
                let JointCounts { both_right, only_first, only_second, both_wrong } = counts;
                Self::Paired([both_right, only_first, only_second, both_wrong].map(shape))
            }
            ClassEvidence::Independent(first, second) => {
                let shape = |count: u64| Gamma::new((Rational::from(count) + &half).to_f64());
                Self::Independent([first, second].map(|counts| counts.map(shape)))
            }
        }
    }

    /// The shapes of four gamma variables.
    fn shapes(&self) -> [Gamma; 4] {
        match self {
            Self::Paired(shapes) => *shapes,
            Self::Independent([first, second]) => [first[0], first[1], second[0], second[1]],
        }
    }

    /// The rates of right predictions of both, given these variables.
    #[inline]
    fn rates(&self, variables: [f64; 4]) -> [f64; 2] {
        match self {
            Self::Paired(_) => paired_rates(variables),
            Self::Independent(_) => independent_rates(variables),
        }
    }

    /// The same of several draws.
    #[inline(always)]
    fn all_rates(&self, variables: [&Piece; 4], rates: [&mut Piece; 2]) {
        match self {
            Self::Paired(_) => of_each(variables, rates, paired_rates),
            Self::Independent(_) => of_each(variables, rates, independent_rates),
        }
    }
}

#[inline(always)]
fn paired_rates([k, b, c, z]: [f64; 4]) -> [f64; 2] {
    let all = k + b + c + z;
    [(k + b) / all, (k + c) / all]
}

#[inline(always)]
fn independent_rates([k, b, c, z]: [f64; 4]) -> [f64; 2] {
    [k / (k + b), c / (c + z)]
}

#[inline(always)]
fn of_each(
    [k, b, c, z]: [&Piece; 4],
    [first, second]: [&mut Piece; 2],
    rates: impl Fn([f64; 4]) -> [f64; 2],
) {
    for i in 0..PIECE {
        [first[i], second[i]] = rates([k[i], b[i], c[i], z[i]]);
    }
}

/// The posterior of both classifiers' rates.
pub(super) struct RateDraws {
    positive: ClassDraw,
    negative: ClassDraw,
}

impl RateDraws {
    pub(super) fn new(evidence: &Evidence, mass: &PatternMass) -> Self {
        Self::of_classes(evidence, [mass, mass])
    }

    /// With a prior mass of each class.
    pub(super) fn of_classes(evidence: &Evidence, [positive, negative]: [&PatternMass; 2]) -> Self {
        let of = |class, mass| ClassDraw::new(evidence.of(class), mass);
        Self { positive: of(Class::Positive, positive), negative: of(Class::Negative, negative) }
    }

    /// TPR and TNR of each.
    pub(super) fn draw(&self, generator: &mut Generator) -> [[f64; 2]; 2] {
        self.rates(self.shapes().map(|shape| shape.draw(generator)))
    }

    /// The same of a block of draws that pairs share: TPR and TNR of each, for some draws at a
    /// time.
    pub(super) fn shared(
        &self,
        block: &mut SharedBlock<'_>,
        mut take: impl FnMut(&[[Piece; 2]; 2]),
    ) {
        let lists = block.draws(self.shapes());
        let mut rates = [[[0.0; PIECE]; 2]; 2];
        for at in 0..PIECES {
            let variables = lists.map(|list| &list[at]);
            in_vectors(AllRates { draws: self, variables, rates: &mut rates });
            take(&rates);
        }
    }

    fn shapes(&self) -> [Gamma; VARIABLES] {
        let ([a, b, c, d], [e, f, g, h]) = (self.positive.shapes(), self.negative.shapes());
        [a, b, c, d, e, f, g, h]
    }

    #[inline]
    fn rates(&self, [a, b, c, d, e, f, g, h]: [f64; VARIABLES]) -> [[f64; 2]; 2] {
        let (tpr, tnr) = (self.positive.rates([a, b, c, d]), self.negative.rates([e, f, g, h]));
        [[tpr[0], tnr[0]], [tpr[1], tnr[1]]]
    }
}

/// The rates of both classifiers in some draws.
struct AllRates<'r> {
    draws: &'r RateDraws,
    variables: [&'r Piece; VARIABLES],
    rates: &'r mut [[Piece; 2]; 2],
}

impl WithSimd for AllRates<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let [a, b, c, d, e, f, g, h] = self.variables;
        let [[tpr, tnr], [other_tpr, other_tnr]] = self.rates;
        self.draws.positive.all_rates([a, b, c, d], [tpr, other_tpr]);
        self.draws.negative.all_rates([e, f, g, h], [tnr, other_tnr]);
    }
}

/// The surrogates at the rates of some draws.
struct AllValues<'v> {
    flat: &'v Flat,
    sizes: [f64; 2],
    rates: &'v [Piece; 2],
    values: &'v mut Piece,
}

impl WithSimd for AllValues<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let ([tpr, tnr], [p, n]) = (self.rates, self.sizes);
        self.flat.each(&tpr.map(|rate| p * rate), &tnr.map(|rate| n * rate), self.values);
    }
}

/// A metric's values in doubles, at true rates and fixed class sizes.
pub(super) enum Valued<'m> {
    /// A ranking score: the weights of TN, FP, FN and TP.
    Ranking([f64; 4]),
    /// Any other metric, and the logarithm of the scale of scaled logarithms.
    Other(Box<Surrogates<'m>>, f64),
}

impl<'m> Valued<'m> {
    pub(super) fn new(metric: &'m Metric, test: Lattice) -> Self {
        let [p, n] = [test.positives(), test.negatives()].map(Rational::from);
        let score = NamedScore::new(metric.clone()).ok();
        if let Some(score) = score.filter(|score| score.standing().is_canonical()) {
            let Point { a, b } = score.place(&(&p / (&p + &n)));
            let weights = [&n * a.complement(), &n * b.complement(), &p * b, &p * a];
            return Self::Ranking(weights.map(|weight| weight.to_f64()));
        }
        let scale = metric.scale(&p, &n).map_or(f64::NAN, |scale| scale.to_f64().ln());
        Self::Other(Box::new(Surrogates::new(metric, test)), scale)
    }

    #[inline]
    pub(super) fn at(&self, tpr: f64, tnr: f64) -> f64 {
        match self {
            Self::Ranking(weights) => ranking(weights, tpr, tnr),
            Self::Other(surrogates, scale) => surrogates.value(tpr, tnr, *scale),
        }
    }

    /// Adds the differences of two values at true rates, times a sign; zero where both are
    /// infinite.
    pub(super) fn differences(&self, sign: f64, rates: &[[Piece; 2]; 2], found: &mut Vec<f64>) {
        let mut values = [[0.0; PIECE]; 2];
        values.iter_mut().zip(rates).for_each(|(values, rates)| self.all(rates, values));
        let [first, second] = &values;
        found.extend(first.iter().zip(second).map(|(first, second)| signed(sign, *first, *second)));
    }

    fn all(&self, rates: &[Piece; 2], values: &mut Piece) {
        match self {
            Self::Ranking(weights) => {
                let rates = rates[0].iter().zip(&rates[1]);
                let rates = values.iter_mut().zip(rates);
                rates.for_each(|(value, (tpr, tnr))| *value = ranking(weights, *tpr, *tnr));
            }
            Self::Other(surrogates, scale) => {
                surrogates.all(rates, values);
                let form = surrogates.metric.form();
                values.iter_mut().for_each(|s| *s = form_value(form, *s, *scale));
            }
        }
    }
}

#[inline(always)]
fn ranking([tn, fp, fn_, tp]: &[f64; 4], tpr: f64, tnr: f64) -> f64 {
    let right = tn * tnr + tp * tpr;
    right / (right + fp * (1.0 - tnr) + fn_ * (1.0 - tpr))
}

#[inline(always)]
fn signed(sign: f64, first: f64, second: f64) -> f64 {
    let difference = sign * (first - second);
    if difference.is_nan() { 0.0 } else { difference }
}

/// A metric's surrogates in doubles, at fixed class sizes.
pub(super) struct Surrogates<'m> {
    metric: PreparedMetric<'m>,
    flat: Option<Flat>,
    sizes: [f64; 2],
}

impl<'m> Surrogates<'m> {
    pub(super) fn new(metric: &'m Metric, test: Lattice) -> Self {
        let sizes =
            [test.positives(), test.negatives()].map(|samples| Rational::from(samples).to_f64());
        let metric = metric.prepared();
        Self { flat: metric.flat(sizes), metric, sizes }
    }

    /// A double that increases with the metric, at true rates.
    pub(super) fn at(&self, tpr: f64, tnr: f64) -> f64 {
        match &self.flat {
            Some(flat) => flat.at(self.sizes[0] * tpr, self.sizes[1] * tnr),
            None => surrogate(&self.metric, tpr, tnr, self.sizes),
        }
    }

    /// The same of several draws.
    fn all(&self, rates: &[Piece; 2], values: &mut Piece) {
        match &self.flat {
            Some(flat) => in_vectors(AllValues { flat, sizes: self.sizes, rates, values }),
            None => (0..PIECE).for_each(|i| values[i] = self.at(rates[0][i], rates[1][i])),
        }
    }

    /// The metric's value; `scale` is the logarithm of that of scaled logarithms.
    #[inline(never)]
    fn value(&self, tpr: f64, tnr: f64, scale: f64) -> f64 {
        form_value(self.metric.form(), self.at(tpr, tnr), scale)
    }
}

#[inline(always)]
fn form_value(form: ValueForm, s: f64, scale: f64) -> f64 {
    if form == ValueForm::ScaledLog { s.ln() / scale } else { value_of(form, s) }
}

/// The value of a metric that is no scaled logarithm.
pub(super) fn surrogate_value(
    metric: &PreparedMetric<'_>,
    tpr: f64,
    tnr: f64,
    sizes: [f64; 2],
) -> f64 {
    value_of(metric.form(), surrogate(metric, tpr, tnr, sizes))
}

fn value_of(form: ValueForm, s: f64) -> f64 {
    match form {
        ValueForm::Plain | ValueForm::Quantiles => s,
        ValueForm::Root => s.abs().sqrt().copysign(s),
        ValueForm::Threshold => {
            let (root, other) = (s.sqrt(), (1.0 - s).sqrt());
            root / (root + other)
        }
        ValueForm::Log | ValueForm::ScaledLog => s.ln(),
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

/// The standard normal quantile, to nine digits (Acklam's rational approximation): draws that close
/// to each other do not occur.
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

/// Returns the interval of the probability that the first of each of some pairs is better, from
/// [`DRAWS`] draws of the rates; it misses the probability once in 10^9 seeds. Gamma variables of a
/// shape are drawn once for all pairs.
pub(super) fn drawn(
    pairs: &[PairCounts],
    mass: &PatternMass,
    metric: &Metric,
    test: Lattice,
    deviates: &Deviates,
) -> Vec<Between> {
    let rates = |counts: &PairCounts| RateDraws::new(&Evidence::Paired(*counts), mass);
    let rates: Vec<RateDraws> = pairs.iter().map(rates).collect();
    let is_reversed = metric.orientation() == Orientation::Lower;
    let surrogates = Surrogates::new(metric, test);
    let add = |mut better: Vec<u32>, number: usize| {
        let (mut block, mut values) = (deviates.shared(number), [[0.0; PIECE]; 2]);
        for (better, rates) in better.iter_mut().zip(&rates) {
            rates.shared(&mut block, |rates| {
                values.iter_mut().zip(rates).for_each(|(of, rates)| surrogates.all(rates, of));
                let [first, second] = &values;
                let (less, more) = if is_reversed { (first, second) } else { (second, first) };
                let pairs = less.iter().zip(more);
                *better += pairs.map(|(less, more)| u32::from(less < more)).sum::<u32>();
            });
        }
        better
    };
    let sum = |all: Vec<u32>, more: Vec<u32>| all.iter().zip(more).map(|(a, b)| a + b).collect();
    let better = fold(BLOCKS, || vec![0; pairs.len()], add, sum);
    better.into_iter().map(|better| clopper_pearson(better, DRAWS)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Doubles of values are those of the exact values.
    #[test]
    fn values_are_those_of_metrics() {
        use crate::performance::ConfusionMatrix;
        let test = Lattice::new(40, 60).expect("samples");
        let matrix = ConfusionMatrix::from_counts(51, 9, 8, 32).expect("samples");
        for metric in Metric::all() {
            let found = Valued::new(&metric, test).at(0.8, 0.85);
            let exact = metric.value(&matrix).to_f64().expect("a value");
            assert!(
                (found - exact).abs() < 1e-8 * exact.abs().max(1.0),
                "{metric}: {found} {exact}"
            );
        }
    }

    /// Several draws at a time give the doubles of each.
    #[test]
    fn values_of_many_draws_are_those_of_each() {
        let test = Lattice::new(40, 60).expect("samples");
        let mut generator = Generator::new(1);
        let rates = [(); 2].map(|()| std::array::from_fn(|_| generator.uniform()));
        for metric in Metric::all() {
            let valued = Valued::new(&metric, test);
            let mut found = [0.0; PIECE];
            valued.all(&rates, &mut found);
            for (at, found) in found.iter().enumerate() {
                let one = valued.at(rates[0][at], rates[1][at]);
                assert_eq!(one.to_bits(), found.to_bits(), "{metric} {at}");
            }
        }
    }

    #[test]
    fn quantiles_are_those_of_the_normal_law() {
        assert!((quantile(0.975) - 1.959_963_985).abs() < 1e-8);
        assert!((quantile(0.001) + 3.090_232_306).abs() < 1e-7);
    }
}
