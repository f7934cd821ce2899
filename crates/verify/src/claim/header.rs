//! The members that all results begin with, and the classifiers that a result is about.

use super::given::Given;
use super::proofs::Proofs;
use super::stop::Stop;
use super::stream::Stream;
use super::truth::{Truth, between_0_and_1, exact, for_each_member, point, same, text};
use super::wrong::Wrong;
use crate::reading::document::Document;
use crate::reading::json::Json;
use exactile::num::Rational;

/// The members of a result that have not been checked yet.
pub(crate) struct Members<'s> {
    /// The members. Each long list of the result is an empty list here.
    members: Vec<(String, Json)>,
    document: &'s Document<'s>,
}

impl<'s> Members<'s> {
    /// Reads the members after the header. The labels that the header states are kept in `proofs`.
    pub(crate) fn new(
        json: Json,
        document: &'s Document<'s>,
        proofs: &mut Proofs,
    ) -> Result<Self, Wrong> {
        let Json::Object(members) = json else {
            return Err(Wrong::new(format!("an object should stand here, not {json}")));
        };
        let mut members = Self { members, document };
        members.take("schema");
        if let Some(provenance) = members.take("provenance") {
            let texts = [
                ("program", Truth::judge(text)),
                ("command", Truth::maybe(Truth::judge(text))),
                ("thresholds", Truth::maybe(Truth::judge(text))),
                ("input_sha256", Truth::maybe(Truth::judge(text))),
            ];
            same(&provenance, &Truth::Object(texts.into()), proofs)
                .map_err(|wrong| wrong.of("provenance"))?;
        }
        if let Some(positive) = members.take("positive") {
            let text = positive.as_text();
            let wrong = || Wrong::new(format!("a label should stand here, not {positive}"));
            proofs.positive = Some(text.ok_or_else(|| wrong().of("positive"))?.to_owned());
        }
        if let Some(dropped) = members.take("dropped_rows") {
            let rows = dropped.as_count().filter(|rows| *rows > 0);
            let wrong = || Wrong::new(format!("a number of rows should stand here, not {dropped}"));
            proofs.dropped_rows = Some(rows.ok_or_else(|| wrong().of("dropped_rows"))?);
        }
        Ok(members)
    }

    /// Returns the value of a key that does not hold a long list.
    pub(crate) fn get(&self, key: &str) -> Option<&Json> {
        let value = self.members.iter().find(|(known, _)| known == key).map(|(_, value)| value);
        value.filter(|_| self.stream(key).is_none())
    }

    /// Returns the long list under a key, if there is one.
    pub(crate) fn stream(&self, key: &str) -> Option<Stream<'s>> {
        let is_here = self.members.iter().any(|(known, _)| known == key);
        let list = self.document.lists().get(&[key]).filter(|_| is_here)?;
        Some(Stream::new(self.document, list))
    }

    /// As [`Members::stream`], for a required list.
    pub(crate) fn required_stream(&self, key: &str) -> Result<Stream<'s>, Wrong> {
        self.stream(key).ok_or_else(|| Wrong::new("a list should stand here").of(key))
    }

    /// As [`Members::required_stream`]; the list is removed from the members.
    pub(crate) fn take_stream(&mut self, key: &str) -> Result<Stream<'s>, Wrong> {
        let stream = self.required_stream(key)?;
        self.members.retain(|(known, _)| known != key);
        Ok(stream)
    }

    /// Checks that the remaining members are the truth, key by key.
    pub(crate) fn same(
        &self,
        truths: &[(&str, Truth<'_>)],
        proofs: &mut Proofs,
    ) -> Result<(), Stop> {
        for_each_member(&self.members, truths, |key, claim, truth| match self.stream(key) {
            Some(stream) => stream.same(truth, proofs),
            None => Ok(same(claim, truth, proofs)?),
        })
    }

    /// Removes and returns the value of a key.
    pub(crate) fn take(&mut self, key: &str) -> Option<Json> {
        let place = self.members.iter().position(|(known, _)| known == key)?;
        Some(self.members.remove(place).1)
    }

    /// As [`Members::take`], for a required key.
    pub(crate) fn required(&mut self, key: &str) -> Result<Json, Wrong> {
        self.take(key).ok_or_else(|| Wrong::new(format!("the key {key:?} is missing")))
    }

    pub(crate) fn exact(&mut self, key: &str) -> Result<Rational, Wrong> {
        exact(&self.required(key)?).map_err(|wrong| wrong.of(key))
    }

    pub(crate) fn count(&mut self, key: &str) -> Result<u64, Wrong> {
        let claim = self.required(key)?;
        let wrong = || Wrong::new(format!("a whole number should stand here, not {claim}")).of(key);
        claim.as_count().ok_or_else(wrong)
    }

    pub(crate) fn text(&mut self, key: &str) -> Result<String, Wrong> {
        let claim = self.required(key)?;
        let wrong = || Wrong::new(format!("a text should stand here, not {claim}")).of(key);
        Ok(claim.as_text().ok_or_else(wrong)?.to_owned())
    }

    /// Returns the point of the closed Tile under a key; the key stays.
    pub(crate) fn point(&self, key: &str) -> Result<[Rational; 2], Wrong> {
        let missing = || Wrong::new(format!("the key {key:?} is missing"));
        point(self.get(key).ok_or_else(missing)?).map_err(|wrong| wrong.of(key))
    }

    /// Takes `level`, a number strictly between 0 and 1.
    pub(crate) fn level(&mut self) -> Result<Rational, Wrong> {
        between_0_and_1(&self.required("level")?).map_err(|wrong| wrong.of("level"))
    }

    /// Takes `paired`: `true` if classifiers are compared on the same samples, which the input must
    /// then contain.
    pub(crate) fn paired(&mut self, given: &Given<'_>) -> Result<bool, Wrong> {
        let reason = match self.required("paired")? {
            Json::Bool(is_paired) if !is_paired || given.joint.is_some() => return Ok(is_paired),
            Json::Bool(_) => "the input does not hold results on the same samples".to_owned(),
            claim => format!("true or false should stand here, not {claim}"),
        };
        Err(Wrong::new(reason).of("paired"))
    }

    /// Returns the remaining members of a result without long lists.
    pub(crate) fn rest(self) -> Json {
        Json::Object(self.members)
    }
}
