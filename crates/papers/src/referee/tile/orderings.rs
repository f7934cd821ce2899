//! Printed statements about the orderings on the Tile: all of them differ, the signs of their
//! correlations, and the zones of two sets of performances.

use serde::Deserialize;

use super::{grid, matrix, named, rational};
use crate::referee::error::undecided;
use crate::referee::formula::metric;
use crate::referee::{ClosedForm, Expression, Item, RefereeError, Settles, Symbols};
use exactile::correlation::{Correlator, Performances, closed_form};
use exactile::geometry::Point;
use exactile::num::Rational;
use exactile::performance::{Classifier, ConfusionMatrix};
use exactile::score::RankingScore;
use exactile::tile::Regions;

/// Places whose orderings are said to be all different, or all equal.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Diversity {
    orderings: Orderings,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Orderings {
    Different,
    Equal,
}

impl Diversity {
    /// Examines all pairs of places: two performances that tie at the first and not at the second.
    /// The performances given here do so at any pair: (1 - a) a = a (1 - a), and (1 - c) a = c (1 -
    /// a) exactly if c = a.
    pub(in crate::referee) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        let places = grid();
        let (mut parted, mut other, mut pair) = (0_u64, None, None);
        for first in &places {
            for second in places.iter().filter(|second| *second != first) {
                let one = Rational::ONE;
                let Point { a, b } = first;
                let weights = if first.a == second.a {
                    let [none, full] = [Rational::ZERO, one.clone()];
                    [
                        [full.clone(), b.clone(), none.clone(), full.clone()],
                        [full.clone(), none, b.complement(), full],
                    ]
                } else {
                    let none = Rational::ZERO;
                    [
                        [a.clone(), one.clone(), one.clone(), none.clone()],
                        [none, one.clone(), one, a.complement()],
                    ]
                };
                let score = |place: &Point, weights: &[Rational; 4]| {
                    let score = RankingScore::at(place.clone()).expect("a place of the grid");
                    matrix(weights).and_then(|matrix| score.value(&matrix))
                };
                let at = |place| weights.each_ref().map(|weights| score(place, weights));
                let ([one, two], [three, four]) = (at(first), at(second));
                let case = || {
                    format!(
                        "{} and {} tie at ({}, {}) with {}, not at ({}, {}) with {} and {}",
                        named(&weights[0]),
                        named(&weights[1]),
                        first.a,
                        first.b,
                        shown(one.as_ref()),
                        second.a,
                        second.b,
                        shown(three.as_ref()),
                        shown(four.as_ref())
                    )
                };
                if one.is_some() && one == two && three != four {
                    parted += 1;
                    pair.get_or_insert_with(case);
                } else {
                    other.get_or_insert_with(case);
                }
            }
        }
        let says = match self.orderings {
            Orderings::Different => "all orderings of the Tile are different",
            Orderings::Equal => "all orderings of the Tile are equal",
        };
        let item = Item::reproduced(says, format!("{parted} pairs of places are told apart"));
        Ok(vec![match (self.orderings, other, pair) {
            (Orderings::Different, None, _) => item,
            (Orderings::Different, Some(other), _) => {
                return Err(undecided(format!("these do not tell them apart: {other}")));
            }
            (Orderings::Equal, _, Some(pair)) => item.erratum(pair),
            (Orderings::Equal, _, None) => item,
        }])
    }
}

fn shown(value: Option<&Rational>) -> String {
    value.map_or_else(|| "no value".to_owned(), Rational::to_string)
}

/// The shapes that a zone in which one performance is at least as good as another is said to have.
#[derive(Clone, Debug, Deserialize)]
pub struct ZoneShapes {
    shapes: Vec<String>,
    /// The number of half-planes that make up the zone of `first` performances against `second`.
    half_planes: Expression,
}

impl ZoneShapes {
    /// Examines all pairs of performances with balanced priors and rates in thirds.
    pub(in crate::referee) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        let half = Rational::new(1, 2);
        let thirds = || (0..=3).map(|k| Rational::new(k, 3));
        let performances: Vec<ConfusionMatrix> = thirds()
            .flat_map(|tnr| thirds().map(move |tpr| (tnr.clone(), tpr)))
            .map(|(tnr, tpr)| ConfusionMatrix::from_rates(&tnr, &tpr, &half).map_err(undecided))
            .collect::<Result<_, _>>()?;
        let classifiers = performances
            .iter()
            .enumerate()
            .map(|(place, matrix)| Classifier::new(format!("P{place}"), matrix.clone()))
            .collect();
        let regions = Regions::new(classifiers).map_err(undecided)?;
        let mut found: Vec<(&str, u64, String)> = Vec::new();
        let (mut planes, mut without) = (0_u64, None);
        for first in 0..performances.len() {
            for second in (0..performances.len()).filter(|&second| second != first) {
                let shape = match regions.zone(&[first], &[second]).map(|zone| zone.dimension) {
                    None => "empty",
                    Some(0) => "point",
                    Some(1) => "segment",
                    Some(_) => "polygon",
                };
                let case = format!(
                    "{} against {}",
                    rates(&performances[first]),
                    rates(&performances[second])
                );
                match found.iter_mut().find(|(name, ..)| *name == shape) {
                    Some((_, count, _)) => *count += 1,
                    None => found.push((shape, 1, case.clone())),
                }
                if bounds(&performances[first], &performances[second]) {
                    planes += 1;
                } else {
                    without.get_or_insert(case);
                }
            }
        }
        found.sort();
        let list: Vec<String> =
            found.iter().map(|(shape, n, _)| format!("{shape} {n} times")).collect();
        let item = Item::reproduced(
            format!("a zone is one of: {}", self.shapes.join(", ")),
            list.join(", "),
        );
        let unsaid: Vec<&(&str, u64, String)> = found
            .iter()
            .filter(|(shape, ..)| !self.shapes.iter().any(|said| said == shape))
            .collect();
        let thin = |(shape, ..): &&(&str, u64, String)| matches!(*shape, "point" | "segment");
        let cases: Vec<String> =
            unsaid.iter().map(|(shape, _, case)| format!("{case}: a {shape}")).collect();
        let says_polygon = self.shapes.iter().any(|said| said == "polygon");
        let shapes = match cases.is_empty() {
            true => item,
            false if says_polygon && unsaid.iter().all(thin) => item.convention(
                Settles::Reading,
                "a segment and a point count as convex polygons",
                cases.join("; "),
            ),
            false => item.erratum(cases.join("; ")),
        };
        let item = Item::reproduced(
            "each pair has a half-plane",
            format!("{planes} pairs of different performances have"),
        );
        let planes = match without {
            None => item,
            Some(witness) => item.convention(
                Settles::Singular,
                "the coefficients of a and b do not both vanish; where they do, one is better \
                 everywhere and the inequality leaves all of the Tile or nothing",
                witness,
            ),
        };
        Ok(vec![shapes, planes, self.count()?])
    }

    /// Counts the sides of the Tile, and the pairs that are compared.
    fn count(&self) -> Result<Item, RefereeError> {
        let none = std::collections::BTreeMap::new();
        let mut witness = None;
        for (first, second) in (1_u64..=4).flat_map(|i| (1_u64..=4).map(move |j| (i, j))) {
            let mut symbols = Symbols::new(&none);
            symbols.set("first", ClosedForm::from(Rational::from(first)));
            symbols.set("second", ClosedForm::from(Rational::from(second)));
            let pairs = (0..first).flat_map(|i| (0..second).map(move |j| (i, j)));
            let counted = Rational::from(pairs.fold(4_u64, |planes, _| planes + 1));
            if rational(&self.half_planes, &symbols)?.as_ref() != Some(&counted) {
                witness.get_or_insert(format!("{first} against {second}: {counted}"));
            }
        }
        let item = Item::reproduced(
            format!("{} half-planes of `first` against `second`", self.half_planes),
            "an inequality for each pair, and the four sides",
        );
        Ok(match witness {
            Some(witness) => item.erratum(witness),
            None => item,
        })
    }
}

fn rates(matrix: &ConfusionMatrix) -> String {
    let rate = |rate: Option<Rational>| shown(rate.as_ref());
    format!("TNR {} and TPR {}", rate(matrix.tnr()), rate(matrix.tpr()))
}

/// Returns `true` if Eq. 7 has a coefficient of a or of b.
fn bounds(first: &ConfusionMatrix, second: &ConfusionMatrix) -> bool {
    let rates = [first, second].map(|m| [m.tnr(), m.tpr()].map(|rate| rate.expect("both classes")));
    let [[tnr1, tpr1], [tnr2, tpr2]] = &rates;
    let of_a =
        &(&tnr1.complement() * &tpr2.complement()) - &(&tpr1.complement() * &tnr2.complement());
    let of_b = &(tpr1 * tnr2) - &(tnr1 * tpr2);
    !of_a.is_zero() || !of_b.is_zero()
}

/// Correlations of scores with ranking scores under the uniform distribution that are said to be
/// null; all others are said to be positive.
#[derive(Clone, Debug, Deserialize)]
pub struct CorrelationSigns {
    scores: Vec<String>,
    /// Pairs of names.
    null: Vec<[String; 2]>,
}

/// Samples of the lattice of performances, and steps of the grid over the Tile.
const RESOLUTION: u32 = 10;
const STEPS: u32 = 4;

impl CorrelationSigns {
    pub(in crate::referee) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        let half = Rational::new(1, 2);
        let performances = Performances::all(RESOLUTION).map_err(undecided)?;
        let (mut closed, mut pairs) = (0_u64, 0_u64);
        let mut null: Vec<[String; 2]> = Vec::new();
        let mut negative = None;
        let step = |k: u32| Rational::new(k, STEPS);
        for name in &self.scores {
            let metric = metric(name)?;
            let correlator = Correlator::new(&metric, &performances).map_err(undecided)?;
            for (a, b) in (0..=STEPS).flat_map(|a| (0..=STEPS).map(move |b| (a, b))) {
                let point = Point::new(step(a), step(b));
                let score = RankingScore::at(point.clone()).expect("a place of the Tile");
                let correlation = correlator.at(&score);
                pairs += 1;
                // The closed form of the continuous distribution where it is known.
                let exact = closed_form(&metric, &score, None);
                let sign = match &exact {
                    Some(form) => form.value.sign(),
                    None => correlation.concordant.cmp(&correlation.discordant),
                };
                closed += u64::from(exact.is_some());
                if sign.is_lt() {
                    negative.get_or_insert_with(|| {
                        format!(
                            "{name} at ({}, {}): {} pairs agree, {} disagree",
                            point.a, point.b, correlation.concordant, correlation.discordant
                        )
                    });
                } else if sign.is_eq() {
                    let at = exactile::score::NamedScore::marked()
                        .into_iter()
                        .find(|score| score.place(&half) == point)
                        .map_or_else(
                            || format!("({}, {})", point.a, point.b),
                            |score| score.to_string(),
                        );
                    let mut pair = [name.clone(), at.to_lowercase()];
                    pair.sort();
                    if !null.contains(&pair) {
                        null.push(pair);
                    }
                }
            }
        }
        null.sort();
        let mut said: Vec<[String; 2]> = self.null.clone();
        said.iter_mut().for_each(|pair| pair.sort());
        said.sort();
        let list = |pairs: &[[String; 2]]| -> String {
            pairs
                .iter()
                .map(|[one, two]| format!("{one} with {two}"))
                .collect::<Vec<_>>()
                .join(", ")
        };
        let item = Item::reproduced(
            format!("null correlations: {}; all others positive", list(&said)),
            format!(
                "null: {}; {pairs} correlations, {closed} of them by their closed form, the others \
                 on the lattice of {RESOLUTION} samples",
                list(&null)
            ),
        );
        Ok(vec![match negative {
            Some(witness) => item.erratum(witness),
            None if null != said => item.erratum(format!("null are {}", list(&null))),
            None => item,
        }])
    }
}
