//! Tables in Markdown and LaTeX as classifiers.

use super::*;

const EXPECTED: &str = "a|b & c_1 12345 5 4 46\nB 80 10 2 48";

#[test]
fn tables_in_markdown_and_latex_are_matrices() {
    for text in [
        "| name | TN | FP | FN | TP |\n|:---|---:|---|---|---|\n| a\\|b \\& c\\_1 | **12'345** | 5 \
         | 4 | 46 |\n| B | 80 | 10 | 2 | 48 |\n",
        "# Results\n\nOurs, and others, \"as printed\":\n\n| name | TN | FP | FN | TP |\n| - | - | \
         - | - | - |\n| a\\|b & c_1 | 12345 | 5 | 4 | 46\n| B | 80 | 10 | 2 | 48\n\nNo more.\n",
        "% x\n\\begin{table}\n\\begin{tabular}{lrrrr}\n\\toprule\nname & TN & FP & FN & TP \
         \\\\\n\\midrule\na\\textbar{}b \\& c\\_1 & 12\\,345 & 5 & 4 & $46$ \\\\ % best\nB & 80 & \
         10 & 2 & \\textbf{48} \\\\\n\\bottomrule\n\\end{tabular}\n\\end{table}\n",
        "\\begin{tabular*}{\\textwidth}{l@{ }rrrr} \\hline name & TN & FP & FN & TP \\\\ \
         \\hline\na|b \\& c\\_1 & 12~345\n & 5 & 4 & 46 \\\\[2pt] B & 80 & 10 & 2 & 48 \
         \\end{tabular*}",
    ] {
        assert_eq!(accepted(text), EXPECTED, "{text}");
        assert_eq!(accepted(text.replace('\n', "\r\n")), EXPECTED, "{text}");
        assert_eq!(accepted(text.replace('\n', "\r")), EXPECTED, "{text}");
    }
}

#[test]
fn printed_rates_and_predictions_are_read() {
    let rates = "| model | specificity | recall | prior |\n|---|---|---|---|\n| A | 94,4 % | 100% \
         | 0,5 |\n";
    assert_eq!(accepted(rates), "A 59/125 7/250 0 1/2");
    let latex = "\\begin{tabular}{lll}\nmodel & specificity & recall & prior \\\\\nA & 94.4\\,\\% \
         & 100\\% & 0.5 \\\\\n\\end{tabular}";
    assert_eq!(accepted(latex), "A 59/125 7/250 0 1/2");
    assert_eq!(
        accepted("| y_true | A |\n|---|---|\n| 1 | 0 |\n| 0 | 0 |\n| 1 | 1 |\n"),
        "A 1 0 1 1"
    );
}

#[test]
fn faults_of_printed_tables_have_their_place() {
    let head = "Words\n\n| name | tn | fp | fn | tp |\n|---|---|---|---|---|\n";
    for (row, expected) in [
        ("| A | 1 | 2 | 3 | x |", "in:5:5: tp is not a number: \"x\""),
        ("| A | 1 | 2 | 3 |", "in:5: the row has 4 fields where the header has 5"),
        ("| A | 12.345 | 2 | 3 | 4 |", "in:5:2: \"12.345\" may be 12345 or 12.345"),
        (
            "| A | 1 | 2 | 3 | 4 |\n\n| name | tn |\n|---|---|\n",
            "in:7: there are 2 tables; the second one begins here",
        ),
    ] {
        let refused = refusal(format!("{head}{row}\n"));
        assert_eq!(refused.lines().next(), Some(expected), "{row}");
    }
    let latin = refusal([head.as_bytes(), b"| \xe9 | 1 | 2 | 3 | 4 |\n"].concat());
    assert!(latin.starts_with("in:5: the text is not UTF-8"), "{latin}");
}

#[test]
fn a_printed_table_within_quotes_is_text() {
    let text = "y_true,A,note\n1,1,\"\n| a | b |\n|---|---|\n\\begin{tabular}\n\"\n0,0,x\n";
    let options = ReadOptions { ignore: vec!["note".to_owned()], ..ReadOptions::default() };
    assert_eq!(shown(&read_as(text, &options).expect("accepted")), "A 1 0 0 1");
}

#[test]
fn text_tables_and_printed_ones_are_limited() {
    let many = format!("| a |\n|---|\n{}", "| b |\n".repeat(1 << 20));
    let refused = refusal(many);
    assert!(refused.starts_with("in: the text is longer than 4194304 bytes"), "{refused}");
    let many = "a,b\n".repeat((1 << 21) + 2);
    let error = read_text_table(&mut many.as_bytes(), "in", &mut |_| ()).expect_err("too large");
    assert!(error.to_string().ends_with("there are more than 4194304 cells"), "{error}");
}
