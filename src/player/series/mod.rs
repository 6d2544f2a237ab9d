//! A series of games between the same players, who take each seat in turn.
//!
//! As many games as there are seats make a round: each player has each seat once, and all games of the round
//! begin with the same few random moves, so that neither luck in the opening nor the first move favours a
//! player. A game depends only on the series' seed and its own number (apart from its players), so games can
//! be played in parallel, and an interrupted series can be continued.

mod ggf;
mod journal;
mod record;
mod results;
mod run;
mod tally;

pub(crate) use journal::Journal;
pub(crate) use record::Record;
pub(crate) use results::Results;
pub(crate) use tally::{Estimate, Standing, Tally};

use std::io;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;

use super::table::{self, MatchRules, Played};
use super::{Contestant, PlayConditions, Random};
use crate::game::{AnyPosition, Position};

/// What is to be played.
#[derive(Clone, Debug)]
pub(crate) struct Series {
    /// The settings of each game, without its opening.
    pub rules: MatchRules,
    /// The players; in the first game in this order.
    pub contestants: Vec<Contestant>,
    /// The conditions for programs.
    pub conditions: PlayConditions,
    /// How many games.
    pub games: u32,
    /// How many random moves each begins with; none for the usual number on its board.
    pub opening: Option<u32>,
    /// Random seed.
    pub seed: u64,
}

/// From this many squares on, a board is large enough for random openings.
const LARGE: usize = 16;

impl Series {
    /// How many random moves each game begins with.
    fn opening(&self) -> u32 {
        let usual = || if self.rules.start().board().cells().len() >= LARGE { 4 } else { 0 };
        self.opening.unwrap_or_else(usual)
    }

    /// Plays the games that are not among those already played, several at once. Passes each to `take` when
    /// it is over, until they are aborted.
    ///
    /// # Errors
    /// Those of a game that could not be played, and of `take`; faults of players are in the records.
    pub(crate) fn play<E: From<io::Error>>(
        &self,
        has_been_played: impl Fn(u32) -> bool + Sync,
        jobs: NonZeroUsize,
        mut take: impl FnMut(Record, &Played) -> Result<(), E>,
    ) -> Result<(), E> {
        let next = AtomicU32::new(0);
        let (send, receive) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..jobs.get() {
                let send = send.clone();
                let (next, has_been_played) = (&next, &has_been_played);
                scope.spawn(move || {
                    while let Some(number) = self.take_number(next) {
                        if !has_been_played(number) && send.send((number, self.game(number))).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(send);
            let outcome = self.collect(&receive, &mut take);
            next.store(self.games, Ordering::Relaxed);
            outcome
        })
    }

    fn collect<E: From<io::Error>>(
        &self,
        finished: &mpsc::Receiver<(u32, io::Result<Played>)>,
        take: &mut impl FnMut(Record, &Played) -> Result<(), E>,
    ) -> Result<(), E> {
        for (number, played) in finished {
            // An aborted game is not a loss.
            if self.conditions.interrupt.is_raised() {
                break;
            }
            let played = played?;
            take(Record::of(number, &self.rules.dialect, &self.seats(number), &played), &played)?;
        }
        Ok(())
    }

    fn take_number(&self, next: &AtomicU32) -> Option<u32> {
        let number = next.fetch_add(1, Ordering::Relaxed);
        (number < self.games && !self.conditions.interrupt.is_raised()).then_some(number)
    }

    /// The seats in a game: the contestants, in order of play.
    pub(crate) fn seats(&self, number: u32) -> Vec<usize> {
        let count = self.contestants.len();
        (0..count).map(|seat| (seat + number as usize) % count).collect()
    }

    /// Plays one game.
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
        let mut moves = Vec::new();
        for _ in 0..self.opening() {
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
