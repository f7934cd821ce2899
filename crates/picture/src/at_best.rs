//! Models on the Tile, each at its best threshold.

use super::error::PictureError;
use super::sketch::{Extras, Sketch};
use super::stripes::{stripes_at_best, stripes_of_rank};
use super::tile_picture::{TilePicture, drawn_ranks, drawn_regions};
use exactile::tile::{RankFilter, Regions};

/// The note on thresholds that were chosen on the same data.
pub(super) const OPTIMISM: &str =
    "Each model at its best thresholds, chosen on these data: on new data expect worse.";

impl TilePicture {
    /// Draws the classifier that is ranked r-th at each point, in a shade of the colour of its
    /// family. `families` has the family of each classifier.
    ///
    /// # Errors
    /// A rank beyond the number of classifiers.
    ///
    /// # Panics
    /// If `families` is shorter than the list of classifiers.
    pub fn entity_of_families(
        regions: &Regions,
        families: &[usize],
        rank: u32,
        side: f64,
        extras: Extras,
    ) -> Result<Self, PictureError> {
        let count = regions.classifiers().len();
        if rank as usize > count {
            return Err(PictureError::NoSuchRank { rank, count });
        }
        let stripes = stripes_of_rank(regions, rank)?;
        let colours = Sketch::colours(regions, Some(families), &extras, &stripes);
        let title = if rank == 1 { "ranked first".to_owned() } else { format!("rank {rank}") };
        let sketch = Sketch::new(regions, side, extras);
        Ok(Self::of(drawn_regions(sketch, &stripes, &title, &colours)))
    }

    /// Draws the model that is ranked r-th at each point, each model at its best threshold, with a
    /// shade for each threshold. `groups` has the classifiers of each model.
    ///
    /// # Errors
    /// A rank beyond the number of models; classifiers of different priors.
    pub fn at_best(
        regions: &Regions,
        groups: &[Vec<usize>],
        rank: u32,
        side: f64,
        extras: Extras,
    ) -> Result<Self, PictureError> {
        let count = groups.len();
        if rank as usize > count {
            return Err(PictureError::NoSuchRank { rank, count });
        }
        let pieces = regions.at_best(groups, &RankFilter::holding([rank]))?;
        let stripes = stripes_at_best(pieces);
        let families = families(regions, groups);
        let colours = Sketch::colours(regions, Some(&families), &extras, &stripes);
        let title = match rank {
            1 => "first at its best".to_owned(),
            _ => format!("rank {rank} at its best"),
        };
        let sketch = Sketch::new(regions, side, extras).with_note(OPTIMISM);
        Ok(Self::of(drawn_regions(sketch, &stripes, &title, &colours)))
    }

    /// Draws the ranks of one model, each model at its best threshold.
    ///
    /// # Errors
    /// Classifiers of different priors.
    ///
    /// # Panics
    /// If `group` is out of range.
    pub fn rank_at_best(
        regions: &Regions,
        groups: &[Vec<usize>],
        (group, name): (usize, &str),
        side: f64,
        extras: Extras,
    ) -> Result<Self, PictureError> {
        let mut pieces = regions.at_best(groups, &RankFilter::all())?;
        pieces.retain(|best| best.group == group);
        let stripes = stripes_at_best(pieces);
        let sketch = Sketch::new(regions, side, extras).with_note(OPTIMISM);
        let title = format!("rank of {name} at its best");
        Ok(Self::of(drawn_ranks(sketch, &stripes, &title, None)))
    }
}

/// Returns the family of each classifier.
fn families(regions: &Regions, groups: &[Vec<usize>]) -> Vec<usize> {
    let mut families = vec![0; regions.classifiers().len()];
    for (family, members) in groups.iter().enumerate() {
        for &member in members {
            families[member] = family;
        }
    }
    families
}
