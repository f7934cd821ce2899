//! The findings about one row.

use exactile::num::Rational;
use exactile::reported::{
    ClassAnswer, Counted, Explanation, FoldAnswer, MeanFinding, ReadingKind, SpreadAnswer,
    WithoutSizes,
};

/// A row with the findings about it.
#[derive(Clone, Debug)]
pub struct CheckedRow {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// The names of the scores in the row, in the order of the engine's row.
    pub scores: Vec<String>,
    /// The printed numbers, in the same order.
    pub printed: Vec<String>,
    /// The sizes of the classes of which they are printed counts, in the same order.
    pub wholes: Vec<Option<u64>>,
    /// Intervals, standard deviations and an area that are printed too, each with its name.
    pub beside: Vec<(String, String)>,
    /// The numbers of samples, in words.
    pub samples: String,
    /// `true` if the numbers of samples are not fixed: given as ranges or by their sum.
    pub has_open_sizes: bool,
    /// The findings about the scores.
    pub found: CheckedScores,
    /// The area under a curve that is printed with the scores, if these are possible.
    pub auc: Option<CheckedAuc>,
    /// The finding about standard deviations that are printed with means, if these are possible.
    pub spread: Option<CheckedSpread>,
    /// Tests over which the scores can be means, if they are pooled scores that no matrix has.
    pub as_means: Option<Vec<Counted>>,
    /// The reason why it is impossible, in one line that can be quoted.
    pub reason: Option<String>,
    /// Further findings that do not decide, as sentences.
    pub remarks: Vec<String>,
}

/// The finding about an area under the ROC curve.
#[derive(Clone, Debug)]
pub struct CheckedAuc {
    /// Its name in the row.
    pub name: String,
    /// The printed number.
    pub printed: String,
    /// The least area of a curve through a point that has the scores.
    pub lower: Rational,
    /// The largest area.
    pub upper: Rational,
    /// The positions of scores that contradict the printed area, if some do.
    pub conflict: Option<Vec<usize>>,
}

/// The finding about standard deviations over tests.
#[derive(Clone, Debug)]
pub struct CheckedSpread {
    /// Their names in the row, each with the position of its score.
    pub names: Vec<(String, usize)>,
    /// The finding.
    pub answer: SpreadAnswer,
}

/// The findings about the scores of a row.
#[derive(Clone, Debug)]
pub enum CheckedScores {
    /// For one test: its explanation.
    One(Box<Explanation>),
    /// For means over several tests.
    Mean(Box<MeanFinding>),
    /// For one test of any size.
    WithoutSizes(WithoutSizes),
    /// For several classes.
    Classes(ClassAnswer),
    /// Undecided, for this reason.
    Undecided(String),
}

impl CheckedScores {
    /// Returns `true` if some tests have the scores.
    pub fn is_possible(&self) -> bool {
        match self {
            Self::One(explanation) => explanation.is_consistent(),
            Self::Mean(mean) => matches!(mean.answer, FoldAnswer::Possible(_)),
            Self::WithoutSizes(found) => found.conflict.is_none(),
            Self::Classes(found) => matches!(found, ClassAnswer::Possible(_)),
            Self::Undecided(_) => false,
        }
    }
}

impl CheckedRow {
    /// Returns `true` if the row can be true.
    pub fn is_consistent(&self) -> bool {
        self.found.is_possible()
            && self.auc.as_ref().is_none_or(|auc| auc.conflict.is_none())
            && self.spread_conflict().is_none()
    }

    /// Returns the reason why the row is undecided, if it is.
    pub fn undecided(&self) -> Option<&str> {
        match &self.found {
            CheckedScores::Undecided(reason) => Some(reason),
            _ => None,
        }
    }

    /// Returns its verdict, in one word: `holds`, `misprint`, `reading`, `impossible` or
    /// `undecided`.
    pub fn verdict(&self) -> &'static str {
        let of_one = self.explanation().and_then(|found| found.readings.as_ref()?.first());
        let of_means = self.mean().and_then(|mean| mean.readings.first());
        let kind = of_one.map(|found| found.kind).or(of_means.map(|found| found.kind));
        match kind {
            _ if self.undecided().is_some() => "undecided",
            _ if self.is_consistent() => "holds",
            Some(ReadingKind::Misprint) => "misprint",
            Some(_) => "reading",
            None if self.as_means.is_some() => "reading",
            None => "impossible",
        }
    }

    pub(super) fn without_sizes(&self) -> Option<&WithoutSizes> {
        match &self.found {
            CheckedScores::WithoutSizes(found) => Some(found),
            _ => None,
        }
    }

    pub(super) fn explanation(&self) -> Option<&Explanation> {
        match &self.found {
            CheckedScores::One(explanation) => Some(explanation),
            _ => None,
        }
    }

    pub(super) fn mean(&self) -> Option<&MeanFinding> {
        match &self.found {
            CheckedScores::Mean(mean) => Some(mean),
            _ => None,
        }
    }

    /// Returns the positions of scores whose means and deviations contradict each other, if some
    /// do.
    fn spread_conflict(&self) -> Option<&[usize]> {
        match &self.spread.as_ref()?.answer {
            SpreadAnswer::Impossible(conflict) => Some(conflict),
            _ => None,
        }
    }

    /// Returns the matrices of the tests whose scores were averaged.
    pub(super) fn folds(&self) -> Option<&[Counted]> {
        if let Some(SpreadAnswer::Possible { tests, .. }) =
            self.spread.as_ref().map(|spread| &spread.answer)
        {
            return Some(tests);
        }
        match &self.mean().filter(|_| self.is_consistent())?.answer {
            FoldAnswer::Possible(folds) => Some(folds),
            FoldAnswer::Impossible(_) => None,
        }
    }

    /// Returns the positions of scores that contradict each other.
    pub fn conflict_positions(&self) -> &[usize] {
        if let Some(conflict) = self.auc.as_ref().and_then(|auc| auc.conflict.as_deref()) {
            return conflict;
        }
        if let Some(conflict) = self.spread_conflict() {
            return conflict;
        }
        match &self.found {
            CheckedScores::Undecided(_) => &[],
            CheckedScores::Classes(ClassAnswer::Impossible { conflict, .. }) => conflict,
            CheckedScores::Classes(_) => &[],
            CheckedScores::WithoutSizes(found) => found.conflict.as_deref().unwrap_or_default(),
            CheckedScores::One(explanation) => explanation.conflict.as_deref().unwrap_or_default(),
            CheckedScores::Mean(mean) => match &mean.answer {
                FoldAnswer::Impossible(conflict) => conflict,
                FoldAnswer::Possible(_) => &[],
            },
        }
    }

    /// Returns the name of a score that contradicts others, by its position among them. The last
    /// one may be the area under the curve.
    pub(super) fn in_conflict(&self, at: usize) -> &str {
        let score = self.conflict_positions().get(at).and_then(|at| self.scores.get(*at));
        score.or(self.auc.as_ref().map(|auc| &auc.name)).map_or("", String::as_str)
    }

    pub(super) fn conflict(&self) -> Option<Vec<&str>> {
        // A mean of areas follows the scores.
        let names = self.conflict_positions().iter().filter_map(|at| self.scores.get(*at));
        let names = names.map(String::as_str);
        let auc = self.auc.iter().filter(|auc| auc.conflict.is_some());
        let names = names.chain(auc.map(|auc| auc.name.as_str()));
        let spreads = self.spread_conflict().map(|conflict| {
            let named = self.spread.iter().flat_map(|spread| &spread.names);
            named.filter(|(_, at)| conflict.contains(at)).map(|(name, _)| name.as_str())
        });
        let names = names.chain(spreads.into_iter().flatten());
        (!self.is_consistent() && self.undecided().is_none()).then(|| names.collect())
    }
}
