//! Checks the regions of the Tile in which models are ranked r-th, each at its best threshold
//! there.
//!
//! In balanced coordinates (see `geometry/polygon.rs`) R = (1-z) TNR + z TPR along the diagonal A =
//! B = z. Of a model it is the greatest such number over its hull, whose vertices follow each other
//! along the diagonal as the slope falls. Two performances tie on a straight line that crosses the
//! diagonal once, and the lines on which a performance of a model ties there with others are one
//! line: with (1-z) TNR + z TPR the same for all of them, they differ in one direction. So all
//! pieces of a model lie along the diagonal: strips between lines at the z at which the model
//! changes its threshold or meets another one, and these lines.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::staircase::{Staircase, threshold_truth};
use crate::claim::classifiers::shifted;
use crate::claim::given::Given;
use crate::claim::header::Members;
use crate::claim::proofs::{Proofs, counted};
use crate::claim::stop::Stop;
use crate::claim::truth::{Truth, same};
use crate::claim::wrong::Wrong;
use crate::geometry::plane::middle;
use crate::geometry::polygon::{Corner, Line, clipped, height, line, on_tile, shape};
use crate::reading::json::Json;
use exactile::num::Rational;
use exactile::threshold::ModelScore;

/// TNR and TPR.
type Rates = [Rational; 2];

/// The greatest (1-z) TNR + z TPR of a model, for z from 0 to 1.
struct Envelope {
    /// The vertices of its hull, in the order in which they are the best ones.
    vertices: Vec<Rates>,
    /// The z at which each vertex ties with the next one, rising.
    breaks: Vec<Rational>,
    thresholds: Vec<Option<ModelScore>>,
}

impl Envelope {
    fn new(model: &Staircase<'_>, prior: &Rational) -> Self {
        let hull = model.hull();
        let rates = |&position: &usize| {
            let counts = model.counts(position).map(|count| Rational::from(i128::from(count)));
            let [tn, fp, fn_, tp] = shifted(counts.each_ref(), prior);
            [&tn / &(&tn + fp), &tp / &(&tp + fn_)]
        };
        let vertices: Vec<Rates> = hull.iter().map(rates).collect();
        let breaks = vertices.windows(2).map(|two| tie(&two[0], &two[1])).collect();
        let thresholds = hull.iter().map(|&position| model.own_threshold(position)).collect();
        Self { vertices, breaks, thresholds }
    }

    /// Returns the first of the best vertices at z.
    fn best(&self, z: &Rational) -> usize {
        self.breaks.partition_point(|tied| tied < z)
    }

    fn value(&self, z: &Rational) -> Rational {
        let [tnr, tpr] = &self.vertices[self.best(z)];
        tnr * &z.complement() + tpr * z
    }

    /// Returns the thresholds that are best at z.
    fn thresholds(&self, z: &Rational) -> Vec<Option<ModelScore>> {
        let first = self.best(z);
        let last = self.breaks.partition_point(|tied| tied <= z);
        self.thresholds[first..=last].to_vec()
    }
}

/// Returns the z at which two performances tie on the diagonal. The first has the greater TNR or
/// the lower TPR.
fn tie([x, y]: &Rates, [u, v]: &Rates) -> Rational {
    let (dx, dy) = (x - u, y - v);
    &dx / &(&dx - &dy)
}

/// Returns `true` if each of two performances is better somewhere inside the Tile.
fn swap([x, y]: &Rates, [u, v]: &Rates) -> bool {
    ((x - u) * (y - v)).is_negative()
}

/// Returns the z in the open diagonal at which a model changes its threshold or ties with another
/// one, each with its line.
fn swaps(models: &[Envelope], own: usize) -> BTreeMap<Rational, Line> {
    let model = &models[own];
    let mut found = BTreeMap::new();
    for two in model.vertices.windows(2).filter(|two| swap(&two[0], &two[1])) {
        found.insert(tie(&two[0], &two[1]), line(&two[0], &two[1]));
    }
    for (_, other) in models.iter().enumerate().filter(|(k, _)| *k != own) {
        let within = |z: &&Rational| z.is_positive() && **z < Rational::ONE;
        let mut stops: BTreeSet<&Rational> =
            model.breaks.iter().chain(&other.breaks).filter(within).collect();
        stops.extend([&Rational::ZERO, &Rational::ONE]);
        let stops: Vec<&Rational> = stops.into_iter().collect();
        for ends in stops.windows(2) {
            let z = middle(ends[0], ends[1]);
            let (mine, theirs) = (&model.vertices[model.best(&z)], &other.vertices[other.best(&z)]);
            if swap(mine, theirs) {
                let tied = tie(mine, theirs);
                if *ends[0] <= tied && tied <= *ends[1] {
                    found.insert(tied, line(mine, theirs));
                }
            }
        }
    }
    found
}

/// A piece that the result has to list.
struct Piece {
    model: usize,
    rank: [usize; 2],
    thresholds: Vec<Option<ModelScore>>,
    corners: Vec<Corner>,
}

/// Returns all pieces of a model, or those of some ranks.
fn pieces(models: &[Envelope], own: usize, ranks: Option<&[u64]>) -> Vec<Piece> {
    let swaps = swaps(models, own);
    let (zero, one) = (Rational::ZERO, Rational::ONE);
    let stops: Vec<&Rational> = [&zero].into_iter().chain(swaps.keys()).chain([&one]).collect();
    let ties = swaps.keys().map(|z| [z, z]);
    let between = stops.windows(2).map(|ends| [ends[0], ends[1]]);
    let mut found = Vec::new();
    for [low, high] in ties.chain(between) {
        let z = middle(low, high);
        let mine = models[own].value(&z);
        let values = || models.iter().map(|model| model.value(&z));
        let rank = [
            1 + values().filter(|value| *value > mine).count(),
            values().filter(|value| *value >= mine).count(),
        ];
        let is_asked =
            |ranks: &[u64]| ranks.iter().any(|&r| rank[0] as u64 <= r && r <= rank[1] as u64);
        if !ranks.is_none_or(is_asked) {
            continue;
        }
        let mut lines = Vec::new();
        for at in [low, high] {
            let Some(line) = swaps.get(at) else { continue };
            let turned = line.clone().map(|coefficient| -coefficient);
            let is_kept = |line: &Line| !height(line, &[z.clone(), z.clone()]).is_negative();
            lines.extend([line.clone(), turned].into_iter().filter(is_kept));
        }
        let thresholds = models[own].thresholds(&z);
        found.push(Piece { model: own, rank, thresholds, corners: clipped(&lines) });
    }
    found
}

/// Checks `exactile.regions-at-best.v1`.
pub(crate) fn prove(
    mut members: Members<'_>,
    given: &Given<'_>,
    proofs: &mut Proofs,
) -> Result<(), Stop> {
    let all: Vec<Staircase<'_>> = given.models.iter().map(Staircase::new).collect();
    let claim = members.required("models")?;
    let chosen = chosen(&claim, &all).map_err(|wrong| wrong.of("models"))?;
    let entry = |k: usize| {
        let model = chosen[k];
        let vertex = |position| Truth::Object(model.rule(model.own_threshold(position), position));
        let hull = model.hull().into_iter().map(vertex);
        Truth::Object(vec![
            ("name", Truth::text(model.name.to_owned())),
            ("thresholds", Truth::List(hull.collect())),
        ])
    };
    same(&claim, &Truth::Each(chosen.len(), Box::new(entry)), proofs)
        .map_err(|wrong| wrong.of("models"))?;
    let prior = chosen[0].prior(&mut members, given, proofs)?;
    let ranks = members.take("ranks").map(|claim| ranks(&claim, chosen.len())).transpose()?;
    let selected = match members.take("selected") {
        Some(claim) => selected(&claim, &chosen).map_err(|wrong| wrong.of("selected"))?,
        None => (0..chosen.len()).collect(),
    };
    let listed = members.required("pieces")?;
    members.same(&[("optimistic", Truth::Bool(true))], proofs)?;
    let models: Vec<Envelope> = chosen.iter().map(|model| Envelope::new(model, &prior)).collect();
    let pieces = selected.iter().flat_map(|&own| pieces(&models, own, ranks.as_deref()));
    let mut open: HashMap<(usize, BTreeSet<[String; 2]>), Piece> = pieces
        .map(|piece| {
            let on_tile = piece.corners.iter().map(|corner| on_tile(corner, &prior));
            let corners = on_tile.map(|point| [point.a.to_string(), point.b.to_string()]);
            ((piece.model, corners.collect()), piece)
        })
        .collect();
    let claims = listed.as_list().ok_or_else(|| Wrong::new("a list should stand here"));
    let claims = claims.map_err(|wrong| wrong.of("pieces"))?;
    let has_areas = claims.first().is_some_and(|piece| piece.get("area").is_some());
    for (number, claim) in claims.iter().enumerate() {
        let at = |wrong: Wrong| wrong.number(number).of("pieces");
        let piece = key(claim).and_then(|key| open.remove(&key));
        let none = || at(Wrong::new("there is no such piece, or it stands twice"));
        let piece = piece.ok_or_else(none)?;
        let mut truth = shape(claim, &piece.corners, &prior, has_areas).map_err(at)?;
        let threshold = |z: &Option<ModelScore>| threshold_truth(z.clone());
        truth.extend([
            ("model", Truth::count(piece.model)),
            ("rank", Truth::counts(piece.rank)),
            ("thresholds", Truth::List(piece.thresholds.iter().map(threshold).collect())),
        ]);
        same(claim, &Truth::Object(truth), proofs).map_err(at)?;
    }
    if !open.is_empty() {
        return Err(Wrong::new(format!("{} are missing", open.len())).of("pieces").into());
    }
    if chosen.len() < all.len() {
        proofs.open("that the other models were not asked for");
    }
    proofs.proved(format!("the thresholds on the hulls of {}", counted(chosen.len(), "model")));
    proofs.proved(format!(
        "{} of {} with ranks and thresholds{}, and that none is missing",
        counted(claims.len(), "piece"),
        counted(selected.len(), "model"),
        if has_areas { " and areas" } else { "" }
    ));
    Ok(())
}

/// Reads the models that are listed, each once.
fn chosen<'a, 'm>(claim: &Json, all: &'a [Staircase<'m>]) -> Result<Vec<&'a Staircase<'m>>, Wrong> {
    let entries = claim.as_list().filter(|entries| !entries.is_empty());
    let entries = entries.ok_or_else(|| Wrong::new("a list of models should stand here"))?;
    let mut names = BTreeSet::new();
    let mut found = Vec::with_capacity(entries.len());
    for (k, entry) in entries.iter().enumerate() {
        let name = entry.get("name").and_then(Json::as_text);
        let model = all.iter().find(|model| Some(model.name) == name);
        match model.filter(|model| names.insert(model.name)) {
            Some(model) => found.push(model),
            None => return Err(Wrong::new("is repeated or not in the input").of("name").number(k)),
        }
    }
    Ok(found)
}

/// Reads the requested ranks, each of which must be possible for one of `models` models.
fn ranks(claim: &Json, models: usize) -> Result<Vec<u64>, Wrong> {
    let ranks = claim.as_list().and_then(|ranks| ranks.iter().map(Json::as_count).collect());
    let is_rank = |rank: &u64| (1..=models as u64).contains(rank);
    let differ = |ranks: &Vec<u64>| ranks.iter().collect::<BTreeSet<_>>().len() == ranks.len();
    ranks
        .filter(|ranks: &Vec<u64>| !ranks.is_empty() && ranks.iter().all(is_rank) && differ(ranks))
        .ok_or_else(|| {
            Wrong::new(format!("ranks from 1 to {models} should stand here")).of("ranks")
        })
}

/// Reads the positions of the models whose pieces are listed, each once.
fn selected(claim: &Json, models: &[&Staircase<'_>]) -> Result<Vec<usize>, Wrong> {
    let names = claim.as_list().filter(|names| !names.is_empty());
    let names = names.ok_or_else(|| Wrong::new("a list of models should stand here"))?;
    let mut found = Vec::with_capacity(names.len());
    for (k, name) in names.iter().enumerate() {
        let position = models.iter().position(|model| Some(model.name) == name.as_text());
        match position.filter(|position| !found.contains(position)) {
            Some(position) => found.push(position),
            None => return Err(Wrong::new("is repeated or not among the models").number(k)),
        }
    }
    Ok(found)
}

/// Reads the model and the corners of a piece.
fn key(claim: &Json) -> Option<(usize, BTreeSet<[String; 2]>)> {
    let model = usize::try_from(claim.get("model")?.as_count()?).ok()?;
    let corner = |vertex: &Json| {
        let [a, b] = vertex.as_list()? else { return None };
        Some([a.as_text()?.to_owned(), b.as_text()?.to_owned()])
    };
    let corners = claim.get("vertices")?.as_list()?.iter().map(corner).collect::<Option<_>>()?;
    Some((model, corners))
}
