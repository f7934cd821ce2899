//! gzip and Zstandard, recognised from the first bytes and decoded as a stream.
//!
//! Files of several members or frames, as `cat` and parallel compressors make them, are read to
//! their end; checksums are compared.

use std::io::{self, Cursor, Read};

use flate2::read::MultiGzDecoder;
use ruzstd::decoding::{FrameDecoder, StreamingDecoder};

/// Bytes to recognise a form by.
pub(super) const MAGIC: usize = 4;

/// The reader that starts with these bytes, decoded if they say so.
pub(super) fn decoded<'r>(magic: Vec<u8>, reader: Box<dyn Read + 'r>) -> Box<dyn Read + 'r> {
    let is_gzip = magic.starts_with(&[0x1f, 0x8b]);
    let is_zstd = magic == [0x28, 0xb5, 0x2f, 0xfd];
    let whole: Box<dyn Read + 'r> = Box::new(Cursor::new(magic).chain(reader));
    if is_gzip {
        Box::new(MultiGzDecoder::new(whole))
    } else if is_zstd {
        Box::new(Frames { state: State::Between(whole) })
    } else {
        whole
    }
}

/// Zstandard frames one after the other.
struct Frames<'r> {
    state: State<'r>,
}

enum State<'r> {
    /// Before a frame or at the end.
    Between(Box<dyn Read + 'r>),
    Within(Box<StreamingDecoder<Box<dyn Read + 'r>, FrameDecoder>>),
    /// At the end, or behind an error.
    Done,
}

impl Read for Frames<'_> {
    fn read(&mut self, block: &mut [u8]) -> io::Result<usize> {
        if block.is_empty() {
            return Ok(0);
        }
        loop {
            // An error leaves the state done.
            match std::mem::replace(&mut self.state, State::Done) {
                State::Done => return Ok(0),
                State::Between(mut reader) => {
                    let mut first = [0];
                    if read_some(&mut reader, &mut first)? == 0 {
                        return Ok(0);
                    }
                    let reader: Box<dyn Read> = Box::new(Cursor::new(first).chain(reader));
                    let frame = StreamingDecoder::new(reader).map_err(broken)?;
                    self.state = State::Within(Box::new(frame));
                }
                State::Within(mut frame) => {
                    let count = frame.read(block).map_err(broken)?;
                    if count > 0 {
                        self.state = State::Within(frame);
                        return Ok(count);
                    }
                    let promised = frame.decoder.get_checksum_from_data();
                    if promised.is_some() && promised != frame.decoder.get_calculated_checksum() {
                        return Err(broken("the checksum is wrong"));
                    }
                    self.state = State::Between(frame.into_inner());
                }
            }
        }
    }
}

fn read_some(reader: &mut impl Read, block: &mut [u8]) -> io::Result<usize> {
    loop {
        match reader.read(block) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

fn broken(error: impl std::fmt::Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("broken Zstandard data: {error}"))
}
