//! A value in JSON, with the reason if it is null.

use std::borrow::Borrow;

use serde::Serialize;

use exactile::Value;

/// A value, owned or borrowed, with the reason if there is none.
#[derive(Serialize)]
pub(super) struct Valued<V> {
    value: V,
    #[serde(skip_serializing_if = "Option::is_none")]
    undefined: Option<&'static str>,
}

impl<V: Borrow<Value>> From<V> for Valued<V> {
    fn from(value: V) -> Self {
        Self { undefined: value.borrow().undefined(), value }
    }
}
