//! `exactile plot strip`

use super::arguments::StripArgs;
use super::{labelled, write};
use crate::args::StripAlong;
use crate::curve::constants;
use crate::drawn::colours;
use crate::drawn::picture::check_picture_name;
use crate::host::{Failure, Streams};
use crate::inputs::input;
use crate::inputs::reading::Reading;
use exactile::geometry::Point;
use exactile::num::{Rational, Value};
use exactile::performance::Classifier;
use exactile::section::{Leader, Section, SectionError, Segment};
use exactile_input::Subject;
use exactile_picture::{ConstantStretch, Strip, StripStretch, strip_picture};

pub(crate) fn reading(arguments: &StripArgs) -> Result<Reading, Failure> {
    check_picture_name(arguments.rows.output.as_ref())?;
    Ok(Reading::of(&arguments.input))
}

pub(crate) fn answer(
    arguments: &StripArgs,
    subject: &Subject,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let name = input::name(&arguments.input);
    input::note_optimism(&arguments.input, streams);
    let regions = input::on_tile(subject.classifiers.clone(), &arguments.target)?;
    let prior = regions.common_prior()?.clone();
    let classifiers = regions.classifiers();
    let refuse = |error: SectionError| {
        let hint = match error {
            SectionError::TooMany(_) => "give fewer classifiers",
            _ => "a segment of the Tile needs samples of both classes",
        };
        Failure::new(error, hint).at(&name)
    };
    let along = arguments.along;
    let segment = match along {
        StripAlong::Decision => Segment::decision(prior.clone()),
        StripAlong::Cost => Segment::cost(prior.clone()),
        StripAlong::FBeta => Segment::f_beta(prior.clone()),
    }
    .map_err(|error| Failure::new(error, "choose a prior between 0 and 1").at(&name))?;
    let section = Section::new(classifiers, segment.clone()).map_err(refuse)?;
    let axis = Axis { along, segment: &segment };
    let mut stretches: Vec<StripStretch> =
        section.leaders.iter().map(|leader| axis.stretch(leader)).collect();
    stretches.sort_by(|one, next| one.x[0].total_cmp(&next.x[0]));
    let constant = constant_stretches(classifiers, &axis).map_err(refuse)?;
    let usual = format!("ranked first {}, positive prior {prior}", axis.in_words());
    let strip = Strip {
        classifiers: &labelled(subject),
        stretches: &stretches,
        constants: &constant,
        title: arguments.rows.look.page.title.as_deref().unwrap_or(&usual),
        axis: axis.title(),
        ticks: &axis.ticks(),
        legend: !arguments.no_legend,
    };
    let svg = strip_picture(
        &strip,
        &colours::scheme(subject, &arguments.input, &arguments.rows.look)?,
        arguments.rows.size(),
    );
    write(&svg, &arguments.rows, streams)
}

/// Returns the stretches on which a constant prediction is at least as good as every classifier.
fn constant_stretches(
    classifiers: &[Classifier],
    axis: &Axis<'_>,
) -> Result<Vec<ConstantStretch>, SectionError> {
    let Some(first) = classifiers.first().filter(|_| axis.along != StripAlong::FBeta) else {
        return Ok(Vec::new());
    };
    let mut all = classifiers.to_vec();
    let constants = constants(&first.matrix);
    let names = constants.clone().map(|constant| constant.name);
    all.extend(constants);
    let section = Section::new(&all, axis.segment.clone())?;
    let of = |leader: &Leader| {
        let at = leader.classifiers.iter().find(|&&k| k >= classifiers.len())?;
        let StripStretch { x, shown, .. } = axis.stretch(leader);
        Some(ConstantStretch { x, name: names[at - classifiers.len()].clone(), shown })
    };
    let mut found: Vec<ConstantStretch> = section.leaders.iter().filter_map(of).collect();
    found.sort_by(|one, next| one.x[0].total_cmp(&next.x[0]));
    Ok(found)
}

/// The axis of a strip: from 0, where false alarms matter most, to 1, where misses do.
struct Axis<'s> {
    along: StripAlong,
    segment: &'s Segment,
}

impl Axis<'_> {
    fn in_words(&self) -> &'static str {
        match self.along {
            StripAlong::Decision => "by costs",
            StripAlong::Cost => "by probability cost",
            StripAlong::FBeta => "by F-scores",
        }
    }

    fn title(&self) -> &'static str {
        match self.along {
            StripAlong::Decision => "cost of a miss, if a false alarm costs 1",
            StripAlong::Cost => "probability cost",
            StripAlong::FBeta => "beta of the F-score: precision at 0, F1 at 1, recall at \u{221e}",
        }
    }

    /// Returns a stretch with its lesser end first.
    fn stretch(&self, leader: &Leader) -> StripStretch {
        let mut ends = [self.end(&leader.from), self.end(&leader.to)];
        if ends[1].0 < ends[0].0 {
            ends.reverse();
        }
        let [(low, shown_low, exact_low), (high, shown_high, exact_high)] = ends;
        StripStretch {
            x: [low, high].map(|x| x.to_f64()),
            shown: [shown_low, shown_high],
            exact: [exact_low, exact_high],
            classifiers: leader.classifiers.clone(),
        }
    }

    /// Returns the place of a position of the segment on the axis, and its short and exact texts.
    fn end(&self, position: &Rational) -> (Rational, String, String) {
        let at: Point = self.segment.at(position);
        let infinite = || "\u{221e}".to_owned();
        match self.along {
            StripAlong::Decision => {
                // The threshold probability is the share of a false alarm in both costs.
                let threshold = self.segment.threshold_probability(&at).unwrap_or(Rational::ZERO);
                let miss = threshold.complement();
                match miss.checked_div(&threshold) {
                    Some(ratio) => (miss, brief(&ratio), ratio.to_string()),
                    None => (miss, infinite(), infinite()),
                }
            }
            StripAlong::Cost => {
                let cost = self.segment.probability_cost(&at).unwrap_or(Rational::ZERO);
                (cost.clone(), brief(&cost), cost.to_string())
            }
            StripAlong::FBeta => match self.segment.f_beta_squared(&at) {
                Some(square) => {
                    let share =
                        square.checked_div(&(&square + Rational::ONE)).unwrap_or(Rational::ZERO);
                    let beta = Value::root(&square);
                    let shown = match beta.as_rational() {
                        Some(beta) => brief(beta),
                        None => trimmed(&beta.to_decimal(3)),
                    };
                    (share, shown, format!("beta^2 = {square}"))
                }
                None => (Rational::ONE, infinite(), infinite()),
            },
        }
    }

    fn ticks(&self) -> Vec<(f64, String)> {
        let of = |ratio: f64, name: &str| (ratio / (1.0 + ratio), name.to_owned());
        match self.along {
            StripAlong::Decision => vec![
                (0.0, "0".to_owned()),
                of(0.1, "1/10"),
                of(0.25, "1/4"),
                of(0.5, "1/2"),
                of(1.0, "1"),
                of(2.0, "2"),
                of(4.0, "4"),
                of(10.0, "10"),
                (1.0, "\u{221e}".to_owned()),
            ],
            StripAlong::Cost => {
                let tenth = |k: u32| (f64::from(k) / 10.0, format!("0.{k}"));
                let inner = (1..10).map(tenth);
                [(0.0, "0".to_owned())]
                    .into_iter()
                    .chain(inner)
                    .chain([(1.0, "1".to_owned())])
                    .collect()
            }
            StripAlong::FBeta => {
                let of =
                    |beta: f64, name: &str| (beta * beta / (1.0 + beta * beta), name.to_owned());
                vec![
                    (0.0, "0".to_owned()),
                    of(0.25, "1/4"),
                    of(0.5, "1/2"),
                    of(1.0, "1"),
                    of(2.0, "2"),
                    of(4.0, "4"),
                    (1.0, "\u{221e}".to_owned()),
                ]
            }
        }
    }
}

/// Returns a number as a short text: a fraction of a few digits, or else three decimals.
fn brief(value: &Rational) -> String {
    const LETTERS: usize = 5;
    let exact = value.to_string();
    if exact.len() <= LETTERS { exact } else { trimmed(&value.to_decimal(3)) }
}

/// Returns a decimal without trailing zeros; zero of a positive number keeps a sign of it.
fn trimmed(decimal: &str) -> String {
    match decimal.trim_end_matches('0').trim_end_matches('.') {
        "0" => "< 0.001".to_owned(),
        text => text.to_owned(),
    }
}
