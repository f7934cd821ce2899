//! Which scores are fit for ranking, as JSON.

use std::borrow::Cow;
use std::io::Write;

use serde::Serialize;

use super::RenderError;
use super::axioms::{NO_FUNCTION, counts};
use super::json::write_document;
use exactile::geometry::Point;
use exactile::num::Rational;
use exactile::ranking::{Conclusion, Fitness, FitnessTable, Reason, Valued, Verdict, Witness};
use exactile::score::MetricValue;

#[derive(Serialize)]
struct ValuedJson<'v> {
    tn: &'v Rational,
    fp: &'v Rational,
    #[serde(rename = "fn")]
    fn_: &'v Rational,
    tp: &'v Rational,
    value: &'v MetricValue,
}

impl<'v> From<&'v Valued> for ValuedJson<'v> {
    fn from(Valued { matrix, value }: &'v Valued) -> Self {
        let [tn, fp, fn_, tp] = counts(matrix);
        Self { tn, fp, fn_, tp, value }
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum WitnessJson<'w> {
    Satisfaction { better: ValuedJson<'w>, worse: ValuedJson<'w> },
    Mixture { parts: Vec<ValuedJson<'w>>, weights: Vec<&'w Rational>, mixture: ValuedJson<'w> },
}

#[derive(Serialize)]
#[serde(tag = "verdict", rename_all = "lowercase")]
enum VerdictJson<'v> {
    Holds { reason: &'v Reason },
    Fails { witness: WitnessJson<'v> },
    Open { searched: usize },
}

impl<'v> From<&'v Verdict> for VerdictJson<'v> {
    fn from(verdict: &'v Verdict) -> Self {
        match verdict {
            Verdict::Holds(reason) => Self::Holds { reason },
            Verdict::Open { searched } => Self::Open { searched: *searched },
            Verdict::Fails(witness) => Self::Fails {
                witness: match &**witness {
                    Witness::Satisfaction { better, worse } => {
                        WitnessJson::Satisfaction { better: better.into(), worse: worse.into() }
                    }
                    Witness::Mixture { parts, mixture } => WitnessJson::Mixture {
                        parts: parts.iter().map(|(_, part)| part.into()).collect(),
                        weights: parts.iter().map(|(weight, _)| weight).collect(),
                        mixture: mixture.into(),
                    },
                },
            },
        }
    }
}

/// `exactile.axioms.v1`.
///
/// # Errors
/// What the destination reports.
pub fn axioms_json(fitness: &FitnessTable, out: &mut dyn Write) -> Result<(), RenderError> {
    #[derive(Serialize)]
    struct Document<'f> {
        schema: &'static str,
        scores: Vec<Score<'f>>,
    }
    #[derive(Serialize)]
    struct Score<'f> {
        score: String,
        definition: Cow<'static, str>,
        sets: Vec<Set<'f>>,
    }
    #[derive(Serialize)]
    struct Set<'f> {
        prior: Option<&'f Rational>,
        conclusion: Option<Conclusion>,
        #[serde(skip_serializing_if = "Option::is_none")]
        undefined: Option<&'static str>,
        ranking_score: Option<&'f Point>,
        #[serde(skip_serializing_if = "Option::is_none")]
        tests: Option<Tests<'f>>,
    }
    #[derive(Serialize)]
    struct Tests<'f> {
        first: VerdictJson<'f>,
        second: VerdictJson<'f>,
        third: VerdictJson<'f>,
        first_reversed: VerdictJson<'f>,
    }
    let scores = fitness.rows.iter().map(|row| Score {
        score: row.metric.to_string(),
        definition: row.metric.definition(),
        sets: fitness
            .sets
            .iter()
            .zip(&row.fitness)
            .map(|(set, fitness)| Set {
                prior: set.prior(),
                conclusion: fitness.as_ref().map(Fitness::conclusion),
                undefined: fitness.is_none().then_some(NO_FUNCTION),
                ranking_score: fitness.as_ref().and_then(|fitness| fitness.place.as_ref()),
                tests: fitness.as_ref().map(|fitness| Tests {
                    first: (&fitness.first).into(),
                    second: (&fitness.second).into(),
                    third: (&fitness.third).into(),
                    first_reversed: (&fitness.first_reversed).into(),
                }),
            })
            .collect(),
    });
    write_document(&Document { schema: "exactile.axioms.v1", scores: scores.collect() }, out)
}
