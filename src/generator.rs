//! Pseudo-random numbers: seeded, so that runs repeat.
//!
//! The generator is xoshiro256++ of Blackman and Vigna. A gamma variable is drawn by the method of
//! Marsaglia and Tsang (ACM TOMS 26, 2000), normal variables by their ziggurat (J. Stat. Softw. 5,
//! 2000): under the density are layers of equal area, and a point of one is below the density
//! almost always if it is below the next one's width.

use std::sync::LazyLock;

/// xoshiro256++, seeded by splitmix64.
pub(super) struct Generator {
    state: [u64; 4],
    layers: &'static Layers,
}

/// Layers under exp(-x^2/2) for x >= 0, the widest first, which has the tail.
struct Layers {
    /// Widths; the first is that of a rectangle with the area of the layer and the tail.
    widths: [f64; LAYERS + 1],
    /// The density at each width.
    densities: [f64; LAYERS + 1],
}

const LAYERS: usize = 256;
/// The tail begins here, which makes the last layer end at the density's top.
const TAIL: f64 = 3.654_152_885_361_009;
/// The area of each layer.
const AREA: f64 = 0.004_928_673_233_974_655;

static LAYERED: LazyLock<Layers> = LazyLock::new(|| {
    let density = |x: f64| (-0.5 * x * x).exp();
    let mut widths = [0.0; LAYERS + 1];
    (widths[0], widths[1]) = (AREA / density(TAIL), TAIL);
    for at in 2..LAYERS {
        let top = density(widths[at - 1]) + AREA / widths[at - 1];
        widths[at] = (-2.0 * top.ln()).sqrt();
    }
    Layers { widths, densities: widths.map(density) }
});

/// One bit for each classifier, 64 in a word.
pub(super) type Bits<const WORDS: usize> = [u64; WORDS];

/// The words of a pattern.
#[expect(clippy::cast_possible_truncation, reason = "one word after the other")]
pub(super) fn words<const WORDS: usize>(pattern: u128) -> Bits<WORDS> {
    std::array::from_fn(|word| (pattern >> (64 * word)) as u64)
}

/// A fair toss for each classifier.
pub(super) fn tosses<const WORDS: usize>(generator: &mut Generator) -> Bits<WORDS> {
    std::array::from_fn(|_| generator.next())
}

/// For each classifier whether something is so, asked in their order.
pub(super) fn bits<const WORDS: usize>(
    classifiers: usize,
    mut is_so: impl FnMut() -> bool,
) -> Bits<WORDS> {
    let mut words = [0; WORDS];
    (0..classifiers).for_each(|at| words[at / 64] |= u64::from(is_so()) << (at % 64));
    words
}

/// The next word of splitmix64.
fn splitmix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut word = *state;
    word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

impl Generator {
    pub(super) fn new(seed: u64) -> Self {
        let mut state = seed;
        Self { state: [(); 4].map(|()| splitmix(&mut state)), layers: &LAYERED }
    }

    /// The generator of a block of draws: each block has its own, so that draws do not depend on
    /// which thread makes them.
    pub(super) fn of_block(seed: u64, block: u64) -> Self {
        let (mut seed, mut block) = (seed, block);
        Self::new(splitmix(&mut seed) ^ splitmix(&mut block).rotate_left(32))
    }

    /// Returns the generator of a block of draws for these observed counts.
    pub(super) fn of_counts(seed: u64, counts: [u64; 4], block: u32) -> Self {
        let mut name = u64::from(block);
        for count in counts {
            name = splitmix(&mut name) ^ count;
        }
        Self::of_block(seed, splitmix(&mut name))
    }

    pub(super) fn next(&mut self) -> u64 {
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
    pub(super) fn uniform(&mut self) -> f64 {
        ((self.next() >> 11) + 1) as f64 / (1_u64 << 53) as f64
    }

    #[expect(
        clippy::cast_possible_wrap,
        clippy::cast_precision_loss,
        reason = "53 bits and a sign"
    )]
    pub(super) fn normal(&mut self) -> f64 {
        let Layers { widths, densities } = self.layers;
        loop {
            let word = self.next();
            let layer = usize::from(word.to_le_bytes()[0]);
            // Uniform in [-1, 1), of bits that do not choose the layer.
            let x = (word as i64 >> 10) as f64 / (1_u64 << 53) as f64 * widths[layer];
            if x.abs() < widths[layer + 1] {
                return x;
            }
            if layer == 0 {
                return self.tail().copysign(x);
            }
            let [low, high] = [densities[layer], densities[layer + 1]];
            if low + (high - low) * self.uniform() < (-0.5 * x * x).exp() {
                return x;
            }
        }
    }

    /// The absolute value of a normal variable that is beyond the layers.
    #[cold]
    fn tail(&mut self) -> f64 {
        loop {
            let beyond = -self.uniform().ln() / TAIL;
            if -2.0 * self.uniform().ln() > beyond * beyond {
                return TAIL + beyond;
            }
        }
    }

    /// Uniform among 0, 1, ..., count - 1, by Lemire's method (ACM TOMACS 29, 2019).
    pub(super) fn below(&mut self, count: u64) -> u64 {
        loop {
            let product = u128::from(self.next()) * u128::from(count);
            #[expect(clippy::cast_possible_truncation, reason = "the halves of the product")]
            let (high, low) = ((product >> 64) as u64, product as u64);
            if low >= count || low >= count.wrapping_neg() % count {
                return high;
            }
        }
    }

    /// A gamma variable of that shape and scale one.
    pub(super) fn gamma(&mut self, shape: f64) -> f64 {
        Gamma::new(shape).draw(self)
    }
}

/// Gamma variables of one shape and scale one, with what all draws of them share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gamma {
    shape: f64,
    /// The constant d of the method, for the shape plus one if the shape is below one.
    d: f64,
    c: f64,
    /// A variable is taken without logarithms if 1 - u is greater than this times x^4.
    squeeze: f64,
}

impl Gamma {
    pub(super) fn new(shape: f64) -> Self {
        let d = if shape < 1.0 { shape + 1.0 } else { shape } - 1.0 / 3.0;
        // A variable is taken if ln u < h, where with y = cx and v = (1 + y)^3
        //     h = x^2/2 + d(1 - v + ln v) = 3d(ln(1 + y) - y + y^2/2 - y^3/3).
        // This is at least -3d y^4/4 = -c^2 x^4/12 for y >= 0, and 1.7 times that for
        // -1/2 <= y < 0. Since exp(h) >= 1 + h, u < 1 + h is enough.
        let square = 1.0 / (9.0 * d);
        Self { shape, d, c: square.sqrt(), squeeze: 0.15 * square }
    }

    #[expect(clippy::float_cmp, reason = "an exponential variable is drawn as such")]
    pub(super) fn draw(&self, generator: &mut Generator) -> f64 {
        if self.shape == 1.0 {
            return -generator.uniform().ln();
        }
        if self.is_below_one() {
            return self.lowered(generator) * self.draw_large(generator);
        }
        self.draw_large(generator)
    }

    pub(super) fn shape(&self) -> f64 {
        self.shape
    }

    pub(super) fn is_below_one(&self) -> bool {
        self.shape < 1.0
    }

    /// A factor that makes a variable of the shape plus one a variable of a shape below one.
    #[expect(clippy::float_cmp, reason = "the usual shape has a quick power")]
    pub(super) fn lowered(&self, generator: &mut Generator) -> f64 {
        let uniform = generator.uniform();
        if self.shape == 0.5 { uniform * uniform } else { uniform.powf(1.0 / self.shape) }
    }

    /// A variable of the shape, or of the shape plus one if it is below one.
    pub(super) fn draw_large(&self, generator: &mut Generator) -> f64 {
        loop {
            let x = generator.normal();
            if 1.0 + self.c * x <= 0.0 {
                continue;
            }
            let u = generator.uniform();
            let quickly = self.quickly(x, u);
            if !quickly.is_nan() {
                return quickly;
            }
            if let Some(slowly) = self.slowly(x, u) {
                return slowly;
            }
        }
    }

    /// The same of a normal and a uniform variable; not a number unless the squeeze takes it.
    #[inline]
    pub(super) fn quickly(&self, x: f64, u: f64) -> f64 {
        let Self { d, c, squeeze, .. } = *self;
        let (root, square) = (1.0 + c * x, x * x);
        // Both are asked, so that several are worked out at a time.
        let is_taken = (root >= 0.5) & (u < 1.0 - squeeze * (square * square));
        if is_taken { d * (root * root * root) } else { f64::NAN }
    }

    /// The same; `None` if it is refused.
    pub(super) fn slowly(&self, x: f64, u: f64) -> Option<f64> {
        let Self { d, c, .. } = *self;
        let root = 1.0 + c * x;
        let v = root * root * root;
        (root > 0.0 && u.ln() < 0.5 * (x * x) + d * (1.0 - v + v.ln())).then_some(d * v)
    }
}

/// Of more samples than this for each pattern, the count of each pattern is drawn.
pub(super) const DIRECT: u64 = 4;

/// Returns `true` for so few samples that each is drawn by itself.
pub(super) fn are_few(samples: u64, patterns: usize) -> bool {
    samples / DIRECT <= patterns as u64
}

/// Fewer expected successes than this are counted up to a uniform number.
const FEW: f64 = 10.0;
/// Probabilities below this do not show in a uniform number; that of no success, where few are
/// expected, is at least 2^-20.
const UNSEEN: f64 = 1e-18;

impl Generator {
    /// Returns the number of successes in `trials` trials with the probability `chance`. O(1).
    pub(super) fn binomial(&mut self, trials: u64, chance: f64) -> u64 {
        if chance > 0.5 {
            return trials - self.binomial(trials, 1.0 - chance);
        }
        if chance <= 0.0 || trials == 0 {
            return 0;
        }
        if to_double(trials) * chance < FEW {
            self.few(trials, chance)
        } else {
            self.many(trials, chance)
        }
    }

    /// Draws how many of `samples` are of each kind, whose shares are those of these numbers, and
    /// reports place and count of each kind, but not of those behind the last sample. O(kinds).
    pub(super) fn multinomial(
        &mut self,
        samples: u64,
        kinds: impl Iterator<Item = u64> + Clone,
        mut found: impl FnMut(usize, u64),
    ) {
        let (mut left, mut rest) = (samples, kinds.clone().sum::<u64>());
        for (place, kind) in kinds.enumerate() {
            if left == 0 {
                break;
            }
            let count = self.binomial(left, to_double(kind) / to_double(rest));
            found(place, count);
            left -= count;
            rest -= kind;
        }
    }

    /// By inversion: probabilities of 0, 1, 2, ... successes are summed up to a uniform number.
    fn few(&mut self, trials: u64, chance: f64) -> u64 {
        let odds = chance / (1.0 - chance);
        let none = (to_double(trials) * (-chance).ln_1p()).exp();
        let (mut left, mut mass) = (self.uniform(), none);
        let mut found = 0;
        // What roundings leave of a uniform number that is almost one counts no further.
        while left > mass && mass > UNSEEN && found < trials {
            left -= mass;
            found += 1;
            mass *= odds * to_double(trials - found + 1) / to_double(found);
        }
        found
    }

    /// By rejection from a transformed uniform number, with a squeeze (algorithm BTRS of Hörmann,
    /// J. Stat. Comput. Simul. 46, 1993).
    fn many(&mut self, trials: u64, chance: f64) -> u64 {
        let n = to_double(trials);
        let deviation = (n * chance * (1.0 - chance)).sqrt();
        let b = 1.15 + 2.53 * deviation;
        let a = -0.0873 + 0.0248 * b + 0.01 * chance;
        let middle = n * chance + 0.5;
        let squeeze = 0.92 - 4.2 / b;
        loop {
            let u = self.uniform() - 0.5;
            let v = self.uniform();
            let edge = 0.5 - u.abs();
            let k = ((2.0 * a / edge + b) * u + middle).floor();
            if edge >= 0.07 && v <= squeeze {
                return to_count(k);
            }
            if !(0.0..=n).contains(&k) {
                continue;
            }
            let odds = chance / (1.0 - chance);
            let mode = ((n + 1.0) * chance).floor();
            let height = v * (2.83 + 5.1 / b) * deviation / (a / (edge * edge) + b);
            let least = (mode + 0.5) * ((mode + 1.0) / (odds * (n - mode + 1.0))).ln()
                + (n + 1.0) * ((n - mode + 1.0) / (n - k + 1.0)).ln()
                + (k + 0.5) * (odds * (n - k + 1.0) / (k + 1.0)).ln()
                + stirling(mode)
                + stirling(n - mode)
                - stirling(k)
                - stirling(n - k);
            if height.ln() <= least {
                return to_count(k);
            }
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "numbers of trials far below 2^53")]
fn to_double(count: u64) -> f64 {
    count as f64
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "an integer between 0 and the number of trials"
)]
fn to_count(k: f64) -> u64 {
    k as u64
}

/// The remainder of Stirling's series: ln k! is (k + 1/2) ln(k + 1) - (k + 1) + ln sqrt(2 pi) and
/// this.
fn stirling(k: f64) -> f64 {
    const FIRST: [f64; 10] = [
        0.081_061_466_795_327_26,
        0.041_340_695_955_409_29,
        0.027_677_925_684_998_34,
        0.020_790_672_103_765_09,
        0.016_644_691_189_821_19,
        0.013_876_128_823_070_75,
        0.011_896_709_945_891_77,
        0.010_411_265_261_972_09,
        0.009_255_462_182_712_733,
        0.008_330_563_433_362_87,
    ];
    match FIRST.get(usize::try_from(to_count(k)).unwrap_or(usize::MAX)) {
        Some(known) => *known,
        None => {
            let square = (k + 1.0) * (k + 1.0);
            (1.0 / 12.0 - (1.0 / 360.0 - 1.0 / 1260.0 / square) / square) / (k + 1.0)
        }
    }
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

    /// The layers have the same area and fill what is under the density up to its top.
    #[test]
    fn layers_are_equal() {
        let Layers { widths, densities } = &*LAYERED;
        for at in 1..LAYERS {
            let area = widths[at] * (densities[at + 1] - densities[at]);
            assert!((area / AREA - 1.0).abs() < 1e-9, "{at}: {area}");
        }
        assert_eq!((widths[LAYERS], densities[LAYERS]), (0.0, 1.0));
    }

    /// Shares below some numbers, in the tail too, are those of the normal law.
    #[test]
    fn normal_variables_have_their_shares() {
        const DRAWS: u32 = 4_000_000;
        let shares = [
            (-4.0, 3.167_124_183e-5),
            (-3.7, 1.077_997_335e-4),
            (-2.0, 0.022_750_131_948),
            (-0.25, 0.401_293_674_317),
            (0.0, 0.5),
            (1.0, 0.841_344_746_069),
            (3.0, 0.998_650_101_968),
            (3.9, 0.999_951_903_656),
        ];
        let mut generator = Generator::new(5);
        let mut found = [0_u32; 8];
        for _ in 0..DRAWS {
            let x = generator.normal();
            for (count, (limit, _)) in found.iter_mut().zip(shares) {
                *count += u32::from(x < limit);
            }
        }
        for (count, (limit, share)) in found.into_iter().zip(shares) {
            let all = f64::from(DRAWS);
            let off = f64::from(count) - all * share;
            assert!(off.abs() < 5.0 * (all * share * (1.0 - share)).sqrt(), "{limit}: {count}");
        }
    }

    #[test]
    fn every_number_below_a_count_is_as_frequent() {
        let mut generator = Generator::of_block(1, 2);
        for count in [1, 2, 3, 7] {
            let mut found = vec![0_u32; 7];
            for _ in 0..7000 {
                found[usize::try_from(generator.below(count)).expect("small")] += 1;
            }
            for (value, found) in (0..).zip(found) {
                let expected = if value < count {
                    7000.0 / f64::from(u32::try_from(count).expect("small"))
                } else {
                    0.0
                };
                assert!(
                    (f64::from(found) - expected).abs() <= 5.0 * expected.sqrt(),
                    "{value} of {count}: {found}"
                );
            }
        }
        // Near the largest word most of the method's products are refused at times.
        let large = (1 << 63) + 1;
        assert!((0..100).all(|_| generator.below(large) < large));
    }

    /// Shares of every number of successes are its probabilities, by all ways of drawing.
    #[test]
    fn successes_have_their_probabilities() {
        const DRAWS: u32 = 400_000;
        let mut generator = Generator::new(3);
        for (trials, chance) in
            [(5, 0.3), (17, 0.9), (1000, 0.002), (40, 0.25), (25, 0.5), (300, 0.1), (5000, 0.6)]
        {
            let mut found = vec![0_u32; trials + 1];
            for _ in 0..DRAWS {
                let k = generator.binomial(trials as u64, chance);
                found[usize::try_from(k).expect("small")] += 1;
            }
            let n = f64::from(u32::try_from(trials).expect("small"));
            let (mut mass, mut k) = (n * (-chance).ln_1p(), 0.0);
            let (mut statistic, mut cells) = (0.0, 0.0);
            for found in found {
                let expected = f64::from(DRAWS) * mass.exp();
                if expected > 20.0 {
                    statistic += (f64::from(found) - expected).powi(2) / expected;
                    cells += 1.0;
                } else {
                    assert!(f64::from(found) < 60.0, "{k} of {trials}: {found}");
                }
                mass += ((n - k) / (k + 1.0) * chance / (1.0 - chance)).ln();
                k += 1.0;
            }
            // Chi-squared with about so many degrees of freedom.
            assert!(statistic < cells + 5.0 * (2.0_f64 * cells).sqrt(), "{trials}: {statistic}");
        }
        assert_eq!((generator.binomial(99, 0.0), generator.binomial(99, 1.0)), (0, 99));
        let most = (0..1000).map(|_| generator.binomial(1 << 50, 0.5).abs_diff(1 << 49)).max();
        assert!(most.is_some_and(|most| (1 << 24..1 << 27).contains(&most)), "{most:?}");
    }

    /// Means, variances and covariances of counts are those of the multinomial law; a kind without
    /// a share has none.
    #[test]
    fn counts_of_kinds_have_their_covariances() {
        const DRAWS: u32 = 40_000;
        const SAMPLES: u64 = 200;
        let kinds = [3_u64, 0, 40, 1, 56];
        let mut generator = Generator::new(11);
        let (mut sums, mut products) = ([0.0; 5], [[0.0; 5]; 5]);
        for _ in 0..DRAWS {
            let mut counts = [0; 5];
            generator.multinomial(SAMPLES, kinds.into_iter(), |at, count| counts[at] = count);
            assert_eq!((counts.iter().sum::<u64>(), counts[1]), (SAMPLES, 0));
            for i in 0..5 {
                sums[i] += to_double(counts[i]);
                (0..5).for_each(|j| products[i][j] += to_double(counts[i] * counts[j]));
            }
        }
        let (all, n) = (f64::from(DRAWS), to_double(SAMPLES));
        let share = kinds.map(|kind| to_double(kind) / 100.0);
        for i in 0..5 {
            let error = 5.0 * (n * share[i] / all).sqrt();
            assert!((sums[i] / all - n * share[i]).abs() <= error, "{i}: {}", sums[i] / all);
            for j in 0..5 {
                let found = products[i][j] / all - sums[i] * sums[j] / all / all;
                let expected = n * share[i] * (f64::from(u8::from(i == j)) - share[j]);
                assert!((found - expected).abs() <= 1.5, "{i}, {j}: {found}, {expected}");
            }
        }
    }

    /// Of the first numbers and those of the series.
    #[test]
    fn factorials_have_their_remainders() {
        let mut sum = 0.0_f64;
        for k in 0..40_u32 {
            let k = f64::from(k);
            sum += k.max(1.0).ln();
            let rough =
                (k + 0.5) * (k + 1.0).ln() - (k + 1.0) + (2.0 * std::f64::consts::PI).sqrt().ln();
            assert!((sum - rough - stirling(k)).abs() < 1e-9, "{k}");
        }
    }

    #[test]
    fn blocks_have_streams_of_their_own() {
        let words = |seed, block| {
            let mut generator = Generator::of_block(seed, block);
            [generator.next(), generator.next()]
        };
        let streams = [words(1, 0), words(1, 1), words(2, 0), words(2, 1)];
        for (at, stream) in streams.iter().enumerate() {
            assert!(!streams[..at].contains(stream));
        }
        assert_eq!(words(1, 1), words(1, 1));
    }
}
