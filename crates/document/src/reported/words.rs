//! The findings about a row in words.

use num_bigint::BigInt;

use super::row::{CheckedAuc, CheckedRow};
use exactile::num::{Rational, Value};
use exactile::performance::one_line;
use exactile::reported::{
    Counted, Deviation, EvenProof, Explanation, FoldAnswer, FoldProof, FoldReading, ImpliedRange,
    Misprint, Nearest, PossibleSizes, Reading, ReadingKind, Rounding, SlipKind, SpreadAnswer,
};

/// Digits after the decimal point of numbers within words.
const DIGITS: u32 = 4;

/// The reading of pooled scores as means, as words after "if".
pub(super) const AS_MEANS: &str = "the scores are means over the folds";

impl CheckedRow {
    /// Returns the findings in words: a verdict, and details after a colon.
    pub fn words(&self) -> String {
        if let Some(reason) = self.undecided() {
            return format!("undecided: {reason}");
        }
        if self.found.is_possible() && !self.is_consistent() {
            let names = self.conflict().unwrap_or_default();
            return match names.as_slice() {
                [one] => format!("impossible: no curve has this {}", one_line(one)),
                _ => format!("impossible: {} contradict each other", listed(&names)),
            };
        }
        if let Some(found) = self.without_sizes().filter(|found| found.conflict.is_none()) {
            return match &found.first {
                Some(first) => format!("possible: of any test, for example {}", counted(first)),
                None => "possible: of any test with enough samples".to_owned(),
            };
        }
        if let Some(words) = self.class_matrix_in_words() {
            return words;
        }
        if let Some(folds) = self.folds() {
            let folds: Vec<String> = folds.iter().map(counted).collect();
            let spread = match self.deviation() {
                Some(of) => format!(" with standard deviations of a {of}"),
                None => String::new(),
            };
            return format!("possible: as a mean{spread}, for example of {}", folds.join("; "));
        }
        let explanation = self.explanation();
        let Some((explanation, first)) = explanation.and_then(|found| Some((found, found.first?)))
        else {
            let is_mean = self.mean().is_some();
            let if_strict = match self.mean() {
                Some(mean) if mean.may_be_undefined => ", if all are defined on all tests",
                _ => "",
            };
            let conflict = self.conflict().unwrap_or_default();
            return match conflict.as_slice() {
                [] => "impossible: there are no samples".to_owned(),
                [one] if is_mean => {
                    format!("impossible: no tests have this mean of {}{if_strict}", one_line(one))
                }
                [one] => format!("impossible: no confusion matrix has this {}", one_line(one)),
                names => format!("impossible: {} contradict each other{if_strict}", listed(names)),
            };
        };
        let counts = counted(&first);
        let of = explanation.sizes.filter(|_| self.has_open_sizes).map_or_else(
            String::new,
            |PossibleSizes { positives, negatives, .. }| {
                let range = |[low, high]: [u64; 2]| match low == high {
                    true => low.to_string(),
                    false => format!("{low} to {high}"),
                };
                let [positives, negatives] = [(positives, "positive"), (negatives, "negative")]
                    .map(|(ends, noun)| exactile::performance::counted(range(ends), noun));
                format!(" with {positives} and {negatives}")
            },
        );
        match explanation.matrices {
            1 => format!("possible: 1 confusion matrix, {counts}"),
            matrices => {
                format!("possible: {matrices} confusion matrices{of}, for example {counts}")
            }
        }
    }

    /// Returns the kind of the standard deviations, if the row is possible with them.
    pub(super) fn deviation(&self) -> Option<&'static str> {
        match &self.spread.as_ref()?.answer {
            SpreadAnswer::Possible { deviation: Deviation::Population, .. } => Some("population"),
            SpreadAnswer::Possible { deviation: Deviation::Sample, .. } => Some("sample"),
            _ => None,
        }
    }

    /// Returns further findings, as lines of words.
    pub fn more_words(&self) -> Vec<String> {
        let auc = self.auc.as_ref().map(|CheckedAuc { name, printed, lower, upper, .. }| {
            let [low, high] = [lower, upper].map(|end| end.to_decimal(DIGITS));
            let of = match self.mean() {
                Some(_) => "in the mean over all curves through such points",
                None => "on every curve through such a point",
            };
            let [name, printed] = [name, printed].map(|text| one_line(text));
            format!("  {name} is between {low} and {high} {of}; {printed} is printed")
        });
        let remarks = self.remarks.iter().map(|remark| format!("  {remark}"));
        let reason = self.reason.iter().map(|reason| format!("  {reason}"));
        reason.chain(self.words_of_scores()).chain(auc).chain(remarks).collect()
    }

    fn words_of_scores(&self) -> Vec<String> {
        if let Some(mean) = self.mean() {
            let proof = match (&mean.proof, &mean.even_proof) {
                (Some(proof), _) => self.proof_in_words(proof),
                (None, proof) => proof.as_ref().and_then(|proof| self.even_proof_in_words(proof)),
            };
            let readings = mean.readings.iter().map(|reading| {
                let tests: Vec<String> = reading.tests.iter().map(counted).collect();
                let words = self.fold_reading_in_words(reading);
                format!("  possible if {words}: for example {}", tests.join("; "))
            });
            let is_impossible = matches!(mean.answer, FoldAnswer::Impossible(_));
            let none = (is_impossible && mean.readings.is_empty()).then(|| {
                "  no other reading was found, by a search that proves nothing".to_owned()
            });
            return proof.into_iter().chain(readings).chain(none).collect();
        }
        let Some(Explanation { implied, nearest, readings, .. }) = self.explanation() else {
            return Vec::new();
        };
        let mut lines = Vec::new();
        if !implied.is_empty() {
            let ranges: Vec<String> = implied.iter().map(range_in_words).collect();
            lines.push(format!("  {}", ranges.join(", ")));
        }
        if let Some(Nearest { matrix, units, values }) = nearest {
            let value = |((name, value), whole): ((&String, &Value), &Option<u64>)| {
                format!("{} {}", one_line(name), as_printed(value, *whole))
            };
            let named = self.scores.iter().zip(values);
            let values: Vec<String> = named.zip(&self.wholes).map(value).collect();
            lines.push(format!(
                "  nearest: {}, off by {} units of the last place: {}",
                counted(matrix),
                units.to_decimal(2),
                values.join(", ")
            ));
        }
        for reading in readings.iter().flatten() {
            lines.push(format!("  possible if {}", self.reading_in_words(reading)));
        }
        if let Some(tests) = &self.as_means {
            let tests: Vec<String> = tests.iter().map(counted).collect();
            lines.push(format!("  possible if {AS_MEANS}: for example {}", tests.join("; ")));
        }
        lines
    }

    fn even_proof_in_words(&self, proof: &EvenProof) -> Option<String> {
        match proof {
            EvenProof::AtOnce(all) if all.positive.is_zero() => self.proof_in_words(&all.proof),
            EvenProof::AtOnce(_) | EvenProof::Cases(_) => None,
            EvenProof::NoCounts => {
                let name = one_line(self.in_conflict(0));
                Some(format!("  no whole numbers of right samples in the folds have this {name}"))
            }
        }
    }

    /// Returns the weighted sum that no matrices reach; `None` if its weights are not simple.
    fn proof_in_words(
        &self,
        FoldProof { weights, reached, printed }: &FoldProof,
    ) -> Option<String> {
        let mut sum = String::new();
        for (at, weight) in weights.iter().filter(|(_, weight)| !weight.is_zero()) {
            if weight.denominator() > 12.into() {
                return None;
            }
            let name = one_line(self.in_conflict(*at));
            let sign = match (sum.is_empty(), weight.is_negative()) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            let size = weight.abs();
            let times = if size == Rational::ONE { String::new() } else { format!("{size} ") };
            sum += &format!("{sign}{times}{name}");
        }
        let [reached, printed] = apart(reached, printed);
        Some(format!(
            "  {sum} is at most {reached} on any matrices, and at least {printed} as printed"
        ))
    }

    /// Returns a reading of means, as words after "if".
    pub(super) fn fold_reading_in_words(&self, reading: &FoldReading) -> String {
        let names: Vec<_> = reading.scores.iter().map(|at| one_line(&self.scores[*at])).collect();
        let (names, are) = match names.as_slice() {
            [one] => (one.to_string(), "is"),
            [others @ .., last] => (format!("{} and {last}", others.join(", ")), "are"),
            [] => (String::new(), "are"),
        };
        match (reading.kind, &reading.value) {
            (ReadingKind::UndefinedAsZero, _) => {
                format!("{names} {are} counted as 0 on tests where undefined")
            }
            (ReadingKind::UndefinedLeftOut, _) => {
                let its = if reading.scores.len() == 1 { "its mean" } else { "their means" };
                format!("tests on which {names} {are} undefined are left out of {its}")
            }
            (ReadingKind::F1OfMeans, _) => {
                format!("{names} is the harmonic mean of the mean precision and the mean recall")
            }
            (ReadingKind::Pooled, _) => "the scores are those of all tests together".to_owned(),
            (ReadingKind::Misprint, Some(value)) => {
                let printed = one_line(&self.printed[reading.scores[0]]);
                let value = value.to_decimal(DIGITS);
                let slip = slip_in_words(reading.slip);
                let with = if reading.slip.is_some() { "with" } else { "say" };
                format!(
                    "{names} alone is misprinted{slip}, {with} {value} where {printed} is printed"
                )
            }
            (ReadingKind::Misprint, None) => format!("{names} alone is misprinted"),
            (kind, _) => self.kind_in_words(kind, &reading.scores),
        }
    }

    /// Returns a reading, as words after "if".
    pub(super) fn reading_in_words(&self, reading: &Reading) -> String {
        if let (Some(misprint), &[at]) = (&reading.misprint, &*reading.scores) {
            return self.misprint_in_words(at, misprint);
        }
        self.kind_in_words(reading.kind, &reading.scores)
    }

    fn misprint_in_words(&self, at: usize, misprint: &Misprint) -> String {
        let Misprint { matrices, range: ImpliedRange { lower, upper, .. }, slip } = misprint;
        let [name, printed] = [&self.scores[at], &self.printed[at]].map(|text| one_line(text));
        let fit = match matrices {
            1 => "1 matrix".to_owned(),
            matrices => format!("{matrices} matrices"),
        };
        let [low, high] = [lower, upper].map(|value| as_printed(value, self.wholes[at]));
        let value = match lower {
            Value::Undefined(_) => "undefined".to_owned(),
            lower if lower == upper => low,
            _ => format!("between {low} and {high}"),
        };
        let slip = slip_in_words(slip.as_ref().map(|slip| slip.kind));
        format!(
            "{name} alone is misprinted{slip}: the others fit {fit}, with {name} {value} where \
             {printed} is printed"
        )
    }

    fn kind_in_words(&self, kind: ReadingKind, scores: &[usize]) -> String {
        let names: Vec<_> = scores.iter().map(|at| one_line(&self.scores[*at])).collect();
        let (names, are, a, s) = match names.as_slice() {
            [one] => (one.to_string(), "is", "a ", ""),
            [others @ .., last] => (format!("{} and {last}", others.join(", ")), "are", "", "s"),
            [] => (String::new(), "are", "", "s"),
        };
        match kind {
            ReadingKind::ClassesSwapped => "the scores have the other class as positive, or \
                 positives and negatives are exchanged"
                .to_owned(),
            ReadingKind::Rounded(Rounding::Nearest) => "the numbers were rounded to the \
                 nearest"
                .to_owned(),
            ReadingKind::Rounded(Rounding::Truncated) => "the numbers were truncated".to_owned(),
            ReadingKind::Rounded(Rounding::Unit) => "the last digits are off by up to \
                 one"
            .to_owned(),
            ReadingKind::Percent => format!("{names} {are} in percent"),
            ReadingKind::Share => format!("{names} {are} not in percent"),
            ReadingKind::Macro => format!(
                "{names} {are} {a}macro average{s}, with equal weight of \
                 both classes"
            ),
            ReadingKind::Weighted => format!(
                "{names} {are} {a}weighted average{s}, with weights \
                 by class size"
            ),
            ReadingKind::Micro => format!("{names} {are} {a}micro average{s}, which is accuracy"),
            ReadingKind::Balanced => format!("{names} {are} of balanced classes"),
            ReadingKind::Named(other) => format!("{names} {are} {}", named(other)),
            ReadingKind::UndefinedAsZero => format!("{names} {are} undefined and was printed as 0"),
            _ => String::new(),
        }
    }
}

/// Returns a slip, as words after a comma.
pub(crate) fn slip_in_words(slip: Option<SlipKind>) -> &'static str {
    match slip {
        Some(SlipKind::Exchanged) => ", two digits exchanged",
        Some(SlipKind::Doubled) => ", a digit printed twice",
        Some(SlipKind::Dropped) => ", a digit missing",
        _ => "",
    }
}

/// Returns decimals of a number, rounded up, and of a larger one, rounded down, with enough digits
/// to differ; fractions if the numbers are very close.
pub fn apart(low: &Rational, high: &Rational) -> [String; 2] {
    /// The most digits of the decimals.
    const MOST: u32 = 12;
    for digits in DIGITS..=MOST {
        let unit = Rational::new(1, BigInt::from(10).pow(digits));
        let steps = |value: &Rational| value / &unit;
        let floor = |value: &Rational| {
            let steps = steps(value);
            let whole = Rational::from(steps.numerator() / steps.denominator());
            let down = if whole > steps { Rational::ONE } else { Rational::ZERO };
            (whole - down) * &unit
        };
        let (up, down) = (-floor(&-low.clone()), floor(high));
        if up < down {
            return [up, down].map(|value| value.to_decimal(digits));
        }
    }
    [low.to_string(), high.to_string()]
}

/// Returns names with commas, and "and" before the last one.
pub(super) fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => one_line(one).into_owned(),
        [others @ .., last] => {
            let others: Vec<_> = others.iter().map(|name| one_line(name)).collect();
            format!("{} and {}", others.join(", "), one_line(last))
        }
    }
}

pub(super) fn counted(matrix: &Counted) -> String {
    let Counted { tn, fp, fn_, tp } = matrix;
    format!("TN {tn}, FP {fp}, FN {fn_}, TP {tp}")
}

/// Returns the name of a metric, or words for one without a name.
fn named(metric: &str) -> &str {
    match metric {
        "ranking(2,1,1,0)" => "F1 of the negative class",
        name => name,
    }
}

/// Returns a value as its score is printed: a decimal, or a count if `whole` is the size of the
/// class in which it is counted.
pub fn as_printed(value: &Value, whole: Option<u64>) -> String {
    let count = whole.zip(value.as_rational()).map(|(whole, share)| share * &Rational::from(whole));
    match count {
        Some(count) if count.is_integer() => count.to_string(),
        _ => value.to_decimal(DIGITS),
    }
}

fn range_in_words(range: &ImpliedRange) -> String {
    let ImpliedRange { metric, lower, upper, undefined } = range;
    let [low, high] = [lower, upper].map(|value| value.to_decimal(DIGITS));
    let mut words = match lower {
        Value::Undefined(_) => return format!("{metric} is undefined"),
        lower if lower == upper => format!("{metric} {low}"),
        _ => format!("{metric} between {low} and {high}"),
    };
    if *undefined > 0 {
        words += &format!(" or undefined ({undefined} of the matrices)");
    }
    words
}

/// Returns the name of a reading in data.
pub(super) fn code(kind: ReadingKind) -> &'static str {
    match kind {
        ReadingKind::ClassesSwapped => "swapped-classes",
        ReadingKind::Rounded(_) => "rounding",
        ReadingKind::Percent => "percent",
        ReadingKind::Share => "share",
        ReadingKind::Macro => "macro",
        ReadingKind::Weighted => "weighted",
        ReadingKind::Micro => "micro",
        ReadingKind::Balanced => "balanced",
        ReadingKind::Named(_) => "named",
        ReadingKind::UndefinedAsZero => "undefined-as-zero",
        ReadingKind::UndefinedLeftOut => "undefined-left-out",
        ReadingKind::F1OfMeans => "f1-of-means",
        ReadingKind::Pooled => "pooled",
        ReadingKind::Misprint => "misprint",
        _ => "other",
    }
}

/// Returns the meaning that a reading gives the numbers, if its name leaves that open.
pub(super) fn taken_for(kind: ReadingKind) -> Option<&'static str> {
    match kind {
        ReadingKind::Named(name) => Some(name),
        ReadingKind::Rounded(Rounding::Nearest) => Some("nearest"),
        ReadingKind::Rounded(Rounding::Truncated) => Some("truncated"),
        ReadingKind::Rounded(Rounding::Unit) => Some("unit"),
        _ => None,
    }
}
