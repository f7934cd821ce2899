//! gzip and Zstandard: frames of all kinds, bounded memory, one line for what is broken.

use std::io::{self, Write};

use flate2::Compression;
use flate2::write::GzEncoder;

use super::*;

const TEXT: &str = "name,tn,fp,fn,tp\nA,1,2,3,4\nB,5,6,7,8\n";
const EXPECTED: &str = "A 1 2 3 4\nB 5 6 7 8";

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_bytes()).expect("compressed");
    encoder.finish().expect("compressed")
}

fn zstd(text: &str) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(text.as_bytes(), ruzstd::encoding::CompressionLevel::Fastest)
}

/// A skippable frame.
fn skippable(number: u8, content: &[u8]) -> Vec<u8> {
    let length = u32::try_from(content.len()).expect("short").to_le_bytes();
    [&[0x50 + number, 0x2a, 0x4d, 0x18], &length[..], content].concat()
}

/// The beginning of a frame with a window of 128 KiB, or another one.
fn frame(window: u8) -> Vec<u8> {
    vec![0x28, 0xb5, 0x2f, 0xfd, 0x00, window]
}

const WINDOW: u8 = 0x38;

/// A block of that type, 0 for bytes as they are, 1 for one byte that many times, 2 for compressed
/// ones.
fn block(kind: u32, size: usize, bytes: &[u8], is_last: bool) -> Vec<u8> {
    let header = u32::try_from(size).expect("small") << 3 | kind << 1 | u32::from(is_last);
    [&header.to_le_bytes()[..3], bytes].concat()
}

/// A frame that begins with a text and goes on with mebibytes of one byte.
fn bomb(text: &str, byte: u8, mebibytes: usize) -> Vec<u8> {
    let mut bytes = [frame(WINDOW), block(0, text.len(), text.as_bytes(), false)].concat();
    for _ in 0..8 * mebibytes {
        bytes.extend(block(1, 1 << 17, &[byte], false));
    }
    bytes.extend(block(0, 0, b"", true));
    bytes
}

#[test]
fn members_and_frames_of_all_kinds_are_read_to_the_end() {
    let (first, second) = TEXT.split_at(30);
    for bytes in [
        gzip(TEXT),
        [gzip(first), gzip(""), gzip(second)].concat(),
        zstd(TEXT),
        [zstd(first), zstd(second)].concat(),
        // As pzstd and the seekable form write them.
        [skippable(0, &[9; 4]), zstd(first), skippable(0, &[9; 4]), zstd(second)].concat(),
        [zstd(first), zstd(second), skippable(14, &[0; 1000])].concat(),
        [skippable(15, b""), skippable(3, &[1; 70_000]), zstd(TEXT)].concat(),
        [frame(WINDOW), block(0, TEXT.len(), TEXT.as_bytes(), true)].concat(),
        // The largest window.
        [frame(0x88), block(0, TEXT.len(), TEXT.as_bytes(), true)].concat(),
    ] {
        assert_eq!(accepted(&bytes), EXPECTED);
        let drops = io::Cursor::new(&bytes).bytes().map(|byte| vec![byte.expect("a byte")]);
        let drops: Vec<Vec<u8>> = drops.collect();
        let slowly = read(Drops(drops.into_iter()), "in", &ReadOptions::default(), &mut |_| ());
        assert_eq!(shown(&slowly.expect("accepted")), EXPECTED);
    }
}

/// A reader of one byte at a time.
struct Drops(std::vec::IntoIter<Vec<u8>>);

impl Read for Drops {
    fn read(&mut self, block: &mut [u8]) -> io::Result<usize> {
        self.0.next().map_or(Ok(0), |byte| (&byte[..]).read(block))
    }
}

#[test]
fn many_frames_are_no_deeper_than_few() {
    let text = "y_true,A\n1,1\n0,1\n";
    let mut bytes = zstd(text);
    let one = [frame(WINDOW), block(0, 4, b"1,1\n", true)].concat();
    for _ in 0..100_000 {
        bytes.extend_from_slice(&one);
    }
    assert_eq!(accepted(&bytes), "A 0 1 0 100001");
}

#[test]
fn a_bomb_ends_at_the_limits_of_a_row_and_of_a_text() {
    for (text, byte, mebibytes, expected) in [
        ("", b',', 2, "in:1: a row has more than 1048576 fields"),
        ("y_true,A\n1", b',', 2, "in:2: a row has more than 1048576 fields"),
        ("y_true,A\n\"1", b',', 40, "in:2: a row is longer than 33554432 bytes"),
        ("y_true,A\n1,1", b'1', 17, "in:2:2: a field is longer than 16777216 bytes"),
        ("", b'1', 40, "in:1: a row is longer than 33554432 bytes"),
        ("[", b',', 257, "in: the text is longer than 268435456 bytes"),
        ("| a |\n|---|\n", b'|', 5, "in: the text is longer than 4194304 bytes"),
    ] {
        let refused = refusal(bomb(text, byte, mebibytes));
        assert_eq!(refused.lines().next(), Some(expected), "{text} {byte}");
    }
}

#[test]
fn a_plain_row_of_many_fields_is_refused() {
    let many = ",".repeat((1 << 20) - 1);
    let error = refusal(format!("y_true{many},A\n"));
    assert!(error.starts_with("in:1: a row has more than 1048576 fields"), "{error}");
    let most = format!("y_true{}\n", ",A".repeat((1 << 20) - 1));
    assert!(refusal(most).contains("the name \"A\" is given twice"));
}

#[test]
fn json_of_many_short_values_is_refused_before_it_fills_the_memory() {
    for (text, expected) in [
        (
            format!("[0{}]", ",0".repeat(1 << 24)),
            "in:1:33554435: the JSON is broken: a list has more than 16777216 values",
        ),
        ("{}".repeat((1 << 24) + 1), "in: there are more than 16777216 values"),
        (
            format!("{{\"a\":0{}}}", ",\"\":0".repeat(1 << 20)),
            "in:1:1: the JSON is broken: an object has more than 1048576 keys (object 1)",
        ),
    ] {
        assert_eq!(refusal(text).lines().next(), Some(expected));
    }
}

#[test]
fn a_block_that_grows_beyond_all_measure_is_refused() {
    // 127 matches of 65,539 bytes each: more than a block may hold, from 300 bytes.
    let mut sequences = vec![0x08, b',', 127, 0x54, 0, 2, 52];
    sequences.extend([0; 285]);
    sequences.push(0x40);
    for is_last in [false, true] {
        let start = block(0, 4, b"a,b,", false);
        let bytes = [frame(WINDOW), start, block(2, sequences.len(), &sequences, is_last)].concat();
        assert_eq!(
            refusal(bytes),
            "in: the Zstandard data are broken: a block cannot be decoded\nhint: compress the \
             data again, or decompress them first"
        );
    }
}

#[test]
fn what_is_broken_is_said_in_words() {
    let broken = |form: &str, reason: &str| format!("in: the {form} data are broken: {reason}");
    let mut wrong_sum = zstd(TEXT);
    let last = wrong_sum.len() - 1;
    wrong_sum[last] ^= 1;
    let mut wrong_gzip = gzip(TEXT);
    let at = wrong_gzip.len() - 6;
    wrong_gzip[at] ^= 1;
    let cut = |bytes: Vec<u8>, count: usize| bytes[..bytes.len() - count].to_vec();
    let long = "1,1\n".repeat(1000);
    for (bytes, expected) in [
        (wrong_sum, broken("Zstandard", "the checksum is wrong")),
        (cut(zstd(TEXT), 6), broken("Zstandard", "they end early")),
        (vec![0x28, 0xb5, 0x2f, 0xfd], broken("Zstandard", "they end early")),
        (skippable(0, &[0; 9])[..12].to_vec(), broken("Zstandard", "they end early")),
        ([zstd(TEXT), b"more".to_vec()].concat(), broken("Zstandard", "other data follow a frame")),
        (
            [frame(0xff), block(0, 1, b"a", true)].concat(),
            broken(
                "Zstandard",
                "a frame refers back more than 134217728 bytes, the window of --ultra -22",
            ),
        ),
        (
            [frame(0x90), block(0, 1, b"a", true)].concat(),
            broken(
                "Zstandard",
                "a frame refers back more than 134217728 bytes, the window of --ultra -22",
            ),
        ),
        (
            // One segment, which has no window but its content.
            [&frame(0)[..4], &[0xe0], &(1_u64 << 27 | 1).to_le_bytes(), &block(0, 1, b"a", true)]
                .concat(),
            broken(
                "Zstandard",
                "a frame refers back more than 134217728 bytes, the window of --ultra -22",
            ),
        ),
        (
            [&[0x28, 0xb5, 0x2f, 0xfd, 0x01, WINDOW, 7][..], &block(0, 1, b"a", true)].concat(),
            broken("Zstandard", "they need a dictionary"),
        ),
        (
            [frame(WINDOW), block(3, 1, b"a", true)].concat(),
            broken("Zstandard", "a block cannot be decoded"),
        ),
        (wrong_gzip, broken("gzip", "a block cannot be decoded")),
        (cut(gzip(&format!("y_true,A\n{long}")), 12), broken("gzip", "they end early")),
        (
            [gzip(TEXT), b"more and more".to_vec()].concat(),
            broken("gzip", "a block cannot be decoded"),
        ),
    ] {
        let error = read_text(&bytes).expect_err("broken");
        check_one_line(&error);
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn a_file_that_is_compressed_twice_says_so() {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(&gzip(TEXT)).expect("compressed");
    assert_eq!(
        refusal(encoder.finish().expect("compressed")),
        "in: this is a gzip file within a compressed one, which cannot be read\nhint: decompress \
         it once"
    );
}

#[test]
fn faults_of_the_system_are_no_faults_of_the_compression() {
    struct Fails;
    impl Read for Fails {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::new(io::ErrorKind::PermissionDenied, "no more"))
        }
    }
    for bytes in [zstd(TEXT), gzip(TEXT)] {
        let reader = bytes[..20].chain(Fails);
        let error = read(reader, "in", &ReadOptions::default(), &mut |_| ()).expect_err("fails");
        assert_eq!(error.to_string(), "in: cannot be read: no more");
    }
}
