//! Best thresholds for any metric and under conditions, and areas of models, against their
//! definitions on all small models.

use std::cmp::Ordering;

use exactile::num::Rational;
use exactile::score::{Metric, Orientation};
use exactile::threshold::{Aim, Condition, ScoreColumn, ScoredModel, Wish, WishError};
use exactile::{ConfusionMatrix, Value};
use exactile_testing::q;

/// A model with as many negative and positive samples at each score, the greatest first, as the
/// steps say.
fn model(steps: &[[u64; 2]]) -> ScoredModel {
    let mut column = ScoreColumn::new();
    for (k, [negatives, positives]) in (0..).zip(steps) {
        let score = q(10 - k, 10);
        column.push(0, &score, *negatives);
        column.push(1, &score, *positives);
    }
    column.into_model("m", 1).expect("samples")
}

/// All models of up to `most` distinct scores with up to two samples of each class at each.
fn small_models(most: usize) -> Vec<ScoredModel> {
    let steps: Vec<[u64; 2]> = (1..9).map(|k| [k / 3, k % 3]).collect();
    let mut sequences: Vec<Vec<[u64; 2]>> = vec![vec![]];
    let mut models = Vec::new();
    for _ in 0..most {
        let longer = |start: &Vec<[u64; 2]>| {
            steps.iter().map(|step| [start.as_slice(), &[*step]].concat()).collect::<Vec<_>>()
        };
        sequences = sequences.iter().flat_map(longer).collect();
        let has_both =
            |steps: &&Vec<[u64; 2]>| (0..2).all(|class| steps.iter().any(|step| step[class] > 0));
        models.extend(sequences.iter().filter(has_both).map(|steps| model(steps)));
    }
    models
}

/// The order of two values, from their ends: equal if these meet.
fn order(one: &Value, other: &Value) -> Ordering {
    let level = |value: &Value| match value {
        Value::Infinity => 1,
        Value::NegativeInfinity => -1,
        _ => 0,
    };
    let (Some([low, high]), Some([other_low, other_high])) = (one.ends(), other.ends()) else {
        return level(one).cmp(&level(other));
    };
    if low > other_high {
        Ordering::Greater
    } else if high < other_low {
        Ordering::Less
    } else {
        Ordering::Equal
    }
}

/// The positions of the best values among some, from all values of a metric.
fn best(values: &[Value], among: &[usize], is_lower: bool) -> Vec<usize> {
    let better = |one: &Value, other: &Value| {
        let order = order(one, other);
        if is_lower { order.is_lt() } else { order.is_gt() }
    };
    let defined = |k: &&usize| values[**k].undefined().is_none();
    let is_best = |k: &&usize| {
        among.iter().filter(defined).all(|other| !better(&values[*other], &values[**k]))
    };
    among.iter().filter(defined).filter(is_best).copied().collect()
}

fn metrics() -> Vec<Metric> {
    let families = ["f-beta(1/2)", "r(1/3,2/3)", "p(tp,tn|tp,fp,tn)"];
    let families = families.into_iter().map(|name| name.parse().expect("a metric"));
    Metric::all().into_iter().chain(families).collect()
}

fn values(metric: &Metric, model: &ScoredModel, prior: Option<&Rational>) -> Vec<Value> {
    let matrix = |k| match prior {
        Some(prior) => model.matrix(k).shifted(prior).expect("both classes"),
        None => model.matrix(k),
    };
    (0..=model.distinct()).map(|k| metric.value(&matrix(k))).collect()
}

#[test]
fn the_best_thresholds_of_every_metric_are_found() {
    let models = small_models(3);
    assert!(models.len() > 400);
    let prior = q(1, 5);
    let mut judged = 0;
    for metric in metrics() {
        let aim = |target_prior| Aim::Metric { metric: metric.clone(), target_prior };
        let is_lower = match metric.orientation() {
            Orientation::Neither => {
                let refused = Wish::new(aim(None), vec![]);
                assert_eq!(refused, Err(WishError::NoOrientation { metric: metric.clone() }));
                continue;
            }
            orientation => orientation == Orientation::Lower,
        };
        for (k, model) in models.iter().enumerate() {
            let prior = (k % 3 == 0).then_some(&prior);
            let values = values(&metric, model, prior);
            let wish = Wish::new(aim(prior.cloned()), vec![]).expect("an aim");
            let all: Vec<usize> = (0..values.len()).collect();
            let expected = best(&values, &all, is_lower);
            let choice = wish.choose(model, &model.hull()).expect("comparable");
            assert_eq!(choice.positions, expected, "{metric} {values:?}");
            assert_eq!(choice.unmet, None);
            judged += 1;
        }
    }
    assert!(judged > 10_000, "{judged}");
}

#[test]
fn conditions_are_met_as_their_definitions_say() {
    let models = small_models(3);
    let bounds = ["0", "1/3", "0.5", "2/3", "1", "2"];
    let relations = ["<=", "<", ">=", ">"];
    let mut unmet = 0;
    for (number, metric) in metrics().into_iter().enumerate() {
        for (k, model) in models.iter().enumerate().skip(number % 7).step_by(7) {
            let values = values(&metric, model, None);
            let bound = bounds[k % bounds.len()];
            let relation = relations[k / 7 % relations.len()];
            let text = format!("{metric} {relation} {bound}");
            let condition: Condition = text.parse().expect("a condition");
            let limit = Value::Exact(bound.parse().expect("a number"));
            let keeps = |k: &usize| {
                let order = order(&values[*k], &limit);
                values[*k].undefined().is_none()
                    && match relation {
                        "<=" => order.is_le(),
                        "<" => order.is_lt(),
                        ">=" => order.is_ge(),
                        _ => order.is_gt(),
                    }
            };
            let all: Vec<usize> = (0..values.len()).collect();
            let allowed: Vec<usize> = all.iter().copied().filter(keeps).collect();
            for position in 0..values.len() {
                let is_met = condition.is_met(&model.matrix(position)).expect("comparable");
                assert_eq!(is_met, allowed.contains(&position), "{text} {values:?}");
            }
            let mcc: Vec<Value> = self::values(&Metric::Mcc, model, None);
            let aim = Aim::Metric { metric: Metric::Mcc, target_prior: None };
            let wish = Wish::new(aim, vec![condition]).expect("an aim");
            let choice = wish.choose(model, &model.hull()).expect("comparable");
            assert_eq!(choice.positions, best(&mcc, &allowed, false), "{text} {values:?}");
            assert_eq!(choice.unmet.is_some(), allowed.is_empty(), "{text} {values:?}");
            if let Some(found) = choice.unmet {
                let nearest = best(&values, &all, relation.starts_with('<'));
                let expected = best(&mcc, &nearest, false);
                let expected = expected.first().or(nearest.first()).copied();
                assert_eq!(found.nearest, expected, "{text} {values:?}");
                unmet += 1;
            }
        }
    }
    assert!(unmet > 100, "{unmet}");
}

#[test]
fn conditions_are_met_together_in_their_order() {
    let model = model(&[[0, 1], [1, 1], [1, 1], [1, 0]]);
    let choose = |conditions: &[&str]| {
        let conditions = conditions.iter().map(|text| text.parse().expect("a condition"));
        let aim = Aim::Metric { metric: Metric::Tpr, target_prior: None };
        let wish = Wish::new(aim, conditions.collect()).expect("an aim");
        let choice = wish.choose(&model, &model.hull()).expect("comparable");
        (choice.positions, choice.unmet.map(|unmet| (unmet.condition, unmet.nearest)))
    };
    assert_eq!(choose(&["fpr <= 1/2", "ppv >= 2/3"]), (vec![2], None));
    // With an FPR of at most 1/3 the greatest TPR is 2/3.
    assert_eq!(choose(&["fpr <= 1/3", "tpr >= 0.9"]), (vec![], Some((1, Some(2)))));
    // The first condition that cannot be met is named: PPV is at most 3/5 if TPR is at least 0.9.
    assert_eq!(choose(&["tpr >= 0.9", "ppv >= 0.7"]), (vec![], Some((1, Some(3)))));
    assert_eq!(choose(&["plr > inf"]), (vec![], Some((0, Some(1)))));
    assert_eq!(choose(&["plr >= inf"]), (vec![1], None));
    // Positions 1 and 3 have the same MCC, and 3 the greater TPR.
    assert_eq!(choose(&["mcc > sqrt(1/4)"]).1, Some((0, Some(3))));
}

#[test]
fn models_are_ranked_by_a_metric() {
    // The best MCC of the first is 1, of the second sqrt(1/3), and the third has none of its
    // conditions.
    let models = [model(&[[0, 2], [2, 0]]), model(&[[0, 1], [2, 1]]), model(&[[2, 0], [0, 2]])];
    let aim = Aim::Metric { metric: Metric::Mcc, target_prior: None };
    let wish = Wish::new(aim, vec!["ppv > 1/2".parse().expect("a condition")]).expect("an aim");
    let best = |model: &ScoredModel| {
        let choice = wish.choose(model, &model.hull()).expect("comparable");
        choice.positions.first().copied()
    };
    let positions: Vec<Option<usize>> = models.iter().map(best).collect();
    assert_eq!(positions, [Some(1), Some(1), None]);
    let place = |(model, position): (_, &Option<usize>)| position.map(|position| (model, position));
    let chosen: Vec<_> = models.iter().zip(&positions).map(place).collect();
    let ranking = wish.rank(&chosen).expect("comparable");
    let ranks = ranking.iter().map(|one| (one.classifier, one.rank.map(|rank| rank.best)));
    assert_eq!(ranks.collect::<Vec<_>>(), [(0, Some(1)), (1, Some(2)), (2, None)]);
}

/// P(E)/P(F) of rates at a position.
fn precision_and_recall(matrix: &ConfusionMatrix) -> [Rational; 2] {
    let over = |x: &Rational, y: &Rational| x.checked_div(y).unwrap_or(Rational::ZERO);
    let flagged = matrix.tp() + matrix.fp();
    [over(matrix.tp(), &flagged), over(matrix.tp(), &matrix.positives())]
}

#[test]
fn average_precision_and_partial_areas_are_those_of_the_definitions() {
    for model in small_models(3) {
        let mut precision = Rational::ZERO;
        for k in 1..=model.distinct() {
            let [p, r] = precision_and_recall(&model.matrix(k));
            let [_, before] = precision_and_recall(&model.matrix(k - 1));
            precision = precision + p * (r - before);
        }
        assert_eq!(model.average_precision(), Some(Value::Exact(precision)));
        let whole = model.partial_auc(&Rational::ONE).expect("both classes");
        assert_eq!(
            (Some(whole.area.clone()), Some(whole.standardised)),
            (model.auc(), model.auc())
        );
        for n in 1..12 {
            let rate = q(n, 12);
            // Trapezes of width 1/120 and a mid point: exact, since all corners are multiples of
            // 1/12 or 1/120.
            let strips = n * 10;
            let height = |x: &Rational| {
                let at = |k: usize| {
                    let matrix = model.matrix(k);
                    [
                        matrix.tnr().expect("negatives").complement(),
                        matrix.tpr().expect("positives"),
                    ]
                };
                let step = (1..=model.distinct()).find(|&k| at(k)[0] > *x).expect("below 1");
                let ([x0, y0], [x1, y1]) = (at(step - 1), at(step));
                let share = (x - &x0) / (&x1 - &x0);
                &y0 + share * (y1 - &y0)
            };
            let middle = |k: i64| height(&q(2 * k + 1, 240)) / Rational::from(120);
            let expected: Rational = (0..strips).map(middle).sum();
            let part = model.partial_auc(&rate).expect("both classes");
            assert_eq!(part.area, expected);
            let least = &rate * &rate / Rational::from(2);
            let share = (part.area - &least) / (&rate - &least);
            assert_eq!(part.standardised * Rational::from(2), share + Rational::ONE);
        }
    }
    assert_eq!(model(&[[1, 0]]).average_precision(), None);
    assert_eq!(model(&[[1, 0]]).partial_auc(&Rational::ONE), None);
    assert_eq!(model(&[[1, 1]]).partial_auc(&Rational::ZERO), None);
}

#[test]
fn long_average_precision_is_enclosed() {
    // Every second sample is positive: R_k - R_(k-1) is 1/P and P_k is k/(2k - 1).
    let of = |positives: i64| {
        let mut column = ScoreColumn::new();
        for k in 0..positives {
            column.push(1, &Rational::from(-2 * k), 1);
            column.push(0, &Rational::from(-2 * k - 1), 1);
        }
        column.into_model("m", 1).expect("samples").average_precision().expect("positives")
    };
    assert!(matches!(of(4096), Value::Exact(_)));
    let Value::Enclosed(found) = of(4097) else { panic!("it is long") };
    let terms: Vec<Rational> = (1..=4097).map(|k| q(k, 2 * k - 1)).collect();
    let sum = terms.chunks(64).map(|part| part.iter().cloned().sum::<Rational>()).sum::<Rational>();
    let expected = sum / Rational::from(4097);
    assert!(found.lower() <= expected && expected <= found.upper());
    assert!(found.upper() - found.lower() <= q(1, 1_000_000_000_000_000));
}

#[test]
fn mean_scores_are_exact() {
    for texts in [["0.9", "0.25", "0.05"], ["1e-40", "0.5", "1"], ["1/3", "1/7", "0"]] {
        let mut column = ScoreColumn::new();
        let scores: Vec<Rational> =
            texts.iter().map(|text| text.parse().expect("a number")).collect();
        for (k, score) in scores.iter().enumerate() {
            column.push(k % 2, score, 1 + k as u64);
        }
        let model = column.into_model("m", 1).expect("samples");
        let [x, y, z] = [&scores[0], &scores[1], &scores[2]];
        let expected = (x + Rational::from(2) * y + Rational::from(3) * z) / Rational::from(6);
        assert_eq!(model.mean_score(), Some(expected));
    }
    let mut column = ScoreColumn::new();
    column.push(0, &q(3, 2), 1);
    assert_eq!(column.into_model("m", 1).expect("samples").mean_score(), None);
}
