//! Work on all cores where the feature `rayon` is on, else the same work in order.
//!
//! With the feature this is rayon's prelude. Without it, the few methods of rayon that the engine
//! uses are those of ordinary iterators, so that no algorithm is written twice.

#[cfg(feature = "rayon")]
pub(crate) use rayon::{current_num_threads, join, prelude::*};

/// Folds 0, 1, ..., count - 1 in parts, each from a state of its own, and merges the states.
#[cfg(feature = "rayon")]
pub(crate) fn fold<S: Send>(
    count: usize,
    init: impl Fn() -> S + Send + Sync,
    step: impl Fn(S, usize) -> S + Send + Sync,
    merge: impl Fn(S, S) -> S + Send + Sync,
) -> S {
    (0..count).into_par_iter().fold(&init, step).reduce(&init, merge)
}

#[cfg(not(feature = "rayon"))]
pub(crate) use in_order::*;

#[cfg(not(feature = "rayon"))]
mod in_order {
    use std::cmp::Ordering;

    /// `into_par_iter` in order.
    pub(crate) trait IntoParallelIterator: IntoIterator + Sized {
        fn into_par_iter(self) -> Self::IntoIter {
            self.into_iter()
        }
    }

    impl<T: IntoIterator> IntoParallelIterator for T {}

    /// Slices in order.
    pub(crate) trait ParallelSlice<T> {
        fn par_iter(&self) -> std::slice::Iter<'_, T>;
        fn par_iter_mut(&mut self) -> std::slice::IterMut<'_, T>;
        fn par_sort_by(&mut self, order: impl FnMut(&T, &T) -> Ordering);
        fn par_sort_unstable(&mut self)
        where
            T: Ord;
    }

    impl<T> ParallelSlice<T> for [T] {
        fn par_iter(&self) -> std::slice::Iter<'_, T> {
            self.iter()
        }

        fn par_iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
            self.iter_mut()
        }

        fn par_sort_by(&mut self, order: impl FnMut(&T, &T) -> Ordering) {
            self.sort_by(order);
        }

        fn par_sort_unstable(&mut self)
        where
            T: Ord,
        {
            self.sort_unstable();
        }
    }

    /// What parallel iterators have and ordinary ones have not.
    pub(crate) trait ParallelIterator: Iterator + Sized {
        fn map_init<S, R>(
            self,
            init: impl FnOnce() -> S,
            mut map: impl FnMut(&mut S, Self::Item) -> R,
        ) -> impl Iterator<Item = R> {
            let mut state = init();
            self.map(move |item| map(&mut state, item))
        }

        fn with_min_len(self, _length: usize) -> Self {
            self
        }

        fn flat_map_iter<I: IntoIterator>(
            self,
            map: impl FnMut(Self::Item) -> I,
        ) -> impl Iterator<Item = I::Item> {
            self.flat_map(map)
        }
    }

    impl<T: Iterator> ParallelIterator for T {}

    pub(crate) fn fold<S>(
        count: usize,
        init: impl Fn() -> S,
        step: impl Fn(S, usize) -> S,
        _merge: impl Fn(S, S) -> S,
    ) -> S {
        (0..count).fold(init(), step)
    }

    pub(crate) fn join<A, B>(first: impl FnOnce() -> A, second: impl FnOnce() -> B) -> (A, B) {
        (first(), second())
    }

    pub(crate) fn current_num_threads() -> usize {
        1
    }
}
