//! Findings about published statements.

use serde::Serialize;

use crate::referee::{Compared, Examined, Item, Settles, Statement, Undecidable, Verdict};
use exactile_document::{Column, Format, Output, Page, RenderError, Table};

#[derive(Serialize)]
struct Document<'u, T> {
    checks: Vec<T>,
    undecidable: &'u [Undecidable],
}

/// One statement of `exactile.tables.v1`: the decisive item, then all items.
#[derive(Serialize)]
struct CheckJson<'e> {
    id: &'e str,
    source: &'e str,
    says: &'e str,
    verdict: Verdict,
    recorded: Verdict,
    printed: &'e str,
    computed: &'e str,
    witness: Option<&'e str>,
    convention: Option<&'e str>,
    settles: Option<Settles>,
    corrected: Option<&'e str>,
    items: &'e [Item],
}

impl<'e> From<&'e Examined> for CheckJson<'e> {
    fn from(Examined { statement, finding }: &'e Examined) -> Self {
        let item = finding.decisive();
        Self {
            id: &statement.id,
            source: &statement.source,
            says: &statement.says,
            verdict: finding.verdict,
            recorded: statement.recorded,
            printed: &item.printed,
            computed: &item.computed,
            witness: item.witness.as_deref(),
            convention: item.convention.as_deref(),
            settles: item.settles,
            corrected: item.corrected.as_deref(),
            items: &finding.items,
        }
    }
}

/// Statements with the findings about them, `exactile.tables.v1`: the whole evidence; and those
/// that cannot be decided.
#[derive(Clone, Copy, Debug)]
pub struct Tables<'e> {
    /// The statements that were examined.
    pub examined: &'e [Examined],
    /// The statements that were not, with the reasons.
    pub undecidable: &'e [Undecidable],
}

impl Output for Tables<'_> {
    fn schema(&self) -> &str {
        "exactile.tables.v1"
    }

    fn body(&self) -> impl Serialize {
        Document {
            checks: self.examined.iter().map(CheckJson::from).collect(),
            undecidable: self.undecidable,
        }
    }

    /// A line per statement with the verdict, or in text all items if there are only a few
    /// statements; then the number of those that hold.
    fn page(&self, format: Format) -> Result<Page<'_>, RenderError> {
        const IN_FULL: usize = 3;
        let mut page = Page::default();
        let few = self.examined.len() + self.undecidable.len() <= IN_FULL;
        if few && format == Format::Text {
            for (place, one) in self.examined.iter().enumerate() {
                if place > 0 {
                    page.line("");
                }
                in_full(one, &mut page);
            }
            self.undecidable.iter().for_each(|one| open(one, &mut page));
            return Ok(page);
        }
        let mut rows = Table::new([
            Column::new("statement", "id"),
            Column::new("verdict", "verdict"),
            Column::new("settles", "settles"),
            Column::data("recorded"),
            Column::new("what it says", "says"),
            Column::data("source"),
            Column::data("printed"),
            Column::data("computed"),
        ]);
        for Examined { statement, finding } in self.examined {
            let item = finding.decisive();
            rows.row([
                (&statement.id).into(),
                finding.verdict.to_string().into(),
                item.settles.map_or_else(String::new, |settles| settles.to_string()).into(),
                statement.recorded.to_string().into(),
                (&statement.says).into(),
                (&statement.source).into(),
                (&item.printed).into(),
                (&item.computed).into(),
            ]);
        }
        page.table(rows);
        for verdict in [Verdict::Convention, Verdict::Erratum] {
            for one in self.examined.iter().filter(|one| one.finding.verdict == verdict) {
                if format == Format::Text {
                    in_full(one, &mut page);
                    page.line("");
                }
            }
        }
        if format == Format::Text {
            self.undecidable.iter().for_each(|one| open(one, &mut page));
        }
        let count =
            |verdict| self.examined.iter().filter(|one| one.finding.verdict == verdict).count();
        let settled = |by| {
            let decisive = self.examined.iter().map(|one| one.finding.decisive().settles);
            decisive.filter(|settles| *settles == Some(by)).count()
        };
        page.line(format!(
            "{} statements: {} reproduced, {} under a convention, {} errata; {} more cannot be \
             decided here",
            self.examined.len(),
            count(Verdict::Reproduced),
            count(Verdict::Convention),
            count(Verdict::Erratum),
            self.undecidable.len()
        ));
        page.line(format!(
            "conventions: {} singular (true but for values that are left aside), {} tolerance \
             (true within a bound), {} reading (true as one of several readings)",
            settled(Settles::Singular),
            settled(Settles::Tolerance),
            settled(Settles::Reading)
        ));
        for Examined { statement, finding } in self.examined.iter().filter(|one| !one.as_recorded())
        {
            page.line(format!(
                "{}: {} now, but {} on record",
                statement.id, finding.verdict, statement.recorded
            ));
        }
        Ok(page)
    }
}

fn in_full(one: &Examined, page: &mut Page<'_>) {
    let Examined { statement, finding } = one;
    let settles = finding.decisive().settles;
    let settles = settles.map_or_else(String::new, |settles| format!(" ({settles})"));
    page.line(format!("{}: {}{settles}", statement.id, finding.verdict));
    page.line(format!("  {} ({})", statement.says, statement.source));
    for item in &finding.items {
        page.line(format!("  printed     {}", item.printed));
        page.line(format!("    computed    {} ({})", item.computed, item.verdict));
        for (label, text) in [
            ("witness", &item.witness),
            ("convention", &item.convention),
            ("corrected", &item.corrected),
        ] {
            page.lines(text.as_ref().map(|text| format!("    {label:<12}{text}")));
        }
        match &item.compared {
            Some(Compared { at, products: Some([left, right]), .. }) if item.witness.is_some() => {
                page.line(format!("    products    {left}, {right} at {at}"));
            }
            _ => {}
        }
    }
    if !one.as_recorded() {
        page.line(format!("  on record: {}", statement.recorded));
    }
}

fn open(one: &Undecidable, page: &mut Page<'_>) {
    let Undecidable { id, source, says, why } = one;
    page.line(format!("{id}: cannot be decided here"));
    page.line(format!("  {says} ({source})"));
    page.line(format!("    because     {why}"));
}

/// Statements without an examination, `exactile.tables-list.v1`.
#[derive(Clone, Copy, Debug)]
pub struct Statements<'s> {
    /// The statements that can be examined.
    pub statements: &'s [Statement],
    /// The statements that cannot.
    pub undecidable: &'s [Undecidable],
}

impl Output for Statements<'_> {
    fn schema(&self) -> &str {
        "exactile.tables-list.v1"
    }

    fn body(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Listed<'s> {
            id: &'s str,
            source: &'s str,
            says: &'s str,
            recorded: Verdict,
        }
        let checks =
            self.statements.iter().map(|Statement { id, source, says, recorded, .. }| Listed {
                id,
                source,
                says,
                recorded: *recorded,
            });
        Document { checks: checks.collect(), undecidable: self.undecidable }
    }

    fn page(&self, _: Format) -> Result<Page<'_>, RenderError> {
        let mut rows = Table::new([
            Column::new("statement", "id"),
            Column::new("what it says", "says"),
            Column::new("source", "source"),
            Column::data("recorded"),
        ]);
        for Statement { id, says, source, recorded, .. } in self.statements {
            rows.row([id.into(), says.into(), source.into(), recorded.to_string().into()]);
        }
        for Undecidable { id, says, source, .. } in self.undecidable {
            rows.row([id.into(), says.into(), source.into(), "undecidable".into()]);
        }
        Ok(Page::of(rows))
    }
}
