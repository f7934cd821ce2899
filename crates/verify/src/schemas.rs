//! The table of results: their input, their long lists, and the functions that prove them.

use crate::arrangement;
use crate::claim::given::{Given, Source};
use crate::claim::header::Members;
use crate::claim::proofs::Proofs;
use crate::claim::stop::Stop;
use crate::contest;
use crate::domain;
use crate::lattice;
use crate::metric;
use crate::published;
use crate::reading::document::LongLists;
use crate::reading::scan::Path;
use crate::reported;
use crate::threshold;
use crate::tile;

/// Checks the members of a result that come after the header.
pub(super) type Prover = fn(Members<'_>, &Given<'_>, &mut Proofs) -> Result<(), Stop>;

/// A result that can be checked.
pub(super) struct Schema {
    pub(super) name: &'static str,
    pub(super) input: Source,
    /// `true` if the result is on the Tile of a prior, so that a target prior can be requested.
    pub(super) is_on_tile: bool,
    /// The lists that may be long, which are read in parts.
    pub(super) lists: &'static [Path],
    pub(super) prover: Prover,
}

/// The lists of `regions`, and those of `rankings` of the whole Tile.
const REGIONS: (&str, &[Path]) = ("exactile.regions.v1", tile::regions::LISTS);
const RANKINGS: (&str, &[Path]) = ("exactile.rankings.v1", arrangement::rankings::LISTS);

/// The lists of the results that are read in parts.
pub(super) const LISTS: LongLists = LongLists { of: lists_of, all: all_lists };

/// Returns the lists of a result that are read in parts; `rankings` at a place have none.
fn lists_of(schema: &str, has_place: bool) -> &'static [Path] {
    if let Some((_, lists)) = [REGIONS, RANKINGS].into_iter().find(|(name, _)| *name == schema) {
        return if schema == RANKINGS.0 && has_place { &[] } else { lists };
    }
    SCHEMAS.iter().find(|known| known.name == schema).map_or(&[], |known| known.lists)
}

/// Returns the lists of all results.
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
        prover: threshold::scored_curves::prove_brier,
    },
    Schema {
        name: "exactile.check.v1",
        input: Source::Reported,
        is_on_tile: false,
        lists: &[&["rows"]],
        prover: reported::check::prove,
    },
    Schema {
        name: "exactile.compare.v1",
        input: Source::Tests,
        is_on_tile: false,
        lists: &[&["pairs"]],
        prover: contest::compare::prove,
    },
    Schema {
        name: "exactile.confidence.v1",
        input: Source::Tests,
        is_on_tile: false,
        lists: &[&["classifiers"], &["pairs"]],
        prover: contest::confidence::prove,
    },
    Schema {
        name: "exactile.curve.v1",
        input: Source::Classifiers,
        is_on_tile: true,
        lists: &[&["breaks"], &["first"]],
        prover: tile::curve::prove,
    },
    Schema {
        name: "exactile.curve-pair.v1",
        input: Source::Tests,
        is_on_tile: false,
        lists: &[&["points"]],
        prover: contest::curve_pair::prove,
    },
    Schema {
        name: "exactile.domains.v1",
        input: Source::Classifiers,
        is_on_tile: true,
        lists: &[],
        prover: domain::domains::prove,
    },
    Schema {
        name: "exactile.gain.v1",
        input: Source::Scores,
        is_on_tile: true,
        lists: &[&["models"]],
        prover: threshold::scored_curves::prove_gain,
    },
    Schema {
        name: "exactile.group-thresholds.v1",
        input: Source::Scores,
        is_on_tile: false,
        lists: &[],
        prover: threshold::groups::prove,
    },
    Schema {
        name: "exactile.lattice-compare.v1",
        input: Source::Classifiers,
        is_on_tile: false,
        lists: &[&["classifiers"], &["pairs"]],
        prover: lattice::compare::prove,
    },
    Schema {
        name: "exactile.lattice-confluence.v1",
        input: Source::Nothing,
        is_on_tile: false,
        lists: &[&["values"]],
        prover: lattice::confluence::prove,
    },
    Schema {
        name: "exactile.lattice-pmf.v1",
        input: Source::Nothing,
        is_on_tile: false,
        lists: &[&["values"]],
        prover: lattice::pmf::prove,
    },
    Schema {
        name: "exactile.no-skill.v1",
        input: Source::Classifiers,
        is_on_tile: true,
        lists: &[],
        prover: tile::no_skill::prove,
    },
    Schema {
        name: "exactile.plan.v1",
        input: Source::Tests,
        is_on_tile: false,
        lists: &[],
        prover: contest::plan::prove,
    },
    Schema {
        name: "exactile.rank.v1",
        input: Source::Classifiers,
        is_on_tile: true,
        lists: &[&["ranking"]],
        prover: tile::rank::prove,
    },
    Schema {
        name: "exactile.rankings.v1",
        input: Source::Classifiers,
        is_on_tile: true,
        lists: &[],
        prover: arrangement::around::prove,
    },
    Schema {
        name: "exactile.regions-at-best.v1",
        input: Source::Scores,
        is_on_tile: true,
        lists: &[],
        prover: threshold::at_best::prove,
    },
    Schema {
        name: "exactile.score.v1",
        input: Source::Classifiers,
        is_on_tile: false,
        lists: &[&["classifiers"]],
        prover: metric::score::prove,
    },
    Schema {
        name: "exactile.tables.v1",
        input: Source::Nothing,
        is_on_tile: false,
        lists: &[],
        prover: published::tables::prove,
    },
    Schema {
        name: "exactile.thresholds.v1",
        input: Source::Scores,
        is_on_tile: false,
        lists: &[&["models"], &["preferences"]],
        prover: threshold::thresholds::prove,
    },
    Schema {
        name: "exactile.vut.v1",
        input: Source::Classifiers,
        is_on_tile: false,
        lists: &[&["ranking"]],
        prover: tile::vut::prove,
    },
    Schema {
        name: "exactile.zone.v1",
        input: Source::Classifiers,
        is_on_tile: true,
        lists: &[],
        prover: tile::zone::prove,
    },
];
