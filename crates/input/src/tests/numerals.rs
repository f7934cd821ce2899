//! Numbers of other conventions: one reading, or a refusal.

use super::*;

fn table(separator: char, rows: &[&str]) -> String {
    let header = "name;tn;fp;fn;tp".replace(';', &separator.to_string());
    format!("{header}\n{}\n", rows.join("\n"))
}

#[test]
fn decimal_commas_are_exact() {
    let expected = "A 188/3 12/25 9/1000 46";
    for separator in [';', '\t', '|'] {
        let row = "A;62,666;0,48;0,009;46".replace(';', &separator.to_string());
        let rates = "name;tpr;tnr;prior\nA;0,92;0,94;0,36\nB;96 %;89,0%;3,6e-1\n";
        let rates = rates.replace(';', &separator.to_string());
        assert_eq!(
            accepted(table(separator, &[&row])),
            expected.replace("188/3", "31333/500"),
            "{row}"
        );
        assert_eq!(
            accepted(rates),
            "A 376/625 24/625 18/625 207/625\nB 356/625 44/625 9/625 216/625"
        );
    }
    assert_eq!(accepted(table(' ', &["A 0,5 2 3 4"])), "A 1/2 2 3 4");
}

#[test]
fn thousands_with_their_own_marks_are_read_in_every_form() {
    for mark in ['\'', '\u{2019}', ' ', '\u{a0}', '\u{202f}', '\u{2009}'] {
        let [big, bigger] =
            ["12_345", "1_234_567.5"].map(|text| text.replace('_', &mark.to_string()));
        for separator in [',', ';', '\t', '|'] {
            let row = format!("A{separator}{big}{separator}2{separator}{bigger}{separator}4");
            assert_eq!(accepted(table(separator, &[&row])), "A 12345 2 2469135/2 4", "{row}");
        }
        let json = format!(r#"[{{"name":"A","tn":"{big}","fp":2,"fn":3,"tp":4}}]"#);
        assert_eq!(accepted(json), "A 12345 2 3 4");
    }
    for wrong in ["12'34", "1234'567", "12''345", "12'345\u{a0}678", "'123", "0.123 456", "1 2"] {
        let refused = refusal(table(',', &[&format!("A,{wrong},2,3,4")]));
        assert!(refused.starts_with("in:2:2: tn is not a number"), "{wrong}: {refused}");
    }
}

#[test]
fn percent_signs_may_stand_apart() {
    for text in ["94.4%", "94.4 %", "94.4\u{a0}%", "94.4\u{202f}%", " 94.4 % "] {
        let rates = format!("name,tnr,tpr,prior\nA,{text},1,1/2\n");
        assert_eq!(accepted(&rates), "A 59/125 7/250 0 1/2", "{text:?}");
        let german = rates.replace(',', ";").replace('.', ",");
        assert_eq!(accepted(&german), "A 59/125 7/250 0 1/2", "{german:?}");
    }
}

#[test]
fn marks_in_threes_are_refused_unless_the_table_decides() {
    let refused = refusal(table(';', &["A;12.345;1.000;82;2.001", "B;12.100;1.245;175;1.908"]));
    assert_eq!(
        refused,
        "in:2:2: \"12.345\" may be 12345 or 12.345\nhint: thousands or decimals? If '.' separates \
         thousands, leave it out everywhere: 12345; if it is the decimal mark, write more digits: \
         12.3450"
    );
    let is_refused = |text: &str, separator| {
        let rows = text.replace(';', &char::to_string(&separator));
        refusal(table(separator, &[&rows])).contains("thousands or decimals?")
    };
    for separator in [';', '\t', '|'] {
        for row in [
            "A;12.345;1.000;82;2.001",
            "A;12,345;1,000;82;2,001",
            "A;12,345;1,000;5,125;2,001",
            // Other numbers prove that the mark separates thousands.
            "A;12.345;1;2;1.234.567",
            "A;1.234.567;1;2;12.345",
            "A;12.345;0,5;2;3",
            "A;0,5;12.345;2;3",
            "A;12,345;0.5;2;3",
        ] {
            assert!(is_refused(row, separator), "{row} {separator:?}");
        }
    }
    assert!(is_refused("A;12.345;1.000;82.125;2.001", ';'));
    assert!(is_refused("A;12.345;1.000; 82 ;2.001", '|'));
    // No refusal: another number has a mark that can only be decimal.
    for (row, expected) in [
        ("A;12.345;1.5;2;3", "A 2469/200 3/2 2 3"),
        ("A;12,345;0,500;2;3", "A 2469/200 1/2 2 3"),
        ("A;12.3450;1.000;82;2.001", "A 2469/200 1 82 2001/1000"),
    ] {
        assert_eq!(accepted(table(';', &[row])), expected, "{row}");
    }
    // Commas separate the fields: a point is decimal.
    assert_eq!(accepted(table(',', &["A,12.345,1,2,3"])), "A 2469/200 1 2 3");
}

#[test]
fn what_the_hint_says_is_accepted() {
    assert_eq!(accepted(table(';', &["A;12345;1000;82;2001"])), "A 12345 1000 82 2001");
    assert_eq!(accepted(table(';', &["A;12.3450;1.0000;82;2.0010"])), "A 2469/200 1 82 2001/1000");
    assert_eq!(accepted(table(';', &["A;12.3450;1.000;82;2.001"])), "A 2469/200 1 82 2001/1000");
}

#[test]
fn several_thousands_have_one_reading() {
    assert_eq!(
        accepted(table(';', &["A;1.234.567;1.234,5;2;3", "B;12.345.678;0,5;2;1'234"])),
        "A 1234567 2469/2 2 3\nB 12345678 1/2 2 1234"
    );
    assert_eq!(accepted(table('\t', &["A\t1,234,567\t1,234.5\t2\t3"])), "A 1234567 2469/2 2 3");
}

#[test]
fn two_decimal_marks_in_one_table_are_refused() {
    for rows in [["A;0,5;1;2;3", "B;0.5;1;2;3"], ["A;0.5;1;2;3", "B;0,5;1;2;3"]] {
        let refused = refusal(table(';', &rows));
        assert!(refused.starts_with("in:3:2: \"0"), "{refused}");
        assert!(refused.contains("has another decimal mark than numbers elsewhere"), "{refused}");
    }
}

#[test]
fn scores_and_counts_of_samples_have_the_same_numbers() {
    let scores = |text: &str| {
        let options = ReadOptions { format: Some(Format::Scores), ..ReadOptions::default() };
        read_as(text, &options).map(|input| shown(&input)).map_err(|error| with_hint(&error))
    };
    let english = "y_true,A,count\n1,0.75,1000\n0,0.5,2\n1,12.5,1\n";
    let german = "y_true;A;count\n1;0,75;1'000\n0;50 %;2\n1;12,5;1\n";
    assert_eq!(scores(english), scores(german));
    assert!(scores(english).is_ok());
    let refused = scores("y_true;A\n1;12.345\n0;82\n1;3\n").expect_err("ambiguous");
    assert!(refused.starts_with("in:2:2: \"12.345\" may be"), "{refused}");
    assert!(scores("y_true;A\n1;0.5\n1;12.345\n0;82\n").is_ok());
    let refused = scores("y_true;A\n1;0.5\n1;0,345\n0;82\n").expect_err("mixed");
    assert!(refused.starts_with("in:3:2: \"0,345\" has another"), "{refused}");
}

#[test]
fn labels_are_never_numbers_of_other_conventions() {
    let input = read_as(
        "y_true;A\n1,5;1,5\n2.500;2.500\n",
        &ReadOptions { positive_label: Some("1,5".to_owned()), ..ReadOptions::default() },
    );
    assert_eq!(input.expect("accepted").positive.as_deref(), Some("1,5"));
}
