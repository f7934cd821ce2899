//! Checks the values that a metric has on all confusion matrices of given numbers of positives and
//! negatives, and the matrices of each value.

use super::matrices::Lattice;
use crate::claim::given::Given;
use crate::claim::header::Members;
use crate::claim::proofs::{Proofs, counted};
use crate::claim::stop::Stop;
use crate::claim::truth::Truth;

/// Checks `exactile.lattice-confluence.v1`.
pub(crate) fn prove(
    mut members: Members<'_>,
    _: &Given<'_>,
    proofs: &mut Proofs,
) -> Result<(), Stop> {
    let lattice = Lattice::of(&mut members)?;
    let first = members.required_stream("values")?.first()?;
    let with_points = first.is_some_and(|entry| entry.get("points").is_some());
    let entry = |place: usize| {
        let taken = lattice.taken(place);
        let mut entry = vec![("value", lattice.value(place)), ("count", Truth::count(taken.len()))];
        if with_points {
            let point = |k: usize| Truth::counts(lattice.matrix(taken[k].1));
            entry.push(("points", Truth::Each(taken.len(), Box::new(point))));
        }
        Truth::Object(entry)
    };
    let truth = [
        ("distinct", Truth::count(lattice.distinct())),
        ("undefined", Truth::count(lattice.undefined.len())),
        ("values", Truth::Each(lattice.distinct(), Box::new(entry))),
    ];
    members.same(&truth, proofs)?;
    proofs.proved(format!(
        "the {} of {} on all {}, their order, and how many matrices take each",
        counted(lattice.distinct(), "value"),
        lattice.metric.name(),
        counted(lattice.matrices(), "matrix"),
    ));
    if with_points {
        proofs.proved("which matrices these are");
    }
    Ok(())
}
