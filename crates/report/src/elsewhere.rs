//! Models whose thresholds are chosen on other samples than those that judge them.
//!
//! In balanced coordinates the choices of a model are the sectors between the chords of its hull on
//! the samples that choose, p a + q b = c, from the threshold without predicted positives at the
//! corner TNR (0, 0) to the one with all samples predicted positive at TPR (1, 1). If two models
//! have one choice each, one frontier divides them, which is a line again. So a rank is taken on
//! convex polygons, and the polygons of one prior are the image of those of another, as for fixed
//! classifiers. O(c) polygons for c cells of all these lines.

use std::cmp::Ordering;

use serde::{Serialize, Serializer};

use super::model_part::ModelPart;
use exactile::geometry::Point;
use exactile::num::Rational;
use exactile::performance::ConfusionMatrix;
use exactile::score::RankingScore;
use exactile::tile::RankInterval;

/// The most corners of regions on a page.
const MOST_CORNERS: usize = 40_000;
/// The most thresholds for which the regions of all ranks are computed; for more it is the first
/// rank alone.
const MOST_THRESHOLDS: usize = 200;

/// The samples on which thresholds are chosen, and the regions of the ranks with these thresholds.
#[derive(Clone, Debug, Serialize)]
pub struct Elsewhere {
    /// Positive samples.
    pub positives: u64,
    /// Negative samples.
    pub negatives: u64,
    /// The name of the samples.
    pub called: String,
    /// The regions whose ranks are up to `ranks`, the largest first.
    pub regions: Vec<ChoiceRegion>,
    /// The number of complete ranks.
    pub ranks: u32,
}

/// A part of the Tile of balanced priors on which the choices of all models, and one model's rank,
/// are the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChoiceRegion {
    /// The threshold that the model has chosen, and the thresholds of others that are equal to it
    /// on the samples that judge, as classifiers of the report.
    pub members: Vec<usize>,
    /// Their rank among the models.
    pub rank: RankInterval,
    /// The corners of a convex polygon, counter-clockwise.
    #[serde(serialize_with = "rounded")]
    pub corners: Vec<Point>,
}

/// Corners as a, b, a, b, ... in doubles: they are only drawn.
fn rounded<S: Serializer>(corners: &[Point], serializer: S) -> Result<S::Ok, S::Error> {
    let place = |z: &Rational| (z.to_f64() * 1e7).round() / 1e7;
    serializer.collect_seq(corners.iter().flat_map(|Point { a, b }| [place(a), place(b)]))
}

/// TNR and TPR.
type Rates = [Rational; 2];

/// A threshold that a model may choose.
struct Choice {
    classifier: usize,
    /// The rates on the samples that judge.
    judged: Rates,
    /// The sector on which it is chosen; `None` if it is chosen nowhere inside the Tile.
    sector: Option<Vec<Point>>,
}

/// A line k_a a + k_b b + k_1 = 0 by its coefficients.
struct Line([Rational; 3]);

impl Line {
    /// Returns the line that is positive where the first is better: s u' - s' u in balanced
    /// coordinates, in which the term of a b vanishes.
    fn ahead([x, y]: &Rates, [z, w]: &Rates) -> Self {
        let (d, e) = (y - x, w - z);
        let k_a = &d * z.complement() - &e * x.complement();
        let k_b = z * &d - x * &e;
        Self([k_a, k_b, x - z])
    }

    fn side(&self, Point { a, b }: &Point) -> Rational {
        let [k_a, k_b, k_1] = &self.0;
        k_a * a + k_b * b + k_1
    }

    fn is_nothing(&self) -> bool {
        self.0.iter().all(Rational::is_zero)
    }

    /// Returns the parts of a convex polygon where the line is positive and where it is negative,
    /// as far as they have an area.
    fn split(&self, polygon: &[Point]) -> [Option<Vec<Point>>; 2] {
        let sides: Vec<Rational> = polygon.iter().map(|corner| self.side(corner)).collect();
        let has = |wanted: Ordering| sides.iter().any(|side| side.sign() == wanted);
        match [has(Ordering::Greater), has(Ordering::Less)] {
            [_, false] => return [Some(polygon.to_vec()), None],
            [false, true] => return [None, Some(polygon.to_vec())],
            [true, true] => {}
        }
        let (mut above, mut below) = (Vec::new(), Vec::new());
        for (k, (corner, side)) in polygon.iter().zip(&sides).enumerate() {
            if !side.is_negative() {
                above.push(corner.clone());
            }
            if !side.is_positive() {
                below.push(corner.clone());
            }
            let next = (k + 1) % polygon.len();
            let other = &sides[next];
            if side.sign() == other.sign().reverse() && !side.is_zero() {
                let share = side / &(side - other);
                let to = &polygon[next];
                let at = |from: &Rational, to: &Rational| from + &share * (to - from);
                let meets = Point::new(at(&corner.a, &to.a), at(&corner.b, &to.b));
                above.push(meets.clone());
                below.push(meets);
            }
        }
        [Some(above), Some(below)]
    }
}

fn square() -> Vec<Point> {
    [[0, 0], [1, 0], [1, 1], [0, 1]]
        .map(|[a, b]| Point::new(Rational::from(a), Rational::from(b)))
        .to_vec()
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

impl Elsewhere {
    /// Computes the regions of models whose steps have the counts on the samples that choose.
    /// `sizes` are the numbers of negatives and positives of the samples that judge.
    pub(super) fn new(
        models: &[ModelPart],
        sizes: [u64; 2],
        [negatives, positives]: [u64; 2],
        called: &str,
    ) -> Self {
        let choices: Vec<Vec<Choice>> =
            models.iter().map(|model| choices(model, sizes, [negatives, positives])).collect();
        let count: usize = choices.iter().map(Vec::len).sum();
        let all = u32::try_from(models.len()).unwrap_or(u32::MAX);
        let mut ranks = if count <= MOST_THRESHOLDS { all } else { 1 };
        let mut regions: Vec<ChoiceRegion> = (0..models.len())
            .flat_map(|model| choices[model].iter().map(move |choice| (model, choice)))
            .flat_map(|(model, choice)| regions(&choices, model, choice, ranks))
            .collect();
        let corners_up_to = |rank: u32| -> usize {
            let held = regions.iter().filter(|region| region.rank.best <= rank);
            held.map(|region| region.corners.len()).sum()
        };
        while ranks > 1 && corners_up_to(ranks) > MOST_CORNERS {
            ranks -= 1;
        }
        regions.retain(|region| region.rank.best <= ranks);
        regions.sort_by_cached_key(|region| std::cmp::Reverse(doubled_area(&region.corners)));
        Self { positives, negatives, called: called.to_owned(), regions, ranks }
    }

    /// Returns the classifier that a model chooses at a point of the Tile of a prior, the highest
    /// threshold of several; `None` if its score is undefined at all of them.
    pub(super) fn choice(&self, model: &ModelPart, at: &Point, prior: &Rational) -> Option<usize> {
        let score = RankingScore::at(at.clone())?;
        let mut best: Option<(usize, Rational)> = None;
        for step in &model.steps {
            let (Some(classifier), Some([fp, tp])) = (step.classifier, step.elsewhere) else {
                continue;
            };
            let matrix =
                ConfusionMatrix::from_counts(self.negatives - fp, fp, self.positives - tp, tp);
            let value = score.value(&matrix.ok()?.shifted(prior).ok()?);
            let Some(value) = value else { continue };
            if best.as_ref().is_none_or(|(_, known)| value > *known) {
                best = Some((classifier, value));
            }
        }
        best.map(|(classifier, _)| classifier)
    }
}

/// Returns twice the area of a polygon.
fn doubled_area(corners: &[Point]) -> Rational {
    let next = corners.iter().cycle().skip(1);
    let mut sum = Rational::ZERO;
    for (from, to) in corners.iter().zip(next) {
        sum += &(&from.a * &to.b - &to.a * &from.b);
    }
    sum
}

/// Returns the thresholds that a model may choose with their sectors, from no sample positive to
/// all.
fn choices(model: &ModelPart, sizes: [u64; 2], chosen_on: [u64; 2]) -> Vec<Choice> {
    let rates = |[negatives, positives]: [u64; 2], fp: u64, tp: u64| -> Rates {
        [Rational::new(negatives - fp, negatives), Rational::new(tp, positives)]
    };
    let vertices: Vec<(Rates, usize, Rates)> = model
        .steps
        .iter()
        .filter_map(|step| {
            let ([fp, tp], classifier) = (step.elsewhere?, step.classifier?);
            Some((rates(chosen_on, fp, tp), classifier, rates(sizes, step.fp, step.tp)))
        })
        .collect();
    let chosen: Vec<&Rates> = vertices.iter().map(|(own, ..)| own).collect();
    let sectors = sectors(&chosen);
    let made = vertices.iter().zip(sectors);
    made.map(|((_, classifier, judged), sector)| Choice {
        classifier: *classifier,
        judged: judged.clone(),
        sector,
    })
    .collect()
}

/// Returns the sector on which each vertex of a hull is the best, from no sample positive to all.
fn sectors(vertices: &[&Rates]) -> Vec<Option<Vec<Point>>> {
    let mut rest = Some(square());
    let mut found = Vec::with_capacity(vertices.len());
    for (k, own) in vertices.iter().enumerate() {
        let sector = match (rest.take(), vertices.get(k + 1)) {
            (Some(polygon), Some(next)) => {
                let [beyond, sector] = Line::ahead(next, own).split(&polygon);
                rest = beyond;
                sector
            }
            (polygon, _) => polygon,
        };
        found.push(sector);
    }
    found
}

/// Returns the regions on which a model has one choice.
fn regions(
    choices: &[Vec<Choice>],
    model: usize,
    choice: &Choice,
    ranks: u32,
) -> Vec<ChoiceRegion> {
    let Some(sector) = &choice.sector else { return Vec::new() };
    let mut parts = vec![Part { polygon: sector.clone(), better: 0, equal: Vec::new() }];
    for (k, rival) in choices.iter().enumerate() {
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
fn standings(polygon: &[Point], choice: &Choice, rival: &[Choice]) -> Vec<(Vec<Point>, Standing)> {
    let mut found = Vec::new();
    for other in rival {
        let Some(common) = other.sector.as_ref().and_then(|sector| common(polygon, sector)) else {
            continue;
        };
        let line = Line::ahead(&choice.judged, &other.judged);
        if line.is_nothing() {
            found.push((common, Standing::Equal(other.classifier)));
            continue;
        }
        let [ahead, behind] = line.split(&common);
        found.extend(ahead.map(|part| (part, Standing::Worse)));
        found.extend(behind.map(|part| (part, Standing::Better)));
    }
    found
}

/// Returns the intersection of two convex polygons; `None` if it has no area.
fn common(polygon: &[Point], other: &[Point]) -> Option<Vec<Point>> {
    let mut left = polygon.to_vec();
    for (k, from) in other.iter().enumerate() {
        let to = &other[(k + 1) % other.len()];
        // To the left of the edge is inside.
        let (k_a, k_b) = (&from.b - &to.b, &to.a - &from.a);
        let k_1 = -(&k_a * &from.a + &k_b * &from.b);
        let [inside, _] = Line([k_a, k_b, k_1]).split(&left);
        left = inside?;
    }
    (!doubled_area(&left).is_zero()).then_some(left)
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
        let choices: Vec<Vec<Choice>> = example
            .iter()
            .map(|model| {
                let own: Vec<&Rates> = model.iter().map(|(own, _)| own).collect();
                let made = model.iter().zip(sectors(&own));
                made.map(|((_, judged), sector)| {
                    next += 1;
                    Choice { classifier: next - 1, judged: judged.clone(), sector }
                })
                .collect()
            })
            .collect();
        let all: Vec<ChoiceRegion> = (0..3)
            .flat_map(|model| choices[model].iter().map(move |choice| (model, choice)))
            .flat_map(|(model, choice)| regions(&choices, model, choice, 3))
            .collect();
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
