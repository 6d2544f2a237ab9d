//! The names of the sides and of the discs.

use crate::game::{Cell, Side};

/// The colours of a game: the players, the guests, and the discs that belong to no side.
#[derive(Clone, Debug, Default)]
pub(super) struct Colours {
    /// The players' names, then the guests', by side.
    pub(in crate::game::reversi) sides: Vec<String>,
    /// How many of the sides are players.
    pub(in crate::game::reversi) players: usize,
    /// The names of the discs that belong to no side, by their kind.
    pub(in crate::game::reversi) neutral: Vec<String>,
}

impl Colours {
    pub(super) fn add_players(&mut self, names: &[&str]) -> Result<(), String> {
        if !(2..=3).contains(&names.len()) {
            return Err("a board takes two or three players".to_owned());
        }
        for name in names {
            self.check(name)?;
            self.sides.push((*name).to_owned());
        }
        self.players = names.len();
        Ok(())
    }

    /// The side of a guest, known or new.
    pub(super) fn guest(&mut self, name: &str) -> Result<Side, String> {
        let known = self.sides.iter().position(|side| side == name);
        if known.is_some_and(|side| side < self.players) {
            return Err(format!("{name} is a player and cannot be a guest"));
        }
        if known.is_none() {
            self.check(name)?;
            if self.sides.len() == Side::ALL.len() {
                return Err(format!("there are at most {} sides", Side::ALL.len()));
            }
            self.sides.push(name.to_owned());
        }
        Ok(Side::ALL[known.unwrap_or(self.sides.len() - 1)])
    }

    /// The disc with this name; a new name is one that belongs to no side.
    pub(super) fn disc(&mut self, name: &str) -> Result<Cell, String> {
        if let Some(side) = self.sides.iter().position(|side| side == name) {
            return Ok(Cell::Marked(Side::ALL[side]));
        }
        let known = self.neutral.iter().position(|disc| disc == name);
        if known.is_none() {
            self.check(name)?;
            self.neutral.push(name.to_owned());
        }
        Ok(Cell::Neutral(known.unwrap_or(self.neutral.len() - 1) as u8))
    }

    /// Whether the first letter of a new name is unique.
    fn check(&self, name: &str) -> Result<(), String> {
        let is_name = |name: &str| name.bytes().all(|byte| byte.is_ascii_alphabetic());
        if !is_name(name) || !name.starts_with(|first: char| first.is_ascii_uppercase()) {
            return Err(format!("`{name}` is not a name: letters, the first a capital"));
        }
        let mut others = self.sides.iter().chain(&self.neutral);
        match others.find(|other| other.as_bytes()[0] == name.as_bytes()[0]) {
            Some(other) => Err(format!("{name} and {other} begin with the same letter")),
            None => Ok(()),
        }
    }
}
