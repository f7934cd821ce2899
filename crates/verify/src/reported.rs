//! Printed scores: which values a text stands for, and of which numbers of samples.

use std::ops::RangeInclusive;

use num_bigint::BigInt;

use super::metrics::Cells;
use super::schema::Stop;
use exactile::num::Rational;

/// How printed numbers were rounded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PrintedRounding {
    /// To the nearest, ties either way.
    #[default]
    Nearest,
    /// Towards zero.
    Truncated,
    /// Unknown: one unit of the last place either way.
    Unit,
}

/// A score as it was reported.
#[derive(Clone, Debug)]
pub struct PrintedScore {
    /// What it is called in the row.
    pub name: String,
    /// The program's name of the metric.
    pub metric: String,
    /// The number as it was printed.
    pub text: String,
}

/// A row of reported scores of one test.
#[derive(Clone, Debug)]
pub struct PrintedRow {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// How many positive samples there may have been.
    pub positives: RangeInclusive<u64>,
    /// How many negative samples there may have been.
    pub negatives: RangeInclusive<u64>,
    /// How many samples of both classes there may have been, if that is said.
    pub samples: Option<RangeInclusive<u64>>,
    /// The scores.
    pub scores: Vec<PrintedScore>,
    /// The folds or tests over which they are means, if they are.
    pub folds: Option<PrintedFolds>,
}

/// What is known of the tests whose scores were averaged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PrintedFolds {
    /// The numbers of positive and negative samples of each test.
    Known(Vec<[u64; 2]>),
    /// Folds that have each class in numbers that differ by one at most.
    Stratified {
        /// How many folds.
        folds: u64,
        /// Positive and negative samples of all folds.
        samples: [u64; 2],
    },
    /// Folds of any composition, each with a sample at least.
    Unknown {
        /// How many folds.
        folds: u64,
        /// Positive and negative samples of all folds.
        samples: [u64; 2],
    },
}

/// Rows of reported scores, and how they are to be read.
#[derive(Clone, Debug, Default)]
pub struct PrintedRows {
    /// The rows.
    pub rows: Vec<PrintedRow>,
    /// How the numbers were rounded.
    pub rounding: PrintedRounding,
    /// Whether all numbers are in percent.
    pub is_percent: bool,
}

/// An interval of values, each end with whether it belongs to it.
#[derive(Clone, Debug)]
pub(super) struct Interval {
    pub(super) low: (Rational, bool),
    pub(super) high: (Rational, bool),
    /// One of the last printed place; 0 for a fraction.
    pub(super) unit: Rational,
}

impl Interval {
    /// The numbers that are printed so; `None` if it is no number.
    pub(super) fn new(text: &str, rounding: PrintedRounding, is_percent: bool) -> Option<Self> {
        let text = text.trim();
        let number = text.strip_suffix('%').map_or(text, str::trim_end);
        let scale = match is_percent || number.len() < text.len() {
            true => Rational::new(1, 100),
            false => Rational::ONE,
        };
        let printed = number.parse::<Rational>().ok()? * &scale;
        let unit = if number.contains('/') {
            Rational::ZERO
        } else {
            let (digits, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
            let places = digits.split_once('.').map_or(0, |(_, places)| places.len());
            let power = exponent.parse::<i64>().ok()? - i64::try_from(places).ok()?;
            let ten = BigInt::from(10).pow(u32::try_from(power.unsigned_abs()).ok()?);
            let unit = if power < 0 { Rational::new(1, ten) } else { ten.into() };
            unit * scale
        };
        let far = match rounding {
            PrintedRounding::Nearest => &unit / &Rational::from(2),
            _ => unit.clone(),
        };
        let (mut low, mut high) = ((&printed - &far, true), (&printed + &far, true));
        if rounding == PrintedRounding::Truncated && !unit.is_zero() {
            low.1 = false;
            high.1 = false;
            if printed.is_positive() {
                low = (printed.clone(), true);
            }
            if printed.is_negative() {
                high = (printed, true);
            }
        }
        Some(Self { low, high, unit })
    }

    /// What is nearer to it than so many units.
    pub(super) fn nearer_than(&self, units: &Rational) -> Self {
        if self.unit.is_zero() {
            return self.clone();
        }
        let reach = &self.unit * units;
        let (low, high) = (&self.low.0 - &reach, &self.high.0 + &reach);
        Self { low: (low, false), high: (high, false), unit: self.unit.clone() }
    }
}

/// Numbers of samples of the two classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) positives: u64,
    pub(super) negatives: u64,
}

impl Size {
    pub(super) fn counts(self, [tp, tn]: [u64; 2]) -> [u64; 4] {
        [tn, self.negatives - tn, self.positives - tp, tp]
    }
}

pub(super) fn cells(counts: [u64; 4]) -> Cells {
    Cells::new(counts.map(|count| BigInt::from(count).into()))
}

/// Sizes, lines of confusion matrices and single matrices that are looked at for one question.
pub(super) const MOST_WORK: u64 = 5_000_000;

impl PrintedRow {
    /// The sizes, by P and N; unknown if they are too many.
    pub(super) fn sizes(&self) -> Result<Vec<Size>, Stop> {
        let too_many = || Stop::Unknown("so many sizes of tests are not checked here".to_owned());
        let (mut first, mut last) = (*self.positives.start(), *self.positives.end());
        if let Some(samples) = &self.samples {
            first = first.max(samples.start().saturating_sub(*self.negatives.end()));
            last = last.min(*samples.end());
        }
        if last.saturating_sub(first) > MOST_WORK {
            return Err(too_many());
        }
        let mut sizes = Vec::new();
        for positives in first..=last {
            let (mut least, mut most) = (*self.negatives.start(), *self.negatives.end());
            if let Some(samples) = &self.samples {
                least = least.max(samples.start().saturating_sub(positives));
                most = most.min(samples.end() - positives);
            }
            if most.saturating_sub(least) + sizes.len() as u64 > MOST_WORK {
                return Err(too_many());
            }
            sizes.extend((least..=most).map(|negatives| Size { positives, negatives }));
        }
        sizes.retain(|size| size.positives + size.negatives > 0);
        Ok(sizes)
    }
}
