//! `exactile advantage`

use std::path::Path;

use super::Streams;
use super::advantage_args::{AdvantageArgs, Loss};
use super::args::TableFormat;
use super::failure::Failure;
use super::input::{check_prior, name, note_all, with_source};
use super::output::write_result;
use crate::advantage::{
    AdvantageReport, AssessedModel, Assessment, ComparedMeasures, LogTally, NoPlace, Precision,
    RegressionLoss, RegressionTally, TooFine, cost_place, cost_sensitive, zero_one,
};
use crate::geometry::Point;
use crate::input::{AnyInput, NumberRows, Options, Place, ProbabilityRows, read_any, read_costs};
use crate::num::Rational;
use crate::num::decimal::abbreviated;
use crate::performance::{Classifier, CostMatrix, MultiClassClassifier, MultiClassMatrix};
use crate::render::{advantage_csv, advantage_json, advantage_text};

pub(super) fn run(arguments: &AdvantageArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    check_fit(arguments)?;
    let report = match arguments.loss {
        Loss::ZeroOne => classification(arguments, streams)?,
        Loss::Squared => regression(arguments, "squared", RegressionLoss::Squared)?,
        Loss::Absolute => regression(arguments, "absolute", RegressionLoss::Absolute)?,
        Loss::Log => logarithmic(arguments, streams)?,
    };
    write_result(arguments.output.output.as_ref(), streams, |out| {
        match arguments.format {
            TableFormat::Text => advantage_text(&report, out)?,
            TableFormat::Json => advantage_json(&report, out)?,
            TableFormat::Csv => advantage_csv(&report, out)?,
        }
        Ok(())
    })
}

/// Arguments that mean nothing under the loss are refused, not ignored.
fn check_fit(arguments: &AdvantageArgs) -> Result<(), Failure> {
    let is_zero_one = arguments.loss == Loss::ZeroOne;
    let is_numeric = matches!(arguments.loss, Loss::Squared | Loss::Absolute);
    let costs = arguments.cost.is_some() || arguments.cost_fp.is_some();
    let unfit = [
        (costs && !is_zero_one, "costs", "--loss 0-1"),
        (arguments.input.prior.is_some() && !is_zero_one, "--prior", "--loss 0-1"),
        (arguments.input.input_format.is_some() && !is_zero_one, "--input-format", "--loss 0-1"),
        (arguments.weight.is_some() && !is_numeric, "--weight", "--loss squared or absolute"),
        (arguments.exact && arguments.loss != Loss::Log, "--exact", "--loss log"),
    ];
    match unfit.iter().find(|(is_unfit, ..)| *is_unfit) {
        None => Ok(()),
        Some((_, what, home)) => Err(Failure::message(format!(
            "{what} has no meaning here, on the command line, it goes with {home}"
        ))),
    }
}

fn classification(
    arguments: &AdvantageArgs,
    streams: &mut Streams<'_>,
) -> Result<AdvantageReport, Failure> {
    let input = &arguments.input;
    check_prior("--prior", input.prior.as_ref())?;
    let options = Options {
        format: input.input_format,
        prior_positive: input.prior.clone(),
        positive_label: input.positive.clone(),
    };
    let read = with_source(&input.input, |reader, name, progress| {
        Ok(read_any(reader, name, &options, progress)?)
    })?;
    let costs = arguments.cost.as_deref().map(cost_file).transpose()?;
    let (two_class, many_class, positive_label) = match read {
        AnyInput::TwoClass(read) => {
            note_all(&read.notes, streams)?;
            let many = read.classifiers.iter().map(|Classifier { name, matrix }| {
                MultiClassClassifier { name: name.clone(), matrix: matrix.into() }
            });
            let many = many.collect();
            (Some(read.classifiers), many, MultiClassMatrix::TWO_CLASS_LABELS[1])
        }
        AnyInput::MultiClass(read) => {
            note_all(&read.notes, streams)?;
            (read.as_two_class(&input.positive), read.classifiers, input.positive.trim())
        }
    };
    let costs = match (&arguments.cost_fp, &arguments.cost_fn) {
        (Some(fp), Some(fn_)) => {
            if two_class.is_none() {
                return Err(Failure::message(format!(
                    "there are no two classes with the positive label {:?}, in {}, name it with --positive or give --cost FILE",
                    input.positive,
                    name(input)
                )));
            }
            Some(two_class_costs(fp, fn_, &many_class, positive_label)?)
        }
        _ => costs,
    };
    let positive = two_class.as_ref().map(|_| positive_class(&many_class, positive_label));
    let assess = |matrix: &MultiClassMatrix| match &costs {
        None => Ok(zero_one(matrix)),
        Some(costs) => cost_sensitive(matrix, costs).map_err(|label| {
            Failure::message(format!(
                "there is no cost for the label {:?}, in {}, the costs have {}",
                abbreviated(&label),
                name(input),
                costs
                    .labels()
                    .iter()
                    .take(8)
                    .map(|l| format!("{:?}", abbreviated(l)))
                    .collect::<Vec<_>>()
                    .join(", ")
            ))
        }),
    };
    let mut models = Vec::with_capacity(many_class.len());
    for (at, MultiClassClassifier { name, matrix }) in many_class.iter().enumerate() {
        let measures = two_class.as_ref().map(|two| ComparedMeasures::new(&two[at].matrix));
        models.push(AssessedModel { name: name.clone(), assessment: assess(matrix)?, measures });
    }
    Ok(AdvantageReport {
        loss: if costs.is_some() { "cost" } else { "0-1" },
        classes: Vec::new(),
        place: positive.map(|positive| place(costs.as_ref(), &many_class[0].matrix, positive)),
        models,
    })
}

fn cost_file(path: &Path) -> Result<CostMatrix, Failure> {
    with_source(path, |reader, name, _| Ok(read_costs(reader, name)?))
}

/// The positive one of the two classes that all matrices have.
fn positive_class(classifiers: &[MultiClassClassifier], positive: &str) -> usize {
    let labels = classifiers[0].matrix.labels();
    labels.iter().position(|label| label == positive).expect("two classes, one of them positive")
}

/// Costs of mistakes for the two labels of the input.
fn two_class_costs(
    fp: &Rational,
    fn_: &Rational,
    classifiers: &[MultiClassClassifier],
    positive: &str,
) -> Result<CostMatrix, Failure> {
    for (flag, cost) in [("--cost-fp", fp), ("--cost-fn", fn_)] {
        if cost.is_negative() {
            return Err(Failure::message(format!(
                "a cost of {cost} is negative, on the command line, change {flag}"
            )));
        }
    }
    let costs = CostMatrix::two_class(fp.clone(), fn_.clone()).expect("no cost is negative");
    let mut labels = classifiers[0].matrix.labels().to_vec();
    if positive_class(classifiers, positive) == 0 {
        labels.swap(0, 1);
    }
    let row = |truth: usize| (0..2).map(|said| costs.cost(truth, said).clone()).collect();
    Ok(CostMatrix::new(labels, (0..2).map(row).collect()).expect("two labels of one matrix"))
}

/// The point of the Tile that ranks as the costs do, or as mistakes without costs.
fn place(
    costs: Option<&CostMatrix>,
    matrix: &MultiClassMatrix,
    positive: usize,
) -> Result<Point, NoPlace> {
    let Some(costs) = costs else { return cost_place(&Rational::ONE, &Rational::ONE) };
    let class = |class: usize| costs.class(&matrix.labels()[class]).expect("checked before");
    let (positive, negative) = (class(positive), class(1 - positive));
    let saved = |truth: usize, other: usize| costs.cost(truth, other) - costs.cost(truth, truth);
    cost_place(&saved(negative, positive), &saved(positive, negative))
}

fn regression(
    arguments: &AdvantageArgs,
    loss_name: &'static str,
    loss: RegressionLoss,
) -> Result<AdvantageReport, Failure> {
    with_source(&arguments.input.input, |reader, name, progress| {
        let mut rows = NumberRows::open(reader, name, arguments.weight.as_deref(), progress)?;
        let mut tally = RegressionTally::new(loss, rows.models().len());
        let too_fine = |error: TooFine, place: &Place| {
            Failure::message(format!("{error}, in {place}, round the values"))
        };
        while let Some(row) = rows.next_row()? {
            if let Err(error) = tally.add(&row.truth, &row.said, &row.weight) {
                return Err(too_fine(error, &rows.place()));
            }
        }
        let assessments = tally.finish().map_err(|error| too_fine(error, &rows.place()))?;
        Ok(report(loss_name, Vec::new(), rows.models(), assessments))
    })
}

fn logarithmic(
    arguments: &AdvantageArgs,
    streams: &mut Streams<'_>,
) -> Result<AdvantageReport, Failure> {
    let precision = Precision { digits: arguments.digits, closed_forms: arguments.exact };
    let positive = &arguments.input.positive;
    with_source(&arguments.input.input, |reader, name, progress| {
        let mut rows = ProbabilityRows::open(reader, name, positive, progress)?;
        let mut tally = LogTally::new(rows.classes().len(), rows.models().len());
        while let Some((class, probabilities)) = rows.next_row()? {
            tally.add(class, probabilities);
        }
        note_all(&rows.notes(), streams)?;
        Ok(report("log", rows.classes().to_vec(), rows.models(), tally.finish(precision)))
    })
}

fn report(
    loss: &'static str,
    classes: Vec<String>,
    names: &[String],
    assessments: Vec<Assessment>,
) -> AdvantageReport {
    let models = names.iter().zip(assessments).map(|(name, assessment)| AssessedModel {
        name: name.clone(),
        assessment,
        measures: None,
    });
    AdvantageReport { loss, classes, place: None, models: models.collect() }
}
