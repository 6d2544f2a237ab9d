//! A program as a player. In its turn it gets what a person would see, in the dialect's own words, with a
//! line feed after the prompt, and answers with a line. When the game is over it gets the end, and then its
//! input ends.

use std::time::Duration;

use super::conditions::PlayConditions;
use super::talk::Talk;
use super::{Forfeit, Player, Turn};
use judging::execution::Limits;
use judging::process::Command;

/// The limits of a program for a whole game, including its opponents' time.
fn limits(wall: Duration) -> Limits {
    Limits { wall, cpu: wall, output: 4 << 20, ..Limits::default() }
}

/// A program that speaks the dialect.
#[derive(Debug)]
pub struct Program {
    command: Command,
    conditions: PlayConditions,
    talk: Option<Talk>,
}

impl Program {
    /// A program that is started in its first turn, under these conditions.
    pub fn new(command: Command, conditions: PlayConditions) -> Program {
        Program { command, conditions, talk: None }
    }

    /// The conversation, which begins now if it has not begun yet.
    fn talk(&mut self) -> Result<&mut Talk, Forfeit> {
        let talk = match self.talk.take() {
            Some(talk) => talk,
            None => Talk::start(&self.command, limits(self.conditions.wall), &self.conditions)
                .map_err(|why| Forfeit::Gone(format!("could not be started: {why}")))?,
        };
        Ok(self.talk.insert(talk))
    }
}

impl Player for Program {
    fn answer(&mut self, turn: &Turn<'_>) -> Result<Vec<u8>, Forfeit> {
        let talk = self.talk()?;
        if let Some(line) = talk.unasked() {
            return Err(Forfeit::OutOfTurn(line));
        }
        talk.say(&ended(turn.words), turn.deadline)?;
        talk.read_line(turn.deadline)
    }

    fn end(&mut self, words: &[u8]) {
        if let Some(mut talk) = self.talk.take() {
            talk.end(&ended(words));
        }
    }
}

/// The text with a final line feed: a program that reads lines would wait for the end of the prompt.
fn ended(words: &[u8]) -> Vec<u8> {
    let mut words = words.to_vec();
    if !words.is_empty() && !words.ends_with(b"\n") {
        words.push(b'\n');
    }
    words
}
