//! Reads closed forms of areas, to distinguish an equal one in another form from a wrong one.
//!
//! Sums, products and quotients of rationals and `ln(..)`, as far as the value is a rational plus
//! rational multiples of logarithms.

use crate::reading::exact_text;
use exactile::num::LogSum;

/// The longest text, the deepest parentheses and the most logarithms that are read: whether two
/// sums are equal takes time that grows with the square of their number.
const MOST_CHARACTERS: usize = 100_000;
const MOST_LEVELS: usize = 32;
const MOST_LOGARITHMS: usize = 1_000;

/// Returns the value of a closed form; `None` if the text is not a closed form, or is too long.
pub(crate) fn parse(text: &str) -> Option<LogSum> {
    if text.len() > MOST_CHARACTERS {
        return None;
    }
    let mut reader = Reader { rest: text, level: 0, logarithms: 0 };
    let value = reader.sum()?;
    reader.rest.trim_start().is_empty().then_some(value)
}

struct Reader<'t> {
    rest: &'t str,
    level: usize,
    logarithms: usize,
}

impl Reader<'_> {
    fn take(&mut self, word: &str) -> Option<()> {
        self.rest = self.rest.trim_start().strip_prefix(word)?;
        Some(())
    }

    fn sum(&mut self) -> Option<LogSum> {
        let mut total = self.product()?;
        loop {
            if self.take("+").is_some() {
                total += &self.product()?;
            } else if self.take("-").is_some() {
                total -= &self.product()?;
            } else {
                return Some(total);
            }
        }
    }

    fn product(&mut self) -> Option<LogSum> {
        let mut total = self.factor()?;
        loop {
            if self.take("*").is_some() {
                let factor = self.factor()?;
                total = match (total.as_rational(), factor.as_rational()) {
                    (_, Some(factor)) => total * factor,
                    (Some(total), None) => factor * total,
                    (None, None) => return None,
                };
            } else if self.take("/").is_some() {
                total *= &self.factor()?.as_rational()?.reciprocal()?;
            } else {
                return Some(total);
            }
        }
    }

    fn factor(&mut self) -> Option<LogSum> {
        self.level += 1;
        let value = if self.level > MOST_LEVELS {
            None
        } else if self.take("-").is_some() {
            Some(-self.factor()?)
        } else if self.take("ln(").is_some() {
            let argument = self.sum()?.as_rational()?;
            self.take(")")?;
            self.logarithms += 1;
            (argument.is_positive() && self.logarithms <= MOST_LOGARITHMS)
                .then(|| LogSum::ln(&argument))
        } else if self.take("(").is_some() {
            let value = self.sum()?;
            self.take(")")?;
            Some(value)
        } else {
            self.number()
        };
        self.level -= 1;
        value
    }

    fn number(&mut self) -> Option<LogSum> {
        let text = self.rest.trim_start();
        let is_digit = |c: char| c.is_ascii_digit() || c == '.';
        let (number, rest) = text.split_at(text.find(|c| !is_digit(c)).unwrap_or(text.len()));
        self.rest = rest;
        Some(exact_text::decimal(number)?.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use exactile::num::Rational;

    #[test]
    fn forms_of_one_value_are_equal() {
        let ln = |n: i64| LogSum::ln(&Rational::from(n));
        let value = ln(2) + Rational::new(1, 2);
        for text in [
            "1/2 + ln(2)",
            "ln(2)+0.5",
            "1/2 + 1/2*ln(4)",
            "1 - (1/2 - ln(2))",
            "ln(8/4)+2/4",
            "ln(6) - ln(3) + 1/2",
            "- -ln(2) + 1 / 2",
            "(1 + ln(4))/2",
            "1/2 - ln(1/2)",
        ] {
            assert_eq!(parse(text), Some(value.clone()), "{text}");
        }
        assert_eq!(parse(&value.to_string()), Some(value));
    }

    #[test]
    fn what_is_no_closed_form_is_none() {
        for text in ["", "x", "1 +", "ln(0)", "ln(-1)", "ln(2", "1/0", "1 2", "ln(2)*ln(3)", "1..2"]
        {
            assert_eq!(parse(text), None, "{text:?}");
        }
        let many = ["(".repeat(1_000_000), "-".repeat(50_000), "1+".repeat(40_000)];
        for text in many.into_iter().chain([format!("1{}", "+ln(2)".repeat(2_000))]) {
            assert_eq!(parse(&text), None);
        }
    }
}
