//! Which scores are fit for ranking, as text and CSV.

use std::io::Write;

use super::RenderError;
use super::scores::about;
use super::text::{table, write_table};
use exactile::geometry::Point;
use exactile::num::Rational;
use exactile::performance::ConfusionMatrix;
use exactile::ranking::{
    Conclusion, Fitness, FitnessRow, FitnessTable, PerformanceSet, Valued, Verdict, Witness,
};
use exactile::score::{MetricValue, Orientation};

pub(super) const NO_FUNCTION: &str =
    "depends on the number of samples, not on the performance alone";

fn mark(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Holds(_) => "V",
        Verdict::Fails(_) => "X",
        Verdict::Open { .. } => "?",
    }
}

fn short(set: &PerformanceSet) -> String {
    set.prior().map_or_else(|| set.to_string(), |prior| format!("prior {prior}"))
}

/// A row per score, the three marks and the conclusion for each set.
///
/// # Errors
/// What the destination reports.
pub fn axioms_table_text(fitness: &FitnessTable, out: &mut dyn Write) -> Result<(), RenderError> {
    let mut rows = table(["score"]);
    let sets = fitness.sets.iter().map(short);
    rows.set_header(std::iter::once("score".to_owned()).chain(sets));
    for FitnessRow { metric, fitness } in &fitness.rows {
        let cells = fitness.iter().map(|fitness| match fitness {
            None => "- number of samples".to_owned(),
            Some(fitness) => {
                let marks = [&fitness.first, &fitness.second, &fitness.third].map(mark).join(" ");
                let word = match fitness.conclusion() {
                    Conclusion::Fit => " fit",
                    Conclusion::FitReversed => " fit, lower is better",
                    Conclusion::Constant => " constant",
                    Conclusion::Unfit => "",
                    Conclusion::Open => " open",
                };
                format!("{marks}{word}")
            }
        });
        rows.add_row(std::iter::once(metric.to_string()).chain(cells));
    }
    write_table(&rows, out)?;
    out.write_all(
        b"
V passed, X failed, ? open; higher values read as better:
  first   always wrong is nowhere better, always right nowhere worse (axiom 2)
  second  a mixture is nowhere better than its best part (axiom 3)
  third   a mixture is nowhere worse than its worst part (axiom 3)
For a witness or a reason: exactile axioms --score NAME --prior X
",
    )?;
    Ok(())
}

/// Each score on each set: verdicts with reasons or witnesses, and what follows.
///
/// # Errors
/// What the destination reports.
pub fn axioms_text(fitness: &FitnessTable, out: &mut dyn Write) -> Result<(), RenderError> {
    let mut first = true;
    for row in &fitness.rows {
        for (set, fitness) in fitness.sets.iter().zip(&row.fitness) {
            if !std::mem::take(&mut first) {
                writeln!(out)?;
            }
            match fitness {
                Some(fitness) => one_text(fitness, out)?,
                None => {
                    writeln!(out, "{}, {set}", row.metric)?;
                    writeln!(out, "\n{} is not fit for ranking: it {NO_FUNCTION}.", row.metric)?;
                }
            }
        }
    }
    Ok(())
}

fn one_text(fitness: &Fitness, out: &mut dyn Write) -> Result<(), RenderError> {
    let Fitness { metric, set, first, second, third, first_reversed, .. } = fitness;
    writeln!(out, "{metric}, {set}\n{metric} = {}\n", metric.definition())?;
    let reversed = fitness.conclusion() == Conclusion::FitReversed
        || metric.orientation() == Orientation::Lower;
    let tests = [
        ("First test: always wrong is nowhere better, always right nowhere worse", first),
        ("Second test: a mixture is nowhere better than its best part", second),
        ("Third test: a mixture is nowhere worse than its worst part", third),
        ("First test with the opposite sign", first_reversed),
    ];
    for (words, verdict) in tests.iter().take(if reversed { 4 } else { 3 }) {
        let outcome = match verdict {
            Verdict::Holds(_) => "passed",
            Verdict::Fails(_) => "failed",
            Verdict::Open { .. } => "open",
        };
        writeln!(out, "{words}: {outcome}")?;
        match verdict {
            Verdict::Holds(reason) => writeln!(out, "  {reason}")?,
            Verdict::Fails(witness) => witness_text(witness, out)?,
            Verdict::Open { searched } => {
                writeln!(
                    out,
                    "  no proof, and no witness among {searched} performances and their mixtures"
                )?;
            }
        }
    }
    writeln!(out, "\n{}", conclusion_text(fitness))?;
    Ok(())
}

fn witness_text(witness: &Witness, out: &mut dyn Write) -> Result<(), RenderError> {
    let mut rows = table(["", "tn", "fp", "fn", "tp", "value"]);
    let mut row = |name: String, Valued { matrix, value }: &Valued| {
        let [tn, fp, fn_, tp] = counts(matrix).map(ToString::to_string);
        let value = match value {
            MetricValue::Irrational(_) => format!("{value}, about {}", about(value)),
            value => value.to_string(),
        };
        rows.add_row([format!("  {name}"), tn, fp, fn_, tp, value]);
    };
    match witness {
        Witness::Satisfaction { better, worse } => {
            row(format!("higher{}", certainty(&better.matrix)), better);
            row(format!("lower{}", certainty(&worse.matrix)), worse);
        }
        Witness::Mixture { parts, mixture } => {
            for (weight, part) in parts {
                row(format!("{weight} of"), part);
            }
            row("mixture".to_owned(), mixture);
        }
    }
    write_table(&rows, out)
}

fn certainty(matrix: &ConfusionMatrix) -> &'static str {
    if matrix.tn().is_zero() && matrix.tp().is_zero() {
        ", always wrong"
    } else if matrix.fp().is_zero() && matrix.fn_().is_zero() {
        ", always right"
    } else {
        ""
    }
}

pub(super) fn counts(matrix: &ConfusionMatrix) -> [&Rational; 4] {
    [matrix.tn(), matrix.fp(), matrix.fn_(), matrix.tp()]
}

/// What follows, in a sentence.
fn conclusion_text(fitness: &Fitness) -> String {
    let Fitness { metric, first, second, third, first_reversed, place, .. } = fitness;
    let place = |same: &str| {
        place.as_ref().map_or_else(String::new, |Point { a, b }| {
            format!("; it orders as {same} r({a},{b}) of the Tile")
        })
    };
    // The opposite sign exchanges the second and third test.
    let failed = |tests: [&Verdict; 3]| {
        let names = ["first", "second", "third"];
        let failed: Vec<&str> = names
            .into_iter()
            .zip(tests)
            .filter(|(_, verdict)| verdict.fails())
            .map(|(name, _)| name)
            .collect();
        match failed.as_slice() {
            [] => "none".to_owned(),
            [one] => format!("the {one} test"),
            [one, other] => format!("the {one} and {other} test"),
            _ => "all three tests".to_owned(),
        }
    };
    match fitness.conclusion() {
        Conclusion::Fit => {
            format!("{metric} is fit for ranking, higher is better{}.", place("the ranking score"))
        }
        Conclusion::FitReversed => format!(
            "{metric} is fit for ranking with the opposite sign only, lower is better{}.",
            place("the opposite of the ranking score")
        ),
        Conclusion::Constant => {
            format!(
                "{metric} passes all tests, but its value is always the same: it ranks no classifier above another."
            )
        }
        Conclusion::Unfit => format!(
            "{metric} is not fit for ranking: it fails {}, and with the opposite sign {}.",
            failed([first, second, third]),
            failed([first_reversed, third, second])
        ),
        Conclusion::Open => format!("Whether {metric} is fit for ranking is open."),
    }
}

/// Rows `score,prior,first,second,third,first_reversed,conclusion`; the prior is empty for all
/// performances, the tests are V, X or ?.
///
/// # Errors
/// What the destination reports.
pub fn axioms_csv(fitness: &FitnessTable, out: &mut dyn Write) -> Result<(), RenderError> {
    let mut writer = ::csv::Writer::from_writer(out);
    writer.write_record([
        "score",
        "prior",
        "first",
        "second",
        "third",
        "first_reversed",
        "conclusion",
    ])?;
    for row in &fitness.rows {
        for (set, fitness) in fitness.sets.iter().zip(&row.fitness) {
            let prior = set.prior().map_or_else(String::new, ToString::to_string);
            let (marks, conclusion) = match fitness {
                None => ([""; 4], "no-function-of-performance"),
                Some(fitness) => {
                    let Fitness { first, second, third, first_reversed, .. } = fitness;
                    let word = match fitness.conclusion() {
                        Conclusion::Fit => "fit",
                        Conclusion::FitReversed => "fit-reversed",
                        Conclusion::Constant => "constant",
                        Conclusion::Unfit => "unfit",
                        Conclusion::Open => "open",
                    };
                    ([first, second, third, first_reversed].map(mark), word)
                }
            };
            let [first, second, third, reversed] = marks;
            let metric = row.metric.to_string();
            writer.write_record([&metric, &prior, first, second, third, reversed, conclusion])?;
        }
    }
    writer.flush()?;
    Ok(())
}
