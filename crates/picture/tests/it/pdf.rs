//! Pictures as PDF: their text, their outlines, and what is refused.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;

use exactile_picture::{Extras, LaidOut, Look, TilePicture, Typeface, with_look};
use flate2::read::ZlibDecoder;

use super::pictures::fixture_regions;

/// The streams of a PDF, unpacked.
fn streams(pdf: &[u8]) -> Vec<Vec<u8>> {
    let find = |from: usize, what: &[u8]| {
        pdf[from..].windows(what.len()).position(|part| part == what).map(|at| from + at)
    };
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = find(at, b"\nstream\n") {
        let start = start + b"\nstream\n".len();
        at = find(start, b"endstream").expect("an end");
        let mut plain = Vec::new();
        let unpacked = ZlibDecoder::new(&pdf[start..at]).read_to_end(&mut plain);
        found.push(if unpacked.is_ok() { plain } else { pdf[start..at].to_vec() });
    }
    found
}

/// The letters that the fonts of a PDF have.
fn letters(pdf: &[u8]) -> BTreeSet<char> {
    let maps = streams(pdf).into_iter().filter_map(|stream| String::from_utf8(stream).ok());
    let mut letters = BTreeSet::new();
    for map in maps.filter(|map| map.contains("begincmap")) {
        for line in map.lines().filter(|line| line.starts_with('<') && line.ends_with('>')) {
            let Some((_, text)) = line.rsplit_once(" <") else { continue };
            let units: Vec<u16> = text
                .trim_end_matches('>')
                .as_bytes()
                .chunks(4)
                .map(|unit| u16::from_str_radix(std::str::from_utf8(unit).expect("hex"), 16))
                .collect::<Result<_, _>>()
                .expect("UTF-16");
            letters.extend(String::from_utf16(&units).expect("text").chars());
        }
    }
    letters
}

/// The operators of the page, with how often each occurs.
fn operators(pdf: &[u8]) -> BTreeMap<String, usize> {
    let page = streams(pdf).pop().expect("a page");
    let mut counts = BTreeMap::new();
    for line in page.split(|byte| *byte == b'\n') {
        let line = String::from_utf8_lossy(line);
        if let Some(operator) = line.split(' ').next_back() {
            *counts.entry(operator.to_owned()).or_insert(0) += 1;
        }
    }
    counts
}

fn svg() -> String {
    let toy = fixture_regions("published/the-tile-fig-5/prior-0.5.csv");
    let extras = Extras { legend: true, scores: true, no_skill_curve: true, ..Extras::default() };
    TilePicture::entity(&toy, 1, 300.0, extras).expect("drawn").to_svg()
}

#[test]
fn a_pdf_has_every_letter_and_every_line_of_the_picture() {
    let svg = svg();
    let pdf = LaidOut::new(&svg, None).expect("laid out").to_pdf().expect("written");
    assert!(pdf.starts_with(b"%PDF-1.7"));
    let picture = roxmltree::Document::parse(&svg).expect("XML");
    let texts = || picture.descendants().filter(|node| node.has_tag_name("text"));
    let shown: BTreeSet<char> =
        texts().filter_map(|node| node.text()).flat_map(|text| text.trim().chars()).collect();
    let known = letters(&pdf);
    let missing: Vec<_> = shown.difference(&known).collect();
    assert!(missing.is_empty() && shown.len() > 20, "{missing:?}");

    let operators = operators(&pdf);
    let haloed = texts().filter(|node| node.has_attribute("paint-order")).count();
    assert_eq!(operators["BT"], texts().count() + haloed);
    let drawn = |tags: &[&str], paint: &str| {
        let nodes = picture.descendants().filter(|node| tags.contains(&node.tag_name().name()));
        let nodes = nodes.filter(|node| !node.ancestors().any(|up| up.has_tag_name("clipPath")));
        let value = |node: &roxmltree::Node<'_, '_>| {
            node.ancestors().find_map(|up| up.attribute(paint).map(str::to_owned))
        };
        nodes.filter(|node| value(node).is_some_and(|value| value != "none")).count()
    };
    assert_eq!(operators["S"], drawn(&["path", "rect", "circle", "line"], "stroke"));
    // Lines have no area.
    assert_eq!(operators["f"], drawn(&["path", "rect", "circle"], "fill"));
    assert_eq!(operators["q"], operators["Q"]);
}

#[test]
fn a_pdf_is_as_large_as_its_picture() {
    let picture = with_look(&svg(), Look { width: Some(960), ..Look::default() });
    let pdf = LaidOut::new(&picture, None).expect("laid out").to_pdf().expect("written");
    let text = String::from_utf8_lossy(&pdf);
    assert!(text.contains("/MediaBox [0 0 720 "), "{text}");
}

#[test]
fn the_same_picture_gives_the_same_bytes() {
    let pdf = || LaidOut::new(&svg(), None).expect("laid out").to_pdf().expect("written");
    assert_eq!(pdf(), pdf());
}

#[test]
fn other_pictures_than_ours_are_refused_where_they_have_no_counterpart() {
    let refused = |inner: &str, what: &str| {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\">{inner}</svg>"
        );
        let error = LaidOut::new(&svg, None).expect("laid out").to_pdf().expect_err("refused");
        assert_eq!(error.to_string(), format!("the picture cannot be written as PDF: {what}"));
    };
    refused(
        "<linearGradient id=\"g\"><stop offset=\"0\" stop-color=\"red\"/><stop offset=\"1\" \
         stop-color=\"blue\"/></linearGradient><rect width=\"5\" height=\"5\" fill=\"url(#g)\"/>",
        "it holds a gradient or a pattern",
    );
    refused(
        "<g opacity=\".5\"><rect width=\"5\" height=\"5\"/><rect width=\"3\" height=\"3\"/></g>",
        "a group is transparent, masked or filtered",
    );
    assert!(LaidOut::new("no picture", None).is_err());
}

#[test]
fn another_typeface_is_embedded_and_keeps_to_its_room() {
    let typeface = Typeface::from_file(dejavu::sans_mono::bold().to_vec()).expect("a font");
    assert_eq!(typeface.family(), "DejaVu Sans Mono");
    let plain = svg();
    let svg = with_look(&plain, Look { typeface: Some(&typeface), ..Look::default() });
    let pdf = LaidOut::new(&svg, Some(&typeface)).expect("laid out").to_pdf().expect("written");
    let text = String::from_utf8_lossy(&pdf);
    let fonts: Vec<&str> = text.split("+DejaVuSans").skip(1).collect();
    assert!(!fonts.is_empty() && fonts.iter().all(|font| font.starts_with("MonoBold")));
    // A letter of this face is 1233/2048 of the size wide; an i of the usual one 569/2048.
    let sizes = |svg: &str| -> Vec<f64> {
        let picture = roxmltree::Document::parse(svg).expect("XML");
        let texts = picture.descendants().filter_map(|node| node.attribute("font-size"));
        texts.map(|size| size.parse().expect("a number")).collect()
    };
    let ratios: Vec<f64> =
        sizes(&plain).iter().zip(sizes(&svg)).map(|(usual, own)| usual / own).collect();
    assert!(ratios.iter().all(|ratio| (ratio - ratios[0]).abs() < 1e-3), "{ratios:?}");
    assert!((1.0..=1233.0 / 569.0).contains(&ratios[0]), "{ratios:?}");
    assert!(Typeface::from_file(b"no font".to_vec()).is_none());
    assert!(Typeface::installed("No Such Typeface").is_none());
}
