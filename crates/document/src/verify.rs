//! The findings of a check of a result.

use serde::Serialize;

use super::{Cell, Column, Format, Output, Page, RenderError, Table};
use exactile::num::Rational;
use exactile_verify::{FailedCheck, Proofs, Verification};

const SCHEMA: &str = "exactile.verify.v1";

/// Returns the proved statements of a file in which every check holds, and the statements that a
/// selection left open.
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
                "every region is bounded by one simple closed curve, and no frontier runs through \
                 it",
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
            "ranks from {rank}, which none of {} can have, claim nothing",
            counted(found.classifiers, "classifier")
        ));
    }
    if found.areas {
        proved.push("every area is right".to_owned());
    }
    let left_out = found.classifiers - found.selected;
    if left_out > 0 {
        let were = if left_out == 1 { "was" } else { "were" };
        let left_out = counted(left_out, "classifier");
        open.push(format!("{left_out} that {were} not selected {were} not checked"));
    }
    (proved, open)
}

/// `exactile.verify.v1`.
impl Output for Verification {
    fn schema(&self) -> &str {
        SCHEMA
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
        let (proved, not_proved) = if self.holds() { statements(self) } else { Default::default() };
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
            failures: self.failures.iter().map(Failure::from).collect(),
        }
    }

    /// The proved statements, or one line per failed check.
    fn page(&self, format: Format) -> Result<Page<'_>, RenderError> {
        let [crossings, ties, regions] = self.pieces;
        let prior = match &self.prior_positive {
            Some(prior) => format!("of positive prior {prior}"),
            None => "under their own priors".to_owned(),
        };
        let ties = match crossings {
            0 => format!(" and {}", counted(ties, "tie")),
            _ => format!(", {} and {}", counted(ties, "tie"), counted(crossings, "crossing")),
        };
        let (regions, of) = (counted(regions, "region"), counted(self.selected, "classifier"));
        let verified = format!("{regions}{ties} of {of} on the Tile {prior}");
        let (proved, open) = if self.holds() { statements(self) } else { Default::default() };
        Ok(Shown { verified, proved: &proved, open: &open, failures: &self.failures }.page(format))
    }
}

/// `exactile.verify.v1` of a result other than regions.
impl Output for Proofs {
    fn schema(&self) -> &str {
        SCHEMA
    }

    fn body(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Document<'v> {
            verified: bool,
            of: &'v str,
            prior_positive: Option<&'v Rational>,
            classifiers: usize,
            proved: &'v [String],
            not_proved: &'v [String],
            failures: Vec<Failure<'v>>,
        }
        let holds = self.holds();
        Document {
            verified: holds,
            of: self.schema,
            prior_positive: self.prior_positive.as_ref(),
            classifiers: self.classifiers,
            proved: if holds { &self.proved } else { &[] },
            not_proved: if holds { &self.not_proved } else { &[] },
            failures: self.failures.iter().map(Failure::from).collect(),
        }
    }

    /// The proved statements, or one line per failed check.
    fn page(&self, format: Format) -> Result<Page<'_>, RenderError> {
        let prior = self
            .prior_positive
            .as_ref()
            .map(|prior| format!(" on the Tile of positive prior {prior}"));
        let prior = prior.unwrap_or_default();
        let verified = match self.classifiers {
            0 => format!("{}{prior}", self.schema),
            classifiers => {
                format!("{} of {}{prior}", self.schema, counted(classifiers, "classifier"))
            }
        };
        let (proved, open) = (&self.proved, &self.not_proved);
        Ok(Shown { verified, proved, open, failures: &self.failures }.page(format))
    }
}

/// Returns a count with its noun.
fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// The parts of the output of a check.
struct Shown<'v> {
    /// The subject of the check.
    verified: String,
    proved: &'v [String],
    open: &'v [String],
    failures: &'v [FailedCheck],
}

impl Shown<'_> {
    fn page(&self, format: Format) -> Page<'static> {
        let mut page = Page::default();
        if !self.failures.is_empty() {
            if format == Format::Text {
                page.lines(self.failures.iter().map(|at| format!("failed: {}", line(at))));
            } else {
                page.table(self.table());
            }
            let hold = if self.failures.len() == 1 { "does not hold" } else { "do not hold" };
            page.line(format!("not verified: {} {hold}", counted(self.failures.len(), "check")));
            return page;
        }
        page.line(format!("verified: {}", self.verified));
        if format != Format::Text {
            page.table(self.table());
            return page;
        }
        page.lines(self.proved.iter().map(|statement| format!("  proved      {statement}")));
        page.lines(self.open.iter().map(|statement| format!("  not proved  {statement}")));
        page
    }

    /// Returns a row for each statement, or for each failed check.
    fn table(&self) -> Table<'static> {
        let columns = ["verdict", "statement", "check", "piece", "classifier"];
        let shown = if self.failures.is_empty() { 2 } else { 5 };
        let column =
            |(at, name)| if at < shown { Column::new(name, name) } else { Column::data(name) };
        let mut rows = Table::new(columns.into_iter().enumerate().map(column));
        let holds = self.failures.is_empty();
        let proved = self.proved.iter().map(|statement| ("proved", statement));
        let open = self.open.iter().map(|statement| ("not proved", statement));
        for (verdict, statement) in proved.chain(open).filter(|_| holds) {
            let empty = || Cell::Empty;
            rows.row([verdict.into(), statement.clone().into(), empty(), empty(), empty()]);
        }
        for FailedCheck { check, piece, classifier, reason } in self.failures {
            rows.row([
                "failed".into(),
                shortened(reason).into(),
                (*check).into(),
                Cell::maybe(*piece),
                Cell::maybe(classifier.clone()),
            ]);
        }
        rows
    }
}

#[derive(Serialize)]
struct Failure<'v> {
    check: &'static str,
    piece: Option<usize>,
    classifier: Option<&'v str>,
    reason: &'v str,
}

impl<'v> From<&'v FailedCheck> for Failure<'v> {
    fn from(failure: &'v FailedCheck) -> Self {
        Self {
            check: failure.check,
            piece: failure.piece,
            classifier: failure.classifier.as_deref(),
            reason: &failure.reason,
        }
    }
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

/// Shortens numbers of very many digits in a text to their ends; JSON has them in full.
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
