//! The division of a stream into blocks has no effect.

use super::*;

/// A reader that hands out given blocks.
struct Blocks<'b>(Vec<&'b [u8]>);

impl Read for Blocks<'_> {
    fn read(&mut self, block: &mut [u8]) -> std::io::Result<usize> {
        let Some(first) = self.0.first_mut() else { return Ok(0) };
        let count = first.read(block)?;
        if first.is_empty() {
            self.0.remove(0);
        }
        Ok(count)
    }
}

fn in_blocks(blocks: Vec<&[u8]>) -> Result<Subject, InputError> {
    read(&mut Blocks(blocks), "in", &ReadOptions::default(), &mut |_| ())
}

#[test]
fn a_block_that_is_a_byte_order_mark_is_not_the_end() {
    let blocks: Vec<&[u8]> =
        vec![b"name,tn,fp,fn,tp\na,1,2,3,4\nb,2,3,4,5\n", b"\xef\xbb\xbf", b"c,3,4,5,6\n"];
    let input = in_blocks(blocks).expect("accepted");
    assert_eq!(shown(&input), "a 1 2 3 4\nb 2 3 4 5\n\u{feff}c 3 4 5 6");
}

#[test]
fn errors_keep_their_lines_however_the_blocks_are_cut() {
    let text = b"name,tn,fp,fn,tp\n\"a\",1,2,3,4\n\nb,2,3,4,x\n";
    let expected = read_text(text).expect_err("refused").to_string();
    assert!(expected.contains("in:4:5"), "{expected}");
    for at in 1..text.len() {
        let (first, second) = text.split_at(at);
        assert_eq!(in_blocks(vec![first, second]).expect_err("refused").to_string(), expected);
    }
}

#[test]
fn every_cut_into_three_blocks_reads_the_same() {
    for text in [
        "name,tn,fp,fn,tp\r\na,1,2,3,4\r\n\"b\",2,3,4,5\n\u{feff}c,3,4,5,6",
        "\u{feff}y_true;A;B\n1;0;1\n0;0;1\n\n\u{feff}1;1;0\n",
        "[{\"name\": \"a\", \"tn\": 1, \"fp\": 2, \"fn\": 3, \"tp\": 4}]",
    ] {
        let whole = read_text(text).map(|input| shown(&input)).map_err(|error| with_hint(&error));
        let bytes = text.as_bytes();
        for first in 1..bytes.len() {
            for second in (first + 1..bytes.len()).step_by(3) {
                let cut = vec![&bytes[..first], &bytes[first..second], &bytes[second..]];
                let found = in_blocks(cut).map(|input| shown(&input));
                assert_eq!(found.map_err(|error| with_hint(&error)), whole, "{first} {second}");
            }
        }
    }
}
