//! Performance without skill.

use serde::Serialize;

use super::pencil::UNDEFINED;
use super::{Cell, Column, Format, Output, Page, RenderError, Table};
use exactile::geometry::{BilinearCurve, Point};
use exactile::num::{Rational, Value};
use exactile::performance::{Classifier, ConfusionMatrix};
use exactile::score::{Metric, RankingScore};
use exactile::tile::{ConstantPrediction, NoSkill, PredictionRate};

/// The reason why a corrected score has no value.
const NO_CORRECTION: &str =
    "no wrong outcome that counts for this score is reached by chance (0/0)";

/// A report about performances without skill.
#[derive(Clone, Debug)]
pub struct NoSkillReport<'c> {
    /// The priors; `None` if only a rate is asked for, or if each classifier has its own. Each is
    /// then compared with performance without skill under its own priors.
    pub without: Option<NoSkill>,
    /// A rate of positive predictions, for its own curve.
    pub rate: Option<PredictionRate>,
    /// A score, for the best value and for Cohen's correction.
    pub score: Option<RankingScore>,
    /// Classifiers with these or with their own priors; each is compared with its no-skill
    /// counterpart at the score.
    pub classifiers: &'c [Classifier],
}

#[derive(Serialize)]
struct Document<'r> {
    prior_positive: Option<&'r Rational>,
    gamma_pi: Option<CurveJson>,
    gamma_tau: Option<CurveJson>,
    at: Option<&'r Point>,
    best: Option<BestJson>,
    cohen: Option<CohenJson>,
    classifiers: Vec<Row<'r>>,
}

#[derive(Serialize)]
struct CurveJson {
    #[serde(skip_serializing_if = "Option::is_none")]
    rate_positive: Option<Rational>,
    curve: BilinearCurve,
    points: Vec<Point>,
}

#[derive(Serialize)]
struct BestJson {
    value: Rational,
    by: ConstantPrediction,
}

/// The corrected score is (R - level)/(1 - level), with R at the place.
#[derive(Serialize)]
struct CohenJson {
    at: Point,
    level: Rational,
    name: Option<String>,
}

#[derive(Serialize)]
struct Row<'r> {
    name: &'r str,
    /// The members that depend on the priors, if each classifier has its own.
    #[serde(flatten)]
    own: Option<Own>,
    rate_positive: Rational,
    gamma_tau: BilinearCurve,
    counterpart: Counts,
    value: Option<Rational>,
    no_skill: Option<Rational>,
    corrected: Option<Rational>,
    #[serde(skip_serializing_if = "Option::is_none")]
    undefined: Option<&'static str>,
}

/// Performance without skill under one classifier's priors.
#[derive(Serialize)]
struct Own {
    prior_positive: Rational,
    gamma_pi: BilinearCurve,
    best: Option<BestJson>,
    cohen: Option<CohenJson>,
}

#[derive(Serialize)]
struct Counts {
    tn: Rational,
    fp: Rational,
    #[serde(rename = "fn")]
    fn_: Rational,
    tp: Rational,
}

impl From<&ConfusionMatrix> for Counts {
    fn from(matrix: &ConfusionMatrix) -> Self {
        Self {
            tn: matrix.tn().clone(),
            fp: matrix.fp().clone(),
            fn_: matrix.fn_().clone(),
            tp: matrix.tp().clone(),
        }
    }
}

/// Returns the heights or abscissae at which points of a curve are listed.
fn quarters() -> impl Iterator<Item = Rational> {
    (0..=4).map(|k| Rational::new(k, 4))
}

impl<'c> NoSkillReport<'c> {
    fn rows(&self) -> Vec<Row<'c>> {
        let Some(score) = &self.score else { return Vec::new() };
        let row = |Classifier { name, matrix }: &'c Classifier| {
            let rate = matrix.positive_rate();
            let chance = matrix.without_skill();
            let (value, no_skill) = (score.value(matrix), score.value(&chance));
            let corrected = score.corrected_for_chance(matrix);
            let undefined = match (&value, &corrected) {
                (None, _) => Some(UNDEFINED),
                (_, None) => Some(NO_CORRECTION),
                _ => None,
            };
            let own = self.without.is_none().then(|| self.own(matrix, score.place()));
            Row {
                name,
                own,
                gamma_tau: PredictionRate::new(rate.clone()).expect("a rate").curve(),
                rate_positive: rate,
                counterpart: Counts::from(&chance),
                value,
                no_skill,
                corrected,
                undefined,
            }
        };
        self.classifiers.iter().map(row).collect()
    }

    fn own(&self, matrix: &ConfusionMatrix, place: &Point) -> Own {
        let without = NoSkill::new(matrix.prior_positive())
            .expect("classifiers have samples of both classes");
        Own {
            prior_positive: without.prior_positive().clone(),
            gamma_pi: without.curve(),
            best: BestJson::at(&without, place),
            cohen: CohenJson::at(&without, place),
        }
    }

    fn document(&self) -> Document<'_> {
        let without = self.without.as_ref();
        let place = self.score.as_ref().map(RankingScore::place);
        let gamma_tau = self.rate.as_ref().map(|rate| CurveJson {
            rate_positive: Some(rate.positive().clone()),
            curve: rate.curve(),
            points: quarters().filter_map(|a| rate.curve_at(&a)).collect(),
        });
        let both = without.zip(place);
        Document {
            prior_positive: without.map(NoSkill::prior_positive),
            gamma_pi: without.map(|without| CurveJson {
                rate_positive: None,
                curve: without.curve(),
                // From NPV down to PPV.
                points: quarters().map(|a| without.curve_at(&a.complement())).collect(),
            }),
            gamma_tau,
            at: place,
            best: both.and_then(|(without, place)| BestJson::at(without, place)),
            cohen: both.and_then(|(without, place)| CohenJson::at(without, place)),
            classifiers: self.rows(),
        }
    }
}

impl BestJson {
    fn at(without: &NoSkill, place: &Point) -> Option<Self> {
        without.best(place).map(|best| Self { value: best.value, by: best.by })
    }

    fn by(&self) -> &'static str {
        match self.by {
            ConstantPrediction::Negative => "by predicting always negative",
            ConstantPrediction::Positive => "by predicting always positive",
            ConstantPrediction::Any => "by all of them that have a value",
        }
    }
}

impl CohenJson {
    fn at(without: &NoSkill, place: &Point) -> Option<Self> {
        let level = without.chance_level(place)?;
        let name = corrected_name(without.prior_positive(), &place.b);
        Some(Self { at: without.collapse(place), level, name })
    }
}

/// Returns the name of a corrected score, which depends on the height of its place only.
fn corrected_name(prior: &Rational, b: &Rational) -> Option<String> {
    let ends = [
        (Rational::new(1, 2), Metric::Kappa.to_string()),
        (prior.complement(), Metric::Informedness.to_string()),
        (Rational::ZERO, "(PPV - pi+)/pi-".to_owned()),
        (Rational::ONE, "(NPV - pi-)/pi+".to_owned()),
    ];
    let names: Vec<String> =
        ends.into_iter().filter(|(height, _)| height == b).map(|(_, name)| name).collect();
    (!names.is_empty()).then(|| names.join(" = "))
}

/// The note if each classifier has its own priors.
const OWN: &str = "\
without skill, each classifier under the positive prior of its own test
A value without skill is that of predictions at random, as often positive as the classifier's, on \
the
classifier's own test; the best one is that of a constant prediction. Levels of different tests \
differ.
";

/// `exactile.no-skill.v1`. If each classifier has its own priors, `prior_positive`, `gamma_pi`,
/// `best` and `cohen` of the document are null, and each classifier has its own.
impl Output for NoSkillReport<'_> {
    fn schema(&self) -> &str {
        "exactile.no-skill.v1"
    }

    fn body(&self) -> impl Serialize {
        self.document()
    }

    /// The curves, the best value without skill, the correction, and a row per classifier.
    fn page(&self, format: Format) -> Result<Page<'_>, RenderError> {
        let document = self.document();
        let mut page = Page::default();
        if let Some((prior, gamma_pi)) = document.prior_positive.zip(document.gamma_pi.as_ref()) {
            page.line(format!(
                "without skill, on the Tile of positive prior {prior} (about {})",
                prior.to_decimal(4)
            ));
            page.line("");
            page.line("for these priors, all no-skill performances tie on");
            page.lines(gamma_pi.in_words("gamma_pi"));
            page.line("  towards TPR (positive) predicting always positive is the best of them,");
            page.line("  towards TNR (negative) predicting always negative");
        } else if !self.classifiers.is_empty() {
            page.lines(OWN.lines().map(str::to_owned));
        }
        if let Some(curve) = &document.gamma_tau {
            let rate = curve.rate_positive.as_ref().map(ToString::to_string).unwrap_or_default();
            let is_alone = document.prior_positive.is_none() && self.classifiers.is_empty();
            if !is_alone {
                page.line("");
            }
            let they = if is_alone { "all no-skill performances" } else { "they" };
            page.line(format!(
                "for the rate {rate} of positive predictions and any priors, {they} tie on"
            ));
            page.lines(curve.in_words("gamma_tau"));
            page.line("  towards PPV (positive) more positive samples are better,");
            page.line("  towards NPV (negative) fewer");
        }
        if let (Some(at), Some(best), Some(cohen)) = (document.at, &document.best, &document.cohen)
        {
            let by = best.by();
            let (value, about) = (&best.value, best.value.to_decimal(6));
            let name =
                cohen.name.as_ref().map_or_else(String::new, |name| format!(", it is {name}"));
            let (level, rest) = (&cohen.level, cohen.level.complement());
            page.line("");
            page.line(format!("at (a, b) = {at}"));
            page.line(format!("  the best value without skill is {value} (about {about}), {by}"));
            page.line(format!(
                "  corrected for chance, the score ranks as R{} does{name}:",
                cohen.at
            ));
            page.line(format!("  corrected = (R{} - {level})/({rest})", cohen.at));
        }
        let is_own = self.without.is_none();
        if let (true, Some(at)) = (is_own, document.at) {
            page.line("");
            page.line(format!("at (a, b) = {at}"));
        }
        let rows = table(document.classifiers, is_own);
        if !rows.is_empty() || format == Format::Csv {
            page.table(rows);
        }
        Ok(page)
    }
}

/// Returns a row for each classifier; with the best value without skill if each has its own prior.
fn table(classifiers: Vec<Row<'_>>, is_own: bool) -> Table<'_> {
    let own = [
        Column::exact("positive prior", "prior_positive"),
        Column::exact("best without skill", "best_no_skill"),
        Column::people("reached"),
    ];
    let columns = [
        Column::exact("predicted positive", "rate_positive"),
        Column::exact("value", "value"),
        Column::exact("without skill", "no_skill"),
        Column::exact("corrected", "corrected"),
        Column::terminal("exactly"),
        Column::data("undefined"),
    ];
    let mut rows = Table::new(
        std::iter::once(Column::new("classifier", "name"))
            .chain(own.into_iter().filter(|_| is_own))
            .chain(columns),
    );
    for row in classifiers {
        let reason = row.undefined.unwrap_or_default();
        let [value, no_skill, corrected] =
            [row.value, row.no_skill, row.corrected].map(|value| Value::defined(value, reason));
        let mut cells: Vec<Cell> = vec![row.name.into()];
        if let Some(own) = row.own {
            let by = own.best.as_ref().map_or("", BestJson::by);
            let best = own.best.map(|best| best.value);
            cells.extend([
                own.prior_positive.into(),
                Value::defined(best, "no constant prediction has a value").into(),
                by.into(),
            ]);
        }
        cells.extend([
            row.rate_positive.into(),
            value.into(),
            no_skill.into(),
            (&corrected).into(),
            Cell::exactly(&corrected),
            Cell::reason(&corrected),
        ]);
        rows.row(cells);
    }
    rows
}

impl CurveJson {
    /// Returns the curve's equation and points on it, in a line each.
    fn in_words(&self, name: &str) -> [String; 2] {
        let points: Vec<String> = self.points.iter().map(ToString::to_string).collect();
        [
            format!("  {name}: {}", equation(&self.curve)),
            format!("  through (a, b) = {}", points.join(", ")),
        ]
    }
}

/// `3 ab + a - 4 b = 0`
fn equation(curve: &BilinearCurve) -> String {
    let mut text = String::new();
    for (coefficient, name) in curve.coefficients().iter().zip(["ab", "a", "b", ""]) {
        if coefficient.is_zero() {
            continue;
        }
        let sign = match (text.is_empty(), coefficient.is_negative()) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        let size = coefficient.abs();
        let unit = size == Rational::ONE && !name.is_empty();
        let size = if unit { String::new() } else { size.to_string() };
        let gap = if unit || name.is_empty() { "" } else { " " };
        text.push_str(&format!("{sign}{size}{gap}{name}"));
    }
    text + " = 0"
}
