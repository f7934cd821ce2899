//! A bar of progress that nobody sees: where there is no terminal, it only counts.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::given;

/// The part of `indicatif::ProgressBar` that commands use. Each step is told to the caller in memory.
#[derive(Clone, Debug, Default)]
pub(super) struct ProgressBar {
    counted: Option<Arc<Counted>>,
}

#[derive(Debug, Default)]
struct Counted {
    done: AtomicU64,
    /// `u64::MAX` if unknown.
    of: AtomicU64,
    is_finished: AtomicBool,
    unit: String,
}

impl ProgressBar {
    /// A bar that counts.
    pub(super) fn counting(length: Option<u64>, unit: &str) -> Self {
        let of = AtomicU64::new(length.unwrap_or(u64::MAX));
        Self {
            counted: Some(Arc::new(Counted { of, unit: unit.to_owned(), ..Counted::default() })),
        }
    }

    /// A bar that does nothing.
    pub(super) fn hidden() -> Self {
        Self::default()
    }

    /// Nothing is shown, so nothing is said.
    pub(super) fn set_message(&self, _message: impl Into<String>) {}

    /// Nothing is shown, so nothing has to make room.
    pub(super) fn suspend<T>(&self, work: impl FnOnce() -> T) -> T {
        work()
    }

    pub(super) fn inc(&self, more: u64) {
        if let Some(counted) = &self.counted {
            counted.done.fetch_add(more, Ordering::Relaxed);
            self.tell();
        }
    }

    pub(super) fn set_position(&self, done: u64) {
        if let Some(counted) = &self.counted {
            counted.done.store(done, Ordering::Relaxed);
            self.tell();
        }
    }

    pub(super) fn set_length(&self, of: u64) {
        if let Some(counted) = &self.counted {
            counted.of.store(of, Ordering::Relaxed);
        }
    }

    pub(super) fn finish_and_clear(&self) {
        if let Some(counted) = &self.counted {
            counted.is_finished.store(true, Ordering::Relaxed);
        }
    }

    pub(super) fn position(&self) -> u64 {
        self.counted.as_ref().map_or(0, |counted| counted.done.load(Ordering::Relaxed))
    }

    pub(super) fn length(&self) -> Option<u64> {
        let of = self.counted.as_ref()?.of.load(Ordering::Relaxed);
        (of != u64::MAX).then_some(of)
    }

    pub(super) fn is_finished(&self) -> bool {
        self.counted.as_ref().is_none_or(|counted| counted.is_finished.load(Ordering::Relaxed))
    }

    fn tell(&self) {
        if let Some(counted) = &self.counted {
            given::tell(self.position(), self.length(), &counted.unit);
        }
    }
}
