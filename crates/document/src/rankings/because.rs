//! The proof that classifiers tie at a point: equal cross products, in integers.
//!
//! At the point (a, b), with s = (1-a) tn + a tp and u = (1-b) fp + b fn, two classifiers tie if
//! and only if s u' = s' u. With integers in proportion to 1-a and a, to 1-b and b, and to the
//! counts of each classifier, both products are integers.

use exactile::geometry::Point;
use exactile::num::{Rational, common_denominator};
use exactile::performance::ConfusionMatrix;
use exactile::tile::Regions;

/// Returns the weights 1-x and x as coprime integers.
fn weights(x: &Rational) -> [Rational; 2] {
    [Rational::new(x.denominator() - x.numerator(), 1), Rational::new(x.numerator(), 1)]
}

/// Returns s and u of a classifier as integers: its counts are scaled to integers.
fn sums(matrix: &ConfusionMatrix, place: &Point) -> [Rational; 2] {
    let cells = [matrix.tn(), matrix.tp(), matrix.fp(), matrix.fn_()];
    let scale = Rational::new(common_denominator(cells), 1);
    let [tn, tp, fp, fn_] = cells.map(|cell| cell * &scale);
    let ([not_a, a], [not_b, b]) = (weights(&place.a), weights(&place.b));
    [&not_a * &tn + &a * &tp, &not_b * &fp + &b * &fn_]
}

/// Returns the formulas of s and u at a place: `s = 11 tn + 4 tp, u = 1 fp + 44 fn`.
pub(super) fn formed(place: &Point) -> String {
    let ([not_a, a], [not_b, b]) = (weights(&place.a), weights(&place.b));
    format!("s = {not_a} tn + {a} tp, u = {not_b} fp + {b} fn")
}

/// Returns the cross products s u' = s' u of each classifier of a group with the next one that has
/// other counts: `660 · 1155 = 825 · 924 = 762300`. Empty if all have the same counts.
pub(super) fn cross_products(place: &Point, group: &[usize], regions: &Regions) -> String {
    let mut matrices: Vec<&ConfusionMatrix> =
        group.iter().map(|&i| &regions.classifiers()[i].matrix).collect();
    matrices.dedup();
    let sums: Vec<[Rational; 2]> = matrices.into_iter().map(|matrix| sums(matrix, place)).collect();
    let equations = sums.windows(2).map(|pair| {
        let [[s, u], [other_s, other_u]] = [&pair[0], &pair[1]];
        format!("{s} \u{b7} {other_u} = {other_s} \u{b7} {u} = {}", s * other_u)
    });
    equations.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use exactile::Classifier;

    use super::*;

    #[test]
    fn products_are_equal_exactly_where_scores_are() {
        let classifiers =
            [("x", [70, 10, 9, 11]), ("y", [56, 24, 6, 14])].map(|(name, [tn, fp, fn_, tp])| {
                let matrix = ConfusionMatrix::from_counts(tn, fp, fn_, tp).expect("counts");
                Classifier::new(name, matrix)
            });
        let regions = Regions::new(classifiers.to_vec()).expect("one prior");
        // On the diagonal both have the same denominator, and 70 (1-a) + 11 a = 56 (1-a) + 14 a.
        let place = Point { a: Rational::new(14, 17), b: Rational::new(14, 17) };
        assert_eq!(formed(&place), "s = 3 tn + 14 tp, u = 3 fp + 14 fn");
        assert_eq!(
            cross_products(&place, &[0, 1], &regions),
            "364 \u{b7} 156 = 364 \u{b7} 156 = 56784"
        );
        assert_eq!(cross_products(&place, &[0, 0], &regions), "");
    }
}
