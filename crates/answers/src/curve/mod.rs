//! `exactile curve`

pub(crate) mod arguments;
mod models;
mod pair;
pub(crate) mod segment;

use self::arguments::{Along, CurveArgs};
use self::segment::{coordinate, segment};
use crate::args::TableFormat;
use crate::drawn::colours;
use crate::drawn::picture::{is_picture, refuse_look, write_svg};
use crate::host::{Failure, Streams, with_progress, write_result};
use crate::inputs::input;
use crate::inputs::models::Models;
use crate::inputs::reading::Reading;
use crate::inputs::tested::Tested;
use exactile::contest::{Draws, truly_compromised};
use exactile::lattice::BetaPrior;
use exactile::num::Rational;
use exactile::performance::{Classifier, ConfusionMatrix};
use exactile::score::RankingScore;
use exactile::section::{BestSwap, Section, SectionError, Segment};
use exactile::threshold::ScoredModel;
use exactile::tile::{RankedClassifier, rank_at};
use exactile_document::{
    DrawnCompromise, SectionModels, SectionOptimality, SectionPreference, SectionReport,
};
use exactile_input::Subject;
use exactile_picture::{CurveKind, Marked, Scheme, SectionCurve, SectionPicture, SectionStyle};

pub(crate) fn reading(arguments: &CurveArgs) -> Result<Reading, Failure> {
    if let Some(flag) = arguments.pair.stray() {
        let what = format!("{flag} is about --first and --second, or --draws");
        let hint = "add --draws N, or name two classifiers, or leave it out";
        return Err(Failure::new(what, hint));
    }
    if let (Some(first), Some(second)) = (&arguments.pair.first, &arguments.pair.second) {
        let reading = pair::reading(arguments, [first, second])?;
        return Ok(reading.by(&arguments.domains));
    }
    if let Some(Along::PrecisionRecallGain | Along::Brier) = arguments.along {
        return Ok(models::reading(arguments)?.by(&arguments.domains));
    }
    let reading = match arguments.pair.draws {
        Some(_) => Reading::tested(&arguments.input, arguments.pair.unpaired),
        None => Reading::of(&arguments.input),
    };
    Ok(reading.by(&arguments.domains))
}

pub(crate) fn answer(
    arguments: &CurveArgs,
    subject: &Subject,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    if let (Some(first), Some(second)) = (&arguments.pair.first, &arguments.pair.second) {
        return pair::answer(arguments, [first, second], subject, streams);
    }
    if let Some(along @ (Along::PrecisionRecallGain | Along::Brier)) = arguments.along {
        return models::answer(arguments, along, subject, streams);
    }
    let destination = arguments.output.to.output.as_ref();
    let wants_picture = destination.is_some_and(|path| is_picture(path));
    let name = input::name(&arguments.input);
    // People are told of models, not of each of their thresholds.
    let models = Models::of(subject, &arguments.input);
    if arguments.models && !(models.is_some() && wants_picture) {
        return Err(Failure::new(
            "--models has no effect here",
            "use it with scores and -o FILE.svg, .png or .pdf",
        ));
    }
    check_draws(arguments, models.is_some(), wants_picture)?;
    let classifiers = subject.classifiers.clone();
    let regions = input::on_tile(classifiers, &arguments.target)?;
    let prior = regions.common_prior()?.clone();
    let classifiers = regions.classifiers().to_vec();
    let segment = segment(arguments, prior)?;
    let refuse = |error: SectionError| {
        let hint = match error {
            SectionError::TooMany(_) => "give fewer classifiers",
            _ => "a segment of the Tile needs samples of both classes",
        };
        Failure::new(error, hint).at(&name)
    };
    let preference = preference(arguments, &classifiers, &segment)?;
    if wants_picture {
        let scored = models.as_ref().map_or(&[][..], |models| &models.scored);
        let at = preference.as_ref().map(|preference| &preference.position);
        let scheme = colours::scheme(subject, &arguments.input, &arguments.look.look)?;
        let drawn = (scored, &scheme);
        let svg = picture(arguments, classifiers, drawn, segment, at).map_err(refuse)?;
        return write_svg(&svg, arguments.look.look(), destination, streams);
    }
    refuse_look(arguments.look.given())?;
    let section = Section::new(&classifiers, segment).map_err(refuse)?;
    let coordinate = coordinate(arguments, &section.segment);
    let (classifiers, pairs) = (classifiers.as_slice(), arguments.pairs);
    let is_for_people = !matches!(arguments.output.format, TableFormat::Json | TableFormat::Csv);
    let models = match models.as_ref().filter(|_| is_for_people) {
        Some(models) => Some(in_words(models, classifiers, &section.segment).map_err(refuse)?),
        None => None,
    };
    let preference = preference.as_ref();
    let section = &section;
    let optimality = SectionOptimality::new(section, classifiers, arguments.at.as_ref());
    let drawn = match arguments.pair.draws {
        Some(count) => Some(drawn(arguments, count, subject, &section.segment, streams)?),
        None => None,
    };
    let report = SectionReport {
        section,
        classifiers,
        coordinate,
        models,
        preference,
        optimality,
        drawn,
        pairs,
        swaps: arguments.swaps,
    };
    write_result(&arguments.output, streams, &report)
}

/// Refuses draws where there is no compromise of classifiers to be told of.
fn check_draws(
    arguments: &CurveArgs,
    are_models: bool,
    wants_picture: bool,
) -> Result<(), Failure> {
    let (what, hint) = match (wants_picture, are_models) {
        _ if arguments.pair.draws.is_none() => return Ok(()),
        (true, _) => ("--draws has no effect on a picture", "leave it out, or -o FILE.svg"),
        (_, true) => (
            "--draws is about classifiers, and these are thresholds of models",
            "fix the thresholds with --threshold T",
        ),
        _ => return Ok(()),
    };
    Err(Failure::new(what, hint))
}

/// Draws the best compromise by true rates.
fn drawn(
    arguments: &CurveArgs,
    count: u32,
    subject: &Subject,
    segment: &Segment,
    streams: &mut Streams<'_>,
) -> Result<DrawnCompromise, Failure> {
    let tested = Tested::from(subject);
    tested.note_optimism(&arguments.input, 0..tested.classifiers.len(), streams);
    let (_, contestants) = tested.contestants(streams)?;
    let draws = Draws { count, seed: pair::seed(arguments) };
    let flat = BetaPrior::default();
    let found = with_progress(count.div_ceil(Draws::BLOCK).into(), "draws", |advance| {
        truly_compromised(&contestants, [&flat, &flat], segment.balanced(), draws, advance)
    })?;
    let level = pair::level(arguments);
    Ok(DrawnCompromise {
        interval: found.interval(&level).map(|ends| segment.around(&ends)),
        level,
        draws: count,
        without: found.without,
        seed: draws.seed,
        paired: contestants.is_paired(),
    })
}

/// Returns the preference to mark, which has to be on the segment, and the classifiers that are
/// first there.
fn preference(
    arguments: &CurveArgs,
    classifiers: &[Classifier],
    segment: &Segment,
) -> Result<Option<SectionPreference>, Failure> {
    let Some(named) = &arguments.at else { return Ok(None) };
    let at = named.place(segment.prior_positive());
    let Some(position) = segment.position(&at) else {
        let what = format!("the preference (a, b) = {at} is not on this segment");
        return Err(Failure::new(
            what,
            "preferences by costs are on --along decision and --along cost",
        ));
    };
    let score = RankingScore::at(at.clone()).expect("places are on the Tile");
    let ranking = rank_at(classifiers, &score);
    let is_first = |ranked: &&RankedClassifier| ranked.rank.is_some_and(|rank| rank.best == 1);
    let first = ranking.iter().filter(is_first).map(|ranked| ranked.classifier).collect();
    Ok(Some(SectionPreference { position, at, first }))
}

/// The most models that are compared pairwise at their best thresholds.
const MOST_COMPARED: usize = 100;

/// Returns the parts of the text that are about models.
fn in_words<'m>(
    models: &'m Models,
    classifiers: &[Classifier],
    segment: &Segment,
) -> Result<SectionModels<'m>, SectionError> {
    let is_small = models.scored.len() <= MOST_COMPARED;
    let swaps = is_small.then(|| BestSwap::of_groups(classifiers, &models.groups(), segment));
    let thresholds = |(model, hull): (&ScoredModel, &Vec<usize>)| {
        hull.iter().map(|&position| model.simplest_threshold(position)).collect::<Vec<_>>()
    };
    Ok(SectionModels {
        names: models.scored.iter().map(ScoredModel::name).collect(),
        of: models.families(),
        thresholds: models.scored.iter().zip(&models.hulls).flat_map(thresholds).collect(),
        swaps: swaps.transpose()?,
    })
}

fn picture(
    arguments: &CurveArgs,
    classifiers: Vec<Classifier>,
    (models, scheme): (&[ScoredModel], &Scheme),
    segment: Segment,
    preference: Option<&Rational>,
) -> Result<String, SectionError> {
    let kind = match arguments.along {
        Some(Along::Decision) => CurveKind::Decision,
        Some(Along::Cost) => CurveKind::Cost,
        Some(Along::FBeta) => CurveKind::FBeta,
        _ => CurveKind::Value,
    };
    let curves = if models.is_empty() {
        let curve = |(k, classifier): (usize, &Classifier)| SectionCurve {
            name: classifier.name.clone(),
            members: vec![k],
            own: None,
        };
        classifiers.iter().enumerate().map(curve).collect()
    } else {
        curves_of_models(models, arguments.models)
    };
    // The compromise is one between classifiers that are given, not between thresholds.
    let compromise = if kind.has_constants() || !models.is_empty() {
        None
    } else {
        Section::new(&classifiers, segment.clone())?.compromise()
    };
    let mut all = classifiers;
    if kind.has_constants() {
        all.extend(constants(&all[0].matrix));
    }
    let section = Section::new(&all, segment)?;
    let side = f64::from(arguments.size);
    let marked = Marked { compromise: compromise.as_ref(), preference };
    let style = SectionStyle { scheme, legend: !arguments.look.no_legend, side };
    let picture = SectionPicture::new(kind, &all, &curves, &section, marked, style);
    Ok(picture.to_svg())
}

/// Returns a curve for each model; its classifiers are the vertices of its hull.
fn curves_of_models(models: &[ScoredModel], with_own: bool) -> Vec<SectionCurve<'_>> {
    let mut start = 0;
    let curve = |model| {
        let count = ScoredModel::hull(model).len();
        let members = (start..start + count).collect();
        start += count;
        let own = (with_own && model.is_probabilistic()).then_some(model);
        SectionCurve { name: model.name().to_owned(), members, own }
    };
    models.iter().map(curve).collect()
}

/// Returns the classifiers that predict all samples positive, and no sample positive.
pub(crate) fn constants(like: &ConfusionMatrix) -> [Classifier; 2] {
    let (negatives, positives, none) = (like.negatives(), like.positives(), || Rational::ZERO);
    let all = ConfusionMatrix::new(none(), negatives.clone(), none(), positives.clone());
    let nobody = ConfusionMatrix::new(negatives, none(), positives, none());
    [("all positive", all), ("none positive", nobody)]
        .map(|(name, matrix)| Classifier::new(name, matrix.expect("there are samples")))
}
