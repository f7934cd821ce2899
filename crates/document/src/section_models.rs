//! Rankings along a segment in terms of models, each at its best threshold.

use super::coordinate::{DIGITS, LISTED, SectionCoordinate, swaps};
use super::{Cell, Column, Page, Table};
use exactile::performance::{counted, one_line};
use exactile::section::{BestSwap, Leader, Section};

/// Models whose thresholds are the classifiers of a section.
#[derive(Clone, Debug)]
pub struct SectionModels<'r> {
    /// The names of the models.
    pub names: Vec<&'r str>,
    /// The model of each classifier, by position.
    pub of: Vec<usize>,
    /// The simplest threshold with the same predictions as each classifier; `None` if it predicts
    /// no sample positive.
    pub thresholds: Vec<Option<String>>,
    /// The places where models swap at their best thresholds; `None` if there are too many models
    /// to be compared.
    pub swaps: Option<Vec<BestSwap>>,
}

/// The most models that the text names where they tie.
const NAMED: usize = 4;

impl SectionModels<'_> {
    /// Returns the name of a classifier's model, with its threshold in brackets.
    fn named(&self, classifier: usize) -> String {
        let threshold = self.thresholds[classifier].as_deref().unwrap_or("nobody");
        format!("{} ({threshold})", one_line(self.names[self.of[classifier]]))
    }

    /// Adds the model that is first on each stretch, and the places where two swap.
    pub(super) fn describe(
        &self,
        section: &Section,
        coordinate: SectionCoordinate,
        page: &mut Page<'_>,
    ) {
        let models = counted(self.names.len(), "model");
        page.line(format!(
            "{models}, each at its best threshold at every point; the threshold is in brackets"
        ));
        page.table(self.leaders(section, coordinate));
        match &self.swaps {
            Some(swaps) => self.swaps(section, coordinate, swaps, page),
            None => page.line("there are too many models to compare in pairs"),
        }
        page.line("");
        page.line(format!(
            "Of all {} thresholds {} at {}, which --format csv and --format json list.",
            self.of.len(),
            swaps(section.swaps),
            counted(section.breaks.len(), "point"),
        ));
        page.line(
            "These thresholds were chosen on the samples that they are judged on, so the \
             models look better than",
        );
        page.line("they are. thresholds --choose-on FILE chooses them on other samples.");
    }

    /// Returns each stretch on which thresholds are first.
    fn leaders(&self, section: &Section, coordinate: SectionCoordinate) -> Table<'static> {
        let mut table = Table::new([
            Column::people(format!("first from {}", coordinate.heading())).right().digits(DIGITS),
            Column::people("to").right().digits(DIGITS),
            Column::people("model"),
        ]);
        for Leader { from, to, classifiers } in &section.leaders {
            // Of thresholds of one model that tie, one is named.
            let mut firsts: Vec<usize> = classifiers.clone();
            firsts.dedup_by_key(|classifier| self.of[*classifier]);
            let mut names: Vec<String> =
                firsts.iter().take(NAMED).map(|&first| self.named(first)).collect();
            if firsts.len() > NAMED {
                names.push(format!("{} more", firsts.len() - NAMED));
            }
            table.row([
                coordinate.cell(&section.segment, from),
                coordinate.cell(&section.segment, to),
                names.join(" = ").into(),
            ]);
        }
        table
    }

    fn swaps(
        &self,
        section: &Section,
        coordinate: SectionCoordinate,
        swaps: &[BestSwap],
        page: &mut Page<'_>,
    ) {
        if swaps.is_empty() {
            page.line("");
            page.line("no two models swap");
            return;
        }
        let mut table = Table::new([
            Column::people(format!("models swap at {}", coordinate.heading()))
                .right()
                .digits(DIGITS),
            Column::people("(a, b)").digits(DIGITS),
            Column::people("ahead before"),
            Column::people("ahead after"),
        ]);
        for swap in swaps.iter().take(LISTED) {
            let at = section.segment.at(&swap.position);
            let [before, after] = swap.classifiers.map(|classifier| self.named(classifier));
            table.row([
                coordinate.cell(&section.segment, &swap.position),
                Cell::point(&at),
                before.into(),
                after.into(),
            ]);
        }
        page.table(table);
        if swaps.len() > LISTED {
            page.line(format!("and {} more", swaps.len() - LISTED));
        }
    }
}
