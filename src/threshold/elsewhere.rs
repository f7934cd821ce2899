//! Models whose thresholds are chosen on other samples than those that judge them.
//!
//! In balanced coordinates the choices of a model are the sectors between the chords of its hull on
//! the samples that choose, p a + q b = c, from the threshold without predicted positives at the
//! corner TNR (0, 0) to the one with all samples predicted positive at TPR (1, 1). If two models
//! have one choice each, one frontier divides them, which is a line again. So a rank is taken on
//! convex polygons, and the polygons of one prior are the image of those of another, as for fixed
//! classifiers. O(c) polygons for c cells of all these lines.

use std::cmp::Reverse;

use crate::geometry::{HalfPlane, Point, common_polygon, doubled_area, split_polygon};
use crate::num::Rational;
use crate::tile::RankInterval;

/// A part of the Tile of balanced priors on which the choices of all models, and one model's rank,
/// are the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceRegion {
    /// The threshold that the model has chosen, and the thresholds of others that are equal to it
    /// on the samples that judge, by the numbers of the choices.
    pub members: Vec<usize>,
    /// Their rank among the models.
    pub rank: RankInterval,
    /// The corners of a convex polygon, counter-clockwise.
    pub corners: Vec<Point>,
}

/// True negative and true positive rate.
pub type Rates = [Rational; 2];

/// A threshold that a model may choose.
#[derive(Clone, Debug)]
pub struct ThresholdChoice {
    /// Its number, one of a kind among the choices of all models.
    pub classifier: usize,
    /// The rates on the samples that choose.
    pub chosen: Rates,
    /// The rates on the samples that judge.
    pub judged: Rates,
}

/// A choice with the sector on which it is made; `None` if that is nowhere inside the Tile.
type Sector<'c> = (&'c ThresholdChoice, Option<Vec<Point>>);

/// Returns the line that is positive where the first is better: s u' - s' u in balanced
/// coordinates, in which the term of a b vanishes.
fn ahead([x, y]: &Rates, [z, w]: &Rates) -> HalfPlane {
    let (d, e) = (y - x, w - z);
    let k_a = &d * z.complement() - &e * x.complement();
    let k_b = z * &d - x * &e;
    HalfPlane { k_a, k_b, k_1: x - z }
}

/// Returns the sectors of the choices of a model, in balanced coordinates. O(n^2) for n choices.
fn sectors(choices: &[ThresholdChoice]) -> Vec<Sector<'_>> {
    let mut rest = Some(Point::unit_square().to_vec());
    let mut found = Vec::with_capacity(choices.len());
    for (k, own) in choices.iter().enumerate() {
        let sector = match (rest.take(), choices.get(k + 1)) {
            (Some(polygon), Some(next)) => {
                let line = ahead(&next.chosen, &own.chosen);
                let [beyond, sector] = split_polygon(polygon, |corner| line.side(corner));
                rest = beyond;
                sector
            }
            (polygon, _) => polygon,
        };
        found.push((own, sector));
    }
    found
}

/// The regions of the Tile of balanced priors on which the choices of all models, and one model's
/// rank, are the same, for ranks up to the given one; the largest first. The choices of a model are
/// the vertices of its hull on the samples that choose, from no sample positive to all. O(c)
/// polygons for c cells of all lines that divide choices.
///
/// ```
/// use exactile::num::Rational;
/// use exactile::threshold::{ThresholdChoice, choice_regions};
/// let rates = [[1, 0], [0, 1]].map(|of| of.map(Rational::from));
/// let choices = rates.into_iter().enumerate().map(|(classifier, rates)| ThresholdChoice {
///     classifier,
///     chosen: rates.clone(),
///     judged: rates,
/// });
/// let regions = choice_regions(&[choices.collect()], 1);
/// assert_eq!(regions.iter().map(|region| region.corners.len()).collect::<Vec<_>>(), [3, 3]);
/// ```
pub fn choice_regions(models: &[Vec<ThresholdChoice>], ranks: u32) -> Vec<ChoiceRegion> {
    let models: Vec<Vec<Sector<'_>>> = models.iter().map(|choices| sectors(choices)).collect();
    let all = (0..models.len()).flat_map(|k| models[k].iter().map(move |choice| (k, choice)));
    let mut regions: Vec<ChoiceRegion> =
        all.flat_map(|(model, choice)| regions_of(&models, model, choice, ranks)).collect();
    regions.sort_by_cached_key(|region| Reverse(doubled_area(&region.corners)));
    regions
}

/// The comparison of a rival with a classifier on a part of the Tile.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    Better,
    Worse,
    /// Equal on the samples that judge, with this choice of the rival.
    Equal(usize),
}

/// A polygon with the rivals compared so far.
struct Part {
    polygon: Vec<Point>,
    better: u32,
    equal: Vec<usize>,
}

/// Returns the regions on which a model has one choice.
fn regions_of(
    models: &[Vec<Sector<'_>>],
    model: usize,
    (choice, sector): &Sector<'_>,
    ranks: u32,
) -> Vec<ChoiceRegion> {
    let Some(sector) = sector else { return Vec::new() };
    let mut parts = vec![Part { polygon: sector.clone(), better: 0, equal: Vec::new() }];
    for (k, rival) in models.iter().enumerate() {
        if k == model {
            continue;
        }
        let mut next = Vec::with_capacity(parts.len());
        for part in parts {
            let found = standings(&part.polygon, choice, rival);
            let is_one = found.windows(2).all(|pair| pair[0].1 == pair[1].1);
            let keep = if is_one {
                found.into_iter().take(1).map(|(_, of)| (part.polygon.clone(), of)).collect()
            } else {
                found
            };
            for (polygon, standing) in keep {
                let (mut better, mut equal) = (part.better, part.equal.clone());
                match standing {
                    Standing::Better => better += 1,
                    // The same region is found for the first of the equal ones.
                    Standing::Equal(_) if k < model => continue,
                    Standing::Equal(other) => equal.push(other),
                    Standing::Worse => {}
                }
                if better < ranks {
                    next.push(Part { polygon, better, equal });
                }
            }
        }
        parts = next;
    }
    let region = |Part { polygon, better, equal }: Part| {
        let tied = u32::try_from(equal.len()).expect("fewer than models");
        let rank = RankInterval { best: better + 1, worst: better + 1 + tied };
        let members = std::iter::once(choice.classifier).chain(equal).collect();
        ChoiceRegion { members, rank, corners: polygon }
    };
    parts.into_iter().map(region).collect()
}

/// Returns the parts of a polygon with the comparison of a rival, at its chosen threshold, with a
/// choice.
fn standings(
    polygon: &[Point],
    choice: &ThresholdChoice,
    rival: &[Sector<'_>],
) -> Vec<(Vec<Point>, Standing)> {
    let mut found = Vec::new();
    for (other, sector) in rival {
        let Some(common) = sector.as_ref().and_then(|sector| common_polygon(polygon, sector))
        else {
            continue;
        };
        let line = ahead(&choice.judged, &other.judged);
        if line.has_no_line() {
            found.push((common, Standing::Equal(other.classifier)));
            continue;
        }
        let [ahead, behind] = split_polygon(common, |corner| line.side(corner));
        found.extend(ahead.map(|part| (part, Standing::Worse)));
        found.extend(behind.map(|part| (part, Standing::Better)));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rates(tnr: i64, tpr: i64) -> Rates {
        [Rational::new(tnr, 10), Rational::new(tpr, 10)]
    }

    /// Two models with three thresholds each: the choice depends on the first rates, its value on
    /// the second.
    fn example() -> Vec<Vec<(Rates, Rates)>> {
        vec![
            vec![
                (rates(10, 0), rates(10, 0)),
                (rates(8, 7), rates(9, 4)),
                (rates(5, 9), rates(4, 9)),
                (rates(0, 10), rates(0, 10)),
            ],
            vec![
                (rates(10, 0), rates(10, 0)),
                (rates(9, 5), rates(6, 8)),
                (rates(2, 10), rates(3, 10)),
                (rates(0, 10), rates(0, 10)),
            ],
            vec![
                (rates(10, 0), rates(10, 0)),
                (rates(7, 7), rates(9, 4)),
                (rates(0, 10), rates(0, 10)),
            ],
        ]
    }

    fn value([tnr, tpr]: &Rates, Point { a, b }: &Point) -> Rational {
        let s = a.complement() * tnr + a * tpr;
        let u = b.complement() * tnr.complement() + b * tpr.complement();
        &s / &(&s + &u)
    }

    #[test]
    fn regions_of_each_rank_are_those_of_the_definition() {
        let example = example();
        let mut next = 0;
        let choices: Vec<Vec<ThresholdChoice>> = example
            .iter()
            .map(|model| {
                let made = model.iter().map(|(chosen, judged)| {
                    next += 1;
                    let (chosen, judged) = (chosen.clone(), judged.clone());
                    ThresholdChoice { classifier: next - 1, chosen, judged }
                });
                made.collect()
            })
            .collect();
        let all = choice_regions(&choices, 3);
        let flat: Vec<(usize, &Rates)> = example
            .iter()
            .enumerate()
            .flat_map(|(model, of)| of.iter().map(move |(_, judged)| (model, judged)))
            .collect();
        let mut ties = 0;
        for rank in 1..=3 {
            let held = all.iter().filter(|region| region.rank.contains(rank));
            let mut area = Rational::ZERO;
            for region in held {
                area += &doubled_area(&region.corners);
                let count = Rational::from(region.corners.len() as u64);
                let mean = |of: fn(&Point) -> &Rational| {
                    let mut sum = Rational::ZERO;
                    for corner in &region.corners {
                        sum += of(corner);
                    }
                    &sum / &count
                };
                let at = Point::new(mean(|corner| &corner.a), mean(|corner| &corner.b));
                // By definition: each model takes what is best on the first rates.
                let mut values = Vec::new();
                let mut start = 0;
                for model in &example {
                    let best = (0..model.len())
                        .max_by(|&i, &j| value(&model[i].0, &at).cmp(&value(&model[j].0, &at)))
                        .expect("thresholds");
                    values.push((start + best, value(&model[best].1, &at)));
                    start += model.len();
                }
                let own = &value(flat[region.members[0]].1, &at);
                for member in &region.members {
                    assert!(values.iter().any(|(classifier, _)| classifier == member));
                }
                let better = values.iter().filter(|(_, other)| other > own).count();
                let equal = values.iter().filter(|(_, other)| other == own).count();
                assert_eq!(region.rank.best as usize, better + 1, "{at:?}");
                assert_eq!(region.rank.worst as usize, better + equal, "{at:?}");
                ties += usize::from(equal > 1);
            }
            assert_eq!(area, Rational::from(2), "rank {rank} covers the Tile once");
        }
        assert!(ties > 0, "some regions are of equal thresholds");
    }
}
