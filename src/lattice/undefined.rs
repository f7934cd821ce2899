//! Reasons why a metric is undefined on matrices of a lattice.

use std::collections::BTreeSet;

use super::Lattice;
use crate::performance::ConfusionMatrix;
use crate::score::Metric;

impl Lattice {
    /// The reasons why a metric is undefined on some of the matrices, such as `TP + FP = 0`, in
    /// alphabetical order; none if it is defined on all.
    ///
    /// Each reason is that some of the counts are all zero, so it holds on a corner of the lattice,
    /// on a side, or on all of it. The middle of each of these has no other reason that comes
    /// before.
    ///
    /// ```
    /// use exactile::Metric;
    /// use exactile::lattice::Lattice;
    /// let lattice = Lattice::new(3, 4)?;
    /// assert_eq!(lattice.where_undefined(&Metric::Mcc), ["TN + FN = 0", "TP + FP = 0"]);
    /// assert!(lattice.where_undefined(&Metric::BalancedAccuracy).is_empty());
    /// # Ok::<(), exactile::lattice::LatticeError>(())
    /// ```
    pub fn where_undefined(&self, metric: &Metric) -> Vec<&'static str> {
        let places = |most: u64| [0, most / 2, most];
        let mut reasons = BTreeSet::new();
        for tp in places(self.positives()) {
            for tn in places(self.negatives()) {
                let (fp, fn_) = (self.negatives() - tn, self.positives() - tp);
                let matrix = ConfusionMatrix::from_counts(tn, fp, fn_, tp);
                reasons.extend(matrix.ok().and_then(|matrix| metric.undefined_at(&matrix)));
            }
        }
        reasons.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_those_of_all_matrices() {
        let named = ["r(0,0)", "r(1,1)", "p(tp|tp,fp)", "ranking(1,1,0,0)"];
        let named = named.iter().map(|name| name.parse::<Metric>().expect("a metric"));
        let metrics: Vec<Metric> = Metric::all().into_iter().chain(named).collect();
        for (positives, negatives) in [(1, 1), (1, 2), (2, 3), (4, 3), (5, 6), (0, 3), (3, 0)] {
            let Ok(lattice) = Lattice::new(positives, negatives) else { continue };
            for metric in &metrics {
                let mut expected = BTreeSet::new();
                for tp in 0..=positives {
                    for tn in 0..=negatives {
                        let (fp, fn_) = (negatives - tn, positives - tp);
                        let matrix =
                            ConfusionMatrix::from_counts(tn, fp, fn_, tp).expect("samples");
                        let reason = metric.value(&matrix).undefined();
                        assert_eq!(metric.undefined_at(&matrix), reason, "{metric}");
                        expected.extend(reason);
                    }
                }
                let found = lattice.where_undefined(metric);
                assert!(found.iter().copied().eq(expected), "{metric} {positives} {negatives}");
            }
        }
    }
}
