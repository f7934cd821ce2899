//! A picture of the Tile as SVG and PNG: `cargo run --example picture [-- FOLDER]`.
//!
//! The files go to FOLDER, or to the folder for temporary files.

use exactile::{Classifier, ConfusionMatrix, Regions};
use exactile_picture::{Extras, TilePicture, to_png};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let regions = Regions::new(vec![
        Classifier::new("cautious", ConfusionMatrix::from_counts(72, 8, 10, 10)?),
        Classifier::new("eager", ConfusionMatrix::from_counts(56, 24, 6, 14)?),
    ])?;
    let extras = Extras { grid: true, ..Extras::default() };
    // The classifier that is ranked first, on a Tile 480 pixels wide.
    let svg = TilePicture::entity(&regions, 1, 480.0, extras)?.to_svg();
    let png = to_png(&svg, 2.0)?;
    println!("a picture of {} classifiers, in SVG and PNG", regions.classifiers().len());

    let folder = std::env::args_os().nth(1).map_or_else(std::env::temp_dir, Into::into);
    for (name, bytes) in [("exactile-picture.svg", svg.as_bytes()), ("exactile-picture.png", &png)]
    {
        let path = folder.join(name);
        std::fs::write(&path, bytes)?;
        println!("wrote {}", path.display());
    }

    assert!(svg.starts_with("<svg") && svg.contains("eager"));
    assert!(png.starts_with(b"\x89PNG"));
    Ok(())
}
