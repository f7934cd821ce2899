//! `exactile domains`

pub(crate) mod arguments;

use self::arguments::{DomainsArgs, MapArg};
use crate::args::{self, DomainArgs, StripAlong, TableFormat, TargetArgs};
use crate::host::{Failure, Streams, note_all, spinner, write_result};
use crate::inputs::reading::Reading;
use crate::inputs::{input, means};
use exactile::contest::{ContestError, Gap, PatternMass};
use exactile::domain::{DomainMap, DomainValues, Domains, MaximinError, MaximinPiece};
use exactile::geometry::Point;
use exactile::lattice::Observation;
use exactile::num::Rational;
use exactile::score::{Metric, NamedScore};
use exactile_document::{
    DomainsAgreement, DomainsAlong, DomainsAt, DomainsGaps, DomainsMap, DomainsReport,
};
use exactile_input::Subject;

/// The hint for test sets without samples of both classes.
pub(crate) const NEEDS_CLASSES: &str = "maps of values need samples of both classes in each test \
     set; preponderant and bottleneck do not";

pub(crate) fn reading(arguments: &DomainsArgs) -> Result<Reading, Failure> {
    if arguments.domains.by.is_none() {
        let what = "the column of test sets is not named";
        return Err(Failure::new(what, "name it as the header does, with --by COLUMN"));
    }
    if arguments.vary.is_some() && asked(arguments).is_none() {
        let what = "--vary asks who is first at one preference";
        return Err(Failure::new(what, "add --score NAME or --at A,B, or leave --vary out"));
    }
    match (arguments.map.map(MapArg::of_one), &arguments.classifier) {
        (Some(None), Some(_)) => {
            let what = "the map of agreement is about all classifiers";
            return Err(Failure::new(what, "leave --classifier out"));
        }
        (Some(Some(map)), None) => {
            let what = format!("the map {} is of one classifier's test sets", map.name());
            return Err(Failure::new(what, "name it with --classifier"));
        }
        _ => {}
    }
    let input = match &arguments.classifier {
        Some(name) => arguments.input.naming([name]),
        None => arguments.input.clone(),
    };
    Ok(Reading::of(&input).by(&arguments.domains))
}

fn asked(arguments: &DomainsArgs) -> Option<&NamedScore> {
    arguments.place.score.as_ref().or(arguments.place.at.as_ref())
}

pub(crate) fn answer(
    arguments: &DomainsArgs,
    subject: &Subject,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let of_gaps = args::distinct(&arguments.gaps);
    for metric in asked(arguments).map(NamedScore::metric).into_iter().chain(&of_gaps) {
        input::check_metric(metric, streams)?;
    }
    let file = input::name(&arguments.input);
    let domains = asked_domains(&arguments.domains, &arguments.target, subject, &file)?;
    let means = domains.means();
    let point = match asked(arguments) {
        None => None,
        Some(score) => {
            let at = place(score, &domains, &file)?;
            let name = arguments.place.score.as_ref().map(ToString::to_string);
            Some(at_point(arguments, &domains, at, name)?)
        }
    };
    let along = arguments.along.map(|along| worst_along(along, &domains, &file)).transpose()?;
    let maximin = arguments.maximin.then(|| maximin(&domains, &file)).transpose()?;
    let gaps = gaps(arguments, &domains, &file)?;
    let unanimous = arguments.unanimous.then(|| domains.unanimous());
    let map = match (arguments.map.and_then(MapArg::of_one), &arguments.classifier) {
        (Some(map), Some(name)) => {
            let classifier = input::position(&means, name)?;
            Some(mapped(arguments, &domains, classifier, map, &file)?)
        }
        _ => None,
    };
    let agreement = (arguments.map == Some(MapArg::Agreement)).then(|| agreement(&domains, &file));
    let agreement = agreement.transpose()?;
    let tests = subject.domains.as_ref().expect("they are told apart");
    let weights = means::weights_name(&arguments.domains, tests);
    let by = arguments.domains.by.as_deref().unwrap_or_default();
    let report = DomainsReport {
        domains: &domains,
        by,
        weights,
        means: &means,
        point,
        along,
        maximin,
        gaps,
        unanimous,
        map,
        agreement,
    };
    if arguments.output.format == TableFormat::Csv {
        let left_out = beside_the_table(arguments);
        let note = |flags| {
            format!("CSV has one table: {flags} left out, which --format json has and text shows")
        };
        let flags = match left_out.as_slice() {
            [] => None,
            [one] => Some(format!("{one} is")),
            [all @ .., last] => Some(format!("{} and {last} are", all.join(", "))),
        };
        note_all(flags.map(note).as_slice(), streams);
    }
    write_result(&arguments.output, streams, &report)
}

/// Returns the flags whose results are not in the table of the data.
fn beside_the_table(arguments: &DomainsArgs) -> Vec<&'static str> {
    let DomainsArgs { map, gaps, along, maximin, unanimous, vary, .. } = arguments;
    let tables = [
        (map.is_some(), "--map"),
        (asked(arguments).is_some(), "the preference"),
        (!gaps.is_empty(), "--gaps"),
        (along.is_some(), "--along"),
        (*maximin, "--maximin"),
        (*unanimous, "--unanimous"),
    ];
    let tables = tables.into_iter().filter_map(|(is_asked, flag)| is_asked.then_some(flag));
    tables.skip(1).chain(vary.as_ref().map(|_| "--vary")).collect()
}

/// Returns the zones of the first classifiers.
fn agreement(domains: &Domains, file: &str) -> Result<DomainsAgreement, Failure> {
    let working = spinner("cutting the Tile by first classifiers");
    let found = domains.agreement_zones();
    working.finish_and_clear();
    let hint = "choose classifiers with --only, or leave test sets out";
    let zones = found.map_err(|error| Failure::new(error, hint).at(file))?;
    Ok(DomainsAgreement { zones })
}

/// Returns the regions of the best worst test set.
fn maximin(domains: &Domains, file: &str) -> Result<Vec<MaximinPiece>, Failure> {
    let working = spinner("comparing worst test sets");
    let found = domains.maximin();
    working.finish_and_clear();
    found.map_err(|error| {
        let hint = match error {
            MaximinError::TooMany { .. } => {
                "choose classifiers with --only, or ask along a segment: --along decision"
            }
            _ => "leave out --maximin, or the test sets without samples of both classes",
        };
        Failure::new(error, hint).at(file)
    })
}

/// Returns the gaps of the requested metrics.
fn gaps(
    arguments: &DomainsArgs,
    domains: &Domains,
    file: &str,
) -> Result<Vec<DomainsGaps>, Failure> {
    let metrics = args::distinct(&arguments.gaps);
    if metrics.is_empty() {
        return Ok(Vec::new());
    }
    if arguments.target.target_prior.is_some() {
        let what = "gaps are between results as they were tested";
        return Err(Failure::new(what, "leave --target-prior or --gaps out"));
    }
    let observed = |k: usize| {
        let of = |d| Observation::from_matrix(domains.matrix(d, k), &domains.classifiers()[k]);
        (0..domains.names().len()).map(of).collect::<Result<Vec<_>, _>>()
    };
    let observed = (0..domains.classifiers().len()).map(observed).collect::<Result<Vec<_>, _>>();
    let observed = observed.map_err(|error| Failure::from(error).at(file))?;
    let working = spinner("drawing gaps");
    let (mass, level, seed) = (PatternMass::default(), &arguments.level, arguments.seed);
    let of_metric = |metric: Metric| {
        let gap = |of: &Vec<Observation>| Gap::new(of, &metric, &mass, level, seed);
        let gaps = observed.iter().map(gap).collect::<Result<_, ContestError>>()?;
        Ok::<_, Failure>(DomainsGaps { gaps, metric, level: level.clone() })
    };
    let found = metrics.into_iter().map(of_metric).collect();
    working.finish_and_clear();
    found
}

/// Returns the best worst test set along a segment.
fn worst_along(along: StripAlong, domains: &Domains, file: &str) -> Result<DomainsAlong, Failure> {
    let (along, ends) = match along {
        StripAlong::Decision => ("decision", [[1, 1], [0, 0]]),
        StripAlong::Cost => ("cost", [[0, 0], [1, 1]]),
        StripAlong::FBeta => ("f-beta", [[1, 0], [1, 1]]),
    };
    let [from, to] = ends.map(|[a, b]| Point::new(Rational::from(a), Rational::from(b)));
    let found = domains.worst_along(&from, &to).ok_or_else(|| {
        let what = "no classifier has a value along this segment";
        Failure::new(what, "choose another --along, or leave it out").at(file)
    })?;
    Ok(DomainsAlong { along, found })
}

/// Returns the test sets of an input, at the target prior if there is one.
pub(crate) fn asked_domains(
    asked: &DomainArgs,
    target: &TargetArgs,
    subject: &Subject,
    file: &str,
) -> Result<Domains, Failure> {
    let Some(tests) = &subject.domains else {
        return Err(Failure::new("the input has no test sets", "name their column with --by"));
    };
    let domains = means::domains(asked, file, tests)?;
    let Some(prior) = &target.target_prior else { return Ok(domains) };
    domains.shifted(prior).map_err(|error| {
        Failure::new(error, "a shift needs samples of both classes in each test set").at(file)
    })
}

/// Returns the place of a score on the Tile of the mean performances.
fn place(score: &NamedScore, domains: &Domains, file: &str) -> Result<Point, Failure> {
    let prior = |k: usize| domains.mean(k).prior_positive();
    let first: Rational = prior(0);
    let is_common = (1..domains.classifiers().len()).all(|k| prior(k) == first);
    if score.depends_on_prior() && !is_common {
        let what = format!(
            "the place of {score} depends on the prior, and mean performances have several"
        );
        return Err(Failure::new(what, "give a point with --at, or one --target-prior").at(file));
    }
    Ok(score.place(&first))
}

fn at_point(
    arguments: &DomainsArgs,
    domains: &Domains,
    at: Point,
    score: Option<String>,
) -> Result<DomainsAt, Failure> {
    let outside =
        || Failure::new(format!("{at} is not on the Tile"), "give a point from 0,0 to 1,1");
    let count = domains.classifiers().len();
    let values: Option<Vec<_>> = (0..count).map(|k| domains.values(k, &at)).collect();
    let values = values.ok_or_else(outside)?;
    let agreement = domains.agreement(&at).ok_or_else(outside)?;
    let distances = domains.distances(&at).ok_or_else(outside)?;
    let vary = match &arguments.vary {
        None => None,
        Some(name) => {
            let known = domains.names();
            let position = known.iter().position(|domain| domain == name).ok_or_else(|| {
                let what = format!("there is no test set {name:?}");
                let known = means::listed(known.iter().map(String::as_str));
                Failure::new(what, format!("the input has {known}")).about_input()
            })?;
            let range = domains.vary(position, &at).ok_or_else(|| {
                let what =
                    "no weight can be varied: the others are 0, or no classifier has a value here";
                Failure::new(what, "give the other test sets a weight, or leave --vary out")
            })?;
            Some(range)
        }
    };
    let is_its_value = score.as_ref().is_some_and(|score| are_values(score, domains, &values));
    Ok(DomainsAt { at, score, is_its_value, values, agreement, distances, vary })
}

/// Returns `true` if these values of a ranking score are those of a metric too: its place on the
/// Tile of the mean may order as it does with other values, and is that of another score in a test
/// set with another prior.
fn are_values(score: &str, domains: &Domains, values: &[DomainValues]) -> bool {
    let Ok(metric) = score.parse::<Metric>() else { return false };
    values.iter().enumerate().all(|(k, of)| {
        let sets = of.domains.iter().enumerate();
        metric.value(domains.mean(k)) == of.mean
            && sets.into_iter().all(|(d, of)| metric.value(domains.matrix(d, k)) == of.value)
    })
}

fn mapped(
    arguments: &DomainsArgs,
    domains: &Domains,
    classifier: usize,
    map: DomainMap,
    file: &str,
) -> Result<DomainsMap, Failure> {
    let pieces = domains.map(classifier, map);
    let mut pieces = pieces.map_err(|error| Failure::new(error, NEEDS_CLASSES).at(file))?;
    if arguments.area {
        for piece in &mut pieces {
            piece.area = Some(piece.enclosed_area());
        }
    }
    Ok(DomainsMap { classifier, map, pieces })
}
