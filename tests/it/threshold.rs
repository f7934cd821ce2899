//! Thresholds of models that give scores, against slow definitions in fractions.

use exactile::num::{Rational, Scientific};
use exactile::threshold::{
    BestThresholds, BetaSquared, GainCurve, GainPoint, HullInterval, Preference, ScoreColumn,
    ScoredModel, calibrated_brier, rank_at_best,
};
use exactile::{ConfusionMatrix, Point, RankInterval, RankingScore, Regions};
use exactile_testing::{inner_points, q};
use proptest::prelude::*;

/// Samples as (score, is positive).
type Samples = Vec<(Rational, bool)>;

fn model(name: &str, samples: &[(Rational, bool)]) -> ScoredModel {
    let mut column = ScoreColumn::new();
    for (score, is_positive) in samples {
        column.push(usize::from(*is_positive), score, 1);
    }
    column.into_model(name, 1).expect("samples")
}

/// A few samples of both classes, ties being likely.
fn samples() -> impl Strategy<Value = Samples> {
    (prop::collection::vec((0_i64..=10, any::<bool>()), 0..14), 0_i64..=10, 0_i64..=10).prop_map(
        |(mut some, negative, positive)| {
            some.extend([(negative, false), (positive, true)]);
            some.into_iter().map(|(score, is_positive)| (q(score, 10), is_positive)).collect()
        },
    )
}

/// Any place of the closed Tile, its border and corners likely.
fn places() -> impl Strategy<Value = Point> {
    let coordinate = || {
        prop_oneof![Just(q(0, 1)), Just(q(1, 1)), (1_i64..9).prop_map(|n| q(n, 9)), Just(q(1, 2))]
    };
    (coordinate(), coordinate()).prop_map(|(a, b)| Point::new(a, b))
}

/// The confusion matrix of a threshold, sample by sample; without a threshold all samples are
/// negative.
fn matrix_by_definition(samples: &Samples, threshold: Option<&Rational>) -> ConfusionMatrix {
    let mut counts = [0_u64; 4];
    for (score, is_positive) in samples {
        let says_positive = threshold.is_some_and(|threshold| score >= threshold);
        counts[2 * usize::from(*is_positive) + usize::from(says_positive)] += 1;
    }
    let [tn, fp, fn_, tp] = counts;
    ConfusionMatrix::from_counts(tn, fp, fn_, tp).expect("samples")
}

/// Every threshold from the definition, the greatest first.
fn thresholds(samples: &Samples) -> Vec<Option<Rational>> {
    let mut scores: Vec<Rational> = samples.iter().map(|(score, _)| score.clone()).collect();
    scores.sort();
    scores.dedup();
    [None].into_iter().chain(scores.into_iter().rev().map(Some)).collect()
}

fn matrix_at(
    samples: &Samples,
    threshold: &Option<Rational>,
    prior: Option<&Rational>,
) -> ConfusionMatrix {
    let matrix = matrix_by_definition(samples, threshold.as_ref());
    match prior {
        Some(prior) => matrix.shifted(prior).expect("both classes"),
        None => matrix,
    }
}

/// The best thresholds by trying all.
fn best_by_definition(
    samples: &Samples,
    place: &Point,
    prior: Option<&Rational>,
) -> (Vec<usize>, Option<Rational>) {
    let score = RankingScore::at(place.clone()).expect("on the Tile");
    let values: Vec<Option<Rational>> = thresholds(samples)
        .iter()
        .map(|threshold| score.value(&matrix_at(samples, threshold, prior)))
        .collect();
    let best = values.iter().flatten().max().cloned();
    let is_best = |k: &usize| best.is_some() && values[*k] == best;
    ((0..values.len()).filter(is_best).collect(), best)
}

/// Points at which the two vertices of an edge tie, in balanced coordinates a point of their chord.
fn on_chords(samples: &Samples) -> Vec<Point> {
    let model = model("", samples);
    HullInterval::of_hull(&model, &model.hull(), None)
        .expect("both classes")
        .into_iter()
        .flat_map(|interval| {
            let [p, _] = interval.threshold_probability;
            let a = p.complement();
            let beta = match &interval.beta_squared[0] {
                BetaSquared::Finite(beta) => beta / (beta + Rational::ONE),
                BetaSquared::Infinite => Rational::ONE,
            };
            [Point::new(a.clone(), a), Point::new(Rational::ONE, beta)]
        })
        .collect()
}

proptest! {
    #[test]
    fn every_best_threshold_is_found(
        samples in samples(),
        place in prop_oneof![places(), inner_points()],
        prior in prop::option::of((1_i64..9).prop_map(|n| q(n, 9))),
    ) {
        let model = model("", &samples);
        let all = thresholds(&samples);
        prop_assert_eq!(model.distinct() + 1, all.len());
        for (position, threshold) in all.iter().enumerate() {
            prop_assert_eq!(model.threshold(position), threshold.clone().map(Into::into));
            let matrix = matrix_by_definition(&samples, threshold.as_ref());
            prop_assert_eq!(model.matrix(position), matrix);
            if let Some(threshold) = threshold {
                prop_assert_eq!(model.position_of(threshold), position);
                // The simplest decimal predicts the same.
                let simplest = model.simplest_threshold(position).expect("a threshold");
                let value: Rational = simplest.parse().expect("a number");
                prop_assert_eq!(model.position_of(&value), position);
                let digits = |text: &str| text.split_once('.').map_or(0, |(_, rest)| rest.len());
                prop_assert!(digits(&simplest) <= digits(&model.threshold_text(position)));
                // A threshold just above is the one before.
                prop_assert_eq!(model.position_of(&(threshold + q(1, 1000))), position - 1);
            }
        }
        for place in on_chords(&samples).into_iter().chain([place]) {
            let preference = Preference::new(place.clone(), prior.clone()).expect("on the Tile");
            let best = BestThresholds::new(&model, &preference).expect("both classes");
            let expected = best_by_definition(&samples, &place, prior.as_ref());
            prop_assert_eq!((best.positions, best.value), expected, "{}", place);
        }
    }

    #[test]
    fn models_of_one_class_have_best_thresholds_too(
        scores in prop::collection::vec(0_i64..5, 1..6),
        is_positive in any::<bool>(),
        place in places(),
    ) {
        let samples: Samples = scores.into_iter().map(|s| (q(s, 5), is_positive)).collect();
        let model = model("", &samples);
        prop_assert_eq!(model.auc(), None);
        let preference = Preference::new(place.clone(), None).expect("on the Tile");
        let best = BestThresholds::new(&model, &preference).expect("no prior is asked for");
        prop_assert_eq!((best.positions, best.value), best_by_definition(&samples, &place, None));
        let shifted = Preference::new(place, Some(q(1, 3))).expect("on the Tile");
        prop_assert!(BestThresholds::new(&model, &shifted).is_err());
    }

    #[test]
    fn auc_counts_pairs(samples in samples()) {
        let (mut doubled, mut pairs) = (0_i64, 0_i64);
        for (positive, _) in samples.iter().filter(|(_, is_positive)| *is_positive) {
            for (negative, _) in samples.iter().filter(|(_, is_positive)| !*is_positive) {
                pairs += 1;
                doubled += match positive.cmp(negative) {
                    std::cmp::Ordering::Greater => 2,
                    std::cmp::Ordering::Equal => 1,
                    std::cmp::Ordering::Less => 0,
                };
            }
        }
        prop_assert_eq!(model("", &samples).auc(), Some(q(doubled, 2 * pairs)));
    }

    /// The Brier score is the integral over thresholds c of 2 (c FP + (1 - c) FN)/n: between scores
    /// the counts are constant, so each stretch is a difference of squares.
    #[test]
    fn brier_is_the_area_under_the_brier_curve(samples in samples()) {
        let n = Rational::from(samples.len() as u64);
        let mean: Rational = samples
            .iter()
            .map(|(score, is_positive)| {
                let error = score - Rational::from(i64::from(*is_positive));
                &error * &error
            })
            .sum();
        let brier = model("", &samples).brier();
        prop_assert_eq!(&brier, &Some(mean / &n));
        let mut cuts: Vec<Rational> = thresholds(&samples).into_iter().flatten().collect();
        cuts.extend([Rational::ZERO, Rational::ONE]);
        cuts.sort();
        let mut area = Rational::ZERO;
        for pair in cuts.windows(2) {
            // On (low, high] the rule is "score >= high".
            let matrix = matrix_by_definition(&samples, Some(&pair[1]));
            let squares = &pair[1] * &pair[1] - &pair[0] * &pair[0];
            let rest = Rational::from(2) * (&pair[1] - &pair[0]) - &squares;
            area += &((matrix.fp() * squares + matrix.fn_() * rest) / &n);
        }
        prop_assert_eq!(brier, Some(area));
    }

    /// Blocks of the isotonic regression of the class on the score (pool adjacent violators) have
    /// the shares of positives that the hull's edges have as slopes.
    #[test]
    fn slopes_of_the_hull_are_the_isotonic_calibration(samples in samples()) {
        let mut blocks: Vec<[u64; 2]> = Vec::new();
        for threshold in thresholds(&samples).into_iter().flatten() {
            let mut own = [0_u64; 2];
            for (score, is_positive) in &samples {
                if *score == threshold {
                    own[usize::from(*is_positive)] += 1;
                }
            }
            blocks.push(own);
            let share = |[negative, positive]: [u64; 2]| Rational::new(positive, negative + positive);
            // Scores fall, so shares have to fall too; equal blocks are one edge.
            while let [.., before, last] = blocks[..] {
                if share(before) > share(last) {
                    break;
                }
                blocks.pop();
                blocks.pop();
                blocks.push([before[0] + last[0], before[1] + last[1]]);
            }
        }
        let model = model("", &samples);
        let hull = model.hull();
        let edges: Vec<[u64; 2]> = hull
            .windows(2)
            .map(|pair| {
                let ([fp, tp], [next_fp, next_tp]) = (model.passed(pair[0]), model.passed(pair[1]));
                [next_fp - fp, next_tp - tp]
            })
            .collect();
        prop_assert_eq!(&edges, &blocks);
        // They are also the threshold probabilities at which one vertex follows another.
        let intervals = HullInterval::of_hull(&model, &hull, None).expect("both classes");
        for (interval, [negative, positive]) in intervals[1..].iter().zip(blocks) {
            let share = Rational::new(positive, negative + positive);
            prop_assert_eq!(&interval.threshold_probability[1], &share);
        }
    }

    /// Within its intervals, and nowhere else, a vertex is best.
    #[test]
    fn intervals_say_where_a_vertex_is_best(
        samples in samples(),
        along in inner_points(),
        prior in prop::option::of((1_i64..9).prop_map(|n| q(n, 9))),
    ) {
        let model = model("", &samples);
        let own_prior = model.matrix(0).prior_positive();
        let hull = model.hull();
        let intervals = HullInterval::of_hull(&model, &hull, prior.as_ref()).expect("both classes");
        let best_at = |place: Point, prior: Option<Rational>| {
            let preference = Preference::new(place, prior).expect("on the Tile");
            BestThresholds::new(&model, &preference).expect("both classes").positions
        };
        let p = &along.a;
        let on_diagonal = best_at(Point::new(p.complement(), p.complement()), prior.clone());
        let beta = p / p.complement();
        let on_right = best_at(Point::new(Rational::ONE, p.clone()), prior);
        // Balanced coordinates are those of a target prior of one half.
        let balanced = best_at(Point::new(p.clone(), p.clone()), Some(q(1, 2)));
        for interval in &intervals {
            let within = |[low, high]: &[Rational; 2]| low <= p && p <= high;
            let is_best = on_diagonal.contains(&interval.position);
            prop_assert_eq!(within(&interval.threshold_probability), is_best);
            let is_best = balanced.contains(&interval.position);
            prop_assert_eq!(within(&interval.probability_cost), is_best);
            let [low, high] = &interval.beta_squared;
            let beta = BetaSquared::Finite(beta.clone());
            let is_best = on_right.contains(&interval.position);
            // Nobody positive has an F-score of 0, and is never best beside others.
            prop_assert_eq!(*low <= beta && beta <= *high, is_best, "{}", own_prior);
        }
    }

    /// Strictly increasing maps of scores, another order of rows and samples counted together
    /// change no performance; negated scores with exchanged classes are the mirror image.
    #[test]
    fn only_the_order_of_scores_matters(samples in samples(), place in inner_points()) {
        let plain = model("", &samples);
        let points =
            |model: &ScoredModel| (0..=model.distinct()).map(|k| model.passed(k)).collect::<Vec<_>>();
        // 1/(2 - x)^2 is no decimal for most x.
        let map = |x: &Rational| {
            let root = Rational::ONE / (Rational::from(2) - x);
            &root * &root
        };
        let mapped: Samples = samples.iter().map(|(s, class)| (map(s), *class)).collect();
        let mut reversed = mapped.clone();
        reversed.reverse();
        let mut grouped = ScoreColumn::new();
        for (score, class) in &samples {
            let count = samples.iter().filter(|other| *other == &(score.clone(), *class)).count();
            let first = samples.iter().position(|other| *other == (score.clone(), *class));
            let is_first = first.is_some_and(|at| std::ptr::eq(&samples[at].0, score));
            grouped.push(usize::from(*class), score, if is_first { count as u64 } else { 0 });
        }
        let grouped = grouped.into_model("", 1).expect("samples");
        for other in [model("", &mapped), model("", &reversed), grouped] {
            prop_assert_eq!(points(&other), points(&plain));
            prop_assert_eq!(other.hull(), plain.hull());
            prop_assert_eq!(other.auc(), plain.auc());
        }
        let mirrored: Samples = samples.iter().map(|(s, class)| (-s, !class)).collect();
        let mirrored = model("", &mirrored);
        prop_assert_eq!(mirrored.auc(), plain.auc());
        // Exchanging the classes turns the Tile by half a turn: a and b become 1 - a and 1 - b.
        let best = |model: &ScoredModel, place: Point| {
            let preference = Preference::new(place, None).expect("on the Tile");
            BestThresholds::new(model, &preference).expect("both classes")
        };
        let turned = Point::new(place.a.complement(), place.b.complement());
        let (here, there) = (best(&plain, place), best(&mirrored, turned));
        prop_assert_eq!(here.value, there.value);
        let last = plain.distinct();
        let from_below: Vec<usize> = there.positions.iter().rev().map(|k| last - k).collect();
        prop_assert_eq!(here.positions, from_below);
    }

    /// By definition: on each edge of the hull all samples get the share of positive ones as their
    /// probability.
    #[test]
    fn the_area_at_best_thresholds_is_the_brier_score_after_calibration(samples in samples()) {
        let model = model("m", &samples);
        let hull = model.hull();
        let mut sum = Rational::ZERO;
        for edge in hull.windows(2) {
            let ([fp, tp], [next_fp, next_tp]) = (model.passed(edge[0]), model.passed(edge[1]));
            let [negatives, positives] = [next_fp - fp, next_tp - tp].map(Rational::from);
            let p = &positives / &(&negatives + &positives);
            sum = sum + &positives * &p.complement() * p.complement() + &negatives * &p * &p;
        }
        let brier = sum / Rational::from(samples.len() as u64);
        let found = calibrated_brier(&model, &hull).expect("both classes");
        prop_assert_eq!(&found, &brier);
        if let Some(own) = model.brier() {
            prop_assert!(found <= own);
        }
    }

    /// Gains by their definition from precision and recall, and F-scores linear in them: the
    /// vertices are above all other points, and the curve ends at the threshold with all samples
    /// positive, whose gains are 1 and 0.
    #[test]
    fn gains_are_those_of_precision_and_recall(samples in samples(), prior in prop::option::of((1_i64..9).prop_map(|n| q(n, 9)))) {
        let model = model("m", &samples);
        let both = model.negatives() > 0 && model.positives() > 0;
        let curve = GainCurve::new(&model, &model.hull(), prior.as_ref());
        prop_assert_eq!(curve.is_ok(), both);
        let Ok(curve) = curve else { return Ok(()) };
        for (&position, gains) in model.hull().iter().zip(&curve.vertices) {
            let matrix = model.matrix(position);
            let matrix = prior.as_ref().map_or(matrix.clone(), |p| matrix.shifted(p).expect("both"));
            let pi = matrix.prior_positive();
            let gain = |value: Rational| (&value - &pi) / (pi.complement() * value);
            let precision = matrix.tp().checked_div(&(matrix.tp() + matrix.fp()));
            match gains {
                None => prop_assert!(matrix.tp().is_zero()),
                Some(gains) => {
                    let recall = matrix.tpr().expect("positives");
                    prop_assert_eq!(&gains.recall_gain, &gain(recall));
                    prop_assert_eq!(&gains.precision_gain, &gain(precision.expect("positive")));
                }
            }
        }
        let first = curve.corners.first().expect("a beginning");
        let last = curve.corners.last().expect("an end");
        prop_assert!(first.recall_gain.is_zero());
        prop_assert_eq!((&last.recall_gain, &last.precision_gain), (&Rational::ONE, &Rational::ZERO));
        for three in curve.corners.windows(3) {
            let way = |from: usize, to: usize| {
                let (from, to): (&GainPoint, &GainPoint) = (&three[from], &three[to]);
                [&to.recall_gain - &from.recall_gain, &to.precision_gain - &from.precision_gain]
            };
            let ([x, y], [next_x, next_y]) = (way(0, 1), way(1, 2));
            prop_assert!(y * next_x >= next_y * x, "it turns to the right");
        }
        prop_assert!(curve.area <= Rational::ONE);
    }

    /// The hull of several models' thresholds says who is first where: as regions of rank 1 do.
    #[test]
    fn models_at_their_best_are_ranked_by_their_best_values(
        first in samples(),
        second in samples(),
        place in inner_points(),
    ) {
        // The same classes in both.
        let classes: Vec<bool> = first.iter().map(|(_, class)| *class).collect();
        let second: Samples = classes
            .iter()
            .enumerate()
            .map(|(k, class)| (second[k % second.len()].0.clone(), *class))
            .collect();
        let models = [model("A", &first), model("B", &second)];
        let preference = Preference::new(place.clone(), None).expect("on the Tile");
        let ranking = rank_at_best(&models, &preference).expect("both classes");
        let values: Vec<Option<Rational>> =
            [&first, &second].map(|samples| best_by_definition(samples, &place, None).1).to_vec();
        for ranked in &ranking {
            let own = &values[ranked.classifier];
            let better = values.iter().filter(|other| *other > own).count();
            let tied = values.iter().filter(|other| *other == own).count();
            let rank = [better + 1, better + tied].map(|n| u32::try_from(n).expect("two models"));
            prop_assert_eq!(ranked.rank, Some(RankInterval { best: rank[0], worst: rank[1] }));
            prop_assert_eq!(&ranked.value, own);
        }
        let classifiers: Vec<_> = models.iter().flat_map(ScoredModel::hull_classifiers).collect();
        let score = RankingScore::at(place).expect("on the Tile");
        let best = classifiers.iter().filter_map(|c| score.value(&c.matrix)).max();
        prop_assert_eq!(best.as_ref(), values.iter().flatten().max());
    }

    /// The three forms of scores are one: fixed point, decimals of any exponent, fractions.
    #[test]
    fn forms_of_scores_agree(samples in samples()) {
        let plain = model("", &samples);
        for beyond in [q(1, 3), "1e-30".parse().expect("a number"), "1e25".parse().expect("a number")] {
            let mut column = ScoreColumn::new();
            for (score, class) in &samples {
                column.push(usize::from(*class), score, 1);
            }
            column.push(0, &beyond, 1);
            for (score, class) in &samples {
                column.push(usize::from(*class), score, 1);
            }
            let doubled = column.into_model("", 1).expect("samples");
            let mut expected = samples.clone();
            expected.push((beyond.clone(), false));
            expected.extend(samples.iter().cloned());
            let all = thresholds(&expected);
            prop_assert_eq!(doubled.distinct() + 1, all.len());
            for (position, threshold) in all.iter().enumerate() {
                prop_assert_eq!(doubled.threshold(position), threshold.clone().map(Into::into));
                prop_assert_eq!(
                    doubled.matrix(position),
                    matrix_by_definition(&expected, threshold.as_ref())
                );
            }
            let squares: Rational = expected
                .iter()
                .map(|(score, class)| {
                    let error = score - Rational::from(i64::from(*class));
                    &error * &error
                })
                .sum();
            let mean = squares / Rational::from(expected.len() as u64);
            prop_assert_eq!(doubled.brier(), (beyond <= Rational::ONE).then_some(mean));
        }
        prop_assert!(plain.is_probabilistic());
    }
}

#[test]
fn scores_that_doubles_cannot_tell_apart_stay_apart() {
    let mut column = ScoreColumn::new();
    let texts = [
        ("0.3000000000000000000000000000000000000001", 1),
        ("0.3", 0),
        ("0.30", 1),
        ("3e-1", 1),
        ("1e-300", 0),
        ("-1e-300", 0),
        ("1.00000000000000000000001", 1),
    ];
    for (text, class) in texts {
        column.push(class, &text.parse().expect("a number"), 1);
    }
    let model = column.into_model("m", 1).expect("samples");
    let shown: Vec<String> = (0..=model.distinct()).map(|k| model.threshold_text(k)).collect();
    // The number of 40 digits is longer than a decimal that is shown as such.
    let long = texts[0].0.parse::<Rational>().expect("a number").to_string();
    let expected = ["inf", "1.00000000000000000000001", &long, "0.3", "1e-300", "-1e-300"];
    assert_eq!(shown, expected);
    assert_eq!(model.passed(3), [1, 4]);
    assert_eq!(model.brier(), None);
    assert_eq!(model.classifier(4).name, "m >= 1e-300");
    assert_eq!(Scientific::parse(texts[0].0.as_bytes()), None);
}

#[test]
fn counts_near_the_limit_are_exact() {
    let mut column = ScoreColumn::new();
    let half = u64::MAX / 2;
    column.push(0, &q(1, 4), half);
    column.push(1, &q(3, 4), half - 1);
    column.push(1, &q(1, 4), 1);
    let model = column.into_model("", 1).expect("samples");
    let expected = Rational::new(half - 1, half) + Rational::new(1, u128::from(half) * 2);
    assert_eq!(model.auc(), Some(expected));
    assert_eq!(model.hull(), [0, 1, 2]);
    // A quarter squared for each but one positive sample at a quarter, which is 3/4 off.
    let squares = Rational::from(u128::from(half) * 2 - 1) * q(1, 16) + q(9, 16);
    assert_eq!(model.brier(), Some(squares / Rational::from(u128::from(half) * 2)));
}

/// The pieces of rank 1 among all thresholds belong to the vertices of the hull, which are strict
/// there, and nothing else has an area.
#[test]
fn regions_agree_with_the_hull() {
    let scores = [9, 8, 8, 7, 6, 5, 4, 4, 3, 2, 1, 1];
    // Samples of both classes at both ends, so that nobody and everybody positive are first
    // somewhere.
    let classes = [0, 1, 1, 1, 0, 1, 1, 0, 0, 1, 0, 1];
    let samples: Samples =
        scores.iter().zip(classes).map(|(&s, class)| (q(s, 10), class == 1)).collect();
    let model = model("m", &samples);
    let all: Vec<_> = (0..=model.distinct()).map(|k| model.classifier(k)).collect();
    let regions = Regions::new(all).expect("classifiers");
    let summary = regions.summary();
    let hull = model.hull();
    for (position, entry) in summary.classifiers.iter().enumerate() {
        let has_area = entry.first_share.value().to_f64() > 0.0;
        assert_eq!(has_area, hull.contains(&position), "{position}");
    }
}
