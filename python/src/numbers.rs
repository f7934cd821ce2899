//! The engine's numbers as Python's. The only place that knows the engine's types of numbers.

use exactile::num::{Rational, Value};
use exactile::score::Metric;
use pyo3::exceptions::{PyAttributeError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

/// A rational as the package's `Fraction`.
pub(crate) fn fraction<'py>(py: Python<'py>, value: &Rational) -> PyResult<Bound<'py, PyAny>> {
    static FRACTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = FRACTION.import(py, "exactile._numbers", "Exact")?;
    let (numerator, denominator) = (value.numerator(), value.denominator());
    match (i64::try_from(&numerator), i64::try_from(&denominator)) {
        (Ok(numerator), Ok(1)) => class.call1((numerator,)),
        (Ok(numerator), Ok(denominator)) => class.call1((numerator, denominator)),
        _ => class.call1((numerator, denominator)),
    }
}

/// A value of a metric: a `Fraction`, a float that is infinite, the reason why it is undefined, or
/// the lower end, the upper end and the closed form of a number that is not rational.
pub(crate) fn metric_value<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Exact(value) => fraction(py, value)?,
        Value::Infinity => f64::INFINITY.into_pyobject(py)?.into_any(),
        Value::NegativeInfinity => f64::NEG_INFINITY.into_pyobject(py)?.into_any(),
        Value::Undefined(reason) => reason.into_pyobject(py)?.into_any(),
        Value::Enclosed(decimals) => {
            let [lower, upper] = decimals.decimals();
            (lower, upper, value.to_string()).into_pyobject(py)?.into_any()
        }
        Value::Logarithms(_) | Value::Certified(_) | Value::Decimal(_) => {
            unreachable!("a metric's value is rational, infinite, undefined or enclosed")
        }
    })
}

/// The name of a metric as results have it, and which values of it are better: `higher`, `lower`,
/// or neither; `None` if no metric is called so.
#[pyfunction]
pub(crate) fn metric(name: &str) -> Option<(String, Option<&'static str>)> {
    let metric: Metric = name.parse().ok()?;
    Some((metric.to_string(), metric.orientation().name()))
}

/// Returns `true` for an exception by which a value says that it has no such number. Any other one,
/// of a method of the caller's or an interrupt, comes through to the caller.
pub(crate) fn is_fault(py: Python<'_>, error: &PyErr) -> bool {
    error.is_instance_of::<PyAttributeError>(py)
        || error.is_instance_of::<PyTypeError>(py)
        || error.is_instance_of::<PyValueError>(py)
        || error.is_instance_of::<PyOverflowError>(py)
}

/// A Python number as an exact one: integers, `Fraction`, `Decimal`, and floats as the binary
/// fractions that they are.
pub(crate) fn rational(value: &Bound<'_, PyAny>) -> PyResult<Rational> {
    let (numerator, denominator): (num_bigint::BigInt, num_bigint::BigInt) =
        match value.call_method0("as_integer_ratio") {
            Ok(ratio) => ratio.extract()?,
            // Integers of NumPy have no ratio.
            Err(error) if is_fault(value.py(), &error) => {
                let other = |other| if is_fault(value.py(), &other) { error } else { other };
                (value.extract().map_err(other)?, 1.into())
            }
            Err(interrupt) => return Err(interrupt),
        };
    Ok(Rational::new(numerator, denominator))
}
