//! `exactile tables`

use super::args::TablesArgs;
use super::failure::Failure;
use super::output::write_result;
use super::streams::Streams;
use exactile_papers::referee::{Examined, RefereeError, Statement, examine, published};
use exactile_papers::{Statements, Tables};

pub(super) fn run(arguments: &TablesArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let statements = chosen(published().map_err(|error| failure(&error))?, &arguments.ids)?;
    if arguments.list {
        return write_result(&arguments.output, streams, &Statements(&statements));
    }
    let examined = examine(statements).map_err(|error| failure(&error))?;
    write_result(&arguments.output, streams, &Tables(&examined))?;
    if examined.iter().all(Examined::as_recorded) { Ok(()) } else { Err(Failure::ChecksFailed) }
}

/// The statements with one of these names, or of one of these papers.
fn chosen(statements: Vec<Statement>, ids: &[String]) -> Result<Vec<Statement>, Failure> {
    let named = |statement: &Statement, id: &str| {
        let paper = statement.id.split('/').next().unwrap_or_default();
        statement.id == id || paper == id.trim_end_matches('/')
    };
    for id in ids {
        if !statements.iter().any(|statement| named(statement, id)) {
            return Err(Failure::new(
                format!("no published statement is called {id:?}"),
                "see exactile tables --list",
            ));
        }
    }
    let wanted =
        |statement: &Statement| ids.is_empty() || ids.iter().any(|id| named(statement, id));
    Ok(statements.into_iter().filter(wanted).collect())
}

/// The statements are part of the program: what cannot be read is its own fault.
fn failure(error: &RefereeError) -> Failure {
    let what = format!("the program's own data: {error}");
    Failure::new(what, "report this as a defect")
}
