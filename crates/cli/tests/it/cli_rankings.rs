//! `exactile rankings` as its users meet it.

use exactile::Rational;
use serde_json::{Value, json};

use crate::cli::Run;

/// Three classifiers of which none is at least as good as another, one of them twice, and one that
/// is worse than all.
const FOUR: &str =
    "name,tn,fp,fn,tp\nA,40,10,30,20\nB,30,20,15,35\nC,20,30,5,45\nB2,30,20,15,35\nD,10,40,40,10\n";

fn run(arguments: &[&str]) -> Run {
    Run::new(&[&["rankings", "x.csv"], arguments].concat()).file("x.csv", FOUR)
}

fn exact(value: &Value) -> Rational {
    value.as_str().expect("an exact number").parse().expect("a number")
}

#[test]
fn text_counts_and_names_the_largest_cells() {
    assert_eq!(
        run(&[]).succeeds(),
        "\
5 classifiers on the Tile of positive prior 1/2 (about 0.5000)

4 of the 4! = 24 conceivable rankings occur on the open Tile, one on each cell between 3 frontiers. Equal performances count as one: 4 are left.
No two frontiers meet inside.

 largest cells  at (a, b), about  the first three there
      50.000 %  (0.667, 0.667)    C, B = B2
      34.375 %  (0.333, 0.229)    A, B = B2
       8.929 %  (0.594, 0.377)    B = B2, C
       6.696 %  (0.733, 0.233)    B = B2, A
"
    );
}

#[test]
fn json_has_counts_cells_and_areas_that_make_up_the_tile() {
    let counts = run(&["--format", "json"]).json();
    assert_eq!(counts["schema"], "exactile.rankings.v1");
    assert_eq!(counts["prior_positive"], "1/2");
    assert_eq!(counts["performances"], 4);
    assert_eq!((&counts["frontiers"], &counts["cells"]), (&json!(3), &json!(4)));
    assert_eq!(counts["confluences"], json!({"count": 0, "largest": 0, "by_frontiers": []}));
    assert!(counts.get("cell_list").is_none());

    let all = run(&["--format", "json", "--polygons", "--area", "--rankings"]).json();
    let cells = all["cell_list"].as_array().expect("a list");
    assert_eq!(cells.len(), 4);
    assert_eq!(cells[0]["parent"], Value::Null);
    assert_eq!(cells[0]["ranking"], json!([[0], [1, 3], [2], [4]]));
    let total: Rational = cells.iter().map(|cell| exact(&cell["area"])).sum();
    assert_eq!(total, Rational::ONE);
    for cell in cells {
        let [vertices, edges] =
            ["vertices", "edges"].map(|key| cell[key].as_array().expect("a list").clone());
        assert_eq!(vertices.len(), edges.len());
        let [a, b] = [0, 1].map(|k| exact(&cell["sample"][k]));
        for edge in &edges {
            let [k_ab, k_a, k_b, k_1] = [0, 1, 2, 3].map(|k| exact(&edge[k]));
            assert!((k_ab * &a * &b + k_a * &a + k_b * &b + k_1).is_positive());
        }
    }
}

#[test]
fn areas_of_unequal_priors_are_logarithms() {
    let json = run(&["--format", "json", "--area", "--target-prior", "1/5", "--cells"]).json();
    let area = &json["cell_list"][0]["area"];
    assert!(area["exact"].as_str().expect("a closed form").contains("ln("));
    assert!(json["cell_list"][0].get("vertices").is_none());
}

#[test]
fn confluences_are_listed_with_who_ties() {
    let input = "name,tn,fp,fn,tp\nA,0,10,1,9\nB,4,6,5,5\nC,7,3,7,3\nD,9,1,9,1\n";
    let with = |more: &[&str]| {
        Run::new(&[&["rankings", "x.csv", "--format", "json", "--confluences"], more].concat())
            .file("x.csv", input)
            .json()
    };
    let json = with(&[]);
    let list = json["confluences"]["list"].as_array().expect("a list");
    // A and B have the same accuracy, and so have C and D.
    assert_eq!(list[0], json!({"at": ["1/2", "1/2"], "tied": [[2, 3], [0, 1]]}));
    assert_eq!((&json["confluences"]["count"], list.len()), (&json!(2), 2));
    assert_eq!(json["confluences"]["largest"], 4);
    for confluence in list {
        assert_eq!(confluence["at"].as_array().expect("a point").len(), 2);
        // The ranking there has the same ties.
        let place = [0, 1].map(|k| confluence["at"][k].as_str().expect("a number").to_owned());
        let ranking = Run::new(&["rank", "x.csv", "--at", &place.join(","), "--format", "json"])
            .file("x.csv", input)
            .json();
        for group in confluence["tied"].as_array().expect("groups") {
            let ranks: Vec<&Value> = ranking["ranking"]
                .as_array()
                .expect("a list")
                .iter()
                .filter(|entry| group.as_array().expect("a group").contains(&entry["classifier"]))
                .map(|entry| &entry["rank"])
                .collect();
            assert!(ranks.len() > 1 && ranks.iter().all(|rank| *rank == ranks[0]));
        }
    }
    let shifted = with(&["--target-prior", "1/9"]);
    assert_eq!(shifted["confluences"]["count"], json["confluences"]["count"]);
    assert_ne!(shifted["confluences"]["list"], json["confluences"]["list"]);
}

#[test]
fn a_confluence_has_the_products_that_prove_it() {
    let input = "name,tn,fp,fn,tp\nA,0,10,1,9\nB,4,6,5,5\nC,7,3,7,3\nD,9,1,9,1\n";
    let text = Run::new(&["rankings", "x.csv", "--confluences"]).file("x.csv", input).succeeds();
    // At accuracy's place C and D have 10 of 20 samples right, A and B have 9.
    let line = "(1/2, 1/2)  C = D; A = B\n  s = 1 tn + 1 tp, u = 1 fp + 1 fn: 10 · 10 = 10 · 10 = \
         100; 9 · 11 = 9 · 11 = 99\n";
    assert!(text.contains(line), "{text}");
}

#[test]
fn the_cell_around_a_score_tells_the_next_swap() {
    let json = run(&["--score", "f1", "--format", "json"]).json();
    assert_eq!(json["at"], json!(["1", "1/2"]));
    assert_eq!((&json["score"], &json["frontiers"]), (&json!("F1"), &json!(3)));
    assert_eq!(json["cell"]["dimension"], 2);
    assert_eq!(json["ranking"][1], json!({"classifier": 1, "name": "B", "rank": [2, 3]}));
    assert_eq!((&json["ties"], &json["holds_beside"]), (&json!([[1, 3]]), &json!(true)));
    // Beyond 7 a + 13 b = 10 the order of C and B is the other one.
    let swap = &json["swaps"][0];
    assert_eq!(swap["order"], json!([[2], [1, 3]]));
    assert_eq!(swap["edge"], json!(["0", "-7", "-13", "10"]));
    assert_eq!(swap["balanced"]["squared_distance"], "49/872");
    assert_eq!(json["distance"]["exact"], "sqrt(49/872)");
    let ends = ["lower", "upper"].map(|end| exact(&json["distance"][end]));
    assert!(ends[0] < ends[1] && &ends[1] - &ends[0] <= "1e-15".parse().expect("a number"));
    assert!(&ends[0] * &ends[0] < Rational::new(49, 872));
    assert!(&ends[1] * &ends[1] > Rational::new(49, 872));
}

#[test]
fn distances_under_unequal_priors_are_enclosed() {
    let json = run(&["--at", "9/10,3/4", "--target-prior", "1/5", "--format", "json"]).json();
    for swap in json["swaps"].as_array().expect("a list") {
        let distance = &swap["distance"];
        let [lower, upper] = ["lower", "upper"].map(|end| exact(&distance[end]));
        assert!(lower < upper && &upper - &lower <= "1e-15".parse().expect("a number"));
        for end in swap["nearest"].as_array().expect("a point") {
            let [lower, upper] = ["lower", "upper"].map(|side| exact(&end[side]));
            assert!(lower < upper && upper < Rational::ONE);
        }
    }
    assert_eq!(json["distance"], json["swaps"][0]["distance"]);
}

#[test]
fn a_place_on_a_frontier_has_distance_zero() {
    // A and C have the same accuracy.
    let input = "name,tn,fp,fn,tp\nA,40,10,30,20\nC,20,30,10,40\nE,39,11,19,31\n";
    let at = |arguments: &[&str]| {
        Run::new(&[&["rankings", "x.csv"], arguments].concat()).file("x.csv", input)
    };
    let json = at(&["--score", "accuracy", "--format", "json"]).json();
    assert_eq!(json["cell"]["dimension"], 1);
    assert_eq!(json["distance"], "0");
    assert_eq!(json["ties"], json!([[0, 1]]));
    assert_eq!(json["ranking"][0]["name"], "E");
    assert_eq!(json["ranking"][1]["rank"], json!([2, 3]));
    let text = at(&["--score", "accuracy"]).succeeds();
    assert!(text.ends_with("On the frontiers of these (distance 0):\n  A = C\n"), "{text}");
}

#[test]
fn nobody_swaps_where_one_dominates() {
    let input = "name,tn,fp,fn,tp\nA,40,10,10,40\nB,30,20,20,30\n";
    let json = Run::new(&["rankings", "x.csv", "--score", "f1", "--format", "json"])
        .file("x.csv", input)
        .json();
    assert_eq!(json["distance"], Value::Null);
    assert_eq!(json["undefined"], "no two classifiers ever swap");
    let counts = Run::new(&["rankings", "x.csv", "--format", "json"]).file("x.csv", input).json();
    assert_eq!((&counts["cells"], &counts["frontiers"]), (&json!(1), &json!(0)));
}

#[test]
fn mistaken_arguments_are_refused() {
    let refused = "mcc".parse::<exactile::NamedScore>().expect_err("MCC has no place");
    run(&["--score", "mcc"]).fails(&format!(
        "invalid value 'mcc' for '--score <NAME>': {refused}\nhint: see exactile rankings --help"
    ));
    run(&["--score", "f1", "--cells"]).fails(
        "the argument '--score <NAME>' cannot be used with '--cells'\nhint: see exactile rankings \
         --help",
    );
    Run::new(&["rankings", "x.csv"]).file("x.csv", "name,tn,fp,fn,tp\nA,1,2,0,0\n").fails(
        "x.csv: \"A\": there is no sample of the positive class\nhint: the Tile needs samples of \
         both classes and a prior between 0 and 1",
    );
}

#[test]
fn the_picture_has_a_path_per_cell() {
    let cells = |arguments: &[&str]| {
        let svg = Run::new(&[&["tile", "x.csv", "--flavor", "rankings"], arguments].concat())
            .file("x.csv", FOUR)
            .succeeds();
        let document = roxmltree::Document::parse(&svg).expect("well-formed");
        let paths = document.descendants().filter(|node| node.has_attribute("data-cell"));
        paths.map(|node| node.attribute("fill").map(str::to_owned)).collect::<Vec<_>>()
    };
    assert_eq!(cells(&[]).len(), 4);
    let shifted = cells(&["--target-prior", "1/9", "--show", "none"]);
    // The cells are numbered from TNR to TPR here, and neighbours differ.
    assert!(shifted.windows(2).all(|pair| pair[0] != pair[1]), "{shifted:?}");
}
