//! Published tables, formulas and statements, recomputed: the engine as a referee.
//!
//! The printed statements are data in `fixtures/published/`: one [`Statement`] per numbered table,
//! formula or stated number, with its place in the paper and its recorded verdict.
//! [`Statement::examine`] computes the truth and compares it with the print. The recorded verdict
//! has no influence on that; it only shows when the computed one changes.
//!
//! - [`published`]: all statements; [`examine`]: what the engine finds about them; [`undecidable`]:
//!   those that cannot be decided here, with the reason;
//! - [`Statement`], [`Ruling`], [`Verdict`];
//! - [`Expression`]: printed formulas, evaluated exactly.
//!
//! # Files
//!
//! - A kind of statement is a struct. Its `examine` computes the truth at every small confusion
//!   matrix.
//! - `orders.rs` tries laws of orderings on all preorders of at most four performances. Three
//!   performances suffice for a law of single relations, because a restriction of a preorder is a
//!   preorder.
//! - `Compared` keeps both sides of a comparison as integers, so that a reader can confirm it.

mod conics;
mod constant;
mod equation;
mod error;
mod events;
mod fit;
mod formula;
mod foundations;
mod inequality;
mod lattice_counts;
mod laws;
mod number;
mod orders;
mod predictive;
mod range;
mod review;
mod spearman;
mod spread;
mod statement;
mod tile;
mod volume;

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

pub use error::RefereeError;
pub use exactile::score::formula::{ClosedForm, Expression, ExpressionError, NoValue, Symbols};
pub use statement::{Compared, Item, Ruling, Settles, Statement, Test, Verdict};

/// The statements of one paper, as its file holds them.
#[derive(Deserialize)]
struct Paper {
    /// The definitions of names that hold throughout the paper.
    #[serde(default)]
    symbols: BTreeMap<String, Expression>,
    checks: Vec<Statement>,
    /// Statements that cannot be decided.
    #[serde(default)]
    undecidable: Vec<Undecidable>,
}

/// A published statement that is not examined, and the reason.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Undecidable {
    /// Its name: the paper, a slash, and its place.
    pub id: String,
    /// The place where it is printed.
    pub source: String,
    /// The statement in few words.
    pub says: String,
    /// The information that is missing to decide it.
    pub why: String,
}

/// The files of `fixtures/published/`, a paper each.
const PAPERS: [&str; 4] = [
    include_str!("../../../../fixtures/published/the-tile.json"),
    include_str!("../../../../fixtures/published/never-mind-the-metrics.json"),
    include_str!("../../../../fixtures/published/foundations.json"),
    include_str!("../../../../fixtures/published/prediction-advantage-checks.json"),
];

/// Returns every published statement, in the order of the papers.
///
/// # Errors
/// If a file of statements is not in the form that this version reads.
pub fn published() -> Result<Vec<Statement>, RefereeError> {
    let mut statements = Vec::new();
    for mut paper in papers()? {
        for statement in &mut paper.checks {
            statement.test.define(&paper.symbols);
        }
        statements.extend(paper.checks);
    }
    Ok(statements)
}

/// Returns every published statement that is not decided here, with the reason.
///
/// # Errors
/// If a file of statements is not in the form that this version reads.
pub fn undecidable() -> Result<Vec<Undecidable>, RefereeError> {
    Ok(papers()?.into_iter().flat_map(|paper| paper.undecidable).collect())
}

fn papers() -> Result<Vec<Paper>, RefereeError> {
    let read = |text: &&str| {
        serde_json::from_str(text).map_err(|error| RefereeError::Unreadable(error.to_string()))
    };
    PAPERS.iter().map(read).collect()
}

/// A statement with the finding about it.
#[derive(Debug)]
pub struct Examined {
    /// The statement.
    pub statement: Statement,
    /// The finding.
    pub finding: Ruling,
}

impl Examined {
    /// Returns `true` if the computed verdict is the one on record.
    pub fn as_recorded(&self) -> bool {
        self.finding.verdict == self.statement.recorded
    }
}

/// Examines statements, on all cores, in their order.
///
/// ```
/// use exactile_papers::referee::{Verdict, examine, published};
/// let statements = published()?.into_iter().filter(|s| s.id == "metrics/count-100").collect();
/// let examined = examine(statements)?;
/// assert_eq!(examined[0].finding.verdict, Verdict::Reproduced);
/// assert_eq!(examined[0].finding.decisive().computed, "176851");
/// # Ok::<(), exactile_papers::referee::RefereeError>(())
/// ```
///
/// # Errors
/// The first statement that cannot be examined.
pub fn examine(statements: Vec<Statement>) -> Result<Vec<Examined>, RefereeError> {
    statements
        .into_par_iter()
        .map(|statement| Ok(Examined { finding: statement.examine()?, statement }))
        .collect()
}
