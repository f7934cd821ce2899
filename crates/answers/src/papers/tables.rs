//! `exactile tables`

use super::arguments::TablesArgs;
use crate::host::{Failure, Streams, write_result};
use exactile_papers::referee::{
    Examined, RefereeError, Undecidable, examine, published, undecidable,
};
use exactile_papers::{Statements, Tables};

pub(crate) fn run(arguments: &TablesArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let mut statements = published().map_err(|error| failure(&error))?;
    let mut open: Vec<Undecidable> = undecidable().map_err(|error| failure(&error))?;
    let ids = || statements.iter().map(|one| &one.id).chain(open.iter().map(|one| &one.id));
    if let Some(unknown) = arguments.ids.iter().find(|wanted| !ids().any(|id| is_meant(id, wanted)))
    {
        return Err(Failure::new(
            format!("no published statement is called {unknown:?}"),
            "see exactile tables --list",
        ));
    }
    let chosen = |id: &str| {
        arguments.ids.is_empty() || arguments.ids.iter().any(|wanted| is_meant(id, wanted))
    };
    statements.retain(|one| chosen(&one.id));
    open.retain(|one| chosen(&one.id));
    if arguments.list {
        let list = Statements { statements: &statements, undecidable: &open };
        return write_result(&arguments.output, streams, &list);
    }
    let examined = examine(statements).map_err(|error| failure(&error))?;
    let tables = Tables { examined: &examined, undecidable: &open };
    write_result(&arguments.output, streams, &tables)?;
    if examined.iter().all(Examined::as_recorded) { Ok(()) } else { Err(Failure::ChecksFailed) }
}

/// Returns `true` if a statement has this name, or is of the paper with this name.
fn is_meant(id: &str, wanted: &str) -> bool {
    let paper = id.split('/').next().unwrap_or_default();
    id == wanted || paper == wanted.trim_end_matches('/')
}

/// Creates the failure for statements that cannot be read. They are part of the program, so this is
/// a defect of it.
fn failure(error: &RefereeError) -> Failure {
    let what = format!("the program's own data: {error}");
    Failure::new(what, "report this as a defect")
}
