//! Figure 5: four performances, three priors.

use super::UNIT;
use crate::figures::FigureError;
use exactile::num::Rational;
use exactile::performance::{Classifier, Outcome};
use exactile::tile::Regions;
use exactile_input::{ReadOptions, read};
use exactile_picture::{Extras, Plate, PlateTable, TilePicture};

/// The printed tables, a file per prior of the positive class.
const TABLES: [(&str, &str); 3] = [
    ("0.2", include_str!("../../../../../fixtures/published/the-tile-fig-5/prior-0.2.csv")),
    ("0.5", include_str!("../../../../../fixtures/published/the-tile-fig-5/prior-0.5.csv")),
    ("0.8", include_str!("../../../../../fixtures/published/the-tile-fig-5/prior-0.8.csv")),
];

pub(super) fn draw(side: f64) -> Result<String, FigureError> {
    let mut tiles = Vec::new();
    for (prior, table) in TABLES {
        let input = read(table.as_bytes(), prior, &ReadOptions::default(), &mut |_| ())?;
        tiles.push((prior, Regions::new(input.classifiers)?));
    }
    let extras = Extras { grid: true, ..Extras::nothing() };
    let regions: Vec<&Regions> = tiles.iter().map(|(_, regions)| regions).collect();
    let (pictures, colours) = TilePicture::entities(&regions, 1, UNIT, extras)?;
    let mut plate = Plate::new();
    for ((prior, regions), picture) in tiles.iter().zip(pictures) {
        let table = probabilities(regions.classifiers(), &colours);
        plate = plate.with_table(&format!("positive prior {prior}"), picture, table);
    }
    Ok(plate.to_svg(side / UNIT))
}

/// A row per performance, in the colour of its region.
fn probabilities(classifiers: &[Classifier], colours: &[Option<String>]) -> PlateTable {
    let header = ["", "tn", "fp", "fn", "tp"].map(str::to_owned).to_vec();
    let row = |(classifier, colour): (&Classifier, &Option<String>)| {
        let share = |outcome| {
            let count: &Rational = classifier.matrix.count(outcome);
            (count / &classifier.matrix.total()).to_decimal(2)
        };
        let mut texts = vec![classifier.name.clone()];
        texts.extend(Outcome::ALL.map(share));
        (colour.clone(), texts)
    };
    PlateTable { header, rows: classifiers.iter().zip(colours).map(row).collect() }
}
