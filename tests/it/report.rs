//! The report page.

use serde_json::Value;

use crate::cli::{Run, fixture};

/// The page of an input.
fn page(arguments: &[&str], csv: &str) -> String {
    let arguments = [&["report", "x.csv"], arguments].concat();
    Run::new(&arguments).file("x.csv", csv).succeeds()
}

/// The data that the script reads.
fn data(page: &str) -> Value {
    let (_, rest) = page.split_once(r#"<script type="application/json" id="data">"#).expect("data");
    let (json, _) = rest.split_once("</script>").expect("an end");
    serde_json::from_str(json).expect("JSON")
}

#[test]
fn thirty_two_classifiers_fit_in_two_megabytes() {
    let page = Run::new(&["report", &fixture("breast_cancer_confusion.csv")]).succeeds();
    assert!(page.len() < 2_000_000, "{} bytes", page.len());
    let data = data(&page);
    assert_eq!(data["classifiers"].as_array().expect("a list").len(), 32);
    assert_eq!(data["tile"]["own_prior"], "212/569");
    assert_eq!(data["tile"]["by_share"][0], 3);
}

#[test]
fn one_and_equal_classifiers_have_a_page() {
    let one = data(&page(&[], "name,tn,fp,fn,tp\nonly,5,1,1,2\n"));
    assert_eq!(
        one["tile"]["sweeps"],
        serde_json::json!([{"members": [0], "ranks": [[1, 1]], "lines": []}])
    );
    let two = data(&page(&[], "name,tn,fp,fn,tp\nx,5,1,1,2\ny,5,1,1,2\n"));
    assert_eq!(two["tile"]["sweeps"][0]["members"], serde_json::json!([0, 1]));
}
