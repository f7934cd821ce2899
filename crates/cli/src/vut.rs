//! `exactile vut`

use super::args::VutArgs;
use super::failure::Failure;
use super::input::check_classes;
use super::output::write_result;
use super::reading::Reading;
use super::streams::Streams;
use exactile::tile::rank_by_volume;
use exactile_document::VolumeReport;
use exactile_input::Subject;

pub(super) fn reading(arguments: &VutArgs) -> Result<Reading, Failure> {
    Ok(Reading::of(&arguments.input))
}

pub(super) fn answer(
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
