//! Rank correlations: counts against the definition pair by pair, symmetries, the command line.

use std::cmp::Ordering;

use exactile::correlation::{
    Correlation, CorrelationError, Correlator, Pearson, Performances, Spearman, metric_ranks,
};
use exactile::tile::PriorShift;
use exactile::{ConfusionMatrix, Metric, Point, RankingScore, Rational};
use exactile_picture::{Extras, TilePicture};
use proptest::prelude::*;

use crate::cli::Run;
use exactile_testing::{classifiers, inner_points, q, small_sets};

fn metric(name: &str) -> Metric {
    name.parse().expect("a metric")
}

fn score(point: Point) -> RankingScore {
    RankingScore::at(point).expect("on the Tile")
}

/// R_ab from its definition.
fn ranking_value(m: &ConfusionMatrix, point: &Point) -> Option<Rational> {
    let one = Rational::ONE;
    let s = (&one - &point.a) * m.tn() + &point.a * m.tp();
    let u = (&one - &point.b) * m.fp() + &point.b * m.fn_();
    s.checked_div(&(&s + u))
}

/// The order of two values of a metric, infinite ones included; `None` if one is undefined.
/// Irrational values are compared by their closed forms' enclosures.
fn compare(x: &exactile::Value, y: &exactile::Value) -> Option<Ordering> {
    // -1 below all numbers, 1 above them.
    let ends = |value: &exactile::Value| {
        let infinite = |side| Some(((side, Rational::ZERO), (side, Rational::ZERO)));
        match value {
            exactile::Value::NegativeInfinity => infinite(-1),
            exactile::Value::Infinity => infinite(1),
            value => value.ends().map(|[lower, upper]| ((0, lower), (0, upper))),
        }
    };
    let ((x0, x1), (y0, y1)) = (ends(x)?, ends(y)?);
    Some(if x1 < y0 {
        Ordering::Less
    } else if y1 < x0 {
        Ordering::Greater
    } else {
        Ordering::Equal
    })
}

/// Pair by pair from the definition.
fn by_definition(metric: &Metric, matrices: &[ConfusionMatrix], point: &Point) -> Correlation {
    let values: Vec<(exactile::Value, Rational)> = matrices
        .iter()
        .filter_map(|matrix| Some((metric.value(matrix), ranking_value(matrix, point)?)))
        .filter(|(value, _)| compare(value, value).is_some())
        .collect();
    let mut counts = Correlation {
        used: values.len() as u64,
        concordant: 0,
        discordant: 0,
        ties_score: 0,
        ties_ranking: 0,
    };
    for (k, (x, r)) in values.iter().enumerate() {
        for (y, s) in &values[..k] {
            let by_score = compare(x, y).expect("values were selected");
            let by_ranking = r.cmp(s);
            counts.ties_score += u64::from(by_score == Ordering::Equal);
            counts.ties_ranking += u64::from(by_ranking == Ordering::Equal);
            if by_score != Ordering::Equal && by_ranking != Ordering::Equal {
                let same = u64::from(by_score == by_ranking);
                counts.concordant += same;
                counts.discordant += 1 - same;
            }
        }
    }
    counts
}

/// Pearson's covariance and spreads of two lists, from their means.
fn moments(xs: &[Rational], ys: &[Rational]) -> [Rational; 3] {
    let n = Rational::from(xs.len() as u64);
    let mean = |of: &[Rational]| of.iter().cloned().sum::<Rational>() / &n;
    let (mx, my) = (mean(xs), mean(ys));
    let sum = |xs: &[Rational], mx: &Rational, ys: &[Rational], my: &Rational| -> Rational {
        xs.iter().zip(ys).map(|(x, y)| (x - mx) * (y - my)).sum()
    };
    [sum(xs, &mx, ys, &my), sum(xs, &mx, xs, &mx), sum(ys, &my, ys, &my)]
}

/// The signed square of Pearson's correlation of two lists; `None` if they are empty or one of them
/// has one value only.
fn signed_square(xs: &[Rational], ys: &[Rational]) -> Option<Rational> {
    if xs.is_empty() {
        return None;
    }
    let [covariance, x, y] = moments(xs, ys);
    (&covariance * covariance.abs()).checked_div(&(x * y))
}

/// Values of a metric and of R_ab, where both are defined.
fn both(
    metric: &Metric,
    matrices: &[ConfusionMatrix],
    point: &Point,
) -> (Vec<exactile::Value>, Vec<Rational>) {
    matrices
        .iter()
        .filter_map(|matrix| Some((metric.value(matrix), ranking_value(matrix, point)?)))
        .filter(|(value, _)| value.undefined().is_none())
        .unzip()
}

/// The signed square of Spearman's rho, from mid-ranks that are counted pair by pair.
fn spearman_by_definition(
    metric: &Metric,
    matrices: &[ConfusionMatrix],
    point: &Point,
) -> Option<Rational> {
    let (values, rankings) = both(metric, matrices, point);
    fn ranks<T>(of: &[T], order: impl Fn(&T, &T) -> Ordering) -> Vec<Rational> {
        let halves = |x, y| match order(x, y) {
            Ordering::Greater => 2,
            Ordering::Equal => 1,
            Ordering::Less => 0,
        };
        of.iter().map(|x| Rational::new(of.iter().map(|y| halves(x, y)).sum::<u32>(), 2)).collect()
    }
    let values = ranks(&values, |x, y| compare(x, y).expect("defined"));
    signed_square(&values, &ranks(&rankings, Rational::cmp))
}

const METRICS: [&str; 18] = [
    "accuracy",
    "error-rate",
    "mcc",
    "f1",
    "kappa",
    "fm",
    "gm",
    "plr",
    "log-plr",
    "nlr",
    "log-dor",
    "pt",
    "d-prime",
    "markedness",
    "ba",
    "r(1/3,1/7)",
    "benefits(1,-1,-2,1/2)",
    "prevalence",
];

fn test_points() -> [Point; 7] {
    let p = |a: (i64, i64), b: (i64, i64)| Point::new(q(a.0, a.1), q(b.0, b.1));
    [
        p((0, 1), (0, 1)),
        p((1, 1), (0, 1)),
        p((1, 2), (1, 2)),
        p((1, 1), (4, 5)),
        p((1, 3), (1, 7)),
        // Numbers that need 64-bit keys, and numbers that need big ones.
        p((1_000_003, 3_000_001), (7_777_777, 9_999_991)),
        p((1_000_000_000_039, 3_000_000_000_013), (1, 1_000_000_000_061)),
    ]
}

#[test]
fn counts_are_those_of_the_definition_on_all_small_lattices() {
    let sets = [
        Performances::all(1),
        Performances::all(4),
        Performances::fixed_prior(&q(1, 5), 4),
        Performances::fixed_prior(&q(1, 2), 5),
    ];
    for performances in sets.map(|set| set.expect("a lattice")) {
        for name in METRICS {
            let metric = metric(name);
            let correlator = Correlator::new(&metric, &performances).expect("comparable");
            for point in test_points() {
                assert_eq!(
                    correlator.at(&score(point.clone())),
                    by_definition(&metric, performances.matrices(), &point),
                    "{name} at {point} over {:?}",
                    performances.set()
                );
            }
        }
    }
}

/// Checks both coefficients of values against their definitions.
fn check_moments(metric: &Metric, performances: &Performances, point: &Point) {
    let correlator = Correlator::new(metric, performances).expect("comparable");
    let ranking = score(point.clone());
    let spearman: Spearman = correlator.coefficient(&ranking);
    let expected = spearman_by_definition(metric, performances.matrices(), point);
    assert_eq!(spearman.signed_square(), expected, "{metric} at {point}");
    assert_eq!(spearman.used(), correlator.at(&ranking).used);
    assert_eq!(spearman.rho().undefined(), correlator.at(&ranking).tau_b().undefined());

    let pearson = Pearson::new(|matrix| metric.value(matrix), performances, &ranking);
    let (values, rankings) = both(metric, performances.matrices(), point);
    assert_eq!(pearson.used, values.len() as u64);
    let exact: Option<Vec<Rational>> = values.iter().map(|v| v.as_rational().cloned()).collect();
    if let Some(exact) = exact {
        match signed_square(&exact, &rankings) {
            Some(square) => {
                let [lower, upper] = pearson.value.ends().expect("a number");
                let signed = |end: &Rational| end * end.abs();
                assert!(
                    signed(&lower) <= square && square <= signed(&upper),
                    "{metric} at {point}"
                );
                assert!(upper - lower <= Rational::new(1, 10_u64.pow(19)));
                // Roots of squares are exact.
                assert_eq!(
                    square.abs() == Rational::ONE,
                    pearson.value.as_rational().is_some_and(|r| r.abs() == Rational::ONE)
                );
            }
            None => assert!(pearson.value.undefined().is_some(), "{metric} at {point}"),
        }
        return;
    }
    if values.iter().any(exactile::Value::is_infinite) {
        assert!(pearson.value.undefined().is_some(), "{metric} at {point}");
        return;
    }
    // The ends of the values, as numbers, give a coefficient close to the enclosed one.
    let near: Vec<Rational> = values.iter().map(|v| v.lower().expect("finite")).collect();
    let close = signed_square(&near, &rankings).filter(|_| compare_all(&values));
    if let (Some(square), Some([lower, upper])) = (close, pearson.value.ends()) {
        let signed = |end: Rational| &end * end.abs();
        let room = Rational::new(1, 1_000_000_000_000_u64);
        assert!(signed(lower) - &room <= square && square <= signed(upper) + room, "{metric}");
    }
}

/// Returns `true` if not all values are equal.
fn compare_all(values: &[exactile::Value]) -> bool {
    values.iter().any(|value| compare(value, &values[0]) != Some(Ordering::Equal))
}

#[test]
fn spearman_and_pearson_are_those_of_the_definition_on_small_lattices() {
    for performances in [Performances::all(3), Performances::fixed_prior(&q(1, 5), 4)] {
        let performances = performances.expect("a lattice");
        for name in METRICS {
            for point in test_points() {
                check_moments(&metric(name), &performances, &point);
            }
        }
    }
}

#[test]
fn classifiers_on_which_a_score_is_undefined_have_no_coefficient() {
    for never_positive in [&[(1, 0)][..], &[(1, 0), (1, 0)]] {
        let performances = Performances::given(&classifiers(1, 1, never_positive)).expect("a few");
        for name in ["mcc", "markedness", "f1", "fm"] {
            check_moments(&metric(name), &performances, &test_points()[2]);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn spearman_and_pearson_are_those_of_the_definition_on_any_classifiers(
        set in small_sets(),
        point in inner_points(),
        name in prop::sample::select(&METRICS[..]),
    ) {
        check_moments(&metric(name), &Performances::given(&set).expect("a few"), &point);
    }

    #[test]
    fn counts_are_those_of_the_definition_on_any_classifiers(
        set in small_sets(),
        point in inner_points(),
        name in prop::sample::select(&METRICS[..]),
    ) {
        let performances = Performances::given(&set).expect("a few");
        let metric = metric(name);
        let correlator = Correlator::new(&metric, &performances).expect("comparable");
        let counts = correlator.at(&score(point.clone()));
        prop_assert_eq!(counts, by_definition(&metric, performances.matrices(), &point));
        if let Some(square) = counts.signed_square() {
            prop_assert!(square.abs() <= Rational::ONE);
        } else {
            prop_assert!(counts.tau_b().undefined().is_some());
        }
    }

    /// Exchanging the classes, tn with tp and fp with fn, turns (a, b) to (1-a, 1-b); MCC and kappa
    /// do not see it, TPR and TNR change places. Exchanging a and b is exchanging predictions.
    #[test]
    fn symmetries_of_the_lattice_are_symmetries_of_the_counts(point in inner_points()) {
        let performances = Performances::all(5).expect("a lattice");
        let at = |name: &str, a: Rational, b: Rational| {
            let correlator = Correlator::new(&metric(name), &performances).expect("comparable");
            correlator.at(&score(Point::new(a, b)))
        };
        let Point { a, b } = &point;
        for (first, second) in [
            ("mcc", "mcc"),
            ("kappa", "kappa"),
            ("accuracy", "accuracy"),
            ("tpr", "tnr"),
            ("ppv", "npv"),
        ] {
            prop_assert_eq!(
                at(first, a.clone(), b.clone()),
                at(second, a.complement(), b.complement())
            );
        }
        let up = at("tpr", a.clone(), b.clone());
        let down = at("fnr", a.clone(), b.clone());
        prop_assert_eq!((up.concordant, up.discordant), (down.discordant, down.concordant));
        // A ranking score and itself, as a metric.
        let own = at(&format!("r({a},{b})"), a.clone(), b.clone());
        prop_assert_eq!(own.tau_b(), exactile::Value::Exact(Rational::ONE));
    }
}

#[test]
fn a_grid_does_not_depend_on_the_number_of_threads() {
    let performances = Performances::fixed_prior(&q(1, 5), 6).expect("a lattice");
    let correlator = Correlator::new(&metric("mcc"), &performances).expect("comparable");
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| {
            let tile = correlator.tile(10, || ());
            (correlator.search(&tile), tile)
        })
    };
    let (search, tile) = with(1);
    assert_eq!((search.clone(), tile.clone()), with(4));
    for (point, correlation) in tile.points() {
        assert_eq!(*correlation, correlator.at(&score(point)));
    }
    let square = |c: &Correlation| c.signed_square().expect("defined");
    let (least, most) = (search.minimum.expect("defined"), search.maximum.expect("defined"));
    for (_, correlation) in tile.points() {
        assert!(square(&least.correlation) <= square(correlation));
        assert!(square(correlation) <= square(&most.correlation));
    }
    for (extreme, places) in [(&least, &least.places), (&most, &most.places)] {
        for place in places {
            let there = correlator.at(&score(place.clone()));
            assert_eq!(square(&there), square(&extreme.correlation));
        }
    }
}

/// The Tile, section 4.4: balanced accuracy and kappa are ranking scores at a fixed prior.
#[test]
fn scores_with_a_place_on_the_tile_correlate_perfectly_there() {
    let performances = Performances::fixed_prior(&q(1, 5), 8).expect("a lattice");
    for (name, place) in
        [("ba", (q(4, 5), q(4, 5))), ("kappa", (q(16, 17), q(1, 2))), ("f1", (q(1, 1), q(1, 2)))]
    {
        let correlator = Correlator::new(&metric(name), &performances).expect("comparable");
        let search = correlator.search(&correlator.tile(6, || ()));
        let maximum = search.maximum.expect("defined");
        assert_eq!(maximum.correlation.tau_b().to_string(), "1", "{name}");
        assert_eq!(maximum.places, [Point::new(place.0, place.1)], "{name}");
    }
}

#[test]
fn scaled_logarithms_are_ordered_as_their_values() {
    let all = Performances::all(6).expect("a lattice");
    let scaled = metric("scaled-log-dor");
    let ranks = metric_ranks(&scaled, all.matrices()).expect("told apart");
    let values = all.matrices().iter().map(|matrix| scaled.value(matrix).to_f64());
    let mut ranked: Vec<(u32, f64)> =
        ranks.iter().zip(values).filter_map(|(rank, value)| (*rank).zip(value)).collect();
    assert_eq!(ranked.len(), ranks.iter().flatten().count());
    ranked.sort_by_key(|(rank, _)| *rank);
    for two in ranked.windows(2) {
        let [(rank, value), (next, other)] = [two[0], two[1]];
        assert_eq!(rank == next, value == other || other - value < 1e-12, "{value} and {other}");
        assert!(value <= other + 1e-12);
    }
    let same_sizes = classifiers(9, 7, &[(3, 4), (5, 6), (8, 2), (5, 6)]);
    let given = Performances::given(&same_sizes).expect("a few");
    let plain = Correlator::new(&metric("dor"), &given).expect("comparable");
    let scaled = Correlator::new(&scaled, &given).expect("comparable");
    let centre = score(Point::new(q(1, 2), q(1, 2)));
    assert_eq!(plain.at(&centre), scaled.at(&centre));
    assert!(matches!(Performances::all(0), Err(CorrelationError::NoResolution)));
    assert!(matches!(Performances::all(u32::MAX), Err(CorrelationError::TooManyPerformances(_))));
}

/// Dense ranks of values from their pairwise order, `None` where they are undefined.
fn ranks_by_value(values: &[exactile::Value]) -> Vec<Option<usize>> {
    let mut order: Vec<usize> =
        (0..values.len()).filter(|&i| values[i].undefined().is_none()).collect();
    order.sort_by(|&i, &j| compare(&values[i], &values[j]).expect("defined"));
    let (mut ranks, mut rank) = (vec![None; values.len()], 0);
    for (k, &i) in order.iter().enumerate() {
        let equal = |j: usize| compare(&values[j], &values[i]) == Some(Ordering::Equal);
        rank += usize::from(k > 0 && !equal(order[k - 1]));
        ranks[i] = Some(rank);
    }
    ranks
}

fn reversed(ranks: &[Option<usize>]) -> Vec<Option<usize>> {
    let last = ranks.iter().flatten().max().copied().unwrap_or(0);
    ranks.iter().map(|rank| rank.map(|rank| last - rank)).collect()
}

/// Metrics of which each is a strictly increasing function of the first one, on all performances on
/// which both are defined; a minus sign stands for a decreasing function.
const TRANSFORMS: [&[&str]; 9] = [
    &["plr", "log-plr", "ppv-bal", "-pt"],
    &["nlr", "log-nlr", "-npv-bal"],
    &["dor", "log-dor"],
    &["ba", "informedness", "wa(1/2)"],
    &["f1-bal", "ts-bal"],
    &["ppv", "-fdr", "r(1,0)", "f-beta(0)"],
    &["npv", "-for", "r(0,1)"],
    &["f1", "ts", "t-theta(3)", "r(1,1/2)"],
    &["accuracy", "-error-rate", "bennett-s", "s-theta(2)", "r(1/2,1/2)"],
];

/// The same with fixed numbers of samples, for which scaled logarithms have one base.
const SCALED: [&[&str]; 3] = [
    &["plr", "scaled-log-plr", "log-plr", "ppv"],
    &["nlr", "scaled-log-nlr", "log-nlr", "-npv"],
    &["dor", "scaled-log-dor", "log-dor"],
];

fn performance_sets() -> impl Strategy<Value = Performances> {
    prop_oneof![
        (1_u32..7).prop_map(Performances::all),
        (1_i64..20, 1_u32..8).prop_map(|(p, k)| Performances::fixed_prior(&q(p, 20), k)),
        small_sets().prop_map(|set| Performances::given(&set)),
    ]
    .prop_map(|set| set.expect("a lattice"))
}

/// Inner points, and points of the border with its corners.
fn points() -> impl Strategy<Value = Point> {
    let end = || prop_oneof![Just(Rational::ZERO), Just(Rational::ONE)];
    prop_oneof![
        inner_points(),
        (inner_points(), end()).prop_map(|(point, end)| Point { a: end, ..point }),
        (inner_points(), end()).prop_map(|(point, end)| Point { b: end, ..point }),
        (end(), end()).prop_map(|(a, b)| Point { a, b }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A correlation depends on the order of the values alone, infinite ones included: metrics
    /// whose values come in one order have one correlation. The orders are found from the values of
    /// all metrics of the catalogue, compared pair by pair.
    #[test]
    fn increasing_transforms_have_one_correlation(
        performances in performance_sets(),
        place in points(),
    ) {
        let ranking = score(place);
        let mut known: Vec<(Vec<Option<usize>>, Metric, Correlation)> = Vec::new();
        for metric in Metric::all() {
            let Ok(correlator) = Correlator::new(&metric, &performances) else {
                prop_assert!(metric.to_string().starts_with("scaled-log-"), "{metric}");
                continue;
            };
            let values: Vec<exactile::Value> =
                performances.matrices().iter().map(|matrix| metric.value(matrix)).collect();
            let undefined = values.iter().filter(|value| value.undefined().is_some()).count();
            let left_out: u64 = correlator.undefined().iter().map(|left_out| left_out.count).sum();
            prop_assert_eq!(left_out, undefined as u64, "{}", &metric);
            let counts = correlator.at(&ranking);
            let left_out = correlator.left_out(&ranking, counts.used);
            let missing: u64 = left_out.iter().map(|left_out| left_out.count).sum();
            prop_assert_eq!(counts.used + missing, performances.len() as u64, "{}", &metric);
            let ranks = ranks_by_value(&values);
            for (others, other, correlation) in &known {
                if *others == ranks {
                    prop_assert_eq!(&counts, correlation, "{} and {}", &metric, other);
                }
                if *others == reversed(&ranks) {
                    let turned = Correlation {
                        concordant: counts.discordant,
                        discordant: counts.concordant,
                        ..counts
                    };
                    prop_assert_eq!(&turned, correlation, "{} and {}", &metric, other);
                }
            }
            known.push((ranks, metric, counts));
        }
    }

    /// The families that are transforms of each other by definition: all their members are defined
    /// on the same performances, and have one correlation up to the sign.
    #[test]
    fn transforms_by_definition_have_one_correlation(
        performances in performance_sets(),
        place in points(),
    ) {
        for family in TRANSFORMS {
            check_family(family, &performances, &score(place.clone()))?;
        }
    }

    #[test]
    fn scaled_logarithms_correlate_as_what_they_scale(
        set in small_sets(),
        place in points(),
    ) {
        let performances = Performances::given(&set).expect("a few");
        for family in SCALED {
            let scaled = metric(family[1]);
            // Where the base is not above one the scaled logarithm is undefined everywhere.
            if set.iter().all(|one| scaled.value(&one.matrix).undefined().is_none()) {
                check_family(family, &performances, &score(place.clone()))?;
            }
        }
    }
}

fn check_family(
    family: &[&str],
    performances: &Performances,
    ranking: &RankingScore,
) -> Result<(), TestCaseError> {
    let of = |name: &str| {
        let falls = name.starts_with('-');
        let correlator = Correlator::new(&metric(name.trim_start_matches('-')), performances);
        let counts = correlator.expect("comparable").at(ranking);
        let Correlation { concordant, discordant, .. } = counts;
        if falls {
            Correlation { concordant: discordant, discordant: concordant, ..counts }
        } else {
            counts
        }
    };
    for other in &family[1..] {
        prop_assert_eq!(of(family[0]), of(other), "{} and {}", family[0], other);
    }
    Ok(())
}

/// Three scores of one order: each had another tau-b when infinite values were left out.
#[test]
fn infinite_values_take_part_in_correlations() {
    for name in ["plr", "log-plr", "ppv-bal"] {
        let arguments = ["correlate", "--score", name, "--at", "1,1/6", "--prior", "1/2"];
        let arguments = [&arguments[..], &["--resolution", "7"]].concat();
        assert_eq!(
            Run::new(&arguments).succeeds(),
            format!(
                "\
tau-b of {name} and R(1, 1/6) is 0.896665 = 1708/sqrt(3628400)
  over performances of positive prior 1/2, rates in multiples of 1/7, 63 used
  left out 1, where {name} is undefined: TP + FP = 0
  1953 pairs: 1793 concordant, 85 discordant; tied by the score 73, by the ranking score 23
"
            )
        );
        let json = Run::new(&[&arguments[..], &["--format", "json"]].concat()).json();
        assert_eq!((&json["performances"], &json["used"]), (&64.into(), &63.into()));
        assert_eq!(
            json["left_out"],
            serde_json::json!([{"count": 1, "undefined": name, "reason": "TP + FP = 0"}])
        );
        assert_eq!(json["tau_b"]["exact"], "1708/sqrt(3628400)");
    }
}

#[test]
fn a_search_says_what_is_left_out() {
    let arguments = ["correlate", "--score", "plr", "--search", "--grid", "2", "--resolution", "4"];
    let text = Run::new(&arguments).succeeds();
    assert!(text.contains("\n  left out 5, where plr is undefined: TN + FP = 0\n"), "{text}");
    assert!(text.contains("\n    left out 3, where R(0, 1) is undefined: TN + FN = 0\n"), "{text}");
    let json = Run::new(&[&arguments[..], &["--format", "json"]].concat()).json();
    let counts = |of: &serde_json::Value| -> u64 {
        let list = of["left_out"].as_array().expect("a list");
        list.iter().map(|one| one["count"].as_u64().expect("a count")).sum()
    };
    for extreme in [&json["minimum"], &json["maximum"]] {
        assert_eq!(extreme["used"].as_u64().expect("a count") + counts(extreme), 35);
    }
    assert_eq!((&json["performances"], counts(&json)), (&35.into(), 5 + 5 + 3));
}

const THREE: &str = "name,tn,fp,fn,tp\nx,30,10,5,15\ny,25,15,2,18\nz,38,2,11,9\n";

#[test]
fn correlate_answers_in_json() {
    let json = Run::new(&["correlate", "--score", "accuracy", "--at", "1,1", "--format", "json"]);
    let json = json.json();
    assert_eq!(json["schema"], "exactile.correlate.v1");
    assert_eq!(json["score"], "accuracy");
    assert_eq!(json["at"], serde_json::json!(["1", "1"]));
    assert_eq!((&json["prior"], &json["resolution"]), (&serde_json::Value::Null, &32.into()));
    // 33 of the 6545 performances have no positives.
    assert_eq!(json["used"], 6545 - 33);
    assert_eq!(json["uniform"]["value"], "7/15");
    let number = |key: &str| json[key].as_u64().expect("a count");
    let pairs = 6512 * 6511 / 2;
    let d = (pairs - number("ties_score")) * (pairs - number("ties_ranking"));
    let n = number("concordant") - number("discordant");
    assert_eq!(json["tau_b"]["exact"], format!("{n}/sqrt({d})"));
    let end = |key: &str| json["tau_b"][key].as_str().expect("text").parse::<Rational>();
    let (lower, upper) = (end("lower").expect("a number"), end("upper").expect("a number"));
    let exact_square = Rational::from(n) * Rational::from(n) / Rational::from(d);
    assert!(&lower * &lower <= exact_square && exact_square <= &upper * &upper);
    assert!(upper - lower < q(1, 1_000_000_000_000_000));

    let at_prior = Run::new(&[
        "correlate",
        "--score",
        "fnr",
        "--at",
        "1/2,1/2",
        "--prior",
        "1/3",
        "--resolution",
        "4",
        "--format",
        "json",
    ])
    .json();
    assert_eq!((&at_prior["better"], &at_prior["used"]), (&"lower".into(), &25.into()));
    assert_eq!(at_prior["uniform"]["value"], "-7/24");

    let own =
        Run::new(&["correlate", "x.csv", "--score", "f1", "--at", "1/2,1/2", "--format", "json"])
            .file("x.csv", THREE)
            .json();
    assert_eq!((&own["used"], &own["uniform"]), (&3.into(), &serde_json::Value::Null));
    // Accuracy puts z before x before y, F1 y before x before z.
    assert_eq!((&own["concordant"], &own["discordant"]), (&0.into(), &3.into()));
    assert_eq!(own["tau_b"], "-1");
}

/// Values of long denominators are enclosed, exact and enclosed ones in one interval.
#[test]
fn pearson_of_many_denominators_is_enclosed() {
    let counts =
        |k: u64| ConfusionMatrix::from_counts(1000 + k, 17 * k % 1009, k * k % 997, 500 + k);
    let set: Vec<_> = (1..1500)
        .map(|k| exactile::Classifier::new(format!("{k}"), counts(k).expect("samples")))
        .collect();
    let performances = Performances::given(&set).expect("a few");
    let f1 = metric("f1");
    let point = Point::new(q(1, 3), q(2, 7));
    let found = Pearson::new(|m| f1.value(m), &performances, &score(point.clone()));
    let (values, rankings) = both(&f1, performances.matrices(), &point);
    let values: Vec<f64> = values.iter().map(|value| value.to_f64().expect("finite")).collect();
    let rankings: Vec<f64> = rankings.iter().map(Rational::to_f64).collect();
    let mean = |of: &[f64]| of.iter().sum::<f64>() / 1499.0;
    let (mx, my) = (mean(&values), mean(&rankings));
    let sum = |xs: &[f64], mx: f64, ys: &[f64], my: f64| -> f64 {
        xs.iter().zip(ys).map(|(x, y)| (x - mx) * (y - my)).sum()
    };
    let expected = sum(&values, mx, &rankings, my)
        / (sum(&values, mx, &values, mx) * sum(&rankings, my, &rankings, my)).sqrt();
    let [lower, upper] = found.value.ends().expect("a number");
    assert!((lower.to_f64() - expected).abs() < 1e-12, "{found:?} {expected}");
    assert!(lower < upper && upper - lower <= Rational::new(1, 10_u64.pow(19)));
}

#[test]
fn correlate_has_three_coefficients() {
    let run = |more: &[&str]| {
        let arguments = ["correlate", "--score", "tnr", "--resolution", "2"];
        Run::new(&[&arguments, more].concat())
    };
    assert_eq!(
        run(&["--at", "1/2,1/2", "--coefficient", "spearman"]).succeeds(),
        "\
Spearman's rho of tnr and R(1/2, 1/2) is 0.816497 = sqrt(2/3)
  over all performances in multiples of 1/2, 7 used
  left out 3, where tnr is undefined: TN + FP = 0
"
    );
    assert_eq!(
        run(&["--at", "1/2,1/2", "--coefficient", "pearson"]).succeeds(),
        "\
Pearson's r of tnr and R(1/2, 1/2) is 0.816497 = sqrt(2/3)
  over all performances in multiples of 1/2, 7 used
  left out 3, where tnr is undefined: TN + FP = 0
"
    );
    let json = |more: &[&str]| run(&[more, &["--format", "json"]].concat()).json();
    let kendall = json(&["--at", "1/2,1/2"]);
    assert_eq!(kendall, json(&["--at", "1/2,1/2", "--coefficient", "kendall"]));
    for (name, closed_form) in [("spearman", "sqrt(2/3)"), ("pearson", "sqrt(2/3)")] {
        let found = json(&["--at", "1/2,1/2", "--coefficient", name]);
        assert_eq!(found[name]["exact"], closed_form);
        assert_eq!((&found["used"], &found["left_out"]), (&kendall["used"], &kendall["left_out"]));
        assert_eq!((found.get("tau_b"), found.get("concordant")), (None, None));
        assert_eq!(found["uniform"], serde_json::Value::Null);
    }
    let search = json(&["--search", "--grid", "2", "--coefficient", "spearman"]);
    assert_eq!(search["maximum"]["spearman"], "1");
    assert_eq!(search["maximum"]["at"][0], serde_json::json!(["0", "0"]));
    let csv = run(&["--search", "--grid", "2", "--coefficient", "spearman", "--format", "csv"]);
    assert!(
        csv.succeeds()
            .starts_with("extreme,a,a_decimal,b,b_decimal,used,spearman,spearman_decimal\n")
    );
    let infinite = ["correlate", "--score", "plr", "--at", "0,0", "--coefficient", "pearson"];
    assert!(
        Run::new(&infinite).succeeds().starts_with(
            "Pearson's r of plr and R(0, 0) is undefined: the score is infinite on some"
        )
    );
    run(&["--search", "--coefficient", "pearson"]).fails(
        "the grid compares exact rank correlations, and pearson correlates values\n\
         hint: use --at, or choose --coefficient spearman",
    );
    Run::new(&["tile", "--flavor", "correlation", "--score", "f1", "--coefficient", "pearson"])
        .fails(
            "the picture compares exact rank correlations, and pearson correlates values\n\
             hint: use correlate --at, or choose --coefficient spearman",
        );
    let picture = ["tile", "--flavor", "correlation", "--score", "f1", "--coefficient", "spearman"];
    let svg = Run::new(&[&picture[..], &["--grid", "4", "--resolution", "4"]].concat()).succeeds();
    assert!(svg.contains("\u{3c1} with F1"), "{svg}");
}

/// A formula of the catalogue, as one's own.
#[test]
fn correlate_takes_formulas() {
    for coefficient in ["kendall", "spearman", "pearson"] {
        let json = |score: &str| {
            let at = ["--at", "1/2,1/3", "--resolution", "5", "--coefficient", coefficient];
            let arguments = [&["correlate", "--score", score], &at[..], &["--format", "json"]];
            Run::new(&arguments.concat()).json()
        };
        let (own, known) = (json(" tp/(tp+fp+fn)"), json("ts"));
        let key = if coefficient == "kendall" { "tau_b" } else { coefficient };
        assert_eq!(own[key], known[key]);
        assert_eq!((&own["used"], &own["performances"]), (&known["used"], &known["performances"]));
        assert_eq!(own["score"], "tp/(tp+fp+fn)");
        assert_eq!(
            (&own["better"], &own["uniform"]),
            (&serde_json::Value::Null, &serde_json::Value::Null)
        );
        assert_eq!(own["left_out"][0]["reason"], "a division by 0");
        assert_eq!(own["left_out"][0]["undefined"], "tp/(tp+fp+fn)");
    }
    let search = ["correlate", "x.csv", "--score", "-tp", "--search", "--grid", "2"];
    let text = Run::new(&search).file("x.csv", THREE).succeeds();
    assert!(text.starts_with("tau-b of -tp and R(a, b) over the Tile"), "{text}");
    for text in ["tp/(tp+fp", "tp + tq", "sqrt(tp)*2"] {
        Run::new(&["correlate", "--score", text, "--at", "0,0"]).refused();
    }
    let picture =
        ["tile", "--flavor", "correlation", "--grid", "4", "--resolution", "4", "--score"];
    let svg = |score: &str| Run::new(&[&picture[..], &[score]].concat()).succeeds();
    assert!(svg("tp/(tp+2fp)").contains("with tp/(tp+2fp)"));
    assert!(svg("tp/(tp + 2 fp + 3 fn + 4 tn)").contains("with the formula"));
}

/// Drawn performances have the means of their distribution, and come close to closed forms.
#[test]
fn drawn_performances_follow_their_distribution() {
    const COUNT: u32 = 4000;
    let close = |found: f64, expected: f64| (found - expected).abs() < 0.02;
    for concentrations in [[1, 1, 1, 1], [7, 1, 2, 3]] {
        let exact = concentrations.map(Rational::from);
        let total = f64::from(concentrations.iter().sum::<i32>());
        let drawn = Performances::drawn(None, &exact, COUNT, 7).expect("positive");
        let million = Rational::from(1_000_000);
        assert!(drawn.matrices().iter().all(|matrix| matrix.total() == million));
        let mean = |of: &dyn Fn(&ConfusionMatrix) -> Rational| {
            let sum: Rational = drawn.matrices().iter().map(of).sum();
            (sum / (&million * Rational::from(COUNT))).to_f64()
        };
        let [tn, fp, fn_, tp] = concentrations.map(|one| f64::from(one) / total);
        assert!(close(mean(&|m| m.tn().clone()), tn) && close(mean(&|m| m.fp().clone()), fp));
        assert!(close(mean(&|m| m.fn_().clone()), fn_) && close(mean(&|m| m.tp().clone()), tp));
        // At a prior, rates are beta variables.
        let prior = q(1, 5);
        let drawn = Performances::drawn(Some(&prior), &exact, COUNT, 7).expect("positive");
        assert!(drawn.matrices().iter().all(|matrix| matrix.prior_positive() == prior));
        let mean = |rate: fn(&ConfusionMatrix) -> Option<Rational>| {
            let sum: Rational = drawn.matrices().iter().filter_map(rate).sum();
            (sum / Rational::from(COUNT)).to_f64()
        };
        assert!(close(mean(ConfusionMatrix::tnr), tn / (tn + fp)));
        assert!(close(mean(ConfusionMatrix::tpr), tp / (tp + fn_)));
    }
    let uniform = [(); 4].map(|()| Rational::ONE);
    for prior in [None, Some(q(1, 3))] {
        let drawn = Performances::drawn(prior.as_ref(), &uniform, COUNT, 3).expect("positive");
        let correlator = Correlator::new(&Metric::Accuracy, &drawn).expect("comparable");
        let recall = score(Point::new(q(1, 1), q(1, 1)));
        let expected = correlator.uniform(&recall).expect("proved").value.to_f64();
        let found = correlator.at(&recall).tau_b().to_f64().expect("defined");
        assert!(close(found, expected), "{prior:?}: {found} {expected}");
    }
    let tiny = [(); 4].map(|()| q(1, 100));
    assert_eq!(Performances::drawn(None, &tiny, 500, 1).expect("positive").len(), 500);
}

#[test]
fn correlate_draws_performances() {
    let run = |more: &[&str]| {
        let arguments = ["correlate", "--score", "mcc", "--at", "1/2,1/2"];
        Run::new(&[&arguments, more].concat()).file("x.csv", THREE)
    };
    let json = |more: &[&str]| run(&[more, &["--format", "json"]].concat()).json();
    let found = json(&["--performances", "200"]);
    assert_eq!(found, json(&["--performances", "200", "--seed", "1", "--dirichlet", "1,1,1,1"]));
    assert_ne!(found["tau_b"], json(&["--performances", "200", "--seed", "2"])["tau_b"]);
    assert_eq!(found["performances"], 200);
    let uniform = serde_json::json!({"dirichlet": ["1", "1", "1", "1"], "seed": 1});
    assert_eq!((&found["drawn"], &found["resolution"]), (&uniform, &serde_json::Value::Null));
    assert_eq!(json(&["--resolution", "3"]).get("drawn"), None);
    let text = run(&["--performances", "9", "--prior", "1/5"]).succeeds();
    assert!(
        text.contains("over performances of positive prior 1/5 drawn uniformly, seed 1, 9 used"),
        "{text}"
    );
    let text = run(&["--performances", "9", "--dirichlet", "2,1,1,0.5", "--seed", "4"]).succeeds();
    assert!(
        text.contains(
            "over performances drawn from Dirichlet's distribution (2, 1, 1, 1/2) of tn, fp, fn, \
             tp, seed 4, 9 used"
        ),
        "{text}"
    );
    Run::new(&["correlate", "x.csv", "--score", "f1", "--at", "0,0", "--performances", "3"])
        .file("x.csv", THREE)
        .fails("--performances has no effect with an input\nhint: leave --performances out");
    run(&["--performances", "5000000"])
        .fails("5000000 performances are more than 4000000\nhint: choose fewer --performances");
    for more in [
        &["--performances", "1"][..],
        &["--seed", "3"],
        &["--dirichlet", "1,1,1,1"],
        &["--performances", "9", "--dirichlet", "1,1,1"],
        &["--performances", "9", "--dirichlet", "1,1,1,0"],
        &["--performances", "9", "--resolution", "4"],
    ] {
        run(more).refused();
    }
    let picture = ["tile", "--flavor", "correlation", "--score", "f1", "--grid", "4"];
    let more = ["--performances", "50", "--seed", "5"];
    let svg = Run::new(&[&picture[..], &more].concat()).succeeds();
    assert!(svg.contains("drawn, seed 5") && svg.contains("50 performances"));
}

/// Exchanging predictions and truth turns the Tile upside down, and a fixed rate of predictions
/// into a fixed prior (The Tile, section 4.1).
#[test]
fn a_fixed_rate_of_predictions_is_a_fixed_prior_upside_down() {
    let rate = q(1, 5);
    let fixed = Performances::fixed_rate(&rate, 7).expect("a lattice");
    assert!(fixed.matrices().iter().all(|matrix| matrix.positive_rate() == rate));
    let turned = Performances::fixed_prior(&rate, 7).expect("a lattice");
    for (first, second) in [("tpr", "ppv"), ("npv", "tnr"), ("mcc", "mcc"), ("f1", "f1")] {
        let at = |name: &str, set: &Performances, point: Point| {
            Correlator::new(&metric(name), set).expect("comparable").at(&score(point))
        };
        for Point { a, b } in test_points() {
            let upside_down = Point::new(a.clone(), b.complement());
            assert_eq!(
                at(first, &fixed, Point::new(a, b)),
                at(second, &turned, upside_down),
                "{first}"
            );
        }
    }
    let run = |more: &[&str]| {
        let arguments = ["correlate", "--score", "npv", "--at", "0,0"];
        Run::new(&[&arguments, more].concat()).file("x.csv", THREE)
    };
    let found = run(&["--prediction-rate", "0.2", "--resolution", "7", "--format", "json"]).json();
    assert_eq!((&found["rate_positive"], &found["resolution"]), (&"1/5".into(), &7.into()));
    assert_eq!(found["prior"], serde_json::Value::Null);
    let text = run(&["--prediction-rate", "1/5", "--resolution", "7"]).succeeds();
    assert!(
        text.contains(
            "over performances with the rate 1/5 of positive predictions, PPV and NPV in \
             multiples of 1/7, 63 used"
        ),
        "{text}"
    );
    run(&["--prediction-rate", "1"])
        .fails("a rate of 1 is not between 0 and 1\nhint: change --prediction-rate");
    run(&["--prediction-rate", "1/5", "--prior", "1/5"]).refused();
    Run::new(&["correlate", "x.csv", "--score", "f1", "--at", "0,0", "--prediction-rate", "1/2"])
        .file("x.csv", THREE)
        .fails("--prediction-rate has no effect with an input\nhint: leave --prediction-rate out");
    let picture = ["tile", "--flavor", "correlation", "--score", "f1", "--grid", "4"];
    let more = ["--prediction-rate", "1/5", "--resolution", "4"];
    assert!(Run::new(&[&picture[..], &more].concat()).succeeds().contains("\u{3c4}+ 1/5"));
    // All no-skill performances of one rate tie on gamma_tau.
    let curve = ["--show", "no-skill-curve,legend"];
    let svg = Run::new(&[&picture[..], &more, &curve].concat()).succeeds();
    assert!(svg.contains(">\n\u{3b3}\u{3c4}\n<") && !svg.contains("\u{3b3}\u{3c0}"), "{svg}");
}

#[test]
fn correlate_lists_all_points_of_a_grid() {
    let run = |more: &[&str]| {
        let arguments = ["correlate", "--score", "tnr", "--resolution", "3"];
        Run::new(&[&arguments, more].concat())
    };
    for (coefficient, key) in [("kendall", "tau_b"), ("spearman", "spearman")] {
        let of = ["--coefficient", coefficient, "--format", "json"];
        let map = run(&[&["--map", "--grid", "4"], &of[..]].concat()).json();
        assert_eq!((&map["coefficient"], &map["grid"]), (&key.into(), &4.into()));
        for (j, row) in map["values"].as_array().expect("rows").iter().enumerate() {
            for (k, value) in row.as_array().expect("a row").iter().enumerate() {
                let at = format!("{k}/4,{j}/4");
                assert_eq!(*value, run(&[&["--at", &at], &of[..]].concat()).json()[key], "{at}");
            }
        }
        assert_eq!(map["values"].as_array().map(Vec::len), Some(5));
    }
    let text = run(&["--map", "--grid", "1"]).succeeds();
    assert!(text.starts_with("tau-b of tnr and R(a, b) on a grid\n  over all"), "{text}");
    let csv = run(&["--map", "--grid", "2", "--format", "csv"]).succeeds();
    assert_eq!(csv.lines().count(), 1 + 9);
}

/// The curve of a rate of predictions needs no prior.
#[test]
fn no_skill_has_the_curve_of_a_rate_alone() {
    let text = Run::new(&["no-skill", "--rate", "3/10"]).succeeds();
    assert!(
        text.starts_with(
            "for the rate 3/10 of positive predictions and any priors, all no-skill performances \
             tie on\n"
        ),
        "{text}"
    );
    let json = Run::new(&["no-skill", "--rate", "3/10", "--format", "json"]).json();
    let curve =
        Run::new(&["no-skill", "--rate", "3/10", "--prior", "1/5", "--format", "json"]).json();
    assert_eq!(json["gamma_tau"], curve["gamma_tau"]);
    assert_eq!(
        (&json["gamma_pi"], &json["prior_positive"]),
        (&serde_json::Value::Null, &serde_json::Value::Null)
    );
    // On the curve, predictions at random tie whatever the prior is.
    let at = json["gamma_tau"]["points"][2].as_array().expect("a point");
    let at = score(Point::new(
        at[0].as_str().expect("a number").parse().expect("a number"),
        at[1].as_str().expect("a number").parse().expect("a number"),
    ));
    let value = |prior: i64| {
        let rate = q(3, 10);
        at.value(
            &ConfusionMatrix::from_rates(&rate.complement(), &rate, &q(prior, 10)).expect("rates"),
        )
    };
    assert!((2..10).all(|prior| value(prior) == value(1)));
    Run::new(&["no-skill", "--rate", "3/10", "--at", "0,0"])
        .fails("the priors are not given\nhint: add --prior or an input");
}

#[test]
fn correlate_says_what_is_undefined() {
    let total = Run::new(&[
        "correlate",
        "--score",
        "total",
        "--at",
        "1/2,1/2",
        "--resolution",
        "3",
        "--format",
        "json",
    ])
    .json();
    assert_eq!(total["tau_b"], serde_json::Value::Null);
    assert_eq!(total["undefined"], "the score ties all performances");
    let search = Run::new(&[
        "correlate",
        "--score",
        "total",
        "--search",
        "--grid",
        "2",
        "--resolution",
        "3",
        "--format",
        "json",
    ])
    .json();
    assert_eq!(
        (&search["maximum"], search["undefined"].is_string()),
        (&serde_json::Value::Null, true)
    );
}

#[test]
fn correlate_writes_for_people() {
    assert_eq!(
        Run::new(&["correlate", "--score", "tnr", "--at", "1/2,1/2", "--resolution", "2"])
            .succeeds(),
        "\
tau-b of tnr and R(1/2, 1/2) is 0.774597 = 12/sqrt(240)
  over all performances in multiples of 1/2, 7 used
  left out 3, where tnr is undefined: TN + FP = 0
  21 pairs: 12 concordant, 0 discordant; tied by the score 6, by the ranking score 5
  for uniformly distributed performances exactly 7/15: the centre of the Tile and a corner
"
    );
    let search =
        Run::new(&["correlate", "--score", "fpr", "--search", "--grid", "4", "--resolution", "3"])
            .succeeds();
    assert!(search.contains("the sign is not flipped"), "{search}");
    assert!(search.contains("least -1 at (0, 0)"), "{search}");
}

#[test]
fn correlate_refuses_what_makes_no_sense() {
    let fails = |arguments: &[&str], message: &str| {
        Run::new(arguments).file("x.csv", THREE).fails(message);
    };
    fails(
        &["correlate", "x.csv", "--score", "f1", "--at", "0,0", "--resolution", "3"],
        "--resolution has no effect with an input\nhint: leave --resolution out",
    );
    fails(
        &["correlate", "--score", "f1", "--at", "0,0", "--grid", "3"],
        "--grid has no effect at a single point\nhint: leave --grid out or use --search or --map",
    );
    fails(
        &["correlate", "--score", "f1", "--at", "0,0", "--prior", "1"],
        "invalid value '1' for '--prior <X>': a positive prior of 1 is not between 0 and 1\nhint: \
         give one such as 0.2 (see exactile correlate --help)",
    );
    fails(
        &["correlate", "--score", "f1", "--at", "0,0", "--resolution", "100000"],
        "166676666850001 performances are more than 4000000\nhint: choose another --resolution",
    );
    fails(
        &["tile", "--flavor", "correlation"],
        "this flavor shows the correlations of a metric\nhint: name it with --score",
    );
    fails(
        &["tile", "--flavor", "correlation", "--score", "f1", "--show", "grid"],
        "the grid and the no-skill curve depend on the prior\nhint: give --prior",
    );
    fails(&["tile"], "this flavor shows classifiers\nhint: give a file of them as INPUT");
    fails(
        &["tile", "x.csv", "--grid", "3"],
        "--grid goes with correlations\nhint: leave --grid out or choose --flavor correlation",
    );
    fails(
        &[
            "tile",
            "--flavor",
            "correlation",
            "--score",
            "total",
            "--grid",
            "2",
            "--resolution",
            "2",
        ],
        "the score orders no two of them, so that no correlation is defined\nhint: choose another \
         --score",
    );
}

#[test]
fn pictures_show_bands_contours_extremes_and_their_resolution() {
    let performances = Performances::all(6).expect("a lattice");
    let correlator = Correlator::new(&metric("mcc"), &performances).expect("comparable");
    let tile = correlator.tile(8, || ());
    let picture = TilePicture::correlation(&correlator, &tile, 300.0, Extras::default());
    let svg = picture.expect("drawn").to_svg();
    let document = roxmltree::Document::parse(&svg).expect("XML");
    let texts: Vec<&str> =
        document.descendants().filter_map(|node| node.text()).map(str::trim).collect();
    for expected in ["\u{3c4} with MCC", "9 \u{d7} 9 points", "all priors", "max"] {
        assert!(texts.contains(&expected), "{expected:?} in {texts:?}");
    }
    assert!(!texts.iter().any(|text| text.contains("kappa")), "kappa's place needs a prior");
    let paths = |class: &str| {
        let group = document.descendants().find(|node| node.attribute("class") == Some(class));
        group.expect(class).children().filter(|node| node.has_tag_name("path")).count()
    };
    assert!(paths("values") > 10 && paths("contours") > 2 && paths("extremes") >= 2);

    let svg =
        Run::new(&["tile", "x.csv", "--flavor", "correlation", "--score", "f1", "--grid", "8"])
            .file("x.csv", THREE)
            .succeeds();
    assert!(svg.contains("3 classifiers") && svg.contains("exact cells"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    /// Cells fill the Tile, and any inner point off all frontiers has the counts of its cell.
    #[test]
    fn cells_fill_the_tile_and_hold_their_correlation(
        set in small_sets(),
        points in prop::collection::vec(inner_points(), 5),
    ) {
        let performances = Performances::given(&set).expect("a few");
        let correlator = Correlator::new(&metric("f1"), &performances).expect("comparable");
        let Some(cells) = correlator.cells(10_000) else {
            prop_assert!(set.iter().all(|c| metric("f1").value(&c.matrix).undefined().is_some()));
            return Ok(());
        };
        let double_area = |corners: &[Point]| -> Rational {
            let next = corners.iter().cycle().skip(1);
            corners.iter().zip(next).map(|(p, q)| &p.a * &q.b - &p.b * &q.a).sum()
        };
        let areas: Vec<Rational> = cells.iter().map(|cell| double_area(&cell.corners)).collect();
        prop_assert!(areas.iter().all(Rational::is_positive));
        prop_assert_eq!(areas.into_iter().sum::<Rational>(), Rational::from(2));
        let shift = PriorShift::from_balanced(&set[0].matrix.prior_positive());
        for point in points {
            let is_inside = |corners: &[Point]| {
                let next = corners.iter().cycle().skip(1);
                corners.iter().zip(next).all(|(p, q)| {
                    double_area(&[p.clone(), q.clone(), point.clone()]).is_positive()
                })
            };
            if let Some(cell) = cells.iter().find(|cell| is_inside(&cell.corners)) {
                let there = correlator.at(&score(shift.apply_to_point(&point)));
                prop_assert_eq!(there, cell.correlation);
            }
        }
    }
}
