//! The state of a gate that is looked at again and again: the counts of every look.
//!
//! The file is JSON. It is read and checked before anything is added, and replaced as a whole.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::host::{Failure, Streams, given, note_all, reason, write_plain};
use exactile::lattice::Observation;
use exactile::performance::{JointCounts, PairCounts};

/// The schema of the file.
const SCHEMA: &str = "exactile.looks.v1";

/// All looks so far, with the present one.
pub(crate) struct Looks {
    path: PathBuf,
    state: State,
    is_new: bool,
}

#[derive(Deserialize, Serialize)]
struct State {
    schema: String,
    #[serde(flatten)]
    question: Question,
    looks: Vec<Look>,
    /// The sums of all looks, so that a changed number is noticed.
    total: Counts,
}

/// The question of a gate, which is the same at all looks.
#[derive(Clone, Deserialize, PartialEq, Eq, Serialize)]
pub(crate) struct Question {
    pub(crate) metric: String,
    /// The label of the positive class.
    pub(crate) positive: Option<String>,
    pub(crate) candidate: String,
    pub(crate) baseline: String,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Look {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    counts: Counts,
}

/// For each class the samples that both have right, only the candidate, only the baseline, neither.
#[derive(Clone, Copy, Default, Deserialize, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields)]
struct Counts {
    positives: [u64; 4],
    negatives: [u64; 4],
}

impl Looks {
    /// Reads the state, if there is one, and adds a look with its name. A look whose name is known
    /// has to have the same counts, and is not counted again.
    pub(crate) fn with(
        path: &Path,
        question: Question,
        (name, counts): (Option<String>, PairCounts),
        streams: &mut Streams<'_>,
    ) -> Result<Self, Failure> {
        let at = |what: String, hint: &str| Failure::new(what, hint).at(path.display());
        let counts = Counts::from(counts);
        let state = read(path)?;
        let mut state = state.unwrap_or_else(|| State {
            schema: SCHEMA.to_owned(),
            question: question.clone(),
            looks: Vec::new(),
            total: Counts::default(),
        });
        if state.question != question {
            let Question { metric, candidate, baseline, .. } = &state.question;
            let what = format!("the state is about {candidate:?} against {baseline:?} by {metric}");
            return Err(at(
                what,
                "ask the same question with the same --positive, or name another --state",
            ));
        }
        if let Some(known) = state.looks.iter().find(|look| name.is_some() && look.name == name) {
            if known.counts != counts {
                let what = format!("the look {:?} has other counts", name.unwrap_or_default());
                return Err(at(what, "give a new look another name"));
            }
            let note =
                format!("the look {:?} is in {} already", name.unwrap_or_default(), path.display());
            note_all(&[note], streams);
            return Ok(Self { path: path.to_owned(), state, is_new: false });
        }
        state.total = state.total.plus(counts).ok_or_else(|| {
            at(
                "the counts of all looks together exceed 64 bits".to_owned(),
                "begin another --state",
            )
        })?;
        state.looks.push(Look { name, counts });
        Ok(Self { path: path.to_owned(), state, is_new: true })
    }

    /// The number of looks, with the present one.
    pub(crate) fn count(&self) -> usize {
        self.state.looks.len()
    }

    /// The counts of all looks together.
    pub(crate) fn total(&self) -> PairCounts {
        self.state.total.into()
    }

    /// Writes the state, if there is something new.
    pub(crate) fn write(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        if !self.is_new {
            return Ok(());
        }
        let mut text = serde_json::to_string_pretty(&self.state).map_err(std::io::Error::from)?;
        text.push('\n');
        write_plain(Some(&self.path), streams, |out| Ok(out.write_all(text.as_bytes())?))
    }
}

/// Reads the state of a file; `None` if there is no such file.
fn read(path: &Path) -> Result<Option<State>, Failure> {
    let at = |what: String, hint: &str| Failure::new(what, hint).at(path.display());
    let bytes = match given::file(path) {
        Some(bytes) => bytes.map(Arc::unwrap_or_clone),
        None => std::fs::read(path),
    };
    let bytes = match bytes {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => {
            return Err(at(format!("cannot be read: {}", reason(&error)), "check the path"));
        }
    };
    const OTHER: &str = "name the file that --state wrote, or a new one";
    let state: State = serde_json::from_slice(&bytes)
        .map_err(|error| at(format!("this is no state of looks: {error}"), OTHER))?;
    if state.schema != SCHEMA {
        return Err(at(format!("the schema is {:?}, not {SCHEMA:?}", state.schema), OTHER));
    }
    let sum = state.looks.iter().try_fold(Counts::default(), |sum, look| sum.plus(look.counts));
    if sum != Some(state.total) {
        let what = "the counts of the looks do not add up to the total".to_owned();
        return Err(at(what, "take the last state that was not changed, or begin another"));
    }
    Ok(Some(state))
}

impl Counts {
    fn plus(self, other: Self) -> Option<Self> {
        let add = |one: [u64; 4], other: [u64; 4]| {
            let mut sum = [0; 4];
            for (sum, (one, other)) in sum.iter_mut().zip(one.into_iter().zip(other)) {
                *sum = one.checked_add(other)?;
            }
            sum.iter().try_fold(0_u64, |all, count| all.checked_add(*count)).map(|_| sum)
        };
        Some(Self {
            positives: add(self.positives, other.positives)?,
            negatives: add(self.negatives, other.negatives)?,
        })
    }
}

impl From<PairCounts> for Counts {
    fn from(counts: PairCounts) -> Self {
        let [positives, negatives] = [counts.positive, counts.negative].map(|of| {
            let JointCounts { both_right, only_first, only_second, both_wrong } = of;
            [both_right, only_first, only_second, both_wrong]
        });
        Self { positives, negatives }
    }
}

impl From<Counts> for PairCounts {
    fn from(counts: Counts) -> Self {
        let [positive, negative] = [counts.positives, counts.negatives].map(
            |[both_right, only_first, only_second, both_wrong]| JointCounts {
                both_right,
                only_first,
                only_second,
                both_wrong,
            },
        );
        Self { positive, negative }
    }
}

/// Returns the counts of each of the two.
pub(crate) fn observations(counts: &PairCounts) -> [Observation; 2] {
    let (positive, negative) = (&counts.positive, &counts.negative);
    let ([tp, other_tp], [tn, other_tn]) = (positive.right(), negative.right());
    [(tp, tn), (other_tp, other_tn)].map(|(tp, tn)| Observation {
        tn,
        fp: negative.samples() - tn,
        fn_: positive.samples() - tp,
        tp,
    })
}
