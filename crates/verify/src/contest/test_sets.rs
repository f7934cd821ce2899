//! Statements about mean performances over several test sets.
//!
//! With the weights of samples the mean over fixed test sets is that of all samples together, so
//! its swap test exchanges them as those of one test set, and that of sampled test sets exchanges
//! whole ones as clusters. With other weights there is none.

use crate::claim::given::{Given, TestSets};
use crate::claim::header::Members;
use crate::claim::proofs::Proofs;
use crate::claim::sets::Sets;
use crate::claim::stop::Stop;
use crate::claim::truth::{Truth, same};
use crate::claim::wrong::Wrong;
use crate::reading::json::Json;
use exactile::num::Rational;
use exactile::performance::{Class, Classifier, ConfusionMatrix, JointCounts, PairCounts};

/// The reason why there is no next test.
pub(super) const NO_NEXT: &str = "there is no model of a further test of several test sets";
/// The reason why there is no swap test.
pub(super) const WEIGHTED: &str = "samples of different test sets have different weights";

/// The test sets of a comparison.
pub(super) struct OverSets<'g> {
    told: &'g TestSets,
    /// The mean performance of each classifier.
    pub(super) means: Vec<Classifier>,
    pub(super) are_sampled: bool,
    /// `true` if each sample counts alike.
    pub(super) by_samples: bool,
}

impl<'g> OverSets<'g> {
    /// Takes the test sets of a result, if it is about several.
    pub(super) fn read(members: &mut Members<'_>, given: &Given<'g>) -> Result<Option<Self>, Stop> {
        let Some(claim) = members.take("domains") else { return Ok(None) };
        let told = given.sets.ok_or_else(|| {
            let how = "add --by COLUMN and the weights, as in the command";
            Stop::Ungiven("the result is over several test sets".to_owned(), how.to_owned())
        })?;
        let are_sampled = claim.get("are").and_then(Json::as_text) == Some("sampled");
        let truth = Truth::Object(vec![
            ("by", Truth::text(&told.by)),
            ("count", Truth::count(told.names.len())),
            ("weights", Truth::text(&told.weights)),
            ("are", Truth::text(if are_sampled { "sampled" } else { "fixed" })),
        ]);
        same(&claim, &truth, &mut Proofs::new("", 0)).map_err(|wrong| wrong.of("domains"))?;
        let sets = Sets::new(told, given)?;
        let mean = |(of, [tn, fp, fn_, tp]): (&Classifier, [Rational; 4])| {
            let matrix = ConfusionMatrix::new(tn, fp, fn_, tp);
            let matrix = matrix.map_err(|error| Wrong::new(format!("in the input: {error}")))?;
            Ok(Classifier::new(of.name.clone(), matrix))
        };
        let means = given.classifiers.iter().zip(sets.means).map(mean);
        let means = means.collect::<Result<Vec<Classifier>, Wrong>>()?;
        Ok(Some(Self { told, means, are_sampled, by_samples: told.weights == "samples" }))
    }

    /// Checks the numbers of positive and negative samples: fixed test sets without weight say
    /// nothing.
    pub(super) fn check_samples(&self, samples: [u64; 2], given: &Given<'_>) -> Result<(), Wrong> {
        let sets = Sets::new(self.told, given)?;
        let counts = self.told.matrices.iter().zip(&sets.weights);
        let counts = counts.filter(|(_, weight)| self.are_sampled || !weight.is_zero());
        let all = counts.filter_map(|(row, _)| row.first());
        let sums = all.fold([Rational::ZERO, Rational::ZERO], |[p, n], of| {
            [p + of.tp() + of.fn_(), n + of.tn() + of.fp()]
        });
        match sums == samples.map(Rational::from) {
            true => Ok(()),
            false => Err(Wrong::new("these are not the samples of the test sets").of("positives")),
        }
    }

    /// Takes `paired`: sampled test sets hold the results of all classifiers.
    pub(super) fn paired(&self, members: &mut Members<'_>) -> Result<bool, Wrong> {
        let is_known = self.are_sampled || self.told.joint.is_some();
        match members.required("paired")? {
            Json::Bool(true) if is_known => Ok(true),
            Json::Bool(false) if !self.are_sampled => Ok(false),
            _ => Err(Wrong::new("the input is another one").of("paired")),
        }
    }

    /// The results of pairs on all samples together, if fixed test sets are exchanged as one.
    pub(super) fn counts(&self, pairs: &[[usize; 2]]) -> Option<Vec<PairCounts>> {
        let joint = self.told.joint.as_ref().filter(|_| self.by_samples && !self.are_sampled)?;
        let of = |class: Class, [first, second]: [usize; 2]| {
            let sets = joint.iter().map(|set| set.class(class).pair(first, second));
            sets.fold(JointCounts::default(), |sum, more| JointCounts {
                both_right: sum.both_right + more.both_right,
                only_first: sum.only_first + more.only_first,
                only_second: sum.only_second + more.only_second,
                both_wrong: sum.both_wrong + more.both_wrong,
            })
        };
        let [positive, negative] = [Class::Positive, Class::Negative];
        let pair = |&pair: &[usize; 2]| PairCounts {
            positive: of(positive, pair),
            negative: of(negative, pair),
        };
        Some(pairs.iter().map(pair).collect())
    }

    /// TP and TN of each classifier in each test set, if whole test sets are exchanged.
    pub(super) fn exchanged(&self) -> Option<Vec<Vec<[u64; 2]>>> {
        let count = |count: &Rational| u64::try_from(count.numerator()).ok();
        let right = |of: &ConfusionMatrix| Some([count(of.tp())?, count(of.tn())?]);
        let rows = self.told.matrices.iter().filter(|_| self.by_samples && self.are_sampled);
        let all: Option<Vec<Vec<_>>> = rows.map(|row| row.iter().map(right).collect()).collect();
        all.filter(|all| !all.is_empty())
    }

    pub(super) fn assumption(&self, is_paired: bool) -> &'static str {
        match (self.are_sampled, is_paired) {
            (true, _) => "test sets are a sample of many, and get random weights",
            (false, true) => {
                "test sets are fixed and their samples drawn; classifiers compared on the same \
                 samples"
            }
            (false, false) => {
                "test sets are fixed and their samples drawn; classifiers taken as independent"
            }
        }
    }
}
