//! Counts models that give scores in each test set: each stands for the vertices of the hull of all
//! samples together, or for other thresholds. Or splits their scores by folds.

use exactile::domain::DomainTests;
use exactile::performance::ConfusionMatrix;
use exactile::threshold::{Fold, Folds, ScoreColumn, ScoredModel, scored_models};

use super::domains::{DomainColumn, finished};
use super::error::{InputError, InputErrorKind};
use super::samples::SampleCounter;
use super::scored_thresholds::Stand;
use super::table::Table;

/// The most scores, rows times models, that are kept in the order of the rows; usually 512
/// megabytes.
const MOST_SCORES: usize = 1 << 26;

/// The test set of each sample, by class, in the order of the scores in their columns.
pub(super) struct ScoredDomains {
    column: DomainColumn,
    current: usize,
    of: [Vec<u32>; 2],
}

impl ScoredDomains {
    pub(super) fn new(column: DomainColumn) -> Self {
        Self { column, current: 0, of: Default::default() }
    }

    /// Reads the test set of the row; returns `false` if it has none and the row is to be left out.
    pub(super) fn look(
        &mut self,
        table: &Table<'_>,
        samples: &SampleCounter,
    ) -> Result<bool, InputError> {
        let number = self.column.number_of_sample(table, samples)?;
        self.current = number.unwrap_or(0);
        Ok(number.is_some())
    }

    /// Adds the row with its number of samples; columns keep no score of a row without samples.
    pub(super) fn note(&mut self, class: usize, count: u64) {
        if count > 0 {
            let number = u32::try_from(self.current).expect("fewer test sets than rows in memory");
            self.of[class].push(number);
        }
    }
}

/// Returns the folds of the models of columns, without folds that have no samples.
pub(super) fn folds(
    columns: &[(String, ScoreColumn)],
    positive_class: usize,
    domains: ScoredDomains,
) -> Result<Folds, InputErrorKind> {
    let ScoredDomains { column, mut of, .. } = domains;
    let names = column.into_names();
    let mut numbers = vec![None; names.len()];
    for number in of.iter().flatten() {
        numbers[*number as usize] = Some(0);
    }
    let used = numbers.iter_mut().flatten();
    used.zip(0..).for_each(|(number, renewed)| *number = renewed);
    let is_used = |(name, number): (String, &Option<u32>)| number.is_some().then_some(name);
    let kept: Vec<String> = names.into_iter().zip(&numbers).filter_map(is_used).collect();
    for number in of.iter_mut().flatten() {
        *number = numbers[*number as usize].expect("it is used here");
    }
    // Each sample is in one fold, and among the others of all the rest.
    let scores = scores(columns).saturating_mul(kept.len());
    if scores > MOST_SCORES {
        return Err(InputErrorKind::TooManyFolds { limit: MOST_SCORES });
    }
    let [first, second] = &of;
    let split = |(name, column): &(String, ScoreColumn)| {
        Fold::split(name, column, [first, second], kept.len(), positive_class)
    };
    let models = columns.iter().map(split).collect::<Option<_>>();
    let models = models.ok_or(InputErrorKind::OneFold)?;
    Ok(Folds { names: kept, models })
}

fn scores(columns: &[(String, ScoreColumn)]) -> usize {
    columns.iter().map(|(_, column)| column.len(0) + column.len(1)).sum()
}

/// Returns the models of columns, and the results of their thresholds in each test set.
pub(super) fn tests(
    columns: Vec<(String, ScoreColumn)>,
    positive_class: usize,
    stands_for: impl Fn(&[ScoredModel]) -> Vec<Vec<Stand>>,
    domains: ScoredDomains,
) -> Result<(Vec<ScoredModel>, DomainTests), InputErrorKind> {
    if scores(&columns) > MOST_SCORES {
        return Err(InputErrorKind::TooManyCells { limit: MOST_SCORES, what: "scores" });
    }
    let models = scored_models(columns.clone(), positive_class).expect("there is a sample");
    let stands = stands_for(&models);
    let ScoredDomains { column, of, .. } = domains;
    let names = column.into_names();
    let mut matrices: Vec<Vec<Option<ConfusionMatrix>>> = vec![Vec::new(); names.len()];
    for (((_, column), model), stands) in columns.iter().zip(&models).zip(&stands) {
        let hull: Vec<usize> = stands.iter().map(|stand| stand.position).collect();
        // By class, test set and vertex: the samples that are predicted positive from that vertex
        // on.
        let said = [1 - positive_class, positive_class].map(|class| {
            let mut counts = vec![vec![0_u64; hull.len() + 1]; names.len()];
            let weights = column.counts(class);
            let from = column.thresholds_above(class, model, &hull);
            for (row, (from, &set)) in from.iter().zip(&of[class]).enumerate() {
                let count = weights.map_or(1, |weights| weights[row]);
                counts[set as usize][usize::from(*from)] += count;
            }
            counts
        });
        for (set, row) in matrices.iter_mut().enumerate() {
            let [negatives, positives] = [0, 1].map(|class| said[class][set].iter().sum::<u64>());
            let (mut fp, mut tp) = (0, 0);
            for (more_fp, more_tp) in said[0][set].iter().zip(&said[1][set]).take(hull.len()) {
                fp += more_fp;
                tp += more_tp;
                let [tn, fp, fn_, tp] =
                    [negatives - fp, fp, positives - tp, tp].map(|parts| model.samples(parts));
                row.push(ConfusionMatrix::new(tn, fp, fn_, tp).ok());
            }
        }
    }
    let classifiers = stands.iter().flatten().map(|stand| stand.name.clone()).collect();
    Ok((models, finished(names, classifiers, matrices).1))
}
