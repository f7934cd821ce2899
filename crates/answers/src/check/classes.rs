//! Rows of scores of more than two classes.

use super::arguments::{CheckArgs, ClassSizes};
use super::cell::{Cell, pairs};
use super::given::{Given, GivenClasses};
use super::printed::{of_heading, value};
use super::scores::Scores;
use crate::host::Failure;
use exactile::num::{Rational, abbreviated};
use exactile::performance::one_line;
use exactile::reported::{
    ClassScore, ReportedClassScore, ReportedRow, ReportedValue, class_score, do_classes_contradict,
};
use exactile_input::{TextRow, TextTable, Word};

/// The hint about names.
const NAMES: &str = "with classes, give acc, error_rate, macro_recall, macro_precision, macro_f1, \
                     weighted_precision, weighted_f1 or kappa";

fn score(name: &str) -> Result<ClassScore, Failure> {
    class_score(name).ok_or_else(|| {
        let what = format!("no score of several classes is called {:?}", abbreviated(name));
        Failure::new(what, NAMES)
    })
}

/// The scores of a row as they are added.
#[derive(Default)]
struct Row {
    shown: Scores,
    scores: Vec<ReportedClassScore>,
}

impl Row {
    fn add(
        &mut self,
        arguments: &CheckArgs,
        name: &str,
        score: ClassScore,
        text: &str,
    ) -> Result<(), Failure> {
        let Cell { number, counts, interval, deviation } = Cell::of(text);
        let beside = [
            (counts.is_some(), "counts"),
            (interval.is_some(), "a confidence interval"),
            (deviation.is_some(), "a standard deviation"),
        ];
        if let Some((_, what)) = beside.iter().find(|(is_there, _)| *is_there) {
            let what = format!("{name}: {what} beside a score of several classes is not decided");
            return Err(Failure::new(what, "give the score alone"));
        }
        self.scores.push(ReportedClassScore { score, value: value(arguments, &number)? });
        self.shown.names.push(name.to_owned());
        self.shown.printed.push(text.to_owned());
        self.shown.texts.push(number);
        Ok(())
    }

    fn given(self, sizes: &ClassSizes) -> Given {
        let row =
            ReportedRow { positives: 0..=0, negatives: 0..=0, samples: None, scores: Vec::new() };
        let classes = GivenClasses { sizes: sizes.0.clone(), scores: self.scores };
        Given { classes: Some(classes), ..Given::new(self.shown, row, None) }
    }
}

/// Returns the reason why scores contradict each other, in one line that can be quoted: what the
/// others allow of the last one, to three digits, as far as that is proved.
pub(crate) fn reason(
    given: &GivenClasses,
    names: &[String],
    printed: &[String],
    conflict: &[usize],
) -> Option<String> {
    const STEPS: i64 = 1000;
    let (last, others) = conflict.split_last().filter(|(_, others)| !others.is_empty())?;
    let far = Rational::from(2);
    let impossible = |lower: Rational, upper: Rational| {
        let mut scores: Vec<_> = others.iter().map(|at| given.scores[*at].clone()).collect();
        let value = ReportedValue { lower, upper, ..ReportedValue::exactly(Rational::ZERO) };
        scores.push(ReportedClassScore { score: given.scores[*last].score, value });
        let stop = crate::host::given::stop();
        do_classes_contradict(&given.sizes, &scores, &|| stop.step()) == Some(true)
    };
    let value = &given.scores[*last].value;
    let is_high = impossible(value.lower.clone(), far.clone());
    let is_beyond = |steps: i64| match Rational::new(steps, STEPS) {
        end if is_high => impossible(end, far.clone()),
        end => impossible(-far.clone(), end),
    };
    // From the printed number towards what is possible.
    let (mut known, mut open) = match is_high {
        true => (whole(&value.lower, STEPS) + 1, -STEPS - 1),
        false => (whole(&value.upper, STEPS), STEPS + 1),
    };
    if !is_beyond(known) {
        return None;
    }
    while known.abs_diff(open) > 1 {
        let middle = (known + open) / 2;
        *(if is_beyond(middle) { &mut known } else { &mut open }) = middle;
    }
    let others: Vec<String> = others
        .iter()
        .map(|at| format!("{} {}", one_line(&names[*at]), one_line(&printed[*at])))
        .collect();
    Some(format!(
        "{} allow{} only {} {} {}; {} is printed",
        others.join(" and "),
        if others.len() == 1 { "s" } else { "" },
        one_line(&names[*last]),
        if is_high { "below" } else { "above" },
        Rational::new(known, STEPS).to_decimal(3),
        one_line(&printed[*last])
    ))
}

/// Returns how many whole steps are in a number; 0 if there are more than fit in 32 bits.
fn whole(number: &Rational, steps: i64) -> i64 {
    let scaled = number * &Rational::from(steps);
    let below = (scaled.numerator() / scaled.denominator()).to_string();
    below.parse::<i32>().map_or(0, i64::from)
}

/// Returns the row of `--reported`.
pub(crate) fn one_row(
    arguments: &CheckArgs,
    reported: &str,
    sizes: &ClassSizes,
) -> Result<Given, Failure> {
    let pairs = pairs(reported).map_err(|part| {
        let what =
            format!("--reported has {:?}, which is not of the form NAME=VALUE", abbreviated(&part));
        Failure::new(what, "write it as in \"acc=0.85 macro_f1=0.83\"")
    })?;
    if pairs.is_empty() {
        let hint = "write it as in \"acc=0.85 macro_f1=0.83\"";
        return Err(Failure::new("--reported has no score", hint));
    }
    let mut row = Row::default();
    for (name, text) in &pairs {
        row.add(arguments, name, score(name)?, text)?;
    }
    Ok(row.given(sizes))
}

/// Returns the rows of a table, if it has a column `classes`, or if there is a flag for all rows.
pub(crate) fn rows(
    arguments: &CheckArgs,
    file: &str,
    TextTable { header, rows }: &TextTable,
) -> Option<Result<Vec<Given>, Failure>> {
    let column = header.iter().position(|name| name.eq_ignore_ascii_case("classes"));
    let flag = arguments.rows.classes.as_ref();
    if column.is_none() && flag.is_none() {
        return None;
    }
    let of_row = |row: &TextRow| -> Result<Given, Failure> {
        let at = |column: usize| format!("{file}:{}:{}", row.line, column + 1);
        let sizes = match (column, flag) {
            (Some(column), None) => row.cells[column]
                .parse::<ClassSizes>()
                .map_err(|what| Failure::new(what, "write 50+30+20").at(at(column)))?,
            (None, Some(sizes)) => sizes.clone(),
            _ => {
                let what = "there is a column classes and --classes";
                return Err(Failure::new(what, "leave --classes out").at(format!("{file}:1")));
            }
        };
        let mut of = Row::default();
        let mut name = None;
        for (index, (heading, text)) in header.iter().zip(&row.cells).enumerate() {
            match heading.as_str() {
                _ if Some(index) == column || text.is_empty() => {}
                heading if Word::Name.is_meant_by(heading) => name = Some(text.clone()),
                heading => {
                    let place = |failure: Failure| failure.at(at(index));
                    let (heading, text) = of_heading(heading, text);
                    let score = score(heading)
                        .map_err(|failure| failure.at(format!("{file}:1:{}", index + 1)))?;
                    of.add(arguments, heading, score, &text).map_err(place)?;
                }
            }
        }
        let place = Some(format!("{file}:{}", row.line));
        Ok(Given { name, place, ..of.given(&sizes) })
    };
    Some(rows.iter().map(of_row).collect())
}
