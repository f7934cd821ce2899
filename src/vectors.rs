//! Loops in machine vectors, where the processor has them: results are the same without.

use pulp::{Scalar256b, Simd, WithSimd};

/// Runs work in vectors of four doubles on every machine, so that the order of sums is the same
/// everywhere. What the work calls is compiled for these vectors if it is inlined always, which
/// closures are not.
pub(crate) fn in_vectors<W: WithSimd>(work: W) -> W::Output {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if let Some(simd) = pulp::x86::V3::try_new() {
        return Simd::vectorize(simd, work);
    }
    Scalar256b.vectorize(work)
}
