//! The first pass over a result: copies its text without the elements of long lists, and notes
//! where these can be read from.

/// The place of a long list: a key of the result, or a key of an object under such a key.
pub(crate) type Path = &'static [&'static str];

/// The lists of a result that are left in the storage.
#[derive(Debug, Default)]
pub(crate) struct Lists(Vec<(Path, List)>);

impl Lists {
    pub(crate) fn get(&self, path: &[&str]) -> Option<&List> {
        self.0.iter().find(|(known, _)| *known == path).map(|(_, list)| list)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the lists in which classifiers may be named.
    pub(super) fn with_names(&self) -> impl Iterator<Item = &List> {
        let is_of_numbers = |path: Path| ["pieces", "confluences", "cell_list"].contains(&path[0]);
        self.0.iter().filter(move |(path, _)| !is_of_numbers(path)).map(|(_, list)| list)
    }

    /// Returns `true` if all of the lists are at these paths.
    pub(super) fn are_among(&self, paths: &[Path]) -> bool {
        self.0.iter().all(|(path, _)| paths.contains(path))
    }
}

/// The places of a list's elements, in runs.
#[derive(Debug, Default)]
pub(crate) struct List {
    pub(crate) runs: Vec<Run>,
    /// The number of elements.
    pub(crate) count: usize,
}

/// Consecutive elements of a list: the first byte after a bracket or comma, and the last one before
/// the next.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    /// The number of the first element.
    pub(crate) first: usize,
    pub(crate) from: u64,
    pub(crate) to: u64,
}

/// The position of a byte among brackets and strings.
#[derive(Debug, Default)]
pub(super) struct Nesting {
    depth: u64,
    in_string: bool,
    is_escaped: bool,
}

impl Nesting {
    /// Moves on to the next comma outside all brackets, or to a bracket that closes an enclosing
    /// one.
    pub(super) fn find(&mut self, bytes: &[u8], from: usize) -> Option<usize> {
        /// Bytes that matter outside strings, and inside strings.
        const MATTERS: [[bool; 256]; 2] = {
            let mut matters = [[false; 256]; 2];
            let few: [&[u8]; 2] = [b"\"{}[],", b"\"\\"];
            let mut of = 0;
            while of < 2 {
                let mut k = 0;
                while k < few[of].len() {
                    matters[of][few[of][k] as usize] = true;
                    k += 1;
                }
                of += 1;
            }
            matters
        };
        let mut place = from;
        if self.in_string && self.is_escaped {
            bytes.get(place)?;
            (self.is_escaped, place) = (false, place + 1);
        }
        let (mut depth, mut in_string) = (self.depth, self.in_string);
        let found = loop {
            let matters = &MATTERS[usize::from(in_string)];
            while bytes.get(place).is_some_and(|byte| !matters[usize::from(*byte)]) {
                place += 1;
            }
            let Some(&byte) = bytes.get(place) else { break None };
            match byte {
                b'"' => in_string = !in_string,
                b'\\' => {
                    if place + 1 == bytes.len() {
                        self.is_escaped = true;
                        break None;
                    }
                    place += 1;
                }
                b'{' | b'[' => depth += 1,
                _ if depth == 0 => break Some(place),
                b',' => {}
                _ => depth -= 1,
            }
            place += 1;
        };
        (self.depth, self.in_string) = (depth, in_string);
        found
    }

    #[inline]
    fn step(&mut self, byte: u8) {
        if self.in_string {
            match byte {
                _ if self.is_escaped => self.is_escaped = false,
                b'"' => self.in_string = false,
                b'\\' => self.is_escaped = true,
                _ => {}
            }
            return;
        }
        match byte {
            b'"' => self.in_string = true,
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
    }
}

/// The first pass.
#[derive(Debug, Default)]
pub(super) struct Scan {
    pub(super) text: Vec<u8>,
    pub(super) lists: Lists,
    /// The paths of the lists that are skipped.
    paths: Vec<Path>,
    /// Approximate number of bytes in a run.
    length: u64,
    /// The number of bytes read before.
    read: u64,
    nesting: Nesting,
    /// `true` for each of the two outermost brackets that is an object, and the last key in each.
    is_object: [bool; 2],
    keys: [Vec<u8>; 2],
    /// `true` if a string would be a key of one of them.
    expects_key: bool,
    /// The bracket that the current string is a key of.
    key_of: Option<usize>,
    /// The list that is being skipped.
    skipped: Option<Skip>,
}

/// A list that is being skipped.
#[derive(Debug)]
struct Skip {
    list: List,
    path: Path,
    nesting: Nesting,
    is_empty: bool,
    /// The number of elements that have ended.
    ended: usize,
    run: Run,
}

impl Scan {
    /// Creates a scan that skips the lists at these paths, with runs of about `length` bytes.
    pub(super) fn new(paths: Vec<Path>, length: u64) -> Self {
        Self { paths, length, ..Self::default() }
    }

    /// Returns `true` if a list has not ended.
    pub(super) fn is_within_list(&self) -> bool {
        self.skipped.is_some()
    }

    /// Processes the next bytes.
    pub(super) fn take(&mut self, bytes: &[u8]) {
        let mut next = 0;
        while next < bytes.len() {
            next = match self.skipped.take() {
                None => {
                    self.copy(bytes[next], self.read + next as u64);
                    next + 1
                }
                Some(skip) => self.skip(skip, bytes, next),
            };
        }
        self.read += bytes.len() as u64;
    }

    /// Goes on in a skipped list, and returns where it stopped.
    fn skip(&mut self, mut skip: Skip, bytes: &[u8], from: usize) -> usize {
        let found = skip.nesting.find(bytes, from);
        let to = found.unwrap_or(bytes.len());
        skip.is_empty &= bytes[from..to].iter().all(|byte| b" \n\r\t".contains(byte));
        let at = |place: usize| self.read + place as u64;
        match found.map(|place| bytes[place]) {
            None => self.skipped = Some(skip),
            Some(b',') => {
                (skip.is_empty, skip.ended) = (false, skip.ended + 1);
                if at(to) - skip.run.from >= self.length {
                    skip.list.runs.push(Run { to: at(to), ..skip.run });
                    skip.run = Run { first: skip.ended, from: at(to + 1), to: 0 };
                }
                self.skipped = Some(skip);
            }
            Some(end) => {
                if !skip.is_empty {
                    skip.list.runs.push(Run { to: at(to), ..skip.run });
                    skip.list.count = skip.ended + 1;
                }
                self.lists.0.push((skip.path, skip.list));
                self.nesting.step(end);
                self.text.push(end);
            }
        }
        to + 1
    }

    /// Processes a byte outside the skipped lists.
    fn copy(&mut self, byte: u8, place: u64) {
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
            let is_here = |path: &Path| {
                path.len() as u64 == outside
                    && path.iter().enumerate().all(|(level, key)| self.is_key(level, key))
            };
            if let Some(&path) = self.paths.iter().find(|path| is_here(path)) {
                self.skipped = Some(Skip {
                    list: List::default(),
                    path,
                    nesting: Nesting::default(),
                    is_empty: true,
                    ended: 0,
                    run: Run { first: 0, from: place + 1, to: 0 },
                });
            }
        }
    }

    /// Returns `true` if this key is the last one in one of the two outermost brackets.
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
