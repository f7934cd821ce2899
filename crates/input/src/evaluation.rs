//! Logs of evaluations of language models: a line per sample with the result of the model on it.
//!
//! The known forms are the samples of lm-evaluation-harness (`doc_id` and `acc` or another metric
//! of 0 and 1), lines with an identifier and `score` or `reward` as inspect_ai and NeMo write them,
//! and the lists of resolved tasks of SWE-bench. The name of the model is that of the file, or in a
//! column.

use std::borrow::Cow;
use std::collections::HashSet;

use exactile::num::abbreviated;
use exactile::performance::Label;
use serde_json::value::RawValue;

use super::error::{InputError, InputErrorKind};
use super::gatherer::Gatherer;
use super::json_text::{Document, Pairs, Text, members};
use super::rights::verdict;
use super::samples::numbers_runs;
use super::table::Table;
use super::vocabulary::{Word, plain};
use super::{Format, ReadOptions};

/// The columns that may say whether a model was right, the usual one first.
const VALUES: [&str; 13] = [
    "acc",
    "exact_match",
    "correct",
    "is_correct",
    "passed",
    "pass",
    "resolved",
    "reward",
    "score",
    "success",
    "pass@1",
    "accuracy",
    "result",
];
/// Columns that only logs of evaluations have.
const MARKS: [&str; 6] = ["doc_id", "problem_idx", "epoch", "repeat", "instance_id", "task_id"];

/// Returns `true` if an object is a line of such a log.
pub(super) fn is_line(members: &Pairs<'_>) -> bool {
    let keys: Vec<&str> = members.iter().map(|(Text(key), _)| &**key).collect();
    let says = |name: &str| {
        let value = members.iter().find(|(Text(key), _)| plain(key) == plain(name));
        value.is_some_and(|(_, value)| verdict(value.get().trim_matches('"')).is_some())
    };
    let has_scorers = || members.iter().any(|(Text(key), value)| scorers(key, value).is_some());
    are_marked(&keys) && (VALUES.iter().any(|name| says(name)) || has_scorers())
}

/// Returns the columns of the scorers of inspect_ai, `"scores": {"match": {"value": "C"}}`: a
/// single one is the score, several have their own names.
pub(super) fn scorers<'t>(key: &str, value: &'t RawValue) -> Option<Vec<Scorer<'t>>> {
    if plain(key) != "scores" {
        return None;
    }
    let scorers = members(value).filter(|scorers| !scorers.is_empty())?;
    let is_one = scorers.len() == 1;
    let says = |(Text(name), scorer): (Text<'t>, &'t RawValue)| {
        let said = members(scorer)?.into_iter().find(|(Text(key), _)| key == "value")?;
        Some((if is_one { "score".into() } else { name }, said.1))
    };
    scorers.into_iter().map(says).collect()
}

/// The column of a scorer, and its value for a sample.
pub(super) type Scorer<'t> = (Cow<'t, str>, &'t RawValue);

/// Returns `true` if columns with these names belong to such a log, provided that one says which
/// samples are right.
fn are_marked(names: &[&str]) -> bool {
    let has = |word: Word| names.iter().any(|name| word.is_meant_by(name));
    let is_mark = |name: &&str| MARKS.iter().any(|mark| plain(mark) == plain(name));
    has(Word::Id) && (!has(Word::Truth) || names.iter().any(is_mark))
}

/// Returns the column that says whether a model was right: the requested one, or the first with a
/// usual name whose values in the first rows all say so.
pub(super) fn value_column(table: &Table<'_>, options: &ReadOptions) -> Option<usize> {
    if let Some(name) = &options.prediction {
        return table.find_exactly(name);
    }
    let rows = table.first_rows();
    let says = |column: &usize| {
        let cells = || rows.iter().map(|row| row[*column].trim());
        let is_fit = |text: &str| verdict(text).is_some() || Label::is_missing(text);
        !table.is_ignored(*column) && cells().all(is_fit) && cells().any(|t| verdict(t).is_some())
    };
    let named = |name: &&str| {
        let is_it = |column: &usize| plain(&table.header()[*column]) == plain(name);
        (0..table.header().len()).filter(is_it).find(says)
    };
    VALUES.iter().find_map(named)
}

/// Returns the options for these tables; they say that values are rights and wrongs if all tables
/// are logs of evaluations.
pub(super) fn options(tables: &[&Table<'_>], options: &ReadOptions) -> ReadOptions {
    let is_log = |table: &&Table<'_>| {
        let names: Vec<&str> = table.header().iter().map(String::as_str).collect();
        table.places().is_some() && are_marked(&names) && value_column(table, options).is_some()
    };
    let is_free = options.truth.is_none()
        && options.only.is_empty()
        && matches!(options.format, None | Some(Format::Json));
    let correct = options.correct || is_free && tables.iter().all(is_log);
    ReadOptions { correct, ..options.clone() }
}

/// Returns `true` if a table has a row per sample of one model, which is named after the file.
pub(super) fn is_of_one_model(table: &Table<'_>, options: &ReadOptions) -> bool {
    let is_no_name = |column: usize| numbers_runs(table, column);
    options.correct
        && options.only.is_empty()
        && table.known_columns().is_none()
        && (options.id.is_some() || table.has(Word::Id))
        && table.find_word(Word::Name).is_none_or(is_no_name)
        && table.condition_column(Word::Name).is_none_or(is_no_name)
        && value_column(table, options).is_some()
}

/// The keys of the resolved tasks, the preferred one first.
const RESOLVED: [&str; 2] = ["resolved", "resolved_ids"];
const ALL: [&str; 8] = [
    "all_ids",
    "all",
    "dataset_ids",
    "submitted",
    "submitted_ids",
    "instances",
    "instance_ids",
    "task_ids",
];
/// The keys of unresolved tasks, which together with the resolved ones are the whole test.
const OTHERS: [&str; 2] = ["unresolved", "unresolved_ids"];

/// Returns the tasks of a report of SWE-bench, if the members are one: lists of the resolved tasks
/// and of all tasks.
pub(super) fn resolved<'t>(
    document: &'t Document<'t>,
    whole: &Pairs<'t>,
) -> Result<Option<Gatherer<'t>>, InputError> {
    let list = |names: &[&str]| {
        let of = |name: &&str| {
            whole.iter().find(|(Text(key), v)| key == *name && v.get().starts_with('['))
        };
        names.iter().find_map(of).map(|(_, value)| *value)
    };
    let Some(resolved) = list(&RESOLVED) else { return Ok(None) };
    let is_table = |key: &str| [Word::Truth, Word::Id].iter().any(|word| word.is_meant_by(key));
    if whole.iter().any(|(Text(key), _)| is_table(key)) {
        return Ok(None);
    }
    let done = document.items(resolved)?;
    let tasks = match (list(&ALL), list(&OTHERS)) {
        (Some(all), _) => document.items(all)?,
        (None, Some(others)) => [done.clone(), document.items(others)?].concat(),
        (None, None) => {
            let needed = "add a list of the identifiers of all tasks under the key all_ids";
            let kind = InputErrorKind::Missing { name: "the list of all tasks", needed };
            return Err(document.error(resolved.get(), None, kind));
        }
    };
    let mut is_done: HashSet<&str> = done.iter().map(|task| task.get()).collect();
    let mut rows = Gatherer::new(document, false);
    let (id, value) = (rows.column("instance_id", 0), rows.column("resolved", 1));
    for task in tasks {
        rows.start(task.get())?;
        rows.put(id, task.get())?;
        rows.put_derived(value, if is_done.contains(task.get()) { "1" } else { "0" })?;
    }
    for task in rows.texts(id) {
        is_done.remove(task);
    }
    match done.iter().find(|task| is_done.contains(task.get())) {
        Some(stray) => {
            let kind = InputErrorKind::StrayTask { id: abbreviated(stray.get()).into() };
            Err(document.error(stray.get(), None, kind))
        }
        None => Ok(Some(rows)),
    }
}
