//! `exactile tile`

use std::path::{Path, PathBuf};

use super::Streams;
use super::args::{Extra, Flavor, InputArgs, TileArgs};
use super::correlate::{GRID, check_no_resolution, correlation_tile, lattice};
use super::failure::Failure;
use super::input;
use super::lattice_args::ModelName;
use super::multi_class::{Views, choose_class, views};
use super::output::write_result;
use super::tile_confidence;
use crate::correlation::{Correlator, Performances};
use crate::multi_class::{ClassView, FirstInEveryClass};
use crate::num::Rational;
use crate::render::{Extras, PictureError, TilePicture, to_png};
use crate::tile::{AnyRegions, Regions, on_regions};

/// Pixels of a PNG for each pixel of the SVG.
pub(super) const PNG_SCALE: f32 = 2.0;

pub(super) fn run(arguments: &TileArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    check_picture_name(arguments.output.as_ref())?;
    let takes_classifier =
        matches!(arguments.flavor, Flavor::Rank | Flavor::Value | Flavor::Confidence);
    if arguments.classifier.is_some() && !takes_classifier {
        return Err(Failure::message(
            "this flavor shows all classifiers, on the command line, leave --classifier out or choose --flavor rank, value or confidence",
        ));
    }
    if arguments.rank.is_some() && arguments.flavor != Flavor::Entity {
        return Err(Failure::message(
            "only the flavor entity shows one rank, on the command line, leave --rank out",
        ));
    }
    check_further(arguments)?;
    if arguments.flavor == Flavor::Correlation {
        return correlation(arguments, streams);
    }
    let is_confidence = matches!(arguments.flavor, Flavor::Confidence | Flavor::Decided);
    if arguments.score.is_some()
        || arguments.lattice.resolution.is_some()
        || (arguments.lattice.grid.is_some() && !is_confidence)
    {
        return Err(Failure::message(
            "--score, --resolution and --grid go with correlations, on the command line, leave them out or choose --flavor correlation",
        ));
    }
    let input = arguments.input.given().ok_or_else(|| {
        Failure::message(
            "this flavor shows classifiers, on the command line, give a file of them as INPUT",
        )
    })?;
    let classifiers = match views(&input, &arguments.classes, streams)? {
        Views::One(classifiers) => classifiers,
        Views::Each(views) => return each_class(arguments, &input, &views, streams),
    };
    if is_confidence {
        return tile_confidence::run(arguments, &input, classifiers, streams);
    }
    let regions = input::any_on_tile(classifiers, &input, &arguments.target)?;
    let needs_prior = matches!(arguments.flavor, Flavor::NoSkill | Flavor::Rankings)
        || [Extra::Grid, Extra::NoSkillCurve].iter().any(|extra| arguments.show.contains(extra));
    if let (true, AnyRegions::Unequal(unequal)) = (needs_prior, &regions) {
        // Only equal priors will do: the engine for these says which ones differ.
        let refused = Regions::new(unequal.classifiers().to_vec());
        refused.map_err(|error| Failure::in_input(&error, &input::name(&input)))?;
    }
    let side = f64::from(arguments.size);
    let extras = extras(&arguments.show);
    let classifier = || {
        let name = arguments.classifier.as_ref().ok_or_else(|| {
            Failure::message(
                "this flavor shows one classifier, on the command line, name it with --classifier",
            )
        })?;
        input::position(regions.classifiers(), name)
    };
    if let (Flavor::Rankings, AnyRegions::Equal(regions)) = (arguments.flavor, &regions) {
        let picture = TilePicture::rankings(regions, side, extras)?;
        return write_picture(&picture, arguments.output.as_ref(), streams);
    }
    let picture = on_regions!(&regions, tile => match arguments.flavor {
        Flavor::Entity => TilePicture::entity(tile, arguments.rank.unwrap_or(1), side, extras),
        Flavor::Rank => TilePicture::rank_of(tile, classifier()?, side, extras),
        Flavor::Best => TilePicture::best_value(tile, side, extras),
        Flavor::Worst => TilePicture::worst_value(tile, side, extras),
        Flavor::Value => Ok(TilePicture::value_of(tile, classifier()?, side, extras)),
        Flavor::NoSkill => TilePicture::no_skill(&prior(&regions), side, extras),
        Flavor::Frontiers => TilePicture::frontiers(tile, side, extras),
        Flavor::Rankings | Flavor::Correlation | Flavor::Confidence | Flavor::Decided => {
            unreachable!("these are drawn above")
        }
    });
    write_picture(&picture?, arguments.output.as_ref(), streams)
}

/// Further samples go with two flavors only, the level with one of them.
fn check_further(arguments: &TileArgs) -> Result<(), Failure> {
    let sure = &arguments.sure;
    let (is_confidence, is_decided) =
        (arguments.flavor == Flavor::Confidence, arguments.flavor == Flavor::Decided);
    let is_given = sure.further.choice.beta.is_some()
        || sure.further.choice.beta_negative.is_some()
        || sure.further.choice.model != ModelName::BetaBinomial
        || sure.further.positives.is_some()
        || sure.further.negatives.is_some()
        || sure.checkpoint.is_some();
    if is_given && !is_confidence && !is_decided {
        return Err(Failure::message(
            "this flavor shows the observed results, on the command line, leave out what is said of further samples or choose --flavor confidence or decided",
        ));
    }
    if sure.level.is_some() && !is_decided {
        return Err(Failure::message(
            "only the flavor decided has a level, on the command line, leave --level out or choose --flavor decided",
        ));
    }
    Ok(())
}

/// A Tile for each class, and one of who is first in every class.
fn each_class(
    arguments: &TileArgs,
    input: &InputArgs,
    views: &[ClassView],
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    if arguments.flavor != Flavor::Entity {
        return Err(choose_class("this flavor shows one class"));
    }
    let classes = views
        .iter()
        .map(|view| {
            let classifiers = view.classifiers.clone();
            let regions = input::on_tile(classifiers, input, &arguments.target)?;
            Ok((view.label.as_str(), regions))
        })
        .collect::<Result<Vec<_>, Failure>>()?;
    let rank = arguments.rank.unwrap_or(1);
    let (side, extras) = (f64::from(arguments.size), extras(&arguments.show));
    // On the Tile of a target prior the classifiers are the shifted ones.
    let shown: Vec<ClassView> = classes
        .iter()
        .map(|(label, regions)| ClassView {
            label: (*label).to_owned(),
            classifiers: regions.classifiers().to_vec(),
        })
        .collect();
    let everywhere = FirstInEveryClass::new(&shown);
    let picture = TilePicture::each_class(&classes, &everywhere, rank, side, extras)?;
    write_picture(&picture, arguments.output.as_ref(), streams)
}

/// The prior of the first classifier.
fn prior(regions: &AnyRegions) -> Rational {
    regions.classifiers()[0].matrix.prior_positive()
}

/// The flavor that needs no classifiers.
fn correlation(arguments: &TileArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let metric = arguments.score.as_ref().ok_or_else(|| {
        Failure::message(
            "this flavor shows the correlations of a metric, on the command line, name it with --score",
        )
    })?;
    let input = arguments.input.given();
    if input.is_none() && arguments.target.target_prior.is_some() {
        return Err(Failure::message(
            "--target-prior shifts classifiers, on the command line, give an INPUT or use --prior",
        ));
    }
    let regions =
        input.map(|input| input::regions(&input, &arguments.target, streams)).transpose()?;
    let performances = match &regions {
        Some(regions) => {
            check_no_resolution(&arguments.lattice)?;
            Performances::given(regions.classifiers())?
        }
        None => lattice(arguments.input.prior.as_ref(), &arguments.lattice)?,
    };
    let needs_prior = arguments.show.iter().any(|e| matches!(e, Extra::Grid | Extra::NoSkillCurve));
    if needs_prior && regions.is_none() && arguments.input.prior.is_none() {
        return Err(Failure::message(
            "the grid and the no-skill curve depend on the prior, on the command line, give --prior",
        ));
    }
    let correlator = Correlator::new(metric, &performances)?;
    let (side, extras) = (f64::from(arguments.size), extras(&arguments.show));
    let picture = match &regions {
        Some(regions) => {
            let steps = arguments.lattice.grid.unwrap_or(GRID);
            TilePicture::correlation_of_classifiers(regions, &correlator, steps, side, extras)?
        }
        None => {
            let tile = correlation_tile(&correlator, &arguments.lattice);
            TilePicture::correlation(&correlator, &tile, side, extras)?
        }
    };
    write_picture(&picture, arguments.output.as_ref(), streams)
}

/// What the flags ask for beside the regions.
pub(super) fn extras(show: &[Extra]) -> Extras {
    Extras {
        scores: show.contains(&Extra::Scores),
        grid: show.contains(&Extra::Grid),
        no_skill_curve: show.contains(&Extra::NoSkillCurve),
        legend: show.contains(&Extra::Legend),
    }
}

/// Pictures are SVG or PNG, and a name that says otherwise is a mistake.
pub(super) fn check_picture_name(destination: Option<&PathBuf>) -> Result<(), Failure> {
    let Some(extension) = destination.and_then(|path| path.extension()) else { return Ok(()) };
    if ["svg", "png"].iter().any(|known| extension.eq_ignore_ascii_case(known)) {
        return Ok(());
    }
    Err(Failure::message(format!(
        "pictures cannot be written as {extension:?}, on the command line, name a file .svg or .png"
    )))
}

/// Does the file's name ask for pixels?
pub(super) fn is_png(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"))
}

/// Does the file's name ask for a picture?
pub(super) fn is_picture(path: &Path) -> bool {
    let is_svg = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("svg"));
    is_svg || is_png(path)
}

/// Writes a picture as the destination's name asks for.
pub(super) fn write_picture(
    picture: &TilePicture,
    destination: Option<&PathBuf>,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    write_svg(picture.to_svg(), destination, streams)
}

/// Writes an SVG as the destination's name asks for.
pub(super) fn write_svg(
    svg: String,
    destination: Option<&PathBuf>,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let bytes = if destination.is_some_and(|path| is_png(path)) {
        to_png(&svg, PNG_SCALE).map_err(|error| {
            Failure::message(format!("{error}, in the picture, choose a smaller --size or an SVG"))
        })?
    } else {
        svg.into_bytes()
    };
    write_result(destination, streams, |out| Ok(out.write_all(&bytes)?))
}

impl From<PictureError> for Failure {
    fn from(error: PictureError) -> Self {
        match error {
            PictureError::Tile(error) => error.into(),
            PictureError::Arrangement(error) => error.into(),
            PictureError::TooManyFrontiers(_) => {
                Self::message(format!("{error}, in the input, give fewer classifiers"))
            }
            PictureError::NoSuchRank { .. } => {
                Self::message(format!("{error}, on the command line, choose a smaller --rank"))
            }
            PictureError::NoCorrelation => {
                Self::message(format!("{error}, among the performances, choose another --score"))
            }
            other => Self::message(format!("{other}, in the input, give a prior between 0 and 1")),
        }
    }
}
