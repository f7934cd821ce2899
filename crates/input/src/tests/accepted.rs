//! Accepted forms, and their content.

use super::*;

#[test]
fn matrices_come_in_any_column_order_delimiter_and_line_end() {
    let expected = "A 1 2 3 4\nB 5 6 7 8";
    for text in [
        "name,tn,fp,fn,tp\nA,1,2,3,4\nB,5,6,7,8\n",
        "name,tn,fp,fn,tp\nA,1,2,3,4\nB,5,6,7,8",
        "tp,fn,fp,tn,name\r\n4,3,2,1,A\r\n8,7,6,5,B\r\n",
        "\u{feff}Name, TN ,Fp,fN,tp\n\n  \nA,1, 2 ,3,4\n\r\nB,5,6,7,8\n \n",
        "\n \nname;tn;fp;fn;tp\nA;1;2;3;4\nB;5;6;7;8\n",
        "name\ttn\tfp\tfn\ttp\nA\t1\t2\t3\t4\nB\t5\t6\t7\t8\n",
        "\"name\",\"tn\",fp,fn,tp\n\"A\",\"1\",2,3,4\nB,5,6,7,\"8\"",
    ] {
        assert_eq!(accepted(text), expected, "{text:?}");
    }
}

#[test]
fn cells_are_exact_whatever_their_size() {
    let weight = "7".repeat(300);
    let text = format!("name,tn,fp,fn,tp\nA,1e15,0.1,7/10,{weight}\nB,1000000000000000,1e-3,50%,0");
    let expected =
        format!("A 1000000000000000 1/10 7/10 {weight}\nB 1000000000000000 1/1000 1/2 0");
    assert_eq!(accepted(text), expected);
}

#[test]
fn names_keep_their_text() {
    let text = "name,tn,fp,fn,tp\n\" a, \"\"b\"\"\n\",1,2,3,4\nδοκιμή,1,2,3,4\n a,1,2,3,4";
    let input = read_text(text).expect("accepted");
    let names: Vec<&str> = input.classifiers.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, [" a, \"b\"\n", "δοκιμή", " a"]);
}

#[test]
fn further_columns_and_keys_are_noted_once() {
    let csv = "name,tn,tnr,fp,seed,fn,tp,,tpr\nA,1,x,2,y,3,4,z,9\n";
    let json = r#"[{"name":"A","tn":1,"fp":2,"fn":3,"tp":4,"tnr":1,"tpr":1,"x\n":[{}]},
                   {"name":"B","tn":1,"fp":2,"fn":3,"tp":4,"tnr":1}]"#;
    let note = |text| read_text(text).expect("accepted").notes;
    assert_eq!(note(csv), [r#"ignored columns in in: "tnr", "seed", "", "tpr""#]);
    assert_eq!(note(json), [r#"ignored keys in in: "tnr", "tpr", "x\n""#]);
    let many: String = (0..20).map(|number| format!(",c{number}")).collect();
    let text = format!("name,tn,fp,fn,tp{many}\nA,1,2,3,4{}", ",".repeat(20));
    assert!(note(&text)[0].ends_with(r#""c7" and 12 more"#));
}

#[test]
fn rates_take_their_prior_from_the_column_or_the_options() {
    let given = ReadOptions { prior_positive: Some(Rational::new(1, 5)), ..ReadOptions::default() };
    let is_expected = |input: Subject| shown(&input) == "A 14/25 6/25 3/50 7/50";
    assert!(is_expected(read_as("name,tnr,tpr\nA,0.7,7/10", &given).expect("accepted")));
    assert!(is_expected(
        read_as(r#"[{"name":"A","tnr":0.7,"tpr":"7/10"}]"#, &given).expect("accepted")
    ));
    let own = read_as("prior,name,tnr,tpr\n1/5,A,0.7,70%", &given).expect("accepted");
    assert_eq!(own.notes, ["the positive prior that was given is not used: in carries its own"]);
    assert!(is_expected(own));
    assert_eq!(
        refusal("name,tnr,tpr\nA,0.7,0.7"),
        "in:1: the positive prior of these rates is not known\nhint: add prior to each of them, or \
         give --prior"
    );
    assert_eq!(
        refusal("[{\"name\":\"A\",\n\"tnr\":1,\"tpr\":1}]"),
        "in:1:2: the positive prior of these rates is not known (object 1)\nhint: add prior to \
         each of them, or give --prior"
    );
    let two = ReadOptions { prior_positive: Some(Rational::from(2)), ..ReadOptions::default() };
    assert_eq!(
        with_hint(&read_as("name,tnr,tpr\nA,0.7,0.7", &two).expect_err("prior 2")),
        "in:2: the positive prior is not between 0 and 1: 2\nhint: a prior must be above 0 and \
         below 1"
    );
}

#[test]
fn json_numbers_are_exact() {
    let text = r#" [ {"name": "A\u00e9", "tn": 0.1, "fp": "7/10", "fn": 1e400, "TP": 12345678901234567890.5},
        {"name": "B", "tn": 1E-3, "fp": -0, "fn": 0, "tp": "1%", "prior": {"tn": null}} ]"#;
    let input = read_text(text).expect("accepted");
    let huge = format!("1{}", "0".repeat(400));
    assert_eq!(
        shown(&input),
        format!("Aé 1/10 7/10 {huge} 24691357802469135781/2\nB 1/1000 0 0 1/100")
    );
}

#[test]
fn predictions_of_the_real_data_give_their_confusion_matrices() {
    for data in ["breast_cancer", "digits_eight"] {
        let path =
            |kind| format!("{}/../../fixtures/{data}_{kind}.csv", env!("CARGO_MANIFEST_DIR"));
        let options = ReadOptions::default();
        let mut bytes = 0;
        let counted =
            read_path(path("predictions").as_ref(), &options, &mut |so_far| bytes = so_far)
                .expect("predictions");
        let given = read_path(path("confusion").as_ref(), &options, &mut |_| ()).expect("matrices");
        assert_eq!(counted.classifiers.len(), 32);
        assert_eq!(counted.classifiers, given.classifiers);
        assert_eq!(counted.notes, [""; 0]);
        assert_eq!(bytes, std::fs::metadata(path("predictions")).expect("a file").len());
    }
}

#[test]
fn a_format_that_was_asked_for_is_the_one_read() {
    let options = |format: &str| ReadOptions {
        format: Some(format.parse().expect("a format")),
        prior_positive: Some(Rational::new(1, 2)),
        ..ReadOptions::default()
    };
    let both = "name,tn,fp,fn,tp,tnr,tpr,y_true\nA,1,2,3,4,1,1,1\n";
    let names = |format| {
        let input = read_as(both, &options(format)).map_err(|error| error.to_string())?;
        Ok::<String, String>(shown(&input))
    };
    assert_eq!(names("matrices").as_deref(), Ok("A 1 2 3 4"));
    assert_eq!(names("rates").as_deref(), Ok("A 1/2 0 0 1/2"));
    let refused = names("predictions").expect_err("no labels");
    assert_eq!(refused, "in:2:1: \"name\" holds \"A\", which y_true never holds");
    let json = names("json").expect_err("no JSON");
    assert!(json.starts_with("in:1:1: a list is expected, not \"name,tn,fp,fn,tp"), "{json}");
    assert!("csv".parse::<Format>().is_err());
}
