//! Columns that become classifiers, and those that do not: names of the truth, identifiers, copies
//! of the truth, numbers of samples, scores.

use super::*;

fn with(change: impl FnOnce(&mut ReadOptions)) -> ReadOptions {
    let mut options = ReadOptions::default();
    change(&mut options);
    options
}

fn only(names: &[&str]) -> ReadOptions {
    with(|options| options.only = names.iter().map(|name| (*name).to_owned()).collect())
}

#[test]
fn the_truth_goes_by_many_names() {
    for name in ["target", "truth", "Label", "ground truth", "y", "y_test", "Reference", "obs"] {
        let input = read_text(format!("{name},lr,svm\n0,0,0\n1,1,0\n1,1,1\n0,1,0\n"));
        let input = input.expect("accepted");
        assert_eq!(shown(&input), "lr 1 1 0 2\nsvm 2 0 1 1", "{name}");
        assert_eq!(input.notes, [format!("classifiers: lr, svm; truth: {name}")]);
    }
    assert_eq!(
        refusal("fold,label,y_true,lr,svm\n0,0,0,0,0\n0,1,1,1,0\n"),
        "in:1: several columns could hold the true labels: \"label\" and \"y_true\"\nhint: name \
         the one that does: --truth label or --truth y_true"
    );
    let text =
        "fold,label,y_true,lr,svm,weight\n0,0,0,0,0,1\n0,1,1,1,0,1\n1,1,1,1,1,1\n1,0,0,1,0,1\n";
    let options = with(|options| {
        options.truth = Some("y_true".to_owned());
        options.only = vec!["lr,svm".to_owned()];
    });
    let input = read_as(text, &options).expect("accepted");
    assert_eq!(shown(&input), "lr 1 1 0 2\nsvm 2 0 1 1");
    // A column that is named as a classifier is not the truth.
    let input = read_as("label,y_true\n0,1\n1,1\n0,0\n", &only(&["label"])).expect("accepted");
    assert_eq!(shown(&input), "label 1 0 1 1");
}

#[test]
fn columns_that_identify_samples_are_left_out() {
    for name in ["id", "sample_id", "Patient ID", "fold", "site", "seed", "age"] {
        let text = format!("{name},y_true,lr\n0,0,0\n1,1,1\n0,1,1\n1,0,1\n");
        let input = read_text(&text).expect("accepted");
        assert_eq!(shown(&input), "lr 1 1 0 2", "{name}");
        assert_eq!(input.notes, [format!("classifiers: lr; truth: y_true; ignored: {name}")]);
        let input = read_as(&text, &only(&[name])).expect("accepted");
        assert_eq!(shown(&input), format!("{name} 1 1 1 1"), "{name}");
        assert!(input.notes.is_empty());
    }
}

#[test]
fn copies_of_the_truth_are_refused_if_rows_are_many() {
    let rows = |count: usize| "0,0,0,0\n1,1,1,0\n".repeat(count / 2);
    let text = |count: usize| {
        format!("y_true,A,copy,B\n{}", rows(count)).replace("0,0,0,0\n1", "0,1,0,0\n1")
    };
    let input = read_text(text(18)).expect("few rows may be right by chance");
    assert_eq!(input.notes, ["copy equals y_true in every row"]);
    assert_eq!(
        refusal(text(20)),
        "in: \"copy\" equals y_true in all 20 rows\nhint: if it is a copy of the truth, add --only \
         A,B; if it is a classifier, add --only copy,A,B"
    );
    let input = read_as(text(20), &only(&["A,B"])).expect("accepted");
    assert_eq!(shown(&input), "A 0 10 0 10\nB 10 0 10 0");
    let input = read_as(text(20), &only(&["B", "copy"])).expect("accepted");
    assert_eq!(shown(&input), "B 10 0 10 0\ncopy 10 0 0 10");
}

#[test]
fn scores_are_recognised_where_no_column_holds_labels() {
    let scores = "y_true,p_value\n1,0.001\n1,0.04\n1,0.6\n0,0.3\n0,0.7\n";
    let input = read_text(scores).expect("accepted");
    assert_eq!(input.models[0].auc().expect("two classes").to_string(), "1/6");
    assert_eq!(
        input.notes,
        ["the AUC of p_value is below 1/2: if low scores mean positive, add --flip p_value"]
    );
    let flip = with(|options| options.flip = vec!["p_value".to_owned()]);
    let input = read_as(scores, &flip).expect("accepted");
    assert_eq!(input.models[0].auc().expect("two classes").to_string(), "5/6");
    assert!(input.notes.is_empty());
    // What was flipped on request is not advised again.
    let better = "y_true,p_value\n1,0.9\n1,0.8\n1,0.2\n0,0.3\n0,0.1\n";
    let input = read_as(better, &flip).expect("accepted");
    assert_eq!(input.models[0].auc().expect("two classes").to_string(), "1/6");
    assert!(input.notes.is_empty());
    let flip = with(|options| options.flip = vec!["y_true".to_owned()]);
    let error = read_as(scores, &flip).expect_err("no model");
    assert_eq!(error.to_string(), "in:1: there is no column \"y_true\"");
    // A comma may be the mark of decimals.
    let comma = read_text("y_true;lr;svm\n1;0,9;0,7\n0;0,2;0,4\n1;0,8;0,35\n0;0,1;0,6\n");
    let point = read_text("y_true;lr;svm\n1;0.9;0.7\n0;0.2;0.4\n1;0.8;0.35\n0;0.1;0.6\n");
    let [comma, point] = [comma, point].map(|read| read.expect("accepted"));
    assert_eq!((comma.models.len(), &comma.models), (2, &point.models));
    // Labels beside scores are told apart by the user.
    assert_eq!(
        refusal("y_true,y_pred,y_prob\n1,1,0.9\n0,1,0.6\n"),
        "in:2:3: \"y_prob\" holds \"0.9\", which y_true never holds\nhint: predictions are labels \
         such as \"1\" and \"0\": read scores with --input-format scores, or leave the column out \
         with --ignore y_prob"
    );
    // Labels that sort behind each other are still labels.
    let late = format!("y_true,A\n{}{}", "0,0\n0,1\n".repeat(40_000), "1,1\n".repeat(40_000));
    assert_eq!(shown(&read_text(late).expect("accepted")), "A 40000 40000 0 40000");
}

#[test]
fn identifiers_are_no_scores() {
    let rows =
        [(7, 0, "0.1"), (3, 0, "0.6"), (9, 1, "0.4"), (5, 1, "0.7"), (4, 1, "0.9"), (1, 0, "0.2")];
    let lines: String =
        rows.iter().map(|(key, truth, lr)| format!("{key},{truth},{lr}\n")).collect();
    let text = format!("key,y_true,lr\n{lines}");
    assert_eq!(
        refusal(&text),
        "in: \"key\" holds 6 different whole numbers in 6 rows, like an identifier\nhint: if it \
         identifies the samples, add --only lr; if it is a model, add --only key,lr"
    );
    let input = read_as(&text, &only(&["lr"])).expect("accepted");
    assert_eq!(input.models.len(), 1);
    let input = read_as(&text, &only(&["key,lr"])).expect("accepted");
    assert_eq!(input.models.len(), 2);
}

#[test]
fn rows_of_classifiers_go_by_many_names() {
    for (text, expected) in [
        ("Model Name,Sens,Spec,prevalence\nA,0.92,0.94,0.36\n", "A 376/625 24/625 18/625 207/625"),
        ("algorithm,FPR,miss rate,prior\nA,0.06,0.08,0.36\n", "A 376/625 24/625 18/625 207/625"),
        ("who,n_TN,n_FP,n_FN,n_TP\nA,1,2,3,4\n", "A 1 2 3 4"),
        (",TN,FP,FN,TP\nA,1,2,3,4\nB,4,3,2,1\n", "A 1 2 3 4\nB 4 3 2 1"),
        (
            "classifier,true positives,True Negatives,false_positive,number of false \
             negatives\nA,4,1,2,3\n",
            "A 1 2 3 4",
        ),
    ] {
        assert_eq!(accepted(text), expected, "{text}");
    }
}

#[test]
fn labels_that_differ_in_case_only_are_a_matter_of_spelling() {
    assert_eq!(
        refusal("y_true,lr\nYes,Yes\nyes,No\nNo,No\nYes,Yes\nNo,Yes\n"),
        "in:4:1: y_true holds more than two labels: \"Yes\", \"yes\", \"No\"\nhint: write one \
         spelling: \"Yes\" and \"yes\" differ in case only"
    );
}

#[test]
fn columns_are_named_exactly_or_nearly() {
    let text = "y_true,a,b\n1,1,3\n0,1,2\n";
    assert_eq!(
        with_hint(&read_as(text, &only(&["aa"])).expect_err("no such column")),
        "in:1: there is no column \"aa\"\nhint: name one of the header"
    );
    let weighted = with(|options| options.weight = Some("b".to_owned()));
    assert_eq!(shown(&read_as(text, &weighted).expect("accepted")), "a 0 2 0 3");
}

#[test]
fn whole_weights_count_and_others_weigh() {
    let whole = "y_true,lr,weight\n1,1,4\n0,1,1\n0,0,3\n1,0,2\n";
    let input = read_text(whole).expect("accepted");
    assert_eq!((shown(&input), &input.weights), ("lr 3 1 2 4".to_owned(), &None));
    let text = "y_true,lr,svm,sample_weight\n1,1,0,0.5\n0,1,0,1.25\n0,0,0,2\n1,1,1,0.75\n";
    let options = with(|options| options.joint = Joint::All);
    let input = read_as(text, &options).expect("accepted");
    assert_eq!(shown(&input), "lr 2 5/4 0 5/4\nsvm 13/4 0 1/2 3/4");
    assert_eq!(input.weights.as_deref(), Some("sample_weight"));
    assert!(input.joint.is_none());
    assert_eq!(input.notes, ["the column sample_weight of in weighs the rows"]);
    // A column of counts holds whole numbers, unless the user says that it weighs.
    let counts = text.replace("sample_weight", "count");
    assert_eq!(
        refusal(&counts),
        "in:2:4: count is \"0.5\", not a whole number from 0\nhint: this column says how many \
         samples a row stands for: write whole numbers, or add --weight count if it weighs the rows"
    );
    let named = with(|options| options.weight = Some("count".to_owned()));
    assert_eq!(shown(&read_as(counts, &named).expect("accepted")), shown(&input));
    assert!(refusal(text.replace("1.25", "-1.25")).ends_with(
        "sample_weight is \"-1.25\", not a number from 0\nhint: this column weighs the rows: \
             write numbers from 0"
    ));
    let scores = "y_true,m,n\n1,0.9,0.5\n0,0.2,1.5\n1,0.7,1\n";
    let hint = "write whole numbers, or add --weight n if it weighs the rows";
    assert!(refusal(scores).ends_with(hint));
    let input = read_as(scores, &with(|options| options.weight = Some("n".to_owned())));
    let input = input.expect("accepted");
    let model = &input.models[0];
    assert_eq!((model.scale(), model.positives(), model.negatives()), (2, 3, 3));
    assert_eq!(input.weights.as_deref(), Some("n"));
    // Rows of several classifiers take none: naming the column would be refused again.
    let rows = "name,truth,predicted,n\nm,1,1,0.5\nm,0,1,1.5\nk,1,1,1\nk,0,0,1\n";
    let named = with(|options| options.weight = Some("n".to_owned()));
    for options in [&ReadOptions::default(), &named] {
        let refused = with_hint(&read_as(rows, options).expect_err("a weight"));
        assert!(refused.ends_with("if it says something else, leave it out: --ignore n"));
    }
    let without = with(|options| options.ignore = vec!["n".to_owned()]);
    assert_eq!(shown(&read_as(rows, &without).expect("accepted")), "m 0 1 0 1\nk 1 0 0 1");
    let without = with(|options| options.ignore = vec!["n".to_owned()]);
    assert_eq!(read_as(scores, &without).expect("accepted").models[0].positives(), 2);
}

#[test]
fn rows_of_one_test_set_are_kept() {
    let rows = "Dataset,Model,TN,FP,FN,TP\nA,lr,8,2,1,9\nA,svm,7,3,0,10\nB,lr,5,5,5,5\n";
    assert_eq!(
        refusal(rows),
        "in:4:2: the name \"lr\" is given twice, first at in:2:2\nhint: choose the rows of one \
         test set: --where Dataset=A; or take the mean over all of them: --by Dataset"
    );
    let of = |column: &str, value: &str| {
        with(|options| options.keep = vec![(column.to_owned(), value.to_owned())])
    };
    let input = read_as(rows, &of("Dataset", "A")).expect("accepted");
    assert_eq!(shown(&input), "lr 8 2 1 9\nsvm 7 3 0 10");
    assert_eq!(shown(&read_as(rows, &of("dataset", "B")).expect("accepted")), "lr 5 5 5 5");
    assert_eq!(
        with_hint(&read_as(rows, &of("Dataset", "C")).expect_err("no row")),
        "in: no row has \"C\" in the column \"Dataset\"\nhint: write a value that occurs in the \
         column"
    );
    let both =
        [("Dataset", "A"), ("Dataset", "B")].map(|(column, value)| (column.into(), value.into()));
    assert_eq!(
        with_hint(&read_as(rows, &with(|options| options.keep = both.into())).expect_err("no row")),
        "in: no row has \"A\" in the column \"Dataset\" and \"B\" in the column \"Dataset\"\nhint: \
         write values that occur together in a row"
    );
    let error = read_as(rows, &of("Datset", "A")).expect_err("no column");
    assert_eq!(error.hint(), "did you mean \"Dataset\"?");
    // Folds of predictions, by number.
    let folds = "fold,y_true,lr\n1,1,1\n2,0,1\n1.0,0,0\n1,1,0\n";
    assert_eq!(shown(&read_as(folds, &of("fold", "1")).expect("accepted")), "lr 1 0 1 1");
}

#[test]
fn markdown_may_lack_its_outer_bars() {
    let table = "name | tp | fp | fn | tn\n--- | :-: | --- | --- | ---\nA | 10 | 2 | 3 | 40\n\
                 **B** | 9 | 1 | 4 | 41\n";
    let expected = "A 40 2 3 10\nB 41 1 4 9";
    assert_eq!(shown(&read_as(table, &with(|_| ())).expect("accepted")), expected);
    let noted = format!("Results on site | A\nof May\n\n{table}\nTN | FP are counts\n");
    assert_eq!(shown(&read_as(&noted, &with(|_| ())).expect("accepted")), expected);
}

/// An empty row of a table with bars between fields is no rule.
#[test]
fn bars_between_fields_are_no_markdown() {
    let rows = "name|tn|fp|fn|tp\n||||\nA|1|2|3|4\n";
    assert!(refusal(rows).starts_with("in:2:1: "), "{}", refusal(rows));
    assert_eq!(
        shown(&read_as(rows.replace("||||\n", ""), &with(|_| ())).expect("read")),
        "A 1 2 3 4"
    );
}

#[test]
fn names_within_rows_of_json_come_before_their_numbers() {
    let rows = r#"{"0": {"name": "A", "tp": 10, "fp": 2, "fn": 3, "tn": 40},
                   "1": {"name": "B", "tp": 9, "fp": 1, "fn": 4, "tn": 41}}"#;
    assert_eq!(shown(&read_as(rows, &with(|_| ())).expect("accepted")), "A 40 2 3 10\nB 41 1 4 9");
    let twice = rows.replace("\"B\"", "\"A\"");
    assert!(read_as(&twice, &with(|_| ())).is_err());
}
