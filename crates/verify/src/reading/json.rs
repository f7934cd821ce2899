//! JSON in the form that results use, read strictly: no repeated keys, and no numbers but whole
//! ones.

use std::collections::HashSet;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::exact_text;

/// A value of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    /// A whole number that is not negative: results have no others outside strings.
    Count(u64),
    Text(String),
    List(Vec<Json>),
    /// Keys in the order in which they are written.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Returns the value of a key, if this is an object that has it.
    pub(crate) fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Object(members) => {
                members.iter().find(|(known, _)| known == key).map(|(_, value)| value)
            }
            _ => None,
        }
    }

    pub(crate) fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn as_count(&self) -> Option<u64> {
        match self {
            Self::Count(count) => Some(*count),
            _ => None,
        }
    }

    pub(crate) fn as_list(&self) -> Option<&[Self]> {
        match self {
            Self::List(items) => Some(items),
            _ => None,
        }
    }
}

impl fmt::Display for Json {
    /// Writes the value in a few words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(value) => value.fmt(f),
            Self::Count(count) => count.fmt(f),
            Self::Text(text) => f.write_str(&exact_text::abbreviated(text)),
            Self::List(items) => write!(f, "a list of {}", items.len()),
            Self::Object(members) => write!(f, "an object of {} keys", members.len()),
        }
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text, a whole number, a list, an object, true, false or null")
    }

    fn visit_unit<E: Error>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_u64<E: Error>(self, count: u64) -> Result<Json, E> {
        Ok(Json::Count(count))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Json, E> {
        Ok(Json::Text(text.to_owned()))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Json, E> {
        Ok(Json::Text(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Json::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Json, A::Error> {
        let (mut members, mut known) = (Vec::new(), Keys::default());
        while let Some(key) = entries.next_key::<String>()? {
            known.add(&key)?;
            members.push((key, entries.next_value()?));
        }
        Ok(Json::Object(members))
    }
}

/// The keys of an object.
#[derive(Default)]
struct Keys {
    few: Vec<String>,
    more: HashSet<String>,
}

impl Keys {
    /// Adds a key; an error if it was added before.
    fn add<E: Error>(&mut self, key: &str) -> Result<(), E> {
        /// The number of keys from which on they are looked up in a set.
        const FEW: usize = 16;
        let is_known = self.few.iter().any(|known| known == key) || self.more.contains(key);
        if is_known {
            let key = exact_text::abbreviated(key);
            return Err(E::custom(format!("the key {key} stands twice in one object")));
        }
        match self.few.len() < FEW {
            true => self.few.push(key.to_owned()),
            false => _ = self.more.insert(key.to_owned()),
        }
        Ok(())
    }
}

/// JSON in the form of [`Json`] that is checked but not kept.
#[derive(Debug)]
pub(crate) struct WellFormed;

impl<'de> Deserialize<'de> for WellFormed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyForm)
    }
}

struct AnyForm;

impl<'de> Visitor<'de> for AnyForm {
    type Value = WellFormed;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        AnyValue.expecting(f)
    }

    fn visit_unit<E: Error>(self) -> Result<WellFormed, E> {
        Ok(WellFormed)
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<WellFormed, E> {
        Ok(WellFormed)
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<WellFormed, E> {
        Ok(WellFormed)
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<WellFormed, E> {
        Ok(WellFormed)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<WellFormed, A::Error> {
        while items.next_element::<WellFormed>()?.is_some() {}
        Ok(WellFormed)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<WellFormed, A::Error> {
        let mut known = Keys::default();
        while let Some(key) = entries.next_key::<String>()? {
            known.add(&key)?;
            entries.next_value::<WellFormed>()?;
        }
        Ok(WellFormed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads the text and asserts that [`Json`] and [`WellFormed`] accept the same texts.
    fn read(text: &str) -> Result<Json, String> {
        let json = serde_json::from_str(text).map_err(|error| error.to_string());
        let form = serde_json::from_str::<WellFormed>(text).map_err(|error| error.to_string());
        assert_eq!(json.as_ref().err(), form.as_ref().err(), "{text}");
        json
    }

    #[test]
    fn values_are_read_as_they_stand() {
        let json = read(r#"{"b": [1, null, true], "a": "1/2"}"#).expect("a result");
        assert_eq!(json.get("a").and_then(Json::as_text), Some("1/2"));
        assert_eq!(json.get("b").and_then(Json::as_list).map(<[_]>::len), Some(3));
        assert_eq!(json.get("c"), None);
        assert_eq!(json.to_string(), "an object of 2 keys");
    }

    #[test]
    fn keys_that_stand_twice_and_other_numbers_are_refused() {
        let many: Vec<String> = (0..40).map(|k| format!("\"{k}\": 0")).collect();
        let many = many.join(", ");
        assert!(read(&format!("{{{many}}}")).is_ok());
        for twice in [
            r#"{"a": 1, "a": 1}"#.to_owned(),
            r#"[{"x": {"a": 1, "b": 2, "\u0061": 1}}]"#.to_owned(),
            format!("{{{many}, \"3\": 0}}"),
            format!("{{{many}, \"39\": 0}}"),
        ] {
            let reason = read(&twice).expect_err("a key twice");
            assert!(reason.contains("stands twice"), "{reason}");
        }
        for number in ["1.0", "-1", "1e3", "0.5", "18446744073709551616"] {
            assert!(read(number).is_err(), "{number}");
        }
    }
}
