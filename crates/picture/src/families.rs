//! Colours of classifiers that are thresholds of models: a model has one colour, and its thresholds
//! are shades of it, from the greatest threshold, the darkest, to the least.

use std::collections::HashMap;

use super::label::Names;
use super::palette;

/// The colour of each classifier of a picture.
#[derive(Clone, Debug)]
pub(super) struct Colours {
    colours: HashMap<usize, String>,
    has_families: bool,
}

impl Colours {
    /// Returns shades of families if classifiers belong to some, else the colours of the numbers.
    pub(super) fn new(numbers: &HashMap<usize, usize>, families: Option<&[usize]>) -> Self {
        match families {
            Some(families) => Self::of_families(numbers, families),
            None => Self::of_numbers(numbers),
        }
    }

    /// Returns the name of tied classifiers; of several thresholds of one model the least.
    pub(super) fn name(&self, names: &Names, members: &[usize]) -> String {
        if self.has_families { names.brief(members) } else { names.of(members) }
    }

    /// Returns the colours of the classifiers' numbers.
    pub(super) fn of_numbers(numbers: &HashMap<usize, usize>) -> Self {
        let own = |(&classifier, &number): (&usize, &usize)| {
            (classifier, palette::colour(number).to_owned())
        };
        Self { colours: numbers.iter().map(own).collect(), has_families: false }
    }

    /// Returns shades of the colours of families: that of the least number in the family.
    /// `families` has the family of each classifier.
    pub(super) fn of_families(numbers: &HashMap<usize, usize>, families: &[usize]) -> Self {
        let mut order: Vec<(usize, usize)> =
            numbers.iter().map(|(&classifier, &number)| (number, classifier)).collect();
        order.sort_unstable();
        let mut members: Vec<(usize, Vec<usize>)> = Vec::new();
        for (_, classifier) in order {
            let family = families[classifier];
            match members.iter_mut().find(|(known, _)| *known == family) {
                Some((_, list)) => list.push(classifier),
                None => members.push((family, vec![classifier])),
            }
        }
        let mut colours = HashMap::new();
        for (number, (_, mut list)) in members.into_iter().enumerate() {
            list.sort_unstable();
            let count = list.len();
            for (place, classifier) in list.into_iter().enumerate() {
                colours.insert(classifier, palette::shade(palette::colour(number), place, count));
            }
        }
        Self { colours, has_families: true }
    }

    /// Returns the colour of a classifier.
    pub(super) fn of(&self, classifier: usize) -> String {
        self.colours.get(&classifier).cloned().unwrap_or_else(|| "#ffffff".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_of_a_model_are_shades_of_one_colour() {
        // Two models of three and one classifiers; the second model is first on the most of the
        // Tile.
        let numbers = HashMap::from([(3, 0), (1, 1), (0, 2), (2, 3)]);
        let colours = Colours::of_families(&numbers, &[0, 0, 0, 1]);
        assert_eq!(colours.of(3), palette::colour(0));
        let shades = [0, 1, 2].map(|k| colours.of(k));
        assert_eq!(shades[1], palette::shade(palette::colour(1), 1, 3));
        assert!(shades[0] != shades[1] && shades[1] != shades[2] && shades[0] != shades[2]);
    }
}
