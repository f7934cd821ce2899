//! The commands no-skill, roc and vut as their users meet them.

use exactile::tile::{NoSkill, Pencil};
use exactile::{Classifier, ConfusionMatrix, NamedScore, Point, RankingScore, Rational, rank_at};
use exactile_input::{ReadOptions, read_path};
use exactile_picture::{RocPicture, RocStyle, RocWindow, Scheme};

use crate::cli::{Run, fixture};
use exactile_testing::{check_golden, q};

const TWO: &str = "name,tn,fp,fn,tp\nP1,56,24,6,14\nP2,40,40,4,16\n";

#[test]
fn no_skill_text_reads_as_sentences() {
    assert_eq!(
        Run::new(&["no-skill", "two.csv", "--rate", "3/10", "--at", "1/2,1/2"])
            .file("two.csv", TWO)
            .succeeds(),
        "\
without skill, on the Tile of positive prior 1/5 (about 0.2000)

for these priors, all no-skill performances tie on
  gamma_pi: -15 ab + 16 a + 16 b - 16 = 0
  through (a, b) = (0, 1), (16/19, 3/4), (16/17, 1/2), (48/49, 1/4), (1, 0)
  towards TPR (positive) predicting always positive is the best of them,
  towards TNR (negative) predicting always negative

for the rate 3/10 of positive predictions and any priors, they tie on
  gamma_tau: 40 ab + 9 a - 49 b = 0
  through (a, b) = (0, 0), (1/4, 3/52), (1/2, 9/58), (3/4, 27/76), (1, 1)
  towards PPV (positive) more positive samples are better,
  towards NPV (negative) fewer

at (a, b) = (1/2, 1/2)
  the best value without skill is 4/5 (about 0.800000), by predicting always negative
  corrected for chance, the score ranks as R(16/17, 1/2) does, it is kappa:
  corrected = (R(16/17, 1/2) - 8/25)/(17/25)

 classifier  predicted positive  value     without skill  corrected  exactly
 P1          0.380000            0.700000  0.572000       0.299065   32/107
 P2          0.560000            0.560000  0.464000       0.179104   12/67
"
    );
}

#[test]
fn no_skill_json_is_exact() {
    let json = Run::new(&["no-skill", "--prior", "0.2", "--at", "0,1", "--format", "json"]).json();
    assert_eq!(json["schema"], "exactile.no-skill.v1");
    assert_eq!(json["gamma_pi"]["curve"], serde_json::json!(["-15", "16", "16", "-16"]));
    assert_eq!(json["gamma_tau"], serde_json::Value::Null);
    assert_eq!(json["best"], serde_json::json!({"value": "4/5", "by": "any"}));
    assert_eq!(json["cohen"]["name"], "(NPV - pi-)/pi+");
    // Always positive: NPV is 0/0.
    let input = "name,tn,fp,fn,tp\nyes,0,8,0,2\nno,8,0,2,0\n";
    let json = Run::new(&["no-skill", "x.csv", "--score", "npv", "--format", "json"])
        .file("x.csv", input)
        .json();
    let yes = &json["classifiers"][0];
    assert_eq!(
        (&yes["value"], &yes["corrected"]),
        (&serde_json::Value::Null, &serde_json::Value::Null)
    );
    assert_eq!(yes["undefined"], "no outcome that counts for this score has occurred (0/0)");
    assert_eq!(json["classifiers"][1]["corrected"], "0");
    assert_eq!(json["classifiers"][1]["counterpart"]["tn"], "8");
}

#[test]
fn no_skill_refuses_what_it_cannot_answer() {
    Run::new(&["no-skill"]).fails("the priors are not given\nhint: add --prior or an input");
    Run::new(&["no-skill", "--prior", "1"]).fails(
        "invalid value '1' for '--prior <X>': a positive prior of 1 is not between 0 and \
         1\nhint: give one such as 0.2 (see exactile no-skill --help)",
    );
    Run::new(&["no-skill", "--prior", "1/5", "--rate", "6/5"])
        .fails("a rate of 6/5 is not from 0 to 1\nhint: change --rate");
}

#[test]
fn roc_tells_vertex_lines_and_ranks() {
    assert_eq!(
        Run::new(&["roc", "two.csv", "--at", "19/20,7/10"]).file("two.csv", TWO).succeeds(),
        "\
lines of R(19/20, 7/10) in ROC space, at (a, b) = (19/20, 7/10), positive prior 1/5

all lines meet at (fpr, tpr) = (-161/200, -19/50), about (-0.805000, -0.380000)
value 0 on -4 fpr + 19 tpr + 4 = 0
value 1 on -12 fpr + 7 tpr - 7 = 0

 rank  classifier  about     exactly  line
    1  P1          0.585455  161/275  -2160 fpr + 2210 tpr - 899 = 0
    2  P2          0.537500  43/80    -1180 fpr + 1305 tpr - 454 = 0
"
    );
    let json = Run::new(&["roc", "two.csv", "--score", "accuracy", "--format", "json"])
        .file("two.csv", TWO)
        .json();
    assert_eq!(json["schema"], "exactile.roc.v1");
    assert_eq!(json["vertex"], serde_json::Value::Null);
    assert_eq!(json["direction"], serde_json::json!(["1", "4"]));
    assert_eq!(json["lines"][10], serde_json::json!({"value": "1", "line": ["-4", "1", "-1"]}));
    let kappa = Run::new(&["roc", "two.csv", "--score", "kappa"]).file("two.csv", TWO).succeeds();
    assert!(kappa.starts_with("lines of kappa, with the values of R(16/17, 1/2) in ROC space"));
    let csv = Run::new(&["roc", "x.csv", "--score", "ppv", "--format", "csv"])
        .file("x.csv", "name,tn,fp,fn,tp\nno,8,0,2,0\nhalf,4,4,1,1\n")
        .succeeds();
    assert_eq!(
        csv,
        "rank_best,rank_worst,classifier,name,fpr,tpr,value,k_fpr,k_tpr,k_1,fpr_decimal,tpr_decimal,value_decimal\n\
         1,1,1,half,1/2,1/2,1/5,-1,1,0,0.5,0.5,0.2\n,,0,no,0,0,,,,,0,0,\n"
    );
}

#[test]
fn vut_ranks_with_exact_forms() {
    let csv = Run::new(&["vut", "x.csv", "--format", "csv"])
        .file(
            "x.csv",
            "name,tn,fp,fn,tp\nall wrong,0,1,1,0\ntwins,7,3,3,7\nlog,2,1,3,2\nlog \
             again,20,30,10,20\n",
        )
        .succeeds();
    assert_eq!(
        csv,
        "rank_best,rank_worst,classifier,name,vut,vut_exact,acp,p4,acp_decimal,p4_decimal\n\
         1,1,1,twins,0.70000000000000000,7/10,7/10,7/10,0.7,0.7\n\
         2,3,2,log,0.51082562376599068,ln(5/3),8/15,1/2,0.5333333333333333,0.5\n\
         2,3,3,log again,0.51082562376599068,ln(5/3),8/15,1/2,0.5333333333333333,0.5\n\
         4,4,0,all wrong,0.00000000000000000,0,0,,0,\n"
    );
    // Coefficients of hundreds of digits cancel.
    let csv = Run::new(&["vut", "x.csv", "--format", "csv"])
        .file("x.csv", "name,tn,fp,fn,tp\nuneven,1e-300,1,1e300,3\n")
        .succeeds();
    assert!(csv.contains(",uneven,0.00000000000000000,1/2"), "{csv}");
    let json = Run::new(&["vut", "x.csv", "--format", "json"])
        .file("x.csv", "name,tn,fp,fn,tp\nyes,0,8,0,2\n")
        .json();
    assert_eq!(json["schema"], "exactile.vut.v1");
    let entry = &json["ranking"][0];
    assert_eq!(entry["undefined_at"], serde_json::json!([["0", "1"]]));
    assert_eq!(entry["acp"]["value"], serde_json::Value::Null);
    assert_eq!(entry["acp"]["undefined"], "TN + FN = 0");
    let bound = |name: &str| entry["vut"][name].as_str().expect("decimals").parse::<Rational>();
    let (lower, upper) = (bound("lower").expect("a number"), bound("upper").expect("a number"));
    assert!(lower < upper && upper - lower < q(1, 1_000_000_000_000_000));
}

#[test]
fn pictures_of_roc_space_are_as_recorded() {
    let path = fixture("published/the-tile-fig-5/prior-0.2.csv");
    let toy = read_path(path.as_ref(), &ReadOptions::default(), &mut |_| ()).expect("readable");
    let draw = |score: &RankingScore, classifiers: &[Classifier], side: f64| {
        let pencil = Pencil::new(score, q(1, 5)).expect("a prior");
        let scheme = Scheme::new(classifiers);
        let window = RocWindow::Whole;
        let style = RocStyle { scheme: &scheme, window, vertex: true, legend: true, side };
        RocPicture::new(&pencil, "lines", classifiers, &rank_at(classifiers, score), style).to_svg()
    };
    let at = |a: Rational, b: Rational| RankingScore::at(Point::new(a, b)).expect("on the Tile");
    check_golden("roc-fig-2", &draw(&at(q(19, 20), q(7, 10)), &toy.classifiers, 600.0));
    check_golden("roc-accuracy", &draw(&at(q(1, 2), q(1, 2)), &toy.classifiers, 400.0));
    let many: Vec<Classifier> = (0..30_u64)
        .map(|k| {
            let matrix =
                ConfusionMatrix::from_counts(10 * k + 300, 500 - 10 * k, 150 - 5 * k, 50 + 5 * k);
            Classifier::new(format!("{k}<\"&>\u{0}{}", "x".repeat(200)), matrix.expect("samples"))
        })
        .collect();
    for place in [q(0, 1), q(1, 1)] {
        for other in [q(0, 1), q(1, 2), q(1, 1)] {
            let svg = draw(&at(place.clone(), other), &many, 200.0);
            let document = roxmltree::Document::parse(&svg).expect("well-formed");
            let marks = document.descendants().filter(|node| node.has_attribute("data-classifier"));
            assert_eq!(marks.count(), 30);
        }
    }
}

#[test]
fn the_no_skill_flavor_has_the_engines_winner_everywhere() {
    let without = NoSkill::new(q(1, 5)).expect("a prior");
    let constant = |tnr: i64| {
        let matrix = ConfusionMatrix::from_rates(&q(tnr, 1), &q(1 - tnr, 1), &q(1, 5));
        Classifier::new(tnr.to_string(), matrix.expect("rates"))
    };
    // What the picture draws: the better of the two constant predictions.
    let regions = exactile::Regions::new(vec![constant(1), constant(0)]).expect("sound");
    let border = regions.pieces(0, &exactile::RankFilter::all());
    let tie = border.iter().find(|piece| piece.dimension() == 1).expect("a frontier");
    assert!([without.curve(), without.curve().reversed()].contains(&tie.edges()[0]));
    assert_eq!(
        "kappa".parse::<NamedScore>().expect("a name").place(&q(1, 5)),
        without.curve_at(&q(1, 2))
    );
}

/// A logarithm of 0, log-odds of 0 and 1, and a fraction beside them.
const INFINITE: &str = "y_true,logp,odds\n1,-0.1,inf\n1,-0.2,3\n0,-inf,-inf\n0,-0.15,0\n1,-inf,+Infinity\n0,-5,-∞\n1,1/3,1/3\n";

/// The same order as finite numbers have it.
const FINITE: &str = "y_true,logp,odds\n1,-0.1,8888\n1,-0.2,3\n0,-7777,-8888\n0,-0.15,0\n1,-7777,8888\n0,-5,-8888\n1,1/3,1/3\n";

#[test]
fn infinite_scores_are_ordered_like_any_other() {
    for arguments in [
        &["thresholds"][..],
        &["thresholds", "--score", "f1"],
        &["rank", "--score", "mcc"],
        &["regions", "--at-best"],
        &["curve", "--along", "precision-recall-gain"],
        &["curve", "--along", "decision"],
        &["compare", "--metric", "f1", "--first", "odds >= 3", "--second", "logp >= -0.2"],
    ] {
        let said = |text: &str| {
            let arguments = [arguments, &["s.csv", "--positive", "1", "--format", "csv"]].concat();
            Run::new(&arguments).file("s.csv", text).notes().0
        };
        let finite = said(FINITE)
            .replace("odds >= inf", "odds > inf")
            .replace("-7777", "-inf")
            .replace("-8888", "-inf")
            .replace("8888", "inf");
        assert_eq!(said(INFINITE), finite, "{arguments:?}");
    }
}

#[test]
fn a_threshold_of_infinity_is_no_threshold_for_nobody() {
    let run = |arguments: &[&str]| Run::new(arguments).file("s.csv", INFINITE).notes().0;
    let csv = run(&["thresholds", "s.csv", "--positive", "1", "--format", "csv"]);
    assert!(csv.contains("\nlogp,-inf,0,3,0,4,-inf\n"), "{csv}");
    let greatest = "y_true,m\n1,inf\n1,0.5\n0,0.5\n0,-inf\n";
    let arguments = ["score", "s.csv", "--metric", "tpr", "--positive", "1", "--format", "csv"];
    let scores = Run::new(&arguments).file("s.csv", greatest).notes().0;
    for line in ["m > inf,tpr,0,", "m >= inf,tpr,1/2,", "m >= 0.5,tpr,1,", "m >= -inf,tpr,1,"] {
        assert!(scores.contains(line), "{line} in {scores}");
    }
}

#[test]
fn results_about_models_take_whole_numbers_for_scores() {
    // As predictions these would have a label that the truth never has.
    let table = "y_true,m,k\n0,0,0\n0,2,0/3\n1,0.0,0\n1,1,-1\n";
    for arguments in [&["thresholds"][..], &["regions", "--at-best"]] {
        let made = [arguments, &["s.csv", "--format", "json"]].concat();
        let (document, _) = Run::new(&made).file("s.csv", table).notes();
        let run = Run::new(&["verify", "r.json", "s.csv"]).file("s.csv", table);
        run.file("r.json", &document).notes();
    }
}
