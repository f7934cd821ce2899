//! The linear relaxation of a few ranges of sums, in doubles: its middle, or weights by which it is
//! empty.
//!
//! The variables z lie between 0 and their bounds, and each row's sum a.z between its ends. With
//! middles m and half widths h of the rows, the simplex method minimises r subject to |a.z - m| <=
//! r h for all rows. If the least r is above 1, the ranges contradict each other even for
//! fractions, and the multipliers of the rows at the optimum are weights w such that the largest
//! w.(a.z) is below the least w.t over all t within the ranges. All this only suggests: what
//! follows is checked in exact numbers.

/// A sum of the variables, and where it has to be.
#[derive(Clone, Debug)]
pub(super) struct Range {
    pub(super) coefficients: Vec<f64>,
    pub(super) lower: f64,
    pub(super) upper: f64,
}

/// Suggestion of the relaxation.
#[derive(Clone, Debug)]
pub(super) struct Relaxed {
    /// The point that is farthest from all ends, in widths of the rows.
    pub(super) middle: Vec<f64>,
    /// A weight for each row. The weighted sum does not reach the ranges, if anything does not.
    pub(super) weights: Vec<f64>,
    /// `true` if the ranges seem to contradict each other.
    pub(super) is_empty: bool,
}

/// Pivots at most.
const MOST_PIVOTS: usize = 4000;
/// Numbers smaller than this count as 0.
const TINY: f64 = 1e-11;

/// Solves the relaxation; `None` if the simplex method does not end in time.
///
/// Each pivot takes time in proportion to rows times variables.
pub(super) fn relax(ranges: &[Range], most: &[f64]) -> Option<Relaxed> {
    let mut tableau = Tableau::new(ranges, most);
    tableau.minimise()?;
    let rows = ranges.len();
    let middle = (0..most.len()).map(|at| tableau.value(at).clamp(0.0, most[at])).collect();
    // The multiplier of a row is the reduced cost of its slack.
    let weights = ranges
        .iter()
        .enumerate()
        .map(|(row, range)| {
            let slack = |side: usize| tableau.costs[most.len() + 1 + side * rows + row];
            (slack(0) - slack(1)) / half_width(range)
        })
        .map(|weight: f64| -weight)
        .collect();
    Some(Relaxed { middle, weights, is_empty: tableau.value(most.len()) > 1.0 })
}

fn half_width(range: &Range) -> f64 {
    let largest = range.lower.abs().max(range.upper.abs()).max(1.0);
    ((range.upper - range.lower) / 2.0).max(1e-9 * largest)
}

/// The dictionary of the bounded simplex method. Columns are the variables, r, and two slacks of
/// each row.
struct Tableau {
    /// The rows of all columns, so that the columns of the basis are those of a unit matrix.
    rows: Vec<Vec<f64>>,
    /// The values of the basic variables.
    values: Vec<f64>,
    basis: Vec<usize>,
    /// Reduced costs.
    costs: Vec<f64>,
    /// Upper bounds.
    most: Vec<f64>,
    /// For each column outside the basis, `true` if it is at its upper bound.
    is_at_top: Vec<bool>,
}

impl Tableau {
    fn new(ranges: &[Range], most: &[f64]) -> Self {
        let (variables, count) = (most.len(), ranges.len());
        let columns = variables + 1 + 2 * count;
        let (mut rows, mut values) = (Vec::new(), Vec::new());
        // a.z/h - r + p = m/h, and -a.z/h - r + q = -m/h.
        for (side, sign) in [1.0, -1.0].into_iter().enumerate() {
            for (at, range) in ranges.iter().enumerate() {
                let half = half_width(range);
                let mut row = vec![0.0; columns];
                for (cell, coefficient) in row.iter_mut().zip(&range.coefficients) {
                    *cell = sign * coefficient / half;
                }
                row[variables] = -1.0;
                row[variables + 1 + side * count + at] = 1.0;
                rows.push(row);
                values.push(sign * f64::midpoint(range.lower, range.upper) / half);
            }
        }
        let basis = (0..2 * count).map(|row| variables + 1 + row).collect();
        let mut costs = vec![0.0; columns];
        costs[variables] = 1.0;
        let mut bounds = most.to_vec();
        bounds.resize(columns, f64::INFINITY);
        let is_at_top = vec![false; columns];
        let mut tableau = Self { rows, values, basis, costs, most: bounds, is_at_top };
        // r takes the place of the slack that is farthest below 0.
        let least = (0..2 * count).min_by(|a, b| tableau.values[*a].total_cmp(&tableau.values[*b]));
        if let Some(row) = least.filter(|row| tableau.values[*row] < 0.0) {
            let value = -tableau.values[row];
            tableau.pivot(row, variables, value);
        }
        tableau
    }

    fn value(&self, column: usize) -> f64 {
        match self.basis.iter().position(|basic| *basic == column) {
            Some(row) => self.values[row],
            None if self.is_at_top[column] => self.most[column],
            None => 0.0,
        }
    }

    fn minimise(&mut self) -> Option<()> {
        for step in 0..MOST_PIVOTS {
            let gain = |column: &usize| {
                let cost = self.costs[*column];
                if self.is_at_top[*column] { cost } else { -cost }
            };
            let can_gain = (0..self.costs.len()).filter(|column| {
                !self.basis.contains(column) && gain(column) > TINY && self.most[*column] > 0.0
            });
            // The steepest one, and after many steps the first, which does not cycle.
            let entering = if step < MOST_PIVOTS / 2 {
                can_gain.max_by(|a, b| gain(a).total_cmp(&gain(b)))
            } else {
                can_gain.min()
            };
            let Some(entering) = entering else { return Some(()) };
            self.enter(entering)?;
        }
        None
    }

    /// Moves a column from its bound as far as the others allow.
    fn enter(&mut self, entering: usize) -> Option<()> {
        let way = if self.is_at_top[entering] { -1.0 } else { 1.0 };
        let mut far = self.most[entering];
        let mut leaving = None;
        for (row, basic) in self.basis.iter().enumerate() {
            let slope = -way * self.rows[row][entering];
            if slope.abs() < TINY {
                continue;
            }
            let room = match slope < 0.0 {
                true => self.values[row].max(0.0) / -slope,
                false => (self.most[*basic] - self.values[row]).max(0.0) / slope,
            };
            if room < far || leaving.is_none() && room <= far && room.is_finite() {
                (far, leaving) = (room, Some((row, slope > 0.0)));
            }
        }
        if !far.is_finite() {
            return None;
        }
        for (row, value) in self.values.iter_mut().enumerate() {
            *value -= way * far * self.rows[row][entering];
        }
        let start = if self.is_at_top[entering] { self.most[entering] } else { 0.0 };
        match leaving {
            None => self.is_at_top[entering] = !self.is_at_top[entering],
            Some((row, to_top)) => {
                let basic = self.basis[row];
                self.is_at_top[basic] = to_top;
                self.exchange(row, entering, start + way * far);
            }
        }
        Some(())
    }

    /// Makes a column at 0 basic in a row, with a value.
    fn pivot(&mut self, row: usize, column: usize, value: f64) {
        for (at, other) in self.values.iter_mut().enumerate() {
            *other -= self.rows[at][column] * value;
        }
        self.exchange(row, column, value);
    }

    fn exchange(&mut self, row: usize, column: usize, value: f64) {
        let scale = self.rows[row][column];
        self.rows[row].iter_mut().for_each(|cell| *cell /= scale);
        let pivot = self.rows[row].clone();
        let others = self.rows.iter_mut().enumerate().filter(|(at, _)| *at != row);
        for cells in others.map(|(_, cells)| cells).chain([&mut self.costs]) {
            let factor = cells[column];
            if factor != 0.0 {
                cells.iter_mut().zip(&pivot).for_each(|(cell, pivot)| *cell -= factor * pivot);
            }
        }
        self.basis[row] = column;
        self.values[row] = value;
        self.is_at_top[column] = false;
    }
}

/// Integers near the middle whose sums are within all ranges, searched for depth first; `None` if
/// none were found.
///
/// All but the last four variables take one of a few values near the middle; the last ones, which
/// are those of the largest bounds, make up for what is left.
pub(super) fn rounded(
    ranges: &[Range],
    most: &[f64],
    middle: &[f64],
    order: &[usize],
    mut is_right: impl FnMut(&[f64]) -> bool,
) -> Option<Vec<f64>> {
    let mut dive = Dive::new(ranges, most, middle, order);
    let mut values = vec![0.0; most.len()];
    let found = dive.go(0, &vec![0.0; ranges.len()], &mut values, &mut is_right);
    (found == Some(true)).then_some(values)
}

struct Dive<'d> {
    ranges: &'d [Range],
    most: &'d [f64],
    middle: &'d [f64],
    order: &'d [usize],
    /// For each row, the least and the largest sum of the terms from each variable of the order on.
    rest: Vec<Vec<[f64; 2]>>,
    nodes: usize,
}

impl<'d> Dive<'d> {
    /// Nodes of one dive at most.
    const MOST_NODES: usize = 20_000;
    /// Values of a variable that is not one of the last, at most.
    const FEW: usize = 3;
    const LAST: usize = 4;

    fn new(ranges: &'d [Range], most: &'d [f64], middle: &'d [f64], order: &'d [usize]) -> Self {
        let mut rest = vec![vec![[0.0; 2]; order.len() + 1]; ranges.len()];
        for (range, rest) in ranges.iter().zip(&mut rest) {
            for (at, variable) in order.iter().enumerate().rev() {
                let far = range.coefficients[*variable] * most[*variable];
                let [low, high] = rest[at + 1];
                rest[at] = [low + far.min(0.0), high + far.max(0.0)];
            }
        }
        Self { ranges, most, middle, order, rest, nodes: 0 }
    }

    /// `None` after too many nodes.
    fn go(
        &mut self,
        at: usize,
        sums: &[f64],
        values: &mut [f64],
        is_right: &mut dyn FnMut(&[f64]) -> bool,
    ) -> Option<bool> {
        self.nodes += 1;
        if self.nodes > Self::MOST_NODES {
            return None;
        }
        let Some(&variable) = self.order.get(at) else { return Some(is_right(values)) };
        let (mut first, mut last) = (0.0_f64, self.most[variable]);
        for ((range, sum), rest) in self.ranges.iter().zip(sums).zip(&self.rest) {
            let [low, high] = rest[at + 1];
            let slack = 1e-9 * (range.upper - range.lower);
            let (least, largest) =
                (range.lower + slack - sum - high, range.upper - slack - sum - low);
            match range.coefficients[variable] {
                0.0 if least > 0.0 || largest < 0.0 => return Some(false),
                0.0 => {}
                c if c > 0.0 => {
                    (first, last) =
                        (first.max((least / c).ceil()), last.min((largest / c).floor()));
                }
                c => {
                    (first, last) =
                        (first.max((largest / c).ceil()), last.min((least / c).floor()));
                }
            }
        }
        if first > last {
            return Some(false);
        }
        let is_last = at + Self::LAST >= self.order.len();
        let start = self.middle[variable].round().clamp(first, last);
        let (mut below, mut above, mut tried) = (start - 1.0, start, 0);
        while (above <= last || below >= first) && (is_last || tried < Self::FEW) {
            let up = above <= last && (below < first || above - start <= start - below);
            let value = if up { above } else { below };
            if up {
                above += 1.0
            } else {
                below -= 1.0
            }
            tried += 1;
            values[variable] = value;
            let next: Vec<f64> = self
                .ranges
                .iter()
                .zip(sums)
                .map(|(range, sum)| sum + range.coefficients[variable] * value)
                .collect();
            if self.go(at + 1, &next, values, is_right)? {
                return Some(true);
            }
        }
        Some(false)
    }
}
