//! `exactile axioms` as its users meet it.

use serde_json::Value;

use crate::cli::Run;

#[test]
fn text_shows_the_witness_and_what_follows() {
    assert_eq!(
        Run::new(&["axioms", "--score", "gm", "--prior", "50%"]).succeeds(),
        "\
gm, performances of positive prior 1/2
gm = sqrt(TPR TNR)

First test: always wrong is nowhere better, always right nowhere worse: passed
  always wrong: least value; always right: greatest value
Second test: a mixture is nowhere better than its best part: failed
            tn  fp  fn  tp  value
   1/2 of   0   1   0   1   0
   1/2 of   1   0   1   0   0
   mixture  1   1   1   1   1/2
Third test: a mixture is nowhere worse than its worst part: passed
  orders as sqrt(TNR TPR), which is concave

gm is not fit for ranking: it fails the second test, and with the opposite sign the first and third test.
"
    );
    let text = Run::new(&["axioms", "--score", "fdr", "--score", "kappa"]).succeeds();
    assert!(text.contains(
        "fdr is fit for ranking with the opposite sign only, lower is better; it orders as the \
         opposite of the ranking score r(1,0) of the Tile.\n\nkappa, all performances\n"
    ));
    let text = Run::new(&["axioms", "--prior", "1/5"]).succeeds();
    let row = |name: &str| text.lines().find(|line| line.starts_with(name)).map(str::to_owned);
    assert!(row(" accuracy ").is_some_and(|row| row.ends_with(" V V V fit")));
    assert!(row(" nlr ").is_some_and(|row| row.ends_with(" X V V fit, lower is better")));
    assert!(row(" mcc ").is_some_and(|row| row.ends_with(" V X X")));
    let text = Run::new(&["axioms", "--score", "scaled-log-plr"]).succeeds();
    assert!(text.ends_with("it depends on the number of samples, not on the performance alone.\n"));
}

#[test]
fn json_and_csv_carry_verdicts_reasons_and_witnesses() {
    let run = |prior: &str, format: &str| {
        Run::new(&["axioms", "--score", "kappa", "--prior", prior, "--format", format])
    };
    let document = run("all", "json").json();
    assert_eq!(document["schema"], "exactile.axioms.v1");
    let set = &document["scores"][0]["sets"][0];
    assert_eq!(set["prior"], Value::Null);
    assert_eq!(set["conclusion"], "unfit");
    let third = &set["tests"]["third"];
    assert_eq!(third["verdict"], "fails");
    assert_eq!(third["witness"]["weights"], serde_json::json!(["1/2", "1/2"]));
    assert_eq!(third["witness"]["mixture"]["value"], "-1");
    let document = run("0.2", "json").json();
    let set = &document["scores"][0]["sets"][0];
    assert_eq!(set["prior"], "1/5");
    assert_eq!(set["ranking_score"], serde_json::json!(["16/17", "1/2"]));
    assert_eq!(
        set["tests"]["second"]["reason"],
        serde_json::json!({
            "kind": "linear-ratio",
            "numerator": "8 TNR + 8 TPR - 8",
            "denominator": "3 TPR + 17 - 12 TNR"
        })
    );
    assert_eq!(
        run("1/5", "csv").succeeds(),
        "score,prior,first,second,third,first_reversed,conclusion\nkappa,1/5,V,V,V,X,fit\n"
    );
}

#[test]
fn bad_priors_and_scores_are_refused() {
    for prior in ["0", "1", "-1/5", "3/2"] {
        Run::new(&["axioms", "--prior", prior]).fails(&format!(
            "invalid value '{prior}' for '--prior <X>': a positive prior of {prior} is not between \
             0 and 1\nhint: see exactile axioms --help"
        ));
    }
    Run::new(&["axioms", "--prior", "half"]).fails(
        "invalid value 'half' for '--prior <X>': not a number: \"half\"\nhint: see exactile axioms \
         --help",
    );
}
