//! What was taken from the labels of an input, written with every result that was made from them.
//!
//! It belongs to all results and to no engine, so it is written here and not by each writer: as the
//! first line of a text, and as members of a JSON object after its schema.

use std::io::{self, Write};

use super::RenderError;
use super::text::shown;

/// What the reader of an input took from its labels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labelling {
    /// The label of the positive class; `None` for inputs without labels.
    pub positive: Option<String>,
    /// Rows that were left out because they lack a value.
    pub dropped: u64,
}

impl Labelling {
    /// `positive class: malignant`, on a line, or nothing if there are no labels.
    ///
    /// # Errors
    /// What the destination reports.
    pub fn write_line(&self, out: &mut dyn Write) -> Result<(), RenderError> {
        let positive =
            self.positive.as_ref().map(|label| format!("positive class: {}", shown(label)));
        let dropped = (self.dropped > 0).then(|| {
            let rows = if self.dropped == 1 { "row" } else { "rows" };
            format!("{} {rows} with missing values left out", self.dropped)
        });
        let parts: Vec<String> = positive.into_iter().chain(dropped).collect();
        if !parts.is_empty() {
            writeln!(out, "{}", parts.join("; "))?;
        }
        Ok(())
    }

    /// A destination for a JSON object whose first member is its schema: `positive` and
    /// `dropped_rows`, if there are such, come second.
    ///
    /// # Errors
    /// A label that cannot be written as JSON, which does not happen.
    pub fn in_json<'w>(&self, out: &'w mut dyn Write) -> Result<impl Write + 'w, RenderError> {
        let mut members = Vec::new();
        if let Some(positive) = &self.positive {
            members.push(("positive", serde_json::to_string(positive)?));
        }
        if self.dropped > 0 {
            members.push(("dropped_rows", self.dropped.to_string()));
        }
        Ok(Inserting { out, members, is_indented: false })
    }
}

/// Passes a JSON object on, and writes further members after its first one, which holds no comma.
struct Inserting<'w> {
    out: &'w mut dyn Write,
    /// What is still to be written.
    members: Vec<(&'static str, String)>,
    is_indented: bool,
}

impl Write for Inserting<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.members.is_empty() {
            return self.out.write(bytes);
        }
        let comma = bytes.iter().position(|byte| *byte == b',');
        let (first, rest) = bytes.split_at(comma.map_or(bytes.len(), |at| at + 1));
        self.is_indented |= first.contains(&b'\n');
        self.out.write_all(first)?;
        if comma.is_some() {
            for (key, value) in self.members.drain(..) {
                if self.is_indented {
                    write!(self.out, "\n  \"{key}\": {value},")?;
                } else {
                    write!(self.out, "\"{key}\":{value},")?;
                }
            }
            self.out.write_all(rest)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_inserted_however_the_object_arrives() {
        let labelling = Labelling { positive: Some("a, \"b\"".to_owned()), dropped: 2 };
        for (object, expected) in [
            (
                "{\"schema\":\"s\",\"x\":[1,2]}\n",
                "{\"schema\":\"s\",\"positive\":\"a, \\\"b\\\"\",\"dropped_rows\":2,\"x\":[1,2]}\n",
            ),
            (
                "{\n  \"schema\": \"s\",\n  \"x\": 1\n}\n",
                "{\n  \"schema\": \"s\",\n  \"positive\": \"a, \\\"b\\\"\",\n  \"dropped_rows\": 2,\n  \"x\": 1\n}\n",
            ),
        ] {
            for step in 1..object.len() {
                let mut out = Vec::new();
                let mut writer = labelling.in_json(&mut out).expect("a label");
                for portion in object.as_bytes().chunks(step) {
                    writer.write_all(portion).expect("memory");
                }
                drop(writer);
                assert_eq!(String::from_utf8(out).expect("text"), expected, "{step}");
            }
        }
        let mut out = Vec::new();
        let nothing = Labelling::default();
        nothing.in_json(&mut out).expect("nothing").write_all(b"{\"schema\":1,2}").expect("memory");
        nothing.write_line(&mut out).expect("memory");
        assert_eq!(out, b"{\"schema\":1,2}");
        let mut out = Vec::new();
        labelling.write_line(&mut out).expect("memory");
        assert_eq!(out, b"positive class: a, \"b\"; 2 rows with missing values left out\n");
    }
}
