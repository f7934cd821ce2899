//! Samples of one class: there accuracy is the rate of that class.

use crate::lattice::{Lattice, LatticeError};
use crate::score::Metric;

/// The metric and the further test by which a question is answered on samples of one class: its
/// rate in place of accuracy, which is equal, and a test with a sample of the other class, which
/// takes no part. A test of both classes stays as it is.
///
/// ```
/// use exactile::contest::on_one_class;
/// use exactile::lattice::Lattice;
/// use exactile::score::Metric;
/// let (metric, test) = on_one_class(&Metric::Accuracy, Lattice::new(100, 0)?)?;
/// assert_eq!((metric, test), (Metric::Tpr, Lattice::new(100, 1)?));
/// assert!(on_one_class(&Metric::Tnr, Lattice::new(100, 0)?).is_err());
/// # Ok::<(), exactile::lattice::LatticeError>(())
/// ```
///
/// # Errors
/// A metric that needs samples of the class without any.
pub fn on_one_class(metric: &Metric, test: Lattice) -> Result<(Metric, Lattice), LatticeError> {
    let (rate, error, both) = match (test.positives(), test.negatives()) {
        (positives, 0) if positives > 0 => (Metric::Tpr, Metric::Fnr, Lattice::new(positives, 1)?),
        (0, negatives) if negatives > 0 => (Metric::Tnr, Metric::Fpr, Lattice::new(1, negatives)?),
        _ => return Ok((metric.clone(), test)),
    };
    match metric {
        Metric::Accuracy => Ok((rate, both)),
        Metric::ErrorRate => Ok((error, both)),
        known if *known == rate || *known == error => Ok((known.clone(), both)),
        _ => {
            test.check_both_classes()?;
            Ok((metric.clone(), test))
        }
    }
}
