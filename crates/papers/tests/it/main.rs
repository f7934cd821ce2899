//! Published results.

mod published;
