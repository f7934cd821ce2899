//! The form of values that are not proved: the keys of an object, and the type of each value.

use std::borrow::Borrow;

use super::wrong::Wrong;
use crate::reading::json::Json;
use exactile::num::Rational;

/// The form of a value.
pub(crate) enum Shape {
    Null,
    Bool,
    Count,
    Text,
    /// An exact number as text, in lowest terms.
    Exact,
    /// A number with a closed form: exact, infinite, or two decimals around it with that form.
    Closed,
    /// As [`Self::Closed`], possibly without the form.
    Number,
    /// As [`Self::Number`], or a decimal of correctly rounded digits.
    Rounded,
    /// One of these forms.
    Either(&'static [Shape]),
    /// Any number of entries of one form.
    List(&'static Shape),
    /// A list with one entry of each form.
    Tuple(&'static [Shape]),
    /// Keys in any order.
    Object(&'static [(&'static str, Shape)]),
    /// Any keys, with values of one form.
    Map(&'static Shape),
    /// An optional key of an object.
    Maybe(&'static Shape),
}

/// A point of the Tile.
pub(crate) const POINT: Shape = Shape::Tuple(&[Shape::Exact, Shape::Exact]);
/// The coefficients of a curve.
pub(crate) const EDGE: Shape =
    Shape::Tuple(&[Shape::Exact, Shape::Exact, Shape::Exact, Shape::Exact]);
/// A number or null.
pub(crate) const NUMBER_OR_NONE: Shape = Shape::Either(&[Shape::Number, Shape::Null]);
/// Positions of classifiers, those that tie in one list.
pub(crate) const RANKING: Shape = Shape::List(&Shape::List(&Shape::Count));

impl Shape {
    /// Checks that a value has this form.
    pub(crate) fn check(&self, claim: &Json) -> Result<(), Wrong> {
        match (self, claim) {
            (Self::Null, Json::Null)
            | (Self::Bool, Json::Bool(_))
            | (Self::Count, Json::Count(_))
            | (Self::Text, Json::Text(_)) => Ok(()),
            (Self::Exact, Json::Text(text)) if is_exact(text) => Ok(()),
            (Self::Closed | Self::Number, Json::Text(text))
                if is_exact(text) || text == "inf" || text == "-inf" =>
            {
                Ok(())
            }
            (Self::Closed, Json::Object(_)) => enclosed(claim, &Shape::Text),
            (Self::Number | Self::Rounded, Json::Object(_)) => {
                enclosed(claim, &Shape::Maybe(&Shape::Text))
            }
            (Self::Rounded, Json::Text(text)) if text.parse::<Rational>().is_ok() => Ok(()),
            (Self::Either(shapes), _) => {
                let mut last = Ok(());
                for shape in *shapes {
                    last = shape.check(claim);
                    if last.is_ok() {
                        break;
                    }
                }
                last
            }
            (Self::List(shape), Json::List(entries)) => {
                let mut entries = entries.iter().enumerate();
                entries.try_for_each(|(k, entry)| shape.check(entry).map_err(|why| why.number(k)))
            }
            (Self::Tuple(shapes), Json::List(entries)) if shapes.len() == entries.len() => {
                let mut entries = shapes.iter().zip(entries).enumerate();
                entries.try_for_each(|(k, (shape, entry))| {
                    shape.check(entry).map_err(|why| why.number(k))
                })
            }
            (Self::Object(shapes), Json::Object(members)) => object(members, shapes),
            (Self::Map(shape), Json::Object(members)) => members
                .iter()
                .try_for_each(|(key, value)| shape.check(value).map_err(|why| why.of(key))),
            (Self::Maybe(shape), _) => shape.check(claim),
            _ => Err(Wrong::new(format!("{} should stand here, not {claim}", self.name()))),
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool => "true or false",
            Self::Count => "a whole number",
            Self::Text => "a text",
            Self::Exact => "an exact number",
            Self::Closed | Self::Number | Self::Rounded => "a number",
            Self::List(_) => "a list",
            Self::Tuple(_) => "a list of another length",
            Self::Object(_) | Self::Map(_) => "an object",
            Self::Maybe(shape) => shape.name(),
            Self::Either(shapes) => shapes.first().map_or("something else", Self::name),
        }
    }
}

fn object<S: Borrow<Shape>>(
    members: &[(String, Json)],
    shapes: &[(&'static str, S)],
) -> Result<(), Wrong> {
    for (key, value) in members {
        match shapes.iter().find(|(known, _)| known == key) {
            Some((_, shape)) => shape.borrow().check(value).map_err(|why| why.of(key))?,
            None => return Err(Wrong::new("results have no such key").of(key)),
        }
    }
    let is_missing = |(key, shape): &&(&str, S)| {
        !matches!(shape.borrow(), Shape::Maybe(_)) && members.iter().all(|(known, _)| known != key)
    };
    match shapes.iter().find(is_missing) {
        Some((key, _)) => Err(Wrong::new("it is missing").of(key)),
        None => Ok(()),
    }
}

/// Checks two decimals, the first not above the second, and a closed form of this shape.
fn enclosed(claim: &Json, closed_form: &Shape) -> Result<(), Wrong> {
    const END: Shape = Shape::Text;
    let Json::Object(members) = claim else { return END.check(claim) };
    let ends = [("lower", &END), ("upper", &END), ("exact", closed_form)];
    object(members, &ends)?;
    let end = |key| {
        let text = claim.get(key).and_then(Json::as_text).unwrap_or_default();
        let is_decimal = text.bytes().all(|byte| byte.is_ascii_digit() || b"-.".contains(&byte));
        let end = text.parse::<Rational>().ok().filter(|_| is_decimal);
        end.ok_or_else(|| Wrong::new("a decimal should stand here").of(key))
    };
    if end("lower")? > end("upper")? {
        return Err(Wrong::new("it is above the other end").of("lower"));
    }
    Ok(())
}

/// Returns `true` if a text is a number as results write exact ones.
fn is_exact(text: &str) -> bool {
    text.parse::<Rational>().is_ok_and(|value| value.to_string() == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(text: &str) -> Json {
        serde_json::from_str(text).expect("JSON")
    }

    #[test]
    fn forms_are_checked_to_the_last_key() {
        const SWAP: Shape = Shape::Object(&[
            ("order", RANKING),
            ("near", Shape::Tuple(&[Shape::Number, Shape::Either(&[Shape::Null, Shape::Number])])),
            ("why", Shape::Maybe(&Shape::Text)),
        ]);
        let refused = |text: &str| SWAP.check(&json(text)).map_err(|wrong| wrong.to_string());
        let whole = r#"{"order":[[0],[1,2]],"near":["1/2",{"lower":"-0.25","upper":"0.5"}]}"#;
        assert_eq!(refused(whole), Ok(()));
        for (from, to, expected) in [
            ("[0]", "0", "order[0]: a list should stand here"),
            ("1/2", "2/4", "near[0]: a number should stand here"),
            ("1/2", "rubbish", "near[0]: a number should stand here"),
            ("0.5", "-0.5", "near[1].lower: it is above the other end"),
            ("\"0.5\"", "\"0.5\",\"x\":1", "near[1].x: results have no such key"),
            ("\"order\"", "\"odrer\"", "odrer: results have no such key"),
            ("\"order\":[[0],[1,2]],", "", "order: it is missing"),
            ("{\"order\"", "{\"why\":3,\"order\"", "why: a text should stand here"),
        ] {
            let wrong = refused(&whole.replacen(from, to, 1)).expect_err(from);
            assert!(wrong.starts_with(expected), "{from}: {wrong}");
        }
    }
}
