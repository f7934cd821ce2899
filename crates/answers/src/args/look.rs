//! The look of pictures.

#[cfg(feature = "layout")]
use std::path::Path;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use exactile_picture::{Look, Theme};

/// The title of a picture, the colours of its page, and its typeface.
#[derive(Args, Clone, Debug)]
pub(crate) struct PageArgs {
    /// Title of the picture
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
    /// Colours of the page
    #[arg(long, value_enum, default_value_t = ThemeName::Light)]
    pub(crate) theme: ThemeName,
    #[cfg(feature = "layout")]
    /// Typeface of the text: a font file (.ttf, .otf, .ttc), or the name of an installed font
    #[arg(long, value_name = "FONT")]
    font: Option<PathBuf>,
}

/// The look that was asked for; its typeface is yet to be read.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'l> {
    pub(crate) look: Look<'l>,
    #[cfg(feature = "layout")]
    pub(crate) font: Option<&'l Path>,
}

/// The size of a whole picture.
#[derive(Args, Clone, Debug)]
pub(crate) struct SizeArgs {
    /// Width of the whole picture in pixels, of which a PNG has two for each [default: its own]
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(40..=16_000))]
    pub(crate) width: Option<u32>,
    /// Height of the whole picture in pixels, of which a PNG has two for each [default: its own]
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(40..=16_000))]
    pub(crate) height: Option<u32>,
}

/// The look of a picture without colours of classifiers.
#[derive(Args, Clone, Debug)]
pub(crate) struct FrameArgs {
    #[command(flatten)]
    page: PageArgs,
    #[command(flatten)]
    size: SizeArgs,
}

impl FrameArgs {
    /// Returns the look.
    pub(crate) fn look(&self) -> Asked<'_> {
        self.page.look(&self.size)
    }

    /// Returns the first flag that is given, for results without a picture.
    pub(crate) fn given(&self) -> Option<&'static str> {
        self.page.given().or_else(|| self.size.given())
    }
}

/// The colours of a picture, and its title.
#[derive(Args, Clone, Debug)]
pub(crate) struct LookArgs {
    #[command(flatten)]
    pub(crate) page: PageArgs,
    /// File with the colours of classifiers or models: lines NAME,#rrggbb
    #[arg(long, value_name = "FILE")]
    pub(crate) colours: Option<PathBuf>,
}

impl PageArgs {
    /// Returns the look of a picture that has its size and its title already.
    pub(crate) fn of_page(&self) -> Asked<'_> {
        let look = Look { theme: self.theme.into(), ..Look::default() };
        Asked {
            look,
            #[cfg(feature = "layout")]
            font: self.font.as_deref(),
        }
    }

    fn look(&self, size: &SizeArgs) -> Asked<'_> {
        let SizeArgs { width, height } = *size;
        let mut asked = self.of_page();
        asked.look = Look { title: self.title.as_deref(), width, height, ..asked.look };
        asked
    }

    fn given(&self) -> Option<&'static str> {
        first(&[
            (self.title.is_some(), "--title"),
            (self.theme != ThemeName::Light, "--theme"),
            #[cfg(feature = "layout")]
            (self.font.is_some(), "--font"),
        ])
    }
}

impl SizeArgs {
    fn given(&self) -> Option<&'static str> {
        first(&[(self.width.is_some(), "--width"), (self.height.is_some(), "--height")])
    }
}

/// Returns the first of these flags that is given.
fn first(flags: &[(bool, &'static str)]) -> Option<&'static str> {
    flags.iter().find_map(|(is_given, flag)| is_given.then_some(*flag))
}

/// The look of a picture that is drawn in its own size, and then scaled.
#[derive(Args, Clone, Debug)]
pub(crate) struct ScaledLookArgs {
    #[command(flatten)]
    pub(crate) look: LookArgs,
    #[command(flatten)]
    size: SizeArgs,
    /// Draw the picture without the list beside it
    #[arg(long)]
    pub(crate) no_legend: bool,
}

impl ScaledLookArgs {
    /// Returns the look.
    pub(crate) fn look(&self) -> Asked<'_> {
        self.look.page.look(&self.size)
    }

    /// Returns the first flag that is given, for results without a picture.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let colours = || first(&[(self.look.colours.is_some(), "--colours")]);
        let own = || first(&[(self.no_legend, "--no-legend")]);
        self.look.page.given().or_else(colours).or_else(|| self.size.given()).or_else(own)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ThemeName {
    /// Dark on white
    Light,
    /// Light on black
    Dark,
    /// Black on white, without tinted grounds
    Print,
}

impl From<ThemeName> for Theme {
    fn from(name: ThemeName) -> Self {
        match name {
            ThemeName::Light => Self::Light,
            ThemeName::Dark => Self::Dark,
            ThemeName::Print => Self::Print,
        }
    }
}
