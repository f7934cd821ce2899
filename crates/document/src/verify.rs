//! What a check of regions found.

use serde::Serialize;

use super::{Cell, Column, Format, Output, Page, RenderError, Table};
use exactile::num::Rational;
use exactile_verify::{FailedCheck, Verification};

/// What has been proved of a file in which every check holds, and what a selection left out.
fn statements(found: &Verification) -> (Vec<String>, Vec<String>) {
    let counts = if found.shifted {
        "the counts are those of the input, shifted to this prior"
    } else {
        "the counts and the prior are those of the input"
    };
    let mut proved = vec![counts.to_owned()];
    let mut open = Vec::new();
    let ranks = || {
        let ranks = found.ranks.iter().flatten().map(ToString::to_string);
        ranks.collect::<Vec<_>>().join(" or ")
    };
    if found.pieces == [0; 3] {
        proved.push(format!("no selected classifier is ranked {} anywhere", ranks()));
    } else {
        proved.extend(
            [
                "every edge is a whole frontier with a rival or a part of the Tile's border",
                "every region is bounded by one simple closed curve, and no frontier runs through it",
                "every rank is right",
            ]
            .map(ToOwned::to_owned),
        );
        proved.push(if found.complete {
            format!(
                "for each selected classifier, {} make up the open Tile, each point once",
                if found.pieces[0] == 0 {
                    "regions and ties"
                } else {
                    "regions, ties and crossings"
                }
            )
        } else {
            format!(
                "for each selected classifier, no region or tie is missing or repeated where it is \
                 ranked {}",
                ranks()
            )
        });
    }
    if !found.complete {
        open.push("the parts of the Tile with other ranks are not in the file".to_owned());
    }
    let beyond = |rank: &&usize| **rank > found.classifiers;
    if let Some(rank) = found.ranks.iter().flatten().find(beyond) {
        open.push(format!(
            "ranks from {rank}, which none of {} classifiers can have, claim nothing",
            found.classifiers
        ));
    }
    if found.areas {
        proved.push("every area is right".to_owned());
    }
    let left_out = found.classifiers - found.selected;
    if left_out > 0 {
        open.push(format!("nothing is said about {left_out} classifiers that were not selected"));
    }
    (proved, open)
}

/// `exactile.verify.v1`.
impl Output for Verification {
    fn schema(&self) -> &str {
        "exactile.verify.v1"
    }

    fn body(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Document<'v> {
            verified: bool,
            prior_positive: Option<&'v Rational>,
            classifiers: usize,
            selected: usize,
            ranks: Option<&'v [usize]>,
            complete: bool,
            regions: usize,
            ties: usize,
            crossings: usize,
            proved: Vec<String>,
            not_proved: Vec<String>,
            failures: Vec<Failure<'v>>,
        }
        #[derive(Serialize)]
        struct Failure<'v> {
            check: &'static str,
            piece: Option<usize>,
            classifier: Option<&'v str>,
            reason: &'v str,
        }
        let (proved, not_proved) = if self.holds() { statements(self) } else { Default::default() };
        let failures = self.failures.iter().map(|failure| Failure {
            check: failure.check,
            piece: failure.piece,
            classifier: failure.classifier.as_deref(),
            reason: &failure.reason,
        });
        let [crossings, ties, regions] = self.pieces;
        Document {
            verified: self.holds(),
            prior_positive: self.prior_positive.as_ref(),
            classifiers: self.classifiers,
            selected: self.selected,
            ranks: self.ranks.as_deref(),
            complete: self.complete,
            regions,
            ties,
            crossings,
            proved,
            not_proved,
            failures: failures.collect(),
        }
    }

    /// What has been proved, or one line per failed check.
    fn page(&self, format: Format) -> Result<Page<'_>, RenderError> {
        let mut page = Page::default();
        let [crossings, ties, regions] = self.pieces;
        if !self.holds() {
            if format == Format::Text {
                page.lines(self.failures.iter().map(|at| format!("failed: {}", line(at))));
            } else {
                page.table(table(self));
            }
            page.line(format!("not verified: {} checks do not hold", self.failures.len()));
            return Ok(page);
        }
        let prior = match &self.prior_positive {
            Some(prior) => format!("of positive prior {prior}"),
            None => "under their own priors".to_owned(),
        };
        let ties = match crossings {
            0 => format!(" and {ties} ties"),
            _ => format!(", {ties} ties and {crossings} crossings"),
        };
        page.line(format!(
            "verified: {regions} regions{ties} of {} classifiers on the Tile {prior}",
            self.selected
        ));
        if format != Format::Text {
            page.table(table(self));
            return Ok(page);
        }
        let (proved, open) = statements(self);
        page.lines(proved.iter().map(|statement| format!("  proved      {statement}")));
        page.lines(open.iter().map(|statement| format!("  not proved  {statement}")));
        Ok(page)
    }
}

/// A row for each statement, or for each check that failed.
fn table(found: &Verification) -> Table<'_> {
    let columns = ["verdict", "statement", "check", "piece", "classifier"];
    let shown = if found.holds() { 2 } else { 5 };
    let column = |(at, name)| if at < shown { Column::new(name, name) } else { Column::data(name) };
    let mut rows = Table::new(columns.into_iter().enumerate().map(column));
    let (proved, open) = if found.holds() { statements(found) } else { Default::default() };
    let proved = proved.into_iter().map(|statement| ("proved", statement));
    let open = open.into_iter().map(|statement| ("not proved", statement));
    for (verdict, statement) in proved.chain(open) {
        let empty = || Cell::Empty;
        rows.row([verdict.into(), statement.into(), empty(), empty(), empty()]);
    }
    for FailedCheck { check, piece, classifier, reason } in &found.failures {
        rows.row([
            "failed".into(),
            shortened(reason).into(),
            (*check).into(),
            Cell::maybe(*piece),
            Cell::maybe(classifier.as_deref()),
        ]);
    }
    rows
}

fn line(failure: &FailedCheck) -> String {
    let mut place = failure.check.to_owned();
    if let Some(piece) = failure.piece {
        place.push_str(&format!(" {piece}"));
    }
    if let Some(classifier) = &failure.classifier {
        place.push_str(&format!(" of {classifier:?}"));
    }
    format!("{place}: {}", shortened(&failure.reason))
}

/// A text in which only the ends of numbers of very many digits are left; JSON has them whole.
fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    const KEPT: usize = 10;
    let mut short = String::new();
    for part in text.split_inclusive(|c: char| !c.is_ascii_digit()) {
        let digits = part.bytes().take_while(u8::is_ascii_digit).count();
        if digits > MOST {
            short.push_str(&format!("{}...{}", &part[..KEPT], &part[digits - KEPT..]));
        } else {
            short.push_str(part);
        }
    }
    short
}
