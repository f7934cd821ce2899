//! A result that is read in parts: its long lists are never held as a whole.
//!
//! A first pass copies all of the text but what stands inside two lists of a `rankings` result, `confluences.list` and
//! `cell_list`: there it only follows strings and brackets to their end, and notes where it could go on, every few megabytes.
//! So keys may stand in any order, and what does not grow with the lists is read as strictly as ever. The lists
//! are then read element by element, from these places, each as JSON of its own.

use std::fmt;
use std::io::{self, BufReader, Read};

use rayon::prelude::*;
use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, Error, IgnoredAny, SeqAccess, Visitor};

use super::file::Object;
use super::{FailedCheck, NotJson, Unchecked, one_short_line};

/// The schema whose lists are read in parts.
const RANKINGS: &str = "exactile.rankings.v1";

/// Bytes that are looked at together.
const RUN: u64 = 1 << 20;

/// The bytes of a result, which are read more than once.
pub trait Stored: Sync {
    /// Reads from this byte on, to the end.
    ///
    /// # Errors
    /// What prevents it.
    fn from(&self, byte: u64) -> io::Result<Box<dyn Read + '_>>;
}

impl Stored for &[u8] {
    fn from(&self, byte: u64) -> io::Result<Box<dyn Read + '_>> {
        let start = usize::try_from(byte).map_or(self.len(), |byte| byte.min(self.len()));
        Ok(Box::new(&self[start..]))
    }
}

/// A result, of which long lists stay where they are stored.
pub struct Document<'s> {
    /// The text, with nothing between the brackets of these lists.
    text: String,
    lists: Lists,
    stored: &'s dyn Stored,
}

impl fmt::Debug for Document<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text, lists, stored: _ } = self;
        f.debug_struct("Document").field("text", text).field("lists", lists).finish_non_exhaustive()
    }
}

/// The lists of a result that stay where they are stored.
#[derive(Debug, Default)]
pub(super) struct Lists {
    pub(super) confluences: Option<List>,
    pub(super) cells: Option<List>,
}

/// Where the elements of a list are stored: in runs of some of them.
#[derive(Debug, Default)]
pub(super) struct List {
    runs: Vec<Run>,
}

/// Elements of a list that follow each other: the first byte after a bracket or comma, and one before the next.
#[derive(Clone, Copy, Debug)]
struct Run {
    first: usize,
    from: u64,
    to: u64,
}

/// Why a list is not read to its end.
#[derive(Debug)]
pub(super) enum Trouble {
    /// The bytes cannot be read.
    Unread(io::Error),
    /// An element is no JSON, or of another form.
    Form(String),
    /// A check does not hold.
    Failed(FailedCheck),
    /// Nothing is wrong, but a proof needs the elements in an order in which they are not.
    OutOfOrder,
}

impl From<FailedCheck> for Trouble {
    fn from(failure: FailedCheck) -> Self {
        Self::Failed(failure)
    }
}

impl<'s> Document<'s> {
    /// Reads all but the lists that are read in parts.
    ///
    /// # Errors
    /// [`Unchecked::NotJson`], or [`Unchecked::Unreadable`] if the bytes cannot be read or are no UTF-8.
    pub fn read(stored: &'s dyn Stored) -> Result<Self, Unchecked> {
        Self::in_runs(stored, RUN)
    }

    /// With runs of about so many bytes.
    fn in_runs(stored: &'s dyn Stored, length: u64) -> Result<Self, Unchecked> {
        let mut scan = Scan { length, ..Scan::default() };
        let mut input = stored.from(0)?;
        let mut buffer = vec![0; 1 << 20];
        loop {
            match input.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) => scan.take(&buffer[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
        let (text, lists) = (utf8(scan.text)?, scan.lists);
        if lists.confluences.is_none() && lists.cells.is_none() {
            return Ok(Self { text, lists, stored });
        }
        match serde_json::from_str::<Object<Form>>(&text) {
            // Another result, whose lists are its own.
            Ok(Object(Form { schema, at }))
                if at.is_some() || schema.as_deref() != Some(RANKINGS) =>
            {
                let mut text = Vec::new();
                stored.from(0)?.read_to_end(&mut text)?;
                Ok(Self { text: utf8(text)?, lists: Lists::default(), stored })
            }
            Ok(_) => Ok(Self { text, lists, stored }),
            Err(_) => {
                // Where the message names a place, it is one of the whole text.
                syntax(stored)?;
                Ok(Self { text, lists, stored })
            }
        }
    }

    /// The JSON of the result. There may be nothing in lists of confluences and cells, which [`prove`](super::prove_document)
    /// reads.
    pub fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn lists(&self) -> &Lists {
        &self.lists
    }

    /// Looks at the runs of a list in parallel, and takes what this gives in their order.
    pub(super) fn for_each_run<T: Send>(
        &self,
        list: &List,
        look: impl Fn(Elements<'_>) -> Result<T, Trouble> + Sync,
        mut take: impl FnMut(T) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        for some in list.runs.chunks(2 * rayon::current_num_threads()) {
            let looked: Vec<Result<T, Trouble>> = some
                .par_iter()
                .map(|run| {
                    let length = run.to - run.from;
                    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
                    let mut input = self.stored.from(run.from).map_err(Trouble::Unread)?;
                    let mut input = input.by_ref().take(length);
                    input.read_to_end(&mut bytes).map_err(Trouble::Unread)?;
                    look(Elements { first: run.first, bytes: &bytes })
                })
                .collect();
            looked.into_iter().try_for_each(|looked| take(looked?))?;
        }
        Ok(())
    }

    /// Reads the whole result once more, in the form `T` of its text with all lists in it: why it has another form, if so.
    ///
    /// # Errors
    /// As [`Document::read`].
    pub(super) fn form<T: DeserializeOwned>(&self) -> Result<Option<String>, Unchecked> {
        let input = BufReader::with_capacity(1 << 18, self.stored.from(0)?);
        match serde_json::from_reader::<_, Object<T>>(input) {
            Ok(_) => Ok(None),
            Err(error) if error.is_io() => Err(io::Error::from(error).into()),
            Err(error) => {
                syntax(self.stored)?;
                Ok(Some(one_short_line(&error.to_string())))
            }
        }
    }
}

/// Elements of a list, with commas between them.
pub(super) struct Elements<'b> {
    /// The number of the first one.
    first: usize,
    bytes: &'b [u8],
}

impl<'b> Elements<'b> {
    /// Each with its number.
    pub(super) fn try_each(
        &self,
        mut look: impl FnMut(usize, &'b [u8]) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        let (mut start, mut number) = (0, self.first);
        let mut nesting = Nesting::default();
        for (place, &byte) in self.bytes.iter().enumerate() {
            if nesting.step(byte) == At::Comma {
                look(number, &self.bytes[start..place])?;
                (start, number) = (place + 1, number + 1);
            }
        }
        look(number, &self.bytes[start..])
    }
}

/// Reads an element.
pub(super) fn element<'b, T: Deserialize<'b>>(bytes: &'b [u8]) -> Result<T, Trouble> {
    let error = match serde_json::from_slice(bytes) {
        Ok(Object(element)) => return Ok(element),
        Err(error) => error,
    };
    match std::str::from_utf8(bytes) {
        Ok(_) => Err(Trouble::Form(one_short_line(&error.to_string()))),
        Err(_) => Err(Trouble::Unread(not_utf8())),
    }
}

/// A list in a result of which only the elements' form is looked at.
#[derive(Debug)]
pub(super) struct Dropped<T>(std::marker::PhantomData<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Dropped<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Self(std::marker::PhantomData))
    }
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for Dropped<T> {
    type Value = Self;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sequence")
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self, A::Error> {
        while items.next_element::<T>()?.is_some() {}
        Ok(self)
    }
}

/// A list that stays where it is stored: nothing stands between its brackets.
#[derive(Debug)]
pub(super) struct Skipped;

impl<'de> Deserialize<'de> for Skipped {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Nothing;
        impl<'de> Visitor<'de> for Nothing {
            type Value = Skipped;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a sequence")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Skipped, A::Error> {
                match items.next_element::<IgnoredAny>()? {
                    None => Ok(Skipped),
                    Some(_) => Err(A::Error::custom("a list that was not found")),
                }
            }
        }
        deserializer.deserialize_seq(Nothing)
    }
}

/// The members that tell results apart.
#[derive(Deserialize)]
struct Form {
    schema: Option<String>,
    at: Option<IgnoredAny>,
}

/// Whether the bytes are JSON, in no room however deep the nesting is.
fn syntax(stored: &dyn Stored) -> Result<(), Unchecked> {
    let input = BufReader::with_capacity(1 << 18, stored.from(0)?);
    match serde_json::from_reader::<_, IgnoredAny>(input) {
        Ok(_) => Ok(()),
        Err(error) if error.is_io() => Err(io::Error::from(error).into()),
        Err(error) => Err(NotJson { reason: one_short_line(&error.to_string()) }.into()),
    }
}

fn utf8(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes).map_err(|_| not_utf8())
}

/// As the standard library says it.
fn not_utf8() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "stream did not contain valid UTF-8")
}

/// Where a byte stands among brackets and strings.
#[derive(Debug, Default)]
struct Nesting {
    depth: u64,
    in_string: bool,
    is_escaped: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    /// A comma outside all brackets.
    Comma,
    /// A closing bracket that was opened before.
    End,
    /// White space outside strings.
    Blank,
    Within,
}

impl Nesting {
    #[inline]
    fn step(&mut self, byte: u8) -> At {
        if self.in_string {
            match byte {
                _ if self.is_escaped => self.is_escaped = false,
                b'"' => self.in_string = false,
                b'\\' => self.is_escaped = true,
                _ => {}
            }
            return At::Within;
        }
        match byte {
            b'"' => self.in_string = true,
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' if self.depth == 0 => return At::End,
            b'}' | b']' => self.depth -= 1,
            b',' if self.depth == 0 => return At::Comma,
            b' ' | b'\n' | b'\r' | b'\t' => return At::Blank,
            _ => {}
        }
        At::Within
    }
}

/// The first pass.
#[derive(Debug, Default)]
struct Scan {
    text: Vec<u8>,
    lists: Lists,
    /// Bytes of a run.
    length: u64,
    /// How many bytes were read.
    read: u64,
    nesting: Nesting,
    /// Whether the two outermost brackets are those of objects, and the key that stands last in each.
    is_object: [bool; 2],
    keys: [Vec<u8>; 2],
    /// Whether a string would be a key of one of them.
    expects_key: bool,
    /// The one that the string is a key of.
    key_of: Option<usize>,
    /// The list that is being skipped.
    skipped: Option<Skip>,
}

/// A list that is being skipped.
#[derive(Debug)]
struct Skip {
    list: List,
    is_of_cells: bool,
    nesting: Nesting,
    is_empty: bool,
    /// Elements that have ended.
    ended: usize,
    run: Run,
}

impl Scan {
    fn take(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.read += 1;
            match &mut self.skipped {
                None => self.copy(byte),
                Some(skip) => {
                    let at = skip.nesting.step(byte);
                    let before = self.read - 1;
                    match at {
                        At::Blank => {}
                        At::Within => skip.is_empty = false,
                        At::Comma => {
                            (skip.is_empty, skip.ended) = (false, skip.ended + 1);
                            if before - skip.run.from >= self.length {
                                skip.list.runs.push(Run { to: before, ..skip.run });
                                skip.run = Run { first: skip.ended, from: self.read, to: 0 };
                            }
                        }
                        At::End => {
                            if !skip.is_empty {
                                skip.list.runs.push(Run { to: before, ..skip.run });
                            }
                            let list = Some(std::mem::take(&mut skip.list));
                            match skip.is_of_cells {
                                true => self.lists.cells = list,
                                false => self.lists.confluences = list,
                            }
                            self.skipped = None;
                            self.nesting.step(byte);
                            self.text.push(byte);
                        }
                    }
                }
            }
        }
    }

    /// A byte outside the lists that are skipped.
    fn copy(&mut self, byte: u8) {
        self.text.push(byte);
        let (was_in_string, outside) = (self.nesting.in_string, self.nesting.depth);
        self.nesting.step(byte);
        if was_in_string {
            match self.key_of.filter(|_| !self.nesting.in_string) {
                Some(_) => self.key_of = None,
                None => self.key_of.iter().for_each(|&level| self.keys[level].push(byte)),
            }
            return;
        }
        match (byte, outside) {
            (b'"', 1 | 2) if self.expects_key => {
                let level = if outside == 1 { 0 } else { 1 };
                self.keys[level].clear();
                (self.key_of, self.expects_key) = (Some(level), false);
            }
            (b'{' | b'[', 0 | 1) => {
                let level = if outside == 0 { 0 } else { 1 };
                self.is_object[level] = byte == b'{';
                self.expects_key = byte == b'{';
            }
            (b'{' | b'[', _) => self.expects_key = false,
            (b',', 1 | 2) => self.expects_key = self.is_object[if outside == 1 { 0 } else { 1 }],
            _ => {}
        }
        if byte == b'[' {
            let is_of_cells = outside == 1 && self.is_key(0, "cell_list");
            if is_of_cells
                || outside == 2 && self.is_key(0, "confluences") && self.is_key(1, "list")
            {
                self.skipped = Some(Skip {
                    list: List::default(),
                    is_of_cells,
                    nesting: Nesting::default(),
                    is_empty: true,
                    ended: 0,
                    run: Run { first: 0, from: self.read, to: 0 },
                });
            }
        }
    }

    /// Whether this key stands last in one of the two outermost brackets.
    fn is_key(&self, level: usize, key: &str) -> bool {
        let raw = &self.keys[level];
        self.is_object[level]
            && match raw.contains(&b'\\') {
                false => raw == key.as_bytes(),
                true => {
                    let quoted = [b"\"", &raw[..], b"\""].concat();
                    serde_json::from_slice::<String>(&quoted).is_ok_and(|text| text == key)
                }
            }
    }
}
