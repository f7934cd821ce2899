//! `exactile completions`, `exactile man` and `exactile page`

#[cfg(feature = "page")]
use crate::args::PageArgs;
use crate::args::{CompletionsArgs, ManArgs, program};
use exactile_answers::host::{Failure, Streams, reason, write_plain};

pub(super) fn completions(
    arguments: &CompletionsArgs,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut program(), "exactile", &mut script);
    write_plain(arguments.output.output.as_ref(), streams, |out| Ok(out.write_all(&script)?))
}

pub(super) fn man(arguments: &ManArgs) -> Result<(), Failure> {
    let folder = &arguments.output;
    std::fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(program(), folder))
        .map_err(|error| {
            let what = format!("cannot be written: {}", reason(&error));
            Failure::new(what, "check the path and its space").at(folder.display())
        })
}

#[cfg(feature = "page")]
pub(super) fn page(arguments: &PageArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let page = include_bytes!(env!("EXACTILE_PAGE"));
    write_plain(arguments.output.output.as_ref(), streams, |out| Ok(out.write_all(page)?))
}
