//! The upper left convex hull of a staircase.

/// The positions of the strict vertices of the upper left convex hull of points (FP, TP) whose
/// coordinates never decrease, ends included. O(n).
pub(super) fn vertices(count: usize, point: impl Fn(usize) -> [u64; 2]) -> Vec<usize> {
    let mut chain: Vec<usize> = Vec::new();
    for position in 0..count {
        let next = point(position);
        // No vertex follows negative samples alone, or precedes positive ones alone.
        let is_end = position == 0 || position + 1 == count;
        if !is_end && (point(position - 1)[1] == next[1] || point(position + 1)[0] == next[0]) {
            continue;
        }
        while let [.., before, last] = chain[..] {
            if turns_right(point(before), point(last), next) {
                break;
            }
            chain.pop();
        }
        // Every sample belongs to one position, so that consecutive points differ.
        chain.push(position);
    }
    chain
}

/// Returns `true` if the slope from the first to the second point is steeper than from the second
/// to the third.
fn turns_right([x0, y0]: [u64; 2], [x1, y1]: [u64; 2], [x2, y2]: [u64; 2]) -> bool {
    let product = |first: u64, second: u64| u128::from(first) * u128::from(second);
    product(y1 - y0, x2 - x1) > product(y2 - y1, x1 - x0)
}
