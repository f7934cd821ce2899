//! Checks how many frontiers there are between classifiers of different priors; where these meet,
//! and how many cells they make, is left open.
//!
//! s_i u_j - s_j u_i is bilinear in a and b, so it takes both signs in the Tile iff it does at the
//! corners. Without the factors that do not vanish inside, two pairs have the same frontier iff
//! their polynomials agree up to the sign.

use std::collections::{BTreeSet, HashMap};

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::Zero;

use crate::claim::classifiers::OnTile;
use crate::claim::given::Given;
use crate::claim::header::Members;
use crate::claim::proofs::{Proofs, counted};
use crate::claim::shape::{RANKING, Shape};
use crate::claim::stop::Stop;
use crate::claim::truth::Truth;
use crate::geometry::frontiers::{Counts, difference, integers};
use crate::geometry::plane::{Bilinear, Point};
use exactile::num::Rational;

/// Checks `exactile.rankings.v1` of the whole Tile where priors differ.
pub(crate) fn prove(
    mut members: Members<'_>,
    given: &Given<'_>,
    proofs: &mut Proofs,
) -> Result<(), Stop> {
    let all = OnTile::of_prior(&mut members, given.classifiers, given.target_prior, proofs)?;
    all.check_classifiers(&mut members, given.classifiers, proofs)?;
    let performances: BTreeSet<Counts> = all.counts.iter().map(proportion).collect();
    let performances: Vec<Counts> = performances.into_iter().collect();
    let frontiers = frontiers(&performances)?;
    let shared = || frontiers.values().filter(|pairs| pairs.len() > 1);
    let tied = |pairs: &Vec<[usize; 2]>| pairs.iter().flatten().collect::<BTreeSet<_>>().len();
    let largest = shared().map(tied).max().unwrap_or(0);
    let truth = [
        ("performances", Truth::count(performances.len())),
        ("frontiers", Truth::count(frontiers.len())),
        (
            "shared_frontiers",
            Truth::Object(vec![
                ("count", Truth::count(shared().count())),
                ("largest", Truth::count(largest)),
            ]),
        ),
        ("cells", Truth::Open("the number of cells: priors differ", &Shape::Count)),
        ("confluences", Truth::Open("where frontiers meet: priors differ", &CONFLUENCES)),
    ];
    members.same(&truth, proofs)?;
    proofs.proved(format!(
        "{} of {}",
        counted(frontiers.len(), "frontier"),
        counted(performances.len(), "performance")
    ));
    Ok(())
}

/// The number of confluences, and on request a list of them.
const CONFLUENCES: Shape = Shape::Object(&[
    ("count", Shape::Count),
    ("largest", Shape::Count),
    ("by_frontiers", Shape::List(&Shape::Tuple(&[Shape::Count, Shape::Count]))),
    (
        "list",
        Shape::Maybe(&Shape::List(&Shape::Object(&[
            ("at", Shape::Tuple(&[Shape::Number, Shape::Number])),
            ("tied", RANKING),
        ]))),
    ),
]);

/// Counts without common factor: the same for the same rates and prior.
fn proportion(counts: &[Rational; 4]) -> Counts {
    let counts = integers(counts);
    let common = counts.iter().fold(BigInt::ZERO, |common, count| common.gcd(count));
    counts.map(|count| count / &common)
}

/// All frontiers, with the pairs that have them.
fn frontiers(performances: &[Counts]) -> Result<HashMap<Bilinear, Vec<[usize; 2]>>, Stop> {
    let mut found: HashMap<Bilinear, Vec<[usize; 2]>> = HashMap::new();
    for i in 0..performances.len() {
        for j in i + 1..performances.len() {
            let difference = difference(&performances[i], &performances[j]);
            if takes_both_signs(&difference) {
                let curve = difference.factor_on_tile().map_err(Stop::Unknown)?;
                let first = curve.0.iter().find(|k| !k.is_zero());
                let is_turned = first.is_some_and(|k| *k < BigInt::ZERO);
                found.entry(if is_turned { -curve } else { curve }).or_default().push([i, j]);
            }
        }
    }
    Ok(found)
}

fn takes_both_signs(polynomial: &Bilinear) -> bool {
    let corner = |a: i64, b: i64| Point { a: a.into(), b: b.into() };
    let corners = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
    let signs = corners.map(|corner| polynomial.sign_at(&corner));
    signs.iter().any(|sign| sign.is_lt()) && signs.iter().any(|sign| sign.is_gt())
}
