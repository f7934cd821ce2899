//! Checks the distribution of a metric of one classifier on a further test.

use num_bigint::BigInt;
use num_traits::Zero;

use super::masses::{Masses, Model, Scale};
use super::matrices::Lattice;
use super::summary;
use crate::claim::given::Given;
use crate::claim::header::Members;
use crate::claim::proofs::{Proofs, counted};
use crate::claim::stop::Stop;
use crate::claim::truth::{Truth, same};
use crate::claim::wrong::Wrong;
use crate::reading::json::Json;
use exactile::num::Rational;

/// Takes `observed` from a result, or the given counts if the result has none.
fn observed(members: &mut Members<'_>, given: &Given<'_>) -> Result<[u64; 4], Stop> {
    const KEYS: [&str; 4] = ["tn", "fp", "fn", "tp"];
    let Some(claim) = members.take("observed") else {
        return given.observed.ok_or_else(|| {
            let what = "the result does not say what was observed";
            Stop::Ungiven(what.to_owned(), "give --tp, --fp, --fn and --tn".to_owned())
        });
    };
    let counts = KEYS.map(|key| claim.get(key).and_then(Json::as_count));
    let [Some(tn), Some(fp), Some(fn_), Some(tp)] = counts else {
        return Err(Wrong::new("whole numbers tn, fp, fn and tp should stand here")
            .of("observed")
            .into());
    };
    let said = [tn, fp, fn_, tp];
    let told = given.observed.unwrap_or(said);
    let truth = KEYS.into_iter().zip(told.map(Truth::Count)).collect();
    same(&claim, &Truth::Object(truth), &mut Proofs::new("", 0))
        .map_err(|wrong| wrong.of("observed"))?;
    Ok(said)
}

/// Checks `exactile.lattice-pmf.v1`.
pub(crate) fn prove(
    mut members: Members<'_>,
    given: &Given<'_>,
    proofs: &mut Proofs,
) -> Result<(), Stop> {
    let observed = observed(&mut members, given)?;
    let model = Model::of(&mut members)?;
    let lattice = Lattice::of(&mut members)?;
    let masses = Masses::new(&lattice, &model, observed)?;
    let scale = match members.get("denominator") {
        None => Scale::Decimals(masses.total.clone()),
        Some(_) => {
            let denominator = members.exact("denominator")?;
            let times = Rational::new(denominator.numerator(), masses.total.clone());
            let scale = Scale::Numerators(times.numerator(), times.denominator());
            let over = times.denominator();
            let is_whole = |weight: &BigInt| (weight % &over).is_zero();
            if !denominator.is_positive()
                || !denominator.is_integer()
                || !masses.of.iter().chain([&masses.undefined]).all(is_whole)
            {
                let reason = "masses are not whole numbers over it";
                return Err(Wrong::new(reason).of("denominator").into());
            }
            scale
        }
    };
    let value = |place: usize| {
        Truth::Object(vec![
            ("value", lattice.value(place)),
            ("count", Truth::count(lattice.taken(place).len())),
            ("mass", scale.mass(&masses.of[place])),
            ("cumulative", scale.mass(&masses.below[place + 1])),
        ])
    };
    let undefined = Truth::Object(vec![
        ("count", Truth::count(lattice.undefined.len())),
        ("mass", scale.mass(&masses.undefined)),
    ]);
    let mut truth = vec![
        ("undefined", undefined),
        ("summary_given", Truth::text("defined")),
        ("values", Truth::Each(lattice.distinct(), Box::new(value))),
    ];
    truth.extend(summary::truths(&members, &lattice, &masses, &scale, proofs)?);
    members.same(&truth, proofs)?;
    proofs.proved(format!(
        "the masses of {} of {} on {}, from the weight of each matrix, and their sums",
        counted(lattice.distinct(), "value"),
        lattice.metric.name(),
        counted(lattice.matrices(), "matrix"),
    ));
    if given.observed.is_none() {
        proofs.open("that this was observed: --tp, --fp, --fn and --tn say it");
    }
    proofs.open("that this model was asked for");
    Ok(())
}
