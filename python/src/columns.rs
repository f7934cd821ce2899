//! Columns of labels, as they come from Python: arrays without a copy, or any sequence.
//!
//! A column numbers its labels in the order of their first occurrence. Which texts are one label
//! and which stand for a missing value is the engine's to say ([`Label`]); nothing is judged here.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use exactile::performance::Label;
use exactile_input::Word;
use numpy::{PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};

/// Labels of a column that are told apart: the numbers below fit in four bits.
const MOST_LABELS: usize = 15;
/// The number of every further label.
const FURTHER: u8 = 15;
/// Values that are compared before one is hashed: with two classes, they are nearly all cells.
const FREQUENT: usize = 2;

/// A column of labels, a value per sample.
pub(crate) struct Column<'py> {
    values: Values<'py>,
    labels: LabelNumbers,
}

/// The values of a column.
enum Values<'py> {
    Bool(Array<'py, bool>),
    Int8(Array<'py, i8>),
    Int16(Array<'py, i16>),
    Int32(Array<'py, i32>),
    Int64(Array<'py, i64>),
    Uint8(Array<'py, u8>),
    Uint16(Array<'py, u16>),
    Uint32(Array<'py, u32>),
    Uint64(Array<'py, u64>),
    Float32(Array<'py, f32>),
    Float64(Array<'py, f64>),
    /// Texts of one width, 32 bits for each character, zeros at the end.
    Text(PyReadonlyArray2<'py, u32>, HashMap<Box<[u32]>, u8>),
    /// Python objects in a list, or in an array of NumPy.
    Objects(Bound<'py, PyList>, KnownObjects<'py>),
    ObjectArray(PyReadonlyArray1<'py, Py<PyAny>>, KnownObjects<'py>),
    /// Positions in a list of categories, -1 for a missing value.
    Codes(Array<'py, i64>, Vec<String>),
}

/// An array and the numbers of the values that were met.
struct Array<'py, T: numpy::Element> {
    array: PyReadonlyArray1<'py, T>,
    recent: Vec<(T, u8)>,
}

impl<'py, T: numpy::Element> Array<'py, T> {
    fn new(data: &Bound<'py, PyAny>) -> PyResult<Self> {
        let array: PyReadonlyArray1<'py, T> = data.extract()?;
        // Contiguous, or this is an error: the package sees to it.
        array.as_slice().map_err(|_| PyTypeError::new_err("the array is not contiguous"))?;
        Ok(Self { array, recent: Vec::new() })
    }

    fn slice(&self) -> &[T] {
        self.array.as_slice().expect("checked when it was made")
    }
}

impl<'py> Column<'py> {
    /// The column that the package describes: what kind of data it is, the data, and for codes the
    /// categories.
    pub(crate) fn new(
        kind: &str,
        data: &Bound<'py, PyAny>,
        categories: Option<Vec<String>>,
    ) -> PyResult<Self> {
        let values = match kind {
            "bool" => Values::Bool(Array::new(data)?),
            "int8" => Values::Int8(Array::new(data)?),
            "int16" => Values::Int16(Array::new(data)?),
            "int32" => Values::Int32(Array::new(data)?),
            "int64" => Values::Int64(Array::new(data)?),
            "uint8" => Values::Uint8(Array::new(data)?),
            "uint16" => Values::Uint16(Array::new(data)?),
            "uint32" => Values::Uint32(Array::new(data)?),
            "uint64" => Values::Uint64(Array::new(data)?),
            "float32" => Values::Float32(Array::new(data)?),
            "float64" => Values::Float64(Array::new(data)?),
            "text" => Values::Text(data.extract()?, HashMap::new()),
            "codes" => Values::Codes(Array::new(data)?, categories.unwrap_or_default()),
            "object" => {
                let array: PyReadonlyArray1<'py, Py<PyAny>> = data.extract()?;
                array
                    .as_slice()
                    .map_err(|_| PyTypeError::new_err("the array is not contiguous"))?;
                Values::ObjectArray(array, KnownObjects::default())
            }
            _ => Values::Objects(data.cast::<PyList>()?.clone(), KnownObjects::default()),
        };
        Ok(Self { values, labels: LabelNumbers::default() })
    }

    /// The number of samples.
    pub(crate) fn len(&self) -> usize {
        match &self.values {
            Values::Bool(column) => column.slice().len(),
            Values::Int8(column) => column.slice().len(),
            Values::Int16(column) => column.slice().len(),
            Values::Int32(column) => column.slice().len(),
            Values::Int64(column) => column.slice().len(),
            Values::Uint8(column) => column.slice().len(),
            Values::Uint16(column) => column.slice().len(),
            Values::Uint32(column) => column.slice().len(),
            Values::Uint64(column) => column.slice().len(),
            Values::Float32(column) => column.slice().len(),
            Values::Float64(column) => column.slice().len(),
            Values::Text(array, _) => array.as_array().nrows(),
            Values::Objects(list, _) => list.len(),
            Values::ObjectArray(array, _) => array.as_array().len(),
            Values::Codes(column, _) => column.slice().len(),
        }
    }

    /// Writes the numbers of the labels of some rows; further labels than can be told apart all get
    /// the same one.
    pub(crate) fn number(
        &mut self,
        py: Python<'py>,
        rows: Range<usize>,
        numbers: &mut [u8],
    ) -> PyResult<()> {
        let labels = &mut self.labels;
        match &mut self.values {
            Values::Bool(column) => column.number(rows, numbers, labels, spell_bool),
            Values::Int8(column) => column.number(rows, numbers, labels, ToString::to_string),
            Values::Int16(column) => column.number(rows, numbers, labels, ToString::to_string),
            Values::Int32(column) => column.number(rows, numbers, labels, ToString::to_string),
            Values::Int64(column) => column.number(rows, numbers, labels, ToString::to_string),
            Values::Uint8(column) => column.number(rows, numbers, labels, ToString::to_string),
            Values::Uint16(column) => column.number(rows, numbers, labels, ToString::to_string),
            Values::Uint32(column) => column.number(rows, numbers, labels, ToString::to_string),
            Values::Uint64(column) => column.number(rows, numbers, labels, ToString::to_string),
            Values::Float32(column) => column.number(rows, numbers, labels, spell_float),
            Values::Float64(column) => column.number(rows, numbers, labels, spell_float),
            Values::Codes(column, categories) => {
                column.number(rows, numbers, labels, |code| spell_code(*code, categories).into());
            }
            Values::Text(array, known) => {
                let array = array.as_array();
                for (row, number) in rows.zip(numbers) {
                    let text = array.row(row);
                    let text = text.as_slice().expect("the package gives contiguous text");
                    *number = match known.get(text) {
                        Some(&number) => number,
                        None => {
                            let number = labels.number(&spell_text(text)?);
                            if number < FURTHER {
                                known.insert(text.into(), number);
                            }
                            number
                        }
                    };
                }
            }
            Values::Objects(list, known) => {
                for (row, number) in rows.zip(numbers) {
                    *number = known.number(&list.get_item(row)?, labels)?;
                }
            }
            Values::ObjectArray(array, known) => {
                let items = &object_slice(array)[rows];
                for (item, number) in items.iter().zip(numbers) {
                    *number = known.number(item.bind(py), labels)?;
                }
            }
        }
        Ok(())
    }

    /// Returns `true` if there were more labels than are told apart.
    pub(crate) fn has_further(&self) -> bool {
        self.labels.has_further
    }

    /// Returns `true` if its values may run any code of Python.
    pub(crate) fn is_slow(&self) -> bool {
        matches!(self.values, Values::Objects(..) | Values::ObjectArray(..))
    }

    /// The texts of the labels that were met, by their numbers.
    pub(crate) fn labels(&self) -> &[String] {
        &self.labels.texts
    }

    /// The text of one value.
    pub(crate) fn text(&self, row: usize) -> PyResult<Cow<'_, str>> {
        Ok(match &self.values {
            Values::Bool(column) => spell_bool(&column.slice()[row]).into(),
            Values::Int8(column) => column.slice()[row].to_string().into(),
            Values::Int16(column) => column.slice()[row].to_string().into(),
            Values::Int32(column) => column.slice()[row].to_string().into(),
            Values::Int64(column) => column.slice()[row].to_string().into(),
            Values::Uint8(column) => column.slice()[row].to_string().into(),
            Values::Uint16(column) => column.slice()[row].to_string().into(),
            Values::Uint32(column) => column.slice()[row].to_string().into(),
            Values::Uint64(column) => column.slice()[row].to_string().into(),
            Values::Float32(column) => spell_float(&column.slice()[row]).into(),
            Values::Float64(column) => spell_float(&column.slice()[row]).into(),
            Values::Text(array, _) => {
                let array = array.as_array();
                let text = array.row(row);
                spell_text(text.as_slice().expect("the package gives contiguous text"))?.into()
            }
            Values::Objects(list, _) => spell_object(&list.get_item(row)?)?.into(),
            Values::ObjectArray(array, _) => {
                spell_object(&object_slice(array)[row].bind(array.py()).clone())?.into()
            }
            Values::Codes(column, categories) => spell_code(column.slice()[row], categories).into(),
        })
    }
}

impl<T: numpy::Element + Copy + PartialEq> Array<'_, T> {
    fn number(
        &mut self,
        rows: Range<usize>,
        numbers: &mut [u8],
        labels: &mut LabelNumbers,
        spell: impl Fn(&T) -> String,
    ) {
        let slice = &self.array.as_slice().expect("checked when it was made")[rows];
        if let [(first, first_number), (second, second_number), ..] = self.recent[..] {
            // Without branches, several values at a time; other values are looked for below.
            let mut are_known = true;
            for (value, number) in slice.iter().zip(&mut *numbers) {
                let is_second = *value == second;
                are_known &= is_second | (*value == first);
                *number = if is_second { second_number } else { first_number };
            }
            if are_known {
                return;
            }
        }
        for (value, number) in slice.iter().zip(numbers) {
            let recent = &self.recent;
            let known = recent.iter().take(FREQUENT).find(|(known, _)| known == value);
            if let Some((_, known)) =
                known.or_else(|| recent.iter().find(|(known, _)| known == value))
            {
                *number = *known;
                continue;
            }
            *number = labels.number(&spell(value));
            if *number < FURTHER {
                self.recent.push((*value, *number));
            }
        }
    }
}

/// Labels with their numbers.
#[derive(Default)]
struct LabelNumbers {
    /// Each label as it was spelled first.
    texts: Vec<String>,
    numbers: HashMap<Key, u8>,
    has_further: bool,
}

/// Key under which equal labels are found.
#[derive(PartialEq, Eq, Hash)]
enum Key {
    Label(Label),
    /// Texts that stand for a missing value are kept as they are, for messages.
    Missing(String),
}

impl LabelNumbers {
    fn number(&mut self, text: &str) -> u8 {
        let key = match Label::is_missing(text) {
            true => Key::Missing(text.to_owned()),
            false => Key::Label(Label::new(text)),
        };
        if let Some(&number) = self.numbers.get(&key) {
            return number;
        }
        if self.texts.len() == MOST_LABELS {
            self.has_further = true;
            return FURTHER;
        }
        let number = u8::try_from(self.texts.len()).expect("labels are few");
        self.texts.push(text.to_owned());
        self.numbers.insert(key, number);
        number
    }
}

/// Objects that were met. Most are met again: as the same object, or as an equal text.
#[derive(Default)]
struct KnownObjects<'py> {
    /// The first objects, which are kept alive, so that no other has their place.
    objects: Vec<(Bound<'py, PyAny>, u8)>,
    /// The first texts.
    texts: Vec<(Box<str>, u8)>,
    /// Further texts.
    others: HashMap<Box<str>, u8>,
}

impl<'py> KnownObjects<'py> {
    fn number(&mut self, item: &Bound<'py, PyAny>, labels: &mut LabelNumbers) -> PyResult<u8> {
        const OBJECTS: usize = 4;
        if let Some((_, number)) = self.objects.iter().find(|(known, _)| known.is(item)) {
            return Ok(*number);
        }
        // Making a text runs any code, which may put another object into the array.
        let item = item.clone();
        let number = match item.cast::<PyString>() {
            Ok(text) => self.number_text(text_of(text)?, labels),
            Err(_) => self.number_text(&spell_object(&item)?, labels),
        };
        if self.objects.len() < OBJECTS {
            self.objects.push((item, number));
        }
        Ok(number)
    }

    fn number_text(&mut self, text: &str, labels: &mut LabelNumbers) -> u8 {
        const REMEMBERED: usize = 4096;
        if let Some((_, number)) = self.texts.iter().find(|(known, _)| **known == *text) {
            return *number;
        }
        if let Some(&number) = self.others.get(text) {
            return number;
        }
        let number = labels.number(text);
        if self.texts.len() < FREQUENT {
            self.texts.push((text.into(), number));
        } else if self.others.len() < REMEMBERED {
            self.others.insert(text.into(), number);
        }
        number
    }
}

fn object_slice<'a>(array: &'a PyReadonlyArray1<'_, Py<PyAny>>) -> &'a [Py<PyAny>] {
    array.as_slice().expect("checked when it was made")
}

/// The canonical form of the label that a text is; `None` if it stands for a missing value.
#[pyfunction]
pub(crate) fn label(text: &str) -> Option<String> {
    (!Label::is_missing(text)).then(|| Label::new(text).as_str().to_owned())
}

/// Returns `true` if a column of this name has the names of classifiers, as in tables.
#[pyfunction]
pub(crate) fn has_names(header: &str) -> bool {
    Word::Name.is_meant_by(header)
}

fn spell_bool(value: &bool) -> String {
    if *value { "True".to_owned() } else { "False".to_owned() }
}

/// The shortest decimal that is this float, as Python and CSV files write it.
fn spell_float(value: &(impl std::fmt::Display + std::fmt::LowerExp + Copy + Into<f64>)) -> String {
    let size = (*value).into().abs();
    if size.is_nan() {
        // As in CSV.
        return String::new();
    }
    if size != 0.0 && !(1e-5..1e16).contains(&size) && size.is_finite() {
        format!("{value:e}")
    } else {
        value.to_string()
    }
}

/// Returns no replacement for invalid characters: two labels might become one.
fn spell_text(text: &[u32]) -> PyResult<String> {
    let end = text.iter().rposition(|&c| c != 0).map_or(0, |last| last + 1);
    let spelled: Option<String> = text[..end].iter().map(|&c| char::from_u32(c)).collect();
    spelled.ok_or_else(|| {
        let shown: String = text[..end]
            .iter()
            .map(|&c| char::from_u32(c).map_or_else(|| format!("\\u{c:04x}"), String::from))
            .collect();
        not_unicode(&format!("'{shown}'"))
    })
}

fn not_unicode(shown: &str) -> PyErr {
    PyValueError::new_err(format!(
        "{shown} is no label: it holds half of a surrogate pair, which is no character\nhint: \
         replace it in the column"
    ))
}

/// The text of a Python string.
fn text_of<'t>(text: &'t Bound<'_, PyString>) -> PyResult<&'t str> {
    text.to_str().map_err(|_| {
        not_unicode(&text.repr().map_or_else(|_| "a text".to_owned(), |repr| repr.to_string()))
    })
}

/// A missing value is an empty text, as in CSV.
fn spell_object(item: &Bound<'_, PyAny>) -> PyResult<String> {
    if item.is_none() {
        return Ok(String::new());
    }
    // Of an enumeration of texts that is its value.
    if let Ok(text) = item.cast::<PyString>() {
        return Ok(text_of(text)?.to_owned());
    }
    if let Ok(bytes) = item.cast::<PyBytes>() {
        // Never a replacement for what is no text: two labels might become one.
        let text = std::str::from_utf8(bytes.as_bytes());
        return text.map(str::to_owned).map_err(|_| {
            let what = bytes.repr().map_or_else(|_| "bytes".to_owned(), |repr| repr.to_string());
            PyValueError::new_err(format!(
                "{what} is no label: these bytes are not UTF-8\nhint: decode the column"
            ))
        });
    }
    let text = item.str()?;
    let text = text_of(&text)?;
    // NaN, NaT and the like; only of a text it is for the caller to say.
    Ok(if Label::is_missing(text) { String::new() } else { text.to_owned() })
}

fn spell_code(code: i64, categories: &[String]) -> &str {
    usize::try_from(code).ok().and_then(|code| categories.get(code)).map_or("", String::as_str)
}
