//! `exactile vut`

use super::args::VutArgs;
use super::failure::Failure;
use super::input;
use super::output::write_result;
use super::streams::Streams;
use exactile::tile::rank_by_volume;
use exactile_document::VolumeReport;

pub(super) fn run(arguments: &VutArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let classifiers = input::classifiers(&arguments.input, streams)?;
    let ranking = rank_by_volume(&classifiers);
    let report = VolumeReport { classifiers: &classifiers, ranking: &ranking };
    write_result(&arguments.output, streams, &report)
}
