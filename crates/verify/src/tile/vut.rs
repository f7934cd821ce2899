//! Checks the volume under the Tile: the mean of all ranking scores R = s/(s + u).
//!
//! Let w = s + u, which is linear in a for each b. With q = fn - fp and p = tp - tn the mean over b
//! is (s/q) ln(w_1/w_0), w_0 = s + fp, w_1 = s + fn; and the mean of s ln w over a, by the
//! antiderivative
//!
//! ```text
//! G(w, k) = (w^2/2 - k w) ln w + k w - w^2/4      of (w - k) ln w
//! ```
//!
//! between the ends of w_0 (k = fp) and of w_1 (k = fn), over p. Where w is 0, G is 0.

use num_bigint::BigInt;
use num_integer::Integer;

use crate::claim::given::Given;
use crate::claim::header::Members;
use crate::claim::proofs::{Proofs, counted};
use crate::claim::stop::Stop;
use crate::claim::truth::{Truth, same};
use crate::claim::wrong::Wrong;
use crate::geometry::closed_form;
use crate::metric::metrics::{Cells, Metric};
use crate::metric::written::{decimal, value_entry};
use crate::reading::json::Json;
use exactile::num::{LogSum, Rational, common_denominator};

/// Checks `exactile.vut.v1`.
pub(crate) fn prove(
    members: Members<'_>,
    given: &Given<'_>,
    proofs: &mut Proofs,
) -> Result<(), Stop> {
    let cells: Vec<Cells> = given
        .classifiers
        .iter()
        .map(|known| {
            let m = &known.matrix;
            Cells::of_matrix(m)
        })
        .collect();
    let volumes: Vec<LogSum> = cells.iter().map(volume).collect();
    let (order, ranks) = ranking(&volumes);
    let further: Vec<Metric> = ["acp", "p4"].into_iter().filter_map(Metric::named).collect();
    let entry = |place: usize| {
        let k = order[place];
        let mut entry = vec![
            ("classifier", Truth::count(k)),
            ("name", Truth::text(&given.classifiers[k].name)),
            ("rank", Truth::counts(ranks[place])),
            ("vut", logarithms(&volumes[k])),
            ("undefined_at", undefined_at(&cells[k])),
        ];
        for metric in &further {
            let key = metric.key(&cells[k]);
            let value = value_entry(metric, key.as_ref(), &cells[k]);
            entry.push((metric.name(), Truth::Object(value)));
        }
        Truth::Object(entry)
    };
    members.same(&[("ranking", Truth::Each(order.len(), Box::new(entry)))], proofs)?;
    proofs.proved(format!(
        "the volumes under the Tile of {}, the ranking by them, ACP and P4",
        counted(order.len(), "classifier")
    ));
    Ok(())
}

/// The ranks of one classifier: the best and the worst one in a tie.
type Ranks = [usize; 2];

/// Returns the classifiers by falling volume, equal ones in the order of the input, and their
/// ranks.
fn ranking(volumes: &[LogSum]) -> (Vec<usize>, Vec<Ranks>) {
    let mut order: Vec<usize> = (0..volumes.len()).collect();
    order.sort_by(|&i, &j| (&volumes[j] - &volumes[i]).sign());
    let mut ranks = Vec::with_capacity(order.len());
    for group in order.chunk_by(|&i, &j| (&volumes[i] - &volumes[j]).is_zero()) {
        let first = ranks.len();
        ranks.extend(std::iter::repeat_n([first + 1, first + group.len()], group.len()));
    }
    (order, ranks)
}

/// Returns the mean of R over the Tile, with logarithms of integers: those of the counts, scaled to
/// coprime integers.
fn volume(cells: &Cells) -> LogSum {
    let counts = [&cells.tn, &cells.fp, &cells.fn_, &cells.tp];
    let scale = Rational::from(common_denominator(counts));
    let whole = counts.map(|count| (count * &scale).numerator());
    let common = whole.iter().fold(BigInt::ZERO, |common, count| common.gcd(count));
    let [tn, fp, fn_, tp] = whole.map(|count| Rational::new(count, common.clone()));
    let (p, q) = (&tp - &tn, &fn_ - &fp);
    let ln = |w: &Rational, factor: Rational| match w.is_zero() || factor.is_zero() {
        true => LogSum::default(),
        false => LogSum::ln(w) * factor,
    };
    // Where the factor, a count, is not 0, neither are the sums that it is a part of.
    let ln_of_quotient = |w_1: &Rational, w_0: &Rational, factor: Rational| match factor.is_zero() {
        true => LogSum::default(),
        false => LogSum::ln(&(w_1 / w_0)) * factor,
    };
    if p.is_zero() && q.is_zero() {
        return (&tn / &(&tn + &fp)).into();
    }
    if p.is_zero() {
        return ln_of_quotient(&(&tn + &fn_), &(&tn + &fp), &tn / &q);
    }
    if q.is_zero() {
        let part = ln_of_quotient(&(&tp + &fp), &(&tn + &fp), &fp / &p);
        return LogSum::from(Rational::ONE) - part;
    }
    let area = p * q;
    let antiderivative = |w: Rational, k: &Rational| {
        let half = &w * &w / Rational::from(2);
        let rational = k * &w - &half / Rational::from(2);
        ln(&w, (half - k * &w) / &area) + rational / &area
    };
    antiderivative(&tp + &fn_, &fn_)
        - antiderivative(&tn + &fn_, &fn_)
        - antiderivative(&tp + &fp, &fp)
        + antiderivative(&tn + &fp, &fp)
}

/// Returns the truth about the corners of the Tile at which R is 0/0.
fn undefined_at<'t>(cells: &Cells) -> Truth<'t> {
    let corners = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(a, b)| [a, b].map(Rational::from));
    let is_undefined = |corner: &[Rational; 2]| Metric::at(corner).key(cells).is_none();
    let corners = corners.into_iter().filter(is_undefined);
    Truth::List(corners.map(|corner| Truth::List(corner.map(Truth::exact).into())).collect())
}

/// Returns the truth about a sum of logarithms: one text if it is rational; else its closed form,
/// and the narrowest enclosing decimals of their length.
fn logarithms<'t>(value: &'t LogSum) -> Truth<'t> {
    if let Some(value) = value.as_rational() {
        return Truth::exact(value);
    }
    Truth::judge(move |claim| {
        let form = Truth::judge(move |claim| {
            let text = claim.as_text().unwrap_or_default();
            // A sum has several forms, of which the program writes this one.
            if text == value.to_string() {
                return Ok(());
            }
            let is_equal = closed_form::parse(text).is_some_and(|other| other == *value);
            let other = if is_equal { ", an equal number in another form" } else { "" };
            Err(Wrong::new(format!("it is {value}, not {claim}{other}")))
        });
        let ends = [("lower", Truth::any()), ("upper", Truth::any()), ("exact", form)];
        same(claim, &Truth::Object(ends.into()), &mut Proofs::new("", 0))?;
        let text = |key| claim.get(key).and_then(Json::as_text).unwrap_or_default();
        let end = |key| decimal(text(key), 15).map_err(|wrong| wrong.of(key));
        let ((_, digits), (_, other)) = (end("lower")?, end("upper")?);
        let known = value.to_certified(digits);
        let known = known.decimals();
        if digits != other || [text("lower"), text("upper")] != known.each_ref().map(|end| &**end) {
            return Err(Wrong::new(format!("it lies in [{}]", known.join(", "))));
        }
        Ok(())
    })
}
