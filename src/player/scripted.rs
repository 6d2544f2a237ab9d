//! A player that reads its lines from a list, and forfeits at its end.

use std::collections::VecDeque;

use super::{Forfeit, Player, Turn};

/// Answers with one line of a list after the other.
#[derive(Clone, Debug)]
pub struct Scripted {
    lines: VecDeque<Vec<u8>>,
}

impl Scripted {
    /// A player with these lines.
    pub fn new(lines: impl IntoIterator<Item = Vec<u8>>) -> Scripted {
        Scripted { lines: lines.into_iter().collect() }
    }
}

impl Player for Scripted {
    fn answer(&mut self, _turn: &Turn<'_>) -> Result<Vec<u8>, Forfeit> {
        self.lines.pop_front().ok_or(Forfeit::Silent)
    }
}
