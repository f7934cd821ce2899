//! The legend of the curves of a section.

use super::{CurveKind, Drawing, Stretch};
use crate::frame::Frame;
use crate::legend::{Entry, Legend};
use crate::panel::Panel;
use crate::sheet::Sheet;

impl Drawing<'_> {
    /// Draws the curves with the stretches on which they are the best.
    pub(super) fn legend(&self, sheet: &mut Sheet, panel: &Panel) {
        let mut frame = Frame::of_prior(panel.height, self.section.segment.prior_positive());
        (frame.left, frame.top, frame.font) = (panel.left, panel.top, panel.font);
        let range = |from: f64, to: f64| {
            format!("{}\u{2013}{}", self.shown(from.min(to)), self.shown(from.max(to)))
        };
        let stretches = |curve: usize| -> Vec<&Stretch> {
            let mut own: Vec<&Stretch> = self
                .stretches
                .iter()
                .filter(|stretch| stretch.curve == Some(curve) && stretch.x.0 != stretch.x.1)
                .collect();
            own.sort_by(|first, second| first.x.0.total_cmp(&second.x.0));
            own
        };
        let mut entries: Vec<Entry> = (0..self.curves.len())
            .filter_map(|k| {
                let colour = self.colours[k].as_ref()?;
                let own = stretches(k);
                let share = match own.as_slice() {
                    [] => "\u{2013}".to_owned(),
                    [one] => range(one.x.0, one.x.1),
                    [first, .., last] => {
                        let (low, high) = (first.x.0.min(first.x.1), last.x.1.max(last.x.0));
                        format!("{} in {} parts", range(low, high), own.len())
                    }
                };
                Some(Entry {
                    colour: colour.clone(),
                    name: self.curves[k].name.clone(),
                    share,
                    weight: own.iter().map(|stretch| (stretch.x.1 - stretch.x.0).abs()).sum(),
                    leaders: Vec::new(),
                    height: Some(panel.top),
                })
            })
            .collect();
        entries.sort_by(|first, second| second.weight.total_cmp(&first.weight));
        let x = panel.right() + 1.6 * panel.font;
        let title = match self.kind {
            CurveKind::FBeta => "best for beta",
            _ => "best for",
        };
        let list = Legend::new(&frame, title, &entries, x, |shown| {
            format!("and {} more", entries.len() - shown)
        });
        sheet.add(list.group);
        sheet.reach(x + list.width, panel.bottom());
    }
}
