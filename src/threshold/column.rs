//! Collects the scores of one model, a sample at a time.
//!
//! Scores are kept as 64-bit integers over a common power of ten as long as they fit, which those
//! with up to some 18 decimals do; then as 128-bit keys of decimals with any exponent; then as
//! fractions. Each form holds exactly what was read. 10^7 scores take 80, 160 or some 1000
//! megabytes.

use num_integer::Integer;

use super::model::ScoredModel;
use super::scores::{ModelScore, Scores, fixed, key_of_infinity, of_key};
use crate::num::{Rational, Scientific};
use crate::parallel::{join, map_owned};

/// The scores of one model on samples of two classes.
///
/// ```
/// use exactile::num::Rational;
/// use exactile::threshold::ScoreColumn;
/// let mut column = ScoreColumn::new();
/// for (score, class) in [("0.9", 1), ("0.50", 1), ("0.5", 0), ("1/3", 0)] {
///     column.push(class, &score.parse::<Rational>()?, 1);
/// }
/// let model = column.into_model("logistic", 1).expect("samples");
/// assert_eq!(model.distinct(), 3);
/// assert_eq!(model.auc(), Some(Rational::new(7, 8)));
/// # Ok::<(), exactile::ParseNumberError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ScoreColumn {
    form: Form,
    /// Number of samples of each score, per class; `None` while every score has one sample.
    counts: Option<[Vec<u64>; 2]>,
    /// Counts are multiples of one over this.
    scale: u64,
}

/// Scores of each class in the order in which they came.
#[derive(Clone, Debug)]
enum Form {
    Fixed { places: u32, units: [Vec<i64>; 2] },
    Keys([Vec<i128>; 2]),
    Fractions([Vec<ModelScore>; 2]),
}

impl Default for ScoreColumn {
    fn default() -> Self {
        Self::new()
    }
}

impl ScoreColumn {
    /// No score yet.
    pub fn new() -> Self {
        Self { form: Form::Fixed { places: 0, units: Default::default() }, counts: None, scale: 1 }
    }

    /// Returns the number of parts of a sample that scores are counted in: 1 for whole samples.
    pub const fn scale(&self) -> u64 {
        self.scale
    }

    /// Counts in finer parts, `factor` for each part so far: scores weigh multiples of
    /// 1/[`scale`](Self::scale) of a sample from now on. O(n).
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::threshold::ScoreColumn;
    /// let mut column = ScoreColumn::new();
    /// column.push(1, &Rational::ONE, 3);
    /// column.divide(4);
    /// column.push(0, &Rational::ZERO, 1);
    /// let model = column.into_model("m", 1).expect("samples");
    /// let matrix = model.matrix(1);
    /// assert_eq!((matrix.tp(), matrix.tn()), (&Rational::from(3), &Rational::new(1, 4)));
    /// ```
    ///
    /// # Panics
    /// If the factor is 0, or a count no longer fits 64 bits.
    pub fn divide(&mut self, factor: u64) {
        assert!(factor > 0, "a sample has parts");
        if factor == 1 {
            return;
        }
        let lengths = [self.len(0), self.len(1)];
        let counts = self.counts.get_or_insert_with(|| lengths.map(|length| vec![1; length]));
        for count in counts.iter_mut().flatten().chain([&mut self.scale]) {
            *count = count.checked_mul(factor).expect("counts fit 64 bits");
        }
    }

    /// Adds `count` samples of a class, 0 or 1, with a score; or parts of one
    /// ([`divide`](Self::divide)).
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::threshold::ScoreColumn;
    /// let mut column = ScoreColumn::new();
    /// column.push(1, &Rational::new(9, 10), 3);
    /// assert_eq!((column.len(1), column.counts(1)), (1, Some(&[3][..])));
    /// ```
    ///
    /// # Panics
    /// If the class is neither 0 nor 1.
    pub fn push(&mut self, class: usize, score: &Rational, count: u64) {
        if let Some(decimal) = Scientific::from_rational(score) {
            return self.push_decimal(class, decimal, count);
        }
        if count == 0 {
            return;
        }
        self.note_count(class, count);
        self.make_fractions()[class].push(score.clone().into());
    }

    /// The same with a score of plus or minus infinity.
    ///
    /// ```
    /// use exactile::threshold::ScoreColumn;
    /// let mut column = ScoreColumn::new();
    /// column.push(1, &"-0.7".parse::<exactile::Rational>()?, 1);
    /// column.push_infinity(0, true, 1);
    /// let model = column.into_model("log-probability", 1).expect("samples");
    /// assert_eq!(model.threshold_text(2), "-inf");
    /// assert_eq!(model.auc(), Some(exactile::Rational::ONE));
    /// # Ok::<(), exactile::ParseNumberError>(())
    /// ```
    ///
    /// # Panics
    /// If the class is neither 0 nor 1.
    pub fn push_infinity(&mut self, class: usize, is_negative: bool, count: u64) {
        if count > 0 {
            self.note_count(class, count);
            self.push_key(class, key_of_infinity(is_negative));
        }
    }

    /// The same with a score that is a decimal.
    ///
    /// ```
    /// use exactile::num::Scientific;
    /// use exactile::threshold::ScoreColumn;
    /// let mut column = ScoreColumn::new();
    /// column.push_decimal(0, Scientific::parse(b"2.5e-1").expect("a decimal"), 1);
    /// assert_eq!(column.len(0), 1);
    /// ```
    ///
    /// # Panics
    /// If the class is neither 0 nor 1.
    #[inline]
    pub fn push_decimal(&mut self, class: usize, score: Scientific, count: u64) {
        if count != 1 || self.counts.is_some() {
            if count == 0 {
                return;
            }
            self.note_count(class, count);
        }
        if let Form::Fixed { places, units } = &mut self.form {
            if let Some(score) = score.in_units(*places) {
                units[class].push(score);
                return;
            }
        }
        self.push_beyond(class, score);
    }

    /// Adds the scores of another column after those of this one. O(n).
    ///
    /// ```
    /// use exactile::num::Scientific;
    /// use exactile::threshold::ScoreColumn;
    /// let of = |text: &str, class| {
    ///     let mut column = ScoreColumn::new();
    ///     column.push_decimal(class, Scientific::parse(text.as_bytes()).expect("a decimal"), 1);
    ///     column
    /// };
    /// let mut column = of("0.5", 0);
    /// column.append(&of("0.25", 1));
    /// column.append(&of("1e-30", 1));
    /// assert_eq!((column.len(0), column.len(1)), (1, 2));
    /// ```
    ///
    /// # Panics
    /// If both are counted in other parts of samples, and not in any that fit 64 bits.
    pub fn append(&mut self, other: &Self) {
        let is_plain = self.counts.is_none() && other.counts.is_none();
        if let (Form::Fixed { places, units }, Form::Fixed { places: same, units: more }) =
            (&mut self.form, &other.form)
        {
            if is_plain && places == same {
                for (units, more) in units.iter_mut().zip(more) {
                    units.extend_from_slice(more);
                }
                return;
            }
        }
        let parts = self.scale.gcd(&other.scale);
        let (factor, finer) = (self.scale / parts, other.scale / parts);
        self.divide(finer);
        for class in [0, 1] {
            for k in 0..other.len(class) {
                let count = factor * other.counts(class).map_or(1, |counts| counts[k]);
                match &other.form {
                    Form::Fixed { places, units } => {
                        self.push_decimal(class, fixed(units[class][k], *places), count);
                    }
                    Form::Keys(keys) => {
                        self.note_count(class, count);
                        self.push_key(class, keys[class][k]);
                    }
                    Form::Fractions(values) => {
                        self.note_count(class, count);
                        self.make_fractions()[class].push(values[class][k].clone());
                    }
                }
            }
        }
    }

    /// Adds a score that the present form does not hold, or a form beyond the first one.
    fn push_beyond(&mut self, class: usize, score: Scientific) {
        if let Form::Fixed { places, units } = &mut self.form {
            let wanted = u32::try_from(-score.exponent()).unwrap_or(0).max(*places);
            let scale = 10_i64.checked_pow(wanted - *places);
            let fits = |scale: &i64| {
                units.iter().flatten().all(|units| units.checked_mul(*scale).is_some())
            };
            if let (Some(score), Some(scale)) = (score.in_units(wanted), scale.filter(fits)) {
                units.iter_mut().flatten().for_each(|units| *units *= scale);
                *places = wanted;
                units[class].push(score);
                return;
            }
        }
        self.push_key(class, score.key());
    }

    /// Adds a score by its key, in a form beyond the first one.
    fn push_key(&mut self, class: usize, key: i128) {
        if let Form::Fixed { places, units } = &mut self.form {
            let key = |units: i64| fixed(units, *places).key();
            // One class at a time, so that memory is freed on the way.
            let keys = [0, 1].map(|class| {
                std::mem::take(&mut units[class]).into_iter().map(key).collect::<Vec<i128>>()
            });
            self.form = Form::Keys(keys);
        }
        match &mut self.form {
            Form::Keys(keys) => keys[class].push(key),
            Form::Fractions(values) => values[class].push(of_key(key)),
            Form::Fixed { .. } => unreachable!("replaced above"),
        }
    }

    fn make_fractions(&mut self) -> &mut [Vec<ModelScore>; 2] {
        let fractions = match &mut self.form {
            Form::Fixed { places, units } => {
                let value = |units: i64| fixed(units, *places).to_rational().into();
                Some([0, 1].map(|c| std::mem::take(&mut units[c]).into_iter().map(value).collect()))
            }
            Form::Keys(keys) => {
                Some([0, 1].map(|c| std::mem::take(&mut keys[c]).into_iter().map(of_key).collect()))
            }
            Form::Fractions(_) => None,
        };
        if let Some(fractions) = fractions {
            self.form = Form::Fractions(fractions);
        }
        match &mut self.form {
            Form::Fractions(values) => values,
            _ => unreachable!("replaced above"),
        }
    }

    fn note_count(&mut self, class: usize, count: u64) {
        if count == 1 && self.counts.is_none() {
            return;
        }
        let lengths = [self.len(0), self.len(1)];
        let counts = self.counts.get_or_insert_with(|| lengths.map(|length| vec![1; length]));
        counts[class].push(count);
    }

    /// Returns the number of scores of a class, 0 or 1. Scores without samples are not kept.
    ///
    /// # Panics
    /// If the class is neither 0 nor 1.
    pub fn len(&self, class: usize) -> usize {
        match &self.form {
            Form::Fixed { units, .. } => units[class].len(),
            Form::Keys(keys) => keys[class].len(),
            Form::Fractions(values) => values[class].len(),
        }
    }

    /// Returns the number of samples of each score of a class, in parts of a sample
    /// ([`scale`](Self::scale)), in the order in which the scores were added; `None` if every score
    /// has one sample.
    ///
    /// # Panics
    /// If the class is neither 0 nor 1.
    pub fn counts(&self, class: usize) -> Option<&[u64]> {
        self.counts.as_ref().map(|counts| counts[class].as_slice())
    }

    /// Returns the scores for which `keep` is `true`, by class and place in the order in which the
    /// scores were added. O(n).
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::threshold::ScoreColumn;
    /// let mut column = ScoreColumn::new();
    /// column.push(1, &Rational::ONE, 1);
    /// column.push(1, &Rational::ZERO, 3);
    /// let part = column.part(|_, place| place == 1);
    /// assert_eq!(part.counts(1), Some(&[3][..]));
    /// ```
    pub fn part(&self, keep: impl Fn(usize, usize) -> bool) -> Self {
        fn of<T: Clone>(lists: &[Vec<T>; 2], keep: impl Fn(usize, usize) -> bool) -> [Vec<T>; 2] {
            [0, 1].map(|class| {
                let kept = lists[class].iter().enumerate().filter(|(place, _)| keep(class, *place));
                kept.map(|(_, item)| item.clone()).collect()
            })
        }
        let form = match &self.form {
            Form::Fixed { places, units } => {
                Form::Fixed { places: *places, units: of(units, &keep) }
            }
            Form::Keys(keys) => Form::Keys(of(keys, &keep)),
            Form::Fractions(values) => Form::Fractions(of(values, &keep)),
        };
        let counts = self.counts.as_ref().map(|counts| of(counts, &keep));
        Self { form, counts, scale: self.scale }
    }

    /// Returns, for each score of a class in the order in which the scores were added, the number
    /// of the given thresholds of the model that lie above it: the sample is positive from the next
    /// one on. The thresholds are given by increasing positions in the model ([`ScoredModel`]).
    /// O(log t) each for t thresholds.
    ///
    /// ```
    /// use exactile::num::Rational;
    /// use exactile::threshold::ScoreColumn;
    /// let mut column = ScoreColumn::new();
    /// for (score, class) in [("0.9", 1), ("0.4", 1), ("0.5", 0)] {
    ///     column.push(class, &score.parse::<Rational>()?, 1);
    /// }
    /// let model = column.clone().into_model("m", 1).expect("samples");
    /// // All negative, positive from 0.9 upwards, positive from 0.4 upwards.
    /// assert_eq!(column.thresholds_above(1, &model, &[0, 1, 3]), [1, 2]);
    /// # Ok::<(), exactile::ParseNumberError>(())
    /// ```
    ///
    /// # Panics
    /// If the class is neither 0 nor 1, the model was not made of this column, or there are more
    /// than 65,535 thresholds.
    pub fn thresholds_above(
        &self,
        class: usize,
        model: &ScoredModel,
        positions: &[usize],
    ) -> Vec<u16> {
        // Nobody is positive at position 0: it lies above every score.
        let endless = positions.iter().take_while(|&&position| position == 0).count();
        let places = positions[endless..].iter().map(|position| position - 1);
        match (&self.form, model.scores()) {
            (Form::Fixed { units, .. }, Scores::Fixed { units: distinct, .. }) => {
                above(&units[class], places.map(|k| distinct[k]).collect(), endless)
            }
            (Form::Keys(keys), Scores::Keys(distinct)) => {
                above(&keys[class], places.map(|k| distinct[k]).collect(), endless)
            }
            (Form::Fractions(values), Scores::Fractions(distinct)) => {
                above(&values[class], places.map(|k| distinct[k].clone()).collect(), endless)
            }
            _ => unreachable!("the model is that of the column"),
        }
    }

    /// The model with these scores, `positive` being the number of the positive class; `None`
    /// without samples. O(n log n).
    ///
    /// ```
    /// # use exactile::{Rational, threshold::ScoreColumn};
    /// # let mut column = ScoreColumn::new();
    /// # for (score, class) in [("0.9", 1), ("0.6", 0), ("0.4", 1), ("0.2", 0)] {
    /// #     column.push(class, &score.parse::<Rational>()?, 1);
    /// # }
    /// // Positives have the scores 0.9 and 0.4, negatives 0.6 and 0.2.
    /// let model = column.into_model("logistic", 1).expect("samples");
    /// assert_eq!((model.name(), model.distinct()), ("logistic", 4));
    /// assert!(ScoreColumn::new().into_model("empty", 1).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If there are 2^64 samples or more.
    pub fn into_model(self, name: impl Into<String>, positive: usize) -> Option<ScoredModel> {
        let Self { form, counts, scale } = self;
        let negative = 1 - positive;
        fn order<T>([first, second]: [T; 2], negative: usize) -> [T; 2] {
            if negative == 0 { [first, second] } else { [second, first] }
        }
        let counts = counts.map(|counts| order(counts, negative));
        let (scores, passed) = match form {
            Form::Fixed { places, units } => {
                let units = order(units, negative);
                let counted = if counts.is_none() { counted(&units) } else { None };
                let (units, passed) = counted.unwrap_or_else(|| grouped(units, counts));
                (Scores::Fixed { places, units }, passed)
            }
            Form::Keys(keys) => {
                let (keys, passed) = grouped(order(keys, negative), counts);
                (Scores::Keys(keys), passed)
            }
            Form::Fractions(values) => {
                let (values, passed) = grouped(order(values, negative), counts);
                (Scores::Fractions(values), passed)
            }
        };
        ScoredModel::new(name.into(), scores, passed, scale)
    }
}

/// Returns, for each score, the number of thresholds above it: `endless` beyond all scores, and
/// these descending ones.
fn above<K: Ord>(scores: &[K], thresholds: Vec<K>, endless: usize) -> Vec<u16> {
    let count = |score: &K| endless + thresholds.partition_point(|threshold| score < threshold);
    scores.iter().map(|score| u16::try_from(count(score)).expect("few thresholds")).collect()
}

/// Returns the models of several columns with names, all on the same samples; `None` without
/// samples. Uses all cores. O(n log n) for each.
///
/// ```
/// use exactile::Rational;
/// use exactile::threshold::{ScoreColumn, scored_models};
/// let mut column = ScoreColumn::new();
/// column.push(1, &Rational::ONE, 1);
/// let models = scored_models(vec![("a".into(), column.clone()), ("b".into(), column)], 1);
/// assert_eq!(models.expect("samples").len(), 2);
/// ```
///
/// # Panics
/// If there are 2^64 samples or more.
pub fn scored_models(
    columns: Vec<(String, ScoreColumn)>,
    positive: usize,
) -> Option<Vec<ScoredModel>> {
    let models = map_owned(columns, |(name, column)| column.into_model(name, positive));
    models.into_iter().collect()
}

/// The same as [`grouped`] for whole numbers of one sample each, without sorting: they are counted
/// one by one. `None` if so many numbers lie between the least and the greatest that counts would
/// be slower. O(n).
fn counted(units: &[Vec<i64>; 2]) -> Option<(Vec<i64>, Vec<[u64; 2]>)> {
    let samples = units[0].len() + units[1].len();
    let ends = units.iter().filter_map(|units| Some([*units.iter().min()?, *units.iter().max()?]));
    let [least, greatest] =
        ends.reduce(|one, other| [one[0].min(other[0]), one[1].max(other[1])])?;
    let place = |score: i64| usize::try_from(score.abs_diff(least)).ok();
    let last = place(greatest).filter(|last| *last <= samples / 4)?;
    u32::try_from(samples).ok()?;
    let mut counts = vec![[0_u32; 2]; last + 1];
    for (class, units) in units.iter().enumerate() {
        for &score in units {
            counts[place(score)?][class] += 1;
        }
    }
    let distinct = counts.iter().filter(|counts| **counts != [0, 0]).count();
    let (mut scores, mut passed) = (Vec::with_capacity(distinct), Vec::with_capacity(distinct));
    let (mut sums, mut score) = ([0; 2], greatest);
    for counts in counts.into_iter().rev() {
        if counts != [0, 0] {
            sums = [sums[0] + u64::from(counts[0]), sums[1] + u64::from(counts[1])];
            scores.push(score);
            passed.push(sums);
        }
        // The least of all may have no number before it.
        score = score.saturating_sub(1);
    }
    Some((scores, passed))
}

/// Distinct scores from the greatest, each with the samples of both classes that have at least it.
fn grouped<K: Ord + Clone + Send>(
    mut scores: [Vec<K>; 2],
    counts: Option<[Vec<u64>; 2]>,
) -> (Vec<K>, Vec<[u64; 2]>) {
    let mut merged = Merged::default();
    match counts {
        None => {
            let [negatives, positives] = &mut scores;
            join(|| negatives.sort_unstable(), || positives.sort_unstable());
            merged.merge(scores.map(|scores| scores.into_iter().rev().map(|score| (score, 1))));
        }
        Some(counts) => {
            let sorted = |(scores, counts): (Vec<K>, Vec<u64>)| {
                let mut pairs: Vec<(K, u64)> = scores.into_iter().zip(counts).collect();
                pairs.sort_unstable();
                pairs.into_iter().rev()
            };
            let [negatives, positives] = scores;
            let [of_negatives, of_positives] = counts;
            merged.merge([sorted((negatives, of_negatives)), sorted((positives, of_positives))]);
        }
    }
    (merged.scores, merged.passed)
}

struct Merged<K> {
    scores: Vec<K>,
    passed: Vec<[u64; 2]>,
}

impl<K> Default for Merged<K> {
    fn default() -> Self {
        Self { scores: Vec::new(), passed: Vec::new() }
    }
}

impl<K: Ord> Merged<K> {
    /// Merges two descending sequences.
    fn merge<I: Iterator<Item = (K, u64)>>(&mut self, sequences: [I; 2]) {
        let [mut negatives, mut positives] = sequences.map(Iterator::peekable);
        let mut passed = [0_u64; 2];
        loop {
            let class = match (negatives.peek(), positives.peek()) {
                (None, None) => return,
                (Some(_), None) => 0,
                (None, Some(_)) => 1,
                (Some((negative, _)), Some((positive, _))) => usize::from(positive > negative),
            };
            let next = if class == 0 { negatives.next() } else { positives.next() };
            let Some((score, count)) = next else { return };
            passed[class] = passed[class].checked_add(count).expect("fewer than 2^64 samples");
            if self.scores.last() == Some(&score) {
                if let Some(last) = self.passed.last_mut() {
                    *last = passed;
                }
            } else {
                self.scores.push(score);
                self.passed.push(passed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counting_is_sorting() {
        let mut draw = 1_u64;
        for (range, samples) in [(1, 1), (1, 40), (7, 100), (900, 5000), (3000, 1000), (9, 0)] {
            for least in [0, -4, i64::MIN, i64::MAX - range] {
                let mut units = [Vec::new(), Vec::new()];
                for _ in 0..samples {
                    draw = draw.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                    let score = i64::try_from(draw >> 33).expect("31 bits") % (range + 1);
                    units[usize::from(draw >> 62 == 0)].push(least + score);
                }
                let is_dense = samples > 0 && range <= samples / 4;
                match counted(&units) {
                    Some(found) => assert_eq!(found, grouped(units, None)),
                    None => assert!(!is_dense, "{range} {samples}"),
                }
            }
        }
    }
}
