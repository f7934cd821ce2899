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

const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Returns the reader that starts with these bytes, with a decoder if they are those of a
/// compressed form.
pub(super) fn decoded<'r>(magic: Vec<u8>, reader: Box<dyn Read + 'r>) -> Box<dyn Read + 'r> {
    if magic.starts_with(&[0x1f, 0x8b]) {
        let whole: Box<dyn Read + 'r> = Box::new(Cursor::new(magic).chain(reader));
        Box::new(Members(MultiGzDecoder::new(whole)))
    } else if magic == ZSTD || is_skippable(&magic) {
        let source = Packed { front: Cursor::new(magic), reader, fault: None };
        Box::new(Frames { source, decoder: None })
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
    decoder: Option<FrameDecoder>,
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
                "a frame refers back more than 134217728 bytes, the window of --ultra -22"
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
            let Some(decoder) = &mut self.decoder else {
                match self.source.magic()? {
                    None => break,
                    Some(magic) if is_skippable(&magic) => self.source.skip()?,
                    Some(ZSTD) => {
                        self.source.front = Cursor::new(ZSTD.to_vec());
                        let mut decoder = FrameDecoder::new();
                        decoder.set_max_window_size(MAX_WINDOW);
                        let begun = decoder.init(&mut self.source);
                        begun.map_err(|error| self.source.fault(&error))?;
                        self.decoder = Some(decoder);
                    }
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
                continue;
            }
            let promised = decoder.get_checksum_from_data();
            if promised.is_some() && promised != decoder.get_calculated_checksum() {
                return Err(broken("Zstandard", CHECKSUM));
            }
            self.decoder = None;
        }
        Ok(0)
    }
}
