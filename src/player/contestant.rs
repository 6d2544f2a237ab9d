//! A kind of player with everything that is needed to make a player for each of its games.

use super::conditions::PlayConditions;
use super::{Greedy, Gtp, Human, Perfect, Player, PlayerKind, Program, Random, Scripted, Search};
use crate::process::Command;

/// A player of one game or many.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// Its name in results.
    pub name: String,
    /// Its kind.
    pub kind: PlayerKind,
    /// The lines of a script.
    pub lines: Vec<Vec<u8>>,
    /// The command of a program.
    pub command: Option<Command>,
}

impl Contestant {
    /// A player for one game. The seed determines its random choices.
    pub fn player(&self, conditions: &PlayConditions, seed: u64) -> Box<dyn Player> {
        let command = || self.command.clone().unwrap_or_else(|| Command::new("false", [""; 0]));
        match &self.kind {
            PlayerKind::Human => Box::new(Human::new(conditions.interrupt.clone())),
            PlayerKind::Script(_) => Box::new(Scripted::new(self.lines.clone())),
            PlayerKind::Random => Box::new(Random::new(seed)),
            PlayerKind::Greedy => Box::new(Greedy::new(seed)),
            PlayerKind::Perfect => Box::new(Perfect::default()),
            PlayerKind::Search(horizon) => Box::new(Search::new(*horizon)),
            PlayerKind::Program(_) => Box::new(Program::new(command(), conditions.clone())),
            PlayerKind::Gtp(_) => Box::new(Gtp::new(command(), conditions.clone())),
        }
    }
}
