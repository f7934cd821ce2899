//! The look of pictures.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use exactile_picture::{Look, Theme};

/// The colours of a picture, and its title.
#[derive(Args, Clone, Debug)]
pub(crate) struct LookArgs {
    /// Title of the picture
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) title: Option<String>,
    /// Colours of the page
    #[arg(long, value_enum, default_value_t = ThemeName::Light)]
    pub(crate) theme: ThemeName,
    /// File with the colours of classifiers or models: lines NAME,#rrggbb
    #[arg(long, value_name = "FILE")]
    pub(crate) colours: Option<PathBuf>,
}

impl LookArgs {
    /// Returns the look of a picture that has its size and its title already.
    pub(crate) fn of_theme(&self) -> Look<'_> {
        Look { theme: self.theme.into(), ..Look::default() }
    }
}

/// The look of a picture that is drawn in its own size, and then scaled.
#[derive(Args, Clone, Debug)]
pub(crate) struct ScaledLookArgs {
    #[command(flatten)]
    pub(crate) look: LookArgs,
    /// Width of the whole picture in pixels, which is scaled [default: its own]
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(40..=16_000))]
    pub(crate) width: Option<u32>,
    /// Height of the whole picture in pixels, which is scaled [default: its own]
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(40..=16_000))]
    pub(crate) height: Option<u32>,
    /// Draw the picture without the list beside it
    #[arg(long)]
    pub(crate) no_legend: bool,
}

impl ScaledLookArgs {
    /// Returns the look.
    pub(crate) fn look(&self) -> Look<'_> {
        let Self { look, width, height, .. } = self;
        let title = look.title.as_deref();
        Look { title, theme: look.theme.into(), width: *width, height: *height }
    }

    /// Returns the first flag that is given, for results without a picture.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let LookArgs { title, theme, colours } = &self.look;
        let flags = [
            (title.is_some(), "--title"),
            (*theme != ThemeName::Light, "--theme"),
            (colours.is_some(), "--colours"),
            (self.width.is_some(), "--width"),
            (self.height.is_some(), "--height"),
            (self.no_legend, "--no-legend"),
        ];
        flags.into_iter().find_map(|(is_given, flag)| is_given.then_some(flag))
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
