//! The programs that are measured: submissions of `golf/`, made ready to run.

use std::path::Path;

use referee::dialect::Dialect;
use referee::golf::{Languages, Toolchain, gather};
use referee::process::{Command, Interrupt};
use referee::runner::Program;

/// The languages, by the ending of their submission.
pub(crate) const LANGUAGES: [(&str, &str); 6] =
    [("C", "c"), ("Perl", "pl"), ("Lua", "lua"), ("CPython", "py"), ("Ruby", "rb"), ("node", "js")];

/// The judge.
pub(crate) const JUDGE: &str = env!("CARGO_BIN_EXE_judge");

/// Where a submission lies.
pub(crate) fn path(ending: &str) -> String {
    format!("{}/golf/tictactoe/ttt.{ending}", env!("CARGO_MANIFEST_DIR"))
}

/// The command that runs it; none if its language is not here.
pub(crate) fn ready(ending: &str, interrupt: &Interrupt) -> Option<Command> {
    ready_at(Path::new(&path(ending)), interrupt)
}

/// The command that runs the program in a file; none if its language is not here.
pub(crate) fn ready_at(path: &Path, interrupt: &Interrupt) -> Option<Command> {
    let languages = Languages::built_in();
    let submissions = gather(path, &Dialect::Tictactoe, &languages).expect("a submission");
    match Toolchain::new(interrupt)
        .prepare(&submissions[0], &languages)
        .expect("it can be made ready")
        .program
    {
        Program::Ready(command) => Some(command),
        _ => None,
    }
}
