//! Rates, leaderboards, transposed tables, and rows of named classifiers.

use super::*;

fn at_prior(prior: (i64, i64)) -> ReadOptions {
    ReadOptions { prior_positive: Some(Rational::new(prior.0, prior.1)), ..ReadOptions::default() }
}

fn noted(text: &str) -> String {
    let input = read_text(text).expect("accepted");
    format!("{}\n{}", shown(&input), input.notes.join("\n"))
}

#[test]
fn precision_and_recall_with_a_prior_are_a_performance() {
    assert_eq!(
        accepted("name,precision,recall,prevalence\nA,0.9,0.6,0.2\nB,0.75,0.8,0.2\n"),
        "A 59/75 1/75 2/25 3/25\nB 56/75 4/75 1/25 4/25"
    );
    // The classes exchanged.
    assert_eq!(accepted("name,npv,tnr,prior\nA,0.9,0.6,0.8\n"), "A 3/25 2/25 1/75 59/75");
    assert_eq!(
        refusal("name,precision,recall,prior\nA,0.1,0.9,0.5\n"),
        "in:2:2: no performance with this prior has these scores\nhint: correct the scores or the \
         prior: at it, tn would be negative"
    );
    assert_eq!(
        refusal("name,precision,recall,prior\nA,0,0.9,0.5\n").lines().next(),
        Some("in:2:2: no performance with this prior has these scores")
    );
    assert_eq!(
        refusal("name,precision,recall\nA,0.9,0.6\n").lines().next(),
        Some("in:1: the positive prior of these rates is not known")
    );
}

#[test]
fn rates_with_sizes_are_counts_if_only_one_matrix_fits() {
    assert_eq!(
        noted("name,sens,spec,positives,negatives\nA,0.92,94.4 %,50,90\n"),
        "A 85 5 4 46\nthe counts of 1 classifier in in are the only ones that give the printed \
         scores"
    );
    // Several matrices round to these.
    assert_eq!(
        noted("name,tpr,tnr,n_pos,n_neg\nA,0.92,0.94,5000,5000\n"),
        "A 47/100 3/100 1/25 23/50\nthe printed scores of 1 classifier in in are taken as they \
         are: not exactly one matrix of counts gives them"
    );
    assert_eq!(
        noted("name,accuracy,precision,recall,f1,p,n\nA,0.936,0.902,0.92,0.911,50,90\n"),
        "A 85 5 4 46\nthe counts of 1 classifier in in are the only ones that give the printed \
         scores"
    );
    assert_eq!(
        refusal("name,accuracy,f1,positives,negatives\nA,0.9,0.5,500,900\n").lines().next(),
        Some("in:2: the printed scores are those of no confusion matrices")
    );
    // Several fit, or none: precision and recall alone would be another classifier.
    for (row, said) in
        [("0.94,0.9,0.92,0.91,5000,9000", "2849"), ("0.936,0.902,0.92,0.5,50,90", "no")]
    {
        let table = format!("name,accuracy,precision,recall,f1,p,n\nA,{row}\n");
        let expected = format!("in:2: the printed scores are those of {said} confusion matrices");
        assert_eq!(refusal(&table).lines().next(), Some(&*expected));
    }
    assert_eq!(
        refusal("name,tpr,tnr,positives,negatives\nA,0.5,0.5,0,5\n"),
        "in:2:4: positives is \"0\", not a whole number from 1\nhint: write the number of samples \
         of the class"
    );
}

#[test]
fn matrices_with_rows_that_add_up_to_one_are_rates() {
    let text = "name,tn,fp,fn,tp\nA,0.9,0.1,0.4,0.6\nB,0.7,0.3,0.1,0.9\n";
    assert_eq!(
        refusal(text),
        "in: tn + fp and fn + tp are 1 in every row: these are rates, and their positive prior is \
         not known\nhint: give the positive prior with --prior, or the counts themselves"
    );
    let input = read_as(text, &at_prior((1, 10))).expect("accepted");
    assert_eq!(shown(&input), "A 81/100 9/100 1/25 3/50\nB 63/100 27/100 1/100 9/100");
    // One sample of each class.
    assert_eq!(accepted("name,tn,fp,fn,tp\nA,1,0,0,1\n"), "A 1 0 0 1");
}

#[test]
fn classifiers_may_be_columns() {
    assert_eq!(
        accepted(",A,B\nTN,85,80\nFP,5,10\nFN,4,2\nTP,46,48\n"),
        "A 85 5 4 46\nB 80 10 2 48"
    );
    assert_eq!(
        accepted(
            "metric;A;B\nsensitivity;0,92;0,96\nspecificity;0,94;0,89\nprevalence;0,36;0,36\n"
        ),
        "A 376/625 24/625 18/625 207/625\nB 356/625 44/625 9/625 216/625"
    );
    assert_eq!(
        refusal(",A\nTN,85\nFP,x\nFN,4\nTP,46\n"),
        "in:3:2: fp is not a number: \"x\"\nhint: write a number such as 12, 0.7, 1e-3 or 7/10"
    );
}

#[test]
fn cells_of_named_classifiers_are_counted() {
    let text = "name,truth,predicted,count\nA,0,0,85\nA,0,1,5\nA,1,0,4\nA,1,1,46\nB,1,1,48\nB,1,0,2\nB,0,0,80\nB,0,1,10\n";
    let input = read_text(text).expect("accepted");
    assert_eq!(shown(&input), "A 85 5 4 46\nB 80 10 2 48");
    assert!(input.joint.is_none());
    let text = "model,y_true,y_pred\nlr,0,0\nlr,1,1\nsvm,1,0\n";
    assert_eq!(shown(&read_text(text).expect("accepted")), "lr 1 0 0 1\nsvm 0 0 1 0");
    let caret = "\"\",\"Prediction\",\"Reference\",\"Freq\"\n\"1\",\"no\",\"no\",85\n\"2\",\"yes\",\"no\",5\n\"3\",\"no\",\"yes\",4\n\"4\",\"yes\",\"yes\",46\n";
    let options = ReadOptions { positive_label: Some("yes".to_owned()), ..ReadOptions::default() };
    assert_eq!(shown(&read_as(caret, &options).expect("accepted")), "Prediction 85 5 4 46");
}

#[test]
fn a_percentage_may_be_said_in_the_header() {
    let plain = accepted("name,tpr,tnr,prior\nA,96%,90%,5%\n");
    for table in [
        "name,recall (%),spec (%),prior\nA,96,90,0.05\n",
        "name,recall (%),spec %,prevalence(%)\nA,96%,90,5\n",
        "name,fnr (%),fpr (%),prior\nA,4,10,1/20\n",
        "[{\"name\": \"A\", \"recall (%)\": 96, \"spec (%)\": 90, \"prevalence (%)\": \"5\"}]",
    ] {
        assert_eq!(accepted(table), plain, "{table}");
    }
    assert_eq!(
        refusal("name,fnr (%),fpr (%),prior\nA,0.5,2,0.2\n"),
        "in:2:2: \"0.5\" may be a share, or a percentage as the name of its column says\nhint: \
         write a percent sign behind each number, as in 0.5%, or none in the column's name"
    );
    // As the hint says.
    assert_eq!(
        accepted("name,fnr (%),fpr (%),prior\nA,0.5%,2,0.2\n"),
        accepted("name,fnr,fpr,prior\nA,0.005,0.02,0.2\n")
    );
    assert!(refusal("name,recall (%),spec (%),prior\nA,many,90,0.2\n").contains("many"));
}

#[test]
fn n_beside_positives_is_no_guess() {
    let said = "n beside the positives may be the negatives or all samples\nhint: call it \
        negatives if it has these; otherwise give the negatives, or a column prior";
    assert_eq!(
        refusal("name,sens,spec,positives,n\nA,0.9,0.8,40,100\n"),
        format!("in:1:5: {said}")
    );
    let object = "[{\"name\": \"A\", \"sens\": 0.9, \"spec\": 0.8, \"positives\": 40, \"n\": 100}]";
    assert_eq!(refusal(object), format!("in:1:64: {}", said.replace('\n', " (object 1)\n")));
    let both = noted("name,sens,spec,p,n\nA,0.9,0.8,40,100\n");
    assert_eq!(both, noted("name,sens,spec,positives,negatives\nA,0.9,0.8,40,100\n"));
}

#[test]
fn options_about_samples_are_refused_where_there_are_none() {
    let rows = "name,tn,fp,fn,tp\nA,5,1,2,4\nB,4,2,1,5\n";
    let objects = "[{\"name\": \"A\", \"tn\": 5, \"fp\": 1, \"fn\": 2, \"tp\": 4}]";
    let one = || vec!["A".to_owned()];
    let options = [
        (ReadOptions { only: one(), ..ReadOptions::default() }, "--only"),
        (ReadOptions { weight: Some("w".to_owned()), ..ReadOptions::default() }, "--weight"),
        (ReadOptions { flip: one(), ..ReadOptions::default() }, "--flip"),
    ];
    for (options, flag) in options {
        for input in [rows, objects] {
            let error =
                read(&mut input.as_bytes(), "in", &options, &mut |_| ()).expect_err("refused");
            let what = format!("in: {flag} is about columns of samples, and here each classifier");
            assert!(error.to_string().starts_with(&what), "{error}");
        }
    }
    let labels = "y_true,A,B\n1,1,0\n0,0,1\n1,0,1\n0,0,0\n";
    let options = ReadOptions { flip: one(), ..ReadOptions::default() };
    let error = read(&mut labels.as_bytes(), "in", &options, &mut |_| ()).expect_err("refused");
    assert_eq!(error.kind, InputErrorKind::FlippedLabels);
}

#[test]
fn a_report_about_one_classifier_is_no_list_of_classifiers() {
    let report = ",precision,recall,f1-score,support\n0,0.9,0.8,0.85,10\n1,0.7,0.8,0.75,5\n\
        accuracy,0.8,0.8,0.8,0.8\nmacro avg,0.8,0.8,0.8,15\nweighted avg,0.83,0.8,0.8,15\n";
    let said = "in: the rows are the classes and averages of one classifier, not classifiers";
    assert!(refusal(report).starts_with(said), "{}", refusal(report));
    let error = read(&mut report.as_bytes(), "in", &at_prior((1, 3)), &mut |_| ());
    assert_eq!(error.expect_err("refused").kind, InputErrorKind::ReportOfOne);
}
