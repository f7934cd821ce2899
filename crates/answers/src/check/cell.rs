//! Reads the texts of a printed cell beside its number: `95.0 % (38/40)`, `0.95 [0.83, 0.99]`, `>
//! 0.95`, `0,95`.

use std::borrow::Cow;

use exactile::num::Rational;

/// A printed number with the counts and the interval beside it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Cell {
    /// The number, with a decimal point.
    pub(crate) number: String,
    /// The numerator and the denominator of `(38/40)`.
    pub(crate) counts: Option<[u64; 2]>,
    /// The ends of a confidence interval, and its level.
    pub(crate) interval: Option<([String; 2], Rational)>,
    /// The standard deviation of `0.912 ± 0.034`.
    pub(crate) deviation: Option<String>,
}

impl Cell {
    /// Reads a cell. Text that is not understood stays in `number`, which is then refused.
    pub(crate) fn of(text: &str) -> Self {
        let moved = percent_first(text.trim());
        let text = &*moved;
        let mut cell =
            Self { number: pointed(text), counts: None, interval: None, deviation: None };
        if let Some((number, deviation)) = spread(text) {
            (cell.number, cell.deviation) = (number, Some(deviation));
            return cell;
        }
        let Some(at) = text.find(['(', '[']) else { return cell };
        let (number, rest) = text.split_at(at);
        if number.trim().is_empty() || !rest.ends_with([')', ']']) {
            return cell;
        }
        let inner = rest[1..rest.len() - 1].trim();
        cell.counts = counts(inner);
        if cell.counts.is_none() {
            cell.interval = interval(inner);
        }
        if cell.counts.is_some() || cell.interval.is_some() {
            cell.number = pointed(number.trim());
        }
        if let Some((ends, _)) = cell.interval.as_mut().filter(|_| cell.number.ends_with('%')) {
            ends.iter_mut().filter(|end| !end.ends_with('%')).for_each(|end| end.push('%'));
        }
        cell
    }
}

/// Moves a sign of percent behind the number that all in a cell are like: `88.1 % (2.0)` for `88.1
/// (2.0) %`.
fn percent_first(text: &str) -> Cow<'_, str> {
    let body = text.strip_suffix('%').map(str::trim_end).filter(|body| body.ends_with([')', ']']));
    let parts = body.and_then(|body| Some(body.split_at(body.find(['(', '['])?)));
    match parts.filter(|(number, _)| !number.trim().is_empty()) {
        Some((number, rest)) => Cow::Owned(format!("{} % {rest}", number.trim_end())),
        None => Cow::Borrowed(text),
    }
}

/// Reads the numerator and the denominator of `38/40`, or `38 of 40`.
fn counts(inner: &str) -> Option<[u64; 2]> {
    let (hits, samples) = inner.split_once('/').or_else(|| inner.split_once(" of "))?;
    Some([hits.trim().parse().ok()?, samples.trim().parse().ok()?])
}

/// Reads a mean and its standard deviation: `0.912 ± 0.034`, `91.2 +/- 3.4 %`, `0.912 (SD 0.034)`,
/// `0.912 (0.034)`. A sign of percent at the end is that of both.
fn spread(text: &str) -> Option<(String, String)> {
    let signs = ["\u{b1}", "+/-", "+-", "\\pm"];
    let found = signs.iter().find_map(|sign| text.split_once(sign)).or_else(|| {
        let (mean, rest) = text.strip_suffix(')')?.split_once('(')?;
        let rest = rest.trim_start();
        match rest.strip_prefix("SD").or_else(|| rest.strip_prefix("sd")) {
            Some(deviation) => Some((mean, deviation.trim_start_matches([':', '=', ' ']))),
            None => (!mean.trim().is_empty() && is_decimal(rest)).then_some((mean, rest)),
        }
    });
    let (mean, deviation) = found?;
    let trimmed = |text: &str| text.replace(['$', '(', ')'], "").trim().to_owned();
    let (mut mean, mut deviation) = (pointed(&trimmed(mean)), pointed(&trimmed(deviation)));
    match (mean.ends_with('%'), deviation.ends_with('%')) {
        (true, false) => deviation.push('%'),
        (false, true) => mean.push('%'),
        _ => {}
    }
    Some((mean, deviation))
}

/// Returns `true` for a number with decimal places. A whole one in parentheses may be a count.
fn is_decimal(text: &str) -> bool {
    let number = pointed(text.trim_end_matches(['%', ' ']));
    number.contains('.') && number.parse::<Rational>().is_ok()
}

/// Replaces a decimal comma by a point.
fn pointed(number: &str) -> String {
    let is_plain = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let digits = number.trim_end_matches('%').trim_end();
    let digits = digits.trim_start_matches(['>', '<', '=', '\u{2265}', '\u{2264}', '-', ' ']);
    match digits.split_once(',') {
        Some((whole, places)) if is_plain(whole) && is_plain(places) => {
            number.replacen(',', ".", 1)
        }
        _ => number.to_owned(),
    }
}

/// Reads the ends of a confidence interval, such as `0.83, 0.99`, `0.83-0.99`, `95% CI: 0.83 to
/// 0.99`.
fn interval(inner: &str) -> Option<([String; 2], Rational)> {
    let mut level = Rational::new(95, 100);
    let mut ends = inner;
    if let Some((before, after)) = inner.split_once("CI") {
        let before = before.trim();
        if !before.is_empty() {
            let share = before.strip_suffix('%')?.trim_end();
            level = pointed(share).parse::<Rational>().ok()? / Rational::from(100);
        }
        ends = after.trim_start_matches([':', '=', ' ']);
    }
    let ends = ends.trim_matches(['[', ']', '(', ')', ' ']);
    [" to ", "; ", ";", ", ", "\u{2013}", "\u{2014}", " - ", "-", ","].into_iter().find_map(
        |sign| {
            let (lower, upper) = ends.split_once(sign)?;
            let ends = [lower, upper].map(|end| pointed(end.trim()));
            let is_number =
                |end: &String| end.trim_end_matches('%').trim_end().parse::<Rational>().is_ok();
            ends.iter().all(is_number).then(|| (ends, level.clone()))
        },
    )
}

/// Reads the names and values of a row such as `sens=0.92, spec > 0,88 ppv: 95.0 % (38/40)`; the
/// error is the first part that is neither. A colon is a sign outside parentheses alone, where it
/// may stand after `CI`.
pub(crate) fn pairs(row: &str) -> Result<Vec<(String, String)>, String> {
    let mut depth = 0;
    let is_sign = |(_, letter): &(usize, char)| {
        depth += i32::from("([".contains(*letter)) - i32::from(")]".contains(*letter));
        "=<>\u{2264}\u{2265}".contains(*letter) || *letter == ':' && depth == 0
    };
    let signs: Vec<(usize, char)> = row.char_indices().filter(is_sign).collect();
    // Where names begin, and where their signs stand.
    let mut starts: Vec<[usize; 2]> = Vec::new();
    for (at, _) in signs {
        let before = &row[..at];
        let from = starts.last().map_or(0, |[_, sign]| *sign);
        if let Some(name) = name_before(before).filter(|name| *name >= from) {
            starts.push([name, at]);
        }
    }
    let first = starts.first().map_or(row.len(), |[name, _]| *name);
    let stray = |text: &str| text.trim_matches([',', ';', ' ', '\t', '\n']).to_owned();
    if !stray(&row[..first]).is_empty() {
        return Err(stray(&row[..first]));
    }
    let ends = starts.iter().skip(1).map(|[name, _]| *name).chain([row.len()]);
    let pair = |([name, sign], end): (&[usize; 2], usize)| {
        let text = &row[*sign..end];
        let is_equal = text.starts_with(['=', ':']) && !text[1..].starts_with(['<', '>']);
        let text = if is_equal { &text[1..] } else { text };
        (row[*name..*sign].trim().to_owned(), stray(text))
    };
    Ok(starts.iter().zip(ends).map(pair).collect())
}

/// Returns the beginning of the name before a sign: after the last blank, comma or semicolon
/// outside parentheses. `None` if there is none.
fn name_before(text: &str) -> Option<usize> {
    let trimmed = text.trim_end();
    let mut depth = 0_u32;
    let mut start = trimmed.len();
    for (at, letter) in trimmed.char_indices().rev() {
        match letter {
            ')' => depth += 1,
            '(' if depth > 0 => depth -= 1,
            _ if depth > 0 => {}
            '(' | '[' | ',' | ';' | '=' | '<' | '>' | '\u{2264}' | '\u{2265}' => break,
            letter if letter.is_whitespace() => break,
            _ => {}
        }
        start = at;
    }
    trimmed[start..].starts_with(char::is_alphabetic).then_some(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_cut_into_names_and_values() {
        for (row, expected) in [
            ("sens=0.507 spec=0.941", vec![("sens", "0.507"), ("spec", "0.941")]),
            ("sens=0.92, spec=0.88", vec![("sens", "0.92"), ("spec", "0.88")]),
            ("sens=0.92,spec=0.88;", vec![("sens", "0.92"), ("spec", "0.88")]),
            ("sens = 0,92 spec > 0,88", vec![("sens", "0,92"), ("spec", "> 0,88")]),
            ("acc=94.3 % f1>=0.5", vec![("acc", "94.3 %"), ("f1", ">=0.5")]),
            ("sens: 0.95, Spec : 94 %", vec![("sens", "0.95"), ("Spec", "94 %")]),
            ("sens:0.95 (95 % CI: 0.8-0.99)", vec![("sens", "0.95 (95 % CI: 0.8-0.99)")]),
            (
                "sens=95.0 % (38/40) f-beta(0,5)=.9",
                vec![("sens", "95.0 % (38/40)"), ("f-beta(0,5)", ".9")],
            ),
            (
                "sens=0.95 [0.83, 0.99], spec=.9",
                vec![("sens", "0.95 [0.83, 0.99]"), ("spec", ".9")],
            ),
        ] {
            let found = pairs(row).expect("pairs");
            let found: Vec<(&str, &str)> =
                found.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
            assert_eq!(found, expected, "{row}");
        }
        assert_eq!(pairs("0.5 sens=0.92"), Err("0.5".to_owned()));
        assert_eq!(pairs("sens"), Err("sens".to_owned()));
    }

    #[test]
    fn cells_say_counts_and_intervals() {
        let of = |text: &str| {
            let Cell { number, counts, interval, .. } = Cell::of(text);
            (number, counts, interval.map(|(ends, level)| (ends.join(" "), level.to_string())))
        };
        let number = |text: &str| text.to_owned();
        assert_eq!(of("95.0 % (38/40)"), (number("95.0 %"), Some([38, 40]), None));
        assert_eq!(of("0,95"), (number("0.95"), None, None));
        assert_eq!(of("> 0,95"), (number("> 0.95"), None, None));
        let ends = |ends: &str, level: &str| Some((number(ends), number(level)));
        assert_eq!(of("0.95 [0.83, 0.99]"), (number("0.95"), None, ends("0.83 0.99", "19/20")));
        assert_eq!(
            of("0.95 (90 % CI: 0.83\u{2013}0.99)"),
            (number("0.95"), None, ends("0.83 0.99", "9/10"))
        );
        assert_eq!(of("95 (38/40) %"), (number("95 %"), Some([38, 40]), None));
        assert_eq!(of("95 [83, 99] %"), (number("95 %"), None, ends("83% 99%", "19/20")));
        assert_eq!(of("95 % [83 %, 99 %]"), (number("95 %"), None, ends("83 % 99 %", "19/20")));
        assert_eq!(of("0.95 (good)"), (number("0.95 (good)"), None, None));
        assert_eq!(of("7/8"), (number("7/8"), None, None));
        assert_eq!(of("85 (34)"), (number("85 (34)"), None, None));
        let spread = |text: &str| {
            let cell = Cell::of(text);
            (cell.number, cell.deviation)
        };
        for (text, mean, deviation) in [
            ("0.912 \u{b1} 0.034", "0.912", "0.034"),
            ("0,912\u{b1}0,034", "0.912", "0.034"),
            ("91.2 +/- 3.4 %", "91.2%", "3.4 %"),
            ("91.2 % \u{b1} 3.4", "91.2 %", "3.4%"),
            ("(91.2 \u{b1} 3.4) %", "91.2%", "3.4 %"),
            ("$0.912 \\pm 0.034$", "0.912", "0.034"),
            ("0.912 (SD 0.034)", "0.912", "0.034"),
            ("88.1 (2.0)", "88.1", "2.0"),
            ("88,1 % (2,0 %)", "88.1 %", "2.0 %"),
            ("88.1 (2.0) %", "88.1 %", "2.0%"),
        ] {
            assert_eq!(spread(text), (number(mean), Some(number(deviation))), "{text}");
        }
    }
}
