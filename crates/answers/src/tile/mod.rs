//! `exactile tile`

pub(crate) mod arguments;
mod at_best;
mod confidence;
mod domains;
mod extras;
mod pair;

use self::arguments::{Extra, Flavor, TileArgs};
use self::extras::extras;
use crate::args::{InputArgs, ModelName};
use crate::correlate::arguments::Coefficient;
use crate::correlate::{GRID, check_no_lattice, correlation_tile, lattice, no_pearson};
use crate::drawn::colours;
use crate::drawn::picture::{check_picture_name, write_picture};
use crate::host::{Failure, Streams};
use crate::inputs::input;
use crate::inputs::models::Models;
use crate::inputs::multi_class::{Views, choose_class, views};
use crate::inputs::reading::Reading;
use crate::inputs::tested::Tested;
use exactile::correlation::{Correlation, Correlator, Performances, Spearman};
use exactile::multi_class::{ClassView, FirstInEveryClass};
use exactile::num::Rational;
use exactile::performance::Classifier;
use exactile::score::Score;
use exactile::tile::Regions;
use exactile_input::Subject;
use exactile_picture::{Extras, TilePicture};

pub(crate) fn reading(arguments: &TileArgs) -> Result<Option<Reading>, Failure> {
    check_picture_name(arguments.output.as_ref())?;
    let takes_classifier = matches!(
        arguments.flavor,
        Flavor::Rank | Flavor::Value | Flavor::NoSkill | Flavor::Confidence
    ) || arguments.flavor.map().is_some();
    if arguments.classifier.is_some() && !takes_classifier {
        return Err(Failure::new(
            "this flavor shows all classifiers",
            "leave --classifier out or choose --flavor rank, value, no-skill or confidence, or, \
             with --by, easiest, hardest, preponderant or bottleneck",
        ));
    }
    if arguments.rank.is_some() && arguments.flavor != Flavor::Entity {
        return Err(Failure::new("only the flavor entity shows one rank", "leave --rank out"));
    }
    check_further(arguments)?;
    check_colours(arguments)?;
    if arguments.flavor.shows_sets() {
        domains::check_picture(arguments)?;
    }
    if arguments.flavor == Flavor::Correlation {
        return Ok(correlated(arguments)?.map(|input| Reading::of(&input).by(&arguments.domains)));
    }
    check_no_correlation(arguments)?;
    let input = input(arguments)?;
    let reading = if arguments.best.at_best {
        Reading::at_best(&input, &arguments.classes)?
    } else if is_confidence(arguments) {
        Reading::tested_or_classes(&input, arguments.sure.unpaired, &arguments.classes)
    } else {
        Reading::of_classes(&input, &arguments.classes)
    };
    Ok(Some(reading.by(&arguments.domains)))
}

/// Refuses flags of correlations for other flavors.
fn check_no_correlation(arguments: &TileArgs) -> Result<(), Failure> {
    let lattice = &arguments.lattice;
    let flags = [
        (arguments.metric.is_some(), "--score"),
        (lattice.coefficient.is_some(), "--coefficient"),
        (lattice.resolution.is_some(), "--resolution"),
        (lattice.prediction_rate.is_some(), "--prediction-rate"),
        (lattice.performances.is_some(), "--performances"),
        (lattice.grid.is_some() && !is_confidence(arguments), "--grid"),
    ];
    match flags.into_iter().find(|(is_given, _)| *is_given) {
        None => Ok(()),
        Some((_, flag)) => Err(Failure::new(
            format!("{flag} goes with correlations"),
            format!("leave {flag} out or choose --flavor correlation"),
        )),
    }
}

fn is_confidence(arguments: &TileArgs) -> bool {
    matches!(arguments.flavor, Flavor::Confidence | Flavor::Decided)
}

/// Returns the input, with the requested classifiers.
fn input(arguments: &TileArgs) -> Result<InputArgs, Failure> {
    let input = input::given(&arguments.input)?.ok_or_else(|| {
        Failure::new("this flavor shows classifiers", "give a file of them as INPUT")
    })?;
    if arguments.best.at_best {
        return Ok(input);
    }
    let sure = &arguments.sure;
    let named = [&arguments.classifier, &sure.first, &sure.second].into_iter().flatten();
    // A name of a threshold makes a classifier of it.
    let pair = sure.first.as_ref().filter(|_| sure.second.is_some());
    Ok(input.naming(named.filter(|name| name.contains(">="))).pairing(pair))
}

pub(crate) fn answer(
    arguments: &TileArgs,
    subject: Option<&Subject>,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let subject = match subject {
        Some(subject) if arguments.flavor != Flavor::Correlation => subject,
        subject => return correlation(arguments, subject, streams),
    };
    let input = input(arguments)?;
    if arguments.best.at_best {
        return at_best::picture(arguments, &input, subject, streams);
    }
    if arguments.flavor.shows_sets() {
        return domains::picture(arguments, &input, subject, streams);
    }
    let is_confidence = is_confidence(arguments);
    if is_confidence && !arguments.classes.multi_class {
        let tested = Tested::from(subject);
        return match (&arguments.sure.first, &arguments.sure.second) {
            (Some(first), Some(second)) => {
                pair::run(arguments, &input, &tested, [first, second], streams)
            }
            _ => {
                input::note_optimism(&input, streams);
                let colours = colours::instead(subject, &input, &arguments.look.look)?;
                confidence::run(arguments, &input, (tested, colours), streams)
            }
        };
    }
    // Thresholds of models have short names in pictures.
    let (models, classifiers) = if arguments.classes.multi_class {
        match views(subject, &input, &arguments.classes, streams)? {
            Views::One(classifiers) => (None, classifiers),
            Views::Each(views) => return each_class(arguments, &views, streams),
        }
    } else {
        let models = Models::of(subject, &input);
        let labelled = models.as_ref().map(Models::labelled);
        (models, labelled.unwrap_or_else(|| subject.classifiers.clone()))
    };
    if !arguments.classes.multi_class {
        input::note_optimism(&input, streams);
    }
    if is_confidence {
        if arguments.sure.first.is_some() {
            let what = "the Tile of a pair shows two classes only";
            return Err(Failure::new(what, "leave --first and --second out, or --multi-class"));
        }
        let colours = colours_of(arguments, &classifiers)?;
        let tested = Tested::alone(classifiers);
        return confidence::run(arguments, &input, (tested, colours), streams);
    }
    let colours = match &models {
        Some(_) => colours::instead(subject, &input, &arguments.look.look)?,
        None => colours_of(arguments, &classifiers)?,
    };
    let regions = input::on_tile(classifiers, &arguments.target)?;
    check_prior(arguments, &input, &regions)?;
    let side = f64::from(arguments.size);
    let extras = extras(arguments, colours);
    if arguments.flavor == Flavor::NoSkill {
        let prior = prior_of_level(arguments, &regions)?;
        let picture = TilePicture::no_skill(&prior, side, extras)?;
        return write_picture(&picture, arguments.look.look(), arguments.output.as_ref(), streams);
    }
    let picture = of_regions(arguments, &regions, models.as_ref(), side, extras)?;
    write_picture(&picture, arguments.look.look(), arguments.output.as_ref(), streams)
}

/// Returns the colours that a file names for these classifiers.
fn colours_of(
    arguments: &TileArgs,
    classifiers: &[Classifier],
) -> Result<colours::Instead, Failure> {
    let names: Vec<&str> = classifiers.iter().map(|known| known.name.as_str()).collect();
    colours::named(&arguments.look.look, &names)
}

/// Checks that regions of classifiers under different priors have what is to be drawn.
fn check_prior(arguments: &TileArgs, input: &InputArgs, regions: &Regions) -> Result<(), Failure> {
    let needs_prior =
        [Extra::Grid, Extra::NoSkillCurve].iter().any(|extra| arguments.show.contains(extra));
    if arguments.flavor == Flavor::Rankings && regions.prior_positive().is_none() {
        return Err(Failure::new(
            "the cells of rankings have no exact outlines under different priors",
            "draw all frontiers with --flavor frontiers, or put all on the Tile of one prior with \
             --target-prior",
        )
        .at(input::name(input)));
    }
    if needs_prior {
        regions.common_prior()?;
    }
    Ok(())
}

/// Draws a flavor that shows regions of classifiers, or of models at their thresholds.
fn of_regions(
    arguments: &TileArgs,
    regions: &Regions,
    models: Option<&Models>,
    side: f64,
    extras: Extras,
) -> Result<TilePicture, Failure> {
    let classifier = || {
        let name = arguments.classifier.as_ref().ok_or_else(|| {
            Failure::new("this flavor shows one classifier", "name it with --classifier")
        })?;
        match models {
            Some(models) => input::position(&models.classifiers(), name),
            None => input::position(regions.classifiers(), name),
        }
    };
    let tile = regions;
    let picture = match arguments.flavor {
        Flavor::Entity if models.is_some() => {
            let families = models.map(Models::families).unwrap_or_default();
            let rank = arguments.rank.unwrap_or(1);
            TilePicture::entity_of_families(tile, &families, rank, side, extras)
        }
        Flavor::Entity => TilePicture::entity(tile, arguments.rank.unwrap_or(1), side, extras),
        Flavor::Rank => TilePicture::rank_of(tile, classifier()?, side, extras),
        Flavor::Best => TilePicture::best_value(tile, side, extras),
        Flavor::Worst => TilePicture::worst_value(tile, side, extras),
        Flavor::Value => Ok(TilePicture::value_of(tile, classifier()?, side, extras)),
        Flavor::Frontiers => TilePicture::frontiers(tile, side, extras),
        Flavor::Rankings => {
            let families = models.map(Models::families);
            TilePicture::rankings(tile, families.as_deref(), side, extras)
        }
        _ => unreachable!("the others are drawn above"),
    };
    Ok(picture?)
}

/// Checks the flags of further samples, which go with two flavors only, and the level, which goes
/// with one of them or with a pair.
fn check_further(arguments: &TileArgs) -> Result<(), Failure> {
    let sure = &arguments.sure;
    let (is_confidence, is_decided) =
        (arguments.flavor == Flavor::Confidence, arguments.flavor == Flavor::Decided);
    let is_given = sure.further.choice.beta.is_some()
        || sure.further.choice.beta_negative.is_some()
        || sure.further.choice.model != ModelName::BetaBinomial
        || sure.further.positives.is_some()
        || sure.further.negatives.is_some()
        || sure.checkpoint.is_some()
        || sure.question.is_some()
        || sure.unpaired
        || sure.prior_pooling.is_some()
        || sure.draws.is_some()
        || (sure.seed.is_some() && arguments.lattice.performances.is_none());
    if is_given && !is_confidence && !is_decided {
        return Err(Failure::new(
            "this flavor shows the observed results",
            "leave out the flags about further samples or choose --flavor confidence or decided",
        ));
    }
    if sure.first.is_some() && !is_confidence {
        return Err(Failure::new(
            "this flavor shows all classifiers",
            "leave --first and --second out or choose --flavor confidence",
        ));
    }
    if sure.level.is_some() && !is_decided && sure.first.is_none() {
        return Err(Failure::new(
            "only the flavor decided has a level",
            "leave --level out or choose --flavor decided",
        ));
    }
    Ok(())
}

/// Refuses colours of classifiers where a scale colours the Tile.
fn check_colours(arguments: &TileArgs) -> Result<(), Failure> {
    let shows_classifiers =
        matches!(arguments.flavor, Flavor::Entity | Flavor::Rankings | Flavor::Decided)
            || arguments.flavor.map().is_some();
    if arguments.look.look.colours.is_none() || shows_classifiers {
        return Ok(());
    }
    Err(Failure::new("this flavor has no colours of classifiers", "leave --colours out"))
}

/// Writes a Tile for each class, and one of the classifiers that are first in every class.
fn each_class(
    arguments: &TileArgs,
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
            let regions = input::on_tile(classifiers, &arguments.target)?;
            Ok((view.label.as_str(), regions))
        })
        .collect::<Result<Vec<_>, Failure>>()?;
    let rank = arguments.rank.unwrap_or(1);
    let classifiers = classes.first().map_or(&[][..], |(_, regions)| regions.classifiers());
    let colours = colours_of(arguments, classifiers)?;
    let (side, extras) = (f64::from(arguments.size), extras(arguments, colours));
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
    write_picture(&picture, arguments.look.look(), arguments.output.as_ref(), streams)
}

/// Returns the prior whose best value without skill is drawn: that of all classifiers, or of the
/// named one. A level belongs to one prior, so a picture has one.
fn prior_of_level(arguments: &TileArgs, regions: &Regions) -> Result<Rational, Failure> {
    if let Some(name) = &arguments.classifier {
        let position = input::position(regions.classifiers(), name)?;
        return Ok(regions.classifiers()[position].matrix.prior_positive());
    }
    regions.common_prior().cloned().map_err(|error| {
        Failure::new(
            format!("{error}: there is no single level without skill"),
            "name a classifier with --classifier to draw the level of its own test, \
             or put all on the Tile of one prior with --target-prior",
        )
        .about_input()
    })
}

/// Returns the score whose correlations are shown.
fn correlated_score(arguments: &TileArgs) -> Result<&Score, Failure> {
    arguments.metric.as_ref().ok_or_else(|| {
        Failure::new("this flavor shows the correlations of a metric", "name it with --score")
    })
}

/// Returns the input of the correlation flavor, which needs no classifiers, if there is one.
fn correlated(arguments: &TileArgs) -> Result<Option<InputArgs>, Failure> {
    correlated_score(arguments)?;
    let input = input::given(&arguments.input)?;
    if input.is_none() && arguments.target.target_prior.is_some() {
        return Err(Failure::new(
            "--target-prior shifts classifiers",
            "give an INPUT or use --prior",
        ));
    }
    Ok(input)
}

fn correlation(
    arguments: &TileArgs,
    subject: Option<&Subject>,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let score = correlated_score(arguments)?;
    let regions = match (correlated(arguments)?, subject) {
        (Some(_), Some(subject)) => Some(input::regions(subject, &arguments.target)?),
        _ => None,
    };
    let performances = match &regions {
        Some(regions) => {
            check_no_lattice(&arguments.lattice)?;
            Performances::given(regions.classifiers())?
        }
        None => lattice(arguments.input.prior.as_ref(), &arguments.lattice, arguments.sure.seed)?,
    };
    let has_rate = arguments.lattice.prediction_rate.is_some();
    let needs_prior = arguments.show.iter().any(|extra| match extra {
        Extra::Grid => true,
        Extra::NoSkillCurve => !has_rate,
        _ => false,
    });
    if needs_prior && regions.is_none() && arguments.input.prior.is_none() {
        return Err(Failure::new(
            "the grid and the no-skill curve depend on the prior",
            "give --prior",
        ));
    }
    let correlator = Correlator::of(score, &performances)?;
    let picture = match arguments.lattice.coefficient {
        Some(Coefficient::Pearson) => Err(no_pearson("the picture", "use correlate --at")),
        Some(Coefficient::Spearman) => {
            correlation_picture::<Spearman>(arguments, regions.as_ref(), &correlator)
        }
        _ => correlation_picture::<Correlation>(arguments, regions.as_ref(), &correlator),
    }?;
    write_picture(&picture, arguments.look.look(), arguments.output.as_ref(), streams)
}

/// Draws the correlations by a coefficient.
fn correlation_picture<C: exactile::correlation::Coefficient>(
    arguments: &TileArgs,
    regions: Option<&Regions>,
    correlator: &Correlator,
) -> Result<TilePicture, Failure> {
    let (side, extras) = (f64::from(arguments.size), extras(arguments, Vec::new()));
    let Some(regions) = regions else {
        let tile = correlation_tile::<C>(correlator, &arguments.lattice);
        return Ok(TilePicture::correlation(correlator, &tile, side, extras)?);
    };
    let steps = arguments.lattice.grid.unwrap_or(GRID);
    Ok(TilePicture::correlation_of_classifiers::<C>(regions, correlator, steps, side, extras)?)
}
