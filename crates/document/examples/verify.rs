//! Writes regions as JSON and verifies them from the counts, with code that shares no geometry with
//! the code that made them: `cargo run --example verify`.

use exactile::work::go_on;
use exactile::{Classifier, ConfusionMatrix, Regions, Selection};
use exactile_document::{Form, Origin, RegionsReport, write};
use exactile_verify::verify;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let classifiers = vec![
        Classifier::new("cautious", ConfusionMatrix::from_counts(72, 8, 10, 10)?),
        Classifier::new("eager", ConfusionMatrix::from_counts(56, 24, 6, 14)?),
    ];
    let regions = Regions::new(classifiers.clone())?;
    let selection = Selection { areas: true, ..Selection::default() };
    let mut json = Vec::new();
    let report = RegionsReport { regions: &regions, selection: &selection, advance: &go_on };
    write(&report, Form::Json, &Origin::default(), &mut json)?;
    let json = String::from_utf8(json)?;

    let found = verify(&json, &classifiers)?;
    let [points, ties, areas] = found.pieces;
    println!("{areas} regions, {ties} ties and {points} crossings hold: {}", found.holds());
    assert!(found.holds() && found.complete);

    // A rank that is not true is found, with a witness.
    let wrong = json.replacen("\"rank\":[1,1]", "\"rank\":[2,2]", 1);
    assert_ne!(wrong, json);
    let found = verify(&wrong, &classifiers)?;
    println!("after a rank was changed: {}", found.failures[0].reason);
    assert!(!found.holds());
    Ok(())
}
