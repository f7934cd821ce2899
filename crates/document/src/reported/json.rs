//! The findings as JSON.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::classes::ClassCertificateJson;
use super::curve::CurveJson;
use super::row::{CheckedAuc, CheckedRow};
use super::words::{AS_MEANS, code, taken_for};
use exactile::num::{Rational, Value};
use exactile::reported::{
    Counted, EvenProof, FoldCase, FoldProof, FoldReading, ImpliedRange, MeanFinding, Nearest,
    PossibleSizes, Reading, ReadingKind,
};

/// The members of `exactile.check.v1`.
#[derive(Serialize)]
pub(super) struct Document<'c> {
    rows: Vec<RowJson<'c>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    curve: Option<CurveJson>,
}

#[derive(Serialize)]
struct RowJson<'c> {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'c str>,
    /// Null if it is undecided.
    consistent: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    undecided: Option<&'c str>,
    /// Null for means, whose matrices are not counted.
    matrices: Option<u128>,
    first: Option<Counted>,
    conflict: Option<Vec<&'c str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<&'c [Counted]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sizes: Option<SizesJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    folds: Option<&'c [Counted]>,
    /// A confusion matrix of several classes.
    #[serde(skip_serializing_if = "Option::is_none")]
    classes: Option<&'c [Vec<u64>]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    deviation: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<CertificateJson<'c>>,
    #[serde(rename = "certificate", skip_serializing_if = "Option::is_none")]
    of_classes: Option<ClassCertificateJson<'c>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    auc: Option<AucJson<'c>>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    remarks: &'c [String],
    #[serde(flatten)]
    more: Option<MoreJson<'c>>,
}

#[derive(Serialize)]
struct AucJson<'c> {
    lower: &'c Rational,
    upper: &'c Rational,
    consistent: bool,
}

#[derive(Serialize)]
#[serde(untagged)]
enum CertificateJson<'c> {
    Weights(WeightsJson<'c>),
    Cases {
        cases: Vec<CaseJson<'c>>,
    },
    /// An accuracy that no whole numbers of right samples have.
    NoCounts {
        no_counts: &'c str,
    },
}

#[derive(Serialize)]
struct WeightsJson<'c> {
    weights: Vec<WeightJson<'c>>,
    /// The weight of a positive sample, if the classes of the folds fall as they do.
    #[serde(skip_serializing_if = "Option::is_none")]
    positive: Option<&'c Rational>,
    reached: &'c Rational,
    printed: &'c Rational,
}

/// Folds that begin with numbers of positives, and have one of a range in the next fold.
#[derive(Serialize)]
struct CaseJson<'c> {
    positives: &'c [u64],
    next: [u64; 2],
    #[serde(flatten)]
    weights: WeightsJson<'c>,
}

#[derive(Serialize)]
struct WeightJson<'c> {
    score: &'c str,
    weight: &'c Rational,
}

#[derive(Serialize)]
struct SizesJson {
    count: u64,
    positives: [u64; 2],
    negatives: [u64; 2],
}

/// Further members of a possible row, and of an impossible one.
#[derive(Serialize)]
#[serde(untagged)]
enum MoreJson<'c> {
    Possible { implied: IndexedRanges<'c> },
    Impossible { nearest: Option<NearestJson<'c>>, explained_by: Option<Vec<ReadingJson<'c>>> },
    ImpossibleMean { explained_by: Vec<ReadingJson<'c>> },
}

#[derive(Serialize)]
struct NearestJson<'c> {
    matrix: Counted,
    units: &'c Value,
    scores: Vec<ScoreJson<'c>>,
}

#[derive(Serialize)]
struct ScoreJson<'c> {
    name: &'c str,
    value: &'c Value,
}

#[derive(Serialize)]
struct ReadingJson<'c> {
    reading: &'static str,
    #[serde(rename = "as", skip_serializing_if = "Option::is_none")]
    other: Option<&'static str>,
    scores: Vec<&'c str>,
    words: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<&'c Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    matrices: Option<u128>,
    #[serde(skip_serializing_if = "Option::is_none")]
    implied: Option<IndexedRanges<'c>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<Counted>,
    #[serde(skip_serializing_if = "Option::is_none")]
    folds: Option<&'c [Counted]>,
}

impl<'c> Document<'c> {
    pub(super) fn new(rows: &'c [CheckedRow], curve: Option<CurveJson>) -> Self {
        Self { rows: rows.iter().map(RowJson::new).collect(), curve }
    }
}

impl<'c> RowJson<'c> {
    fn new(checked: &'c CheckedRow) -> Self {
        let explanation = checked.explanation();
        let of_any_size = || checked.without_sizes().and_then(|found| found.first);
        let sizes = explanation.and_then(|found| found.sizes).filter(|_| checked.has_open_sizes);
        Self {
            name: checked.name.as_deref(),
            consistent: checked.undecided().is_none().then(|| checked.is_consistent()),
            undecided: checked.undecided(),
            matrices: explanation.map(|found| found.matrices),
            first: explanation.and_then(|found| found.first).or_else(of_any_size),
            conflict: checked.conflict(),
            points: explanation.and_then(|found| found.points.as_deref()),
            sizes: sizes.map(|PossibleSizes { count, positives, negatives }| SizesJson {
                count,
                positives,
                negatives,
            }),
            folds: checked.folds(),
            classes: checked.class_matrix(),
            of_classes: checked.class_certificate(),
            deviation: checked.deviation(),
            certificate: CertificateJson::of(checked).filter(|_| checked.spread.is_none()),
            auc: checked.auc.as_ref().map(|CheckedAuc { lower, upper, conflict, .. }| AucJson {
                lower,
                upper,
                consistent: conflict.is_none(),
            }),
            remarks: &checked.remarks,
            more: MoreJson::of(checked),
        }
    }
}

impl<'c> CertificateJson<'c> {
    fn of(checked: &'c CheckedRow) -> Option<Self> {
        let MeanFinding { proof, even_proof, .. } = checked.mean()?;
        let of_case = |case: &'c FoldCase| CaseJson {
            positives: &case.positives,
            next: case.next,
            weights: WeightsJson::new(checked, &case.proof, Some(&case.positive)),
        };
        if let Some(proof) = proof {
            return Some(Self::Weights(WeightsJson::new(checked, proof, None)));
        }
        Some(match even_proof.as_ref()? {
            EvenProof::NoCounts => Self::NoCounts { no_counts: checked.in_conflict(0) },
            EvenProof::AtOnce(all) => Self::Weights(of_case(all).weights),
            EvenProof::Cases(cases) => Self::Cases { cases: cases.iter().map(of_case).collect() },
        })
    }
}

impl<'c> WeightsJson<'c> {
    fn new(
        checked: &'c CheckedRow,
        FoldProof { weights, reached, printed }: &'c FoldProof,
        positive: Option<&'c Rational>,
    ) -> Self {
        let weights = weights
            .iter()
            .map(|(at, weight)| WeightJson { score: checked.in_conflict(*at), weight });
        Self { weights: weights.collect(), positive, reached, printed }
    }
}

impl<'c> MoreJson<'c> {
    fn of(checked: &'c CheckedRow) -> Option<Self> {
        if let Some(mean) = checked.mean().filter(|_| !checked.is_consistent()) {
            let readings = mean.readings.iter();
            let readings = readings.map(|found| ReadingJson::of_means(checked, found));
            return Some(Self::ImpossibleMean { explained_by: readings.collect() });
        }
        let found = checked.explanation()?;
        if found.is_consistent() {
            return Some(Self::Possible { implied: IndexedRanges(&found.implied) });
        }
        let as_means = checked.as_means.as_deref();
        let mut readings: Option<Vec<ReadingJson<'c>>> = found.readings.as_ref().map(|readings| {
            readings.iter().map(|found| ReadingJson::new(checked, found)).collect()
        });
        if let Some(tests) = as_means {
            readings.get_or_insert_default().push(ReadingJson::as_means(checked, tests));
        }
        Some(Self::Impossible { nearest: NearestJson::of(checked), explained_by: readings })
    }
}

impl<'c> NearestJson<'c> {
    fn of(checked: &'c CheckedRow) -> Option<Self> {
        let Nearest { matrix, units, values } = checked.explanation()?.nearest.as_ref()?;
        let scores = checked.scores.iter().zip(values);
        let scores = scores.map(|(name, value)| ScoreJson { name, value }).collect();
        Some(Self { matrix: *matrix, units, scores })
    }
}

impl<'c> ReadingJson<'c> {
    fn new(checked: &'c CheckedRow, reading: &'c Reading) -> Self {
        let misprint = reading.misprint.as_ref();
        Self {
            reading: code(reading.kind),
            other: taken_for(reading.kind),
            scores: reading.scores.iter().map(|at| checked.scores[*at].as_str()).collect(),
            words: checked.reading_in_words(reading),
            value: None,
            matrices: misprint.map(|misprint| misprint.matrices),
            implied: misprint.map(|misprint| IndexedRanges(std::slice::from_ref(&misprint.range))),
            first: Some(reading.first),
            folds: None,
        }
    }

    fn as_means(checked: &'c CheckedRow, tests: &'c [Counted]) -> Self {
        Self {
            reading: "mean",
            other: None,
            scores: checked.scores.iter().map(String::as_str).collect(),
            words: AS_MEANS.to_owned(),
            value: None,
            matrices: None,
            implied: None,
            first: None,
            folds: Some(tests),
        }
    }

    fn of_means(checked: &'c CheckedRow, reading: &'c FoldReading) -> Self {
        let is_pooled = reading.kind == ReadingKind::Pooled;
        Self {
            reading: code(reading.kind),
            other: taken_for(reading.kind),
            scores: reading.scores.iter().map(|at| checked.scores[*at].as_str()).collect(),
            words: checked.fold_reading_in_words(reading),
            value: reading.value.as_ref(),
            matrices: None,
            implied: None,
            first: reading.tests.first().copied().filter(|_| is_pooled),
            folds: (!is_pooled).then_some(&*reading.tests),
        }
    }
}

/// Ranges by the names of their metrics.
struct IndexedRanges<'c>(&'c [ImpliedRange]);

impl Serialize for IndexedRanges<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Range<'r> {
            lower: &'r Value,
            upper: &'r Value,
            undefined: u128,
            #[serde(skip_serializing_if = "Option::is_none")]
            reason: Option<&'static str>,
        }
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for ImpliedRange { metric, lower, upper, undefined } in self.0 {
            let range = Range { lower, upper, undefined: *undefined, reason: lower.undefined() };
            map.serialize_entry(&metric.to_string(), &range)?;
        }
        map.end()
    }
}
