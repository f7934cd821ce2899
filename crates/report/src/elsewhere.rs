//! Models whose thresholds are chosen on other samples than those that judge them: the regions of
//! their ranks on a page.

use serde::{Serialize, Serializer};

use super::model_part::ModelPart;
use exactile::geometry::Point;
use exactile::num::Rational;
use exactile::performance::ConfusionMatrix;
use exactile::score::RankingScore;
use exactile::threshold::{ChoiceRegion, Rates, ThresholdChoice, choice_regions};
use exactile::tile::RankInterval;

/// The most corners of regions on a page.
const MOST_CORNERS: usize = 40_000;
/// The most thresholds for which the regions of all ranks are computed; for more it is the first
/// rank alone.
const MOST_THRESHOLDS: usize = 200;

/// The samples on which thresholds are chosen, and the regions of the ranks with these thresholds.
#[derive(Clone, Debug, Serialize)]
pub struct Elsewhere {
    /// Positive samples.
    pub positives: u64,
    /// Negative samples.
    pub negatives: u64,
    /// The name of the samples.
    pub called: String,
    /// The regions whose ranks are up to `ranks`, the largest first.
    #[serde(serialize_with = "rounded")]
    pub regions: Vec<ChoiceRegion>,
    /// The number of complete ranks.
    pub ranks: u32,
}

/// Regions with their corners as a, b, a, b, ... in doubles: they are only drawn.
fn rounded<S: Serializer>(regions: &[ChoiceRegion], serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Rounded<'r> {
        members: &'r [usize],
        rank: RankInterval,
        corners: Vec<f64>,
    }
    let place = |z: &Rational| (z.to_f64() * 1e7).round() / 1e7;
    serializer.collect_seq(regions.iter().map(|ChoiceRegion { members, rank, corners }| {
        let places = corners.iter().flat_map(|Point { a, b }| [place(a), place(b)]);
        Rounded { members, rank: *rank, corners: places.collect() }
    }))
}

impl Elsewhere {
    /// Computes the regions of models whose steps have the counts on the samples that choose.
    /// `sizes` are the numbers of negatives and positives of the samples that judge.
    pub(super) fn new(
        models: &[ModelPart],
        sizes: [u64; 2],
        [negatives, positives]: [u64; 2],
        called: &str,
    ) -> Self {
        let choices: Vec<Vec<ThresholdChoice>> =
            models.iter().map(|model| choices(model, sizes, [negatives, positives])).collect();
        let count: usize = choices.iter().map(Vec::len).sum();
        let all = u32::try_from(models.len()).unwrap_or(u32::MAX);
        let mut ranks = if count <= MOST_THRESHOLDS { all } else { 1 };
        let mut regions = choice_regions(&choices, ranks);
        let corners_up_to = |rank: u32| -> usize {
            let held = regions.iter().filter(|region| region.rank.best <= rank);
            held.map(|region| region.corners.len()).sum()
        };
        while ranks > 1 && corners_up_to(ranks) > MOST_CORNERS {
            ranks -= 1;
        }
        regions.retain(|region| region.rank.best <= ranks);
        Self { positives, negatives, called: called.to_owned(), regions, ranks }
    }

    /// Returns the classifier that a model chooses at a point of the Tile of a prior, the highest
    /// threshold of several; `None` if its score is undefined at all of them.
    pub(super) fn choice(&self, model: &ModelPart, at: &Point, prior: &Rational) -> Option<usize> {
        let score = RankingScore::at(at.clone())?;
        let mut best: Option<(usize, Rational)> = None;
        for step in &model.steps {
            let (Some(classifier), Some([fp, tp])) = (step.classifier, step.elsewhere) else {
                continue;
            };
            let matrix =
                ConfusionMatrix::from_counts(self.negatives - fp, fp, self.positives - tp, tp);
            let value = score.value(&matrix.ok()?.shifted(prior).ok()?);
            let Some(value) = value else { continue };
            if best.as_ref().is_none_or(|(_, known)| value > *known) {
                best = Some((classifier, value));
            }
        }
        best.map(|(classifier, _)| classifier)
    }
}

/// Returns the thresholds that a model may choose, from no sample positive to all.
fn choices(model: &ModelPart, sizes: [u64; 2], chosen_on: [u64; 2]) -> Vec<ThresholdChoice> {
    let rates = |[negatives, positives]: [u64; 2], fp: u64, tp: u64| -> Rates {
        [Rational::new(negatives - fp, negatives), Rational::new(tp, positives)]
    };
    let choices = model.steps.iter().filter_map(|step| {
        let [fp, tp] = step.elsewhere?;
        let chosen = rates(chosen_on, fp, tp);
        let judged = rates(sizes, step.fp, step.tp);
        Some(ThresholdChoice { classifier: step.classifier?, chosen, judged })
    });
    choices.collect()
}
