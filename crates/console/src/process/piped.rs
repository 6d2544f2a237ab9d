//! A program that runs beside the judge, which talks with it meanwhile.
//!
//! It is started like a candidate, with the same limits and in the same sandbox, by its own thread. Only its standard
//! input and output are not the judge's pipes but two named ones, in a folder that it can see; the other ends are held here.
//!
//! ```text
//!   here                     program: sh -c 'exec <in >out; exec "$@"'
//!   to    ----- in ------->  0 standard input
//!   from  <---- out -------  1 standard output
//!   thread: process::run     2 standard error, limits, its end
//! ```

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::Instant;

use rustix::event::{PollFd, PollFlags};
use rustix::fs::{CWD, FileType, Mode, OFlags, mknodat};

use super::error::RunError;
use super::poll::{is_readable, wait_until};
use super::{Command, Interrupt, Scratch};
use crate::execution::Execution;
use crate::files::Pinned;

/// A program that is talked with.
#[doc(hidden)]
#[derive(Debug)]
pub struct Piped {
    pub to: Option<File>,
    pub from: Option<File>,
    /// A pipe by which it signals that it has opened its ends. `None` after that.
    pub(super) ready: Option<File>,
    run: Receiver<Result<Execution, RunError>>,
    /// Closed to end it.
    stop: Option<OwnedFd>,
    /// Closed when it has ended.
    end: OwnedFd,
    _folder: Scratch,
}

impl Piped {
    /// Starts a program: `spawn` makes a thread of the work that it is given, which is to run the command.
    pub fn start<'a, T>(
        command: &Command,
        run: impl FnOnce(&Command, &Interrupt) -> Result<Execution, RunError> + Send + 'a,
        spawn: impl FnOnce(Box<dyn FnOnce() + Send + 'a>) -> T,
    ) -> io::Result<(Piped, T)> {
        let folder = Scratch::new()?;
        let [to, from, ready] = ["in", "out", "ready"].map(|name| made(folder.path(), name));
        let (to, from, ready) = (to?, from?, ready?);
        if rustix::process::geteuid().is_root() {
            // In a sandbox it runs as another user.
            std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755))?;
        }
        // The judge opens a reader, too, so that opening does not block.
        let to = opened(&to, OpenOptions::new().read(true).write(true))?;
        let from = opened(&from, OpenOptions::new().read(true))?;
        let ready = opened(&ready, OpenOptions::new().read(true))?;
        let command = redirected(command, folder.path())?;
        let (stopped, stop) = Interrupt::by_hand()?;
        let (end, end_writer) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC)?;
        let (sender, receiver) = channel();
        let thread = spawn(Box::new(move || {
            let _ = sender.send(run(&command, &stopped));
            drop(end_writer);
        }));
        let (to, from, ready, stop) = (Some(to), Some(from), Some(ready), Some(stop));
        Ok((Piped { to, from, ready, run: receiver, stop, end, _folder: folder }, thread))
    }

    /// Ends it, if it still runs.
    pub fn stop(&mut self) {
        self.stop = None;
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stop.is_none()
    }

    /// A descriptor that becomes readable when it has ended.
    pub fn end(&self) -> BorrowedFd<'_> {
        self.end.as_fd()
    }

    pub fn has_ended(&self) -> bool {
        is_readable(self.end())
    }

    /// Waits for its end, and returns the result. `None` if that was returned before, or its thread was lost.
    pub fn outcome(&self) -> Option<Result<Execution, RunError>> {
        self.run.recv().ok()
    }

    /// Reads what is there, without waiting; the end of the pipe does not mean that the program has ended.
    pub fn read(&mut self, part: &mut [u8]) -> io::Result<usize> {
        let Some(from) = &mut self.from else { return Ok(0) };
        match from.read(part) {
            Ok(0) => {
                if has_hung_up(from) {
                    self.from = None;
                }
                Ok(0)
            }
            Err(why) if why.kind() == io::ErrorKind::WouldBlock => Ok(0),
            other => other,
        }
    }

    /// Whether it has opened its ends.
    pub(super) fn is_connected(&mut self) -> bool {
        let is_signalled = |ready: &mut File| ready.read(&mut [0]).is_ok_and(|length| length > 0);
        if self.ready.as_mut().is_some_and(is_signalled) {
            self.ready = None;
        }
        self.ready.is_none()
    }
}

/// Whether a program had the other end of a pipe open, and has it no more.
fn has_hung_up(pipe: &File) -> bool {
    let mut polled = [PollFd::new(pipe, PollFlags::IN)];
    wait_until(&mut polled, Some(Instant::now())).is_ok() && polled[0].revents().contains(PollFlags::HUP)
}

fn redirected(command: &Command, folder: &Path) -> io::Result<Command> {
    let script = r#"folder=$0; exec <"$folder/in" >"$folder/out"; echo >"$folder/ready"; exec "$@""#;
    let words = ["-c".into(), script.into(), folder.into(), command.program.clone().into_os_string()];
    let args = words.into_iter().chain(command.args.iter().cloned()).collect();
    Ok(Command { program: "/bin/sh".into(), args, pipes: vec![Pinned::named(folder)?], ..command.clone() })
}

/// A pipe that every user may open: a program may run as another one.
fn made(folder: &Path, name: &str) -> io::Result<PathBuf> {
    let path = folder.join(name);
    mknodat(CWD, &path, FileType::Fifo, Mode::from_raw_mode(0o666), 0)?;
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o666))?;
    Ok(path)
}

/// Opens a pipe, without waiting; reading from it does not wait either.
fn opened(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    options.custom_flags(OFlags::NONBLOCK.bits().cast_signed()).open(path)
}
