//! Keys of JSON and names of columns, compared as people write them.

/// Returns `true` if this is the key with this name. Case and surrounding space are ignored.
pub(super) fn is_key(text: &str, name: &str) -> bool {
    text.trim().eq_ignore_ascii_case(name)
}

/// Returns `true` if this is one of the keys.
pub(super) fn is_one_of(text: &str, keys: &[&str]) -> bool {
    keys.iter().any(|key| is_key(text, key))
}
