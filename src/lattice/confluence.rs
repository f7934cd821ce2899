//! Confluence: which values a metric takes on the lattice, and how many matrices take each.
//!
//! Points of the lattice that lie on one contour of a metric have exactly the same value ("Never
//! mind the metrics", appendix F). Values are grouped and ordered by integers that are equal only
//! if the values are (see the module on ratios), never by rounding. O((P + 1)(N + 1) log) time,
//! memory for the distinct values only; metrics that are linear in (tp, tn) are counted without
//! sorting, in O((P + 1)(N + 1)).

use std::cmp::Ordering;

#[cfg(feature = "serde")]
use serde::ser::SerializeStruct;
#[cfg(feature = "serde")]
use serde::{Serialize, Serializer};

use super::error::unless_stopped;
use super::metric_on_lattice::MetricOnLattice;
use super::ordered::Convention;
use super::sorted::{Block, Part};
use super::{ExactValue, Lattice, LatticeError};
use crate::num::{Rational, Value};
use crate::score::Metric;
use crate::work::{Advance, Watch};

/// Memory for 16 bytes per distinct value at worst.
const MAX_MATRICES: u64 = 100_000_000;

/// The distinct values of a metric on a lattice, increasing, with the number of matrices of each.
#[derive(Clone, Debug)]
pub struct Confluence {
    on_lattice: MetricOnLattice,
    /// For each value a matrix that takes it, and how many do.
    values: Vec<(u32, u32)>,
    undefined: u64,
    /// The value that undefined matrices count as, if any was requested and there are any.
    convention: Option<Convention>,
    /// All matrices in the order of their values, if requested.
    points: Option<Vec<u64>>,
}

/// One distinct value of a metric on a lattice.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ConfluentValue {
    /// The value.
    pub value: Value,
    /// Number of matrices that take the value.
    pub count: u64,
    /// These matrices, as (tp, tn), if requested.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub points: Option<Vec<(u64, u64)>>,
}

impl Confluence {
    /// The values of a metric on a lattice.
    ///
    /// ```
    /// use exactile::lattice::{Confluence, Lattice};
    /// use exactile::{Metric, Rational};
    /// let lattice = Lattice::new(20, 40)?;
    /// let f1 = Confluence::new(&Metric::FBeta(Rational::ONE), lattice)?;
    /// assert_eq!(f1.distinct(), 594);
    /// let eleven: Vec<String> = f1
    ///     .values()
    ///     .filter(|value| value.count == 11)
    ///     .map(|value| value.value.to_string())
    ///     .collect();
    /// assert_eq!(eleven, ["2/5", "2/3"]);
    /// # Ok::<(), exactile::lattice::LatticeError>(())
    /// ```
    ///
    /// # Errors
    /// A lattice with too many matrices to list; [`Confluence::stream`] has no such limit.
    pub fn new(metric: &Metric, lattice: Lattice) -> Result<Self, LatticeError> {
        Self::counts_watched(metric, lattice, &Watch::never())
    }

    /// As [`Self::new`], or with `points` as [`Self::with_points`]. `advance` is called for parts
    /// of the lattice, and may stop the work: then there is no result.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn with_progress(
        metric: &Metric,
        lattice: Lattice,
        points: bool,
        advance: Advance<'_>,
    ) -> Result<Option<Self>, LatticeError> {
        let watch = Watch::new(advance);
        unless_stopped(if points {
            Self::points_watched(metric, lattice, &watch)
        } else {
            Self::counts_watched(metric, lattice, &watch)
        })
    }

    fn counts_watched(
        metric: &Metric,
        lattice: Lattice,
        watch: &Watch<'_>,
    ) -> Result<Self, LatticeError> {
        lattice.check_size(MAX_MATRICES)?;
        let on_lattice = MetricOnLattice::new(metric, lattice)?;
        let values = match counted(&on_lattice, watch)? {
            Some(values) => values,
            None => folded(&on_lattice, watch)?,
        };
        let undefined = on_lattice.undefined_count();
        Ok(Self { undefined, on_lattice, values, convention: None, points: None })
    }

    /// The same, with the matrices that take each value.
    ///
    /// ```
    /// use exactile::Metric;
    /// use exactile::lattice::{Confluence, Lattice};
    /// let accuracy = Confluence::with_points(&Metric::Accuracy, Lattice::new(1, 1)?)?;
    /// let middle = accuracy.values().nth(1).expect("0, 1/2 and 1");
    /// assert_eq!(middle.points, Some(vec![(0, 1), (1, 0)]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A lattice with too many matrices to list.
    pub fn with_points(metric: &Metric, lattice: Lattice) -> Result<Self, LatticeError> {
        Self::points_watched(metric, lattice, &Watch::never())
    }

    fn points_watched(
        metric: &Metric,
        lattice: Lattice,
        watch: &Watch<'_>,
    ) -> Result<Self, LatticeError> {
        lattice.check_size(MAX_MATRICES)?;
        let on_lattice = MetricOnLattice::new(metric, lattice)?;
        let (mut values, mut points) = (Vec::new(), Vec::new());
        on_lattice.for_each_block(
            Part::default(),
            |block| (first_and_count(block.clone()), block.points),
            |(part, positions)| {
                values.extend(part.into_iter().map(|(first, count)| (small(first), small(count))));
                points.extend(positions);
            },
            watch,
        )?;
        let undefined = on_lattice.undefined_count();
        Ok(Self { undefined, on_lattice, values, convention: None, points: Some(points) })
    }

    /// Counts the matrices on which the metric is undefined as having a value.
    ///
    /// ```
    /// use exactile::lattice::{Confluence, Lattice};
    /// use exactile::{Metric, Rational};
    /// let mcc = Confluence::new(&Metric::Mcc, Lattice::new(1, 1)?)?;
    /// assert_eq!((mcc.distinct(), mcc.undefined()), (2, 2));
    /// let zero = mcc.with_undefined_as(&Rational::ZERO)?;
    /// assert_eq!((zero.distinct(), zero.undefined()), (3, 0));
    /// # Ok::<(), exactile::lattice::LatticeError>(())
    /// ```
    ///
    /// # Errors
    /// A value that the metric is not compared with.
    pub fn with_undefined_as(mut self, value: &Rational) -> Result<Self, LatticeError> {
        let lattice = self.on_lattice.lattice;
        let undefined: Vec<u64> = self
            .on_lattice
            .undefined_points()
            .into_iter()
            .map(|(tp, tn)| lattice.index(tp, tn))
            .collect();
        let Some(&first) = undefined.first() else { return Ok(self) };
        let threshold = self.on_lattice.threshold(&ExactValue::Rational(value.clone()))?;
        let mut place = self.values.len();
        let mut is_alone = true;
        let mut start = 0;
        for (at, &(first, count)) in self.values.iter().enumerate() {
            let (tp, tn) = lattice.point(first.into());
            match self.on_lattice.order_at(tp, tn, &threshold)? {
                Ordering::Less => {}
                order => {
                    (place, is_alone) = (at, order == Ordering::Greater);
                    break;
                }
            }
            start += count as usize;
        }
        let count = small(u64::try_from(undefined.len()).expect("a count"));
        if is_alone {
            self.values.insert(place, (small(first), count));
        } else {
            self.values[place].1 += count;
        }
        if let Some(points) = &mut self.points {
            points.splice(start..start, undefined);
        }
        self.undefined = 0;
        self.convention = Some(Convention { value: value.clone(), place, is_alone });
        Ok(self)
    }

    /// Hands the distinct values and their counts to `visit`, increasing, without keeping them:
    /// for lattices too big to hold. With `undefined_as`, matrices on which the metric is undefined
    /// count as having that value. Returns the number of these matrices, whatever they count as.
    ///
    /// ```
    /// use exactile::Metric;
    /// use exactile::lattice::{Confluence, Lattice};
    /// let mut values = Vec::new();
    /// let lattice = Lattice::new(1, 1)?;
    /// let undefined = Confluence::stream(&Metric::Ppv, lattice, None, |value, count| {
    ///     values.push((value.to_string(), count));
    /// })?;
    /// assert_eq!(values, [("0".into(), 1), ("1/2".into(), 1), ("1".into(), 1)]);
    /// assert_eq!(undefined, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Counts so large that values need more than 127 bits; a value for undefined matrices that the
    /// metric is not compared with.
    pub fn stream(
        metric: &Metric,
        lattice: Lattice,
        undefined_as: Option<&Rational>,
        visit: impl FnMut(Value, u64),
    ) -> Result<u64, LatticeError> {
        Self::stream_watched(metric, lattice, undefined_as, visit, &Watch::never())
    }

    /// As [`Self::stream`]. `advance` is called for parts of the lattice, and may stop the work:
    /// then the number is `None`, and `visit` has received some of the values.
    ///
    /// # Errors
    /// As [`Self::stream`].
    pub fn stream_with_progress(
        metric: &Metric,
        lattice: Lattice,
        undefined_as: Option<&Rational>,
        visit: impl FnMut(Value, u64),
        advance: Advance<'_>,
    ) -> Result<Option<u64>, LatticeError> {
        let watch = Watch::new(advance);
        unless_stopped(Self::stream_watched(metric, lattice, undefined_as, visit, &watch))
    }

    fn stream_watched(
        metric: &Metric,
        lattice: Lattice,
        undefined_as: Option<&Rational>,
        mut visit: impl FnMut(Value, u64),
        watch: &Watch<'_>,
    ) -> Result<u64, LatticeError> {
        let on_lattice = MetricOnLattice::new(metric, lattice)?;
        let undefined = on_lattice.undefined_count();
        // The value of undefined matrices, until it has been handed on.
        let mut waiting = match undefined_as {
            Some(value) if undefined > 0 => {
                Some((on_lattice.threshold(&ExactValue::Rational(value.clone()))?, value))
            }
            _ => None,
        };
        let mut failure = Ok(());
        let consume = |part| {
            for (first, mut count) in part {
                let (tp, tn) = lattice.point(first);
                if let Some((threshold, value)) = &waiting {
                    match on_lattice.order_at(tp, tn, threshold) {
                        Ok(Ordering::Less) => {}
                        Ok(Ordering::Equal) => {
                            count += undefined;
                            waiting = None;
                        }
                        Ok(Ordering::Greater) => {
                            visit(Value::Exact((*value).clone()), undefined);
                            waiting = None;
                        }
                        Err(error) => failure = Err(error),
                    }
                }
                visit(on_lattice.value(tp, tn), count);
            }
        };
        on_lattice.for_each_block(Part::default(), first_and_count, consume, watch)?;
        if let Some((_, value)) = waiting {
            visit(Value::Exact(value.clone()), undefined);
        }
        failure.map(|()| undefined)
    }

    /// The metric.
    pub fn metric(&self) -> &Metric {
        &self.on_lattice.metric
    }

    /// The lattice.
    pub fn lattice(&self) -> Lattice {
        self.on_lattice.lattice
    }

    /// The number of distinct values.
    ///
    /// ```
    /// use exactile::Metric;
    /// use exactile::lattice::{Confluence, Lattice};
    /// let accuracy = Confluence::new(&Metric::Accuracy, Lattice::new(2, 3)?)?;
    /// assert_eq!(accuracy.distinct(), 6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn distinct(&self) -> usize {
        self.values.len()
    }

    /// Returns the value that undefined matrices count as, if one was requested and there are any.
    pub fn undefined_as(&self) -> Option<&Rational> {
        self.convention.as_ref().map(|convention| &convention.value)
    }

    /// The number of matrices on which the metric is undefined and that count as no value.
    ///
    /// ```
    /// use exactile::Metric;
    /// use exactile::lattice::{Confluence, Lattice};
    /// // Only TP = FP = 0.
    /// assert_eq!(Confluence::new(&Metric::Ppv, Lattice::new(2, 3)?)?.undefined(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn undefined(&self) -> u64 {
        self.undefined
    }

    /// The counts alone, in increasing order of the values.
    ///
    /// ```
    /// use exactile::Metric;
    /// use exactile::lattice::{Confluence, Lattice};
    /// let accuracy = Confluence::new(&Metric::Accuracy, Lattice::new(2, 2)?)?;
    /// assert_eq!(accuracy.counts().collect::<Vec<_>>(), [1, 2, 3, 2, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn counts(&self) -> impl Iterator<Item = u64> {
        self.values.iter().map(|(_, count)| u64::from(*count))
    }

    /// The values, increasing, with their counts.
    pub fn values(&self) -> impl Iterator<Item = ConfluentValue> {
        self.values_taken(1)
    }

    /// The values that at least a given number of matrices take, increasing. Only these are worked
    /// out: an irrational value costs more than finding its group.
    ///
    /// ```
    /// use exactile::Metric;
    /// use exactile::lattice::{Confluence, Lattice};
    /// let accuracy = Confluence::new(&Metric::Accuracy, Lattice::new(2, 2)?)?;
    /// let frequent: Vec<String> = accuracy.values_taken(3).map(|v| v.value.to_string()).collect();
    /// assert_eq!(frequent, ["1/2"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn values_taken(&self, least: u64) -> impl Iterator<Item = ConfluentValue> {
        let lattice = self.on_lattice.lattice;
        let mut end = 0;
        let own = self.convention.as_ref().filter(|convention| convention.is_alone);
        self.values.iter().enumerate().filter_map(move |(place, &(first, count))| {
            let start = end;
            end += count as usize;
            if u64::from(count) < least {
                return None;
            }
            let (tp, tn) = lattice.point(first.into());
            let points = self
                .points
                .as_ref()
                .map(|points| points[start..end].iter().map(|&at| lattice.point(at)).collect());
            let value = match own.filter(|convention| convention.place == place) {
                Some(convention) => Value::Exact(convention.value.clone()),
                None => self.on_lattice.value(tp, tn),
            };
            Some(ConfluentValue { value, count: count.into(), points })
        })
    }
}

/// Rows that are counted between two calls of a callback.
const ROWS_OF_A_STEP: u64 = 256;

fn first_and_count(block: Block) -> Vec<(u64, u64)> {
    let count = |group: &[u64]| u64::try_from(group.len()).expect("a count");
    block.groups().map(|group| (group[0], count(group))).collect()
}

/// Positions and counts fit in 32 bits, since [`MAX_MATRICES`] does.
fn small(value: u64) -> u32 {
    u32::try_from(value).expect("no more than all matrices")
}

/// The values and counts, where a symmetry of the metric halves or quarters the work.
fn folded(
    on_lattice: &MetricOnLattice,
    watch: &Watch<'_>,
) -> Result<Vec<(u32, u32)>, LatticeError> {
    let lattice = on_lattice.lattice;
    let ratio = on_lattice.ratio();
    let wedge = ratio.is_some_and(super::ratio::Ratio::is_symmetric);
    let zero_key = ratio.filter(|ratio| ratio.is_antisymmetric()).map(|ratio| ratio.zero_key());
    let part = Part { lowest_key: zero_key.unwrap_or(0), wedge };
    // Of two matrices that mirror each other in tp = tn only one was looked at.
    let count = |group: &[u64]| {
        let doubled = if wedge {
            group
                .iter()
                .filter(|&&at| {
                    let (tp, tn) = lattice.point(at);
                    tp != tn
                })
                .count()
        } else {
            0
        };
        u32::try_from(group.len() + doubled).expect("no more than all matrices")
    };
    let mut values: Vec<(u32, u32)> = Vec::new();
    on_lattice.for_each_block(
        part,
        |block| -> Vec<(u32, u32)> {
            block.groups().map(|group| (small(group[0]), count(group))).collect()
        },
        |part| values.extend(part),
        watch,
    )?;
    let Some(zero_key) = zero_key else { return Ok(values) };
    let last = small(lattice.index(lattice.positives(), lattice.negatives()));
    let has_zero = values.first().is_some_and(|(first, _)| {
        let (tp, tn) = lattice.point(u64::from(*first));
        on_lattice.key(tp, tn) == zero_key
    });
    let positive = &values[usize::from(has_zero)..];
    let mut all = Vec::with_capacity(values.len() + positive.len());
    all.extend(positive.iter().rev().map(|(first, count)| (last - first, *count)));
    all.extend_from_slice(&values);
    Ok(all)
}

/// The values of a metric that is linear in (tp, tn), counted in a table of all that are possible.
/// `None` if it is not linear, or if the table would be larger than the lattice.
fn counted(
    on_lattice: &MetricOnLattice,
    watch: &Watch<'_>,
) -> Result<Option<Vec<(u32, u32)>>, LatticeError> {
    let Some(mut table) = table_of_values(on_lattice) else { return Ok(None) };
    for tp in 0..=on_lattice.lattice.positives() {
        if tp % ROWS_OF_A_STEP == 0 {
            watch.step_on_lattice()?;
        }
        table.count_row(on_lattice.lattice, tp);
    }
    table.values.retain(|(_, count)| *count > 0);
    Ok(Some(table.values))
}

/// All values that a linear metric may take, each with its first matrix and their number.
struct Table {
    values: Vec<(u32, u32)>,
    /// The place of the value at tp = tn = 0, and the steps to the next ones along both axes.
    origin: i128,
    by_tp: i128,
    step: isize,
}

impl Table {
    fn count_row(&mut self, lattice: Lattice, tp: u64) {
        let start = small(lattice.index(tp, 0));
        let place = self.by_tp * i128::from(tp) + self.origin;
        let mut at = usize::try_from(place).expect("between the corners");
        for tn in 0..=small(lattice.negatives()) {
            let (first, count) = &mut self.values[at];
            *first = start + tn;
            *count += 1;
            at = at.wrapping_add_signed(self.step);
        }
    }
}

fn table_of_values(on_lattice: &MetricOnLattice) -> Option<Table> {
    let [by_tp, by_tn, constant] = on_lattice.ratio()?.linear_form()?;
    let lattice = on_lattice.lattice;
    let (p, n) = (i128::from(lattice.positives()), i128::from(lattice.negatives()));
    let corners = [0, by_tp * p, by_tn * n, by_tp * p + by_tn * n].map(|corner| corner + constant);
    let (low, high) = (*corners.iter().min()?, *corners.iter().max()?);
    if u128::try_from(high - low).ok()? > 4 * lattice.matrices() {
        return None;
    }
    let length = usize::try_from(high - low).expect("between the corners") + 1;
    let step = isize::try_from(by_tn).ok()?;
    Some(Table { values: vec![(u32::MAX, 0); length], origin: constant - low, by_tp, step })
}

#[cfg(feature = "serde")]
impl Serialize for Confluence {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Values<'c>(&'c Confluence);
        impl Serialize for Values<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(self.0.values())
            }
        }
        let lattice = self.on_lattice.lattice;
        let mut object = serializer.serialize_struct("Confluence", 8)?;
        object.serialize_field("metric", &self.on_lattice.metric.to_string())?;
        object.serialize_field("positives", &lattice.positives())?;
        object.serialize_field("negatives", &lattice.negatives())?;
        if let Some(value) = self.undefined_as() {
            object.serialize_field("undefined_as", value)?;
        }
        object.serialize_field("distinct", &self.distinct())?;
        object.serialize_field("undefined", &self.undefined)?;
        object.serialize_field("values", &Values(self))?;
        object.end()
    }
}
