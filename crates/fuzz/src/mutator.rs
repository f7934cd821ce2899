//! Inputs made from others by a few random changes.

use fastrand::Rng;

/// Inputs grow no longer than this.
const MOST_BYTES: usize = 1 << 14;
/// Pieces of text that readers treat in a way of their own.
const WORDS: [&[u8]; 64] = [
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"\0",
    b"\x1b[2J",
    b"\xe2\x80\xae",
    b"\xf0\x9f\x98\x80",
    b"\xc3",
    b"\n",
    b"\r\n",
    b"\r",
    b",",
    b";",
    b"\t",
    b"\"",
    b"\"\"",
    b"{",
    b"}",
    b"[",
    b"]",
    b":",
    b"\\u0000",
    b"name,tn,fp,fn,tp\n",
    b"name,tnr,tpr,prior\n",
    b"y_true,",
    b"count,",
    b"NaN",
    b"inf",
    b"null",
    b"-",
    b"1e",
    b"1e-",
    b"1e999999999",
    b"1e-999999999",
    b"0",
    b"-0",
    b"1/0",
    b"0/0",
    b"1/3",
    b"50%",
    b"0.1",
    b"18446744073709551616",
    b"9007199254740993",
    b"-1",
    b"\x1f\x8b\x08\x00",
    b"\x28\xb5\x2f\xfd",
    b"true",
    b"False",
    b"sep=;",
    b"# ",
    b"|",
    b"\n|---|\n",
    b"\\begin{tabular}{l}",
    b"\\end{tabular}",
    b"\\\\",
    b"&",
    b"12.345",
    b"0,5",
    b"1'234",
    b"\xc2\xa0",
    b" %",
    b"PK\x03\x04",
    b"\x50\x2a\x4d\x18",
    b" ",
    b"99999999999999999999999999999999999999999999",
];

/// Makes inputs from a corpus: number k is the same in each run.
pub struct Mutator<'c> {
    corpus: &'c [Vec<u8>],
    seed: u64,
}

impl<'c> Mutator<'c> {
    /// A mutator of these inputs, at least one.
    ///
    /// # Panics
    /// Without any input.
    pub fn new(corpus: &'c [Vec<u8>], seed: u64) -> Self {
        assert!(!corpus.is_empty(), "a corpus has one input at least");
        Self { corpus, seed }
    }

    /// Returns input `number`: the corpus itself first.
    pub fn input(&self, number: usize) -> Vec<u8> {
        if let Some(input) = self.corpus.get(number) {
            return input.clone();
        }
        // Neighbouring seeds give unlike streams.
        let mut random =
            Rng::with_seed(self.seed ^ (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut input = self.any(&mut random).to_vec();
        for _ in 0..1 + random.usize(0..6) {
            self.change(&mut input, &mut random);
        }
        input.truncate(MOST_BYTES);
        input
    }

    fn any(&self, random: &mut Rng) -> &'c [u8] {
        &self.corpus[random.usize(0..self.corpus.len())]
    }

    fn change(&self, input: &mut Vec<u8>, random: &mut Rng) {
        let at = random.usize(0..=input.len());
        let end = random.usize(at..=input.len().min(at + 64));
        match random.u8(0..9) {
            0 if at < input.len() => input[at] ^= 1 << random.u8(0..8),
            1 if at < input.len() => input[at] = random.u8(..),
            2 => drop(input.drain(at..end)),
            3 => {
                let copy = input[at..end].to_vec();
                let times = random.usize(1..8);
                input.splice(at..at, copy.repeat(times));
            }
            4 => {
                // The rest of another input.
                let other = self.any(random);
                let from = random.usize(0..=other.len());
                input.truncate(at);
                input.extend_from_slice(&other[from..]);
            }
            5 => input.truncate(at),
            6 => {
                // Another number in the place of one.
                let digits = |byte: &u8| byte.is_ascii_digit();
                let Some(start) = input[at..].iter().position(digits).map(|k| at + k) else {
                    return;
                };
                let end = input[start..].iter().position(|byte| !digits(byte));
                let end = end.map_or(input.len(), |k| start + k);
                let number = match random.u8(0..4) {
                    0 => random.u8(..).to_string(),
                    1 => random.u64(..).to_string(),
                    2 => format!("{}.{}e{}", random.u8(..), random.u16(..), random.i16(..)),
                    _ => format!("{}/{}", random.u32(..), random.u8(..)),
                };
                input.splice(start..end, number.into_bytes());
            }
            _ => {
                let word = WORDS[random.usize(0..WORDS.len())];
                let end = if random.bool() { end } else { at };
                input.splice(at..end, word.iter().copied());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_makes_the_same_inputs() {
        let corpus = [b"name,tn,fp,fn,tp\na,1,2,3,4\n".to_vec(), b"[]".to_vec()];
        let inputs = |seed| {
            let mutator = Mutator::new(&corpus, seed);
            (0..200).map(|k| mutator.input(k)).collect::<Vec<_>>()
        };
        assert_eq!(inputs(1), inputs(1));
        assert_ne!(inputs(1), inputs(2));
        assert_eq!(inputs(3)[..2], corpus);
        assert!(inputs(1).iter().any(|input| input.len() > corpus[0].len()));
    }
}
