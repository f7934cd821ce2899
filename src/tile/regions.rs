//! All pieces of all classifiers.

use std::collections::HashSet;

use crate::parallel::{self, map_indices};

use super::RankInterval;
use super::area::Area;
use super::chord::BorderPoint;
use super::error::TileError;
use super::first::first_pieces;
use super::piece::{self, Frontier, Piece};
use super::plane::{AnyPlane, Plane, RocPoints, on_plane};
use super::rank_filter::RankFilter;
use super::sectors::{Sectors, Workspace};
use super::unequal;
use crate::geometry::{BilinearCurve, Point, area_under};
use crate::num::{ExactInteger, Rational};
use crate::performance::{Classifier, PerformanceError};

/// Receives sectors and the frontiers between them, from the corner TPR (1, 1) to the corner
/// TNR (0, 0): sector, frontier, sector, ...
pub trait SweepVisitor {
    /// A sector between the last frontier and the next, or the corner.
    fn sector(&mut self, rank: RankInterval);

    /// A frontier with its two exact ends, and the rank on it.
    fn frontier<I: ExactInteger>(
        &mut self,
        upper_left: &BorderPoint<I>,
        lower_right: &BorderPoint<I>,
        tie: RankInterval,
    );
}

/// Pieces to make, and quantities to compute for them.
///
/// ```
/// use exactile::{RankFilter, Selection};
/// // The regions of rank 1 of all classifiers, with their areas.
/// let selection =
///     Selection { ranks: RankFilter::holding([1]), areas: true, ..Selection::default() };
/// assert_eq!(selection.classifiers, None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Positions of classifiers, in the order wanted; `None` for all.
    pub classifiers: Option<Vec<usize>>,
    /// Ranks.
    pub ranks: RankFilter,
    /// `true` to compute the area of each piece.
    pub areas: bool,
}

/// Classifiers on the Tile, ready to be asked for the regions of their ranks.
///
/// Classifiers that were tested under one prior are compared on the Tile of that prior. Others are
/// compared too, each by the scores of its own test; then frontiers may cross inside the Tile, and
/// what needs a common prior answers [`TileError::PriorsDiffer`].
///
/// The theorem behind a common prior: in balanced coordinates put, for a classifier at (x, y) =
/// (TNR, TPR), `A = 1 - (1-y) a - y b` and `B = (1-x) a + x b`, both positive inside the Tile. A
/// rival at (x+dx, y+dy) is ranked better iff `A dx + B dy > 0`. So the rank depends on A : B
/// alone, each rival changes it at most once, and the Tile falls into at most n sectors between
/// chords through the common zero of A and B.
///
/// ```
/// use exactile::{Classifier, ConfusionMatrix, RankFilter, Regions};
/// let classifiers = vec![
///     Classifier::new("P1", ConfusionMatrix::from_counts(35, 15, 15, 35)?),
///     Classifier::new("P2", ConfusionMatrix::from_counts(25, 25, 10, 40)?),
/// ];
/// let regions = Regions::new(classifiers)?;
/// let first = regions.pieces(0, &RankFilter::holding([1]));
/// // P1 is ahead towards the corner TNR, on a quadrangle, and ties with P2 on its last edge.
/// let corners: Vec<String> = first[1].vertices().iter().map(|v| v.to_string()).collect();
/// assert_eq!(corners, ["(0, 20/21)", "(0, 0)", "(1, 0)", "(1, 11/21)"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Regions {
    classifiers: Vec<Classifier>,
    /// Under one prior pieces are sectors between sorted chords, otherwise (`None`) the faces of
    /// arrangements of arcs.
    common: Option<Common>,
}

/// Classifiers on the Tile of one prior.
#[derive(Clone, Debug)]
pub(super) struct Common {
    pub(super) prior_positive: Rational,
    pub(super) plane: AnyPlane,
}

impl Regions {
    /// Classifiers on the Tile of the priors that they were tested under.
    ///
    /// ```
    /// use exactile::{Classifier, ConfusionMatrix, Regions};
    /// let classifiers = vec![
    ///     Classifier::new("cautious", ConfusionMatrix::from_counts(35, 15, 15, 35)?),
    ///     Classifier::new("eager", ConfusionMatrix::from_counts(25, 25, 10, 40)?),
    /// ];
    /// let regions = Regions::new(classifiers)?;
    /// assert_eq!(regions.first_pieces().len(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// No classifier, too many, or a class without samples.
    pub fn new(classifiers: Vec<Classifier>) -> Result<Self, TileError> {
        let first = check_classifiers(&classifiers)?;
        if stranger(&classifiers).is_some() {
            return Ok(Self { classifiers, common: None });
        }
        let prior_positive = first.matrix.prior_positive();
        let plane = AnyPlane::new(&classifiers, &prior_positive);
        Ok(Self { classifiers, common: Some(Common { prior_positive, plane }) })
    }

    /// The same answers by the engine for different priors, even where the priors are equal: a
    /// second opinion for tests.
    #[doc(hidden)]
    pub fn by_arrangements(classifiers: Vec<Classifier>) -> Result<Self, TileError> {
        check_classifiers(&classifiers)?;
        Ok(Self { classifiers, common: None })
    }

    /// Classifiers on the Tile of a target prior, each shifted to it first.
    ///
    /// ```
    /// use exactile::{Classifier, ConfusionMatrix, Regions};
    /// let classifiers = vec![
    ///     Classifier::new("cautious", ConfusionMatrix::from_counts(35, 15, 15, 35)?),
    ///     Classifier::new("eager", ConfusionMatrix::from_counts(25, 25, 10, 40)?),
    /// ];
    /// use exactile::Rational;
    /// let prior = Rational::new(1, 5);
    /// let regions = Regions::with_target_prior(classifiers, &prior)?;
    /// assert_eq!(regions.prior_positive(), Some(&prior));
    /// assert_eq!(regions.classifiers()[0].matrix.tpr(), Some(Rational::new(7, 10)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// No classifier, a class without samples, or a prior outside `(0, 1)`.
    pub fn with_target_prior(
        classifiers: Vec<Classifier>,
        prior_positive: &Rational,
    ) -> Result<Self, TileError> {
        // Shifted priors are equal, so the engine of one prior answers.
        let shifted = classifiers
            .into_iter()
            .map(|classifier| match classifier.matrix.shifted(prior_positive) {
                Ok(matrix) => Ok(Classifier { matrix, ..classifier }),
                Err(error) => Err(performance(&classifier, error)),
            })
            .collect::<Result<_, _>>()?;
        Self::new(shifted)
    }

    /// The classifiers, with the matrices that the regions are for.
    pub fn classifiers(&self) -> &[Classifier] {
        &self.classifiers
    }

    /// The engine of one common prior.
    pub(super) fn common(&self) -> Option<&Common> {
        self.common.as_ref()
    }

    /// The classifiers as points of ROC space, `None` under different priors.
    pub(crate) fn roc_points(&self) -> Option<RocPoints> {
        self.common().map(|common| common.plane.homogeneous())
    }

    /// The positive prior of the Tile, `None` where each classifier has its own.
    pub fn prior_positive(&self) -> Option<&Rational> {
        self.common().map(|common| &common.prior_positive)
    }

    /// The positive prior of the Tile.
    ///
    /// ```
    /// use exactile::{Classifier, ConfusionMatrix, Regions};
    /// let classifiers = vec![
    ///     Classifier::new("cautious", ConfusionMatrix::from_counts(35, 15, 15, 35)?),
    ///     Classifier::new("eager", ConfusionMatrix::from_counts(25, 25, 10, 40)?),
    /// ];
    /// let regions = Regions::new(classifiers)?;
    /// assert_eq!(regions.common_prior()?, &exactile::Rational::new(1, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`TileError::PriorsDiffer`] where each classifier has its own.
    pub fn common_prior(&self) -> Result<&Rational, TileError> {
        self.prior_positive().ok_or_else(|| self.priors_differ())
    }

    /// The error that names two classifiers of different priors.
    pub(super) fn priors_differ(&self) -> TileError {
        let first = &self.classifiers[0];
        let second = stranger(&self.classifiers).unwrap_or(first);
        TileError::PriorsDiffer {
            first: first.name.clone(),
            first_prior: first.matrix.prior_positive(),
            second: second.name.clone(),
            second_prior: second.matrix.prior_positive(),
        }
    }

    /// One classifier's pieces, which make up the open Tile, each point once.
    ///
    /// Under a common prior in the order of the sweep from the corner TPR (1, 1) to the corner
    /// TNR (0, 0): sector, tie, sector, ..., O(n log n). Otherwise regions, then ties on stretches
    /// of frontier, then ties at points: for m different frontiers that meet k times,
    /// O(n + m^2 log m + m k) exact operations.
    ///
    /// ```
    /// use exactile::{Classifier, ConfusionMatrix, Regions};
    /// let classifiers = vec![
    ///     Classifier::new("cautious", ConfusionMatrix::from_counts(35, 15, 15, 35)?),
    ///     Classifier::new("eager", ConfusionMatrix::from_counts(25, 25, 10, 40)?),
    /// ];
    /// use exactile::RankFilter;
    /// let regions = Regions::new(classifiers)?;
    /// assert_eq!(regions.pieces(1, &RankFilter::all()).len(), 3);
    /// // A region, and the tie beside it.
    /// assert_eq!(regions.pieces(1, &RankFilter::holding([1])).len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If `classifier` is out of range.
    pub fn pieces(&self, classifier: usize, filter: &RankFilter) -> Vec<Piece> {
        match self.common() {
            None => unequal::pieces(&self.classifiers, classifier, filter),
            Some(common) => on_plane!(&common.plane, plane => {
                let sectors = plane.sectors(classifier, &mut Workspace::default());
                build_pieces(plane, classifier, &sectors, filter)
            }),
        }
    }

    /// The pieces of all classifiers whose rank interval holds 1, by classifier. The same as
    /// filtering [`Regions::pieces`] of all classifiers; under a common prior in O(n log n) for all
    /// together.
    ///
    /// ```
    /// use exactile::{Classifier, ConfusionMatrix, Regions};
    /// let classifiers = vec![
    ///     Classifier::new("cautious", ConfusionMatrix::from_counts(35, 15, 15, 35)?),
    ///     Classifier::new("eager", ConfusionMatrix::from_counts(25, 25, 10, 40)?),
    /// ];
    /// let pieces = Regions::new(classifiers)?.first_pieces();
    /// // For each classifier a region and a tie.
    /// let owners: Vec<usize> = pieces.iter().map(|piece| piece.classifier).collect();
    /// assert_eq!(owners, [0, 0, 1, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn first_pieces(&self) -> Vec<Piece> {
        match self.common() {
            Some(common) => on_plane!(&common.plane, plane => first_pieces(plane)),
            None => {
                let first = RankFilter::holding([1]);
                let pieces = map_indices(self.classifiers.len(), |i| self.pieces(i, &first));
                pieces.into_iter().flatten().collect()
            }
        }
    }

    /// The whole frontiers between two classifiers inside the Tile, each curve once, with two ends
    /// on the border. May stop early once there are more than `most`. O(n^2 log n).
    ///
    /// ```
    /// use exactile::{Classifier, ConfusionMatrix, Regions};
    /// let classifiers = vec![
    ///     Classifier::new("cautious", ConfusionMatrix::from_counts(35, 15, 15, 35)?),
    ///     Classifier::new("eager", ConfusionMatrix::from_counts(25, 25, 10, 40)?),
    /// ];
    /// let frontiers = Regions::new(classifiers)?.frontiers(10);
    /// // 9 a + 21 b = 20.
    /// assert_eq!(frontiers[0].0.to_string(), "0 -9 -21 20");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn frontiers(&self, most: usize) -> Vec<(BilinearCurve, [Point; 2])> {
        if self.common().is_none() {
            return unequal::frontiers(&self.classifiers, most);
        }
        let mut known = HashSet::new();
        let mut frontiers = Vec::new();
        for i in 0..self.classifiers.len() {
            let pieces = self.pieces(i, &RankFilter::all());
            for tie in pieces.into_iter().filter(|piece| piece.dimension() == 1) {
                let (curve, ends) = tie.into_stretch();
                if known.insert(curve.clone()) {
                    frontiers.push((curve, ends));
                }
            }
            if frontiers.len() > most {
                break;
            }
        }
        frontiers
    }

    /// Passes one classifier's pieces to a visitor in the order of the sweep, without building
    /// them, so that tens of millions of pieces can be visited. O(n log n).
    ///
    /// # Errors
    /// [`TileError::PriorsDiffer`] where each classifier has its own prior.
    ///
    /// # Panics
    /// If `classifier` is out of range.
    pub fn sweep(
        &self,
        classifier: usize,
        visitor: &mut impl SweepVisitor,
    ) -> Result<(), TileError> {
        let common = self.common().ok_or_else(|| self.priors_differ())?;
        on_plane!(&common.plane, plane => {
            let sectors = plane.sectors(classifier, &mut Workspace::default());
            let frontiers = sectors.chords.iter().zip(&sectors.tie_ranks);
            visitor.sector(sectors.ranks[0]);
            for ((chord, &tie), &rank) in frontiers.zip(&sectors.ranks[1..]) {
                let prior = plane.prior();
                visitor.frontier(&chord.upper_left(prior), &chord.lower_right(prior), tie);
                visitor.sector(rank);
            }
        });
        Ok(())
    }

    /// Passes the selected pieces to `sink`, classifier by classifier in order: `map` runs in
    /// parallel on one classifier's pieces, `sink` gets its results one after the other. Memory
    /// holds the results of a few classifiers at a time.
    ///
    /// # Errors
    /// Errors of `sink`, and [`TileError::AreasDoNotAddUp`].
    pub fn stream<T: Send, E: From<TileError>>(
        &self,
        selection: &Selection,
        map: impl Fn(Vec<Piece>) -> T + Sync,
        mut sink: impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        const BATCH: usize = 16;
        if selection.ranks.is_first_only() && !selection.areas && self.common().is_some() {
            let mut pieces = self.first_pieces();
            if let Some(wanted) = &selection.classifiers {
                pieces.retain(|piece| wanted.contains(&piece.classifier));
            }
            return sink(map(pieces));
        }
        let wanted = match &selection.classifiers {
            Some(wanted) => wanted.clone(),
            None => (0..self.classifiers.len()).collect(),
        };
        for batch in wanted.chunks(BATCH) {
            let results: Vec<Result<T, TileError>> = parallel::map(batch, |&classifier| {
                let pieces = if selection.areas {
                    self.pieces_with_areas(classifier, &selection.ranks)?
                } else {
                    self.pieces(classifier, &selection.ranks)
                };
                Ok(map(pieces))
            });
            for result in results {
                sink(result?)?;
            }
        }
        Ok(())
    }

    /// As [`Self::pieces`], each piece with its exact area.
    ///
    /// That the areas add up to 1 is proved. Under a common prior every sector's area is found
    /// twice, by going around it along its own edges and as the difference of what its two chords
    /// cut off; the second form telescopes over the sweep to 1 - 0. Otherwise the sides of regions
    /// are paired.
    ///
    /// ```
    /// use exactile::{Classifier, ConfusionMatrix, Regions};
    /// let classifiers = vec![
    ///     Classifier::new("cautious", ConfusionMatrix::from_counts(35, 15, 15, 35)?),
    ///     Classifier::new("eager", ConfusionMatrix::from_counts(25, 25, 10, 40)?),
    /// ];
    /// use exactile::RankFilter;
    /// let pieces = Regions::new(classifiers)?.pieces_with_areas(0, &RankFilter::all())?;
    /// let areas = pieces.iter().flat_map(|piece| &piece.area);
    /// let areas: Vec<String> = areas.map(|area| area.value().to_string()).collect();
    /// assert_eq!(areas, ["11/42", "0", "31/42"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`TileError::AreasDoNotAddUp`] if they ever did not.
    ///
    /// # Panics
    /// If `classifier` is out of range.
    pub fn pieces_with_areas(
        &self,
        classifier: usize,
        filter: &RankFilter,
    ) -> Result<Vec<Piece>, TileError> {
        let Some(common) = self.common() else {
            return unequal::pieces_with_areas(&self.classifiers, classifier, filter);
        };
        let (mut pieces, cuts) = on_plane!(&common.plane, plane => {
            let sectors = plane.sectors(classifier, &mut Workspace::default());
            let cuts: Vec<Area> =
                sectors.chords.iter().map(|chord| chord.area_below(plane.prior())).collect();
            (build_pieces(plane, classifier, &sectors, &RankFilter::all()), cuts)
        });
        let cut_off = |frontier: usize| {
            let ends: &[Point; 2] = pieces.get(2 * frontier + 1)?.vertices().try_into().ok()?;
            Some(CutOff { ends, area: &cuts[frontier] })
        };
        let mut areas = Vec::with_capacity(pieces.len());
        for (k, piece) in pieces.iter().enumerate() {
            if piece.dimension() < 2 {
                areas.push(Area::zero());
                continue;
            }
            let (before, beyond) = ((k / 2).checked_sub(1).and_then(cut_off), cut_off(k / 2));
            let area = area_between(piece, before.as_ref(), beyond.as_ref());
            let whole = before.map_or_else(Area::whole, |before| before.area.clone());
            let rest = match beyond {
                Some(beyond) => whole - beyond.area,
                None => whole,
            };
            if rest != area {
                return Err(TileError::AreasDoNotAddUp(classifier));
            }
            areas.push(area);
        }
        for (piece, area) in pieces.iter_mut().zip(areas) {
            piece.area = Some(area);
        }
        pieces.retain(|piece| filter.accepts(piece.rank));
        Ok(pieces)
    }
}

/// The part of the Tile beyond a frontier, on the side of TNR (0, 0).
struct CutOff<'p> {
    /// Its lower right and its upper left end.
    ends: &'p [Point; 2],
    area: &'p Area,
}

impl<'p> CutOff<'p> {
    /// The area, if the frontier has these ends, the lower right one first.
    fn along(&self, ends: [&Point; 2]) -> Option<&'p Area> {
        self.ends.iter().eq(ends).then_some(self.area)
    }
}

/// The area of a sector from its own edges, minus the integral of b over a once around. Along a
/// frontier the integral is what the frontier cuts off without the columns left of it.
fn area_between(piece: &Piece, before: Option<&CutOff<'_>>, beyond: Option<&CutOff<'_>>) -> Area {
    let corners = piece.vertices();
    let next = corners.iter().cycle().skip(1);
    let mut area = Area::zero();
    for ((from, to), edge) in corners.iter().zip(next).zip(piece.edges()) {
        if let Some(cut) = before.and_then(|cut| cut.along([from, to])) {
            area += cut;
            area -= &Area::of(to.a.clone());
        } else if let Some(cut) = beyond.and_then(|cut| cut.along([to, from])) {
            area -= cut;
            area += &Area::of(from.a.clone());
        } else {
            area -= &Area::of(area_under(edge, from, to));
        }
    }
    area
}

/// The first of some classifiers that can stand on a Tile: each has samples of both classes.
pub(super) fn check_classifiers(classifiers: &[Classifier]) -> Result<&Classifier, TileError> {
    let first = classifiers.first().ok_or(TileError::NoClassifiers)?;
    if u32::try_from(classifiers.len()).map_or(true, |count| count == u32::MAX) {
        return Err(TileError::TooManyClassifiers(classifiers.len()));
    }
    for classifier in classifiers {
        classifier.matrix.check_both_classes().map_err(|error| performance(classifier, error))?;
    }
    Ok(first)
}

/// The first classifier whose priors are not those of the first one of all.
pub(super) fn stranger(classifiers: &[Classifier]) -> Option<&Classifier> {
    let first = classifiers.first()?;
    let [negatives, positives] = [first.matrix.negatives(), first.matrix.positives()];
    classifiers.iter().find(|classifier| {
        let matrix = &classifier.matrix;
        &positives * matrix.negatives() != &negatives * matrix.positives()
    })
}

fn performance(classifier: &Classifier, error: PerformanceError) -> TileError {
    TileError::Performance { name: classifier.name.clone(), error }
}

/// Sectors and ties as pieces on the Tile of the priors.
fn build_pieces<I: ExactInteger>(
    plane: &Plane<I>,
    classifier: usize,
    sectors: &Sectors<I>,
    filter: &RankFilter,
) -> Vec<Piece> {
    let (point, denominators) = (plane.point(classifier), plane.denominators(classifier));
    let mut pieces = Vec::new();
    let mut before = None;
    // A chord's ends and curve are worked out only where a wanted piece touches it.
    let mut known: Option<(usize, Frontier)> = None;
    let mut frontier = |k: usize| match &known {
        Some((number, frontier)) if *number == k => frontier.clone(),
        _ => {
            let frontier = Frontier::of_chord(&sectors.chords[k], plane.prior());
            known = Some((k, frontier.clone()));
            frontier
        }
    };
    for (k, &rank) in sectors.ranks.iter().enumerate() {
        let has_next = k < sectors.chords.len();
        if filter.accepts(rank) {
            let before = before.take().unwrap_or_else(|| {
                if k == 0 { Frontier::start(point, denominators) } else { frontier(k - 1) }
            });
            let beyond = if has_next { frontier(k) } else { Frontier::end(point, denominators) };
            pieces.push(piece::sector(classifier, rank, &before, &beyond));
        }
        if has_next && filter.accepts(sectors.tie_ranks[k]) {
            let tied = frontier(k);
            pieces.push(piece::tie(classifier, sectors.tie_ranks[k], &tied));
            before = Some(tied);
        } else {
            before = None;
        }
    }
    pieces
}
