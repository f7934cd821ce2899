//! CSV of scores.

use super::*;
use exactile::threshold::ScoredModel;
use proptest::prelude::*;

fn scores_as(text: impl AsRef<[u8]>, options: &ReadOptions) -> Result<ScoresInput, InputError> {
    read_scores(text.as_ref(), "in", options, &mut |_| ())
}

fn scores(text: impl AsRef<[u8]>) -> Result<ScoresInput, InputError> {
    scores_as(text, &ReadOptions::default())
}

fn refused(text: impl AsRef<[u8]>) -> String {
    with_hint(&scores(text).expect_err("refused"))
}

/// `name: threshold fp tp, ...` without nobody positive.
fn staircase(model: &ScoredModel) -> String {
    let step = |k: usize| {
        let [fp, tp] = model.passed(k);
        format!("{} {fp} {tp}", model.threshold_text(k))
    };
    let steps: Vec<String> = (1..=model.distinct()).map(step).collect();
    format!("{}: {}", model.name(), steps.join(", "))
}

#[test]
fn scores_are_read_exactly() {
    let text =
        "y_true,a,b\n1,0.50,2e0\n0,0.5,-1\n1,0.50000000000000000000001,1/3\n0, 1e-300 ,50%\n";
    let input = scores(text).expect("accepted");
    let shown: Vec<String> = input.models.iter().map(staircase).collect();
    let expected = [
        "a: 0.50000000000000000000001 0 1, 0.5 1 2, 1e-300 2 2",
        "b: 2 0 1, 0.5 1 1, 1/3 1 2, -1 2 2",
    ];
    assert_eq!(shown, expected);
    assert_eq!((input.positive.as_str(), input.dropped, input.notes.len()), ("1", 0, 0));
}

#[test]
fn labels_are_those_of_predictions() {
    let text = ",y_true,id,m,count\n0,sick,7,0.9,3\n1,well,8,0.2,2\n2,sick,9,NA,1\n3,,9,1,1\n";
    let mut options = ReadOptions { ignore: vec!["id".into()], ..ReadOptions::default() };
    let refusal = with_hint(&scores_as(text, &options).expect_err("refused"));
    assert_eq!(
        refusal,
        "in:4:4: the value of \"m\" is missing: \"NA\"\nhint: fill in the value, or leave out all \
         rows with missing values by --drop-missing"
    );
    options.drop_missing = true;
    let refusal = with_hint(&scores_as(text, &options).expect_err("refused"));
    assert_eq!(
        refusal,
        "in: which label is positive is not known: y_true holds \"sick\" and \"well\"\nhint: name \
         the positive one: --positive sick or --positive well"
    );
    options.positive_label = Some("well".into());
    let input = scores_as(text, &options).expect("accepted");
    assert_eq!(staircase(&input.models[0]), "m: 0.9 3 0, 0.2 3 2");
    assert_eq!((input.positive.as_str(), input.dropped), ("well", 2));
    assert_eq!(
        input.notes,
        [
            "2 of 4 rows in in left out for a missing value",
            "the column count of in says that 2 rows stand for 5 samples",
            "the AUC of m is below 1/2: if low scores mean positive, add --flip m",
            "ignored the first column of in, an index without a name"
        ]
    );
}

#[test]
fn what_is_no_score_is_refused() {
    for (text, expected) in [
        (
            "y_true,m\n1,cat\n",
            "in:2:2: the score of \"m\" is not a number: \"cat\"\nhint: write a number such as \
             0.7, -1.5 or 1e-3",
        ),
        (
            "y_true,code,m\n1,a,0.5\n0,b,0.25\n",
            "in:2:2: the score of \"code\" is not a number: \"a\"\nhint: leave the column out with \
             --ignore code",
        ),
        (
            "y_true,m\n1,one\n0,0.25\n",
            "in:2:2: the score of \"m\" is not a number: \"one\"\nhint: write a number such as \
             0.7, -1.5 or 1e-3",
        ),
        (
            "y_true,m\n1,nan\n",
            "in:2:2: the value of \"m\" is missing: \"nan\"\nhint: fill in the value, or leave out \
             all rows with missing values by --drop-missing",
        ),
        (
            "y_true,m\n1,\n",
            "in:2:2: the value of \"m\" is missing\nhint: fill in the value, or leave out all rows \
             with missing values by --drop-missing",
        ),
        (
            "y_true,m\n1,1e99999\n",
            "in:2:2: the score has too many digits: \"1e99999\"\nhint: write at most 1000 digits",
        ),
        (
            "y_true,m\n1,1/0\n",
            "in:2:2: the score has a zero denominator: \"1/0\"\nhint: write a denominator other \
             than 0",
        ),
        ("y_true,m\n", "in: there is no sample below the header\nhint: give at least one"),
        (
            "y_true\n1\n",
            "in:1: there is no column of predictions beside y_true\nhint: give a column of \
             predictions for each classifier",
        ),
        (
            "y_true,m\n0,1\n1,1\n2,1\n",
            "in:4:1: y_true holds more than two labels: \"0\", \"1\", \"2\"\nhint: add \
             --multi-class, or --multi-class --class 0 for one class against the rest",
        ),
    ] {
        assert_eq!(refused(text), expected);
    }
}

/// Every command that reads classifiers gets the vertices of the hulls.
#[test]
fn a_model_stands_for_the_vertices_of_its_hull() {
    let text = "y_true,m,k\n1,3,1\n1,2,1\n0,2.5,1\n0,1,1\n";
    let options = ReadOptions { format: Some(Format::Scores), ..ReadOptions::default() };
    let input = read_as(text, &options).expect("accepted");
    assert_eq!(
        shown(&input),
        "m >= inf 2 0 2 0\nm >= 3 2 0 1 1\nm >= 2 1 1 0 2\nm >= 1 0 2 0 2\nk >= inf 2 0 2 0\nk >= \
         1 0 2 0 2"
    );
    assert_eq!(input.positive.as_deref(), Some("1"));
    let AnyInput::TwoClass(any) =
        read_any(text.as_bytes(), "in", &options, &mut |_| ()).expect("accepted")
    else {
        panic!("two classes")
    };
    assert_eq!(any, input);
}

proptest! {
    /// Labels and rows are judged as those of predictions: a column that holds 0 and 1 is both.
    #[test]
    fn scores_of_zero_and_one_are_predictions(
        rows in prop::collection::vec(("[01x]|", "[01]|NA", "[0-2]|"), 1..8),
        drop_missing in any::<bool>(),
    ) {
        let mut text = "y_true,m,count\n".to_owned();
        for (truth, said, count) in &rows {
            text.push_str(&format!("{truth},{said},{count}\n"));
        }
        let options = ReadOptions { drop_missing, ..ReadOptions::default() };
        let by_scores = scores_as(&text, &options);
        match read_as(&text, &options) {
            Ok(predictions) => {
                let input = by_scores.expect("predictions are accepted");
                prop_assert_eq!(Some(input.positive), predictions.positive);
                let mut notes = input.notes;
                notes.retain(|note| !note.starts_with("the AUC of m is below 1/2"));
                prop_assert_eq!((input.dropped, notes), (predictions.dropped, predictions.notes));
                let model = &input.models[0];
                let position = model.position_of(&exactile::Rational::ONE);
                prop_assert_eq!(model.matrix(position), predictions.classifiers[0].matrix.clone());
            }
            Err(error) => {
                let about_scores = by_scores.map(|_| ()).map_err(|error| error.place);
                // Only what a classifier's own column is refused for may differ.
                let is_foreign = matches!(error.kind, InputErrorKind::ForeignLabel(_));
                let is_missing = matches!(error.kind, InputErrorKind::MissingLabel { .. });
                prop_assert!(is_foreign || about_scores == Err(error.place) || is_missing);
            }
        }
    }

    #[test]
    fn hostile_bytes_are_scores_or_a_message(text in "y_true,m(,count)?\n([01],[-+.0-9e/%a∞ \
         ]{0,8}(,[0-9]{0,3})?\n){0,6}") {
        if let Err(error) = scores(text) {
            check_one_line(&error);
        }
    }
}

/// A place in JSON is no column of a table.
#[test]
fn a_text_among_scores_in_json_is_refused_at_its_place() {
    let json = r#"[{")d": "s1", "y_true": 0, "lr": 0, "svm": 0}, {")d": "s2", "y_true": 1, "lr": 1, "svm": 0}]"#;
    let read = read_scores(json.as_bytes(), "in.json", &ReadOptions::default(), &mut |_| ());
    let error = read.expect_err("a text").to_string();
    assert_eq!(error, "in.json:1:9: the score of \")d\" is not a number: \"s1\" (object 1)");
}
