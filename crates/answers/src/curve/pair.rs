//! `exactile curve --first NAME --second NAME`: the parts of a segment on which it is decided which
//! of two classifiers is better.

use super::arguments::{Along, CurveArgs};
use super::segment::{coordinate, segment};
use crate::args::InputArgs;
use crate::drawn::colours;
use crate::drawn::picture::{is_picture, refuse_look, write_svg};
use crate::host::{Failure, Streams, with_progress, write_result};
use crate::inputs::input;
use crate::inputs::input::position;
use crate::inputs::reading::Reading;
use crate::inputs::tested::Tested;
use exactile::contest::{Evidence, PatternMass, compare_along};
use exactile::lattice::{Lattice, Observation};
use exactile::num::{Level, Rational};
use exactile::section::Section;
use exactile_document::{CurvePairReport, DrawnPair};
use exactile_input::Subject;
use exactile_picture::{PairCurve, Scheme, curve_pair_picture, palette};

/// Returns the input, with the names of the requested pair.
fn input(arguments: &CurveArgs, [first, second]: [&String; 2]) -> InputArgs {
    arguments.input.naming([first, second]).pairing(Some(first))
}

/// Returns the probability from which on a comparison counts as decided.
pub(crate) fn level(arguments: &CurveArgs) -> Level {
    arguments.pair.level.clone().unwrap_or_default()
}

/// Returns the seed of draws.
pub(crate) fn seed(arguments: &CurveArgs) -> u64 {
    arguments.pair.seed.unwrap_or(1)
}

pub(crate) fn reading(arguments: &CurveArgs, names: [&String; 2]) -> Result<Reading, Failure> {
    let pair = &arguments.pair;
    for (is_given, flag) in [
        (arguments.target.target_prior.is_some(), "--target-prior"),
        (arguments.models, "--models"),
        (arguments.pairs, "--pairs"),
    ] {
        if is_given {
            let what = format!("{flag} does not go with --first and --second");
            return Err(Failure::new(what, "leave it out"));
        }
    }
    if matches!(arguments.along, Some(Along::PrecisionRecallGain | Along::Brier)) {
        let what = "a pair is compared along a segment of the Tile";
        return Err(Failure::new(
            what,
            "choose --along decision, cost or f-beta, or --from and --to",
        ));
    }
    Ok(Reading::tested(&input(arguments, names), pair.unpaired))
}

pub(crate) fn answer(
    arguments: &CurveArgs,
    [first, second]: [&String; 2],
    subject: &Subject,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let (pair, level) = (&arguments.pair, level(arguments));
    let input = &input(arguments, [first, second]);
    let tested = Tested::from(subject);
    let Tested { classifiers, joint, .. } = &tested;
    let [i, j] = [position(classifiers, first)?, position(classifiers, second)?];
    if i == j {
        let what = "--first and --second name the same classifier";
        return Err(Failure::new(what, "name two different ones"));
    }
    tested.note_optimism(input, [i, j], streams);
    let both = [classifiers[i].clone(), classifiers[j].clone()];
    let tile = input::on_tile(both.to_vec(), &arguments.target)?;
    let name = input::name(&arguments.input);
    let prior = tile.common_prior()?.clone();
    let mut observed = Vec::new();
    for of in &both {
        let found = Observation::from_matrix(&of.matrix, &of.name)?;
        found.check_both_classes()?;
        observed.push(found);
    }
    let evidence = match &joint {
        Some(joint) => Evidence::Paired(joint.pair(i, j)),
        None => Evidence::Independent(observed[0], observed[1]),
    };
    let of = &observed[0];
    let test = Lattice::new(of.tp + of.fn_, of.tn + of.fp)?;
    let segment = segment(arguments, prior)?;
    // The middles of equal parts: at the ends scores may be those of one class alone.
    let steps = i64::from(pair.steps);
    let positions: Vec<Rational> =
        (0..steps).map(|k| Rational::new(2 * k + 1, 2 * steps)).collect();
    let points: Vec<_> = positions.iter().map(|position| segment.at(position)).collect();
    let mass = PatternMass::new(Rational::from(2)).expect("positive");
    let compared = with_progress(pair.steps.into(), "points", |advance| {
        compare_along(&evidence, &mass, test, &points, seed(arguments), advance)
    })?;
    let section = Section::new(&both, segment).map_err(|error| {
        Failure::new(error, "a segment needs samples of both classes").at(&name)
    })?;
    let report = CurvePairReport {
        section: &section,
        classifiers: &both,
        coordinate: coordinate(arguments, &section.segment),
        is_paired: evidence.is_paired(),
        level: &level,
        positions: &positions,
        compared: &compared,
    };
    let destination = arguments.output.to.output.as_ref();
    if destination.is_some_and(|path| is_picture(path)) {
        let side = f64::from(arguments.size);
        let DrawnPair { heading, truly_better, swap_test, swaps } = report.drawn();
        let curve = PairCurve { heading: heading.to_owned(), truly_better, swap_test, swaps };
        let scheme = colours::scheme(subject, &arguments.input, &arguments.look.look)?;
        let place = |name: &str| tested.classifiers.iter().position(|known| known.name == name);
        let own = [first, second].map(|name| place(name).map_or("", |at| scheme.of(at)));
        // Two greys do not tell the two apart.
        let usual = [palette::colour(0), palette::colour(1)];
        let colours = if own.iter().all(|colour| !Scheme::is_grey(colour)) { own } else { usual };
        let svg = curve_pair_picture(&curve, &level, [first, second], colours, side);
        return write_svg(&svg, arguments.look.look(), destination, streams);
    }
    refuse_look(arguments.look.given())?;
    write_result(&arguments.output, streams, &report)
}
