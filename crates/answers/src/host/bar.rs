//! The bar of progress: that of a terminal, or one that only counts.

#[cfg(not(feature = "terminal"))]
pub(crate) use counting::{ProgressBar, Told};
#[cfg(feature = "terminal")]
pub(crate) use indicatif::ProgressBar;

#[cfg(not(feature = "terminal"))]
mod counting {
    use std::fmt;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

    /// The part of `indicatif::ProgressBar` that commands use. Each step calls the callback of the
    /// caller in memory.
    #[derive(Clone, Debug, Default)]
    pub(crate) struct ProgressBar {
        counted: Option<Arc<Counted>>,
    }

    #[derive(Debug, Default)]
    struct Counted {
        done: AtomicU64,
        /// `u64::MAX` if unknown.
        of: AtomicU64,
        is_finished: AtomicBool,
        told: Told,
    }

    /// Callback for each step: the number of finished steps, and of all steps if it is known.
    #[derive(Default)]
    pub(crate) struct Told(Option<Box<Tell>>);

    type Tell = dyn Fn(u64, Option<u64>) + Send + Sync;

    impl Told {
        /// Calls `tell` at each step.
        pub(crate) fn new(tell: impl Fn(u64, Option<u64>) + Send + Sync + 'static) -> Self {
            Self(Some(Box::new(tell)))
        }
    }

    impl fmt::Debug for Told {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("Told")
        }
    }

    impl ProgressBar {
        /// A bar that counts.
        pub(crate) fn counting(length: Option<u64>, told: Told) -> Self {
            let of = AtomicU64::new(length.unwrap_or(u64::MAX));
            Self { counted: Some(Arc::new(Counted { of, told, ..Counted::default() })) }
        }

        /// A bar that does nothing.
        pub(crate) fn hidden() -> Self {
            Self::default()
        }

        /// Does nothing, since no bar is shown.
        pub(crate) fn set_message(&self, _message: impl Into<String>) {}

        /// Does the work; no bar has to make room.
        pub(crate) fn suspend<T>(&self, work: impl FnOnce() -> T) -> T {
            work()
        }

        pub(crate) fn inc(&self, more: u64) {
            if let Some(counted) = &self.counted {
                counted.done.fetch_add(more, Ordering::Relaxed);
                self.tell();
            }
        }

        pub(crate) fn set_position(&self, done: u64) {
            if let Some(counted) = &self.counted {
                counted.done.store(done, Ordering::Relaxed);
                self.tell();
            }
        }

        pub(crate) fn set_length(&self, of: u64) {
            if let Some(counted) = &self.counted {
                counted.of.store(of, Ordering::Relaxed);
            }
        }

        pub(crate) fn finish_and_clear(&self) {
            if let Some(counted) = &self.counted {
                counted.is_finished.store(true, Ordering::Relaxed);
            }
        }

        pub(crate) fn position(&self) -> u64 {
            self.counted.as_ref().map_or(0, |counted| counted.done.load(Ordering::Relaxed))
        }

        pub(crate) fn length(&self) -> Option<u64> {
            let of = self.counted.as_ref()?.of.load(Ordering::Relaxed);
            (of != u64::MAX).then_some(of)
        }

        pub(crate) fn is_finished(&self) -> bool {
            self.counted.as_ref().is_none_or(|counted| counted.is_finished.load(Ordering::Relaxed))
        }

        fn tell(&self) {
            let Some(counted) = &self.counted else { return };
            if let Some(tell) = &counted.told.0 {
                tell(self.position(), self.length());
            }
        }
    }
}
