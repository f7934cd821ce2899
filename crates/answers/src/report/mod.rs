//! `exactile report`

pub(crate) mod arguments;

use std::path::Path;

use self::arguments::ReportArgs;
use crate::further::model;
use crate::host::{Failure, Streams, limits, note_all, spinner, write_plain};
use crate::inputs::models::{Models, SAME_SAMPLES, matching};
use crate::inputs::reading::{Reading, ask, check_counts};
use crate::inputs::tested::{TOO_MANY_PATTERNS, Tested};
use crate::inputs::{input, means};
use exactile::contest::{Contestants, Draws};
use exactile::threshold::ScoredModel;
use exactile_input::{ChosenThresholds, Subject};
use exactile_report::{
    ChosenOn, Logo, Provenance, Report, ReportOptions, TestSets, Together, report_html,
};

pub(crate) fn run(arguments: &ReportArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    if streams.is_terminal && arguments.output.output.is_none() {
        return Err(Failure::new("a page cannot be shown in a terminal", "add -o report.html"));
    }
    ask(arguments, reading, answer, streams)
}

fn reading(arguments: &ReportArgs) -> Result<Reading, Failure> {
    check_page_name(arguments)?;
    let ReportArgs { input, classes, unpaired, .. } = arguments;
    let reading = match classes.multi_class {
        true => Reading::of_classes(input, classes),
        false => Reading::with_labels(input, *unpaired),
    };
    let reading = reading.by(&arguments.domains);
    let reading = reading.beside(arguments.choose_on.as_ref(), input::options(input));
    if *unpaired || arguments.draws == 0 {
        return Ok(reading);
    }
    let preferences = ReportOptions::preferences(&arguments.preference);
    Ok(reading.chosen_for(preferences, arguments.target_prior.clone()))
}

fn answer(
    arguments: &ReportArgs,
    subject: &Subject,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let logo = arguments.logo.as_deref().map(logo).transpose()?;
    let named = arguments.metrics.distinct();
    if streams.are_best && !arguments.input.operations.is_empty() {
        let what = "--operation does not apply to models with scores";
        return Err(Failure::new(what, "leave it out"));
    }
    let models = Models::of(subject, &arguments.input);
    let tested = tested(arguments, subject, streams)?;
    let is_scores = models.is_some();
    if arguments.choose_on.is_some() && !is_scores {
        let what = "--choose-on applies to models that give scores";
        let hint = match arguments.input.thresholds.is_empty() {
            true => "leave it out, or give a file of scores",
            false => "leave --threshold out: thresholds are chosen here",
        };
        return Err(Failure::new(what, hint));
    }
    let counted = |found: Models| check_counts(subject, &arguments.input).map(|()| found.scored);
    let models = models.map(counted).transpose()?.unwrap_or_default();
    let others = others(arguments, &models, subject, streams)?;
    let tested = if is_scores { Tested::alone(Vec::new()) } else { tested };
    limits::report(tested.classifiers.len())?;
    let options = ReportOptions {
        target_prior: arguments.target_prior.clone(),
        metrics: match named.is_empty() {
            true => ReportOptions::metrics_for(&arguments.preference),
            false => named,
        },
        model: model(&arguments.model)?,
        level: arguments.level.clone(),
        grid: arguments.grid,
        preference: arguments.preference.clone(),
        contestants: paired(&tested, streams),
        pooling: arguments.prior_pooling.clone(),
        draws: Draws { count: arguments.draws, seed: arguments.seed },
        ..ReportOptions::default()
    };
    let working = spinner("working out the report");
    // In memory there is neither a file nor a command that anybody could type again.
    let is_typed = streams.request.is_some();
    let report = match &others {
        Some(others) => {
            let path = arguments.choose_on.as_ref().filter(|_| is_typed);
            let called =
                path.map_or_else(|| "other samples".to_owned(), |path| input::file_name(path));
            let together = together(subject, streams);
            let chosen_on =
                ChosenOn { models: others, called: &called, together: together.as_ref() };
            Report::of_models_chosen_on(&models, chosen_on, &options)
        }
        None if is_scores => Report::of_models(&models, &options),
        None => Report::new(tested.classifiers, &options),
    };
    working.finish_and_clear();
    let mut report = report?;
    report.test_sets = test_sets(arguments, subject)?;
    report.provenance = Provenance {
        title: arguments.title.clone(),
        note: arguments.note.clone(),
        logo,
        file: is_typed.then(|| input::name(&arguments.input)),
        positive: streams.labelling.positive.clone(),
        dropped_rows: streams.labelling.dropped,
        // They name the file.
        notes: if is_typed { std::mem::take(&mut streams.notes) } else { Vec::new() },
        command: is_typed.then(|| streams.command.clone()),
    };
    write_plain(arguments.output.output.as_ref(), streams, |out| Ok(report_html(&report, out)?))
}

/// Returns the classifiers of the page: of several test sets the sums, where these are the means.
fn tested(
    arguments: &ReportArgs,
    subject: &Subject,
    streams: &mut Streams<'_>,
) -> Result<Tested, Failure> {
    let sets = subject.domains.as_ref();
    if let Some(counts) = sets.and_then(|tests| means::counts(&arguments.domains, tests)) {
        let note = "the probabilities of ranks treat the samples of all test sets as one test";
        note_all(&[note.to_owned()], streams);
        return Ok(Tested { joint: subject.joint.clone(), ..Tested::alone(counts) });
    }
    if sets.is_some() {
        return Ok(Tested::alone(subject.classifiers.clone()));
    }
    Tested::of(subject, &arguments.input, &arguments.classes, streams)
}

/// Returns the test sets of the classifiers, if these have means over several.
fn test_sets(arguments: &ReportArgs, subject: &Subject) -> Result<Option<TestSets>, Failure> {
    let (Some(by), Some(tests)) = (&arguments.domains.by, &subject.domains) else {
        return Ok(None);
    };
    let domains = means::domains(&arguments.domains, &input::name(&arguments.input), tests)?;
    Ok(Some(TestSets { domains, by: by.clone() }))
}

/// Returns the models of the file that chooses thresholds, if there is one.
fn others(
    arguments: &ReportArgs,
    models: &[ScoredModel],
    subject: &Subject,
    streams: &mut Streams<'_>,
) -> Result<Option<Vec<ScoredModel>>, Failure> {
    let others = match (&arguments.choose_on, &subject.beside) {
        (None, _) | (_, None) => None,
        (Some(path), Some(other)) => {
            let positive = subject.positive.as_deref().unwrap_or_default();
            Some(matching(path, other, models, positive)?)
        }
    };
    if others.as_deref() == Some(models) {
        note_all(&[SAME_SAMPLES.to_owned()], streams);
    }
    let vertices = others.as_deref().unwrap_or(models).iter().map(|model| model.hull().len()).sum();
    limits::report(vertices)?;
    Ok(others)
}

/// Returns the results of the classifiers on the same samples, if they are known for all
/// classifiers at once.
fn paired(tested: &Tested, streams: &mut Streams<'_>) -> Option<Contestants> {
    let joint = tested.joint.as_ref()?;
    let contestants = Contestants::paired(joint);
    if contestants.is_none() {
        note_all(&[TOO_MANY_PATTERNS.to_owned()], streams);
    }
    contestants.map(|contestants| contestants.drawn_by(&tested.names()))
}

/// Returns the chosen thresholds with their results on the same samples, if these are known for all
/// at once.
fn together<'s>(subject: &'s Subject, streams: &mut Streams<'_>) -> Option<Together<'s>> {
    let ChosenThresholds { of, classifiers, joint } = subject.chosen.as_ref()?;
    let contestants = Contestants::paired(joint.as_ref()?);
    if contestants.is_none() {
        note_all(&[TOO_MANY_PATTERNS.to_owned()], streams);
    }
    Some(Together { of, classifiers, contestants: contestants? })
}

fn logo(path: &Path) -> Result<Logo, Failure> {
    let bytes = std::fs::read(path).map_err(|error| Failure::from(error).at(path.display()))?;
    Logo::new(&bytes).ok_or_else(|| {
        let hint = format!("give a PNG, JPEG, WebP or SVG of at most {} bytes", Logo::MOST_BYTES);
        Failure::new("this is no picture for a page", hint).at(path.display())
    })
}

/// Refuses names of the page other than HTML.
fn check_page_name(arguments: &ReportArgs) -> Result<(), Failure> {
    let Some(extension) = arguments.output.output.as_ref().and_then(|path| path.extension()) else {
        return Ok(());
    };
    if ["html", "htm"].iter().any(|known| extension.eq_ignore_ascii_case(known)) {
        return Ok(());
    }
    Err(Failure::new(format!("a report cannot be written as {extension:?}"), "name a file .html"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct ReportOf {
        #[command(flatten)]
        arguments: ReportArgs,
    }

    #[test]
    fn a_terminal_is_not_flooded_with_a_page() {
        let input: &[u8] = b"name,tn,fp,fn,tp\nA,5,1,2,4\nB,4,2,1,5\n";
        for (output, is_shown) in [(&[][..], false), (&["-o", "-"], true)] {
            let words = [&["report", "-", "--draws", "0", "--grid", "0"], output].concat();
            let ReportOf { arguments } = ReportOf::try_parse_from(words).expect("arguments");
            let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
            let mut streams = Streams::new(&mut stdout, &mut stderr, String::new());
            streams.is_terminal = true;
            let result = crate::host::given::with_input(
                input.into(),
                crate::host::given::Stop::default(),
                || run(&arguments, &mut streams),
            );
            match result {
                Ok(()) => assert!(is_shown && stdout.starts_with(b"<!")),
                Err(failure) => {
                    let expected = "a page cannot be shown in a terminal\nhint: add -o report.html";
                    assert_eq!((failure.to_string().as_str(), is_shown), (expected, false));
                    assert!(stdout.is_empty());
                }
            }
        }
    }
}
