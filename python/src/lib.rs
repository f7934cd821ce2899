//! The binding of the Python package: counts arrays, runs commands in memory, hands numbers over.
//!
//! Rules and results are the program's: columns become the table that the program would read
//! (`columns`, `table`), and answers are the documents that it would write (`work`). Only rankings,
//! which are asked for in loops, are handed over without text (`numbers`).
//!
//! # Files
//!
//! - `columns`: labels of arrays, numbered; the engine's `Label` decides which texts are one label.
//! - `table`: rows with the same labels added up, as the CSV that the program reads, a row per
//!   group with its `count`.
//! - `work`: commands in a thread of their own, with signals and progress. `hints`: flags in
//!   messages as arguments. `spelling`: missing values, and truth values beside 0 and 1.
//! - `numbers`: numbers without text, for `rank` alone.
//!
//! In `python/exactile`: `_results.py` makes objects of documents, `_numbers.py` numbers of their
//! texts, and `_schemas.py` lists the members that are numbers. `_columns.py` describes columns of
//! known libraries, and `_arrow.py` turns others into columns of pyarrow or polars. `_engines.py`
//! asks tables for grouped counts, `_stairs.py` thins ROC curves on their way, and `_counting.py`
//! makes a Tile of predictions, `_scored.py` of scores; groups are sorted by their labels, so that
//! the order of samples does not matter. `_cells.py` refuses matrices whose share of
//! positives is lost.

mod columns;
mod data;
mod hints;
mod numbers;
mod refusal;
mod spelling;
mod table;
mod weights;
mod work;

use pyo3::prelude::*;

/// The compiled part of the package exactile.
#[pymodule]
mod _exactile {
    #[pymodule_export]
    use crate::columns::{has_names, label};
    #[pymodule_export]
    use crate::data::Data;
    #[pymodule_export]
    use crate::numbers::metric;
    #[pymodule_export]
    use crate::work::{answer, main, pdf, png};

    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
