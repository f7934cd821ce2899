//! Checks the probabilities that each of several independent classifiers is ahead on a further
//! test.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::OnceLock;

use super::ahead::{Standing, compared, standing};
use super::masses::{ClassWeights, Masses, Model};
use super::matrices::Lattice;
use super::standings::Standings;
use crate::claim::given::Given;
use crate::claim::header::Members;
use crate::claim::proofs::{Proofs, counted};
use crate::claim::stop::Stop;
use crate::claim::truth::{Truth, same};
use crate::metric::metrics::Better;
use exactile::num::{Decimal17, Rational};
use exactile::performance::Classifier;

/// Checks `exactile.lattice-compare.v1`.
pub(crate) fn prove(
    mut members: Members<'_>,
    given: &Given<'_>,
    proofs: &mut Proofs,
) -> Result<(), Stop> {
    let model = Model::of(&mut members)?;
    let lattice = Lattice::of(&mut members)?;
    let first = members.required_stream("classifiers")?.first()?;
    let with_ranks = first.is_some_and(|entry| entry.get("ranks").is_some());
    let test = FurtherTest::new(&lattice, &model, given.classifiers, with_ranks)?;
    let n = given.classifiers.len();
    let pairs: Vec<[usize; 2]> = (0..n).flat_map(|i| (i + 1..n).map(move |j| [i, j])).collect();
    let better = match lattice.metric.better {
        Better::Higher => Truth::text("higher"),
        Better::Lower => Truth::text("lower"),
        Better::Neither => Truth::Null,
    };
    let truth = vec![
        ("better", better),
        ("paired", Truth::Bool(false)),
        ("assumption", Truth::text("classifiers taken as independent")),
        ("classifiers", Truth::Each(n, Box::new(|k| test.classifier(k)))),
        ("pairs", Truth::Each(pairs.len(), Box::new(|k| test.pair(pairs[k])))),
    ];
    members.same(&truth, proofs)?;
    proofs.proved(format!(
        "who of {} is ahead with which probability, alone and in {}, from the weight of each of {}",
        counted(n, "classifier"),
        counted(pairs.len(), "pair"),
        counted(lattice.matrices(), "matrix"),
    ));
    proofs.open("that this model was asked for");
    Ok(())
}

/// All classifiers on the test: decimals, and fractions if a result has these or a decimal is not
/// certain.
struct FurtherTest<'t> {
    classifiers: &'t [Classifier],
    lattice: &'t Lattice,
    weights: Vec<ClassWeights>,
    /// The probability that a classifier has no value.
    undefined: Vec<Rational>,
    decimals: Standings,
    with_ranks: bool,
    /// The masses of each classifier, computed when they are needed: integers of thousands of
    /// digits.
    masses: Vec<OnceLock<Masses>>,
    standings: Vec<OnceLock<Standing>>,
}

impl<'t> FurtherTest<'t> {
    fn new(
        lattice: &'t Lattice,
        model: &Model,
        classifiers: &'t [Classifier],
        with_ranks: bool,
    ) -> Result<Self, Stop> {
        let weights = |known| ClassWeights::after(known, lattice, model);
        let weights = classifiers.iter().map(weights).collect::<Result<Vec<_>, Stop>>()?;
        let undefined = |of: &ClassWeights| Rational::new(of.undefined(lattice), of.total.clone());
        Ok(Self {
            classifiers,
            lattice,
            undefined: weights.iter().map(undefined).collect(),
            decimals: Standings::new(lattice, &weights, with_ranks),
            with_ranks,
            masses: weights.iter().map(|_| OnceLock::new()).collect(),
            standings: weights.iter().map(|_| OnceLock::new()).collect(),
            weights,
        })
    }

    fn masses(&self, k: usize) -> &Masses {
        self.masses[k].get_or_init(|| Masses::of_weights(self.lattice, &self.weights[k]))
    }

    fn standing(&self, k: usize) -> &Standing {
        self.standings[k].get_or_init(|| {
            let all: Vec<&Masses> = (0..self.weights.len()).map(|k| self.masses(k)).collect();
            standing(&all, k, self.with_ranks)
        })
    }

    fn classifier(&self, k: usize) -> Truth<'_> {
        let [alone, or_tied] = self.decimals.first(k);
        let mut entry = vec![
            ("name", Truth::text(&self.classifiers[k].name)),
            ("undefined", probability(self.undefined[k].clone())),
            ("first_alone", nearly(alone, move || self.standing(k).first[0].clone())),
            ("first_or_tied", nearly(or_tied, move || self.standing(k).first[1].clone())),
        ];
        if self.with_ranks {
            let rank = |better| {
                let decimal = self.decimals.rank(k, better);
                nearly(decimal, move || self.standing(k).ranks[better].clone())
            };
            entry.push(("ranks", Truth::List((0..self.weights.len()).map(rank).collect())));
        }
        Truth::Object(entry)
    }

    fn pair(&self, [i, j]: [usize; 2]) -> Truth<'_> {
        let decimals = self.decimals.pair([i, j]);
        let both_defined = self.undefined[i].complement() * self.undefined[j].complement();
        let fractions = Rc::new(OnceCell::new());
        let of = |which: usize| {
            let fractions = Rc::clone(&fractions);
            nearly(decimals[which], move || {
                fractions.get_or_init(|| compared(self.masses(i), self.masses(j)))[which].clone()
            })
        };
        Truth::Object(vec![
            ("first", Truth::count(i)),
            ("second", Truth::count(j)),
            ("greater", of(0)),
            ("equal", of(1)),
            ("less", of(2)),
            ("undefined", probability(both_defined.complement())),
        ])
    }
}

/// Returns the truth about a probability: exact, or the nearest decimal of 17 digits.
fn probability<'t>(value: Rational) -> Truth<'t> {
    Truth::judge(move |claim| {
        let text = Cow::from(value.to_string());
        let said = claim.as_text().unwrap_or_default();
        if said == text || said == Decimal17::nearest(&value).to_string() {
            return Ok(());
        }
        same(claim, &Truth::Text(text.clone()), &mut Proofs::new("", 0))
    })
}

/// As [`probability`], for a value whose decimal may be known without the exact value.
fn nearly<'t>(decimal: Option<&'t str>, exact: impl Fn() -> Rational + 't) -> Truth<'t> {
    Truth::judge(move |claim| match (claim.as_text(), decimal) {
        (Some(said), Some(decimal)) if said == decimal => Ok(()),
        (Some(said), Some(decimal)) if said.contains('.') => {
            Err(Truth::text(decimal).is_not(claim))
        }
        _ => same(claim, &probability(exact()), &mut Proofs::new("", 0)),
    })
}
