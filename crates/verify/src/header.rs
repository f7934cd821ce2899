//! What all results begin with, and which classifiers a result is about.

use std::borrow::Cow;

use super::claim::{Truth, Wrong, between_0_and_1, exact, for_each_member, same};
use super::document::Document;
use super::json::Json;
use super::proofs::{Proofs, counted};
use super::schema::{Given, Stop};
use super::shifted;
use super::stream::Stream;
use exactile::num::Rational;
use exactile::performance::Classifier;

/// The members of a result that have not been looked at.
pub(super) struct Members<'s> {
    /// Where long lists stand in the result, empty ones stand here.
    members: Vec<(String, Json)>,
    document: &'s Document<'s>,
}

impl<'s> Members<'s> {
    /// Those after the header. What the header says of labels is kept in `proofs`.
    pub(super) fn new(
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
                ("program", text_of_any_kind()),
                ("command", Truth::maybe(text_of_any_kind())),
                ("thresholds", Truth::maybe(text_of_any_kind())),
                ("input_sha256", Truth::maybe(text_of_any_kind())),
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

    /// The value of a key, where no long list stands.
    pub(super) fn get(&self, key: &str) -> Option<&Json> {
        let value = self.members.iter().find(|(known, _)| known == key).map(|(_, value)| value);
        value.filter(|_| self.stream(key).is_none())
    }

    /// The long list that stands under a key, if one does.
    pub(super) fn stream(&self, key: &str) -> Option<Stream<'s>> {
        let is_here = self.members.iter().any(|(known, _)| known == key);
        let list = self.document.lists().get(&[key]).filter(|_| is_here)?;
        Some(Stream::new(self.document, list))
    }

    /// As [`Members::stream`], of a list that has to be there.
    pub(super) fn required_stream(&self, key: &str) -> Result<Stream<'s>, Wrong> {
        self.stream(key).ok_or_else(|| Wrong::new("a list should stand here").of(key))
    }

    /// As [`Members::required_stream`], of a list that is then done with.
    pub(super) fn take_stream(&mut self, key: &str) -> Result<Stream<'s>, Wrong> {
        let stream = self.required_stream(key)?;
        self.members.retain(|(known, _)| known != key);
        Ok(stream)
    }

    /// What is left has to be the truth, key by key.
    pub(super) fn same(
        &self,
        truths: &[(&str, Truth<'_>)],
        proofs: &mut Proofs,
    ) -> Result<(), Stop> {
        for_each_member(&self.members, truths, |key, claim, truth| match self.stream(key) {
            Some(stream) => stream.same(truth, proofs),
            None => Ok(same(claim, truth, proofs)?),
        })
    }

    /// The value of a key, which is then done with.
    pub(super) fn take(&mut self, key: &str) -> Option<Json> {
        let place = self.members.iter().position(|(known, _)| known == key)?;
        Some(self.members.remove(place).1)
    }

    /// As [`Members::take`], of a key that has to be there.
    pub(super) fn required(&mut self, key: &str) -> Result<Json, Wrong> {
        self.take(key).ok_or_else(|| Wrong::new(format!("the key {key:?} is missing")))
    }

    pub(super) fn exact(&mut self, key: &str) -> Result<Rational, Wrong> {
        exact(&self.required(key)?).map_err(|wrong| wrong.of(key))
    }

    pub(super) fn count(&mut self, key: &str) -> Result<u64, Wrong> {
        let claim = self.required(key)?;
        let wrong = || Wrong::new(format!("a whole number should stand here, not {claim}")).of(key);
        claim.as_count().ok_or_else(wrong)
    }

    pub(super) fn text(&mut self, key: &str) -> Result<String, Wrong> {
        let claim = self.required(key)?;
        let wrong = || Wrong::new(format!("a text should stand here, not {claim}")).of(key);
        Ok(claim.as_text().ok_or_else(wrong)?.to_owned())
    }

    /// A level, between 0 and 1.
    pub(super) fn level(&mut self) -> Result<Rational, Wrong> {
        between_0_and_1(&self.required("level")?).map_err(|wrong| wrong.of("level"))
    }

    /// Whether classifiers are compared on the same samples, which the input has to hold then.
    pub(super) fn paired(&mut self, given: &Given<'_>) -> Result<bool, Wrong> {
        let reason = match self.required("paired")? {
            Json::Bool(is_paired) if !is_paired || given.joint.is_some() => return Ok(is_paired),
            Json::Bool(_) => "the input does not hold results on the same samples".to_owned(),
            claim => format!("true or false should stand here, not {claim}"),
        };
        Err(Wrong::new(reason).of("paired"))
    }

    /// What is left, of a result without long lists.
    pub(super) fn rest(self) -> Json {
        Json::Object(self.members)
    }
}

fn text_of_any_kind<'t>() -> Truth<'t> {
    Truth::judge(|claim| match claim {
        Json::Text(_) => Ok(()),
        _ => Err(Wrong::new(format!("a text should stand here, not {claim}"))),
    })
}

/// The positive prior that a result says: the one that was asked for if it is told, and otherwise perhaps the input's own.
pub(super) fn asked_prior(
    claim: &Json,
    is_own: impl Fn(&Rational) -> bool,
    target: Option<&Rational>,
    proofs: &mut Proofs,
) -> Result<Rational, Wrong> {
    let of_prior = |wrong: Wrong| wrong.of("prior_positive");
    let prior = between_0_and_1(claim).map_err(of_prior)?;
    if let Some(target) = target.filter(|target| **target != prior) {
        return Err(of_prior(Wrong::new(format!("it is {prior}, not the {target} asked for"))));
    }
    if !is_own(&prior) && target.is_none() {
        proofs.open(format!(
            "that the positive prior asked for is {prior}, which is not that of the input: --target-prior says it"
        ));
    }
    proofs.prior_positive = Some(prior.clone());
    Ok(prior)
}

/// The counts of the classifiers of an input on the Tile that a result is on.
pub(super) struct OnTile {
    /// Counts `tn, fp, fn, tp`.
    pub(super) counts: Vec<[Rational; 4]>,
    /// The positive prior that all have, if they have one.
    pub(super) prior: Option<Rational>,
}

fn counts_of(classifier: &Classifier) -> [Rational; 4] {
    let matrix = &classifier.matrix;
    [matrix.tn(), matrix.fp(), matrix.fn_(), matrix.tp()].map(Clone::clone)
}

fn common(mut priors: impl Iterator<Item = Rational>) -> Option<Rational> {
    let first = priors.next()?;
    priors.all(|prior| prior == first).then_some(first)
}

impl OnTile {
    /// The classifiers as they are in the input, or shifted to the target prior, for results that do not say a prior.
    pub(super) fn plain(
        classifiers: &[Classifier],
        target: Option<&Rational>,
    ) -> Result<Self, Wrong> {
        let priors = classifiers.iter().map(|known| known.matrix.prior_positive());
        match target {
            Some(target) => Self::at(classifiers, target),
            None => Ok(Self {
                counts: classifiers.iter().map(counts_of).collect(),
                prior: common(priors),
            }),
        }
    }

    fn at(classifiers: &[Classifier], prior: &Rational) -> Result<Self, Wrong> {
        let counts = classifiers.iter().map(|known| {
            known
                .matrix
                .check_both_classes()
                .map_err(|error| Wrong::new(format!("{:?} in the input: {error}", known.name)))?;
            if known.matrix.prior_positive() == *prior {
                return Ok(counts_of(known));
            }
            let counts = counts_of(known);
            Ok(shifted(counts.each_ref(), prior))
        });
        Ok(Self { counts: counts.collect::<Result<_, _>>()?, prior: Some(prior.clone()) })
    }

    /// Takes `prior_positive` and `priors` off a result, which have to be those of the input or the prior that was asked for.
    pub(super) fn of_prior(
        members: &mut Members<'_>,
        classifiers: &[Classifier],
        target: Option<&Rational>,
        proofs: &mut Proofs,
    ) -> Result<Self, Wrong> {
        let own: Vec<Rational> =
            classifiers.iter().map(|known| known.matrix.prior_positive()).collect();
        let claim = members.required("prior_positive")?;
        if claim == Json::Null {
            if let Some(prior) = target.cloned().or_else(|| common(own.iter().cloned())) {
                return Err(Wrong::new(format!("it is {prior}, not null")).of("prior_positive"));
            }
            let truth = Truth::List(own.iter().map(|z| Truth::Exact(Cow::Borrowed(z))).collect());
            same(&members.required("priors")?, &truth, proofs)
                .map_err(|wrong| wrong.of("priors"))?;
            return Ok(Self { counts: classifiers.iter().map(counts_of).collect(), prior: None });
        }
        let is_own = |prior: &Rational| own.iter().all(|own| own == prior);
        let prior = asked_prior(&claim, is_own, target, proofs)?;
        Self::at(classifiers, &prior)
    }

    /// Takes `classifiers` off a result: names and counts on this Tile.
    pub(super) fn check_classifiers(
        &self,
        members: &mut Members<'_>,
        classifiers: &[Classifier],
        proofs: &mut Proofs,
    ) -> Result<(), Wrong> {
        let truth = Truth::Each(
            classifiers.len(),
            Box::new(|k| {
                let [tn, fp, fn_, tp] =
                    self.counts[k].each_ref().map(|count| Truth::Exact(Cow::Borrowed(count)));
                let name = Truth::text(&classifiers[k].name);
                Truth::Object(vec![("name", name), ("tn", tn), ("fp", fp), ("fn", fn_), ("tp", tp)])
            }),
        );
        same(&members.required("classifiers")?, &truth, proofs)
            .map_err(|wrong| wrong.of("classifiers"))?;
        proofs.proved(format!(
            "the counts of {} are those of the input",
            counted(classifiers.len(), "classifier")
        ));
        Ok(())
    }
}
