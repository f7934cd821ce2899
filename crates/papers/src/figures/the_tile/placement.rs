//! Figure 3: canonical ranking scores and performance orderings on the Tile.

use super::UNIT;
use crate::figures::FigureError;
use exactile::geometry::Point;
use exactile::num::Rational;
use exactile::score::{Likeness, NamedScore, Scope};
use exactile_picture::{PlacedOrderings, Plate, TilePicture};

/// Canonical ranking scores with the names that they have at their places.
const SCORES: [(&str, &str); 8] = [
    ("npv", "NPV"),
    ("tpr", "TPR = F\u{221e}"),
    ("f-beta(2)", "F2"),
    ("accuracy", "accuracy"),
    ("f1", "F1"),
    ("f-beta(1/2)", "F0.5"),
    ("tnr", "TNR"),
    ("ppv", "PPV = F0"),
];

/// Scores whose orderings the paper places, by their names in the catalogue.
const ORDERINGS: [(&str, &str); 26] = [
    ("npv", "NPV"),
    ("npv-bal", "SNPV"),
    ("nlr", "NLR"),
    ("p(tn,tp|tn,fn,tp)", "P(tn, tp | tn, fn, tp)"),
    ("tpr", "TPR"),
    ("ptp", "PTP"),
    ("pfn", "PFN"),
    ("jaccard-negative", "negative Jaccard"),
    ("accuracy", "accuracy"),
    ("bennett-s", "Bennett's S"),
    ("f1", "F1"),
    ("ts", "positive Jaccard"),
    ("ba", "BA"),
    ("informedness", "Youden's J"),
    ("determinant", "|C|"),
    ("kappa", "kappa"),
    ("tnr", "TNR"),
    ("ptn", "PTN"),
    ("pfp", "PFP"),
    ("p(tn,tp|tn,fp,tp)", "P(tn, tp | tn, fp, tp)"),
    ("ppv", "PPV"),
    ("f-beta(0)", "F0"),
    ("ppv-bal", "SPPV"),
    ("plr", "PLR"),
    ("s-theta(1/3)", "S\u{3b8}"),
    ("t-theta(1/3)", "T\u{3b8}"),
];

/// The nine probabilistic ranking scores, each with a colour of its own.
const PROBABILISTIC: [(&str, &str); 9] = [
    ("npv", "#56b4e9"),
    ("p(tn,tp|tn,fn,tp)", "#009e73"),
    ("tpr", "#f0e442"),
    ("jaccard-negative", "#cc79a7"),
    ("accuracy", "#d55e00"),
    ("ts", "#e69f00"),
    ("tnr", "#0072b2"),
    ("p(tn,tp|tn,fp,tp)", "#4b3c78"),
    ("ppv", "#870f2d"),
];

/// The weight of the weighted accuracy that is marked.
const WEIGHTED: &str = "wa(1/5)";

pub(super) fn draw(side: f64) -> Result<String, FigureError> {
    let prior = Rational::new(3, 10);
    let scores: Vec<PlacedOrderings> = SCORES
        .into_iter()
        .map(|(name, shown)| marked(&prior, place(name, &prior), vec![shown.to_owned()]))
        .collect();
    let canonical = TilePicture::places(&prior, &scores, false, UNIT)?;
    let orderings = TilePicture::places(&prior, &orderings(&prior), true, UNIT)?;
    Ok(Plate::new()
        .with("canonical ranking scores", canonical)
        .with("orderings, negative prior 0.7", orderings)
        .with_note("\u{2020} with these priors only.")
        .with_note("Reversed: smaller values are better.")
        .with_note("Coloured: orderings of probabilities.")
        .with_note("Arrows: how orderings move when weights or priors change.")
        .to_svg(side / UNIT))
}

fn score(name: &str) -> NamedScore {
    name.parse().expect("a score of the catalogue with a place on the Tile")
}

fn place(name: &str, prior: &Rational) -> Point {
    score(name).place(prior)
}

/// Marks a place in the colour of the probability at that place.
fn marked(prior: &Rational, at: Point, lines: Vec<String>) -> PlacedOrderings {
    let colour = PROBABILISTIC.iter().find(|(name, _)| place(name, prior) == at);
    let colour = colour.map(|(_, colour)| (*colour).to_owned());
    PlacedOrderings { place: at, lines, colour, moves: None }
}

/// Groups orderings at the same place; those for all priors come first.
pub(super) fn orderings(prior: &Rational) -> Vec<PlacedOrderings> {
    let mut groups: Vec<(Point, Vec<String>, Vec<String>)> = Vec::new();
    let weighted = (WEIGHTED, "weighted accuracy");
    for (name, shown) in ORDERINGS.into_iter().chain([weighted]) {
        let score = score(name);
        let reversed =
            if score.standing().likeness == Likeness::Decreasing { "reversed " } else { "" };
        let at = score.place(prior);
        let group = match groups.iter().position(|(known, ..)| *known == at) {
            Some(found) => found,
            None => {
                groups.push((at, Vec::new(), Vec::new()));
                groups.len() - 1
            }
        };
        let (_, always, here) = &mut groups[group];
        match score.scope() {
            Scope::All => always.push(format!("{reversed}{shown}")),
            _ => here.push(format!("{reversed}{shown}\u{2020}")),
        }
    }
    let moving = |at: &Point| {
        if *at == place("kappa", prior) {
            Some((0.07, 0.0))
        } else if *at == place("ba", prior) || *at == place(WEIGHTED, prior) {
            Some((0.06, 0.06))
        } else {
            None
        }
    };
    groups
        .into_iter()
        .map(|(at, always, here)| {
            let lines = [always, here].into_iter().filter(|names| !names.is_empty());
            let lines = lines.flat_map(|names| wrapped(&names)).collect();
            let moves = moving(&at);
            PlacedOrderings { moves, ..marked(prior, at, lines) }
        })
        .collect()
}

/// Breaks names into lines of a few letters.
fn wrapped(names: &[String]) -> Vec<String> {
    const LETTERS: usize = 17;
    let mut lines: Vec<String> = Vec::new();
    for name in names {
        match lines.last_mut() {
            Some(last) if last.chars().count() + name.chars().count() < LETTERS => {
                last.push_str(", ");
                last.push_str(name);
            }
            _ => lines.push(name.clone()),
        }
    }
    lines
}
