//! A seat with everything that is needed to make a player for each of its games.

use super::house::House;
use super::{Greedy, Gtp, Human, Perfect, Player, Program, Random, Scripted, Search, Seat};
use crate::process::Command;

/// A player of one game or many.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// Its name in results.
    pub name: String,
    /// Its kind.
    pub seat: Seat,
    /// The lines of a script.
    pub lines: Vec<Vec<u8>>,
    /// The command of a program.
    pub command: Option<Command>,
}

impl Contestant {
    /// A player for one game. The seed determines its random choices.
    pub fn player(&self, house: &House, seed: u64) -> Box<dyn Player> {
        let command = || self.command.clone().unwrap_or_else(|| Command::new("false", [""; 0]));
        match &self.seat {
            Seat::Human => Box::new(Human::new(house.interrupt.clone())),
            Seat::Script(_) => Box::new(Scripted::new(self.lines.clone())),
            Seat::Random => Box::new(Random::new(seed)),
            Seat::Greedy => Box::new(Greedy::new(seed)),
            Seat::Perfect => Box::new(Perfect::default()),
            Seat::Search(horizon) => Box::new(Search::new(*horizon)),
            Seat::Program(_) => Box::new(Program::new(command(), house.clone())),
            Seat::Gtp(_) => Box::new(Gtp::new(command(), house.clone())),
        }
    }
}
