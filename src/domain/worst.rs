//! The classifier with the best worst domain along a segment of the Tile.
//!
//! On a straight segment s and u of a performance are linear in the position t, so R = s/(s + u) of
//! one is above that of another where s u' - s' u is positive, a polynomial of degree two in t. The
//! least value of a classifier is the lower envelope of D such functions, and the greatest least
//! value the upper envelope of n lower ones. Both are merged in halves, and change only at roots.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_traits::{Signed, Zero};

use super::Domains;
use crate::geometry::Point;
use crate::num::{QuadraticNumber, Rational, common_denominator};
use crate::parallel::map_indices;
use crate::score::RankingScore;

/// The classifiers with the greatest least value over the domains, along a segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorstAlong {
    /// The first point.
    pub from: Point,
    /// The last point.
    pub to: Point,
    /// Open stretches of positions, from 0 to 1.
    pub stretches: Vec<WorstStretch>,
    /// The points between them, and each end of the segment if others are the best there.
    pub breaks: Vec<WorstBreak>,
}

/// An open stretch with the same best classifiers and the same worst domains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorstStretch {
    /// The position of its first end.
    pub from: QuadraticNumber,
    /// The position of its last end.
    pub to: QuadraticNumber,
    /// The classifiers with the greatest least value.
    pub classifiers: Vec<usize>,
    /// For each of these the domains in which it has its least value.
    pub worst: Vec<Vec<usize>>,
}

/// A point between two stretches, or an end of the segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorstBreak {
    /// Its position.
    pub position: QuadraticNumber,
    /// The classifiers with the greatest least value there; none if none has a value.
    pub classifiers: Vec<usize>,
}

impl WorstAlong {
    /// The breaks at which others are the best than on the stretches beside them.
    pub fn points_apart(&self) -> impl Iterator<Item = &WorstBreak> {
        self.breaks.iter().filter(|one| {
            let beside =
                self.stretches.iter().filter(|s| s.from == one.position || s.to == one.position);
            let mut known: Vec<usize> =
                beside.flat_map(|s| s.classifiers.iter().copied()).collect();
            known.sort_unstable();
            known.dedup();
            known != one.classifiers
        })
    }
}

impl Domains {
    /// The classifiers with the greatest least value along the straight segment between two points
    /// of the Tile, inside it: a position t is measured on the Tile. Domains in which a classifier
    /// has no value on the segment do not count for it, and at an end those without a value there.
    /// `None` if the points are equal or not on the Tile, or if no classifier has a value.
    /// O(m log m) roots for m = n D.
    ///
    /// ```
    /// use exactile::{ConfusionMatrix, Point, Rational};
    /// use exactile::domain::{DomainTests, DomainWeights, Domains};
    /// let matrix = |tn, fp, fn_, tp| ConfusionMatrix::from_counts(tn, fp, fn_, tp).ok();
    /// let tests = DomainTests::new(
    ///     vec!["north".into()],
    ///     vec!["a".into(), "b".into()],
    ///     vec![vec![matrix(5, 1, 3, 3), matrix(3, 3, 1, 5)]],
    /// );
    /// let domains = Domains::new(tests, &DomainWeights::Equal)?;
    /// let corner = |b| Point::new(Rational::ONE, b);
    /// let found = domains.worst_along(&corner(Rational::ZERO), &corner(Rational::ONE));
    /// let found = found.expect("values");
    /// // 3/(3 + 1 (1-t) + 3 t) = 5/(5 + 3 (1-t) + t) at t = 1/4.
    /// assert_eq!(found.breaks[0].position.to_string(), "1/4");
    /// assert_eq!(found.stretches[0].classifiers, [0]);
    /// assert_eq!(found.breaks[0].classifiers, [0, 1]);
    /// # Ok::<(), exactile::domain::DomainError>(())
    /// ```
    pub fn worst_along(&self, from: &Point, to: &Point) -> Option<WorstAlong> {
        let scores = [RankingScore::at(from.clone())?, RankingScore::at(to.clone())?];
        let (sets, count) = (self.names().len(), self.classifiers().len());
        if from == to {
            return None;
        }
        let all = (0..count).flat_map(|k| (0..sets).map(move |d| (k, d)));
        let lines = Lines(all.map(|(k, d)| Line::new(self, k, d, &scores)).collect());
        let least: Vec<Envelope> = map_indices(count, |k| {
            let own = k * sets..(k + 1) * sets;
            let known: Vec<usize> = own.filter(|&line| !lines.0[line].is_nothing()).collect();
            lines.envelope(&known, Ordering::Less)
        });
        let known: Vec<&Envelope> = least.iter().filter(|envelope| !envelope.is_empty()).collect();
        let greatest = lines.of_envelopes(&known, Ordering::Greater);
        if greatest.is_empty() {
            return None;
        }
        let (stretches, mut breaks) = lines.stretches(&greatest, &least);
        let [first, last] = [0, 1].map(|end| lines.best_at_end(end, count));
        if first != stretches[0].classifiers {
            breaks.insert(0, WorstBreak { position: Rational::ZERO.into(), classifiers: first });
        }
        if last != stretches[stretches.len() - 1].classifiers {
            breaks.push(WorstBreak { position: Rational::ONE.into(), classifiers: last });
        }
        Some(WorstAlong { from: from.clone(), to: to.clone(), stretches, breaks })
    }
}

/// s and u of one result, each at 0 and its slope, times one positive number.
struct Line {
    classifier: usize,
    domain: usize,
    s: [BigInt; 2],
    u: [BigInt; 2],
}

impl Line {
    fn new(
        domains: &Domains,
        classifier: usize,
        domain: usize,
        scores: &[RankingScore; 2],
    ) -> Self {
        let [(s, u), (s_1, u_1)] =
            scores.each_ref().map(|score| score.parts(domains.matrix(domain, classifier)));
        let exact = [s.clone(), s_1 - &s, u.clone(), u_1 - &u];
        let scale = Rational::from(common_denominator(&exact));
        let [s_0, s_1, u_0, u_1] = exact.map(|k| (k * &scale).numerator());
        Self { classifier, domain, s: [s_0, s_1], u: [u_0, u_1] }
    }

    /// s and s + u at an end: 0 or 1.
    fn at_end(&self, end: usize) -> [BigInt; 2] {
        let [s, u] = [&self.s, &self.u].map(|part| part.iter().take(end + 1).sum::<BigInt>());
        let sum = &s + u;
        [s, sum]
    }

    /// Returns `true` if it has no value anywhere: at an end of the segment alone is no stretch.
    fn is_nothing(&self) -> bool {
        self.s.iter().chain(&self.u).all(Zero::is_zero)
    }

    /// s u' - s' u: the coefficients of t^2, t and 1. Positive where this one is above.
    fn lead(&self, other: &Self) -> [BigInt; 3] {
        let (s, u, t, v) = (&self.s, &self.u, &other.s, &other.u);
        [
            &s[1] * &v[1] - &t[1] * &u[1],
            &s[0] * &v[1] + &s[1] * &v[0] - &t[0] * &u[1] - &t[1] * &u[0],
            &s[0] * &v[0] - &t[0] * &u[0],
        ]
    }
}

/// The sign of a polynomial at a rational.
fn sign_at([q2, q1, q0]: &[BigInt; 3], t: &Rational) -> Ordering {
    let (n, d) = (t.numerator(), t.denominator());
    let value: BigInt = (q2 * &n + q1 * &d) * &n + q0 * &d * &d;
    if value.is_positive() {
        Ordering::Greater
    } else if value.is_negative() {
        Ordering::Less
    } else {
        Ordering::Equal
    }
}

/// A part of an envelope, up to a position.
#[derive(Clone, Debug)]
struct Part {
    to: QuadraticNumber,
    /// The lines that are the envelope throughout.
    lines: Vec<usize>,
    /// `true` if another line meets the envelope at the end, so that the end counts even if the
    /// lines are the same beyond.
    is_met: bool,
}

/// Parts from 0 to 1; none of no lines.
type Envelope = Vec<Part>;

/// Results of all classifiers in all domains along a segment.
struct Lines(Vec<Line>);

impl Lines {
    /// The envelope of some lines: the least or the greatest.
    fn envelope(&self, lines: &[usize], wanted: Ordering) -> Envelope {
        let alone = |&line: &usize| {
            let to = QuadraticNumber::from(Rational::ONE);
            vec![Part { to, lines: vec![line], is_met: false }]
        };
        let alone: Vec<Envelope> = lines.iter().map(alone).collect();
        self.of_envelopes(&alone.iter().collect::<Vec<_>>(), wanted)
    }

    fn of_envelopes(&self, envelopes: &[&Envelope], wanted: Ordering) -> Envelope {
        match envelopes {
            [] => Vec::new(),
            [one] => (*one).clone(),
            several => {
                let (first, second) = several.split_at(several.len() / 2);
                let halves = [first, second].map(|half| self.of_envelopes(half, wanted));
                self.merged(&halves[0], &halves[1], wanted)
            }
        }
    }

    fn merged(&self, first: &Envelope, second: &Envelope, wanted: Ordering) -> Envelope {
        let mut found = Envelope::new();
        let (mut i, mut j) = (0, 0);
        let mut from = QuadraticNumber::from(Rational::ZERO);
        while let (Some(one), Some(other)) = (first.get(i), second.get(j)) {
            let (ends, order) = (&one.to, one.to.cmp(&other.to));
            let to = if order.is_gt() { &other.to } else { ends }.clone();
            let lead = self.0[one.lines[0]].lead(&self.0[other.lines[0]]);
            if lead.iter().all(Zero::is_zero) {
                let mut lines = [&one.lines[..], &other.lines].concat();
                lines.sort_unstable();
                push(&mut found, Part { to: to.clone(), lines, is_met: true });
            } else {
                let roots = QuadraticNumber::roots(lead.clone());
                let is_met = roots.contains(&to);
                let within = roots.into_iter().filter(|root| from < *root && *root < to);
                for stop in within.chain([to.clone()]).collect::<Vec<_>>() {
                    let is_end = stop == to;
                    let between = from.between(&stop);
                    let sign = between.map_or(Ordering::Equal, |t| sign_at(&lead, &t));
                    let (chosen, ends_here) =
                        if sign == wanted { (one, order.is_le()) } else { (other, order.is_ge()) };
                    let own = is_end && ends_here && chosen.is_met;
                    let is_met = !is_end || is_met || own;
                    push(
                        &mut found,
                        Part { to: stop.clone(), lines: chosen.lines.clone(), is_met },
                    );
                    from = stop;
                }
            }
            from = to;
            i += usize::from(order.is_le());
            j += usize::from(order.is_ge());
        }
        found
    }

    /// The classifiers of some lines, each with its domains.
    fn owners(&self, lines: &[usize]) -> (Vec<usize>, Vec<Vec<usize>>) {
        let mut owners: Vec<(usize, Vec<usize>)> = Vec::new();
        for &line in lines {
            let Line { classifier, domain, .. } = self.0[line];
            match owners.last_mut().filter(|(last, _)| *last == classifier) {
                Some((_, domains)) => domains.push(domain),
                None => owners.push((classifier, vec![domain])),
            }
        }
        owners.into_iter().unzip()
    }

    /// The classifiers with the greatest least value at an end, where fewer results may have one.
    fn best_at_end(&self, end: usize, count: usize) -> Vec<usize> {
        let order = |[s, sum]: &[BigInt; 2], [t, other]: &[BigInt; 2]| (s * other).cmp(&(t * sum));
        let least: Vec<Option<[BigInt; 2]>> = (0..count)
            .map(|k| {
                let own = self.0.iter().filter(|line| line.classifier == k);
                let values = own.map(|line| line.at_end(end)).filter(|[_, sum]| !sum.is_zero());
                values.min_by(order)
            })
            .collect();
        let Some(best) = least.iter().flatten().max_by(|one, other| order(one, other)) else {
            return Vec::new();
        };
        let is_best =
            |k: &usize| least[*k].as_ref().is_some_and(|value| order(value, best).is_eq());
        (0..count).filter(is_best).collect()
    }

    /// The classifiers whose least value is that of a line at a position.
    fn equal_at(&self, line: usize, least: &[Envelope], at: &QuadraticNumber) -> Vec<usize> {
        let is_equal = |k: &usize| {
            let part = least[*k].iter().find(|part| part.to >= *at);
            part.is_some_and(|part| {
                let lead = self.0[line].lead(&self.0[part.lines[0]]);
                lead.iter().all(Zero::is_zero) || QuadraticNumber::roots(lead).contains(at)
            })
        };
        (0..least.len()).filter(is_equal).collect()
    }

    fn stretches(
        &self,
        greatest: &Envelope,
        least: &[Envelope],
    ) -> (Vec<WorstStretch>, Vec<WorstBreak>) {
        let mut stretches: Vec<WorstStretch> = Vec::new();
        let mut breaks: Vec<WorstBreak> = Vec::new();
        let mut from = QuadraticNumber::from(Rational::ZERO);
        let mut before = None;
        for part in greatest {
            let (classifiers, worst) = self.owners(&part.lines);
            if let (Some(last), Some(line)) = (stretches.last_mut(), before) {
                let at = self.equal_at(line, least, &from);
                let is_same = last.classifiers == classifiers && last.worst == worst;
                if is_same && at == classifiers {
                    last.to = part.to.clone();
                    from = part.to.clone();
                    continue;
                }
                breaks.push(WorstBreak { position: from.clone(), classifiers: at });
            }
            before = Some(part.lines[0]);
            stretches.push(WorstStretch { from, to: part.to.clone(), classifiers, worst });
            from = part.to.clone();
        }
        (stretches, breaks)
    }
}

/// Adds a part, or extends the last one if nothing changes or meets it at its end.
fn push(envelope: &mut Envelope, part: Part) {
    match envelope.last_mut() {
        Some(last) if !last.is_met && last.lines == part.lines => {
            last.to = part.to;
            last.is_met = part.is_met;
        }
        _ => envelope.push(part),
    }
}
