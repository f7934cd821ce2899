//! Models that give scores: their thresholds, and decision curves.

use maud::{Markup, html};

use super::data::Colour;
use super::numbers::{self, Towards};
use crate::{Elsewhere, ModelPart, Report, ScoresPart, Step};
use exactile::geometry::Point;
use exactile::num::{Rational, Value};
use exactile::performance::counted;
use exactile::score::RankingScore;

/// The note that accompanies every best threshold.
const OPTIMISM: &str = "A threshold that is chosen on the samples that judge it looks better than \
    it is: the more thresholds, and the fewer samples, the more.";

/// Returns the chart beside the Tile; it is empty until the script runs.
pub(super) fn decision_box() -> Markup {
    html! {
        figure id="decision-box" hidden {
            div.box-head {
                h3 { "Decision curve" }
                (super::buttons::save("decision", "the decision curve"))
            }
            div id="decision-live" {}
            div id="decision-legend" {}
            p.note id="decision-note" {}
        }
    }
}

/// Returns the models and their thresholds. Without script each has its best one for the preference
/// that the report starts with.
pub(super) fn section(report: &Report, scores: &ScoresPart, colours: &[Colour]) -> Markup {
    let preference = report.verdicts.first();
    let called = preference.map_or_else(
        || "accuracy".to_owned(),
        |of| of.title.clone().unwrap_or_else(|| of.id.clone()),
    );
    html! {
        section id="thresholds" aria-labelledby="thresholds-title" {
            h2 id="thresholds-title" { "Thresholds" }
            p.note {
                "Positive is who scores at least the threshold. "
                span id="thresholds-what" {
                    @match &scores.elsewhere {
                        Some(on) => {
                            "Each model has the threshold that is best \
                             for " (called) " on " bdi { (on.called) } "."
                        },
                        None => { "Each model has its best threshold for " (called) "." },
                    }
                }
            }
            p.controls-line.live-only {
                label.check {
                    input id="one-preference" type="checkbox" checked;
                    @if scores.elsewhere.is_some() {
                        " one preference for all: each model takes the threshold that is chosen \
                         for it"
                    } @else {
                        " one preference for all: each model takes its best threshold"
                    }
                }
            }
            div.scroll {
                table id="models" {
                    thead {
                        tr {
                            th scope="col" { "Model" }
                            th.number scope="col" { "AUC" }
                            th.number scope="col" { "Brier" }
                            th.number scope="col" { "Threshold" }
                            th.live-only scope="col" { "lower to higher" }
                            @for count in ["TN", "FP", "FN", "TP"] {
                                th.number scope="col" { (count) }
                            }
                            th.number scope="col" id="models-value" { "Value" }
                        }
                    }
                    tbody {
                        @for (k, model) in scores.models.iter().enumerate() {
                            (row(report, scores, k, model, colours))
                        }
                    }
                }
            }
            p.note id="optimism" {
                @match &scores.elsewhere {
                    Some(on) => { (elsewhere(report, on)) },
                    None => {
                        (OPTIMISM) " "
                        code { "exactile report FILE --choose-on OTHER" }
                        " chooses on other samples than it judges on."
                    },
                }
            }
        }
    }
}

/// Returns a sentence about the samples that choose and the samples that judge.
fn elsewhere(report: &Report, on: &Elsewhere) -> Markup {
    html! {
        "Thresholds are chosen on " bdi { (on.called) } " (" (on.positives) " positive and "
        (counted(on.negatives, "negative sample")) ", weighted to the share of positives of this \
             page) and judged on "
        @match &report.provenance.file {
            Some(file) => { bdi { (file) } },
            None => { "the samples of this page" },
        }
        "."
    }
}

fn row(
    report: &Report,
    scores: &ScoresPart,
    k: usize,
    model: &ModelPart,
    colours: &[Colour],
) -> Markup {
    let Some(best) = best(report, scores, model) else { return html! {} };
    let of = &report.classifiers[best.1].matrix;
    let number = |value: Option<&Rational>| {
        html! {
            @match value {
                Some(value) => {
                    td.number title=(value) {
                        (numbers::decimal(&Value::Exact(value.clone()), 3, Towards::Nearest))
                    }
                },
                None => { td.number.none { "–" } },
            }
        }
    };
    html! {
        tr data-model=(k) {
            th scope="row" {
                svg.swatch aria-hidden="true" {
                    rect width="100%" height="100%" fill=(colours[best.1].fill) {}
                }
                bdi.name { (model.name) }
            }
            (number(model.auc.as_ref()))
            (number(model.brier.as_ref()))
            td.number.threshold { (best.0.threshold.as_deref().unwrap_or("nobody")) }
            td.live-only {
                input.threshold-slider type="range" min="0" max=(model.steps.len() - 1) value="0"
                    step="1"
                    aria-label={ "Threshold of " (model.name) };
            }
            @for count in [of.tn(), of.fp(), of.fn_(), of.tp()] { td.number.count { (count) } }
            td.number.value { (numbers::decimal(&best.2, 3, Towards::Nearest)) }
        }
    }
}

/// Returns the best threshold of a model at the preference that the report starts with: its step,
/// its classifier and its value.
fn best<'m>(
    report: &Report,
    scores: &ScoresPart,
    model: &'m ModelPart,
) -> Option<(&'m Step, usize, Value)> {
    let half = || Rational::new(1, 2);
    let place = report.verdicts.first().map(|verdict| &verdict.place);
    let at = place.map_or_else(
        || Point::new(half(), half()),
        |place| Point::new(place.a.clone(), place.b.clone()),
    );
    let classifiers = report.shown.classifiers();
    let prior = report.tile.start_prior.clone().unwrap_or_else(half);
    let classifier = scores.best(model, classifiers, &at, &prior)?;
    let step = model.steps.iter().find(|step| step.classifier == Some(classifier))?;
    let value = RankingScore::at(at)?.value(&classifiers[classifier].matrix);
    Some((step, classifier, value.map_or(Value::Undefined("0/0"), Value::Exact)))
}
