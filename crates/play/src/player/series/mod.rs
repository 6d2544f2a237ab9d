//! A series of games between the same players, who take each seat in turn.
//!
//! As many games as there are seats make a round: each player has each seat once, and all games of the round
//! begin with the same few random moves, so that neither luck in the opening nor the first move favours a
//! player. A game depends only on the series' seed and its own number (apart from its players), so games can
//! be played in parallel.

mod results;
mod tally;

pub use results::Results;
use tally::Record;

use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;

use super::table::{self, MatchRules, Played};
use super::{Contestant, PlayConditions, Random};
use judging::files::{self, FileError};
use judging::game::{AnyPosition, Position};

/// A series of games to play.
#[derive(Clone, Debug)]
pub struct Series {
    /// The settings of each game, without its opening.
    pub rules: MatchRules,
    /// The players; in the first game in this order.
    pub contestants: Vec<Contestant>,
    /// The conditions for programs.
    pub conditions: PlayConditions,
    /// How many games.
    pub games: u32,
    /// How many random moves each begins with. `None` for the usual number on its board.
    pub opening: Option<u32>,
    /// Random seed.
    pub seed: u64,
}

/// Why a series cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum SeriesError {
    /// A game could not be played.
    #[error("a game could not be played: {0}")]
    Game(#[from] io::Error),
    /// A game could not be saved.
    #[error(transparent)]
    Unsaved(#[from] FileError),
    /// The folder holds more games than this match has, so those of two would be mixed.
    #[error("{}: this game is of a longer match; remove it, or save to another folder", .0.display())]
    OfAnother(PathBuf),
}

/// The file of a game, counted from 0.
fn file(folder: &Path, number: u32) -> PathBuf {
    folder.join(format!("{:04}.moves", number + 1))
}

/// From this many squares on, a board is large enough for random openings.
const LARGE: usize = 16;

impl Series {
    /// Plays the games, this many at once, until they are aborted. Each is saved in a folder, if there is one.
    /// Faults of players are no errors; they are in the results.
    pub fn play(&self, folder: Option<&Path>, jobs: NonZeroUsize) -> Result<Results<'_>, SeriesError> {
        if let Some(folder) = folder {
            std::fs::create_dir_all(folder).map_err(FileError::at(folder))?;
            let of_another = file(folder, self.games);
            if of_another.symlink_metadata().is_ok() {
                return Err(SeriesError::OfAnother(of_another));
            }
        }
        let next = AtomicU32::new(0);
        let (send, receive) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..jobs.get() {
                let (send, next) = (send.clone(), &next);
                scope.spawn(move || {
                    while let Some(number) = self.take_number(next) {
                        if send.send((number, self.game(number))).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(send);
            let results = self.collect(&receive, folder);
            next.store(self.games, Ordering::Relaxed);
            results
        })
    }

    fn collect(
        &self,
        finished: &mpsc::Receiver<(u32, io::Result<Played>)>,
        folder: Option<&Path>,
    ) -> Result<Results<'_>, SeriesError> {
        let mut results = Results::of(&self.contestants, &self.rules.dialect);
        for (number, played) in finished {
            // An aborted game is not a loss.
            if self.conditions.interrupt.is_raised() {
                break;
            }
            let played = played?;
            if let Some(folder) = folder {
                files::save(&file(folder, number), &played.inputs)?;
            }
            results.add(&Record::of(number, self.seats(number), &played));
        }
        Ok(results)
    }

    fn take_number(&self, next: &AtomicU32) -> Option<u32> {
        let number = next.fetch_add(1, Ordering::Relaxed);
        (number < self.games && !self.conditions.interrupt.is_raised()).then_some(number)
    }

    /// The seats in a game: the contestants, in order of play.
    fn seats(&self, number: u32) -> Vec<usize> {
        let count = self.contestants.len();
        (0..count).map(|seat| (seat + number as usize) % count).collect()
    }

    fn game(&self, number: u32) -> io::Result<Played> {
        let round = number / self.contestants.len() as u32;
        let rules = MatchRules { opening: self.opening_of(round), ..self.rules.clone() };
        let seed = self.seed.wrapping_mul(1_000_003).wrapping_add(number.into());
        let seats = self.seats(number);
        let contestants = seats.iter().map(|&contestant| &self.contestants[contestant]);
        let mut players: Vec<_> = (1..)
            .zip(contestants)
            .map(|(seat, contestant)| {
                contestant.player(&self.conditions, seed.wrapping_mul(31).wrapping_add(seat))
            })
            .collect();
        table::play(&rules, &mut players, &mut io::sink())
    }

    /// The opening moves of all games of a round: as many as required, but not to the end of the game.
    fn opening_of(&self, round: u32) -> Vec<usize> {
        let mut chance = Random::new(self.seed ^ u64::from(round).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut position = through_automatic(self.rules.start());
        let usual = if position.board().cells().len() >= LARGE { 4 } else { 0 };
        let mut moves = Vec::new();
        for _ in 0..self.opening.unwrap_or(usual) {
            // A board may be full at the start.
            if position.outcome().is_some() {
                break;
            }
            let cell = chance.choice(&position);
            let next = through_automatic(position.play(cell).expect("a legal move"));
            if next.outcome().is_some() {
                break;
            }
            moves.push(cell);
            position = next;
        }
        moves
    }
}

/// The next position in which a player must move.
fn through_automatic(mut position: AnyPosition) -> AnyPosition {
    while let Some(cell) = position.automatic() {
        position = position.play(cell).expect("an automatic move is legal");
    }
    position
}
