//! The volume under the Tile against certified sums of its definition.

use exactile::tile::{UndefinedPart, rank_by_volume, volume_under_tile};
use exactile::{Classifier, ConfusionMatrix, LogSum, Point, RankingScore, Rational};
use proptest::prelude::*;

use exactile_testing::q;

/// Certain bounds of the mean of R_ab from its definition. Where tn <= tp and fp <= fn, s/(s + u)
/// grows with a and falls with b (and so on for other orders), so each cell of a grid lies between
/// the values at two of its corners. A corner where the score is undefined is bounded by 0 and 1.
fn bounds(matrix: &ConfusionMatrix, cells: i64) -> (f64, f64) {
    let value = |a: i64, b: i64| {
        let place = Point::new(q(a, cells), q(b, cells));
        let score = RankingScore::at(place).expect("on the Tile");
        score.value(matrix).map(|value| value.to_f64())
    };
    let right = i64::from(matrix.tn() <= matrix.tp());
    let up = i64::from(matrix.fp() > matrix.fn_());
    let (mut low, mut high) = (0.0, 0.0);
    for a in 0..cells {
        for b in 0..cells {
            high += value(a + right, b + up).unwrap_or(1.0);
            low += value(a + 1 - right, b + 1 - up).unwrap_or(0.0);
        }
    }
    let count = (cells * cells) as f64;
    (low / count, high / count)
}

/// Gauss-Legendre with five nodes a direction on cells by cells squares, for smooth cases.
fn quadrature(matrix: &ConfusionMatrix, cells: u32) -> f64 {
    let inner = (5.0 - 2.0 * (10.0_f64 / 7.0).sqrt()).sqrt() / 3.0;
    let outer = (5.0 + 2.0 * (10.0_f64 / 7.0).sqrt()).sqrt() / 3.0;
    let root = 13.0 * 70.0_f64.sqrt();
    let rule = [
        (0.0, 128.0 / 225.0),
        (inner, (322.0 + root) / 900.0),
        (-inner, (322.0 + root) / 900.0),
        (outer, (322.0 - root) / 900.0),
        (-outer, (322.0 - root) / 900.0),
    ];
    let [tn, fp, fn_, tp] =
        [matrix.tn(), matrix.fp(), matrix.fn_(), matrix.tp()].map(Rational::to_f64);
    let mut total = 0.0;
    for (i, j) in (0..cells).flat_map(|i| (0..cells).map(move |j| (i, j))) {
        for (x, wx) in rule {
            for (y, wy) in rule {
                let at = |k: u32, z: f64| (f64::from(k) + (z + 1.0) / 2.0) / f64::from(cells);
                let (a, b) = (at(i, x), at(j, y));
                let s = (1.0 - a) * tn + a * tp;
                let u = (1.0 - b) * fp + b * fn_;
                total += wx * wy / 4.0 * s / (s + u);
            }
        }
    }
    total / f64::from(cells * cells)
}

fn small_matrices(most: u64) -> impl Iterator<Item = [u64; 4]> {
    let base = most + 1;
    (1..base.pow(4)).map(move |k| [k, k / base, k / base / base, k / base.pow(3)].map(|d| d % base))
}

fn matrix([tn, fp, fn_, tp]: [u64; 4]) -> ConfusionMatrix {
    ConfusionMatrix::from_counts(tn, fp, fn_, tp).expect("samples")
}

#[test]
fn the_volume_of_every_small_matrix_is_the_integral() {
    for counts in small_matrices(3) {
        let matrix = matrix(counts);
        let volume = volume_under_tile(&matrix);
        let (low, high) = bounds(&matrix, 4);
        let value = volume.to_f64();
        assert!(low - 1e-12 <= value && value <= high + 1e-12, "{counts:?}: {low} {value} {high}");
        if counts.iter().all(|&count| count > 0) {
            let expected = quadrature(&matrix, 2);
            assert!((value - expected).abs() < 1e-6, "{counts:?}: {value} {expected}");
        }
    }
}

#[test]
fn cells_close_in_on_degenerate_volumes() {
    // Corners and sides where the score is undefined, where quadrature would be slow to converge.
    for counts in
        [[1, 0, 0, 0], [0, 1, 1, 0], [1, 1, 0, 0], [0, 2, 0, 1], [3, 0, 1, 0], [0, 1, 0, 3]]
    {
        let matrix = matrix(counts);
        let (low, high) = bounds(&matrix, 40);
        let value = volume_under_tile(&matrix).to_f64();
        assert!(high - low < 0.08, "{counts:?}: {low} {high}");
        assert!(low - 1e-12 <= value && value <= high + 1e-12, "{counts:?}: {low} {value} {high}");
    }
}

#[test]
fn special_volumes_have_short_forms() {
    let text = |counts: [u64; 4]| volume_under_tile(&matrix(counts)).to_string();
    // Perfect, always wrong, only one kind of outcome.
    assert_eq!(text([3, 0, 0, 5]), "1");
    assert_eq!(text([0, 3, 5, 0]), "0");
    assert_eq!(text([7, 0, 0, 0]), "1");
    assert_eq!(text([0, 0, 7, 0]), "0");
    // Equal right, equal wrong outcomes: the score is constant.
    assert_eq!(text([7, 3, 3, 7]), "7/10");
    // Equal wrong ones only, equal right ones only.
    assert_eq!(text([1, 1, 1, 2]), "1 - ln(3/2)");
    assert_eq!(text([1, 1, 2, 1]), "ln(3/2)");
}

#[test]
fn scores_are_undefined_exactly_where_said() {
    let grid = || (0..=4).flat_map(|a| (0..=4).map(move |b| Point::new(q(a, 4), q(b, 4))));
    for counts in small_matrices(1) {
        let matrix = matrix(counts);
        let part = exactile::tile::undefined_part(&matrix);
        let missing: Vec<Point> = grid()
            .filter(|at| {
                RankingScore::at(at.clone()).expect("on the Tile").value(&matrix).is_none()
            })
            .collect();
        let expected: Vec<Point> = grid()
            .filter(|at| match &part {
                UndefinedPart::Nowhere => false,
                UndefinedPart::Corner(corner) => at == corner,
                UndefinedPart::Side(from, to) => {
                    (from.a != to.a || at.a == from.a) && (from.b != to.b || at.b == from.b)
                }
            })
            .collect();
        assert_eq!(missing, expected, "{counts:?}");
        assert_eq!(
            part.corners().len(),
            [0, 1, 5].iter().position(|&n| n == missing.len()).expect("a part")
        );
    }
}

#[test]
fn ties_by_volume_are_exact() {
    // Scaled, mirrored in the classes, and with the wrong outcomes exchanged: the same volume.
    let counts =
        [[5, 2, 1, 4], [50, 20, 10, 40], [4, 1, 2, 5], [5, 1, 2, 4], [5, 2, 1, 5], [2, 2, 1, 1]];
    let classifiers: Vec<Classifier> =
        counts.iter().map(|&counts| Classifier::new("", matrix(counts))).collect();
    let ranked = rank_by_volume(&classifiers);
    let shown: Vec<(usize, u32, u32)> =
        ranked.iter().map(|r| (r.classifier, r.rank.best, r.rank.worst)).collect();
    assert_eq!(shown, [(4, 1, 1), (0, 2, 5), (1, 2, 5), (2, 2, 5), (3, 2, 5), (5, 6, 6)]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn volumes_agree_with_quadrature(counts in prop::array::uniform4(5_u64..60)) {
        let matrix = matrix(counts);
        let volume = volume_under_tile(&matrix);
        prop_assert!((volume.to_f64() - quadrature(&matrix, 3)).abs() < 1e-6);
        // Right and wrong exchanged: the rest of the volume of 1.
        let [tn, fp, fn_, tp] = counts;
        let opposite = volume_under_tile(&self::matrix([fp, tn, tp, fn_]));
        prop_assert_eq!(volume + opposite, LogSum::from(Rational::ONE));
    }
}
