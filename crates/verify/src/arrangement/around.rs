//! Checks the ranking at one place of the Tile, as `rankings` shows it.

use super::rankings;
use crate::claim::classifiers::OnTile;
use crate::claim::given::Given;
use crate::claim::header::Members;
use crate::claim::proofs::{Proofs, counted};
use crate::claim::shape::{EDGE, NUMBER_OR_NONE, POINT, RANKING, Shape};
use crate::claim::stop::Stop;
use crate::claim::truth::{Truth, same};
use crate::metric::metrics::{Better, Cells, Key, Metric};
use crate::metric::ranks::{check_place, metric, ranks};
use crate::metric::written::reason;
use exactile::num::Rational;

/// Checks `exactile.rankings.v1` of one place.
pub(crate) fn prove(
    mut members: Members<'_>,
    given: &Given<'_>,
    proofs: &mut Proofs,
) -> Result<(), Stop> {
    let all = OnTile::of_prior(&mut members, given.classifiers, given.target_prior, proofs)?;
    all.check_classifiers(&mut members, given.classifiers, proofs)?;
    let place = members.point("at")?;
    let at = Metric::at(&place);
    let cells: Vec<Cells> = all.counts.iter().cloned().map(Cells::new).collect();
    // A score may be undefined where s/(s + u) at its place is not.
    let score = match members.get("score") {
        None => None,
        Some(_) => {
            let metric = metric(&members.text("score")?)?;
            check_place(&members.required("at")?, &metric, all.prior.as_ref(), proofs)?;
            Some(metric)
        }
    };
    members.take("at");
    let reasons: Vec<&Metric> = score.iter().chain([&at]).collect();
    let key = |cells: &Cells| {
        let is_defined = score.as_ref().is_none_or(|score| score.key(cells).is_some());
        at.key(cells).filter(|_| is_defined)
    };
    let keys: Vec<Option<Key>> = cells.iter().map(key).collect();
    let ranks = ranks(&keys, Better::Higher);
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.sort_by_key(|&k| ranks[k].unwrap_or([usize::MAX; 2]));
    let entries = Truth::Each(
        order.len(),
        Box::new(|place| {
            let k = order[place];
            let mut entry = vec![
                ("classifier", Truth::count(k)),
                ("name", Truth::text(&given.classifiers[k].name)),
                ("rank", ranks[k].map_or(Truth::Null, Truth::counts)),
            ];
            if ranks[k].is_none() {
                entry.push(("undefined", reason(&reasons, &cells[k])));
            }
            Truth::Object(entry)
        }),
    );
    let groups = order.chunk_by(|&i, &j| ranks[i].is_some() && ranks[i] == ranks[j]);
    let ties: Vec<&[usize]> = groups.filter(|group| group.len() > 1).collect();
    let ties = ties.into_iter().map(|group| Truth::counts(group.iter().copied())).collect();
    let undefined = (0..keys.len()).filter(|&k| keys[k].is_none());
    let on_border = place.iter().any(|z| z.is_zero() || *z == Rational::ONE);
    let open = |shape| Truth::Open(BESIDE, shape);
    let mut truth = vec![
        ("frontiers", frontiers(&all)),
        ("on_border", Truth::Bool(on_border)),
        ("ranking", entries),
        ("ties", Truth::List(ties)),
        ("undefined_classifiers", Truth::counts(undefined)),
        ("holds_beside", open(&Shape::Bool)),
        ("beside", open(&CELLS)),
        ("distance", open(&NUMBER_OR_NONE)),
        ("undefined", Truth::maybe(open(&Shape::Text))),
        ("swaps", open(if all.prior.is_some() { &SWAPS } else { &BENT_SWAPS })),
    ];
    if all.prior.is_some() {
        truth.push(("cell", open(&CELL)));
    }
    same(&members.rest(), &Truth::Object(truth), proofs)?;
    let [a, b] = &place;
    proofs.proved(format!(
        "ranks, order and ties of {} at ({a}, {b})",
        counted(order.len(), "classifier")
    ));
    Ok(())
}

/// The part of a result at one place that is not proved.
const BESIDE: &str = "what holds beside the place, its cell, and how far swaps are";
/// Cells with a place in each, and the ranking there.
const CELLS: Shape = Shape::List(&Shape::Object(&[("sample", POINT), ("ranking", RANKING)]));
/// The smallest cell, stretch or point around the place.
const CELL: Shape = Shape::Object(&[
    ("dimension", Shape::Count),
    ("vertices", Shape::List(&POINT)),
    ("edges", Shape::List(&EDGE)),
    ("ranking", RANKING),
]);
/// A place that may be irrational.
const NEAREST: Shape = Shape::Tuple(&[Shape::Number, Shape::Number]);
/// Frontiers beyond which classifiers swap.
const SWAPS: Shape = Shape::List(&Shape::Object(&[
    ("order", RANKING),
    ("edge", EDGE),
    ("distance", Shape::Number),
    ("nearest", NEAREST),
    ("balanced", Shape::Object(&[("squared_distance", Shape::Exact), ("nearest", POINT)])),
]));
/// Frontiers beyond which classifiers swap, under different priors.
const BENT_SWAPS: Shape = Shape::List(&Shape::Object(&[
    ("order", RANKING),
    ("edge", EDGE),
    ("distance", Shape::Number),
    ("nearest", NEAREST),
]));

/// Returns the number of frontiers, or leaves it open if the classifiers have different priors.
fn frontiers<'t>(all: &OnTile) -> Truth<'t> {
    match &all.prior {
        Some(prior) => Truth::count(rankings::frontiers(&all.counts, prior)),
        None => Truth::Open("how many frontiers there are under different priors", &Shape::Count),
    }
}
