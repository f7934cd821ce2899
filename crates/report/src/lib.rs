//! The data needed to choose a classifier.
//!
//! A [`Report`] holds the data of a page: the Tile as the lines and sectors of its sweep in
//! balanced coordinates, from which the Tile of any prior is the image under one map of each axis,
//! and the scores that have a place on it.
//!
//! # Files
//!
//! - `judge.rs`: the probability that each classifier is truly the best. `verdict.rs`: winner,
//!   probability, first tier and nearest changes, for the first preference and for each marked
//!   score.
//! - `values.rs`: the first values of a verdict, with intervals of the true ones.
//! - `order.rs`: integer ranks for every sortable column, so that neither page nor script compares
//!   decimals. `summary.rs`: findings, and the proof that dominance on the whole Tile is decided by
//!   four signs.
//! - `scores.rs`: models that give scores, as the vertices of their hulls. `elsewhere.rs`:
//!   thresholds chosen on other samples.
//! - `test_sets.rs`: the test sets over which the classifiers have their means.
//! - `logo.rs`: a picture that comes with the page. `page`: one HTML file.
//! - `page/script`: plain files, joined in order; a view has `start(store, data)`, and `state.js`
//!   notifies it of changes. `address.js` keeps the state in the address.

mod elsewhere;
mod evidence;
mod judge;
mod logo;
mod model_part;
mod order;
mod page;
mod pairs;
mod ranges;
mod scores;
mod summary;
mod test_sets;
mod tile;
mod values;
mod verdict;

pub use elsewhere::Elsewhere;
pub use evidence::{Cell, Evidence, EvidenceRow, MetricColumn, RowOrder};
pub use judge::NotSure;
pub use logo::Logo;
pub use model_part::{ModelPart, Step};
pub use page::{check_html, report_html};
pub use pairs::{BinMasses, Bins, ComparedMetric, NoPairs, Pairs, SwapTested};
pub use scores::{ChosenOn, ScoresPart, Together};
pub use summary::{Beaten, Doubt, Finding, Findings, Winner};
pub use test_sets::TestSets;
pub use tile::{Line, Mark, OwnRegion, OwnRegions, Sweep, TilePart};
pub use values::{ValueRow, ValueRows};
pub use verdict::{Place, Sure, Verdict};

use serde::{Serialize, Serializer};

use std::ops::ControlFlow;

use exactile::confidence::ConfidenceTile;
use exactile::contest::{ContestError, Contestants, Draws, Pooling};
use exactile::lattice::{LatticeError, Model};
use exactile::num::{Level, Rational};
use exactile::performance::{Classifier, ConfusionMatrix};
use exactile::score::{Metric, NamedScore};
use exactile::threshold::ScoredModel;
use exactile::tile::{Regions, TileError};
use exactile::work::Advance;

use judge::Judge;
use summary::Leads;

/// The options of a report.
#[derive(Clone, Debug)]
pub struct ReportOptions {
    /// The positive prior of the population for which a classifier is chosen; `None` for that of
    /// the test, or for each classifier's own.
    pub target_prior: Option<Rational>,
    /// The metrics of the table and of the comparison of pairs.
    pub metrics: Vec<Metric>,
    /// The model of further results, given the observed ones.
    pub model: Model,
    /// The part of the mass within intervals, between 0 and 1.
    pub level: Level,
    /// Cells along each side of the Tile at which the probabilities of being truly the best are
    /// drawn; 0 for none, `None` for the default.
    pub grid: Option<u32>,
    /// The preference that the report starts with.
    pub preference: NamedScore,
    /// The results of the classifiers on the same samples, if they are known.
    pub contestants: Option<Contestants>,
    /// Partial pooling of rates for the best of all: differences between classifiers shrink.
    pub pooling: Option<Pooling>,
    /// `true` if the classifiers are thresholds that were chosen on the samples that judge them.
    /// The report then has no statements about the certainty of their ranks.
    pub are_chosen_here: bool,
    /// The model of each classifier, if several classifiers are thresholds of one; empty if each is
    /// a model of its own.
    pub model_of: Vec<usize>,
    /// The largest number of draws, 0 for none, and their seed.
    pub draws: Draws,
}

impl Default for ReportOptions {
    /// Returns the usual metrics, intervals of 95 %, accuracy as the preference, and 50,000 draws.
    fn default() -> Self {
        Self {
            target_prior: None,
            metrics: Self::usual_metrics(),
            model: Model::default(),
            level: Level::default(),
            grid: None,
            preference: NamedScore::new(Metric::Accuracy).expect("accuracy has a place"),
            contestants: None,
            pooling: None,
            are_chosen_here: false,
            model_of: Vec::new(),
            draws: Draws { count: 50_000, seed: 1 },
        }
    }
}

impl ReportOptions {
    /// Returns the default metrics of a report: accuracy, balanced accuracy, TPR, TNR, PPV, F1,
    /// MCC.
    pub fn usual_metrics() -> Vec<Metric> {
        vec![
            Metric::Accuracy,
            Metric::BalancedAccuracy,
            Metric::Tpr,
            Metric::Tnr,
            Metric::Ppv,
            Metric::FBeta(Rational::ONE),
            Metric::Mcc,
        ]
    }

    /// Returns the preferences that a report answers: the one that it starts with, then the other
    /// marked scores.
    pub fn preferences(start: &NamedScore) -> Vec<NamedScore> {
        let others = NamedScore::marked().into_iter().filter(|score| score != start);
        std::iter::once(start.clone()).chain(others).collect()
    }

    /// Returns the default metrics of a report with this preference: its score, then the others.
    pub fn metrics_for(preference: &NamedScore) -> Vec<Metric> {
        let others = Self::usual_metrics().into_iter().filter(|one| one != preference.metric());
        std::iter::once(preference.metric().clone()).chain(others).collect()
    }
}

/// The reason why a report cannot be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ReportError {
    /// The regions cannot be computed.
    #[error("{0}")]
    Tile(#[from] TileError),
    /// The distributions cannot be computed.
    #[error("{0}")]
    Lattice(#[from] LatticeError),
    /// The comparisons cannot be made, for a reason of their own.
    #[error("{0}")]
    Contest(ContestError),
}

impl From<ContestError> for ReportError {
    fn from(error: ContestError) -> Self {
        match error {
            ContestError::Lattice(error) => error.into(),
            error => Self::Contest(error),
        }
    }
}

/// The origin of a report, as far as it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Provenance {
    /// The heading of the page, if it is not the default.
    pub title: Option<String>,
    /// A sentence below the heading, if it is given.
    pub note: Option<String>,
    /// A picture beside the heading.
    #[serde(skip)]
    pub logo: Option<Logo>,
    /// The file that the classifiers were read from.
    pub file: Option<String>,
    /// The label of the positive class, if the classifiers were read from predictions or scores.
    pub positive: Option<String>,
    /// Rows that were left out because they lack a value.
    pub dropped_rows: u64,
    /// The notes of the file's reader, one per line.
    pub notes: Vec<String>,
    /// The command that made the report.
    pub command: Option<String>,
}

/// All parts of a report.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The classifiers as they were tested, in the order of the input.
    #[serde(serialize_with = "tested")]
    pub classifiers: Vec<Classifier>,
    /// The origin of the classifiers. The caller that has read them sets it.
    pub provenance: Provenance,
    /// The models whose thresholds the classifiers are, if these give scores.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scores: Option<ScoresPart>,
    /// The test sets, if the classifiers' performances are means over several. The caller that has
    /// read them sets it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test_sets: Option<TestSets>,
    /// The ranks on the Tile.
    pub tile: TilePart,
    /// Metrics, intervals and shares: the table.
    pub evidence: Evidence,
    /// Pairs on the next test.
    pub pairs: Pairs,
    /// The verdicts: for the preference that the report starts with, then for the scores marked on
    /// the Tile.
    pub verdicts: Vec<Verdict>,
    /// The probabilities of being truly the best, on the Tile of the prior that the report starts
    /// with; or the reason why there are none.
    #[serde(skip)]
    pub sure: Result<ConfidenceTile, NotSure>,
    /// `true` if the classifiers are compared on the same samples.
    pub paired: bool,
    /// Partial pooling of rates for the best of all.
    #[serde(skip)]
    pub pooling: Option<Pooling>,
    /// The number and the seed of the draws.
    #[serde(skip)]
    pub drawn: Draws,
    /// The findings that are stated first.
    pub findings: Findings,
    /// The same classifiers on the Tile that the page shows first: of the target prior, or of their
    /// own priors.
    #[serde(skip)]
    pub shown: Regions,
}

impl Report {
    /// Creates the report of some classifiers.
    ///
    /// # Errors
    /// No classifier, a class without samples, a target prior outside `(0, 1)`, or counts that
    /// exceed the limits of the lattice.
    pub fn new(classifiers: Vec<Classifier>, options: &ReportOptions) -> Result<Self, ReportError> {
        let report = Self::with_progress(classifiers, options, &|| ControlFlow::Continue(()))?;
        Ok(report.expect("nothing stops it"))
    }

    /// Creates the report of models that give scores, at all of their thresholds that are best for
    /// some preference. It has no statements about the certainty of ranks: thresholds that were
    /// chosen on the samples that judge them look better than they are.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn of_models(models: &[ScoredModel], options: &ReportOptions) -> Result<Self, ReportError> {
        let (scores, classifiers) = ScoresPart::new(models);
        let model_of = scores.model_of();
        let options =
            ReportOptions { are_chosen_here: true, contestants: None, model_of, ..options.clone() };
        let mut report = Self::new(classifiers, &options)?;
        report.verdicts = verdicts_of_models(&report, &scores, None, &options);
        report.scores = Some(scores);
        Ok(report)
    }

    /// Creates the report of models whose thresholds are chosen on other samples: for every
    /// preference the best ones there, with the classes weighted to the current prior. So one
    /// threshold of each model takes part in a ranking, and regions, verdicts and curves are those
    /// of the chosen thresholds.
    ///
    /// # Errors
    /// As [`Self::new`], and if one of the classes has no samples among those that choose.
    ///
    /// # Panics
    /// If `chosen_on` has other models than `models`.
    pub fn of_models_chosen_on(
        models: &[ScoredModel],
        chosen_on: ChosenOn<'_>,
        options: &ReportOptions,
    ) -> Result<Self, ReportError> {
        assert_eq!(models.len(), chosen_on.models.len(), "the same models");
        for model in models.iter().chain(chosen_on.models) {
            model
                .matrix(0)
                .check_both_classes()
                .map_err(|error| TileError::Performance { name: model.name().to_owned(), error })?;
        }
        let (scores, classifiers) = ScoresPart::chosen_on(models, chosen_on);
        let options = ReportOptions { are_chosen_here: true, contestants: None, ..options.clone() };
        let mut report = Self::new(classifiers, &options)?;
        report.sure = Err(NotSure::ChosenElsewhere);
        report.findings = Findings(Vec::new());
        report.verdicts = verdicts_of_models(&report, &scores, chosen_on.together, &options);
        report.paired = chosen_on.together.is_some_and(|of| of.contestants.is_paired());
        report.scores = Some(scores);
        Ok(report)
    }

    /// Returns `true` if thresholds are chosen on other samples than those that judge them.
    pub fn is_chosen_elsewhere(&self) -> bool {
        self.elsewhere().is_some()
    }

    fn elsewhere(&self) -> Option<&Elsewhere> {
        self.scores.as_ref()?.elsewhere.as_ref()
    }

    /// As [`Self::new`]. `advance` is called before each of the report's six parts, and may stop
    /// the work; the result is `None` then.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn with_progress(
        classifiers: Vec<Classifier>,
        options: &ReportOptions,
        advance: Advance<'_>,
    ) -> Result<Option<Self>, ReportError> {
        let is_stopped = || advance().is_break();
        let shown = match &options.target_prior {
            Some(prior) => Regions::with_target_prior(classifiers.clone(), prior)?,
            None => Regions::new(classifiers.clone())?,
        };
        if is_stopped() {
            return Ok(None);
        }
        let standings = shown.summary().classifiers;
        if is_stopped() {
            return Ok(None);
        }
        let tile = TilePart::new(&classifiers, &shown, &standings, options)?;
        if is_stopped() {
            return Ok(None);
        }
        let evidence = Evidence::new(&classifiers, &shown, &standings, options)?;
        if is_stopped() {
            return Ok(None);
        }
        let pairs = Pairs::new(&classifiers, &evidence, options);
        if is_stopped() {
            return Ok(None);
        }
        let prior = tile.start_prior.as_ref();
        let judge = Judge::new(&classifiers, prior, options);
        let verdicts = verdicts(shown.classifiers(), prior, &judge, options);
        if is_stopped() {
            return Ok(None);
        }
        let sure = match &judge {
            Ok(judge) => judge.tile(options.grid).and_then(|tile| tile.ok_or(NotSure::NotAsked)),
            Err(why) => Err(why.clone()),
        };
        let leads = Leads {
            judge: &judge,
            prior,
            level: &options.level,
            preference: options.preference.metric(),
        };
        let mut findings = Findings::new(shown.classifiers(), &standings, &evidence, &leads);
        findings.add_decided(shown.classifiers(), sure.as_ref().ok(), &options.level);
        if !options.are_chosen_here {
            findings.add_compromise(shown.classifiers(), prior);
        }
        let is_known = options.contestants.as_ref().is_some_and(Contestants::is_paired);
        let paired = is_known && classifiers.len() > 1 && !options.are_chosen_here;
        let drawn = judge.as_ref().map_or(options.draws, Judge::draws);
        Ok(Some(Self {
            classifiers,
            provenance: Provenance::default(),
            scores: None,
            test_sets: None,
            tile,
            evidence,
            pairs,
            verdicts,
            sure,
            paired,
            pooling: options.pooling.clone(),
            drawn,
            findings,
            shown,
        }))
    }
}

/// Returns the verdict for the preference to start with, then for each other marked score.
fn verdicts(
    shown: &[Classifier],
    prior: Option<&Rational>,
    judge: &Result<Judge<'_>, NotSure>,
    options: &ReportOptions,
) -> Vec<Verdict> {
    let scores = asked(options);
    scores.iter().filter_map(|score| Verdict::new(shown, score, prior, judge, options)).collect()
}

fn asked(options: &ReportOptions) -> Vec<NamedScore> {
    ReportOptions::preferences(&options.preference)
}

/// As [`verdicts`], with one threshold of each model: the best one for the preference.
fn verdicts_of_models(
    report: &Report,
    scores: &ScoresPart,
    together: Option<&Together<'_>>,
    options: &ReportOptions,
) -> Vec<Verdict> {
    let Some(prior) = &report.tile.start_prior else { return Vec::new() };
    let models = OfModels { report, scores, together, prior };
    asked(options).iter().filter_map(|score| models.verdict(score, options)).collect()
}

/// Models, of which one threshold each takes part in a ranking.
struct OfModels<'r> {
    report: &'r Report,
    scores: &'r ScoresPart,
    together: Option<&'r Together<'r>>,
    prior: &'r Rational,
}

impl OfModels<'_> {
    /// Returns the verdict among the best thresholds for a score. If they are chosen elsewhere, the
    /// changes that would replace the winner are left out, since another preference has other
    /// thresholds; but they are fixed here, so that it is known how sure the winner is.
    fn verdict(&self, score: &NamedScore, options: &ReportOptions) -> Option<Verdict> {
        let Self { report, scores, together, prior } = *self;
        let (all, at) = (report.shown.classifiers(), score.place(prior));
        let models = scores.models.iter().enumerate();
        let best = |(of, model)| Some((of, scores.best(model, all, &at, prior)?));
        let (of, chosen): (Vec<usize>, Vec<usize>) = models.filter_map(best).unzip();
        let only = |from: &[Classifier]| chosen.iter().map(|&k| from[k].clone()).collect();
        let (shown, tested): (Vec<Classifier>, Vec<Classifier>) =
            (only(all), only(&report.classifiers));

        let is_elsewhere = scores.elsewhere.is_some();
        let wanted = of.into_iter().zip(tested.iter().map(|classifier| &classifier.matrix));
        let known = together.map(|together| together.only(wanted));
        let is_unknown = matches!(known, Some(None));
        let of_each = ReportOptions {
            model_of: Vec::new(),
            are_chosen_here: !is_elsewhere,
            contestants: known.flatten(),
            ..options.clone()
        };
        let judge = match is_unknown {
            true => Err(NotSure::ChosenElsewhere),
            false => Judge::new(&tested, Some(prior), &of_each),
        };
        let mut verdict = Verdict::new(&shown, score, Some(prior), &judge, &of_each)?;
        verdict.placed(&chosen);
        verdict.weights = Vec::new();
        verdict.priors = None;
        verdict.is_crossing = false;
        if !is_elsewhere {
            verdict.add_changes(all, Some(prior), score);
        }
        Some(verdict)
    }
}

/// A classifier's name and its exact counts.
fn tested<S: Serializer>(classifiers: &[Classifier], serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Tested<'c> {
        name: &'c str,
        counts: [&'c Rational; 4],
    }
    fn counts(matrix: &ConfusionMatrix) -> [&Rational; 4] {
        [matrix.tn(), matrix.fp(), matrix.fn_(), matrix.tp()]
    }
    serializer.collect_seq(
        classifiers.iter().map(|classifier| Tested {
            name: &classifier.name,
            counts: counts(&classifier.matrix),
        }),
    )
}
