//! Joint counts in JSON: the samples that pairs of classifiers both have right.
//!
//! Besides its matrix, each classifier has `both_tn` and `both_tp`: for each classifier before it
//! in the list, the negatives and the positives that both have right. For two classifiers this is
//! the table of McNemar's test; for more it is a compact form if the patterns of all classifiers
//! are too many.

use serde_json::value::RawValue;

use exactile::num::{Rational, abbreviated};
use exactile::performance::{Classifier, JointClass, JointResults};

use super::error::InputErrorKind;
use super::joint::MOST_CLASSIFIERS;
use super::json_text::{Entry, position};

/// The keys, of the negative and of the positive class.
const KEYS: [&str; 2] = ["both_tn", "both_tp"];

/// A faulty value and its fault.
type Wrong<'t> = (&'t RawValue, InputErrorKind);

/// The joint counts of the objects read so far.
#[derive(Default)]
pub(super) struct JointObjects {
    /// For each class, the samples that both i and j have right, for i <= j at `j (j + 1)/2 + i`.
    both_right: [Vec<u64>; 2],
    /// For each class, the number of samples.
    samples: [u64; 2],
    /// The number of objects, and that of the objects with joint counts.
    objects: usize,
    joint: usize,
}

impl JointObjects {
    /// Returns the positions of the joint counts of an object.
    pub(super) fn keys(entries: &[Entry<'_>]) -> Vec<usize> {
        KEYS.iter().filter_map(|key| position(entries, key)).collect()
    }

    /// Adds the object of a classifier.
    pub(super) fn add<'t>(
        &mut self,
        raw: &'t RawValue,
        entries: &[Entry<'t>],
        classifier: &Classifier,
    ) -> Result<(), Wrong<'t>> {
        self.objects += 1;
        let lists = KEYS.map(|key| position(entries, key).map(|index| entries[index].value));
        let [Some(tn), Some(tp)] = lists else {
            let found = lists.into_iter().flatten().next();
            if found.is_none() && self.joint == 0 {
                return Ok(());
            }
            let what = "both_tn beside both_tp, in all objects or in none,";
            return Err(wrong(found.unwrap_or(raw), what));
        };
        self.joint += 1;
        if self.objects > MOST_CLASSIFIERS {
            return Err(wrong(raw, "no more than 1400 objects with joint counts"));
        }
        if self.joint != self.objects {
            let what = "both_tn beside both_tp, in all objects or in none,";
            return Err(wrong(raw, what));
        }
        let matrix = &classifier.matrix;
        let right_and_wrong = [(matrix.tn(), matrix.fp()), (matrix.tp(), matrix.fn_())];
        for (class, (list, cells)) in [tn, tp].into_iter().zip(right_and_wrong).enumerate() {
            let (Some(right), Some(missed)) = (whole(cells.0), whole(cells.1)) else {
                return Err(wrong(raw, "a matrix of whole numbers beside joint counts"));
            };
            let samples = right.saturating_add(missed);
            if self.joint > 1 && samples != self.samples[class] {
                return Err(wrong(raw, "a matrix of the same samples as before"));
            }
            self.samples[class] = samples;
            self.row(class, list, right)?;
        }
        Ok(())
    }

    /// Adds the samples that a classifier has right together with each one before it, and alone.
    fn row<'t>(&mut self, class: usize, list: &'t RawValue, right: u64) -> Result<(), Wrong<'t>> {
        let row: Vec<u64> = serde_json::from_str(list.get()).unwrap_or_default();
        if row.len() != self.joint - 1 || !list.get().starts_with('[') {
            return Err(wrong(list, "a list with a count for each classifier before this one"));
        }
        let (both_right, samples) = (&mut self.both_right[class], self.samples[class]);
        for (i, &both) in row.iter().enumerate() {
            let own = both_right[i * (i + 1) / 2 + i];
            let either = u128::from(own) + u128::from(right);
            if both > own.min(right) || either > u128::from(samples) + u128::from(both) {
                return Err(wrong(list, "a list that the matrices allow"));
            }
        }
        both_right.extend(row);
        both_right.push(right);
        Ok(())
    }

    /// Returns the joint results, if objects have any.
    pub(super) fn finish(self) -> Option<JointResults> {
        if self.joint == 0 {
            return None;
        }
        let [negative, positive] = self.both_right;
        let [negatives, positives] = self.samples;
        let class = |samples, both_right| JointClass::new(samples, both_right, None);
        Some(JointResults::new(class(positives, positive), class(negatives, negative)))
    }
}

fn wrong<'t>(part: &'t RawValue, what: &'static str) -> Wrong<'t> {
    (part, InputErrorKind::WrongType { what, text: abbreviated(part.get()) })
}

/// Returns a number as a count, if it is one.
fn whole(number: &Rational) -> Option<u64> {
    number.is_integer().then(|| u64::try_from(&number.numerator()).ok())?
}
