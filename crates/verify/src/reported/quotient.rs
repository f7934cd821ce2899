//! Scores that are a quotient of two linear forms of the counts, for given numbers of samples.

use num_bigint::BigInt;

use super::sizes::Size;
use crate::reading::exact_text;
use exactile::num::Rational;

/// Coefficients of tn, fp, fn and tp in the numerator and in the denominator, which is nowhere
/// negative.
#[derive(Clone, Debug)]
pub(super) struct Quotient {
    pub(super) over: [Rational; 4],
    pub(super) under: [Rational; 4],
}

fn of(over: [i64; 4], under: [i64; 4]) -> Quotient {
    Quotient { over: over.map(Rational::from), under: under.map(Rational::from) }
}

/// Returns the score of importances: (1-a) tn + a tp, over that plus (1-b) fp + b fn.
fn importances(a: &Rational, b: &Rational) -> Quotient {
    let (s, zero) = ([a.complement(), a.clone()], Rational::ZERO);
    let [tn, tp] = s;
    let over = [tn.clone(), zero.clone(), zero, tp.clone()];
    Quotient { over, under: [tn, b.complement(), b.clone(), tp] }
}

/// Returns a metric as a quotient; `None` if it is not one, or not known as one.
pub(super) fn quotient(name: &str, Size { positives, negatives }: Size) -> Option<Quotient> {
    const ALL: [i64; 4] = [1, 1, 1, 1];
    let [p, n] = [positives, negatives].map(|count| Rational::from(BigInt::from(count)));
    Some(match name {
        "accuracy" => of([1, 0, 0, 1], ALL),
        "error-rate" => of([0, 1, 1, 0], ALL),
        "tpr" => of([0, 0, 0, 1], [0, 0, 1, 1]),
        "fnr" => of([0, 0, 1, 0], [0, 0, 1, 1]),
        "tnr" => of([1, 0, 0, 0], [1, 1, 0, 0]),
        "fpr" => of([0, 1, 0, 0], [1, 1, 0, 0]),
        "ppv" => of([0, 0, 0, 1], [0, 1, 0, 1]),
        "fdr" => of([0, 1, 0, 0], [0, 1, 0, 1]),
        "npv" => of([1, 0, 0, 0], [1, 0, 1, 0]),
        "for" => of([0, 0, 1, 0], [1, 0, 1, 0]),
        "f1" => of([0, 0, 0, 2], [0, 1, 1, 2]),
        "ts" => of([0, 0, 0, 1], [0, 1, 1, 1]),
        "jaccard-negative" => of([1, 0, 0, 0], [1, 1, 1, 0]),
        // Of tn/n and tp/p: p tn and n tp, over p n = (tn + fp) p, each with the sign of the errors
        // of informedness.
        "ba" => {
            let (zero, two) = (Rational::ZERO, Rational::from(2));
            let under = &p * &two;
            Quotient {
                over: [p, zero.clone(), zero.clone(), n],
                under: [under.clone(), under, zero.clone(), zero],
            }
            .if_both(positives, negatives)?
        }
        "informedness" => {
            let zero = Rational::ZERO;
            Quotient {
                over: [zero.clone(), -&p, zero.clone(), n],
                under: [p.clone(), p, zero.clone(), zero],
            }
            .if_both(positives, negatives)?
        }
        // 2 (tp tn - fp fn) = 2 (p tn + n tp - p n), and p n = p tn + p fp, over (tp + fp) n + p
        // (fn + tn).
        "kappa" => {
            let (zero, two) = (Rational::ZERO, Rational::from(2));
            Quotient {
                over: [zero.clone(), -(&p * &two), zero, &n * &two],
                under: [p.clone(), n.clone(), p, n],
            }
        }
        _ => {
            if let Some(beta) = argument(name, "f-beta(") {
                let beta = exact_text::parse(beta).ok()?;
                let square = &beta * &beta;
                return Some(importances(&Rational::ONE, &(&square / &(&square + &Rational::ONE))));
            }
            let (a, b) = argument(name, "r(")?.split_once(',')?;
            importances(&exact_text::parse(a).ok()?, &exact_text::parse(b).ok()?)
        }
    })
}

fn argument<'n>(name: &'n str, head: &str) -> Option<&'n str> {
    name.strip_prefix(head)?.strip_suffix(')')
}

impl Quotient {
    /// Returns `true` if the denominator is the same on all matrices of a size.
    pub(super) fn is_linear(&self) -> bool {
        let [tn, fp, fn_, tp] = &self.under;
        tn == fp && fn_ == tp
    }

    /// Returns the value for the counts tn, fp, fn and tp; `None` if it is undefined or infinite.
    pub(super) fn at(&self, counts: [u64; 4]) -> Option<Rational> {
        let sum = |form: &[Rational; 4]| {
            form.iter()
                .zip(counts)
                .fold(Rational::ZERO, |sum, (term, count)| sum + term * &Rational::from(count))
        };
        sum(&self.over).checked_div(&sum(&self.under))
    }

    /// Returns the quotient if there are samples of both classes.
    fn if_both(self, positives: u64, negatives: u64) -> Option<Self> {
        (positives > 0 && negatives > 0).then_some(self)
    }
}
