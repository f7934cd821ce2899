//! Scores as quotients of whole numbers, which are compared without a division.

use std::cmp::Ordering;

use num_bigint::BigInt;

use super::metrics::Key;
use exactile::num::Rational;

/// Counts `tn, fp, fn, tp`, each at most [`MOST`].
pub(super) type WholeCounts = [i128; 4];

/// The largest count for which a squared determinant, and a product of four numbers of samples, is
/// below 2^100.
pub(crate) const MOST: u64 = 1 << 24;

/// The key of a score as x/y with y >= 0: infinite if only y is 0, undefined if both are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WholeFraction {
    pub(super) over: i128,
    pub(super) under: i128,
}

impl WholeFraction {
    /// Returns the same number, if it fits.
    pub(crate) fn of(key: &Key) -> Option<Self> {
        use num_traits::ToPrimitive;
        match key {
            Key::Finite(key) => {
                let (over, under) = (key.numerator().to_i128()?, key.denominator().to_i128()?);
                Some(Self { over, under })
            }
            Key::Infinity => Some(Self { over: 1, under: 0 }),
        }
    }

    pub(crate) fn is_defined(self) -> bool {
        self.over != 0 || self.under != 0
    }

    /// Compares two defined fractions.
    pub(crate) fn order(&self, other: &Self) -> Ordering {
        match [self.under, other.under] {
            [0, 0] => return Ordering::Equal,
            [0, _] => return Ordering::Greater,
            [_, 0] => return Ordering::Less,
            _ => {}
        }
        let product = |x: &Self, y: &Self| x.over.checked_mul(y.under);
        match (product(self, other), product(other, self)) {
            (Some(x), Some(y)) => x.cmp(&y),
            _ => {
                let product = |x: &Self, y: &Self| BigInt::from(x.over) * y.under;
                product(self, other).cmp(&product(other, self))
            }
        }
    }

    /// Returns the key, if the fraction is defined.
    pub(crate) fn key(self) -> Option<Key> {
        match (self.over, self.under) {
            (0, 0) => None,
            (_, 0) => Some(Key::Infinity),
            (over, under) => Some(Key::Finite(Rational::new(over, under))),
        }
    }
}

/// The direction of a score as TN goes from 1 to N - 1 while TP, P and N stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sense {
    /// It never falls.
    Rises,
    /// It never rises.
    Falls,
    /// The direction is not known.
    Unknown,
}

/// A metric as a quotient of whole numbers.
#[derive(Clone, Copy)]
pub(crate) struct Whole {
    of: fn(&WholeCounts) -> [i128; 2],
    pub(crate) sense: Sense,
}

impl Whole {
    pub(crate) fn at(self, counts: &WholeCounts) -> WholeFraction {
        let [over, under] = (self.of)(counts);
        WholeFraction { over, under }
    }
}

/// Returns the key of a metric as a quotient of whole numbers; `None` if none is known.
///
/// # Directions
///
/// While TN rises FP falls, TP and FN stay. So TNR, PPV = TP/(TP + FP) and NPV = TN/(TN + FN) rise,
/// and TPR stays. Then so do what is a sum, product or harmonic mean of these, and the quotients of
/// likelihoods and odds, as their terms say.
///
/// MCC, with q = TP + FP, T = P + N and D = TP N - FP P = TP T - q P, is D over sqrt(q (T-q)) times
/// a constant. Its derivative by q is minus something positive times g = 2 P q (T-q) + (TP T - q
/// P)(T - 2q) = T (q (P - 2 TP) + TP T). In the brackets is a linear function of q. At q = TP it is
/// TP (P + T - 2 TP), at q = TP + N it is (P - TP)(2 TP + N): both are not negative, since TP <=
/// P <= T. So MCC falls with q, and rises with TN. Nothing of this needs whole numbers: it holds of
/// balanced scores too, which are those of as many negatives as positives.
pub(crate) fn whole(name: &str) -> Option<Whole> {
    use Sense::{Falls, Rises, Unknown};
    type Of = fn(&WholeCounts) -> [i128; 2];
    let (sense, of): (Sense, Of) = match name {
        "accuracy" => (Rises, |[tn, fp, fn_, tp]| [tn + tp, tn + fp + fn_ + tp]),
        "error-rate" => (Falls, |[tn, fp, fn_, tp]| [fp + fn_, tn + fp + fn_ + tp]),
        "tpr" => (Rises, |[_, _, fn_, tp]| [*tp, fn_ + tp]),
        "fnr" => (Rises, |[_, _, fn_, tp]| [*fn_, fn_ + tp]),
        "tnr" => (Rises, |[tn, fp, _, _]| [*tn, tn + fp]),
        "fpr" => (Falls, |[tn, fp, _, _]| [*fp, tn + fp]),
        "ppv" => (Rises, |[_, fp, _, tp]| [*tp, fp + tp]),
        "fdr" => (Falls, |[_, fp, _, tp]| [*fp, fp + tp]),
        "npv" => (Rises, |[tn, _, fn_, _]| [*tn, tn + fn_]),
        "for" => (Falls, |[tn, _, fn_, _]| [*fn_, tn + fn_]),
        "ba" => (Rises, |[tn, fp, fn_, tp]| {
            let (n, p) = (tn + fp, fn_ + tp);
            [tn * p + tp * n, 2 * n * p]
        }),
        "informedness" => (Rises, |m| [determinant(m), (m[0] + m[1]) * (m[2] + m[3])]),
        "markedness" => (Rises, |m| [determinant(m), (m[3] + m[1]) * (m[0] + m[2])]),
        "f1" => (Rises, |[_, fp, fn_, tp]| [2 * tp, 2 * tp + fp + fn_]),
        "ts" => (Rises, |[_, fp, fn_, tp]| [*tp, tp + fp + fn_]),
        "jaccard-negative" => (Rises, |[tn, fp, fn_, _]| [*tn, tn + fp + fn_]),
        "kappa" => (Unknown, |m @ [tn, fp, fn_, tp]| {
            let by_chance = (tp + fp) * (tn + fp) + (fn_ + tp) * (fn_ + tn);
            [2 * determinant(m), by_chance]
        }),
        "mcc" => (Rises, |m @ [tn, fp, fn_, tp]| {
            let (n, p) = (tn + fp, fn_ + tp);
            let d = determinant(m);
            [d * d.abs(), (tp + fp) * (tn + fn_) * p * n]
        }),
        "gm" => (Rises, |[tn, fp, fn_, tp]| [tn * tp, (tn + fp) * (fn_ + tp)]),
        "fm" => (Rises, |[_, fp, fn_, tp]| [tp * tp, (tp + fp) * (fn_ + tp)]),
        "determinant" => (Rises, |m @ [tn, fp, fn_, tp]| {
            let total = tn + fp + fn_ + tp;
            [determinant(m), total * total]
        }),
        "plr" | "log-plr" => (Rises, |[tn, fp, fn_, tp]| [tp * (tn + fp), fp * (fn_ + tp)]),
        "nlr" | "log-nlr" => (Falls, |[tn, fp, fn_, tp]| [fn_ * (tn + fp), tn * (fn_ + tp)]),
        "dor" | "log-dor" => (Rises, |[tn, fp, fn_, tp]| [tp * tn, fp * fn_]),
        "pt" => (Falls, |[tn, fp, fn_, tp]| {
            let (x, y) = (fp * (fn_ + tp), tp * (tn + fp));
            [x, x + y]
        }),
        "p4" => (Rises, |[tn, fp, fn_, tp]| {
            let product = 4 * tp * tn;
            [product, product + (tp + tn) * (fp + fn_)]
        }),
        _ => {
            let name = name.strip_suffix("-bal")?;
            return balanced(name);
        }
    };
    Some(Whole { of, sense })
}

/// TP TN - FP FN
fn determinant([tn, fp, fn_, tp]: &WholeCounts) -> i128 {
    tp * tn - fp * fn_
}

/// Scales both classes to P N samples each.
fn scaled([tn, fp, fn_, tp]: &WholeCounts) -> WholeCounts {
    let (n, p) = (tn + fp, fn_ + tp);
    [tn * p, fp * p, fn_ * n, tp * n]
}

/// Returns a balanced score: its value if the classes were equally frequent.
fn balanced(name: &str) -> Option<Whole> {
    let of: fn(&WholeCounts) -> [i128; 2] = match name {
        "ppv" => |m| {
            let [_, fp, _, tp] = scaled(m);
            [tp, tp + fp]
        },
        "npv" => |m| {
            let [tn, _, fn_, _] = scaled(m);
            [tn, tn + fn_]
        },
        "f1" => |m| {
            let [_, fp, fn_, tp] = scaled(m);
            [2 * tp, 2 * tp + fp + fn_]
        },
        "ts" => |m| {
            let [_, fp, fn_, tp] = scaled(m);
            [tp, tp + fp + fn_]
        },
        // Both classes have P N samples, so that TP TN - FP FN is P N (TP - FP).
        "markedness" => |m| {
            let [tn, fp, fn_, tp] = scaled(m);
            [(tp - fp) * (tn + fp), (tp + fp) * (tn + fn_)]
        },
        // TPR + TNR - 1 is the determinant over P N.
        "mcc" => |m @ [tn, fp, fn_, tp]| {
            let (n, p, d) = (tn + fp, fn_ + tp, determinant(m));
            let (both, apart) = (p * n, tp * n - tn * p);
            [d * d.abs(), both * both - apart * apart]
        },
        "fm" => |[tn, fp, fn_, tp]| {
            let (n, p) = (tn + fp, fn_ + tp);
            [tp * tp * n, (tp * n + fp * p) * p]
        },
        _ => return None,
    };
    Some(Whole { of, sense: Sense::Rises })
}

#[cfg(test)]
mod tests {
    use super::super::metrics::{Cells, Metric};
    use super::*;

    const NAMES: [&str; 36] = [
        "accuracy",
        "error-rate",
        "tpr",
        "fnr",
        "tnr",
        "fpr",
        "ppv",
        "fdr",
        "npv",
        "for",
        "ba",
        "informedness",
        "markedness",
        "f1",
        "ts",
        "jaccard-negative",
        "kappa",
        "mcc",
        "gm",
        "fm",
        "determinant",
        "plr",
        "log-plr",
        "nlr",
        "log-nlr",
        "dor",
        "log-dor",
        "pt",
        "p4",
        "ppv-bal",
        "npv-bal",
        "f1-bal",
        "ts-bal",
        "markedness-bal",
        "mcc-bal",
        "fm-bal",
    ];

    #[test]
    fn whole_numbers_give_the_keys_and_go_one_way() {
        for name in NAMES {
            let (metric, whole) = (Metric::named(name).expect(name), whole(name).expect(name));
            for (p, n) in [(0, 0), (0, 4), (4, 0), (1, 1), (3, 7), (7, 3), (5, 5), (2, 9)] {
                for tp in 0..=p {
                    let mut last: Option<WholeFraction> = None;
                    for tn in 0..=n {
                        let counts = [tn, n - tn, p - tp, tp];
                        let found = whole.at(&counts.map(i128::from));
                        assert_eq!(
                            found.key(),
                            metric.key(&Cells::of(counts)),
                            "{name} {counts:?}"
                        );
                        assert!(found.under >= 0, "{name} {counts:?}");
                        if !found.is_defined() {
                            continue;
                        }
                        if let Some(last) = last {
                            let order = found.order(&last);
                            let (key, before) = (found.key(), last.key());
                            assert_eq!(order, key.cmp(&before), "{name} {counts:?}");
                            match whole.sense {
                                Sense::Rises => assert!(order.is_ge(), "{name} {counts:?}"),
                                Sense::Falls => assert!(order.is_le(), "{name} {counts:?}"),
                                Sense::Unknown => {}
                            }
                        }
                        last = Some(found);
                    }
                }
            }
        }
    }

    #[test]
    fn long_fractions_are_compared() {
        let of = |over, under| WholeFraction { over, under };
        let long = i128::MAX - 1;
        assert_eq!(of(long, long - 1).order(&of(long - 1, long)), Ordering::Greater);
        assert_eq!(of(1, 0).order(&of(long, 1)), Ordering::Greater);
        assert_eq!(of(1, 0).order(&of(5, 0)), Ordering::Equal);
    }
}
