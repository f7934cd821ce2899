//! A result that is read in parts: its long lists are never held as a whole.
//!
//! A first pass copies all of the text except the elements of the lists that grow with the result,
//! which the caller names for each schema. There it only follows strings and brackets to their end,
//! and notes every few megabytes a place from which it can continue. So keys may be in any order,
//! and everything outside the lists is read as strictly as otherwise. The lists are then read
//! element by element from these places, each element as JSON of its own.

use std::fmt;
use std::io::{self, BufReader, Read};

use rayon::prelude::*;
use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, Error, IgnoredAny, SeqAccess, Visitor};

use super::failure::{NotJson, Unchecked, one_short_line};
use super::file::Object;
use super::scan::{List, Lists, Nesting, Path, Scan};

/// The lists of results that are read in parts.
#[derive(Clone, Copy)]
pub(crate) struct LongLists {
    /// Returns the lists of a schema; the flag is `true` for a result at one place.
    pub(crate) of: fn(&str, bool) -> &'static [Path],
    /// Returns the lists of all schemas.
    pub(crate) all: fn() -> Vec<Path>,
}

/// Approximate number of bytes in a run.
const RUN: u64 = 1 << 20;

/// The bytes of a result, which are read more than once.
pub trait Stored: Sync {
    /// Returns a reader from this byte on, to the end.
    ///
    /// # Errors
    /// Errors of the storage.
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
    /// The text, in which these lists are empty.
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

/// The reason why an element of a list cannot be read.
#[derive(Debug)]
pub(crate) enum NotRead {
    /// The bytes cannot be read.
    Unreadable(io::Error),
    /// It is not JSON, or has another form.
    Form(String),
}

impl<'s> Document<'s> {
    /// Reads all but the long lists of the result's schema.
    pub(crate) fn without(stored: &'s dyn Stored, lists: LongLists) -> Result<Self, Unchecked> {
        Self::in_runs(stored, lists, RUN)
    }

    /// As [`Document::without`], with runs of about `length` bytes.
    fn in_runs(stored: &'s dyn Stored, lists: LongLists, length: u64) -> Result<Self, Unchecked> {
        let expected = |begin: &[u8]| expected_lists(begin, lists);
        let document = Self::without_lists(stored, expected, length)?;
        if document.lists.is_empty() {
            return Ok(document);
        }
        match serde_json::from_str::<Object<Form>>(&document.text) {
            Ok(Object(Form { schema, at })) => {
                let own = (lists.of)(schema.as_deref().unwrap_or_default(), at.is_some());
                if document.lists.are_among(own) {
                    return Ok(document);
                }
                // Another result, in which lists under these keys are not read in parts.
                Self::without_lists(stored, |_| own.to_vec(), length)
            }
            Err(_) => {
                // Where the message names a place, it is one of the whole text.
                syntax(stored)?;
                Ok(document)
            }
        }
    }

    /// Reads all but the lists at these paths, which may depend on how the text begins.
    fn without_lists(
        stored: &'s dyn Stored,
        paths: impl Fn(&[u8]) -> Vec<Path>,
        length: u64,
    ) -> Result<Self, Unchecked> {
        let mut scan: Option<Scan> = None;
        let mut input = stored.from(0)?;
        let mut buffer = vec![0; 1 << 20];
        loop {
            match input.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) => {
                    let begin = &buffer[..count];
                    scan.get_or_insert_with(|| Scan::new(paths(begin), length)).take(begin);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
        let scan = scan.unwrap_or_default();
        if scan.is_within_list() {
            // It ends too early, where a message about the whole text says so.
            syntax(stored)?;
        }
        Ok(Self { text: utf8(scan.text)?, lists: scan.lists, stored })
    }

    /// Returns the JSON of the result. Its long lists may be empty there; their elements are read
    /// when the result is checked.
    pub fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn lists(&self) -> &Lists {
        &self.lists
    }

    /// Calls `look` with the runs of a list in parallel, and passes its values to `take` in their
    /// order.
    pub(crate) fn for_each_run<T: Send, E: From<NotRead> + Send>(
        &self,
        list: &List,
        look: impl Fn(Elements<'_>) -> Result<T, E> + Sync,
        mut take: impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        for some in list.runs.chunks(2 * rayon::current_num_threads()) {
            let looked: Vec<Result<T, E>> = some
                .par_iter()
                .map(|run| {
                    let mut bytes = Vec::new();
                    self.append(run.from, run.to, &mut bytes).map_err(NotRead::Unreadable)?;
                    look(Elements::new(run.first, run.from, &bytes))
                })
                .collect();
            looked.into_iter().try_for_each(|looked| take(looked?))?;
        }
        Ok(())
    }

    /// Reads the same bytes again, with the lists at these paths left out whatever the schema is.
    pub(crate) fn again_without(&self, paths: &[Path]) -> Result<Document<'s>, Unchecked> {
        Self::without_lists(self.stored, |_| paths.to_vec(), RUN)
    }

    /// Checks that the whole text is JSON.
    pub(crate) fn check_syntax(&self) -> Result<(), Unchecked> {
        syntax(self.stored)
    }

    /// Appends the bytes between these places.
    pub(crate) fn append(&self, from: u64, to: u64, bytes: &mut Vec<u8>) -> io::Result<()> {
        let length = to - from;
        bytes.reserve(usize::try_from(length).unwrap_or(0));
        self.stored.from(from)?.take(length).read_to_end(bytes).map(|_| ())
    }

    /// Reads the whole result once more, with all lists, in the form `T`. Returns the reason if it
    /// has another form.
    ///
    /// # Errors
    /// As [`Document::without`].
    pub(crate) fn form<T: DeserializeOwned>(&self) -> Result<Option<String>, Unchecked> {
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
pub(crate) struct Elements<'b> {
    /// The number of the first element.
    first: usize,
    /// The place of these bytes in the storage.
    from: u64,
    bytes: &'b [u8],
}

impl<'b> Elements<'b> {
    /// Creates the elements in these bytes, which begin at this place with the element of this
    /// number.
    pub(crate) fn new(first: usize, from: u64, bytes: &'b [u8]) -> Self {
        Self { first, from, bytes }
    }

    /// Calls `look` with each element and its number.
    pub(crate) fn try_each<E>(
        &self,
        mut look: impl FnMut(usize, &'b [u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        self.try_each_place(|number, _, bytes| look(number, bytes))
    }

    /// Calls `look` with each element, its number and its place in the storage.
    pub(crate) fn try_each_place<E>(
        &self,
        mut look: impl FnMut(usize, u64, &'b [u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let (mut start, mut number) = (0, self.first);
        let (mut nesting, mut next) = (Nesting::default(), 0);
        let at = |start: usize| self.from + start as u64;
        while let Some(place) = nesting.find(self.bytes, next) {
            look(number, at(start), &self.bytes[start..place])?;
            (start, number, next) = (place + 1, number + 1, place + 1);
        }
        look(number, at(start), &self.bytes[start..])
    }
}

/// Reads an element that is an object.
pub(crate) fn element<'b, T: Deserialize<'b>>(bytes: &'b [u8]) -> Result<T, NotRead> {
    any_element(bytes).map(|Object(element)| element)
}

/// Reads an element.
pub(crate) fn any_element<'b, T: Deserialize<'b>>(bytes: &'b [u8]) -> Result<T, NotRead> {
    serde_json::from_slice(bytes).map_err(|error| match std::str::from_utf8(bytes) {
        Ok(_) => NotRead::Form(one_short_line(&error.to_string())),
        Err(_) => NotRead::Unreadable(not_utf8()),
    })
}

/// A list of which only the form of the elements is checked.
#[derive(Debug)]
pub(crate) struct Dropped<T>(std::marker::PhantomData<T>);

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

/// A list that is skipped: in the text that is read it is empty.
#[derive(Debug)]
pub(crate) struct Skipped;

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

/// The members that distinguish results.
#[derive(Deserialize)]
struct Form {
    schema: Option<String>,
    at: Option<IgnoredAny>,
}

/// Returns the lists of the schema that bytes begin with, in the form that the program writes, or
/// of any schema.
fn expected_lists(bytes: &[u8], lists: LongLists) -> Vec<Path> {
    let name = bytes
        .strip_prefix(b"{\"schema\":\"")
        .and_then(|rest| rest.iter().position(|byte| *byte == b'"').map(|end| &rest[..end]))
        .and_then(|name| std::str::from_utf8(name).ok());
    match name {
        Some(name) => (lists.of)(name, false).to_vec(),
        None => (lists.all)(),
    }
}

/// Checks that the bytes are JSON, in constant memory however deep the nesting is.
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

/// Returns the error of the standard library for bytes that are not UTF-8.
pub(crate) fn not_utf8() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "stream did not contain valid UTF-8")
}

#[cfg(test)]
mod tests {
    use super::*;

    const RANKINGS: &[Path] = &[&["confluences", "list"], &["cell_list"]];
    const LISTS: LongLists = LongLists {
        of: |schema, has_place| match schema {
            "exactile.rankings.v1" if !has_place => RANKINGS,
            "exactile.rank.v1" => &[&["ranking"]],
            _ => &[],
        },
        all: || [RANKINGS, &[&["ranking"]]].concat(),
    };

    /// A reader that returns a few bytes at a time.
    struct Slowly<'b>(&'b [u8], usize);

    impl Stored for Slowly<'_> {
        fn from(&self, byte: u64) -> io::Result<Box<dyn Read + '_>> {
            struct Few<R>(R, usize);
            impl<R: Read> Read for Few<R> {
                fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                    let count = buffer.len().min(self.1);
                    self.0.read(&mut buffer[..count])
                }
            }
            Ok(Box::new(Few(self.0.from(byte)?, self.1)))
        }
    }

    /// Returns the elements of a list, by number.
    fn elements(document: &Document<'_>, list: &List) -> Vec<(usize, String)> {
        let mut found = Vec::new();
        let look = |run: Elements<'_>| {
            let mut some = Vec::new();
            run.try_each::<NotRead>(|number, bytes| {
                let text = String::from_utf8(bytes.to_vec()).expect("UTF-8");
                some.push((number, text.trim().to_owned()));
                Ok(())
            })?;
            Ok(some)
        };
        let take = |some| {
            found.extend::<Vec<_>>(some);
            Ok(())
        };
        document.for_each_run::<_, NotRead>(list, look, take).expect("bytes in memory");
        found
    }

    #[test]
    fn lists_are_cut_between_their_elements_wherever_bytes_end() {
        let all = [
            r#"{"at": ["1/2", "1/3"], "tied": [[0, 1], [2, 3]]}"#,
            r#"{"brackets": "]}],{[", "quoted": "a\"],\\"}"#,
            r#"["\\", ["é", []], {"x": {}}]"#,
            "1",
            r#""],""#,
        ];
        for (count, blank) in
            (0..=all.len()).flat_map(|count| ["", " ", "\r\n\t"].map(|b| (count, b)))
        {
            let listed = all[..count].join(&format!("{blank},{blank}"));
            let text = format!(
                r#"{{"schema": "exactile.rankings.v1", "x": {{"cell_list": [1]}},
                "cell_list":{blank}[{blank}{listed}{blank}],
                "list": [2], "confluences": {{"count": [3], "list": [{listed}],
                "other": {{"list": [4]}}}}}}"#
            );
            let expected: Vec<(usize, String)> =
                all[..count].iter().map(|&text| text.to_owned()).enumerate().collect();
            for (length, at_once) in [(0, 1), (1, 7), (30, 64), (RUN, 3)] {
                let stored = Slowly(text.as_bytes(), at_once);
                let document = Document::in_runs(&stored, LISTS, length).expect("JSON");
                let list = |path: &[&str]| document.lists().get(path).expect("it is there");
                let [confluences, cells] = [list(&["confluences", "list"]), list(&["cell_list"])];
                assert_eq!([confluences, cells].map(|list| list.count), [count; 2], "{text}");
                assert_eq!(elements(&document, cells), expected, "{text}");
                assert_eq!(elements(&document, confluences), expected, "{text}");
                assert_eq!(document.text().matches("[]").count(), 2, "{}", document.text());
                for kept in ["[1]", "[2]", "[3]", "[4]"] {
                    assert!(document.text().contains(kept), "{}", document.text());
                }
            }
        }
    }

    #[test]
    fn other_results_keep_their_lists() {
        for text in [
            r#"{"schema": "exactile.other.v1", "cell_list": [1, 2]}"#,
            r#"{"cell_list": [1, 2]}"#,
            r#"{"cell_list": [1, 2], "schema": "exactile.rankings.v1", "at": ["1/2", "1/2"]}"#,
            r#"[{"cell_list": [1, 2]}]"#,
            r#"{"schema":"exactile.rank.v1","x":"","cell_list": [1, 2]}"#,
            r#""cell_list""#,
        ] {
            let bytes = text.as_bytes();
            let document = Document::without(&bytes, LISTS).expect("JSON");
            assert_eq!(document.text(), text);
            assert!(document.lists().is_empty());
        }
        let known = r#"{"cell_list": [1, 2], "schema": "exactile.rankings.v1"}"#.as_bytes();
        assert!(
            Document::without(&known, LISTS)
                .expect("JSON")
                .text()
                .starts_with("{\"cell_list\": []")
        );
    }

    #[test]
    fn what_is_no_json_or_no_utf_8_is_said_with_its_place() {
        let reason = |bytes: &[u8]| {
            Document::without(&bytes, LISTS).expect_err("nothing to read").to_string()
        };
        let text = b"{\"schema\": \"exactile.rankings.v1\",\n\"cell_list\": [{\"x\": 1}";
        assert_eq!(reason(text), "not JSON: EOF while parsing a list at line 2 column 22");
        let utf8 = reason(b"{\"schema\": \"\xff\", \"cell_list\": []}");
        assert_eq!(utf8, "cannot be read: stream did not contain valid UTF-8");
    }
}
