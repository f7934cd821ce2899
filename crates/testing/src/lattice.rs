//! Masses of confusion matrices from the definitions alone.

use exactile::lattice::{BetaPrior, Lattice, Model, Observation, Predictive};
use exactile::{ConfusionMatrix, Metric, Rational};

/// The metric of a name.
pub fn metric(name: &str) -> Metric {
    name.parse().expect(name)
}

/// The matrix of a lattice (P, N) with `tp` true positives and `tn` true negatives.
pub fn matrix(lattice: (u64, u64), tp: u64, tn: u64) -> ConfusionMatrix {
    let (p, n) = lattice;
    ConfusionMatrix::from_counts(tn, n - tn, p - tp, tp).expect("samples")
}

/// A joint mass by the definition of the models, in fractions.
pub fn joint_mass(
    [tn1, fp1, fn1, tp1]: [u64; 4],
    prior: Option<(&Rational, &Rational)>,
    (p, n): (u64, u64),
    (tp, tn): (u64, u64),
) -> Rational {
    let one = |right: u64, wrong: u64, draws: u64, t: u64| -> Rational {
        let mut mass = Rational::ONE;
        for i in 0..t {
            mass = mass * Rational::new(draws - i, i + 1); // C(draws, t)
        }
        match prior {
            None => {
                let rate = Rational::new(right, right + wrong);
                for i in 0..draws {
                    mass = mass * if i < t { rate.clone() } else { rate.complement() };
                }
            }
            Some((u, v)) => {
                // B(a + t, b + draws - t)/B(a, b) by rising factorials.
                let (a, b) = (u + Rational::from(right), v + Rational::from(wrong));
                for i in 0..t {
                    mass = mass * (&a + Rational::from(i));
                }
                for i in 0..draws - t {
                    mass = mass * (&b + Rational::from(i));
                }
                for i in 0..draws {
                    mass = mass / (&a + &b + Rational::from(i));
                }
            }
        }
        mass
    };
    one(tp1, fn1, p, tp) * one(tn1, fp1, n, tn)
}

/// The predictive distribution after an observation; without a prior of the binomial model.
pub fn predictive(
    [tn, fp, fn_, tp]: [u64; 4],
    prior: Option<(&Rational, &Rational)>,
    (p, n): (u64, u64),
) -> Predictive {
    let model = match prior {
        None => Model::Binomial,
        Some((u, v)) => {
            let prior = BetaPrior::new(u.clone(), v.clone()).expect("positive");
            Model::BetaBinomial { positive: prior.clone(), negative: prior }
        }
    };
    let observed = Observation { tn, fp, fn_, tp };
    Predictive::new(observed, &model, Lattice::new(p, n).expect("samples")).expect("observed")
}
