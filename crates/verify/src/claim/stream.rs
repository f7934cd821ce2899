//! A long list of a result: each entry is read, checked and dropped.

use rayon::prelude::*;

use super::proofs::Proofs;
use super::shape::Shape;
use super::stop::Stop;
use super::truth::{Truth, same};
use super::wrong::Wrong;
use crate::reading::document::{Document, Elements, NotRead, any_element};
use crate::reading::json::{Json, WellFormed};
use crate::reading::scan::List;

/// A list that stays where it is stored.
#[derive(Clone, Copy)]
pub(crate) struct Stream<'s> {
    document: &'s Document<'s>,
    list: &'s List,
}

impl<'s> Stream<'s> {
    pub(super) fn new(document: &'s Document<'s>, list: &'s List) -> Self {
        Self { document, list }
    }

    /// Returns the number of entries.
    pub(crate) fn len(self) -> usize {
        self.list.count
    }

    /// Calls `look` with all entries in parallel, and passes its values to `take` in the order of
    /// the entries.
    pub(crate) fn try_each<T: Send>(
        self,
        look: impl Fn(usize, Json) -> Result<T, Stop> + Sync,
        mut take: impl FnMut(T) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let all = |run: Elements<'_>| -> Result<Vec<Result<T, Stop>>, Stop> {
            let mut entries = Vec::new();
            run.try_each(|number, bytes| {
                entries.push((number, bytes));
                Ok::<_, Stop>(())
            })?;
            let looked = entries.into_par_iter().map(|(number, bytes)| {
                look(number, any_element(bytes)?).map_err(|stop| stop.number(number))
            });
            Ok(looked.collect())
        };
        let each =
            |looked: Vec<Result<T, Stop>>| looked.into_iter().try_for_each(|looked| take(looked?));
        self.document.for_each_run(self.list, all, each)
    }

    /// Returns the first entry, if there is one.
    pub(crate) fn first(self) -> Result<Option<Json>, Stop> {
        let Some(run) = self.list.runs.first() else { return Ok(None) };
        let mut bytes = Vec::new();
        self.document.append(run.from, run.to, &mut bytes).map_err(NotRead::Unreadable)?;
        let mut first = None;
        let found = Elements::new(run.first, run.from, &bytes).try_each(|_, bytes| {
            first = Some(any_element(bytes));
            Err(())
        });
        debug_assert!(found.is_err(), "a run is not empty");
        Ok(first.transpose()?)
    }

    /// Checks that the entries are the truth. A statement that is left open is noted once.
    pub(super) fn same(self, truth: &Truth<'_>, proofs: &mut Proofs) -> Result<(), Stop> {
        match truth {
            Truth::Maybe(truth) => self.same(truth, proofs),
            Truth::Each(length, of) if self.list.count == *length => self.try_each(
                |number, claim| {
                    let mut own = Proofs::new("", 0);
                    same(&claim, &of(number), &mut own)?;
                    Ok(own.not_proved)
                },
                |open| {
                    open.iter().for_each(|what| proofs.open_once(what));
                    Ok(())
                },
            ),
            Truth::Open(what, Shape::List(shape)) => {
                proofs.open_once(what);
                self.try_each(|_, entry| Ok(shape.check(&entry)?), |()| Ok(()))
            }
            other => {
                self.is_well_formed()?;
                Err(other.is_not(&format_args!("a list of {}", self.list.count)).into())
            }
        }
    }

    fn is_well_formed(self) -> Result<(), Stop> {
        let look = |run: Elements<'_>| {
            run.try_each(|_, bytes| any_element::<WellFormed>(bytes).map(|_| ()))
        };
        self.document.for_each_run(self.list, look, |()| Ok(())).map_err(|why: NotRead| why.into())
    }
}

impl Stop {
    /// Places an error within the entry with this number.
    fn number(self, number: usize) -> Self {
        self.placed(|wrong: Wrong| wrong.number(number))
    }
}
