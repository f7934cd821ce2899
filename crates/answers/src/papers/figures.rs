//! `exactile figures`

use std::path::{Path, PathBuf};

use super::arguments::{FiguresArgs, PictureFormat};
use crate::args::Destination;
use crate::drawn::laid_out::PNG_SCALE;
use crate::host::{Failure, Streams, progress_bar, write_plain, write_result};
use exactile_document::{Form, Format, Origin, Style};
use exactile_papers::figures::{Drawing, Figure, Figures, figures, figures_page};
use exactile_picture::to_png;

pub(crate) fn run(arguments: &FiguresArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let chosen = chosen(&arguments.only)?;
    if arguments.list {
        let ending = arguments.format.ending();
        let to = Destination { path: None, form: Form::Page(Style::new(Format::Text)) };
        return write_result(to, streams, &Figures { figures: &chosen, ending });
    }
    let folder = arguments
        .output
        .as_deref()
        .ok_or_else(|| Failure::new("no folder is given", "name one with -o or ask for --list"))?;
    if !streams.force {
        check_foreign(folder, &chosen, arguments)?;
    }
    // Before the work rather than after it; what was made is taken away if nothing comes of it.
    let is_new = !folder.exists();
    std::fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
    let written = draw_all(&chosen, arguments).and_then(|files| {
        for (name, bytes) in &files {
            let path = folder.join(name);
            write_plain(Some(&path), streams, |out| Ok(out.write_all(bytes)?))?;
        }
        Ok(files.len())
    });
    if written.is_err() && is_new {
        // Succeeds only if it is empty, and a folder that is left does no harm.
        let _ = std::fs::remove_dir(folder);
    }
    let shown: PathBuf = folder.join(PAGE);
    let drawn = written? - EXTRA_FILES;
    let plural = if drawn == 1 { "" } else { "s" };
    writeln!(streams.stdout, "{drawn} figure{plural}, see {}", shown.display())?;
    Ok(())
}

const PAGE: &str = "index.html";
const LIST: &str = "figures.json";

/// Refuses to replace files in a folder that this command did not write: they belong to the user.
fn check_foreign(
    folder: &Path,
    figures: &[Figure],
    arguments: &FiguresArgs,
) -> Result<(), Failure> {
    let is_ours = std::fs::read_to_string(folder.join(LIST))
        .is_ok_and(|list| list.contains("\"exactile.figures.v1\""));
    if is_ours {
        return Ok(());
    }
    let ending = arguments.format.ending();
    let drawn = figures.iter().filter(|figure| figure.is_drawn());
    let pictures = drawn.map(|figure| format!("{}.{ending}", figure.file_stem()));
    for name in [PAGE, LIST].map(str::to_owned).into_iter().chain(pictures) {
        let path = folder.join(name);
        if path.symlink_metadata().is_ok() {
            let what = "this file, which exactile figures did not write, would be overwritten";
            return Err(
                Failure::new(what, "choose another folder or add --force").at(path.display())
            );
        }
    }
    Ok(())
}

/// The number of further files: the page and the list.
const EXTRA_FILES: usize = 2;

/// Draws all files, the page that shows them last. Nothing is written before everything is drawn.
fn draw_all(
    figures: &[Figure],
    arguments: &FiguresArgs,
) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let ending = arguments.format.ending();
    let drawn: Vec<&Figure> = figures.iter().filter(|figure| figure.is_drawn()).collect();
    let bar = progress_bar(u64::try_from(drawn.len()).ok(), "figures");
    let mut files = Vec::new();
    for figure in drawn {
        let Drawing::Drawn(draw) = figure.drawing else { continue };
        let svg = draw(f64::from(arguments.size)).map_err(|error| defect(figure, &error))?;
        let bytes = match arguments.format {
            PictureFormat::Svg => svg.into_bytes(),
            PictureFormat::Png => to_png(&svg, PNG_SCALE).map_err(|error| {
                let what = format!("{}: {error}", figure.id);
                Failure::new(what, "choose a smaller --size or --format svg")
            })?,
        };
        files.push((format!("{}.{ending}", figure.file_stem()), bytes));
        bar.inc(1);
    }
    bar.finish_and_clear();
    let mut list = Vec::new();
    let listing = Figures { figures, ending };
    exactile_document::write(&listing, Form::Json, &Origin::default(), &mut list)?;
    files.push((LIST.to_owned(), list));
    files.push((PAGE.to_owned(), figures_page(figures, ending).into_bytes()));
    Ok(files)
}

/// Returns the figures with one of these names, or of one of these papers.
fn chosen(names: &[String]) -> Result<Vec<Figure>, Failure> {
    let named = |figure: &Figure, name: &str| {
        figure.id == name || figure.paper.key == name.trim_end_matches('/')
    };
    let all = figures();
    for name in names {
        if !all.iter().any(|figure| named(figure, name)) {
            return Err(Failure::new(
                format!("no figure is called {name:?}"),
                "see exactile figures --list",
            ));
        }
    }
    let wanted = |figure: &Figure| names.is_empty() || names.iter().any(|name| named(figure, name));
    Ok(all.into_iter().filter(wanted).collect())
}

fn unwritable(folder: &Path, error: &std::io::Error) -> Failure {
    let reason = std::io::Error::from(error.kind());
    Failure::new(format!("the folder cannot be created: {reason}"), "check its path")
        .at(folder.display())
}

/// Creates the failure for a figure that cannot be drawn. The data are part of the program, so this
/// is a defect of it.
fn defect(figure: &Figure, error: &dyn std::fmt::Display) -> Failure {
    let what = format!("{}, which the program brings with it: {error}", figure.id);
    Failure::new(what, "report this as a defect")
}
