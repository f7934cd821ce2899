//! CSV with a sample per row: its true label and the prediction of each classifier, counted while
//! it is read.

use exactile::num::{Rational, abbreviated};
use exactile::performance::{Classifier, ConfusionMatrix, JointResults, Label};

use super::domains::{self, DomainColumn};
use super::error::{Absent, InputError, InputErrorKind};
use super::joint::{JointCounter, MOST_CLASSIFIERS};
use super::labelled::{LabelColumns, LabelledRows};
use super::repeated::Further;
use super::table::Table;
use super::weighted::{Weight, WeightSum};
use super::{Joint, ReadOptions, Reading, Subject};

/// The counts of one true class.
struct Tally {
    samples: u64,
    /// For each column, the samples with the second label.
    said_second: Vec<u64>,
    /// The same for rows with weights that are not whole numbers: all of the class, then per
    /// column.
    weighed: Option<Vec<WeightSum>>,
}

impl Tally {
    fn none(width: usize) -> Self {
        Self { samples: 0, said_second: vec![0; width], weighed: None }
    }

    /// Adds a row of labels with `count` samples.
    #[inline]
    fn add(&mut self, row: &[u32], count: u64) {
        self.samples += count;
        // No sum can wrap: the samples of all rows were counted without overflow. Unchecked sums
        // are added several at a time.
        let said = self.said_second.iter_mut().zip(row);
        if count == 1 {
            said.for_each(|(sum, &label)| *sum = sum.wrapping_add(u64::from(label)));
        } else {
            said.for_each(|(sum, &label)| {
                *sum = sum.wrapping_add(u64::from(label).wrapping_mul(count));
            });
        }
    }

    /// Adds a row with a weight that is not a whole number.
    #[cold]
    fn weigh(&mut self, row: &[u32], weight: &Rational) {
        let weight = Weight::new(weight);
        let weighed = self.weighed.get_or_insert_with(|| vec![WeightSum::ZERO; row.len() + 1]);
        let (all, said) = weighed.split_at_mut(1);
        all[0].add(&weight);
        for (sum, _) in said.iter_mut().zip(row).filter(|(_, label)| **label == 1) {
            sum.add(&weight);
        }
    }

    /// Adds all counts of another tally.
    fn add_all(&mut self, other: &Self) {
        self.samples += other.samples;
        for (sum, said) in self.said_second.iter_mut().zip(&other.said_second) {
            *sum += said;
        }
        if let Some(weighed) = &other.weighed {
            let none = || vec![WeightSum::ZERO; weighed.len()];
            for (sum, other) in self.weighed.get_or_insert_with(none).iter_mut().zip(weighed) {
                sum.add(&Weight::new(&other.value()));
            }
        }
    }

    /// Returns the number of samples with this true label, and that of the samples among them for
    /// which a column has the second label.
    fn sums(&self, column: usize) -> [Rational; 2] {
        let weighed = |place: usize| self.weighed.as_ref().map(|sums| sums[place].value());
        let sum = |count: u64, place: usize| {
            Rational::from(count) + weighed(place).unwrap_or(Rational::ZERO)
        };
        [sum(self.samples, 0), sum(self.said_second[column], column + 1)]
    }
}

/// The counts of rows by true label: labels have the numbers 0 and 1, in the order in which they
/// come.
struct Counts {
    /// By test set; one if they are not told apart.
    sets: Vec<[Tally; 2]>,
    /// Joint ones, of each test set where these are counted, otherwise of all samples.
    joint: Vec<[Option<JointCounter>; 2]>,
}

impl Counts {
    /// Counts the rows, jointly if there is a counter.
    fn of(
        rows: &mut LabelledRows<'_, '_>,
        domains: &mut Option<DomainColumn>,
        in_sets: bool,
        counter: impl Fn() -> Option<JointCounter>,
    ) -> Result<Self, InputError> {
        let width = rows.row.len();
        let none = || Tally::none(width);
        let truth = rows.columns.truth;
        let models = rows.columns.models.clone();
        let mut sets = vec![[none(), none()]];
        let mut joint = vec![[counter(), counter()]];
        loop {
            let next = rows.next_row_where(|table, samples| {
                let Some(domains) = domains.as_mut() else { return Ok(Some(Further::default())) };
                let set = domains.number_of_sample(table, samples)?;
                Ok(set.map(|set| Further { set, ..Further::default() }))
            })?;
            let Some((count, Further { set, .. })) = next else { break };
            if set >= sets.len() {
                sets.resize_with(set + 1, || [none(), none()]);
            }
            let place = if in_sets { set } else { 0 };
            if place >= joint.len() {
                joint.resize_with(place + 1, || [counter(), counter()]);
            }
            let tallies = &mut sets[set];
            let true_label = rows.row[truth];
            if let Some(weight) = rows.samples.weight.take() {
                tallies[true_label as usize].weigh(&rows.row, &weight);
                continue;
            }
            if let Some(joint) = &mut joint[place][true_label as usize] {
                joint.add(models.iter().map(|&column| rows.row[column] == true_label), count);
            }
            tallies[true_label as usize].add(&rows.row, count);
        }
        Ok(Self { sets, joint })
    }
}

/// Counts all rows.
pub(super) fn read(
    table: &mut Table<'_>,
    options: &ReadOptions,
    file: &str,
) -> Result<Subject, InputError> {
    let mut rows = LabelledRows::new(table, options, LabelColumns::All, |_| 2)?;
    rows.samples.take_weights(options);
    let mut domains = DomainColumn::of(rows.table());
    let models = rows.columns.models.len();
    let in_sets = options.joint == Joint::InTestSets && domains.is_some();
    // All samples of several test sets count as one test, unless each is counted.
    let wants_joint = options.joint != Joint::No;
    let named = options.joint_with.as_ref();
    let one = named.and_then(|name| rows.names().iter().position(|known| known == name));
    let is_joint = wants_joint && (one.is_some() || models <= MOST_CLASSIFIERS);
    let counter = || is_joint.then(|| JointCounter::new(models, one));
    let Counts { sets, joint } = Counts::of(&mut rows, &mut domains, in_sets, counter)?;
    rows.finish()?;
    let (positive, second_is_positive) = positive_of(&rows, options)?;
    let mut all = [0, 1].map(|_| Tally::none(rows.row.len()));
    for (sum, tally) in sets.iter().flat_map(|set| set.iter().enumerate()) {
        all[sum].add_all(tally);
    }
    let classifiers = classifiers(&rows, &all, second_is_positive)
        .ok_or_else(|| rows.table().error(InputErrorKind::Nothing { what: "sample" }))?;
    let domains = domains.map(|column| {
        let of = |set: &[Tally; 2]| match self::classifiers(&rows, set, second_is_positive) {
            Some(found) => found.into_iter().map(|one| Some(one.matrix)).collect(),
            None => Vec::new(),
        };
        let matrices = sets.iter().map(of).collect();
        domains::finished(column.into_names(), rows.names(), matrices).1
    });
    let is_copy = |&k: &usize| {
        let matrix = &classifiers[k].matrix;
        matrix.fp().is_zero() && matrix.fn_().is_zero()
    };
    let copies: Vec<usize> = (0..models).filter(is_copy).collect();
    let copy_note = rows.check_copies(&copies)?;
    let mut notes: Vec<String> = rows.note().into_iter().collect();
    notes.extend(rows.samples.notes(file));
    notes.extend(copy_note);
    if wants_joint && !is_joint {
        notes.push(format!(
            "more than {MOST_CLASSIFIERS} classifiers are not counted jointly: pairs are not known"
        ));
    }
    let finished = |counters: [Option<JointCounter>; 2]| {
        let [first, second] = counters.map(|counter| counter.map(JointCounter::finish));
        let [negative, positive] =
            if second_is_positive { [first, second] } else { [second, first] };
        Some(JointResults::new(positive?, negative?))
    };
    let joint: Option<Vec<JointResults>> = joint.into_iter().map(finished).collect();
    let joint = joint.filter(|_| !rows.samples.is_weighted);
    let (mut joint, joint_in_sets) = if in_sets { (None, joint) } else { (joint, None) };
    Ok(Subject {
        positive: Some(positive.to_string()),
        joint: joint.as_mut().and_then(Vec::pop),
        joint_in_sets,
        reading: Reading::of_samples("predictions", rows.table(), &rows.columns, rows.samples.rows),
        weights: rows.samples.is_weighted.then(|| rows.samples.shown_name()),
        domains,
        dropped: rows.samples.dropped,
        ..Subject::unlabelled(classifiers, notes)
    })
}

/// Returns the classifiers of the rows, from the counts of each true label; `None` if there is no
/// sample.
fn classifiers(
    rows: &LabelledRows<'_, '_>,
    tallies: &[Tally; 2],
    second_is_positive: bool,
) -> Option<Vec<Classifier>> {
    let [first, second] = tallies;
    let (negatives, positives) = if second_is_positive { (first, second) } else { (second, first) };
    let says_positive = |tally: &Tally, column: usize| {
        let [all, said_second] = tally.sums(column);
        let said = if second_is_positive { said_second } else { &all - &said_second };
        (&all - &said, said)
    };
    let classifier = |(&column, name): (&usize, String)| {
        let ((tn, fp), (fn_, tp)) =
            (says_positive(negatives, column), says_positive(positives, column));
        Some(Classifier::new(name, ConfusionMatrix::new(tn, fp, fn_, tp).ok()?))
    };
    rows.columns.models.iter().zip(rows.names()).map(classifier).collect()
}

/// Returns the positive label after all rows are read, and `true` if its number is 1 rather than 0.
pub(super) fn positive_of(
    rows: &LabelledRows<'_, '_>,
    options: &ReadOptions,
) -> Result<(Label, bool), InputError> {
    let asked = options.positive_label.as_deref().map(Label::new);
    let labels: Vec<&Label> = (0..rows.labels.len()).map(|n| rows.labels.label(n)).collect();
    let true_labels: Vec<&Label> = rows.numbers_in_truth().map(|n| rows.labels.label(n)).collect();
    let positive = positive(&labels, &true_labels, asked.as_ref()).map_err(|unknown| {
        rows.table().error(unknown.into_kind(rows.truth_name(), rows.true_labels()))
    })?;
    // Where the positive label never occurs, its number is the other one's.
    let second_is_positive = match labels.iter().position(|label| **label == positive) {
        Some(number) => number == 1,
        None => true,
    };
    Ok((positive, second_is_positive))
}

/// The reason why no label is known to be the positive one.
pub(super) enum NoPositive {
    /// None was named, and the labels are not a well-known pair.
    Unknown,
    /// This one was named, but it does not occur in `y_true`.
    Absent(Label),
}

impl NoPositive {
    /// Returns the error, given the column of the truth and its labels.
    pub(super) fn into_kind(self, truth: String, labels: Vec<String>) -> InputErrorKind {
        match self {
            Self::Unknown => InputErrorKind::PositiveUnknown { truth: truth.into(), labels },
            Self::Absent(asked) => {
                let positive = abbreviated(asked.written());
                InputErrorKind::PositiveAbsent {
                    absent: Box::new(Absent { truth, positive }),
                    labels,
                }
            }
        }
    }
}

/// Returns the positive one of all labels, one or two, of which some are in `y_true`: the requested
/// one, or the usual one. A single label of a usual pair stands for the pair.
pub(super) fn positive(
    labels: &[&Label],
    true_labels: &[&Label],
    asked: Option<&Label>,
) -> Result<Label, NoPositive> {
    let usual = match labels {
        [first, second] => Label::usual_positive(first, second).cloned(),
        // Both 0 and -1 stand beside 1.
        [only] => ["1", "0", "-1", "True", "False"]
            .map(Label::new)
            .iter()
            .find_map(|other| Label::usual_positive(only, other).cloned()),
        _ => None,
    };
    match asked {
        None => usual.ok_or(NoPositive::Unknown),
        Some(asked) => {
            let completes = || match labels {
                [only] => Label::usual_positive(only, asked).is_some(),
                _ => labels.contains(&asked) && usual.is_some(),
            };
            if true_labels.contains(&asked) || completes() {
                // As the input writes it, if it does.
                return Ok(labels
                    .iter()
                    .find(|&&label| label == asked)
                    .map_or(asked, |label| label)
                    .clone());
            }
            Err(NoPositive::Absent(asked.clone()))
        }
    }
}
