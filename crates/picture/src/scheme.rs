//! One colour for each classifier of an input, the same in all pictures of it.
//!
//! Up to twelve classifiers have colours in the order of the input. Of more, the leaders have
//! colours and all others are grey. Leaders are the classifiers that are first for some preference:
//! the vertices of the ROC hull, which do not depend on the prior. Fewer than twelve are filled up
//! with the classifiers of the greatest balanced accuracy.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::palette;
use exactile::geometry::Point;
use exactile::num::Rational;
use exactile::performance::Classifier;
use exactile::tile::roc_point;

/// The most classifiers that all have colours.
const MOST: usize = 12;

/// The shades of grey of all others: neighbours on the Tile can be told apart.
const GREYS: [&str; 4] = ["#b8b8b8", "#d4d4d4", "#c6c6c6", "#e0e0e0"];

/// The colour of each classifier of an input, or of each model whose thresholds the classifiers
/// are.
///
/// ```
/// use exactile::{Classifier, ConfusionMatrix};
/// use exactile_picture::{Scheme, palette};
/// let of = |name: &str, tp| {
///     Ok::<_, exactile::PerformanceError>(
///         Classifier::new(name, ConfusionMatrix::from_counts(30, 20, 50 - tp, tp)?),
///     )
/// };
/// let scheme = Scheme::new(&[of("first", 20)?, of("second", 40)?]);
/// assert_eq!(scheme.of(1), palette::colour(1));
/// # Ok::<(), exactile::PerformanceError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scheme {
    /// The colour of each family.
    colours: Vec<String>,
    /// The family of each classifier.
    families: Vec<usize>,
    /// `true` if classifiers are thresholds of models.
    has_families: bool,
}

impl Scheme {
    /// Creates the colours of classifiers. O(n log n).
    pub fn new(classifiers: &[Classifier]) -> Self {
        let alone: Vec<usize> = (0..classifiers.len()).collect();
        Self { has_families: false, ..Self::of_families(classifiers, &alone) }
    }

    /// Creates the colours of families of classifiers, for instance of the thresholds of models;
    /// `families` has the family of each classifier.
    pub fn of_families(classifiers: &[Classifier], families: &[usize]) -> Self {
        let count = families.iter().max().map_or(0, |last| last + 1);
        let mut numbers: Vec<Option<usize>> = vec![None; count];
        let coloured =
            if count <= MOST { (0..count).collect() } else { leaders(classifiers, families) };
        for (number, family) in coloured.into_iter().enumerate() {
            numbers[family] = Some(number);
        }
        let colour = |(family, number): (usize, Option<usize>)| match number {
            Some(number) => palette::colour(number).to_owned(),
            None => GREYS[family % GREYS.len()].to_owned(),
        };
        let colours = numbers.into_iter().enumerate().map(colour).collect();
        Self { colours, families: families.to_vec(), has_families: true }
    }

    /// Creates colours by position, if `order` has the most visible first: up to twelve all have
    /// colours in the order of their positions, and of more the first twelve.
    pub(super) fn of_leading(order: Vec<usize>) -> Self {
        let count = order.len();
        let mut coloured: Vec<usize> = order.into_iter().take(MOST).collect();
        coloured.sort_unstable();
        let colour = |position: usize| match coloured.binary_search(&position) {
            Ok(number) => palette::colour(number).to_owned(),
            Err(_) => GREYS[position % GREYS.len()].to_owned(),
        };
        let colours = (0..count).map(colour).collect();
        Self { colours, families: (0..count).collect(), has_families: false }
    }

    /// Creates the colours of classifiers, or of families if there are some, with these ones
    /// instead of the usual: each for a classifier or a family by its position.
    pub(super) fn with_all(
        classifiers: &[Classifier],
        families: Option<&[usize]>,
        instead: &[(usize, String)],
    ) -> Self {
        let usual = match families {
            Some(families) => Self::of_families(classifiers, families),
            None => Self::new(classifiers),
        };
        instead.iter().fold(usual, |scheme, (family, colour)| scheme.with(*family, colour))
    }

    /// Replaces the colour of a classifier or, of an input of models, of a model.
    #[must_use]
    pub fn with(mut self, family: usize, colour: &str) -> Self {
        if let Some(known) = self.colours.get_mut(family) {
            colour.clone_into(known);
        }
        self
    }

    /// Returns the colour of a classifier, `#rrggbb`; of a threshold that of its model.
    pub fn of(&self, classifier: usize) -> &str {
        let family = self.families.get(classifier);
        family.and_then(|family| self.colours.get(*family)).map_or(GREYS[0], String::as_str)
    }

    /// Returns the colour of a model by its position.
    pub fn of_family(&self, family: usize) -> &str {
        self.colours.get(family).map_or(GREYS[0], String::as_str)
    }

    /// Returns `true` if a colour is one of those that do not tell classifiers apart.
    pub fn is_grey(colour: &str) -> bool {
        GREYS.contains(&colour)
    }

    /// Returns the colours of the classifiers that appear in a picture. Thresholds of a model are
    /// shades of its colour, from the greatest threshold, the darkest, to the least.
    pub(super) fn appearing(
        &self,
        classifiers: impl IntoIterator<Item = usize>,
    ) -> HashMap<usize, String> {
        let mut appearing: Vec<usize> = classifiers.into_iter().collect();
        appearing.sort_unstable();
        appearing.dedup();
        if !self.has_families {
            return appearing.into_iter().map(|k| (k, self.of(k).to_owned())).collect();
        }
        let mut members: HashMap<usize, Vec<usize>> = HashMap::new();
        for &classifier in &appearing {
            if let Some(&family) = self.families.get(classifier) {
                members.entry(family).or_default().push(classifier);
            }
        }
        let shades = |(family, list): (usize, Vec<usize>)| {
            let count = list.len();
            let colour = self.of_family(family).to_owned();
            let shade =
                move |(place, classifier)| (classifier, palette::shade(&colour, place, count));
            list.into_iter().enumerate().map(shade)
        };
        members.into_iter().flat_map(shades).collect()
    }

    /// Returns `true` if classifiers are thresholds of models.
    pub(super) fn has_families(&self) -> bool {
        self.has_families
    }
}

/// Returns the families with a classifier on the ROC hull, filled up to the number of colours, in
/// the order of the input.
fn leaders(classifiers: &[Classifier], families: &[usize]) -> Vec<usize> {
    let places: Vec<(usize, Point)> = classifiers
        .iter()
        .zip(families)
        .filter_map(|(known, family)| Some((*family, roc_point(&known.matrix)?)))
        .collect();
    let mut leaders: Vec<usize> = hull(&places).into_iter().map(|at| places[at].0).collect();
    leaders.sort_unstable();
    leaders.dedup();
    let mut others: Vec<&(usize, Point)> = places.iter().collect();
    others.sort_by_cached_key(|(_, place)| &place.a - &place.b);
    let unplaced = (0..families.iter().max().map_or(0, |last| last + 1)).collect::<Vec<_>>();
    let rest = others.into_iter().map(|(family, _)| *family).chain(unplaced);
    for family in rest {
        if leaders.len() >= MOST {
            break;
        }
        if !leaders.contains(&family) {
            leaders.push(family);
        }
    }
    leaders.sort_unstable();
    leaders
}

/// Returns the places at the vertices of the upper left hull, where false positives are few and
/// true positives many. Equal places are all returned.
fn hull(places: &[(usize, Point)]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..places.len()).collect();
    let at = |k: usize| &places[k].1;
    order.sort_by(|&i, &j| {
        at(i).a.cmp(&at(j).a).then_with(|| at(j).b.cmp(&at(i).b)).then(i.cmp(&j))
    });
    let mut chain: Vec<usize> = Vec::new();
    let mut equal: Vec<usize> = Vec::new();
    let mut highest: Option<&Rational> = None;
    for k in order {
        if highest.is_some_and(|highest| at(k).b <= *highest) {
            // No better than one before it, or equal to it.
            if chain.last().is_some_and(|&last| at(last) == at(k)) {
                equal.push(k);
            }
            continue;
        }
        highest = Some(&at(k).b);
        while let [.., first, second] = chain[..] {
            if turn(at(first), at(second), at(k)) == Ordering::Less {
                break;
            }
            chain.pop();
        }
        chain.push(k);
    }
    let vertices: Vec<&Point> = chain.iter().map(|&k| at(k)).collect();
    equal.retain(|&k| vertices.contains(&at(k)));
    chain.extend(equal);
    chain
}

/// Returns `Less` if the way from the first through the second to the third point turns to the
/// right, `Greater` if it turns to the left.
fn turn(first: &Point, second: &Point, third: &Point) -> Ordering {
    let (ax, ay) = (&second.a - &first.a, &second.b - &first.b);
    let (bx, by) = (&third.a - &second.a, &third.b - &second.b);
    (ax * by).cmp(&(ay * bx))
}

#[cfg(test)]
mod tests {
    use super::*;
    use exactile::performance::ConfusionMatrix;

    fn classifier(number: usize, tn: u64, tp: u64) -> Classifier {
        let matrix = ConfusionMatrix::from_counts(tn, 100 - tn, 100 - tp, tp).expect("samples");
        Classifier::new(format!("c{number}"), matrix)
    }

    #[test]
    fn up_to_twelve_have_colours_in_the_order_of_the_input() {
        let few: Vec<Classifier> = (0..12).map(|k| classifier(k, 50, 40)).collect();
        let scheme = Scheme::new(&few);
        assert!((0..12).all(|k| scheme.of(k) == palette::colour(k)));
    }

    #[test]
    fn of_more_the_hull_and_the_most_accurate_have_colours() {
        // c0 and c19 are vertices; c10 lies below the line between them.
        let mut many: Vec<Classifier> =
            (0..20).map(|k| classifier(k, 40 + u64::try_from(k).expect("few"), 40)).collect();
        many[0] = classifier(0, 60, 95);
        many[19] = classifier(19, 95, 60);
        many[10] = classifier(10, 77, 77);
        let scheme = Scheme::new(&many);
        let coloured: Vec<usize> = (0..20).filter(|&k| !Scheme::is_grey(scheme.of(k))).collect();
        // The best by balanced accuracy after these are the last ones of the input.
        assert_eq!(coloured, [0, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
        assert_eq!((scheme.of(0), scheme.of(19)), (palette::colour(0), palette::colour(11)));
        // Another order of the same classifiers has the same leaders.
        many.reverse();
        let reversed = Scheme::new(&many);
        assert!(
            (0..20).all(|k| Scheme::is_grey(scheme.of(k)) == Scheme::is_grey(reversed.of(19 - k)))
        );
    }

    #[test]
    fn the_hull_has_no_points_inside_or_on_an_edge() {
        let at = |a: i64, b: i64| (0, Point::new(Rational::new(a, 10), Rational::new(b, 10)));
        let places =
            [at(1, 5), at(3, 7), at(5, 9), at(2, 7), at(2, 7), at(6, 9), at(0, 0), at(2, 4)];
        let mut found = hull(&places);
        found.sort_unstable();
        assert_eq!(found, [0, 2, 3, 4, 6]);
    }

    #[test]
    fn thresholds_of_a_model_are_shades_of_one_colour() {
        let four: Vec<Classifier> = (0..4).map(|k| classifier(k, 50, 40)).collect();
        let scheme = Scheme::of_families(&four, &[0, 0, 0, 1]);
        let colours = scheme.appearing([3, 1, 0, 2]);
        assert_eq!(colours[&3], palette::colour(1));
        assert_eq!(colours[&1], palette::shade(palette::colour(0), 1, 3));
        assert!(colours[&0] != colours[&1] && colours[&1] != colours[&2]);
        assert_eq!(scheme.with(1, "#123456").of(3), "#123456");
    }
}
