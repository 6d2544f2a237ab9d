//! Options and preparation of games between players: board, players, clock, sandbox.

mod contestants;
pub(super) mod game;
mod results;
pub(super) mod series;

use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args};

use super::Failure;
use super::judge::isolation;
use crate::dialect::Dialect;
use crate::game::AnyPosition;
use crate::player::table::MatchRules;
use crate::player::{Clock, Horizon, PlayConditions, PlayerKind};
use crate::process::{Interrupt, Isolation};

/// The heading of players and their conditions.
pub(super) const PLAYERS: &str = "Players";

/// Options of every game between players, of which there are to be some: `players`.
#[derive(Debug, Args)]
#[group(id = "seats-arguments")]
#[command(next_help_heading = PLAYERS)]
pub(super) struct Arguments {
    /// Time for each player, with an optional increment per move: `60s` or `60s+1s`
    #[arg(long, value_name = "TIME", requires = "players")]
    clock: Option<Clock>,

    /// After an illegal move: forfeit the game, or ask again
    #[arg(long = "on-illegal", value_name = "WHAT", value_parser = on_illegal(), action = ArgAction::Set,
          default_value = "forfeit", requires = "players")]
    asks_again: bool,

    /// Random seed [default: a new one each time]
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,

    #[command(flatten)]
    isolation: isolation::Arguments,
}

/// Whether a player may try again after an illegal move.
fn on_illegal() -> impl TypedValueParser<Value = bool> {
    PossibleValuesParser::new(["forfeit", "ask-again"]).map(|what| what == "ask-again")
}

/// How long programs may take for a game without a clock.
const PATIENCE: Duration = Duration::from_secs(600);

/// How long a game with people may take.
const LONG: Duration = Duration::from_secs(7 * 24 * 3600);

/// How much time a program may take for starting, with its sandbox, beyond the clocks.
const SLACK: Duration = Duration::from_secs(10);

/// More moves than any game on the largest boards has, to calculate how long it may take.
const MANY_MOVES: u32 = 200;

impl Arguments {
    pub(super) fn has_seed(&self) -> bool {
        self.seed.is_some()
    }

    pub(super) fn seed(&self) -> u64 {
        self.seed.unwrap_or_else(|| fastrand::u64(..))
    }

    fn rules(&self, dialect: &Dialect, interrupt: &Interrupt) -> MatchRules {
        MatchRules {
            dialect: dialect.clone(),
            clock: self.clock,
            asks_again: self.asks_again,
            interrupt: Some(interrupt.clone()),
            opening: Vec::new(),
        }
    }

    /// The conditions for programs among these players; without programs nothing is tried.
    fn conditions(&self, seats: &[PlayerKind], interrupt: Interrupt) -> Result<PlayConditions, Failure> {
        let has_program =
            seats.iter().any(|seat| matches!(seat, PlayerKind::Program(_) | PlayerKind::Gtp(_)));
        let isolation = if has_program { self.isolation.choose()? } else { Isolation::none() };
        Ok(PlayConditions { isolation, wall: self.wall(seats), interrupt })
    }

    /// How long a whole game may take, so that a program is never stopped for the time of others.
    fn wall(&self, seats: &[PlayerKind]) -> Duration {
        let of_clocks = |clock: Clock| (clock.base + clock.increment * MANY_MOVES) * 3 + SLACK;
        let thinks = |seat: &PlayerKind| match seat {
            PlayerKind::Human => LONG,
            PlayerKind::Search(Horizon::Time(time)) if self.clock.is_none() => *time * MANY_MOVES,
            _ => Duration::ZERO,
        };
        self.clock.map_or(PATIENCE, of_clocks) + seats.iter().map(thinks).sum::<Duration>()
    }
}

/// The initial position of a dialect's game.
pub(super) fn start(dialect: &Dialect) -> Result<AnyPosition, Failure> {
    let none = || super::failure(format!("{} is no game that players can sit down to", dialect.name()));
    dialect.start().ok_or_else(none)
}
