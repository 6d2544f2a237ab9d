//! A conversation with a program that runs for as long as its game does. Each game has a new process, so that late output
//! cannot reach the next game.

use std::io::{self, Write};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags};

use super::Forfeit;
use super::conditions::PlayConditions;
use judging::execution::{Execution, Limits, ProgramInput};
use judging::process::{self, Command, Interrupt, Piped, RunDir, wait_until};

/// How long a program may take to end when its game is over.
const GRACE: Duration = Duration::from_millis(500);

/// The longest line that is waited for, in bytes.
const LONGEST: usize = 1 << 16;

#[derive(Debug)]
pub(super) struct Talk {
    piped: Piped,
    unread: Vec<u8>,
    thread: Option<JoinHandle<()>>,
    /// Raised when all games are to be aborted.
    interrupt: Interrupt,
}

impl Talk {
    /// Starts a program.
    pub(super) fn start(command: &Command, limits: Limits, conditions: &PlayConditions) -> io::Result<Talk> {
        let mut run_dir = RunDir::isolated(&conditions.isolation)?;
        let run = move |command: &Command, stopped: &Interrupt| {
            process::run(command, &ProgramInput::default(), &limits, &mut run_dir, stopped)
        };
        let (piped, thread) = Piped::start(command, run, std::thread::spawn)?;
        let (unread, interrupt) = (Vec::new(), conditions.interrupt.clone());
        Ok(Talk { piped, unread, thread: Some(thread), interrupt })
    }

    /// Output that was not asked for, if any.
    pub(super) fn unasked(&mut self) -> Option<String> {
        let _ = self.read();
        let unread = std::mem::take(&mut self.unread);
        (!unread.is_empty()).then(|| first_line(&unread))
    }

    /// Sends text to it.
    /// Fails with a [`Forfeit`] if it does not read.
    pub(super) fn say(&mut self, words: &[u8], deadline: Option<Instant>) -> Result<(), Forfeit> {
        let mut rest = words;
        while !rest.is_empty() {
            let Some(mut to) = self.piped.to.as_ref() else { return Ok(()) };
            match to.write(rest) {
                Ok(written) => rest = &rest[written..],
                Err(why) if why.kind() == io::ErrorKind::WouldBlock => {
                    let mut waited = [
                        PollFd::new(&self.interrupt, PollFlags::IN),
                        PollFd::from_borrowed_fd(self.piped.end(), PollFlags::IN),
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
            let mut waited = vec![
                PollFd::new(&self.interrupt, PollFlags::IN),
                PollFd::from_borrowed_fd(self.piped.end(), PollFlags::IN),
            ];
            waited.extend(self.piped.from.as_ref().map(|from| PollFd::new(from, PollFlags::IN)));
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
        let is_over = self.piped.has_ended();
        loop {
            match self.piped.read(&mut part)? {
                0 => return Ok(!is_over && self.piped.from.is_some()),
                length => self.unread.extend_from_slice(&part[..length]),
            }
            if self.unread.len() > LONGEST {
                return Ok(true);
            }
        }
    }

    /// Why there is no more output.
    fn gone(&self) -> Forfeit {
        if !self.ends_soon() {
            return Forfeit::Gone("closed its output".to_owned());
        }
        Forfeit::Gone(match self.piped.outcome() {
            Some(Ok(execution)) => how_it_ended(&execution),
            Some(Err(why)) => why.to_string(),
            None => "ended".to_owned(),
        })
    }

    /// Waits briefly for its end.
    fn ends_soon(&self) -> bool {
        let mut end = [PollFd::from_borrowed_fd(self.piped.end(), PollFlags::IN)];
        wait(&mut end, Some(Instant::now() + GRACE)).is_ok()
    }

    fn leave(&mut self) {
        self.piped.to = None;
        self.ends_soon();
        self.piped.stop();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        self.leave();
    }
}

/// Waits until something happens to one of these.
fn wait(waited: &mut [PollFd<'_>], deadline: Option<Instant>) -> Result<(), Forfeit> {
    match wait_until(waited, deadline) {
        Ok(true) => Ok(()),
        Ok(false) => Err(Forfeit::Late),
        Err(why) => Err(Forfeit::Gone(why.to_string())),
    }
}

fn how_it_ended(execution: &Execution) -> String {
    let how = execution.ending.to_string();
    let complaint = String::from_utf8_lossy(&execution.stderr);
    match complaint.lines().rfind(|line| !line.trim().is_empty()) {
        Some(line) => format!("{how}: {}", first_line(line.as_bytes())),
        None => how,
    }
}

/// The beginning of an output, safe to print.
pub(super) fn first_line(text: &[u8]) -> String {
    let line = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
    judging::transcript::visible(&line[..line.len().min(80)])
}
