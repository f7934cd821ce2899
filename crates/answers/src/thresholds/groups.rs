//! `exactile thresholds --equalise`

use super::arguments::ThresholdsArgs;
use super::preference::{asked_place, costs};
use crate::args;
use crate::host::{Failure, Streams, given, spinner, write_result};
use crate::inputs::input::{distinct, file_name};
use crate::inputs::models::{hull_classifiers, position};
use exactile::num::Rational;
use exactile::performance::Class;
use exactile::score::NamedScore;
use exactile::threshold::{Fold, GroupThresholds, Preference, ScoredModel, Tolerance};
use exactile::tile::rank_by_keys;
use exactile_document::{AskedPreference, GroupThresholdsReport, GroupedModel, Labelling};
use exactile_input::Subject;

/// Writes the best thresholds by group, for some models by name, or all.
pub(crate) fn answer(
    arguments: &ThresholdsArgs,
    among: &[String],
    tolerance: &Tolerance,
    subject: &Subject,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let labelling = Labelling { positive: subject.positive.clone(), dropped: subject.dropped };
    streams.has_read(&hull_classifiers(&subject.models), labelling);
    let (Some(by), Some(folds)) = (&arguments.by, &subject.folds) else {
        return Err(Failure::new("the input has no groups", "name their column with --by"));
    };
    check_groups(arguments, &folds.names, &folds.models[0])?;
    let named = among.iter().map(|name| position(&subject.models, name));
    let named = named.collect::<Result<Vec<_>, _>>()?;
    let chosen = match named.is_empty() {
        true => (0..subject.models.len()).collect(),
        false => distinct(named),
    };
    let asked = asked(arguments)?;
    let prior = arguments.target.target_prior.clone();
    let at = asked_place(arguments, &asked, &subject.models[0]);
    let preference = at.clone().and_then(|at| Preference::new(at, prior));
    let (Some(at), Some(preference)) = (at, preference) else {
        unreachable!("each preference here has a place on the Tile")
    };
    let working = spinner("searching thresholds with equal rates");
    let stop = given::stop();
    let judged = |&k: &usize| {
        let groups: Vec<&ScoredModel> = folds.models[k].iter().map(|fold| &fold.own).collect();
        let all = &subject.models[k];
        let found = GroupThresholds::new(all, &groups, &preference, tolerance, &|| stop.step());
        let found = found.map_err(|error| {
            let hint = "thresholds for a preference need samples of both classes";
            Failure::new(error, hint).at(file_name(&arguments.input))
        })?;
        let found = found.ok_or_else(Failure::stopped)?;
        Ok::<_, Failure>(GroupedModel { all, groups, found })
    };
    let models = chosen.iter().map(judged).collect::<Result<Vec<_>, _>>();
    working.finish_and_clear();
    let models = models?;
    let values: Vec<Option<Rational>> =
        models.iter().map(|model| model.found.equalised.value.clone()).collect();
    let report = GroupThresholdsReport {
        by,
        names: &folds.names,
        tolerance,
        asked,
        at,
        target_prior: arguments.target.target_prior.as_ref(),
        ranking: rank_by_keys(&values),
        models,
    };
    write_result(&arguments.output, streams, &report)
}

/// Returns the one preference of the command.
fn asked(arguments: &ThresholdsArgs) -> Result<AskedPreference, Failure> {
    if let Some(costs) = costs(arguments)? {
        return Ok(AskedPreference::Costs(costs));
    }
    if arguments.at.is_some() {
        return Ok(AskedPreference::Point);
    }
    match args::distinct(&arguments.scores).as_slice() {
        [metric] => match NamedScore::new(metric.clone()) {
            Ok(score) => Ok(AskedPreference::Score(score)),
            Err(_) => Err(Failure::new(
                format!("{metric} has no place on the Tile"),
                "choose a ranking score, such as accuracy, ba or f1, or give costs",
            )),
        },
        _ => Err(Failure::new(
            "--equalise searches for one preference",
            "give one --score, --at A,B, or --cost-fp X --cost-fn Y",
        )),
    }
}

/// Checks that each group has samples of both classes: otherwise its rates are undefined.
fn check_groups(
    arguments: &ThresholdsArgs,
    names: &[String],
    groups: &[Fold],
) -> Result<(), Failure> {
    for (name, group) in names.iter().zip(groups) {
        let counts =
            [(group.own.negatives(), Class::Negative), (group.own.positives(), Class::Positive)];
        if let Some((_, class)) = counts.into_iter().find(|(count, _)| *count == 0) {
            let what = format!("the group {name:?} has no {class} samples");
            let hint = "leave its rows out, or put it together with another group";
            return Err(Failure::new(what, hint).at(file_name(&arguments.input)));
        }
    }
    Ok(())
}
