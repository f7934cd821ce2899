//! Shortens messages so that they fit on a screen, whatever they quote.

use exactile::performance::one_line;

/// The most digits of a number that are shown in full.
const DIGITS: usize = 60;
/// The number of digits shown from each end of a longer number.
const DIGITS_SHOWN: usize = 20;
/// The most bytes of a message that are shown in full.
const BYTES: usize = 900;
/// The number of characters shown from each end of a longer message.
const CHARACTERS_SHOWN: usize = 120;

/// Returns a message as one line of at most 1,000 bytes. Long numbers are shown by both ends, and
/// so is a message that is still too long.
pub(crate) fn concise(message: &str) -> String {
    let line = short_numbers(&one_line(message));
    if line.len() <= BYTES {
        return line;
    }
    let characters: Vec<char> = line.chars().collect();
    let (Some((first, rest)), Some((_, last))) = (
        characters.split_at_checked(CHARACTERS_SHOWN),
        characters.split_at_checked(characters.len().saturating_sub(CHARACTERS_SHOWN)),
    ) else {
        return line;
    };
    if rest.len() <= CHARACTERS_SHOWN {
        return line;
    }
    format!("{} ... {}", String::from_iter(first), String::from_iter(last))
}

fn short_numbers(line: &str) -> String {
    let mut short = String::with_capacity(line.len().min(2 * BYTES));
    let mut rest = line;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, number) = rest.split_at(start);
        let end = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
        let (number, after) = number.split_at(end);
        short.push_str(before);
        if number.len() > DIGITS {
            short.push_str(&number[..DIGITS_SHOWN]);
            short.push_str("...");
            short.push_str(&number[number.len() - DIGITS_SHOWN..]);
        } else {
            short.push_str(number);
        }
        rest = after;
    }
    short.push_str(rest);
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_numbers_are_shown_by_both_ends() {
        let fraction = format!("a level of 1/{}7 is not between 0 and 1", "3".repeat(300));
        assert_eq!(
            concise(&fraction),
            "a level of 1/33333333333333333333...33333333333333333337 is not between 0 and 1"
        );
        let short = format!("{} and {}", "1".repeat(DIGITS), "2".repeat(DIGITS));
        assert_eq!(concise(&short), short);
    }

    #[test]
    fn nothing_is_longer_than_a_thousand_bytes_or_breaks_its_line() {
        for character in ["a", "1", "é", "分", "👩", "\n", "\u{202e}"] {
            for length in [0, 1, 100, 500, 1_000, 100_000] {
                let line = concise(&character.repeat(length));
                assert!(line.len() <= 1_000 && !line.contains(char::is_control), "{line}");
            }
        }
        assert_eq!(concise("a\nb"), r"a\nb");
    }
}
