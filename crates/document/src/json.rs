//! JSON: exact numbers as strings, pieces written as they are made.

use std::collections::BTreeSet;
use std::io::Write;

use serde::Serialize;

use super::RenderError;
use exactile::num::Rational;
use exactile::performance::Classifier;
use exactile::tile::{Regions, Selection, Zone};

/// A classifier with its matrix, as in every JSON result.
#[derive(Serialize)]
pub(super) struct ClassifierJson<'c> {
    name: &'c str,
    tn: &'c Rational,
    fp: &'c Rational,
    #[serde(rename = "fn")]
    fn_: &'c Rational,
    tp: &'c Rational,
}

impl<'c> From<&'c Classifier> for ClassifierJson<'c> {
    fn from(Classifier { name, matrix }: &'c Classifier) -> Self {
        Self { name, tn: matrix.tn(), fp: matrix.fp(), fn_: matrix.fn_(), tp: matrix.tp() }
    }
}

/// Writes items as the inside of a JSON list, one a line.
pub(super) fn write_items<T: Serialize>(
    out: &mut impl Write,
    items: impl IntoIterator<Item = T>,
    first: &mut bool,
) -> Result<(), serde_json::Error> {
    for item in items {
        let separator: &[u8] = if std::mem::take(first) { b"\n" } else { b",\n" };
        out.write_all(separator).map_err(serde_json::Error::io)?;
        serde_json::to_writer(&mut *out, &item)?;
    }
    Ok(())
}

/// Which pieces were asked for; a key that is missing stands for all.
#[derive(Serialize)]
struct SelectionJson<'s> {
    #[serde(skip_serializing_if = "Option::is_none")]
    ranks: Option<&'s BTreeSet<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    classifiers: Option<Vec<&'s str>>,
}

impl<'s> SelectionJson<'s> {
    fn new(classifiers: &'s [Classifier], selection: &'s Selection) -> Self {
        let name = |&position: &usize| classifiers[position].name.as_str();
        let classifiers =
            selection.classifiers.as_ref().map(|wanted| wanted.iter().map(name).collect());
        Self { ranks: selection.ranks.ranks(), classifiers }
    }
}

/// `exactile.regions.v1`: the selected pieces, with the selection if it is not everything. `done` is
/// called after each classifier.
///
/// Where the classifiers were tested under different priors, `prior_positive` is null, `priors`
/// beside it lists the positive prior of each, and the pieces have the form that
/// [`exactile::Piece`] describes.
///
/// # Errors
/// What the destination or the proof of the areas reports.
pub fn regions_json(
    regions: &Regions,
    selection: &Selection,
    out: &mut dyn Write,
    mut done: impl FnMut(),
) -> Result<(), RenderError> {
    let prior = serde_json::to_string(&regions.prior_positive())?;
    write!(out, "{{\"schema\":\"exactile.regions.v1\",\n\"prior_positive\":{prior},\n")?;
    if regions.prior_positive().is_none() {
        let prior = |classifier: &Classifier| classifier.matrix.prior_positive();
        let priors: Vec<Rational> = regions.classifiers().iter().map(prior).collect();
        writeln!(out, "\"priors\":{},", serde_json::to_string(&priors)?)?;
    }
    let selected = SelectionJson::new(regions.classifiers(), selection);
    if selected.ranks.is_some() || selected.classifiers.is_some() {
        writeln!(out, "\"selection\":{},", serde_json::to_string(&selected)?)?;
    }
    out.write_all(b"\"classifiers\":[")?;
    let mut buffered = std::io::BufWriter::with_capacity(1 << 16, &mut *out);
    let classifiers = regions.classifiers().iter().map(ClassifierJson::from);
    write_items(&mut buffered, classifiers, &mut true)?;
    buffered.write_all(b"],\n\"pieces\":[")?;
    buffered.flush()?;
    drop(buffered);
    let mut first = true;
    regions.stream::<_, RenderError>(
        selection,
        |pieces| {
            let mut text = Vec::with_capacity(pieces.len() * 256);
            write_items(&mut text, pieces, &mut true).map(|()| text)
        },
        |text| {
            let text = text?;
            if !text.is_empty() {
                if !std::mem::take(&mut first) {
                    out.write_all(b",")?;
                }
                out.write_all(&text)?;
            }
            done();
            Ok(())
        },
    )?;
    out.write_all(b"]}\n")?;
    Ok(())
}

/// `exactile.zone.v1`.
///
/// # Errors
/// What the destination reports.
pub fn zone_json(
    regions: &Regions,
    better: &[usize],
    than: &[usize],
    zone: Option<&Zone>,
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    #[derive(Serialize)]
    struct Document<'z> {
        schema: &'static str,
        prior_positive: Option<&'z Rational>,
        better: Vec<&'z str>,
        than: Vec<&'z str>,
        piece: Option<&'z Zone>,
    }
    let names = |positions: &[usize]| {
        positions.iter().map(|&i| regions.classifiers()[i].name.as_str()).collect()
    };
    write_document(
        &Document {
            schema: "exactile.zone.v1",
            prior_positive: regions.prior_positive(),
            better: names(better),
            than: names(than),
            piece: zone,
        },
        out,
    )
}

/// Writes a document as indented JSON, with a line break at the end.
///
/// # Errors
/// What the destination reports.
pub fn write_document(document: &impl Serialize, out: &mut dyn Write) -> Result<(), RenderError> {
    serde_json::to_writer_pretty(&mut *out, document)?;
    out.write_all(b"\n")?;
    Ok(())
}
