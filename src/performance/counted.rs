//! Counts within sentences.

use std::fmt::Display;

/// A count and its noun, in the plural unless the count is 1. Only the last word of the noun
/// changes.
///
/// ```
/// use exactile::performance::counted;
/// assert_eq!(counted(1, "classifier"), "1 classifier");
/// assert_eq!(counted(0, "further sample"), "0 further samples");
/// assert_eq!(counted(2, "matrix"), "2 matrices");
/// assert_eq!(counted("3/2", "miss"), "3/2 misses");
/// ```
pub fn counted(count: impl Display, noun: &str) -> String {
    let count = count.to_string();
    if count == "1" { format!("1 {noun}") } else { format!("{count} {}", plural(noun)) }
}

fn plural(noun: &str) -> String {
    match noun {
        _ if noun.ends_with("matrix") => format!("{}ces", noun.trim_end_matches('x')),
        _ if noun.ends_with('s') || noun.ends_with('x') => format!("{noun}es"),
        _ => format!("{noun}s"),
    }
}
