//! Two programs in conversation: the output of one is the input of the other, carried by the judge.
//!
//! Each runs like a candidate, except that its standard input and output are named pipes in a folder of its
//! own. A program gets the end of input when the other has ended, not when it has closed its output: so it is
//! always known which ended first.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::thread::Scope;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::error::RunError;
use super::{Command, Interrupt, RunDir, Scratch, named_pipe};
use crate::execution::{Execution, Limits, ProgramInput};
use crate::files::Pinned;

/// How many bytes may be pending for a program before the other's output is read no further.
const ROOM: usize = 1 << 16;

/// How much of a conversation is kept, in bytes.
const KEPT: usize = 1 << 16;

fn unconnected(why: io::Error) -> RunError {
    RunError::System("connect a program with its validator", why)
}

pub struct Side<'a> {
    pub command: Command,
    pub limits: Limits,
    pub run_dir: &'a mut RunDir,
}

/// The results.
pub struct Conversation {
    /// The program's run. `None` if it was still running when the validator had found a fault.
    pub program: Option<Execution>,
    /// The validator's run. `None` if it had to be stopped.
    pub validator: Option<Execution>,
    /// Whether the validator ended before the program.
    pub is_validator_first: bool,
    /// The conversation, each line after `>` if the program wrote it, after `<` if the validator did.
    pub said: String,
}

/// Lets a program and a validator talk until both have ended. After the program has ended, the validator has
/// this much time. A program is ended as soon as the validator has found a fault, which `is_fault`
/// determines.
pub fn converse(
    program: Side<'_>,
    validator: Side<'_>,
    grace: Duration,
    is_fault: impl Fn(&Execution) -> bool,
    interrupt: &Interrupt,
) -> Result<Conversation, RunError> {
    std::thread::scope(|scope| {
        let ends = [End::start(program, scope)?, End::start(validator, scope)?];
        let mut talk = Talk { ends, said: Said::default(), first: None, grace: None };
        let outcome = talk.go(grace, is_fault, interrupt);
        // Programs that still run are ended, so that their threads end.
        talk.ends.iter_mut().for_each(|end| end.stop = None);
        outcome?;
        let [program, validator] = talk.ends.map(|end| end.result.flatten());
        Ok(Conversation {
            program,
            validator,
            is_validator_first: talk.first == Some(VALIDATOR),
            said: talk.said.text(),
        })
    })
}

const PROGRAM: usize = 0;
const VALIDATOR: usize = 1;

struct Talk {
    ends: [End; 2],
    said: Said,
    /// Which of the two ended first.
    first: Option<usize>,
    /// When the validator must have ended.
    grace: Option<Instant>,
}

impl Talk {
    fn go(
        &mut self,
        grace: Duration,
        is_fault: impl Fn(&Execution) -> bool,
        interrupt: &Interrupt,
    ) -> Result<(), RunError> {
        while self.ends.iter().any(|end| end.result.is_none()) {
            self.wait(interrupt).map_err(unconnected)?;
            if interrupt.is_raised() {
                return Err(RunError::Interrupted);
            }
            for from in [PROGRAM, VALIDATOR] {
                self.ends[from].is_ready();
                self.carry(from).map_err(unconnected)?;
                self.note_end(from)?;
            }
            self.give_ends();
            let is_stopped = match &self.ends[VALIDATOR].result {
                Some(Some(run)) => is_fault(run),
                _ => false,
            };
            if is_stopped {
                self.ends[PROGRAM].stop = None;
            }
            if self.ends[PROGRAM].result.is_some() {
                let until = *self.grace.get_or_insert_with(|| Instant::now() + grace);
                if Instant::now() >= until {
                    self.ends[VALIDATOR].stop = None;
                }
            }
        }
        Ok(())
    }

    fn wait(&self, interrupt: &Interrupt) -> io::Result<()> {
        let mut waited = vec![PollFd::new(interrupt, PollFlags::IN)];
        for (end, other) in [(PROGRAM, VALIDATOR), (VALIDATOR, PROGRAM)] {
            let (end, other) = (&self.ends[end], &self.ends[other]);
            if end.result.is_none() {
                waited.push(PollFd::new(&end.over, PollFlags::IN));
                waited.extend(end.ready.as_ref().map(|ready| PollFd::new(ready, PollFlags::IN)));
            }
            if let Some(from) = end.from.as_ref().filter(|_| other.has_room()) {
                waited.push(PollFd::new(from, PollFlags::IN));
            }
            if let Some(to) = end.to.as_ref().filter(|_| !end.pending.is_empty()) {
                waited.push(PollFd::new(to, PollFlags::OUT));
            }
        }
        let left = self.grace.map(|until| until.saturating_duration_since(Instant::now()));
        let left = left.map(|left| Timespec {
            tv_sec: left.as_secs().try_into().unwrap_or(i64::MAX),
            tv_nsec: left.subsec_nanos().into(),
        });
        match poll(&mut waited, left.as_ref()) {
            Err(rustix::io::Errno::INTR) => Ok(()),
            other => other.map(drop).map_err(Into::into),
        }
    }

    /// Reads the output of one program, and writes it to the other as far as there is room.
    fn carry(&mut self, from: usize) -> io::Result<()> {
        let [program, validator] = &mut self.ends;
        let (one, other) = if from == PROGRAM { (program, validator) } else { (validator, program) };
        if other.has_room() {
            let mut part = [0; 1 << 14];
            let length = one.read(&mut part)?;
            self.said.add(from, &part[..length]);
            if other.to.is_some() {
                other.pending.extend_from_slice(&part[..length]);
            }
        }
        other.write();
        Ok(())
    }

    /// Checks whether one has ended.
    fn note_end(&mut self, place: usize) -> Result<(), RunError> {
        let end = &mut self.ends[place];
        if end.result.is_none() && end.has_ended() {
            let is_stopped = end.stop.is_none();
            end.result = Some(match end.run.recv() {
                Ok(Err(RunError::Interrupted)) if is_stopped => None,
                Ok(run) => Some(run?),
                Err(_) => return Err(unconnected(io::Error::other("a thread was lost"))),
            });
            self.first.get_or_insert(place);
        }
        Ok(())
    }

    /// Gives a program the end of input when the other has ended and all its output was delivered.
    fn give_ends(&mut self) {
        for (one, other) in [(PROGRAM, VALIDATOR), (VALIDATOR, PROGRAM)] {
            if self.ends[one].result.is_some() {
                self.ends[other].pending.is_empty().then(|| self.ends[one].from.take());
                // Its input has no reader any more.
                self.ends[one].to = None;
                self.ends[one].pending.clear();
            }
            // A program that has not opened its end yet would wait for a writer.
            if self.ends[one].from.is_none() && self.ends[one].result.is_some() && self.ends[other].is_ready()
            {
                self.ends[other].to = None;
            }
        }
    }
}

/// The judge's end of the conversation with one program.
struct End {
    to: Option<File>,
    from: Option<File>,
    /// Bytes that it has not been given yet.
    pending: Vec<u8>,
    /// A pipe by which it signals that it has opened its ends. `None` after that.
    ready: Option<File>,
    run: Receiver<Result<Execution, RunError>>,
    /// Its result, once it has ended; empty if it was stopped here.
    result: Option<Option<Execution>>,
    /// Closed to end it.
    stop: Option<OwnedFd>,
    /// Closed when it has ended.
    over: OwnedFd,
    _folder: Scratch,
}

impl End {
    fn start<'scope>(side: Side<'scope>, scope: &'scope Scope<'scope, '_>) -> Result<End, RunError> {
        let connect = || -> io::Result<_> {
            let folder = Scratch::new()?;
            let [to, from, ready] = ["in", "out", "ready"].map(|name| named_pipe::make(folder.path(), name));
            let (to, from, ready) = (to?, from?, ready?);
            if rustix::process::geteuid().is_root() {
                // In a sandbox it runs as another user.
                std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755))?;
            }
            // The judge opens a reader, too, so that opening does not block.
            let to = named_pipe::open(&to, OpenOptions::new().read(true).write(true))?;
            let from = named_pipe::open(&from, OpenOptions::new().read(true))?;
            let ready = named_pipe::open(&ready, OpenOptions::new().read(true))?;
            let command = redirected(&side.command, folder.path())?;
            let (stopped, stop) = Interrupt::by_hand()?;
            let over = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC)?;
            Ok((folder, to, from, ready, command, stopped, stop, over))
        };
        let (folder, to, from, ready, command, stopped, stop, (over, tell_over)) =
            connect().map_err(unconnected)?;
        let (tell, run) = channel();
        let Side { limits, run_dir, .. } = side;
        scope.spawn(move || {
            let run = super::run(&command, &ProgramInput::default(), &limits, run_dir, &stopped);
            let _ = tell.send(run);
            drop(tell_over);
        });
        let (to, from, ready, stop) = (Some(to), Some(from), Some(ready), Some(stop));
        Ok(End { to, from, pending: Vec::new(), ready, run, result: None, stop, over, _folder: folder })
    }

    /// Whether more may be pending for it; a program that has ended has room, since its input is dropped.
    fn has_room(&self) -> bool {
        self.pending.len() < ROOM
    }

    /// Reads what is there; the end of the pipe does not mean that the program has ended.
    fn read(&mut self, part: &mut [u8]) -> io::Result<usize> {
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

    /// Writes as much as fits.
    fn write(&mut self) {
        let Some(to) = &mut self.to else { return };
        match to.write(&self.pending) {
            Ok(written) => drop(self.pending.drain(..written)),
            Err(why) if why.kind() == io::ErrorKind::WouldBlock => {}
            Err(_) => self.to = None,
        }
    }

    /// Whether it has opened its ends.
    fn is_ready(&mut self) -> bool {
        let has_told = |ready: &mut File| ready.read(&mut [0]).is_ok_and(|length| length > 0);
        if self.ready.as_mut().is_some_and(has_told) {
            self.ready = None;
        }
        self.ready.is_none() || self.result.is_some()
    }

    fn has_ended(&self) -> bool {
        let now = Timespec { tv_sec: 0, tv_nsec: 0 };
        poll(&mut [PollFd::new(&self.over, PollFlags::IN)], Some(&now)).is_ok_and(|ready| ready > 0)
    }
}

fn redirected(command: &Command, folder: &Path) -> io::Result<Command> {
    let script = r#"folder=$0; exec <"$folder/in" >"$folder/out"; echo >"$folder/ready"; exec "$@""#;
    let words = ["-c".into(), script.into(), folder.into(), command.program.clone().into_os_string()];
    let args = words.into_iter().chain(command.args.iter().cloned()).collect();
    Ok(Command { program: "/bin/sh".into(), args, pipes: vec![Pinned::named(folder)?], ..command.clone() })
}

/// Whether a named pipe had a program at the other end, and has none any more.
fn has_hung_up(pipe: &File) -> bool {
    let now = Timespec { tv_sec: 0, tv_nsec: 0 };
    let pipe = pipe.as_fd();
    let mut polled = [PollFd::new(&pipe, PollFlags::IN)];
    poll(&mut polled, Some(&now)).is_ok() && polled[0].revents().contains(PollFlags::HUP)
}

/// The conversation, up to a limit.
#[derive(Default)]
struct Said {
    text: Vec<u8>,
    /// Which of the two wrote last, and whether its line has ended.
    last: Option<(usize, bool)>,
}

impl Said {
    fn add(&mut self, who: usize, words: &[u8]) {
        let sign = if who == PROGRAM { b'>' } else { b'<' };
        for line in words.split_inclusive(|byte| *byte == b'\n') {
            if self.text.len() >= KEPT {
                return;
            }
            if self.last != Some((who, false)) {
                if self.last.is_some_and(|(_, has_ended)| !has_ended) {
                    self.text.push(b'\n');
                }
                self.text.push(sign);
            }
            self.text.extend_from_slice(line);
            self.last = Some((who, line.ends_with(b"\n")));
        }
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.text).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_says_what_stands_before_each_line() {
        let mut said = Said::default();
        for (who, words) in
            [(PROGRAM, "5"), (PROGRAM, "00\n1\n"), (VALIDATOR, "low"), (PROGRAM, "x\n"), (VALIDATOR, "")]
        {
            said.add(who, words.as_bytes());
        }
        assert_eq!(said.text(), ">500\n>1\n<low\n>x\n");
    }
}
