//! Names and other texts of an input, as they are shown to people.

use std::borrow::Cow;

/// Returns the text on one line, with everything escaped that could break the line, turn its
/// direction or command a terminal: control characters, line and paragraph separators, and the
/// marks, embeddings, overrides and isolates of direction.
///
/// Every table and every message shows names like this. Data formats (JSON, CSV) have them as they
/// are.
///
/// ```
/// use exactile::performance::shown;
/// assert_eq!(shown("résumé 7"), "résumé 7");
/// assert_eq!(shown("a\u{1b}[2Jb"), r"a\u{1b}[2Jb");
/// assert_eq!(shown("svm\u{202e}mvs"), r"svm\u{202e}mvs");
/// ```
pub fn shown(text: &str) -> Cow<'_, str> {
    let is_escaped = |c: char| {
        c.is_control()
            || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if !text.contains(is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        if is_escaped(c) { line.extend(c.escape_default()) } else { line.push(c) }
    }
    Cow::Owned(line)
}
