//! The gallery of the README: pictures with the commands that draw them.

use super::{FigureError, SIDE, the_tile};
use exactile::correlation::{Correlator, Performances};
use exactile::lattice::{Lattice, LatticeError, Model, Observation};
use exactile::num::Rational;
use exactile::performance::Classifier;
use exactile::score::{Metric, NamedScore, RankingScore};
use exactile::tile::{Pencil, Regions, rank_at};
use exactile_input::{ReadOptions, read};
use exactile_picture::{
    Extras, LatticePicture, LatticePictureError, RocPicture, RocStyle, RocWindow, Scheme,
    TilePicture,
};

const TUMOURS: &str = include_str!("../../../../fixtures/breast_cancer_confusion.csv");
const TOY: &str = include_str!("../../../../fixtures/published/the-tile-fig-5/prior-0.2.csv");

/// The width of the Tile in pixels, which is that of the commands.
const COMMANDS_SIDE: f64 = 600.0;

/// The observation of "Never mind the metrics".
const SEEN: Observation = Observation { tn: 32, fp: 8, fn_: 4, tp: 16 };

/// The lines around the gallery in the README.
const MARKERS: [&str; 2] = ["<!-- gallery -->\n", "<!-- end of gallery -->\n"];

/// The folder of the pictures, relative to the README.
pub const GALLERY_FOLDER: &str = "fixtures/gallery";

/// A picture of the gallery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GalleryPicture {
    /// The file's name.
    pub file: &'static str,
    /// The caption of the picture.
    pub caption: &'static str,
    /// The command line that draws it. Without `-o FILE` the picture goes to standard output,
    /// unless the command writes a folder.
    pub command: &'static str,
    /// The SVG text.
    pub svg: String,
}

/// Returns the pictures, three per row.
///
/// # Errors
/// If the data of the program cannot be drawn, which is a defect.
pub fn gallery() -> Result<Vec<GalleryPicture>, FigureError> {
    let tumours = Regions::new(classifiers(TUMOURS)?)?;
    let toy = Regions::new(classifiers(TOY)?)?;
    let plain = Extras::default();
    let all = Extras { grid: true, no_skill_curve: true, ..Extras::default() };
    let side = COMMANDS_SIDE;
    let forest = position(&tumours, "random_forest");
    let samples = Lattice::new(20, 40).map_err(lattice_error)?;
    let picture = |file, caption, command, svg| GalleryPicture { file, caption, command, svg };
    Ok(vec![
        picture(
            "first.svg",
            "Who is ranked first at a prior of 0.2, with the grid of balanced priors and the curve \
             on which no-skill performances tie",
            "exactile tile fixtures/published/the-tile-fig-5/prior-0.2.csv --show \
             scores,grid,no-skill-curve,legend",
            TilePicture::entity(&toy, 1, side, all)?.to_svg(),
        ),
        picture(
            "rank.svg",
            "The rank of one classifier among 32, for all preferences",
            "exactile tile fixtures/breast_cancer_confusion.csv --flavor rank --classifier \
             random_forest",
            TilePicture::rank_of(&tumours, forest, side, plain.clone())?.to_svg(),
        ),
        picture(
            "best.svg",
            "The best value that any classifier reaches, as bands between exact contours",
            "exactile tile fixtures/published/the-tile-fig-5/prior-0.2.csv --flavor best",
            TilePicture::best_value(&toy, side, plain)?.to_svg(),
        ),
        picture(
            "correlation.svg",
            "Rank correlation of MCC with each ranking score, from exactly counted pairs",
            "exactile tile --flavor correlation --score mcc --prior 0.2 --resolution 24 --grid 32",
            correlation(side)?,
        ),
        picture(
            "roc.svg",
            "The iso-performance lines of F1 and their vertex",
            "exactile roc fixtures/published/the-tile-fig-5/prior-0.2.csv --score f1 --vertex -o \
             roc.svg",
            iso_performance_lines(&toy, side)?,
        ),
        picture(
            "atlas.svg",
            "Iso-performance lines of thirteen scores at their places: the paper's figure 1, drawn \
             anew",
            "exactile figures --only the-tile/figure-1 -o figures",
            the_tile::overview(f64::from(SIDE))?,
        ),
        picture(
            "lattice.svg",
            "All 861 confusion matrices of 20 positive and 40 negative samples, with contours of \
             MCC",
            "exactile lattice plot roc --metric mcc --tp 16 --fp 8 --fn 4 --tn 32",
            LatticePicture::roc(&Metric::Mcc, samples, Some(SEEN), None, side)?.to_svg(),
        ),
        picture(
            "joint.svg",
            "The joint distribution of the next test's results, given this test",
            "exactile lattice plot joint --tp 16 --fp 8 --fn 4 --tn 32",
            LatticePicture::joint(SEEN, &Model::default(), samples, side)?.to_svg(),
        ),
        picture(
            "simplex.svg",
            "Confusion matrices of 20 positive and 40 negative samples in the confusion simplex",
            "exactile lattice plot simplex --metric mcc --positives 20 --negatives 40",
            LatticePicture::simplex(&Metric::Mcc, &[samples], side)?.to_svg(),
        ),
    ])
}

/// Returns the gallery as Markdown: a table of pictures with captions and commands.
pub fn gallery_fragment(pictures: &[GalleryPicture]) -> String {
    const COLUMNS: usize = 3;
    let mut text = String::new();
    for (count, row) in pictures.chunks(COLUMNS).enumerate() {
        let line = |cell: &dyn Fn(&GalleryPicture) -> String| {
            let cells: Vec<String> = row.iter().map(cell).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        text += &line(&|picture| {
            let path = format!("{GALLERY_FOLDER}/{}", picture.file);
            format!("[<img src=\"{path}\" width=\"270\" alt=\"{}\">]({path})", picture.caption)
        });
        if count == 0 {
            text += &format!("|{}\n", "---|".repeat(row.len()));
        }
        text += &line(&|picture| format!("{}<br>`{}`", picture.caption, picture.command));
    }
    text
}

/// Returns a README with this gallery between its markers; `None` if they are missing.
pub fn with_gallery(readme: &str, fragment: &str) -> Option<String> {
    let [begin, end] = MARKERS;
    let (before, rest) = readme.split_once(begin)?;
    let (_, after) = rest.split_once(end)?;
    Some(format!("{before}{begin}{fragment}{end}{after}"))
}

fn classifiers(table: &str) -> Result<Vec<Classifier>, FigureError> {
    let input = read(table.as_bytes(), "the gallery", &ReadOptions::default(), &mut |_| ())?;
    Ok(input.classifiers)
}

fn position(regions: &Regions, name: &str) -> usize {
    let known = regions.classifiers().iter().position(|classifier| classifier.name == name);
    known.expect("it is among the data of the program")
}

fn lattice_error(error: LatticeError) -> FigureError {
    LatticePictureError::from(error).into()
}

fn correlation(side: f64) -> Result<String, FigureError> {
    let performances = Performances::fixed_prior(&Rational::new(1, 5), 24)?;
    let correlator = Correlator::new(&Metric::Mcc, &performances)?;
    let tile = correlator.tile(32, || ());
    Ok(TilePicture::correlation(&correlator, &tile, side, Extras::default())?.to_svg())
}

fn iso_performance_lines(regions: &Regions, side: f64) -> Result<String, FigureError> {
    let name = NamedScore::new(Metric::FBeta(Rational::ONE)).expect("F1 has a place on the Tile");
    let prior = regions.common_prior()?;
    let score = RankingScore::at(name.place(prior)).expect("F1 is on the Tile");
    let pencil = Pencil::new(&score, prior.clone())?;
    let ranking = rank_at(regions.classifiers(), &score);
    let classifiers = regions.classifiers();
    let scheme = Scheme::new(classifiers);
    let window = RocWindow::Whole;
    let style = RocStyle { scheme: &scheme, window, vertex: true, legend: true, side };
    Ok(RocPicture::new(&pencil, "lines of F1", classifiers, &ranking, style).to_svg())
}
