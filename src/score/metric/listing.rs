//! The whole catalogue as a list: metrics, families of metrics, all probabilities.

use std::borrow::Cow;

use super::Metric;
use super::entry::Kind;
use super::name::VOLUME;
use crate::geometry::Point;
use crate::num::Rational;
use crate::performance::Event;

/// A score of the catalogue with its definition, its domain and its place on the Tile.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct CatalogueEntry {
    /// The name, of a family with the names of its parameters.
    pub name: String,
    /// Other names that are understood.
    pub synonyms: &'static [&'static str],
    /// The formula.
    pub definition: Cow<'static, str>,
    /// The condition under which it is defined.
    pub defined: String,
    /// The interval that holds its values.
    pub range: &'static str,
    /// `higher` or `lower` values are better; `None` if it does not say how good a classifier is.
    pub better: Option<&'static str>,
    /// The events E and F, if it is the probability P(E | F).
    pub probability: Option<(String, String)>,
    /// Relation to the ranking scores; `None` if no ranking score orders likewise.
    pub kind: Option<&'static str>,
    /// Condition under which it may be used for ranking, in words.
    pub ranking: &'static str,
    /// The importances of tn, fp, fn, tp, as formulas in the priors and parameters.
    pub importances: Option<[String; 4]>,
    /// The place (a, b), as formulas in the priors and parameters.
    pub place: Option<[String; 2]>,
    /// `true` if the place depends on the priors.
    pub depends_on_prior: bool,
    /// The place in numbers, where the priors are known or do not matter.
    pub at: Option<Point>,
    /// Reason why it has no place, if it has none.
    pub no_place: Option<&'static str>,
    /// Source of the definition.
    pub source: &'static str,
}

impl CatalogueEntry {
    /// Condition for ranking of a score that orders as no ranking score does.
    pub const NEVER: &'static str = "never";

    /// Returns the entry of a metric, with its place in numbers under this positive prior.
    ///
    /// ```
    /// use exactile::Metric;
    /// use exactile::score::CatalogueEntry;
    /// let entry = CatalogueEntry::new(&Metric::Kappa, None);
    /// assert_eq!(entry.place, Some(["pi-^2/(pi+^2 + pi-^2)".to_owned(), "1/2".to_owned()]));
    /// assert_eq!(entry.ranking, "with fixed priors");
    /// ```
    pub fn new(metric: &Metric, prior_positive: Option<&Rational>) -> Self {
        let standing = metric.standing();
        let at = standing.as_ref().ok().and_then(|standing| match prior_positive {
            Some(prior) => Some(standing.place(prior)),
            None if standing.depends_on_prior() => None,
            None => Some(standing.place(&Rational::ONE)),
        });
        let placed = standing.as_ref().ok();
        Self {
            name: metric.to_string(),
            synonyms: metric.synonyms(),
            definition: metric.definition(),
            defined: defined(metric),
            range: metric.range(),
            better: metric.orientation().name(),
            probability: metric.events().map(|(e, f)| (e.to_string(), f.to_string())),
            kind: placed.map(|standing| standing.kind()),
            ranking: placed.map_or(Self::NEVER, |standing| standing.scope.name()),
            importances: placed
                .map(|standing| standing.weights.clone().map(|weight| weight.to_string())),
            place: placed.map(|standing| standing.place_formula()),
            depends_on_prior: placed.is_some_and(|standing| standing.depends_on_prior()),
            at,
            no_place: standing.err(),
            source: metric.source(),
        }
    }

    /// A family, in terms of its parameters, from one of its members.
    fn of_family(member: &Metric) -> Self {
        let mut entry = Self::new(member, None);
        entry.name = member.signature();
        entry.at = None;
        if let Kind::Parameters(family) = member.entry().kind {
            entry.importances = Some(family.importances.map(str::to_owned));
            entry.place = Some(family.place.map(str::to_owned));
        }
        if member.own_importances().is_some() {
            entry.defined = "where an outcome of positive importance occurred".to_owned();
        }
        entry
    }

    /// The volume under the Tile: no metric of a confusion matrix with an exact surrogate, so only
    /// listed here.
    fn volume_under_tile() -> Self {
        Self {
            name: VOLUME.0.to_owned(),
            synonyms: VOLUME.1,
            definition: Cow::Borrowed("the integral of r(A,B) over all A, B from 0 to 1"),
            defined: EVERYWHERE.to_owned(),
            range: "[0, 1]",
            better: Some("higher"),
            probability: None,
            kind: None,
            ranking: Self::NEVER,
            importances: None,
            place: None,
            depends_on_prior: false,
            at: None,
            no_place: Some(
                "averages of ranking scores are no ranking scores in general; exactile vut ranks \
                 by it",
            ),
            source: "The Tile, sections 3.2 and A.6",
        }
    }

    /// All scores: the metrics, the families with parameters, the probabilities without a name of
    /// their own, and the volume under the Tile; places under this positive prior.
    ///
    /// ```
    /// use exactile::score::CatalogueEntry;
    /// let all = CatalogueEntry::all(None);
    /// assert_eq!(all.iter().filter(|entry| entry.probability.is_some()).count(), 50);
    /// ```
    pub fn all(prior_positive: Option<&Rational>) -> Vec<Self> {
        let unnamed = Event::pairs()
            .filter_map(|(event, given)| Metric::probability(event, given))
            .filter(|metric| matches!(metric, Metric::Probability { .. }));
        let metrics = Metric::all().into_iter().chain(unnamed);
        let mut entries: Vec<Self> =
            metrics.map(|metric| Self::new(&metric, prior_positive)).collect();
        entries.extend(Metric::families().iter().map(Self::of_family));
        entries.push(Self::volume_under_tile());
        entries
    }
}

const EVERYWHERE: &str = "everywhere";

fn defined(metric: &Metric) -> String {
    let events = metric.domain().into_iter().map(|event| format!("{} > 0", event.sum()));
    let conditions: Vec<String> =
        events.chain(metric.further_condition().map(str::to_owned)).collect();
    if conditions.is_empty() { EVERYWHERE.to_owned() } else { conditions.join(", ") }
}
