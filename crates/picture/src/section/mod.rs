//! Well-known curves along a segment of the Tile: decision curves, cost curves, F-curves.
//!
//! Values are rounded; the places where the best changes are exact ([`Section`]) before they are
//! rounded.

mod legend;
mod marks;

use svg::Document;
use svg::node::element::Group;

use super::canvas::{self, INK, number, stroked};
use super::chart;
use super::panel::{Panel, Tick};
use super::plate::PlatePicture;
use super::scheme::Scheme;
use super::sheet::Sheet;
use crate::arc::Xy;
use exactile::num::Rational;
use exactile::performance::Classifier;
use exactile::section::{Compromise, Section};
use exactile::threshold::ScoredModel;

/// The quantities that a picture of a section shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CurveKind {
    /// Net benefit over the threshold probability.
    Decision,
    /// Expected cost over the probability cost.
    Cost,
    /// The F-score over the logarithm of beta.
    FBeta,
    /// The ranking score over the position along the segment.
    Value,
}

impl CurveKind {
    /// Returns `true` if the two constant predictions take part in the section.
    pub fn has_constants(self) -> bool {
        matches!(self, Self::Decision | Self::Cost)
    }
}

/// A curve: a classifier, or a model at the best of its classifiers at each point.
#[derive(Clone, Debug)]
pub struct SectionCurve<'c> {
    /// Its name.
    pub name: String,
    /// Its classifiers, by position.
    pub members: Vec<usize>,
    /// The model itself, to be drawn at its own probabilities too.
    pub own: Option<&'c ScoredModel>,
}

/// A picture of a section.
#[derive(Debug)]
pub struct SectionPicture {
    document: Document,
}

/// The number of points per curve.
const STEPS: u32 = 480;
/// The most curves that are all shown from end to end.
const MOST_SHOWN: usize = 8;
/// The colour of grey curves.
const FAINT: &str = "#bdbdbd";
/// The colour of the two constant predictions.
const CONSTANT: &str = "#6b6b6b";
/// The range of beta: from one tenth to ten.
const BETA: f64 = 10.0;

/// Marked positions along a segment.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marked<'m> {
    /// The best compromises between both ends.
    pub compromise: Option<&'m Compromise>,
    /// A preference.
    pub preference: Option<&'m Rational>,
}

/// The form of the picture of a section.
#[derive(Clone, Copy, Debug)]
pub struct SectionStyle<'s> {
    /// The colour of each curve.
    pub scheme: &'s Scheme,
    /// `true` to list the curves beside the chart.
    pub legend: bool,
    /// Width of the chart in pixels.
    pub side: f64,
}

impl SectionPicture {
    /// Draws the curves of classifiers along the segment of a section. If the kind [has
    /// constants](CurveKind::has_constants), the last two classifiers predict all samples positive
    /// and no sample positive, and belong to no curve. The best of all is outlined, and its changes
    /// are marked.
    pub fn new(
        kind: CurveKind,
        classifiers: &[Classifier],
        curves: &[SectionCurve<'_>],
        section: &Section,
        marked: Marked<'_>,
        style: SectionStyle<'_>,
    ) -> Self {
        let side = style.side;
        let drawing = Drawing::new(kind, classifiers, curves, section, style.scheme);
        let mut sheet = Sheet::new(side);
        let font = sheet.font;
        let (left, top) = sheet.margins();
        let x = drawing.x_range();
        let envelope = drawing.envelope(x);
        let y = drawing.y_range(&envelope);
        let panel = Panel { left, top, width: side, height: 0.75 * side, x, y, font };
        sheet.add(drawing.lines(&panel));
        sheet.add(drawing.outline(&panel, &envelope));
        sheet.add(panel.border());
        let mut taken = Vec::new();
        if let Some(compromise) = marked.compromise {
            sheet.add(drawing.compromise(&panel, compromise, &mut taken));
        }
        if let Some(position) = marked.preference {
            sheet.add(drawing.preference(&panel, position, &mut taken));
        }
        sheet.add(drawing.marks(&panel, &mut taken));
        let (x_title, y_title) = drawing.titles();
        sheet.add(panel.x_axis(&x_title, &drawing.x_ticks(&panel)));
        sheet.add(panel.y_axis(&y_title, &panel.y_ticks()));
        let prior = section.segment.prior_positive();
        let title = format!("{}, positive prior {prior}", drawing.title());
        sheet.title(&title, left, side);
        sheet.reach(panel.right(), panel.bottom() + 3.4 * font);
        if style.legend {
            drawing.legend(&mut sheet, &panel);
        }
        let width = sheet.right - left;
        sheet.caption(&drawing.notes(), left, width);
        Self { document: sheet.document() }
    }

    /// Returns the text of the SVG.
    pub fn to_svg(&self) -> String {
        let mut text = self.document.to_string();
        text.push('\n');
        text
    }
}

impl From<SectionPicture> for PlatePicture {
    fn from(picture: SectionPicture) -> Self {
        Self::of(picture.document)
    }
}

/// A stretch on which one curve is the best.
struct Stretch {
    /// Its ends on the horizontal axis.
    x: Xy,
    /// The curve; `None` for a constant prediction, whose name it then has.
    curve: Option<usize>,
    name: String,
    /// The exact text of its beginning.
    exact: String,
}

struct Drawing<'d> {
    kind: CurveKind,
    curves: &'d [SectionCurve<'d>],
    section: &'d Section,
    /// tn, fp, fn, tp of each classifier, in doubles.
    counts: Vec<[f64; 4]>,
    stretches: Vec<Stretch>,
    colours: Vec<Option<String>>,
}

impl<'d> Drawing<'d> {
    fn new(
        kind: CurveKind,
        classifiers: &[Classifier],
        curves: &'d [SectionCurve<'d>],
        section: &'d Section,
        colours: &Scheme,
    ) -> Self {
        let counts = classifiers
            .iter()
            .map(|Classifier { matrix, .. }| {
                [matrix.tn(), matrix.fp(), matrix.fn_(), matrix.tp()].map(Rational::to_f64)
            })
            .collect();
        let mut drawing =
            Self { kind, curves, section, counts, stretches: Vec::new(), colours: Vec::new() };
        drawing.stretches = drawing.find_stretches();
        // Curves without a colour of their own are faint.
        let own = |k: usize| Some(colours.of_family(k)).filter(|colour| !Scheme::is_grey(colour));
        let colours = (0..curves.len()).map(|k| own(k).map(str::to_owned)).collect();
        drawing.colours = colours;
        drawing
    }

    /// Returns the horizontal coordinate at a position of the segment.
    fn x_at(&self, position: &Rational) -> (f64, String) {
        let segment = &self.section.segment;
        let at = segment.at(position);
        let exact = match self.kind {
            CurveKind::Decision => segment.threshold_probability(&at),
            CurveKind::Cost => segment.probability_cost(&at),
            CurveKind::FBeta => {
                let Some(beta) = segment.f_beta_squared(&at) else {
                    return (f64::INFINITY, "recall".to_owned());
                };
                let square = beta.to_f64();
                return (0.5 * square.log10(), format!("beta^2 = {beta}"));
            }
            CurveKind::Value => Some(position.clone()),
        };
        let exact = exact.unwrap_or(Rational::ZERO);
        (exact.to_f64(), exact.to_string())
    }

    fn find_stretches(&self) -> Vec<Stretch> {
        let (low, high) = self.x_range();
        let mut stretches: Vec<Stretch> = Vec::new();
        let constants = self.counts.len() - if self.kind.has_constants() { 2 } else { 0 };
        for leader in &self.section.leaders {
            let ((from, exact), (to, _)) = (self.x_at(&leader.from), self.x_at(&leader.to));
            let x = (from.clamp(low, high), to.clamp(low, high));
            // A model before a constant prediction that ties with it.
            let curve = self
                .curves
                .iter()
                .position(|curve| curve.members.iter().any(|i| leader.classifiers.contains(i)));
            let constant = leader.classifiers.iter().find(|&&i| i >= constants);
            let (curve, name) = match (constant, curve) {
                (Some(&i), _) => {
                    (None, if i == constants { "all positive" } else { "none positive" }.to_owned())
                }
                (None, Some(curve)) => (Some(curve), self.curves[curve].name.clone()),
                (None, None) => (None, String::new()),
            };
            match stretches.last_mut() {
                Some(last) if last.curve == curve && last.name == name => last.x.1 = x.1,
                _ => stretches.push(Stretch { x, curve, name, exact }),
            }
        }
        stretches
    }

    fn x_range(&self) -> Xy {
        match self.kind {
            CurveKind::FBeta => (-BETA.log10(), BETA.log10()),
            _ => (0.0, 1.0),
        }
    }

    /// Returns the value of a confusion matrix at a place of the horizontal axis.
    fn value(&self, [tn, fp, fn_, tp]: [f64; 4], x: f64) -> f64 {
        match self.kind {
            CurveKind::Decision => (tp - fp * x / (1.0 - x)) / (tn + fp + fn_ + tp),
            CurveKind::Cost => (1.0 - x) * fp / (tn + fp) + x * fn_ / (fn_ + tp),
            CurveKind::FBeta => {
                let square = 10_f64.powf(2.0 * x);
                let b = square / (1.0 + square);
                let wrong = (1.0 - b) * fp + b * fn_;
                if tp == 0.0 { 0.0 } else { tp / (tp + wrong) }
            }
            CurveKind::Value => {
                let position = Rational::try_from(x).unwrap_or(Rational::ZERO);
                let (a, b) = self.section.segment.at(&position).to_f64();
                let right = (1.0 - a) * tn + a * tp;
                right / (right + (1.0 - b) * fp + b * fn_)
            }
        }
    }

    /// Returns the better one of two values.
    fn better(&self, first: f64, second: f64) -> f64 {
        if self.kind == CurveKind::Cost { first.min(second) } else { first.max(second) }
    }

    /// Returns the best value of some classifiers.
    fn best(&self, members: impl Iterator<Item = usize>, x: f64) -> f64 {
        let values = members.map(|i| self.value(self.counts[i], x)).filter(|value| !value.is_nan());
        values.reduce(|first, second| self.better(first, second)).unwrap_or(f64::NAN)
    }

    fn points(&self, range: Xy, value: impl Fn(f64) -> f64) -> Vec<Xy> {
        let (low, high) = range;
        // The net benefit falls without bound towards 1.
        let high = if self.kind == CurveKind::Decision { high.min(1.0 - 1e-6) } else { high };
        let at = |k: u32| low + (high - low) * f64::from(k) / f64::from(STEPS);
        let point = |x: f64| (x, value(x));
        (0..=STEPS).map(|k| point(at(k))).filter(|(_, y)| y.is_finite()).collect()
    }

    /// Returns the envelope: the best of all curves.
    fn envelope(&self, range: Xy) -> Vec<Xy> {
        self.points(range, |x| self.best(0..self.counts.len(), x))
    }

    fn y_range(&self, envelope: &[Xy]) -> Xy {
        let low = envelope.iter().map(|p| p.1).fold(f64::INFINITY, f64::min);
        let high = envelope.iter().map(|p| p.1).fold(f64::NEG_INFINITY, f64::max);
        let (low, high) = if low < high { (low, high) } else { (0.0, 1.0) };
        match self.kind {
            CurveKind::Decision => {
                let high = high.max(1e-6);
                (-0.12 * high, 1.06 * high)
            }
            CurveKind::Cost => (0.0, (2.5 * high).clamp(1e-6, 0.5)),
            CurveKind::FBeta | CurveKind::Value => {
                let air = 0.6 * (high - low).max(0.02);
                // All of a few curves, unless the best would become flat.
                let lowest = if self.curves.len() <= MOST_SHOWN { self.lowest() } else { low };
                let low = lowest.clamp(low - 4.0 * air, low) - 0.25 * air;
                (low.max(0.0), (high + 0.15 * air).min(1.0))
            }
        }
    }

    /// Returns the least value of a curve.
    fn lowest(&self) -> f64 {
        let values = self.curves.iter().flat_map(|curve| {
            self.points(self.x_range(), |x| self.best(curve.members.iter().copied(), x))
        });
        values.map(|(_, y)| y).fold(f64::INFINITY, f64::min)
    }

    fn lines(&self, panel: &Panel) -> Group {
        let mut group = canvas::group("curves");
        let font = panel.font;
        let line = |points: &[Xy], colour: &str, width: f64, name: &str| {
            stroked(chart::path(panel, points), colour, width * font)
                .set("stroke-linejoin", "round")
                .add(canvas::title(name))
        };
        let order = |is_faint: bool| {
            (0..self.curves.len()).filter(move |&k| self.colours[k].is_none() == is_faint)
        };
        let constants = self.counts.len() - if self.kind.has_constants() { 2 } else { 0 };
        for k in order(true).chain(order(false)) {
            let curve = &self.curves[k];
            let points = self.points(panel.x, |x| self.best(curve.members.iter().copied(), x));
            let own = self.colours[k].as_deref();
            let (colour, width) = own.map_or((FAINT, 0.09), |colour| (colour, 0.2));
            group = group.add(line(&points, colour, width, &curve.name).set("data-curve", k));
            if let (Some(model), CurveKind::Decision) = (curve.own, self.kind) {
                let points = self.own_points(panel.x, model);
                let name = format!("{} at its own probabilities", curve.name);
                let dashes = format!("{} {}", number(0.4 * font), number(0.3 * font));
                let own = line(&points, colour, 0.6 * width, &name);
                group = group.add(own.set("stroke-dasharray", dashes).set("data-own", k));
            }
        }
        for (k, name) in ["all positive", "none positive"].into_iter().enumerate() {
            let Some(counts) = self.counts.get(constants + k) else { continue };
            let points = self.points(panel.x, |x| self.value(*counts, x));
            let (dash, gap) = if k == 0 { (0.6, 0.3) } else { (0.15, 0.2) };
            let dashes = format!("{} {}", number(dash * font), number(gap * font));
            group = group.add(line(&points, CONSTANT, 0.1, name).set("stroke-dasharray", dashes));
        }
        group
    }

    /// Returns the net benefit with the threshold probability itself as the threshold.
    fn own_points(&self, range: Xy, model: &ScoredModel) -> Vec<Xy> {
        let (negatives, positives) = (model.negatives(), model.positives());
        let value = |x: f64| {
            let threshold = Rational::try_from(x).unwrap_or(Rational::ZERO);
            let [fp, tp] = model.passed(model.position_of(&threshold));
            let double = |count: u64| Rational::from(count).to_f64();
            // Counts of another prior are weighted as the classifiers' are.
            let scale = |all: u64, weighted: f64| weighted / double(all).max(1.0);
            let [tn, all_fp, fn_, all_tp] = self.counts[0];
            let (negative, positive) =
                (scale(negatives, tn + all_fp), scale(positives, fn_ + all_tp));
            let counts = [
                negative * double(negatives - fp),
                negative * double(fp),
                positive * double(positives - tp),
                positive * double(tp),
            ];
            self.value(counts, x)
        };
        self.points(range, value)
    }

    fn outline(&self, panel: &Panel, envelope: &[Xy]) -> Group {
        let path = stroked(chart::path(panel, envelope), INK, 0.07 * panel.font)
            .set("stroke-linejoin", "round")
            .add(canvas::title("the best of all"));
        canvas::group("envelope").add(path)
    }

    fn x_ticks(&self, panel: &Panel) -> Vec<Tick> {
        if self.kind != CurveKind::FBeta {
            return panel.x_ticks();
        }
        [0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0]
            .map(|beta: f64| (beta.log10(), beta.to_string()))
            .to_vec()
    }

    fn title(&self) -> String {
        let segment = &self.section.segment;
        match self.kind {
            CurveKind::Decision => "decision curves".to_owned(),
            CurveKind::Cost => "cost curves".to_owned(),
            CurveKind::FBeta => "F-scores".to_owned(),
            CurveKind::Value => format!("from {} to {}", segment.from(), segment.to()),
        }
    }

    fn titles(&self) -> (String, String) {
        let (x, y) = match self.kind {
            CurveKind::Decision => ("threshold probability", "net benefit"),
            CurveKind::Cost => ("probability cost", "expected cost"),
            CurveKind::FBeta => ("beta (from precision to recall)", "F-score"),
            CurveKind::Value => ("position along the segment", "ranking score"),
        };
        (x.to_owned(), y.to_owned())
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = vec!["Circles: where the best changes.".to_owned()];
        if self.kind.has_constants() {
            notes.push("Dashed, grey: all samples predicted positive. Dotted: none.".to_owned());
        }
        if self.curves.iter().any(|curve| curve.members.len() > 1) {
            notes.push(
                "Each model at its best thresholds, chosen on these data: on new data expect worse."
                    .to_owned(),
            );
        }
        if self.kind == CurveKind::Decision && self.curves.iter().any(|curve| curve.own.is_some()) {
            notes.push("Dashed in colour: at its own probabilities.".to_owned());
        }
        let faint = self.colours.iter().filter(|colour| colour.is_none()).count();
        if faint > 0 {
            notes.push(format!("Grey: {faint} that are never the best."));
        }
        notes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use exactile::performance::ConfusionMatrix;
    use exactile::section::Segment;

    fn classifiers() -> Vec<Classifier> {
        let matrix =
            |tn, fp, fn_, tp| ConfusionMatrix::from_counts(tn, fp, fn_, tp).expect("samples");
        vec![
            Classifier::new("cautious", matrix(90, 10, 20, 30)),
            Classifier::new("eager", matrix(60, 40, 5, 45)),
        ]
    }

    fn curves(count: usize) -> Vec<SectionCurve<'static>> {
        let curve = |k: usize| SectionCurve { name: format!("<{k}>"), members: vec![k], own: None };
        (0..count).map(curve).collect()
    }

    #[test]
    fn pictures_are_valid_and_mark_each_change() {
        let prior = Rational::new(1, 3);
        for (kind, segment) in [
            (CurveKind::Decision, Segment::decision(prior.clone())),
            (CurveKind::Cost, Segment::cost(prior.clone())),
            (CurveKind::FBeta, Segment::f_beta(prior)),
        ] {
            let mut all = classifiers();
            if kind.has_constants() {
                let matrix = |tn, fp, fn_, tp| {
                    ConfusionMatrix::from_counts(tn, fp, fn_, tp).expect("samples")
                };
                all.push(Classifier::new("all", matrix(0, 100, 0, 50)));
                all.push(Classifier::new("none", matrix(100, 0, 50, 0)));
            }
            let section = Section::new(&all, segment.expect("a prior")).expect("both classes");
            let compromise = section.compromise();
            let marked = Marked { compromise: compromise.as_ref(), preference: None };
            let picture = {
                let scheme = Scheme::new(&classifiers());
                let style = SectionStyle { scheme: &scheme, legend: true, side: 400.0 };
                SectionPicture::new(kind, &all, &curves(2), &section, marked, style)
            };
            let svg = picture.to_svg();
            assert!(svg.contains("&lt;0&gt;"), "names are escaped");
            assert!(!svg.contains("NaN"));
            // cautious, eager and, but for F-scores, both constants.
            let changes = if kind == CurveKind::FBeta { 1 } else { 3 };
            assert_eq!(
                svg.matches("exactly at").count() - svg.matches("compromise, exactly").count(),
                changes
            );
        }
    }
}
