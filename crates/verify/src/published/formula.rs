//! Printed formulas, read and evaluated: `+ - * /`, `^` with a digit, `sqrt`, `ln` or `log`, `sgn`,
//! integers and names.
//!
//! A formula is evaluated as it is read. A root or a logarithm may follow a number without a sign:
//! `1/2 sqrt(2)`.

use super::number::{NoNumber, Number};
use exactile::num::Rational;

/// The longest formula that is read.
const MOST_CHARACTERS: usize = 1_000;
const MOST_LEVELS: usize = 40;
/// Digits of an integer.
const MOST_DIGITS: usize = 30;

/// The lookup of names.
pub(super) type Names<'n> = dyn Fn(&str) -> Result<Number, NoNumber> + 'n;

/// Returns the value of a formula.
pub(super) fn value(formula: &str, names: &Names<'_>) -> Result<Number, NoNumber> {
    if formula.len() > MOST_CHARACTERS {
        return Err(NoNumber::Unknown);
    }
    let mut reader = Reader { rest: formula, level: 0, names, is_undefined: false };
    let value = reader.sum()?;
    match reader.rest.trim_start().is_empty() {
        true if reader.is_undefined => Err(NoNumber::Undefined),
        true => Ok(value),
        false => Err(NoNumber::Unknown),
    }
}

struct Reader<'t, 'n> {
    rest: &'t str,
    level: usize,
    names: &'n Names<'n>,
    /// `true` if a part has no value. The whole has none then, provided that the rest is a formula.
    is_undefined: bool,
}

impl<'t> Reader<'t, '_> {
    fn take(&mut self, sign: &str) -> bool {
        let rest = self.rest.trim_start().strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Notes that a part has no value, and returns another number instead so that reading can go
    /// on.
    fn part(&mut self, found: Result<Number, NoNumber>) -> Result<Number, NoNumber> {
        match found {
            Err(NoNumber::Undefined) => {
                self.is_undefined = true;
                Ok(Rational::ONE.into())
            }
            // What is read goes on with numbers that are not those of the formula.
            Err(NoNumber::Unknown) if self.is_undefined => Ok(Rational::ONE.into()),
            found => found,
        }
    }

    fn sum(&mut self) -> Result<Number, NoNumber> {
        let mut total = self.product()?;
        loop {
            let found = match () {
                () if self.take("+") => total.plus(&self.product()?),
                () if self.take("-") => total.minus(&self.product()?),
                () => return Ok(total),
            };
            total = self.part(found)?;
        }
    }

    fn product(&mut self) -> Result<Number, NoNumber> {
        let mut total = self.signed()?;
        loop {
            let found = match () {
                () if self.take("*") => total.times(&self.signed()?),
                () if self.take("/") => total.over(&self.signed()?),
                () if [" sqrt(", " ln("].iter().any(|next| self.rest.starts_with(next)) => {
                    total.times(&self.signed()?)
                }
                () => return Ok(total),
            };
            total = self.part(found)?;
        }
    }

    fn signed(&mut self) -> Result<Number, NoNumber> {
        self.level += 1;
        if self.level > MOST_LEVELS {
            return Err(NoNumber::Unknown);
        }
        let found = match () {
            () if self.take("-") => Ok(self.signed()?.negated()),
            () if self.take("+") => self.signed(),
            () => self.power(),
        };
        self.level -= 1;
        found
    }

    fn power(&mut self) -> Result<Number, NoNumber> {
        let base = self.factor()?;
        if !self.take("^") {
            return Ok(base);
        }
        let exponent = self.rest.chars().next().and_then(|digit| digit.to_digit(10));
        let exponent = exponent.ok_or(NoNumber::Unknown)?;
        self.rest = &self.rest[1..];
        if self.rest.starts_with(|next: char| next == '^' || next.is_ascii_alphanumeric()) {
            return Err(NoNumber::Unknown);
        }
        self.part(base.power(exponent))
    }

    fn factor(&mut self) -> Result<Number, NoNumber> {
        if self.take("(") {
            return self.inside();
        }
        let word = self.word();
        match word.chars().next() {
            None => Err(NoNumber::Unknown),
            Some(first) if first.is_ascii_digit() => {
                let is_number =
                    word.len() <= MOST_DIGITS && word.bytes().all(|byte| byte.is_ascii_digit());
                let number = is_number.then(|| word.parse::<Rational>().ok()).flatten();
                number.map(Number::from).ok_or(NoNumber::Unknown)
            }
            Some(_) => {
                let found = match word {
                    "sqrt" => self.argument()?.root(),
                    "ln" | "log" => self.argument()?.logarithm(),
                    "sgn" => {
                        let sign = self.argument()?.sign();
                        Ok(Rational::from(sign as i64).into())
                    }
                    name => (self.names)(name),
                };
                self.part(found)
            }
        }
    }

    /// Reads a name, a number, or a mixture of both.
    fn word(&mut self) -> &'t str {
        let text = self.rest.trim_start();
        let end = text.find(|next: char| !next.is_ascii_alphanumeric()).unwrap_or(text.len());
        let (word, rest) = text.split_at(end);
        self.rest = rest;
        word
    }

    fn argument(&mut self) -> Result<Number, NoNumber> {
        match self.take("(") {
            true => self.inside(),
            false => Err(NoNumber::Unknown),
        }
    }

    fn inside(&mut self) -> Result<Number, NoNumber> {
        let value = self.sum()?;
        match self.take(")") {
            true => Ok(value),
            false => Err(NoNumber::Unknown),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(formula: &str) -> Result<Number, NoNumber> {
        let names = |name: &str| match name {
            "x" => Ok(Rational::new(1, 2).into()),
            "none" => Err(NoNumber::Undefined),
            _ => Err(NoNumber::Unknown),
        };
        value(formula, &names)
    }

    #[test]
    fn equal_formulas_have_equal_values() {
        for (one, other) in [
            ("1 + 2*3 - 4/2", "5"),
            ("-2^2", "0 - 4"),
            ("(1 - x)^2/x", "1/2"),
            ("1/2 sqrt(2)", "1/sqrt(2)"),
            ("sqrt(8) - sqrt(2)", "sqrt(2)"),
            ("(2 - sqrt(2))*(2 + sqrt(2))", "2"),
            ("1/(1 + sqrt(3))", "(sqrt(3) - 1)/2"),
            ("sqrt(1/3)", "1/3 sqrt(3)"),
            ("(1/log(4))*log(8)", "3/2"),
            ("ln(6) - ln(2)", "log(3)"),
            ("(ln(2) + 1)/(ln(4) + 2)", "x"),
            ("ln(2)/ln(3) + 1", "ln(6)/ln(3)"),
            ("sgn(1 - sqrt(2))", "-1"),
            ("sgn(ln(2)/ln(1/3))", "-1"),
        ] {
            let [one, other] = [one, other].map(|of_it| of(of_it).expect(of_it));
            assert_eq!(one.is(&other), Some(true), "{one:?} {other:?}");
            let more = other.plus(&Rational::ONE.into()).expect("a sum");
            assert_eq!(one.is(&more), Some(false), "{one:?} {more:?}");
        }
        for (one, other) in [("sqrt(2)", "sqrt(3)"), ("ln(2)", "sqrt(2)"), ("ln(2)", "1")] {
            assert_eq!(of(one).expect(one).is(&of(other).expect(other)), Some(false));
        }
    }

    #[test]
    fn formulas_without_a_value_are_told_from_those_that_are_not_known() {
        for formula in ["1/0", "0/0 + 1", "sqrt(0 - 1)", "log(0)", "none*2", "1/(x - x)", "2/none"]
        {
            assert_eq!(of(formula).expect_err(formula), NoNumber::Undefined, "{formula}");
        }
        let long = ["(".repeat(900), "-".repeat(999), "1+".repeat(600), "9^9^9".to_owned()];
        let deep = format!("{}9{}", "(".repeat(20), ")^9".repeat(20));
        let unknown =
            ["", "y", "1/0 + y)", "x(2)", "2x", "1 +", "sqrt 2", "1, 2", "x^y", "x^-1", "1.5"];
        let roots = ["sqrt(2) + sqrt(3)", "sqrt(sqrt(2))", "ln(sqrt(2))", "ln(2)*ln(3)"];
        let texts = long.iter().map(String::as_str).chain([deep.as_str()]);
        for formula in texts.chain(unknown).chain(roots) {
            assert_eq!(of(formula).expect_err(formula), NoNumber::Unknown, "{formula}");
        }
    }
}
