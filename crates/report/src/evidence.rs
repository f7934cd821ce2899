//! The evidence of the test about each classifier: metrics with intervals, and ranks on the Tile.
//!
//! Values are those of the observed matrices. Intervals are central intervals of the predictive
//! distribution: of the metric on the same number of further samples, given that it is defined.
//! Shares of the Tile are exact areas. Every quantity by which a table is sorted has an integer
//! rank.

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde::Serialize;

use super::ReportOptions;
use super::order::{by_metric, dense, dense_sums};
use exactile::lattice::{Lattice, LatticeError, Observation, Predictive, Quantiles};
use exactile::num::{Level, LogSum, Rational, Value};
use exactile::performance::Classifier;
use exactile::score::{Metric, NamedScore, Orientation};
use exactile::tile::{Area, ClassifierSummary, RankInterval, Regions, Selection, TileError};

/// The most rows of the lattice of all metrics and classifiers; these take some seconds.
const MOST_ROWS: u64 = 1_500_000;

/// Metrics and standings of all classifiers.
#[derive(Clone, Debug, Serialize)]
pub struct Evidence {
    /// The part of the mass within intervals.
    pub level: Level,
    /// The metrics, in the requested order.
    pub metrics: Vec<MetricColumn>,
    /// Each classifier, in the order of the input.
    pub rows: Vec<EvidenceRow>,
}

/// A metric of the table.
#[derive(Clone, Debug, Serialize)]
pub struct MetricColumn {
    /// The metric.
    #[serde(skip)]
    pub metric: Metric,
    /// Its name in commands: `f1`.
    pub id: String,
    /// Its title: `F1`.
    pub title: String,
    /// `true` if smaller values are better.
    pub smaller_is_better: bool,
    /// The number of classifiers with intervals, the best ones; `None` if all have them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intervals_of_best: Option<usize>,
    /// The reason why requested intervals are missing, if some are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_interval: Option<String>,
}

/// One classifier.
#[derive(Clone, Debug, Serialize)]
pub struct EvidenceRow {
    /// Its position in the input.
    pub classifier: usize,
    /// Its values, metric by metric.
    pub cells: Vec<Cell>,
    /// The area on which it is first, ties with equal classifiers included.
    pub first_share: Area,
    /// The same in percent with three decimals, rounded.
    pub first_percent: String,
    /// The area of each rank that it takes somewhere; the better rank if it ties everywhere with
    /// equal classifiers.
    pub shares: Vec<(u32, Area)>,
    /// Best and worst rank inside the Tile.
    pub ranks: RankInterval,
    /// Its positions in the columns of the table.
    pub order: RowOrder,
}

/// A metric's value.
#[derive(Clone, Debug, Serialize)]
pub struct Cell {
    /// The observed value.
    pub value: Value,
    /// Its rank among all classifiers, 0 for the least value; `None` if it is undefined.
    pub order: Option<u32>,
    /// The interval on further samples, if there is one.
    pub interval: Option<[Value; 2]>,
}

/// Integer ranks of a row in the columns that are not metrics, 0 for the least.
#[derive(Clone, Debug, Serialize)]
pub struct RowOrder {
    /// By name, regardless of case.
    pub name: u32,
    /// By tn, fp, fn, tp.
    pub counts: [u32; 4],
    /// By the area on which it is first.
    pub first_share: u32,
}

impl Evidence {
    /// Computes the evidence for classifiers as they were tested; their standing on the Tile is
    /// that of `shown`, which may have another prior.
    ///
    /// O(n^2 log n) for the shares, and for each metric of each classifier two quantiles.
    ///
    /// # Errors
    /// If areas do not add up, which is a defect.
    pub fn new(
        classifiers: &[Classifier],
        shown: &Regions,
        standings: &[ClassifierSummary],
        options: &ReportOptions,
    ) -> Result<Self, TileError> {
        let (metrics, columns): (Vec<MetricColumn>, Vec<Vec<Cell>>) =
            columns(classifiers, options).into_iter().unzip();
        let mut columns: Vec<_> = columns.into_iter().map(Vec::into_iter).collect();
        let shares = shares(shown)?;
        let orders = orders(classifiers, standings);
        let rows = standings
            .iter()
            .zip(shares)
            .zip(orders)
            .enumerate()
            .map(|(classifier, ((standing, shares), order))| EvidenceRow {
                classifier,
                cells: columns.iter_mut().filter_map(Iterator::next).collect(),
                first_share: standing.first_share.clone(),
                first_percent: hundredfold(&standing.first_share).to_decimal(3),
                shares,
                ranks: standing.ranks.expect("asked for with all ranks"),
                order,
            })
            .collect();
        Ok(Self { level: options.level.clone(), metrics, rows })
    }
}

impl MetricColumn {
    fn new(metric: &Metric) -> Self {
        Self {
            metric: metric.clone(),
            id: metric.to_string(),
            title: title(metric),
            smaller_is_better: metric.orientation() == Orientation::Lower,
            intervals_of_best: None,
            no_interval: None,
        }
    }
}

/// Returns the title of a metric.
fn title(metric: &Metric) -> String {
    match metric {
        Metric::Mcc | Metric::Fpr | Metric::Fnr | Metric::Fdr | Metric::For => {
            metric.to_string().to_uppercase()
        }
        _ => NamedScore::new(metric.clone())
            .map_or_else(|_| metric.to_string(), |score| score.to_string()),
    }
}

/// The values of a metric, and which classifiers have intervals.
struct Valued {
    column: MetricColumn,
    orders: Vec<Option<u32>>,
    has_interval: Vec<bool>,
}

impl Valued {
    fn new(classifiers: &[Classifier], metric: &Metric, options: &ReportOptions) -> Self {
        let mut column = MetricColumn::new(metric);
        let orders =
            by_metric(classifiers, metric).unwrap_or_else(|| vec![None; classifiers.len()]);
        let wanted = affordable(classifiers, options.metrics.len());
        if wanted < classifiers.len() {
            column.intervals_of_best = Some(wanted);
        }
        let mut has_interval = vec![false; classifiers.len()];
        if !options.are_chosen_here {
            let best = best_first(&orders, column.smaller_is_better);
            best.iter().take(wanted).for_each(|&classifier| has_interval[classifier] = true);
        }
        Self { column, orders, has_interval }
    }

    fn cell(&self, at: usize, classifier: &Classifier, interval: Option<[Value; 2]>) -> Cell {
        let value = self.column.metric.value(&classifier.matrix);
        Cell { value, order: self.orders[at], interval }
    }
}

/// Returns all metrics with their values and intervals.
fn columns(classifiers: &[Classifier], options: &ReportOptions) -> Vec<(MetricColumn, Vec<Cell>)> {
    let mut valued: Vec<Valued> =
        options.metrics.iter().map(|metric| Valued::new(classifiers, metric, options)).collect();
    // What a classifier's intervals share is worked out once.
    let rows: Vec<Vec<(Cell, Option<LatticeError>)>> = classifiers
        .par_iter()
        .enumerate()
        .map(|(at, classifier)| {
            let wanted = valued.iter().any(|of| of.has_interval[at]);
            let next = wanted.then(|| predictive(classifier, options));
            let quantiles =
                next.as_ref().map(|next| Quantiles::new(next.as_ref().map_err(Clone::clone)?));
            let cell = |of: &Valued| {
                let found = match &quantiles {
                    Some(Ok(all)) if of.has_interval[at] => {
                        interval(all, &of.column.metric, options)
                    }
                    Some(Err(error)) if of.has_interval[at] => Err(error.clone()),
                    _ => Ok(None),
                };
                let (interval, error) = match found {
                    Ok(interval) => (interval, None),
                    Err(error) => (None, Some(error)),
                };
                (of.cell(at, classifier, interval), error)
            };
            valued.iter().map(cell).collect()
        })
        .collect();
    let mut cells: Vec<Vec<Cell>> = valued.iter().map(|_| Vec::new()).collect();
    for row in rows {
        for (((cell, error), of), cells) in row.into_iter().zip(&mut valued).zip(&mut cells) {
            cells.push(cell);
            if let (Some(error), none @ None) = (error, &mut of.column.no_interval) {
                *none = Some(error.to_string());
            }
        }
    }
    valued.into_iter().map(|of| of.column).zip(cells).collect()
}

/// Returns the number of classifiers that can have intervals for each metric.
fn affordable(classifiers: &[Classifier], metrics: usize) -> usize {
    let rows = |classifier: &Classifier| u64::try_from(classifier.matrix.positives().numerator());
    let rows = classifiers.iter().filter_map(|classifier| rows(classifier).ok()).max();
    let metrics = u64::try_from(metrics.max(1)).expect("a count");
    let most = MOST_ROWS / metrics / rows.unwrap_or(1).max(1);
    usize::try_from(most).unwrap_or(usize::MAX).clamp(1, classifiers.len().max(1))
}

/// Returns the positions of all classifiers: best value first, ties in the order of the input,
/// undefined ones last.
pub(super) fn best_first(orders: &[Option<u32>], smaller_is_better: bool) -> Vec<usize> {
    let mut positions: Vec<usize> = (0..orders.len()).collect();
    positions.sort_by_key(|&i| match orders[i] {
        None => (1, 0),
        Some(order) if smaller_is_better => (0, order),
        Some(order) => (0, u32::MAX - order),
    });
    positions
}

/// Returns groups of classifiers with equal values, the best first and each group by name, without
/// classifiers whose value is undefined.
pub(super) fn groups(
    classifiers: &[Classifier],
    orders: &[Option<u32>],
    smaller_is_better: bool,
) -> Vec<Vec<usize>> {
    let mut positions = best_first(orders, smaller_is_better);
    positions.retain(|&at| orders[at].is_some());
    let groups = positions.chunk_by(|one, next| orders[*one] == orders[*next]);
    let mut groups: Vec<Vec<usize>> = groups.map(<[usize]>::to_vec).collect();
    groups.iter_mut().for_each(|group| by_name(group, classifiers));
    groups
}

/// Sorts classifiers by name, for an order that does not depend on the input.
pub(super) fn by_name(positions: &mut [usize], classifiers: &[Classifier]) {
    positions.sort_by_key(|&at| &classifiers[at].name);
}

/// Returns the distribution on the observed number of further samples.
pub(super) fn predictive(
    classifier: &Classifier,
    options: &ReportOptions,
) -> Result<Predictive, LatticeError> {
    let observed = Observation::from_matrix(&classifier.matrix, &classifier.name)?;
    observed.check_both_classes()?;
    let lattice = Lattice::new(observed.tp + observed.fn_, observed.tn + observed.fp)?;
    Predictive::new(observed, &options.model, lattice)
}

/// Returns the central interval; `None` if the metric is never defined.
fn interval(
    quantiles: &Quantiles<'_>,
    metric: &Metric,
    options: &ReportOptions,
) -> Result<Option<[Value; 2]>, LatticeError> {
    quantiles.of(metric, options.level.tails().each_ref())
}

/// Returns, for each classifier, the area of each rank that it takes.
fn shares(regions: &Regions) -> Result<Vec<Vec<(u32, Area)>>, TileError> {
    let selection = Selection { areas: true, ..Selection::default() };
    let mut shares = Vec::with_capacity(regions.classifiers().len());
    regions.stream(
        &selection,
        |pieces| {
            let mut by_rank = BTreeMap::<u32, Area>::new();
            for piece in pieces.iter().filter(|piece| piece.dimension() == 2) {
                if let Some(area) = &piece.area {
                    *by_rank.entry(piece.rank.best).or_insert_with(Area::zero) += area;
                }
            }
            by_rank.into_iter().collect::<Vec<_>>()
        },
        |of_one| {
            shares.push(of_one);
            Ok::<(), TileError>(())
        },
    )?;
    Ok(shares)
}

fn hundredfold(area: &Area) -> LogSum {
    area.value() * Rational::from(100)
}

/// Returns the integer ranks of all rows.
fn orders(classifiers: &[Classifier], standings: &[ClassifierSummary]) -> Vec<RowOrder> {
    let names = classifiers.iter().map(|c| (c.name.to_lowercase(), &c.name)).collect();
    let names = dense(names, Ord::cmp);
    let count = |of: fn(&Classifier) -> &Rational| {
        dense(classifiers.iter().map(of).collect(), |x: &&Rational, y| x.cmp(y))
    };
    let counts = [
        count(|c| c.matrix.tn()),
        count(|c| c.matrix.fp()),
        count(|c| c.matrix.fn_()),
        count(|c| c.matrix.tp()),
    ];
    let shares = standings.iter().map(|standing| standing.first_share.value().clone()).collect();
    let shares = dense_sums(shares);
    (0..classifiers.len())
        .map(|i| RowOrder {
            name: names[i],
            counts: [0, 1, 2, 3].map(|k: usize| counts[k][i]),
            first_share: shares[i],
        })
        .collect()
}
