//! Classifiers tested under different priors, against the definition and against equal priors.

use std::collections::{BTreeSet, HashSet};

use exactile::{
    Area, Classifier, ConfusionMatrix, LogSum, Piece, Point, RankFilter, Rational, Regions,
};
use exactile_picture::{Extras, TilePicture};
use proptest::prelude::*;
use serde_json::Value;

use crate::cli::Run;
use exactile_testing::{check_golden, inner_points, q, rank_by_definition, small_sets};

fn classifier([tn, fp, fn_, tp]: [u64; 4]) -> Classifier {
    let matrix = ConfusionMatrix::from_counts(tn, fp, fn_, tp).expect("counts");
    Classifier::new(format!("{tn} {fp} {fn_} {tp}"), matrix)
}

fn has_both_classes([tn, fp, fn_, tp]: &[u64; 4]) -> bool {
    tn + fp > 0 && fn_ + tp > 0
}

/// Sets of classifiers with small counts, zeros and equal ones being likely.
fn sets(most: u64, size: usize) -> impl Strategy<Value = Vec<Classifier>> {
    let counts = prop::array::uniform4(0..=most).prop_filter("both classes", has_both_classes);
    prop::collection::vec(counts.prop_map(classifier), 1..=size)
}

fn all_pieces(regions: &Regions) -> Vec<Vec<Piece>> {
    (0..regions.classifiers().len()).map(|i| regions.pieces(i, &RankFilter::all())).collect()
}

/// Asserts that one piece of each classifier holds the point, with the rank of the definition.
fn check_ranks_at(regions: &Regions, pieces: &[Vec<Piece>], point: &Point) {
    for (i, own) in pieces.iter().enumerate() {
        let holding: Vec<&Piece> = own.iter().filter(|piece| piece.contains(point)).collect();
        let names: Vec<&str> = regions.classifiers().iter().map(|c| c.name.as_str()).collect();
        assert_eq!(holding.len(), 1, "pieces of {i} that hold {point}, {names:?}");
        let expected = rank_by_definition(regions.classifiers(), i, point);
        assert_eq!(Some(holding[0].rank), expected, "classifier {i} at {point}, {names:?}");
    }
}

/// Asserts that pieces and summary of the first rank are those among all ranks.
fn check_first_alone(set: Vec<Classifier>) {
    let regions = Regions::by_arrangements(set).expect("both classes");
    let first = RankFilter::holding([1]);
    for (i, mut all) in all_pieces(&regions).into_iter().enumerate() {
        all.retain(|piece| piece.rank.best == 1);
        assert_eq!(regions.pieces(i, &first), all, "classifier {i}");
    }
    let mut summary = regions.summary().classifiers;
    summary.retain(|entry| entry.ranks.is_some_and(|ranks| ranks.best == 1));
    let alone = regions.first_summary().classifiers;
    assert_eq!(alone.len(), summary.len());
    for (alone, among) in alone.iter().zip(&summary) {
        assert_eq!(alone.classifier, among.classifier);
        assert_eq!(alone.first_share, among.first_share);
        assert_eq!(alone.first_for, among.first_for);
        assert_eq!(alone.first_beside, among.first_beside);
    }
}

/// Vertices inside, points on stretches of frontier, points on both sides of them.
fn telling_points(pieces: &[Vec<Piece>]) -> Vec<Point> {
    let inside = |z: &Rational| z.is_positive() && *z < Rational::ONE;
    let mut points = Vec::new();
    for piece in pieces.iter().flatten() {
        points.extend(piece.vertices().iter().cloned());
        if piece.dimension() == 1 {
            let [from, to] = [&piece.vertices()[0], &piece.vertices()[1]];
            let [k_ab, k_a, k_b, k_1] = piece.edges()[0].coefficients();
            let a = (&from.a + &to.a) / q(2, 1);
            let b = if from.a == to.a {
                (&from.b + &to.b) / q(2, 1)
            } else {
                -(k_a * &a + k_1) / (k_ab * &a + k_b)
            };
            points.extend([
                Point::new(a.clone(), b.clone()),
                Point::new(a.clone(), &b * q(9, 10)),
                Point::new(a, (b + q(1, 1)) / q(2, 1)),
            ]);
        }
    }
    points.retain(|point| inside(&point.a) && inside(&point.b));
    points
}

#[test]
fn first_alone_where_two_frontiers_meet_inside_and_at_a_corner() {
    let counts = [[0, 1, 5, 3], [9, 0, 2, 0], [7, 2, 6, 3], [1, 0, 4, 1]];
    check_first_alone(counts.map(classifier).into());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]
    #[test]
    fn every_point_has_the_rank_of_the_definition(
        set in sets(5, 6), points in prop::collection::vec(inner_points(), 1..6),
    ) {
        let regions = Regions::by_arrangements(set).expect("both classes");
        let pieces = all_pieces(&regions);
        for point in points.iter().chain(&telling_points(&pieces)) {
            check_ranks_at(&regions, &pieces, point);
        }
    }

    #[test]
    fn the_first_rank_alone_is_as_among_all_ranks(set in sets(9, 7)) {
        check_first_alone(set);
    }

    /// All frontiers of a classifier that finds one class only end at a corner of the Tile.
    #[test]
    fn the_first_rank_alone_beside_a_classifier_of_one_class(
        set in sets(9, 6), [right, wrong] in prop::array::uniform2(1..=9_u64), positive: bool,
    ) {
        let counts = if positive { [0, wrong, 0, right] } else { [right, 0, wrong, 0] };
        check_first_alone(set.into_iter().chain([classifier(counts)]).collect());
    }

    #[test]
    fn areas_add_up_to_one(set in sets(7, 5)) {
        let regions = Regions::by_arrangements(set).expect("both classes");
        for i in 0..regions.classifiers().len() {
            let pieces = regions.pieces_with_areas(i, &RankFilter::all()).expect("proved");
            let mut total = Area::zero();
            for piece in &pieces {
                let area = piece.area.as_ref().expect("asked for");
                prop_assert_eq!(area.value().sign().is_gt(), piece.dimension() == 2);
                prop_assert_eq!(area, &piece.enclosed_area());
                total += area;
            }
            prop_assert_eq!(total, Area::whole());
        }
    }

    /// Corners lie on their edges' curves, and every edge sees the region's other corners on its
    /// positive side or on itself.
    #[test]
    fn corners_run_counter_clockwise_on_their_edges(set in sets(6, 6)) {
        let regions = Regions::by_arrangements(set).expect("both classes");
        for piece in all_pieces(&regions).into_iter().flatten() {
            let count = piece.vertices().len();
            let mut seen = HashSet::new();
            prop_assert!(piece.vertices().iter().all(|vertex| seen.insert(vertex)), "{:?}", piece);
            for (k, edge) in piece.edges().iter().enumerate() {
                prop_assert!(edge.side_of(&piece.vertices()[k]).is_eq());
                prop_assert!(edge.side_of(&piece.vertices()[(k + 1) % count]).is_eq());
                let others = piece.vertices().iter();
                prop_assert!(piece.dimension() < 2 || others.into_iter().all(|v| edge.side_of(v).is_ge()));
            }
            if piece.dimension() == 2 {
                prop_assert_eq!(piece.edges().len(), count);
                // The lowest of the leftmost corners: the way goes down to it and to the right.
                let first = (0..count)
                    .min_by(|&k, &l| {
                        let (p, r) = (&piece.vertices()[k], &piece.vertices()[l]);
                        p.a.cmp(&r.a).then(p.b.cmp(&r.b))
                    })
                    .expect("corners");
                let [before, next] =
                    [count - 1, 1].map(|step| &piece.vertices()[(first + step) % count]);
                let at = &piece.vertices()[first];
                prop_assert!(next.a > at.a);
                prop_assert!(before.a > at.a || before.b > at.b);
            }
        }
    }

    /// Equal priors through the general engine: the same pieces, areas and ranks.
    #[test]
    fn equal_priors_give_the_same_pieces(set in small_sets(), prior in 1_i64..8) {
        let regions = Regions::with_target_prior(set, &q(prior, 8)).expect("sound");
        let general = Regions::by_arrangements(regions.classifiers().to_vec()).expect("sound");
        for i in 0..regions.classifiers().len() {
            let forms = |pieces: &[&dyn Shown]| -> BTreeSet<String> {
                pieces.iter().map(|piece| piece.normal_form()).collect()
            };
            let expected = regions.pieces_with_areas(i, &RankFilter::all()).expect("areas");
            let found = general.pieces_with_areas(i, &RankFilter::all()).expect("areas");
            prop_assert_eq!(
                forms(&found.iter().map(|p| p as &dyn Shown).collect::<Vec<_>>()),
                forms(&expected.iter().map(|p| p as &dyn Shown).collect::<Vec<_>>())
            );
            let areas = |pieces: Vec<(String, LogSum)>| -> Vec<LogSum> {
                let mut pieces = pieces;
                pieces.sort_by(|x, y| x.0.cmp(&y.0));
                pieces.into_iter().map(|(_, area)| area).collect()
            };
            prop_assert_eq!(
                areas(found.iter().map(|p| (p.normal_form(), p.area.clone().expect("area").value().clone())).collect()),
                areas(expected.iter().map(|p| (p.normal_form(), p.area.clone().expect("area").value().clone())).collect())
            );
        }
        let told = |summary: exactile::Summary| -> Vec<_> {
            summary
                .classifiers
                .into_iter()
                .map(|entry| (entry.ranks, entry.equal_to, entry.first_beside, entry.first_share))
                .collect()
        };
        prop_assert_eq!(told(general.summary()), told(regions.summary()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn large_counts_too(set in sets(1_000_000_000_000, 4), point in inner_points()) {
        let regions = Regions::by_arrangements(set).expect("both classes");
        let pieces = all_pieces(&regions);
        for point in telling_points(&pieces).iter().chain([&point]) {
            check_ranks_at(&regions, &pieces, point);
        }
    }
}

/// The picture of a small set in which all kinds of pieces occur, recorded to be looked at.
#[test]
fn a_picture_is_as_recorded() {
    let set = [[80, 20, 2, 18], [30, 1, 30, 40], [9, 2, 3, 30], [50, 2, 12, 20], [5, 5, 0, 9]];
    let regions = Regions::by_arrangements(set.map(classifier).to_vec()).expect("sound");
    let extras = Extras::default();
    let first = TilePicture::entity(&regions, 1, 600.0, extras.clone()).expect("drawn");
    check_golden("unequal-priors", &first.to_svg());
    let ranks = TilePicture::rank_of(&regions, 3, 600.0, extras).expect("drawn");
    check_golden("unequal-priors-ranks", &ranks.to_svg());
}

/// Counts of very different sizes make frontiers that turn in no space: they are drawn all the
/// same.
#[test]
fn extreme_counts_can_be_drawn() {
    let input = "name,tn,fp,fn,tp\nA,1e300,2/7,0,1e-200\nB,3,3,3,4\nC,0,1,5e5,5\nD,1,0,5,0\n";
    for flavor in ["entity", "frontiers", "best"] {
        let svg = Run::new(&["tile", "x.csv", "--flavor", flavor]).file("x.csv", input).succeeds();
        assert!(svg.contains("<path") && !svg.contains("NaN"), "{flavor}");
    }
}

/// A piece as text that does not depend on where its corners begin.
trait Shown {
    fn normal_form(&self) -> String;
}

impl Shown for Piece {
    fn normal_form(&self) -> String {
        let vertices: Vec<String> = self.vertices().iter().map(ToString::to_string).collect();
        let edges: Vec<String> = self.edges().iter().map(ToString::to_string).collect();
        normal_form(self.rank.to_string(), vertices, edges)
    }
}

fn normal_form(rank: String, vertices: Vec<String>, edges: Vec<String>) -> String {
    if edges.len() == 1 {
        return format!("{rank}: {} | {}", vertices.join(" "), edges[0]);
    }
    let start = (0..vertices.len()).min_by_key(|&k| &vertices[k]).unwrap_or(0);
    let turned = |list: &[String]| [&list[start..], &list[..start]].concat().join("; ");
    format!("{rank}: {} | {}", turned(&vertices), turned(&edges))
}

/// All matrices of at most this total with both classes, one for each performance.
fn performances(most: u64) -> Vec<[u64; 4]> {
    let mut all = Vec::new();
    let mut known: Vec<[u64; 4]> = Vec::new();
    for tn in 0..=most {
        for fp in 0..=most - tn {
            for fn_ in 0..=most - tn - fp {
                for tp in 0..=most - tn - fp - fn_ {
                    let counts = [tn, fp, fn_, tp];
                    let proportional = |other: &[u64; 4]| {
                        (0..4).all(|k| (0..4).all(|l| counts[k] * other[l] == other[k] * counts[l]))
                    };
                    if has_both_classes(&counts) && !known.iter().any(proportional) {
                        known.push(counts);
                        all.push(counts);
                    }
                }
            }
        }
    }
    all
}

#[test]
fn all_pairs_of_small_matrices_agree_with_the_definition() {
    let all = performances(4);
    assert!(all.len() > 30, "{}", all.len());
    let fixed: Vec<Point> =
        (1..5).flat_map(|a| (1..5).map(move |b| Point::new(q(a, 5), q(b, 5)))).collect();
    for (i, &first) in all.iter().enumerate() {
        for &second in &all[i..] {
            let regions =
                Regions::by_arrangements([first, second].map(classifier).to_vec()).expect("sound");
            let pieces = all_pieces(&regions);
            for point in fixed.iter().chain(&telling_points(&pieces)) {
                check_ranks_at(&regions, &pieces, point);
            }
        }
    }
}

#[test]
fn all_triples_of_small_matrices_agree_with_the_definition() {
    let all = performances(3);
    let fixed: Vec<Point> =
        (1..4).flat_map(|a| (1..4).map(move |b| Point::new(q(a, 4), q(b, 4)))).collect();
    let mut sets = 0;
    for (i, &first) in all.iter().enumerate() {
        for (j, &second) in all[i..].iter().enumerate() {
            for &third in &all[i + j..] {
                let set = [first, second, third].map(classifier).to_vec();
                let regions = Regions::by_arrangements(set).expect("sound");
                let pieces = all_pieces(&regions);
                for point in fixed.iter().chain(&telling_points(&pieces)) {
                    check_ranks_at(&regions, &pieces, point);
                }
                sets += 1;
            }
        }
    }
    assert!(sets > 500, "{sets}");
}

/// Two frontiers of one classifier cross once at most, at a rational point: all of them pass
/// through the common zero of its s and u, which is not in the open Tile.
#[test]
fn frontiers_cross_once_at_rational_points() {
    let set = [[4, 3, 2, 1], [3, 3, 4, 2], [2, 2, 3, 3]].map(classifier).to_vec();
    let regions = Regions::by_arrangements(set).expect("sound");
    let mut crossings = 0;
    for own in all_pieces(&regions) {
        let points: Vec<&Piece> = own.iter().filter(|piece| piece.dimension() == 0).collect();
        assert!(points.len() <= 1);
        crossings += points.len();
        assert!(points.iter().all(|point| point.rank.worst - point.rank.best == 2));
    }
    // Where two of the three tie with the third they tie with each other.
    assert_eq!(crossings % 3, 0);
}

#[test]
fn the_engine_is_chosen_by_the_priors() {
    let any = |counts: &[[u64; 4]]| {
        Regions::new(counts.iter().copied().map(classifier).collect()).expect("sound")
    };
    let different = any(&[[1, 2, 3, 3], [1, 1, 1, 1]]);
    assert_eq!(different.prior_positive(), None);
    assert!(different.common_prior().is_err());
    assert_eq!(any(&[[1, 2, 3, 3], [1, 0, 1, 1]]).prior_positive(), Some(&q(2, 3)));
}

#[test]
fn a_known_region_has_the_area_of_its_integral() {
    // P1: s = 1-a, u = b; P2: s = a, u = 1-b: P2 is better iff a b > (1-a)(1-b), that is a+b > 1.
    let set = [[1, 0, 1, 0], [0, 1, 0, 1]].map(classifier).to_vec();
    let regions = Regions::by_arrangements(set).expect("sound");
    let pieces = regions.pieces_with_areas(0, &RankFilter::holding([1])).expect("areas");
    assert_eq!(pieces[0].area.as_ref().map(|area| area.value().to_string()), Some("1/2".into()));
    // P3: s = 1-a, u = 1; P4: s = 1, u = 1+b.
    let set = [[1, 1, 1, 0], [1, 1, 2, 1]].map(classifier).to_vec();
    let regions = Regions::by_arrangements(set).expect("sound");
    let pieces = regions.pieces_with_areas(0, &RankFilter::all()).expect("areas");
    // (1-a)(1+b) > 1 where P3 is better: the area is the integral of 1 - a/(1-a) up to 1/2.
    let first = pieces.iter().find(|piece| piece.dimension() == 2 && piece.rank.best == 1);
    let expected = LogSum::from(Rational::ONE) - LogSum::ln(&Rational::from(2));
    assert_eq!(first.and_then(|piece| Some(piece.area.as_ref()?.value().clone())), Some(expected));
}

/// Half positives and a third of them. A and D are one performance: s = 3, u = 1. B has s = 4,
/// u = 4 (1-b), so it takes over where b > 2/3.
const SET: &str = "name,tn,fp,fn,tp\nA,3,1,1,3\nB,4,4,0,4\nC,2,2,1,1\nD,6,2,2,6\n";

#[test]
fn regions_text_says_what_unequal_priors_mean() {
    assert_eq!(
        Run::new(&["regions", "x.csv"]).file("x.csv", SET).succeeds(),
        "\
4 classifiers tested under different positive priors, from 1/3 (about 0.3333) to 1/2 (about 0.5000)
Each score is that of a classifier's own test: differences between the tests are part of the result.
To compare the classifiers under one prior, add --target-prior. Scores whose place on the Tile
depends on the prior (balanced accuracy, kappa) have no common place and are not listed.

 classifier  first on  best  worst  first for                                       ties with
 A           66.667 %     1      3  TNR, negative Jaccard, accuracy, PPV, F0.5, F1  everywhere: D; first beside: B
 D           66.667 %     1      3  TNR, negative Jaccard, accuracy, PPV, F0.5, F1  everywhere: A; first beside: B
 B           33.333 %     1      3  NPV, F2, TPR                                    first beside: A, D
 C                  -     4      4
"
    );
}

#[test]
fn regions_json_follows_the_contract_under_unequal_priors() {
    let run = |more: &[&str]| {
        let mut arguments = vec!["regions", "x.csv", "--format", "json"];
        arguments.extend(more);
        Run::new(&arguments).file("x.csv", SET).json()
    };
    let json = run(&["--area"]);
    assert_eq!(json["schema"], "exactile.regions.v1");
    assert_eq!(json["prior_positive"], Value::Null);
    assert_eq!(json["priors"], serde_json::json!(["1/2", "1/3", "1/3", "1/2"]));
    let pieces = json["pieces"].as_array().expect("a list");
    let dimensions: BTreeSet<u64> =
        pieces.iter().map(|piece| piece["dimension"].as_u64().expect("a number")).collect();
    assert_eq!(dimensions.into_iter().collect::<Vec<_>>(), [1, 2]);
    let own = run(&["--classifier", "C", "--rank", "4"]);
    assert!(own["pieces"].as_array().expect("a list").iter().all(|piece| {
        piece["classifier"] == 2 && piece["rank"][1].as_u64() == Some(4) && piece["area"].is_null()
    }));
    // One prior for all is the other engine's.
    let shifted = run(&["--target-prior", "1/2"]);
    assert_eq!(shifted["prior_positive"], "1/2");
    assert_eq!(shifted["priors"], Value::Null);
}

#[test]
fn every_format_has_a_row_per_piece() {
    // Frontiers cross here, so there are pieces of every dimension.
    let input = "name,tn,fp,fn,tp\nA,4,3,2,1\nB,3,3,4,2\nC,2,2,3,3\nD,1,0,3,5\nE,5,1,4,1\n";
    let run = |format: &str| {
        Run::new(&["regions", "x.csv", "--format", format]).file("x.csv", input).succeeds()
    };
    let json: Value = serde_json::from_str(&run("json")).expect("JSON");
    let pieces = json["pieces"].as_array().expect("a list");
    let of_dimension = |d: u64| pieces.iter().filter(|piece| piece["dimension"] == d).count();
    assert!([0, 1, 2].into_iter().all(|d| of_dimension(d) > 0));
    assert_eq!(run("csv").lines().count(), 1 + pieces.len());
    let wkt = run("wkt");
    assert_eq!(wkt.lines().count(), 1 + pieces.len());
    assert_eq!(wkt.matches("POINT(").count(), of_dimension(0));
    let geojson: Value = serde_json::from_str(&run("geojson")).expect("JSON");
    assert_eq!(geojson["features"].as_array().expect("a list").len(), pieces.len());
    assert!(run("geojson").contains("\"Point\""));
}

#[test]
fn pictures_need_no_common_prior() {
    for flavor in [
        &["entity"][..],
        &["entity", "--rank", "2"],
        &["rank", "--classifier", "B"],
        &["best"],
        &["worst"],
        &["value", "--classifier", "B"],
        &["frontiers"],
    ] {
        let mut arguments = vec!["tile", "x.csv", "--flavor"];
        arguments.extend(flavor);
        let svg = Run::new(&arguments).file("x.csv", SET).succeeds();
        let document = roxmltree::Document::parse(&svg).expect("well-formed");
        assert!(document.descendants().any(|node| node.has_tag_name("path")), "{flavor:?}");
        assert!(!svg.contains("kappa") && !svg.contains("NaN"), "{flavor:?}");
    }
}
