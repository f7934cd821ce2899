//! Records of a few words each, of which there may be hundreds of millions: the most recent ones
//! are kept in memory, the older ones in a temporary file.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::Mutex;

/// Bytes read or written at a time.
const BLOCK: usize = 1 << 20;

/// Records of `N` words.
#[derive(Debug)]
pub(super) struct Archive<const N: usize> {
    /// The most recent records, which are in memory.
    recent: Vec<[u64; N]>,
    /// The number of older records, which are all in the file.
    before: usize,
    file: Option<Mutex<File>>,
    /// The number of records that stay in memory when older ones are stored; memory holds at most
    /// twice as many.
    most: usize,
}

impl<const N: usize> Archive<N> {
    /// Creates an empty archive that keeps `most` records in memory, and at most twice as many.
    pub(super) fn new(most: usize) -> Self {
        Self { recent: Vec::new(), before: 0, file: None, most: most.max(1) }
    }

    pub(super) fn len(&self) -> usize {
        self.before + self.recent.len()
    }

    pub(super) fn push(&mut self, record: [u64; N]) -> io::Result<()> {
        if self.recent.len() >= 2 * self.most {
            self.store()?;
        }
        self.recent.push(record);
        Ok(())
    }

    /// Moves the older records from memory to the file.
    fn store(&mut self) -> io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(Mutex::new(tempfile::tempfile()?)),
        };
        let file = file.get_mut().map_err(|_| broken())?;
        file.seek(SeekFrom::End(0))?;
        for some in self.recent[..self.most].chunks(BLOCK / (8 * N)) {
            let bytes: Vec<u8> =
                some.iter().flatten().flat_map(|word| word.to_le_bytes()).collect();
            file.write_all(&bytes)?;
        }
        self.before += self.most;
        self.recent.drain(..self.most);
        Ok(())
    }

    /// Returns the record with the index `number`, which must exist.
    pub(super) fn get(&self, number: usize) -> io::Result<[u64; N]> {
        if let Some(place) = number.checked_sub(self.before) {
            return Ok(self.recent[place]);
        }
        let mut file = self.file.as_ref().ok_or_else(broken)?.lock().map_err(|_| broken())?;
        file.seek(SeekFrom::Start((number * 8 * N) as u64))?;
        let mut bytes = vec![0; 8 * N];
        file.read_exact(&mut bytes)?;
        Ok(record(&bytes))
    }

    /// Calls `look` with every record, in order.
    pub(super) fn for_each(&mut self, mut look: impl FnMut([u64; N])) -> io::Result<()> {
        if let Some(file) = &mut self.file {
            let file = file.get_mut().map_err(|_| broken())?;
            file.seek(SeekFrom::Start(0))?;
            let size = 8 * N;
            let mut left = self.before;
            while left > 0 {
                let count = left.min(BLOCK / size);
                let mut bytes = vec![0; count * size];
                file.read_exact(&mut bytes)?;
                bytes.chunks(size).for_each(|bytes| look(record(bytes)));
                left -= count;
            }
        }
        self.recent.iter().copied().for_each(look);
        Ok(())
    }
}

fn record<const N: usize>(bytes: &[u8]) -> [u64; N] {
    let mut words = bytes.chunks(8).map(|word| {
        let mut eight = [0; 8];
        eight[..word.len()].copy_from_slice(word);
        u64::from_le_bytes(eight)
    });
    std::array::from_fn(|_| words.next().unwrap_or(0))
}

fn broken() -> io::Error {
    io::Error::other("the temporary file cannot be used")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_found_wherever_they_are() {
        for most in [1, 2, 5, 1000] {
            let mut archive = Archive::new(most);
            for k in 0..2003_u64 {
                archive.push([k, k * k]).expect("a temporary file");
                assert_eq!(
                    archive.get((k / 3) as usize).expect("stored"),
                    [k / 3, k / 3 * (k / 3)]
                );
            }
            assert_eq!(archive.len(), 2003);
            let mut next = 0;
            let all = archive.for_each(|record| {
                assert_eq!(record, [next, next * next]);
                next += 1;
            });
            all.expect("stored");
            assert_eq!(next, 2003);
        }
    }
}
