//! Formulas as text: how they are read.
//!
//! `+ - * / ^`, parentheses, `sqrt(x)`, `ln(x)` or `log(x)`, `sgn(x)`, `binom(n, k)`, `beta(u, v)`,
//! the normal quantile `z(x)`, integers, decimals and names. Factors side by side are a product
//! that binds more tightly than `/`: `2 TP/(2 TP + FP + FN)`. `^` takes integer exponents. `pi-`
//! and `pi+` are names.

use std::fmt;
use std::str::FromStr;

#[cfg(feature = "serde")]
use serde::{Deserialize, Deserializer};
use winnow::Parser;
use winnow::ascii::{alpha1, digit1, multispace0};
use winnow::combinator::{alt, cut_err, delimited, opt, peek, preceded, repeat, separated};
use winnow::error::ModalResult;
use winnow::token::{one_of, take_while};

use crate::num::Rational;

/// A formula.
///
/// ```
/// use exactile::score::formula::Expression;
/// let formula: Expression = "2 TP/(2 TP + FP + FN)".parse()?;
/// assert_eq!(formula.to_string(), "2 TP/(2 TP + FP + FN)");
/// assert!("TP/".parse::<Expression>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    pub(super) text: String,
    pub(in crate::score) root: Node,
}

#[derive(Clone, Debug, PartialEq)]
pub(in crate::score) enum Node {
    Number(Rational),
    Name(String),
    Call(Function, Vec<Node>),
    Binary(char, Box<Node>, Box<Node>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::score) enum Function {
    Negate,
    Root,
    Log,
    Sign,
    Binomial,
    Beta,
    Quantile,
}

impl Function {
    const NAMES: [&str; 7] = ["sqrt", "log", "ln", "sgn", "binom", "beta", "z"];

    /// The function of that name with that many arguments.
    fn named(name: &str, arguments: usize) -> Option<Self> {
        match (name, arguments) {
            ("sqrt", 1) => Some(Self::Root),
            ("log" | "ln", 1) => Some(Self::Log),
            ("sgn", 1) => Some(Self::Sign),
            ("binom", 2) => Some(Self::Binomial),
            ("beta", 2) => Some(Self::Beta),
            ("z", 1) => Some(Self::Quantile),
            _ => None,
        }
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A text that is not a formula.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is no formula of + - * / ^ sqrt log, names and numbers")]
pub struct ExpressionError {
    text: String,
    offset: usize,
}

impl ExpressionError {
    /// Returns the number of bytes that could be read.
    pub(in crate::score) fn offset(&self) -> usize {
        self.offset
    }
}

impl FromStr for Expression {
    type Err = ExpressionError;

    fn from_str(text: &str) -> Result<Self, ExpressionError> {
        let error = |offset| ExpressionError { text: text.to_string(), offset };
        let root = sum.parse(text).map_err(|found| error(found.offset()))?;
        Ok(Self { text: text.to_string(), root })
    }
}

#[cfg(feature = "serde")]
impl<'de> Deserialize<'de> for Expression {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

fn token(text: &'static str) -> impl FnMut(&mut &str) -> ModalResult<char> {
    move |input| {
        delimited(multispace0, one_of(|c: char| text.contains(c)), multispace0).parse_next(input)
    }
}

/// A chain of operators of one rank, from the left.
fn chain(
    input: &mut &str,
    operators: &'static str,
    mut operand: impl FnMut(&mut &str) -> ModalResult<Node>,
) -> ModalResult<Node> {
    let mut left = operand(input)?;
    while let Some(operator) = opt(token(operators)).parse_next(input)? {
        let right = cut_err(&mut operand).parse_next(input)?;
        left = Node::Binary(operator, Box::new(left), Box::new(right));
    }
    Ok(left)
}

fn sum(input: &mut &str) -> ModalResult<Node> {
    chain(input, "+-", factors)
}

fn factors(input: &mut &str) -> ModalResult<Node> {
    chain(input, "*/", signed)
}

/// Powers side by side: their product.
fn product(input: &mut &str) -> ModalResult<Node> {
    let mut left = power(input)?;
    let next = |c: char| c == '(' || c.is_ascii_alphabetic();
    while opt(preceded(multispace0, peek(one_of(next)))).parse_next(input)?.is_some() {
        let right = cut_err(power).parse_next(input)?;
        left = Node::Binary('*', Box::new(left), Box::new(right));
    }
    Ok(left)
}

fn signed(input: &mut &str) -> ModalResult<Node> {
    negated(input, product)
}

fn power(input: &mut &str) -> ModalResult<Node> {
    let base = atom(input)?;
    let exponent = |input: &mut &str| negated(input, power);
    match opt(preceded(token("^"), cut_err(exponent))).parse_next(input)? {
        Some(exponent) => Ok(Node::Binary('^', Box::new(base), Box::new(exponent))),
        None => Ok(base),
    }
}

fn negated(
    input: &mut &str,
    mut operand: impl FnMut(&mut &str) -> ModalResult<Node>,
) -> ModalResult<Node> {
    let minus: Vec<char> = repeat(0..=4, token("-")).parse_next(input)?;
    let node = operand(input)?;
    let negate = |node| Node::Call(Function::Negate, vec![node]);
    Ok(minus.into_iter().fold(node, |node, _| negate(node)))
}

fn atom(input: &mut &str) -> ModalResult<Node> {
    let bracket = |input: &mut &str| {
        delimited(token("("), cut_err(sum), cut_err(token(")"))).parse_next(input)
    };
    let number = (digit1::<&str, _>, opt((".", digit1)))
        .take()
        .try_map(|text: &str| text.parse::<Rational>())
        .map(Node::Number);
    let letters = || (alpha1, take_while(0.., |c: char| c.is_ascii_alphanumeric() || c == '_'));
    let function = letters().take().verify(|name: &str| Function::NAMES.contains(&name));
    // The arguments of a function are read once, however deep they are nested.
    let arguments = cut_err((separated(1..=2, sum, token(",")), token(")")));
    let call = ((function, token("(")), arguments).verify_map(
        |((name, _), (arguments, _)): ((&str, char), (Vec<Node>, char))| {
            let function = Function::named(name, arguments.len())?;
            Some(Node::Call(function, arguments))
        },
    );
    // The priors of The Tile have a sign in their names.
    let name = alt(("pi+", "pi-", letters().take())).map(|name: &str| Node::Name(name.to_string()));
    preceded(multispace0, alt((bracket, number, call, name))).parse_next(input)
}
