//! Curves of models that give scores: Brier curves and precision-recall gains, each with its area.

use super::at_best::OPTIMISM;
use super::canvas::{self, number, stroked};
use super::chart;
use super::frame::Frame;
use super::legend::{Entry, Legend};
use super::panel::Panel;
use super::scheme::Scheme;
use super::sheet::Sheet;
use crate::arc::Xy;
use exactile::num::Rational;
use exactile::threshold::{GainCurve, HullInterval, ModelScore, ScoredModel, brier_loss};

/// A curve with an area, and optionally a dashed one.
struct Curve {
    name: String,
    area: String,
    weight: f64,
    points: Vec<Xy>,
    dashed: Vec<Xy>,
}

/// The colour of grey curves.
const FAINT: &str = "#c8c8c8";

/// The chart around the curves.
struct Chart<'c> {
    /// The curves from the best area to the worst.
    order: Vec<usize>,
    title: String,
    x: (&'c str, Xy),
    y: (&'c str, Xy),
    legend: &'c str,
    notes: Vec<String>,
}

/// The most points of a curve of own thresholds; with more it is drawn on a grid.
const MOST_STEPS: usize = 1500;

/// Draws Brier curves as SVG: for each model with the thresholds of its hull the curve at its best
/// thresholds and, if its scores are probabilities, as a dashed line the one with the cost itself
/// as the threshold, with its Brier score. `form` is the width of the chart in pixels, and `true`
/// for a list beside it.
pub fn brier_picture(
    models: &[(&ScoredModel, &[HullInterval], Option<&Rational>)],
    scheme: &Scheme,
    form: (f64, bool),
) -> String {
    let curves: Vec<Curve> = models
        .iter()
        .map(|(model, best, brier)| Curve {
            name: model.name().to_owned(),
            area: brier.map_or_else(|| "\u{2013}".to_owned(), |brier| brier.to_decimal(4)),
            weight: 1.0,
            points: best_losses(model, best),
            dashed: if brier.is_some() { own_losses(model) } else { Vec::new() },
        })
        .collect();
    let values = curves.iter().flat_map(|curve| curve.points.iter().chain(&curve.dashed));
    // A constant prediction loses at most min(2 c, 2 (1 - c)); curves far above it are cut off.
    let best = curves.iter().flat_map(|curve| &curve.points).map(|p| p.1).fold(1e-6, f64::max);
    let high = values.map(|p| p.1).fold(0.0, f64::max).clamp(1e-6, 6.0 * best);
    let mut order: Vec<usize> = (0..models.len()).collect();
    let brier = |k: usize| models[k].2;
    order.sort_by(|&i, &j| {
        // Those without a Brier score come last.
        brier(i).is_none().cmp(&brier(j).is_none()).then_with(|| brier(i).cmp(&brier(j)))
    });
    let mut notes = vec![
        "Solid: at the best thresholds. Dashed: the cost itself is the threshold; \
        the area below is the Brier score."
            .to_owned(),
    ];
    notes.push(OPTIMISM.to_owned());
    draw(
        &curves,
        scheme,
        form,
        &Chart {
            order,
            title: "Brier curves".to_owned(),
            x: ("cost c of a false alarm (a miss costs 1 - c)", (0.0, 1.0)),
            y: ("loss 2 (c FP + (1 - c) FN)/n", (0.0, 1.05 * high)),
            legend: "Brier score",
            notes,
        },
    )
}

/// Draws precision-recall gains as SVG: for each model the hull of its curve, with the area below.
/// `form` is the width of the chart in pixels, and `true` for a list beside it.
pub fn gain_picture(
    models: &[(&str, &GainCurve)],
    prior: &Rational,
    scheme: &Scheme,
    form: (f64, bool),
) -> String {
    // The upper right part that still shows all of the area that a model misses.
    let missed = models.iter().map(|(_, curve)| 1.0 - curve.area.to_f64()).fold(0.0, f64::max);
    let mut low: f64 = 0.0;
    while low < 0.96 && missed < (1.0 - low).powi(2) / 8.0 {
        low = f64::midpoint(1.0, low);
    }
    let curves: Vec<Curve> = models
        .iter()
        .map(|(name, curve)| Curve {
            name: (*name).to_owned(),
            area: curve.area.to_decimal(4),
            weight: curve.area.to_f64(),
            points: beyond(low, curve),
            dashed: Vec::new(),
        })
        .collect();
    let mut order: Vec<usize> = (0..models.len()).collect();
    order.sort_by(|&i, &j| models[j].1.area.cmp(&models[i].1.area));
    draw(
        &curves,
        scheme,
        form,
        &Chart {
            order,
            title: format!("precision-recall gains, positive prior {prior}"),
            x: ("recall gain", (low, 1.0)),
            y: ("precision gain", (low, 1.0 + 0.02 * (1.0 - low))),
            legend: "area under the hull",
            notes: vec![
            "F-scores are straight lines here, so each corner is the best threshold for some beta."
                .to_owned(),
            OPTIMISM.to_owned(),
        ],
        },
    )
}

/// Returns the part of a curve from a recall gain on.
fn beyond(low: f64, curve: &GainCurve) -> Vec<Xy> {
    let corners = curve.corners.iter();
    let all: Vec<Xy> =
        corners.map(|p| (p.recall_gain.to_f64(), p.precision_gain.to_f64())).collect();
    let first = all.partition_point(|p| p.0 < low);
    let mut points = all[first..].to_vec();
    if let (Some(&(x0, y0)), Some(&(x1, y1))) =
        (first.checked_sub(1).and_then(|k| all.get(k)), all.get(first))
    {
        points.insert(0, (low, y0 + (y1 - y0) * (low - x0) / (x1 - x0)));
    }
    points
}

/// Returns the curve of the least losses, corner by corner.
fn best_losses(model: &ScoredModel, best: &[HullInterval]) -> Vec<Xy> {
    // From everybody positive, which is best for the least costs.
    let points = best.iter().rev().flat_map(|interval| {
        let matrix = model.matrix(interval.position);
        interval
            .threshold_probability
            .clone()
            .map(|cost| (cost.to_f64(), brier_loss(&matrix, &cost).to_f64()))
    });
    points.collect()
}

/// Returns the losses with the cost as the threshold: a step at each score.
fn own_losses(model: &ScoredModel) -> Vec<Xy> {
    let distinct = model.distinct();
    let at = |position: usize, cost: &Rational| {
        (cost.to_f64(), brier_loss(&model.matrix(position), cost).to_f64())
    };
    if distinct > MOST_STEPS {
        let steps = i64::try_from(MOST_STEPS).unwrap_or(i64::MAX);
        return (0..=steps)
            .map(|k| Rational::new(k, steps))
            .map(|cost| at(model.position_of(&cost), &cost))
            .collect();
    }
    // Costs above a score, up to the next greater one, leave what is below negative.
    let mut from = Rational::ZERO;
    let mut points = Vec::new();
    for position in (0..=distinct).rev() {
        let to = match position {
            0 => Rational::ONE,
            _ => match model.threshold(position) {
                Some(ModelScore::Finite(score)) => score,
                _ => unreachable!("probabilities are finite"),
            },
        };
        points.push(at(position, &from));
        points.push(at(position, &to));
        from = to;
    }
    points
}

fn draw(
    curves: &[Curve],
    scheme: &Scheme,
    (side, has_legend): (f64, bool),
    chart: &Chart<'_>,
) -> String {
    let mut sheet = Sheet::new(side);
    let font = sheet.font;
    let (left, top) = sheet.margins();
    let (x, y) = (chart.x.1, chart.y.1);
    let panel = Panel { left, top, width: side, height: 0.75 * side, x, y, font };
    let mut group = canvas::group("curves");
    let mut entries = Vec::new();
    // The best above the others, in the list first.
    let is_faint = |k: &usize| Scheme::is_grey(scheme.of_family(*k));
    let (faint, coloured): (Vec<usize>, Vec<usize>) = chart.order.iter().partition(|k| is_faint(k));
    for &k in &faint {
        let path = stroked(chart::path(&panel, &curves[k].points), FAINT, 0.09 * font)
            .set("stroke-linejoin", "round")
            .set("data-curve", k)
            .add(canvas::title(&curves[k].name));
        group = group.add(path);
    }
    for &k in coloured.iter().rev() {
        let curve = &curves[k];
        let colour = scheme.of_family(k);
        let line = |points: &[Xy], width: f64, name: &str| {
            stroked(chart::path(&panel, points), colour, width * font)
                .set("stroke-linejoin", "round")
                .add(canvas::title(name))
        };
        if !curve.dashed.is_empty() {
            let dashes = format!("{} {}", number(0.4 * font), number(0.3 * font));
            let name = format!("{} with the cost as the threshold", curve.name);
            let own = line(&curve.dashed, 0.1, &name);
            group = group.add(own.set("stroke-dasharray", dashes).set("data-own", k));
        }
        group = group.add(line(&curve.points, 0.2, &curve.name).set("data-curve", k));
        entries.push(Entry {
            colour: colour.to_owned(),
            name: curve.name.clone(),
            share: curve.area.clone(),
            weight: curve.weight,
            leaders: Vec::new(),
            height: Some(panel.top),
        });
    }
    entries.reverse();
    sheet.add(group);
    sheet.add(panel.border());
    sheet.add(panel.x_axis(chart.x.0, &panel.x_ticks()));
    sheet.add(panel.y_axis(chart.y.0, &panel.y_ticks()));
    sheet.title(&chart.title, left, side);
    sheet.reach(panel.right(), panel.bottom() + 3.4 * font);
    let mut frame = Frame::of_prior(panel.height, &Rational::new(1, 2));
    (frame.left, frame.top, frame.font) = (panel.left, panel.top, panel.font);
    let from = panel.right() + 1.6 * font;
    let list = Legend::new(&frame, chart.legend, &entries, from, |shown| {
        format!("and {} more", curves.len() - shown)
    });
    if has_legend {
        sheet.add(list.group);
        sheet.reach(from + list.width, panel.bottom());
    }
    let width = sheet.right - left;
    let mut notes = chart.notes.clone();
    if !faint.is_empty() {
        notes.push(format!("Grey: {} others.", faint.len()));
    }
    sheet.caption(&notes, left, width);
    let mut text = sheet.document().to_string();
    text.push('\n');
    text
}
