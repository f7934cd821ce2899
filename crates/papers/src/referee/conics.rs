//! Printed statements about the contours of a metric as curves: their kind, their centre, their
//! common points, and the quantities on which their eccentricity depends.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use serde::Deserialize;

use super::error::undecided;
use super::formula::metric;
use super::{Item, RefereeError, Settles};
use exactile::lattice::{Contour, ExactValue, Lattice};
use exactile::num::Rational;

/// Contours in the plane of both rates.
#[derive(Clone, Debug, Deserialize)]
pub struct Conics {
    metric: String,
    /// The values of the contours.
    values: Vec<Rational>,
    /// Their kind.
    class: String,
    /// Their centre, as TPR and TNR.
    center: [Rational; 2],
    /// Points of the plane on all contours.
    meet: Vec<[Rational; 2]>,
    /// The quantities on which their eccentricity is said to depend: `prevalence`, `value`.
    depends_on: Vec<String>,
}

/// Numbers of positive and negative samples.
const SIZES: [(u64, u64); 5] = [(1, 1), (1, 9), (1, 4), (3, 2), (7, 2)];

/// k0 x^2 + k1 x y + k2 y^2 + k3 x + k4 y + k5, with x = TPR and y = TNR.
struct Conic([Rational; 6]);

impl Conic {
    fn of(contour: &Contour, (p, n): (u64, u64)) -> Self {
        let [a, b, c, d, e, f] = contour.polynomial.coefficients().clone();
        let scaled = |value: BigInt, scale: u64| Rational::new(value * scale, 1);
        Self([
            scaled(a, p * p),
            scaled(b, p * n),
            scaled(c, n * n),
            scaled(d, p),
            scaled(e, n),
            scaled(f, 1),
        ])
    }

    fn at(&self, [x, y]: &[Rational; 2]) -> Rational {
        let [a, b, c, d, e, f] = &self.0;
        a * &(x * x) + b * &(x * y) + c * &(y * y) + d * x + e * y + f.clone()
    }

    /// Returns 4 k0 k2 - k1^2.
    fn determinant(&self) -> Rational {
        let [a, b, c, ..] = &self.0;
        &(&Rational::from(4) * &(a * c)) - &(b * b)
    }

    /// Returns the point at which both derivatives vanish.
    fn center(&self) -> Option<[Rational; 2]> {
        let [a, b, c, d, e, _] = &self.0;
        let two = Rational::from(2);
        let x = (&(b * e) - &(&two * &(c * d))).checked_div(&self.determinant())?;
        let y = (&(b * d) - &(&two * &(a * e))).checked_div(&self.determinant())?;
        Some([x, y])
    }

    /// Returns (4 k0 k2 - k1^2)/(k0 + k2)^2 = 4 s/(1 + s)^2, with s the square of the ratio of the
    /// axes: two ellipses have the same eccentricity if and only if this is the same.
    fn shape(&self) -> Option<Rational> {
        let [a, _, c, ..] = &self.0;
        let trace = a + c;
        self.determinant().checked_div(&(&trace * &trace))
    }
}

impl Conics {
    pub(super) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        let metric = metric(&self.metric)?;
        let mut kind = Findings::default();
        let mut center = Findings::default();
        let mut meet = Findings::default();
        let mut shapes: BTreeMap<(usize, usize), Rational> = BTreeMap::new();
        for (at_size, &(p, n)) in SIZES.iter().enumerate() {
            let lattice = Lattice::new(p, n).map_err(undecided)?;
            for (at_value, value) in self.values.iter().enumerate() {
                let exact = ExactValue::Rational(value.clone());
                let contour = Contour::curve(&metric, &exact, lattice).map_err(undecided)?;
                let conic = Conic::of(&contour, (p, n));
                let case = || format!("p = {p}, n = {n}, k = {value}");
                let class = contour.class.name();
                if class != self.class && value.is_zero() {
                    kind.aside(format!("{}: {class}", case()));
                    continue;
                }
                kind.case(class == self.class, || format!("{}: {class}", case()));
                let found = conic.center();
                center.case(found.as_ref() == Some(&self.center), || {
                    let shown =
                        found.map_or_else(|| "none".to_owned(), |[x, y]| format!("({x}, {y})"));
                    format!("{}: {shown}", case())
                });
                for point in &self.meet {
                    let residue = conic.at(point);
                    let [x, y] = point;
                    meet.case(residue.is_zero(), || format!("{}: not through ({x}, {y})", case()));
                }
                if let Some(shape) = conic.shape() {
                    shapes.insert((at_size, at_value), shape);
                }
            }
        }
        let [x, y] = &self.center;
        let points: Vec<String> = self.meet.iter().map(|[x, y]| format!("({x}, {y})")).collect();
        let mut items = vec![
            kind.item(format!("kind of each contour: {}", self.class)),
            center.item(format!("their centre is (TPR, TNR) = ({x}, {y})")),
            meet.item(format!("all pass (TPR, TNR) = {}", points.join(" and "))),
        ];
        items.extend(self.depends_on.iter().map(|what| self.dependence(what, &shapes)));
        Ok(items)
    }

    /// Finds two contours that differ in `what` alone, and in the ratio of their axes.
    fn dependence(&self, what: &str, shapes: &BTreeMap<(usize, usize), Rational>) -> Item {
        let says = format!("their eccentricity depends on the {what}");
        let pairs =
            shapes.iter().flat_map(|first| shapes.iter().map(move |second| (first, second)));
        let mut differing = pairs.filter(|(first, second)| {
            let ((size, value), (other_size, other_value)) = (first.0, second.0);
            first.1 != second.1
                && match what {
                    "prevalence" => size != other_size && value == other_value,
                    "value" => size == other_size && value != other_value,
                    _ => false,
                }
        });
        match differing.next() {
            Some((first, second)) => {
                let named = |((size, value), shape): (&(usize, usize), &Rational)| {
                    let (p, n) = SIZES[*size];
                    format!("{shape} at p = {p}, n = {n}, k = {}", self.values[*value])
                };
                Item::reproduced(
                    says,
                    format!("4 s/(1 + s)^2 is {}, and {}", named(first), named(second)),
                )
            }
            None => Item::reproduced(says, "no two differ").erratum("all shapes agree"),
        }
    }
}

/// The findings about one statement at all contours.
#[derive(Default)]
struct Findings {
    holds: u64,
    fails: Option<String>,
    aside: Option<String>,
}

impl Findings {
    fn case(&mut self, holds: bool, witness: impl FnOnce() -> String) {
        if holds {
            self.holds += 1;
        } else {
            self.fails.get_or_insert_with(witness);
        }
    }

    fn aside(&mut self, witness: String) {
        self.aside.get_or_insert(witness);
    }

    fn item(self, says: String) -> Item {
        let item = Item::reproduced(says, format!("holds {} times", self.holds));
        match (self.fails, self.aside) {
            (Some(witness), _) => item.erratum(witness),
            (None, Some(witness)) => {
                item.convention(Settles::Singular, "the contour k = 0 is left aside", witness)
            }
            (None, None) => item,
        }
    }
}
