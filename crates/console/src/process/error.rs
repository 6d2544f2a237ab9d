//! Why a run could not be made: by the judge's fault or by the program's.

use std::io;
use std::path::Path;

use crate::execution::{Ending, Execution};

/// Why a run could not be made, through no fault of the candidate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The judge was interrupted.
    #[error("interrupted")]
    Interrupted,
    /// The system refused something that the judge needs.
    #[error("cannot {0}: {1}")]
    System(&'static str, io::Error),
    /// The program that judges outputs gave no verdict.
    #[error("the validator failed{0}")]
    Validator(String),
}

pub(super) fn no_terminal(why: io::Error) -> RunError {
    RunError::System("make a terminal", why)
}

/// Whether starting failed for another reason than the program: the machine is out of something, or a step
/// before the program failed.
pub(super) fn is_judges_fault(why: &io::Error) -> bool {
    let shortages = [libc::EAGAIN, libc::ENOMEM, libc::EMFILE, libc::ENFILE];
    why.raw_os_error().map_or(why.kind() == io::ErrorKind::Other, |code| shortages.contains(&code))
}

pub(super) fn not_started(program: &Path, why: &io::Error) -> Execution {
    let name = program.display();
    let reason = match why.raw_os_error() {
        Some(libc::ENOEXEC) => {
            format!("{name} is neither a program for this machine nor a script with a `#!` line")
        }
        Some(libc::ENOENT) if program.exists() => {
            format!("the interpreter in the `#!` line of {name} does not exist")
        }
        Some(libc::ENOENT) => format!("{name} does not exist"),
        Some(libc::EACCES) => format!("{name} is not executable"),
        Some(libc::E2BIG) => "its arguments are too long for the system".to_owned(),
        _ => format!("{name}: {why}"),
    };
    Execution::of_nothing(Ending::NotStarted(reason))
}
