//! Counts models that give scores jointly: each stands for the vertices of its hull or for other
//! thresholds, and all scores of a sample are known.
//!
//! The relevant vertices are known after all rows are read. So the scores are kept in the order of
//! the rows, a model is made of a copy of its column, and then each score gives the vertex from
//! which on its sample is predicted positive.

use exactile::performance::JointResults;
use exactile::threshold::{ScoreColumn, ScoredModel, scored_models};

use super::joint::{JointCounter, MOST_CLASSIFIERS};
use super::scored_thresholds::Stand;

/// The most scores, rows times models, that are kept in the order of the rows; usually 512
/// megabytes.
const MOST_SCORES: usize = 1 << 26;

/// Returns the models of columns, and the results of the classifiers at the vertices of their hulls
/// on the same samples: of all of them, or of the named one with each. If there are too many, a
/// note says so.
pub(super) fn models_and_joint(
    columns: Vec<(String, ScoreColumn)>,
    positive_class: usize,
    stands_for: impl Fn(&[ScoredModel]) -> Vec<Vec<Stand>>,
    with: Option<&str>,
    notes: &mut Vec<String>,
) -> Counted {
    models_and_joint_within(MOST_SCORES, columns, positive_class, stands_for, with, notes)
}

/// The models, their thresholds, and the results of all thresholds on the same samples.
type Counted = (Vec<ScoredModel>, Vec<Vec<Stand>>, Option<JointResults>);

fn models_and_joint_within(
    most_scores: usize,
    columns: Vec<(String, ScoreColumn)>,
    positive_class: usize,
    stands_for: impl Fn(&[ScoredModel]) -> Vec<Vec<Stand>>,
    with: Option<&str>,
    notes: &mut Vec<String>,
) -> Counted {
    let made = |columns| scored_models(columns, positive_class).expect("there is a sample");
    let scores: usize = columns.iter().map(|(_, column)| column.len(0) + column.len(1)).sum();
    if scores > most_scores {
        notes.push(format!(
            "more than {most_scores} scores are not counted jointly: the thresholds are taken as \
             independent"
        ));
        let models = made(columns);
        let stands = stands_for(&models);
        return (models, stands, None);
    }
    let models = made(columns.clone());
    let stands = stands_for(&models);
    let positions = |stands: &Vec<Stand>| stands.iter().map(|stand| stand.position).collect();
    let hulls: Vec<Vec<usize>> = stands.iter().map(positions).collect();
    let classifiers: usize = hulls.iter().map(Vec::len).sum();
    let one = stands.iter().flatten().position(|stand| Some(&*stand.name) == with);
    // Places on a hull are numbers of 16 bits.
    let is_small = hulls.iter().all(|hull| hull.len() < usize::from(u16::MAX));
    if classifiers > MOST_CLASSIFIERS && (one.is_none() || !is_small) {
        notes.push(format!(
            "more than {MOST_CLASSIFIERS} thresholds are not counted jointly: they are taken as \
             independent"
        ));
        return (models, stands, None);
    }
    let [negative, positive] = [1 - positive_class, positive_class].map(|class| {
        let is_positive = class == positive_class;
        // Per model and row, the first vertex at which the sample is predicted positive.
        let from = columns.iter().zip(&models).zip(&hulls);
        let from: Vec<Vec<u16>> = from
            .map(|(((_, column), model), hull)| column.thresholds_above(class, model, hull))
            .collect();
        let (_, first) = &columns[0];
        let counts = first.counts(class);
        let mut counter = JointCounter::new(classifiers, one);
        for row in 0..first.len(class) {
            let is_right = from.iter().zip(&hulls).flat_map(|(from, hull)| {
                let first = usize::from(from[row]);
                (0..hull.len()).map(move |vertex| (vertex >= first) == is_positive)
            });
            counter.add(is_right, counts.map_or(1, |counts| counts[row]));
        }
        counter.finish()
    });
    (models, stands, Some(JointResults::new(positive, negative)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ReadOptions;
    use crate::scored_thresholds::stands;
    use exactile::num::Rational;

    fn hulls(models: &[ScoredModel]) -> Vec<Vec<Stand>> {
        stands(models, &ReadOptions::default())
    }

    #[test]
    fn beyond_a_size_thresholds_are_independent_with_a_note() {
        let column = |name: &str| {
            let mut column = ScoreColumn::new();
            for (class, score) in [(0, 1), (1, 2), (1, 3)] {
                column.push(class, &Rational::from(score), 1);
            }
            (name.to_owned(), column)
        };
        let mut notes = Vec::new();
        let columns = || vec![column("a"), column("b")];
        let (_, _, joint) = models_and_joint_within(6, columns(), 1, hulls, None, &mut notes);
        assert!(joint.is_some() && notes.is_empty());
        let (models, _, joint) = models_and_joint_within(5, columns(), 1, hulls, None, &mut notes);
        assert_eq!((models.len(), joint), (2, None));
        let note =
            "more than 5 scores are not counted jointly: the thresholds are taken as independent";
        assert_eq!(notes, [note]);
    }

    #[test]
    fn too_many_thresholds_are_independent_with_a_note() {
        // All points of a parabola are vertices: the k-th lowest score has one positive and k
        // negatives.
        let mut column = ScoreColumn::new();
        for score in 0..1400_u64 {
            column.push(1, &Rational::from(score), 1);
            column.push(0, &Rational::from(score), 1400 - score);
        }
        let mut notes = Vec::new();
        let columns = || vec![("m".into(), column.clone())];
        let (models, _, joint) = models_and_joint(columns(), 1, hulls, None, &mut notes);
        assert_eq!((models[0].hull().len(), joint), (1401, None));
        assert_eq!(notes.len(), 1);
        assert!(
            notes[0].starts_with("more than 1400 thresholds are not counted jointly"),
            "{}",
            notes[0]
        );
        // The pairs of one are known of any number: here the higher threshold has fewer positives
        // right.
        notes.clear();
        let name = models[0].classifier(models[0].hull()[7]).name;
        let (_, _, joint) = models_and_joint(columns(), 1, hulls, Some(&name), &mut notes);
        let pair = joint.expect("pairs of one").pair(7, 1400);
        assert_eq!((pair.positive.both_right, pair.positive.only_second), (7, 1393));
        assert_eq!(notes, Vec::<String>::new());
    }
}
