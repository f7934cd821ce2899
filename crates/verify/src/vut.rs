//! Checks the volume under the Tile: the mean of all ranking scores R = s/(s + u).
//!
//! Let w = s + u, which is linear in a for each b. With q = fn - fp and p = tp - tn the mean over b is
//! (s/q) ln(w_1/w_0), w_0 = s + fp, w_1 = s + fn; and the mean of s ln w over a, by the antiderivative
//!
//! ```text
//! G(w, k) = (w^2/2 - k w) ln w + k w - w^2/4      of (w - k) ln w
//! ```
//!
//! between the ends of w_0 (k = fp) and of w_1 (k = fn), over p. Where w is 0, G is 0.

use super::claim::{Truth, Wrong, same};
use super::closed_form;
use super::header::Members;
use super::json::Json;
use super::metrics::{Cells, Metric, decimal, value_entry};
use super::proofs::{Proofs, counted};
use super::schema::{Given, Stop};
use exactile::num::{LogSum, Rational};

/// Checks `exactile.vut.v1`.
pub(super) fn prove(
    members: Members<'_>,
    given: &Given<'_>,
    proofs: &mut Proofs,
) -> Result<(), Stop> {
    let cells: Vec<Cells> = given
        .classifiers
        .iter()
        .map(|known| {
            let m = &known.matrix;
            Cells::new([m.tn(), m.fp(), m.fn_(), m.tp()].map(Clone::clone))
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

/// Ranks of one classifier: the best and the worst that it can claim.
type Ranks = [usize; 2];

/// The classifiers from the largest volume on, equal ones as in the input, and their ranks.
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

/// The mean of R over the Tile.
fn volume(cells: &Cells) -> LogSum {
    let total = cells.t();
    let [tn, fp, fn_, tp] =
        [&cells.tn, &cells.fp, &cells.fn_, &cells.tp].map(|count| count / &total);
    let (p, q) = (&tp - &tn, &fn_ - &fp);
    let ln = |w: &Rational, factor: Rational| match w.is_zero() || factor.is_zero() {
        true => LogSum::default(),
        false => LogSum::ln(w) * factor,
    };
    if p.is_zero() && q.is_zero() {
        return (&tn / &(&tn + &fp)).into();
    }
    if p.is_zero() {
        let factor = &tn / &q;
        return ln(&(&tn + &fn_), factor.clone()) - ln(&(&tn + &fp), factor);
    }
    if q.is_zero() {
        let factor = &fp / &p;
        return LogSum::from(Rational::ONE) - ln(&(&tp + &fp), factor.clone())
            + ln(&(&tn + &fp), factor);
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

/// The corners of the Tile at which R is 0/0.
fn undefined_at<'t>(cells: &Cells) -> Truth<'t> {
    let corners = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(a, b)| [a, b].map(Rational::from));
    let is_undefined = |corner: &[Rational; 2]| Metric::at(corner).key(cells).is_none();
    let corners = corners.into_iter().filter(is_undefined);
    Truth::List(corners.map(|corner| Truth::List(corner.map(Truth::exact).into())).collect())
}

/// A sum of logarithms: a rational as one text; else its closed form, and the narrowest decimals of their length around it.
fn logarithms<'t>(value: &'t LogSum) -> Truth<'t> {
    if let Some(value) = value.as_rational() {
        return Truth::exact(value);
    }
    Truth::judge(move |claim| {
        let form = Truth::judge(move |claim| {
            let text = claim.as_text().unwrap_or_default();
            // A sum has several forms without superfluous signs, of which the program writes one.
            match closed_form::parse(text) {
                Some(other) if other != *value => {
                    Err(Wrong::new(format!("it is {value}, not {claim}")))
                }
                Some(other) if other.to_string() == text => Ok(()),
                _ => Err(Wrong::new(format!("it is {value}, and {claim} is no form of it"))),
            }
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
