//! The metrics without parameters, by name.

use super::metrics::Better::{Higher, Lower, Neither};
use super::metrics::Kind::{Exact, Logarithm, Root, Threshold};
use super::metrics::{Cells, Coordinate, Key, Metric, Place, over, signed_square};
use exactile::num::Rational;

/// Creates a metric whose key is a rational wherever it is defined.
macro_rules! metric {
    ($name:expr, $kind:expr, $better:expr, $place:expr, |$m:ident| $rational:expr) => {{
        let value = |$m: &Cells| -> Option<Rational> { $rational };
        Metric::new($name, $kind, $better, $place(), move |m| value(m).map(Key::Finite))
    }};
}

/// Returns the metric without parameters that has this name.
pub(super) fn plain_metric(name: &str) -> Option<Metric> {
    [rates, scores, likelihoods, balanced, shares, others].into_iter().find_map(|of| of(name))
}

fn two() -> Rational {
    Rational::from(2)
}

fn fixed(place: [(i64, i64); 2]) -> Place {
    Place::At(place.map(|(n, d)| Coordinate::Fixed(Rational::new(n, d))))
}

fn none() -> Place {
    Place::None
}

fn ppv() -> Place {
    fixed([(1, 1), (0, 1)])
}

fn npv() -> Place {
    fixed([(0, 1), (1, 1)])
}

fn tpr() -> Place {
    fixed([(1, 1), (1, 1)])
}

fn tnr() -> Place {
    fixed([(0, 1), (0, 1)])
}

fn middle() -> Place {
    fixed([(1, 2), (1, 2)])
}

fn f1() -> Place {
    fixed([(1, 1), (1, 2)])
}

fn ba() -> Place {
    Place::At([Coordinate::Prior, Coordinate::Prior])
}

fn f1_bal() -> Place {
    Place::At([Coordinate::Fixed(Rational::ONE), Coordinate::Prior])
}

fn plr(m: &Cells) -> Option<Key> {
    over(&m.tpr()?, &m.fpr()?)
}

fn nlr(m: &Cells) -> Option<Key> {
    over(&m.fnr()?, &m.tnr()?)
}

fn dor(m: &Cells) -> Option<Key> {
    over(&(&m.tp * &m.tn), &(&m.fp * &m.fn_))
}

/// Rates of right and wrong decisions: among all samples, a class, or the predictions of a class.
fn rates(name: &str) -> Option<Metric> {
    Some(match name {
        "accuracy" => metric!(name, Exact, Higher, middle, |m| (&m.tp + &m.tn).checked_div(&m.t())),
        "error-rate" => metric!(name, Exact, Lower, middle, |m| m.errors().checked_div(&m.t())),
        "tpr" => metric!(name, Exact, Higher, tpr, |m| m.tpr()),
        "tnr" => metric!(name, Exact, Higher, tnr, |m| m.tnr()),
        "fpr" => metric!(name, Exact, Lower, tnr, |m| m.fpr()),
        "fnr" => metric!(name, Exact, Lower, tpr, |m| m.fnr()),
        "ppv" => metric!(name, Exact, Higher, ppv, |m| m.ppv()),
        "npv" => metric!(name, Exact, Higher, npv, |m| m.npv()),
        "fdr" => metric!(name, Exact, Lower, ppv, |m| Some(m.ppv()?.complement())),
        "for" => metric!(name, Exact, Lower, npv, |m| Some(m.npv()?.complement())),
        _ => return None,
    })
}

/// Scores that depend on both classes.
fn scores(name: &str) -> Option<Metric> {
    Some(match name {
        "ba" => metric!(name, Exact, Higher, ba, |m| Some((m.tpr()? + m.tnr()?) / two())),
        "informedness" => metric!(name, Exact, Higher, ba, |m| Some(m.tpr()? - m.fpr()?)),
        "markedness" => {
            metric!(name, Exact, Higher, none, |m| Some(m.ppv()? - m.npv()?.complement()))
        }
        "mcc" => metric!(name, Root, Higher, none, |m| {
            let margins = (&m.tp + &m.fp) * m.p() * m.n() * (&m.tn + &m.fn_);
            signed_square(&m.determinant(), &margins)
        }),
        "f1" => metric!(name, Exact, Higher, f1, |m| {
            let twice = &m.tp * two();
            twice.checked_div(&(&twice + m.errors()))
        }),
        "ts" => metric!(name, Exact, Higher, f1, |m| m.tp.checked_div(&(&m.tp + m.errors()))),
        "jaccard-negative" => {
            let place = || fixed([(0, 1), (1, 2)]);
            metric!(name, Exact, Higher, place, |m| m.tn.checked_div(&(&m.tn + m.errors())))
        }
        "kappa" => {
            let place = || Place::At([Coordinate::Kappa, Coordinate::Fixed(Rational::new(1, 2))]);
            metric!(name, Exact, Higher, place, |m| {
                let by_chance = (&m.tp + &m.fp) * m.n() + m.p() * (&m.fn_ + &m.tn);
                (m.determinant() * two()).checked_div(&by_chance)
            })
        }
        "gm" => metric!(name, Root, Higher, none, |m| Some(m.tpr()? * m.tnr()?)),
        "fm" => metric!(name, Root, Higher, none, |m| Some(m.ppv()? * m.tpr()?)),
        _ => return None,
    })
}

/// Likelihood ratios and odds ratios, which may be infinite, and their logarithms.
fn likelihoods(name: &str) -> Option<Metric> {
    Some(match name {
        "plr" => Metric::new(name, Exact, Higher, ppv(), plr),
        "nlr" => Metric::new(name, Exact, Lower, npv(), nlr),
        "dor" => Metric::new(name, Exact, Higher, none(), dor),
        "log-plr" => Metric::new(name, Logarithm, Higher, ppv(), plr),
        "log-nlr" => Metric::new(name, Logarithm, Lower, npv(), nlr),
        "log-dor" => Metric::new(name, Logarithm, Higher, none(), dor),
        "pt" => {
            metric!(name, Threshold, Lower, ppv, |m| m.fpr()?.checked_div(&(m.tpr()? + m.fpr()?)))
        }
        _ => return None,
    })
}

/// Balanced scores: their values if the classes were equally frequent.
fn balanced(name: &str) -> Option<Metric> {
    Some(match name {
        "ppv-bal" => metric!(name, Exact, Higher, ppv, |m| m.ppv_bal()),
        "npv-bal" => metric!(name, Exact, Higher, npv, |m| m.npv_bal()),
        "f1-bal" => metric!(name, Exact, Higher, f1_bal, |m| {
            let tpr = m.tpr()?;
            (&tpr * two()).checked_div(&(tpr + m.fpr()? + Rational::ONE))
        }),
        "ts-bal" => {
            metric!(name, Exact, Higher, f1_bal, |m| m
                .tpr()?
                .checked_div(&(m.fpr()? + Rational::ONE)))
        }
        "mcc-bal" => metric!(name, Root, Higher, none, |m| {
            let (x, y) = (m.tpr()?, m.tnr()?);
            let apart = &x - &y;
            signed_square(&(x + y - Rational::ONE), &(&apart * &apart).complement())
        }),
        "markedness-bal" => {
            metric!(name, Exact, Higher, none, |m| Some(m.ppv_bal()? - m.npv_bal()?.complement()))
        }
        "fm-bal" => metric!(name, Root, Higher, none, |m| Some(m.ppv_bal()? * m.tpr()?)),
        _ => return None,
    })
}

/// Counts, and shares of all samples.
fn shares(name: &str) -> Option<Metric> {
    Some(match name {
        "prevalence" => metric!(name, Exact, Neither, none, |m| m.p().checked_div(&m.t())),
        "total" => metric!(name, Exact, Neither, none, |m| Some(m.t())),
        "positives" => metric!(name, Exact, Neither, none, |m| Some(m.p())),
        "negatives" => metric!(name, Exact, Neither, none, |m| Some(m.n())),
        "predicted-positives" => metric!(name, Exact, Neither, none, |m| Some(&m.tp + &m.fp)),
        "predicted-negatives" => metric!(name, Exact, Neither, none, |m| Some(&m.fn_ + &m.tn)),
        "ptn" => metric!(name, Exact, Higher, tnr, |m| m.tn.checked_div(&m.t())),
        "pfp" => metric!(name, Exact, Lower, tnr, |m| m.fp.checked_div(&m.t())),
        "pfn" => metric!(name, Exact, Lower, tpr, |m| m.fn_.checked_div(&m.t())),
        "ptp" => metric!(name, Exact, Higher, tpr, |m| m.tp.checked_div(&m.t())),
        "prior-negative" => metric!(name, Exact, Neither, none, |m| m.n().checked_div(&m.t())),
        "rpp" => metric!(name, Exact, Neither, none, |m| (&m.tp + &m.fp).checked_div(&m.t())),
        "rnp" => metric!(name, Exact, Neither, none, |m| (&m.tn + &m.fn_).checked_div(&m.t())),
        "bennett-s" => {
            metric!(name, Exact, Higher, middle, |m| (&m.tp + &m.tn - m.errors())
                .checked_div(&m.t()))
        }
        "determinant" => {
            metric!(name, Exact, Higher, ba, |m| m.determinant().checked_div(&(m.t() * m.t())))
        }
        "bias-index" => {
            metric!(name, Exact, Neither, none, |m| (&m.fp - &m.fn_).checked_div(&m.t()))
        }
        "chance" => metric!(name, Exact, Neither, none, |m| {
            let by_chance = (&m.tp + &m.fp) * m.p() + m.n() * (&m.fn_ + &m.tn);
            by_chance.checked_div(&(m.t() * m.t()))
        }),
        _ => return None,
    })
}

/// Further scores.
fn others(name: &str) -> Option<Metric> {
    Some(match name {
        "scott-pi" => metric!(name, Exact, Higher, none, |m| {
            let errors = m.errors();
            let agreed = &m.tp * &m.tn * Rational::from(4) - &errors * &errors;
            agreed.checked_div(&((&m.tp * two() + &errors) * (&m.tn * two() + &errors)))
        }),
        "acp" => metric!(name, Exact, Higher, none, |m| {
            Some((m.tnr()? + m.tpr()? + m.npv()? + m.ppv()?) / Rational::from(4))
        }),
        "p4" => metric!(name, Exact, Higher, none, |m| {
            let product = &m.tp * &m.tn * Rational::from(4);
            product.checked_div(&(&product + (&m.tp + &m.tn) * m.errors()))
        }),
        _ => return None,
    })
}
