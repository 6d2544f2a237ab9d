//! The command line: the only place with flags, colours and exit codes.

#[cfg(any(test, not(all(feature = "browser", feature = "service"))))]
mod absent;
mod bulk;
mod busy;
mod cast;
mod challenge;
mod help;
pub mod judge;
#[cfg(all(target_env = "gnu", target_feature = "crt-static"))]
mod lookup;
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

use crate::files::Identity;
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

/// Writes a file completely or not at all; what is not a file, such as a device or a pipe, is written to. A
/// link is replaced, since another user may have put it there, unless it is one of the system's, such as
/// `/dev/stdout`.
fn save(path: &Path, content: &[u8]) -> Result<(), Failure> {
    let is_systems = ["/dev", "/proc"].iter().any(|folder| path.starts_with(folder));
    let there = if is_systems { path.metadata() } else { path.symlink_metadata() };
    let outcome = match there {
        Ok(there) if !there.is_file() && !there.is_symlink() => write_to(path, content),
        _ => replace(path, content),
    };
    outcome.map_err(at(path))
}

/// Writes to what exists already. A pipe without a reader is not waited for.
fn write_to(path: &Path, content: &[u8]) -> std::io::Result<()> {
    use std::io::Write;
    use std::os::unix::fs::OpenOptionsExt;
    let flags = rustix::fs::OFlags::NONBLOCK.bits().cast_signed();
    let mut file = std::fs::OpenOptions::new().write(true).custom_flags(flags).open(path)?;
    rustix::fs::fcntl_setfl(&file, rustix::fs::OFlags::empty())?;
    file.write_all(content)
}

/// Creates a file, or empties it, to write to it bit by bit. A link is not followed, unless it is one of the system's.
fn create(path: &Path) -> Result<std::fs::File, Failure> {
    use std::os::unix::fs::OpenOptionsExt;
    let is_systems = ["/dev", "/proc"].iter().any(|folder| path.starts_with(folder));
    let link = if is_systems { rustix::fs::OFlags::empty() } else { rustix::fs::OFlags::NOFOLLOW };
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true).custom_flags(link.bits().cast_signed());
    options.open(path).map_err(at(path))
}

/// Checks early whether a file can be created or replaced.
fn try_out(path: &Path) -> Result<(), Failure> {
    match tempfile::tempfile_in(folder(path)) {
        Err(why) if path.metadata().map_or(true, |there| there.is_file()) => {
            Err(failure(format!("{}: {why}", path.display())))
        }
        _ => Ok(()),
    }
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

/// The folder of a file.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn replace(path: &Path, content: &[u8]) -> std::io::Result<()> {
    use std::io::Write;
    // The umask removes further permissions.
    let rights = std::os::unix::fs::PermissionsExt::from_mode(0o666);
    let mut file =
        tempfile::Builder::new().prefix(".judge-").permissions(rights).tempfile_in(folder(path))?;
    // Written through the handle, since errors of the path would name the temporary file.
    file.as_file_mut().write_all(content)?;
    file.persist(path)?;
    Ok(())
}
