//! A published statement, and the finding about it.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::conics::Conics;
use super::constant::BestConstant;
use super::equation::{Equation, Greatest};
use super::error::RefereeError;
use super::events::Events;
use super::fit::{FitOn, Perfect, ScoreConditions, Unfit};
use super::formula::{Contour, Identity, Meeting};
use super::foundations::{ConvexSets, ImportanceAt, RankingScores};
use super::inequality::Inequality;
use super::lattice_counts::{LatticeTotal, Multiplicity};
use super::laws::{AdvantageLaw, ConstantSuffices, CostConstant};
use super::number::Number;
use super::orders::{OrderLaws, SmallWorlds};
use super::predictive::{Mass, RateRange};
use super::range::{Neighbours, Range};
use super::review::{Review, Symmetry};
use super::spearman::Spearman;
use super::spread::{Broader, MostProbable, StandOut};
use super::tile::{
    CorrelationSigns, Diversity, Frontier, Interpolation, NoSkillCurve, Operation, Rates,
    SameOrder, ZoneShapes,
};
use super::volume::Volume;
use super::{ClosedForm, Expression};

/// The verdict on a published statement.
///
/// Verdicts are ordered by gravity: the verdict on several items is the greatest of theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It holds as printed.
    Reproduced,
    /// It holds only under a convention, which the finding names.
    Convention,
    /// It does not hold; the finding has a witness.
    Erratum,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Reproduced => "reproduced",
            Self::Convention => "convention",
            Self::Erratum => "erratum",
        })
    }
}

/// The kind of question that a convention settles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Settles {
    /// It is true but for isolated values, which the convention names and leaves out.
    Singular,
    /// The print is an estimate or an approximation, true within a bound that the convention names.
    Tolerance,
    /// The print has several readings, and the convention names one that is true.
    Reading,
}

impl fmt::Display for Settles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Singular => "singular",
            Self::Tolerance => "tolerance",
            Self::Reading => "reading",
        })
    }
}

/// One numbered table, formula or stated number of a paper.
#[derive(Clone, Debug, Deserialize)]
pub struct Statement {
    /// Its name: the paper, a slash, and its number in the paper.
    pub id: String,
    /// The place where it is printed.
    pub source: String,
    /// The statement in few words.
    pub says: String,
    /// The verdict on record.
    pub recorded: Verdict,
    /// The printed data, with the test that examines them.
    #[serde(flatten)]
    pub test: Test,
}

/// The printed data, by the test that examines them.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Test {
    /// Several statements in one table, figure or lemma.
    All {
        /// The statements.
        parts: Vec<Test>,
    },
    /// Forms of one metric that are said to be equal.
    Identity(Identity),
    /// A formula for the matrices on which a metric takes a value.
    Contour(Contour),
    /// A point through which all contours of a metric are said to pass.
    Meeting(Meeting),
    /// Two sides that are said to be equal.
    Equation(Equation),
    /// The greatest finite value of a metric.
    Greatest(Greatest),
    /// A formula for the masses of a predictive distribution.
    Mass(Mass),
    /// The probability of a range of true positive rates.
    RateRange(RateRange),
    /// An operation on performances.
    Operation(Operation),
    /// A score that orders as the canonical one at a place.
    SameOrder(SameOrder),
    /// The border between two performances.
    Frontier(Frontier),
    /// Means along the sides of the Tile.
    Interpolation(Interpolation),
    /// The curve on which no-skill performances are equivalent.
    NoSkillCurve(NoSkillCurve),
    /// A formula for the volume under the Tile.
    Volume(Volume),
    /// The rank correlation of the volume under the Tile with the accuracy.
    Spearman(Spearman),
    /// Performances from their rates.
    Rates(Rates),
    /// The numbers and the table of probabilistic scores.
    Events(Events),
    /// The number of confusion matrices of one size.
    LatticeTotal(LatticeTotal),
    /// The number of matrices that are said to take a value.
    Multiplicity(Multiplicity),
    /// A row of the review of common scores.
    Review(Review),
    /// Numbers of the review that are related by a symmetry.
    Symmetry(Symmetry),
    /// Sets of performances that are said to be convex.
    ConvexSets(ConvexSets),
    /// The importances of the score at a place.
    ImportanceAt(ImportanceAt),
    /// Scores that are functions of a ranking score.
    RankingScores(RankingScores),
    /// Relations of measures at all matrices.
    Inequality(Inequality),
    /// Numbers with their printed decimals.
    Number(Number),
    /// A constant that is said to be the best prediction under a loss.
    BestConstant(BestConstant),
    /// The values of a metric.
    Range(Range),
    /// The matrices next to one.
    Neighbours(Neighbours),
    /// Contours as curves of the plane of rates.
    Conics(Conics),
    /// A model that is said to be broader than another.
    Broader(Broader),
    /// Values that stand out of a predictive distribution.
    StandOut(StandOut),
    /// The most probable value of a metric.
    MostProbable(MostProbable),
    /// Properties of relations that follow from a preorder.
    OrderLaws(OrderLaws),
    /// Corollaries of the axioms, and conditions for them.
    SmallWorlds(SmallWorlds),
    /// A score that satisfies the condition of a theorem.
    ScoreConditions(ScoreConditions),
    /// Scores that are not fit for ranking.
    Unfit(Unfit),
    /// Scores by the performances on which they are fit.
    FitOn(FitOn),
    /// Fit scores that agree with a ranking score.
    Perfect(Perfect),
    /// Orderings that are all different.
    Diversity(Diversity),
    /// The shapes of zones.
    ZoneShapes(ZoneShapes),
    /// The signs of correlations with ranking scores.
    CorrelationSigns(CorrelationSigns),
    /// A property of the prediction advantage.
    AdvantageLaw(AdvantageLaw),
    /// A loss for which constants suffice.
    ConstantSuffices(ConstantSuffices),
    /// The best constant under costs.
    CostConstant(CostConstant),
}

/// The two sides at one place, for readers to confirm with a pocket calculator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Compared {
    /// The place.
    pub at: String,
    /// The true value.
    pub left: String,
    /// The value of the print.
    pub right: String,
    /// Numerator times denominator, and denominator times numerator: equal if and only if the
    /// fractions are. `None` if a side is irrational.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub products: Option<[String; 2]>,
}

impl Compared {
    /// Compares two values.
    pub(super) fn new(at: String, left: &ClosedForm, right: &ClosedForm) -> Self {
        let products = left.as_rational().zip(right.as_rational()).map(|(left, right)| {
            let (a, b) = (left.numerator(), left.denominator());
            let (c, d) = (right.numerator(), right.denominator());
            [format!("{a} \u{b7} {d} = {}", &a * &d), format!("{c} \u{b7} {b} = {}", &c * &b)]
        });
        Self { at, left: left.to_string(), right: right.to_string(), products }
    }
}

/// The finding about one statement, or about one item of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Item {
    /// The printed text.
    pub printed: String,
    /// The true value.
    pub computed: String,
    /// The verdict.
    pub verdict: Verdict,
    /// A smallest case that shows the difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub witness: Option<String>,
    /// The convention under which the print holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub convention: Option<String>,
    /// The kind of question that the convention settles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settles: Option<Settles>,
    /// A correct version, which was itself examined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corrected: Option<String>,
    /// The two sides at the first place where they differ, or where they agree and are fractions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compared: Option<Compared>,
}

impl Item {
    /// Creates an item that holds as printed.
    pub fn reproduced(printed: impl Into<String>, computed: impl Into<String>) -> Self {
        Self {
            printed: printed.into(),
            computed: computed.into(),
            verdict: Verdict::Reproduced,
            witness: None,
            convention: None,
            settles: None,
            corrected: None,
            compared: None,
        }
    }

    /// Creates an item that holds under a convention, with a case that the convention settles.
    pub fn convention(
        self,
        settles: Settles,
        convention: impl Into<String>,
        witness: impl Into<String>,
    ) -> Self {
        Self {
            verdict: Verdict::Convention,
            convention: Some(convention.into()),
            settles: Some(settles),
            witness: Some(witness.into()),
            ..self
        }
    }

    /// Creates an item that does not hold, with a case that shows it.
    pub fn erratum(self, witness: impl Into<String>) -> Self {
        Self { verdict: Verdict::Erratum, witness: Some(witness.into()), ..self }
    }
}

/// The finding about a statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ruling {
    /// The verdict on the whole statement: the gravest one of its items.
    pub verdict: Verdict,
    /// The items that were examined.
    pub items: Vec<Item>,
}

impl Ruling {
    /// Creates the finding from these items.
    ///
    /// # Errors
    /// [`RefereeError::Empty`] if there is no item, since nothing was examined then.
    pub fn new(items: Vec<Item>) -> Result<Self, RefereeError> {
        let verdict = items.iter().map(|item| item.verdict).max().ok_or(RefereeError::Empty)?;
        Ok(Self { verdict, items })
    }

    /// Returns the first item with the gravest verdict.
    pub fn decisive(&self) -> &Item {
        self.items
            .iter()
            .find(|item| item.verdict == self.verdict)
            .expect("the verdict is one of the items'")
    }
}

impl Statement {
    /// Computes the truth and compares it with the print.
    ///
    /// # Errors
    /// If the statement uses names or values that the engine cannot compute with.
    pub fn examine(&self) -> Result<Ruling, RefereeError> {
        Ruling::new(self.test.examine()?)
    }
}

impl Test {
    /// Adds the definitions of names that hold throughout a paper.
    pub(super) fn define(&mut self, symbols: &BTreeMap<String, Expression>) {
        match self {
            Self::All { parts } => parts.iter_mut().for_each(|part| part.define(symbols)),
            Self::Identity(test) => test.define(symbols),
            Self::Inequality(test) => test.define(symbols),
            _ => {}
        }
    }

    fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        Ok(match self {
            Self::All { parts } => {
                let mut items = Vec::new();
                for part in parts {
                    items.extend(part.examine()?);
                }
                items
            }
            Self::Identity(test) => test.examine()?,
            Self::Contour(test) => test.examine()?,
            Self::Meeting(test) => test.examine()?,
            Self::Equation(test) => test.examine()?,
            Self::Greatest(test) => test.examine()?,
            Self::Mass(test) => test.examine()?,
            Self::RateRange(test) => test.examine()?,
            Self::Operation(test) => test.examine()?,
            Self::SameOrder(test) => test.examine()?,
            Self::Frontier(test) => test.examine()?,
            Self::Interpolation(test) => test.examine()?,
            Self::NoSkillCurve(test) => test.examine()?,
            Self::Volume(test) => test.examine()?,
            Self::Spearman(test) => test.examine()?,
            Self::Rates(test) => test.examine()?,
            Self::Review(test) => test.examine()?,
            Self::Symmetry(test) => test.examine()?,
            Self::ConvexSets(test) => test.examine()?,
            Self::ImportanceAt(test) => test.examine()?,
            Self::RankingScores(test) => test.examine()?,
            Self::Inequality(test) => test.examine()?,
            Self::Number(test) => test.examine()?,
            Self::BestConstant(test) => test.examine()?,
            Self::Range(test) => test.examine()?,
            Self::Neighbours(test) => test.examine()?,
            Self::Conics(test) => test.examine()?,
            Self::Broader(test) => test.examine()?,
            Self::StandOut(test) => test.examine()?,
            Self::MostProbable(test) => test.examine()?,
            Self::OrderLaws(test) => test.examine(),
            Self::SmallWorlds(test) => test.examine()?,
            Self::ScoreConditions(test) => test.examine()?,
            Self::Unfit(test) => test.examine()?,
            Self::FitOn(test) => test.examine()?,
            Self::Perfect(test) => test.examine()?,
            Self::Diversity(test) => test.examine()?,
            Self::ZoneShapes(test) => test.examine()?,
            Self::CorrelationSigns(test) => test.examine()?,
            Self::AdvantageLaw(test) => test.examine()?,
            Self::ConstantSuffices(test) => test.examine()?,
            Self::CostConstant(test) => test.examine()?,
            Self::Events(test) => test.examine(),
            Self::LatticeTotal(test) => test.examine(),
            Self::Multiplicity(test) => test.examine()?,
        })
    }
}
