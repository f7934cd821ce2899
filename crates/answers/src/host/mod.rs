//! The surroundings of a question: files of a disk or in memory, streams, progress, and failures.

mod bar;
mod checkpoint;
mod concise;
mod failure;
pub(crate) mod given;
mod in_memory;
mod interrupt;
pub(crate) mod limits;
pub(crate) mod lock;
mod output;
mod progress;
mod refused;
mod streams;

pub(crate) use bar::ProgressBar;
pub(crate) use checkpoint::Checkpoint;
pub use failure::{Failure, Refusal, reason};
pub use given::{Files, Input, Progress, Stop, has_files, with_files, with_input};
pub use in_memory::InMemory;
pub use interrupt::refuse_large_files;
pub(crate) use output::write_result;
pub use output::{STANDARD_OUTPUT, is_closed, unwritable, write_plain};
pub use progress::hide_progress;
pub(crate) use progress::{Since, progress_bar, spinner, with_progress};
pub use refused::Refused;
pub use streams::{Streams, command_line, quoted};
pub(crate) use streams::{note_all, words_of};
