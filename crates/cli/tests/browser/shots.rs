//! Pictures of the page for people to look at, where `EXACTILE_SHOTS` names a folder.

use std::path::PathBuf;

use crate::chromium::Chromium;
use crate::explore::on_tile;
use crate::program::Folder;
use crate::tab::{Look, Tab};

pub(crate) const TESTS: &[crate::Test] = &[("pictures_for_people", pictures_for_people)];

/// Every screen, light and dark, and paper; a point is pinned and another hovered.
fn pictures_for_people(browser: &Chromium) {
    let Some(shots) = std::env::var_os("EXACTILE_SHOTS").map(PathBuf::from) else { return };
    std::fs::create_dir_all(&shots).expect("a folder");
    let folder = Folder::of_fixture("breast_cancer_confusion.csv");
    let page = folder.report(&["--metric", "accuracy", "--metric", "tpr", "--metric", "tnr"]);
    for look in [Look::DESK, Look::TABLET, Look::PHONE] {
        for dark in [false, true] {
            let tab = Tab::new(browser, Look { dark, ..look });
            tab.open(&page);
            tab.press(on_tile(&tab, 0.3, 0.6));
            tab.point(on_tile(&tab, 0.7, 0.2));
            let name = format!("{}-{}.png", look.width, if dark { "dark" } else { "light" });
            std::fs::write(shots.join(name), tab.shot(true)).expect("a file");
        }
    }
    let tab = Tab::new(browser, Look { print: true, ..Look::DESK });
    tab.open(&page);
    std::fs::write(shots.join("print.pdf"), tab.pdf()).expect("a file");
    tab.is_faultless();
}
