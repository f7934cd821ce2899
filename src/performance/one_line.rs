//! Names and messages as one harmless line.

use std::borrow::Cow;

/// The text with everything escaped that could break its line, command a terminal, change the
/// direction of writing or hide: control characters, line and paragraph separators, and the format
/// characters of Unicode. The two joiners U+200C and U+200D stay, since words and emoji need them.
///
/// Every name, label or message that a text shows goes through here; JSON, CSV and pages of HTML
/// have escapes of their own. The result contains no line break, is never longer than ten times
/// the text, and is the text itself where nothing has to be escaped. O(length).
///
/// ```
/// use exactile::performance::one_line;
/// assert_eq!(one_line("balanced SVM"), "balanced SVM");
/// assert_eq!(one_line("a\nerror: b"), r"a\nerror: b");
/// assert_eq!(one_line("\u{1b}[2J\u{202e}"), r"\u{1b}[2J\u{202e}");
/// ```
pub fn one_line(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut line = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_escaped(c) { line.extend(c.escape_default()) } else { line.push(c) }
    }
    Cow::Owned(line)
}

/// Returns `true` for characters of the categories Cc, Cf, Zl and Zp other than the joiners.
fn is_escaped(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}'
                | '\u{600}'..='\u{605}'
                | '\u{61c}'
                | '\u{6dd}'
                | '\u{70f}'
                | '\u{890}'..='\u{891}'
                | '\u{8e2}'
                | '\u{180e}'
                | '\u{200b}'
                | '\u{200e}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{110bd}'
                | '\u{110cd}'
                | '\u{13430}'..='\u{1343f}'
                | '\u{1bca0}'..='\u{1bca3}'
                | '\u{1d173}'..='\u{1d17a}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_breaks_hides_or_turns_is_escaped() {
        for c in ['\0', '\t', '\r', '\u{7f}', '\u{9b}', '\u{202e}', '\u{2066}', '\u{2028}'] {
            let text = format!("a{c}b");
            assert_eq!(one_line(&text), format!("a{}b", c.escape_default()), "{c:?}");
        }
    }

    #[test]
    fn words_of_all_scripts_stay_as_they_are() {
        for text in
            ["", "naïve Bayes", "分類器", "👩\u{200d}🔬", "می\u{200c}خواهم", r"a\nb", "e\u{301}"]
        {
            assert!(matches!(one_line(text), Cow::Borrowed(same) if same == text));
        }
    }

    #[test]
    fn escaping_twice_changes_nothing_more() {
        let all: String = ('\0'..='\u{10ffff}').collect();
        let once = one_line(&all).into_owned();
        assert_eq!(one_line(&once), once);
        assert_eq!(once.lines().count(), 1);
    }
}
