//! Entries of the catalogue, and the macro that makes [`Metric`](super::Metric) from their list.

use std::sync::OnceLock;

use super::Metric;
use super::derived::Derived;
use super::standing::{Likeness, Orientation, Scope};
use crate::num::Rational;
use crate::performance::Event;

/// An entry of the catalogue, with the parts that are derived from its formula when first needed.
pub(super) struct Entry {
    pub(super) facts: Facts,
    pub(super) derived: OnceLock<Derived>,
}

/// Facts about a metric, as they are written in the catalogue.
#[derive(Clone, Copy)]
pub(super) struct Facts {
    /// The name, with `(...)` left out where the metric has parameters.
    pub(super) name: &'static str,
    /// Other names that are understood.
    pub(super) synonyms: &'static [&'static str],
    /// The formula, in counts, parameters and the names of other metrics (`PPV_bal` for `ppv-bal`),
    /// after `NAME = ` or before a remark that begins with a comma; of probabilities it follows
    /// from the events.
    pub(super) definition: &'static str,
    pub(super) source: &'static str,
    pub(super) range: &'static str,
    /// The metric is undefined where one of these events did not occur. With parameters there may
    /// be more, and of probabilities it is the condition.
    pub(super) domain: &'static [Event],
    /// Texts for a logarithm's base that is above one, and for one that is not.
    pub(super) base: Option<[&'static str; 2]>,
    pub(super) kind: Kind,
}

/// Relation of a metric to the ranking scores.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// P(event | given), from which all follows.
    Probability(Event, Event),
    /// Any P(event | given).
    Probabilities,
    /// A ranking score orders likewise.
    Like(Scope, Likeness, [Coefficient; 4]),
    /// No ranking score orders likewise, for this reason.
    Nowhere(Orientation, &'static str),
    /// It depends on the parameters.
    Parameters(&'static Family),
}

/// A family of metrics in terms of its parameters.
pub(super) struct Family {
    /// Their names, between commas.
    pub(super) parameters: &'static str,
    /// The letters that stand for them in the formula.
    pub(super) letters: &'static [&'static str],
    /// Other spellings of the name before the parameters.
    pub(super) spellings: &'static [&'static str],
    /// The member with these parameters, as many as there are names, unless they are out of range.
    pub(super) member: fn(&[Rational]) -> Option<Metric>,
    /// The performances for which a member orders as a ranking score does, and the relation of its
    /// values.
    pub(super) standing: (Scope, Likeness),
    /// The importances of tn, fp, fn, tp in that ranking score.
    pub(super) importances: [&'static str; 4],
    /// The place (a, b).
    pub(super) place: [&'static str; 2],
}

/// `k pi-^i pi+^j` as (k, i, j).
pub(super) type Coefficient = (i64, u8, u8);

impl Entry {
    pub(super) const fn new(facts: Facts) -> Self {
        Self { facts, derived: OnceLock::new() }
    }
}

impl std::ops::Deref for Entry {
    type Target = Facts;

    fn deref(&self) -> &Facts {
        &self.facts
    }
}

impl Facts {
    /// Its value is divided by a logarithm, whose argument has to be above one.
    pub(super) const fn above_one(self, it_is: &'static str, it_is_not: &'static str) -> Self {
        Self { base: Some([it_is, it_is_not]), ..self }
    }
}

pub(super) const fn entry(
    name: &'static str,
    synonyms: &'static [&'static str],
    definition: &'static str,
    source: &'static str,
    range: &'static str,
    domain: &'static [Event],
    kind: Kind,
) -> Facts {
    Facts { name, synonyms, definition, source, range, domain, base: None, kind }
}

pub(super) const fn probability(
    name: &'static str,
    synonyms: &'static [&'static str],
    source: &'static str,
    event: Event,
    given: Event,
) -> Facts {
    entry(name, synonyms, "", source, "[0, 1]", &[], Kind::Probability(event, given))
}

pub(super) const fn like(scope: Scope, likeness: Likeness, weights: [Coefficient; 4]) -> Kind {
    Kind::Like(scope, likeness, weights)
}

pub(super) const fn nowhere(orientation: Orientation, reason: &'static str) -> Kind {
    Kind::Nowhere(orientation, reason)
}

pub(super) const fn count() -> Kind {
    nowhere(Orientation::Neither, "it counts samples and does not say how good a classifier is")
}

/// Makes the enum and everything that lists its variants from the entries.
macro_rules! metrics {
    (
        metrics { $( $(#[$cfg:meta])* $metric:ident $doc:literal: $facts:expr; )* }
        families {
            $( $family:ident($payload:ty) $family_doc:literal,
                as $example:expr; $family_facts:expr; )*
        }
    ) => {
        /// A metric of a two-class confusion matrix.
        ///
        /// ```
        /// use exactile::{ConfusionMatrix, Metric};
        /// let matrix = ConfusionMatrix::from_counts(32, 8, 4, 16)?;
        /// let value = |name: &str| name.parse::<Metric>().unwrap().value(&matrix).to_string();
        /// assert_eq!(value("f1"), "8/11");
        /// assert_eq!(value("mcc"), "sqrt(1/3)");
        /// assert_eq!(value("plr"), "4");
        /// assert_eq!(value("log-plr"), "ln(4)");
        /// # Ok::<(), exactile::PerformanceError>(())
        /// ```
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Metric {
            $( $(#[$cfg])* #[doc = $doc] $metric, )*
            $( #[doc = $family_doc] $family($payload), )*
            /// P(event | given), for those that have no name of their own: see
            /// [`Metric::probability`].
            Probability {
                /// Neither empty nor the condition.
                event: Event,
                /// The condition.
                given: Event,
            },
        }

        impl Metric {
            /// The metrics without parameters.
            pub(super) const PLAIN: &'static [Self] = &[$( $(#[$cfg])* Self::$metric, )*];

            /// One example of each family of metrics: F2, R at the centre, ...
            pub(in crate::score) fn families() -> Vec<Self> {
                vec![$( $example, )*]
            }

            pub(super) fn entry(&self) -> &'static Entry {
                match self {
                    $( $(#[$cfg])* Self::$metric => {
                        static ENTRY: Entry = Entry::new($facts);
                        &ENTRY
                    } )*
                    Self::FBeta(beta) if *beta == Rational::ONE => &F1,
                    $( Self::$family(_) => {
                        static ENTRY: Entry = Entry::new($family_facts);
                        &ENTRY
                    } )*
                    Self::Probability { .. } => &PROBABILITY,
                }
            }
        }
    };
}
pub(super) use metrics;
