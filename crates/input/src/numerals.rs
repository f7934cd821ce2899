//! Numbers in other conventions: decimal commas, thousands, percent signs.
//!
//! Nothing is guessed. A number with one reading is read exactly; a mark that may separate
//! thousands or decimals is read as a decimal mark only if another number of the table proves it to
//! be one.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};

use exactile::num::{ParseNumberError, Rational, abbreviated};

use super::error::InputErrorKind;

/// Marks between thousands, and between a number and its percent sign. None of them is ever a
/// decimal mark.
const GROUPING: [char; 7] = ['\'', '\u{2019}', ' ', '\u{a0}', '\u{202f}', '\u{2009}', '\u{2007}'];

/// Reads an exact number, with thousands such as `12'345` and a percent sign such as in `94.4 %`.
pub(super) fn parse(text: &str) -> Result<Rational, ParseNumberError> {
    match text.parse() {
        Err(ParseNumberError::NotANumber(shown)) => match plain(text) {
            Some(plain) => plain.parse(),
            None => Err(ParseNumberError::NotANumber(shown)),
        },
        number => number,
    }
}

/// Returns the number without marks between thousands and without white space before its percent
/// sign.
fn plain(text: &str) -> Option<String> {
    let parts = Parts::of(text);
    let (whole, fraction) = match parts.number.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (parts.number, None),
    };
    let mut whole = whole.to_owned();
    if let Some(mark) = whole.chars().find(|c| GROUPING.contains(c)) {
        whole = ungrouped(&whole, mark)?;
    }
    let fraction = fraction.map(|fraction| format!(".{fraction}")).unwrap_or_default();
    Some(format!("{}{whole}{fraction}{}", parts.sign, parts.percent))
}

/// A number without its sign and percent sign.
struct Parts<'t> {
    sign: &'t str,
    number: &'t str,
    percent: &'t str,
}

impl<'t> Parts<'t> {
    fn of(text: &'t str) -> Self {
        let text = text.trim();
        let (sign, unsigned) = text.split_at(usize::from(text.starts_with(['+', '-'])));
        match unsigned.strip_suffix('%') {
            Some(number) => Self { sign, number: number.trim_end(), percent: "%" },
            None => Self { sign, number: unsigned, percent: "" },
        }
    }
}

/// Returns the digits of groups of three, the first of which may be shorter; `None` if they are not
/// such groups.
fn ungrouped(text: &str, mark: char) -> Option<String> {
    let is_group = |group: &str| group.bytes().all(|byte| byte.is_ascii_digit());
    let mut groups = text.split(mark);
    let first = groups.next().filter(|first| (1..=3).contains(&first.len()))?;
    let is_right = is_group(first) && groups.all(|group| group.len() == 3 && is_group(group));
    is_right.then(|| text.replace(mark, ""))
}

/// The marks of the numbers of a table, as far as it is read.
#[derive(Default)]
pub(super) struct Marks {
    /// `true` if commas and points are checked: fields are not separated by commas.
    are_watched: bool,
    /// `true` if points between thousands are likely: fields are separated by semicolons.
    is_semicolon: bool,
    decimal: Cell<Option<char>>,
    thousands: Cell<Option<char>>,
    /// A whole number among counts.
    is_whole_seen: Cell<bool>,
    /// The first number whose mark may be either, for points and for commas.
    ambiguous: RefCell<[Option<Fault>; 2]>,
    conflict: RefCell<Option<Fault>>,
}

/// A fault of a number, with its line and column.
#[derive(Clone)]
struct Fault {
    kind: InputErrorKind,
    at: (u64, usize),
}

/// The marks of one number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    None,
    Decimal(char),
    Either(char),
    Thousands { mark: char, decimal: Option<char> },
}

impl Marks {
    /// Creates the state before any number, for a table with this separator.
    pub(super) fn new(separator: u8) -> Self {
        let is_semicolon = separator == b';';
        Self { are_watched: separator != b',', is_semicolon, ..Self::default() }
    }

    /// Returns the decimal mark, if a number has shown it.
    pub(super) fn decimal_mark(&self) -> Option<char> {
        self.decimal.get()
    }

    /// Returns `true` if a number with a point may be read as it is: commas and points need no
    /// further checks.
    #[inline]
    pub(super) fn are_plain(&self) -> bool {
        !self.are_watched || self.decimal.get() == Some('.')
    }

    /// Returns the number at this line and column with a decimal point and without thousands, if it
    /// has only one reading. `is_count` says that whole numbers are likely.
    pub(super) fn standard<'t>(
        &self,
        text: &'t str,
        at: (u64, usize),
        is_count: bool,
    ) -> Cow<'t, str> {
        if !self.are_watched {
            return Cow::Borrowed(text);
        }
        if text.trim().bytes().all(|byte| byte.is_ascii_digit()) {
            if is_count {
                self.is_whole_seen.set(true);
            }
            return Cow::Borrowed(text);
        }
        let parts = Parts::of(text);
        let reading = reading(&parts);
        let (decimal, thousands) = match reading {
            Reading::None => return Cow::Borrowed(text),
            Reading::Decimal(mark) => (Some(mark), None),
            Reading::Thousands { mark, decimal } => (decimal, Some(mark)),
            Reading::Either(mark) => {
                let first = &mut self.ambiguous.borrow_mut()[usize::from(mark == ',')];
                first.get_or_insert_with(|| {
                    let text = format!("{}{}", parts.sign, parts.number).into();
                    Fault { kind: InputErrorKind::ThousandsOrDecimals { text, mark }, at }
                });
                return Cow::Owned(text.replace(mark, "."));
            }
        };
        let is_conflict = decimal.is_some_and(|mark| {
            self.decimal.get().is_some_and(|other| other != mark)
                || self.thousands.get() == Some(mark)
        }) || thousands.is_some_and(|mark| self.decimal.get() == Some(mark));
        if is_conflict {
            let kind = InputErrorKind::MixedMarks { text: abbreviated(text.trim()) };
            self.conflict.borrow_mut().get_or_insert(Fault { kind, at });
        }
        self.decimal.set(self.decimal.get().or(decimal));
        self.thousands.set(self.thousands.get().or(thousands));
        if decimal == Some('.') && thousands.is_none() {
            return Cow::Borrowed(text);
        }
        let ungrouped = match thousands {
            Some(mark) => text.replace(mark, ""),
            None => text.to_owned(),
        };
        Cow::Owned(ungrouped.replace(',', "."))
    }

    /// Returns the fault of the numbers of a table, with its line and column, after the table is
    /// read.
    pub(super) fn fault(&self) -> Option<(InputErrorKind, (u64, usize))> {
        if let Some(Fault { kind, at }) = &*self.conflict.borrow() {
            return Some((kind.clone(), *at));
        }
        let is_decimal = |mark| match (self.decimal.get(), self.thousands.get()) {
            (Some(decimal), _) => decimal == mark,
            (None, Some(_)) => false,
            (None, None) => mark == '.' && !self.is_semicolon && !self.is_whole_seen.get(),
        };
        let ambiguous = self.ambiguous.borrow();
        let faults = ['.', ','].into_iter().zip(&*ambiguous);
        let fault =
            faults.filter(|(mark, _)| !is_decimal(*mark)).find_map(|(_, fault)| fault.clone());
        fault.map(|Fault { kind, at }| (kind, at))
    }
}

/// Returns the marks of a number; a text that is not a number has none.
fn reading(parts: &Parts<'_>) -> Reading {
    let (mantissa, has_exponent) = match parts.number.split_once(['e', 'E']) {
        Some((mantissa, _)) => (mantissa, true),
        None => (parts.number, false),
    };
    let Some(last) = mantissa.rfind(['.', ',']) else { return Reading::None };
    let is_number = |c: char| c.is_ascii_digit() || ".,".contains(c) || GROUPING.contains(&c);
    let (whole, fraction) = (&mantissa[..last], &mantissa[last + 1..]);
    if !mantissa.chars().all(is_number) || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return Reading::None;
    }
    let mark = char::from(mantissa.as_bytes()[last]);
    let grouping = whole.chars().find(|c| !c.is_ascii_digit());
    match grouping {
        Some(other) if ungrouped(whole, other).is_none() => Reading::None,
        // Twice the same mark.
        Some(other) if other == mark && fraction.len() == 3 => {
            Reading::Thousands { mark, decimal: None }
        }
        Some(other) if other == mark => Reading::None,
        Some(other @ ('.' | ',')) => Reading::Thousands { mark: other, decimal: Some(mark) },
        Some(_) => Reading::Decimal(mark),
        None => {
            let could_group = (1..=3).contains(&whole.len())
                && !whole.starts_with('0')
                && fraction.len() == 3
                && !has_exponent
                && parts.percent.is_empty();
            if could_group { Reading::Either(mark) } else { Reading::Decimal(mark) }
        }
    }
}
