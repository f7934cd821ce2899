//! The figures of the source papers that show data or geometry, drawn anew.
//!
//! Each entry says what ours shows and what differs from the print. The drawing itself is done by
//! `exactile_picture`; here stand the data, the panels of each figure, and the page that shows all
//! of them. Nothing is read from files: data come with the program.
//!
//! # Files
//!
//! - Panels are ordinary pictures of `exactile_picture`. `Plate` puts them together; its
//!   proportions do not depend on the size.
//! - `metrics/appendices.rs`: appendices B and C of the metrics paper, one table and one function.
//! - `gallery.rs`: the gallery of the README, which `examples/gallery.rs` writes and a test
//!   compares.

mod advantage;
mod foundations;
mod gallery;
mod listing;
mod metrics;
mod page;
mod the_tile;

pub use gallery::{GALLERY_FOLDER, GalleryPicture, gallery, gallery_fragment, with_gallery};
pub use listing::Figures;
pub use page::figures_page;

use exactile::correlation::CorrelationError;
use exactile::performance::PerformanceError;
use exactile::tile::TileError;
use exactile_input::InputError;
use exactile_picture::{LatticePictureError, PictureError};

/// The width in pixels of the Tile, or of the space that is drawn, in most panels of a figure,
/// unless another is asked for.
pub const SIDE: u32 = 320;

/// A paper whose figures are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paper {
    /// What figures' names begin with.
    pub key: &'static str,
    /// The title.
    pub title: &'static str,
    /// The authors.
    pub authors: &'static str,
}

/// A figure of a paper.
#[derive(Clone, Copy, Debug)]
pub struct Figure {
    /// The name, `paper/figure-number`.
    pub id: &'static str,
    /// Whose figure it is.
    pub paper: Paper,
    /// The number in print: `3`, `B.4`.
    pub number: &'static str,
    /// What it is about.
    pub title: &'static str,
    /// What our picture shows; for a figure that is not drawn, what the printed one shows.
    pub shows: &'static str,
    /// What differs from the print, and why; `nothing` if nothing does.
    pub differs: &'static str,
    /// A command line that draws the same picture or one panel of it, where one does.
    pub command: Option<&'static str>,
    /// How it is drawn.
    pub drawing: Drawing,
}

/// How a figure is drawn, or why it is not.
#[derive(Clone, Copy, Debug)]
pub enum Drawing {
    /// The function that draws it: SVG text from the width in pixels of the Tile, or of the space
    /// that is drawn, in its panels.
    Drawn(fn(f64) -> Result<String, FigureError>),
    /// It shows neither data nor geometry.
    NotDrawn(&'static str),
}

/// Why a figure cannot be drawn. Since data come with the program, this is a fault of its own.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FigureError {
    /// Its data cannot be read.
    #[error("{0}")]
    Input(#[from] InputError),
    /// Its data are no performances.
    #[error("{0}")]
    Performance(#[from] PerformanceError),
    /// Its regions cannot be worked out.
    #[error("{0}")]
    Tile(#[from] TileError),
    /// A Tile of it cannot be drawn.
    #[error("{0}")]
    Picture(#[from] PictureError),
    /// A lattice of it cannot be drawn.
    #[error("{0}")]
    Lattice(#[from] LatticePictureError),
    /// Its correlations cannot be worked out.
    #[error("{0}")]
    Correlation(#[from] CorrelationError),
}

impl Figure {
    /// The SVG text, `None` if the figure is not drawn. Most take less than a second.
    ///
    /// # Errors
    /// A fault of the figure's own data.
    pub fn svg(&self, side: f64) -> Option<Result<String, FigureError>> {
        match self.drawing {
            Drawing::Drawn(draw) => Some(draw(side)),
            Drawing::NotDrawn(_) => None,
        }
    }

    /// Whether there is a picture.
    pub fn is_drawn(&self) -> bool {
        matches!(self.drawing, Drawing::Drawn(_))
    }

    /// The file's name without its ending.
    pub fn file_stem(&self) -> String {
        self.id.replace(['/', '.'], "-")
    }
}

/// All figures, paper by paper, in the order of print.
///
/// ```
/// let figures = exactile_papers::figures::figures();
/// let toy = figures.iter().find(|figure| figure.id == "the-tile/figure-5").expect("listed");
/// let svg = toy.svg(200.0).expect("it is drawn")?;
/// assert!(svg.starts_with("<svg"));
/// # Ok::<(), exactile_papers::figures::FigureError>(())
/// ```
pub fn figures() -> Vec<Figure> {
    [
        the_tile::FIGURES,
        foundations::FIGURES,
        metrics::FIRST,
        metrics::CONTOURS,
        metrics::LATER,
        advantage::FIGURES,
    ]
    .concat()
}
