//! Parts of a Tile's picture besides its regions.

use super::arguments::{Extra, TileArgs};
use crate::drawn::colours::Instead;
use exactile::num::Rational;
use exactile::score::NamedScore;
use exactile_picture::Extras;

/// Returns the extras of the flags besides the regions, with these colours of classifiers.
pub(crate) fn extras(arguments: &TileArgs, colours: Instead) -> Extras {
    let (show, at) = (&arguments.show, arguments.at.as_ref());
    // A point's place does not depend on a prior.
    let place = |point: &NamedScore| point.place(&Rational::new(1, 2));
    Extras {
        colours,
        preference: at.map(place),
        points: arguments.point.iter().map(|(at, text)| (place(at), text.clone())).collect(),
        scores: show.contains(&Extra::Scores),
        grid: show.contains(&Extra::Grid),
        no_skill_curve: show.contains(&Extra::NoSkillCurve),
        legend: show.contains(&Extra::Legend) && !arguments.look.no_legend,
    }
}
