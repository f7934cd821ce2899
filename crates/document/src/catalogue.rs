//! The catalogue of scores.

use serde::Serialize;

use super::axioms::verdicts;
use super::{Cell, Column, Format, Output, Page, RenderError, Table};
use exactile::num::{Rational, Value};
use exactile::performance::ConfusionMatrix;
use exactile::ranking::{FitnessRow, FitnessTable};
use exactile::score::{CatalogueEntry, Metric, Scope};

/// Scores, `exactile.scores.v1`.
#[derive(Clone, Copy, Debug)]
pub struct Catalogue<'c> {
    /// The scores.
    pub entries: &'c [CatalogueEntry],
    /// The prior for which their places are given.
    pub prior_positive: Option<&'c Rational>,
    /// The tests on one set of performances, if the text has all that is known of each score.
    pub in_full: Option<&'c FitnessTable>,
}

impl Output for Catalogue<'_> {
    fn schema(&self) -> &str {
        "exactile.scores.v1"
    }

    fn body(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Document<'c> {
            prior_positive: Option<&'c Rational>,
            scores: &'c [CatalogueEntry],
        }
        Document { prior_positive: self.prior_positive, scores: self.entries }
    }

    /// A table for each answer to the question when a score is fit for ranking, or a card for each
    /// score. CSV has one table, with formulas of importances and place in columns of their own.
    fn page(&self, format: Format) -> Result<Page<'_>, RenderError> {
        let answers = [Scope::All, Scope::FixedPriors, Scope::FixedCounts].map(Scope::name);
        let answers = answers.into_iter().chain([CatalogueEntry::NEVER]);
        Ok(match format {
            Format::Csv => Page::of(rows(self.entries.iter())),
            Format::Text if self.in_full.is_some() => self.cards(),
            _ => {
                let mut page = Page::default();
                for answer in answers {
                    let of_answer = |entry: &&CatalogueEntry| entry.ranking == answer;
                    let rows = rows(self.entries.iter().filter(of_answer));
                    if self.in_full.is_none() || !rows.is_empty() {
                        page.line(format!("For ranking: {answer}"));
                        page.table(rows);
                    }
                }
                page.line(
                    "p = TP + FN, n = FP + TN, pi+ = p/(p + n), pi- = n/(p + n); exactile \
                     scores NAME has the details",
                );
                page
            }
        })
    }
}

/// A row per score.
fn rows<'c>(entries: impl Iterator<Item = &'c CatalogueEntry>) -> Table<'c> {
    let mut rows = Table::new([
        Column::new("name", "name"),
        Column::data("synonyms"),
        Column::new("definition", "definition"),
        Column::data("defined"),
        Column::data("range"),
        Column::people("better"),
        Column::people("place (a, b), or the reason why there is none"),
        Column::data("better"),
        Column::data("event"),
        Column::data("given"),
        Column::data("kind"),
        Column::data("ranking"),
        Column::data("tn"),
        Column::data("fp"),
        Column::data("fn"),
        Column::data("tp"),
        Column::data("a"),
        Column::data("b"),
        Column::data("at_a"),
        Column::data("at_b"),
        Column::data("depends_on_prior"),
        Column::data("no_place"),
        Column::data("source"),
    ]);
    for entry in entries {
        let (event, given) = entry.probability.clone().unwrap_or_default();
        let [tn, fp, fn_, tp] = entry.importances.clone().unwrap_or_default();
        let [a, b] = entry.place.clone().unwrap_or_default();
        rows.row([
            entry.name.as_str().into(),
            entry.synonyms.join(" ").into(),
            (&*entry.definition).into(),
            (&*entry.defined).into(),
            entry.range.into(),
            entry.better.unwrap_or("-").into(),
            place_of(entry).into(),
            Cell::maybe(entry.better),
            event.to_string().into(),
            given.to_string().into(),
            Cell::maybe(entry.kind),
            entry.ranking.into(),
            tn.to_string().into(),
            fp.to_string().into(),
            fn_.to_string().into(),
            tp.to_string().into(),
            a.to_string().into(),
            b.to_string().into(),
            Cell::maybe(entry.at.as_ref().map(|at| &at.a)),
            Cell::maybe(entry.at.as_ref().map(|at| &at.b)),
            if entry.depends_on_prior { "true" } else { "false" }.into(),
            Cell::maybe(entry.no_place),
            entry.source.into(),
        ]);
    }
    rows
}

fn place_of(entry: &CatalogueEntry) -> String {
    match (&entry.at, &entry.place, entry.no_place) {
        (Some(at), ..) => at.to_string(),
        (None, Some([a, b]), _) => format!("({a}, {b})"),
        (None, None, reason) => reason.unwrap_or_default().to_owned(),
    }
}

impl<'c> Catalogue<'c> {
    /// Everything that is known of each score.
    fn cards(&self) -> Page<'c> {
        let mut page = Page::default();
        for (place, entry) in self.entries.iter().enumerate() {
            if place > 0 {
                page.line("");
            }
            let of_entry = |row: &&FitnessRow| row.metric.to_string() == entry.name;
            let row = self.in_full.and_then(|table| table.rows.iter().find(of_entry));
            // Of a metric that depends on the number of samples there is none.
            let fitness = row.and_then(|row| row.fitness.first()?.as_ref());
            let no_skill = fitness.zip(self.prior_positive);
            card(entry, no_skill.map(|(of, prior)| constant(&of.metric, prior)), &mut page);
            if let Some(fitness) = fitness {
                page.line("");
                page.line(format!("on {}", fitness.set));
                verdicts(fitness, &mut page);
            }
        }
        page
    }
}

/// The values of both constant predictions under a prior.
fn constant(metric: &Metric, prior: &Rational) -> String {
    let rest = || prior.complement();
    let zero = || Rational::ZERO;
    let predictions = [
        ("positive", [zero(), rest(), zero(), prior.clone()]),
        ("negative", [rest(), zero(), prior.clone(), zero()]),
    ];
    let value = |(always, counts): (&str, [Rational; 4])| {
        let [tn, fp, fn_, tp] = counts;
        let matrix = ConfusionMatrix::new(tn, fp, fn_, tp).expect("shares of a prior");
        let value = match metric.value(&matrix) {
            Value::Undefined(_) => "undefined".to_owned(),
            value => value.to_string(),
        };
        format!("predicting always {always} {value}")
    };
    predictions.map(value).join(", ")
}

fn card(entry: &CatalogueEntry, no_skill: Option<String>, page: &mut Page<'_>) {
    page.line(entry.name.clone());
    page.line("");
    let mut line = |label: &str, text: &str| page.line(format!("  {label:<12} {text}"));
    if !entry.synonyms.is_empty() {
        line("also", &entry.synonyms.join(", "));
    }
    line("definition", &entry.definition);
    if let Some((event, given)) = &entry.probability {
        line("probability", &format!("P({event} | {given})"));
    }
    line("defined", &entry.defined);
    line("values", entry.range);
    line("better", entry.better.unwrap_or("neither higher nor lower"));
    if let Some(kind) = entry.kind {
        line("kind", kind);
    }
    line("for ranking", entry.ranking);
    if let Some([tn, fp, fn_, tp]) = &entry.importances {
        line("importances", &format!("tn {tn}, fp {fp}, fn {fn_}, tp {tp}"));
    }
    if let Some([a, b]) = &entry.place {
        line("place", &format!("({a}, {b})"));
    }
    if let (Some(at), true) = (&entry.at, entry.depends_on_prior) {
        line("at", &at.to_string());
    }
    if let Some(reason) = entry.no_place {
        line("no place", reason);
    }
    if let Some(values) = no_skill {
        line("no skill", &values);
    }
    line("source", entry.source);
}
