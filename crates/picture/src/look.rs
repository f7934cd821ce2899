//! The look of a finished picture: its theme, its typeface, its title, and its size on the page.

use super::canvas::{self, Anchor, FONT, INK, number};
use super::label;
#[cfg(feature = "layout")]
use super::typeface::Typeface;

/// The colours of the page and of what is drawn on it; those of classifiers stay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Dark on white.
    #[default]
    Light,
    /// Light on black.
    Dark,
    /// Black on white, without tinted grounds.
    Print,
}

/// The look of a picture.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look<'l> {
    /// The title; `None` for the picture's own.
    pub title: Option<&'l str>,
    /// The theme.
    pub theme: Theme,
    /// The typeface; `None` for the built-in one. Text is smaller where it is wider, so that it
    /// keeps to its room.
    #[cfg(feature = "layout")]
    pub typeface: Option<&'l Typeface>,
    /// Width of the picture in pixels; `None` for its own, or in proportion to the height.
    pub width: Option<u32>,
    /// Height of the picture in pixels; `None` for its own, or in proportion to the width.
    pub height: Option<u32>,
}

/// Colours of the page with dark ink, and the same in the dark.
const DARK: [(&str, &str); 13] = [
    ("#ffffff", "#14171b"),
    ("#1a1a1a", "#e8e8e8"),
    ("#f2f2f2", "#22262b"),
    ("#eef1f5", "#20252b"),
    ("#dfdfdf", "#3a3f46"),
    ("#6b6b6b", "#a6a6a6"),
    ("#7a7a7a", "#9c9c9c"),
    ("#bdbdbd", "#5c6168"),
    ("#c8c8c8", "#5c6168"),
    ("#4a4a4a", "#b8b8b8"),
    ("#f6e3b4", "#6a5726"),
    ("#ebe6d4", "#4a4538"),
    ("#e9e9e9", "#2b3036"),
];
/// The same for print.
const PRINT: [(&str, &str); 4] = [
    ("#1a1a1a", "#000000"),
    ("#f2f2f2", "#ffffff"),
    ("#6b6b6b", "#333333"),
    ("#7a7a7a", "#333333"),
];

/// Returns a picture of this crate in another look.
///
/// ```
/// use exactile_picture::{Extras, Look, Theme, TilePicture, with_look};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let picture = TilePicture::no_skill(&exactile::Rational::new(1, 5), 300.0, Extras::default())?;
/// let theme = Theme::Dark;
/// let look = Look { title: Some("A < B"), theme, width: Some(500), ..Look::default() };
/// let svg = with_look(&picture.to_svg(), look);
/// assert!(svg.contains("A &lt; B") && svg.contains("width=\"500\""));
/// # Ok(())
/// # }
/// ```
pub fn with_look(svg: &str, look: Look<'_>) -> String {
    let mut svg = match look.title {
        Some(title) => titled(svg, title).unwrap_or_else(|| svg.to_owned()),
        None => svg.to_owned(),
    };
    let map: &[(&str, &str)] = match look.theme {
        Theme::Light => &[],
        Theme::Dark => &DARK,
        Theme::Print => &PRINT,
    };
    if !map.is_empty() {
        svg = with_attributes(&svg, |_, value| {
            let known = map.iter().find(|(from, _)| *from == value);
            known.map(|(_, to)| (*to).to_owned())
        });
    }
    #[cfg(feature = "layout")]
    if let Some(typeface) = look.typeface {
        svg = in_typeface(&svg, typeface);
    }
    sized(svg, look)
}

#[cfg(feature = "layout")]
/// Replaces the typeface, and makes text smaller if it would leave its room.
fn in_typeface(svg: &str, typeface: &Typeface) -> String {
    let excess = roxmltree::Document::parse(svg).map_or(1.0, |document| {
        let texts = document.descendants().filter(|node| node.has_tag_name("text"));
        typeface.excess(texts.filter_map(|node| node.text()).map(str::trim))
    });
    let family: String = typeface.family().chars().filter(|c| !"\"'<>&".contains(*c)).collect();
    with_attributes(svg, |name, value| match name {
        "font-family" => Some(format!("'{family}', {value}")),
        "font-size" => Some(number(value.parse::<f64>().ok()? / excess)),
        _ => None,
    })
}

/// Returns the parts of a picture: what stands before each tag, and the tag without its end.
pub(super) fn parts(svg: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = svg;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (text, tag) = rest.split_at(rest.find('<').unwrap_or(rest.len()));
        // Attributes hold no `>` of ours: a tag ends at the first one outside quotes.
        let mut is_quoted = false;
        let end = tag.find(|c| {
            is_quoted ^= c == '"';
            c == '>' && !is_quoted
        });
        let (tag, after) = tag.split_at(end.unwrap_or(tag.len()));
        rest = after;
        Some((text, tag))
    })
}

/// Replaces values of attributes: `replaced` has their names and their values.
fn with_attributes(svg: &str, replaced: impl Fn(&str, &str) -> Option<String>) -> String {
    let mut result = String::with_capacity(svg.len());
    for (text, tag) in parts(svg) {
        result.push_str(text);
        let mut parts = tag.split('"');
        // What stands before a value, and the value, in turn.
        let mut before = parts.next().unwrap_or_default();
        result.push_str(before);
        while let Some(value) = parts.next() {
            let name = before.trim_end_matches('=').rsplit([' ', '\n']).next().unwrap_or_default();
            let new = replaced(name, value);
            before = parts.next().unwrap_or_default();
            let value = new.as_deref().unwrap_or(value);
            result.extend(["\"", value, "\"", before]);
        }
    }
    result
}

/// Returns an attribute of the outermost element.
fn attribute<'s>(svg: &'s str, name: &str) -> Option<&'s str> {
    let head = &svg[..svg.find('>')?];
    let start = head.find(&format!(" {name}=\""))? + name.len() + 3;
    head[start..].split('"').next()
}

/// Replaces an attribute of the outermost element.
fn replaced(svg: &str, name: &str, value: &str) -> Option<String> {
    let old = attribute(svg, name)?;
    Some(svg.replacen(&format!(" {name}=\"{old}\""), &format!(" {name}=\"{value}\""), 1))
}

fn escaped(text: &str) -> String {
    let text = canvas::printable(text);
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Replaces the title, or adds one above a picture that has none.
fn titled(svg: &str, title: &str) -> Option<String> {
    const GROUP: &str = "class=\"title\"";
    let view: Vec<f64> =
        attribute(svg, "viewBox")?.split(' ').filter_map(|part| part.parse().ok()).collect();
    let [x, y, width, height] = view[..] else { return None };
    if let Some(group) = svg.find(GROUP) {
        let text = group + svg[group..].find("<text ")?;
        let start = text + svg[text..].find('>')? + 1;
        let end = start + svg[start..].find("</text>")?;
        let size: f64 = attribute(&svg[text..], "font-size")?.parse().ok()?;
        let left: f64 = attribute(&svg[text..], "x")?.parse().ok()?;
        let shown = label::shortened(title, 1.06 * size, width - left);
        return Some(format!("{}\n{}\n{}", &svg[..start], escaped(&shown), &svg[end..]));
    }
    let font = super::panel::font_size(width / 1.3);
    let head = 2.2 * font;
    let shown = label::shortened(title, 1.06 * font, width - 2.0 * font);
    let line = canvas::text(&shown, x + font, y - head + 1.2 * font, font, Anchor::Start);
    let line = line.set("fill", INK).set("font-weight", "bold");
    let group = canvas::group("title").set("font-family", FONT).add(line);
    let ground = canvas::rectangle(x, y - head, width, head + 1.0).set("fill", "#ffffff");
    let end = svg.rfind("</svg>")?;
    let svg = format!("{}{ground}\n{group}\n{}", &svg[..end], &svg[end..]);
    let view = [x, y - head, width, height + head].map(number).join(" ");
    let svg = replaced(&svg, "viewBox", &view)?;
    replaced(&svg, "height", &number(height + head))
}

/// Scales the picture, in proportion if one side is given.
fn sized(svg: String, look: Look<'_>) -> String {
    let number_of = |name: &str| attribute(&svg, name)?.parse::<f64>().ok();
    let (Some(own_width), Some(own_height)) = (number_of("width"), number_of("height")) else {
        return svg;
    };
    let (width, height) = match (look.width.map(f64::from), look.height.map(f64::from)) {
        (None, None) => return svg,
        (Some(width), None) => (width, own_height * width / own_width),
        (None, Some(height)) => (own_width * height / own_height, height),
        (Some(width), Some(height)) => (width, height),
    };
    let wide = replaced(&svg, "width", &number(width));
    wide.and_then(|svg| replaced(&svg, "height", &number(height))).unwrap_or(svg)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SVG: &str = "<svg height=\"100\" viewBox=\"0 0 200 100\" width=\"200\">\n\
        <rect fill=\"#ffffff\" height=\"100%\" width=\"100%\"/>\n\
        <text fill=\"#1a1a1a\">\n\"#1a1a1a\" > x\n</text>\n</svg>\n";

    #[test]
    fn colours_change_in_attributes_alone() {
        let dark = with_look(SVG, Look { theme: Theme::Dark, ..Look::default() });
        assert!(dark.contains("<rect fill=\"#14171b\""), "{dark}");
        assert!(dark.contains("<text fill=\"#e8e8e8\">\n\"#1a1a1a\" > x\n"), "{dark}");
        assert_eq!(with_look(SVG, Look::default()), SVG);
    }

    #[test]
    fn one_side_gives_the_other() {
        let of = |width, height| with_look(SVG, Look { width, height, ..Look::default() });
        assert!(
            of(Some(500), None)
                .starts_with("<svg height=\"250\" viewBox=\"0 0 200 100\" width=\"500\"")
        );
        assert!(
            of(None, Some(50))
                .starts_with("<svg height=\"50\" viewBox=\"0 0 200 100\" width=\"100\"")
        );
        assert!(
            of(Some(9), Some(8))
                .starts_with("<svg height=\"8\" viewBox=\"0 0 200 100\" width=\"9\"")
        );
    }

    #[test]
    fn a_title_is_replaced_or_added_above() {
        let added = with_look(SVG, Look { title: Some("a < b"), ..Look::default() });
        assert!(added.contains("viewBox=\"0 -16.5 200 116.5\""), "{added}");
        assert!(added.contains("a &lt; b"), "{added}");
        let again = with_look(&added, Look { title: Some("c"), ..Look::default() });
        assert!(again.contains("\nc\n") && !again.contains("a &lt; b"), "{again}");
    }
}
