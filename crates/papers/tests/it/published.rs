//! The printed results of the papers, as data.

use std::path::PathBuf;

use exactile::work::go_on;
use exactile::{Regions, Selection};
use exactile_document::{Form, Origin, RegionsReport, write};
use exactile_input::{ReadOptions, read_path};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/published/the-tile-fig-5")
}

fn regions(prior: &str) -> Regions {
    let path = folder().join(format!("prior-{prior}.csv"));
    let input = read_path(&path, &ReadOptions::default(), &mut |_| ()).expect("readable");
    Regions::new(input.classifiers).expect("equal priors")
}

/// Every corner and edge of the three examples. The files are read back exactly, so an answer that
/// changes must be changed there too.
#[test]
fn fig_5_regions_are_as_recorded() {
    for prior in ["0.2", "0.5", "0.8"] {
        let selection = Selection { areas: true, ..Selection::default() };
        let mut text = Vec::new();
        let report =
            RegionsReport { regions: &regions(prior), selection: &selection, advance: &go_on };
        write(&report, Form::Json, &Origin::default(), &mut text).expect("rendered");
        let text = String::from_utf8(text).expect("text");
        let path = folder().join(format!("regions-{prior}.json"));
        if std::env::var_os("EXACTILE_RECORD").is_some() {
            std::fs::write(&path, &text).expect("recorded");
        }
        let recorded = std::fs::read_to_string(&path).expect("a recorded answer");
        assert_eq!(text, recorded, "positive prior {prior}");
    }
}

/// The borders between the first classifiers under balanced priors, computed by hand from Eq. 7 of
/// The Tile: lambda_a a + lambda_b b + lambda_0 = 0 for P- | P1 | P2 | P+.
#[test]
fn fig_5_borders_follow_from_equation_7() {
    let first = regions("0.5").first_pieces();
    let edges: Vec<String> = first
        .iter()
        .filter(|piece| piece.dimension() == 1)
        .map(|piece| format!("{} {}", piece.classifier, piece.edges()[0]))
        .collect();
    assert_eq!(
        edges,
        [
            // P- and P1: (0 0.3 - 1 0.3) a + (0 0.7 - 1 0.7) b + (1 - 0.7)
            "0 0 -3 -7 3",
            // P1 and P2: (0.3 0.2 - 0.3 0.5) a + (0.7 0.5 - 0.7 0.8) b + (0.7 - 0.5)
            "1 0 -9 -21 20",
            "1 0 -3 -7 3",
            // P2 and P+: (0.5 0 - 0.2 1) a + (0.8 0 - 0.5 1) b + (0.5 - 0)
            "2 0 -2 -5 5",
            "2 0 -9 -21 20",
            "3 0 -2 -5 5",
        ]
    );
}
