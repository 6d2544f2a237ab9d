//! A conversation with a program that runs for as long as its game does.
//!
//! The program is started like a candidate, with the same limits and in the same sandbox ([`process::run`] in
//! a thread of its own). Only its standard input and output are not the judge's pipes but two named ones, in
//! a folder that it can see; the other ends are held here. Each game has a new process, so that late output
//! cannot reach the next game.
//!
//! ```text
//!   here                     program: sh -c 'exec "$@" <in >out'
//!   say   ----- in ------->  0 standard input
//!   read_line  <---- out -------  1 standard output
//!   thread: process::run     2 standard error, limits, its end
//! ```

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::Forfeit;
use super::conditions::PlayConditions;
use judging::execution::{Execution, Limits, ProgramInput};
use judging::files::Pinned;
use judging::process::{self, Command, Interrupt, RunDir, RunError, Scratch, named_pipe};

/// How long a program may take to end when its game is over.
const GRACE: Duration = Duration::from_millis(500);

/// The longest line that is waited for, in bytes.
const LONGEST: usize = 1 << 16;

#[derive(Debug)]
pub(super) struct Talk {
    to: Option<File>,
    from: File,
    unread: Vec<u8>,
    run: Option<JoinHandle<Result<Execution, RunError>>>,
    /// Closed to end the run.
    stop: Option<OwnedFd>,
    /// Closed by the run when it is over.
    over: OwnedFd,
    /// Raised when all games are to be aborted.
    interrupt: Interrupt,
    _folder: Scratch,
}

impl Talk {
    /// Starts a program.
    pub(super) fn start(command: &Command, limits: Limits, conditions: &PlayConditions) -> io::Result<Talk> {
        let folder = Scratch::new()?;
        let (to, from) = (named_pipe::make(folder.path(), "in")?, named_pipe::make(folder.path(), "out")?);
        // In a sandbox it may run as another user.
        std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755))?;
        let to = named_pipe::open(&to, OpenOptions::new().read(true).write(true))?;
        let from = named_pipe::open(&from, OpenOptions::new().read(true))?;
        let (stopped, stop) = Interrupt::by_hand()?;
        let (over, tell_over) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC)?;
        let mut run_dir = RunDir::isolated(&conditions.isolation)?;
        let command = redirected(command, folder.path())?;
        let run = std::thread::spawn(move || {
            let execution = process::run(&command, &ProgramInput::default(), &limits, &mut run_dir, &stopped);
            drop(tell_over);
            execution
        });
        let (to, run, stop) = (Some(to), Some(run), Some(stop));
        let (unread, interrupt) = (Vec::new(), conditions.interrupt.clone());
        Ok(Talk { to, from, unread, run, stop, over, interrupt, _folder: folder })
    }

    /// Output that was not asked for, if any.
    pub(super) fn unasked(&mut self) -> Option<String> {
        let _ = self.read();
        let said = std::mem::take(&mut self.unread);
        (!said.is_empty()).then(|| first_line(&said))
    }

    /// Sends text to it.
    /// Fails with a [`Forfeit`] if it does not read.
    pub(super) fn say(&mut self, words: &[u8], deadline: Option<Instant>) -> Result<(), Forfeit> {
        let mut rest = words;
        while !rest.is_empty() {
            let Some(to) = &mut self.to else { return Ok(()) };
            match to.write(rest) {
                Ok(written) => rest = &rest[written..],
                Err(why) if why.kind() == io::ErrorKind::WouldBlock => {
                    let to = to.as_fd();
                    let mut waited = [
                        PollFd::new(&self.interrupt, PollFlags::IN),
                        PollFd::new(&self.over, PollFlags::IN),
                        PollFd::new(&to, PollFlags::OUT),
                    ];
                    wait(&mut waited, deadline)?;
                    if self.interrupt.is_raised() {
                        return Err(Forfeit::BrokenOff);
                    }
                    if !waited[1].revents().is_empty() {
                        return Err(self.gone());
                    }
                }
                Err(why) => return Err(Forfeit::Gone(why.to_string())),
            }
        }
        Ok(())
    }

    /// Waits for its next line.
    /// Fails with a [`Forfeit`] if none comes.
    pub(super) fn read_line(&mut self, deadline: Option<Instant>) -> Result<Vec<u8>, Forfeit> {
        loop {
            let is_closed = !self.read().map_err(|why| Forfeit::Gone(why.to_string()))?;
            if let Some(line) = self.take_line() {
                return Ok(line);
            }
            if self.unread.len() > LONGEST {
                return Err(Forfeit::Unreadable(first_line(&self.unread)));
            }
            if is_closed {
                return Err(self.gone());
            }
            let mut waited = [
                PollFd::new(&self.interrupt, PollFlags::IN),
                PollFd::new(&self.over, PollFlags::IN),
                PollFd::new(&self.from, PollFlags::IN),
            ];
            wait(&mut waited, deadline)?;
            if self.interrupt.is_raised() {
                return Err(Forfeit::BrokenOff);
            }
        }
    }

    /// Sends the last text, and waits briefly for it to end.
    pub(super) fn end(&mut self, words: &[u8]) {
        let _ = self.say(words, Some(Instant::now() + GRACE));
        self.leave();
    }

    fn take_line(&mut self) -> Option<Vec<u8>> {
        let end = self.unread.iter().position(|&byte| byte == b'\n')?;
        let mut line: Vec<_> = self.unread.drain(..=end).collect();
        line.pop();
        line.pop_if(|last| *last == b'\r');
        Some(line)
    }

    /// Reads what is there; returns whether more may come.
    fn read(&mut self) -> io::Result<bool> {
        let mut part = [0; 1 << 12];
        // Output from before the end still counts, so the end is checked first.
        let is_over = is_ready(&self.over);
        loop {
            match self.from.read(&mut part) {
                Ok(0) => return Ok(!is_over && !has_hung_up(&self.from)),
                Ok(length) => self.unread.extend_from_slice(&part[..length]),
                Err(why) if why.kind() == io::ErrorKind::WouldBlock => return Ok(!is_over),
                Err(why) => return Err(why),
            }
            if self.unread.len() > LONGEST {
                return Ok(true);
            }
        }
    }

    /// Why there is no more output.
    fn gone(&mut self) -> Forfeit {
        let has_ended =
            wait(&mut [PollFd::new(&self.over, PollFlags::IN)], Some(Instant::now() + GRACE)).is_ok();
        if !has_ended {
            return Forfeit::Gone("closed its output".to_owned());
        }
        match self.run.take().map(JoinHandle::join) {
            Some(Ok(Ok(execution))) => Forfeit::Gone(how_it_ended(&execution)),
            Some(Ok(Err(why))) => Forfeit::Gone(why.to_string()),
            _ => Forfeit::Gone("ended".to_owned()),
        }
    }

    fn leave(&mut self) {
        self.to = None;
        let mut over = [PollFd::new(&self.over, PollFlags::IN)];
        let _ = wait(&mut over, Some(Instant::now() + GRACE));
        self.stop = None;
        if let Some(run) = self.run.take() {
            let _ = run.join();
        }
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        self.leave();
    }
}

fn redirected(command: &Command, folder: &Path) -> io::Result<Command> {
    let script = r#"folder=$0; exec "$@" <"$folder/in" >"$folder/out""#;
    let words = ["-c".into(), script.into(), folder.into(), command.program.clone().into_os_string()];
    let args = words.into_iter().chain(command.args.iter().cloned()).collect();
    Ok(Command { program: "/bin/sh".into(), args, pipes: vec![Pinned::named(folder)?], ..command.clone() })
}

/// Waits until something happens to one of these.
fn wait(waited: &mut [PollFd<'_>], deadline: Option<Instant>) -> Result<(), Forfeit> {
    loop {
        let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let timeout = left.map(|left| Timespec {
            tv_sec: left.as_secs().try_into().unwrap_or(i64::MAX),
            tv_nsec: left.subsec_nanos().into(),
        });
        match poll(waited, timeout.as_ref()) {
            Ok(0) => return Err(Forfeit::Late),
            Ok(_) => return Ok(()),
            Err(rustix::io::Errno::INTR) => {}
            Err(why) => return Err(Forfeit::Gone(why.to_string())),
        }
    }
}

fn is_ready(fd: &OwnedFd) -> bool {
    let now = Timespec { tv_sec: 0, tv_nsec: 0 };
    poll(&mut [PollFd::new(fd, PollFlags::IN)], Some(&now)).is_ok_and(|ready| ready > 0)
}

/// Whether a named pipe had a program at the other end, and has none any more.
fn has_hung_up(pipe: &File) -> bool {
    let now = Timespec { tv_sec: 0, tv_nsec: 0 };
    let mut polled = [PollFd::new(pipe, PollFlags::IN)];
    poll(&mut polled, Some(&now)).is_ok() && polled[0].revents().contains(PollFlags::HUP)
}

fn how_it_ended(execution: &Execution) -> String {
    let how = execution.ending.to_string();
    let said = String::from_utf8_lossy(&execution.stderr);
    match said.lines().rfind(|line| !line.trim().is_empty()) {
        Some(line) => format!("{how}: {}", first_line(line.as_bytes())),
        None => how,
    }
}

/// The beginning of an output, safe to print.
pub(super) fn first_line(said: &[u8]) -> String {
    let line = said.split(|&byte| byte == b'\n').next().unwrap_or_default();
    judging::transcript::visible(&line[..line.len().min(80)])
}
