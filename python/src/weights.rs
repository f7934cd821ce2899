//! Weights of samples, and their exact sums.

use std::collections::BTreeMap;

use exactile::num::Rational;
use num_bigint::BigInt;
use numpy::PyReadonlyArray1;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::numbers::rational;

/// A weight per sample, none of them negative.
pub(crate) enum Weights {
    /// Whole numbers: how many samples each row stands for.
    Counts(Vec<u64>),
    /// Doubles, as the binary fractions that they are.
    Doubles(Vec<f64>),
    /// Exact numbers of any kind.
    Exact(Vec<Rational>),
}

impl Weights {
    /// The weights of an array, or of a sequence of numbers.
    pub(crate) fn new(kind: &str, data: &Bound<'_, PyAny>) -> PyResult<Self> {
        match kind {
            "int64" => {
                let array: PyReadonlyArray1<'_, i64> = data.extract()?;
                let weights = array.as_array();
                let counts = weights.iter().enumerate().map(|(row, weight)| {
                    u64::try_from(*weight).map_err(|_| unfit(row, &weight.to_string()))
                });
                counts.collect::<PyResult<_>>().map(Self::Counts)
            }
            "float64" => {
                let array: PyReadonlyArray1<'_, f64> = data.extract()?;
                let weights = array.as_array().to_vec();
                let is_fit = |weight: &f64| weight.is_finite() && *weight >= 0.0;
                match weights.iter().position(|weight| !is_fit(weight)) {
                    Some(row) => Err(unfit(row, &weights[row].to_string())),
                    None => Ok(Self::of_doubles(weights)),
                }
            }
            _ => Self::of_objects(data),
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

    fn of_objects(data: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut weights = Vec::new();
        for (row, item) in data.try_iter()?.enumerate() {
            let item = item?;
            // NaN and infinity have no ratio, None has not even the method.
            let weight = rational(&item).ok().filter(|weight| !weight.is_negative());
            let Some(weight) = weight else {
                let text = item.str().map_or_else(|_| "?".to_owned(), |text| text.to_string());
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

    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Counts(weights) => weights.len(),
            Self::Doubles(weights) => weights.len(),
            Self::Exact(weights) => weights.len(),
        }
    }

    /// Returns `true` if the weights say how many samples a row stands for.
    pub(crate) fn are_counts(&self) -> bool {
        matches!(self, Self::Counts(_))
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

fn unfit(row: usize, weight: &str) -> PyErr {
    let what = format!("sample_weight, row {row}: {weight} is no weight");
    PyValueError::new_err(format!("{what}\nhint: weights are finite numbers of 0 or more"))
}

/// The sum of some weights.
#[derive(Clone, Default)]
pub(crate) struct WeightSum {
    counts: u64,
    /// Sums of mantissas, by exponent of 2. Below 2^53 each, so that 2^74 of them fit.
    mantissas: BTreeMap<i32, i128>,
    exact: Option<Rational>,
}

impl WeightSum {
    /// Adds the weight of a row.
    #[inline]
    pub(crate) fn add(&mut self, weights: Option<&Weights>, row: usize) -> PyResult<()> {
        match weights {
            None => self.counts += 1,
            Some(Weights::Counts(counts)) => {
                self.counts = self.counts.checked_add(counts[row]).ok_or_else(|| {
                    PyValueError::new_err("sample_weight adds up to more than 2^64")
                })?;
            }
            Some(Weights::Doubles(weights)) => {
                let (mantissa, exponent) = decoded(weights[row]);
                *self.mantissas.entry(exponent).or_insert(0) += mantissa;
            }
            Some(Weights::Exact(weights)) => {
                let sum = self.exact.get_or_insert(Rational::ZERO);
                *sum += &weights[row];
            }
        }
        Ok(())
    }

    /// The number of samples, where weights are counts.
    pub(crate) fn count(&self) -> u64 {
        self.counts
    }

    /// The exact sum.
    pub(crate) fn total(&self) -> Rational {
        let mut total = Rational::from(BigInt::from(self.counts));
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
pub(crate) fn weights(given: Option<(String, Bound<'_, PyAny>)>) -> PyResult<Option<Weights>> {
    let Some((kind, data)) = given else { return Ok(None) };
    if data.is_instance_of::<pyo3::types::PyString>() {
        return Err(PyTypeError::new_err("sample_weight is text"));
    }
    Weights::new(&kind, &data).map(Some)
}
