//! The fitness of scores for ranking.

use std::borrow::Cow;

use serde::Serialize;

use super::{Cell, Column, Format, Output, Page, RenderError, Table};
use exactile::geometry::Point;
use exactile::num::{Rational, Value};
use exactile::performance::ConfusionMatrix;
use exactile::ranking::{
    Conclusion, Fitness, FitnessRow, FitnessTable, PerformanceSet, Reason, Valued, Verdict, Witness,
};
use exactile::score::Orientation;

const NO_FUNCTION: &str = "depends on the number of samples, not on the performance alone";

/// The findings about scores, `exactile.axioms.v1`.
#[derive(Clone, Copy, Debug)]
pub struct FitnessReport<'f> {
    /// Scores, sets of performances, and verdicts.
    pub fitness: &'f FitnessTable,
    /// `true` if the text gives the reasons and witnesses of each verdict.
    pub in_full: bool,
}

impl Output for FitnessReport<'_> {
    fn schema(&self) -> &str {
        "exactile.axioms.v1"
    }

    fn body(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Document<'f> {
            scores: Vec<ScoreJson<'f>>,
        }
        Document { scores: self.fitness.rows.iter().map(|row| self.score_json(row)).collect() }
    }

    /// A row per score, the three marks and the conclusion for each set, or all reasons. CSV has a
    /// row for each score and set; the prior is empty for all performances.
    fn page(&self, format: Format) -> Result<Page<'_>, RenderError> {
        Ok(match format {
            Format::Csv => Page::of(self.data()),
            Format::Text if self.in_full => self.details(),
            _ => self.overview(),
        })
    }
}

fn mark(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Holds(_) => "V",
        Verdict::Fails(_) => "X",
        Verdict::Open { .. } => "?",
    }
}

impl<'f> FitnessReport<'f> {
    fn overview(&self) -> Page<'f> {
        let short = |set: &PerformanceSet| {
            set.prior().map_or_else(|| set.to_string(), |prior| format!("prior {prior}"))
        };
        let sets = self.fitness.sets.iter().map(|set| Column::people(short(set)));
        let mut rows = Table::new([Column::people("score")].into_iter().chain(sets));
        for FitnessRow { metric, fitness } in &self.fitness.rows {
            let cells = fitness.iter().map(|fitness| match fitness {
                None => "- number of samples".into(),
                Some(fitness) => {
                    let marks =
                        [&fitness.first, &fitness.second, &fitness.third].map(mark).join(" ");
                    let word = match fitness.conclusion() {
                        Conclusion::Fit => " fit",
                        Conclusion::FitReversed => " fit, lower is better",
                        Conclusion::Constant => " constant",
                        Conclusion::Unfit => "",
                        Conclusion::Open => " open",
                    };
                    format!("{marks}{word}").into()
                }
            });
            rows.row([metric.to_string().into()].into_iter().chain(cells));
        }
        let mut page = Page::of(rows);
        for line in [
            "V passed, X failed, ? open; higher values read as better:",
            "  first   always wrong is nowhere better, always right nowhere worse (axiom 2)",
            "  second  a mixture is nowhere better than its best part (axiom 3)",
            "  third   a mixture is nowhere worse than its worst part (axiom 3)",
            "For a witness or a reason: exactile axioms --score NAME --prior X",
        ] {
            page.line(line);
        }
        page
    }

    fn data(&self) -> Table<'f> {
        let mut rows = Table::new(
            ["score", "prior", "first", "second", "third", "first_reversed", "conclusion"]
                .map(Column::data),
        );
        for row in &self.fitness.rows {
            for (set, fitness) in self.fitness.sets.iter().zip(&row.fitness) {
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
                let cells = [row.metric.to_string().into(), Cell::maybe(set.prior())];
                let marks = marks.map(Cell::from).into_iter();
                rows.row(cells.into_iter().chain(marks).chain([conclusion.into()]));
            }
        }
        rows
    }

    /// Returns the verdicts on each score and set, with reasons or witnesses, and the conclusions.
    fn details(&self) -> Page<'f> {
        let mut page = Page::default();
        let mut is_first = true;
        for row in &self.fitness.rows {
            for (set, fitness) in self.fitness.sets.iter().zip(&row.fitness) {
                if !std::mem::take(&mut is_first) {
                    page.line("");
                }
                match fitness {
                    Some(fitness) => one(fitness, &mut page),
                    None => {
                        page.line(format!("{}, {set}", row.metric));
                        page.line("");
                        page.line(format!(
                            "{} is not fit for ranking: it {NO_FUNCTION}.",
                            row.metric
                        ));
                    }
                }
            }
        }
        page
    }

    fn score_json(&self, row: &'f FitnessRow) -> ScoreJson<'f> {
        let sets = self.fitness.sets.iter().zip(&row.fitness).map(|(set, fitness)| SetJson {
            prior: set.prior(),
            conclusion: fitness.as_ref().map(Fitness::conclusion),
            undefined: fitness.is_none().then_some(NO_FUNCTION),
            ranking_score: fitness.as_ref().and_then(|fitness| fitness.place.as_ref()),
            tests: fitness.as_ref().map(|fitness| TestsJson {
                first: (&fitness.first).into(),
                second: (&fitness.second).into(),
                third: (&fitness.third).into(),
                first_reversed: (&fitness.first_reversed).into(),
            }),
        });
        ScoreJson {
            score: row.metric.to_string(),
            definition: row.metric.definition(),
            sets: sets.collect(),
        }
    }
}

fn one<'f>(fitness: &'f Fitness, page: &mut Page<'f>) {
    let Fitness { metric, set, .. } = fitness;
    page.line(format!("{metric}, {set}"));
    page.line(format!("{metric} = {}", metric.definition()));
    page.line("");
    verdicts(fitness, page);
}

/// Each test with its reason or witness, and the conclusion.
pub(super) fn verdicts<'f>(fitness: &'f Fitness, page: &mut Page<'f>) {
    let Fitness { metric, first, second, third, first_reversed, .. } = fitness;
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
        page.line(format!("{words}: {outcome}"));
        match verdict {
            Verdict::Holds(reason) => page.line(format!("  {reason}")),
            Verdict::Fails(witness) => page.within(rows_of(witness)),
            Verdict::Open { searched } => page.line(format!(
                "  no proof, and no witness among {searched} performances and their mixtures"
            )),
        }
    }
    page.line("");
    page.line(conclusion_text(fitness));
}

fn rows_of(witness: &Witness) -> Table<'_> {
    let mut rows = Table::new(["", "tn", "fp", "fn", "tp", "value"].map(Column::people));
    let mut row = |name: String, Valued { matrix, value }: &Valued| {
        let [tn, fp, fn_, tp] = counts(matrix).map(|count| count.to_string().into());
        let value = match value {
            Value::Enclosed(_) => {
                format!("{value}, about {}", value.to_decimal(6))
            }
            value => value.to_string(),
        };
        rows.row([format!("  {name}").into(), tn, fp, fn_, tp, value.into()]);
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
    rows
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

fn counts(matrix: &ConfusionMatrix) -> [&Rational; 4] {
    [matrix.tn(), matrix.fp(), matrix.fn_(), matrix.tp()]
}

/// Returns the conclusion in a sentence.
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
                "{metric} passes all tests, but its value is always the same: it ranks no \
                 classifier above another."
            )
        }
        Conclusion::Unfit => format!(
            "{metric} is not fit for ranking: it fails {}, and with the opposite sign {}.",
            failed([first, second, third]),
            failed([first_reversed, third, second])
        ),
        Conclusion::Open => format!("It is open whether {metric} is fit for ranking."),
    }
}

#[derive(Serialize)]
struct ValuedJson<'v> {
    tn: &'v Rational,
    fp: &'v Rational,
    #[serde(rename = "fn")]
    fn_: &'v Rational,
    tp: &'v Rational,
    value: &'v Value,
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

#[derive(Serialize)]
struct ScoreJson<'f> {
    score: String,
    definition: Cow<'static, str>,
    sets: Vec<SetJson<'f>>,
}

#[derive(Serialize)]
struct SetJson<'f> {
    prior: Option<&'f Rational>,
    conclusion: Option<Conclusion>,
    #[serde(skip_serializing_if = "Option::is_none")]
    undefined: Option<&'static str>,
    ranking_score: Option<&'f Point>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tests: Option<TestsJson<'f>>,
}

#[derive(Serialize)]
struct TestsJson<'f> {
    first: VerdictJson<'f>,
    second: VerdictJson<'f>,
    third: VerdictJson<'f>,
    first_reversed: VerdictJson<'f>,
}
