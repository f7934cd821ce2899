//! Distances of the rankings of named scores on a segment from the best compromise between its
//! ends.

use serde::Serialize;

use super::coordinate::{DIGITS, SectionCoordinate};
use super::{Cell, Column, Page, Table};
use exactile::num::{Rational, Value};
use exactile::performance::Classifier;
use exactile::score::{Metric, NamedScore};
use exactile::section::{Optimality, Section};

/// The optimality of scores along a segment.
pub struct SectionOptimality {
    named: Vec<(NamedScore, Optimality)>,
    /// The rule of thumb for beta^2, with its value.
    heuristic: Option<(Rational, Optimality)>,
}

impl SectionOptimality {
    /// The optimality of the scores with a name, and of `further` if it is on the segment.
    pub fn new(
        section: &Section,
        classifiers: &[Classifier],
        further: Option<&NamedScore>,
    ) -> Self {
        let named = section.named_optimality(further);
        Self { named, heuristic: section.heuristic(classifiers) }
    }

    /// The members `optimality` and `heuristic` of JSON.
    pub(super) fn json(&self) -> OptimalityJson<'_> {
        let named = self.named.iter().map(|(score, found)| NamedJson {
            name: score.metric().to_string(),
            found: FoundJson::new(found),
        });
        let heuristic = self.heuristic.as_ref().map(|(squared, found)| HeuristicJson {
            f_beta_squared: squared,
            found: FoundJson::new(found),
        });
        OptimalityJson { optimality: named.collect(), heuristic }
    }

    /// A sentence on F1 and on the rule of thumb, and a table of all scores.
    pub(super) fn describe(
        &self,
        section: &Section,
        classifiers: usize,
        coordinate: SectionCoordinate,
        page: &mut Page<'_>,
    ) {
        if section.swaps == 0 || self.named.is_empty() {
            return;
        }
        let f1 = Metric::FBeta(Rational::ONE);
        if let Some((_, found)) = self.named.iter().find(|(score, _)| *score.metric() == f1) {
            let o = found.o.to_decimal(DIGITS);
            page.line(format!("F1 ranks these {classifiers} at O = {o} of the best compromise"));
        }
        if let Some((squared, found)) = &self.heuristic {
            page.line(format!(
                "rule of thumb, mean fp / mean fn: beta squared {} at O = {}",
                squared.to_decimal(DIGITS),
                found.o.to_decimal(DIGITS)
            ));
        }
        let heading = coordinate.heading();
        let mut table = Table::new([
            Column::people("score"),
            Column::people(heading).right().digits(DIGITS),
            Column::people("O").right().digits(DIGITS),
            Column::people("tau-b with the first end").right().digits(DIGITS),
            Column::people("with the last").right().digits(DIGITS),
        ]);
        for (score, found) in &self.named {
            let Optimality { position, o, tau_from, tau_to } = found;
            table.row([
                score.to_string().into(),
                coordinate.cell(&section.segment, position),
                Cell::from(o.clone()),
                tau_from.clone().into(),
                tau_to.clone().into(),
            ]);
        }
        page.table(table);
    }
}

#[derive(Serialize)]
pub(super) struct OptimalityJson<'s> {
    optimality: Vec<NamedJson<'s>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    heuristic: Option<HeuristicJson<'s>>,
}

#[derive(Serialize)]
struct NamedJson<'s> {
    name: String,
    #[serde(flatten)]
    found: FoundJson<'s>,
}

#[derive(Serialize)]
struct HeuristicJson<'s> {
    f_beta_squared: &'s Rational,
    #[serde(flatten)]
    found: FoundJson<'s>,
}

#[derive(Serialize)]
struct FoundJson<'s> {
    position: &'s Rational,
    o: &'s Value,
    tau_from: &'s Value,
    tau_to: &'s Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    undefined: Option<&'static str>,
}

impl<'s> FoundJson<'s> {
    fn new(found: &'s Optimality) -> Self {
        let Optimality { position, o, tau_from, tau_to } = found;
        let undefined = [o, tau_from, tau_to].into_iter().find_map(Value::undefined);
        Self { position, o, tau_from, tau_to, undefined }
    }
}
