//! `exactile zone`

pub(crate) mod arguments;

use self::arguments::ZoneArgs;
use crate::drawn::picture::{is_picture, refuse_look, write_picture};
use crate::host::{Failure, Streams, write_result};
use crate::inputs::input;
use crate::inputs::reading::Reading;
use exactile::performance::Classifier;
use exactile_document::ZoneReport;
use exactile_input::Subject;
use exactile_picture::{Extras, TilePicture};

/// Width of the Tile in a picture of a zone, in pixels.
const SIDE: f64 = 600.0;

pub(crate) fn reading(arguments: &ZoneArgs) -> Result<Reading, Failure> {
    // Names in lists are found below; what is no name of a threshold means nothing to the reader.
    let lists = arguments.better.iter().chain(&arguments.than);
    let names: Vec<String> = lists
        .flat_map(|list| std::iter::once(list.as_str()).chain(list.split(',')))
        .map(|name| name.trim_matches([' ', '"']).to_owned())
        .collect();
    Ok(Reading::of(&arguments.input.naming(&names)))
}

pub(crate) fn answer(
    arguments: &ZoneArgs,
    subject: &Subject,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let classifiers = subject.classifiers.clone();
    let regions = input::on_tile(classifiers, &arguments.target)?;
    let better = positions(regions.classifiers(), &arguments.better)?;
    let than = positions(regions.classifiers(), &arguments.than)?;
    let zone = regions.zone(&better, &than);
    let destination = arguments.output.to.output.as_ref();
    if destination.is_some_and(|path| is_picture(path)) {
        let title = format!("{} \u{2265} {}", arguments.better.join(","), arguments.than.join(","));
        let picture = TilePicture::zone(&regions, &title, zone.as_ref(), SIDE, Extras::default());
        return write_picture(&picture, arguments.look.look(), destination, streams);
    }
    refuse_look(arguments.look.given())?;
    let zone = zone.as_ref();
    let report = ZoneReport { regions: &regions, better: &better, than: &than, zone };
    write_result(&arguments.output, streams, &report)
}

/// Returns the positions of names given as CSV lines, so that a quoted name may hold a comma. A
/// name is taken literally, or else without the blanks around it.
fn positions(classifiers: &[Classifier], lists: &[String]) -> Result<Vec<usize>, Failure> {
    let mut positions = Vec::new();
    for list in lists {
        if let Ok(whole) = input::position(classifiers, list) {
            positions.push(whole);
            continue;
        }
        let unreadable = || {
            Failure::new(
                format!("names cannot be read: {list:?}"),
                "give them as A,B,\"C, with a comma\"",
            )
        };
        if list.trim().is_empty() || list.matches('"').count() % 2 == 1 {
            return Err(unreadable());
        }
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(list.as_bytes());
        let mut names = csv::StringRecord::new();
        reader.read_record(&mut names).map_err(|_| unreadable())?;
        for name in &names {
            let position = input::position(classifiers, name)
                .or_else(|_| input::position(classifiers, name.trim()))?;
            positions.push(position);
        }
    }
    Ok(input::distinct(positions))
}
