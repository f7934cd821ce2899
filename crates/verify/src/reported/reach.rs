//! The ranges of further scores on the matrices that explain a row.

use super::row::Explained;
use crate::claim::shape::{NUMBER_OR_NONE, Shape};
use crate::claim::truth::Truth;
use crate::claim::wrong::Wrong;
use crate::metric::fraction::{MOST, WholeFraction, whole};
use crate::metric::metrics::{Cells, Key, Metric};
use crate::metric::score::OPEN;
use crate::reading::json::Json;

const NOWHERE: &str = "undefined on every matrix that explains the row";
const RANGES: &str = "the ranges of further scores over so many matrices, or by scaled logarithms";

/// Returns the truth about the further scores that a result names.
pub(super) fn implied<'t>(claim: Option<&'t Json>, found: &Explained) -> Truth<'t> {
    let asked = match claim {
        Some(Json::Object(asked)) if !asked.is_empty() => asked,
        _ => return Truth::judge(|_| Err(Wrong::new("the range of a metric should stand here"))),
    };
    let are_all = found.listed.len() as u128 == found.count;
    let range = |name: &str| {
        let metric = match Metric::named(name) {
            Some(metric) if are_all => metric,
            None if !OPEN.contains(&name) => {
                return Truth::judge(|_| Err(Wrong::new("no metric has this name")));
            }
            _ => return Truth::Open(RANGES, &RANGE),
        };
        let Reach { ends, undefined } = Reach::of(&metric, &found.listed);
        let [lower, upper] = ends.map(|key| key.map_or(Truth::Null, |key| metric.value(&key)));
        let mut truth =
            vec![("lower", lower), ("upper", upper), ("undefined", Truth::count(undefined))];
        if undefined == found.listed.len() {
            truth.push(("reason", Truth::text(NOWHERE)));
        }
        Truth::Object(truth)
    };
    Truth::Object(asked.iter().map(|(name, _)| (name.as_str(), range(name))).collect())
}

/// The range of a metric, if it has a value anywhere.
const RANGE: Shape = Shape::Object(&[
    ("lower", NUMBER_OR_NONE),
    ("upper", NUMBER_OR_NONE),
    ("undefined", Shape::Either(&[Shape::Count, Shape::Exact])),
    ("reason", Shape::Maybe(&Shape::Text)),
]);

/// The range of a metric on some matrices.
struct Reach {
    ends: [Option<Key>; 2],
    /// The number of matrices on which it is undefined.
    undefined: usize,
}

impl Reach {
    fn of(metric: &Metric, listed: &[[u64; 4]]) -> Self {
        let is_short = |counts: &[u64; 4]| counts.iter().all(|count| *count <= MOST / 2);
        let Some(whole) = whole(metric.name()).filter(|_| listed.iter().all(is_short)) else {
            let keys = listed.iter().filter_map(|counts| metric.key(&Cells::of(*counts)));
            let keys: Vec<Key> = keys.collect();
            let undefined = listed.len() - keys.len();
            return Self { ends: [keys.iter().min().cloned(), keys.into_iter().max()], undefined };
        };
        let values = || {
            let all = listed.iter().map(|counts| whole.at(&counts.map(i128::from)));
            all.filter(|value| value.is_defined())
        };
        let ends = [values().min_by(WholeFraction::order), values().max_by(WholeFraction::order)];
        Self {
            ends: ends.map(|end| end.and_then(WholeFraction::key)),
            undefined: listed.len() - values().count(),
        }
    }
}
