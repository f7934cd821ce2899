//! Iso-performance lines in ROC space: every matrix on a line has its value, and only those.

use std::cmp::Ordering;

use exactile::tile::{Pencil, Vertex};
use exactile::{ConfusionMatrix, Point, RankingScore, Rational};
use proptest::prelude::*;

use exactile_testing::{inner_points, q};

fn on_line(coefficients: &[Rational; 3], fpr: &Rational, tpr: &Rational) -> Ordering {
    let [k_x, k_y, k_1] = coefficients;
    (k_x * fpr + k_y * tpr + k_1).cmp(&Rational::ZERO)
}

#[test]
fn lines_hold_exactly_the_matrices_of_their_value() {
    let halves = (0..=2).flat_map(|a| (0..=2).map(move |b| Point::new(q(a, 2), q(b, 2))));
    let places: Vec<Point> = halves.chain([Point::new(q(19, 20), q(7, 10))]).collect();
    for (negatives, positives) in (1..=6).flat_map(|n| (1..=6).map(move |p| (n, p))) {
        let prior = Rational::new(positives, negatives + positives);
        let matrices: Vec<ConfusionMatrix> = (0..=negatives)
            .flat_map(|tn| (0..=positives).map(move |tp| (tn, tp)))
            .map(|(tn, tp)| ConfusionMatrix::from_counts(tn, negatives - tn, positives - tp, tp))
            .map(|matrix| matrix.expect("samples"))
            .collect();
        for place in &places {
            let score = RankingScore::at(place.clone()).expect("on the Tile");
            let pencil = Pencil::new(&score, prior.clone()).expect("a prior");
            let rates = |matrix: &ConfusionMatrix| {
                (matrix.tnr().expect("negatives").complement(), matrix.tpr().expect("positives"))
            };
            let values: Vec<Option<Rational>> = matrices.iter().map(|m| score.value(m)).collect();
            let mut distinct: Vec<&Rational> = values.iter().flatten().collect();
            distinct.sort();
            distinct.dedup();
            let lines: Vec<_> = distinct.into_iter().map(|value| pencil.line(value)).collect();
            for (matrix, value) in matrices.iter().zip(&values) {
                let (fpr, tpr) = rates(matrix);
                for line in &lines {
                    let side = on_line(&line.coefficients, &fpr, &tpr);
                    match value {
                        Some(value) => assert_eq!(side, value.cmp(&line.value), "{place}"),
                        None => assert_eq!(side, Ordering::Equal, "{place}"),
                    }
                }
                let through = pencil.line_of(matrix);
                assert_eq!(through.as_ref().map(|line| &line.value), value.as_ref());
                if value.is_none() {
                    assert_eq!(pencil.vertex(), Vertex::Finite(Point::new(fpr, tpr)));
                }
            }
        }
    }
}

#[test]
fn the_vertex_of_figure_2_and_of_the_corners() {
    let vertex = |a: Rational, b: Rational, prior: Rational| {
        let score = RankingScore::at(Point::new(a, b)).expect("on the Tile");
        Pencil::new(&score, prior).expect("a prior").vertex()
    };
    let finite = |x: Rational, y: Rational| Vertex::Finite(Point::new(x, y));
    // The zeros of s = 1/20 4/5 (1 - x) + 19/20 1/5 y and u = 3/10 4/5 x + 7/10 1/5 (1 - y).
    let (x, y) = (q(-161, 200), q(-19, 50));
    assert!((q(1, 25) * x.complement() + q(19, 100) * &y).is_zero());
    assert!((q(6, 25) * &x + q(7, 50) * y.complement()).is_zero());
    assert_eq!(vertex(q(19, 20), q(7, 10), q(1, 5)), finite(x, y));
    assert_eq!(vertex(q(1, 1), q(0, 1), q(1, 5)), finite(q(0, 1), q(0, 1)));
    assert_eq!(vertex(q(0, 1), q(1, 1), q(1, 5)), finite(q(1, 1), q(1, 1)));
    assert_eq!(vertex(q(0, 1), q(0, 1), q(1, 5)), Vertex::AtInfinity([q(0, 1), q(1, 1)]));
    assert_eq!(vertex(q(1, 1), q(1, 1), q(1, 5)), Vertex::AtInfinity([q(1, 1), q(0, 1)]));
}

proptest! {
    #[test]
    fn the_vertex_lies_on_every_line_and_in_the_grey(
        place in inner_points(), prior in 1_i64..20, value in 0_i64..=12,
    ) {
        let score = RankingScore::at(place.clone()).expect("on the Tile");
        let pencil = Pencil::new(&score, q(prior, 20)).expect("a prior");
        let line = pencil.line(&q(value, 12));
        let [k_x, k_y, _] = &line.coefficients;
        match pencil.vertex() {
            Vertex::Finite(Point { a: x, b: y }) => {
                prop_assert_eq!(on_line(&line.coefficients, &x, &y), Ordering::Equal);
                if place.a < place.b {
                    prop_assert!(x >= Rational::ONE && y >= Rational::ONE);
                } else {
                    prop_assert!(x <= Rational::ZERO && y <= Rational::ZERO);
                }
            }
            Vertex::AtInfinity([x, y]) => {
                prop_assert_eq!(&place.a, &place.b);
                prop_assert!((k_x * &x + k_y * &y).is_zero());
                prop_assert!(!x.is_negative() && !y.is_negative());
            }
        }
        prop_assert!(!k_x.is_positive() && !k_y.is_negative(), "better is up and left");
    }
}
