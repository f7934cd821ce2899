//! The regions of the Tile on which three classifiers are ranked first:
//! `cargo run --example regions`.

use exactile::{Area, Classifier, ConfusionMatrix, RankFilter, Regions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Counts in the order tn, fp, fn, tp, all on the same 50 negative and 50 positive samples.
    let regions = Regions::new(vec![
        Classifier::new("cautious", ConfusionMatrix::from_counts(45, 5, 25, 25)?),
        Classifier::new("balanced", ConfusionMatrix::from_counts(38, 12, 14, 36)?),
        Classifier::new("eager", ConfusionMatrix::from_counts(25, 25, 5, 45)?),
    ])?;

    for (classifier, summary) in regions.classifiers().iter().zip(regions.summary().classifiers) {
        let share = summary.first_share.value();
        println!("{} is first on {share} of the Tile", classifier.name);
        // Pieces on which the classifier is first, alone or tied: regions, and frontiers between
        // them.
        for piece in regions.pieces(summary.classifier, &RankFilter::holding([1])) {
            let corners: Vec<String> = piece.vertices().iter().map(ToString::to_string).collect();
            println!(
                "  rank {}, dimension {}: {}",
                piece.rank,
                piece.dimension(),
                corners.join(" ")
            );
        }
    }

    let shares = regions.summary().classifiers.into_iter().map(|summary| summary.first_share);
    let sum: Area = shares.sum();
    assert_eq!(sum.value().to_string(), "1");
    Ok(())
}
