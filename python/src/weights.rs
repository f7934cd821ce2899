//! Weights of samples, and their exact sums.

use std::collections::BTreeMap;

use exactile::num::Rational;
use exactile::performance::Label;
use num_bigint::BigInt;
use numpy::PyReadonlyArray1;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::numbers::{is_fault, rational};
use crate::work::Steps;

/// A weight per sample.
pub(crate) struct Weights {
    /// The weights; of those that are missing, any.
    pub(crate) values: WeightValues,
    /// The rows whose weight is missing, increasing; they are left out.
    missing: Vec<usize>,
}

/// Weights, none of them negative.
pub(crate) enum WeightValues {
    /// Whole numbers: how many samples each row stands for.
    Counts(Vec<u64>),
    /// Doubles, as the binary fractions that they are.
    Doubles(Vec<f64>),
    /// Exact numbers of any kind.
    Exact(Vec<Rational>),
}

impl Weights {
    /// The weights of an array, or of a sequence of numbers. Missing ones are refused unless their
    /// rows are to be left out.
    fn new(kind: &str, data: &Bound<'_, PyAny>, drop_missing: bool) -> PyResult<Self> {
        let mut missing = Vec::new();
        let mut is_left_out = |row: usize| {
            if drop_missing {
                missing.push(row);
            }
            drop_missing
        };
        let values = match kind {
            "int64" => {
                let array: PyReadonlyArray1<'_, i64> = data.extract()?;
                let weights = array.as_array();
                let counts = weights.iter().enumerate().map(|(row, weight)| {
                    u64::try_from(*weight).map_err(|_| unfit(row, &weight.to_string()))
                });
                WeightValues::Counts(counts.collect::<PyResult<_>>()?)
            }
            "float64" => {
                let array: PyReadonlyArray1<'_, f64> = data.extract()?;
                let mut weights = array.as_array().to_vec();
                for (row, weight) in weights.iter_mut().enumerate() {
                    if weight.is_nan() && is_left_out(row) {
                        *weight = 0.0;
                    } else if !weight.is_finite() || *weight < 0.0 {
                        return Err(unfit(row, &weight.to_string()));
                    }
                }
                WeightValues::of_doubles(weights)
            }
            _ => WeightValues::of_objects(data, is_left_out)?,
        };
        Ok(Self { values, missing })
    }

    pub(crate) fn len(&self) -> usize {
        match &self.values {
            WeightValues::Counts(weights) => weights.len(),
            WeightValues::Doubles(weights) => weights.len(),
            WeightValues::Exact(weights) => weights.len(),
        }
    }

    /// Returns `true` if the row is to be left out because it has no weight.
    pub(crate) fn is_missing(&self, row: usize) -> bool {
        !self.missing.is_empty() && self.missing.binary_search(&row).is_ok()
    }

    /// Returns `true` if the weights say how many samples a row stands for.
    pub(crate) fn are_counts(&self) -> bool {
        matches!(self.values, WeightValues::Counts(_))
    }

    /// Refuses another number of weights than of samples.
    pub(crate) fn check_length(&self, samples: usize) -> PyResult<()> {
        if self.len() == samples {
            return Ok(());
        }
        let what = format!("sample_weight has {} values for {samples} samples", self.len());
        Err(PyValueError::new_err(what))
    }
}

impl WeightValues {
    /// The weight of a row as the text of an exact number.
    pub(crate) fn exact(&self, row: usize) -> String {
        match self {
            Self::Counts(counts) => counts[row].to_string(),
            Self::Doubles(weights) => {
                Rational::try_from(weights[row]).expect("they are finite").to_string()
            }
            Self::Exact(weights) => weights[row].to_string(),
        }
    }

    /// Doubles that are whole numbers count samples, as integers do.
    fn of_doubles(weights: Vec<f64>) -> Self {
        const WHOLE: f64 = 9_007_199_254_740_992.0;
        if weights.iter().all(|weight| weight.fract() == 0.0 && *weight <= WHOLE) {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "whole, not negative and at most 2^53"
            )]
            return Self::Counts(weights.into_iter().map(|weight| weight as u64).collect());
        }
        Self::Doubles(weights)
    }

    fn of_objects(
        data: &Bound<'_, PyAny>,
        mut is_left_out: impl FnMut(usize) -> bool,
    ) -> PyResult<Self> {
        const FEW: usize = 1 << 10;
        let mut weights = Vec::new();
        let mut steps = Steps::new(data.py(), data.len()?, "weights");
        for (row, item) in data.try_iter()?.enumerate() {
            if row % FEW == 0 {
                steps.look(row)?;
            }
            let item = item?;
            // NaN and infinity have no ratio, None has not even the method.
            let weight = match rational(&item) {
                Ok(weight) => Some(weight).filter(|weight| !weight.is_negative()),
                Err(error) if is_fault(item.py(), &error) => None,
                Err(interrupt) => return Err(interrupt),
            };
            let Some(weight) = weight else {
                let text = item.str()?.to_string();
                if Label::is_missing(&text) && is_left_out(row) {
                    weights.push(Rational::ZERO);
                    continue;
                }
                return Err(unfit(row, &text));
            };
            weights.push(weight);
        }
        let counts = weights.iter().map(|weight| match weight.is_integer() {
            true => u64::try_from(&weight.numerator()).ok(),
            false => None,
        });
        match counts.collect::<Option<Vec<u64>>>() {
            Some(counts) => Ok(Self::Counts(counts)),
            None => Ok(Self::Exact(weights)),
        }
    }
}

/// The error that whole weights stand for more samples than are counted.
pub(crate) fn too_heavy() -> PyErr {
    let hint = "hint: divide all weights by the same number";
    PyValueError::new_err(format!("sample_weight adds up to 2^64 or more\n{hint}"))
}

fn unfit(row: usize, weight: &str) -> PyErr {
    let what = format!("sample_weight, row {row}: {weight} is no weight");
    let hint = match Label::is_missing(weight) {
        true => "fill it in, or leave out all rows that lack a value with drop_missing=True",
        false => "weights are finite numbers of 0 or more",
    };
    PyValueError::new_err(format!("{what}\nhint: {hint}"))
}

/// The sum of some weights.
#[derive(Clone, Default)]
pub(crate) struct WeightSum {
    /// The samples that rows stand for, or where weights do not count samples, the rows.
    counts: u64,
    /// Sums of mantissas, by exponent of 2. Below 2^53 each, so that 2^74 of them fit.
    mantissas: BTreeMap<i32, i128>,
    exact: Option<Rational>,
    /// The sum is not that of `counts`.
    is_weight: bool,
}

impl WeightSum {
    /// Adds the weight of a row.
    #[inline]
    pub(crate) fn add(&mut self, weights: Option<&Weights>, row: usize) -> PyResult<()> {
        match weights.map(|weights| &weights.values) {
            None => self.counts += 1,
            Some(WeightValues::Counts(counts)) => {
                self.counts = self.counts.checked_add(counts[row]).ok_or_else(too_heavy)?;
            }
            Some(WeightValues::Doubles(weights)) => {
                self.counts += 1;
                self.is_weight = true;
                let (mantissa, exponent) = decoded(weights[row]);
                *self.mantissas.entry(exponent).or_insert(0) += mantissa;
            }
            Some(WeightValues::Exact(weights)) => {
                self.counts += 1;
                self.is_weight = true;
                let sum = self.exact.get_or_insert(Rational::ZERO);
                *sum += &weights[row];
            }
        }
        Ok(())
    }

    /// The number of samples, where weights are counts; otherwise of rows.
    pub(crate) fn count(&self) -> u64 {
        self.counts
    }

    /// The exact sum.
    pub(crate) fn total(&self) -> Rational {
        let counts = if self.is_weight { 0 } else { self.counts };
        let mut total = Rational::from(BigInt::from(counts));
        for (exponent, sum) in &self.mantissas {
            let (mantissa, power) =
                (BigInt::from(*sum), BigInt::from(1) << exponent.unsigned_abs());
            total += &match exponent {
                0.. => Rational::new(mantissa * power, 1),
                _ => Rational::new(mantissa, power),
            };
        }
        if let Some(exact) = &self.exact {
            total += exact;
        }
        total
    }
}

/// A finite double that is not negative, as `mantissa * 2^exponent`.
fn decoded(value: f64) -> (i128, i32) {
    const FRACTION: u32 = f64::MANTISSA_DIGITS - 1;
    let bits = value.to_bits();
    let fraction = i128::from(bits & ((1 << FRACTION) - 1));
    let exponent = i32::try_from(bits >> FRACTION & 0x7ff).expect("11 bits");
    match exponent {
        0 => (fraction, -1074),
        _ => (fraction | 1 << FRACTION, exponent - 1075),
    }
}

/// The number of weights that a sequence has to have is not known before its columns are.
pub(crate) fn weights(
    given: Option<(String, Bound<'_, PyAny>)>,
    drop_missing: bool,
) -> PyResult<Option<Weights>> {
    let Some((kind, data)) = given else { return Ok(None) };
    if data.is_instance_of::<pyo3::types::PyString>() {
        return Err(PyTypeError::new_err("sample_weight is text"));
    }
    Weights::new(&kind, &data, drop_missing).map(Some)
}
