//! The figures of the source papers that show data or geometry, drawn anew.
//!
//! Each entry has the content of the picture and its differences from the print. `exactile_picture`
//! does the drawing; this module has the data, the panels of each figure, and the page that shows
//! all of them. Nothing is read from files: the data are part of the program.
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

/// The default width in pixels of the Tile, or of the space that is drawn, in most panels of a
/// figure.
pub const SIDE: u32 = 320;

/// A paper whose figures are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paper {
    /// The beginning of the names of its figures.
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
    /// The paper of the figure.
    pub paper: Paper,
    /// The number in print: `3`, `B.4`.
    pub number: &'static str,
    /// The subject of the figure.
    pub title: &'static str,
    /// The content of the picture; for a figure that is not drawn, that of the printed one.
    pub shows: &'static str,
    /// The differences from the print, with reasons; `nothing` if there are none.
    pub differs: &'static str,
    /// A command line that draws the same picture or one panel of it, if there is one.
    pub command: Option<&'static str>,
    /// The way in which it is drawn.
    pub drawing: Drawing,
}

/// The way in which a figure is drawn, or the reason why it is not.
#[derive(Clone, Copy, Debug)]
pub enum Drawing {
    /// The function that draws it: from the width in pixels of the Tile, or of the space that is
    /// drawn, in its panels, to the text of the SVG.
    Drawn(fn(f64) -> Result<String, FigureError>),
    /// It shows neither data nor geometry.
    NotDrawn(&'static str),
}

/// The reason why a figure cannot be drawn. The data are part of the program, so this is a defect
/// of it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FigureError {
    /// Its data cannot be read.
    #[error("{0}")]
    Input(#[from] InputError),
    /// Its data are not performances.
    #[error("{0}")]
    Performance(#[from] PerformanceError),
    /// Its regions cannot be computed.
    #[error("{0}")]
    Tile(#[from] TileError),
    /// One of its Tiles cannot be drawn.
    #[error("{0}")]
    Picture(#[from] PictureError),
    /// One of its lattices cannot be drawn.
    #[error("{0}")]
    Lattice(#[from] LatticePictureError),
    /// Its correlations cannot be computed.
    #[error("{0}")]
    Correlation(#[from] CorrelationError),
}

impl Figure {
    /// Returns the text of the SVG; `None` if the figure is not drawn. Most figures take less than
    /// a second.
    ///
    /// # Errors
    /// If the figure's own data cannot be drawn.
    pub fn svg(&self, side: f64) -> Option<Result<String, FigureError>> {
        match self.drawing {
            Drawing::Drawn(draw) => Some(draw(side)),
            Drawing::NotDrawn(_) => None,
        }
    }

    /// Returns `true` if there is a picture.
    pub fn is_drawn(&self) -> bool {
        matches!(self.drawing, Drawing::Drawn(_))
    }

    /// Returns the file's name without its extension.
    pub fn file_stem(&self) -> String {
        self.id.replace(['/', '.'], "-")
    }
}

/// Returns all figures, paper by paper, in the order of print.
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
