//! Two programs in conversation: the output of one is the input of the other, carried by the judge.
//!
//! A validator gets the end of input when the program has ended, not when that has closed its output: so it is
//! always known which ended first. A program gets it also when the validator has closed its output and has not ended soon after.
//! A program that has closed its output and does not end is too slow: nothing that it does can be heard.

use std::io::{self, Write};
use std::thread::Scope;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags};

use super::error::RunError;
use super::poll::wait_until;
use super::{Command, Interrupt, Making, Piped, RunDir, WantedFiles, make};
use crate::execution::{Ending, Execution, Limit, Limits, ProgramInput, Usage};
use crate::files::Bundle;

/// How many bytes may be pending for a program before the other's output is read no further.
const ROOM: usize = 1 << 16;

/// After this long the program gets the end of input from a validator that has closed its output. One that ends closes it just
/// before, and which of the two ended first must be known.
const CLOSED: Duration = Duration::from_millis(300);

/// How much of a conversation is kept, in bytes.
const KEPT: usize = 1 << 16;

/// How long a program may go on after it has closed its output, in addition to twice its processor time.
const MUTE: Duration = Duration::from_secs(5);

fn unconnected(why: io::Error) -> RunError {
    RunError::System("connect a program with its validator", why)
}

/// Runs a program in a folder with these files, which become those that it leaves there.
pub(crate) fn run_among(
    command: &Command,
    input: &ProgramInput,
    files: &mut Bundle,
    limits: &Limits,
    run_dir: &mut RunDir,
    interrupt: &Interrupt,
) -> Result<Execution, RunError> {
    let making =
        Making { command: command.clone(), given: std::mem::take(files), wanted: WantedFiles::all() };
    let (execution, made) = make(&making, input, limits, run_dir, interrupt)?;
    match made {
        Some(made) => *files = made,
        None if !matches!(execution.ending, Ending::Exited(_)) => {}
        None => {
            let why = "too much is in its folder, or something that is neither a file nor a folder";
            return Err(RunError::Validator(why.to_owned()));
        }
    }
    Ok(execution)
}

pub struct Side<'a> {
    pub command: Command,
    pub limits: Limits,
    pub run_dir: &'a mut RunDir,
    /// The files in its folder when it starts, replaced by those that it leaves there. `None` if that does not matter.
    pub files: Option<&'a mut Bundle>,
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
        let patience = 2 * program.limits.cpu + MUTE;
        let ends = [End::start(program, scope)?, End::start(validator, scope)?];
        let said = Said::default();
        let mut talk = Talk {
            ends,
            said,
            first: None,
            grace: None,
            closing: None,
            patience,
            mute: None,
            is_late: false,
        };
        let began = Instant::now();
        let outcome = talk.go(grace, is_fault, interrupt);
        // Programs that still run are ended, so that their threads end.
        talk.ends.iter_mut().for_each(|end| end.piped.stop());
        outcome?;
        let [program, validator] = talk.ends.map(|end| end.result.flatten());
        let late = || {
            let usage = Usage { wall: began.elapsed(), ..Usage::default() };
            Execution { usage, ..Execution::of_nothing(Ending::Stopped(Limit::Wall)) }
        };
        Ok(Conversation {
            program: program.or_else(|| talk.is_late.then(late)),
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
    /// When the program gets the end of input, if the validator has closed its output.
    closing: Option<Instant>,
    /// How long the program may go on after it has closed its output, and when it must have ended, if it has.
    patience: Duration,
    mute: Option<Instant>,
    /// Whether it was stopped then.
    is_late: bool,
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
                self.ends[PROGRAM].piped.stop();
            }
            let end = &mut self.ends[PROGRAM];
            if end.result.is_none() && end.piped.from.is_none() {
                let until = *self.mute.get_or_insert_with(|| Instant::now() + self.patience);
                if Instant::now() >= until && !end.piped.is_stopped() {
                    end.piped.stop();
                    self.is_late = true;
                }
            }
            if self.ends[PROGRAM].result.is_some() {
                let until = *self.grace.get_or_insert_with(|| Instant::now() + grace);
                if Instant::now() >= until {
                    self.ends[VALIDATOR].piped.stop();
                }
            }
        }
        Ok(())
    }

    fn wait(&self, interrupt: &Interrupt) -> io::Result<()> {
        let mut waited = vec![PollFd::new(interrupt, PollFlags::IN)];
        for (end, other) in [(PROGRAM, VALIDATOR), (VALIDATOR, PROGRAM)] {
            let (End { piped, pending, result }, other) = (&self.ends[end], &self.ends[other]);
            if result.is_none() {
                waited.push(PollFd::from_borrowed_fd(piped.end(), PollFlags::IN));
                waited.extend(piped.ready.as_ref().map(|ready| PollFd::new(ready, PollFlags::IN)));
            }
            if let Some(from) = piped.from.as_ref().filter(|_| other.has_room()) {
                waited.push(PollFd::new(from, PollFlags::IN));
            }
            if let Some(to) = piped.to.as_ref().filter(|_| !pending.is_empty()) {
                waited.push(PollFd::new(to, PollFlags::OUT));
            }
        }
        // Once that is past, the program's opening of its end is waited for.
        let closing = self.closing.filter(|at| *at > Instant::now() && self.ends[PROGRAM].piped.to.is_some());
        let mute = self.mute.filter(|_| !self.is_late && self.ends[PROGRAM].result.is_none());
        wait_until(&mut waited, self.grace.into_iter().chain(closing).chain(mute).min()).map(drop)
    }

    /// Reads the output of one program, and writes it to the other as far as there is room.
    fn carry(&mut self, from: usize) -> io::Result<()> {
        let [program, validator] = &mut self.ends;
        let (one, other) = if from == PROGRAM { (program, validator) } else { (validator, program) };
        if other.has_room() {
            let mut part = [0; 1 << 14];
            let length = one.piped.read(&mut part)?;
            self.said.add(from, &part[..length]);
            if other.piped.to.is_some() {
                other.pending.extend_from_slice(&part[..length]);
            }
        }
        other.write();
        Ok(())
    }

    /// Checks whether one has ended.
    fn note_end(&mut self, place: usize) -> Result<(), RunError> {
        let end = &mut self.ends[place];
        if end.result.is_none() && end.piped.has_ended() {
            let is_stopped = end.piped.is_stopped();
            end.result = Some(match end.piped.outcome() {
                Some(Err(RunError::Interrupted)) if is_stopped => None,
                Some(run) => Some(run?),
                None => return Err(unconnected(io::Error::other("a thread was lost"))),
            });
            self.first.get_or_insert(place);
        }
        Ok(())
    }

    /// Whether the validator has closed its output for long enough, and the program has been given all of it.
    fn has_closed(&mut self) -> bool {
        if self.ends[VALIDATOR].piped.from.is_some() || !self.ends[PROGRAM].pending.is_empty() {
            return false;
        }
        let closing = *self.closing.get_or_insert_with(|| Instant::now() + CLOSED);
        Instant::now() >= closing
    }

    /// Gives a program the end of input when the other has ended and all its output was delivered.
    fn give_ends(&mut self) {
        for (one, other) in [(PROGRAM, VALIDATOR), (VALIDATOR, PROGRAM)] {
            if self.ends[one].result.is_some() {
                self.ends[other].pending.is_empty().then(|| self.ends[one].piped.from.take());
                // Its input has no reader any more.
                self.ends[one].piped.to = None;
                self.ends[one].pending.clear();
            }
            let has_ended = self.ends[one].result.is_some() || one == VALIDATOR && self.has_closed();
            // A program that has not opened its end yet would wait for a writer.
            if self.ends[one].piped.from.is_none() && has_ended && self.ends[other].is_ready() {
                self.ends[other].piped.to = None;
            }
        }
    }
}

/// The judge's end of the conversation with one program.
struct End {
    piped: Piped,
    /// Bytes that it has not been given yet.
    pending: Vec<u8>,
    /// Its result, once it has ended; empty if it was stopped here.
    result: Option<Option<Execution>>,
}

impl End {
    fn start<'scope>(side: Side<'scope>, scope: &'scope Scope<'scope, '_>) -> Result<End, RunError> {
        let Side { command, limits, run_dir, files } = side;
        let input = ProgramInput { talks: true, ..ProgramInput::default() };
        let run = move |command: &Command, stopped: &Interrupt| match files {
            Some(files) => run_among(command, &input, files, &limits, run_dir, stopped),
            None => super::run(command, &input, &limits, run_dir, stopped),
        };
        let started = Piped::start(&command, run, |work| drop(scope.spawn(work)));
        let (piped, ()) = started.map_err(unconnected)?;
        Ok(End { piped, pending: Vec::new(), result: None })
    }

    /// Whether more may be pending for it; a program that has ended has room, since its input is dropped.
    fn has_room(&self) -> bool {
        self.pending.len() < ROOM
    }

    /// Writes as much as fits.
    fn write(&mut self) {
        let Some(to) = &mut self.piped.to else { return };
        match to.write(&self.pending) {
            Ok(written) => drop(self.pending.drain(..written)),
            Err(why) if why.kind() == io::ErrorKind::WouldBlock => {}
            Err(_) => self.piped.to = None,
        }
    }

    /// Whether it has opened its ends.
    fn is_ready(&mut self) -> bool {
        self.piped.is_connected() || self.result.is_some()
    }
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
