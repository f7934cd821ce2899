//! Known lines in long stretches of a file, found on all cores while the next stretch is read.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use memchr::memchr;

use super::error::InputError;
use super::repeated::{RepeatedLines, Tally};
use super::source::Source;

/// The length of a stretch.
pub(super) const STRETCH: usize = 1 << 21;
/// The length of the parts that are looked through at a time, but for their last lines.
const PART: usize = 1 << 16;

/// Bytes of a file, in room that stays.
#[derive(Default)]
pub(super) struct Stretch {
    bytes: Vec<u8>,
    filled: usize,
}

impl Stretch {
    pub(super) fn text(&self) -> &[u8] {
        &self.bytes[..self.filled]
    }

    pub(super) fn clear(&mut self) {
        self.filled = 0;
    }

    pub(super) fn push(&mut self, text: &[u8]) {
        let end = self.filled + text.len();
        self.bytes.resize(end.max(STRETCH), 0);
        self.bytes[self.filled..end].copy_from_slice(text);
        self.filled = end;
    }

    /// Reads on until the stretch is full, or to the end.
    pub(super) fn fill_up(&mut self, source: &mut Source<'_>) -> Result<(), InputError> {
        while self.filled < self.bytes.len() {
            match source.fill(&mut self.bytes[self.filled..])? {
                0 => break,
                count => self.filled += count,
            }
        }
        Ok(())
    }
}

/// The lines of a stretch.
pub(super) struct Found {
    /// Known lines, as each core counted them.
    pub(super) tallies: Vec<Tally>,
    /// The number of lines.
    pub(super) lines: u64,
    /// The number of bytes of known lines.
    pub(super) known: usize,
    /// Lines that are not known, with their numbers from 0 on, in order.
    pub(super) others: Vec<(u64, Range<usize>)>,
}

/// The lines of one part.
struct Part {
    number: usize,
    lines: u64,
    others: Vec<(u64, Range<usize>)>,
}

/// The number of threads that can work at the same time, which takes a while to find out.
pub(super) fn cores() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| thread::available_parallelism().map_or(1, NonZeroUsize::get))
}

/// Looks up all lines of a text that ends with one, on all cores; meanwhile `read` is called.
pub(super) fn find(stretch: &[u8], lines: &mut RepeatedLines, read: impl FnOnce()) -> Found {
    let (parts, next) = (parts(stretch), AtomicUsize::new(0));
    let mut tallies = lines.tallies(cores());
    let lines = &*lines;
    let work = |mut tally: Tally| {
        let mut found = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(part) = parts.get(number) else { return (tally, found) };
            let (lines, others) = find_in(stretch, part.clone(), lines, &mut tally);
            found.push(Part { number, lines, others });
        }
    };
    let done = thread::scope(|scope| {
        // Where no thread can be had, this one does all of the work.
        let begin = |tally| thread::Builder::new().spawn_scoped(scope, || work(tally)).ok();
        let threads: Vec<_> = tallies.drain(1..).filter_map(begin).collect();
        read();
        let mut done: Vec<_> = tallies.into_iter().map(work).collect();
        done.extend(threads.into_iter().map(|thread| thread.join().expect("nothing panics there")));
        done
    });
    let (tallies, found): (Vec<Tally>, Vec<Vec<Part>>) = done.into_iter().unzip();
    let mut found: Vec<Part> = found.into_iter().flatten().collect();
    found.sort_unstable_by_key(|part| part.number);
    let mut all = Found { tallies, lines: 0, known: stretch.len(), others: Vec::new() };
    for Part { lines, others, .. } in found {
        for (line, other) in others {
            all.known -= other.len();
            all.others.push((all.lines + line, other));
        }
        all.lines += lines;
    }
    all
}

/// Parts of complete lines.
fn parts(stretch: &[u8]) -> Vec<Range<usize>> {
    let (mut parts, mut start) = (Vec::new(), 0);
    while start < stretch.len() {
        let about = (start + PART).min(stretch.len());
        let end = memchr(b'\n', &stretch[about..]).map_or(stretch.len(), |at| about + at + 1);
        parts.push(start..end);
        start = end;
    }
    parts
}

/// Counts known lines of a part. Returns the number of lines, and those that are not known.
fn find_in(
    stretch: &[u8],
    part: Range<usize>,
    lines: &RepeatedLines,
    tally: &mut Tally,
) -> (u64, Vec<(u64, Range<usize>)>) {
    let (mut number, mut others, mut room) = (0, Vec::new(), Vec::new());
    let mut start = part.start;
    while let Some(length) = memchr(b'\n', &stretch[start..part.end]) {
        let line = &stretch[start..start + length];
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        match lines.find(line, &mut room) {
            Some(known) => tally.add(known),
            None if line.is_empty() => {}
            None => others.push((number, start..start + length + 1)),
        }
        number += 1;
        start += length + 1;
    }
    (number, others)
}

#[cfg(test)]
mod tests {
    use super::super::repeated::{Further, Part, Parts, RepeatedLines};
    use super::{Found, find};

    /// What all cores find is what is there, line by line.
    #[test]
    fn lines_are_found_in_all_parts() {
        let columns = vec![Part::Key, Part::Key, Part::Set, Part::Nothing];
        let mut lines = RepeatedLines::new(Parts::new(b',', columns), false);
        let key = |number: u64| format!("{},{},s{}", number % 2, number / 2 % 4, number / 8 % 3);
        for number in 0..24 {
            let further = Further { set: number as usize / 8, classifier: 0 };
            lines.remember(
                format!("{},", key(number)).as_bytes(),
                &[number as u32 % 8],
                1,
                further,
            );
        }
        let (mut text, mut known, mut others) = (String::new(), [0_u64; 24], Vec::new());
        let count = 50_000;
        for line in 0..count {
            let draw = (line + 1_u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
            let start = text.len();
            match draw % 100 {
                0 => text += "\n",
                1 => text += "\r\n",
                2..8 => {
                    text += &format!("{},x{line}\r\r\n", key(draw));
                    others.push((line, start..text.len()));
                }
                8 => {
                    text += &format!("2{},{line}\n", &key(draw)[1..]);
                    others.push((line, start..text.len()));
                }
                _ => {
                    text +=
                        &format!("{},{line}{}", key(draw), ["\n", "\r\n"][draw as usize / 100 % 2]);
                    known[draw as usize % 24] += 1;
                }
            }
        }
        let mut is_read = false;
        let found = find(text.as_bytes(), &mut lines, || is_read = true);
        let Found { tallies, lines: counted, known: bytes, others: found } = found;
        assert!(is_read);
        assert_eq!((counted, found.len()), (count, others.len()));
        assert_eq!(found, others);
        assert_eq!(bytes, text.len() - others.iter().map(|(_, other)| other.len()).sum::<usize>());
        let sum = known.iter().sum();
        assert!(!lines.count_all(find(text.as_bytes(), &mut lines, || ()).tallies, |_, _| false));
        assert!(lines.count_all(tallies, |samples, rows| (samples, rows) == (sum, sum)));
        let (mut labels, mut came) = ([0], [0; 24]);
        while let Some((samples, further)) = lines.pop(&mut labels) {
            came[further.set * 8 + labels[0] as usize] += samples;
        }
        assert_eq!(came, known);
    }
}
