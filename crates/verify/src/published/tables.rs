//! Checks findings about published statements: the values of both sides of a compared statement at
//! a place and their products in integers, formulas that are said to have no value, and the
//! verdicts that follow.

use std::collections::HashSet;

use super::number::NoNumber;
use super::statement::{Place, Relation, sides};
use crate::claim::given::Given;
use crate::claim::header::Members;
use crate::claim::proofs::{Proofs, counted};
use crate::claim::stop::Stop;
use crate::claim::truth::{Truth, exact, same, text};
use crate::claim::wrong::Wrong;
use crate::reading::json::Json;
use exactile::num::Rational;

/// The verdicts, the gravest first.
const VERDICTS: [&str; 3] = ["erratum", "convention", "reproduced"];
/// The keys that a statement copies from its decisive item: the first one with the gravest verdict.
const DECISIVE: [&str; 6] =
    ["printed", "computed", "witness", "convention", "settles", "corrected"];
const SETTLES: [&str; 3] = ["singular", "tolerance", "reading"];
/// Digits of the numbers whose products stand beside them.
const MOST_DIGITS: usize = 4_000;

/// The numbers of items that were checked.
#[derive(Default)]
struct Found {
    compared: usize,
    evaluated: usize,
    /// The number of witnesses of formulas without a value.
    without_value: usize,
}

/// Checks `exactile.tables.v1`.
pub(crate) fn prove(
    mut members: Members<'_>,
    _: &Given<'_>,
    proofs: &mut Proofs,
) -> Result<(), Stop> {
    let listed = members.required("checks")?;
    let wrong = || Wrong::new("a list should stand here").of("checks");
    let listed = listed.as_list().ok_or_else(wrong)?;
    let open = members.get("undecidable").and_then(Json::as_list).unwrap_or_default();
    let mut known = HashSet::new();
    let names = |place, list: &[Json]| {
        let ids = list.iter().map(|one| one.get("id").and_then(Json::as_text).unwrap_or_default());
        (place, ids.map(str::to_owned).collect::<Vec<String>>())
    };
    for (place, ids) in [names("checks", listed), names("undecidable", open)] {
        for (k, id) in ids.into_iter().enumerate() {
            let is_sign = |byte: u8| {
                byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"./-".contains(&byte)
            };
            let reason = match !id.is_empty() && id.bytes().all(is_sign) {
                true if known.insert(id) => continue,
                true => "it stands twice",
                false => "a name should stand here",
            };
            return Err(Wrong::new(reason).of("id").number(k).of(place).into());
        }
    }
    let mut found = Found::default();
    for (k, claim) in listed.iter().enumerate() {
        check(claim, &mut found).map_err(|wrong| wrong.number(k).of("checks"))?;
    }
    let undecidable = |_| {
        let texts = ["id", "source", "says", "why"].map(|key| (key, Truth::judge(text)));
        Truth::Object(texts.into())
    };
    members.same(&[("undecidable", Truth::Each(open.len(), Box::new(undecidable)))], proofs)?;
    if listed.is_empty() {
        return Err(match open.is_empty() {
            true => Wrong::new("no statement stands here").of("checks").into(),
            false => Stop::Unknown("statements that are not examined are not checked".to_owned()),
        });
    }
    found.say(listed.len(), proofs);
    Ok(())
}

impl Found {
    fn say(&self, checks: usize, proofs: &mut Proofs) {
        let Self { compared, evaluated, without_value } = *self;
        if evaluated > 0 {
            proofs.proved(format!(
                "the sides of {evaluated} of {} at a place, from the printed formulas",
                counted(compared, "comparison")
            ));
        }
        if without_value > 0 {
            let formulas = counted(without_value, "formula");
            proofs
                .proved(format!("that {formulas} said to be without a value cannot be evaluated"));
        }
        proofs.proved(format!(
            "verdicts that follow from those of the items, of {}",
            counted(checks, "statement")
        ));
        if compared > evaluated {
            let open = counted(compared - evaluated, "comparison");
            proofs.open(format!(
                "{open} of formulas with names that are not known here, but for the products"
            ));
        }
        proofs.open("what is said in words");
    }
}

/// Checks a statement with its items.
fn check(claim: &Json, found: &mut Found) -> Result<(), Wrong> {
    let items = claim.get("items").and_then(Json::as_list).filter(|items| !items.is_empty());
    let items = items.ok_or_else(|| Wrong::new("items should stand here").of("items"))?;
    for (k, item) in items.iter().enumerate() {
        check_item(item, found).map_err(|wrong| wrong.number(k).of("items"))?;
    }
    let verdict = |item: &Json| {
        let said = item.get("verdict").and_then(Json::as_text);
        VERDICTS.iter().position(|known| said == Some(known)).unwrap_or(VERDICTS.len())
    };
    let decisive = items.iter().min_by_key(|item| verdict(item)).expect("there is one");
    let mut truth = vec![
        ("id", Truth::any()),
        ("items", Truth::any()),
        ("source", Truth::judge(text)),
        ("says", Truth::judge(text)),
        ("recorded", Truth::judge(is_verdict)),
        ("verdict", Truth::text(VERDICTS[verdict(decisive)])),
    ];
    truth.extend(DECISIVE.map(|key| {
        let said = decisive.get(key).and_then(Json::as_text);
        (key, said.map_or(Truth::Null, Truth::text))
    }));
    same(claim, &Truth::Object(truth), &mut Proofs::new("", 0))
}

fn is_verdict(claim: &Json) -> Result<(), Wrong> {
    match claim.as_text() {
        Some(said) if VERDICTS.contains(&said) => Ok(()),
        _ => Err(Wrong::new(format!("a verdict should stand here, not {claim}"))),
    }
}

/// Checks an item: the keys that its verdict requires, and the values that can be computed.
fn check_item(claim: &Json, found: &mut Found) -> Result<(), Wrong> {
    let texts = |keys: &[&'static str]| -> Vec<(&'static str, Truth<'_>)> {
        keys.iter().map(|key| (*key, Truth::judge(text))).collect()
    };
    let maybe = |key| (key, Truth::maybe(Truth::judge(text)));
    let mut truth = texts(&["printed", "computed"]);
    truth.extend([("verdict", Truth::judge(is_verdict)), ("compared", Truth::maybe(Truth::any()))]);
    let verdict = claim.get("verdict").and_then(Json::as_text).unwrap_or_default();
    match verdict {
        "convention" => {
            truth.extend(texts(&["witness", "convention"]));
            truth.extend([maybe("corrected"), ("settles", Truth::judge(settles))]);
        }
        "erratum" => truth.extend(texts(&["witness"]).into_iter().chain([maybe("corrected")])),
        _ => {}
    }
    same(claim, &Truth::Object(truth), &mut Proofs::new("", 0))?;
    let said = |key| claim.get(key).and_then(Json::as_text).unwrap_or_default();
    let is_without = without_value(said("witness")).map_err(|wrong| wrong.of("witness"))?;
    found.without_value += usize::from(is_without);
    if let Some(sides) = claim.get("compared") {
        found.compared += 1;
        let holds = match (verdict, said("settles")) {
            ("erratum", _) => Some(false),
            // What is true within a bound need not be equal.
            (_, "tolerance") => None,
            _ => Some(true),
        };
        let is_known =
            compared(said("printed"), holds, sides).map_err(|wrong| wrong.of("compared"))?;
        found.evaluated += usize::from(is_known);
    }
    Ok(())
}

fn settles(claim: &Json) -> Result<(), Wrong> {
    match claim.as_text() {
        Some(said) if SETTLES.contains(&said) => Ok(()),
        _ => Err(Wrong::new(format!("what is settled should stand here, not {claim}"))),
    }
}

/// Returns `true` if a witness says that a formula has no value at a place, and the formula is
/// known to have none.
fn without_value(witness: &str) -> Result<bool, Wrong> {
    const REASONS: [&str; 3] = ["0/0 in ", "division by zero in ", "not a real number: log(0) in "];
    let Some((at, said)) = witness.split_once(": ") else { return Ok(false) };
    // What the other side is there.
    let said = match said.split_once(", but ") {
        Some((other, said)) if !other.contains(' ') => said,
        _ => said,
    };
    let Some(formula) = REASONS.iter().find_map(|reason| said.strip_prefix(reason)) else {
        return Ok(false);
    };
    match Place::new(at).and_then(|place| place.value(formula)) {
        Ok(_) => Err(Wrong::new("the formula has a value there")),
        Err(missing) => Ok(missing == NoNumber::Undefined),
    }
}

/// Checks the compared sides of a statement: their values, and that the relation holds or not as
/// the verdict says. Returns `true` if they could be evaluated.
fn compared(statement: &str, holds: Option<bool>, claim: &Json) -> Result<bool, Wrong> {
    let said = |key| claim.get(key).and_then(Json::as_text).unwrap_or_default();
    let fractions = [said("left"), said("right")].map(rational);
    let mut truth = Vec::from(["at", "left", "right"].map(|key| (key, Truth::judge(text))));
    if let [Some(left), Some(right)] = &fractions {
        truth.push(("products", products(left, right)));
    }
    same(claim, &Truth::Object(truth), &mut Proofs::new("", 0))?;
    let nowhere = Place::nowhere();
    let told = |key| {
        let wrong = |reason: String| Wrong::new(reason).of(key);
        let value = nowhere.value(said(key));
        let value = value.map_err(|_| wrong("a number should stand here".to_owned()))?;
        let is_closed_form = said(key).contains(|sign: char| sign.is_ascii_alphabetic());
        match value.as_rational().filter(|_| !is_closed_form).map(Rational::to_string) {
            Some(lowest) if lowest != said(key) => Err(wrong(format!("it is {lowest}"))),
            _ => Ok(value),
        }
    };
    let [left, right] = [told("left")?, told("right")?];
    match (Relation::of(statement).holds(&left, &right), holds) {
        (Some(true), Some(false)) => return Err(Wrong::new("the statement holds there")),
        (Some(false), Some(true)) => return Err(Wrong::new("the statement does not hold there")),
        _ => {}
    }
    let truths = match sides(statement, said("at")) {
        Ok(truths) => truths,
        // A side without a value has a name that means something else there.
        Err(_) => return Ok(false),
    };
    // Of a formula alone only the right side stands there: the left one is what is true.
    let mut is_known = true;
    let told = [("right", right), ("left", left)];
    for ((key, told), truth) in told.iter().zip(truths.iter().rev()) {
        match told.is(truth) {
            Some(true) => {}
            None => is_known = false,
            Some(false) => {
                let other = || "another number".to_owned();
                let given = truth.as_rational().map_or_else(other, Rational::to_string);
                return Err(Wrong::new(format!("the formula gives {given}")).of(key));
            }
        }
    }
    Ok(is_known)
}

/// Reads a fraction in lowest terms, if the text is one.
fn rational(text: &str) -> Option<Rational> {
    let is_short = text.len() <= MOST_DIGITS;
    is_short.then(|| exact(&Json::Text(text.to_owned())).ok()).flatten()
}

/// Returns the truth about the products: numerator times denominator, and denominator times
/// numerator.
fn products<'t>(left: &Rational, right: &Rational) -> Truth<'t> {
    let product = |one: &Rational, other: &Rational| {
        let (n, d) = (one.numerator(), other.denominator());
        Truth::text(format!("{n} \u{b7} {d} = {}", &n * &d))
    };
    Truth::List(vec![product(left, right), product(right, left)])
}
