//! Labels: the width of text, shortening, and room inside regions.

use svg::node::element::Text;
use unicode_segmentation::UnicodeSegmentation;

use super::canvas::{Anchor, haloed_on, text};
use crate::arc::Xy;
use exactile::performance::Classifier;

/// The advances of DejaVu Sans, the face of all text: for each run of characters of one advance
/// the first of them, their number, and the advance, in 4, 2 and 2 bytes, the least first. The
/// whole face is 25 times as large, and where PNG is not drawn nothing else of it is needed.
static ADVANCES: [[u8; 8]; BYTES.len() / 8] = {
    let mut runs = [[0; 8]; BYTES.len() / 8];
    let mut at = 0;
    while at < BYTES.len() {
        runs[at / 8][at % 8] = BYTES[at];
        at += 1;
    }
    runs
};
const BYTES: &[u8] = include_bytes!("advances.bin");

/// The units of an advance to the em.
const UNITS: f64 = 2048.0;

/// Returns the advance of a character; `None` if the face lacks it.
fn advance(c: char) -> Option<u16> {
    let first = |run: &[u8; 8]| u32::from_le_bytes([run[0], run[1], run[2], run[3]]);
    let after = ADVANCES.partition_point(|run| first(run) <= u32::from(c));
    let run = &ADVANCES[after.checked_sub(1)?];
    let length = u16::from_le_bytes([run[4], run[5]]);
    let is_in = u32::from(c) - first(run) < u32::from(length);
    is_in.then(|| u16::from_le_bytes([run[6], run[7]]))
}

/// Returns the width of a line of text in pixels. Characters that the face lacks count as square,
/// like ideographs and emoji.
pub(super) fn width(text: &str, size: f64) -> f64 {
    let advance = |c: char| advance(c).map_or(UNITS, f64::from);
    text.chars().map(advance).sum::<f64>() * size / UNITS
}

/// Returns the text without its middle if it is wider than allowed, since both ends of a name are
/// the most informative.
pub(super) fn shortened(text: &str, size: f64, allowed: f64) -> String {
    if width(text, size) <= allowed {
        return text.to_owned();
    }
    let letters: Vec<&str> = text.graphemes(true).collect();
    for kept in (1..letters.len()).rev() {
        let (head, tail) = (kept.div_ceil(2), kept / 2);
        let short = format!(
            "{}\u{2026}{}",
            letters[..head].concat(),
            letters[letters.len() - tail..].concat()
        );
        if width(&short, size) <= allowed {
            return short;
        }
    }
    "\u{2026}".to_owned()
}

/// The names of classifiers in a picture: short and distinct.
#[derive(Clone, Debug)]
pub(super) struct Names<'c> {
    classifiers: &'c [Classifier],
}

impl<'c> Names<'c> {
    /// The most letters of a name that is shown in full.
    const LETTERS: usize = 28;

    pub(super) fn new(classifiers: &'c [Classifier]) -> Self {
        Self { classifiers }
    }

    /// Returns the name of equal classifiers, which lists at most three of them.
    pub(super) fn of(&self, members: &[usize]) -> String {
        self.joined(members, |member| self.short(member))
    }

    /// Returns the name of the first of equal classifiers, and the number of the others.
    pub(super) fn brief(&self, members: &[usize]) -> String {
        let name = self.short(members[0]);
        match members.len() - 1 {
            0 => name,
            more => format!("{name} and {more} equal"),
        }
    }

    /// As [`Self::of`], with names in full.
    pub(super) fn full(&self, members: &[usize]) -> String {
        self.joined(members, |member| self.classifiers[member].name.clone())
    }

    fn joined(&self, members: &[usize], name: impl Fn(usize) -> String) -> String {
        const SHOWN: usize = 3;
        let names: Vec<String> = members.iter().take(SHOWN).map(|&member| name(member)).collect();
        let names = names.join(" = ");
        match members.len().saturating_sub(SHOWN) {
            0 => names,
            more => format!("{names} and {more} equal"),
        }
    }

    /// Returns both ends of a long name with its number in the input, since long names often differ
    /// in their middle.
    fn short(&self, classifier: usize) -> String {
        let name = &self.classifiers[classifier].name;
        let letters: Vec<&str> = name.graphemes(true).collect();
        if letters.len() <= Self::LETTERS {
            return name.clone();
        }
        let (head, tail) = (&letters[..14], &letters[letters.len() - 8..]);
        format!("{}\u{2026}{} #{}", head.concat(), tail.concat(), classifier + 1)
    }
}

/// An axis-parallel rectangle in pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) top: f64,
    pub(super) bottom: f64,
}

impl Room {
    /// Returns a rectangle around a point.
    pub(super) fn around((x, y): Xy, width: f64, height: f64) -> Self {
        Self {
            left: x - width / 2.0,
            right: x + width / 2.0,
            top: y - height / 2.0,
            bottom: y + height / 2.0,
        }
    }

    pub(super) fn centre(self) -> Xy {
        (f64::midpoint(self.left, self.right), f64::midpoint(self.top, self.bottom))
    }

    pub(super) fn overlaps(self, other: Self) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }
}

/// Returns the intervals of a horizontal line at height y that are inside a closed polygon.
fn inside_at(polygon: &[Xy], y: f64) -> Vec<(f64, f64)> {
    let mut crossings: Vec<f64> = Vec::new();
    for (k, &(x0, y0)) in polygon.iter().enumerate() {
        let (x1, y1) = polygon[(k + 1) % polygon.len()];
        if (y0 <= y) != (y1 <= y) {
            crossings.push(x0 + (y - y0) / (y1 - y0) * (x1 - x0));
        }
    }
    crossings.sort_by(f64::total_cmp);
    crossings.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
}

/// Returns the intersection of two lists of intervals.
fn common(first: &[(f64, f64)], second: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut both = Vec::new();
    for &(a0, a1) in first {
        for &(b0, b1) in second {
            let (low, high) = (a0.max(b0), a1.min(b1));
            if low < high {
                both.push((low, high));
            }
        }
    }
    both
}

/// Returns room for a rectangle of this size inside a polygon that does not overlap the taken ones,
/// as close to the middle of a wide place as a search along `ROWS` rows finds.
pub(super) fn room_inside(polygon: &[Xy], width: f64, height: f64, taken: &[Room]) -> Option<Room> {
    const ROWS: u32 = 48;
    let low = polygon.iter().map(|p| p.1).fold(f64::INFINITY, f64::min);
    let high = polygon.iter().map(|p| p.1).fold(f64::NEG_INFINITY, f64::max);
    let mut best: Option<(f64, Room)> = None;
    for row in 1..ROWS {
        let y = low + (high - low) * f64::from(row) / f64::from(ROWS);
        let (top, bottom) = (y - height / 2.0, y + height / 2.0);
        if top < low || bottom > high {
            continue;
        }
        let mut free = common(&inside_at(polygon, top), &inside_at(polygon, bottom));
        free = common(&free, &inside_at(polygon, y));
        for other in taken.iter().filter(|other| other.top < bottom && top < other.bottom) {
            let beside = [(f64::NEG_INFINITY, other.left), (other.right, f64::INFINITY)];
            free = common(&free, &beside);
        }
        for (left, right) in free {
            if right - left < width {
                continue;
            }
            // A wide place near the middle height reads best.
            let merit = (right - left) - 0.5 * (y - f64::midpoint(low, high)).abs();
            if best.as_ref().is_none_or(|(known, _)| merit > *known) {
                best = Some((merit, Room::around((f64::midpoint(left, right), y), width, height)));
            }
        }
    }
    best.map(|(_, room)| room)
}

/// Returns `true` if the rectangle's top, middle and bottom are inside the polygon.
pub(super) fn holds(polygon: &[Xy], room: Room) -> bool {
    let (_, middle) = room.centre();
    [room.top, middle, room.bottom].into_iter().all(|y| {
        inside_at(polygon, y).iter().any(|&(left, right)| left <= room.left && room.right <= right)
    })
}

/// Places a name around the first of some places at which it is inside the outline and does not
/// overlap the taken rectangles; then its own is taken, too. `ground` is the colour there.
pub(super) fn name_at(
    places: impl IntoIterator<Item = Xy>,
    name: &str,
    size: f64,
    outline: &[Xy],
    ground: &str,
    taken: &mut Vec<Room>,
) -> Option<Text> {
    let (wide, high) = (width(name, size) + size, 1.3 * size);
    let room = places
        .into_iter()
        .map(|place| Room::around(place, wide, high))
        .find(|room| holds(outline, *room) && !taken.iter().any(|other| room.overlaps(*other)))?;
    taken.push(room);
    let (x, y) = room.centre();
    Some(haloed_on(text(name, x, y, size, Anchor::Middle), size, ground))
}

/// Returns a point inside a polygon close to its right end.
pub(super) fn point_near_right_end(polygon: &[Xy]) -> Option<Xy> {
    let low = polygon.iter().map(|p| p.0).fold(f64::INFINITY, f64::min);
    let high = polygon.iter().map(|p| p.0).fold(f64::NEG_INFINITY, f64::max);
    let x = low + 0.9 * (high - low);
    let turned: Vec<Xy> = polygon.iter().map(|&(x, y)| (y, x)).collect();
    let widest =
        inside_at(&turned, x).into_iter().max_by(|p, q| (p.1 - p.0).total_cmp(&(q.1 - q.0)));
    widest.map(|(top, bottom)| (x, f64::midpoint(top, bottom)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(feature = "layout")]
    fn advances_are_those_of_the_face() {
        use skrifa::instance::{LocationRef, Size};
        use skrifa::{FontRef, MetadataProvider};
        let face = FontRef::new(dejavu::sans::regular()).expect("a font");
        let metrics = face.glyph_metrics(Size::new(2048.0), LocationRef::default());
        let mut drawn = 0;
        for c in '\0'..=char::MAX {
            let glyph = face.charmap().map(c).filter(|glyph| glyph.to_u32() != 0);
            let there = glyph.map(|glyph| metrics.advance_width(glyph).expect("an advance"));
            assert_eq!(advance(c).map(f32::from), there, "{c:?}");
            drawn += usize::from(there.is_some());
        }
        assert_eq!(drawn, 5918);
    }

    #[test]
    fn long_names_keep_both_ends() {
        let name = "a".repeat(100) + &"z".repeat(100);
        let short = shortened(&name, 12.0, 80.0);
        assert!(short.starts_with("aaa") && short.ends_with("zzz") && short.contains('\u{2026}'));
        assert!(width(&short, 12.0) <= 80.0);
        assert_eq!(shortened("abc", 12.0, 80.0), "abc");
        // Letters of several code points are never cut in two.
        let flags = "\u{1f1e7}\u{1f1ea}".repeat(40);
        let short = shortened(&flags, 12.0, 100.0);
        assert_eq!(short.matches('\u{1f1e7}').count(), short.matches('\u{1f1ea}').count());
    }

    #[test]
    fn labels_stay_inside_and_apart() {
        let triangle = [(0.0, 0.0), (100.0, 0.0), (0.0, 100.0)];
        let first = room_inside(&triangle, 30.0, 10.0, &[]).expect("there is room");
        assert!(first.right + first.bottom <= 100.0 + 1e-9);
        let second = room_inside(&triangle, 30.0, 10.0, &[first]).expect("there is more room");
        assert!(!first.overlaps(second));
        assert!(room_inside(&triangle, 90.0, 30.0, &[]).is_none());
    }
}
