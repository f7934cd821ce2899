//! The probability that a linear form of independent gamma variables is positive, enclosed.
//!
//! For L = sum of l_i G_i, G_i with shape a_i, let M(s) = prod (1 - l_i s)^(-a_i) be the moment
//! generating function, finite for 0 <= s < 1/max l_i. For a c > 0 in that range
//!
//! ```text
//! P(L > 0) = 1/(2 pi i) * integral of M(s)/s ds along Re s = c.
//! ```
//!
//! The trapezoidal sum with steps h = 2 pi/X gives, by Poisson's formula, exactly
//!
//! ```text
//! sum over all integers m of e^(c m X) P(L > m X),
//! ```
//!
//! whose term m = 0 is wanted. The others are positive; those of m < 0 are below e^(-c |m| X),
//! those of m > 0 by Markov's inequality below M(d) e^(-(d-c) m X) for any d between c and 1/max
//! l_i. On the line
//! |M(c + it)| = M(c) prod (1 + t^2 r_i^2)^(-a_i/2) with r_i = l_i/(1 - l_i c), which falls from T
//! on at least like (t/T)^(-e) with e = sum a_i T^2 r_i^2/(1 + T^2 r_i^2), since that exponent
//! grows with t: what is cut off from T on is below |M(c + iT)|/(pi e). Twenty terms or so give six
//! digits.
//!
//! If few samples decide, M falls slowly, and steps have to grow: with s = c (1 + i sinh u) the
//! trapezoidal sum over u with steps h is off by at most (N(y) + N(-y))/(e^(2 pi y/h) - 1), N(y)
//! being the integral of the integrand's magnitude along Im u = y over 2 pi, if it is analytic in
//! between. There
//! |s| = c (cosh x - sin y), and with q = |r c|, S = sin y or, for negative r, - sin y,
//!
//! ```text
//! |1 - i r c sinh u|^2 = (q cosh x + S)^2 + (1 - S^2)(1 - q^2).
//! ```
//!
//! N is bounded by the greatest values on short pieces. All is analytic for q sin y < 1.
//! Reference: Davies, "Numerical inversion of a characteristic function", Biometrika 60 (1973).
//!
//! Roundings: logarithms and arc tangents are taken to err by at most 3 units of their last place,
//! and the angle of a sine by 2 units. Then the exponent of a term errs by at most 8 units of the
//! sum of the magnitudes of its parts, and the term by that share of itself; these are added up.

use std::cmp::Ordering;
use std::f64::consts::{FRAC_2_PI, FRAC_PI_2, FRAC_PI_4, LOG2_E, PI, TAU};

use pulp::{Simd, WithSimd};

use crate::vectors::in_vectors;

/// A probability between two doubles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Between {
    pub(super) lower: f64,
    pub(super) upper: f64,
}

impl Between {
    pub(super) fn exactly(value: f64) -> Self {
        Self { lower: value, upper: value }
    }

    pub(super) fn middle(self) -> f64 {
        f64::midpoint(self.lower, self.upper)
    }

    /// At least half the width, and what the rounding of the middle adds.
    pub(super) fn radius(self) -> f64 {
        (self.upper - self.lower) * (0.5 + 1e-9) + f64::EPSILON
    }

    /// The probability that the event does not happen, rounded outwards.
    pub(super) fn complement(self) -> Self {
        Self {
            lower: one_less(self.upper, Ordering::Less),
            upper: one_less(self.lower, Ordering::Greater),
        }
    }
}

/// 1 - x for a double between 0 and 1, or the double next to it on this side where it is not exact.
fn one_less(x: f64, side: Ordering) -> f64 {
    let rounded = 1.0 - x;
    // Exact: either x is at least one half, or the difference is.
    let error = x - (1.0 - rounded);
    // Where it is not exact it is above one half, and its neighbours have the next bits.
    match (side, error > 0.0, error < 0.0) {
        (Ordering::Less, true, _) => f64::from_bits(rounded.to_bits() - 1),
        (Ordering::Greater, _, true) => f64::from_bits(rounded.to_bits() + 1),
        _ => rounded,
    }
}

/// A term of the form: coefficient and shape.
pub(super) type Term = (f64, f64);

/// Terms of the sum with equal steps at most, and of that with growing ones.
const MOST: u32 = 300;
const MOST_GROWING: u32 = 20_000;
/// Eight units of the last place.
const ROUNDING: f64 = 8.0 * f64::EPSILON;

/// P(sum of l_i G_i > 0) for up to four terms (l_i, a_i) with positive shapes; each of the three
/// kinds of errors is aimed at `aim`. Where that would take too many terms the enclosure is wider.
/// It is certain in any case.
pub(super) fn positive(terms: [Term; 4], aim: f64) -> Between {
    let mut used = [(0.0, 0.0); 4];
    let mut count = 0;
    for term in terms.into_iter().filter(|(coefficient, shape)| *coefficient != 0.0 && *shape > 0.0)
    {
        used[count] = term;
        count += 1;
    }
    let terms = &used[..count];
    if terms.iter().all(|(coefficient, _)| *coefficient < 0.0) {
        return Between::exactly(0.0);
    }
    if terms.iter().all(|(coefficient, _)| *coefficient > 0.0) {
        return Between::exactly(1.0);
    }
    let mean: f64 = terms.iter().map(|(coefficient, shape)| coefficient * shape).sum();
    if mean <= 0.0 {
        return tail(terms, aim);
    }
    // The smaller tail has the smaller terms.
    let mut mirrored = used;
    for (coefficient, _) in &mut mirrored {
        *coefficient = -*coefficient;
    }
    tail(&mirrored[..count], aim).complement()
}

/// The line of integration: M(c) and the slopes of its factors.
struct Line {
    c: f64,
    /// ln M(c)
    at_c: f64,
    /// r_i and a_i.
    slopes: [Term; 4],
    count: usize,
    /// The sum of the magnitudes of the logarithms in ln M(c).
    magnitude: f64,
}

/// M(c + it)/(c + it): its real part, its magnitude, how fast that falls, and the magnitudes of
/// what was added up for it.
struct Value {
    real: f64,
    size: f64,
    exponent: f64,
    magnitude: f64,
    /// |c + it|
    distance: f64,
}

impl Line {
    fn new(terms: &[Term], c: f64) -> Self {
        let mut slopes = [(0.0, 0.0); 4];
        for (slope, (l, a)) in slopes.iter_mut().zip(terms) {
            *slope = (l / (1.0 - l * c), *a);
        }
        let magnitude = terms.iter().map(|(l, a)| a * (-l * c).ln_1p().abs()).sum();
        Self { c, at_c: cumulant(terms, c), slopes, count: terms.len(), magnitude }
    }

    fn slopes(&self) -> &[Term] {
        &self.slopes[..self.count]
    }

    /// The parts of all factors, added up at some t.
    #[inline(always)]
    fn sums(&self, t: &[f64; LANES]) -> Sums {
        let mut sums = Sums::default();
        let (mut logarithm, mut phase) = ([0.0; LANES], [0.0; LANES]);
        for (slope, shape) in self.slopes() {
            for (lane, t) in t.iter().enumerate() {
                let rho = slope * t;
                let square = rho * rho;
                let falling = shape * ln_1p(square);
                logarithm[lane] += falling;
                let turn = shape * atan(rho);
                phase[lane] += turn;
                sums.magnitude[lane] += falling + turn.abs();
                // One where the square is infinite.
                sums.exponent[lane] += shape / (1.0 + square.recip());
            }
        }
        for lane in 0..LANES {
            sums.size[lane] = exp(self.at_c - 0.5 * logarithm[lane]);
            [sums.sine[lane], sums.cosine[lane]] = sine_and_cosine(phase[lane]);
        }
        sums
    }

    /// The value at one t, with the sums of the factors' parts there.
    fn value(&self, t: f64, sums: &Sums, lane: usize) -> Value {
        let [size, sine, cosine] = [&sums.size, &sums.sine, &sums.cosine].map(|of| of[lane]);
        let square = self.c * self.c + t * t;
        let is_near_one = (1e-290..=1e290).contains(&square);
        let distance = if is_near_one { square.sqrt() } else { self.c.hypot(t) };
        // Re of e^(i phase)/(c + it)
        let real = size / distance * (self.c / distance * cosine + t / distance * sine);
        let magnitude = self.magnitude + sums.magnitude[lane] + 12.0;
        Value { real, size, exponent: sums.exponent[lane], magnitude, distance }
    }

    /// Calls `add` with the numbers 1, 2, ... up to `most` and the values at `t` of them, until it
    /// returns `true`.
    fn for_each(
        &self,
        most: u32,
        t: impl Fn(u32) -> f64,
        mut add: impl FnMut(u32, &Value) -> bool,
    ) {
        let numbers: [u32; LANES] = [0, 1, 2, 3, 4, 5, 6, 7];
        for first in (1..=most).step_by(LANES) {
            let at = numbers.map(|lane| t(first + lane));
            let sums = in_vectors(SumsAt { line: self, at: &at });
            for (lane, number) in numbers.iter().map(|lane| first + lane).enumerate() {
                if number > most || add(number, &self.value(at[lane], &sums, lane)) {
                    return;
                }
            }
        }
    }
}

/// Values that are computed together.
const LANES: usize = 8;

/// For some t: |M(c + it)|, the sine and the cosine of the phase, which is the sum of the a atan(t
/// r), the exponent with which the magnitude falls, and the sizes of what was added up.
#[derive(Default)]
struct Sums {
    size: [f64; LANES],
    sine: [f64; LANES],
    cosine: [f64; LANES],
    exponent: [f64; LANES],
    magnitude: [f64; LANES],
}

struct SumsAt<'a> {
    line: &'a Line,
    at: &'a [f64; LANES],
}

impl WithSimd for SumsAt<'_> {
    type Output = Sums;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> Sums {
        self.line.sums(self.at)
    }
}

/// ln(1 + x) for x >= 0, without branches: the logarithm of the rounded sum s, and the part of s
/// that was lost. What follows in the series is below 2^-107, and ln s is 0 or at least twice what
/// is added, so that its own error counts at most twice.
#[inline(always)]
pub(super) fn ln_1p(x: f64) -> f64 {
    let sum = 1.0 + x;
    let logarithm = ln(sum) + (x - (sum - 1.0)) / sum;
    if sum == f64::INFINITY { sum } else { logarithm }
}

/// The logarithm of a finite x >= 1 as fdlibm computes it, to less than one unit: for x = 2^k (1 +
/// f) with 1 + f near 1 by the series of ln(1 + f) in f/(2 + f), whose rest is below 2^-58.
#[inline(always)]
fn ln(x: f64) -> f64 {
    const HIGH: f64 = 6.931_471_803_691_238e-1;
    const LOW: f64 = 1.908_214_929_270_587_7e-10;
    // The bits of the square root of one half: what is above it goes to the next power.
    const ROOT: u64 = 0x3fe6_a09e_667f_3bcd;
    const SERIES: [f64; 7] = [
        1.479_819_860_511_658_6e-1,
        1.531_383_769_920_937_3e-1,
        1.818_357_216_161_805e-1,
        2.222_219_843_214_978_4e-1,
        2.857_142_874_366_239e-1,
        3.999_999_999_940_942e-1,
        6.666_666_666_666_735e-1,
    ];
    // Checks of overflows would be branches.
    let shifted = x.to_bits().wrapping_sub(ROOT);
    // A whole number below 2^11 as a double: its bits in those of 2^52.
    let power = f64::from_bits((shifted >> 52) | 0x4330_0000_0000_0000) - 4_503_599_627_370_496.0;
    let f = f64::from_bits((shifted & (u64::MAX >> 12)).wrapping_add(ROOT)) - 1.0;
    let s = f / (2.0 + f);
    let z = s * s;
    let rest = z * SERIES.iter().fold(0.0, |sum, coefficient| sum * z + coefficient);
    let half = 0.5 * f * f;
    power * HIGH - ((half - (s * (half + rest) + power * LOW)) - f)
}

/// The arc tangent as fdlibm computes it, to less than one unit and without branches: that of the
/// nearest of 0, 1/2, 1, 3/2 and infinity, and that of the angle in between, by a series.
#[inline(always)]
fn atan(x: f64) -> f64 {
    const SERIES: [f64; 11] = [
        1.628_582_011_536_578_2e-2,
        -3.653_157_274_421_691_6e-2,
        4.976_877_994_615_932e-2,
        -5.833_570_133_790_573e-2,
        6.661_073_137_387_531e-2,
        -7.691_876_205_044_83e-2,
        9.090_887_133_436_507e-2,
        -1.111_111_040_546_235_6e-1,
        1.428_571_427_250_346_6e-1,
        -1.999_999_999_987_648_3e-1,
        3.333_333_333_333_293e-1,
    ];
    // From where on, its arc tangent in two parts, and the quotient (a x + b)/(c x + d).
    const STEPS: [(f64, [f64; 2], [f64; 4]); 4] = [
        (0.4375, [4.636_476_090_008_061e-1, 2.269_877_745_296_168_7e-17], [2.0, -1.0, 1.0, 2.0]),
        (0.6875, [FRAC_PI_4, 3.061_616_997_868_383e-17], [1.0, -1.0, 1.0, 1.0]),
        (1.1875, [9.827_937_232_473_29e-1, 1.390_331_103_123_099_8e-17], [1.0, -1.5, 1.5, 1.0]),
        (2.4375, [FRAC_PI_2, 6.123_233_995_736_766e-17], [0.0, -1.0, 1.0, 0.0]),
    ];
    let size = x.abs();
    let (mut high, mut low, mut a, mut b, mut c, mut d) = (0.0, 0.0, 1.0, 0.0, 0.0, 1.0);
    for (from, angle, quotient) in STEPS {
        let is_beyond = size >= from;
        high = if is_beyond { angle[0] } else { high };
        low = if is_beyond { angle[1] } else { low };
        a = if is_beyond { quotient[0] } else { a };
        b = if is_beyond { quotient[1] } else { b };
        c = if is_beyond { quotient[2] } else { c };
        d = if is_beyond { quotient[3] } else { d };
    }
    // Infinity times 0 is no number.
    let size = if size == f64::INFINITY { f64::MAX } else { size };
    let between = (a * size + b) / (c * size + d);
    let z = between * between;
    let series = z * SERIES.iter().fold(0.0, |sum, coefficient| sum * z + coefficient);
    (high - ((between * series - low) - between)).copysign(x)
}

/// Three halves of 2^52: added to a number it leaves a whole one, in the last bits.
const WHOLE: f64 = 6_755_399_441_055_744.0;

/// The sine and the cosine as fdlibm computes them, without branches: the angle in a quarter of the
/// circle, and series. They err by at most 2^-52 (1 + |x|); beyond 2^51 they are only at most about
/// 1.
#[inline(always)]
fn sine_and_cosine(x: f64) -> [f64; 2] {
    const SINE: [f64; 6] = [
        1.589_690_995_211_55e-10,
        -2.505_076_025_340_686_3e-8,
        2.755_731_370_707_006_8e-6,
        -1.984_126_982_985_795e-4,
        8.333_333_333_322_49e-3,
        -1.666_666_666_666_663_2e-1,
    ];
    const COSINE: [f64; 6] = [
        -1.135_964_755_778_819_5e-11,
        2.087_572_321_298_175e-9,
        -2.755_731_435_139_066_3e-7,
        2.480_158_728_947_673e-5,
        -1.388_888_888_887_411e-3,
        4.166_666_666_666_66e-2,
    ];
    // A quarter: its first 33 bits, and the rest.
    const QUARTER: [f64; 2] = [1.570_796_326_734_125_6, 6.077_100_506_506_192e-11];
    let shifted = x * FRAC_2_PI + WHOLE;
    let quarters = shifted - WHOLE;
    let r = ((x - quarters * QUARTER[0]) - quarters * QUARTER[1]).clamp(-0.8, 0.8);
    let z = r * r;
    let series = |of: [f64; 6]| of.iter().fold(0.0, |sum, coefficient| sum * z + coefficient);
    let near = [r + r * z * series(SINE), 1.0 - (0.5 * z - z * z * series(COSINE))];
    let quarters = shifted.to_bits();
    let is_odd = quarters & 1 == 1;
    let [sine, cosine] = if is_odd { [near[1], near[0]] } else { near };
    let negated = |x: f64, quarters: u64| f64::from_bits(x.to_bits() ^ ((quarters & 2) << 62));
    [negated(sine, quarters), negated(cosine, quarters.wrapping_add(1))]
}

/// The exponential as fdlibm computes it, to less than one unit and without branches; below e^-708
/// it is that number.
#[inline(always)]
fn exp(x: f64) -> f64 {
    const LN_2: [f64; 2] = [6.931_471_803_691_238e-1, 1.908_214_929_270_587_7e-10];
    const SERIES: [f64; 5] = [
        4.138_136_797_057_238_5e-8,
        -1.653_390_220_546_525_2e-6,
        6.613_756_321_437_934e-5,
        -2.777_777_777_701_559_3e-3,
        1.666_666_666_666_66e-1,
    ];
    let within = x.clamp(-708.0, 709.0);
    let shifted = within * LOG2_E + WHOLE;
    let power = shifted - WHOLE;
    let (high, low) = (within - power * LN_2[0], power * LN_2[1]);
    let r = high - low;
    let z = r * r;
    let c = r - z * SERIES.iter().fold(0.0, |sum, coefficient| sum * z + coefficient);
    let near = 1.0 - ((low - r * c / (2.0 - c)) - high);
    // 2^k: the exponent in its place.
    let scale = f64::from_bits(shifted.to_bits().wrapping_add(1023) << 52);
    if x > 709.0 { f64::INFINITY } else { near * scale }
}

fn cumulant(terms: &[Term], c: f64) -> f64 {
    terms.iter().map(|(l, a)| -a * (-l * c).ln_1p()).sum()
}

/// The same for forms with terms of both signs.
fn tail(terms: &[Term], aim: f64) -> Between {
    let end = 1.0 / terms.iter().map(|(coefficient, _)| *coefficient).fold(0.0, f64::max);
    let c = saddle(terms, end);
    let line = Line::new(terms, c);
    let (found, suffices) = equal_steps(&line, terms, end, aim);
    if suffices {
        return found;
    }
    // Room for the strip before the end.
    let other = growing_steps(&Line::new(terms, c.min(0.6 * end)), end, aim);
    Between {
        lower: found.lower.max(other.lower),
        upper: found.upper.min(other.upper).max(found.lower.max(other.lower)),
    }
}

/// The sum with equal steps along the line, and whether what was cut off is as small as aimed at.
fn equal_steps(line: &Line, terms: &[Term], end: f64, aim: f64) -> (Between, bool) {
    let c = line.c;
    let demand = (2.0 / aim).ln();
    // Any d serves; some are better.
    let reach = |part: f64| {
        let d = c + (end - c) * part;
        (cumulant(terms, d).max(0.0) + demand) / (d - c)
    };
    let reaches = [0.05, 0.15, 0.3, 0.5, 0.7, 0.9].map(reach).into_iter();
    let period = (demand / c).max(reaches.fold(f64::INFINITY, f64::min)) * (1.0 + 1e-9);
    // Both aliases are below aim/2/(1 - aim/2).
    let aliases = 1.001 * aim;
    let step = TAU / period;
    let first = line.at_c.exp() / c;
    let mut sum = first;
    let mut error = first * (line.magnitude + 12.0);
    let mut cut = f64::INFINITY;
    line.for_each(
        MOST,
        |k| f64::from(k) * step,
        |_, value| {
            sum += 2.0 * value.real;
            error += 2.0 * value.size / value.distance * value.magnitude;
            cut = value.size / (PI * value.exponent) * 1.001;
            cut < aim
        },
    );
    let value = sum / period;
    let radius = cut + error * ROUNDING / period;
    let (lower, upper) = ((value - radius - aliases).max(0.0), (value + radius).clamp(0.0, 1.0));
    (Between { lower, upper }, cut < aim)
}

/// The sum with s = c (1 + i sinh u).
fn growing_steps(line: &Line, end: f64, aim: f64) -> Between {
    let c = line.c;
    let mut step: f64 = 0.0;
    let mut aliases = f64::INFINITY;
    for sine in [0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8] {
        // The branch point at the end stays outside.
        if c * (1.0 + sine) >= end * 0.999 {
            break;
        }
        let Some(whole) = magnitudes(line, sine) else { continue };
        // e^(2 pi y/h) - 1 = whole/aim
        let candidate = TAU * f64::asin(sine) / (whole / aim).ln_1p() * (1.0 - 1e-9);
        if candidate > step {
            (step, aliases) = (candidate, aim * 1.001);
        }
    }
    if step == 0.0 {
        return Between { lower: 0.0, upper: 1.0 };
    }
    let u = |k: u32| f64::from(k) * step;
    let first = line.at_c.exp() / c;
    let mut sum = first * c;
    let mut error = sum * (line.magnitude + 16.0);
    let mut cut = f64::INFINITY;
    line.for_each(
        MOST_GROWING,
        |k| c * u(k).sinh(),
        |k, value| {
            sum += 2.0 * value.real * c * u(k).cosh();
            // sinh and cosh err too, by some units; the magnitude has room for what that does to t.
            let slack = value.magnitude + 4.0 * (1.0 + value.exponent);
            error += 2.0 * value.size * slack;
            cut = value.size / (PI * value.exponent) * 1.001;
            cut < aim
        },
    );
    let value = sum * step / TAU;
    let radius = cut + aliases + error * ROUNDING * step / TAU;
    Between { lower: (value - radius).max(0.0), upper: (value + radius).clamp(0.0, 1.0) }
}

/// At least N(y) + N(-y) for sin y = `sine`; `None` if no bound was found.
fn magnitudes(line: &Line, sine: f64) -> Option<f64> {
    const PIECES: u32 = 400;
    const LENGTH: f64 = 0.1;
    let rest = 1.0 - sine * sine;
    let mut whole = 0.0;
    for sign in [1.0, -1.0] {
        let mut sum = 0.0;
        let mut is_done = false;
        for piece in 0..PIECES {
            let (start, next) = (f64::from(piece) * LENGTH, f64::from(piece + 1) * LENGTH);
            let (low, high) = (start.cosh(), next.cosh());
            // The greatest magnitude on the piece, and that on all that follows but for what falls.
            let (mut here, mut rest_of_line, mut exponent) = (line.at_c, line.at_c, 0.0);
            for (slope, shape) in line.slopes() {
                let (q, s) = ((slope * line.c).abs(), sine * sign * slope.signum());
                let constant = rest * (1.0 - q * q);
                // The least of |q cosh x + s| on the piece.
                let (near, far) = (q * low + s, q * high + s);
                let least = if near * far <= 0.0 { 0.0 } else { near.abs().min(far.abs()) };
                let square = least * least + constant;
                if square <= 0.0 {
                    return None;
                }
                here -= 0.5 * shape * square.ln();
                let z = q * low;
                if z > 2.0 {
                    // d ln/dx = (z + s) sqrt(z^2 - q^2)/((z + s)^2 + constant) with z = q cosh x is
                    // at least what follows, which rises with z.
                    rest_of_line -= 0.5 * shape * square.ln();
                    let falling = (z * z - q * q).sqrt() / (z + s.max(0.0));
                    let settled = near * near / (near * near + constant.max(0.0));
                    exponent += shape * falling * settled;
                } else {
                    // Beyond the least square the factor falls too.
                    let later = if near >= 0.0 { near * near } else { 0.0 };
                    if later + constant <= 0.0 {
                        return None;
                    }
                    rest_of_line -= 0.5 * shape * (later + constant).ln();
                }
            }
            // |ds/du|/|s| is at most cosh x/(cosh x - sin y).
            let ratio = if sign > 0.0 { low / (low - sine) } else { 1.0 };
            if exponent > 0.0 {
                let remaining = 1.1 * rest_of_line.exp() * ratio / exponent;
                if remaining < 1.0 + sum {
                    sum += remaining;
                    is_done = true;
                    break;
                }
            }
            sum += here.exp() * ratio * LENGTH;
        }
        if !is_done || !sum.is_finite() {
            return None;
        }
        // Both sides of the line, over 2 pi.
        whole += 2.0 * sum / TAU * 1.01;
    }
    Some(whole)
}

/// A c between 0 and `end` near the minimum of ln(M(c)/c), where the sum has fewest terms. Any c in
/// between gives true bounds.
fn saddle(terms: &[Term], end: f64) -> f64 {
    let first: f64 = terms.iter().map(|(l, a)| a * l).sum();
    let second: f64 = terms.iter().map(|(l, a)| a * l * l).sum();
    // first + second c = 1/c
    let mut c = (-first + (first * first + 4.0 * second).sqrt()) / (2.0 * second);
    let (mut low, mut high) = (0.0, end);
    // An end that was tried is the zero itself once steps are as small as roundings.
    let is_between = |c: f64, low: f64, high: f64| c > 0.0 && c < end && low <= c && c <= high;
    for _ in 0..8 {
        if !is_between(c, low, high) {
            c = f64::midpoint(low, high);
        }
        let slope: f64 = terms.iter().map(|(l, a)| a * l / (1.0 - l * c)).sum::<f64>() - 1.0 / c;
        if slope > 0.0 {
            high = c
        } else {
            low = c
        }
        let curvature: f64 =
            terms.iter().map(|(l, a)| a * (l / (1.0 - l * c)).powi(2)).sum::<f64>() + 1.0 / (c * c);
        c -= slope / curvature;
    }
    if is_between(c, low, high) { c.min(0.98 * end) } else { f64::midpoint(low, high) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::num::Rational;

    /// I_1/2 for integer shapes: P(G_b > G_c) is the chance of at least c heads... in b + c - 1
    /// tosses, c of them not yet reached by the other.
    fn by_tosses(b: u32, c: u32) -> f64 {
        let n = b + c - 1;
        let mut choose = 1.0;
        let mut sum = 0.0;
        for k in 0..b {
            sum += choose;
            choose *= f64::from(n - k) / f64::from(k + 1);
        }
        sum / 2_f64.powi(i32::try_from(n).expect("small"))
    }

    #[test]
    fn differences_of_two_gammas_are_tosses_of_a_coin() {
        for (b, c) in [(1, 1), (1, 2), (5, 3), (3, 20), (40, 1), (200, 180), (17, 3)] {
            let found =
                positive([(1.0, f64::from(b)), (-1.0, f64::from(c)), (0.0, 1.0), (0.0, 7.0)], 1e-9);
            let exact = by_tosses(b, c);
            assert!(found.lower <= exact && exact <= found.upper, "{b} {c}: {found:?} {exact}");
            assert!(found.upper - found.lower < 1e-7, "{b} {c}: {found:?} {exact}");
        }
    }

    #[test]
    fn a_uniform_variable_is_below_each_number_with_that_probability() {
        // G_1/(G_1 + G_2) > x
        for x in [0.01, 0.3, 0.5, 0.9] {
            let found = positive([(1.0 - x, 1.0), (-x, 1.0), (0.0, 0.0), (0.0, 0.0)], 1e-6);
            assert!(found.lower <= 1.0 - x && 1.0 - x <= found.upper, "{x}: {found:?}");
            assert!(found.upper - found.lower < 1e-5, "{x}: {found:?}");
        }
    }

    #[test]
    fn few_samples_are_enclosed_closely_too() {
        for v in [0.0, 1e-9, 1e-6, 1e-4, 1e-3, 0.01, 0.1, 0.5] {
            for [k, b, c, z] in [[350.5, 0.5, 0.5, 7.5], [350.5, 1.5, 0.5, 7.5], [0.5; 4]] {
                let form = [(-v, k), (1.0 - v, b), (-1.0 - v, c), (-v, z)];
                let (found, closer) = (positive(form, 2e-7), positive(form, 1e-10));
                assert!(found.upper - found.lower < 2e-6, "{v} {b}: {found:?}");
                assert!(found.lower <= closer.upper && closer.lower <= found.upper, "{v} {b}");
            }
        }
    }

    /// If Newton's method ends exactly at the saddle, the line of integration stays there.
    #[test]
    fn the_saddle_itself_is_found() {
        for k in 1..400 {
            let x = f64::from(k) / 400.0;
            for (u, v) in [(200.0, 20.0), (40.0, 3.0), (7.0, 7.0)] {
                let found = positive([(x - 1.0, u), (x, v), (0.0, 0.0), (0.0, 0.0)], 1e-13);
                assert!(found.upper - found.lower < 1e-11, "{u} {v} at {x}: {found:?}");
            }
        }
    }

    #[test]
    fn complements_enclose() {
        let exactly = |x: f64| Rational::try_from(x).expect("finite");
        for x in [0.0, 5e-324, 4.4e-32, 1e-17, 1e-16, 2e-16, 0.1, 1.0 / 3.0, 0.5, 0.7, 1.0] {
            let found = Between::exactly(x).complement();
            let exact = exactly(x).complement();
            assert!(
                exactly(found.lower) <= exact && exact <= exactly(found.upper),
                "{x} {found:?}"
            );
            // No wider than one step of doubles, and exact where a double is.
            assert!(found.upper <= found.lower.next_up(), "{x} {found:?}");
            let is_exact = exactly(1.0 - x) == exact;
            assert_eq!(found.lower == found.upper, is_exact, "{x} {found:?}");
        }
    }

    #[test]
    fn what_is_all_but_certain_is_not_certain() {
        // I_1/2(100.5, 0.5) is above zero.
        let found = positive([(1.0, 100.5), (-1.0, 0.5), (0.0, 0.0), (0.0, 0.0)], 1e-11);
        assert!(found.lower < 1.0, "{found:?}");
    }

    #[test]
    fn logarithms_are_those_of_the_library() {
        let mut x = 1e-300_f64;
        while x < 1e300 {
            for x in [x, x.next_up(), 1.0 / x] {
                assert!((ln_1p(x) / x.ln_1p() - 1.0).abs() <= 2.0 * f64::EPSILON, "{x}");
            }
            x *= 1.37;
        }
        assert_eq!((ln_1p(0.0), ln_1p(f64::INFINITY)), (0.0, f64::INFINITY));
        assert!(ln_1p(f64::NAN).is_nan());
    }

    #[test]
    fn arc_tangents_are_those_of_the_library() {
        let mut x = 1e-300_f64;
        while x < 1e300 {
            for x in [x, 1.0 / x] {
                assert!((atan(x) / x.atan() - 1.0).abs() <= 2.0 * f64::EPSILON, "{x}");
                assert_eq!(atan(-x), -atan(x));
            }
            x *= if (0.1..10.0).contains(&x) { 1.000_037 } else { 1.37 };
        }
        assert_eq!((atan(0.0), atan(f64::INFINITY)), (0.0, PI / 2.0));
        assert!(atan(f64::NAN).is_nan());
    }

    #[test]
    fn exponentials_are_those_of_the_library() {
        let mut x = -708.0;
        while x < 709.0 {
            assert!((exp(x) / x.exp() - 1.0).abs() <= 2.0 * f64::EPSILON, "{x}");
            x += 0.000_371;
        }
        assert_eq!((exp(0.0), exp(f64::INFINITY), exp(-1e9)), (1.0, f64::INFINITY, exp(-708.0)));
        assert!(exp(f64::NAN).is_nan());
    }

    #[test]
    fn sines_and_cosines_are_those_of_the_library() {
        let mut x = 1e-300_f64;
        while x < 1e15 {
            for x in [x, -x] {
                let bound = f64::EPSILON * (1.0 + x.abs());
                let [sine, cosine] = sine_and_cosine(x);
                assert!((sine - x.sin()).abs() <= bound, "{x}: {sine}");
                assert!((cosine - x.cos()).abs() <= bound, "{x}: {cosine}");
            }
            x *= if (0.01..100.0).contains(&x) { 1.000_037 } else { 1.17 };
        }
        for x in [1e16, -1e17, 1e300, f64::MAX] {
            assert!(sine_and_cosine(x).iter().all(|value| value.abs() < 1.01), "{x}");
        }
        assert!(sine_and_cosine(f64::INFINITY).iter().all(|value| value.is_nan()));
    }

    #[test]
    fn forms_of_one_sign_are_certain() {
        let zero = (0.0, 1.0);
        assert_eq!(positive([(1.0, 2.0), zero, (3.0, 1.0), zero], 1e-6).lower, 1.0);
        assert_eq!(positive([(-1.0, 2.0), zero, zero, zero], 1e-6).upper, 0.0);
    }
}
