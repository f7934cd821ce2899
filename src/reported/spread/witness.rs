//! Matrices of tests whose means and deviations come near the printed ones, by small steps.
//!
//! Doubles lead; what they find is checked exactly.

use std::collections::HashMap;

use super::super::noise::{Noise, rounded};
use super::{Counted, Meeting, Met, Question};
use crate::work::Watch;

/// Beginnings at most.
const STARTS: u64 = 12;
/// Steps from each of them at most.
const STEPS: usize = 20_000;
/// Choices of tests that are solved for from each end.
const TURNS: usize = 12;
/// Steps without progress after which the next beginning is tried.
const PATIENCE: usize = 6_000;

/// Printed numbers of a score, in doubles.
struct Target {
    mean: [f64; 2],
    deviation: Option<[f64; 2]>,
    /// Half the widths of both.
    reach: [f64; 2],
}

struct Walk<'w, 'q> {
    question: &'w Question<'q>,
    targets: Vec<Target>,
    /// The scores of matrices by P, N, TP and TN; `None` where one is not finite.
    known: HashMap<[u64; 4], Option<Vec<f64>>>,
}

/// Looks for matrices; `None` if the work was stopped.
pub(super) fn witness(
    question: &Question<'_>,
    meeting: Option<&Meeting<'_, '_>>,
    watch: &Watch<'_>,
) -> Option<Option<Vec<Counted>>> {
    let mut walk = Walk::new(question);
    let mut noise = Noise(0x2545_f491_4f6c_dd1d);
    for start in 0..STARTS {
        watch.step()?;
        let Some(points) = walk.from(start, &mut noise) else { continue };
        let tests = question.tests.iter().zip(&points);
        let tests: Vec<Counted> = tests.map(|(size, [tp, tn])| size.matrix(*tp, *tn)).collect();
        if question.holds(&tests) == Some(true) {
            return Some(Some(tests));
        }
        let Some(meeting) = meeting else { continue };
        for turn in 0..TURNS {
            // Two tests at a time, then three.
            let wanted = (2 + turn % 2).min(points.len());
            let mut free = Vec::new();
            while free.len() < wanted {
                let test = noise.place(points.len());
                if !free.contains(&test) {
                    free.push(test);
                }
            }
            if let Met::Tests(tests) = meeting.solve(&free, &points, watch)? {
                return Some(Some(tests));
            }
        }
    }
    Some(None)
}

impl<'w, 'q> Walk<'w, 'q> {
    fn new(question: &'w Question<'q>) -> Self {
        let target = |(at, score): (usize, &super::ReportedScore)| {
            let mean = [&score.value.lower, &score.value.upper].map(|end| end.to_f64());
            let mut spreads = question.spreads.iter().filter(|spread| spread.score == at);
            let deviation = spreads.next().map(|spread| {
                [&spread.value.lower, &spread.value.upper].map(|end| end.to_f64().max(0.0))
            });
            let half = |[low, high]: [f64; 2]| ((high - low) / 2.0).max(1e-9);
            let reach = [half(mean), deviation.map_or(1.0, half)];
            Target { mean, deviation, reach }
        };
        let targets = question.scores.iter().enumerate().map(target).collect();
        Self { question, targets, known: HashMap::new() }
    }

    /// Returns TP and TN of each test near a solution; `None` if a score is not finite at first.
    fn from(&mut self, start: u64, noise: &mut Noise) -> Option<Vec<[u64; 2]>> {
        let tests = self.question.tests.len();
        let mut points = self.beginning(start, noise);
        let mut values: Vec<Vec<f64>> =
            (0..tests).map(|test| self.scores(test, points[test])).collect::<Option<_>>()?;
        let mut cost = self.cost(&values);
        let mut since = 0;
        for _ in 0..STEPS {
            if cost <= 0.0 {
                return Some(points);
            }
            since += 1;
            if since > PATIENCE {
                break;
            }
            // One test, or two in opposite directions, which leaves sums near where they are.
            let class = noise.place(2);
            let step = 1 << noise.below(4);
            let (one, other) = (noise.place(tests), noise.place(tests));
            let mut moved = vec![(one, true)];
            if noise.below(3) > 0 && one != other {
                moved.push((other, false));
            }
            let mut next = Vec::new();
            for (test, is_up) in moved {
                let size = self.question.tests[test];
                let most = [size.positives, size.negatives][class];
                let mut point = points[test];
                let change = if is_up {
                    point[class].checked_add(step)
                } else {
                    point[class].checked_sub(step)
                };
                let Some(count) = change.filter(|count| *count <= most) else { continue };
                point[class] = count;
                let Some(scores) = self.scores(test, point) else { continue };
                next.push((test, point, scores));
            }
            if next.is_empty() {
                continue;
            }
            for (test, _, scores) in &mut next {
                std::mem::swap(&mut values[*test], scores);
            }
            let found = self.cost(&values);
            if found > cost {
                for (test, _, scores) in &mut next {
                    std::mem::swap(&mut values[*test], scores);
                }
                continue;
            }
            if found < cost {
                since = 0;
            }
            cost = found;
            for (test, point, _) in next {
                points[test] = point;
            }
        }
        Some(points)
    }

    /// Points near the printed rates, or near the middle where there are none, that differ among
    /// tests as the printed deviations say.
    fn beginning(&self, start: u64, noise: &mut Noise) -> Vec<[u64; 2]> {
        use crate::score::Metric;
        let target = |metric: Metric| {
            self.question
                .scores
                .iter()
                .position(|score| score.metric == metric)
                .map(|at| &self.targets[at])
        };
        let middle = |target: &Target| f64::midpoint(target.mean[0], target.mean[1]);
        let any = target(Metric::Accuracy)
            .or_else(|| target(Metric::BalancedAccuracy))
            .map_or(0.8, middle);
        let rates = [target(Metric::Tpr), target(Metric::Tnr)];
        let usual = self
            .targets
            .iter()
            .find_map(|target| target.deviation)
            .map_or(0.0, |ends| f64::midpoint(ends[0], ends[1]));
        let mut point = |size: &super::Size| {
            [size.positives, size.negatives]
                .iter()
                .zip(rates)
                .map(|(most, rate)| {
                    let centre = rate.map_or(any, middle);
                    let own = rate
                        .and_then(|rate| rate.deviation)
                        .map_or(usual, |ends| f64::midpoint(ends[0], ends[1]));
                    #[expect(clippy::cast_precision_loss, reason = "a beginning")]
                    let spread = own * (start % 3) as f64;
                    rounded((centre + spread * noise.signed()).clamp(0.0, 1.0), *most)
                })
                .collect::<Vec<u64>>()
        };
        let points = self.question.tests.iter().map(|size| {
            let found = point(size);
            [found[0], found[1]]
        });
        points.collect()
    }

    fn scores(&mut self, test: usize, [tp, tn]: [u64; 2]) -> Option<Vec<f64>> {
        let size = self.question.tests[test];
        let question = self.question;
        let of = || {
            let matrix = size.matrix(tp, tn).matrix()?;
            let value = |at| question.measure(at).value(&matrix).to_f64();
            let finite = |at| value(at).filter(|value| value.is_finite());
            (0..question.scores.len()).map(finite).collect::<Option<Vec<f64>>>()
        };
        self.known.entry([size.positives, size.negatives, tp, tn]).or_insert_with(of).clone()
    }

    /// The distance of means and deviations from the middle half of what is printed.
    fn cost(&self, values: &[Vec<f64>]) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "few tests")]
        let (count, by) = (values.len() as f64, self.question.divisor() as f64);
        let beyond = |[low, high]: [f64; 2], value: f64| (low - value).max(value - high).max(0.0);
        let of = |(at, target): (usize, &Target)| {
            let mean = values.iter().map(|scores| scores[at]).sum::<f64>() / count;
            let mut cost = beyond(target.mean, mean) / target.reach[0];
            if let Some(deviation) = target.deviation {
                let squares = values.iter().map(|scores| (scores[at] - mean).powi(2)).sum::<f64>();
                cost += beyond(deviation, (squares / by).sqrt()) / target.reach[1];
            }
            cost
        };
        self.targets.iter().enumerate().map(of).sum()
    }
}
