//! A person at the keyboard. The game is on the screen already, so this only waits for a line. People may
//! correct mistakes, and have no clock.

use std::io;

use rustix::event::{PollFd, PollFlags};
use rustix::io::Errno;
use rustix::stdio::stdin;

use super::{Forfeit, Player, Turn};
use judging::process::{Interrupt, wait_until};

/// Reads lines from standard input.
#[derive(Debug)]
pub struct Human {
    interrupt: Interrupt,
}

impl Human {
    /// A person who is no longer waited for after an interrupt.
    pub fn new(interrupt: Interrupt) -> Human {
        Human { interrupt }
    }

    /// The next byte. `None` at the end. Later bytes are left for other players at the same keyboard.
    fn byte(&self) -> Result<Option<u8>, Forfeit> {
        let gone = |why: Errno| Forfeit::Gone(io::Error::from(why).to_string());
        let stdin = stdin();
        loop {
            let mut waited =
                [PollFd::new(&self.interrupt, PollFlags::IN), PollFd::new(&stdin, PollFlags::IN)];
            wait_until(&mut waited, None).map_err(|why| Forfeit::Gone(why.to_string()))?;
            if self.interrupt.is_raised() {
                return Err(Forfeit::BrokenOff);
            }
            let mut byte = [0];
            match rustix::io::read(stdin, &mut byte) {
                Err(Errno::INTR | Errno::AGAIN) => {}
                other => return Ok((other.map_err(gone)? == 1).then_some(byte[0])),
            }
        }
    }
}

impl Player for Human {
    fn answer(&mut self, _turn: &Turn<'_>) -> Result<Vec<u8>, Forfeit> {
        let mut line = Vec::new();
        loop {
            match self.byte()? {
                None if line.is_empty() => return Err(Forfeit::Silent),
                None | Some(b'\n') => break,
                Some(byte) => line.push(byte),
            }
        }
        line.pop_if(|last| *last == b'\r');
        Ok(line)
    }

    fn is_person(&self) -> bool {
        true
    }
}
