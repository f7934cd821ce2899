//! Text for people.

use std::cell::Cell;
use std::io::Write;

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

use super::RenderError;
use exactile::num::Rational;
use exactile::performance::{Classifier, one_line};
use exactile::tile::{ClassifierSummary, Regions, Summary, Zone};

/// A table with a ruled header and nothing else.
pub fn table<const N: usize>(header: [&str; N]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(header);
    table
}

thread_local! {
    /// Columns of the terminal that tables are written to.
    static WIDTH: Cell<Option<u16>> = const { Cell::new(None) };
}

/// From now on tables that this thread writes are wrapped to fit so many columns; `None`, as at the
/// start, for tables as wide as their cells.
pub fn fit_tables(columns: Option<u16>) {
    WIDTH.set(columns);
}

/// The table's lines without the blanks that end them.
pub fn write_table(table: &Table, out: &mut dyn Write) -> Result<(), RenderError> {
    let widest = table.lines().map(|line| line.trim_end().chars().count()).max().unwrap_or(0);
    if let Some(columns) = WIDTH.get().filter(|columns| widest > usize::from(*columns)) {
        let mut fitted = table.clone();
        fitted.set_content_arrangement(ContentArrangement::Dynamic).set_width(columns);
        for line in fitted.lines() {
            writeln!(out, "{}", line.trim_end())?;
        }
        return Ok(());
    }
    for line in table.lines() {
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// A name on one line of a terminal, as [`one_line`] has it.
pub fn shown(name: &str) -> String {
    one_line(name).into_owned()
}

/// What to know of a comparison across priors.
const UNEQUAL: &str = "\
Each score is that of a classifier's own test: differences between the tests are part of the result.
To compare the classifiers under one prior, add --target-prior. Scores whose place on the Tile
depends on the prior (balanced accuracy, kappa) have no common place and are not listed.
";

/// What each classifier is good for: its share of the Tile at rank 1, best and worst rank, named
/// scores for which it is first, and what it ties with.
///
/// # Errors
/// What the destination reports.
pub fn regions_text(
    regions: &Regions,
    summary: &Summary,
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    let classifiers = regions.classifiers();
    let name = |i: &usize| shown(&classifiers[*i].name);
    let names = |positions: &[usize]| {
        const SHOWN: usize = 6;
        let mut list: Vec<String> = positions.iter().take(SHOWN).map(name).collect();
        if positions.len() > SHOWN {
            list.push(format!("{} more", positions.len() - SHOWN));
        }
        list.join(", ")
    };
    let count = match classifiers.len() {
        1 => "1 classifier".to_owned(),
        count => format!("{count} classifiers"),
    };
    match regions.prior_positive() {
        Some(prior) => {
            let about = prior.to_decimal(4);
            writeln!(out, "{count} on the Tile of positive prior {prior} (about {about})")?;
        }
        None => {
            let prior = |classifier: &Classifier| classifier.matrix.prior_positive();
            let least = classifiers.iter().map(prior).min().unwrap_or(Rational::ZERO);
            let greatest = classifiers.iter().map(prior).max().unwrap_or(Rational::ONE);
            writeln!(
                out,
                "{count} tested under different positive priors, from {least} (about {}) to {greatest} (about {})",
                least.to_decimal(4),
                greatest.to_decimal(4),
            )?;
            out.write_all(UNEQUAL.as_bytes())?;
        }
    }
    writeln!(out)?;
    let mut order: Vec<&ClassifierSummary> = summary.classifiers.iter().collect();
    order.sort_by(|x, y| {
        let share = |entry: &ClassifierSummary| entry.first_share.value().to_f64();
        let ranks = |entry: &ClassifierSummary| entry.ranks.map(|ranks| (ranks.best, ranks.worst));
        // Only the order of lines, not a result: doubles are good enough.
        share(y).total_cmp(&share(x)).then_with(|| ranks(x).cmp(&ranks(y)))
    });
    let with_ranks = summary.classifiers.iter().any(|entry| entry.ranks.is_some());
    let mut table = table(["classifier", "first on", "best", "worst", "first for", "ties with"]);
    for entry in order {
        let first = entry.first_share != exactile::tile::Area::zero();
        let ranks = |part: fn(&exactile::tile::RankInterval) -> u32| {
            entry.ranks.as_ref().map_or_else(String::new, |ranks| part(ranks).to_string())
        };
        let scores: Vec<String> = entry.first_for.iter().map(ToString::to_string).collect();
        let mut ties = Vec::new();
        if !entry.equal_to.is_empty() {
            ties.push(format!("everywhere: {}", names(&entry.equal_to)));
        }
        if !entry.first_beside.is_empty() {
            ties.push(format!("first beside: {}", names(&entry.first_beside)));
        }
        table.add_row([
            name(&entry.classifier),
            if first { entry.first_share.percent(3).to_string() } else { "-".into() },
            ranks(|ranks| ranks.best),
            ranks(|ranks| ranks.worst),
            scores.join(", "),
            ties.join("; "),
        ]);
    }
    for numeric in 1..=3 {
        if let Some(column) = table.column_mut(numeric) {
            column.set_cell_alignment(CellAlignment::Right);
            if numeric > 1 && !with_ranks {
                column.set_constraint(comfy_table::ColumnConstraint::Hidden);
            }
        }
    }
    write_table(&table, out)
}

/// Where one set of classifiers is at least as good as another.
///
/// # Errors
/// What the destination reports.
pub fn zone_text(zone: Option<&Zone>, out: &mut dyn Write) -> Result<(), RenderError> {
    let Some(zone) = zone else {
        writeln!(out, "nowhere on the Tile")?;
        return Ok(());
    };
    let kind = match zone.dimension {
        0 => "at one point".to_owned(),
        1 => "along an arc".to_owned(),
        _ => format!("on {} of the Tile", zone.area.percent(3)),
    };
    writeln!(out, "{kind}, with the corners (a, b)")?;
    for vertex in &zone.vertices {
        let (a, b) = vertex.to_f64();
        writeln!(out, "  {vertex}, about ({a:.6}, {b:.6})")?;
    }
    if !zone.edges.is_empty() {
        writeln!(
            out,
            "and the edges k_ab ab + k_a a + k_b b + k_1 = 0 with (k_ab, k_a, k_b, k_1)"
        )?;
        for edge in &zone.edges {
            writeln!(out, "  ({})", edge.to_string().replace(' ', ", "))?;
        }
    }
    Ok(())
}
