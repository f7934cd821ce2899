//! `exactile vut`

pub(crate) mod arguments;

use self::arguments::VutArgs;
use crate::host::{Failure, Streams, write_result};
use crate::inputs::input::check_classes;
use crate::inputs::reading::Reading;
use exactile::tile::rank_by_volume;
use exactile_document::VolumeReport;
use exactile_input::Subject;

pub(crate) fn reading(arguments: &VutArgs) -> Result<Reading, Failure> {
    Ok(Reading::of(&arguments.input))
}

pub(crate) fn answer(
    arguments: &VutArgs,
    subject: &Subject,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    check_classes(&"the volume under the Tile", streams)?;
    let classifiers = &subject.classifiers;
    let ranking = rank_by_volume(classifiers);
    let report = VolumeReport { classifiers, ranking: &ranking };
    write_result(&arguments.output, streams, &report)
}
