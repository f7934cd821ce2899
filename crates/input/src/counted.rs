//! A row per classifier and sample, or per classifier and pair of labels, without identifiers of
//! samples: `name,truth,predicted` and optionally `count`. Each classifier is counted on its own
//! rows.

use hashbrown::HashMap;

use super::domains::{self, DomainColumn};
use super::error::{InputError, InputErrorKind};
use super::labelled::{LabelColumns, LabelledRows};
use super::predictions::positive_of;
use super::repeated::Further;
use super::samples::{check_truth, check_wanted, further, is_wanted, names_columns};
use super::table::Table;
use super::vocabulary::Word;
use super::{Format, ReadOptions, Reading, Subject};
use exactile::domain::DomainTests;
use exactile::num::abbreviated;
use exactile::performance::{Classifier, ConfusionMatrix, Label, one_line};

/// The columns of such a table.
pub(super) struct NamedRows {
    name: usize,
    truth: usize,
    prediction: usize,
}

impl NamedRows {
    /// Returns the columns, if the header has the name of a classifier, the truth, one prediction
    /// and no identifier. If the names are labels of the truth, that column may be a classifier.
    pub(super) fn find(
        table: &Table<'_>,
        options: &ReadOptions,
    ) -> Result<Option<Self>, InputError> {
        let is_other = options.format == Some(Format::Scores) || names_columns(table, options);
        let (Some(truth), Some(name), false) =
            (table.find_word(Word::Truth), table.find_word(Word::Name), is_other)
        else {
            return Ok(None);
        };
        let further = further(table, options, Some(truth), &[truth, name]);
        let &[prediction] = further.as_slice() else { return Ok(None) };
        let labels =
            |column: usize| table.first_rows().iter().map(move |row| Label::new(&row[column]));
        if table.has(Word::Id) || labels(name).all(|one| labels(truth).any(|other| one == other)) {
            return Ok(None);
        }
        check_truth(table, options, &[name])?;
        Ok(Some(Self { name, truth, prediction }))
    }
}

/// Counts by the numbers of the true and of the predicted label.
type Counts = [[u64; 2]; 2];

/// Returns the results of classifiers in each test set.
fn in_sets(
    sets: Vec<String>,
    counts: &[(String, Vec<Counts>)],
    matrix: impl Fn(&Counts) -> Option<ConfusionMatrix>,
) -> DomainTests {
    let of = |set: usize| counts.iter().map(|(_, sets)| matrix(sets.get(set)?)).collect();
    let matrices = (0..sets.len()).map(of).collect();
    let names = counts.iter().map(|(name, _)| name.clone()).collect();
    domains::finished(sets, names, matrices).1
}

/// Counts the rows of each classifier.
pub(super) fn read(
    table: &mut Table<'_>,
    columns: &NamedRows,
    options: &ReadOptions,
    file: &str,
) -> Result<Subject, InputError> {
    let NamedRows { name, truth, prediction } = *columns;
    let header = table.header();
    let own = ReadOptions {
        truth: Some(header[truth].clone()),
        only: vec![header[prediction].clone()],
        ..options.clone()
    };
    let mut rows = LabelledRows::new(table, &own, LabelColumns::All, |_| 2)?;
    rows.reads(name);
    let mut names: HashMap<String, usize> = HashMap::new();
    // Per classifier, the counts by true and predicted label; where test sets are told apart, in
    // each of them.
    let mut counts: Vec<(String, Vec<Counts>)> = Vec::new();
    let mut domains = DomainColumn::of(rows.table());
    loop {
        let next = rows.next_row_where(|table, samples| {
            let mut further = Further::default();
            if let Some(domains) = &mut domains {
                let Some(set) = domains.number_of_sample(table, samples)? else {
                    return Ok(None);
                };
                further.set = set;
            }
            let text = table.text(name).trim();
            if text.is_empty() {
                return Err(table.field_error(InputErrorKind::EmptyName, name));
            }
            further.classifier = *names.entry_ref(text).or_insert_with(|| {
                counts.push((text.to_owned(), Vec::new()));
                counts.len() - 1
            });
            Ok(Some(further))
        })?;
        let Some((count, Further { set, classifier })) = next else { break };
        let [truth, said] = [truth, prediction].map(|column| rows.row[column] as usize);
        // No sum can wrap: the samples of all rows were counted without overflow.
        let sets = &mut counts[classifier].1;
        if sets.len() <= set {
            sets.resize(set + 1, [[0; 2]; 2]);
        }
        sets[set][truth][said] += count;
    }
    rows.finish()?;
    check_wanted(rows.table(), options, counts.iter().map(|(name, _)| name.as_str()))?;
    counts.retain(|(name, _)| is_wanted(options, name));
    let (positive, second_is_positive) = positive_of(&rows, &own)?;
    let [n, p] = if second_is_positive { [0, 1] } else { [1, 0] };
    let matrix =
        |of: &Counts| ConfusionMatrix::from_counts(of[n][n], of[n][p], of[p][n], of[p][p]).ok();
    let domains = domains.map(|column| in_sets(column.into_names(), &counts, matrix));
    let classifier = |(name, sets): (String, Vec<Counts>)| {
        let mut all = [[0; 2]; 2];
        for (sum, count) in sets.iter().flat_map(|set| (0..4).map(|k| (k, set[k / 2][k % 2]))) {
            all[sum / 2][sum % 2] += count;
        }
        matrix(&all).map(|matrix| Classifier::new(&*name, matrix)).ok_or_else(|| {
            rows.table().error(InputErrorKind::NoSamples { name: abbreviated(&name) })
        })
    };
    let classifiers = counts.into_iter().map(classifier).collect::<Result<Vec<_>, _>>()?;
    let mut notes = rows.samples.notes(file);
    notes.push(format!(
        "each classifier of {} is counted on its own rows: without a column that identifies the \
         samples they are taken as independent",
        one_line(file)
    ));
    let dropped = rows.samples.dropped;
    let positive = Some(positive.to_string());
    let reading = Reading {
        classifiers: classifiers.iter().map(|one| one.name.clone()).collect(),
        ..Reading::of_samples("predictions", rows.table(), &rows.columns, rows.samples.rows)
    };
    Ok(Subject { positive, dropped, reading, domains, ..Subject::unlabelled(classifiers, notes) })
}
