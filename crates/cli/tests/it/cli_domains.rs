//! Several test sets in one table: the mean performance in every command that takes it.

use std::collections::BTreeMap;

use super::cli::{Run, document};
use serde_json::{Value, json};

const SITES: &str = "name,site,tn,fp,fn,tp\n\
    lr,north,50,10,5,35\nsvm,north,45,15,3,37\ntree,north,55,5,12,28\n\
    lr,south,80,20,30,70\nsvm,south,90,10,40,60\ntree,south,70,30,25,75\n";
/// The sums of both sites.
const POOLED: &str = "name,tn,fp,fn,tp\nlr,130,30,35,105\nsvm,135,25,43,97\ntree,125,35,37,103\n";

/// Errors of the readers themselves.
trait Said {
    fn noted_json(self) -> Value;
    fn refusal(self) -> String;
}

impl Said for Run {
    fn noted_json(self) -> Value {
        document(&self.notes().0)
    }

    fn refusal(self) -> String {
        let (what, hint) = self.refused();
        format!("{what}\n{hint}")
    }
}

fn run(command: &[&str], content: &str, more: &[&str]) -> Run {
    let arguments = [&command[..1], &["x.csv"], &command[1..], more].concat();
    Run::new(&arguments).file("x.csv", content)
}

/// Returns a result without its provenance and without the matrices, in place of which it has
/// shares.
fn plain(mut document: Value) -> Value {
    let members = document.as_object_mut().expect("an object");
    members.remove("provenance");
    members.remove("classifiers");
    document
}

const COMMANDS: [&[&str]; 5] = [
    &["rank", "--score", "mcc"],
    &["regions", "--area"],
    &["rankings", "--cells", "--confluences"],
    &["curve", "--along", "f-beta", "--pairs"],
    &["curve", "--along", "decision"],
];

/// Weighted by samples, the mean over test sets is that of all samples together: every result is
/// the same.
#[test]
fn the_mean_by_samples_is_that_of_all_samples() {
    for command in COMMANDS {
        let json = ["--format", "json"];
        let pooled = plain(run(command, POOLED, &json).json());
        for weights in [&["--by", "site"][..], &["--by", "site", "--weights", "samples"]] {
            let mean = run(command, SITES, &[weights, &json].concat()).noted_json();
            assert_eq!(plain(mean), pooled, "{command:?}");
        }
    }
    let scores = |content: &str, more: &[&str]| {
        let metrics = "f1,mcc,kappa,d-prime,npv,plr,mcc-bal,accuracy";
        let document =
            run(&["score", "--metric", metrics], content, &[more, &["--format", "json"]].concat());
        let all = document.noted_json()["classifiers"].as_array().expect("a list").clone();
        all.into_iter().map(|one| one["scores"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(scores(SITES, &["--by", "site"]), scores(POOLED, &[]));
    let [mean, pooled] = [(SITES, &["--by", "site"][..]), (POOLED, &[])]
        .map(|(content, more)| run(&["tile"], content, more).notes().0);
    assert_eq!(mean, pooled);
}

/// By hand: shares of the north over 100, of the south over 200 samples.
#[test]
fn weights_are_exact() {
    let mean = |weights: &str| {
        let more = ["--by", "site", "--weights", weights, "--format", "json"];
        let found = run(&["rank", "--score", "tpr"], SITES, &more).noted_json();
        let of = |entry: &Value| (entry["name"].clone(), entry["value"].clone());
        found["ranking"].as_array().expect("a list").iter().map(of).collect::<Vec<_>>()
    };
    // tp and positives: 35/100 + 70/200 of 40/100 + 100/200, and so on.
    let equal = [("lr", "7/9"), ("svm", "67/90"), ("tree", "131/180")];
    let shown = |all: &[(&str, &str)]| {
        all.iter().map(|(name, value)| (json!(name), json!(value))).collect::<Vec<_>>()
    };
    assert_eq!(mean("equal"), shown(&equal));
    assert_eq!(mean("north=1/2,south=0.5"), shown(&equal));
    // The north alone.
    assert_eq!(
        mean("north=3,south=0"),
        shown(&[("svm", "37/40"), ("lr", "7/8"), ("tree", "7/10")])
    );
}

#[test]
fn a_note_says_what_is_judged() {
    let notes = |more: &[&str], content: &str| {
        run(&["rank", "--score", "f1"], content, &[&["--by", "site"], more].concat()).notes().1
    };
    let told = "note: the mean performance over 2 test sets is judged; ";
    assert_eq!(notes(&[], SITES), format!("{told}each has its number of samples as its weight\n"));
    assert_eq!(notes(&["--weights", "equal"], SITES), format!("{told}all have the same weight\n"));
    assert_eq!(
        notes(&["--weights", "north=1,south=2"], SITES),
        format!("{told}they count north=1,south=2\n")
    );
    let rates = "name,site,tnr,tpr,prior\nlr,a,1/2,1/3,1/4\nlr,b,1/3,1/4,1/5\n";
    assert_eq!(
        notes(&[], rates),
        format!("{told}without numbers of samples all have the same weight\n")
    );
    // A test set of one sample has a number of samples.
    let ones = "y_true,site,A\n1,a,1\n0,b,1\n";
    assert_eq!(
        notes(&["--weights", "samples"], ones),
        format!("{told}each has its number of samples as its weight\n")
    );
    let document = run(&["domains", "--format", "json"], ones, &["--by", "site", "--quiet"]).json();
    assert_eq!(document["weights"], "samples");
}

/// Pairs that are missing are named; `--complete` keeps what is shared.
#[test]
fn missing_tests_are_refused_or_left_out() {
    let missing = SITES.replace("tree,south,70,30,25,75\n", "");
    let rank = ["rank", "--score", "tpr"];
    assert_eq!(
        run(&rank, &missing, &["--by", "site"]).refusal(),
        "x.csv: not tested: \"tree\" in \"south\"\n\
         --complete keeps the test sets that all share (1 test set, 3 classifiers); \
         --complete=classifiers keeps the classifiers that were tested in all (2 test sets, 2 \
         classifiers)"
    );
    let names = |complete: &str| {
        let more = ["--by", "site", complete, "--format", "json"];
        let found = run(&rank, &missing, &more).noted_json();
        let all = found["ranking"].as_array().expect("a list").clone();
        all.iter().map(|one| one["name"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(names("--complete"), ["svm", "lr", "tree"]);
    assert_eq!(names("--complete=domains"), ["svm", "lr", "tree"]);
    assert_eq!(names("--complete=classifiers"), ["lr", "svm"]);
    let nothing = "name,site,tn,fp,fn,tp\nlr,north,5,1,1,3\nsvm,south,4,2,1,1\n";
    for complete in ["--complete", "--complete=classifiers"] {
        let refused = run(&rank, nothing, &["--by", "site", complete]).refusal();
        assert!(refused.ends_with("\ngive the missing results"), "{refused}");
    }
}

#[test]
fn what_has_no_mean_is_refused_with_what_helps() {
    let refused = |command: &[&str], more: &[&str]| {
        run(command, SITES, &[&["--by", "site"], more].concat()).refusal()
    };
    let rank = ["rank", "--score", "f1"];
    let sizes = SITES.replace("svm,south,90", "svm,south,91");
    let differ = run(&rank, &sizes, &["--by", "site"]).refusal();
    assert!(
        differ.contains("\"lr\" was tested on 200 samples in \"south\", and \"svm\" on 201"),
        "{differ}"
    );
    assert!(differ.contains("--weights equal"), "{differ}");
    run(&rank, &sizes, &["--by", "site", "--weights", "equal"]).notes();
    let without = refused(&rank, &["--weights", "north=1"]);
    assert!(without.contains("--weights north=1,south=0"), "{without}");
    assert!(
        refused(&rank, &["--weights", "north=1,south=1,east=1"]).contains("\"north\", \"south\"")
    );
    assert!(refused(&rank, &["--weights", "north=0,south=0"]).contains("all weights are 0"));
    assert!(refused(&rank, &["--weights", "north=-1,south=0"]).contains("below 0"));
    assert!(refused(&rank, &["--weights", "north"]).contains("A=1,B=2"));
    assert!(refused(&rank, &["--multi-class"]).contains("--by does not go with --multi-class"));
    assert!(refused(&rank, &["--at-best"]).contains("leave --at-best out"));
    let pair = ["curve", "--along", "decision", "--first", "lr", "--second", "svm"];
    assert!(refused(&pair, &[]).contains("no numbers of samples"));
    assert!(refused(&["tile", "--flavor", "confidence"], &[]).contains("no numbers of samples"));
    // Without --by the doubled name is noticed, with the flag that helps.
    let doubled = run(&rank, SITES, &[]).refusal();
    assert!(doubled.contains("--where site=north") && doubled.contains("--by site"), "{doubled}");
}

/// Each classifier is transformed on each test set.
#[test]
fn operations_come_before_the_mean() {
    let shifted = |content: &str, more: &[&str]| {
        let more = [&["--operation", "prior-shift=1/2", "--format", "json"], more].concat();
        plain(run(&["regions", "--area"], content, &more).noted_json())
    };
    // Rates of each site at balanced priors.
    let rates = "name,site,tnr,tpr,prior\n\
        lr,north,5/6,7/8,1/2\nsvm,north,3/4,37/40,1/2\ntree,north,11/12,7/10,1/2\n\
        lr,south,4/5,7/10,1/2\nsvm,south,9/10,3/5,1/2\ntree,south,7/10,3/4,1/2\n";
    let by = ["--by", "site", "--weights", "equal"];
    assert_eq!(shifted(SITES, &by), shifted(rates, &by));
}

/// A result over several test sets is checked against the input with the same flags.
#[test]
fn results_of_the_mean_are_verified() {
    for command in COMMANDS {
        let by = ["--by", "site", "--weights", "equal"];
        let made = run(command, SITES, &[&by[..], &["--format", "json"]].concat());
        let result = made.notes().0;
        let verify = |by: &[&str]| {
            Run::new(&[&["verify", "r.json", "x.csv"], by].concat())
                .file("r.json", &result)
                .file("x.csv", SITES)
        };
        assert!(verify(&by).notes().0.starts_with("verified"), "{command:?}");
        let (_, status) = verify(&["--by", "site", "--weights", "samples", "--quiet"]).status();
        assert_eq!(status, 1, "{command:?}");
    }
}

#[test]
fn the_page_shows_the_mean() {
    let page = run(&["report"], SITES, &["--by", "site"]).notes().0;
    assert!(page.contains("lr") && page.contains("tree"));
    // Weighed by samples it is that of the sums, with what they say of its certainty.
    let answer = |page: &str| {
        let (_, rest) = page.split_once("<p class=\"answer\">").expect("an answer");
        rest.split_once("</p>").expect("an end").0.to_owned()
    };
    let pooled = Run::new(&["report", "x.csv"]).file("x.csv", POOLED).succeeds();
    assert_eq!(answer(&page), answer(&pooled));
    assert!(answer(&page).contains("truly"), "{}", answer(&page));
    let equal = run(&["report"], SITES, &["--by", "site", "--weights", "equal"]).notes().0;
    assert!(answer(&equal).contains("is not known"), "{}", answer(&equal));
}

fn domains(content: &str, more: &[&str]) -> Value {
    let all = [&["--by", "site"], more, &["--format", "json"]].concat();
    run(&["domains"], content, &all).noted_json()
}

const TWO: &str = "name,site,tn,fp,fn,tp\nlr,north,6,2,1,1\nlr,south,5,5,4,6\n";

/// By hand, at precision: 1 of 3 and 6 of 11 that are flagged, 3/10 and 11/20 of the samples.
#[test]
fn the_document_follows_the_contract() {
    let found = domains(TWO, &["--weights", "equal", "--score", "ppv"]);
    let expected = json!({
        "schema": "exactile.domains.v1", "by": "site", "weights": "equal",
        "domains": [
            {"name": "north", "weight": "1/2", "positives": "2", "negatives": "8"},
            {"name": "south", "weight": "1/2", "positives": "10", "negatives": "10"},
        ],
        "classifiers": [
            {"name": "lr", "mean": {"tn": "17/40", "fp": "9/40", "fn": "3/20", "tp": "1/5"}},
        ],
        "at": ["1", "0"], "score": "PPV",
        "values": [{"classifier": 0, "mean": "8/17", "mean_of_values": "29/66", "domains": [
            {"domain": 0, "value": "1/3", "weight": "6/17", "loss_share": "4/17"},
            {"domain": 1, "value": "6/11", "weight": "11/17", "loss_share": "5/17"},
        ]}],
        "agreement": {
            "mean": [0], "domains": [[0], [0]], "first_in": [2], "paradoxes": [],
            "worst": [{"value": "1/3", "domains": [0]}], "maximin": [0],
        },
        "kendall": {
            "between": [{"domains": [0, 1], "concordant": 0, "discordant": 0, "tied": 0}],
            "most_swapped": null,
        },
    });
    assert_eq!(found, expected);
    // Without a point there are no values, and a map needs none.
    let map = domains(TWO, &["--classifier", "lr", "--map", "bottleneck", "--area"]);
    assert_eq!((map.get("values"), map.get("at")), (None, None));
    // 2 (1-b)/10 + b/10 against 5 (1-b)/20 + 4 b/20: the south is above everywhere.
    let whole = json!([{
        "domain": 1, "dimension": 2, "rank": [1, 1], "area": "1",
        "vertices": [["0", "0"], ["1", "0"], ["1", "1"], ["0", "1"]],
        "edges": [["0", "0", "1", "0"], ["0", "-1", "0", "1"], ["0", "0", "-1", "1"], ["0", "1", "0", "0"]],
    }]);
    assert_eq!(
        (&map["map"], &map["classifier"], &map["pieces"]),
        (&json!("bottleneck"), &json!(0), &whole)
    );
}

/// A domain without a class has values where outcomes that count have occurred; undefined ones are
/// null with the reason.
#[test]
fn undefined_values_have_a_reason() {
    let content = format!("{TWO}lr,east,4,1,0,0\n");
    let found = domains(&content, &["--score", "tpr"]);
    let values = &found["values"][0];
    let east = &values["domains"][2];
    assert_eq!(
        (&east["value"], &east["weight"], &east["loss_share"]),
        (&Value::Null, &json!("0"), &json!("0"))
    );
    assert!(east["undefined"].as_str().is_some_and(|reason| reason.contains("0/0")));
    assert_eq!((&values["mean"], &values["mean_of_values"]), (&json!("7/12"), &Value::Null));
    assert!(values["undefined"].is_string());
    let map = |map: &str| {
        run(
            &["domains"],
            &content,
            &["--by", "site", "--classifier", "lr", "--map", map, "--quiet"],
        )
    };
    assert!(map("preponderant").notes().0.contains("100.000 %"));
    let refused = map("easiest").refusal();
    assert!(refused.contains("preponderant and bottleneck do not"), "{refused}");
}

/// Samples beyond all measure, an equal test set and one of weight 0 change nothing that they
/// should not.
#[test]
fn scales_and_weights_are_exact() {
    let zeros = "0".repeat(30);
    let large = format!(
        "name,site,tn,fp,fn,tp\nlr,north,6,2,1,1\nlr,south,5{zeros},5{zeros},4{zeros},6{zeros}\nlr,west,9,9,1,1\n"
    );
    let plain = format!("{TWO}lr,west,9,9,1,1\n");
    let weights = [
        "--weights",
        "north=1,south=1,west=0",
        "--score",
        "f1",
        "--classifier",
        "lr",
        "--map",
        "preponderant",
    ];
    let [found, expected] = [&large, &plain].map(|content| domains(content, &weights));
    assert_eq!((&found["values"], &found["pieces"]), (&expected["values"], &expected["pieces"]));
    let two = domains(TWO, &["--weights", "equal", "--score", "f1"]);
    assert_eq!(found["values"][0]["mean"], two["values"][0]["mean"]);
    assert_eq!(found["values"][0]["domains"][2]["weight"], "0");
    // Two equal test sets tie everywhere.
    let equal = "name,site,tn,fp,fn,tp\nlr,a,6,2,1,1\nlr,b,12,4,2,2\n";
    let tied =
        domains(equal, &["--weights", "equal", "--classifier", "lr", "--map", "preponderant"]);
    let ranks: Vec<&Value> =
        tied["pieces"].as_array().expect("a list").iter().map(|one| &one["rank"]).collect();
    assert_eq!(ranks, [&json!([1, 2]), &json!([1, 2])]);
}

#[test]
fn text_says_what_the_numbers_mean() {
    let simpson =
        "name,site,tn,fp,fn,tp\na,x,99,1,91,9\nb,x,91,9,28,72\na,y,40,60,70,30\nb,y,93,7,97,3\n";
    let said = run(
        &["domains"],
        simpson,
        &["--by", "site", "--score", "ppv", "--vary", "x", "--unanimous"],
    )
    .notes()
    .0;
    for line in [
        "2 test sets by site, weighted by samples; 2 classifiers",
        "b is first on the mean, and in 0 of 2 test sets",
        "a is first in x and y",
        "Simpson's paradox: a is at least as good as b in each test set, and b is better on the \
         mean",
        "just below that a is better",
        "just above that a is better",
        "a is first in all test sets on ",
    ] {
        assert!(said.contains(line), "{line}:\n{said}");
    }
    let csv = run(&["domains"], simpson, &["--by", "site", "--score", "ppv", "--format", "csv"])
        .notes()
        .0;
    assert!(csv.starts_with("classifier,domain,value,value_decimal,weight,weight_decimal,loss_share,loss_share_decimal\na,x,9/10,0.9,1/10,"), "{csv}");
    let csv = run(
        &["domains"],
        simpson,
        &["--by", "site", "--classifier", "a", "--map", "easiest", "--format", "csv"],
    );
    assert!(
        csv.notes().0.starts_with("domain,name,dimension,rank_best,rank_worst,vertices,edges\n")
    );
    for format in ["markdown", "latex"] {
        let table =
            run(&["domains"], simpson, &["--by", "site", "--score", "ppv", "--format", format])
                .notes()
                .0;
        assert!(table.contains("mean of values"), "{table}");
    }
}

#[test]
fn what_domains_cannot_be_asked_is_refused() {
    let refused = |more: &[&str]| run(&["domains"], SITES, more).refusal();
    assert!(refused(&[]).contains("--by COLUMN"));
    let by = |more: &[&str]| refused(&[&["--by", "site", "--quiet"], more].concat());
    assert!(by(&["--vary", "north"]).contains("add --score NAME"));
    assert!(by(&["--score", "f1", "--vary", "east"]).contains("\"north\", \"south\""));
    assert!(
        by(&["--classifier", "nobody", "--map", "easiest"]).contains("no classifier \"nobody\"")
    );
    assert!(
        by(&["--classifier", "lr", "--map", "hard"])
            .contains("easiest, hardest, preponderant, bottleneck, agreement")
    );
    assert!(
        by(&["--weights", "north=1,south=0", "--score", "f1", "--vary", "north"])
            .contains("no weight can be varied")
    );
    // Unanimous zones under several priors, and under one.
    let said = run(&["domains"], SITES, &["--by", "site", "--unanimous"]).notes().0;
    assert!(said.contains("is first in all test sets on "), "{said}");
    let shifted =
        run(&["domains"], SITES, &["--by", "site", "--unanimous", "--target-prior", "1/2"])
            .notes()
            .0;
    assert!(shifted.contains("is first in all test sets on "), "{shifted}");
}

/// Pictures of the maps and of agreement, and what they need.
#[test]
fn test_sets_are_drawn_on_the_tile() {
    let by = |flavor: &str, more: &[&str]| {
        let asked = ["--by", "site", "--flavor", flavor, "--quiet"];
        run(&["tile"], SITES, &[&asked[..], more].concat())
    };
    for flavor in ["easiest", "hardest", "preponderant", "bottleneck"] {
        let svg = by(flavor, &["--classifier", "lr"]).notes().0;
        assert!(svg.contains("data-domain=\"") && svg.contains("of lr"), "{flavor}: {svg}");
    }
    assert!(by("agreement", &[]).notes().0.contains("2 of 2"));
    // The same picture under another name.
    let aliased = ["plot", "tile", "x.csv", "--by", "site", "--flavor", "agreement", "--quiet"];
    let aliased = Run::new(&aliased).file("x.csv", SITES);
    assert_eq!(aliased.notes().0, by("agreement", &[]).notes().0);
    let colours = by("preponderant", &["--classifier", "lr", "--colours", "colours.csv"])
        .file("colours.csv", "south,#123456\n");
    assert!(colours.notes().0.contains("#123456"));
    let refused = |arguments: &[&str], content: &str| run(&["tile"], content, arguments).refusal();
    for (arguments, what) in [
        (&["--flavor", "easiest", "--classifier", "lr"][..], "--by COLUMN"),
        (&["--flavor", "agreement"], "--by COLUMN"),
        (&["--flavor", "hardest", "--by", "site"], "name it with --classifier"),
        (&["--flavor", "agreement", "--by", "site", "--classifier", "lr"], "all classifiers"),
        (&["--flavor", "agreement", "--by", "site", "--show", "grid"], "out of --show"),
        (&["--flavor", "easiest", "--by", "site", "--classifier", "nobody", "--quiet"], "nobody"),
    ] {
        let said = refused(arguments, SITES);
        assert!(said.contains(what), "{arguments:?}: {said}");
    }
    let one_sided = format!("{TWO}lr,east,4,1,0,0\n");
    let asked = ["--by", "site", "--classifier", "lr", "--quiet", "--flavor", "easiest"];
    assert!(refused(&asked, &one_sided).contains("preponderant and bottleneck do not"));
}

/// The best worst test set along the F-scores, by hand: a in the north has 3/(4 + 2 b), b in the
/// north 5/(8 - 2 b), and both are better in the south.
#[test]
fn the_best_worst_test_set_is_followed_along_a_segment() {
    let content = "name,site,tn,fp,fn,tp\na,north,5,1,3,3\nb,north,3,3,1,5\n\
        a,south,6,0,0,6\nb,south,6,0,0,6\n";
    let found = domains(content, &["--along", "f-beta"]);
    let expected = json!({
        "along": "f-beta", "from": ["1", "0"], "to": ["1", "1"],
        "stretches": [
            {"from": "0", "to": "1/4", "classifiers": [0], "worst": [[0]]},
            {"from": "1/4", "to": "1", "classifiers": [1], "worst": [[0]]},
        ],
        "breaks": [{"position": "1/4", "classifiers": [0, 1]}],
    });
    assert_eq!(found["worst_along"], expected);
    let run = |more: &[&str]| {
        let asked = ["--by", "site", "--along", "f-beta", "--quiet"];
        run(&["domains"], content, &[&asked[..], more].concat()).notes().0
    };
    let said = run(&[]);
    for line in ["best worst test set along f-beta", " 0.2500  1.0000  b           north"] {
        assert!(said.contains(line), "{said}");
    }
    assert_eq!(
        run(&["--format", "csv"]),
        "from,to,classifiers,worst\n0,1/4,a,north\n1/4,1,b,north\n"
    );
    // At precision itself b has no value in the south, where it finds nobody.
    let ended = "name,site,tn,fp,fn,tp\na,north,5,1,3,3\nb,north,6,0,3,3\n\
        a,south,6,0,0,6\nb,south,6,0,6,0\n";
    let found = domains(ended, &["--along", "f-beta"]);
    let along = &found["worst_along"];
    let stretch = json!({"from": "0", "to": "1", "classifiers": [0], "worst": [[0]]});
    assert_eq!(along["stretches"], json!([stretch]));
    assert_eq!(along["breaks"], json!([{"position": "0", "classifiers": [1]}]));
    let asked = ["--by", "site", "--along", "f-beta", "--quiet"];
    let said = self::run(&["domains"], ended, &asked).notes().0;
    assert!(said.ends_with("at position 0.0000 itself: b\n"), "{said}");
    // Nothing counts on the right side without positives and false alarms.
    let nothing = "name,site,tn,fp,fn,tp\na,north,5,0,0,0\n";
    let asked = ["--by", "site", "--along", "f-beta", "--quiet"];
    let refused = self::run(&["domains"], nothing, &asked).refusal();
    assert!(refused.contains("no classifier has a value along this segment"), "{refused}");
}

/// Recall of a, b and c: 9, 8 and 7 in the north, 6, 6 and 8 in the south, 5, 7 and 6 in the west.
#[test]
fn distances_between_rankings_are_counted() {
    let content = "name,site,tn,fp,fn,tp\na,north,5,5,1,9\nb,north,5,5,2,8\nc,north,5,5,3,7\n\
        a,south,5,5,4,6\nb,south,5,5,4,6\nc,south,5,5,2,8\n\
        a,west,5,5,5,5\nb,west,5,5,3,7\nc,west,5,5,4,6\n";
    let found = domains(content, &["--score", "tpr"]);
    let expected = json!({
        "between": [
            {"domains": [0, 1], "concordant": 0, "discordant": 2, "tied": 1},
            {"domains": [0, 2], "concordant": 1, "discordant": 2, "tied": 0},
            {"domains": [1, 2], "concordant": 1, "discordant": 1, "tied": 1},
        ],
        "most_swapped": {"classifiers": [0, 2], "better": [1, 2], "pairs": 2},
    });
    assert_eq!(found["kendall"], expected);
    let said = run(&["domains"], content, &["--by", "site", "--score", "tpr", "--quiet"]).notes().0;
    for line in [
        "in opposite orders (Kendall's distance), and tied ones, of 3 each",
        " south     2; 1 tied",
        " west              2  1; 1 tied",
        "a and c swap most: a is better in 1 and c in 2 test sets; 1 other pair as often",
    ] {
        assert!(said.contains(line), "{line}:\n{said}");
    }
    // Of many test sets the greatest distance is named.
    let many: String = (0..12)
        .map(|d| format!("a,s{d},5,5,{},{}\nb,s{d},5,5,5,5\n", 1 + d % 3, 20 - d))
        .fold("name,site,tn,fp,fn,tp\n".to_owned(), |text, rows| text + &rows);
    let said = run(&["domains"], &many, &["--by", "site", "--at", "1,1", "--weights", "equal"]);
    assert!(said.notes().0.contains("Kendall's distance is greatest between "));
    let one = run(&["domains"], TWO, &["--by", "site", "--score", "tpr", "--quiet"]).notes().0;
    assert!(!one.contains("Kendall"), "{one}");
}

#[test]
fn gaps_are_told_with_their_test_sets_and_intervals() {
    let table = "name,site,tn,fp,fn,tp\nlr,north,60,20,10,30\nlr,south,50,5,4,16\n\
                 svm,north,70,10,20,20\nsvm,south,45,10,2,18\n";
    let all = ["domains", "s.csv", "--by", "site", "--quiet", "--gaps"];
    let run = |rest: &[&str]| Run::new(&[&all[..], rest].concat()).file("s.csv", table);
    let json = run(&["tpr,mcc", "--level", "0.9", "--format", "json"]).succeeds();
    let found: Value = serde_json::from_str(&json).expect("JSON");
    let gaps = &found["gaps"][0];
    assert_eq!(gaps["metric"], "tpr");
    let svm = &gaps["classifiers"][1];
    assert_eq!((&svm["gap"], &svm["ratio"]), (&json!("2/5"), &json!("5/9")));
    assert_eq!((&svm["least"], &svm["greatest"]), (&json!([0]), &json!([1])));
    let end =
        |of: &Value, key: &str| of[key].as_str().expect("an end").parse::<f64>().expect("a number");
    for interval in [&svm["gap_interval"], &svm["ratio_interval"], &svm["values"][0]["interval"]] {
        assert_eq!(interval["level"], "9/10");
        assert!(end(interval, "lower") < end(interval, "upper"));
    }
    // 20 of 40 and 18 of 20: about .4 -+ .17.
    assert!(end(&svm["gap_interval"], "lower") > 0.15 && end(&svm["gap_interval"], "upper") < 0.6);
    assert_eq!(found["gaps"][1]["classifiers"][0]["ratio"], Value::Null);
    let csv = run(&["tpr,f1", "--format", "csv"]).succeeds();
    assert_eq!(csv.lines().count(), 1 + 2 * 2 * 2);
    let text = run(&["tpr"]).succeeds();
    assert!(text.contains(" svm         north     south        0.4000"), "{text}");
    let (error, _) = run(&["tpr", "--target-prior", "0.2"]).refused();
    assert_eq!(error, "gaps are between results as they were tested");
    let shares = "name,site,tpr,tnr,prior\nlr,a,0.5,0.7,0.1\nlr,b,0.6,0.8,0.2\n";
    let (error, _) = Run::new(&[&all[..], &["tpr"]].concat()).file("s.csv", shares).refused();
    assert!(error.contains("lr"), "{error}");
}

/// Rates with sizes count as many samples as these say, whether whole counts give them or not;
/// rates without are not mixed with counts.
#[test]
fn rates_with_sizes_have_their_samples() {
    let table = "name,site,tnr,tpr,positives,negatives\nlr,big,0.91,0.67,300,9000\n\
                 svm,big,0.94,0.53,300,9000\nlr,small,0.80,0.83,12,20\n\
                 svm,small,0.90,0.58,12,20\n";
    let object = |name: &str, site: &str, [tnr, tpr]: [&str; 2], [p, n]: [u32; 2]| {
        let sizes = [("positives", json!(p)), ("negatives", json!(n))];
        let texts = [("name", name), ("site", site), ("tnr", tnr), ("tpr", tpr)];
        let texts = texts.map(|(key, text)| (key, json!(text)));
        texts.into_iter().chain(sizes).collect::<BTreeMap<_, _>>()
    };
    let json = json!([
        object("lr", "big", ["0.91", "0.67"], [300, 9000]),
        object("svm", "big", ["0.94", "0.53"], [300, 9000]),
        object("lr", "small", ["0.80", "0.83"], [12, 20]),
        object("svm", "small", ["0.90", "0.58"], [12, 20]),
    ]);
    for input in [table, &json.to_string()] {
        let rank = run(&["rank"], input, &["--by", "site", "--score", "accuracy"]).notes().0;
        // (0.94 * 9000 + 0.53 * 300 + 18 + 7) / 9332
        assert!(rank.contains("    1  svm         0.926275  2161/2333"), "{rank}");
    }
    let mixed = "name,site,tn,fp,fn,tp\nlr,a,90,10,3,7\nsvm,a,91,9,4,6\n\
                 lr,b,0.5,0.1,0.1,0.3\nsvm,b,0.4,0.2,0.1,0.3\n";
    let refusal = run(&["rank"], mixed, &["--by", "site", "--score", "f1"]).refusal();
    assert!(refusal.contains("is not known, and of other results it is"), "{refusal}");
    assert!(refusal.contains("give the weights: --weights equal"), "{refusal}");
    let equal = run(&["rank"], mixed, &["--by", "site", "--score", "f1", "--weights", "equal"]);
    assert!(equal.notes().0.contains("ranking by F1"));
    // Where nothing is known of samples, test sets count alike, and that is said.
    let rates = "name,site,tnr,tpr,prior\nlr,a,0.9,0.7,0.1\nlr,b,0.8,0.6,0.3\n";
    let said = run(&["domains"], rates, &["--by", "site"]).notes().0;
    assert!(said.starts_with("2 test sets by site, weighted equally;"), "{said}");
}

/// Missing names of test sets are no test sets; numbers are one where they are whole and equal.
#[test]
fn test_sets_have_names() {
    for missing in ["", "NaN", "na", "None", "null"] {
        let table =
            format!("y_true,site,lr,svm\n1,a,1,0\n0,a,0,0\n1,{missing},1,1\n0,b,0,1\n1,b,1,1\n");
        let refusal = run(&["domains"], &table, &["--by", "site"]).refusal();
        assert!(refusal.contains("x.csv:4:2"), "{refusal}");
        let dropped = run(&["domains"], &table, &["--by", "site", "--drop-missing"]).notes().0;
        assert!(dropped.contains("2 test sets by site"), "{missing}: {dropped}");
    }
    let codes = ["1", "1.0", "01", "1E0", "1/1", "0100", "100", "100.00"];
    let rows: String = codes.iter().map(|code| format!("1,{code},1\n0,{code},0\n")).collect();
    let said = run(&["domains"], &format!("y_true,site,lr\n{rows}"), &["--by", "site"]).notes().0;
    assert!(said.contains("6 test sets by site"), "{said}");
}

/// One sampled test set or cluster shows nothing of others, and few show little.
#[test]
fn few_sampled_test_sets_are_told() {
    let table = |sites: u32| {
        let rows = (0..sites * 6).map(|k| {
            format!(
                "{},{},s{},{}\n",
                k % 2,
                u32::from(k % 2 == 1 || k % 5 == 0),
                k % sites,
                k % 3 / 2
            )
        });
        format!("y_true,a,site,b\n{}", rows.collect::<String>())
    };
    for (asked, unit) in [
        (&["--by", "site", "--domains-are", "sampled"][..], "test set"),
        (&["--cluster", "site"], "cluster"),
    ] {
        for (command, score) in [("compare", "--score"), ("confidence", "--score")] {
            let asked = [asked, &[score, "accuracy"]].concat();
            let quiet = [&asked[..], &["--quiet"]].concat();
            let refusal = run(&[command], &table(1), &quiet).refusal();
            assert!(
                refusal.contains(&format!("one {unit} says nothing about the many")),
                "{refusal}"
            );
            let notes = run(&[command], &table(3), &asked).notes().1;
            assert!(notes.contains(&format!("3 {unit}s are few")), "{notes}");
            let notes = run(&[command], &table(7), &asked).notes().1;
            assert!(!notes.contains("are few"), "{notes}");
        }
    }
}

/// The page of several test sets whose samples count alike compares classifiers on these samples.
#[test]
fn the_page_of_test_sets_is_paired() {
    let rows = (0..40_u32).map(|k| {
        format!("{},{},s{},{}\n", k % 2, u32::from(k % 2 == 1 || k % 5 == 0), k % 3, k % 3 / 2)
    });
    let table = format!("y_true,a,site,b\n{}", rows.collect::<String>());
    let page = run(&["report"], &table, &["--by", "site"]).notes().0;
    assert!(page.contains("All were tested on the same samples, and are compared on them."));
    let page = run(&["report"], &table, &["--by", "site", "--weights", "equal"]).notes().0;
    assert!(page.contains("the results are shares, as rates are and means over test sets"));
}

/// Values of a ranking score are not called by a score that only has its place: balanced accuracy
/// has another place in each test set, and the error rate runs the other way.
#[test]
fn values_at_a_place_are_not_those_of_every_score_there() {
    let text =
        |score: &str| run(&["domains"], SITES, &["--by", "site", "--score", score]).notes().0;
    for (score, title) in [("ba", "balanced accuracy"), ("error-rate", "error-rate"), ("ts", "")] {
        let said = text(score);
        let begins = format!("\nR(a, b) at the place of {title}");
        assert!(said.contains(&begins) && said.contains("its values are others"), "{said}");
    }
    for (score, title) in [("f1", "F1"), ("accuracy", "accuracy"), ("npv", "NPV")] {
        let said = text(score);
        assert!(said.contains(&format!("\n{title}, at (a, b) = ")), "{said}");
        assert!(!said.contains("its values are others"), "{said}");
    }
    let rates = "name,site,tpr,tnr,prior\nA,x,0.8,0.9,0.3\nA,y,0.7,0.9,0.5\n";
    let by = ["--by", "site", "--score", "f1"];
    let weighed = run(&["domains"], rates, &[&by[..], &["--weights", "samples"]].concat());
    assert!(weighed.refusal().contains("give --weights equal, or NAME=W,..."));
    assert!(run(&["domains"], rates, &by).notes().0.contains("weighted equally"));
}

/// Hints about test sets lead on.
#[test]
fn what_lacks_results_can_be_left_out() {
    const LONG: &str = "model,id,site,y_true,y_pred\na,1,n,1,1\na,2,n,0,0\na,3,s,1,0\na,4,s,0,0\n\
                        b,1,n,1,1\nb,2,n,0,1\n";
    let by = ["--by", "site", "--score", "f1"];
    let (what, hint) = run(&["rank"], LONG, &by).refused();
    assert!(what.contains("\"b\" lacks 2 of the samples"), "{what}");
    assert!(hint.contains("--drop-missing"), "{hint}");
    let (text, notes) = run(&["rank"], LONG, &[&by[..], &["--drop-missing"]].concat()).notes();
    assert!(text.contains("2 rows with missing values left out") || notes.contains("2 of 4 rows"));
    assert!(notes.contains("over 1 test set"), "{notes}");
    let (what, hint) =
        run(&["rank"], SITES, &[&by[..], &["--complete", "domains"]].concat()).refused();
    assert!(what.contains("equals sign") && hint == "write --complete=domains", "{what} {hint}");
    let labels = LONG.replace("model,id", "model,sample");
    let by_name = run(&["domains"], SITES, &["--by", "name", "--score", "f1"]).refusal();
    assert!(
        by_name.contains("\"name\" has the names of classifiers, which tell no test sets apart"),
        "{by_name}"
    );
    let found = run(&["rank"], &labels, &["--by", "y_true", "--score", "f1"]).refusal();
    assert!(found.contains("name another column with --by"), "{found}");
    let interval = ["--by", "site", "--metric", "f1", "--interval", "credible"];
    assert!(run(&["score"], SITES, &interval).refusal().contains("exactile confidence --by"));
    let shifted = SITES.replace("lr,north,50,10,5,35", "lr,north,50,5,5,40");
    let text = run(&["domains"], &shifted, &["--by", "site"]).notes().0;
    assert!(
        text.contains("classifiers have different numbers of positives or negatives"),
        "{text}"
    );
}

/// The zones of all first classifiers: those in which all test sets agree are the unanimous ones.
#[test]
fn agreement_has_exact_parts() {
    let by = ["--by", "site"];
    let flags = ["--map", "agreement", "--unanimous", "--format", "json"];
    let found = run(&["domains"], SITES, &[&by[..], &flags].concat()).noted_json();
    let zones = found["zones"].as_array().expect("zones");
    let size = |area: &Value| -> f64 {
        let text = area.as_str().or(area["lower"].as_str()).unwrap_or("0");
        text.parse::<exactile::Rational>().expect("a number").to_f64()
    };
    assert_eq!(found["map"], "agreement");
    let mut agreeing = 0.0;
    for (k, zone) in found["unanimous"].as_array().expect("zones").iter().enumerate() {
        let is_his = |zone: &&Value| {
            let firsts = zone["domains"].as_array().expect("test sets");
            firsts.iter().all(|first| *first == json!([k]))
        };
        let own: f64 = zones.iter().filter(is_his).map(|of| size(&of["area"])).sum();
        let whole = size(&zone["area"]) + size(&zone["piece"]["area"]);
        assert!((own - whole).abs() < 1e-12, "{k}: {own} {whole}");
        agreeing += own;
    }
    assert!(agreeing > 0.1 && agreeing < 0.99, "{agreeing}");
    let text = run(&["domains"], SITES, &[&by[..], &["--map", "agreement"]].concat()).notes().0;
    assert!(text.contains("test sets in which the classifier that is first on the mean is first"));
    let counts: Vec<&str> = text.lines().filter(|line| line.contains(" of 2 ")).collect();
    assert!(counts.len() > 1 && counts[0].contains("2 of 2"), "{text}");
    let refused = |flags: &[&str]| run(&["domains"], SITES, &[&by[..], flags].concat()).refusal();
    assert!(
        refused(&["--map", "agreement", "--classifier", "lr"]).contains("leave --classifier out")
    );
    assert!(refused(&["--map", "easiest"]).contains("name it with --classifier"));
}

#[test]
fn data_have_the_zones_and_the_best_worst_test_set_and_say_what_they_leave_out() {
    const SITES: &str = "name,site,tn,fp,fn,tp\na,x,40,10,5,45\nb,x,45,5,10,40\n\
                         a,y,30,20,10,40\nb,y,44,6,20,30\n";
    let asked = |flags: &[&str]| {
        let arguments = [&["domains", "-", "--by", "site", "--format", "csv"], flags].concat();
        let (text, notes) = Run::new(&arguments).stdin(SITES).notes();
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        (lines.map(str::to_owned).collect::<Vec<_>>(), notes)
    };
    let (zones, notes) = asked(&["--unanimous"]);
    assert_eq!(zones[0], "name,dimension,vertices,edges,from,to,lower,upper");
    // Corners in which both have the same value in one of the test sets.
    assert!(zones[1].starts_with("a,2,0 35/43; 1 18/43; 1 1; 0 1,"), "{zones:?}");
    assert!(zones.len() == 3 && !notes.contains("CSV has"), "{notes}");
    let (worst, notes) = asked(&["--maximin"]);
    assert_eq!(worst[0], "name,domain,dimension,rank_best,rank_worst,vertices,edges");
    assert!(worst[1].starts_with("a,y,2,1,1,") && worst.len() == 3, "{worst:?}");
    assert!(!notes.contains("CSV has"), "{notes}");
    let (first, notes) = asked(&["--map", "agreement"]);
    assert_eq!(first[0], "zone,mean,domains,agreeing,from,to,lower,upper");
    assert!(first[1].starts_with("0,a,a; a,2,0,463/548,"), "{first:?}");
    assert!(!notes.contains("CSV has"), "{notes}");
    let (values, notes) = asked(&["--unanimous", "--maximin", "--score", "f1", "--vary", "x"]);
    assert!(values[0].starts_with("classifier,domain,value,"), "{values:?}");
    assert!(notes.contains("CSV has one table: --maximin, --unanimous and --vary are left out"));
}
