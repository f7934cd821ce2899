//! Long tables and several files, read into one table with a row per sample.

use hashbrown::HashMap;

use super::error::{InputError, InputErrorKind, Place, listed};
use super::evaluation;
use super::gathered::{Gathered, Unfit};
use super::held::HeldRows;
use super::names::stem;
use super::sample_columns::{NO_TRUTH, SampleColumns};
use super::samples::{check_truth, check_wanted, further, is_wanted, names_columns, numbers_runs};
use super::table::Table;
use super::unused;
use super::vocabulary::{Word, plain};
use super::{Joint, ReadOptions};
use exactile::num::abbreviated;
use exactile::performance::Label;

/// The number of rows that are examined for the content of columns.
const FIRST_ROWS: usize = 1_000;

/// The number of classifiers that are not wanted among which a similar name is looked for.
const MOST_OTHERS: usize = 100;

/// The columns of a long table: a row per classifier and sample.
pub(super) struct LongColumns {
    name: usize,
    id: usize,
    /// The truth, unless values are rights and wrongs.
    truth: Option<usize>,
    /// The number of samples of a row, or its weight.
    count: Option<usize>,
    prediction: usize,
}

impl LongColumns {
    /// Returns the columns of a long table: as the user named them, or because its header has the
    /// name of a classifier, an identifier, the truth and one further column. If the names are
    /// labels of the truth, that column may be a classifier.
    pub(super) fn find(
        table: &Table<'_>,
        options: &ReadOptions,
    ) -> Result<Option<Self>, InputError> {
        let is_asked = options.model.is_some() || options.prediction.is_some();
        if !is_asked && names_columns(table, options) {
            return Ok(None);
        }
        let pick = |asked: &Option<String>, word: Word, taken: &[usize]| match asked {
            Some(name) => table.named(name).map(Some),
            None => {
                Ok(table.find_word_outside(word, taken).or_else(|| table.condition_column(word)))
            }
        };
        let prediction = options.prediction.as_ref().map(|name| table.named(name)).transpose()?;
        let given: Vec<usize> = prediction.into_iter().collect();
        let truth = pick(&options.truth, Word::Truth, &given)?;
        // A cluster may be all that has one identifier: repetitions. They have no other order than
        // that of their rows, by which nothing is paired.
        let is_id = |column: &usize| options.joint == Joint::No && table.means(*column, Word::Id);
        let cluster = || table.domain_column().filter(is_id);
        let id = pick(&options.id, Word::Id, &given)?.or_else(cluster);
        let name = pick(&options.model, Word::Name, &given)?;
        let name = name.filter(|name| options.model.is_some() || !numbers_runs(table, *name));
        let needs_truth = !options.correct;
        let (Some(id), Some(name), true) = (id, name, truth.is_some() || !needs_truth) else {
            return if is_asked && (needs_truth || options.model.is_some()) {
                Err(Self::lacking(table, truth, id, name))
            } else {
                Ok(None)
            };
        };
        let taken: Vec<usize> = [id, name].into_iter().chain(truth).collect();
        let further = further(table, options, truth.filter(|_| needs_truth), &taken);
        let value = || evaluation::value_column(table, options).filter(|_| options.correct);
        let prediction = match (prediction.or_else(value), further.as_slice()) {
            (Some(prediction), _) => prediction,
            (None, [prediction]) => *prediction,
            _ if is_asked => {
                let kind = InputErrorKind::Missing {
                    name: "the column of predictions",
                    needed: "name it with --prediction",
                };
                return Err(table.row_error(kind));
            }
            _ => return Ok(None),
        };
        let labels =
            |column: usize| table.first_rows().iter().map(move |row| Label::new(&row[column]));
        let are_labels =
            |truth: usize| labels(name).all(|one| labels(truth).any(|other| one == other));
        let truth = truth.filter(|_| needs_truth);
        if !is_asked && truth.is_some_and(are_labels) {
            return Ok(None);
        }
        if needs_truth {
            check_truth(table, options, &[&[id, name][..], &given[..]].concat())?;
        }
        let count = match &options.weight {
            Some(name) => Some(table.named(name)?),
            None => table.find_word_outside(Word::Count, &[&taken[..], &[prediction]].concat()),
        };
        Ok(Some(Self { name, id, truth, count, prediction }))
    }

    fn lacking(
        table: &Table<'_>,
        truth: Option<usize>,
        id: Option<usize>,
        name: Option<usize>,
    ) -> InputError {
        let (name, needed) = match (truth, id, name) {
            (None, ..) => ("the column of the true labels", "name it with --truth"),
            (_, None, _) => ("the column of the identifiers", "name it with --id"),
            _ => ("the column of the classifiers' names", "name it with --model"),
        };
        table.row_error(InputErrorKind::Missing { name, needed })
    }
}

/// Returns the samples of a long table.
pub(super) fn long<'r>(
    table: &mut Table<'r>,
    columns: &LongColumns,
    options: &ReadOptions,
) -> Result<Table<'r>, InputError> {
    let LongColumns { name, id, truth, count, prediction } = *columns;
    let used: Vec<usize> = [name, id, prediction].into_iter().chain(truth).chain(count).collect();
    unused::check_unrepeated(table, &used)?;
    let mut gathered = Gathered::new();
    let file = gathered.add_file(table);
    let truth = truth.map(|truth| {
        let name = table.header()[truth].clone();
        let column = gathered.shared_column(&name, file, truth);
        (truth, name, column)
    });
    let set = table
        .domain_column()
        .map(|set| (set, gathered.shared_column(&domain_name(&table.header()[set]), file, set)));
    let count = count.map(|count| {
        let name = table.header()[count].clone();
        (count, gathered.shared_column(&name, file, count))
    });
    let shared = [
        truth.as_ref().map(|(column, _, place)| (*column, *place, Shared::Truth)),
        set.map(|(column, place)| (column, place, Shared::TestSet)),
        count.map(|(column, place)| (column, place, Shared::Weight)),
    ];
    let mut seen = Repetitions::new();
    let mut others: Vec<String> = Vec::new();
    let mut last = (String::new(), None);
    while table.next_row()? {
        if table.text(name).trim().is_empty() {
            return Err(table.field_error(InputErrorKind::EmptyName, name));
        }
        if last.0 != table.text(name).trim() {
            let model = table.text(name).trim().to_owned();
            let shared = truth.as_ref().map(|(truth, ..)| *truth).into_iter();
            let mut shared = shared.chain(count.map(|(count, _)| count));
            if let Some(column) = shared.find(|&column| table.header()[column] == model) {
                let name_of = abbreviated(&model);
                let first = Box::new(table.place(table.line(), Some(column)));
                let kind = InputErrorKind::RepeatedName { name: name_of, first };
                return Err(table.field_error(kind, name));
            }
            let is_wanted = is_wanted(options, &model);
            let column = is_wanted.then(|| gathered.column(&model, file, prediction));
            if !is_wanted && others.len() < MOST_OTHERS && !others.contains(&model) {
                others.push(model.clone());
            }
            last = (model, column);
        }
        let Some(model) = last.1 else { continue };
        let sample = match set {
            Some((set, _)) if set == id && options.keeps_repetitions() => {
                repeated_sample(table, &mut gathered, id, model, &mut seen)?
            }
            Some((set, _)) => sample_of_set(table, &mut gathered, id, set)?,
            None => sample(table, &mut gathered, id)?,
        };
        let is_missing = |(truth, ..): &(_, _, _)| Label::is_missing(table.text(*truth));
        if options.drop_missing && truth.as_ref().is_some_and(is_missing) {
            continue;
        }
        share(table, &mut gathered, sample, id, &shared)?;
        match gathered.fill(model, sample, table.field(prediction), table.line()) {
            Err(Unfit::Filled { .. }) if options.first_repeat => {}
            outcome => outcome.map_err(|unfit| doubled(table, &gathered, unfit, id, &last.0))?,
        }
    }
    let known = [gathered.header(), others].concat();
    check_wanted(table, options, known.iter().map(String::as_str))?;
    let what = long_in_words(table, id, &used);
    let set = set.map(|(_, column)| column);
    check_complete(&gathered, options)?;
    finish(gathered, table, what, truth.map(|(_, name, _)| name).as_deref(), set)
}

/// Returns how a long table was read.
fn long_in_words(table: &Table<'_>, id: usize, used: &[usize]) -> String {
    let how = format!("a row per classifier and sample, joined by {}", table.header()[id]);
    match unused::unused(table, used).as_slice() {
        [] => how,
        left => format!("{how}; ignored: {}", listed(left)),
    }
}

/// Returns the name of the column of test sets among those of classifiers: one that no header has.
fn domain_name(name: &str) -> String {
    format!("\n{name}")
}

/// The columns of one of several files.
struct FileColumns {
    id: usize,
    truth: Option<usize>,
    weight: Option<usize>,
    /// The columns of classifiers, with their names.
    models: Vec<(usize, String)>,
}

impl FileColumns {
    fn of(table: &Table<'_>, options: &ReadOptions, id: usize) -> Result<Self, InputError> {
        let header = table.header();
        let shown = stem(table.file());
        // A single prediction or verdict is shown by the name of its file.
        let is_named = |column: &usize| {
            !options.only.is_empty()
                && (is_wanted(options, &header[*column])
                    || is_wanted(options, &shown) && table.means(*column, Word::Prediction))
        };
        let free = |taken: &[Option<usize>]| -> Vec<usize> {
            let taken: Vec<usize> = taken.iter().copied().flatten().collect();
            let is_free = |column: &usize| !taken.contains(column) && !table.is_ignored(*column);
            (0..header.len()).filter(is_free).collect()
        };
        let is = |word: Word, column: &usize| table.means(*column, word);
        let truth = match options.truth.as_ref().and_then(|name| table.find_exactly(name)) {
            Some(truth) => Some(truth),
            None if options.truth.is_some() || options.correct => None,
            None => {
                let truths =
                    free(&[Some(id)]).into_iter().filter(|c| is(Word::Truth, c) && !is_named(c));
                match truths.collect::<Vec<_>>().as_slice() {
                    [] => None,
                    [truth] => Some(*truth),
                    several => {
                        let columns = several.iter().map(|&c| header[c].clone()).collect();
                        return Err(table.row_error(InputErrorKind::SeveralTruths { columns }));
                    }
                }
            }
        };
        let weight = match &options.weight {
            Some(name) => table.find_exactly(name),
            None => {
                free(&[Some(id), truth]).into_iter().find(|c| is(Word::Count, c) && !is_named(c))
            }
        };
        let mut models = free(&[Some(id), truth, weight]);
        match options.only.is_empty() {
            true => models.retain(|c| !is(Word::Id, c) && !is(Word::Aside, c)),
            false => models.retain(is_named),
        }
        let is_free = options.only.is_empty() || models.is_empty();
        if options.correct && is_free {
            models.retain(|c| !is(Word::Truth, c));
            let value = evaluation::value_column(table, options);
            if let Some(value) = value.filter(|_| is_wanted(options, &shown)) {
                let models = vec![(value, shown)];
                return Ok(Self { id, truth: None, weight, models });
            }
        }
        let truth = truth.filter(|_| !options.correct);
        let named = models.iter().map(|&column| (column, header[column].clone()));
        let models = match models.as_slice() {
            [only] if is(Word::Prediction, only) => vec![(*only, shown)],
            _ => named.collect(),
        };
        Ok(Self { id, truth, weight, models })
    }
}

/// Returns the samples of several files, each with the identifiers.
pub(super) fn join<'r>(
    mut tables: Vec<Table<'r>>,
    options: &ReadOptions,
) -> Result<Table<'r>, InputError> {
    let ids = id_columns(&tables, options)?;
    let mut gathered = Gathered::new();
    let mut roles = Vec::with_capacity(tables.len());
    for (table, &id) in tables.iter().zip(&ids) {
        roles.push(FileColumns::of(table, options, id)?);
    }
    let first = (0..tables.len()).find(|&file| roles[file].truth.is_some());
    if first.is_none() && !options.correct {
        let needed = "give the true labels in one of the files, or name their column with --truth";
        return Err(tables[0].error(InputErrorKind::Missing { name: "y_true", needed }));
    }
    for table in &tables {
        gathered.add_file(table);
    }
    let truth = first.and_then(|first| {
        let column = roles[first].truth?;
        Some(gathered.shared_column(&tables[first].header()[column], first, column))
    });
    let with_set = (0..tables.len()).find_map(|file| Some((file, tables[file].domain_column()?)));
    let set = with_set.map(|(file, column)| {
        gathered.shared_column(&domain_name(&tables[file].header()[column]), file, column)
    });
    for (file, (table, roles)) in tables.iter_mut().zip(&roles).enumerate() {
        fill(table, roles, file, &mut gathered, (truth, set), options)?;
    }
    let id = &tables[0].header()[ids[0]];
    let mut what = match tables.len() {
        1 => format!("a row per {id}"),
        files => format!("{files} files joined by {id}"),
    };
    if let (true, Some((column, name))) = (options.correct, roles[0].models.first()) {
        let said = &tables[0].header()[*column];
        if said != name {
            what.push_str(&format!("; right where {said} says so"));
        }
    }
    let truth = truth.map(|truth| gathered.header()[truth].clone());
    check_complete(&gathered, options)?;
    finish(gathered, &tables[0], what, truth.as_deref(), set)
}

/// Fills the columns of one file.
fn fill(
    table: &mut Table<'_>,
    roles: &FileColumns,
    file: usize,
    gathered: &mut Gathered,
    (truth, set): (Option<usize>, Option<usize>),
    options: &ReadOptions,
) -> Result<(), InputError> {
    let mut places = Vec::with_capacity(roles.models.len());
    for (column, name) in &roles.models {
        if gathered.has_column(name) {
            let first = Box::new(Place::file(gathered.file_of(name)));
            let name = abbreviated(name);
            return Err(table.field_error(InputErrorKind::RepeatedName { name, first }, *column));
        }
        places.push((*column, gathered.column(name, file, *column)));
    }
    let weight = roles.weight.map(|column| {
        let name = table.header()[column].clone();
        (column, gathered.shared_column(&name, file, column))
    });
    let shared = [
        roles.truth.zip(truth).map(|(column, place)| (column, place, Shared::Truth)),
        weight.map(|(column, place)| (column, place, Shared::Weight)),
        table.domain_column().zip(set).map(|(column, place)| (column, place, Shared::TestSet)),
    ];
    let mut seen = Repetitions::new();
    while table.next_row()? {
        let is_cluster = options.keeps_repetitions() && table.domain_column() == Some(roles.id);
        let sample = match places.first().filter(|_| is_cluster) {
            Some((_, model)) => repeated_sample(table, gathered, roles.id, *model, &mut seen)?,
            None => match table.domain_column().filter(|_| gathered.is_of_one_file()) {
                Some(set) => sample_of_set(table, gathered, roles.id, set)?,
                None => sample(table, gathered, roles.id)?,
            },
        };
        share(table, gathered, sample, roles.id, &shared)?;
        for &(column, place) in &places {
            let name = || table.header()[column].clone();
            match gathered.fill(place, sample, table.field(column), table.line()) {
                Err(Unfit::Filled { .. }) if options.first_repeat => {}
                outcome => {
                    outcome.map_err(|unfit| doubled(table, gathered, unfit, roles.id, &name()))?;
                }
            }
        }
    }
    Ok(())
}

/// Returns the column of identifiers in each file: the requested one, or the one with a name of
/// identifiers that all files have.
fn id_columns(tables: &[Table<'_>], options: &ReadOptions) -> Result<Vec<usize>, InputError> {
    if let Some(name) = &options.id {
        return tables.iter().map(|table| table.named(name)).collect();
    }
    let header = tables[0].header();
    let find = |table: &Table<'_>, name: &str| {
        table.header().iter().position(|other| plain(other) == plain(name))
    };
    let is_common = |name: &&String| {
        Word::Id.is_meant_by(name) && tables.iter().all(|table| find(table, name).is_some())
    };
    let common: Vec<&String> = header.iter().filter(is_common).collect();
    match common.as_slice() {
        [name] => Ok(tables.iter().filter_map(|table| find(table, name)).collect()),
        several => {
            let columns = several.iter().map(|name| (*name).clone()).collect();
            Err(tables[0].row_error(InputErrorKind::NoCommonId { columns }))
        }
    }
}

/// Returns what identifies a row in a column, which must not be empty.
fn identifier<'t>(table: &'t Table<'_>, column: usize) -> Result<&'t str, InputError> {
    let text = table.text(column).trim();
    if text.is_empty() {
        let name = abbreviated(&table.header()[column]);
        let kind = InputErrorKind::MissingValue { column: name, text: "".into() };
        return Err(table.field_error(kind, column));
    }
    Ok(text)
}

/// Returns the number of the row's sample.
fn sample(table: &Table<'_>, gathered: &mut Gathered, id: usize) -> Result<u32, InputError> {
    let number = gathered.sample(identifier(table, id)?.as_bytes());
    number.ok_or_else(|| table.field_error(InputErrorKind::IdTooLong, id))
}

/// Returns the number of the row's sample, if identifiers may be repeated in other test sets.
fn sample_of_set(
    table: &Table<'_>,
    gathered: &mut Gathered,
    id: usize,
    set: usize,
) -> Result<u32, InputError> {
    let key = format!("{} ({})", identifier(table, id)?, identifier(table, set)?);
    let number = gathered.sample(key.as_bytes());
    number.ok_or_else(|| table.field_error(InputErrorKind::IdTooLong, id))
}

/// The number of rows of each identifier, by the place of their classifier.
type Repetitions = HashMap<String, Vec<u64>>;

/// Returns the number of the row's sample where those with one identifier are a test set: a sample
/// for each row of a classifier.
fn repeated_sample(
    table: &Table<'_>,
    gathered: &mut Gathered,
    id: usize,
    model: usize,
    seen: &mut Repetitions,
) -> Result<u32, InputError> {
    let text = identifier(table, id)?;
    let of_id = seen.entry_ref(text).or_default();
    of_id.resize(of_id.len().max(model + 1), 0);
    of_id[model] += 1;
    let number = gathered.sample(format!("{text} ({})", of_id[model]).as_bytes());
    number.ok_or_else(|| table.field_error(InputErrorKind::IdTooLong, id))
}

/// A value that all rows of a sample share.
#[derive(Clone, Copy)]
enum Shared {
    Truth,
    Weight,
    TestSet,
}

/// Fills the values that all rows of a sample share: columns of the table with their places.
fn share(
    table: &Table<'_>,
    gathered: &mut Gathered,
    sample: u32,
    id: usize,
    shared: &[Option<(usize, usize, Shared)>],
) -> Result<(), InputError> {
    for &(column, place, kind) in shared.iter().flatten() {
        let outcome = gathered.fill_truth(place, sample, table.field(column), table.line());
        outcome.map_err(|unfit| other(table, gathered, unfit, [id, column], kind))?;
    }
    Ok(())
}

/// Returns the error for a sample that has another value elsewhere.
fn other(
    table: &Table<'_>,
    gathered: &Gathered,
    unfit: Unfit,
    [id, column]: [usize; 2],
    shared: Shared,
) -> InputError {
    let Unfit::Filled { file, line } = unfit else {
        return table.field_error(InputErrorKind::CountsTooLarge, column);
    };
    let first = Box::new(gathered.place_in(file, line.into(), None));
    let [id, here] = [id, column].map(|at| abbreviated(table.text(at).trim()).into());
    let kind = match shared {
        Shared::Truth => InputErrorKind::OtherTruth { id, label: here, first },
        Shared::Weight => InputErrorKind::OtherWeight { id, weight: here, first },
        Shared::TestSet => InputErrorKind::OtherDomain { id, domain: here, first },
    };
    table.field_error(kind, column)
}

/// Returns the error for a sample that occurs twice for a classifier.
fn doubled(
    table: &Table<'_>,
    gathered: &Gathered,
    unfit: Unfit,
    id: usize,
    name: &str,
) -> InputError {
    let Unfit::Filled { file, line } = unfit else {
        return table.field_error(InputErrorKind::CountsTooLarge, id);
    };
    let first = gathered.place_in(file, line.into(), None);
    let kind = InputErrorKind::DoubledId {
        id: abbreviated(table.text(id).trim()).into(),
        name: abbreviated(name).into(),
        first: Box::new(first),
    };
    table.field_error(kind, id)
}

/// Checks that no cell is missing, unless samples with a missing one are left out.
fn check_complete(gathered: &Gathered, options: &ReadOptions) -> Result<(), InputError> {
    if options.drop_missing { Ok(()) } else { gathered.check_complete() }
}

/// Returns the gathered samples as a table.
fn finish<'r>(
    gathered: Gathered,
    table: &Table<'r>,
    what: String,
    truth: Option<&str>,
    set: Option<usize>,
) -> Result<Table<'r>, InputError> {
    if gathered.samples() == 0 {
        return Err(table.error(InputErrorKind::Nothing { what: "sample below the header" }));
    }
    let header = gathered.header();
    let truth = truth.and_then(|truth| header.iter().position(|name| name == truth));
    let is_weight = |k: &usize| Some(*k) != truth && Some(*k) != set && gathered.is_shared(*k);
    let weight = (0..header.len()).find(is_weight);
    let is_model = |k: &usize| ![truth, weight, set].contains(&Some(*k));
    let models = (0..header.len()).filter(is_model).collect();
    let roles = SampleColumns::joined(truth.unwrap_or(NO_TRUTH), weight, models, what);
    let text = |field: &[u8]| String::from_utf8_lossy(field).into_owned();
    let first =
        (0..gathered.samples().min(FIRST_ROWS)).map(|k| gathered.row(k).map(text).collect());
    let first = first.collect();
    let rows = Box::new(GatheredRows { gathered, next: 0 });
    let mut table = Table::held(table, header, rows, first, roles);
    if let Some(set) = set {
        table.split_at(set);
    }
    Ok(table)
}

/// The rows of gathered samples.
struct GatheredRows {
    gathered: Gathered,
    next: usize,
}

impl HeldRows for GatheredRows {
    fn next(&mut self, text: &mut Vec<u8>, ends: &mut Vec<usize>) -> bool {
        if self.next == self.gathered.samples() {
            return false;
        }
        for field in self.gathered.row(self.next) {
            text.extend_from_slice(field);
            ends.push(text.len());
        }
        self.next += 1;
        true
    }

    fn place(&self, row: u64, column: Option<usize>) -> Place {
        let sample = usize::try_from(row.saturating_sub(1)).unwrap_or(usize::MAX);
        self.gathered.place(sample, column)
    }
}

/// Leaves out the columns with these names, each of which one of the files must have.
pub(super) fn ignore(tables: &mut [Table<'_>], names: &[String]) -> Result<(), InputError> {
    for name in names {
        let mut is_found = false;
        for table in tables.iter_mut() {
            if table.header().iter().any(|header| header == name.trim()) {
                table.ignore(std::slice::from_ref(name))?;
                is_found = true;
            }
        }
        if !is_found {
            // Says what is near.
            tables[0].ignore(std::slice::from_ref(name))?;
        }
    }
    Ok(())
}

/// Keeps only the rows with these values, in each file with such a column; at least one file must
/// have it.
pub(super) fn keep(
    tables: &mut [Table<'_>],
    conditions: &[(String, String)],
) -> Result<(), InputError> {
    for condition in conditions {
        let has = |table: &Table<'_>| table.find_exactly(&condition.0).is_some();
        let is_nowhere = !tables.iter().any(has);
        for table in tables.iter_mut().filter(|table| is_nowhere || has(table)) {
            // Where no file has it, the first says what is near.
            table.keep(std::slice::from_ref(condition))?;
        }
    }
    Ok(())
}

/// Takes the column of test sets in each file that has it; at least one file must have it.
pub(super) fn split(tables: &mut [Table<'_>], by: Option<&String>) -> Result<(), InputError> {
    let Some(name) = by else { return Ok(()) };
    let has = |table: &Table<'_>| table.find_exactly(name).is_some();
    let is_nowhere = !tables.iter().any(has);
    for table in tables.iter_mut().filter(|table| is_nowhere || has(table)) {
        table.split(by)?;
    }
    Ok(())
}
