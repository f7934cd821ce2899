//! Kendall's tau for uniformly distributed performances, where it has a proved closed form.
//!
//! tau = 1 - 2 P(disc), where disc is the event that the two scores order two independent
//! performances in opposite ways; ties have probability zero.
//!
//! # All performances
//!
//! Uniform on the simplex means that tn, fp, fn, tp are proportional to independent exponential
//! variables. At the nine points with a and b among 0, 1/2, 1, R_ab orders performances as S/U
//! does, S being tn, tp or tn + tp, and U being fp, fn or fp + fn. For two performances,
//! ln(X1/X2) of one outcome is logistic: it exceeds z with probability 1 - w, where
//! w = 1/(1 + exp(-z)). For X a sum of two outcomes and Z = ln(X1/X2), w is Beta(2, 2)
//! distributed with density 6 w (1-w), and the share p of one outcome in X is independent and
//! uniform, so that ln(p1/p2) has Laplace's distribution: it exceeds t > 0 with probability
//! exp(-t)/2.
//!
//! - Opposite corners have no outcome in common and are independent: 0.
//! - Neighbouring corners, X/Y and X/Y': three independent variables of one distribution are
//!   compared; the shared one lies between the others in one case of three: P(disc) = 1/3,
//!   tau = 1/3.
//! - Opposite middles of edges, X/U and X'/U: U's logarithm lies between the two others,
//!   P(disc) = 2 E[w (1-w)] = 2/5, tau = 1/5 (for a single outcome as U this is 2/6, as above).
//! - A middle of an edge and a corner at its end, X/U and X/(U p): P(disc) = E[exp(-|r|)]/2 with
//!   r = ln(X1/X2) - ln(U1/U2). E[exp(-|r|)] is twice the integral of
//!   6 w (1-w) (1-w)/w (-w - ln(1-w)) over 0 < w < 1, which is 1/3: tau = 2/3.
//! - The centre and a middle, S/U and S p/U: the same with r = ln(S1/S2) - ln(U1/U2), where
//!   E[exp(-|r|)] is twice the integral of 6 w (1-w) (1-w)/w 2 w^3, that is 24 B(4, 3) = 2/5:
//!   tau = 3/5.
//! - The centre and a corner, S/U and S p/(U q): the sum of two Laplace variables exceeds t > 0
//!   with probability (2 + t) exp(-t)/4, so P(disc) = E[(2 + |r|) exp(-|r|)]/4. With e^r = R, of
//!   density 36 R times the integral over x > 0 of x^3/((1 + R x)^4 (1 + x)^4),
//!   E[|r| exp(-|r|)] = -2 E[R ln R; R < 1] = 4/15, and P(disc) = (4/5 + 4/15)/4 = 4/15:
//!   tau = 7/15.
//!
//! # One prior
//!
//! Uniform on the square of x = TNR and y = TPR.
//!
//! *Two weighted accuracies*, A x + B y and C x + D y with weights that are not negative. They
//! disagree only where dx and dy have opposite signs (probability 1/2), and then if |dy|/|dx| lies
//! between t = A/B and C/D. |dx| and |dy| are independent with density 2 (1 - d), which gives
//!
//! ```text
//! F(t) = P(|dy|/|dx| <= t) = 2t/3 - t^2/6 for t <= 1,    F(t) = 1 - F(1/t) beyond,
//! tau = 1 - |F(A/B) - F(C/D)|.
//! ```
//!
//! R_aa is a weighted accuracy with A = (1-a) pi- and B = a pi+: accuracy has a = 1/2, TNR 0, TPR
//! 1, and F(0) = 0: accuracy against TPR is 1 - F(1/r) = F(r) = 2r/3 - r^2/6 for r = pi+/pi- <= 1.
//!
//! *A weighted accuracy and a predictive value.* PPV orders as y/(1-x): by the side on which the
//! point (1, 0) lies of the line through two performances; NPV by the side of (0, 1). Two uniform
//! points of the square lie on the line y = h + m (1-x) with density l^3/3 in (m, h), where l is
//! the length of (1-x) along which the line is inside. With A/B = c, PPV and the weighted accuracy
//! disagree where 0 < m < c and h < 0, or m > c and h > 0. For c <= 1 the integrals are c^2/24,
//! (1-c)/3 - (1-c^2)/8 and 1/24: P(disc) = 1/4 - c/3 + c^2/6 and tau = 1/2 + 2c/3 - c^2/3. The
//! exchange of the axes replaces c by 1/c, and PPV by NPV.
//!
//! *PPV and NPV* disagree where (1, 0) and (0, 1) are on one side of the line. Lines that fall in
//! (1-x, y) part them; for 0 < m < 1 they do not for h < 0 or h > 1-m, with integral 1/12, and as
//! much beyond: P(disc) = 1/6, tau = 2/3.

use crate::geometry::Point;
use crate::num::Rational;
use crate::score::{Likeness, Metric, NamedScore, RankingScore, Scope};

/// A proved value of tau for uniformly distributed performances.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ClosedForm {
    /// Kendall's tau.
    pub value: Rational,
    /// Description of the result, in words.
    pub why: &'static str,
}

/// The correlation of a metric with a ranking score when performances are uniformly distributed:
/// among all of them, or among those of one positive prior between 0 and 1. `None` where no closed
/// form is known here. The proofs are in this module's text.
///
/// ```
/// use exactile::correlation::closed_form;
/// use exactile::{Metric, NamedScore, RankingScore, Rational};
/// let recall =
///     RankingScore::at("tpr".parse::<NamedScore>()?.place(&Rational::new(1, 2))).unwrap();
/// let of_all = closed_form(&Metric::Accuracy, &recall, None).unwrap();
/// assert_eq!(of_all.value.to_string(), "7/15");
/// let at_prior = closed_form(&Metric::Accuracy, &recall, Some(&Rational::new(1, 3))).unwrap();
/// assert_eq!(at_prior.value.to_string(), "7/24"); // 2r/3 - r^2/6 with r = 1/2
/// # Ok::<(), exactile::UnknownScore>(())
/// ```
pub fn closed_form(
    metric: &Metric,
    score: &RankingScore,
    prior: Option<&Rational>,
) -> Option<ClosedForm> {
    let (closed, rises) = match prior {
        None => {
            let (named, rises) = named(metric)?;
            if named.scope() != Scope::All {
                return None;
            }
            (among_all(&named.place(&Rational::new(1, 2)), score.place())?, rises)
        }
        Some(prior) => {
            let (first, rises) = pencil_of_metric(metric, prior)?;
            (at_prior(&first, &pencil_of_place(score.place(), prior))?, rises)
        }
    };
    let value = if rises { closed.value } else { -closed.value };
    Some(ClosedForm { value, why: closed.why })
}

fn closed(numerator: i64, denominator: i64, why: &'static str) -> Option<ClosedForm> {
    Some(ClosedForm { value: Rational::new(numerator, denominator), why })
}

const SAME: &str = "the two order all performances in one way";

/// The score on the Tile that orders as the metric does, or in the opposite way (`false`).
fn named(metric: &Metric) -> Option<(NamedScore, bool)> {
    let named = NamedScore::new(metric.clone()).ok()?;
    let rises = named.standing().likeness != Likeness::Decreasing;
    (named.scope() != Scope::FixedCounts).then_some((named, rises))
}

/// Among all performances, at points of which each coordinate is 0, 1/2 or 1.
fn among_all(first: &Point, second: &Point) -> Option<ClosedForm> {
    if first == second {
        return closed(1, 1, SAME);
    }
    let half = Rational::new(1, 2);
    let is_end = |x: &Rational| x.is_zero() || *x == Rational::ONE;
    let known = |p: &Point| [&p.a, &p.b].into_iter().all(|x| is_end(x) || *x == half);
    if !known(first) || !known(second) {
        return None;
    }
    let ends = |p: &Point| [&p.a, &p.b].into_iter().filter(|x| is_end(x)).count();
    let distance = (&first.a - &second.a).abs() + (&first.b - &second.b).abs();
    let (less, more) = (ends(first).min(ends(second)), ends(first).max(ends(second)));
    match (less, more) {
        (2, 2) if distance == Rational::ONE => closed(1, 3, "neighbouring corners of the Tile"),
        (2, 2) => closed(0, 1, "opposite corners of the Tile are independent"),
        (0, 2) => closed(7, 15, "the centre of the Tile and a corner"),
        (0, 1) => closed(3, 5, "the centre of the Tile and the middle of an edge"),
        (1, 2) if distance == half => closed(2, 3, "the middle of an edge and a corner at its end"),
        (1, 1) if (first.a == second.a) || (first.b == second.b) => {
            closed(1, 5, "the middles of opposite edges of the Tile")
        }
        _ => None,
    }
}

/// Order of performances of one prior by a score.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Pencil {
    /// By a weighted accuracy: the weights of TNR and TPR, not both zero.
    Linear(Rational, Rational),
    /// By TPR/FPR.
    Ppv,
    /// By TNR/FNR.
    Npv,
    /// As another point of the Tile.
    Other(Point),
}

fn pencil_of_place(place: &Point, prior: &Rational) -> Pencil {
    let (zero, one) = (Rational::ZERO, Rational::ONE);
    if place.a == place.b {
        Pencil::Linear(place.a.complement() * prior.complement(), &place.a * prior)
    } else if (&place.a, &place.b) == (&one, &zero) {
        Pencil::Ppv
    } else if (&place.a, &place.b) == (&zero, &one) {
        Pencil::Npv
    } else {
        Pencil::Other(place.clone())
    }
}

fn pencil_of_metric(metric: &Metric, prior: &Rational) -> Option<(Pencil, bool)> {
    Some(match metric {
        Metric::Plr | Metric::LogPlr | Metric::PpvBalanced => (Pencil::Ppv, true),
        Metric::PrevalenceThreshold => (Pencil::Ppv, false),
        Metric::Nlr | Metric::LogNlr => (Pencil::Npv, false),
        Metric::NpvBalanced => (Pencil::Npv, true),
        Metric::Benefits(weights) => {
            let [tp, fp, fn_, tn] = &**weights;
            let (x, y) = ((tn - fp) * prior.complement(), (tp - fn_) * prior);
            let falls = x.is_negative() || y.is_negative();
            let rises = x.is_positive() || y.is_positive();
            if falls == rises {
                return None;
            }
            (Pencil::Linear(x.abs(), y.abs()), rises)
        }
        _ => {
            let (named, rises) = named(metric)?;
            (pencil_of_place(&named.place(prior), prior), rises)
        }
    })
}

fn at_prior(first: &Pencil, second: &Pencil) -> Option<ClosedForm> {
    use Pencil::{Linear, Npv, Ppv};
    match (first, second) {
        (first, second) if first == second => closed(1, 1, SAME),
        (Linear(x1, y1), Linear(x2, y2)) => {
            let gap = (below(x1, y1) - below(x2, y2)).abs();
            Some(ClosedForm {
                value: gap.complement(),
                why: if gap.is_zero() { SAME } else { "two weighted accuracies" },
            })
        }
        (Linear(x, y), Ppv | Npv) | (Ppv | Npv, Linear(x, y)) => {
            let c = x.min(y) / x.max(y);
            let third = Rational::new(1, 3);
            let value = Rational::new(1, 2) + &third * &c * (Rational::from(2) - &c);
            Some(ClosedForm { value, why: "a weighted accuracy and a predictive value" })
        }
        (Ppv, Npv) | (Npv, Ppv) => closed(2, 3, "the two predictive values"),
        _ => None,
    }
}

/// F(x/y) of the module's text, 1 for y = 0.
fn below(x: &Rational, y: &Rational) -> Rational {
    if x > y {
        return below(y, x).complement();
    }
    let t = x / y;
    let sixth = Rational::new(1, 6);
    sixth * &t * (Rational::from(4) - &t)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::correlation::{Correlator, Performances};

    fn place(a: (i64, i64), b: (i64, i64)) -> RankingScore {
        RankingScore::at(Point::new(Rational::new(a.0, a.1), Rational::new(b.0, b.1)))
            .expect("on the Tile")
    }

    /// Tau-b on a lattice of spacing 1/K differs from the value for the continuous distribution by
    /// less than `constant`/K, and the difference about halves when K doubles.
    fn converges(metric: &Metric, score: &RankingScore, prior: Option<&Rational>, sizes: [u32; 2]) {
        let expected = closed_form(metric, score, prior).expect("a closed form").value.to_f64();
        let errors = sizes.map(|k| {
            let performances = match prior {
                None => Performances::all(k),
                Some(prior) => Performances::fixed_prior(prior, k),
            };
            let correlator = Correlator::new(metric, &performances.expect("a lattice"))
                .expect("a metric that can be compared");
            let square = correlator.at(score).signed_square().expect("defined").to_f64();
            let error = (square.signum() * square.abs().sqrt() - expected).abs();
            assert!(error * f64::from(k) < 2.0, "{metric} {score:?} {prior:?} {k}: {error}");
            error
        });
        let shrinks = errors[1] < 0.75 * errors[0] + 5e-3;
        assert!(shrinks, "{metric} {score:?} {prior:?}: {errors:?}");
    }

    #[test]
    fn among_all_performances_lattices_converge_to_the_closed_forms() {
        let points = [(0, 1), (1, 2), (1, 1)];
        let mut checked = 0;
        for metric in ["tnr", "ppv", "accuracy", "f1", "jaccard-negative", "fnr"] {
            let metric: Metric = metric.parse().expect("a metric");
            for a in points {
                for b in points {
                    let score = place(a, b);
                    if closed_form(&metric, &score, None).is_some() {
                        converges(&metric, &score, None, [8, 16]);
                        checked += 1;
                    }
                }
            }
        }
        assert_eq!(checked, 3 * 7 + 9 + 2 * 5, "corners, the centre, middles of edges");
    }

    #[test]
    fn at_one_prior_grids_converge_to_the_closed_forms() {
        let priors = [Rational::new(1, 5), Rational::new(2, 3)];
        let places = [
            place((0, 1), (0, 1)),
            place((1, 3), (1, 3)),
            place((1, 2), (1, 2)),
            place((6, 7), (6, 7)),
            place((1, 1), (1, 1)),
            place((1, 1), (0, 1)),
            place((0, 1), (1, 1)),
        ];
        for prior in &priors {
            for metric in ["ba", "accuracy", "fpr", "ppv", "nlr", "pt", "benefits(2,0,-1,1)"] {
                let metric: Metric = metric.parse().expect("a metric");
                for score in &places {
                    converges(&metric, score, Some(prior), [12, 24]);
                }
            }
        }
    }

    #[test]
    fn unlike_orderings_have_no_closed_form_here() {
        let centre = place((1, 2), (1, 2));
        assert_eq!(closed_form(&Metric::Mcc, &centre, None), None);
        assert_eq!(closed_form(&Metric::BalancedAccuracy, &centre, None), None);
        let half = Rational::new(1, 2);
        let kappa = closed_form(&Metric::Kappa, &centre, Some(&half)).expect("accuracy");
        assert_eq!((kappa.value, kappa.why), (Rational::ONE, SAME));
    }
}
