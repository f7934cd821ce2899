//! Two classifiers along a segment, and the stretches where it is decided which one is better.

use svg::node::element::Group;

use super::canvas::{self, Anchor, FONT, INK, haloed, number, rectangle, stroked, text};
use super::chart;
use super::label;
use super::palette;
use super::panel::Panel;
use super::sheet::Sheet;
use crate::arc::Xy;
use exactile::num::Level;

/// The data for a picture of two classifiers along a segment.
#[derive(Clone, Debug, PartialEq)]
pub struct PairCurve {
    /// The heading of the horizontal axis, from 0 to 1.
    pub heading: String,
    /// The coordinate of each point, and the limits of the probability that the first is truly
    /// better.
    pub truly_better: Vec<(f64, [f64; 2])>,
    /// The coordinate and the two-sided p-value of the swap test, at the points that have one.
    pub swap_test: Vec<(f64, f64)>,
    /// The coordinates at which both are equally good.
    pub swaps: Vec<f64>,
}

/// Draws the probability that the first of two classifiers is truly better along a segment, as SVG:
/// a ground where it reaches the level or falls below 1 minus the level, the p-value of the swap
/// test as a dashed line, and circles where the two are equally good. Colours are `#rrggbb`; `side`
/// is the width of the chart in pixels.
pub fn curve_pair_picture(
    curve: &PairCurve,
    level: &Level,
    [first, second]: [&str; 2],
    colours: [&str; 2],
    side: f64,
) -> String {
    let mut sheet = Sheet::new(side);
    let font = sheet.font;
    let (left, top) = sheet.margins();
    let (width, height) = (side, 0.6 * side);
    let panel = Panel { left, top, width, height, x: (0.0, 1.0), y: (0.0, 1.0), font };
    let level_at = level.to_f64();
    sheet.add(grounds(curve, level_at, &panel, colours));
    let mut lines = canvas::group("levels");
    for height in [level_at, 0.5, 1.0 - level_at] {
        let ((x0, y), (x1, _)) = (panel.pixel((0.0, height)), panel.pixel((1.0, height)));
        let data = format!("M{} {}H{}", number(x0), number(y), number(x1));
        lines = lines.add(stroked(data, "#7a7a7a", 0.05 * font));
    }
    sheet.add(lines);
    sheet.add(curves(curve, &panel, first));
    let mut marks = canvas::group("swaps");
    for &x in &curve.swaps {
        marks = marks.add(
            canvas::circle(panel.pixel((x, 0.5)), 0.26 * font)
                .set("fill", "#ffffff")
                .set("stroke", INK)
                .set("stroke-width", number(0.1 * font))
                .add(canvas::title("equally good on these samples")),
        );
    }
    sheet.add(marks);
    sheet.add(panel.border());
    sheet.axes(&panel, [&curve.heading, "probability"], [&panel.x_ticks(), &panel.y_ticks()]);
    let title = format!("is {first} truly better than {second}?");
    sheet.title(&title, left, side);
    sheet.reach(panel.right(), panel.bottom() + 3.4 * font);
    let percent = number(100.0 * level_at);
    let size = 0.88 * font;
    let x = panel.right() + 1.6 * font;
    let mut legend = canvas::group("legend").set("font-family", FONT);
    let mut right = x;
    for (k, (name, colour)) in [first, second].into_iter().zip(colours).enumerate() {
        let name = label::shortened(name, size, 14.0 * size);
        let content = format!("{name} is better");
        let y = panel.top + if k == 0 { 1.0 } else { 2.9 } * font;
        let swatch = 0.8 * size;
        legend = legend
            .add(
                rectangle(x, y - swatch / 2.0, swatch, swatch)
                    .set("fill", palette::paler(colour, 0.5))
                    .set("stroke", INK)
                    .set("stroke-width", 0.5),
            )
            .add(haloed(text(&content, x + 1.5 * size, y, size, Anchor::Start), size));
        right = right.max(x + 1.5 * size + label::width(&content, size));
    }
    sheet.add(legend);
    sheet.reach(right, panel.bottom());
    let mut notes = vec![format!(
        "Line: probability that {first} is truly better; coloured where it is decided with \
         {percent} %."
    )];
    if !curve.swap_test.is_empty() {
        notes.push("Dashed: p-value of the swap test.".to_owned());
    }
    if !curve.swaps.is_empty() {
        notes.push("Circle: equally good on these samples.".to_owned());
    }
    sheet.caption(&notes, left, right - left);
    let mut svg = sheet.document().to_string();
    svg.push('\n');
    svg
}

/// Draws the p-value of the swap test and, in the middle of its limits, the probability.
fn curves(curve: &PairCurve, panel: &Panel, first: &str) -> Group {
    let font = panel.font;
    let middle = |(x, [low, high]): &(f64, [f64; 2])| (*x, f64::midpoint(*low, *high));
    let middle: Vec<Xy> = curve.truly_better.iter().map(middle).collect();
    let dashes = format!("{} {}", number(0.4 * font), number(0.3 * font));
    let line = |points: &[Xy], wide: f64, name: &str| {
        stroked(chart::path(panel, &sorted(points)), INK, wide * font)
            .set("stroke-linejoin", "round")
            .add(canvas::title(name))
    };
    let swap_test = line(&curve.swap_test, 0.09, "two-sided p-value of the swap test");
    canvas::group("curves").add(swap_test.set("stroke-dasharray", dashes)).add(line(
        &middle,
        0.2,
        &format!("probability that {first} is truly better"),
    ))
}

/// Draws grounds on the decided stretches, each up to halfway to the next point.
fn grounds(curve: &PairCurve, level: f64, panel: &Panel, colours: [&str; 2]) -> Group {
    let mut points = curve.truly_better.clone();
    points.sort_by(|p, q| p.0.total_cmp(&q.0));
    let mut stretches: Vec<(usize, f64, f64)> = Vec::new();
    for (k, (x, [low, high])) in points.iter().enumerate() {
        let side = match (*low >= level, *high <= 1.0 - level) {
            (true, _) => 0,
            (_, true) => 1,
            _ => continue,
        };
        let from = k.checked_sub(1).map_or(0.0, |k| f64::midpoint(points[k].0, *x));
        let to = points.get(k + 1).map_or(1.0, |next| f64::midpoint(*x, next.0));
        match stretches.last_mut() {
            Some(last) if last.0 == side && last.2 == from => last.2 = to,
            _ => stretches.push((side, from, to)),
        }
    }
    let ground = |(side, from, to): (usize, f64, f64)| {
        let ((x0, y0), (x1, y1)) = (panel.pixel((from, 1.0)), panel.pixel((to, 0.0)));
        rectangle(x0, y0, x1 - x0, y1 - y0)
            .set("fill", palette::paler(colours[side], 0.5))
            .set("data-decided", if side == 0 { "first" } else { "second" })
    };
    let group = canvas::group("decided");
    stretches.into_iter().fold(group, |group, stretch| group.add(ground(stretch)))
}

fn sorted(points: &[Xy]) -> Vec<Xy> {
    let mut points = points.to_vec();
    points.sort_by(|p, q| p.0.total_cmp(&q.0));
    points
}
