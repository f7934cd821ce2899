//! Random numbers that many pairs of classifiers share: what their gamma variables are made of,
//! before shapes are known.
//!
//! Each draw of a pair needs eight gamma variables. By the method of Marsaglia and Tsang (see
//! [`generator`](super::generator)) almost all are a polynomial of one normal variable, taken
//! unless a uniform variable refuses it. Both are drawn once for all pairs of a seed. What is
//! refused is drawn again by a generator of its own, and so are the powers of shapes below one, so
//! that a pair has the same draws alone or among others.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::blocks::DRAWS;
use super::generator::{Gamma, Generator};

/// Draws of a block.
pub(super) const BLOCK: usize = 2000;
pub(super) const BLOCKS: usize = DRAWS as usize / BLOCK;
/// Gamma variables of a draw: four patterns of each class.
pub(super) const VARIABLES: usize = 8;

/// The random numbers of [`DRAWS`] draws, which are made when they are asked for.
pub(super) struct Deviates {
    seed: u64,
    blocks: [OnceLock<Vec<Pool>>; BLOCKS],
}

/// The gamma variables of a block of draws, for many pairs: those of a shape are made once.
pub(super) struct SharedBlock<'d> {
    deviates: &'d Deviates,
    block: usize,
    drawn: [HashMap<u64, Box<[Piece; PIECES]>>; VARIABLES],
}

/// Draws of a block that are worked out together: what they need stays near the processor.
pub(super) const PIECE: usize = BLOCK / PIECES;
pub(super) const PIECES: usize = 8;
pub(super) type Piece = [f64; PIECE];

/// Lists of a shared block at most.
const MOST_LISTS: usize = 1000;

/// The random numbers of one variable in a block of draws.
struct Pool {
    normals: Vec<f64>,
    uniforms: Vec<f64>,
}

impl Deviates {
    pub(super) fn new(seed: u64) -> Self {
        Self { seed, blocks: [const { OnceLock::new() }; BLOCKS] }
    }

    pub(super) fn seed(&self) -> u64 {
        self.seed
    }

    fn block(&self, block: usize) -> &[Pool] {
        self.blocks[block].get_or_init(|| {
            let mut generator = Generator::of_block(self.seed, block as u64);
            let mut pool = || Pool {
                normals: (0..BLOCK).map(|_| generator.normal()).collect(),
                uniforms: (0..BLOCK).map(|_| generator.uniform()).collect(),
            };
            (0..VARIABLES).map(|_| pool()).collect()
        })
    }

    /// The draws of a block, for many pairs.
    pub(super) fn shared(&self, block: usize) -> SharedBlock<'_> {
        SharedBlock { deviates: self, block, drawn: Default::default() }
    }

    /// The gamma variables of one shape in a block.
    fn fill(&self, shape: &Gamma, pool: &Pool, place: u64, drawn: &mut Vec<f64>) {
        let Pool { normals, uniforms } = pool;
        drawn.clear();
        drawn.extend(normals.iter().zip(uniforms).map(|(x, u)| shape.quickly(*x, *u)));
        // Other names than those of blocks.
        let seed = self.seed ^ u64::MAX;
        for (at, drawn) in drawn.iter_mut().enumerate().filter(|(_, drawn)| drawn.is_nan()) {
            *drawn = shape.slowly(normals[at], uniforms[at]).unwrap_or_else(|| {
                let name = place * BLOCK as u64 + at as u64;
                shape.draw_large(&mut Generator::of_block(seed, name))
            });
        }
        if shape.is_below_one() {
            let mut generator = Generator::of_block(seed, u64::MAX - place);
            drawn.iter_mut().for_each(|drawn| *drawn *= shape.lowered(&mut generator));
        }
    }
}

impl SharedBlock<'_> {
    /// The draws of gamma variables of these shapes.
    pub(super) fn draws(&mut self, shapes: [Gamma; VARIABLES]) -> [&[Piece; PIECES]; VARIABLES] {
        let Self { deviates, block, drawn } = self;
        if drawn.iter().map(HashMap::len).sum::<usize>() > MOST_LISTS {
            drawn.iter_mut().for_each(HashMap::clear);
        }
        let pools = shapes.iter().zip(deviates.block(*block)).zip(&mut *drawn);
        for (variable, ((shape, pool), drawn)) in pools.enumerate() {
            drawn.entry(shape.shape().to_bits()).or_insert_with(|| {
                let mut list = Vec::with_capacity(BLOCK);
                deviates.fill(shape, pool, (*block * VARIABLES + variable) as u64, &mut list);
                let mut pieces = Box::new([[0.0; PIECE]; PIECES]);
                pieces.as_flattened_mut().copy_from_slice(&list);
                pieces
            });
        }
        std::array::from_fn(|k| &*drawn[k][&shapes[k].shape().to_bits()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws gamma variables of these shapes.
    fn each(seed: u64, shapes: [Gamma; VARIABLES], mut take: impl FnMut([f64; VARIABLES])) {
        let deviates = Deviates::new(seed);
        for number in 0..BLOCKS {
            let mut block = deviates.shared(number);
            let lists = block.draws(shapes).map(|list| list.as_flattened());
            (0..BLOCK).for_each(|at| take(lists.map(|list| list[at])));
        }
    }

    /// Means and variances are the shapes, and variables of a draw do not depend on each other.
    #[test]
    fn gammas_have_their_means_and_variances_and_no_correlation() {
        let shapes = [0.25, 0.5, 1.0, 1.5, 7.0, 40.0, 300.5, 0.5];
        let mut sums = [0.0; VARIABLES];
        let mut products = [[0.0; VARIABLES]; VARIABLES];
        each(3, shapes.map(Gamma::new), |drawn| {
            let off: [f64; VARIABLES] =
                std::array::from_fn(|k| (drawn[k] - shapes[k]) / shapes[k].sqrt());
            for k in 0..VARIABLES {
                sums[k] += off[k];
                (0..VARIABLES).for_each(|l| products[k][l] += off[k] * off[l]);
            }
        });
        let draws = f64::from(DRAWS);
        for k in 0..VARIABLES {
            assert!((sums[k] / draws).abs() < 5.0 / draws.sqrt(), "{k}: {}", sums[k] / draws);
            for l in 0..VARIABLES {
                let (found, expected) = (products[k][l] / draws, if k == l { 1.0 } else { 0.0 });
                // The fourth moment of a standardised gamma variable is 3 + 6/shape.
                let spread = (3.0 + 6.0 / shapes[k].min(shapes[l])).sqrt() / draws.sqrt();
                assert!((found - expected).abs() < 6.0 * spread, "{k} {l}: {found}");
            }
        }
    }

    /// Shares below some numbers are those of the law of chi-square with 1 and 3 degrees of
    /// freedom, halved.
    #[test]
    fn small_shapes_have_their_shares() {
        let shares = [
            (0.5, [(0.05, 0.248_170_366), (1.0, 0.842_700_793)]),
            (1.5, [(0.5, 0.198_748_043), (3.0, 0.888_389_775)]),
        ];
        for (shape, shares) in shares {
            let mut below = [0_u32; 2];
            each(9, [Gamma::new(shape); VARIABLES], |drawn| {
                for (count, (limit, _)) in below.iter_mut().zip(shares) {
                    *count += u32::from(drawn[3] < limit);
                }
            });
            let draws = f64::from(DRAWS);
            for (count, (limit, share)) in below.into_iter().zip(shares) {
                let off = f64::from(count) - draws * share;
                let bound = 5.0 * (draws * share * (1.0 - share)).sqrt();
                assert!(off.abs() < bound, "{shape} {limit}: {count}");
            }
        }
    }
}
