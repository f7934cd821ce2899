//! Roots of polynomials of degree two: from values of a polynomial, and as results write them.

use num_bigint::BigInt;
use num_traits::{Signed, Zero};

use crate::claim::proofs::Proofs;
use crate::claim::truth::{Truth, exact, same};
use crate::claim::wrong::Wrong;
use crate::metric::written::enclosed;
use crate::reading::json::Json;
use exactile::num::{QuadraticNumber, Rational, common_denominator};

/// Returns the coefficients of t^2, t and 1 of the polynomial with these values at 0, 1/2 and 1,
/// times a positive number that makes them whole.
pub(super) fn through([low, middle, high]: &[Rational; 3]) -> [BigInt; 3] {
    let [two, three, four] = [2, 3, 4].map(Rational::from);
    let square = (low + high) * &two - middle * &four;
    let linear = middle * &four - low * &three - high;
    let exact = [square, linear, low.clone()];
    let scale = Rational::from(common_denominator(&exact));
    exact.map(|k| (k * &scale).numerator())
}

/// Returns the truth about the text of a number.
pub(super) fn written<'t>(number: &QuadraticNumber) -> Truth<'t> {
    let Some(([q2, q1, q0], is_upper)) = number.polynomial() else {
        return number.as_rational().map_or(Truth::Null, |value| Truth::exact(value.clone()));
    };
    let sign = if is_upper { '+' } else { '-' };
    let square: BigInt = q1 * q1 - BigInt::from(4) * q2 * q0;
    let form = format!("({} {sign} sqrt({square}))/{}", -q1, q2 * 2);
    let [q2, q1, q0] = [q2, q1, q0].map(Clone::clone);
    enclosed(form, move |end, scale| {
        // The polynomial times the square of the scale, and its slope: q2 is positive.
        let value: BigInt = &q2 * end * end + &q1 * end * scale + &q0 * scale * scale;
        let slope: BigInt = &q2 * end * 2 + &q1 * scale;
        match is_upper {
            true => !slope.is_positive() || !value.is_positive(),
            false => slope.is_negative() && (value.is_positive() || value.is_zero()),
        }
    })
}

/// Reads a number in the form of [`written`].
pub(super) fn read(claim: &Json) -> Result<QuadraticNumber, Wrong> {
    let Some(form) = claim.get("exact") else { return exact(claim).map(QuadraticNumber::from) };
    let number = form.as_text().filter(|form| form.len() < 10_000).and_then(root);
    let number = number.ok_or_else(|| Wrong::new("a root should stand here").of("exact"))?;
    same(claim, &written(&number), &mut Proofs::new("", 0))?;
    Ok(number)
}

/// Reads `(P + sqrt(D))/Q`: a root of Q^2 x^2 - 2 P Q x + P^2 - D.
fn root(form: &str) -> Option<QuadraticNumber> {
    let (inside, q) = form.strip_prefix('(')?.rsplit_once(")/")?;
    let (p, sign, d) = match inside.split_once(" + sqrt(") {
        Some((p, d)) => (p, '+', d),
        None => inside.split_once(" - sqrt(").map(|(p, d)| (p, '-', d))?,
    };
    let whole = |text: &str| text.parse::<BigInt>().ok();
    let (p, d, q) = (whole(p)?, whole(d.strip_suffix(')')?)?, whole(q)?);
    if !q.is_positive() || !d.is_positive() {
        return None;
    }
    let roots = QuadraticNumber::roots([&q * &q, BigInt::from(-2) * &p * &q, &p * &p - d]);
    match sign {
        '+' => roots.into_iter().next_back(),
        _ => roots.into_iter().next(),
    }
}
