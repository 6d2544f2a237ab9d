//! The command line: the only place with flags, colours and exit codes.

#[cfg(any(test, not(all(feature = "browser", feature = "service"))))]
mod absent;
mod bulk;
mod busy;
mod challenge;
mod help;
pub mod judge;
pub mod referee;
mod seats;
#[cfg(feature = "browser")]
mod serve;
mod setup;
mod suggested;
mod table;
mod tips;
mod which;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::files::{self, Identity};
use crate::process::Interrupt;
use crate::transcript::visible_message;

/// Everything was judged and conforms, or the work was done.
const GOOD: u8 = 0;
/// Something judged does not conform.
const BAD: u8 = 1;
/// The work could not be done.
const FAILED: u8 = 2;
/// The program was interrupted: 128 and the number of SIGINT, as in shells.
const INTERRUPTED: u8 = 130;

/// Why a command stops, printed once at the end.
#[derive(Debug)]
struct Failure {
    what: String,
    code: u8,
}

impl<E: std::error::Error> From<E> for Failure {
    fn from(why: E) -> Failure {
        Failure { what: why.to_string(), code: FAILED }
    }
}

/// A failure with this message.
fn failure(what: impl Into<String>) -> Failure {
    Failure { what: what.into(), code: FAILED }
}

/// The failure of an operation on this path, for this reason.
fn at<E: std::fmt::Display>(path: &(impl AsRef<Path> + ?Sized)) -> impl FnOnce(E) -> Failure {
    move |why| failure(format!("{}: {why}", path.as_ref().display()))
}

/// What came of some work; a failure that comes from an interrupt has nothing to say.
fn unless_interrupted<T>(interrupt: &Interrupt, outcome: Result<T, Failure>) -> Result<T, Failure> {
    outcome.map_err(|why| match interrupt.is_raised() {
        true => Failure { what: String::new(), code: INTERRUPTED },
        false => why,
    })
}

/// Does work that can be interrupted. If it is, that is no failure of the work.
fn interruptible(work: impl FnOnce(&Interrupt) -> Result<u8, Failure>) -> Result<u8, Failure> {
    let interrupt = Interrupt::on_signals_or_end(INTERRUPTED)?;
    match work(&interrupt) {
        Err(_) if interrupt.is_raised() => Ok(INTERRUPTED),
        other => other,
    }
}

/// Runs a program.
fn start(program: &str, run: impl FnOnce() -> Result<u8, Failure>) -> ExitCode {
    if let Some(code) = crate::process::serve_if_called() {
        return code;
    }
    crate::process::keep_to_built_in_lookup();
    conclude(program, run())
}

/// Prints the failure, if there is one with words, and returns the exit code.
fn conclude(program: &str, outcome: Result<u8, Failure>) -> ExitCode {
    match outcome {
        Ok(code) => code.into(),
        Err(Failure { what, code }) => {
            if !what.is_empty() {
                tell(program, &what);
            }
            code.into()
        }
    }
}

/// Prints a message. Names of files in it may hold what a terminal obeys, which is made visible.
fn tell(program: &str, what: &str) {
    anstream::eprintln!("{program}: {}", visible_message(what.as_bytes()));
}

/// Writes a text to standard output, without colours where they are not wanted. A closed pipe is not a
/// failure.
fn print(text: &str) -> Result<(), Failure> {
    use std::io::Write;
    let mut stdout = anstream::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(why) if why.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(failure(format!("standard output: {why}")))
        }
        _ => Ok(()),
    }
}

/// Writes a file completely or not at all: see [`files::save`].
fn save(path: &Path, content: &[u8]) -> Result<(), Failure> {
    files::save(path, content).map_err(at(path))
}

/// Creates a file, or empties it: see [`files::create`].
fn create(path: &Path) -> Result<std::fs::File, Failure> {
    files::create(path).map_err(at(path))
}

/// Checks early whether a file can be created or replaced.
fn try_out(path: &Path) -> Result<(), Failure> {
    files::try_out(path).map_err(at(path))
}

/// The same of a file that may be given, which must be none of the files that are read.
fn try_out_beside<'a>(
    read: impl IntoIterator<Item = &'a PathBuf>,
    out: Option<&Path>,
) -> Result<(), Failure> {
    let Some(out) = out else { return Ok(()) };
    let written = Identity::at(out);
    if written.is_some() && read.into_iter().any(|file| Identity::at(file) == written) {
        return Err(failure(format!(
            "{}: this file is read, and would be lost; name another",
            out.display()
        )));
    }
    try_out(out)
}
