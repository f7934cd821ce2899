//! The possibility of reported scores.

use num_bigint::BigInt;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{Cell, Column, Format, Output, Page, RenderError, Table};
use exactile::num::{Rational, Value};
use exactile::performance::one_line;
use exactile::reported::{
    Counted, Explanation, FoldAnswer, FoldProof, FoldReading, ImpliedRange, MeanFinding, Misprint,
    Nearest, PossibleSizes, Reading, ReadingKind, Rounding, SlipKind, WithoutSizes,
};
use exactile::score::Metric;

/// The findings about rows of reported scores, `exactile.check.v1`.
#[derive(Clone, Copy, Debug)]
pub struct CheckReport<'c> {
    /// The rows.
    pub rows: &'c [CheckedRow],
}

/// A row with the findings about it.
#[derive(Clone, Debug)]
pub struct CheckedRow {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// The names of the scores in the row, in the order of the engine's row.
    pub scores: Vec<String>,
    /// The printed numbers, in the same order.
    pub printed: Vec<String>,
    /// The numbers of samples, in words.
    pub samples: String,
    /// `true` if the numbers of samples are not fixed: given as ranges or by their sum.
    pub has_open_sizes: bool,
    /// The findings about the scores.
    pub found: CheckedScores,
    /// The area under a curve that is printed with the scores, if these are possible.
    pub auc: Option<CheckedAuc>,
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

/// The findings about the scores of a row.
#[derive(Clone, Debug)]
pub enum CheckedScores {
    /// For one test: its explanation.
    One(Box<Explanation>),
    /// For means over several tests.
    Mean(Box<MeanFinding>),
    /// For one test of any size.
    WithoutSizes(WithoutSizes),
    /// Undecided, for this reason.
    Undecided(String),
}

/// Digits after the decimal point of numbers within words.
const DIGITS: u32 = 4;

impl CheckedRow {
    /// Returns `true` if the row can be true.
    pub fn is_consistent(&self) -> bool {
        self.has_tests() && self.auc.as_ref().is_none_or(|auc| auc.conflict.is_none())
    }

    /// Returns `true` if some tests have the scores, regardless of the area under the curve.
    fn has_tests(&self) -> bool {
        match &self.found {
            CheckedScores::One(explanation) => explanation.is_consistent(),
            CheckedScores::Mean(mean) => matches!(mean.answer, FoldAnswer::Possible(_)),
            CheckedScores::WithoutSizes(found) => found.conflict.is_none(),
            CheckedScores::Undecided(_) => false,
        }
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
            None => "impossible",
        }
    }

    fn without_sizes(&self) -> Option<&WithoutSizes> {
        match &self.found {
            CheckedScores::WithoutSizes(found) => Some(found),
            _ => None,
        }
    }

    fn explanation(&self) -> Option<&Explanation> {
        match &self.found {
            CheckedScores::One(explanation) => Some(explanation),
            _ => None,
        }
    }

    fn mean(&self) -> Option<&MeanFinding> {
        match &self.found {
            CheckedScores::Mean(mean) => Some(mean),
            _ => None,
        }
    }

    /// Returns the matrices of the tests whose scores were averaged.
    fn folds(&self) -> Option<&[Counted]> {
        match &self.mean()?.answer {
            FoldAnswer::Possible(folds) => Some(folds),
            FoldAnswer::Impossible(_) => None,
        }
    }

    /// Returns the positions of scores that contradict each other.
    pub fn conflict_positions(&self) -> &[usize] {
        if let Some(conflict) = self.auc.as_ref().and_then(|auc| auc.conflict.as_deref()) {
            return conflict;
        }
        match &self.found {
            CheckedScores::Undecided(_) => &[],
            CheckedScores::WithoutSizes(found) => found.conflict.as_deref().unwrap_or_default(),
            CheckedScores::One(explanation) => explanation.conflict.as_deref().unwrap_or_default(),
            CheckedScores::Mean(mean) => match &mean.answer {
                FoldAnswer::Impossible(conflict) => conflict,
                FoldAnswer::Possible(_) => &[],
            },
        }
    }

    fn conflict(&self) -> Option<Vec<&str>> {
        let names = self.conflict_positions().iter().map(|at| self.scores[*at].as_str());
        let auc = self.auc.iter().filter(|auc| auc.conflict.is_some());
        let names = names.chain(auc.map(|auc| auc.name.as_str()));
        (!self.is_consistent()).then(|| names.collect())
    }

    /// Returns the findings in words: a verdict, and details after a colon.
    pub fn words(&self) -> String {
        if let Some(reason) = self.undecided() {
            return format!("undecided: {reason}");
        }
        if self.has_tests() && !self.is_consistent() {
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
        if let Some(folds) = self.folds() {
            let folds: Vec<String> = folds.iter().map(counted).collect();
            return format!("possible: as a mean, for example of {}", folds.join("; "));
        }
        let explanation = self.explanation();
        let Some((explanation, first)) = explanation.and_then(|found| Some((found, found.first?)))
        else {
            let is_mean = self.mean().is_some();
            let if_strict = match self.mean() {
                Some(mean) if mean.may_be_undefined => ", unless undefined scores are counted as 0",
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

    /// Returns further findings, as lines of words.
    pub fn more_words(&self) -> Vec<String> {
        let auc = self.auc.as_ref().map(|CheckedAuc { name, printed, lower, upper, .. }| {
            let [low, high] = [lower, upper].map(|end| end.to_decimal(DIGITS));
            format!(
                "  {} is between {low} and {high} on every curve through such a point; {} is printed",
                one_line(name),
                one_line(printed)
            )
        });
        let remarks = self.remarks.iter().map(|remark| format!("  {remark}"));
        let reason = self.reason.iter().map(|reason| format!("  {reason}"));
        reason.chain(self.words_of_scores()).chain(auc).chain(remarks).collect()
    }

    fn words_of_scores(&self) -> Vec<String> {
        if let Some(mean) = self.mean() {
            let proof = mean.proof.as_ref().and_then(|proof| self.proof_in_words(proof));
            let readings = mean.readings.iter().map(|reading| {
                let tests: Vec<String> = reading.tests.iter().map(counted).collect();
                let words = self.fold_reading_in_words(reading);
                format!("  possible if {words}: for example {}", tests.join("; "))
            });
            return proof.into_iter().chain(readings).collect();
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
            let value = |(name, value): (&String, &Value)| {
                format!("{} {}", one_line(name), value.to_decimal(DIGITS))
            };
            let values: Vec<String> = self.scores.iter().zip(values).map(value).collect();
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
        lines
    }

    /// Returns the weighted sum that no matrices reach; `None` if its weights are not simple.
    fn proof_in_words(
        &self,
        FoldProof { weights, reached, printed }: &FoldProof,
    ) -> Option<String> {
        let mut sum = String::new();
        for (at, weight) in weights {
            if weight.denominator() > 12.into() {
                return None;
            }
            let name = one_line(&self.scores[self.conflict_positions()[*at]]);
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
    fn fold_reading_in_words(&self, reading: &FoldReading) -> String {
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
                format!(
                    "{names} alone is misprinted{slip}, with {value} where {printed} is printed"
                )
            }
            (ReadingKind::Misprint, None) => format!("{names} alone is misprinted"),
            (kind, _) => self.kind_in_words(kind, &reading.scores),
        }
    }

    /// Returns a reading, as words after "if".
    fn reading_in_words(&self, reading: &Reading) -> String {
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
        let [low, high] = [lower, upper].map(|value| value.to_decimal(DIGITS));
        let value = match lower {
            Value::Undefined(_) => "undefined".to_owned(),
            lower if lower == upper => low,
            _ => format!("between {low} and {high}"),
        };
        let slip = slip_in_words(slip.as_ref().map(|slip| slip.kind));
        format!(
            "{name} alone is misprinted{slip}: the others fit {fit}, with {name} {value} where {printed} is printed"
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
            ReadingKind::ClassesSwapped => "the scores have the other class as positive, or positives and negatives are exchanged".to_owned(),
            ReadingKind::Rounded(Rounding::Nearest) => "the numbers were rounded to the nearest".to_owned(),
            ReadingKind::Rounded(Rounding::Truncated) => "the numbers were truncated".to_owned(),
            ReadingKind::Rounded(Rounding::Unit) => "the last digits are off by up to one".to_owned(),
            ReadingKind::Percent => format!("{names} {are} in percent"),
            ReadingKind::Share => format!("{names} {are} not in percent"),
            ReadingKind::Macro => format!("{names} {are} {a}macro average{s}, with equal weight of both classes"),
            ReadingKind::Weighted => format!("{names} {are} {a}weighted average{s}, with weights by class size"),
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
fn apart(low: &Rational, high: &Rational) -> [String; 2] {
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
fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => one_line(one).into_owned(),
        [others @ .., last] => {
            let others: Vec<_> = others.iter().map(|name| one_line(name)).collect();
            format!("{} and {}", others.join(", "), one_line(last))
        }
    }
}

fn counted(matrix: &Counted) -> String {
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
fn code(kind: ReadingKind) -> &'static str {
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
fn taken_for(kind: ReadingKind) -> Option<&'static str> {
    match kind {
        ReadingKind::Named(name) => Some(name),
        ReadingKind::Rounded(Rounding::Nearest) => Some("nearest"),
        ReadingKind::Rounded(Rounding::Truncated) => Some("truncated"),
        ReadingKind::Rounded(Rounding::Unit) => Some("unit"),
        _ => None,
    }
}

impl<'c> CheckReport<'c> {
    /// Returns the rows with their names, or with their numbers from 1.
    pub fn named(&self) -> impl Iterator<Item = (String, &'c CheckedRow)> {
        (1_usize..).zip(self.rows).map(|(number, row)| match &row.name {
            Some(name) => (name.clone(), row),
            None => (format!("row {number}"), row),
        })
    }

    /// Returns all matrices, if they were requested.
    fn points(&self) -> Option<Table<'c>> {
        let counts = ["tn", "fp", "fn", "tp"].map(|count| Column::new(count, count).right());
        let mut table = Table::new([Column::new("row", "name")].into_iter().chain(counts));
        let mut is_asked = false;
        for (name, row) in self.named() {
            let Some(explanation) = row.explanation() else { continue };
            let Some(points) = &explanation.points else { continue };
            is_asked = true;
            for Counted { tn, fp, fn_, tp } in points {
                let counts = [*tn, *fp, *fn_, *tp].map(Cell::from);
                table.row([Cell::from(name.clone())].into_iter().chain(counts));
            }
        }
        is_asked.then_some(table)
    }

    fn summary(&self) -> Table<'c> {
        // The metrics of all rows, each once.
        let mut metrics: Vec<&Metric> = Vec::new();
        for range in
            self.rows.iter().filter_map(CheckedRow::explanation).flat_map(|found| &found.implied)
        {
            if !metrics.contains(&&range.metric) {
                metrics.push(&range.metric);
            }
        }
        let ends = |metric: &&Metric| {
            let end = |end| Column::data(format!("{metric}_{end}")).with_decimal();
            [end("lower"), end("upper"), Column::data(format!("{metric}_undefined"))]
        };
        let mut table = Table::new(
            [
                Column::new("row", "name"),
                Column::new("consistent", "consistent"),
                Column::new("matrices", "matrices").right(),
            ]
            .into_iter()
            .chain(["tn", "fp", "fn", "tp"].map(|count| Column::new(count, count).right()))
            .chain([Column::new("contradict each other", "conflict")])
            .chain(["tn", "fp", "fn", "tp"].map(|count| Column::data(format!("nearest_{count}"))))
            .chain([
                Column::data("nearest_units").with_decimal(),
                Column::data("explained_by"),
                Column::people("possible if"),
            ])
            .chain(metrics.iter().flat_map(ends)),
        );
        for (name, row) in self.named() {
            let explanation = row.explanation();
            let of_any_size = || row.without_sizes().and_then(|found| found.first);
            let first = explanation.and_then(|found| found.first).or_else(of_any_size);
            let implied = explanation.map_or(&[][..], |found| &found.implied);
            let nearest = explanation.and_then(|found| found.nearest.as_ref());
            let readings = explanation.and_then(|found| found.readings.as_ref());
            let matrices = explanation.map(|found| found.matrices.to_string());
            let counts = |matrix: Option<Counted>| match matrix {
                Some(Counted { tn, fp, fn_, tp }) => [tn, fp, fn_, tp].map(Cell::from),
                None => [const { Cell::Empty }; 4],
            };
            let is_consistent = if row.is_consistent() { "true" } else { "false" };
            let head = [name.into(), is_consistent.into(), Cell::maybe(matrices)];
            let conflict = row.conflict().unwrap_or_default().join(" ");
            let readings = || readings.into_iter().flatten();
            let of_means = || row.mean().into_iter().flat_map(|mean| &mean.readings);
            let kinds = readings().map(|reading| reading.kind);
            let codes: Vec<&str> =
                kinds.chain(of_means().map(|reading| reading.kind)).map(code).collect();
            let words: Vec<String> = readings()
                .map(|reading| row.reading_in_words(reading))
                .chain(of_means().map(|reading| row.fold_reading_in_words(reading)))
                .collect();
            let units = nearest.map(|nearest| &nearest.units);
            let of = |metric: &&Metric| -> [Cell<'c>; 3] {
                match implied.iter().find(|range| range.metric == **metric) {
                    Some(ImpliedRange { lower, upper, undefined, .. }) => {
                        [lower.into(), upper.into(), undefined.to_string().into()]
                    }
                    None => [const { Cell::Empty }; 3],
                }
            };
            table.row(
                head.into_iter()
                    .chain(counts(first))
                    .chain([conflict.into()])
                    .chain(counts(nearest.map(|nearest| nearest.matrix)))
                    .chain([
                        Cell::maybe(units),
                        codes.join(" ").into(),
                        words.join("; or if ").into(),
                    ])
                    .chain(metrics.iter().flat_map(of)),
            );
        }
        table
    }
}

impl<'c> Output for CheckReport<'c> {
    fn schema(&self) -> &str {
        "exactile.check.v1"
    }

    fn body(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Document<'c> {
            rows: Vec<RowJson<'c>>,
        }
        #[derive(Serialize)]
        struct RowJson<'c> {
            #[serde(skip_serializing_if = "Option::is_none")]
            name: Option<&'c str>,
            consistent: bool,
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
            #[serde(skip_serializing_if = "Option::is_none")]
            certificate: Option<CertificateJson<'c>>,
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
        struct CertificateJson<'c> {
            weights: Vec<WeightJson<'c>>,
            reached: &'c Rational,
            printed: &'c Rational,
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
            Possible {
                implied: IndexedRanges<'c>,
            },
            Impossible {
                nearest: Option<NearestJson<'c>>,
                explained_by: Option<Vec<ReadingJson<'c>>>,
            },
            ImpossibleMean {
                explained_by: Vec<ReadingJson<'c>>,
            },
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
        let nearest = |checked: &'c CheckedRow| {
            let Nearest { matrix, units, values } = checked.explanation()?.nearest.as_ref()?;
            let scores = checked.scores.iter().zip(values);
            let scores = scores.map(|(name, value)| ScoreJson { name, value }).collect();
            Some(NearestJson { matrix: *matrix, units, scores })
        };
        let reading = |checked: &'c CheckedRow, reading: &'c Reading| ReadingJson {
            reading: code(reading.kind),
            other: taken_for(reading.kind),
            scores: reading.scores.iter().map(|at| checked.scores[*at].as_str()).collect(),
            words: checked.reading_in_words(reading),
            value: None,
            matrices: reading.misprint.as_ref().map(|misprint| misprint.matrices),
            implied: reading
                .misprint
                .as_ref()
                .map(|misprint| IndexedRanges(std::slice::from_ref(&misprint.range))),
            first: Some(reading.first),
            folds: None,
        };
        let of_means = |checked: &'c CheckedRow, reading: &'c FoldReading| ReadingJson {
            reading: code(reading.kind),
            other: taken_for(reading.kind),
            scores: reading.scores.iter().map(|at| checked.scores[*at].as_str()).collect(),
            words: checked.fold_reading_in_words(reading),
            value: reading.value.as_ref(),
            matrices: None,
            implied: None,
            first: reading.tests.first().copied().filter(|_| reading.kind == ReadingKind::Pooled),
            folds: (reading.kind != ReadingKind::Pooled).then_some(&*reading.tests),
        };
        let certificate = |checked: &'c CheckedRow| {
            let FoldProof { weights, reached, printed } = checked.mean()?.proof.as_ref()?;
            let weights = weights.iter().map(|(at, weight)| WeightJson {
                score: &checked.scores[checked.conflict_positions()[*at]],
                weight,
            });
            Some(CertificateJson { weights: weights.collect(), reached, printed })
        };
        let rows = self.rows.iter().map(|checked| {
            let explanation = checked.explanation();
            let sizes =
                explanation.and_then(|found| found.sizes).filter(|_| checked.has_open_sizes);
            let more = |found: &'c Explanation| {
                if found.is_consistent() {
                    return MoreJson::Possible { implied: IndexedRanges(&found.implied) };
                }
                let explained_by = found
                    .readings
                    .as_ref()
                    .map(|readings| readings.iter().map(|found| reading(checked, found)).collect());
                MoreJson::Impossible { nearest: nearest(checked), explained_by }
            };
            RowJson {
                name: checked.name.as_deref(),
                consistent: checked.is_consistent(),
                matrices: explanation.map(|found| found.matrices),
                first: explanation
                    .and_then(|found| found.first)
                    .or(checked.without_sizes().and_then(|found| found.first)),
                conflict: checked.conflict(),
                points: explanation.and_then(|found| found.points.as_deref()),
                sizes: sizes.map(|PossibleSizes { count, positives, negatives }| SizesJson {
                    count,
                    positives,
                    negatives,
                }),
                folds: checked.folds(),
                certificate: certificate(checked),
                auc: checked.auc.as_ref().map(|CheckedAuc { lower, upper, conflict, .. }| {
                    AucJson { lower, upper, consistent: conflict.is_none() }
                }),
                remarks: &checked.remarks,
                more: match checked.mean() {
                    Some(mean) if !checked.is_consistent() => {
                        let readings = mean.readings.iter();
                        let explained_by = readings.map(|found| of_means(checked, found)).collect();
                        Some(MoreJson::ImpossibleMean { explained_by })
                    }
                    _ => explanation.map(more),
                },
            }
        });
        Document { rows: rows.collect() }
    }

    /// A line for each row in text, and all matrices if they were requested; a table of the rows in
    /// other forms. If all matrices are requested, CSV has only these, one per line.
    fn page(&self, format: Format) -> Result<Page<'_>, RenderError> {
        if format == Format::Csv {
            return Ok(Page::of(self.points().unwrap_or_else(|| self.summary())));
        }
        let mut page = Page::default();
        if format == Format::Text {
            for (name, row) in self.named() {
                page.line(format!("{}: {}", one_line(&name), row.words()));
                page.lines(row.more_words());
            }
        } else {
            page.table(self.summary());
        }
        if let Some(points) = self.points().filter(|points| !points.is_empty()) {
            page.table(points);
        }
        Ok(page)
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
