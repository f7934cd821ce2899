//! Long stretches of a file, whose usual lines are read on all cores while the next stretch comes.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use memchr::memchr;

use super::error::InputError;
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

    pub(super) fn truncate(&mut self, length: usize) {
        self.filled = self.filled.min(length);
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

/// The lines of a stretch, as they were looked at by threads.
pub(super) struct Seen<T> {
    /// The results of the threads, each of the lines that it has taken.
    pub(super) taken: Vec<T>,
    /// The number of lines.
    pub(super) lines: u64,
    /// Lines that were left, with their numbers from 0 on, in order.
    pub(super) left: Vec<(u64, Range<usize>)>,
}

impl<T> Seen<T> {
    /// Returns the number of bytes of lines that were left.
    pub(super) fn bytes_left(&self) -> usize {
        self.left.iter().map(|(_, line)| line.len()).sum()
    }
}

/// The lines of one part.
struct Part {
    number: usize,
    lines: u64,
    left: Vec<(u64, Range<usize>)>,
}

/// The most threads: one reads the file, and cannot keep more of them at work.
const MOST_THREADS: usize = 8;

/// The number of threads that can work at the same time, which takes a while to find out.
pub(super) fn cores() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| {
        thread::available_parallelism().map_or(1, NonZeroUsize::get).min(MOST_THREADS)
    })
}

/// Looks at all lines of a text that ends with one, with a thread for each of `begun`; meanwhile
/// `read` is called. `take` has the number of the part and a line without its end, which is not
/// empty; it returns `false` if the line is left. A thread takes parts in ascending order, but only
/// some of them.
pub(super) fn look<T: Send>(
    stretch: &[u8],
    mut begun: Vec<T>,
    take: impl Fn(&mut T, usize, &[u8]) -> bool + Sync,
    read: impl FnOnce(),
) -> Seen<T> {
    let (parts, next) = (parts(stretch), AtomicUsize::new(0));
    let work = |mut taken: T| {
        let mut seen = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(part) = parts.get(number) else { return (taken, seen) };
            let take = |line: &[u8]| take(&mut taken, number, line);
            let (lines, left) = look_at(stretch, part.clone(), take);
            seen.push(Part { number, lines, left });
        }
    };
    let done = thread::scope(|scope| {
        // Where no thread can be had, this one does all of the work.
        let begin = |begun| thread::Builder::new().spawn_scoped(scope, || work(begun)).ok();
        let threads: Vec<_> = begun.drain(1..).filter_map(begin).collect();
        read();
        let mut done: Vec<_> = begun.into_iter().map(work).collect();
        done.extend(threads.into_iter().map(|thread| thread.join().expect("nothing panics there")));
        done
    });
    let (taken, seen): (Vec<T>, Vec<Vec<Part>>) = done.into_iter().unzip();
    let mut seen: Vec<Part> = seen.into_iter().flatten().collect();
    seen.sort_unstable_by_key(|part| part.number);
    let mut all = Seen { taken, lines: 0, left: Vec::new() };
    for Part { lines, left, .. } in seen {
        all.left.extend(left.into_iter().map(|(line, place)| (all.lines + line, place)));
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

/// Returns the number of lines of a part, and those that are left.
fn look_at(
    stretch: &[u8],
    part: Range<usize>,
    mut take: impl FnMut(&[u8]) -> bool,
) -> (u64, Vec<(u64, Range<usize>)>) {
    let (mut number, mut left, mut start) = (0, Vec::new(), part.start);
    while let Some(length) = memchr(b'\n', &stretch[start..part.end]) {
        let line = &stretch[start..start + length];
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let end = start + length + 1;
        if !line.is_empty() && !take(line) {
            left.push((number, start..end));
        }
        number += 1;
        start = end;
    }
    (number, left)
}

#[cfg(test)]
mod tests {
    use super::super::repeated::{Further, Part, Parts, RepeatedLines};
    use super::{Seen, look};

    /// Threads take all lines that are known, and leave the others with their places.
    #[test]
    fn lines_are_taken_or_left_as_they_are_one_by_one() {
        let columns = vec![Part::Key, Part::Key, Part::Set, Part::Nothing];
        let mut lines = RepeatedLines::new(Parts::new(b',', columns), false);
        let key = |draw: usize| format!("{},{},s{}", draw % 2, draw / 2 % 4, draw / 8 % 3);
        for (number, label) in (0..24).zip((0..8).cycle()) {
            let further = Further { set: number / 8, classifier: 0 };
            lines.remember(format!("{},", key(number)).as_bytes(), &[label], 1, further);
        }
        let (mut text, mut known, mut left) = (String::new(), vec![0; 24], Vec::new());
        let count = 50_000;
        for line in 0..count {
            let draw = (line + 1_usize).wrapping_mul(0x9e37_79b9) >> 8 & 0xff_ffff;
            let (start, key) = (text.len(), key(draw));
            match draw % 100 {
                0 => text += "\n",
                1 => text += "\r\n",
                2..8 => text += &format!("{key},x{line}\r\r\n"),
                8 => text += &format!("2{},{line}\n", &key[1..]),
                9 => text += &format!("{key},{line}\r\n"),
                _ => text += &format!("{key},{line}\n"),
            }
            match draw % 100 {
                0 | 1 => {}
                2..9 => left.push((line as u64, start..text.len())),
                _ => known[draw % 24] += 1,
            }
        }
        let find = |lines: &mut RepeatedLines| {
            let (tallies, mut is_read) = (lines.tallies(3).expect("few lines"), false);
            let tally = |tally: &mut _, _: usize, line: &[u8]| lines.tally(tally, line);
            let seen = look(text.as_bytes(), tallies, tally, || is_read = true);
            assert!(is_read);
            seen
        };
        let seen = find(&mut lines);
        assert_eq!((seen.lines, &seen.left), (count as u64, &left));
        let sum = known.iter().sum::<u64>();
        assert_eq!(lines.count_all(seen.taken), sum);
        let Seen { taken, .. } = find(&mut lines);
        assert_eq!(lines.count_all(taken), sum);
        let (mut labels, mut came) = ([0], vec![0; 24]);
        while let Some((samples, further)) = lines.pop(&mut labels) {
            came[further.set * 8 + labels[0] as usize] += samples;
        }
        known.iter_mut().for_each(|times| *times *= 2);
        assert_eq!(came, known);
    }
}
