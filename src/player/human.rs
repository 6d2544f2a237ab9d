//! A person at the keyboard. What there is to see is on the screen already, so it is only waited for
//! a line; people are asked again when they mistype, and no clock runs for them.

use std::io::{self, BufRead};

use super::{Forfeit, Player, Turn};

/// Reads lines from standard input.
#[derive(Debug, Default)]
pub struct Human;

impl Player for Human {
    fn answer(&mut self, _turn: &Turn<'_>) -> Result<Vec<u8>, Forfeit> {
        let mut line = Vec::new();
        let read = io::stdin().lock().read_until(b'\n', &mut line);
        if read.map_err(|why| Forfeit::Gone(why.to_string()))? == 0 {
            return Err(Forfeit::Silent);
        }
        let line = line.strip_suffix(b"\n").unwrap_or(&line);
        Ok(line.strip_suffix(b"\r").unwrap_or(line).to_vec())
    }

    fn is_person(&self) -> bool {
        true
    }
}
