//! `exactile tile --flavor confidence --first NAME --second NAME`

use super::arguments::{Flavor, TileArgs};
use super::confidence::{CELLS, check_prior, draws, lattice, priors};
use super::extras::extras;
use crate::args::InputArgs;
use crate::confidence::arguments::Question;
use crate::confidence::drawing;
use crate::drawn::picture::write_picture;
use crate::further::{model, observations};
use crate::host::{Failure, Streams, with_progress};
use crate::inputs::input::position;
use crate::inputs::tested::Tested;
use exactile::confidence::{ConfidenceTile, FirstBy, Grid, SwapTile};
use exactile::contest::{Contestants, Evidence, truly_first};
use exactile::num::Rational;
use exactile::tile::Regions;
use exactile_picture::TilePicture;

/// The finest grid of swap tests, each of which is exact.
const TESTS: u32 = 48;

pub(crate) fn run(
    arguments: &TileArgs,
    input: &InputArgs,
    tested: &Tested,
    names: [&String; 2],
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let sure = &arguments.sure;
    if arguments.flavor == Flavor::Decided || arguments.classifier.is_some() {
        return Err(Failure::new(
            "--first and --second show a pair",
            "choose --flavor confidence, and leave --classifier out",
        ));
    }
    if sure.question == Some(Question::Next) || sure.checkpoint.is_some() {
        return Err(Failure::new(
            "the Tile of a pair shows true rates only",
            "leave --question next and --checkpoint out; compare --at has the next test",
        ));
    }
    if sure.prior_pooling.is_some() {
        return Err(Failure::new(
            "pooling is about all classifiers together",
            "leave --prior-pooling out, or --first and --second",
        ));
    }
    check_prior(arguments)?;
    let level = sure.level.clone().unwrap_or_default();
    let Tested { classifiers, joint, .. } = tested;
    let [first, second] = [position(classifiers, names[0])?, position(classifiers, names[1])?];
    if first == second {
        return Err(Failure::new(
            "--first and --second name the same classifier",
            "name two different ones",
        ));
    }
    tested.note_optimism(input, [first, second], streams);
    let labelled = tested.labelled();
    let pair = vec![labelled[first].clone(), labelled[second].clone()];
    let model = model(&sure.further.choice)?;
    let observed = observations(&pair)?;
    let test = lattice(&observed, sure)?;
    let evidence = match joint {
        Some(joint) => Evidence::Paired(joint.pair(first, second)),
        None => Evidence::Independent(observed[0], observed[1]),
    };
    let prior = Rational::new(test.positives(), test.positives() + test.negatives());
    let regions = Regions::with_target_prior(pair, &prior)?;
    let grid = Grid::new(arguments.lattice.grid.unwrap_or(CELLS));
    let contestants = Contestants::of_pair(&evidence);
    let (draws, priors) = (draws(sure), priors(&model)?);
    let drawn = drawing(draws, |advance| {
        truly_first(&contestants, priors, test, grid.resolution(), draws, advance)
    })?;
    let tile = ConfidenceTile::drawn(drawn, 2, FirstBy::Rates, evidence.is_paired());
    let swaps = match &evidence {
        Evidence::Paired(counts) => {
            let grid = Grid::new(grid.resolution().min(TESTS));
            let points = u64::from(grid.resolution()).pow(2);
            with_progress(points, "points", |advance| SwapTile::new(counts, grid, advance))?.ok()
        }
        Evidence::Independent(..) => None,
    };
    let (side, extras) = (f64::from(arguments.size), extras(arguments, Vec::new()));
    let picture = TilePicture::truly_better(&regions, &tile, swaps.as_ref(), &level, side, extras)?;
    write_picture(&picture, arguments.look.look(), arguments.output.as_ref(), streams)
}
