//! Two metrics of one's own, ranked exactly: a ranking score given by importances, and any function
//! of the performance: `cargo run --example own_metric`.

use exactile::ranking::{Performance, at_most_by, rank_bounds};
use exactile::{Classifier, ConfusionMatrix, Importances, RankingScore, Rational, rank_at};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let counts = [
        ("cautious", [45_u64, 5, 25, 25]),
        ("balanced", [38, 12, 14, 36]),
        ("eager", [25, 25, 5, 45]),
    ];

    // A miss costs five times as much as a false alarm: importances of tn, fp, fn, tp.
    let importances: Importances = "1,1,5,1".parse()?;
    let score = RankingScore::ordering_as(&importances)?;
    let classifiers = counts
        .map(|(name, [tn, fp, fn_, tp])| {
            Ok(Classifier::new(name, ConfusionMatrix::from_counts(tn, fp, fn_, tp)?))
        })
        .into_iter()
        .collect::<Result<Vec<_>, exactile::PerformanceError>>()?;
    let ranking = rank_at(&classifiers, &score);
    println!("the score with importances 1, 1, 5, 1 stands at {} on the Tile", score.place());
    for ranked in &ranking {
        let value = ranked.value.as_ref().map_or("undefined".to_owned(), ToString::to_string);
        println!("  {}: {value}", classifiers[ranked.classifier].name);
    }
    assert_eq!(classifiers[ranking[0].classifier].name, "eager");

    // The smaller of TPR and TNR is no ranking score; a closure ranks by it all the same.
    let worst_rate = |performance: &Performance| -> Option<Rational> {
        let [tn, fp, fn_, tp] = performance.probabilities() else { return None };
        let (tnr, tpr) = (tn.checked_div(&(tn + fp))?, tp.checked_div(&(tp + fn_))?);
        Some(tnr.min(tpr))
    };
    let performances = counts
        .map(|(_, counts)| Performance::from_counts(&counts))
        .into_iter()
        .collect::<Result<Vec<_>, _>>()?;
    let ranks = rank_bounds(&performances, at_most_by(worst_rate));
    println!("by the smaller of TPR and TNR:");
    for ((name, _), (best, worst)) in counts.iter().zip(&ranks) {
        println!("  {name}: rank {best} to {worst}");
    }
    assert_eq!(ranks, [(2, 3), (1, 1), (2, 3)]);
    Ok(())
}
