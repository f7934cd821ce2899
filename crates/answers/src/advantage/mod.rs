//! `exactile advantage`

pub(crate) mod arguments;

use std::path::Path;

use self::arguments::{AdvantageArgs, Loss};
use crate::args::InputArgs;
use crate::host::{Failure, Streams, note_all, write_result};
use crate::inputs::input::{check_classes, name, options, paths, with_source, with_sources};
use exactile::advantage::{
    AdvantageReport, AssessedModel, Assessment, ComparedMeasures, LogTally, NoCostPlace, Precision,
    RegressionLoss, RegressionTally, TooFine, cost_place, cost_sensitive, zero_one,
};
use exactile::geometry::Point;
use exactile::num::Rational;
use exactile::num::abbreviated;
use exactile::performance::{
    Classifier, CostMatrix, Label, MultiClassClassifier, MultiClassMatrix,
};
use exactile_document::Labelling;
use exactile_input::{
    AnyInput, MultiClassInput, NumberRows, Place, ProbabilityRows, fingerprint, read_any,
    read_any_joined, read_costs,
};

/// Default number of certain digits after the decimal point under the logarithmic loss.
const DIGITS: u32 = 20;

pub(crate) fn run(arguments: &AdvantageArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    check_fit(arguments)?;
    let report = match arguments.loss {
        Loss::ZeroOne => classification(arguments, streams)?,
        Loss::Squared => regression(arguments, "squared", RegressionLoss::Squared, streams)?,
        Loss::Absolute => regression(arguments, "absolute", RegressionLoss::Absolute, streams)?,
        Loss::Log => logarithmic(arguments, streams)?,
    };
    write_result(&arguments.output, streams, &report)
}

/// Refuses arguments that have no meaning under the loss, instead of ignoring them.
fn check_fit(arguments: &AdvantageArgs) -> Result<(), Failure> {
    let is_zero_one = arguments.loss == Loss::ZeroOne;
    let is_numeric = matches!(arguments.loss, Loss::Squared | Loss::Absolute);
    let costs = arguments.cost.is_some() || arguments.cost_fp.is_some();
    let unfit = [
        (costs && !is_zero_one, "costs have", "--loss 0-1 with them"),
        (arguments.input.prior.is_some() && !is_zero_one, "--prior has", "--loss 0-1 with it"),
        (
            arguments.input.input_format.is_some() && !is_zero_one,
            "--input-format has",
            "--loss 0-1 with it",
        ),
        (
            arguments.input.labels.weight.is_some() && !is_numeric,
            "--weight has",
            "--loss squared or absolute with it",
        ),
        (
            arguments.input.labels.positive.is_some() && is_numeric,
            "--positive has",
            "--loss 0-1 or log with it",
        ),
        (arguments.exact && arguments.loss != Loss::Log, "--exact has", "--loss log with it"),
        (!arguments.input.labels.flip.is_empty(), "--flip has", "values on the scale of the truth"),
    ];
    match unfit.iter().find(|(is_unfit, ..)| *is_unfit) {
        None => Ok(()),
        Some((_, what, home)) => {
            Err(Failure::new(format!("{what} no effect here"), format!("use {home}")))
        }
    }
}

fn classification(
    arguments: &AdvantageArgs,
    streams: &mut Streams<'_>,
) -> Result<AdvantageReport, Failure> {
    let input = &arguments.input;
    let options = options(input);
    let read = match paths(input)[..] {
        [path] => with_source(path, |reader, name, progress| {
            Ok(read_any(reader, name, &options, progress)?)
        }),
        ref paths => with_sources(paths, |files| Ok(read_any_joined(files, &options)?)),
    }?;
    let costs = arguments.cost.as_deref().map(cost_file).transpose()?;
    let (two_class, many_class, positive_label) = match read {
        AnyInput::TwoClass(read) => {
            note_all(&read.notes, streams);
            let labelling = Labelling { positive: read.positive.clone(), dropped: read.dropped };
            streams.has_read(&read.classifiers, labelling);
            streams.is_right_or_wrong = read.is_right_or_wrong;
            check_classes(&"the advantage over constant predictions", streams)?;
            let positive = Label::new(MultiClassMatrix::TWO_CLASS_LABELS[1]);
            let many = read.classifiers.iter().map(|Classifier { name, matrix }| {
                MultiClassClassifier { name: name.clone(), matrix: matrix.into() }
            });
            let many = many.collect();
            (Some(read.classifiers), many, Some(positive))
        }
        AnyInput::MultiClass(read) => {
            note_all(&read.notes, streams);
            let asked = input.labels.positive.as_deref();
            let positive = read.positive(asked);
            if let (Some(asked), None) = (asked, &positive) {
                return Err(not_positive(asked, &read, input));
            }
            let label = positive.as_ref().map(Label::to_string);
            streams.labelling = Labelling { positive: label, dropped: read.dropped };
            let two_class = positive.as_ref().and_then(|label| read.as_two_class(label));
            streams.fingerprint = two_class.as_ref().map(fingerprint);
            (two_class, read.classifiers, positive)
        }
    };
    let costs = match (&arguments.cost_fp, &arguments.cost_fn) {
        (Some(fp), Some(fn_)) => {
            let Some(positive) = &positive_label else {
                let what = "there are no two classes of which one is known to be positive";
                let hint = "name it with --positive, or give --cost FILE";
                return Err(Failure::new(what, hint).at(name(input)));
            };
            Some(two_class_costs(fp, fn_, &many_class, positive.as_str())?)
        }
        _ => costs,
    };
    let positive = positive_label.map(|label| positive_class(&many_class, label.as_str()));
    let assess = |matrix: &MultiClassMatrix| match &costs {
        None => Ok(zero_one(matrix)),
        Some(costs) => cost_sensitive(matrix, costs).map_err(|label| {
            let known: Vec<String> =
                costs.labels().iter().take(8).map(|l| format!("{:?}", abbreviated(l))).collect();
            let what = format!("there is no cost for the label {:?}", abbreviated(&label));
            Failure::new(what, format!("the costs have {}", known.join(", "))).at(name(input))
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

/// The failure for a requested positive label that is neither of the two labels.
fn not_positive(asked: &str, read: &MultiClassInput, input: &InputArgs) -> Failure {
    let labels = read.classifiers[0].matrix.labels();
    let shown: Vec<String> =
        labels.iter().take(8).map(|label| format!("{:?}", abbreviated(label))).collect();
    let hint = if labels.len() == 2 {
        format!("the labels are {}", shown.join(", "))
    } else {
        format!("leave --positive out: there are {} labels", labels.len())
    };
    let what = format!("{:?} is not one of two labels", abbreviated(asked));
    Failure::new(what, hint).at(name(input))
}

fn cost_file(path: &Path) -> Result<CostMatrix, Failure> {
    with_source(path, |reader, name, _| Ok(read_costs(reader, name)?))
}

/// Returns the positive one of the two classes that all matrices have.
fn positive_class(classifiers: &[MultiClassClassifier], positive: &str) -> usize {
    let labels = classifiers[0].matrix.labels();
    Label::position(labels, positive).expect("two classes, one of them positive")
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
            return Err(Failure::new(
                format!("a cost of {cost} is negative"),
                format!("change {flag}"),
            ));
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

/// Returns the point of the Tile that ranks as the costs do, or as mistakes without costs.
fn place(
    costs: Option<&CostMatrix>,
    matrix: &MultiClassMatrix,
    positive: usize,
) -> Result<Point, NoCostPlace> {
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
    streams: &mut Streams<'_>,
) -> Result<AdvantageReport, Failure> {
    let options = options(&arguments.input);
    with_sources(&paths(&arguments.input), |files| {
        let weight = arguments.input.labels.weight.as_deref();
        let mut rows = NumberRows::open(files, weight, &options)?;
        let mut tally = RegressionTally::new(loss, rows.models().len());
        let too_fine = |error: TooFine, place: &Place| {
            Failure::new(error, "round the values").at(place.position())
        };
        while let Some(row) = rows.next_row()? {
            if let Err(error) = tally.add(&row.truth, &row.said, &row.weight) {
                return Err(too_fine(error, &rows.place()));
            }
        }
        note_all(&rows.notes(), streams);
        streams.labelling.dropped = rows.dropped();
        let assessments = tally.finish().map_err(|error| too_fine(error, &rows.place()))?;
        Ok(report(loss_name, Vec::new(), rows.models(), assessments))
    })
}

fn logarithmic(
    arguments: &AdvantageArgs,
    streams: &mut Streams<'_>,
) -> Result<AdvantageReport, Failure> {
    let digits = arguments.output.digits.unwrap_or(DIGITS).max(1);
    let precision = Precision { digits, closed_forms: arguments.exact };
    let options = options(&arguments.input);
    with_sources(&paths(&arguments.input), |files| {
        let mut rows = ProbabilityRows::open(files, &options)?;
        let mut tally = LogTally::new(rows.classes().len(), rows.models().len());
        while let Some(row) = rows.next_row()? {
            tally.add_samples(row.class, row.given, row.count);
        }
        note_all(&rows.notes(), streams);
        let positive = rows.positive().map(str::to_owned);
        streams.labelling = Labelling { positive, dropped: rows.dropped() };
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
