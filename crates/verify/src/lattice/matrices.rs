//! All confusion matrices of some numbers of positives and negatives, listed by the value of a
//! metric.

use rayon::prelude::*;

use crate::claim::header::Members;
use crate::claim::stop::Stop;
use crate::claim::truth::{Truth, exact};
use crate::metric::metrics::{Cells, Key, Metric};
use crate::metric::ranks::unknown_metric;
use exactile::num::Rational;

/// The most matrices that are listed: each takes about ninety bytes.
const MOST_MATRICES: u64 = 10_000_000;

/// All (P+1)(N+1) confusion matrices, by the value of a metric.
pub(crate) struct Lattice {
    pub(crate) metric: Metric,
    pub(crate) positives: u64,
    pub(crate) negatives: u64,
    /// The matrices with a value, in increasing order of it. A matrix is stored as tp (N+1) + tn.
    sorted: Vec<(Key, u64)>,
    /// The position where each value begins, and the end of the list.
    starts: Vec<usize>,
    /// The matrices without a value.
    pub(super) undefined: Vec<u64>,
}

impl Lattice {
    /// Takes `metric`, `positives`, `negatives` and `undefined_as` from a result, and lists the
    /// matrices.
    pub(super) fn of(members: &mut Members<'_>) -> Result<Self, Stop> {
        let name = members.text("metric")?;
        let metric = Metric::named(&name).ok_or_else(|| unknown_metric(&name))?;
        let (positives, negatives) = (members.count("positives")?, members.count("negatives")?);
        let undefined_as = members.take("undefined_as");
        let undefined_as: Option<Rational> = undefined_as
            .map(|said| exact(&said).map_err(|wrong| wrong.of("undefined_as")))
            .transpose()?;
        let undefined_as = match undefined_as {
            None => None,
            Some(value) => Some(metric.key_of_value(&value).ok_or_else(|| {
                Stop::Unknown(format!(
                    "values of {name} that count as another are not checked here"
                ))
            })?),
        };
        let size = u128::from(positives) + 1;
        let matrices = size.saturating_mul(u128::from(negatives) + 1);
        if matrices > u128::from(MOST_MATRICES) {
            let what = format!("{matrices} confusion matrices are too many to be listed here");
            return Err(Stop::Unknown(what));
        }
        Ok(Self::new(metric, positives, negatives, undefined_as))
    }

    pub(crate) fn new(
        metric: Metric,
        positives: u64,
        negatives: u64,
        undefined_as: Option<Key>,
    ) -> Self {
        let row = |tp: u64| {
            let metric = &metric;
            (0..=negatives).map(move |tn| {
                let counts = [tn, negatives - tn, positives - tp, tp];
                let cells = Cells::of(counts);
                (metric.key(&cells), tp * (negatives + 1) + tn)
            })
        };
        let listed: Vec<(Option<Key>, u64)> =
            (0..=positives).into_par_iter().flat_map_iter(row).collect();
        let (mut sorted, mut undefined) = (Vec::with_capacity(listed.len()), Vec::new());
        for (key, matrix) in listed {
            match key {
                Some(key) => sorted.push((key, matrix)),
                None => undefined.push(matrix),
            }
        }
        if let Some(key) = undefined_as {
            sorted.extend(undefined.drain(..).map(|matrix| (key.clone(), matrix)));
        }
        sorted.par_sort_unstable();
        let mut starts: Vec<usize> =
            (0..sorted.len()).filter(|&k| k == 0 || sorted[k].0 != sorted[k - 1].0).collect();
        starts.push(sorted.len());
        Self { metric, positives, negatives, sorted, starts, undefined }
    }

    /// Returns the number of distinct values.
    pub(super) fn distinct(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns the matrices of a value, each with its key.
    pub(super) fn taken(&self, place: usize) -> &[(Key, u64)] {
        &self.sorted[self.starts[place]..self.starts[place + 1]]
    }

    pub(super) fn key(&self, place: usize) -> &Key {
        &self.sorted[self.starts[place]].0
    }

    pub(super) fn value(&self, place: usize) -> Truth<'_> {
        self.metric.value(self.key(place))
    }

    /// Returns the position of the value of each matrix; `None` for a matrix without one.
    pub(crate) fn ranks(&self) -> Vec<Option<usize>> {
        let mut ranks = vec![None; self.matrices()];
        for place in 0..self.distinct() {
            for (_, matrix) in self.taken(place) {
                ranks[usize::try_from(*matrix).expect("few")] = Some(place);
            }
        }
        ranks
    }

    /// Returns the true positives and true negatives of a matrix.
    pub(super) fn matrix(&self, matrix: u64) -> [usize; 2] {
        let across = self.negatives + 1;
        [matrix / across, matrix % across].map(|count| usize::try_from(count).expect("few"))
    }

    pub(super) fn matrices(&self) -> usize {
        self.sorted.len() + self.undefined.len()
    }
}
