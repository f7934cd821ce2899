//! A table of metrics with exact values: `cargo run --example metrics`.

use exactile::{Classifier, ConfusionMatrix, Metric, ScoreTable, Value};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let classifiers = [
        Classifier::new("cautious", ConfusionMatrix::from_counts(72, 8, 10, 10)?),
        Classifier::new("eager", ConfusionMatrix::from_counts(56, 24, 6, 14)?),
        Classifier::new("silent", ConfusionMatrix::from_counts(80, 0, 20, 0)?),
    ];
    // Any name of the catalogue, or a canonical ranking score by its place on the Tile.
    let metrics = ["accuracy", "f1", "mcc", "plr", "r(1/4,3/4)"]
        .map(|name| name.parse::<Metric>())
        .into_iter()
        .collect::<Result<Vec<_>, _>>()?;

    let table = ScoreTable::new(&classifiers, &metrics);
    for classifier in &table.classifiers {
        println!("{}", classifier.name);
        for (metric, value) in &classifier.scores.0 {
            match value.undefined() {
                Some(reason) => println!("  {metric}: undefined, because {reason}"),
                None => println!("  {metric}: {value}"),
            }
        }
    }

    let [eager, silent] = [1, 2].map(|k| &table.classifiers[k].scores.0);
    assert_eq!(eager[0].1.to_string(), "7/10");
    assert!(matches!(eager[2].1, Value::Enclosed(_)));
    assert_eq!(silent[2].1.undefined(), Some("TP + FP = 0"));
    Ok(())
}
