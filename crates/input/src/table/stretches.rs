//! Lines of a table that are passed without being rows: those that are known, and those that were
//! read ahead, in long stretches on all cores.

use memchr::{memchr, memrchr};

use super::super::ahead::{self, Seen, Stretch};
use super::super::repeated::RepeatedLines;
use super::{InputError, Table};

/// The number of bytes of known lines that are passed before stretches are looked at.
const FAMILIAR: usize = 1 << 18;
/// The least ratio of the lengths of known lines and others for which stretches are looked at.
const KNOWN_TO_OTHERS: usize = 16;

impl Table<'_> {
    /// Returns `true` if rows come from lines of a file, one after the other.
    fn is_stream(&self) -> bool {
        self.first.is_none() && self.held.is_none() && self.whole.is_none()
    }

    /// Passes the lines that are known and whose samples `take` accepts, which has their number and
    /// that of lines, up to the first other one. One that reaches over the end of a block is never
    /// known.
    pub(in super::super) fn pass_lines(
        &mut self,
        lines: &mut RepeatedLines,
        mut take: impl FnMut(u64, u64) -> bool,
    ) -> Result<(), InputError> {
        if !self.is_stream() {
            return Ok(());
        }
        let mut room = Vec::new();
        loop {
            let unread = &self.block[self.unread.clone()];
            let Some(length) = memchr(b'\n', unread) else {
                let is_worth = self.passed >= FAMILIAR && ahead::cores() > 1;
                if let Some(tallies) = is_worth.then(|| lines.tallies(ahead::cores())).flatten() {
                    let seen = self.look_ahead(tallies, |tally, _, line| lines.tally(tally, line));
                    let count = lines.count_all(self.pass(seen));
                    assert!(take(count, count), "fewer than 2^64 lines");
                } else if !unread.is_empty() || !self.refill()? {
                    return Ok(());
                }
                continue;
            };
            let line = &unread[..length];
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            if !line.is_empty() {
                let known = lines.find(line, &mut room);
                if !known.is_some_and(|known| lines.count(known, &mut take)) {
                    self.passed = self.passed.saturating_sub(KNOWN_TO_OTHERS * length);
                    return Ok(());
                }
                self.passed = (self.passed + length).min(ahead::STRETCH);
            }
            self.skipped_lines += 1;
            self.unread.start += length + 1;
        }
    }

    /// Returns `true` if the lines of the block are used up, and every row after it is kept and
    /// belongs to no test set.
    pub(in super::super) fn can_look_ahead(&self) -> bool {
        let is_whole = self.kept.is_empty() && self.domain.is_none();
        is_whole
            && self.is_stream()
            && !self.source.is_at_end()
            && memchr(b'\n', &self.block[self.unread.clone()]).is_none()
            && ahead::cores() > 1
    }

    /// Looks at the lines of a stretch after the end of the block, as [`ahead::look`] does. Within
    /// quotes a line may not be one, so that a stretch ends there.
    pub(in super::super) fn look_ahead<T: Send>(
        &mut self,
        begun: Vec<T>,
        take: impl Fn(&mut T, usize, &[u8]) -> bool + Sync,
    ) -> Seen<T> {
        let mut stretch = std::mem::take(&mut self.later);
        let mut later = std::mem::take(&mut self.stretch);
        stretch.push(&self.block[self.unread.clone()]);
        self.fill_up(&mut stretch);
        let quote = memchr(b'"', stretch.text()).unwrap_or(stretch.text().len());
        let complete = memrchr(b'\n', &stretch.text()[..quote]).map_or(0, |last| last + 1);
        later.push(&stretch.text()[complete..]);
        stretch.truncate(complete);
        let seen = ahead::look(stretch.text(), begun, take, || self.fill_up(&mut later));
        (self.stretch, self.later) = (stretch, later);
        seen
    }

    /// Passes the lines of a stretch that were taken, and returns what was made of them. The others
    /// are left in the block, and line feeds for those that were passed between them.
    pub(in super::super) fn pass<T>(&mut self, seen: Seen<T>) -> Vec<T> {
        let text = self.stretch.text();
        let known = text.len() - seen.bytes_left();
        self.passed = if known == 0 { 0 } else { (self.passed + known).min(ahead::STRETCH) };
        self.block.clear();
        let mut at = 0;
        for (number, line) in seen.left.into_iter().chain([(seen.lines, 0..0)]) {
            if self.block.is_empty() {
                self.skipped_lines += number - at;
            } else {
                self.block.extend((at..number).map(|_| b'\n'));
            }
            self.block.extend_from_slice(&text[line]);
            at = number + 1;
        }
        self.unread = 0..self.block.len();
        self.stretch.truncate(0);
        seen.taken
    }

    /// Reads on until a stretch is full, or to the end. An error comes up when all bytes before it
    /// are used up.
    fn fill_up(&mut self, stretch: &mut Stretch) {
        if self.failed.is_none() {
            self.failed = stretch.fill_up(&mut self.source).err();
        }
    }
}
