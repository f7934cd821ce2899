//! gzip and Zstandard, recognised from the first bytes and decoded as a stream.
//!
//! Files of several members or frames, as `cat` and parallel compressors make them, are read to
//! their end; skippable frames are skipped and checksums are compared. Memory is bounded: a frame
//! may refer back at most [`MAX_WINDOW`] bytes.

use std::fmt;
use std::io::{self, Cursor, ErrorKind, Read};

use flate2::read::MultiGzDecoder;
use ruzstd::decoding::errors::FrameDecoderError;
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// The number of bytes by which a form is recognised.
pub(super) const MAGIC: usize = 4;

/// The largest window, that of `zstd --ultra -22` and the most that `zstd -d` accepts by default.
const MAX_WINDOW: u64 = 1 << 27;

/// The most bytes of a block of Zstandard, decoded.
const MAX_BLOCK: u64 = 1 << 17;

const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Returns the reader that starts with these bytes, with a decoder if they are those of a
/// compressed form.
pub(super) fn decoded<'r>(magic: Vec<u8>, reader: Box<dyn Read + 'r>) -> Box<dyn Read + 'r> {
    if magic.starts_with(&[0x1f, 0x8b]) {
        let whole: Box<dyn Read + 'r> = Box::new(Cursor::new(magic).chain(reader));
        Box::new(Members(MultiGzDecoder::new(whole)))
    } else if magic == ZSTD || is_skippable(&magic) {
        let source = Packed { front: Cursor::new(magic), reader, fault: None };
        Box::new(Frames { source, frame: None })
    } else {
        Box::new(Cursor::new(magic).chain(reader))
    }
}

fn is_skippable(magic: &[u8]) -> bool {
    matches!(magic, [0x50..=0x5f, 0x2a, 0x4d, 0x18])
}

/// A compressed stream that cannot be decoded: the payload of an [`io::Error`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Broken {
    /// The name of the compression.
    pub(super) form: &'static str,
    pub(super) reason: &'static str,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} data are broken: {}", self.form, self.reason)
    }
}

impl std::error::Error for Broken {}

fn broken(form: &'static str, reason: &'static str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, Broken { form, reason })
}

const ENDS_EARLY: &str = "they end early";
const NO_DATA: &str = "a block cannot be decoded";
const WINDOW: &str = "a frame refers back more than 134217728 bytes, the window of --ultra -22";
const CHECKSUM: &str = "the checksum is wrong";

/// A sequence of gzip members.
struct Members<'r>(MultiGzDecoder<Box<dyn Read + 'r>>);

impl Read for Members<'_> {
    fn read(&mut self, block: &mut [u8]) -> io::Result<usize> {
        self.0.read(block).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => broken("gzip", ENDS_EARLY),
            ErrorKind::InvalidData | ErrorKind::InvalidInput => broken("gzip", NO_DATA),
            _ => error,
        })
    }
}

/// A sequence of Zstandard frames.
struct Frames<'r> {
    source: Packed<'r>,
    /// The decoder of the frame, and its window.
    frame: Option<(FrameDecoder, u64)>,
}

/// The compressed bytes. Frames must not nest readers: there may be millions of them.
struct Packed<'r> {
    front: Cursor<Vec<u8>>,
    reader: Box<dyn Read + 'r>,
    /// The error that stopped the decoder.
    fault: Option<io::Error>,
}

impl Read for Packed<'_> {
    fn read(&mut self, block: &mut [u8]) -> io::Result<usize> {
        let count = self.front.read(block)?;
        if count > 0 || block.is_empty() {
            return Ok(count);
        }
        loop {
            match self.reader.read(block) {
                Ok(0) => self.fault = Some(broken("Zstandard", ENDS_EARLY)),
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => {
                    let kind = error.kind();
                    self.fault = Some(error);
                    return Err(kind.into());
                }
                Ok(count) => return Ok(count),
            }
            return Ok(0);
        }
    }
}

impl Packed<'_> {
    /// Returns the error of the decoder, or the error of the reader that caused it.
    fn fault(&mut self, error: &FrameDecoderError) -> io::Error {
        let reason = match error {
            FrameDecoderError::WindowSizeTooBig { .. } | FrameDecoderError::FrameHeaderError(_) => {
                WINDOW
            }
            FrameDecoderError::DictNotProvided { .. } => "they need a dictionary",
            _ => NO_DATA,
        };
        self.fault.take().unwrap_or_else(|| broken("Zstandard", reason))
    }

    /// Reads the magic number of a frame; `None` at the end of the stream.
    fn magic(&mut self) -> io::Result<Option<[u8; 4]>> {
        let mut magic = [0; 4];
        let mut length = 0;
        while length < magic.len() {
            match self.read(&mut magic[length..])? {
                0 if length == 0 => return Ok(None),
                0 => return Err(broken("Zstandard", ENDS_EARLY)),
                count => length += count,
            }
        }
        Ok(Some(magic))
    }

    /// Begins a frame, whose magic number was read; returns its window, too.
    fn frame(&mut self) -> io::Result<(FrameDecoder, u64)> {
        let mut header = [0; 2];
        let read = self.read_exact(&mut header);
        read.map_err(|error| self.fault.take().unwrap_or(error))?;
        self.front = Cursor::new([&ZSTD[..], &header].concat());
        let mut decoder = FrameDecoder::new();
        decoder.init(&mut *self).map_err(|error| self.fault(&error))?;
        // A frame of one segment has no window but its content.
        let [descriptor, window] = header;
        let base = 1 << (10 + (window >> 3));
        let window = match descriptor & 0x20 {
            0 => base + base / 8 * u64::from(window & 7),
            _ => decoder.content_size(),
        };
        if window > MAX_WINDOW { Err(broken("Zstandard", WINDOW)) } else { Ok((decoder, window)) }
    }

    /// Skips the rest of a skippable frame.
    fn skip(&mut self) -> io::Result<()> {
        let mut length = [0; 4];
        let fail = |_| broken("Zstandard", ENDS_EARLY);
        self.read_exact(&mut length).map_err(fail)?;
        let length = u64::from(u32::from_le_bytes(length));
        let skipped = io::copy(&mut self.take(length), &mut io::sink())?;
        if skipped == length { Ok(()) } else { Err(broken("Zstandard", ENDS_EARLY)) }
    }
}

impl Read for Frames<'_> {
    fn read(&mut self, block: &mut [u8]) -> io::Result<usize> {
        while !block.is_empty() {
            let Some((decoder, window)) = &mut self.frame else {
                match self.source.magic()? {
                    None => break,
                    Some(magic) if is_skippable(&magic) => self.source.skip()?,
                    Some(ZSTD) => self.frame = Some(self.source.frame()?),
                    Some(_) => return Err(broken("Zstandard", "other data follow a frame")),
                }
                continue;
            };
            if decoder.can_collect() > 0 {
                return decoder.read(block);
            }
            if !decoder.is_finished() {
                let one = BlockDecodingStrategy::UptoBlocks(1);
                let decoded = decoder.decode_blocks(&mut self.source, one);
                decoded.map_err(|error| self.source.fault(&error))?;
                // Decoders before ruzstd 0.9 allow any size. The window is kept to the frame's end.
                let kept = if decoder.is_finished() { *window } else { 0 };
                if decoder.can_collect() as u64 > kept + MAX_BLOCK {
                    return Err(broken("Zstandard", NO_DATA));
                }
                continue;
            }
            let promised = decoder.get_checksum_from_data();
            if promised.is_some() && promised != decoder.get_calculated_checksum() {
                return Err(broken("Zstandard", CHECKSUM));
            }
            self.frame = None;
        }
        Ok(0)
    }
}
