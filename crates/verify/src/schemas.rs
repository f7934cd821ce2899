//! The table of results: what each is made from, which of its lists may be long, and who proves it.

use super::around;
use super::at_best;
use super::check;
use super::compare;
use super::confidence;
use super::confluence;
use super::curve;
use super::curve_pair;
use super::document::LongLists;
use super::further;
use super::given::{Given, Source};
use super::header::Members;
use super::no_skill;
use super::plan;
use super::pmf;
use super::proofs::Proofs;
use super::rank;
use super::rankings;
use super::regions;
use super::scan::Path;
use super::score;
use super::scored_curves;
use super::stop::Stop;
use super::tables;
use super::thresholds;
use super::vut;
use super::zone;

/// Looks at the members of a result that come after the header.
pub(super) type Prover = fn(Members<'_>, &Given<'_>, &mut Proofs) -> Result<(), Stop>;

/// A result that can be checked.
pub(super) struct Schema {
    pub(super) name: &'static str,
    pub(super) input: Source,
    /// Whether it is on the Tile of a prior, so that a target prior can be asked for.
    pub(super) is_on_tile: bool,
    /// The lists that may be long, which are read in parts.
    pub(super) lists: &'static [Path],
    pub(super) prover: Prover,
}

/// The lists of `regions`, and those of `rankings` of the whole Tile.
const REGIONS: (&str, &[Path]) = ("exactile.regions.v1", regions::LISTS);
const RANKINGS: (&str, &[Path]) = ("exactile.rankings.v1", rankings::LISTS);

/// Which lists of the results here are read in parts.
pub(super) const LISTS: LongLists = LongLists { of: lists_of, all: all_lists };

/// The lists of a result that are read in parts; `rankings` at a place have none.
fn lists_of(schema: &str, has_place: bool) -> &'static [Path] {
    if let Some((_, lists)) = [REGIONS, RANKINGS].into_iter().find(|(name, _)| *name == schema) {
        return if schema == RANKINGS.0 && has_place { &[] } else { lists };
    }
    SCHEMAS.iter().find(|known| known.name == schema).map_or(&[], |known| known.lists)
}

/// The lists of all results.
fn all_lists() -> Vec<Path> {
    let known = SCHEMAS.iter().flat_map(|known| known.lists);
    let mut all: Vec<Path> = known.chain(REGIONS.1).chain(RANKINGS.1).copied().collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// All results but those of regions.
pub(super) const SCHEMAS: &[Schema] = &[
    Schema {
        name: "exactile.brier.v1",
        input: Source::Scores,
        is_on_tile: false,
        lists: &[&["models"]],
        prover: scored_curves::prove_brier,
    },
    Schema {
        name: "exactile.check.v1",
        input: Source::Reported,
        is_on_tile: false,
        lists: &[&["rows"]],
        prover: check::prove,
    },
    Schema {
        name: "exactile.compare.v1",
        input: Source::Tests,
        is_on_tile: false,
        lists: &[&["pairs"]],
        prover: compare::prove,
    },
    Schema {
        name: "exactile.confidence.v1",
        input: Source::Tests,
        is_on_tile: false,
        lists: &[&["classifiers"], &["pairs"]],
        prover: confidence::prove,
    },
    Schema {
        name: "exactile.curve.v1",
        input: Source::Classifiers,
        is_on_tile: true,
        lists: &[&["breaks"], &["first"]],
        prover: curve::prove,
    },
    Schema {
        name: "exactile.curve-pair.v1",
        input: Source::Tests,
        is_on_tile: false,
        lists: &[&["points"]],
        prover: curve_pair::prove,
    },
    Schema {
        name: "exactile.gain.v1",
        input: Source::Scores,
        is_on_tile: true,
        lists: &[&["models"]],
        prover: scored_curves::prove_gain,
    },
    Schema {
        name: "exactile.lattice-compare.v1",
        input: Source::Classifiers,
        is_on_tile: false,
        lists: &[&["classifiers"], &["pairs"]],
        prover: further::prove,
    },
    Schema {
        name: "exactile.lattice-confluence.v1",
        input: Source::Nothing,
        is_on_tile: false,
        lists: &[&["values"]],
        prover: confluence::prove,
    },
    Schema {
        name: "exactile.lattice-pmf.v1",
        input: Source::Nothing,
        is_on_tile: false,
        lists: &[&["values"]],
        prover: pmf::prove,
    },
    Schema {
        name: "exactile.no-skill.v1",
        input: Source::Classifiers,
        is_on_tile: true,
        lists: &[],
        prover: no_skill::prove,
    },
    Schema {
        name: "exactile.plan.v1",
        input: Source::Tests,
        is_on_tile: false,
        lists: &[],
        prover: plan::prove,
    },
    Schema {
        name: "exactile.rank.v1",
        input: Source::Classifiers,
        is_on_tile: true,
        lists: &[&["ranking"]],
        prover: rank::prove,
    },
    Schema {
        name: "exactile.rankings.v1",
        input: Source::Classifiers,
        is_on_tile: true,
        lists: &[],
        prover: around::prove,
    },
    Schema {
        name: "exactile.regions-at-best.v1",
        input: Source::Scores,
        is_on_tile: true,
        lists: &[],
        prover: at_best::prove,
    },
    Schema {
        name: "exactile.score.v1",
        input: Source::Classifiers,
        is_on_tile: false,
        lists: &[&["classifiers"]],
        prover: score::prove,
    },
    Schema {
        name: "exactile.tables.v1",
        input: Source::Nothing,
        is_on_tile: false,
        lists: &[],
        prover: tables::prove,
    },
    Schema {
        name: "exactile.thresholds.v1",
        input: Source::Scores,
        is_on_tile: false,
        lists: &[&["models"], &["preferences"]],
        prover: thresholds::prove,
    },
    Schema {
        name: "exactile.vut.v1",
        input: Source::Classifiers,
        is_on_tile: false,
        lists: &[&["ranking"]],
        prover: vut::prove,
    },
    Schema {
        name: "exactile.zone.v1",
        input: Source::Classifiers,
        is_on_tile: true,
        lists: &[],
        prover: zone::prove,
    },
];
