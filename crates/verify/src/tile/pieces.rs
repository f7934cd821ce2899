//! The pieces of a result, which stay in the storage: a first pass finds the classifier of each
//! piece, and then the pieces of one classifier after the other are read and checked.

use std::io;

use crate::reading::document::{Document, Elements, NotRead, any_element, element, not_utf8};
use crate::reading::failure::one_short_line;
use crate::reading::file::{Object, PieceEntry, PieceHead};
use crate::reading::scan::List;

/// Consecutive pieces of one classifier.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    /// The number of the first piece.
    first: usize,
    from: u64,
    to: u64,
}

/// The places of the pieces of each classifier.
pub(super) struct Pieces<'s> {
    document: &'s Document<'s>,
    of: Vec<Vec<Stretch>>,
    /// The numbers of pieces of dimension 0, 1 and 2.
    pub(super) dimensions: [usize; 3],
    /// `true` if a piece has an area.
    pub(super) have_areas: bool,
    /// The pieces of classifiers that must have none: the number of the piece, and the classifier.
    pub(super) of_others: Vec<[usize; 2]>,
}

/// The findings about a run of pieces.
#[derive(Default)]
struct Found {
    stretches: Vec<(usize, Stretch)>,
    dimensions: [usize; 3],
    have_areas: bool,
}

impl<'s> Pieces<'s> {
    /// Finds the classifier of each piece, for these classifiers.
    pub(super) fn new(
        document: &'s Document<'s>,
        list: &List,
        selected: &[bool],
    ) -> Result<Self, NotRead> {
        let mut found = Self {
            document,
            of: vec![Vec::new(); selected.len()],
            dimensions: [0; 3],
            have_areas: false,
            of_others: Vec::new(),
        };
        document.for_each_run(
            list,
            |run| Found::of(&run),
            |some| {
                found.take(some, selected);
                Ok(())
            },
        )?;
        Ok(found)
    }

    fn take(&mut self, some: Found, selected: &[bool]) {
        let counts = self.dimensions.iter_mut().zip(some.dimensions);
        counts.for_each(|(sum, count)| *sum += count);
        self.have_areas |= some.have_areas;
        for (classifier, stretch) in some.stretches {
            match selected.get(classifier) {
                Some(true) => add(&mut self.of[classifier], stretch),
                _ => self.of_others.push([stretch.first, classifier]),
            }
        }
    }

    /// Reads the pieces of a classifier and passes them to `look`, each with its number.
    pub(super) fn look<T>(
        &self,
        classifier: usize,
        look: impl FnOnce(&[(usize, &str)]) -> T,
    ) -> io::Result<T> {
        let mut texts = Vec::with_capacity(self.of[classifier].len());
        for &Stretch { first, from, to } in &self.of[classifier] {
            let mut bytes = Vec::new();
            self.document.append(from, to, &mut bytes)?;
            texts.push((first, from, String::from_utf8(bytes).map_err(|_| not_utf8())?));
        }
        let mut pieces = Vec::new();
        for (first, from, text) in &texts {
            Elements::new(*first, *from, text.as_bytes()).try_each_place(|number, at, bytes| {
                // Between commas, which no character of several bytes has in it.
                let start = usize::try_from(at - from).unwrap_or(text.len());
                let piece = text.get(start..start + bytes.len()).ok_or_else(not_utf8)?;
                pieces.push((number, piece));
                Ok::<_, io::Error>(())
            })?;
        }
        Ok(look(&pieces))
    }
}

/// Adds consecutive pieces, which may continue the last stretch.
fn add(stretches: &mut Vec<Stretch>, next: Stretch) {
    match stretches.last_mut() {
        Some(last) if last.to + 1 == next.from => last.to = next.to,
        _ => stretches.push(next),
    }
}

impl Found {
    fn of(run: &Elements<'_>) -> Result<Self, NotRead> {
        let mut some = Self::default();
        run.try_each_place(|number, from, bytes| {
            let (classifier, dimension, has_area) = match usual_head(bytes) {
                Some(head) => head,
                None => {
                    let PieceHead { classifier, dimension, area } = element(bytes)
                        .map_err(|why| not_a_piece(number, bytes).map_or(why, NotRead::Form))?;
                    (classifier, dimension, area.is_some())
                }
            };
            if let Some(count) = some.dimensions.get_mut(usize::from(dimension)) {
                *count += 1;
            }
            some.have_areas |= has_area;
            let next = Stretch { first: number, from, to: from + bytes.len() as u64 };
            match some.stretches.last_mut() {
                Some((last, stretch)) if *last == classifier => stretch.to = next.to,
                _ => some.stretches.push((classifier, next)),
            }
            Ok(())
        })?;
        Ok(some)
    }
}

/// Returns the classifier, the dimension and whether there is an area, for a piece that begins as
/// the program writes it. The rest of the piece is checked when all of it is read.
fn usual_head(bytes: &[u8]) -> Option<(usize, u8, bool)> {
    let text = std::str::from_utf8(bytes).ok()?;
    let rest = text.trim_start().strip_prefix("{\"classifier\":")?;
    let (classifier, rest) = rest.split_once(',')?;
    let (dimension, rest) = rest.strip_prefix("\"dimension\":")?.split_once(',')?;
    let is_number = |text: &str| {
        text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'))
    };
    let numbers = [classifier, dimension].into_iter().all(is_number);
    let head = (classifier.parse().ok()?, dimension.parse().ok()?, rest.contains("\"area\""));
    numbers.then_some(head)
}

/// Returns the reason why bytes are not a piece.
pub(super) fn not_a_piece(number: usize, bytes: &[u8]) -> Option<String> {
    let NotRead::Form(error) = any_element::<Object<PieceEntry>>(bytes).err()? else { return None };
    // The place within the piece says little.
    let what = error.rsplit_once(" at line ").map_or(&*error, |(what, _)| what);
    Some(one_short_line(&format!("{what} in piece {number}")))
}
