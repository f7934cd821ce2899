//! Everything needed to choose a classifier, as data.
//!
//! A [`Report`] holds what a page shows without asking again: the Tile as the lines and sectors of
//! its sweep in balanced coordinates, from which the Tile of any prior is the image under one map
//! of each axis, and the scores that have a place on it.

mod evidence;
mod order;
mod page;
mod pairs;
mod summary;
mod sure;
mod tile;

pub use evidence::{Cell, Evidence, EvidenceRow, MetricColumn, RowOrder};
pub use page::{check_html, report_html};
pub use pairs::{BinMasses, Bins, ComparedMetric, NoPairs, Pairs};
pub use summary::{Beaten, Doubt, Finding, Findings, Winner};
pub use tile::{Line, Mark, OwnRegion, OwnRegions, Sweep, TilePart};

use serde::{Serialize, Serializer};

use std::ops::ControlFlow;

use exactile::confidence::ConfidenceTile;
use exactile::lattice::{LatticeError, Model};
use exactile::num::Rational;
use exactile::performance::{Classifier, ConfusionMatrix};
use exactile::score::Metric;
use exactile::tile::{Regions, TileError};
use exactile::work::Advance;

/// What a report is to be about.
#[derive(Clone, Debug)]
pub struct ReportOptions {
    /// The positive prior of the population that a classifier is chosen for; `None` for that of
    /// the test, or for each classifier's own.
    pub target_prior: Option<Rational>,
    /// The metrics of the table and of the comparison of pairs.
    pub metrics: Vec<Metric>,
    /// How further results follow from the observed ones.
    pub model: Model,
    /// The part of the mass that intervals hold, between 0 and 1.
    pub level: Rational,
    /// Cells along each side of the Tile at which the probabilities of being first on a repeat of the
    /// test are computed, at most 4096; 0 for none, `None` for as many as take seconds.
    pub grid: Option<u32>,
}

impl ReportOptions {
    /// The default metrics of a report: accuracy, balanced accuracy, TPR, TNR,
    /// PPV, F1, MCC.
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
}

/// Why a report cannot be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ReportError {
    /// The regions cannot be worked out.
    #[error("{0}")]
    Tile(#[from] TileError),
    /// The distributions cannot be worked out.
    #[error("{0}")]
    Lattice(#[from] LatticeError),
}

/// All parts of a report.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The classifiers as they were tested, in the order of the input.
    #[serde(serialize_with = "tested")]
    pub classifiers: Vec<Classifier>,
    /// The label of the positive class, if the classifiers were read from predictions. Whoever has
    /// read them fills it in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positive: Option<String>,
    /// Rows that were left out because they lack a value, filled in likewise.
    #[serde(skip_serializing_if = "is_zero")]
    pub dropped_rows: u64,
    /// Who is ranked where.
    pub tile: TilePart,
    /// Metrics, intervals and shares: the table.
    pub evidence: Evidence,
    /// Pairs on the next test.
    pub pairs: Pairs,
    /// The probabilities of being first on a repeat of the test, on the Tile of its priors; `None`
    /// where they cannot be had.
    #[serde(skip)]
    pub sure: Option<ConfidenceTile>,
    /// What to know first.
    pub findings: Findings,
    /// The same classifiers on the Tile that a reader sees first: of the target prior, or of their
    /// own priors.
    #[serde(skip)]
    pub shown: Regions,
}

impl Report {
    /// The report of some classifiers.
    ///
    /// # Errors
    /// No classifier, a class without samples, a target prior outside `(0, 1)`, or counts that the
    /// lattice refuses.
    pub fn new(classifiers: Vec<Classifier>, options: &ReportOptions) -> Result<Self, ReportError> {
        let report = Self::with_progress(classifiers, options, &|| ControlFlow::Continue(()))?;
        Ok(report.expect("nothing stops it"))
    }

    /// As [`Self::new`]. `advance` is called before each of the report's five parts, and may stop the
    /// work: then there is no report.
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
        let tile = TilePart::new(&classifiers, &shown, options)?;
        if is_stopped() {
            return Ok(None);
        }
        let standings = shown.summary().classifiers;
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
        let sure = sure::sure(&classifiers, options);
        let mut findings = Findings::new(shown.classifiers(), &standings, &evidence, &pairs);
        findings.add_decided(sure.as_ref(), &options.level);
        let (positive, dropped_rows) = (None, 0);
        Ok(Some(Self {
            classifiers,
            positive,
            dropped_rows,
            tile,
            evidence,
            pairs,
            sure,
            findings,
            shown,
        }))
    }
}

fn is_zero(count: &u64) -> bool {
    *count == 0
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
