//! JSON with a sample per row, as a table: objects in a list or one a line, an object of lists, and
//! the objects of objects of pandas, columns or rows by index.
//!
//! Values are read as they are written; `null` and absent keys are missing values. The text is
//! kept, and a cell is the place of its value in the text.

use hashbrown::HashMap;

use super::ReadOptions;
use super::error::{InputError, InputErrorKind};
use super::evaluation;
use super::gatherer::Gatherer;
use super::header;
use super::json_text::{Document, Members, Pairs, Text, broken, members};
use super::vocabulary::Word;
use exactile::num::abbreviated;
use serde_json::value::RawValue;

/// Returns the rows of a text, if it has samples: if one of its objects has a truth, if the options
/// are about samples, or if the file is one of several that are joined; and those of columns of
/// classifiers.
pub(super) fn rows<'t>(
    document: &'t Document<'t>,
    options: &ReadOptions,
    is_joined: bool,
) -> Result<Option<Gatherer<'t>>, InputError> {
    let is_asked = is_joined || options.names_samples() || options.correct;
    // Columns of classifiers are chosen, too.
    let chooses = !options.keep.is_empty() || !options.ignore.is_empty();
    let are_samples = |members: &Pairs<'_>| match is_matrix(members) {
        true => chooses && are_flat(members),
        false => is_asked || has_truth(members) || evaluation::is_line(members),
    };
    let text = document.text().trim_ascii_start();
    let first_of = |text: &'t str| -> Option<Vec<(Text<'t>, &'t RawValue)>> {
        let mut values = serde_json::Deserializer::from_str(text).into_iter::<&RawValue>();
        values.next()?.ok().and_then(members)
    };
    if let Some(list) = text.strip_prefix('[') {
        return match first_of(list) {
            Some(first) if are_samples(&first) => {
                Gatherer::of_objects(document, &document.objects()?).map(Some)
            }
            _ => Ok(None),
        };
    }
    match serde_json::from_str::<Members<'_>>(document.text()) {
        Ok(Members(whole)) => of_one_object(document, &whole, is_asked, are_samples),
        Err(_) => match first_of(text) {
            Some(first) if are_samples(&first) => {
                Gatherer::of_objects(document, &document.lines()?).map(Some)
            }
            _ => Ok(None),
        },
    }
}

/// Returns `true` if the beginning of a text that should be a table is that of JSON.
pub(super) fn may_be_json(head: &[u8]) -> bool {
    let mut marks = head.iter().filter(|byte| !byte.is_ascii_whitespace());
    let [first, second] = [marks.next(), marks.next()].map(|byte| byte.copied().unwrap_or(0));
    matches!((first, second), (b'[', b'{') | (b'{', b'"'))
}

/// Returns the rows of one object: of lists, of objects by column or by row, or a row itself.
fn of_one_object<'t>(
    document: &'t Document<'t>,
    whole: &Pairs<'t>,
    is_asked: bool,
    are_samples: impl Fn(&Pairs<'_>) -> bool,
) -> Result<Option<Gatherer<'t>>, InputError> {
    let is_truth = |(Text(key), _): &(Text<'_>, &RawValue)| Word::Truth.is_meant_by(key);
    // Columns of classifiers with their names, or with the index of the rows as names.
    let at = |word: Word| whole.iter().position(|(Text(key), _)| word.is_meant_by(key));
    let are_named = header::columns(at).is_ok();
    let indexed = |word: Word| at(word).or((word == Word::Name).then_some(0));
    let are_indexed = header::columns(indexed).is_ok();
    let names_columns = is_asked || whole.iter().any(is_truth);
    if let Some(rows) = evaluation::resolved(document, whole)? {
        return Ok(Some(rows));
    }
    let all = |of: fn(&RawValue) -> bool| !whole.is_empty() && whole.iter().all(|(_, v)| of(v));
    if all(is_flat_list) {
        // A truth alone may be the labels of something else.
        return match (names_columns || are_named) && whole.len() > 1 {
            true => Gatherer::of_lists(document, whole).map(Some),
            false => Ok(None),
        };
    }
    if all(|value| value.get().starts_with('[')) {
        return Ok(None);
    }
    if !all(|value| value.get().starts_with('{')) {
        return match are_samples(whole) {
            true => {
                document.lines().and_then(|rows| Gatherer::of_objects(document, &rows)).map(Some)
            }
            false => Ok(None),
        };
    }
    let Some(first) = members(whole[0].1) else { return Ok(None) };
    if is_matrix(&first) {
        return Ok(None);
    }
    if has_truth(&first) {
        let rows: Vec<&RawValue> = whole.iter().map(|(_, value)| *value).collect();
        return Gatherer::of_objects(document, &rows).map(Some);
    }
    match (names_columns || are_indexed) && are_flat(&first) {
        true => Gatherer::of_indexed(document, whole).map(Some),
        false => Ok(None),
    }
}

/// Returns `true` for a list whose first value is neither a list nor an object.
fn is_flat_list(value: &RawValue) -> bool {
    value.get().strip_prefix('[').is_some_and(|rest| !rest.trim_start().starts_with(['[', '{']))
}

/// Returns `true` if no value of an object is a list or an object.
fn are_flat(members: &Pairs<'_>) -> bool {
    members.iter().all(|(_, value)| !value.get().starts_with(['[', '{']))
}

/// Returns `true` if an object has a true label.
fn has_truth(members: &Pairs<'_>) -> bool {
    let is_label = |(Text(key), value): &(Text<'_>, &RawValue)| {
        Word::Truth.is_meant_by(key) && !value.get().starts_with(['[', '{'])
    };
    members.iter().any(is_label) && !is_matrix(members)
}

/// Returns `true` if an object describes a classifier by its counts or rates.
fn is_matrix(members: &Pairs<'_>) -> bool {
    let at = |word: Word| members.iter().position(|(Text(key), _)| word.is_meant_by(key));
    let is_named = at(Word::Name).is_some() || at(Word::Truth).is_none();
    let named = |word: Word| at(word).or((word == Word::Name).then_some(0));
    let has = |name: &str| members.iter().any(|(Text(key), _)| key == name);
    has("confusion_matrix") || is_named && header::columns(named).is_ok()
}

impl<'t> Gatherer<'t> {
    /// Creates a row for each object.
    pub(super) fn of_objects(
        document: &'t Document<'t>,
        objects: &[&'t RawValue],
    ) -> Result<Self, InputError> {
        let mut rows = Self::new(document, true);
        for (number, object) in (1..).zip(objects) {
            let fail = |part: &RawValue, kind| document.error(part.get(), Some(number), kind);
            if !object.get().starts_with('{') {
                let text = abbreviated(object.get());
                return Err(fail(object, InputErrorKind::WrongType { what: "an object", text }));
            }
            let Members(members) =
                serde_json::from_str(object.get()).map_err(|error| fail(object, broken(&error)))?;
            rows.start(object.get())?;
            for (position, (Text(key), value)) in members.iter().enumerate() {
                let mut put = |key: &str, value: &RawValue| {
                    let column = rows.column(key, position);
                    if rows.put(column, value.get())? {
                        return Ok(());
                    }
                    Err(fail(value, InputErrorKind::Repeated { name: abbreviated(key) }))
                };
                match evaluation::scorers(key, value) {
                    Some(scorers) => scorers.iter().try_for_each(|(key, value)| put(key, value))?,
                    None => put(key, value)?,
                }
            }
        }
        Ok(rows)
    }

    /// Creates a column for each list.
    fn of_lists(document: &'t Document<'t>, lists: &Pairs<'t>) -> Result<Self, InputError> {
        let mut rows = Self::new(document, false);
        for (position, (Text(key), list)) in lists.iter().enumerate() {
            let column = rows.new_column(document, key, position, list)?;
            let values = document.items(list)?;
            if position > 0 && values.len() != rows.starts.len() {
                let kind = InputErrorKind::UnequalLists {
                    name: abbreviated(key).into(),
                    found: values.len(),
                    expected: rows.starts.len(),
                };
                return Err(document.error(list.get(), None, kind));
            }
            for (row, value) in values.into_iter().enumerate() {
                if position == 0 {
                    rows.start(value.get())?;
                }
                rows.put_at(column, row, value.get())?;
            }
        }
        Ok(rows)
    }

    /// Creates a column for each object, whose keys are the index of the rows, which is the first
    /// column.
    fn of_indexed(document: &'t Document<'t>, objects: &Pairs<'t>) -> Result<Self, InputError> {
        let mut rows = Self::new(document, false);
        let index = rows.column("", 0);
        let mut by_key: HashMap<String, usize> = HashMap::new();
        let mut keys: Vec<String> = Vec::new();
        for (position, (Text(key), object)) in objects.iter().enumerate() {
            let column = rows.new_column(document, key, position + 1, object)?;
            let Members(members) = serde_json::from_str(object.get())
                .map_err(|error| document.error(object.get(), None, broken(&error)))?;
            for (at, (Text(key), value)) in members.iter().enumerate() {
                let known = match keys.get(at) {
                    Some(same) if same == key => Some(at),
                    _ => by_key.get(&**key).copied(),
                };
                let row = match known {
                    Some(row) => row,
                    None => {
                        rows.start(value.get())?;
                        rows.put_derived(index, key)?;
                        by_key.insert(key.to_string(), keys.len());
                        keys.push(key.to_string());
                        keys.len() - 1
                    }
                };
                if !rows.put_at(column, row, value.get())? {
                    let kind = InputErrorKind::Repeated { name: abbreviated(key) };
                    return Err(document.error(value.get(), None, kind));
                }
            }
        }
        Ok(rows)
    }

    /// Adds a column with a new name.
    fn new_column(
        &mut self,
        document: &Document<'_>,
        key: &str,
        position: usize,
        value: &RawValue,
    ) -> Result<usize, InputError> {
        let column = self.column(key, position);
        if column < position {
            let kind = InputErrorKind::Repeated { name: abbreviated(key) };
            return Err(document.error(value.get(), None, kind));
        }
        Ok(column)
    }
}
