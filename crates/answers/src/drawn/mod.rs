//! Pictures as files: their look, their colours, and the layout of their text.

pub(crate) mod colours;
#[cfg(feature = "layout")]
pub(crate) mod laid_out;
pub(crate) mod picture;
