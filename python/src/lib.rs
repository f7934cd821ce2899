//! The binding of the Python package: counts arrays, runs commands in memory, hands numbers over.
//!
//! Rules and results are the program's: columns become the table that the program would read
//! (`columns`, `table`), and answers are the documents that it would write (`work`). Only rankings,
//! which are asked for in loops, are handed over without text (`numbers`).

mod columns;
mod data;
mod hints;
mod numbers;
mod refusal;
mod table;
mod weights;
mod work;

use pyo3::prelude::*;

/// The compiled part of the package exactile.
#[pymodule]
mod _exactile {
    #[pymodule_export]
    use crate::columns::label;
    #[pymodule_export]
    use crate::data::Data;
    #[pymodule_export]
    use crate::work::{answer, main, png};

    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
