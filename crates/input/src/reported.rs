//! Classifiers with printed scores: rates, precision and recall, or several scores with the sizes
//! of the classes.
//! TNR and TPR with a prior determine a performance, and so do precision and recall: TP = prior TPR
//! and FP = TP (1 - PPV)/PPV; likewise NPV and TNR. With the sizes of the classes the confusion
//! matrices whose scores round to the printed ones are counted: if there is exactly one, it is
//! taken; if there is none, scores beside two that determine a performance contradict them.

use exactile::num::{Rational, abbreviated};
use exactile::performance::ConfusionMatrix;
use exactile::reported::{
    Explanation, ReportedRow, ReportedScore, ReportedValue, Rounding, explain, reported_metric,
};

use super::cells::{self, Fault};
use super::error::InputErrorKind;
use super::vocabulary::Word;

/// The scores that are read.
pub(super) const SCORES: [Word; 8] =
    [Word::Tnr, Word::Tpr, Word::Fpr, Word::Fnr, Word::Ppv, Word::Npv, Word::Accuracy, Word::F1];

/// Pairs of scores, each or its complement, that determine a performance.
const DETERMINING: [[[Word; 2]; 2]; 3] = [
    [[Word::Tnr, Word::Fpr], [Word::Tpr, Word::Fnr]],
    [[Word::Ppv, Word::Ppv], [Word::Tpr, Word::Fnr]],
    [[Word::Npv, Word::Npv], [Word::Tnr, Word::Fpr]],
];

/// Returns the pair of [`DETERMINING`] that these scores have, with the two scores.
pub(super) fn determining(has: impl Fn(Word) -> bool) -> Option<(usize, [Word; 2])> {
    let either = |words: &[Word; 2]| words.iter().copied().find(|word| has(*word));
    DETERMINING
        .iter()
        .enumerate()
        .find_map(|(k, [first, second])| Some((k, [either(first)?, either(second)?])))
}

/// The way in which the matrix of a row was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// From shares.
    Shares,
    /// As the only counts that fit the printed scores.
    Counts,
    /// From shares of this many samples, since not exactly one matrix of counts fits.
    NoCounts { samples: u128 },
}

impl Found {
    /// The performance times its number of samples, where this is known beside shares, and counts:
    /// among several test sets.
    pub(super) fn of_samples(self, matrix: ConfusionMatrix, counts: bool) -> ConfusionMatrix {
        let Self::NoCounts { samples } = self else { return matrix };
        if !counts {
            return matrix;
        }
        let samples = Rational::from(samples);
        let [tn, fp, fn_, tp] =
            [matrix.tn(), matrix.fp(), matrix.fn_(), matrix.tp()].map(|share| share * &samples);
        ConfusionMatrix::new(tn, fp, fn_, tp).unwrap_or(matrix)
    }
}

/// Returns the confusion matrix of printed scores.
pub(super) fn matrix<T: Copy, S: AsRef<str>>(
    scores: &[(Word, T)],
    prior_at: Option<T>,
    sizes: Option<[T; 2]>,
    text: impl Fn(T) -> S,
    prior: Option<&Rational>,
) -> Result<(ConfusionMatrix, Found), Fault<T>> {
    let mut values = Vec::with_capacity(scores.len());
    for &(word, at) in scores {
        values.push((word, at, cells::rate(word.usual(), text(at).as_ref(), at)?));
    }
    let sizes = match sizes {
        Some([p, n]) => Some([
            size(Word::Positives, text(p).as_ref(), p)?,
            size(Word::Negatives, text(n).as_ref(), n)?,
        ]),
        None => None,
    };
    let prior = match (sizes, prior_at, prior) {
        (Some([p, n]), ..) => Rational::from(p) / Rational::from(u128::from(p) + u128::from(n)),
        (None, Some(at), _) => cells::read_prior(text(at).as_ref(), at)?,
        (None, None, Some(prior)) => prior.clone(),
        (None, None, None) => return Err((InputErrorKind::MissingPrior, None)),
    };
    let mut found = Found::Shares;
    if let Some([positives, negatives]) = sizes {
        let printed: Vec<(Word, String)> =
            scores.iter().map(|&(word, at)| (word, text(at).as_ref().to_owned())).collect();
        let explanation = counts(&printed, positives, negatives);
        let matrices = explanation.as_ref().and_then(|one| one.matrices.try_into().ok());
        let only = explanation.filter(|one| one.matrices == 1).and_then(|one| one.first?.matrix());
        if let Some(matrix) = only {
            return Ok((matrix, Found::Counts));
        }
        // Other scores beside two may contradict them, or say more than these two.
        let refuses = match determining(|word| values.iter().any(|(other, ..)| *other == word)) {
            None => true,
            Some(_) if values.len() == 2 => false,
            Some((0, _)) => matrices == Some(0),
            Some(_) => matrices.is_some(),
        };
        if refuses {
            return Err((InputErrorKind::Undetermined { matrices }, None));
        }
        found = Found::NoCounts { samples: u128::from(positives) + u128::from(negatives) };
    }
    shares(&values, &prior, prior_at).map(|matrix| (matrix, found))
}

/// Returns the matrices of counts whose scores round to these; `None` if the search would take too
/// long.
fn counts(printed: &[(Word, String)], positives: u64, negatives: u64) -> Option<Explanation> {
    let score = |(word, text): &(Word, String)| {
        let metric = reported_metric(word.usual()).ok()?;
        let value = ReportedValue::from_text(text, Rounding::Nearest, false).ok()?;
        Some(ReportedScore { metric, value })
    };
    let scores = printed.iter().map(score).collect::<Option<Vec<_>>>()?;
    let (positives, negatives) = (positives..=positives, negatives..=negatives);
    explain(&ReportedRow { positives, negatives, samples: None, scores }, false).ok()
}

/// Returns the performance that two scores and a prior determine.
fn shares<T: Copy>(
    values: &[(Word, T, Rational)],
    prior: &Rational,
    prior_at: Option<T>,
) -> Result<ConfusionMatrix, Fault<T>> {
    let find = |word: Word| values.iter().find(|(other, ..)| *other == word);
    let Some((kind, [first, second])) = determining(|word| find(word).is_some()) else {
        return Err((InputErrorKind::Undetermined { matrices: None }, None));
    };
    let value = |word: Word| {
        let (word, at, value) = find(word).expect("it is one of them");
        let is_complement = matches!(word, Word::Fpr | Word::Fnr);
        (*at, if is_complement { value.complement() } else { value.clone() })
    };
    let ((first_at, first), (_, second)) = (value(first), value(second));
    if kind == 0 {
        return ConfusionMatrix::from_rates(&first, &second, prior).map_err(|_| {
            // The rates were checked, so only a prior can be at fault.
            (InputErrorKind::PriorOutOfRange { text: abbreviated(&prior.to_string()) }, prior_at)
        });
    }
    if !prior.is_positive() || *prior >= Rational::ONE {
        let text = abbreviated(&prior.to_string());
        return Err((InputErrorKind::PriorOutOfRange { text }, prior_at));
    }
    // PPV and TPR; NPV and TNR are the same with the classes exchanged.
    let own = if kind == 1 { prior.clone() } else { prior.complement() };
    let right = &own * &second;
    let missed = &own - &right;
    let wrong = match first.is_zero() {
        // Nothing that is predicted so is right.
        true if right.is_zero() => Err(InputErrorKind::Undetermined { matrices: None }),
        true => Err(InputErrorKind::Contradiction),
        false => Ok(&right * &first.complement() / &first),
    };
    let wrong = wrong.map_err(|kind| (kind, Some(first_at)))?;
    let rest = &own.complement() - &wrong;
    if rest.is_negative() {
        return Err((InputErrorKind::Contradiction, Some(first_at)));
    }
    let [tn, fp, fn_, tp] = match kind {
        1 => [rest, wrong, missed, right],
        _ => [right, missed, wrong, rest],
    };
    ConfusionMatrix::new(tn, fp, fn_, tp).map_err(|_| (InputErrorKind::AllZero, None))
}

/// Reads the size of a class.
fn size<T>(word: Word, text: &str, at: T) -> Result<u64, Fault<T>> {
    let name = word.usual();
    match cells::number(name, text) {
        Ok(size) if size.is_integer() && size.is_positive() => {
            let too_many = (InputErrorKind::CountsTooLarge, None);
            size.to_string().parse().map_err(|_| too_many)
        }
        Ok(_) => Err((InputErrorKind::NotASize { name, text: abbreviated(text.trim()) }, Some(at))),
        Err(kind) => Err((kind, Some(at))),
    }
}

/// Returns the notes on rows whose matrices were found from printed scores.
pub(super) fn notes(found: &[Found], file: &str) -> Vec<String> {
    let none = found.iter().filter(|one| matches!(one, Found::NoCounts { .. })).count();
    let counts = found.iter().filter(|one| **one == Found::Counts).count();
    let of = |count: usize| match count {
        1 => "1 classifier".to_owned(),
        count => format!("{count} classifiers"),
    };
    let mut notes = Vec::new();
    if counts > 0 {
        notes.push(format!(
            "the counts of {} in {file} are the only ones that give the printed scores",
            of(counts)
        ));
    }
    if none > 0 {
        notes.push(format!(
            "the printed scores of {} in {file} are taken as they are: not exactly one matrix of \
             counts gives them",
            of(none)
        ));
    }
    notes
}
