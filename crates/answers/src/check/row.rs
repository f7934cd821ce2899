//! Reads the single row of `--reported`.

use std::ops::RangeInclusive;

use super::arguments::{CheckArgs, SampleRange};
use super::cell::pairs;
use super::classes;
use super::folds::{averaged, if_means};
use super::given::Given;
use super::scores::{Said, Scores, Size};
use crate::host::Failure;
use exactile::num::abbreviated;
use exactile::reported::ReportedRow;

/// The numbers of samples, in all and of each class, and the number of folds over which scores are
/// averaged. Each is given by a word of the row, as by a column of a file, or by its flag.
struct Sizes {
    positives: Size,
    negatives: Size,
    samples: Size,
    folds: Option<u64>,
}

impl Sizes {
    fn of(arguments: &CheckArgs) -> Self {
        let range = |given: &Option<SampleRange>| given.as_ref().map(|range| range.0.clone());
        Self {
            positives: range(&arguments.rows.positives),
            negatives: range(&arguments.rows.negatives),
            samples: range(&arguments.rows.samples),
            folds: arguments.rows.folds,
        }
    }

    /// Reads a word that gives a size. Returns `false` for any other word.
    fn take(&mut self, arguments: &CheckArgs, name: &str, text: &str) -> Result<bool, Failure> {
        let Self { positives, negatives, samples, folds } = self;
        let (name, size) = match name.to_lowercase().as_str() {
            "positives" | "n_pos" | "pos" => ("positives", Some(positives)),
            "negatives" | "n_neg" | "neg" => ("negatives", Some(negatives)),
            "samples" | "n_samples" => ("samples", Some(samples)),
            "folds" => ("folds", None),
            _ => return Ok(false),
        };
        let wrong = |what: String, hint: &str| Failure::new(format!("{name}: {what}"), hint);
        let is_said = if let Some(size) = size {
            let range = text.parse::<SampleRange>();
            size.replace(range.map_err(|what| wrong(what, "write 75, or 70-80"))?.0).is_some()
        } else {
            let count = text.parse().ok().filter(|count| *count > 0);
            let what = || format!("{:?} is not a number of folds", abbreviated(text));
            folds.replace(count.ok_or_else(|| wrong(what(), "write 5"))?).is_some()
        };
        if is_said {
            let hint = format!("give it once, in --reported or as --{name}");
            return Err(Failure::new(format!("{name} is given twice"), hint));
        }
        if arguments.rows.fold_sizes.is_some() {
            let what = format!("--fold-sizes gives all sizes, but --reported has {name} too");
            return Err(Failure::new(what, "leave one of them out"));
        }
        Ok(true)
    }

    /// Returns `true` if no number of samples is given.
    fn are_unknown(&self, arguments: &CheckArgs) -> bool {
        let Self { positives, negatives, samples, folds } = self;
        let is_known = positives.is_some() || negatives.is_some() || samples.is_some();
        !is_known
            && folds.or(arguments.rows.kfold).or(arguments.rows.stratified.flatten()).is_none()
            && arguments.rows.fold_sizes.is_none()
    }

    /// Returns the numbers of positives and of negatives.
    fn classes(&self, arguments: &CheckArgs) -> Result<[RangeInclusive<u64>; 2], Failure> {
        let of = |size: &Size, name: &str| match (size, &self.samples) {
            (Some(size), _) => Ok(size.clone()),
            // The folds say it.
            (None, _) if arguments.rows.fold_sizes.is_some() => Ok(0..=0),
            (None, Some(_)) => Ok(0..=u64::MAX),
            (None, None) => {
                let hint = format!("add --{name}, or --samples with the number of both classes");
                Err(Failure::new(format!("--{name} is missing"), hint))
            }
        };
        Ok([of(&self.positives, "positives")?, of(&self.negatives, "negatives")?])
    }
}

/// Returns the row of `--reported`.
pub(crate) fn one_row(arguments: &CheckArgs, reported: &str) -> Result<Given, Failure> {
    if let Some(sizes) = &arguments.rows.classes {
        return classes::one_row(arguments, reported, sizes);
    }
    let mut sizes = Sizes::of(arguments);
    let mut scores = Scores::default();
    let pairs = pairs(reported).map_err(|part| {
        let what =
            format!("--reported has {:?}, which is not of the form NAME=VALUE", abbreviated(&part));
        Failure::new(what, "write it as in \"sens=0.507 spec=0.941\"")
    })?;
    for (name, text) in &pairs {
        if !sizes.take(arguments, name, text)? {
            scores.add(arguments, name, &Said::of(name)?, text)?;
        }
    }
    if scores.is_empty() {
        let hint = "write it as in \"sens=0.507 spec=0.941\"";
        return Err(Failure::new("--reported has no score", hint));
    }
    let given = [sizes.positives, sizes.negatives, sizes.samples];
    [sizes.positives, sizes.negatives, sizes.samples] = scores.sizes(given);
    let has_sizes = !sizes.are_unknown(arguments) || !scores.follow_from_precision_and_recall();
    let [positives, negatives] = match has_sizes {
        true => sizes.classes(arguments)?,
        false => [0..=u64::MAX, 0..=u64::MAX],
    };
    let mut row = ReportedRow { positives, negatives, samples: sizes.samples, scores: Vec::new() };
    let if_means = if_means(arguments, sizes.folds, &row);
    let tests = averaged(arguments, sizes.folds, &mut row)?;
    scores.finish(&mut row, tests.is_some())?;
    Ok(Given { has_sizes, if_means, ..Given::new(scores, row, tests) })
}
